#include "api/ledger.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/os.h"
#include "report/record.h"

/* All dispatches of a pipeline, or of several that are the same in all that shows. */
typedef struct Entry {
    struct Entry *next;
    WGPUComputePipeline pipeline; /* with a ref */
    Arena arena;
    Report report; /* of one dispatch, which stands for all */
    CostResult cost;
    ReportRecord record;
    uint64_t number; /* in the file's name */
    bool changed;
} Entry;

struct Ledger {
    char *prefix; /* FOLDER/PROCESS-DEVICE */
    char *device; /* its label; may be NULL */
    HwModel hw;
    uint32_t subgroup_size;
    uint32_t observe; /* LwObserve bits: what it is for */
    Entry *first;
    uint64_t entries;
    bool failed; /* a file could not be written, and that was said */
};

/* ---- files ---- */

/* The device's own file says that there was one, and keeps its number from others. */
static bool claim_number(Ledger *l, const char *folder, char **error) {
    static const char about[] = "{\"lanewise\": \"" LW_VERSION "\"}\n";
    enum { MOST_DEVICES = 100000 };
    for (unsigned n = 1; n < MOST_DEVICES; n++) {
        free(l->prefix);
        l->prefix = text_format("%s/%lld-%u", folder, os_process_id(), n);
        char *path = l->prefix ? text_format("%s.device", l->prefix) : NULL;
        const char *why = NULL;
        OsCreated made = path ? os_create_file(path, about, sizeof about - 1, &why) : OS_FAILED;
        free(path);
        if (made == OS_CREATED)
            return true;
        if (made == OS_EXISTS)
            continue;
        if (why)
            *error = text_format("environment variable LANEWISE_REPORT is \"%s\": %s", folder, why);
        return false;
    }
    *error = text_format("environment variable LANEWISE_REPORT is \"%s\": the folder is full of "
                         "devices of this process",
                         folder);
    return false;
}

static bool make_folder(const char *folder, char **error) {
    const char *why;
    if (os_make_folder(folder, &why))
        return true;
    *error = text_format("environment variable LANEWISE_REPORT is \"%s\", and this folder cannot "
                         "be made: %s",
                         folder, why);
    return false;
}

Ledger *ledger_new(const char *folder, WGPUDevice d, char **error) {
    if (!make_folder(folder, error))
        return NULL;
    Ledger *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->hw = *d->options.hw;
    l->subgroup_size = d->options.subgroup_size;
    l->observe = d->options.reported;
    l->device = d->base.label ? text_format("%s", d->base.label) : NULL;
    if (claim_number(l, folder, error))
        return l;
    ledger_free(l);
    return NULL;
}

void ledger_close(Ledger *l) {
    while (l && l->first) {
        Entry *e = l->first;
        l->first = e->next;
        object_unref(e->pipeline);
        arena_free(&e->arena);
        free(e);
    }
}

void ledger_free(Ledger *l) {
    if (!l)
        return;
    ledger_close(l);
    free(l->prefix);
    free(l->device);
    free(l);
}

/* ---- adding up ---- */

static bool same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Whether the code of the two is the same, and their names: many programs make a pipeline anew
 * each time they use it. */
static bool same_pipeline(WGPUComputePipeline a, WGPUComputePipeline b) {
    if (a == b)
        return true;
    return same_text(a->base.label, b->base.label) &&
           str_eq(a->ir->entry_name, b->ir->entry_name) &&
           memcmp(a->ir->workgroup_size, b->ir->workgroup_size, sizeof a->ir->workgroup_size) ==
               0 &&
           a->ir->sites.len == b->ir->sites.len &&
           str_eq(a->ir->source->name, b->ir->source->name) &&
           str_eq(a->ir->source->text, b->ir->source->text);
}

