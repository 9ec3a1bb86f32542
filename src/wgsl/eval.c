/* Const-evaluation of operators, conversions, constructors and indexing. */
#include "wgsl/eval.h"

#include "base/bug.h"
#include "lang/codes.h"

/* ---- what goes wrong ---- */

/* "-x", "a + b", "clamp(a, b, c)" */
static Str operation_text(const Eval *e, const Scalar *arg, uint32_t args) {
    StrBuf b = {.arena = e->module->arena};
    if (e->form == EVAL_INFIX && args == 2) {
        Str left = eval_scalar_text(b.arena, arg[0]), right = eval_scalar_text(b.arena, arg[1]);
        strbuf_addf(&b, "%.*s %s %.*s", STR_ARG(left), e->name, STR_ARG(right));
        return strbuf_str(&b);
    }
    strbuf_addf(&b, e->form == EVAL_CALL ? "%s(" : "%s", e->name);
    for (uint32_t i = 0; i < args; i++) {
        Str text = eval_scalar_text(b.arena, arg[i]);
        strbuf_addf(&b, "%s%.*s", i ? ", " : "", STR_ARG(text));
    }
    strbuf_add(&b, e->form == EVAL_CALL ? STR(")") : STR(""));
    return strbuf_str(&b);
}

static void fail(const Eval *e, EvalStatus status, Str what, const Type *t) {
    if (status == EVAL_NOT_A_NUMBER)
        error(e->module->diags, CODE_CONST_EVAL, e->span, "%.*s is not a number", STR_ARG(what));
    else
        error(e->module->diags, CODE_CONST_EVAL, e->span, "%.*s cannot be represented as '%.*s'",
              STR_ARG(what), STR_ARG(t->name));
}

const Const *eval_fail(const Eval *e, EvalStatus status, const Scalar *arg, uint32_t args,
                       const Type *t) {
    Str text = operation_text(e, arg, args);
    fail(e, status, str_format(e->module->arena, "'%.*s'", STR_ARG(text)), t);
    return NULL;
}

const Const *eval_fail_whole(const Eval *e, EvalStatus status, const Type *t) {
    fail(e, status, str_format(e->module->arena, "the result of '%s'", e->name), t);
    return NULL;
}

/* ---- component by component ---- */

/* Component i of an operand of the shape of a vector or matrix; a scalar has but one. */
static const Const *part(Arena *a, const Const *v, uint32_t i) {
    return v->elements ? const_element(a, v, i) : v;
}

static const Const *map_scalar(const Eval *e, Op op, EvalEach *each, const Type *result,
                               const Const *const *arg, uint32_t args) {
    Scalar v[4], r;
    EvalStatus status;
    for (uint32_t i = 0; i < args; i++)
        v[i] = eval_scalar(arg[i]);
    if (each) {
        Calc c = {.type = result};
        r = each(&c, v);
        status = c.status;
    } else
        status = eval_scalar_op(op, result, v, &r);
    return status == EVAL_OK ? eval_from_scalar(e->module->arena, r)
                             : eval_fail(e, status, v, args, result);
}

const Const *eval_map(const Eval *e, Op op, EvalEach *each, const Type *result,
                      const Const *const *arg, uint32_t args) {
    uint32_t n = eval_element_count(result);
    if (!n)
        return map_scalar(e, op, each, result, arg, args);
    Arena *a = e->module->arena;
    const Const **element = arena_array(a, const Const *, n);
    for (uint32_t i = 0; i < n; i++) {
        const Const *component[4];
        for (uint32_t k = 0; k < args; k++)
            component[k] = part(a, arg[k], i);
        element[i] = eval_map(e, op, each, eval_element_type(result, i), component, args);
        if (!element[i])
            return NULL;
    }
    return eval_composite(a, result, element);
}

Op eval_choose_op(const Type *component, Op op_f, Op op_s, Op op_u) {
    if (type_is_float(component))
        return op_f;
    return component->kind == TYPE_I32 || component->kind == TYPE_ABSTRACT_INT ? op_s : op_u;
}

