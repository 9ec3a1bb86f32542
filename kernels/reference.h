/* Plain C references for the kernels: what `expect G:B reference NAME ...` compares with.
 *
 * Each is written for clarity, on one thread, with double accumulators for sums of floats. */
#ifndef LW_KERNELS_REFERENCE_H
#define LW_KERNELS_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ReferenceInput {
    const void *data; /* 32-bit elements */
    uint64_t count;
} ReferenceInput;

typedef struct ReferenceCall {
    const ReferenceInput *input; /* the contents of the named bindings before the run */
    uint32_t inputs;
    const uint32_t *number; /* sizes, in the order of the reference's description */
    uint32_t numbers;
    void *out;          /* 32-bit elements */
    uint64_t out_count; /* room in out; set to how many elements are to be compared */
} ReferenceCall;

typedef struct Reference {
    const char *name;
    const char *about; /* its arguments: what it computes */
    uint32_t inputs, numbers;
    bool unordered; /* the elements may come in any order */
    /* NULL, or what is wrong with the call. */
    const char *(*compute)(ReferenceCall *c);
} Reference;

/* NULL when there is no such reference. */
const Reference *reference_find(const char *name, uint32_t name_len);
const Reference *reference_list(uint32_t *count);

#endif
