/* The XOR swizzle: element (row, column) is kept at column ^ row. Within a row that is another
 * order of the same places, so that it needs no memory; down a column every row has its element in
 * another place, and so in another bank. It wants rows of a power of two, and row numbers below
 * that. */
#include "rewrite/array.h"

/* "row", "(row / 2)", "(row % 16)", "(row / 2 % 16)": what is XORed into the column. `rows` is 0
 * when an override decides how many there are. */
static Str mask_text(const Array *a, const Tree *t, Str row, uint32_t rows, uint32_t divisor,
                     const Type *type) {
    StrBuf b = {.arena = t->arena};
    bool wraps = !rows || (rows + divisor - 1) / divisor > a->columns;
    if (divisor == 1 && !wraps)
        return row;
    strbuf_addf(&b, "(%.*s", STR_ARG(row));
    if (divisor > 1)
        strbuf_addf(&b, " / %u", divisor);
    if (wraps)
        strbuf_addf(&b, " %% %.*s", STR_ARG(array_width_text(a, t, type)));
    strbuf_addc(&b, ')');
    return strbuf_str(&b);
}

/* The type of an index, which is i32 or u32 once it is used. */
static const Type *index_type(const Expr *e) {
    return e->final ? type_unref(e->final) : type_unref(e->type);
}

/* Appends " ^ mask" to an index. */
static void exchange(const Tree *t, const Expr *index, Str mask, EditList *edits) {
    bool open = !index->parenthesised && (index->kind == EXPR_BINARY || index->kind == EXPR_UNARY);
    if (open)
        edit_insert(t->arena, edits, index->span.start, STR("("));
    edit_insert(t->arena, edits, index->span.end,
                str_format(t->arena, "%s ^ %.*s", open ? ")" : "", STR_ARG(mask)));
}

/* ---- nested arrays ---- */

static const char *swizzle_nested(const Array *a, const Tree *t, const ArrayUse *use,
                                  uint32_t divisor, EditList *edits) {
    const Expr *row = use->index[a->levels - 2], *column = use->index[a->levels - 1];
    int64_t v;
    if (!tree_may_copy(t, row))
        return "an index of it calls something that must not be called twice";
    if (row->stage == STAGE_CONST && tree_value(t, row, &v) && v / divisor % a->columns == 0)
        return NULL; /* ^ 0 */
    const Type *want = type_unref(column->type), *have = type_unref(row->type);
    Str text = tree_operand(t, row);
    if (type_is_abstract(want))
        want = index_type(column);
    if (!type_is_abstract(have) && have != want && column->stage != STAGE_CONST)
        text = str_format(t->arena, "%.*s(%.*s)", STR_ARG(want->name),
                          STR_ARG(tree_text(t, row->span)));
    const Type *outer = a->variable->type;
    for (uint32_t i = 0; i + 2 < a->levels; i++)
        outer = outer->element;
    uint32_t rows = outer->count_kind == COUNT_FIXED ? outer->count : 0;
    exchange(t, column, mask_text(a, t, text, rows, divisor, want), edits);
    return NULL;
}

/* ---- flattened arrays ---- */

/* The row in row * W + ..., when W is multiplied once and by nothing else; else index / W, which is
 * right also for an index that the run has not met. */
static Str row_of(const Array *a, const Tree *t, const ArrayUse *use) {
    Expr *index = use->index[0];
    TermList terms = {0};
    array_terms(t->arena, &terms, index);
    const Expr *row = NULL;
    bool plain = true;
    for (uint32_t i = 0; i < terms.len; i++) {
        const Expr *e = terms.at[i].expr;
        int64_t multiple = 0;
        const Expr *factor = array_factor(t, e, a->columns, &multiple);
        if (!factor)
            continue;
        plain &= !row && e->kind == EXPR_BINARY && multiple == 1 && !terms.at[i].negative &&
                 (factor == e->left || factor == e->right);
        if (plain)
            row = factor == e->right ? e->left : e->right;
    }
    if (row && plain && use->ran)
        return tree_operand(t, row);
    return str_format(t->arena, "(%.*s / %.*s)", STR_ARG(tree_operand(t, index)),
                      STR_ARG(array_width_text(a, t, type_unref(index->type))));
}

static const char *swizzle_flat(const Array *a, const Tree *t, const ArrayUse *use,
                                uint32_t divisor, EditList *edits) {
    Expr *index = use->index[0];
    int64_t v;
    if (index->stage == STAGE_CONST && tree_value(t, index, &v)) {
        int64_t to = v ^ (v / a->columns / divisor % a->columns);
        if (to != v)
            exchange(t, index, str_format(t->arena, "%lld", (long long)(to ^ v)), edits);
        return NULL;
    }
    if (!tree_may_copy(t, index))
        return "an index of it calls something that must not be called twice";
    uint32_t rows = tree_is_override(a->count) ? 0 : a->rows;
    Str mask = mask_text(a, t, row_of(a, t, use), rows, divisor, type_unref(index->type));
    exchange(t, index, mask, edits);
    return NULL;
}

const char *swizzle_edits(const Array *a, const Tree *t, uint32_t divisor, EditList *edits) {
    const ArrayUse *use;
    if (a->levels == 1 && a->rows == 1)
        return "its indices do not say how long a row is";
    if (!a->fixed_columns)
        return "an override gives the length of its rows, which need not stay a power of two";
    if (a->columns & (a->columns - 1))
        return "its rows are no power of two";
    if (!array_uses_are_complete(a, &use))
        return "it is used as a whole, not element by element";
    const char *bad = NULL;
    for (uint32_t i = 0; i < a->uses.len && !bad; i++) {
        use = &a->uses.at[i];
        bad = a->levels > 1 ? swizzle_nested(a, t, use, divisor, edits)
                            : swizzle_flat(a, t, use, divisor, edits);
    }
    return bad;
}
