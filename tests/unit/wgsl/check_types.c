/* Types, variables, structs and layouts as declarations write them. */
#include "verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void type_expressions(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"alias A = array<vec3<f32>, 4>; alias B = mat4x3f; alias C = vec2<A>;", "1:66 bad-type"},
        {"alias A = vec3;", "1:11 bad-type"},
        {"alias A = vec3<f32, f32>;", "1:11 bad-type"},
        {"alias A = i32<f32>;", "1:11 bad-type"},
        {"alias A = mat2x2<i32>;", "1:18 bad-type"},
        {"alias A = atomic<f32>;", "1:18 bad-type"},
        {"alias A = array<sampler>;", "1:17 bad-type"},
        {"alias A = array<array<u32>, 2>;", "1:17 bad-type"},
        {"alias A = ptr<function, i32, read>;", "1:30 bad-address-space"},
        {"alias A = ptr<storage, i32, write>;", "1:29 bad-address-space"},
        {"alias A = ptr<uniform, array<u32>>;", "1:24 bad-address-space"},
        {"alias A = ptr<storage, atomic<u32>>;", "1:24 bad-address-space"},
        {"alias A = ptr<read, i32>;", "1:15 bad-type"},
        {"alias A = texture_2d<f16>;", "1:22 not-enabled"},
        {"alias A = texture_2d<bool>;", "1:22 bad-type"},
        {"alias A = texture_storage_2d<rgba8unorm, write>;", ""},
        {"alias A = texture_storage_2d<rgba9unorm, write>;", "1:30 unresolved-identifier"},
        {"alias A = texture_storage_2d<read, write>;", "1:30 bad-type"},
        {"alias A = vec3h;", "1:11 not-enabled"},
        {"enable f16; alias A = array<mat2x2h, 3>;", ""},
        {"const n = 4; alias A = array<i32, n - 1>; const x: A = array(1, 2, 3);", ""},
        {"alias A = array<i32, 0>;", "1:22 out-of-range"},
        {"alias A = array<i32, 2.0>;", "1:22 bad-type"},
        {"override n = 4; var<workgroup> w: array<i32, n>; var<private> p: array<i32, n>;",
         "1:66 bad-address-space"},
        {"override n = 4; alias A = array<array<i32, n>, 2>;", "1:33 bad-type"},
        {"fn f() {} alias A = f;", "1:21 bad-type"},
    };
    VERDICT_CHECK(IN_MODULE, cases);
}

static void variables(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"var<private> a: i32 = 3; var<private> b = vec3(1.0); var<workgroup> c: array<bool, 3>;",
         ""},
        {"var a: i32;", "1:5 bad-address-space"},
        {"var<function> a: i32;", "1:5 bad-address-space"},
        {"var<private> a;", "1:14 bad-type"},
        {"var<private> a: atomic<u32>;", "1:17 bad-address-space"},
        {"var<workgroup> a: u32 = 3;", "1:25 bad-address-space"},
        {"var<workgroup> a: array<u32>;", "1:19 bad-address-space"},
        {"var<private, read> a: u32;", "1:14 bad-address-space"},
        {"@group(0) @binding(0) var<storage, write> a: u32;", "1:36 bad-address-space"},
        {"@group(0) @binding(0) var<storage> a: atomic<u32>;", "1:39 bad-address-space"},
        {"@group(0) @binding(0) var<storage> a: array<bool>;", "1:39 bad-address-space"},
        {"@group(0) @binding(0) var<uniform> a: array<vec4f>;", "1:39 bad-address-space"},
        {"@group(0) @binding(0) var<storage, read_write> a: array<atomic<i32>>;", ""},
        {"@group(0) var<storage> a: u32;", "1:24 bad-attribute"},
        {"var<storage> a: u32;", "1:14 bad-attribute"},
        {"@group(0) @binding(0) var<private> a: u32;", "1:1 bad-attribute"},
        {"@group(-1) @binding(0) var<storage> a: u32;", "1:8 out-of-range"},
        {"override o = 1; @group(o) @binding(0) var<storage> a: u32;", "1:24 not-const"},
        {"var<private> a: i32 = b; var<private> b = 1;", "1:23 not-const"},
        {"override o = 1; var<private> a: i32 = o;", ""},
        {"var<private> a: i32 = 1.5;", "1:23 type-mismatch"},
        {"var<private> a: u32 = -1;", "1:23 const-eval"},
        {"@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler;", ""},
        {"@group(0) @binding(0) var<private> t: texture_2d<f32>;", "1:39 bad-address-space"},
        {"var<private> a: array<u32, 40000>;", "1:14 limit"},
        {"fn f() { var a: array<u32, 20000>; var b: array<u32, 20000>; }", "1:40 limit"},
        {"fn f() { var<private> a: u32; }", "1:14 bad-address-space"},
        {"fn f() { var<function> a: u32; var b = 1; var c = &b; }", "1:47 bad-address-space"},
    };
    VERDICT_CHECK(IN_MODULE, cases);
}

