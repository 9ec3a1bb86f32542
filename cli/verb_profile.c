/* `lanewise profile`: runs shaders under the cost observers. */
#include <stdio.h>

#include "base/os.h"
#include "cli/variants.h"
#include "cli/verb.h"

/* Profiles one file; appends to `json` or prints. */
static int profile_file(Program *p, Str path, Variants *variants, StrBuf *json, uint32_t *objects) {
    Spec s;
    Str source;
    if (!program_read_spec(p, path, &s, &source))
        return EXIT_USAGE;
    RunOptions o = program_run_options(p, LW_OBSERVE_COST);
    int code = EXIT_DONE;
    for (uint32_t i = 0; i < spec_size_count(&s) && code == EXIT_DONE; i++) {
        RunResult r;
        run_spec(p->arena, &s, source, &o, spec_size_at(&s, i), &r);
        code = r.exit_code;
        if (code == EXIT_DONE && !program_dump_buffers(p, &s, &r))
            code = EXIT_USAGE;
        if (code == EXIT_DONE && r.report) {
            Verdict v = program_check_values(p, &s, &r);
            if (p->options.format == FORMAT_JSON) {
                strbuf_addf(json, "%s", (*objects)++ ? ",\n" : "");
                strbuf_add(json, str_of(lw_report_json(r.report, view_of(s.shader))));
            } else {
                LwTextOptions text = {view_of(s.shader), p->colour_out,
                                      os_terminal_columns(OS_STDOUT)};
                Str out = str_of(lw_report_text(r.report, &text));
                if (variants)
                    variants_add(variants, s.shader, &r, &v);
                else
                    printf("%s%.*s", i ? "\n" : "", STR_ARG(out));
                if (variants && variants->rows.len == 1)
                    printf("%.*s", STR_ARG(out));
            }
            program_print_times(stderr, &o, &r);
            code = program_fail_on(p, &r, &v);
        }
        run_free(&r);
    }
    return code;
}

int verb_profile(Program *p) {
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
