/* Shader modules and pipelines: what they say about shaders, good and bad. */
#include "support.h"

static bool is(WGPUStringView v, const char *c) {
    return v.length == strlen(c) && memcmp(v.data, c, v.length) == 0;
}

static bool has(WGPUStringView v, const char *c) {
    for (size_t i = 0; i + strlen(c) <= v.length; i++)
        if (memcmp(v.data + i, c, strlen(c)) == 0)
            return true;
    return false;
}

static const char saxpy[] = "override size = 64u;\n"
                            "@id(7) override scale: f32;\n"
                            "struct Tail { count: u32, rest: array<vec3<f32>> }\n"
                            "@group(0) @binding(2) var<storage, read_write> y: array<f32>;\n"
                            "@group(0) @binding(0) var<uniform> bias: vec4<f32>;\n"
                            "@group(0) @binding(1) var<storage, read> x: Tail;\n"
                            "@group(1) @binding(0) var<storage> unused: array<f32>;\n"
                            "var<workgroup> tile: array<f32, size>;\n"
                            "@compute @workgroup_size(size, 2)\n"
                            "fn main(@builtin(global_invocation_id) id: vec3<u32>) {\n"
                            "    tile[id.y] = x.rest[id.x].y;\n"
                            "    workgroupBarrier();\n"
                            "    y[id.x] = scale * tile[0] + bias.x;\n"
                            "}\n";

static void described(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    gpu_watch(&g);
    WGPUShaderModule m = module_open(&g, "saxpy", saxpy);
    gpu_expect_fine(&g);
    const LwModuleInfo *info = lw_shader_module_info(m);
    assert_true(info->valid);
    assert_int_equal(info->entry_point_count, 1);
    assert_true(info->entry_points[0].is_compute && is(info->entry_points[0].name, "main"));
    assert_int_equal(info->override_count, 2);
    const LwOverride *size = &info->overrides[0], *scale = &info->overrides[1];
    assert_true(is(size->name, "size") && size->has_default && !size->has_id);
    assert_true(is(size->type, "u32"));
    assert_true(is(scale->name, "scale") && !scale->has_default && scale->has_id && scale->id == 7);
    assert_int_equal(lw_shader_module_diagnostics(m, sv("a.wgsl"), false).length, 0);

    WGPUConstantEntry constants[] = {{.key = sv("size"), .value = 16},
                                     {.key = sv("7"), .value = 2}};
    WGPUComputePipelineDescriptor desc = {
        .label = sv("p"),
        .compute = {
            .module = m, .entryPoint = sv("main"), .constantCount = 2, .constants = constants}};
    gpu_watch(&g);
    WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(g.device, &desc);
    gpu_expect_fine(&g);
    const LwPipelineInfo *pi = lw_compute_pipeline_info(p);
    assert_non_null(pi);
    assert_true(is(pi->entry_point, "main"));
    assert_int_equal(pi->workgroup_size[0], 16);
    assert_int_equal(pi->workgroup_size[1], 2);
    assert_int_equal(pi->workgroup_size[2], 1);
    assert_int_equal(pi->workgroup_bytes, 64);
    assert_int_equal(pi->binding_count, 3);
    const LwBinding *bias = &pi->bindings[0], *x = &pi->bindings[1], *y = &pi->bindings[2];
    assert_true(is(bias->name, "bias") && is(bias->scalar, "f32"));
    assert_int_equal(bias->kind, WGPUBufferBindingType_Uniform);
    assert_int_equal(bias->min_size, 16);
    assert_int_equal(bias->stride, 0);
    assert_true(is(x->type, "Tail") && is(x->scalar, ""));
    assert_int_equal(x->kind, WGPUBufferBindingType_ReadOnlyStorage);
    assert_int_equal(x->stride, 16);
    assert_int_equal(x->min_size, 32);
    assert_int_equal(y->kind, WGPUBufferBindingType_Storage);
    assert_int_equal(y->min_size, 4);
    assert_int_equal(y->stride, 4);
    wgpuComputePipelineRelease(p);
    wgpuShaderModuleRelease(m);
    gpu_close(&g);
}

static const char wrong[] =
    "fn f() -> f32 {\n"
    "    return 1u;\n"
    "}\n"
    "@compute @workgroup_size(1) fn main() { /* \xC3\xA4 */ let a = nowhere; }\n";

typedef struct Told {
    size_t count;
    uint64_t line[8], column[8], offset[8], length[8];
    WGPUCompilationMessageType type[8];
} Told;

static void on_info(WGPUCompilationInfoRequestStatus status, const WGPUCompilationInfo *info,
                    void *to, void *unused) {
    (void)unused;
    assert_int_equal(status, WGPUCompilationInfoRequestStatus_Success);
    Told *t = to;
    t->count = info->messageCount;
    for (size_t i = 0; i < info->messageCount && i < 8; i++) {
        t->line[i] = info->messages[i].lineNum;
        t->column[i] = info->messages[i].linePos;
        t->offset[i] = info->messages[i].offset;
        t->length[i] = info->messages[i].length;
        t->type[i] = info->messages[i].type;
    }
}

