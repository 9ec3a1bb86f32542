/* Units and groups: their memory, how they start, how a unit is taken apart into its subgroups when
 * some of them must run ahead of others, and put together again. */
#include "engine/unit.h"

#include <stdlib.h>
#include <string.h>

/* ---- memory of the engine's own ---- */

static void note_most(Run *run, uint64_t now) {
    uint64_t most = atomic_load(&run->memory_most);
    while (now > most && !atomic_compare_exchange_weak(&run->memory_most, &most, now))
        ;
}

/* Zeroed, aligned to 64 bytes; NULL when there is none or the budget is used up. */
void *run_allocate(Run *run, size_t size) {
    size = (size + 63) / 64 * 64 + 64;
    uint64_t now = atomic_fetch_add(&run->memory, size) + size;
    if (run->d->memory_budget && now > run->d->memory_budget) {
        atomic_fetch_sub(&run->memory, size);
        run->over_budget = true;
        return NULL;
    }
    void *p = aligned_alloc(64, size);
    if (!p) {
        atomic_fetch_sub(&run->memory, size);
        return NULL;
    }
    note_most(run, now);
    memset(p, 0, size);
    return p;
}

void run_release(Run *run, void *p, size_t size) {
    if (!p)
        return;
    free(p);
    atomic_fetch_sub(&run->memory, (size + 63) / 64 * 64 + 64);
}

/* ---- units ---- */

static size_t round_up(size_t n, size_t to) {
    return (n + to - 1) / to * to;
}

/* Registers that lie a multiple of 4 KiB apart get into each other's way in the cache. */
static size_t pitch_of(uint32_t words) {
    return words * WINDOW * sizeof(Lane) + 64;
}

static Unit *unit_new(Worker *w, uint32_t first_lane, uint32_t lanes) {
    Run *run = w->run;
    const Code *code = run->code;
    uint32_t subgroup = run->p->subgroup_size;
    uint32_t words = (uint32_t)round_up(lanes, subgroup > WINDOW ? subgroup : WINDOW) / WINDOW;
    size_t pitch = pitch_of(words), mask_size = round_up(sizeof(Mask) + words * 4, 64);
    size_t vectors = round_up(code->vectors * pitch, 64);
    size_t scalars = round_up(code->scalars * sizeof(Lane), 64);
    size_t back = round_up(code->functions * sizeof(uint32_t), 64), all = round_up(words * 4, 64);
    size_t repeats = run->repeats ? round_up(repeat_all(code, words), 64) : 0;
    size_t masks = code->masks * mask_size, head = round_up(sizeof(Unit), 64);
    size_t size = head + vectors + scalars + back + all + masks + repeats;
    uint8_t *p = run_allocate(run, size);
    if (!p)
        return NULL;
    Unit *u = (Unit *)(void *)p;
    *u = (Unit){.code = code,
                .first_lane = first_lane,
                .lanes = lanes,
                .padded = (uint32_t)round_up(lanes, 16),
                .words = words,
                .whole = lanes / 16 * 16,
                .subgroup_size = subgroup,
                .pitch = pitch,
                .mask_size = mask_size,
                .memory_size = size};
    u->vector = p + head;
    u->scalar = (Lane *)(void *)(u->vector + vectors);
    u->back = (uint32_t *)(void *)(u->vector + vectors + scalars);
    u->all = (uint32_t *)(void *)(u->vector + vectors + scalars + back);
    u->masks = u->vector + vectors + scalars + back + all;
    u->repeats = repeats ? u->masks + masks : NULL;
    u->repeat_size = repeat_entry(words);
    for (uint32_t i = 0; i < lanes; i++)
        u->all[i / 32] |= 1u << i % 32;
    memcpy(u->scalar, run->scalar, code->scalars * sizeof(Lane));
    return u;
}

static void unit_free(Worker *w, Unit *u) {
    run_release(w->run, u, u->memory_size);
}

/* Ready to run the entry point from its start; the preamble, too, the first time. */
static void unit_start(const Worker *w, Unit *u, Group *g) {
    const Code *c = u->code;
    const uint32_t *size = w->run->p->ir->workgroup_size;
    Lane *s = u->scalar;
    u->pc = u->prepared ? c->main : 0;
    u->group = g;
    u->state = UNIT_READY;
    u->turns = u->quantum = w->run->quantum;
    u->mask = 0;
    Mask *m = unit_mask(u, 0);
    memcpy(m->word, u->all, u->words * sizeof(uint32_t));
    mask_settle(u, m, 0, u->words);
    for (uint32_t i = 0; i < 3; i++) {
        s[GROUP_X + i] = g->id[i];
        s[BASE_X + i] = g->id[i] * size[i];
    }
    s[GROUP_INDEX] = g->index;
    s[BASE_INDEX] = s[BASE_X] + s[BASE_Y] * s[ROW_INDEX] + s[BASE_Z] * s[PLANE_INDEX];
    if (c->zeroed_scalars)
        memset(s + c->zeroed_scalar, 0, c->zeroed_scalars * sizeof(Lane));
    if (c->zeroed)
        memset(u->vector, 0, c->zeroed * u->pitch);
}

