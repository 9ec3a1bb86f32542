/* The rules: what one access of one subgroup costs under a model.
 *
 * Banks. Word w of memory lies in bank w mod banks. The lanes of a subgroup are taken in groups
 * (HwGroups); each group takes as many passes as the fullest bank has different words to give
 * (loads of one word share a pass, atomics on one word queue). The passes of an access without a
 * conflict are its number of non-empty groups after merging, or, when a group is the whole
 * subgroup, what its bytes need.
 *
 * Sectors. A load or store touches each sector once. Atomics on one word take turns: the k-th lanes
 * on all words go together, and each turn touches its sectors anew. Where a model knows its slices,
 * more is known of the turns (sliced_sectors). */
#include "hw/hw.h"

#include <string.h>

#include "base/bug.h"

enum { MAX_PARTS = 4 }; /* words of a 16-byte access */

static bool is_active(const uint32_t *mask, uint32_t lane) {
    return mask[lane / 32] >> (lane % 32) & 1;
}

/* The different words seen so far, in one chain a bucket (a bank, for banks). */
typedef struct WordSet {
    uint16_t head[HW_MAX_BANKS]; /* index + 1 into the nodes; 0: empty */
    uint16_t next[HW_MAX_LANES * MAX_PARTS];
    uint32_t word[HW_MAX_LANES * MAX_PARTS];
    uint32_t count;
} WordSet;

static void clear_words(WordSet *s, uint32_t buckets) {
    memset(s->head, 0, buckets * sizeof s->head[0]);
    s->count = 0;
}

/* True when the word was not there. */
static bool add_word(WordSet *s, uint32_t bucket, uint32_t word) {
    for (uint32_t i = s->head[bucket]; i; i = s->next[i - 1])
        if (s->word[i - 1] == word)
            return false;
    s->word[s->count] = word;
    s->next[s->count] = s->head[bucket];
    s->head[bucket] = (uint16_t)++s->count;
    return true;
}

typedef struct Access {
    const HwModel *model;
    HwOp op;
    uint32_t width, lanes;
    const uint32_t *mask, *address;
} Access;

/* Divisors are powers of two but for the banks of odd generic models: shifts and masks save the
 * divisions, which would be most of the work. */
static uint32_t log2_of(uint32_t power) {
    return (uint32_t)__builtin_ctz(power);
}

static uint32_t bank_of(const HwModel *m, uint32_t word) {
    return m->banks & (m->banks - 1) ? word % m->banks : word & (m->banks - 1);
}

/* How many words of a bank a lane touches. */
static uint32_t word_count(const Access *a) {
    return a->width > a->model->bank_bytes ? a->width >> log2_of(a->model->bank_bytes) : 1;
}

/* Up to 32 lanes of one word each, whose mask is `bits`: the everyday atomic. */
static uint32_t queued_words(const uint32_t *address, uint32_t bits, uint32_t lanes, uint32_t shift,
                             uint32_t banks) {
    uint8_t load[HW_MAX_BANKS];
    memset(load, 0, banks);
    uint32_t most = 0;
    for (uint32_t i = 0; i < lanes; i++) {
        uint8_t *l = &load[address[i] >> shift & (banks - 1)];
        *l = (uint8_t)(*l + (bits >> i & 1));
        most = *l > most ? *l : most;
    }
    return most;
}

/* Each lane takes a pass of its own at its bank: atomics. */
static uint32_t queued_passes(const Access *a, uint32_t from, uint32_t to) {
    const HwModel *m = a->model;
    uint32_t most = 0, shift = log2_of(m->bank_bytes), parts = word_count(a);
    if (parts == 1 && !(m->banks & (m->banks - 1)) && from % 32 + (to - from) <= 32)
        return queued_words(a->address + from, a->mask[from / 32] >> (from % 32), to - from, shift,
                            m->banks);
    uint16_t load[HW_MAX_BANKS];
    memset(load, 0, m->banks * sizeof load[0]);
    for (uint32_t lane = from; lane < to; lane++) {
        for (uint32_t k = 0; k < parts && is_active(a->mask, lane); k++) {
            uint32_t n = ++load[bank_of(m, (a->address[lane] >> shift) + k)];
            most = n > most ? n : most;
        }
    }
    return most;
}

/* Lanes on one word share its pass. */
static uint32_t shared_passes(const Access *a, uint32_t from, uint32_t to) {
    const HwModel *m = a->model;
    uint16_t load[HW_MAX_BANKS];
    WordSet set;
    memset(load, 0, m->banks * sizeof load[0]);
    clear_words(&set, m->banks);
    uint32_t most = 0, shift = log2_of(m->bank_bytes), parts = word_count(a);
    for (uint32_t lane = from; lane < to; lane++) {
        for (uint32_t k = 0; k < parts && is_active(a->mask, lane); k++) {
            uint32_t word = (a->address[lane] >> shift) + k, bank = bank_of(m, word);
            if (!add_word(&set, bank, word))
                continue;
            uint32_t n = ++load[bank];
            most = n > most ? n : most;
        }
    }
    return most;
}

