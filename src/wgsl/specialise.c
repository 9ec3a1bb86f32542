/* Specialisation: what pipeline creation does with a checked module. It chooses the entry point,
 * finds what that reaches, gives the overrides their values and checks what depends on them. */
#include "wgsl/specialise.h"

#include <math.h>

#include "base/bug.h"
#include "lang/codes.h"

typedef struct Specialiser {
    Module *m;
    Arena *a;
    Specialisation *s;
    bool *reached;               /* by Decl.index */
    bool *used;                  /* by override_index */
    const OverrideValue **given; /* by override_index */
} Specialiser;

static const Span nowhere = {0, 0};

/* ---- the entry point ---- */

static const char *stage_name(ShaderStage s) {
    static const char *const name[] = {"no", "vertex", "fragment", "compute"};
    return name[s];
}

static void list_entry_points(Module *m, Diag *d) {
    enum { MOST = 10 };
    for (uint32_t i = 0; i < m->entry_points.len && i < MOST; i++) {
        const Decl *e = m->entry_points.at[i];
        diag_note(m->diags, d, e->name_span, "%s entry point '%.*s'", stage_name(e->stage),
                  STR_ARG(e->name));
    }
}

static Decl *only_compute_entry(Module *m) {
    Decl *found = NULL;
    for (uint32_t i = 0; i < m->entry_points.len; i++) {
        Decl *e = m->entry_points.at[i];
        if (e->stage != SHADER_COMPUTE)
            continue;
        if (found) {
            list_entry_points(m, error(m->diags, CODE_NO_ENTRY_POINT, nowhere,
                                       "there are several compute entry points: choose one"));
            return NULL;
        }
        found = e;
    }
    if (!found)
        list_entry_points(m, error(m->diags, CODE_NO_ENTRY_POINT, nowhere,
                                   "the shader has no compute entry point"));
    return found;
}

static Decl *choose_entry(Module *m, Str name) {
    if (name.len == 0)
        return only_compute_entry(m);
    for (uint32_t i = 0; i < m->entry_points.len; i++) {
        Decl *e = m->entry_points.at[i];
        if (!str_eq(e->name, name))
            continue;
        if (e->stage == SHADER_COMPUTE)
            return e;
        error(m->diags, CODE_NO_ENTRY_POINT, e->name_span,
              "'%.*s' is a %s entry point, not a compute one", STR_ARG(name), stage_name(e->stage));
        return NULL;
    }
    list_entry_points(m, error(m->diags, CODE_NO_ENTRY_POINT, nowhere,
                               "the shader has no entry point '%.*s'", STR_ARG(name)));
    return NULL;
}

/* ---- what it reaches ---- */

static void use_override(Specialiser *p, const Decl *d) {
    p->used[d->override_index] = true;
}

/* The overrides that an expression names. */
static void use_expression(Specialiser *p, const Expr *e) {
    if (!e)
        return;
    if (e->kind == EXPR_IDENT) {
        if (e->ident_kind == IDENT_DECL && e->decl->kind == DECL_OVERRIDE)
            use_override(p, e->decl);
        return;
    }
    use_expression(p, e->left);
    use_expression(p, e->right);
    for (uint32_t i = 0; i < e->args.len; i++)
        use_expression(p, e->args.at[i]);
}

static void use_type(Specialiser *p, const Type *t) {
    for (; t->kind == TYPE_ARRAY; t = t->element)
        if (t->count_kind == COUNT_OVERRIDE)
            use_expression(p, t->count_expr);
}

/* Callers stand after callees, so one pass from the back sees every call. */
static void reach_functions(Specialiser *p) {
    Module *m = p->m;
    p->reached[p->s->entry->index] = true;
    for (uint32_t i = m->functions.len; i-- > 0;) {
        const Decl *f = m->functions.at[i];
        if (!p->reached[f->index])
            continue;
        for (uint32_t k = 0; k < f->calls.len; k++)
            p->reached[f->calls.at[k]->index] = true;
        for (uint32_t k = 0; k < f->uses.len; k++) {
            const Decl *d = f->uses.at[k];
            if (d->kind == DECL_OVERRIDE)
                use_override(p, d);
            else
                p->reached[d->index] = true;
        }
    }
    for (uint32_t i = 0; i < m->functions.len; i++) {
        Decl *f = m->functions.at[i];
        if (p->reached[f->index] && f != p->s->entry)
            vec_push(p->a, &p->s->functions, f);
    }
    vec_push(p->a, &p->s->functions, p->s->entry);
}

