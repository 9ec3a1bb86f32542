/* Rendering: the entry points, whose objects are invalid from their beginning. */
#include "addon.h"

/* (device, label), as all that make something here */
static napi_value create_render_pipeline(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPURenderPipelineDescriptor d = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    d.label = string(&c, c.arg[1]);
    return call_end(&c, WRAP(&c, RenderPipeline,
                             wgpuDeviceCreateRenderPipeline(HANDLE(&c, Device, c.arg[0]), &d)));
}

static void on_pipeline(WGPUCreatePipelineAsyncStatus status, WGPURenderPipeline pipeline,
                        WGPUStringView message, void *promise, void *unused) {
    (void)unused;
    promise_resolve(promise, &(Answer){.status = status,
                                       .message = message,
                                       .class = CLASS_RenderPipeline,
                                       .object = pipeline});
}

static napi_value create_render_pipeline_async(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value value = NULL;
    WGPURenderPipelineDescriptor d = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    d.label = string(&c, c.arg[1]);
    Promise *p = promise_new(&c, &value);
    if (p)
        wgpuDeviceCreateRenderPipelineAsync(
            HANDLE(&c, Device, c.arg[0]), &d,
            (WGPUCreateRenderPipelineAsyncCallbackInfo){NULL, WGPUCallbackMode_AllowProcessEvents,
                                                        on_pipeline, p, NULL});
    return call_end(&c, value);
}

static napi_value render_pipeline_bind_group_layout(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUBindGroupLayout layout = wgpuRenderPipelineGetBindGroupLayout(
        HANDLE(&c, RenderPipeline, c.arg[0]), number32(&c, c.arg[1]));
    return call_end(&c, WRAP(&c, BindGroupLayout, layout));
}

static napi_value create_render_bundle_encoder(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPURenderBundleEncoderDescriptor d = WGPU_RENDER_BUNDLE_ENCODER_DESCRIPTOR_INIT;
    d.label = string(&c, c.arg[1]);
    return call_end(&c,
                    WRAP(&c, RenderBundleEncoder,
                         wgpuDeviceCreateRenderBundleEncoder(HANDLE(&c, Device, c.arg[0]), &d)));
}

static napi_value render_bundle_finish(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPURenderBundleDescriptor d = WGPU_RENDER_BUNDLE_DESCRIPTOR_INIT;
    d.label = string(&c, c.arg[1]);
    return call_end(
        &c, WRAP(&c, RenderBundle,
                 wgpuRenderBundleEncoderFinish(HANDLE(&c, RenderBundleEncoder, c.arg[0]), &d)));
}

/* (encoder, label) */
static napi_value begin_render_pass(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPURenderPassDescriptor d = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    d.label = string(&c, c.arg[1]);
    return call_end(
        &c, WRAP(&c, RenderPassEncoder,
                 wgpuCommandEncoderBeginRenderPass(HANDLE(&c, CommandEncoder, c.arg[0]), &d)));
}

static napi_value render_pass_end(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    wgpuRenderPassEncoderEnd(HANDLE(&c, RenderPassEncoder, c.arg[0]));
    return call_end(&c, NULL);
}

const Function render_functions[] = {
    {"createRenderPipeline", create_render_pipeline},
    {"createRenderPipelineAsync", create_render_pipeline_async},
    {"renderPipelineBindGroupLayout", render_pipeline_bind_group_layout},
    {"createRenderBundleEncoder", create_render_bundle_encoder},
    {"renderBundleFinish", render_bundle_finish},
    {"beginRenderPass", begin_render_pass},
    {"renderPassEnd", render_pass_end},
    {NULL, NULL},
};
