// Builds the addon with CMake and the system's C compiler: build(source tree, folder, options) gives
// the addon's path.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const {spawnSync} = require('node:child_process');

// Where node_api.h is: beside this node, in the system, else in the package node-api-headers.
function headers() {
    const beside = path.join(path.dirname(fs.realpathSync(process.execPath)), '..', 'include', 'node');
    const found = [beside, '/usr/include/node', '/usr/include/nodejs/src']
        .find(folder => fs.existsSync(path.join(folder, 'node_api.h')));
    return found ?? require('node-api-headers').include_dir;
}

function run(command, args) {
    const {status, error} = spawnSync(command, args, {stdio: 'inherit'});
    if (status !== 0)
        throw new Error(error ? `${command}: ${error.message}` : `${command} failed`);
}

function build(source, folder, options = []) {
    run('cmake', ['-S', source, '-B', folder, '-DCMAKE_BUILD_TYPE=Release', '-DLW_TESTS=OFF',
        '-DLW_WERROR=OFF', `-DNODE_INCLUDE_DIR=${headers()}`, ...options]);
    run('cmake', ['--build', folder, '--target', 'lanewise_node', '--parallel']);
    return path.join(folder, 'bindings', 'node', 'lanewise.node');
}

module.exports = {build};