/* ---- unary operators ---- */

const Const *eval_unary(Module *m, Span span, UnaryOp op, const Const *v, const Type *result) {
    static const struct {
        const char *name;
        Op op_f, op_s;
    } row[] = {
        [UNARY_NEGATE] = {"-", OP_FNEG, OP_INEG},
        [UNARY_NOT] = {"!", OP_NONE, OP_INOT},
        [UNARY_COMPLEMENT] = {"~", OP_NONE, OP_INOT},
    };
    LW_ASSERT(op <= UNARY_COMPLEMENT);
    Eval e = {m, span, row[op].name, EVAL_PREFIX};
    Op scalar = eval_choose_op(type_component(v->type), row[op].op_f, row[op].op_s, row[op].op_s);
    return eval_map(&e, scalar, NULL, result, &v, 1);
}

/* ---- binary operators ---- */

typedef struct BinaryRow {
    const char *name;
    Op op_f, op_s, op_u;
    bool swapped; /* a > b is b < a */
} BinaryRow;

static const BinaryRow binary_row[] = {
    [BINARY_ADD] = {"+", OP_FADD, OP_IADD, OP_IADD},
    [BINARY_SUB] = {"-", OP_FSUB, OP_ISUB, OP_ISUB},
    [BINARY_MUL] = {"*", OP_FMUL, OP_IMUL, OP_IMUL},
    [BINARY_DIV] = {"/", OP_FDIV, OP_SDIV, OP_UDIV},
    [BINARY_REM] = {"%", OP_FREM, OP_SREM, OP_UREM},
    [BINARY_AND] = {"&", OP_NONE, OP_IAND, OP_IAND},
    [BINARY_OR] = {"|", OP_NONE, OP_IOR, OP_IOR},
    [BINARY_XOR] = {"^", OP_NONE, OP_IXOR, OP_IXOR},
    [BINARY_SHL] = {"<<", OP_NONE, OP_SHL, OP_SHL},
    [BINARY_SHR] = {">>", OP_NONE, OP_SSHR, OP_USHR},
    [BINARY_EQ] = {"==", OP_FEQ, OP_IEQ, OP_IEQ},
    [BINARY_NE] = {"!=", OP_FNE, OP_INE, OP_INE},
    [BINARY_LT] = {"<", OP_FLT, OP_SLT, OP_ULT},
    [BINARY_LE] = {"<=", OP_FLE, OP_SLE, OP_ULE},
    [BINARY_GT] = {">", OP_FLT, OP_SLT, OP_ULT, true},
    [BINARY_GE] = {">=", OP_FLE, OP_SLE, OP_ULE, true},
    [BINARY_LOGICAL_AND] = {"&&", OP_NONE, OP_IAND, OP_IAND},
    [BINARY_LOGICAL_OR] = {"||", OP_NONE, OP_IOR, OP_IOR},
};

/* A divisor of zero: always wrong for integers, for floats if the dividend is known too (it is
 * infinity or no number then). */
static bool check_divisor(const Eval *e, const Scalar *a, Scalar b) {
    bool is_float = type_is_float(b.type);
    if (is_float ? b.f != 0 || !a : b.i != 0)
        return true;
    if (a) {
        Str text = operation_text(e, (Scalar[]){*a, b}, 2);
        error(e->module->diags, CODE_CONST_EVAL, e->span, "'%.*s' divides by zero", STR_ARG(text));
    } else
        error(e->module->diags, CODE_CONST_EVAL, e->span, "division by zero");
    return false;
}

/* MIN / -1 */
static bool check_quotient(const Eval *e, const Scalar *a, Scalar b) {
    if (!a || type_is_float(b.type) || b.i != -1 || a->type->kind == TYPE_U32)
        return true;
    if (a->i != (a->type->kind == TYPE_I32 ? INT32_MIN : INT64_MIN))
        return true;
    eval_fail(e, EVAL_TOO_LARGE, (Scalar[]){*a, b}, 2, a->type);
    return false;
}

