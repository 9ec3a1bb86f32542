/* Devices that run what is submitted on a thread of their own: order, errors, ends. */
#include <stdatomic.h>

#include "support.h"

enum { COPY = 0xC /* CopySrc | CopyDst */ };

/* Turns a word `turns` times: long enough to be running still when the next call is made. */
static const char slow[] = "@group(0) @binding(0) var<storage, read_write> a: array<u32>;\n"
                           "@group(0) @binding(1) var<storage, read_write> n: array<u32>;\n"
                           "@compute @workgroup_size(1) fn main() {\n"
                           "  var x = a[0];\n"
                           "  for (var i = 0u; i < n[0]; i++) { x = x * 1664525u + 1013904223u; }\n"
                           "  a[0] = x;\n"
                           "}\n";

static uint32_t turned(uint32_t x, uint32_t turns) {
    for (uint32_t i = 0; i < turns; i++)
        x = x * 1664525u + 1013904223u;
    return x;
}

typedef struct Slow {
    Gpu g;
    WGPUComputePipeline pipeline;
    WGPUBuffer a, n;
    WGPUBindGroup group;
} Slow;

static atomic_uint wakes;

static void wake(void *userdata) {
    atomic_fetch_add((atomic_uint *)userdata, 1);
}

static WGPUErrorType uncaught;
static void on_error(WGPUDevice const *device, WGPUErrorType type, WGPUStringView message,
                     void *userdata, void *unused) {
    (void)device, (void)message, (void)userdata, (void)unused;
    uncaught = type;
}

static Slow slow_open(uint64_t step_budget) {
    LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
    options.asynchronous = true;
    options.wake = wake;
    options.wake_userdata = &wakes;
    options.step_budget = step_budget;
    WGPUDeviceDescriptor desc = {.nextInChain = &options.chain,
                                 .uncapturedErrorCallbackInfo = {.callback = on_error}};
    Slow s = {.g = gpu_open(&desc)};
    s.pipeline = pipeline_open(&s.g, "slow", slow);
    s.a = buffer_open(&s.g, "a", WGPUBufferUsage_Storage | COPY, 16);
    s.n = buffer_open(&s.g, "n", WGPUBufferUsage_Storage | COPY, 16);
    s.group = group_open(&s.g, s.pipeline, 2, (WGPUBuffer[]){s.a, s.n});
    uncaught = 0;
    return s;
}

static void slow_close(Slow *s) {
    wgpuBindGroupRelease(s->group);
    wgpuBufferRelease(s->a);
    wgpuBufferRelease(s->n);
    wgpuComputePipelineRelease(s->pipeline);
    gpu_close(&s->g);
}

static void set(const Slow *s, WGPUBuffer b, uint32_t value) {
    wgpuQueueWriteBuffer(s->g.queue, b, 0, &value, 4);
}

static void run(const Slow *s, uint32_t turns) {
    set(s, s->n, turns);
    dispatch(&s->g, s->pipeline, s->group, 1, 1, 1);
}

static uint32_t value(const Slow *s) {
    uint32_t data[4];
    buffer_read(&s->g, s->a, data, 16);
    return data[0];
}

/* Writes and dispatches in a row: each sees what came before it. */
static void in_order(void **state) {
    (void)state;
    Slow s = slow_open(0);
    atomic_store(&wakes, 0);
    uint32_t expected = 7;
    set(&s, s.a, 7);
    for (uint32_t i = 1; i < 40; i++) {
        uint32_t turns = i % 4 ? i : 50000;
        run(&s, turns);
        expected = turned(expected, turns);
        if (i % 7 == 0)
            set(&s, s.a, expected = i);
    }
    assert_int_equal(value(&s), expected);
    assert_true(atomic_load(&wakes) >= 40);
    for (int i = 0; i < 3000; i++) /* more than may wait */
        run(&s, 1);
    assert_int_equal(value(&s), turned(expected, 3000));
    slow_close(&s);
}

static void on_work_done(WGPUQueueWorkDoneStatus status, WGPUStringView message, void *to,
                         void *unused) {
    (void)message, (void)unused;
    *(WGPUQueueWorkDoneStatus *)to = status;
}

static WGPUFuture work_done(const Slow *s, WGPUCallbackMode mode, WGPUQueueWorkDoneStatus *status) {
    WGPUQueueWorkDoneCallbackInfo info = {NULL, mode, on_work_done, status, NULL};
    return wgpuQueueOnSubmittedWorkDone(s->g.queue, info);
}

