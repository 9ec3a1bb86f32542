/* The scalar operations of the IR, from ops.def. */
#ifndef LW_LANG_OPS_H
#define LW_LANG_OPS_H

#include <stdint.h>

typedef enum Op {
    OP_NONE,
#define OP(id, name, signature, flops, meaning) OP_##id,
#include "lang/ops.def"
#undef OP
    OP_COUNT
} Op;

typedef struct OpInfo {
    const char *name;
    const char *signature; /* "result:operands" */
    uint8_t operands;
    uint8_t flops;
    const char *meaning;
} OpInfo;

extern const OpInfo op_info[OP_COUNT];

#endif
