/* `lanewise run`: runs a shader and shows or saves its buffers. */
#include <stdio.h>

#include "cli/prints.h"
#include "cli/run_output.h"
#include "cli/verb.h"

static void print_prints(Program *p, const Spec *s, const RunResult *r) {
    StrBuf out = {.arena = p->arena};
    strbuf_add(&out, STR(""));
    prints_text(&out, s->shader, prints_of(r));
    printf("%.*s", STR_ARG(strbuf_str(&out)));
}

static void print_text(Program *p, const Spec *s, const RunOptions *o, RunResult *r) {
    if (s->subgroup_sizes.len > 1)
        printf("subgroups of %u\n", r->subgroup_size);
    for (uint32_t k = 0; k < r->buffers.len; k++)
        if (r->buffers.at[k].writable)
            run_print_buffer(stdout, p->arena, &r->buffers.at[k]);
    program_print_times(stdout, o, r);
}

/* One subgroup size. `before` stands before its JSON, if it comes to that. */
static int run_size(Program *p, const Spec *s, Str source, const RunOptions *o, uint32_t size,
                    const char **before) {
    RunResult r;
    bool text = p->options.format == FORMAT_TEXT;
    run_spec(p->arena, s, source, o, size, &r);
    int code = r.exit_code;
    if (text)
        print_prints(p, s, &r);
    if (code == EXIT_DONE && !program_dump_buffers(p, s, &r))
        code = EXIT_USAGE;
    if (code == EXIT_DONE) {
        Verdict v = program_check_values(p, s, &r);
        if (text) {
            print_text(p, s, o, &r);
        } else {
            fputs(*before, stdout);
            *before = ",\n";
            run_print_json(stdout, s, &r);
        }
        code = program_fail_on(p, &r, &v);
    }
    run_free(&r);
    return code;
}

int verb_run(Program *p) {
    if (p->options.files.len > 1) {
        complain("run takes one file; lanewise test takes several");
        return EXIT_USAGE;
    }
    Spec s;
    Str source;
    if (!program_read_spec(p, p->options.files.at[0], &s, &source))
        return EXIT_USAGE;
    RunOptions o = program_run_options(p, p->options.repeat ? LW_OBSERVE_NONE : LW_OBSERVE_PRINT);
    bool several = spec_size_count(&s) > 1;
    const char *first = several ? "[\n" : "", *before = first;
    int code = EXIT_DONE;
    for (uint32_t i = 0; i < spec_size_count(&s) && code == EXIT_DONE; i++)
        code = run_size(p, &s, source, &o, spec_size_at(&s, i), &before);
    if (before != first)
        fputs(several ? "\n]\n" : "\n", stdout);
    return code;
}
