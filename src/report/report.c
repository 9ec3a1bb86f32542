/* What text and JSON share: totals, the estimate, and the findings of the cost rules. */
#include "report/report.h"

static bool same_span(Span a, Span b) {
    return a.start == b.start && a.end == b.end;
}

/* The finding that a dispatch before this one has made, or NULL. */
static Finding *find_same(Report *r, const Finding *f) {
    const Source *source = r->dispatches.at[f->dispatch].module->source;
    for (uint32_t i = 0; i < r->findings.len; i++) {
        Finding *old = &r->findings.at[i];
        bool same = strcmp(old->rule, f->rule) == 0 && same_span(old->span, f->span) &&
                    r->dispatches.at[old->dispatch].module->source == source;
        if (same && old->related.len == f->related.len &&
            (!f->related.len || same_span(old->related.at[0].span, f->related.at[0].span)))
            return old;
    }
    return NULL;
}

void report_add_finding(Report *r, const Finding *f) {
    Finding *same = find_same(r, f);
    if (same) {
        same->count += f->count;
        return;
    }
    Finding own = *f;
    own.message = str_copy(r->arena, f->message);
    memset(&own.related, 0, sizeof own.related);
    memset(&own.data, 0, sizeof own.data);
    for (uint32_t i = 0; i < f->related.len; i++) {
        DiagNote n = {f->related.at[i].span, str_copy(r->arena, f->related.at[i].message)};
        vec_push(r->arena, &own.related, n);
    }
    for (uint32_t i = 0; i < f->data.len; i++)
        vec_push(r->arena, &own.data, f->data.at[i]);
    vec_push(r->arena, &r->findings, own);
}

ReportTotals report_totals(const Report *r) {
    ReportTotals t = {0};
    for (uint32_t d = 0; d < r->dispatches.len; d++) {
        const CostResult *c = r->dispatches.at[d].cost;
        if (!c)
            continue;
        for (uint32_t i = 0; i < c->accesses.len; i++) {
            const CostAccess *a = &c->accesses.at[i];
            t.wavefronts += a->wavefronts;
            t.ideal_wavefronts += a->ideal_wavefronts;
            t.sectors += a->sectors;
            t.ideal_sectors += a->ideal_sectors;
            t.out_of_bounds += a->out_of_bounds;
        }
        const DispatchReport *of = &r->dispatches.at[d];
        const uint32_t *n = of->workgroups;
        t.workgroups += of->count ? of->all_workgroups : (uint64_t)n[0] * n[1] * n[2];
        t.barriers += c->barriers;
        t.invocations += c->invocations;
        t.active_lanes += c->active_lanes;
        t.lane_slots += c->lane_slots;
        t.float_operations += c->float_operations;
        t.storage_bytes += c->storage_bytes;
        if (c->workgroup_bytes > t.workgroup_bytes)
            t.workgroup_bytes = c->workgroup_bytes;
    }
    return t;
}

ReportEstimate report_estimate(const Report *r) {
    ReportTotals t = report_totals(r);
    const HwModel *m = r->hw;
    double units = m->units;
    return (ReportEstimate){
        .bank_cycles = (double)t.wavefronts / m->bank_passes_per_cycle / units,
        .memory_cycles = (double)t.sectors * m->sector_bytes / m->memory_bytes_per_cycle / units,
        .arithmetic_cycles = (double)t.float_operations / m->flops_per_cycle / units,
    };
}

Str report_expression(Arena *a, const Source *s, Span span) {
    StrBuf b = {.arena = a};
    bool blank = false;
    for (uint32_t i = span.start; i < span.end && i < s->text.len; i++) {
        char c = s->text.at[i];
        bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!space)
            strbuf_addc(&b, c);
        else if (!blank)
            strbuf_addc(&b, ' ');
        blank = space;
    }
    return strbuf_str(&b);
}

const char *report_op_name(MemoryOp op) {
    static const char *const names[] = {"load", "store", "atomic"};
    return names[op];
}

