/* What a dispatch through webgpu.h costs over calling the engine: the smallest shader, run by the
 * engine alone, many times in a pass, and each in a pass and submit of its own, and again under the
 * observers.
 *     dispatch_overhead [rounds]     medians of 15 tries, microseconds a dispatch */
#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/os.h"

enum { TRIES = 15 };

static const char text[] = "@group(0) @binding(0) var<storage, read_write> a: array<u32>;"
                           "@compute @workgroup_size(32)"
                           "fn main(@builtin(global_invocation_id) i: vec3u) { a[i.x] += 1; }";

typedef struct Bench {
    WGPUInstance instance;
    WGPUDevice device;
    WGPUQueue queue;
    WGPUComputePipeline pipeline;
    WGPUBuffer buffer;
    WGPUBindGroup group;
} Bench;

static void on_adapter(WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message,
                       void *to, void *unused) {
    (void)status, (void)message, (void)unused;
    *(WGPUAdapter *)to = adapter;
}

static void on_device(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message,
                      void *to, void *unused) {
    (void)status, (void)message, (void)unused;
    *(WGPUDevice *)to = device;
}

static void open(Bench *b, uint32_t observe) {
    WGPUAdapter adapter = NULL;
    b->instance = wgpuCreateInstance(NULL);
    WGPURequestAdapterCallbackInfo a = {NULL, WGPUCallbackMode_AllowSpontaneous, on_adapter,
                                        &adapter, NULL};
    wgpuInstanceRequestAdapter(b->instance, NULL, a);
    LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
    options.observe = observe;
    WGPUDeviceDescriptor desc = {.nextInChain = &options.chain};
    WGPURequestDeviceCallbackInfo d = {NULL, WGPUCallbackMode_AllowSpontaneous, on_device,
                                       &b->device, NULL};
    wgpuAdapterRequestDevice(adapter, &desc, d);
    b->queue = wgpuDeviceGetQueue(b->device);
    WGPUShaderSourceWGSL source = {{NULL, WGPUSType_ShaderSourceWGSL}, {text, WGPU_STRLEN}};
    WGPUShaderModuleDescriptor module = {.nextInChain = &source.chain};
    WGPUComputePipelineDescriptor pipeline = {
        .compute = {.module = wgpuDeviceCreateShaderModule(b->device, &module),
                    .entryPoint = {NULL, WGPU_STRLEN}}};
    b->pipeline = wgpuDeviceCreateComputePipeline(b->device, &pipeline);
    WGPUBufferDescriptor buffer = {.usage = WGPUBufferUsage_Storage, .size = 128};
    b->buffer = wgpuDeviceCreateBuffer(b->device, &buffer);
    WGPUBindGroupEntry entry = {.buffer = b->buffer, .size = 128};
    WGPUBindGroupDescriptor group = {.layout =
                                         wgpuComputePipelineGetBindGroupLayout(b->pipeline, 0),
                                     .entryCount = 1,
                                     .entries = &entry};
    b->group = wgpuDeviceCreateBindGroup(b->device, &group);
}

static void by_engine(Bench *b, int rounds) {
    EngineBinding binding = {0, 0, b->buffer->data, 128};
    for (int i = 0; i < rounds; i++) {
        EngineDispatch d = {.workgroups = {1, 1, 1},
                            .binding = &binding,
                            .bindings = 1,
                            .step_budget = UINT64_C(1) << 40,
                            .memory_budget = UINT64_C(1) << 30,
                            .pool = b->device->pool};
        if (engine_run(b->pipeline->program, &d).status != ENGINE_OK)
            abort();
    }
}

static void pass_of(Bench *b, int dispatches) {
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(b->device, NULL);
    WGPUComputePassEncoder p = wgpuCommandEncoderBeginComputePass(e, NULL);
    wgpuComputePassEncoderSetPipeline(p, b->pipeline);
    wgpuComputePassEncoderSetBindGroup(p, 0, b->group, 0, NULL);
    for (int i = 0; i < dispatches; i++)
        wgpuComputePassEncoderDispatchWorkgroups(p, 1, 1, 1);
    wgpuComputePassEncoderEnd(p);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    wgpuQueueSubmit(b->queue, 1, &c);
    wgpuCommandBufferRelease(c);
    wgpuComputePassEncoderRelease(p);
    wgpuCommandEncoderRelease(e);
    lw_report_free(lw_device_take_report(b->device));
}

static void each_alone(Bench *b, int rounds) {
    for (int i = 0; i < rounds; i++)
        pass_of(b, 1);
}

static int compare(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double time_of(void (*run)(Bench *, int), Bench *b, int rounds) {
    double us[TRIES];
    run(b, rounds);
    for (int i = 0; i < TRIES; i++) {
        uint64_t start = os_now_ns();
        run(b, rounds);
        us[i] = (double)(os_now_ns() - start) / 1e3 / rounds;
    }
    qsort(us, TRIES, sizeof us[0], compare);
    return us[TRIES / 2];
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1000;
    if (rounds < 1)
        return 2;
    Bench plain = {0}, checked = {0}, profiled = {0};
    open(&plain, LW_OBSERVE_NONE);
    open(&checked, LW_OBSERVE_CHECK);
    open(&profiled, LW_OBSERVE_COST);
    double engine = time_of(by_engine, &plain, rounds);
    printf("the engine alone              %8.2f us\n", engine);
    printf("many dispatches in a pass     %8.2f us\n", time_of(pass_of, &plain, rounds));
    printf("each in a submit of its own   %8.2f us\n", time_of(each_alone, &plain, rounds));
    printf("the same under check          %8.2f us\n", time_of(each_alone, &checked, rounds));
    printf("the same under profile        %8.2f us\n", time_of(each_alone, &profiled, rounds));
    return 0;
}
