/* Races inside a workgroup: the barrier that is missing.
 *
 * Two accesses that race are ordered by a barrier between them: in the block that holds both, or,
 * when one turn of a loop meets the next, at an end of the loop's body. Every such place is a
 * candidate. Those that the uniformity analysis rejects fall out when they are compiled; of the
 * rest the one that cures most races is taken, and among those the outermost, which runs least
 * often. */
#include "rewrite/fix.h"

enum { MOST_CANDIDATES = 64, MOST_ROUNDS = 16, MOST_OF_PAIR = 6, MOST_PATH = 64 };

/* Before element `position` of a block's list; behind the last: at its end. */
typedef struct Spot {
    uint32_t block, position;
} Spot;

typedef struct Candidate {
    Spot place;
    const char *barrier; /* "workgroupBarrier();" */
    uint32_t finding;    /* that it was made for */
    uint32_t loops;
    uint32_t cured; /* data races that are gone with it, in a small run */
} Candidate;
typedef VEC(Candidate) CandidateList;

typedef struct Search {
    Fix *fix;
    RewriteRequest request;    /* for comparing */
    VEC(RewriteFinding) races; /* that such a run shows */
    CandidateList candidates;
} Search;

/* ---- where a statement stands ---- */

typedef struct Path {
    Spot at[MOST_PATH]; /* the outermost block first */
    uint32_t len;
} Path;

static bool position_in(const Tree *t, uint32_t block, const Stmt *s, uint32_t *position) {
    const Stmt *in = t->stmts.at[block].stmt;
    for (uint32_t i = 0; in->kind == STMT_COMPOUND && i < in->list.len; i++) {
        *position = i;
        if (in->list.at[i] == s)
            return true;
    }
    return false;
}

static void find_path(const Tree *t, uint32_t stmt, Path *p) {
    p->len = 0;
    for (uint32_t up = t->stmts.at[stmt].parent; up != NOWHERE;
         stmt = up, up = t->stmts.at[up].parent) {
        Spot place = {.block = up};
        if (p->len == MOST_PATH || !position_in(t, up, t->stmts.at[stmt].stmt, &place.position))
            continue;
        p->at[p->len++] = place;
    }
    for (uint32_t i = 0; i < p->len / 2; i++) {
        Spot swapped = p->at[i];
        p->at[i] = p->at[p->len - 1 - i];
        p->at[p->len - 1 - i] = swapped;
    }
}

/* ---- functions: an access in a callee happens where the callee is called ---- */

/* Which functions call `to`, or are it, by Decl.index. */
static bool *callers_of(const Tree *t, Arena *a, const Decl *to) {
    const Module *m = t->module;
    bool *reaches = arena_array(a, bool, m->decls.len + 1);
    for (uint32_t i = 0; i < m->functions.len; i++) { /* callees before callers */
        const Decl *d = m->functions.at[i];
        reaches[d->index] = d == to;
        for (uint32_t k = 0; k < d->calls.len; k++)
            reaches[d->index] |= reaches[d->calls.at[k]->index];
    }
    return reaches;
}

/* The first statement of `function` in which an access of statement `stmt` happens. */
static uint32_t lift(const Tree *t, Arena *a, uint32_t stmt, const Decl *function) {
    if (t->stmts.at[stmt].function == function)
        return stmt;
    const bool *reaches = callers_of(t, a, t->stmts.at[stmt].function);
    for (uint32_t i = 0; i < t->exprs.len; i++) {
        const ExprNode *n = &t->exprs.at[i];
        if (t->stmts.at[n->stmt].function == function && n->expr->kind == EXPR_CALL &&
            n->expr->call_kind == CALL_FUNCTION && reaches[n->expr->function->index])
            return n->stmt;
    }
    return NOWHERE;
}

/* Brings two statements into one function: the innermost that has both. */
static bool meet(const Tree *t, Arena *a, uint32_t *x, uint32_t *y) {
    const bool *to_x = callers_of(t, a, t->stmts.at[*x].function);
    const bool *to_y = callers_of(t, a, t->stmts.at[*y].function);
    for (uint32_t i = 0; i < t->module->functions.len; i++) {
        const Decl *f = t->module->functions.at[i];
        if (!to_x[f->index] || !to_y[f->index])
            continue;
        *x = lift(t, a, *x, f);
        *y = lift(t, a, *y, f);
        return *x != NOWHERE && *y != NOWHERE;
    }
    return false;
}

