/* The report for people: a sentence, the source with counters beside it, tables, causes and cures.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "report/report.h"

typedef struct Out {
    StrBuf *b;
    const Report *r;
    bool colour;
    uint32_t columns;
} Out;

static const char *style(const Out *o, const char *code) {
    return o->colour ? code : "";
}
#define BOLD   "\033[1m"
#define RED    "\033[31m"
#define YELLOW "\033[33m"
#define DIM    "\033[2m"
#define PLAIN  "\033[0m"

static double ratio(uint64_t a, uint64_t b) {
    return b ? (double)a / (double)b : 0;
}

static void put_summary(const Out *o) {
    strbuf_add(o->b, str_from_c(style(o, BOLD)));
    report_summary(o->b, o->r);
    strbuf_addf(o->b, "%s\n%s", style(o, PLAIN), style(o, DIM));
    report_summary_estimate(o->b, o->r);
    strbuf_addf(o->b, "%s\n", style(o, PLAIN));
    if (!report_totals(o->r).out_of_bounds)
        return;
    strbuf_add(o->b, str_from_c(style(o, RED)));
    report_out_of_bounds(o->b, o->r);
    strbuf_addf(o->b, "%s\n", style(o, PLAIN));
}

/* ---- source ---- */

/* What a line costs, over all accesses on it and all dispatches. */
typedef struct LineCost {
    uint64_t wavefronts, ideal_wavefronts, sectors, ideal_sectors, divergent;
    uint32_t degree;
    bool counted;
} LineCost;

static void add_lines(const Report *r, LineCost *line) {
    for (uint32_t d = 0; d < r->dispatches.len; d++) {
        const CostResult *c = r->dispatches.at[d].cost;
        const IrModule *m = r->dispatches.at[d].module;
        for (uint32_t i = 0; c && i < c->accesses.len; i++) {
            const CostAccess *a = &c->accesses.at[i];
            LineCost *l = &line[source_place(m->source, m->sites.at[a->site].span.start).line];
            l->counted = true;
            l->wavefronts += a->wavefronts;
            l->ideal_wavefronts += a->ideal_wavefronts;
            l->sectors += a->sectors;
            l->ideal_sectors += a->ideal_sectors;
            if (a->worst_degree > l->degree)
                l->degree = a->worst_degree;
        }
        for (uint32_t i = 0; c && i < c->branches.len; i++) {
            const CostBranch *b = &c->branches.at[i];
            LineCost *l = &line[source_place(m->source, m->sites.at[b->site].span.start).line];
            l->divergent += b->divergent;
            l->counted |= b->divergent > 0;
        }
    }
}

static const char *heat(const Out *o, const LineCost *l) {
    if (l->wavefronts >= 2 * l->ideal_wavefronts && l->wavefronts > l->ideal_wavefronts)
        return style(o, RED);
    if (l->wavefronts > l->ideal_wavefronts || l->sectors > 2 * l->ideal_sectors)
        return style(o, YELLOW);
    return "";
}

static void put_count(StrBuf *b, bool there, uint64_t v) {
    if (there)
        strbuf_addf(b, " %12s", report_grouped(v).text);
    else
        strbuf_addf(b, " %12s", "");
}

static void put_source(const Out *o) {
    enum { CONTEXT = 2 };
    const Source *s = o->r->dispatches.at[0].module->source;
    LineCost *line = arena_array(o->r->arena, LineCost, s->lines + 2);
    add_lines(o->r, line);
    strbuf_addf(o->b, "\n%s%5s %12s %12s %6s %12s %12s%s\n", style(o, DIM), "line", "passes",
                "ideal", "worst", "sectors", "ideal", style(o, PLAIN));
    /* Behind the last line break there is no line that anyone wrote. */
    uint32_t shown = 0, last = s->lines;
    if (last && !source_line(s, last).len)
        last--;
    for (uint32_t n = 1; n <= last; n++) {
        bool near = false;
        for (uint32_t k = n > CONTEXT ? n - CONTEXT : 1; k <= n + CONTEXT && k <= last; k++)
            near |= line[k].counted;
        if (!near)
            continue;
        if (shown && shown != n - 1)
            strbuf_addf(o->b, "%5s\n", "...");
        shown = n;
        const LineCost *l = &line[n];
        strbuf_addf(o->b, "%s%5u", heat(o, l), n);
        put_count(o->b, l->wavefronts, l->wavefronts);
        put_count(o->b, l->wavefronts, l->ideal_wavefronts);
        if (l->degree > 1)
            strbuf_addf(o->b, " %3ux  ", l->degree);
        else
            strbuf_addf(o->b, " %6s", "");
        put_count(o->b, l->sectors, l->sectors);
        put_count(o->b, l->sectors, l->ideal_sectors);
        Str text = source_line(s, n);
        strbuf_addf(o->b, "  | %.*s%s\n", STR_ARG(text), *heat(o, l) ? style(o, PLAIN) : "");
    }
}

