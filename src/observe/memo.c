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

static MemoCost compute(const MemoKey *k) {
    MemoCost c = {0};
    for (uint32_t w = 0; w < mask_words(k->lanes); w++)
        c.active += popcount(k->mask[w]);
    if (k->banked)
        c.bank = hw_bank_cost(k->hw, k->op, k->width, k->lanes, k->mask, k->address);
    else
        c.sector = hw_sector_cost(k->hw, k->op, k->width, k->lanes, k->mask, k->address);
    if (k->atomic)
        c.same_address = hw_same_address(k->lanes, k->mask, k->address);
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

static bool is_worth_a_look(MemoHabit *h) {
    enum { ENOUGH = 64, TRY_EVERY = 256 };
    return h->misses < ENOUGH + 4 * h->hits || ++h->skipped % TRY_EVERY == 0;
}

static void learn(MemoHabit *h, bool known) {
    if (known)
        h->hits++;
    else
        h->misses++;
    if ((h->hits | h->misses) >> 16) { /* old habits count less */
        h->hits /= 2;
        h->misses /= 2;
    }
}

const MemoCost *memo_cost(Memo *m, const MemoKey *k) {
    if (!k->affine && !is_worth_a_look(&m->habit)) {
        m->last = compute(k);
        return &m->last;
    }
    uint32_t base = k->address[first_lane(k)];
    uint32_t phase = base & (k->banked ? k->hw->bank_bytes - 1 : hw_sector_phase(k->hw, k->op));
    uint32_t distance[HW_MAX_LANES];
    if (!k->affine)
        fill_distances(distance, k, base);
    MemoEntry *e = &m->entry[slot_of(k)];
    bool known = is_entry(e, k, phase, distance);
    if (!k->affine)
        learn(&m->habit, known);
    if (known)
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

/* Are the active lanes' distances from `base` those of a pattern? By words of the mask; plain
 * loops, so that compilers make vectors of them. */
static bool is_shifted(const uint32_t *mask, uint32_t words, const uint32_t *address, uint32_t base,
                       const uint32_t *distance) {
    uint32_t differ = 0;
    for (uint32_t w = 0; w < words; w++) {
        const uint32_t *a = address + w * 32, *d = distance + w * 32;
        uint32_t bits = mask[w];
        if (bits == ~0u)
            for (uint32_t i = 0; i < 32; i++)
                differ |= (a[i] - base) ^ d[i];
        else
            for (; bits; bits &= bits - 1) {
                uint32_t i = (uint32_t)__builtin_ctz(bits);
                differ |= (a[i] - base) ^ d[i];
            }
        if (differ)
            return false;
    }
    return true;
}

static uint32_t first_active(const uint32_t *mask, uint32_t words) {
    for (uint32_t w = 0; w < words; w++)
        if (mask[w])
            return w * 32 + (uint32_t)__builtin_ctz(mask[w]);
    return 0;
}

/* Where an event is kept: by its mask, since loops shrink masks step by step, and its phase. */
static uint32_t event_slot(const uint32_t *mask, uint32_t words, uint32_t phase) {
    uint64_t h = phase;
    for (uint32_t w = 0; w < words; w++)
        h = (h ^ ~mask[w]) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 59) % EVENT_MEMO_ENTRIES;
}

static bool is_event(const EventMemoEntry *entry, const EventPlace *p, const uint32_t *address,
                     uint32_t base, uint32_t phase) {
    uint32_t words = mask_words(p->lanes);
    return entry->lanes == p->lanes && entry->phase == phase &&
           memcmp(entry->pattern, p->mask, words * sizeof p->mask[0]) == 0 &&
           is_shifted(p->mask, words, address, base, entry->pattern + words);
}

static bool keep_pattern(EventMemoEntry *entry, const EventPlace *p, const uint32_t *address,
                         uint32_t base, uint32_t phase) {
    uint32_t words = mask_words(p->lanes);
    if (entry->lanes != p->lanes) {
        free(entry->pattern);
        *entry = (EventMemoEntry){.pattern = malloc((size_t)words * 33 * sizeof(uint32_t))};
        if (!entry->pattern)
            return false;
        entry->lanes = p->lanes;
    }
    entry->phase = phase;
    memcpy(entry->pattern, p->mask, words * sizeof p->mask[0]);
    for (uint32_t i = 0; i < words * 32; i++)
        entry->pattern[words + i] = address[i] - base;
    return true;
}

EventMemoEntry *event_memo_find(EventMemo *m, const MemoryEvent *e, uint32_t phase_bits,
                                bool *known) {
    const EventPlace *p = &e->place;
    *known = false;
    if (!is_worth_a_look(&m->habit))
        return &m->last;
    uint32_t words = mask_words(p->lanes), base = e->used[first_active(p->mask, words)];
    uint32_t phase = base & phase_bits, slot = event_slot(p->mask, words, phase);
    /* Two places for each event, so that two that share a slot do not drive each other out. */
    EventMemoEntry *entry = &m->entry[slot], *other = &m->entry[slot ^ 1];
    *known = is_event(entry, p, e->used, base, phase);
    if (!*known && is_event(other, p, e->used, base, phase)) {
        *known = true;
        entry = other;
    }
    learn(&m->habit, *known);
    if (*known)
        return entry;
    if (m->habit.misses & 1)
        entry = other;
    return keep_pattern(entry, p, e->used, base, phase) ? entry : NULL;
}

void event_memo_free(EventMemo *m) {
    for (uint32_t i = 0; i < EVENT_MEMO_ENTRIES; i++)
        free(m->entry[i].pattern);
}
