/* Every primitive's answer to every kind of bad input: a status and a message, and not a byte
 * changed. */
#include "support.h"

enum { COUNT = 1024, ROOM = COUNT * 4 };

/* What calls are made of; one of its members is made wrong at a time. */
typedef struct Call {
    LwkSlice src, dst, temporary;
    LwkSlice second, second_dst; /* flags, values, levels; chosen, sorted values */
    uint64_t count;
} Call;

typedef struct Primitive {
    const char *name;
    bool temporary, one_word; /* needs temporary storage; writes a word or two */
    LwkStatus (*create)(LwkContext *c, LwkType type, uint64_t max_count, LwkPlan **plan);
    LwkStatus (*encode)(LwkPlan *plan, LwkTarget t, const Call *x);
    bool f16; /* has it where the device does */
} Primitive;

static LwkStatus create_copy(LwkContext *c, LwkType type, uint64_t most, LwkPlan **plan) {
    return lwk_copy_create(c, &(LwkCopyDescriptor){type, most}, plan);
}
static LwkStatus encode_copy(LwkPlan *p, LwkTarget t, const Call *x) {
    return lwk_copy_encode(p, t, x->src, x->dst, x->count);
}

static LwkStatus create_reduce(LwkContext *c, LwkType type, uint64_t most, LwkPlan **plan) {
    LwkReduceDescriptor d = {.type = type, .op = LWK_SUM, .max_count = most};
    return lwk_reduce_create(c, &d, plan);
}
static LwkStatus create_argmin(LwkContext *c, LwkType type, uint64_t most, LwkPlan **plan) {
    LwkReduceDescriptor d = {.type = type, .op = LWK_ARGMIN, .max_count = most};
    return lwk_reduce_create(c, &d, plan);
}
static LwkStatus encode_reduce(LwkPlan *p, LwkTarget t, const Call *x) {
    return lwk_reduce_encode(p, t, x->temporary, x->src, x->dst, x->count);
}

static LwkStatus create_scan(LwkContext *c, LwkType type, uint64_t most, LwkPlan **plan) {
    LwkScanDescriptor d = {.type = type, .op = LWK_SUM, .max_count = most};
    return lwk_scan_create(c, &d, plan);
}
static LwkStatus encode_scan(LwkPlan *p, LwkTarget t, const Call *x) {
    return lwk_scan_encode(p, t, x->temporary, x->src, x->dst, x->count);
}

static LwkStatus create_segmented(LwkContext *c, LwkType type, uint64_t most, LwkPlan **plan) {
    LwkSegmentedScanDescriptor d = {.type = type, .op = LWK_SUM, .max_count = most};
    return lwk_segmented_scan_create(c, &d, plan);
}
static LwkStatus encode_segmented(LwkPlan *p, LwkTarget t, const Call *x) {
    return lwk_segmented_scan_encode(p, t, x->temporary, x->src, x->second, x->dst, x->count);
}

static LwkStatus create_select(LwkContext *c, LwkType type, uint64_t most, LwkPlan **plan) {
    LwkSelectDescriptor d = {.type = type, .test = LWK_FLAGGED, .max_count = most};
    return lwk_select_create(c, &d, plan);
}
static LwkStatus encode_select(LwkPlan *p, LwkTarget t, const Call *x) {
    LwkSelectArguments a = {.src = x->src,
                            .flags = x->second,
                            .dst = x->dst,
                            .chosen = x->second_dst,
                            .count = x->count};
    return lwk_select_encode(p, t, x->temporary, &a);
}

static LwkStatus create_histogram(LwkContext *c, LwkType type, uint64_t most, LwkPlan **plan) {
    LwkHistogramDescriptor d = {.type = type, .bins = 200, .ranges = true, .max_count = most};
    return lwk_histogram_create(c, &d, plan);
}
static LwkStatus encode_histogram(LwkPlan *p, LwkTarget t, const Call *x) {
    return lwk_histogram_encode(p, t, x->src, x->dst, x->second, x->count);
}

