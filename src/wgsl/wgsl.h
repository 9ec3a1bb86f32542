/* The front end: from text to a checked module, and from that to one specialised entry point. */
#ifndef LW_WGSL_WGSL_H
#define LW_WGSL_WGSL_H

#include "wgsl/ast.h"

/* Parses only: a tree with what could be read; errors are in m->diags. */
void wgsl_parse(Module *m);

/* Resolves, types, evaluates and analyses a parsed module. Errors are in m->diags; afterwards a
 * module with m->diags->errors == 0 is a valid shader module. */
void wgsl_check(Module *m);

/* The formats and arguments of the comments that print, after wgsl_typecheck. */
void wgsl_prints(Module *m);

/* The passes of wgsl_check, each callable by itself for tests; each expects the ones before it to
 * have run, and does its best on a module with errors. */
void wgsl_resolve(Module *m); /* names, cycles, order of declarations */
void wgsl_typecheck(
    Module *m); /* types, overloads, const values, attributes, layout, entry points */
void wgsl_behavior(Module *m); /* control flow: behavior analysis, missing returns */
void wgsl_aliasing(Module *m); /* pointer aliasing rules */
void wgsl_uniformity(Module *m);

/* Parse and check in one call: a new module for `source`, in `arena`. */
Module *wgsl_compile(Arena *arena, const Source *source, DiagList *diags);
typedef struct WgslOptions {
    bool prints;      /* comments that print are statements */
    bool non_uniform; /* barriers and subgroup operations need no uniform control flow */
} WgslOptions;
Module *wgsl_compile_with(Arena *arena, const Source *source, DiagList *diags, WgslOptions o);

/* ---- specialisation: what pipeline creation does ---- */

/* The engine's limits, which an adapter reports. */
enum {
    WGSL_MAX_INVOCATIONS = 1024, /* of a workgroup */
    WGSL_MAX_WORKGROUP_X = 1024,
    WGSL_MAX_WORKGROUP_Y = 1024,
    WGSL_MAX_WORKGROUP_Z = 64,
    WGSL_MAX_WORKGROUP_BYTES = 65536,
};

typedef struct OverrideValue {
    Str name;     /* the override's name, or its @id in decimal (WebGPU takes only the @id where
                     there is one; here both are right) */
    double value; /* as WebGPU passes them; converted to the override's type */
} OverrideValue;

typedef struct Specialisation {
    Module *module;
    Decl *entry;
    const Const **override_value; /* by override_index; NULL for overrides the entry does not use */
    uint32_t workgroup_size[3];
    DeclList functions; /* reachable from the entry, callees before callers, the entry last */
    DeclList variables; /* module-scope variables statically accessed by it, in text order */
} Specialisation;

/* Chooses an entry point (a name, or empty for the only compute entry), gives the overrides their
 * values and re-evaluates what depends on them. NULL when there are errors (in m->diags). */
Specialisation *wgsl_specialise(Module *m, Str entry, const OverrideValue *values, uint32_t count);

/* The value of a const- or override-expression under a specialisation (which may be NULL for
 * const-expressions); NULL with an error in m->diags when it cannot be evaluated. The value's type
 * is e->final. */
const Const *wgsl_evaluate(Module *m, const Specialisation *s, const Expr *e);

/* The same type with every override-sized array given its count. */
const Type *wgsl_concrete_type(Module *m, const Specialisation *s, const Type *t);

/* ---- const-evaluation, used by the checker (eval.c) ---- */

/* Converts a const value to a type that it is feasibly convertible to (abstract to concrete,
 * componentwise); an error at `span` and NULL when the value does not fit. */
const Const *eval_convert(Module *m, Span span, const Const *v, const Type *to);
/* Would eval_convert give a value? Reports nothing. */
bool eval_fits(const Const *v, const Type *to);
const Const *eval_zero(Module *m, const Type *t);
const Const *eval_unary(Module *m, Span span, UnaryOp op, const Const *v, const Type *result);
/* Operands have been converted to what the chosen overload takes. */
const Const *eval_binary(Module *m, Span span, BinaryOp op, const Const *a, const Const *b,
                         const Type *result);
/* arg[i] have the overload's parameter types; result is its result type. NULL without an error when
 * the builtin is not a const function. */
const Const *eval_builtin(Module *m, Span span, Builtin b, const Const *const *arg, uint32_t args,
                          const Type *result);
/* CALL_CONSTRUCT and CALL_CONVERT; arguments of the component types wanted, or convertible. */
const Const *eval_construct(Module *m, Span span, const Type *t, const Const *const *arg,
                            uint32_t args);
const Const *eval_index(Module *m, Span span, const Const *v, int64_t index);
/* What must hold of operands that are known before the run, even where others are not (NULL): a
 * constant divisor that is not zero, a shift in range, low <= high of clamp... The evaluating
 * functions check it themselves. False after an error. */
bool eval_check_binary(Module *m, Span span, BinaryOp op, const Const *a, const Const *b);
bool eval_check_builtin(Module *m, const Expr *call, const Const *const *arg);
/* An index into a vector, a matrix or an array of fixed count (t may be a reference to one). */
bool eval_check_index(Module *m, Span span, const Type *t, int64_t index);
/* Component i of a composite (also of one that is all zeros). */
const Const *const_element(Arena *a, const Const *v, uint32_t i);
const Const *const_scalar_i(Arena *a, const Type *t, int64_t v);
const Const *const_scalar_f(Arena *a, const Type *t, double v);
const Const *const_bool(Arena *a, const Type *t, bool v);
bool const_equal(const Const *a, const Const *b);

#endif
