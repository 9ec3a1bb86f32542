// device.lanewise: options, reports, captures.
'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const {test} = require('node:test');
const {contents, create, dispatch, newDevice, pipelineOf, storage} = require('./lib/helpers.js');

const RACY = `
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(64) fn main(@builtin(local_invocation_id) id: vec3u) {
        out[0] = id.x / out[1];
    }`;

const SUBGROUPS = `enable subgroups;
    @group(0) @binding(0) var<storage, read_write> out: array<u32>;
    @compute @workgroup_size(64) fn main(@builtin(subgroup_size) size: u32) { out[0] = size; }`;

const rules = report => [...new Set(report.findings.map(f => f.rule))].sort();

test('check finds what a pipeline that was made before does', async () => {
    const device = await newDevice();
    const out = storage(device, 16), pipeline = pipelineOf(device, RACY);
    const run = () => dispatch(device, pipeline, [out], 1);
    run();
    const report = await device.lanewise.check(run, {name: 'racy.wgsl'});
    assert.deepEqual(rules(report), ['data-race', 'integer-division']);
    assert.equal(report.findings[0].line, 4);
    assert.match(`${report}`, /racy.wgsl:4:9: error: data race/);
    assert.deepEqual(device.lanewise.observe, [], 'as before');
    run();
    assert.equal(device.lanewise.takeReport(), null);
    assert.deepEqual((await device.lanewise.check(() => {})).findings, []);
});

test('profile counts, and observers can be asked for with the device', async () => {
    const device = await newDevice({lanewise: {observe: ['cost', 'check']}});
    assert.deepEqual(device.lanewise.observe, ['cost', 'check']);
    const out = storage(device, 16), pipeline = pipelineOf(device, RACY);
    const run = () => dispatch(device, pipeline, [out], 1);
    const {accesses, totals} = await device.lanewise.profile(async () => run());
    assert.equal(totals.invocations, 64);
    assert.ok(accesses.length > 0);
    run();
    run();
    const report = device.lanewise.takeReport();
    assert.equal(report.dispatches.length, 2);
    assert.match(`${report}`, /Totals/);
    assert.equal(device.lanewise.takeReport(), null);
});

test('options of the device', async () => {
    for (const subgroupSize of [8, 64]) {
        const device = await newDevice({requiredFeatures: ['subgroups'], lanewise: {subgroupSize}});
        assert.equal(device.adapterInfo.subgroupMinSize, subgroupSize);
        const out = storage(device, 4);
        dispatch(device, pipelineOf(device, SUBGROUPS), [out], 1);
        assert.equal((await contents(device, out))[0], subgroupSize);
    }
    const device = await newDevice({lanewise: {hardware: 'amd', schedule: 'seed 7',
        outOfBounds: 'drop', threads: 1, stepBudget: 1000, memoryBudget: 2 ** 20}});
    assert.match(device.adapterInfo.description, /amd/);
    const adapter = await create().requestAdapter();
    for (const [lanewise, error] of [
        [{subgroupSize: 5}, {name: 'OperationError', message: /4, 8, 16/}],
        [{hardware: 'abacus'}, {name: 'OperationError', message: /abacus/}],
        [{schedule: 'seed'}, TypeError],
        [{schedule: 'random 3'}, TypeError],
        [{observe: 'races'}, TypeError],
        [{outOfBounds: 'ignore'}, TypeError]])
        await assert.rejects(adapter.requestDevice({lanewise}), error, JSON.stringify(lanewise));
});

test('a budget that is used up is an internal error', async () => {
    const device = await newDevice({lanewise: {stepBudget: 1000}});
    device.pushErrorScope('internal');
    dispatch(device, pipelineOf(device, `
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(1) fn main() { while out[1] == 0 { out[0] += 1; } }`),
    [storage(device, 8)], 1);
    const error = await device.popErrorScope();
    assert.equal(error.constructor.name, 'GPUInternalError');
    assert.match(error.message, /step budget/);
});

test('capture saves the dispatches of its work, and no others', async t => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lanewise-'));
    t.after(() => fs.rmSync(folder, {recursive: true}));
    const device = await newDevice();
    const out = storage(device, 16), pipeline = pipelineOf(device, RACY, {label: 'the racy / one'});
    const run = () => dispatch(device, pipeline, [out], 1);
    device.queue.writeBuffer(out, 0, new Uint32Array([1, 2, 3, 4]));
    run();
    const target = path.join(folder, 'out');
    const saved = await device.lanewise.capture(target, run);
    run();
    assert.deepEqual(saved, [path.join(target, '0001-the-racy-one.run')]);
    assert.deepEqual(fs.readdirSync(target).sort(), ['0001-the-racy-one.0-0.bin',
        '0001-the-racy-one.run', '0001-the-racy-one.wgsl']);
    const lines = fs.readFileSync(saved[0], 'utf8').split('\n');
    assert.equal(lines[0], 'shader 0001-the-racy-one.wgsl');
    assert.ok(lines.includes('dispatch 1 1 1'));
    const bytes = fs.readFileSync(path.join(target, '0001-the-racy-one.0-0.bin'));
    assert.equal(bytes.readUInt32LE(4), 2);
    await assert.rejects(device.lanewise.capture(path.join(folder, 'no', 'such'), run), /cannot be made/);
});
