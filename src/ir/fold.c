/* Algebra on single operations: constants are folded with the functions of lang/sem.h, and an
 * operation that equals something plainer becomes that. Every rule holds for all operand values,
 * bit for bit; the only liberty is which NaN an operation on a NaN yields. So float rules are few:
 * x + 0 is not x when x is -0.
 *
 * Rules come in canonical directions that later rules and passes rely on: constants to the right,
 * subtraction of a constant as addition, multiplication by a power of two as a shift. */
#include "ir/internal.h"
#include "lang/sem.h"

typedef struct Fold {
    IrBuilder *b;
    const IrFunction *f;
    Op op;
    IrType t;
    IrValue *arg;
} Fold;

/* ---- looking at operands ---- */

static bool is_bits(const Fold *x, IrValue v, uint32_t bits) {
    const IrValueInfo *i = &x->f->values.at[v];
    return i->kind == IRV_CONST && i->bits == bits;
}

static uint32_t bits_of(const Fold *x, IrValue v) {
    return x->f->values.at[v].bits;
}

static bool is_power(uint32_t bits) {
    return bits && !(bits & (bits - 1));
}

static uint32_t log2_of(uint32_t power) {
    uint32_t n = 0;
    while (power >>= 1)
        n++;
    return n;
}

static IrValue constant(const Fold *x, uint32_t bits) {
    return ir_const(x->b, x->t, bits);
}

static IrValue u32_constant(const Fold *x, uint32_t bits) {
    return ir_const(x->b, IR_U32, bits);
}

/* Is v = op(y, constant)? Sets y and the constant's bits. */
static bool with_constant(const Fold *x, IrValue v, Op op, IrValue *y, uint32_t *bits) {
    const IrInst *in = ir_made_by(x->f, v, op);
    if (!in || !ir_is_const(x->f, in->arg[1]))
        return false;
    *y = in->arg[0];
    *bits = bits_of(x, in->arg[1]);
    return true;
}

static IrValue operand_of(const Fold *x, IrValue v, Op op) {
    const IrInst *in = ir_made_by(x->f, v, op);
    return in ? in->arg[0] : 0;
}

/* ---- order ---- */

static bool commutes_exactly(Op op) {
    switch (op) {
    case OP_IADD:
    case OP_IMUL:
    case OP_IAND:
    case OP_IOR:
    case OP_IXOR:
    case OP_IEQ:
    case OP_INE:
    case OP_SMIN:
    case OP_SMAX:
    case OP_UMIN:
    case OP_UMAX: return true;
    default: return false;
    }
}

static bool commutes(Op op) {
    return commutes_exactly(op) || op == OP_FADD || op == OP_FMUL || op == OP_FEQ || op == OP_FNE ||
           op == OP_FFMA;
}

/* Constants go to the right; operands of integer operations into the order of their numbers, so
 * that equal ones look equal. */
static void order_operands(Fold *x) {
    if (!commutes(x->op))
        return;
    bool c0 = ir_is_const(x->f, x->arg[0]), c1 = ir_is_const(x->f, x->arg[1]);
    if ((c0 && !c1) || (c0 == c1 && commutes_exactly(x->op) && x->arg[0] > x->arg[1])) {
        IrValue v = x->arg[0];
        x->arg[0] = x->arg[1];
        x->arg[1] = v;
    }
}

/* ---- integers and bools ---- */

static IrValue fold_add(Fold *x, IrValue a, uint32_t c) {
    IrValue y;
    uint32_t d;
    if (c == 0)
        return a;
    if (with_constant(x, a, OP_IADD, &y, &d))
        return ir_op2(x->b, OP_IADD, x->t, y, constant(x, c + d));
    return 0;
}

static IrValue fold_mul(Fold *x, IrValue a, uint32_t c) {
    IrValue y;
    uint32_t d;
    if (c == 0)
        return constant(x, 0);
    if (c == 1)
        return a;
    if (c == ~0u)
        return ir_op1(x->b, OP_INEG, x->t, a);
    if (with_constant(x, a, OP_IMUL, &y, &d))
        return ir_op2(x->b, OP_IMUL, x->t, y, constant(x, c * d));
    if (is_power(c))
        return ir_op2(x->b, OP_SHL, x->t, a, u32_constant(x, log2_of(c)));
    return 0;
}

