/* Primitives in two passes over the same chunks: the first leaves a value for each chunk, the
 * second goes through the chunks again, from the values of those before on. */
#ifndef LWK_PASSES_H
#define LWK_PASSES_H

#include "ops.h"

/* Adds a kernel; narrow: one element a lane. */
typedef LwkStatus LwkPassAdd(LwkPlan *plan, bool first, bool narrow);

/* Makes a plan's first four kernels, with so many bytes of temporary storage for each chunk. */
LwkStatus lwk_passes_build(LwkPlan *plan, LwkType type, uint64_t max_count, uint32_t bytes,
                           const LwkTuning *tuning, LwkPassAdd *add);

typedef struct LwkPasses {
    const LwkTuning *tuning; /* workgroup_size, items, groups */
    uint64_t count;
    bool wide; /* four elements a lane */
    bool all;  /* the last chunk's value, too, is needed, though there is none behind it */
    uint32_t identity, operand;
    const LwkRange *first, *second; /* what they bind */
} LwkPasses;

LwkStatus lwk_passes_encode(LwkPlan *plan, LwkTarget target, const LwkPasses *passes);

#endif
