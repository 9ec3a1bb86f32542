/* What the checker leaves in the tree for the passes behind it. */
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
    Module *m = verdict_module(&arena, str_from_c(text));
    if (m->diags->errors)
        fail_msg("%.*s: %.*s", STR_ARG(verdict_of(&arena, m)),
                 STR_ARG(m->diags->at.at[0]->message));
    return m;
}

static Decl *named(const Module *m, const char *name) {
    for (uint32_t i = 0; i < m->decls.len; i++) {
        if (str_is(m->decls.at[i]->name, name))
            return m->decls.at[i];
    }
    fail_msg("no %s", name);
    return NULL;
}

/* Statement i of the module's function f. */
static Stmt *statement(const Module *m, uint32_t i) {
    return named(m, "f")->body->list.at[i];
}

static void assert_types(const Expr *e, const char *type, const char *final) {
    if (!str_is(e->type->name, type) || !str_is(e->final->name, final))
        fail_msg("'%.*s' taken as '%.*s', not '%s' as '%s'", STR_ARG(e->type->name),
                 STR_ARG(e->final->name), type, final);
}

/* A load stands where type is a reference and final is not. */
static void loads(void **state) {
    (void)state;
    const Module *m = module("fn f() { var a = vec3f(); let b = a; a.y = a[1]; let p = &a; "
                             "let c = p.xy; a += b; let d = a.zx; }");
    Expr *b = statement(m, 1)->decl->init;
    assert_types(b, "ref<function, vec3<f32>, read_write>", "vec3<f32>");
    const Stmt *assign = statement(m, 2);
    assert_types(assign->left, "ref<function, f32, read_write>", "ref<function, f32, read_write>");
    assert_types(assign->left->left, "ref<function, vec3<f32>, read_write>",
                 "ref<function, vec3<f32>, read_write>");
    assert_int_equal(assign->left->swizzle_len, 1);
    assert_int_equal(assign->left->swizzle[0], 1);
    assert_types(assign->right, "ref<function, f32, read_write>", "f32");
    assert_types(assign->right->right, "abstract-int", "i32");
    const Expr *c = statement(m, 4)->decl->init;
    assert_types(c, "vec2<f32>", "vec2<f32>");
    assert_types(c->left, "ptr<function, vec3<f32>, read_write>",
                 "ptr<function, vec3<f32>, read_write>");
    const Stmt *add = statement(m, 5);
    assert_types(add->left, "ref<function, vec3<f32>, read_write>",
                 "ref<function, vec3<f32>, read_write>");
    const Expr *d = statement(m, 6)->decl->init;
    assert_types(d->left, "ref<function, vec3<f32>, read_write>", "vec3<f32>");
    assert_int_equal(d->swizzle_len, 2);
    assert_int_equal(d->swizzle[0], 2);
}

/* Values follow `final`, wherever a conversion has been. */
static void constants(void **state) {
    (void)state;
    const Module *m = module("const n = 3; fn f(x: f32) { let a = x + n; let b = n * 2; "
                             "let c: u32 = n + 1; let d = select(1, 2, x > 0); _ = vec2(x, n); }");
    const Expr *a = statement(m, 0)->decl->init;
    assert_int_equal(a->stage, STAGE_RUNTIME);
    assert_null(a->value);
    assert_types(a->right, "abstract-int", "f32");
    assert_true(a->right->value->f == 3 && a->right->value->type == a->right->final);
    const Decl *b = statement(m, 1)->decl;
    assert_types(b->init, "abstract-int", "i32");
    assert_int_equal(b->init->value->i, 6);
    assert_int_equal(b->value->i, 6);
    assert_types(statement(m, 2)->decl->init, "abstract-int", "u32");
    const Expr *d = statement(m, 3)->decl->init;
    assert_types(d, "i32", "i32");
    assert_types(d->args.at[0], "abstract-int", "i32");
    assert_types(d->args.at[2]->right, "abstract-int", "f32");
    const Expr *v = statement(m, 4)->right;
    assert_types(v, "vec2<f32>", "vec2<f32>");
    assert_types(v->args.at[1], "abstract-int", "f32");
}

