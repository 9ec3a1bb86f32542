/* engine_run: from a dispatch to workers and back. */
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "engine/unit.h"

/* ---- stopping ---- */

/* The first reason stays. */
void run_stop(Run *run, EngineStatus status, uint32_t site, const Group *g) {
    unsigned ok = ENGINE_OK;
    if (!atomic_compare_exchange_strong(&run->status, &ok, (unsigned)status))
        return;
    run->stop_site = site;
    for (uint32_t i = 0; g && i < 3; i++)
        run->stop_group[i] = g->id[i];
}

static int64_t fuel_for(const Run *run, uint64_t used) {
    enum { MOST = 1 << 20 };
    uint64_t budget = run->step_budget;
    return budget && budget - used < MOST ? (int64_t)(budget - used) : MOST;
}

static bool told_to_stop(Worker *w) {
    enum { BETWEEN_NS = 50 * 1000 * 1000 };
    const EngineDispatch *d = w->run->d;
    if (os_interrupted() || (d->stop && atomic_load_explicit(d->stop, memory_order_relaxed)))
        return true;
    if (w->index || !d->progress)
        return false;
    uint64_t now = os_now_ns();
    if (now - w->last_look < BETWEEN_NS)
        return false;
    w->last_look = now;
    return d->progress(d->progress_context, atomic_load(&w->run->groups_done), w->run->groups);
}

bool worker_look_around(Worker *w, const Unit *u, uint32_t site) {
    Run *run = w->run;
    const Group *g = u ? u->group : NULL;
    uint64_t spent = (uint64_t)(w->fuel_given - w->fuel);
    uint64_t used = atomic_fetch_add(&run->steps, spent) + spent;
    w->fuel = w->fuel_given = 0;
    if (run_stopped(run))
        return false;
    if (run->step_budget && used > run->step_budget) {
        run_stop(run, ENGINE_STEP_BUDGET, site, g);
        return false;
    }
    if (told_to_stop(w)) {
        run_stop(run, ENGINE_INTERRUPTED, site, g);
        return false;
    }
    w->fuel = w->fuel_given = fuel_for(run, used);
    return true;
}

/* ---- setting up ---- */

static void set_schedule(Run *run) {
    const EngineDispatch *d = run->d;
    enum { PATIENCE = 4096, SHORT = 128 };
    run->workers = d->schedule == SCHEDULE_FAIR && d->pool ? threads_count(d->pool) : 1;
    if (run->workers > run->groups)
        run->workers = (uint32_t)run->groups;
    run->random = d->schedule == SCHEDULE_SEED;
    run->resident = 1;
    run->starts_more = d->schedule == SCHEDULE_FAIR || run->random;
    if (d->schedule == SCHEDULE_OCCUPANCY && d->schedule_arg)
        run->resident = d->schedule_arg;
    run->step_budget = d->step_budget;
    run->quantum = PATIENCE;
    run->short_quantum = SHORT;
    uint64_t chunk = run->groups / (run->workers * 16ull);
    run->chunk = chunk < 1 ? 1 : chunk > 16 ? 16 : (uint32_t)chunk;
    run->repeats = d->observers > 0;
    for (uint32_t i = 0; i < d->observers; i++) {
        run->wants |= d->observer[i]->wants;
        run->repeats &= (d->observer[i]->wants & EVENT_REPEATS) != 0;
    }
    run->counts_memory =
        run->repeats && (run->wants & EVENT_MEMORY) && !(run->wants & EVENT_VALUES);
}

static const EngineBinding *find_binding(const EngineDispatch *d, const IrObject *o) {
    if (o->space != SPACE_STORAGE && o->space != SPACE_UNIFORM && o->space != SPACE_HANDLE)
        return NULL;
    for (uint32_t i = 0; i < d->bindings; i++)
        if (d->binding[i].group == o->group && d->binding[i].binding == o->binding)
            return &d->binding[i];
    return NULL;
}

