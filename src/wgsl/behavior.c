/* Behavior analysis: in which ways each statement can be left (the specification's "Statements
 * Behavior Analysis"), where break, continue and return may stand, and whether a function that
 * returns a value always does.
 *
 * An error gets the behavior that leads to no further ones.
 */
#include "wgsl/analysis.h"

typedef enum TargetKind { TARGET_LOOP, TARGET_SWITCH, TARGET_CONTINUING } TargetKind;

/* What encloses the statement at hand, innermost first. */
typedef struct Target {
    TargetKind kind;
    struct Target *outer;
    const Stmt *first_continue; /* TARGET_LOOP: the first that continues it */
} Target;

typedef struct Analysis {
    Module *m;
    Target *target;
} Analysis;

static uint32_t statement(Analysis *a, Stmt *s);

/* ---- jumps ---- */

static uint32_t misplaced(Analysis *a, const Stmt *s, uint32_t behavior, const char *message) {
    error(a->m->diags, CODE_BAD_CONTROL_FLOW, s->span, "%s", message);
    return behavior;
}

static uint32_t break_statement(Analysis *a, const Stmt *s) {
    if (!a->target)
        return misplaced(a, s, BEHAVIOR_NEXT, "'break' must stand in a loop or a switch");
    if (a->target->kind == TARGET_CONTINUING)
        return misplaced(a, s, BEHAVIOR_BREAK,
                         "'break' cannot leave a continuing block; end it with 'break if'");
    return BEHAVIOR_BREAK;
}

static uint32_t continue_statement(Analysis *a, const Stmt *s) {
    Target *t = a->target;
    while (t && t->kind == TARGET_SWITCH)
        t = t->outer;
    if (!t)
        return misplaced(a, s, BEHAVIOR_NEXT, "'continue' must stand in a loop");
    if (t->kind == TARGET_CONTINUING)
        return misplaced(a, s, BEHAVIOR_NEXT,
                         "'continue' cannot stand in the continuing block of its own loop");
    if (!t->first_continue)
        t->first_continue = s;
    return BEHAVIOR_CONTINUE;
}

static uint32_t return_statement(Analysis *a, const Stmt *s) {
    for (const Target *t = a->target; t; t = t->outer)
        if (t->kind == TARGET_CONTINUING)
            return misplaced(a, s, BEHAVIOR_RETURN, "'return' cannot stand in a continuing block");
    return BEHAVIOR_RETURN;
}

/* ---- compound statements ---- */

static uint32_t block(Analysis *a, const Stmt *s) {
    uint32_t behavior = BEHAVIOR_NEXT;
    for (uint32_t i = 0; i < s->list.len; i++) {
        bool reached = behavior & BEHAVIOR_NEXT;
        uint32_t errors = a->m->diags->errors, b = statement(a, s->list.at[i]);
        if (reached)
            behavior = (behavior & ~(uint32_t)BEHAVIOR_NEXT) | b;
        bool ends_here = reached && !(b & BEHAVIOR_NEXT) && i + 1 < s->list.len;
        if (ends_here && a->m->diags->errors == errors)
            warn(a->m->diags, CODE_UNREACHABLE, s->list.at[i + 1]->span,
                 "no path reaches this statement");
    }
    return behavior;
}

/* A chain of else-ifs is followed without recursion; each link has its own behavior and that of the
 * links behind it. */
static uint32_t if_statement(Analysis *a, Stmt *first) {
    VEC(Stmt *) chain = {0};
    Stmt *s = first;
    for (; s && s->kind == STMT_IF; s = s->otherwise) {
        statement(a, s->then);
        vec_push(a->m->arena, &chain, s);
    }
    uint32_t behavior = s ? statement(a, s) : BEHAVIOR_NEXT;
    while (chain.len) {
        Stmt *link = vec_pop(&chain);
        link->behavior = (uint8_t)(behavior | link->then->behavior);
        behavior = link->behavior;
    }
    return behavior;
}

static uint32_t switch_statement(Analysis *a, const Stmt *s) {
    Target t = {TARGET_SWITCH, a->target, NULL};
    uint32_t behavior = 0;
    a->target = &t;
    for (uint32_t i = 0; i < s->cases.len; i++)
        behavior |= statement(a, s->cases.at[i].body);
    a->target = t.outer;
    return behavior & BEHAVIOR_BREAK ? (behavior & ~(uint32_t)BEHAVIOR_BREAK) | BEHAVIOR_NEXT
                                     : behavior;
}

/* ---- loops ---- */

/* Looks in a continuing block for names that were declared after the first continue. */
typedef struct BypassSearch {
    Analysis *a;
    const Stmt *jump; /* NULL once it has been reported */
    const Stmt *continuing;
} BypassSearch;

