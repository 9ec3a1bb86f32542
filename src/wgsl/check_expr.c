/* Expressions: literals, names, conversions; the other kinds have files of their own. */
#include "wgsl/check.h"

void check_failed(Checker *c, Expr *e) {
    e->type = e->final = c->t->error_type;
    e->stage = STAGE_CONST;
    e->value = NULL;
}

bool check_may_evaluate(const Checker *c, const Expr *e) {
    return e->stage == STAGE_CONST && c->unevaluated == 0 && e->type->kind != TYPE_ERROR;
}

bool check_is_type(const Expr *e) {
    return e->kind == EXPR_IDENT &&
           (e->ident_kind == IDENT_TYPE ||
            (e->ident_kind == IDENT_DECL &&
             (e->decl->kind == DECL_STRUCT || e->decl->kind == DECL_ALIAS)));
}

/* ---- literals ---- */

static void check_literal(Checker *c, Expr *e) {
    TypeTable *t = c->t;
    switch (e->literal.kind) {
    case LITERAL_BOOL: e->type = t->bool_type; break;
    case LITERAL_ABSTRACT_INT: e->type = t->abstract_int; break;
    case LITERAL_I32: e->type = t->i32; break;
    case LITERAL_U32: e->type = t->u32; break;
    case LITERAL_ABSTRACT_FLOAT: e->type = t->abstract_float; break;
    case LITERAL_F32: e->type = t->f32; break;
    case LITERAL_F16: e->type = t->f16; break;
    }
    if (!check_f16(c, e->span, e->type)) {
        check_failed(c, e);
        return;
    }
    e->stage = STAGE_CONST;
    if (e->type == t->bool_type)
        e->value = const_bool(c->a, e->type, e->literal.b);
    else if (type_is_integer(e->type))
        e->value = const_scalar_i(c->a, e->type, e->literal.i);
    else
        e->value = const_scalar_f(c->a, e->type, e->literal.f);
}

/* ---- names ---- */

static void not_a_value(Checker *c, Expr *e, const char *what) {
    Diag *d = error(c->diags, CODE_TYPE_MISMATCH, e->span, "'%.*s' is %s, not a value",
                    STR_ARG(e->ident.name), what);
    if (e->decl)
        diag_note(c->diags, d, e->decl->name_span, "it is declared here");
    check_failed(c, e);
}

static void check_variable(Checker *c, Expr *e, const Decl *d) {
    e->stage = STAGE_RUNTIME;
    if (d->space == SPACE_HANDLE)
        e->type = d->type;
    else
        e->type = type_reference(c->t, d->space, d->type, d->access);
    if (d->space == SPACE_WORKGROUP)
        check_stage_limit(c, IN_COMPUTE, e->span, "a variable in address space 'workgroup'");
    else if (d->space == SPACE_STORAGE && d->access != ACCESS_READ)
        check_stage_limit(c, IN_COMPUTE | IN_FRAGMENT, e->span, "a writable storage buffer");
    else if (d->type->kind == TYPE_TEXTURE && d->type->texture_class == TEXTURE_STORAGE &&
             d->type->access != ACCESS_READ)
        check_stage_limit(c, IN_COMPUTE | IN_FRAGMENT, e->span, "a writable storage texture");
}

static void check_declared(Checker *c, Expr *e) {
    const Decl *d = e->decl;
    switch (d->kind) {
    case DECL_FUNCTION: not_a_value(c, e, "a function"); return;
    case DECL_STRUCT:
    case DECL_ALIAS: not_a_value(c, e, "a type"); return;
    default: break;
    }
    if (!d->type || d->type->kind == TYPE_ERROR) {
        check_failed(c, e);
        return;
    }
    if (e->ident.has_template) {
        error(c->diags, CODE_BAD_TYPE, e->span, "'%.*s' takes no template arguments",
              STR_ARG(e->ident.name));
        check_failed(c, e);
        return;
    }
    e->type = d->type;
    switch (d->kind) {
    case DECL_VAR: check_variable(c, e, d); break;
    case DECL_CONST:
        e->stage = STAGE_CONST;
        e->value = d->value;
        break;
    case DECL_OVERRIDE: e->stage = STAGE_OVERRIDE; break;
    default: e->stage = STAGE_RUNTIME; break;
    }
}

