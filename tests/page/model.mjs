// The page's rules are those of src/hw, and recorded executions come out as they were recorded:
//     node model.mjs path/to/lanewise
// - against the counters of the GPU in tests/data, with the nvidia model;
// - against `lanewise banks --trace` for random accesses under every model;
// - the executions in a page add up to what the profile counted.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checker, folder, loadScripts, makePage, readData, root, run } from './page.mjs';

const binary = process.argv[2];
const lanewise = loadScripts(), { check, end } = checker();
const OPS = { ld: 'load', st: 'store', atom: 'atomic' };

function maskOf(text, lanes) {
    const active = new Uint8Array(lanes);
    for (let i = 0; i < lanes; i++) {
        const digit = text[text.length - 1 - (i >> 2)];
        active[i] = digit === undefined ? 0 : parseInt(digit, 16) >> (i & 3) & 1;
    }
    return active;
}

function readTable(path) {
    const lines = readFileSync(path, 'utf8').split('\n').filter((l) => l && !l.startsWith('#'));
    const names = lines.shift().split('\t');
    return lines.map((l) => Object.fromEntries(l.split('\t').map((v, i) => [names[i], v])));
}

function costOf(model, row, banked) {
    const address = Uint32Array.from(row.addresses.split(',').map(Number));
    const args = [model, OPS[row.op], Number(row.width), address.length, maskOf(row.mask, address.length),
                  address];
    return banked ? lanewise.bankCost(...args) : lanewise.sectorCost(...args);
}

function checkTruth(nvidia) {
    for (const name of readdirSync(join(root, 'tests/data')).filter((n) => /^h200-(?!timing)/.test(n))) {
        const banked = name.includes('shared');
        for (const row of readTable(join(root, 'tests/data', name))) {
            const cost = costOf(nvidia, row, banked);
            if (banked)
                check(cost.wavefronts === Number(row.wavefronts) &&
                      cost.wavefronts - cost.ideal === Number(row.conflicts),
                      `${name} ${row.id}: ${cost.wavefronts} passes, ${cost.wavefronts - cost.ideal} conflicts`);
            else
                check(cost.wavefronts === Number(row.sectors), `${name} ${row.id}: ${cost.wavefronts} sectors`);
        }
    }
}

// A generator of numbers below n, the same at each run.
let seed = 12345;
function random(n) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(seed / 4294967296 * n);
}

function randomRows() {
    const rows = [];
    for (let id = 0; id < 400; id++) {
        const lanes = [4, 8, 16, 32, 64, 128][random(6)], width = [4, 8, 16][random(3)];
        const kind = random(4), stride = width * random(40), spread = 1 + random(200);
        const addresses = Array.from({ length: lanes }, (_, i) =>
            kind === 0 ? i * stride : kind === 1 ? width * random(spread)
                : kind === 2 ? (i >> random(3)) * stride : width * ((i * 17) % spread));
        let mask = '';
        for (let d = 0; d < Math.max(1, lanes / 4); d++)
            mask += (random(3) ? 15 : random(16)).toString(16);
        rows.push({ id, op: Object.keys(OPS)[random(3)], width, mask, addresses: addresses.join(',') });
    }
    return rows;
}

function checkModels(models) {
    const rows = randomRows(), path = join(folder, 'random.tsv');
    writeFileSync(path, ['id\top\twidth\tmask\taddresses',
        ...rows.map((r) => [r.id, r.op, r.width, r.mask, r.addresses].join('\t'))].join('\n') + '\n');
    for (const model of models)
        for (const space of ['workgroup', 'storage']) {
            const out = run(binary, 'banks', '--trace', path, '--hardware', model.name, '--space', space)
                .trim().split('\n').map((l) => l.split('\t').map(Number));
            rows.forEach((row, i) => {
                const cost = costOf(model, row, space === 'workgroup');
                check(out[i][1] === cost.wavefronts &&
                      (space === 'storage' || out[i][2] === cost.wavefronts - cost.ideal),
                      `${model.name} ${space} ${JSON.stringify(row)}: ${cost.wavefronts}, ${out[i][1]}`);
            });
        }
}

