#!/bin/sh
# Output of the command, held against files: what is printed, messages, and how it ends.
#     golden.sh path/to/lanewise
# UPDATE=1 rewrites the files.
set -u
lanewise=$(realpath "$1")
cd "$(dirname "$0")/../golden/cli" || exit 1
version=$("$lanewise" --version | sed 's/lanewise //; s/\./\\./g')
[ -n "$version" ] || { echo "$lanewise does not run"; exit 1; }
out=$(mktemp) err=$(mktemp) all=$(mktemp)
trap 'rm -f "$out" "$err" "$all"' EXIT
failed=0
count=0

# golden NAME arguments...
golden() {
    name=$1
    shift
    count=$((count + 1))
    timeout 100 "$lanewise" "$@" >"$out" 2>"$err"
    code=$?
    {
        echo "\$ lanewise $*"
        cat "$out"
        [ -s "$err" ] && { echo "-- messages:"; cat "$err"; }
        echo "-- exit code $code"
    } | sed -e "s/\"$version\"/\"VERSION\"/" -e 's/time="[0-9.]*"/time="T"/' \
        -e 's/_ns": [0-9]*/_ns": 0/' -e '/^          "rules": \[$/,/^          \]/d' \
        -e 's/"semanticVersion": ".*"/"semanticVersion": "VERSION"/' >"$all"
    if [ -n "${UPDATE:-}" ]; then
        cat "$all" >"$name.out"
    elif ! diff -u "$name.out" "$all" >"$out"; then
        head -60 "$out"
        echo "tests/golden/cli/$name.out differs"
        failed=$((failed + 1))
    fi
}

golden validate_json validate --format json wrong.wgsl right.wgsl
golden validate_text validate wrong.wgsl
golden validate_habits validate habits_names.wgsl habits_syntax.wgsl
golden run_text run right.wgsl
golden run_json run --format json right.wgsl
golden run_texture run texture.wgsl
golden run_texture_json run --format json --quiet texture.wgsl
golden run_prints run prints.wgsl
golden run_prints_one run --print-workgroup 1 --print-invocation 3 --threads 1 --format json prints.wgsl
golden check_prints check --print-invocation 2 --subgroup-size 4,8 prints.wgsl
golden profile_text profile conflict.wgsl
golden profile_json profile --format json conflict.wgsl
golden profile_variants profile conflict.wgsl padded.wgsl
golden profile_compare profile --compare conflict.wgsl padded.wgsl
golden profile_compare_settings profile --quiet setting.wgsl --compare --set PAD=0 --set PAD=1
golden check_clean check right.wgsl padded.wgsl
golden check_text check race.wgsl
golden check_json check --format json race.wgsl silenced.wgsl
golden check_sarif check --format sarif silenced.wgsl wrong.wgsl
golden check_nothing check --format sarif right.wgsl
golden check_silenced check silenced.wgsl
golden check_ignored check --ignore data-race,out-of-bounds race.wgsl
golden check_fail_on check --fail-on error silenced.wgsl right.wgsl
golden check_sizes check width.wgsl
golden check_sizes_sarif check --format sarif --subgroup-size all --quiet width.wgsl
golden check_refused check --dispatch 65536 race.wgsl
golden check_not_run check --format sarif --quiet directive.wgsl missing.wgsl
golden check_not_run_json check --format json --quiet directive.wgsl missing.wgsl
golden check_github check --format github --quiet directive.wgsl missing.wgsl race.wgsl wrong.wgsl
golden check_schedules check --schedules 4 --threads 1 order.wgsl
golden check_budget check --step-budget 10000 --quiet forever.wgsl
golden check_divergence check --allow-non-uniform --quiet ../../cases/check/barrier_in_uneven_loop.wgsl
golden check_uniform check --allow-non-uniform --quiet ../../cases/check/barrier_in_even_loop.wgsl
golden check_no_progress check --quiet ../../cases/check/look_back_without_turns.wgsl
golden check_lock check --quiet ../../cases/check/lock_of_one_subgroup.wgsl
golden check_enabled check --enable all --quiet ../../cases/check/more_than_the_data.wgsl
golden check_trap check --out-of-bounds trap --threads 1 --quiet race.wgsl
golden check_rejected check --format json wrong.wgsl
golden check_no_rule check --ignore data-rice race.wgsl
golden portability_text check --report portability portable.wgsl
golden portability_json check --report portability --format json --fail-on warning portable.wgsl
golden test_tap test tests
golden test_junit test --format junit tests
golden test_skipped test conflict.wgsl right.wgsl
golden explain_list explain
golden explain_rule explain bank-conflict
golden explain_code explain syntax
golden explain_unknown explain data-rice
echo "$count outputs, $failed differ"
[ $failed -eq 0 ]
