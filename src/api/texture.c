/* Textures: their making, their memory, and what can be asked of them. Views are in texture_view.c,
 * copies in texture_copy.c. Nothing renders: a texture is memory that shaders load from, store to
 * and sample. */
#include <inttypes.h>
#include <stdlib.h>

#include "api/runner.h"

static const WGPUTextureUsage ALL_USAGES = 0x3F;

/* ---- rules ---- */

static bool check_sizes(WGPUTexture t) {
    WGPUDevice d = t->base.device;
    const WGPULimits *l = &d->limits;
    bool is_1d = t->dimension == WGPUTextureDimension_1D;
    bool is_3d = t->dimension == WGPUTextureDimension_3D;
    uint32_t side = is_1d   ? l->maxTextureDimension1D
                    : is_3d ? l->maxTextureDimension3D
                            : l->maxTextureDimension2D;
    const uint32_t most[3] = {side, is_1d ? 1 : side,
                              is_1d   ? 1
                              : is_3d ? side
                                      : l->maxTextureArrayLayers};
    const uint32_t size[3] = {t->size.width, t->size.height, t->size.depthOrArrayLayers};
    static const char *const name[] = {"width", "height", "depthOrArrayLayers"};
    for (int i = 0; i < 3; i++)
        if (size[i] < 1 || size[i] > most[i])
            return device_invalid(d, "createTexture: %s: %s %u is not from 1 to %u", NAME(t),
                                  name[i], size[i], most[i]);
    return true;
}

static uint32_t most_levels(WGPUTexture t) {
    uint32_t most = t->size.width > t->size.height ? t->size.width : t->size.height, n = 1;
    if (t->dimension == WGPUTextureDimension_1D)
        return 1;
    if (t->dimension == WGPUTextureDimension_3D && t->size.depthOrArrayLayers > most)
        most = t->size.depthOrArrayLayers;
    while (most >>= 1)
        n++;
    return n;
}

static bool check_samples(WGPUTexture t) {
    WGPUDevice d = t->base.device;
    if (t->samples == 1)
        return true;
    if (t->samples != 4)
        return device_invalid(d, "createTexture: %s: sampleCount %u is neither 1 nor 4", NAME(t),
                              t->samples);
    if (t->dimension != WGPUTextureDimension_2D || t->mip_levels != 1 ||
        t->size.depthOrArrayLayers != 1)
        return device_invalid(
            d, "createTexture: %s: with several samples it is to be 2D, with one level and layer",
            NAME(t));
    if (!(t->info->rules & TEXEL_SAMPLES))
        return device_invalid(d, "createTexture: %s: %s cannot have several samples", NAME(t),
                              t->info->name);
    if (!(t->usage & WGPUTextureUsage_RenderAttachment) ||
        (t->usage & WGPUTextureUsage_StorageBinding))
        return device_invalid(d,
                              "createTexture: %s: with several samples it needs usage "
                              "RenderAttachment and cannot have StorageBinding",
                              NAME(t));
    return true;
}

static bool check_usage(WGPUTexture t) {
    WGPUDevice d = t->base.device;
    bool depth = (t->info->rules & (TEXEL_DEPTH | TEXEL_STENCIL)) != 0;
    if (!t->usage || (t->usage & ~ALL_USAGES))
        return device_invalid(d, "createTexture: %s: usage 0x%" PRIx64 " is not a set of usages",
                              NAME(t), t->usage);
    if (depth && t->dimension != WGPUTextureDimension_2D)
        return device_invalid(d, "createTexture: %s: %s is for 2D textures only", NAME(t),
                              t->info->name);
    if ((t->usage & WGPUTextureUsage_RenderAttachment) &&
        (t->dimension == WGPUTextureDimension_1D || !format_is_rendered(d, t->info)))
        return device_invalid(d, "createTexture: %s: %s cannot have usage RenderAttachment%s",
                              NAME(t), t->info->name,
                              t->dimension == WGPUTextureDimension_1D ? " in 1D" : "");
    if ((t->usage & WGPUTextureUsage_StorageBinding) &&
        !format_is_stored(d, t->info, WGPUStorageTextureAccess_WriteOnly))
        return device_invalid(d, "createTexture: %s: %s cannot have usage StorageBinding", NAME(t),
                              t->info->name);
    return true;
}

