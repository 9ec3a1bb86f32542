#!/bin/sh
# dawn.sh PROGRAM ARGUMENT...: runs a test program on Dawn over SwiftShader. Its webgpu.h library is
# the one LANEWISE_DAWN names, else npm's; the Vulkan driver is Chromium's. Says so and returns 77 where
# one is missing: `sh tools/dawn.sh` installs both.
root=$(cd "$(dirname "$0")/.." && pwd)
library=${LANEWISE_DAWN:-$root/build/dawn/node_modules/bun-webgpu-linux-x64/libwebgpu_wrapper.so}
driver=${LANEWISE_VULKAN_DRIVER:-/usr/lib/chromium/vk_swiftshader_icd.json}
for file in "$library" "$driver"; do
    [ -r "$file" ] || { echo "skipped: there is no $file (sh tools/dawn.sh installs it)"; exit 77; }
done
export LANEWISE_TEST_LIBRARY="$library" VK_ICD_FILENAMES="$driver" VK_DRIVER_FILES="$driver"
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-/tmp}"
exec "$@"
