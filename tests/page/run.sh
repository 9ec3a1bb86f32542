#!/bin/sh
# Runs a test of the report page: run.sh TEST.mjs arguments...
# Without node, or without what the test imports, it is skipped (77).
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
command -v node >/dev/null || { echo "skipped: node is not installed"; exit 77; }
# Where tools/browser.sh puts playwright-core.
export NODE_PATH="${NODE_PATH:+$NODE_PATH:}$(cd "$here/../.." && pwd)/build/browser/node_modules"
test=$here/$1
shift
exec node "$test" "$@"
