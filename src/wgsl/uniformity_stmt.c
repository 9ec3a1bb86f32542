#include "wgsl/uniformity.h"

/* ---- diagnostic filters ---- */

void uni_apply_filter(Uniformity *u, const ExprList *args) {
    static const struct {
        const char *name;
        int severity;
    } severities[] = {{"off", SEVERITY_OFF},
                      {"info", SEVERITY_INFO},
                      {"warning", SEVERITY_WARNING},
                      {"error", SEVERITY_ERROR}};
    static const char *const rules[RULE_COUNT] = {
        [RULE_DERIVATIVE] = "derivative_uniformity", [RULE_SUBGROUP] = "subgroup_uniformity"};
    if (args->len != 2 || args->at[0]->kind != EXPR_IDENT || args->at[1]->kind != EXPR_IDENT)
        return;
    for (uint32_t r = 0; r < RULE_COUNT; r++)
        for (size_t i = 0; i < sizeof severities / sizeof severities[0]; i++)
            if (str_is(args->at[1]->ident.name, rules[r]) &&
                str_is(args->at[0]->ident.name, severities[i].name))
                u->filter[r] = severities[i].severity;
}

void uni_apply_filters(Uniformity *u, const AttributeList *attributes) {
    for (uint32_t i = 0; i < attributes->len; i++)
        if (str_is(attributes->at[i].name, "diagnostic"))
            uni_apply_filter(u, &attributes->at[i].args);
}

/* ---- simple statements ---- */

/* Names the value that a declaration or assignment gives, so that a message can point at it. */
static NodeId named(Uniformity *u, NodeId value, Span span, const Decl *decl) {
    NodeId n = uni_node(u, NODE_NAMED, span, decl);
    graph_edge(&u->graph, n, value);
    return n;
}

static void declaration(Uniformity *u, NodeId control, const Decl *d) {
    Local *l = uni_local(d);
    if (d->kind == DECL_CONST || !l)
        return;
    NodeId value = d->init ? uni_value(u, control, d->init) : control;
    NodeId n = named(u, value, d->init ? d->init->span : d->name_span, d);
    if (d->kind == DECL_VAR) {
        uni_assign(u, l, n);
        return;
    }
    l->node = n;
    if (d->type && d->type->kind == TYPE_POINTER) {
        l->full = uni_is_full(d->init);
    }
}

/* `left = right`, where right has been walked. */
static void store(Uniformity *u, NodeId control, const Expr *left, NodeId right, Span span) {
    NodeId place = uni_value(u, control, left);
    const Decl *root = wgsl_root(left);
    Local *l = root ? uni_local(root) : NULL;
    if (!l || l->value == NO_NODE)
        return;
    NodeId n = named(u, right, span, root);
    graph_edge(&u->graph, n, place);
    if (!uni_is_full(left))
        graph_edge(&u->graph, n, l->value);
    l->stored = true;
    uni_assign(u, l, n);
}

/* The value of the left side of a compound assignment. */
static NodeId read_left(NodeId control, const Expr *left) {
    const Decl *root = wgsl_root(left);
    const Local *l = root ? uni_local(root) : NULL;
    return l && l->value != NO_NODE ? l->value : control;
}

static void assignment(Uniformity *u, NodeId control, const Stmt *s) {
    NodeId right = s->right ? uni_value(u, control, s->right) : control;
    if (!s->left)
        return;
    if (s->op != BINARY_NONE || s->kind != STMT_ASSIGN)
        right = uni_join(u, right, read_left(control, s->left));
    store(u, control, s->left, right, s->span);
}

void uni_leave(Uniformity *u) {
    for (uint32_t i = 0; i < u->pointers.len; i++)
        graph_edge(&u->graph, u->pointers.at[i]->after, u->pointers.at[i]->value);
}

static void return_statement(Uniformity *u, NodeId control, const Stmt *s) {
    if (s->right) {
        NodeId value = uni_value(u, control, s->right);
        if (u->result != NO_NODE)
            graph_edge(&u->graph, u->result, value);
    }
    uni_leave(u);
}

/* ---- if and switch ---- */

/* One link of a chain of else-ifs. */
typedef struct Link {
    const Stmt *s;
    NodeId before, branch; /* control flow before its condition and behind its branch */
} Link;

static NodeId if_statement(Uniformity *u, NodeId control, const Stmt *s) {
    VEC(Link) chain = {0};
    Branches b;
    NodeId before = control;
    uni_begin_branches(u, &b);
    for (; s && s->kind == STMT_IF; s = s->otherwise) {
        NodeId inside = uni_control(u, uni_value(u, before, s->condition), s->condition);
        uint32_t length = u->log.len;
        Link link = {s, before, uni_statement(u, inside, s->then)};
        vec_push(u->m->arena, &chain, link);
        if (s->then->behavior & BEHAVIOR_NEXT)
            uni_end_branch(u, &b);
        uni_roll_back(u, length);
        before = inside;
    }
    NodeId after = s ? uni_statement(u, before, (Stmt *)s) : before;
    if (!s || s->behavior & BEHAVIOR_NEXT)
        uni_end_branch(u, &b);
    uni_finish_branches(u, &b);
    while (chain.len) {
        Link link = vec_pop(&chain);
        after = link.s->behavior == BEHAVIOR_NEXT ? link.before : uni_join(u, link.branch, after);
    }
    return after;
}

