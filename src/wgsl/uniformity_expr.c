#include "wgsl/uniformity.h"

NodeId uni_node(Uniformity *u, NodeKind kind, Span span, const Decl *decl) {
    return graph_node(&u->graph, (Node){.kind = kind, .span = span, .decl = decl});
}

NodeId uni_join(Uniformity *u, NodeId a, NodeId b) {
    if (a == b)
        return a;
    NodeId n = graph_plain(&u->graph);
    graph_edge(&u->graph, n, a);
    graph_edge(&u->graph, n, b);
    return n;
}

NodeId uni_control(Uniformity *u, NodeId value, const Expr *e) {
    NodeId n = uni_node(u, NODE_CONTROL, e->span, NULL);
    graph_edge(&u->graph, n, value);
    return n;
}

bool uni_is_full(const Expr *e) {
    while (e->kind == EXPR_UNARY)
        e = e->left;
    if (e->kind != EXPR_IDENT || !e->decl)
        return false;
    return e->decl->kind != DECL_LET || (uni_local(e->decl) && uni_local(e->decl)->full);
}

/* Can the memory that a variable or pointer parameter leads to change under our feet? */
static bool is_writable(const Decl *d) {
    if (d->kind == DECL_PARAM)
        return d->type->access != ACCESS_READ;
    switch (d->space) {
    case SPACE_PRIVATE:
    case SPACE_WORKGROUP: return true;
    case SPACE_STORAGE: return d->access != ACCESS_READ;
    default: return false;
    }
}

/* A read: what it depends on beside the place that is read. */
static NodeId contents(Uniformity *u, NodeId control, const Expr *e) {
    const Decl *root = wgsl_root(e);
    if (!root)
        return control;
    const Local *l = uni_local(root);
    if (l && l->value != NO_NODE)
        return l->value;
    if (!is_writable(root))
        return control;
    NodeId n = uni_node(u, NODE_READ, e->span, root);
    graph_edge(&u->graph, n, NODE_NON_UNIFORM);
    return n;
}

static NodeId identifier(Uniformity *u, NodeId control, const Expr *e) {
    const Decl *d = e->ident_kind == IDENT_DECL ? e->decl : NULL;
    if (!d || (d->kind != DECL_LET && d->kind != DECL_PARAM) || !uni_local(d))
        return control; /* constants, and variables as places */
    return uni_join(u, control, uni_local(d)->node);
}

static NodeId binary(Uniformity *u, NodeId control, const Expr *e) {
    NodeId left = uni_value(u, control, e->left);
    if (e->binary_op != BINARY_LOGICAL_AND && e->binary_op != BINARY_LOGICAL_OR)
        return uni_join(u, left, uni_value(u, control, e->right));
    return uni_value(u, uni_control(u, left, e->left), e->right);
}

/* The value of an expression, but for the read that may stand there. */
static NodeId structure(Uniformity *u, NodeId control, const Expr *e) {
    switch (e->kind) {
    case EXPR_LITERAL: return control;
    case EXPR_IDENT: return identifier(u, control, e);
    case EXPR_UNARY:
    case EXPR_MEMBER: return uni_value(u, control, e->left);
    case EXPR_BINARY: return binary(u, control, e);
    case EXPR_INDEX: {
        NodeId left = uni_value(u, control, e->left);
        return uni_join(u, left, uni_value(u, control, e->right));
    }
    case EXPR_CALL: return uni_call(u, control, e);
    }
    return control;
}

NodeId uni_value(Uniformity *u, NodeId control, const Expr *e) {
    if (e->stage != STAGE_RUNTIME)
        return control;
    NodeId place = structure(u, control, e);
    return wgsl_is_load(e) ? uni_join(u, place, contents(u, control, e)) : place;
}
