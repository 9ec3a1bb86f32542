/* The report as one JSON object, in the format of docs/formats.md. */
#include <jansson.h>
#include <stdlib.h>

#include "report/json.h"
#include "report/record.h"
#include "report/rules.h"

/* Labels come from programs, and need not be UTF-8: what is not ASCII in them is lost then. */
json_t *report_json_string(Str s) {
    json_t *o = json_stringn(s.at ? s.at : "", s.len);
    char *plain = o ? NULL : malloc((size_t)s.len + 1);
    for (uint32_t i = 0; plain && i < s.len; i++)
        plain[i] = (char)((uint8_t)s.at[i] < 0x80 ? s.at[i] : '?');
    if (plain)
        o = json_stringn_nocheck(plain, s.len);
    free(plain);
    return o;
}
static json_t *string(Str s) {
    return report_json_string(s);
}
static json_t *number(uint64_t v) {
    return json_integer((json_int_t)v);
}

static json_t *triple(const uint32_t v[3]) {
    return json_pack("[iii]", v[0], v[1], v[2]);
}

static void put_place(json_t *o, const Source *s, Span span) {
    Place p = source_place(s, span.start);
    json_object_set_new(o, "line", number(p.line));
    json_object_set_new(o, "column", number(p.column));
}

static json_t *dispatch_json(const DispatchReport *d) {
    json_t *o = json_object();
    json_object_set_new(o, "entry", string(d->module->entry_name));
    json_object_set_new(o, "workgroups", triple(d->workgroups));
    json_object_set_new(o, "workgroup_size", triple(d->module->workgroup_size));
    if (d->count) {
        json_object_set_new(o, "count", number(d->count));
        json_object_set_new(o, "all_workgroups", number(d->all_workgroups));
    }
    return o;
}

static json_t *access_json(const Report *r, uint32_t dispatch, const CostAccess *a) {
    const IrModule *m = r->dispatches.at[dispatch].module;
    Span span = m->sites.at[a->site].span;
    json_t *o = json_object();
    json_object_set_new(o, "dispatch", number(dispatch));
    put_place(o, m->source, span);
    json_object_set_new(o, "space", json_string(space_name(a->space)));
    json_object_set_new(o, "op", json_string(report_op_name(a->op)));
    json_object_set_new(o, "name", string(m->objects.at[a->object].name));
    json_object_set_new(o, "expression", string(report_expression(r->arena, m->source, span)));
    json_object_set_new(o, "width", number(a->width));
    json_object_set_new(o, "executions", number(a->executions));
    json_object_set_new(o, "out_of_bounds", number(a->out_of_bounds));
    if (a->space == SPACE_WORKGROUP) {
        json_object_set_new(o, "wavefronts", number(a->wavefronts));
        json_object_set_new(o, "ideal_wavefronts", number(a->ideal_wavefronts));
        json_object_set_new(o, "worst_degree", number(a->worst_degree));
    } else {
        json_object_set_new(o, "sectors", number(a->sectors));
        json_object_set_new(o, "ideal_sectors", number(a->ideal_sectors));
        json_object_set_new(o, "requests", number(a->requests));
    }
    return o;
}

