/* Shader modules and compute pipelines. */
#include "addon.h"

static napi_value create_shader_module(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    source.code = string(&c, member(&c, c.arg[1], "code"));
    WGPUShaderModuleDescriptor d = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    d.nextInChain = &source.chain;
    d.label = string(&c, member(&c, c.arg[1], "label"));
    WGPUShaderModule module =
        c.failed ? NULL : wgpuDeviceCreateShaderModule(HANDLE(&c, Device, c.arg[0]), &d);
    return call_end(&c, WRAP(&c, ShaderModule, module));
}

static void on_compilation_info(WGPUCompilationInfoRequestStatus status,
                                const WGPUCompilationInfo *about, void *promise, void *unused) {
    static const WGPUCompilationInfo none = {0};
    (void)status, (void)unused;
    promise_resolve(promise, &(Answer){.compilation = about ? about : &none});
}

static napi_value compilation_info(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value value = NULL;
    Promise *p = promise_new(&c, &value);
    if (p)
        wgpuShaderModuleGetCompilationInfo(
            HANDLE(&c, ShaderModule, c.arg[0]),
            (WGPUCompilationInfoCallbackInfo){NULL, WGPUCallbackMode_AllowProcessEvents,
                                              on_compilation_info, p, NULL});
    return call_end(&c, value);
}

/* {label, layout, module, entryPoint, constants: [[key, value]]} */
static WGPUComputePipelineDescriptor read_pipeline(Call *c, napi_value from) {
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    napi_value constants = member(c, from, "constants");
    uint32_t n = length_of(c, constants);
    WGPUConstantEntry *constant = call_alloc(c, n, sizeof *constant);
    for (uint32_t i = 0; constant && i < n; i++) {
        napi_value pair = element(c, constants, i);
        constant[i].key = string(c, element(c, pair, 0));
        constant[i].value = number(c, element(c, pair, 1));
    }
    d.label = string(c, member(c, from, "label"));
    d.layout = HANDLE(c, PipelineLayout, member(c, from, "layout"));
    d.compute.module = HANDLE(c, ShaderModule, member(c, from, "module"));
    d.compute.entryPoint = string(c, member(c, from, "entryPoint"));
    d.compute.constantCount = n;
    d.compute.constants = constant;
    return d;
}

static napi_value create_compute_pipeline(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUComputePipelineDescriptor d = read_pipeline(&c, c.arg[1]);
    WGPUComputePipeline pipeline =
        c.failed ? NULL : wgpuDeviceCreateComputePipeline(HANDLE(&c, Device, c.arg[0]), &d);
    return call_end(&c, WRAP(&c, ComputePipeline, pipeline));
}

static void on_pipeline(WGPUCreatePipelineAsyncStatus status, WGPUComputePipeline pipeline,
                        WGPUStringView message, void *promise, void *unused) {
    (void)unused;
    promise_resolve(promise, &(Answer){.status = status,
                                       .message = message,
                                       .class = CLASS_ComputePipeline,
                                       .object = pipeline});
}

static napi_value create_compute_pipeline_async(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value value = NULL;
    WGPUComputePipelineDescriptor d = read_pipeline(&c, c.arg[1]);
    Promise *p = c.failed ? NULL : promise_new(&c, &value);
    if (p)
        wgpuDeviceCreateComputePipelineAsync(
            HANDLE(&c, Device, c.arg[0]), &d,
            (WGPUCreateComputePipelineAsyncCallbackInfo){NULL, WGPUCallbackMode_AllowProcessEvents,
                                                         on_pipeline, p, NULL});
    return call_end(&c, value);
}

static napi_value pipeline_bind_group_layout(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(
        HANDLE(&c, ComputePipeline, c.arg[0]), number32(&c, c.arg[1]));
    return call_end(&c, WRAP(&c, BindGroupLayout, layout));
}

const Function pipeline_functions[] = {
    {"createShaderModule", create_shader_module},
    {"compilationInfo", compilation_info},
    {"createComputePipeline", create_compute_pipeline},
    {"createComputePipelineAsync", create_compute_pipeline_async},
    {"pipelineBindGroupLayout", pipeline_bind_group_layout},
    {NULL, NULL},
};
