#include "support.h"

#include <stdio.h>

static void on_adapter(WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message,
                       void *to, void *unused) {
    (void)message, (void)unused;
    assert_int_equal(status, WGPURequestAdapterStatus_Success);
    *(WGPUAdapter *)to = adapter;
}

static void wait_for(WGPUInstance instance, WGPUFuture future) {
    WGPUFutureWaitInfo info = {future, WGPU_FALSE};
    WGPUWaitStatus status;
    do
        status = wgpuInstanceWaitAny(instance, 1, &info, 0);
    while (status == WGPUWaitStatus_TimedOut);
    assert_int_equal(status, WGPUWaitStatus_Success);
    assert_true(info.completed);
}

WGPUAdapter adapter_open(WGPUInstance instance) {
    WGPUAdapter adapter = NULL;
    WGPURequestAdapterCallbackInfo info = {NULL, WGPUCallbackMode_WaitAnyOnly, on_adapter, &adapter,
                                           NULL};
    wait_for(instance, wgpuInstanceRequestAdapter(instance, NULL, info));
    assert_non_null(adapter);
    return adapter;
}

typedef struct DeviceAnswer {
    WGPUDevice device;
    char *message;
    size_t room;
} DeviceAnswer;

static void on_device(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message,
                      void *to, void *unused) {
    (void)unused;
    DeviceAnswer *answer = to;
    assert_true((status == WGPURequestDeviceStatus_Success) == (device != NULL));
    answer->device = device;
    if (answer->message)
        snprintf(answer->message, answer->room, "%.*s", (int)message.length, message.data);
    else if (!device)
        print_message("%.*s\n", (int)message.length, message.data);
}

WGPUDevice device_open(WGPUInstance instance, WGPUAdapter adapter, const WGPUDeviceDescriptor *desc,
                       char *message, size_t room) {
    DeviceAnswer answer = {NULL, message, room};
    WGPURequestDeviceCallbackInfo info = {NULL, WGPUCallbackMode_WaitAnyOnly, on_device, &answer,
                                          NULL};
    wait_for(instance, wgpuAdapterRequestDevice(adapter, desc, info));
    return answer.device;
}

Gpu gpu_open(const WGPUDeviceDescriptor *desc) {
    WGPUInstanceFeatureName feature = WGPUInstanceFeatureName_TimedWaitAny;
    WGPUInstanceDescriptor instance = {.requiredFeatureCount = 1, .requiredFeatures = &feature};
    Gpu g = {.instance = wgpuCreateInstance(&instance)};
    assert_non_null(g.instance);
    g.adapter = adapter_open(g.instance);
    g.device = device_open(g.instance, g.adapter, desc, NULL, 0);
    assert_non_null(g.device);
    g.queue = wgpuDeviceGetQueue(g.device);
    return g;
}

void gpu_close(Gpu *g) {
    wgpuQueueRelease(g->queue);
    wgpuDeviceRelease(g->device);
    wgpuAdapterRelease(g->adapter);
    wgpuInstanceRelease(g->instance);
    *g = (Gpu){0};
}

/* ---- errors ---- */

void gpu_watch(const Gpu *g) {
    wgpuDevicePushErrorScope(g->device, WGPUErrorFilter_Internal);
    wgpuDevicePushErrorScope(g->device, WGPUErrorFilter_OutOfMemory);
    wgpuDevicePushErrorScope(g->device, WGPUErrorFilter_Validation);
}

typedef struct Caught {
    WGPUErrorType type;
    char message[2048];
} Caught;

static void on_scope(WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message,
                     void *to, void *unused) {
    (void)unused;
    Caught *c = to;
    assert_int_equal(status, WGPUPopErrorScopeStatus_Success);
    if (type == WGPUErrorType_NoError)
        return;
    c->type = type;
    snprintf(c->message, sizeof c->message, "%.*s", (int)message.length, message.data);
}

WGPUErrorType gpu_caught(const Gpu *g, const char **message) {
    static Caught c;
    c = (Caught){WGPUErrorType_NoError, ""};
    WGPUPopErrorScopeCallbackInfo info = {NULL, WGPUCallbackMode_WaitAnyOnly, on_scope, &c, NULL};
    for (int i = 0; i < 3; i++)
        wait_for(g->instance, wgpuDevicePopErrorScope(g->device, info));
    if (message)
        *message = c.message;
    return c.type;
}

