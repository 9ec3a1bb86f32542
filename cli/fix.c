/* Runs candidates of src/rewrite as `check` and `profile` run shaders: through the public
 * interface, at each subgroup size of the spec. */
#include "cli/fix.h"

#include <stdio.h>

#include "base/os.h"
#include "cli/check.h"
#include "report/rules.h"

bool fix_parse_kinds(const char *option, const char *text, uint32_t *kinds) {
    while (*text) {
        Str word = {text, (uint32_t)strcspn(text, ", ")};
        RewriteKind k = rewrite_kind_find(word);
        if (word.len && k == REWRITE_KINDS) {
            complain("--%s: there is no kind of edit '%.*s' (lanewise fix --help lists them)",
                     option, STR_ARG(word));
            return false;
        }
        if (word.len)
            *kinds |= 1u << k;
        text += word.len + (text[word.len] ? 1 : 0);
    }
    return true;
}

typedef struct Runner {
    Program *program;
    const Spec *spec;
    RunContents *contents;
    uint64_t started_ns;
    uint32_t runs;
} Runner;

/* One run of a candidate. */
typedef struct Trial {
    Arena *arena;
    const Spec *spec;
    const RewriteRequest *request;
    RewriteOutcome *outcome;
} Trial;

/* ---- what to run ---- */

static Spec spec_of(const Spec *from, const RewriteRequest *q, Arena *arena) {
    Spec s = *from;
    s.arena = arena;
    s.dumps.len = 0;
    if (q->drop)
        s.out_of_bounds = LW_OUT_OF_BOUNDS_DROP;
    if (q->shuffled) {
        s.schedule = STR("seed");
        s.schedule_arg = 1;
    }
    if (!q->small)
        return s;
    static const uint32_t one[3] = {1, 1, 1};
    s.expects.len = 0;
    memcpy(s.dispatch, one, sizeof one);
    Pass *passes = arena_array(arena, Pass, s.passes.len + 1);
    for (uint32_t i = 0; i < s.passes.len; i++) {
        passes[i] = s.passes.at[i];
        memcpy(passes[i].workgroups, one, sizeof one);
    }
    s.passes.at = passes;
    return s;
}

/* ---- what came of it ---- */

static void take_accesses(const Trial *t, RewriteRun *run, LwReport *report) {
    size_t n = 0;
    const LwAccess *list = lw_report_accesses(report, &n);
    for (size_t i = 0; i < n; i++) {
        RewriteAccess a = {str_copy(t->arena, str_of(list[i].name)), list[i].wavefronts,
                           list[i].ideal_wavefronts, list[i].line, list[i].column};
        vec_push(t->arena, &run->accesses, a);
    }
    LwTotals totals = lw_report_totals(report);
    run->passes = totals.workgroup_wavefronts;
    run->conflicts = totals.workgroup_conflicts;
    run->sectors = totals.storage_sectors;
    run->workgroups = totals.workgroups;
    run->workgroup_bytes = totals.workgroup_bytes;
}

static void take_buffers(const Trial *t, RewriteRun *run, const RunResult *r) {
    for (uint32_t i = 0; i < r->buffers.len; i++) {
        const RunBuffer *b = &r->buffers.at[i];
        RewriteBuffer copy = {b->group, b->binding, str_copy(t->arena, b->name), NULL, b->bytes};
        if (!b->after)
            continue;
        uint8_t *data = arena_alloc(t->arena, b->bytes, 16);
        memcpy(data, b->after, b->bytes);
        copy.data = data;
        vec_push(t->arena, &run->buffers, copy);
    }
}

static bool is_bound(const Spec *s, const LwBinding *b) {
    for (uint32_t i = 0; i < s->binds.len; i++)
        if (s->binds.at[i].group == b->group && s->binds.at[i].binding == b->binding)
            return true;
    return false;
}

/* Arrays of any size that no --bind names: one element an invocation was assumed. */
static void take_assumed(const Trial *t, const RunResult *r) {
    RewriteOutcome *o = t->outcome;
    for (uint32_t i = 0; i < r->pipelines; i++) {
        const LwPipelineInfo *info = lw_compute_pipeline_info(r->pipeline[i]);
        for (size_t k = 0; info && k < info->binding_count; k++) {
            const LwBinding *b = &info->bindings[k];
            if (b->stride && !is_bound(t->spec, b))
                vec_push(t->arena, &o->assumed, str_copy(t->arena, str_of(b->name)));
        }
    }
}

/* Runs come with the model's own size first: kept by size. */
static void keep_sorted(const Trial *t, const RewriteRun *run) {
    RewriteOutcome *o = t->outcome;
    vec_push(t->arena, &o->runs, *run);
    for (uint32_t i = o->runs.len - 1;
         i > 0 && o->runs.at[i - 1].subgroup_size > run->subgroup_size; i--) {
        o->runs.at[i] = o->runs.at[i - 1];
        o->runs.at[i - 1] = *run;
    }
}