static bool check_shift(const Eval *e, BinaryOp op, const Scalar *a, Scalar b) {
    if (a && a->type->kind == TYPE_ABSTRACT_INT)
        return true; /* the operation itself says when bits are lost */
    if (b.i >= 32) {
        error(e->module->diags, CODE_CONST_EVAL, e->span,
              "a shift by %lld is out of range: the shifted number has 32 bits", (long long)b.i);
        return false;
    }
    if (!a || op == BINARY_SHR)
        return true;
    int64_t shifted = (int64_t)((uint64_t)a->i << b.i);
    bool fits = a->type->kind == TYPE_I32 ? shifted == (int32_t)shifted : shifted <= UINT32_MAX;
    if (fits)
        return true;
    eval_fail(e, EVAL_TOO_LARGE, (Scalar[]){*a, b}, 2, a->type);
    return false;
}

static bool check_components(const Eval *e, BinaryOp op, const Scalar *a, Scalar b) {
    if (op == BINARY_SHL || op == BINARY_SHR)
        return check_shift(e, op, a, b);
    return check_divisor(e, a, b) && check_quotient(e, a, b);
}

bool eval_check_binary(Module *m, Span span, BinaryOp op, const Const *a, const Const *b) {
    bool divides = op == BINARY_DIV || op == BINARY_REM;
    if (!b || (!divides && op != BINARY_SHL && op != BINARY_SHR))
        return true;
    Eval e = {m, span, binary_row[op].name, EVAL_INFIX};
    uint32_t n = b->elements ? b->elements : 1;
    if (a && a->elements > n)
        n = a->elements;
    for (uint32_t i = 0; i < n; i++) {
        Scalar left;
        if (a)
            left = eval_component(m->arena, a, i);
        if (!check_components(&e, op, a ? &left : NULL, eval_component(m->arena, b, i)))
            return false;
    }
    return true;
}

/* ---- products of matrices ---- */

Scalar eval_dot(Calc *c, Arena *a, const Const *x, const Const *y) {
    Scalar sum = calc_mul(c, eval_component(a, x, 0), eval_component(a, y, 0));
    for (uint32_t i = 1; i < x->elements; i++)
        sum = calc_add(c, sum, calc_mul(c, eval_component(a, x, i), eval_component(a, y, i)));
    return sum;
}

static const Const *row_of(Arena *a, const Const *matrix, uint32_t r, const Type *row_type) {
    Scalar v[4];
    for (uint32_t c = 0; c < matrix->elements; c++)
        v[c] = eval_matrix_at(a, matrix, c, r);
    return eval_vector(a, row_type, v);
}

/* matrix * vector: dot products with the rows. */
static const Const *matrix_vector(Calc *c, Arena *a, const Const *x, const Const *y,
                                  const Type *result) {
    Scalar v[4];
    for (uint32_t r = 0; r < result->width; r++)
        v[r] = eval_dot(c, a, row_of(a, x, r, y->type), y);
    return eval_vector(a, result, v);
}

static const Const *vector_matrix(Calc *c, Arena *a, const Const *x, const Const *y,
                                  const Type *result) {
    Scalar v[4];
    for (uint32_t i = 0; i < result->width; i++)
        v[i] = eval_dot(c, a, x, const_element(a, y, i));
    return eval_vector(a, result, v);
}

static const Const *matrix_matrix(Calc *c, Arena *a, const Const *x, const Const *y,
                                  const Type *result) {
    const Const **column = arena_array(a, const Const *, result->width);
    for (uint32_t i = 0; i < result->width; i++)
        column[i] = matrix_vector(c, a, x, const_element(a, y, i), result->column);
    return eval_composite(a, result, column);
}

