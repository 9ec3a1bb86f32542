/* Accesses out of bounds: a guard around them.
 *
 * Each finding has several candidates: an `if` around the statement, a condition in front of one
 * that is there, an early return, a variable that keeps its zero, and a `select` that becomes an
 * `if`, since select evaluates both of its values. What is taken must leave what the run leaves
 * when accesses out of bounds store nothing and read zero, which WebGPU allows: so nothing else
 * changes. Of those the one that cures most findings wins, then the one that changes least. */
#include "rewrite/fix.h"

enum { MOST_CANDIDATES = 48, MOST_ROUNDS = 16, MOST_PROOFS = 6 };

/* The order is that of preference. */
typedef enum Shape {
    SHAPE_SELECT,
    SHAPE_WRAP,
    SHAPE_CONDITION,
    SHAPE_VARIABLE,
    SHAPE_RETURN
} Shape;

typedef struct Candidate {
    Shape shape;
    EditList edits;
    uint32_t finding, cured;
    Str condition;
} Candidate;

typedef struct Search {
    Fix *fix;
    RewriteRequest request;
    VEC(RewriteFinding) faults;
    VEC(Candidate) candidates;
    RewriteOutcome dropped; /* outputs when accesses out of bounds do nothing */
} Search;

/* An access and what is around it. */
typedef struct Access {
    uint32_t finding, node, stmt;
    Str condition, negation; /* "i < arrayLength(&a)", "i >= arrayLength(&a)" */
} Access;

/* ---- the condition ---- */

/* How many elements `array` has, as text. Empty: unknown. */
static Str length_text(const Fix *f, const Expr *array) {
    const Tree *t = &f->tree;
    const Type *type = type_unref(array->type);
    Str text = tree_text(t, array->span);
    if (array->parenthesised)
        text = (Str){text.at + 1, text.len - 2};
    bool pointer = type->kind == TYPE_POINTER;
    if (pointer)
        type = type->element;
    if (type->kind == TYPE_VECTOR || type->kind == TYPE_MATRIX)
        return str_format(f->arena, "%u", type->width);
    if (type->kind != TYPE_ARRAY)
        return (Str){"", 0};
    if (type->count_kind == COUNT_FIXED)
        return str_format(f->arena, "%u", type->count);
    if (type->count_kind == COUNT_OVERRIDE) {
        const Expr *count = type->count_expr;
        return str_format(f->arena, "u32(%.*s)", STR_ARG(tree_text(t, count->span)));
    }
    if (pointer)
        return str_format(f->arena, "arrayLength(%.*s)", STR_ARG(text));
    if (array->kind == EXPR_UNARY && array->unary_op == UNARY_DEREF)
        return str_format(f->arena, "arrayLength(%.*s)", STR_ARG(tree_text(t, array->left->span)));
    return str_format(f->arena, "arrayLength(&%.*s)", STR_ARG(text));
}

/* One index against its array; false when it cannot be written. */
static bool add_index(const Fix *f, const Expr *e, StrBuf *condition, StrBuf *negation,
                      uint32_t *count) {
    const Tree *t = &f->tree;
    if (e->right->stage == STAGE_CONST)
        return true;
    Str length = length_text(f, e->left);
    if (!length.len || !tree_may_copy(t, e->right) || !tree_may_copy(t, e->left))
        return false;
    Str index = tree_operand(t, e->right);
    if (type_unref(e->right->type)->kind == TYPE_I32) /* negative ones become large */
        index = str_format(f->arena, "u32(%.*s)", STR_ARG(tree_text(t, e->right->span)));
    else if (e->right->kind == EXPR_BINARY && e->right->binary_op <= BINARY_REM)
        index = tree_text(t, e->right->span);
    strbuf_addf(condition, "%s%.*s < %.*s", *count ? " && " : "", STR_ARG(index), STR_ARG(length));
    strbuf_addf(negation, "%s%.*s >= %.*s", *count ? " || " : "", STR_ARG(index), STR_ARG(length));
    ++*count;
    return true;
}

