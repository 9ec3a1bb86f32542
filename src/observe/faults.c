#include "observe/faults.h"

#include <stdlib.h>
#include <string.h>

/* ---- tables ---- */

static bool is_before(Invocation a, Invocation b) {
    return a.workgroup != b.workgroup ? a.workgroup < b.workgroup : a.lane < b.lane;
}

/* By number; there are few places with faults. */
static uint32_t find(const FaultTable *t, uint32_t site, uint32_t way) {
    uint32_t i = 0;
    while (i < t->faults && (t->at[i].site != site || t->at[i].way != way))
        i++;
    return i;
}

static bool append(FaultTable *t, const Fault *f) {
    if (t->faults == t->cap) {
        uint32_t n = t->cap ? 2 * t->cap : 8;
        Fault *all = realloc(t->at, n * sizeof *all);
        if (!all)
            return false;
        t->at = all;
        t->cap = n;
    }
    t->at[t->faults++] = *f;
    return true;
}

bool faults_merge(FaultTable *to, const FaultTable *from) {
    for (uint32_t i = 0; i < from->faults; i++) {
        const Fault *f = &from->at[i];
        uint32_t at = find(to, f->site, f->way);
        if (at == to->faults) {
            if (!append(to, f))
                return false;
            continue;
        }
        Fault *t = &to->at[at], was = *t;
        if (is_before(f->first, t->first))
            *t = *f;
        t->last = is_before(was.last, f->last) ? f->last : was.last;
        t->count = was.count + f->count;
        t->invocations = was.invocations + f->invocations;
    }
    return true;
}

void faults_free(FaultTable *t) {
    free(t->at);
    *t = (FaultTable){0};
}

void faults_group_free(FaultGroup *g) {
    for (uint32_t i = 0; i < g->faults; i++)
        free(g->seen[i]);
    free(g->seen);
    *g = (FaultGroup){0};
}

/* ---- adding ---- */

/* The bits of those of a workgroup who have had a fault; NULL when memory is short. */
static uint32_t *seen_of(FaultGroup *g, uint32_t fault, uint32_t lanes) {
    if (fault >= g->faults) {
        uint32_t **seen = realloc(g->seen, (fault + 1) * sizeof *seen);
        if (!seen)
            return NULL;
        memset(seen + g->faults, 0, (fault + 1 - g->faults) * sizeof *seen);
        g->seen = seen;
        g->faults = fault + 1;
    }
    if (!g->seen[fault])
        g->seen[fault] = calloc((lanes + 31) / 32, sizeof *g->seen[fault]);
    return g->seen[fault];
}

/* A fault of some lanes of an event. */
typedef struct Found {
    const EventPlace *place;
    const uint32_t *bits;
    uint32_t lanes; /* of a workgroup, at most */
    Fault fault;    /* what is the same for all lanes */
    void (*fill)(Fault *f, const void *event, uint32_t lane);
    const void *event;
} Found;

enum { MOST_LANES = 1 << 15 };

static void add_lane(const Found *n, Fault *f, uint32_t *seen, uint32_t lane) {
    Invocation who = {n->place->workgroup_index, n->place->first_lane + lane};
    uint32_t bit = 1u << who.lane % 32;
    f->invocations += !(seen[who.lane / 32] & bit);
    seen[who.lane / 32] |= bit;
    if (!f->count || is_before(who, f->first)) {
        f->first = who;
        n->fill(f, n->event, lane);
    }
    if (!f->count || is_before(f->last, who))
        f->last = who;
    f->count++;
}

static bool add(FaultTable *t, FaultGroup *g, const Found *n) {
    uint32_t at = find(t, n->fault.site, n->fault.way);
    if (at == t->faults && !append(t, &n->fault))
        return false;
    uint32_t *seen = seen_of(g, at, MOST_LANES);
    for (uint32_t w = 0; seen && w * 32 < n->place->lanes; w++)
        for (uint32_t bits = n->bits[w]; bits; bits &= bits - 1)
            add_lane(n, &t->at[at], seen, w * 32 + (uint32_t)__builtin_ctz(bits));
    return seen != NULL;
}

/* ---- accesses ---- */

/* The first index that is not within its array. */
static void fill_access(Fault *f, const void *event, uint32_t lane) {
    const MemoryEvent *e = event;
    f->used = e->used[lane];
    f->has_index = false;
    for (uint32_t i = 0; i < e->indices && !f->has_index; i++) {
        const EventIndex *x = &e->index[i];
        f->operand[0] = x->value[x->uniform ? 0 : lane];
        f->operand[1] = x->count;
        f->has_index = f->operand[0] >= x->count;
    }
}

bool faults_add_access(FaultTable *t, FaultGroup *g, const MemoryEvent *e) {
    Found n = {.place = &e->place,
               .bits = e->out_of_bounds,
               .fault = {.site = e->site, .way = e->op, .object = e->object},
               .fill = fill_access,
               .event = e};
    return add(t, g, &n);
}

/* ---- operations ---- */

static void fill_operation(Fault *f, const void *event, uint32_t lane) {
    const OperationEvent *e = event;
    for (uint32_t i = 0; i < e->operands; i++)
        f->operand[i] = e->operand[i].value[e->operand[i].uniform ? 0 : lane];
}

bool faults_add_operation(FaultTable *t, FaultGroup *g, const OperationEvent *e) {
    Found n = {.place = &e->place,
               .bits = e->bits,
               .fault = {.site = e->site,
                         .way = FAULT_OPERATION + e->watch,
                         .operands = e->operands,
                         .type = e->type},
               .fill = fill_operation,
               .event = e};
    return add(t, g, &n);
}
