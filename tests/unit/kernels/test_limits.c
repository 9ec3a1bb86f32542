/* More tiles, blocks and workgroups than a dispatch has in a row: 65 535 on the devices there are,
 * and a few, to which contexts are held here, so that every way to cut a dispatch is met. */
#include "support.h"

enum { ROW = 65535 };

static void hold_to(Bench *b, uint32_t workgroups) {
    LwkProperties *p = (LwkProperties *)(uintptr_t)lwk_context_properties(b->context);
    p->max_workgroups = workgroups;
}

static bool open_engine(Bench *b) {
    bench_open(b, (Variant){.subgroup_size = 32}, 0);
    if (b->foreign)
        bench_close(b);
    return !b->foreign;
}

static uint32_t *numbers(uint64_t count) {
    uint32_t *data = malloc(count * 4);
    for (uint64_t i = 0; i < count; i++)
        data[i] = (uint32_t)i * 2654435761u >> 12;
    return data;
}

/* A buffer that ends with the range, so that copies are narrow, or 16 bytes behind. (Those of the
 * host are always so large.) */
static Range exact(Bench *b, const uint32_t *data, uint64_t count, bool slack) {
    uint64_t size = count * 4 + (slack ? 16 : 0);
    Range r = {.bytes = count * 4, .size = size};
    WGPUBufferDescriptor d = {.usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc |
                                       WGPUBufferUsage_CopyDst,
                              .size = size};
    r.slice.buffer = b->procs->DeviceCreateBuffer(lwk_host_device(b->host), &d);
    if (data)
        assert_int_equal(lwk_host_upload(b->host, r.slice.buffer, 0, data, count * 4), LWK_OK);
    return r;
}

static uint32_t *taken(Bench *b, Range *r) {
    uint32_t *data = malloc(r->bytes);
    assert_int_equal(lwk_host_read(b->host, r->slice.buffer, 0, data, r->bytes), LWK_OK);
    range_drop(b, r);
    return data;
}

/* ---- copy ---- */

static void one_copy(Bench *b, LwkPlan *plan, uint64_t count, bool slack, LwkStatus want) {
    uint32_t *data = numbers(count);
    Range src = exact(b, data, count, slack), dst = exact(b, NULL, count, slack);
    LwkTarget t = begin(b);
    assert_int_equal(lwk_copy_encode(plan, t, src.slice, dst.slice, count), want);
    finish(b, t);
    uint32_t *got = taken(b, &dst);
    if (want == LWK_OK)
        assert_memory_equal(got, data, count * 4);
    free(got);
    free(data);
    range_drop(b, &src);
}

static void test_copy(void **state) {
    (void)state;
    Bench b;
    if (!open_engine(&b))
        return;
    LwkCopyDescriptor d = {LWK_U32, 1 << 25};
    LwkPlan *plan;
    good(&b, lwk_copy_create(b.context, &d, &plan));
    one_copy(&b, plan, ROW * 256 + 1, false, LWK_OK);
    enum { MOST = 5 };
    hold_to(&b, MOST);
    for (int slack = 0; slack < 2; slack++)
        for (uint64_t rows = 1; rows <= MOST; rows++)
            for (int above = -1; above <= 1; above++) {
                uint64_t unit = 256 * (slack ? 4 : 1), count = rows * MOST * unit + (uint64_t)above;
                one_copy(&b, plan, count, slack,
                         rows == MOST && above == 1 ? LWK_TOO_LARGE : LWK_OK);
            }
    lwk_plan_release(plan);
    bench_close(&b);
}

/* ---- GEMM ---- */

/* A long side and a short one, of depth 3. */
static void one_gemm(Bench *b, LwkGemmDescriptor d, uint32_t m, uint32_t n) {
    enum { K = 3 };
    LwkPlan *plan;
    good(b, lwk_gemm_create(b->context, &d, &plan));
    float *x = malloc(m * K * sizeof *x), *y = malloc(n * K * sizeof *y);
    for (uint32_t i = 0; i < m * K; i++)
        x[i] = (float)(i % 97);
    for (uint32_t i = 0; i < n * K; i++)
        y[i] = (float)(i % 89);
    Range rx = exact(b, (uint32_t *)(void *)x, m * K, true),
          ry = exact(b, (uint32_t *)(void *)y, n * K, true), rz = exact(b, NULL, m * n, true);
    LwkGemmArguments a = {.a = rx.slice, .b = ry.slice, .c = rz.slice, .m = m, .n = n, .k = K};
    a.alpha = 1;
    LwkTarget t = begin(b);
    good(b, lwk_gemm_encode(plan, t, &a));
    finish(b, t);
    float *got = (float *)(void *)taken(b, &rz);
    for (uint32_t i = 0; i < m * n; i++) {
        uint32_t row = d.c == LWK_ROW_MAJOR ? i / n : i % m,
                 column = d.c == LWK_ROW_MAJOR ? i % n : i / m;
        float want = 0;
        for (uint32_t k = 0; k < K; k++) /* A in rows, B in columns */
            want += x[row * K + k] * y[column * K + k];
        if (got[i] != want)
            print_message("%u x %u: (%u, %u) is %g, not %g\n", m, n, row, column, (double)got[i],
                          (double)want);
        assert_true(got[i] == want);
    }
    free(got);
    free(x);
    free(y);
    range_drop(b, &rx);
    range_drop(b, &ry);
    lwk_plan_release(plan);
}