/* Passes that the lanes [from, to) need, all together. */
static uint32_t group_passes(const Access *a, uint32_t from, uint32_t to) {
    bool share = a->op == HW_LOAD || (a->op == HW_STORE && a->model->stores_share);
    return share ? shared_passes(a, from, to) : queued_passes(a, from, to);
}

static bool any_active(const Access *a, uint32_t from, uint32_t to) {
    for (uint32_t lane = from; lane < to; lane++)
        if (is_active(a->mask, lane))
            return true;
    return false;
}

/* Do all active lanes i and i ^ distance load the same address? */
static bool pairs_agree(const Access *a, uint32_t distance) {
    for (uint32_t i = 0; i < a->lanes; i++) {
        uint32_t j = i ^ distance;
        if (j > i && j < a->lanes && is_active(a->mask, i) && is_active(a->mask, j) &&
            a->address[i] != a->address[j])
            return false;
    }
    return true;
}

static const HwGroups *groups_of(const HwModel *m, uint32_t width) {
    return &m->groups[width >= 16 ? 2 : width >= 8 ? 1 : 0];
}

/* Passes that `lanes` active lanes need when nothing is shared and nothing conflicts. */
static uint32_t packed_passes(const HwModel *m, uint32_t width, uint32_t lanes) {
    uint32_t bytes = lanes * (width < m->bank_bytes ? m->bank_bytes : width);
    uint32_t pass = m->banks * m->bank_bytes;
    return (bytes + pass - 1) / pass;
}

HwBankCost hw_bank_cost(const HwModel *m, HwOp op, uint32_t width, uint32_t lanes,
                        const uint32_t *mask, const uint32_t *address) {
    LW_ASSERT(lanes <= HW_MAX_LANES);
    Access a = {m, op, width, lanes, mask, address};
    const HwGroups *g = groups_of(m, width);
    HwBankCost cost = {0, 0};
    if (!g->lanes) {
        uint32_t active = 0;
        for (uint32_t i = 0; i < lanes; i++)
            active += is_active(mask, i);
        cost.wavefronts = group_passes(&a, 0, lanes);
        cost.ideal = packed_passes(m, width, active);
        if (cost.ideal > cost.wavefronts) /* broadcasts need less than packing */
            cost.ideal = cost.wavefronts;
        return cost;
    }
    /* Merging is a property of 32 lanes, the width of the hardware that it was measured on. */
    for (uint32_t base = 0; base < lanes; base += 32) {
        uint32_t end = lanes - base < 32 ? lanes : base + 32;
        Access part = {m, op, width, end - base, mask + base / 32, address + base};
        uint32_t step = g->lanes;
        if (g->merge && op == HW_LOAD && (pairs_agree(&part, 1) || pairs_agree(&part, 2)))
            step *= 2;
        for (uint32_t from = 0; from < part.lanes; from += step) {
            uint32_t to = part.lanes - from < step ? part.lanes : from + step;
            if (!any_active(&part, from, to))
                continue;
            cost.wavefronts += group_passes(&part, from, to);
            cost.ideal++;
        }
    }
    return cost;
}

/* Sectors of the lanes whose turn it is: lane i's turn is the number of active lanes below it with
 * the same address (0 for all when turns are not taken). */
static uint32_t count_sectors(const HwModel *m, const Access *a, const uint8_t *turn,
                              uint32_t which) {
    enum { BUCKETS = 64 };
    WordSet set;
    clear_words(&set, BUCKETS);
    uint32_t n = 0, shift = log2_of(m->sector_bytes);
    for (uint32_t i = 0; i < a->lanes; i++) {
        if (!is_active(a->mask, i) || turn[i] != which)
            continue;
        uint32_t first = a->address[i] >> shift, last = (a->address[i] + a->width - 1) >> shift;
        for (uint32_t s = first; s <= last; s++)
            n += add_word(&set, s % BUCKETS, s);
    }
    return n;
}

/* The number of each active lane among those on its address; returns the largest, plus one. */
static uint32_t take_turns(const Access *a, uint8_t *turn) {
    enum { SLOTS = 2 * HW_MAX_LANES };
    uint32_t address[SLOTS], most = 0, slots = a->lanes <= 32 ? 64 : SLOTS;
    uint8_t count[SLOTS];
    memset(count, 0, slots);
    for (uint32_t i = 0; i < a->lanes; i++) {
        uint32_t at = a->address[i], s = (at * 2654435761u >> 16) & (slots - 1);
        if (!is_active(a->mask, i))
            continue;
        while (count[s] && address[s] != at)
            s = (s + 1) & (slots - 1);
        address[s] = at;
        turn[i] = count[s]++;
        most = count[s] > most ? count[s] : most;
    }
    return most;
}

