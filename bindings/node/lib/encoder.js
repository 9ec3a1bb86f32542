// Command encoders, compute passes, command buffers.
'use strict';
const idl = require('./idl.js');
const {native} = require('./native.js');
const {gpuObject, plainClass} = require('./object.js');
const {illegal, make, own, slotsOf} = require('./slots.js');
const {bindGroupArguments} = require('./binding.js');
const {GPUBuffer} = require('./buffer.js');
const {GPUComputePipeline} = require('./pipeline.js');
const {GPUQuerySet} = require('./query.js');
const {beginRenderPass} = require('./render.js');
const {TexelCopyBufferInfo, TexelCopyTextureInfo, extent3D} = require('./texture.js');

const {argumentCount, optional, required} = idl;

const label = optional(idl.string, '');
const bufferOf = idl.instance(() => GPUBuffer);
const querySetOf = idl.instance(() => GPUQuerySet);
const Labelled = idl.dictionary('GPUObjectDescriptorBase', {label});

const GPUCommandBuffer = plainClass('GPUCommandBuffer');

const ComputePassDescriptor = idl.dictionary('GPUComputePassDescriptor', {
    label,
    timestampWrites: optional(idl.dictionary('GPUComputePassTimestampWrites', {
        querySet: required((v, where) => querySetOf(v, where).handle),
        beginningOfPassWriteIndex: optional(idl.u32),
        endOfPassWriteIndex: optional(idl.u32),
    })),
});

// pushDebugGroup, popDebugGroup, insertDebugMarker: of every encoder.
function debugCommands(Class) {
    Object.assign(Class.prototype, {
        pushDebugGroup(text) {
            const {handle} = own(this, Class);
            argumentCount('pushDebugGroup', arguments, 1);
            native.pushDebugGroup(handle, idl.string(text));
        },
        popDebugGroup() { native.popDebugGroup(own(this, Class).handle); },
        insertDebugMarker(text) {
            const {handle} = own(this, Class);
            argumentCount('insertDebugMarker', arguments, 1);
            native.insertDebugMarker(handle, idl.string(text));
        },
    });
    return gpuObject(Class);
}

class GPUComputePassEncoder {
    constructor() { illegal(); }

    setPipeline(pipeline) {
        const pass = own(this, GPUComputePassEncoder);
        argumentCount('setPipeline', arguments, 1);
        native.setPipeline(pass.handle,
            idl.instance(() => GPUComputePipeline)(pipeline, 'setPipeline: pipeline').handle);
    }

    // (index, group, offsets) or (index, group, array, start, length)
    setBindGroup(...list) {
        const pass = own(this, GPUComputePassEncoder);
        const {index, group, offsets} = bindGroupArguments(list);
        native.setBindGroup(pass.handle, index, group, offsets);
    }

    dispatchWorkgroups(x, y, z) {
        const pass = own(this, GPUComputePassEncoder);
        argumentCount('dispatchWorkgroups', arguments, 1);
        native.dispatch(pass.handle, idl.u32(x, 'dispatchWorkgroups: workgroupCountX'),
            idl.u32(y ?? 1, 'dispatchWorkgroups: workgroupCountY'),
            idl.u32(z ?? 1, 'dispatchWorkgroups: workgroupCountZ'));
    }

    dispatchWorkgroupsIndirect(buffer, offset) {
        const pass = own(this, GPUComputePassEncoder);
        argumentCount('dispatchWorkgroupsIndirect', arguments, 2);
        native.dispatchIndirect(pass.handle,
            bufferOf(buffer, 'dispatchWorkgroupsIndirect: indirectBuffer').handle,
            idl.u64(offset, 'dispatchWorkgroupsIndirect: indirectOffset'));
    }

    end() { native.passEnd(own(this, GPUComputePassEncoder).handle); }
}
debugCommands(GPUComputePassEncoder);

class GPUCommandEncoder {
    constructor() { illegal(); }

    beginComputePass(descriptor) {
        const encoder = own(this, GPUCommandEncoder);
        const d = ComputePassDescriptor(descriptor);
        const handle = native.beginComputePass(encoder.handle, d);
        return make(GPUComputePassEncoder, {handle, device: encoder.device, label: d.label});
    }