static Entry *entry_new(Ledger *l, WGPUComputePipeline p) {
    Entry *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->pipeline = object_ref(p);
    e->number = ++l->entries;
    e->report = (Report){.arena = &e->arena,
                         .name = p->ir->source->name,
                         .hw = &l->hw,
                         .subgroup_size = l->subgroup_size};
    e->record = (ReportRecord){.device = l->device, .pipeline = p->base.label};
    e->next = l->first;
    l->first = e;
    return e;
}

static Entry *entry_of(Ledger *l, WGPUComputePipeline p) {
    Entry **link = &l->first;
    while (*link && !same_pipeline((*link)->pipeline, p))
        link = &(*link)->next;
    if (!*link)
        return entry_new(l, p);
    Entry *e = *link; /* to the front: it is likely to be the next, too */
    *link = e->next;
    e->next = l->first;
    return l->first = e;
}

typedef struct Adding {
    Ledger *ledger;
    Entry *entry;
    const uint32_t *workgroups;
    const Report *from;
    const char *stopped;
} Adding;

static uint64_t count_of(const uint32_t n[3]) {
    return (uint64_t)n[0] * n[1] * n[2];
}

static void add(void *context) {
    Adding *a = context;
    Entry *e = a->entry;
    if (!e->report.dispatches.len) {
        bool costs = a->ledger->observe & LW_OBSERVE_COST;
        DispatchReport d = {.module = e->pipeline->ir, .cost = costs ? &e->cost : NULL};
        vec_push(&e->arena, &e->report.dispatches, d);
    }
    DispatchReport *d = &e->report.dispatches.at[0];
    d->count++;
    d->all_workgroups += count_of(a->workgroups);
    if (count_of(a->workgroups) > count_of(d->workgroups))
        memcpy(d->workgroups, a->workgroups, sizeof d->workgroups);
    if (a->stopped && !e->record.stopped)
        e->record.stopped = str_copy(&e->arena, str_from_c(a->stopped)).at;
    for (uint32_t i = 0; a->from && i < a->from->dispatches.len; i++)
        if (d->cost && a->from->dispatches.at[i].cost)
            cost_add(&e->arena, &e->cost, a->from->dispatches.at[i].cost);
    for (uint32_t i = 0; a->from && i < a->from->findings.len; i++)
        if (report_wants(a->ledger->observe, a->from->findings.at[i].rule))
            report_add_finding(&e->report, &a->from->findings.at[i]);
}

void ledger_add(Ledger *l, WGPUComputePipeline p, const uint32_t workgroups[3], uint64_t ns,
                const LwReport *report, const char *stopped) {
    Entry *e = entry_of(l, p);
    Adding a = {l, e, workgroups, report ? report_of(report) : NULL, stopped};
    if (e && arena_protect(&(Arena *){&e->arena}, 1, add, &a)) {
        e->record.run_ns += ns;
        e->changed = true;
    } else {
        api_log("no memory to keep what was seen in a dispatch of %s", NAME(p));
    }
}

/* ---- writing ---- */

typedef struct Writing {
    Entry *entry;
    StrBuf out;
    bool done;
} Writing;

static void compose(void *context) {
    Writing *w = context;
    Report r = w->entry->report;
    r.arena = w->out.arena; /* what it adds goes with the text */
    w->done = report_record(&w->out, &r, &w->entry->record);
}

static void write_entry(Ledger *l, Entry *e) {
    Arena scratch = {0};
    Writing w = {e, {.arena = &scratch}, false};
    char *path = text_format("%s-%llu.json", l->prefix, (unsigned long long)e->number);
    const char *why = "out of memory";
    bool ok = path && arena_protect(&(Arena *){&scratch}, 1, compose, &w) && w.done &&
              os_write_file(path, w.out.at, w.out.len, &why);
    if (!ok && !l->failed)
        api_log("cannot write the report of %s to %s: %s", NAME(e->pipeline),
                path ? path : "a file", why);
    l->failed |= !ok;
    e->changed = false;
    arena_free(&scratch);
    free(path);
}

void ledger_write(Ledger *l) {
    for (Entry *e = l->first; e; e = e->next)
        if (e->changed)
            write_entry(l, e);
}