/* Outer dimensions first, as they are written. */
static bool add_indices(const Fix *f, const Expr *e, StrBuf *condition, StrBuf *negation,
                        uint32_t *count) {
    if (e->kind != EXPR_INDEX && e->kind != EXPR_MEMBER)
        return true;
    if (!add_indices(f, e->left, condition, negation, count))
        return false;
    return e->kind == EXPR_MEMBER || add_index(f, e, condition, negation, count);
}

static bool find_access(const Search *s, uint32_t finding, Access *a) {
    const Fix *f = s->fix;
    const RewriteFinding *r = &s->faults.at[finding];
    *a = (Access){.finding = finding, .node = tree_find_expr(&f->tree, r->span)};
    if (a->node == NOWHERE)
        return false;
    a->stmt = f->tree.exprs.at[a->node].stmt;
    const Expr *e = f->tree.exprs.at[a->node].expr;
    if (e->kind == EXPR_CALL && e->args.len) /* an atomic */
        e = e->args.at[0];
    if (e->kind == EXPR_UNARY && e->unary_op == UNARY_ADDRESS)
        e = e->left;
    StrBuf condition = {.arena = f->arena}, negation = {.arena = f->arena};
    uint32_t count = 0;
    if (!add_indices(f, e, &condition, &negation, &count) || !count)
        return false;
    a->condition = strbuf_str(&condition);
    a->negation = strbuf_str(&negation);
    return true;
}

/* ---- candidates ---- */

static void add(Search *s, const Access *a, Shape shape, const EditList *edits) {
    if (s->candidates.len < MOST_CANDIDATES)
        vec_push(s->fix->arena, &s->candidates,
                 (Candidate){shape, *edits, a->finding, 0, a->condition});
}

/* Puts a statement, from `start` on, into an if; `before` stands in front of the if on a line of
 * its own, when it is not empty. */
static void put_inside(const Tree *t, EditList *l, const Stmt *s, uint32_t start, Str before,
                       Str condition, Str opening) {
    Str newline = tree_newline(t), indent = tree_indent(t, s->span.start);
    uint32_t end = tree_stmt_end(t, s);
    bool lines = tree_starts_line(t, s->span.start);
    StrBuf head = {.arena = t->arena}, gap = {.arena = t->arena}, tail = {.arena = t->arena};
    if (lines)
        strbuf_addf(&gap, "%.*s%.*s", STR_ARG(newline), STR_ARG(indent));
    else
        strbuf_addc(&gap, ' ');
    Str step = lines ? tree_indent_step(t) : (Str){"", 0};
    if (before.len)
        strbuf_addf(&head, "%.*s%.*s", STR_ARG(before), STR_ARG(strbuf_str(&gap)));
    strbuf_addf(&head, "if (%.*s) {%.*s%.*s%.*s", STR_ARG(condition), STR_ARG(strbuf_str(&gap)),
                STR_ARG(step), STR_ARG(opening));
    strbuf_addf(&tail, "%.*s}", STR_ARG(strbuf_str(&gap)));
    edit_replace(t->arena, l, (Span){s->span.start, start}, strbuf_str(&head));
    if (lines)
        tree_indent_lines(t, l, (Span){start, end});
    edit_insert(t->arena, l, lines ? tree_comment_end(t, end) : end, strbuf_str(&tail));
}

static void add_wrap(Search *s, const Access *a) {
    const Tree *t = &s->fix->tree;
    const Stmt *stmt = t->stmts.at[a->stmt].stmt;
    bool simple = stmt->kind == STMT_ASSIGN || stmt->kind == STMT_INCREMENT ||
                  stmt->kind == STMT_DECREMENT || stmt->kind == STMT_CALL;
    EditList l = {0};
    if (!simple || !tree_is_listed(t, a->stmt))
        return;
    put_inside(t, &l, stmt, stmt->span.start, (Str){"", 0}, a->condition, (Str){"", 0});
    add(s, a, SHAPE_WRAP, &l);
}

