/* The hot loops of shadow.c. Chunks of a fixed number of lanes become vector code. */
#include "observe/shadow.h"

bool shadow_is_run(const uint32_t *address, uint32_t bytes) {
    uint32_t differs = 0, first = address[0];
    for (uint32_t i = 0; i < SHADOW_CHUNK; i++)
        differs |= address[i] ^ (first + i * bytes);
    return differs == 0;
}

/* The words of `lanes` lanes, `each` a power of two of them a lane. */
static inline void load_run(uint32_t *restrict owner, uint32_t id, uint32_t lanes, uint32_t shift) {
    uint32_t n = lanes << shift;
    for (uint32_t i = 0; i < n; i++)
        owner[i] = shadow_add(owner[i], id + (i >> shift));
}

void shadow_load_run(uint32_t *owner, uint32_t id, uint32_t lanes, uint32_t each) {
    if (each == 1)
        load_run(owner, id, lanes, 0);
    else if (each == 2)
        load_run(owner, id, lanes, 1);
    else if (each == 4)
        load_run(owner, id, lanes, 2);
    else
        for (uint32_t i = 0; i < lanes * each; i++)
            owner[i] = shadow_add(owner[i], id + i / each);
}

void shadow_store_run(uint32_t *restrict owner, uint32_t *restrict value,
                      const uint32_t *restrict stored, uint32_t id, uint32_t lanes) {
    for (uint32_t i = 0; i < lanes; i++) {
        uint32_t o = owner[i], old = value[i], new = stored[i];
        uint32_t fresh = -(uint32_t)((o & OWNER_FIRST) == 0);
        uint32_t differs = -(uint32_t)(old != new) & ~fresh & OWNER_NOT_EQUAL;
        value[i] = (new &fresh) | (old & ~fresh);
        owner[i] = shadow_add(o, id + i) | differs;
    }
}
