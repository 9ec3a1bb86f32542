/* Devices: what can be asked of them, error scopes, loss; operations that take their time. */
#include <stdlib.h>

#include "support.h"

/* ---- requests ---- */

static void features_and_limits(void) {
    static const struct {
        const char *name;
        WGPUFeatureName feature;
    } features[] = {
        {"core-features-and-limits", WGPUFeatureName_CoreFeaturesAndLimits},
        {"subgroups", WGPUFeatureName_Subgroups},
        {"none", (WGPUFeatureName)0x7ffffff},
    };
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++)
        CASE("feature %s", features[i].name) {
            WGPUFeatureName f = feature_number(features[i].feature);
            note("adapter %d, device %d", (int)wgpuAdapterHasFeature(gpu.adapter, f),
                 (int)wgpuDeviceHasFeature(gpu.device, f));
            WGPUDeviceDescriptor d = {.requiredFeatureCount = 1, .requiredFeatures = &f};
            WGPUDevice device = open_device(&d);
            note("%s", device ? "device" : "refused");
            if (!device)
                continue;
            note("has %d", (int)wgpuDeviceHasFeature(device, f));
            wgpuDeviceRelease(device);
        }
    CASE("limits of a device") {
        WGPULimits l = {0};
        note("%d", (int)wgpuDeviceGetLimits(gpu.device, &l));
        note("%u %u %u %u", l.maxBindGroups, l.maxBindingsPerBindGroup,
             l.maxDynamicUniformBuffersPerPipelineLayout,
             l.maxDynamicStorageBuffersPerPipelineLayout);
        note("%u %u %llu %llu", l.maxStorageBuffersPerShaderStage,
             l.maxUniformBuffersPerShaderStage, (unsigned long long)l.maxUniformBufferBindingSize,
             (unsigned long long)l.maxStorageBufferBindingSize);
        note("%u %u %llu", l.minUniformBufferOffsetAlignment, l.minStorageBufferOffsetAlignment,
             (unsigned long long)l.maxBufferSize);
        note("%u %u %u %u %u %u", l.maxComputeWorkgroupStorageSize,
             l.maxComputeInvocationsPerWorkgroup, l.maxComputeWorkgroupSizeX,
             l.maxComputeWorkgroupSizeY, l.maxComputeWorkgroupSizeZ,
             l.maxComputeWorkgroupsPerDimension);
    }
    static const struct {
        const char *name;
        uint32_t groups, alignment, size_z;
    } limits[] = {
        {"that all have", 4, 256, 64},       {"lower ones", 2, 256, 1},
        {"too high a one", 1000, 256, 1},    {"an alignment of no power of two", 4, 300, 1},
        {"too small an alignment", 4, 1, 1}, {"a larger alignment", 4, 512, 1},
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        CASE("device with limits: %s", limits[i].name) {
            WGPULimits l;
            memset(&l, 0xff, sizeof l);
            l.nextInChain = NULL;
            l.maxBindGroups = limits[i].groups;
            l.minStorageBufferOffsetAlignment = limits[i].alignment;
            l.maxComputeWorkgroupSizeZ = limits[i].size_z;
            WGPUDeviceDescriptor d = {.requiredLimits = &l};
            WGPUDevice device = open_device(&d);
            note("%s", device ? "device" : "refused");
            if (!device)
                continue;
            WGPULimits got = {0};
            wgpuDeviceGetLimits(device, &got);
            note("%u %u %u", got.maxBindGroups, got.minStorageBufferOffsetAlignment,
                 got.maxComputeWorkgroupSizeZ);
            wgpuDeviceRelease(device);
        }
}

/* ---- error scopes ---- */

static void on_pop(WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message,
                   void *to, void *label) {
    const char *found = "";
    if (label && message.data) {
        char text[4096];
        snprintf(text, sizeof text, "%.*s", (int)message.length, message.data);
        found = strstr(text, label) ? " with the label" : " without the label";
    }
    note("status %d type %d%s", (int)status, (int)type, found);
    *(bool *)to = true;
}

static void pop(const char *label) {
    bool done = false;
    WGPUPopErrorScopeCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents, on_pop, &done,
                                          (void *)(uintptr_t)label};
    wgpuDevicePopErrorScope(gpu.device, info);
    wait_until(&done);
}

