/* Declarations of values: const, let, override; and the way from a declaration to its checker. */
#include "wgsl/check.h"

/* The declared type, else what the initialiser gives; TYPE_ERROR after an error. */
static const Type *value_type(Checker *c, Decl *d, bool abstract_allowed) {
    const Type *declared = d->type_expr ? check_type(c, d->type_expr) : NULL;
    if (!d->init) {
        if (!declared)
            error(c->diags, CODE_BAD_TYPE, d->name_span, "'%.*s' needs a type or an initialiser",
                  STR_ARG(d->name));
        return declared ? declared : c->t->error_type;
    }
    const Type *given = check_value(c, d->init);
    const Type *wanted = declared ? declared : abstract_allowed ? given : concretise(c->t, given);
    check_needs(c, d->init, wanted, "the initialiser of '%.*s'", STR_ARG(d->name));
    return declared ? declared : d->init->final;
}

static void check_stage_of(Checker *c, Decl *d, EvalStage latest) {
    if (!d->init || d->init->final->kind == TYPE_ERROR || d->init->stage <= latest)
        return;
    error(c->diags, CODE_NOT_CONST, d->init->span,
          latest == STAGE_CONST ? "the initialiser of '%.*s' must be a const-expression"
                                : "the initialiser of '%.*s' must be an override-expression",
          STR_ARG(d->name));
    d->type = c->t->error_type;
}

static void refuse_type(Checker *c, Decl *d, const char *kind) {
    error(c->diags, CODE_BAD_TYPE, d->type_expr ? d->type_expr->span : d->name_span,
          "a value of type '%.*s' cannot be %s", STR_ARG(d->type->name), kind);
    d->type = c->t->error_type;
}

static void check_const(Checker *c, Decl *d) {
    check_attributes(c, &d->attributes, ON_NOTHING);
    d->type = value_type(c, d, true);
    if (d->type->kind != TYPE_ERROR && !type_is_constructible(d->type))
        refuse_type(c, d, "a constant");
    check_stage_of(c, d, STAGE_CONST);
    if (d->init && d->type->kind != TYPE_ERROR)
        d->value = d->init->value;
}

static void check_let(Checker *c, Decl *d) {
    check_attributes(c, &d->attributes, ON_NOTHING);
    d->type = value_type(c, d, false);
    switch (d->type->kind) {
    case TYPE_ERROR:
    case TYPE_POINTER:
    case TYPE_TEXTURE:
    case TYPE_SAMPLER:
    case TYPE_SAMPLER_COMPARISON: break;
    default:
        if (!type_is_constructible(d->type))
            refuse_type(c, d, "named by 'let'");
        break;
    }
    if (d->init && d->type->kind != TYPE_ERROR)
        d->value = d->init->value;
}

/* ---- override ---- */

static void check_id(Checker *c, Decl *d) {
    const Attribute *a = find_attribute(&d->attributes, "id");
    int64_t id;
    if (!a || !check_attribute_integer(c, a, 0, LIMIT_ID, &id))
        return;
    if (!c->id_owner)
        c->id_owner = arena_array(c->a, Decl *, LIMIT_ID + 1);
    Decl **owner = &c->id_owner[id];
    if (*owner) {
        Diag *diag = error(c->diags, CODE_BAD_ATTRIBUTE, a->span, "id %lld is taken by '%.*s'",
                           (long long)id, STR_ARG((*owner)->name));
        diag_note(c->diags, diag, (*owner)->name_span, "which is declared here");
        return;
    }
    *owner = d;
    d->has_id = true;
    d->id = (uint32_t)id;
}

static void check_override(Checker *c, Decl *d) {
    check_attributes(c, &d->attributes, ON_OVERRIDE);
    d->type = value_type(c, d, false);
    if (d->type->kind != TYPE_ERROR && !type_is_scalar(d->type))
        refuse_type(c, d, "an override");
    check_stage_of(c, d, STAGE_OVERRIDE);
    check_id(c, d);
    if (d->init && d->type->kind != TYPE_ERROR)
        d->value = d->init->value;
}

/* ---- const_assert, alias ---- */

void check_const_assert(Checker *c, Expr *condition) {
    check_value(c, condition);
    if (!check_needs(c, condition, c->t->bool_type, "the condition of a const_assert"))
        return;
    if (condition->stage != STAGE_CONST)
        error(c->diags, CODE_NOT_CONST, condition->span,
              "the condition of a const_assert must be a const-expression");
    else if (condition->value && !condition->value->b)
        error(c->diags, CODE_ASSERTION, condition->span, "this const_assert is false");
}

static void check_alias(Checker *c, Decl *d) {
    check_attributes(c, &d->attributes, ON_NOTHING);
    d->type = check_type(c, d->type_expr);
}

/* ---- dispatch ---- */

void check_local_decl(Checker *c, Decl *d) {
    switch (d->kind) {
    case DECL_VAR: check_var(c, d); break;
    case DECL_CONST: check_const(c, d); break;
    default: check_let(c, d); break;
    }
}

void check_module_decl(Checker *c, Decl *d) {
    switch (d->kind) {
    case DECL_VAR: check_var(c, d); break;
    case DECL_CONST: check_const(c, d); break;
    case DECL_OVERRIDE: check_override(c, d); break;
    case DECL_FUNCTION: check_function(c, d); break;
    case DECL_STRUCT: check_struct(c, d); break;
    case DECL_ALIAS: check_alias(c, d); break;
    case DECL_CONST_ASSERT: check_const_assert(c, d->init); break;
    default: d->type = c->t->error_type; break; /* let, out of place: the parser has said so */
    }
}
