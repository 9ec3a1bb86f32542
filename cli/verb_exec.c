/* `lanewise exec`: runs a program that uses WebGPU with Lanewise in the place of its library.
 *
 * A folder of links, each with a name under which programs load a WebGPU library, is put before
 * LD_LIBRARY_PATH. For programs that bring their library and say where it is (an rpath), Lanewise
 * is loaded first as well (LD_PRELOAD), so that its functions are the ones found. Options travel in
 * environment variables, reports come back as files in a folder. */
#include <stdio.h>
#include <stdlib.h>

#include "base/os.h"
#include "cli/exec_report.h"
#include "cli/verb.h"

/* What Dawn, wgpu-native and those who pack them call it. */
static const char *const library_stems[] = {"libwebgpu_dawn", "libwebgpu", "libdawn",
                                            "libwgpu_native", "libwgpu",   "libwebgpu_wrapper"};
static const char *const library_suffixes[] = {".so", ".so.0", ".so.1", ".so.2"};

enum {
    STEMS = sizeof library_stems / sizeof library_stems[0],
    SUFFIXES = sizeof library_suffixes / sizeof library_suffixes[0],
    MOST_VARIABLES = 16,
};

/* Exit codes of shells, where the program itself has none to give. */
enum { EXIT_NOT_EXECUTABLE = 126, EXIT_NOT_FOUND = 127, EXIT_SIGNAL = 128 };

typedef struct Exec {
    Program *program;
    Arena *arena;
    const char *folder;             /* of this run: links and reports */
    char *variable[MOST_VARIABLES]; /* NAME=value; ends in NULL */
    uint32_t variables;
    char **argv;
    ExecReport report;
} Exec;

/* ---- the library ---- */

/* Beside the command, or where an installation has it. */
static Str find_library(Exec *e) {
    static const char *const places[] = {"liblanewise.so.0", "../lib/liblanewise.so.0",
                                         "../lib64/liblanewise.so.0", "../liblanewise.so.0"};
    Str given = e->program->options.exec.library;
    if (given.len)
        return given;
    Str path = os_program_path(e->arena);
    while (path.len && path.at[path.len - 1] != '/')
        path.len--;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        Str candidate = str_format(e->arena, "%.*s%s", STR_ARG(path), places[i]);
        if (os_is_file(candidate.at))
            return candidate;
    }
    return (Str){"", 0};
}

/* The folder of links; a link's path in *preload. */
static bool make_links(Exec *e, Str library, Str *preload) {
    const char *why = NULL;
    Str folder = str_format(e->arena, "%s/lib", e->folder);
    bool ok = os_make_folder(folder.at, &why);
    for (int i = 0; i < STEMS; i++)
        for (int k = 0; ok && k < SUFFIXES; k++)
            ok = os_link(
                library.at,
                str_format(e->arena, "%s/%s%s", folder.at, library_stems[i], library_suffixes[k])
                    .at,
                &why);
    *preload = str_format(e->arena, "%s/%s.so", folder.at, library_stems[0]);
    if (!ok)
        complain("cannot make links in '%s': %s", folder.at, why);
    return ok;
}

/* ---- the environment ---- */

static void set(Exec *e, const char *name, Str value) {
    Str text = str_format(e->arena, "%s=%.*s", name, STR_ARG(value));
    e->variable[e->variables++] = (char *)(uintptr_t)text.at;
}

static void set_number(Exec *e, const char *name, uint64_t value) {
    if (value)
        set(e, name, str_format(e->arena, "%llu", (unsigned long long)value));
}

/* Before what the variable holds already. */
static void set_first(Exec *e, const char *name, Str value) {
    const char *old = getenv(name);
    set(e, name, old && *old ? str_format(e->arena, "%.*s:%s", STR_ARG(value), old) : value);
}

/* The options that are directives elsewhere; false when one is wrong. */
static bool read_directives(Exec *e, Spec *s) {
    const Options *o = &e->program->options;
    *s = (Spec){.arena = e->arena};
    for (uint32_t i = 0; i < o->directives.len; i++) {
        const OptionDirective *d = &o->directives.at[i];
        const char *bad = spec_add(s, d->directive, d->arguments, 0);
        if (bad) {
            complain("--%.*s: %s", STR_ARG(d->directive), bad);
            return false;
        }
    }
    if (s->subgroup_sizes.len > 1) {
        complain("exec runs the program once, at one subgroup size; run it again for another");
        return false;
    }
    return true;
}

