/* Half floats. Every half is tried; expected values come from arithmetic on doubles, which holds
 * every half, and every point halfway between two, exactly. */
#include "base/f16.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

/* The value of a half that is neither infinite nor NaN, from its definition. */
static double value_of(uint16_t h) {
    int exponent = h >> 10 & 31, fraction = h & 1023;
    double v = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return h & 0x8000 ? -v : v;
}

static void all_halves(void **state) {
    (void)state;
    for (uint32_t h = 0; h < 0x10000; h++) {
        float f = f32_from_f16((uint16_t)h);
        if ((h & 0x7fff) > 0x7c00) {
            assert_true(isnan(f));
            assert_int_equal(f16_from_f32(f), h);
            continue;
        }
        if ((h & 0x7fff) == 0x7c00)
            assert_true(isinf(f) && !!signbit(f) == (int)(h >> 15));
        else
            assert_true((double)f == value_of((uint16_t)h) && !!signbit(f) == (int)(h >> 15));
        assert_int_equal(f16_from_f32(f), h);
        assert_int_equal(f16_from_f64((double)f), h);
    }
}

/* Between neighbours: below, at and above the middle. */
static void rounding(void **state) {
    (void)state;
    for (uint32_t h = 0; h < 0x7bff; h++) {
        double low = value_of((uint16_t)h), high = value_of((uint16_t)(h + 1)),
               middle = (low + high) / 2;
        assert_int_equal(f16_from_f64(nextafter(middle, low)), h);
        assert_int_equal(f16_from_f64(nextafter(middle, high)), h + 1);
        assert_int_equal(f16_from_f64(middle), h % 2 ? h + 1 : h);
        assert_int_equal(f16_from_f64(-middle), 0x8000 | (h % 2 ? h + 1 : h));
        assert_int_equal(f16_from_f32((float)middle), h % 2 ? h + 1 : h);
    }
}

static void extremes(void **state) {
    (void)state;
    assert_int_equal(f16_from_f64(65519.99), 0x7bff);
    assert_int_equal(f16_from_f64(65520), 0x7c00);
    assert_int_equal(f16_from_f64(1e300), 0x7c00);
    assert_int_equal(f16_from_f64(-INFINITY), 0xfc00);
    assert_int_equal(f16_from_f64(1e-300), 0);
    assert_int_equal(f16_from_f64(-1e-300), 0x8000);
    assert_int_equal(f16_from_f32(1e-40f), 0);
    assert_true(f16_round(0.1f) == 0.0999755859375f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_halves),
        cmocka_unit_test(rounding),
        cmocka_unit_test(extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
