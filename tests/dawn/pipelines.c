/* Shader modules and compute pipelines. */
#include <stdlib.h>

#include "support.h"

#define ADD_ONE                                                                                    \
    "@group(0) @binding(0) var<storage, read_write> a: array<u32>;"                                \
    "@compute @workgroup_size(1) fn main() { a[0] += 1; }"

static const char overrides[] =
    "override n: u32 = 3; override m: f32; @id(7) override k: i32 = 1; override flag = true;"
    "override size: u32 = 1;"
    "@group(0) @binding(0) var<storage, read_write> a: array<u32>;"
    "@compute @workgroup_size(size) fn main() { a[0] = n + u32(m) + u32(k) + u32(flag); }";

/* ---- modules ---- */

static void on_info(WGPUCompilationInfoRequestStatus status, WGPUCompilationInfo const *info,
                    void *to, void *unused) {
    (void)unused;
    bool *done = to;
    int errors = 0;
    uint64_t line = 0;
    for (size_t i = 0; info && i < info->messageCount; i++)
        if (info->messages[i].type == WGPUCompilationMessageType_Error && !errors++)
            line = info->messages[i].lineNum;
    note("status %d, %s, first at line %d", (int)status, errors ? "errors" : "no errors",
         (int)line);
    *done = true;
}

static void info_of(WGPUShaderModule m) {
    bool done = false;
    WGPUCompilationInfoCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents, on_info,
                                            &done, NULL};
    wgpuShaderModuleGetCompilationInfo(m, info);
    wait_until(&done);
}

