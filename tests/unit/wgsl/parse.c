/* The parser on right shaders: the trees it builds. */
#include "messages.h"
#include "tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct Case {
    const char *text, *tree;
} Case;

static void check(const Case *cases, uint32_t count) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; i++) {
        Arena arena = {0};
        Module *m = messages_module(&arena, str_from_c(cases[i].text), PARSE_ONLY);
        StrBuf out = {.arena = &arena};
        tree_module(&out, m);
        Str errors = messages_text(&arena, m);
        if (errors.len || !str_is(strbuf_str(&out), cases[i].tree)) {
            print_error("---- text:\n%s\n---- tree:\n%.*s%.*s\n---- wanted:\n%s\n", cases[i].text,
                        STR_ARG(out), STR_ARG(errors), cases[i].tree);
            wrong++;
        }
        arena_free(&arena);
    }
    assert_int_equal(wrong, 0);
}
#define CHECK(cases) check((cases), sizeof(cases) / sizeof((cases)[0]))

static void directives(void **state) {
    (void)state;
    static const Case cases[] = {
        {"", ""},
        {";;", ""},
        {"enable f16, subgroups,; requires a; diagnostic(off, a.b,);",
         "enable(f16 subgroups)\nrequires(a)\ndiagnostic(off a.b)\n"},
    };
    CHECK(cases);
}

static void declarations(void **state) {
    (void)state;
    static const Case cases[] = {
        {"const a = 1; override b: f32; @id(7) override c = 2;",
         "const a = 1\noverride b: f32\n@id(7) override c = 2\n"},
        {"@group(0) @binding(1) var<storage, read_write> b: array<atomic<u32>>;",
         "@group(0) @binding(1) var<storage read_write> b: array<atomic<u32>>\n"},
        {"var<private> x = 1; var y: i32;", "var<private> x = 1\nvar y: i32\n"},
        {"struct S { @align(16) a: f32, b: mat2x2f, }",
         "struct S (@align(16) a: f32, b: mat2x2f)\n"},
        {"alias A = vec3<f32>; const_assert 1 < 2;", "alias A: vec3<f32>\nconst_assert (< 1 2)\n"},
        {"@compute @workgroup_size(8, 4) fn main(@builtin(global_invocation_id) id: vec3u,) {}",
         "@compute @workgroup_size(8 4) fn main (@builtin(global_invocation_id) id: vec3u)\n"},
        {"@vertex fn v() -> @builtin(position) vec4f { return vec4f(); }",
         "@vertex fn v () -> @builtin(position) vec4f\n  return vec4f()\n"},
        {"@fragment fn f(@location(0) @interpolate(flat, either) x: u32) { discard; }",
         "@fragment fn f (@location(0) @interpolate(flat either) x: u32)\n  discard\n"},
        {"@must_use @diagnostic(off, a.b) fn f(p: ptr<function, i32>) -> i32 { return *p; }",
         "@must_use @diagnostic(off a.b) fn f (p: ptr<function i32>) -> i32\n  return (* p)\n"},
    };
    CHECK(cases);
}