/* a / 2^n truncated: shift what has been moved up to a multiple when negative. */
static IrValue signed_quotient(Fold *x, IrValue a, uint32_t n) {
    IrBuilder *b = x->b;
    IrValue sign = ir_op2(b, OP_SSHR, IR_I32, a, u32_constant(x, 31));
    IrValue up = ir_op2(b, OP_IAND, IR_I32, sign, ir_const(b, IR_I32, (1u << n) - 1));
    return ir_op2(b, OP_SSHR, IR_I32, ir_op2(b, OP_IADD, IR_I32, a, up), u32_constant(x, n));
}

static IrValue fold_divide(Fold *x, IrValue a, uint32_t c) {
    bool power = is_power(c) && (x->op == OP_UDIV || x->op == OP_UREM || c >> 31 == 0);
    uint32_t n = power ? log2_of(c) : 0;
    switch (x->op) {
    case OP_UDIV:
        return c <= 1 ? a : power ? ir_op2(x->b, OP_USHR, IR_U32, a, u32_constant(x, n)) : 0;
    case OP_UREM:
        return c <= 1  ? constant(x, 0)
               : power ? ir_op2(x->b, OP_IAND, IR_U32, a, constant(x, c - 1))
                       : 0;
    case OP_SDIV: return c <= 1 ? a : power ? signed_quotient(x, a, n) : 0;
    case OP_SREM:
        if (c <= 1)
            return constant(x, 0);
        if (!power)
            return 0;
        return ir_op2(x->b, OP_ISUB, IR_I32, a,
                      ir_op2(x->b, OP_SHL, IR_I32, signed_quotient(x, a, n), u32_constant(x, n)));
    default: return 0;
    }
}

static IrValue fold_bits(Fold *x, IrValue a, uint32_t c) {
    IrValue y;
    uint32_t d;
    switch (x->op) {
    case OP_IAND:
        if (c == 0 || c == ~0u)
            return c ? a : constant(x, 0);
        if (with_constant(x, a, OP_IAND, &y, &d))
            return ir_op2(x->b, OP_IAND, x->t, y, constant(x, c & d));
        return 0;
    case OP_IOR: return c == 0 ? a : c == ~0u ? constant(x, ~0u) : 0;
    case OP_IXOR: return c == 0 ? a : c == ~0u ? ir_op1(x->b, OP_INOT, x->t, a) : 0;
    default: return 0;
    }
}

static IrValue fold_shift(Fold *x, IrValue a, uint32_t c) {
    IrValue y;
    uint32_t d;
    c &= 31;
    if (c == 0)
        return a;
    if (with_constant(x, a, x->op, &y, &d)) {
        d = (d & 31) + c;
        if (d < 32)
            return ir_op2(x->b, x->op, x->t, y, u32_constant(x, d));
        if (x->op == OP_SSHR)
            return ir_op2(x->b, x->op, x->t, y, u32_constant(x, 31));
        return constant(x, 0);
    }
    return 0;
}

static IrValue fold_unsigned_limit(Fold *x, IrValue a, uint32_t c) {
    switch (x->op) {
    case OP_UMIN: return c == 0 ? constant(x, 0) : c == ~0u ? a : 0;
    case OP_UMAX: return c == 0 ? a : c == ~0u ? constant(x, ~0u) : 0;
    case OP_ULT: return c == 0 ? constant(x, 0) : 0;
    case OP_ULE: return c == ~0u ? constant(x, ~0u) : 0;
    default: return 0;
    }
}

