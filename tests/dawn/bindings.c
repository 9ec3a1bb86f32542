/* Bind group layouts, bind groups, pipeline layouts. */
#include "support.h"

#define UNIFORM  WGPUBufferBindingType_Uniform
#define STORAGE  WGPUBufferBindingType_Storage
#define READONLY WGPUBufferBindingType_ReadOnlyStorage

/* ---- layouts ---- */

static void layout_case(const char *name, size_t count, const WGPUBindGroupLayoutEntry *entry) {
    CASE("layout %s", name) {
        WGPUBindGroupLayout l = make_layout(count, entry);
        note("%s", l ? "object" : "null");
        wgpuBindGroupLayoutRelease(l);
    }
}

static void layouts(void) {
    WGPUBindGroupLayoutEntry e[20];
    layout_case("empty", 0, NULL);
    e[0] = buffer_entry(0, UNIFORM);
    e[1] = buffer_entry(1, STORAGE);
    e[2] = buffer_entry(7, READONLY);
    layout_case("of three", 3, e);
    e[1].binding = 0;
    layout_case("with a binding twice", 2, e);
    e[0] = buffer_entry(999, STORAGE);
    layout_case("binding 999", 1, e);
    e[0].binding = 1000;
    layout_case("binding 1000", 1, e);
    e[0] = (WGPUBindGroupLayoutEntry){.binding = 0, .visibility = WGPUShaderStage_Compute};
    layout_case("with nothing bound", 1, e);
    e[0] = buffer_entry(0, STORAGE);
    e[0].sampler.type = WGPUSamplerBindingType_Filtering;
    layout_case("with two things bound", 1, e);
    e[0] = buffer_entry(0, UNIFORM);
    e[0].visibility = 0;
    layout_case("visible to nobody", 1, e);
    e[0].visibility = 8;
    layout_case("visible to a stage unknown", 1, e);
    e[0] = buffer_entry(0, STORAGE);
    e[0].visibility = WGPUShaderStage_Vertex;
    layout_case("storage for vertices", 1, e);
    e[0].buffer.type = READONLY;
    layout_case("read-only storage for vertices", 1, e);
    e[0].visibility = WGPUShaderStage_Fragment | WGPUShaderStage_Compute;
    e[0].buffer.type = STORAGE;
    layout_case("storage for fragments", 1, e);
    static const struct {
        const char *name;
        WGPUBufferBindingType type;
        uint32_t most;
        bool dynamic;
    } slots[] = {
        {"uniform", UNIFORM, 12, false},
        {"storage", STORAGE, 8, false},
        {"dynamic uniform", UNIFORM, 8, true},
        {"dynamic storage", STORAGE, 4, true},
    };
    for (size_t k = 0; k < sizeof slots / sizeof slots[0]; k++)
        for (uint32_t more = 0; more < 2; more++) {
            uint32_t n = slots[k].most + more;
            for (uint32_t i = 0; i < n; i++) {
                e[i] = buffer_entry(i, slots[k].type);
                e[i].buffer.hasDynamicOffset = slots[k].dynamic;
            }
            CASE("layout with %u %s buffers", n, slots[k].name)
            wgpuBindGroupLayoutRelease(make_layout(n, e));
        }
}

/* ---- bind groups ---- */

static void group_case(const char *name, WGPUBindGroupLayout layout, size_t count,
                       const WGPUBindGroupEntry *entry) {
    CASE("group %s", name) wgpuBindGroupRelease(make_group(layout, count, entry));
}

static void group_of_buffer(void) {
    static const struct {
        const char *name;
        WGPUBufferBindingType type;
        WGPUBufferUsage usage;
        uint64_t size, offset, bound, least;
    } calls[] = {
        {"uniform", UNIFORM, U_UNIFORM, 512, 0, WGPU_WHOLE_SIZE, 0},
        {"storage", STORAGE, U_STORAGE, 512, 0, 512, 0},
        {"storage at 256", STORAGE, U_STORAGE, 512, 256, 256, 0},
        {"storage at 256, the rest", STORAGE, U_STORAGE, 512, 256, WGPU_WHOLE_SIZE, 0},
        {"storage at 4", STORAGE, U_STORAGE, 512, 4, 4, 0},
        {"uniform at 128", UNIFORM, U_UNIFORM, 512, 128, 4, 0},
        {"storage of no size", STORAGE, U_STORAGE, 512, 0, 0, 0},
        {"storage of an empty buffer", STORAGE, U_STORAGE, 0, 0, WGPU_WHOLE_SIZE, 0},
        {"storage, the rest of nothing", STORAGE, U_STORAGE, 512, 512, WGPU_WHOLE_SIZE, 0},
        {"storage of 6 bytes", STORAGE, U_STORAGE, 512, 0, 6, 0},
        {"uniform of 6 bytes", UNIFORM, U_UNIFORM, 512, 0, 6, 0},
        {"storage past the end", STORAGE, U_STORAGE, 512, 256, 260, 0},
        {"storage beginning past the end", STORAGE, U_STORAGE, 512, 768, 4, 0},
        {"storage of usage uniform", STORAGE, U_UNIFORM, 512, 0, 512, 0},
        {"uniform of usage storage", UNIFORM, U_STORAGE, 512, 0, 512, 0},
        {"read-only of usage storage", READONLY, U_STORAGE, 512, 0, 512, 0},
        {"under minBindingSize", STORAGE, U_STORAGE, 512, 0, 8, 16},
        {"of minBindingSize", STORAGE, U_STORAGE, 512, 0, 16, 16},
        {"uniform over its most", UNIFORM, U_UNIFORM, 65540, 0, WGPU_WHOLE_SIZE, 0},
        {"uniform of its most", UNIFORM, U_UNIFORM, 65536, 0, WGPU_WHOLE_SIZE, 0},
        {"storage over its most", STORAGE, U_STORAGE, 134217732, 0, WGPU_WHOLE_SIZE, 0},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        WGPUBindGroupLayoutEntry e = buffer_entry(0, calls[i].type);
        e.buffer.minBindingSize = calls[i].least;
        WGPUBindGroupLayout l = make_layout(1, &e);
        WGPUBuffer b = make_buffer(calls[i].usage, calls[i].size);
        WGPUBindGroupEntry g = {.buffer = b, .offset = calls[i].offset, .size = calls[i].bound};
        group_case(calls[i].name, l, 1, &g);
        wgpuBufferRelease(b);
        wgpuBindGroupLayoutRelease(l);
    }
}