static LwkStatus create_transpose(LwkContext *c, LwkType type, uint64_t most, LwkPlan **plan) {
    return lwk_transpose_create(c, &(LwkTransposeDescriptor){.type = type, .max_count = most},
                                plan);
}
static LwkStatus encode_transpose(LwkPlan *p, LwkTarget t, const Call *x) {
    return lwk_transpose_encode(p, t, x->src, x->dst, 1, 1, (uint32_t)x->count);
}

static LwkStatus create_sort(LwkContext *c, LwkType type, uint64_t most, LwkPlan **plan) {
    LwkSortDescriptor d = {.type = type, .pairs = true, .max_count = most};
    return lwk_sort_create(c, &d, plan);
}
static LwkStatus encode_sort(LwkPlan *p, LwkTarget t, const Call *x) {
    LwkSortArguments a = {x->src, x->dst, x->second, x->second_dst, x->count};
    return lwk_sort_encode(p, t, x->temporary, &a);
}

static const Primitive primitives[] = {
    {"copy", false, false, create_copy, encode_copy, true},
    {"reduce", true, true, create_reduce, encode_reduce, true},
    {"argmin", true, true, create_argmin, encode_reduce, true},
    {"scan", true, false, create_scan, encode_scan, true},
    {"segmented scan", true, false, create_segmented, encode_segmented, true},
    {"select", true, false, create_select, encode_select, true},
    {"histogram", false, false, create_histogram, encode_histogram, false},
    {"transpose", false, false, create_transpose, encode_transpose, true},
    {"sort", true, false, create_sort, encode_sort, false},
};
enum { PRIMITIVES = sizeof primitives / sizeof primitives[0] };

/* The checks are the library's own: elsewhere, where compiling takes long, some will do. */
static int step(void) {
    return getenv("LANEWISE_TEST_LIBRARY") ? 3 : 1;
}

/* ---- a call that is good but for one thing ---- */

typedef struct Setting {
    Bench b;
    LwkPlan *plan;
    WGPUBuffer buffers[6]; /* of the members of a call, and one of 16 bytes */
    Call call;
} Setting;

static const uint8_t guard[ROOM] = {0};

static void set_up(Setting *s, const Primitive *p) {
    uint32_t n;
    bench_open(&s->b, variants(&n)[0], 0);
    good(&s->b, p->create(s->b.context, LWK_U32, COUNT, &s->plan));
    assert_int_equal(lwk_plan_temporary_size(s->plan) > 0, p->temporary);
    for (int i = 0; i < 6; i++)
        s->buffers[i] = lwk_host_buffer(s->b.host, "x",
                                        i == 5   ? 16
                                        : i == 2 ? lwk_plan_temporary_size(s->plan)
                                                 : ROOM);
    LwkSlice at[5];
    for (int i = 0; i < 5; i++)
        at[i] = (LwkSlice){s->buffers[i], 0};
    s->call = (Call){at[0], at[1], at[2], at[3], at[4], COUNT};
}

static void tear_down(Setting *s) {
    for (int i = 0; i < 6; i++)
        s->b.procs->BufferRelease(s->buffers[i]);
    bench_close(&s->b);
}

static void refused(Setting *s, const Primitive *p, LwkTarget t, const Call *x, LwkStatus want,
                    const char *what) {
    LwkStatus got = p->encode(s->plan, t, x);
    const char *message = lwk_context_message(s->b.context);
    if (got != want || !message[0])
        print_message("%s, %s: %s: %s\n", p->name, what, lwk_status_text(got), message);
    assert_int_equal(got, want);
    assert_true(message[0]);
}

