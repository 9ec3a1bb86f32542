/* From end to end: device, module, pipeline, bind group, dispatch, read back; budgets and reports.
 */
#include "support.h"

#include <stdlib.h>

enum { STORAGE = 0x8C /* Storage, CopySrc, CopyDst */ };

static WGPUBuffer buffer_of(const Gpu *g, const char *label, const void *data, size_t size) {
    WGPUBuffer b = buffer_open(g, label, STORAGE, size);
    wgpuQueueWriteBuffer(g->queue, b, 0, data, size);
    return b;
}

static void adds_vectors(void **state) {
    (void)state;
    static const char text[] =
        "@group(0) @binding(0) var<storage, read_write> sum: array<f32>;\n"
        "@group(0) @binding(1) var<storage, read> a: array<f32>;\n"
        "@group(0) @binding(2) var<storage, read> b: array<f32>;\n"
        "@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {\n"
        "    if (id.x < arrayLength(&sum)) { sum[id.x] = a[id.x] + 2.0 * b[id.x]; }\n"
        "}\n";
    enum { N = 1000 };
    static float a[N], b[N], sum[N];
    for (int i = 0; i < N; i++) {
        a[i] = (float)i;
        b[i] = (float)(i % 7) / 4;
    }
    for (uint32_t threads = 1; threads <= 3; threads += 2) {
        LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
        options.threads = threads;
        WGPUDeviceDescriptor desc = {.nextInChain = &options.chain};
        Gpu g = gpu_open(&desc);
        gpu_watch(&g);
        WGPUComputePipeline p = pipeline_open(&g, "add", text);
        WGPUBuffer buffer[3] = {buffer_open(&g, "sum", STORAGE, sizeof sum),
                                buffer_of(&g, "a", a, sizeof a), buffer_of(&g, "b", b, sizeof b)};
        WGPUBindGroup group = group_open(&g, p, 3, buffer);
        dispatch(&g, p, group, (N + 63) / 64, 1, 1);
        gpu_expect_fine(&g);
        assert_int_equal(lw_device_run_status(g.device, NULL), LW_RUN_OK);
        buffer_read(&g, buffer[0], sum, sizeof sum);
        for (int i = 0; i < N; i++)
            assert_true(sum[i] == a[i] + 2 * b[i]);
        for (int i = 0; i < 3; i++)
            wgpuBufferRelease(buffer[i]);
        wgpuBindGroupRelease(group);
        wgpuComputePipelineRelease(p);
        gpu_close(&g);
    }
}

static const char step_text[] =
    "override factor: u32 = 2;\n"
    "@group(0) @binding(0) var<storage, read_write> x: array<u32>;\n"
    "@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3<u32>) {\n"
    "    x[id.x] = x[id.x] * factor + 1;\n"
    "}\n";

/* Commands of a submit run in order, over passes and command buffers. */
static void runs_in_order(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    gpu_watch(&g);
    WGPUShaderModule m = module_open(&g, "step", step_text);
    WGPUConstantEntry factor = {.key = sv("factor"), .value = 10};
    WGPUComputePipelineDescriptor desc = {
        .label = sv("ten"),
        .compute = {.module = m, .entryPoint = sv(NULL), .constantCount = 1, .constants = &factor}};
    WGPUComputePipeline ten = wgpuDeviceCreateComputePipeline(g.device, &desc);
    desc.compute.constantCount = 0;
    desc.label = sv("two");
    WGPUComputePipeline two = wgpuDeviceCreateComputePipeline(g.device, &desc);
    WGPUBuffer x = buffer_of(&g, "x", (uint32_t[]){1, 2, 3, 4}, 16);
    WGPUBindGroup for_ten = group_open(&g, ten, 1, &x), for_two = group_open(&g, two, 1, &x);
    WGPUCommandBuffer c[2];
    for (int i = 0; i < 2; i++) {
        WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g.device, NULL);
        WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(e, NULL);
        wgpuComputePassEncoderSetPipeline(pass, ten);
        wgpuComputePassEncoderSetBindGroup(pass, 0, for_ten, 0, NULL);
        wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
        wgpuComputePassEncoderSetPipeline(pass, two);
        wgpuComputePassEncoderSetBindGroup(pass, 0, for_two, 0, NULL);
        wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
        wgpuComputePassEncoderEnd(pass);
        wgpuComputePassEncoderRelease(pass);
        wgpuCommandEncoderClearBuffer(e, x, 12, 4);
        c[i] = wgpuCommandEncoderFinish(e, NULL);
        wgpuCommandEncoderRelease(e);
    }
    wgpuQueueSubmit(g.queue, 2, c);
    gpu_expect_fine(&g);
    uint32_t data[4];
    buffer_read(&g, x, data, sizeof data);
    /* x -> 20 x + 3, twice; the last one is cleared in between and after. */
    assert_memory_equal(data, ((uint32_t[]){463, 863, 1263, 0}), sizeof data);
    wgpuCommandBufferRelease(c[0]);
    wgpuCommandBufferRelease(c[1]);
    wgpuBindGroupRelease(for_ten);
    wgpuBindGroupRelease(for_two);
    wgpuBufferRelease(x);
    wgpuComputePipelineRelease(ten);
    wgpuComputePipelineRelease(two);
    wgpuShaderModuleRelease(m);
    gpu_close(&g);
}

