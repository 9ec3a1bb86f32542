#!/bin/sh
# Gets playwright-core, which drives the browser in the tests of the report page, from npm; the browser
# itself is the system's chromium:
#     tools/browser.sh [FOLDER]     (default: build/browser)
set -eu
folder=${1:-build/browser}
mkdir -p "$folder"
npm install --prefix "$folder" --no-audit --no-fund --no-save --silent playwright-core@1.65.1
