/* The report in a sentence: which resource the model says is busiest, and what could be had there.
 */
#include <stdio.h>

#include "report/report.h"

Grouped report_grouped(uint64_t v) {
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%llu", (unsigned long long)v), at = 0;
    Grouped g;
    for (int i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            g.text[at++] = ' ';
        g.text[at++] = digits[i];
    }
    g.text[at] = 0;
    return g;
}

double report_access_cycles(const Report *r, const CostAccess *a) {
    return (double)a->wavefronts / r->hw->bank_passes_per_cycle +
           (double)a->sectors * r->hw->sector_bytes / r->hw->memory_bytes_per_cycle;
}

/* The access with the most extra passes over all dispatches; NULL when nothing conflicts. */
static const CostAccess *worst_access(const Report *r, const IrModule **module) {
    const CostAccess *worst = NULL;
    uint64_t most = 0;
    for (uint32_t d = 0; d < r->dispatches.len; d++) {
        const CostResult *c = r->dispatches.at[d].cost;
        for (uint32_t i = 0; c && i < c->accesses.len; i++) {
            const CostAccess *a = &c->accesses.at[i];
            if (a->wavefronts - a->ideal_wavefronts > most) {
                most = a->wavefronts - a->ideal_wavefronts;
                worst = a;
                *module = r->dispatches.at[d].module;
            }
        }
    }
    return worst;
}

void report_summary(StrBuf *b, const Report *r) {
    ReportTotals t = report_totals(r);
    ReportEstimate e = report_estimate(r);
    const IrModule *m = NULL;
    const CostAccess *worst = worst_access(r, &m);
    if (e.bank_cycles > e.memory_cycles && e.bank_cycles > e.arithmetic_cycles)
        strbuf_addf(b, "Workgroup memory takes the most cycles: %s passes through the banks",
                    report_grouped(t.wavefronts).text);
    else if (e.memory_cycles >= e.arithmetic_cycles)
        strbuf_addf(b, "Storage memory takes the most cycles: %s sectors of %u bytes",
                    report_grouped(t.sectors).text, r->hw->sector_bytes);
    else
        strbuf_addf(b, "Arithmetic takes the most cycles: %s float operations",
                    report_grouped(t.float_operations).text);
    if (worst) {
        Place p = source_place(m->source, m->sites.at[worst->site].span.start);
        strbuf_addf(b, "; bank conflicts cost %s of %s passes, most of them on line %u",
                    report_grouped(t.wavefronts - t.ideal_wavefronts).text,
                    report_grouped(t.wavefronts).text, p.line);
    } else if (t.wavefronts) {
        strbuf_addf(b, "; no access to workgroup memory conflicts");
    }
    strbuf_addc(b, '.');
}

void report_summary_estimate(StrBuf *b, const Report *r) {
    ReportEstimate e = report_estimate(r);
    strbuf_addf(b,
                "Estimate from the published rates of %s: banks %.0f, memory %.0f, arithmetic %.0f "
                "cycles if nothing else took time.",
                r->hw->title, e.bank_cycles, e.memory_cycles, e.arithmetic_cycles);
}

/* Lines of accesses that were out of bounds, each once where it comes twice in a row. */
static void put_lines(StrBuf *b, const Report *r) {
    enum { MOST = 5 };
    uint32_t shown = 0, last = 0;
    for (uint32_t d = 0; d < r->dispatches.len; d++) {
        const CostResult *c = r->dispatches.at[d].cost;
        const IrModule *m = r->dispatches.at[d].module;
        for (uint32_t i = 0; c && i < c->accesses.len; i++) {
            const CostAccess *a = &c->accesses.at[i];
            uint32_t line = source_place(m->source, m->sites.at[a->site].span.start).line;
            if (!a->out_of_bounds || line == last)
                continue;
            last = line;
            if (shown++ < MOST)
                strbuf_addf(b, "%sline %u", shown > 1 ? ", " : "", line);
        }
    }
    if (shown > MOST)
        strbuf_addf(b, " and %u more", shown - MOST);
}

void report_out_of_bounds(StrBuf *b, const Report *r) {
    uint64_t lanes = report_totals(r).out_of_bounds;
    if (!lanes)
        return;
    strbuf_addf(b, "%s lane%s out of bounds and not counted (", report_grouped(lanes).text,
                lanes == 1 ? "'s access was" : "s' accesses were");
    put_lines(b, r);
    strbuf_addf(b, "): lanewise check says more.");
}
