// Textures, views, samplers, and the structures that copies name texels with.
'use strict';
const enums = require('./enums.js');
const idl = require('./idl.js');
const {native} = require('./native.js');
const {gpuObject, plainClass} = require('./object.js');
const {illegal, make, own, slotsOf} = require('./slots.js');
const {GPUBuffer} = require('./buffer.js');

const {dictionary, optional, required} = idl;

const label = optional(idl.string, '');

const GPUSampler = plainClass('GPUSampler');
const GPUTextureView = plainClass('GPUTextureView');

// A dictionary, or a list of up to `most` numbers in the order of its members.
function dictionaryOrList(convert, least, most) {
    const keys = convert.members.map(m => m.key);
    const list = idl.sequence(idl.u32);
    return (value, where) => {
        if (!idl.isObject(value) || value[Symbol.iterator] === undefined)
            return convert(value, where);
        const numbers = list(value, where);
        if (numbers.length < least || numbers.length > most)
            idl.fail(where, `has ${numbers.length} elements, not ${least} to ${most}`);
        return convert(Object.fromEntries(numbers.map((n, i) => [keys[i], n])), where);
    };
}

const extent3D = dictionaryOrList(dictionary('GPUExtent3DDict', {
    width: required(idl.u32),
    height: optional(idl.u32, 1),
    depthOrArrayLayers: optional(idl.u32, 1),
}), 1, 3);

const origin3D = dictionaryOrList(dictionary('GPUOrigin3DDict', {
    x: optional(idl.u32, 0),
    y: optional(idl.u32, 0),
    z: optional(idl.u32, 0),
}), 0, 3);

const TextureDescriptor = dictionary('GPUTextureDescriptor', {
    label,
    size: required(extent3D),
    mipLevelCount: optional(idl.u32, 1),
    sampleCount: optional(idl.u32, 1),
    dimension: optional(enums.GPUTextureDimension, 2),
    format: required(enums.GPUTextureFormat),
    usage: required(idl.u32),
    viewFormats: optional(idl.sequence(enums.GPUTextureFormat), []),
    textureBindingViewDimension: optional(enums.GPUTextureViewDimension),
});

const TextureViewDescriptor = dictionary('GPUTextureViewDescriptor', {
    label,
    format: optional(enums.GPUTextureFormat, 0),
    dimension: optional(enums.GPUTextureViewDimension, 0),
    usage: optional(idl.u32, 0),
    aspect: optional(enums.GPUTextureAspect, 1),
    baseMipLevel: optional(idl.u32, 0),
    mipLevelCount: optional(idl.u32),
    baseArrayLayer: optional(idl.u32, 0),
    arrayLayerCount: optional(idl.u32),
    swizzle: optional(swizzle, 'rgba'),
});

const SamplerDescriptor = dictionary('GPUSamplerDescriptor', {
    label,
    addressModeU: optional(enums.GPUAddressMode, 1),
    addressModeV: optional(enums.GPUAddressMode, 1),
    addressModeW: optional(enums.GPUAddressMode, 1),
    magFilter: optional(enums.GPUFilterMode, 1),
    minFilter: optional(enums.GPUFilterMode, 1),
    mipmapFilter: optional(enums.GPUMipmapFilterMode, 1),
    lodMinClamp: optional(idl.float, 0),
    lodMaxClamp: optional(idl.float, 32),
    compare: optional(enums.GPUCompareFunction, 0),
    maxAnisotropy: optional(idl.clampedU16, 1),
});

// Formats that a device has with a feature only: naming one without it is a TypeError.
const FORMAT_FEATURES = [
    [/^bc/, 'texture-compression-bc'],
    [/^(etc2|eac)/, 'texture-compression-etc2'],
    [/^astc/, 'texture-compression-astc'],
    [/^depth32float-stencil8$/, 'depth32float-stencil8'],
    [/^(r|rg|rgba)16[us]norm$/, 'texture-formats-tier1'],
];

