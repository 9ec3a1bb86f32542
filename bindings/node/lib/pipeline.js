// Shader modules and compute pipelines.
'use strict';
const enums = require('./enums.js');
const idl = require('./idl.js');
const {GPUPipelineError} = require('./errors.js');
const {native, settle} = require('./native.js');
const {gpuObject} = require('./object.js');
const {expose, illegal, make, own} = require('./slots.js');
const {GPUPipelineLayout, wrapLayout} = require('./binding.js');

const {dictionary, optional, required} = idl;

const label = optional(idl.string, '');
const autoLayout = idl.enumeration('GPUAutoLayoutMode', new Map([['auto', null]]));
const layoutInstance = idl.instance(() => GPUPipelineLayout);

// GPUPipelineLayout or 'auto', which is null.
const layout = (value, where) => idl.isObject(value) ? layoutInstance(value, where)
    : autoLayout(value, where);

class GPUCompilationMessage {
    constructor() { illegal(); }
    get message() { return own(this, GPUCompilationMessage).message; }
    get type() { return own(this, GPUCompilationMessage).messageType; }
    get lineNum() { return own(this, GPUCompilationMessage).lineNum; }
    get linePos() { return own(this, GPUCompilationMessage).linePos; }
    get offset() { return own(this, GPUCompilationMessage).offset; }
    get length() { return own(this, GPUCompilationMessage).length; }
}
expose(GPUCompilationMessage);

class GPUCompilationInfo {
    constructor() { illegal(); }
    get messages() { return own(this, GPUCompilationInfo).messages; }
}
expose(GPUCompilationInfo);

class GPUShaderModule {
    constructor() { illegal(); }
    async getCompilationInfo() {
        const module = own(this, GPUShaderModule);
        const list = await settle(native.compilationInfo(module.handle));
        const messages = list.map(m => make(GPUCompilationMessage, inCodeUnits(module.code, m)));
        return make(GPUCompilationInfo, {messages: Object.freeze(messages)});
    }
}
gpuObject(GPUShaderModule);

// The library counts bytes of UTF-8, JavaScript UTF-16 code units.
function inCodeUnits(code, m) {
    const lineStart = m.offset - (m.linePos - 1);
    return {message: m.message, messageType: enums.GPUCompilationMessageType.nameOf(m.type),
        lineNum: m.lineNum, ...code.units(m.offset, m.length, lineStart)};
}

// The text of a module, to turn places in its bytes into places in its code units.
class Text {
    #text;
    #bytes;
    constructor(text) { this.#text = text; }
    units(offset, length, lineStart) {
        this.#bytes ??= Buffer.from(this.#text);
        const count = (from, to) => this.#bytes.toString('utf8', from, to).length;
        return {offset: count(0, offset), length: count(offset, offset + length),
            linePos: count(lineStart, offset) + 1};
    }
}

const ShaderModuleDescriptor = dictionary('GPUShaderModuleDescriptor', {
    label,
    code: required(idl.string),
    compilationHints: optional(idl.sequence(dictionary('GPUShaderModuleCompilationHint', {
        entryPoint: required(idl.string),
        layout: optional(layout),
    })), []),
});

function createShaderModule(device, descriptor) {
    const d = ShaderModuleDescriptor(descriptor);
    const handle = native.createShaderModule(device.handle, d);
    return make(GPUShaderModule, {handle, device, label: d.label, code: new Text(d.code)});
}

const PipelineDescriptorBase = dictionary('GPUPipelineDescriptorBase', {label, layout: required(layout)});

const ProgrammableStage = dictionary('GPUProgrammableStage', {
    module: required(idl.instance(() => GPUShaderModule)),
    entryPoint: optional(idl.string),
    constants: optional(idl.record(idl.double), []),
});

const ComputePipelineDescriptor = dictionary('GPUComputePipelineDescriptor',
    {compute: required(ProgrammableStage)}, PipelineDescriptorBase);

class GPUComputePipeline {
    constructor() { illegal(); }
    getBindGroupLayout(index) {
        const pipeline = own(this, GPUComputePipeline);
        idl.argumentCount('getBindGroupLayout', arguments, 1);
        index = idl.u32(index, 'getBindGroupLayout: index');
        return wrapLayout(pipeline.device,
            native.pipelineBindGroupLayout(pipeline.handle, index), '');
    }
}
gpuObject(GPUComputePipeline);

// What the addon wants: handles.
function lowered(descriptor) {
    const {label: text, layout: l, compute} = ComputePipelineDescriptor(descriptor);
    return {label: text, layout: l && l.handle, module: compute.module.handle,
        entryPoint: compute.entryPoint, constants: compute.constants};
}

const wrap = (device, handle, text) => make(GPUComputePipeline, {handle, device, label: text});

function createComputePipeline(device, descriptor) {
    const d = lowered(descriptor);
    return wrap(device, native.createComputePipeline(device.handle, d), d.label);
}

const SUCCESS = 1, VALIDATION_ERROR = 3; // WGPUCreatePipelineAsyncStatus

async function createComputePipelineAsync(device, descriptor) {
    const d = lowered(descriptor);
    const {status, message, value} =
        await settle(native.createComputePipelineAsync(device.handle, d));
    if (status !== SUCCESS)
        throw pipelineError(status, message);
    return wrap(device, value, d.label);
}

const pipelineError = (status, message) => new GPUPipelineError(message,
    {reason: status === VALIDATION_ERROR ? 'validation' : 'internal'});

module.exports = {GPUCompilationInfo, GPUCompilationMessage, GPUComputePipeline, GPUShaderModule,
    PipelineDescriptorBase, ProgrammableStage, createComputePipeline, createComputePipelineAsync,
    createShaderModule, pipelineError};
