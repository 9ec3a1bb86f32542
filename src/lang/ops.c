#include "lang/ops.h"

/* A signature is "r:abc": one letter, a colon, one letter an operand. */
const OpInfo op_info[OP_COUNT] = {
    [OP_NONE] = {"none", ":", 0, 0, ""},
#define OP(id, name, signature, flops, meaning)                                                    \
    [OP_##id] = {name, signature, sizeof(signature) - 3, flops, meaning},
#include "lang/ops.def"
#undef OP
};