/* ---- candidates ---- */

static bool is_barrier(const Stmt *s, const char *barrier) {
    if (!s || s->kind != STMT_CALL || s->call->call_kind != CALL_BUILTIN)
        return false;
    const char *name = builtin_info[s->call->builtin].name;
    return strncmp(barrier, name, strlen(name)) == 0;
}

static bool ends_flow(const Stmt *s) {
    return s->kind == STMT_RETURN || s->kind == STMT_BREAK || s->kind == STMT_CONTINUE;
}

static void add(Search *s, uint32_t finding, const char *barrier, Spot p) {
    const Tree *t = &s->fix->tree;
    const Stmt *block = t->stmts.at[p.block].stmt;
    if (p.position == block->list.len && p.position && ends_flow(block->list.at[p.position - 1]))
        p.position--;
    const Stmt *before = p.position ? block->list.at[p.position - 1] : NULL;
    const Stmt *after = p.position < block->list.len ? block->list.at[p.position] : NULL;
    if (is_barrier(before, barrier) || is_barrier(after, barrier) ||
        s->candidates.len == MOST_CANDIDATES)
        return;
    for (uint32_t i = 0; i < s->candidates.len; i++) {
        const Candidate *c = &s->candidates.at[i];
        if (c->place.block == p.block && c->place.position == p.position && c->barrier == barrier &&
            c->finding == finding)
            return;
    }
    Candidate c = {
        .place = p, .barrier = barrier, .finding = finding, .loops = t->stmts.at[p.block].loops};
    vec_push(s->fix->arena, &s->candidates, c);
}

/* The ends of a loop's body order what one turn does against the next. */
static void add_turns(Search *s, uint32_t finding, const char *barrier, const Stmt *loop) {
    const Tree *t = &s->fix->tree;
    for (uint32_t i = 0; loop->body && i < t->stmts.len; i++) {
        if (t->stmts.at[i].stmt != loop->body)
            continue;
        add(s, finding, barrier, (Spot){i, loop->body->list.len});
        add(s, finding, barrier, (Spot){i, 0});
    }
}

/* From the outermost block inwards. */
static void add_places(Search *s, uint32_t finding, const char *barrier, const Path *a,
                       const Path *b) {
    const Tree *t = &s->fix->tree;
    for (uint32_t d = 0; d < a->len && d < b->len && a->at[d].block == b->at[d].block; d++) {
        uint32_t x = a->at[d].position, y = b->at[d].position;
        const Stmt *block = t->stmts.at[a->at[d].block].stmt;
        if (x != y) {
            uint32_t first = x < y ? x : y, last = x < y ? y : x;
            for (uint32_t k = last; k > first; k--)
                add(s, finding, barrier, (Spot){a->at[d].block, k});
            return;
        }
        add_turns(s, finding, barrier, block->list.at[x]);
    }
}

static void add_finding(Search *s, uint32_t finding) {
    Fix *f = s->fix;
    const RewriteFinding *r = &s->races.at[finding];
    const Decl *object = fix_object_of(f, r->span);
    Span second = r->other.end ? r->other : r->span;
    uint32_t x = tree_find_stmt(&f->tree, r->span), y = tree_find_stmt(&f->tree, second);
    if (!object || x == NOWHERE || y == NOWHERE || !meet(&f->tree, f->arena, &x, &y))
        return;
    AddressSpace space = object->space;
    if (object->kind == DECL_PARAM && object->type->kind == TYPE_POINTER)
        space = (AddressSpace)object->type->space;
    Path a, b;
    find_path(&f->tree, x, &a);
    find_path(&f->tree, y, &b);
    add_places(s, finding, space == SPACE_STORAGE ? "storageBarrier();" : "workgroupBarrier();", &a,
               &b);
}

/* ---- comparing ---- */