/* x == c and x != c where x is a bool, or an integer made of one. */
static IrValue fold_equal(Fold *x, IrValue a, uint32_t c) {
    IrValue from = operand_of(x, a, OP_WFROMB);
    if (from && c > 1)
        return constant(x, x->op == OP_INE ? ~0u : 0);
    if (!from && ir_type_of(x->f, a) != IR_BOOL)
        return 0;
    bool same = (c != 0) == (x->op == OP_IEQ);
    return same ? (from ? from : a) : ir_op1(x->b, OP_INOT, IR_BOOL, from ? from : a);
}

static IrValue fold_constant_right(Fold *x, IrValue a, uint32_t c) {
    switch (x->op) {
    case OP_IADD: return fold_add(x, a, c);
    case OP_ISUB: return ir_op2(x->b, OP_IADD, x->t, a, constant(x, 0u - c));
    case OP_IMUL: return fold_mul(x, a, c);
    case OP_UDIV:
    case OP_UREM:
    case OP_SDIV:
    case OP_SREM: return fold_divide(x, a, c);
    case OP_IAND:
    case OP_IOR:
    case OP_IXOR: return fold_bits(x, a, c);
    case OP_SHL:
    case OP_USHR:
    case OP_SSHR: return fold_shift(x, a, c);
    case OP_UMIN:
    case OP_UMAX:
    case OP_ULT:
    case OP_ULE: return fold_unsigned_limit(x, a, c);
    case OP_IEQ:
    case OP_INE: return fold_equal(x, a, c);
    default: return 0;
    }
}

static IrValue fold_constant_left(Fold *x, uint32_t c, IrValue a) {
    switch (x->op) {
    case OP_ISUB: return c == 0 ? ir_op1(x->b, OP_INEG, x->t, a) : 0;
    case OP_SHL:
    case OP_USHR:
    case OP_UREM:
    case OP_SREM:
    case OP_UDIV:
    case OP_SDIV: return c == 0 ? constant(x, 0) : 0;
    case OP_ULE: return c == 0 ? constant(x, ~0u) : 0;
    case OP_ULT: return c == ~0u ? constant(x, 0) : 0;
    default: return 0;
    }
}

static IrValue fold_same(Fold *x, IrValue a) {
    switch (x->op) {
    case OP_ISUB:
    case OP_IXOR:
    case OP_INE:
    case OP_SLT:
    case OP_ULT: return constant(x, 0);
    case OP_IEQ:
    case OP_SLE:
    case OP_ULE: return constant(x, ~0u);
    case OP_IAND:
    case OP_IOR:
    case OP_SMIN:
    case OP_SMAX:
    case OP_UMIN:
    case OP_UMAX:
    case OP_FMIN:
    case OP_FMAX: return a;
    default: return 0;
    }
}

/* ---- one operand ---- */

static IrValue fold_not(Fold *x, IrValue a) {
    static const struct {
        Op op, inverse;
        bool swapped;
    } inverses[] = {
        {OP_IEQ, OP_INE, false}, {OP_INE, OP_IEQ, false}, {OP_FEQ, OP_FNE, false},
        {OP_FNE, OP_FEQ, false}, {OP_SLT, OP_SLE, true},  {OP_SLE, OP_SLT, true},
        {OP_ULT, OP_ULE, true},  {OP_ULE, OP_ULT, true},
    };
    if (operand_of(x, a, OP_INOT))
        return operand_of(x, a, OP_INOT);
    for (size_t i = 0; i < sizeof inverses / sizeof *inverses; i++) {
        const IrInst *in = ir_made_by(x->f, a, inverses[i].op);
        if (in)
            return ir_op2(x->b, inverses[i].inverse, IR_BOOL, in->arg[inverses[i].swapped],
                          in->arg[!inverses[i].swapped]);
    }
    return 0;
}

static IrValue fold_mov(Fold *x, IrValue a) {
    if (ir_type_of(x->f, a) == x->t)
        return a;
    IrValue from = operand_of(x, a, OP_MOV);
    return from ? ir_op1(x->b, OP_MOV, x->t, from) : 0;
}

