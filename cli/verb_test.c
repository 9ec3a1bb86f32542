/* `lanewise test`: runs shaders and checks their expectations.
 *
 * Tests are spread over threads, each with devices of its own; when there are fewer tests than
 * cores, devices get the cores that are left. Lines come out in the order of the files all the
 * same. */
#include <stdio.h>

#include "base/lock.h"
#include "base/os.h"
#include "base/threads.h"
#include "base/utf8.h"
#include "cli/test_case.h"
#include "cli/verb.h"

typedef struct TestRun {
    Program *program;
    TestCases cases;
    uint32_t threads; /* of each device */
    Lock *lock;       /* of what follows */
    uint32_t next, finished, printed;
    uint32_t number, failed, skipped; /* of lines */
    bool progress_shown;
} TestRun;

/* ---- TAP ---- */

static void print_details(Str text) {
    while (text.len) {
        const char *end = memchr(text.at, '\n', text.len);
        uint32_t n = end ? (uint32_t)(end - text.at) : text.len;
        printf("# %.*s\n", (int)n, text.at);
        text = (Str){text.at + n, text.len - n};
        if (text.len)
            text = (Str){text.at + 1, text.len - 1};
    }
}

static void print_line(TestRun *t, const TestLine *line) {
    t->failed += !line->ok;
    t->skipped += line->skipped;
    t->number++;
    if (t->program->options.format != FORMAT_TAP)
        return;
    Str name = utf8_shown(t->program->arena, line->name);
    if (line->skipped) {
        printf("ok %u - %.*s # SKIP it expects nothing\n", t->number, STR_ARG(name));
        return;
    }
    printf("%s %u - %.*s (%u expectation%s)\n", line->ok ? "ok" : "not ok", t->number,
           STR_ARG(name), line->checked, line->checked == 1 ? "" : "s");
    print_details(line->details);
}

static void print_sum(const TestRun *t) {
    printf("1..%u\n%u passed, %u failed", t->number, t->number - t->failed - t->skipped, t->failed);
    if (t->skipped)
        printf(", %u without expectations", t->skipped);
    putchar('\n');
}

static void print_case(TestRun *t, const TestCase *c) {
    if (c->out_of_memory)
        print_line(t, &(TestLine){.name = c->path, .details = STR("out of memory\n")});
    for (uint32_t i = 0; i < c->lines.len && !c->out_of_memory; i++)
        print_line(t, &c->lines.at[i]);
}

/* Only where the lines themselves do not show how far it is. */
static void show_progress(TestRun *t) {
    if (!os_is_terminal(OS_STDERR) || os_is_terminal(OS_STDOUT))
        return;
    t->progress_shown = true;
    fprintf(stderr, "\r%u of %u files, %u failed ", t->finished, t->cases.len, t->failed);
}

/* ---- running ---- */

static void finish(TestRun *t, TestCase *c) {
    lock_take(t->lock);
    c->done = true;
    t->finished++;
    while (t->printed < t->cases.len && t->cases.at[t->printed].done)
        print_case(t, &t->cases.at[t->printed++]);
    fflush(stdout);
    show_progress(t);
    lock_give(t->lock);
}

static TestCase *take(TestRun *t) {
    lock_take(t->lock);
    TestCase *c = t->next < t->cases.len && !os_interrupted() ? &t->cases.at[t->next++] : NULL;
    lock_give(t->lock);
    return c;
}

static void work(void *context, uint32_t worker) {
    (void)worker;
    TestRun *t = context;
    for (TestCase *c = take(t); c; c = take(t)) {
        test_run(t->program, c, t->threads);
        finish(t, c);
    }
}

static void run_all(TestRun *t) {
    uint32_t cores = t->program->options.threads ? t->program->options.threads : os_cpu_count();
    uint32_t workers = t->cases.len < cores ? t->cases.len : cores;
    t->threads = workers ? cores / workers : 1;
    ThreadPool *pool = threads_new(workers);
    if (pool)
        threads_run(pool, work, t);
    else
        work(t, 0);
    threads_free(pool);
    if (t->progress_shown)
        fputs("\r\033[K", stderr);
}

