/* Making modules: objects, slots, functions, constants and instructions. */
#include "base/f16.h"
#include "ir/internal.h"

IrModule *ir_module_new(Arena *a, const Source *source) {
    IrModule *m = arena_new(a, IrModule);
    m->arena = a;
    m->source = source;
    for (int i = 0; i < 3; i++)
        m->workgroup_size[i] = 1;
    vec_push(a, &m->objects, (IrObject){0});
    vec_push(a, &m->sites, (IrSite){0});
    return m;
}

uint32_t ir_add_object(IrModule *m, IrObject o) {
    vec_push(m->arena, &m->objects, o);
    return m->objects.len - 1;
}

uint32_t ir_add_site(IrModule *m, IrSite s) {
    vec_push(m->arena, &m->sites, s);
    return m->sites.len - 1;
}

uint32_t ir_add_slot(IrModule *m, IrSlot s) {
    vec_push(m->arena, &m->slots, s);
    return m->slots.len - 1;
}

IrBlock *ir_block_new(IrModule *m) {
    return arena_new(m->arena, IrBlock);
}

IrFunction *ir_function_new(IrModule *m, Str name) {
    IrFunction *f = arena_new(m->arena, IrFunction);
    f->name = name;
    f->body = ir_block_new(m);
    vec_push(m->arena, &f->values, (IrValueInfo){0});
    vec_push(m->arena, &m->functions, f);
    return f;
}

static IrValue add_value(IrModule *m, IrFunction *f, IrValueInfo v) {
    vec_push(m->arena, &f->values, v);
    return f->values.len - 1;
}

IrValue ir_add_param(IrModule *m, IrFunction *f, IrType t) {
    if (f->values.len != f->params + 1)
        LW_BUG("parameter added after other values of %.*s", STR_ARG(f->name));
    IrValue v =
        add_value(m, f, (IrValueInfo){.kind = IRV_PARAM, .type = (uint8_t)t, .bits = f->params});
    f->params++;
    return v;
}

/* ---- constants ---- */

static uint32_t constant_hash(uint32_t type, uint32_t bits) {
    uint64_t h = ((uint64_t)type << 32 | bits) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32);
}

/* Where a constant is in the table, or the free place for it. */
static IrValue *constant_place(IrFunction *f, uint32_t type, uint32_t bits) {
    uint32_t mask = f->constant_slots - 1;
    for (uint32_t i = constant_hash(type, bits) & mask;; i = (i + 1) & mask) {
        IrValue v = f->constant[i];
        if (!v || (f->values.at[v].type == type && f->values.at[v].bits == bits))
            return &f->constant[i];
    }
}

static void grow_constants(IrModule *m, IrFunction *f) {
    IrValue *old = f->constant;
    uint32_t n = f->constant_slots;
    f->constant_slots = n ? n * 2 : 32;
    f->constant = arena_array(m->arena, IrValue, f->constant_slots);
    for (uint32_t i = 0; i < n; i++)
        if (old[i])
            *constant_place(f, f->values.at[old[i]].type, f->values.at[old[i]].bits) = old[i];
}

IrValue ir_const(IrBuilder *b, IrType t, uint32_t bits) {
    IrFunction *f = b->function;
    if (t == IR_BOOL && bits)
        bits = ~0u;
    if (f->constants * 2 >= f->constant_slots)
        grow_constants(b->module, f);
    IrValue *place = constant_place(f, t, bits);
    if (!*place) {
        *place = add_value(b->module, f,
                           (IrValueInfo){.kind = IRV_CONST, .type = (uint8_t)t, .bits = bits});
        f->constants++;
    }
    return *place;
}

IrValue ir_const_f(IrBuilder *b, IrType t, double v) {
    float f = t == IR_F16 ? f32_from_f16(f16_from_f64(v)) : (float)v;
    return ir_const(b, t, f32_bits(f));
}

/* ---- instructions ---- */

bool ir_block_ended(const IrBlock *block) {
    return block->inst.len && ir_ends_block(vec_last(&block->inst)->op);
}

IrInst *ir_append(IrBuilder *b, uint32_t op, IrType t, uint32_t results, const IrValue *arg,
                  uint32_t args) {
    Arena *a = b->module->arena;
    IrInst *in = arena_new(a, IrInst);
    in->op = (uint16_t)op;
    in->type = (uint8_t)t;
    in->site = b->site;
    in->args = args;
    if (args) {
        in->arg = arena_array(a, IrValue, args);
        memcpy(in->arg, arg, sizeof *arg * args);
    }
    in->results = results;
    in->result = results ? b->function->values.len : 0;
    for (uint32_t i = 0; i < results; i++)
        add_value(b->module, b->function,
                  (IrValueInfo){.kind = IRV_INST, .type = (uint8_t)t, .inst = in});
    if (op == IR_IF || op == IR_LOOP) {
        in->block[0] = ir_block_new(b->module);
        in->block[1] = ir_block_new(b->module);
    }
    if (!ir_block_ended(b->block))
        vec_push(a, &b->block->inst, in);
    return in;
}

void ir_result_type(IrBuilder *b, IrInst *in, uint32_t i, IrType t) {
    b->function->values.at[in->result + i].type = (uint8_t)t;
}

IrInst *ir_append_call(IrBuilder *b, uint32_t callee, const IrValue *arg, uint32_t args) {
    const IrFunction *f = b->module->functions.at[callee];
    uint32_t n = f->result_types.len;
    IrType first = n ? (IrType)f->result_types.at[0] : IR_VOID;
    IrInst *in = ir_append(b, IR_CALL, first, n, arg, args);
    in->callee = callee;
    for (uint32_t i = 1; i < n; i++)
        ir_result_type(b, in, i, (IrType)f->result_types.at[i]);
    return in;
}

IrValue ir_get(IrBuilder *b, uint32_t slot) {
    IrInst *in = ir_append(b, IR_GET, (IrType)b->module->slots.at[slot].type, 1, NULL, 0);
    in->slot = slot;
    return in->result;
}

void ir_set(IrBuilder *b, uint32_t slot, IrValue v) {
    IrInst *in = ir_append(b, IR_SET, ir_type_of(b->function, v), 0, &v, 1);
    in->slot = slot;
}

IrValue ir_op(IrBuilder *b, Op op, IrType t, const IrValue *arg, uint32_t args) {
    IrValue own[4] = {0};
    for (uint32_t i = 0; i < args && i < 4; i++)
        own[i] = arg[i];
    IrValue v = ir_fold(b, op, t, own, args);
    return v ? v : ir_append(b, op, t, 1, own, args)->result;
}

IrValue ir_op1(IrBuilder *b, Op op, IrType t, IrValue a) {
    return ir_op(b, op, t, &a, 1);
}

IrValue ir_op2(IrBuilder *b, Op op, IrType t, IrValue a, IrValue c) {
    return ir_op(b, op, t, (IrValue[]){a, c}, 2);
}

IrValue ir_op3(IrBuilder *b, Op op, IrType t, IrValue a, IrValue c, IrValue d) {
    return ir_op(b, op, t, (IrValue[]){a, c, d}, 3);
}

IrValue ir_op4(IrBuilder *b, Op op, IrType t, IrValue a, IrValue c, IrValue d, IrValue e) {
    return ir_op(b, op, t, (IrValue[]){a, c, d, e}, 4);
}
