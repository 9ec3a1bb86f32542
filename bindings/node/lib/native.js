// The addon: found where the tree's build, an installation or a prebuilt package has put it. Also the
// one road for what ends later: `settle`.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const {isMainThread} = require('node:worker_threads');

const root = path.join(__dirname, '..');

function candidates() {
    const {LANEWISE_ADDON} = process.env;
    return [
        ...LANEWISE_ADDON ? [LANEWISE_ADDON] : [],
        path.join(root, 'build', 'lanewise.node'), // built by npm install
        path.join(root, 'prebuilds', `${process.platform}-${process.arch}`, 'lanewise.node'),
        path.join(root, '..', '..', 'build', 'bindings', 'node', 'lanewise.node'), // built by make
    ];
}

function load() {
    const found = candidates().filter(file => fs.existsSync(file));
    const problems = [];
    for (const file of found) {
        try {
            return require(path.resolve(file));
        } catch (error) {
            problems.push(`${file}: ${error.message}`);
        }
    }
    throw new Error(['lanewise: the addon lanewise.node cannot be loaded; run `npm rebuild lanewise`, ' +
        'or `make` in a source tree.', ...problems].join('\n  '));
}

const native = load();
native.setThread(isMainThread);
if (!isMainThread)
    process.on('exit', () => native.takeBackAll());

// Promises of the addon are resolved in a later turn of the event loop, never inside the call that
// made them: one turn for all that wait. What is not ready then is resolved when the library says so
// (src/wake.c).
let scheduled = false;

function settle(promise) {
    if (!scheduled) {
        scheduled = true;
        setImmediate(() => {
            scheduled = false;
            native.processEvents();
        });
    }
    return promise;
}

module.exports = {native, settle};
