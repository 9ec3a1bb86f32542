/* Copy and reduce against plain C, over random sizes, types, operations and subgroup sizes. */
#include "support.h"

#include <math.h>

#include "base/f16.h"

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
    bool is_float = type == LWK_F32 || type == LWK_F16;
    return is_float ? (double)f : type == LWK_U32 ? bits : (double)(int32_t)bits;
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
    uint32_t count = random_count(b, most), *data = random_values(b, type, count);
    double want = identity(op, type);
    uint32_t want_index = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        double next = join(op, want, value_of(type, data[i]));
        if (pair && (next != want || want_index == UINT32_MAX))
            want_index = i;
        want = next;
    }
    Range src = values_new(b, "src", type, data, count), temporary = temporary_new(b, plan);
    Range dst = range_new(b, "dst", NULL, pair ? 8 : lwk_type_size(type));
    LwkTarget t = begin(b);
    good(b, lwk_reduce_encode(plan, t, temporary.slice, src.slice, dst.slice, count));
    finish(b, t);
    /* of f16, argmin and argmax write an f32 */
    LwkType written = pair && type == LWK_F16 ? LWK_F32 : type;
    uint32_t *got = values_take(b, &dst, written, pair ? 2 : 1);
    if (pair)
        assert_int_equal(got[0], want_index);
    double x = value_of(written, got[pair]);
    if (type == LWK_U32 && op == LWK_SUM)
        want = (uint32_t)(uint64_t)want;
    if (written == LWK_F16)
        want = (double)f16_round((float)want);
    if (x != want)
        print_message("type %d op %d count %u: %g, not %g\n", type, op, count, x, want);
    assert_true(x == want);
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
