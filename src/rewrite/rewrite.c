/* The rounds: which kinds of edits are tried in which order, and what is said of the rest. */
#include "rewrite/rewrite.h"

#include "rewrite/fix.h"

static const struct {
    const char *name;
    void (*fix)(Fix *f);
} kinds[REWRITE_KINDS] = {
    [REWRITE_BARRIER] = {"barrier", fix_barriers},
    [REWRITE_GUARD] = {"bounds-guard", fix_guards},
    [REWRITE_READ_ONLY] = {"read-only", fix_read_only},
    [REWRITE_PAD] = {"pad", fix_layouts},
    [REWRITE_AGGREGATE] = {"atomic-aggregate", fix_aggregates},
    [REWRITE_SWIZZLE] = {"swizzle", NULL}, /* tried with the pads, against which they are judged */
};

static const struct {
    const char *rule, *kinds;
} fixes[] = {
#define FIX(rule, kinds, about) {rule, kinds},
#include "diag/fixes.def"
#undef FIX
};

/* Why there is no edit where no kind has said it. */
static const struct {
    const char *rule, *reason;
} reasons[] = {
    {"data-race", "no place for a barrier orders the two accesses"},
    {"out-of-bounds", "no guard around the access was found that keeps the rest"},
    {"bank-conflict", "the array's accesses are the same in all its layouts"},
    {"atomic-contention", "the lanes do not all meet on one word"},
    {"uncoalesced",
     "which invocation handles which element is the algorithm's own: no edit of a line changes it"},
    {"divergence", "what the lanes do is the algorithm's own: no edit of a line changes it"},
    {"order-dependent-atomics",
     "a deterministic order takes another algorithm, a scan in place of the counter"},
    {"no-forward-progress",
     "who waits for whom is the algorithm's own: no edit of a line changes it"},
    {"integer-division", "what the result should be there only the author knows"},
    {"subgroup-size-dependent",
     "the algorithm counts on one size: compute with subgroup_size and num_subgroups instead"},
    {"barrier-divergence",
     "who should wait is the author's to say: move the barrier out of the branch"},
};

const char *rewrite_kind_name(RewriteKind k) {
    return kinds[k].name;
}

RewriteKind rewrite_kind_find(Str name) {
    uint32_t k = 0;
    while (k < REWRITE_KINDS && !(kinds[k].name && str_is(name, kinds[k].name)))
        k++;
    return (RewriteKind)k;
}

/* ---- running ---- */

RewriteRequest fix_full(void) {
    return (RewriteRequest){.cost = true, .check = true, .outputs = true};
}

void fix_run(Fix *f, Arena *a, Str text, RewriteRequest request, RewriteOutcome *out) {
    *out = (RewriteOutcome){0};
    f->result->trials++;
    f->runner->run(f->runner->context, a, text, &request, out);
}

bool fix_is_stopped(const Fix *f) {
    return f->runner->stopped(f->runner->context);
}

bool fix_text(Fix *f, Arena *a, EditList *edits, Str *text) {
    if (!edit_sort(edits))
        return false;
    *text = edit_apply(a, f->result->draft.text, edits);
    return true;
}

/* ---- results ---- */

Span fix_origin(const Fix *f, Span span) {
    const Draft *d = &f->result->draft;
    if (!span.end)
        return span;
    return (Span){draft_origin(d, span.start), draft_origin(d, span.end)};
}

Decl *fix_object_of(const Fix *f, Span span) {
    uint32_t i = tree_find_expr(&f->tree, span);
    if (i == NOWHERE)
        return NULL;
    const Expr *e = f->tree.exprs.at[i].expr;
    return wgsl_root(e->kind == EXPR_CALL && e->args.len ? e->args.at[0] : e);
}

void fix_proof(Fix *f, RewriteStep *step, const char *what, Str text) {
    vec_push(f->arena, &step->proofs, (RewriteProof){what, text});
}

void fix_note(Fix *f, const char *rule, Str object, Span span, Str reason) {
    vec_push(f->arena, &f->notes, (FixNote){rule, object, fix_origin(f, span), reason});
}

void fix_accept(Fix *f, const EditList *edits, RewriteStep *step, const RewriteOutcome *after) {
    step->applied = true;
    draft_apply(&f->result->draft, edits);
    f->base = *after;
    tree_build(&f->tree, f->arena, f->name, f->result->draft.text, f->options);
    vec_push(f->arena, &f->result->steps, *step);
}

/* Messages name the variable, also where the access goes by way of a pointer. */
static bool is_about(Arena *a, Str message, Str object) {
    Str quoted = str_format(a, "'%.*s'", STR_ARG(object));
    for (uint32_t i = 0; i + quoted.len <= message.len; i++)
        if (memcmp(message.at + i, quoted.at, quoted.len) == 0)
            return true;
    return false;
}

