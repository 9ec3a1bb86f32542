#include "cli/check_output.h"

#include "base/utf8.h"
#include "report/json_string.h"
#include "report/rules.h"

const char *severity_word(Severity s) {
    return s == SEVERITY_ERROR ? "error" : s == SEVERITY_WARNING ? "warning" : "note";
}

/* ---- text ---- */

/* "4, 8 and 16": the sizes of the runs in a set. */
static void put_sizes(StrBuf *out, const CheckResult *c, uint32_t runs) {
    uint32_t left = 0, shown = 0;
    for (uint32_t i = 0; i < c->runs.len; i++)
        left += runs >> i & 1;
    for (uint32_t i = 0; i < c->runs.len; i++) {
        if (!(runs >> i & 1))
            continue;
        left--;
        strbuf_addf(out, "%s%u",
                    !shown++ ? ""
                    : left   ? ", "
                             : " and ",
                    c->runs.at[i].subgroup_size);
    }
}

Str check_message(Arena *a, const CheckResult *c, const CheckFinding *f) {
    StrBuf message = {.arena = a};
    strbuf_add(&message, f->message);
    bool of_sizes = str_is(f->rule, "subgroup-size-dependent"); /* its message says which */
    if (f->count > 1 && !of_sizes)
        strbuf_addf(&message, "; %llu times", (unsigned long long)f->count);
    if (f->runs != (1u << c->runs.len) - 1 && !of_sizes) {
        strbuf_addf(&message, "; with subgroups of ");
        put_sizes(&message, c, f->runs);
        strbuf_addf(&message, " only");
    }
    return strbuf_str(&message);
}

static void put_finding(StrBuf *out, const CheckResult *c, const CheckFinding *f, bool colour) {
    Diag d = {.severity = f->severity == SEVERITY_INFO ? SEVERITY_NOTE : f->severity,
              .code = str_copy(out->arena, f->rule).at,
              .span = f->span,
              .message = check_message(out->arena, c, f)};
    d.notes.at = f->related.at;
    d.notes.len = f->related.len;
    diag_render(out, &c->source, &d, colour);
}

static void put_count(StrBuf *out, uint32_t n, const char *what, uint32_t *kinds) {
    if (n)
        strbuf_addf(out, "%s%u %s%s", (*kinds)++ ? ", " : "", n, what, n == 1 ? "" : "s");
}

/* "; see lanewise explain data-race": the rules of what was found, each once. */
static void put_rules(StrBuf *out, const CheckResult *c) {
    uint32_t shown = 0;
    for (uint32_t i = 0; i < c->all.len; i++) {
        const CheckFinding *f = &c->all.at[i];
        bool seen = f->silence != NOT_SILENCED;
        for (uint32_t k = 0; k < i && !seen; k++)
            seen = c->all.at[k].silence == NOT_SILENCED && str_eq(c->all.at[k].rule, f->rule);
        if (!seen)
            strbuf_addf(out, "%s %.*s", shown++ ? "" : "; see lanewise explain", STR_ARG(f->rule));
    }
}