static void errors_told(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    gpu_watch(&g);
    WGPUShaderModule m = module_open(&g, "wrong", wrong);
    gpu_expect_invalid(&g, "shader module \"wrong\"", "wrong:2:", "return 1u;", "nowhere", NULL);
    assert_false(lw_shader_module_info(m)->valid);
    size_t count;
    const LwDiagnostic *list = lw_shader_module_diagnostic_list(m, &count);
    assert_int_equal(count, 2);
    assert_int_equal(list[0].severity, 3);
    assert_int_equal(list[0].line, 2);
    assert_int_equal(list[1].line, 4);
    assert_int_equal(list[1].column, 57); /* in characters */
    assert_true(has(list[1].message, "nowhere") && list[1].code.length);
    assert_true(has(lw_shader_module_diagnostics(m, sv("x.wgsl"), false), "x.wgsl:4:57: error"));
    assert_true(has(lw_shader_module_diagnostics(m, sv("x.wgsl"), true), "\033["));
    Told told = {0};
    WGPUCompilationInfoCallbackInfo info = {NULL, WGPUCallbackMode_AllowSpontaneous, on_info, &told,
                                            NULL};
    wgpuShaderModuleGetCompilationInfo(m, info);
    assert_int_equal(told.count, 2);
    assert_int_equal(told.type[1], WGPUCompilationMessageType_Error);
    assert_int_equal(told.line[1], 4);
    assert_int_equal(told.column[1], 58); /* in bytes */
    assert_int_equal(told.length[1], 7);
    assert_memory_equal(wrong + told.offset[1], "nowhere", 7);
    WGPUComputePipelineDescriptor desc = {.label = sv("p"),
                                          .compute = {.module = m, .entryPoint = sv(NULL)}};
    gpu_watch(&g);
    WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(g.device, &desc);
    gpu_expect_invalid(&g, "shader module \"wrong\" is invalid", NULL);
    assert_null(lw_compute_pipeline_info(p));
    wgpuComputePipelineRelease(p);
    wgpuShaderModuleRelease(m);
    gpu_close(&g);
}

static void chains(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUShaderModuleDescriptor none = {.label = sv("m")};
    gpu_watch(&g);
    WGPUShaderModule m = wgpuDeviceCreateShaderModule(g.device, &none);
    gpu_expect_invalid(&g, "shader module \"m\"", "WGPUShaderSourceWGSL", NULL);
    wgpuShaderModuleRelease(m);
    WGPUShaderSourceSPIRV spirv = WGPU_SHADER_SOURCE_SPIRV_INIT;
    none.nextInChain = &spirv.chain;
    gpu_watch(&g);
    m = wgpuDeviceCreateShaderModule(g.device, &none);
    gpu_expect_invalid(&g, "SPIR-V", NULL);
    wgpuShaderModuleRelease(m);
    WGPUShaderSourceWGSL text = {{NULL, WGPUSType_ShaderSourceWGSL}, sv("")};
    text.chain.next = &text.chain; /* a circle */
    none.nextInChain = &text.chain;
    gpu_watch(&g);
    m = wgpuDeviceCreateShaderModule(g.device, &none);
    gpu_expect_invalid(&g, "chain", NULL);
    wgpuShaderModuleRelease(m);
    gpu_watch(&g);
    m = module_open(&g, "empty", "");
    gpu_expect_fine(&g);
    wgpuShaderModuleRelease(m);
    gpu_close(&g);
}

static void gated_extensions(void **state) {
    (void)state;
    static const char text[] = "enable f16;\n"
                               "@compute @workgroup_size(1) fn main() { let x = 1h; _ = x; }\n";
    Gpu g = gpu_open(NULL);
    gpu_watch(&g);
    WGPUShaderModule m = module_open(&g, "half", text);
    gpu_expect_invalid(&g, "half:1:8", "shader-f16", NULL);
    wgpuShaderModuleRelease(m);
    gpu_close(&g);
    WGPUFeatureName f16 = WGPUFeatureName_ShaderF16;
    WGPUDeviceDescriptor desc = {.requiredFeatureCount = 1, .requiredFeatures = &f16};
    g = gpu_open(&desc);
    gpu_watch(&g);
    m = module_open(&g, "half", text);
    gpu_expect_fine(&g);
    wgpuShaderModuleRelease(m);
    gpu_close(&g);
}