bool fix_is_silenced(const Fix *f, const char *rule, Str object) {
    const RewriteOutcome *o = &f->base;
    for (uint32_t i = 0; i < o->findings.len; i++)
        if (str_is(o->findings.at[i].rule, rule) &&
            is_about(f->arena, o->findings.at[i].message, object))
            return false;
    for (uint32_t i = 0; i < o->silenced.len; i++)
        if (str_is(o->silenced.at[i].rule, rule) &&
            is_about(f->arena, o->silenced.at[i].message, object))
            return true;
    return false;
}

static const FixNote *note_for(const Fix *f, const RewriteFinding *finding, Span origin) {
    for (uint32_t i = f->notes.len; i-- > 0;) {
        const FixNote *n = &f->notes.at[i];
        bool here = n->object.len ? is_about(f->arena, finding->message, n->object)
                                  : n->origin.start == origin.start;
        if (str_is(finding->rule, n->rule) && here)
            return n;
    }
    return NULL;
}

/* May one of the kinds that cure a rule be tried? Also when there are none. */
static bool is_tried(const Fix *f, const char *rules_kinds) {
    bool any = false, on = false;
    for (uint32_t k = 0; k < REWRITE_KINDS; k++) {
        if (!strstr(rules_kinds, kinds[k].name))
            continue;
        any = true;
        on |= f->options->kinds >> k & 1;
    }
    return on || !any;
}

static Str default_reason(const Fix *f, Str rule) {
    for (size_t i = 0; i < sizeof fixes / sizeof fixes[0]; i++)
        if (str_is(rule, fixes[i].rule) && !is_tried(f, fixes[i].kinds))
            return str_format(f->arena, "not tried: %s was not asked for", fixes[i].kinds);
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (str_is(rule, reasons[i].rule))
            return str_from_c(reasons[i].reason);
    return STR("there is no edit for this rule");
}

/* What a guard costs (lanes that part at it) is no finding of the shader that was given. */
static bool is_old(const RewriteOutcome *first, const RewriteFinding *now, Span origin) {
    for (uint32_t i = 0; i < first->findings.len; i++) {
        const RewriteFinding *f = &first->findings.at[i];
        if (str_eq(f->rule, now->rule) && f->span.start == origin.start)
            return true;
    }
    return false;
}

static void refuse_rest(Fix *f, const RewriteOutcome *first) {
    for (uint32_t i = 0; i < f->base.findings.len; i++) {
        const RewriteFinding *finding = &f->base.findings.at[i];
        RewriteRefusal r = {
            .rule = finding->rule, .origin = fix_origin(f, finding->span), .minor = finding->minor};
        if (finding->cost && !is_old(first, finding, r.origin))
            continue;
        const FixNote *n = note_for(f, finding, r.origin);
        r.reason = n ? n->reason : default_reason(f, finding->rule);
        vec_push(f->arena, &f->result->refusals, r);
    }
}

static void reject(Fix *f) {
    RewriteResult *r = f->result;
    r->rejected = true;
    for (uint32_t i = f->tree.diags.at.len; i-- > 0;) {
        const Diag *d = f->tree.diags.at.at[i];
        if (d->severity != SEVERITY_ERROR)
            continue;
        r->message = d->message;
        r->span = d->span;
        r->error_code = str_from_c(d->code);
    }
}

void rewrite_fix(Arena *a, Str name, Str text, const RewriteOptions *o, const RewriteRunner *runner,
                 RewriteResult *r) {
    *r = (RewriteResult){0};
    draft_init(&r->draft, a, text);
    Fix *f = arena_new(a, Fix);
    *f = (Fix){.arena = a, .name = name, .options = o, .runner = runner, .result = r};
    fix_run(f, a, text, fix_full(), &f->base);
    if (!f->base.ran) {
        r->code = f->base.code;
        r->rejected = f->base.rejected;
        r->message = f->base.message;
        r->span = f->base.span;
        r->error_code = f->base.error_code;
        return;
    }
    if (!tree_build(&f->tree, a, name, text, o)) { /* it ran with --allow-non-uniform */
        reject(f);
        return;
    }
    fix_costs(a, &r->before, &f->base, (Str){"", 0});
    const RewriteOutcome first = f->base;
    r->findings_before = f->base.findings.len;
    for (uint32_t k = 0; k < REWRITE_KINDS && !fix_is_stopped(f); k++)
        if (kinds[k].fix &&
            (o->kinds >> k & 1 || (k == REWRITE_PAD && o->kinds >> REWRITE_SWIZZLE & 1)))
            kinds[k].fix(f);
    fix_costs(a, &r->after, &f->base, (Str){"", 0});
    r->findings_after = f->base.findings.len;
    refuse_rest(f, &first);
}
