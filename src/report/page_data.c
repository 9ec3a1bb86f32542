/* What the page's scripts read: the JSON report of each run, and beside it the source, the models
 * of the hardware, what memory looks like, the rules that were met, and recorded executions. */
#include <stdlib.h>

#include "report/page.h"
#include "report/rules.h"

/* Recorded executions take most of a page: those of all runs together, and of how many accesses. */
enum { RECORD_BYTES = 600 * 1000, MOST_RECORDED = 200 };

static json_t *number(uint64_t v) {
    return json_integer((json_int_t)v);
}

/* ---- models ---- */

static json_t *model_json(const HwModel *m) {
    json_t *o = json_object(), *groups = json_array();
    json_object_set_new(o, "name", json_string(m->name));
    json_object_set_new(o, "title", json_string(m->title));
    json_object_set_new(o, "basis", json_string(hw_basis_name(m->basis)));
    json_object_set_new(o, "subgroup_size", number(m->subgroup_size));
    json_object_set_new(o, "banks", number(m->banks));
    json_object_set_new(o, "bank_bytes", number(m->bank_bytes));
    json_object_set_new(o, "sector_bytes", number(m->sector_bytes));
    json_object_set_new(o, "line_bytes", number(m->line_bytes));
    json_object_set_new(o, "stores_share", json_boolean(m->stores_share));
    json_object_set_new(
        o, "slice_mask",
        json_pack("[II]", (json_int_t)m->slice_mask[0], (json_int_t)m->slice_mask[1]));
    for (int i = 0; i < 3; i++)
        json_array_append_new(groups, json_pack("{sisisb}", "width", m->groups[i].width, "lanes",
                                                m->groups[i].lanes, "merge", m->groups[i].merge));
    json_object_set_new(o, "groups", groups);
    return o;
}

static json_t *models_json(void) {
    uint32_t count;
    const HwModel *list = hw_list(&count);
    json_t *o = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(o, model_json(&list[i]));
    return o;
}

/* ---- memory ---- */

/* An object: where it starts, and its arrays from the outside in, as [count, stride] each (count 0:
 * as long as its buffer). */
static json_t *object_json(const IrObject *object) {
    json_t *o = json_object(), *dims = json_array();
    const Type *t = object->type;
    uint32_t start = object->space == SPACE_WORKGROUP ? object->offset : 0;
    if (object->runtime_sized && t->kind == TYPE_STRUCT)
        start = object->array_offset;
    if (object->runtime_sized) {
        json_array_append_new(dims, json_pack("[iI]", 0, (json_int_t)object->array_stride));
        t = t->kind == TYPE_ARRAY ? t->element : NULL;
    }
    for (; t && t->kind == TYPE_ARRAY; t = t->element)
        json_array_append_new(dims, json_pack("[II]", (json_int_t)t->count, (json_int_t)t->stride));
    json_object_set_new(o, "name", report_json_string(object->name));
    json_object_set_new(o, "space", json_string(space_name(object->space)));
    json_object_set_new(o, "start", number(start));
    json_object_set_new(o, "bytes", number(object->size));
    json_object_set_new(o, "dims", dims);
    return o;
}

static void put_objects(const Report *r, json_t *to) {
    json_t *dispatches = json_array();
    for (uint32_t d = 0; d < r->dispatches.len; d++) {
        const IrModule *m = r->dispatches.at[d].module;
        json_t *list = json_array();
        for (uint32_t i = 0; i < m->objects.len; i++) {
            const IrObject *o = &m->objects.at[i];
            bool seen = o->space == SPACE_WORKGROUP || o->space == SPACE_STORAGE ||
                        o->space == SPACE_UNIFORM;
            json_array_append_new(list, seen && o->type ? object_json(o) : json_null());
        }
        json_array_append_new(dispatches, list);
    }
    json_object_set_new(to, "objects", dispatches);
}

/* ---- accesses ---- */

typedef struct Row {
    const Report *report;
    const CostAccess *access;
    const RecordedAccess *recorded; /* NULL: nothing was recorded */
    json_t *json;
    double cycles;
} Row;

typedef VEC(Row) RowList;

