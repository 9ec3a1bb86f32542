/* GEMM against plain C: random shapes, orders, gaps between rows, factors and types. Elements are
 * small whole numbers, so that sums are exact in any order. */
#include "support.h"

#include "base/f16.h"

typedef struct Matrix {
    LwkType type;
    LwkOrder order;
    uint32_t rows, columns, leading;
    uint64_t bytes;
    void *data;
} Matrix;

static float *at(const Matrix *m, uint32_t r, uint32_t c, uint16_t **half) {
    uint64_t i =
        m->order == LWK_ROW_MAJOR ? (uint64_t)r * m->leading + c : (uint64_t)c * m->leading + r;
    *half = (uint16_t *)m->data + i;
    return (float *)m->data + i;
}
static float get(const Matrix *m, uint32_t r, uint32_t c) {
    uint16_t *half;
    float *x = at(m, r, c, &half);
    return m->type == LWK_F16 ? f32_from_f16(*half) : *x;
}
static void set(const Matrix *m, uint32_t r, uint32_t c, float v) {
    uint16_t *half;
    float *x = at(m, r, c, &half);
    if (m->type == LWK_F16)
        *half = f16_from_f32(v);
    else
        *x = v;
}

static Matrix matrix_new(Bench *b, LwkType type, LwkOrder order, uint32_t rows, uint32_t columns) {
    uint32_t across = order == LWK_ROW_MAJOR ? columns : rows,
             down = order == LWK_ROW_MAJOR ? rows : columns;
    Matrix m = {.type = type, .order = order, .rows = rows, .columns = columns, .leading = across};
    if (random_below(b, 2))
        m.leading = random_below(b, 2) ? (across + 3) / 4 * 4 : across + random_below(b, 9);
    if (m.leading == 0)
        m.leading = 1;
    uint64_t n = down && across ? (uint64_t)(down - 1) * m.leading + across : 0;
    m.bytes = n * lwk_type_size(type);
    enum { LEAST = 16 }; /* what an empty matrix still gives its buffer */
    m.data = malloc(m.bytes + LEAST);
    memset(m.data, 0x7c, m.bytes + LEAST); /* in the gaps: large in f16 and f32 */
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            set(&m, r, c, (float)((int)random_below(b, 5) - 2));
    return m;
}

static void one_gemm(Bench *b, LwkGemmDescriptor d, uint32_t m, uint32_t n, uint32_t k) {
    static const float factors[] = {0, 1, -1, 2, 0.5f};
    LwkPlan *plan;
    good(b, lwk_gemm_create(b->context, &d, &plan));
    Matrix x = matrix_new(b, d.type, d.a, m, k), y = matrix_new(b, d.type, d.b, k, n),
           z = matrix_new(b, d.type, d.c, m, n);
    LwkGemmArguments a = {
        .m = m, .n = n, .k = k, .lda = x.leading, .ldb = y.leading, .ldc = z.leading};
    a.alpha = factors[1 + random_below(b, 4)];
    a.beta = factors[random_below(b, 5)];
    Range rx = range_new(b, "a", x.data, x.bytes ? x.bytes : 16),
          ry = range_new(b, "b", y.data, y.bytes ? y.bytes : 16),
          rz = range_new(b, "c", z.data, z.bytes);
    a.a = rx.slice;
    a.b = ry.slice;
    a.c = rz.slice;
    LwkTarget t = begin(b);
    good(b, lwk_gemm_encode(plan, t, &a));
    finish(b, t);
    Matrix got = z;
    got.data = range_take(b, &rz);
    for (uint32_t r = 0; r < m; r++)
        for (uint32_t c = 0; c < n; c++) {
            float sum = 0;
            for (uint32_t i = 0; i < k; i++)
                sum += get(&x, r, i) * get(&y, i, c);
            float want = a.alpha * sum + a.beta * get(&z, r, c);
            if (get(&got, r, c) != want) {
                print_message("type %d orders %d %d %d, %u x %u x %u, ld %u %u %u, %g %g: (%u, %u) "
                              "is %g, not %g\n",
                              d.type, d.a, d.b, d.c, m, n, k, a.lda, a.ldb, a.ldc, (double)a.alpha,
                              (double)a.beta, r, c, (double)get(&got, r, c), (double)want);
                fail();
            }
            set(&got, r, c, 0);
            set(&z, r, c, 0);
        }
    assert_memory_equal(got.data, z.data, z.bytes); /* the gaps are as they were */
    free(got.data), free(x.data), free(y.data), free(z.data);
    range_drop(b, &rx);
    range_drop(b, &ry);
    lwk_plan_release(plan);
}

static uint32_t random_side(Bench *b, uint32_t most) {
    static const uint32_t near[] = {1, 3, 4, 16, 31, 32, 63, 64, 65, 127, 128, 129};
    uint32_t n = random_below(b, 2) ? near[random_below(b, 12)] : random_below(b, most);
    return n < most ? n : most;
}

