/* Numeric literals: their form, and exact conversion.
 *
 * A decimal literal W * 10^e is turned into a big integer: W * 10^e when e >= 0, else W * 2^k
 * divided by 10^-e, where k is large enough that the quotient has more bits than any format keeps
 * and the remainder is only a sticky bit. Rounding that integer to the format's precision is the
 * only rounding there is. The C library's strtod would depend on the locale.
 */
#include "wgsl/number.h"

#include <math.h>
#include <string.h>

#include "base/bug.h"

/* ---- form ---- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int32_t hex_value(char c) {
    if (is_digit(c))
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool continues_word(char c) {
    return is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_';
}

static const char *skip_digits(const char *at, bool hex) {
    while (hex ? hex_value(*at) >= 0 : is_digit(*at))
        at++;
    return at;
}

/* The exponent at `at` (its letter), if there is one; saturates far out of any format's range. */
static const char *read_exponent(NumberForm *n, const char *at) {
    if ((*at | 32) != (n->hex ? 'p' : 'e'))
        return at;
    const char *p = at + 1;
    bool negative = *p == '-';
    p += *p == '-' || *p == '+';
    if (!is_digit(*p)) {
        n->problem = "the exponent of this number has no digits";
        return p;
    }
    int64_t v = 0;
    for (; is_digit(*p); p++)
        v = v < 1000000000000 ? v * 10 + (*p - '0') : v;
    n->exponent = true;
    n->exponent_value = negative ? -v : v;
    return p;
}

static bool suffix_fits(const NumberForm *n, char c) {
    bool is_float = n->point || n->exponent;
    if (c == 'i' || c == 'u')
        return !is_float;
    return n->hex ? n->exponent : true;
}

static void check_suffix(NumberForm *n, const char *at) {
    char c = *at;
    if ((c == 'i' || c == 'u' || c == 'f' || c == 'h') && !continues_word(at[1])) {
        n->suffix = c;
        n->end = at + 1;
        if (!suffix_fits(n, c))
            n->problem = n->hex && c == 'h'
                             ? "a hexadecimal number needs an exponent before suffix 'h'"
                             : "a float has no suffix 'i' or 'u'";
        return;
    }
    while (continues_word(*at))
        at++;
    if (at > n->end) {
        n->end = at;
        if (!n->problem)
            n->problem = "this number is followed by characters that are no part of it";
    }
}

NumberForm number_form(const char *at, const char *end) {
    NumberForm n = {.hex = at[0] == '0' && (at[1] | 32) == 'x'};
    n.digits = n.hex ? at + 2 : at;
    const char *p = skip_digits(n.digits, n.hex);
    int64_t count = p - n.digits;
    if (*p == '.') {
        n.point = true;
        const char *fraction = p + 1;
        p = skip_digits(fraction, n.hex);
        count += p - fraction;
    }
    n.digits_end = p;
    if (count == 0)
        n.problem = "a hexadecimal number needs digits";
    p = read_exponent(&n, p);
    if (!n.problem && !n.hex && !n.point && !n.exponent && count > 1 && n.digits[0] == '0')
        n.problem = "a decimal integer has no leading zeros";
    n.end = p;
    check_suffix(&n, p);
    LW_ASSERT(n.end <= end);
    return n;
}

/* ---- exact integers ---- */

enum {
    LIMBS = 64, /* of 32 bits; the largest value below has about 1600 bits */
    SIGNIFICANT_DECIMAL = 20,
    SIGNIFICANT_HEX = 16,
    SPARE_BITS = 128, /* of a quotient, beyond what the division takes away */
};

typedef struct Big {
    uint32_t limb[LIMBS]; /* least significant first */
    uint32_t count;       /* limbs in use; the last is not 0 */
} Big;

static void big_multiply_add(Big *b, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (uint32_t i = 0; i < b->count; i++) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        LW_ASSERT(b->count < LIMBS);
        b->limb[b->count++] = (uint32_t)carry;
    }
}

static void big_shift_left_limbs(Big *b, uint32_t limbs) {
    LW_ASSERT(b->count + limbs <= LIMBS);
    memmove(b->limb + limbs, b->limb, b->count * sizeof b->limb[0]);
    memset(b->limb, 0, limbs * sizeof b->limb[0]);
    b->count += limbs;
}