static void values(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"const a = 1; const b: f32 = a; const c: u32 = a; const d = a / 2.0;", ""},
        {"const a: i32 = 1u;", "1:16 type-mismatch"},
        {"const a = 1 / 0; const b = a; const c = array<i32, a>();", "1:11 const-eval"},
        {"override a: u32; override b = a * 2; @id(7) override c = true;", ""},
        {"override a;", "1:10 bad-type"},
        {"override a: vec2f;", "1:13 bad-type"},
        {"override a = 1; const b = a;", "1:27 not-const"},
        {"@id(1) override a = 1; @id(1) override b = 2;", "1:24 bad-attribute"},
        {"@id(65536) override a = 1;", "1:5 out-of-range"},
        {"@id(1) const a = 1;", "1:1 bad-attribute"},
        {"const_assert 1 < 2; const_assert 2 < 1;", "1:34 assertion-failed"},
        {"override a = 1; const_assert a == 1;", "1:30 not-const"},
        {"const_assert 1;", "1:14 type-mismatch"},
        {"const a = 1; const a = 2;", "1:20 redeclared"},
        {"const a = vec3(1, 2, 3).w;", "1:25 bad-member"},
    };
    VERDICT_CHECK(IN_MODULE, cases);
}

static void structs(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"struct S { @align(16) a: f32, @size(32) b: vec3f, c: array<u32> }", ""},
        {"struct S { a: i32, a: f32 }", "1:20 redeclared"},
        {"struct S { a: array<u32>, b: u32 }", "1:15 bad-type"},
        {"struct S { a: sampler }", "1:15 bad-type"},
        {"struct S { a: ptr<function, i32> }", "1:15 bad-type"},
        {"struct S { a: array<u32> } struct T { s: S }", "1:42 bad-type"},
        {"struct S { @align(3) a: f32 }", "1:12 bad-layout"},
        {"struct S { @align(8) a: vec4f }", "1:12 bad-layout"},
        {"struct S { @size(8) a: vec4f }", "1:12 bad-layout"},
        {"struct S { @size(0) a: f32 }", "1:18 out-of-range"},
        {"struct S { @size(16) a: array<u32> }", "1:12 bad-layout"},
        {"struct S { @group(0) a: f32 }", "1:12 bad-attribute"},
        {"struct S { @align(16) @align(16) a: f32 }", "1:23 bad-attribute"},
        {"struct S { @algin(16) a: f32 }", "1:13 bad-attribute"},
        {"struct S { s: T } struct T { s: S }", "1:8 cycle"},
        {"struct S { s: i32 } alias T = S; const t = T(1).s;", ""},
    };
    VERDICT_CHECK(IN_MODULE, cases);
}

