/* Const-evaluation of builtin functions.
 *
 * Three kinds: those that are one operation of ops.def on each component (the table in
 * lang/builtins.def says which), those computed in steps on each component (`each`), and those that
 * see their operands as a whole (`whole`). The steps are the expressions that WGSL gives for their
 * accuracy, from left to right, so that code for the run made of the same steps agrees.
 */
#include "wgsl/eval.h"

#include "base/bug.h"
#include "lang/codes.h"

/* ---- component by component, in steps ---- */

static Scalar smallest(Calc *c, Scalar a, Scalar b) {
    return calc2(c, eval_choose_op(c->type, OP_FMIN, OP_SMIN, OP_UMIN), a, b);
}

static Scalar largest(Calc *c, Scalar a, Scalar b) {
    return calc2(c, eval_choose_op(c->type, OP_FMAX, OP_SMAX, OP_UMAX), a, b);
}

static Scalar each_clamp(Calc *c, const Scalar *v) {
    return smallest(c, largest(c, v[0], v[1]), v[2]);
}

static Scalar each_saturate(Calc *c, const Scalar *v) {
    return smallest(c, largest(c, v[0], calc_number(c, 0)), calc_number(c, 1));
}

static Scalar each_mix(Calc *c, const Scalar *v) {
    Scalar rest = calc_sub(c, calc_number(c, 1), v[2]);
    return calc_add(c, calc_mul(c, v[0], rest), calc_mul(c, v[1], v[2]));
}

static Scalar each_smoothstep(Calc *c, const Scalar *v) {
    Scalar t = calc_div(c, calc_sub(c, v[2], v[0]), calc_sub(c, v[1], v[0]));
    t = each_saturate(c, &t);
    Scalar slope = calc_sub(c, calc_number(c, 3), calc_mul(c, calc_number(c, 2), t));
    return calc_mul(c, calc_mul(c, t, t), slope);
}

static Scalar each_step(Calc *c, const Scalar *v) {
    return calc_number(c, v[0].f <= v[1].f);
}

static Scalar each_degrees(Calc *c, const Scalar *v) {
    return calc_mul(c, v[0], calc_number(c, 57.295779513082322865));
}

static Scalar each_radians(Calc *c, const Scalar *v) {
    return calc_mul(c, v[0], calc_number(c, 0.017453292519943295474));
}

static Scalar each_select(Calc *c, const Scalar *v) {
    (void)c;
    return v[2].b ? v[1] : v[0];
}

static EvalEach *const each[BUILTIN_COUNT] = {
    [BUILTIN_clamp] = each_clamp,     [BUILTIN_saturate] = each_saturate,
    [BUILTIN_mix] = each_mix,         [BUILTIN_smoothstep] = each_smoothstep,
    [BUILTIN_step] = each_step,       [BUILTIN_degrees] = each_degrees,
    [BUILTIN_radians] = each_radians, [BUILTIN_select] = each_select,
};

/* ---- vectors as a whole ---- */

typedef const Const *Whole(const Eval *e, Calc *c, const Const *const *arg, const Type *result);

static Scalar length_of(Calc *c, Arena *a, const Const *v) {
    if (!v->elements)
        return calc1(c, OP_FABS, eval_scalar(v));
    return calc1(c, OP_FSQRT, eval_dot(c, a, v, v));
}

static const Const *whole_dot(const Eval *e, Calc *c, const Const *const *arg, const Type *result) {
    (void)result;
    return eval_from_scalar(e->module->arena, eval_dot(c, e->module->arena, arg[0], arg[1]));
}

static const Const *whole_length(const Eval *e, Calc *c, const Const *const *arg,
                                 const Type *result) {
    (void)result;
    return eval_from_scalar(e->module->arena, length_of(c, e->module->arena, arg[0]));
}

