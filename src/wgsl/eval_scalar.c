/* Arithmetic before the run, number by number. Concrete types go through lang/sem.h; abstract
 * integers are 64 bits that must not overflow, abstract floats are doubles. */
#include "wgsl/eval.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/bug.h"
#include "base/f16.h"
#include "lang/sem.h"

/* ---- concrete types: words, as the engine holds them ---- */

static uint32_t to_word(Scalar v) {
    switch (v.type->kind) {
    case TYPE_BOOL: return sem_bool(v.b);
    case TYPE_F32:
    case TYPE_F16: return f32_bits((float)v.f);
    default: return (uint32_t)v.i;
    }
}

static Scalar from_word(const Type *t, uint32_t w) {
    switch (t->kind) {
    case TYPE_BOOL: return (Scalar){t, .b = w != 0};
    case TYPE_I32: return (Scalar){t, .i = (int32_t)w};
    case TYPE_U32: return (Scalar){t, .i = w};
    default: return (Scalar){t, .f = f32_from_bits(w)};
    }
}

static Scalar concrete_op(Op op, const Type *result, const Scalar *arg) {
    uint32_t word[4];
    bool f16 = result->kind == TYPE_F16;
    for (uint32_t i = 0; i < op_info[op].operands; i++) {
        word[i] = to_word(arg[i]);
        f16 |= arg[i].type->kind == TYPE_F16;
    }
    return from_word(result, sem_eval(op, f16, word));
}

/* ---- abstract integers ---- */

/* False on overflow. Shift counts are u32. */
static bool abstract_int_op(Op op, int64_t a, int64_t b, int64_t *r) {
    switch (op) {
    case OP_MOV: *r = a; return true;
    case OP_IADD: return !__builtin_add_overflow(a, b, r);
    case OP_ISUB: return !__builtin_sub_overflow(a, b, r);
    case OP_IMUL: return !__builtin_mul_overflow(a, b, r);
    case OP_INEG: *r = (int64_t)(0 - (uint64_t)a); return true;
    case OP_SABS: *r = a < 0 ? (int64_t)(0 - (uint64_t)a) : a; return true;
    case OP_SSIGN: *r = (a > 0) - (a < 0); return true;
    case OP_SMIN: *r = a < b ? a : b; return true;
    case OP_SMAX: *r = a > b ? a : b; return true;
    case OP_IAND: *r = a & b; return true;
    case OP_IOR: *r = a | b; return true;
    case OP_IXOR: *r = a ^ b; return true;
    case OP_INOT: *r = ~a; return true;
    case OP_SSHR: *r = a >> (b < 63 ? b : 63); return true;
    case OP_SHL:
        *r = b < 64 ? (int64_t)((uint64_t)a << b) : 0;
        return b < 64 ? *r >> b == a : a == 0;
    case OP_SDIV:
    case OP_SREM:
        if (b == 0 || (a == INT64_MIN && b == -1))
            return false;
        *r = op == OP_SDIV ? a / b : a % b;
        return true;
    default: LW_BUG("%s of abstract integers", op_info[op].name);
    }
}

/* ---- abstract floats ---- */

static double asinh64(double a) {
    double u = fabs(a), r = u < 0x1p500 ? Sleef_cinz_asinhd1_u10purec(u)
                                        : Sleef_cinz_logd1_u10purec(u) + 0x1.62e42fefa39efp-1;
    return copysign(r, a);
}

static double acosh64(double a) {
    return a < 0x1p500 ? Sleef_cinz_acoshd1_u10purec(a)
                       : Sleef_cinz_logd1_u10purec(a) + 0x1.62e42fefa39efp-1;
}

static double exact_ldexp(double a, int64_t e) {
    return ldexp(a, e > 5000 ? 5000 : e < -5000 ? -5000 : (int)e);
}

