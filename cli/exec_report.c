#include "cli/exec_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/check_output.h"
#include "cli/sarif.h"
#include "cli/silence.h"
#include "report/rules.h"

enum { MOST_RECORD = 256 << 20 };

/* ---- reading ---- */

static Str text_of(const json_t *o, const char *key, Arena *a) {
    const json_t *v = json_object_get(o, key);
    if (!json_is_string(v))
        return (Str){"", 0};
    return str_copy(a, (Str){json_string_value(v), (uint32_t)json_string_length(v)});
}

static uint64_t number_of(const json_t *o, const char *key) {
    json_int_t v = json_integer_value(json_object_get(o, key));
    return v > 0 ? (uint64_t)v : 0;
}

/* A place of the source; an empty one when it is not within it. */
static Span span_of(const json_t *pair, const Source *s) {
    json_int_t start = json_integer_value(json_array_get(pair, 0)),
               length = json_integer_value(json_array_get(pair, 1));
    if (start < 0 || length < 0 || start > s->text.len || length > s->text.len - start)
        return (Span){0, 0};
    return (Span){(uint32_t)start, (uint32_t)(start + length)};
}

static Severity severity_of(Str word) {
    return str_is(word, "error")     ? SEVERITY_ERROR
           : str_is(word, "warning") ? SEVERITY_WARNING
                                     : SEVERITY_NOTE;
}

static CheckFinding finding_of(Arena *a, const json_t *o, const json_t *places, const Source *s) {
    CheckFinding f = {.rule = text_of(o, "rule", a),
                      .severity = severity_of(text_of(o, "severity", a)),
                      .span = span_of(json_array_get(places, 0), s),
                      .message = text_of(o, "message", a),
                      .count = number_of(o, "count"),
                      .runs = 1};
    const json_t *related = json_object_get(o, "related");
    for (size_t i = 0; i < json_array_size(related); i++) {
        DiagNote n = {span_of(json_array_get(places, i + 1), s),
                      text_of(json_array_get(related, i), "message", a)};
        vec_push(a, &f.related, n);
    }
    const Rule *rule = rule_find(f.rule);
    if (f.related.len && rule && rule->places == 2)
        f.pair = f.related.at[0].span;
    return f;
}

/* Programs rarely name their modules; then the pipeline's name has to do. */
static Str shader_name(Arena *a, const ExecPipeline *p, const json_t *report) {
    Str name = text_of(report, "shader", a);
    if (!str_is(name, "shader"))
        return name;
    return p->label.len ? p->label : p->entry.len ? p->entry : name;
}

static void read_result(ExecReport *r, ExecPipeline *p, const json_t *report) {
    Arena *a = r->program->arena;
    CheckResult *c = &p->result;
    c->shader = shader_name(a, p, report);
    source_init(&c->source, a, c->shader, text_of(p->record, "source", a));
    SilenceComments comments = silence_read(a, &c->source, &r->messages);
    const json_t *findings = json_object_get(report, "findings"),
                 *places = json_object_get(p->record, "places");
    CheckRun run = {.subgroup_size = (uint32_t)number_of(report, "subgroup_size"),
                    .exit_code = p->stopped.len ? EXIT_LIMIT : EXIT_DONE};
    for (size_t i = 0; i < json_array_size(findings); i++)
        vec_push(a, &run.findings,
                 finding_of(a, json_array_get(findings, i), json_array_get(places, i), &c->source));
    silence_apply(&comments, &r->program->options.ignore, &c->source, &run.findings);
    run.reported = run.findings.len;
    c->exit_code = run.exit_code;
    c->all = run.findings;
    vec_push(a, &c->runs, run);
}

