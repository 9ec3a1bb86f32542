/* The inner parts of const-evaluation, shared by the eval files. wgsl.h has the outer ones.
 *
 * eval_const.c   const values: making, reading, comparing, printing them
 * eval_scalar.c  operations and conversions of single numbers, in each type
 * eval.c         operators, conversions, constructors, indexing
 * eval_builtin.c builtin functions
 *
 * Numbers of concrete types are computed by lang/sem.h, so that a value is the same whether it is
 * computed before the run or in it; abstract ones in 64 bits.
 */
#ifndef LW_WGSL_EVAL_H
#define LW_WGSL_EVAL_H

#include "wgsl/wgsl.h"

/* Const values that are not all zero have at most this many scalars. */
enum { EVAL_MAX_SCALARS = 65536 };

/* ---- scalars ---- */

typedef struct Scalar {
    const Type *type;
    union {
        bool b;
        int64_t i;
        double f;
    };
} Scalar;

/* Floats before the run must be finite, and abstract integers fit 64 bits. */
typedef enum EvalStatus { EVAL_OK, EVAL_TOO_LARGE, EVAL_NOT_A_NUMBER } EvalStatus;

/* op on operands of one type (but for shift counts, conditions and the like), giving `result`. */
EvalStatus eval_scalar_op(Op op, const Type *result, const Scalar *arg, Scalar *out);
/* Any scalar to any scalar type, as a constructor converts; abstract integers must fit. */
EvalStatus eval_scalar_convert(Scalar v, const Type *to, Scalar *out);
/* The scalar of type t nearest to v. */
Scalar eval_scalar_float(const Type *t, double v);
Scalar eval_scalar_int(const Type *t, int64_t v);
/* "1", "0.5", "true" */
Str eval_scalar_text(Arena *a, Scalar v);

/* ---- computing with several steps, remembering what goes wrong ---- */

typedef struct Calc {
    const Type *type; /* of the numbers */
    EvalStatus status;
} Calc;

Scalar calc1(Calc *c, Op op, Scalar a);
Scalar calc2(Calc *c, Op op, Scalar a, Scalar b);
Scalar calc_add(Calc *c, Scalar a, Scalar b);
Scalar calc_sub(Calc *c, Scalar a, Scalar b);
Scalar calc_mul(Calc *c, Scalar a, Scalar b);
Scalar calc_div(Calc *c, Scalar a, Scalar b);
/* A constant of the type of the numbers. */
Scalar calc_number(const Calc *c, double v);

/* ---- values ---- */

static inline Scalar eval_scalar(const Const *v) {
    return (Scalar){v->type, .i = v->i};
}
const Const *eval_from_scalar(Arena *a, Scalar v);
/* Component i of a vector; a scalar is all of its components. */
Scalar eval_component(Arena *a, const Const *v, uint32_t i);
/* Row r of column c of a matrix. */
Scalar eval_matrix_at(Arena *a, const Const *v, uint32_t c, uint32_t r);
/* A vector, matrix, array or struct of these elements, which are kept by reference. */
const Const *eval_composite(Arena *a, const Type *t, const Const *const *element);
const Const *eval_vector(Arena *a, const Type *t, const Scalar *component);
/* How many elements a value of type t has, and the type of one of them. */
uint32_t eval_element_count(const Type *t);
const Type *eval_element_type(const Type *t, uint32_t i);

/* ---- an evaluation: where it stands in the source, and how to name it ---- */

typedef struct Eval {
    Module *module;
    Span span;
    const char *name; /* of the operator or the builtin */
    enum { EVAL_PREFIX, EVAL_INFIX, EVAL_CALL } form;
} Eval;

/* Reports that the operation on these scalars has no value of type t; returns NULL. */
const Const *eval_fail(const Eval *e, EvalStatus status, const Scalar *arg, uint32_t args,
                       const Type *t);
/* The same without naming operands. */
const Const *eval_fail_whole(const Eval *e, EvalStatus status, const Type *t);

/* One component of a result from the components of the operands. */
typedef Scalar EvalEach(Calc *c, const Scalar *arg);
/* op, or each when it is not NULL, on every component; scalar operands serve every component. */
const Const *eval_map(const Eval *e, Op op, EvalEach *each, const Type *result,
                      const Const *const *arg, uint32_t args);
/* The row of operations that a number's type chooses from. */
Op eval_choose_op(const Type *component, Op op_f, Op op_s, Op op_u);

Scalar eval_dot(Calc *c, Arena *a, const Const *x, const Const *y);

#endif
