/* Bind group layouts, bind groups, pipeline layouts, and how a pipeline's layout meets them. */
#include "support.h"

static WGPUBindGroupLayoutEntry storage(uint32_t binding) {
    return (WGPUBindGroupLayoutEntry){.binding = binding,
                                      .visibility = WGPUShaderStage_Compute,
                                      .buffer = {.type = WGPUBufferBindingType_Storage}};
}

static WGPUBindGroupLayout layout_open(const Gpu *g, size_t count,
                                       const WGPUBindGroupLayoutEntry *entry) {
    WGPUBindGroupLayoutDescriptor desc = {.label = sv("l"), .entryCount = count, .entries = entry};
    return wgpuDeviceCreateBindGroupLayout(g->device, &desc);
}

static void layout_rules(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBindGroupLayoutEntry e[9];
    for (uint32_t i = 0; i < 9; i++)
        e[i] = storage(i);
    WGPUBindGroupLayoutEntry twice[2] = {storage(3), storage(3)};
    WGPUBindGroupLayoutEntry none = {.binding = 1, .visibility = WGPUShaderStage_Compute};
    WGPUBindGroupLayoutEntry both = storage(0);
    both.sampler.type = WGPUSamplerBindingType_Filtering;
    WGPUBindGroupLayoutEntry vertex = storage(0);
    vertex.visibility = WGPUShaderStage_Vertex;
    WGPUBindGroupLayoutEntry stage = storage(0);
    stage.visibility = 0x10;
    WGPUBindGroupLayoutEntry number = storage(1000);
    WGPUBindGroupLayoutEntry many = storage(0);
    many.bindingArraySize = 4;
    WGPUBindGroupLayoutEntry dynamic[5];
    for (uint32_t i = 0; i < 5; i++) {
        dynamic[i] = storage(i);
        dynamic[i].buffer.hasDynamicOffset = WGPU_TRUE;
    }
    const struct {
        const WGPUBindGroupLayoutEntry *entry;
        size_t count;
        const char *rule;
    } cases[] = {
        {e, 0, NULL},
        {e, 8, NULL},
        {e, 9, "maxStorageBuffersPerShaderStage"},
        {twice, 2, "binding 3 is there twice"},
        {&none, 1, "binding 1 is to be exactly one"},
        {&both, 1, "exactly one"},
        {&vertex, 1, "vertex"},
        {&stage, 1, "visibility 0x10"},
        {&number, 1, "maxBindingsPerBindGroup"},
        {&many, 1, "arrays of bindings"},
        {dynamic, 4, NULL},
        {dynamic, 5, "maxDynamicStorageBuffersPerPipelineLayout"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gpu_watch(&g);
        WGPUBindGroupLayout l = layout_open(&g, cases[i].count, cases[i].entry);
        if (cases[i].rule)
            gpu_expect_invalid(&g, "bind group layout \"l\"", cases[i].rule, NULL);
        else
            gpu_expect_fine(&g);
        wgpuBindGroupLayoutRelease(l);
    }
    gpu_close(&g);
}

static void group_rules(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBindGroupLayoutEntry e[2] = {storage(5), storage(2)};
    e[1].buffer.type = WGPUBufferBindingType_Uniform;
    e[1].buffer.minBindingSize = 32;
    WGPUBindGroupLayout l = layout_open(&g, 2, e);
    WGPUBuffer s = buffer_open(&g, "s", WGPUBufferUsage_Storage, 1024);
    WGPUBuffer u = buffer_open(&g, "u", WGPUBufferUsage_Uniform, 131072);
    gpu_watch(&g);
    WGPUBuffer bad = buffer_open(&g, "bad", WGPUBufferUsage_None, 1024);
    gpu_expect_invalid(&g, NULL);
    const WGPUBindGroupEntry good[2] = {{.binding = 2, .buffer = u, .size = 64},
                                        {.binding = 5, .buffer = s, .size = WGPU_WHOLE_SIZE}};
    const struct {
        WGPUBindGroupEntry entry; /* in place of one of the good ones, of its buffer or number */
        size_t place, count;
        const char *rule;
    } cases[] = {
        {{.binding = 5, .buffer = s, .size = 1024}, 1, 2, NULL},
        {{.binding = 5, .buffer = s, .offset = 256, .size = WGPU_WHOLE_SIZE}, 1, 2, NULL},
        {{.binding = 5, .buffer = s, .size = 1024}, 1, 1, "1 entries for the 2 bindings"},
        {{.binding = 2, .buffer = u, .size = 64}, 1, 2, "binding 2 is there twice"},
        {{.binding = 4, .buffer = s, .size = 64}, 1, 2, "binding 4 is not in"},
        {{.binding = 5, .buffer = u, .size = 64}, 1, 2, "buffer \"u\" lacks usage Storage"},
        {{.binding = 5, .buffer = NULL, .size = 64}, 1, 2, "binding 5 is to be a buffer"},
        {{.binding = 5, .buffer = bad, .size = 64}, 1, 2, "buffer \"bad\" is invalid"},
        {{.binding = 5, .buffer = s, .offset = 128, .size = 64}, 1, 2, "Alignment, 256"},
        {{.binding = 5, .buffer = s, .offset = 256, .size = 1024}, 1, 2, "past the end"},
        {{.binding = 5, .buffer = s, .offset = 2048, .size = WGPU_WHOLE_SIZE},
         1,
         2,
         "past the end"},
        {{.binding = 5, .buffer = s, .offset = 1024, .size = WGPU_WHOLE_SIZE}, 1, 2, "size 0"},
        {{.binding = 5, .buffer = s, .size = 6}, 1, 2, "multiple of 4"},
        {{.binding = 2, .buffer = u, .size = 16}, 0, 2, "minBindingSize, 32"},
        {{.binding = 2, .buffer = u, .size = 131072}, 0, 2, "maxUniformBufferBindingSize"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        WGPUBindGroupEntry entry[2] = {good[0], good[1]};
        entry[cases[i].place] = cases[i].entry;
        WGPUBindGroupDescriptor desc = {
            .label = sv("g"), .layout = l, .entryCount = cases[i].count, .entries = entry};
        gpu_watch(&g);
        WGPUBindGroup group = wgpuDeviceCreateBindGroup(g.device, &desc);
        if (cases[i].rule)
            gpu_expect_invalid(&g, cases[i].rule, NULL);
        else
            gpu_expect_fine(&g);
        wgpuBindGroupRelease(group);
    }
    /* Objects of another device do not fit. */
    Gpu other = gpu_open(NULL);
    WGPUBindGroupDescriptor desc = {.layout = l, .entryCount = 2, .entries = good};
    gpu_watch(&other);
    wgpuBindGroupRelease(wgpuDeviceCreateBindGroup(other.device, &desc));
    gpu_expect_invalid(&other, "of another device", NULL);
    gpu_close(&other);
    wgpuBufferRelease(s);
    wgpuBufferRelease(u);
    wgpuBufferRelease(bad);
    wgpuBindGroupLayoutRelease(l);
    gpu_close(&g);
}

static WGPUPipelineLayout pipeline_layout_open(const Gpu *g, size_t count,
                                               const WGPUBindGroupLayout *group) {
    WGPUPipelineLayoutDescriptor desc = {
        .label = sv("pl"), .bindGroupLayoutCount = count, .bindGroupLayouts = group};
    return wgpuDeviceCreatePipelineLayout(g->device, &desc);
}

static void pipeline_layout_rules(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBindGroupLayoutEntry e[5];
    for (uint32_t i = 0; i < 5; i++)
        e[i] = storage(i);
    WGPUBindGroupLayout l = layout_open(&g, 5, e), five[5] = {l, l, l, l, l};
    WGPUComputePipeline p =
        pipeline_open(&g, "p",
                      "@group(1) @binding(0) var<storage, read_write> a: array<u32>;\n"
                      "@compute @workgroup_size(1) fn main() { a[0] = 1; }\n");
    WGPUBindGroupLayout own = wgpuComputePipelineGetBindGroupLayout(p, 1);
    WGPUBindGroupLayout gap[2] = {NULL, l};
    const struct {
        const WGPUBindGroupLayout *group;
        size_t count;
        const char *rule;
    } cases[] = {
        {five, 1, NULL},
        {gap, 2, NULL},
        {five, 2, "maxStorageBuffersPerShaderStage"},
        {five, 5, "maxBindGroups"},
        {&own, 1, "was made for one pipeline"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gpu_watch(&g);
        WGPUPipelineLayout pl = pipeline_layout_open(&g, cases[i].count, cases[i].group);
        if (cases[i].rule)
            gpu_expect_invalid(&g, cases[i].rule, NULL);
        else
            gpu_expect_fine(&g);
        wgpuPipelineLayoutRelease(pl);
    }
    /* A gap in an automatic layout is an empty group, and so is what comes past its end. */
    gpu_watch(&g);
    WGPUBindGroupLayout empty = wgpuComputePipelineGetBindGroupLayout(p, 0);
    gpu_expect_fine(&g);
    gpu_watch(&g);
    WGPUBindGroupLayout past = wgpuComputePipelineGetBindGroupLayout(p, 3);
    gpu_expect_fine(&g);
    wgpuBindGroupLayoutRelease(past);
    gpu_watch(&g);
    past = wgpuComputePipelineGetBindGroupLayout(p, 4);
    gpu_expect_invalid(&g, "compute pipeline \"p\": index 4", NULL);
    wgpuBindGroupLayoutRelease(empty);
    wgpuBindGroupLayoutRelease(past);
    wgpuBindGroupLayoutRelease(own);
    wgpuComputePipelineRelease(p);
    wgpuBindGroupLayoutRelease(l);
    gpu_close(&g);
}

static void explicit_layouts(void **state) {
    (void)state;
    static const char text[] =
        "@group(0) @binding(1) var<storage, read_write> out: array<vec4<f32>, 4>;\n"
        "@group(0) @binding(2) var<uniform> scale: vec4<f32>;\n"
        "@compute @workgroup_size(1) fn main() { out[0] = scale; }\n";
    Gpu g = gpu_open(NULL);
    WGPUShaderModule m = module_open(&g, "m", text);
    const struct {
        WGPUBufferBindingType type;
        uint32_t binding;
        WGPUShaderStage visibility;
        uint64_t min_size;
        const char *rule;
    } cases[] = {
        {WGPUBufferBindingType_Storage, 1, WGPUShaderStage_Compute, 0, NULL},
        {WGPUBufferBindingType_Storage, 1, WGPUShaderStage_Compute, 64, NULL},
        {WGPUBufferBindingType_Storage, 1, WGPUShaderStage_Compute, 48, "needs 64 bytes"},
        {WGPUBufferBindingType_ReadOnlyStorage, 1, WGPUShaderStage_Compute, 0,
         "the layout's a read-only storage buffer"},
        {WGPUBufferBindingType_Storage, 1, WGPUShaderStage_Fragment, 0, "not visible"},
        {WGPUBufferBindingType_Storage, 3, WGPUShaderStage_Compute, 0, "'out' is at group 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        WGPUBindGroupLayoutEntry e[2] = {storage(cases[i].binding), storage(2)};
        e[0].buffer.type = cases[i].type;
        e[0].visibility = cases[i].visibility;
        e[0].buffer.minBindingSize = cases[i].min_size;
        e[1].buffer.type = WGPUBufferBindingType_Uniform;
        WGPUBindGroupLayout l = layout_open(&g, 2, e);
        WGPUPipelineLayout pl = pipeline_layout_open(&g, 1, &l);
        WGPUComputePipelineDescriptor desc = {
            .label = sv("p"), .layout = pl, .compute = {.module = m, .entryPoint = sv(NULL)}};
        gpu_watch(&g);
        WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(g.device, &desc);
        if (cases[i].rule)
            gpu_expect_invalid(&g, "compute pipeline \"p\"", cases[i].rule, NULL);
        else
            gpu_expect_fine(&g);
        wgpuComputePipelineRelease(p);
        wgpuPipelineLayoutRelease(pl);
        wgpuBindGroupLayoutRelease(l);
    }
    wgpuShaderModuleRelease(m);
    gpu_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_rules),
        cmocka_unit_test(group_rules),
        cmocka_unit_test(pipeline_layout_rules),
        cmocka_unit_test(explicit_layouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
