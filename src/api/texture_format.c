/* Texture formats as webgpu.h numbers them, and what a device may do with them. */
#include "api/api.h"

static const TexelFormat *const formats[] = {
#define SAMPLED_FORMAT(name, text, Name, kind, layout, rules)                                      \
    [WGPUTextureFormat_##Name] = &texel_format[FORMAT_##name],
#define TEXEL_FORMAT(name, Name, kind, layout, rules)                                              \
    SAMPLED_FORMAT(name, #name, Name, kind, layout, rules)
#include "lang/texel_formats.def"
#undef TEXEL_FORMAT
#undef SAMPLED_FORMAT
};

static const WGPUTextureFormat numbers[FORMAT_COUNT] = {
#define SAMPLED_FORMAT(name, text, Name, kind, layout, rules)                                      \
    [FORMAT_##name] = WGPUTextureFormat_##Name,
#define TEXEL_FORMAT(name, Name, kind, layout, rules)                                              \
    SAMPLED_FORMAT(name, #name, Name, kind, layout, rules)
#include "lang/texel_formats.def"
#undef TEXEL_FORMAT
#undef SAMPLED_FORMAT
};

const TexelFormat *format_info(WGPUTextureFormat f) {
    return (size_t)f < sizeof formats / sizeof formats[0] ? formats[f] : NULL;
}

WGPUTextureFormat format_number(const TexelFormat *f) {
    return numbers[f - texel_format];
}

bool format_is_enabled(WGPUDevice d, const TexelFormat *f) {
    if ((f->rules & TEXEL_NEEDS_TIER1) &&
        !features_have(d->features, WGPUFeatureName_TextureFormatsTier1))
        return false;
    return f != &texel_format[FORMAT_depth32float_stencil8] ||
           features_have(d->features, WGPUFeatureName_Depth32FloatStencil8);
}

bool format_is_rendered(WGPUDevice d, const TexelFormat *f) {
    return (f->rules & TEXEL_RENDERED) ||
           ((f->rules & TEXEL_RENDERED_TIER1) &&
            features_have(d->features, WGPUFeatureName_TextureFormatsTier1)) ||
           (f == &texel_format[FORMAT_rg11b10ufloat] &&
            features_have(d->features, WGPUFeatureName_RG11B10UfloatRenderable));
}

bool format_is_stored(WGPUDevice d, const TexelFormat *f, WGPUStorageTextureAccess access) {
    bool tier1 = features_have(d->features, WGPUFeatureName_TextureFormatsTier1);
    bool tier2 = features_have(d->features, WGPUFeatureName_TextureFormatsTier2);
    bool bgra = features_have(d->features, WGPUFeatureName_BGRA8UnormStorage);
    if (access == WGPUStorageTextureAccess_ReadWrite)
        return (f->rules & TEXEL_STORED_RW) || (tier2 && (f->rules & TEXEL_STORED_RW_TIER2));
    return (f->rules & TEXEL_STORED) || (tier1 && (f->rules & TEXEL_STORED_TIER1)) ||
           (bgra && access == WGPUStorageTextureAccess_WriteOnly && (f->rules & TEXEL_STORED_BGRA));
}

bool format_has_sample_type(WGPUDevice d, const TexelFormat *f, WGPUTextureSampleType type) {
    bool filterable = !(f->rules & TEXEL_UNFILTERABLE) ||
                      features_have(d->features, WGPUFeatureName_Float32Filterable);
    bool depth = (f->rules & TEXEL_DEPTH) != 0;
    switch (type) {
    case WGPUTextureSampleType_Float: return f->channel == TYPE_F32 && !depth && filterable;
    case WGPUTextureSampleType_UnfilterableFloat: return f->channel == TYPE_F32;
    case WGPUTextureSampleType_Depth: return depth;
    case WGPUTextureSampleType_Sint: return f->channel == TYPE_I32;
    case WGPUTextureSampleType_Uint: return f->channel == TYPE_U32;
    default: return false;
    }
}

/* Formats that differ in how shaders see them only. */
static const TexelFormat *without_srgb(const TexelFormat *f) {
    return f == &texel_format[FORMAT_rgba8unorm_srgb]   ? &texel_format[FORMAT_rgba8unorm]
           : f == &texel_format[FORMAT_bgra8unorm_srgb] ? &texel_format[FORMAT_bgra8unorm]
                                                        : f;
}

bool format_is_like(const TexelFormat *a, const TexelFormat *b) {
    return without_srgb(a) == without_srgb(b);
}

/* ---- for programs ---- */

static const TexelFormat *find_by_name(Str name) {
    for (uint32_t i = 0; i < FORMAT_COUNT; i++)
        if (str_is(name, texel_format[i].name))
            return &texel_format[i];
    return NULL;
}

bool lw_texture_format(WGPUStringView name, WGPUTextureFormat number, LwTextureFormat *format) {
    Str text = text_str(name);
    const TexelFormat *f = text.len ? find_by_name(text) : format_info(number);
    if (!f)
        return false;
    *format = (LwTextureFormat){.format = format_number(f),
                                .name = text_view(f->name),
                                .scalar = text_view(f->channel == TYPE_F32   ? "f32"
                                                    : f->channel == TYPE_I32 ? "i32"
                                                                             : "u32"),
                                .channels = f->layout.channels,
                                .texel_bytes = f->layout.bytes,
                                .encodes = texel_is_storable(f)};
    return true;
}

bool lw_texels_encode(WGPUTextureFormat format, const uint32_t *values, void *texels,
                      size_t count) {
    const TexelFormat *f = format_info(format);
    const uint32_t *s[4];
    static const uint32_t here = 0;
    if (!f || !texel_is_storable(f))
        return false;
    for (size_t i = 0; i < count; i++, values += f->layout.channels) {
        for (uint32_t k = 0; k < f->layout.channels; k++)
            s[k] = &values[k];
        texel_store(f, (uint8_t *)texels + i * f->layout.bytes, &here, s, 1);
    }
    return true;
}

bool lw_texels_decode(WGPUTextureFormat format, const void *texels, uint32_t *values,
                      size_t count) {
    const TexelFormat *f = format_info(format);
    uint32_t *d[4];
    static const uint32_t here = 0;
    if (!f)
        return false;
    for (size_t i = 0; i < count; i++, values += f->layout.channels) {
        for (uint32_t k = 0; k < f->layout.channels; k++)
            d[k] = &values[k];
        texel_load(f, (const uint8_t *)texels + i * f->layout.bytes, &here, d, f->layout.channels,
                   1);
    }
    return true;
}
