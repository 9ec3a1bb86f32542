/* The textbook's numbers, and the models' parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hw/hw.h"

static const HwModel *find(const char *name, HwModel *storage) {
    const char *error = NULL;
    return hw_find(str_from_c(name), storage, &error);
}

static uint32_t gcd(uint32_t a, uint32_t b) {
    return b ? gcd(b, a % b) : a;
}

static uint32_t stride_passes(const HwModel *m, uint32_t stride, uint32_t lanes) {
    uint32_t mask[4] = {~0u, ~0u, ~0u, ~0u}, address[128];
    for (uint32_t i = 0; i < lanes; i++)
        address[i] = i * stride * 4;
    return hw_bank_cost(m, HW_LOAD, 4, lanes, mask, address).wavefronts;
}

/* Stride s takes gcd(s, 32) passes. */
static void strides(void **state) {
    (void)state;
    HwModel storage;
    for (uint32_t s = 1; s <= 64; s++) {
        assert_int_equal(stride_passes(find("generic", &storage), s, 32), gcd(s, 32));
        assert_int_equal(stride_passes(find("nvidia", &storage), s, 32), gcd(s, 32));
    }
    assert_int_equal(stride_passes(find("generic", &storage), 0, 32), 1);
}

static void parameters(void **state) {
    (void)state;
    HwModel storage;
    const HwModel *m = find("generic:banks=16,subgroup-size=16", &storage);
    assert_non_null(m);
    assert_int_equal(m->banks, 16);
    assert_int_equal(m->subgroup_size, 16);
    assert_int_equal(stride_passes(m, 2, 16), 2);
    assert_int_equal(stride_passes(m, 1, 32), 2);
    assert_null(find("generic:banks=0", &storage));
    assert_null(find("generic:banks=999", &storage));
    assert_null(find("generic:colour=3", &storage));
    assert_null(find("nvidia:banks=16", &storage));
    assert_null(find("voodoo", &storage));
}

/* Passes of a 16x16 workgroup for (row write, column read) of a tile of that pitch. */
static void tile(const HwModel *m, uint32_t pitch, int swizzle, uint32_t *row, uint32_t *column) {
    *row = *column = 0;
    uint32_t mask = ~0u, a[32], b[32];
    for (uint32_t s = 0; s < 8; s++) {
        for (uint32_t i = 0; i < 32; i++) {
            uint32_t x = i % 16, y = s * 2 + i / 16;
            a[i] = 4 * (y * pitch + (swizzle ? x ^ y : x));
            b[i] = 4 * (x * pitch + (swizzle ? y ^ x : y));
        }
        *row += hw_bank_cost(m, HW_STORE, 4, 32, &mask, a).wavefronts;
        *column += hw_bank_cost(m, HW_LOAD, 4, 32, &mask, b).wavefronts;
    }
}

static void transpose_tile(void **state) {
    (void)state;
    HwModel storage;
    const HwModel *m = find("nvidia", &storage);
    static const struct {
        uint32_t pitch, row, column;
        int swizzle;
    } want[] = {{16, 8, 64, 0}, {17, 16, 16, 0}, {18, 16, 8, 0}, {16, 8, 8, 1}};
    for (int i = 0; i < 4; i++) {
        uint32_t row, column;
        tile(m, want[i].pitch, want[i].swizzle, &row, &column);
        assert_int_equal(row, want[i].row);
        assert_int_equal(column, want[i].column);
    }
}

static void no_lane_no_cost(void **state) {
    (void)state;
    uint32_t n, mask[4] = {0}, address[128] = {0};
    const HwModel *m = hw_list(&n);
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(hw_bank_cost(&m[i], HW_ATOMIC, 4, 128, mask, address).wavefronts, 0);
        assert_int_equal(hw_sector_cost(&m[i], HW_LOAD, 16, 128, mask, address).sectors, 0);
        assert_int_equal(hw_sector_cost(&m[i], HW_LOAD, 16, 128, mask, address).requests, 0);
    }
}

/* A store of several lanes to one word: one pass on nvidia, one each on intel. */
static void equal_stores(void **state) {
    (void)state;
    HwModel storage;
    uint32_t mask = 0xffff, address[16] = {0};
    assert_int_equal(
        hw_bank_cost(find("nvidia", &storage), HW_STORE, 4, 16, &mask, address).wavefronts, 1);
    assert_int_equal(
        hw_bank_cost(find("intel", &storage), HW_STORE, 4, 16, &mask, address).wavefronts, 16);
}

static void residency(void **state) {
    (void)state;
    HwModel storage;
    const HwModel *m = find("nvidia", &storage);
    assert_int_equal(hw_resident_workgroups(m, 1024, 256), 8);
    assert_int_equal(hw_resident_workgroups(m, 48 * 1024, 256), 4);
    assert_int_equal(hw_resident_workgroups(m, 0, 32), 32);
    assert_int_equal(hw_resident_workgroups(m, 300000, 32), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strides),        cmocka_unit_test(parameters),
        cmocka_unit_test(transpose_tile), cmocka_unit_test(no_lane_no_cost),
        cmocka_unit_test(equal_stores),   cmocka_unit_test(residency),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
