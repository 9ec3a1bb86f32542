/* Const-evaluation on values made by hand: operators, conversions, constructors, builtins, and what
 * they refuse. Results are compared as text: "vec2<i32>(1, 2)". */
#include "wgsl/eval.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- values and texts ---- */

typedef struct Fixture {
    Arena arena;
    DiagList diags;
    Module module;
    const Type *ai, *af, *i32, *u32, *f32, *f16, *b;
} Fixture;

static int setup(void **state) {
    Fixture *x = calloc(1, sizeof *x);
    x->diags.arena = &x->arena;
    x->module = (Module){.arena = &x->arena, .diags = &x->diags};
    types_init(&x->module.types, &x->arena);
    const TypeTable *t = &x->module.types;
    x->ai = t->abstract_int;
    x->af = t->abstract_float;
    x->i32 = t->i32;
    x->u32 = t->u32;
    x->f32 = t->f32;
    x->f16 = t->f16;
    x->b = t->bool_type;
    *state = x;
    return 0;
}

static int teardown(void **state) {
    Fixture *x = *state;
    arena_free(&x->arena);
    free(x);
    return 0;
}

static const Const *number(Fixture *x, const Type *t, double v) {
    if (t->kind == TYPE_BOOL)
        return const_bool(&x->arena, t, v != 0);
    return eval_from_scalar(&x->arena, type_is_float(t) ? eval_scalar_float(t, v)
                                                        : eval_scalar_int(t, (int64_t)v));
}

static const Const *vec(Fixture *x, const Type *t, uint32_t n, const double *v) {
    const Const *part[4];
    for (uint32_t i = 0; i < n; i++)
        part[i] = number(x, t, v[i]);
    return eval_construct(&x->module, (Span){0}, type_vector(&x->module.types, t, n), part, n);
}
#define VEC2(t, a, b)       vec(x, t, 2, (double[]){a, b})
#define VEC3(t, a, b, c)    vec(x, t, 3, (double[]){a, b, c})
#define VEC4(t, a, b, c, d) vec(x, t, 4, (double[]){a, b, c, d})

static const Const *mat(Fixture *x, uint32_t columns, uint32_t rows, const double *v) {
    const Const *part[16];
    for (uint32_t i = 0; i < columns * rows; i++)
        part[i] = number(x, x->f32, v[i]);
    const Type *t = type_matrix(&x->module.types, x->f32, columns, rows);
    return eval_construct(&x->module, (Span){0}, t, part, columns * rows);
}

static void print(Fixture *x, StrBuf *b, const Const *v) {
    if (!v->elements) {
        strbuf_add(b, eval_scalar_text(&x->arena, eval_scalar(v)));
        return;
    }
    strbuf_addf(b, "%.*s(", STR_ARG(v->type->name));
    for (uint32_t i = 0; i < v->elements; i++) {
        strbuf_add(b, i ? STR(", ") : STR(""));
        print(x, b, const_element(&x->arena, v, i));
    }
    strbuf_addc(b, ')');
}

/* The value's text, or the message of the error that was made. */
static const char *text(Fixture *x, const Const *v) {
    StrBuf b = {.arena = &x->arena};
    if (v) {
        assert_int_equal(x->diags.errors, 0);
        print(x, &b, v);
    } else {
        assert_int_equal(x->diags.errors, 1);
        strbuf_add(&b, x->diags.at.at[0]->message);
    }
    x->diags.at.len = 0;
    x->diags.errors = 0;
    return b.at;
}

static const Const *binary(Fixture *x, BinaryOp op, const Const *a, const Const *b,
                           const Type *result) {
    return eval_binary(&x->module, (Span){0}, op, a, b, result);
}

static const char *scalars(Fixture *x, const Type *t, double a, BinaryOp op, double b) {
    bool compares = op >= BINARY_EQ && op <= BINARY_GE;
    bool shifts = op == BINARY_SHL || op == BINARY_SHR;
    return text(
        x, binary(x, op, number(x, t, a), number(x, shifts ? x->u32 : t, b), compares ? x->b : t));
}

static const char *convert(Fixture *x, const Const *v, const Type *to) {
    return text(x, eval_convert(&x->module, (Span){0}, v, to));
}

static const Const *call(Fixture *x, Builtin b, const Type *result, uint32_t n,
                         const Const *const *arg) {
    return eval_builtin(&x->module, (Span){0}, b, arg, n, result);
}

