/* Several profiled shaders beside each other. */
#ifndef LW_CLI_VARIANTS_H
#define LW_CLI_VARIANTS_H

#include "cli/expect.h"

/* What a workgroup passes through the banks in one access. */
typedef struct VariantAccess {
    Str op, name;
    uint32_t line;
    double passes, ideal;
} VariantAccess;

typedef struct Variant {
    Str shader;
    uint32_t subgroup_size;
    bool verified, failed;
    VEC(VariantAccess) accesses; /* to workgroup memory, by place */
    double sectors;
    uint32_t workgroup_bytes;
} Variant;

typedef struct Variants {
    Arena *arena;
    VEC(Variant) rows;
} Variants;

void variants_add(Variants *v, Str shader, RunResult *r, const Verdict *verdict);
/* Nothing when there are no rows. */
void variants_print(const Variants *v, bool colour);

#endif
