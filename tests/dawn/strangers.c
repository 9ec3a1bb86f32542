/* Structs in chains where they do not belong, nulls where objects are wanted, and values that no
 * enumeration has. Only what Dawn answers: some nulls end it. */
#include "support.h"

/* Of a type that nobody knows. */
static WGPUChainedStruct stranger = {NULL, (WGPUSType)0x7ffe0001};
/* That belongs to shader modules. */
static WGPUShaderSourceWGSL misplaced;

static void chains_of(const char *name, WGPUChainedStruct *chain) {
    CASE("buffer with %s", name) {
        WGPUBufferDescriptor d = {.nextInChain = chain, .usage = U_STORAGE, .size = 16};
        note("%s", wgpuDeviceCreateBuffer(gpu.device, &d) ? "object" : "null");
    }
    CASE("bind group layout with %s", name) {
        WGPUBindGroupLayoutDescriptor d = {.nextInChain = chain};
        note("%s", wgpuDeviceCreateBindGroupLayout(gpu.device, &d) ? "object" : "null");
    }
    CASE("bind group with %s", name) {
        WGPUBindGroupDescriptor d = {.nextInChain = chain, .layout = make_layout(0, NULL)};
        note("%s", wgpuDeviceCreateBindGroup(gpu.device, &d) ? "object" : "null");
    }
    CASE("pipeline layout with %s", name) {
        WGPUPipelineLayoutDescriptor d = {.nextInChain = chain};
        note("%s", wgpuDeviceCreatePipelineLayout(gpu.device, &d) ? "object" : "null");
    }
    CASE("pipeline with %s", name) {
        WGPUComputePipelineDescriptor d = {
            .nextInChain = chain,
            .compute = {.module = make_module("@compute @workgroup_size(1) fn m() {}"),
                        .entryPoint = sv(NULL)}};
        note("%s", wgpuDeviceCreateComputePipeline(gpu.device, &d) ? "object" : "null");
    }
    CASE("encoder with %s", name) {
        WGPUCommandEncoderDescriptor d = {.nextInChain = chain};
        WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(gpu.device, &d);
        note("%s", e ? "object" : "null");
        submit(e);
    }
    CASE("pass with %s", name) {
        WGPUComputePassDescriptor d = {.nextInChain = chain};
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = wgpuCommandEncoderBeginComputePass(e, &d);
        wgpuComputePassEncoderEnd(p);
        submit(e);
    }
    CASE("query set with %s", name) {
        WGPUQuerySetDescriptor d = {
            .nextInChain = chain, .type = WGPUQueryType_Occlusion, .count = 1};
        note("%s", wgpuDeviceCreateQuerySet(gpu.device, &d) ? "object" : "null");
    }
}

static void modules(void) {
    WGPUShaderSourceWGSL a = {{NULL, WGPUSType_ShaderSourceWGSL}, sv("fn f() {}")}, b = a;
    CASE("module with a stranger behind its source") {
        a.chain.next = &stranger;
        WGPUShaderModuleDescriptor d = {.nextInChain = &a.chain};
        wgpuDeviceCreateShaderModule(gpu.device, &d);
    }
    CASE("module with two sources") {
        a.chain.next = &b.chain;
        WGPUShaderModuleDescriptor d = {.nextInChain = &a.chain};
        wgpuDeviceCreateShaderModule(gpu.device, &d);
    }
    CASE("module with a stranger alone") {
        WGPUShaderModuleDescriptor d = {.nextInChain = &stranger};
        wgpuDeviceCreateShaderModule(gpu.device, &d);
    }
}

static void enumerations(void) {
    static const int types[] = {5, 99};
    for (size_t i = 0; i < 2; i++)
        CASE("buffer binding of type %d", types[i]) {
            WGPUBindGroupLayoutEntry e = buffer_entry(0, (WGPUBufferBindingType)types[i]);
            wgpuBindGroupLayoutRelease(make_layout(1, &e));
        }
    CASE("a device's descriptor with a stranger") {
        WGPUDeviceDescriptor d = {.nextInChain = &stranger};
        WGPUDevice device = open_device(&d);
        note("%s", device ? "device" : "refused");
    }
}

void run_cases(void) {
    misplaced.chain.sType = WGPUSType_ShaderSourceWGSL;
    chains_of("a stranger", &stranger);
    chains_of("a struct of another's", &misplaced.chain);
    modules();
    enumerations();
}