/* Sectors touched when lanes on one word go in turns (atomics) or all together. */
static uint32_t turns_sectors(const Access *a) {
    uint8_t turn[HW_MAX_LANES] = {0};
    uint32_t turns = a->op == HW_ATOMIC ? take_turns(a, turn) : 1, sectors = 0;
    for (uint32_t t = 0; t < turns; t++)
        sectors += count_sectors(a->model, a, turn, t);
    return sectors;
}

/* A lane that waits for its atomic. */
typedef struct Waiting {
    uint32_t line;
    uint16_t place; /* its bank among those of all slices */
    uint8_t slice, sector;
} Waiting;

static Waiting waiting_lane(const HwModel *m, uint32_t address) {
    uint8_t slice = 0;
    for (uint32_t k = 0; k < 2; k++)
        slice |= (uint8_t)(__builtin_parity(address & m->slice_mask[k]) << k);
    uint32_t bank = bank_of(m, address >> log2_of(m->bank_bytes));
    return (Waiting){.line = address >> log2_of(m->line_bytes),
                     .place = (uint16_t)(slice * m->banks + bank),
                     .slice = slice,
                     .sector =
                         (uint8_t)((address & (m->line_bytes - 1)) >> log2_of(m->sector_bytes))};
}

/* Atomics, as an H200's counters tell. The slices work side by side, each pass by pass. In a pass
 * each waiting lane, in order, claims its bank in its slice. The line of a slice's first lane is
 * served: those of its lanes that came first to their banks. All others wait, also those whose bank
 * was claimed for another line. So lanes on one word take turns, and a sector may be touched in two
 * passes when a lane of its line was kept waiting. */
static uint32_t sliced_sectors(const Access *a) {
    Waiting lane[HW_MAX_LANES];
    uint8_t claimed[HW_SLICES * HW_MAX_BANKS]; /* the last pass that a bank was claimed in */
    uint32_t n = 0, sectors = 0;
    for (uint32_t i = 0; i < a->lanes; i++)
        if (is_active(a->mask, i))
            lane[n++] = waiting_lane(a->model, a->address[i]);
    memset(claimed, 0, HW_SLICES * a->model->banks);
    for (uint8_t pass = 1; n; pass++) {
        uint32_t line[HW_SLICES], touched[HW_SLICES] = {0}, rest = 0;
        for (uint32_t i = 0; i < n; i++) {
            Waiting w = lane[i];
            if (!touched[w.slice])
                line[w.slice] = w.line;
            bool first = claimed[w.place] != pass;
            claimed[w.place] = pass;
            if (first && line[w.slice] == w.line)
                touched[w.slice] |= 1u << w.sector;
            else
                lane[rest++] = w;
        }
        for (uint32_t k = 0; k < HW_SLICES; k++)
            sectors += (uint32_t)__builtin_popcount(touched[k]);
        n = rest;
    }
    return sectors;
}

static bool is_sliced(const HwModel *m, HwOp op) {
    return op == HW_ATOMIC && (m->slice_mask[0] | m->slice_mask[1]);
}

uint32_t hw_sector_phase(const HwModel *m, HwOp op) {
    return is_sliced(m, op) ? UINT32_MAX : m->sector_bytes - 1;
}

/* The most active lanes of 32 on one address. All against all, in plain loops that become vectors:
 * quicker than any table, which the processor cannot predict. */
static uint32_t most_equal(const uint32_t address[32], uint32_t bits) {
    uint32_t count[32] = {0}, most = 0;
    for (uint32_t i = 0; i < 32; i++) {
        if (!(bits >> i & 1))
            continue;
        uint32_t at = address[i];
        for (uint32_t j = 0; j < 32; j++)
            count[j] += address[j] == at;
    }
    for (uint32_t j = 0; j < 32; j++)
        if (bits >> j & 1 && count[j] > most)
            most = count[j];
    return most;
}

uint32_t hw_same_address(uint32_t lanes, const uint32_t *mask, const uint32_t *address) {
    LW_ASSERT(lanes <= HW_MAX_LANES);
    if (lanes == 32)
        return most_equal(address, mask[0]);
    Access a = {NULL, HW_ATOMIC, 4, lanes, mask, address};
    uint8_t turn[HW_MAX_LANES];
    return take_turns(&a, turn);
}

HwSectorCost hw_sector_cost(const HwModel *m, HwOp op, uint32_t width, uint32_t lanes,
                            const uint32_t *mask, const uint32_t *address) {
    LW_ASSERT(lanes <= HW_MAX_LANES);
    Access a = {m, op, width, lanes, mask, address};
    uint32_t active = 0;
    for (uint32_t i = 0; i < lanes; i++)
        active += is_active(mask, i);
    HwSectorCost cost = {.sectors = is_sliced(m, op) ? sliced_sectors(&a) : turns_sectors(&a)};
    cost.ideal = (active * width + m->sector_bytes - 1) / m->sector_bytes;
    if (cost.ideal > cost.sectors)
        cost.ideal = cost.sectors;
    cost.requests = active ? 1 : 0;
    return cost;
}
