/* Bounds of integers, taken as unsigned, that follow from the size of the workgroup and from
 * constants. */
#include "ir/internal.h"

enum { DEEPEST = 8 };

static const IrRange anything = {0, UINT32_MAX};

static IrRange range_of(const IrModule *m, const IrFunction *f, IrValue v, uint32_t depth);

static IrRange builtin_range(const IrModule *m, uint32_t builtin) {
    const uint32_t *size = m->workgroup_size;
    switch (builtin) {
    case IRB_LOCAL_ID_X:
    case IRB_LOCAL_ID_Y:
    case IRB_LOCAL_ID_Z: return (IrRange){0, size[builtin - IRB_LOCAL_ID_X] - 1};
    case IRB_LOCAL_INDEX: return (IrRange){0, size[0] * size[1] * size[2] - 1};
    default: return anything;
    }
}

/* Of an operation with a constant for its second operand, given the range of the first. */
static IrRange with_constant(Op op, IrRange a, uint32_t c) {
    switch (op) {
    case OP_IADD: return a.high <= UINT32_MAX - c ? (IrRange){a.low + c, a.high + c} : anything;
    case OP_IAND: return (IrRange){0, a.high < c ? a.high : c};
    case OP_USHR: return (IrRange){a.low >> (c & 31), a.high >> (c & 31)};
    case OP_SHL:
        c &= 31;
        return a.high <= UINT32_MAX >> c ? (IrRange){a.low << c, a.high << c} : anything;
    case OP_IMUL:
        return c && a.high <= UINT32_MAX / c ? (IrRange){a.low * c, a.high * c} : anything;
    case OP_UREM: return c && a.high >= c ? (IrRange){0, c - 1} : a;
    case OP_UDIV: return c ? (IrRange){a.low / c, a.high / c} : a;
    default: return anything;
    }
}

static IrRange inst_range(const IrModule *m, const IrFunction *f, const IrInst *in,
                          uint32_t depth) {
    if (in->op == IR_BUILTIN)
        return builtin_range(m, in->builtin);
    if (!ir_is_scalar_op(in->op) || (in->type != IR_U32 && in->type != IR_I32) || in->args > 2)
        return anything;
    IrRange a = range_of(m, f, in->arg[0], depth + 1);
    if (in->args == 1)
        return in->op == OP_MOV ? a : anything;
    if (ir_is_const(f, in->arg[1]))
        return with_constant((Op)in->op, a, f->values.at[in->arg[1]].bits);
    if (in->op != OP_IADD)
        return anything;
    IrRange b = range_of(m, f, in->arg[1], depth + 1);
    return a.high <= UINT32_MAX - b.high ? (IrRange){a.low + b.low, a.high + b.high} : anything;
}

static IrRange range_of(const IrModule *m, const IrFunction *f, IrValue v, uint32_t depth) {
    const IrValueInfo *i = &f->values.at[v];
    if (i->kind == IRV_CONST)
        return (IrRange){i->bits, i->bits};
    return i->kind == IRV_INST && depth < DEEPEST ? inst_range(m, f, i->inst, depth) : anything;
}

IrRange ir_range(const IrModule *m, const IrFunction *f, IrValue v) {
    return range_of(m, f, v, 0);
}