static double abstract_float_op(Op op, double a, double b, double c) {
    switch (op) {
    case OP_MOV: return a;
    case OP_FADD: return a + b;
    case OP_FSUB: return a - b;
    case OP_FMUL: return a * b;
    case OP_FDIV: return a / b;
    case OP_FREM: return fmod(a, b);
    case OP_FNEG: return -a;
    case OP_FABS: return fabs(a);
    case OP_FSIGN: return (a > 0) - (a < 0);
    case OP_FMIN: return b < a ? b : a;
    case OP_FMAX: return a < b ? b : a;
    case OP_FFMA: return fma(a, b, c);
    case OP_FFLOOR: return floor(a);
    case OP_FCEIL: return ceil(a);
    case OP_FROUND: return rint(a);
    case OP_FTRUNC: return trunc(a);
    case OP_FFRACT: return a - floor(a);
    case OP_FSQRT: return sqrt(a);
    case OP_FRSQRT: return 1.0 / sqrt(a);
    case OP_FSIN: return Sleef_cinz_sind1_u10purec(a);
    case OP_FCOS: return Sleef_cinz_cosd1_u10purec(a);
    case OP_FTAN: return Sleef_cinz_tand1_u10purec(a);
    case OP_FASIN: return Sleef_cinz_asind1_u10purec(a);
    case OP_FACOS: return Sleef_cinz_acosd1_u10purec(a);
    case OP_FATAN: return Sleef_cinz_atand1_u10purec(a);
    case OP_FATAN2: return Sleef_cinz_atan2d1_u10purec(a, b);
    case OP_FSINH: return Sleef_cinz_sinhd1_u10purec(a);
    case OP_FCOSH: return Sleef_cinz_coshd1_u10purec(a);
    case OP_FTANH: return Sleef_cinz_tanhd1_u10purec(a);
    case OP_FASINH: return asinh64(a);
    case OP_FACOSH: return acosh64(a);
    case OP_FATANH: return Sleef_cinz_atanhd1_u10purec(a);
    case OP_FEXP: return Sleef_cinz_expd1_u10purec(a);
    case OP_FEXP2: return Sleef_cinz_exp2d1_u10purec(a);
    case OP_FLOG: return Sleef_cinz_logd1_u10purec(a);
    case OP_FLOG2: return Sleef_cinz_log2d1_u10purec(a);
    case OP_FPOW: return Sleef_cinz_powd1_u10purec(a, b);
    default: LW_BUG("%s of abstract floats", op_info[op].name);
    }
}

static bool abstract_float_compare(Op op, double a, double b) {
    switch (op) {
    case OP_FEQ: return a == b;
    case OP_FNE: return a != b;
    case OP_FLT: return a < b;
    case OP_FLE: return a <= b;
    default: LW_BUG("%s of abstract floats", op_info[op].name);
    }
}

static bool abstract_int_compare(Op op, int64_t a, int64_t b) {
    switch (op) {
    case OP_IEQ: return a == b;
    case OP_INE: return a != b;
    case OP_SLT: return a < b;
    case OP_SLE: return a <= b;
    default: LW_BUG("%s of abstract integers", op_info[op].name);
    }
}

/* ---- all together ---- */

static EvalStatus float_status(Scalar v) {
    if (!type_is_float(v.type) || isfinite(v.f))
        return EVAL_OK;
    return isnan(v.f) ? EVAL_NOT_A_NUMBER : EVAL_TOO_LARGE;
}

static EvalStatus float_op(Op op, const Type *result, const Scalar *arg, Scalar *out) {
    uint32_t n = op_info[op].operands;
    double a = arg[0].f, b = n > 1 ? arg[1].f : 0, c = n > 2 ? arg[2].f : 0;
    if (result->kind == TYPE_BOOL)
        *out = (Scalar){result, .b = abstract_float_compare(op, a, b)};
    else if (op == OP_FLDEXP)
        *out = (Scalar){result, .f = exact_ldexp(a, arg[1].i)};
    else if (op == OP_FREXP_EXP || op == OP_FREXP_FRACT) {
        int exponent;
        double fract = frexp(a, &exponent);
        if (op == OP_FREXP_FRACT)
            *out = (Scalar){result, .f = fract};
        else
            *out = (Scalar){result, .i = exponent};
    } else
        *out = (Scalar){result, .f = abstract_float_op(op, a, b, c)};
    return float_status(*out);
}

EvalStatus eval_scalar_op(Op op, const Type *result, const Scalar *arg, Scalar *out) {
    int64_t b = op_info[op].operands > 1 ? arg[1].i : 0;
    switch (arg[0].type->kind) {
    case TYPE_ABSTRACT_FLOAT: return float_op(op, result, arg, out);
    case TYPE_ABSTRACT_INT:
        *out = (Scalar){result, .i = 0};
        if (result->kind != TYPE_BOOL)
            return abstract_int_op(op, arg[0].i, b, &out->i) ? EVAL_OK : EVAL_TOO_LARGE;
        out->b = abstract_int_compare(op, arg[0].i, b);
        return EVAL_OK;
    default: *out = concrete_op(op, result, arg); return float_status(*out);
    }
}

/* ---- conversion ---- */

static double as_double(Scalar v) {
    if (v.type->kind == TYPE_BOOL)
        return v.b;
    return type_is_float(v.type) ? v.f : (double)v.i;
}

static double round_to(const Type *t, double v) {
    switch (t->kind) {
    case TYPE_F32: return (float)v;
    case TYPE_F16: return f32_from_f16(f16_from_f64(v));
    default: return v;
    }
}

/* The range is checked before rounding: a number beyond the largest one does not fit, though it may
 * round to it. */