bool report_is_contended_kind(const CostAccess *a) {
    return a->op == MEMORY_ATOMIC && a->atomic_op != IRA_LOAD && a->atomic_op != IRA_STORE;
}

const CostPad *report_best_pad(const CostResult *r, uint32_t object, const CostPad **now) {
    const CostPad *best = NULL;
    *now = NULL;
    for (uint32_t i = 0; i < r->pads.len; i++) {
        const CostPad *p = &r->pads.at[i];
        if (p->object != object)
            continue;
        if (p->pad == 0)
            *now = p;
        if (!best || p->wavefronts < best->wavefronts)
            best = p;
    }
    return best;
}

static void add_datum(Report *r, Finding *f, const char *name, double value) {
    vec_push(r->arena, &f->data, (FindingDatum){name, value});
}

static const CostCause *cause_of(const CostResult *c, uint32_t access) {
    for (uint32_t i = 0; i < c->causes.len; i++)
        if (c->causes.at[i].access == access)
            return &c->causes.at[i];
    return NULL;
}

/* "; neighbouring lanes are 16 words apart, which over 32 banks meets 2 of them" */
static void say_cause(StrBuf *b, const Report *r, const CostCause *cause) {
    if (!cause || !cause->stride)
        return;
    uint32_t banks = r->hw->banks,
             step = (uint32_t)(cause->stride < 0 ? -cause->stride : cause->stride);
    uint32_t x = step, y = banks; /* greatest common divisor */
    while (y) {
        uint32_t rest = x % y;
        x = y;
        y = rest;
    }
    strbuf_addf(b, "; neighbouring lanes are %u words apart, a stride that meets %u of %u banks",
                step, banks / x, banks);
}

static void say_pad(StrBuf *b, Report *r, const DispatchReport *d, const CostAccess *a,
                    Finding *f) {
    const CostPad *now;
    const CostPad *best = report_best_pad(d->cost, a->object, &now);
    if (!best || !now)
        return;
    add_datum(r, f, "pad", best->pad);
    if (best->wavefronts >= now->wavefronts) {
        strbuf_addf(b, "; no pad of up to %u elements helps", COST_MOST_PAD);
        return;
    }
    strbuf_addf(b, "; a pad of %u element%s would leave %llu pass%s of %llu for the array",
                best->pad, best->pad == 1 ? "" : "s", (unsigned long long)best->wavefronts,
                best->wavefronts == 1 ? "" : "es", (unsigned long long)now->wavefronts);
}

static void find_bank_conflict(Report *r, uint32_t dispatch, uint32_t access) {
    const DispatchReport *d = &r->dispatches.at[dispatch];
    const CostAccess *a = &d->cost->accesses.at[access];
    if (a->wavefronts <= a->ideal_wavefronts)
        return;
    Finding f = {.rule = "bank-conflict",
                 .severity = SEVERITY_WARNING,
                 .dispatch = dispatch,
                 .span = d->module->sites.at[a->site].span,
                 .count = a->executions};
    StrBuf b = {.arena = r->arena};
    const CostCause *cause = cause_of(d->cost, access);
    if (a->worst_degree > 1)
        strbuf_addf(&b, "%u-way bank conflict in this %s", a->worst_degree, report_op_name(a->op));
    else
        strbuf_addf(&b, "bank conflict in this %s", report_op_name(a->op));
    strbuf_addf(&b, " of '%.*s': %llu passes where %llu would do",
                STR_ARG(d->module->objects.at[a->object].name), (unsigned long long)a->wavefronts,
                (unsigned long long)a->ideal_wavefronts);
    say_cause(&b, r, cause);
    add_datum(r, &f, "degree", a->worst_degree);
    add_datum(r, &f, "wavefronts", (double)a->wavefronts);
    add_datum(r, &f, "ideal_wavefronts", (double)a->ideal_wavefronts);
    if (cause && cause->stride)
        add_datum(r, &f, "stride_words", cause->stride);
    say_pad(&b, r, d, a, &f);
    f.message = strbuf_str(&b);
    vec_push(r->arena, &r->findings, f);
}

