/* What the verbs that run shaders share: reading a file and what to run of it, saving buffers,
 * comparing them with expectations, times and exit codes. */
#include "cli/program.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/os.h"
#include "base/utf8.h"
#include "cli/texture.h"

enum { MOST_SOURCE = 16 << 20 };

/* ---- reading what to run ---- */

bool program_read_text(Program *p, Str path, Str *text) {
    const char *reason;
    if (!os_read_file(p->arena, str_copy(p->arena, path).at, MOST_SOURCE, text, &reason)) {
        complain_to(p->messages, "cannot read '%.*s': %s", STR_ARG(path), reason);
        return false;
    }
    uint32_t bad;
    if (utf8_valid(*text, &bad))
        return true;
    complain_to(p->messages, "'%.*s' is not UTF-8: byte %u starts no character", STR_ARG(path),
                bad);
    return false;
}

/* What editors put before UTF-8: no part of a shader (validate rejects it), and skipped when a file
 * is run, as a browser does that fetches it. */
static Str skip_mark(Str *text) {
    bool has = text->len >= 3 && memcmp(text->at, "\xef\xbb\xbf", 3) == 0;
    Str mark = {text->at, has ? 3 : 0};
    *text = (Str){text->at + mark.len, text->len - mark.len};
    return mark;
}

static bool ends_in(Str s, const char *end) {
    uint32_t n = (uint32_t)strlen(end);
    return s.len >= n && memcmp(s.at + s.len - n, end, n) == 0;
}

/* Would an output overwrite a file that is read? */
static bool is_input(Program *p, const Spec *s, const char *option, Str path) {
    const char *output = str_copy(p->arena, path).at;
    bool same = os_is_same_file(output, str_copy(p->arena, s->shader).at);
    for (uint32_t i = 0; i < p->options.files.len && !same; i++)
        same = os_is_same_file(output, p->options.files.at[i].at);
    if (same)
        complain_to(p->messages, "--%s '%.*s' is a file that is read: it would be overwritten",
                    option, STR_ARG(path));
    return same;
}

static bool keeps_inputs(Program *p, const Spec *s) {
    for (uint32_t i = 0; i < s->dumps.len; i++)
        if (is_input(p, s, "dump", s->dumps.at[i].path))
            return false;
    return !p->options.html.len || !is_input(p, s, "html", p->options.html);
}

bool program_read_spec(Program *p, Str path, Spec *s, Str *source) {
    *s = (Spec){.arena = p->arena};
    Str text, error;
    if (!program_read_text(p, path, &text))
        return false;
    Str mark = skip_mark(&text);
    bool ok;
    if (ends_in(path, ".run")) {
        ok = spec_read_run_file(s, path, text, &error);
        if (ok && !s->shader.len) {
            complain_to(p->messages, "'%.*s' names no shader: its first line is: shader PATH",
                        STR_ARG(path));
            return false;
        }
        if (ok && !program_read_text(p, s->shader, source))
            return false;
        if (ok)
            mark = skip_mark(source);
    } else {
        s->shader = path;
        *source = text;
        ok = spec_read_shader(s, path, text, &error);
    }
    if (!ok) {
        say(p->messages, "%.*s\n", STR_ARG(error));
        return false;
    }
    s->mark = mark;
    const Options *o = &p->options;
    for (uint32_t i = 0; i < o->directives.len; i++)
        spec_clear(s, o->directives.at[i].directive);
    for (uint32_t i = 0; i < o->directives.len; i++) {
        const char *bad =
            spec_add(s, o->directives.at[i].directive, o->directives.at[i].arguments, 0);
        if (bad) {
            complain_to(p->messages, "--%.*s: %s", STR_ARG(o->directives.at[i].directive), bad);
            return false;
        }
    }
    return keeps_inputs(p, s);
}

bool program_read_shader(Program *p, Str *path, Str *text) {
    Spec s;
    if (!ends_in(*path, ".run"))
        return program_read_text(p, *path, text);
    if (!program_read_spec(p, *path, &s, text))
        return false;
    *path = s.shader;
    return true;
}

/* ---- running ---- */

/* Steps take longer when they are looked at: what never ends ends in seconds. */
static const uint64_t CHECK_STEPS = 10u * UINT64_C(1000000000);

RunOptions program_run_options(const Program *p, uint32_t observe) {
    const Options *o = &p->options;
    uint64_t steps = o->step_budget;
    if (!steps && (observe & LW_OBSERVE_CHECK))
        steps = CHECK_STEPS;
    return (RunOptions){.observe = observe,
                        .threads = o->threads,
                        .step_budget = steps,
                        .memory_budget = o->memory_budget,
                        .quiet = o->quiet,
                        .colour = p->colour_err,
                        .prints = o->prints,
                        .repeat = o->repeat,
                        .messages = p->messages};
}

uint32_t spec_size_count(const Spec *s) {
    return s->subgroup_sizes.len ? s->subgroup_sizes.len : 1;
}
uint32_t spec_size_at(const Spec *s, uint32_t i) {
    return s->subgroup_sizes.len ? s->subgroup_sizes.at[i] : 0;
}

static const char *dump(Program *p, const Dump *d, const RunBuffer *b) {
    if (b->sampler)
        return "it is a sampler, which holds nothing";
    if (b->texture)
        return texture_write_file(p->arena, d->path, b);
    ScalarType t = b->has_scalar ? b->scalar : SCALAR_U32;
    Shape shape = shape_of_elements(b->bytes / scalar_bytes(t));
    return buffer_write_file(p->arena, d->path, t, &shape, b->after, b->bytes);
}

bool program_dump_buffers(Program *p, const Spec *s, RunResult *r) {
    for (uint32_t i = 0; i < s->dumps.len; i++) {
        const Dump *d = &s->dumps.at[i];
        const RunBuffer *b = run_buffer(r, d->group, d->binding);
        const char *bad = b ? dump(p, d, b) : "the shader has no such binding";
        if (bad) {
            complain("--dump %u:%u: %s", d->group, d->binding, bad);
            return false;
        }
    }
    return true;
}

Verdict program_check_values(Program *p, const Spec *s, RunResult *r) {
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

static uint64_t median(uint64_t *times, uint32_t n) {
    if (!n)
        return 0;
    qsort(times, n, sizeof *times, compare_times);
    return times[n / 2];
}

uint64_t run_median_ns(RunResult *r) {
    return median(r->times_ns.at, r->times_ns.len);
}

uint64_t run_processor_ns(RunResult *r) {
    return median(r->processor_ns.at, r->processor_ns.len);
}

void program_print_times(FILE *f, const RunOptions *o, RunResult *r) {
    if (o->repeat)
        fprintf(
            f, "subgroups of %u: compile %.3f ms, run %.3f ms, processor %.3f ms (medians of %u)\n",
            r->subgroup_size, (double)r->compile_ns / 1e6, (double)run_median_ns(r) / 1e6,
            (double)run_processor_ns(r) / 1e6, r->times_ns.len);
}

int severity_number(Str name) {
    return str_is(name, "note") ? 0 : str_is(name, "warning") ? 2 : str_is(name, "error") ? 3 : 4;
}

int program_fail_on(const Program *p, RunResult *r, const Verdict *v) {
    if (!p->options.fail_on.len)
        return EXIT_DONE;
    size_t n = 0;
    const LwFinding *f = r->report ? lw_report_findings(r->report, &n) : NULL;
    for (size_t i = 0; i < n; i++)
        if (f[i].severity >= severity_number(p->options.fail_on))
            return EXIT_FOUND;
    return v->failed ? EXIT_FOUND : EXIT_DONE;
}