/* The rules of the uniform space: arrays and structs at multiples of 16. */
static void uniform_layout(void **state) {
    (void)state;
    static const char frame[] = "struct E { x: f32 }\n%s\n@group(0) @binding(0) var<uniform> u: S;";
    static const VerdictCase cases[] = {
        {"struct S { a: vec4f, b: array<vec4f, 4>, c: mat4x4f }", ""},
        {"struct S { a: array<f32, 4> }", "2:39 warning bad-layout"},
        {"struct S { a: array<vec2f, 4> }", "2:39 warning bad-layout"},
        {"struct S { a: E, b: f32 }", "2:39 warning bad-layout"},
        {"struct S { a: E, @align(16) b: f32 }", ""},
        {"struct S { a: f32, b: E }", "2:39 warning bad-layout"},
        {"struct S { a: f32, @align(16) b: E }", ""},
        {"struct S { a: array<E, 2> }", "2:39 warning bad-layout"},
        {"struct T { a: array<f32, 4> } struct S { t: array<vec4f, 2>, @align(16) u: T }",
         "2:39 warning bad-layout"},
    };
    VERDICT_CHECK(frame, cases);
    static const char required[] = "requires uniform_buffer_standard_layout;\n"
                                   "struct E { x: f32 }\n%s\n"
                                   "@group(0) @binding(0) var<uniform> u: S;";
    static const VerdictCase meant[] = {{"struct S { a: array<f32, 4>, b: E, c: f32 }", ""}};
    VERDICT_CHECK(required, meant);
}

/* A module of `count` parts, between two ends; `#` in a part is its number, `$` that
 * of the one before. */
static Str repeated(Arena *a, const char *before, const char *part, int count, const char *after) {
    StrBuf b = {.arena = a};
    strbuf_addf(&b, "%s", before);
    for (int i = 1; i <= count; i++) {
        for (const char *p = part; *p; p++) {
            if (*p == '#')
                strbuf_addf(&b, "%d", i);
            else if (*p == '$')
                strbuf_addf(&b, "%d", i - 1);
            else
                strbuf_addc(&b, *p);
        }
    }
    strbuf_addf(&b, "%s", after);
    return strbuf_str(&b);
}

/* The same module, once with as many parts as there may be and once with one more. */
static void limits_by_count(void **state) {
    (void)state;
    static const struct {
        const char *before, *part, *after;
        int most;
        const char *verdict; /* of one more */
    } cases[] = {
        {"alias A0 = i32;", "alias A# = array<A$, 1>;", "", 255, "1:6951 limit"},
        {"struct S0 { a: i32 }", "struct S# { a: S$ }", "\n", 254, "1:5652 limit"},
        {"struct S {", "m#: i32,", "}", 16383, "1:8 limit"},
        {"fn f(", "p#: i32,", ") {}", 255, "1:2448 limit"},
        {"fn f(x: i32) { switch x { default {} case ", "#,", "{} } }", 16382, "1:23 limit"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Arena a = {0};
        Str most = repeated(&a, cases[i].before, cases[i].part, cases[i].most, cases[i].after);
        Str got = verdict_of(&a, verdict_module(&a, most));
        if (got.len)
            fail_msg("%zu: %.*s", i, STR_ARG(got));
        Str more = repeated(&a, cases[i].before, cases[i].part, cases[i].most + 1, cases[i].after);
        got = verdict_of(&a, verdict_module(&a, more));
        if (!str_is(got, cases[i].verdict))
            fail_msg("%zu: %.*s, not %s", i, STR_ARG(got), cases[i].verdict);
        arena_free(&a);
    }
}

static void limits(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"alias A = array<array<u32, 65536>, 65536>;", "1:11 limit"},
        {"alias A = array<array<u32, 65536>, 4096>;", ""},
    };
    VERDICT_CHECK(IN_MODULE, cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(type_expressions), cmocka_unit_test(variables),
        cmocka_unit_test(values),           cmocka_unit_test(structs),
        cmocka_unit_test(uniform_layout),   cmocka_unit_test(limits),
        cmocka_unit_test(limits_by_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
