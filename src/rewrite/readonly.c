/* Storage that is declared read_write and never written: `read` lets a host bind it read-only, and
 * share it between dispatches without a barrier. Whether anything writes is seen in the text, for
 * all entry points, not in one run. */
#include "rewrite/fix.h"

/* Its access mode as written; NULL: it is not declared read_write. */
static const Expr *written_mode(const Decl *v) {
    if (v->space != SPACE_STORAGE || v->access != ACCESS_READ_WRITE || v->template_args.len != 2 ||
        !v->type || type_contains_atomic(v->type))
        return NULL;
    return v->template_args.at[1];
}

static bool stores(const Stmt *s, const Decl *v) {
    bool changes = s->kind == STMT_ASSIGN || s->kind == STMT_INCREMENT || s->kind == STMT_DECREMENT;
    return changes && s->left && wgsl_root(s->left) == v;
}

/* Stored to in a statement; or handed to a function by a pointer, which would have to be changed,
 * too. */
static bool is_written(const Tree *t, const Decl *v) {
    for (uint32_t i = 0; i < t->stmts.len; i++)
        if (stores(t->stmts.at[i].stmt, v))
            return true;
    for (uint32_t i = 0; i < t->exprs.len; i++) {
        const Expr *e = t->exprs.at[i].expr;
        for (uint32_t k = 0;
             e->kind == EXPR_CALL && e->call_kind == CALL_FUNCTION && k < e->args.len; k++)
            if (e->args.at[k]->type && e->args.at[k]->type->kind == TYPE_POINTER &&
                wgsl_root(e->args.at[k]) == v)
                return true;
    }
    return false;
}

static void try_variables(Fix *f, const Decl *const *list, uint32_t count) {
    EditList edits = {0};
    StrBuf names = {.arena = f->arena};
    for (uint32_t i = 0; i < count; i++) {
        edit_replace(f->arena, &edits, written_mode(list[i])->span, STR("read"));
        strbuf_addf(&names, "%s'%.*s'", i ? ", " : "", STR_ARG(list[i]->name));
    }
    Str text, how, difference;
    RewriteOutcome after;
    if (!fix_text(f, f->arena, &edits, &text))
        return;
    fix_run(f, f->arena, text, fix_full(), &after);
    if (!after.ran || prove_no_new_finding(f, &edits, &after).len ||
        !prove_same_outputs(f, text, &after, &how, &difference))
        return;
    RewriteStep step = {.kind = REWRITE_READ_ONLY,
                        .title =
                            str_format(f->arena, "declare %.*s as read: nothing writes %s",
                                       STR_ARG(strbuf_str(&names)), count == 1 ? "it" : "them"),
                        .object = list[0]->name,
                        .origin = fix_origin(f, list[0]->name_span)};
    fix_costs(f->arena, &step.before, &f->base, step.object);
    fix_costs(f->arena, &step.after, &after, step.object);
    fix_proof(f, &step, "valid", STR("the shader is valid, so no entry point writes"));
    fix_proof(f, &step, "outputs-equal", how);
    vec_push(
        f->arena, &step.notes,
        STR("a host that gives an explicit bind group layout must say read-only-storage there"));
    fix_accept(f, &edits, &step, &after);
}

void fix_read_only(Fix *f) {
    const Module *m = f->tree.module;
    const Decl **list = arena_array(f->arena, const Decl *, m->variables.len + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->variables.len; i++)
        if (written_mode(m->variables.at[i]) && !is_written(&f->tree, m->variables.at[i]))
            list[count++] = m->variables.at[i];
    if (count)
        try_variables(f, list, count);
}
