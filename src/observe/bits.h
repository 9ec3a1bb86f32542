/* Bits of lane masks. */
#ifndef LW_OBSERVE_BITS_H
#define LW_OBSERVE_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* Without the instruction, which the oldest processors of the baseline lack, a call of the
 * compiler's library is dearer than this. */
static inline uint32_t popcount(uint32_t v) {
    v -= v >> 1 & 0x55555555u;
    v = (v & 0x33333333u) + (v >> 2 & 0x33333333u);
    return ((v + (v >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}

static inline uint32_t count_bits(const uint32_t *mask, uint32_t lanes) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < (lanes + 31) / 32; w++)
        n += popcount(mask[w]);
    return n;
}

static inline bool any_bit(const uint32_t *mask, uint32_t lanes) {
    for (uint32_t w = 0; w < (lanes + 31) / 32; w++)
        if (mask[w])
            return true;
    return false;
}

/* The bits [from, from + n) of a mask, as a mask from bit 0: in place where they start a word, else
 * copied to `copy`. Subgroups below 32 lanes never straddle words; bits past the lanes of an event
 * are 0. */
static inline const uint32_t *slice_mask(uint32_t *copy, const uint32_t *mask, uint32_t from,
                                         uint32_t n) {
    if (n >= 32 || (from % 32 == 0 && mask[from / 32] >> n == 0))
        return mask + from / 32;
    copy[0] = mask[from / 32] >> (from % 32) & ((1u << n) - 1);
    return copy;
}

#endif