// `format`: a WGPUTextureFormat; 0: none.
function requireFormat(device, format, where) {
    const name = enums.GPUTextureFormat.nameOf(format) ?? '';
    const [, feature] = FORMAT_FEATURES.find(([names]) => names.test(name)) ?? [];
    if (feature && !device.features.has(feature))
        idl.fail(where, `is '${name}', which needs the feature '${feature}'`);
}

// 'rgba', or where the components of a view come from: 0, 1, r, g, b, a.
function swizzle(value, where) {
    const text = idl.string(value);
    if (!/^[01rgba]{4}$/.test(text))
        idl.fail(where, `is '${text}', not four of 0, 1, r, g, b and a`);
    return text;
}

const copyLayout = {
    offset: optional(idl.u64, 0),
    bytesPerRow: optional(idl.u32),
    rowsPerImage: optional(idl.u32),
};
const TexelCopyBufferLayout = dictionary('GPUTexelCopyBufferLayout', copyLayout);
const TexelCopyBufferInfo = dictionary('GPUTexelCopyBufferInfo',
    {...copyLayout, buffer: required((v, where) => idl.instance(() => GPUBuffer)(v, where).handle)});
const TexelCopyTextureInfo = dictionary('GPUTexelCopyTextureInfo', {
    texture: required((v, where) => idl.instance(() => GPUTexture)(v, where).handle),
    mipLevel: optional(idl.u32, 0),
    origin: optional(origin3D, {x: 0, y: 0, z: 0}),
    aspect: optional(enums.GPUTextureAspect, 1),
});

class GPUTexture {
    constructor() { illegal(); }
    get width() { return own(this, GPUTexture).descriptor.size.width; }
    get height() { return own(this, GPUTexture).descriptor.size.height; }
    get depthOrArrayLayers() { return own(this, GPUTexture).descriptor.size.depthOrArrayLayers; }
    get mipLevelCount() { return own(this, GPUTexture).descriptor.mipLevelCount; }
    get sampleCount() { return own(this, GPUTexture).descriptor.sampleCount; }
    get dimension() {
        return enums.GPUTextureDimension.nameOf(own(this, GPUTexture).descriptor.dimension);
    }
    get format() { return enums.GPUTextureFormat.nameOf(own(this, GPUTexture).descriptor.format); }
    get usage() { return own(this, GPUTexture).descriptor.usage; }
    createView(descriptor) { return createView(own(this, GPUTexture), descriptor); }
    destroy() { native.textureDestroy(own(this, GPUTexture).handle); }
}
gpuObject(GPUTexture);

function createView(texture, descriptor) {
    const d = TextureViewDescriptor(descriptor);
    requireFormat(texture.device, d.format, 'createView: format');
    const handle = native.createView(texture.handle, d);
    return make(GPUTextureView, {handle, device: texture.device, label: d.label});
}

// The slots of a texture's view of everything, for bind groups that name the texture itself.
const defaultView = texture => slotsOf(texture.view ??= createView(texture));

function createTexture(device, descriptor) {
    const d = TextureDescriptor(descriptor);
    requireFormat(device, d.format, 'createTexture: format');
    for (const format of d.viewFormats)
        requireFormat(device, format, 'createTexture: viewFormats');
    const handle = native.createTexture(device.handle, d);
    return make(GPUTexture, {handle, device, label: d.label, descriptor: d});
}

function createSampler(device, descriptor) {
    const d = SamplerDescriptor(descriptor);
    const handle = native.createSampler(device.handle, d);
    return make(GPUSampler, {handle, device, label: d.label});
}

module.exports = {GPUSampler, GPUTexture, GPUTextureView, TexelCopyBufferInfo, TexelCopyBufferLayout,
    TexelCopyTextureInfo, createSampler, createTexture, defaultView, extent3D,
    requireFormat};