/* More than twice the sectors that its bytes need. */
static void find_uncoalesced(Report *r, uint32_t dispatch, uint32_t access) {
    const DispatchReport *d = &r->dispatches.at[dispatch];
    const CostAccess *a = &d->cost->accesses.at[access];
    if (a->op == MEMORY_ATOMIC || a->sectors <= 2 * a->ideal_sectors)
        return;
    Finding f = {.rule = "uncoalesced",
                 .severity = SEVERITY_WARNING,
                 .dispatch = dispatch,
                 .span = d->module->sites.at[a->site].span,
                 .count = a->executions};
    f.message = str_format(
        r->arena,
        "uncoalesced %s of '%.*s': %llu sectors of %u bytes where %llu would hold the data; let "
        "neighbouring invocations touch neighbouring elements",
        report_op_name(a->op), STR_ARG(d->module->objects.at[a->object].name),
        (unsigned long long)a->sectors, r->hw->sector_bytes, (unsigned long long)a->ideal_sectors);
    add_datum(r, &f, "sectors", (double)a->sectors);
    add_datum(r, &f, "ideal_sectors", (double)a->ideal_sectors);
    vec_push(r->arena, &r->findings, f);
}

/* An atomic that on average has a quarter of the subgroup or more on one word. */
static void find_contention(Report *r, uint32_t dispatch, uint32_t access) {
    const DispatchReport *d = &r->dispatches.at[dispatch];
    const CostAccess *a = &d->cost->accesses.at[access];
    if (!report_is_contended_kind(a) || !a->executions)
        return;
    double factor = (double)a->same_address / (double)a->executions;
    if (factor * 4 < r->subgroup_size)
        return;
    Finding f = {.rule = "atomic-contention",
                 .severity = SEVERITY_WARNING,
                 .dispatch = dispatch,
                 .span = d->module->sites.at[a->site].span,
                 .count = a->executions};
    f.message =
        str_format(r->arena,
                   "contended atomic on '%.*s': on average %.1f invocations of a subgroup meet "
                   "on one word; combine them first, in the subgroup or in workgroup memory",
                   STR_ARG(d->module->objects.at[a->object].name), factor);
    add_datum(r, &f, "contention", factor);
    add_datum(r, &f, "max_same_address", (double)a->max_same_address);
    vec_push(r->arena, &r->findings, f);
}

/* A branch at which a quarter or more of the subgroups go both ways. */
static void find_divergence(Report *r, uint32_t dispatch, const CostBranch *b) {
    if (b->divergent * 4 < b->executions || !b->divergent)
        return;
    Finding f = {.rule = "divergence",
                 .severity = SEVERITY_INFO,
                 .dispatch = dispatch,
                 .span = r->dispatches.at[dispatch].module->sites.at[b->site].span,
                 .count = b->divergent};
    f.message = str_format(r->arena,
                           "%llu of %llu subgroups go both ways here, and then take both one after "
                           "the other",
                           (unsigned long long)b->divergent, (unsigned long long)b->executions);
    add_datum(r, &f, "divergent", (double)b->divergent);
    add_datum(r, &f, "executions", (double)b->executions);
    vec_push(r->arena, &r->findings, f);
}

void report_find_costs(Report *r) {
    for (uint32_t d = 0; d < r->dispatches.len; d++) {
        const CostResult *c = r->dispatches.at[d].cost;
        for (uint32_t i = 0; c && i < c->accesses.len; i++) {
            if (c->accesses.at[i].space == SPACE_WORKGROUP)
                find_bank_conflict(r, d, i);
            else
                find_uncoalesced(r, d, i);
            find_contention(r, d, i);
        }
        for (uint32_t i = 0; c && i < c->branches.len; i++)
            find_divergence(r, d, &c->branches.at[i]);
    }
}
