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

void event_branch_again(Worker *w, Unit *u, const Inst *in, const uint32_t *taken, uint64_t times) {
    BranchEvent e = {.site = in->d, .taken = taken};
    event_place(&e.place, u, unit_mask(u, u->mask));
    e.place.times = times;
    TELL(w, EVENT_BRANCH, branch, &e)
}

static void tell_branch(Worker *w, Unit *u, const Inst *in) {
    const Mask *m = unit_mask(u, u->mask);
    if ((w->run->wants & EVENT_BRANCH) &&
        !repeat_count(u, repeat_branch(u->code, in->b), m, w->bits))
        event_branch_again(w, u, in, w->bits, 1);
}

/* Leaves the bits of the condition in w->bits for the instruction that follows. */
void event_branch(Worker *w, Unit *u, const Inst *in, const Lane *condition) {
    const Mask *m = unit_mask(u, u->mask);
    uint32_t from = m->lo / WINDOW, to = (m->hi + WINDOW - 1) / WINDOW;
    w->ops->to_bits(w->bits + from, condition + m->lo, m->hi - m->lo);
    for (uint32_t i = 0; i < u->words; i++)
        w->bits[i] = i < from || i >= to ? 0 : w->bits[i] & m->word[i];
    tell_branch(w, u, in);
}

void event_branch_uniform(Worker *w, Unit *u, const Inst *in, bool taken) {
    const Mask *m = unit_mask(u, u->mask);
    for (uint32_t i = 0; i < u->words; i++)
        w->bits[i] = taken ? m->word[i] : 0;
    tell_branch(w, u, in);
}

void event_barrier_again(Worker *w, Unit *u, const Inst *in, uint64_t times) {
    BarrierEvent e = {.site = in->b, .barrier = in->d};
    event_place(&e.place, u, unit_mask(u, u->mask));
    e.place.times = times;
    TELL(w, EVENT_BARRIER, barrier, &e)
}

void event_barrier(Worker *w, Unit *u, const Inst *in) {
    if ((w->run->wants & EVENT_BARRIER) &&
        !repeat_count(u, repeat_barrier(u->code, in->a), unit_mask(u, u->mask), NULL))
        event_barrier_again(w, u, in, 1);
}

void event_block_again(Worker *w, Unit *u, uint32_t block, uint64_t times) {
    BlockEvent e = {.block = block};
    event_place(&e.place, u, unit_mask(u, u->mask));
    e.place.times = times;
    TELL(w, EVENT_BLOCK, block, &e)
}

void event_block(Worker *w, Unit *u, uint32_t block) {
    if ((w->run->wants & EVENT_BLOCK) &&
        !repeat_count(u, repeat_block(u->code, block), unit_mask(u, u->mask), NULL))
        event_block_again(w, u, block, 1);
}

void event_operation(Worker *w, const OperationEvent *e) {
    TELL(w, EVENT_OPERATION, operation, e)
}

void event_arrival(Worker *w, const ArrivalEvent *e) {
    TELL(w, EVENT_ARRIVAL, arrival, e)
}

void event_stall(Worker *w, const StallEvent *e) {
    TELL(w, EVENT_STALL, stall, e)
}

void event_group(Worker *w, const Group *g, bool begins) {
    if (!(w->run->wants & EVENT_GROUP))
        return;
    GroupEvent e = {
        .workgroup = {g->id[0], g->id[1], g->id[2]}, .workgroup_index = g->index, .begins = begins};
    TELL(w, EVENT_GROUP, group, &e)
}
