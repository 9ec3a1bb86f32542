// What the tests share.
'use strict';
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

module.exports = {contents, create, dispatch, errorFrom, globals, newDevice, pipelineOf, storage};
