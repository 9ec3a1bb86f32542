/* Regular accesses: invocations that follow each other use words that are a constant distance
 * apart, and so do the rows that they form, as where a workgroup covers a tile of a matrix. What
 * most shaders do is made of such pieces, and few of them are enough to see that no two invocations
 * meet on a word, without a look at every word. */
#ifndef LW_OBSERVE_PIECES_H
#define LW_OBSERVE_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAGE_SHIFT = 10, PAGE_WORDS = 1 << PAGE_SHIFT };

/* Invocations first .. first + lanes - 1 use `each` words from `word` on, each invocation `stride`
 * words behind the one before; |stride| >= each, or it is 0 and all use the same. The `lanes`
 * behind them do the same `pitch` words further on, and so on for `rows` rows. No two rows of a
 * piece that writes use the same word. */
typedef struct Piece {
    uint32_t access;
    uint32_t word;
    int32_t stride;
    uint16_t first; /* local invocation index + 1 */
    uint16_t lanes;
    uint16_t rows;
    uint8_t each;
    int32_t pitch;
    uint32_t workgroup;    /* linear index; see cross.c */
    const uint32_t *value; /* of stores: each of them a lane; else NULL */
} Piece;

/* Who uses which word, values aside. */
bool piece_same_use(const Piece *a, const Piece *b);
/* The words from the first to the last, *hi not among them. */
void piece_range(const Piece *p, uint32_t *lo, uint32_t *hi);
Piece piece_row(const Piece *p, uint32_t row);

/* ---- of pieces of one row ---- */

/* The part of a piece from lane `at` on that lies in one page. */
Piece piece_part(const Piece *p, uint32_t at);

/* Bit sets of words, where word `base` is bit 0 and all words are there. */
bool piece_meets(const Piece *p, const uint32_t *bits, uint32_t base);
void piece_mark(const Piece *p, uint32_t *bits, uint32_t base);

#endif
