#include "cli/texture.h"

#include "cli/npy.h"

enum { MOST_BYTES = 0x7fffffff, ROW_ALIGNMENT = 256 };

static bool is_stored(const LwBinding *b) {
    return b->storage_texture.access != WGPUStorageTextureAccess_BindingNotUsed;
}

static WGPUTextureViewDimension dimension_of(const LwBinding *b) {
    return is_stored(b) ? b->storage_texture.viewDimension : b->texture.viewDimension;
}

static bool is_cube(WGPUTextureViewDimension d) {
    return d == WGPUTextureViewDimension_Cube || d == WGPUTextureViewDimension_CubeArray;
}

/* ---- format ---- */

static WGPUTextureFormat default_format(const LwBinding *b) {
    if (is_stored(b))
        return b->storage_texture.format;
    switch (b->texture.sampleType) {
    case WGPUTextureSampleType_Sint: return WGPUTextureFormat_RGBA32Sint;
    case WGPUTextureSampleType_Uint: return WGPUTextureFormat_RGBA32Uint;
    case WGPUTextureSampleType_Depth: return WGPUTextureFormat_Depth32Float;
    default: return WGPUTextureFormat_RGBA32Float;
    }
}

static Str str_of(WGPUStringView v) {
    return (Str){v.data, (uint32_t)v.length};
}

static const char *choose_format(Arena *a, const LwBinding *b, const Bind *bind, RunBuffer *out) {
    LwTextureFormat needed;
    const WGPUStringView none = {NULL, 0};
    if (!lw_texture_format(none, default_format(b), &needed))
        return "textures of this type cannot be bound";
    out->format = needed;
    if (bind && !lw_texture_format((WGPUStringView){bind->format.at, bind->format.len},
                                   WGPUTextureFormat_Undefined, &out->format))
        return str_format(a, "there is no texture format '%.*s'", STR_ARG(bind->format)).at;
    if (is_stored(b) && out->format.format != needed.format)
        return str_format(a, "it is of %.*s in the shader, but was given %.*s",
                          STR_ARG(str_of(needed.name)), STR_ARG(str_of(out->format.name)))
            .at;
    scalar_parse(str_of(out->format.scalar), &out->scalar);
    out->has_scalar = true;
    return NULL;
}

/* ---- size ---- */

static uint32_t bounded(uint64_t n, uint32_t most) {
    return n < most ? (uint32_t)n : most;
}

/* A texel for each invocation, as far as WebGPU lets textures be so large. */
static void default_size(WGPUTextureViewDimension d, const uint64_t threads[3], uint32_t size[3]) {
    uint32_t most = d == WGPUTextureViewDimension_3D ? 2048 : 8192;
    size[0] = bounded(threads[0], most);
    size[1] = d == WGPUTextureViewDimension_1D ? 1 : bounded(threads[1], most);
    size[2] = d == WGPUTextureViewDimension_3D        ? bounded(threads[2], most)
              : d == WGPUTextureViewDimension_2DArray ? bounded(threads[2], 256)
              : is_cube(d)                            ? 6
                                                      : 1;
    if (is_cube(d))
        size[0] = size[1] = size[0] > size[1] ? size[0] : size[1];
}

static const char *choose_size(const LwBinding *b, const Bind *bind, const uint64_t threads[3],
                               RunBuffer *out) {
    WGPUTextureViewDimension d = dimension_of(b);
    if (bind)
        memcpy(out->size, bind->size, sizeof out->size);
    else
        default_size(d, threads, out->size);
    if (d == WGPUTextureViewDimension_1D && (out->size[1] != 1 || out->size[2] != 1))
        return "it is 1D: its size is one number";
    if (d == WGPUTextureViewDimension_2D && out->size[2] != 1)
        return "it is 2D: its size is two numbers, as in 64x64";
    out->dimensions = d == WGPUTextureViewDimension_1D   ? 1
                      : d == WGPUTextureViewDimension_2D ? 2
                                                         : 3;
    uint64_t bytes = (uint64_t)out->format.channels * 4;
    for (int i = 0; i < 3; i++)
        if (out->size[i] && bytes > MOST_BYTES / out->size[i])
            return "it would have more values than fit into 2 GiB";
        else
            bytes *= out->size[i];
    out->bytes = bytes;
    return bytes ? NULL : "a texture has at least one texel along each side";
}

static uint64_t texels(const RunBuffer *b) {
    return (uint64_t)b->size[0] * b->size[1] * b->size[2];
}