static IrValue fold_unary(Fold *x, IrValue a) {
    switch (x->op) {
    case OP_INOT: return fold_not(x, a);
    case OP_INEG:
    case OP_FNEG: return operand_of(x, a, x->op);
    case OP_FABS: {
        IrValue from = operand_of(x, a, OP_FNEG);
        return operand_of(x, a, OP_FABS) ? a : from ? ir_op1(x->b, OP_FABS, x->t, from) : 0;
    }
    case OP_BFROMW: return operand_of(x, a, OP_WFROMB);
    case OP_MOV: return fold_mov(x, a);
    default: return 0;
    }
}

/* ---- floats ---- */

/* 1 / v where both are powers of two and normal numbers, as bits; else 0. */
static uint32_t exact_reciprocal(uint32_t bits) {
    uint32_t exponent = bits >> 23 & 255;
    if (bits & 0x7fffffu || exponent < 2 || exponent > 252)
        return 0;
    return (bits & 0x80000000u) | (254 - exponent) << 23;
}

static IrValue fold_float(Fold *x, IrValue a, uint32_t c) {
    const uint32_t one = 0x3f800000u, minus_zero = 0x80000000u;
    switch (x->op) {
    case OP_FADD: return c == minus_zero ? a : 0;
    case OP_FSUB: return c == 0 ? a : 0;
    case OP_FMUL: return c == one ? a : 0;
    case OP_FDIV: {
        if (c == one)
            return a;
        /* An f16 quotient is rounded twice; a reciprocal that is no f16 must not be a constant. */
        uint32_t r = x->t == IR_F32 ? exact_reciprocal(c) : 0;
        return r ? ir_op2(x->b, OP_FMUL, x->t, a, constant(x, r)) : 0;
    }
    default: return 0;
    }
}

/* ---- all of it ---- */

static IrValue fold_select(Fold *x, IrValue c, IrValue a, IrValue d) {
    if (ir_is_const(x->f, c))
        return bits_of(x, c) ? a : d;
    if (a == d)
        return a;
    IrValue inverse = operand_of(x, c, OP_INOT);
    if (inverse)
        return ir_op3(x->b, OP_SELECT, x->t, inverse, d, a);
    if (x->t != IR_BOOL)
        return 0;
    if (a == c || is_bits(x, a, ~0u))
        return ir_op2(x->b, OP_IOR, IR_BOOL, c, d);
    if (d == c || is_bits(x, d, 0))
        return ir_op2(x->b, OP_IAND, IR_BOOL, c, a);
    if (is_bits(x, a, 0) && is_bits(x, d, ~0u))
        return ir_op1(x->b, OP_INOT, IR_BOOL, c);
    return 0;
}

static IrValue fold_binary(Fold *x) {
    IrValue a = x->arg[0], c = x->arg[1], v = 0;
    if (ir_is_const(x->f, c)) {
        v = fold_constant_right(x, a, bits_of(x, c));
        if (!v)
            v = fold_float(x, a, bits_of(x, c));
    } else if (ir_is_const(x->f, a)) {
        v = fold_constant_left(x, bits_of(x, a), c);
    }
    return !v && a == c ? fold_same(x, a) : v;
}

static bool all_constant(const IrFunction *f, const IrValue *arg, uint32_t args) {
    for (uint32_t i = 0; i < args; i++)
        if (!ir_is_const(f, arg[i]))
            return false;
    return args > 0;
}

uint32_t ir_evaluate(Op op, uint32_t type, const uint32_t *bits) {
    return sem_eval(op, type == IR_F16, bits);
}

IrValue ir_fold(IrBuilder *b, Op op, IrType t, IrValue *arg, uint32_t args) {
    Fold x = {b, b->function, op, t, arg};
    if (all_constant(x.f, arg, args)) {
        uint32_t bits[4];
        for (uint32_t i = 0; i < args; i++)
            bits[i] = bits_of(&x, arg[i]);
        return constant(&x, ir_evaluate(op, t, bits));
    }
    if (args == 1)
        return fold_unary(&x, arg[0]);
    order_operands(&x);
    if (args == 2)
        return fold_binary(&x);
    return op == OP_SELECT ? fold_select(&x, arg[0], arg[1], arg[2]) : 0;
}
