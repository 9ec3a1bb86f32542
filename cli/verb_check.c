/* `lanewise check`: runs shaders under the correctness rules and shows what was found. */
#include <stdio.h>

#include "base/os.h"
#include "cli/check_output.h"
#include "cli/enable.h"
#include "cli/github.h"
#include "cli/portability.h"
#include "cli/sarif.h"
#include "cli/verb.h"

/* With --repeat. */
static void say_time(void *context, RunResult *run) {
    const Options *o = context;
    program_print_times(stderr, &(RunOptions){.repeat = o->repeat}, run);
}

/* Messages have names and lines of shaders in them. */
static void print_messages(Program *p, Str text) {
    StrBuf guarded = {.arena = p->arena};
    if (p->options.format == FORMAT_GITHUB) {
        github_guard(&guarded, text);
        text = strbuf_str(&guarded);
    }
    fprintf(stderr, "%.*s", STR_ARG(text));
}

/* When it cannot be read the result says why: a wrong line is a diagnostic with its place. */
static bool read_spec(Program *p, Str path, Spec *s, Str *source, CheckResult *c) {
    StrBuf said = {.arena = p->arena};
    Program mine = *p;
    mine.messages = &said;
    bool read = program_read_spec(&mine, path, s, source);
    print_messages(p, strbuf_str(&said));
    if (read)
        return true;
    *c = (CheckResult){.shader = path, .exit_code = EXIT_USAGE};
    source_init(&c->source, p->arena, path, s->wrong.message.len ? s->wrong.text : STR(""));
    if (!s->wrong.message.len) {
        c->failure = message_error(strbuf_str(&said));
        return false;
    }
    CheckFinding f = {.rule = STR("bad-directive"),
                      .severity = SEVERITY_ERROR,
                      .span = {s->wrong.start, s->wrong.end},
                      .message = s->wrong.message,
                      .count = 1};
    vec_push(p->arena, &c->diagnostics, f);
    return false;
}

static int check_file(Program *p, Str path, CheckResult *c) {
    Spec s;
    Str source;
    if (!read_spec(p, path, &s, &source, c))
        return EXIT_USAGE;
    CheckOptions o = {.observe = LW_OBSERVE_CHECK | LW_OBSERVE_PRINT | enable_observers(&s),
                      .schedules = p->options.schedules,
                      .repeat = p->options.repeat,
                      .compare_sizes = true,
                      .on_run = say_time,
                      .context = &p->options,
                      .keep_json = p->options.format == FORMAT_JSON};
    check_spec(p, &s, source, &o, c);
    print_messages(p, c->messages);
    for (uint32_t i = 0; i < c->runs.len; i++) {
        const CheckRun *run = &c->runs.at[i];
        if (run->verdict.failed) {
            fprintf(stderr, "lanewise: %u of %u expectations failed (subgroups of %u):\n",
                    run->verdict.failed, run->verdict.checked, run->subgroup_size);
            print_messages(p, run->verdict.text);
        }
    }
    Severity least =
        p->options.fail_on.len ? (Severity)severity_number(p->options.fail_on) : SEVERITY_WARNING;
    return c->exit_code ? c->exit_code : check_count(&c->all, least) ? EXIT_FOUND : EXIT_DONE;
}

static void print_text(Program *p, const CheckResult *c) {
    StrBuf out = {.arena = p->arena};
    if (p->options.format == FORMAT_GITHUB) {
        StrBuf summary = {.arena = p->arena};
        github_check(&out, c);
        if (c->exit_code != EXIT_USAGE)
            check_summary(&summary, c);
        github_guard(&out, strbuf_str(&summary));
    } else {
        check_text(&out, c, p->colour_out);
    }
    printf("%.*s", STR_ARG(strbuf_str(&out)));
    fflush(stdout);
}

static void print_json(json_t *o) {
    json_dumpf(o, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    putchar('\n');
    json_decref(o);
}

int verb_check(Program *p) {
    if (p->options.portability)
        return portability_report(p);
    VEC(const CheckResult *) results = {0};
    int code = EXIT_DONE;
    for (uint32_t i = 0; i < p->options.files.len && !os_interrupted(); i++) {
        CheckResult *c = arena_new(p->arena, CheckResult);
        int one = check_file(p, p->options.files.at[i], c);
        code = one > code ? one : code;
        vec_push(p->arena, &results, c);
        if (p->options.format == FORMAT_TEXT || p->options.format == FORMAT_GITHUB)
            print_text(p, c);
    }
    if (p->options.format == FORMAT_SARIF)
        print_json(sarif_log(p->arena, results.at, results.len));
    if (p->options.format != FORMAT_JSON)
        return code;
    json_t *all = json_array();
    for (uint32_t i = 0; i < results.len; i++)
        check_json(all, results.at[i]);
    if (json_array_size(all) == 1) {
        json_t *one = json_incref(json_array_get(all, 0));
        json_decref(all);
        all = one;
    }
    print_json(all);
    return code;
}
