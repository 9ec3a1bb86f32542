/* `lanewise test`: runs shaders and checks their expectations. */
#include <stdio.h>

#include "cli/verb.h"

/* One file at one subgroup size: all its expectations. */
static bool test_once(Program *p, const Spec *s, Str source, uint32_t size, Verdict *v) {
    RunOptions o =
        program_run_options(p, expects_finding_of_cost(s) ? LW_OBSERVE_COST : LW_OBSERVE_NONE);
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

int verb_test(Program *p) {
    uint32_t number = 0, failed = 0;
    for (uint32_t i = 0; i < p->options.files.len; i++) {
        Spec s;
        Str source, path = p->options.files.at[i];
        if (!program_read_spec(p, path, &s, &source)) {
            printf("not ok %u - %.*s\n", ++number, STR_ARG(path));
            failed++;
            continue;
        }
        for (uint32_t k = 0; k < spec_size_count(&s); k++) {
            Verdict v = {0};
            bool ok = test_once(p, &s, source, spec_size_at(&s, k), &v);
            failed += !ok;
            printf("%s %u - %.*s", ok ? "ok" : "not ok", ++number, STR_ARG(path));
            if (spec_size_at(&s, k))
                printf(", subgroups of %u", spec_size_at(&s, k));
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
