#include "messages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>

Module *messages_module(Arena *a, Str text, Passes passes) {
    Source *source = arena_new(a, Source);
    DiagList *diags = arena_new(a, DiagList);
    source_init(source, a, STR("test.wgsl"), text);
    *diags = (DiagList){.arena = a};
    if (passes == ALL_PASSES)
        return wgsl_compile(a, source, diags);
    Module *m = arena_new(a, Module);
    *m = (Module){.arena = a, .source = source, .diags = diags};
    wgsl_parse(m);
    return m;
}

static void add(StrBuf *b, const Source *s, const char *indent, Span span, const char *kind,
                const char *code, Str message) {
    Place p = source_place(s, span.start);
    strbuf_addf(b, "%s%s%u:%u %s%s%s: %.*s", b->len ? "\n" : "", indent, p.line, p.column, kind,
                code ? " " : "", code ? code : "", STR_ARG(message));
}

Str messages_text(Arena *a, const Module *m) {
    static const char *const kinds[] = {"note", "info", "warning", "error"};
    StrBuf b = {.arena = a};
    strbuf_add(&b, STR(""));
    for (uint32_t i = 0; i < m->diags->at.len; i++) {
        const Diag *d = m->diags->at.at[i];
        add(&b, m->source, "", d->span, kinds[d->severity], d->code, d->message);
        for (uint32_t k = 0; k < d->notes.len; k++)
            add(&b, m->source, "  ", d->notes.at[k].span, "note", NULL, d->notes.at[k].message);
    }
    return strbuf_str(&b);
}

Str messages_of(Arena *a, const char *text, Passes passes) {
    return messages_text(a, messages_module(a, str_from_c(text), passes));
}

static bool is_wanted(Str got, const char *want) {
    return want[0] == '~' ? strstr(got.at, want + 1) != NULL : str_is(got, want);
}

void messages_check(const MessageCase *cases, uint32_t count, Passes passes) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; i++) {
        Arena arena = {0};
        Str got = messages_of(&arena, cases[i].text, passes);
        if (!is_wanted(got, cases[i].want)) {
            print_error("---- shader:\n%s\n---- gave:\n%.*s\n---- wanted:\n%s\n", cases[i].text,
                        STR_ARG(got), cases[i].want);
            wrong++;
        }
        arena_free(&arena);
    }
    assert_int_equal(wrong, 0);
}
