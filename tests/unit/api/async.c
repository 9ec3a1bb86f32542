/* Asynchronous operations: callback modes, futures, what the end of an instance or device does. */
#include "support.h"

#include <stdlib.h>

static void count_done(WGPUQueueWorkDoneStatus status, WGPUStringView message, void *to,
                       void *unused) {
    (void)message, (void)unused;
    ((int *)to)[status]++;
}

static WGPUFuture work_done(const Gpu *g, WGPUCallbackMode mode, int *counts) {
    WGPUQueueWorkDoneCallbackInfo info = {NULL, mode, count_done, counts, NULL};
    return wgpuQueueOnSubmittedWorkDone(g->queue, info);
}

static void modes(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    int wait[5] = {0}, process[5] = {0}, at_once[5] = {0};
    WGPUFuture f = work_done(&g, WGPUCallbackMode_WaitAnyOnly, wait);
    work_done(&g, WGPUCallbackMode_AllowProcessEvents, process);
    work_done(&g, WGPUCallbackMode_AllowSpontaneous, at_once);
    assert_int_equal(at_once[WGPUQueueWorkDoneStatus_Success], 1);
    assert_int_equal(process[WGPUQueueWorkDoneStatus_Success], 0);
    wgpuInstanceProcessEvents(g.instance);
    assert_int_equal(process[WGPUQueueWorkDoneStatus_Success], 1);
    assert_int_equal(wait[WGPUQueueWorkDoneStatus_Success], 0);
    WGPUFutureWaitInfo info = {f, WGPU_FALSE};
    assert_int_equal(wgpuInstanceWaitAny(g.instance, 1, &info, 0), WGPUWaitStatus_Success);
    assert_int_equal(wait[WGPUQueueWorkDoneStatus_Success], 1);
    /* A future that is over stays so. */
    info.completed = WGPU_FALSE;
    assert_int_equal(wgpuInstanceWaitAny(g.instance, 1, &info, 0), WGPUWaitStatus_Success);
    assert_true(info.completed);
    assert_int_equal(wait[WGPUQueueWorkDoneStatus_Success], 1);
    gpu_close(&g);
}

static void several_futures(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    int counts[5] = {0};
    WGPUFutureWaitInfo info[3] = {{work_done(&g, WGPUCallbackMode_WaitAnyOnly, counts), 0},
                                  {wgpuDeviceGetLostFuture(g.device), 0},
                                  {work_done(&g, WGPUCallbackMode_AllowProcessEvents, counts), 0}};
    assert_int_equal(wgpuInstanceWaitAny(g.instance, 3, info, 1000), WGPUWaitStatus_Success);
    assert_true(info[0].completed && !info[1].completed && info[2].completed);
    assert_int_equal(counts[WGPUQueueWorkDoneStatus_Success], 2);
    gpu_close(&g);
}

static void lost(WGPUDevice const *device, WGPUDeviceLostReason reason, WGPUStringView message,
                 void *to, void *device_shown) {
    (void)message;
    *(WGPUDeviceLostReason *)to = reason;
    if (device_shown)
        *(WGPUDevice *)device_shown = *device;
}

static void waits(void **state) {
    (void)state;
    WGPUDeviceLostReason reason = 0;
    WGPUDeviceDescriptor desc = {
        .deviceLostCallbackInfo = {NULL, WGPUCallbackMode_WaitAnyOnly, lost, &reason, NULL}};
    Gpu g = gpu_open(&desc);
    WGPUFutureWaitInfo info = {wgpuDeviceGetLostFuture(g.device), WGPU_FALSE};
    assert_int_equal(wgpuInstanceWaitAny(g.instance, 1, &info, 0), WGPUWaitStatus_TimedOut);
    assert_int_equal(wgpuInstanceWaitAny(g.instance, 1, &info, 2000000), WGPUWaitStatus_TimedOut);
    assert_int_equal(wgpuInstanceWaitAny(g.instance, 0, NULL, 0), WGPUWaitStatus_Success);
    WGPUFutureWaitInfo bad = {{0}, WGPU_FALSE};
    assert_int_equal(wgpuInstanceWaitAny(g.instance, 1, &bad, 0), WGPUWaitStatus_Error);
    bad.future.id = UINT64_MAX;
    assert_int_equal(wgpuInstanceWaitAny(g.instance, 1, &bad, 0), WGPUWaitStatus_Error);
    wgpuDeviceDestroy(g.device);
    wgpuDeviceDestroy(g.device);
    assert_int_equal(reason, 0);
    assert_int_equal(wgpuInstanceWaitAny(g.instance, 1, &info, UINT64_MAX), WGPUWaitStatus_Success);
    assert_int_equal(reason, WGPUDeviceLostReason_Destroyed);
    gpu_close(&g);
}

static void timed_waits_need_a_feature(void **state) {
    (void)state;
    WGPUInstance instance = wgpuCreateInstance(NULL);
    WGPUAdapter adapter = adapter_open(instance);
    WGPUDevice device = device_open(instance, adapter, NULL, NULL, 0);
    WGPUFutureWaitInfo info = {wgpuDeviceGetLostFuture(device), WGPU_FALSE};
    assert_int_equal(wgpuInstanceWaitAny(instance, 1, &info, 1), WGPUWaitStatus_Error);
    wgpuDeviceRelease(device);
    /* Without the other feature an adapter makes one device. */
    char why[200];
    assert_null(device_open(instance, adapter, NULL, why, sizeof why));
    assert_non_null(strstr(why, "MultipleDevicesPerAdapter"));
    wgpuAdapterRelease(adapter);
    wgpuInstanceRelease(instance);
    WGPUInstanceFeatureName none = WGPUInstanceFeatureName_ShaderSourceSPIRV;
    WGPUInstanceDescriptor desc = {.requiredFeatureCount = 1, .requiredFeatures = &none};
    assert_null(wgpuCreateInstance(&desc));
}

