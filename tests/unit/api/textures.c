/* Textures: what may be made, views, copies, and dispatches over levels and layers. */
#include "support.h"

static WGPUTexture texture_open(const Gpu *g, WGPUTextureFormat format, WGPUTextureDimension d,
                                WGPUExtent3D size, uint32_t levels) {
    WGPUTextureDescriptor t = WGPU_TEXTURE_DESCRIPTOR_INIT;
    t.format = format;
    t.dimension = d;
    t.size = size;
    t.mipLevelCount = levels;
    t.usage = WGPUTextureUsage_CopySrc | WGPUTextureUsage_CopyDst |
              WGPUTextureUsage_TextureBinding | WGPUTextureUsage_StorageBinding;
    return wgpuDeviceCreateTexture(g->device, &t);
}

/* ---- what is refused ---- */

typedef struct Refused {
    WGPUTextureDescriptor desc;
    const char *word;
} Refused;

static WGPUTextureDescriptor describe(WGPUTextureFormat f, WGPUTextureDimension d,
                                      WGPUExtent3D size, uint32_t levels, uint32_t samples,
                                      WGPUTextureUsage usage) {
    WGPUTextureDescriptor t = WGPU_TEXTURE_DESCRIPTOR_INIT;
    t.format = f;
    t.dimension = d;
    t.size = size;
    t.mipLevelCount = levels;
    t.sampleCount = samples;
    t.usage = usage;
    return t;
}

