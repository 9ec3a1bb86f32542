/* Calls: of builtins, by what they require and give, and of functions, by their tags. */
#include "wgsl/uniformity.h"

void uni_require(Uniformity *u, NodeId node, Cause cause) {
    Cause *c = arena_new(u->m->arena, Cause);
    *c = cause;
    vec_push(u->m->arena, &u->requirements, (Requirement){node, c});
}

/* ---- builtins ---- */

/* Of what kind a builtin is, for this analysis. */
static bool is_shuffle_by_amount(Builtin b) {
    return b == BUILTIN_subgroupShuffleUp || b == BUILTIN_subgroupShuffleDown ||
           b == BUILTIN_subgroupShuffleXor;
}

/* Those whose result is the same in all lanes of a subgroup. */
static bool is_same_in_subgroup(Builtin b) {
    switch (b) {
    case BUILTIN_subgroupAdd:
    case BUILTIN_subgroupAll:
    case BUILTIN_subgroupAnd:
    case BUILTIN_subgroupAny:
    case BUILTIN_subgroupBallot:
    case BUILTIN_subgroupBroadcast:
    case BUILTIN_subgroupBroadcastFirst:
    case BUILTIN_subgroupMax:
    case BUILTIN_subgroupMin:
    case BUILTIN_subgroupMul:
    case BUILTIN_subgroupOr:
    case BUILTIN_subgroupXor: return true;
    default: return false;
    }
}

static bool reads_writable_texture(const Expr *call) {
    const Type *t =
        call->builtin == BUILTIN_textureLoad && call->args.len ? call->args.at[0]->type : NULL;
    return t && t->kind == TYPE_TEXTURE && t->access == ACCESS_READ_WRITE;
}

static bool spoils_result(const Uniformity *u, const Expr *call) {
    uint32_t flags = builtin_info[call->builtin].flags;
    if (flags & BF_SUBGROUP)
        return u->scope != SCOPE_SUBGROUP || !is_same_in_subgroup(call->builtin);
    return flags & (BF_DERIVATIVE | BF_ATOMIC) || reads_writable_texture(call);
}

static void require_builtin(Uniformity *u, NodeId node, const Expr *call, uint32_t arg, Rule rule,
                            bool *reported) {
    int severity = rule == RULE_BARRIER ? SEVERITY_ERROR : u->filter[rule];
    if (severity == SEVERITY_OFF)
        return;
    if (severity == SEVERITY_ERROR && u->m->allows_non_uniform)
        severity = SEVERITY_WARNING;
    uni_require(u, node,
                (Cause){.call = call,
                        .arg = arg,
                        .severity = (Severity)severity,
                        .rule = rule,
                        .reported = reported});
}

static void builtin_requirements(Uniformity *u, NodeId control, const Expr *call,
                                 const NodeId *arg) {
    uint32_t flags = builtin_info[call->builtin].flags;
    bool *reported =
        flags & (BF_BARRIER | BF_DERIVATIVE | BF_SUBGROUP) ? arena_new(u->m->arena, bool) : NULL;
    if (flags & BF_SUBGROUP && u->scope == SCOPE_SUBGROUP) {
        require_builtin(u, control, call, NO_ARG, RULE_SUBGROUP, reported);
        if (is_shuffle_by_amount(call->builtin))
            require_builtin(u, arg[1], call, 1, RULE_SUBGROUP, reported);
    }
    if (u->scope != SCOPE_WORKGROUP)
        return;
    if (flags & BF_DERIVATIVE)
        require_builtin(u, control, call, NO_ARG, RULE_DERIVATIVE, reported);
    if (flags & BF_BARRIER)
        require_builtin(u, control, call, NO_ARG, RULE_BARRIER, reported);
    if (call->builtin == BUILTIN_workgroupUniformLoad)
        require_builtin(u, arg[0], call, 0, RULE_BARRIER, reported);
}

/* ---- results ---- */

/* A node that depends on control flow. */
static NodeId result_node(Uniformity *u, NodeId control, const Expr *call, bool spoilt) {
    Graph *g = &u->graph;
    NodeId n = spoilt ? graph_node(g, (Node){NODE_RESULT, call->span, NULL, call}) : graph_plain(g);
    graph_edge(g, n, control);
    if (spoilt)
        graph_edge(g, n, NODE_NON_UNIFORM);
    return n;
}

