/* What the primitives of the kernel library are made of.
 *
 * A primitive is a file of C and one or more of WGSL. Its create function makes a plan and gives it
 * a `build` function, which makes the plan's kernels (again, when the device was lost). Its encode
 * function checks the arguments, prepares every step (lwk_prepare: bind group and workgroups), and
 * only then encodes them all (lwk_encode): a failure encodes nothing.
 *
 * Shaders are joined from embedded files, each plain WGSL but for words like $T that are replaced
 * from a list, and parts between $each(k, ITEMS) and $end that are written out once for each k:
 * what has names of its own (sum0, sum1) stays in registers, where drivers may put an array that a
 * loop indexes into memory. Binding 0 of group 0 is the uniform `params`; the storage buffers
 * follow in order. Sizes that are known when the plan is made are override constants. */
#ifndef LWK_INTERNAL_H
#define LWK_INTERNAL_H

#include <stdarg.h>
#include <string.h>

#include "lanewise/kernels.h"

enum {
    LWK_MOST_KERNELS = 24, /* a plan */
    LWK_MOST_BINDINGS = 8, /* storage buffers a kernel */
    LWK_MOST_FILES = 12,   /* of a shader */
    LWK_MOST_WORDS = 24,   /* replaced in a shader */
    LWK_MOST_CONSTANTS = 16,
    LWK_PARAMS_BYTES = 64,
    LWK_CACHED_GROUPS = 256, /* a plan */
};

struct LwkContext {
    const LwProcs *procs;
    WGPUInstance instance;
    WGPUDevice device;
    LwkProperties properties;
    bool no_subgroups, as_gpu;
    LwkPlan *plans; /* a list, for lwk_context_set_device */
    char message[1024];
};

/* Sets the context's message; returns status. */
LwkStatus lwk_fail(LwkContext *context, LwkStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The device's errors between the two are no uncaptured ones: LWK_OK, or the first, about `what`.
 */
void lwk_watch_errors(LwkContext *context);
LwkStatus lwk_errors_seen(LwkContext *context, const char *what);

/* Reads the device's features and limits. */
LwkStatus lwk_read_properties(LwkContext *context);

/* ---- kernels ---- */

typedef struct LwkWord {
    const char *word, *text; /* without the $ */
} LwkWord;

typedef struct LwkConstant {
    const char *name;
    double value;
} LwkConstant;

typedef struct LwkKernelDescriptor {
    const char *label;
    const char *files[LWK_MOST_FILES]; /* names of embedded WGSL files, NULL-ended */
    LwkWord words[LWK_MOST_WORDS];
    LwkConstant constants[LWK_MOST_CONSTANTS]; /* overrides, by name */
    const char *bindings;                      /* of binding 1 on: r read-only storage, w storage */
    bool f16, subgroups;                       /* features to enable */
} LwkKernelDescriptor;

typedef struct LwkKernel {
    WGPUComputePipeline pipeline;
    WGPUBindGroupLayout layout;
    uint32_t bindings;
    const char *label;
} LwkKernel;

/* Appends a kernel to the plan: plan->kernel[plan->kernels - 1]. */
LwkStatus lwk_kernel_add(LwkPlan *plan, const LwkKernelDescriptor *descriptor);

/* The text of an embedded file ("copy.wgsl"), NULL when there is none. */
const char *lwk_wgsl(const char *name);
/* The shader's text, to be freed; NULL with a message: memory, or a word without a replacement. */
char *lwk_shader_text(LwkContext *context, const LwkKernelDescriptor *descriptor);

/* ---- plans ---- */

typedef struct LwkGroupKey {
    uint32_t kernel, params_size;
    WGPUBuffer buffer[LWK_MOST_BINDINGS];
    uint64_t offset[LWK_MOST_BINDINGS], size[LWK_MOST_BINDINGS];
    uint8_t params[LWK_PARAMS_BYTES];
} LwkGroupKey;

typedef struct LwkGroup {
    uint64_t hash;
    LwkGroupKey key;
    WGPUBindGroup group;
    WGPUBuffer params;
    uint64_t used; /* the encode that used it last */
} LwkGroup;

struct LwkPlan {
    LwkContext *context;
    const char *name;
    LwkStatus (*build)(LwkPlan *plan); /* makes the kernels from `own` */
    void *own;                         /* the primitive's, freed with the plan */
    uint64_t max_count, temporary_size;
    LwkType type;
    uint32_t kernels;
    LwkKernel kernel[LWK_MOST_KERNELS];
    LwkGroup *groups; /* LWK_CACHED_GROUPS */
    uint64_t encodes;
    LwkPlan *next, **link; /* in the context's list */
};

/* Makes a plan and builds it. own_size bytes are copied from own. On failure *plan is NULL. */
LwkStatus lwk_plan_make(LwkContext *context, const char *name, LwkStatus (*build)(LwkPlan *),
                        const void *own, size_t own_size, LwkPlan **plan);

/* A range of a call: offset and size in bytes; what a kernel binds. */
typedef struct LwkRange {
    WGPUBuffer buffer;
    uint64_t offset, size;
    bool written;
    const char *name; /* in messages: "src" */
} LwkRange;

/* The checks that all primitives share. Of create: handles, the type, and whether max_count
 * elements can be bound. */
LwkStatus lwk_check_create(LwkContext *context, const char *name, const void *descriptor,
                           LwkPlan **plan);
LwkStatus lwk_check_type(LwkContext *context, const char *name, LwkType type, uint64_t max_count);
/* Of encode: the plan's primitive, the target, the count. */
LwkStatus lwk_check_encode(LwkPlan *plan, const char *name, LwkTarget target, uint64_t count);
/* Handles, alignment, ends, overlaps. Ranges of size 0 are not looked at. */
LwkStatus lwk_check_ranges(LwkPlan *plan, const LwkRange *ranges, uint32_t count);
/* Temporary storage of the plan's size as a range, to be given to lwk_check_ranges with others. */
LwkStatus lwk_check_temporary(LwkPlan *plan, LwkSlice temporary, LwkRange *range);

/* Whether `bytes` from the slice's offset, rounded up to 16, lie in the buffer: then kernels may
 * bind it as 16-byte vectors. */
bool lwk_has_slack(const LwkPlan *plan, LwkSlice slice, uint64_t bytes);

typedef struct LwkStep {
    uint32_t kernel;
    WGPUBindGroup group;
    uint32_t x, y, z;
} LwkStep;

/* Makes a step: the kernel with its storage ranges in order, its parameters and so many workgroups
 * in a row, which are spread over x and y. Kernels that get more workgroups than asked for (the
 * rectangle is not always full) must check. A step of 0 workgroups is left out by lwk_encode. */
LwkStatus lwk_prepare(LwkPlan *plan, LwkStep *step, uint32_t kernel, const LwkRange *ranges,
                      const void *params, size_t params_size, uint64_t workgroups);
LwkStatus lwk_prepare_2d(LwkPlan *plan, LwkStep *step, uint32_t kernel, const LwkRange *ranges,
                         const void *params, size_t params_size, uint32_t x, uint32_t y);
void lwk_encode(LwkPlan *plan, LwkTarget target, const LwkStep *steps, uint32_t count);

/* ---- small things ---- */

static inline uint64_t lwk_ceil_div(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}
static inline uint64_t lwk_round_up(uint64_t a, uint64_t b) {
    return lwk_ceil_div(a, b) * b;
}

#endif