static const Const *matrix_product(const Eval *e, const Const *x, const Const *y,
                                   const Type *result) {
    Calc c = {.type = type_component(result)};
    Arena *a = e->module->arena;
    const Const *product;
    if (x->type->kind == TYPE_VECTOR)
        product = vector_matrix(&c, a, x, y, result);
    else if (y->type->kind == TYPE_VECTOR)
        product = matrix_vector(&c, a, x, y, result);
    else
        product = matrix_matrix(&c, a, x, y, result);
    return c.status == EVAL_OK ? product : eval_fail_whole(e, c.status, result);
}

const Const *eval_binary(Module *m, Span span, BinaryOp op, const Const *a, const Const *b,
                         const Type *result) {
    LW_ASSERT(op < BINARY_NONE);
    const BinaryRow *row = &binary_row[op];
    Eval e = {m, span, row->name, EVAL_INFIX};
    bool matrix = a->type->kind == TYPE_MATRIX || b->type->kind == TYPE_MATRIX;
    if (op == BINARY_MUL && matrix && a->elements && b->elements)
        return matrix_product(&e, a, b, result);
    if (!eval_check_binary(m, span, op, a, b))
        return NULL;
    Op scalar = eval_choose_op(type_component(a->type), row->op_f, row->op_s, row->op_u);
    const Const *arg[2] = {row->swapped ? b : a, row->swapped ? a : b};
    return eval_map(&e, scalar, NULL, result, arg, 2);
}

/* ---- conversions ---- */

static const Const *convert_scalar(Module *m, Span span, const Const *v, const Type *to) {
    Scalar r;
    if (eval_scalar_convert(eval_scalar(v), to, &r) == EVAL_OK)
        return eval_from_scalar(m->arena, r);
    Str text = eval_scalar_text(m->arena, eval_scalar(v));
    error(m->diags, CODE_CONST_EVAL, span, "%.*s cannot be represented as '%.*s'", STR_ARG(text),
          STR_ARG(to->name));
    return NULL;
}

const Const *eval_convert(Module *m, Span span, const Const *v, const Type *to) {
    if (v->type == to)
        return v;
    if (type_is_scalar(to))
        return convert_scalar(m, span, v, to);
    if (!v->element)
        return eval_zero(m, to);
    const Const **element = arena_array(m->arena, const Const *, v->elements);
    for (uint32_t i = 0; i < v->elements; i++) {
        element[i] = eval_convert(m, span, v->element[i], eval_element_type(to, i));
        if (!element[i])
            return NULL;
    }
    return eval_composite(m->arena, to, element);
}

bool eval_fits(const Const *v, const Type *to) {
    Scalar r;
    if (v->type == to)
        return true;
    if (type_is_scalar(to))
        return eval_scalar_convert(eval_scalar(v), to, &r) == EVAL_OK;
    for (uint32_t i = 0; v->element && i < v->elements; i++) {
        if (!eval_fits(v->element[i], eval_element_type(to, i)))
            return false;
    }
    return true;
}

/* ---- constructors ---- */

/* The scalars that a value of type t holds, or a number above `most`. Every visit of a type finds a
 * scalar or more, so it ends soon for a type of any size. */
static uint64_t count_scalars(const Type *t, uint64_t most) {
    switch (t->kind) {
    case TYPE_VECTOR: return t->width;
    case TYPE_MATRIX: return (uint64_t)t->width * t->rows;
    case TYPE_ARRAY: {
        uint64_t n = count_scalars(t->element, most);
        return t->count && n > most / t->count ? most + 1 : n * t->count;
    }
    case TYPE_STRUCT: {
        uint64_t n = 0;
        for (uint32_t i = 0; i < t->structure->members && n <= most; i++)
            n += count_scalars(t->structure->member[i].type, most - n);
        return n;
    }
    default: return 1;
    }
}

/* The scalars of the arguments, one after the other: at most 16. */
static uint32_t flatten(Arena *a, const Const *v, Scalar *out, uint32_t n) {
    if (!v->elements) {
        if (n < 16)
            out[n++] = eval_scalar(v);
        return n;
    }
    for (uint32_t i = 0; i < v->elements; i++)
        n = flatten(a, const_element(a, v, i), out, n);
    return n;
}