static void put_dispatch_lists(const Report *r, uint32_t dispatch, json_t *accesses,
                               json_t *branches, json_t *atomics, json_t *pads) {
    const DispatchReport *d = &r->dispatches.at[dispatch];
    const CostResult *c = d->cost;
    if (!c)
        return;
    for (uint32_t i = 0; i < c->accesses.len; i++) {
        const CostAccess *a = &c->accesses.at[i];
        json_array_append_new(accesses, access_json(r, dispatch, a));
        if (a->op != MEMORY_ATOMIC)
            continue;
        json_t *o = json_object();
        json_object_set_new(o, "dispatch", number(dispatch));
        put_place(o, d->module->source, d->module->sites.at[a->site].span);
        json_object_set_new(o, "executions", number(a->executions));
        json_object_set_new(o, "lanes", number(a->lanes));
        json_object_set_new(o, "max_same_address", number(a->max_same_address));
        json_object_set_new(
            o, "contention",
            json_real((double)a->same_address / (double)(a->executions + !a->executions)));
        json_array_append_new(atomics, o);
    }
    for (uint32_t i = 0; i < c->branches.len; i++) {
        json_t *o = json_object();
        json_object_set_new(o, "dispatch", number(dispatch));
        put_place(o, d->module->source, d->module->sites.at[c->branches.at[i].site].span);
        json_object_set_new(o, "executions", number(c->branches.at[i].executions));
        json_object_set_new(o, "divergent", number(c->branches.at[i].divergent));
        json_array_append_new(branches, o);
    }
    for (uint32_t i = 0; i < c->pads.len; i++) {
        const CostPad *p = &c->pads.at[i];
        json_t *o = json_object();
        json_object_set_new(o, "dispatch", number(dispatch));
        json_object_set_new(o, "name", string(d->module->objects.at[p->object].name));
        json_object_set_new(o, "dimension", number(p->dimension));
        json_object_set_new(o, "flattened", json_boolean(p->flattened));
        json_object_set_new(o, "pad", number(p->pad));
        json_object_set_new(o, "wavefronts", number(p->wavefronts));
        json_object_set_new(o, "ideal_wavefronts", number(p->ideal));
        json_object_set_new(o, "extra_bytes", number(p->extra_bytes));
        json_array_append_new(pads, o);
    }
}

static json_t *totals_json(const Report *r) {
    ReportTotals t = report_totals(r);
    ReportEstimate e = report_estimate(r);
    json_t *o = json_object();
    json_object_set_new(o, "workgroup_wavefronts", number(t.wavefronts));
    json_object_set_new(o, "workgroup_conflicts", number(t.wavefronts - t.ideal_wavefronts));
    json_object_set_new(o, "storage_sectors", number(t.sectors));
    json_object_set_new(o, "barriers", number(t.barriers));
    json_object_set_new(o, "invocations", number(t.invocations));
    json_object_set_new(
        o, "active_lane_ratio",
        json_real(t.lane_slots ? (double)t.active_lanes / (double)t.lane_slots : 1));
    json_object_set_new(o, "float_operations", number(t.float_operations));
    json_object_set_new(o, "storage_bytes", number(t.storage_bytes));
    json_object_set_new(
        o, "arithmetic_intensity",
        json_real(t.storage_bytes ? (double)t.float_operations / (double)t.storage_bytes : 0));
    json_object_set_new(o, "workgroup_bytes", number(t.workgroup_bytes));
    json_object_set_new(o, "out_of_bounds", number(t.out_of_bounds));
    json_object_set_new(o, "estimated_cycles",
                        json_pack("{sfsfsf}", "banks", e.bank_cycles, "memory", e.memory_cycles,
                                  "arithmetic", e.arithmetic_cycles));
    return o;
}

static const char *severity_name(Severity s) {
    return s == SEVERITY_ERROR ? "error" : s == SEVERITY_WARNING ? "warning" : "note";
}

static json_t *finding_json(const Report *r, const Finding *f) {
    const Source *s = r->dispatches.at[f->dispatch].module->source;
    json_t *o = json_object(), *related = json_array(), *data = json_object();
    json_object_set_new(o, "rule", json_string(f->rule));
    json_object_set_new(o, "severity", json_string(severity_name(f->severity)));
    json_object_set_new(o, "dispatch", number(f->dispatch));
    put_place(o, s, f->span);
    json_object_set_new(o, "message", string(f->message));
    const RuleFix *fix = rule_fix(str_from_c(f->rule));
    if (fix)
        json_object_set_new(o, "fix", json_string(fix->kinds));
    for (uint32_t i = 0; i < f->related.len; i++) {
        json_t *n = json_object();
        put_place(n, s, f->related.at[i].span);
        json_object_set_new(n, "message", string(f->related.at[i].message));
        json_array_append_new(related, n);
    }
    json_object_set_new(o, "related", related);
    json_object_set_new(o, "count", number(f->count));
    for (uint32_t i = 0; i < f->data.len; i++) {
        double v = f->data.at[i].value;
        json_object_set_new(data, f->data.at[i].name,
                            v == (double)(int64_t)v ? json_integer((json_int_t)v) : json_real(v));
    }
    json_object_set_new(o, "data", data);
    return o;
}

