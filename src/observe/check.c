/* The correctness observer: hands events to those who look at them, and adds up what they found. */
#include <stdlib.h>

#include "base/bug.h"
#include "observe/check_internal.h"

/* ---- workgroups ---- */

static CheckGroup *group_of(CheckWorker *w, uint32_t workgroup_index) {
    CheckGroup **at = &w->group, *g = w->group;
    while (g && g->workgroup_index != workgroup_index) {
        at = &g->next;
        g = g->next;
    }
    if (!g)
        LW_BUG("workgroup %u has not begun", workgroup_index);
    *at = g->next;
    g->next = w->group;
    return w->group = g;
}

static void group_begin(CheckWorker *w, uint32_t workgroup_index) {
    CheckGroup *g = calloc(1, sizeof *g);
    w->failed |= !g;
    if (!g)
        return;
    g->workgroup_index = workgroup_index;
    g->next = w->group;
    w->group = g;
    if (w->owner->counts_unused)
        w->failed |= !(g->used = calloc((w->owner->lanes + 31) / 32, sizeof *g->used));
    if (w->owner->any_tracked && !(g->shadow = shadow_new(&w->pool, workgroup_index)))
        w->failed = true;
}

/* Looks at what has been touched since the last barrier. */
static bool find_races(CheckWorker *w, Shadow *s, ShadowSpace space) {
    return shadow_settle(&w->pool, s, space) && races_find(s, space, &w->pairs);
}

static void group_end(CheckWorker *w, CheckGroup *g) {
    Shadow *s = g->shadow;
    if (g->used)
        unused_group(&w->unused, g->used, w->owner->lanes, g->workgroup_index);
    if (s) {
        for (int space = 0; space < SHADOW_SPACES; space++)
            w->failed = w->failed || !find_races(w, s, (ShadowSpace)space);
        w->failed = w->failed || !cross_add(&w->owner->cross, &w->pool, s);
        races_forget(s, SHADOW_WORKGROUP);
        const IrModule *m = w->owner->module;
        for (uint32_t i = 1; i < m->objects.len; i++)
            if (m->objects.at[i].space != SPACE_WORKGROUP)
                shadow_drop(&w->pool, s, i);
        shadow_recycle(&w->pool, s);
    }
    w->failed = w->failed || !arrivals_settle(&w->divergences, &g->arrivals);
    w->group = g->next;
    faults_group_free(&g->faults);
    arrivals_group_free(&g->arrivals);
    free(g->used);
    free(g);
}

/* ---- events ---- */

static void on_group(void *state, const GroupEvent *e) {
    CheckWorker *w = state;
    if (w->failed)
        return;
    if (e->begins)
        group_begin(w, e->workgroup_index);
    else
        group_end(w, group_of(w, e->workgroup_index));
}

static uint32_t subgroup_of(const EventPlace *p) {
    return p->first_lane / p->subgroup_size;
}

/* When a unit has passed a barrier, all others have reached it, and what they did before is over.
 */
static void follow_barriers(CheckWorker *w, Shadow *s, const EventPlace *p) {
    uint32_t subgroup = subgroup_of(p);
    for (int space = 0; space < SHADOW_SPACES; space++) {
        uint32_t passed = s->barriers[space][subgroup];
        if (passed <= s->epoch[space])
            continue;
        w->failed = w->failed || !find_races(w, s, (ShadowSpace)space);
        s->epoch[space] = passed;
        races_forget(s, (ShadowSpace)space);
    }
}

static void on_memory(void *state, const MemoryEvent *e) {
    CheckWorker *w = state;
    if (w->failed)
        return;
    CheckGroup *g = group_of(w, e->place.workgroup_index);
    if (g->used)
        unused_store(g->used, e);
    if (w->owner->progress.waits)
        progress_memory(&w->owner->progress, e);
    if (e->out_of_bounds)
        w->failed = !faults_add_access(&w->faults, &g->faults, e);
    uint32_t access = access_of_event(&w->owner->table, e);
    if (access == NO_ACCESS || w->failed)
        return;
    follow_barriers(w, g->shadow, &e->place);
    w->failed = w->failed || !shadow_enter(&w->pool, g->shadow, access, e);
}

