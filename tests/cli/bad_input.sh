#!/bin/sh
# Every bad input gets its exit code and a message that says what is wrong; no file is left behind.
#     bad_input.sh path/to/lanewise
set -u
lanewise=$1
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
failed=0
count=0

# expect CODE 'fragment of the message' arguments...
expect() {
    code=$1 text=$2
    shift 2
    count=$((count + 1))
    timeout 60 "$lanewise" "$@" >out 2>err
    got=$?
    if [ $got -ne "$code" ] || ! { [ -z "$text" ] || cat out err | grep -qF -- "$text"; }; then
        echo "lanewise $*: exit code $got (expected $code), messages:"
        sed 's/^/    /' err
        echo "    (expected: $text)"
        failed=$((failed + 1))
    fi
}

cat >good.wgsl <<'W'
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
override SCALE = 2.0;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  dst[id.x] = SCALE * src[id.x];
}
W
cat >two.wgsl <<'W'
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(1) fn one() { dst[0] = 1u; }
@compute @workgroup_size(1) fn two() { dst[0] = 2u; }
W
cat >none.wgsl <<'W'
fn helper() -> u32 { return 1u; }
W
cat >forever.wgsl <<'W'
@group(0) @binding(0) var<storage, read_write> dst: array<u32, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  while (dst[0] == 0u) { dst[1] += 1u; }
}
W
cat >slow.wgsl <<'W'
@group(0) @binding(0) var<storage, read_write> dst: array<u32, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  for (var k = 0u; k < 4000000000u; k++) { dst[i] += k; }
}
W
cat >wide.wgsl <<'W'
@compute @workgroup_size(1024, 2) fn main() {}
W
cat >heavy.wgsl <<'W'
var<workgroup> tile: array<f32, 1000000>;
@compute @workgroup_size(1) fn main() { tile[0] = 1.0; }
W
printf 'abcde' >odd.bin
printf '@compute \377' >bytes.wgsl
: >empty.wgsl
cat >wrong.wgsl <<'W'
@compute @workgroup_size(1) fn main() { let x: i32 = 1.5; undefined(); }
W
cat >directive.wgsl <<'W'
//! dispatch 1
//! bind 0:0 zeros f33 8
W
cat >image.wgsl <<'W'
@group(0) @binding(0) var img: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(4, 3) fn main(@builtin(local_invocation_id) i: vec3u) {
  textureStore(img, i.xy, vec4f(f32(i.x) / 4, f32(i.y) / 4, 0, 1));
}
W
cat >race.wgsl <<'W'
var<workgroup> flag: u32;
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  flag = i;
  workgroupBarrier();
  dst[i] = flag;
}
W
printf '//! expect finding data-rice\n' | cat - good.wgsl >rule.wgsl
mkdir empty deep deep/er
printf '//! expect 0:1 [0..1] fill 0\n' | cat - good.wgsl >deep/er/x.wgsl
# .npy files: doubles, Fortran order, damaged
python3 - <<'P' 2>/dev/null || true
import struct
def npy(name, descr, fortran, shape, data):
    head = "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (descr, fortran, shape)
    head = head + ' ' * ((64 - (10 + len(head) + 1) % 64) % 64) + '\n'
    open(name, 'wb').write(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head.encode() + data)
npy('f8.npy', '<f8', False, '(64,)', bytes(512))
npy('fortran.npy', '<f4', True, '(8, 8)', bytes(256))
npy('short.npy', '<f4', False, '(64,)', bytes(100))
npy('ints.npy', '<i4', False, '(64,)', bytes(256))
P

