// What the tests share.
'use strict';
const assert = require('node:assert/strict');
const {spawnSync} = require('node:child_process');
const {test} = require('node:test');
const {Worker} = require('node:worker_threads');
const {create, globals} = require('../../index.js');

const {GPUBufferUsage, GPUMapMode} = globals;

async function newDevice(descriptor) {
    const adapter = await create([]).requestAdapter();
    return adapter.requestDevice(descriptor);
}

// A pipeline of the module's only entry point, with automatic layout.
function pipelineOf(device, code, extra = {}) {
    const module = device.createShaderModule({code});
    return device.createComputePipeline({layout: 'auto', ...extra,
        compute: {module, ...extra.compute}});
}

// Dispatches a pipeline whose bindings of group 0 are `buffers`, in order.
function dispatch(device, pipeline, buffers, x, y, z) {
    const group = device.createBindGroup({layout: pipeline.getBindGroupLayout(0),
        entries: buffers.map((buffer, binding) => ({binding, resource: {buffer}}))});
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(x, y, z);
    pass.end();
    device.queue.submit([encoder.finish()]);
}

// The contents of a buffer with usage COPY_SRC, as an array of the given class.
async function contents(device, buffer, Type = Uint32Array) {
    const staging = device.createBuffer({size: buffer.size,
        usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST});
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, staging);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const copy = new Type(staging.getMappedRange().slice(0));
    staging.destroy();
    return copy;
}

const storage = (device, size) => device.createBuffer({size,
    usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST});

// The error that `work` makes, null for none.
async function errorFrom(device, work, filter = 'validation') {
    device.pushErrorScope(filter);
    work();
    return device.popErrorScope();
}

// Has what can be collected collected, where node was started with --expose-gc.
async function collect() {
    for (let i = 0; globalThis.gc && i < 5; i++) {
        gc();
        await new Promise(resolve => setTimeout(resolve, 1));
    }
}

// Starts a worker thread: its first message, and its end.
function answerOf(program, message, transfer) {
    const worker = new Worker(program, {eval: true});
    if (message)
        worker.postMessage(message, transfer);
    const answer = new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject));
    const end = new Promise(resolve => worker.on('exit', resolve));
    return {answer, end};
}

// Runs tests of a file that need ArrayBuffer.prototype.transfer, which node 20 has behind a flag: in a
// node of their own then.
function withTransfer(file, tests) {
    const flag = '--harmony-rab-gsab-transfer';
    if (ArrayBuffer.prototype.transfer)
        return tests();
    test('in a node with ArrayBuffer.prototype.transfer', t => {
        const has = [flag, '-e', 'process.exit(ArrayBuffer.prototype.transfer ? 0 : 1)'];
        if (spawnSync(process.execPath, has).status)
            return t.skip('there is none');
        const {NODE_TEST_CONTEXT, ...env} = process.env; // not a part of this test run
        const {status} = spawnSync(process.execPath, [flag, '--expose-gc', file], {stdio: 'inherit', env});
        assert.equal(status, 0);
    });
}

module.exports = {answerOf, collect, contents, create, dispatch, errorFrom, globals, newDevice, pipelineOf,
    storage, withTransfer};
