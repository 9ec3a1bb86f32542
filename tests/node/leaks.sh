#!/bin/sh
# Runs the Node package's tests on an addon with AddressSanitizer, whose runtime is loaded into node
# first. Node keeps things of its own until the process ends, and for each object of the addon some more,
# so that of what LeakSanitizer finds only what the addon has allocated counts:
#     leaks.sh lanewise.node leaky/lanewise.node
set -eu
addon=$1
leaky=$2
command -v node >/dev/null || { echo "skipped: node is not installed"; exit 77; }
[ -f "$addon" ] || { echo "skipped: the addon was not built (node's headers)"; exit 77; }
runtime=$(ldd "$addon" | sed -n 's/.*libasan[^ ]* => \([^ ]*\).*/\1/p')
[ -n "$runtime" ] || { echo "skipped: the addon has no AddressSanitizer"; exit 77; }
tests=$(cd "$(dirname "$0")/../../bindings/node/test" && pwd)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0
# Each frame with its module, by which ours are known.
options='detect_leaks=1:exitcode=0:stack_trace_format="    #%n %p in %f %S (%m)"'

# The leaks of the log that the addon's own code has allocated: its frame is the one after malloc's.
ours() {
    awk '/leak of [0-9]+ byte/ { block = "" } { block = block $0 "\n" }
        /^ *#1 / { own = /lanewise\.node/ }
        /^$/ { if (own) printf "%s", block; own = 0; block = "" }' "$log"
}

run() {
    LANEWISE_ADDON=$addon LD_PRELOAD=$runtime ASAN_OPTIONS=$options \
        node "$@" >"$log" 2>&1 || { cat "$log"; echo "failed: $*"; failed=1; }
    if grep -qE 'AddressSanitizer: [a-z-]+ on|runtime error:' "$log" || [ -n "$(ours)" ]; then
        grep -E 'AddressSanitizer|runtime error:' "$log"
        ours
        failed=1
    fi
}

LD_PRELOAD=$runtime ASAN_OPTIONS=$options node -e "require('$leaky')" >"$log" 2>&1 || true
[ -n "$(ours)" ] || { cat "$log"; echo "what is lost on purpose is not found"; failed=1; }

for file in compute errors mapping tools transfer; do
    run "$tests/$file.test.js"
done
options=detect_leaks=0 # a thread's end keeps what another may use
run "$tests/threads.test.js"
exit $failed
