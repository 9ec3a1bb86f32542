/* Textures and samplers are not supported yet: they exist as invalid objects that know what they
 * were asked to be. */
#include "api/api.h"

static const char unsupported[] = "textures and samplers are not supported";

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
    t->mip_levels = desc->mipLevelCount;
    t->samples = desc->sampleCount;
    t->base.invalid = true;
    device_invalid(d, "createTexture: %s: %s", NAME(t), unsupported);
    return t;
}

void wgpuTextureDestroy(WGPUTexture t) {
    (void)t;
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
    return WGPUTextureViewDimension_Undefined;
}

WGPUTextureView wgpuTextureCreateView(WGPUTexture t, const WGPUTextureViewDescriptor *desc) {
    WGPUStringView none = {NULL, 0};
    if (!t)
        return NULL;
    Object *o = object_new(t->base.device, KIND_TextureView, sizeof *o, desc ? desc->label : none);
    if (o)
        o->invalid = true;
    device_invalid(t->base.device, "createView: %s is invalid", NAME(t));
    return (WGPUTextureView)o;
}

WGPUSampler wgpuDeviceCreateSampler(WGPUDevice d, const WGPUSamplerDescriptor *desc) {
    WGPUStringView none = {NULL, 0};
    if (!d)
        return NULL;
    Object *o = object_new(d, KIND_Sampler, sizeof *o, desc ? desc->label : none);
    if (o)
        o->invalid = true;
    device_invalid(d, "createSampler: %s", unsupported);
    return (WGPUSampler)o;
}

void wgpuQueueWriteTexture(WGPUQueue q, const WGPUTexelCopyTextureInfo *to, const void *data,
                           size_t size, const WGPUTexelCopyBufferLayout *layout,
                           const WGPUExtent3D *extent) {
    (void)to, (void)data, (void)size, (void)layout, (void)extent;
    if (q)
        device_invalid(q->owner, "writeTexture: %s", unsupported);
}

static void refuse_copy(WGPUCommandEncoder e, const char *what) {
    if (e && encoder_ready(e, what))
        encoder_invalid(e, "%s: %s", what, unsupported);
}

void wgpuCommandEncoderCopyBufferToTexture(WGPUCommandEncoder e,
                                           const WGPUTexelCopyBufferInfo *from,
                                           const WGPUTexelCopyTextureInfo *to,
                                           const WGPUExtent3D *size) {
    (void)from, (void)to, (void)size;
    refuse_copy(e, "copyBufferToTexture");
}

void wgpuCommandEncoderCopyTextureToBuffer(WGPUCommandEncoder e,
                                           const WGPUTexelCopyTextureInfo *from,
                                           const WGPUTexelCopyBufferInfo *to,
                                           const WGPUExtent3D *size) {
    (void)from, (void)to, (void)size;
    refuse_copy(e, "copyTextureToBuffer");
}

void wgpuCommandEncoderCopyTextureToTexture(WGPUCommandEncoder e,
                                            const WGPUTexelCopyTextureInfo *from,
                                            const WGPUTexelCopyTextureInfo *to,
                                            const WGPUExtent3D *size) {
    (void)from, (void)to, (void)size;
    refuse_copy(e, "copyTextureToTexture");
}
