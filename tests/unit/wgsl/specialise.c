/* Specialisation: the choice of the entry point, the values of overrides, what depends on them,
 * and every way in which it can fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

#include "lang/codes.h"
#include "wgsl/eval.h"

typedef struct Fixture {
    Arena arena;
    Source source;
    DiagList diags;
    Module *module;
    Specialisation *s;
} Fixture;

static int setup(void **state) {
    *state = calloc(1, sizeof(Fixture));
    return 0;
}

static int teardown(void **state) {
    Fixture *x = *state;
    arena_free(&x->arena);
    free(x);
    return 0;
}

/* Compiles a right module, then specialises it. */
static Specialisation *specialise_with(Fixture *x, const char *text, const char *entry,
                                       const OverrideValue *values, uint32_t count) {
    arena_free(&x->arena);
    x->diags = (DiagList){.arena = &x->arena};
    source_init(&x->source, &x->arena, STR("test.wgsl"), str_from_c(text));
    x->module = wgsl_compile(&x->arena, &x->source, &x->diags);
    if (x->diags.errors) {
        StrBuf b = {.arena = &x->arena};
        diag_render_all(&b, &x->source, &x->diags, false);
        fail_msg("%s", b.at);
    }
    x->s = wgsl_specialise(x->module, str_from_c(entry), values, count);
    assert_int_equal(x->s == NULL, x->diags.errors != 0);
    return x->s;
}

static Specialisation *specialise(Fixture *x, const char *text) {
    return specialise_with(x, text, "", NULL, 0);
}

static Specialisation *set(Fixture *x, const char *text, const char *name, double value) {
    OverrideValue v = {str_from_c(name), value};
    return specialise_with(x, text, "", &v, 1);
}

static void expect_error(const Fixture *x, Code code, const char *words) {
    assert_null(x->s);
    assert_int_equal(x->diags.errors, 1);
    const Diag *d = x->diags.at.at[x->diags.at.len - 1];
    assert_string_equal(d->code, code_name(code));
    if (!strstr(d->message.at, words))
        fail_msg("'%s' lacks '%s'", d->message.at, words);
}

static const Const *override_value(const Fixture *x, const char *name) {
    for (uint32_t i = 0; i < x->module->overrides.len; i++)
        if (str_is(x->module->overrides.at[i]->name, name))
            return x->s->override_value[i];
    fail_msg("no override %s", name);
    return NULL;
}

#define MAIN "@compute @workgroup_size(1) fn main() "

/* ---- the entry point ---- */

static void entry_points(void **state) {
    Fixture *x = *state;
    assert_non_null(specialise(x, MAIN "{}"));
    assert_true(str_is(x->s->entry->name, "main"));
    specialise(x, "fn f() {}");
    expect_error(x, CODE_NO_ENTRY_POINT, "no compute entry point");
    specialise(x, "@fragment fn f() {}");
    expect_error(x, CODE_NO_ENTRY_POINT, "no compute entry point");
    assert_int_equal(x->diags.at.at[0]->notes.len, 1);
    static const char two[] = "@compute @workgroup_size(1) fn a() {}"
                              "@compute @workgroup_size(2) fn b() {} @fragment fn f() {}";
    specialise(x, two);
    expect_error(x, CODE_NO_ENTRY_POINT, "several compute entry points");
    assert_int_equal(x->diags.at.at[0]->notes.len, 3);
    assert_non_null(specialise_with(x, two, "b", NULL, 0));
    assert_int_equal(x->s->workgroup_size[0], 2);
    specialise_with(x, two, "c", NULL, 0);
    expect_error(x, CODE_NO_ENTRY_POINT, "no entry point 'c'");
    specialise_with(x, two, "f", NULL, 0);
    expect_error(x, CODE_NO_ENTRY_POINT, "'f' is a fragment entry point");
}

static void reach(void **state) {
    Fixture *x = *state;
    assert_non_null(specialise(x,
                               "var<private> a: i32; var<private> b: i32; var<private> c: i32;"
                               "fn low() { a = 1; } fn other() { c = 1; } fn high() { low(); }" MAIN
                               "{ high(); b = 2; }"));
    assert_int_equal(x->s->functions.len, 3);
    assert_true(str_is(x->s->functions.at[0]->name, "low"));
    assert_true(str_is(x->s->functions.at[1]->name, "high"));
    assert_true(x->s->functions.at[2] == x->s->entry);
    assert_int_equal(x->s->variables.len, 2);
    assert_true(str_is(x->s->variables.at[0]->name, "a"));
    assert_true(str_is(x->s->variables.at[1]->name, "b"));
}

/* ---- overrides ---- */

