/* Bad input: a status and a message, and nothing is encoded. A lost device: plans come back. */
#include "support.h"

/* The call failed with the status, and the message has the words. */
static void bad(Bench *b, LwkStatus got, LwkStatus want, const char *words) {
    const char *message = lwk_context_message(b->context);
    if (got != want || !strstr(message, words))
        print_message("%s: %s (not: %s, ... %s ...)\n", lwk_status_text(got), message,
                      lwk_status_text(want), words);
    assert_int_equal(got, want);
    assert_non_null(strstr(message, words));
}

static void test_create(void **state) {
    (void)state;
    uint32_t n;
    Bench b;
    bench_open(&b, variants(&n)[0], 0);
    LwkPlan *plan = (LwkPlan *)1;
    LwkReduceDescriptor reduce = {LWK_F32, LWK_AND, 100};
    bad(&b, lwk_reduce_create(b.context, NULL, &plan), LWK_BAD_ARGUMENT, "no descriptor");
    bad(&b, lwk_reduce_create(b.context, &reduce, &plan), LWK_BAD_ARGUMENT, "and is for integers");
    assert_null(plan);
    reduce.op = (LwkOp)99;
    bad(&b, lwk_reduce_create(b.context, &reduce, &plan), LWK_BAD_ARGUMENT, "99 is no operation");
    reduce = (LwkReduceDescriptor){(LwkType)7, LWK_SUM, 100};
    bad(&b, lwk_reduce_create(b.context, &reduce, &plan), LWK_BAD_ARGUMENT, "7 is no type");
    reduce = (LwkReduceDescriptor){LWK_F32, LWK_SUM, UINT64_MAX};
    bad(&b, lwk_reduce_create(b.context, &reduce, &plan), LWK_TOO_LARGE, "the device binds");
    reduce = (LwkReduceDescriptor){LWK_F16, LWK_SUM, 100};
    if (!lwk_context_properties(b.context)->f16)
        bad(&b, lwk_reduce_create(b.context, &reduce, &plan), LWK_UNSUPPORTED, "shader-f16");
    LwkScanDescriptor scan = {LWK_F32, LWK_ARGMIN, false, 100};
    bad(&b, lwk_scan_create(b.context, &scan, &plan), LWK_BAD_ARGUMENT, "sum, min or max");
    scan = (LwkScanDescriptor){LWK_F16, LWK_SUM, false, 100};
    if (!lwk_context_properties(b.context)->f16)
        bad(&b, lwk_scan_create(b.context, &scan, &plan), LWK_UNSUPPORTED, "shader-f16");
    LwkSelectDescriptor sel = {LWK_F32, (LwkTest)9, false, 100};
    bad(&b, lwk_select_create(b.context, &sel, &plan), LWK_BAD_ARGUMENT, "9 is no test");
    LwkHistogramDescriptor h = {LWK_U32, 0, false, 0, 10, 100};
    bad(&b, lwk_histogram_create(b.context, &h, &plan), LWK_BAD_ARGUMENT, "0 bins, 1 to 65536");
    h = (LwkHistogramDescriptor){LWK_U32, 10, false, 10, 10, 100};
    bad(&b, lwk_histogram_create(b.context, &h, &plan), LWK_BAD_ARGUMENT, "not below upper");
    h = (LwkHistogramDescriptor){LWK_U32, 10, false, -1, 10, 100};
    bad(&b, lwk_histogram_create(b.context, &h, &plan), LWK_BAD_ARGUMENT, "are no u32");
    h = (LwkHistogramDescriptor){LWK_U32, 3, false, 0, 10, 100};
    bad(&b, lwk_histogram_create(b.context, &h, &plan), LWK_BAD_ARGUMENT, "give ranges");
    h = (LwkHistogramDescriptor){LWK_F32, 3, false, 0, 1e300, 100};
    bad(&b, lwk_histogram_create(b.context, &h, &plan), LWK_BAD_ARGUMENT, "no f32");
    bench_close(&b);
}

