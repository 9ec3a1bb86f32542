/* Lanewise's own tools on the library's shaders: check finds nothing at any subgroup size, profile
 * no bank conflict that is not in the data. */
#include "support.h"

#include "lanewise/lanewise.h"

/* As the library shapes plans for GPUs, and other shapes at random. */
static LwkTuning tuning(Bench *b) {
    return b->as_gpu ? (LwkTuning){0} : random_tuning(b);
}

/* Encodes one call of a primitive; ranges are released by the caller's device. */
typedef void Run(Bench *b, LwkTarget t, uint32_t count);

static Range filled(Bench *b, uint32_t count) {
    uint32_t *data = malloc(count * 4);
    for (uint32_t i = 0; i < count; i++)
        data[i] = random_below(b, 256);
    Range r = range_new(b, "src", data, count * 4ull);
    free(data);
    return r;
}

static void run_copy(Bench *b, LwkTarget t, uint32_t count) {
    LwkCopyDescriptor d = {LWK_U32, count};
    LwkPlan *p;
    good(b, lwk_copy_create(b->context, &d, &p));
    good(b, lwk_copy_encode(p, t, keep(b, filled(b, count)),
                            keep(b, range_new(b, "dst", NULL, count * 4ull)), count));
}

static void run_reduce(Bench *b, LwkTarget t, uint32_t count) {
    for (int op = LWK_SUM; op <= LWK_ARGMAX; op++) {
        LwkReduceDescriptor d = {LWK_U32, op, count, tuning(b)};
        LwkPlan *p;
        good(b, lwk_reduce_create(b->context, &d, &p));
        good(b, lwk_reduce_encode(p, t, keep(b, temporary_new(b, p)), keep(b, filled(b, count)),
                                  keep(b, range_new(b, "dst", NULL, 8)), count));
    }
}

static void run_scan(Bench *b, LwkTarget t, uint32_t count) {
    for (int op = LWK_SUM; op <= LWK_MAX; op++) {
        LwkScanDescriptor d = {LWK_I32, op, op == LWK_SUM, count, tuning(b)};
        LwkPlan *p;
        good(b, lwk_scan_create(b->context, &d, &p));
        good(b, lwk_scan_encode(p, t, keep(b, temporary_new(b, p)), keep(b, filled(b, count)),
                                keep(b, range_new(b, "dst", NULL, count * 4ull)), count));
    }
}

static void run_segmented(Bench *b, LwkTarget t, uint32_t count) {
    for (int kind = LWK_HEAD_FLAGS; kind <= LWK_KEYS; kind++) {
        LwkOp op = kind == LWK_HEAD_BITS ? LWK_MIN : LWK_SUM;
        LwkSegmentedScanDescriptor d = {LWK_I32, op, kind == LWK_KEYS, kind, count, tuning(b)};
        LwkPlan *p;
        good(b, lwk_segmented_scan_create(b->context, &d, &p));
        good(b, lwk_segmented_scan_encode(p, t, keep(b, temporary_new(b, p)),
                                          keep(b, filled(b, count)), keep(b, filled(b, count)),
                                          keep(b, range_new(b, "dst", NULL, count * 4ull)), count));
    }
}

static void run_select(Bench *b, LwkTarget t, uint32_t count) {
    for (int test = LWK_EQUAL; test <= LWK_FLAGGED; test++) {
        LwkSelectDescriptor d = {LWK_U32, test, test == LWK_FLAGGED, count, tuning(b)};
        LwkPlan *p;
        good(b, lwk_select_create(b->context, &d, &p));
        LwkSelectArguments a = {.src = keep(b, filled(b, count)),
                                .dst = keep(b, range_new(b, "dst", NULL, count * 4ull)),
                                .chosen = keep(b, range_new(b, "chosen", NULL, 4)),
                                .operand = 3,
                                .count = count};
        if (test == LWK_FLAGGED)
            a.flags = keep(b, filled(b, count));
        good(b, lwk_select_encode(p, t, keep(b, temporary_new(b, p)), &a));
    }
}

static void run_histogram(Bench *b, LwkTarget t, uint32_t count) {
    for (int ranges = 0; ranges < 2; ranges++) {
        LwkHistogramDescriptor d = {LWK_U32, 255, ranges, 1, 256, count, tuning(b)};
        LwkPlan *p;
        good(b, lwk_histogram_create(b->context, &d, &p));
        uint32_t levels[256];
        for (uint32_t i = 0; i < 256; i++)
            levels[i] = i;
        LwkSlice level = keep(b, range_new(b, "levels", levels, sizeof levels));
        good(b, lwk_histogram_encode(p, t, keep(b, filled(b, count)),
                                     keep(b, range_new(b, "histogram", NULL, 255 * 4)),
                                     ranges ? level : (LwkSlice){0}, count));
    }
}

static void run_transpose(Bench *b, LwkTarget t, uint32_t count) {
    for (uint32_t odd = 0; odd < 2; odd++) {
        LwkTransposeDescriptor d = {LWK_F32, count, tuning(b)};
        LwkPlan *p;
        good(b, lwk_transpose_create(b->context, &d, &p));
        uint32_t rows = 64 - odd, columns = 128 - odd;
        good(b, lwk_transpose_encode(p, t, keep(b, filled(b, count)),
                                     keep(b, range_new(b, "dst", NULL, count * 4ull)), 1, rows,
                                     columns));
    }
}

