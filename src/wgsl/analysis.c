#include "wgsl/analysis.h"

void wgsl_visit_expr(Expr *e, ExprVisitor *visit, void *context) {
    if (!e)
        return;
    visit(context, e);
    wgsl_visit_expr(e->left, visit, context);
    wgsl_visit_expr(e->right, visit, context);
    for (uint32_t i = 0; i < e->args.len; i++)
        wgsl_visit_expr(e->args.at[i], visit, context);
}

void wgsl_visit_parts(const Stmt *s, StmtVisitor *visit, void *context) {
    Stmt *parts[] = {s->init, s->then, s->otherwise, s->body, s->continuing, s->update};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i])
            visit(context, parts[i]);
    for (uint32_t i = 0; i < s->list.len; i++)
        visit(context, s->list.at[i]);
    for (uint32_t i = 0; i < s->cases.len; i++)
        visit(context, s->cases.at[i].body);
}

typedef struct ExprWalk {
    ExprVisitor *visit;
    void *context;
} ExprWalk;

static void visit_part(void *context, Stmt *s) {
    const ExprWalk *w = context;
    wgsl_visit_stmt(s, w->visit, w->context);
}

void wgsl_visit_stmt(const Stmt *s, ExprVisitor *visit, void *context) {
    Expr *parts[] = {s->left, s->right,    s->condition,
                     s->call, s->break_if, s->decl ? s->decl->init : NULL};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        wgsl_visit_expr(parts[i], visit, context);
    wgsl_visit_parts(s, visit_part, &(ExprWalk){visit, context});
}

static bool leads_to_memory(const Decl *d) {
    return d->kind == DECL_VAR ||
           (d->kind == DECL_PARAM && d->type && d->type->kind == TYPE_POINTER);
}

Decl *wgsl_root(const Expr *e) {
    Decl *let = NULL, *root = NULL;
    while (e && !root) {
        switch (e->kind) {
        case EXPR_IDENT:
            if (e->ident_kind != IDENT_DECL || !e->decl)
                return NULL;
            if (leads_to_memory(e->decl)) {
                root = e->decl;
            } else if (e->decl->kind == DECL_LET) {
                let = let ? let : e->decl;
                root = e->decl->root;
                e = e->decl->init;
            } else {
                return NULL;
            }
            break;
        case EXPR_UNARY:
            if (e->unary_op != UNARY_DEREF && e->unary_op != UNARY_ADDRESS)
                return NULL;
            e = e->left;
            break;
        case EXPR_INDEX:
        case EXPR_MEMBER: e = e->left; break;
        default: return NULL;
        }
    }
    if (let)
        let->root = root;
    return root;
}

bool wgsl_is_load(const Expr *e) {
    if (!e->type)
        return false;
    if (e->kind == EXPR_MEMBER && e->swizzle_len > 1)
        return e->left->type && e->left->type->kind == TYPE_POINTER;
    return e->type->kind == TYPE_REFERENCE && e->final && e->final->kind != TYPE_REFERENCE;
}
