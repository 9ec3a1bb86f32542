// The WebGPU peer of the benchmark: times WGSL files, with the run directives inside them, on Dawn and
// prints "KERNEL MEDIAN_US OK" a line. DATA/KERNEL.BINDING holds each binding as Lanewise left it: read-only
// ones start with that; writable ones start with zeros, and OK says whether they end like that.
//     node dawn.mjs WEBGPU_FOLDER DATA REPETITIONS KERNEL=FILE.wgsl ...
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , folder, data, repetitions, ...kernels] = process.argv;
const { create, globals } = await import(pathToFileURL(path.join(folder, 'index.js')));
Object.assign(globalThis, globals);

// Dawn's objects die with the last reference to what made them: keep these for good.
const kept = (globalThis.kept = { gpu: create(['backend=vulkan']) });
kept.adapter = await kept.gpu.requestAdapter();
if (!kept.adapter) {
  console.error('dawn: no adapter');
  process.exit(1);
}
const device = (kept.device = await kept.adapter.requestDevice());
device.addEventListener('uncapturederror', (e) => {
  console.error(`dawn: ${e.error.message}`);
  process.exit(1);
});

// Group 0's bindings and the passes, as the file declares them.
function readKernel(name, file) {
  const code = fs.readFileSync(file, 'utf8');
  const found = code.matchAll(/@binding\((\d+)\) var<storage, (\w+)> \w+: ([^;]+);/g);
  const bindings = [...found].map(([, binding, access, type]) => {
    const { buffer } = new Uint8Array(fs.readFileSync(path.join(data, `${name}.${binding}`)));
    const contents = type.includes('u32') ? new Uint32Array(buffer) : new Float32Array(buffer);
    const writable = access === 'read_write';
    const before = writable ? new contents.constructor(contents.length) : contents;
    return { binding: +binding, writable, before, after: contents };
  });
  const passes = [...code.matchAll(/^\/\/! (?:dispatch|pass) (.*)$/gm)]
    .flatMap(([, all]) => all.split(';').map((one) => one.replace(/^\s*pass /, '').trim().split(/\s+/)))
    .map((words) => (isNaN(words[0]) ? { entry: words[0], size: words.slice(1) } : { entry: undefined, size: words }))
    .map(({ entry, size }) => ({ entry, size: size.map(Number) }));
  return { code, bindings, passes };
}

function makeBuffers(bindings) {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  for (const b of bindings) {
    b.buffer = device.createBuffer({ size: b.before.byteLength, usage });
  }
}

// One explicit layout, since each pass may use only some of the bindings.
function makePipelines({ code, bindings, passes }) {
  const group = device.createBindGroupLayout({
    entries: bindings.map(({ binding, writable }) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type: writable ? 'storage' : 'read-only-storage' },
    })),
  });
  const layout = device.createPipelineLayout({ bindGroupLayouts: [group] });
  const module = device.createShaderModule({ code });
  const entries = bindings.map(({ binding, buffer }) => ({ binding, resource: { buffer } }));
  return {
    bindGroup: device.createBindGroup({ layout: group, entries }),
    pipelines: passes.map(({ entry }) =>
      device.createComputePipeline({ layout, compute: { module, entryPoint: entry } })),
  };
}

async function runOnce({ bindings, passes }, { bindGroup, pipelines }) {
  for (const b of bindings) {
    device.queue.writeBuffer(b.buffer, 0, b.before);
  }
  await device.queue.onSubmittedWorkDone();
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setBindGroup(0, bindGroup);
  passes.forEach(({ size }, i) => {
    pass.setPipeline(pipelines[i]);
    pass.dispatchWorkgroups(...size);
  });
  pass.end();
  const commands = encoder.finish();
  const start = performance.now();
  device.queue.submit([commands]);
  await device.queue.onSubmittedWorkDone();
  return (performance.now() - start) * 1e3;
}

async function agrees({ buffer, after }) {
  const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
  const staging = device.createBuffer({ size: after.byteLength, usage });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, after.byteLength);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const result = new after.constructor(staging.getMappedRange());
  return result.every((x, i) => Math.abs(x - after[i]) <= (after instanceof Float32Array ? 1e-3 : 0));
}

for (const argument of kernels) {
  const [name, file] = argument.split('=');
  const kernel = readKernel(name, file);
  makeBuffers(kernel.bindings);
  const pipelines = makePipelines(kernel);
  await runOnce(kernel, pipelines);
  const times = [];
  for (let i = 0; i < +repetitions; i++) {
    times.push(await runOnce(kernel, pipelines));
  }
  times.sort((a, b) => a - b);
  let right = true;
  for (const b of kernel.bindings.filter(({ writable }) => writable)) {
    right = (await agrees(b)) && right;
  }
  console.log(`${name} ${times[times.length >> 1].toFixed(1)} ${right ? 'ok' : 'WRONG'}`);
  kernel.bindings.forEach(({ buffer }) => buffer.destroy());
}
process.exit(0);