static void run_sort(Bench *b, LwkTarget t, uint32_t count) {
    LwkSortDescriptor d = {.type = LWK_U32, .pairs = true, .max_count = count};
    LwkPlan *p;
    good(b, lwk_sort_create(b->context, &d, &p));
    LwkSortArguments a = {.keys = keep(b, filled(b, count)),
                          .sorted_keys = keep(b, range_new(b, "sorted", NULL, count * 4ull)),
                          .values = keep(b, filled(b, count)),
                          .sorted_values = keep(b, range_new(b, "values", NULL, count * 4ull)),
                          .count = count};
    good(b, lwk_sort_encode(p, t, keep(b, temporary_new(b, p)), &a));
}

/* Both shapes in every order: whole blocks, and blocks that are cut off. */
static void run_gemm(Bench *b, LwkTarget t, uint32_t count) {
    (void)count;
    for (uint32_t items = 4; items <= 8; items += 4)
        for (int order = 0; order < 4; order++)
            for (uint32_t n = 124; n <= 128; n += 4) {
                LwkGemmDescriptor d = {.type = LWK_F32,
                                       .a = (LwkOrder)(order & 1),
                                       .b = (LwkOrder)(order >> 1),
                                       .tuning = {.items = items}};
                LwkPlan *p;
                good(b, lwk_gemm_create(b->context, &d, &p));
                Range x = filled(b, n * n), y = filled(b, n * n);
                Range z = range_new(b, "c", NULL, n * n * 4ull);
                LwkGemmArguments a = {
                    .a = x.slice, .b = y.slice, .c = z.slice, .m = n, .n = n, .k = n, .alpha = 1};
                good(b, lwk_gemm_encode(p, t, &a));
                range_drop(b, &x);
                range_drop(b, &y);
                range_drop(b, &z);
                lwk_plan_release(p);
            }
}

static Run *const runs[] = {run_copy,      run_reduce,    run_scan, run_segmented, run_select,
                            run_histogram, run_transpose, run_sort, run_gemm};
static const char *const names[] = {
    "copy", "reduce", "scan", "segmented scan", "select", "histogram", "transpose", "sort", "gemm"};
enum { PRIMITIVES = sizeof runs / sizeof runs[0] };

static LwReport *report_of(Bench *b, int primitive, uint32_t count) {
    LwkTarget t = begin(b);
    runs[primitive](b, t, count);
    finish(b, t);
    LwReport *report = lw_device_take_report(lwk_host_device(b->host));
    assert_non_null(report);
    return report;
}

static void test_check(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    for (uint32_t i = 0; i < n; i++)
        for (int p = 0; p < PRIMITIVES; p++) {
            Bench b;
            bench_open(&b, v[i], LW_OBSERVE_CHECK);
            LwReport *report = report_of(&b, p, 9001 + i % 2 * 3);
            size_t count;
            const LwFinding *f = lw_report_findings(report, &count);
            for (size_t k = 0; k < count; k++)
                print_message("%s, subgroups of %u: line %u: %.*s: %.*s\n", names[p],
                              v[i].no_subgroups ? 0 : v[i].subgroup_size, f[k].line,
                              (int)f[k].rule.length, f[k].rule.data, (int)f[k].message.length,
                              f[k].message.data);
            assert_int_equal(count, 0);
            lw_report_free(report);
            bench_close(&b);
        }
}

/* Where equal or neighbouring data decide which banks are met, no layout helps: atomics of the
 * histogram, places of chosen elements (packed) and of keys by their digits (pool). Sort without
 * subgroups reads its totals once a tile from one bank, too: 8 passes among hundreds. */
static bool in_the_data(const LwAccess *a) {
    WGPUStringView op = a->op, name = a->name;
    return (op.length == 6 && !memcmp(op.data, "atomic", 6)) ||
           (name.length == 6 && !memcmp(name.data, "packed", 6)) ||
           (name.length == 4 && !memcmp(name.data, "pool", 4));
}

static void profile_one(Variant v, bool as_gpu, int p) {
    Bench b;
    v.as_gpu = as_gpu;
    bench_open(&b, v, LW_OBSERVE_COST);
    LwReport *report = report_of(&b, p, 9001);
    size_t count;
    const LwAccess *a = lw_report_accesses(report, &count);
    uint32_t conflicts = 0, in_data = 0;
    for (size_t k = 0; k < count; k++) {
        if (a[k].worst_degree < 2 || a[k].space.length != strlen("workgroup"))
            continue;
        if (in_the_data(&a[k])) {
            in_data++;
            continue;
        }
        print_message(
            "%s, subgroups of %u, gpu %d: dispatch %u, line %u: %.*s of %.*s: degree %u\n",
            names[p], v.no_subgroups ? 0 : v.subgroup_size, as_gpu, a[k].dispatch, a[k].line,
            (int)a[k].op.length, a[k].op.data, (int)a[k].name.length, a[k].name.data,
            a[k].worst_degree);
        conflicts++;
    }
    assert_int_equal(conflicts, 0);
    if (runs[p] == run_histogram && v.subgroup_size >= 32) /* conflicts are seen at all */
        assert_true(in_data > 0);
    lw_report_free(report);
    bench_close(&b);
}

static void test_profile(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    for (uint32_t i = 0; i < 2 * n; i++)
        for (int p = 0; p < PRIMITIVES; p++)
            profile_one(v[i % n], i >= n, p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_check),
                                       cmocka_unit_test(test_profile)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