static const Const *whole_distance(const Eval *e, Calc *c, const Const *const *arg,
                                   const Type *result) {
    const Const *difference = eval_map(e, OP_FSUB, NULL, arg[0]->type, arg, 2);
    return difference ? whole_length(e, c, &difference, result) : NULL;
}

static const Const *whole_normalize(const Eval *e, Calc *c, const Const *const *arg,
                                    const Type *result) {
    Scalar v[4], length = length_of(c, e->module->arena, arg[0]);
    for (uint32_t i = 0; i < result->width; i++)
        v[i] = calc_div(c, eval_component(e->module->arena, arg[0], i), length);
    return eval_vector(e->module->arena, result, v);
}

static const Const *whole_cross(const Eval *e, Calc *c, const Const *const *arg,
                                const Type *result) {
    Scalar x[3], y[3], v[3];
    for (uint32_t i = 0; i < 3; i++) {
        x[i] = eval_component(e->module->arena, arg[0], i);
        y[i] = eval_component(e->module->arena, arg[1], i);
    }
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
        v[i] = calc_sub(c, calc_mul(c, x[j], y[k]), calc_mul(c, x[k], y[j]));
    }
    return eval_vector(e->module->arena, result, v);
}

static const Const *whole_face_forward(const Eval *e, Calc *c, const Const *const *arg,
                                       const Type *result) {
    Scalar side = eval_dot(c, e->module->arena, arg[1], arg[2]);
    return side.f < 0 ? arg[0] : eval_map(e, OP_FNEG, NULL, result, arg, 1);
}

/* x - 2 * dot(y, x) * y */
static const Const *whole_reflect(const Eval *e, Calc *c, const Const *const *arg,
                                  const Type *result) {
    Arena *a = e->module->arena;
    Scalar v[4], twice = calc_mul(c, calc_number(c, 2), eval_dot(c, a, arg[1], arg[0]));
    for (uint32_t i = 0; i < result->width; i++)
        v[i] = calc_sub(c, eval_component(a, arg[0], i),
                        calc_mul(c, twice, eval_component(a, arg[1], i)));
    return eval_vector(a, result, v);
}

static const Const *whole_refract(const Eval *e, Calc *c, const Const *const *arg,
                                  const Type *result) {
    Arena *a = e->module->arena;
    Scalar one = calc_number(c, 1), ratio = eval_scalar(arg[2]), v[4];
    Scalar side = eval_dot(c, a, arg[1], arg[0]);
    Scalar sine2 = calc_sub(c, one, calc_mul(c, side, side));
    Scalar k = calc_sub(c, one, calc_mul(c, calc_mul(c, ratio, ratio), sine2));
    if (c->status != EVAL_OK || k.f < 0)
        return eval_zero(e->module, result);
    Scalar along = calc_add(c, calc_mul(c, ratio, side), calc1(c, OP_FSQRT, k));
    for (uint32_t i = 0; i < result->width; i++)
        v[i] = calc_sub(c, calc_mul(c, ratio, eval_component(a, arg[0], i)),
                        calc_mul(c, along, eval_component(a, arg[1], i)));
    return eval_vector(a, result, v);
}

/* ---- matrices ---- */

/* The determinant of the n x n matrix that is left of m without the columns and rows whose bits are
 * set, along its first column. */
static Scalar minor_of(Calc *c, Arena *a, const Const *m, uint32_t columns, uint32_t rows) {
    uint32_t n = m->elements, column = 0, taken = 0;
    while (columns >> column & 1)
        column++;
    Scalar sum = calc_number(c, 0);
    for (uint32_t r = 0; r < n; r++) {
        if (rows >> r & 1)
            continue;
        Scalar x = eval_matrix_at(a, m, column, r);
        uint32_t rest_columns = columns | 1u << column, rest_rows = rows | 1u << r;
        if (rest_columns != (1u << n) - 1)
            x = calc_mul(c, x, minor_of(c, a, m, rest_columns, rest_rows));
        sum = taken == 0 ? x : taken % 2 ? calc_sub(c, sum, x) : calc_add(c, sum, x);
        taken++;
    }
    return sum;
}

