/* Access to parts: a[i], a.member, v.xyz; through values, references and pointers alike. */
#include "wgsl/check.h"
#include "wgsl/nearest.h"

/* What is accessed: the type of the composite, and its memory view if there is one (a reference, or
 * what a pointer points to). */
typedef struct Base {
    const Type *type;
    const Type *view;
} Base;

static Base check_base(Checker *c, Expr *left) {
    check_expr(c, left);
    const Type *t = left->type;
    if (t->kind == TYPE_REFERENCE || t->kind == TYPE_POINTER)
        return (Base){t->element, t};
    return (Base){t, NULL};
}

/* The part itself if the base is a value, else a reference to it. */
static void set_part(Checker *c, Expr *e, Base base, const Type *part) {
    e->stage = e->left->stage;
    e->type = part;
    if (base.view)
        e->type = type_reference(c->t, (AddressSpace)base.view->space, part,
                                 (AccessMode)base.view->access);
}

/* ---- a[i] ---- */

static const Type *indexed(Checker *c, const Type *t) {
    switch (t->kind) {
    case TYPE_VECTOR:
    case TYPE_ARRAY: return t->element;
    case TYPE_MATRIX: return type_vector(c->t, t->element, t->rows);
    default: return NULL;
    }
}

/* The type of the part that is indexed; NULL after an error. */
static const Type *indexed_part(Checker *c, const Expr *e, const Type *base) {
    const Type *part = indexed(c, base);
    const Type *index = e->right->final;
    if (base->kind == TYPE_ERROR || index->kind == TYPE_ERROR)
        return NULL;
    if (!part) {
        error(c->diags, CODE_TYPE_MISMATCH, e->span, "a value of type '%.*s' has no elements",
              STR_ARG(base->name));
        return NULL;
    }
    if (!type_is_integer(index)) {
        error(c->diags, CODE_TYPE_MISMATCH, e->right->span, "an index is an i32 or u32, not '%.*s'",
              STR_ARG(index->name));
        return NULL;
    }
    bool known = e->right->value && !c->unevaluated;
    return !known || eval_check_index(c->m, e->right->span, base, e->right->value->i) ? part : NULL;
}

void check_index(Checker *c, Expr *e) {
    Base base = check_base(c, e->left);
    check_concrete(c, e->right);
    /* Constant abstract values stay abstract only under a constant index. */
    if (e->right->stage != STAGE_CONST && !base.view) {
        check_convert(c, e->left, concretise(c->t, base.type));
        base.type = e->left->final;
    }
    const Type *part = indexed_part(c, e, base.type);
    if (!part) {
        check_failed(c, e);
        return;
    }
    set_part(c, e, base, part);
    if (e->right->stage > e->stage)
        e->stage = e->right->stage;
    if (check_may_evaluate(c, e) && e->left->value && e->right->value)
        e->value = eval_index(c->m, e->span, e->left->value, e->right->value->i);
}

/* ---- a.member ---- */

static void no_member(Checker *c, Expr *e, const StructType *s) {
    Diag *d = error(c->diags, CODE_BAD_MEMBER, e->member.span, "'%.*s' has no member '%.*s'",
                    STR_ARG(s->name), STR_ARG(e->member.name));
    Nearest nearest = nearest_to(e->member.name);
    for (uint32_t i = 0; i < s->members && i < 64; i++)
        nearest_consider(&nearest, s->member[i].name);
    if (nearest.best.len)
        diag_note(c->diags, d, e->member.span, "did you mean '%.*s'?", STR_ARG(nearest.best));
    check_failed(c, e);
}

static void check_struct_member(Checker *c, Expr *e, Base base) {
    const StructType *s = base.type->structure;
    for (uint32_t i = 0; i < s->members; i++) {
        if (!str_eq(s->member[i].name, e->member.name))
            continue;
        if (s->member[i].type->kind == TYPE_ERROR) {
            check_failed(c, e);
            return;
        }
        e->member_index = i;
        set_part(c, e, base, s->member[i].type);
        if (check_may_evaluate(c, e) && e->left->value)
            e->value = const_element(c->a, e->left->value, i);
        return;
    }
    no_member(c, e, s);
}

/* The component a letter names, or 4; letters of both sets must not be mixed. */
static uint32_t component(char letter, const char *set) {
    const char *at = letter ? strchr(set, letter) : NULL;
    return at ? (uint32_t)(at - set) : 4;
}

static bool read_swizzle(Expr *e, const Type *vector) {
    Str name = e->member.name;
    if (name.len < 1 || name.len > 4)
        return false;
    const char *set = strchr("rgba", name.at[0]) ? "rgba" : "xyzw";
    for (uint32_t i = 0; i < name.len; i++) {
        uint32_t at = component(name.at[i], set);
        if (at >= vector->width)
            return false;
        e->swizzle[i] = (uint8_t)at;
    }
    e->swizzle_len = (uint8_t)name.len;
    return true;
}

static void check_swizzle(Checker *c, Expr *e, Base base) {
    const Type *v = base.type;
    if (!read_swizzle(e, v)) {
        error(c->diags, CODE_BAD_MEMBER, e->member.span, "'%.*s' has no component%s '%.*s'",
              STR_ARG(v->name), e->member.name.len > 1 ? "s" : "", STR_ARG(e->member.name));
        check_failed(c, e);
        return;
    }
    if (e->swizzle_len == 1) {
        set_part(c, e, base, v->element);
        if (check_may_evaluate(c, e) && e->left->value)
            e->value = const_element(c->a, e->left->value, e->swizzle[0]);
        return;
    }
    /* several components of a memory view: the vector is loaded */
    if (e->left->type->kind == TYPE_REFERENCE && e->left->type->element == v)
        e->left->final = v;
    e->stage = e->left->stage;
    e->type = type_vector(c->t, v->element, e->swizzle_len);
    if (!check_may_evaluate(c, e) || !e->left->value)
        return;
    const Const *part[4];
    for (uint32_t i = 0; i < e->swizzle_len; i++)
        part[i] = const_element(c->a, e->left->value, e->swizzle[i]);
    e->value = eval_construct(c->m, e->span, e->type, part, e->swizzle_len);
}

void check_member(Checker *c, Expr *e) {
    Base base = check_base(c, e->left);
    switch (base.type->kind) {
    case TYPE_ERROR: check_failed(c, e); return;
    case TYPE_STRUCT: check_struct_member(c, e, base); return;
    case TYPE_VECTOR: check_swizzle(c, e, base); return;
    default:
        error(c->diags, CODE_BAD_MEMBER, e->member.span, "a value of type '%.*s' has no members",
              STR_ARG(base.type->name));
        check_failed(c, e);
    }
}
