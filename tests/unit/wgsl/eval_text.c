/* Const-expressions as shaders write them: their values, and what is wrong with others. */
#include "wgsl/eval.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>

static void print(Arena *a, StrBuf *b, const Const *v) {
    if (!v->elements) {
        strbuf_add(b, eval_scalar_text(a, eval_scalar(v)));
        return;
    }
    for (uint32_t i = 0; i < v->elements; i++) {
        strbuf_add(b, i ? STR(", ") : STR("("));
        print(a, b, const_element(a, v, i));
    }
    strbuf_addc(b, ')');
}

/* The value of `const x = EXPRESSION;`, or the first error's message. */
static Str value_text(Arena *a, const char *expression) {
    StrBuf text = {.arena = a}, result = {.arena = a};
    strbuf_addf(&text, "enable f16; const one = 1; struct S { a: i32, b: vec2<f32> } const x = %s;",
                expression);
    Source source;
    DiagList diags = {.arena = a};
    source_init(&source, a, STR("test.wgsl"), strbuf_str(&text));
    Module m = {.arena = a, .source = &source, .diags = &diags};
    types_init(&m.types, a);
    wgsl_parse(&m);
    wgsl_resolve(&m);
    wgsl_typecheck(&m);
    if (diags.errors)
        return diags.at.at[0]->message;
    const Const *v = m.decls.at[m.decls.len - 1]->value;
    assert_non_null(v);
    print(a, &result, v);
    return strbuf_str(&result);
}

typedef struct Case {
    const char *expression, *result;
} Case;

/* "~words": a message that has these words in it. */
static bool is_wanted(Str got, const char *wanted) {
    return wanted[0] == '~' ? strstr(got.at, wanted + 1) != NULL : str_is(got, wanted);
}

static void check(const Case *cases, uint32_t count) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; i++) {
        Arena arena = {0};
        Str got = value_text(&arena, cases[i].expression);
        if (!is_wanted(got, cases[i].result)) {
            print_error("%s: %.*s, not %s\n", cases[i].expression, STR_ARG(got), cases[i].result);
            wrong++;
        }
        arena_free(&arena);
    }
    assert_int_equal(wrong, 0);
}
#define CHECK(cases) check(cases, sizeof(cases) / sizeof *(cases))

static void arithmetic(void **state) {
    (void)state;
    static const Case cases[] = {
        {"1 + 2 * 3", "7"},
        {"-5 % 3", "-2"},
        {"7 / 2", "3"},
        {"7 / 2.0", "3.5"},
        {"0x1ffffffff / 8", "1073741823"},
        {"0x1ffffffff / 8u", "8589934591 cannot be represented as 'u32'"},
        {"(1 - 2) + 1u", "-1 cannot be represented as 'u32'"},
        {"-2147483648", "-2147483648"},
        {"-1 * i32(-2147483648)", "-2147483648"},
        {"2147483647i + 1i", "-2147483648"},
        {"9223372036854775807 + 1",
         "'9223372036854775807 + 1' cannot be represented as 'abstract-int'"},
        {"1u - 2u", "4294967295"},
        {"5 / 0", "'5 / 0' divides by zero"},
        {"5u % 0u", "'5 % 0' divides by zero"},
        {"1.0 / 0.0", "'1.0 / 0.0' divides by zero"},
        {"1e308 * 10.0", "'1e+308 * 10.0' cannot be represented as 'abstract-float'"},
        {"1e38f * 10", "'1e+38 * 10.0' cannot be represented as 'f32'"},
        {"1h / 3", "0.3333"},
        {"1f / 3", "0.33333334"},
        {"1 << 31u", "2147483648"},
        {"1i << 31u", "'1 << 31' cannot be represented as 'i32'"},
        {"1u << 32u", "a shift by 32 is out of range: the shifted number has 32 bits"},
        {"-8 >> 1u", "-4"},
        {"~0u", "4294967295"},
        {"~5", "-6"},
        {"!true", "false"},
        {"5 > 3 && 2 <= 2", "true"},
        {"false && (1 / 0 == 0)", "false"},
        {"true || (1 / 0 == 0)", "true"},
        {"true && (1 / 0 == 0)", "'1 / 0' divides by zero"},
        {"(6 & 3) | 8", "10"},
        {"vec2(1, 2) * 3", "(3, 6)"},
        {"3u - vec2(1, 2)", "(2, 1)"},
        {"vec3(1, 2, 3) == vec3(1, 0, 3)", "(true, false, true)"},
        {"mat2x2(1, 2, 3, 4) * vec2(1, 1)", "(4.0, 6.0)"},
        {"vec2(1, 1) * mat2x2(1, 2, 3, 4)", "(3.0, 7.0)"},
        {"mat2x2(1, 2, 3, 4) * mat2x2(0, 1, 1, 0)", "((3.0, 4.0), (1.0, 2.0))"},
        {"2 * mat2x2(1, 2, 3, 4)", "((2.0, 4.0), (6.0, 8.0))"},
        {"one + 0.5", "1.5"},
    };
    CHECK(cases);
}