/* ---- contents ---- */

static bool is_depth(const RunBuffer *b) {
    return b->format.format >= WGPUTextureFormat_Depth16Unorm &&
           b->format.format <= WGPUTextureFormat_Depth32FloatStencil8 &&
           b->format.format != WGPUTextureFormat_Depth16Unorm;
}

Shape texture_shape(const RunBuffer *b) {
    Shape s = {0};
    for (uint32_t i = b->dimensions; i--;)
        s.side[s.rank++] = b->size[i];
    if (b->format.channels > 1)
        s.side[s.rank++] = b->format.channels;
    return s;
}

static uint32_t skip_ones(const Shape *s, uint32_t i) {
    while (i < s->rank && s->side[i] == 1)
        i++;
    return i;
}

/* Sides of 1 do not matter: (64, 64, 1) is an image of one channel, too. */
static bool is_same_shape(const Shape *a, const Shape *b) {
    uint32_t i = skip_ones(a, 0), k = skip_ones(b, 0);
    while (i < a->rank && k < b->rank && a->side[i] == b->side[k]) {
        i = skip_ones(a, i + 1);
        k = skip_ones(b, k + 1);
    }
    return i == a->rank && k == b->rank;
}

static const char *wrong_bytes(Arena *a, const RunBuffer *b, uint64_t got, uint64_t needed) {
    return str_format(a, "the file has %llu bytes, but %.*s is %llu", (unsigned long long)got,
                      STR_ARG(texture_text(a, b)), (unsigned long long)needed)
        .at;
}

const char *texture_from_file(Arena *a, const RunBuffer *b, Contents *c) {
    uint64_t raw = texels(b) * b->format.texel_bytes;
    Shape shape = texture_shape(b);
    if (!c->typed) {
        if (c->bytes != raw)
            return wrong_bytes(a, b, c->bytes, raw);
        uint32_t *values = arena_alloc(a, b->bytes, 16);
        lw_texels_decode(b->format.format, c->data, values, (size_t)texels(b));
        *c = (Contents){(uint8_t *)values, b->bytes, true, b->scalar, shape};
        return NULL;
    }
    if (c->type != b->scalar)
        return str_format(a, "its channels are %s, but the file has %s", scalar_name(b->scalar),
                          scalar_name(c->type))
            .at;
    if (c->shape.rank > 1 && !is_same_shape(&c->shape, &shape))
        return str_format(a, "the file's shape is %.*s, but that of %.*s is %.*s",
                          STR_ARG(shape_text(a, &c->shape)), STR_ARG(texture_text(a, b)),
                          STR_ARG(shape_text(a, &shape)))
            .at;
    return c->bytes == b->bytes ? NULL : wrong_bytes(a, b, c->bytes, b->bytes);
}

static const char *fill(Arena *a, const Bind *bind, RunBuffer *out) {
    Bind b = {.kind = FILL_ZEROS};
    Contents c = {0};
    if (bind)
        b = *bind;
    if (b.kind != FILL_ZEROS && (is_depth(out) || !out->format.encodes))
        return str_format(a, "values cannot be written to %.*s: it can be zeros only",
                          STR_ARG(str_of(out->format.name)))
            .at;
    b.type = out->scalar;
    if (b.kind == FILL_VALUES && b.count != out->bytes / 4)
        return str_format(a, "%.*s has %llu channels of texels, but %llu values are given",
                          STR_ARG(texture_text(a, out)), (unsigned long long)(out->bytes / 4),
                          (unsigned long long)b.count)
            .at;
    b.count = out->bytes / 4;
    const char *bad = buffer_make(a, &b, MOST_BYTES, &c);
    if (bad)
        return bad;
    if (b.kind == FILL_FILE)
        bad = texture_from_file(a, out, &c);
    out->before = c.data;
    return bad;
}