static void stages(void **state) {
    (void)state;
    const Module *m = module("override o = 2; const c = 1; fn g() -> i32 { return 1; } fn f() {"
                             "_ = c + 1; _ = o + c; _ = g(); let l = 1; _ = l; }");
    assert_int_equal(statement(m, 0)->right->stage, STAGE_CONST);
    assert_int_equal(statement(m, 1)->right->stage, STAGE_OVERRIDE);
    assert_null(statement(m, 1)->right->value);
    assert_int_equal(statement(m, 2)->right->stage, STAGE_RUNTIME);
    assert_int_equal(statement(m, 4)->right->stage, STAGE_RUNTIME);
}

static void calls(void **state) {
    (void)state;
    const Module *m = module("struct S { a: i32, b: f32 } fn g(x: f32) {} fn f(i: i32) {"
                             "g(1); _ = max(i, 2); _ = S(i, 2); _ = f32(i); _ = vec3f(1, 2, 3); "
                             "_ = vec2u(vec2i(i)); _ = S(1, 2).b; }");
    const Expr *g = statement(m, 0)->call;
    assert_int_equal(g->call_kind, CALL_FUNCTION);
    assert_ptr_equal(g->function, named(m, "g"));
    assert_types(g->args.at[0], "abstract-int", "f32");
    assert_int_equal(statement(m, 1)->right->call_kind, CALL_BUILTIN);
    assert_int_equal(statement(m, 1)->right->builtin, BUILTIN_max);
    const Expr *s = statement(m, 2)->right;
    assert_int_equal(s->call_kind, CALL_CONSTRUCT);
    assert_ptr_equal(s->left->denoted, named(m, "S")->type);
    assert_int_equal(statement(m, 3)->right->call_kind, CALL_CONVERT);
    assert_int_equal(statement(m, 4)->right->call_kind, CALL_CONSTRUCT);
    assert_int_equal(statement(m, 5)->right->call_kind, CALL_CONVERT);
    const Expr *member = statement(m, 6)->right;
    assert_int_equal(member->member_index, 1);
    assert_int_equal(member->swizzle_len, 0);
    assert_true(member->value->f == 2);
}

static void declarations(void **state) {
    (void)state;
    const Module *m = module(
        "@group(2) @binding(3) var<storage, read_write> s: array<u32>; var<workgroup> w: u32;\n"
        "@id(9) override o: u32; @must_use fn u() -> i32 { return 1; }\n"
        "@compute @workgroup_size(8, o) fn f(@builtin(local_invocation_index) i: u32) { s[i] = w; "
        "}");
    const Decl *s = named(m, "s"), *w = named(m, "w"), *o = named(m, "o"), *f = named(m, "f");
    assert_true(s->has_binding && s->group == 2 && s->binding == 3);
    assert_int_equal(s->space, SPACE_STORAGE);
    assert_int_equal(s->access, ACCESS_READ_WRITE);
    assert_int_equal(w->space, SPACE_WORKGROUP);
    assert_true(o->has_id && o->id == 9);
    assert_true(named(m, "u")->must_use);
    assert_int_equal(f->stage, SHADER_COMPUTE);
    assert_int_equal(f->workgroup_size[0]->value->i, 8);
    assert_int_equal(f->workgroup_size[1]->stage, STAGE_OVERRIDE);
    assert_null(f->workgroup_size[2]);
    assert_int_equal(f->params.at[0]->builtin_value, BUILTIN_VALUE_LOCAL_INVOCATION_INDEX);
    assert_true(f->type == m->types.void_type);
}

static void array_sizes_by_override(void **state) {
    (void)state;
    const Module *m = module("override n = 4; var<workgroup> a: array<u32, n>; var<workgroup> b: "
                             "array<u32, n>; var<workgroup> c: array<u32, n * 1>;\n"
                             "var<workgroup> d: array<u32, (n)>;");
    assert_ptr_equal(named(m, "a")->type, named(m, "b")->type);
    assert_ptr_not_equal(named(m, "a")->type, named(m, "c")->type);
    assert_ptr_not_equal(named(m, "a")->type, named(m, "d")->type);
    assert_true(str_is(named(m, "c")->type->name, "array<u32, n * 1>"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(loads, teardown),
        cmocka_unit_test_teardown(constants, teardown),
        cmocka_unit_test_teardown(stages, teardown),
        cmocka_unit_test_teardown(calls, teardown),
        cmocka_unit_test_teardown(declarations, teardown),
        cmocka_unit_test_teardown(array_sizes_by_override, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
