/* Operators and conversions on values that have been lowered. */
#include "lower/lower_internal.h"

/* ---- scalars ---- */

IrValue lower_op1(Lower *l, Op op, IrValue a) {
    return ir_op1(&l->b, op, lower_type_of(l, a), a);
}

IrValue lower_op2(Lower *l, Op op, IrValue a, IrValue b) {
    return ir_op2(&l->b, op, lower_type_of(l, a), a, b);
}

IrValue lower_select(Lower *l, IrValue condition, IrValue a, IrValue b) {
    return ir_op3(&l->b, OP_SELECT, lower_type_of(l, a), condition, a, b);
}

/* The scalar operation of a binary operator by the type of its left operand. */
typedef struct OperatorRow {
    Op f, s, u, b;
    bool compares; /* the result is a bool */
    bool swapped;  /* of the operands in reverse */
} OperatorRow;

static const OperatorRow operators[BINARY_NONE] = {
    [BINARY_ADD] = {OP_FADD, OP_IADD, OP_IADD},
    [BINARY_SUB] = {OP_FSUB, OP_ISUB, OP_ISUB},
    [BINARY_MUL] = {OP_FMUL, OP_IMUL, OP_IMUL},
    [BINARY_DIV] = {OP_FDIV, OP_SDIV, OP_UDIV},
    [BINARY_REM] = {OP_FREM, OP_SREM, OP_UREM},
    [BINARY_AND] = {OP_NONE, OP_IAND, OP_IAND, OP_IAND},
    [BINARY_OR] = {OP_NONE, OP_IOR, OP_IOR, OP_IOR},
    [BINARY_XOR] = {OP_NONE, OP_IXOR, OP_IXOR},
    [BINARY_SHL] = {OP_NONE, OP_SHL, OP_SHL},
    [BINARY_SHR] = {OP_NONE, OP_SSHR, OP_USHR},
    [BINARY_EQ] = {OP_FEQ, OP_IEQ, OP_IEQ, OP_IEQ, .compares = true},
    [BINARY_NE] = {OP_FNE, OP_INE, OP_INE, OP_INE, .compares = true},
    [BINARY_LT] = {OP_FLT, OP_SLT, OP_ULT, .compares = true},
    [BINARY_LE] = {OP_FLE, OP_SLE, OP_ULE, .compares = true},
    [BINARY_GT] = {OP_FLT, OP_SLT, OP_ULT, .compares = true, .swapped = true},
    [BINARY_GE] = {OP_FLE, OP_SLE, OP_ULE, .compares = true, .swapped = true},
};

IrValue lower_binary1(Lower *l, BinaryOp op, IrValue a, IrValue b) {
    const OperatorRow *row = &operators[op];
    const IrType t = lower_type_of(l, a);
    const Op by_type[] = {
        [IR_VOID] = OP_NONE, [IR_BOOL] = row->b, [IR_I32] = row->s,
        [IR_U32] = row->u,   [IR_F32] = row->f,  [IR_F16] = row->f,
    };
    if (by_type[t] == OP_NONE)
        LW_BUG("operator %d has no form for type %d", (int)op, (int)t);
    const IrType result = row->compares ? IR_BOOL : t;
    return row->swapped ? ir_op2(&l->b, by_type[t], result, b, a)
                        : ir_op2(&l->b, by_type[t], result, a, b);
}

IrValue lower_dot(Lower *l, Values a, Values b) {
    IrValue sum = lower_binary1(l, BINARY_MUL, a.at[0], b.at[0]);
    for (uint32_t i = 1; i < a.len; i++)
        sum = lower_binary1(l, BINARY_ADD, sum, lower_binary1(l, BINARY_MUL, a.at[i], b.at[i]));
    return sum;
}

/* ---- matrices ---- */