static const Const *whole_determinant(const Eval *e, Calc *c, const Const *const *arg,
                                      const Type *result) {
    (void)result;
    Arena *a = e->module->arena;
    return eval_from_scalar(a, minor_of(c, a, arg[0], 0, 0));
}

static const Const *whole_transpose(const Eval *e, Calc *c, const Const *const *arg,
                                    const Type *result) {
    (void)c;
    Arena *a = e->module->arena;
    const Const **column = arena_array(a, const Const *, result->width);
    for (uint32_t i = 0; i < result->width; i++) {
        Scalar v[4];
        for (uint32_t r = 0; r < result->rows; r++)
            v[r] = eval_matrix_at(a, arg[0], r, i);
        column[i] = eval_vector(a, result->column, v);
    }
    return eval_composite(a, result, column);
}

/* ---- logic ---- */

static const Const *all_or_any(const Eval *e, const Const *v, const Type *result, bool all) {
    bool found = !all;
    uint32_t n = v->elements ? v->elements : 1;
    for (uint32_t i = 0; i < n; i++)
        if (eval_component(e->module->arena, v, i).b != all)
            return const_bool(e->module->arena, result, found);
    return const_bool(e->module->arena, result, all);
}

static const Const *whole_all(const Eval *e, Calc *c, const Const *const *arg, const Type *result) {
    (void)c;
    return all_or_any(e, arg[0], result, true);
}

static const Const *whole_any(const Eval *e, Calc *c, const Const *const *arg, const Type *result) {
    (void)c;
    return all_or_any(e, arg[0], result, false);
}

/* ---- results that are structs ---- */

static const Const *pair(const Eval *e, const Const *const *arg, const Type *result, Op first,
                         Op second) {
    const StructMember *member = result->structure->member;
    const Const **element = arena_array(e->module->arena, const Const *, 2);
    element[0] = eval_map(e, first, NULL, member[0].type, arg, 1);
    element[1] = eval_map(e, second, NULL, member[1].type, arg, 1);
    return element[0] && element[1] ? eval_composite(e->module->arena, result, element) : NULL;
}

static const Const *whole_frexp(const Eval *e, Calc *c, const Const *const *arg,
                                const Type *result) {
    (void)c;
    return pair(e, arg, result, OP_FREXP_FRACT, OP_FREXP_EXP);
}

static Scalar each_fraction(Calc *c, const Scalar *v) {
    return calc_sub(c, v[0], calc1(c, OP_FTRUNC, v[0]));
}

static const Const *whole_modf(const Eval *e, Calc *c, const Const *const *arg,
                               const Type *result) {
    (void)c;
    const StructMember *member = result->structure->member;
    const Const **element = arena_array(e->module->arena, const Const *, 2);
    element[0] = eval_map(e, OP_NONE, each_fraction, member[0].type, arg, 1);
    element[1] = eval_map(e, OP_FTRUNC, NULL, member[1].type, arg, 1);
    return element[0] && element[1] ? eval_composite(e->module->arena, result, element) : NULL;
}

/* ---- bits: bitcast, packing and unpacking ---- */

static uint32_t bits_of(const Eval *e, Scalar v) {
    uint32_t u;
    if (v.type->kind == TYPE_F16) {
        Scalar r;
        eval_scalar_op(OP_HBITS, e->module->types.u32, &v, &r);
        return (uint32_t)r.i;
    }
    if (v.type->kind != TYPE_F32)
        return (uint32_t)v.i;
    float f = (float)v.f;
    memcpy(&u, &f, 4);
    return u;
}

