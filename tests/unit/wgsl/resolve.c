/* Names: scopes, shadowing, order of declarations, cycles, what was meant. */
#include "verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static Arena arena;

static int teardown(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

static Module *module(const char *text) {
    return verdict_module(&arena, str_from_c(text));
}

static void scopes(void **state) {
    (void)state;
    static const VerdictCase cases[] = {
        {"fn f() { let a = 1; { let a = 2.0; let b: f32 = a; } let c: i32 = a; }", ""},
        {"fn f() { { let a = 1; } let b = a; }", "1:33 unresolved-identifier"},
        {"fn f() { let b = a; let a = 1; }", "1:18 unresolved-identifier"},
        {"fn f() { let a = 1; let a = 2; }", "1:25 redeclared"},
        {"const a = 1; fn f() { let b: i32 = a; let a = 2.0; let c: f32 = a; }", ""},
        {"fn f() { for (var i = 0; i < 3; i++) { let a = i; } let b = i; }",
         "1:61 unresolved-identifier"},
        {"fn f() { loop { let a = true; continuing { let b = a; break if a && b; } } }", ""},
        {"fn f() { loop { continuing { let b = true; } } let c = b; }",
         "1:56 unresolved-identifier"},
        {"fn f() { switch 1 { case 1: { let a = 1; } default: { let b = a; } } }",
         "1:63 unresolved-identifier"},
        {"fn f(min: i32) { let a = min + max(1, 2); } fn vec3f() -> i32 { return 1; } const i32 = "
         "2;",
         "1:11 bad-type, 1:59 bad-type"},
        {"const b = a + 1; alias T = U; alias U = array<f32, b>; const a = 2; var<private> v: T;",
         ""},
        {"fn f() { let read = 1; let storage = read; }", ""},
        {"const private = 1; var<private> a: i32;", "1:24 bad-type"},
    };
    VERDICT_CHECK(IN_MODULE, cases);
}

static bool has_note(const Module *m, const char *message) {
    for (uint32_t i = 0; i < m->diags->at.len; i++) {
        const Diag *d = m->diags->at.at[i];
        for (uint32_t k = 0; k < d->notes.len; k++) {
            if (str_is(d->notes.at[k].message, message))
                return true;
        }
    }
    return false;
}

static void what_was_meant(void **state) {
    (void)state;
    assert_true(has_note(module("fn f(count: u32) { let a = cuont; }"), "did you mean 'count'?"));
    assert_true(
        has_note(module("fn f() { workgroupBarier(); }"), "did you mean 'workgroupBarrier'?"));
    assert_true(has_note(module("var<private> a: vec3ff;"), "did you mean 'vec3f'?"));
    assert_true(has_note(module("fn f() { let a = S(1).colour; } struct S { color: i32 }"),
                         "did you mean 'color'?"));
    assert_int_equal(module("fn f() { let a = x; }")->diags->at.at[0]->notes.len, 0);
}

static void cycles_show_their_chain(void **state) {
    (void)state;
    const Module *m = module("const a = b;\nconst b = c + 1;\nconst c = a;\nconst d = a;");
    assert_int_equal(m->diags->errors, 1);
    assert_int_equal(m->diags->at.at[0]->notes.len, 3);
    assert_true(has_note(m, "constant 'a' uses 'b'"));
    assert_true(has_note(m, "constant 'b' uses 'c'"));
    assert_true(has_note(m, "constant 'c' uses 'a'"));
    m = module("struct A { b: B } alias B = array<C, 2>; struct C { a: A }");
    assert_true(str_is(verdict_of(&arena, m), "1:8 cycle"));
    m = module("fn a() { b(); } fn b() { b(); }");
    assert_true(str_is(verdict_of(&arena, m), "1:20 recursion"));
}

/* Cycles and chains as long as a shader likes: no recursion, notes within limits. */
static void long_chains(void **state) {
    (void)state;
    enum { LENGTH = 20000 };
    StrBuf b = {.arena = &arena};
    for (int i = 0; i < LENGTH; i++)
        strbuf_addf(&b, "fn f%d() { f%d(); }\n", i, i + 1);
    strbuf_addf(&b, "fn f%d() { f0(); }\n", LENGTH);
    const Module *m = verdict_module(&arena, strbuf_str(&b));
    assert_int_equal(m->diags->errors, 1);
    assert_in_range(m->diags->at.at[0]->notes.len, 2, 32);
}

static bool is_before(const DeclList *l, const char *first, const char *second) {
    uint32_t i = 0;
    while (!str_is(l->at[i]->name, first))
        i++;
    while (i < l->len && !str_is(l->at[i]->name, second))
        i++;
    return i < l->len;
}

static void order(void **state) {
    (void)state;
    const Module *m = module("@compute @workgroup_size(n) fn main() { a(); v += m; }\n"
                             "fn a() { b(); b(); } fn b() { c = v; }\n"
                             "override n = m + 1; override m = 2;\n"
                             "var<private> v: i32 = m; var<private> c: i32;");
    assert_true(str_is(verdict_of(&arena, m), ""));
    assert_int_equal(m->functions.len, 3);
    assert_true(is_before(&m->functions, "b", "a"));
    assert_true(is_before(&m->functions, "a", "main"));
    assert_true(is_before(&m->overrides, "m", "n"));
    assert_int_equal(m->overrides.at[1]->override_index, 1);
    assert_int_equal(m->entry_points.len, 1);
    assert_int_equal(m->variables.len, 2);
    assert_true(str_is(m->variables.at[0]->name, "v"));
    const Decl *main_function = m->decls.at[0], *a = m->decls.at[1], *b = m->decls.at[2];
    assert_int_equal(a->calls.len, 1);
    assert_ptr_equal(a->calls.at[0], b);
    assert_int_equal(a->uses.len, 0);
    assert_int_equal(b->uses.len, 2);
    assert_int_equal(main_function->uses.len, 3); /* n, v, m */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(scopes, teardown),
        cmocka_unit_test_teardown(what_was_meant, teardown),
        cmocka_unit_test_teardown(cycles_show_their_chain, teardown),
        cmocka_unit_test_teardown(long_chains, teardown),
        cmocka_unit_test_teardown(order, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
