#include "api/runner.h"

#include <stdlib.h>

typedef struct Job {
    struct Job *next;
    uint64_t number;
    CommandList *list;
    size_t lists;
    void *bytes;       /* that its commands need; may be NULL */
    ErrorScope *scope; /* the innermost that was open */
    RunError error;
} Job;

enum { MOST_JOBS = 1024 }; /* a submit waits while there are more */

struct Runner {
    WGPUDevice device;
    Runner *next, *before; /* in the instance's list, guarded by its lock */
    uint64_t heard;        /* the last job whose end was heard, guarded by the same */
    Thread *thread;        /* started by the first job */
    Lock *lock;            /* guards what follows */
    Job *first, *last;     /* whose ends were not heard */
    Job *waiting;          /* the first of them that has not run */
    uint64_t taken, run;   /* numbers of jobs: the last that was taken, that has run */
    bool quits, hears;     /* hears: somebody is about it */
    bool is_borrowed;      /* a submit runs its commands by itself */
};

static AsyncQueue *queue_of(const Runner *r) {
    return &r->device->adapter->instance->async;
}

/* ---- the thread ---- */

static void run_job(WGPUDevice d, Job *j) {
    if (!run_begin(d))
        return; /* the device is lost */
    bool going = true;
    for (size_t i = 0; going && i < j->lists; i++)
        going = run_list(d, &j->list[i]);
    j->error = run_end(d, going);
}

static void work(void *context) {
    Runner *r = context;
    const DeviceOptions *o = &r->device->options;
    lock_take(r->lock);
    for (;;) {
        while ((!r->waiting && !r->quits) || r->is_borrowed)
            lock_wait(r->lock, UINT64_MAX);
        Job *j = r->waiting;
        if (!j)
            break;
        lock_give(r->lock);
        run_job(r->device, j);
        lock_take(r->lock);
        r->waiting = j->next;
        r->run = j->number;
        lock_wake(r->lock);
        lock_give(r->lock);
        async_look(queue_of(r));
        if (o->wake)
            o->wake(o->wake_userdata);
        lock_take(r->lock);
    }
    lock_give(r->lock);
}

/* ---- ends ---- */

static void job_free(Runner *r, Job *j) {
    for (size_t i = 0; i < j->lists; i++)
        command_list_free(&j->list[i]);
    scope_release(r->device, j->scope);
    free(j->list);
    free(j->bytes);
    free(j->error.message);
    free(j);
}

/* The next job whose end is to be heard, taken out; NULL when there is none. */
static Job *next_ended(Runner *r) {
    lock_take(r->lock);
    Job *j = r->first && r->first->number <= r->run && !r->hears ? r->first : NULL;
    if (j) {
        r->first = j->next;
        if (!r->first)
            r->last = NULL;
        r->hears = true;
    }
    lock_give(r->lock);
    return j;
}

static void hear(Runner *r) {
    WGPUDevice d = object_ref(r->device);
    for (Job *j; (j = next_ended(r));) {
        uint64_t number = j->number;
        if (j->error.type != WGPUErrorType_NoError)
            device_error_in(d, j->scope, j->error.type, j->error.message);
        job_free(r, j);
        lock_take(r->lock);
        r->hears = false;
        lock_give(r->lock);
        async_reach(queue_of(r), r, &r->heard, number);
    }
    object_unref(d);
}

/* ---- beginning and end ---- */

Runner *runner_new(WGPUDevice d) {
    Runner *r = calloc(1, sizeof *r);
    Lock *lock = r ? lock_new() : NULL;
    if (!lock) {
        free(r);
        return NULL;
    }
    *r = (Runner){.device = d, .lock = lock};
    AsyncQueue *q = queue_of(r);
    lock_take(q->lock);
    r->next = q->runners;
    if (r->next)
        r->next->before = r;
    q->runners = r;
    lock_give(q->lock);
    return r;
}

static void leave(Runner *r) {
    AsyncQueue *q = queue_of(r);
    lock_take(q->lock);
    *(r->before ? &r->before->next : &q->runners) = r->next;
    if (r->next)
        r->next->before = r->before;
    lock_give(q->lock);
}

void runner_stop(Runner *r) {
    if (!r)
        return;
    lock_take(r->lock);
    r->quits = true;
    lock_wake(r->lock);
    while (r->is_borrowed)
        lock_wait(r->lock, UINT64_MAX);
    lock_give(r->lock);
    thread_join(r->thread);
    r->thread = NULL;
    hear(r);
}

void runner_free(Runner *r) {
    if (!r)
        return;
    leave(r);
    lock_free(r->lock);
    free(r);
}

/* ---- jobs ---- */

static Job *job_new(size_t lists) {
    Job *j = calloc(1, sizeof *j);
    if (j)
        j->list = calloc(lists ? lists : 1, sizeof *j->list);
    if (!j || !j->list) {
        free(j);
        return NULL;
    }
    j->error.type = WGPUErrorType_NoError;
    return j;
}

static void mark_use(Object *o, uint64_t number) {
    if (o->kind == KIND_Buffer)
        ((WGPUBuffer)o)->last_use = number;
    else if (o->kind == KIND_Texture)
        ((WGPUTexture)o)->last_use = number;
}

