/* Lanewise's own tools on the library's shaders: check finds nothing at any subgroup size, profile
 * no bank conflict that is not in the data. */
#include "support.h"

#include "candidates.h"
#include "lanewise/lanewise.h"

/* What a primitive is run on. Ordered: data that give no lanes the same bank, so that whatever
 * conflict there is, the library has made. */
typedef struct Case {
    LwkTuning tuning;
    bool ordered;
    uint32_t count;
} Case;

/* All of the ordered data, as words and as two f16. */
enum { SAME = 0x00030003 };

/* Encodes calls of a primitive; ranges are released by bench_close. */
typedef void Run(Bench *b, const Case *c, LwkTarget t);

static Range filled(Bench *b, const Case *c, uint32_t count) {
    uint32_t *data = malloc(count * 4);
    for (uint32_t i = 0; i < count; i++)
        data[i] = c->ordered ? SAME : random_below(b, 256);
    Range r = range_new(b, "src", data, count * 4ull);
    free(data);
    return r;
}

static LwkSlice in(Bench *b, const Case *c) {
    return keep(b, filled(b, c, c->count));
}
static LwkSlice out(Bench *b, const Case *c) {
    return keep(b, range_new(b, "dst", NULL, c->count * 4ull));
}

static void run_copy(Bench *b, const Case *c, LwkTarget t) {
    LwkCopyDescriptor d = {LWK_U32, c->count};
    LwkPlan *p;
    good(b, lwk_copy_create(b->context, &d, &p));
    good(b, lwk_copy_encode(p, t, in(b, c), out(b, c), c->count));
}

static void run_reduce(Bench *b, const Case *c, LwkTarget t) {
    for (int op = LWK_SUM; op <= LWK_ARGMAX; op++) {
        LwkReduceDescriptor d = {LWK_U32, op, c->count, c->tuning};
        LwkPlan *p;
        good(b, lwk_reduce_create(b->context, &d, &p));
        good(b, lwk_reduce_encode(p, t, keep(b, temporary_new(b, p)), in(b, c),
                                  keep(b, range_new(b, "dst", NULL, 8)), c->count));
    }
}

static void run_scan(Bench *b, const Case *c, LwkTarget t) {
    for (int op = LWK_SUM; op <= LWK_MAX; op++) {
        LwkScanDescriptor d = {LWK_I32, op, op == LWK_SUM, c->count, c->tuning};
        LwkPlan *p;
        good(b, lwk_scan_create(b->context, &d, &p));
        good(b, lwk_scan_encode(p, t, keep(b, temporary_new(b, p)), in(b, c), out(b, c), c->count));
    }
}

static void run_segmented(Bench *b, const Case *c, LwkTarget t) {
    for (int kind = LWK_HEAD_FLAGS; kind <= LWK_KEYS; kind++) {
        LwkOp op = kind == LWK_HEAD_BITS ? LWK_MIN : LWK_SUM;
        LwkSegmentedScanDescriptor d = {LWK_I32, op, kind == LWK_KEYS, kind, c->count, c->tuning};
        LwkPlan *p;
        good(b, lwk_segmented_scan_create(b->context, &d, &p));
        good(b, lwk_segmented_scan_encode(p, t, keep(b, temporary_new(b, p)), in(b, c), in(b, c),
                                          out(b, c), c->count));
    }
}

/* Of ordered data all are chosen, or none. Of f16 in every other test. */
static void run_select(Bench *b, const Case *c, LwkTarget t) {
    for (int test = LWK_LESS; test <= LWK_FLAGGED; test++) {
        bool f16 = test % 2 && lwk_context_properties(b->context)->f16;
        LwkSelectDescriptor d = {f16 ? LWK_F16 : LWK_U32, test, test != LWK_GREATER_EQUAL, c->count,
                                 c->tuning};
        LwkPlan *p;
        good(b, lwk_select_create(b->context, &d, &p));
        LwkSelectArguments a = {.src = in(b, c),
                                .dst = out(b, c),
                                .chosen = keep(b, range_new(b, "chosen", NULL, 4)),
                                .operand = c->ordered ? SAME : 3,
                                .count = c->count};
        if (test == LWK_FLAGGED)
            a.flags = in(b, c);
        good(b, lwk_select_encode(p, t, keep(b, temporary_new(b, p)), &a));
    }
}

/* Of ordered data, none is in a bin. */
static void run_histogram(Bench *b, const Case *c, LwkTarget t) {
    for (int ranges = 0; ranges < 2; ranges++) {
        uint32_t levels[256], first = c->ordered ? 4 : 1;
        for (uint32_t i = 0; i < 256; i++)
            levels[i] = first + i;
        LwkHistogramDescriptor d = {LWK_U32, 255, ranges, first, first + 255, c->count, c->tuning};
        LwkPlan *p;
        good(b, lwk_histogram_create(b->context, &d, &p));
        LwkSlice level = keep(b, range_new(b, "levels", levels, sizeof levels));
        good(b,
             lwk_histogram_encode(p, t, in(b, c), keep(b, range_new(b, "histogram", NULL, 255 * 4)),
                                  ranges ? level : (LwkSlice){0}, c->count));
    }
}

static void run_transpose(Bench *b, const Case *c, LwkTarget t) {
    for (uint32_t odd = 0; odd < 2; odd++) {
        LwkTransposeDescriptor d = {LWK_F32, c->count, c->tuning};
        LwkPlan *p;
        good(b, lwk_transpose_create(b->context, &d, &p));
        uint32_t rows = 64 - odd, columns = 128 - odd;
        good(b, lwk_transpose_encode(p, t, in(b, c), out(b, c), 1, rows, columns));
    }
}

