/* Values of variables: which node stands for what a variable holds at the point of the walk.
 *
 * Assigning replaces the node and is logged, so that a branch can be undone before the next one is
 * walked; where branches meet, only the variables that some branch changed get a node that merges
 * the branches' values. Loops and switches know beforehand what they assign to: each such variable
 * has a slot, which collects the values it has on the paths that leave (break, the end of a case)
 * or continue the loop. A path records only what has changed since the path before, so that all
 * work is in proportion to the number of assignments, times the depth of nesting.
 */
#include "wgsl/uniformity.h"

/* ---- which variables a loop or switch assigns to ---- */

bool uni_may_merge(Uniformity *u) {
    if (u->merges++ < MERGE_LIMIT)
        return true;
    if (u->merges == MERGE_LIMIT + 1)
        error(u->m->diags, CODE_LIMIT, u->function->name_span,
              "function '%.*s' is too large: paths meet for more than %d variables",
              STR_ARG(u->function->name), MERGE_LIMIT);
    return false;
}

typedef struct Frame {
    struct Frame *outer;
    LocalList assigned;
} Frame;

typedef struct Finder {
    Uniformity *u;
    Frame *frame; /* of the innermost loop or switch, or NULL */
} Finder;

static void found(Finder *f, const Expr *place) {
    const Decl *root = f->frame ? wgsl_root(place) : NULL;
    if (root && uni_local(root))
        vec_push(f->u->m->arena, &f->frame->assigned, uni_local(root));
}

static void find_in_call(void *context, Expr *e) {
    Finder *f = context;
    if (e->call_kind != CALL_FUNCTION || !f->frame)
        return;
    const Tags *tags = &f->u->tags[e->function->index];
    for (uint32_t i = 0; i < e->args.len; i++)
        if (tags->param[i].stored)
            found(f, e->args.at[i]);
}

static void find(void *context, Stmt *s);

/* Leaves out what is there twice, and tells the loop or switch around it. */
static void close_frame(Finder *f, Frame *frame) {
    uint32_t kept = 0, mark = ++f->u->marks;
    for (uint32_t i = 0; i < frame->assigned.len; i++) {
        Local *l = frame->assigned.at[i];
        if (l->mark == mark)
            continue;
        if (!uni_may_merge(f->u))
            break;
        l->mark = mark;
        frame->assigned.at[kept++] = l;
        if (frame->outer)
            vec_push(f->u->m->arena, &frame->outer->assigned, l);
    }
    frame->assigned.len = kept;
}

static void find_in_target(Finder *f, Stmt *s) {
    Frame *frame = arena_new(f->u->m->arena, Frame);
    frame->outer = f->frame;
    if (s->init)
        find(f, s->init);
    f->frame = frame;
    wgsl_visit_expr(s->condition, find_in_call, f);
    wgsl_visit_expr(s->break_if, find_in_call, f);
    Stmt *parts[] = {s->body, s->continuing, s->update};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i])
            find(f, parts[i]);
    for (uint32_t i = 0; i < s->cases.len; i++)
        find(f, s->cases.at[i].body);
    f->frame = frame->outer;
    close_frame(f, frame);
    s->scratch = &frame->assigned;
}

static void find(void *context, Stmt *s) {
    Finder *f = context;
    if (s->kind == STMT_SWITCH || s->kind == STMT_LOOP || s->kind == STMT_WHILE ||
        s->kind == STMT_FOR) {
        find_in_target(f, s);
        return;
    }
    if (s->kind == STMT_DECL && s->decl->kind != DECL_CONST)
        uni_new_local(f->u, s->decl);
    if (s->kind == STMT_DECL && s->decl->kind == DECL_LET)
        wgsl_root(s->decl->init); /* in order, so that each chain of lets is one step long */
    if ((s->kind == STMT_ASSIGN && s->left) || s->kind == STMT_INCREMENT ||
        s->kind == STMT_DECREMENT)
        found(f, s->left);
    Expr *parts[] = {s->left, s->right, s->condition, s->call, s->decl ? s->decl->init : NULL};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        wgsl_visit_expr(parts[i], find_in_call, f);
    wgsl_visit_parts(s, find, f);
}

void uni_find_assignments(Uniformity *u, Stmt *body) {
    find(&(Finder){u, NULL}, body);
}

/* ---- assignments ---- */

/* Notes a change for the next path out of, or next continue of, each loop and switch around. Paths
 * are recorded for the innermost only (for continue: the innermost loop), so that where a change is
 * noted already it is noted further out as well. */