# usage
expect 2 'usage: lanewise'
expect 2 "did you mean 'profile'" profil good.wgsl
expect 2 'needs a file' run
expect 2 '--nonsense' run good.wgsl --nonsense
expect 2 '--format does not know' run good.wgsl --format xml
expect 2 'no subgroup size' run good.wgsl --subgroup-size 5
expect 2 'no schedule' run good.wgsl --schedule sideways
expect 2 'no such hardware model' profile good.wgsl --hardware voodoo
expect 2 'takes a number' run good.wgsl --threads many
expect 0 'usage: lanewise' help
expect 0 'Usage: lanewise profile' help profile
expect 2 "did you mean 'fix'" help fixx
expect 2 '--html is empty: it takes FILE' profile good.wgsl --html ''
expect 2 '--output is empty' fix good.wgsl --output=
expect 2 '--plot is empty' bench good.wgsl --plot ''
expect 2 '--bind is empty' run good.wgsl --bind ''
expect 2 "as in 'fill 1.5 f32 64'" run good.wgsl --bind '0:0=fill 1 64'
expect 2 'sizes are one word' run good.wgsl --dispatch 8 8
expect 2 'lanewise run good.wgsl' good.wgsl
expect 2 "did you mean '--version'" --verison
expect 2 'give --matrix' banks --stride 2 --pad 1
expect 2 'give --matrix' banks --pad 0
expect 2 'two patterns' banks --stride 2 --matrix 4x4
expect 2 'its columns are 0 to 15' banks --matrix 16x16 --column 16
expect 0 'column 15 of a matrix' banks --matrix 16x16 --column 15
expect 2 '--space is of a trace' banks --stride 2 --space storage
expect 2 '--lanes is 1 to 128' banks --stride 2 --lanes 0
expect 2 'has no lines' banks --trace /dev/null
expect 2 'leave out --stride' banks --trace /dev/null --stride 2
expect 2 '--format json is of one pattern' banks --format json
expect 0 '1 pass where 1 would do' banks --stride 1
expect 2 "needs a number from 1 to 4294967295, not '0'" run good.wgsl --schedule 'occupancy 0'
expect 2 "needs a number from 0 to 4294967295, not '-1'" run good.wgsl --schedule 'seed -1'
expect 2 'one word too many' run good.wgsl --schedule 'seed 1 2'
expect 2 "'-1' is no u32: it is a whole number from 0 to 4294967295" run good.wgsl --bind '0:1=values u32 -1'
expect 2 "'1.5' is no i32" run good.wgsl --bind '0:1=values i32 1 1.5'
expect 2 "'nan' is no u32" run good.wgsl --bind '0:1=fill nan u32 4'
expect 0 '' run two.wgsl --entry one --quiet --bind '0:0=values u32 0xffffffff true 4294967295u'
expect 2 'write file and its path: file y.npy' run good.wgsl --bind 0:0=y.npy
expect 0 'nothing is printed' run good.wgsl --print-workgroup 1
expect 0 'nothing is printed' check good.wgsl --print-invocation 64
expect 2 'is no binding' run good.wgsl --bind 'x=zeros f32 4'
expect 2 'is no element type' run good.wgsl --bind '0:0=zeros f64 4'
# files
expect 2 'No such file' run missing.wgsl
expect 2 'Is a directory' run .
expect 2 'not UTF-8' run bytes.wgsl
expect 2 "directive.wgsl:2:5: error: 'f33' is no element type" run directive.wgsl
expect 3 'empty.wgsl:1:1: error: the shader has no compute entry point' run empty.wgsl
[ "$(grep -c . err)" -eq 2 ] || { echo "more is said of an empty file:"; cat err; failed=$((failed + 1)); }
expect 3 'no compute entry point' run none.wgsl
expect 3 'wrong.wgsl:1:' validate wrong.wgsl
echo 'shader wrong.wgsl' >wrong.run
expect 3 'wrong.wgsl:1:' validate wrong.run
echo 'entry main' >nameless.run
expect 2 'nameless.run' validate nameless.run
# entry points and overrides
expect 3 'one' run two.wgsl
expect 3 "no entry point 'three'" run two.wgsl --entry three
expect 3 'SCALE' run good.wgsl --set SCALLE=3
# dispatches and limits
expect 2 'runs nothing' run good.wgsl --dispatch 0
expect 4 '65535' run good.wgsl --dispatch 65536
expect 2 'no number of workgroups' run good.wgsl --dispatch 2,,2
expect 2 'no number of workgroups' run good.wgsl --dispatch 2x
expect 2 'would be overwritten' run good.wgsl --dispatch 1 --dump 0:1=good.wgsl
expect 2 'would be overwritten' profile good.wgsl --dispatch 1 --html ./good.wgsl
expect 3 '1024' run wide.wgsl
expect 3 'workgroup' run heavy.wgsl
# bindings
expect 2 'needs 4' run good.wgsl --bind '0:0=zeros f32 0'
expect 2 'multiple of 4' run good.wgsl --bind '0:0=file odd.bin'
expect 2 'made of f32, but was given u32' run good.wgsl --bind '0:0=zeros u32 64'
if [ -f f8.npy ]; then
    expect 2 "<f8" run good.wgsl --bind '0:0=file f8.npy'
    expect 2 'Fortran order' run good.wgsl --bind '0:0=file fortran.npy'
    expect 2 'shape needs' run good.wgsl --bind '0:0=file short.npy'
    expect 2 'given i32' run good.wgsl --bind '0:0=file ints.npy'
