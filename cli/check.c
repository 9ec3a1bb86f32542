#include "cli/check.h"

#include <stdlib.h>

#include "base/os.h"
#include "base/utf8.h"
#include "cli/compare.h"
#include "cli/silence.h"
#include "report/rules.h"

/* A run and the memory of what it read back. */
typedef struct Trial {
    Arena arena;
    uint32_t index; /* of its size */
    StrBuf messages;
    RunResult run;
    bool *by_order; /* of each buffer: it changes with the schedule; NULL: not tried yet */
} Trial;

typedef struct Check {
    Program *program;
    Arena *arena; /* of the result */
    const Spec *spec;
    Str source;
    const CheckOptions *options;
    CheckResult *result;
    SilenceComments comments;
    StrBuf messages;
    Str last_messages;
    /* the first buffer that differs between sizes */
    bool differs;
    CheckFinding difference;
    uint32_t differs_at;
    uint32_t sizes_differing[8], sizes;
} Check;

/* ---- one run ---- */

static void trial_free(Trial *t) {
    run_free(&t->run);
    arena_free(&t->arena);
}

static void run_trial(Check *c, Trial *t, const Spec *s, const RunOptions *options) {
    *t = (Trial){.index = t->index, .messages = {.arena = &t->arena}};
    t->arena.on_oom = c->arena->on_oom;
    RunOptions o = *options;
    o.messages = &t->messages;
    o.keep_errors = c->options->keep_errors;
    o.contents = c->options->contents;
    o.discard = c->options->discard;
    run_spec(&t->arena, s, c->source, &o, spec_size_at(s, t->index), &t->run);
}

/* When nothing can go on, who waits for whom may depend on which thread was first: then it is run
 * again with one. */
static void trial(Check *c, Trial *t, const Spec *s, uint32_t index, uint32_t observe,
                  uint32_t repeat) {
    RunOptions o = program_run_options(c->program, observe);
    o.repeat = repeat;
    t->index = index;
    run_trial(c, t, s, &o);
    if (t->run.status == LW_RUN_NO_PROGRESS && o.threads != 1) {
        o.threads = 1;
        trial_free(t);
        run_trial(c, t, s, &o);
    }
    Str text = strbuf_str(&t->messages);
    if (!str_eq(text, c->last_messages)) { /* most runs say the same */
        strbuf_add(&c->messages, text);
        c->last_messages = str_copy(c->arena, text);
    }
}

/* The same spec under another schedule; under a random one. */
static Spec scheduled(const Spec *s, const char *schedule, uint32_t arg) {
    Spec t = *s;
    t.schedule = str_from_c(schedule);
    t.schedule_arg = arg;
    return t;
}
static Spec seeded(const Spec *s, uint32_t seed) {
    return scheduled(s, "seed", seed);
}

/* ---- findings of a report ---- */

static Span span_of(LwPlace p) {
    return (Span){p.offset, p.offset + p.length};
}

static bool same_span(Span a, Span b) {
    return a.start == b.start && a.end == b.end;
}

static CheckFinding *find_same(CheckFindings *list, const CheckFinding *f) {
    for (uint32_t i = 0; i < list->len; i++) {
        CheckFinding *other = &list->at[i];
        if (str_eq(other->rule, f->rule) && same_span(other->span, f->span) &&
            same_span(other->pair, f->pair))
            return other;
    }
    return NULL;
}

static CheckFinding finding_of(Check *c, const LwFinding *from, uint32_t index) {
    CheckFinding f = {.rule = str_copy(c->arena, str_of(from->rule)),
                      .severity = (Severity)from->severity,
                      .dispatch = from->dispatch,
                      .span = span_of(from->place),
                      .message = str_copy(c->arena, str_of(from->message)),
                      .beyond_barriers = from->beyond_barriers,
                      .count = from->count,
                      .runs = 1u << index};
    for (size_t i = 0; i < from->related_count; i++) {
        DiagNote n = {span_of(from->related[i].place),
                      str_copy(c->arena, str_of(from->related[i].message))};
        vec_push(c->arena, &f.related, n);
    }
    const Rule *rule = rule_find(f.rule);
    if (f.related.len && rule && rule->places == 2)
        f.pair = f.related.at[0].span;
    return f;
}