// The kernels of one workgroup of work: all executions are in the page.
function checkRecords(name, ...args) {
    const data = readData(makePage(binary, name, join(root, 'kernels', `${name}.wgsl`), ...args));
    for (const report of data.reports)
        for (const a of report.accesses.filter((x) => x.records)) {
            const banked = a.space === 'workgroup';
            const list = lanewise.cutExecutions(a.records, report.subgroup_size);
            const plain = lanewise.makeLayout(null, {});
            const all = lanewise.countAll(list, banked, a.records.op, report.model, plain);
            const order = lanewise.worstFirst(all);
            check(a.records.kept === a.executions && list.length === a.executions,
                  `${name} ${a.line}:${a.column}: ${list.length} of ${a.executions} executions`);
            check(all.wavefronts === (banked ? a.wavefronts : a.sectors) &&
                  all.ideal === (banked ? a.ideal_wavefronts : a.ideal_sectors),
                  `${name} ${a.line}:${a.column}: ${all.wavefronts} of ${a.wavefronts} ${a.sectors}`);
            check(new Set(order).size === list.length, `${name}: each execution once`);
            check([...order].every((e, i) => !i || all.each[e] * all.eachIdeal[order[i - 1]] <=
                  all.each[order[i - 1]] * all.eachIdeal[e] + 1), `${name}: the worst first`);
        }
}

// Pads tried in the page are those that the profile tried.
function checkPads() {
    const report = readData(makePage(binary, 'pads', join(root, 'kernels/transpose_16_pad0.wgsl'))).reports[0];
    const count = (pad, swizzle) => report.accesses.filter((a) => a.name === 'tile').reduce((sum, a) => {
        const shape = lanewise.arrayShape(report.objects[a.dispatch][a.object]);
        const layout = lanewise.makeLayout(shape, { pad, swizzle, width: 0, columns: 0 });
        const list = lanewise.cutExecutions(a.records, 32);
        return sum + lanewise.countAll(list, true, a.records.op, report.model, layout).wavefronts;
    }, 0);
    for (const p of report.pads)
        check(count(p.pad, false) === p.wavefronts, `pad ${p.pad}: ${count(p.pad, false)}, ${p.wavefronts}`);
    check(report.pads.length === 33, 'all pads were tried');
    check(count(0, true) === 16, `swizzle: ${count(0, true)}`);
}

// All controls together: what the page counts for each execution is what the command counts for its
// addresses, moved here once more.
function moved(address, { start, stride }, columns, c) {
    const offset = address - start, element = Math.floor(offset / stride), bytes = c.width || stride;
    const rows = columns > 1, row = rows ? Math.floor(element / columns) : 0;
    let column = rows ? element % columns : element;
    if (rows && c.swizzle && Number.isInteger(Math.log2(columns)))
        column ^= row % columns;
    return start + (row * (rows ? columns + c.pad : 0) + column) * bytes + (c.width ? 0 : offset % stride);
}

function randomControls(shape, models) {
    const width = [0, 4, 8, 16][random(4)];
    return { pad: random(2) ? random(33) : 0, swizzle: random(2) === 1, width: width === shape.stride ? 0 : width,
             size: [4, 8, 16, 32, 64, 128][random(6)], model: random(models.length),
             columns: shape.nested ? 0 : [0, 2, 12, 16, 31, 32, 64][random(7)] };
}

function hex(active) {
    const digits = [];
    for (let i = 0; i < active.length; i += 4)
        digits.unshift([0, 1, 2, 3].reduce((d, k) => d | (active[i + k] || 0) << k, 0).toString(16));
    return digits.join('');
}