static NodeId switch_statement(Uniformity *u, NodeId control, const Stmt *s) {
    NodeId inside = uni_control(u, uni_value(u, control, s->condition), s->condition);
    NodeId after = NO_NODE;
    Target t;
    uni_apply_filters(u, &s->body_attributes);
    uni_enter_target(u, &t, s, false, false);
    uint32_t length = u->log.len;
    for (uint32_t i = 0; i < s->cases.len; i++) {
        Stmt *body = s->cases.at[i].body;
        NodeId end = uni_statement(u, inside, body);
        after = after == NO_NODE ? end : uni_join(u, after, end);
        if (body->behavior & BEHAVIOR_NEXT)
            uni_path(u, &t, PATH_OUT);
        uni_roll_back(u, length);
    }
    uni_leave_target(u, &t);
    uni_take_paths(u, &t, PATH_OUT);
    return s->behavior == BEHAVIOR_NEXT || after == NO_NODE ? control : after;
}

/* ---- loops ---- */

/* The test of a while or for: `if !condition { break; }`. */
static NodeId loop_test(Uniformity *u, NodeId control, Target *t, const Expr *condition) {
    NodeId inside = uni_control(u, uni_value(u, control, condition), condition);
    uni_path(u, t, PATH_OUT);
    return inside;
}

/* The continuing block, or the update of a for. */
static NodeId continuing(Uniformity *u, NodeId control, Target *t, const Stmt *s) {
    uni_take_paths(u, t, PATH_CONTINUE);
    if (s->update)
        control = uni_statement(u, control, s->update);
    if (s->continuing)
        control = uni_statement(u, control, s->continuing);
    if (s->break_if)
        control = loop_test(u, control, t, s->break_if);
    return control;
}

/* All three kinds of loop. */
static NodeId loop_statement(Uniformity *u, NodeId control, const Stmt *s) {
    if (s->init)
        control = uni_statement(u, control, s->init);
    uint32_t body = s->body->behavior;
    bool repeats = body & (BEHAVIOR_NEXT | BEHAVIOR_CONTINUE);
    NodeId start = repeats ? graph_plain(&u->graph) : control;
    if (repeats)
        graph_edge(&u->graph, start, control);
    Target t;
    uni_enter_target(u, &t, s, true, repeats);
    NodeId end = start;
    if (s->kind != STMT_LOOP && s->condition)
        end = loop_test(u, end, &t, s->condition);
    end = uni_statement(u, end, s->body);
    if (body & BEHAVIOR_NEXT)
        uni_path(u, &t, PATH_CONTINUE);
    if (repeats) {
        graph_edge(&u->graph, start, continuing(u, end, &t, s));
        uni_repeat(u, &t);
    }
    uni_leave_target(u, &t);
    uni_take_paths(u, &t, PATH_OUT);
    if (!(body & BEHAVIOR_RETURN))
        return control;
    return repeats ? start : end;
}

/* ---- any statement ---- */

static NodeId block(Uniformity *u, NodeId control, const Stmt *s) {
    for (uint32_t i = 0; i < s->list.len; i++) {
        control = uni_statement(u, control, s->list.at[i]);
        if (!(s->list.at[i]->behavior & BEHAVIOR_NEXT))
            break; /* what follows is never reached */
    }
    return control;
}

static void jump(Uniformity *u, bool continues) {
    Target *t = u->target;
    while (t && continues && !t->is_loop)
        t = t->outer;
    if (t)
        uni_path(u, t, continues ? PATH_CONTINUE : PATH_OUT);
}

static NodeId any_statement(Uniformity *u, NodeId control, const Stmt *s) {
    switch (s->kind) {
    case STMT_COMPOUND: return block(u, control, s);
    case STMT_IF: return if_statement(u, control, s);
    case STMT_SWITCH: return switch_statement(u, control, s);
    case STMT_LOOP:
    case STMT_WHILE:
    case STMT_FOR: return loop_statement(u, control, s);
    case STMT_DECL: declaration(u, control, s->decl); break;
    case STMT_ASSIGN:
    case STMT_INCREMENT:
    case STMT_DECREMENT: assignment(u, control, s); break;
    case STMT_CALL: uni_value(u, control, s->call); break;
    case STMT_BREAK: jump(u, false); break;
    case STMT_CONTINUE: jump(u, true); break;
    case STMT_RETURN: return_statement(u, control, s); break;
    case STMT_DISCARD:
    case STMT_CONST_ASSERT: break;
    }
    return control;
}

NodeId uni_statement(Uniformity *u, NodeId control, Stmt *s) {
    int saved[RULE_COUNT];
    memcpy(saved, u->filter, sizeof saved);
    uni_apply_filters(u, &s->attributes);
    control = any_statement(u, control, s);
    memcpy(u->filter, saved, sizeof saved);
    return control;
}