static void take_report(Check *c, Trial *t, CheckRun *run) {
    for (uint32_t i = 0; i < t->run.pipelines; i++) {
        const LwPipelineInfo *info =
            t->run.pipeline[i] ? lw_compute_pipeline_info(t->run.pipeline[i]) : NULL;
        c->result->has_subgroups |= info && info->subgroups.length;
    }
    if (!t->run.report)
        return;
    size_t n;
    const LwFinding *list = lw_report_findings(t->run.report, &n);
    for (size_t i = 0; i < n; i++)
        vec_push(c->arena, &run->findings, finding_of(c, &list[i], t->index));
    run->reported = run->findings.len;
    run->more = lw_report_totals(t->run.report).more_findings;
    run->prints = prints_copy(c->arena, prints_of(&t->run));
    if (c->options->keep_json)
        run->json =
            str_copy(c->arena, str_of(lw_report_json(t->run.report, view_of(c->spec->shader))));
}

/* What another schedule found that this run has not. */
static void add_report(Check *c, Trial *t, CheckRun *run) {
    size_t n = 0;
    const LwFinding *list = t->run.report ? lw_report_findings(t->run.report, &n) : NULL;
    for (size_t i = 0; i < n; i++) {
        CheckFinding f = finding_of(c, &list[i], t->index);
        if (!find_same(&run->findings, &f))
            vec_push(c->arena, &run->findings, f);
    }
}

static CheckFinding *find_rule(CheckFindings *list, const char *rule) {
    for (uint32_t i = 0; i < list->len; i++)
        if (str_is(list->at[i].rule, rule) && !list->at[i].silence)
            return &list->at[i];
    return NULL;
}

static void silence(Check *c, CheckRun *run) {
    silence_apply(&c->comments, &c->program->options.ignore, &c->result->source, &run->findings);
}

static void take_diagnostics(Check *c, const RunResult *r) {
    for (size_t i = 0; i < r->diagnostic_count; i++) {
        const LwDiagnostic *d = &r->diagnostics[i];
        CheckFinding f = {.rule = str_copy(c->arena, str_of(d->code)),
                          .severity = (Severity)d->severity,
                          .span = {d->offset, d->offset + d->length},
                          .message = str_copy(c->arena, str_of(d->message)),
                          .count = 1};
        for (size_t k = 0; k < d->note_count; k++) {
            const LwDiagnostic *note = &d->notes[k];
            DiagNote n = {{note->offset, note->offset + note->length},
                          str_copy(c->arena, str_of(note->message))};
            vec_push(c->arena, &f.related, n);
        }
        vec_push(c->arena, &c->result->diagnostics, f);
    }
}

/* ---- schedules ---- */

static Span place_of_buffer(const RunResult *r, const RunBuffer *b) {
    for (uint32_t i = 0; i < r->pipelines; i++) {
        const LwPipelineInfo *info = lw_compute_pipeline_info(r->pipeline[i]);
        for (size_t k = 0; info && k < info->binding_count; k++)
            if (info->bindings[k].group == b->group && info->bindings[k].binding == b->binding)
                return span_of(info->bindings[k].place);
    }
    return (Span){0};
}

static Span first_place(const RunResult *r, bool atomics) {
    Span first = {0};
    for (uint32_t i = 0; i < r->pipelines; i++) {
        const LwPipelineInfo *info = lw_compute_pipeline_info(r->pipeline[i]);
        LwPlace p = !info ? (LwPlace){0} : atomics ? info->atomics : info->subgroups;
        if (p.length && (!first.end || p.offset < first.start))
            first = span_of(p);
    }
    return first;
}

/* "dst[3] is 7 with ..., and 8 with ...; 12 elements of 'dst' differ" */
static Str difference_text(Check *c, const RunResult *r, const RunBuffer *b, const Difference *d,
                           Str with_a, Str with_b) {
    StrBuf text = {.arena = c->arena};
    strbuf_addf(&text, "%.*s is %.*s with %.*s, and %.*s with %.*s",
                STR_ARG(run_element_name(c->arena, r, b, d->byte)), STR_ARG(d->a), STR_ARG(with_a),
                STR_ARG(d->b), STR_ARG(with_b));
    if (d->count > 1)
        strbuf_addf(&text, "; %llu elements of '%.*s' differ", (unsigned long long)d->count,
                    STR_ARG(b->name));
    return strbuf_str(&text);
}

static Str schedule_text(Check *c, const Spec *s) {
    Str name = s->schedule.len ? s->schedule : STR("fair");
    if (str_is(name, "seed") || str_is(name, "occupancy"))
        return str_format(c->arena, "--schedule '%.*s %u'", STR_ARG(name), s->schedule_arg);
    return str_format(c->arena, "--schedule %.*s", STR_ARG(name));
}