static EvalStatus convert_to_float(Scalar v, const Type *to, Scalar *out) {
    double d = as_double(v);
    double most = to->kind == TYPE_F32 ? 0x1.fffffep127 : to->kind == TYPE_F16 ? 65504.0 : INFINITY;
    *out = (Scalar){to, .f = round_to(to, d)};
    return fabs(d) <= most ? EVAL_OK : EVAL_TOO_LARGE;
}

static EvalStatus convert_to_int(Scalar v, const Type *to, Scalar *out) {
    int64_t least = to->kind == TYPE_U32 ? 0 : INT32_MIN;
    int64_t most = to->kind == TYPE_U32 ? UINT32_MAX : INT32_MAX;
    switch (v.type->kind) {
    case TYPE_BOOL: *out = (Scalar){to, .i = v.b}; return EVAL_OK;
    case TYPE_ABSTRACT_INT:
        *out = (Scalar){to, .i = v.i};
        return v.i >= least && v.i <= most ? EVAL_OK : EVAL_TOO_LARGE;
    case TYPE_ABSTRACT_FLOAT:
        *out = (Scalar){to, .i = v.f <= (double)least  ? least
                                 : v.f >= (double)most ? most
                                                       : (int64_t)v.f};
        return EVAL_OK;
    case TYPE_F32:
    case TYPE_F16:
        *out = concrete_op(to->kind == TYPE_U32 ? OP_UFROMF : OP_SFROMF, to, &v);
        return EVAL_OK;
    default: *out = from_word(to, (uint32_t)v.i); return EVAL_OK;
    }
}

EvalStatus eval_scalar_convert(Scalar v, const Type *to, Scalar *out) {
    *out = v;
    if (v.type == to)
        return EVAL_OK;
    switch (to->kind) {
    case TYPE_BOOL: *out = (Scalar){to, .b = as_double(v) != 0}; return EVAL_OK;
    case TYPE_ABSTRACT_FLOAT:
    case TYPE_F32:
    case TYPE_F16: return convert_to_float(v, to, out);
    case TYPE_I32:
    case TYPE_U32: return convert_to_int(v, to, out);
    default: LW_BUG("conversion of %.*s to %.*s", STR_ARG(v.type->name), STR_ARG(to->name));
    }
}

Scalar eval_scalar_float(const Type *t, double v) {
    return (Scalar){t, .f = round_to(t, v)};
}

Scalar eval_scalar_int(const Type *t, int64_t v) {
    return (Scalar){t, .i = v};
}

/* ---- computing in steps ---- */

static Scalar calc(Calc *c, Op op, const Scalar *arg) {
    Scalar r;
    EvalStatus status = eval_scalar_op(op, c->type, arg, &r);
    if (c->status == EVAL_OK)
        c->status = status;
    return r;
}

Scalar calc1(Calc *c, Op op, Scalar a) {
    return calc(c, op, &a);
}

Scalar calc2(Calc *c, Op op, Scalar a, Scalar b) {
    return calc(c, op, (Scalar[]){a, b});
}

Scalar calc_add(Calc *c, Scalar a, Scalar b) {
    return calc2(c, type_is_float(c->type) ? OP_FADD : OP_IADD, a, b);
}

Scalar calc_sub(Calc *c, Scalar a, Scalar b) {
    return calc2(c, type_is_float(c->type) ? OP_FSUB : OP_ISUB, a, b);
}

Scalar calc_mul(Calc *c, Scalar a, Scalar b) {
    return calc2(c, type_is_float(c->type) ? OP_FMUL : OP_IMUL, a, b);
}

Scalar calc_div(Calc *c, Scalar a, Scalar b) {
    return calc2(c, OP_FDIV, a, b);
}

Scalar calc_number(const Calc *c, double v) {
    return eval_scalar_float(c->type, v);
}

/* ---- text ---- */

/* Digits before the point of a number below 10^9, which is written without an exponent. */
static int whole_digits(double v) {
    int digits = 1;
    for (v = fabs(v); v >= 10 && digits < 9; v /= 10)
        digits++;
    return v >= 10 ? 1 : digits;
}

/* As few digits as tell the number from its neighbours. */
Str eval_scalar_text(Arena *a, Scalar v) {
    if (v.type->kind == TYPE_BOOL)
        return v.b ? STR("true") : STR("false");
    if (!type_is_float(v.type))
        return str_format(a, "%lld", (long long)v.i);
    char text[40];
    for (int digits = whole_digits(v.f); digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, v.f);
        if (round_to(v.type, strtod(text, NULL)) == v.f)
            break;
    }
    bool plain = strspn(text, "-0123456789") == strlen(text);
    return str_format(a, "%s%s", text, plain ? ".0" : "");
}
