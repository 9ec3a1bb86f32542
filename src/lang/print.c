#include "lang/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/f16.h"

/* ---- reading ---- */

enum { WIDEST = 3, MOST_PRECISION = 2 }; /* digits of a width and of a precision */

static uint32_t digits_at(const char *s, const char *end) {
    uint32_t n = 0;
    while (s + n < end && s[n] >= '0' && s[n] <= '9')
        n++;
    return n;
}

/* From behind the percent sign to the conversion; NULL when it cannot be read. */
static const char *skip_spec(const char *s, const char *end) {
    uint32_t flags = 0;
    while (s < end && *s && strchr("-+ 0#", *s) && flags++ < 5)
        s++;
    uint32_t width = digits_at(s, end);
    s += width;
    if (width > WIDEST)
        return NULL;
    if (s < end && *s == '.') {
        uint32_t precision = digits_at(++s, end);
        s += precision;
        if (precision > MOST_PRECISION)
            return NULL;
    }
    return s;
}

static bool read_place(const char *start, const char *end, PrintPiece *piece, const char **behind) {
    const char *s = skip_spec(start + 1, end);
    *behind = s ? s + (s < end) : start + 1;
    if (!s || s == end || !*s || !strchr("diuxXofFeEgGaAv", *s))
        return false;
    memcpy(piece->spec, start, (size_t)(s - start));
    piece->conversion = *s;
    return true;
}

bool print_next_piece(Str *rest, PrintPiece *piece, const char **problem, Str *at) {
    const char *s = rest->at, *end = s + rest->len;
    *piece = (PrintPiece){.text = {s, 0}};
    *problem = NULL;
    if (!rest->len)
        return false;
    for (; s < end; s++) {
        if (s[0] == '%' && s + 1 < end && s[1] == '%')
            s++;
        else if (s[0] == '%' || (s[0] == '{' && s + 1 < end && s[1] == '}'))
            break;
    }
    piece->text.len = (uint32_t)(s - rest->at);
    if (s < end && *s == '{') {
        piece->conversion = 'v';
        memcpy(piece->spec, "%", 1);
        s += 2;
    } else if (s < end) {
        const char *start = s;
        if (!read_place(start, end, piece, &s)) {
            *problem = "is no conversion; there are %d %i %u %x %X %o, %f %e %g %a, %v or {} for "
                       "any type, and %% for a percent sign";
            *at = (Str){start, (uint32_t)(s - start)};
        }
    }
    *rest = (Str){s, (uint32_t)(end - s)};
    return true;
}

/* ---- types ---- */

static const Type *scalar_of(const Type *t) {
    return t->kind == TYPE_VECTOR || t->kind == TYPE_MATRIX ? t->element : t;
}

static bool is_float(const Type *scalar) {
    return scalar->kind == TYPE_F32 || scalar->kind == TYPE_F16;
}

const char *print_misfit(char conversion, const Type *t) {
    const Type *s = scalar_of(t);
    if (!type_is_scalar(s))
        return "only scalars, vectors and matrices can be printed";
    if (conversion == 'v')
        return NULL;
    bool for_floats = strchr("fFeEgGaA", conversion) != NULL;
    if (for_floats == is_float(s))
        return NULL;
    return for_floats ? "this conversion is for floats; {} prints any type"
                      : "this conversion is for integers and bools; {} prints any type";
}

uint32_t print_scalars(const Type *t) {
    return t->kind == TYPE_VECTOR   ? t->width
           : t->kind == TYPE_MATRIX ? (uint32_t)t->width * t->rows
                                    : 1;
}

/* ---- writing ---- */

void print_text(StrBuf *out, Str text) {
    for (uint32_t i = 0; i < text.len; i++) {
        strbuf_addc(out, text.at[i]);
        if (text.at[i] == '%')
            i++;
    }
}

/* The fewest digits that say which float it is, and all those before the point where nine will do.
 */
static int float_digits(float f, bool half) {
    char text[32];
    int whole = f != 0 ? (int)floorf(log10f(fabsf(f))) + 1 : 1;
    for (int digits = whole > 0 && whole < 9 ? whole : 1; digits < 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)f);
        float back = strtof(text, NULL);
        if (half ? f16_from_f32(back) == f16_from_f32(f) : back == f)
            return digits;
    }
    return 9;
}

static void print_float(StrBuf *out, const PrintPiece *piece, float f, bool half) {
    char format[40];
    if (piece->conversion != 'v')
        snprintf(format, sizeof format, "%s%c", piece->spec, piece->conversion);
    else if (strchr(piece->spec, '.'))
        snprintf(format, sizeof format, "%sg", piece->spec);
    else
        snprintf(format, sizeof format, "%s.%dg", piece->spec,
                 isfinite(f) ? float_digits(f, half) : 1);
    strbuf_addf(out, format, (double)f);
}

static void print_integer(StrBuf *out, const PrintPiece *piece, uint32_t bits, bool is_signed) {
    char format[32];
    char c = piece->conversion == 'v' ? (is_signed ? 'd' : 'u') : piece->conversion;
    bool as_signed = c == 'd' || c == 'i';
    snprintf(format, sizeof format, "%sll%c", piece->spec, c);
    long long wide = is_signed && as_signed ? (long long)(int32_t)bits : (long long)bits;
    strbuf_addf(out, format, wide);
}

static void print_scalar(StrBuf *out, const PrintPiece *piece, const Type *t, uint32_t bits) {
    if (is_float(t))
        print_float(out, piece, f32_from_bits(bits), t->kind == TYPE_F16);
    else if (t->kind != TYPE_BOOL)
        print_integer(out, piece, bits, t->kind == TYPE_I32);
    else if (piece->conversion == 'v')
        strbuf_add(out, bits ? STR("true") : STR("false"));
    else
        print_integer(out, piece, bits != 0, false);
}

static void print_vector(StrBuf *out, const PrintPiece *piece, const Type *element, uint32_t width,
                         const uint32_t *bits) {
    strbuf_addc(out, '(');
    for (uint32_t i = 0; i < width; i++) {
        if (i)
            strbuf_add(out, STR(", "));
        print_scalar(out, piece, element, bits[i]);
    }
    strbuf_addc(out, ')');
}

void print_value(StrBuf *out, const PrintPiece *piece, const Type *t, const uint32_t *bits) {
    if (t->kind == TYPE_VECTOR) {
        print_vector(out, piece, t->element, t->width, bits);
    } else if (t->kind == TYPE_MATRIX) {
        strbuf_addc(out, '(');
        for (uint32_t i = 0; i < t->width; i++) {
            if (i)
                strbuf_add(out, STR(", "));
            print_vector(out, piece, t->element, t->rows, bits + (size_t)i * t->rows);
        }
        strbuf_addc(out, ')');
    } else {
        print_scalar(out, piece, t, bits[0]);
    }
}
