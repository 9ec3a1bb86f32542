/* Texels: every format's layout in memory, against values worked out by hand from WGSL's table of
 * channel formats, and back again. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/f16.h"
#include "lang/texel.h"

static const uint32_t here = 0;

static void load(TexelFormatId f, const void *texel, uint32_t v[4]) {
    uint32_t *d[4] = {&v[0], &v[1], &v[2], &v[3]};
    texel_load(&texel_format[f], texel, &here, d, 4, 1);
}

static void store(TexelFormatId f, const uint32_t v[4], void *texel) {
    const uint32_t *s[4] = {&v[0], &v[1], &v[2], &v[3]};
    texel_store(&texel_format[f], texel, &here, s, 1);
}

typedef struct Known {
    TexelFormatId format;
    uint8_t texel[16];
    double value[4];
} Known;

static const Known known[] = {
    {FORMAT_r8unorm, {51}, {0.2, 0, 0, 1}},
    {FORMAT_rg8unorm, {255, 0}, {1, 0, 0, 1}},
    {FORMAT_rgba8unorm, {0, 51, 102, 255}, {0, 0.2, 0.4, 1}},
    {FORMAT_bgra8unorm, {0, 51, 102, 255}, {0.4, 0.2, 0, 1}},
    {FORMAT_rgba8snorm, {127, 0x81, 0, 0xc1}, {1, -1, 0, -63.0 / 127}},
    {FORMAT_rgba8uint, {1, 2, 3, 255}, {1, 2, 3, 255}},
    {FORMAT_rgba8sint, {0x80, 0x7f, 0xff, 5}, {-128, 127, -1, 5}},
    {FORMAT_r16unorm, {0xff, 0xff}, {1, 0, 0, 1}},
    {FORMAT_rg16snorm, {0xff, 0x7f, 0x01, 0x80}, {1, -1, 0, 1}},
    {FORMAT_rgba16uint, {1, 0, 0, 1, 0xff, 0xff, 2, 0}, {1, 256, 65535, 2}},
    {FORMAT_rg16sint, {0, 0x80, 0xff, 0xff}, {-32768, -1, 0, 1}},
    {FORMAT_rgba16float, {0, 0x3c, 0, 0xc0, 0, 0x38, 1, 0}, {1, -2, 0.5, 0x1p-24}},
    {FORMAT_r32float, {0, 0, 0xc0, 0xbf}, {-1.5, 0, 0, 1}},
    {FORMAT_rg32uint, {1, 0, 0, 0, 0, 0, 0, 0x80}, {1, 0x80000000u, 0, 1}},
    {FORMAT_rgba32sint,
     {0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0, 0, 0, 0, 0x80, 0, 1, 0, 0},
     {-1, 2, -2147483648.0, 256}},
    /* 1023, 0, 341, 2 of 3: 0b10'0101010101'0000000000'1111111111 */
    {FORMAT_rgb10a2unorm, {0xff, 0x03, 0x50, 0x95}, {1, 0, 341.0 / 1023, 2.0 / 3}},
    {FORMAT_rgb10a2uint, {0xff, 0x03, 0x50, 0x95}, {1023, 0, 341, 2}},
    /* 1.0 is exponent 15: 15 << 6, 15 << 6, 15 << 5 */
    {FORMAT_rg11b10ufloat, {0xc0, 0x03, 0x1e, 0x78}, {1, 1, 1, 1}},
};

static double value_of(TexelFormatId f, uint32_t v) {
    TypeKind t = texel_format[f].channel;
    return t == TYPE_F32 ? f32_from_bits(v) : t == TYPE_I32 ? (double)(int32_t)v : v;
}

static void known_texels(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const Known *k = &known[i];
        const uint32_t bytes = texel_format[k->format].layout.bytes;
        uint32_t v[4];
        uint8_t again[16] = {0};
        load(k->format, k->texel, v);
        for (int c = 0; c < 4; c++)
            if (fabs(value_of(k->format, v[c]) - k->value[c]) > 1e-7)
                fail_msg("%s, channel %d: %.9g", texel_format[k->format].name, c,
                         value_of(k->format, v[c]));
        store(k->format, v, again);
        if (memcmp(again, k->texel, bytes) != 0)
            fail_msg("%s is not stored as it was loaded", texel_format[k->format].name);
    }
}

