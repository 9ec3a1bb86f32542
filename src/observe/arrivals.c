#include "observe/arrivals.h"

#include <stdlib.h>
#include <string.h>

/* The branch that a lane took last; and of those where not all lanes of the event went the same
 * way, which tells more. */
typedef struct LaneWay {
    uint32_t last, split;
} LaneWay;

/* A barrier that not all came to. */
typedef struct OpenArrival {
    Divergence d;
    uint32_t words;
    uint32_t *mask; /* of those who came */
    bool paired;
} OpenArrival;

/* ---- tables ---- */

static Divergence *find(const DivergenceTable *t, const Divergence *d) {
    for (uint32_t i = 0; i < t->len; i++)
        if (t->at[i].site == d->site && t->at[i].other == d->other)
            return &t->at[i];
    return NULL;
}

static bool is_before(const Divergence *a, const Divergence *b) {
    if (a->workgroup != b->workgroup)
        return a->workgroup < b->workgroup;
    return a->turn != b->turn ? a->turn < b->turn : a->came.first < b->came.first;
}

static bool add(DivergenceTable *t, const Divergence *d) {
    Divergence *same = find(t, d);
    if (same) {
        uint64_t count = same->count + d->count;
        if (is_before(d, same))
            *same = *d;
        same->count = count;
        return true;
    }
    if (t->len == t->cap) {
        uint32_t n = t->cap ? 2 * t->cap : 8;
        Divergence *all = realloc(t->at, n * sizeof *all);
        if (!all)
            return false;
        t->at = all;
        t->cap = n;
    }
    t->at[t->len++] = *d;
    return true;
}

bool divergences_merge(DivergenceTable *to, const DivergenceTable *from) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < from->len; i++)
        ok = add(to, &from->at[i]);
    return ok;
}

void divergences_free(DivergenceTable *t) {
    free(t->at);
    *t = (DivergenceTable){0};
}

void arrivals_group_free(ArrivalGroup *g) {
    for (uint32_t i = 0; i < g->opens; i++)
        free(g->open[i].mask);
    free(g->open);
    free(g->way);
    *g = (ArrivalGroup){0};
}

/* ---- lanes ---- */

static bool bit(const uint32_t *bits, uint32_t i) {
    return bits[i / 32] >> i % 32 & 1;
}

static void add_lane(LaneSet *s, uint32_t lane) {
    if (!s->count++)
        s->first = lane;
    s->last = lane;
}

/* Lanes first to last - 1 of a workgroup, by their bits from `from` on. */
static void divide(Divergence *d, const uint32_t *bits, uint32_t from, uint32_t first,
                   uint32_t last) {
    d->came = d->missing = (LaneSet){0};
    for (uint32_t i = first; i < last; i++)
        add_lane(bit(bits, i - from) ? &d->came : &d->missing, i);
}

/* Where the first of the missing went last. */
static uint32_t way_of(const ArrivalGroup *g, const Divergence *d) {
    if (!g->way || !d->missing.count)
        return 0;
    const LaneWay *w = &g->way[d->missing.first];
    return w->split ? w->split : w->last;
}

/* ---- events ---- */

bool arrivals_branch(ArrivalGroup *g, uint32_t lanes, const BranchEvent *e) {
    if (!g->way && !(g->way = calloc(lanes, sizeof *g->way)))
        return false;
    const EventPlace *p = &e->place;
    uint32_t yes = 0, no = 0;
    for (uint32_t i = 0; i < p->lanes; i++) {
        yes += bit(p->mask, i) && bit(e->taken, i);
        no += bit(p->mask, i) && !bit(e->taken, i);
    }
    for (uint32_t i = 0; i < p->lanes; i++) {
        if (!bit(p->mask, i))
            continue;
        LaneWay *w = &g->way[p->first_lane + i];
        w->last = e->site;
        if (yes && no)
            w->split = e->site;
    }
    return true;
}

static uint32_t turn_of(const OperationEvent *e, uint32_t lane) {
    return e->operand[0].value[e->operand[0].uniform ? 0 : lane];
}