static void test_gemm(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    /* There are no subgroups in it: elsewhere, where compiling takes long, one variant will do. */
    for (uint32_t i = 0; i < (getenv("LANEWISE_TEST_LIBRARY") ? 1 : n); i++) {
        Bench b;
        bench_open(&b, v[i], 0);
        b.seed += i;
        for (int k = 0; k < (b.foreign ? 1 : 10); k++) {
            uint32_t most = b.foreign ? 40 : 200;
            LwkGemmDescriptor d = {.type = LWK_F32,
                                   .a = (LwkOrder)random_below(&b, 2),
                                   .b = (LwkOrder)random_below(&b, 2),
                                   .c = (LwkOrder)random_below(&b, 2)};
            if (random_below(&b, 3) == 0 && lwk_context_properties(b.context)->f16)
                d.type = LWK_F16;
            d.tuning.items = (k + i) % 2 ? 8 : 4; /* the small one there: less to compile */
            if (random_below(&b, 3) == 0 && !b.foreign)
                d.tuning.items = 0;
            one_gemm(&b, d, random_side(&b, most), random_side(&b, most),
                     d.type == LWK_F16 ? random_below(&b, 40) : random_side(&b, most));
        }
        bench_close(&b);
    }
}

/* Blocks and steps that nothing cuts off, in every order: those have a kernel of their own, where
 * rows begin at multiples of 4. */
static void test_whole(void **state) {
    (void)state;
    Bench b;
    uint32_t n;
    bench_open(&b, variants(&n)[0], 0);
    for (int order = 0; order < (b.foreign ? 0 : 24); order++) {
        LwkGemmDescriptor d = {.type = LWK_F32,
                               .a = (LwkOrder)(order & 1),
                               .b = (LwkOrder)(order >> 1 & 1),
                               .c = (LwkOrder)(order >> 2 & 1)};
        d.tuning.items = order & 8 ? 4 : 8;
        one_gemm(&b, d, 128, 256, 64);
    }
    bench_close(&b);
}

static void test_checked(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    for (uint32_t i = 0; i < n; i++) {
        Bench b;
        bench_open(&b, v[i], LW_OBSERVE_CHECK);
        if (!b.foreign) {
            for (int order = 0; order < 2; order++) {
                LwkGemmDescriptor d = {.type = LWK_F32, .a = (LwkOrder)order, .b = (LwkOrder)order};
                d.tuning.items = order ? 8 : 4;
                one_gemm(&b, d, 70, 131, 37);
            }
            assert_nothing_found(&b);
        }
        bench_close(&b);
    }
}

static void expect(Bench *b, LwkStatus status, LwkStatus wanted) {
    if (status != wanted)
        print_message("%s: %s\n", lwk_status_text(status), lwk_context_message(b->context));
    assert_int_equal(status, wanted);
}

static void test_bad(void **state) {
    (void)state;
    uint32_t n;
    Bench b;
    bench_open(&b, variants(&n)[0], 0);
    if (b.foreign) { /* the checks are the library's own, and the plan is slow to make */
        bench_close(&b);
        return;
    }
    LwkPlan *plan = NULL;
    LwkGemmDescriptor d = {.type = LWK_U32};
    expect(&b, lwk_gemm_create(b.context, &d, &plan), LWK_BAD_ARGUMENT);
    d = (LwkGemmDescriptor){.type = LWK_F32, .tuning = {.items = 4}};
    good(&b, lwk_gemm_create(b.context, &d, &plan));
    WGPUBuffer one = lwk_host_buffer(b.host, "one", 4096),
               two = lwk_host_buffer(b.host, "two", 4096);
    LwkTarget t = begin(&b);
    LwkGemmArguments a = {.a = {one, 0}, .b = {one, 0}, .c = {one, 0}, .m = 8, .n = 8, .k = 8};
    expect(&b, lwk_gemm_encode(plan, t, &a), LWK_OVERLAP);
    a.c.buffer = two;
    a.lda = 7;
    expect(&b, lwk_gemm_encode(plan, t, &a), LWK_BAD_ARGUMENT);
    a.lda = 0;
    a.m = 200;
    expect(&b, lwk_gemm_encode(plan, t, &a), LWK_OUT_OF_RANGE);
    a.m = a.n = a.k = 0xffffffff;
    expect(&b, lwk_gemm_encode(plan, t, &a), LWK_TOO_LARGE);
    a.m = a.n = a.k = 8;
    a.b.offset = 4;
    expect(&b, lwk_gemm_encode(plan, t, &a), LWK_MISALIGNED);
    finish(&b, t);
    b.procs->BufferRelease(one);
    b.procs->BufferRelease(two);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gemm), cmocka_unit_test(test_whole),
                                       cmocka_unit_test(test_checked), cmocka_unit_test(test_bad)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
