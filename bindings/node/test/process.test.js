// Life in a process: collection, worker threads, exits, the two ways in.
'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const {execFile} = require('node:child_process');
const {promisify} = require('node:util');
const {test} = require('node:test');

const run = promisify(execFile);
const root = path.join(__dirname, '..');
const index = JSON.stringify(path.join(root, 'index.js'));
const register = path.join(root, 'register.js');

// The output of a program in a node of its own, which must end well.
async function output(program, flags = [], variables = {}) {
    const {stdout, stderr} = await run(process.execPath, [...flags, '-e', program],
        {timeout: 120000, env: {...process.env, ...variables}});
    return stdout + stderr;
}

const DEVICE = `const {create, globals} = require(${index});
    const newDevice = async () => (await create().requestAdapter()).requestDevice();`;

test('nothing needs to be kept alive by the program', async () => {
    assert.equal(await output(`${DEVICE}
        const buffer = newDevice().then(device => device.createBuffer({size: 8, usage: 9}));
        const turn = () => new Promise(resolve => setTimeout(resolve, 1));
        buffer.then(async buffer => {
            for (let i = 0; i < 20; i++) {
                gc();
                await turn();
            }
            await buffer.mapAsync(1);
            console.log(buffer.getMappedRange().byteLength);
        });`, ['--expose-gc']), '8\n');
});

test('what is dropped is collected', async () => {
    const grown = await output(`${DEVICE}
        const turn = () => new Promise(resolve => setTimeout(resolve, 1));
        async function round() {
            const device = await newDevice();
            for (let i = 0; i < 20; i++)
                device.createBuffer({size: 2 ** 20, usage: 4, mappedAtCreation: true});
        }
        (async () => {
            const sizes = [];
            for (let i = 0; i < 30; i++) {
                await round();
                gc();
                await turn();
                sizes.push(process.memoryUsage().rss);
            }
            console.log(sizes[29] - sizes[9]);
        })();`, ['--expose-gc']);
    assert.ok(Number(grown) < 200 * 2 ** 20, `grown by ${grown} bytes of 400 MiB`);
});

test('a device that is dropped does not keep its listeners, one that is used does', async () => {
    assert.equal(await output(`${DEVICE}
        (async () => {
            let device = await newDevice();
            device.onuncapturederror = event => { event.preventDefault(); console.log('heard'); };
            const queue = device.queue;
            device = null;
            for (let i = 0; i < 10; i++) {
                gc();
                await new Promise(resolve => setTimeout(resolve, 1));
            }
            queue.submit([]);
            const other = await newDevice();
            queue.submit([other.createCommandEncoder().finish()]);
        })();`, ['--expose-gc']), 'heard\n');
});

test('worker threads have devices of their own', async () => {
    assert.equal(await output(`${DEVICE}
        const {Worker} = require('node:worker_threads');
        newDevice().then(async device => {
            const worker = () => new Promise((resolve, reject) => {
                const w = new Worker(\`${DEVICE.replace(/`/g, '')}
                    newDevice().then(device => {
                        device.createBuffer({size: 8, usage: 4, mappedAtCreation: true});
                        require('node:worker_threads').parentPort.postMessage(device.limits.maxBindGroups);
                    });\`, {eval: true});
                w.on('message', resolve);
                w.on('error', reject);
            });
            console.log(await Promise.all([worker(), worker()]));
        });`), '[ 4, 4 ]\n');
});

test('exits at any time', async () => {
    assert.equal(await output(`${DEVICE}
        newDevice().then(device => {
            device.createBuffer({size: 8, usage: 9}).mapAsync(1);
            device.popErrorScope();
            process.exit();
        });`), '');
});

test('an error that nobody hears is told on standard error', async () => {
    assert.match(await output(`${DEVICE}
        newDevice().then(device => device.createBuffer({size: 8, usage: 0, label: 'mine'}));`),
    /uncaptured GPUValidationError: .*"mine"/);
});

test('register gives navigator.gpu, to imports and requires', async () => {
    const program = 'console.log(navigator.gpu instanceof GPU, GPUMapMode.READ, navigator.userAgent)';
    for (const how of ['--import', '--require'])
        assert.match(await output(program, [how, register]), /^true 1 Node\.js/);
});

test('a report folder and the program each have their reports', async t => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lanewise-'));
    t.after(() => fs.rmSync(folder, {recursive: true}));
    assert.equal(await output(`${DEVICE}
        newDevice().then(async device => {
            const buffer = device.createBuffer({size: 16, usage: 0x80});
            const module = device.createShaderModule({label: 'racy.wgsl', code: \`
                @group(0) @binding(0) var<storage, read_write> out: array<u32>;
                @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
                    out[0] = i;
                }\`});
            const pipeline = device.createComputePipeline({layout: 'auto', compute: {module}});
            const layout = pipeline.getBindGroupLayout(0);
            const group = device.createBindGroup({layout, entries: [{binding: 0, resource: buffer}]});
            const step = () => {
                const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
                pass.setPipeline(pipeline);
                pass.setBindGroup(0, group);
                pass.dispatchWorkgroups(1);
                pass.end();
                device.queue.submit([encoder.finish()]);
            };
            step();
            const {findings} = await device.lanewise.check(step);
            const {totals} = await device.lanewise.profile(step);
            console.log(device.lanewise.observe, findings.map(f => f.rule), totals.invocations);
        });`, [], {LANEWISE_OBSERVE: 'check', LANEWISE_REPORT: folder}),
    "[] [ 'data-race' ] 64\n");
    const [record] = fs.readdirSync(folder).filter(name => name.endsWith('.json'));
    const {report} = JSON.parse(fs.readFileSync(path.join(folder, record)));
    assert.equal(report.dispatches[0].count, 3);
    assert.equal(report.findings[0].count, 3);
    assert.deepEqual(report.accesses, []);
});
