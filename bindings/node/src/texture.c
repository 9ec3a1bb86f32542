/* Textures, views, samplers, and copies of texels. */
#include <string.h>

#include "addon.h"

static WGPUExtent3D read_extent(const Call *c, napi_value from) {
    return (WGPUExtent3D){number32(c, member(c, from, "width")),
                          number32(c, member(c, from, "height")),
                          number32(c, member(c, from, "depthOrArrayLayers"))};
}

/* (device, descriptor) */
static napi_value create_texture(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value from = c.arg[1], formats = member(&c, from, "viewFormats");
    uint32_t n = length_of(&c, formats);
    WGPUTextureFormat *format = call_alloc(&c, n, sizeof *format);
    for (uint32_t i = 0; format && i < n; i++)
        format[i] = (WGPUTextureFormat)number32(&c, element(&c, formats, i));
    WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
    d.label = string(&c, member(&c, from, "label"));
    d.usage = number64(&c, member(&c, from, "usage"));
    d.dimension = (WGPUTextureDimension)number32(&c, member(&c, from, "dimension"));
    d.size = read_extent(&c, member(&c, from, "size"));
    d.format = (WGPUTextureFormat)number32(&c, member(&c, from, "format"));
    d.mipLevelCount = number32(&c, member(&c, from, "mipLevelCount"));
    d.sampleCount = number32(&c, member(&c, from, "sampleCount"));
    d.viewFormatCount = n;
    d.viewFormats = format;
    WGPUTexture texture =
        c.failed ? NULL : wgpuDeviceCreateTexture(HANDLE(&c, Device, c.arg[0]), &d);
    return call_end(&c, WRAP(&c, Texture, texture));
}

static napi_value texture_destroy(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    wgpuTextureDestroy(HANDLE(&c, Texture, c.arg[0]));
    return call_end(&c, NULL);
}

/* 0, 1, r, g, b or a */
static WGPUComponentSwizzle component(char letter) {
    static const char letters[] = "?01rgba"; /* in the order of WGPUComponentSwizzle */
    const char *at = strchr(letters, letter);
    return (WGPUComponentSwizzle)(letter && at ? at - letters : 0);
}

/* (texture, descriptor) */
static napi_value create_view(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value from = c.arg[1];
    WGPUTextureViewDescriptor d = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
    d.label = string(&c, member(&c, from, "label"));
    d.format = (WGPUTextureFormat)number32(&c, member(&c, from, "format"));
    d.dimension = (WGPUTextureViewDimension)number32(&c, member(&c, from, "dimension"));
    d.usage = number64(&c, member(&c, from, "usage"));
    d.aspect = (WGPUTextureAspect)number32(&c, member(&c, from, "aspect"));
    d.baseMipLevel = number32(&c, member(&c, from, "baseMipLevel"));
    d.mipLevelCount = number32(&c, member(&c, from, "mipLevelCount"));
    d.baseArrayLayer = number32(&c, member(&c, from, "baseArrayLayer"));
    d.arrayLayerCount = number32(&c, member(&c, from, "arrayLayerCount"));
    WGPUTextureComponentSwizzleDescriptor swizzle = WGPU_TEXTURE_COMPONENT_SWIZZLE_DESCRIPTOR_INIT;
    WGPUStringView letters = string(&c, member(&c, from, "swizzle"));
    if (letters.data && letters.length == 4 && strcmp(letters.data, "rgba") != 0) {
        swizzle.swizzle =
            (WGPUTextureComponentSwizzle){component(letters.data[0]), component(letters.data[1]),
                                          component(letters.data[2]), component(letters.data[3])};
        d.nextInChain = &swizzle.chain;
    }
    return call_end(
        &c, WRAP(&c, TextureView, wgpuTextureCreateView(HANDLE(&c, Texture, c.arg[0]), &d)));
}

/* (device, descriptor) */
static napi_value create_sampler(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value from = c.arg[1];
    WGPUSamplerDescriptor d = WGPU_SAMPLER_DESCRIPTOR_INIT;
    d.label = string(&c, member(&c, from, "label"));
    d.addressModeU = (WGPUAddressMode)number32(&c, member(&c, from, "addressModeU"));
    d.addressModeV = (WGPUAddressMode)number32(&c, member(&c, from, "addressModeV"));
    d.addressModeW = (WGPUAddressMode)number32(&c, member(&c, from, "addressModeW"));
    d.magFilter = (WGPUFilterMode)number32(&c, member(&c, from, "magFilter"));
    d.minFilter = (WGPUFilterMode)number32(&c, member(&c, from, "minFilter"));
    d.mipmapFilter = (WGPUMipmapFilterMode)number32(&c, member(&c, from, "mipmapFilter"));
    d.lodMinClamp = (float)number(&c, member(&c, from, "lodMinClamp"));
    d.lodMaxClamp = (float)number(&c, member(&c, from, "lodMaxClamp"));
    d.compare = (WGPUCompareFunction)number32(&c, member(&c, from, "compare"));
    d.maxAnisotropy = (uint16_t)number32(&c, member(&c, from, "maxAnisotropy"));
    return call_end(&c,
                    WRAP(&c, Sampler, wgpuDeviceCreateSampler(HANDLE(&c, Device, c.arg[0]), &d)));
}