static void waiting(void **state) {
    (void)state;
    Slow s = slow_open(0);
    for (int mode = WGPUCallbackMode_WaitAnyOnly; mode <= (int)WGPUCallbackMode_AllowSpontaneous;
         mode++) {
        WGPUQueueWorkDoneStatus status = 0;
        run(&s, 20000000);
        WGPUFutureWaitInfo wait = {work_done(&s, (WGPUCallbackMode)mode, &status), false};
        assert_int_equal(status, 0);
        assert_int_equal(wgpuInstanceWaitAny(s.g.instance, 1, &wait, 0), WGPUWaitStatus_TimedOut);
        assert_int_equal(wgpuInstanceWaitAny(s.g.instance, 1, &wait, 1000),
                         WGPUWaitStatus_TimedOut);
        assert_int_equal(wgpuInstanceWaitAny(s.g.instance, 1, &wait, UINT64_MAX),
                         WGPUWaitStatus_Success);
        assert_int_equal(status, WGPUQueueWorkDoneStatus_Success);
    }
    WGPUQueueWorkDoneStatus status = 0;
    run(&s, 100000);
    work_done(&s, WGPUCallbackMode_AllowProcessEvents, &status);
    while (!status)
        wgpuInstanceProcessEvents(s.g.instance);
    /* Nothing is under way: at once. */
    status = 0;
    work_done(&s, WGPUCallbackMode_AllowSpontaneous, &status);
    assert_int_equal(status, WGPUQueueWorkDoneStatus_Success);
    slow_close(&s);
}

/* What is destroyed, mapped and written while commands use it. */
static void used_meanwhile(void **state) {
    (void)state;
    Slow s = slow_open(0);
    set(&s, s.a, 3);
    run(&s, 5000000);
    WGPUBuffer out =
        buffer_open(&s.g, "out", WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, 16);
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(s.g.device, NULL);
    wgpuCommandEncoderCopyBufferToBuffer(e, s.a, 0, out, 0, 16);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    wgpuQueueSubmit(s.g.queue, 1, &c);
    wgpuCommandEncoderRelease(e);
    wgpuCommandBufferRelease(c);
    set(&s, s.a, 5);
    wgpuBufferDestroy(s.a);
    wgpuBufferDestroy(s.a);
    gpu_watch(&s.g);
    set(&s, s.a, 6);
    gpu_expect_invalid(&s.g, "buffer \"a\"", "destroyed", NULL);
    assert_int_equal(buffer_map(&s.g, out, WGPUMapMode_Read), WGPUMapAsyncStatus_Success);
    uint32_t got;
    assert_int_equal(wgpuBufferReadMappedRange(out, 0, &got, 4), WGPUStatus_Success);
    assert_int_equal(got, turned(3, 5000000));
    wgpuBufferRelease(out);
    slow_close(&s);
}

/* The scope that was open at the submit hears of the stop, however long after. */
static void errors(void **state) {
    (void)state;
    Slow s = slow_open(3000000);
    const char *message;
    gpu_watch(&s.g);
    run(&s, 4000000000u);
    assert_int_equal(gpu_caught(&s.g, &message), WGPUErrorType_Internal);
    assert_non_null(strstr(message, "slow"));
    assert_non_null(strstr(message, "budget"));
    assert_int_equal(lw_device_run_status(s.g.device, NULL), LW_RUN_STEP_BUDGET);
    wgpuDevicePushErrorScope(s.g.device, WGPUErrorFilter_Internal);
    run(&s, 4000000000u);
    wgpuDevicePushErrorScope(s.g.device, WGPUErrorFilter_Internal);
    run(&s, 1);
    gpu_watch(&s.g); /* three inner scopes more */
    gpu_expect_fine(&s.g);
    assert_int_equal(uncaught, 0);
    run(&s, 4000000000u); /* the inner of the two */
    assert_int_equal(lw_device_run_status(s.g.device, NULL), LW_RUN_STEP_BUDGET);
    assert_int_equal(uncaught, 0);
    slow_close(&s);

    s = slow_open(3000000);
    run(&s, 4000000000u);
    assert_int_equal(uncaught, 0);
    assert_int_equal(lw_device_run_status(s.g.device, NULL), LW_RUN_STEP_BUDGET);
    assert_int_equal(uncaught, WGPUErrorType_Internal);
    slow_close(&s);
}

