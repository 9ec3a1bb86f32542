/* Builtin functions that compute, written out in scalar operations as WGSL defines them: choices,
 * interpolation, geometry, matrices. What works on each component alone has the form of Component;
 * the others see whole values.
 */
#include "lower/lower_internal.h"

/* ---- short names ---- */

static IrValue add(Lower *l, IrValue a, IrValue b) {
    return lower_binary1(l, BINARY_ADD, a, b);
}
static IrValue sub(Lower *l, IrValue a, IrValue b) {
    return lower_binary1(l, BINARY_SUB, a, b);
}
static IrValue mul(Lower *l, IrValue a, IrValue b) {
    return lower_binary1(l, BINARY_MUL, a, b);
}
static IrValue quotient(Lower *l, IrValue a, IrValue b) {
    return lower_binary1(l, BINARY_DIV, a, b);
}

static IrValue minimum(Lower *l, IrValue a, IrValue b) {
    return lower_each(l, BUILTIN_min, (IrValue[]){a, b}, 2);
}
static IrValue maximum(Lower *l, IrValue a, IrValue b) {
    return lower_each(l, BUILTIN_max, (IrValue[]){a, b}, 2);
}

/* A float constant of the type of `like`. */
static IrValue number(Lower *l, IrValue like, double v) {
    return ir_const_f(&l->b, lower_type_of(l, like), v);
}

/* v * s, s a scalar. */
static Values scale(Lower *l, Values v, IrValue s) {
    Values r = lower_values(l, v.len);
    for (uint32_t i = 0; i < v.len; i++)
        r.at[i] = mul(l, v.at[i], s);
    return r;
}

static Values difference(Lower *l, Values a, Values b) {
    Values r = lower_values(l, a.len);
    for (uint32_t i = 0; i < r.len; i++)
        r.at[i] = sub(l, a.at[i], b.at[i]);
    return r;
}

static Values choose(Lower *l, IrValue condition, Values a, Values b) {
    Values r = lower_values(l, a.len);
    for (uint32_t i = 0; i < r.len; i++)
        r.at[i] = lower_select(l, condition, a.at[i], b.at[i]);
    return r;
}

/* ---- each component alone ---- */

typedef IrValue Component(Lower *l, const IrValue *arg);

static IrValue clamp(Lower *l, const IrValue *arg) {
    return minimum(l, maximum(l, arg[0], arg[1]), arg[2]);
}

static IrValue saturate(Lower *l, const IrValue *arg) {
    return minimum(l, maximum(l, arg[0], number(l, arg[0], 0)), number(l, arg[0], 1));
}

static IrValue degrees(Lower *l, const IrValue *arg) {
    return mul(l, arg[0], number(l, arg[0], 57.295779513082320876798154814105));
}

static IrValue radians(Lower *l, const IrValue *arg) {
    return mul(l, arg[0], number(l, arg[0], 0.017453292519943295769236907684886));
}

static IrValue mix(Lower *l, const IrValue *arg) {
    const IrValue rest = sub(l, number(l, arg[0], 1), arg[2]);
    return add(l, mul(l, arg[0], rest), mul(l, arg[1], arg[2]));
}

static IrValue step(Lower *l, const IrValue *arg) {
    const IrValue reached = lower_binary1(l, BINARY_LE, arg[0], arg[1]);
    return lower_select(l, reached, number(l, arg[0], 1), number(l, arg[0], 0));
}

static IrValue smoothstep(Lower *l, const IrValue *arg) {
    const IrValue along = quotient(l, sub(l, arg[2], arg[0]), sub(l, arg[1], arg[0]));
    const IrValue t = saturate(l, &along);
    const IrValue slope = sub(l, number(l, t, 3), mul(l, number(l, t, 2), t));
    return mul(l, mul(l, t, t), slope);
}

static IrValue select(Lower *l, const IrValue *arg) {
    return lower_select(l, arg[2], arg[1], arg[0]);
}

static Component *const components[BUILTIN_COUNT] = {
    [BUILTIN_clamp] = clamp,     [BUILTIN_saturate] = saturate,
    [BUILTIN_degrees] = degrees, [BUILTIN_radians] = radians,
    [BUILTIN_mix] = mix,         [BUILTIN_step] = step,
    [BUILTIN_select] = select,   [BUILTIN_smoothstep] = smoothstep,
};

static Values each_component(Lower *l, const Expr *e, const Values *arg) {
    Values r = lower_values(l, arg[0].len);
    for (uint32_t i = 0; i < r.len; i++) {
        IrValue component[3];
        for (uint32_t k = 0; k < e->args.len; k++)
            component[k] = lower_component(arg[k], i);
        r.at[i] = components[e->builtin](l, component);
    }
    return r;
}

/* ---- bools ---- */

static Values all_or_any(Lower *l, const Expr *e, const Values *arg) {
    const Op op = e->builtin == BUILTIN_all ? OP_IAND : OP_IOR;
    IrValue r = arg[0].at[0];
    for (uint32_t i = 1; i < arg[0].len; i++)
        r = lower_op2(l, op, r, arg[0].at[i]);
    return lower_values1(l, r);
}

/* ---- a number in two parts: the fraction first ---- */

static Values split_at_point(Lower *l, const Expr *e, const Values *arg) {
    (void)e;
    const uint32_t n = arg[0].len;
    Values r = lower_values(l, 2 * n);
    for (uint32_t i = 0; i < n; i++) {
        r.at[n + i] = lower_op1(l, OP_FTRUNC, arg[0].at[i]);
        r.at[i] = sub(l, arg[0].at[i], r.at[n + i]);
    }
    return r;
}

