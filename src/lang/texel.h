/* Texels: the formats of textures, and how a texel's bytes become the values that shaders see.
 *
 * A texel has up to four channels. Shaders see four 32-bit values of the format's channel type
 * (bits of an f32, i32 or u32): of a channel that is not there, 0, or 1 for the fourth. A format
 * with depth and stencil has a plane for each, which is a texture of a format of its own
 * (texel_plane).
 */
#ifndef LW_LANG_TEXEL_H
#define LW_LANG_TEXEL_H

#include <stdbool.h>
#include <stdint.h>

#include "lang/type.h"

typedef enum TexelKind {
    TEXEL_UNORM, /* integers for [0, 1] */
    TEXEL_SNORM, /* and for [-1, 1] */
    TEXEL_UINT,
    TEXEL_SINT,
    TEXEL_FLOAT,  /* 16 or 32 bits */
    TEXEL_UFLOAT, /* without a sign: 5 bits of exponent, the rest fraction */
    TEXEL_SRGB,   /* unorm, gamma-encoded but for alpha */
    TEXEL_SHARED, /* 9 bits of fraction each, one exponent of 5 bits */
} TexelKind;

/* WebGPU's capabilities. Formats may be stored into by write-only and read by read-only storage
 * textures (STORED), or used by those that do both (STORED_RW); some only with a feature. */
enum TexelRules {
    TEXEL_NEEDS_TIER1 = 1, /* the format itself is a feature */
    TEXEL_STORED = 2,
    TEXEL_STORED_TIER1 = 4,
    TEXEL_STORED_BGRA = 8, /* write-only, with bgra8unorm-storage */
    TEXEL_STORED_RW = 16,
    TEXEL_STORED_RW_TIER2 = 32,
    TEXEL_UNFILTERABLE = 64, /* without float32-filterable */
    TEXEL_RENDERED = 128,
    TEXEL_RENDERED_TIER1 = 256,
    TEXEL_SAMPLES = 512, /* may have several samples a texel */
    TEXEL_DEPTH = 1024,
    TEXEL_STENCIL = 2048,
};

typedef enum TexelFormatId {
#define TEXEL_FORMAT(name, Name, kind, layout, rules)         FORMAT_##name,
#define SAMPLED_FORMAT(name, text, Name, kind, layout, rules) FORMAT_##name,
#include "lang/texel_formats.def"
#undef TEXEL_FORMAT
#undef SAMPLED_FORMAT
    FORMAT_COUNT
} TexelFormatId;

/* Where channels are: `bits` of them from bit `shift` of the texel on. Channels of texels of more
 * than 4 bytes cross no multiple of 32 bits. */
typedef struct TexelLayout {
    uint8_t bytes, channels;
    uint8_t bits[4], shift[4];
} TexelLayout;

typedef struct TexelFormat {
    const char *name;
    TypeKind channel; /* TYPE_F32, TYPE_I32 or TYPE_U32 */
    TexelKind kind;
    TexelLayout layout;
    uint16_t rules;
} TexelFormat;

/* By TexelFormatId; those of storage textures come first, as WGSL's Type.texel_format counts. */
extern const TexelFormat texel_format[FORMAT_COUNT];
extern const uint32_t texel_formats; /* of storage textures */

/* The format of the depth plane (0) or the stencil plane (1) of a format that has it, else NULL.
 * A format without either has itself in plane 0. */
const TexelFormat *texel_plane(const TexelFormat *f, uint32_t plane);
/* Can values be stored, besides bytes copied? */
static inline bool texel_is_storable(const TexelFormat *f) {
    return f->kind != TEXEL_SRGB && f->kind != TEXEL_SHARED;
}

/* An offset at which there is no texel. */
#define TEXEL_NONE UINT32_MAX

/* The channels of the texels at base + offset[i], i < n: channel k of the i-th to d[k][i]; 0 where
 * there is none. Only `channels` (1 to 4) of the d are written. */
void texel_load(const TexelFormat *f, const uint8_t *base, const uint32_t *offset,
                uint32_t *const *d, uint32_t channels, uint32_t n);
/* Stores s[k][i] as channel k, converted as WGSL says; nothing where there is no texel. Of several
 * texels at one place the last stays. */
void texel_store(const TexelFormat *f, uint8_t *base, const uint32_t *offset,
                 const uint32_t *const *s, uint32_t n);

#endif
