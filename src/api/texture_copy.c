/* Copies between buffers, textures and the program's memory. Texels are moved as they are. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/runner.h"

/* What is wrong with a copy: who reports it depends on who asked. */
typedef struct Problem {
    char text[256];
} Problem;

__attribute__((format(printf, 2, 3))) static bool wrong(Problem *p, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vsnprintf(p->text, sizeof p->text, format, ap);
    va_end(ap);
    return false;
}

static const EngineTexture *plane_of(const TexelRegion *r) {
    return &r->texture->plane[r->plane];
}

/* ---- rules ---- */

static bool check_usage(Problem *p, WGPUTexture t, WGPUTextureUsage usage) {
    return (t->usage & usage) || wrong(p, "%s lacks usage %s", NAME(t),
                                       usage == WGPUTextureUsage_CopySrc ? "CopySrc" : "CopyDst");
}

/* Formats of depth and stencil, and several samples, are copied whole. */
static bool check_whole(Problem *p, const TexelRegion *r, const uint32_t size[3]) {
    const EngineLevel *l = &plane_of(r)->level[r->level];
    bool part = r->origin[0] || r->origin[1] || size[0] != l->size[0] || size[1] != l->size[1];
    bool needed =
        r->texture->samples > 1 || (r->texture->info->rules & (TEXEL_DEPTH | TEXEL_STENCIL));
    return !part || !needed ||
           wrong(p, "%s is copied by whole levels and layers only", NAME(r->texture));
}

static bool check_region(Problem *p, const TexelRegion *r, const uint32_t size[3]) {
    WGPUTexture t = r->texture;
    if (r->level >= t->mip_levels)
        return wrong(p, "%s has %u levels, not one of index %u", NAME(t), t->mip_levels, r->level);
    const EngineLevel *l = &plane_of(r)->level[r->level];
    for (int i = 0; i < 3; i++)
        if (!range_fits(r->origin[i], size[i], l->size[i]))
            return wrong(p, "%s: texels %u to %" PRIu64 " along %c are not all in level %u",
                         NAME(t), r->origin[i], (uint64_t)r->origin[i] + size[i], "xyz"[i],
                         r -> level);
    return check_whole(p, r, size);
}

/* Which plane an aspect is of; for copies to or from linear memory it is to be just one. */
static bool find_plane(Problem *p, TexelRegion *r, WGPUTextureAspect aspect, bool linear) {
    WGPUTexture t = r->texture;
    bool depth = (t->info->rules & TEXEL_DEPTH) != 0;
    bool stencil = (t->info->rules & TEXEL_STENCIL) != 0;
    if (aspect > WGPUTextureAspect_DepthOnly || (aspect == WGPUTextureAspect_DepthOnly && !depth) ||
        (aspect == WGPUTextureAspect_StencilOnly && !stencil))
        return wrong(p, "%s has no such aspect", NAME(t));
    bool all = aspect <= WGPUTextureAspect_All;
    if (all && depth && stencil && linear)
        return wrong(p, "%s has two aspects, of which one is to be named", NAME(t));
    if (!all && depth && stencil && !linear)
        return wrong(p, "%s is copied with both of its aspects", NAME(t));
    r->plane = stencil && (!depth || aspect == WGPUTextureAspect_StencilOnly);
    return true;
}

/* What has depth gets it from shaders and passes, but for one format. */
static bool check_depth(Problem *p, const TexelRegion *r, bool to_texture) {
    const TexelFormat *f = r->texture->info;
    if (!(f->rules & TEXEL_DEPTH) || r->plane == 1 || f == &texel_format[FORMAT_depth16unorm])
        return true;
    bool is_f32 =
        f == &texel_format[FORMAT_depth32float] || f == &texel_format[FORMAT_depth32float_stencil8];
    return (is_f32 && !to_texture) || wrong(p, "the depth of %s cannot be copied so", f->name);
}

