/* Remembers what access patterns cost, since most executions of an access repeat a pattern that was
 * seen before: the same distances between lanes, the same mask. */
#ifndef LW_OBSERVE_MEMO_H
#define LW_OBSERVE_MEMO_H

#include "engine/events.h"
#include "hw/hw.h"

/* What one execution by one subgroup costs. */
typedef struct MemoCost {
    HwBankCost bank;       /* workgroup space */
    HwSectorCost sector;   /* storage and uniform space */
    uint32_t active;       /* lanes */
    uint32_t same_address; /* atomics: most lanes on one word */
} MemoCost;

typedef struct MemoEntry {
    bool used;
    uint32_t lanes;
    uint32_t phase; /* first address modulo what the cost depends on */
    uint32_t mask[HW_MAX_LANES / 32];
    bool affine; /* lane i is i * stride away from lane 0: distances are not kept */
    int32_t stride;
    /* From the first active lane's address; 0 for inactive lanes. */
    uint32_t distance[HW_MAX_LANES];
    MemoCost cost;
} MemoEntry;

enum { MEMO_ENTRIES = 16 };

/* How often remembering pays. Where addresses follow the data they hardly repeat, and looking them
 * up is given up but for a try now and then. */
typedef struct MemoHabit {
    uint32_t hits, misses, skipped;
} MemoHabit;

/* For single executions by a subgroup. One for each access instruction and worker.
 * Zero-initialised. */
typedef struct Memo {
    MemoHabit habit;
    MemoCost last; /* of a pattern that was not kept */
    MemoEntry entry[MEMO_ENTRIES];
} Memo;

typedef struct MemoKey {
    const HwModel *hw;
    HwOp op;
    bool banked; /* workgroup space: banks; else sectors */
    bool atomic; /* same_address is wanted */
    uint32_t width, lanes;
    const uint32_t *mask; /* from bit 0 */
    const uint32_t *address;
    bool affine; /* all active lanes: address[i] = address[0] + i * stride */
    int32_t stride;
    uint32_t subgroup; /* of the workgroup: entries are kept by it */
} MemoKey;

/* The cost of an execution with at least one active lane. */
const MemoCost *memo_cost(Memo *m, const MemoKey *k);

/* What all subgroups of one event cost together. */
typedef struct EventCost {
    uint64_t executions, lanes;
    uint64_t wavefronts, ideal_wavefronts, sectors, ideal_sectors, requests;
    uint64_t same_address;
    uint32_t max_same_address;
    HwBankCost worst;        /* the worst of them, and */
    uint32_t worst_subgroup; /* whose it is, counted from the event's first */
} EventCost;

typedef struct EventMemoEntry {
    uint32_t lanes, phase;
    uint32_t *pattern; /* the mask, then each lane's distance from the first active one */
    EventCost cost;
} EventMemoEntry;

enum { EVENT_MEMO_ENTRIES = 32 };

/* The same for whole events: most repeat one that was seen before, shifted. One for each access
 * instruction and worker. Zero-initialised; its memory comes from malloc. */
typedef struct EventMemo {
    MemoHabit habit;
    EventMemoEntry last; /* its cost only: of an event that was not kept */
    EventMemoEntry entry[EVENT_MEMO_ENTRIES];
} EventMemo;

/* The entry of an event whose cost depends on `phase_bits` of its addresses; *known says whether
 * its cost is there, else it is to be filled in. NULL when memory is short. */
EventMemoEntry *event_memo_find(EventMemo *m, const MemoryEvent *e, uint32_t phase_bits,
                                bool *known);
void event_memo_free(EventMemo *m);

#endif
