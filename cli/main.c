/* The command `lanewise`. Each verb is a function of its options that returns an exit code. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/os.h"
#include "base/utf8.h"
#include "cli/banks.h"
#include "cli/expect.h"
#include "cli/options.h"
#include "cli/run.h"
#include "cli/variants.h"

enum { MOST_SOURCE = 16 << 20 };

typedef struct Program {
    Arena *arena;
    Options options;
    bool colour_out, colour_err;
} Program;

static Str str(WGPUStringView v) {
    return (Str){v.data, (uint32_t)v.length};
}
static WGPUStringView view(Str s) {
    return (WGPUStringView){s.at, s.len};
}

/* ---- reading what to run ---- */

static bool read_text(Program *p, Str path, Str *text) {
    const char *reason;
    if (!os_read_file(p->arena, str_copy(p->arena, path).at, MOST_SOURCE, text, &reason)) {
        complain("cannot read '%.*s': %s", STR_ARG(path), reason);
        return false;
    }
    uint32_t bad;
    if (utf8_valid(*text, &bad))
        return true;
    complain("'%.*s' is not UTF-8: byte %u starts no character", STR_ARG(path), bad);
    return false;
}

static bool ends_in(Str s, const char *end) {
    uint32_t n = (uint32_t)strlen(end);
    return s.len >= n && memcmp(s.at + s.len - n, end, n) == 0;
}

/* The spec of a file, with the options on top, and the shader's text. */
static bool read_spec(Program *p, Str path, Spec *s, Str *source) {
    *s = (Spec){.arena = p->arena};
    Str text, error;
    if (!read_text(p, path, &text))
        return false;
    bool ok;
    if (ends_in(path, ".run")) {
        ok = spec_read_run_file(s, path, text, &error);
        if (ok && !s->shader.len) {
            complain("'%.*s' names no shader: its first line is: shader PATH", STR_ARG(path));
            return false;
        }
        if (ok && !read_text(p, s->shader, source))
            return false;
    } else {
        s->shader = path;
        *source = text;
        ok = spec_read_shader(s, path, text, &error);
    }
    if (!ok) {
        fprintf(stderr, "%.*s\n", STR_ARG(error));
        return false;
    }
    const Options *o = &p->options;
    for (uint32_t i = 0; i < o->directives.len; i++)
        spec_clear(s, o->directives.at[i].directive);
    for (uint32_t i = 0; i < o->directives.len; i++) {
        const char *bad =
            spec_add(s, o->directives.at[i].directive, o->directives.at[i].arguments, 0);
        if (bad) {
            complain("--%.*s: %s", STR_ARG(o->directives.at[i].directive), bad);
            return false;
        }
    }
    return true;
}

static RunOptions run_options(const Program *p, uint32_t observe) {
    const Options *o = &p->options;
    return (RunOptions){.observe = observe,
                        .threads = o->threads,
                        .step_budget = o->step_budget,
                        .memory_budget = o->memory_budget,
                        .quiet = o->quiet,
                        .colour = p->colour_err,
                        .repeat = o->repeat};
}

/* The sizes to run at: those given, else 0 (the hardware model's). */
static uint32_t size_count(const Spec *s) {
    return s->subgroup_sizes.len ? s->subgroup_sizes.len : 1;
}
static uint32_t size_at(const Spec *s, uint32_t i) {
    return s->subgroup_sizes.len ? s->subgroup_sizes.at[i] : 0;
}

/* ---- what run and profile share ---- */

static bool dump_buffers(Program *p, const Spec *s, RunResult *r) {
    for (uint32_t i = 0; i < s->dumps.len; i++) {
        const Dump *d = &s->dumps.at[i];
        const RunBuffer *b = run_buffer(r, d->group, d->binding);
        const char *bad =
            !b ? "the shader has no such binding"
               : buffer_write_file(p->arena, d->path, b->has_scalar ? b->scalar : SCALAR_U32,
                                   b->after, b->bytes);
        if (bad) {
            complain("--dump %u:%u: %s", d->group, d->binding, bad);
            return false;
        }
    }
    return true;
}

/* Values against expectations: a line on standard error, details when some failed. */
static Verdict check_values(Program *p, const Spec *s, RunResult *r) {
    Verdict v = {0};
    expect_buffers(p->arena, s, r, &v);
    if (v.failed)
        fprintf(stderr, "lanewise: %u of %u expectations failed (subgroups of %u):\n%.*s", v.failed,
                v.checked, r->subgroup_size, STR_ARG(v.text));
    else if (v.checked && !p->options.quiet)
        fprintf(stderr, "lanewise: result verified: %u expectation%s met\n", v.checked,
                v.checked == 1 ? "" : "s");
    return v;
}