/* Fills in what a layout leaves out, and finds how many bytes it takes. */
static bool check_linear(Problem *p, WGPUTexelCopyBufferLayout *l, uint32_t texel,
                         const uint32_t size[3], uint64_t *bytes) {
    const uint32_t none = WGPU_COPY_STRIDE_UNDEFINED;
    uint64_t last_row = (uint64_t)size[0] * texel;
    if (l->bytesPerRow == none && (size[1] > 1 || size[2] > 1))
        return wrong(p, "bytesPerRow is needed for more than one row");
    if (l->rowsPerImage == none && size[2] > 1)
        return wrong(p, "rowsPerImage is needed for more than one image");
    if (l->bytesPerRow != none && l->bytesPerRow < last_row)
        return wrong(p, "bytesPerRow %u is less than a row, %" PRIu64, l->bytesPerRow, last_row);
    if (l->rowsPerImage != none && l->rowsPerImage < size[1])
        return wrong(p, "rowsPerImage %u is less than an image, %u", l->rowsPerImage, size[1]);
    if (l->bytesPerRow == none)
        l->bytesPerRow = (uint32_t)last_row;
    if (l->rowsPerImage == none)
        l->rowsPerImage = size[1];
    *bytes = 0;
    if (size[2] && __builtin_mul_overflow((uint64_t)l->bytesPerRow * l->rowsPerImage,
                                          (uint64_t)(size[2] - 1), bytes))
        return wrong(p, "the images lie too far apart");
    if (size[2] && size[1])
        *bytes += (uint64_t)l->bytesPerRow * (size[1] - 1) + last_row;
    return true;
}

/* ---- moving ---- */

static uint8_t *texel_at(const TexelRegion *r, uint32_t y, uint32_t z) {
    const EngineTexture *t = plane_of(r);
    const EngineLevel *l = &t->level[r->level];
    return r->texture->data + l->offset + (r->origin[2] + z) * (size_t)l->slice +
           (r->origin[1] + y) * (size_t)l->row +
           (size_t)r->origin[0] * t->format->layout.bytes * t->samples;
}

static size_t row_bytes(const TexelRegion *r, const uint32_t size[3]) {
    return (size_t)size[0] * plane_of(r)->format->layout.bytes * r->texture->samples;
}

static void move_linear(const TexelRegion *r, uint8_t *linear, const WGPUTexelCopyBufferLayout *l,
                        const uint32_t size[3], bool to_texture) {
    size_t row = row_bytes(r, size);
    for (uint32_t z = 0; z < size[2]; z++)
        for (uint32_t y = 0; y < size[1]; y++) {
            uint8_t *there =
                linear + l->offset + ((uint64_t)z * l->rowsPerImage + y) * l->bytesPerRow;
            if (to_texture)
                memcpy(texel_at(r, y, z), there, row);
            else
                memcpy(there, texel_at(r, y, z), row);
        }
}

void texture_copy_run(const Command *c) {
    const uint32_t *size = c->texels.size;
    if (c->kind == COMMAND_WRITE_TEXTURE) {
        move_linear(&c->texels.to, (uint8_t *)(uintptr_t)c->texels.bytes, &c->texels.layout, size,
                    true);
        return;
    }
    if (c->kind == COMMAND_BUFFER_TO_TEXTURE || c->kind == COMMAND_TEXTURE_TO_BUFFER) {
        bool to_texture = c->kind == COMMAND_BUFFER_TO_TEXTURE;
        move_linear(to_texture ? &c->texels.to : &c->texels.from, c->texels.buffer->data,
                    &c->texels.layout, size, to_texture);
        return;
    }
    TexelRegion from = c->texels.from, to = c->texels.to;
    for (uint32_t plane = 0; plane < TEXTURE_PLANES; plane++) {
        from.plane = to.plane = plane;
        for (uint32_t z = 0; plane_of(&from)->format && z < size[2]; z++)
            for (uint32_t y = 0; y < size[1]; y++)
                memmove(texel_at(&to, y, z), texel_at(&from, y, z), row_bytes(&from, size));
    }
}

/* ---- requests ---- */

static TexelRegion region_of(const WGPUTexelCopyTextureInfo *i) {
    return (TexelRegion){.texture = i->texture,
                         .level = i->mipLevel,
                         .origin = {i->origin.x, i->origin.y, i->origin.z}};
}

