#!/bin/sh
# Runs the Node package's tests on the addon that the tree's build has made: tree.sh lanewise.node
set -eu
addon=$1
command -v node >/dev/null || { echo "skipped: node is not installed"; exit 77; }
[ -f "$addon" ] || { echo "skipped: the addon was not built (node's headers or sanitizers)"; exit 77; }
cd "$(dirname "$0")/../../bindings/node"
LANEWISE_ADDON=$addon exec node --test test/*.test.js