static void test_gemm(void **state) {
    (void)state;
    enum { MOST = 3, BLOCK = 64 };
    Bench b;
    if (!open_engine(&b))
        return;
    LwkGemmDescriptor d = {.type = LWK_F32, .b = LWK_COLUMN_MAJOR, .tuning = {.items = 4}};
    one_gemm(&b, d, ROW * BLOCK + 1, 1);
    hold_to(&b, MOST);
    for (int columns = 0; columns < 2; columns++)
        for (uint32_t layers = 1; layers <= 4; layers++)
            for (int above = -1; above <= 1; above++) {
                uint32_t length = layers * MOST * BLOCK + (uint32_t)above;
                d.c = (LwkOrder)columns;
                one_gemm(&b, d, length, 1 + (uint32_t)columns * 67);
                one_gemm(&b, d, 4, length);
            }
    bench_close(&b);
}

/* ---- what goes through chunks: a tile for each of the most workgroups, and one more ---- */

typedef struct Job {
    LwkPlan *plan;
    Range src, temporary, dst, second;
    uint32_t *data;
    uint32_t count;
} Job;

static void start(Bench *b, Job *j, LwkPlan *plan, uint32_t count) {
    *j = (Job){.plan = plan, .count = count, .data = numbers(count)};
    j->src = exact(b, j->data, count, true);
    j->dst = exact(b, NULL, count, true);
    j->second = exact(b, NULL, 1024, false);
    uint64_t size = lwk_plan_temporary_size(plan);
    j->temporary = exact(b, NULL, (size + 3) / 4, false);
}

static void end(Bench *b, Job *j) {
    range_drop(b, &j->src);
    range_drop(b, &j->dst);
    range_drop(b, &j->second);
    range_drop(b, &j->temporary);
    free(j->data);
    lwk_plan_release(j->plan);
}

static uint32_t *result(Bench *b, Range *r, uint64_t count) {
    uint32_t *data = malloc(count * 4);
    assert_int_equal(lwk_host_read(b->host, r->slice.buffer, 0, data, count * 4), LWK_OK);
    return data;
}

static void one_reduce(Bench *b, LwkTuning tuning, uint32_t count) {
    LwkReduceDescriptor d = {LWK_U32, LWK_SUM, count, tuning};
    LwkPlan *plan;
    Job j;
    good(b, lwk_reduce_create(b->context, &d, &plan));
    start(b, &j, plan, count);
    LwkTarget t = begin(b);
    good(b, lwk_reduce_encode(plan, t, j.temporary.slice, j.src.slice, j.dst.slice, count));
    finish(b, t);
    uint32_t want = 0, *got = result(b, &j.dst, 1);
    for (uint32_t i = 0; i < count; i++)
        want += j.data[i];
    assert_int_equal(got[0], want);
    free(got);
    end(b, &j);
}

static void one_scan(Bench *b, LwkTuning tuning, uint32_t count) {
    LwkScanDescriptor d = {LWK_U32, LWK_SUM, false, count, tuning};
    LwkPlan *plan;
    Job j;
    good(b, lwk_scan_create(b->context, &d, &plan));
    start(b, &j, plan, count);
    LwkTarget t = begin(b);
    good(b, lwk_scan_encode(plan, t, j.temporary.slice, j.src.slice, j.dst.slice, count));
    finish(b, t);
    uint32_t *got = result(b, &j.dst, count), sum = 0;
    for (uint32_t i = 0; i < count; i++)
        assert_true(got[i] == (sum += j.data[i]));
    free(got);
    end(b, &j);
}

static void one_segmented(Bench *b, LwkTuning tuning, uint32_t count) {
    LwkSegmentedScanDescriptor d = {LWK_U32, LWK_SUM, false, LWK_HEAD_FLAGS, count, tuning};
    LwkPlan *plan;
    Job j;
    good(b, lwk_segmented_scan_create(b->context, &d, &plan));
    start(b, &j, plan, count);
    uint32_t *flags = calloc(count, 4);
    for (uint32_t i = 0; i < count; i += 5000)
        flags[i] = 1;
    Range heads = exact(b, flags, count, true);
    LwkTarget t = begin(b);
    good(b, lwk_segmented_scan_encode(plan, t, j.temporary.slice, j.src.slice, heads.slice,
                                      j.dst.slice, count));
    finish(b, t);
    uint32_t *got = result(b, &j.dst, count), sum = 0;
    for (uint32_t i = 0; i < count; i++)
        assert_true(got[i] == (sum = (flags[i] ? 0 : sum) + j.data[i]));
    free(got);
    free(flags);
    range_drop(b, &heads);
    end(b, &j);
}

