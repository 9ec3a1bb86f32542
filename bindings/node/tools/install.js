// npm install: uses the addon that the package brings for this platform, where it loads, else builds
// one from native/. In a source tree there is no native/, and `make` builds.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const {spawnSync} = require('node:child_process');
const {build} = require('./build.js');

const root = path.join(__dirname, '..');
const native = path.join(root, 'native');

function loads(addon) {
    return fs.existsSync(addon) &&
        spawnSync(process.execPath, ['-e', 'require(process.argv[1])', addon]).status === 0;
}

function install() {
    const prebuilt = path.join(root, 'prebuilds', `${process.platform}-${process.arch}`, 'lanewise.node');
    const {npm_config_build_from_source: fromSource} = process.env;
    if (!fs.existsSync(native) || (!fromSource && loads(prebuilt)))
        return;
    const target = path.join(root, 'build'), work = path.join(target, 'cmake');
    const addon = build(native, work);
    fs.copyFileSync(addon, path.join(target, 'lanewise.node'));
    fs.rmSync(work, {recursive: true});
}

try {
    install();
} catch (error) {
    console.error(`lanewise: the addon cannot be built: ${error.message}\n` +
        'It needs a C compiler, CMake 3.25, pkg-config, SLEEF and Jansson; on Debian:\n' +
        '    apt-get install gcc cmake make pkg-config libsleef-dev libjansson-dev');
    process.exitCode = 1;
}
