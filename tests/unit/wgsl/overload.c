/* Overload resolution, on signatures of its own and on those of the tables. */
#include "wgsl/overload.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lang/builtins.h"
#include "lang/texel.h"

static Arena arena;
static TypeTable types;

static int setup(void **state) {
    types_init(&types, &arena);
    *state = &types;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

/* Every row of the table can be read; a malformed one is a bug, which ends the program. */
static void all_signatures_can_be_read(void **state) {
    (void)state;
    Signature s;
    uint32_t rows = 0;
    for (int b = BUILTIN_NONE + 1; b < BUILTIN_COUNT; b++) {
        for (const char *const *o = builtin_info[b].overload; *o; o++, rows++)
            signature_read(&s, *o);
    }
    assert_true(rows > 200);
    signature_read(&s, "<T: f32|i32, A: read|write> (const T~, ptr<storage, mat2xR<T>, A>) -> T");
    assert_int_equal(s.params, 2);
    assert_true(s.node[s.param[0]].constant && s.node[s.param[0]].shaped);
    assert_int_equal(s.node[s.param[1]].kind, PATTERN_POINTER);
}

typedef struct Argument {
    const Type *type;
    bool runtime;
} Argument;

static const Type *result_of(const char *const *forms, uint32_t n, const Argument *args) {
    OverloadArgument a[SIGNATURE_PARAMS];
    for (uint32_t i = 0; i < n; i++)
        a[i] = (OverloadArgument){args[i].type, !args[i].runtime};
    Overload o;
    return overload_resolve(&types, forms, a, n, &o) ? o.result : NULL;
}
#define RESULT(forms, ...)                                                                         \
    result_of((forms), sizeof((Argument[]){__VA_ARGS__}) / sizeof(Argument),                       \
              (Argument[]){__VA_ARGS__})

/* Abstract numbers stay abstract among constants, and follow concrete ones. */
static void abstract_arguments(void **state) {
    const TypeTable *t = *state;
    static const char *const form[] = {"<T: num> (T~, T~) -> T~", NULL};
    assert_ptr_equal(RESULT(form, {t->abstract_int}, {t->abstract_int}), t->abstract_int);
    assert_ptr_equal(RESULT(form, {t->abstract_int}, {t->abstract_float}), t->abstract_float);
    assert_ptr_equal(RESULT(form, {t->abstract_int}, {t->u32, true}), t->u32);
    assert_ptr_equal(RESULT(form, {t->f16}, {t->abstract_float}), t->f16);
    assert_null(RESULT(form, {t->i32}, {t->abstract_float}));
    assert_null(RESULT(form, {t->i32}, {t->u32}));
    assert_null(RESULT(form, {t->bool_type}, {t->bool_type}));
}

static void nothing_abstract_at_run_time(void **state) {
    const TypeTable *t = *state;
    static const char *const form[] = {"<T: scalar> (T~, T~, bool) -> T~", NULL};
    assert_ptr_equal(RESULT(form, {t->abstract_int}, {t->abstract_int}, {t->bool_type, true}),
                     t->i32);
    assert_ptr_equal(RESULT(form, {t->abstract_int}, {t->abstract_float}, {t->bool_type, true}),
                     t->f32);
    assert_ptr_equal(RESULT(form, {t->abstract_int}, {t->abstract_int}, {t->bool_type}),
                     t->abstract_int);
}

static void shapes(void **state) {
    TypeTable *t = *state;
    static const char *const form[] = {"<T: num, I: int> (T~, I~) -> bool~", NULL};
    const Type *v3 = type_vector(t, t->f32, 3);
    assert_ptr_equal(RESULT(form, {v3}, {type_vector(t, t->abstract_int, 3)}),
                     type_vector(t, t->bool_type, 3));
    assert_null(RESULT(form, {v3}, {t->i32}));
    assert_null(RESULT(form, {v3}, {type_vector(t, t->i32, 2)}));
    static const char *const product[] = {"<T: float> (matKxR<T>, matCxK<T>) -> matCxR<T>", NULL};
    assert_ptr_equal(
        RESULT(product, {type_matrix(t, t->f32, 2, 3)}, {type_matrix(t, t->abstract_float, 4, 2)}),
        type_matrix(t, t->f32, 4, 3));
    assert_null(RESULT(product, {type_matrix(t, t->f32, 2, 3)}, {type_matrix(t, t->f32, 4, 3)}));
}

/* The form of least rank wins; none does where two are as good. */
static void preference(void **state) {
    const TypeTable *t = *state;
    static const char *const forms[] = {"(f32) -> f32", "(i32) -> i32", "(u32) -> u32", NULL};
    assert_ptr_equal(RESULT(forms, {t->abstract_int}), t->i32);
    assert_ptr_equal(RESULT(forms, {t->abstract_float}), t->f32);
    static const char *const crossed[] = {"(i32, u32) -> i32", "(u32, i32) -> u32", NULL};
    assert_null(RESULT(crossed, {t->abstract_int}, {t->abstract_int}));
    assert_ptr_equal(RESULT(crossed, {t->abstract_int}, {t->i32}), t->u32);
}

static void memory(void **state) {
    TypeTable *t = *state;
    const char *const *add = builtin_info[BUILTIN_atomicAdd].overload;
    const Type *counter = type_atomic(t, t->u32);
    const Type *p = type_pointer(t, SPACE_STORAGE, counter, ACCESS_READ_WRITE);
    assert_ptr_equal(RESULT(add, {p, true}, {t->abstract_int}), t->u32);
    assert_null(RESULT(add, {p, true}, {t->i32}));
    assert_null(RESULT(add, {type_pointer(t, SPACE_STORAGE, counter, ACCESS_READ), true},
                       {t->abstract_int}));
    assert_null(RESULT(add, {type_pointer(t, SPACE_PRIVATE, counter, ACCESS_READ_WRITE), true},
                       {t->abstract_int}));
    const char *const *length = builtin_info[BUILTIN_arrayLength].overload;
    const Type *runtime = type_array_runtime(t, t->f32), *fixed = type_array(t, t->f32, 4);
    assert_ptr_equal(RESULT(length, {type_pointer(t, SPACE_STORAGE, runtime, ACCESS_READ), true}),
                     t->u32);
    assert_null(RESULT(length, {type_pointer(t, SPACE_STORAGE, fixed, ACCESS_READ), true}));
}

static void textures(void **state) {
    TypeTable *t = *state;
    const char *const *load = builtin_info[BUILTIN_textureLoad].overload;
    const Type *rgba8uint =
        type_texture(t, TEXTURE_STORAGE, TEXTURE_2D, NULL, 2, ACCESS_READ_WRITE);
    const Type *written = type_texture(t, TEXTURE_STORAGE, TEXTURE_2D, NULL, 2, ACCESS_WRITE);
    const Type *at = type_vector(t, t->abstract_int, 2);
    assert_string_equal(texel_format[2].name, "rgba8uint");
    assert_ptr_equal(RESULT(load, {rgba8uint, true}, {at}), type_vector(t, t->u32, 4));
    assert_null(RESULT(load, {written, true}, {at}));
}

static void conversion_ranks(void **state) {
    TypeTable *t = *state;
    assert_int_equal(conversion_rank(t->i32, t->i32), 0);
    assert_int_equal(conversion_rank(t->abstract_float, t->f16), 2);
    assert_int_equal(conversion_rank(t->abstract_int, t->f32), 6);
    assert_true(conversion_rank(t->abstract_float, t->i32) < 0);
    assert_true(conversion_rank(t->i32, t->f32) < 0);
    assert_int_equal(conversion_rank(type_array(t, t->abstract_int, 2), type_array(t, t->u32, 2)),
                     4);
    assert_true(conversion_rank(type_array(t, t->abstract_int, 2), type_array(t, t->u32, 3)) < 0);
    const Type *abstract = modf_result_type(t, type_vector(t, t->abstract_float, 2));
    const Type *concrete = modf_result_type(t, type_vector(t, t->f32, 2));
    assert_int_equal(conversion_rank(abstract, concrete), 1);
    assert_true(conversion_rank(abstract, frexp_result_type(t, type_vector(t, t->f32, 2))) < 0);
    assert_ptr_equal(concretise(t, abstract), concrete);
    assert_ptr_equal(concretise(t, frexp_result_type(t, t->abstract_float)),
                     frexp_result_type(t, t->f32));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_signatures_can_be_read, setup, teardown),
        cmocka_unit_test_setup_teardown(abstract_arguments, setup, teardown),
        cmocka_unit_test_setup_teardown(nothing_abstract_at_run_time, setup, teardown),
        cmocka_unit_test_setup_teardown(shapes, setup, teardown),
        cmocka_unit_test_setup_teardown(preference, setup, teardown),
        cmocka_unit_test_setup_teardown(memory, setup, teardown),
        cmocka_unit_test_setup_teardown(textures, setup, teardown),
        cmocka_unit_test_setup_teardown(conversion_ranks, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