Values lower_transpose(Lower *l, const Type *matrix, Values v) {
    Values r = lower_values(l, v.len);
    for (uint32_t c = 0; c < matrix->width; c++) {
        for (uint32_t i = 0; i < matrix->rows; i++)
            r.at[i * matrix->width + c] = v.at[c * matrix->rows + i];
    }
    return r;
}

/* a * b for matrices, of which b may be a vector and so a matrix of one column. The columns of the
 * transpose of a are its rows. */
static Values matrix_product(Lower *l, Values rows, uint32_t row_count, Values b,
                             uint32_t columns) {
    const uint32_t inner = rows.len / row_count;
    Values r = lower_values(l, row_count * columns);
    for (uint32_t c = 0; c < columns; c++) {
        for (uint32_t i = 0; i < row_count; i++)
            r.at[c * row_count + i] =
                lower_dot(l, lower_part(rows, i * inner, inner), lower_part(b, c * inner, inner));
    }
    return r;
}

/* vector * matrix: each component is a product with a column. */
static Values vector_times_matrix(Lower *l, Values v, const Type *matrix, Values m) {
    Values r = lower_values(l, matrix->width);
    for (uint32_t c = 0; c < matrix->width; c++)
        r.at[c] = lower_dot(l, v, lower_part(m, c * matrix->rows, matrix->rows));
    return r;
}

static bool is_matrix(const Type *t) {
    return t->kind == TYPE_MATRIX;
}

/* ---- operators ---- */

Values lower_binary(Lower *l, BinaryOp op, const Type *left, Values a, const Type *right,
                    Values b) {
    if (op == BINARY_MUL && is_matrix(left) && !type_is_scalar(right))
        return matrix_product(l, lower_transpose(l, left, a), left->rows, b,
                              is_matrix(right) ? right->width : 1);
    if (op == BINARY_MUL && is_matrix(right) && !type_is_scalar(left))
        return vector_times_matrix(l, a, right, b);
    Values r = lower_values(l, a.len > b.len ? a.len : b.len);
    for (uint32_t i = 0; i < r.len; i++)
        r.at[i] = lower_binary1(l, op, lower_component(a, i), lower_component(b, i));
    return r;
}

Values lower_unary(Lower *l, UnaryOp op, Values v) {
    const IrType t = lower_type_of(l, v.at[0]);
    const Op negate = t == IR_F32 || t == IR_F16 ? OP_FNEG : OP_INEG;
    Values r = lower_values(l, v.len);
    for (uint32_t i = 0; i < v.len; i++)
        r.at[i] = lower_op1(l, op == UNARY_NEGATE ? negate : OP_INOT, v.at[i]);
    return r;
}

/* ---- conversions ---- */

/* By the types before and after; the same type needs none. */
static const Op conversions[IR_F16 + 1][IR_F16 + 1] = {
    [IR_BOOL] =
        {[IR_I32] = OP_WFROMB, [IR_U32] = OP_WFROMB, [IR_F32] = OP_FFROMB, [IR_F16] = OP_FFROMB},
    [IR_I32] =
        {[IR_BOOL] = OP_BFROMW, [IR_U32] = OP_MOV, [IR_F32] = OP_FFROMS, [IR_F16] = OP_FFROMS},
    [IR_U32] =
        {[IR_BOOL] = OP_BFROMW, [IR_I32] = OP_MOV, [IR_F32] = OP_FFROMU, [IR_F16] = OP_FFROMU},
    [IR_F32] =
        {[IR_BOOL] = OP_BFROMF, [IR_I32] = OP_SFROMF, [IR_U32] = OP_UFROMF, [IR_F16] = OP_FFROMF},
    [IR_F16] =
        {[IR_BOOL] = OP_BFROMF, [IR_I32] = OP_SFROMF, [IR_U32] = OP_UFROMF, [IR_F32] = OP_FFROMF},
};

IrValue lower_convert1(Lower *l, IrValue v, IrType to) {
    const IrType from = lower_type_of(l, v);
    return from == to ? v : ir_op1(&l->b, conversions[from][to], to, v);
}