static void on_run(void *context, RunResult *r) {
    const Trial *t = context;
    RewriteRun run = {.subgroup_size = r->subgroup_size};
    if (!t->outcome->runs.len)
        take_assumed(t, r);
    if (r->report)
        take_accesses(t, &run, r->report);
    if (t->request->outputs)
        take_buffers(t, &run, r);
    keep_sorted(t, &run);
}

static void take_findings(const Trial *t, const CheckResult *c) {
    for (uint32_t i = 0; i < c->all.len; i++) {
        const CheckFinding *f = &c->all.at[i];
        const Rule *rule = rule_find(f->rule);
        RewriteFinding to = {.rule = f->rule,
                             .message = f->message,
                             .cost = rule && rule->group == RULE_COST,
                             .minor = f->severity <= SEVERITY_INFO,
                             .span = f->span,
                             .other = f->pair,
                             .count = f->count};
        if (f->silence)
            vec_push(t->arena, &t->outcome->silenced, to);
        else
            vec_push(t->arena, &t->outcome->findings, to);
    }
}

static void take_end(const Trial *t, const CheckResult *c) {
    RewriteOutcome *o = t->outcome;
    o->code = c->exit_code;
    o->rejected = o->code == EXIT_REJECTED;
    o->ran = o->code == EXIT_DONE;
    o->message = c->messages;
    if (o->rejected && c->diagnostics.len) {
        const CheckFinding *first = &c->diagnostics.at[0];
        for (uint32_t i = c->diagnostics.len; i-- > 0;)
            if (c->diagnostics.at[i].severity == SEVERITY_ERROR)
                first = &c->diagnostics.at[i];
        o->message = first->message;
        o->error_code = first->rule;
        o->span = first->span;
    }
    for (uint32_t i = 0; i < c->runs.len; i++) {
        o->expected += c->runs.at[i].verdict.checked;
        o->unmet += c->runs.at[i].verdict.failed;
    }
}

/* On a terminal, of searches of more than a second. */
static void show_progress(Runner *r) {
    r->runs++;
    if (!r->program->options.quiet && os_is_terminal(OS_STDERR) &&
        os_now_ns() - r->started_ns > 1000000000u)
        fprintf(stderr, "\r\033[Ktrying edits: run %u ", r->runs);
}

static void clear_progress(const Runner *r) {
    if (r->runs && !r->program->options.quiet && os_is_terminal(OS_STDERR))
        fputs("\r\033[K", stderr);
}

/* What the first run assumed, which all others assume as well. */
static void show_notes(const Runner *r, Str messages) {
    static const char note[] = "lanewise: note:";
    if (r->runs != 1)
        return;
    while (messages.len) {
        const char *end = memchr(messages.at, '\n', messages.len);
        uint32_t n = end ? (uint32_t)(end - messages.at) + 1 : messages.len;
        if (n > sizeof note && memcmp(messages.at, note, sizeof note - 1) == 0)
            fprintf(stderr, "%.*s", (int)n, messages.at);
        messages = (Str){messages.at + n, messages.len - n};
    }
}

static void run(void *context, Arena *arena, Str source, const RewriteRequest *q,
                RewriteOutcome *outcome) {
    Runner *r = context;
    show_progress(r);
    Program p = *r->program;
    p.arena = arena;
    Spec s = spec_of(r->spec, q, arena);
    Trial t = {arena, &s, q, outcome};
    CheckOptions o = {.observe =
                          (q->cost ? LW_OBSERVE_COST : 0) | (q->check ? LW_OBSERVE_CHECK : 0),
                      .compare_sizes = q->check && !q->small,
                      .keep_errors = true,
                      .contents = r->contents,
                      .discard = !q->outputs && !q->check,
                      .on_run = on_run,
                      .context = &t};
    CheckResult *c = arena_new(arena, CheckResult);
    check_spec(&p, &s, source, &o, c);
    take_findings(&t, c);
    take_end(&t, c);
    if (outcome->ran)
        show_notes(r, c->messages);
}

static bool is_late(const Runner *r) {
    uint64_t seconds = r->program->options.fix.time_limit;
    return os_now_ns() - r->started_ns > seconds * 1000000000u;
}

static bool stopped(void *context) {
    return os_interrupted() || is_late(context);
}

bool fix_spec(Program *p, const Spec *s, Str source, RewriteResult *r) {
    const FixOptions *given = &p->options.fix;
    RewriteOptions o = {.kinds = given->only ? given->only : (1u << REWRITE_KINDS) - 1,
                        .apply = given->apply,
                        .storage_limit = given->storage_limit};
    for (uint32_t i = 0; i < s->settings.len; i++)
        vec_push(p->arena, &o.settings,
                 (RewriteSetting){s->settings.at[i].name, s->settings.at[i].value});
    for (uint32_t i = 0; i < s->passes.len; i++)
        vec_push(p->arena, &o.entries, s->passes.at[i].entry);
    if (!o.entries.len)
        vec_push(p->arena, &o.entries, s->entry);
    RunContents contents = {.arena = p->arena};
    Runner context = {p, s, &contents, os_now_ns(), 0};
    RewriteRunner runner = {&context, run, stopped};
    rewrite_fix(p->arena, s->shader, source, &o, &runner, r);
    clear_progress(&context);
    return !is_late(&context);
}