/* let x = a[i];  becomes  var x: T; if (i < ...) { x = a[i]; } */
static void add_variable(Search *s, const Access *a) {
    const Tree *t = &s->fix->tree;
    const Stmt *stmt = t->stmts.at[a->stmt].stmt;
    const Decl *d = stmt->decl;
    EditList l = {0};
    if (stmt->kind != STMT_DECL || !d->init || !tree_is_listed(t, a->stmt) || !d->type ||
        !type_is_constructible(d->type) || type_is_abstract(d->type))
        return;
    Str type = d->type_expr ? tree_text(t, d->type_expr->span) : d->type->name;
    Str before = str_format(t->arena, "var %.*s: %.*s;", STR_ARG(d->name), STR_ARG(type));
    Str opening = str_format(t->arena, "%.*s = ", STR_ARG(d->name));
    put_inside(t, &l, stmt, d->init->span.start, before, a->condition, opening);
    add(s, a, SHAPE_VARIABLE, &l);
}

/* The condition of an if or a loop: && does not evaluate what is behind it. */
static void add_condition(Search *s, const Access *a) {
    const Tree *t = &s->fix->tree;
    const Stmt *stmt = t->stmts.at[a->stmt].stmt;
    const Expr *e = stmt->condition;
    bool loops = stmt->kind == STMT_WHILE || stmt->kind == STMT_FOR;
    EditList l = {0};
    if (!e || (stmt->kind != STMT_IF && !loops))
        return;
    Span access = t->exprs.at[a->node].expr->span;
    if (access.start < e->span.start || access.end > e->span.end)
        return; /* in another part of a for */
    bool open = e->kind == EXPR_BINARY && !e->parenthesised && e->binary_op != BINARY_LOGICAL_AND;
    bool inside = e->parenthesised; /* if (...) parses as one parenthesised condition */
    uint32_t at = e->span.start + inside;
    bool wrap = open || (inside && e->kind == EXPR_BINARY && e->binary_op == BINARY_LOGICAL_OR);
    bool conjunction = strstr(a->condition.at, " || ") == NULL;
    if (!conjunction)
        return;
    edit_insert(t->arena, &l, at,
                str_format(t->arena, "%.*s && %s", STR_ARG(a->condition), wrap ? "(" : ""));
    if (wrap)
        edit_insert(t->arena, &l, e->span.end - inside, STR(")"));
    add(s, a, SHAPE_CONDITION, &l);
}

/* Only at the top of a function's body: further in, a return skips more than the author would. */
static void add_return(Search *s, const Access *a) {
    const Tree *t = &s->fix->tree;
    const StmtNode *n = &t->stmts.at[a->stmt];
    const Type *result = n->function->type;
    EditList l = {0};
    if (!tree_is_listed(t, a->stmt) || t->stmts.at[n->parent].parent != NOWHERE)
        return;
    bool empty = !result || result->kind == TYPE_VOID;
    if (!empty && !type_is_constructible(result))
        return;
    Str newline = tree_newline(t), indent = tree_indent(t, n->stmt->span.start);
    StrBuf code = {.arena = t->arena};
    bool lines = tree_starts_line(t, n->stmt->span.start);
    Str value = empty ? (Str){"", 0} : str_format(t->arena, " %.*s()", STR_ARG(result->name));
    if (lines)
        strbuf_addf(&code, "if (%.*s) {%.*s%.*s%.*sreturn%.*s;%.*s%.*s}", STR_ARG(a->negation),
                    STR_ARG(newline), STR_ARG(indent), STR_ARG(tree_indent_step(t)), STR_ARG(value),
                    STR_ARG(newline), STR_ARG(indent));
    else
        strbuf_addf(&code, "if (%.*s) { return%.*s; }", STR_ARG(a->negation), STR_ARG(value));
    tree_insert_before(t, &l, a->stmt, strbuf_str(&code));
    add(s, a, SHAPE_RETURN, &l);
}

