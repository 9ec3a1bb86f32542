#!/bin/sh
# Each program here must print on Lanewise, and on Dawn where it is at hand, what tests/golden/dawn has,
# which is what Dawn printed.
#     compare.sh lanewise|dawn path/to/lanewise FOLDER_OF_PROGRAMS
# Dawn is libwebgpu_wrapper.so of the npm package bun-webgpu-linux-x64, in the folder $LW_DAWN or where
# tools/dawn.sh puts it; it runs on the SwiftShader of Debian's chromium. Without either the test is
# skipped. UPDATE=1 with "dawn" writes the golden files.
set -u
library=$1
lanewise=$(realpath "$2")
programs=$(realpath "$3")
cd "$(dirname "$0")/../.." || exit 1
golden=tests/golden/dawn
dawn=${LW_DAWN:-$(dirname "$lanewise")/dawn/node_modules/bun-webgpu-linux-x64}
icd=/usr/lib/chromium/vk_swiftshader_icd.json
out=$(mktemp)
err=$(mktemp)
trap 'rm -f "$out" "$err"' EXIT
# These programs leave their objects to the end of the process.
export ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0

if [ "$library" = dawn ]; then
    [ -f "$dawn/libwebgpu_wrapper.so" ] || { echo "skipped: no Dawn in $dawn (tools/dawn.sh gets it)"; exit 77; }
    [ -f $icd ] || { echo "skipped: no SwiftShader (Debian: chromium)"; exit 77; }
    export VK_ICD_FILENAMES=$icd VK_DRIVER_FILES=$icd XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-/tmp}"
fi

run() {
    if [ "$library" = dawn ]; then
        LD_LIBRARY_PATH=$dawn timeout 120 "$1"
    else
        timeout 120 "$lanewise" exec -- "$1"
    fi
}

failed=0
lines=0
for program in "$programs"/*; do
    name=$(basename "$program")
    run "$program" >"$out" 2>"$err"
    code=$?
    if [ $code -eq 77 ]; then
        echo "skipped: $library has no adapter:"
        tail -3 "$err"
        exit 77
    fi
    if [ "$library" = dawn ] && [ -n "${UPDATE:-}" ]; then
        cp "$out" "$golden/$name.out"
    fi
    if [ $code -ne 0 ] || ! diff -u "$golden/$name.out" "$out"; then
        echo "$name on $library: exit code $code; its messages end with:"
        tail -5 "$err"
        failed=1
    fi
    lines=$((lines + $(wc -l <"$golden/$name.out")))
done
echo "$lines lines on $library"
exit $failed