static void on_operation(void *state, const OperationEvent *e) {
    CheckWorker *w = state;
    if (w->failed || e->watch == IRW_PRINT)
        return;
    CheckGroup *g = group_of(w, e->place.workgroup_index);
    bool arrives = e->watch == IRW_BARRIER || e->watch == IRW_SUBGROUP;
    w->failed = arrives ? !arrivals_operation(&w->divergences, &g->arrivals, w->owner->lanes, e)
                        : !faults_add_operation(&w->faults, &g->faults, e);
}

static void on_branch(void *state, const BranchEvent *e) {
    CheckWorker *w = state;
    if (!w->failed)
        w->failed =
            !arrivals_branch(&group_of(w, e->place.workgroup_index)->arrivals, w->owner->lanes, e);
}

/* Counts a barrier of one space for the subgroups of a unit, if it is one. */
static void pass_barrier(uint32_t *passed, const EventPlace *p, uint32_t is_one) {
    uint32_t *next = passed + subgroup_of(p);
    for (uint32_t at = 0; is_one && at < p->lanes; at += p->subgroup_size)
        (*next++)++;
}

static void on_barrier(void *state, const BarrierEvent *e) {
    CheckWorker *w = state;
    if (w->failed)
        return;
    CheckGroup *g = group_of(w, e->place.workgroup_index);
    if (g->arrivals.opens && e->place.all_active && e->place.lanes == w->owner->lanes)
        w->failed = !arrivals_settle(&w->divergences, &g->arrivals);
    Shadow *s = g->shadow;
    if (!s)
        return;
    follow_barriers(w, s, &e->place);
    pass_barrier(s->barriers[SHADOW_WORKGROUP], &e->place, e->barrier & IR_BARRIER_WORKGROUP);
    pass_barrier(s->barriers[SHADOW_STORAGE], &e->place, e->barrier & IR_BARRIER_STORAGE);
    pass_barrier(s->barriers[SHADOW_TEXTURE], &e->place, e->barrier & IR_BARRIER_TEXTURE);
}

/* A barrier that not all come to is reported, and taken to order all the same: races that are there
 * only because of it would not be worth a word. Units may have passed different numbers of
 * barriers; now they wait for each other. */
static void on_arrival(void *state, const ArrivalEvent *e) {
    CheckWorker *w = state;
    if (w->failed)
        return;
    CheckGroup *g = group_of(w, e->place.workgroup_index);
    w->failed = !arrivals_come(&w->divergences, &g->arrivals, e);
    uint32_t subgroups = (e->place.lanes - 1) / e->place.subgroup_size + 1;
    for (int space = 0; g->shadow && space < SHADOW_SPACES; space++) {
        uint32_t most = 0, *passed = g->shadow->barriers[space];
        for (uint32_t i = 0; i < subgroups; i++)
            most = passed[i] > most ? passed[i] : most;
        for (uint32_t i = 0; i < subgroups; i++)
            passed[i] = most;
    }
}

static void on_stall(void *state, const StallEvent *e) {
    CheckWorker *w = state;
    progress_stall(&w->owner->progress, e);
}

/* ---- workers ---- */

static void *on_begin(void *context, uint32_t worker) {
    (void)worker;
    CheckObserver *c = context;
    CheckWorker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->owner = c;
    bool one = c->workgroups[0] * c->workgroups[1] * c->workgroups[2] == 1;
    w->pool = (ShadowPool){.blocks = {.budget = &c->budget},
                           .table = &c->table,
                           .subgroups = c->lanes,
                           .keeps_storage = one || !c->table.has_storage_barrier};
    return w;
}