fi
expect 2 'cannot read' run good.wgsl --bind '0:0=file gone.npy'
# output
expect 2 'cannot write' run good.wgsl --dump 0:1=no/such/folder/out.npy
expect 2 'an option given twice' profile good.wgsl --compare
expect 2 'is given 3 times' profile good.wgsl --compare --set SCALE=1 --set SCALE=2 --set SCALE=3
expect 2 'takes two shaders, not 3' profile good.wgsl good.wgsl good.wgsl --compare
expect 2 'one subgroup size' profile good.wgsl good.wgsl --compare --subgroup-size all
expect 2 "does not know 'passes': there are workgroup_wavefronts" profile good.wgsl good.wgsl --compare --fail-on-worse passes
expect 2 'goes with --compare' profile good.wgsl --fail-on-worse all
expect 1 'outputs: the results' profile good.wgsl --compare --set SCALE=1 --set SCALE=2 --bind '0:0=iota f32 64' --fail-on-worse outputs
expect 0 'results differ' profile good.wgsl --compare --set SCALE=1 --set SCALE=2 --bind '0:0=iota f32 64' --fail-on-worse workgroup_conflicts
expect 2 'formats text and json' check good.wgsl --report portability --format github
expect 3 'wrong.wgsl:1:' profile --compare good.wgsl wrong.wgsl
expect 0 '"outputs_equal": false' profile good.wgsl --compare --set SCALE=1 --set SCALE=2 --bind '0:0=iota f32 64' --format json
expect 2 'cannot write' profile good.wgsl --html no/such/folder/page.html
expect 2 'no such binding' run good.wgsl --dump 7:7=out.npy
# textures: what was saved can be bound again, and only where it fits
expect 0 '' run image.wgsl --dump 0:0=image.npy
expect 0 '' run image.wgsl --dump 0:0=image.bin
[ "$(wc -c <image.bin)" -eq 48 ] || { echo "image.bin is not the texels"; failed=$((failed + 1)); }
for kind in npy bin; do
    expect 0 'verified' run image.wgsl --bind "0:0=texture rgba8unorm 4x3 file image.$kind" --expect "0:0 file image.$kind"