static void fail(void) {
    wgpuBufferRelease(make_buffer(0, 16));
}

static void scopes(void) {
    CASE("a scope that catches") {
        wgpuDevicePushErrorScope(gpu.device, WGPUErrorFilter_Validation);
        fail();
        fail();
        pop(NULL);
    }
    CASE("a scope of another kind") {
        wgpuDevicePushErrorScope(gpu.device, WGPUErrorFilter_OutOfMemory);
        fail();
        pop(NULL);
    }
    CASE("the inner of two") {
        wgpuDevicePushErrorScope(gpu.device, WGPUErrorFilter_Validation);
        wgpuDevicePushErrorScope(gpu.device, WGPUErrorFilter_Validation);
        fail();
        pop(NULL);
        pop(NULL);
    }
    CASE("a scope without errors") {
        wgpuDevicePushErrorScope(gpu.device, WGPUErrorFilter_Internal);
        pop(NULL);
    }
    CASE("messages name labels") {
        WGPUBufferDescriptor d = {
            .label = sv("the bad buffer"), .usage = U_MAP_READ | U_STORAGE, .size = 16};
        wgpuDevicePushErrorScope(gpu.device, WGPUErrorFilter_Validation);
        WGPUBuffer b = wgpuDeviceCreateBuffer(gpu.device, &d);
        pop(NULL);
        wgpuDevicePushErrorScope(gpu.device, WGPUErrorFilter_Validation);
        wgpuQueueWriteBuffer(gpu.queue, b, 0, "1234", 4);
        pop("the bad buffer");
        WGPUBuffer good = make_buffer(U_COPY_SRC, 16);
        wgpuBufferSetLabel(good, sv("set later"));
        wgpuDevicePushErrorScope(gpu.device, WGPUErrorFilter_Validation);
        wgpuQueueWriteBuffer(gpu.queue, good, 0, "1234", 4);
        pop("set later");
    }
}

/* Without a scope of the case around them. */
static void uncaught(void) {
    bare_begin("without a scope");
    fail();
    wgpuInstanceProcessEvents(gpu.instance);
    bare_end();
    bare_begin("a scope that is not there");
    pop(NULL);
    bare_end();
}

/* ---- mapping under way ---- */

static void on_map(WGPUMapAsyncStatus status, WGPUStringView message, void *to, void *unused) {
    (void)message, (void)unused;
    note("%s", map_status_name(status));
    *(bool *)to = true;
}

static WGPUFuture start_map(WGPUBuffer b, bool *done) {
    WGPUBufferMapCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents, on_map, done,
                                      NULL};
    return wgpuBufferMapAsync(b, WGPUMapMode_Read, 0, 16, info);
}

static void on_quiet_map(WGPUMapAsyncStatus status, WGPUStringView message, void *done, void *to) {
    (void)message;
    *(WGPUMapAsyncStatus *)to = status;
    *(bool *)done = true;
}

static void start_quiet_map(WGPUBuffer b, bool *done, WGPUMapAsyncStatus *status) {
    WGPUBufferMapCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents, on_quiet_map, done,
                                      status};
    wgpuBufferMapAsync(b, WGPUMapMode_Read, 0, 16, info);
}

/* Dawn's callback of 2025 has no message: the status comes first in both. */
static bool work_is_done;
static void on_done(WGPUQueueWorkDoneStatus status) {
    note("work done %d", (int)status);
    work_is_done = true;
}

