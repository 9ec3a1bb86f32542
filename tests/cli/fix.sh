#!/bin/sh
# `lanewise fix`: diffs and refusals held against files, and what must hold of every edit.
#     fix.sh path/to/lanewise
# UPDATE=1 rewrites the files.
set -u
lanewise=$(realpath "$1")
cd "$(dirname "$0")/../golden/fix" || exit 1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
count=0

fail() {
    echo "$*"
    failed=$((failed + 1))
}

# golden NAME arguments...
golden() {
    name=$1
    shift
    count=$((count + 1))
    timeout 100 "$lanewise" fix "$@" >"$dir/out" 2>"$dir/err"
    code=$?
    {
        echo "\$ lanewise fix $*"
        cat "$dir/out"
        [ -s "$dir/err" ] && { echo "-- messages:"; cat "$dir/err"; }
        echo "-- exit code $code"
    } | sed 's/"lanewise": ".*"/"lanewise": "VERSION"/' >"$dir/all"
    if [ -n "${UPDATE:-}" ]; then
        cp "$dir/all" "$name.out"
    elif ! diff -u "$name.out" "$dir/all" >"$dir/diff"; then
        head -60 "$dir/diff"
        fail "tests/golden/fix/$name.out differs"
    fi
}

# The diff, applied by patch, is what --output saves and --write writes; fixing that again does
# nothing.
agrees() {
    count=$((count + 1))
    cp "$1" "$dir/by_patch.wgsl" && cp "$1" "$dir/by_write.wgsl"
    "$lanewise" fix --output "$dir/by_output.wgsl" "$1" >"$dir/out" || fail "$1: --output fails"
    grep -q '^--- ' "$dir/out" &&
        { patch -s --binary "$dir/by_patch.wgsl" <"$dir/out" || fail "$1: patch refuses the diff"; }
    cmp "$dir/by_patch.wgsl" "$dir/by_output.wgsl" || fail "$1: patch and --output differ"
    "$lanewise" fix --write "$dir/by_write.wgsl" >/dev/null || fail "$1: --write fails"
    cmp "$dir/by_write.wgsl" "$dir/by_output.wgsl" || fail "$1: --write and --output differ"
    "$lanewise" fix -q "$dir/by_write.wgsl" >"$dir/again" || fail "$1: the fixed file fails"
    [ -s "$dir/again" ] && fail "$1: fixing it again still changes it: $(cat "$dir/again")"
}


# ends CODE WORDS arguments...: how it ends, and what it says (a pattern).
ends() {
    want=$1
    words=$2
    shift 2
    count=$((count + 1))
    timeout 100 "$lanewise" fix "$@" >"$dir/out" 2>&1
    code=$?
    [ $code -eq "$want" ] || fail "lanewise fix $*: exit code $code, not $want: $(cat "$dir/out")"
    grep -q -e "$words" "$dir/out" || fail "lanewise fix $*: does not say '$words': $(cat "$dir/out")"
}

# same A B what
same() {
    count=$((count + 1))
    cmp "$1" "$2" || fail "$3"
}

for shader in *.wgsl; do
    golden "${shader%.wgsl}" "$shader"
    agrees "$shader"
done
golden json --format json tile_of_16.wgsl
golden json_barrier --format json race_tile_reuse.wgsl
golden only_pad --only pad tile_of_16.wgsl
golden only_barrier --only barrier bounds_return.wgsl
golden sizes_amd --hardware amd --subgroup-size 32,64 tile_of_16.wgsl
golden storage_limit --storage-limit 4100 --only pad flattened_matmul.wgsl
golden aggregate_applied --apply atomic-aggregate atomic_total.wgsl
golden silenced --ignore data-race race_missing_barrier.wgsl

