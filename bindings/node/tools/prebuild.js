// npm run prebuild: builds the addon of a source tree for this platform into prebuilds/, with the
// libraries that it needs beside it (SLEEF, Jansson), so that it runs where these are not installed.
'use strict';
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const {execFileSync} = require('node:child_process');
const {build} = require('./build.js');

const root = path.join(__dirname, '..');
const target = path.join(root, 'prebuilds', `${process.platform}-${process.arch}`);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'lanewise-'));

try {
    const addon = build(path.join(root, '..', '..'), work,
        ['-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON', '-DCMAKE_INSTALL_RPATH=$ORIGIN']);
    fs.rmSync(target, {recursive: true, force: true});
    fs.mkdirSync(target, {recursive: true});
    fs.copyFileSync(addon, path.join(target, 'lanewise.node'));
    execFileSync('strip', [path.join(target, 'lanewise.node')]);
    const needed = execFileSync('ldd', [addon], {encoding: 'utf8'});
    for (const [, name, file] of needed.matchAll(/(lib(?:sleef|jansson)\S*) => (\S+)/g))
        fs.copyFileSync(fs.realpathSync(file), path.join(target, name));
    console.log(`${target}: ${fs.readdirSync(target).join(' ')}`);
} finally {
    fs.rmSync(work, {recursive: true});
}