static void pending(void) {
    static const char *const ends[] = {"nothing", "unmap", "destroy", "release"};
    for (int i = 0; i < 4; i++)
        CASE("a mapping under way, then %s", ends[i]) {
            WGPUBuffer b = make_buffer(U_MAP_READ, 16);
            bool done = false;
            start_map(b, &done);
            note("state %d", (int)wgpuBufferGetMapState(b));
            if (i == 1)
                wgpuBufferUnmap(b);
            if (i == 2)
                wgpuBufferDestroy(b);
            if (i == 3)
                wgpuBufferRelease(b);
            wait_until(&done);
            if (i != 3)
                note("state %d", (int)wgpuBufferGetMapState(b));
        }
    CASE("waiting with a future") {
        WGPUBuffer b = make_buffer(U_MAP_READ, 16);
        bool done = false;
        WGPUBufferMapCallbackInfo info = {NULL, WGPUCallbackMode_WaitAnyOnly, on_map, &done, NULL};
        WGPUFutureWaitInfo wait = {wgpuBufferMapAsync(b, WGPUMapMode_Read, 0, 16, info), false};
        for (int k = 0; k < 3; k++)
            wgpuInstanceProcessEvents(gpu.instance);
        note("%s", done ? "early" : "not early");
        WGPUWaitStatus status = WGPUWaitStatus_TimedOut;
        while (status == WGPUWaitStatus_TimedOut)
            status = wgpuInstanceWaitAny(gpu.instance, 1, &wait, 0);
        note("status %d completed %d done %d", (int)status, (int)wait.completed, done);
        status = wgpuInstanceWaitAny(gpu.instance, 1, &wait, 0);
        note("again: status %d completed %d", (int)status, (int)wait.completed);
    }
    CASE("waiting for nothing") note("%d", (int)wgpuInstanceWaitAny(gpu.instance, 0, NULL, 0));
    CASE("waiting with a timeout, not asked for") {
        WGPUBuffer b = make_buffer(U_MAP_READ, 16);
        bool done = false;
        WGPUFutureWaitInfo wait = {start_map(b, &done), false};
        note("error %d", wgpuInstanceWaitAny(gpu.instance, 1, &wait, 1000) == WGPUWaitStatus_Error);
        wait_until(&done);
    }
    CASE("work done") {
        WGPUQueueWorkDoneCallbackInfo info = {
            .mode = WGPUCallbackMode_AllowProcessEvents,
            .callback = (WGPUQueueWorkDoneCallback)(void (*)(void))on_done};
        submit(make_encoder());
        wgpuQueueOnSubmittedWorkDone(gpu.queue, info);
        wait_until(&work_is_done);
    }
    CASE("mapping while another mapping is under way") {
        WGPUBuffer b = make_buffer(U_MAP_READ, 16);
        bool first = false, second = false;
        WGPUMapAsyncStatus status[2] = {0};
        start_quiet_map(b, &first, &status[0]);
        start_quiet_map(b, &second, &status[1]);
        wait_until(&first);
        wait_until(&second);
        note("%s %s", map_status_name(status[0]), map_status_name(status[1]));
    }
}

/* ---- loss ---- */

typedef struct Loss {
    bool done;
} Loss;

static void on_lost(WGPUDevice const *device, WGPUDeviceLostReason reason, WGPUStringView message,
                    void *to, void *unused) {
    (void)message, (void)unused;
    note("[lost: reason %d, device %s]", (int)reason, device && *device ? "given" : "null");
    ((Loss *)to)->done = true;
}

static WGPUDevice open_losable(Loss *loss) {
    WGPUDeviceDescriptor d = {
        .deviceLostCallbackInfo = {NULL, WGPUCallbackMode_AllowProcessEvents, on_lost, loss, NULL}};
    return open_device(&d);
}

static void on_lost_pipeline(WGPUCreatePipelineAsyncStatus status, WGPUComputePipeline p,
                             WGPUStringView message, void *to, void *unused) {
    (void)message, (void)unused;
    note("pipeline status %d %s", (int)status, p ? "object" : "null");
    *(bool *)to = true;
}

static void use_lost(WGPUDevice device) {
    Gpu before = gpu;
    gpu.device = device;
    gpu.queue = wgpuDeviceGetQueue(device);
    wgpuDevicePushErrorScope(device, WGPUErrorFilter_Validation);
    WGPUBuffer b = make_buffer(U_MAP_READ | U_COPY_DST, 16);
    fail();
    note("%s", b ? "buffer" : "null");
    map(b, WGPUMapMode_Read, 0, 16);
    WGPUBufferDescriptor d = {.usage = U_COPY_SRC, .size = 16, .mappedAtCreation = true};
    WGPUBuffer m = wgpuDeviceCreateBuffer(device, &d);
    note("%s", m && wgpuBufferGetMappedRange(m, 0, 16) ? "range" : "no range");
    wgpuQueueWriteBuffer(gpu.queue, b, 1, "1234", 4);
    submit(make_encoder());
    WGPUComputePipelineDescriptor p = {
        .compute = {.module = make_module("@compute @workgroup_size(1) fn m() {}"),
                    .entryPoint = sv(NULL)}};
    bool done = false;
    WGPUCreateComputePipelineAsyncCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents,
                                                       on_lost_pipeline, &done, NULL};
    wgpuDeviceCreateComputePipelineAsync(device, &p, info);
    wait_until(&done);
    pop(NULL);
    gpu = before;
}

