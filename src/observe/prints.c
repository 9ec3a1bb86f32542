#include "observe/prints.h"

#include <stdlib.h>
#include <string.h>

#include "lang/print.h"

/* One invocation's print. Its scalars are words of the worker's pool. */
typedef struct Said {
    uint32_t workgroup_index, workgroup[3], invocation, print;
    size_t at;
} Said;

typedef struct PrintWorker {
    const PrintObserver *of;
    struct PrintWorker *next;
    Said *said;
    size_t count, cap;
    uint32_t *pool;
    size_t pool_len, pool_cap;
    uint64_t more;
    /* The scalars of the print that is under way, lane after lane for each. */
    uint32_t *pending;
    size_t pending_cap;
    bool failed;
} PrintWorker;

struct PrintObserver {
    Arena *arena;
    const IrModule *m;
    PrintFilter filter;
    bool by_workgroup;
    Observer observer;
    PrintWorker *workers, **last_worker; /* those that have ended */
    PrintResult result;
};

/* ---- while it runs ---- */

/* Room for n items of `size` bytes. */
static bool reserve(void **at, size_t *cap, size_t n, size_t size) {
    if (n <= *cap)
        return true;
    size_t room = *cap ? *cap : 64;
    while (room < n)
        room *= 2;
    void *p = realloc(*at, room * size);
    if (!p)
        return false;
    *at = p;
    *cap = room;
    return true;
}

static bool is_heard(const PrintFilter *f, const EventPlace *p) {
    return !f->one_workgroup || memcmp(f->workgroup, p->workgroup, sizeof f->workgroup) == 0;
}

static bool keep_operands(PrintWorker *w, const OperationEvent *e) {
    const size_t lanes = e->place.lanes_padded;
    void *pending = w->pending;
    bool ok = reserve(&pending, &w->pending_cap, (e->first_scalar + e->operands) * lanes,
                      sizeof *w->pending);
    w->pending = pending;
    for (uint32_t i = 0; ok && i < e->operands; i++) {
        uint32_t *to = w->pending + (e->first_scalar + i) * lanes;
        for (size_t k = 0; k < lanes; k++)
            to[k] = e->operand[i].value[e->operand[i].uniform ? 0 : k];
    }
    return ok;
}

static bool keep_lane(PrintWorker *w, const OperationEvent *e, uint32_t lane) {
    const IrPrint *print = &w->of->m->prints.at[e->print];
    const EventPlace *p = &e->place;
    if (w->count == PRINT_MOST_LINES) {
        w->more++;
        return true;
    }
    void *said = w->said, *pool = w->pool;
    bool ok = reserve(&said, &w->cap, w->count + 1, sizeof *w->said) &&
              reserve(&pool, &w->pool_cap, w->pool_len + print->scalars, sizeof *w->pool);
    w->said = said;
    w->pool = pool;
    if (!ok)
        return false;
    w->said[w->count++] = (Said){.workgroup_index = p->workgroup_index,
                                 .workgroup = {p->workgroup[0], p->workgroup[1], p->workgroup[2]},
                                 .invocation = p->first_lane + lane,
                                 .print = e->print,
                                 .at = w->pool_len};
    for (uint32_t i = 0; i < print->scalars; i++)
        w->pool[w->pool_len++] = w->pending[(size_t)i * p->lanes_padded + lane];
    return true;
}

static bool keep_lines(PrintWorker *w, const OperationEvent *e) {
    const PrintFilter *f = &w->of->filter;
    for (uint32_t i = 0; i < e->place.lanes; i++) {
        bool heard = !f->one_invocation || f->invocation == e->place.first_lane + i;
        if (heard && (e->bits[i / 32] >> i % 32 & 1) && !keep_lane(w, e, i))
            return false;
    }
    return true;
}

static void on_operation(void *state, const OperationEvent *e) {
    PrintWorker *w = state;
    if (w->failed || e->watch != IRW_PRINT || !is_heard(&w->of->filter, &e->place))
        return;
    bool last = e->first_scalar + e->operands == w->of->m->prints.at[e->print].scalars;
    w->failed = !keep_operands(w, e) || (last && !keep_lines(w, e));
}

