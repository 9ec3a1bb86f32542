#!/bin/sh
# What check prints does not depend on the number of threads, nor on the run: sh stable.sh LANEWISE FILE...
set -eu
lanewise=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() {
    threads=$1 name=$2
    shift 2
    code=0
    "$lanewise" check --quiet --allow-non-uniform --enable all --schedules 1 --threads "$threads" "$@" \
        >"$work/$name" 2>&1 || code=$?
    echo "exit code $code" >>"$work/$name"
}

check 1 one "$@"
for threads in 2 5 2; do
    check $threads other "$@"
    if ! cmp -s "$work/one" "$work/other"; then
        echo "with $threads threads, check prints something else than with one:"
        diff "$work/one" "$work/other" | head -40
        exit 1
    fi
done
echo "the same with 1, 2 and 5 threads, run again: $(wc -l <"$work/one") lines"
