#include "fuzz.h"

#include <string.h>

#include "base/bug.h"

enum { MOST_MEMORY = 512 << 20 };

void fuzz_begin(Compilation *c, const uint8_t *data, size_t size) {
    *c = (Compilation){.arena.limit = MOST_MEMORY};
    Str text = str_copy(&c->arena, (Str){(const char *)data, (uint32_t)size});
    source_init(&c->source, &c->arena, STR("fuzz.wgsl"), text);
    c->diags.arena = &c->arena;
    c->module = arena_new(&c->arena, Module);
    *c->module = (Module){.arena = &c->arena, .source = &c->source, .diags = &c->diags};
    types_init(&c->module->types, &c->arena);
}

void fuzz_end(Compilation *c) {
    for (uint32_t i = 0; i < c->diags.at.len; i++) {
        Span s = c->diags.at.at[i]->span;
        LW_ASSERT(s.start <= s.end && s.end <= c->source.text.len);
    }
    StrBuf text = {.arena = &c->arena};
    diag_sort(&c->diags);
    diag_render_all(&text, &c->source, &c->diags, true);
    arena_free(&c->arena);
}
