// The queue.
'use strict';
const idl = require('./idl.js');
const {operationError} = require('./errors.js');
const {native, settle} = require('./native.js');
const {gpuObject} = require('./object.js');
const {illegal, make, own} = require('./slots.js');
const {GPUBuffer} = require('./buffer.js');
const {GPUCommandBuffer} = require('./encoder.js');
const {TexelCopyBufferLayout, TexelCopyTextureInfo, extent3D} = require('./texture.js');

const {argumentCount} = idl;

const commandBuffers = idl.sequence(idl.instance(() => GPUCommandBuffer));

class GPUQueue {
    constructor() { illegal(); }

    submit(list) {
        const queue = own(this, GPUQueue);
        argumentCount('submit', arguments, 1);
        native.submit(queue.handle, commandBuffers(list, 'submit: commandBuffers').map(c => c.handle));
        settle();
    }

    async onSubmittedWorkDone() { await settle(native.workDone(own(this, GPUQueue).handle)); }

    // Offset and size count elements of a typed array, bytes of anything else.
    writeBuffer(buffer, bufferOffset, data, dataOffset, size) {
        const queue = own(this, GPUQueue);
        const where = 'writeBuffer';
        argumentCount(where, arguments, 3);
        const {handle} = idl.instance(() => GPUBuffer)(buffer, `${where}: buffer`);
        bufferOffset = idl.u64(bufferOffset, `${where}: bufferOffset`);
        const source = idl.bufferSource(data, `${where}: data`);
        const offset = idl.u64(dataOffset ?? 0, `${where}: dataOffset`) * source.unit;
        const bytes = size === undefined ? source.bytes - offset
            : idl.u64(size, `${where}: size`) * source.unit;
        if (bytes < 0 || offset + bytes > source.bytes)
            throw operationError(`${where}: bytes ${offset} to ${offset + bytes} are not in the ` +
                `${source.bytes} bytes of data`);
        if (bytes % 4)
            throw operationError(`${where}: ${bytes} bytes are no multiple of 4`);
        const memory = plainMemory(source);
        native.writeBuffer(queue.handle, handle, bufferOffset, memory.buffer, memory.start + offset,
            bytes);
    }

    writeTexture(destination, data, layout, size) {
        const queue = own(this, GPUQueue);
        argumentCount('writeTexture', arguments, 4);
        const to = TexelCopyTextureInfo(destination);
        const source = idl.bufferSource(data, 'writeTexture: data');
        const d = TexelCopyBufferLayout(layout);
        const extent = extent3D(size, 'writeTexture: size');
        const memory = plainMemory(source);
        native.writeTexture(queue.handle, to, memory.buffer, memory.start, source.bytes, d, extent);
    }

    copyExternalImageToTexture() {
        own(this, GPUQueue);
        argumentCount('copyExternalImageToTexture', arguments, 3);
        idl.fail('copyExternalImageToTexture: source', 'is no image: there are none outside a browser');
    }
}
gpuObject(GPUQueue);

// Node-API sees no shared memory: it is copied first.
function plainMemory(source) {
    if (source.buffer instanceof ArrayBuffer || idl.isKind(source.buffer, '[object ArrayBuffer]'))
        return source;
    const copy = new Uint8Array(source.bytes);
    copy.set(new Uint8Array(source.buffer, source.start, source.bytes));
    return {buffer: copy.buffer, start: 0};
}

const makeQueue = (device, handle, label) => make(GPUQueue, {handle, device, label});

module.exports = {GPUQueue, makeQueue};