/* ---- select ---- */

/* The select call around an access, and which of its values the access is in. */
static const Expr *select_around(const Tree *t, uint32_t node, uint32_t *value) {
    for (uint32_t up = t->exprs.at[node].parent; up != NOWHERE;
         node = up, up = t->exprs.at[up].parent) {
        const Expr *e = t->exprs.at[up].expr;
        bool is = e->kind == EXPR_CALL && e->call_kind == CALL_BUILTIN &&
                  e->builtin == BUILTIN_select && e->args.len == 3;
        for (uint32_t i = 0; i < 2 && is; i++) {
            if (e->args.at[i] != t->exprs.at[node].expr)
                continue;
            *value = i;
            return e;
        }
    }
    return NULL;
}

static bool is_pure_statement(const Stmt *s) {
    return tree_is_pure(s->left) && tree_is_pure(s->right) && tree_is_pure(s->call) &&
           tree_is_pure(s->condition) && (!s->decl || tree_is_pure(s->decl->init));
}

static void add_select(Search *s, const Access *a) {
    const Tree *t = &s->fix->tree;
    const Stmt *stmt = t->stmts.at[a->stmt].stmt;
    uint32_t value = 0;
    const Expr *e = select_around(t, a->node, &value);
    EditList l = {0};
    bool once = stmt->kind == STMT_ASSIGN || stmt->kind == STMT_DECL || stmt->kind == STMT_RETURN;
    if (!e || !once || !tree_is_listed(t, a->stmt) || !is_pure_statement(stmt) ||
        type_unref(e->args.at[2]->type)->kind != TYPE_BOOL)
        return;
    const Type *type = e->final ? e->final : e->type;
    const Expr *safe = e->args.at[1 - value], *unsafe = e->args.at[value], *when = e->args.at[2];
    if (!tree_may_copy(t, safe) || !tree_may_copy(t, when) || type_is_abstract(type))
        return;
    Str name = tree_fresh_name(t, "selected"), newline = tree_newline(t);
    Str indent = tree_indent(t, stmt->span.start), gap = STR(" "), step = {"", 0};
    if (tree_starts_line(t, stmt->span.start)) {
        gap = str_format(t->arena, "%.*s%.*s", STR_ARG(newline), STR_ARG(indent));
        step = tree_indent_step(t);
    }
    StrBuf code = {.arena = t->arena};
    strbuf_addf(&code, "var %.*s: %.*s = %.*s;%.*s", STR_ARG(name), STR_ARG(type->name),
                STR_ARG(tree_text(t, safe->span)), STR_ARG(gap));
    if (value == 1)
        strbuf_addf(&code, "if (%.*s) {", STR_ARG(tree_text(t, when->span)));
    else
        strbuf_addf(&code, "if (!(%.*s)) {", STR_ARG(tree_text(t, when->span)));
    strbuf_addf(&code, "%.*s%.*s%.*s = %.*s;%.*s}", STR_ARG(gap), STR_ARG(step), STR_ARG(name),
                STR_ARG(tree_text(t, unsafe->span)), STR_ARG(gap));
    tree_insert_before(t, &l, a->stmt, strbuf_str(&code));
    edit_replace(t->arena, &l, e->span, name);
    add(s, a, SHAPE_SELECT, &l);
}

/* ---- comparing ---- */

static void collect(Search *s, const RewriteOutcome *o) {
    s->faults.len = 0;
    for (uint32_t i = 0; i < o->findings.len; i++)
        if (str_is(o->findings.at[i].rule, "out-of-bounds"))
            vec_push(s->fix->arena, &s->faults, o->findings.at[i]);
}

