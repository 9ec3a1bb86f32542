/* Const values: making, reading, comparing them. A composite of zeros has no elements in memory. */
#include "wgsl/eval.h"

uint32_t eval_element_count(const Type *t) {
    switch (t->kind) {
    case TYPE_VECTOR:
    case TYPE_MATRIX: return t->width;
    case TYPE_ARRAY: return t->count;
    case TYPE_STRUCT: return t->structure->members;
    default: return 0;
    }
}

const Type *eval_element_type(const Type *t, uint32_t i) {
    switch (t->kind) {
    case TYPE_MATRIX: return t->column;
    case TYPE_STRUCT: return t->structure->member[i].type;
    default: return t->element;
    }
}

static const Const *zero(Arena *a, const Type *t) {
    Const *c = arena_new(a, Const);
    c->type = t;
    c->elements = eval_element_count(t);
    return c;
}

const Const *eval_zero(Module *m, const Type *t) {
    return zero(m->arena, t);
}

const Const *const_element(Arena *a, const Const *v, uint32_t i) {
    return v->element ? v->element[i] : zero(a, eval_element_type(v->type, i));
}

const Const *const_scalar_i(Arena *a, const Type *t, int64_t v) {
    return eval_from_scalar(a, (Scalar){t, .i = v});
}

const Const *const_scalar_f(Arena *a, const Type *t, double v) {
    return eval_from_scalar(a, (Scalar){t, .f = v});
}

const Const *const_bool(Arena *a, const Type *t, bool v) {
    return eval_from_scalar(a, (Scalar){t, .b = v});
}

const Const *eval_from_scalar(Arena *a, Scalar v) {
    Const *c = arena_new(a, Const);
    c->type = v.type;
    if (v.type->kind == TYPE_BOOL)
        c->b = v.b;
    else
        c->i = v.i;
    return c;
}

/* -0.0 is no zero here: it would come back as 0.0. */
static bool is_zero(const Const *v) {
    if (v->elements)
        return v->element == NULL;
    return v->type->kind == TYPE_BOOL ? !v->b : v->i == 0;
}

const Const *eval_composite(Arena *a, const Type *t, const Const *const *element) {
    Const *c = arena_new(a, Const);
    c->type = t;
    c->elements = eval_element_count(t);
    for (uint32_t i = 0; i < c->elements && !c->element; i++)
        if (!is_zero(element[i]))
            c->element = element;
    return c;
}

const Const *eval_vector(Arena *a, const Type *t, const Scalar *component) {
    const Const **element = arena_array(a, const Const *, t->width);
    for (uint32_t i = 0; i < t->width; i++)
        element[i] = eval_from_scalar(a, component[i]);
    return eval_composite(a, t, element);
}

Scalar eval_component(Arena *a, const Const *v, uint32_t i) {
    return eval_scalar(v->type->kind == TYPE_VECTOR ? const_element(a, v, i) : v);
}

Scalar eval_matrix_at(Arena *a, const Const *v, uint32_t c, uint32_t r) {
    return eval_component(a, const_element(a, v, c), r);
}

bool const_equal(const Const *a, const Const *b) {
    if (a == b)
        return true;
    if (a->type != b->type || a->elements != b->elements)
        return false;
    if (!a->elements)
        return a->type->kind == TYPE_BOOL ? a->b == b->b : a->i == b->i;
    if (!a->element || !b->element)
        return a->element == b->element;
    for (uint32_t i = 0; i < a->elements; i++)
        if (!const_equal(a->element[i], b->element[i]))
            return false;
    return true;
}
