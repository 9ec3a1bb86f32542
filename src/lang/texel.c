/* Memory that several threads may use is accessed with relaxed atomics, a word at a time. */
#include "lang/texel.h"

#include <math.h>

#include "base/f16.h"

#define CHANNEL_OF_UNORM  TYPE_F32
#define CHANNEL_OF_SNORM  TYPE_F32
#define CHANNEL_OF_UINT   TYPE_U32
#define CHANNEL_OF_SINT   TYPE_I32
#define CHANNEL_OF_FLOAT  TYPE_F32
#define CHANNEL_OF_UFLOAT TYPE_F32
#define CHANNEL_OF_SRGB   TYPE_F32
#define CHANNEL_OF_SHARED TYPE_F32

#define LAYOUT_R8                                                                                  \
    {                                                                                              \
        1, 1, {8}, {                                                                               \
            0                                                                                      \
        }                                                                                          \
    }
#define LAYOUT_RG8                                                                                 \
    {                                                                                              \
        2, 2, {8, 8}, {                                                                            \
            0, 8                                                                                   \
        }                                                                                          \
    }
#define LAYOUT_RGBA8                                                                               \
    {                                                                                              \
        4, 4, {8, 8, 8, 8}, {                                                                      \
            0, 8, 16, 24                                                                           \
        }                                                                                          \
    }
#define LAYOUT_BGRA8                                                                               \
    {                                                                                              \
        4, 4, {8, 8, 8, 8}, {                                                                      \
            16, 8, 0, 24                                                                           \
        }                                                                                          \
    }
#define LAYOUT_R16                                                                                 \
    {                                                                                              \
        2, 1, {16}, {                                                                              \
            0                                                                                      \
        }                                                                                          \
    }
#define LAYOUT_RG16                                                                                \
    {                                                                                              \
        4, 2, {16, 16}, {                                                                          \
            0, 16                                                                                  \
        }                                                                                          \
    }
#define LAYOUT_RGBA16                                                                              \
    {                                                                                              \
        8, 4, {16, 16, 16, 16}, {                                                                  \
            0, 16, 32, 48                                                                          \
        }                                                                                          \
    }
#define LAYOUT_R32                                                                                 \
    {                                                                                              \
        4, 1, {32}, {                                                                              \
            0                                                                                      \
        }                                                                                          \
    }
#define LAYOUT_RG32                                                                                \
    {                                                                                              \
        8, 2, {32, 32}, {                                                                          \
            0, 32                                                                                  \
        }                                                                                          \
    }
#define LAYOUT_RGBA32                                                                              \
    {                                                                                              \
        16, 4, {32, 32, 32, 32}, {                                                                 \
            0, 32, 64, 96                                                                          \
        }                                                                                          \
    }
#define LAYOUT_RGB10A2                                                                             \
    {                                                                                              \
        4, 4, {10, 10, 10, 2}, {                                                                   \
            0, 10, 20, 30                                                                          \
        }                                                                                          \
    }
#define LAYOUT_RG11B10                                                                             \
    {                                                                                              \
        4, 3, {11, 11, 10}, {                                                                      \
            0, 11, 22                                                                              \
        }                                                                                          \
    }
#define LAYOUT_RGB9E5                                                                              \
    {                                                                                              \
        4, 3, {9, 9, 9}, {                                                                         \
            0, 9, 18                                                                               \
        }                                                                                          \
    }

/* The rules in the table stand without their prefix. */
enum {
    NEEDS_TIER1 = TEXEL_NEEDS_TIER1,
    STORED = TEXEL_STORED,
    STORED_TIER1 = TEXEL_STORED_TIER1,
    STORED_BGRA = TEXEL_STORED_BGRA,
    STORED_RW = TEXEL_STORED_RW,
    STORED_RW_TIER2 = TEXEL_STORED_RW_TIER2,
    UNFILTERABLE = TEXEL_UNFILTERABLE,
    RENDERED = TEXEL_RENDERED,
    RENDERED_TIER1 = TEXEL_RENDERED_TIER1,
    SAMPLES = TEXEL_SAMPLES,
    DEPTH = TEXEL_DEPTH,
    STENCIL = TEXEL_STENCIL,
};

