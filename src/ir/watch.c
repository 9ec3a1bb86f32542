/* Puts instructions into the code that tell observers of operations without a good result.
 *
 * Each stands where the operation stood in the source, so that it is executed exactly when that
 * was: passes may move, join or drop operations, which are total, but not this. */
#include "ir/internal.h"

typedef struct Watch {
    IrModule *m;
    const IrFunction *f;
    uint32_t kinds;
    IrBlock out; /* of the block that is looked at */
} Watch;

static void add(Watch *w, const IrInst *at, IrWatch kind, IrType t, const IrValue *arg,
                uint32_t args) {
    if (!(w->kinds >> kind & 1))
        return;
    IrInst *in = arena_new(w->m->arena, IrInst);
    in->op = IR_WATCH;
    in->type = (uint8_t)t;
    in->watch = kind;
    in->site = at->site;
    in->args = args;
    in->arg = arena_array(w->m->arena, IrValue, args);
    for (uint32_t i = 0; i < args; i++)
        in->arg[i] = arg[i];
    vec_push(w->m->arena, &w->out.inst, in);
}

static bool is_float(IrType t) {
    return t == IR_F32 || t == IR_F16;
}

/* ---- before an operation ---- */

/* A divisor that is known to be good needs no look. */
static void watch_division(Watch *w, const IrInst *in) {
    uint32_t bits = ir_is_const(w->f, in->arg[1]) ? w->f->values.at[in->arg[1]].bits : 0;
    if (bits == 0 || (bits == UINT32_MAX && in->type == IR_I32))
        add(w, in, in->op == OP_SDIV || in->op == OP_UDIV ? IRW_DIVISION : IRW_REMAINDER,
            (IrType)in->type, in->arg, 2);
}

static void watch_shift(Watch *w, const IrInst *in) {
    if (!ir_is_const(w->f, in->arg[1]) || w->f->values.at[in->arg[1]].bits >= 32)
        add(w, in, IRW_SHIFT, (IrType)in->type, in->arg, 2);
}

/* Indices that have been f16. */
static void watch_indices(Watch *w, const IrInst *in) {
    for (uint32_t i = 0; i < in->access->indices; i++) {
        IrValue v = in->arg[in->access->index[i].arg];
        const IrInst *made = ir_made_by(w->f, v, OP_UFROMF);
        if (!made)
            made = ir_made_by(w->f, v, OP_SFROMF);
        if (made && ir_type_of(w->f, made->arg[0]) == IR_F16)
            add(w, in, IRW_F16_INDEX, IR_F16, made->arg, 1);
    }
}

static void watch_before(Watch *w, const IrInst *in) {
    switch (in->op) {
    case OP_SDIV:
    case OP_UDIV:
    case OP_SREM:
    case OP_UREM: watch_division(w, in); break;
    case OP_SHL:
    case OP_SSHR:
    case OP_USHR: watch_shift(w, in); break;
    case OP_SFROMF:
    case OP_UFROMF: add(w, in, IRW_CONVERSION, (IrType)in->type, in->arg, 1); break;
    case IR_LOAD:
    case IR_STORE:
    case IR_ATOMIC: watch_indices(w, in); break;
    default: break;
    }
}

/* ---- behind an operation ---- */

/* Can finite operands of one of these have a result that is not? */
static bool may_be_born(const IrInst *in) {
    switch (in->op) {
    case OP_FQUANT:
    case OP_FFROMF:
    case OP_FFROMS:
    case OP_FFROMU: return true;
    default: return ir_is_scalar_op(in->op) && is_float((IrType)in->type) && op_info[in->op].flops;
    }
}

static void watch_behind(Watch *w, const IrInst *in) {
    IrValue arg[5] = {in->result};
    uint32_t args = 1;
    if (!may_be_born(in))
        return;
    for (uint32_t i = 0; i < in->args; i++)
        if (is_float(ir_type_of(w->f, in->arg[i])))
            arg[args++] = in->arg[i];
    add(w, in, IRW_NON_FINITE, (IrType)in->type, arg, args);
}

/* ---- everywhere ---- */

static void watch_block(Watch *w, IrBlock *block) {
    Watch inner = {.m = w->m, .f = w->f, .kinds = w->kinds};
    for (uint32_t i = 0; i < block->inst.len; i++) {
        IrInst *in = block->inst.at[i];
        watch_before(&inner, in);
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            watch_block(&inner, ir_block_at(in, k));
        vec_push(w->m->arena, &inner.out.inst, in);
        watch_behind(&inner, in);
    }
    *block = inner.out;
}

void ir_watch(IrModule *m, uint32_t kinds) {
    for (uint32_t i = 0; i < m->functions.len; i++) {
        Watch w = {.m = m, .f = m->functions.at[i], .kinds = kinds};
        watch_block(&w, m->functions.at[i]->body);
    }
}
