/* The values of checked expressions, by walking their trees: const-expressions whose value is not
 * known yet, and override-expressions under a specialisation. The parser bounds the trees' depth.
 */
#include "lang/codes.h"
#include "wgsl/eval.h"

typedef struct Walk {
    Module *m;
    const Specialisation *s;
} Walk;

static const Const *value_of(const Walk *w, const Expr *e);

static const Const *not_known(const Walk *w, const Expr *e) {
    error(w->m->diags, CODE_NOT_CONST, e->span, "this is not known before the run");
    return NULL;
}

static const Const *literal(const Walk *w, const Expr *e) {
    Scalar v = {.type = e->type};
    if (e->type->kind == TYPE_BOOL)
        v.b = e->literal.b;
    else if (type_is_float(e->type))
        v.f = e->literal.f;
    else
        v.i = e->literal.i;
    return eval_from_scalar(w->m->arena, v);
}

static const Const *name(const Walk *w, const Expr *e) {
    const Decl *d = e->decl;
    if (e->ident_kind != IDENT_DECL)
        return not_known(w, e);
    if (d->kind == DECL_CONST)
        return d->value;
    if (d->kind == DECL_OVERRIDE && w->s)
        return w->s->override_value[d->override_index];
    return not_known(w, e);
}

static const Const *binary(const Walk *w, const Expr *e) {
    const Const *left = value_of(w, e->left);
    if (!left)
        return NULL;
    if (e->binary_op == BINARY_LOGICAL_AND || e->binary_op == BINARY_LOGICAL_OR) {
        bool decided = left->b == (e->binary_op == BINARY_LOGICAL_OR);
        return decided ? left : value_of(w, e->right);
    }
    const Const *right = value_of(w, e->right);
    return right ? eval_binary(w->m, e->span, e->binary_op, left, right, e->type) : NULL;
}

static const Const *call(const Walk *w, const Expr *e) {
    if (e->call_kind == CALL_NONE || e->call_kind == CALL_FUNCTION)
        return not_known(w, e);
    const Const **arg = arena_array(w->m->arena, const Const *, e->args.len);
    for (uint32_t i = 0; i < e->args.len; i++) {
        arg[i] = value_of(w, e->args.at[i]);
        if (!arg[i])
            return NULL;
    }
    if (e->call_kind != CALL_BUILTIN)
        return eval_construct(w->m, e->span, e->type, arg, e->args.len);
    if (!(builtin_info[e->builtin].flags & BF_CONST))
        return not_known(w, e);
    return eval_builtin(w->m, e->span, e->builtin, arg, e->args.len, e->type);
}

static const Const *indexed(const Walk *w, const Expr *e) {
    const Const *left = value_of(w, e->left), *index = value_of(w, e->right);
    return left && index ? eval_index(w->m, e->right->span, left, index->i) : NULL;
}

static const Const *member(const Walk *w, const Expr *e) {
    Arena *a = w->m->arena;
    const Const *left = value_of(w, e->left);
    if (!left)
        return NULL;
    if (e->swizzle_len == 0)
        return const_element(a, left, e->member_index);
    if (e->swizzle_len == 1)
        return const_element(a, left, e->swizzle[0]);
    Scalar v[4];
    for (uint32_t i = 0; i < e->swizzle_len; i++)
        v[i] = eval_component(a, left, e->swizzle[i]);
    return eval_vector(a, e->type, v);
}

static const Const *unconverted(const Walk *w, const Expr *e) {
    switch (e->kind) {
    case EXPR_LITERAL: return literal(w, e);
    case EXPR_IDENT: return name(w, e);
    case EXPR_UNARY: {
        if (e->unary_op > UNARY_COMPLEMENT)
            return not_known(w, e);
        const Const *v = value_of(w, e->left);
        return v ? eval_unary(w->m, e->span, e->unary_op, v, e->type) : NULL;
    }
    case EXPR_BINARY: return binary(w, e);
    case EXPR_CALL: return call(w, e);
    case EXPR_INDEX: return indexed(w, e);
    case EXPR_MEMBER: return member(w, e);
    }
    return NULL;
}

static const Const *value_of(const Walk *w, const Expr *e) {
    if (e->value)
        return e->value;
    if (!e->type || e->type->kind == TYPE_ERROR)
        return NULL;
    if (e->stage == STAGE_RUNTIME)
        return not_known(w, e);
    const Const *v = unconverted(w, e);
    return v && e->final ? eval_convert(w->m, e->span, v, e->final) : v;
}

const Const *wgsl_evaluate(Module *m, const Specialisation *s, const Expr *e) {
    return value_of(&(Walk){m, s}, e);
}