/* One side of a copy to or from linear memory. */
static bool check_linear_side(Problem *p, TexelRegion *r, const WGPUTexelCopyTextureInfo *info,
                              const uint32_t size[3], bool to_texture) {
    if (!check_usage(p, r->texture,
                     to_texture ? WGPUTextureUsage_CopyDst : WGPUTextureUsage_CopySrc))
        return false;
    if (r->texture->samples > 1)
        return wrong(p, "%s has several samples", NAME(r->texture));
    return find_plane(p, r, info->aspect, true) && check_depth(p, r, to_texture) &&
           check_region(p, r, size);
}

/* As writes to buffers do: queue.c. */
static bool write_later(WGPUDevice d, Command c, size_t size) {
    WGPUTexture t = c.texels.to.texture;
    uint8_t *bytes = runner_is_past(d->runner, t->last_use) ? NULL : malloc(size);
    if (!bytes)
        return false;
    memcpy(bytes, c.texels.bytes, size);
    c.texels.bytes = bytes;
    bool taken = runner_defer(d->runner, c, &t->base, bytes);
    if (!taken)
        free(bytes);
    return taken;
}

void wgpuQueueWriteTexture(WGPUQueue q, const WGPUTexelCopyTextureInfo *to, const void *data,
                           size_t size, const WGPUTexelCopyBufferLayout *layout,
                           const WGPUExtent3D *extent) {
    static const char what[] = "writeTexture";
    if (!q || !to || !layout || !extent ||
        !device_check_object(q->owner, what, "the texture", to->texture))
        return;
    Problem p;
    TexelRegion r = region_of(to);
    WGPUTexelCopyBufferLayout l = *layout;
    const uint32_t texels[3] = {extent->width, extent->height, extent->depthOrArrayLayers};
    uint64_t bytes;
    bool ok = check_linear_side(&p, &r, to, texels, true) &&
              check_linear(&p, &l, plane_of(&r)->format->layout.bytes, texels, &bytes);
    if (ok && !range_fits(l.offset, bytes, size))
        ok = wrong(&p, "offset %" PRIu64 " and %" PRIu64 " bytes go past the end of the data, %zu",
                   l.offset, bytes, size);
    if (ok && r.texture->destroyed)
        ok = wrong(&p, "%s was destroyed", NAME(r.texture));
    if (!ok)
        device_invalid(q->owner, "%s: %s", what, p.text);
    if (!ok || !bytes)
        return;
    Command c = {
        COMMAND_WRITE_TEXTURE,
        .texels = {.to = r, .bytes = data, .layout = l, .size = {texels[0], texels[1], texels[2]}}};
    if (!write_later(q->owner, c, size) && r.texture->data)
        texture_copy_run(&c);
}

static bool check_buffer(Problem *p, const WGPUTexelCopyBufferInfo *i, const TexelRegion *r,
                         uint64_t bytes) {
    uint32_t texel = plane_of(r)->format->layout.bytes;
    bool special = (r->texture->info->rules & (TEXEL_DEPTH | TEXEL_STENCIL)) != 0;
    if (i->layout.bytesPerRow != WGPU_COPY_STRIDE_UNDEFINED && i->layout.bytesPerRow % 256)
        return wrong(p, "bytesPerRow %u is no multiple of 256", i->layout.bytesPerRow);
    if (i->layout.offset % (special ? 4 : texel))
        return wrong(p, "offset %" PRIu64 " is no multiple of %u", i->layout.offset,
                     special ? 4 : texel);
    return range_fits(i->layout.offset, bytes, i->buffer->size) ||
           wrong(p, "offset %" PRIu64 " and %" PRIu64 " bytes go past the end of %s, %" PRIu64,
                 i->layout.offset, bytes, NAME(i->buffer), i->buffer->size);
}