/* A device that goes interrupts what runs for ever, and all who wait hear of it. */
static void ends(void **state) {
    (void)state;
    for (int how = 0; how < 3; how++) {
        Slow s = slow_open(UINT64_MAX);
        for (int i = 0; i < 5; i++)
            run(&s, 4000000000u);
        WGPUQueueWorkDoneStatus status = 0;
        work_done(&s, WGPUCallbackMode_AllowProcessEvents, &status);
        if (how == 0) {
            wgpuDeviceDestroy(s.g.device);
            assert_int_equal(status, 0);
            wgpuInstanceProcessEvents(s.g.instance);
            assert_int_equal(status, WGPUQueueWorkDoneStatus_Success);
            run(&s, 1);
        } else if (how == 1) {
            WGPUInstance instance = s.g.instance;
            wgpuInstanceAddRef(instance);
            slow_close(&s);
            wgpuInstanceProcessEvents(instance);
            assert_int_equal(status, WGPUQueueWorkDoneStatus_Success);
            wgpuInstanceRelease(instance);
            continue;
        }
        slow_close(&s);
        assert_int_not_equal(status, 0);
    }
}

/* Observers and reports see what was submitted before. */
static void reports(void **state) {
    (void)state;
    Slow s = slow_open(0);
    run(&s, 3000000);
    assert_true(lw_device_observe(s.g.device, LW_OBSERVE_COST));
    run(&s, 300);
    assert_true(lw_device_observe(s.g.device, 0));
    run(&s, 300);
    LwReport *r = lw_device_take_report(s.g.device);
    assert_non_null(r);
    assert_int_equal(lw_report_totals(r).invocations, 1);
    lw_report_free(r);
    assert_null(lw_device_take_report(s.g.device));
    run(&s, 3000000);
    wgpuComputePipelineSetLabel(s.pipeline, sv("another name"));
    slow_close(&s);
}

static void textures(void **state) {
    (void)state;
    Slow s = slow_open(0);
    WGPUTextureDescriptor desc = {.usage = WGPUTextureUsage_CopyDst | WGPUTextureUsage_CopySrc,
                                  .dimension = WGPUTextureDimension_2D,
                                  .size = {1, 1, 1},
                                  .format = WGPUTextureFormat_R32Uint,
                                  .mipLevelCount = 1,
                                  .sampleCount = 1};
    WGPUTexture t = wgpuDeviceCreateTexture(s.g.device, &desc);
    WGPUTexelCopyTextureInfo place = {.texture = t, .aspect = WGPUTextureAspect_All};
    WGPUTexelCopyBufferLayout layout = {0, 256, 1};
    WGPUExtent3D one = {1, 1, 1};
    WGPUTexelCopyBufferInfo to = {{0, 256, 1}, s.a};
    for (uint32_t i = 10; i < 12; i++) {
        wgpuQueueWriteTexture(s.g.queue, &place, &i, 4, &layout, &one);
        set(&s, s.n, 3000000);
        WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(s.g.device, NULL);
        wgpuCommandEncoderCopyTextureToBuffer(e, &place, &to, &one);
        WGPUComputePassEncoder p = wgpuCommandEncoderBeginComputePass(e, NULL);
        wgpuComputePassEncoderSetPipeline(p, s.pipeline);
        wgpuComputePassEncoderSetBindGroup(p, 0, s.group, 0, NULL);
        wgpuComputePassEncoderDispatchWorkgroups(p, 1, 1, 1);
        wgpuComputePassEncoderEnd(p);
        wgpuCommandEncoderCopyTextureToBuffer(e, &place, &to, &one);
        WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
        wgpuQueueSubmit(s.g.queue, 1, &c);
        wgpuComputePassEncoderRelease(p);
        wgpuCommandEncoderRelease(e);
        wgpuCommandBufferRelease(c);
    }
    wgpuTextureDestroy(t);
    wgpuTextureRelease(t);
    assert_int_equal(value(&s), 11);
    slow_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_order), cmocka_unit_test(waiting), cmocka_unit_test(used_meanwhile),
        cmocka_unit_test(errors),   cmocka_unit_test(ends),    cmocka_unit_test(reports),
        cmocka_unit_test(textures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