static void reach_variables(Specialiser *p) {
    for (uint32_t i = 0; i < p->m->variables.len; i++) {
        Decl *v = p->m->variables.at[i];
        if (!p->reached[v->index])
            continue;
        vec_push(p->a, &p->s->variables, v);
        use_type(p, v->type);
        use_expression(p, v->init);
    }
}

/* Overrides stand after those that their initialisers use. */
static void reach_overrides(Specialiser *p) {
    for (uint32_t i = 0; i < 3; i++)
        use_expression(p, p->s->entry->workgroup_size[i]);
    for (uint32_t i = p->m->overrides.len; i-- > 0;)
        if (p->used[i] && !p->given[i])
            use_expression(p, p->m->overrides.at[i]->init);
}

/* ---- values from outside ---- */

/* The number that a name is, or -1. */
static int64_t as_id(Str name) {
    int64_t id = 0;
    for (uint32_t i = 0; i < name.len && i < 10; i++) {
        if (name.at[i] < '0' || name.at[i] > '9')
            return -1;
        id = id * 10 + (name.at[i] - '0');
    }
    bool padded = name.len > 1 && name.at[0] == '0';
    return name.len >= 1 && name.len <= 10 && !padded ? id : -1;
}

/* An override with an id is known by that alone. */
static const Decl *find_override(const Specialiser *p, Str name) {
    int64_t id = as_id(name);
    for (uint32_t i = 0; i < p->m->overrides.len; i++) {
        const Decl *d = p->m->overrides.at[i];
        if (d->has_id ? d->id == id : str_eq(d->name, name))
            return d;
    }
    return NULL;
}

static const Decl *find_const(const Module *m, Str name) {
    for (uint32_t i = 0; i < m->decls.len; i++)
        if (m->decls.at[i]->kind == DECL_CONST && str_eq(m->decls.at[i]->name, name))
            return m->decls.at[i];
    return NULL;
}

static void unknown_override(Specialiser *p, Str name) {
    const Decl *best = NULL;
    uint32_t distance = 3;
    for (uint32_t i = 0; i < p->m->overrides.len; i++) {
        const Decl *d = p->m->overrides.at[i];
        uint32_t n = str_distance(d->name, name, distance);
        if (n < distance) {
            best = d;
            distance = n;
        }
    }
    Diag *d = error(p->m->diags, CODE_BAD_OVERRIDE, nowhere, "the shader has no override '%.*s'",
                    STR_ARG(name));
    const Decl *fixed = find_const(p->m, name);
    if (fixed)
        diag_note(p->m->diags, d, fixed->name_span,
                  "a const is fixed: declare it 'override' to set it");
    else if (best && best->has_id)
        diag_note(p->m->diags, d, best->name_span, "'%.*s' is set by its id, '%u'",
                  STR_ARG(best->name), (unsigned)best->id);
    else if (best)
        diag_note(p->m->diags, d, best->name_span, "did you mean '%.*s'?", STR_ARG(best->name));
}

static void take_values(Specialiser *p, const OverrideValue *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const Decl *d = find_override(p, values[i].name);
        if (!d)
            unknown_override(p, values[i].name);
        else if (p->given[d->override_index])
            error(p->m->diags, CODE_BAD_OVERRIDE, d->name_span, "override '%.*s' is given twice",
                  STR_ARG(d->name));
        else
            p->given[d->override_index] = &values[i];
    }
}

