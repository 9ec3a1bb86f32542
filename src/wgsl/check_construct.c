/* Constructors: T(...) for every type T that has values, with the component type inferred where T
 * is written without one: vec3(1, 2, 3), mat2x2(...), array(a, b). */
#include "wgsl/check.h"

/* ---- inference ---- */

/* The type that both convert to, or NULL. */
static const Type *common_type(const Type *a, const Type *b) {
    if (conversion_rank(b, a) >= 0)
        return a;
    return conversion_rank(a, b) >= 0 ? b : NULL;
}

static const Type *inferred_component(const Expr *e) {
    const Type *common = type_component(e->args.at[0]->final);
    for (uint32_t i = 1; i < e->args.len && common; i++)
        common = common_type(common, type_component(e->args.at[i]->final));
    return common && type_is_scalar(common) ? common : NULL;
}

static const Type *inferred_matrix(Checker *c, const Expr *e, const Predeclared *p) {
    const Type *component = e->args.len ? inferred_component(e) : NULL;
    if (!component)
        return NULL;
    if (component->kind == TYPE_ABSTRACT_INT)
        component = c->t->abstract_float;
    return type_is_float(component) ? type_matrix(c->t, component, p->a, p->b) : NULL;
}

static const Type *inferred_array(Checker *c, const Expr *e) {
    if (e->args.len == 0)
        return NULL;
    const Type *element = e->args.at[0]->final;
    for (uint32_t i = 1; i < e->args.len && element; i++)
        element = common_type(element, e->args.at[i]->final);
    if (!element || !type_is_constructible(element))
        return NULL;
    return type_array(c->t, element, e->args.len);
}

static const Type *inferred(Checker *c, const Expr *e, const Predeclared *p) {
    const Type *component;
    switch (p->kind) {
    case GENERATE_VECTOR:
        component = e->args.len ? inferred_component(e) : c->t->abstract_int;
        return component ? type_vector(c->t, component, p->a) : NULL;
    case GENERATE_MATRIX: return inferred_matrix(c, e, p);
    case GENERATE_ARRAY: return inferred_array(c, e);
    default: return NULL;
    }
}

static bool is_inferred(const Expr *callee) {
    if (callee->ident_kind != IDENT_TYPE || callee->ident.has_template)
        return false;
    PredeclaredKind k = predeclared[callee->enumerant].kind;
    return k == GENERATE_VECTOR || k == GENERATE_MATRIX || k == GENERATE_ARRAY;
}

static const Type *constructed_type(Checker *c, Expr *e) {
    Expr *callee = e->left;
    if (!is_inferred(callee))
        return check_type(c, callee);
    const Type *t = inferred(c, e, &predeclared[callee->enumerant]);
    if (t) {
        callee->denoted = check_type_limits(c, e->span, t) ? t : c->t->error_type;
        return callee->denoted;
    }
    error(c->diags, CODE_NO_OVERLOAD, e->span,
          "no component type of '%.*s' follows from these arguments", STR_ARG(callee->ident.name));
    return c->t->error_type;
}

/* ---- arguments ---- */

static bool wrong_count(Checker *c, const Expr *e, const Type *t, uint32_t wanted) {
    error(c->diags, CODE_BAD_CALL, e->span, "'%.*s' is made of %u value%s, not %u",
          STR_ARG(t->name), wanted, wanted == 1 ? "" : "s", e->args.len);
    return false;
}

static bool no_constructor(Checker *c, const Expr *e, const Type *t) {
    StrBuf given = {.arena = c->a};
    for (uint32_t i = 0; i < e->args.len && i < 16; i++)
        strbuf_addf(&given, "%s%.*s", i ? ", " : "", STR_ARG(e->args.at[i]->final->name));
    error(c->diags, CODE_NO_OVERLOAD, e->span, "'%.*s' cannot be made from (%.*s%s)",
          STR_ARG(t->name), STR_ARG(strbuf_str(&given)), e->args.len > 16 ? ", ..." : "");
    return false;
}

static bool construct_scalar(Checker *c, Expr *e, const Type *t) {
    if (e->args.len != 1)
        return wrong_count(c, e, t, 1);
    if (!type_is_scalar(e->args.at[0]->final))
        return no_constructor(c, e, t);
    e->call_kind = CALL_CONVERT;
    return true;
}