/* ---- JUnit ---- */

/* Text of XML: what it cannot hold becomes a question mark. */
static void put_xml(StrBuf *out, Str text) {
    const char *at = text.at, *end = text.at + text.len;
    while (at < end) {
        uint32_t c, n = utf8_decode(at, end, &c);
        switch (n ? c : 0) {
        case '<': strbuf_add(out, STR("&lt;")); break;
        case '>': strbuf_add(out, STR("&gt;")); break;
        case '&': strbuf_add(out, STR("&amp;")); break;
        case '"': strbuf_add(out, STR("&quot;")); break;
        default:
            if (!n || (c < 32 && c != '\n' && c != '\t') || c == 0xfffe || c == 0xffff)
                strbuf_addc(out, '?');
            else
                strbuf_add(out, (Str){at, n});
        }
        at += n ? n : 1;
    }
}

static Str first_line(Str text) {
    const char *end = memchr(text.at, '\n', text.len);
    return end ? (Str){text.at, (uint32_t)(end - text.at)} : text;
}

static void put_case(StrBuf *out, const TestCase *c, const TestLine *line, double seconds) {
    strbuf_addf(out, "    <testcase classname=\"");
    put_xml(out, c->path);
    strbuf_addf(out, "\" name=\"");
    put_xml(out, line->name);
    strbuf_addf(out, "\" file=\"");
    put_xml(out, c->path);
    strbuf_addf(out, "\" time=\"%.3f\"", seconds);
    if (line->ok) {
        strbuf_addf(out, line->skipped ? "><skipped message=\"it expects nothing\"/></testcase>\n"
                                       : "/>\n");
        return;
    }
    strbuf_addf(out, ">\n      <failure message=\"");
    put_xml(out, first_line(line->details));
    strbuf_addf(out, "\">");
    put_xml(out, line->details);
    strbuf_addf(out, "</failure>\n    </testcase>\n");
}

static void print_junit(const TestRun *t, double seconds) {
    StrBuf out = {.arena = t->program->arena};
    strbuf_addf(&out,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite "
                "name=\"lanewise\" tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"%u\" "
                "time=\"%.3f\">\n",
                t->number, t->failed, t->skipped, seconds);
    for (uint32_t i = 0; i < t->cases.len; i++) {
        const TestCase *c = &t->cases.at[i];
        if (c->out_of_memory)
            put_case(&out, c, &(TestLine){.name = c->path, .details = STR("out of memory\n")}, 0);
        for (uint32_t k = 0; k < c->lines.len && !c->out_of_memory; k++)
            put_case(&out, c, &c->lines.at[k], k ? 0 : (double)c->ns / 1e9);
    }
    strbuf_addf(&out, "  </testsuite>\n</testsuites>\n");
    printf("%.*s", STR_ARG(strbuf_str(&out)));
}

int verb_test(Program *p) {
    TestRun t = {.program = p, .lock = lock_new()};
    uint64_t start = os_now_ns();
    if (!t.lock) {
        complain("out of memory");
        return EXIT_LIMIT;
    }
    test_find(p, &p->options.files, &t.cases);
    run_all(&t);
    if (p->options.format == FORMAT_TAP)
        print_sum(&t);
    else
        print_junit(&t, (double)(os_now_ns() - start) / 1e9);
    for (uint32_t i = 0; i < t.cases.len; i++)
        arena_free(&t.cases.at[i].arena);
    lock_free(t.lock);
    if (t.number > t.skipped)
        return t.failed || t.finished < t.cases.len ? EXIT_FOUND : EXIT_DONE;
    complain(
        "there is nothing to test: no file here expects anything (docs/formats.md has the expect "
        "lines, as in //! expect 0:1 [0..4] values 1 2 3 4)");
    return EXIT_USAGE;
}
