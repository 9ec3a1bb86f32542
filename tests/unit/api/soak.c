/* Ten thousand of each: devices, buffers, pipelines and what they are used with leave nothing
 * behind. LeakSanitizer looks for what was lost; here, for what is kept: the heap is to be as it
 * was. */
#include <malloc.h>

#include "support.h"

enum { ROUNDS = 10000, WARM = 50, SLACK = 256 << 10 };

static const char text[] =
    "@group(0) @binding(0) var<storage, read_write> a: array<u32>;\n"
    "@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) i: vec3u) {\n"
    "    a[i.x] += 1;\n"
    "}\n";

static size_t heap(void) {
    return mallinfo2().uordblks + mallinfo2().hblkhd;
}

/* Looks at the heap when what is only made once is there, and at the end. */
static void repeat(void (*once)(Gpu *), Gpu *g, int rounds) {
    size_t before = 0;
    for (int i = 0; i < rounds; i++) {
        if (i == WARM)
            before = heap();
        once(g);
    }
    size_t after = heap();
    if (after > before + SLACK)
        fail_msg("the heap grew from %zu to %zu bytes", before, after);
}

static void one_pipeline(Gpu *g) {
    WGPUComputePipeline p = pipeline_open(g, "p", text);
    WGPUBuffer b = buffer_open(g, "b", WGPUBufferUsage_Storage, 64);
    WGPUBindGroup group = group_open(g, p, 1, &b);
    dispatch(g, p, group, 2, 1, 1);
    wgpuBindGroupRelease(group);
    wgpuBufferRelease(b);
    wgpuComputePipelineRelease(p);
}

static void one_device(Gpu *g) {
    Gpu own = {.instance = g->instance};
    own.adapter = adapter_open(own.instance);
    WGPUDeviceDescriptor desc = {.label = sv("one of many")};
    own.device = device_open(own.instance, own.adapter, &desc, NULL, 0);
    own.queue = wgpuDeviceGetQueue(own.device);
    wgpuDevicePushErrorScope(own.device, WGPUErrorFilter_Validation);
    WGPUBuffer b = buffer_open(&own, "kept by nobody", WGPUBufferUsage_MapRead, 64);
    WGPUBufferMapCallbackInfo none = {.mode = WGPUCallbackMode_AllowProcessEvents};
    wgpuBufferMapAsync(b, WGPUMapMode_Read, 0, 64, none);
    wgpuBufferRelease(b);
    wgpuQueueRelease(own.queue);
    wgpuDeviceRelease(own.device);
    wgpuAdapterRelease(own.adapter);
    wgpuInstanceProcessEvents(g->instance);
}

/* A device that works has threads. */
static void one_working_device(Gpu *g) {
    Gpu own = gpu_open(NULL);
    one_pipeline(&own);
    gpu_close(&own);
    (void)g;
}

/* A report that nobody takes keeps pipelines, which keep their device. */
static void one_observing_device(Gpu *g) {
    LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
    options.observe = LW_OBSERVE_COST;
    WGPUDeviceDescriptor desc = {.nextInChain = &options.chain};
    Gpu own = gpu_open(&desc);
    one_pipeline(&own);
    gpu_close(&own);
    (void)g;
}

static void one_buffer(Gpu *g) {
    WGPUBuffer b = buffer_open(g, "b", WGPUBufferUsage_MapWrite | WGPUBufferUsage_CopySrc, 4096);
    assert_int_equal(buffer_map(g, b, WGPUMapMode_Write), WGPUMapAsyncStatus_Success);
    memset(wgpuBufferGetMappedRange(b, 0, 4096), 1, 4096);
    wgpuBufferUnmap(b);
    wgpuBufferRelease(b);
}

static void one_error(Gpu *g) {
    gpu_watch(g);
    WGPUBuffer b = wgpuDeviceCreateBuffer(
        g->device, &(WGPUBufferDescriptor){.label = sv("wrong"), .usage = 0, .size = 4});
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g->device, NULL);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(e, NULL);
    wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandBufferRelease(wgpuCommandEncoderFinish(e, NULL));
    wgpuCommandEncoderRelease(e);
    wgpuBufferRelease(b);
    const char *message;
    assert_int_equal(gpu_caught(g, &message), WGPUErrorType_Validation);
}

static void soak(void (*once)(Gpu *), int rounds) {
    Gpu g = gpu_open(NULL);
    repeat(once, &g, rounds);
    gpu_close(&g);
}

static void devices(void **state) {
    (void)state;
    soak(one_device, ROUNDS);
}
static void working_devices(void **state) {
    (void)state;
    soak(one_working_device, ROUNDS / 10);
}
static void observing_devices(void **state) {
    (void)state;
    soak(one_observing_device, ROUNDS / 10);
}
static void buffers(void **state) {
    (void)state;
    soak(one_buffer, ROUNDS);
}
static void pipelines(void **state) {
    (void)state;
    soak(one_pipeline, ROUNDS);
}
static void errors(void **state) {
    (void)state;
    soak(one_error, ROUNDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices),           cmocka_unit_test(working_devices),
        cmocka_unit_test(observing_devices), cmocka_unit_test(buffers),
        cmocka_unit_test(pipelines),         cmocka_unit_test(errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