/* Elements of a runtime-sized array. */
static uint32_t limit_value(const Run *run, const Limit *l) {
    const EngineBinding *b = find_binding(run->d, &run->p->ir->objects.at[l->object]);
    if (!b || b->size < l->array_offset || !l->stride)
        return 0;
    uint64_t n = (b->size - l->array_offset) / l->stride;
    return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

static void choose_code(Run *run) {
    const EngineProgram *p = run->p;
    bool checked = run->wants || run->d->out_of_bounds != OOB_CLAMP;
    for (uint32_t i = 0; i < p->fast.limits; i++)
        checked |= limit_value(run, &p->fast.limit[i]) == 0;
    run->code = checked ? &p->checked : &p->fast;
}

static bool set_up_memory(Run *run) {
    const EngineProgram *p = run->p;
    const uint32_t *size = p->ir->workgroup_size, *groups = run->d->workgroups;
    const Code *c = run->code;
    run->base = calloc(p->ir->objects.len + 1, sizeof *run->base);
    run->texture = calloc(p->ir->objects.len + 1, sizeof *run->texture);
    run->sampler = calloc(p->ir->objects.len + 1, sizeof *run->sampler);
    run->scalar = calloc(c->scalars + 1, sizeof *run->scalar);
    if (!run->base || !run->texture || !run->sampler || !run->scalar)
        return false;
    for (uint32_t i = 1; i < p->ir->objects.len; i++) {
        const EngineBinding *b = find_binding(run->d, &p->ir->objects.at[i]);
        run->base[i] = b ? b->data : NULL;
        run->texture[i] = b ? b->texture : NULL;
        run->sampler[i] = b ? b->sampler : NULL;
    }
    memcpy(run->scalar, c->scalar, c->scalars * sizeof(Lane));
    for (uint32_t i = 0; i < c->limits; i++)
        run->scalar[c->limit[i].reg] = limit_value(run, &c->limit[i]);
    for (uint32_t i = 0; i < 3; i++)
        run->scalar[GROUPS_X + i] = groups[i];
    run->scalar[ROW_INDEX] = size[0] * groups[0];
    run->scalar[PLANE_INDEX] = size[0] * groups[0] * size[1] * groups[1];
    return true;
}

static bool worker_set_up(Worker *w, Run *run, uint32_t index) {
    const EngineProgram *p = run->p;
    uint32_t lanes = (p->unit_lanes + 127) / 128 * 128, objects = p->ir->objects.len + 1;
    size_t row = lanes * sizeof(Lane), bits = (lanes / 8 + 63) / 64 * 64;
    *w = (Worker){.run = run, .index = index, .ops = p->ops};
    w->random = run->d->schedule_arg;
    w->last_look = run->d->progress && !index ? os_now_ns() : 0;
    w->scratch_size = 4 * row + 2 * bits + objects * sizeof *w->base;
    w->scratch = run_allocate(run, w->scratch_size);
    if (!w->scratch)
        return false;
    w->lane = (Lane *)(void *)w->scratch;
    w->wide = w->lane + lanes;
    w->raw = w->wide + lanes;
    w->used = w->raw + lanes;
    w->out = w->used + lanes;
    w->bits = w->out + bits / sizeof(uint32_t);
    w->base = (uint8_t **)(void *)(w->bits + bits / sizeof(uint32_t));
    memcpy(w->base, run->base, (objects - 1) * sizeof *w->base);
    return true;
}

/* ---- observers ---- */

static bool begin_observers(Run *run, Worker *w) {
    const EngineDispatch *d = run->d;
    if (!d->observers)
        return true;
    w->observer_state = calloc(d->observers, sizeof *w->observer_state);
    for (uint32_t i = 0; w->observer_state && i < d->observers; i++) {
        const Observer *o = d->observer[i];
        w->observer_state[i] = o->begin ? o->begin(o->context, w->index) : o->context;
        if (o->begin && !w->observer_state[i])
            return false;
    }
    return w->observer_state;
}

static void end_observers(Run *run, Worker *w) {
    for (uint32_t i = 0; w->observer_state && i < run->d->observers; i++) {
        const Observer *o = run->d->observer[i];
        if (o->end && (w->observer_state[i] || !o->begin))
            o->end(o->context, w->index, w->observer_state[i]);
    }
    free(w->observer_state);
}

/* ---- the whole ---- */

typedef struct Job {
    Run *run;
    Worker *worker;
} Job;

static void work(void *context, uint32_t index) {
    Job *job = context;
    if (index >= job->run->workers)
        return;
    worker_run(&job->worker[index]);
}

static void run_to_end(Run *run, Worker *worker) {
    Job job = {run, worker};
    do {
        if (run->workers > 1)
            threads_run(run->d->pool, work, &job);
        else
            work(&job, 0);
    } while (stall_resolve(run, worker));
    for (uint32_t i = 0; i < run->workers; i++) {
        repeat_tell(&worker[i]);
        atomic_fetch_add(&run->steps, (uint64_t)(worker[i].fuel_given - worker[i].fuel));
    }
}

static void run_workers(Run *run) {
    size_t size = run->workers * sizeof(Worker);
    Worker *worker = run_allocate(run, size);
    bool ready = worker != NULL;
    for (uint32_t i = 0; ready && i < run->workers; i++)
        ready = worker_set_up(&worker[i], run, i) && begin_observers(run, &worker[i]);
    if (ready)
        run_to_end(run, worker);
    else
        run_stop(run, run->over_budget ? ENGINE_MEMORY_BUDGET : ENGINE_OUT_OF_MEMORY, 0, NULL);
    for (uint32_t i = 0; worker && i < run->workers; i++) {
        if (!worker[i].run)
            continue;
        worker_free_groups(&worker[i]);
        run_release(run, worker[i].scratch, worker[i].scratch_size);
        end_observers(run, &worker[i]);
    }
    run_release(run, worker, size);
}

EngineResult engine_run(const EngineProgram *p, const EngineDispatch *d) {
    Run run = {.p = p, .d = d};
    run.groups = (uint64_t)d->workgroups[0] * d->workgroups[1] * d->workgroups[2];
    if (!run.groups)
        return (EngineResult){.status = ENGINE_OK};
    set_schedule(&run);
    choose_code(&run);
    if (set_up_memory(&run))
        run_workers(&run);
    else
        run_stop(&run, ENGINE_OUT_OF_MEMORY, 0, NULL);
    free(run.base);
    free(run.texture);
    free(run.sampler);
    free(run.scalar);
    EngineResult r = {.status = (EngineStatus)atomic_load(&run.status),
                      .site = run.stop_site,
                      .groups_done = atomic_load(&run.groups_done),
                      .groups = run.groups,
                      .steps = atomic_load(&run.steps),
                      .memory = atomic_load(&run.memory_most)};
    memcpy(r.workgroup, run.stop_group, sizeof r.workgroup);
    if (run.stalled) { /* whatever came after */
        r.status = ENGINE_NO_PROGRESS;
        r.site = run.stall_site;
        memcpy(r.workgroup, run.stall_group, sizeof r.workgroup);
    }
    return r;
}
