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

for shader in *.wgsl; do
    golden "${shader%.wgsl}" "$shader"
    agrees "$shader"
done
echo "$count checks, $failed failed"
[ $failed -eq 0 ]