static void test_encode(void **state) {
    (void)state;
    uint32_t n;
    Bench b;
    bench_open(&b, variants(&n)[0], 0);
    LwkContext *c = b.context;
    uint32_t align = lwk_context_properties(c)->offset_alignment;
    LwkScanDescriptor d = {LWK_U32, LWK_SUM, false, 1000};
    LwkPlan *plan;
    good(&b, lwk_scan_create(c, &d, &plan));
    WGPUBuffer x = lwk_host_buffer(b.host, "x", 4096), y = lwk_host_buffer(b.host, "y", 4096);
    WGPUBuffer s = lwk_host_buffer(b.host, "temporary", lwk_plan_temporary_size(plan));
    WGPUBuffer little = lwk_host_buffer(b.host, "little", 16);
    LwkSlice src = {x, 0}, dst = {y, 0}, tmp = {s, 0};
    LwkTarget t = begin(&b), none = {0};
    bad(&b, lwk_scan_encode(plan, none, tmp, src, dst, 10), LWK_BAD_ARGUMENT, "no command encoder");
    bad(&b, lwk_scan_encode(plan, t, tmp, src, dst, 1001), LWK_TOO_LARGE, "the plan is for 1000");
    bad(&b, lwk_scan_encode(plan, t, tmp, (LwkSlice){NULL, 0}, dst, 10), LWK_BAD_ARGUMENT,
        "no buffer for src");
    bad(&b, lwk_scan_encode(plan, t, tmp, (LwkSlice){x, 4}, dst, 10), LWK_MISALIGNED,
        "src begins at byte 4");
    bad(&b, lwk_scan_encode(plan, t, tmp, src, (LwkSlice){y, 4096 - align}, align / 4 + 1),
        LWK_OUT_OF_RANGE, "dst needs");
    bad(&b, lwk_scan_encode(plan, t, tmp, src, (LwkSlice){y, 1ull << 40}, 10), LWK_OUT_OF_RANGE,
        "dst needs");
    bad(&b, lwk_scan_encode(plan, t, tmp, src, (LwkSlice){x, 2048}, 10), LWK_OVERLAP,
        "src and dst are one buffer");
    bad(&b, lwk_scan_encode(plan, t, (LwkSlice){little, 0}, src, dst, 10), LWK_TEMPORARY_TOO_SMALL,
        "needs");
    bad(&b, lwk_scan_encode(plan, t, (LwkSlice){NULL, 0}, src, dst, 10), LWK_TEMPORARY_TOO_SMALL,
        "temporary storage");
    bad(&b, lwk_scan_encode(plan, t, (LwkSlice){s, align}, src, dst, 10), LWK_TEMPORARY_TOO_SMALL,
        "there are");
    LwkCopyDescriptor cd = {LWK_U32, 1000};
    LwkPlan *copy;
    good(&b, lwk_copy_create(c, &cd, &copy));
    bad(&b, lwk_scan_encode(copy, t, tmp, src, dst, 10), LWK_BAD_ARGUMENT, "one of copy");
    /* Nothing was encoded: dst is as it was. */
    finish(&b, t);
    uint32_t got[1024];
    assert_int_equal(lwk_host_read(b.host, y, 0, got, sizeof got), LWK_OK);
    for (int i = 0; i < 1024; i++)
        assert_int_equal(got[i], 0);
    b.procs->BufferRelease(little);
    b.procs->BufferRelease(x);
    b.procs->BufferRelease(y);
    b.procs->BufferRelease(s);
    bench_close(&b);
}

/* Many different calls, more than a plan caches, in one submit: each keeps its own parameters. */
static void test_many(void **state) {
    (void)state;
    uint32_t n;
    Bench b;
    bench_open(&b, variants(&n)[0], 0);
    uint32_t align = lwk_context_properties(b.context)->offset_alignment;
    enum { CALLS = 150 };
    LwkReduceDescriptor d = {LWK_U32, LWK_SUM, CALLS};
    LwkPlan *plan;
    good(&b, lwk_reduce_create(b.context, &d, &plan));
    uint32_t ones[CALLS];
    for (int i = 0; i < CALLS; i++)
        ones[i] = 1;
    WGPUBuffer x = lwk_host_buffer(b.host, "x", sizeof ones);
    WGPUBuffer y = lwk_host_buffer(b.host, "y", (uint64_t)align * CALLS);
    WGPUBuffer s = lwk_host_buffer(b.host, "temporary", lwk_plan_temporary_size(plan));
    assert_int_equal(lwk_host_upload(b.host, x, 0, ones, sizeof ones), LWK_OK);
    LwkTarget t = begin(&b);
    for (uint32_t turn = 0; turn < 2; turn++)
        for (uint32_t i = 0; i < CALLS; i++)
            good(&b, lwk_reduce_encode(plan, t, (LwkSlice){s, 0}, (LwkSlice){x, 0},
                                       (LwkSlice){y, (uint64_t)i * align}, i));
    lwk_plan_release(plan); /* what is encoded stays */
    finish(&b, t);
    for (uint32_t i = 0; i < CALLS; i++) {
        uint32_t got;
        assert_int_equal(lwk_host_read(b.host, y, (uint64_t)i * align, &got, 4), LWK_OK);
        assert_int_equal(got, i);
    }
    b.procs->BufferRelease(x);
    b.procs->BufferRelease(y);
    b.procs->BufferRelease(s);
    bench_close(&b);
}

