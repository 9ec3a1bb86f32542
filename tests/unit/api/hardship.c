/* Short memory, lost devices, nulls and several threads. */
#include "support.h"

#include <pthread.h>

#include "base/arena.h"

static const char text[] =
    "override n: u32 = 4;\n"
    "struct Pair { a: u32, b: vec2<f32> }\n"
    "@group(0) @binding(0) var<storage, read_write> x: array<Pair>;\n"
    "var<workgroup> w: array<u32, n * 2>;\n"
    "fn twice(v: u32) -> u32 { var r = v; for (var i = 0u; i < 3; i++) { r += r; } return r; }\n"
    "@compute @workgroup_size(n) fn main(@builtin(global_invocation_id) id: vec3<u32>,\n"
    "                                    @builtin(local_invocation_index) i: u32) {\n"
    "    w[i] = twice(id.x);\n"
    "    workgroupBarrier();\n"
    "    x[id.x].a = w[n - 1 - i];\n"
    "    x[id.x].b = vec2(1, f32(i));\n"
    "}\n";

/* Each allocation of the compiler fails once: an out-of-memory error each time, nothing else. */
static void short_memory(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    int failures = 0;
    for (int64_t n = 1;; n++) {
        gpu_watch(&g);
        arena_fail_after(n);
        WGPUShaderModule m = module_open(&g, "m", text);
        WGPUComputePipelineDescriptor desc = {.label = sv("p"),
                                              .compute = {.module = m, .entryPoint = sv(NULL)}};
        WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(g.device, &desc);
        arena_fail_after(0);
        WGPUErrorType type = gpu_caught(&g, NULL);
        const LwPipelineInfo *info = lw_compute_pipeline_info(p);
        wgpuComputePipelineRelease(p);
        wgpuShaderModuleRelease(m);
        if (info) {
            assert_int_equal(type, WGPUErrorType_NoError);
            break;
        }
        assert_int_equal(type, WGPUErrorType_OutOfMemory);
        failures++;
    }
    assert_true(failures >= 3);
    gpu_close(&g);
}

/* A pipeline that runs out of memory leaves its module unusable, but whole. */
static void short_memory_in_a_pipeline(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUShaderModule m = module_open(&g, "m", text);
    WGPUComputePipelineDescriptor desc = {.label = sv("p"),
                                          .compute = {.module = m, .entryPoint = sv(NULL)}};
    gpu_watch(&g);
    arena_fail_after(1);
    WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(g.device, &desc);
    arena_fail_after(0);
    const char *message;
    assert_int_equal(gpu_caught(&g, &message), WGPUErrorType_OutOfMemory);
    assert_non_null(strstr(message, "compute pipeline \"p\""));
    assert_null(lw_compute_pipeline_info(p));
    wgpuComputePipelineRelease(p);
    assert_true(lw_shader_module_info(m)->valid);
    wgpuShaderModuleRelease(m);
    gpu_close(&g);
}

/* A lost device takes everything and does nothing. */
static void lost_device(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUComputePipeline p = pipeline_open(&g, "p", text);
    WGPUBuffer b = buffer_open(&g, "b", 0x8C, 256);
    WGPUBindGroup group = group_open(&g, p, 1, &b);
    wgpuDeviceDestroy(g.device);
    gpu_watch(&g);
    WGPUBuffer late = buffer_open(&g, "late", 0x8C, 256);
    assert_non_null(late);
    wgpuQueueWriteBuffer(g.queue, b, 0, "abcd", 4);
    wgpuQueueWriteBuffer(g.queue, late, 0, "abcd", 4);
    WGPUBindGroup late_group = group_open(&g, p, 1, &late);
    dispatch(&g, p, group, 1, 1, 1);
    dispatch(&g, p, late_group, 1, 1, 1);
    wgpuComputePipelineRelease(pipeline_open(&g, "q", text));
    wgpuComputePipelineRelease(pipeline_open(&g, "q", "nonsense"));
    WGPUBufferDescriptor desc = {.usage = 4, .size = 4, .mappedAtCreation = WGPU_TRUE};
    WGPUBuffer mapped = wgpuDeviceCreateBuffer(g.device, &desc);
    void *range = wgpuBufferGetMappedRange(mapped, 0, 4); /* as Dawn has it */
    assert_non_null(range);
    memset(range, 1, 4);
    wgpuBufferUnmap(mapped);
    gpu_expect_fine(&g);
    wgpuBufferRelease(mapped);
    wgpuBindGroupRelease(group);
    wgpuBindGroupRelease(late_group);
    wgpuBufferRelease(b);
    wgpuBufferRelease(late);
    wgpuComputePipelineRelease(p);
    gpu_close(&g);
}