static const char *call1(Fixture *x, Builtin b, const Type *result, const Const *v) {
    return text(x, call(x, b, result, 1, &v));
}

static const char *call_f32(Fixture *x, Builtin b, uint32_t n, double p, double q, double r) {
    const Const *arg[3] = {number(x, x->f32, p), number(x, x->f32, q), number(x, x->f32, r)};
    return text(x, call(x, b, x->f32, n, arg));
}

/* ---- operators ---- */

static void abstract_integers(void **state) {
    Fixture *x = *state;
    assert_string_equal(scalars(x, x->ai, 7, BINARY_DIV, -2), "-3");
    assert_string_equal(scalars(x, x->ai, 7, BINARY_REM, -2), "1");
    assert_string_equal(scalars(x, x->ai, 1, BINARY_SHL, 62), "4611686018427387904");
    assert_string_equal(scalars(x, x->ai, 1, BINARY_SHL, 63),
                        "'1 << 63' cannot be represented as 'abstract-int'");
    assert_string_equal(scalars(x, x->ai, -1, BINARY_SHL, 63), "-9223372036854775808");
    assert_string_equal(scalars(x, x->ai, 0, BINARY_SHL, 90), "0");
    assert_string_equal(scalars(x, x->ai, -5, BINARY_SHR, 90), "-1");
    assert_string_equal(scalars(x, x->ai, 1, BINARY_DIV, 0), "'1 / 0' divides by zero");
    assert_string_equal(scalars(x, x->ai, 5, BINARY_LT, 6), "true");
    const Const *most = const_scalar_i(&x->arena, x->ai, INT64_MAX);
    const Const *least = const_scalar_i(&x->arena, x->ai, INT64_MIN);
    const Const *one = number(x, x->ai, 1), *minus = number(x, x->ai, -1);
    assert_string_equal(text(x, binary(x, BINARY_ADD, most, one, x->ai)),
                        "'9223372036854775807 + 1' cannot be represented as 'abstract-int'");
    assert_string_equal(text(x, binary(x, BINARY_DIV, least, minus, x->ai)),
                        "'-9223372036854775808 / -1' cannot be represented as 'abstract-int'");
    assert_string_equal(text(x, eval_unary(&x->module, (Span){0}, UNARY_NEGATE, least, x->ai)),
                        "-9223372036854775808");
}

static void concrete_integers(void **state) {
    Fixture *x = *state;
    assert_string_equal(scalars(x, x->i32, 2147483647, BINARY_ADD, 1), "-2147483648");
    assert_string_equal(scalars(x, x->u32, 0, BINARY_SUB, 1), "4294967295");
    assert_string_equal(scalars(x, x->i32, 65536, BINARY_MUL, 65536), "0");
    assert_string_equal(scalars(x, x->i32, -2147483648.0, BINARY_DIV, -1),
                        "'-2147483648 / -1' cannot be represented as 'i32'");
    assert_string_equal(scalars(x, x->i32, -2147483648.0, BINARY_REM, -1),
                        "'-2147483648 % -1' cannot be represented as 'i32'");
    assert_string_equal(scalars(x, x->u32, 5, BINARY_REM, 0), "'5 % 0' divides by zero");
    assert_string_equal(scalars(x, x->u32, 4294967295.0, BINARY_DIV, 2), "2147483647");
    assert_string_equal(scalars(x, x->i32, 1, BINARY_SHL, 30), "1073741824");
    assert_string_equal(scalars(x, x->i32, 1, BINARY_SHL, 31),
                        "'1 << 31' cannot be represented as 'i32'");
    assert_string_equal(scalars(x, x->i32, -1, BINARY_SHL, 31), "-2147483648");
    assert_string_equal(scalars(x, x->u32, 1, BINARY_SHL, 31), "2147483648");
    assert_string_equal(scalars(x, x->u32, 3, BINARY_SHL, 31),
                        "'3 << 31' cannot be represented as 'u32'");
    assert_string_equal(scalars(x, x->u32, 1, BINARY_SHR, 32),
                        "a shift by 32 is out of range: the shifted number has 32 bits");
    assert_string_equal(scalars(x, x->i32, -8, BINARY_SHR, 1), "-4");
    assert_string_equal(scalars(x, x->i32, -1, BINARY_LT, 1), "true");
    assert_string_equal(scalars(x, x->u32, 4294967295.0, BINARY_LT, 1), "false");
    assert_string_equal(scalars(x, x->u32, 12, BINARY_XOR, 10), "6");
}