/* Of a run that was stopped, workgroups are left that have not ended. */
static void on_end(void *context, uint32_t worker, void *state) {
    (void)worker;
    CheckObserver *c = context;
    CheckWorker *w = state;
    while (w->group)
        group_end(w, w->group);
    *c->last_worker = w;
    c->last_worker = &w->next;
}

/* Copies of them, since they are told of when the dispatch is over. */
static void note_textures(CheckObserver *c, const EngineDispatch *d) {
    const IrModule *m = c->module;
    c->texture = arena_array(c->arena, const EngineTexture *, m->objects.len + 1);
    for (uint32_t i = 1; i < m->objects.len; i++)
        for (uint32_t k = 0; k < d->bindings && m->objects.at[i].space == SPACE_HANDLE; k++) {
            const EngineBinding *b = &d->binding[k];
            if (!b->texture || b->group != m->objects.at[i].group ||
                b->binding != m->objects.at[i].binding)
                continue;
            EngineTexture *copy = arena_new(c->arena, EngineTexture);
            *copy = *b->texture;
            c->texture[i] = copy;
        }
}

CheckObserver *check_new(Arena *arena, const IrModule *m, const EngineDispatch *d) {
    CheckObserver *c = arena_new(arena, CheckObserver);
    c->arena = arena;
    c->module = m;
    c->dispatch = d;
    c->last_worker = &c->workers;
    c->budget.most = d->memory_budget;
    for (int i = 0; i < 3; i++)
        c->workgroups[i] = d->workgroups[i];
    c->lanes = m->workgroup_size[0] * m->workgroup_size[1] * m->workgroup_size[2];
    note_textures(c, d);
    access_table_make(&c->table, arena, m);
    for (uint32_t i = 0; i < m->objects.len; i++)
        c->any_tracked |= c->table.object[i].tracked;
    c->ready = cross_init(&c->cross, &c->table, d);
    c->observer = (Observer){
        .wants = EVENT_MEMORY | EVENT_VALUES | EVENT_PRIVATE | EVENT_BARRIER | EVENT_GROUP |
                 EVENT_OPERATION | EVENT_STALL |
                 (m->non_uniforms ? EVENT_ARRIVAL | EVENT_BRANCH : 0),
        .context = c,
        .begin = on_begin,
        .memory = on_memory,
        .barrier = on_barrier,
        .operation = on_operation,
        .arrival = on_arrival,
        .stall = on_stall,
        .branch = on_branch,
        .group = on_group,
        .end = on_end,
    };
    return c;
}

void check_count_unused(CheckObserver *c) {
    c->counts_unused = true;
}

const Observer *check_observer(CheckObserver *c) {
    return &c->observer;
}

/* ---- results ---- */

static bool merge_worker(CheckObserver *c, const CheckWorker *w) {
    unused_merge(&c->unused, &w->unused);
    bool ok = !w->failed && faults_merge(&c->faults, &w->faults) &&
              divergences_merge(&c->divergences, &w->divergences);
    for (uint32_t i = 0; ok && i < w->pairs.slots; i++)
        if (w->pairs.at[i].count)
            ok = pairs_add(&c->pairs, &w->pairs.at[i]);
    return ok;
}

const CheckResult *check_result(CheckObserver *c) {
    bool ok = c->ready;
    for (const CheckWorker *w = c->workers; ok && w; w = w->next)
        ok = merge_worker(c, w);
    if (!ok || !cross_collect(&c->cross, &c->pairs))
        return NULL;
    check_write_findings(c);
    return &c->result;
}

void check_free(CheckObserver *c) {
    for (CheckWorker *w = c->workers, *next; w; w = next) {
        next = w->next;
        pairs_free(&w->pairs);
        faults_free(&w->faults);
        divergences_free(&w->divergences);
        shadow_pool_free(&w->pool);
        free(w);
    }
    c->workers = NULL;
    c->last_worker = &c->workers;
    pairs_free(&c->pairs);
    faults_free(&c->faults);
    divergences_free(&c->divergences);
    cross_free(&c->cross);
}
