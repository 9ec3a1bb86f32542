/* Edits of a text: what is replaced by what, and what a text has become after several rounds.
 *
 * An Edit replaces a range of bytes; everything else stays as it is, byte for byte. A Draft is the
 * original text as a list of pieces, some of them kept and some new, so that after any number of
 * rounds it is known which bytes are still the user's own: that is what the diff is made of,
 * without comparing texts. */
#ifndef LW_REWRITE_EDIT_H
#define LW_REWRITE_EDIT_H

#include "diag/diag.h"

typedef struct Edit {
    Span span; /* empty: an insertion */
    Str text;
} Edit;
typedef VEC(Edit) EditList;

void edit_replace(Arena *a, EditList *l, Span span, Str text);
void edit_insert(Arena *a, EditList *l, uint32_t at, Str text);
/* Sorts by place, insertions at one place in the order in which they were added. False when two
 * ranges overlap, which makes no text. */
bool edit_sort(EditList *l);
/* The text after sorted edits. */
Str edit_apply(Arena *a, Str text, const EditList *l);
/* Where a byte of the old text is in the new one; what stood behind an insertion is moved. */
uint32_t edit_map(const EditList *l, uint32_t offset);

typedef struct Piece {
    bool kept;
    Span span; /* kept: of the original */
    Str text;  /* else */
} Piece;

typedef struct Draft {
    Arena *arena;
    Str original, text; /* text: as it is now */
    Str mark;           /* a byte order mark before both, for the diff */
    VEC(Piece) pieces;
} Draft;

void draft_init(Draft *d, Arena *a, Str original);
/* Sorted edits of d->text. */
void draft_apply(Draft *d, const EditList *l);
/* The byte of the original that a byte of d->text comes from; of new text, what it stands before.
 */
uint32_t draft_origin(const Draft *d, uint32_t offset);

#endif
