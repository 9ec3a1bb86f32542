/* Builtin functions on bits: packing into words, unpacking, bitcast. */
#include "lower/lower_internal.h"

/* ---- words ---- */

static IrValue shift_left(Lower *l, IrValue v, uint32_t by) {
    return lower_op2(l, OP_SHL, v, lower_u32(l, by));
}

/* The low bits of each part, the first part lowest. */
static IrValue join(Lower *l, const IrValue *part, uint32_t parts) {
    const uint32_t bits = 32 / parts;
    const IrValue mask = lower_u32(l, (1u << bits) - 1);
    IrValue word = 0;
    for (uint32_t i = 0; i < parts; i++) {
        const IrValue low = lower_op2(l, OP_IAND, lower_convert1(l, part[i], IR_U32), mask);
        word = i ? lower_op2(l, OP_IOR, word, shift_left(l, low, i * bits)) : low;
    }
    return word;
}

/* Part i of a word, sign-extended when t is i32. */
static IrValue extract(Lower *l, IrValue word, IrType t, uint32_t i, uint32_t parts) {
    const uint32_t bits = 32 / parts;
    return ir_op3(&l->b, t == IR_I32 ? OP_SEXTRACT : OP_UEXTRACT, t, lower_convert1(l, word, t),
                  lower_u32(l, i * bits), lower_u32(l, bits));
}

/* ---- numbers in -1 to 1 or 0 to 1 ---- */

typedef struct Norm {
    IrType type; /* of a part: i32 when it has a sign */
    uint8_t parts;
    double most; /* what 1 becomes */
} Norm;

static Norm norm_of(Builtin b) {
    switch (b) {
    case BUILTIN_pack4x8snorm:
    case BUILTIN_unpack4x8snorm: return (Norm){IR_I32, 4, 127};
    case BUILTIN_pack4x8unorm:
    case BUILTIN_unpack4x8unorm: return (Norm){IR_U32, 4, 255};
    case BUILTIN_pack2x16snorm:
    case BUILTIN_unpack2x16snorm: return (Norm){IR_I32, 2, 32767};
    default: return (Norm){IR_U32, 2, 65535};
    }
}

static IrValue f32_number(Lower *l, double v) {
    return ir_const_f(&l->b, IR_F32, v);
}

static Values pack_norm(Lower *l, const Expr *e, const Values *arg) {
    const Norm n = norm_of(e->builtin);
    IrValue part[4];
    for (uint32_t i = 0; i < n.parts; i++) {
        const IrValue least = f32_number(l, n.type == IR_I32 ? -1 : 0);
        const IrValue low = lower_op2(l, OP_FMAX, arg[0].at[i], least);
        const IrValue v = lower_op2(l, OP_FMIN, low, f32_number(l, 1));
        const IrValue scaled = lower_op2(l, OP_FMUL, v, f32_number(l, n.most));
        const IrValue up = lower_op2(l, OP_FADD, scaled, f32_number(l, 0.5));
        part[i] = lower_convert1(l, lower_op1(l, OP_FFLOOR, up), n.type);
    }
    return lower_values1(l, join(l, part, n.parts));
}

static Values unpack_norm(Lower *l, const Expr *e, const Values *arg) {
    const Norm n = norm_of(e->builtin);
    Values r = lower_values(l, n.parts);
    for (uint32_t i = 0; i < n.parts; i++) {
        const IrValue part = extract(l, arg[0].at[0], n.type, i, n.parts);
        const IrValue v =
            lower_op2(l, OP_FDIV, lower_convert1(l, part, IR_F32), f32_number(l, n.most));
        r.at[i] = n.type == IR_I32 ? lower_op2(l, OP_FMAX, v, f32_number(l, -1)) : v;
    }
    return r;
}

/* ---- halves ---- */

static Values pack_float(Lower *l, const Expr *e, const Values *arg) {
    (void)e;
    IrValue half[2];
    for (uint32_t i = 0; i < 2; i++)
        half[i] = ir_op1(&l->b, OP_HBITS, IR_U32, arg[0].at[i]);
    return lower_values1(l, join(l, half, 2));
}

/* Half i of a word as a float of type t. */
static IrValue half_of(Lower *l, IrValue word, uint32_t i, IrType t) {
    const IrValue low = i ? lower_op2(l, OP_USHR, word, lower_u32(l, 16)) : word;
    return ir_op1(&l->b, OP_HFROMBITS, t, low);
}