static void refused(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    const WGPUTextureDimension one = WGPUTextureDimension_1D, two = WGPUTextureDimension_2D,
                               three = WGPUTextureDimension_3D;
    const WGPUTextureFormat r8 = WGPUTextureFormat_R8Unorm, r32 = WGPUTextureFormat_R32Float;
    const WGPUTextureUsage copy = WGPUTextureUsage_CopySrc;
    const Refused cases[] = {
        {describe(r8, two, (WGPUExtent3D){0, 1, 1}, 1, 1, copy), "width 0"},
        {describe(r8, two, (WGPUExtent3D){1, 8193, 1}, 1, 1, copy), "height 8193"},
        {describe(r8, two, (WGPUExtent3D){1, 1, 257}, 1, 1, copy), "depthOrArrayLayers 257"},
        {describe(r8, one, (WGPUExtent3D){4, 2, 1}, 1, 1, copy), "height 2"},
        {describe(r8, one, (WGPUExtent3D){4, 1, 1}, 2, 1, copy), "mipLevelCount 2"},
        {describe(r8, two, (WGPUExtent3D){4, 4, 1}, 4, 1, copy), "mipLevelCount 4"},
        {describe(r8, three, (WGPUExtent3D){1, 1, 2049}, 1, 1, copy), "depthOrArrayLayers 2049"},
        {describe(r8, two, (WGPUExtent3D){4, 4, 1}, 1, 2, copy), "sampleCount 2"},
        {describe(r8, two, (WGPUExtent3D){4, 4, 1}, 1, 4, copy), "RenderAttachment"},
        {describe(r8, two, (WGPUExtent3D){4, 4, 1}, 1, 1, 0), "usage"},
        {describe(r8, two, (WGPUExtent3D){4, 4, 1}, 1, 1, 64), "usage"},
        {describe(r8, two, (WGPUExtent3D){4, 4, 1}, 1, 1, WGPUTextureUsage_StorageBinding),
         "StorageBinding"},
        {describe(WGPUTextureFormat_R16Unorm, two, (WGPUExtent3D){4, 4, 1}, 1, 1, copy), "feature"},
        {describe(WGPUTextureFormat_Depth16Unorm, three, (WGPUExtent3D){4, 4, 1}, 1, 1, copy),
         "2D textures only"},
        {describe(r32, one, (WGPUExtent3D){4, 1, 1}, 1, 1, WGPUTextureUsage_RenderAttachment),
         "RenderAttachment"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gpu_watch(&g);
        WGPUTexture t = wgpuDeviceCreateTexture(g.device, &cases[i].desc);
        gpu_expect_invalid(&g, "createTexture", cases[i].word, NULL);
        wgpuTextureRelease(t);
    }
    gpu_close(&g);
}

static void refused_views(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUTexture t = texture_open(&g, WGPUTextureFormat_R32Uint, WGPUTextureDimension_2D,
                                 (WGPUExtent3D){8, 4, 6}, 3);
    const struct {
        WGPUTextureViewDimension dimension;
        uint32_t level, levels, layer, layers;
        WGPUTextureFormat format;
        const char *word;
    } cases[] = {
        {WGPUTextureViewDimension_2D, 3, 1, 0, 1, 0, "levels"},
        {WGPUTextureViewDimension_2D, 1, 3, 0, 1, 0, "levels"},
        {WGPUTextureViewDimension_2D, 0, 1, 0, 2, 0, "2 layers"},
        {WGPUTextureViewDimension_2DArray, 0, 1, 5, 2, 0, "layers"},
        {WGPUTextureViewDimension_3D, 0, 1, 0, 1, 0, "dimension"},
        {WGPUTextureViewDimension_Cube, 0, 1, 0, 6, 0, "squares"},
        {WGPUTextureViewDimension_2D, 0, 1, 0, 1, WGPUTextureFormat_R32Float, "r32float"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        WGPUTextureViewDescriptor v = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
        v.dimension = cases[i].dimension;
        v.baseMipLevel = cases[i].level;
        v.mipLevelCount = cases[i].levels;
        v.baseArrayLayer = cases[i].layer;
        v.arrayLayerCount = cases[i].layers;
        v.format = cases[i].format;
        gpu_watch(&g);
        WGPUTextureView view = wgpuTextureCreateView(t, &v);
        gpu_expect_invalid(&g, "createView", cases[i].word, NULL);
        wgpuTextureViewRelease(view);
    }
    wgpuTextureRelease(t);
    gpu_close(&g);
}

/* ---- copies ---- */

static void write_texels(const Gpu *g, WGPUTexture t, uint32_t level, WGPUOrigin3D origin,
                         WGPUExtent3D size, uint32_t texel, const void *data) {
    WGPUTexelCopyTextureInfo to = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    to.texture = t;
    to.mipLevel = level;
    to.origin = origin;
    WGPUTexelCopyBufferLayout layout = {0, size.width * texel, size.height};
    wgpuQueueWriteTexture(g->queue, &to, data,
                          (size_t)size.width * size.height * size.depthOrArrayLayers * texel,
                          &layout, &size);
}

/* Rows of a level, 256 bytes apart, in a buffer's contents. */
static void read_texels(const Gpu *g, WGPUTexture t, uint32_t level, WGPUOrigin3D origin,
                        WGPUExtent3D size, void *data, size_t bytes) {
    WGPUBuffer b =
        buffer_open(g, "texels", WGPUBufferUsage_CopyDst | WGPUBufferUsage_CopySrc, bytes);
    WGPUTexelCopyTextureInfo from = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    from.texture = t;
    from.mipLevel = level;
    from.origin = origin;
    WGPUTexelCopyBufferInfo to = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
    to.buffer = b;
    to.layout.bytesPerRow = 256;
    to.layout.rowsPerImage = size.height;
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g->device, NULL);
    wgpuCommandEncoderCopyTextureToBuffer(e, &from, &to, &size);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    wgpuQueueSubmit(g->queue, 1, &c);
    buffer_read(g, b, data, bytes);
    wgpuCommandBufferRelease(c);
    wgpuCommandEncoderRelease(e);
    wgpuBufferRelease(b);
}

static void copies(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    gpu_watch(&g);
    WGPUTexture a = texture_open(&g, WGPUTextureFormat_RGBA8Uint, WGPUTextureDimension_2D,
                                 (WGPUExtent3D){8, 8, 3}, 2);
    WGPUTexture b = texture_open(&g, WGPUTextureFormat_RGBA8Uint, WGPUTextureDimension_2D,
                                 (WGPUExtent3D){8, 8, 3}, 2);
    uint32_t texels[2][2] = {{1, 2}, {3, 4}}, rows[2][64] = {{0}};
    write_texels(&g, a, 1, (WGPUOrigin3D){1, 2, 2}, (WGPUExtent3D){2, 2, 1}, 4, texels);
    WGPUTexelCopyTextureInfo from = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT,
                             to = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    from.texture = a;
    from.mipLevel = 1;
    from.origin = (WGPUOrigin3D){0, 2, 2};
    to.texture = b;
    to.origin = (WGPUOrigin3D){4, 6, 0};
    WGPUExtent3D size = {4, 2, 1};
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g.device, NULL);
    wgpuCommandEncoderCopyTextureToTexture(e, &from, &to, &size);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    wgpuQueueSubmit(g.queue, 1, &c);
    read_texels(&g, b, 0, (WGPUOrigin3D){4, 6, 0}, size, rows, sizeof rows);
    gpu_expect_fine(&g);
    const uint32_t expected[2][4] = {{0, 1, 2, 0}, {0, 3, 4, 0}};
    for (int y = 0; y < 2; y++)
        assert_memory_equal(rows[y], expected[y], sizeof expected[y]);
    gpu_watch(&g);
    write_texels(&g, a, 1, (WGPUOrigin3D){3, 0, 0}, (WGPUExtent3D){2, 2, 1}, 4, texels);
    gpu_expect_invalid(&g, "writeTexture", "level 1", NULL);
    gpu_watch(&g);
    wgpuTextureDestroy(a);
    write_texels(&g, a, 0, (WGPUOrigin3D){0, 0, 0}, (WGPUExtent3D){2, 2, 1}, 4, texels);
    gpu_expect_invalid(&g, "destroyed", NULL);
    wgpuCommandBufferRelease(c);
    wgpuCommandEncoderRelease(e);
    wgpuTextureRelease(a);
    wgpuTextureRelease(b);
    gpu_close(&g);
}

