/* Which workgroup runs next, and which of its units.
 *
 * A worker takes workgroups from a common counter and runs each to its end. Where the schedule lets
 * others take turns, a unit in a loop that may wait for others is stopped after a number of turns:
 * lanes outside of the loop may be what it waits for, so the unit is taken apart into its
 * subgroups, which then take turns; and when all units of a workgroup spin, the worker leaves it
 * as it is and starts another, or goes on with one that it left before. When everything spins and
 * nothing is left to start, the worker returns: see stall.c.
 */
#include "engine/unit.h"

#include <string.h>

/* ---- chance ---- */

static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A permutation of 0..n-1 by seed: a Feistel network over the next even number of bits, repeated
 * until the result is in range. */
static uint64_t permute(uint64_t i, uint64_t n, uint64_t seed) {
    uint32_t half = 1;
    while (half < 32 && 1ull << 2 * half < n)
        half++;
    uint64_t mask = (1ull << half) - 1;
    do {
        for (uint64_t round = 0; round < 4; round++) {
            uint64_t key = (seed * 4 + round) ^ (i & mask) << 20;
            uint64_t left = (i >> half) ^ (next_random(&key) & mask);
            i = (i & mask) << half | left;
        }
    } while (i >= n);
    return i;
}

/* ---- the units of a group ---- */

typedef enum GroupStop { GROUP_DONE, GROUP_SPINS, GROUP_ERROR } GroupStop;

/* Are there lanes that have not ended, but do not take part in what the unit does? */
static bool others_wait(const Unit *u) {
    const Mask *all = unit_mask(u, 0), *active = unit_mask(u, u->mask);
    return memcmp(all->word, active->word, u->words * sizeof all->word[0]) != 0;
}

/* What happened while a group had its turn. */
typedef struct Turn {
    bool progress;  /* in this round of its units */
    uint32_t spins; /* units that were stopped in loops */
} Turn;

/* Runs the units that can run, once each. */
static GroupStop run_units(Worker *w, Group *g, Turn *t) {
    for (Unit *u = g->unit; u; u = u->next) {
        if (u->state != UNIT_READY || (w->run->random && next_random(&w->random) & 1))
            continue;
        u->prepared = true;
        switch (unit_run(w, u)) {
        case STOP_DONE:
            u->state = UNIT_DONE;
            t->progress = w->progress = true;
            break;
        case STOP_BARRIER:
            u->state = UNIT_AT_BARRIER;
            t->progress = true;
            break;
        case STOP_SPIN:
            u->turns = u->quantum = w->run->short_quantum;
            t->spins++;
            if (u->lanes > u->subgroup_size && others_wait(u) && group_split(w, g, u)) {
                t->progress = w->progress = true;
                return GROUP_SPINS;
            }
            break;
        case STOP_ERROR: return GROUP_ERROR;
        }
    }
    return GROUP_SPINS;
}

static bool any_in_state(const Group *g, UnitState state) {
    for (const Unit *u = g->unit; u; u = u->next)
        if (u->state == state)
            return true;
    return false;
}

static bool by_chance(Worker *w) {
    return w->run->random && next_random(&w->random) % 8 == 0;
}

/* Until it ends, or has no more to do than to spin; or has spun for long, though its units meet at
 * barriers in between. */
static GroupStop run_group(Worker *w, Group *g) {
    enum { MOST_SPINS = 64 };
    Turn t = {0};
    group_enter(w, g);
    for (;;) {
        t.progress = w->run->random;
        if (run_units(w, g, &t) == GROUP_ERROR)
            return GROUP_ERROR;
        if (!any_in_state(g, UNIT_READY)) {
            if (!any_in_state(g, UNIT_AT_BARRIER))
                return GROUP_DONE;
            barrier_pass(w, g);
        } else if (!t.progress || by_chance(w)) {
            return GROUP_SPINS;
        }
        if (t.spins >= MOST_SPINS)
            return GROUP_SPINS;
    }
}

/* ---- groups ---- */

