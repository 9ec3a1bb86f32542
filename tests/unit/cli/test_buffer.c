/* Contents of buffers: what the forms make, and .npy there and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/buffer.h"

static Arena arena;

static Contents make(const char *bind) {
    Spec s = {.arena = &arena};
    assert_null(spec_add(&s, STR("bind"), str_from_c(bind), 0));
    Contents c;
    assert_null(buffer_make(&arena, &s.binds.at[0], 1 << 20, &c));
    return c;
}

static void forms(void **state) {
    (void)state;
    assert_true(buffer_element(make("0:0 iota f32 9").data, SCALAR_F32, 8) == 8);
    assert_true(buffer_element(make("0:0 fill -3 i32 9").data, SCALAR_I32, 8) == -3);
    assert_true(buffer_element(make("0:0 fill 4294967295 u32 9").data, SCALAR_U32, 8) == 4294967295.0);
    assert_true(buffer_element(make("0:0 fill 0.1 f16 9").data, SCALAR_F16, 8) == 0.0999755859375);
    assert_true(buffer_element(make("0:0 values i32 1 -2 3").data, SCALAR_I32, 1) == -2);
}

static void random_bounds(void **state) {
    (void)state;
    Contents f = make("0:0 random f32 5000 seed=2"), i = make("0:0 random i32 5000 min=-3 max=3"),
             again = make("0:0 random f32 5000 seed=2"), other = make("0:0 random f32 5000 seed=3");
    int seen[7] = {0};
    for (uint32_t k = 0; k < 5000; k++) {
        double v = buffer_element(f.data, SCALAR_F32, k);
        assert_true(v >= 0 && v < 1);
        double n = buffer_element(i.data, SCALAR_I32, k);
        assert_true(n >= -3 && n <= 3);
        seen[(int)n + 3]++;
    }
    for (int k = 0; k < 7; k++)
        assert_true(seen[k] > 500);
    assert_memory_equal(f.data, again.data, f.bytes);
    assert_memory_not_equal(f.data, other.data, f.bytes);
}

static void npy(void **state) {
    (void)state;
    static const char *const types[] = {"f32", "i32", "u32", "f16"};
    for (int t = 0; t < 4; t++) {
        char path[64], bind[64];
        snprintf(path, sizeof path, "/tmp/lanewise-test-%d.npy", (int)getpid());
        snprintf(bind, sizeof bind, "0:0 random %s 1000 min=-100 max=100", types[t]);
        Contents c = make(bind), back;
        Shape shape = {3, {5, 10, 20}};
        assert_null(buffer_write_file(&arena, str_from_c(path), (ScalarType)t, &shape, c.data,
                                      c.bytes));
        assert_null(buffer_read_file(&arena, str_from_c(path), 1 << 20, &back));
        assert_true(back.typed && back.type == (ScalarType)t);
        assert_int_equal(back.bytes, c.bytes);
        assert_memory_equal(back.data, c.data, c.bytes);
        assert_string_equal(shape_text(&arena, &back.shape).at, "(5, 10, 20)");
        remove(path);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(forms), cmocka_unit_test(random_bounds),
                                       cmocka_unit_test(npy)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&arena);
    return failed;
}
