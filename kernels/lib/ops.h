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

/* The type that elements are joined as: f16 as f32. */
const char *lwk_arithmetic(LwkType type);
/* Whether there are scans of the type by the operation on the device. */
LwkStatus lwk_check_scan(LwkContext *c, const char *name, LwkType type, LwkOp op);

/* Adds the files and words for elements of the type and the operation; narrow: one element a lane.
 * What follows may use everything in elements_*.wgsl, join_*.wgsl, lane_*.wgsl, group_*.wgsl. */
void lwk_kernel_elements(LwkKernelDescriptor *d, LwkType type, const char *arithmetic, bool narrow);
void lwk_kernel_join(LwkKernelDescriptor *d, const LwkContext *c, LwkOp op, bool narrow);
/* The invocations of a workgroup, by subgroups or not. */
void lwk_kernel_lanes(LwkKernelDescriptor *d, const LwkContext *c, bool subgroups);
void lwk_kernel_file(LwkKernelDescriptor *d, const char *file);
void lwk_kernel_word(LwkKernelDescriptor *d, const char *word, const char *text);
void lwk_kernel_constant(LwkKernelDescriptor *d, const char *name, double value);

/* "4u" for the numbers that kernels are unrolled by: 1 to 16. */
const char *lwk_number(uint32_t n);

/* Cuts `units` into at most so many chunks of whole tiles. At least one chunk. */
void lwk_split(uint64_t units, uint32_t tile, uint32_t most_groups, uint32_t *chunk,
               uint32_t *groups);

/* What the caller left 0 in the tuning becomes the default; then what the device cannot do is
 * lowered, the workgroup's size to a power of two. */
LwkTuning lwk_tuning(const LwkContext *c, LwkTuning given, LwkTuning defaults);

#endif
