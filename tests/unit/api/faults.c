/* The rules that a device is asked for one by one: shifts, conversions, f16 indices, results that
 * are not finite; each on a shader where it is broken, and where it is not. */
#include "support.h"

enum { STORAGE = 0x8C /* Storage, CopySrc, CopyDst */ };

/* x is 0 1 2 3, f is 0 1 2 3 as floats; the statement is on line 8. */
#define SHADER(statement)                                                                          \
    "enable f16;\n"                                                                                \
    "@group(0) @binding(0) var<storage, read_write> dst: array<f32, 4>;\n"                         \
    "var<workgroup> tile: array<f32, 4000>;\n"                                                     \
    "@compute @workgroup_size(4)\n"                                                                \
    "fn main(@builtin(local_invocation_index) x: u32) {\n"                                         \
    "  tile[x] = 1.0;\n"                                                                           \
    "  let f = f32(x);\n"                                                                          \
    "  " statement "\n"                                                                            \
    "}\n"

typedef struct Case {
    uint32_t rule; /* LwObserve bit */
    const char *statement, *text, *name;
    const char *message; /* part of it; NULL: nothing is found */
    uint64_t count;
} Case;

#define CASE(rule, name, statement, message, count)                                                \
    { rule, statement, SHADER(statement), name, message, count }

static const Case cases[] = {
    CASE(LW_OBSERVE_SHIFT_RANGE, "shift-range", "dst[x] = f32(1u << (30u + x));",
         "shift by 32 bits", 2),
    CASE(LW_OBSERVE_SHIFT_RANGE, "shift-range", "dst[x] = f32(1u << (28u + x));", NULL, 0),
    CASE(LW_OBSERVE_CONVERSION_RANGE, "conversion-range", "dst[x] = f32(u32(f - 2.0));",
         "conversion to u32 of -2", 2),
    CASE(LW_OBSERVE_CONVERSION_RANGE, "conversion-range", "dst[x] = f32(i32(f * 1e9));",
         "conversion to i32 of 3e+09", 1),
    CASE(LW_OBSERVE_CONVERSION_RANGE, "conversion-range", "dst[x] = f32(u32(f - 0.5));", NULL, 0),
    CASE(LW_OBSERVE_CONVERSION_RANGE, "conversion-range", "dst[x] = f32(i32(f * 0.7e9));", NULL, 0),
    CASE(LW_OBSERVE_F16_INDEX, "f16-index", "dst[x] = tile[u32(f16(f) * 1000.0h)];",
         "index of 3000 made of an f16", 1),
    CASE(LW_OBSERVE_F16_INDEX, "f16-index", "dst[x] = tile[u32(f16(f) * 500.0h)];", NULL, 0),
    CASE(LW_OBSERVE_F16_INDEX, "f16-index", "dst[x] = tile[u32(f * 1000.0)];", NULL, 0),
    CASE(LW_OBSERVE_NON_FINITE, "non-finite", "dst[x] = 1.0 / f + 2.0;",
         "inf is born here of 1 and 0", 1),
    CASE(LW_OBSERVE_NON_FINITE, "non-finite", "dst[x] = sqrt(f - 2.0);", "nan is born here of -2",
         2),
    CASE(LW_OBSERVE_NON_FINITE, "non-finite", "dst[x] = f32(f16(f * 30000.0));",
         "inf is born here of 90000", 1),
    CASE(LW_OBSERVE_NON_FINITE, "non-finite", "dst[x] = sqrt(f) / (f + 1.0);", NULL, 0),
};

static bool has(WGPUStringView text, const char *part) {
    size_t n = strlen(part);
    for (size_t i = 0; i + n <= text.length; i++)
        if (memcmp(text.data + i, part, n) == 0)
            return true;
    return false;
}

/* What the device finds when it is asked for these rules. */
static LwReport *report_of(const char *text, uint32_t observe) {
    LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
    options.observe = observe;
    options.threads = 1;
    WGPUFeatureName f16 = WGPUFeatureName_ShaderF16;
    WGPUDeviceDescriptor desc = {
        .nextInChain = &options.chain, .requiredFeatures = &f16, .requiredFeatureCount = 1};
    Gpu g = gpu_open(&desc);
    gpu_watch(&g);
    WGPUComputePipeline p = pipeline_open(&g, "fault", text);
    WGPUBuffer b = buffer_open(&g, "dst", STORAGE, 16);
    WGPUBindGroup group = group_open(&g, p, 1, &b);
    dispatch(&g, p, group, 1, 1, 1);
    gpu_expect_fine(&g);
    LwReport *r = lw_device_take_report(g.device);
    wgpuBufferRelease(b);
    wgpuBindGroupRelease(group);
    wgpuComputePipelineRelease(p);
    gpu_close(&g);
    return r;
}

static void expect_case(const Case *c) {
    LwReport *r = report_of(c->text, LW_OBSERVE_CHECK | c->rule);
    size_t n;
    const LwFinding *f = lw_report_findings(r, &n);
    assert_int_equal(n, c->message ? 1 : 0);
    if (c->message) {
        assert_true(has(f->rule, c->name));
        assert_int_equal(f->line, 8);
        assert_int_equal(f->count, c->count);
        assert_true(has(f->message, c->message));
    }
    lw_report_free(r);
}

static void finds_what_it_is_asked_for(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        print_message("%s: %s\n", cases[i].name, cases[i].statement);
        expect_case(&cases[i]);
    }
}

static void finds_nothing_else(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t n;
        LwReport *r = report_of(cases[i].text, LW_OBSERVE_CHECK);
        lw_report_findings(r, &n);
        assert_int_equal(n, 0);
        lw_report_free(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_it_is_asked_for),
        cmocka_unit_test(finds_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