static void note_turn(ArrivalGroup *g, const OperationEvent *e) {
    enum { MOST = sizeof g->turn / sizeof g->turn[0] };
    uint32_t lane = 0, i = 0;
    while (!bit(e->bits, lane))
        lane++;
    while (i < MOST && g->turn[i].site != e->site)
        i++;
    if (i == MOST)
        i = g->next_turn++ % MOST;
    g->turn[i].site = e->site;
    g->turn[i].turn = turn_of(e, lane);
}

/* Lanes of one subgroup that do an operation without the others. */
static bool look_at_subgroup(DivergenceTable *t, const ArrivalGroup *g, uint32_t lanes,
                             const OperationEvent *e, uint32_t at) {
    const EventPlace *p = &e->place;
    uint32_t first = p->first_lane + at, last = first + p->subgroup_size;
    Divergence d = {.site = e->site, .subgroup = true, .workgroup = p->workgroup_index, .count = 1};
    divide(&d, e->bits, p->first_lane, first, last < lanes ? last : lanes);
    if (!d.came.count || !d.missing.count)
        return true;
    d.turn = turn_of(e, d.came.first - p->first_lane);
    d.other = way_of(g, &d);
    return add(t, &d);
}

bool arrivals_operation(DivergenceTable *t, ArrivalGroup *g, uint32_t lanes,
                        const OperationEvent *e) {
    if (e->watch == IRW_BARRIER) {
        note_turn(g, e);
        return true;
    }
    bool ok = true;
    for (uint32_t at = 0; ok && at < e->place.lanes; at += e->place.subgroup_size)
        ok = look_at_subgroup(t, g, lanes, e, at);
    return ok;
}

static OpenArrival *open_new(ArrivalGroup *g) {
    if (g->opens == g->cap) {
        uint32_t n = g->cap ? 2 * g->cap : 8;
        OpenArrival *all = realloc(g->open, n * sizeof *all);
        if (!all)
            return NULL;
        g->open = all;
        g->cap = n;
    }
    return &g->open[g->opens];
}

bool arrivals_come(DivergenceTable *t, ArrivalGroup *g, const ArrivalEvent *e) {
    enum { MOST_OPEN = 256 };
    if (g->opens == MOST_OPEN && !arrivals_settle(t, g))
        return false;
    OpenArrival *a = open_new(g);
    if (!a)
        return false;
    const EventPlace *p = &e->place;
    *a = (OpenArrival){.words = p->lanes_padded / 32};
    a->d = (Divergence){.site = e->site, .workgroup = p->workgroup_index, .count = 1};
    divide(&a->d, p->mask, 0, 0, p->lanes);
    a->d.other = way_of(g, &a->d);
    for (uint32_t i = 0; i < sizeof g->turn / sizeof g->turn[0]; i++)
        if (g->turn[i].site == e->site)
            a->d.turn = g->turn[i].turn;
    a->mask = malloc(a->words * sizeof *a->mask);
    if (!a->mask)
        return false;
    memcpy(a->mask, p->mask, a->words * sizeof *a->mask);
    g->opens++;
    return true;
}

/* ---- at the end ---- */

/* Is b where some of the lanes are that do not come to a? */
static bool is_counterpart(const OpenArrival *a, const OpenArrival *b) {
    uint32_t both = 0;
    for (uint32_t i = 0; i < a->words; i++)
        both |= a->mask[i] & b->mask[i];
    return !b->paired && a->d.site != b->d.site && !both;
}

bool arrivals_settle(DivergenceTable *t, ArrivalGroup *g) {
    bool ok = true;
    for (uint32_t i = 0; i < g->opens; i++) {
        OpenArrival *a = &g->open[i];
        for (uint32_t k = i + 1; k < g->opens && !a->paired; k++) {
            OpenArrival *b = &g->open[k];
            if (!is_counterpart(a, b))
                continue;
            a->d.other = b->d.site;
            a->d.missing = b->d.came;
            a->d.waits = b->paired = true;
            break;
        }
        if (!a->paired)
            ok = ok && add(t, &a->d);
    }
    for (uint32_t i = 0; i < g->opens; i++)
        free(g->open[i].mask);
    g->opens = 0;
    return ok;
}