/* Null where something is needed: an error, or nothing. */
static void nulls(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    const WGPUBindGroupLayoutDescriptor layout = {.label = sv("l"), .entryCount = 2};
    gpu_watch(&g);
    WGPUBindGroupLayout l = wgpuDeviceCreateBindGroupLayout(g.device, &layout);
    gpu_expect_invalid(&g, "bind group layout \"l\"", "array of 2 elements is null", NULL);
    const WGPUPipelineLayoutDescriptor pl_desc = {.bindGroupLayoutCount = 1};
    gpu_watch(&g);
    WGPUPipelineLayout pl = wgpuDeviceCreatePipelineLayout(g.device, &pl_desc);
    gpu_expect_invalid(&g, "array of 1 elements is null", NULL);
    WGPUComputePipelineDescriptor pd = {.label = sv("p")};
    gpu_watch(&g);
    WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(g.device, &pd);
    gpu_expect_invalid(&g, "the shader module is null", NULL);
    WGPUBindGroupDescriptor gd = {.label = sv("g")};
    gpu_watch(&g);
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(g.device, &gd);
    gpu_expect_invalid(&g, "the layout is null", NULL);
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g.device, NULL);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(e, NULL);
    wgpuComputePassEncoderSetPipeline(pass, NULL);
    wgpuComputePassEncoderEnd(pass);
    gpu_watch(&g);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    gpu_expect_invalid(&g, "setPipeline: the pipeline is null", NULL);
    assert_null(wgpuDeviceCreateBuffer(NULL, NULL));
    assert_null(wgpuDeviceCreateShaderModule(g.device, NULL));
    assert_null(wgpuCommandEncoderBeginComputePass(NULL, NULL));
    wgpuQueueSubmit(NULL, 0, NULL);
    wgpuQueueSubmit(g.queue, 0, NULL);
    wgpuBufferRelease(NULL);
    wgpuBufferUnmap(NULL);
    wgpuComputePassEncoderDispatchWorkgroups(NULL, 1, 1, 1);
    wgpuCommandBufferRelease(c);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderRelease(e);
    wgpuBindGroupRelease(group);
    wgpuComputePipelineRelease(p);
    wgpuPipelineLayoutRelease(pl);
    wgpuBindGroupLayoutRelease(l);
    gpu_close(&g);
}

/* ---- threads ---- */

enum { ROUNDS = 20, THREADS = 3 };

typedef struct Worker {
    WGPUInstance instance;
    WGPUAdapter adapter;
    uint32_t number;
    bool right;
} Worker;

static void on_map(WGPUMapAsyncStatus status, WGPUStringView message, void *to, void *unused) {
    (void)message, (void)unused;
    *(WGPUMapAsyncStatus *)to = status;
}

/* As buffer_read, without asserting: cmocka wants its own thread. */
static bool last_is(const Gpu *g, WGPUBuffer b, uint32_t want) {
    WGPUBuffer staging =
        buffer_open(g, "staging", WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, 256);
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g->device, NULL);
    wgpuCommandEncoderCopyBufferToBuffer(e, b, 0, staging, 0, 256);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    wgpuQueueSubmit(g->queue, 1, &c);
    WGPUMapAsyncStatus status = 0;
    WGPUBufferMapCallbackInfo info = {NULL, WGPUCallbackMode_WaitAnyOnly, on_map, &status, NULL};
    WGPUFutureWaitInfo wait = {wgpuBufferMapAsync(staging, WGPUMapMode_Read, 0, 256, info), 0};
    wgpuInstanceWaitAny(g->instance, 1, &wait, 0);
    const uint32_t *data = wgpuBufferGetConstMappedRange(staging, 0, 256);
    bool right = status == WGPUMapAsyncStatus_Success && data && data[63] == want;
    wgpuCommandBufferRelease(c);
    wgpuCommandEncoderRelease(e);
    wgpuBufferRelease(staging);
    return right;
}

static void on_device(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message,
                      void *to, void *unused) {
    (void)status, (void)message, (void)unused;
    *(WGPUDevice *)to = device;
}

static void *work(void *arg) {
    static const char count[] =
        "@group(0) @binding(0) var<storage, read_write> x: array<u32>;\n"
        "@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {\n"
        "    x[i] += i;\n"
        "}\n";
    Worker *w = arg;
    Gpu g = {.instance = w->instance, .adapter = w->adapter};
    LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
    options.threads = 2;
    WGPUDeviceDescriptor desc = {.nextInChain = &options.chain};
    WGPURequestDeviceCallbackInfo info = {NULL, WGPUCallbackMode_AllowSpontaneous, on_device,
                                          &g.device, NULL};
    wgpuAdapterRequestDevice(g.adapter, &desc, info);
    g.queue = wgpuDeviceGetQueue(g.device);
    WGPUComputePipeline p = pipeline_open(&g, "count", count);
    WGPUBuffer b = buffer_open(&g, "b", WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc, 256);
    WGPUBindGroup group = group_open(&g, p, 1, &b);
    w->right = true;
    for (uint32_t i = 1; i <= ROUNDS; i++) {
        dispatch(&g, p, group, 1, 1, 1);
        w->right = w->right && last_is(&g, b, 63 * i);
        wgpuInstanceProcessEvents(g.instance);
    }
    wgpuBindGroupRelease(group);
    wgpuBufferRelease(b);
    wgpuComputePipelineRelease(p);
    wgpuQueueRelease(g.queue);
    wgpuDeviceRelease(g.device);
    return NULL;
}

static void devices_on_threads(void **state) {
    (void)state;
    WGPUInstanceFeatureName many = WGPUInstanceFeatureName_MultipleDevicesPerAdapter;
    WGPUInstanceDescriptor desc = {.requiredFeatureCount = 1, .requiredFeatures = &many};
    WGPUInstance instance = wgpuCreateInstance(&desc);
    WGPUAdapter adapter = adapter_open(instance);
    Worker worker[THREADS];
    pthread_t thread[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        worker[i] = (Worker){instance, adapter, i, false};
        assert_int_equal(pthread_create(&thread[i], NULL, work, &worker[i]), 0);
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        assert_true(worker[i].right);
    }
    wgpuAdapterRelease(adapter);
    wgpuInstanceRelease(instance);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_memory),       cmocka_unit_test(short_memory_in_a_pipeline),
        cmocka_unit_test(lost_device),        cmocka_unit_test(nulls),
        cmocka_unit_test(devices_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