static void indirect(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUComputePipeline p = pipeline_open(&g, "step", step_text);
    WGPUBuffer x = buffer_of(&g, "x", (uint32_t[16]){0}, 64);
    WGPUBuffer args =
        buffer_open(&g, "args", WGPUBufferUsage_Indirect | WGPUBufferUsage_CopyDst, 32);
    wgpuQueueWriteBuffer(g.queue, args, 0, (uint32_t[]){9, 2, 1, 1, 65536, 1, 1}, 28);
    WGPUBindGroup group = group_open(&g, p, 1, &x);
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g.device, NULL);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(e, NULL);
    wgpuComputePassEncoderSetPipeline(pass, p);
    wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, NULL);
    wgpuComputePassEncoderDispatchWorkgroupsIndirect(pass, args, 4);  /* 2, 1, 1 */
    wgpuComputePassEncoderDispatchWorkgroupsIndirect(pass, args, 16); /* too many: nothing */
    wgpuComputePassEncoderEnd(pass);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    gpu_watch(&g);
    wgpuQueueSubmit(g.queue, 1, &c);
    gpu_expect_fine(&g);
    uint32_t data[16];
    buffer_read(&g, x, data, sizeof data);
    for (int i = 0; i < 16; i++)
        assert_int_equal(data[i], i < 8);
    wgpuCommandBufferRelease(c);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderRelease(e);
    wgpuBindGroupRelease(group);
    wgpuBufferRelease(args);
    wgpuBufferRelease(x);
    wgpuComputePipelineRelease(p);
    gpu_close(&g);
}

static void dynamic_offset(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBindGroupLayoutEntry entry = {
        .binding = 0,
        .visibility = WGPUShaderStage_Compute,
        .buffer = {.type = WGPUBufferBindingType_Storage, .hasDynamicOffset = WGPU_TRUE}};
    WGPUBindGroupLayoutDescriptor ld = {.entryCount = 1, .entries = &entry};
    WGPUBindGroupLayout l = wgpuDeviceCreateBindGroupLayout(g.device, &ld);
    WGPUPipelineLayoutDescriptor pld = {.bindGroupLayoutCount = 1, .bindGroupLayouts = &l};
    WGPUPipelineLayout pl = wgpuDeviceCreatePipelineLayout(g.device, &pld);
    WGPUShaderModule m = module_open(&g, "step", step_text);
    WGPUComputePipelineDescriptor pd = {.layout = pl,
                                        .compute = {.module = m, .entryPoint = sv(NULL)}};
    WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(g.device, &pd);
    WGPUBuffer x = buffer_open(&g, "x", STORAGE, 1024);
    WGPUBindGroupEntry be = {.binding = 0, .buffer = x, .offset = 256, .size = 16};
    WGPUBindGroupDescriptor gd = {.layout = l, .entryCount = 1, .entries = &be};
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(g.device, &gd);
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g.device, NULL);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(e, NULL);
    wgpuComputePassEncoderSetPipeline(pass, p);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t offset = 512 * i;
        wgpuComputePassEncoderSetBindGroup(pass, 0, group, 1, &offset);
        wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
    }
    wgpuComputePassEncoderEnd(pass);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    gpu_watch(&g);
    wgpuQueueSubmit(g.queue, 1, &c);
    gpu_expect_fine(&g);
    uint32_t data[256];
    buffer_read(&g, x, data, sizeof data);
    for (uint32_t i = 0; i < 256; i++)
        assert_int_equal(data[i], (i >= 64 && i < 68) || (i >= 192 && i < 196));
    wgpuCommandBufferRelease(c);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderRelease(e);
    wgpuBindGroupRelease(group);
    wgpuBufferRelease(x);
    wgpuComputePipelineRelease(p);
    wgpuShaderModuleRelease(m);
    wgpuPipelineLayoutRelease(pl);
    wgpuBindGroupLayoutRelease(l);
    gpu_close(&g);
}

