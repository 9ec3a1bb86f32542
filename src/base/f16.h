/* Half-precision floats as bits. Conversions round to nearest even; overflow gives infinity. */
#ifndef LW_BASE_F16_H
#define LW_BASE_F16_H

#include <stdint.h>
#include <string.h>

static inline uint32_t f32_bits(float f) {
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}
static inline float f32_from_bits(uint32_t u) {
    float f;
    memcpy(&f, &u, 4);
    return f;
}

uint16_t f16_from_f32(float f);
float f32_from_f16(uint16_t h);
/* Rounded once, from the double itself. */
uint16_t f16_from_f64(double d);
/* The nearest f32 that is an f16: how the engine keeps f16 values. */
static inline float f16_round(float f) {
    return f32_from_f16(f16_from_f32(f));
}

#endif