static Scalar from_bits(const Eval *e, Calc *c, const Type *t, uint32_t u) {
    Scalar bits = {e->module->types.u32, .i = u}, r;
    Op op = t->kind == TYPE_F16 ? OP_HFROMBITS : OP_MOV;
    EvalStatus status = eval_scalar_op(op, t, &bits, &r);
    if (c->status == EVAL_OK)
        c->status = status;
    return r;
}

/* Abstract integers become u32 if that is wanted, else i32; abstract floats f32. */
static const Const *made_concrete(const Eval *e, const Const *v, const Type *result) {
    const Type *component = type_component(v->type), *to = component;
    TypeTable *t = &e->module->types;
    if (component->kind == TYPE_ABSTRACT_INT)
        to = type_component(result)->kind == TYPE_U32 ? t->u32 : t->i32;
    else if (component->kind == TYPE_ABSTRACT_FLOAT)
        to = t->f32;
    return eval_convert(e->module, e->span, v, v->elements ? type_vector(t, to, v->elements) : to);
}

/* Through at most 16 bytes, as the values lie in memory. */
static const Const *whole_bitcast(const Eval *e, Calc *c, const Const *const *arg,
                                  const Type *result) {
    Arena *a = e->module->arena;
    const Const *from = made_concrete(e, arg[0], result);
    if (!from)
        return NULL;
    uint32_t n = from->elements ? from->elements : 1;
    bool halves = type_component(from->type)->size == 2;
    uint16_t half[8] = {0};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t u = bits_of(e, eval_component(a, from, i));
        half[halves ? i : 2 * i] = (uint16_t)u;
        if (!halves)
            half[2 * i + 1] = (uint16_t)(u >> 16);
    }
    const Type *component = type_component(result);
    n = result->kind == TYPE_VECTOR ? result->width : 1;
    Scalar v[4];
    for (uint32_t i = 0; i < n; i++)
        v[i] = from_bits(e, c, component,
                         component->size == 2 ? half[i]
                                              : half[2 * i] | (uint32_t)half[2 * i + 1] << 16);
    return n == 1 ? eval_from_scalar(a, v[0]) : eval_vector(a, result, v);
}

/* The packed formats: how many fields, how wide, and what is in them. */
typedef enum PackKind { PACK_SNORM, PACK_UNORM, PACK_INT, PACK_CLAMPED, PACK_FLOAT } PackKind;

typedef struct PackRow {
    Builtin pack, unpack;
    PackKind kind;
    bool is_signed;
    uint8_t fields;
} PackRow;

static const PackRow pack_row[] = {
    {BUILTIN_pack4x8snorm, BUILTIN_unpack4x8snorm, PACK_SNORM, true, 4},
    {BUILTIN_pack4x8unorm, BUILTIN_unpack4x8unorm, PACK_UNORM, false, 4},
    {BUILTIN_pack2x16snorm, BUILTIN_unpack2x16snorm, PACK_SNORM, true, 2},
    {BUILTIN_pack2x16unorm, BUILTIN_unpack2x16unorm, PACK_UNORM, false, 2},
    {BUILTIN_pack2x16float, BUILTIN_unpack2x16float, PACK_FLOAT, false, 2},
    {BUILTIN_pack4xI8, BUILTIN_unpack4xI8, PACK_INT, true, 4},
    {BUILTIN_pack4xU8, BUILTIN_unpack4xU8, PACK_INT, false, 4},
    {BUILTIN_pack4xI8Clamp, BUILTIN_NONE, PACK_CLAMPED, true, 4},
    {BUILTIN_pack4xU8Clamp, BUILTIN_NONE, PACK_CLAMPED, false, 4},
};

static const PackRow *find_pack(Builtin b) {
    for (uint32_t i = 0; i < sizeof pack_row / sizeof *pack_row; i++)
        if (pack_row[i].pack == b || pack_row[i].unpack == b)
            return &pack_row[i];
    return NULL;
}

static uint32_t field_bits(const PackRow *p) {
    return 32u / p->fields;
}