    beginRenderPass(descriptor) {
        const encoder = own(this, GPUCommandEncoder);
        argumentCount('beginRenderPass', arguments, 1);
        return beginRenderPass(encoder, descriptor);
    }

    // (source, destination, size) or (source, offset, destination, offset, size)
    copyBufferToBuffer(source, ...rest) {
        const encoder = own(this, GPUCommandEncoder);
        const where = 'copyBufferToBuffer';
        argumentCount(where, arguments, 2);
        const short = slotsOf(rest[0]) !== undefined;
        if (!short)
            argumentCount(where, arguments, 4);
        const [fromOffset, destination, toOffset, size] = short ? [0, rest[0], 0, rest[1]] : rest;
        native.copyBufferToBuffer(encoder.handle, bufferOf(source, `${where}: source`).handle,
            idl.u64(fromOffset, `${where}: sourceOffset`),
            bufferOf(destination, `${where}: destination`).handle,
            idl.u64(toOffset, `${where}: destinationOffset`),
            size === undefined ? undefined : idl.u64(size, `${where}: size`));
    }

    copyBufferToTexture(source, destination, size) {
        const encoder = own(this, GPUCommandEncoder);
        argumentCount('copyBufferToTexture', arguments, 3);
        native.copyBufferToTexture(encoder.handle, TexelCopyBufferInfo(source),
            TexelCopyTextureInfo(destination), extent3D(size, 'copyBufferToTexture: copySize'));
    }

    copyTextureToBuffer(source, destination, size) {
        const encoder = own(this, GPUCommandEncoder);
        argumentCount('copyTextureToBuffer', arguments, 3);
        native.copyTextureToBuffer(encoder.handle, TexelCopyTextureInfo(source),
            TexelCopyBufferInfo(destination), extent3D(size, 'copyTextureToBuffer: copySize'));
    }

    copyTextureToTexture(source, destination, size) {
        const encoder = own(this, GPUCommandEncoder);
        argumentCount('copyTextureToTexture', arguments, 3);
        native.copyTextureToTexture(encoder.handle, TexelCopyTextureInfo(source),
            TexelCopyTextureInfo(destination), extent3D(size, 'copyTextureToTexture: copySize'));
    }

    clearBuffer(buffer, offset, size) {
        const encoder = own(this, GPUCommandEncoder);
        argumentCount('clearBuffer', arguments, 1);
        native.clearBuffer(encoder.handle, bufferOf(buffer, 'clearBuffer: buffer').handle,
            idl.u64(offset ?? 0, 'clearBuffer: offset'),
            size === undefined ? undefined : idl.u64(size, 'clearBuffer: size'));
    }

    resolveQuerySet(querySet, first, count, destination, offset) {
        const encoder = own(this, GPUCommandEncoder);
        argumentCount('resolveQuerySet', arguments, 5);
        native.resolveQuerySet(encoder.handle,
            querySetOf(querySet, 'resolveQuerySet: querySet').handle,
            idl.u32(first, 'resolveQuerySet: firstQuery'),
            idl.u32(count, 'resolveQuerySet: queryCount'),
            bufferOf(destination, 'resolveQuerySet: destination').handle,
            idl.u64(offset, 'resolveQuerySet: destinationOffset'));
    }

    finish(descriptor) {
        const encoder = own(this, GPUCommandEncoder);
        const d = Labelled(descriptor);
        const handle = native.finish(encoder.handle, d.label);
        return make(GPUCommandBuffer, {handle, device: encoder.device, label: d.label});
    }
}
debugCommands(GPUCommandEncoder);

function createCommandEncoder(device, descriptor) {
    const d = Labelled(descriptor);
    const handle = native.createCommandEncoder(device.handle, d.label);
    return make(GPUCommandEncoder, {handle, device, label: d.label});
}

module.exports = {GPUCommandBuffer, GPUCommandEncoder, GPUComputePassEncoder, createCommandEncoder};