static void read_record(ExecReport *r, ExecPipeline *p, const char *path) {
    Arena *a = r->program->arena;
    Str text;
    const char *why = "it is no record of Lanewise";
    if (os_read_file(a, path, MOST_RECORD, &text, &why))
        p->record = json_loadb(text.at, text.len, 0, NULL);
    const json_t *report = json_object_get(p->record, "report");
    const json_t *dispatch = json_array_get(json_object_get(report, "dispatches"), 0);
    if (!json_is_object(dispatch)) {
        complain_to(&r->messages, "cannot read '%s': %s", path, why);
        json_decref(p->record);
        return;
    }
    p->label = text_of(p->record, "pipeline", a);
    p->device_label = text_of(p->record, "device", a);
    p->stopped = text_of(p->record, "stopped", a);
    p->entry = text_of(dispatch, "entry", a);
    p->dispatches = number_of(dispatch, "count");
    read_result(r, p, report);
    vec_push(a, &r->pipelines, *p);
}

static int by_number(const void *x, const void *y) {
    const ExecPipeline *a = x, *b = y;
    const uint64_t left[] = {a->process, a->device, a->number},
                   right[] = {b->process, b->device, b->number};
    for (int i = 0; i < 3; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

static bool ends_in(Str s, const char *end) {
    uint32_t n = (uint32_t)strlen(end);
    return s.len >= n && memcmp(s.at + s.len - n, end, n) == 0;
}

bool exec_report_read(ExecReport *r, const char *folder) {
    Arena *a = r->program->arena;
    uint32_t count;
    const char *why;
    Str *names = os_list_folder(a, folder, &count, &why);
    if (!names) {
        complain("cannot read '%s': %s", folder, why);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        ExecPipeline p = {0};
        if (ends_in(names[i], ".device"))
            r->devices++;
        else if (ends_in(names[i], ".json") &&
                 sscanf(names[i].at, "%" SCNu64 "-%" SCNu64 "-%" SCNu64, &p.process, &p.device,
                        &p.number) == 3)
            read_record(r, &p, str_format(a, "%s/%s", folder, names[i].at).at);
    }
    if (r->pipelines.len)
        qsort(r->pipelines.at, r->pipelines.len, sizeof *r->pipelines.at, by_number);
    return true;
}

void exec_report_free(ExecReport *r) {
    for (uint32_t i = 0; i < r->pipelines.len; i++)
        json_decref(r->pipelines.at[i].record);
}

uint32_t exec_report_count(const ExecReport *r, Severity least) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->pipelines.len; i++)
        n += check_count(&r->pipelines.at[i].result.all, least);
    return n;
}

/* ---- text ---- */

static void put_plural(StrBuf *out, uint64_t n, const char *what, const char *plural) {
    strbuf_addf(out, "%llu %s", (unsigned long long)n, n == 1 ? what : plural);
}

static void put_title(StrBuf *out, const ExecPipeline *p, bool colour) {
    strbuf_addf(out, "\n%s", colour ? "\033[1m" : "");
    if (p->label.len)
        strbuf_addf(out, "pipeline \"%.*s\"", STR_ARG(p->label));
    else
        strbuf_addf(out, "unlabelled pipeline");
    strbuf_addf(out, ", %.*s: ", STR_ARG(p->entry));
    put_plural(out, p->dispatches, "dispatch", "dispatches");
    strbuf_addf(out, ", %.3f ms%s\n", (double)number_of(p->record, "run_ns") / 1e6,
                colour ? "\033[0m" : "");
}

/* Without the colours, which the library always gives. */
static void put_plain(StrBuf *out, Str text) {
    for (uint32_t i = 0; i < text.len; i++) {
        if (text.at[i] == '\033')
            while (i < text.len && text.at[i] != 'm')
                i++;
        else
            strbuf_addc(out, text.at[i]);
    }
}