void check_summary(StrBuf *out, const CheckResult *c) {
    uint32_t n[SEVERITY_ERROR + 1] = {0}, silenced = 0, kinds = 0;
    for (uint32_t i = 0; i < c->all.len; i++) {
        if (c->all.at[i].silence)
            silenced++;
        else
            n[c->all.at[i].severity]++;
    }
    Str name = utf8_shown(out->arena, c->shader);
    strbuf_addf(out, "%.*s: ", STR_ARG(name));
    if (c->exit_code == EXIT_REJECTED) {
        strbuf_addf(out, "rejected\n");
        return;
    }
    if (c->failure.len && !c->ran) {
        strbuf_addf(out, "nothing was run: %.*s\n", STR_ARG(c->failure));
        return;
    }
    put_count(out, n[SEVERITY_ERROR], "error", &kinds);
    put_count(out, n[SEVERITY_WARNING], "warning", &kinds);
    put_count(out, n[SEVERITY_INFO] + n[SEVERITY_NOTE], "note", &kinds);
    if (!kinds)
        strbuf_addf(out, "nothing found");
    uint64_t more = 0;
    for (uint32_t i = 0; i < c->runs.len; i++)
        more = c->runs.at[i].more > more ? c->runs.at[i].more : more;
    if (more)
        strbuf_addf(out, ", and %llu more that are not shown", (unsigned long long)more);
    if (silenced)
        strbuf_addf(out, ", %u silenced", silenced);
    strbuf_addf(out, " (subgroups of ");
    put_sizes(out, c, UINT32_MAX);
    strbuf_addc(out, ')');
    put_rules(out, c);
    strbuf_addf(out, "%s\n", c->exit_code ? "; stopped early: there may be more" : "");
    if (c->has_subgroups && c->runs.len == 1)
        strbuf_addf(out,
                    "it has subgroup operations: --subgroup-size all compares what they give at "
                    "other sizes\n");
}

/* Which findings `lanewise fix` may cure, each rule once. */
static void put_fixes(StrBuf *out, const CheckResult *c) {
    const RuleFix *named[8];
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->all.len; i++) {
        const CheckFinding *f = &c->all.at[i];
        const RuleFix *fix = f->silence || f->beyond_barriers ? NULL : rule_fix(f->rule);
        bool old = !fix || count == 8;
        for (uint32_t k = 0; k < count; k++)
            old |= named[k] == fix;
        if (old)
            continue;
        strbuf_addf(out, "%s%s (%s)", count ? ", " : "lanewise fix may cure: ", fix->rule,
                    fix->kinds);
        named[count++] = fix;
    }
    if (count)
        strbuf_addf(out, "\n");
}

static void put_prints(StrBuf *out, const CheckResult *c) {
    for (uint32_t i = 0; i < c->runs.len; i++) {
        const CheckRun *run = &c->runs.at[i];
        if (run->prints.count && c->runs.len > 1)
            strbuf_addf(out, "subgroups of %u\n", run->subgroup_size);
        prints_text(out, c->shader, run->prints);
    }
}

void check_text(StrBuf *out, const CheckResult *c, bool colour) {
    put_prints(out, c);
    for (uint32_t i = 0; i < c->all.len; i++)
        if (!c->all.at[i].silence)
            put_finding(out, c, &c->all.at[i], colour);
    if (c->exit_code != EXIT_USAGE)
        check_summary(out, c);
    if (c->exit_code != EXIT_REJECTED && c->exit_code != EXIT_USAGE)
        put_fixes(out, c);
}

/* ---- JSON ---- */

static json_t *string(Str s) {
    return report_json_string(s);
}

static void put_place(json_t *o, const Source *s, Span span) {
    Place start = source_place(s, span.start), end = source_place(s, span.end);
    json_object_set_new(o, "line", json_integer(start.line));
    json_object_set_new(o, "column", json_integer(start.column));
    json_object_set_new(o, "end_line", json_integer(end.line));
    json_object_set_new(o, "end_column", json_integer(end.column));
}

static json_t *related_json(const Source *s, const CheckFinding *f) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < f->related.len; i++) {
        json_t *o = json_object();
        put_place(o, s, f->related.at[i].span);
        json_object_set_new(o, "message", string(f->related.at[i].message));
        json_array_append_new(list, o);
    }
    return list;
}

