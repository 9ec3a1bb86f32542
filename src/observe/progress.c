#include "observe/progress.h"

static bool bit(const uint32_t *bits, uint32_t i) {
    return bits[i / 32] >> i % 32 & 1;
}

static void add_lane(LaneSet *s, uint32_t lane) {
    if (!s->count++)
        s->first = lane;
    s->last = lane;
}

static void fill(Wait *w, const StallEvent *e) {
    const EventPlace *p = &e->place;
    *w = (Wait){.site = e->site, .workgroup = p->workgroup_index};
    for (uint32_t i = 0; i < p->lanes; i++)
        if (bit(p->mask, i))
            add_lane(&w->lanes, p->first_lane + i);
    uint32_t first = (w->lanes.first - p->first_lane) / p->subgroup_size * p->subgroup_size;
    for (uint32_t i = first; i < first + p->subgroup_size && i < p->lanes; i++)
        if (bit(e->out, i))
            add_lane(&w->out, p->first_lane + i);
}

void progress_stall(Progress *p, const StallEvent *e) {
    p->traced = NULL;
    if (!e->begins)
        return;
    Wait now;
    fill(&now, e);
    Wait *w = p->wait, *end = p->wait + p->waits;
    while (w < end && w->site != e->site)
        w++;
    if (w == end && p->waits == MOST_WAITS)
        return;
    uint64_t before = w == end ? 0 : w->count;
    p->waits += w == end;
    if (!before || now.workgroup < w->workgroup ||
        (now.workgroup == w->workgroup && now.lanes.first < w->lanes.first)) {
        *w = now;
        p->traced = w;
    }
    w->count = before + now.lanes.count;
}

/* ---- what is looked at ---- */

static bool is_atomic_load(const MemoryEvent *e) {
    return e->op == MEMORY_ATOMIC && e->atomic_op == IRA_LOAD;
}

static bool may_change(const MemoryEvent *e) {
    return e->space == SPACE_WORKGROUP || e->space == SPACE_STORAGE;
}

/* The first atomic, or else the first load. */
static void note_word(Wait *w, const MemoryEvent *e) {
    uint32_t i = 0;
    while (i < e->place.lanes && !bit(e->place.mask, i))
        i++;
    if (i == e->place.lanes || e->op == MEMORY_STORE)
        return;
    w->by_atomic = e->op == MEMORY_ATOMIC;
    w->has_word = true;
    w->poll = e->site;
    w->object = e->object;
    w->address = e->used[i];
    w->lane = e->place.first_lane + i;
}

/* ---- who writes it ---- */

static bool writes_word(const Wait *w, const MemoryEvent *e) {
    if (!w->has_word || w->has_writer || e->object != w->object || e->site == w->poll ||
        (e->space == SPACE_WORKGROUP && e->place.workgroup_index != w->workgroup))
        return false;
    return e->op != MEMORY_LOAD && !is_atomic_load(e);
}

static void note_writer(Wait *w, const MemoryEvent *e) {
    for (uint32_t i = 0; i < e->place.lanes; i++) {
        if (!bit(e->place.mask, i) || w->address - e->used[i] >= e->bytes)
            continue;
        w->has_writer = true;
        w->writer = e->site;
        w->writer_workgroup = e->place.workgroup_index;
        w->writer_lane = e->place.first_lane + i;
        return;
    }
}

void progress_memory(Progress *p, const MemoryEvent *e) {
    if (!may_change(e))
        return;
    if (p->traced) {
        Wait *w = p->traced;
        if (!w->has_word || (!w->by_atomic && e->op == MEMORY_ATOMIC))
            note_word(w, e);
        return;
    }
    for (uint32_t i = 0; i < p->waits; i++)
        if (writes_word(&p->wait[i], e))
            note_writer(&p->wait[i], e);
}