static void values(void **state) {
    (void)state;
    static const Case cases[] = {
        {"vec3f()", "(0.0, 0.0, 0.0)"},
        {"vec4(vec2(1, 2), 3, 4.5)", "(1.0, 2.0, 3.0, 4.5)"},
        {"vec2<i32>(vec2(1.9, -1.9))", "(1, -1)"},
        {"vec3<u32>(7)", "(7, 7, 7)"},
        {"i32(3.99f)", "3"},
        {"u32(-1.0f)", "0"},
        {"u32(1e20f)", "4294967040"},
        {"i32(1e20f)", "2147483520"},
        {"i32(4294967295u)", "-1"},
        {"i32(2147483648)", "2147483648 cannot be represented as 'i32'"},
        {"u32(4 * 1000 * 1000 * 1000)", "4000000000"},
        {"f16(65505)", "65505 cannot be represented as 'f16'"},
        {"bool(2)", "true"},
        {"f32(true)", "1.0"},
        {"array(1, 2.5, 3)[1]", "2.5"},
        {"array<u32, 3>(1, 2, 3)", "(1, 2, 3)"},
        {"array<u32, 3>()[2]", "0"},
        {"array(1, 2)[2]", "~index 2 is out of range"},
        {"vec3(1, 2, 3)[3]", "~index 3 is out of range"},
        {"vec3(1, 2, 3).zyx", "(3, 2, 1)"},
        {"vec3(1, 2, 3).y", "2"},
        {"S(1, vec2(2, 3))", "(1, (2.0, 3.0))"},
        {"S(1, vec2(2, 3)).b.y", "3.0"},
        {"mat2x3(1, 2, 3, 4, 5, 6)[1]", "(4.0, 5.0, 6.0)"},
        {"array<array<u32, 10000>, 10000>()[7][9999]", "0"},
    };
    CHECK(cases);
}