static void insert(const Search *s, const Candidate *c, EditList *edits) {
    const Tree *t = &s->fix->tree;
    const Stmt *block = t->stmts.at[c->place.block].stmt;
    Str code = str_from_c(c->barrier);
    if (c->place.position == block->list.len) {
        tree_append(t, edits, block, code);
        return;
    }
    for (uint32_t i = 0; i < t->stmts.len; i++)
        if (t->stmts.at[i].stmt == block->list.at[c->place.position])
            tree_insert_before(t, edits, i, code);
}

/* How many races are gone with the edits: 0 when the shader is then invalid or something is new.
 * *wanted gets whether that race is among them. */
static uint32_t measure(const Search *s, EditList *edits, uint32_t finding, bool *wanted) {
    Fix *f = s->fix;
    Arena scratch = {.on_oom = f->arena->on_oom};
    Str text;
    RewriteOutcome o = {0};
    uint32_t cured = 0;
    *wanted = false;
    if (fix_text(f, &scratch, edits, &text))
        fix_run(f, &scratch, text, s->request, &o);
    bool fine = o.ran && !prove_no_new_finding(f, edits, &o).len;
    for (uint32_t i = 0; i < s->races.len && fine; i++) {
        bool gone = !prove_still_found(&s->races.at[i], edits, &o);
        cured += gone;
        *wanted |= gone && i == finding;
    }
    arena_free(&scratch);
    return cured;
}

static void collect_races(Search *s, const RewriteOutcome *o) {
    s->races.len = 0;
    for (uint32_t i = 0; i < o->findings.len; i++)
        if (str_is(o->findings.at[i].rule, "data-race"))
            vec_push(s->fix->arena, &s->races, o->findings.at[i]);
}

/* One workgroup shows most races inside workgroups; where it does not, all are run. */
static void choose_request(Search *s) {
    Fix *f = s->fix;
    RewriteOutcome small;
    s->request = (RewriteRequest){.check = true, .small = true};
    fix_run(f, f->arena, f->result->draft.text, s->request, &small);
    uint32_t all = s->races.len;
    collect_races(s, &small);
    if (small.ran && s->races.len == all)
        return;
    s->request.small = false;
    collect_races(s, &f->base);
}

/* ---- proof ---- */

static void prove_order(Fix *f, RewriteStep *step, Str text, const RewriteOutcome *after) {
    Arena scratch = {.on_oom = f->arena->on_oom};
    RewriteOutcome other;
    Str difference;
    fix_run(f, &scratch, text, (RewriteRequest){.outputs = true, .shuffled = true}, &other);
    if (prove_equal_outputs(f->arena, after, &other, &difference))
        fix_proof(f, step, "order-independent",
                  STR("the outputs are the same bits under another order of the invocations"));
    else
        vec_push(f->arena, &step->notes,
                 str_format(f->arena, "the outputs still depend on the order of invocations: %.*s",
                            STR_ARG(difference)));
    arena_free(&scratch);
    if (prove_equal_outputs(f->arena, &f->base, after, &difference))
        fix_proof(f, step, "outputs-equal", STR("the same bits in every buffer"));
    else
        vec_push(f->arena, &step->notes,
                 str_format(f->arena, "the outputs change, since the race had spoilt them: %.*s",
                            STR_ARG(difference)));
}

static uint32_t races_left(const Search *s, const EditList *edits, const RewriteOutcome *after) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->races.len; i++)
        n += prove_still_found(&s->races.at[i], edits, after);
    return n;
}

/* False when a full run does not prove it. */
static bool prove(Search *s, EditList *edits, const Candidate *c) {
    Fix *f = s->fix;
    Str text;
    RewriteOutcome after;
    if (!fix_text(f, f->arena, edits, &text))
        return false;
    fix_run(f, f->arena, text, fix_full(), &after);
    uint32_t left = races_left(s, edits, &after);
    if (!after.ran || left >= s->races.len || prove_no_new_finding(f, edits, &after).len ||
        after.unmet > f->base.unmet)
        return false;
    const RewriteFinding *r = &s->races.at[c->finding];
    const Decl *object = fix_object_of(f, r->span);
    RewriteStep step = {.kind = REWRITE_BARRIER,
                        .title = str_format(f->arena, "put a %.*s between accesses to '%.*s'",
                                            (int)strcspn(c->barrier, ";"), c->barrier,
                                            STR_ARG(object->name)),
                        .object = object->name,
                        .origin = fix_origin(f, r->span)};
    fix_costs(f->arena, &step.before, &f->base, object->name);
    fix_costs(f->arena, &step.after, &after, object->name);
    uint32_t gone = s->races.len - left;
    fix_proof(f, &step, "finding-gone",
              str_format(f->arena, "%u data race%s gone", gone, gone == 1 ? " is" : "s are"));
    fix_proof(
        f, &step, "no-new-finding",
        str_format(f->arena, "no new finding at %.*s", STR_ARG(prove_sizes(f->arena, &after))));
    prove_order(f, &step, text, &after);
    fix_accept(f, edits, &step, &after);
    return true;
}