/* Returns the remainder. */
static uint32_t big_divide(Big *b, uint32_t divisor) {
    uint64_t rest = 0;
    for (uint32_t i = b->count; i-- > 0;) {
        rest = rest << 32 | b->limb[i];
        b->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (b->count && b->limb[b->count - 1] == 0)
        b->count--;
    return (uint32_t)rest;
}

static int32_t big_bits(const Big *b) {
    return b->count ? (int32_t)(b->count * 32) - __builtin_clz(b->limb[b->count - 1]) : 0;
}

static bool big_bit(const Big *b, int32_t i) {
    return i >= 0 && i < (int32_t)(b->count * 32) && (b->limb[i / 32] >> (i % 32) & 1);
}

static bool big_any_below(const Big *b, int32_t bits) {
    int32_t limbs = bits / 32;
    for (int32_t i = 0; i < limbs && i < (int32_t)b->count; i++)
        if (b->limb[i])
            return true;
    return limbs < (int32_t)b->count && (b->limb[limbs] & ((1u << (bits % 32)) - 1)) != 0;
}

/* ---- rounding ---- */

/* Rounds b * 2^exponent, and a little more when `sticky`, to the format. */
static FloatValue round_big(const Big *b, int32_t exponent, bool sticky, FloatFormat f) {
    int32_t bits = big_bits(b), top = bits - 1 + exponent;
    int32_t last = top - f.precision + 1; /* exponent of the last bit kept */
    if (last < f.least_exponent - f.precision + 1)
        last = f.least_exponent - f.precision + 1;
    int32_t drop = last - exponent;
    uint64_t kept = 0;
    for (int32_t i = bits - 1; i >= (drop > 0 ? drop : 0); i--)
        kept = kept << 1 | big_bit(b, i);
    bool half = drop > 0 && big_bit(b, drop - 1);
    bool below = sticky || (drop > 1 && big_any_below(b, drop - 1));
    if (half && (below || (kept & 1)))
        kept++;
    FloatValue v = {ldexp((double)kept, drop > 0 ? last : exponent), false, half || below};
    if (v.value >= ldexp(1.0, f.greatest_exponent) * 2) {
        v.overflow = v.inexact = true;
        v.value = INFINITY;
    }
    return v;
}

/* The significand: its leading digits as an integer, and the power of its base that it is to be
 * multiplied by. */
typedef struct Significand {
    Big big;
    int64_t exponent;
    bool sticky; /* digits other than 0 were left out */
} Significand;

static Significand read_significand(const NumberForm *n) {
    Significand s = {.exponent = 0};
    uint32_t taken = 0, most = n->hex ? SIGNIFICANT_HEX : SIGNIFICANT_DECIMAL;
    bool after_point = false;
    for (const char *p = n->digits; p < n->digits_end; p++) {
        if (*p == '.') {
            after_point = true;
            continue;
        }
        uint32_t d = (uint32_t)hex_value(*p);
        if (taken == most) {
            s.sticky |= d != 0;
            s.exponent += !after_point;
            continue;
        }
        big_multiply_add(&s.big, n->hex ? 16 : 10, d);
        taken += s.big.count != 0;
        s.exponent -= after_point;
    }
    return s;
}

static FloatValue out_of_reach(bool large) {
    return large ? (FloatValue){INFINITY, true, true} : (FloatValue){0, false, true};
}

static FloatValue hex_float(Significand *s, int64_t exponent, FloatFormat f) {
    exponent += s->exponent * 4;
    if (exponent > 2000 || exponent < -2000)
        return out_of_reach(exponent > 0);
    return round_big(&s->big, (int32_t)exponent, s->sticky, f);
}

/* A significand below 2^53 and a power of ten up to 10^22 are doubles, and their quotient or
 * product is rounded once. */
static FloatValue short_decimal(const Big *b, int64_t exponent) {
    static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    double w = (double)((uint64_t)b->limb[1] << 32 | b->limb[0]);
    if (exponent < 0) {
        double v = w / ten[-exponent];
        return (FloatValue){v, false, fma(v, ten[-exponent], -w) != 0};
    }
    double v = w * ten[exponent];
    return (FloatValue){v, false, fma(w, ten[exponent], -v) != 0};
}

static bool is_short(const Big *b, int64_t exponent) {
    return big_bits(b) <= 53 && exponent >= -22 && exponent <= 22;
}

static FloatValue decimal_float(Significand *s, int64_t exponent, FloatFormat f) {
    exponent += s->exponent;
    if (f.precision == 53 && !s->sticky && is_short(&s->big, exponent))
        return short_decimal(&s->big, exponent);
    if (exponent > 350 || exponent < -400)
        return out_of_reach(exponent > 0);
    int32_t shift = 0;
    if (exponent < 0) {
        /* 10^n < 2^(10n/3 + 1) */
        uint32_t limbs = (uint32_t)((-exponent * 10 / 3 + 1 + SPARE_BITS) / 32 + 1);
        big_shift_left_limbs(&s->big, limbs);
        shift = -(int32_t)limbs * 32;
    }
    for (; exponent > 0; exponent--)
        big_multiply_add(&s->big, 10, 0);
    for (; exponent <= -9; exponent += 9)
        s->sticky |= big_divide(&s->big, 1000000000) != 0;
    for (; exponent < 0; exponent++)
        s->sticky |= big_divide(&s->big, 10) != 0;
    return round_big(&s->big, shift, s->sticky, f);
}

FloatValue number_float(const NumberForm *n, FloatFormat f) {
    Significand s = read_significand(n);
    if (s.big.count == 0)
        return (FloatValue){0, false, false};
    return n->hex ? hex_float(&s, n->exponent_value, f) : decimal_float(&s, n->exponent_value, f);
}

bool number_integer(const NumberForm *n, uint64_t *value) {
    uint64_t v = 0, base = n->hex ? 16 : 10;
    for (const char *p = n->digits; p < n->digits_end; p++) {
        uint64_t d = (uint64_t)hex_value(*p);
        if (v > (UINT64_MAX - d) / base)
            return false;
        v = v * base + d;
    }
    *value = v;
    return true;
}