/* Ordered keys are so by the digits of one pass. Each fills whole subgroups, which count it at
 * once. */
static void run_sort(Bench *b, const Case *c, LwkTarget t) {
    uint32_t count = c->ordered ? c->count / 128 * 128 : c->count;
    LwkSortDescriptor d = {.type = LWK_U32, .pairs = true, .max_count = count, .tuning = c->tuning};
    uint32_t *ordered = malloc(count * 4);
    for (uint32_t i = 0; i < count; i++)
        ordered[i] = i / 1024 << 8;
    if (c->ordered)
        d.begin_bit = 8, d.end_bit = 12;
    LwkPlan *p;
    good(b, lwk_sort_create(b->context, &d, &p));
    LwkSortArguments a = {.keys = c->ordered ? keep(b, range_new(b, "keys", ordered, count * 4ull))
                                             : in(b, c),
                          .sorted_keys = out(b, c),
                          .values = in(b, c),
                          .sorted_values = out(b, c),
                          .count = count};
    good(b, lwk_sort_encode(p, t, keep(b, temporary_new(b, p)), &a));
    free(ordered);
}

/* Both shapes in every order: whole blocks, and blocks that are cut off. */
static void run_gemm(Bench *b, const Case *c, LwkTarget t) {
    for (uint32_t items = 4; items <= 8; items += 4)
        for (int order = 0; order < 4; order++)
            for (uint32_t n = 124; n <= 128; n += 4) {
                LwkGemmDescriptor d = {.type = LWK_F32,
                                       .a = (LwkOrder)(order & 1),
                                       .b = (LwkOrder)(order >> 1),
                                       .tuning = {.items = items}};
                LwkPlan *p;
                good(b, lwk_gemm_create(b->context, &d, &p));
                Range x = filled(b, c, n * n), y = filled(b, c, n * n);
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

enum { COPY = LWK_GEMM + 1, PRIMITIVES };
static Run *const runs[] = {run_reduce,    run_scan, run_segmented, run_select, run_histogram,
                            run_transpose, run_sort, run_gemm,      run_copy};
static const char *const names[] = {"reduce",    "scan", "segmented scan", "select", "histogram",
                                    "transpose", "sort", "gemm",           "copy"};

static LwReport *report_of(Bench *b, int primitive, const Case *c) {
    LwkTarget t = begin(b);
    runs[primitive](b, c, t);
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
            Case c = {.tuning = random_tuning(&b), .count = 9001 + i % 2 * 3};
            LwReport *report = report_of(&b, p, &c);
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

/* Where the data decide which banks are met, no layout helps: atomics that count, places of chosen
 * elements (packed), counters of digits and places of keys by them (pool). */
static bool in_the_data(const LwAccess *a) {
    static const char *const names_in_data[] = {"counts", "counters", "packed", "pool"};
    for (size_t i = 0; i < sizeof names_in_data / sizeof names_in_data[0]; i++)
        if (a->name.length == strlen(names_in_data[i]) &&
            !memcmp(a->name.data, names_in_data[i], a->name.length))
            return true;
    return false;
}

/* Accesses with conflicts; those of random data that may be in them are left out. */
static uint32_t conflicts(LwReport *report, bool ordered, const char *what) {
    size_t count;
    const LwAccess *a = lw_report_accesses(report, &count);
    uint32_t found = 0;
    for (size_t k = 0; k < count; k++) {
        if (a[k].worst_degree < 2 || a[k].space.length != strlen("workgroup") ||
            (!ordered && in_the_data(&a[k])))
            continue;
        print_message("%s: dispatch %u, line %u: %.*s of %.*s: degree %u\n", what, a[k].dispatch,
                      a[k].line, (int)a[k].op.length, a[k].op.data, (int)a[k].name.length,
                      a[k].name.data, a[k].worst_degree);
        found++;
    }
    return found;
}

static void profile_one(Variant v, int p, LwkTuning tuning, bool ordered) {
    Bench b;
    v.as_gpu = true;
    bench_open(&b, v, LW_OBSERVE_COST);
    Case c = {.tuning = tuning, .ordered = ordered, .count = 9001};
    LwReport *report = report_of(&b, p, &c);
    char what[120];
    snprintf(what, sizeof what, "%s %u/%u/%u/%u, subgroups of %u%s", names[p],
             tuning.workgroup_size, tuning.items, tuning.groups, tuning.copies,
             v.no_subgroups ? 0 : v.subgroup_size, ordered ? ", ordered" : "");
    assert_int_equal(conflicts(report, ordered, what), 0);
    if (p == LWK_HISTOGRAM && !ordered && v.subgroup_size >= 32) /* they are seen at all */
        assert_true(lw_report_totals(report).workgroup_conflicts > 0);
    lw_report_free(report);
    bench_close(&b);
}

/* Ordered data with each of the tuner's candidates at the size that banks have and without
 * subgroups; else one of them. */
static void test_profile(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    for (int p = 0; p < PRIMITIVES; p++) {
        static const LwkTuning own = {0};
        LwkCandidates c = p == COPY ? (LwkCandidates){&own, 1} : lwk_candidates(p);
        for (uint32_t i = 0; i < n; i++)
            for (size_t k = 0; k < c.count; k++) {
                bool chosen = k == i % c.count;
                if (chosen)
                    profile_one(v[i], p, c.tuning[k], false);
                if (chosen || v[i].subgroup_size == 32 || v[i].no_subgroups)
                    profile_one(v[i], p, c.tuning[k], true);
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_check),
                                       cmocka_unit_test(test_profile)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
