/* Loads and stores: whole values are split into accesses as a GPU's compiler would do it.
 *
 * A scalar, a vec2 and a vec4 are one access each. A vec3 is loaded in one access as wide as a vec4
 * where the bytes behind it belong to the same variable, and stored as a vec2 and a scalar.
 * Matrices go by column; structs by member; arrays by element, in a loop when they are large.
 */
#include "lower/lower_internal.h"

/* ---- one access ---- */

/* Operands: what the instruction takes, then the indices. */
static const IrAccess *make_access(Lower *l, Path p, uint32_t offset, uint32_t components,
                                   uint32_t width, IrType t, uint32_t first_index) {
    IrIndex *index = arena_array(l->arena, IrIndex, p.indices);
    for (uint32_t i = 0; i < p.indices; i++) {
        const PathIndex *x = &p.index[i];
        index[i] = (IrIndex){first_index + i, x->count, x->stride, x->array_offset};
    }
    IrAccess *a = arena_new(l->arena, IrAccess);
    *a = (IrAccess){
        .object = p.object,
        .offset = p.offset + offset,
        .components = (uint8_t)components,
        .type = (uint8_t)t,
        .width = (uint8_t)width,
        .indices = (uint8_t)p.indices,
        .index = index,
    };
    return a;
}

IrInst *lower_access(Lower *l, uint32_t op, Path p, uint32_t offset, uint32_t components,
                     uint32_t width, IrType t, const IrValue *arg, uint32_t args, uint32_t results,
                     uint32_t site) {
    IrValue operand[UINT8_MAX] = {0};
    if (args + p.indices > UINT8_MAX)
        LW_BUG("an access with %u operands", args + p.indices);
    for (uint32_t i = 0; i < args; i++)
        operand[i] = arg[i];
    for (uint32_t i = 0; i < p.indices; i++)
        operand[args + i] = p.index[i].value;
    l->b.site = site;
    IrInst *inst = lower_append(l, op, t, results, operand, args + p.indices);
    inst->access = make_access(l, p, offset, components, width, t, args);
    return inst;
}

IrInst *lower_atomic(Lower *l, IrAtomicOp op, Path p, const IrValue *arg, uint32_t args,
                     Span span) {
    const uint32_t results = op == IRA_STORE ? 0 : op == IRA_COMPARE_EXCHANGE ? 2 : 1;
    IrInst *inst = lower_access(l, IR_ATOMIC, p, 0, 1, 4, lower_scalar_type(l, p.type), arg, args,
                                results, lower_site(l, span, p.object));
    inst->atomic_op = op;
    if (op != IRA_LOAD)
        lower_note_first(&l->ir->atomics, span);
    if (results == 2)
        ir_result_type(&l->b, inst, 1, IR_BOOL);
    return inst;
}

/* ---- vectors ---- */

/* A vec3 may be read with the padding behind it when that is part of the variable (which it is not
 * when the variable is just this vec3) and the address is a multiple of the width. */
static bool reads_padding(const Lower *l, Path p, uint32_t width) {
    if (l->ir->objects.at[p.object].type == p.type || p.offset % width)
        return false;
    for (uint32_t i = 0; i < p.indices; i++) {
        if (p.index[i].stride % width)
            return false;
    }
    return true;
}

/* The number of components that the access of a vector's component `first` moves. */
static uint32_t piece(uint32_t first, uint32_t count) {
    return count == 3 ? (first == 0 ? 2 : 1) : count;
}

/* Loads a scalar or a vector of `count` components of `size` bytes each. */
static void load_vector(Lower *l, Path p, uint32_t count, uint32_t site, IrValue *out) {
    const uint32_t size = (uint32_t)type_component(p.type)->size;
    const IrType t = lower_scalar_type(l, p.type);
    const bool whole = count == 3 && reads_padding(l, p, 4 * size);
    for (uint32_t i = 0; i < count;) {
        const uint32_t n = whole ? 3 : piece(i, count);
        const IrInst *load =
            lower_access(l, IR_LOAD, p, i * size, n, (whole ? 4 : n) * size, t, NULL, 0, n, site);
        for (uint32_t k = 0; k < n; k++)
            out[i + k] = load->result + k;
        i += n;
    }
}

static void store_vector(Lower *l, Path p, uint32_t count, uint32_t site, const IrValue *v) {
    const uint32_t size = (uint32_t)type_component(p.type)->size;
    const IrType t = lower_scalar_type(l, p.type);
    for (uint32_t i = 0; i < count;) {
        const uint32_t n = piece(i, count);
        lower_access(l, IR_STORE, p, i * size, n, n * size, t, v + i, n, 0, site);
        i += n;
    }
}