/* A buffer came out otherwise under another schedule: said at the finding that explains it, or as
 * one of its own. */
static void report_order(Check *c, const Trial *base, CheckRun *run, uint32_t buffer,
                         const Difference *d, const Spec *up, const Spec *other) {
    const RunBuffer *b = &base->run.buffers.at[buffer];
    Str text = difference_text(c, &base->run, b, d, schedule_text(c, up), schedule_text(c, other));
    Span at = first_place(&base->run, true), declared = place_of_buffer(&base->run, b);
    CheckFinding *cause = find_rule(&run->findings, "data-race");
    if (!cause)
        cause = find_rule(&run->findings, "order-dependent-atomics");
    if (!cause) {
        CheckFinding f = {.rule = at.end ? STR("order-dependent-atomics") : STR("data-race"),
                          .severity = SEVERITY_WARNING,
                          .span = at.end ? at : declared,
                          .message = STR("the result depends on the order of invocations"),
                          .count = 1,
                          .runs = 1u << base->index};
        vec_push(c->arena, &run->findings, f);
        cause = &vec_last(&run->findings);
    }
    vec_push(c->arena, &cause->related, (DiagNote){declared, text});
}

/* Runs one more; true when a buffer came out otherwise. */
static bool try_schedule(Check *c, const Trial *base, CheckRun *run, const Spec *up,
                         const Spec *s) {
    Trial t;
    bool changed = false, ended = base->run.exit_code == EXIT_DONE;
    trial(c, &t, s, base->index, c->options->observe, 0);
    add_report(c, &t, run);
    for (uint32_t i = 0; ended && i < base->run.buffers.len && t.run.exit_code == EXIT_DONE; i++) {
        Difference d = compare_runs(c->arena, &base->run.buffers.at[i], &t.run.buffers.at[i]);
        if (d.count)
            report_order(c, base, run, i, &d, up, s);
        changed |= d.count > 0;
    }
    trial_free(&t);
    return changed;
}

/* Workgroups from the first, from the last, and by chance until that changes a buffer. All are
 * compared with the first, which is the same at any number of threads. */
static void try_schedules(Check *c, uint32_t index, CheckRun *run) {
    if (!c->options->schedules)
        return;
    Spec up = scheduled(c->spec, "ascending", 0), down = scheduled(c->spec, "descending", 0);
    Trial base;
    trial(c, &base, &up, index, c->options->observe, 0);
    add_report(c, &base, run);
    bool changed = try_schedule(c, &base, run, &up, &down);
    for (uint32_t seed = 1; seed <= c->options->schedules && !changed && !os_interrupted();
         seed++) {
        Spec s = seeded(c->spec, seed);
        changed = try_schedule(c, &base, run, &up, &s);
    }
    trial_free(&base);
}

/* ---- sizes ---- */

/* Which buffers change with the schedule at this size: they are not the size's fault. */
static void try_order(Check *c, Trial *t) {
    enum { TRIES = 3 };
    uint32_t n = t->run.buffers.len;
    t->by_order = arena_array(&t->arena, bool, n + 1);
    for (uint32_t seed = 1; seed <= TRIES; seed++) {
        Spec s = seeded(c->spec, seed);
        Trial other;
        trial(c, &other, &s, t->index, LW_OBSERVE_NONE, 0);
        for (uint32_t i = 0; i < n && other.run.exit_code == EXIT_DONE; i++)
            t->by_order[i] |=
                compare_runs(c->arena, &t->run.buffers.at[i], &other.run.buffers.at[i]).count > 0;
        trial_free(&other);
    }
}

static Str size_text(Check *c, uint32_t size) {
    return str_format(c->arena, "subgroups of %u", size);
}

static void note_difference(Check *c, const Trial *reference, const Trial *t, uint32_t buffer,
                            const Difference *d) {
    if (!c->sizes || c->sizes_differing[c->sizes - 1] != t->run.subgroup_size)
        c->sizes_differing[c->sizes++] = t->run.subgroup_size;
    if (c->differs) {
        c->difference.runs |= 1u << t->index;
        return;
    }
    const RunBuffer *b = &reference->run.buffers.at[buffer];
    Str text = difference_text(c, &t->run, b, d, size_text(c, t->run.subgroup_size),
                               size_text(c, reference->run.subgroup_size));
    c->differs = true;
    c->differs_at = t->index;
    c->difference = (CheckFinding){.rule = STR("subgroup-size-dependent"),
                                   .severity = SEVERITY_WARNING,
                                   .span = place_of_buffer(&t->run, b),
                                   .message = text,
                                   .runs = 1u << t->index};
    DiagNote enters = {first_place(&t->run, false), STR("the subgroup size enters here first")};
    vec_push(c->arena, &c->difference.related, enters);
}

