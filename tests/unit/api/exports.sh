#!/bin/sh
# usage: exports.sh LIBRARY SOURCE_DIR: the library defines the functions of both headers, and no more.
set -eu
want=$(mktemp) have=$(mktemp)
trap 'rm -f "$want" "$have"' EXIT
{
    sed -n 's/^PROC(\(.*\))$/\1/p' "$2/src/api/procs.def"
    grep '^LW_API' "$2/include/lanewise/lanewise.h" | grep -o 'lw_[a-z_]*'
} | sort >"$want"
nm -D --defined-only "$1" | awk '{ print $3 }' | sort >"$have"
diff "$want" "$have"
