#include "run_shader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lower/lower.h"
#include "wgsl/wgsl.h"

void shader_compile(Shader *s, const char *text, EngineOptions options) {
    *s = (Shader){.dispatch = {.step_budget = 0}};
    Arena *a = &s->arena;
    source_init(&s->source, a, STR("test.wgsl"), str_from_c(text));
    DiagList *diags = arena_new(a, DiagList);
    diags->arena = a;
    Module *m = wgsl_compile(a, &s->source, diags);
    Specialisation *special = diags->errors ? NULL : wgsl_specialise(m, STR(""), NULL, 0);
    s->ir = special ? lower_entry(a, special) : NULL;
    if (!s->ir) {
        StrBuf out = {.arena = a};
        diag_render_all(&out, &s->source, diags, false);
        fail_msg("%s", out.at);
    }
    ir_optimise(s->ir);
    s->program = engine_program_new(a, s->ir, &options);
    s->dispatch.binding = s->binding;
}

uint32_t *shader_bind(Shader *s, uint32_t i, uint32_t words) {
    uint32_t *data = arena_alloc(&s->arena, words * sizeof *data + 16, 64);
    s->binding[s->dispatch.bindings++] = (EngineBinding){0, i, data, words * sizeof *data};
    return data;
}

EngineResult shader_run(Shader *s, uint32_t groups) {
    uint32_t count[3] = {groups, 1, 1};
    for (int i = 0; i < 3; i++)
        s->dispatch.workgroups[i] = count[i];
    s->dispatch.binding = s->binding;
    return engine_run(s->program, &s->dispatch);
}

void shader_free(Shader *s) {
    arena_free(&s->arena);
}

uint32_t shader_line(Shader *s, uint32_t site) {
    return source_place(&s->source, s->ir->sites.at[site].span.start).line;
}
