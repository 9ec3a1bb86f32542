/* Calls: of functions here; of builtins and of types as constructors in files of their own. */
#include "wgsl/check.h"

bool check_arguments(Checker *c, Expr *e) {
    bool ok = true;
    for (uint32_t i = 0; i < e->args.len; i++)
        ok &= check_value(c, e->args.at[i])->kind != TYPE_ERROR;
    return ok;
}

EvalStage check_arguments_stage(const Expr *e) {
    EvalStage stage = STAGE_CONST;
    for (uint32_t i = 0; i < e->args.len; i++) {
        if (e->args.at[i]->stage > stage)
            stage = e->args.at[i]->stage;
    }
    return stage;
}

const Const *const *check_argument_values(Checker *c, const Expr *e) {
    const Const **values = arena_array(c->a, const Const *, e->args.len + 1);
    for (uint32_t i = 0; i < e->args.len; i++) {
        values[i] = e->args.at[i]->value;
        if (!values[i])
            return NULL;
    }
    return values;
}

static bool right_count(Checker *c, Expr *e, const Decl *f) {
    if (e->args.len == f->params.len)
        return true;
    Diag *d = error(c->diags, CODE_BAD_CALL, e->span, "'%.*s' takes %u argument%s, not %u",
                    STR_ARG(f->name), f->params.len, f->params.len == 1 ? "" : "s", e->args.len);
    diag_note(c->diags, d, f->name_span, "'%.*s' is declared here", STR_ARG(f->name));
    return false;
}

static void pass_argument(Checker *c, Expr *arg, const Decl *f, const Decl *param, uint32_t i) {
    if (!param->type)
        return;
    check_needs(c, arg, param->type, "argument %u of '%.*s'", i + 1, STR_ARG(f->name));
}

static void check_function_call(Checker *c, Expr *e, Decl *f) {
    e->call_kind = CALL_FUNCTION;
    e->function = f;
    check_arguments(c, e);
    if (f->stage != SHADER_NONE) {
        Diag *d = error(c->diags, CODE_BAD_CALL, e->span, "entry point '%.*s' cannot be called",
                        STR_ARG(f->name));
        diag_note(c->diags, d, f->name_span, "it is declared here");
    }
    if (!f->type || !right_count(c, e, f)) {
        check_failed(c, e);
        return;
    }
    for (uint32_t i = 0; i < e->args.len; i++)
        pass_argument(c, e->args.at[i], f, f->params.at[i], i);
    e->type = f->type;
    e->stage = STAGE_RUNTIME;
}

static void not_callable(Checker *c, Expr *e) {
    Expr *callee = e->left;
    check_arguments(c, e);
    if (callee->kind != EXPR_IDENT || callee->ident_kind != IDENT_UNRESOLVED)
        error(c->diags, CODE_BAD_CALL, callee->span, "only functions and types can be called");
    check_failed(c, e);
}

void check_call(Checker *c, Expr *e) {
    Expr *callee = e->left;
    if (check_is_type(callee)) {
        check_construct(c, e);
    } else if (callee->kind == EXPR_IDENT && callee->ident_kind == IDENT_BUILTIN) {
        check_builtin_call(c, e);
    } else if (callee->kind == EXPR_IDENT && callee->ident_kind == IDENT_DECL &&
               callee->decl->kind == DECL_FUNCTION) {
        if (callee->ident.has_template)
            error(c->diags, CODE_BAD_CALL, callee->span, "'%.*s' takes no template arguments",
                  STR_ARG(callee->ident.name));
        check_function_call(c, e, callee->decl);
    } else {
        not_callable(c, e);
    }
}