// Rows for the command, a few of each combination, and what the page says of them.
function controlledRows(access, shape, models, banked, rows) {
    const c = randomControls(shape, models), columns = c.columns || shape.columns;
    if (!banked)
        Object.assign(c, { pad: 0, swizzle: false, columns: 0 });
    const layout = lanewise.makeLayout(shape, c), list = lanewise.cutExecutions(access.records, c.size);
    const all = lanewise.countAll(list, banked, access.records.op, models[c.model], layout);
    const op = Object.keys(OPS).find((k) => OPS[k] === access.records.op);
    for (let i = random(7); i < list.length; i += 1 + random(Math.ceil(list.length / 8))) {
        const x = lanewise.lanesOf(lanewise.executionAt(list, i), lanewise.makeLayout(null, {}));
        const addresses = [...x.address].map((a, k) => !x.active[k] ? 0
            : moved(a, shape, banked ? columns : 0, c));
        rows.push({ model: models[c.model].name, banked, said: [all.each[i], all.eachIdeal[i]], c, place: access.line,
                    text: [rows.length, op, c.width || x.width, hex(x.active), addresses.join(',')].join('\t') });
    }
}

function checkControls(models) {
    const rows = [], shuffled = join(folder, 'shuffled.wgsl');
    writeFileSync(shuffled, `var<workgroup> flat: array<f32, 2048>;
var<workgroup> nested: array<array<vec2f, 24>, 32>;
@group(0) @binding(0) var<storage, read_write> dst: array<f32, 4096>;
@compute @workgroup_size(96) fn main(@builtin(local_invocation_index) i: u32) {
  for (var k = 0u; k < 24u; k++) {
    let r = (i * 2654435761u + k * 40503u) >> 7u;
    flat[r % 2048u] = 1.0;
    if r % 3u != 0u { nested[r % 32u][k] = vec2f(flat[(i * 32u + k) % 2048u]); }
    dst[r % 4096u] = 1.0;
  }
}
`);
    for (const shader of [shuffled, ...['scan_blelloch', 'transpose_32_pad1', 'histogram_private', 'matmul_tiled']
        .map((k) => join(root, 'kernels', `${k}.wgsl`))]) {
        const report = readData(makePage(binary, 'controls', shader)).reports[0];
        for (const a of report.accesses.filter((x) => x.records && x.space !== 'uniform'))
            for (let times = 0; times < 25; times++)
                controlledRows(a, lanewise.arrayShape(report.objects[a.dispatch][a.object]), models,
                               a.space === 'workgroup', rows);
    }
    check(rows.length > 1000, `${rows.length} executions under other controls`);
    for (const model of models)
        for (const banked of [true, false]) {
            const mine = rows.filter((r) => r.model === model.name && r.banked === banked);
            const path = join(folder, 'controls.tsv');
            writeFileSync(path, ['id\top\twidth\tmask\taddresses', ...mine.map((r) => r.text)].join('\n') + '\n');
            const out = run(binary, 'banks', '--trace', path, '--hardware', model.name, '--space',
                            banked ? 'workgroup' : 'storage').trim().split('\n').map((l) => l.split('\t').map(Number));
            mine.forEach((r, i) => check(out[i][1] === r.said[0] && (!banked || out[i][1] - out[i][2] === r.said[1]),
                `line ${r.place}, ${model.name}, ${JSON.stringify(r.c)}: the page says ${r.said}, the command ` +
                `${out[i].slice(1)}: ${r.text}`));
        }
}

const { models } = readData(makePage(binary, 'models', join(root, 'kernels/scan_blelloch.wgsl')));
check(models.length >= 5, 'the page has all models');
checkTruth(models.find((m) => m.name === 'nvidia'));
checkModels(models);
for (const size of ['8', '32', '64']) {
    checkRecords('scan_blelloch', '--subgroup-size', size, '--dispatch', '1');
    checkRecords('transpose_16_pad0', '--subgroup-size', size, '--dispatch', '1');
    checkRecords('histogram_private', '--subgroup-size', size, '--dispatch', '1',
                 '--bind', '0:0=random u32 4096 seed=9 min=0 max=255');
}
checkPads();
checkControls(models);
end('page model');
