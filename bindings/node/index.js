// The package's entry: navigator.gpu on Lanewise, as the package `webgpu` gives it on Dawn.
//
//     import { create, globals } from 'lanewise';
//     Object.assign(globalThis, globals);
//     const navigator = { gpu: create([]) };
'use strict';
const adapter = require('./lib/adapter.js');
const binding = require('./lib/binding.js');
const constants = require('./lib/constants.js');
const encoder = require('./lib/encoder.js');
const errors = require('./lib/errors.js');
const idl = require('./lib/idl.js');
const pipeline = require('./lib/pipeline.js');
const render = require('./lib/render.js');
const texture = require('./lib/texture.js');
const {GPUBuffer} = require('./lib/buffer.js');
const {GPUDevice} = require('./lib/device.js');
const {GPUQuerySet} = require('./lib/query.js');
const {GPUQueue} = require('./lib/queue.js');
const {native} = require('./lib/native.js');

// A GPU. Flags are those of other implementations ('backend=null'): read, and not needed here.
function create(flags = []) {
    return adapter.makeGPU(idl.sequence(idl.string)(flags, 'create: flags'));
}

const everything = {...adapter, ...binding, ...encoder, ...errors, ...pipeline, ...render, ...texture,
    GPUBuffer, GPUDevice, GPUQuerySet, GPUQueue};

// The classes of WebGPU and its namespaces of flags.
const globals = {
    ...Object.fromEntries(Object.entries(everything).filter(([name]) => /^(GPU|WGSL)/.test(name))),
    ...constants,
};

const version = native.version();

module.exports = { create, globals, version };