static void floats(void **state) {
    Fixture *x = *state;
    assert_string_equal(scalars(x, x->f32, 16777216, BINARY_ADD, 1), "16777216.0");
    assert_string_equal(scalars(x, x->af, 16777216, BINARY_ADD, 1), "16777217.0");
    assert_string_equal(scalars(x, x->f16, 2048, BINARY_ADD, 1), "2048.0");
    assert_string_equal(scalars(x, x->f32, 1e38, BINARY_MUL, 10),
                        "'1e+38 * 10.0' cannot be represented as 'f32'");
    assert_string_equal(scalars(x, x->f16, 65504, BINARY_MUL, 2),
                        "'65504.0 * 2.0' cannot be represented as 'f16'");
    assert_string_equal(scalars(x, x->af, 1e308, BINARY_MUL, 10),
                        "'1e+308 * 10.0' cannot be represented as 'abstract-float'");
    assert_string_equal(scalars(x, x->f32, 1, BINARY_DIV, 0), "'1.0 / 0.0' divides by zero");
    assert_string_equal(scalars(x, x->af, -5.5, BINARY_REM, 2), "-1.5");
    assert_string_equal(scalars(x, x->f32, 1, BINARY_GE, 1), "true");
    assert_string_equal(scalars(x, x->f32, 1, BINARY_GT, 1), "false");
}

static void vectors_and_matrices(void **state) {
    Fixture *x = *state;
    const Type *v2 = VEC2(x->i32, 1, 2)->type, *f2 = VEC2(x->f32, 1, 2)->type;
    const Type *f3 = VEC3(x->f32, 1, 2, 3)->type;
    assert_string_equal(
        text(x, binary(x, BINARY_SUB, number(x, x->i32, 10), VEC2(x->i32, 1, 2), v2)),
        "vec2<i32>(9, 8)");
    assert_string_equal(text(x, binary(x, BINARY_DIV, VEC2(x->i32, 4, 6), VEC2(x->i32, 2, 0), v2)),
                        "'6 / 0' divides by zero");
    const Const *m = mat(x, 2, 3, (double[]){1, 2, 3, 4, 5, 6});
    const Const *n = mat(x, 3, 2, (double[]){1, 0, 0, 1, 1, 1});
    assert_string_equal(text(x, binary(x, BINARY_MUL, m, VEC2(x->f32, 1, 10), f3)),
                        "vec3<f32>(41.0, 52.0, 63.0)");
    assert_string_equal(text(x, binary(x, BINARY_MUL, VEC3(x->f32, 1, 10, 100), m, f2)),
                        "vec2<f32>(321.0, 654.0)");
    assert_string_equal(
        text(x, binary(x, BINARY_MUL, m, n, type_matrix(&x->module.types, x->f32, 3, 3))),
        "mat3x3<f32>(vec3<f32>(1.0, 2.0, 3.0), vec3<f32>(4.0, 5.0, 6.0), vec3<f32>(5.0, 7.0, "
        "9.0))");
    assert_string_equal(text(x, binary(x, BINARY_MUL, m, number(x, x->f32, 2), m->type)),
                        "mat2x3<f32>(vec3<f32>(2.0, 4.0, 6.0), vec3<f32>(8.0, 10.0, 12.0))");
    const Const *zero = eval_zero(&x->module, m->type);
    assert_string_equal(text(x, binary(x, BINARY_ADD, m, zero, m->type)),
                        "mat2x3<f32>(vec3<f32>(1.0, 2.0, 3.0), vec3<f32>(4.0, 5.0, 6.0))");
    assert_string_equal(
        text(x, binary(x, BINARY_MUL, zero, n, type_matrix(&x->module.types, x->f32, 3, 3))),
        "mat3x3<f32>(vec3<f32>(0.0, 0.0, 0.0), vec3<f32>(0.0, 0.0, 0.0), "
        "vec3<f32>(0.0, 0.0, 0.0))");
}

/* ---- operands known early ---- */

static bool early(Fixture *x, BinaryOp op, const Const *b) {
    bool good = eval_check_binary(&x->module, (Span){0}, op, NULL, b);
    assert_int_equal(x->diags.errors, good ? 0 : 1);
    x->diags.at.len = 0;
    x->diags.errors = 0;
    return good;
}

