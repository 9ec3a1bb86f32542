/* Copy and reduce against plain C, over random sizes, types, operations and subgroup sizes. */
#include "support.h"

#include <math.h>

/* A small whole number as f16 bits. */
static uint16_t f16_of(int x) {
    if (x == 0)
        return 0;
    uint32_t sign = x < 0 ? 0x8000 : 0, m = (uint32_t)abs(x), e = 25;
    while (m < 1024) {
        m <<= 1;
        e--;
    }
    return (uint16_t)(sign | e << 10 | (m & 1023));
}

static void test_copy(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    Bench b;
    bench_open(&b, v[0], 0);
    LwkCopyDescriptor d = {LWK_F16, 1 << 20};
    LwkPlan *plan;
    good(&b, lwk_copy_create(b.context, &d, &plan));
    for (int i = 0; i < (b.foreign ? 10 : 60); i++) {
        uint32_t count = random_count(&b, 20000);
        uint16_t *data = malloc(count * 2 + 2);
        for (uint32_t k = 0; k < count; k++)
            data[k] = (uint16_t)random_bits(&b);
        Range src = range_new(&b, "src", data, count * 2),
              dst = range_new(&b, "dst", NULL, count * 2);
        LwkTarget t = begin(&b);
        good(&b, lwk_copy_encode(plan, t, src.slice, dst.slice, count));
        finish(&b, t);
        void *got = range_take(&b, &dst);
        assert_memory_equal(got, data, count * 2);
        free(got);
        free(data);
        range_drop(&b, &src);
    }
    bench_close(&b);
}

static double value_of(LwkType type, uint32_t bits) {
    float f;
    memcpy(&f, &bits, 4);
    return type == LWK_F32 ? (double)f : type == LWK_U32 ? bits : (double)(int32_t)bits;
}

static double identity(LwkOp op, LwkType type) {
    double low = type == LWK_U32 ? 0 : type == LWK_I32 ? INT32_MIN : -HUGE_VAL;
    double high = type == LWK_U32 ? UINT32_MAX : type == LWK_I32 ? INT32_MAX : HUGE_VAL;
    switch (op) {
    case LWK_AND: return type == LWK_U32 ? UINT32_MAX : -1.0;
    case LWK_MIN:
    case LWK_ARGMIN: return high;
    case LWK_MAX:
    case LWK_ARGMAX: return low;
    default: return 0;
    }
}

static double join(LwkOp op, double a, double b) {
    switch (op) {
    case LWK_AND: return (double)((int64_t)a & (int64_t)b);
    case LWK_OR: return (double)((int64_t)a | (int64_t)b);
    case LWK_MIN:
    case LWK_ARGMIN: return a < b ? a : b;
    case LWK_MAX:
    case LWK_ARGMAX: return a > b ? a : b;
    default: return a + b;
    }
}

static void one_reduce(Bench *b, LwkType type, LwkOp op, uint32_t most) {
    LwkReduceDescriptor d = {type, op, most, random_tuning(b)};
    LwkPlan *plan;
    good(b, lwk_reduce_create(b->context, &d, &plan));
    bool pair = op == LWK_ARGMIN || op == LWK_ARGMAX;
    uint32_t count = random_count(b, type == LWK_F16 ? 200 : most), size = lwk_type_size(type);
    uint8_t *data = malloc(count * size + 4);
    double want = identity(op, type);
    uint32_t want_index = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits = random_value(b, type);
        double x = type == LWK_F16 ? (double)(int32_t)bits : value_of(type, bits);
        uint16_t half = f16_of((int32_t)bits);
        memcpy(data + i * size, type == LWK_F16 ? (void *)&half : (void *)&bits, size);
        double next = join(op, want, x);
        if (pair && (next != want || want_index == UINT32_MAX))
            want_index = i;
        want = next;
    }
    Range src = range_new(b, "src", data, count * size);
    Range dst = range_new(b, "dst", NULL, pair ? 8 : size), temporary = temporary_new(b, plan);
    LwkTarget t = begin(b);
    good(b, lwk_reduce_encode(plan, t, temporary.slice, src.slice, dst.slice, count));
    finish(b, t);
    uint32_t *got = range_take(b, &dst);
    if (pair)
        assert_int_equal(got[0], want_index);
    if (type == LWK_F16 && !pair) {
        uint16_t half = isinf(want) ? (want > 0 ? 0x7c00 : 0xfc00) : f16_of((int)want);
        assert_int_equal(*(uint16_t *)got, half);
    } else {
        uint32_t bits = got[pair];
        double x = value_of(type == LWK_F16 ? LWK_F32 : type, bits);
        if (type == LWK_U32 && op == LWK_SUM)
            want = (uint32_t)(uint64_t)want;
        if (x != want)
            print_message("type %d op %d count %u: %g, not %g\n", type, op, count, x, want);
        assert_true(x == want);
    }
    free(got);
    free(data);
    range_drop(b, &src);
    range_drop(b, &temporary);
    lwk_plan_release(plan);
}

static void test_reduce(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    for (uint32_t i = 0; i < n; i++) {
        Bench b;
        bench_open(&b, v[i], 0);
        b.seed += i;
        for (int type = LWK_F32; type <= LWK_F16; type++)
            for (int op = LWK_SUM; op <= LWK_ARGMAX; op++) {
                if ((type == LWK_F32 || type == LWK_F16) && (op == LWK_AND || op == LWK_OR))
                    continue;
                if (type == LWK_F16 && !lwk_context_properties(b.context)->f16)
                    continue;
                for (int k = 0; k < (b.foreign ? 1 : 3); k++)
                    one_reduce(&b, type, op, b.foreign ? 5000 : 60000);
            }
        bench_close(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_copy), cmocka_unit_test(test_reduce)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
