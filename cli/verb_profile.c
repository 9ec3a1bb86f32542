/* `lanewise profile`: runs shaders under the cost observers. */
#include <stdio.h>

#include "base/os.h"
#include "cli/variants.h"
#include "cli/verb.h"
#include "cli/versus.h"

/* What all files of a call go into. */
typedef struct Profiles {
    Program *program;
    Variants variants;
    bool stopped; /* the report that is shown is of a run that was stopped */
    bool several; /* files: rows of a table instead of reports */
    uint32_t printed;
    StrBuf json;
    uint32_t objects;
    VEC(LwReport *) reports; /* of the page, to be freed */
    VEC(WGPUStringView) names;
} Profiles;

/* Prints a report, or adds it to what is printed at the end. */
static void show_report(Profiles *all, const Spec *s, RunResult *r, const Verdict *v) {
    Program *p = all->program;
    if (p->options.format == FORMAT_JSON) {
        strbuf_addf(&all->json, "%s", all->objects++ ? ",\n" : "");
        Str json = str_of(lw_report_json(r->report, view_of(s->shader)));
        if (all->stopped && json.len) { /* the object's first field */
            strbuf_addf(&all->json, "{\n  \"stopped_early\": true,");
            json = (Str){json.at + 1, json.len - 1};
        }
        strbuf_add(&all->json, json);
        return;
    }
    if (all->several)
        variants_add(&all->variants, s->shader, r, v);
    if (all->several && all->variants.rows.len > 1 && !all->stopped)
        return;
    LwTextOptions text = {view_of(s->shader), p->colour_out, os_terminal_columns(OS_STDOUT)};
    Str out = str_of(lw_report_text(r->report, &text));
    printf("%s%.*s", all->printed++ ? "\n" : "", STR_ARG(out));
}

/* The page is written at the end: it takes the report over. */
static void keep_report(Profiles *all, Str name, RunResult *r) {
    Arena *a = all->program->arena;
    if (!all->program->options.html.len)
        return;
    vec_push(a, &all->reports, r->report);
    vec_push(a, &all->names, view_of(name));
    r->report = NULL;
}

static RunOptions cost_options(Program *p) {
    return program_run_options(p, LW_OBSERVE_COST |
                                      (p->options.html.len ? (uint32_t)LW_OBSERVE_RECORD : 0));
}

/* The report of a run that was stopped, as far as it came. */
static bool is_partial(const RunResult *r) {
    return r->exit_code == EXIT_LIMIT && r->report &&
           (r->status == LW_RUN_INTERRUPTED || r->status == LW_RUN_STEP_BUDGET);
}

static void show_partial(Profiles *all, const Spec *s, RunResult *r) {
    Program *p = all->program;
    Verdict none = {0};
    if (p->options.format != FORMAT_JSON)
        printf("%sStopped early: what follows is of the part that ran.\n",
               all->printed ? "\n" : "");
    all->stopped = true;
    show_report(all, s, r, &none);
    if (p->options.html.len)
        complain("stopped early: no page is written");
}

static int profile_file(Profiles *all, Str path) {
    Program *p = all->program;
    Spec s;
    Str source;
    if (!program_read_spec(p, path, &s, &source))
        return EXIT_USAGE;
    RunOptions o = cost_options(p);
    int code = EXIT_DONE;
    for (uint32_t i = 0; i < spec_size_count(&s) && code == EXIT_DONE; i++) {
        RunResult r;
        run_spec(p->arena, &s, source, &o, spec_size_at(&s, i), &r);
        code = r.exit_code;
        if (is_partial(&r))
            show_partial(all, &s, &r);
        if (code == EXIT_DONE && !program_dump_buffers(p, &s, &r))
            code = EXIT_USAGE;
        if (code == EXIT_DONE && r.report) {
            Verdict v = program_check_values(p, &s, &r);
            show_report(all, &s, &r, &v);
            program_print_times(stderr, &o, &r);
            code = program_fail_on(p, &r, &v);
            keep_report(all, s.shader, &r);
        }
        run_free(&r);
    }
    return code;
}

static int write_page(Profiles *all) {
    Program *p = all->program;
    const char *error;
    if (!p->options.html.len || !all->reports.len || all->stopped)
        return EXIT_DONE;
    WGPUStringView page = lw_report_html(all->reports.at, all->names.at, all->reports.len);
    if (!page.length) {
        complain("out of memory");
        return EXIT_LIMIT;
    }
    if (os_write_file(p->options.html.at, page.data, page.length, &error))
        return EXIT_DONE;
    complain("cannot write '%.*s': %s", STR_ARG(p->options.html), error);
    return EXIT_USAGE;
}