static void touch(Local *l) {
    for (int which = 0; which < 2; which++) {
        for (Slot *s = l->slot; s; s = s->outer) {
            Target *t = s->target;
            if (which == PATH_CONTINUE && !t->is_loop)
                continue;
            if (s->changed[which])
                break;
            s->changed[which] = true;
            /* There is room for every slot once: see uni_enter_target. */
            t->changed[which].at[t->changed[which].len++] = s;
        }
    }
}

void uni_assign(Uniformity *u, Local *l, NodeId value) {
    vec_push(u->m->arena, &u->log, (Change){l, l->value});
    l->value = value;
    touch(l);
}

void uni_roll_back(Uniformity *u, uint32_t length) {
    while (u->log.len > length) {
        Change c = vec_pop(&u->log);
        c.local->value = c.before;
        touch(c.local);
    }
}

/* ---- branches ---- */

void uni_begin_branches(Uniformity *u, Branches *b) {
    *b = (Branches){.start = u->log.len};
}

static Merge *merge_of(Uniformity *u, Branches *b, Local *l) {
    if (l->merge && l->merge->owner == b)
        return l->merge;
    if (!uni_may_merge(u))
        return NULL;
    Merge *m = arena_new(u->m->arena, Merge);
    *m = (Merge){.local = l, .owner = b, .outer = l->merge, .node = graph_plain(&u->graph)};
    l->merge = m;
    vec_push(u->m->arena, &b->merges, m);
    return m;
}

void uni_end_branch(Uniformity *u, Branches *b) {
    uint32_t seen = ++u->marks;
    b->paths++;
    for (uint32_t i = b->start; i < u->log.len; i++) {
        Change c = u->log.at[i];
        if (c.local->mark == seen)
            continue;
        c.local->mark = seen;
        /* A variable that had no value before is declared in the branch, and gone behind it. */
        if (c.before == NO_NODE)
            continue;
        Merge *m = merge_of(u, b, c.local);
        if (!m)
            return;
        m->branches++;
        graph_edge(&u->graph, m->node, c.local->value);
    }
}

void uni_finish_branches(Uniformity *u, Branches *b) {
    uni_roll_back(u, b->start);
    for (uint32_t i = 0; i < b->merges.len; i++) {
        Merge *m = b->merges.at[i];
        if (m->branches < b->paths)
            graph_edge(&u->graph, m->node, m->local->value);
        m->local->merge = m->outer;
        uni_assign(u, m->local, m->node);
    }
}

/* ---- loops and switches ---- */

void uni_enter_target(Uniformity *u, Target *t, const Stmt *s, bool is_loop, bool repeats) {
    Arena *arena = u->m->arena;
    const LocalList *assigned = s->scratch;
    *t = (Target){.is_loop = is_loop, .outer = u->target};
    t->slots = arena_array(arena, Slot, assigned->len);
    for (int which = 0; which < 2; which++)
        vec_reserve(arena, &t->changed[which], assigned->len);
    for (uint32_t i = 0; i < assigned->len; i++) {
        Local *l = assigned->at[i];
        if (l->value == NO_NODE) /* declared inside */
            continue;
        Slot *slot = &t->slots[t->count++];
        *slot = (Slot){.local = l, .target = t, .outer = l->slot, .phi = NO_NODE};
        for (int which = 0; which < 2; which++)
            slot->merged[which] = slot->last[which] = NO_NODE;
        l->slot = slot;
        touch(l);
        if (!repeats)
            continue;
        slot->phi = graph_plain(&u->graph);
        graph_edge(&u->graph, slot->phi, l->value);
        uni_assign(u, l, slot->phi);
    }
    u->target = t;
}

void uni_path(Uniformity *u, Target *t, int which) {
    for (uint32_t i = 0; i < t->changed[which].len; i++) {
        Slot *s = t->changed[which].at[i];
        s->changed[which] = false;
        if (s->local->value == s->last[which])
            continue;
        s->last[which] = s->local->value;
        if (s->merged[which] == NO_NODE)
            s->merged[which] = graph_plain(&u->graph);
        graph_edge(&u->graph, s->merged[which], s->local->value);
    }
    t->changed[which].len = 0;
}

void uni_take_paths(Uniformity *u, Target *t, int which) {
    for (uint32_t i = 0; i < t->count; i++)
        if (t->slots[i].merged[which] != NO_NODE)
            uni_assign(u, t->slots[i].local, t->slots[i].merged[which]);
}

void uni_repeat(Uniformity *u, Target *t) {
    for (uint32_t i = 0; i < t->count; i++)
        graph_edge(&u->graph, t->slots[i].phi, t->slots[i].local->value);
}

void uni_leave_target(Uniformity *u, Target *t) {
    for (uint32_t i = 0; i < t->count; i++)
        t->slots[i].local->slot = t->slots[i].outer;
    u->target = t->outer;
}
