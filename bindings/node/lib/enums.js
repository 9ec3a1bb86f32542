// The enumerations of WebGPU: names in the order of webgpu.h, whose numbers count up from `first`.
'use strict';
const {enumeration} = require('./idl.js');

// The converter (name to number) with `name(number)`, its inverse, and the list of names.
function define(title, first, names) {
    const convert = enumeration(title, new Map(names.map((name, i) => [name, first + i])));
    convert.nameOf = number => names[number - first];
    convert.names = names;
    return convert;
}

const astc = ['4x4', '5x4', '5x5', '6x5', '6x6', '8x5', '8x6', '8x8', '10x5', '10x6', '10x8', '10x10',
    '12x10', '12x12'].flatMap(size => [`astc-${size}-unorm`, `astc-${size}-unorm-srgb`]);

module.exports = {
    GPUAddressMode: define('GPUAddressMode', 1, ['clamp-to-edge', 'repeat', 'mirror-repeat']),
    GPUBufferBindingType: define('GPUBufferBindingType', 2,
        ['uniform', 'storage', 'read-only-storage']),
    GPUCompareFunction: define('GPUCompareFunction', 1, ['never', 'less', 'equal', 'less-equal',
        'greater', 'not-equal', 'greater-equal', 'always']),
    GPUCompilationMessageType: define('GPUCompilationMessageType', 1, ['error', 'warning', 'info']),
    GPUErrorFilter: define('GPUErrorFilter', 1, ['validation', 'out-of-memory', 'internal']),
    GPUFeatureName: define('GPUFeatureName', 1, ['core-features-and-limits', 'depth-clip-control',
        'depth32float-stencil8', 'texture-compression-bc', 'texture-compression-bc-sliced-3d',
        'texture-compression-etc2', 'texture-compression-astc', 'texture-compression-astc-sliced-3d',
        'timestamp-query', 'indirect-first-instance', 'shader-f16', 'rg11b10ufloat-renderable',
        'bgra8unorm-storage', 'float32-filterable', 'float32-blendable', 'clip-distances',
        'dual-source-blending', 'subgroups', 'texture-formats-tier1', 'texture-formats-tier2',
        'primitive-index', 'texture-component-swizzle', 'subgroup-size-control']),
    GPUFilterMode: define('GPUFilterMode', 1, ['nearest', 'linear']),
    GPUMipmapFilterMode: define('GPUMipmapFilterMode', 1, ['nearest', 'linear']),
    GPUPowerPreference: define('GPUPowerPreference', 1, ['low-power', 'high-performance']),
    GPUQueryType: define('GPUQueryType', 1, ['occlusion', 'timestamp']),
    GPUSamplerBindingType: define('GPUSamplerBindingType', 2,
        ['filtering', 'non-filtering', 'comparison']),
    GPUStorageTextureAccess: define('GPUStorageTextureAccess', 2,
        ['write-only', 'read-only', 'read-write']),
    GPUTextureAspect: define('GPUTextureAspect', 1, ['all', 'stencil-only', 'depth-only']),
    GPUTextureDimension: define('GPUTextureDimension', 1, ['1d', '2d', '3d']),
    GPUTextureFormat: define('GPUTextureFormat', 1, ['r8unorm', 'r8snorm', 'r8uint', 'r8sint',
        'r16unorm', 'r16snorm', 'r16uint', 'r16sint', 'r16float', 'rg8unorm', 'rg8snorm', 'rg8uint',
        'rg8sint', 'r32float', 'r32uint', 'r32sint', 'rg16unorm', 'rg16snorm', 'rg16uint', 'rg16sint',
        'rg16float', 'rgba8unorm', 'rgba8unorm-srgb', 'rgba8snorm', 'rgba8uint', 'rgba8sint',
        'bgra8unorm', 'bgra8unorm-srgb', 'rgb10a2uint', 'rgb10a2unorm', 'rg11b10ufloat',
        'rgb9e5ufloat', 'rg32float', 'rg32uint', 'rg32sint', 'rgba16unorm', 'rgba16snorm',
        'rgba16uint', 'rgba16sint', 'rgba16float', 'rgba32float', 'rgba32uint', 'rgba32sint',
        'stencil8', 'depth16unorm', 'depth24plus', 'depth24plus-stencil8', 'depth32float',
        'depth32float-stencil8', 'bc1-rgba-unorm', 'bc1-rgba-unorm-srgb', 'bc2-rgba-unorm',
        'bc2-rgba-unorm-srgb', 'bc3-rgba-unorm', 'bc3-rgba-unorm-srgb', 'bc4-r-unorm', 'bc4-r-snorm',
        'bc5-rg-unorm', 'bc5-rg-snorm', 'bc6h-rgb-ufloat', 'bc6h-rgb-float', 'bc7-rgba-unorm',
        'bc7-rgba-unorm-srgb', 'etc2-rgb8unorm', 'etc2-rgb8unorm-srgb', 'etc2-rgb8a1unorm',
        'etc2-rgb8a1unorm-srgb', 'etc2-rgba8unorm', 'etc2-rgba8unorm-srgb', 'eac-r11unorm',
        'eac-r11snorm', 'eac-rg11unorm', 'eac-rg11snorm', ...astc]),
    GPUTextureSampleType: define('GPUTextureSampleType', 2,
        ['float', 'unfilterable-float', 'depth', 'sint', 'uint']),
    GPUTextureViewDimension: define('GPUTextureViewDimension', 1,
        ['1d', '2d', '2d-array', 'cube', 'cube-array', '3d']),
    WGSLLanguageFeatureName: define('WGSLLanguageFeatureName', 1,
        ['readonly_and_readwrite_storage_textures', 'packed_4x8_integer_dot_product',
            'unrestricted_pointer_parameters', 'pointer_composite_access',
            'uniform_buffer_standard_layout', 'subgroup_id', 'texture_and_sampler_let',
            'subgroup_uniformity', 'texture_formats_tier1', 'linear_indexing',
            'immediate_address_space']),
};
