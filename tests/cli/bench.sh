#!/bin/sh
# lanewise bench: its outputs, its plot, its complaints. On the engine, or on the library that
# LANEWISE_TEST_LIBRARY names. bench.sh LANEWISE
set -u
lanewise=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
fail() {
    echo "bench: $*"
    failed=1
}
# code TEXT ARGUMENTS...: the exit code, and what standard output or error must hold
expect() {
    code=$1 text=$2
    shift 2
    "$lanewise" bench "$@" >"$folder/out" 2>&1
    got=$?
    [ $got = "$code" ] || fail "bench $*: exit code $got, not $code"
    grep -q -e "$text" "$folder/out" || { fail "bench $*: no '$text' in:"; cat "$folder/out"; }
}
cat >"$folder/double.wgsl" <<'END'
//! dispatch 4
//! bind 0:0 iota f32 256
//! expect 0:0 [0..3] values 0 2 4
//! work bytes=2048 operations=256
@group(0) @binding(0) var<storage, read_write> v: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { v[id.x] = v[id.x] * 2.0; }
END
sed 's/values 0 2 4/values 0 2 5/' "$folder/double.wgsl" >"$folder/wrong.wgsl"
device=""
if [ -n "${LANEWISE_TEST_LIBRARY:-}" ]; then device="--device $LANEWISE_TEST_LIBRARY"; fi

expect 0 "double .* GFLOP/s .* yes" $device "$folder/double.wgsl" --repeat 3
expect 0 '"operations": 256' $device "$folder/double.wgsl" --repeat 2 --format json
expect 1 "WRONG" $device "$folder/wrong.wgsl" --repeat 1
[ -n "$device" ] && exit $failed

expect 0 "| double |" "$folder/double.wgsl" --repeat 1 --format markdown
expect 0 "predicted for one run" "$folder/double.wgsl" --repeat 1
expect 0 '"unit": "GFLOP/s"' --preset matmul --only blocked --repeat 1 --format json --plot "$folder/p.svg"
grep -q "<polyline" "$folder/p.svg" || fail "no line in the plot"
expect 0 "reduce_subgroup" --preset reduction --repeat 1 --plot "$folder/p.svg"
grep -q "<rect" "$folder/p.svg" || fail "no bar in the plot"
expect 0 "sort_pairs_u32" --preset primitives --only sort_pairs --repeat 1 --tuning items=8
expect 0 "timed" --preset primitives --only histogram --repeat 1 --tune "$folder/tuning.txt"
grep -q "histogram 256" "$folder/tuning.txt" || fail "no tuning in the file"
expect 2 "there is no preset" --preset no-such
expect 2 "cannot load" "$folder/double.wgsl" --device /no/such/library.so
expect 2 "needs a file or --preset"
expect 2 "takes workgroup_size=N" --preset primitives --tuning items=x
expect 2 "cannot write" "$folder/double.wgsl" --repeat 1 --plot /no/such/folder/p.svg
exit $failed
