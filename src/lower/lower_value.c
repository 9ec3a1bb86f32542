/* Values as lists of scalars: how many a type has, constants, zeros, parts. */
#include "base/f16.h"
#include "lower/lower_internal.h"

/* ---- types ---- */

IrType lower_scalar_type(Lower *l, const Type *t) {
    if (t->kind == TYPE_ATOMIC)
        t = t->element;
    switch (type_component(t)->kind) {
    case TYPE_BOOL: return IR_BOOL;
    case TYPE_I32: return IR_I32;
    case TYPE_U32: return IR_U32;
    case TYPE_F32: return IR_F32;
    case TYPE_F16: l->ir->uses_f16 = true; return IR_F16;
    default: LW_BUG("'%.*s' has no scalars in the IR", STR_ARG(t->name));
    }
}

/* A column of a matrix, a component of a vector, an element of an array. */
const Type *lower_element_type(Lower *l, const Type *t) {
    if (t->kind == TYPE_MATRIX)
        return type_vector(&l->module->types, t->element, t->rows);
    return t->element;
}

static uint32_t saturate(uint64_t n) {
    return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

static Shape shape_of_struct(Lower *l, const StructType *s) {
    uint64_t scalars = 0;
    Shape shape = {0};
    for (uint32_t i = 0; i < s->members; i++) {
        const Shape *m = lower_shape(l, s->member[i].type);
        scalars += m->scalars;
        shape.in_memory |= m->in_memory;
    }
    shape.scalars = saturate(scalars);
    shape.in_memory |= shape.scalars > LOWER_MOST_LISTED;
    return shape;
}

static Shape shape_of_array(Lower *l, const Type *t) {
    const uint64_t each = lower_shape(l, t->element)->scalars;
    const bool known = t->count_kind == COUNT_FIXED;
    return (Shape){.scalars = known ? saturate(each * t->count) : UINT32_MAX, .in_memory = true};
}

static Shape shape_of(Lower *l, const Type *t) {
    switch (t->kind) {
    case TYPE_VOID: return (Shape){0};
    case TYPE_VECTOR: return (Shape){.scalars = t->width};
    case TYPE_MATRIX: return (Shape){.scalars = (uint32_t)t->width * t->rows};
    case TYPE_ARRAY: return shape_of_array(l, t);
    case TYPE_STRUCT: return shape_of_struct(l, t->structure);
    default: return (Shape){.scalars = 1};
    }
}

const Shape *lower_shape(Lower *l, const Type *t) {
    const void *key = t;
    Shape *s = map_get(&l->shapes, lower_key(&key));
    if (s)
        return s;
    s = arena_new(l->arena, Shape);
    *s = shape_of(l, t);
    s->type = t;
    map_set(&l->shapes, lower_key((const void *const *)&s->type), s);
    return s;
}

uint32_t lower_scalars(Lower *l, const Type *t, Span span) {
    const uint32_t scalars = lower_shape(l, t)->scalars;
    if (scalars > LOWER_MOST_SCALARS)
        lower_limit(l, span, "the value has more than 4096 scalars and is not in a variable");
    return scalars;
}

uint32_t lower_flatten(Lower *l, const Type *t, uint8_t *types) {
    uint32_t done = 0;
    if (t->kind == TYPE_STRUCT) {
        for (uint32_t i = 0; i < t->structure->members; i++)
            done += lower_flatten(l, t->structure->member[i].type, types + done);
        return done;
    }
    if (t->kind == TYPE_ARRAY) {
        for (uint32_t i = 0; i < t->count; i++)
            done += lower_flatten(l, t->element, types + done);
        return done;
    }
    const uint32_t count = lower_shape(l, t)->scalars;
    memset(types, lower_scalar_type(l, t), count);
    return count;
}

uint32_t lower_member_offset(Lower *l, const Type *t, uint32_t member) {
    uint32_t offset = 0;
    for (uint32_t i = 0; i < member; i++)
        offset += lower_shape(l, t->structure->member[i].type)->scalars;
    return offset;
}

/* ---- lists ---- */

Values lower_values(Lower *l, uint32_t count) {
    return (Values){arena_array(l->arena, IrValue, count), count};
}

Values lower_values1(Lower *l, IrValue v) {
    Values one = lower_values(l, 1);
    one.at[0] = v;
    return one;
}

IrValue lower_u32(Lower *l, uint32_t v) {
    return ir_const(&l->b, IR_U32, v);
}

Values lower_zeros(Lower *l, const Type *t, Span span) {
    const uint32_t count = lower_scalars(l, t, span);
    uint8_t *types = arena_array(l->arena, uint8_t, count);
    Values v = lower_values(l, count);
    if (count)
        lower_flatten(l, t, types);
    for (uint32_t i = 0; i < count; i++)
        v.at[i] = ir_const(&l->b, (IrType)types[i], 0);
    return v;
}

static IrValue const_scalar(Lower *l, const Const *c) {
    switch (lower_scalar_type(l, c->type)) {
    case IR_BOOL: return ir_const(&l->b, IR_BOOL, c->b ? ~0u : 0);
    case IR_I32: return ir_const(&l->b, IR_I32, (uint32_t)c->i);
    case IR_U32: return ir_const(&l->b, IR_U32, (uint32_t)c->i);
    case IR_F32: return ir_const(&l->b, IR_F32, f32_bits((float)c->f));
    default: return ir_const(&l->b, IR_F16, f32_bits((float)c->f));
    }
}

/* Fills in the scalars of a constant; returns their number. */
static uint32_t fill(Lower *l, const Const *c, Span span, IrValue *out) {
    if (type_is_scalar(c->type)) {
        out[0] = const_scalar(l, c);
        return 1;
    }
    if (!c->element) {
        Values zeros = lower_zeros(l, c->type, span);
        memcpy(out, zeros.at, zeros.len * sizeof *out);
        return zeros.len;
    }
    uint32_t done = 0;
    for (uint32_t i = 0; i < c->elements; i++)
        done += fill(l, c->element[i], span, out + done);
    return done;
}

Values lower_const(Lower *l, const Const *c, Span span) {
    Values v = lower_values(l, lower_scalars(l, c->type, span));
    if (v.len)
        fill(l, c, span, v.at);
    return v;
}

Values lower_pick(Lower *l, Values v, uint32_t count, IrValue index) {
    const uint32_t each = v.len / count;
    if (ir_is_const(l->b.function, index)) {
        const uint32_t i = l->b.function->values.at[index].bits;
        return lower_part(v, (i < count ? i : count - 1) * each, each);
    }
    Values r = lower_values(l, each);
    memcpy(r.at, v.at + (count - 1) * each, each * sizeof *r.at);
    for (uint32_t i = count - 1; i-- > 0;) {
        const IrValue at = ir_const(&l->b, lower_type_of(l, index), i);
        const IrValue is = ir_op2(&l->b, OP_IEQ, IR_BOOL, index, at);
        for (uint32_t k = 0; k < each; k++)
            r.at[k] = lower_select(l, is, v.at[i * each + k], r.at[k]);
    }
    return r;
}
