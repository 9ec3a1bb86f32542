/* Pairs of accesses that were found in conflict: how often, and one example of each. */
#ifndef LW_OBSERVE_PAIRS_H
#define LW_OBSERVE_PAIRS_H

#include "observe/access.h"

/* One meeting of two accesses on a word. */
typedef struct Meeting {
    uint32_t word;         /* of the object's space */
    uint32_t workgroup[2]; /* linear; of the first and of the second access */
    uint32_t lane[2];      /* local invocation index + 1 */
    uint32_t epoch;        /* barriers before it */
    uint32_t value;        /* that one of them stored, the first of two */
    bool has_value;
    bool several;       /* workgroups, and it is not known which */
    bool other_barrier; /* a barrier for the other kind of memory came since the last one */
} Meeting;

typedef struct ClashPair {
    uint32_t a, b;       /* accesses; a <= b */
    uint64_t count;      /* words, each as often as barriers came between */
    uint64_t same;       /* of them, those where both stored the same value */
    bool within, across; /* invocations of one workgroup meet; of different ones do */
    Meeting first; /* within if there is one, in the order of workgroups, barriers and words */
} ClashPair;

/* An open hash table. Zero-initialised. */
typedef struct PairTable {
    ClashPair *at;
    uint32_t pairs, slots; /* slots: a power of two, or 0 */
} PairTable;

/* Adds what was found to what is known of the pair. False when memory is short. */
bool pairs_add(PairTable *t, const ClashPair *found);
void pairs_free(PairTable *t);

#endif