/* ---- dispatches ---- */

/* Each level from the one above it: the sum of four texels, of the second layer only. */
static void levels_and_layers(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    gpu_watch(&g);
    WGPUTexture t = texture_open(&g, WGPUTextureFormat_R32Uint, WGPUTextureDimension_2D,
                                 (WGPUExtent3D){4, 4, 2}, 3);
    WGPUComputePipeline p = pipeline_open(
        &g, "sum",
        "@group(0) @binding(0) var above: texture_2d<u32>;\n"
        "@group(0) @binding(1) var to: texture_storage_2d<r32uint, write>;\n"
        "@compute @workgroup_size(2, 2) fn main(@builtin(global_invocation_id) id: vec3u) {\n"
        "  var s = textureNumLevels(above) - 1;\n"
        "  for (var i = 0u; i < 4; i++) {\n"
        "    s += textureLoad(above, 2 * id.xy + vec2u(i & 1, i >> 1), 0).r;\n"
        "  }\n"
        "  textureStore(to, id.xy, vec4u(s));\n"
        "}\n");
    uint32_t texels[16], rows[64] = {0};
    for (uint32_t i = 0; i < 16; i++)
        texels[i] = i;
    write_texels(&g, t, 0, (WGPUOrigin3D){0, 0, 1}, (WGPUExtent3D){4, 4, 1}, 4, texels);
    for (uint32_t level = 1; level < 3; level++) {
        WGPUTextureView view[2];
        WGPUBindGroupEntry entry[2] = {WGPU_BIND_GROUP_ENTRY_INIT, WGPU_BIND_GROUP_ENTRY_INIT};
        for (uint32_t i = 0; i < 2; i++) {
            WGPUTextureViewDescriptor v = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
            v.dimension = WGPUTextureViewDimension_2D;
            v.baseMipLevel = level - 1 + i;
            v.mipLevelCount = 1;
            v.baseArrayLayer = 1;
            view[i] = wgpuTextureCreateView(t, &v);
            entry[i].binding = i;
            entry[i].textureView = view[i];
        }
        WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
        d.layout = wgpuComputePipelineGetBindGroupLayout(p, 0);
        d.entries = entry;
        d.entryCount = 2;
        WGPUBindGroup group = wgpuDeviceCreateBindGroup(g.device, &d);
        dispatch(&g, p, group, 1, 1, 1);
        wgpuBindGroupRelease(group);
        wgpuBindGroupLayoutRelease(d.layout);
        wgpuTextureViewRelease(view[0]);
        wgpuTextureViewRelease(view[1]);
    }
    read_texels(&g, t, 2, (WGPUOrigin3D){0, 0, 1}, (WGPUExtent3D){1, 1, 1}, rows, sizeof rows);
    gpu_expect_fine(&g);
    assert_int_equal(rows[0], 120); /* 0 + ... + 15 */
    read_texels(&g, t, 2, (WGPUOrigin3D){0, 0, 0}, (WGPUExtent3D){1, 1, 1}, rows, sizeof rows);
    assert_int_equal(rows[0], 0);
    wgpuComputePipelineRelease(p);
    wgpuTextureRelease(t);
    gpu_close(&g);
}

/* One level bound for writing and for reading in one dispatch. */
static void written_and_read(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUTexture t = texture_open(&g, WGPUTextureFormat_R32Uint, WGPUTextureDimension_2D,
                                 (WGPUExtent3D){4, 4, 1}, 1);
    WGPUComputePipeline p =
        pipeline_open(&g, "both",
                      "@group(0) @binding(0) var above: texture_2d<u32>;\n"
                      "@group(0) @binding(1) var to: texture_storage_2d<r32uint, write>;\n"
                      "@compute @workgroup_size(1) fn main() {\n"
                      "  textureStore(to, vec2u(), textureLoad(above, vec2u(), 0));\n"
                      "}\n");
    WGPUTextureView view = wgpuTextureCreateView(t, NULL);
    WGPUBindGroupEntry entry[2] = {WGPU_BIND_GROUP_ENTRY_INIT, WGPU_BIND_GROUP_ENTRY_INIT};
    entry[1].binding = 1;
    entry[0].textureView = entry[1].textureView = view;
    WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    d.layout = wgpuComputePipelineGetBindGroupLayout(p, 0);
    d.entries = entry;
    d.entryCount = 2;
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(g.device, &d);
    gpu_watch(&g);
    dispatch(&g, p, group, 1, 1, 1);
    gpu_expect_invalid(&g, "both for writing", NULL);
    wgpuBindGroupRelease(group);
    wgpuBindGroupLayoutRelease(d.layout);
    wgpuTextureViewRelease(view);
    wgpuComputePipelineRelease(p);
    wgpuTextureRelease(t);
    gpu_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused),          cmocka_unit_test(refused_views),
        cmocka_unit_test(copies),           cmocka_unit_test(levels_and_layers),
        cmocka_unit_test(written_and_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