/* Where a spec says which buffers are results, the others are scratch: how many partial sums there
 * are, say, may well depend on the size. */
static bool is_result(const Spec *s, const RunBuffer *b) {
    bool any = false;
    for (uint32_t i = 0; i < s->expects.len; i++) {
        const Expect *e = &s->expects.at[i];
        if (e->kind > EXPECT_REFERENCE)
            continue;
        any = true;
        if (e->group == b->group && e->binding == b->binding)
            return true;
    }
    return !any;
}

static void compare_sizes(Check *c, Trial *reference, Trial *t) {
    const RunResult *a = &t->run, *b = &reference->run;
    if (a->exit_code != EXIT_DONE || b->exit_code != EXIT_DONE || !first_place(a, false).end)
        return;
    for (uint32_t i = 0; i < a->buffers.len; i++) {
        if (!a->buffers.at[i].writable || !is_result(c->spec, &a->buffers.at[i]))
            continue;
        Difference d = compare_runs(c->arena, &a->buffers.at[i], &b->buffers.at[i]);
        if (!d.count)
            continue;
        if (!reference->by_order)
            try_order(c, reference);
        if (!t->by_order)
            try_order(c, t);
        if (!t->by_order[i] && !reference->by_order[i])
            note_difference(c, reference, t, i, &d);
    }
}

/* One finding, at the first size that differs, for all of them. */
static void report_sizes(Check *c, uint32_t reference_size) {
    if (!c->differs)
        return;
    CheckFinding *f = &c->difference;
    f->count = c->sizes;
    if (c->sizes > 1) {
        StrBuf text = {.arena = c->arena};
        strbuf_addf(&text, "%.*s; sizes", STR_ARG(f->message));
        for (uint32_t i = 0; i < c->sizes; i++)
            strbuf_addf(&text, "%s %u",
                        i == 0              ? ""
                        : i + 1 == c->sizes ? " and"
                                            : ",",
                        c->sizes_differing[i]);
        strbuf_addf(&text, " differ from %u", reference_size);
        f->message = strbuf_str(&text);
    }
    vec_push(c->arena, &c->result->runs.at[c->differs_at].findings, *f);
}

/* ---- all runs ---- */

static void check_values(Check *c, Trial *t, CheckRun *run) {
    expect_buffers(&t->arena, c->spec, &t->run, &run->verdict);
    run->verdict.text = str_copy(c->arena, run->verdict.text);
    if (t->run.exit_code == EXIT_DONE && !program_dump_buffers(c->program, c->spec, &t->run))
        run->exit_code = EXIT_USAGE;
}

/* A run that stopped at what was found: the finding says it all. */
static bool explains_end(const CheckRun *run, LwRunStatus status) {
    const char *rule = status == LW_RUN_NO_PROGRESS     ? "no-forward-progress"
                       : status == LW_RUN_OUT_OF_BOUNDS ? "out-of-bounds"
                                                        : "";
    for (uint32_t i = 0; i < run->findings.len; i++)
        if (str_is(run->findings.at[i].rule, rule))
            return true;
    return false;
}

static void check_size(Check *c, uint32_t index, Trial *t) {
    CheckRun *run = &c->result->runs.at[index];
    trial(c, t, c->spec, index, c->options->observe, c->options->repeat);
    *run = (CheckRun){.subgroup_size = t->run.subgroup_size, .exit_code = t->run.exit_code};
    c->result->ran |= t->run.times_ns.len > 0;
    if (!c->result->failure.len && !t->run.times_ns.len)
        c->result->failure = str_copy(c->arena, message_error(strbuf_str(&t->messages)));
    take_report(c, t, run);
    silence(c, run);
    if (!c->result->diagnostics.len)
        take_diagnostics(c, &t->run);
    if (explains_end(run, t->run.status))
        run->exit_code = EXIT_DONE;
    if (run->exit_code == EXIT_DONE)
        check_values(c, t, run);
    if (c->options->on_run)
        c->options->on_run(c->options->context, &t->run);
    if (t->run.exit_code == EXIT_DONE)
        try_schedules(c, index, run);
}

/* The size that others are held against: the model's when it is among them, since it is what the
 * shader's author has seen. */
