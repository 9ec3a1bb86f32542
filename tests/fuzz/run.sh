#!/bin/sh
# Fuzzes each target for a while: tests/fuzz/run.sh SECONDS [TARGET...] (parse, check, run).
# The corpus starts from the kernels and the test cases and is kept in build-fuzz/corpus; more seeds
# may be put there. An input that fails is left in build-fuzz, and the exit status is 1.
set -eu
cd "$(dirname "$0")/../.."
[ $# -ge 1 ] || { echo "usage: $0 SECONDS [parse|check|run]..." >&2; exit 2; }
seconds=$1
shift
[ $# -gt 0 ] || set -- parse check run

cmake --preset fuzz >/dev/null
cmake --build build-fuzz --target fuzz_parse fuzz_check fuzz_run >/dev/null

corpus=build-fuzz/corpus
mkdir -p $corpus
find kernels tests examples -name '*.wgsl' | while read -r file; do
    cp "$file" "$corpus/seed-$(echo "$file" | tr / -)"
done

status=0
for target in "$@"; do
    mkdir -p "$corpus-$target"
    log=build-fuzz/fuzz_$target.log
    if build-fuzz/tests/fuzz/fuzz_"$target" -max_total_time="$seconds" -timeout=20 -max_len=16384 \
        -rss_limit_mb=2048 -verbosity=1 -print_final_stats=1 \
        -artifact_prefix="build-fuzz/$target-" "$corpus-$target" $corpus >"$log" 2>&1; then
        echo "fuzz_$target: $(sed -n 's/^stat::number_of_executed_units: //p' "$log") inputs, no failure"
    else
        tail -n 60 "$log"
        echo "fuzz_$target: FAILED, see $log"
        status=1
    fi
done
exit $status