static void mark_uses(const CommandList *l, uint64_t number) {
    for (size_t i = 0; i < l->uses; i++) {
        mark_use(l->used[i], number);
        WGPUBindGroup g = l->used[i]->kind == KIND_BindGroup ? (WGPUBindGroup)l->used[i] : NULL;
        for (uint32_t k = 0; g && k < g->layout->entries; k++) {
            if (g->bound[k].buffer)
                mark_use(&g->bound[k].buffer->base, number);
            if (g->bound[k].view)
                mark_use(&g->bound[k].view->texture->base, number);
        }
    }
}

/* Under the lock, which is given up while there are too many. False when none are taken any more.
 */
static bool add(Runner *r, Job *j) {
    while (r->taken - r->run >= MOST_JOBS && !r->quits)
        lock_wait(r->lock, UINT64_MAX);
    if (!r->quits && !r->thread)
        r->thread = thread_start(work, r);
    if (r->quits || !r->thread)
        return false;
    j->number = ++r->taken;
    j->scope = scope_current(r->device);
    for (size_t i = 0; i < j->lists; i++)
        mark_uses(&j->list[i], j->number);
    *(r->last ? &r->last->next : &r->first) = j;
    r->last = j;
    if (!r->waiting)
        r->waiting = j;
    lock_wake(r->lock);
    return true;
}

/* A job that is not handed over. False when others are under way. */
static bool run_here(Runner *r, size_t count, WGPUCommandBuffer const *commands) {
    hear(r);
    lock_take(r->lock);
    bool idle = r->run == r->taken && !r->first && !r->hears && !r->quits && !r->is_borrowed;
    uint64_t number = r->taken + 1;
    if (idle) {
        r->taken = number;
        r->is_borrowed = true;
        for (size_t i = 0; i < count; i++)
            mark_uses(&commands[i]->list, number);
    }
    lock_give(r->lock);
    if (!idle)
        return false;
    RunError error = run_now(r->device, count, commands);
    lock_take(r->lock);
    r->run = number;
    r->is_borrowed = false;
    lock_wake(r->lock);
    lock_give(r->lock);
    WGPUDevice d = object_ref(r->device);
    run_tell(d, error);
    async_reach(queue_of(r), r, &r->heard, number);
    object_unref(d);
    return true;
}

bool runner_submit(Runner *r, size_t count, WGPUCommandBuffer const *commands) {
    if (r && estimate_is_short(r->device, count, commands) && run_here(r, count, commands))
        return true;
    Job *j = r ? job_new(count) : NULL;
    for (size_t i = 0; j && i < count; i++) {
        j->list[j->lists++] = commands[i]->list;
        commands[i]->list = (CommandList){0};
    }
    bool taken = false;
    if (j) {
        lock_take(r->lock);
        taken = add(r, j);
        lock_give(r->lock);
    }
    for (size_t i = 0; j && !taken && i < count; i++)
        commands[i]->list = j->list[i];
    if (j && !taken) {
        j->lists = 0;
        job_free(r, j);
    }
    if (!taken)
        runner_drain(r);
    return taken;
}

static uint64_t last_use(const Object *o) {
    return o->kind == KIND_Buffer ? ((WGPUBuffer)o)->last_use : ((WGPUTexture)o)->last_use;
}

bool runner_defer(Runner *r, Command c, Object *object, void *bytes) {
    bool taken = false, used = false;
    Job *j = NULL;
    if (r) {
        lock_take(r->lock);
        used = last_use(object) > r->run;
        j = used ? job_new(1) : NULL;
        if (j) {
            j->lists = 1;
            taken = command_list_use(j->list, object) && command_list_add(j->list, c) && add(r, j);
            if (taken)
                j->bytes = bytes;
        }
        lock_give(r->lock);
    }
    if (j && !taken)
        job_free(r, j);
    if (used && !taken)
        runner_drain(r);
    return taken;
}

bool runner_is_past(Runner *r, uint64_t last_use) {
    if (!r)
        return true;
    lock_take(r->lock);
    bool past = last_use <= r->run;
    lock_give(r->lock);
    return past;
}

void runner_drain(Runner *r) {
    if (!r)
        return;
    lock_take(r->lock);
    while (r->run < r->taken)
        lock_wait(r->lock, UINT64_MAX);
    lock_give(r->lock);
    hear(r);
}

void runner_wait_with(Runner *r, Async *e) {
    if (!r)
        return;
    lock_take(r->lock);
    e->after = r->taken;
    lock_give(r->lock);
    e->runner = r;
}

/* ---- for async.c ---- */

void runner_hear_and_leave(Runner *r) {
    WGPUDevice d = r->device;
    hear(r);
    object_unref(d);
}

bool runner_has_heard(const Runner *r, uint64_t number) {
    return !r || number <= r->heard;
}

Runner *runner_find_ended(const AsyncQueue *q) {
    for (Runner *r = q->runners; r; r = r->next) {
        lock_take(r->lock);
        bool ended = r->first && r->first->number <= r->run && !r->hears;
        lock_give(r->lock);
        if (ended) {
            object_ref(r->device);
            return r;
        }
    }
    return NULL;
}
