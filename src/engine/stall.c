/* When everything spins.
 *
 * A unit that spins repeats itself: from the same registers and the same memory it does the same.
 * So when all that may run by the schedule has come back to a state that it was in before, memory
 * included, nothing will ever change, and no loop that can end is taken for one that cannot. States
 * are told apart by hashes, and held against one that is kept of rounds 1, 2, 4, 8, ..., so that
 * any period is found; memory is only looked at, at the two ends of a period, where registers
 * agree.
 *
 * Rounds are run on one thread, over the workers in their order, so that what is found does not
 * depend on threads; and only while no unit ends.
 *
 * Then observers are told who spins, and see each go through its loop once more. Where the schedule
 * has kept other workgroups from running, these are run now, to see whether they write what is
 * waited for; the run ends with ENGINE_NO_PROGRESS all the same. */
#include <string.h>

#include "engine/slice.h"
#include "engine/unit.h"

/* ---- states ---- */

static uint64_t mix(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

/* Four lanes, as one multiplication waits for the other. */
static uint64_t hash_span(uint64_t h, const void *p, size_t size) {
    const uint8_t *at = p;
    uint64_t lane[4] = {h, h + 1, h + 2, h + 3}, word[4];
    for (; size >= sizeof word; at += sizeof word, size -= sizeof word) {
        memcpy(word, at, sizeof word);
        for (int i = 0; i < 4; i++)
            lane[i] = mix(lane[i], word[i]);
    }
    memset(word, 0, sizeof word);
    memcpy(word, at, size);
    for (int i = 0; i < 4; i++)
        h = mix(mix(h, lane[i]), word[i]);
    return h;
}

/* Lanes that are not active keep what they will need, but get what nobody needs from the worker's
 * scratch memory: where chance says which unit comes before, that never comes back. */
static uint64_t hash_active(uint64_t h, const Unit *u, const Lane *lane) {
    const Mask *m = unit_mask(u, u->mask);
    for (uint32_t i = m->lo; i < m->hi; i++)
        if (m->word[i / WINDOW] >> i % WINDOW & 1)
            h = mix(h, lane[i]);
    return h;
}

/* The registers that decide how the unit goes on. */
static uint64_t hash_registers(uint64_t h, const Run *run, const Unit *u, const Slice *s) {
    for (uint32_t r = 0; r < u->code->vectors; r++) {
        const Lane *lane = unit_register(u, r);
        if (!s->everything && !s->vector[r])
            continue;
        h = run->random ? hash_active(h, u, lane) : hash_span(h, lane, u->padded * sizeof *lane);
    }
    for (uint32_t r = 0; r < u->code->scalars; r++)
        if (s->everything || s->scalar[r])
            h = mix(h, u->scalar[r]);
    return h;
}

static uint64_t hash_unit(uint64_t h, const Run *run, const Unit *u, Slice *s) {
    slice_make(s, u->code, u->pc);
    h = mix(h, (uint64_t)u->pc << 32 | u->mask);
    h = mix(h, (uint64_t)u->turns << 32 | (uint64_t)u->lanes << 2 | u->state);
    h = hash_registers(h, run, u, s);
    h = hash_span(h, u->back, u->code->functions * sizeof *u->back);
    for (uint32_t i = 0; i <= u->mask; i++)
        h = hash_span(h, unit_mask(u, i)->word, u->words * sizeof(uint32_t));
    return h;
}

static uint64_t hash_units(const Run *run, const Worker *worker) {
    uint64_t h = 0;
    Slice s = {0};
    for (uint32_t i = 0; i < run->workers; i++)
        for (const Group *g = worker[i].resident; g; g = g->next) {
            h = mix(h, g->index);
            for (const Unit *u = g->unit; u; u = u->next)
                h = hash_unit(h, run, u, &s);
        }
    slice_free(&s);
    return h;
}

/* Of all that units may write. */
static uint64_t hash_memory(const Run *run, const Worker *worker) {
    const IrModule *m = run->p->ir;
    uint64_t h = 0;
    for (uint32_t i = 0; i < run->workers; i++)
        for (const Group *g = worker[i].resident; g; g = g->next)
            if (g->memory)
                h = hash_span(h, g->memory, m->workgroup_bytes);
    for (uint32_t k = 0; k < run->d->bindings; k++) {
        const EngineBinding *b = &run->d->binding[k];
        bool writable = false;
        for (uint32_t i = 1; i < m->objects.len; i++) {
            const IrObject *o = &m->objects.at[i];
            bool bound = o->space == SPACE_STORAGE || o->space == SPACE_HANDLE;
            writable |= bound && b->group == o->group && b->binding == o->binding &&
                        o->access != ACCESS_READ;
        }
        if (writable)
            h = hash_span(h, b->data, b->size);
    }
    return h;
}

/* What rounds are held against. */
typedef struct Kept {
    uint64_t round, units, memory;
    bool has_memory;
    uint32_t same; /* rounds that have been the same since */
} Kept;

/* Has the state of a round been there before? Where chance says who runs, a state that comes back
 * proves nothing; but when it stays the same for long, all have run. */
static bool repeats(const Run *run, const Worker *worker, Kept *k, uint64_t round) {
    enum { LONG = 32 };
    uint64_t units = hash_units(run, worker);
    if (!k->round || units != k->units) {
        if (run->random || (round & (round - 1)) == 0)
            *k = (Kept){.round = round, .units = units};
        return false;
    }
    if (run->random && ++k->same % LONG)
        return false;
    uint64_t memory = hash_memory(run, worker);
    bool again = k->has_memory && memory == k->memory;
    k->memory = memory;
    k->has_memory = true;
    return again;
}

/* ---- telling ---- */

static bool spins(const Unit *u) {
    return u->state == UNIT_READY && u->code->inst[u->pc].op == CODE_BACK;
}

static uint32_t loop_of(const Unit *u) {
    return u->code->inst[u->pc].d;
}

/* Told before and after it goes through its loop again. */
static void tell_unit(Worker *w, Group *g, Unit *u) {
    const Mask *all = unit_mask(u, 0), *m = unit_mask(u, u->mask);
    uint32_t in[MOST_LANE_WORDS], out[MOST_LANE_WORDS];
    for (uint32_t i = 0; i < u->words; i++) {
        in[i] = m->word[i];
        out[i] = all->word[i] & ~m->word[i];
    }
    StallEvent e = {.site = loop_of(u), .out = out, .begins = true};
    event_place(&e.place, u, m);
    e.place.mask = in;
    group_enter(w, g);
    event_stall(w, &e);
    u->turns = 2; /* the first is the end of the turn that it stopped in */
    Stop stop = unit_run(w, u);
    u->state = stop == STOP_BARRIER ? UNIT_AT_BARRIER : stop == STOP_DONE ? UNIT_DONE : u->state;
    u->turns = u->quantum;
    e.begins = false;
    event_stall(w, &e);
}

/* The first workgroup with a unit that spins; false when there is none. */
static bool first_spinning(const Run *run, const Worker *worker, const Group **group,
                           uint32_t *site) {
    *group = NULL;
    for (uint32_t i = 0; i < run->workers; i++)
        for (const Group *g = worker[i].resident; g; g = g->next)
            for (const Unit *u = g->unit; u; u = u->next)
                if (spins(u) && (!*group || g->index < (*group)->index)) {
                    *group = g;
                    *site = loop_of(u);
                }
    return *group != NULL;
}

static void tell(Run *run, Worker *worker) {
    for (uint32_t i = 0; i < run->workers; i++)
        for (Group *g = worker[i].resident; g; g = g->next)
            for (Unit *u = g->unit; u; u = u->next)
                if (spins(u) && !run_stopped(run))
                    tell_unit(&worker[i], g, u);
}

/* ---- what follows ---- */

static bool all_started(const Run *run, const Worker *worker) {
    bool taken = atomic_load(&run->next_group) >= run->groups;
    for (uint32_t i = 0; i < run->workers; i++)
        taken &= worker[i].next == worker[i].end;
    return taken;
}

/* Lets the other workgroups run, for a while. */
static void let_others_run(Run *run) {
    enum { SOME = 1 << 24 };
    uint64_t most = atomic_load(&run->steps) * 4 + SOME;
    if (!run->step_budget || most < run->step_budget)
        run->step_budget = most;
    run->starts_more = true;
}

static bool stuck(Run *run, Worker *worker) {
    const Group *group;
    uint32_t site = 0;
    bool others = !run->starts_more && !all_started(run, worker);
    if (run->stalled)
        return false;
    if (run->starts_more && !all_started(run, worker)) {
        run_stop(run, ENGINE_MEMORY_BUDGET, 0, NULL); /* what they wait for has no room */
        return false;
    }
    run->stalled = true;
    if (first_spinning(run, worker, &group, &site)) {
        run->stall_site = site;
        memcpy(run->stall_group, group->id, sizeof run->stall_group);
    }
    if (!(run->wants & EVENT_STALL))
        return false;
    tell(run, worker);
    if (others)
        let_others_run(run);
    return others;
}

bool stall_resolve(Run *run, Worker *worker) {
    Kept kept = {0};
    bool left = false;
    for (uint32_t i = 0; i < run->workers; i++)
        left |= worker[i].resident != NULL;
    for (uint64_t round = 1; left && !run_stopped(run); round++) {
        bool progress = false;
        for (uint32_t i = 0; i < run->workers; i++) {
            worker[i].progress = false;
            worker_round(&worker[i]);
            progress |= worker[i].progress;
        }
        if (run_stopped(run))
            return false;
        if (progress)
            return true;
        if (repeats(run, worker, &kept, round))
            return stuck(run, worker);
    }
    return false;
}
