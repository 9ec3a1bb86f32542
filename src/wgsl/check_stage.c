/* What may be used in which shader stage, and rules about all that an entry point reaches.
 *
 * Each function keeps its stage limits: for each set of stages, the first use that allows only
 * those. Functions take over the limits of what they call, callees first, so that an entry point
 * knows those of all it reaches.
 */
#include "wgsl/check.h"

static void add_limit(Checker *c, const Decl *function, StageLimit limit) {
    FunctionFacts *f = &c->facts[function->index];
    for (uint32_t i = 0; i < f->limits.len; i++) {
        if (f->limits.at[i].allowed == limit.allowed)
            return;
    }
    vec_push(c->a, &f->limits, limit);
}

void check_stage_limit(Checker *c, uint32_t allowed, Span span, const char *what) {
    if (c->function)
        add_limit(c, c->function, (StageLimit){allowed, span, what});
}

static void inherit(Checker *c, const Decl *function) {
    for (uint32_t i = 0; i < function->calls.len; i++) {
        const FunctionFacts *callee = &c->facts[function->calls.at[i]->index];
        for (uint32_t k = 0; k < callee->limits.len; k++)
            add_limit(c, function, callee->limits.at[k]);
    }
}

const char *check_stage_name(ShaderStage s) {
    return s == SHADER_VERTEX ? "vertex" : s == SHADER_FRAGMENT ? "fragment" : "compute";
}

static void check_limits(Checker *c, const Decl *entry) {
    const FunctionFacts *f = &c->facts[entry->index];
    for (uint32_t i = 0; i < f->limits.len; i++) {
        const StageLimit *l = &f->limits.at[i];
        if (l->allowed & 1u << entry->stage)
            continue;
        Diag *d = error(c->diags, CODE_BAD_ENTRY_POINT, l->span, "%s cannot be used in a %s shader",
                        l->what, check_stage_name(entry->stage));
        diag_note(c->diags, d, entry->name_span, "entry point '%.*s' reaches it",
                  STR_ARG(entry->name));
    }
}

/* ---- bindings: no two resources of one shader share a place ---- */

static Str binding_key(Checker *c, const Decl *v) {
    uint32_t place[] = {v->group, v->binding};
    return str_copy(c->a, (Str){(const char *)place, sizeof place});
}

static bool any_shared_binding(Checker *c) {
    Map places = {.arena = c->a};
    bool shared = false;
    for (uint32_t i = 0; i < c->m->variables.len; i++) {
        Decl *v = c->m->variables.at[i];
        if (v->has_binding)
            shared |= map_set(&places, binding_key(c, v), v) != NULL;
    }
    return shared;
}

typedef struct Reach {
    Checker *c;
    uint32_t *seen; /* by Decl.index: the last round that came by */
    uint32_t round; /* one for each entry point, from 1 */
    DeclList stack;
    Map places;
} Reach;

static void reach(Reach *r, Decl *d) {
    if (r->seen[d->index] == r->round)
        return;
    r->seen[d->index] = r->round;
    vec_push(r->c->a, &r->stack, d);
}

static void use_variable(Reach *r, Decl *v, const Decl *entry) {
    if (v->kind != DECL_VAR || !v->has_binding || r->seen[v->index] == r->round)
        return;
    r->seen[v->index] = r->round;
    Decl *other = map_set(&r->places, binding_key(r->c, v), v);
    if (!other)
        return;
    Diag *d = error(r->c->diags, CODE_BAD_BINDING, v->name_span,
                    "'%.*s' and '%.*s' are both at group %u, binding %u", STR_ARG(v->name),
                    STR_ARG(other->name), v->group, v->binding);
    diag_note(r->c->diags, d, other->name_span, "the other one is declared here");
    diag_note(r->c->diags, d, entry->name_span, "entry point '%.*s' uses both",
              STR_ARG(entry->name));
}

static void check_bindings(Reach *r, Decl *entry) {
    r->round++;
    r->places = (Map){.arena = r->c->a};
    reach(r, entry);
    while (r->stack.len) {
        Decl *f = vec_pop(&r->stack);
        for (uint32_t i = 0; i < f->uses.len; i++)
            use_variable(r, f->uses.at[i], entry);
        for (uint32_t i = 0; i < f->calls.len; i++)
            reach(r, f->calls.at[i]);
    }
}

void check_stages(Checker *c) {
    for (uint32_t i = 0; i < c->m->functions.len; i++)
        inherit(c, c->m->functions.at[i]);
    for (uint32_t i = 0; i < c->m->entry_points.len; i++)
        check_limits(c, c->m->entry_points.at[i]);
    if (!any_shared_binding(c))
        return;
    Reach r = {.c = c, .seen = arena_array(c->a, uint32_t, c->m->decls.len)};
    for (uint32_t i = 0; i < c->m->entry_points.len; i++)
        check_bindings(&r, c->m->entry_points.at[i]);
}