static void refuse_all(Setting *s, const Primitive *p, LwkTarget t) {
    Call x = s->call;
    LwkSlice none = {0}, little = {s->buffers[5], 0};
    refused(s, p, (LwkTarget){0}, &x, LWK_BAD_ARGUMENT, "no target");
    x.src = none;
    refused(s, p, t, &x, LWK_BAD_ARGUMENT, "no source");
    x = s->call, x.dst = none;
    refused(s, p, t, &x, LWK_BAD_ARGUMENT, "no result");
    x = s->call, x.count = COUNT + 1;
    refused(s, p, t, &x, LWK_TOO_LARGE, "more than the plan is for");
    x = s->call, x.src.offset = 4;
    refused(s, p, t, &x, LWK_MISALIGNED, "source at 4");
    x = s->call, x.dst.offset = 4;
    refused(s, p, t, &x, LWK_MISALIGNED, "result at 4");
    x = s->call, x.src = little;
    refused(s, p, t, &x, LWK_OUT_OF_RANGE, "source in 16 bytes");
    x = s->call, x.src.offset = ROOM;
    refused(s, p, t, &x, LWK_OUT_OF_RANGE, "source behind its buffer");
    x = s->call, x.dst.offset = p->one_word ? ROOM : ROOM - 256;
    refused(s, p, t, &x, LWK_OUT_OF_RANGE, "result ends behind its buffer");
    x = s->call, x.dst = x.src;
    refused(s, p, t, &x, LWK_OVERLAP, "result over source");
    if (!p->temporary)
        return;
    x = s->call, x.temporary = none;
    refused(s, p, t, &x, LWK_TEMPORARY_TOO_SMALL, "no temporary storage");
    x = s->call, x.temporary = little;
    refused(s, p, t, &x, LWK_TEMPORARY_TOO_SMALL, "temporary storage of 16 bytes");
    x = s->call, x.temporary.offset = lwk_context_properties(s->b.context)->offset_alignment;
    refused(s, p, t, &x, LWK_TEMPORARY_TOO_SMALL, "temporary storage from further on");
}

/* All were refused: the submit that follows changes nothing. */
static void test_refused(void **state) {
    (void)state;
    for (int i = 0; i < PRIMITIVES; i += step()) {
        Setting s;
        set_up(&s, &primitives[i]);
        LwkTarget t = begin(&s.b);
        refuse_all(&s, &primitives[i], t);
        finish(&s.b, t);
        for (int k = 0; k < 5; k++) {
            uint8_t got[ROOM];
            if (k == 2)
                continue;
            assert_int_equal(lwk_host_read(s.b.host, s.buffers[k], 0, got, ROOM), LWK_OK);
            assert_memory_equal(got, guard, ROOM);
        }
        tear_down(&s);
    }
}

/* No elements are none to be read, whatever stands for the source. */
static void test_nothing(void **state) {
    (void)state;
    for (int i = 0; i < PRIMITIVES; i += step()) {
        Setting s;
        set_up(&s, &primitives[i]);
        s.call.count = 0;
        s.call.src = (LwkSlice){0};
        LwkTarget t = begin(&s.b);
        good(&s.b, primitives[i].encode(s.plan, t, &s.call));
        finish(&s.b, t);
        tear_down(&s);
    }
}

static void test_create(void **state) {
    (void)state;
    uint32_t n;
    Bench b;
    bench_open(&b, variants(&n)[0], 0);
    for (int i = 0; i < PRIMITIVES; i++) {
        LwkPlan *plan = (LwkPlan *)1;
        const Primitive *p = &primitives[i];
        assert_int_equal(p->create(b.context, (LwkType)9, COUNT, &plan), LWK_BAD_ARGUMENT);
        assert_null(plan);
        assert_int_equal(p->create(b.context, LWK_U32, UINT64_MAX, &plan), LWK_TOO_LARGE);
        uint64_t most = lwk_context_properties(b.context)->max_binding_size / 4;
        assert_int_equal(p->create(b.context, LWK_U32, most + 1, &plan), LWK_TOO_LARGE);
        assert_null(plan);
        assert_true(lwk_context_message(b.context)[0]);
        if (!p->f16)
            assert_int_equal(p->create(b.context, LWK_F16, COUNT, &plan), LWK_BAD_ARGUMENT);
    }
    bench_close(&b);
}

