/* Command encoders and compute passes: what may follow what, and when errors are told. */
#include "support.h"

static const char copy_text[] =
    "@group(0) @binding(0) var<storage, read_write> to: array<u32, 16>;\n"
    "@group(0) @binding(1) var<storage, read> source: array<u32, 16>;\n"
    "@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {\n"
    "    to[i] = source[i];\n"
    "}\n";

enum { COPY = 0xC, ANY = 0x39C /* CopySrc, CopyDst, Storage, Indirect, QueryResolve */ };

static WGPUCommandEncoder encoder_open(const Gpu *g) {
    WGPUCommandEncoderDescriptor desc = {.label = sv("e")};
    return wgpuDeviceCreateCommandEncoder(g->device, &desc);
}

/* Finishes, and expects an error with the words of `rule`, or none when it is NULL. */
static void finish(const Gpu *g, WGPUCommandEncoder e, const char *rule) {
    gpu_watch(g);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    assert_non_null(c);
    if (rule)
        gpu_expect_invalid(g, rule, NULL);
    else
        gpu_expect_fine(g);
    wgpuCommandBufferRelease(c);
    wgpuCommandEncoderRelease(e);
}

static void copy_rules(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBuffer a = buffer_open(&g, "a", COPY, 64), b = buffer_open(&g, "b", COPY, 32);
    WGPUBuffer s = buffer_open(&g, "s", WGPUBufferUsage_Storage, 64);
    const struct {
        WGPUBuffer from, to;
        uint64_t from_offset, to_offset, size;
        const char *rule;
    } cases[] = {
        {a, b, 32, 0, 32, NULL},
        {a, b, 0, 32, 0, NULL},
        {a, b, 2, 0, 4, "offset 2"},
        {a, b, 0, 2, 4, "offset 2"},
        {a, b, 0, 0, 6, "size 6"},
        {a, b, 0, 0, 64, "buffer \"b\": offset 0 and size 64 go past its end, 32"},
        {b, a, 0, 0, 64, "buffer \"b\""},
        {b, a, UINT64_MAX - 3, 0, 8, "past its end"},
        {a, a, 0, 32, 32, "both source and destination"},
        {s, b, 0, 0, 4, "buffer \"s\" lacks usage CopySrc"},
        {a, s, 0, 0, 4, "buffer \"s\" lacks usage CopyDst"},
        {NULL, b, 0, 0, 4, "is null"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        WGPUCommandEncoder e = encoder_open(&g);
        gpu_watch(&g);
        wgpuCommandEncoderCopyBufferToBuffer(e, cases[i].from, cases[i].from_offset, cases[i].to,
                                             cases[i].to_offset, cases[i].size);
        gpu_expect_fine(&g); /* told by finish only */
        finish(&g, e, cases[i].rule);
    }
    WGPUCommandEncoder e = encoder_open(&g);
    wgpuCommandEncoderClearBuffer(e, a, 4, 6);
    wgpuCommandEncoderClearBuffer(e, NULL, 4, 6); /* the first error counts */
    finish(&g, e, "clearBuffer: buffer \"a\": size 6");
    wgpuBufferRelease(a);
    wgpuBufferRelease(b);
    wgpuBufferRelease(s);
    gpu_close(&g);
}

static void encoder_states(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBuffer b = buffer_open(&g, "b", COPY, 32);
    WGPUCommandEncoder e = encoder_open(&g);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(e, NULL);
    wgpuCommandEncoderAddRef(e);
    finish(&g, e, "a pass of command encoder \"e\" is open");
    gpu_watch(&g);
    wgpuCommandEncoderClearBuffer(e, b, 0, 32);
    gpu_expect_invalid(&g, "clearBuffer: command encoder \"e\" is finished", NULL);
    gpu_watch(&g);
    wgpuComputePassEncoderEnd(pass);
    gpu_expect_invalid(&g, "end:", NULL);
    wgpuComputePassEncoderRelease(pass);
    gpu_watch(&g);
    wgpuCommandBufferRelease(wgpuCommandEncoderFinish(e, NULL));
    gpu_expect_invalid(&g, "finished already", NULL);
    wgpuCommandEncoderRelease(e);

    e = encoder_open(&g);
    pass = wgpuCommandEncoderBeginComputePass(e, NULL);
    wgpuCommandEncoderClearBuffer(e, b, 0, 32);
    wgpuComputePassEncoderEnd(pass);
    gpu_watch(&g);
    wgpuComputePassEncoderEnd(pass);
    gpu_expect_invalid(&g, "unlabelled compute pass has ended", NULL);
    wgpuComputePassEncoderRelease(pass);
    finish(&g, e, "clearBuffer: a pass of command encoder \"e\" is open");

    e = encoder_open(&g);
    wgpuCommandEncoderPushDebugGroup(e, sv("x"));
    finish(&g, e, "1 debug groups");
    e = encoder_open(&g);
    wgpuCommandEncoderPushDebugGroup(e, sv("x"));
    wgpuCommandEncoderInsertDebugMarker(e, sv("y"));
    wgpuCommandEncoderPopDebugGroup(e);
    finish(&g, e, NULL);
    e = encoder_open(&g);
    wgpuCommandEncoderPopDebugGroup(e);
    finish(&g, e, "popDebugGroup");
    e = encoder_open(&g);
    pass = wgpuCommandEncoderBeginComputePass(e, NULL);
    wgpuComputePassEncoderPushDebugGroup(pass, sv("x"));
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    finish(&g, e, "1 debug groups of unlabelled compute pass");
    wgpuBufferRelease(b);
    gpu_close(&g);
}

/* What a pass of the dispatch tests is made of. */
typedef struct Scene {
    Gpu g;
    WGPUComputePipeline p, other;
    WGPUBuffer a, b;
    WGPUBindGroup group, alias, foreign;
    WGPUCommandEncoder e;
    WGPUComputePassEncoder pass;
} Scene;

static Scene scene_open(void) {
    Scene s = {.g = gpu_open(NULL)};
    s.p = pipeline_open(&s.g, "p", copy_text);
    s.other = pipeline_open(&s.g, "other", copy_text);
    s.a = buffer_open(&s.g, "a", ANY, 512);
    s.b = buffer_open(&s.g, "b", ANY, 512);
    s.group = group_open(&s.g, s.p, 2, (WGPUBuffer[]){s.a, s.b});
    s.alias = group_open(&s.g, s.p, 2, (WGPUBuffer[]){s.a, s.a});
    s.foreign = group_open(&s.g, s.other, 2, (WGPUBuffer[]){s.a, s.b});
    return s;
}

static void scene_close(Scene *s) {
    wgpuBindGroupRelease(s->group);
    wgpuBindGroupRelease(s->alias);
    wgpuBindGroupRelease(s->foreign);
    wgpuBufferRelease(s->a);
    wgpuBufferRelease(s->b);
    wgpuComputePipelineRelease(s->p);
    wgpuComputePipelineRelease(s->other);
    gpu_close(&s->g);
}

static void pass_begin(Scene *s, bool pipeline, WGPUBindGroup group) {
    s->e = encoder_open(&s->g);
    s->pass = wgpuCommandEncoderBeginComputePass(s->e, NULL);
    if (pipeline)
        wgpuComputePassEncoderSetPipeline(s->pass, s->p);
    if (group)
        wgpuComputePassEncoderSetBindGroup(s->pass, 0, group, 0, NULL);
}

static void pass_end(Scene *s, const char *rule) {
    wgpuComputePassEncoderEnd(s->pass);
    wgpuComputePassEncoderRelease(s->pass);
    finish(&s->g, s->e, rule);
}

static void dispatch_rules(void **state) {
    (void)state;
    Scene s = scene_open();
    const struct {
        bool pipeline;
        WGPUBindGroup group;
        uint32_t x;
        const char *rule;
    } cases[] = {
        {true, s.group, 1, NULL},
        {true, s.group, 0, NULL},
        {true, s.group, 65535, NULL},
        {true, s.group, 65536, "maxComputeWorkgroupsPerDimension"},
        {false, s.group, 1, "no pipeline is set"},
        {true, NULL, 1, "bind group 0, which compute pipeline \"p\" needs, is not set"},
        {true, s.alias, 1, "buffer \"a\" is bound both for writing (group 0, binding 0)"},
        {true, s.foreign, 1, "automatic layout"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pass_begin(&s, cases[i].pipeline, cases[i].group);
        wgpuComputePassEncoderDispatchWorkgroups(s.pass, cases[i].x, 1, 1);
        pass_end(&s, cases[i].rule);
    }
    pass_begin(&s, true, NULL);
    wgpuComputePassEncoderSetBindGroup(s.pass, 4, s.group, 0, NULL);
    pass_end(&s, "maxBindGroups");
    pass_begin(&s, true, s.group);
    wgpuComputePassEncoderSetBindGroup(s.pass, 0, NULL, 0, NULL);
    wgpuComputePassEncoderDispatchWorkgroups(s.pass, 1, 1, 1);
    pass_end(&s, "is not set");
    pass_begin(&s, true, NULL);
    wgpuComputePassEncoderSetBindGroup(s.pass, 0, s.group, 1, (uint32_t[]){0});
    pass_end(&s, "0 dynamic bindings, 1 offsets");
    scene_close(&s);
}

static void indirect_rules(void **state) {
    (void)state;
    Scene s = scene_open();
    WGPUBuffer plain = buffer_open(&s.g, "plain", WGPUBufferUsage_Storage, 64);
    WGPUBuffer args = buffer_open(&s.g, "args", WGPUBufferUsage_Indirect, 64);
    const struct {
        WGPUBuffer buffer;
        uint64_t offset;
        const char *rule;
    } cases[] = {
        {args, 52, NULL},
        {args, 56, "past its end"},
        {args, 2, "multiple of 4"},
        {plain, 0, "lacks usage Indirect"},
        {s.b, 0, NULL}, /* read as storage too */
        {s.a, 0, "buffer \"a\" is bound for writing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pass_begin(&s, true, s.group);
        wgpuComputePassEncoderDispatchWorkgroupsIndirect(s.pass, cases[i].buffer, cases[i].offset);
        pass_end(&s, cases[i].rule);
    }
    wgpuBufferRelease(plain);
    wgpuBufferRelease(args);
    scene_close(&s);
}

static void dynamic_offsets(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBindGroupLayoutEntry e[2] = {
        {.binding = 0,
         .visibility = WGPUShaderStage_Compute,
         .buffer = {.type = WGPUBufferBindingType_Storage, .hasDynamicOffset = WGPU_TRUE}},
        {.binding = 1,
         .visibility = WGPUShaderStage_Compute,
         .buffer = {.type = WGPUBufferBindingType_Storage, .hasDynamicOffset = WGPU_TRUE}}};
    WGPUBindGroupLayoutDescriptor ld = {.entryCount = 2, .entries = e};
    WGPUBindGroupLayout l = wgpuDeviceCreateBindGroupLayout(g.device, &ld);
    WGPUPipelineLayoutDescriptor pld = {.bindGroupLayoutCount = 1, .bindGroupLayouts = &l};
    WGPUPipelineLayout pl = wgpuDeviceCreatePipelineLayout(g.device, &pld);
    WGPUShaderModule m =
        module_open(&g, "m",
                    "@group(0) @binding(0) var<storage, read_write> x: array<u32, 64>;\n"
                    "@group(0) @binding(1) var<storage, read_write> y: array<u32>;\n"
                    "@compute @workgroup_size(1) fn main() { x[0] = 1; y[0] = 2; }\n");
    WGPUComputePipelineDescriptor pd = {
        .label = sv("p"), .layout = pl, .compute = {.module = m, .entryPoint = sv(NULL)}};
    WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(g.device, &pd);
    WGPUBuffer b = buffer_open(&g, "b", ANY, 1024);
    const struct {
        uint32_t offset[2];
        uint64_t size;
        const char *rule;
    } cases[] = {
        {{0, 256}, 256, NULL},
        {{768, 0}, 256, NULL},
        {{0, 0}, 256, "overlapping ranges of buffer \"b\""},
        {{0, 100}, 256, "no multiple of 256"},
        {{0, 1024}, 256, "past the end of buffer \"b\""},
        {{0, 256}, 128, "has 128 bytes, compute pipeline \"p\" needs 256"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        WGPUBindGroupEntry entry[2] = {{.binding = 0, .buffer = b, .size = cases[i].size},
                                       {.binding = 1, .buffer = b, .size = cases[i].size}};
        WGPUBindGroupDescriptor gd = {.layout = l, .entryCount = 2, .entries = entry};
        WGPUBindGroup group = wgpuDeviceCreateBindGroup(g.device, &gd);
        WGPUCommandEncoder enc = encoder_open(&g);
        WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(enc, NULL);
        wgpuComputePassEncoderSetPipeline(pass, p);
        wgpuComputePassEncoderSetBindGroup(pass, 0, group, 2, cases[i].offset);
        wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
        wgpuComputePassEncoderEnd(pass);
        wgpuComputePassEncoderRelease(pass);
        finish(&g, enc, cases[i].rule);
        wgpuBindGroupRelease(group);
    }
    wgpuBufferRelease(b);
    wgpuComputePipelineRelease(p);
    wgpuShaderModuleRelease(m);
    wgpuPipelineLayoutRelease(pl);
    wgpuBindGroupLayoutRelease(l);
    gpu_close(&g);
}

static void submit_rules(void **state) {
    (void)state;
    Scene s = scene_open();
    pass_begin(&s, true, s.group);
    wgpuComputePassEncoderDispatchWorkgroups(s.pass, 1, 1, 1);
    wgpuComputePassEncoderEnd(s.pass);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(s.e, NULL);
    wgpuBufferDestroy(s.b);
    gpu_watch(&s.g);
    wgpuQueueSubmit(s.g.queue, 1, &c);
    gpu_expect_invalid(&s.g, "submit: buffer \"b\" was destroyed", NULL);
    gpu_watch(&s.g);
    wgpuQueueSubmit(s.g.queue, 1, &c);
    gpu_expect_invalid(&s.g, "submitted already", NULL);
    wgpuCommandBufferRelease(c);
    wgpuComputePassEncoderRelease(s.pass);
    wgpuCommandEncoderRelease(s.e);
    gpu_watch(&s.g);
    c = NULL;
    wgpuQueueSubmit(s.g.queue, 1, &c);
    gpu_expect_invalid(&s.g, "a command buffer is null", NULL);
    scene_close(&s);
}

static void timestamps(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUQuerySetDescriptor desc = {.label = sv("q"), .type = WGPUQueryType_Timestamp, .count = 4};
    gpu_watch(&g);
    wgpuQuerySetRelease(wgpuDeviceCreateQuerySet(g.device, &desc));
    gpu_expect_invalid(&g, "query set \"q\"", "timestamp-query", NULL);
    gpu_close(&g);
    WGPUFeatureName feature = WGPUFeatureName_TimestampQuery;
    WGPUDeviceDescriptor dd = {.requiredFeatureCount = 1, .requiredFeatures = &feature};
    g = gpu_open(&dd);
    WGPUQuerySet q = wgpuDeviceCreateQuerySet(g.device, &desc);
    assert_int_equal(wgpuQuerySetGetCount(q), 4);
    assert_int_equal(wgpuQuerySetGetType(q), WGPUQueryType_Timestamp);
    WGPUBuffer b = buffer_open(&g, "b", ANY, 512);
    WGPUPassTimestampWrites writes = {
        .querySet = q, .beginningOfPassWriteIndex = 1, .endOfPassWriteIndex = 2};
    WGPUComputePassDescriptor pass_desc = {.timestampWrites = &writes};
    WGPUCommandEncoder e = encoder_open(&g);
    wgpuCommandEncoderWriteTimestamp(e, q, 0);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(e, &pass_desc);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderWriteTimestamp(e, q, 3);
    wgpuCommandEncoderResolveQuerySet(e, q, 0, 4, b, 256);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    gpu_watch(&g);
    wgpuQueueSubmit(g.queue, 1, &c);
    gpu_expect_fine(&g);
    uint64_t data[64];
    buffer_read(&g, b, data, sizeof data);
    assert_int_equal(data[0], 0);
    assert_true(data[32] > 0 && data[32] <= data[33] && data[33] <= data[34] &&
                data[34] <= data[35]);
    wgpuCommandBufferRelease(c);
    wgpuCommandEncoderRelease(e);
    e = encoder_open(&g);
    wgpuCommandEncoderResolveQuerySet(e, q, 2, 3, b, 0);
    finish(&g, e, "queries 2 to 5");
    e = encoder_open(&g);
    wgpuCommandEncoderResolveQuerySet(e, q, 0, 4, b, 8);
    finish(&g, e, "no multiple of 256");
    e = encoder_open(&g);
    writes.endOfPassWriteIndex = 1;
    pass = wgpuCommandEncoderBeginComputePass(e, &pass_desc);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    finish(&g, e, "index 1 for both");
    e = encoder_open(&g);
    wgpuCommandEncoderWriteTimestamp(e, q, 4);
    finish(&g, e, "query set \"q\" has 4 queries");
    wgpuQuerySetRelease(q);
    wgpuBufferRelease(b);
    gpu_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copy_rules),      cmocka_unit_test(encoder_states),
        cmocka_unit_test(dispatch_rules),  cmocka_unit_test(indirect_rules),
        cmocka_unit_test(dynamic_offsets), cmocka_unit_test(submit_rules),
        cmocka_unit_test(timestamps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
