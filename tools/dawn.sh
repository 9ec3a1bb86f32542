#!/bin/sh
# Gets Dawn as a library with the functions of webgpu.h, from npm, for the tests that compare with it:
#     tools/dawn.sh [FOLDER]     (default: build/dawn)
set -eu
folder=${1:-build/dawn}
mkdir -p "$folder"
npm install --prefix "$folder" --no-audit --no-fund --no-save --silent bun-webgpu-linux-x64@0.1.7
ls "$folder"/node_modules/bun-webgpu-linux-x64/libwebgpu_wrapper.so