/* ---- tables ---- */

typedef struct Row {
    const CostAccess *a;
    const DispatchReport *d;
    uint32_t dispatch;
    double cycles; /* what it keeps busy, by the model's rates: the order of the table */
} Row;

static int compare_rows(const void *x, const void *y) {
    const Row *a = x, *b = y;
    if (a->cycles != b->cycles)
        return a->cycles < b->cycles ? 1 : -1;
    return a->a->site < b->a->site ? -1 : a->a->site > b->a->site;
}

static void put_row(const Out *o, const Row *row) {
    const CostAccess *a = row->a;
    const IrModule *m = row->d->module;
    Span span = m->sites.at[a->site].span;
    Place p = source_place(m->source, span.start);
    char place[32];
    snprintf(place, sizeof place, "%u:%u", p.line, p.column);
    strbuf_addf(o->b, "  %-8s %-9s %-7s %3u %12s", place, space_name(a->space),
                report_op_name(a->op), a->width, report_grouped(a->executions).text);
    bool banked = a->space == SPACE_WORKGROUP;
    uint64_t cost = banked ? a->wavefronts : a->sectors,
             ideal = banked ? a->ideal_wavefronts : a->ideal_sectors;
    strbuf_addf(o->b, " %12s %12s %6.2f  ", report_grouped(cost).text, report_grouped(ideal).text,
                ideal ? ratio(cost, ideal) : 0.0);
    Str text = report_expression(o->r->arena, m->source, span);
    if (text.len > 48)
        strbuf_addf(o->b, "%.45s...", text.at);
    else
        strbuf_add(o->b, text);
    if (o->r->dispatches.len > 1)
        strbuf_addf(o->b, "  (%.*s)", STR_ARG(m->entry_name));
    strbuf_addc(o->b, '\n');
}

static void put_accesses(const Out *o) {
    enum { MOST = 40 };
    const Report *r = o->r;
    VEC(Row) rows = {0};
    for (uint32_t d = 0; d < r->dispatches.len; d++) {
        const DispatchReport *dr = &r->dispatches.at[d];
        for (uint32_t i = 0; dr->cost && i < dr->cost->accesses.len; i++) {
            const CostAccess *a = &dr->cost->accesses.at[i];
            vec_push(r->arena, &rows, (Row){a, dr, d, report_access_cycles(r, a)});
        }
    }
    if (!rows.len)
        return;
    qsort(rows.at, rows.len, sizeof rows.at[0], compare_rows);
    strbuf_addf(
        o->b,
        "\nAccesses, the most expensive first; the cost is passes through the banks in workgroup "
        "memory, else sectors\n%s  %-8s %-9s %-7s %3s %12s %12s %12s %6s  %s%s\n",
        style(o, DIM), "place", "space", "op", "B", "executions", "cost", "ideal", "ratio",
        "expression", style(o, PLAIN));
    for (uint32_t i = 0; i < rows.len && i < MOST; i++)
        put_row(o, &rows.at[i]);
    if (rows.len > MOST)
        strbuf_addf(o->b, "  ... and %u more (all of them with --format json)\n", rows.len - MOST);
}

static uint32_t gcd(uint32_t a, uint32_t b) {
    return b ? gcd(b, a % b) : a;
}

