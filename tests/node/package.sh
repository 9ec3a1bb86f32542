#!/bin/sh
# Packs the Node package, installs the tarball in an empty project, which builds the addon from its
# sources, and runs the package's own tests, programs and types there: package.sh lanewise.node
set -eu
addon=$1
for tool in node npm; do
    command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
[ -f "$addon" ] || { echo "skipped: the addon was not built (node's headers or sanitizers)"; exit 77; }
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Packing writes into the tree, so it is done in a copy.
mkdir -p "$work/tree/bindings" "$work/app"
cp -r "$source/CMakeLists.txt" "$source/LICENSE" "$source/include" "$source/src" "$work/tree"
cp -r "$source/bindings/node" "$work/tree/bindings"
rm -rf "$work/tree/bindings/node/prebuilds" "$work/tree/bindings/node/node_modules"
cd "$work/tree/bindings/node"
npm pack --silent --pack-destination "$work" >/dev/null

cd "$work/app"
echo '{"name": "app", "private": true, "type": "module"}' >package.json
if ! npm install --no-audit --no-fund --foreground-scripts "$work"/lanewise-*.tgz typescript@5 \
    >"$work/log" 2>&1; then
    tail -n 40 "$work/log"
    if grep -qE 'ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH' "$work/log"; then
        echo "skipped: npm's registry cannot be reached"
        exit 77
    fi
    exit 1
fi
[ -f node_modules/lanewise/build/lanewise.node ] || { echo "no addon was built"; exit 1; }

(cd node_modules/lanewise && npm test) || exit 1

cat >import.mjs <<'END'
import { create, globals } from 'lanewise';
const adapter = await create([]).requestAdapter();
console.log(adapter instanceof globals.GPUAdapter, adapter.info.vendor);
END
cat >browser.mjs <<'END'
const device = await (await navigator.gpu.requestAdapter()).requestDevice();
console.log(device instanceof GPUDevice, GPUBufferUsage.STORAGE);
END
cat >require.cjs <<'END'
require('lanewise/register');
console.log(typeof require('lanewise').create, typeof navigator.gpu);
END
cat >types.ts <<'END'
import { create, globals, type LanewiseReport } from 'lanewise';
Object.assign(globalThis, globals);
const adapter = await create(['backend=null']).requestAdapter();
const device: GPUDevice = await adapter!.requestDevice({
    lanewise: { subgroupSize: 16, observe: ['check', 'cost'], schedule: 'seed 7' } });
const report: LanewiseReport = await device.lanewise.check(() => device.queue.submit([]));
const first: string | undefined = report.findings[0]?.rule;
const paths: string[] = await device.lanewise.capture('folder', async () => {}, { most: 3 });
console.log(first, paths);
// @ts-expect-error: there is no such observer
device.lanewise.observe = ['races'];
END
expect() {
    got=$("$@") || { echo "failed: $*"; exit 1; }
    [ "$got" = "$want" ] || { echo "$*: '$got' instead of '$want'"; exit 1; }
}
want='true lanewise' expect node import.mjs
want='true 128' expect node --import lanewise/register browser.mjs
want='function object' expect node require.cjs
npx tsc --noEmit --strict --target es2022 --module nodenext --lib es2022,dom types.ts
echo 'packed, installed, tested, type-checked'
