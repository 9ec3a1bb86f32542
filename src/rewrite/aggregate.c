/* Atomics on which a whole subgroup meets: combine the lanes' values first, then let one lane do
 * the atomic. The cure needs the subgroups feature, which not every device has, and the compilers
 * of some combine such atomics by themselves, so that it is a suggestion: it is proven and shown,
 * and made only when it is asked for. */
#include "rewrite/fix.h"

static const struct {
    Builtin atomic;
    const char *combine;
} combined[] = {
    {BUILTIN_atomicAdd, "subgroupAdd"}, {BUILTIN_atomicSub, "subgroupAdd"},
    {BUILTIN_atomicMax, "subgroupMax"}, {BUILTIN_atomicMin, "subgroupMin"},
    {BUILTIN_atomicAnd, "subgroupAnd"}, {BUILTIN_atomicOr, "subgroupOr"},
    {BUILTIN_atomicXor, "subgroupXor"},
};

static const char *combine_of(Builtin b) {
    for (size_t i = 0; i < sizeof combined / sizeof combined[0]; i++)
        if (combined[i].atomic == b)
            return combined[i].combine;
    return NULL;
}

/* The directive goes behind the others, or before the first declaration. */
static void enable_subgroups(const Tree *t, EditList *l) {
    const Module *m = t->module;
    if (m->enabled & ENABLE_SUBGROUPS)
        return;
    Str newline = tree_newline(t);
    if (m->directives.len) {
        uint32_t end = vec_last(&m->directives).span.end;
        end += t->source.text.at[end] == ';';
        edit_insert(t->arena, l, end,
                    str_format(t->arena, "%.*senable subgroups;", STR_ARG(newline)));
        return;
    }
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < m->decls.len; i++) {
        const Decl *d = m->decls.at[i];
        uint32_t start = d->attributes.len ? d->attributes.at[0].span.start : d->span.start;
        first = start < first ? start : first;
    }
    edit_insert(
        t->arena, l, first,
        str_format(t->arena, "enable subgroups;%.*s%.*s", STR_ARG(newline), STR_ARG(newline)));
}

/* The value as an argument of its own: its type comes from the atomic. */
static Str value_text(const Tree *t, const Expr *call, const Expr *value) {
    Str text = tree_text(t, value->span);
    const Type *memory = call->args.at[0]->type; /* ptr<..., atomic<T>> */
    while (memory->kind == TYPE_POINTER || memory->kind == TYPE_REFERENCE ||
           memory->kind == TYPE_ATOMIC)
        memory = memory->element;
    if (!type_is_abstract(type_unref(value->type)))
        return text;
    return str_format(t->arena, "%.*s(%.*s)", STR_ARG(memory->name), STR_ARG(text));
}

/* NULL, or why the atomic cannot be combined. */
static const char *aggregate_edits(const Tree *t, uint32_t node, EditList *l) {
    const Expr *call = t->exprs.at[node].expr;
    uint32_t stmt = t->exprs.at[node].stmt;
    const Stmt *s = t->stmts.at[stmt].stmt;
    if (call->kind != EXPR_CALL || call->call_kind != CALL_BUILTIN || !combine_of(call->builtin))
        return "operations of this kind cannot be combined";
    if (s->kind != STMT_CALL || s->call != call || !tree_is_listed(t, stmt))
        return "its result is used: let the subgroup count first (subgroupBallot, or "
               "subgroupExclusiveAdd), one lane take places for all, and broadcast where they "
               "begin";
    const Expr *value = call->args.at[1];
    Str name = tree_fresh_name(t, "combined"), newline = tree_newline(t);
    Str indent = tree_indent(t, s->span.start), gap = STR(" "), step = {"", 0};
    if (tree_starts_line(t, s->span.start)) {
        gap = str_format(t->arena, "%.*s%.*s", STR_ARG(newline), STR_ARG(indent));
        step = tree_indent_step(t);
    }
    enable_subgroups(t, l);
    edit_insert(t->arena, l, s->span.start,
                str_format(t->arena, "let %.*s = %s(%.*s);%.*sif (subgroupElect()) {%.*s%.*s",
                           STR_ARG(name), combine_of(call->builtin),
                           STR_ARG(value_text(t, call, value)), STR_ARG(gap), STR_ARG(gap),
                           STR_ARG(step)));
    edit_replace(t->arena, l, value->span, name);
    edit_insert(t->arena, l, tree_comment_end(t, tree_stmt_end(t, s)),
                str_format(t->arena, "%.*s}", STR_ARG(gap)));
    return NULL;
}