static int compare_times(const void *x, const void *y) {
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

static uint64_t median_ns(RunResult *r) {
    if (!r->times_ns.len)
        return 0;
    qsort(r->times_ns.at, r->times_ns.len, sizeof(uint64_t), compare_times);
    return r->times_ns.at[r->times_ns.len / 2];
}

static void print_times(FILE *f, const RunOptions *o, RunResult *r) {
    if (o->repeat)
        fprintf(f, "subgroups of %u: compile %.3f ms, run %.3f ms (median of %u)\n",
                r->subgroup_size, (double)r->compile_ns / 1e6, (double)median_ns(r) / 1e6,
                r->times_ns.len);
}

static int severity_number(Str name) {
    return str_is(name, "note") ? 0 : str_is(name, "warning") ? 2 : str_is(name, "error") ? 3 : 4;
}

/* EXIT_FOUND when --fail-on was given and something of that severity was found. */
static int fail_on(const Program *p, RunResult *r, const Verdict *v) {
    if (!p->options.fail_on.len)
        return EXIT_DONE;
    size_t n = 0;
    const LwFinding *f = r->report ? lw_report_findings(r->report, &n) : NULL;
    for (size_t i = 0; i < n; i++)
        if (f[i].severity >= severity_number(p->options.fail_on))
            return EXIT_FOUND;
    return v->failed ? EXIT_FOUND : EXIT_DONE;
}

/* ---- run ---- */

static void print_buffer(const RunBuffer *b) {
    enum { MOST = 16 };
    ScalarType t = b->has_scalar ? b->scalar : SCALAR_U32;
    uint64_t n = b->bytes / scalar_bytes(t);
    printf("%u:%u %.*s, %llu x %s:", b->group, b->binding, STR_ARG(b->name), (unsigned long long)n,
           scalar_name(t));
    for (uint64_t i = 0; i < n && i < MOST; i++)
        printf(" %.9g", buffer_element(b->after, t, i));
    printf("%s\n", n > MOST ? " ..." : "");
}

static json_t *run_json(const Spec *s, RunResult *r) {
    json_t *o = json_object(), *buffers = json_array();
    for (uint32_t i = 0; i < r->buffers.len; i++) {
        const RunBuffer *b = &r->buffers.at[i];
        if (!b->writable)
            continue;
        ScalarType t = b->has_scalar ? b->scalar : SCALAR_U32;
        json_t *one = json_object(), *values = json_array();
        for (uint64_t k = 0; k < b->bytes / scalar_bytes(t); k++) {
            double v = buffer_element(b->after, t, k);
            bool whole = t == SCALAR_I32 || t == SCALAR_U32;
            json_t *value = whole ? json_integer((json_int_t)v) : json_real(v);
            json_array_append_new(values, value ? value : json_null()); /* JSON has no NaN */
        }
        json_object_set_new(one, "group", json_integer(b->group));
        json_object_set_new(one, "binding", json_integer(b->binding));
        json_object_set_new(one, "name", json_stringn_nocheck(b->name.at, b->name.len));
        json_object_set_new(one, "type", json_string(scalar_name(t)));
        json_object_set_new(one, "values", values);
        json_array_append_new(buffers, one);
    }
    json_object_set_new(o, "lanewise", json_string(lw_version()));
    json_object_set_new(o, "shader", json_stringn_nocheck(s->shader.at, s->shader.len));
    json_object_set_new(o, "subgroup_size", json_integer(r->subgroup_size));
    json_object_set_new(o, "compile_ns", json_integer((json_int_t)r->compile_ns));
    json_object_set_new(o, "median_ns", json_integer((json_int_t)median_ns(r)));
    json_object_set_new(o, "buffers", buffers);
    return o;
}

static int verb_run(Program *p) {
    if (p->options.files.len > 1) {
        complain("run takes one file; lanewise test takes several");
        return EXIT_USAGE;
    }
    Spec s;
    Str source;
    if (!read_spec(p, p->options.files.at[0], &s, &source))
        return EXIT_USAGE;
    RunOptions o = run_options(p, LW_OBSERVE_NONE);
    json_t *all = json_array();
    int code = EXIT_DONE;
    for (uint32_t i = 0; i < size_count(&s) && code == EXIT_DONE; i++) {
        RunResult r;
        run_spec(p->arena, &s, source, &o, size_at(&s, i), &r);
        code = r.exit_code;
        if (code == EXIT_DONE && !dump_buffers(p, &s, &r))
            code = EXIT_USAGE;
        if (code == EXIT_DONE) {
            Verdict v = check_values(p, &s, &r);
            if (p->options.json) {
                json_array_append_new(all, run_json(&s, &r));
            } else {
                if (s.subgroup_sizes.len > 1)
                    printf("subgroups of %u\n", r.subgroup_size);
                for (uint32_t k = 0; k < r.buffers.len; k++)
                    if (r.buffers.at[k].writable)
                        print_buffer(&r.buffers.at[k]);
                print_times(stdout, &o, &r);
            }
            code = fail_on(p, &r, &v);
        }
        run_free(&r);
    }
    if (p->options.json && json_array_size(all)) {
        json_dumpf(json_array_size(all) > 1 ? all : json_array_get(all, 0), stdout,
                   JSON_INDENT(2) | JSON_REAL_PRECISION(9));
        putchar('\n');
    }
    json_decref(all);
    return code;
}

/* ---- profile ---- */

/* Profiles one file; appends to `json` or prints. */
static int profile_file(Program *p, Str path, Variants *variants, StrBuf *json, uint32_t *objects) {
    Spec s;
    Str source;
    if (!read_spec(p, path, &s, &source))
        return EXIT_USAGE;
    RunOptions o = run_options(p, LW_OBSERVE_COST);
    int code = EXIT_DONE;
    for (uint32_t i = 0; i < size_count(&s) && code == EXIT_DONE; i++) {
        RunResult r;
        run_spec(p->arena, &s, source, &o, size_at(&s, i), &r);
        code = r.exit_code;
        if (code == EXIT_DONE && !dump_buffers(p, &s, &r))
            code = EXIT_USAGE;
        if (code == EXIT_DONE && r.report) {
            Verdict v = check_values(p, &s, &r);
            if (p->options.json) {
                strbuf_addf(json, "%s", (*objects)++ ? ",\n" : "");
                strbuf_add(json, str(lw_report_json(r.report, view(s.shader))));
            } else {
                LwTextOptions text = {view(s.shader), p->colour_out,
                                      os_terminal_columns(OS_STDOUT)};
                Str out = str(lw_report_text(r.report, &text));
                if (variants)
                    variants_add(variants, s.shader, &r, &v);
                else
                    printf("%s%.*s", i ? "\n" : "", STR_ARG(out));
                if (variants && variants->rows.len == 1)
                    printf("%.*s", STR_ARG(out));
            }
            print_times(stderr, &o, &r);
            code = fail_on(p, &r, &v);
        }
        run_free(&r);
    }
    return code;
}

static int verb_profile(Program *p) {
    StrBuf json = {.arena = p->arena};
    Variants variants = {.arena = p->arena};
    uint32_t objects = 0;
    int code = EXIT_DONE;
    bool several = p->options.files.len > 1;
    for (uint32_t i = 0; i < p->options.files.len && (code == EXIT_DONE || code == EXIT_FOUND);
         i++) {
        int one =
            profile_file(p, p->options.files.at[i], several ? &variants : NULL, &json, &objects);
        code = one ? one : code;
    }
    if (objects == 1)
        printf("%.*s\n", STR_ARG(strbuf_str(&json)));
    else if (objects)
        printf("[%.*s]\n", STR_ARG(strbuf_str(&json)));
    variants_print(&variants, p->colour_out);
    return code;
}

/* ---- validate ---- */

static json_t *diagnostic_json(const LwDiagnostic *d) {
    static const char *const severities[] = {"note", "info", "warning", "error"};
    json_t *o = json_object(), *notes = json_array();
    json_object_set_new(o, "severity", json_string(severities[d->severity & 3]));
    json_object_set_new(o, "code", json_stringn_nocheck(d->code.data, d->code.length));
    json_object_set_new(o, "message", json_stringn_nocheck(d->message.data, d->message.length));
    json_object_set_new(o, "line", json_integer(d->line));
    json_object_set_new(o, "column", json_integer(d->column));
    json_object_set_new(o, "end_line", json_integer(d->end_line));
    json_object_set_new(o, "end_column", json_integer(d->end_column));
    for (size_t i = 0; i < d->note_count; i++)
        json_array_append_new(notes, diagnostic_json(&d->notes[i]));
    json_object_set_new(o, "notes", notes);
    return o;
}

static int verb_validate(Program *p) {
    int code = EXIT_DONE;
    json_t *all = json_array();
    for (uint32_t i = 0; i < p->options.files.len; i++) {
        Str path = p->options.files.at[i], source;
        if (!read_text(p, path, &source)) {
            code = EXIT_USAGE;
            continue;
        }
        RunResult r;
        const LwDiagnostic *list = NULL;
        size_t count = 0;
        int one = run_validate(p->arena, path, source, p->colour_err,
                               p->options.json ? &list : NULL, &count, &r);
        if (p->options.json) {
            json_t *o = json_object(), *diagnostics = json_array();
            for (size_t k = 0; k < count; k++)
                json_array_append_new(diagnostics, diagnostic_json(&list[k]));
            json_object_set_new(o, "lanewise", json_string(lw_version()));
            json_object_set_new(o, "shader", json_stringn_nocheck(path.at, path.len));
            json_object_set_new(o, "valid", json_boolean(one == EXIT_DONE));
            json_object_set_new(o, "diagnostics", diagnostics);
            json_array_append_new(all, o);
        }
        run_free(&r);
        code = code ? code : one;
    }
    if (p->options.json) {
        json_dumpf(json_array_size(all) == 1 ? json_array_get(all, 0) : all, stdout,
                   JSON_INDENT(2));
        putchar('\n');
    }
    json_decref(all);
    return code;
}

/* ---- test ---- */

/* One file at one subgroup size: all its expectations. */
static bool test_once(Program *p, const Spec *s, Str source, uint32_t size, Verdict *v) {
    RunOptions o = run_options(p, expects_finding_of_cost(s) ? LW_OBSERVE_COST : LW_OBSERVE_NONE);
    o.quiet = true;
    o.keep_errors = expects_error(s);
    RunResult r;
    run_spec(p->arena, s, source, &o, size, &r);
    if (expects_error(s))
        expect_errors(p->arena, s, &r, v);
    else if (r.exit_code == EXIT_DONE) {
        expect_buffers(p->arena, s, &r, v);
        if (expects_findings(s))
            expect_findings(p->arena, s, &r, v);
    }
    bool ok = !v->failed &&
              (r.exit_code == EXIT_DONE || (expects_error(s) && r.exit_code == EXIT_REJECTED));
    run_free(&r);
    return ok;
}

static int verb_test(Program *p) {
    uint32_t number = 0, failed = 0;
    for (uint32_t i = 0; i < p->options.files.len; i++) {
        Spec s;
        Str source, path = p->options.files.at[i];
        if (!read_spec(p, path, &s, &source)) {
            printf("not ok %u - %.*s\n", ++number, STR_ARG(path));
            failed++;
            continue;
        }
        for (uint32_t k = 0; k < size_count(&s); k++) {
            Verdict v = {0};
            bool ok = test_once(p, &s, source, size_at(&s, k), &v);
            failed += !ok;
            printf("%s %u - %.*s", ok ? "ok" : "not ok", ++number, STR_ARG(path));
            if (size_at(&s, k))
                printf(", subgroups of %u", size_at(&s, k));
            printf(" (%u expectation%s)\n", v.checked, v.checked == 1 ? "" : "s");
            for (uint32_t at = 0, start = 0; at < v.text.len; at++) {
                if (v.text.at[at] != '\n')
                    continue;
                printf("# %.*s\n", (int)(at - start), v.text.at + start);
                start = at + 1;
            }
            fflush(stdout);
        }
    }
    printf("1..%u\n%u passed, %u failed\n", number, number - failed, failed);
    return failed ? EXIT_FOUND : EXIT_DONE;
}

/* ---- main ---- */

static int verb_banks(Program *p) {
    p->options.banks.json = p->options.json;
    p->options.banks.colour = p->colour_out;
    return banks_main(p->arena, &p->options.banks);
}

static int run_verb(Program *p, int argc, char **argv) {
    static int (*const verb[VERB_COUNT])(Program *) = {
        [VERB_VALIDATE] = verb_validate, [VERB_RUN] = verb_run,     [VERB_PROFILE] = verb_profile,
        [VERB_TEST] = verb_test,         [VERB_BANKS] = verb_banks,
    };
    int code;
    if (!options_parse(p->arena, argc, argv, &p->options, &code))
        return code;
    int colour = p->options.colour;
    p->colour_out = colour < 0 ? os_is_terminal(OS_STDOUT) && !getenv("NO_COLOR") : colour;
    p->colour_err = colour < 0 ? os_is_terminal(OS_STDERR) && !getenv("NO_COLOR") : colour;
    os_catch_interrupt();
    return verb[p->options.verb](p);
}

int main(int argc, char **argv) {
    Arena arena = {0};
    jmp_buf on_oom;
    arena.on_oom = &on_oom;
    if (setjmp(on_oom)) {
        complain("out of memory");
        return EXIT_LIMIT;
    }
    Program *p = arena_new(&arena, Program);
    p->arena = &arena;
    int code = run_verb(p, argc, argv);
    /* What was printed may not have reached its file: a full disk is an error too. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain("cannot write to standard output");
        code = code ? code : EXIT_USAGE;
    }
    arena_free(&arena);
    return code;
}
