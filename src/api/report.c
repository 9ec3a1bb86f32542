/* Reports of what observers have seen. A report keeps the pipelines of its dispatches: their IR
 * says where in the source an access is. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "api/runner.h"
#include "observe/check.h"
#include "observe/cost.h"
#include "observe/prints.h"

struct LwReport {
    LwReport *next; /* a report that this one shows parts of, and so keeps */
    Arena arena;
    Report report;
    HwModel hw; /* a copy: the report may outlive the device */
    VEC(WGPUComputePipeline) pipelines;
    bool settled; /* findings have been derived */
    Arena text;   /* of the last rendering */
    LwAccess *access;
    size_t accesses;
    LwFinding *finding;
    size_t findings;
    VEC(LwPrint) prints;
    uint64_t more_prints;
};

LwReport *report_new(WGPUDevice d) {
    LwReport *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->hw = *d->options.hw;
    r->report.arena = &r->arena;
    r->report.hw = &r->hw;
    r->report.subgroup_size = d->options.subgroup_size;
    return r;
}

LwReport *report_current(WGPUDevice d) {
    if (!d->report)
        d->report = report_new(d);
    return d->report;
}

const Report *report_of(const LwReport *r) {
    return &r->report;
}

LwReport *lw_device_take_report(WGPUDevice d) {
    if (!d)
        return NULL;
    runner_drain(d->runner);
    lock_take(d->running);
    LwReport *r = d->report;
    d->report = NULL;
    lock_give(d->running);
    return r;
}

void lw_report_free(LwReport *r) {
    while (r) {
        LwReport *next = r->next;
        for (uint32_t i = 0; i < r->pipelines.len; i++)
            object_unref(r->pipelines.at[i]);
        arena_free(&r->text);
        arena_free(&r->arena);
        free(r);
        r = next;
    }
}

/* ---- running under observers ---- */

typedef struct ObservedRun {
    LwReport *report;
    WGPUComputePipeline pipeline;
    EngineDispatch *dispatch;
    CostObserver *cost;    /* NULL: not asked for */
    CheckObserver *check;  /* NULL: not asked for */
    PrintObserver *prints; /* NULL: there are none */
    EngineResult result;
    bool kept; /* the report has it */
} ObservedRun;

static void keep_finding(LwReport *r, uint32_t dispatch, const CheckFinding *c) {
    Finding f = {.rule = c->rule,
                 .severity = c->severity,
                 .dispatch = dispatch,
                 .span = c->span,
                 .message = c->message,
                 .count = c->count};
    if (c->has_other)
        vec_push(&r->arena, &f.related, (DiagNote){c->other, c->other_message});
    for (uint32_t i = 0; i < c->data.len; i++)
        vec_push(&r->arena, &f.data, (FindingDatum){c->data.at[i].name, c->data.at[i].value});
    report_add_finding(&r->report, &f);
}

static void keep_prints(LwReport *r, uint32_t dispatch, const PrintResult *prints) {
    const Source *source = r->report.dispatches.at[dispatch].module->source;
    for (uint32_t i = 0; i < prints->lines.len; i++) {
        const PrintLine *l = &prints->lines.at[i];
        Place at = source_place(source, l->span.start);
        LwPrint p = {.dispatch = dispatch,
                     .line = at.line,
                     .column = at.column,
                     .workgroup = {l->workgroup[0], l->workgroup[1], l->workgroup[2]},
                     .invocation = l->invocation,
                     .text = text_view_str(l->text)};
        vec_push(&r->arena, &r->prints, p);
    }
    r->more_prints += prints->more;
}

static void keep_run(ObservedRun *run, const CostResult *cost, const CheckResult *check,
                     const PrintResult *prints) {
    LwReport *r = run->report;
    WGPUComputePipeline p = run->pipeline;
    const uint32_t *groups = run->dispatch->workgroups;
    DispatchReport d = {p->ir, {groups[0], groups[1], groups[2]}, cost, 0, 0};
    vec_reserve(&r->arena, &r->pipelines, r->pipelines.len + 1);
    vec_push(&r->arena, &r->report.dispatches, d);
    vec_push(&r->arena, &r->pipelines, object_ref(p));
    r->report.name = p->ir->source->name;
    for (uint32_t i = 0; check && i < check->findings.len; i++)
        keep_finding(r, r->report.dispatches.len - 1, &check->findings.at[i]);
    r->report.more_findings += check ? check->more : 0;
    if (prints)
        keep_prints(r, r->report.dispatches.len - 1, prints);
    run->kept = true;
}

