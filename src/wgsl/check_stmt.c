/* Statements: what they ask of their expressions. Control flow is behavior analysis's part. */
#include "wgsl/check.h"

static void check_stmt(Checker *c, Stmt *s);

static void check_block(Checker *c, const Stmt *s) {
    for (uint32_t i = 0; i < s->list.len; i++)
        check_stmt(c, s->list.at[i]);
}

static void check_condition(Checker *c, Expr *e, const char *of) {
    if (!e)
        return;
    check_value(c, e);
    check_needs(c, e, c->t->bool_type, "the condition of %s", of);
}

/* ---- assignments ---- */

static void not_assignable(Checker *c, const Expr *left, const char *why) {
    Diag *d = error(c->diags, CODE_NOT_ASSIGNABLE, left->span, "%s", why);
    const Expr *e = left;
    while (e->kind == EXPR_INDEX || e->kind == EXPR_MEMBER || e->kind == EXPR_UNARY)
        e = e->left;
    if (e->kind == EXPR_IDENT && e->ident_kind == IDENT_DECL)
        diag_note(c->diags, d, e->decl->name_span, "'%.*s' is declared here",
                  STR_ARG(e->decl->name));
}

/* The store type of what is assigned to; NULL after an error. */
static const Type *check_target(Checker *c, Expr *left) {
    check_expr(c, left);
    const Type *t = left->type;
    if (t->kind == TYPE_ERROR)
        return NULL;
    if (t->kind != TYPE_REFERENCE) {
        bool swizzle = left->kind == EXPR_MEMBER && left->swizzle_len > 1;
        not_assignable(c, left,
                       swizzle                   ? "several components of a vector cannot be "
                                                   "assigned at once"
                       : t->kind == TYPE_POINTER ? "a pointer cannot be assigned to; '*' names "
                                                   "what it points to"
                                                 : "only variables, and what pointers point to, "
                                                   "can be assigned to");
        return NULL;
    }
    if (t->access == ACCESS_READ) {
        not_assignable(c, left, "this memory cannot be written: its access mode is 'read'");
        return NULL;
    }
    if (!type_is_constructible(t->element)) {
        not_assignable(c, left,
                       t->element->kind == TYPE_ATOMIC
                           ? "an atomic cannot be assigned to; use atomicStore"
                           : "a value of this type cannot be assigned as a whole");
        return NULL;
    }
    return t->element;
}

static void check_phony(Checker *c, Stmt *s) {
    /* An abstract value may stay one, but to be printed. */
    const Type *t = s->print ? check_concrete(c, s->right) : check_value(c, s->right);
    switch (t->kind) {
    case TYPE_ERROR:
    case TYPE_POINTER:
    case TYPE_TEXTURE:
    case TYPE_SAMPLER:
    case TYPE_SAMPLER_COMPARISON: return;
    default: break;
    }
    if (!type_is_constructible(t))
        error(c->diags, CODE_TYPE_MISMATCH, s->right->span,
              "a value of type '%.*s' cannot be assigned to '_'", STR_ARG(t->name));
}

static void check_assign(Checker *c, Stmt *s) {
    if (!s->left) {
        check_phony(c, s);
        return;
    }
    const Type *store = check_target(c, s->left);
    const Type *given = check_value(c, s->right);
    if (!store || given->kind == TYPE_ERROR)
        return;
    if (s->op == BINARY_NONE) {
        check_needs(c, s->right, store, "the value assigned");
        return;
    }
    s->left->final = store;
    const Type *result = check_compound(c, s);
    s->left->final = s->left->type;
    if (result->kind != TYPE_ERROR && result != store)
        error(c->diags, CODE_TYPE_MISMATCH, s->span,
              "the result of this operator is '%.*s' and cannot be assigned to '%.*s'",
              STR_ARG(result->name), STR_ARG(store->name));
}

static void check_increment(Checker *c, Stmt *s) {
    const Type *store = check_target(c, s->left);
    if (store && store->kind != TYPE_I32 && store->kind != TYPE_U32)
        error(c->diags, CODE_TYPE_MISMATCH, s->left->span, "'%s' needs an i32 or u32, not '%.*s'",
              s->kind == STMT_INCREMENT ? "++" : "--", STR_ARG(store->name));
}

/* ---- calls ---- */

static bool must_use(const Expr *call) {
    return call->call_kind == CALL_FUNCTION ? call->function->must_use
                                            : builtin_info[call->builtin].flags & BF_MUST_USE;
}

static void check_call_stmt(Checker *c, Stmt *s) {
    check_expr(c, s->call);
    if (s->call->type->kind == TYPE_ERROR)
        return;
    Expr *callee = s->call->left;
    if (s->call->call_kind != CALL_FUNCTION && s->call->call_kind != CALL_BUILTIN) {
        error(c->diags, CODE_UNUSED_RESULT, s->call->span,
              "a value is made here and dropped; only calls of functions are statements");
        return;
    }
    check_convert(c, s->call, concretise(c->t, s->call->final));
    if (must_use(s->call))
        error(c->diags, CODE_UNUSED_RESULT, s->call->span, "the result of '%.*s' must be used",
              STR_ARG(callee->ident.name));
}

/* ---- switch ---- */