/* The next workgroup that nobody has started; false when there is none. */
static bool take_group(Worker *w, uint64_t *index) {
    Run *run = w->run;
    if (w->next == w->end) {
        w->next = atomic_fetch_add_explicit(&run->next_group, run->chunk, memory_order_relaxed);
        w->end = w->next + run->chunk;
        if (w->end > run->groups)
            w->end = run->groups;
        if (w->next >= run->groups) {
            w->next = w->end = 0;
            return false;
        }
    }
    uint64_t i = w->next++;
    if (run->d->schedule == SCHEDULE_DESCENDING)
        i = run->groups - 1 - i;
    else if (run->random)
        i = permute(i, run->groups, run->d->schedule_arg);
    *index = i;
    return true;
}

static void split_at_start(Worker *w, Group *g) {
    for (Unit *u = g->unit, *next; u; u = next) {
        next = u->next;
        if (u->lanes > u->subgroup_size)
            group_split(w, g, u);
    }
}

/* Starts a workgroup and puts it behind the others; false when there is none, or no memory for it
 * while others can go on. */
static bool start_group(Worker *w) {
    uint64_t index;
    if (!take_group(w, &index))
        return false;
    Group *g = group_start(w, index);
    if (!g) {
        if (w->residents)
            w->next--;
        else
            run_stop(w->run, w->run->over_budget ? ENGINE_MEMORY_BUDGET : ENGINE_OUT_OF_MEMORY, 0,
                     NULL);
        return false;
    }
    if (w->run->random)
        split_at_start(w, g);
    Group **end = &w->resident;
    while (*end)
        end = &(*end)->next;
    *end = g;
    w->residents++;
    return true;
}

static bool all_wait(const Worker *w) {
    for (const Group *g = w->resident; g; g = g->next)
        if (!g->waits)
            return false;
    return true;
}

/* Runs the first of the resident groups, and removes it or moves it to the end. */
static GroupStop run_first(Worker *w) {
    Group *g = w->resident;
    GroupStop stop = run_group(w, g);
    if (stop == GROUP_ERROR)
        return stop;
    w->resident = g->next;
    g->next = NULL;
    if (stop == GROUP_DONE) {
        w->residents--;
        group_finish(w, g);
        for (Group *other = w->resident; other; other = other->next)
            other->waits = false;
        return stop;
    }
    g->waits = true;
    Group **end = &w->resident;
    while (*end)
        end = &(*end)->next;
    *end = g;
    return stop;
}

/* Runs the resident workgroups once each. */
void worker_round(Worker *w) {
    for (uint32_t i = w->residents; i > 0 && w->resident && !run_stopped(w->run); i--)
        run_first(w);
}

static void fill_up(Worker *w) {
    while (w->residents < w->run->resident && start_group(w))
        ;
}

enum { LOOK = 256 /* workgroups between looks around */ };

/* When a workgroup has run to its end; false: the run is to stop. */
static bool count_group(Worker *w, uint32_t *done) {
    Run *run = w->run;
    uint64_t lanes = run->p->unit_lanes;
    w->fuel -= lanes * 4 < LEAST_GROUP_STEPS ? LEAST_GROUP_STEPS : (int64_t)lanes * 4;
    if (++*done < LOOK)
        return true;
    atomic_fetch_add_explicit(&run->groups_done, *done, memory_order_relaxed);
    *done = 0;
    return worker_look_around(w, NULL, 0);
}

static void run_groups(Worker *w, uint32_t *done) {
    enum { PATIENCE = 16 /* rounds */ };
    Run *run = w->run;
    uint32_t rounds = 0;
    for (Group *g = w->resident; g; g = g->next)
        g->waits = false;
    for (fill_up(w); w->resident && !run_stopped(run); fill_up(w)) {
        if (all_wait(w) && !(run->starts_more && start_group(w))) {
            if (run->workers == 1 || ++rounds > PATIENCE)
                return;
            for (Group *g = w->resident; g; g = g->next)
                g->waits = false;
        }
        if (run_first(w) != GROUP_DONE)
            continue;
        rounds = 0;
        if (!count_group(w, done))
            return;
    }
}

void worker_run(Worker *w) {
    uint32_t done = 0; /* that groups_done does not count yet */
    run_groups(w, &done);
    atomic_fetch_add_explicit(&w->run->groups_done, done, memory_order_relaxed);
}