done
expect 2 'shape is (3, 4, 4), but that of rgba8unorm 3x4 is (4, 3, 4)' run image.wgsl --bind '0:0=texture rgba8unorm 3x4 file image.npy'
# samplers
cat >sampled.wgsl <<'END'
//! dispatch 1
@group(0) @binding(0) var img: texture_2d<f32>;
@group(0) @binding(1) var smp: sampler;
@group(0) @binding(2) var ints: texture_2d<u32>;
@group(0) @binding(3) var points: sampler;
@group(0) @binding(4) var<storage, read_write> out: vec4f;
@compute @workgroup_size(1) fn main() {
  out = textureSampleLevel(img, smp, vec2f(), 0) + vec4f(textureGather(0, ints, points, vec2f()));
}
END
expect 0 "'smp' is not given: a sampler, nearest and clamp-to-edge" run sampled.wgsl
expect 0 '' run sampled.wgsl --bind '0:1=sampler linear repeat w=mirror-repeat lod=0.5..3 anisotropy=8'
expect 2 "'lineal' is nothing of a sampler" run sampled.wgsl --bind '0:1=sampler lineal'
expect 2 "'mag=repeat' is nothing of a sampler" run sampled.wgsl --bind '0:1=sampler mag=repeat'
expect 2 "'lod=3..1' is nothing of a sampler" run sampled.wgsl --bind '0:1=sampler lod=3..1'
expect 2 "'lod=3' is nothing of a sampler" run sampled.wgsl --bind '0:1=sampler lod=3'
expect 2 "'anisotropy=0' is nothing of a sampler" run sampled.wgsl --bind '0:1=sampler anisotropy=0'
expect 2 'takes no compare=' run sampled.wgsl --bind '0:1=sampler compare=less'
expect 2 'leave it nearest' run sampled.wgsl --bind '0:3=sampler linear'
expect 2 'it is a sampler: bind it as in' run sampled.wgsl --bind '0:1=zeros f32 4'
expect 2 'it is a buffer, not a sampler' run sampled.wgsl --bind '0:4=sampler'
expect 2 "it is a texture: bind it as in" run sampled.wgsl --bind '0:0=sampler'
expect 2 'filters are all linear' run sampled.wgsl --bind '0:1=sampler anisotropy=8'
# a file that may not grow so large: no part of it stays
(ulimit -f 1; "$lanewise" run good.wgsl --bind '0:0=iota f32 4096' --dispatch 64 --dump 0:1=cut.npy 2>cut.err)
[ $? -eq 2 ] && grep -q 'too large' cut.err || { echo "a dump over the limit:"; cat cut.err; failed=$((failed + 1)); }
for left in cut.npy*; do
    [ -e "$left" ] && { echo "$left was left"; failed=$((failed + 1)); }
done
# budgets
expect 4 'step budget' run forever.wgsl --step-budget 100000
expect 4 'memory' run good.wgsl --bind '0:0=zeros f32 4000000' --memory-budget 1
# a report that cannot be written is no finding
if [ -w /dev/full ]; then
    for verb in check run profile 'check --format sarif'; do
        count=$((count + 1))
        "$lanewise" $verb race.wgsl >/dev/full 2>err
        [ $? -eq 2 ] && grep -q 'cannot write to standard output' err ||
            { echo "$verb to a full disk:"; cat err; failed=$((failed + 1)); }
    done
fi
# check, test, explain
expect 2 'No such file' check missing.wgsl
expect 2 'check has text json sarif' check race.wgsl --format tap
expect 2 'takes a number' check race.wgsl --schedules many
expect 2 "did you mean 'data-race'" check race.wgsl --ignore data-rase
expect 2 "did you mean 'non-finite'" check race.wgsl --enable non-finit
expect 2 'lanewise profile shows it' check race.wgsl --enable bank-conflict
expect 2 'enable takes rules' check race.wgsl --enable ,
expect 2 'clamp, drop or trap' check race.wgsl --out-of-bounds sideways
expect 1 '[data-race]' check race.wgsl
expect 1 '[data-race]' check good.wgsl race.wgsl
expect 3 'wrong.wgsl:1:' check race.wgsl wrong.wgsl
expect 0 '1 silenced' check race.wgsl --ignore data-race
expect 4 'stopped early' check forever.wgsl --step-budget 100000
expect 2 'nothing to test' test empty
expect 2 'SKIP it expects nothing' test good.wgsl
expect 1 'No such file' test missing.wgsl
expect 1 "there is no rule 'data-rice'" test rule.wgsl
expect 0 'ok 1 - deep/er/x.wgsl' test deep
expect 2 "did you mean 'data-race'" explain data-rase
# accesses out of bounds cost nothing, and profile says how many there were
expect 0 "48 lanes' accesses were out of bounds and not counted (line 5)" profile good.wgsl --bind '0:1=zeros f32 16'
expect 0 '"out_of_bounds": 48' profile good.wgsl --bind '0:1=zeros f32 16' --format json
# profiles of runs that are stopped: what came until then
expect 4 'Stopped early: what follows' profile forever.wgsl --step-budget 100000
expect 4 '"stopped_early": true' profile forever.wgsl --step-budget 100000 --format json
expect 4 'stopped early: no page is written' profile forever.wgsl --step-budget 100000 --html page.html
[ -e page.html ] && { echo "a page of a run that was stopped"; failed=$((failed + 1)); }
timeout -s INT --preserve-status 2 "$lanewise" profile slow.wgsl --quiet >out 2>err
got=$?
count=$((count + 1))
[ $got -eq 4 ] && grep -q 'Stopped early' out && grep -q 'it was interrupted' err ||
    { echo "profile, interrupted: exit code $got"; cat out err; failed=$((failed + 1)); }
