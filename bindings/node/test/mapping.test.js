// Mapping: states, ranges, detached memory.
'use strict';
const assert = require('node:assert/strict');
const {test} = require('node:test');
const {native} = require('../lib/native.js');
const {contents, globals, newDevice} = require('./lib/helpers.js');

const {GPUBufferUsage: {COPY_DST, COPY_SRC, MAP_READ, MAP_WRITE}, GPUMapMode} = globals;

test('mappedAtCreation: written, unmapped, detached', async () => {
    const device = await newDevice();
    const buffer = device.createBuffer({size: 16, usage: COPY_SRC, mappedAtCreation: true});
    assert.equal(buffer.mapState, 'mapped');
    const first = buffer.getMappedRange(0, 8), second = buffer.getMappedRange(8);
    new Uint32Array(first).set([1, 2]);
    new Uint32Array(second).set([3, 4]);
    buffer.unmap();
    assert.equal(buffer.mapState, 'unmapped');
    assert.equal(first.byteLength, 0);
    assert.deepEqual([...await contents(device, buffer)], [1, 2, 3, 4]);
    assert.throws(() => device.createBuffer({size: 3, usage: COPY_SRC, mappedAtCreation: true}),
        RangeError);
});

test('mapping for writing keeps what was there', async () => {
    const device = await newDevice();
    const buffer = device.createBuffer({size: 16, usage: COPY_SRC | MAP_WRITE});
    for (const value of [5, 6]) {
        const mapping = buffer.mapAsync(GPUMapMode.WRITE);
        assert.equal(buffer.mapState, 'pending');
        await mapping;
        new Uint32Array(buffer.getMappedRange())[value - 5] = value;
        buffer.unmap();
    }
    assert.deepEqual([...await contents(device, buffer)], [5, 6, 0, 0]);
});

test('what is written to a range that was mapped for reading is lost', async () => {
    const device = await newDevice();
    const buffer = device.createBuffer({size: 8, usage: COPY_DST | MAP_READ});
    await buffer.mapAsync(GPUMapMode.READ);
    new Uint32Array(buffer.getMappedRange())[0] = 1;
    buffer.unmap();
    await buffer.mapAsync(GPUMapMode.READ);
    assert.equal(new Uint32Array(buffer.getMappedRange())[0], 0);
});

test('a mapping under way is aborted by unmap, destroy and the end of the device', async () => {
    const device = await newDevice();
    const make = () => device.createBuffer({size: 8, usage: COPY_DST | MAP_READ});
    const [a, b, c] = [make(), make(), make()];
    const all = [a, b, c].map(buffer => buffer.mapAsync(GPUMapMode.READ));
    a.unmap();
    assert.equal(a.mapState, 'unmapped');
    b.destroy();
    device.destroy();
    for (const mapping of all)
        await assert.rejects(mapping, {name: 'AbortError'});
});

test('the end of the device detaches', async () => {
    const device = await newDevice();
    const buffer = device.createBuffer({size: 8, usage: COPY_SRC, mappedAtCreation: true});
    const range = buffer.getMappedRange();
    device.destroy();
    assert.equal(range.byteLength, 0);
    assert.throws(() => buffer.getMappedRange(), {name: 'OperationError'});
});

test('ranges must be aligned, inside and apart', async () => {
    const device = await newDevice();
    const buffer = device.createBuffer({size: 32, usage: COPY_SRC, mappedAtCreation: true});
    buffer.getMappedRange(8, 8);
    for (const [offset, size] of [[4, 4], [8, 4], [0, 12], [16, 3], [40, 0], [16, 20]])
        assert.throws(() => buffer.getMappedRange(offset, size), {name: 'OperationError'},
            `${offset} ${size}`);
    buffer.getMappedRange(0, 8);
    buffer.getMappedRange(16, 16);
});

test('mapping twice is an error that leaves the first alone', async () => {
    const device = await newDevice();
    const buffer = device.createBuffer({size: 8, usage: COPY_DST | MAP_READ});
    const first = buffer.mapAsync(GPUMapMode.READ), second = buffer.mapAsync(GPUMapMode.READ);
    await assert.rejects(second, {name: 'OperationError', message: /being mapped already/});
    await first;
    assert.equal(buffer.mapState, 'mapped');
    device.pushErrorScope('validation');
    await assert.rejects(buffer.mapAsync(GPUMapMode.READ), {name: 'OperationError'});
    assert.match((await device.popErrorScope()).message, /mapped already/);
    assert.equal(buffer.mapState, 'mapped');
});

test('memory that is mapped for writing is the buffer\'s own', async () => {
    const device = await newDevice();
    const size = 2 ** 26;
    const buffer = device.createBuffer({size, usage: COPY_SRC | MAP_WRITE, mappedAtCreation: true});
    new Uint8Array(buffer.getMappedRange()).fill(1);
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 3; round++) {
        buffer.unmap();
        await buffer.mapAsync(GPUMapMode.WRITE);
        new Uint8Array(buffer.getMappedRange(size / 2)).fill(2);
    }
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < size / 4, `mapping ${size} bytes took ${grown} more`);
    assert.equal(new Uint8Array(buffer.getMappedRange(0, 8))[7], 1);
});

test('where node has no memory of others, ranges are copied', async t => {
    const {bufferLend} = native;
    t.after(() => { native.bufferLend = bufferLend; });
    native.bufferLend = () => null;
    const device = await newDevice();
    const buffer = device.createBuffer({size: 16, usage: COPY_SRC | MAP_WRITE, mappedAtCreation: true});
    new Uint32Array(buffer.getMappedRange(8)).fill(1);
    buffer.unmap();
    await buffer.mapAsync(GPUMapMode.WRITE);
    const range = new Uint32Array(buffer.getMappedRange(0));
    range[2]++;
    buffer.unmap();
    assert.equal(range.length, 0);
    assert.deepEqual([...await contents(device, buffer)], [0, 0, 2, 1]);
});

test('a mapped range cannot be posted away', async () => {
    const device = await newDevice();
    const buffer = device.createBuffer({size: 16, usage: COPY_SRC, mappedAtCreation: true});
    const range = buffer.getMappedRange();
    try {
        structuredClone(range, {transfer: [range]}); // a copy, or
    } catch (error) {
        assert.equal(error.name, 'DataCloneError');
    }
    assert.equal(range.byteLength, 16);
    new Uint32Array(range).fill(6);
    buffer.unmap();
    assert.deepEqual([...await contents(device, buffer)], [6, 6, 6, 6]);
});