static void one_select(Bench *b, LwkTuning tuning, uint32_t count) {
    LwkSelectDescriptor d = {LWK_U32, LWK_LESS, false, count, tuning};
    LwkPlan *plan;
    Job j;
    good(b, lwk_select_create(b->context, &d, &plan));
    start(b, &j, plan, count);
    LwkSelectArguments a = {.src = j.src.slice,
                            .dst = j.dst.slice,
                            .chosen = j.second.slice,
                            .operand = 1 << 19,
                            .count = count};
    LwkTarget t = begin(b);
    good(b, lwk_select_encode(plan, t, j.temporary.slice, &a));
    finish(b, t);
    uint32_t *got = result(b, &j.dst, count), *chosen = result(b, &j.second, 1), n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (j.data[i] < a.operand)
            assert_true(got[n++] == j.data[i]);
    assert_int_equal(chosen[0], n);
    free(got);
    free(chosen);
    end(b, &j);
}

static void one_histogram(Bench *b, LwkTuning tuning, uint32_t count) {
    LwkHistogramDescriptor d = {LWK_U32, 256, false, 0, 1 << 20, count, tuning};
    LwkPlan *plan;
    Job j;
    good(b, lwk_histogram_create(b->context, &d, &plan));
    start(b, &j, plan, count);
    LwkTarget t = begin(b);
    good(b, lwk_histogram_encode(plan, t, j.src.slice, j.second.slice, (LwkSlice){0}, count));
    finish(b, t);
    uint32_t *got = result(b, &j.second, 256), want[256] = {0};
    for (uint32_t i = 0; i < count; i++)
        want[j.data[i] >> 12]++;
    assert_memory_equal(got, want, sizeof want);
    free(got);
    end(b, &j);
}

/* One pass, of 8 bits. */
static void one_sort(Bench *b, LwkTuning tuning, uint32_t count) {
    LwkSortDescriptor d = {
        .type = LWK_U32, .begin_bit = 12, .end_bit = 20, .max_count = count, .tuning = tuning};
    LwkPlan *plan;
    Job j;
    good(b, lwk_sort_create(b->context, &d, &plan));
    start(b, &j, plan, count);
    LwkSortArguments a = {.keys = j.src.slice, .sorted_keys = j.dst.slice, .count = count};
    LwkTarget t = begin(b);
    good(b, lwk_sort_encode(plan, t, j.temporary.slice, &a));
    finish(b, t);
    uint32_t *got = result(b, &j.dst, count), place[257] = {0};
    for (uint32_t i = 0; i < count; i++)
        place[(j.data[i] >> 12) + 1]++;
    for (uint32_t i = 1; i < 257; i++)
        place[i] += place[i - 1];
    for (uint32_t i = 0; i < count; i++)
        assert_true(got[place[j.data[i] >> 12]++] == j.data[i]);
    free(got);
    end(b, &j);
}

/* Tiles of 32 x 32, and of one column. */
static void one_transpose(Bench *b, LwkTuning tuning, uint32_t count) {
    uint32_t columns = 31, rows = count / columns;
    LwkTransposeDescriptor d = {LWK_U32, count, tuning};
    LwkPlan *plan;
    Job j;
    good(b, lwk_transpose_create(b->context, &d, &plan));
    start(b, &j, plan, rows * columns);
    LwkTarget t = begin(b);
    good(b, lwk_transpose_encode(plan, t, j.src.slice, j.dst.slice, 1, rows, columns));
    finish(b, t);
    uint32_t *got = result(b, &j.dst, rows * columns);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            assert_true(got[c * rows + r] == j.data[r * columns + c]);
    free(got);
    end(b, &j);
}

static void test_chunks(void **state) {
    (void)state;
    static const struct {
        void (*run)(Bench *b, LwkTuning tuning, uint32_t count);
        uint32_t tile; /* elements of the smallest */
        uint32_t most; /* workgroups */
    } cases[] = {
        {one_reduce, 32 * 4, ROW},      {one_scan, 32 * 4, 2000},
        {one_segmented, 32 * 4, 2000},  {one_select, 32 * 2 * 4, 2000},
        {one_histogram, 32 * 4, 2000},  {one_sort, 256, 2000},
        {one_transpose, 32 * 31, 2000},
    };
    Bench b;
    if (!open_engine(&b))
        return;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int above = 0; above < 2; above++) {
            LwkTuning tuning = {.workgroup_size = 32, .items = 1, .groups = UINT32_MAX};
            hold_to(&b, cases[i].most);
            cases[i].run(&b, tuning, cases[i].most * cases[i].tile + (uint32_t)above);
        }
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_copy), cmocka_unit_test(test_gemm),
                                       cmocka_unit_test(test_chunks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