static void *on_begin(void *context, uint32_t worker) {
    (void)worker;
    PrintWorker *w = calloc(1, sizeof *w);
    if (w)
        w->of = context;
    return w;
}

static void free_worker(PrintWorker *w) {
    free(w->said);
    free(w->pool);
    free(w->pending);
    free(w);
}

static void on_end(void *context, uint32_t worker, void *state) {
    PrintObserver *p = context;
    PrintWorker *w = state;
    (void)worker;
    *p->last_worker = w;
    p->last_worker = &w->next;
}

/* ---- the result ---- */

typedef struct Line {
    const PrintWorker *worker;
    const Said *said;
    size_t order;
} Line;

static int by_workgroup(const void *a, const void *b) {
    const Line *x = a, *y = b;
    uint32_t i = x->said->workgroup_index, k = y->said->workgroup_index;
    if (i != k)
        return i < k ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static Str render(PrintObserver *p, const IrPrint *print, const uint32_t *value) {
    StrBuf out = {.arena = p->arena};
    PrintPiece piece;
    const char *problem;
    Str at;
    uint32_t arg = 0;
    strbuf_add(&out, STR(""));
    for (Str rest = print->format; print_next_piece(&rest, &piece, &problem, &at);) {
        print_text(&out, piece.text);
        if (!piece.conversion)
            continue;
        const Type *t = print->type[arg++];
        print_value(&out, &piece, t, value);
        value += print_scalars(t);
    }
    return strbuf_str(&out);
}

static Line *sorted_lines(PrintObserver *p, size_t *count) {
    size_t n = 0;
    for (const PrintWorker *w = p->workers; w; w = w->next)
        n += w->count;
    Line *line = arena_array(p->arena, Line, n);
    *count = n;
    n = 0;
    for (const PrintWorker *w = p->workers; w; w = w->next)
        for (size_t k = 0; k < w->count; k++, n++)
            line[n] = (Line){w, &w->said[k], n};
    if (p->by_workgroup)
        qsort(line, n, sizeof *line, by_workgroup);
    return line;
}

static void settle(PrintObserver *p) {
    PrintResult *r = &p->result;
    size_t count;
    const Line *line = sorted_lines(p, &count);
    for (size_t i = 0; i < count && i < PRINT_MOST_LINES; i++) {
        const Said *s = line[i].said;
        const IrPrint *print = &p->m->prints.at[s->print];
        PrintLine one = {.span = print->span,
                         .workgroup = {s->workgroup[0], s->workgroup[1], s->workgroup[2]},
                         .invocation = s->invocation,
                         .text = render(p, print, line[i].worker->pool + s->at)};
        vec_push(p->arena, &r->lines, one);
    }
    r->more = count - r->lines.len;
    for (const PrintWorker *w = p->workers; w; w = w->next)
        r->more += w->more;
}

const PrintResult *prints_result(PrintObserver *p) {
    for (const PrintWorker *w = p->workers; w; w = w->next)
        if (w->failed)
            return NULL;
    settle(p);
    return &p->result;
}

PrintObserver *prints_new(Arena *arena, const IrModule *m, const EngineDispatch *d,
                          const PrintFilter *filter) {
    PrintObserver *p = arena_new(arena, PrintObserver);
    p->arena = arena;
    p->m = m;
    p->filter = *filter;
    p->last_worker = &p->workers;
    p->by_workgroup = d->schedule == SCHEDULE_FAIR;
    p->observer = (Observer){.wants = EVENT_OPERATION,
                             .context = p,
                             .begin = on_begin,
                             .operation = on_operation,
                             .end = on_end};
    return p;
}

const Observer *prints_observer(PrintObserver *p) {
    return &p->observer;
}

void prints_free(PrintObserver *p) {
    while (p->workers) {
        PrintWorker *w = p->workers;
        p->workers = w->next;
        free_worker(w);
    }
}