static void losses(void) {
    CASE("destroying a device") {
        Loss loss = {0};
        WGPUDevice device = open_losable(&loss);
        wgpuDeviceDestroy(device);
        wait_until(&loss.done);
        wgpuDeviceDestroy(device);
        wgpuDeviceRelease(device);
    }
    CASE("releasing a device") {
        Loss loss = {0};
        wgpuDeviceRelease(open_losable(&loss));
        wait_until(&loss.done);
    }
    CASE("using a destroyed device") {
        Loss loss = {0};
        WGPUDevice device = open_losable(&loss);
        wgpuDeviceDestroy(device);
        wait_until(&loss.done);
        use_lost(device);
        wgpuDeviceRelease(device);
    }
    CASE("scopes of a device that goes") {
        Loss loss = {0};
        Gpu before = gpu;
        WGPUDevice device = gpu.device = open_losable(&loss);
        gpu.queue = wgpuDeviceGetQueue(device);
        WGPUCommandEncoder wrong = make_encoder(), unfinished = make_encoder();
        WGPUBuffer b = make_buffer(U_COPY_SRC, 16);
        wgpuCommandEncoderClearBuffer(wrong, b, 0, 16);
        wgpuCommandEncoderClearBuffer(unfinished, b, 0, 16);
        wgpuDevicePushErrorScope(device, WGPUErrorFilter_Internal);
        wgpuDevicePushErrorScope(device, WGPUErrorFilter_Validation);
        fail();
        WGPUCommandBuffer c = wgpuCommandEncoderFinish(wrong, NULL);
        wgpuDeviceDestroy(device);
        wait_until(&loss.done);
        wgpuQueueSubmit(gpu.queue, 1, &c);
        wgpuCommandEncoderFinish(unfinished, NULL);
        wgpuQueueWriteBuffer(gpu.queue, b, 3, "1234", 4);
        wgpuDevicePushErrorScope(device, (WGPUErrorFilter)77);
        pop(NULL);
        pop(NULL);
        note("no scope:");
        pop(NULL);
        gpu = before;
    }
    CASE("a mapping under way on a device that goes") {
        Loss loss = {0};
        Gpu before = gpu;
        gpu.device = open_losable(&loss);
        WGPUBuffer b = make_buffer(U_MAP_READ, 16);
        bool done = false;
        start_map(b, &done);
        wgpuDeviceDestroy(gpu.device);
        wait_until(&done);
        note("state %d", (int)wgpuBufferGetMapState(b));
        wait_until(&loss.done);
        gpu = before;
    }
    CASE("objects of another device") {
        WGPUDevice device = open_device(NULL);
        WGPUBufferDescriptor d = {.usage = U_COPY_DST, .size = 16};
        WGPUBuffer b = wgpuDeviceCreateBuffer(device, &d);
        wgpuQueueWriteBuffer(gpu.queue, b, 0, "1234", 4);
        note("and");
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandEncoderClearBuffer(e, b, 0, 4);
        submit(e);
        wgpuDeviceRelease(device);
    }
    CASE("a device refused, with a callback for its loss") {
        Loss loss = {0};
        WGPUFeatureName none = (WGPUFeatureName)0x7ffffff;
        WGPUDeviceDescriptor d = {.requiredFeatureCount = 1,
                                  .requiredFeatures = &none,
                                  .deviceLostCallbackInfo = {NULL,
                                                             WGPUCallbackMode_AllowProcessEvents,
                                                             on_lost, &loss, NULL}};
        note("%s", open_device(&d) ? "device" : "refused");
        wait_until(&loss.done);
    }
}

void run_cases(void) {
    features_and_limits();
    scopes();
    uncaught();
    pending();
    losses();
}
