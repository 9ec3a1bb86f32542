#include "rewrite/array.h"

/* ---- shape ---- */

/* The type expression that an alias stands for. */
static const Expr *through_alias(const Expr *e, bool *alias) {
    while (e && e->kind == EXPR_IDENT && e->ident_kind == IDENT_DECL &&
           e->decl->kind == DECL_ALIAS) {
        *alias = true;
        e = e->decl->type_expr;
    }
    return e;
}

static bool is_array(const Expr *e) {
    return e && e->kind == EXPR_IDENT && e->ident_kind == IDENT_TYPE &&
           str_is(e->ident.name, "array") && e->ident.template_args.len == 2;
}

static void find_count(Array *a) {
    const Expr *e = through_alias(a->variable->type_expr, &a->alias);
    while (is_array(e)) {
        bool ignored = false;
        a->count = e->ident.template_args.at[1];
        const Expr *inner = through_alias(e->ident.template_args.at[0], &ignored);
        a->alias |= ignored && is_array(inner);
        e = inner;
    }
}

static void put_type(const Tree *t, StrBuf *out, const Expr *e, const Expr *count, Str instead) {
    bool ignored;
    const Expr *array = through_alias(e, &ignored);
    if (!is_array(array)) {
        strbuf_add(out, tree_text(t, e->span));
        return;
    }
    const Expr *own = array->ident.template_args.at[1];
    strbuf_addf(out, "array<");
    put_type(t, out, array->ident.template_args.at[0], count, instead);
    strbuf_addf(out, ", %.*s>", STR_ARG(own == count ? instead : tree_text(t, own->span)));
}

void array_replace_count(const Array *a, const Tree *t, Str text, EditList *edits) {
    if (!a->alias) {
        edit_replace(t->arena, edits, a->count->span, text);
        return;
    }
    StrBuf type = {.arena = t->arena};
    put_type(t, &type, a->variable->type_expr, a->count, text);
    edit_replace(t->arena, edits, a->variable->type_expr->span, strbuf_str(&type));
}

static void find_uses(Array *a, const Tree *t) {
    for (uint32_t i = 0; i < t->exprs.len; i++) {
        const Expr *e = t->exprs.at[i].expr;
        if (e->kind != EXPR_IDENT || e->ident_kind != IDENT_DECL || e->decl != a->variable)
            continue;
        ArrayUse use = {.node = i};
        uint32_t at = i, up = t->exprs.at[i].parent;
        while (use.depth < a->levels && up != NOWHERE) {
            Expr *parent = t->exprs.at[up].expr;
            if (parent->kind != EXPR_INDEX || parent->left != t->exprs.at[at].expr)
                break;
            use.index[use.depth++] = parent->right;
            at = up;
            up = t->exprs.at[up].parent;
        }
        vec_push(t->arena, &a->uses, use);
    }
}

bool array_init(Array *a, const Tree *t, const Decl *variable) {
    *a = (Array){.variable = variable, .rows = 1};
    const Type *type = variable->space == SPACE_WORKGROUP ? tree_type(t, variable->type) : NULL;
    if (!type || type->kind != TYPE_ARRAY)
        return false;
    const Type *declared = variable->type;
    for (a->levels = 1; type->element->kind == TYPE_ARRAY && a->levels < MOST_LEVELS; a->levels++) {
        a->rows *= type->count;
        type = type->element;
        declared = declared->element;
    }
    if (type->element->kind == TYPE_ARRAY || !variable->type_expr)
        return false;
    a->columns = type->count;
    a->stride = type->stride;
    a->fixed_columns = declared->count_kind == COUNT_FIXED;
    find_count(a);
    find_uses(a, t);
    return a->count != NULL;
}

/* ---- what has run ---- */

/* The access that a use is part of: its indices and members, and the atomic that takes its address.
 * It begins where the report says that the access is. */
static bool is_same_access(const Expr *up, const Expr *inner) {
    switch (up->kind) {
    case EXPR_INDEX:
    case EXPR_MEMBER: return up->left == inner;
    case EXPR_UNARY: return up->unary_op == UNARY_ADDRESS;
    case EXPR_CALL: return up->call_kind == CALL_BUILTIN && up->args.len && up->args.at[0] == inner;
    default: return false;
    }
}

static bool has_run_at(const RewriteOutcome *o, Place place) {
    for (uint32_t i = 0; i < o->runs.len; i++) {
        const RewriteRun *r = &o->runs.at[i];
        for (uint32_t k = 0; k < r->accesses.len; k++)
            if (r->accesses.at[k].line == place.line && r->accesses.at[k].column == place.column)
                return true;
    }
    return false;
}

void array_mark_runs(Array *a, const Tree *t, const RewriteOutcome *o) {
    for (uint32_t i = 0; i < a->uses.len; i++) {
        ArrayUse *use = &a->uses.at[i];
        for (uint32_t at = use->node, up; !use->ran; at = up) {
            use->ran = has_run_at(o, source_place(&t->source, t->exprs.at[at].expr->span.start));
            up = t->exprs.at[at].parent;
            if (up == NOWHERE || !is_same_access(t->exprs.at[up].expr, t->exprs.at[at].expr))
                break;
        }
    }
}

bool array_uses_are_complete(const Array *a, const ArrayUse **use) {
    for (uint32_t i = 0; i < a->uses.len; i++) {
        *use = &a->uses.at[i];
        if ((*use)->depth < a->levels)
            return false;
    }
    return true;
}

