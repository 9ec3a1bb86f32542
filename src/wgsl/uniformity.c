/* Uniformity analysis of functions and of the module: see uniformity.h. */
#include "wgsl/uniformity.h"

/* ---- parameters ---- */

Local *uni_new_local(Uniformity *u, Decl *d) {
    Local *l = arena_new(u->m->arena, Local);
    *l = (Local){.decl = d, .node = NO_NODE, .value = NO_NODE};
    d->scratch = l;
    return l;
}

static bool is_uniform_builtin(const Uniformity *u, BuiltinValue b) {
    switch (b) {
    case BUILTIN_VALUE_WORKGROUP_ID:
    case BUILTIN_VALUE_WORKGROUP_INDEX:
    case BUILTIN_VALUE_NUM_WORKGROUPS:
    case BUILTIN_VALUE_NUM_SUBGROUPS: return true;
    case BUILTIN_VALUE_SUBGROUP_SIZE: return u->function->stage == SHADER_COMPUTE;
    case BUILTIN_VALUE_SUBGROUP_ID: return u->scope == SCOPE_SUBGROUP;
    default: return false;
    }
}

/* What of an entry point's parameter is not uniform: itself, or one of its members. */
static const Decl *non_uniform_part(const Uniformity *u, const Decl *d) {
    if (d->builtin_value != BUILTIN_VALUE_NONE)
        return is_uniform_builtin(u, d->builtin_value) ? NULL : d;
    if (!d->type || d->type->kind != TYPE_STRUCT)
        return d;
    const Decl *declared = d->type->structure->decl;
    for (uint32_t i = 0; declared && i < declared->members.len; i++) {
        const Decl *member = declared->members.at[i];
        if (!is_uniform_builtin(u, member->builtin_value))
            return member;
    }
    return NULL;
}

static void entry_input(Uniformity *u, Local *l) {
    const Decl *part = non_uniform_part(u, l->decl);
    if (!part) {
        l->node = NODE_CONTROL_START;
        return;
    }
    NodeKind kind =
        part->builtin_value != BUILTIN_VALUE_NONE ? NODE_BUILTIN_INPUT : NODE_USER_INPUT;
    l->node = uni_node(u, kind, part->name_span, part);
    graph_edge(&u->graph, l->node, NODE_NON_UNIFORM);
}

static void parameter(Uniformity *u, Decl *d) {
    Local *l = uni_new_local(u, d);
    if (u->function->stage != SHADER_NONE) {
        entry_input(u, l);
        return;
    }
    l->node = graph_plain(&u->graph);
    if (!d->type || d->type->kind != TYPE_POINTER || d->type->space != SPACE_FUNCTION)
        return;
    l->before = l->value = graph_plain(&u->graph);
    l->after = graph_plain(&u->graph);
    vec_push(u->m->arena, &u->pointers, l);
}

/* ---- requirements and tags ---- */

/* Reports the requirements that fail, and marks what the others reach: with the index + 1 of the
 * first requirement of the highest severity. */
static void judge_requirements(Uniformity *u) {
    static const Severity order[] = {SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_INFO};
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
        for (uint32_t i = 0; i < u->requirements.len; i++) {
            const Requirement *r = &u->requirements.at[i];
            if (r->cause->severity != order[k])
                continue;
            if (graph_fails(&u->graph, r->node))
                uni_report(u, r);
            else
                graph_reach(&u->graph, r->node, i + 1);
        }
    }
}

static const Cause *cause_of(const Uniformity *u, NodeId n) {
    uint32_t mark = u->graph.mark.at[n];
    return mark ? u->requirements.at[mark - 1].cause : NULL;
}

static void tag_requirements(Uniformity *u, Tags *t) {
    t->control = cause_of(u, NODE_CONTROL_START);
    for (uint32_t i = 0; i < u->function->params.len; i++)
        t->param[i].value = cause_of(u, uni_local(u->function->params.at[i])->node);
    for (uint32_t i = 0; i < u->function->params.len; i++) {
        const Local *l = uni_local(u->function->params.at[i]);
        if (l->value != NO_NODE)
            t->param[i].contents = cause_of(u, l->before);
    }
}

