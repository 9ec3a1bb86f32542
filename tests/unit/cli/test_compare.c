/* When two results count as the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "cli/compare.h"

static Arena arena;

static RunBuffer floats(const float *v, uint64_t n) {
    return (RunBuffer){
        .has_scalar = true, .scalar = SCALAR_F32, .bytes = n * 4, .after = (const uint8_t *)v};
}

static RunBuffer words(const uint32_t *v, uint64_t n, bool typed) {
    return (RunBuffer){
        .has_scalar = typed, .scalar = SCALAR_U32, .bytes = n * 4, .after = (const uint8_t *)v};
}

static uint64_t float_differences(const float *a, const float *b, uint64_t n) {
    RunBuffer x = floats(a, n), y = floats(b, n);
    return compare_runs(&arena, &x, &y).count;
}

static void rounding_is_no_difference(void **state) {
    (void)state;
    const float a[] = {1000.0f, 0.1f, 3.0f}, b[] = {1000.05f, 0.1001f, 3.0f};
    assert_int_equal(float_differences(a, b, 3), 0);
    const float c[] = {1000.0f, 0.2f, 3.0f};
    assert_int_equal(float_differences(a, c, 3), 1);
    const float d[] = {1001.0f, 0.1f, 3.0f};
    assert_int_equal(float_differences(a, d, 3), 1);
}

/* What is left of a cancelled sum may be anything of the size of a rounding error. */
static void noise_beside_large_values(void **state) {
    (void)state;
    const float a[] = {100000.0f, 0.01f}, b[] = {100000.0f, -0.02f}, c[] = {1.0f, 0.01f},
                d[] = {1.0f, -0.02f};
    assert_int_equal(float_differences(a, b, 2), 0);
    assert_int_equal(float_differences(c, d, 2), 1);
}

static void not_a_number(void **state) {
    (void)state;
    const float a[] = {NAN, INFINITY, 1.0f}, b[] = {-NAN, INFINITY, 1.0f},
                c[] = {1.0f, INFINITY, 1.0f}, d[] = {NAN, 1.0f, 1.0f};
    assert_int_equal(float_differences(a, b, 3), 0);
    assert_int_equal(float_differences(a, c, 3), 1);
    assert_int_equal(float_differences(a, d, 3), 1);
}

static void integers_differ_by_one(void **state) {
    (void)state;
    const uint32_t a[] = {7, 0xfffffffe, 9}, b[] = {7, 0xffffffff, 10};
    RunBuffer x = words(a, 3, true), y = words(b, 3, true);
    Difference d = compare_runs(&arena, &x, &y);
    assert_int_equal(d.count, 2);
    assert_int_equal(d.byte, 4);
    assert_true(str_is(d.a, "4294967294"));
    assert_true(str_is(d.b, "4294967295"));
}

/* Words of structures of several types: counters bit by bit, what can only be floats with rounding.
 */
static void mixed_words(void **state) {
    (void)state;
    const uint32_t a[] = {1000000, 0x3f800000}, b[] = {1000000, 0x3f800001},
                   c[] = {1000001, 0x3f800000}, d[] = {1000000, 0x3fc00000};
    RunBuffer x = words(a, 2, false), near = words(b, 2, false), count = words(c, 2, false),
              far = words(d, 2, false);
    assert_int_equal(compare_runs(&arena, &x, &near).count, 0);
    assert_int_equal(compare_runs(&arena, &x, &count).count, 1);
    assert_int_equal(compare_runs(&arena, &x, &far).byte, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounding_is_no_difference),
        cmocka_unit_test(noise_beside_large_values),
        cmocka_unit_test(not_a_number),
        cmocka_unit_test(integers_differ_by_one),
        cmocka_unit_test(mixed_words),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&arena);
    return failed;
}
