/* Barriers: who has come to one, and who goes on behind it.
 *
 * In a shader that is uniform, as WGSL wants it, all units of a workgroup stop at the same barrier
 * with all lanes. One that is not may be run all the same. Then the lanes of a unit that are at
 * other places come to their barriers, or do not, when the unit runs on; so a barrier holds for the
 * lanes that are there. Units that stop at different places go on from the one that is earliest in
 * the program, so that the others wait until it has come as far. Nothing waits for ever. */
#include <string.h>

#include "base/bug.h"
#include "engine/unit.h"

static bool has_all(const Unit *u) {
    return memcmp(unit_mask(u, u->mask)->word, u->all, u->words * sizeof(uint32_t)) == 0;
}

static bool all_came(const Group *g) {
    for (const Unit *u = g->unit; u; u = u->next)
        if (u->state != UNIT_AT_BARRIER || u->pc != g->unit->pc || !has_all(u))
            return false;
    return true;
}

/* ---- what observers are told ---- */

static void add_lanes(uint32_t *bits, const Unit *u) {
    const uint32_t *word = unit_mask(u, u->mask)->word;
    for (uint32_t i = 0; i < u->lanes; i++) {
        uint32_t lane = u->first_lane + i;
        bits[lane / 32] |= (word[i / 32] >> i % 32 & 1) << lane % 32;
    }
}

static void tell(Worker *w, const Group *g, uint32_t site, const uint32_t *bits) {
    uint32_t lanes = w->run->p->lanes;
    ArrivalEvent e = {.site = site};
    e.place = (EventPlace){.workgroup = {g->id[0], g->id[1], g->id[2]},
                           .workgroup_index = g->index,
                           .lanes = lanes,
                           .lanes_padded = (lanes + 31) / 32 * 32,
                           .subgroup_size = w->run->p->subgroup_size,
                           .mask = bits,
                           .times = 1};
    event_arrival(w, &e);
}

/* The barrier that a unit has stopped behind. */
static uint32_t site_of(const Unit *u) {
    return u->code->inst[u->pc - 1].b;
}

static void tell_arrivals(Worker *w, const Group *g) {
    if (w->run->p->lanes > MOST_LANE_WORDS * 32)
        LW_BUG("a workgroup of %u invocations", w->run->p->lanes);
    for (const Unit *u = g->unit; u; u = u->next) {
        uint32_t bits[MOST_LANE_WORDS] = {0};
        bool told = u->state != UNIT_AT_BARRIER;
        for (const Unit *v = g->unit; v != u && !told; v = v->next)
            told = v->state == UNIT_AT_BARRIER && v->pc == u->pc;
        for (const Unit *v = u; v && !told; v = v->next)
            if (v->state == UNIT_AT_BARRIER && v->pc == u->pc)
                add_lanes(bits, v);
        if (!told)
            tell(w, g, site_of(u), bits);
    }
}

void barrier_alone(Worker *w, const Unit *u, uint32_t site) {
    if ((w->run->wants & EVENT_ARRIVAL) && !has_all(u))
        tell(w, u->group, site, unit_mask(u, u->mask)->word);
}

/* ---- going on ---- */

void barrier_pass(Worker *w, Group *g) {
    if (!w->run->random)
        group_join(w, g);
    bool uniform = all_came(g);
    uint32_t earliest = UINT32_MAX;
    for (const Unit *u = g->unit; u; u = u->next)
        if (u->state == UNIT_AT_BARRIER && u->pc < earliest)
            earliest = u->pc;
    if (!uniform && (w->run->wants & EVENT_ARRIVAL))
        tell_arrivals(w, g);
    for (Unit *u = g->unit; u; u = u->next)
        if (u->state == UNIT_AT_BARRIER && u->pc == earliest)
            u->state = UNIT_READY;
}