static void check_bypass(void *context, Expr *e) {
    BypassSearch *b = context;
    const Decl *d = e->kind == EXPR_IDENT ? e->decl : NULL;
    /* What stands between and is in scope in the continuing block is declared in the body. */
    if (!d || !b->jump || d->module_scope || d->span.start < b->jump->span.start ||
        d->span.start > b->continuing->span.start)
        return;
    Diag *g =
        error(b->a->m->diags, CODE_BAD_CONTROL_FLOW, b->jump->span,
              "'continue' jumps over the declaration of '%.*s', which the continuing block uses",
              STR_ARG(d->name));
    diag_note(b->a->m->diags, g, d->name_span, "declared here");
    diag_note(b->a->m->diags, g, e->span, "used here");
    b->jump = NULL;
}

static uint32_t continuing_block(Analysis *a, const Stmt *loop, const Target *of) {
    Target t = {TARGET_CONTINUING, a->target, NULL};
    a->target = &t;
    uint32_t behavior = statement(a, loop->continuing);
    a->target = t.outer;
    if (loop->break_if) {
        behavior |= BEHAVIOR_BREAK;
        loop->continuing->behavior = (uint8_t)behavior;
    }
    BypassSearch b = {a, of->first_continue, loop->continuing};
    if (b.jump) {
        wgsl_visit_stmt(loop->continuing, check_bypass, &b);
        wgsl_visit_expr(loop->break_if, check_bypass, &b);
    }
    return behavior;
}

/* A loop by the behaviors of its body and of its continuing block. */
static uint32_t loop_behavior(uint32_t body, uint32_t continuing) {
    if (body == BEHAVIOR_RETURN)
        return BEHAVIOR_RETURN;
    uint32_t both = body | continuing;
    uint32_t left = both & ~(uint32_t)(BEHAVIOR_NEXT | BEHAVIOR_CONTINUE | BEHAVIOR_BREAK);
    return both & BEHAVIOR_BREAK ? left | BEHAVIOR_NEXT : left;
}

/* All three kinds of loop: for and while are loops that begin with `if !condition { break; }`. */
static uint32_t loop_statement(Analysis *a, Stmt *s) {
    Target t = {TARGET_LOOP, a->target, NULL};
    if (s->init)
        statement(a, s->init);
    a->target = &t;
    uint32_t body = statement(a, s->body);
    if (s->kind != STMT_LOOP && s->condition)
        body |= BEHAVIOR_BREAK;
    a->target = t.outer;
    if (s->update)
        statement(a, s->update);
    uint32_t continuing = s->continuing ? continuing_block(a, s, &t) : BEHAVIOR_NEXT;
    uint32_t behavior = loop_behavior(body, continuing);
    if (behavior)
        return behavior;
    error(a->m->diags, CODE_BAD_CONTROL_FLOW, s->span,
          "this loop cannot end: it has neither a break nor a return");
    return BEHAVIOR_RETURN;
}

/* ---- statements and functions ---- */

static uint32_t any_statement(Analysis *a, Stmt *s) {
    switch (s->kind) {
    case STMT_COMPOUND: return block(a, s);
    case STMT_IF: return if_statement(a, s);
    case STMT_SWITCH: return switch_statement(a, s);
    case STMT_LOOP:
    case STMT_WHILE:
    case STMT_FOR: return loop_statement(a, s);
    case STMT_BREAK: return break_statement(a, s);
    case STMT_CONTINUE: return continue_statement(a, s);
    case STMT_RETURN: return return_statement(a, s);
    case STMT_DECL:
    case STMT_ASSIGN:
    case STMT_INCREMENT:
    case STMT_DECREMENT:
    case STMT_CALL:
    case STMT_DISCARD:
    case STMT_CONST_ASSERT: return BEHAVIOR_NEXT;
    }
    return BEHAVIOR_NEXT;
}

static uint32_t statement(Analysis *a, Stmt *s) {
    s->behavior = (uint8_t)any_statement(a, s);
    return s->behavior;
}

static void function(Analysis *a, const Decl *f) {
    uint32_t behavior = statement(a, f->body);
    if (!f->type_expr || !(behavior & BEHAVIOR_NEXT))
        return;
    Span brace = {f->body->span.end ? f->body->span.end - 1 : 0, f->body->span.end};
    Diag *d = error(a->m->diags, CODE_MISSING_RETURN, brace,
                    "function '%.*s' can end without returning a value", STR_ARG(f->name));
    diag_note(a->m->diags, d, f->type_expr->span, "its result is declared here");
}

void wgsl_behavior(Module *m) {
    Analysis a = {.m = m};
    for (uint32_t i = 0; i < m->decls.len; i++) {
        const Decl *f = m->decls.at[i];
        if (f->kind == DECL_FUNCTION && f->body)
            function(&a, f);
    }
}
