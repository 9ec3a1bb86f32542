// Bad input: exceptions of conversion, error scopes, events, the end of a device.
'use strict';
const assert = require('node:assert/strict');
const {test} = require('node:test');
const {create, errorFrom, globals, newDevice} = require('./lib/helpers.js');

const {GPUBuffer, GPUPipelineError, GPUUncapturedErrorEvent, GPUValidationError} = globals;

test('conversions throw TypeError and say where', async () => {
    const device = await newDevice();
    const cases = [
        [() => device.createBuffer(), /1 argument/],
        [() => device.createBuffer({size: -1, usage: 1}), /GPUBufferDescriptor.size/],
        [() => device.createBuffer({size: 2 ** 53, usage: 1}), /GPUBufferDescriptor.size/],
        [() => device.createBuffer({size: 4n, usage: 1}), /BigInt/],
        [() => device.createBuffer({usage: 1}), /size is missing/],
        [() => device.createQuerySet({type: 'x', count: 1}), /'x'/],
        [() => device.pushErrorScope('none'), /'none'/],
        [() => device.createComputePipeline({layout: null, compute: {}}), /layout/],
        [() => device.createBindGroupLayout({entries: 1}), /iterable/],
        [() => device.queue.submit([device]), /GPUCommandBuffer/],
        [() => device.queue.writeBuffer({}, 0, new Uint8Array(4)), /GPUBuffer/],
        [() => new GPUBuffer(), /Illegal constructor/],
        [() => GPUBuffer.prototype.size, /Illegal invocation/],
    ];
    for (const [work, message] of cases)
        assert.throws(work, e => e instanceof TypeError && message.test(e.message), `${work}`);
    await assert.rejects(device.createComputePipelineAsync({}), TypeError);
});

test('scopes catch the first error, the innermost first, and name the label', async () => {
    const device = await newDevice();
    device.pushErrorScope('validation');
    const inner = await errorFrom(device, () => device.createBuffer({size: 4, usage: 0, label: 'bad'}));
    assert.ok(inner instanceof GPUValidationError);
    assert.match(inner.message, /"bad"/);
    assert.equal(await device.popErrorScope(), null);
    await assert.rejects(device.popErrorScope(), {name: 'OperationError'});
});

test('an error outside of scopes is an event', async () => {
    const device = await newDevice();
    const events = [];
    device.onuncapturederror = event => { events.push(event); event.preventDefault(); };
    device.createBuffer({size: 4, usage: 0});
    assert.equal(events.length, 0, 'not inside the call');
    await new Promise(resolve => device.addEventListener('uncapturederror', resolve));
    assert.equal(events.length, 1);
    assert.ok(events[0] instanceof GPUUncapturedErrorEvent);
    assert.ok(events[0].error instanceof GPUValidationError);
});

test('pipelines that cannot be made reject with a reason', async () => {
    const device = await newDevice();
    const module = device.createShaderModule({code: '@compute @workgroup_size(1) fn main() {}'});
    await assert.rejects(device.createComputePipelineAsync({layout: 'auto',
        compute: {module, entryPoint: 'other'}}),
        e => e instanceof GPUPipelineError && e.reason === 'validation');
});

test('compilation messages count code units', async () => {
    const device = await newDevice();
    let module;
    await errorFrom(device, () => {
        module = device.createShaderModule({code: '/* \u{1F600}é */ fn f() { x(); }'});
    });
    const {messages: [message]} = await module.getCompilationInfo();
    assert.equal(message.type, 'error');
    assert.equal(message.lineNum, 1);
    assert.equal(message.offset, 19);
    assert.equal(message.linePos, 20);
});

test('an adapter makes one device, of what it has', async () => {
    const adapter = await create([]).requestAdapter();
    await assert.rejects(adapter.requestDevice({requiredFeatures: ['depth-clip-control']}), TypeError);
    await assert.rejects(adapter.requestDevice({requiredLimits: {noSuchLimit: 1}}),
        {name: 'OperationError'});
    await assert.rejects(adapter.requestDevice({requiredLimits: {maxBindGroups: 2 ** 40}}),
        {name: 'OperationError'});
    const device = await adapter.requestDevice({requiredLimits: {
        maxComputeInvocationsPerWorkgroup: 1024, maxBindGroups: undefined}});
    assert.equal(device.limits.maxComputeInvocationsPerWorkgroup, 1024);
    await assert.rejects(adapter.requestDevice(), {name: 'OperationError'});
});

test('destroy loses the device', async () => {
    const device = await newDevice();
    device.destroy();
    const info = await device.lost;
    assert.equal(info.reason, 'destroyed');
    assert.equal(await errorFrom(device, () => device.createBuffer({size: 4, usage: 0})), null);
});