static bool check_view_formats(WGPUTexture t, const WGPUTextureDescriptor *desc) {
    WGPUDevice d = t->base.device;
    if (!device_check_array(d, NAME(t), desc->viewFormats, desc->viewFormatCount))
        return false;
    for (size_t i = 0; i < desc->viewFormatCount; i++) {
        const TexelFormat *f = format_info(desc->viewFormats[i]);
        if (!f || !format_is_like(f, t->info))
            return device_invalid(d, "createTexture: %s: view format %s does not fit %s", NAME(t),
                                  f ? f->name : "(unknown)", t->info->name);
        t->other_format = f != t->info ? f : t->other_format;
    }
    return true;
}

static bool check_descriptor(WGPUTexture t, const WGPUTextureDescriptor *desc) {
    WGPUDevice d = t->base.device;
    if (!device_check_chain(d, NAME(t), desc->nextInChain))
        return false;
    if (t->dimension > WGPUTextureDimension_3D)
        return device_invalid(d, "createTexture: %s: dimension %d is out of range", NAME(t),
                              (int)t->dimension);
    if (!t->info)
        return device_invalid(d,
                              "createTexture: %s: format %d is not one of texels that Lanewise "
                              "knows",
                              NAME(t), (int)t->format);
    if (!format_is_enabled(d, t->info))
        return device_invalid(d, "createTexture: %s: format %s needs a feature of the device",
                              NAME(t), t->info->name);
    if (!check_sizes(t))
        return false;
    if (t->mip_levels < 1 || t->mip_levels > most_levels(t))
        return device_invalid(d, "createTexture: %s: mipLevelCount %u is not from 1 to %u", NAME(t),
                              t->mip_levels, most_levels(t));
    return check_samples(t) && check_usage(t) && check_view_formats(t, desc);
}

/* ---- memory ---- */

static uint32_t at_level(uint32_t size, uint32_t level) {
    return size >> level ? size >> level : 1;
}

/* Lays out one plane behind `bytes` bytes; returns where it ends. */
static uint64_t place_plane(WGPUTexture t, EngineTexture *plane, const TexelFormat *f,
                            uint64_t bytes, uint64_t *texels) {
    bool is_3d = t->dimension == WGPUTextureDimension_3D;
    *plane = (EngineTexture){.format = f,
                             .levels = t->mip_levels,
                             .layers = is_3d ? 1 : t->size.depthOrArrayLayers,
                             .samples = t->samples};
    for (uint32_t i = 0; i < t->mip_levels; i++) {
        EngineLevel *l = &plane->level[i];
        uint32_t z = t->size.depthOrArrayLayers;
        *l = (EngineLevel){.size = {at_level(t->size.width, i), at_level(t->size.height, i),
                                    is_3d ? at_level(z, i) : z},
                           .offset = (uint32_t)bytes};
        uint64_t row = (uint64_t)l->size[0] * t->samples * f->layout.bytes;
        l->row = (uint32_t)row;
        l->slice = (uint32_t)(row * l->size[1]);
        bytes += row * l->size[1] * l->size[2];
        *texels += (uint64_t)l->size[0] * t->samples * l->size[1] * l->size[2];
    }
    return (bytes + 15) / 16 * 16;
}

/* Within the device's budget. */
static bool take_memory(WGPUTexture t) {
    WGPUDevice d = t->base.device;
    lock_take(d->lock);
    if (range_fits(d->buffer_bytes, t->bytes, d->options.memory_budget))
        t->data = calloc(1, (size_t)t->bytes);
    if (t->data)
        d->buffer_bytes += t->bytes;
    lock_give(d->lock);
    return t->data != NULL;
}