/* ---- groups ---- */

static void group_free(Worker *w, Group *g) {
    for (Unit *u = g->unit, *next; u; u = next) {
        next = u->next;
        run_release(w->run, u, u->memory_size);
    }
    run_release(w->run, g->memory, w->run->p->ir->workgroup_bytes);
    run_release(w->run, g, sizeof *g);
}

static Group *group_new(Worker *w) {
    const EngineProgram *p = w->run->p;
    Group *g = run_allocate(w->run, sizeof *g);
    if (!g)
        return NULL;
    if (p->ir->workgroup_bytes && !(g->memory = run_allocate(w->run, p->ir->workgroup_bytes))) {
        group_free(w, g);
        return NULL;
    }
    Unit **end = &g->unit;
    for (uint32_t lane = 0; lane < p->lanes; lane += p->unit_lanes) {
        uint32_t left = p->lanes - lane;
        *end = unit_new(w, lane, left < p->unit_lanes ? left : p->unit_lanes);
        if (!*end) {
            group_free(w, g);
            return NULL;
        }
        end = &(*end)->next;
    }
    return g;
}

/* 64-bit divisions are slow, and hardly ever needed. */
void group_place(const Worker *w, Group *g, uint64_t index) {
    const uint32_t *count = w->run->d->workgroups;
    g->index = (uint32_t)index;
    if (index >> 32) {
        g->id[0] = (uint32_t)(index % count[0]);
        index /= count[0];
    } else {
        g->id[0] = (uint32_t)index % count[0];
        index = (uint32_t)index / count[0];
    }
    g->id[1] = (uint32_t)index % count[1]; /* fits: there are at most 65535 each way */
    g->id[2] = (uint32_t)index / count[1];
}

/* The workgroup of a linear index, ready to run; NULL: no memory. */
Group *group_start(Worker *w, uint64_t index) {
    Group *g = w->free_group;
    if (g)
        w->free_group = g->next;
    else if (!(g = group_new(w)))
        return NULL;
    group_place(w, g, index);
    g->next = NULL;
    g->waits = false;
    if (g->memory)
        memset(g->memory, 0, w->run->p->ir->workgroup_bytes);
    for (Unit *u = g->unit; u; u = u->next)
        unit_start(w, u, g);
    event_group(w, g, true);
    return g;
}

/* Makes accesses to workgroup memory go to that of this group. */
void group_enter(Worker *w, Group *g) {
    if (w->memory == g->memory)
        return;
    const IrModule *m = w->run->p->ir;
    for (uint32_t i = 1; i < m->objects.len; i++)
        if (m->objects.at[i].space == SPACE_WORKGROUP)
            w->base[i] = g->memory;
    w->memory = g->memory;
}

/* ---- taking apart and putting together ---- */

/* Bits first..first+count-1 of a mask, as a mask of their own. */
static void extract_bits(uint32_t *d, const uint32_t *s, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        d[i / 32] |= (s[(first + i) / 32] >> (first + i) % 32 & 1) << i % 32;
}

static void insert_bits(uint32_t *d, const uint32_t *s, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bit = 1u << (first + i) % 32;
        d[(first + i) / 32] &= ~bit;
        d[(first + i) / 32] |= s[i / 32] >> i % 32 & 1 ? bit : 0;
    }
}

/* A unit of the lanes of one subgroup, in the state of the whole. */
static Unit *take_part(Worker *w, Unit *whole, uint32_t at, uint32_t lanes) {
    const Code *c = whole->code;
    Unit *u = unit_new(w, whole->first_lane + at, lanes);
    if (!u)
        return NULL;
    u->group = whole->group;
    u->origin = whole;
    u->pc = whole->pc;
    u->mask = whole->mask;
    u->state = whole->state;
    u->turns = u->quantum = w->run->short_quantum;
    for (uint32_t r = 0; r < c->vectors; r++)
        memcpy(unit_register(u, r), unit_register(whole, r) + at, lanes * sizeof(Lane));
    memcpy(u->scalar, whole->scalar, c->scalars * sizeof(Lane));
    memcpy(u->back, whole->back, c->functions * sizeof(uint32_t));
    for (uint32_t i = 0; i <= whole->mask; i++) {
        extract_bits(unit_mask(u, i)->word, unit_mask(whole, i)->word, at, lanes);
        mask_settle(u, unit_mask(u, i), 0, u->words);
    }
    return u;
}

/* Puts the units first..last in the place of old_first..old_last in the group's list. */
static void replace_units(Group *g, Unit *old_first, Unit *old_last, Unit *first, Unit *last) {
    Unit **at = &g->unit;
    while (*at != old_first)
        at = &(*at)->next;
    last->next = old_last->next;
    *at = first;
    old_last->next = NULL;
}

