/* Rendering is not supported: its objects exist as invalid ones, whose making is the error. What is
 * asked of an invalid pass or bundle does nothing. */
#include <stdlib.h>

#include "api/api.h"

/* Most functions here have nothing to do with what they are given. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

static const char unsupported[] = "rendering is not supported";

/* An object that is invalid from the start, and the error that says so. */
static void *refuse(WGPUDevice d, ObjectKind kind, const char *what, WGPUStringView label) {
    if (!d)
        return NULL;
    Object *o = object_new(d, kind, sizeof *o, label);
    if (o)
        o->invalid = true;
    device_invalid(d, "%s: %s", what, unsupported);
    return o;
}

/* ---- pipelines ---- */

WGPURenderPipeline wgpuDeviceCreateRenderPipeline(WGPUDevice d,
                                                  const WGPURenderPipelineDescriptor *desc) {
    return desc ? refuse(d, KIND_RenderPipeline, "createRenderPipeline", desc->label) : NULL;
}

WGPUFuture wgpuDeviceCreateRenderPipelineAsync(WGPUDevice d,
                                               const WGPURenderPipelineDescriptor *desc,
                                               WGPUCreateRenderPipelineAsyncCallbackInfo info) {
    Async *e = d ? async_of(ASYNC_RENDER_PIPELINE, info) : NULL;
    if (!e)
        return (WGPUFuture){0};
    e->status = WGPUCreatePipelineAsyncStatus_ValidationError;
    e->message = text_format("createRenderPipelineAsync: %s", unsupported);
    return async_track(&d->adapter->instance->async, e);
}

WGPUBindGroupLayout wgpuRenderPipelineGetBindGroupLayout(WGPURenderPipeline p, uint32_t index) {
    WGPUStringView none = {NULL, 0};
    (void)index;
    if (!p)
        return NULL;
    WGPUDevice d = ((Object *)p)->device;
    WGPUBindGroupLayout l = bind_group_layout_new(d, none, NULL, 0, 0);
    if (l)
        l->base.invalid = true;
    device_invalid(d, "getBindGroupLayout: %s", unsupported);
    return l;
}

/* ---- passes ---- */

WGPURenderPassEncoder wgpuCommandEncoderBeginRenderPass(WGPUCommandEncoder e,
                                                        const WGPURenderPassDescriptor *desc) {
    if (!e || !desc)
        return NULL;
    WGPURenderPassEncoder p =
        object_new(e->base.device, KIND_RenderPassEncoder, sizeof *p, desc->label);
    if (!p)
        return NULL;
    p->encoder = object_ref(e);
    p->base.invalid = true;
    p->ended = !encoder_ready(e, "beginRenderPass");
    if (!p->ended) {
        e->state = ENCODER_IN_PASS;
        encoder_invalid(e, "beginRenderPass: %s", unsupported);
    }
    return p;
}

void render_pass_free(Object *o) {
    object_unref(((WGPURenderPassEncoder)o)->encoder);
}

void wgpuRenderPassEncoderEnd(WGPURenderPassEncoder p) {
    if (!p)
        return;
    if (p->ended)
        device_invalid(p->base.device, "end: %s has ended, or was never open", NAME(p));
    else
        encoder_pass_ended(p->encoder);
    p->ended = true;
}

void wgpuRenderPassEncoderBeginOcclusionQuery(WGPURenderPassEncoder renderPassEncoder,
                                              uint32_t queryIndex) {}
void wgpuRenderPassEncoderDraw(WGPURenderPassEncoder renderPassEncoder, uint32_t vertexCount,
                               uint32_t instanceCount, uint32_t firstVertex,
                               uint32_t firstInstance) {}
void wgpuRenderPassEncoderDrawIndexed(WGPURenderPassEncoder renderPassEncoder, uint32_t indexCount,
                                      uint32_t instanceCount, uint32_t firstIndex,
                                      int32_t baseVertex, uint32_t firstInstance) {}
void wgpuRenderPassEncoderDrawIndexedIndirect(WGPURenderPassEncoder renderPassEncoder,
                                              WGPUBuffer indirectBuffer, uint64_t indirectOffset) {}
void wgpuRenderPassEncoderDrawIndirect(WGPURenderPassEncoder renderPassEncoder,
                                       WGPUBuffer indirectBuffer, uint64_t indirectOffset) {}
void wgpuRenderPassEncoderEndOcclusionQuery(WGPURenderPassEncoder renderPassEncoder) {}
void wgpuRenderPassEncoderExecuteBundles(WGPURenderPassEncoder renderPassEncoder,
                                         size_t bundleCount, WGPURenderBundle const *bundles) {}
void wgpuRenderPassEncoderInsertDebugMarker(WGPURenderPassEncoder renderPassEncoder,
                                            WGPUStringView markerLabel) {}
void wgpuRenderPassEncoderPopDebugGroup(WGPURenderPassEncoder renderPassEncoder) {}
void wgpuRenderPassEncoderPushDebugGroup(WGPURenderPassEncoder renderPassEncoder,
                                         WGPUStringView groupLabel) {}
void wgpuRenderPassEncoderSetBindGroup(WGPURenderPassEncoder renderPassEncoder, uint32_t groupIndex,
                                       WGPUBindGroup group, size_t dynamicOffsetCount,
                                       uint32_t const *dynamicOffsets) {}
void wgpuRenderPassEncoderSetBlendConstant(WGPURenderPassEncoder renderPassEncoder,
                                           WGPUColor const *color) {}
void wgpuRenderPassEncoderSetImmediates(WGPURenderPassEncoder renderPassEncoder, uint32_t offset,
                                        void const *data, size_t size) {}
