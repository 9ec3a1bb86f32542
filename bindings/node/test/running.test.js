// Commands run while JavaScript goes on: order, timers, errors, ends.
'use strict';
const assert = require('node:assert/strict');
const path = require('node:path');
const {spawn} = require('node:child_process');
const {test} = require('node:test');
const {contents, dispatch, globals, newDevice, pipelineOf, storage} = require('./lib/helpers.js');

const {GPUBufferUsage: {COPY_DST, MAP_READ}, GPUMapMode} = globals;

// Turns a[0] n[0] times.
const SLOW = `@group(0) @binding(0) var<storage, read_write> a: array<u32>;
    @group(0) @binding(1) var<storage, read_write> n: array<u32>;
    @compute @workgroup_size(1) fn main() {
        var x = a[0];
        for (var i = 0u; i < n[0]; i++) { x = x * 1664525u + 1013904223u; }
        a[0] = x;
    }`;

function turned(x, turns) {
    for (let i = 0; i < turns; i++)
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x;
}

async function slowDevice(descriptor) {
    const device = await newDevice(descriptor);
    const pipeline = pipelineOf(device, SLOW), a = storage(device, 16), n = storage(device, 16);
    const run = turns => {
        device.queue.writeBuffer(n, 0, new Uint32Array([turns]));
        dispatch(device, pipeline, [a, n], 1);
    };
    return {device, a, run};
}

// How many turns take about as long.
async function turnsFor(ms) {
    const {device, run} = await slowDevice();
    const start = performance.now();
    run(2e6);
    await device.queue.onSubmittedWorkDone();
    return Math.ceil(2e6 * ms / (performance.now() - start));
}

test('timers go on while a dispatch runs, and the result is that of all commands in order', async () => {
    const turns = await turnsFor(500);
    const {device, a, run} = await slowDevice();
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const start = performance.now();
    run(turns);
    run(3);
    const submitted = performance.now() - start;
    await device.queue.onSubmittedWorkDone();
    const took = performance.now() - start;
    clearInterval(timer);
    assert.ok(submitted < took / 2, `submit took ${submitted} of ${took} ms`);
    assert.ok(ticks > 5, `${ticks} ticks in ${took} ms`);
    assert.equal((await contents(device, a))[0], turned(turned(0, turns), 3));
});

test('what is written, mapped and destroyed meanwhile', async () => {
    const turns = await turnsFor(100);
    const {device, a, run} = await slowDevice();
    device.queue.writeBuffer(a, 0, new Uint32Array([5]));
    run(turns);
    device.queue.writeBuffer(a, 4, new Uint32Array([6]));
    const out = device.createBuffer({size: 16, usage: MAP_READ | COPY_DST});
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(a, out);
    device.queue.submit([encoder.finish()]);
    a.destroy();
    assert.equal(out.mapState, 'unmapped');
    await out.mapAsync(GPUMapMode.READ);
    assert.deepEqual([...new Uint32Array(out.getMappedRange())].slice(0, 2), [turned(5, turns), 6]);
});

test('a stop is heard by the scope of its submit, and by the listener outside of scopes', async () => {
    const {device, run} = await slowDevice({lanewise: {stepBudget: 1e6}});
    device.pushErrorScope('internal');
    run(4e9);
    const inner = device.popErrorScope();
    device.pushErrorScope('internal');
    const outer = device.popErrorScope();
    assert.match((await inner).message, /step budget/);
    assert.equal(await outer, null);
    const heard = new Promise(resolve => {
        device.onuncapturederror = event => {
            event.preventDefault();
            resolve(event.error);
        };
    });
    run(4e9);
    assert.match((await heard).message, /step budget/);
});

test('check and profile are of what was submitted in them', async () => {
    const turns = await turnsFor(50);
    const {device, run} = await slowDevice();
    run(turns);
    const {totals} = await device.lanewise.profile(() => { run(10); run(10); });
    assert.equal(totals.invocations, 2);
    run(turns);
    assert.equal((await device.lanewise.check(() => run(10))).dispatches.length, 1);
    run(turns);
    assert.equal(device.lanewise.takeReport(), null);
});

test('the end of a device ends what runs', async () => {
    const {device, run} = await slowDevice({lanewise: {stepBudget: 2 ** 50}});
    run(4e9);
    run(4e9);
    const done = device.queue.onSubmittedWorkDone();
    const start = performance.now();
    device.destroy();
    await done;
    await device.lost;
    assert.ok(performance.now() - start < 20000);
});

// A program in a node of its own: its output, exit code, and how long it took.
function program(text) {
    const index = JSON.stringify(path.join(__dirname, '..', 'index.js'));
    return new Promise(resolve => {
        const child = spawn(process.execPath, ['-e', `
            const {create} = require(${index});
            async function start(turns, options) {
                const device = await (await create().requestAdapter()).requestDevice({lanewise: options});
                const module = device.createShaderModule({code: ${JSON.stringify(SLOW)}});
                const pipeline = device.createComputePipeline({layout: 'auto', compute: {module}});
                const make = () => device.createBuffer({size: 16, usage: 0x8C});
                const buffers = [make(), make()];
                device.queue.writeBuffer(buffers[1], 0, new Uint32Array([turns]));
                const layout = pipeline.getBindGroupLayout(0);
                const group = device.createBindGroup({layout, entries: buffers.map((buffer, binding) =>
                    ({binding, resource: {buffer}}))});
                const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
                pass.setPipeline(pipeline);
                pass.setBindGroup(0, group);
                pass.dispatchWorkgroups(1);
                pass.end();
                device.queue.submit([encoder.finish()]);
                return device;
            }
            ${text}`]);
        let output = '';
        child.stdout.on('data', part => { output += part; });
        child.stderr.on('data', part => { output += part; });
        child.on('close', (code, signal) => resolve({output, code, signal}));
    });
}

test('a process exits while commands run', async () => {
    assert.deepEqual(await program(`start(4e9, {stepBudget: 2 ** 50}).then(() => process.exit(3));`),
        {output: '', code: 3, signal: null});
    assert.deepEqual(await program(`start(4e9, {stepBudget: 2 ** 50}).then(async device => {
            device.queue.onSubmittedWorkDone().then(() => console.log('done'));
            await new Promise(resolve => setTimeout(resolve, 20));
            throw 'thrown';
        }).catch(() => process.exit(4));`), {output: '', code: 4, signal: null});
});

test('a process does not exit before its commands have run', async () => {
    const {output, code} = await program(`start(4e9, {stepBudget: 3e6});`);
    assert.match(output, /uncaptured GPUInternalError: .*step budget/);
    assert.equal(code, 0);
});

test('a worker thread ends while commands run', async () => {
    assert.deepEqual(await program(`
        const {Worker, isMainThread} = require('node:worker_threads');
        const text = 'const {create} = require(' + ${JSON.stringify(JSON.stringify(path.join(__dirname, '..', 'index.js')))} +
            ');' + start + 'start(4e9, {stepBudget: 2 ** 50}).then(() => ' +
            'require("node:worker_threads").parentPort.postMessage(1));';
        const worker = new Worker(text, {eval: true});
        worker.on('message', async () => console.log(await worker.terminate()));`),
    {output: '1\n', code: 0, signal: null});
});
