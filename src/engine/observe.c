/* Events: from the state of a unit to what observers are told. */
#include "engine/unit.h"

#define TELL(worker, kind, callback, ...)                                                          \
    for (uint32_t i_ = 0; i_ < (worker)->run->d->observers; i_++) {                                \
        const Observer *o_ = (worker)->run->d->observer[i_];                                       \
        if ((o_->wants & (kind)) && o_->callback)                                                  \
            o_->callback((worker)->observer_state[i_], __VA_ARGS__);                               \
    }

void event_memory(Worker *w, MemoryEvent *e) {
    bool is_private = e->space == SPACE_FUNCTION || e->space == SPACE_PRIVATE;
    uint32_t kinds = is_private ? EVENT_PRIVATE : EVENT_MEMORY | EVENT_VALUES;
    TELL(w, kinds, memory, e)
}

static void tell_branch(Worker *w, Unit *u, uint32_t site, const uint32_t *taken) {
    BranchEvent e = {.site = site, .taken = taken};
    event_place(&e.place, u, unit_mask(u, u->mask));
    TELL(w, EVENT_BRANCH, branch, &e)
}

/* Leaves the bits of the condition in w->bits for the instruction that follows. */
void event_branch(Worker *w, Unit *u, uint32_t site, const Lane *condition) {
    const Mask *m = unit_mask(u, u->mask);
    uint32_t from = m->lo / WINDOW, to = (m->hi + WINDOW - 1) / WINDOW;
    w->ops->to_bits(w->bits + from, condition + m->lo, m->hi - m->lo);
    for (uint32_t i = 0; i < u->words; i++)
        w->bits[i] = i < from || i >= to ? 0 : w->bits[i] & m->word[i];
    if (w->run->wants & EVENT_BRANCH)
        tell_branch(w, u, site, w->bits);
}

void event_branch_uniform(Worker *w, Unit *u, uint32_t site, bool taken) {
    if (!(w->run->wants & EVENT_BRANCH))
        return;
    const Mask *m = unit_mask(u, u->mask);
    for (uint32_t i = 0; i < u->words; i++)
        w->bits[i] = taken ? m->word[i] : 0;
    tell_branch(w, u, site, w->bits);
}

void event_barrier(Worker *w, Unit *u, uint32_t site, uint32_t barrier) {
    if (!(w->run->wants & EVENT_BARRIER))
        return;
    BarrierEvent e = {.site = site, .barrier = barrier};
    event_place(&e.place, u, unit_mask(u, u->mask));
    TELL(w, EVENT_BARRIER, barrier, &e)
}

void event_block(Worker *w, Unit *u, uint32_t block) {
    if (!(w->run->wants & EVENT_BLOCK))
        return;
    BlockEvent e = {.block = block};
    event_place(&e.place, u, unit_mask(u, u->mask));
    TELL(w, EVENT_BLOCK, block, &e)
}

void event_group(Worker *w, const Group *g, bool begins) {
    if (!(w->run->wants & EVENT_GROUP))
        return;
    GroupEvent e = {
        .workgroup = {g->id[0], g->id[1], g->id[2]}, .workgroup_index = g->index, .begins = begins};
    TELL(w, EVENT_GROUP, group, &e)
}
