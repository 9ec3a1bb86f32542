/* Scan, select and partition against plain C, over random sizes, types and subgroup sizes. */
#include "support.h"

#include "base/f16.h"

static void one_scan(Bench *b, LwkType type, LwkOp op, bool exclusive, uint32_t most) {
    LwkScanDescriptor d = {type, op, exclusive, most, random_tuning(b)};
    LwkPlan *plan;
    good(b, lwk_scan_create(b->context, &d, &plan));
    uint32_t count = random_count(b, most), *data = random_values(b, type, count);
    Range src = values_new(b, "src", type, data, count);
    Range dst = range_new(b, "dst", NULL, count * (uint64_t)lwk_type_size(type));
    Range temporary = temporary_new(b, plan);
    LwkTarget t = begin(b);
    good(b, lwk_scan_encode(plan, t, temporary.slice, src.slice, dst.slice, count));
    finish(b, t);
    uint32_t *got = values_take(b, &dst, type, count), sum = value_identity(op, type);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = value_join(op, type, sum, data[i]), want = exclusive ? sum : next;
        if (!value_same(type, got[i], want))
            print_message("scan %d %d %d: element %u of %u is %08x, not %08x\n", type, op,
                          exclusive, i, count, got[i], want);
        assert_true(value_same(type, got[i], want));
        sum = next;
    }
    free(got);
    free(data);
    range_drop(b, &src);
    range_drop(b, &temporary);
    lwk_plan_release(plan);
}

static void test_scan(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    for (uint32_t i = 0; i < n; i++) {
        Bench b;
        bench_open(&b, v[i], 0);
        b.seed += i;
        int last = lwk_context_properties(b.context)->f16 ? LWK_F16 : LWK_U32;
        for (int type = LWK_F32; type <= last; type++)
            for (int op = LWK_SUM; op <= LWK_MAX; op++)
                for (int k = 0; k < (b.foreign ? 1 : 4); k++)
                    one_scan(&b, type, op, (k + op) % 2, b.foreign ? 5000 : 60000);
        bench_close(&b);
    }
}

static bool passes(LwkTest test, LwkType type, uint32_t v, uint32_t operand) {
    int order = value_compare(type, v, operand);
    switch (test) {
    case LWK_LESS: return order < 0;
    case LWK_LESS_EQUAL: return order <= 0;
    case LWK_GREATER: return order > 0;
    case LWK_GREATER_EQUAL: return order >= 0;
    case LWK_EQUAL: return order == 0;
    default: return order != 0;
    }
}

static void one_select(Bench *b, LwkType type, LwkTest test, bool partition, uint32_t most) {
    LwkSelectDescriptor d = {type, test, partition, most, random_tuning(b)};
    LwkPlan *plan;
    good(b, lwk_select_create(b->context, &d, &plan));
    uint32_t count = random_count(b, most), *data = random_values(b, type, count);
    uint32_t *flags = random_values(b, LWK_U32, count), *want = malloc(count * 4 + 4);
    uint32_t operand = random_value(b, type), chosen = 0, others = 0;
    for (uint32_t i = 0; i < count; i++) {
        flags[i] &= random_below(b, 2) * 3;
        if (test == LWK_FLAGGED ? flags[i] != 0 : passes(test, type, data[i], operand))
            want[chosen++] = data[i];
        else
            want[count - 1 - others++] = data[i];
    }
    for (uint32_t i = 0; i < others / 2; i++) { /* they stand the wrong way round */
        uint32_t *x = &want[chosen + i], *y = &want[count - 1 - i], z = *x;
        *x = *y;
        *y = z;
    }
    uint32_t size = lwk_type_size(type);
    Range src = values_new(b, "src", type, data, count),
          dst = range_new(b, "dst", NULL, (uint64_t)count * size);
    Range marks = range_new(b, "flags", flags, count * 4ull);
    Range number = range_new(b, "chosen", NULL, 4), temporary = temporary_new(b, plan);
    LwkTarget t = begin(b);
    LwkSelectArguments a = {.src = src.slice,
                            .dst = dst.slice,
                            .chosen = number.slice,
                            .operand = operand,
                            .count = count};
    if (type == LWK_F16)
        a.operand = f16_from_f32(f32_from_bits(operand));
    if (test == LWK_FLAGGED)
        a.flags = marks.slice;
    good(b, lwk_select_encode(plan, t, temporary.slice, &a));
    finish(b, t);
    uint8_t *got = range_take(b, &dst);
    uint32_t *got_chosen = range_take(b, &number), written = partition ? count : chosen;
    assert_int_equal(*got_chosen, chosen);
    if (type == LWK_F16)
        for (uint32_t i = 0; i < written; i++)
            ((uint16_t *)want)[i] = f16_from_f32(f32_from_bits(want[i]));
    assert_memory_equal(got, want, (uint64_t)written * size);
    for (uint64_t i = (uint64_t)written * size; i < (uint64_t)count * size; i++)
        assert_int_equal(got[i], 0xa5);
    free(got);
    free(got_chosen);
    free(data);
    free(flags);
    free(want);
    range_drop(b, &src);
    range_drop(b, &marks);
    range_drop(b, &temporary);
    lwk_plan_release(plan);
}

static void test_select(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    for (uint32_t i = 0; i < n; i++) {
        Bench b;
        bench_open(&b, v[i], 0);
        b.seed += i;
        int last = lwk_context_properties(b.context)->f16 ? LWK_F16 : LWK_U32;
        for (int type = LWK_F32; type <= last; type++)
            for (int test = LWK_LESS; test <= LWK_FLAGGED; test++)
                /* another library takes seconds to compile one: a third of the tests, at random */
                for (int k = b.foreign && random_below(&b, 3) ? 1 : 0; k < (b.foreign ? 1 : 4); k++)
                    one_select(&b, type, test, (k + test) % 2, b.foreign ? 3000 : 40000);
        bench_close(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_scan), cmocka_unit_test(test_select)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
