#include "harness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

Lowered *lower_text(const char *text, const OverrideValue *values, uint32_t count) {
    Lowered *l = calloc(1, sizeof *l);
    assert_non_null(l);
    arena_init(&l->arena);
    source_init(&l->source, &l->arena, STR("test.wgsl"), str_from_c(text));
    l->diags.arena = &l->arena;
    Module *m = wgsl_compile(&l->arena, &l->source, &l->diags);
    if (l->diags.errors)
        return l;
    Specialisation *s = wgsl_specialise(m, (Str){0}, values, count);
    if (!s)
        return l;
    l->ir = lower_entry(&l->arena, s);
    const char *problem = l->ir ? ir_validate(l->ir) : NULL;
    if (problem) {
        StrBuf out = {.arena = &l->arena};
        ir_print(&out, l->ir);
        fail_msg("%s\nin\n%s", problem, out.at);
    }
    return l;
}

void lowered_free(Lowered *l) {
    arena_free(&l->arena);
    free(l);
}

static const char *errors(Lowered *l) {
    StrBuf out = {.arena = &l->arena};
    strbuf_add(&out, STR(""));
    for (uint32_t i = 0; i < l->diags.at.len; i++) {
        const Diag *d = l->diags.at.at[i];
        const Place p = source_place(&l->source, d->span.start);
        if (d->severity == SEVERITY_ERROR)
            strbuf_addf(&out, "%u:%u: %.*s [%s]\n", p.line, p.column, STR_ARG(d->message), d->code);
    }
    return out.at ? out.at : "";
}

/* Drops " @12" everywhere: an at sign stands nowhere else. */
static void drop_sites(StrBuf *out) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < out->len; i++) {
        if (out->at[i] == ' ' && out->at[i + 1] == '@') {
            i += 2;
            while (out->at[i] >= '0' && out->at[i] <= '9')
                i++;
        }
        out->at[kept++] = out->at[i];
    }
    out->at[kept] = 0;
}

const char *lowered_functions(Lowered *l) {
    if (!l->ir)
        fail_msg("%s", errors(l));
    StrBuf out = {.arena = &l->arena};
    ir_print(&out, l->ir);
    drop_sites(&out);
    const char *start = strstr(out.at, "fn ");
    return start ? start : "";
}

void expect_errors(const char *text, const char *expected) {
    Lowered *l = lower_text(text, NULL, 0);
    assert_string_equal(errors(l), expected);
    assert_null(l->ir);
    lowered_free(l);
}