static uint32_t sum_of_ten(Bench *b, LwkPlan *plan) {
    uint32_t data[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, got = 0;
    Range x = range_new(b, "x", data, sizeof data), y = range_new(b, "y", NULL, 4);
    Range s = temporary_new(b, plan);
    LwkTarget t = begin(b);
    good(b, lwk_reduce_encode(plan, t, s.slice, x.slice, y.slice, 10));
    finish(b, t);
    uint32_t *out = range_take(b, &y);
    got = *out;
    free(out);
    range_drop(b, &x);
    range_drop(b, &s);
    return got;
}

static void test_lost(void **state) {
    (void)state;
    uint32_t n;
    Bench b;
    bench_open(&b, variants(&n)[0], 0);
    LwkReduceDescriptor d = {LWK_U32, LWK_SUM, 100};
    LwkPlan *plan;
    good(&b, lwk_reduce_create(b.context, &d, &plan));
    assert_int_equal(sum_of_ten(&b, plan), 55);
    assert_false(lwk_host_lost(b.host));
    b.procs->DeviceDestroy(lwk_host_device(b.host));
    assert_true(lwk_host_lost(b.host));
    uint32_t word;
    WGPUBuffer x = lwk_host_buffer(b.host, "x", 16);
    if (x) { /* some libraries still make them */
        assert_int_equal(lwk_host_read(b.host, x, 0, &word, 4), LWK_DEVICE_LOST);
        assert_non_null(strstr(lwk_host_message(b.host), "lost"));
        b.procs->BufferRelease(x);
    }
    lwk_host_take_error(b.host);
    assert_int_equal(lwk_host_recover(b.host), LWK_OK);
    assert_false(lwk_host_lost(b.host));
    assert_int_equal(sum_of_ten(&b, plan), 55);
    bench_close(&b);
}

static void test_host(void **state) {
    (void)state;
    uint32_t n;
    Bench b;
    bench_open(&b, variants(&n)[0], 0);
    WGPUBuffer x = lwk_host_buffer(b.host, "x", 20); /* 32 bytes */
    const uint8_t data[7] = {1, 2, 3, 4, 5, 6, 7};
    uint8_t got[32];
    assert_int_equal(lwk_host_upload(b.host, x, 4, data, 7), LWK_OK);
    assert_int_equal(lwk_host_upload(b.host, x, 4, data, 3), LWK_OK);
    assert_int_equal(lwk_host_read(b.host, x, 4, got, 5), LWK_OK);
    assert_memory_equal(got, data, 5);
    assert_int_equal(lwk_host_upload(b.host, x, 3, data, 4), LWK_MISALIGNED);
    assert_int_equal(lwk_host_upload(b.host, x, 28, data, 7), LWK_OUT_OF_RANGE);
    assert_int_equal(lwk_host_read(b.host, x, 28, got, 5), LWK_OUT_OF_RANGE);
    /* An error of the device comes with the label of what it is about. */
    WGPUCommandEncoder e = lwk_host_encoder(b.host, "my encoder");
    b.procs->CommandEncoderCopyBufferToBuffer(e, x, 0, x, 0, 1 << 20);
    lwk_host_submit(b.host, e);
    const char *error = lwk_host_take_error(b.host);
    assert_non_null(error);
    assert_true(strstr(error, "my encoder") || strstr(error, "\"x\""));
    assert_null(lwk_host_take_error(b.host));
    b.procs->BufferRelease(x);
    bench_close(&b);
}

static void test_library(void **state) {
    (void)state;
    LwProcs procs;
    char error[256];
    assert_false(lw_procs_load(&procs, "/nowhere/libnothing.so", error, sizeof error));
    assert_non_null(strstr(error, "/nowhere/libnothing.so"));
    assert_false(lw_procs_load(&procs, "libm.so.6", error, sizeof error));
    assert_non_null(strstr(error, "no function wgpuCreateInstance"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create), cmocka_unit_test(test_encode),
        cmocka_unit_test(test_many),   cmocka_unit_test(test_lost),
        cmocka_unit_test(test_host),   cmocka_unit_test(test_library)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