static void groups(void) {
    WGPUBindGroupLayoutEntry e[2] = {buffer_entry(0, STORAGE), buffer_entry(3, STORAGE)};
    WGPUBindGroupLayout l = make_layout(2, e), none = make_layout(0, NULL);
    WGPUBuffer b = make_buffer(U_STORAGE, 512), broken = make_broken_buffer();
    WGPUBindGroupEntry g[3] = {{.binding = 3, .buffer = b, .size = 512},
                               {.binding = 0, .buffer = b, .size = 512},
                               {.binding = 3, .buffer = b, .size = 512}};
    group_case("in another order", l, 2, g);
    group_case("with too few", l, 1, g);
    group_case("with too many", l, 3, g);
    group_case("with one twice", l, 2, (WGPUBindGroupEntry[]){g[0], g[2]});
    g[1].binding = 1;
    group_case("with one unknown", l, 2, g);
    g[1] = (WGPUBindGroupEntry){.binding = 0};
    group_case("with nothing", l, 2, g);
    g[1] = (WGPUBindGroupEntry){.binding = 0, .buffer = broken, .size = 16};
    group_case("with an invalid buffer", l, 2, g);
    group_case("of nothing", none, 0, NULL);
    group_case("of nothing with too many", none, 1, g);
    CASE("group with a destroyed buffer") {
        WGPUBuffer gone = make_buffer(U_STORAGE, 512);
        wgpuBufferDestroy(gone);
        g[1] = (WGPUBindGroupEntry){.binding = 0, .buffer = gone, .size = 16};
        wgpuBindGroupRelease(make_group(l, 2, g));
        wgpuBufferRelease(gone);
    }
    CASE("group of an invalid layout") {
        WGPUBindGroupLayoutEntry bad = buffer_entry(1000, STORAGE);
        WGPUBindGroupLayout invalid = make_layout(1, &bad);
        note("and");
        wgpuBindGroupRelease(make_group(invalid, 0, NULL));
        wgpuBindGroupLayoutRelease(invalid);
    }
    CASE("use of an invalid group") {
        WGPUBindGroup bad = make_group(l, 0, NULL);
        WGPUCommandEncoder enc = make_encoder();
        WGPUComputePassEncoder pass = begin_pass(enc);
        wgpuComputePassEncoderSetBindGroup(pass, 0, bad, 0, NULL);
        wgpuComputePassEncoderEnd(pass);
        submit(enc);
    }
}

/* ---- pipeline layouts ---- */

static void pipeline_layouts(void) {
    WGPUBindGroupLayoutEntry e[12];
    WGPUBindGroupLayout none = make_layout(0, NULL);
    WGPUBindGroupLayout list[6] = {none, none, none, none, none, none};
    for (size_t n = 0; n <= 5; n++)
        CASE("pipeline layout of %zu groups", n)
    wgpuPipelineLayoutRelease(make_pipeline_layout(n, list));
    for (uint32_t i = 0; i < 8; i++)
        e[i] = buffer_entry(i, STORAGE);
    WGPUBindGroupLayout full = make_layout(8, e), one = make_layout(1, e);
    list[0] = full;
    CASE("pipeline layout of 8 storage buffers")
    wgpuPipelineLayoutRelease(make_pipeline_layout(2, list));
    list[1] = one;
    CASE("pipeline layout of 9 storage buffers")
    wgpuPipelineLayoutRelease(make_pipeline_layout(2, list));
    for (uint32_t i = 0; i < 4; i++)
        e[i].buffer.hasDynamicOffset = true;
    WGPUBindGroupLayout dynamic = make_layout(4, e), one_dynamic = make_layout(1, e);
    list[0] = dynamic;
    list[1] = one_dynamic;
    CASE("pipeline layout of 5 dynamic storage buffers")
    wgpuPipelineLayoutRelease(make_pipeline_layout(2, list));
    CASE("pipeline layout with a gap") {
        WGPUBindGroupLayout gap[3] = {one, NULL, one};
        wgpuPipelineLayoutRelease(make_pipeline_layout(3, gap));
    }
    CASE("pipeline layout with an invalid group") {
        WGPUBindGroupLayoutEntry bad = buffer_entry(1000, STORAGE);
        WGPUBindGroupLayout invalid = make_layout(1, &bad);
        wgpuPipelineLayoutRelease(make_pipeline_layout(1, &invalid));
        wgpuBindGroupLayoutRelease(invalid);
    }
    CASE("pipeline layout with the layout of an automatic one") {
        WGPUComputePipeline p =
            make_pipeline("@group(0) @binding(0) var<storage, read_write> a: array<u32>;"
                          "@compute @workgroup_size(1) fn main() { a[0] = 1; }",
                          "main");
        WGPUBindGroupLayout l = wgpuComputePipelineGetBindGroupLayout(p, 0);
        wgpuPipelineLayoutRelease(make_pipeline_layout(1, &l));
    }
}

void run_cases(void) {
    layouts();
    group_of_buffer();
    groups();
    pipeline_layouts();
}
