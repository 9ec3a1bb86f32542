#include "base/f16.h"

float f32_from_f16(uint16_t h) {
    uint32_t sign = (uint32_t)(h & 0x8000u) << 16, exponent = (h >> 10) & 31u, fraction = h & 1023u;
    if (exponent == 31)
        return f32_from_bits(sign | 0x7f800000u | fraction << 13);
    if (exponent)
        return f32_from_bits(sign | (exponent + 112) << 23 | fraction << 13);
    float f = (float)fraction * 0x1p-24f; /* zero and subnormals: exact */
    return f32_from_bits(f32_bits(f) | sign);
}

/* Rounds a double to 11 significant bits (fewer below 2^-14). The double holds any f32 exactly, so
 * both conversions round once. */
uint16_t f16_from_f64(double d) {
    uint64_t u;
    memcpy(&u, &d, 8);
    uint16_t sign = (uint16_t)(u >> 48 & 0x8000u);
    int exponent = (int)(u >> 52 & 0x7ffu) - 1023;
    uint64_t fraction = u & 0xfffffffffffffu;
    if (exponent == 1024)
        return sign | 0x7c00u | (fraction ? 0x200u | (uint16_t)(fraction >> 42) : 0);
    if (exponent > 15)
        return sign | 0x7c00u;
    if (exponent < -25)
        return sign;
    uint64_t significand = fraction | 1ull << 52;
    int shift = exponent >= -14 ? 42 : 42 + (-14 - exponent);
    uint64_t kept = significand >> shift, rest = significand & ((1ull << shift) - 1),
             half = 1ull << (shift - 1);
    if (rest > half || (rest == half && (kept & 1)))
        kept++;
    /* A carry out of the fraction moves into the exponent, which is what rounding up means. */
    uint16_t base = exponent >= -14 ? (uint16_t)((exponent + 14) << 10) : 0;
    return sign | (uint16_t)(base + kept);
}

/* Not by way of a double for NaNs, since that makes them quiet: all f16 come back as they were. */
uint16_t f16_from_f32(float f) {
    uint32_t u = f32_bits(f), payload = u >> 13 & 0x3ffu;
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return (uint16_t)((u >> 16 & 0x8000u) | 0x7c00u | (payload ? payload : 0x200u));
    return f16_from_f64(f);
}