/* What 1.0 becomes. */
static double field_scale(const PackRow *p) {
    return (double)((1u << (field_bits(p) - p->is_signed)) - 1);
}

static int64_t clamped(int64_t v, int64_t least, int64_t most) {
    return v < least ? least : v > most ? most : v;
}

static uint32_t pack_field(const Eval *e, const PackRow *p, Scalar v) {
    Calc c = {.type = v.type};
    uint32_t width = field_bits(p);
    int64_t least = p->is_signed ? -((int64_t)1 << (width - 1)) : 0;
    int64_t most = ((int64_t)1 << (width - p->is_signed)) - 1;
    switch (p->kind) {
    case PACK_SNORM:
    case PACK_UNORM: {
        Scalar low = calc_number(&c, p->kind == PACK_SNORM ? -1 : 0);
        v = smallest(&c, calc_number(&c, 1), largest(&c, low, v));
        v = calc_mul(&c, calc_number(&c, field_scale(p)), v);
        v = calc1(&c, OP_FFLOOR, calc_add(&c, calc_number(&c, 0.5), v));
        return (uint32_t)(int64_t)v.f;
    }
    case PACK_FLOAT: {
        Scalar r;
        eval_scalar_op(OP_HBITS, e->module->types.u32, &v, &r);
        return (uint32_t)r.i;
    }
    case PACK_CLAMPED: return (uint32_t)clamped(v.i, least, most);
    case PACK_INT: break;
    }
    return (uint32_t)v.i;
}

static const Const *pack(const Eval *e, const PackRow *p, const Const *v, const Type *result) {
    uint32_t width = field_bits(p), packed = 0;
    for (uint32_t i = 0; i < p->fields; i++) {
        uint32_t field = pack_field(e, p, eval_component(e->module->arena, v, i));
        packed |= (field & ((1u << width) - 1)) << (width * i);
    }
    return const_scalar_i(e->module->arena, result, packed);
}

static Scalar unpack_field(const Eval *e, Calc *c, const PackRow *p, uint32_t field) {
    uint32_t shift = 32 - field_bits(p);
    int64_t value = p->is_signed ? (int32_t)(field << shift) >> shift : (int64_t)field;
    if (p->kind == PACK_INT)
        return eval_scalar_int(c->type, value);
    if (p->kind == PACK_FLOAT) {
        Calc half = {.type = e->module->types.f16};
        Scalar v = from_bits(e, &half, half.type, field);
        c->status = half.status == EVAL_OK ? c->status : half.status;
        return eval_scalar_float(c->type, v.f);
    }
    Scalar v = calc_div(c, calc_number(c, (double)value), calc_number(c, field_scale(p)));
    return p->kind == PACK_SNORM ? largest(c, v, calc_number(c, -1)) : v;
}

static const Const *unpack(const Eval *e, Calc *c, const PackRow *p, const Const *v,
                           const Type *result) {
    Scalar field[4];
    uint32_t width = field_bits(p);
    for (uint32_t i = 0; i < p->fields; i++)
        field[i] = unpack_field(e, c, p, (uint32_t)v->i >> (width * i) & ((1u << width) - 1));
    return eval_vector(e->module->arena, result, field);
}

static Whole *const whole[BUILTIN_COUNT] = {
    [BUILTIN_all] = whole_all,
    [BUILTIN_any] = whole_any,
    [BUILTIN_bitcast] = whole_bitcast,
    [BUILTIN_cross] = whole_cross,
    [BUILTIN_determinant] = whole_determinant,
    [BUILTIN_distance] = whole_distance,
    [BUILTIN_dot] = whole_dot,
    [BUILTIN_faceForward] = whole_face_forward,
    [BUILTIN_frexp] = whole_frexp,
    [BUILTIN_length] = whole_length,
    [BUILTIN_modf] = whole_modf,
    [BUILTIN_normalize] = whole_normalize,
    [BUILTIN_reflect] = whole_reflect,
    [BUILTIN_refract] = whole_refract,
    [BUILTIN_transpose] = whole_transpose,
};