/* ---- index arithmetic ---- */

static void add_terms(Arena *arena, TermList *list, Expr *e, bool negative) {
    bool sum = e->kind == EXPR_BINARY && (e->binary_op == BINARY_ADD || e->binary_op == BINARY_SUB);
    if (!sum) {
        vec_push(arena, list, (Term){e, negative});
        return;
    }
    add_terms(arena, list, e->left, negative);
    add_terms(arena, list, e->right, negative ^ (e->binary_op == BINARY_SUB));
}

void array_terms(Arena *arena, TermList *list, Expr *e) {
    add_terms(arena, list, e, false);
}

const Expr *array_factor(const Tree *t, const Expr *product, uint32_t width, int64_t *multiple) {
    int64_t v;
    if (tree_value(t, product, &v) && v > 0 && v % width == 0) {
        bool whole = product->kind == EXPR_LITERAL || product->kind == EXPR_IDENT;
        if (whole || product->kind != EXPR_BINARY || product->binary_op != BINARY_MUL) {
            *multiple = v / width;
            /* another override may be such a multiple only in this run */
            return tree_is_override(product) && v != width ? NULL : product;
        }
    }
    if (product->kind != EXPR_BINARY || product->binary_op != BINARY_MUL)
        return NULL;
    const Expr *found = array_factor(t, product->right, width, multiple);
    return found ? found : array_factor(t, product->left, width, multiple);
}

/* ---- rows of flattened arrays ---- */

typedef struct Width {
    const Expr *expr;
    int64_t value;
    uint32_t count;
} Width;
typedef VEC(Width) WidthList;

static void note_width(const Array *a, const Tree *t, WidthList *list, const Expr *e) {
    int64_t v;
    if (!tree_value(t, e, &v) || v < 2 || v >= a->columns || a->columns % v)
        return;
    for (uint32_t i = 0; i < list->len; i++) {
        if (list->at[i].value == v) {
            list->at[i].count++;
            return;
        }
    }
    vec_push(t->arena, list, (Width){e, v, 1});
}

/* The initialiser of a let, for `let i = row * W + column; tile[i]`. */
static Expr *through_let(Expr *e) {
    for (int hops = 0; hops < 4 && e->kind == EXPR_IDENT && e->ident_kind == IDENT_DECL &&
                       e->decl->kind == DECL_LET && e->decl->init;
         hops++)
        e = e->decl->init;
    return e;
}

static void note_factors(const Array *a, const Tree *t, WidthList *list, const Expr *product) {
    if (product->kind != EXPR_BINARY || product->binary_op != BINARY_MUL)
        return;
    for (int side = 0; side < 2; side++) {
        const Expr *e = side ? product->right : product->left;
        note_width(a, t, list, e);
        note_factors(a, t, list, e);
    }
}

uint32_t array_widths(const Array *a, const Tree *t, const Expr **width, uint32_t most) {
    WidthList list = {0};
    for (uint32_t i = 0; i < a->uses.len; i++) {
        if (!a->uses.at[i].depth)
            continue;
        TermList terms = {0};
        array_terms(t->arena, &terms, through_let(a->uses.at[i].index[0]));
        for (uint32_t k = 0; k < terms.len; k++)
            note_factors(a, t, &list, terms.at[k].expr);
    }
    uint32_t n = 0;
    while (n < most && n < list.len) {
        Width *best = &list.at[n];
        for (uint32_t i = n; i < list.len; i++)
            if (list.at[i].count > best->count)
                best = &list.at[i];
        Width swapped = list.at[n];
        list.at[n] = *best;
        *best = swapped;
        width[n] = list.at[n].expr;
        n++;
    }
    return n;
}

void array_set_width(Array *a, const Tree *t, const Expr *width) {
    int64_t v = 0;
    uint32_t all = a->rows * a->columns;
    if (!tree_value(t, width, &v) || v < 1)
        return;
    a->width = width;
    a->columns = (uint32_t)v;
    a->rows = all / a->columns;
    a->fixed_columns = !tree_is_override(width);
}

bool array_set_bank_rows(Array *a) {
    enum { BANKS = 32 };
    uint32_t all = a->rows * a->columns;
    if (a->levels > 1 || !a->fixed_columns || all % BANKS || all <= BANKS)
        return false;
    a->columns = BANKS;
    a->rows = all / BANKS;
    return true;
}

/* Is it known wherever the array is? */
static bool is_known_everywhere(const Expr *e) {
    return e->kind == EXPR_IDENT && e->ident_kind == IDENT_DECL && e->decl->module_scope;
}

bool array_width_is_hidden(const Array *a, const Tree *t) {
    const Expr *w = a->levels > 1 ? a->count : a->width;
    return w && tree_is_override(w) && tree_is_hidden(t, w);
}

Str array_width_text(const Array *a, const Tree *t, const Type *beside) {
    const Expr *w = a->levels > 1 ? a->count : a->width;
    bool named = w && (is_known_everywhere(w) || tree_is_override(w));
    if (!named || (!tree_is_override(w) && tree_is_hidden(t, w)))
        return str_format(t->arena, "%u", a->columns);
    const Type *type = w->decl ? w->decl->type : w->type;
    if (type_is_abstract(type) || type == beside)
        return tree_operand(t, w);
    if (!tree_is_override(w))
        return str_format(t->arena, "%u", a->columns);
    return str_format(t->arena, "%.*s(%.*s)", STR_ARG(beside->name),
                      STR_ARG(tree_text(t, w->span)));
}