/* ---- choosing ---- */

static bool is_better(const Candidate *a, const Candidate *b) {
    if (a->cured != b->cured)
        return a->cured > b->cured;
    return a->loops < b->loops;
}

/* One barrier. */
static bool try_single(Search *s) {
    const Candidate *best = NULL;
    for (uint32_t i = 0; i < s->candidates.len && !fix_is_stopped(s->fix); i++) {
        Candidate *c = &s->candidates.at[i];
        EditList edits = {0};
        bool wanted;
        insert(s, c, &edits);
        c->cured = measure(s, &edits, c->finding, &wanted);
        if (c->cured && (!best || is_better(c, best)))
            best = c;
    }
    EditList edits = {0};
    if (best)
        insert(s, best, &edits);
    return best && prove(s, &edits, best);
}

/* Two barriers, where one turn's reads race with the next turn's writes and its own. */
static bool try_pair(Search *s, const Candidate *a, const Candidate *b) {
    EditList edits = {0};
    bool wanted;
    insert(s, a, &edits);
    insert(s, b, &edits);
    measure(s, &edits, a->finding, &wanted);
    return wanted && prove(s, &edits, a);
}

static bool try_pairs(Search *s) {
    for (uint32_t i = 0; i < s->candidates.len; i++)
        for (uint32_t k = i + 1; k < s->candidates.len && k < i + MOST_OF_PAIR; k++)
            if (!fix_is_stopped(s->fix) &&
                s->candidates.at[i].finding == s->candidates.at[k].finding &&
                s->candidates.at[i].barrier == s->candidates.at[k].barrier &&
                try_pair(s, &s->candidates.at[i], &s->candidates.at[k]))
                return true;
    return false;
}

static bool has_own(const Fix *f, const char *name) {
    for (uint32_t i = 0; i < f->tree.module->decls.len; i++)
        if (str_is(f->tree.module->decls.at[i]->name, name))
            return true;
    return false;
}

/* Why a race stays. */
static void explain(Search *s) {
    Fix *f = s->fix;
    for (uint32_t i = 0; i < s->races.len; i++) {
        const RewriteFinding *r = &s->races.at[i];
        bool any = false;
        for (uint32_t k = 0; k < s->candidates.len; k++)
            any |= s->candidates.at[k].finding == i;
        const Decl *object = fix_object_of(f, r->span);
        const char *reason =
            !any && !r->other.end
                ? "one statement meets itself, which no barrier orders: let one invocation store, "
                  "give each its own element, or use an atomic"
            : has_own(f, "workgroupBarrier") || has_own(f, "storageBarrier")
                ? "a declaration of the shader's has the barrier's name, so that none can be "
                  "called: give it another name"
            : object && object->space == SPACE_STORAGE
                ? "no barrier in uniform control flow orders the two; between workgroups none can: "
                  "do one of them in a later dispatch"
            : any
                ? "at no place between the two, in uniform control flow, does a barrier order them"
                : "there is no place between the two accesses for a barrier";
        fix_note(f, "data-race", (Str){"", 0}, r->span, str_from_c(reason));
    }
}

void fix_barriers(Fix *f) {
    for (uint32_t round = 0; round < MOST_ROUNDS && !fix_is_stopped(f); round++) {
        Search s = {.fix = f};
        collect_races(&s, &f->base);
        if (!s.races.len)
            return;
        choose_request(&s);
        for (uint32_t i = 0; i < s.races.len; i++)
            add_finding(&s, i);
        if (!try_single(&s) && !try_pairs(&s)) {
            explain(&s);
            return;
        }
    }
}