/* ---- operands that a builtin refuses ---- */

static bool refuse(const Eval *e, const char *why, Scalar a, Scalar b) {
    Str x = eval_scalar_text(e->module->arena, a), y = eval_scalar_text(e->module->arena, b);
    error(e->module->diags, CODE_OUT_OF_RANGE, e->span, why, e->name, STR_ARG(x), STR_ARG(y));
    return false;
}

/* The checks of one component of two operands; those of one operand get it twice. `t` is the type
 * of the result's numbers. */
typedef bool OperandCheck(const Eval *e, const Type *t, const Scalar *v);

static bool check_clamp(const Eval *e, const Type *t, const Scalar *v) {
    bool wrong = type_is_float(t) ? v[0].f > v[1].f : v[0].i > v[1].i;
    return !wrong || refuse(e, "%s: the low bound %.*s is above the high bound %.*s", v[0], v[1]);
}

static bool check_smoothstep(const Eval *e, const Type *t, const Scalar *v) {
    (void)t;
    return v[0].f != v[1].f || refuse(e, "%s: the edges %.*s and %.*s are equal", v[0], v[1]);
}

static bool check_field(const Eval *e, const Type *t, const Scalar *v) {
    (void)t;
    return v[0].i + v[1].i <= 32 ||
           refuse(e, "%s: offset %.*s and count %.*s go beyond 32 bits", v[0], v[1]);
}

static bool check_pow(const Eval *e, const Type *t, const Scalar *v) {
    (void)t;
    if (v[0].f < 0)
        return refuse(e, "%s: the base %.*s is negative (the exponent is %.*s)", v[0], v[1]);
    return v[0].f > 0 || v[1].f > 0 ||
           refuse(e, "%s: the base %.*s is zero and the exponent %.*s is not positive", v[0], v[1]);
}

static bool check_most(const Eval *e, Scalar v, int64_t least, int64_t most) {
    if (v.i >= least && v.i <= most)
        return true;
    error(e->module->diags, CODE_OUT_OF_RANGE, e->span, "%s: %lld is out of range: %lld to %lld",
          e->name, (long long)v.i, (long long)least, (long long)most);
    return false;
}

static bool check_lane(const Eval *e, const Type *t, const Scalar *v) {
    (void)t;
    return check_most(e, v[0], 0, 127);
}

static bool check_quad_lane(const Eval *e, const Type *t, const Scalar *v) {
    (void)t;
    return check_most(e, v[0], 0, 3);
}

static bool check_half(const Eval *e, const Type *t, const Scalar *v) {
    (void)t;
    if (v[0].f >= -65504 && v[0].f <= 65504)
        return true;
    Str x = eval_scalar_text(e->module->arena, v[0]);
    error(e->module->diags, CODE_CONST_EVAL, e->span, "%s: %.*s cannot be represented as 'f16'",
          e->name, STR_ARG(x));
    return false;
}

/* ldexp's */
static bool check_exponent(const Eval *e, const Type *t, const Scalar *v) {
    int64_t bias = t->kind == TYPE_F16 ? 15 : t->kind == TYPE_F32 ? 127 : 1023;
    if (v[0].i <= bias + 1)
        return true;
    error(e->module->diags, CODE_OUT_OF_RANGE, e->span,
          "%s: the exponent %lld is too large for '%.*s': at most %lld", e->name, (long long)v[0].i,
          STR_ARG(t->name), (long long)bias + 1);
    return false;
}

/* Which operands must be known for a check. */
typedef struct CheckRow {
    Builtin builtin;
    uint8_t first, second;
    OperandCheck *check;
} CheckRow;

