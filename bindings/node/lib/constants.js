// The namespaces of flags.
'use strict';

function namespace(title, members) {
    const flags = {};
    for (const [name, value] of Object.entries(members))
        Object.defineProperty(flags, name, {value, enumerable: true});
    return Object.defineProperty(flags, Symbol.toStringTag, {value: title, configurable: true});
}

module.exports = {
    GPUBufferUsage: namespace('GPUBufferUsage', {MAP_READ: 1, MAP_WRITE: 2, COPY_SRC: 4, COPY_DST: 8,
        INDEX: 16, VERTEX: 32, UNIFORM: 64, STORAGE: 128, INDIRECT: 256, QUERY_RESOLVE: 512}),
    GPUColorWrite: namespace('GPUColorWrite', {RED: 1, GREEN: 2, BLUE: 4, ALPHA: 8, ALL: 15}),
    GPUMapMode: namespace('GPUMapMode', {READ: 1, WRITE: 2}),
    GPUShaderStage: namespace('GPUShaderStage', {VERTEX: 1, FRAGMENT: 2, COMPUTE: 4}),
    GPUTextureUsage: namespace('GPUTextureUsage', {COPY_SRC: 1, COPY_DST: 2, TEXTURE_BINDING: 4,
        STORAGE_BINDING: 8, RENDER_ATTACHMENT: 16, TRANSIENT_ATTACHMENT: 32}),
};
