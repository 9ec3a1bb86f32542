/* The front end's passes, in order. */
#include "wgsl/wgsl.h"

/* Each pass reads what the one before it has filled in, so that behind an error only the passes
 * run that it cannot mislead: the checker copes with unresolved names, and control flow can be
 * judged without types; what follows wants a right module. */
void wgsl_check(Module *m) {
    wgsl_resolve(m);
    wgsl_typecheck(m);
    wgsl_prints(m);
    wgsl_behavior(m);
    if (m->diags->errors == 0)
        wgsl_aliasing(m);
    if (m->diags->errors == 0)
        wgsl_uniformity(m);
}

Module *wgsl_compile_with(Arena *arena, const Source *source, DiagList *diags, WgslOptions o) {
    enum { BYTES_OF_TREE = 64 }; /* for a byte of text */
    arena_expect(arena, (size_t)source->text.len * BYTES_OF_TREE);
    Module *m = arena_new(arena, Module);
    *m = (Module){.arena = arena,
                  .source = source,
                  .diags = diags,
                  .reads_prints = o.prints,
                  .allows_non_uniform = o.non_uniform};
    types_init(&m->types, arena);
    uint32_t errors = diags->errors;
    wgsl_parse(m);
    if (diags->errors == errors)
        wgsl_check(m);
    diag_sort(diags);
    return m;
}

Module *wgsl_compile(Arena *arena, const Source *source, DiagList *diags) {
    return wgsl_compile_with(arena, source, diags, (WgslOptions){0});
}