const char *texture_open(Arena *a, WGPUDevice d, const LwBinding *b, const Bind *bind,
                         const uint64_t threads[3], RunBuffer *out) {
    if (b->texture.multisampled)
        return "textures with several samples cannot be bound here";
    const char *bad = choose_format(a, b, bind, out);
    if (!bad)
        bad = choose_size(b, bind, threads, out);
    if (!bad)
        bad = fill(a, bind, out);
    if (bad)
        return bad;
    WGPUTextureDescriptor t = WGPU_TEXTURE_DESCRIPTOR_INIT;
    t.label = (WGPUStringView){out->name.at, out->name.len};
    t.dimension = dimension_of(b) == WGPUTextureViewDimension_1D   ? WGPUTextureDimension_1D
                  : dimension_of(b) == WGPUTextureViewDimension_3D ? WGPUTextureDimension_3D
                                                                   : WGPUTextureDimension_2D;
    t.size = (WGPUExtent3D){out->size[0], out->size[1], out->size[2]};
    t.format = out->format.format;
    t.usage = WGPUTextureUsage_CopySrc | WGPUTextureUsage_CopyDst |
              (is_stored(b) ? WGPUTextureUsage_StorageBinding : WGPUTextureUsage_TextureBinding);
    out->texture = wgpuDeviceCreateTexture(d, &t);
    WGPUTextureViewDescriptor v = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
    v.dimension = dimension_of(b);
    out->view = wgpuTextureCreateView(out->texture, &v);
    return NULL;
}

/* ---- copies ---- */

static WGPUExtent3D extent(const RunBuffer *b) {
    return (WGPUExtent3D){b->size[0], b->size[1], b->size[2]};
}

static uint32_t row_bytes(const RunBuffer *b) {
    return b->size[0] * b->format.texel_bytes;
}

static uint32_t padded_row(const RunBuffer *b) {
    return (row_bytes(b) + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
}

void texture_upload(Arena *a, WGPUQueue q, const RunBuffer *b) {
    if (is_depth(b) || !b->format.encodes)
        return; /* they are zeros */
    size_t bytes = (size_t)texels(b) * b->format.texel_bytes;
    void *data = arena_alloc(a, bytes, 16);
    lw_texels_encode(b->format.format, (const uint32_t *)(const void *)b->before, data,
                     (size_t)texels(b));
    WGPUTexelCopyTextureInfo to = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    to.texture = b->texture;
    WGPUTexelCopyBufferLayout layout = {0, row_bytes(b), b->size[1]};
    WGPUExtent3D size = extent(b);
    wgpuQueueWriteTexture(q, &to, data, bytes, &layout, &size);
}

uint64_t texture_copy_bytes(const RunBuffer *b) {
    return (uint64_t)padded_row(b) * b->size[1] * b->size[2];
}

void texture_copy_out(WGPUCommandEncoder e, const RunBuffer *b, WGPUBuffer to) {
    WGPUTexelCopyTextureInfo from = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    from.texture = b->texture;
    WGPUTexelCopyBufferInfo there = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
    there.buffer = to;
    there.layout.bytesPerRow = padded_row(b);
    there.layout.rowsPerImage = b->size[1];
    WGPUExtent3D size = extent(b);
    wgpuCommandEncoderCopyTextureToBuffer(e, &from, &there, &size);
}

const uint8_t *texture_values(Arena *a, const RunBuffer *b, const uint8_t *copied) {
    uint32_t *values = arena_alloc(a, b->bytes, 16), *to = values;
    for (uint32_t i = 0; i < b->size[1] * b->size[2]; i++, copied += padded_row(b)) {
        lw_texels_decode(b->format.format, copied, to, b->size[0]);
        to += (size_t)b->size[0] * b->format.channels;
    }
    return (const uint8_t *)values;
}

const char *texture_write_file(Arena *a, Str path, const RunBuffer *b) {
    Shape shape = texture_shape(b);
    if (npy_is_name(path))
        return buffer_write_file(a, path, b->scalar, &shape, b->after, b->bytes);
    if (is_depth(b) || !b->format.encodes)
        return str_format(a, "texels of %.*s cannot be made of values: save it as .npy",
                          STR_ARG(str_of(b->format.name)))
            .at;
    uint64_t bytes = texels(b) * b->format.texel_bytes;
    void *data = arena_alloc(a, bytes, 16);
    lw_texels_encode(b->format.format, (const uint32_t *)(const void *)b->after, data,
                     (size_t)texels(b));
    return buffer_write_file(a, path, b->scalar, &shape, data, bytes);
}

Str texture_text(Arena *a, const RunBuffer *b) {
    StrBuf s = {.arena = a};
    strbuf_addf(&s, "%.*s %u", STR_ARG(str_of(b->format.name)), b->size[0]);
    if (b->size[1] != 1 || b->size[2] != 1)
        strbuf_addf(&s, "x%u", b->size[1]);
    if (b->size[2] != 1)
        strbuf_addf(&s, "x%u", b->size[2]);
    return strbuf_str(&s);
}