/* A device that is released says so, without itself; one that is destroyed with itself. */
static void device_loss(void **state) {
    (void)state;
    for (int release = 0; release < 2; release++) {
        WGPUDeviceLostReason reason = 0;
        WGPUDevice shown = (WGPUDevice)&reason;
        WGPUDeviceDescriptor desc = {.deviceLostCallbackInfo = {NULL,
                                                                WGPUCallbackMode_AllowSpontaneous,
                                                                lost, &reason, &shown}};
        Gpu g = gpu_open(&desc);
        WGPUDevice device = g.device;
        if (release) {
            wgpuDeviceRelease(g.device);
            assert_null(shown);
            g.device = NULL;
        } else {
            wgpuDeviceDestroy(g.device);
            assert_ptr_equal(shown, device);
        }
        assert_int_equal(reason, WGPUDeviceLostReason_Destroyed);
        gpu_close(&g);
    }
}

static void dropped_instance(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    int counts[5] = {0};
    work_done(&g, WGPUCallbackMode_WaitAnyOnly, counts);
    wgpuInstanceRelease(g.instance);
    assert_int_equal(counts[WGPUQueueWorkDoneStatus_CallbackCancelled], 1);
    /* The device works on; what ends later is cancelled at once. */
    work_done(&g, WGPUCallbackMode_AllowProcessEvents, counts);
    assert_int_equal(counts[WGPUQueueWorkDoneStatus_CallbackCancelled], 2);
    WGPUBuffer b = buffer_open(&g, "b", WGPUBufferUsage_CopyDst, 16);
    wgpuQueueWriteBuffer(g.queue, b, 0, "abcdefgh", 8);
    wgpuBufferRelease(b);
    g.instance = NULL;
    gpu_close(&g);
}

typedef struct Again {
    Gpu *gpu;
    int calls;
} Again;

static void again(WGPUQueueWorkDoneStatus status, WGPUStringView message, void *to, void *unused) {
    (void)message, (void)unused;
    Again *a = to;
    if (status != WGPUQueueWorkDoneStatus_Success)
        return;
    a->calls++;
    WGPUQueueWorkDoneCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents, again, a,
                                          NULL};
    wgpuQueueOnSubmittedWorkDone(a->gpu->queue, info);
    if (a->calls == 1)
        wgpuInstanceProcessEvents(a->gpu->instance);
}

/* Callbacks may call the interface, ProcessEvents included; what they begin does not keep it from
 * returning. */
static void nested_calls(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    Again a = {&g, 0};
    WGPUQueueWorkDoneCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents, again, &a,
                                          NULL};
    wgpuQueueOnSubmittedWorkDone(g.queue, info);
    wgpuInstanceProcessEvents(g.instance);
    assert_int_equal(a.calls, 2);
    a.calls = 10;
    wgpuInstanceProcessEvents(g.instance);
    assert_int_equal(a.calls, 11);
    gpu_close(&g);
}

static void quiet_end(WGPUQueueWorkDoneStatus status, WGPUStringView message, void *to,
                      void *unused) {
    (void)message, (void)unused;
    ((int *)to)[status]++;
}

/* Many objects leave nothing behind, without ProcessEvents ever called. */
static void many_objects(void **state) {
    (void)state;
    WGPUInstanceFeatureName many = WGPUInstanceFeatureName_MultipleDevicesPerAdapter;
    WGPUInstanceDescriptor desc = {.requiredFeatureCount = 1, .requiredFeatures = &many};
    WGPUInstance instance = wgpuCreateInstance(&desc);
    WGPUAdapter adapter = adapter_open(instance);
    for (int i = 0; i < 1000; i++) {
        Gpu g = {instance, adapter, device_open(instance, adapter, NULL, NULL, 0), NULL};
        g.queue = wgpuDeviceGetQueue(g.device);
        wgpuBufferRelease(buffer_open(&g, "b", WGPUBufferUsage_Storage, 1024));
        wgpuQueueRelease(g.queue);
        wgpuDeviceRelease(g.device);
    }
    wgpuAdapterRelease(adapter);
    wgpuInstanceRelease(instance);
}

/* Releases in any order: what is used lives on. */
static void release_order(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBuffer b = buffer_open(&g, "b", WGPUBufferUsage_CopyDst, 64);
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g.device, NULL);
    wgpuCommandEncoderClearBuffer(e, b, 0, 64);
    wgpuBufferRelease(b);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    wgpuCommandEncoderRelease(e);
    gpu_watch(&g);
    wgpuQueueSubmit(g.queue, 1, &c);
    gpu_expect_fine(&g);
    wgpuInstanceRelease(g.instance);
    wgpuAdapterRelease(g.adapter);
    wgpuDeviceRelease(g.device);
    wgpuCommandBufferRelease(c);
    int counts[5] = {0};
    WGPUQueueWorkDoneCallbackInfo info = {NULL, WGPUCallbackMode_AllowSpontaneous, quiet_end,
                                          counts, NULL};
    wgpuQueueOnSubmittedWorkDone(g.queue, info);
    wgpuQueueAddRef(g.queue);
    wgpuQueueRelease(g.queue);
    wgpuQueueRelease(g.queue);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modes),         cmocka_unit_test(several_futures),
        cmocka_unit_test(waits),         cmocka_unit_test(timed_waits_need_a_feature),
        cmocka_unit_test(device_loss),   cmocka_unit_test(dropped_instance),
        cmocka_unit_test(nested_calls),  cmocka_unit_test(many_objects),
        cmocka_unit_test(release_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
