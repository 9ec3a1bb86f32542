// Ten thousand of each: what is made and dropped leaves nothing behind.
'use strict';
const assert = require('node:assert/strict');
const path = require('node:path');
const {execFile} = require('node:child_process');
const {promisify} = require('node:util');
const {test} = require('node:test');

const helpers = JSON.stringify(path.join(__dirname, 'lib', 'helpers.js'));

// Runs `once` 10 000 times in a node of its own; gives what its memory grew by in the last half, of
// which a collection before each look leaves what cannot be collected.
async function growth(once) {
    const program = `
        const {dispatch, newDevice, pipelineOf, storage} = require(${helpers});
        const turn = () => new Promise(resolve => setTimeout(resolve, 1));
        async function memory() {
            for (let i = 0; i < 5; i++) {
                gc();
                await turn();
            }
            return process.memoryUsage().rss;
        }
        (async () => {
            const device = await newDevice({lanewise: {threads: 1}});
            let half;
            for (let i = 0; i < 10000; i++) {
                if (i === 5000)
                    half = await memory();
                await (${once})(device);
                if (i % 250 === 0)
                    await memory();
            }
            console.log(await memory() - half);
        })();`;
    const {stdout} = await promisify(execFile)(process.execPath, ['--expose-gc', '-e', program],
        {timeout: 300000});
    return Number(stdout);
}

const MOST = 24 * 2 ** 20; // 5000 lost devices are more, 5000 lost buffers of 16 KiB too

for (const [what, once] of Object.entries({
    devices: `async () => {
        const device = await newDevice();
        device.pushErrorScope('validation');
        storage(device, 64);
    }`,
    buffers: `async device => {
        const buffer = device.createBuffer({size: 16384, usage: 6, mappedAtCreation: true});
        new Uint8Array(buffer.getMappedRange()).fill(1);
        if (Math.random() < 0.5)
            buffer.unmap();
    }`,
    pipelines: `async device => {
        const pipeline = pipelineOf(device, '@group(0) @binding(0) var<storage, read_write> a: ' +
            'array<u32>; @compute @workgroup_size(4) fn main() { a[0] += 1; }');
        dispatch(device, pipeline, [storage(device, 16)], 1);
    }`,
}))
    test(`10 000 ${what} leave nothing behind`, async () => {
        const grown = await growth(once);
        assert.ok(grown < MOST, `the process grew by ${grown} bytes`);
    });
