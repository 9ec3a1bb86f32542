/* What the files of this folder share.
 *
 * - A WGSL value is a flat list of IR scalars (Values): the components of vectors, the columns of
 *   matrices, the elements of arrays and the members of structs, one after the other.
 * - A place in memory is a Path: an object, a constant offset, and indices that are only known when
 *   the shader runs. Expressions of reference and pointer type become paths; so do values that are
 *   kept in memory because they hold arrays.
 * - A function is lowered once for each combination of places that its pointer parameters are given
 *   (a LowerFunction). A call makes the LowerFunction known and refers to it by a provisional
 *   number; its body is lowered later, from a work list, so that nothing here recurses over calls.
 *
 * lower.c           the module: objects, the work list, putting functions in order; sites, limits
 * lower_function.c  functions, their parameters, what names are bound to, calls
 * lower_stmt.c      statements
 * lower_expr.c      expressions as values
 * lower_operator.c  operators and conversions on values
 * lower_builtin.c   builtin functions: the table; atomics, barriers, subgroups
 * lower_math.c      builtin functions that compute: geometry, interpolation, matrices
 * lower_pack.c      builtin functions on bits: packing, bitcast
 * lower_texture.c   builtin functions on textures
 * lower_sample.c    those that sample
 * lower_place.c     expressions as places
 * lower_memory.c    loads and stores of whole values
 * lower_value.c     lists of scalars: constants, zeros, parts
 */
#ifndef LW_LOWER_INTERNAL_H
#define LW_LOWER_INTERNAL_H

#include <setjmp.h>

#include "base/bug.h"
#include "base/map.h"
#include "lang/codes.h"
#include "lower/lower.h"

enum {
    LOWER_MOST_SCALARS = 4096,   /* of a value that is not in memory */
    LOWER_MOST_FUNCTIONS = 4096, /* copies of functions for their pointer arguments included */
    LOWER_MOST_INSTRUCTIONS = 1 << 20, /* of a module */
    LOWER_MOST_LISTED = 256, /* of a value that is not put in memory when it gets a name */
    LOWER_UNROLLED = 128,    /* scalars of an array that is moved without a loop, so that it may
                                become slots */
};

typedef struct Values {
    IrValue *at;
    uint32_t len;
} Values;

/* An index of a path, checked when it is used: see IrIndex. */
typedef struct PathIndex {
    IrValue value;
    uint32_t count, stride, array_offset;
} PathIndex;

typedef struct Path {
    uint32_t object;
    uint32_t offset;
    const Type *type; /* of what is there; no override-sized arrays */
    const PathIndex *index;
    uint32_t indices;
} Path;

/* What a name means: values, or a place. */
typedef struct Binding {
    const Decl *decl; /* first: the key of the map it is in */
    bool is_path;
    Values values;
    Path path;
    /* A name of a loop's body is seen in the loop's continuing block, but its values are not: there
     * they are read from slots, one for each value or index, that the body has set. */
    bool through_slots, fetched;
    uint32_t first_slot;
    uint32_t set_at; /* where in the body's block the slots are set */
} Binding;

/* How many scalars a type has, and whether values of it are kept in memory: those that arrays are
 * part of, since these may be indexed, and very large ones. */
typedef struct Shape {
    const Type *type; /* first: the key of the map it is in */
    uint32_t scalars; /* UINT32_MAX: as many or more, or unknown */
    bool in_memory;
} Shape;

/* A function, with the places that its pointer parameters stand for (paths whose index values are
 * parameters of the IR function). */
typedef struct LowerFunction {
    Decl *decl;
    uint32_t id, rank; /* its place in IrModule.functions for now; callees have lower ranks */
    IrFunction *ir;
    Map bindings;
} LowerFunction;