static int compare_rows(const void *x, const void *y) {
    const Row *a = x, *b = y;
    return a->cycles != b->cycles ? (a->cycles < b->cycles ? 1 : -1) : 0;
}

/* Adds to the accesses of the JSON report what the page wants to know as well. */
static void put_accesses(Arena *scratch, const Report *r, json_t *report, RowList *rows) {
    json_t *accesses = json_object_get(report, "accesses");
    size_t at = 0;
    for (uint32_t d = 0; d < r->dispatches.len; d++) {
        const CostResult *c = r->dispatches.at[d].cost;
        for (uint32_t i = 0; c && i < c->accesses.len; i++) {
            const CostAccess *a = &c->accesses.at[i];
            json_t *o = json_array_get(accesses, at++);
            double cycles = report_access_cycles(r, a);
            json_object_set_new(o, "object", number(a->object));
            json_object_set_new(o, "lanes", number(a->lanes));
            json_object_set_new(o, "cycles", json_real(cycles / r->hw->units));
            if (report_is_contended_kind(a)) {
                json_object_set_new(o, "max_same_address", number(a->max_same_address));
                json_object_set_new(o, "same_address", number(a->same_address));
            }
            const RecordedAccess *recorded = i < c->recorded.len ? &c->recorded.at[i] : NULL;
            vec_push(scratch, rows, (Row){r, a, recorded, o, cycles});
        }
    }
}

/* The most expensive accesses get their executions; what the small ones leave the others may use.
 */
static void put_records(Arena *scratch, RowList *rows) {
    size_t left = RECORD_BYTES;
    if (!rows->len)
        return;
    qsort(rows->at, rows->len, sizeof rows->at[0], compare_rows);
    uint32_t n = rows->len < MOST_RECORDED ? rows->len : MOST_RECORDED;
    for (uint32_t i = 0; i < n; i++) {
        const Row *row = &rows->at[i];
        size_t used = 0;
        if (!row->recorded || !row->recorded->records)
            continue;
        json_object_set_new(
            row->json, "records",
            page_records(scratch, row->report, row->access, row->recorded, left / (n - i), &used));
        left -= used < left ? used : left;
    }
}

/* ---- reports ---- */

static json_t *report_json_of(Arena *scratch, const Report *r, RowList *rows) {
    json_t *o = report_json_object(r);
    StrBuf summary = {.arena = scratch}, estimate = {.arena = scratch};
    put_accesses(scratch, r, o, rows);
    put_objects(r, o);
    report_summary(&summary, r);
    strbuf_add(&summary, STR(" "));
    report_out_of_bounds(&summary, r);
    report_summary_estimate(&estimate, r);
    json_object_set_new(o, "summary", report_json_string(strbuf_str(&summary)));
    json_object_set_new(o, "estimate", report_json_string(strbuf_str(&estimate)));
    json_object_set_new(o, "model", model_json(r->hw));
    if (r->dispatches.len)
        json_object_set_new(o, "source",
                            report_json_string(r->dispatches.at[0].module->source->text));
    return o;
}

static json_t *rule_json(const Rule *rule) {
    return json_pack("{ssssssssssssss}", "title", rule->title, "about", rule->about, "example",
                     rule->example, "cure", rule->cure, "cured", rule->cured, "price", rule->price,
                     "caution", rule->caution);
}

static void put_rules(const Report *r, json_t *rules) {
    for (uint32_t i = 0; i < r->findings.len; i++) {
        const char *name = r->findings.at[i].rule;
        const Rule *rule = rule_find(str_from_c(name));
        if (rule && !json_object_get(rules, name))
            json_object_set_new(rules, name, rule_json(rule));
    }
}

json_t *page_data(Arena *scratch, const Report *const *reports, size_t count) {
    json_t *o = json_object(), *list = json_array(), *rules = json_object();
    RowList rows = {0};
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(list, report_json_of(scratch, reports[i], &rows));
        put_rules(reports[i], rules);
    }
    put_records(scratch, &rows);
    json_object_set_new(o, "lanewise", json_string(LW_VERSION));
    json_object_set_new(o, "models", models_json());
    json_object_set_new(o, "rules", rules);
    json_object_set_new(o, "reports", list);
    return o;
}
