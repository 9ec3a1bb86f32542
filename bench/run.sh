#!/bin/sh
# The benchmark: sh bench/run.sh BUILD_DIR [options of bench.py, as --repeat 21 --rounds 3
# --markdown docs/benchmarks.md]. Prints tables; the same as JSON is in BUILD_DIR/bench/results.json.
# PEERS names the peers to measure beside Lanewise ("pocl dawn" by default; empty: none). What they need
# is installed by name, after saying so; a peer that cannot be had is skipped, with a line that says so.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
shift
work=$build/bench
peers=${PEERS-pocl dawn}
swiftshader=/usr/lib/chromium/vk_swiftshader_icd.json
mkdir -p "$work"

say() {
    echo "bench: $*" >&2
}

install_packages() {
    sh "$here/../tools/deps.sh" "$@" >&2
}

get_pocl() {
    install_packages gcc pocl-opencl-icd ocl-icd-opencl-dev &&
        gcc -O2 -o "$work/opencl" "$here/peers/opencl.c" -lOpenCL -lm
}

get_dawn() {
    # Chromium is asked for only where its driver is missing: it is large.
    [ -e "$swiftshader" ] || install_packages chromium || return 1
    install_packages libvulkan1 || return 1
    command -v npm >/dev/null || install_packages nodejs npm || return 1
    [ -e "$work/node_modules/webgpu/index.js" ] && return 0
    say "installing the npm package webgpu into $work"
    npm install --silent --no-audit --no-fund --no-save --ignore-scripts --prefix "$work" webgpu >&2
}

install_packages python3 time
for peer in $peers; do
    case $peer in
    pocl) get_pocl && set -- --pocl "$work/opencl" "$@" || say "PoCL is skipped: it could not be had" ;;
    dawn) get_dawn && set -- --dawn "$work/node_modules/webgpu" --vulkan-driver "$swiftshader" "$@" ||
        say "Dawn is skipped: it could not be had" ;;
    *) say "no such peer: $peer" ; exit 2 ;;
    esac
done
exec python3 "$here/bench.py" --lanewise "$build/lanewise" --json "$work/results.json" "$@"