static void subgroup_sizes(void **state) {
    (void)state;
    static const char text[] =
        "enable subgroups;\n"
        "@group(0) @binding(0) var<storage, read_write> x: array<u32>;\n"
        "@compute @workgroup_size(128) fn main(@builtin(local_invocation_index) i: u32,\n"
        "                                     @builtin(subgroup_size) size: u32) {\n"
        "    x[i] = subgroupAdd(1u) + size;\n"
        "}\n";
    for (uint32_t size = 4; size <= 128; size *= 2) {
        WGPUFeatureName feature = WGPUFeatureName_Subgroups;
        LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
        options.subgroup_size = size;
        WGPUDeviceDescriptor desc = {
            .nextInChain = &options.chain, .requiredFeatureCount = 1, .requiredFeatures = &feature};
        Gpu g = gpu_open(&desc);
        WGPUComputePipeline p = pipeline_open(&g, "p", text);
        WGPUBuffer x = buffer_open(&g, "x", STORAGE, 512);
        WGPUBindGroup group = group_open(&g, p, 1, &x);
        dispatch(&g, p, group, 1, 1, 1);
        uint32_t data[128];
        buffer_read(&g, x, data, sizeof data);
        for (int i = 0; i < 128; i++)
            assert_int_equal(data[i], 2 * size);
        wgpuBindGroupRelease(group);
        wgpuBufferRelease(x);
        wgpuComputePipelineRelease(p);
        gpu_close(&g);
    }
}

/* ---- early ends ---- */

static const char endless_text[] =
    "@group(0) @binding(0) var<storage, read_write> x: array<atomic<u32>>;\n"
    "@compute @workgroup_size(1) fn main() {\n"
    "    loop {\n"
    "        if (atomicLoad(&x[0]) == 1) { break; }\n"
    "        atomicAdd(&x[1], 1);\n"
    "    }\n"
    "}\n";

static bool stop(void *userdata, uint64_t done, uint64_t all) {
    (void)done, (void)all;
    ++*(int *)userdata;
    return true;
}

static void early_ends(void **state) {
    (void)state;
    for (int interrupted = 0; interrupted < 2; interrupted++) {
        int calls = 0;
        LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
        options.threads = 1;
        if (interrupted) {
            options.progress = stop;
            options.progress_userdata = &calls;
        } else {
            options.step_budget = 10000;
        }
        WGPUDeviceDescriptor desc = {.nextInChain = &options.chain};
        Gpu g = gpu_open(&desc);
        WGPUComputePipeline p = pipeline_open(&g, "endless", endless_text);
        WGPUBuffer x = buffer_open(&g, "x", STORAGE, 16);
        WGPUBindGroup group = group_open(&g, p, 1, &x);
        gpu_watch(&g);
        dispatch(&g, p, group, 1, 1, 1);
        const char *message;
        assert_int_equal(gpu_caught(&g, &message), WGPUErrorType_Internal);
        assert_non_null(strstr(message, "compute pipeline \"endless\""));
        WGPUStringView why;
        assert_int_equal(lw_device_run_status(g.device, &why),
                         interrupted ? LW_RUN_INTERRUPTED : LW_RUN_STEP_BUDGET);
        assert_true(why.length > 0);
        assert_int_equal(calls > 0, interrupted);
        if (!interrupted)
            assert_non_null(strstr(message, "at line 3"));
        /* The device is as good as before. */
        wgpuQueueWriteBuffer(g.queue, x, 0, (uint32_t[]){1}, 4);
        gpu_watch(&g);
        dispatch(&g, p, group, 1, 1, 1);
        if (!interrupted) {
            gpu_expect_fine(&g);
            assert_int_equal(lw_device_run_status(g.device, &why), LW_RUN_OK);
            assert_int_equal(why.length, 0);
        } else {
            gpu_caught(&g, NULL);
        }
        wgpuBindGroupRelease(group);
        wgpuBufferRelease(x);
        wgpuComputePipelineRelease(p);
        gpu_close(&g);
    }
}

