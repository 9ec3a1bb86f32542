/* When are two results the same? Integers when their bits are. Sums of floats that are added in
 * another order round differently, so floats may differ by a part of their own size and a smaller
 * part of the largest value in the buffer, which is what cancelled sums are made of. */
#include "cli/compare.h"

#include <math.h>

typedef struct Tolerance {
    double own, largest; /* parts of the larger of the two values, and of the buffer's largest */
} Tolerance;

static const Tolerance tolerance[SCALAR_COUNT] = {
    [SCALAR_F32] = {1e-4, 1e-6},
    [SCALAR_F16] = {2e-2, 1e-3},
};

static bool is_float(ScalarType t) {
    return t == SCALAR_F32 || t == SCALAR_F16;
}

static double largest_of(const RunBuffer *b, ScalarType t, uint64_t n) {
    double most = 0;
    for (uint64_t i = 0; i < n; i++) {
        double v = fabs(buffer_element(b->after, t, i));
        if (v > most && isfinite(v))
            most = v;
    }
    return most;
}

static bool floats_agree(Tolerance t, double a, double b, double largest) {
    if (a == b || (isnan(a) && isnan(b)))
        return true;
    if (!isfinite(a) || !isfinite(b))
        return false;
    return fabs(a - b) <= t.own * fmax(fabs(a), fabs(b)) + t.largest * largest;
}

/* A word of a buffer of several types: it is taken for a float only where it can hardly be anything
 * else, a normal number. */
static bool is_float_word(uint32_t w, float *value) {
    enum { EXPONENT = 0x7f800000 };
    memcpy(value, &w, 4);
    return (w & EXPONENT) && isfinite(*value);
}

static Str word_text(Arena *arena, uint32_t w) {
    float v;
    return is_float_word(w, &v) ? str_format(arena, "%.9g", (double)v) : str_format(arena, "%u", w);
}

static bool words_agree(uint32_t a, uint32_t b) {
    float x, y;
    if (a == b)
        return true;
    if (!is_float_word(a, &x) || !is_float_word(b, &y))
        return false;
    return fabs((double)x - (double)y) <=
           tolerance[SCALAR_F32].own * fmax(fabs((double)x), fabs((double)y));
}

static uint32_t word_at(const RunBuffer *b, uint64_t i) {
    uint32_t w;
    memcpy(&w, b->after + 4 * i, 4);
    return w;
}

static Difference compare_words(Arena *arena, const RunBuffer *a, const RunBuffer *b) {
    Difference d = {0};
    for (uint64_t i = 0; i < a->bytes / 4; i++)
        if (!words_agree(word_at(a, i), word_at(b, i)) && !d.count++)
            d.byte = 4 * i;
    if (d.count) {
        d.a = word_text(arena, word_at(a, d.byte / 4));
        d.b = word_text(arena, word_at(b, d.byte / 4));
    }
    return d;
}

Difference compare_runs(Arena *arena, const RunBuffer *a, const RunBuffer *b) {
    Difference d = {0};
    if (memcmp(a->after, b->after, a->bytes) == 0)
        return d;
    if (!a->has_scalar)
        return compare_words(arena, a, b);
    ScalarType t = a->scalar;
    uint64_t n = a->bytes / scalar_bytes(t), first = 0;
    double largest = is_float(t) ? fmax(largest_of(a, t, n), largest_of(b, t, n)) : 0;
    for (uint64_t i = 0; i < n; i++) {
        double x = buffer_element(a->after, t, i), y = buffer_element(b->after, t, i);
        if (!(is_float(t) ? floats_agree(tolerance[t], x, y, largest) : x == y) && !d.count++)
            first = i;
    }
    if (d.count) {
        d.byte = first * scalar_bytes(t);
        d.a = str_format(arena, "%.*g", scalar_digits(t), buffer_element(a->after, t, first));
        d.b = str_format(arena, "%.*g", scalar_digits(t), buffer_element(b->after, t, first));
    }
    return d;
}

Difference compare_bits(Arena *arena, const RunBuffer *a, const RunBuffer *b) {
    Difference d = {0};
    uint32_t bytes = a->has_scalar ? scalar_bytes(a->scalar) : 4;
    for (uint64_t at = 0; at + bytes <= a->bytes; at += bytes)
        if (memcmp(a->after + at, b->after + at, bytes) != 0 && !d.count++)
            d.byte = at;
    if (d.count && a->has_scalar) {
        uint64_t first = d.byte / bytes;
        int digits = scalar_digits(a->scalar);
        d.a = str_format(arena, "%.*g", digits, buffer_element(a->after, a->scalar, first));
        d.b = str_format(arena, "%.*g", digits, buffer_element(b->after, a->scalar, first));
    } else if (d.count) {
        d.a = word_text(arena, word_at(a, d.byte / 4));
        d.b = word_text(arena, word_at(b, d.byte / 4));
    }
    return d;
}
