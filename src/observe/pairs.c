#include "observe/pairs.h"

#include <stdlib.h>

static uint32_t slot_of(const PairTable *t, uint32_t a, uint32_t b) {
    uint64_t key = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    uint32_t at = (uint32_t)(key >> 32) & (t->slots - 1);
    while (t->at[at].count && (t->at[at].a != a || t->at[at].b != b))
        at = (at + 1) & (t->slots - 1);
    return at;
}

static bool grow(PairTable *t) {
    PairTable larger = {.slots = t->slots ? 2 * t->slots : 32, .pairs = t->pairs};
    larger.at = calloc(larger.slots, sizeof *larger.at);
    if (!larger.at)
        return false;
    for (uint32_t i = 0; i < t->slots; i++)
        if (t->at[i].count)
            larger.at[slot_of(&larger, t->at[i].a, t->at[i].b)] = t->at[i];
    free(t->at);
    *t = larger;
    return true;
}

/* Within a workgroup before between workgroups, since it is easier to see. */
static bool comes_first(const ClashPair *x, const ClashPair *y) {
    const Meeting *a = &x->first, *b = &y->first;
    if (x->within != y->within)
        return x->within;
    if (x->within && a->workgroup[0] != b->workgroup[0])
        return a->workgroup[0] < b->workgroup[0];
    if (a->epoch != b->epoch)
        return a->epoch < b->epoch;
    return a->word < b->word;
}

bool pairs_add(PairTable *t, const ClashPair *found) {
    if (t->pairs >= t->slots / 2 && !grow(t))
        return false;
    ClashPair *p = &t->at[slot_of(t, found->a, found->b)];
    if (!p->count) {
        *p = *found;
        t->pairs++;
        return true;
    }
    if (comes_first(found, p))
        p->first = found->first;
    p->within |= found->within;
    p->across |= found->across;
    p->count += found->count;
    p->same += found->same;
    return true;
}

void pairs_free(PairTable *t) {
    free(t->at);
    *t = (PairTable){0};
}