/* A call, or more, of every const builtin. */
static void builtins(void **state) {
    (void)state;
    static const Case cases[] = {
        {"bitcast<f32>(0x3f800000u)", "1.0"},
        {"bitcast<u32>(-1)", "-1 cannot be represented as 'u32'"},
        {"bitcast<vec2<f16>>(0x40003c00u)", "(1.0, 2.0)"},
        {"all(vec2(true, false))", "false"},
        {"any(vec2(true, false))", "true"},
        {"select(1, 2.5, true)", "2.5"},
        {"select(vec2(1, 2), vec2(3, 4), vec2(true, false))", "(3, 2)"},
        {"abs(-5)", "5"},
        {"acos(1.0)", "0.0"},
        {"acosh(1)", "0.0"},
        {"acos(2)", "'acos(2.0)' is not a number"},
        {"asin(0.0)", "0.0"},
        {"asinh(0.0)", "0.0"},
        {"atan(0.0)", "0.0"},
        {"atanh(0.0)", "0.0"},
        {"atanh(1.0)", "'atanh(1.0)' cannot be represented as 'abstract-float'"},
        {"atan2(0.0, 1.0)", "0.0"},
        {"ceil(1.5)", "2.0"},
        {"clamp(7, 1, 5)", "5"},
        {"clamp(1u, 2, 1)", "~clamp"},
        {"cos(0.0)", "1.0"},
        {"cosh(0.0)", "1.0"},
        {"countLeadingZeros(1u)", "31"},
        {"countOneBits(7)", "3"},
        {"countTrailingZeros(8)", "3"},
        {"cross(vec3(1, 0, 0), vec3(0, 1, 0))", "(0.0, 0.0, 1.0)"},
        {"degrees(3.14159265358979323846f)", "180.0"},
        {"determinant(mat2x2(1, 2, 3, 4))", "-2.0"},
        {"distance(vec2(1, 1), vec2(4, 5))", "5.0"},
        {"dot(vec2(1, 2), vec2(3, 4))", "11"},
        {"dot4U8Packed(0x01020304u, 0x01010101u)", "10"},
        {"dot4I8Packed(0xffu, 2u)", "-2"},
        {"exp(0.0)", "1.0"},
        {"exp2(10f)", "1024.0"},
        {"extractBits(0xf0u, 4, 4)", "15"},
        {"extractBits(0xf0u, 30, 4)", "~extractBits"},
        {"faceForward(vec2(1, 2), vec2(1, 0), vec2(-1, 0))", "(1.0, 2.0)"},
        {"firstLeadingBit(8)", "3"},
        {"firstTrailingBit(8u)", "3"},
        {"floor(-1.5)", "-2.0"},
        {"fma(2.0, 3.0, 4.0)", "10.0"},
        {"fract(-1.25)", "0.75"},
        {"frexp(6.0)", "(0.75, 3)"},
        {"frexp(vec2(6f, 1f)).exp", "(3, 1)"},
        {"insertBits(0u, 0xffu, 4, 8)", "4080"},
        {"inverseSqrt(4.0)", "0.5"},
        {"inverseSqrt(0f)", "'inverseSqrt(0.0)' cannot be represented as 'f32'"},
        {"ldexp(0.75, 3)", "6.0"},
        {"ldexp(1f, 129)", "~ldexp"},
        {"length(vec2(3, 4))", "5.0"},
        {"log(1.0)", "0.0"},
        {"log2(32)", "5.0"},
        {"max(1, 2.5)", "2.5"},
        {"min(vec2(1, 5), vec2(3, 4))", "(1, 4)"},
        {"mix(2.0, 4.0, 0.25)", "2.5"},
        {"mix(vec2(0, 1), vec2(1, 2), 0.5)", "(0.5, 1.5)"},
        {"modf(-1.5)", "(-0.5, -1.0)"},
        {"normalize(vec2(3f, 4f))", "(0.6, 0.8)"},
        {"pow(2.0, 10.0)", "1024.0"},
        {"quantizeToF16(0.1)", "0.099975586"},
        {"radians(180f)", "3.1415927"},
        {"reflect(vec2(1, -1), vec2(0, 1))", "(1.0, 1.0)"},
        {"refract(vec2(0, -1), vec2(0, 1), 0.5)", "(0.0, -1.0)"},
        {"reverseBits(1u)", "2147483648"},
        {"round(2.5)", "2.0"},
        {"saturate(2.5)", "1.0"},
        {"sign(-3)", "-1"},
        {"sin(0.0)", "0.0"},
        {"sinh(0.0)", "0.0"},
        {"smoothstep(0.0, 2.0, 1.0)", "0.5"},
        {"sqrt(16)", "4.0"},
        {"step(1.0, 0.5)", "0.0"},
        {"tan(0.0)", "0.0"},
        {"tanh(0.0)", "0.0"},
        {"transpose(mat2x2(1, 2, 3, 4))", "((1.0, 3.0), (2.0, 4.0))"},
        {"trunc(-1.5)", "-1.0"},
        {"pack4x8snorm(vec4(1, -1, 0, 0))", "33151"},
        {"pack4x8unorm(vec4(1, 0, 0, 0))", "255"},
        {"pack4xI8(vec4(-1, 0, 0, 0))", "255"},
        {"pack4xU8(vec4(257, 0, 0, 0))", "1"},
        {"pack4xI8Clamp(vec4(500, 0, 0, 0))", "127"},
        {"pack4xU8Clamp(vec4(500, 0, 0, 0))", "255"},
        {"pack2x16snorm(vec2(1, 0))", "32767"},
        {"pack2x16unorm(vec2(1, 0))", "65535"},
        {"pack2x16float(vec2(1, 0))", "15360"},
        {"unpack4x8snorm(127)", "(1.0, 0.0, 0.0, 0.0)"},
        {"unpack4x8unorm(255)", "(1.0, 0.0, 0.0, 0.0)"},
        {"unpack4xI8(255)", "(-1, 0, 0, 0)"},
        {"unpack4xU8(255)", "(255, 0, 0, 0)"},
        {"unpack2x16snorm(32767)", "(1.0, 0.0)"},
        {"unpack2x16unorm(65535)", "(1.0, 0.0)"},
        {"unpack2x16float(15360)", "(1.0, 0.0)"},
    };
    CHECK(cases);
    for (uint32_t b = 1; b < BUILTIN_COUNT; b++) {
        bool called = !(builtin_info[b].flags & BF_CONST);
        size_t n = strlen(builtin_info[b].name);
        for (uint32_t i = 0; i < sizeof cases / sizeof *cases && !called; i++)
            called = strncmp(cases[i].expression, builtin_info[b].name, n) == 0;
        if (!called)
            fail_msg("no case calls %s", builtin_info[b].name);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(values),
        cmocka_unit_test(builtins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
