/* Buffers in bind groups of a dispatch: aliases, dynamic offsets, sizes; results at the edges. */
#include <stdlib.h>

#include "support.h"

#define STORAGE  WGPUBufferBindingType_Storage
#define READONLY WGPUBufferBindingType_ReadOnlyStorage
#define UNIFORM  WGPUBufferBindingType_Uniform

static WGPUComputePipeline pipeline_of(const char *text, size_t groups,
                                       const WGPUBindGroupLayout *group) {
    WGPUComputePipelineDescriptor d = {
        .layout = make_pipeline_layout(groups, group),
        .compute = {.module = make_module(text), .entryPoint = sv(NULL)}};
    return wgpuDeviceCreateComputePipeline(gpu.device, &d);
}

/* ---- two uses of a buffer in a dispatch ---- */

static void aliases(void) {
    static const struct {
        const char *name;
        WGPUBufferBindingType type[2];
        uint64_t offset[2], size[2];
    } calls[] = {
        {"two reads", {READONLY, READONLY}, {0, 0}, {512, 512}},
        {"read and uniform", {READONLY, UNIFORM}, {0, 0}, {512, 512}},
        {"write and read", {STORAGE, READONLY}, {0, 256}, {256, 256}},
        {"write and uniform", {STORAGE, UNIFORM}, {0, 256}, {256, 256}},
        {"two writes apart", {STORAGE, STORAGE}, {0, 256}, {256, 256}},
        {"two writes that overlap", {STORAGE, STORAGE}, {0, 256}, {260, 256}},
        {"two writes of all", {STORAGE, STORAGE}, {0, 0}, {512, 512}},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        for (int groups = 1; groups <= 2; groups++)
            CASE("%s in %d group%s", calls[i].name, groups, groups == 1 ? "" : "s") {
                WGPUBuffer b = make_buffer(U_STORAGE | U_UNIFORM, 512);
                WGPUBindGroupLayoutEntry e[2];
                WGPUBindGroupEntry g[2];
                for (uint32_t k = 0; k < 2; k++) {
                    e[k] = buffer_entry(k, calls[i].type[k]);
                    g[k] = (WGPUBindGroupEntry){.binding = k,
                                                .buffer = b,
                                                .offset = calls[i].offset[k],
                                                .size = calls[i].size[k]};
                }
                WGPUBindGroupLayout l[2];
                WGPUCommandEncoder enc = make_encoder();
                WGPUComputePassEncoder p = begin_pass(enc);
                for (uint32_t k = 0; k < (uint32_t)groups; k++) {
                    size_t n = groups == 1 ? 2 : 1;
                    l[k] = make_layout(n, e + k);
                    wgpuComputePassEncoderSetBindGroup(p, k, make_group(l[k], n, g + k), 0, NULL);
                }
                wgpuComputePassEncoderSetPipeline(
                    p, pipeline_of("@compute @workgroup_size(1) fn main() {}", (size_t)groups, l));
                wgpuComputePassEncoderDispatchWorkgroups(p, 1, 1, 1);
                wgpuComputePassEncoderEnd(p);
                submit(enc);
            }
}

/* ---- dynamic offsets ---- */

static void dynamic_offsets(void) {
    static const struct {
        const char *name;
        size_t count;
        uint32_t offset[3];
    } calls[] = {
        {"0 and 0", 2, {0, 0}},         {"256 and 512", 2, {256, 512}},
        {"512 and 0", 2, {512, 0}},     {"one only", 1, {0}},
        {"three", 3, {0, 0, 0}},        {"none", 0, {0}},
        {"4 and 0", 2, {4, 0}},         {"0 and 4", 2, {0, 4}},
        {"past the end", 2, {1024, 0}}, {"just past", 2, {768, 1024}},
        {"to the end", 2, {768, 768}},
    };
    static const char text[] =
        "@group(0) @binding(5) var<storage, read_write> a: array<u32, 4>;"
        "@group(0) @binding(2) var<uniform> u: vec4u;"
        "@compute @workgroup_size(1) fn main() { a[0] = u.x + 1000; a[1] = arrayLength(&b);"
        "  b[0] = 5; }"
        "@group(0) @binding(3) var<storage, read_write> b: array<u32>;";
    WGPUBindGroupLayoutEntry e[3] = {buffer_entry(5, STORAGE), buffer_entry(2, UNIFORM),
                                     buffer_entry(3, STORAGE)};
    e[0].buffer.hasDynamicOffset = e[1].buffer.hasDynamicOffset = true;
    WGPUBindGroupLayout l = make_layout(3, e);
    WGPUComputePipeline pipeline = pipeline_of(text, 1, &l);
    WGPUBuffer u = make_buffer(U_UNIFORM | U_COPY_DST, 1024), b = make_buffer(U_STORAGE, 24);
    for (uint32_t i = 0; i < 4; i++)
        wgpuQueueWriteBuffer(gpu.queue, u, i * 256, &i, 4);
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        CASE("dynamic offsets %s", calls[i].name) {
            WGPUBuffer a = make_buffer(U_DATA, 1024);
            WGPUBindGroupEntry g[3] = {{.binding = 2, .buffer = u, .size = 16},
                                       {.binding = 3, .buffer = b, .size = 24},
                                       {.binding = 5, .buffer = a, .size = 16}};
            WGPUCommandEncoder enc = make_encoder();
            WGPUComputePassEncoder p = begin_pass(enc);
            wgpuComputePassEncoderSetPipeline(p, pipeline);
            wgpuComputePassEncoderSetBindGroup(p, 0, make_group(l, 3, g), calls[i].count,
                                               calls[i].offset);
            wgpuComputePassEncoderDispatchWorkgroups(p, 1, 1, 1);
            wgpuComputePassEncoderEnd(p);
            submit(enc);
            for (uint64_t k = 0; k < 4; k++)
                note_words(a, k * 256, 2);
        }
    CASE("dynamic offset of a binding of all") {
        WGPUBuffer a = make_buffer(U_DATA, 1024);
        WGPUBindGroupEntry g[3] = {{.binding = 2, .buffer = u, .size = WGPU_WHOLE_SIZE},
                                   {.binding = 3, .buffer = b, .size = 24},
                                   {.binding = 5, .buffer = a, .size = 16}};
        WGPUCommandEncoder enc = make_encoder();
        WGPUComputePassEncoder p = begin_pass(enc);
        wgpuComputePassEncoderSetBindGroup(p, 0, make_group(l, 3, g), 2, (uint32_t[]){256, 0});
        wgpuComputePassEncoderEnd(p);
        submit(enc);
    }
}

/* ---- sizes at the dispatch ---- */

static void sizes(void) {
    static const uint64_t bytes[] = {4, 12, 16, 20, 28, 32, 36};
    static const char text[] = "struct S { n: vec3u, a: array<u32> }"
                               "@group(0) @binding(0) var<storage, read_write> s: S;"
                               "@compute @workgroup_size(1) fn main() {"
                               "  s.n.x = arrayLength(&s.a); s.a[100] = 7; }";
    WGPUBindGroupLayoutEntry e = buffer_entry(0, STORAGE);
    WGPUBindGroupLayout l = make_layout(1, &e);
    WGPUComputePipeline pipeline = pipeline_of(text, 1, &l);
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++)
        CASE("a struct with an array in %d bytes", (int)bytes[i]) {
            WGPUBuffer b = make_buffer(U_DATA, bytes[i]);
            WGPUCommandEncoder enc = make_encoder();
            WGPUComputePassEncoder p = begin_pass(enc);
            wgpuComputePassEncoderSetPipeline(p, pipeline);
            wgpuComputePassEncoderSetBindGroup(p, 0, make_group_of(l, b), 0, NULL);
            wgpuComputePassEncoderDispatchWorkgroups(p, 1, 1, 1);
            wgpuComputePassEncoderEnd(p);
            submit(enc);
            note_words(b, 0, 1);
        }
}

