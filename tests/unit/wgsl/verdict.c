#include "verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>

const char in_function[] =
    "enable f16; enable subgroups;\n"
    "struct S { a: i32, v: vec3f, m: array<f32, 4> }\n"
    "@group(0) @binding(0) var<storage, read_write> buffer: array<u32>;\n"
    "@group(0) @binding(1) var<storage> source: array<S>;\n"
    "@group(0) @binding(2) var<uniform> uniforms: vec4u;\n"
    "@group(0) @binding(3) var texture: texture_2d<f32>;\n"
    "var<workgroup> counts: array<atomic<u32>, 8>;\n"
    "var<private> mine: S;\n"
    "override size = 4u;\n"
    "const constant = 3;\n"
    "fn none() {} fn one() -> i32 { return 1; } @must_use fn used() -> i32 { return 1; }\n"
    "fn by_pointer(p: ptr<function, i32>) { *p = 1; }\n"
    "fn test(parameter: i32, x: f32, v: vec3f, b: bool) {\n"
    "%s\n"
    "}\n";

Module *verdict_module(Arena *a, Str text) {
    Source *source = arena_new(a, Source);
    DiagList *diags = arena_new(a, DiagList);
    source_init(source, a, STR("test.wgsl"), text);
    *diags = (DiagList){.arena = a};
    Module *m = arena_new(a, Module);
    *m = (Module){.arena = a, .source = source, .diags = diags};
    types_init(&m->types, a);
    wgsl_parse(m);
    if (diags->errors == 0) {
        wgsl_resolve(m);
        wgsl_typecheck(m);
    }
    diag_sort(diags);
    return m;
}

static Str errors_from_line(Arena *a, const Module *m, uint32_t first_line) {
    StrBuf b = {.arena = a};
    strbuf_add(&b, STR(""));
    for (uint32_t i = 0; i < m->diags->at.len; i++) {
        const Diag *d = m->diags->at.at[i];
        Place p = source_place(m->source, d->span.start);
        strbuf_addf(&b, "%s%u:%u %s%s", b.len ? ", " : "", p.line - first_line + 1, p.column,
                    d->severity == SEVERITY_ERROR ? "" : "warning ", d->code);
    }
    return strbuf_str(&b);
}

Str verdict_of(Arena *a, const Module *m) {
    return errors_from_line(a, m, 1);
}

static uint32_t line_of_text(const char *frame) {
    uint32_t line = 1;
    for (const char *at = frame; at < strstr(frame, "%s"); at++)
        line += *at == '\n';
    return line;
}

static Str framed(Arena *a, const char *frame, const char *text) {
    const char *at = strstr(frame, "%s");
    return str_format(a, "%.*s%s%s", (int)(at - frame), frame, text, at + 2);
}

static void print_case(Arena *a, const Module *m, const VerdictCase *c, Str got) {
    StrBuf all = {.arena = a};
    diag_render_all(&all, m->source, m->diags, false);
    print_error("%s\n    gives '%.*s', not '%s'\n%.*s", c->text, STR_ARG(got), c->errors,
                STR_ARG(strbuf_str(&all)));
}

void verdict_check(const char *frame, const VerdictCase *cases, uint32_t count) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; i++) {
        Arena a = {0};
        Module *m = verdict_module(&a, framed(&a, frame, cases[i].text));
        Str got = errors_from_line(&a, m, line_of_text(frame));
        if (!str_is(got, cases[i].errors)) {
            print_case(&a, m, &cases[i], got);
            wrong++;
        }
        arena_free(&a);
    }
    assert_int_equal(wrong, 0);
}