static void put_cause(const Out *o, const DispatchReport *d, const CostCause *c) {
    const CostAccess *a = &d->cost->accesses.at[c->access];
    Span span = d->module->sites.at[a->site].span;
    Place p = source_place(d->module->source, span.start);
    Str text = report_expression(o->r->arena, d->module->source, span);
    uint32_t banks = o->r->hw->banks;
    strbuf_addf(o->b, "  line %u: %.*s (%s): %s%u-way%s", p.line, STR_ARG(text),
                report_op_name(a->op), style(o, RED), a->worst_degree, style(o, PLAIN));
    if (c->stride) {
        uint32_t step = (uint32_t)abs(c->stride), met = banks / gcd(step, banks);
        strbuf_addf(o->b, "; stride %d over %u banks: lanes next to each other are %u words apart",
                    c->stride, banks, step);
        if (c->run < a->worst.lanes)
            strbuf_addf(o->b, " (in runs of %u lanes)", c->run);
        strbuf_addf(o->b, " and meet %u bank%s", met, met == 1 ? "" : "s");
    }
    strbuf_addc(o->b, '\n');
}

/* Passes of the first workgroup by pad: the first few, and the best. */
static void put_pads(const Out *o, const DispatchReport *d, uint32_t object) {
    enum { FIRST = 3 };
    const CostPad *now;
    const CostPad *best = report_best_pad(d->cost, object, &now);
    if (!best || !now)
        return;
    strbuf_addf(o->b,
                "  pads of '%.*s' (%s%u elements), passes of a workgroup over all its accesses: ",
                STR_ARG(d->module->objects.at[object].name),
                now->flattened ? "rows taken as " : "innermost dimension ", now->dimension);
    for (uint32_t i = 0; i < d->cost->pads.len; i++) {
        const CostPad *p = &d->cost->pads.at[i];
        if (p->object == object && p->pad <= FIRST)
            strbuf_addf(o->b, "%s%u: %llu", p->pad ? ", " : "", p->pad,
                        (unsigned long long)p->wavefronts);
    }
    if (best->pad > FIRST)
        strbuf_addf(o->b, ", %u: %llu", best->pad, (unsigned long long)best->wavefronts);
    strbuf_addf(o->b, "; without any conflict: %llu\n", (unsigned long long)now->ideal);
    if (best->wavefronts >= now->wavefronts)
        strbuf_addf(o->b, "  no pad of up to %u elements helps\n", COST_MOST_PAD);
    else
        strbuf_addf(o->b, "  best: pad %u leaves %llu of %llu passes and takes %u more bytes%s\n",
                    best->pad, (unsigned long long)best->wavefronts,
                    (unsigned long long)now->wavefronts, best->extra_bytes,
                    best->wavefronts > now->ideal ? "; an XOR swizzle of the index may do better"
                                                  : "");
}

static void put_conflicts(const Out *o) {
    bool titled = false;
    for (uint32_t i = 0; i < o->r->dispatches.len; i++) {
        const DispatchReport *d = &o->r->dispatches.at[i];
        for (uint32_t k = 0; d->cost && k < d->cost->causes.len; k++) {
            if (!titled)
                strbuf_addf(o->b, "\nBank conflicts (lanewise explain bank-conflict)\n");
            titled = true;
            put_cause(o, d, &d->cost->causes.at[k]);
        }
        for (uint32_t object = 1; d->cost && object < d->module->objects.len; object++)
            put_pads(o, d, object);
    }
    if (titled)
        strbuf_addf(o->b,
                    "  lanewise fix tries pads and swizzles, and proves the best by running\n");
}

static void put_branches(const Out *o) {
    bool titled = false;
    for (uint32_t i = 0; i < o->r->dispatches.len; i++) {
        const DispatchReport *d = &o->r->dispatches.at[i];
        for (uint32_t k = 0; d->cost && k < d->cost->branches.len; k++) {
            const CostBranch *b = &d->cost->branches.at[k];
            if (!b->divergent)
                continue;
            if (!titled)
                strbuf_addf(o->b, "\nDivergent branches: subgroups that go both ways (lanewise "
                                  "explain divergence)\n");
            titled = true;
            Span span = d->module->sites.at[b->site].span;
            Place p = source_place(d->module->source, span.start);
            Str text = report_expression(o->r->arena, d->module->source, span);
            strbuf_addf(o->b, "  line %u: %s of %s  %.*s\n", p.line,
                        report_grouped(b->divergent).text, report_grouped(b->executions).text,
                        (int)(text.len > 60 ? 60 : text.len), text.at);
        }
    }
}

