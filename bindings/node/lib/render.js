// Rendering, which Lanewise does not do: its objects exist, so that programs that name them load, and
// making one is a validation error of the library.
'use strict';
const idl = require('./idl.js');
const {native, settle} = require('./native.js');
const {gpuObject, plainClass} = require('./object.js');
const {illegal, make, own} = require('./slots.js');
const {bindGroupArguments, wrapLayout} = require('./binding.js');
const {PipelineDescriptorBase, ProgrammableStage, pipelineError} = require('./pipeline.js');

const label = idl.optional(idl.string, '');
const Labelled = idl.dictionary('GPUObjectDescriptorBase', {label});

const GPURenderBundle = plainClass('GPURenderBundle');

class GPURenderPipeline {
    constructor() { illegal(); }
    getBindGroupLayout(index) {
        const pipeline = own(this, GPURenderPipeline);
        idl.argumentCount('getBindGroupLayout', arguments, 1);
        index = idl.u32(index, 'getBindGroupLayout: index');
        return wrapLayout(pipeline.device,
            native.renderPipelineBindGroupLayout(pipeline.handle, index), '');
    }
}
gpuObject(GPURenderPipeline);

const COMMANDS = ['pushDebugGroup', 'popDebugGroup', 'insertDebugMarker', 'setPipeline',
    'setIndexBuffer', 'setVertexBuffer', 'draw', 'drawIndexed', 'drawIndirect', 'drawIndexedIndirect'];
const PASS_COMMANDS = ['setViewport', 'setScissorRect', 'setBlendConstant', 'setStencilReference',
    'beginOcclusionQuery', 'endOcclusionQuery', 'executeBundles'];

// The commands of a pass or bundle that is invalid from its beginning: they do nothing.
function silentCommands(Class, names) {
    for (const name of names)
        Class.prototype[name] = {[name]() { own(this, Class); }}[name];
    Class.prototype.setBindGroup = function setBindGroup(...list) {
        own(this, Class);
        bindGroupArguments(list);
    };
    return gpuObject(Class);
}

class GPURenderPassEncoder {
    constructor() { illegal(); }
    end() { native.renderPassEnd(own(this, GPURenderPassEncoder).handle); }
}
silentCommands(GPURenderPassEncoder, [...COMMANDS, ...PASS_COMMANDS]);

class GPURenderBundleEncoder {
    constructor() { illegal(); }
    finish(descriptor) {
        const encoder = own(this, GPURenderBundleEncoder);
        const d = Labelled(descriptor);
        const handle = native.renderBundleFinish(encoder.handle, d.label);
        return make(GPURenderBundle, {handle, device: encoder.device, label: d.label});
    }
}
silentCommands(GPURenderBundleEncoder, COMMANDS);

const RenderPipelineDescriptor = idl.dictionary('GPURenderPipelineDescriptor', {
    vertex: idl.required(ProgrammableStage),
    fragment: idl.optional(ProgrammableStage),
}, PipelineDescriptorBase);

function createRenderPipeline(device, descriptor) {
    const d = RenderPipelineDescriptor(descriptor);
    const handle = native.createRenderPipeline(device.handle, d.label);
    return make(GPURenderPipeline, {handle, device, label: d.label});
}

async function createRenderPipelineAsync(device, descriptor) {
    const d = RenderPipelineDescriptor(descriptor);
    const {status, message} = await settle(native.createRenderPipelineAsync(device.handle, d.label));
    throw pipelineError(status, message);
}

function createRenderBundleEncoder(device, descriptor) {
    const d = Labelled(descriptor);
    const handle = native.createRenderBundleEncoder(device.handle, d.label);
    return make(GPURenderBundleEncoder, {handle, device, label: d.label});
}

function beginRenderPass(encoder, descriptor) {
    const d = Labelled(descriptor);
    const handle = native.beginRenderPass(encoder.handle, d.label);
    return make(GPURenderPassEncoder, {handle, device: encoder.device, label: d.label});
}

module.exports = {GPURenderBundle, GPURenderBundleEncoder, GPURenderPassEncoder, GPURenderPipeline,
    beginRenderPass, createRenderBundleEncoder, createRenderPipeline, createRenderPipelineAsync};