/* One workgroup shows them when every lane is out of bounds; excess lanes are in the last one. */
static void choose_request(Search *s) {
    Fix *f = s->fix;
    RewriteOutcome small;
    uint32_t all = s->faults.len;
    s->request = (RewriteRequest){.check = true, .small = true};
    fix_run(f, f->arena, f->result->draft.text, s->request, &small);
    collect(s, &small);
    if (small.ran && s->faults.len == all)
        return;
    s->request.small = false;
    collect(s, &f->base);
}

static uint32_t faults_left(const Search *s, const EditList *edits, const RewriteOutcome *o) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->faults.len; i++)
        n += prove_still_found(&s->faults.at[i], edits, o);
    return n;
}

static void measure(Search *s, Candidate *c) {
    Fix *f = s->fix;
    Arena scratch = {.on_oom = f->arena->on_oom};
    Str text;
    RewriteOutcome o = {0};
    if (fix_text(f, &scratch, &c->edits, &text))
        fix_run(f, &scratch, text, s->request, &o);
    if (o.ran && !prove_no_new_finding(f, &c->edits, &o).len)
        c->cured = s->faults.len - faults_left(s, &c->edits, &o);
    arena_free(&scratch);
}

static bool is_better(const Candidate *a, const Candidate *b) {
    return a->cured != b->cured ? a->cured > b->cured : a->shape < b->shape;
}

/* ---- proof ---- */

static Str title_of(const Search *s, const Candidate *c) {
    static const char *const what[] = {
        [SHAPE_SELECT] = "turn the select into an if",
        [SHAPE_WRAP] = "guard the statement",
        [SHAPE_CONDITION] = "guard the condition",
        [SHAPE_VARIABLE] = "guard the load; lanes out of bounds keep zero",
        [SHAPE_RETURN] = "return early",
    };
    if (c->shape == SHAPE_SELECT)
        return str_from_c(what[c->shape]);
    return str_format(s->fix->arena, "%s: %s(%.*s)", what[c->shape],
                      c->shape == SHAPE_RETURN ? "unless " : "if ", STR_ARG(c->condition));
}

/* Do the outputs stay what they are when accesses out of bounds do nothing? Where some are left,
 * the edited shader is run in that way, too. */
static bool keeps_the_rest(Search *s, Str text, const RewriteOutcome *after, bool some_left) {
    Fix *f = s->fix;
    Str difference;
    RewriteOutcome dropped;
    if (!some_left)
        return prove_equal_outputs(f->arena, &s->dropped, after, &difference);
    Arena scratch = {.on_oom = f->arena->on_oom};
    fix_run(f, &scratch, text, (RewriteRequest){.outputs = true, .drop = true}, &dropped);
    bool same = prove_equal_outputs(&scratch, &s->dropped, &dropped, &difference);
    arena_free(&scratch);
    return same;
}

static bool prove(Search *s, Candidate *c) {
    Fix *f = s->fix;
    Str text, difference;
    RewriteOutcome after;
    if (!fix_text(f, f->arena, &c->edits, &text))
        return false;
    fix_run(f, f->arena, text, fix_full(), &after);
    uint32_t left = faults_left(s, &c->edits, &after);
    if (!after.ran || left >= s->faults.len || prove_no_new_finding(f, &c->edits, &after).len ||
        after.unmet > f->base.unmet || !keeps_the_rest(s, text, &after, left > 0))
        return false;
    const RewriteFinding *r = &s->faults.at[c->finding];
    const Decl *object = fix_object_of(f, r->span);
    RewriteStep step = {.kind = REWRITE_GUARD,
                        .title = title_of(s, c),
                        .object = object ? object->name : (Str){"", 0},
                        .origin = fix_origin(f, r->span)};
    fix_costs(f->arena, &step.before, &f->base, step.object);
    fix_costs(f->arena, &step.after, &after, step.object);
    uint32_t gone = s->faults.len - left;
    fix_proof(f, &step, "finding-gone",
              str_format(f->arena, "%u finding%s of accesses out of bounds %s gone", gone,
                         gone == 1 ? "" : "s", gone == 1 ? "is" : "are"));
    fix_proof(
        f, &step, "no-new-finding",
        str_format(f->arena, "no new finding at %.*s", STR_ARG(prove_sizes(f->arena, &after))));
    fix_proof(
        f, &step, "outputs-as-dropped",
        STR("the outputs are the same bits as before where accesses out of bounds do nothing, "
            "as a device may choose"));
    if (prove_equal_outputs(f->arena, &f->base, &after, &difference))
        fix_proof(f, &step, "outputs-equal", STR("the same bits in every buffer"));
    else
        vec_push(f->arena, &step.notes,
                 str_format(f->arena,
                            "the outputs change where clamped accesses had spoilt them: "
                            "%.*s",
                            STR_ARG(difference)));
    fix_accept(f, &c->edits, &step, &after);
    return true;
}