/* A vector or matrix from parts, a vector from one scalar for all, or converted from its like. */
static const Const *construct_numbers(Module *m, Span span, const Type *t, const Const *const *arg,
                                      uint32_t args) {
    Scalar part_of[16];
    uint32_t parts = 0, rows = t->kind == TYPE_MATRIX ? t->rows : 1, needed = t->width * rows;
    for (uint32_t i = 0; i < args; i++)
        parts = flatten(m->arena, arg[i], part_of, parts);
    LW_ASSERT(parts == needed || parts == 1);
    const Const **element = arena_array(m->arena, const Const *, t->width);
    for (uint32_t i = 0; i < t->width; i++) {
        const Const *scalar[4];
        for (uint32_t r = 0; r < rows; r++) {
            Scalar v = part_of[parts == 1 ? 0 : i * rows + r];
            scalar[r] = eval_convert(m, span, eval_from_scalar(m->arena, v), t->element);
            if (!scalar[r])
                return NULL;
        }
        element[i] = scalar[0];
        if (t->kind == TYPE_MATRIX) {
            const Const **column = arena_array(m->arena, const Const *, rows);
            memcpy(column, scalar, rows * sizeof *column);
            element[i] = eval_composite(m->arena, t->column, column);
        }
    }
    return eval_composite(m->arena, t, element);
}

static const Const *construct_elements(Module *m, Span span, const Type *t, const Const *const *arg,
                                       uint32_t args) {
    LW_ASSERT(args == eval_element_count(t));
    const Const **element = arena_array(m->arena, const Const *, args);
    for (uint32_t i = 0; i < args; i++) {
        element[i] = eval_convert(m, span, arg[i], eval_element_type(t, i));
        if (!element[i])
            return NULL;
    }
    const Const *v = eval_composite(m->arena, t, element);
    if (!v->element || count_scalars(t, EVAL_MAX_SCALARS) <= EVAL_MAX_SCALARS)
        return v;
    error(m->diags, CODE_LIMIT, span,
          "a constant of type '%.*s' is too large: at most %d numbers, unless all are zero",
          STR_ARG(t->name), EVAL_MAX_SCALARS);
    return NULL;
}

const Const *eval_construct(Module *m, Span span, const Type *t, const Const *const *arg,
                            uint32_t args) {
    if (args == 0)
        return eval_zero(m, t);
    switch (t->kind) {
    case TYPE_VECTOR:
    case TYPE_MATRIX: return construct_numbers(m, span, t, arg, args);
    case TYPE_ARRAY:
    case TYPE_STRUCT: return construct_elements(m, span, t, arg, args);
    default: return eval_convert(m, span, arg[0], t);
    }
}

/* ---- indexing ---- */

bool eval_check_index(Module *m, Span span, const Type *t, int64_t index) {
    t = type_unref(t);
    bool counted = t->kind != TYPE_ARRAY || t->count_kind == COUNT_FIXED;
    uint32_t count = eval_element_count(t);
    if (index >= 0 && (!counted || index < count))
        return true;
    const char *what = t->kind == TYPE_VECTOR   ? "components"
                       : t->kind == TYPE_MATRIX ? "columns"
                                                : "elements";
    if (counted)
        error(m->diags, CODE_OUT_OF_RANGE, span, "index %lld is out of range: '%.*s' has %u %s",
              (long long)index, STR_ARG(t->name), count, what);
    else
        error(m->diags, CODE_OUT_OF_RANGE, span, "index %lld is out of range: it is negative",
              (long long)index);
    return false;
}

const Const *eval_index(Module *m, Span span, const Const *v, int64_t index) {
    if (!eval_check_index(m, span, v->type, index))
        return NULL;
    return const_element(m->arena, v, (uint32_t)index);
}
