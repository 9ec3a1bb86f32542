#include "cli/test_case.h"

#include <stdlib.h>

#include "base/os.h"
#include "cli/check.h"
#include "cli/enable.h"

/* ---- finding ---- */

static bool ends_in(Str s, const char *end) {
    uint32_t n = (uint32_t)strlen(end);
    return s.len >= n && memcmp(s.at + s.len - n, end, n) == 0;
}

static int by_name(const void *x, const void *y) {
    const Str *a = x, *b = y;
    return strcmp(a->at, b->at);
}

static void add_case(Program *p, TestCases *cases, Str path, bool from_folder) {
    vec_push(p->arena, cases, (TestCase){.path = path, .from_folder = from_folder});
}

/* Names that start with a dot are passed over, and links to folders not followed. */
static void walk(Program *p, Str folder, uint32_t depth, TestCases *cases) {
    enum { DEEPEST = 32 };
    const char *error;
    uint32_t n;
    Str *names = os_list_folder(p->arena, folder.at, &n, &error);
    if (!names) {
        complain("cannot read '%.*s': %s", STR_ARG(folder), error);
        add_case(p, cases, folder, false); /* fails as a file, too */
        return;
    }
    qsort(names, n, sizeof *names, by_name);
    while (folder.len > 1 && folder.at[folder.len - 1] == '/')
        folder.len--;
    for (uint32_t i = 0; i < n; i++) {
        if (names[i].at[0] == '.')
            continue;
        Str path = str_format(p->arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(names[i]));
        if (os_is_folder(path.at, false) && depth < DEEPEST)
            walk(p, path, depth + 1, cases);
        else if (ends_in(path, ".wgsl") || ends_in(path, ".run"))
            add_case(p, cases, path, true);
    }
}

void test_find(Program *p, const StrList *paths, TestCases *cases) {
    for (uint32_t i = 0; i < paths->len; i++) {
        Str path = str_copy(p->arena, paths->at[i]);
        if (os_is_folder(path.at, true))
            walk(p, path, 0, cases);
        else
            add_case(p, cases, path, false);
    }
}

/* ---- running ---- */

static void add_line(TestCase *c, bool ok, Str name, const Verdict *v, Str messages) {
    TestLine line = {
        .ok = ok,
        .name = name,
        .checked = v->checked,
        .details = ok ? (Str){"", 0}
                      : str_format(&c->arena, "%.*s%.*s", STR_ARG(v->text), STR_ARG(messages))};
    vec_push(&c->arena, &c->lines, line);
}

static void judge_error(TestCase *c, const Spec *s, const CheckResult *r) {
    Verdict v = {0};
    expect_errors(&c->arena, s, &r->source, &r->diagnostics, &v);
    add_line(c, !v.failed && r->exit_code == EXIT_REJECTED, c->path, &v, r->messages);
}

/* A line for each size, and with several sizes one for the findings of all. */
static void judge_runs(TestCase *c, const Spec *s, const CheckResult *r) {
    bool findings = expects_findings(s), several = r->runs.len > 1;
    for (uint32_t i = 0; i < r->runs.len; i++) {
        const CheckRun *run = &r->runs.at[i];
        Verdict v = run->verdict;
        if (findings && !several && run->exit_code == EXIT_DONE)
            expect_findings(&c->arena, s, &r->source, &r->all, &v);
        bool ok = run->exit_code == EXIT_DONE && !v.failed;
        if (ok && findings && several && !v.checked)
            continue;
        Str name = c->path;
        if (spec_size_at(s, i))
            name =
                str_format(&c->arena, "%.*s, subgroups of %u", STR_ARG(name), spec_size_at(s, i));
        add_line(c, ok, name, &v, r->messages);
    }
    if (!findings || !several || r->exit_code != EXIT_DONE)
        return;
    Verdict v = {0};
    expect_findings(&c->arena, s, &r->source, &r->all, &v);
    add_line(c, !v.failed, str_format(&c->arena, "%.*s, findings", STR_ARG(c->path)), &v,
             r->messages);
}

/* Rules that are off by default are on where one is expected. */
static uint32_t observers_for(const Spec *s) {
    uint32_t rules = enable_observers(s) | enable_expected(s);
    return (expects_findings(s) ? LW_OBSERVE_CHECK | rules : LW_OBSERVE_NONE) |
           (expects_finding_of_cost(s) ? LW_OBSERVE_COST : LW_OBSERVE_NONE);
}

static void run_case(Program *p, TestCase *c) {
    Spec s;
    Str source;
    Verdict none = {0};
    if (!program_read_spec(p, c->path, &s, &source)) {
        add_line(c, false, c->path, &none, strbuf_str(p->messages));
        return;
    }
    if (!s.expects.len) {
        if (!c->from_folder)
            vec_push(&c->arena, &c->lines,
                     ((TestLine){.ok = true, .skipped = true, .name = c->path}));
        return;
    }
    bool findings = expects_findings(&s), error = expects_error(&s);
    s.allow_non_uniform |= expects_divergence(&s);
    CheckOptions o = {.observe = error ? LW_OBSERVE_PRINT : observers_for(&s),
                      .schedules = findings ? p->options.schedules : 0,
                      .compare_sizes = findings,
                      .keep_errors = error};
    CheckResult r;
    check_spec(p, &s, source, &o, &r);
    if (error)
        judge_error(c, &s, &r);
    else
        judge_runs(c, &s, &r);
}

void test_run(const Program *p, TestCase *c, uint32_t threads) {
    uint64_t start = os_now_ns();
    jmp_buf on_oom;
    c->arena.on_oom = &on_oom;
    if (setjmp(on_oom) == 0) {
        StrBuf messages = {.arena = &c->arena};
        Program mine = *p;
        mine.arena = &c->arena;
        mine.messages = &messages;
        mine.colour_err = false;
        mine.options.threads = threads;
        mine.options.quiet = true;
        run_case(&mine, c);
    } else {
        c->out_of_memory = true;
    }
    c->arena.on_oom = NULL;
    c->ns = os_now_ns() - start;
}
