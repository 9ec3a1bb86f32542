#include "cli/sarif.h"

#include "cli/check_output.h"
#include "report/json_string.h"
#include "report/rules.h"

static json_t *string(Str s) {
    return report_json_string(s);
}

static json_t *text_object(Str s) {
    json_t *o = json_object();
    json_object_set_new(o, "text", string(s));
    return o;
}

/* ---- places ---- */

/* A path as a URI reference: relative to where the tool ran, or file: when absolute. */
static Str uri_of(Arena *a, Str path) {
    StrBuf b = {.arena = a};
    if (path.len && path.at[0] == '/')
        strbuf_add(&b, STR("file://"));
    while (path.len > 2 && path.at[0] == '.' && path.at[1] == '/')
        path = (Str){path.at + 2, path.len - 2};
    for (uint32_t i = 0; i < path.len; i++) {
        unsigned char c = (unsigned char)path.at[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     (c && strchr("-._~/", c));
        if (plain)
            strbuf_addc(&b, (char)c);
        else
            strbuf_addf(&b, "%%%02X", c);
    }
    return strbuf_str(&b);
}

static json_t *region(const Source *s, Span span) {
    Place start = source_place(s, span.start), end = source_place(s, span.end);
    return json_pack("{sisisisi}", "startLine", (int)start.line, "startColumn", (int)start.column,
                     "endLine", (int)end.line, "endColumn", (int)end.column);
}

static json_t *location(Arena *a, const CheckResult *c, Span span) {
    json_t *artifact = json_object(), *physical = json_object(), *o = json_object();
    json_object_set_new(artifact, "uri", string(uri_of(a, c->shader)));
    json_object_set_new(physical, "artifactLocation", artifact);
    json_object_set_new(physical, "region", region(&c->source, span));
    json_object_set_new(o, "physicalLocation", physical);
    return o;
}

static json_t *related_locations(Arena *a, const CheckResult *c, const CheckFinding *f) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < f->related.len; i++) {
        json_t *o = location(a, c, f->related.at[i].span);
        json_object_set_new(o, "id", json_integer(i + 1));
        json_object_set_new(o, "message", text_object(f->related.at[i].message));
        json_array_append_new(list, o);
    }
    return list;
}

/* ---- rules and results ---- */

static json_t *rule_json(Arena *a, const Rule *r) {
    StrBuf text = {.arena = a}, markdown = {.arena = a};
    rule_text(&text, r, false, 100);
    rule_markdown(&markdown, r);
    json_t *o = json_object(), *help = text_object(strbuf_str(&text));
    json_object_set_new(help, "markdown", string(strbuf_str(&markdown)));
    json_object_set_new(o, "id", json_string(r->name));
    json_object_set_new(o, "shortDescription", text_object(str_from_c(r->title)));
    json_object_set_new(o, "fullDescription", text_object(str_from_c(r->about)));
    json_object_set_new(o, "help", help);
    json_object_set_new(o, "defaultConfiguration",
                        json_pack("{sbss}", "enabled", r->group == RULE_CORRECTNESS, "level",
                                  severity_word(r->severity)));
    json_object_set_new(
        o, "properties",
        json_pack("{s[s]}", "tags", r->group == RULE_COST ? "performance" : "correctness"));
    return o;
}

static json_t *suppressions(const CheckFinding *f) {
    json_t *list = json_array(), *o = json_object();
    if (f->silence == NOT_SILENCED) {
        json_decref(o);
        return list;
    }
    json_object_set_new(o, "kind",
                        json_string(f->silence == SILENCED_IN_SOURCE ? "inSource" : "external"));
    if (f->reason.len)
        json_object_set_new(o, "justification", string(f->reason));
    json_array_append_new(list, o);
    return list;
}

static json_t *result_json(Arena *a, const CheckResult *c, const CheckFinding *f) {
    json_t *o = json_object(), *locations = json_array(), *sizes = json_array();
    const Rule *rule = rule_find(f->rule);
    json_object_set_new(o, "ruleId", string(f->rule));
    if (rule)
        json_object_set_new(o, "ruleIndex", json_integer(rule - rule_at(0)));
    json_object_set_new(o, "level", json_string(severity_word(f->severity)));
    json_object_set_new(o, "message", text_object(f->message));
    json_array_append_new(locations, location(a, c, f->span));
    json_object_set_new(o, "locations", locations);
    json_object_set_new(o, "relatedLocations", related_locations(a, c, f));
    if (f->count)
        json_object_set_new(o, "occurrenceCount", json_integer((json_int_t)f->count));
    json_object_set_new(o, "suppressions", suppressions(f));
    for (uint32_t i = 0; i < c->runs.len; i++)
        if (f->runs >> i & 1)
            json_array_append_new(sizes, json_integer(c->runs.at[i].subgroup_size));
    json_object_set_new(o, "properties", json_pack("{so}", "subgroupSizes", sizes));
    return o;
}

/* ---- the log ---- */

/* Why nothing of it could be run: no result, since nothing was found. */
static json_t *notification(Arena *a, const CheckResult *c) {
    json_t *o = json_object(), *artifact = json_object();
    json_object_set_new(artifact, "uri", string(uri_of(a, c->shader)));
    json_object_set_new(o, "level", json_string("error"));
    json_object_set_new(o, "message", text_object(c->failure));
    json_object_set_new(o, "locations",
                        json_pack("[{s{so}}]", "physicalLocation", "artifactLocation", artifact));
    return o;
}

static json_t *driver(Arena *a) {
    json_t *o = json_object(), *rules = json_array();
    for (uint32_t i = 0; i < rule_count(); i++)
        json_array_append_new(rules, rule_json(a, rule_at(i)));
    json_object_set_new(o, "name", json_string("Lanewise"));
    json_object_set_new(o, "semanticVersion", json_string(lw_version()));
    json_object_set_new(o, "rules", rules);
    return o;
}

json_t *sarif_log(Arena *a, const CheckResult *const *results, uint32_t count) {
    json_t *list = json_array(), *notifications = json_array();
    bool complete = true;
    for (uint32_t i = 0; i < count; i++) {
        const CheckResult *c = results[i];
        complete &= c->exit_code == EXIT_DONE || c->exit_code == EXIT_REJECTED;
        if (c->failure.len && !c->ran)
            json_array_append_new(notifications, notification(a, c));
        for (uint32_t k = 0; k < c->diagnostics.len; k++)
            json_array_append_new(list, result_json(a, c, &c->diagnostics.at[k]));
        for (uint32_t k = 0; k < c->all.len; k++)
            json_array_append_new(list, result_json(a, c, &c->all.at[k]));
    }
    json_t *run = json_object();
    json_object_set_new(run, "tool", json_pack("{so}", "driver", driver(a)));
    json_object_set_new(run, "columnKind", json_string("unicodeCodePoints"));
    json_t *invocation = json_pack("{sb}", "executionSuccessful", complete);
    if (json_array_size(notifications))
        json_object_set(invocation, "toolExecutionNotifications", notifications);
    json_decref(notifications);
    json_object_set_new(run, "invocations", json_pack("[o]", invocation));
    json_object_set_new(run, "results", list);
    return json_pack("{sssss[o]}", "$schema", "https://json.schemastore.org/sarif-2.1.0.json",
                     "version", "2.1.0", "runs", run);
}
