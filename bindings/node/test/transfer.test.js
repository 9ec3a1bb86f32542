// Mapped memory that a script takes away from the range that it was given in: the buffer goes on with a
// copy, the script keeps what it took, and neither sees the other.
'use strict';
const assert = require('node:assert/strict');
const {test} = require('node:test');
const {answerOf, collect, contents, globals, newDevice, pipelineOf, withTransfer} =
    require('./lib/helpers.js');

const {GPUBufferUsage: {COPY_SRC, MAP_WRITE, STORAGE}, GPUMapMode} = globals;

withTransfer(__filename, tests);

function tests() {
    test('the buffer keeps what was written, the script its memory', async () => {
        const device = await newDevice();
        const buffer = device.createBuffer({size: 4096, usage: COPY_SRC | MAP_WRITE});
        for (let round = 1; round < 4; round++) {
            await buffer.mapAsync(GPUMapMode.WRITE);
            const [range, other] = [buffer.getMappedRange(0, 2048), buffer.getMappedRange(2048)];
            new Uint32Array(range).fill(round);
            new Uint32Array(other).fill(10 * round);
            const taken = new Uint32Array(range.transfer());
            buffer.unmap();
            assert.equal(other.byteLength, 0);
            taken.fill(99);
            const now = await contents(device, buffer);
            assert.deepEqual([now[0], now[511], now[512], now[1023]],
                [round, round, 10 * round, 10 * round]);
            if (round === 3) {
                buffer.destroy();
                device.destroy();
            }
            await collect();
            taken[0]++;
            assert.deepEqual([taken[0], taken[511]], [100, 99]);
        }
    });

    test('at the end of a buffer and of a device the script keeps its memory', async () => {
        for (const end of ['buffer', 'device', 'both']) {
            const device = await newDevice();
            const buffer = device.createBuffer({size: 1 << 20, usage: COPY_SRC, mappedAtCreation: true});
            const taken = new Uint8Array(buffer.getMappedRange().transfer());
            if (end !== 'device')
                buffer.destroy();
            if (end !== 'buffer')
                device.destroy();
            await collect();
            taken.fill(7);
            assert.equal(taken[taken.length - 1], 7);
        }
    });

    test('a dispatch that was encoded while the buffer was mapped works on the copy', async () => {
        const device = await newDevice();
        const buffer = device.createBuffer({size: 16, usage: STORAGE | COPY_SRC, mappedAtCreation: true});
        const pipeline = pipelineOf(device, `@group(0) @binding(0) var<storage, read_write> a: array<u32>;
            @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { a[i] += i; }`);
        const group = device.createBindGroup({layout: pipeline.getBindGroupLayout(0),
            entries: [{binding: 0, resource: {buffer}}]});
        const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(1);
        pass.end();
        const taken = new Uint32Array(buffer.getMappedRange().transfer());
        taken.fill(5);
        buffer.unmap();
        taken.fill(0);
        device.queue.submit([encoder.finish()]);
        assert.deepEqual([...await contents(device, buffer)], [5, 6, 7, 8]);
        assert.deepEqual([...taken], [0, 0, 0, 0]);
    });

    test('a buffer that is dropped while it is mapped', async () => {
        const device = await newDevice();
        const pipeline = pipelineOf(device, `@group(0) @binding(0) var<storage, read_write> a: array<u32>;
            @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { a[i] = 1; }`);
        const range = (() => {
            const buffer = device.createBuffer({size: 16, usage: STORAGE, mappedAtCreation: true});
            device.createBindGroup({layout: pipeline.getBindGroupLayout(0),
                entries: [{binding: 0, resource: {buffer}}]});
            return buffer.getMappedRange();
        })();
        await collect();
        new Uint32Array(range).fill(3);
        assert.deepEqual([...new Uint32Array(range)], [3, 3, 3, 3]);
    });

    test('what was taken can go to another thread', async () => {
        const device = await newDevice();
        const buffer = device.createBuffer({size: 64, usage: COPY_SRC, mappedAtCreation: true});
        const taken = buffer.getMappedRange().transfer();
        new Uint32Array(taken).fill(1);
        const {answer, end} = answerOf(`require('node:worker_threads').parentPort.once('message', memory => {
                new Uint32Array(memory).fill(2);
                require('node:worker_threads').parentPort.postMessage(memory, [memory]);
            });`, taken, [taken]);
        buffer.unmap(); // while another thread writes: the values are one's or the other's
        const back = new Uint32Array(await answer);
        await end;
        device.destroy();
        await collect();
        assert.equal(back.fill(4)[15], 4);
    });
}