/* ---- proof ---- */

/* Empty when a full run proves it. */
static Str refute(Fix *f, EditList *edits, const RewriteFinding *r, Str text,
                  const RewriteOutcome *after, Str *how) {
    Str difference;
    if (!after->ran)
        return after->rejected
                   ? str_format(
                         f->arena,
                         "the subgroup cannot combine the values there: %.*s (move it out of "
                         "the branch, with a value that changes nothing for the other lanes)",
                         STR_ARG(after->message))
                   : STR("the shader does not run with it");
    if (!prove_same_outputs(f, text, after, how, &difference))
        return STR("the lanes of a subgroup do not all meet on one word: count in workgroup memory "
                   "or in private copies first");
    if (fix_passes(after) + fix_sectors(after) >= fix_passes(&f->base) + fix_sectors(&f->base) ||
        prove_still_found(r, edits, after))
        return STR("combining in the subgroup saves nothing here");
    return prove_no_new_finding(f, edits, after);
}

static Str suggestion_text(Fix *f, const EditList *edits) {
    Draft d;
    StrBuf out = {.arena = f->arena};
    draft_init(&d, f->arena, f->result->draft.text);
    draft_apply(&d, edits);
    diff_unified(&out, &d, f->name, false);
    return strbuf_str(&out);
}

static void keep(Fix *f, EditList *edits, const RewriteFinding *r, const RewriteOutcome *after,
                 Str how) {
    const Decl *object = fix_object_of(f, r->span);
    Str name = object ? object->name : (Str){"", 0};
    RewriteStep step = {.kind = REWRITE_AGGREGATE,
                        .title = str_format(f->arena,
                                            "combine the subgroup's values before the atomic on "
                                            "'%.*s'",
                                            STR_ARG(name)),
                        .object = name,
                        .origin = fix_origin(f, r->span)};
    fix_costs(f->arena, &step.before, &f->base, name);
    fix_costs(f->arena, &step.after, after, name);
    fix_proof(f, &step, "outputs-equal", how);
    fix_proof(f, &step, "finding-gone", STR("the lanes no longer queue for the word"));
    fix_proof(
        f, &step, "no-new-finding",
        str_format(f->arena, "no new finding at %.*s", STR_ARG(prove_sizes(f->arena, after))));
    vec_push(
        f->arena, &step.notes,
        STR("it needs the device feature subgroups; the compilers of some devices combine such "
            "atomics by themselves: measure both"));
    if (f->options->apply >> REWRITE_AGGREGATE & 1) {
        fix_accept(f, edits, &step, after);
        return;
    }
    step.code = suggestion_text(f, edits);
    vec_push(f->arena, &f->result->steps, step);
    fix_note(f, "atomic-contention", (Str){"", 0}, r->span,
             STR("see the suggestion; --apply atomic-aggregate makes the edit"));
}

/* True when the text has changed. */
static bool try_finding(Fix *f, const RewriteFinding *r) {
    uint32_t node = tree_find_expr(&f->tree, r->span);
    EditList edits = {0};
    Str text, how, why;
    RewriteOutcome after;
    const char *bad =
        node == NOWHERE ? "there is no edit for it" : aggregate_edits(&f->tree, node, &edits);
    if (bad || !fix_text(f, f->arena, &edits, &text)) {
        fix_note(f, "atomic-contention", (Str){"", 0}, r->span,
                 str_from_c(bad ? bad : "the edits would overlap"));
        return false;
    }
    fix_run(f, f->arena, text, fix_full(), &after);
    why = refute(f, &edits, r, text, &after, &how);
    if (why.len) {
        fix_note(f, "atomic-contention", (Str){"", 0}, r->span, why);
        return false;
    }
    uint32_t steps = f->result->steps.len;
    keep(f, &edits, r, &after, how);
    return f->result->steps.at[steps].applied;
}

void fix_aggregates(Fix *f) {
    for (uint32_t i = 0; i < f->base.findings.len && !fix_is_stopped(f);) {
        const RewriteFinding r = f->base.findings.at[i];
        bool changed = str_is(r.rule, "atomic-contention") && try_finding(f, &r);
        i = changed ? 0 : i + 1; /* the findings are those of the new text then */
    }
}
