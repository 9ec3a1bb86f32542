#!/bin/sh
# What the documents say is what the command does.
#     docs.sh path/to/lanewise path/to/source
# - every `build/lanewise ...` line of README.md runs and ends with 0;
# - make demo prints what README.md shows;
# - docs/fix.md shows what lanewise fix prints (UPDATE=1 rewrites it);
# - the rules in docs/check.md are those of `lanewise explain` (UPDATE=1 rewrites them).
set -u
lanewise=$(realpath "$1")
cd "$2" || exit 1
failed=0
out=$(mktemp)
trap 'rm -f "$out"' EXIT

commands=$(grep -E '^build/lanewise ' README.md)
[ -n "$commands" ] || { echo "README.md has no commands"; failed=1; }
while read -r line; do
    if ! sh -c "$lanewise ${line#build/lanewise }" >"$out" 2>&1; then
        echo "README.md: $line: exit code is not 0:"
        tail -5 "$out"
        failed=1
    fi
done <<C
$commands
C

# The recipe without what installs and builds.
make -n -s demo BUILD="$(dirname "$lanewise")" | sed -n '/lanewise profile/,$p' | sh >"$out" 2>&1
if ! sed -n '/^`make demo` prints:/,/^The tile/p' README.md | sed -n '/^```$/,/^```$/p' | sed '1d;$d' |
    diff - "$out"; then
    echo "README.md: make demo prints something else (>) than is shown there (<)"
    failed=1
fi

{
    sed '/^<!-- rules: /q' docs/check.md
    echo
    "$lanewise" explain --format markdown
    echo
    sed -n '/^<!-- end of rules -->/,$p' docs/check.md
} >"$out"
if [ -n "${UPDATE:-}" ]; then
    cat "$out" >docs/check.md
elif ! diff -u docs/check.md "$out"; then
    echo "docs/check.md: the rules are not those of lanewise explain; UPDATE=1 sh $0 rewrites them"
    failed=1
fi

# What docs/fix.md shows of `lanewise fix` is what it prints.
while IFS= read -r line; do
    case $line in
    '$ lanewise fix '*)
        shown=1
        printf '%s\n' "$line"
        sh -c "$lanewise ${line#\$ lanewise }" 2>/dev/null
        ;;
    '```') shown= && printf '%s\n' "$line" ;;
    *) [ -n "${shown:-}" ] || printf '%s\n' "$line" ;;
    esac
done <docs/fix.md >"$out"
if [ -n "${UPDATE:-}" ]; then
    cat "$out" >docs/fix.md
elif ! diff -u docs/fix.md "$out"; then
    echo "docs/fix.md: lanewise fix prints something else; UPDATE=1 sh $0 rewrites it"
    failed=1
fi
exit $failed
