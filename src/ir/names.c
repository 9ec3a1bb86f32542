/* Names of things in text: operations, built-in values, types, and places in objects. */
#include "ir/internal.h"

static const char *const op_names[IR_OP_COUNT - IR_FIRST] = {
    [IR_BUILTIN - IR_FIRST] = "builtin",
    [IR_GET - IR_FIRST] = "get",
    [IR_SET - IR_FIRST] = "set",
    [IR_LOAD - IR_FIRST] = "load",
    [IR_STORE - IR_FIRST] = "store",
    [IR_ATOMIC - IR_FIRST] = "atomic",
    [IR_ARRAY_LENGTH - IR_FIRST] = "array_length",
    [IR_BARRIER - IR_FIRST] = "barrier",
    [IR_SUBGROUP - IR_FIRST] = "subgroup",
    [IR_CALL - IR_FIRST] = "call",
    [IR_IF - IR_FIRST] = "if",
    [IR_LOOP - IR_FIRST] = "loop",
    [IR_SWITCH - IR_FIRST] = "switch",
    [IR_BREAK - IR_FIRST] = "break",
    [IR_CONTINUE - IR_FIRST] = "continue",
    [IR_BREAK_IF - IR_FIRST] = "break_if",
    [IR_RETURN - IR_FIRST] = "return",
    [IR_TEXTURE - IR_FIRST] = "texture",
    [IR_WATCH - IR_FIRST] = "watch",
};

static const char *const builtin_names[IRB_COUNT] = {
    "local_id.x",       "local_id.y",       "local_id.z",       "local_index",     "global_id.x",
    "global_id.y",      "global_id.z",      "workgroup_id.x",   "workgroup_id.y",  "workgroup_id.z",
    "num_workgroups.x", "num_workgroups.y", "num_workgroups.z", "subgroup_lane",   "subgroup_size",
    "subgroup_id",      "num_subgroups",    "global_index",     "workgroup_index",
};

static const char *const atomic_names[] = {
    "load", "store", "add", "sub", "min", "max", "and", "or", "xor", "exchange", "compare_exchange",
};

static const char *const subgroup_names[] = {
    "add",
    "mul",
    "min",
    "max",
    "and",
    "or",
    "xor",
    "inclusive_add",
    "exclusive_add",
    "inclusive_mul",
    "exclusive_mul",
    "all",
    "any",
    "elect",
    "ballot",
    "broadcast",
    "broadcast_first",
    "shuffle",
    "shuffle_xor",
    "shuffle_up",
    "shuffle_down",
    "quad_broadcast",
    "quad_swap_x",
    "quad_swap_y",
    "quad_swap_diagonal",
};

static const char *const texture_names[IRT_COUNT] = {
    "load",   "store",       "size",           "layers", "levels",         "samples",
    "sample", "sample_grad", "sample_compare", "gather", "gather_compare",
};

static const char *const watch_names[] = {"division",   "remainder", "shift",
                                          "conversion", "f16_index", "non_finite",
                                          "print",      "barrier",   "subgroup"};

static const char *const type_names[] = {"void", "bool", "i32", "u32", "f32", "f16"};

#define NAME_OF(table, i) ((i) < sizeof(table) / sizeof *(table) ? (table)[i] : "?")

const char *ir_op_name(uint32_t op) {
    return op < OP_COUNT ? op_info[op].name : NAME_OF(op_names, op - IR_FIRST);
}
const char *ir_builtin_name(uint32_t b) {
    return NAME_OF(builtin_names, b);
}
const char *ir_atomic_name(uint32_t a) {
    return NAME_OF(atomic_names, a);
}
const char *ir_subgroup_name(uint32_t s) {
    return NAME_OF(subgroup_names, s);
}
const char *ir_texture_name(uint32_t t) {
    return NAME_OF(texture_names, t);
}
const char *ir_watch_name(uint32_t w) {
    return NAME_OF(watch_names, w);
}
const char *ir_type_name(uint32_t t) {
    return NAME_OF(type_names, t);
}

/* ---- places in objects ---- */

static const StructMember *member_at(const StructType *s, uint64_t offset) {
    for (uint32_t i = s->members; i-- > 0;)
        if (s->member[i].offset <= offset)
            return &s->member[i];
    return NULL;
}

static void add_component(StrBuf *out, const Type *component, uint64_t offset) {
    uint64_t size = component->size ? component->size : 4;
    strbuf_addf(out, ".%c", "xyzw"[offset / size % 4]);
}

/* Appends "[i]"; *offset becomes relative to that element. */
static void add_index(StrBuf *out, uint64_t stride, uint64_t *offset) {
    strbuf_addf(out, "[%llu]", (unsigned long long)(*offset / stride));
    *offset %= stride;
}

/* Appends what leads to the part of a t that holds *offset, which becomes relative to that part.
 * NULL when that part has no parts of its own. */
static const Type *step_into(StrBuf *out, const Type *t, uint64_t *offset) {
    switch (t->kind) {
    case TYPE_STRUCT: {
        const StructMember *m = member_at(t->structure, *offset);
        if (!m)
            return NULL;
        strbuf_addf(out, ".%.*s", STR_ARG(m->name));
        *offset -= m->offset;
        return m->type;
    }
    case TYPE_ARRAY:
        if (!t->stride)
            return NULL;
        add_index(out, t->stride, offset);
        return t->element;
    case TYPE_MATRIX:
        if (!t->stride)
            return NULL;
        add_index(out, t->stride, offset);
        add_component(out, t->element, *offset);
        return NULL;
    case TYPE_VECTOR: add_component(out, t->element, *offset); return NULL;
    default: return NULL;
    }
}

void ir_address_name(StrBuf *out, const IrModule *m, uint32_t object, uint64_t offset) {
    const IrObject *o = &m->objects.at[object];
    strbuf_add(out, o->name);
    if (!o->type && offset)
        strbuf_addf(out, "+%llu", (unsigned long long)offset);
    for (const Type *t = o->type; t;)
        t = step_into(out, t, &offset);
}
