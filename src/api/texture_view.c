/* Views of textures: a range of levels and layers of one aspect, seen as textures of a dimension.
 */
#include "api/api.h"

/* ---- defaults ---- */

static WGPUTextureViewDimension default_dimension(WGPUTexture t) {
    switch (t->dimension) {
    case WGPUTextureDimension_1D: return WGPUTextureViewDimension_1D;
    case WGPUTextureDimension_3D: return WGPUTextureViewDimension_3D;
    default:
        return t->size.depthOrArrayLayers == 1 ? WGPUTextureViewDimension_2D
                                               : WGPUTextureViewDimension_2DArray;
    }
}

static uint32_t layers_of(WGPUTexture t) {
    return t->dimension == WGPUTextureDimension_3D ? 1 : t->size.depthOrArrayLayers;
}

static uint32_t default_layers(WGPUTextureView v) {
    switch (v->dimension) {
    case WGPUTextureViewDimension_2DArray:
    case WGPUTextureViewDimension_CubeArray:
        return layers_of(v->texture) > v->base_layer ? layers_of(v->texture) - v->base_layer : 0;
    case WGPUTextureViewDimension_Cube: return 6;
    default: return 1;
    }
}

static bool is_both(const TexelFormat *f) {
    return (f->rules & TEXEL_DEPTH) && (f->rules & TEXEL_STENCIL);
}

/* The format of a view whose descriptor names none: of an aspect, its plane's. */
static const TexelFormat *default_format(WGPUTexture t, WGPUTextureAspect aspect) {
    if (!is_both(t->info) || aspect == WGPUTextureAspect_All)
        return t->info;
    if (aspect == WGPUTextureAspect_StencilOnly)
        return &texel_format[FORMAT_stencil8];
    return &texel_format[t->info == &texel_format[FORMAT_depth24plus_stencil8]
                             ? FORMAT_depth24plus
                             : FORMAT_depth32float];
}

static void fill(WGPUTextureView v, const WGPUTextureViewDescriptor *desc) {
    WGPUTexture t = v->texture;
    const WGPUTextureViewDescriptor none = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
    if (!desc)
        desc = &none;
    v->aspect = desc->aspect ? desc->aspect : WGPUTextureAspect_All;
    v->info = desc->format ? format_info(desc->format) : default_format(t, v->aspect);
    v->dimension = desc->dimension ? desc->dimension : default_dimension(t);
    v->usage = desc->usage ? desc->usage : t->usage;
    v->base_level = desc->baseMipLevel;
    v->levels = desc->mipLevelCount != WGPU_MIP_LEVEL_COUNT_UNDEFINED ? desc->mipLevelCount
                : t->mip_levels > v->base_level ? t->mip_levels - v->base_level
                                                : 0;
    v->base_layer = desc->baseArrayLayer;
    v->layers = desc->arrayLayerCount != WGPU_ARRAY_LAYER_COUNT_UNDEFINED ? desc->arrayLayerCount
                                                                          : default_layers(v);
}

/* ---- rules ---- */

static bool check_aspect(WGPUTextureView v) {
    WGPUTexture t = v->texture;
    WGPUDevice d = v->base.device;
    uint16_t needed = v->aspect == WGPUTextureAspect_DepthOnly     ? TEXEL_DEPTH
                      : v->aspect == WGPUTextureAspect_StencilOnly ? TEXEL_STENCIL
                                                                   : 0;
    if (v->aspect > WGPUTextureAspect_DepthOnly || (needed && !(t->info->rules & needed)))
        return device_invalid(d, "createView: %s: %s has no such aspect", NAME(t), t->info->name);
    bool fits = v->info && (v->info == default_format(t, v->aspect) ||
                            (v->aspect == WGPUTextureAspect_All && v->info == t->other_format));
    return fits || device_invalid(d, "createView: %s: format %s is not among its formats", NAME(t),
                                  v->info ? v->info->name : "(unknown)");
}