static void known_early(void **state) {
    Fixture *x = *state;
    assert_false(early(x, BINARY_DIV, number(x, x->i32, 0)));
    assert_false(early(x, BINARY_REM, VEC2(x->u32, 1, 0)));
    assert_true(early(x, BINARY_DIV, number(x, x->f32, 0)));
    assert_true(early(x, BINARY_DIV, number(x, x->i32, -1)));
    assert_true(early(x, BINARY_ADD, number(x, x->i32, 0)));
    assert_false(early(x, BINARY_SHL, number(x, x->u32, 32)));
    assert_true(early(x, BINARY_SHR, number(x, x->u32, 31)));
    const Const *clamp[3] = {NULL, number(x, x->i32, 5), number(x, x->i32, 4)};
    Expr operand = {0}, *operands[3] = {&operand, &operand, &operand};
    Expr call = {.builtin = BUILTIN_clamp, .type = x->i32, .args = {operands, 3, 3}};
    assert_false(eval_check_builtin(&x->module, &call, clamp));
    clamp[1] = NULL;
    assert_true(eval_check_builtin(&x->module, &call, clamp));
    assert_string_equal(x->diags.at.at[0]->message.at,
                        "clamp: the low bound 5 is above the high bound 4");
    const Type *array = type_array(&x->module.types, x->i32, 4);
    assert_true(eval_check_index(&x->module, (Span){0}, array, 3));
    assert_false(eval_check_index(&x->module, (Span){0}, array, 4));
    assert_false(eval_check_index(&x->module, (Span){0}, array, -1));
}

/* ---- conversions and constructors ---- */

static void conversions(void **state) {
    Fixture *x = *state;
    assert_string_equal(convert(x, number(x, x->ai, 2147483648.0), x->i32),
                        "2147483648 cannot be represented as 'i32'");
    assert_string_equal(convert(x, number(x, x->ai, 4294967295.0), x->u32), "4294967295");
    assert_string_equal(convert(x, number(x, x->ai, -1), x->u32),
                        "-1 cannot be represented as 'u32'");
    assert_string_equal(convert(x, number(x, x->i32, -1), x->u32), "4294967295");
    assert_string_equal(convert(x, number(x, x->u32, 4294967295.0), x->i32), "-1");
    assert_string_equal(convert(x, number(x, x->f32, 1e20), x->i32), "2147483520");
    assert_string_equal(convert(x, number(x, x->f32, -1), x->u32), "0");
    assert_string_equal(convert(x, number(x, x->af, 1e20), x->i32), "2147483647");
    assert_string_equal(convert(x, number(x, x->af, 3.9), x->u32), "3");
    assert_string_equal(convert(x, number(x, x->af, 0.1), x->f32), "0.1");
    assert_string_equal(convert(x, number(x, x->af, 1e39), x->f32),
                        "1e+39 cannot be represented as 'f32'");
    assert_string_equal(convert(x, number(x, x->af, 65505), x->f16),
                        "65505.0 cannot be represented as 'f16'");
    assert_string_equal(convert(x, number(x, x->f32, 0.1f), x->f16), "0.1");
    assert_string_equal(convert(x, number(x, x->u32, 65504), x->f16), "65504.0");
    assert_string_equal(convert(x, number(x, x->b, 1), x->f32), "1.0");
    assert_string_equal(convert(x, number(x, x->f32, -0.0), x->b), "false");
    const Const *v = VEC2(x->ai, 1, -1);
    assert_string_equal(convert(x, v, type_vector(&x->module.types, x->f32, 2)),
                        "vec2<f32>(1.0, -1.0)");
    assert_string_equal(convert(x, v, type_vector(&x->module.types, x->u32, 2)),
                        "-1 cannot be represented as 'u32'");
}

