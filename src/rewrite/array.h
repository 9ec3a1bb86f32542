/* Arrays in workgroup memory whose layout can be changed: their shape, and every place that uses
 * them.
 *
 * Rows of `columns` elements lie one behind the other. A nested array, array<array<T, N>, M>, says
 * so in its type; a flattened one, array<T, M * N>, in the arithmetic of its indices, row * N +
 * column.
 */
#ifndef LW_REWRITE_ARRAY_H
#define LW_REWRITE_ARRAY_H

#include "rewrite/tree.h"

enum { MOST_LEVELS = 8 };

typedef struct ArrayUse {
    uint32_t node;            /* of the variable's name, in the tree */
    Expr *index[MOST_LEVELS]; /* of each dimension, as far as they are given */
    uint32_t depth;
    bool ran; /* the run has made this access, so that equal outputs prove its edit */
} ArrayUse;

typedef struct Array {
    const Decl *variable;
    uint32_t levels;        /* dimensions; 1: flattened */
    uint32_t columns, rows; /* rows of all outer dimensions together */
    uint32_t stride;        /* bytes an element */
    const Expr *count;      /* the innermost count, as written */
    bool alias;             /* written in an alias, which others may use, too */
    const Expr *width;      /* flattened: the expression that is the row's length */
    bool fixed_columns;     /* no override makes the length of a row */
    VEC(ArrayUse) uses;
} Array;

/* Fills in all but the flattened array's rows. False when the variable is no array in workgroup
 * memory. */
bool array_init(Array *a, const Tree *t, const Decl *variable);

/* The lengths of rows that indices of a flattened array speak of, the most used first; their number
 * (at most `most`). */
uint32_t array_widths(const Array *a, const Tree *t, const Expr **width, uint32_t most);
/* Gives a flattened array rows: of that length, or of as many elements as there are banks (32
 * words), where its indices name no rows. False when that does not divide its size. */
void array_set_width(Array *a, const Tree *t, const Expr *width);
bool array_set_bank_rows(Array *a);

/* Marks the uses that the run has made. */
void array_mark_runs(Array *a, const Tree *t, const RewriteOutcome *o);

/* Does every use name one element? Else *use is one that does not. */
bool array_uses_are_complete(const Array *a, const ArrayUse **use);

/* Writes another innermost count; an alias is left alone, and the type written out instead. */
void array_replace_count(const Array *a, const Tree *t, Str text, EditList *edits);

/* ---- index arithmetic ---- */

/* The terms of a sum. */
typedef struct Term {
    Expr *expr;
    bool negative;
} Term;
typedef VEC(Term) TermList;
void array_terms(Arena *arena, TermList *list, Expr *e);

/* In a product (or alone): the constant or override factor that is a multiple of `width`. NULL:
 * there is none. */
const Expr *array_factor(const Tree *t, const Expr *product, uint32_t width, int64_t *multiple);

/* The row's length as text that may stand beside a value of type `beside`, in any function unless
 * array_width_is_hidden. */
bool array_width_is_hidden(const Array *a, const Tree *t);
Str array_width_text(const Array *a, const Tree *t, const Type *beside);

/* ---- layouts (pad.c, swizzle.c) ---- */

/* NULL, or why the edit cannot be made. */
const char *pad_edits(const Array *a, const Tree *t, uint32_t pad, EditList *edits);
/* Element (row, column) goes to column ^ (row / divisor). */
const char *swizzle_edits(const Array *a, const Tree *t, uint32_t divisor, EditList *edits);

#endif