static void put_atomics(const Out *o) {
    bool titled = false;
    for (uint32_t i = 0; i < o->r->dispatches.len; i++) {
        const DispatchReport *d = &o->r->dispatches.at[i];
        for (uint32_t k = 0; d->cost && k < d->cost->accesses.len; k++) {
            const CostAccess *a = &d->cost->accesses.at[k];
            if (!report_is_contended_kind(a))
                continue;
            if (!titled)
                strbuf_addf(o->b, "\nAtomics: invocations of a subgroup on one word (lanewise "
                                  "explain atomic-contention)\n");
            titled = true;
            Place p = source_place(d->module->source, d->module->sites.at[a->site].span.start);
            strbuf_addf(
                o->b,
                "  line %u: '%.*s' (%s): %s atomics, contention %.2f on average, %llu at most\n",
                p.line, STR_ARG(d->module->objects.at[a->object].name), space_name(a->space),
                report_grouped(a->lanes).text, ratio(a->same_address, a->executions),
                (unsigned long long)a->max_same_address);
        }
    }
}

static void put_totals(const Out *o) {
    const Report *r = o->r;
    ReportTotals t = report_totals(r);
    const IrModule *m = r->dispatches.at[0].module;
    uint32_t invocations = m->workgroup_size[0] * m->workgroup_size[1] * m->workgroup_size[2];
    strbuf_addf(o->b,
                "\nTotals\n  %s invocations, %.1f %% of lanes active, %s barriers (per subgroup)\n",
                report_grouped(t.invocations).text,
                t.lane_slots ? 100 * ratio(t.active_lanes, t.lane_slots) : 100,
                report_grouped(t.barriers).text);
    strbuf_addf(o->b, "  %s float operations on %s bytes of storage: %.3f operations a byte\n",
                report_grouped(t.float_operations).text, report_grouped(t.storage_bytes).text,
                ratio(t.float_operations, t.storage_bytes));
    strbuf_addf(
        o->b, "  %s passes through the banks, %s of them for conflicts; %s sectors, %s ideally\n",
        report_grouped(t.wavefronts).text, report_grouped(t.wavefronts - t.ideal_wavefronts).text,
        report_grouped(t.sectors).text, report_grouped(t.ideal_sectors).text);
    strbuf_addf(
        o->b,
        "  %u bytes of workgroup memory and %u invocations a workgroup: %u workgroups fit a "
        "multiprocessor of %s\n",
        t.workgroup_bytes, invocations,
        hw_resident_workgroups(r->hw, t.workgroup_bytes, invocations), r->hw->name);
}

static void put_header(const Out *o) {
    const Report *r = o->r;
    for (uint32_t i = 0; i < r->dispatches.len; i++) {
        const DispatchReport *d = &r->dispatches.at[i];
        const uint32_t *g = d->workgroups, *s = d->module->workgroup_size;
        strbuf_addf(o->b, "%.*s: %.*s, ", STR_ARG(utf8_shown(o->b->arena, r->name)),
                    STR_ARG(d->module->entry_name));
        if (d->count > 1)
            strbuf_addf(o->b, "%s dispatches, the largest of ", report_grouped(d->count).text);
        strbuf_addf(o->b, "%ux%ux%u workgroups of %ux%ux%u, subgroups of %u, hardware %s (%s)\n",
                    g[0], g[1], g[2], s[0], s[1], s[2], r->subgroup_size, r->hw->name,
                    hw_basis_name(r->hw->basis));
    }
}

void report_text(StrBuf *out, const Report *r, bool colour, uint32_t columns) {
    Out o = {out, r, colour, columns ? columns : 100};
    if (!r->dispatches.len)
        return;
    put_header(&o);
    put_summary(&o);
    put_source(&o);
    put_accesses(&o);
    put_conflicts(&o);
    put_branches(&o);
    put_atomics(&o);
    put_totals(&o);
}
