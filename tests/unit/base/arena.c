/* Arenas, and the growing arrays and maps that live in them. */
#include "base/arena.h"

#include <stdarg.h>

#include <cmocka.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"

static bool is_zero(const void *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (((const uint8_t *)p)[i])
            return false;
    return true;
}

static void allocations(void **state) {
    (void)state;
    Arena a;
    arena_init(&a);
    uint8_t *last = NULL;
    for (uint32_t i = 0; i < 2000; i++) {
        size_t size = (i * 37) % 500 + 1, align = (size_t)1 << (i % 7);
        uint8_t *p = arena_alloc(&a, size, align);
        assert_int_equal((uintptr_t)p % align, 0);
        assert_true(is_zero(p, size));
        memset(p, 0xff, size);
        assert_true(p != last);
        last = p;
    }
    uint8_t *large = arena_alloc(&a, 5u << 20, 8);
    assert_true(is_zero(large, 5u << 20));
    assert_true(a.used >= 5u << 20);
    arena_free(&a);
    assert_int_equal(a.used, 0);
    assert_non_null(arena_alloc(&a, 1, 1)); /* and may be used again */
    arena_free(&a);
}

static void growing(void **state) {
    (void)state;
    Arena a = {0};
    char *p = arena_alloc(&a, 4, 1);
    memcpy(p, "abcd", 4);
    char *same = arena_grow(&a, p, 4, 8, 1);
    assert_ptr_equal(same, p); /* the newest allocation grows in place */
    arena_alloc(&a, 1, 1);
    char *moved = arena_grow(&a, p, 8, 64, 1);
    assert_ptr_not_equal(moved, p);
    assert_memory_equal(moved, "abcd", 4);
    assert_true(is_zero(moved + 4, 60));
    arena_free(&a);
}

static void marks(void **state) {
    (void)state;
    Arena a = {0};
    for (uint32_t round = 0; round < 2; round++) {
        ArenaMark m = arena_mark(&a); /* the first round's is of an empty arena */
        size_t used = a.used;
        uint8_t *p = arena_alloc(&a, 100, 1);
        memset(p, 0xff, 100);
        memset(arena_alloc(&a, 3u << 20, 1), 0xff, 3u << 20);
        arena_reset(&a, m);
        assert_int_equal(a.used, used);
        assert_true(is_zero(arena_alloc(&a, 100, 1), 100));
    }
    arena_free(&a);
}

/* Gives whether the allocation failed, by way of the handler. */
static bool fails(Arena *a, size_t size) {
    jmp_buf handler;
    a->on_oom = &handler;
    if (setjmp(handler))
        return true;
    arena_alloc(a, size, 1);
    return false;
}

static void limits(void **state) {
    (void)state;
    Arena a = {.limit = 1u << 20};
    assert_false(fails(&a, 1000));
    assert_true(fails(&a, 2u << 20));
    assert_true(fails(&a, SIZE_MAX - 4));
    assert_false(fails(&a, 1000));
    arena_free(&a);
    arena_fail_after(1);
    assert_true(fails(&a, 10));
    assert_false(fails(&a, 10));
    arena_free(&a);
}

static void vectors(void **state) {
    (void)state;
    Arena a = {0};
    VEC(uint32_t) v = {0};
    for (uint32_t i = 0; i < 10000; i++)
        vec_push(&a, &v, i * 3);
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(v.at[i], i * 3);
    assert_int_equal(vec_last(&v), 29997);
    assert_int_equal(vec_pop(&v), 29997);
    assert_int_equal(v.len, 9999);
    arena_free(&a);
}

static void maps(void **state) {
    (void)state;
    Arena a = {0};
    Map m = {.arena = &a};
    static int value[5000];
    assert_null(map_get(&m, STR("x")));
    for (int i = 0; i < 5000; i++)
        assert_null(map_set(&m, str_format(&a, "key %d", i), &value[i]));
    for (int i = 0; i < 5000; i++)
        assert_ptr_equal(map_get(&m, str_format(&a, "key %d", i)), &value[i]);
    assert_null(map_get(&m, STR("key 5000")));
    assert_ptr_equal(map_set(&m, STR("key 7"), &value[8]), &value[7]);
    assert_ptr_equal(map_get(&m, STR("key 7")), &value[8]);
    assert_null(map_set(&m, STR(""), &value[0]));
    assert_ptr_equal(map_get(&m, STR("")), &value[0]);
    assert_int_equal(m.entry.len, 5001);
    assert_true(str_is(m.entry.at[2].key, "key 2")); /* in order of insertion */
    arena_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations), cmocka_unit_test(growing), cmocka_unit_test(marks),
        cmocka_unit_test(limits),      cmocka_unit_test(vectors), cmocka_unit_test(maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
