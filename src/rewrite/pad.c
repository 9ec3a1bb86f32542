/* Padding: rows of an array are made longer, so that what lay in one column comes to lie in
 * different banks.
 *
 * Of a nested array only its type changes. Of a flattened one every index is moved: in
 * row * W + column the W becomes W + pad, constant indices are computed, and an index that is no
 * such sum, e, becomes e + e / W * pad, which is right for any. An index that the run has not met
 * gets that, too: a column of W or more would be moved wrongly, and no output would show it. */
#include "rewrite/array.h"

static Str number(const Tree *t, int64_t v, const Expr *like) {
    const char *suffix = "";
    if (like->kind == EXPR_LITERAL)
        suffix = like->literal.kind == LITERAL_U32   ? "u"
                 : like->literal.kind == LITERAL_I32 ? "i"
                                                     : "";
    return str_format(t->arena, "%lld%s", (long long)v, suffix);
}

/* "e + more"; where e ends in "+ 2" already, that grows. */
static Str sum(const Tree *t, const Expr *e, uint32_t more) {
    const Expr *last = e->kind == EXPR_BINARY && e->binary_op == BINARY_ADD ? e->right : NULL;
    Str text = tree_text(t, e->span);
    int64_t v;
    if (e->parenthesised)
        text = (Str){text.at + 1, text.len - 2};
    if (last && last->kind == EXPR_LITERAL && !last->parenthesised && tree_value(t, last, &v)) {
        Str grown = number(t, v + more, last);
        uint32_t start = (uint32_t)(text.at - t->source.text.at);
        uint32_t end = start + text.len;
        return str_format(t->arena, "%.*s%.*s%.*s",
                          STR_ARG(tree_text(t, (Span){start, last->span.start})), STR_ARG(grown),
                          STR_ARG(tree_text(t, (Span){last->span.end, end})));
    }
    bool loose = e->kind == EXPR_BINARY && e->binary_op != BINARY_ADD &&
                 e->binary_op != BINARY_SUB && e->binary_op != BINARY_MUL;
    return str_format(t->arena, loose ? "(%.*s) + %u" : "%.*s + %u", STR_ARG(text), more);
}

/* A factor that is a multiple of the row's length, with longer rows. */
static Str longer(const Array *a, const Tree *t, const Expr *factor, int64_t multiple,
                  uint32_t pad) {
    int64_t v = multiple * (a->columns + pad);
    if (factor->kind == EXPR_LITERAL)
        return number(t, v, factor);
    return str_format(t->arena, "(%.*s)", STR_ARG(sum(t, factor, (uint32_t)multiple * pad)));
}

/* ---- counts ---- */

static void longer_row(const Array *a, const Tree *t, uint32_t pad, EditList *edits) {
    Str text = a->count->kind == EXPR_LITERAL ? number(t, (int64_t)a->columns + pad, a->count)
                                              : sum(t, a->count, pad);
    array_replace_count(a, t, text, edits);
}

/* The number of elements of a flattened array. */
static void more_elements(const Array *a, const Tree *t, uint32_t pad, EditList *edits) {
    int64_t multiple;
    const Expr *factor = NULL;
    Str text;
    if (a->count->kind == EXPR_BINARY && !a->alias)
        factor = array_factor(t, a->count, a->columns, &multiple);
    if (factor) {
        edit_replace(t->arena, edits, factor->span, longer(a, t, factor, multiple, pad));
        return;
    }
    if (a->count->kind == EXPR_LITERAL) {
        text = number(t, (int64_t)a->rows * (a->columns + pad), a->count);
    } else if (tree_is_override(a->count) || !a->fixed_columns) {
        Str width = array_width_text(a, t, a->count->type);
        text = str_format(t->arena, "%.*s / %.*s * (%.*s + %u)", STR_ARG(tree_operand(t, a->count)),
                          STR_ARG(width), STR_ARG(width), pad);
    } else {
        text = sum(t, a->count, a->rows * pad);
    }
    array_replace_count(a, t, text, edits);
}

/* ---- indices ---- */

/* A constant part of an index: whole rows in it become longer. */
static void move_constant(const Array *a, const Tree *t, const Expr *e, int64_t v, uint32_t pad,
                          EditList *edits, bool alone) {
    int64_t more = v / a->columns * pad;
    if (v < (int64_t)a->columns)
        return;
    Str text = e->kind == EXPR_LITERAL ? number(t, v + more, e) : sum(t, e, (uint32_t)more);
    if (e->kind != EXPR_LITERAL && !alone)
        text = str_format(t->arena, "(%.*s)", STR_ARG(text));
    edit_replace(t->arena, edits, e->span, text);
}

/* Does the sum say which row it is in? */
static bool has_row(const Array *a, const Tree *t, const TermList *terms) {
    int64_t multiple;
    for (uint32_t i = 0; i < terms->len; i++)
        if (terms->at[i].expr->kind == EXPR_BINARY && terms->at[i].expr->stage != STAGE_CONST &&
            array_factor(t, terms->at[i].expr, a->columns, &multiple))
            return true;
    return false;
}

static void move_sum(const Array *a, const Tree *t, const TermList *terms, uint32_t pad,
                     EditList *edits) {
    for (uint32_t i = 0; i < terms->len; i++) {
        const Expr *e = terms->at[i].expr;
        int64_t v, multiple;
        const Expr *factor = array_factor(t, e, a->columns, &multiple);
        if (e->stage == STAGE_CONST && tree_value(t, e, &v))
            move_constant(a, t, e, v, pad, edits, false);
        else if (factor)
            edit_replace(t->arena, edits, factor->span, longer(a, t, factor, multiple, pad));
    }
}

static const char *move_index(const Array *a, const Tree *t, const ArrayUse *use, uint32_t pad,
                              EditList *edits) {
    Expr *e = use->index[0];
    int64_t v;
    if (e->stage == STAGE_CONST && tree_value(t, e, &v)) {
        move_constant(a, t, e, v, pad, edits, true);
        return NULL;
    }
    TermList terms = {0};
    array_terms(t->arena, &terms, e);
    if (use->ran && has_row(a, t, &terms)) {
        move_sum(a, t, &terms, pad, edits);
        return NULL;
    }
    if (!tree_may_copy(t, e))
        return "an index of it calls something that must not be called twice";
    Str text = tree_operand(t, e), width = array_width_text(a, t, type_unref(e->type));
    StrBuf b = {.arena = t->arena};
    bool plain = e->kind == EXPR_BINARY && e->binary_op <= BINARY_REM;
    strbuf_addf(&b, "%.*s + %.*s / %.*s", STR_ARG(plain ? tree_text(t, e->span) : text),
                STR_ARG(text), STR_ARG(width));
    if (pad > 1)
        strbuf_addf(&b, " * %u", pad);
    edit_replace(t->arena, edits, e->span, strbuf_str(&b));
    return NULL;
}

const char *pad_edits(const Array *a, const Tree *t, uint32_t pad, EditList *edits) {
    const ArrayUse *use;
    if (a->levels > 1) {
        longer_row(a, t, pad, edits);
        return NULL;
    }
    if (!array_uses_are_complete(a, &use))
        return "it is used as a whole, not element by element";
    if (array_width_is_hidden(a, t))
        return "a function gives another meaning to a name in the length of its rows";
    more_elements(a, t, pad, edits);
    const char *bad = NULL;
    for (uint32_t i = 0; i < a->uses.len && !bad; i++)
        bad = move_index(a, t, &a->uses.at[i], pad, edits);
    return bad;
}