# --compare: where results differ, and what each side ran on
two='profile good.wgsl --compare --set SCALE=1 --set SCALE=2'
expect 0 'differ: dst[1] (binding 0:1) is 1 in A and 2 in B; 63 elements' $two --bind '0:0=iota f32 64'
expect 0 '"difference": "dst[1]' $two --bind '0:0=iota f32 64' --format json
expect 0 'SCALE=2 (subgroups of 16, hardware amd)' $two --subgroup-size 16 --hardware amd
expect 0 "B: 48 lanes' accesses were out of bounds" profile good.wgsl --compare --bind '0:1=zeros f32 64' --bind '0:1=zeros f32 16'
# every name of the list, and every code that the front end can print, is explained
listed=$("$lanewise" explain | sed -n 's/^  \([a-z0-9-]*\)  *.*/\1/p')
coded=$(sed -n 's/^CODE([A-Z0-9_]*, "\([^"]*\)".*/\1/p' "$here/../../src/lang/codes.def")
ruled=$(sed -n 's/^RULE("\([^"]*\)".*/\1/p' "$here/../../src/report/rules.def")
[ "$(echo "$listed" | sort)" = "$(printf '%s\n' "$coded" "$ruled" | sort)" ] ||
    { echo "explain lists other names than there are"; failed=$((failed + 1)); }
for name in $listed; do
    expect 0 "$name (" explain "$name"
    grep -q '^Cure: ' out || { echo "explain $name has no cure"; failed=$((failed + 1)); }
done
# nothing was run: it is not said that nothing was found
expect 4 'race.wgsl: nothing was run: a dispatch of 65536 workgroups' check race.wgsl --dispatch 65536
grep -q 'nothing found' out && { echo "nothing ran, but nothing was found"; failed=$((failed + 1)); }
# no name and no line of a shader begins a workflow command but those that are meant
command=$(printf 'evil\n::error file=x::pwn.wgsl')
no_command() {
    count=$((count + 1))
    "$lanewise" "$@" >out 2>err
    cat out err | grep '^[[:space:]]*::' | grep -v '^::[a-z]* file=[^:,]*,line=[0-9]*,' &&
        { echo "lanewise $*: the lines above are workflow commands"; failed=$((failed + 1)); }
}
for name in "$command" '::error file=x::pwn.wgsl'; do
    for body in "$(cat race.wgsl)" '::error file=x::pwn' '//! ::error' '//! bind 0:0 fill ::error f32 1'; do
        printf '%s\n' "$body" >"$name"
        no_command check --format github "$name"
        no_command validate --format github "$name"
    done
done
no_command check --format github "missing $command"
cp race.wgsl "$command"
for verb in check run profile fix test 'check --report portability' 'run --dispatch 65536' validate; do
    no_command $verb "$command"
done
# not UTF-8 in a name: JSON and XML stay what they are
odd=$(printf 'odd\377.wgsl')
cp good.wgsl "$odd"
for verb in run profile check validate fix 'check --report portability'; do
    count=$((count + 1))
    "$lanewise" $verb --format json "$odd" 2>/dev/null >out
    grep -q '"odd?.wgsl"' out || { echo "$verb: no JSON of a name that is not UTF-8"; failed=$((failed + 1)); }
done
expect 0 'classname="odd?.wgsl"' test "$odd" --format junit --expect '0:1 fill 0'
# what is right stays right
expect 0 'result verified' run good.wgsl --bind '0:0=iota f32 64' --expect '0:1 [0..3] values 0 2 4'
expect 0 '' validate good.wgsl none.wgsl
echo 'shader good.wgsl' >good.run
expect 0 '' validate good.run
expect 1 '1 failed' test good.wgsl --bind '0:0=iota f32 64' --expect '0:1 [0..3] values 0 2 5'

[ -e out.npy ] && { echo "a half-written file was left"; failed=$((failed + 1)); }
echo "$count cases, $failed failed"
[ $failed -eq 0 ]