const TexelFormat texel_format[FORMAT_COUNT] = {
#define SAMPLED_FORMAT(name, text, Name, kind, layout, rules)                                      \
    [FORMAT_##name] = {text, CHANNEL_OF_##kind, TEXEL_##kind, LAYOUT_##layout, rules},
#define TEXEL_FORMAT(name, Name, kind, layout, rules)                                              \
    SAMPLED_FORMAT(name, #name, Name, kind, layout, rules)
#include "lang/texel_formats.def"
#undef TEXEL_FORMAT
#undef SAMPLED_FORMAT
};

const uint32_t texel_formats = FORMAT_rgba8unorm_srgb;

const TexelFormat *texel_plane(const TexelFormat *f, uint32_t plane) {
    bool both = (f->rules & TEXEL_DEPTH) && (f->rules & TEXEL_STENCIL);
    bool stencil = (f->rules & TEXEL_STENCIL) != 0;
    if (plane == 0)
        return both ? &texel_format[FORMAT_depth32float] : stencil ? NULL : f;
    return stencil ? &texel_format[FORMAT_stencil8] : NULL;
}

/* ---- words ---- */

static inline uint32_t load_word(const uint8_t *p, uint32_t bytes) {
    if (bytes == 1)
        return __atomic_load_n(p, __ATOMIC_RELAXED);
    if (bytes == 2)
        return __atomic_load_n((const uint16_t *)(const void *)p, __ATOMIC_RELAXED);
    return __atomic_load_n((const uint32_t *)(const void *)p, __ATOMIC_RELAXED);
}

static inline void store_word(uint8_t *p, uint32_t bytes, uint32_t v) {
    if (bytes == 1)
        __atomic_store_n(p, (uint8_t)v, __ATOMIC_RELAXED);
    else if (bytes == 2)
        __atomic_store_n((uint16_t *)(void *)p, (uint16_t)v, __ATOMIC_RELAXED);
    else
        __atomic_store_n((uint32_t *)(void *)p, v, __ATOMIC_RELAXED);
}

static inline uint32_t mask_of(uint32_t bits) {
    return UINT32_MAX >> (32 - bits);
}

/* ---- from bits to values ---- */

static inline uint32_t signed_of(uint32_t v, uint32_t bits) {
    uint32_t sign = 1u << (bits - 1);
    return (v ^ sign) - sign;
}

static inline float unorm_of(uint32_t v, uint32_t bits) {
    return (float)v / (float)mask_of(bits);
}

static inline float snorm_of(uint32_t v, uint32_t bits) {
    float f = (float)(int32_t)signed_of(v, bits) / (float)mask_of(bits - 1);
    return f < -1.0f ? -1.0f : f;
}

/* The exponent is that of an f16, whose fraction has 10 bits. */
static inline float ufloat_of(uint32_t v, uint32_t bits) {
    return f32_from_f16((uint16_t)(v << (15 - bits)));
}

static float srgb_of(uint32_t v, bool alpha) {
    float f = unorm_of(v, 8);
    if (alpha)
        return f;
    return f <= 0.04045f ? f / 12.92f : powf((f + 0.055f) / 1.055f, 2.4f);
}

static float shared_of(uint32_t v, uint32_t texel) {
    return ldexpf((float)v, (int)(texel >> 27) - 15 - 9);
}

#define EACH(value)                                                                                \
    for (uint32_t i = 0; i < n; i++) {                                                             \
        if (offset[i] == TEXEL_NONE) {                                                             \
            d[i] = 0;                                                                              \
            continue;                                                                              \
        }                                                                                          \
        uint32_t word = load_word(base + offset[i] + at, l->bytes);                                \
        uint32_t v = word >> shift & mask;                                                         \
        d[i] = (value);                                                                            \
    }                                                                                              \
    break

static void load_channel(const TexelFormat *f, uint32_t k, const uint8_t *base,
                         const uint32_t *offset, uint32_t *d, uint32_t n) {
    const TexelLayout *l = &f->layout;
    const uint32_t bits = l->bits[k], at = l->shift[k] / 32u * 4, shift = l->shift[k] % 32u;
    const uint32_t mask = mask_of(bits);
    switch (f->kind) {
    case TEXEL_UNORM: EACH(f32_bits(unorm_of(v, bits)));
    case TEXEL_SNORM: EACH(f32_bits(snorm_of(v, bits)));
    case TEXEL_UINT: EACH(v);
    case TEXEL_SINT: EACH(signed_of(v, bits));
    case TEXEL_UFLOAT: EACH(f32_bits(ufloat_of(v, bits)));
    case TEXEL_SRGB: EACH(f32_bits(srgb_of(v, k == 3)));
    case TEXEL_SHARED: EACH(f32_bits(shared_of(v, word)));
    case TEXEL_FLOAT:
        if (bits == 16) {
            EACH(f32_bits(f32_from_f16((uint16_t)v)));
        }
        EACH(v);
    }
}
#undef EACH

void texel_load(const TexelFormat *f, const uint8_t *base, const uint32_t *offset,
                uint32_t *const *d, uint32_t channels, uint32_t n) {
    const uint32_t one = f->channel == TYPE_F32 ? f32_bits(1.0f) : 1;
    for (uint32_t k = 0; k < channels; k++) {
        if (k < f->layout.channels)
            load_channel(f, k, base, offset, d[k], n);
        else
            for (uint32_t i = 0; i < n; i++)
                d[k][i] = k == 3 && offset[i] != TEXEL_NONE ? one : 0;
    }
}

/* ---- from values to bits ---- */

/* Rounded to nearest, halves up; a NaN is 0. */
static uint32_t to_unorm(float f, uint32_t bits) {
    uint32_t most = mask_of(bits);
    return !(f > 0) ? 0 : f >= 1 ? most : (uint32_t)((double)f * most + 0.5);
}

static uint32_t to_snorm(float f, uint32_t bits) {
    double most = mask_of(bits - 1);
    double v = f != f ? 0 : f <= -1 ? -most : f >= 1 ? most : floor((double)f * most + 0.5);
    return (uint32_t)(int32_t)v & mask_of(bits);
}

static uint32_t to_uint(uint32_t v, uint32_t bits) {
    return v < mask_of(bits) ? v : mask_of(bits);
}

static uint32_t to_sint(uint32_t v, uint32_t bits) {
    int32_t most = (int32_t)mask_of(bits - 1), i = (int32_t)v;
    i = i < -most - 1 ? -most - 1 : i > most ? most : i;
    return (uint32_t)i & mask_of(bits);
}

/* Rounded to nearest, halves to even; what is finite stays so. */
static uint32_t to_ufloat(float f, uint32_t bits) {
    uint32_t fraction = bits - 5, infinite = 31u << fraction, v = f32_bits(f);
    if (f != f)
        return mask_of(bits);
    if (!(f > 0))
        return 0;
    if (v == 0x7f800000u)
        return infinite;
    if (f < 0x1p-14f)
        return (uint32_t)rintf(ldexpf(f, (int)(14 + fraction)));
    v += mask_of(22 - fraction) + (v >> (23 - fraction) & 1);
    v = (v >> (23 - fraction)) - (112u << fraction);
    return v < infinite ? v : infinite - 1;
}

static uint32_t to_float(uint32_t v, uint32_t bits) {
    return bits == 16 ? f16_from_f32(f32_from_bits(v)) : v;
}

static uint32_t to_channel(const TexelFormat *f, uint32_t k, uint32_t v) {
    const uint32_t bits = f->layout.bits[k];
    switch (f->kind) {
    case TEXEL_UNORM: return to_unorm(f32_from_bits(v), bits);
    case TEXEL_SNORM: return to_snorm(f32_from_bits(v), bits);
    case TEXEL_UINT: return to_uint(v, bits);
    case TEXEL_SINT: return to_sint(v, bits);
    case TEXEL_FLOAT: return to_float(v, bits);
    case TEXEL_UFLOAT: return to_ufloat(f32_from_bits(v), bits);
    case TEXEL_SRGB:
    case TEXEL_SHARED: break;
    }
    return 0;
}

void texel_store(const TexelFormat *f, uint8_t *base, const uint32_t *offset,
                 const uint32_t *const *s, uint32_t n) {
    const TexelLayout *l = &f->layout;
    for (uint32_t i = 0; i < n; i++) {
        if (offset[i] == TEXEL_NONE)
            continue;
        uint32_t word[4] = {0};
        for (uint32_t k = 0; k < l->channels; k++)
            word[l->shift[k] / 32] |= to_channel(f, k, s[k][i]) << l->shift[k] % 32;
        for (uint32_t at = 0; at < l->bytes; at += 4)
            store_word(base + offset[i] + at, l->bytes, word[at / 4]);
    }
}