static void override_values(void **state) {
    Fixture *x = *state;
    static const char text[] =
        "override n: u32 = 4; override half = f32(n) / 2; override unused: i32;"
        "@id(7) override flag = true; override both = flag && n > 3;" MAIN
        "{ _ = half; _ = both; }";
    assert_non_null(specialise(x, text));
    assert_int_equal(override_value(x, "n")->i, 4);
    assert_true(override_value(x, "half")->f == 2);
    assert_true(override_value(x, "both")->b);
    assert_null(override_value(x, "unused"));
    assert_non_null(set(x, text, "n", 9));
    assert_true(override_value(x, "half")->f == 4.5);
    assert_non_null(set(x, text, "7", 0));
    assert_false(override_value(x, "both")->b);
    assert_non_null(set(x, text, "half", 0.1));
    assert_true(override_value(x, "half")->f == 0.1f);
    set(x, text, "hallf", 1);
    expect_error(x, CODE_BAD_OVERRIDE, "no override 'hallf'");
    assert_string_equal(x->diags.at.at[0]->notes.at[0].message.at, "did you mean 'half'?");
    set(x, text, "n", -1);
    expect_error(x, CODE_BAD_OVERRIDE, "-1 cannot be represented as 'u32'");
    assert_non_null(set(x, text, "n", 2.9));
    assert_int_equal(override_value(x, "n")->i, 2);
    set(x, text, "half", 1e39);
    expect_error(x, CODE_BAD_OVERRIDE, "cannot be represented as 'f32'");
    OverrideValue twice[2] = {{STR("n"), 1}, {STR("n"), 0}};
    specialise_with(x, text, "", twice, 2);
    expect_error(x, CODE_BAD_OVERRIDE, "given twice");
    /* What has an id has no name to the outside. */
    set(x, text, "flag", 1);
    expect_error(x, CODE_BAD_OVERRIDE, "no override 'flag'");
    assert_string_equal(x->diags.at.at[0]->notes.at[0].message.at, "'flag' is set by its id, '7'");
    set(x, text, "07", 1);
    expect_error(x, CODE_BAD_OVERRIDE, "no override '07'");
    specialise(x, "override n: u32;" MAIN "{ _ = n; }");
    expect_error(x, CODE_BAD_OVERRIDE, "override 'n' has no value");
}

/* An initialiser is evaluated only when it is needed. */
static void override_expressions(void **state) {
    Fixture *x = *state;
    static const char text[] = "override a = 0; override b = 1 / a;" MAIN "{ _ = b; }";
    specialise(x, text);
    expect_error(x, CODE_CONST_EVAL, "'1 / 0' divides by zero");
    assert_non_null(set(x, text, "a", 1));
    assert_non_null(set(x, text, "b", 1));
    assert_non_null(specialise(x, "override a = 0; override b = 1 / a;" MAIN "{}"));
    static const char guarded[] =
        "override a = 0; override b = a != 0 && 1 / a == 1;" MAIN "{ _ = b; }";
    assert_non_null(specialise(x, guarded));
    assert_false(override_value(x, "b")->b);
    static const char kinds[] =
        "struct S { a: vec3<f32>, b: i32 } override n = 3; override m = vec3<f32>(f32(n)).zy.x +"
        " S(vec3<f32>(1, 2, f32(n)), -n).a.z + array<f32, 3>(1, 2, 3)[n - 1] + sqrt(f32(n + 1)) +"
        " f32(S(vec3<f32>(), ~n).b) + select(0f, 1f, !(n == 2)) + clamp(f32(n), 0, 2);" MAIN
        "{ _ = m; }";
    assert_non_null(specialise(x, kinds));
    assert_true(override_value(x, "m")->f == 3 + 3 + 3 + 2 - 4 + 1 + 2);
    set(x, kinds, "n", 4);
    expect_error(x, CODE_OUT_OF_RANGE, "index 3 is out of range");
}

/* A chain as long as a shader can make it is no recursion. */
static void long_chain(void **state) {
    Fixture *x = *state;
    Arena a = {0};
    StrBuf b = {.arena = &a};
    strbuf_addf(&b, "override a0 = 1;");
    for (int i = 1; i < 5000; i++)
        strbuf_addf(&b, "override a%d = a%d + 1;", i, i - 1);
    strbuf_addf(&b, MAIN "{ _ = a4999; }");
    assert_non_null(specialise(x, b.at));
    assert_int_equal(override_value(x, "a4999")->i, 5000);
    arena_free(&a);
}

/* ---- what depends on overrides ---- */

static void workgroup_sizes(void **state) {
    Fixture *x = *state;
    static const char text[] = "override n: u32 = 8; override m = 1u;"
                               "@compute @workgroup_size(n, m * 2, 3) fn main() {}";
    assert_non_null(specialise(x, text));
    assert_int_equal(x->s->workgroup_size[0], 8);
    assert_int_equal(x->s->workgroup_size[1], 2);
    assert_int_equal(x->s->workgroup_size[2], 3);
    set(x, text, "n", 0);
    expect_error(x, CODE_OUT_OF_RANGE, "workgroup size x is 0");
    set(x, "override n = 1; @compute @workgroup_size(1, n * 2) fn main() {}", "n", -1);
    expect_error(x, CODE_OUT_OF_RANGE, "workgroup size y is -2");
    set(x, text, "n", 171);
    expect_error(x, CODE_LIMIT, "171 x 2 x 3 has 1026 invocations: the limit is 1024");
    assert_non_null(set(x, text, "n", 170));
    specialise(x, "@compute @workgroup_size(1, 1, 65) fn main() {}");
    expect_error(x, CODE_LIMIT, "workgroup size z is 65: the limit is 64");
}