static void set_options(Exec *e, const Spec *s) {
    static const char *const out_of_bounds[] = {"clamp", "drop", "trap"};
    const Options *o = &e->program->options;
    if (s->subgroup_sizes.len)
        set_number(e, "LANEWISE_SUBGROUP_SIZE", s->subgroup_sizes.at[0]);
    if (s->hardware.len)
        set(e, "LANEWISE_HARDWARE", s->hardware);
    if (s->schedule.len)
        set(e, "LANEWISE_SCHEDULE",
            s->schedule_arg ? str_format(e->arena, "%.*s %u", STR_ARG(s->schedule), s->schedule_arg)
                            : s->schedule);
    if (s->out_of_bounds)
        set(e, "LANEWISE_OUT_OF_BOUNDS", str_from_c(out_of_bounds[s->out_of_bounds]));
    set_number(e, "LANEWISE_THREADS", o->threads);
    set_number(e, "LANEWISE_STEP_BUDGET", o->step_budget);
    set_number(e, "LANEWISE_MEMORY_BUDGET", o->memory_budget >> 20);
}

static bool prepare(Exec *e) {
    const ExecOptions *o = &e->program->options.exec;
    Spec s;
    if (!read_directives(e, &s))
        return false;
    Str library = find_library(e), preload;
    if (!library.len || !os_is_file(str_copy(e->arena, library).at)) {
        complain("cannot find %s; name it with --library",
                 library.len ? library.at : "liblanewise.so");
        return false;
    }
    if (!make_links(e, library, &preload))
        return false;
    set_first(e, "LD_LIBRARY_PATH", str_format(e->arena, "%s/lib", e->folder));
    set_first(e, "LD_PRELOAD", preload);
    set_options(e, &s);
    if (o->check || o->profile) {
        set(e, "LANEWISE_OBSERVE",
            str_from_c(!o->profile ? "check"
                       : o->check  ? "check,cost"
                                   : "cost"));
        set(e, "LANEWISE_REPORT", str_format(e->arena, "%s/report", e->folder));
        const char *why;
        if (!os_make_folder(str_format(e->arena, "%s/report", e->folder).at, &why)) {
            complain("cannot make a folder in '%s': %s", e->folder, why);
            return false;
        }
    }
    return true;
}

/* ---- the report ---- */

static bool write_out(Exec *e, Str text) {
    Str path = e->program->options.exec.output;
    const char *why;
    if (!path.len) {
        fprintf(stderr, "%.*s", STR_ARG(text));
        return true;
    }
    if (os_write_file(path.at, text.at, text.len, &why))
        return true;
    complain("cannot write '%.*s': %s", STR_ARG(path), why);
    return false;
}

/* The exit code, given the program's own. */
static int show_report(Exec *e, int code) {
    ExecReport *r = &e->report;
    Str fail_on = e->program->options.fail_on;
    if (!exec_report_read(r, str_format(e->arena, "%s/report", e->folder).at))
        return EXIT_USAGE;
    if (!r->devices)
        complain_to(&r->messages,
                    "'%s' made no device with Lanewise: it uses no WebGPU, has its library linked "
                    "into it, or looks functions up in one that it loads by its path",
                    e->argv[0]);
    if (!r->devices && !code && fail_on.len) /* what was not looked at is not free of findings */
        code = EXIT_USAGE;
    StrBuf out = {.arena = e->arena};
    exec_report_write(r, &out);
    fprintf(stderr, "%.*s", STR_ARG(strbuf_str(&r->messages)));
    if (!write_out(e, strbuf_str(&out)))
        code = EXIT_USAGE;
    if (!code && fail_on.len && exec_report_count(r, (Severity)severity_number(fail_on)))
        code = EXIT_FOUND;
    exec_report_free(r);
    return code;
}

/* Before the program runs, which may take long. */
static bool check_output(const Exec *e) {
    Str path = e->program->options.exec.output;
    const char *why;
    if (!path.len || os_can_write_file(path.at, &why))
        return true;
    complain("cannot write '%.*s': %s", STR_ARG(path), why);
    return false;
}

static int run(Exec *e) {
    OsEnd *end = &e->report.end;
    const char *why;
    fflush(NULL);
    if (!os_run(e->argv, e->variable, end, &why)) {
        complain("cannot run '%s': %s", e->argv[0], why);
        return end->not_found ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
    }
    if (end->by_signal)
        complain("'%s' was ended by signal %d (%s)", e->argv[0], end->code, end->name);
    int code = end->by_signal ? EXIT_SIGNAL + end->code : end->code;
    const ExecOptions *o = &e->program->options.exec;
    return o->check || o->profile ? show_report(e, code) : code;
}

int verb_exec(Program *p) {
    const StrList *words = &p->options.files;
    const char *why;
    Exec e = {.program = p, .arena = p->arena};
    e.argv = arena_array(p->arena, char *, words->len + 1);
    for (uint32_t i = 0; i < words->len; i++)
        e.argv[i] = (char *)(uintptr_t)words->at[i].at;
    e.report = (ExecReport){
        .program = p, .argv = (const char *const *)e.argv, .messages = {.arena = p->arena}};
    e.folder = os_temporary_folder(p->arena, &why);
    if (!e.folder) {
        complain("cannot make a temporary folder: %s", why);
        return EXIT_USAGE;
    }
    int code = check_output(&e) && prepare(&e) ? run(&e) : EXIT_USAGE;
    os_remove_folder(e.folder);
    return code;
}
