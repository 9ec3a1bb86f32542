#!/bin/sh
# `lanewise exec` on programs that were linked to another library, however they find it and however
# they end.
#     exec.sh path/to/lanewise FOLDER_OF_PROGRAMS
set -u
lanewise=$(realpath "$1")
programs=$(realpath "$2")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/tmp"
cd "$dir" || exit 1
export TMPDIR="$dir/tmp"
# A library with a sanitizer, loaded into a program before all others, is in the wrong order for it;
# and these programs leave everything to the end of the process.
export ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0:handle_segv=0
unset LD_LIBRARY_PATH LD_PRELOAD || true
failed=0
count=0

# expect CODE 'fragment' arguments of exec...
expect() {
    code=$1 text=$2
    shift 2
    count=$((count + 1))
    timeout 60 "$lanewise" exec "$@" >out 2>err
    got=$?
    if [ $got -ne "$code" ] || ! cat out err | grep -qF -- "$text"; then
        echo "lanewise exec $*: exit code $got (expected $code), output and messages:"
        sed 's/^/    /' out err
        echo "    (expected: $text)"
        failed=$((failed + 1))
    fi
    [ -z "$(ls "$TMPDIR")" ] || { echo "exec $*: leaves files"; ls -R "$TMPDIR"; failed=$((failed + 1)); rm -rf "${TMPDIR:?}"/*; }
}

# holds FILE 'fragment': of the last run
holds() {
    count=$((count + 1))
    grep -qF -- "$2" "$1" || { echo "$1 lacks '$2':"; sed 's/^/    /' "$1"; failed=$((failed + 1)); }
}

# Without help the programs do not get far.
"$programs/linked" >out 2>&1 && { echo "the program runs without exec"; failed=$((failed + 1)); }
"$programs/with_rpath" >out 2>&1
[ $? -eq 99 ] || { echo "the program with an rpath does not find its library"; failed=$((failed + 1)); }

# Each way to find a library.
for program in linked versioned with_rpath loading; do
    expect 0 "the program's own output" -- "$programs/$program"
    expect 0 "data race" --check -- "$programs/$program" 3
    holds out "the program's own output"
    holds err 'pipeline "summing", add: 3 dispatches'
    holds err "sum.wgsl:4:3: "
    holds err "1 pipeline, 3 dispatches: 1 error"
done

# Each way to end.
expect 7 "data race" --check -- "$programs/linked" 1 exit 7
expect 0 "2 dispatches" --check -- "$programs/linked" 2 quick
expect 134 "2 dispatches" --check -- "$programs/linked" 2 abort
holds err "was ended by signal 6"
expect 137 "5 dispatches" --check -- "$programs/linked" 5 kill
holds err "was ended by signal 9"
expect 139 "data race" --check -- "$programs/linked" 1 segv
expect 0 "data race" --check -- "$programs/linked" 1 leave
expect 0 "0 pipelines, 0 dispatches: 0 errors" --check -- "$programs/linked" 0

# A signal to the command is one to the program.
"$lanewise" exec --check -- "$programs/linked" 1 wait >out 2>err &
command=$!
tries=0
until grep -q "own output" out || [ $tries -ge 300 ]; do sleep 0.1; tries=$((tries + 1)); done
kill $command
wait $command
[ $? -eq 143 ] || { echo "exec does not hand a signal on"; failed=$((failed + 1)); }
holds err "was ended by signal 15"
holds err "data race"

# What it asks to fail it.
expect 1 "data race" --check --fail-on error -- "$programs/linked"
expect 7 "data race" --check --fail-on error -- "$programs/linked" 1 exit 7
expect 0 "0 errors" --check --fail-on error --ignore data-race,order-dependent-atomics -- "$programs/linked"

# Formats and files.
expect 0 "the program's own output" --check --profile --format json -o report.json -- "$programs/linked" 2
holds report.json '"pipeline": "summing"'
holds report.json '"device": "the device"'
holds report.json '"count": 2'
holds report.json '"exit_code": 0'
holds report.json '"rule": "data-race"'
holds report.json '"storage_sectors"'
expect 0 "the program's own output" --check --format sarif -o report.sarif -- "$programs/linked"
holds report.sarif '"uri": "sum.wgsl"'
expect 0 "2 dispatches, the largest of 2x1x1 workgroups" --profile -- "$programs/linked" 2
expect 0 "hardware amd" --profile --hardware amd --subgroup-size 16 -- "$programs/linked"
holds err "subgroups of 16"
# Programs started by the program are seen, too.
expect 3 "2 devices, 2 pipelines, 3 dispatches" --check -- sh -c "'$programs/linked' 1; '$programs/with_rpath' 2; exit 3"

# What goes wrong.
expect 2 "exec needs a program" --check
expect 127 "cannot run './nothing'" --check -- ./nothing
: >plain
expect 126 "cannot run './plain'" --check -- ./plain
expect 0 "made no device with Lanewise" --check -- true
holds err "0 devices, 0 pipelines, 0 dispatches: 0 errors"
expect 2 "made no device with Lanewise" --check --fail-on error -- true
expect 1 "made no device with Lanewise" --check --fail-on error -- false
expect 0 '"pipelines": []' --check --format json -- true
expect 0 '"results": []' --check --format sarif -- true
expect 2 "runs the program once" --check --subgroup-size all -- "$programs/linked"
expect 2 "does not know" --fail-on often -- "$programs/linked"
expect 2 "--schedule" --schedule sometimes -- "$programs/linked"
expect 2 "cannot find" --library /nowhere/liblanewise.so -- "$programs/linked"
expect 2 "cannot write '/nowhere/report'" --check -o /nowhere/report -- "$programs/linked"
[ -s out ] && { echo "the program ran though its report could not be written"; failed=$((failed + 1)); }
expect 2 "cannot write '$dir'" --check -o "$dir" -- "$programs/linked"
expect 0 "own output" --check -o /dev/null -- "$programs/linked"
expect 127 "cannot run" --check -o untouched -- ./nothing
[ -e untouched ] && { echo "a report was made of a program that did not run"; failed=$((failed + 1)); }

# Folders of reports without exec.
LD_PRELOAD="$(dirname "$lanewise")/liblanewise.so.0" LANEWISE_OBSERVE=check LANEWISE_REPORT="$dir/reports" \
    "$programs/with_rpath" 2 >out 2>err
ls reports >names 2>&1
holds names "-1.device"
holds names "-1-1.json"

echo "$count checks, $failed failed"
[ "$failed" -eq 0 ]