/* `reported` is what the library's report says of it; NULL when it comes from elsewhere. */
static json_t *finding_json(const Source *s, const CheckFinding *f, json_t *reported) {
    json_t *o = json_object(), *data = json_object_get(reported, "data");
    json_object_set_new(o, "rule", string(f->rule));
    json_object_set_new(o, "severity", json_string(severity_word(f->severity)));
    json_object_set_new(o, "dispatch", json_integer(f->dispatch));
    put_place(o, s, f->span);
    json_object_set_new(o, "message", string(f->message));
    json_object_set_new(o, "related", related_json(s, f));
    json_object_set_new(o, "count", json_integer((json_int_t)f->count));
    json_object_set_new(o, "data", data ? json_incref(data) : json_object());
    if (rule_fix(f->rule) && !f->beyond_barriers)
        json_object_set_new(o, "fix", json_string(rule_fix(f->rule)->kinds));
    if (f->silence)
        json_object_set_new(o, "reason", string(f->reason));
    return o;
}

/* What only the cost observers count is not there. */
static void drop_costs(json_t *o) {
    static const char *const keys[] = {"accesses", "branches", "atomics", "pads", "totals"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        json_object_del(o, keys[i]);
}

/* The report's object, with its findings parted into those that count and those silenced. */
static json_t *run_json(const CheckResult *c, const CheckRun *run) {
    json_t *o =
        json_loadb(run->json.at ? run->json.at : "{}", run->json.at ? run->json.len : 2, 0, NULL);
    if (!o)
        o = json_object();
    drop_costs(o);
    json_t *reported = json_incref(json_object_get(o, "findings"));
    json_t *findings = json_array(), *silenced = json_array();
    for (uint32_t i = 0; i < run->findings.len; i++) {
        const CheckFinding *f = &run->findings.at[i];
        json_t *from = i < run->reported ? json_array_get(reported, i) : NULL;
        json_array_append_new(f->silence ? silenced : findings, finding_json(&c->source, f, from));
    }
    json_decref(reported);
    if (!json_object_get(o, "lanewise")) { /* nothing ran */
        json_object_set_new(o, "lanewise", json_string(lw_version()));
        json_object_set_new(o, "shader", string(c->shader));
        json_object_set_new(o, "subgroup_size", json_integer(run->subgroup_size));
    }
    json_object_set_new(o, "complete", json_boolean(run->exit_code == EXIT_DONE));
    if (c->failure.len && !c->ran)
        json_object_set_new(o, "failure", string(c->failure));
    if (run->more)
        json_object_set_new(o, "more_findings", json_integer((json_int_t)run->more));
    if (c->uniform_by_chance)
        json_object_set_new(o, "uniform_by_chance", json_true());
    json_object_set_new(o, "findings", findings);
    json_object_set_new(o, "silenced", silenced);
    json_object_set_new(o, "prints", prints_json(run->prints));
    return o;
}

static json_t *diagnostic_json(const Source *s, const CheckFinding *d) {
    json_t *o = json_object();
    json_object_set_new(o, "severity", json_string(severity_word(d->severity)));
    json_object_set_new(o, "code", string(d->rule));
    json_object_set_new(o, "message", string(d->message));
    put_place(o, s, d->span);
    json_object_set_new(o, "notes", related_json(s, d));
    return o;
}

/* A shader with errors, or what could not even be read. */
static json_t *rejected_json(const CheckResult *c) {
    json_t *o = json_object(), *diagnostics = json_array();
    for (uint32_t i = 0; i < c->diagnostics.len; i++)
        json_array_append_new(diagnostics, diagnostic_json(&c->source, &c->diagnostics.at[i]));
    json_object_set_new(o, "lanewise", json_string(lw_version()));
    json_object_set_new(o, "shader", string(c->shader));
    json_object_set_new(o, "valid", json_false());
    if (c->failure.len)
        json_object_set_new(o, "failure", string(c->failure));
    json_object_set_new(o, "diagnostics", diagnostics);
    json_object_set_new(o, "findings", json_array());
    return o;
}

void check_json(json_t *array, const CheckResult *c) {
    if (c->exit_code == EXIT_REJECTED || !c->runs.len)
        json_array_append_new(array, rejected_json(c));
    for (uint32_t i = 0; i < c->runs.len && c->exit_code != EXIT_REJECTED; i++)
        json_array_append_new(array, run_json(c, &c->runs.at[i]));
}