static const CheckRow check_row[] = {
    {BUILTIN_clamp, 1, 2, check_clamp},
    {BUILTIN_smoothstep, 0, 1, check_smoothstep},
    {BUILTIN_extractBits, 1, 2, check_field},
    {BUILTIN_insertBits, 2, 3, check_field},
    {BUILTIN_ldexp, 1, 1, check_exponent},
    {BUILTIN_quantizeToF16, 0, 0, check_half},
    {BUILTIN_pack2x16float, 0, 0, check_half},
    {BUILTIN_pow, 0, 1, check_pow},
    {BUILTIN_subgroupBroadcast, 1, 1, check_lane},
    {BUILTIN_subgroupShuffle, 1, 1, check_lane},
    {BUILTIN_subgroupShuffleUp, 1, 1, check_lane},
    {BUILTIN_subgroupShuffleDown, 1, 1, check_lane},
    {BUILTIN_subgroupShuffleXor, 1, 1, check_lane},
    {BUILTIN_quadBroadcast, 1, 1, check_quad_lane},
};

/* The row of a builtin if its operands are known. */
static const CheckRow *find_check(Builtin b, const Const *const *arg, uint32_t args) {
    for (uint32_t i = 0; i < sizeof check_row / sizeof *check_row; i++) {
        const CheckRow *row = &check_row[i];
        if (row->builtin == b && row->first < args && row->second < args && arg[row->first] &&
            arg[row->second])
            return row;
    }
    return NULL;
}

static bool row_holds(const Eval *e, const CheckRow *row, const Const *x, const Const *y,
                      const Type *result) {
    uint32_t n = x->elements > y->elements ? x->elements : y->elements;
    for (uint32_t i = 0; i < (n ? n : 1); i++) {
        Arena *a = e->module->arena;
        if (!row->check(e, type_component(result),
                        (Scalar[]){eval_component(a, x, i), eval_component(a, y, i)}))
            return false;
    }
    return true;
}

bool eval_check_builtin(Module *m, const Expr *call, const Const *const *arg) {
    const CheckRow *row = find_check(call->builtin, arg, call->args.len);
    if (!row)
        return true;
    Span at = span_join(call->args.at[row->first]->span, call->args.at[row->second]->span);
    Eval e = {m, at, builtin_info[call->builtin].name, EVAL_CALL};
    return row_holds(&e, row, arg[row->first], arg[row->second], call->type);
}

/* ---- all together ---- */

static const Const *evaluate(const Eval *e, Builtin b, const Const *const *arg, uint32_t args,
                             const Type *result) {
    const BuiltinInfo *info = &builtin_info[b];
    const PackRow *p = find_pack(b);
    Calc c = {.type = result->kind == TYPE_STRUCT ? result : type_component(result)};
    const Const *v;
    if (p && p->pack == b)
        return pack(e, p, arg[0], result);
    if (info->flags & BF_COMPONENTWISE) {
        Op op = eval_choose_op(type_component(arg[0]->type), info->op_f, info->op_s, info->op_u);
        return eval_map(e, op, NULL, result, arg, args);
    }
    if (each[b])
        return eval_map(e, OP_NONE, each[b], result, arg, args);
    if (p)
        v = unpack(e, &c, p, arg[0], result);
    else if (whole[b])
        v = whole[b](e, &c, arg, result);
    else
        LW_BUG("no evaluation of %s", info->name);
    return c.status == EVAL_OK ? v : eval_fail_whole(e, c.status, result);
}

const Const *eval_builtin(Module *m, Span span, Builtin b, const Const *const *arg, uint32_t args,
                          const Type *result) {
    if (!(builtin_info[b].flags & BF_CONST))
        return NULL;
    Eval e = {m, span, builtin_info[b].name, EVAL_CALL};
    const CheckRow *row = find_check(b, arg, args);
    if (row && !row_holds(&e, row, arg[row->first], arg[row->second], result))
        return NULL;
    return evaluate(&e, b, arg, args, result);
}