static void run_observed(void *context) {
    ObservedRun *run = context;
    LwReport *r = run->report;
    WGPUComputePipeline p = run->pipeline;
    uint32_t observe = p->base.device->options.observe;
    const Observer *observer[3];
    if (observe & LW_OBSERVE_COST) {
        run->cost = cost_new(&r->arena, p->ir, p->program, &r->hw, observe & LW_OBSERVE_RECORD);
        observer[run->dispatch->observers++] = cost_observer(run->cost);
    }
    if (observe & LW_OBSERVE_CHECK) {
        run->check = check_new(&r->arena, p->ir, run->dispatch);
        if (observe & LW_OBSERVE_UNUSED_INVOCATIONS)
            check_count_unused(run->check);
        observer[run->dispatch->observers++] = check_observer(run->check);
    }
    if (p->ir->prints.len) {
        const LwPrintFilter *f = &p->base.device->options.prints;
        PrintFilter filter = {.one_workgroup = f->one_workgroup,
                              .workgroup = {f->workgroup[0], f->workgroup[1], f->workgroup[2]},
                              .one_invocation = f->one_invocation,
                              .invocation = f->invocation};
        run->prints = prints_new(&r->arena, p->ir, run->dispatch, &filter);
        observer[run->dispatch->observers++] = prints_observer(run->prints);
    }
    run->dispatch->observer = observer;
    run->result = engine_run(p->program, run->dispatch);
    const CostResult *cost = run->cost ? cost_result(run->cost) : NULL;
    const CheckResult *check = run->check ? check_result(run->check) : NULL;
    const PrintResult *prints = run->prints ? prints_result(run->prints) : NULL;
    if (!run->cost == !cost && !run->check == !check && !run->prints == !prints)
        keep_run(run, cost, check, prints);
}

EngineResult report_run(LwReport *r, WGPUComputePipeline p, EngineDispatch *d) {
    ObservedRun run = {
        .report = r, .pipeline = p, .dispatch = d, .result = {.status = ENGINE_OUT_OF_MEMORY}};
    arena_protect(&(Arena *){&r->arena}, 1, run_observed, &run);
    if (run.cost)
        cost_free(run.cost);
    if (run.check)
        check_free(run.check);
    if (run.prints)
        prints_free(run.prints);
    if (!run.kept && run.result.status == ENGINE_OK)
        run.result.status = ENGINE_OUT_OF_MEMORY;
    return run.result;
}

/* ---- parts ---- */

bool report_wants(uint32_t observe, const char *rule) {
    static const struct {
        const char *rule;
        uint32_t observe;
    } asked_for[] = {
        {"shift-range", LW_OBSERVE_SHIFT_RANGE},
        {"conversion-range", LW_OBSERVE_CONVERSION_RANGE},
        {"f16-index", LW_OBSERVE_F16_INDEX},
        {"non-finite", LW_OBSERVE_NON_FINITE},
        {"unused-invocations", LW_OBSERVE_UNUSED_INVOCATIONS},
    };
    if (!(observe & LW_OBSERVE_CHECK))
        return false;
    for (size_t i = 0; i < sizeof asked_for / sizeof asked_for[0]; i++)
        if (strcmp(asked_for[i].rule, rule) == 0)
            return observe & asked_for[i].observe;
    return true;
}

typedef struct Keeping {
    LwReport *to;
    const LwReport *part;
    uint32_t observe;
} Keeping;

static void keep_part(void *context) {
    const Keeping *k = context;
    LwReport *to = k->to;
    const Report *from = &k->part->report;
    uint32_t before = to->report.dispatches.len;
    for (uint32_t i = 0; i < from->dispatches.len; i++) {
        DispatchReport d = from->dispatches.at[i];
        d.cost = k->observe & LW_OBSERVE_COST ? d.cost : NULL;
        vec_push(&to->arena, &to->report.dispatches, d);
    }
    for (uint32_t i = 0; i < from->findings.len; i++) {
        Finding f = from->findings.at[i];
        f.dispatch += before;
        if (report_wants(k->observe, f.rule))
            report_add_finding(&to->report, &f);
    }
    for (uint32_t i = 0; i < k->part->prints.len; i++) {
        LwPrint p = k->part->prints.at[i];
        p.dispatch += before;
        vec_push(&to->arena, &to->prints, p);
    }
    to->more_prints += k->part->more_prints;
    to->report.more_findings += k->observe & LW_OBSERVE_CHECK ? from->more_findings : 0;
    to->report.name = from->name;
}