/* As WebGPU converts: integers lose their fraction, numbers must be in the type's range. */
static const Const *convert_value(Specialiser *p, const Decl *d, double v) {
    const Type *t = d->type;
    bool fits = isfinite(v);
    switch (t->kind) {
    case TYPE_I32: fits = trunc(v) >= INT32_MIN && trunc(v) <= INT32_MAX; break;
    case TYPE_U32: fits = trunc(v) >= 0 && trunc(v) <= UINT32_MAX; break;
    case TYPE_F32: fits = fabs(v) <= 0x1.fffffep127; break;
    case TYPE_F16: fits = fabs(v) <= 65504; break;
    default: break;
    }
    if (!fits) {
        error(p->m->diags, CODE_BAD_OVERRIDE, d->name_span,
              "override '%.*s': %.17g cannot be represented as '%.*s'", STR_ARG(d->name), v,
              STR_ARG(t->name));
        return NULL;
    }
    if (t->kind == TYPE_BOOL)
        return const_bool(p->a, t, v != 0);
    if (type_is_integer(t))
        return const_scalar_i(p->a, t, (int64_t)v);
    const Const *exact = const_scalar_f(p->a, p->m->types.abstract_float, v);
    return eval_convert(p->m, d->name_span, exact, t);
}

static const Const *override_value(Specialiser *p, uint32_t i) {
    const Decl *d = p->m->overrides.at[i];
    if (p->given[i])
        return convert_value(p, d, p->given[i]->value);
    if (!p->used[i])
        return NULL;
    if (d->init)
        return wgsl_evaluate(p->m, p->s, d->init);
    error(p->m->diags, CODE_BAD_OVERRIDE, d->name_span,
          "override '%.*s' has no value: it has no default and none is given", STR_ARG(d->name));
    return NULL;
}

static void evaluate_overrides(Specialiser *p) {
    for (uint32_t i = 0; i < p->m->overrides.len; i++) {
        const Const *v = override_value(p, i);
        p->s->override_value[i] = p->used[i] ? v : NULL;
    }
}

/* ---- what depends on them ---- */

static const Type *sized_array(Module *m, const Specialisation *s, const Type *t,
                               const Type *element) {
    const Expr *e = t->count_expr;
    const Const *count = wgsl_evaluate(m, s, e);
    if (!count)
        return NULL;
    if (count->i >= 1)
        return type_array(&m->types, element, (uint32_t)count->i);
    error(m->diags, CODE_OUT_OF_RANGE, e->span,
          "an array of %lld elements: there must be at least one", (long long)count->i);
    return NULL;
}

const Type *wgsl_concrete_type(Module *m, const Specialisation *s, const Type *t) {
    bool view = t->kind == TYPE_POINTER || t->kind == TYPE_REFERENCE;
    if (!view && t->kind != TYPE_ARRAY)
        return t;
    const Type *element = wgsl_concrete_type(m, s, t->element);
    if (!element || (element == t->element && t->count_kind != COUNT_OVERRIDE))
        return element ? t : NULL;
    if (t->kind == TYPE_POINTER)
        return type_pointer(&m->types, t->space, element, t->access);
    if (t->kind == TYPE_REFERENCE)
        return type_reference(&m->types, t->space, element, t->access);
    if (t->count_kind == COUNT_OVERRIDE)
        return sized_array(m, s, t, element);
    return t->count_kind == COUNT_FIXED ? type_array(&m->types, element, t->count)
                                        : type_array_runtime(&m->types, element);
}

static void evaluate_workgroup_size(Specialiser *p) {
    static const uint32_t most[3] = {WGSL_MAX_WORKGROUP_X, WGSL_MAX_WORKGROUP_Y,
                                     WGSL_MAX_WORKGROUP_Z};
    Decl *entry = p->s->entry;
    uint64_t invocations = 1;
    for (uint32_t i = 0; i < 3; i++) {
        const Expr *e = entry->workgroup_size[i];
        const Const *v = e ? wgsl_evaluate(p->m, p->s, e) : NULL;
        int64_t n = v ? v->i : 1;
        if (n < 1)
            error(p->m->diags, CODE_OUT_OF_RANGE, e->span,
                  "workgroup size %c is %lld: it must be at least 1", "xyz"[i], (long long)n);
        else if (n > most[i])
            error(p->m->diags, CODE_LIMIT, e->span, "workgroup size %c is %lld: the limit is %u",
                  "xyz"[i], (long long)n, most[i]);
        n = n < 1 ? 1 : n > most[i] ? most[i] : n;
        p->s->workgroup_size[i] = (uint32_t)n;
        invocations *= (uint64_t)n;
    }
    if (invocations > WGSL_MAX_INVOCATIONS)
        error(p->m->diags, CODE_LIMIT, entry->name_span,
              "a workgroup of %u x %u x %u has %llu invocations: the limit is %d",
              p->s->workgroup_size[0], p->s->workgroup_size[1], p->s->workgroup_size[2],
              (unsigned long long)invocations, WGSL_MAX_INVOCATIONS);
}