/* ---- parts of composites ---- */

/* How many parts a composite is moved in: columns, elements, members; 0: it is a vector or scalar,
 * moved as it is. */
static uint32_t parts_of(const Type *t) {
    switch (t->kind) {
    case TYPE_MATRIX: return t->width;
    case TYPE_ARRAY: return t->count;
    case TYPE_STRUCT: return t->structure->members;
    default: return 0;
    }
}

static Path part_of(Lower *l, Path p, uint32_t i) {
    if (p.type->kind == TYPE_STRUCT)
        return lower_path_member(l, p, i);
    return lower_path_index(l, p, lower_u32(l, i));
}

static uint32_t move(Lower *l, bool store, Path p, uint32_t site, IrValue *v) {
    const uint32_t parts = parts_of(p.type);
    if (!parts) {
        const uint32_t count = lower_shape(l, p.type)->scalars;
        if (store)
            store_vector(l, p, count, site, v);
        else
            load_vector(l, p, count, site, v);
        return count;
    }
    uint32_t done = 0;
    for (uint32_t i = 0; i < parts; i++)
        done += move(l, store, part_of(l, p, i), site, v + done);
    return done;
}

Values lower_load(Lower *l, Path p, Span span) {
    Values v = lower_values(l, lower_scalars(l, p.type, span));
    lower_check_size(l, span);
    move(l, false, p, lower_site(l, span, p.object), v.at);
    return v;
}

void lower_store(Lower *l, Path p, Values v, Span span) {
    lower_check_size(l, span);
    move(l, true, p, lower_site(l, span, p.object), v.at);
}

/* ---- values too large for a list ---- */

/* Does moving a value of this type take a loop at the top? */
static bool needs_loop(Lower *l, const Type *t) {
    return t->kind == TYPE_ARRAY && t->count > 1 && lower_shape(l, t)->scalars > LOWER_UNROLLED;
}

void lower_store_zero(Lower *l, Path p, Span span) {
    lower_check_size(l, span);
    if (needs_loop(l, p.type)) {
        CountedLoop loop = lower_loop_begin(l, p.type->count, span);
        lower_store_zero(l, lower_path_index(l, p, loop.index), span);
        lower_loop_end(l, &loop);
        return;
    }
    const uint32_t parts = parts_of(p.type);
    for (uint32_t i = 0; i < parts; i++)
        lower_store_zero(l, part_of(l, p, i), span);
    if (!parts)
        lower_store(l, p, lower_zeros(l, p.type, span), span);
}

void lower_store_const(Lower *l, Path p, const Const *c, Span span) {
    const uint32_t parts = parts_of(p.type);
    if (parts && !c->element) {
        lower_store_zero(l, p, span);
        return;
    }
    for (uint32_t i = 0; i < parts; i++)
        lower_store_const(l, part_of(l, p, i), c->element[i], span);
    if (!parts)
        lower_store(l, p, lower_const(l, c, span), span);
}

static void copy(Lower *l, Path to, Path from, Span to_span, Span from_span) {
    lower_check_size(l, to_span);
    if (needs_loop(l, to.type)) {
        CountedLoop loop = lower_loop_begin(l, to.type->count, to_span);
        copy(l, lower_path_index(l, to, loop.index), lower_path_index(l, from, loop.index), to_span,
             from_span);
        lower_loop_end(l, &loop);
        return;
    }
    const uint32_t parts = lower_shape(l, to.type)->in_memory ? parts_of(to.type) : 0;
    for (uint32_t i = 0; i < parts; i++)
        copy(l, part_of(l, to, i), part_of(l, from, i), to_span, from_span);
    if (!parts)
        lower_store(l, to, lower_load(l, from, from_span), to_span);
}

/* Part by part is safe where both sides are in memory: two places of one type are either the same
 * or apart. */
void lower_store_expr(Lower *l, Path p, const Expr *e, Span span) {
    if (e->stage != STAGE_RUNTIME) {
        const Const *c = lower_known(l, e);
        if (c)
            lower_store_const(l, p, c, span);
        return;
    }
    if (!lower_shape(l, p.type)->in_memory)
        lower_store(l, p, lower_expr(l, e), span);
    else if (e->type->kind == TYPE_REFERENCE)
        copy(l, p, lower_place(l, e), span, e->span);
    else if (lower_is_in_memory(l, e))
        copy(l, p, lower_value_place(l, e), span, e->span);
    else
        lower_store(l, p, lower_expr(l, e), span);
}