static Values split_exponent(Lower *l, const Expr *e, const Values *arg) {
    (void)e;
    const uint32_t n = arg[0].len;
    Values r = lower_values(l, 2 * n);
    for (uint32_t i = 0; i < n; i++) {
        r.at[i] = lower_op1(l, OP_FREXP_FRACT, arg[0].at[i]);
        r.at[n + i] = ir_op1(&l->b, OP_FREXP_EXP, IR_I32, arg[0].at[i]);
    }
    return r;
}

/* ---- vectors ---- */

static IrValue length_of(Lower *l, Values v) {
    if (v.len == 1)
        return lower_op1(l, OP_FABS, v.at[0]);
    return lower_op1(l, OP_FSQRT, lower_dot(l, v, v));
}

static Values dot(Lower *l, const Expr *e, const Values *arg) {
    (void)e;
    return lower_values1(l, lower_dot(l, arg[0], arg[1]));
}

static Values length(Lower *l, const Expr *e, const Values *arg) {
    (void)e;
    return lower_values1(l, length_of(l, arg[0]));
}

static Values distance(Lower *l, const Expr *e, const Values *arg) {
    (void)e;
    return lower_values1(l, length_of(l, difference(l, arg[0], arg[1])));
}

static Values normalize(Lower *l, const Expr *e, const Values *arg) {
    (void)e;
    const IrValue length = length_of(l, arg[0]);
    Values r = lower_values(l, arg[0].len);
    for (uint32_t i = 0; i < r.len; i++)
        r.at[i] = quotient(l, arg[0].at[i], length);
    return r;
}

static Values cross(Lower *l, const Expr *e, const Values *arg) {
    (void)e;
    const IrValue *a = arg[0].at, *b = arg[1].at;
    Values r = lower_values(l, 3);
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
        r.at[i] = sub(l, mul(l, a[j], b[k]), mul(l, a[k], b[j]));
    }
    return r;
}

static Values face_forward(Lower *l, const Expr *e, const Values *arg) {
    (void)e;
    const IrValue d = lower_dot(l, arg[1], arg[2]);
    const IrValue faces = lower_binary1(l, BINARY_LT, d, number(l, d, 0));
    return choose(l, faces, arg[0], lower_unary(l, UNARY_NEGATE, arg[0]));
}

static Values reflect(Lower *l, const Expr *e, const Values *arg) {
    (void)e;
    const IrValue d = lower_dot(l, arg[1], arg[0]);
    return difference(l, arg[0], scale(l, arg[1], mul(l, number(l, d, 2), d)));
}

/* With k = 1 - r * r * (1 - d * d): r * e1 - (r * d + sqrt(k)) * e2, or zeros when k < 0. */
static Values refract(Lower *l, const Expr *e, const Values *arg) {
    const IrValue ratio = arg[2].at[0], d = lower_dot(l, arg[1], arg[0]);
    const IrValue one = number(l, ratio, 1), sine = sub(l, one, mul(l, d, d));
    const IrValue k = sub(l, one, mul(l, mul(l, ratio, ratio), sine));
    const IrValue along = add(l, mul(l, ratio, d), lower_op1(l, OP_FSQRT, k));
    const Values bent = difference(l, scale(l, arg[0], ratio), scale(l, arg[1], along));
    const IrValue total = lower_binary1(l, BINARY_LT, k, number(l, k, 0));
    return choose(l, total, lower_zeros(l, e->final, e->span), bent);
}

/* ---- matrices ---- */

static Values transpose(Lower *l, const Expr *e, const Values *arg) {
    return lower_transpose(l, e->args.at[0]->final, arg[0]);
}

/* By the first column. m is a square matrix of n columns. */
static IrValue determinant_of(Lower *l, const IrValue *m, uint32_t n) {
    if (n == 1)
        return m[0];
    IrValue sum = 0;
    for (uint32_t row = 0; row < n; row++) {
        IrValue minor[9];
        for (uint32_t i = 0, k = 0; i < n * (n - 1); i++) {
            if (i % n != row)
                minor[k++] = m[n + i];
        }
        const IrValue term = mul(l, m[row], determinant_of(l, minor, n - 1));
        sum = row == 0 ? term : row % 2 ? sub(l, sum, term) : add(l, sum, term);
    }
    return sum;
}

static Values determinant(Lower *l, const Expr *e, const Values *arg) {
    return lower_values1(l, determinant_of(l, arg[0].at, e->args.at[0]->final->width));
}

/* ---- the table ---- */

static LowerPure *const whole[BUILTIN_COUNT] = {
    [BUILTIN_all] = all_or_any,
    [BUILTIN_any] = all_or_any,
    [BUILTIN_modf] = split_at_point,
    [BUILTIN_frexp] = split_exponent,
    [BUILTIN_dot] = dot,
    [BUILTIN_length] = length,
    [BUILTIN_distance] = distance,
    [BUILTIN_normalize] = normalize,
    [BUILTIN_cross] = cross,
    [BUILTIN_faceForward] = face_forward,
    [BUILTIN_reflect] = reflect,
    [BUILTIN_refract] = refract,
    [BUILTIN_transpose] = transpose,
    [BUILTIN_determinant] = determinant,
};

LowerPure *lower_math(Builtin b) {
    return components[b] ? each_component : whole[b];
}