typedef struct Lower {
    Arena *arena;
    Module *module;
    const Specialisation *spec;
    IrModule *ir;
    IrBuilder b;
    LowerFunction *fn;              /* the one being lowered */
    VEC(LowerFunction *) functions; /* by id; the work list too */
    VEC(IrInst *) calls;
    Map function_of_key;
    Map tables;        /* constants that are in memory to be indexed: see lower_place.c */
    IrBlock *prologue; /* goes before the body of the entry point: initial values of tables */
    Map shapes, globals, ranks;
    uint64_t instructions; /* made so far, values of finished functions included */
    uint32_t depth;        /* of blocks */
    Values printed;        /* so far of the print being lowered */
    bool failed;           /* an error was reported */
    jmp_buf *give_up;
} Lower;

/* ---- lower.c ---- */

void lower_unsupported(Lower *l, Span span, const char *what);
/* Reports that a limit is exceeded, and leaves lower_entry. */
_Noreturn void lower_limit(Lower *l, Span span, const char *what);
uint32_t lower_site(Lower *l, Span span, uint32_t object);
/* What is appended from now on is `span` in the source. */
void lower_at(Lower *l, Span span);
/* Keeps in *first what starts first in the text. */
void lower_note_first(Span *first, Span span);
/* ir_append, counted. */
IrInst *lower_append(Lower *l, uint32_t op, IrType t, uint32_t results, const IrValue *arg,
                     uint32_t args);
/* Gives up when the module has become too large; `span` is where. */
void lower_check_size(Lower *l, Span span);
/* A new variable of the function being lowered, or of the private space. */
Path lower_local(Lower *l, Str name, const Type *type, Span span);
Path lower_private(Lower *l, Str name, const Type *type, Span span);
Str lower_key(const void *const *pointer);

/* ---- lower_function.c ---- */

void lower_function_body(Lower *l, LowerFunction *f);
LowerFunction *lower_function_new(Lower *l, Decl *decl, const Path *pointer);
Values lower_call(Lower *l, const Expr *e);
void lower_bind_values(Lower *l, const Decl *decl, Values v);
void lower_bind_path(Lower *l, const Decl *decl, Path p);
/* NULL after an error. */
Binding *lower_binding(Lower *l, const Decl *decl);
Values lower_bound_values(Lower *l, Binding *b);
Path lower_bound_path(Lower *l, Binding *b);

/* ---- lower_stmt.c ---- */

void lower_stmt(Lower *l, const Stmt *s);
/* Lowering goes on in `block`; the one before is returned, to be given to lower_leave. */
IrBlock *lower_enter(Lower *l, IrBlock *block);
void lower_leave(Lower *l, IrBlock *before);
IrInst *lower_if(Lower *l, IrValue condition, Span span);

/* A loop of `count` turns that moves a large array, for `span`. Between begin and end, lowering is
 * in its body. */
typedef struct CountedLoop {
    IrInst *inst;
    IrBlock *outer;
    uint32_t slot;
    IrValue index;
} CountedLoop;
CountedLoop lower_loop_begin(Lower *l, uint32_t count, Span span);
void lower_loop_end(Lower *l, const CountedLoop *c);

/* ---- lower_expr.c ---- */

Values lower_expr(Lower *l, const Expr *e);
IrValue lower_scalar(Lower *l, const Expr *e);
/* The value of a const- or override-expression, NULL with an error when it has none. */
const Const *lower_known(Lower *l, const Expr *e);

/* ---- lower_operator.c ---- */

Values lower_unary(Lower *l, UnaryOp op, Values v);
Values lower_binary(Lower *l, BinaryOp op, const Type *left, Values a, const Type *right, Values b);
IrValue lower_binary1(Lower *l, BinaryOp op, IrValue a, IrValue b);
IrValue lower_convert1(Lower *l, IrValue v, IrType to);
Values lower_transpose(Lower *l, const Type *matrix, Values v);
/* Scalar operations, of the type of their first operand. */
IrValue lower_op1(Lower *l, Op op, IrValue a);
IrValue lower_op2(Lower *l, Op op, IrValue a, IrValue b);
/* condition ? a : b */
IrValue lower_select(Lower *l, IrValue condition, IrValue a, IrValue b);
/* The sum of products, left to right. */
IrValue lower_dot(Lower *l, Values a, Values b);