/* The one type of selector and cases; NULL after an error. */
static const Type *switch_type(Checker *c, Stmt *s) {
    const Type *common = check_value(c, s->condition);
    bool ok = common->kind != TYPE_ERROR;
    for (uint32_t i = 0; i < s->cases.len; i++) {
        for (uint32_t k = 0; k < s->cases.at[i].selectors.len; k++) {
            Expr *e = s->cases.at[i].selectors.at[k];
            const Type *t = e ? check_value(c, e) : NULL;
            if (!t)
                continue;
            ok &= t->kind != TYPE_ERROR;
            if (ok && type_is_abstract(common) && conversion_rank(common, t) >= 0)
                common = t;
        }
    }
    if (!ok)
        return NULL;
    common = concretise(c->t, common);
    if (common->kind == TYPE_I32 || common->kind == TYPE_U32)
        return common;
    error(c->diags, CODE_TYPE_MISMATCH, s->condition->span,
          "a switch selects by an i32 or u32, not '%.*s'", STR_ARG(common->name));
    return NULL;
}

static void check_case_value(Checker *c, Map *seen, Expr *e, const Type *t) {
    if (!check_needs(c, e, t, "a case's value"))
        return;
    if (e->stage != STAGE_CONST) {
        error(c->diags, CODE_NOT_CONST, e->span, "a case's value must be a const-expression");
        return;
    }
    if (!e->value)
        return;
    Str key = {(const char *)&e->value->i, sizeof e->value->i};
    const Expr *first = map_get(seen, key);
    if (!first) {
        map_set(seen, key, e);
        return;
    }
    Diag *d = error(c->diags, CODE_REDECLARED, e->span, "the case %lld is there already",
                    (long long)e->value->i);
    diag_note(c->diags, d, first->span, "here");
}

static void check_switch(Checker *c, Stmt *s) {
    check_attributes(c, &s->body_attributes, ON_STATEMENT);
    const Type *t = switch_type(c, s);
    if (t)
        check_needs(c, s->condition, t, "the selector");
    Map seen = {.arena = c->a};
    uint32_t selectors = 0;
    for (uint32_t i = 0; i < s->cases.len; i++) {
        const SwitchCase *k = &s->cases.at[i];
        selectors += k->selectors.len ? k->selectors.len : 1;
        for (uint32_t j = 0; t && j < k->selectors.len; j++) {
            if (k->selectors.at[j])
                check_case_value(c, &seen, k->selectors.at[j], t);
        }
    }
    if (selectors > LIMIT_CASES)
        error(c->diags, CODE_LIMIT, s->condition->span, "a switch has at most %d case values",
              LIMIT_CASES);
    for (uint32_t i = 0; i < s->cases.len; i++) {
        if (s->cases.at[i].body)
            check_stmt(c, s->cases.at[i].body);
    }
}

/* ---- the rest ---- */

/* A chain of else-ifs may be as long as it likes, so that it is walked, not recursed into. */
static void check_if(Checker *c, Stmt *s) {
    for (;;) {
        check_condition(c, s->condition, "an if");
        if (s->then)
            check_stmt(c, s->then);
        Stmt *next = s->otherwise;
        if (!next)
            return;
        if (next->kind != STMT_IF) {
            check_stmt(c, next);
            return;
        }
        check_attributes(c, &next->attributes, ON_STATEMENT);
        s = next;
    }
}

static void check_return(Checker *c, Stmt *s) {
    const Decl *f = c->function;
    if (!s->right) {
        if (f->type_expr)
            error(c->diags, CODE_TYPE_MISMATCH, s->span, "'%.*s' must return a value",
                  STR_ARG(f->name));
        return;
    }
    check_value(c, s->right);
    if (!f->type_expr) {
        Diag *d = error(c->diags, CODE_TYPE_MISMATCH, s->right->span,
                        "'%.*s' has no result, so that it cannot return a value", STR_ARG(f->name));
        diag_note(c->diags, d, f->name_span, "it is declared here");
        return;
    }
    check_needs(c, s->right, f->type, "the value returned");
}

static void check_for(Checker *c, Stmt *s) {
    if (s->init)
        check_stmt(c, s->init);
    check_condition(c, s->condition, "a for loop");
    if (s->update)
        check_stmt(c, s->update);
    if (s->body)
        check_stmt(c, s->body);
}

static void check_loop(Checker *c, Stmt *s) {
    if (s->body)
        check_stmt(c, s->body);
    if (s->continuing)
        check_stmt(c, s->continuing);
    check_condition(c, s->break_if, "a 'break if'");
}

static void check_stmt(Checker *c, Stmt *s) {
    check_attributes(c, &s->attributes, ON_STATEMENT);
    switch (s->kind) {
    case STMT_COMPOUND:
        check_attributes(c, &s->body_attributes, ON_STATEMENT);
        check_block(c, s);
        break;
    case STMT_DECL: check_local_decl(c, s->decl); break;
    case STMT_ASSIGN: check_assign(c, s); break;
    case STMT_INCREMENT:
    case STMT_DECREMENT: check_increment(c, s); break;
    case STMT_CALL: check_call_stmt(c, s); break;
    case STMT_IF: check_if(c, s); break;
    case STMT_SWITCH: check_switch(c, s); break;
    case STMT_LOOP: check_loop(c, s); break;
    case STMT_WHILE:
        check_condition(c, s->condition, "a while loop");
        if (s->body)
            check_stmt(c, s->body);
        break;
    case STMT_FOR: check_for(c, s); break;
    case STMT_RETURN: check_return(c, s); break;
    case STMT_DISCARD: check_stage_limit(c, IN_FRAGMENT, s->span, "'discard'"); break;
    case STMT_CONST_ASSERT: check_const_assert(c, s->condition); break;
    case STMT_BREAK:
    case STMT_CONTINUE: break;
    }
}

void check_body(Checker *c, Decl *function) {
    if (function->body)
        check_stmt(c, function->body);
}