static void modules(void) {
    static const struct {
        const char *name, *text;
    } calls[] = {
        {"good", ADD_ONE},
        {"empty", ""},
        {"with a syntax error", "fn main( {}"},
        {"with a type error on line 2", "fn f() -> u32 {\n return 1.5; }"},
        {"with an unknown name", "fn f() -> u32 { return g; }"},
        {"with f16, not asked for", "enable f16; fn f() -> f16 { return 1h; }"},
        {"with subgroups, not asked for", "enable subgroups; fn f() {}"},
        {"with an unknown extension", "enable nothing_of_the_kind;"},
        {"with a recursion", "fn f() { g(); } fn g() { f(); }"},
        {"with a barrier in varying flow",
         "@compute @workgroup_size(8) fn m(@builtin(local_invocation_index) i: u32) {"
         "if (i < 4) { workgroupBarrier(); } }"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        CASE("module %s", calls[i].name) {
            WGPUShaderModule m = make_module(calls[i].text);
            note("%s", m ? "object" : "null");
            info_of(m);
            wgpuShaderModuleRelease(m);
        }
    CASE("module without a source") {
        WGPUShaderModuleDescriptor d = {0};
        WGPUShaderModule m = wgpuDeviceCreateShaderModule(gpu.device, &d);
        note("%s", m ? "object" : "null");
        wgpuShaderModuleRelease(m);
    }
    CASE("module of a text with a length") {
        WGPUShaderSourceWGSL source = {{NULL, WGPUSType_ShaderSourceWGSL},
                                       {"fn f() {} and more", 9}};
        WGPUShaderModuleDescriptor d = {.nextInChain = &source.chain};
        wgpuShaderModuleRelease(wgpuDeviceCreateShaderModule(gpu.device, &d));
    }
    CASE("module of SPIR-V that is none") {
        uint32_t words[] = {1, 2, 3};
        WGPUShaderSourceSPIRV source = {{NULL, WGPUSType_ShaderSourceSPIRV}, 3, words};
        WGPUShaderModuleDescriptor d = {.nextInChain = &source.chain};
        wgpuShaderModuleRelease(wgpuDeviceCreateShaderModule(gpu.device, &d));
    }
}

/* ---- pipelines ---- */

static void entry_points(void) {
    static const struct {
        const char *name, *text, *entry;
    } calls[] = {
        {"the named one", ADD_ONE, "main"},
        {"the only one", ADD_ONE, NULL},
        {"a missing one", ADD_ONE, "other"},
        {"an empty name", ADD_ONE, ""},
        {"none there", "fn f() {}", NULL},
        {"one of two",
         "@compute @workgroup_size(1) fn a() {} @compute @workgroup_size(1) fn b() {}", NULL},
        {"one of another stage, too", "@compute @workgroup_size(1) fn a() {} @fragment fn b() {}",
         NULL},
        {"of another stage", "@fragment fn b() {}", "b"},
        {"a function that is none", "fn f() {}", "f"},
        {"256 invocations", "@compute @workgroup_size(256) fn a() {}", NULL},
        {"257 invocations", "@compute @workgroup_size(257) fn a() {}", NULL},
        {"16x17 invocations", "@compute @workgroup_size(16, 17) fn a() {}", NULL},
        {"1x1x64 invocations", "@compute @workgroup_size(1, 1, 64) fn a() {}", NULL},
        {"1x1x65 invocations", "@compute @workgroup_size(1, 1, 65) fn a() {}", NULL},
        {"16384 bytes of workgroup memory",
         "var<workgroup> w: array<u32, 4096>; @compute @workgroup_size(1) fn a() { w[0] = 1; }",
         NULL},
        {"16388 bytes of workgroup memory",
         "var<workgroup> w: array<u32, 4097>; @compute @workgroup_size(1) fn a() { w[0] = 1; }",
         NULL},
        {"unused workgroup memory",
         "var<workgroup> w: array<u32, 4097>; @compute @workgroup_size(1) fn a() { }", NULL},
        {"9 storage buffers",
         "@group(0) @binding(0) var<storage> a: u32; @group(0) @binding(1) var<storage> b: u32;"
         "@group(0) @binding(2) var<storage> c: u32; @group(0) @binding(3) var<storage> d: u32;"
         "@group(0) @binding(4) var<storage> e: u32; @group(0) @binding(5) var<storage> f: u32;"
         "@group(0) @binding(6) var<storage> g: u32; @group(0) @binding(7) var<storage> h: u32;"
         "@group(0) @binding(8) var<storage> i: u32;"
         "@compute @workgroup_size(1) fn m() { _ = a + b + c + d + e + f + g + h + i; }",
         NULL},
        {"group 4",
         "@group(4) @binding(0) var<storage> a: u32; @compute @workgroup_size(1) fn m() { _ = a; }",
         NULL},
        {"binding 1000",
         "@group(0) @binding(1000) var<storage> a: u32;"
         "@compute @workgroup_size(1) fn m() { _ = a; }",
         NULL},
        {"two variables on one binding",
         "@group(0) @binding(0) var<storage> a: u32; @group(0) @binding(0) var<storage> b: u32;"
         "@compute @workgroup_size(1) fn m() { _ = a + b; }",
         NULL},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        CASE("pipeline of %s", calls[i].name) {
            WGPUComputePipeline p = make_pipeline(calls[i].text, calls[i].entry);
            note("%s", p ? "object" : "null");
            wgpuComputePipelineRelease(p);
        }
    CASE("pipeline of an invalid module") {
        WGPUComputePipeline p = make_pipeline("nothing", "main");
        note("%s", p ? "object" : "null");
        wgpuComputePipelineRelease(p);
    }
}

static WGPUComputePipeline pipeline_with(const char *text, WGPUPipelineLayout layout, size_t count,
                                         const WGPUConstantEntry *constant) {
    WGPUShaderModule m = make_module(text);
    WGPUComputePipelineDescriptor d = {
        .layout = layout,
        .compute = {
            .module = m, .entryPoint = sv("main"), .constantCount = count, .constants = constant}};
    WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(gpu.device, &d);
    wgpuShaderModuleRelease(m);
    return p;
}

/* Runs a pipeline of one storage buffer and notes its first word. */
static void run_and_note(WGPUComputePipeline p) {
    WGPUBuffer b = make_buffer(U_DATA, 16);
    WGPUBindGroupLayout l = wgpuComputePipelineGetBindGroupLayout(p, 0);
    WGPUBindGroup g = make_group_of(l, b);
    WGPUCommandEncoder e = make_encoder();
    WGPUComputePassEncoder pass = begin_pass(e);
    wgpuComputePassEncoderSetPipeline(pass, p);
    wgpuComputePassEncoderSetBindGroup(pass, 0, g, 0, NULL);
    wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
    wgpuComputePassEncoderEnd(pass);
    submit(e);
    note_words(b, 0, 1);
}

static void constants(void) {
    static const struct {
        const char *name;
        size_t count;
        struct {
            const char *key;
            double value;
        } at[3];
    } calls[] = {
        {"what must be set", 1, {{"m", 10}}},
        {"nothing set", 0, {{NULL, 0}}},
        {"all that is right", 3, {{"m", 1}, {"n", 100}, {"7", 1000}}},
        {"an id by its name", 2, {{"m", 1}, {"k", 5}}},
        {"an unknown one", 2, {{"m", 1}, {"x", 5}}},
        {"one twice", 2, {{"m", 1}, {"m", 2}}},
        {"not a number", 1, {{"m", 0}}},
        {"negative unsigned", 2, {{"m", 1}, {"n", -1}}},
        {"too large", 2, {{"m", 1}, {"n", 4294967296.0}}},
        {"a fraction", 2, {{"m", 1}, {"n", 3.7}}},
        {"too large a float", 1, {{"m", 1e39}}},
        {"a large bool", 2, {{"m", 1}, {"flag", 1e100}}},
        {"a false bool", 2, {{"m", 1}, {"flag", 0}}},
        {"no invocations", 2, {{"m", 1}, {"size", 0}}},
        {"too many invocations", 2, {{"m", 1}, {"size", 257}}},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        CASE("constants: %s", calls[i].name) {
            WGPUConstantEntry c[3] = {0};
            for (size_t k = 0; k < calls[i].count; k++)
                c[k] = (WGPUConstantEntry){.key = sv(calls[i].at[k].key),
                                           .value = calls[i].at[k].value};
            if (strcmp(calls[i].name, "not a number") == 0)
                c[0].value = (double)strtof("nan", NULL);
            WGPUComputePipeline p = pipeline_with(overrides, NULL, calls[i].count, c);
            run_and_note(p);
            wgpuComputePipelineRelease(p);
        }
}

/* ---- layouts ---- */

static void explicit_layouts(void) {
    static const struct {
        const char *name;
        WGPUBufferBindingType type;
        WGPUShaderStage stage;
        uint32_t binding;
        uint64_t least;
    } calls[] = {
        {"that fits", WGPUBufferBindingType_Storage, WGPUShaderStage_Compute, 0, 0},
        {"that fits, with a size", WGPUBufferBindingType_Storage, WGPUShaderStage_Compute, 0, 8},
        {"with too small a size", WGPUBufferBindingType_Storage, WGPUShaderStage_Compute, 0, 2},
        {"read-only", WGPUBufferBindingType_ReadOnlyStorage, WGPUShaderStage_Compute, 0, 0},
        {"uniform", WGPUBufferBindingType_Uniform, WGPUShaderStage_Compute, 0, 0},
        {"for fragments", WGPUBufferBindingType_Storage, WGPUShaderStage_Fragment, 0, 0},
        {"for all", WGPUBufferBindingType_Storage,
         WGPUShaderStage_Fragment | WGPUShaderStage_Compute, 0, 0},
        {"with another binding", WGPUBufferBindingType_Storage, WGPUShaderStage_Compute, 1, 0},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        CASE("pipeline with a layout %s", calls[i].name) {
            WGPUBindGroupLayoutEntry e = buffer_entry(calls[i].binding, calls[i].type);
            e.visibility = calls[i].stage;
            e.buffer.minBindingSize = calls[i].least;
            WGPUBindGroupLayout l = make_layout(1, &e);
            WGPUPipelineLayout layout = make_pipeline_layout(1, &l);
            WGPUComputePipeline p = pipeline_with(ADD_ONE, layout, 0, NULL);
            note("%s", p ? "object" : "null");
            wgpuComputePipelineRelease(p);
        }
    CASE("pipeline with a layout of no groups") {
        WGPUPipelineLayout layout = make_pipeline_layout(0, NULL);
        wgpuComputePipelineRelease(pipeline_with(ADD_ONE, layout, 0, NULL));
    }
    CASE("pipeline with more groups than it uses") {
        WGPUBindGroupLayoutEntry e = buffer_entry(0, WGPUBufferBindingType_Storage);
        WGPUBindGroupLayout l[2] = {make_layout(1, &e), make_layout(1, &e)};
        WGPUPipelineLayout layout = make_pipeline_layout(2, l);
        wgpuComputePipelineRelease(pipeline_with(ADD_ONE, layout, 0, NULL));
    }
    CASE("pipeline with an invalid layout") {
        WGPUBindGroupLayout l[5] = {0};
        for (int i = 0; i < 5; i++)
            l[i] = make_layout(0, NULL);
        WGPUPipelineLayout layout = make_pipeline_layout(5, l);
        wgpuComputePipelineRelease(pipeline_with(ADD_ONE, layout, 0, NULL));
    }
}

static void automatic_layouts(void) {
    WGPUComputePipeline p = make_pipeline(ADD_ONE, "main"), q = make_pipeline(ADD_ONE, "main");
    static const uint32_t groups[] = {0, 1, 3, 4};
    for (size_t i = 0; i < 4; i++)
        CASE("automatic layout of group %u", groups[i]) {
            WGPUBindGroupLayout l = wgpuComputePipelineGetBindGroupLayout(p, groups[i]);
            note("%s", l ? "object" : "null");
            if (l)
                wgpuBindGroupRelease(make_group(l, 0, NULL));
        }
    CASE("layout of an invalid pipeline") {
        WGPUComputePipeline bad = make_pipeline(ADD_ONE, "other");
        WGPUBindGroupLayout l = wgpuComputePipelineGetBindGroupLayout(bad, 0);
        note("%s", l ? "object" : "null");
    }
    CASE("group of one automatic layout for another") {
        WGPUBindGroup g =
            make_group_of(wgpuComputePipelineGetBindGroupLayout(q, 0), make_buffer(U_STORAGE, 16));
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder pass = begin_pass(e);
        wgpuComputePassEncoderSetPipeline(pass, p);
        wgpuComputePassEncoderSetBindGroup(pass, 0, g, 0, NULL);
        wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
        wgpuComputePassEncoderEnd(pass);
        submit(e);
    }
    CASE("automatic pipeline run") run_and_note(p);
}

/* ---- asynchronous making ---- */

typedef struct Made {
    bool done;
    WGPUComputePipeline pipeline;
} Made;

static void on_pipeline(WGPUCreatePipelineAsyncStatus status, WGPUComputePipeline pipeline,
                        WGPUStringView message, void *to, void *unused) {
    (void)message, (void)unused;
    note("%s %s",
         status == WGPUCreatePipelineAsyncStatus_Success           ? "success"
         : status == WGPUCreatePipelineAsyncStatus_ValidationError ? "refused"
                                                                   : "other",
         pipeline ? "object" : "null");
    *(Made *)to = (Made){true, pipeline};
}

static void asynchronous(void) {
    static const char *const entries[] = {"main", "other"};
    for (int i = 0; i < 2; i++)
        CASE("asynchronous pipeline of %s", entries[i]) {
            Made made = {0};
            WGPUCreateComputePipelineAsyncCallbackInfo info = {
                NULL, WGPUCallbackMode_AllowProcessEvents, on_pipeline, &made, NULL};
            WGPUComputePipelineDescriptor d = {
                .compute = {.module = make_module(ADD_ONE), .entryPoint = sv(entries[i])}};
            wgpuDeviceCreateComputePipelineAsync(gpu.device, &d, info);
            wait_until(&made.done);
            if (made.pipeline)
                run_and_note(made.pipeline);
        }
}

void run_cases(void) {
    modules();
    entry_points();
    constants();
    explicit_layouts();
    automatic_layouts();
    asynchronous();
}