/* Scalars and vectors, one after the other, as parts of `count` components. */
static bool concatenate(Checker *c, Expr *e, const Type *t, uint32_t count) {
    uint32_t components = 0;
    for (uint32_t i = 0; i < e->args.len; i++) {
        const Type *arg = e->args.at[i]->final;
        if (arg->kind != TYPE_VECTOR && !type_is_scalar(arg))
            return no_constructor(c, e, t);
        components += arg->kind == TYPE_VECTOR ? arg->width : 1;
        if (conversion_rank(arg, type_with_component(c->t, arg, t->element)) < 0)
            return no_constructor(c, e, t);
    }
    if (components != count)
        return no_constructor(c, e, t);
    for (uint32_t i = 0; i < e->args.len; i++)
        check_convert(c, e->args.at[i],
                      type_with_component(c->t, e->args.at[i]->final, t->element));
    return true;
}

static bool construct_vector(Checker *c, Expr *e, const Type *t) {
    const Type *only = e->args.len == 1 ? e->args.at[0]->final : NULL;
    if (only && only->kind == TYPE_VECTOR && only->width == t->width) {
        e->call_kind = CALL_CONVERT;
        return true;
    }
    if (only && type_is_scalar(only))
        return check_convert(c, e->args.at[0], t->element) || no_constructor(c, e, t);
    return concatenate(c, e, t, t->width);
}

/* From a matrix of the same shape, from columns, or from scalars, column by column. */
static bool construct_matrix(Checker *c, Expr *e, const Type *t) {
    const Type *first = e->args.at[0]->final;
    if (e->args.len == 1) {
        if (first->kind != TYPE_MATRIX || first->width != t->width || first->rows != t->rows)
            return no_constructor(c, e, t);
        e->call_kind = CALL_CONVERT;
        return true;
    }
    bool columns = first->kind == TYPE_VECTOR;
    if (e->args.len != (columns ? t->width : (uint32_t)t->width * t->rows))
        return no_constructor(c, e, t);
    const Type *part = columns ? type_vector(c->t, t->element, t->rows) : t->element;
    for (uint32_t i = 0; i < e->args.len; i++) {
        if (!check_convert(c, e->args.at[i], part))
            return no_constructor(c, e, t);
    }
    return true;
}

static bool construct_array(Checker *c, Expr *e, const Type *t) {
    if (e->args.len > LIMIT_ARRAY_ARGUMENTS) {
        error(c->diags, CODE_LIMIT, e->span, "an array is made of at most %d values",
              LIMIT_ARRAY_ARGUMENTS);
        return false;
    }
    if (e->args.len != t->count)
        return wrong_count(c, e, t, t->count);
    bool ok = true;
    for (uint32_t i = 0; i < e->args.len; i++)
        ok &=
            check_needs(c, e->args.at[i], t->element, "element %u of '%.*s'", i, STR_ARG(t->name));
    return ok;
}

static bool construct_struct(Checker *c, Expr *e, const Type *t) {
    const StructType *s = t->structure;
    if (e->args.len != s->members)
        return wrong_count(c, e, t, s->members);
    bool ok = true;
    for (uint32_t i = 0; i < s->members; i++)
        ok &= check_needs(c, e->args.at[i], s->member[i].type, "member '%.*s' of '%.*s'",
                          STR_ARG(s->member[i].name), STR_ARG(t->name));
    return ok;
}

static bool construct(Checker *c, Expr *e, const Type *t) {
    if (!type_is_constructible(t)) {
        error(c->diags, CODE_BAD_TYPE, e->span, "a value of type '%.*s' cannot be constructed",
              STR_ARG(t->name));
        return false;
    }
    e->call_kind = CALL_CONSTRUCT;
    if (e->args.len == 0)
        return true;
    switch (t->kind) {
    case TYPE_VECTOR: return construct_vector(c, e, t);
    case TYPE_MATRIX: return construct_matrix(c, e, t);
    case TYPE_ARRAY: return construct_array(c, e, t);
    case TYPE_STRUCT: return construct_struct(c, e, t);
    default: return construct_scalar(c, e, t);
    }
}

/* An argument that is converted keeps its own type; if that is abstract and the call is left for
 * the run, since another argument is not constant, it must still become concrete. */
void check_construct(Checker *c, Expr *e) {
    bool ok = check_arguments(c, e);
    const Type *t = ok || !is_inferred(e->left) ? constructed_type(c, e) : c->t->error_type;
    if (!ok || t->kind == TYPE_ERROR || !construct(c, e, t)) {
        check_failed(c, e);
        return;
    }
    e->type = t;
    e->stage = check_arguments_stage(e);
    if (!check_may_evaluate(c, e))
        return;
    const Const *const *values = check_argument_values(c, e);
    if (values)
        e->value = eval_construct(c->m, e->span, t, values, e->args.len);
}
