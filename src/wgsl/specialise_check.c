/* Override-expressions inside functions: each must have a value, although nothing but lowering
 * looks at it later, and what is known of the operands of a run-time operation must be right for
 * it. */
#include "wgsl/specialise.h"

typedef struct Check {
    Module *m;
    const Specialisation *s;
} Check;

static const Const *visit(const Check *c, const Expr *e);

static const Const *visit_binary(const Check *c, const Expr *e) {
    const Const *left = visit(c, e->left);
    bool decided = left && ((e->binary_op == BINARY_LOGICAL_AND && !left->b) ||
                            (e->binary_op == BINARY_LOGICAL_OR && left->b));
    if (decided)
        return NULL; /* the right side is never evaluated */
    const Const *right = visit(c, e->right);
    eval_check_binary(c->m, e->span, e->binary_op, left, right);
    return NULL;
}

static void visit_index(const Check *c, const Expr *e) {
    visit(c, e->left);
    const Const *index = visit(c, e->right);
    const Type *t = type_unref(e->left->type);
    if (t->kind == TYPE_POINTER)
        t = t->element;
    t = wgsl_concrete_type(c->m, c->s, t);
    if (index && t)
        eval_check_index(c->m, e->right->span, t, index->i);
}

static void visit_call(const Check *c, const Expr *e) {
    const Const **arg = arena_array(c->m->arena, const Const *, e->args.len);
    for (uint32_t i = 0; i < e->args.len; i++)
        arg[i] = visit(c, e->args.at[i]);
    if (e->call_kind == CALL_BUILTIN)
        eval_check_builtin(c->m, e, arg);
}

/* The value of an expression that is known now. */
static const Const *visit(const Check *c, const Expr *e) {
    if (!e || e->value)
        return e ? e->value : NULL;
    if (e->stage != STAGE_RUNTIME)
        return wgsl_evaluate(c->m, c->s, e);
    switch (e->kind) {
    case EXPR_BINARY: return visit_binary(c, e);
    case EXPR_INDEX: visit_index(c, e); break;
    case EXPR_CALL: visit_call(c, e); break;
    case EXPR_UNARY:
    case EXPR_MEMBER: visit(c, e->left); break;
    case EXPR_LITERAL:
    case EXPR_IDENT: break;
    }
    return NULL;
}

static void visit_statement(const Check *c, const Stmt *s);

static void visit_parts(const Check *c, const Stmt *s) {
    if (s->decl)
        visit(c, s->decl->init);
    visit(c, s->condition);
    visit(c, s->left);
    const Const *right = visit(c, s->right);
    if (s->kind == STMT_ASSIGN && s->op != BINARY_NONE)
        eval_check_binary(c->m, s->span, s->op, NULL, right);
    visit(c, s->call);
    visit(c, s->break_if);
    for (uint32_t i = 0; i < s->list.len; i++)
        visit_statement(c, s->list.at[i]);
    for (uint32_t i = 0; i < s->cases.len; i++)
        visit_statement(c, s->cases.at[i].body);
    visit_statement(c, s->init);
    visit_statement(c, s->update);
    visit_statement(c, s->then);
    visit_statement(c, s->body);
    visit_statement(c, s->continuing);
}

/* A chain of else if is a list, not a depth. */
static void visit_statement(const Check *c, const Stmt *s) {
    for (; s; s = s->otherwise)
        visit_parts(c, s);
}

void specialise_check_function(Module *m, const Specialisation *s, const Decl *function) {
    visit_statement(&(Check){m, s}, function->body);
}