/* ---- results where languages differ ---- */

static void arithmetic(void) {
    static const char *const expressions[] = {
        "u32(a[0] / a[1])",
        "u32(-7 / i32(a[0] + 2))",
        "u32(-7 % i32(a[0] + 2))",
        "a[0] % a[1]",
        "1u << (a[0] + 33)",
        "u32(f32(a[0]) + 3e9)",
        "u32(f32(a[0]) - 5.5)",
        "bitcast<u32>(i32(f32(a[0]) - 5.5))",
        "u32(i32(f32(a[0]) + 3e9))",
        "bitcast<u32>(f32(a[0]) + 1.5)",
        "firstLeadingBit(a[0])",
        "firstTrailingBit(a[0] + 8)",
        "countOneBits(a[0] + 255)",
        "extractBits(a[0] + 0xf0f0, 4, 8)",
        "insertBits(a[0], 0xff, 4, 40)",
        "pack4x8unorm(vec4f(f32(a[0]), 0.5, 1, 2))",
        "pack2x16float(vec2f(f32(a[0]) + 1, 65504))",
        "dot4U8Packed(a[0] + 0x01020304, 0x05060708)",
        "reverseBits(a[0] + 1)",
        "u32(round(f32(a[0]) + 2.5))",
    };
    for (size_t i = 0; i < sizeof expressions / sizeof expressions[0]; i++)
        CASE("%s", expressions[i]) {
            char text[512];
            snprintf(text, sizeof text,
                     "@group(0) @binding(0) var<storage, read_write> a: array<u32>;"
                     "@compute @workgroup_size(1) fn main() { a[2] = %s; }",
                     expressions[i]);
            WGPUComputePipeline pipeline = make_pipeline(text, NULL);
            WGPUBuffer b = make_buffer(U_DATA, 16);
            WGPUCommandEncoder enc = make_encoder();
            WGPUComputePassEncoder p = begin_pass(enc);
            wgpuComputePassEncoderSetPipeline(p, pipeline);
            wgpuComputePassEncoderSetBindGroup(
                p, 0, make_group_of(wgpuComputePipelineGetBindGroupLayout(pipeline, 0), b), 0,
                NULL);
            wgpuComputePassEncoderDispatchWorkgroups(p, 1, 1, 1);
            wgpuComputePassEncoderEnd(p);
            submit(enc);
            note_words(b, 8, 1);
        }
}

void run_cases(void) {
    aliases();
    dynamic_offsets();
    sizes();
    arithmetic();
}