void gpu_expect_invalid(const Gpu *g, const char *word, ...) {
    const char *message;
    WGPUErrorType type = gpu_caught(g, &message);
    if (type != WGPUErrorType_Validation)
        fail_msg("error type %d instead of a validation error: %s", (int)type, message);
    va_list ap;
    va_start(ap, word);
    for (; word; word = va_arg(ap, const char *))
        if (!strstr(message, word))
            fail_msg("no \"%s\" in: %s", word, message);
    va_end(ap);
}

void gpu_expect_fine(const Gpu *g) {
    const char *message;
    if (gpu_caught(g, &message) != WGPUErrorType_NoError)
        fail_msg("error: %s", message);
}

/* ---- objects ---- */

WGPUBuffer buffer_open(const Gpu *g, const char *label, WGPUBufferUsage usage, uint64_t size) {
    WGPUBufferDescriptor desc = {.label = sv(label), .usage = usage, .size = size};
    return wgpuDeviceCreateBuffer(g->device, &desc);
}

static void on_map(WGPUMapAsyncStatus status, WGPUStringView message, void *to, void *unused) {
    (void)message, (void)unused;
    *(WGPUMapAsyncStatus *)to = status;
}

WGPUMapAsyncStatus buffer_map(const Gpu *g, WGPUBuffer b, WGPUMapMode mode) {
    WGPUMapAsyncStatus status = 0;
    WGPUBufferMapCallbackInfo info = {NULL, WGPUCallbackMode_WaitAnyOnly, on_map, &status, NULL};
    wait_for(g->instance, wgpuBufferMapAsync(b, mode, 0, WGPU_WHOLE_MAP_SIZE, info));
    return status;
}

void buffer_read(const Gpu *g, WGPUBuffer b, void *data, uint64_t size) {
    WGPUBuffer staging =
        buffer_open(g, "staging", WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, size);
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g->device, NULL);
    wgpuCommandEncoderCopyBufferToBuffer(e, b, 0, staging, 0, size);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    wgpuQueueSubmit(g->queue, 1, &c);
    assert_int_equal(buffer_map(g, staging, WGPUMapMode_Read), WGPUMapAsyncStatus_Success);
    const void *mapped = wgpuBufferGetConstMappedRange(staging, 0, size);
    assert_non_null(mapped);
    memcpy(data, mapped, size);
    wgpuBufferUnmap(staging);
    wgpuCommandBufferRelease(c);
    wgpuCommandEncoderRelease(e);
    wgpuBufferRelease(staging);
}

WGPUShaderModule module_open(const Gpu *g, const char *label, const char *text) {
    WGPUShaderSourceWGSL source = {{NULL, WGPUSType_ShaderSourceWGSL}, sv(text)};
    WGPUShaderModuleDescriptor desc = {&source.chain, sv(label)};
    return wgpuDeviceCreateShaderModule(g->device, &desc);
}

WGPUComputePipeline pipeline_open(const Gpu *g, const char *label, const char *text) {
    WGPUShaderModule m = module_open(g, label, text);
    WGPUComputePipelineDescriptor desc = {.label = sv(label),
                                          .compute = {.module = m, .entryPoint = sv(NULL)}};
    WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(g->device, &desc);
    wgpuShaderModuleRelease(m);
    return p;
}

WGPUBindGroup group_open(const Gpu *g, WGPUComputePipeline p, size_t count,
                         const WGPUBuffer *buffer) {
    WGPUBindGroupEntry entry[8] = {0};
    assert_true(count <= 8);
    for (size_t i = 0; i < count; i++)
        entry[i] = (WGPUBindGroupEntry){
            .binding = (uint32_t)i, .buffer = buffer[i], .size = WGPU_WHOLE_SIZE};
    WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(p, 0);
    WGPUBindGroupDescriptor desc = {
        .label = sv("group"), .layout = layout, .entryCount = count, .entries = entry};
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(g->device, &desc);
    wgpuBindGroupLayoutRelease(layout);
    return group;
}

void dispatch(const Gpu *g, WGPUComputePipeline p, WGPUBindGroup group, uint32_t x, uint32_t y,
              uint32_t z) {
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g->device, NULL);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(e, NULL);
    wgpuComputePassEncoderSetPipeline(pass, p);
    if (group)
        wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, NULL);
    wgpuComputePassEncoderDispatchWorkgroups(pass, x, y, z);
    wgpuComputePassEncoderEnd(pass);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    wgpuQueueSubmit(g->queue, 1, &c);
    wgpuCommandBufferRelease(c);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderRelease(e);
}