static void put_end(StrBuf *out, const ExecReport *r) {
    uint64_t dispatches = 0;
    for (uint32_t i = 0; i < r->pipelines.len; i++)
        dispatches += r->pipelines.at[i].dispatches;
    strbuf_addf(out, "\nlanewise: ");
    put_plural(out, r->devices, "device", "devices");
    strbuf_addf(out, ", ");
    put_plural(out, r->pipelines.len, "pipeline", "pipelines");
    strbuf_addf(out, ", ");
    put_plural(out, dispatches, "dispatch", "dispatches");
    uint32_t errors = exec_report_count(r, SEVERITY_ERROR),
             warnings = exec_report_count(r, SEVERITY_WARNING) - errors;
    strbuf_addf(out, ": ");
    put_plural(out, errors, "error", "errors");
    strbuf_addf(out, ", ");
    put_plural(out, warnings, "warning", "warnings");
    strbuf_addc(out, '\n');
}

static void write_text(ExecReport *r, StrBuf *out, bool colour) {
    const ExecOptions *o = &r->program->options.exec;
    for (uint32_t i = 0; i < r->pipelines.len; i++) {
        const ExecPipeline *p = &r->pipelines.at[i];
        put_title(out, p, colour);
        if (p->stopped.len)
            strbuf_addf(out, "%.*s\n", STR_ARG(p->stopped));
        if (o->check)
            check_text(out, &p->result, colour);
        Str profile = text_of(p->record, "text", r->program->arena);
        if (o->profile && colour)
            strbuf_add(out, profile);
        else if (o->profile)
            put_plain(out, profile);
    }
    put_end(out, r);
}

/* ---- JSON ---- */

/* The report's own object, with its findings parted into those that count and those silenced. */
static json_t *pipeline_json(const ExecPipeline *p) {
    static const char *const members[] = {"pipeline", "device", "stopped", "run_ns"};
    json_t *o = json_deep_copy(json_object_get(p->record, "report"));
    json_t *findings = json_object_get(o, "findings"), *kept = json_array(),
           *silenced = json_array();
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        json_object_set(o, members[i], json_object_get(p->record, members[i]));
    for (uint32_t i = 0; i < p->result.all.len; i++) {
        const CheckFinding *f = &p->result.all.at[i];
        json_t *from = json_array_get(findings, i);
        if (f->silence)
            json_object_set_new(from, "reason", json_stringn(f->reason.at, f->reason.len));
        json_array_append(f->silence ? silenced : kept, from);
    }
    json_object_set_new(o, "findings", kept);
    json_object_set_new(o, "silenced", silenced);
    return o;
}

static json_t *report_json_object(const ExecReport *r) {
    json_t *o = json_object(), *argv = json_array(), *pipelines = json_array();
    for (const char *const *word = r->argv; *word; word++)
        json_array_append_new(argv, json_string(*word));
    for (uint32_t i = 0; i < r->pipelines.len; i++)
        json_array_append_new(pipelines, pipeline_json(&r->pipelines.at[i]));
    json_object_set_new(o, "lanewise", json_string(lw_version()));
    json_object_set_new(o, "program", argv);
    json_object_set_new(o, r->end.by_signal ? "signal" : "exit_code", json_integer(r->end.code));
    json_object_set_new(o, "devices", json_integer(r->devices));
    json_object_set_new(o, "pipelines", pipelines);
    return o;
}

static json_t *report_sarif_log(const ExecReport *r) {
    Arena *a = r->program->arena;
    const CheckResult **list = arena_array(a, const CheckResult *, r->pipelines.len);
    for (uint32_t i = 0; i < r->pipelines.len; i++)
        list[i] = &r->pipelines.at[i].result;
    return sarif_log(a, list, r->pipelines.len);
}

void exec_report_write(ExecReport *r, StrBuf *out) {
    Format format = r->program->options.format;
    if (format == FORMAT_TEXT) {
        write_text(r, out,
                   r->program->options.exec.output.len ? r->program->options.colour > 0
                                                       : r->program->colour_err);
        return;
    }
    json_t *o = format == FORMAT_SARIF ? report_sarif_log(r) : report_json_object(r);
    char *text = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    json_decref(o);
    if (text) {
        strbuf_add(out, str_from_c(text));
        strbuf_addc(out, '\n');
    } else {
        complain_to(&r->messages, "the report cannot be written as JSON: out of memory");
    }
    free(text);
}