/* A device without features, and with the least workgroups. */
static WGPUBool no_feature(WGPUAdapter adapter, WGPUFeatureName feature) {
    (void)adapter;
    (void)feature;
    return 0;
}
static WGPUStatus low_limits(WGPUDevice device, WGPULimits *limits) {
    WGPUStatus status = lw_procs_linked()->DeviceGetLimits(device, limits);
    limits->maxComputeInvocationsPerWorkgroup = 128;
    return status;
}

static void test_lacking(void **state) {
    (void)state;
    LwProcs procs = *lw_procs_linked();
    procs.AdapterHasFeature = no_feature;
    procs.DeviceGetLimits = low_limits;
    LwkHostDescriptor d = {.procs = &procs};
    LwkHost *host;
    LwkPlan *plan;
    char error[256];
    assert_int_equal(lwk_host_create(&d, &host, error, sizeof error), LWK_OK);
    LwkContext *c = lwk_host_context(host);
    assert_false(lwk_context_properties(c)->f16 || lwk_context_properties(c)->subgroups);
    for (int i = 0; i < PRIMITIVES; i++)
        if (primitives[i].f16 && primitives[i].create != create_copy) {
            assert_int_equal(primitives[i].create(c, LWK_F16, COUNT, &plan), LWK_UNSUPPORTED);
            assert_non_null(strstr(lwk_context_message(c), "f16"));
        }
    LwkGemmDescriptor gemm = {.type = LWK_F16};
    assert_int_equal(lwk_gemm_create(c, &gemm, &plan), LWK_UNSUPPORTED);
    gemm.type = LWK_F32;
    assert_int_equal(lwk_gemm_create(c, &gemm, &plan), LWK_UNSUPPORTED);
    assert_non_null(strstr(lwk_context_message(c), "256 invocations"));
    assert_null(plan);
    lwk_host_release(host);
}

/* The device is lost: calls fail or do nothing, and say so at the submit at the latest; a new
 * device brings all of it back. */
static void test_lost(void **state) {
    (void)state;
    for (int i = 0; i < PRIMITIVES; i += step()) {
        Setting s;
        const Primitive *p = &primitives[i];
        set_up(&s, p);
        LwkPlan *other = (LwkPlan *)1;
        s.b.procs->DeviceDestroy(lwk_host_device(s.b.host));
        /* WebGPU makes objects of a lost device without a word: such a plan is built again, too. */
        bool made = p->create(s.b.context, LWK_U32, COUNT, &other) == LWK_OK;
        assert_int_equal(made, other != NULL);
        LwkTarget t = begin(&s.b);
        if (t.encoder) {
            p->encode(s.plan, t, &s.call);
            assert_int_equal(lwk_host_submit(s.b.host, t.encoder), LWK_DEVICE_LOST);
            assert_non_null(strstr(lwk_host_message(s.b.host), "lost"));
        }
        assert_int_equal(lwk_host_wait(s.b.host), LWK_DEVICE_LOST);
        lwk_host_take_error(s.b.host);
        assert_int_equal(lwk_host_recover(s.b.host), LWK_OK);
        Call x = s.call;
        x.count = 0;
        t = begin(&s.b);
        if (!made)
            good(&s.b, p->create(s.b.context, LWK_U32, COUNT, &other));
        for (int k = 0; k < 5; k++) {
            s.b.procs->BufferRelease(s.buffers[k]);
            s.buffers[k] =
                lwk_host_buffer(s.b.host, "x", k == 2 ? lwk_plan_temporary_size(s.plan) : ROOM);
        }
        LwkSlice *at[] = {&x.src, &x.dst, &x.temporary, &x.second, &x.second_dst};
        for (int k = 0; k < 5; k++)
            *at[k] = (LwkSlice){s.buffers[k], 0};
        x.count = COUNT;
        good(&s.b, p->encode(s.plan, t, &x));
        good(&s.b, p->encode(other, t, &x));
        finish(&s.b, t);
        tear_down(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused), cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_create), cmocka_unit_test(test_lacking), cmocka_unit_test(test_lost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