static void statements(void **state) {
    (void)state;
    static const Case cases[] = {
        {"fn f() { var a = 1; let b: i32 = 2; const c = 3; var d: u32; }",
         "fn f ()\n  var a = 1\n  let b: i32 = 2\n  const c = 3\n  var d: u32\n"},
        {"fn f() { a = 1; a += 1; a -= 1; a *= 1; a /= 1; a %= 1; a &= 1; a |= 1; a ^= 1; a <<= 1; "
         "a >>= 1; }",
         "fn f ()\n  a = 1\n  a += 1\n  a -= 1\n  a *= 1\n  a /= 1\n  a %= 1\n  a &= 1\n  a |= 1\n"
         "  a ^= 1\n  a <<= 1\n  a >>= 1\n"},
        {"fn f() { _ = g(); *p = 1; (*p).x[2]++; a--; &*a = 3; g(1, 2,); v<i32>(3); ; {} }",
         "fn f ()\n  _ = g()\n  (* p) = 1\n  ++ (* p).x[2]\n  -- a\n  (& (* a)) = 3\n"
         "  call g(1 2)\n  call v<i32>(3)\n  block\n"},
        {"fn f() { if a {} else if (b) { return; } else { return 1; } }",
         "fn f ()\n  if a\n    then\n      block\n    else\n      if b\n        then\n          "
         "block\n"
         "            return\n        else\n          block\n            return 1\n"},
        {"fn f() { switch a { case 1, 2: { break; } case 3, default {} } switch (b) { default: {} "
         "} }",
         "fn f ()\n  switch a\n    case(1 2)\n      block\n        break\n    case(3 default) "
         "default\n"
         "      block\n  switch b\n    case() default\n      block\n"},
        {"fn f() { loop { if a { continue; } continuing { i++; break if i > 3; } } }",
         "fn f ()\n  loop break if (> i 3)\n    body\n      block\n        if a\n          then\n"
         "            block\n              continue\n    continuing\n      block\n        ++ i\n"},
        {"fn f() { for (;;) { break; } for (var i = 0; i < 3; i++) {} while a { } for (g(); ; h()) "
         "{} }",
         "fn f ()\n  for\n    body\n      block\n        break\n  for (< i 3)\n    init\n"
         "      var i = 0\n    body\n      block\n    update\n      ++ i\n  while a\n    body\n"
         "      block\n  for\n    init\n      call g()\n    body\n      block\n    update\n"
         "      call h()\n"},
        {"fn f() { @diagnostic(off, a) if a @diagnostic(off, b) {} }",
         "fn f ()\n  @diagnostic(off a) if a\n    then\n      @diagnostic(off b) block\n"},
        {"fn f() { const_assert a; switch a @diagnostic(off, b) { default {} } }",
         "fn f ()\n  const_assert a\n  switch a @diagnostic(off b) \n    case() default\n      "
         "block\n"},
        {"fn f() @diagnostic(off, c) { loop @diagnostic(off, a) { break; continuing "
         "@diagnostic(off, b)"
         " {} } }",
         "fn f ()\n  loop\n    body\n      @diagnostic(off a) block\n        break\n    "
         "continuing\n"
         "      @diagnostic(off b) block\n"},
    };
    CHECK(cases);
}

/* `const x = EXPRESSION;` each, with the tree of the expression. */
static void check_expressions(const Case *cases, uint32_t count) {
    Arena arena = {0};
    Case *whole = arena_array(&arena, Case, count);
    for (uint32_t i = 0; i < count; i++)
        whole[i] = (Case){str_format(&arena, "const x = %s;", cases[i].text).at,
                          str_format(&arena, "const x = %s\n", cases[i].tree).at};
    check(whole, count);
    arena_free(&arena);
}
#define CHECK_EXPRESSIONS(cases) check_expressions((cases), sizeof(cases) / sizeof((cases)[0]))

static void operators(void **state) {
    (void)state;
    static const Case cases[] = {
        {"a + b * c - d", "(- (+ a (* b c)) d)"},
        {"(a + b) * c % d / e", "(/ (% (* (+ a b) c) d) e)"},
        {"a << 2u", "(<< a 2u)"},
        {"-a << !b", "(<< (- a) (! b))"},
        {"a + 1 < b - 2", "(< (+ a 1) (- b 2))"},
        {"a << 1 == b >> 2", "(== (<< a 1) (>> b 2))"},
        {"a < b && c >= d && e != f", "(&& (&& (< a b) (>= c d)) (!= e f))"},
        {"a || b || c", "(|| (|| a b) c)"},
        {"(a && b) || c", "(|| (&& a b) c)"},
        {"a & b & -c", "(& (& a b) (- c))"},
        {"a ^ (b | c)", "(^ a (| b c))"},
        {"- - a", "(- (- a))"},
        {"a--b", "(- a (- b))"},
        {"a - --b", "(- a (- (- b)))"},
        {"!~a", "(! (~ a))"},
        {"*&a", "(* (& a))"},
        {"a[1].x.yz[b]", "a[1].x.yz[b]"},
        {"f(a)[0].x + g()", "(+ f(a)[0].x g())"},
        {"-a.x", "(- a.x)"},
        {"a > b", "(> a b)"},
        {"a /* /* nested */ comment */ + // b\n c", "(+ a c)"},
        {"a\xc2\x85+\xe2\x80\xa8"
         "b\xe2\x80\x8e",
         "(+ a b)"},
        {"\xce\x94\xce\xad\xce\xbb\xcf\x84\xce\xb1 + _x1",
         "(+ \xce\x94\xce\xad\xce\xbb\xcf\x84\xce\xb1 _x1)"},
    };
    CHECK_EXPRESSIONS(cases);
}