static void constructors(void **state) {
    Fixture *x = *state;
    TypeTable *t = &x->module.types;
    const Type *v4 = type_vector(t, x->i32, 4);
    const Const *arg[3] = {number(x, x->i32, 7), VEC2(x->i32, 8, 9), number(x, x->i32, 6)};
    assert_string_equal(text(x, eval_construct(&x->module, (Span){0}, v4, arg, 1)),
                        "vec4<i32>(7, 7, 7, 7)");
    assert_string_equal(text(x, eval_construct(&x->module, (Span){0}, v4, arg, 3)),
                        "vec4<i32>(7, 8, 9, 6)");
    assert_string_equal(text(x, eval_construct(&x->module, (Span){0}, v4, NULL, 0)),
                        "vec4<i32>(0, 0, 0, 0)");
    const Const *columns[2] = {VEC2(x->f32, 1, 2), VEC2(x->f32, 3, 4)};
    const Type *m2 = type_matrix(t, x->f32, 2, 2);
    assert_string_equal(text(x, eval_construct(&x->module, (Span){0}, m2, columns, 2)),
                        "mat2x2<f32>(vec2<f32>(1.0, 2.0), vec2<f32>(3.0, 4.0))");
    const Const *pair[2] = {number(x, x->ai, 1), number(x, x->ai, 2)};
    const Const *array = eval_construct(&x->module, (Span){0}, type_array(t, x->u32, 2), pair, 2);
    assert_string_equal(text(x, array), "array<u32, 2>(1, 2)");
    assert_int_equal(eval_index(&x->module, (Span){0}, array, 1)->i, 2);
    assert_string_equal(text(x, eval_index(&x->module, (Span){0}, array, 2)),
                        "index 2 is out of range: 'array<u32, 2>' has 2 elements");
}

/* Zeros cost nothing however many; other values are bounded. */
static void huge_values(void **state) {
    Fixture *x = *state;
    TypeTable *t = &x->module.types;
    const Type *row = type_array(t, x->u32, 1000000000), *square = type_array(t, row, 2);
    const Const *zeros[2] = {eval_zero(&x->module, row), eval_zero(&x->module, row)};
    const Const *both = eval_construct(&x->module, (Span){0}, square, zeros, 2);
    assert_non_null(both);
    assert_null(both->element);
    assert_int_equal(const_element(&x->arena, const_element(&x->arena, both, 1), 999999999)->i, 0);
    StructMember member[2] = {{.name = STR("a"), .type = row, .align = 4, .size = row->size},
                              {.name = STR("b"), .type = x->u32, .align = 4, .size = 4}};
    const Type *s = type_struct(t, STR("S"), member, 2, NULL);
    const Const *parts[2] = {zeros[0], number(x, x->u32, 1)};
    assert_string_equal(text(x, eval_construct(&x->module, (Span){0}, s, parts, 2)),
                        "a constant of type 'S' is too large: at most 65536 numbers, unless all "
                        "are zero");
    const Const *minus_zero = number(x, x->f32, -0.0);
    const Const *v =
        eval_construct(&x->module, (Span){0}, type_vector(t, x->f32, 2), &minus_zero, 1);
    assert_true(const_element(&x->arena, v, 0)->i == minus_zero->i);
}

/* ---- builtins ---- */

static void numeric_builtins(void **state) {
    Fixture *x = *state;
    assert_string_equal(call_f32(x, BUILTIN_sqrt, 1, 4, 0, 0), "2.0");
    assert_string_equal(call_f32(x, BUILTIN_sqrt, 1, -1, 0, 0), "'sqrt(-1.0)' is not a number");
    assert_string_equal(call_f32(x, BUILTIN_log, 1, 0, 0, 0),
                        "'log(0.0)' cannot be represented as 'f32'");
    assert_string_equal(call_f32(x, BUILTIN_exp, 1, 100, 0, 0),
                        "'exp(100.0)' cannot be represented as 'f32'");
    assert_string_equal(call1(x, BUILTIN_exp, x->af, number(x, x->af, 0)), "1.0");
    assert_string_equal(call_f32(x, BUILTIN_pow, 2, 2, 10, 0), "1024.0");
    assert_string_equal(call_f32(x, BUILTIN_pow, 2, -2, 2, 0),
                        "pow: the base -2.0 is negative (the exponent is 2.0)");
    assert_string_equal(call_f32(x, BUILTIN_clamp, 3, 5, 0, 1), "1.0");
    assert_string_equal(call_f32(x, BUILTIN_clamp, 3, 5, 2, 1),
                        "clamp: the low bound 2.0 is above the high bound 1.0");
    assert_string_equal(call_f32(x, BUILTIN_mix, 3, 2, 4, 0.25), "2.5");
    assert_string_equal(call_f32(x, BUILTIN_smoothstep, 3, 0, 2, 1), "0.5");
    assert_string_equal(call_f32(x, BUILTIN_smoothstep, 3, 1, 1, 1),
                        "smoothstep: the edges 1.0 and 1.0 are equal");
    assert_string_equal(call_f32(x, BUILTIN_step, 2, 1, 1, 0), "1.0");
    assert_string_equal(call_f32(x, BUILTIN_fma, 3, 2, 3, 4), "10.0");
    assert_string_equal(call_f32(x, BUILTIN_round, 1, 2.5, 0, 0), "2.0");
    assert_string_equal(call_f32(x, BUILTIN_sign, 1, -3, 0, 0), "-1.0");
    assert_string_equal(call_f32(x, BUILTIN_saturate, 1, 3, 0, 0), "1.0");
    assert_string_equal(call_f32(x, BUILTIN_quantizeToF16, 1, 70000, 0, 0),
                        "quantizeToF16: 70000.0 cannot be represented as 'f16'");
    assert_string_equal(call1(x, BUILTIN_abs, x->ai, number(x, x->ai, -5)), "5");
    assert_string_equal(call1(x, BUILTIN_abs, x->u32, number(x, x->u32, 4294967295.0)),
                        "4294967295");
    assert_string_equal(call1(x, BUILTIN_degrees, x->af, number(x, x->af, 3.141592653589793)),
                        "180.0");
}

