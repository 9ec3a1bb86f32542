// A shader runs: buffers, pipelines, dispatches, copies, queries.
'use strict';
const assert = require('node:assert/strict');
const {test} = require('node:test');
const {contents, dispatch, globals, newDevice, pipelineOf, storage} = require('./lib/helpers.js');

const {GPUBufferUsage} = globals;

const TRIPLE = `
    override FACTOR: u32 = 3;
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
        out[id.x] = id.x * FACTOR;
    }`;

test('a dispatch writes its buffer', async () => {
    const device = await newDevice();
    const out = storage(device, 1024);
    dispatch(device, pipelineOf(device, TRIPLE), [out], 4);
    assert.deepEqual(await contents(device, out), Uint32Array.from({length: 256}, (_, i) => 3 * i));
});

test('constants override, by createComputePipelineAsync too', async () => {
    const device = await newDevice();
    const out = storage(device, 256);
    const module = device.createShaderModule({code: TRIPLE});
    const pipeline = await device.createComputePipelineAsync({layout: 'auto',
        compute: {module, entryPoint: 'main', constants: {FACTOR: 7}}});
    dispatch(device, pipeline, [out], 1);
    assert.equal((await contents(device, out))[10], 70);
});

test('writeBuffer takes arrays, views and shared memory', async () => {
    const device = await newDevice();
    const buffer = storage(device, 32);
    device.queue.writeBuffer(buffer, 0, new Uint32Array([1, 2, 3, 4]), 1, 2);
    device.queue.writeBuffer(buffer, 8, new Uint8Array([9, 0, 0, 0, 8, 0, 0, 0]).buffer, 4);
    const shared = new Uint32Array(new SharedArrayBuffer(8));
    shared.set([5, 6]);
    device.queue.writeBuffer(buffer, 12, shared);
    assert.deepEqual([...await contents(device, buffer)], [2, 3, 8, 5, 6, 0, 0, 0]);
});

test('indirect dispatch and dynamic offsets', async () => {
    const device = await newDevice();
    const out = storage(device, 1024);
    const layout = device.createBindGroupLayout({entries: [{binding: 0, visibility: 4,
        buffer: {type: 'storage', hasDynamicOffset: true}}]});
    const pipeline = pipelineOf(device, TRIPLE, {
        layout: device.createPipelineLayout({bindGroupLayouts: [layout]})});
    const group = device.createBindGroup({layout, entries: [{binding: 0,
        resource: {buffer: out, size: 256}}]});
    const indirect = device.createBuffer({size: 16,
        usage: GPUBufferUsage.INDIRECT | GPUBufferUsage.COPY_DST});
    device.queue.writeBuffer(indirect, 0, new Uint32Array([0, 1, 1, 1]));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group, new Uint32Array([7, 512]), 1, 1);
    pass.dispatchWorkgroupsIndirect(indirect, 4);
    pass.end();
    device.queue.submit([encoder.finish()]);
    const words = await contents(device, out);
    assert.equal(words[129], 3);
    assert.equal(words[1], 0);
});

test('timestamps', async () => {
    const device = await newDevice({requiredFeatures: ['timestamp-query']});
    const querySet = device.createQuerySet({type: 'timestamp', count: 2});
    const times = device.createBuffer({size: 16,
        usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC});
    const encoder = device.createCommandEncoder();
    encoder.beginComputePass({timestampWrites: {querySet, beginningOfPassWriteIndex: 0,
        endOfPassWriteIndex: 1}}).end();
    encoder.resolveQuerySet(querySet, 0, 2, times, 0);
    device.queue.submit([encoder.finish()]);
    const [begin, end] = await contents(device, times, BigUint64Array);
    assert.ok(begin > 0n && end >= begin);
});