static uint32_t times_given(const Program *p, const char *directive) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->options.directives.len; i++)
        n += str_is(p->options.directives.at[i].directive, directive);
    return n;
}

/* " (subgroups of 16, hardware amd)": what is not the default. Those given twice, once a side, are
 * among the settings. */
static Str setup_text(Program *p, const Spec *s) {
    StrBuf b = {.arena = p->arena};
    if (spec_size_at(s, 0) && times_given(p, "subgroup-size") < 2)
        strbuf_addf(&b, " (subgroups of %u", spec_size_at(s, 0));
    if (s->hardware.len && times_given(p, "hardware") < 2)
        strbuf_addf(&b, "%shardware %.*s", b.len ? ", " : " (", STR_ARG(s->hardware));
    if (b.len)
        strbuf_addc(&b, ')');
    return strbuf_str(&b);
}

/* Runs one side of a comparison; the result is to be freed whatever comes back. */
static int run_side(Program *p, int side, VersusSide *v) {
    bool two = p->options.files.len == 2;
    Program mine = *p;
    Spec s;
    Str source;
    if (!two && !versus_options(p, side, &mine.options, &v->settings))
        return EXIT_USAGE;
    if (!program_read_spec(&mine, p->options.files.at[two ? side : 0], &s, &source))
        return EXIT_USAGE;
    if (s.subgroup_sizes.len > 1) {
        complain("--compare takes one subgroup size a side");
        return EXIT_USAGE;
    }
    RunOptions o = cost_options(p);
    v->shader = s.shader;
    v->setup = setup_text(p, &s);
    run_spec(p->arena, &s, source, &o, spec_size_at(&s, 0), &v->run);
    if (v->run.exit_code != EXIT_DONE)
        return v->run.exit_code;
    if (!program_dump_buffers(p, &s, &v->run))
        return EXIT_USAGE;
    Verdict verdict = program_check_values(p, &s, &v->run);
    return program_fail_on(p, &v->run, &verdict);
}

static int show_versus(Profiles *all, VersusSide side[2]) {
    Program *p = all->program;
    if (p->options.format == FORMAT_JSON) {
        if (!versus_json(p, side, &all->json)) {
            complain("out of memory");
            return EXIT_LIMIT;
        }
        printf("%.*s\n", STR_ARG(strbuf_str(&all->json)));
    } else {
        versus_print(p, side);
    }
    for (int i = 0; i < 2; i++)
        keep_report(all,
                    str_format(p->arena, "%.*s%s%.*s", STR_ARG(side[i].shader),
                               side[i].settings.len ? " " : "", STR_ARG(side[i].settings)),
                    &side[i].run);
    return EXIT_DONE;
}

/* --fail-on looks at side B. */
static int compare_profiles(Profiles *all) {
    Program *p = all->program;
    VersusSide side[2] = {0};
    if (p->options.files.len > 2) {
        complain("--compare takes two shaders, not %u", p->options.files.len);
        return EXIT_USAGE;
    }
    int code = run_side(p, 0, &side[0]);
    if (code == EXIT_DONE || code == EXIT_FOUND)
        code = run_side(p, 1, &side[1]);
    if (code == EXIT_DONE || code == EXIT_FOUND) {
        int shown = show_versus(all, side);
        code = shown ? shown : versus_is_worse(p, side) ? EXIT_FOUND : code;
    }
    run_free(&side[0].run);
    run_free(&side[1].run);
    return code;
}

static int profile_files(Profiles *all) {
    Program *p = all->program;
    int code = EXIT_DONE;
    for (uint32_t i = 0; i < p->options.files.len && (code == EXIT_DONE || code == EXIT_FOUND);
         i++) {
        int one = profile_file(all, p->options.files.at[i]);
        code = one ? one : code;
    }
    if (all->objects == 1)
        printf("%.*s\n", STR_ARG(strbuf_str(&all->json)));
    else if (all->objects)
        printf("[%.*s]\n", STR_ARG(strbuf_str(&all->json)));
    variants_print(&all->variants, p->colour_out);
    return code;
}

int verb_profile(Program *p) {
    if (p->options.worse.len && !p->options.compare) {
        complain("--fail-on-worse goes with --compare");
        return EXIT_USAGE;
    }
    Profiles all = {.program = p,
                    .variants = {.arena = p->arena},
                    .several = p->options.files.len > 1,
                    .json = {.arena = p->arena}};
    int code = p->options.compare ? compare_profiles(&all) : profile_files(&all);
    int page = write_page(&all);
    for (uint32_t i = 0; i < all.reports.len; i++)
        lw_report_free(all.reports.at[i]);
    return code ? code : page;
}