static void integer_builtins(void **state) {
    Fixture *x = *state;
    assert_string_equal(call1(x, BUILTIN_countLeadingZeros, x->i32, number(x, x->i32, 1)), "31");
    assert_string_equal(call1(x, BUILTIN_firstLeadingBit, x->i32, number(x, x->i32, -1)), "-1");
    assert_string_equal(call1(x, BUILTIN_firstLeadingBit, x->u32, number(x, x->u32, 0)),
                        "4294967295");
    assert_string_equal(call1(x, BUILTIN_reverseBits, x->u32, number(x, x->u32, 1)), "2147483648");
    const Const *field[4] = {VEC2(x->i32, 0xf0, -1), number(x, x->u32, 4), number(x, x->u32, 3)};
    assert_string_equal(text(x, call(x, BUILTIN_extractBits, field[0]->type, 3, field)),
                        "vec2<i32>(-1, -1)");
    field[2] = number(x, x->u32, 29);
    assert_string_equal(text(x, call(x, BUILTIN_extractBits, field[0]->type, 3, field)),
                        "extractBits: offset 4 and count 29 go beyond 32 bits");
    const Const *dots[2] = {VEC3(x->ai, 1, 2, 3), VEC3(x->ai, 4, 5, 6)};
    assert_string_equal(text(x, call(x, BUILTIN_dot, x->ai, 2, dots)), "32");
    const Const *packed[2] = {number(x, x->u32, 0x01020304), number(x, x->u32, 0x01010101)};
    assert_string_equal(text(x, call(x, BUILTIN_dot4U8Packed, x->u32, 2, packed)), "10");
}

static void whole_builtins(void **state) {
    Fixture *x = *state;
    TypeTable *t = &x->module.types;
    const Type *v2 = type_vector(t, x->f32, 2), *v3 = type_vector(t, x->f32, 3);
    assert_string_equal(call1(x, BUILTIN_length, x->f32, VEC2(x->f32, 3, 4)), "5.0");
    assert_string_equal(call1(x, BUILTIN_length, x->f32, number(x, x->f32, -3)), "3.0");
    assert_string_equal(call1(x, BUILTIN_normalize, v2, VEC2(x->f32, 3, 4)), "vec2<f32>(0.6, 0.8)");
    assert_string_equal(call1(x, BUILTIN_normalize, v2, VEC2(x->f32, 0, 0)),
                        "the result of 'normalize' is not a number");
    const Const *two[3] = {VEC3(x->f32, 1, 0, 0), VEC3(x->f32, 0, 1, 0)};
    assert_string_equal(text(x, call(x, BUILTIN_cross, v3, 2, two)), "vec3<f32>(0.0, 0.0, 1.0)");
    const Const *far[2] = {VEC2(x->f32, 1, 1), VEC2(x->f32, 4, 5)};
    assert_string_equal(text(x, call(x, BUILTIN_distance, x->f32, 2, far)), "5.0");
    const Const *mirror[2] = {VEC2(x->f32, 1, -1), VEC2(x->f32, 0, 1)};
    assert_string_equal(text(x, call(x, BUILTIN_reflect, v2, 2, mirror)), "vec2<f32>(1.0, 1.0)");
    const Const *bend[3] = {VEC2(x->f32, 0, -1), VEC2(x->f32, 0, 1), number(x, x->f32, 0.5)};
    assert_string_equal(text(x, call(x, BUILTIN_refract, v2, 3, bend)), "vec2<f32>(0.0, -1.0)");
    const Const *face[3] = {VEC2(x->f32, 1, 2), VEC2(x->f32, 1, 0), VEC2(x->f32, 1, 0)};
    assert_string_equal(text(x, call(x, BUILTIN_faceForward, v2, 3, face)),
                        "vec2<f32>(-1.0, -2.0)");
    const Const *m4 = mat(x, 4, 4, (double[]){2, 0, 0, 1, 0, 3, 0, 0, 0, 0, 4, 0, 1, 0, 0, 5});
    assert_string_equal(call1(x, BUILTIN_determinant, x->f32, m4), "108.0");
    const Const *m3 = mat(x, 3, 3, (double[]){1, 2, 3, 4, 5, 6, 7, 8, 10});
    assert_string_equal(call1(x, BUILTIN_determinant, x->f32, m3), "-3.0");
    const Const *m = mat(x, 2, 3, (double[]){1, 2, 3, 4, 5, 6});
    assert_string_equal(
        call1(x, BUILTIN_transpose, type_matrix(t, x->f32, 3, 2), m),
        "mat3x2<f32>(vec2<f32>(1.0, 4.0), vec2<f32>(2.0, 5.0), vec2<f32>(3.0, 6.0))");
    assert_string_equal(call1(x, BUILTIN_all, x->b, VEC2(x->b, 1, 0)), "false");
    assert_string_equal(call1(x, BUILTIN_any, x->b, VEC2(x->b, 1, 0)), "true");
    const Const *select[3] = {VEC2(x->i32, 1, 2), VEC2(x->i32, 3, 4), VEC2(x->b, 1, 0)};
    assert_string_equal(text(x, call(x, BUILTIN_select, select[0]->type, 3, select)),
                        "vec2<i32>(3, 2)");
    select[2] = number(x, x->b, 1);
    assert_string_equal(text(x, call(x, BUILTIN_select, select[0]->type, 3, select)),
                        "vec2<i32>(3, 4)");
}