static NodeId builtin_call(Uniformity *u, NodeId control, const Expr *call, const NodeId *arg) {
    builtin_requirements(u, control, call, arg);
    NodeId n = result_node(u, control, call, spoils_result(u, call));
    if (u->scope == SCOPE_SUBGROUP && is_same_in_subgroup(call->builtin))
        return n; /* whatever the lanes give */
    for (uint32_t i = 0; i < call->args.len; i++)
        graph_edge(&u->graph, n, arg[i]);
    return n;
}

static NodeId construction(Uniformity *u, NodeId control, const Expr *call, const NodeId *arg) {
    NodeId n = call->args.len ? arg[0] : control;
    for (uint32_t i = 1; i < call->args.len; i++)
        n = uni_join(u, n, arg[i]);
    return n;
}

/* ---- functions ---- */

typedef struct Argument {
    NodeId value;
    NodeId contents; /* of the memory it points to, before the call, or NO_NODE */
    Local *root;     /* of a pointer into the function address space, or NULL */
} Argument;

static Argument argument(Uniformity *u, NodeId control, const Expr *e) {
    Argument a = {.value = uni_value(u, control, e), .contents = NO_NODE};
    const Decl *root = e->type && e->type->kind == TYPE_POINTER ? wgsl_root(e) : NULL;
    a.root = root ? uni_local(root) : NULL;
    return a;
}

static void require_inner(Uniformity *u, NodeId node, const Expr *call, uint32_t arg,
                          const Cause *inner) {
    if (inner && node != NO_NODE)
        uni_require(u, node,
                    (Cause){.inner = inner,
                            .call = call,
                            .arg = arg,
                            .severity = inner->severity,
                            .rule = inner->rule,
                            .reported = inner->reported});
}

/* What the memory that argument i points to holds after the call. */
static NodeId stored_value(Uniformity *u, NodeId control, const Expr *call, const Argument *arg,
                           uint32_t i) {
    const ParamTags *p = &u->tags[call->function->index].param[i];
    Graph *g = &u->graph;
    NodeId n = graph_node(g, (Node){.kind = p->stored_spoilt ? NODE_STORED : NODE_NAMED,
                                    .span = call->args.at[i]->span,
                                    .decl = arg[i].root->decl,
                                    .call = call});
    graph_edge(g, n, arg[i].value);
    if (p->stored_control)
        graph_edge(g, n, control);
    if (p->stored_spoilt)
        graph_edge(g, n, NODE_NON_UNIFORM);
    if (!uni_is_full(call->args.at[i]))
        graph_edge(g, n, arg[i].contents);
    for (uint32_t k = 0; k < call->args.len; k++) {
        if (wgsl_has_bit(p->stored_values, k))
            graph_edge(g, n, arg[k].value);
        if (wgsl_has_bit(p->stored_contents, k) && arg[k].contents != NO_NODE)
            graph_edge(g, n, arg[k].contents);
    }
    return n;
}

static NodeId function_call(Uniformity *u, NodeId control, const Expr *call, Argument *arg) {
    const Tags *tags = &u->tags[call->function->index];
    NodeId result = result_node(u, control, call, tags->result_spoilt);
    require_inner(u, control, call, NO_ARG, tags->control);
    for (uint32_t i = 0; i < call->args.len; i++) {
        const ParamTags *p = &tags->param[i];
        if (arg[i].root)
            arg[i].contents = arg[i].root->value;
        require_inner(u, arg[i].value, call, i, p->value);
        require_inner(u, arg[i].contents, call, i, p->contents);
        if (p->value_to_result || p->contents_to_result)
            graph_edge(&u->graph, result, arg[i].value);
        if (p->contents_to_result && arg[i].contents != NO_NODE)
            graph_edge(&u->graph, result, arg[i].contents);
    }
    for (uint32_t i = 0; i < call->args.len; i++)
        if (tags->param[i].stored && arg[i].contents != NO_NODE) {
            uni_assign(u, arg[i].root, stored_value(u, control, call, arg, i));
            arg[i].root->stored = true;
        }
    return result;
}

NodeId uni_call(Uniformity *u, NodeId control, const Expr *e) {
    uint32_t count = e->args.len;
    if (e->call_kind == CALL_FUNCTION) {
        Argument *arg = arena_array(u->m->arena, Argument, count);
        for (uint32_t i = 0; i < count; i++)
            arg[i] = argument(u, control, e->args.at[i]);
        return function_call(u, control, e, arg);
    }
    NodeId *arg = arena_array(u->m->arena, NodeId, count);
    for (uint32_t i = 0; i < count; i++)
        arg[i] = uni_value(u, control, e->args.at[i]);
    return e->call_kind == CALL_BUILTIN ? builtin_call(u, control, e, arg)
                                        : construction(u, control, e, arg);
}