static void check_ident(Checker *c, Expr *e) {
    switch (e->ident_kind) {
    case IDENT_UNRESOLVED: check_failed(c, e); return;
    case IDENT_DECL: check_declared(c, e); return;
    case IDENT_TYPE: not_a_value(c, e, "a type"); return;
    case IDENT_BUILTIN: not_a_value(c, e, "a builtin function"); return;
    case IDENT_ENUMERANT: not_a_value(c, e, "an enumerant"); return;
    }
}

/* ---- any expression ---- */

void check_expr(Checker *c, Expr *e) {
    switch (e->kind) {
    case EXPR_LITERAL: check_literal(c, e); break;
    case EXPR_IDENT: check_ident(c, e); break;
    case EXPR_UNARY: check_unary(c, e); break;
    case EXPR_BINARY: check_binary(c, e); break;
    case EXPR_CALL: check_call(c, e); break;
    case EXPR_INDEX: check_index(c, e); break;
    case EXPR_MEMBER: check_member(c, e); break;
    }
    /* What should have a value and has none has been reported. */
    if (e->type->kind == TYPE_ERROR || (check_may_evaluate(c, e) && !e->value))
        check_failed(c, e);
    e->final = e->type;
}

static bool is_loadable(Checker *c, const Expr *e, const Type *store) {
    if (type_is_constructible(store))
        return true;
    error(c->diags, CODE_TYPE_MISMATCH, e->span,
          "a value of type '%.*s' cannot be read as a whole%s", STR_ARG(store->name),
          store->kind == TYPE_ATOMIC ? ", only by atomicLoad and the like" : "");
    return false;
}

const Type *check_value(Checker *c, Expr *e) {
    check_expr(c, e);
    if (e->type->kind == TYPE_VOID) {
        error(c->diags, CODE_TYPE_MISMATCH, e->span, "a function without a result has no value");
        check_failed(c, e);
    }
    if (e->type->kind == TYPE_REFERENCE) {
        const Type *store = e->type->element;
        if (is_loadable(c, e, store))
            e->final = store;
        else
            check_failed(c, e);
    }
    return e->final;
}

bool check_convert(Checker *c, Expr *e, const Type *to) {
    if (e->final == to || e->final->kind == TYPE_ERROR || to->kind == TYPE_ERROR)
        return true;
    if (conversion_rank(e->final, to) < 0)
        return false;
    e->final = to;
    if (e->value && c->unevaluated && !eval_fits(e->value, to)) {
        e->value = eval_zero(c->m, to); /* any will do, since nothing reads it */
    } else if (e->value) {
        e->value = eval_convert(c->m, e->span, e->value, to);
        if (!e->value)
            check_failed(c, e);
    }
    return true;
}

const Type *check_concrete(Checker *c, Expr *e) {
    const Type *t = check_value(c, e);
    check_convert(c, e, concretise(c->t, t));
    return e->final;
}

bool check_needs(Checker *c, Expr *e, const Type *to, const char *format, ...) {
    if (check_convert(c, e, to))
        return e->final->kind != TYPE_ERROR;
    va_list ap;
    va_start(ap, format);
    Str what = str_vformat(c->a, format, ap);
    va_end(ap);
    error(c->diags, CODE_TYPE_MISMATCH, e->span, "%.*s must be '%.*s', not '%.*s'", STR_ARG(what),
          STR_ARG(to->name), STR_ARG(e->final->name));
    return false;
}

bool check_integer_const(Checker *c, Expr *e, const char *what, int64_t *value) {
    const Type *t = check_concrete(c, e);
    if (t->kind == TYPE_ERROR)
        return false;
    if (!type_is_integer(t)) {
        error(c->diags, CODE_TYPE_MISMATCH, e->span, "%s must be an i32 or u32, not '%.*s'", what,
              STR_ARG(t->name));
        return false;
    }
    if (e->stage != STAGE_CONST) {
        error(c->diags, CODE_NOT_CONST, e->span, "%s must be a const-expression", what);
        return false;
    }
    if (!e->value)
        return false;
    *value = e->value->i;
    return true;
}