/* ---- builtins: lower_builtin.c, lower_math.c, lower_pack.c, lower_texture.c, lower_sample.c ----
 */

Values lower_builtin(Lower *l, const Expr *e);
Values lower_texture(Lower *l, const Expr *e);
Values lower_sample(Lower *l, const Expr *e);
/* A scalar of what a BF_COMPONENTWISE builtin gives. */
IrValue lower_each(Lower *l, Builtin b, const IrValue *arg, uint32_t args);
/* What a builtin that only computes makes of its arguments; e is the call. */
typedef Values LowerPure(Lower *l, const Expr *e, const Values *arg);
LowerPure *lower_math(Builtin b); /* NULL: not one of lower_math.c */
LowerPure *lower_pack(Builtin b); /* NULL: not one of lower_pack.c */

/* ---- lower_place.c ---- */

/* Do parameters and lets of this type stand for a variable? */
bool lower_is_place(const Type *t);
/* Of an expression of reference or pointer type, or a texture. */
Path lower_place(Lower *l, const Expr *e);
/* Of the value of any other expression; it is put into memory if it is not there. */
Path lower_value_place(Lower *l, const Expr *e);
bool lower_is_in_memory(Lower *l, const Expr *e);
Path lower_path_member(Lower *l, Path p, uint32_t member);
/* `index` is an i32 or u32. */
Path lower_path_index(Lower *l, Path p, IrValue index);

/* ---- lower_memory.c ---- */

Values lower_load(Lower *l, Path p, Span span);
void lower_store(Lower *l, Path p, Values v, Span span);
void lower_store_zero(Lower *l, Path p, Span span);
void lower_store_const(Lower *l, Path p, const Const *c, Span span);
/* Stores the value of an expression. */
void lower_store_expr(Lower *l, Path p, const Expr *e, Span span);
/* An instruction that accesses `components` scalars at `offset` from `p`. */
IrInst *lower_access(Lower *l, uint32_t op, Path p, uint32_t offset, uint32_t components,
                     uint32_t width, IrType t, const IrValue *arg, uint32_t args, uint32_t results,
                     uint32_t site);
IrInst *lower_atomic(Lower *l, IrAtomicOp op, Path p, const IrValue *arg, uint32_t args, Span span);

/* ---- lower_value.c ---- */

IrType lower_scalar_type(Lower *l, const Type *t);
const Shape *lower_shape(Lower *l, const Type *t);
/* The number of scalars of a value; gives up when there are too many. */
uint32_t lower_scalars(Lower *l, const Type *t, Span span);
/* The types of a value's scalars, in order. */
uint32_t lower_flatten(Lower *l, const Type *t, uint8_t *types);
Values lower_values(Lower *l, uint32_t count);
Values lower_values1(Lower *l, IrValue v);
Values lower_zeros(Lower *l, const Type *t, Span span);
Values lower_const(Lower *l, const Const *c, Span span);
IrValue lower_u32(Lower *l, uint32_t v);
static inline Values lower_part(Values v, uint32_t first, uint32_t count) {
    return (Values){v.at + first, count};
}
/* Component i of a scalar, which is the same everywhere, or of a vector. */
static inline IrValue lower_component(Values v, uint32_t i) {
    return v.at[v.len == 1 ? 0 : i];
}
/* The scalars of a struct's members before `member`. */
uint32_t lower_member_offset(Lower *l, const Type *t, uint32_t member);
/* Element `index` of `count` elements that v consists of, an index past the end gives the last. */
Values lower_pick(Lower *l, Values v, uint32_t count, IrValue index);
const Type *lower_element_type(Lower *l, const Type *t);
static inline IrType lower_type_of(const Lower *l, IrValue v) {
    return ir_type_of(l->b.function, v);
}

#endif
