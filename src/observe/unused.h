/* Invocations that end without having stored anything, in workgroup memory or a storage buffer. */
#ifndef LW_OBSERVE_UNUSED_H
#define LW_OBSERVE_UNUSED_H

#include "observe/faults.h"

/* Of one worker, or of all. Zero-initialised. */
typedef struct UnusedCount {
    uint64_t invocations, unused, groups; /* `groups`: without a store by any */
    Invocation first;                     /* unused */
} UnusedCount;

/* `used`: bits of the lanes of a workgroup. */
void unused_store(uint32_t *used, const MemoryEvent *e);
void unused_group(UnusedCount *c, const uint32_t *used, uint32_t lanes, uint32_t workgroup);
void unused_merge(UnusedCount *to, const UnusedCount *from);

#endif