static uint32_t reference_index(const Spec *s) {
    LwHardware model = {0};
    const char *error;
    lw_hardware_find(view_of(s->hardware.len ? s->hardware : STR("nvidia")), &model, &error);
    for (uint32_t i = 0; i < spec_size_count(s); i++)
        if (spec_size_at(s, i) == model.subgroup_size)
            return i;
    return 0;
}

static void run_sizes(Check *c) {
    uint32_t n = spec_size_count(c->spec), first = reference_index(c->spec);
    vec_reserve(c->arena, &c->result->runs, n);
    c->result->runs.len = n;
    Trial reference;
    check_size(c, first, &reference);
    for (uint32_t i = 0; i < n; i++) {
        if (i == first)
            continue;
        CheckRun *run = &c->result->runs.at[i];
        int code = os_interrupted() ? EXIT_LIMIT : reference.run.exit_code;
        if (code == EXIT_REJECTED || code == EXIT_USAGE || os_interrupted()) {
            *run = (CheckRun){.subgroup_size = spec_size_at(c->spec, i), .exit_code = code};
            continue;
        }
        Trial t;
        check_size(c, i, &t);
        if (c->options->compare_sizes)
            compare_sizes(c, &reference, &t);
        trial_free(&t);
    }
    report_sizes(c, reference.run.subgroup_size);
    trial_free(&reference);
}

static void add_to(CheckFinding *same, const CheckFinding *f) {
    if (f->severity > same->severity) { /* the same value at one size, several at another */
        same->severity = f->severity;
        same->message = f->message;
    }
    if (same->runs & f->runs)
        same->count += f->count;
    else if (f->count > same->count)
        same->count = f->count;
    same->runs |= f->runs;
}

/* Each finding once: the count is that of the run that saw most. */
static void merge(Check *c) {
    CheckResult *r = c->result;
    for (uint32_t i = 0; i < r->runs.len; i++) {
        const CheckRun *run = &r->runs.at[i];
        if (run->exit_code > r->exit_code)
            r->exit_code = run->exit_code;
        for (uint32_t k = 0; k < run->findings.len; k++) {
            const CheckFinding *f = &run->findings.at[k];
            CheckFinding *same = find_same(&r->all, f);
            if (!same) {
                vec_push(c->arena, &r->all, *f);
                continue;
            }
            add_to(same, f);
        }
    }
}

static int by_place(const void *x, const void *y) {
    const CheckFinding *a = x, *b = y;
    if (a->span.start != b->span.start)
        return a->span.start < b->span.start ? -1 : 1;
    if (a->pair.start != b->pair.start)
        return a->pair.start < b->pair.start ? -1 : 1;
    uint32_t n = a->rule.len < b->rule.len ? a->rule.len : b->rule.len;
    return memcmp(a->rule.at, b->rule.at, n);
}

/* A shader that WGSL rejects, but that had no fault: it is said, since nothing else is. */
static void say_uniform(Check *c) {
    CheckResult *r = c->result;
    bool rejected = false;
    for (uint32_t i = 0; i < r->diagnostics.len; i++)
        rejected |= str_is(r->diagnostics.at[i].rule, "non-uniform");
    if (!c->spec->allow_non_uniform || !rejected || r->exit_code != EXIT_DONE ||
        find_rule(&r->all, "barrier-divergence"))
        return;
    r->uniform_by_chance = true;
    say(&c->messages,
        "lanewise: note: '%.*s' was uniform in this run: each time, all invocations came to the "
        "barriers and subgroup operations for which WGSL rejects it\n",
        STR_ARG(utf8_shown(c->arena, c->spec->shader)));
}

void check_spec(Program *p, const Spec *s, Str source, const CheckOptions *o, CheckResult *result) {
    *result = (CheckResult){.shader = s->shader};
    source_init(&result->source, p->arena, s->shader, source);
    Check *c = arena_new(p->arena, Check);
    *c = (Check){.program = p,
                 .arena = p->arena,
                 .spec = s,
                 .source = source,
                 .options = o,
                 .result = result,
                 .messages = {.arena = p->arena}};
    c->comments = silence_read(p->arena, &result->source, &c->messages);
    run_sizes(c);
    for (uint32_t i = 0; i < result->runs.len; i++)
        silence(c, &result->runs.at[i]); /* those made here, too */
    merge(c);
    if (result->all.len)
        qsort(result->all.at, result->all.len, sizeof(CheckFinding), by_place);
    say_uniform(c);
    result->messages = strbuf_str(&c->messages);
}

uint32_t check_count(const CheckFindings *f, Severity least) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->len; i++)
        n += f->at[i].silence == NOT_SILENCED && f->at[i].severity >= least;
    return n;
}