static bool prove_best(Search *s) {
    Fix *f = s->fix;
    RewriteRequest drop = {.outputs = true, .drop = true};
    fix_run(f, f->arena, f->result->draft.text, drop, &s->dropped);
    for (uint32_t tries = 0; tries < MOST_PROOFS; tries++) {
        Candidate *best = NULL;
        for (uint32_t i = 0; i < s->candidates.len; i++) {
            Candidate *c = &s->candidates.at[i];
            if (c->cured && (!best || is_better(c, best)))
                best = c;
        }
        if (!best)
            return false;
        if (prove(s, best))
            return true;
        best->cured = 0;
    }
    return false;
}

/* ---- rounds ---- */

/* A guard against a size that was only assumed proves nothing about the sizes that there will be.
 */
static bool is_assumed(Search *s, Span span, Str *name) {
    const RewriteOutcome *o = &s->fix->base;
    const Decl *object = fix_object_of(s->fix, span);
    for (uint32_t i = 0; object && i < o->assumed.len; i++) {
        *name = o->assumed.at[i];
        if (str_eq(*name, object->name))
            return true;
    }
    return false;
}

static void add_finding(Search *s, uint32_t finding) {
    Access a;
    Str name;
    if (is_assumed(s, s->faults.at[finding].span, &name)) {
        fix_note(s->fix, "out-of-bounds", (Str){"", 0}, s->faults.at[finding].span,
                 str_format(s->fix->arena,
                            "the size of '%.*s' was assumed, so no guard can be proven: give it "
                            "with --bind",
                            STR_ARG(name)));
        return;
    }
    if (!find_access(s, finding, &a)) {
        fix_note(s->fix, "out-of-bounds", (Str){"", 0}, s->faults.at[finding].span,
                 STR("its index is an expression that must not be evaluated twice, or is hidden "
                     "behind a pointer: guard it by hand"));
        return;
    }
    add_select(s, &a);
    add_wrap(s, &a);
    add_condition(s, &a);
    add_variable(s, &a);
    add_return(s, &a);
}

static void explain(Search *s) {
    for (uint32_t i = 0; i < s->faults.len; i++) {
        bool any = false;
        for (uint32_t k = 0; k < s->candidates.len; k++)
            any |= s->candidates.at[k].finding == i;
        if (any)
            fix_note(s->fix, "out-of-bounds", (Str){"", 0}, s->faults.at[i].span,
                     STR("every guard that was tried leaves it there, breaks another rule or "
                         "changes more than the accesses out of bounds"));
    }
}

void fix_guards(Fix *f) {
    for (uint32_t round = 0; round < MOST_ROUNDS && !fix_is_stopped(f); round++) {
        Search s = {.fix = f};
        collect(&s, &f->base);
        if (!s.faults.len)
            return;
        choose_request(&s);
        for (uint32_t i = 0; i < s.faults.len; i++)
            add_finding(&s, i);
        for (uint32_t i = 0; i < s.candidates.len && !fix_is_stopped(f); i++)
            measure(&s, &s.candidates.at[i]);
        if (!prove_best(&s)) {
            explain(&s);
            return;
        }
    }
}
