// Bind group layouts, bind groups, pipeline layouts.
'use strict';
const enums = require('./enums.js');
const idl = require('./idl.js');
const {native} = require('./native.js');
const {plainClass} = require('./object.js');
const {make, slotsOf} = require('./slots.js');
const {GPUBuffer} = require('./buffer.js');
const {GPUSampler, GPUTexture, GPUTextureView, defaultView, requireFormat} = require('./texture.js');

const {dictionary, optional, required} = idl;

const GPUBindGroupLayout = plainClass('GPUBindGroupLayout');
const GPUPipelineLayout = plainClass('GPUPipelineLayout');
const GPUBindGroup = plainClass('GPUBindGroup');
const GPUExternalTexture = plainClass('GPUExternalTexture');

const layoutOf = idl.instance(() => GPUBindGroupLayout);
const label = optional(idl.string, '');

const BindGroupLayoutDescriptor = dictionary('GPUBindGroupLayoutDescriptor', {
    label,
    entries: required(idl.sequence(dictionary('GPUBindGroupLayoutEntry', {
        binding: required(idl.u32),
        visibility: required(idl.u32),
        buffer: optional(dictionary('GPUBufferBindingLayout', {
            type: optional(enums.GPUBufferBindingType, 2),
            hasDynamicOffset: optional(idl.boolean, false),
            minBindingSize: optional(idl.u64, 0),
        })),
        sampler: optional(dictionary('GPUSamplerBindingLayout', {
            type: optional(enums.GPUSamplerBindingType, 2),
        })),
        texture: optional(dictionary('GPUTextureBindingLayout', {
            sampleType: optional(enums.GPUTextureSampleType, 2),
            viewDimension: optional(enums.GPUTextureViewDimension, 2),
            multisampled: optional(idl.boolean, false),
        })),
        storageTexture: optional(dictionary('GPUStorageTextureBindingLayout', {
            access: optional(enums.GPUStorageTextureAccess, 2),
            format: required(enums.GPUTextureFormat),
            viewDimension: optional(enums.GPUTextureViewDimension, 2),
        })),
        externalTexture: optional(dictionary('GPUExternalTextureBindingLayout', {})),
    }))),
});

const PipelineLayoutDescriptor = dictionary('GPUPipelineLayoutDescriptor', {
    label,
    bindGroupLayouts: required(idl.sequence(idl.nullable(layoutOf))),
    immediateSize: optional(idl.u32, 0),
});

const BufferBinding = dictionary('GPUBufferBinding', {
    buffer: required(idl.instance(() => GPUBuffer)),
    offset: optional(idl.u64, 0),
    size: optional(idl.u64),
});

// The union GPUBindingResource: {buffer, offset, size}, {sampler} or {view}, all handles.
function resource(value, where) {
    const slots = slotsOf(value);
    switch (slots?.type) {
    case GPUBuffer: return {buffer: slots.handle, offset: 0};
    case GPUSampler: return {sampler: slots.handle};
    case GPUTextureView: return {view: slots.handle};
    case GPUTexture: return {view: defaultView(slots).handle};
    case undefined: break;
    default: idl.fail(where, `is a ${slots.type.name}, which cannot be bound`);
    }
    if (!idl.isObject(value))
        idl.fail(where, 'is neither a resource nor a GPUBufferBinding');
    const {buffer, offset, size} = BufferBinding(value, where);
    return {buffer: buffer.handle, offset, size};
}

const BindGroupDescriptor = dictionary('GPUBindGroupDescriptor', {
    label,
    layout: required(layoutOf),
    entries: required(idl.sequence(dictionary('GPUBindGroupEntry', {
        binding: required(idl.u32),
        resource: required(resource),
    }))),
});

function createBindGroupLayout(device, descriptor) {
    const d = BindGroupLayoutDescriptor(descriptor);
    for (const {storageTexture} of d.entries)
        requireFormat(device, storageTexture?.format, 'createBindGroupLayout: storageTexture.format');
    return wrapLayout(device, native.createBindGroupLayout(device.handle, d), d.label);
}

const wrapLayout = (device, handle, text) => make(GPUBindGroupLayout, {handle, device, label: text});

function createPipelineLayout(device, descriptor) {
    const d = PipelineLayoutDescriptor(descriptor);
    const layouts = d.bindGroupLayouts.map(l => l && l.handle);
    const handle = native.createPipelineLayout(device.handle, {...d, bindGroupLayouts: layouts});
    return make(GPUPipelineLayout, {handle, device, label: d.label});
}

function createBindGroup(device, descriptor) {
    const d = BindGroupDescriptor(descriptor);
    const handle = native.createBindGroup(device.handle, {...d, layout: d.layout.handle});
    return make(GPUBindGroup, {handle, device, label: d.label});
}

const groupOf = idl.nullable(idl.instance(() => GPUBindGroup));
const offsetsOf = idl.sequence(idl.u32);

// The arguments of setBindGroup: dynamic offsets are a list, or a part of an Uint32Array.
function bindGroupArguments(args) {
    const where = 'setBindGroup';
    idl.argumentCount(where, args, 2);
    const [, , list] = args;
    const index = idl.u32(args[0], `${where}: index`);
    const group = groupOf(args[1], `${where}: bindGroup`)?.handle;
    if (args.length < 4 || !(list instanceof Uint32Array || idl.isKind(list, '[object Uint32Array]')))
        return {index, group, offsets: list === undefined ? []
            : offsetsOf(list, `${where}: dynamicOffsets`)};
    idl.argumentCount(where, args, 5);
    const start = idl.u64(args[3], `${where}: dynamicOffsetsDataStart`);
    const length = idl.u32(args[4], `${where}: dynamicOffsetsDataLength`);
    if (start + length > list.length)
        throw new RangeError(`${where}: elements ${start} to ${start + length} are not in an array ` +
            `of ${list.length}`);
    return {index, group, offsets: Array.from(list.subarray(start, start + length))};
}

module.exports = {GPUBindGroup, GPUBindGroupLayout, GPUExternalTexture, GPUPipelineLayout,
    bindGroupArguments, createBindGroup, createBindGroupLayout, createPipelineLayout, wrapLayout};