static const Type *result_struct(Fixture *x, const Type *first, const Type *second) {
    StructMember member[2] = {{.name = STR("fract"), .type = first},
                              {.name = STR("rest"), .type = second}};
    return type_struct(&x->module.types, STR("R"), member, 2, NULL);
}

static void struct_builtins(void **state) {
    Fixture *x = *state;
    TypeTable *t = &x->module.types;
    const Type *f2 = type_vector(t, x->f32, 2), *i2 = type_vector(t, x->i32, 2);
    const Type *both = result_struct(x, f2, i2), *abstract = result_struct(x, x->af, x->ai);
    assert_string_equal(call1(x, BUILTIN_frexp, both, VEC2(x->f32, 6, -0.25)),
                        "R(vec2<f32>(0.75, -0.5), vec2<i32>(3, -1))");
    assert_string_equal(call1(x, BUILTIN_frexp, abstract, number(x, x->af, 1e300)),
                        "R(0.7466108948025751, 997)");
    assert_string_equal(
        call1(x, BUILTIN_modf, result_struct(x, x->f32, x->f32), number(x, x->f32, -1.5)),
        "R(-0.5, -1.0)");
    const Const *ldexp[2] = {number(x, x->f32, 1), number(x, x->i32, 129)};
    assert_string_equal(text(x, call(x, BUILTIN_ldexp, x->f32, 2, ldexp)),
                        "ldexp: the exponent 129 is too large for 'f32': at most 128");
    ldexp[1] = number(x, x->i32, -149);
    assert_string_equal(text(x, call(x, BUILTIN_ldexp, x->f32, 2, ldexp)), "1e-45");
}