/* ---- copies ---- */

static WGPUTexelCopyBufferLayout read_layout(const Call *c, napi_value from) {
    return (WGPUTexelCopyBufferLayout){number64(c, member(c, from, "offset")),
                                       number32(c, member(c, from, "bytesPerRow")),
                                       number32(c, member(c, from, "rowsPerImage"))};
}

static WGPUTexelCopyBufferInfo read_buffer_side(const Call *c, napi_value from) {
    return (WGPUTexelCopyBufferInfo){read_layout(c, from),
                                     HANDLE(c, Buffer, member(c, from, "buffer"))};
}

static WGPUTexelCopyTextureInfo read_texture_side(const Call *c, napi_value from) {
    napi_value origin = member(c, from, "origin");
    return (WGPUTexelCopyTextureInfo){
        .texture = HANDLE(c, Texture, member(c, from, "texture")),
        .mipLevel = number32(c, member(c, from, "mipLevel")),
        .origin = {number32(c, member(c, origin, "x")), number32(c, member(c, origin, "y")),
                   number32(c, member(c, origin, "z"))},
        .aspect = (WGPUTextureAspect)number32(c, member(c, from, "aspect")),
    };
}

/* (encoder, source, destination, size), as the two below */
static napi_value copy_buffer_to_texture(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUTexelCopyBufferInfo from = read_buffer_side(&c, c.arg[1]);
    WGPUTexelCopyTextureInfo to = read_texture_side(&c, c.arg[2]);
    WGPUExtent3D size = read_extent(&c, c.arg[3]);
    wgpuCommandEncoderCopyBufferToTexture(HANDLE(&c, CommandEncoder, c.arg[0]), &from, &to, &size);
    return call_end(&c, NULL);
}

static napi_value copy_texture_to_buffer(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUTexelCopyTextureInfo from = read_texture_side(&c, c.arg[1]);
    WGPUTexelCopyBufferInfo to = read_buffer_side(&c, c.arg[2]);
    WGPUExtent3D size = read_extent(&c, c.arg[3]);
    wgpuCommandEncoderCopyTextureToBuffer(HANDLE(&c, CommandEncoder, c.arg[0]), &from, &to, &size);
    return call_end(&c, NULL);
}

static napi_value copy_texture_to_texture(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUTexelCopyTextureInfo from = read_texture_side(&c, c.arg[1]);
    WGPUTexelCopyTextureInfo to = read_texture_side(&c, c.arg[2]);
    WGPUExtent3D size = read_extent(&c, c.arg[3]);
    wgpuCommandEncoderCopyTextureToTexture(HANDLE(&c, CommandEncoder, c.arg[0]), &from, &to, &size);
    return call_end(&c, NULL);
}

/* (queue, destination, ArrayBuffer, byte offset, byte size, layout, size) */
static napi_value write_texture(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUTexelCopyTextureInfo to = read_texture_side(&c, c.arg[1]);
    WGPUTexelCopyBufferLayout layout = read_layout(&c, c.arg[5]);
    WGPUExtent3D extent = read_extent(&c, c.arg[6]);
    size_t size;
    const char *from = bytes_of(&c, c.arg[2], &size);
    uint64_t offset = number64(&c, c.arg[3]), count = number64(&c, c.arg[4]);
    if (offset <= size && count <= size - offset)
        wgpuQueueWriteTexture(HANDLE(&c, Queue, c.arg[0]), &to, from ? from + offset : "",
                              (size_t)count, &layout, &extent);
    return call_end(&c, NULL);
}

const Function texture_functions[] = {
    {"createTexture", create_texture},
    {"textureDestroy", texture_destroy},
    {"createView", create_view},
    {"createSampler", create_sampler},
    {"copyBufferToTexture", copy_buffer_to_texture},
    {"copyTextureToBuffer", copy_texture_to_buffer},
    {"copyTextureToTexture", copy_texture_to_texture},
    {"writeTexture", write_texture},
    {NULL, NULL},
};