static void copy_linear(WGPUCommandEncoder e, const char *what, const WGPUTexelCopyBufferInfo *b,
                        const WGPUTexelCopyTextureInfo *t, const WGPUExtent3D *extent,
                        bool to_texture) {
    if (!e || !b || !t || !extent || !encoder_ready(e, what) ||
        !encoder_use_buffer(e, what, b->buffer,
                            to_texture ? WGPUBufferUsage_CopySrc : WGPUBufferUsage_CopyDst,
                            to_texture ? "CopySrc" : "CopyDst") ||
        !encoder_use(e, what, "the texture", t->texture))
        return;
    Problem p;
    TexelRegion r = region_of(t);
    Command c = {to_texture ? COMMAND_BUFFER_TO_TEXTURE : COMMAND_TEXTURE_TO_BUFFER,
                 .texels = {.buffer = b->buffer,
                            .layout = b->layout,
                            .size = {extent->width, extent->height, extent->depthOrArrayLayers}}};
    uint64_t bytes;
    if (!check_linear_side(&p, &r, t, c.texels.size, to_texture) ||
        !check_linear(&p, &c.texels.layout, plane_of(&r)->format->layout.bytes, c.texels.size,
                      &bytes) ||
        !check_buffer(&p, b, &r, bytes)) {
        encoder_invalid(e, "%s: %s", what, p.text);
        return;
    }
    *(to_texture ? &c.texels.to : &c.texels.from) = r;
    encoder_add(e, c);
}

void wgpuCommandEncoderCopyBufferToTexture(WGPUCommandEncoder e,
                                           const WGPUTexelCopyBufferInfo *from,
                                           const WGPUTexelCopyTextureInfo *to,
                                           const WGPUExtent3D *size) {
    copy_linear(e, "copyBufferToTexture", from, to, size, true);
}

void wgpuCommandEncoderCopyTextureToBuffer(WGPUCommandEncoder e,
                                           const WGPUTexelCopyTextureInfo *from,
                                           const WGPUTexelCopyBufferInfo *to,
                                           const WGPUExtent3D *size) {
    copy_linear(e, "copyTextureToBuffer", to, from, size, false);
}

/* Two textures fit, and no layer is both read and written. */
static bool check_pair(Problem *p, const TexelRegion *from, const TexelRegion *to,
                       const uint32_t size[3]) {
    if (!format_is_like(from->texture->info, to->texture->info))
        return wrong(p, "%s cannot be copied to %s", from->texture->info->name,
                     to->texture->info->name);
    if (from->texture->samples != to->texture->samples)
        return wrong(p, "the textures have %u and %u samples", from->texture->samples,
                     to->texture->samples);
    if (from->texture != to->texture || from->level != to->level)
        return true;
    bool is_3d = to->texture->dimension == WGPUTextureDimension_3D;
    uint32_t apart = from->origin[2] > to->origin[2] ? from->origin[2] - to->origin[2]
                                                     : to->origin[2] - from->origin[2];
    return (!is_3d && apart >= size[2]) ||
           wrong(p, "%s is read and written in the same places", NAME(to->texture));
}

void wgpuCommandEncoderCopyTextureToTexture(WGPUCommandEncoder e,
                                            const WGPUTexelCopyTextureInfo *from,
                                            const WGPUTexelCopyTextureInfo *to,
                                            const WGPUExtent3D *extent) {
    static const char what[] = "copyTextureToTexture";
    if (!e || !from || !to || !extent || !encoder_ready(e, what) ||
        !encoder_use(e, what, "the source", from->texture) ||
        !encoder_use(e, what, "the destination", to->texture))
        return;
    Problem p;
    Command c = {COMMAND_TEXTURE_TO_TEXTURE,
                 .texels = {.from = region_of(from),
                            .to = region_of(to),
                            .size = {extent->width, extent->height, extent->depthOrArrayLayers}}};
    TexelRegion *a = &c.texels.from, *b = &c.texels.to;
    if (check_usage(&p, a->texture, WGPUTextureUsage_CopySrc) &&
        check_usage(&p, b->texture, WGPUTextureUsage_CopyDst) &&
        find_plane(&p, a, from->aspect, false) && find_plane(&p, b, to->aspect, false) &&
        check_region(&p, a, c.texels.size) && check_region(&p, b, c.texels.size) &&
        check_pair(&p, a, b, c.texels.size))
        encoder_add(e, c);
    else
        encoder_invalid(e, "%s: %s", what, p.text);
}
