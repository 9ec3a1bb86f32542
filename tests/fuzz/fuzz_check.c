/* The whole front end: names, types, const-evaluation, the analyses, and the specialisation of
 * every compute entry point, with overrides given values that are at the edges of types. */
#include "fuzz.h"

static const double values[] = {0, 1, -1, 4, 63, 2147483647, 4294967295, 1e38, 0.5};
enum { VALUES = sizeof values / sizeof values[0] };

static void specialise(Compilation *c, const Decl *entry, size_t seed) {
    Module *m = c->module;
    OverrideValue *given = arena_array(&c->arena, OverrideValue, m->overrides.len);
    for (uint32_t i = 0; i < m->overrides.len; i++)
        given[i] = (OverrideValue){m->overrides.at[i]->name, values[(seed + i) % VALUES]};
    wgsl_specialise(m, entry->name, given, m->overrides.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Compilation c;
    fuzz_begin(&c, data, size);
    wgsl_parse(c.module);
    wgsl_check(c.module);
    for (uint32_t i = 0; !c.diags.errors && i < c.module->functions.len; i++) {
        const Decl *f = c.module->functions.at[i];
        if (f->stage == SHADER_COMPUTE)
            specialise(&c, f, size);
    }
    fuzz_end(&c);
    return 0;
}
