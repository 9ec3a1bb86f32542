/* Operations: their WGSL text and their identities. */
#ifndef LWK_OPS_H
#define LWK_OPS_H

#include "internal.h"

typedef struct LwkOpText {
    const char *name;
    const char *join;          /* of a and b, scalars or vectors */
    const char *subgroup_join; /* the built-in function */
    const char *scan_file;     /* with subgroup_scan; NULL: not to be scanned */
    bool integers_only;
} LwkOpText;

/* NULL when there is none such. Argmin and argmax are not among them. */
const LwkOpText *lwk_op_text(LwkOp op);
/* The bits of the value that changes nothing. f16 is reduced as f32. */
uint32_t lwk_op_identity(LwkOp op, LwkType type);

/* Adds the files and words for elements of the type and the operation; narrow: one element a lane.
 * What follows may use everything in elements_*.wgsl, join_*.wgsl, lane_*.wgsl, group_*.wgsl. */
void lwk_kernel_elements(LwkKernelDescriptor *d, LwkType type, const char *arithmetic, bool narrow);
void lwk_kernel_join(LwkKernelDescriptor *d, const LwkContext *c, LwkOp op, bool narrow);
void lwk_kernel_file(LwkKernelDescriptor *d, const char *file);
void lwk_kernel_word(LwkKernelDescriptor *d, const char *word, const char *text);
void lwk_kernel_constant(LwkKernelDescriptor *d, const char *name, double value);

/* "4u" for the numbers that kernels are unrolled by: 1 to 16. */
const char *lwk_number(uint32_t n);

/* Cuts `units` into at most so many chunks of whole tiles. At least one chunk. */
void lwk_split(uint64_t units, uint32_t tile, uint32_t most_groups, uint32_t *chunk,
               uint32_t *groups);

/* Two passes, the second of which reads the data again, over rounds that the cache holds. */
typedef struct LwkRoundParams {
    uint32_t count, first, end, chunk, groups, identity, operand, round, carries;
} LwkRoundParams;

enum { LWK_MOST_ROUNDS = 32 };

typedef struct LwkRounds {
    uint32_t units, lanes; /* vectors in all; elements a vector */
    uint32_t tile;         /* vectors that a workgroup takes at a time */
    LwkTuning tuning;      /* groups, round */
    uint32_t kernel[2];    /* of the passes */
    const LwkRange *ranges[2];
    bool first_needed; /* also when one workgroup has it all */
} LwkRounds;

/* Prepares the steps of all rounds, two each, into steps (2 LWK_MOST_ROUNDS); *count: how many.
 * params: those that are the same for all. */
LwkStatus lwk_prepare_rounds(LwkPlan *plan, const LwkRounds *rounds, LwkRoundParams params,
                             LwkStep *steps, uint32_t *count);
/* Of the temporary storage for that: the sums of the chunks and two carries. */
uint64_t lwk_rounds_temporary(LwkTuning tuning);

/* What the caller left 0 in the tuning becomes the default; then what the device cannot do is
 * lowered, the workgroup's size to a power of two. */
LwkTuning lwk_tuning(const LwkContext *c, LwkTuning given, LwkTuning defaults);

#endif