static bool allocate(WGPUTexture t) {
    Runner *runner = t->base.device->runner;
    uint64_t texels = 0;
    for (uint32_t i = 0; i < TEXTURE_PLANES; i++) {
        const TexelFormat *f = texel_plane(t->info, i);
        if (f)
            t->bytes = place_plane(t, &t->plane[i], f, t->bytes, &texels);
    }
    if (texels >= ENGINE_MOST_TEXELS)
        return false;
    if (take_memory(t))
        return true;
    runner_drain(runner); /* what was destroyed may still be waiting for jobs */
    return runner && take_memory(t);
}

void texture_clear(WGPUTexture t) {
    WGPUDevice d = t->base.device;
    lock_take(d->lock);
    if (t->data)
        d->buffer_bytes -= t->bytes;
    uint8_t *data = t->data;
    t->data = NULL;
    lock_give(d->lock);
    free(data);
}

/* ---- making and ending ---- */

WGPUTexture wgpuDeviceCreateTexture(WGPUDevice d, const WGPUTextureDescriptor *desc) {
    if (!d || !desc)
        return NULL;
    WGPUTexture t = object_new(d, KIND_Texture, sizeof *t, desc->label);
    if (!t)
        return NULL;
    t->usage = desc->usage;
    t->dimension = desc->dimension ? desc->dimension : WGPUTextureDimension_2D;
    t->size = desc->size;
    t->format = desc->format;
    t->info = format_info(desc->format);
    t->mip_levels = desc->mipLevelCount;
    t->samples = desc->sampleCount;
    t->base.invalid = !check_descriptor(t, desc);
    t->destroyed = atomic_load(&d->lost);
    if (!t->base.invalid && !t->destroyed && !allocate(t)) {
        device_error(d, WGPUErrorType_OutOfMemory,
                     "createTexture: %s: no memory for %" PRIu64 " bytes", NAME(t), t->bytes);
        t->base.invalid = true;
    }
    return t;
}

void wgpuTextureDestroy(WGPUTexture t) {
    if (!t)
        return;
    t->destroyed = true;
    WGPUDevice d = t->base.device;
    Command c = {COMMAND_FREE_TEXTURE, .texels = {.to = {.texture = t}}};
    if (!runner_defer(d->runner, c, &t->base, NULL))
        texture_clear(t);
}

void texture_free(Object *o) {
    texture_clear((WGPUTexture)o);
}

uint32_t wgpuTextureGetWidth(WGPUTexture t) {
    return t ? t->size.width : 0;
}
uint32_t wgpuTextureGetHeight(WGPUTexture t) {
    return t ? t->size.height : 0;
}
uint32_t wgpuTextureGetDepthOrArrayLayers(WGPUTexture t) {
    return t ? t->size.depthOrArrayLayers : 0;
}
uint32_t wgpuTextureGetMipLevelCount(WGPUTexture t) {
    return t ? t->mip_levels : 0;
}
uint32_t wgpuTextureGetSampleCount(WGPUTexture t) {
    return t ? t->samples : 0;
}
WGPUTextureUsage wgpuTextureGetUsage(WGPUTexture t) {
    return t ? t->usage : WGPUTextureUsage_None;
}
WGPUTextureFormat wgpuTextureGetFormat(WGPUTexture t) {
    return t ? t->format : WGPUTextureFormat_Undefined;
}
WGPUTextureDimension wgpuTextureGetDimension(WGPUTexture t) {
    return t ? t->dimension : WGPUTextureDimension_Undefined;
}
WGPUTextureViewDimension wgpuTextureGetTextureBindingViewDimension(WGPUTexture t) {
    (void)t;
    return WGPUTextureViewDimension_Undefined; /* it matters to compatibility mode only */
}