static bool check_dimension(WGPUTextureView v) {
    WGPUTexture t = v->texture;
    WGPUDevice d = v->base.device;
    WGPUTextureDimension needed =
        v->dimension == WGPUTextureViewDimension_1D   ? WGPUTextureDimension_1D
        : v->dimension == WGPUTextureViewDimension_3D ? WGPUTextureDimension_3D
                                                      : WGPUTextureDimension_2D;
    bool array = v->dimension == WGPUTextureViewDimension_2DArray;
    bool cube = v->dimension == WGPUTextureViewDimension_Cube;
    bool cubes = v->dimension == WGPUTextureViewDimension_CubeArray;
    if (v->dimension > WGPUTextureViewDimension_3D || t->dimension != needed)
        return device_invalid(d, "createView: %s: view dimension %d does not fit the texture's",
                              NAME(t), (int)v->dimension);
    if (t->samples > 1 && v->dimension != WGPUTextureViewDimension_2D)
        return device_invalid(d, "createView: %s: with several samples its views are 2D", NAME(t));
    if (array || (cube && v->layers == 6) || (cubes && v->layers % 6 == 0) ||
        (!cube && !cubes && v->layers == 1))
        return (!cube && !cubes) || t->size.width == t->size.height ||
               device_invalid(d, "createView: %s: the faces of a cube are squares", NAME(t));
    return device_invalid(d, "createView: %s: %u layers do not fit the view's dimension", NAME(t),
                          v->layers);
}

static bool check_range(WGPUTextureView v) {
    WGPUTexture t = v->texture;
    WGPUDevice d = v->base.device;
    if (!v->levels || !range_fits(v->base_level, v->levels, t->mip_levels))
        return device_invalid(d, "createView: %s: %u levels from level %u on are not among its %u",
                              NAME(t), v->levels, v->base_level, t->mip_levels);
    if (!v->layers || !range_fits(v->base_layer, v->layers, layers_of(t)))
        return device_invalid(d, "createView: %s: %u layers from layer %u on are not among its %u",
                              NAME(t), v->layers, v->base_layer, layers_of(t));
    if (v->usage & ~t->usage)
        return device_invalid(d, "createView: %s: it lacks a usage of the view", NAME(t));
    return true;
}

static bool check(WGPUTextureView v, const WGPUTextureViewDescriptor *desc) {
    WGPUDevice d = v->base.device;
    if (v->texture->base.invalid)
        return device_invalid(d, "createView: %s is invalid", NAME(v->texture));
    if (desc && !device_check_chain(d, "createView", desc->nextInChain))
        return false;
    return check_aspect(v) && check_range(v) && check_dimension(v);
}

/* ---- what shaders see ---- */

static void show(WGPUTextureView v) {
    WGPUTexture t = v->texture;
    bool stencil = v->aspect == WGPUTextureAspect_StencilOnly || !texel_plane(t->info, 0);
    const EngineTexture *plane = &t->plane[stencil];
    bool is_3d = t->dimension == WGPUTextureDimension_3D;
    EngineTexture *s = &v->seen;
    *s = (EngineTexture){.format = t->info->rules & (TEXEL_DEPTH | TEXEL_STENCIL) ? plane->format
                                                                                  : v->info,
                         .levels = v->levels,
                         .layers = v->layers,
                         .samples = t->samples};
    for (uint32_t i = 0; i < v->levels; i++) {
        s->level[i] = plane->level[v->base_level + i];
        s->level[i].offset += v->base_layer * s->level[i].slice;
        if (!is_3d)
            s->level[i].size[2] = v->layers;
    }
}

WGPUTextureView wgpuTextureCreateView(WGPUTexture t, const WGPUTextureViewDescriptor *desc) {
    WGPUStringView none = {NULL, 0};
    if (!t)
        return NULL;
    WGPUTextureView v =
        object_new(t->base.device, KIND_TextureView, sizeof *v, desc ? desc->label : none);
    if (!v)
        return NULL;
    v->texture = object_ref(t);
    if (t->info)
        fill(v, desc);
    v->base.invalid = !check(v, desc);
    if (!v->base.invalid)
        show(v);
    return v;
}

void texture_view_free(Object *o) {
    object_unref(((WGPUTextureView)o)->texture);
}

bool texture_views_meet(WGPUTextureView a, WGPUTextureView b) {
    bool apart =
        a->base_level + a->levels <= b->base_level || b->base_level + b->levels <= a->base_level ||
        a->base_layer + a->layers <= b->base_layer || b->base_layer + b->layers <= a->base_layer;
    bool same_aspect = a->aspect == b->aspect || a->aspect == WGPUTextureAspect_All ||
                       b->aspect == WGPUTextureAspect_All;
    return a->texture == b->texture && !apart && same_aspect;
}