static bool is_reached(const Uniformity *u, NodeId n) {
    return u->graph.mark.at[n] != 0;
}

static void tag_result(Uniformity *u, Tags *t) {
    if (u->result == NO_NODE)
        return;
    if (graph_fails(&u->graph, u->result)) {
        t->result_spoilt = true;
        t->origin = uni_origin(u, u->result);
    }
    graph_clear_marks(&u->graph);
    graph_reach(&u->graph, u->result, 1);
    for (uint32_t i = 0; i < u->function->params.len; i++) {
        const Local *l = uni_local(u->function->params.at[i]);
        t->param[i].value_to_result = is_reached(u, l->node);
        t->param[i].contents_to_result = l->value != NO_NODE && is_reached(u, l->before);
    }
}

/* What the memory behind a pointer parameter depends on after the call. */
static void tag_stores(Uniformity *u, ParamTags *p, const Local *pointer) {
    p->stored = pointer->stored;
    if (!p->stored)
        return;
    if (graph_fails(&u->graph, pointer->after)) {
        p->stored_spoilt = true;
        p->origin = uni_origin(u, pointer->after);
    }
    graph_clear_marks(&u->graph);
    graph_reach(&u->graph, pointer->after, 1);
    p->stored_control = is_reached(u, NODE_CONTROL_START);
    for (uint32_t i = 0; i < u->function->params.len; i++) {
        const Local *l = uni_local(u->function->params.at[i]);
        if (is_reached(u, l->node))
            wgsl_add_bit(p->stored_values, i);
        if (l->value != NO_NODE && is_reached(u, l->before))
            wgsl_add_bit(p->stored_contents, i);
    }
}

static void tag_function(Uniformity *u) {
    Tags *t = &u->tags[u->function->index];
    tag_requirements(u, t);
    tag_result(u, t);
    for (uint32_t i = 0; i < u->function->params.len; i++) {
        const Local *l = uni_local(u->function->params.at[i]);
        if (l->value != NO_NODE)
            tag_stores(u, &t->param[i], l);
    }
}

/* ---- functions and the module ---- */

static void begin_function(Uniformity *u, const Decl *f) {
    u->function = f;
    u->pointers.len = u->requirements.len = u->log.len = 0;
    u->target = NULL;
    u->merges = 0;
    graph_reset(&u->graph);
    u->tags[f->index].param = arena_array(u->m->arena, ParamTags, f->params.len);
    for (uint32_t i = 0; i < f->params.len; i++)
        parameter(u, f->params.at[i]);
    u->result = f->type_expr ? graph_plain(&u->graph) : NO_NODE;
}

static void analyse_function(Uniformity *u, const Decl *f) {
    begin_function(u, f);
    uni_find_assignments(u, f->body);
    if (u->merges > MERGE_LIMIT)
        return; /* refused */
    int global[RULE_COUNT];
    memcpy(global, u->filter, sizeof global);
    uni_apply_filters(u, &f->attributes);
    uni_statement(u, NODE_CONTROL_START, f->body);
    memcpy(u->filter, global, sizeof global);
    if (f->body->behavior & BEHAVIOR_NEXT)
        uni_leave(u);
    graph_index(&u->graph);
    judge_requirements(u);
    if (f->stage == SHADER_NONE)
        tag_function(u);
}

static void analyse_module(Module *m, Scope scope) {
    Uniformity u = {.m = m, .scope = scope, .graph = {.arena = m->arena}};
    u.tags = arena_array(m->arena, Tags, m->decls.len);
    for (uint32_t r = 0; r < RULE_COUNT; r++)
        u.filter[r] = SEVERITY_ERROR;
    for (uint32_t i = 0; i < m->directives.len; i++)
        if (m->directives.at[i].kind == DIRECTIVE_DIAGNOSTIC)
            uni_apply_filter(&u, &m->directives.at[i].args);
    for (uint32_t i = 0; i < m->functions.len; i++)
        analyse_function(&u, m->functions.at[i]);
}

void wgsl_uniformity(Module *m) {
    analyse_module(m, SCOPE_WORKGROUP);
    if (m->enabled & ENABLE_SUBGROUPS)
        analyse_module(m, SCOPE_SUBGROUP);
}