static void packing(void **state) {
    Fixture *x = *state;
    TypeTable *t = &x->module.types;
    const Type *f2 = type_vector(t, x->f32, 2), *f4 = type_vector(t, x->f32, 4);
    const Type *i4 = type_vector(t, x->i32, 4), *h2 = type_vector(t, x->f16, 2);
    const Const *v = VEC4(x->f32, 0, 1, -1, 0.5);
    assert_string_equal(call1(x, BUILTIN_pack4x8snorm, x->u32, v), "1082228480"); /* 40 81 7f 00 */
    assert_string_equal(call1(x, BUILTIN_pack4x8unorm, x->u32, v), "2147548928"); /* 80 00 ff 00 */
    assert_string_equal(call1(x, BUILTIN_pack2x16snorm, x->u32, VEC2(x->f32, 1, -1)), "2147581951");
    assert_string_equal(call1(x, BUILTIN_pack2x16unorm, x->u32, VEC2(x->f32, 1, 5)), "4294967295");
    assert_string_equal(call1(x, BUILTIN_pack2x16float, x->u32, VEC2(x->f32, 1, -2)),
                        "3221240832"); /* c000 3c00 */
    assert_string_equal(call1(x, BUILTIN_pack2x16float, x->u32, VEC2(x->f32, 1, 1e6)),
                        "pack2x16float: 1000000.0 cannot be represented as 'f16'");
    assert_string_equal(call1(x, BUILTIN_pack4xI8, x->u32, VEC4(x->i32, 1, -1, 128, 2)),
                        "42008321"); /* 02 80 ff 01 */
    assert_string_equal(call1(x, BUILTIN_pack4xI8Clamp, x->u32, VEC4(x->i32, 1, -1, 128, 2)),
                        "41942785"); /* 02 7f ff 01 */
    assert_string_equal(call1(x, BUILTIN_pack4xU8Clamp, x->u32, VEC4(x->u32, 1, 300, 128, 2)),
                        "42008321");
    assert_string_equal(call1(x, BUILTIN_unpack4x8snorm, f4, number(x, x->u32, 0x407f8180)),
                        "vec4<f32>(-1.0, -1.0, 1.0, 0.503937)");
    assert_string_equal(call1(x, BUILTIN_unpack2x16unorm, f2, number(x, x->u32, 0x0000ffff)),
                        "vec2<f32>(1.0, 0.0)");
    assert_string_equal(call1(x, BUILTIN_unpack2x16float, f2, number(x, x->u32, 0xc0003c00)),
                        "vec2<f32>(1.0, -2.0)");
    assert_string_equal(call1(x, BUILTIN_unpack2x16float, f2, number(x, x->u32, 0x7c00)),
                        "the result of 'unpack2x16float' cannot be represented as 'vec2<f32>'");
    assert_string_equal(call1(x, BUILTIN_unpack4xI8, i4, number(x, x->u32, 0x0280ff01)),
                        "vec4<i32>(1, -1, -128, 2)");
    assert_string_equal(call1(x, BUILTIN_bitcast, x->f32, number(x, x->u32, 0x40490fdb)),
                        "3.1415927");
    assert_string_equal(call1(x, BUILTIN_bitcast, x->f32, number(x, x->u32, 0x7fc00000)),
                        "the result of 'bitcast' is not a number");
    assert_string_equal(call1(x, BUILTIN_bitcast, x->u32, number(x, x->i32, -1)), "4294967295");
    assert_string_equal(call1(x, BUILTIN_bitcast, h2, number(x, x->u32, 0xc0003c00)),
                        "vec2<f16>(1.0, -2.0)");
    assert_string_equal(call1(x, BUILTIN_bitcast, x->i32, VEC2(x->f16, 1, -2)), "-1073726464");
    assert_string_equal(
        call1(x, BUILTIN_bitcast, type_vector(t, x->u32, 2), VEC4(x->f16, 1, -2, 0, 1)),
        "vec2<u32>(3221240832, 1006632960)");
    assert_string_equal(call1(x, BUILTIN_bitcast, x->u32, number(x, x->ai, 4294967295.0)),
                        "4294967295");
}

static void not_const(void **state) {
    Fixture *x = *state;
    assert_null(call(x, BUILTIN_workgroupBarrier, x->f32, 0, NULL));
    assert_int_equal(x->diags.errors, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(abstract_integers, setup, teardown),
        cmocka_unit_test_setup_teardown(concrete_integers, setup, teardown),
        cmocka_unit_test_setup_teardown(floats, setup, teardown),
        cmocka_unit_test_setup_teardown(vectors_and_matrices, setup, teardown),
        cmocka_unit_test_setup_teardown(known_early, setup, teardown),
        cmocka_unit_test_setup_teardown(conversions, setup, teardown),
        cmocka_unit_test_setup_teardown(constructors, setup, teardown),
        cmocka_unit_test_setup_teardown(huge_values, setup, teardown),
        cmocka_unit_test_setup_teardown(numeric_builtins, setup, teardown),
        cmocka_unit_test_setup_teardown(integer_builtins, setup, teardown),
        cmocka_unit_test_setup_teardown(whole_builtins, setup, teardown),
        cmocka_unit_test_setup_teardown(struct_builtins, setup, teardown),
        cmocka_unit_test_setup_teardown(packing, setup, teardown),
        cmocka_unit_test_setup_teardown(not_const, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
