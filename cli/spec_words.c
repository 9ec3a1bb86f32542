#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "cli/spec_internal.h"

bool spec_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

Str spec_trim(Str s) {
    while (s.len && spec_is_blank(s.at[0]))
        s = (Str){s.at + 1, s.len - 1};
    while (s.len && spec_is_blank(s.at[s.len - 1]))
        s.len--;
    return s;
}

/* The next word; empty at the end. */
Str spec_next_word(Str *rest) {
    *rest = spec_trim(*rest);
    uint32_t n = 0;
    while (n < rest->len && !spec_is_blank(rest->at[n]))
        n++;
    Str word = {rest->at, n};
    *rest = (Str){rest->at + n, rest->len - n};
    return word;
}

bool spec_split(Str s, char at, Str *left, Str *right) {
    for (uint32_t i = 0; i < s.len; i++) {
        if (s.at[i] != at)
            continue;
        *left = (Str){s.at, i};
        *right = (Str){s.at + i + 1, s.len - i - 1};
        return true;
    }
    return false;
}

bool spec_parse_u64(Str s, uint64_t *v) {
    char text[32], *end;
    if (!s.len || s.len >= sizeof text || !isdigit((unsigned char)s.at[0]))
        return false;
    memcpy(text, s.at, s.len);
    text[s.len] = 0;
    if (text[s.len - 1] == 'u' || text[s.len - 1] == 'U')
        text[s.len - 1] = 0;
    errno = 0;
    *v = strtoull(text, &end, 0);
    return *end == 0 && errno == 0;
}

bool spec_parse_u32(Str s, uint32_t *v) {
    uint64_t wide;
    if (!spec_parse_u64(s, &wide) || wide > UINT32_MAX)
        return false;
    *v = (uint32_t)wide;
    return true;
}

/* Numbers as WGSL writes them, and "nan", "inf", "true", "false". */
bool spec_parse_number(Str s, double *v) {
    char text[64], *end;
    if (str_is(s, "true") || str_is(s, "false")) {
        *v = str_is(s, "true");
        return true;
    }
    if (!s.len || s.len >= sizeof text)
        return false;
    memcpy(text, s.at, s.len);
    text[s.len] = 0;
    *v = strtod(text, &end);
    if (end == text)
        return false;
    /* WGSL's type suffixes; hexadecimal digits were taken by strtod. */
    if (*end && strchr("fhiu", *end))
        end++;
    return *end == 0;
}

const char *spec_wrong(Spec *s, const char *format, Str word) {
    return str_format(s->arena, format, STR_ARG(word)).at;
}

/* ---- scalar types ---- */

static const struct {
    const char *name;
    uint32_t bytes;
} scalars[SCALAR_COUNT] = {{"f32", 4}, {"i32", 4}, {"u32", 4}, {"f16", 2}};

const char *scalar_name(ScalarType t) {
    return scalars[t].name;
}
uint32_t scalar_bytes(ScalarType t) {
    return scalars[t].bytes;
}
int scalar_digits(ScalarType t) {
    return t == SCALAR_F32 ? 9 : t == SCALAR_F16 ? 5 : 10;
}

bool scalar_parse(Str name, ScalarType *t) {
    for (uint32_t i = 0; i < SCALAR_COUNT; i++) {
        if (str_is(name, scalars[i].name)) {
            *t = (ScalarType)i;
            return true;
        }
    }
    return false;
}

/* ---- what several directives have ---- */

const char *spec_parse_binding(Spec *s, Str word, uint32_t *group, uint32_t *binding) {
    Str left, right;
    if (spec_split(word, ':', &left, &right) && spec_parse_u32(left, group) &&
        spec_parse_u32(right, binding))
        return NULL;
    return spec_wrong(s, "'%.*s' is no binding: write GROUP:BINDING, as in 0:1", word);
}

static uint32_t skip_blanks(Str text, uint32_t i) {
    while (i < text.len && spec_is_blank(text.at[i]))
        i++;
    return i;
}

/* One to three numbers of `what`, separated by blanks, a comma or an x. */
const char *spec_parse_sizes(Spec *s, Str text, const char *what, uint32_t size[3]) {
    uint32_t i = skip_blanks(text, 0);
    size[0] = size[1] = size[2] = 1;
    if (i == text.len)
        return str_format(s->arena, "the number of %s is missing: X [Y [Z]]", what).at;
    for (uint32_t n = 0; n == 0 || i < text.len; n++) {
        if (n == 3)
            return str_format(s->arena, "there are at most three numbers of %s", what).at;
        if (n && (text.at[i] == ',' || text.at[i] == 'x'))
            i = skip_blanks(text, i + 1);
        uint32_t start = i;
        while (i < text.len && !spec_is_blank(text.at[i]) && text.at[i] != ',' && text.at[i] != 'x')
            i++;
        Str word = {text.at + start, i - start};
        if (!spec_parse_u32(word, &size[n]))
            return str_format(s->arena, "'%.*s' is no number of %s", STR_ARG(word), what).at;
        i = skip_blanks(text, i);
    }
    return NULL;
}