json_t *report_json_object(const Report *r) {
    json_t *o = json_object(), *dispatches = json_array(), *accesses = json_array(),
           *branches = json_array(), *atomics = json_array(), *pads = json_array(),
           *findings = json_array();
    for (uint32_t i = 0; i < r->dispatches.len; i++) {
        json_array_append_new(dispatches, dispatch_json(&r->dispatches.at[i]));
        put_dispatch_lists(r, i, accesses, branches, atomics, pads);
    }
    for (uint32_t i = 0; i < r->findings.len; i++)
        json_array_append_new(findings, finding_json(r, &r->findings.at[i]));
    json_object_set_new(o, "lanewise", json_string(LW_VERSION));
    json_object_set_new(o, "shader", string(r->name));
    json_object_set_new(o, "hardware", json_string(r->hw->name));
    json_object_set_new(o, "subgroup_size", number(r->subgroup_size));
    json_object_set_new(o, "dispatches", dispatches);
    json_object_set_new(o, "accesses", accesses);
    json_object_set_new(o, "branches", branches);
    json_object_set_new(o, "atomics", atomics);
    json_object_set_new(o, "pads", pads);
    json_object_set_new(o, "totals", totals_json(r));
    json_object_set_new(o, "findings", findings);
    return o;
}

/* Releases `o`; false when memory is short. */
static bool put_object(StrBuf *out, json_t *o, size_t layout) {
    char *text = json_dumps(o, layout | JSON_REAL_PRECISION(12));
    json_decref(o);
    if (text)
        strbuf_add(out, str_from_c(text));
    free(text);
    return text != NULL;
}

bool report_json(StrBuf *out, const Report *r) {
    return put_object(out, report_json_object(r), JSON_INDENT(2));
}

/* ---- records ---- */

/* [first byte, bytes] of the source */
static json_t *span_json(Span s) {
    return json_pack("[ii]", (int)s.start, (int)(s.end - s.start));
}

/* The places of the findings, each with those of its notes behind it. */
static json_t *places_json(const Report *r) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < r->findings.len; i++) {
        const Finding *f = &r->findings.at[i];
        json_t *places = json_array();
        json_array_append_new(places, span_json(f->span));
        for (uint32_t k = 0; k < f->related.len; k++)
            json_array_append_new(places, span_json(f->related.at[k].span));
        json_array_append_new(list, places);
    }
    return list;
}

static json_t *text_json(const Report *r) {
    StrBuf text = {.arena = r->arena};
    if (r->dispatches.at[0].cost)
        report_text(&text, r, true, 100);
    return string(strbuf_str(&text));
}

static json_t *label(const char *text) {
    return text ? string(str_from_c(text)) : json_null();
}

bool report_record(StrBuf *out, Report *r, const ReportRecord *about) {
    report_find_costs(r);
    json_t *o = json_object();
    json_object_set_new(o, "device", label(about->device));
    json_object_set_new(o, "pipeline", label(about->pipeline));
    json_object_set_new(o, "stopped", label(about->stopped));
    json_object_set_new(o, "run_ns", number(about->run_ns));
    json_object_set_new(o, "source", string(r->dispatches.at[0].module->source->text));
    json_object_set_new(o, "places", places_json(r));
    json_object_set_new(o, "text", text_json(r));
    json_object_set_new(o, "report", report_json_object(r));
    return put_object(out, o, JSON_COMPACT);
}