static void pipeline_rules(void **state) {
    (void)state;
    static const char text[] = "override n: u32 = 1;\n"
                               "override must: u32;\n"
                               "var<workgroup> w: array<u32, n>;\n"
                               "@compute @workgroup_size(n) fn main() { w[0] = 1; }\n"
                               "@compute @workgroup_size(1) fn other() { _ = must; }\n"
                               "@compute @workgroup_size(1, 1, 65) fn deep() {}\n"
                               "@compute @workgroup_size(1, 257) fn high() {}\n"
                               "@compute @workgroup_size(128, 4) fn many() {}\n"
                               "@fragment fn pixel() {}\n";
    const struct {
        const char *entry, *key;
        double value;
        const char *rule, *more;
        bool diagnosed;
    } cases[] = {
        {"main", "n", 64, NULL, NULL, false},
        {NULL, "n", 64, "entry point", NULL, true},
        {"", "n", 64, "empty name", NULL, false},
        {"mein", "n", 64, "mein", "main", true},
        {"pixel", "n", 64, "pixel", NULL, true},
        {"main", "m", 64, "'m'", NULL, true},
        {"main", "n", -1, "n", NULL, true},
        {"main", "n", 0, NULL, "compute pipeline \"p\"", true},
        {"main", "n", 257, "maxComputeWorkgroupSizeX, 256", NULL, false},
        {"main", "n", 1e9, NULL, "compute pipeline \"p\"", true},
        {"other", "n", 1, "must", NULL, true},
        {"high", "n", 1, "maxComputeWorkgroupSizeY, 256", NULL, false},
        {"many", "n", 1, "maxComputeInvocationsPerWorkgroup, 256", NULL, false},
    };
    Gpu g = gpu_open(NULL);
    WGPUShaderModule m = module_open(&g, "m", text);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        WGPUConstantEntry constant = {.key = sv(cases[i].key), .value = cases[i].value};
        WGPUComputePipelineDescriptor desc = {
            .label = sv("p"),
            .compute = {.module = m,
                        .entryPoint = cases[i].entry ? sv(cases[i].entry)
                                                     : (WGPUStringView)WGPU_STRING_VIEW_INIT,
                        .constantCount = 1,
                        .constants = &constant}};
        gpu_watch(&g);
        WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(g.device, &desc);
        size_t count;
        const LwDiagnostic *list = lw_compute_pipeline_diagnostic_list(p, &count);
        if (cases[i].rule || cases[i].more)
            gpu_expect_invalid(&g, "compute pipeline \"p\"", cases[i].rule ? cases[i].rule : "p",
                               cases[i].more, NULL);
        else
            gpu_expect_fine(&g);
        if (cases[i].diagnosed != (count > 0))
            fail_msg("case %zu: %zu diagnostics", i, count);
        if (count)
            assert_true(list[0].line > 0 && list[0].code.length > 0);
        wgpuComputePipelineRelease(p);
    }
    /* The module is as good as before. */
    size_t count;
    lw_shader_module_diagnostic_list(m, &count);
    assert_int_equal(count, 0);
    wgpuShaderModuleRelease(m);
    gpu_close(&g);
}

static void workgroup_memory(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    static const char text[] = "var<workgroup> w: array<u32, 4097>;\n"
                               "@compute @workgroup_size(1) fn main() { w[0] = 1; }\n";
    gpu_watch(&g);
    WGPUComputePipeline p = pipeline_open(&g, "p", text);
    gpu_expect_invalid(&g, "compute pipeline \"p\"", "16400 bytes",
                       "maxComputeWorkgroupStorageSize", NULL);
    wgpuComputePipelineRelease(p);
    gpu_close(&g);
}

typedef struct Made {
    WGPUCreatePipelineAsyncStatus status;
    WGPUComputePipeline pipeline;
    bool message;
} Made;

static void on_made(WGPUCreatePipelineAsyncStatus status, WGPUComputePipeline p,
                    WGPUStringView message, void *to, void *unused) {
    (void)unused;
    *(Made *)to = (Made){status, p, message.length > 0};
}

static void made_later(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUShaderModule m = module_open(&g, "m", "@compute @workgroup_size(1) fn main() {}\n");
    Made made = {0};
    WGPUCreateComputePipelineAsyncCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents,
                                                       on_made, &made, NULL};
    WGPUComputePipelineDescriptor desc = {.compute = {.module = m, .entryPoint = sv(NULL)}};
    wgpuDeviceCreateComputePipelineAsync(g.device, &desc, info);
    assert_null(made.pipeline);
    wgpuInstanceProcessEvents(g.instance);
    assert_int_equal(made.status, WGPUCreatePipelineAsyncStatus_Success);
    assert_non_null(made.pipeline);
    wgpuComputePipelineRelease(made.pipeline);
    desc.compute.entryPoint = sv("nothing");
    gpu_watch(&g);
    wgpuDeviceCreateComputePipelineAsync(g.device, &desc, info);
    gpu_expect_fine(&g); /* the callback is told, not the scope */
    wgpuInstanceProcessEvents(g.instance);
    assert_int_equal(made.status, WGPUCreatePipelineAsyncStatus_ValidationError);
    assert_null(made.pipeline);
    assert_true(made.message);
    wgpuDeviceCreateComputePipelineAsync(g.device, &desc, info);
    wgpuShaderModuleRelease(m);
    gpu_close(&g); /* with one under way */
    assert_int_equal(made.status, WGPUCreatePipelineAsyncStatus_CallbackCancelled);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(described),      cmocka_unit_test(errors_told),
        cmocka_unit_test(chains),         cmocka_unit_test(gated_extensions),
        cmocka_unit_test(pipeline_rules), cmocka_unit_test(workgroup_memory),
        cmocka_unit_test(made_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