void wgpuRenderPassEncoderSetIndexBuffer(WGPURenderPassEncoder renderPassEncoder, WGPUBuffer buffer,
                                         WGPUIndexFormat format, uint64_t offset, uint64_t size) {}
void wgpuRenderPassEncoderSetPipeline(WGPURenderPassEncoder renderPassEncoder,
                                      WGPURenderPipeline pipeline) {}
void wgpuRenderPassEncoderSetScissorRect(WGPURenderPassEncoder renderPassEncoder, uint32_t x,
                                         uint32_t y, uint32_t width, uint32_t height) {}
void wgpuRenderPassEncoderSetStencilReference(WGPURenderPassEncoder renderPassEncoder,
                                              uint32_t reference) {}
void wgpuRenderPassEncoderSetVertexBuffer(WGPURenderPassEncoder renderPassEncoder, uint32_t slot,
                                          WGPUBuffer buffer, uint64_t offset, uint64_t size) {}
void wgpuRenderPassEncoderSetViewport(WGPURenderPassEncoder renderPassEncoder, float x, float y,
                                      float width, float height, float minDepth, float maxDepth) {}

/* ---- bundles ---- */

WGPURenderBundleEncoder
wgpuDeviceCreateRenderBundleEncoder(WGPUDevice d, const WGPURenderBundleEncoderDescriptor *desc) {
    return desc ? refuse(d, KIND_RenderBundleEncoder, "createRenderBundleEncoder", desc->label)
                : NULL;
}

WGPURenderBundle wgpuRenderBundleEncoderFinish(WGPURenderBundleEncoder e,
                                               const WGPURenderBundleDescriptor *desc) {
    WGPUStringView none = {NULL, 0};
    return e ? refuse(((Object *)e)->device, KIND_RenderBundle, "finish", desc ? desc->label : none)
             : NULL;
}

void wgpuRenderBundleEncoderDraw(WGPURenderBundleEncoder renderBundleEncoder, uint32_t vertexCount,
                                 uint32_t instanceCount, uint32_t firstVertex,
                                 uint32_t firstInstance) {}
void wgpuRenderBundleEncoderDrawIndexed(WGPURenderBundleEncoder renderBundleEncoder,
                                        uint32_t indexCount, uint32_t instanceCount,
                                        uint32_t firstIndex, int32_t baseVertex,
                                        uint32_t firstInstance) {}
void wgpuRenderBundleEncoderDrawIndexedIndirect(WGPURenderBundleEncoder renderBundleEncoder,
                                                WGPUBuffer indirectBuffer,
                                                uint64_t indirectOffset) {}
void wgpuRenderBundleEncoderDrawIndirect(WGPURenderBundleEncoder renderBundleEncoder,
                                         WGPUBuffer indirectBuffer, uint64_t indirectOffset) {}
void wgpuRenderBundleEncoderInsertDebugMarker(WGPURenderBundleEncoder renderBundleEncoder,
                                              WGPUStringView markerLabel) {}
void wgpuRenderBundleEncoderPopDebugGroup(WGPURenderBundleEncoder renderBundleEncoder) {}
void wgpuRenderBundleEncoderPushDebugGroup(WGPURenderBundleEncoder renderBundleEncoder,
                                           WGPUStringView groupLabel) {}
void wgpuRenderBundleEncoderSetBindGroup(WGPURenderBundleEncoder renderBundleEncoder,
                                         uint32_t groupIndex, WGPUBindGroup group,
                                         size_t dynamicOffsetCount,
                                         uint32_t const *dynamicOffsets) {}
void wgpuRenderBundleEncoderSetImmediates(WGPURenderBundleEncoder renderBundleEncoder,
                                          uint32_t offset, void const *data, size_t size) {}
void wgpuRenderBundleEncoderSetIndexBuffer(WGPURenderBundleEncoder renderBundleEncoder,
                                           WGPUBuffer buffer, WGPUIndexFormat format,
                                           uint64_t offset, uint64_t size) {}
void wgpuRenderBundleEncoderSetPipeline(WGPURenderBundleEncoder renderBundleEncoder,
                                        WGPURenderPipeline pipeline) {}
void wgpuRenderBundleEncoderSetVertexBuffer(WGPURenderBundleEncoder renderBundleEncoder,
                                            uint32_t slot, WGPUBuffer buffer, uint64_t offset,
                                            uint64_t size) {}

/* ---- surfaces ---- */

WGPUSurface wgpuInstanceCreateSurface(WGPUInstance i, const WGPUSurfaceDescriptor *desc) {
    api_log("createSurface: %s", unsupported);
    Object *o =
        i ? object_new(NULL, KIND_Surface, sizeof *o, desc ? desc->label : text_view(NULL)) : NULL;
    if (o)
        o->invalid = true;
    return (WGPUSurface)o;
}

void wgpuSurfaceConfigure(WGPUSurface s, const WGPUSurfaceConfiguration *config) {
    if (s && config && config->device)
        device_invalid(config->device, "configure: %s", unsupported);
}

WGPUStatus wgpuSurfaceGetCapabilities(WGPUSurface s, WGPUAdapter a, WGPUSurfaceCapabilities *out) {
    if (out)
        *out = (WGPUSurfaceCapabilities){out->nextInChain};
    return WGPUStatus_Error;
}

void wgpuSurfaceCapabilitiesFreeMembers(WGPUSurfaceCapabilities c) {}

void wgpuSurfaceGetCurrentTexture(WGPUSurface s, WGPUSurfaceTexture *out) {
    if (!out)
        return;
    out->texture = NULL;
    out->status = WGPUSurfaceGetCurrentTextureStatus_Error;
}

WGPUStatus wgpuSurfacePresent(WGPUSurface s) {
    return WGPUStatus_Error;
}
void wgpuSurfaceUnconfigure(WGPUSurface s) {}
