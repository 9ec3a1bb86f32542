#include "observe/unused.h"

void unused_store(uint32_t *used, const MemoryEvent *e) {
    bool loads = e->op == MEMORY_LOAD || (e->op == MEMORY_ATOMIC && e->atomic_op == IRA_LOAD);
    if (loads || (e->space != SPACE_WORKGROUP && e->space != SPACE_STORAGE))
        return;
    const EventPlace *p = &e->place;
    for (uint32_t w = 0; w * 32 < p->lanes; w++)
        for (uint32_t bits = p->mask[w]; bits; bits &= bits - 1) {
            uint32_t lane = p->first_lane + w * 32 + (uint32_t)__builtin_ctz(bits);
            used[lane / 32] |= 1u << lane % 32;
        }
}

static bool is_before(Invocation a, Invocation b) {
    return a.workgroup != b.workgroup ? a.workgroup < b.workgroup : a.lane < b.lane;
}

void unused_merge(UnusedCount *c, const UnusedCount *n) {
    if (n->unused && (!c->unused || is_before(n->first, c->first)))
        c->first = n->first;
    c->invocations += n->invocations;
    c->unused += n->unused;
    c->groups += n->groups;
}

void unused_group(UnusedCount *c, const uint32_t *used, uint32_t lanes, uint32_t workgroup) {
    UnusedCount n = {.invocations = lanes};
    for (uint32_t i = 0; i < lanes; i++) {
        if (used[i / 32] >> i % 32 & 1)
            continue;
        if (!n.unused++)
            n.first = (Invocation){workgroup, i};
    }
    n.groups = n.unused == lanes;
    unused_merge(c, &n);
}