/* Formats whose texels are only loaded. */
static void sampled_texels(void **state) {
    (void)state;
    uint32_t v[4];
    const uint8_t grey[4] = {188, 188, 0, 128};
    load(FORMAT_rgba8unorm_srgb, grey, v);
    assert_true(fabs(f32_from_bits(v[0]) - 0.5029) < 1e-3); /* srgb 188 is about one half */
    assert_true(fabs(f32_from_bits(v[3]) - 128.0 / 255) < 1e-6);
    /* 256, 128, 0 of 2^9 with exponent 16 - 15: 1, 0.5, 0 */
    const uint8_t shared[4] = {0x00, 0x01, 0x01, 0x80};
    load(FORMAT_rgb9e5ufloat, shared, v);
    assert_true(f32_from_bits(v[0]) == 1.0f && f32_from_bits(v[1]) == 0.5f && v[2] == 0);
    const uint8_t depth[2] = {0xff, 0xff};
    load(FORMAT_depth16unorm, depth, v);
    assert_true(f32_from_bits(v[0]) == 1.0f);
}

/* Every bit pattern of the formats with at most 16 bits comes back, but for those that stand for a
 * value that another stands for, too, and NaNs. */
static void all_patterns(void **state) {
    (void)state;
    for (uint32_t f = 0; f < texel_formats; f++) {
        const TexelLayout *l = &texel_format[f].layout;
        for (uint32_t p = 0; l->bytes <= 2 && p < 1u << 8 * l->bytes; p++) {
            uint8_t texel[2] = {(uint8_t)p, (uint8_t)(p >> 8)}, again[2] = {0};
            uint32_t v[4], w[4];
            load((TexelFormatId)f, texel, v);
            store((TexelFormatId)f, v, again);
            load((TexelFormatId)f, again, w);
            bool nan = texel_format[f].kind == TEXEL_FLOAT && isnan(f32_from_bits(v[0]));
            if (!nan && memcmp(v, w, sizeof v) != 0)
                fail_msg("%s: %#x", texel_format[f].name, p);
        }
    }
}

/* 11 and 10 bits: each finite pattern, the roundings between them, and what does not fit. */
static void small_floats(void **state) {
    (void)state;
    for (uint32_t p = 0; p < 31u << 6; p++) {
        uint32_t texel = p, again = 0, v[4];
        load(FORMAT_rg11b10ufloat, &texel, v);
        store(FORMAT_rg11b10ufloat, v, &again);
        assert_int_equal(again, p);
    }
    const struct {
        float f;
        uint32_t bits;
    } to[] = {
        {-1.0f, 0},
        {65024.0f, 30 << 6 | 63}, /* the largest */
        {1e9f, 30 << 6 | 63},     /* stays finite */
        {INFINITY, 31 << 6},
        {1 + 0x1p-7f, 15 << 6}, /* half way: to even */
        {1 + 0x3p-7f, 15 << 6 | 2},
        {0x1p-21f, 0}, /* half of the smallest */
        {0x1.8p-21f, 1},
        {0x1p-14f, 1 << 6},
    };
    for (size_t i = 0; i < sizeof to / sizeof to[0]; i++) {
        uint32_t v[4] = {f32_bits(to[i].f)}, texel = 0;
        store(FORMAT_rg11b10ufloat, v, &texel);
        assert_int_equal(texel, to[i].bits);
    }
    uint32_t nan[4] = {0x7fc00000u, 0, 0, 0}, texel = 0, v[4];
    store(FORMAT_rg11b10ufloat, nan, &texel);
    load(FORMAT_rg11b10ufloat, &texel, v);
    assert_true(isnan(f32_from_bits(v[0])));
}

/* Lanes without a texel. */
static void nowhere(void **state) {
    (void)state;
    const uint32_t offset[3] = {4, TEXEL_NONE, 0};
    uint8_t memory[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint32_t v[4][3], *d[4] = {v[0], v[1], v[2], v[3]};
    texel_load(&texel_format[FORMAT_rgba8uint], memory, offset, d, 4, 3);
    assert_int_equal(v[0][0], 5);
    assert_int_equal(v[3][2], 4);
    for (int k = 0; k < 4; k++)
        assert_int_equal(v[k][1], 0);
    texel_load(&texel_format[FORMAT_r8uint], memory, offset, d, 4, 3);
    assert_int_equal(v[3][0], 1);
    assert_int_equal(v[3][1], 0);
    const uint32_t nine[3] = {9, 9, 9}, *s[4] = {nine, nine, nine, nine};
    const uint32_t only[3] = {TEXEL_NONE, 4, TEXEL_NONE};
    texel_store(&texel_format[FORMAT_rgba8uint], memory, only, s, 3);
    assert_memory_equal(memory, ((uint8_t[]){1, 2, 3, 4, 9, 9, 9, 9}), 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_texels), cmocka_unit_test(sampled_texels),
        cmocka_unit_test(all_patterns), cmocka_unit_test(small_floats),
        cmocka_unit_test(nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