/* False after an error; one is enough, since many arrays may have the same size. */
static bool check_types(Specialiser *p) {
    for (uint32_t i = 0; i < p->s->variables.len; i++)
        if (!wgsl_concrete_type(p->m, p->s, p->s->variables.at[i]->type))
            return false;
    return true;
}

/* The bytes of a workgroup variable, as WebGPU counts them: in steps of 16. */
static uint64_t workgroup_bytes(Specialiser *p, const Decl *v) {
    if (v->space != SPACE_WORKGROUP)
        return 0;
    uint64_t size = wgsl_concrete_type(p->m, p->s, v->type)->size;
    return size > WGSL_MAX_WORKGROUP_BYTES ? size : (size + 15) / 16 * 16;
}

static void check_workgroup_memory(Specialiser *p) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < p->s->variables.len; i++)
        if (__builtin_add_overflow(sum, workgroup_bytes(p, p->s->variables.at[i]), &sum))
            sum = UINT64_MAX;
    if (sum <= WGSL_MAX_WORKGROUP_BYTES)
        return;
    Decl *entry = p->s->entry;
    Diag *d = error(p->m->diags, CODE_LIMIT, entry->name_span,
                    "the workgroup variables of '%.*s' take %llu bytes: the limit is %d",
                    STR_ARG(entry->name), (unsigned long long)sum, WGSL_MAX_WORKGROUP_BYTES);
    for (uint32_t i = 0; i < p->s->variables.len; i++) {
        const Decl *v = p->s->variables.at[i];
        uint64_t bytes = workgroup_bytes(p, v);
        if (bytes)
            diag_note(p->m->diags, d, v->name_span, "'%.*s' takes %llu bytes", STR_ARG(v->name),
                      (unsigned long long)bytes);
    }
}

static void check_expressions(Specialiser *p) {
    for (uint32_t i = 0; i < p->s->variables.len; i++) {
        const Decl *v = p->s->variables.at[i];
        if (v->init)
            wgsl_evaluate(p->m, p->s, v->init);
    }
    for (uint32_t i = 0; i < p->s->functions.len; i++)
        specialise_check_function(p->m, p->s, p->s->functions.at[i]);
}

/* ---- all together ---- */

static bool uses_overrides(const Specialiser *p) {
    for (uint32_t i = 0; i < p->m->overrides.len; i++)
        if (p->used[i])
            return true;
    return false;
}

Specialisation *wgsl_specialise(Module *m, Str entry, const OverrideValue *values, uint32_t count) {
    Arena *a = m->arena;
    uint32_t errors = m->diags->errors;
    Specialiser p = {.m = m,
                     .a = a,
                     .s = arena_new(a, Specialisation),
                     .reached = arena_array(a, bool, m->decls.len),
                     .used = arena_array(a, bool, m->overrides.len),
                     .given = arena_array(a, const OverrideValue *, m->overrides.len)};
    p.s->module = m;
    p.s->override_value = arena_array(a, const Const *, m->overrides.len);
    p.s->entry = choose_entry(m, entry);
    take_values(&p, values, count);
    if (!p.s->entry)
        return NULL;
    reach_functions(&p);
    reach_variables(&p);
    reach_overrides(&p);
    evaluate_overrides(&p);
    if (m->diags->errors > errors)
        return NULL; /* what follows would say the same again */
    evaluate_workgroup_size(&p);
    if (!check_types(&p))
        return NULL;
    check_workgroup_memory(&p);
    if (uses_overrides(&p))
        check_expressions(&p);
    return m->diags->errors > errors ? NULL : p.s;
}
