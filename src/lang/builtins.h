/* The builtin functions, from builtins.def: one enum, one table, read by the checker, the
 * const-evaluator, lowering, the docs and the coverage test. */
#ifndef LW_LANG_BUILTINS_H
#define LW_LANG_BUILTINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "lang/ops.h"

/* BUILTIN_abs, BUILTIN_atomicAdd, BUILTIN_workgroupBarrier... : the name as WGSL spells it. */
typedef enum Builtin {
    BUILTIN_NONE,
#define BUILTIN(name, flags, op_f, op_s, op_u) BUILTIN_##name,
#define OVERLOAD(signature)
#include "lang/builtins.def"
#undef BUILTIN
#undef OVERLOAD
    BUILTIN_COUNT
} Builtin;

enum {
    BF_CONST = 1, /* may be evaluated in const-expressions */
    BF_MUST_USE = 2,
    BF_SUBGROUP = 4, /* needs `enable subgroups`; uniformity rule subgroup_uniformity */
    BF_BARRIER = 8,  /* must be in uniform control flow */
    BF_ATOMIC = 16,
    BF_TEXTURE = 32,
    BF_DERIVATIVE = 64, /* fragment only; uniformity rule derivative_uniformity */
    BF_F16 = 128,
    BF_COMPUTE_ONLY = 256,
    BF_COMPONENTWISE = 512, /* lowered to op_f / op_s / op_u on each component, by its type */
    /* common sets */
    BF_PURE = BF_CONST | BF_MUST_USE,
    BF_EACH = BF_PURE | BF_COMPONENTWISE,
};

typedef struct BuiltinInfo {
    const char *name;
    uint32_t flags;
    /* BF_COMPONENTWISE: the scalar op for float, i32 and u32 arguments; OP_NONE where there is none
     */
    Op op_f, op_s, op_u;
    const char *const *overload; /* signatures, NULL-terminated; see builtins.def for the grammar */
} BuiltinInfo;

extern const BuiltinInfo builtin_info[BUILTIN_COUNT];

Builtin builtin_find(Str name); /* BUILTIN_NONE when there is no such builtin */

#endif
