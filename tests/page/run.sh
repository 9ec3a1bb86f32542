#!/bin/sh
# Runs a test of the report page: run.sh TEST.mjs arguments...
# Without node, or without what the test imports, it is skipped (77).
set -u
cd "$(dirname "$0")" || exit 1
command -v node >/dev/null || { echo "skipped: node is not installed"; exit 77; }
# Where tools/browser.sh puts playwright-core.
export NODE_PATH="${NODE_PATH:+$NODE_PATH:}$(cd ../.. && pwd)/build/browser/node_modules"
exec node "$@"
