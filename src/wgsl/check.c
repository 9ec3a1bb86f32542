/* The type checker: one walk over the declarations, in the order that resolution gave. */
#include "wgsl/check.h"

/* The module's lists. Functions and overrides are in Module.order: callees before callers, and
 * overrides after those their initialisers use; the rest is in the order of the text. */
static void make_lists(Module *m) {
    for (uint32_t i = 0; i < m->order.len; i++) {
        Decl *d = m->order.at[i];
        if (d->kind == DECL_FUNCTION) {
            vec_push(m->arena, &m->functions, d);
        } else if (d->kind == DECL_OVERRIDE) {
            d->override_index = m->overrides.len;
            vec_push(m->arena, &m->overrides, d);
        }
    }
    for (uint32_t i = 0; i < m->decls.len; i++) {
        Decl *d = m->decls.at[i];
        if (d->kind == DECL_VAR)
            vec_push(m->arena, &m->variables, d);
        else if (d->kind == DECL_FUNCTION && d->stage != SHADER_NONE)
            vec_push(m->arena, &m->entry_points, d);
    }
}

void wgsl_typecheck(Module *m) {
    Checker c = {
        .m = m,
        .a = m->arena,
        .t = &m->types,
        .diags = m->diags,
        .facts = arena_array(m->arena, FunctionFacts, m->decls.len),
        .count_expr = arena_array(m->arena, const Expr *, m->decls.len),
    };
    check_directives(&c);
    for (uint32_t i = 0; i < m->order.len; i++)
        check_module_decl(&c, m->order.at[i]);
    make_lists(m);
    check_stages(&c);
}
