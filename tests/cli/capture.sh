#!/bin/sh
# LANEWISE_CAPTURE saves what a program dispatches; every verb takes the .run file: capture.sh lanewise
set -eu
lanewise=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "failed: $*"
    exit 1
}

# Three dispatches, overrides, an option: all of them in files of their own.
cat >"$work/sum.wgsl" <<'END'
//! pass add 2 ; pass add 1 ; pass double 1
//! set STEP=3
//! bind 0:0 iota u32 128
//! bind 0:1 zeros u32 1
override STEP: u32 = 1;
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;
@compute @workgroup_size(64) fn add(@builtin(global_invocation_id) id: vec3u) {
    words[id.x] += STEP;
    atomicAdd(&total, words[id.x]);
}
@compute @workgroup_size(1) fn double() { words[0] *= 2; }
END
LANEWISE_CAPTURE=$work/out "$lanewise" run "$work/sum.wgsl" --subgroup-size 16 --schedule 'seed 7' \
    --dump "0:1=$work/total.npy" --quiet >"$work/shown" 2>&1 || fail "run: $(cat "$work/shown")"
runs=$(cd "$work/out" && ls ./*.run | tr '\n' ' ')
[ "$runs" = "./0001-add.run ./0002-add.run ./0003-double.run " ] || fail "the files are $runs"
[ -z "$(ls "$work/out" | grep -vE '^000[123]-(add|double)\.(run|wgsl|0-[01]\.bin)$')" ] ||
    fail "others are there: $(ls "$work/out")"
cmp "$work/sum.wgsl" "$work/out/0001-add.wgsl" || fail "the shader is another"
for line in 'shader 0002-add.wgsl' 'entry add' 'dispatch 1 1 1' 'set STEP=3' 'subgroup-size 16' \
    'hardware nvidia' 'schedule seed 7' 'bind 0:1 file 0002-add.0-1.bin'; do
    grep -qxF "$line" "$work/out/0002-add.run" || fail "no line '$line'"
done

# The second dispatch began with what the first had made, and ends with what the program ended with.
"$lanewise" run "$work/out/0002-add.run" --dump "0:1=$work/again.npy" --quiet >"$work/shown" 2>&1 ||
    fail "run of the capture: $(cat "$work/shown")"
cmp "$work/total.npy" "$work/again.npy" || fail "the capture's result is another"
"$lanewise" check "$work"/out/*.run >"$work/shown" 2>&1 || fail "check: $(cat "$work/shown")"
"$lanewise" profile "$work/out/0001-add.run" --format json >"$work/shown" 2>&1 ||
    fail "profile: $(cat "$work/shown")"
grep -q '"subgroup_size": 16' "$work/shown" || fail "profile ran with other subgroups"
echo 'expect 0:0 [0..1] values 6' >>"$work/out/0001-add.run"
"$lanewise" test "$work/out/0001-add.run" >"$work/shown" 2>&1 && fail "test: a wrong value passes"
sed -i 's/values 6$/values 3/' "$work/out/0001-add.run"
"$lanewise" test "$work/out/0001-add.run" >"$work/shown" 2>&1 || fail "test: $(cat "$work/shown")"

# A texture is saved as its texels, without padding, and read as such.
cat >"$work/texture.wgsl" <<'END'
//! dispatch 1
//! bind 0:0 texture r32uint 3x2 iota
//! bind 0:1 zeros u32 1
@group(0) @binding(0) var image: texture_2d<u32>;
@group(0) @binding(1) var<storage, read_write> last: u32;
@compute @workgroup_size(1) fn main() { last = textureLoad(image, vec2u(2, 1), 0).x; }
END
LANEWISE_CAPTURE=$work/textures "$lanewise" run "$work/texture.wgsl" --quiet >"$work/shown" 2>&1 ||
    fail "texture: $(cat "$work/shown")"
[ "$(wc -c <"$(echo "$work"/textures/*.0-0.bin)")" -eq 24 ] || fail "the texels are padded"
"$lanewise" test --expect '0:1 values 5' "$work"/textures/*.run >"$work/shown" 2>&1 ||
    fail "the texture's capture: $(cat "$work/shown")"

# A sampler is saved as what it is.
LANEWISE_CAPTURE=$work/samplers "$lanewise" run "$(dirname "$0")/../cases/sampling/depth.wgsl" --quiet >"$work/shown" 2>&1 ||
    fail "sampler: $(cat "$work/shown")"
grep -q '^bind 0:1 sampler mag=linear min=linear mipmap=linear u=clamp-to-edge .* lod=0..32 compare=less$' \
    "$work"/samplers/*.run || fail "the sampler: $(cat "$work"/samplers/*.run)"
"$lanewise" test --expect '0:3 values 0.5 1 0  1 1 0 0  1 0' "$work"/samplers/*.run >"$work/shown" 2>&1 ||
    fail "the sampler's capture: $(cat "$work/shown")"

# A second program adds to the folder; the number of dispatches is bounded, and that is said.
LANEWISE_CAPTURE=$work/out LANEWISE_CAPTURE_MOST=1 "$lanewise" run "$work/sum.wgsl" --quiet \
    >"$work/shown" 2>&1 || fail "second run"
[ "$(ls "$work/out" | grep -c 'run$')" = 4 ] || fail "not one more: $(ls "$work/out")"
grep -q '1 dispatches are saved' "$work/shown" || fail "the end is not said: $(cat "$work/shown")"

# What cannot be is an error of the device.
if LANEWISE_CAPTURE=$work/no/such "$lanewise" run "$work/sum.wgsl" >"$work/shown" 2>&1; then
    fail "a folder without a parent is taken"
fi
grep -q 'cannot be made' "$work/shown" || fail "no reason: $(cat "$work/shown")"
if LANEWISE_CAPTURE=$work/out LANEWISE_CAPTURE_MOST=x "$lanewise" run "$work/sum.wgsl" \
    >"$work/shown" 2>&1; then
    fail "a number that is none is taken"
fi
echo 'captured, run, checked, profiled and tested'
