/* Expressions as places in memory.
 *
 * Expressions of reference or pointer type are places by nature. A value that holds an array is one
 * too: it is kept in a variable of its own (a let, a parameter) or put there when it is indexed,
 * for an index that is only known at run time needs memory. Tables of constants are
 * private variables, stored once, before the body of the entry point.
 */
#include "lower/lower_internal.h"

/* A constant that is in memory: the uses of one name share it, other expressions have their own. */
typedef struct TableKey {
    const void *source; /* Decl or Expr */
    const Type *type;
} TableKey;

typedef struct Table {
    TableKey key;
    Path path;
} Table;

/* ---- steps of a path ---- */

Path lower_path_member(Lower *l, Path p, uint32_t member) {
    (void)l;
    const StructMember *m = &p.type->structure->member[member];
    p.offset += (uint32_t)m->offset;
    p.type = m->type;
    return p;
}

/* Component i of a vector. */
static Path path_component(Path p, uint32_t i) {
    p.type = p.type->element;
    p.offset += i * (uint32_t)p.type->size;
    return p;
}

/* How many elements an indexable type has (0: known when the shader runs), and how far apart. */
static uint32_t element_count(const Type *t) {
    if (t->kind == TYPE_ARRAY)
        return t->count_kind == COUNT_RUNTIME ? 0 : t->count;
    return t->width;
}

static uint32_t element_stride(const Type *t) {
    return t->kind == TYPE_VECTOR ? (uint32_t)t->element->size : t->stride;
}

/* A constant index that is surely inside becomes part of the offset. One that is outside stays an
 * index, so that running it is found out; and of a runtime-sized array only the first element is
 * sure to be there. */
Path lower_path_index(Lower *l, Path p, IrValue index) {
    const uint32_t count = element_count(p.type), stride = element_stride(p.type);
    const PathIndex x = {index, count, stride, count ? 0 : p.offset};
    p.type = lower_element_type(l, p.type);
    if (ir_is_const(l->b.function, index)) {
        const uint32_t i = l->b.function->values.at[index].bits;
        if (i < (count ? count : 1)) {
            p.offset += i * stride;
            return p;
        }
    }
    PathIndex *all = arena_array(l->arena, PathIndex, p.indices + 1);
    for (uint32_t i = 0; i < p.indices; i++)
        all[i] = p.index[i];
    all[p.indices++] = x;
    p.index = all;
    return p;
}

static Path step_index(Lower *l, Path p, const Expr *e) {
    return lower_path_index(l, p, lower_scalar(l, e->right));
}

static Path step_member(Lower *l, Path p, const Expr *e) {
    if (e->swizzle_len)
        return path_component(p, e->swizzle[0]);
    return lower_path_member(l, p, e->member_index);
}

/* ---- references, pointers and textures ---- */

bool lower_is_place(const Type *t) {
    switch (t->kind) {
    case TYPE_POINTER:
    case TYPE_TEXTURE:
    case TYPE_SAMPLER:
    case TYPE_SAMPLER_COMPARISON: return true;
    default: return false;
    }
}

static Path named_place(Lower *l, const Expr *e) {
    Binding *b = lower_binding(l, e->decl);
    if (b && b->is_path)
        return lower_bound_path(l, b);
    /* An error has been reported: a place that is as good as any. */
    return lower_local(l, e->decl->name, e->type->element, e->span);
}

Path lower_place(Lower *l, const Expr *e) {
    switch (e->kind) {
    case EXPR_IDENT: return named_place(l, e);
    case EXPR_UNARY: return lower_place(l, e->left);
    case EXPR_INDEX: return step_index(l, lower_place(l, e->left), e);
    case EXPR_MEMBER: return step_member(l, lower_place(l, e->left), e);
    default: LW_BUG("an expression of kind %d has no place", (int)e->kind);
    }
}

/* ---- values in memory ---- */

static bool is_known(const Expr *e) {
    return e->stage != STAGE_RUNTIME;
}

static bool is_array(const Type *t) {
    return t->kind == TYPE_ARRAY;
}

bool lower_is_in_memory(Lower *l, const Expr *e) {
    if (is_known(e) || e->type->kind == TYPE_REFERENCE || e->type->kind == TYPE_POINTER)
        return false;
    switch (e->kind) {
    case EXPR_IDENT: {
        const Binding *b = lower_binding(l, e->decl);
        return b && b->is_path;
    }
    case EXPR_INDEX: return is_array(e->left->final);
    case EXPR_MEMBER: return !e->swizzle_len && lower_is_in_memory(l, e->left);
    default: return false;
    }
}

/* Goes on, for now, at the end of what comes before the entry point's body. */
static void store_in_prologue(Lower *l, Path p, const Expr *e) {
    LowerFunction *fn = l->fn;
    const IrBuilder b = l->b;
    l->fn = l->functions.at[0];
    l->b = (IrBuilder){.module = l->ir, .function = l->fn->ir, .block = l->prologue};
    lower_store_expr(l, p, e, e->span);
    l->fn = fn;
    l->b = b;
}

static Path table_place(Lower *l, const Expr *e) {
    const bool named = e->kind == EXPR_IDENT;
    const TableKey key = {named ? (const void *)e->decl : e, e->final};
    Table *t = map_get(&l->tables, (Str){(const char *)&key, sizeof key});
    if (t)
        return t->path;
    t = arena_new(l->arena, Table);
    t->key = key;
    t->path = lower_private(l, named ? e->ident.name : STR("constant"), e->final, e->span);
    map_set(&l->tables, (Str){(const char *)&t->key, sizeof key}, t);
    store_in_prologue(l, t->path, e);
    return t->path;
}

Path lower_value_place(Lower *l, const Expr *e) {
    if (is_known(e))
        return table_place(l, e);
    if (!lower_is_in_memory(l, e)) {
        Path p = lower_local(l, STR("temporary"), e->final, e->span);
        lower_store_expr(l, p, e, e->span);
        return p;
    }
    switch (e->kind) {
    case EXPR_IDENT: return lower_bound_path(l, lower_binding(l, e->decl));
    case EXPR_INDEX: return step_index(l, lower_value_place(l, e->left), e);
    default: return step_member(l, lower_value_place(l, e->left), e);
    }
}
