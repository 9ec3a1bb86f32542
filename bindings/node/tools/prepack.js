// Before `npm pack`: puts the C sources that an installation builds into native/, a small source tree.
// After it (with the argument `clean`) takes them away again.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const tree = path.join(root, '..', '..');
const native = path.join(root, 'native');

fs.rmSync(native, {recursive: true, force: true});
if (process.argv[2] !== 'clean') {
    for (const part of ['CMakeLists.txt', 'include', 'src', 'bindings/node/CMakeLists.txt',
        'bindings/node/src'])
        fs.cpSync(path.join(tree, part), path.join(native, part), {recursive: true});
    fs.copyFileSync(path.join(tree, 'LICENSE'), path.join(root, 'LICENSE'));
} else {
    fs.rmSync(path.join(root, 'LICENSE'), {force: true});
}