void report_keep(WGPUDevice d, LwReport *part) {
    LwReport *to = part->report.dispatches.len && d->options.asked ? report_current(d) : NULL;
    Keeping k = {to, part, d->options.asked};
    if (!to) {
        lw_report_free(part);
        return;
    }
    part->next = to->next; /* even when memory is short in the middle: some of it is shown */
    to->next = part;
    if (!arena_protect(&(Arena *){&to->arena}, 1, keep_part, &k))
        api_log("%s: no memory to keep a part of its report", NAME(d));
}

/* ---- as data ---- */

static Place place_of(const LwReport *r, uint32_t dispatch, Span span) {
    return source_place(r->report.dispatches.at[dispatch].module->source, span.start);
}

static void settle_accesses(LwReport *r) {
    const Report *from = &r->report;
    size_t count = 0;
    for (uint32_t i = 0; i < from->dispatches.len; i++)
        count += from->dispatches.at[i].cost ? from->dispatches.at[i].cost->accesses.len : 0;
    LwAccess *to = r->access = arena_array(&r->arena, LwAccess, count);
    r->accesses = count;
    for (uint32_t i = 0; i < from->dispatches.len; i++) {
        const DispatchReport *d = &from->dispatches.at[i];
        for (uint32_t k = 0; d->cost && k < d->cost->accesses.len; k++, to++) {
            const CostAccess *a = &d->cost->accesses.at[k];
            Place place = place_of(r, i, d->module->sites.at[a->site].span);
            *to = (LwAccess){.dispatch = i,
                             .line = place.line,
                             .column = place.column,
                             .space = text_view(space_name(a->space)),
                             .op = text_view(report_op_name(a->op)),
                             .name = text_view_str(d->module->objects.at[a->object].name),
                             .width = a->width,
                             .executions = a->executions,
                             .wavefronts = a->wavefronts,
                             .ideal_wavefronts = a->ideal_wavefronts,
                             .sectors = a->sectors,
                             .ideal_sectors = a->ideal_sectors,
                             .requests = a->requests,
                             .worst_degree = a->worst_degree};
        }
    }
}

static const LwRelated *related_of(LwReport *r, const Finding *f) {
    LwRelated *list = arena_array(&r->arena, LwRelated, f->related.len);
    for (uint32_t i = 0; i < f->related.len; i++) {
        const DiagNote *n = &f->related.at[i];
        Place place = place_of(r, f->dispatch, n->span);
        list[i] = (LwRelated){place.line,
                              place.column,
                              {n->span.start, n->span.end - n->span.start},
                              text_view_str(n->message)};
    }
    return list;
}

/* Accesses of one expression, and those of different workgroups. */
static bool is_beyond_barriers(const Finding *f) {
    bool beyond = !f->related.len;
    for (uint32_t i = 0; i < f->data.len; i++)
        beyond |= strcmp(f->data.at[i].name, "across_workgroups") == 0 && f->data.at[i].value != 0;
    return beyond && strcmp(f->rule, "data-race") == 0;
}

static void settle_findings(LwReport *r) {
    const Report *from = &r->report;
    r->finding = arena_array(&r->arena, LwFinding, from->findings.len);
    r->findings = from->findings.len;
    for (uint32_t i = 0; i < from->findings.len; i++) {
        const Finding *f = &from->findings.at[i];
        Place place = place_of(r, f->dispatch, f->span);
        const LwRelated *related = related_of(r, f);
        r->finding[i] = (LwFinding){.rule = text_view(f->rule),
                                    .message = text_view_str(f->message),
                                    .severity = (int)f->severity,
                                    .line = place.line,
                                    .column = place.column,
                                    .related_line = f->related.len ? related[0].line : 0,
                                    .count = f->count,
                                    .dispatch = f->dispatch,
                                    .place = {f->span.start, f->span.end - f->span.start},
                                    .related = related,
                                    .related_count = f->related.len,
                                    .beyond_barriers = is_beyond_barriers(f)};
    }
}

static void settle(void *context) {
    LwReport *r = context;
    report_find_costs(&r->report);
    settle_accesses(r);
    settle_findings(r);
}

/* Makes the tables, once; false when memory is short. */
static bool settled(LwReport *r) {
    if (r && !r->settled)
        r->settled = arena_protect(&(Arena *){&r->arena}, 1, settle, r);
    return r && r->settled;
}

