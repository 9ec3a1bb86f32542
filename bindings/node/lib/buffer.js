// GPUBuffer and its mapping. A range that is mapped for writing is an ArrayBuffer over the buffer's own
// memory (src/mapping.c); one that is mapped for reading is a copy. Unmapping detaches both. Where node
// has no ArrayBuffers over memory of others, both are copies, of which the one is copied back.
'use strict';
const {constants} = require('node:buffer');
const {markAsUntransferable} = require('node:worker_threads');
const idl = require('./idl.js');
const {abortError, operationError} = require('./errors.js');
const {native, settle} = require('./native.js');
const {gpuObject} = require('./object.js');
const {illegal, make, own} = require('./slots.js');

const {optional, required} = idl;

const BufferDescriptor = idl.dictionary('GPUBufferDescriptor', {
    label: optional(idl.string, ''),
    mappedAtCreation: optional(idl.boolean, false),
    size: required(idl.u64),
    usage: required(idl.u32),
});

const SUCCESS = 1, ERROR = 3; // WGPUMapAsyncStatus
const WRITE = 2;
const MOST_MEMORY = 2 ** 47;

class GPUBuffer {
    constructor() { illegal(); }
    get size() { return own(this, GPUBuffer).size; }
    get usage() { return own(this, GPUBuffer).usage; }
    get mapState() {
        const {mapping, pending} = own(this, GPUBuffer);
        return mapping ? 'mapped' : pending ? 'pending' : 'unmapped';
    }

    async mapAsync(mode, offset, size) {
        const buffer = own(this, GPUBuffer);
        idl.argumentCount('mapAsync', arguments, 1);
        mode = idl.u32(mode, 'mapAsync: mode');
        offset = idl.u64(offset ?? 0, 'mapAsync: offset');
        size = size === undefined ? Math.max(0, buffer.size - offset)
            : idl.u64(size, 'mapAsync: size');
        if (buffer.pending) // no validation error, as nothing reaches the device
            throw operationError(`mapAsync: buffer "${buffer.label}" is being mapped already`);
        const request = buffer.pending = {};
        const {status, message} = await settle(native.bufferMap(buffer.handle, mode, offset, size));
        if (buffer.pending !== request)
            throw abortError(message || 'mapAsync: the buffer was unmapped');
        buffer.pending = null;
        if (status !== SUCCESS)
            throw (status === ERROR ? operationError : abortError)(message);
        beginMapping(buffer, offset, size, mode === WRITE);
    }

    getMappedRange(offset, size) {
        const buffer = own(this, GPUBuffer);
        offset = idl.u64(offset ?? 0, 'getMappedRange: offset');
        size = size === undefined ? Math.max(0, buffer.size - offset)
            : idl.u64(size, 'getMappedRange: size');
        checkRange(buffer, offset, size);
        const lent = lend(buffer, offset, size);
        const bytes = lent ?? copy(buffer, offset, size);
        markAsUntransferable(bytes); // it is the buffer's to detach
        buffer.mapping.ranges.push({offset, size, bytes, isLent: !!lent});
        return bytes;
    }

    unmap() { own(this, GPUBuffer).unmap(); }

    destroy() {
        const buffer = own(this, GPUBuffer);
        buffer.unmap();
        native.bufferDestroy(buffer.handle);
    }
}
gpuObject(GPUBuffer);

// An ArrayBuffer over the memory, or null; of longer ones node throws.
const lend = ({handle, mapping}, offset, size) =>
    mapping.writes && size && size <= constants.MAX_LENGTH ? native.bufferLend(handle, offset, size) : null;

function copy({handle}, offset, size) {
    const bytes = new ArrayBuffer(size);
    native.bufferRead(handle, offset, bytes);
    return bytes;
}

function beginMapping(buffer, offset, size, writes) {
    buffer.mapping = {offset, size, writes, ranges: []};
    buffer.device.mapped.add(buffer);
}

function checkRange(buffer, offset, size) {
    const {mapping, label} = buffer;
    const refuse = why => { throw operationError(`getMappedRange: buffer "${label}" ${why}`); };
    if (!mapping)
        refuse('is not mapped');
    if (offset % 8 || size % 4)
        refuse(`: offset ${offset} is to be a multiple of 8, size ${size} one of 4`);
    if (offset < mapping.offset || offset + size > mapping.offset + mapping.size)
        refuse(`: bytes ${offset} to ${offset + size} are outside the mapped range, bytes ` +
            `${mapping.offset} to ${mapping.offset + mapping.size}`);
    for (const r of mapping.ranges)
        if (offset < r.offset + r.size && r.offset < offset + size)
            refuse(`: bytes ${offset} to ${offset + size} overlap a range that was given out`);
}

function unmap(buffer) {
    const lent = [];
    buffer.pending = null;
    if (buffer.mapping) {
        for (const {offset, size, bytes, isLent} of buffer.mapping.ranges) {
            if (isLent) {
                lent.push(bytes);
                continue;
            }
            // A program that has transferred the range away has taken its writes with it.
            if (buffer.mapping.writes && bytes.byteLength === size)
                native.bufferWrite(buffer.handle, offset, bytes);
            native.detach(bytes);
        }
        buffer.mapping = null;
        buffer.device.mapped.delete(buffer);
    }
    native.bufferUnmap(buffer.handle, lent);
}

function createBuffer(device, descriptor) {
    const d = BufferDescriptor(descriptor);
    if (d.mappedAtCreation && d.size % 4)
        throw new RangeError(`createBuffer: size ${d.size} is no multiple of 4, which ` +
            'mappedAtCreation needs');
    // Memory that no machine has is missing before the device sees the size.
    const handle = d.mappedAtCreation && d.size > MOST_MEMORY ? null
        : native.createBuffer(device.handle, d);
    if (!handle)
        throw new RangeError(`createBuffer: no memory for ${d.size} bytes`);
    const slots = {handle, device, label: d.label, size: d.size, usage: d.usage, pending: null,
        mapping: null, unmap() { unmap(this); }};
    const buffer = make(GPUBuffer, slots);
    if (d.mappedAtCreation)
        beginMapping(slots, 0, d.size, true);
    return buffer;
}

module.exports = {GPUBuffer, createBuffer};