/* The examples of the specification's "Template Lists", and their neighbours. */
static void template_lists(void **state) {
    (void)state;
    static const Case cases[] = {
        {"array<vec4<f32>>()", "array<vec4<f32>>()"},
        {"A ( B < C, D > ( E ) )", "A(B<C D>(E))"},
        {"array<i32,select(2,3,a>b)>()", "array<i32 select(2 3 (> a b))>()"},
        {"A<B<<C>()", "A<(<< B C)>()"},
        {"A<B<=C>()", "A<(<= B C)>()"},
        {"A<(B>=C)>()", "A<(>= B C)>()"},
        {"A<(B!=C)>()", "A<(!= B C)>()"},
        {"A<(B==C)>()", "A<(== B C)>()"},
        {"a<b || c>d", "(|| (< a b) (> c d))"},
        {"a<b && c>d", "(&& (< a b) (> c d))"},
        {"vec3<f32,>(1)", "vec3<f32>(1)"},
        {"a < b", "(< a b)"},
        {"a <= b", "(<= a b)"},
        {"f(a < b, 1 <= c, d > e)", "f((< a b) (<= 1 c) (> d e))"},
        {"a[b < c] > d", "(> a[(< b c)] d)"},
        {"(a < b) > c", "(> (< a b) c)"},
        {"1 < a", "(< 1 a)"},
        {"array<f32, 2 + 1>(1) == b", "(== array<f32 (+ 2 1)>(1) b)"},
        {"vec2<f32>(1)>=vec2<f32>(2)", "(>= vec2<f32>(1) vec2<f32>(2))"},
        {"array<array<i32, 2>, 3>()", "array<array<i32 2> 3>()"},
        {"true < a", "(< true a)"},
    };
    CHECK_EXPRESSIONS(cases);
}

static void numbers(void **state) {
    (void)state;
    static const Case cases[] = {
        {"0", "0"},
        {"0u", "0u"},
        {"2147483647i", "2147483647i"},
        {"4294967295u", "4294967295u"},
        {"9223372036854775807", "9223372036854775807"},
        {"0x7fffffffffffffff", "9223372036854775807"},
        {"0XfFu", "255u"},
        {"0x1f", "31"},
        {"1f", "1f"},
        {"0h", "0h"},
        {"1.", "1."},
        {".5", "0.5."},
        {"01.50", "1.5."},
        {"1e3", "1000."},
        {"1E-3f", "0.00100000005f"},
        {"0.e+4f", "0f"},
        {"0.1f", "0.100000001f"},
        {"0.1h", "0.099976h"},
        {"65504h", "65504h"},
        {"65519.0h", "65504h"},
        {"3.4028234e38f", "3.40282347e+38f"},
        {"1e-45f", "1.40129846e-45f"},
        {"1e-50f", "0f"},
        {"1.7976931348623157e308", "1.7976931348623157e+308."},
        {"4.9406564584124654e-324", "4.9406564584124654e-324."},
        {"1e-400", "0."},
        {"0.1", "0.10000000000000001."},
        {"123456789012345678901234567890.0", "1.2345678901234568e+29."},
        {"9007199254740993.0", "9007199254740992."},
        {"9007199254740995.0", "9007199254740996."},
        {"16777217.0f", "16777216f"},
        /* a double would round this to a tie, and the tie to even */
        {"1.000488281250000001h", "1.001h"},
        {"1.00048828125h", "1h"},
        {"0x1p4", "16."},
        {"0x1P+4f", "16f"},
        {"0xa.fp+2", "43.75."},
        {"0X.3", "0.1875."},
        {"0x1.8", "1.5."},
        {"0x1.fffffep127f", "3.40282347e+38f"},
        {"0x1p-149f", "1.40129846e-45f"},
        {"0x3.2p+2h", "12.5h"},
        {"0x1.00000000000008p0", "1."},
        {"0x1.000000000000080000001p0", "1.0000000000000002."},
    };
    CHECK_EXPRESSIONS(cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directives),     cmocka_unit_test(declarations),
        cmocka_unit_test(statements),     cmocka_unit_test(operators),
        cmocka_unit_test(template_lists), cmocka_unit_test(numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
