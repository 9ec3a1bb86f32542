/* The memory of buffers, counted by reference: a program that was lent a mapped buffer's memory may
 * hold it longer than the buffer, its device and its instance live. What may still be written to
 * from outside is never what a command uses: a buffer whose memory was lent, and not returned,
 * leaves it behind when it is unmapped, and goes on with a copy. */
#include <stdalign.h>
#include <stdlib.h>

#include "api/api.h"

struct LwMemory {
    atomic_uint refs;
    alignas(16) uint8_t at[];
};

/* Behind every buffer, so that one of size 0 has an address too. */
enum { SLACK = 16 };
_Static_assert(alignof(max_align_t) >= 16, "calloc aligns to 16");

bool memory_allocate(WGPUBuffer b) {
    LwMemory *m = NULL;
    if (b->size <= SIZE_MAX - sizeof *m - SLACK)
        m = calloc(1, sizeof *m + (size_t)b->size + SLACK);
    if (!m)
        return false;
    atomic_init(&m->refs, 1);
    b->memory = m;
    b->data = m->at;
    return true;
}

void lw_memory_release(LwMemory *m) {
    if (m && atomic_fetch_sub_explicit(&m->refs, 1, memory_order_acq_rel) == 1)
        free(m);
}

LwMemory *lw_buffer_lend(WGPUBuffer b, size_t offset, size_t size, void **data) {
    *data = wgpuBufferGetMappedRange(b, offset, size);
    if (!*data)
        return NULL;
    b->lent = true;
    atomic_fetch_add_explicit(&b->memory->refs, 1, memory_order_relaxed);
    return b->memory;
}

void lw_buffer_return(WGPUBuffer b) {
    if (b)
        b->lent = false;
}

bool memory_part(WGPUBuffer b) {
    if (!b->lent)
        return true;
    b->lent = false;
    LwMemory *lent = b->memory;
    bool enough = memory_allocate(b);
    if (enough) {
        memcpy(b->data, lent->at, (size_t)b->size);
        lw_memory_release(lent);
    }
    return enough;
}