const LwAccess *lw_report_accesses(LwReport *r, size_t *count) {
    *count = settled(r) ? r->accesses : 0;
    return *count ? r->access : NULL;
}

const LwFinding *lw_report_findings(LwReport *r, size_t *count) {
    *count = settled(r) ? r->findings : 0;
    return *count ? r->finding : NULL;
}

const LwPrint *lw_report_prints(LwReport *r, size_t *count, uint64_t *more) {
    *count = r ? r->prints.len : 0;
    *more = r ? r->more_prints : 0;
    return *count ? r->prints.at : NULL;
}

LwTotals lw_report_totals(LwReport *r) {
    if (!settled(r))
        return (LwTotals){0};
    ReportTotals t = report_totals(&r->report);
    return (LwTotals){.workgroup_wavefronts = t.wavefronts,
                      .workgroup_conflicts = t.wavefronts - t.ideal_wavefronts,
                      .storage_sectors = t.sectors,
                      .barriers = t.barriers,
                      .invocations = t.invocations,
                      .float_operations = t.float_operations,
                      .storage_bytes = t.storage_bytes,
                      .workgroup_bytes = t.workgroup_bytes,
                      .workgroups = t.workgroups,
                      .subgroup_size = r->report.subgroup_size,
                      .findings = r->findings,
                      .more_findings = r->report.more_findings};
}

/* ---- as text ---- */

typedef struct ReportText {
    LwReport *report;
    LwTextOptions options;
    bool json, done;
    Str text;
} ReportText;

static void write(void *context) {
    ReportText *t = context;
    Report *r = &t->report->report;
    Str name = text_str(t->options.name);
    if (name.len)
        r->name = str_copy(&t->report->text, name);
    StrBuf out = {.arena = &t->report->text};
    t->done = true;
    if (t->json)
        t->done = report_json(&out, r);
    else
        report_text(&out, r, t->options.colour, t->options.columns ? t->options.columns : 100);
    t->text = strbuf_str(&out);
}

static WGPUStringView written(LwReport *r, LwTextOptions options, bool json) {
    WGPUStringView nothing = {"", 0};
    if (!settled(r))
        return nothing;
    ReportText t = {.report = r, .options = options, .json = json};
    Arena *arenas[] = {&r->arena, &r->text};
    Str name = r->report.name;
    arena_free(&r->text);
    bool ok = arena_protect(arenas, 2, write, &t) && t.done;
    r->report.name = name;
    return ok ? text_view_str(t.text) : nothing;
}

WGPUStringView lw_report_text(LwReport *r, const LwTextOptions *options) {
    return written(r, options ? *options : (LwTextOptions){.columns = 0}, false);
}

WGPUStringView lw_report_json(LwReport *r, WGPUStringView name) {
    return written(r, (LwTextOptions){.name = name}, true);
}

/* ---- as a page ---- */

typedef struct ReportPage {
    LwReport *const *reports;
    const WGPUStringView *names;
    size_t count;
    bool done;
    Str text;
} ReportPage;

static void write_page(void *context) {
    ReportPage *p = context;
    Arena *arena = &p->reports[0]->text;
    Report *named = arena_array(arena, Report, p->count);
    const Report **list = arena_array(arena, const Report *, p->count);
    for (size_t i = 0; i < p->count; i++) {
        named[i] = p->reports[i]->report;
        if (p->names[i].length)
            named[i].name = text_str(p->names[i]);
        list[i] = &named[i];
    }
    StrBuf out = {.arena = arena};
    p->done = report_html(&out, list, p->count);
    p->text = strbuf_str(&out);
}

WGPUStringView lw_report_html(LwReport *const *reports, const WGPUStringView *names, size_t count) {
    ReportPage page = {.reports = reports, .names = names, .count = count};
    Arena **arenas = calloc(count + 1, sizeof(Arena *));
    bool ok = arenas != NULL && count > 0;
    for (size_t i = 0; ok && i < count; i++) {
        ok = settled(reports[i]);
        arenas[i] = &reports[i]->arena;
    }
    if (ok) {
        arena_free(&reports[0]->text);
        arenas[count] = &reports[0]->text;
        ok = arena_protect(arenas, (uint32_t)count + 1, write_page, &page) && page.done;
    }
    free(arenas);
    return ok ? text_view_str(page.text) : (WGPUStringView){"", 0};
}