static Values unpack_float(Lower *l, const Expr *e, const Values *arg) {
    (void)e;
    Values r = lower_values(l, 2);
    for (uint32_t i = 0; i < 2; i++)
        r.at[i] = half_of(l, arg[0].at[0], i, IR_F32);
    return r;
}

/* ---- bytes ---- */

static Values pack_bytes(Lower *l, const Expr *e, const Values *arg) {
    (void)e;
    return lower_values1(l, join(l, arg[0].at, 4));
}

static Values pack_clamped(Lower *l, const Expr *e, const Values *arg) {
    const bool is_signed = e->builtin == BUILTIN_pack4xI8Clamp;
    IrValue part[4];
    for (uint32_t i = 0; i < 4; i++) {
        IrValue v = arg[0].at[i];
        if (is_signed)
            v = lower_op2(l, OP_SMAX, v, ir_const(&l->b, IR_I32, (uint32_t)-128));
        const IrValue most = ir_const(&l->b, lower_type_of(l, v), is_signed ? 127 : 255);
        part[i] = lower_op2(l, is_signed ? OP_SMIN : OP_UMIN, v, most);
    }
    return lower_values1(l, join(l, part, 4));
}

static Values unpack_bytes(Lower *l, const Expr *e, const Values *arg) {
    const IrType t = lower_scalar_type(l, e->final);
    Values r = lower_values(l, 4);
    for (uint32_t i = 0; i < 4; i++)
        r.at[i] = extract(l, arg[0].at[0], t, i, 4);
    return r;
}

/* ---- bitcast ---- */

static Values as_words(Lower *l, Values v) {
    const bool halves = lower_type_of(l, v.at[0]) == IR_F16;
    Values words = lower_values(l, halves ? v.len / 2 : v.len);
    for (uint32_t i = 0; i < words.len; i++) {
        if (halves) {
            const IrValue pair[2] = {ir_op1(&l->b, OP_HBITS, IR_U32, v.at[2 * i]),
                                     ir_op1(&l->b, OP_HBITS, IR_U32, v.at[2 * i + 1])};
            words.at[i] = join(l, pair, 2);
        } else {
            words.at[i] = ir_op1(&l->b, OP_MOV, IR_U32, v.at[i]);
        }
    }
    return words;
}

static Values bitcast(Lower *l, const Expr *e, const Values *arg) {
    const IrType to = lower_scalar_type(l, e->final);
    if (to == lower_type_of(l, arg[0].at[0]))
        return arg[0];
    const Values words = as_words(l, arg[0]);
    const uint32_t each = to == IR_F16 ? 2 : 1;
    Values r = lower_values(l, words.len * each);
    for (uint32_t i = 0; i < r.len; i++)
        r.at[i] = to == IR_F16 ? half_of(l, words.at[i / 2], i % 2, IR_F16)
                               : ir_op1(&l->b, OP_MOV, to, words.at[i]);
    return r;
}

/* ---- the table ---- */

static LowerPure *const packs[BUILTIN_COUNT] = {
    [BUILTIN_bitcast] = bitcast,
    [BUILTIN_pack4x8snorm] = pack_norm,
    [BUILTIN_pack4x8unorm] = pack_norm,
    [BUILTIN_pack2x16snorm] = pack_norm,
    [BUILTIN_pack2x16unorm] = pack_norm,
    [BUILTIN_pack2x16float] = pack_float,
    [BUILTIN_pack4xI8] = pack_bytes,
    [BUILTIN_pack4xU8] = pack_bytes,
    [BUILTIN_pack4xI8Clamp] = pack_clamped,
    [BUILTIN_pack4xU8Clamp] = pack_clamped,
    [BUILTIN_unpack4x8snorm] = unpack_norm,
    [BUILTIN_unpack4x8unorm] = unpack_norm,
    [BUILTIN_unpack2x16snorm] = unpack_norm,
    [BUILTIN_unpack2x16unorm] = unpack_norm,
    [BUILTIN_unpack2x16float] = unpack_float,
    [BUILTIN_unpack4xI8] = unpack_bytes,
    [BUILTIN_unpack4xU8] = unpack_bytes,
};

LowerPure *lower_pack(Builtin b) {
    return packs[b];
}