static void workgroup_memory(void **state) {
    Fixture *x = *state;
    static const char text[] =
        "override n: u32 = 16; var<workgroup> tile: array<array<f32, 17>, n>;"
        "var<workgroup> flag: bool;" MAIN "{ tile[3][5] = 1; flag = true; let p = &tile; }";
    assert_non_null(specialise(x, text));
    const Type *t = wgsl_concrete_type(x->module, x->s, x->s->variables.at[0]->type);
    assert_string_equal(t->name.at, "array<array<f32, 17>, 16>");
    assert_int_equal(t->size, 16 * 17 * 4);
    const Type *p = type_pointer(&x->module->types, SPACE_WORKGROUP, x->s->variables.at[0]->type,
                                 ACCESS_READ_WRITE);
    assert_true(wgsl_concrete_type(x->module, x->s, p)->element == t);
    assert_true(wgsl_concrete_type(x->module, x->s, x->module->types.f32) == x->module->types.f32);
    set(x, text, "n", 0);
    expect_error(x, CODE_OUT_OF_RANGE, "an array of 0 elements");
    assert_non_null(set(x, text, "n", 963)); /* 963 * 68 + 16 <= 65536 */
    set(x, text, "n", 964);
    expect_error(x, CODE_LIMIT, "take 65568 bytes: the limit is 65536");
    assert_int_equal(x->diags.at.at[0]->notes.len, 2);
    set(x, text, "n", 4294967295.0);
    expect_error(x, CODE_LIMIT, "the limit is 65536");
    set(x, text, "n", 3);
    expect_error(x, CODE_OUT_OF_RANGE, "index 3 is out of range");
}

/* Inside functions: what is computed of overrides alone, and operands that are overrides. */
static void function_bodies(void **state) {
    Fixture *x = *state;
    static const char text[] =
        "override n = 1; override go = true; override k = 0u;"
        "fn f(v: i32) -> i32 { if go && v > 0 { return v / n; } return 0; }"
        "fn unused() -> i32 { return 1 / n; }" MAIN
        "{ var a = array<i32, 4>(); for (var i = 0; i < 4; i++) { a[k] += f(i) << k; }"
        "  switch a[0] { case 0: { a[1] %= n; } default: { _ = 5 / n; } }"
        "  _ = clamp(a[2], n, 3); }";
    assert_non_null(specialise(x, text));
    set(x, text, "n", 4);
    expect_error(x, CODE_OUT_OF_RANGE, "the low bound 4 is above the high bound 3");
    set(x, text, "k", 4);
    expect_error(x, CODE_OUT_OF_RANGE, "index 4 is out of range");
    set(x, text, "k", 32);
    assert_int_equal(x->diags.errors, 2);
    set(x, text, "n", 0);
    assert_int_equal(x->diags.errors, 3); /* v / n, %= n, 5 / n: not in the unused function */
    static const char guarded[] =
        "override n = 0;" MAIN "{ var v = 1; if n != 0 && v / n > 1 { v = 2; } }";
    assert_non_null(specialise(x, guarded));
    static const char initialiser[] = "override n = 0; var<private> p = 1 / n;" MAIN "{ _ = p; }";
    specialise(x, initialiser);
    expect_error(x, CODE_CONST_EVAL, "'1 / 0' divides by zero");
}

static void evaluation(void **state) {
    Fixture *x = *state;
    static const char text[] =
        "override n = 3; const c = 2 + 3; var<private> v = c;" MAIN "{ v = n * 2 + c; }";
    assert_non_null(specialise(x, text));
    const Expr *right = x->s->entry->body->list.at[0]->right;
    assert_int_equal(wgsl_evaluate(x->module, x->s, right)->i, 11);
    assert_int_equal(wgsl_evaluate(x->module, NULL, x->s->variables.at[0]->init)->i, 5);
    assert_null(wgsl_evaluate(x->module, NULL, right));
    assert_null(wgsl_evaluate(x->module, x->s, x->s->entry->body->list.at[0]->left));
    assert_int_equal(x->diags.errors, 2);
    assert_string_equal(x->diags.at.at[1]->code, code_name(CODE_NOT_CONST));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(entry_points),         TEST(reach),           TEST(override_values),
        TEST(override_expressions), TEST(long_chain),      TEST(workgroup_sizes),
        TEST(workgroup_memory),     TEST(function_bodies), TEST(evaluation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