static void units_free(Worker *w, Unit *u) {
    for (Unit *next; u; u = next) {
        next = u->next;
        unit_free(w, u);
    }
}

/* The last of the parts that one unit was taken apart into, from the first on. */
static Unit *last_part(Unit *first) {
    Unit *last = first;
    while (last->next && last->next->origin == first->origin)
        last = last->next;
    return last;
}

/* Puts the whole unit in the place of its parts. */
static void drop_parts(Worker *w, Group *g, Unit *first) {
    replace_units(g, first, last_part(first), first->origin, first->origin);
    units_free(w, first);
}

/* Takes a unit of several subgroups apart; false, and nothing is changed, when memory is short. */
bool group_split(Worker *w, Group *g, Unit *u) {
    Unit *first = NULL, **end = &first, *last = NULL;
    for (uint32_t at = 0; at < u->lanes; at += u->subgroup_size) {
        uint32_t left = u->lanes - at;
        *end = take_part(w, u, at, left < u->subgroup_size ? left : u->subgroup_size);
        if (!*end) {
            units_free(w, first);
            return false;
        }
        last = *end;
        end = &last->next;
    }
    replace_units(g, u, u, first, last);
    return true;
}

/* Do the scalars agree that matter after the barrier where both stand? */
static bool scalars_agree(const Unit *a, const Unit *b) {
    const LiveScalars *live = &a->code->live[a->code->inst[a->pc - 1].a];
    if (live->everything)
        return memcmp(a->scalar, b->scalar, a->code->scalars * sizeof(Lane)) == 0;
    for (uint32_t i = 0; i < live->count; i++)
        if (a->scalar[live->reg[i]] != b->scalar[live->reg[i]])
            return false;
    return memcmp(a->scalar + a->code->zeroed_scalar, b->scalar + a->code->zeroed_scalar,
                  a->code->zeroed_scalars * sizeof(Lane)) == 0;
}

/* May the parts of a unit go on as one? Then one of those that have not ended; else NULL. */
static Unit *parts_agree(Unit *first) {
    Unit *model = NULL, *end = last_part(first)->next;
    for (Unit *u = first; u != end; u = u->next) {
        if (u->state == UNIT_DONE)
            continue;
        if (!model)
            model = u;
        if (u->pc != model->pc || u->mask != model->mask || !scalars_agree(u, model))
            return NULL;
    }
    return model;
}

static void put_part_back(Unit *whole, const Unit *u, uint32_t slots) {
    uint32_t at = u->first_lane - whole->first_lane;
    for (uint32_t r = 0; r < whole->code->vectors; r++)
        memcpy(unit_register(whole, r) + at, unit_register(u, r), u->lanes * sizeof(Lane));
    static const uint32_t none[4];
    for (uint32_t i = 0; i < slots; i++)
        insert_bits(unit_mask(whole, i)->word, u->state == UNIT_DONE ? none : unit_mask(u, i)->word,
                    at, u->lanes);
}

static void put_together(Unit *first, const Unit *model) {
    Unit *whole = first->origin, *end = last_part(first)->next;
    whole->pc = model->pc;
    whole->mask = model->mask;
    whole->state = model->state;
    whole->turns = whole->quantum;
    memcpy(whole->scalar, model->scalar, whole->code->scalars * sizeof(Lane));
    memcpy(whole->back, model->back, whole->code->functions * sizeof(uint32_t));
    for (Unit *u = first; u != end; u = u->next)
        put_part_back(whole, u, whole->mask + 1);
    for (uint32_t i = 0; i <= whole->mask; i++)
        mask_settle(whole, unit_mask(whole, i), 0, whole->words);
}

/* At a barrier that all units have reached: puts together what was taken apart, where possible. */
void group_join(Worker *w, Group *g) {
    for (Unit *u = g->unit, *next; u; u = next) {
        next = u->origin ? last_part(u)->next : u->next;
        const Unit *model = u->origin ? parts_agree(u) : NULL;
        if (!model)
            continue;
        put_together(u, model);
        drop_parts(w, g, u);
    }
}

static void drop_all_parts(Worker *w, Group *g) {
    for (Unit *u = g->unit, *next; u; u = next) {
        next = u->origin ? last_part(u)->next : u->next;
        if (u->origin)
            drop_parts(w, g, u);
    }
}

/* Of a group that has ended: its units as they were made, for the next one. */
void group_finish(Worker *w, Group *g) {
    event_group(w, g, false);
    drop_all_parts(w, g);
    g->next = w->free_group;
    w->free_group = g;
}

static void groups_free(Worker *w, Group *g) {
    for (Group *next; g; g = next) {
        next = g->next;
        drop_all_parts(w, g);
        group_free(w, g);
    }
}

void worker_free_groups(Worker *w) {
    groups_free(w, w->resident);
    groups_free(w, w->free_group);
    w->resident = w->free_group = NULL;
}
