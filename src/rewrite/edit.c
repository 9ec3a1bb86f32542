#include "rewrite/edit.h"

#include <stdlib.h>

void edit_replace(Arena *a, EditList *l, Span span, Str text) {
    vec_push(a, l, (Edit){span, text});
}

void edit_insert(Arena *a, EditList *l, uint32_t at, Str text) {
    edit_replace(a, l, (Span){at, at}, text);
}

/* Insertion sort keeps the order of equals; the lists come nearly sorted, as the text is walked. */
bool edit_sort(EditList *l) {
    for (uint32_t i = 1; i < l->len; i++) {
        Edit e = l->at[i];
        uint32_t k = i;
        for (; k > 0 &&
               (l->at[k - 1].span.start > e.span.start ||
                (l->at[k - 1].span.start == e.span.start && l->at[k - 1].span.end > e.span.end));
             k--)
            l->at[k] = l->at[k - 1];
        l->at[k] = e;
    }
    for (uint32_t i = 1; i < l->len; i++)
        if (l->at[i].span.start < l->at[i - 1].span.end)
            return false;
    return true;
}

Str edit_apply(Arena *a, Str text, const EditList *l) {
    StrBuf out = {.arena = a};
    uint32_t at = 0;
    for (uint32_t i = 0; i < l->len; i++) {
        const Edit *e = &l->at[i];
        strbuf_add(&out, (Str){text.at + at, e->span.start - at});
        strbuf_add(&out, e->text);
        at = e->span.end;
    }
    strbuf_add(&out, (Str){text.at + at, text.len - at});
    return strbuf_str(&out);
}

uint32_t edit_map(const EditList *l, uint32_t offset) {
    int64_t moved = offset;
    for (uint32_t i = 0; i < l->len && l->at[i].span.end <= offset; i++) {
        const Edit *e = &l->at[i];
        moved += (int64_t)e->text.len - (e->span.end - e->span.start);
    }
    return (uint32_t)moved;
}

/* ---- drafts ---- */

static uint32_t piece_length(const Piece *p) {
    return p->kept ? p->span.end - p->span.start : p->text.len;
}

void draft_init(Draft *d, Arena *a, Str original) {
    *d = (Draft){.arena = a, .original = original, .text = original};
    vec_push(a, &d->pieces, (Piece){.kept = true, .span = {0, original.len}});
}

typedef VEC(Piece) PieceList;

/* Appends the part [from, to) of a piece. */
static void push_part(Draft *d, PieceList *list, const Piece *p, uint32_t from, uint32_t to) {
    Piece part = *p;
    if (from >= to)
        return;
    part.span = (Span){p->span.start + from, p->span.start + to};
    if (!p->kept)
        part.text = (Str){p->text.at + from, to - from};
    vec_push(d->arena, list, part);
}

/* A reader of the pieces: how far into which one. */
typedef struct Reader {
    const Draft *draft;
    uint32_t piece, within;
} Reader;

/* Passes over `length` bytes; they go to `list` unless that is NULL. */
static void pass_over(Draft *d, Reader *r, uint32_t length, PieceList *list) {
    while (length) {
        const Piece *p = &r->draft->pieces.at[r->piece];
        uint32_t left = piece_length(p) - r->within, n = left < length ? left : length;
        if (list)
            push_part(d, list, p, r->within, r->within + n);
        length -= n;
        r->within += n;
        if (r->within == piece_length(p)) {
            r->piece++;
            r->within = 0;
        }
    }
}

void draft_apply(Draft *d, const EditList *l) {
    PieceList list = {0};
    Reader r = {.draft = d};
    uint32_t at = 0;
    for (uint32_t i = 0; i < l->len; i++) {
        const Edit *e = &l->at[i];
        pass_over(d, &r, e->span.start - at, &list);
        if (e->text.len)
            vec_push(d->arena, &list, (Piece){.text = e->text});
        pass_over(d, &r, e->span.end - e->span.start, NULL);
        at = e->span.end;
    }
    pass_over(d, &r, d->text.len - at, &list);
    d->text = edit_apply(d->arena, d->text, l);
    d->pieces.at = list.at;
    d->pieces.len = list.len;
    d->pieces.cap = list.cap;
}

uint32_t draft_origin(const Draft *d, uint32_t offset) {
    uint32_t at = 0, origin = 0;
    for (uint32_t i = 0; i < d->pieces.len; i++) {
        const Piece *p = &d->pieces.at[i];
        uint32_t n = piece_length(p);
        if (p->kept && offset < at + n)
            return p->span.start + (offset > at ? offset - at : 0);
        at += n;
        origin = p->kept ? p->span.end : origin;
    }
    return origin;
}
