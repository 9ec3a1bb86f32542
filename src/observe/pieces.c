#include "observe/pieces.h"

bool piece_same_use(const Piece *a, const Piece *b) {
    return a->word == b->word && a->stride == b->stride && a->first == b->first &&
           a->lanes == b->lanes && a->each == b->each && a->rows == b->rows && a->pitch == b->pitch;
}

static uint32_t word_of(const Piece *p, uint32_t lane) {
    return p->word + (uint32_t)((int32_t)lane * p->stride);
}

void piece_range(const Piece *p, uint32_t *lo, uint32_t *hi) {
    uint32_t along = (uint32_t)(p->stride * (p->lanes - 1));
    uint32_t down = (uint32_t)(p->pitch * (p->rows - 1));
    *lo = p->word + (p->stride < 0 ? along : 0) + (p->pitch < 0 ? down : 0);
    *hi = p->word + (p->stride < 0 ? 0 : along) + (p->pitch < 0 ? 0 : down) + p->each;
}

Piece piece_row(const Piece *p, uint32_t row) {
    Piece one = *p;
    one.word += (uint32_t)((int32_t)row * p->pitch);
    one.first = (uint16_t)(p->first + row * p->lanes);
    one.rows = 1;
    one.pitch = 0;
    if (p->value)
        one.value = p->value + (size_t)row * p->lanes * p->each;
    return one;
}

Piece piece_part(const Piece *p, uint32_t at) {
    Piece part = *p;
    uint32_t left = p->lanes - at, fit = left, word = word_of(p, at), in_page = word % PAGE_WORDS;
    if (p->stride >= 0 && in_page + (uint64_t)p->stride * left <= PAGE_WORDS)
        fit = left; /* which is usual, and needs no division */
    else if (p->stride > 0)
        fit = (PAGE_WORDS - p->each - in_page) / (uint32_t)p->stride + 1;
    else if (p->stride < 0)
        fit = in_page / (uint32_t)-p->stride + 1;
    part.word = word;
    part.first = (uint16_t)(p->first + at);
    part.lanes = (uint16_t)(fit < left ? fit : left);
    part.value = p->value ? p->value + at * p->each : NULL;
    return part;
}

/* ---- bits ---- */

/* Do the words follow each other without gaps? */
static bool is_dense(const Piece *p) {
    return p->stride == p->each || -p->stride == p->each || p->stride == 0;
}

/* The bits [lo, hi) of the word of bits that holds bit lo; *lo goes on to the next one. */
static uint32_t next_mask(uint32_t *lo, uint32_t hi) {
    uint32_t first = *lo % 32, n = hi - *lo < 32 - first ? hi - *lo : 32 - first;
    *lo += n;
    return (n == 32 ? ~0u : (1u << n) - 1) << first;
}

static bool range_meets(const uint32_t *bits, uint32_t lo, uint32_t hi) {
    while (lo < hi) {
        uint32_t at = lo / 32;
        if (bits[at] & next_mask(&lo, hi))
            return true;
    }
    return false;
}

static void range_mark(uint32_t *bits, uint32_t lo, uint32_t hi) {
    while (lo < hi) {
        uint32_t at = lo / 32;
        bits[at] |= next_mask(&lo, hi);
    }
}

bool piece_meets(const Piece *p, const uint32_t *bits, uint32_t base) {
    uint32_t lo, hi;
    if (is_dense(p)) {
        piece_range(p, &lo, &hi);
        return range_meets(bits, lo - base, hi - base);
    }
    for (uint32_t i = 0; i < p->lanes; i++) {
        lo = word_of(p, i) - base;
        if (range_meets(bits, lo, lo + p->each))
            return true;
    }
    return false;
}

void piece_mark(const Piece *p, uint32_t *bits, uint32_t base) {
    uint32_t lo, hi;
    if (is_dense(p)) {
        piece_range(p, &lo, &hi);
        range_mark(bits, lo - base, hi - base);
        return;
    }
    for (uint32_t i = 0; i < p->lanes; i++) {
        lo = word_of(p, i) - base;
        range_mark(bits, lo, lo + p->each);
    }
}
