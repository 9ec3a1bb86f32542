#!/bin/sh
# Installs the packages that the build needs (or those given) and that are missing, by name, saying so
# first.
set -eu

packages=${*:-"gcc cmake ninja-build pkg-config libsleef-dev libjansson-dev libpopt-dev libcmocka-dev"}

missing=""
for p in $packages; do
    dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null | grep -qx installed || missing="$missing $p"
done
[ -z "$missing" ] && exit 0

echo "installing:$missing"
if [ "$(id -u)" -eq 0 ]; then
    sudo=""
else
    sudo="sudo"
fi
$sudo apt-get update -qq
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing
