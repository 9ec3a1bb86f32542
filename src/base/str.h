/* String slices and a string builder. */
#ifndef LW_BASE_STR_H
#define LW_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

/* A slice of bytes that somebody else owns; not zero-terminated unless said. */
typedef struct Str {
    const char *at;
    uint32_t len;
} Str;

#define STR(literal) ((Str){(literal), (uint32_t)(sizeof(literal) - 1)})
/* For printf: printf("%.*s", STR_ARG(s)) */
#define STR_ARG(s) (int)(s).len, (s).at

static inline bool str_eq(Str a, Str b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}
static inline Str str_from_c(const char *c) {
    return (Str){c, (uint32_t)strlen(c)};
}
static inline bool str_is(Str a, const char *c) {
    return str_eq(a, str_from_c(c));
}

/* Zero-terminated copies in the arena. */
Str str_copy(Arena *a, Str s);
Str str_format(Arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
Str str_vformat(Arena *a, const char *format, va_list ap);

/* Number of single-byte edits (insert, delete, replace, swap of neighbours) from a to b, at most
 * `most` + 1: for "did you mean". */
uint32_t str_distance(Str a, Str b, uint32_t most);

/* A growing string in an arena. Zero-initialise but for `arena`. `at` is zero-terminated after any
 * call that appends. */
typedef struct StrBuf {
    Arena *arena;
    char *at;
    uint32_t len, cap;
} StrBuf;

void strbuf_add(StrBuf *b, Str s);
void strbuf_addc(StrBuf *b, char c);
void strbuf_addf(StrBuf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_vaddf(StrBuf *b, const char *format, va_list ap);
static inline Str strbuf_str(const StrBuf *b) {
    return (Str){b->at, b->len};
}

#endif
