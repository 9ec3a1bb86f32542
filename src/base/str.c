#include "base/str.h"

#include <stdio.h>

Str str_copy(Arena *a, Str s) {
    char *p = arena_alloc(a, (size_t)s.len + 1, 1);
    if (s.len)
        memcpy(p, s.at, s.len);
    return (Str){p, s.len};
}

Str str_vformat(Arena *a, const char *format, va_list ap) {
    StrBuf b = {.arena = a};
    strbuf_vaddf(&b, format, ap);
    return strbuf_str(&b);
}

Str str_format(Arena *a, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    Str s = str_vformat(a, format, ap);
    va_end(ap);
    return s;
}

static uint32_t min3(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t m = a < b ? a : b;
    return m < c ? m : c;
}

uint32_t str_distance(Str a, Str b, uint32_t most) {
    enum { LONGEST = 64 };
    uint32_t gap = a.len > b.len ? a.len - b.len : b.len - a.len;
    if (gap > most || a.len > LONGEST || b.len > LONGEST)
        return most + 1;
    /* Three rows of the edit matrix: the row before the last is for swaps. */
    uint32_t row[3][LONGEST + 1];
    for (uint32_t j = 0; j <= b.len; j++)
        row[0][j] = j;
    for (uint32_t i = 1; i <= a.len; i++) {
        uint32_t *now = row[i % 3], *last = row[(i - 1) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (uint32_t j = 1; j <= b.len; j++) {
            uint32_t change = a.at[i - 1] == b.at[j - 1] ? 0 : 1;
            now[j] = min3(last[j] + 1, now[j - 1] + 1, last[j - 1] + change);
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1] &&
                before[j - 2] + 1 < now[j])
                now[j] = before[j - 2] + 1;
        }
    }
    uint32_t d = row[a.len % 3][b.len];
    return d < most + 1 ? d : most + 1;
}

static void reserve(StrBuf *b, size_t more) {
    size_t need = (size_t)b->len + more + 1;
    if (need <= b->cap)
        return;
    size_t cap = b->cap ? (size_t)b->cap * 2 : 64;
    while (cap < need)
        cap *= 2;
    b->at = arena_grow(b->arena, b->at, b->cap, cap, 1);
    b->cap = (uint32_t)cap;
}

void strbuf_add(StrBuf *b, Str s) {
    reserve(b, s.len);
    if (s.len)
        memcpy(b->at + b->len, s.at, s.len);
    b->len += s.len;
    b->at[b->len] = 0;
}

void strbuf_addc(StrBuf *b, char c) {
    strbuf_add(b, (Str){&c, 1});
}

void strbuf_vaddf(StrBuf *b, const char *format, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (n < 0)
        return;
    reserve(b, (size_t)n);
    vsnprintf(b->at + b->len, (size_t)n + 1, format, ap);
    b->len += (uint32_t)n;
}

void strbuf_addf(StrBuf *b, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    strbuf_vaddf(b, format, ap);
    va_end(ap);
}
