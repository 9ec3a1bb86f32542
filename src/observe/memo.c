#include "observe/memo.h"

#include <stdlib.h>
#include <string.h>

#include "observe/bits.h"

static uint32_t first_lane(const MemoKey *k) {
    for (uint32_t w = 0;; w++)
        if (k->mask[w])
            return w * 32 + (uint32_t)__builtin_ctz(k->mask[w]);
}

static uint32_t mask_words(uint32_t lanes) {
    return (lanes + 31) / 32;
}

/* Distances of the active lanes from `base`; plain loops, so that compilers make vectors of them.
 */
static void fill_distances(uint32_t *d, const MemoKey *k, uint32_t base) {
    for (uint32_t w = 0; w * 32 < k->lanes; w++) {
        uint32_t n = k->lanes - w * 32 < 32 ? k->lanes - w * 32 : 32, bits = k->mask[w];
        const uint32_t *a = k->address + w * 32;
        uint32_t *out = d + w * 32;
        if (bits == (n == 32 ? ~0u : (1u << n) - 1))
            for (uint32_t i = 0; i < n; i++)
                out[i] = a[i] - base;
        else
            for (uint32_t i = 0; i < n; i++)
                out[i] = (a[i] - base) & (0u - (bits >> i & 1));
    }
}

/* Most active lanes on one address. */
static uint32_t multiplicity(const MemoKey *k) {
    enum { SLOTS = 2 * HW_MAX_LANES };
    uint32_t address[SLOTS];
    uint8_t count[SLOTS] = {0};
    uint32_t most = 0;
    for (uint32_t i = 0; i < k->lanes; i++) {
        if (!(k->mask[i / 32] >> (i % 32) & 1))
            continue;
        uint32_t s = (k->address[i] * 2654435761u >> 16) % SLOTS;
        while (count[s] && address[s] != k->address[i])
            s = (s + 1) % SLOTS;
        address[s] = k->address[i];
        if (++count[s] > most)
            most = count[s];
    }
    return most;
}

static MemoCost compute(const MemoKey *k) {
    MemoCost c = {0};
    for (uint32_t w = 0; w < mask_words(k->lanes); w++)
        c.active += popcount(k->mask[w]);
    if (k->banked)
        c.bank = hw_bank_cost(k->hw, k->op, k->width, k->lanes, k->mask, k->address);
    else
        c.sector = hw_sector_cost(k->hw, k->op, k->width, k->lanes, k->mask, k->address);
    if (k->atomic)
        c.same_address = multiplicity(k);
    return c;
}

static bool is_entry(const MemoEntry *e, const MemoKey *k, uint32_t phase,
                     const uint32_t *distance) {
    if (!e->used || e->lanes != k->lanes || e->phase != phase || e->affine != k->affine ||
        memcmp(e->mask, k->mask, mask_words(k->lanes) * sizeof e->mask[0]) != 0)
        return false;
    if (k->affine)
        return e->stride == k->stride;
    return memcmp(e->distance, distance, k->lanes * sizeof distance[0]) == 0;
}

/* Where a pattern is kept: by subgroup, and by mask, since loops shrink masks step by step. */
static uint32_t slot_of(const MemoKey *k) {
    return (k->subgroup + (~k->mask[0] * 2654435761u >> 28)) % MEMO_ENTRIES;
}

const MemoCost *memo_cost(Memo *m, const MemoKey *k) {
    uint32_t base = k->address[first_lane(k)];
    uint32_t phase = base % (k->banked ? k->hw->bank_bytes : k->hw->sector_bytes);
    uint32_t distance[HW_MAX_LANES];
    if (!k->affine)
        fill_distances(distance, k, base);
    MemoEntry *e = &m->entry[slot_of(k)];
    if (is_entry(e, k, phase, distance))
        return &e->cost;
    e->used = true;
    e->lanes = k->lanes;
    e->phase = phase;
    e->affine = k->affine;
    e->stride = k->stride;
    memcpy(e->mask, k->mask, mask_words(k->lanes) * sizeof e->mask[0]);
    if (!k->affine)
        memcpy(e->distance, distance, k->lanes * sizeof distance[0]);
    e->cost = compute(k);
    return &e->cost;
}

/* ---- whole events ---- */

/* A plain loop, so that compilers make vectors of it. */
static bool is_shifted(const uint32_t *address, const uint32_t *distance, uint32_t lanes) {
    uint32_t base = address[0], differ = 0;
    for (uint32_t i = 0; i < lanes; i++)
        differ |= (address[i] - base) ^ distance[i];
    return !differ;
}

EventMemoEntry *event_memo_find(EventMemo *m, const MemoryEvent *e, uint32_t period, bool *known) {
    const EventPlace *p = &e->place;
    uint32_t words = mask_words(p->lanes), phase = e->used[0] % period, hash = phase / 4;
    for (uint32_t w = 0; w < words; w++)
        hash = hash * 31 + ~p->mask[w];
    EventMemoEntry *entry = &m->entry[(hash * 2654435761u >> 28) % MEMO_ENTRIES];
    *known = entry->lanes == p->lanes && entry->phase == phase &&
             memcmp(entry->pattern, p->mask, words * sizeof p->mask[0]) == 0 &&
             is_shifted(e->used, entry->pattern + words, p->lanes);
    if (*known)
        return entry;
    if (entry->lanes != p->lanes) {
        free(entry->pattern);
        *entry = (EventMemoEntry){.pattern = malloc((words + p->lanes) * sizeof(uint32_t))};
        if (!entry->pattern)
            return NULL;
        entry->lanes = p->lanes;
    }
    entry->phase = phase;
    memcpy(entry->pattern, p->mask, words * sizeof p->mask[0]);
    for (uint32_t i = 0; i < p->lanes; i++)
        entry->pattern[words + i] = e->used[i] - e->used[0];
    return entry;
}

void event_memo_free(EventMemo *m) {
    for (uint32_t i = 0; i < MEMO_ENTRIES; i++)
        free(m->entry[i].pattern);
}