/* ---- reports ---- */

static const char transpose_text[] =
    "@group(0) @binding(0) var<storage, read_write> to: array<f32, 256>;\n"
    "@group(0) @binding(1) var<storage, read> source: array<f32, 256>;\n"
    "var<workgroup> tile: array<array<f32, 16>, 16>;\n"
    "@compute @workgroup_size(16, 16) fn main(@builtin(local_invocation_id) id: vec3<u32>) {\n"
    "    tile[id.y][id.x] = source[id.y * 16 + id.x];\n"
    "    workgroupBarrier();\n"
    "    to[id.y * 16 + id.x] = tile[id.x][id.y];\n"
    "}\n";

static void reports(void **state) {
    (void)state;
    LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
    options.observe = LW_OBSERVE_COST;
    WGPUDeviceDescriptor desc = {.nextInChain = &options.chain};
    Gpu g = gpu_open(&desc);
    assert_null(lw_device_take_report(g.device));
    WGPUComputePipeline p = pipeline_open(&g, "transpose", transpose_text);
    float in[256], out[256];
    for (int i = 0; i < 256; i++)
        in[i] = (float)i;
    WGPUBuffer buffer[2] = {buffer_open(&g, "to", STORAGE, sizeof in),
                            buffer_of(&g, "source", in, sizeof in)};
    WGPUBindGroup group = group_open(&g, p, 2, buffer);
    dispatch(&g, p, group, 1, 1, 1);
    dispatch(&g, p, group, 1, 1, 1);
    buffer_read(&g, buffer[0], out, sizeof out);
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++)
            assert_true(out[y * 16 + x] == in[x * 16 + y]);
    LwReport *r = lw_device_take_report(g.device);
    assert_non_null(r);
    assert_null(lw_device_take_report(g.device));
    for (int i = 0; i < 2; i++)
        wgpuBufferRelease(buffer[i]);
    wgpuBindGroupRelease(group);
    wgpuComputePipelineRelease(p);
    gpu_close(&g); /* the report outlives all of it */
    size_t count;
    const LwAccess *a = lw_report_accesses(r, &count);
    assert_int_equal(count, 8);
    uint64_t row = 0, column = 0;
    for (size_t i = 0; i < count; i++)
        if (a[i].dispatch == 1 && a[i].space.length == strlen("workgroup")) {
            assert_memory_equal(a[i].name.data, "tile", 4);
            if (a[i].line == 5)
                row = a[i].wavefronts;
            else if (a[i].line == 7)
                column = a[i].wavefronts;
        }
    assert_int_equal(row, 8);
    assert_int_equal(column, 64);
    LwTotals t = lw_report_totals(r);
    assert_int_equal(t.workgroup_wavefronts, 2 * 72);
    assert_int_equal(t.workgroup_conflicts, 2 * 56);
    assert_int_equal(t.invocations, 2 * 256);
    assert_int_equal(t.workgroup_bytes, 1024);
    const LwFinding *f = lw_report_findings(r, &count);
    assert_int_equal(count, t.findings);
    bool conflict = false;
    for (size_t i = 0; i < count; i++)
        conflict = conflict || (f[i].rule.length == 13 &&
                                !memcmp(f[i].rule.data, "bank-conflict", 13) && f[i].line == 7);
    assert_true(conflict);
    WGPUStringView text = lw_report_text(r, NULL);
    assert_true(text.length > 100);
    WGPUStringView json = lw_report_json(r, sv("transpose.wgsl"));
    assert_true(json.length > 100 && json.data[0] == '{');
    char *copy = calloc(1, json.length + 1);
    memcpy(copy, json.data, json.length);
    assert_non_null(strstr(copy, "transpose.wgsl"));
    free(copy);
    lw_report_free(r);
    lw_report_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_vectors),   cmocka_unit_test(runs_in_order),
        cmocka_unit_test(indirect),       cmocka_unit_test(dynamic_offset),
        cmocka_unit_test(subgroup_sizes), cmocka_unit_test(early_ends),
        cmocka_unit_test(reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
