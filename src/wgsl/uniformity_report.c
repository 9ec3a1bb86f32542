/* Diagnostics of the uniformity analysis: what is required, by which call, and why it does not
 * hold. */
#include "wgsl/uniformity.h"

enum { MOST_NOTES = 8 }; /* of the way to where non-uniformity comes from */

static const char *space_text(const Decl *d) {
    switch (d->space) {
    case SPACE_PRIVATE: return "private variable";
    case SPACE_WORKGROUP: return "workgroup variable";
    case SPACE_STORAGE: return "read_write storage buffer";
    default: return "variable";
    }
}

/* The name in an attribute @builtin(name). */
static Str builtin_name(const Decl *d) {
    for (uint32_t i = 0; i < d->attributes.len; i++) {
        const Attribute *a = &d->attributes.at[i];
        if (str_is(a->name, "builtin") && a->args.len == 1 && a->args.at[0]->kind == EXPR_IDENT)
            return a->args.at[0]->ident.name;
    }
    return d->name;
}

static Str callee_name(const Expr *call) {
    return call->call_kind == CALL_FUNCTION ? call->function->name : call->left->ident.name;
}

/* What to say of a node on the way to non-uniformity. */
static Str describe(const Uniformity *u, const Node *n) {
    Arena *a = u->m->arena;
    Str function = u->function->name;
    switch (n->kind) {
    case NODE_CONTROL: return STR("control flow depends on this possibly non-uniform value");
    case NODE_NAMED:
        return str_format(a, "'%.*s' gets a possibly non-uniform value here",
                          STR_ARG(n->decl->name));
    case NODE_BUILTIN_INPUT: {
        Str name = builtin_name(n->decl);
        return str_format(a, "builtin '%.*s' of '%.*s' is non-uniform", STR_ARG(name),
                          STR_ARG(function));
    }
    case NODE_USER_INPUT:
        return str_format(a, "input '%.*s' of '%.*s' is non-uniform", STR_ARG(n->decl->name),
                          STR_ARG(function));
    case NODE_READ:
        if (n->decl->kind == DECL_PARAM)
            return str_format(a, "reading through pointer '%.*s' may give a non-uniform value",
                              STR_ARG(n->decl->name));
        return str_format(a, "reading from %s '%.*s' may give a non-uniform value",
                          space_text(n->decl), STR_ARG(n->decl->name));
    case NODE_RESULT: {
        Str name = callee_name(n->call);
        return str_format(a, "the result of '%.*s' may be non-uniform", STR_ARG(name));
    }
    case NODE_STORED: {
        Str name = callee_name(n->call);
        return str_format(a, "'%.*s' may store a non-uniform value in '%.*s'", STR_ARG(name),
                          STR_ARG(n->decl->name));
    }
    }
    return (Str){"", 0};
}

/* The last node before NODE_NON_UNIFORM on the way there. */
static NodeId source_of(const Graph *g, NodeId n) {
    while (g->towards.at[n] != NODE_NON_UNIFORM)
        n = g->towards.at[n];
    return n;
}

/* Where the non-uniformity of a call's result or stores comes from in the function called. */
static const Origin *inner_origin(const Uniformity *u, const Node *n) {
    if (!n->call || n->call->call_kind != CALL_FUNCTION)
        return NULL;
    const Tags *tags = &u->tags[n->call->function->index];
    if (n->kind == NODE_RESULT)
        return &tags->origin;
    for (uint32_t i = 0; i < n->call->args.len; i++)
        if (tags->param[i].stored_spoilt && n->call->args.at[i]->span.start == n->span.start)
            return &tags->param[i].origin;
    return NULL;
}

Origin uni_origin(Uniformity *u, NodeId from) {
    const Node *n = graph_note(&u->graph, source_of(&u->graph, from));
    const Origin *inner = inner_origin(u, n);
    return inner ? *inner : (Origin){n->span, describe(u, n)};
}

/* ---- the diagnostic ---- */

static const Cause *innermost(const Cause *c) {
    while (c->inner)
        c = c->inner;
    return c;
}

static const char *argument_name(const Cause *c) {
    switch (c->call->builtin) {
    case BUILTIN_subgroupShuffleUp:
    case BUILTIN_subgroupShuffleDown: return "the delta";
    case BUILTIN_subgroupShuffleXor: return "the mask";
    default: return "the pointer";
    }
}

static Diag *add_requirement(Uniformity *u, const Cause *c) {
    Str name = callee_name(c->call);
    if (c->arg == NO_ARG)
        return diag_add(u->m->diags, c->severity, code_name(CODE_NON_UNIFORM), c->call->span,
                        "'%.*s' must be called in uniform control flow", STR_ARG(name));
    return diag_add(u->m->diags, c->severity, code_name(CODE_NON_UNIFORM),
                    c->call->args.at[c->arg]->span, "%s of '%.*s' must be uniform",
                    argument_name(c), STR_ARG(name));
}

/* The calls that lead to the requirement, innermost first. */
static void add_calls(Uniformity *u, Diag *d, const Cause *c) {
    enum { MOST_CALLS = 6 };
    const Cause *chain[MOST_CALLS];
    uint32_t count = 0;
    for (; c->inner && count < MOST_CALLS; c = c->inner)
        chain[count++] = c;
    while (count-- > 0) {
        const Expr *call = chain[count]->call;
        Str name = callee_name(call);
        if (chain[count]->arg == NO_ARG)
            diag_note(u->m->diags, d, call->span, "'%.*s', which contains it, is called here",
                      STR_ARG(name));
        else
            diag_note(u->m->diags, d, call->args.at[chain[count]->arg]->span,
                      "it comes from this argument of '%.*s'", STR_ARG(name));
    }
}

static void add_note(Uniformity *u, Diag *d, const Node *n) {
    Str text = describe(u, n);
    diag_note(u->m->diags, d, n->span, "%.*s", STR_ARG(text));
}

/* The next node on the way that has something to say, or NULL at the end; moves *n behind it. */
static const Node *next_noted(const Graph *g, NodeId *n) {
    while (*n != NODE_NON_UNIFORM) {
        const Node *node = graph_note(g, *n);
        *n = g->towards.at[*n];
        if (node)
            return node;
    }
    return NULL;
}

static void add_way(Uniformity *u, Diag *d, NodeId n) {
    uint32_t notes = 0;
    for (const Node *node = next_noted(&u->graph, &n), *next; node; node = next) {
        next = next_noted(&u->graph, &n);
        /* A uniform condition inside a branch on a non-uniform one is not what is wrong. */
        bool innocent = node->kind == NODE_CONTROL && next && next->kind == NODE_CONTROL;
        if (innocent || (next && notes >= MOST_NOTES))
            continue;
        add_note(u, d, node);
        notes++;
        const Origin *inner = next ? NULL : inner_origin(u, node);
        if (inner)
            diag_note(u->m->diags, d, inner->span, "%.*s", STR_ARG(inner->message));
    }
}

void uni_report(Uniformity *u, const Requirement *r) {
    if (*r->cause->reported)
        return;
    *r->cause->reported = true;
    if (u->m->allows_non_uniform)
        vec_push(u->m->arena, &u->m->non_uniform, innermost(r->cause)->call->span);
    Diag *d = add_requirement(u, innermost(r->cause));
    if (d == u->m->diags->spare)
        return;
    add_calls(u, d, r->cause);
    add_way(u, d, r->node);
}