# Everything outside the edits stays: a byte order mark, CRLF, tabs, UTF-8, long lines, no line break at
# the end. The same edits of the plain text, made odd afterwards, give the same bytes.
odd() {
    printf '\357\273\277'
    sed 's/^  */	/; s/$/\r/' "$1"
    printf '// %0100000d \303\274n\303\257c\303\266de \360\237\233\240' 0
}
for shader in tile_of_16 flattened_matmul race_tile_reuse bounds_condition bounds_excess_lanes bounds_select; do
    odd $shader.wgsl >"$dir/odd.wgsl"
    "$lanewise" fix -q --output "$dir/plain_fixed.wgsl" $shader.wgsl >/dev/null
    "$lanewise" fix -q --output "$dir/odd_fixed.wgsl" "$dir/odd.wgsl" >"$dir/odd.diff" || fail "$shader with CRLF fails"
    # where a line is two levels in, sed above has made one tab of it: compare without white space there
    odd "$dir/plain_fixed.wgsl" | sed 's/^	*//' >"$dir/expected.wgsl"
    sed 's/^	*//' "$dir/odd_fixed.wgsl" >"$dir/found.wgsl"
    same "$dir/expected.wgsl" "$dir/found.wgsl" "$shader: CRLF, a BOM or tabs are not kept"
    (cd "$dir" && patch -s --binary odd.wgsl <odd.diff) || fail "$shader: patch refuses a diff with CRLF"
    same "$dir/odd.wgsl" "$dir/odd_fixed.wgsl" "$shader: patch and --output differ with CRLF"
done

# The file that is written over keeps its mode, and a link stays a link.
cp tile_of_16.wgsl "$dir/real.wgsl"
chmod 640 "$dir/real.wgsl"
ln -s real.wgsl "$dir/link.wgsl"
"$lanewise" fix -q --write "$dir/link.wgsl" >/dev/null
count=$((count + 1))
[ -L "$dir/link.wgsl" ] && [ "$(stat -c %a "$dir/real.wgsl")" = 640 ] || fail "mode or link is lost"
same "$dir/real.wgsl" "$dir/link.wgsl" "the link leads elsewhere"
[ -z "$(find "$dir" -name '*.wgsl.*')" ] || fail "temporary files are left"

# A .run file: the shader it names is edited.
cp race_missing_barrier.wgsl "$dir/named.wgsl"
printf 'shader named.wgsl\ndispatch 2\nbind 0:0 iota f32 256\n' >"$dir/some.run"
ends 0 'written to .*named.wgsl' --write "$dir/some.run"
grep -q workgroupBarrier "$dir/named.wgsl" || fail "the shader of a .run file is not edited"

# Bindings that nobody gave: the notes are printed once, and no guard against their size is proven.
printf '%s\n' '@group(0) @binding(0) var<storage, read_write> b: array<f32>;' \
    '@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) g: vec3u) {' \
    '    b[g.y * 40u + g.x] = 2;' '}' >"$dir/assumed.wgsl"
ends 0 "line 3: out-of-bounds: the size of 'b' was assumed" "$dir/assumed.wgsl" --dispatch 4,4
[ "$(grep -c "binding 0:0 'b' is not given" "$dir/out")" = 1 ] || fail "what was assumed is not said once"
ends 0 'bounds-guard' "$dir/assumed.wgsl" --dispatch 4,4 --bind '0:0=zeros f32 1000'

# Bad input.
ends 2 'cannot read' nothing_there.wgsl
ends 2 'one file' tile_of_16.wgsl no_power_of_two.wgsl
ends 2 'no kind of edit' --only pads tile_of_16.wgsl
ends 2 'cannot write' --output "$dir/no/such/folder.wgsl" tile_of_16.wgsl
ends 4 '.' --step-budget 10 race_tile_reuse.wgsl
ends 4 'stopped at --time-limit' --time-limit 0 race_tile_reuse.wgsl
printf 'fn main( {' >"$dir/broken.wgsl"
ends 3 'cannot be run, so no edit' "$dir/broken.wgsl"
printf '\377\376' >"$dir/bytes.wgsl"
ends 2 'not UTF-8' "$dir/bytes.wgsl"
: >"$dir/empty.wgsl"
ends 3 '.' "$dir/empty.wgsl"

# A long shader: thousands of accesses, and functions that call each other twice (2^24 paths).
{
    echo '//! dispatch 1'
    echo 'var<workgroup> tile: array<array<f32, 32>, 32>;'
    echo '@group(0) @binding(0) var<storage, read_write> dst: array<f32, 32>;'
    echo 'fn f0(i: u32) -> f32 { return tile[i][3]; }'
    for i in $(seq 1 24); do
        echo "fn f$i(i: u32) -> f32 { return select(f$((i - 1))(i), f$((i - 1))(i), false); }"
    done
    echo '@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {'
    for i in $(seq 1 2000); do
        echo "  dst[i] += tile[i][$((i % 32))];"
    done
    echo '}'
} >"$dir/long.wgsl"
ends 0 "pad the rows of 'tile' by 1 element" "$dir/long.wgsl"
echo "$count checks, $failed failed"
[ $failed -eq 0 ]
