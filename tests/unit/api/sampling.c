/* Sampling in compute shaders, against a plain reference (sample_reference.h): all dimensions,
 * address modes, filters, levels and offsets, at random points, with and without observers; points
 * that are no numbers; and which layouts and samplers go together. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sample_reference.h"

enum { POINTS = 256 };

/* ---- random ---- */

static uint32_t seed = 12345;

static uint32_t next_random(void) {
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}
static float between(float a, float b) {
    return a + (b - a) * (float)next_random() / 16777216.0f;
}

/* ---- devices ---- */

static Gpu open_gpu(uint32_t observe) {
    const WGPUFeatureName feature = WGPUFeatureName_Float32Filterable;
    LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
    options.observe = observe;
    options.threads = 1;
    WGPUDeviceDescriptor d = WGPU_DEVICE_DESCRIPTOR_INIT;
    d.nextInChain = &options.chain;
    d.requiredFeatures = &feature;
    d.requiredFeatureCount = 1;
    return gpu_open(&d);
}

/* What is sampled is nothing to observers: it cannot race, nor be out of bounds. */
static void close_gpu(Gpu *g) {
    LwReport *r = lw_device_take_report(g->device);
    size_t count = 0;
    if (r)
        lw_report_findings(r, &count);
    assert_int_equal(count, 0);
    lw_report_free(r);
    gpu_close(g);
}

/* ---- textures ---- */

typedef struct Shape {
    const char *type, *depth_type; /* "2d_array" */
    WGPUTextureViewDimension view;
    uint32_t size[3];
    bool is_array;
    uint32_t coordinates;
} Shape;

static const Shape shapes[] = {
    {"1d", NULL, WGPUTextureViewDimension_1D, {13, 1, 1}, false, 1},
    {"2d", "2d", WGPUTextureViewDimension_2D, {16, 11, 1}, false, 2},
    {"2d_array", "2d_array", WGPUTextureViewDimension_2DArray, {8, 9, 3}, true, 2},
    {"3d", NULL, WGPUTextureViewDimension_3D, {8, 5, 6}, false, 3},
    {"cube", "cube", WGPUTextureViewDimension_Cube, {8, 8, 6}, false, 3},
    {"cube_array", "cube_array", WGPUTextureViewDimension_CubeArray, {8, 8, 18}, true, 3},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static bool is_3d(const Shape *s) {
    return s->view == WGPUTextureViewDimension_3D;
}

/* Random texels in [0, 1], in the reference's image and in a texture of rgba32float or, of depths
 * alone, depth16unorm. */
static WGPUTexture make_texture(const Gpu *g, const Shape *s, bool depth, Image *m) {
    WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
    d.usage = WGPUTextureUsage_TextureBinding | WGPUTextureUsage_CopyDst;
    d.dimension = s->view == WGPUTextureViewDimension_1D ? WGPUTextureDimension_1D
                  : is_3d(s)                             ? WGPUTextureDimension_3D
                                                         : WGPUTextureDimension_2D;
    d.size = (WGPUExtent3D){s->size[0], s->size[1], s->size[2]};
    d.format = depth ? WGPUTextureFormat_Depth16Unorm : WGPUTextureFormat_RGBA32Float;
    d.mipLevelCount = m->levels = s->view == WGPUTextureViewDimension_1D ? 1 : 3;
    m->dim = s->view;
    WGPUTexture t = wgpuDeviceCreateTexture(g->device, &d);
    for (uint32_t l = 0; l < m->levels; l++) {
        for (int k = 0; k < 3; k++)
            m->size[l][k] = k == 2 && !is_3d(s) ? s->size[k]
                            : s->size[k] >> l   ? s->size[k] >> l
                                                : 1;
        uint32_t texels = m->size[l][0] * m->size[l][1] * m->size[l][2];
        m->texel[l] = calloc(4 * texels, sizeof(float));
        uint16_t *bits = calloc(texels, sizeof *bits);
        for (uint32_t i = 0; i < texels; i++) {
            bits[i] = (uint16_t)next_random();
            for (uint32_t k = 0; k < 4; k++)
                m->texel[l][4 * i + k] = depth ? (k ? 0 : bits[i] / 65535.0f) : between(0, 1);
        }
        WGPUTexelCopyTextureInfo to = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
        to.texture = t;
        to.mipLevel = l;
        uint32_t bytes = depth ? 2 : 16;
        WGPUTexelCopyBufferLayout layout = {0, m->size[l][0] * bytes, m->size[l][1]};
        WGPUExtent3D size = {m->size[l][0], m->size[l][1], m->size[l][2]};
        wgpuQueueWriteTexture(g->queue, &to, depth ? (const void *)bits : m->texel[l],
                              (size_t)texels * bytes, &layout, &size);
        free(bits);
    }
    return t;
}

static void free_image(Image *m) {
    for (uint32_t l = 0; l < m->levels; l++)
        free(m->texel[l]);
}

/* ---- running ---- */

/* A shader that evaluates `call` for each of the points. */
static WGPUComputePipeline make_pipeline(const Gpu *g, const char *texture, const char *sampler,
                                         const char *call) {
    char text[1024];
    snprintf(text, sizeof text,
             "struct Point { c: vec3f, layer: i32, dx: vec3f, level: f32, dy: vec3f, ref_: f32 }\n"
             "@group(0) @binding(0) var t: %s;\n"
             "@group(0) @binding(1) var s: %s;\n"
             "@group(0) @binding(2) var<storage> points: array<Point>;\n"
             "@group(0) @binding(3) var<storage, read_write> results: array<vec4f>;\n"
             "@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {\n"
             "  let p = points[id.x];\n"
             "  if (id.x %% 7 != 3) { results[id.x] = %s; }\n"
             "}\n",
             texture, sampler, call);
    return pipeline_open(g, call, text);
}

static void run(const Gpu *g, WGPUComputePipeline p, WGPUTexture t, WGPUTextureViewDimension dim,
                const WGPUSamplerDescriptor *desc, const Point *points, float (*results)[4]) {
    WGPUTextureViewDescriptor v = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
    v.dimension = dim;
    WGPUBufferUsage usage =
        WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst;
    WGPUBuffer in = buffer_open(g, "points", usage, POINTS * sizeof *points);
    WGPUBuffer out = buffer_open(g, "results", usage, POINTS * 16);
    wgpuQueueWriteBuffer(g->queue, in, 0, points, POINTS * sizeof *points);
    WGPUBindGroupEntry e[4];
    for (uint32_t i = 0; i < 4; i++) {
        e[i] = (WGPUBindGroupEntry)WGPU_BIND_GROUP_ENTRY_INIT;
        e[i].binding = i;
    }
    e[0].textureView = wgpuTextureCreateView(t, &v);
    e[1].sampler = wgpuDeviceCreateSampler(g->device, desc);
    e[2].buffer = in;
    e[3].buffer = out;
    WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    d.layout = wgpuComputePipelineGetBindGroupLayout(p, 0);
    d.entries = e;
    d.entryCount = 4;
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(g->device, &d);
    dispatch(g, p, group, POINTS / 64, 1, 1);
    buffer_read(g, out, results, POINTS * 16);
    wgpuBindGroupRelease(group);
    wgpuBindGroupLayoutRelease(d.layout);
    wgpuSamplerRelease(e[1].sampler);
    wgpuTextureViewRelease(e[0].textureView);
    wgpuBufferRelease(in);
    wgpuBufferRelease(out);
}

static void make_points(Point *p) {
    for (uint32_t i = 0; i < POINTS; i++) {
        for (int k = 0; k < 3; k++) {
            p[i].c[k] = between(-2.5f, 2.5f);
            p[i].dx[k] = between(-0.4f, 0.4f);
            p[i].dy[k] = between(-0.2f, 0.2f);
        }
        p[i].layer = (int32_t)(next_random() % 7) - 2;
        p[i].level = between(-1, 3);
        p[i].reference = between(0, 1);
    }
}

/* Filters, address modes and level clamps, by number. */
static Call make_call(uint32_t i) {
    static const WGPUAddressMode mode[] = {WGPUAddressMode_ClampToEdge, WGPUAddressMode_Repeat,
                                           WGPUAddressMode_MirrorRepeat};
    Call c = {.sampler = WGPU_SAMPLER_DESCRIPTOR_INIT};
    c.sampler.magFilter = i & 1 ? WGPUFilterMode_Linear : WGPUFilterMode_Nearest;
    c.sampler.minFilter = i & 2 ? WGPUFilterMode_Linear : WGPUFilterMode_Nearest;
    c.sampler.mipmapFilter = i & 4 ? WGPUMipmapFilterMode_Linear : WGPUMipmapFilterMode_Nearest;
    c.sampler.addressModeU = mode[i % 3];
    c.sampler.addressModeV = mode[(i + 1) % 3];
    c.sampler.addressModeW = mode[(i + 2) % 3];
    c.sampler.lodMinClamp = i % 5 == 4 ? 0.25f : 0;
    c.sampler.lodMaxClamp = i % 5 == 3 ? 1.5f : 32;
    return c;
}
enum { CALLS = 24 };

static void set_offset(Call *c, const Shape *s, bool wanted) {
    static const int offset[3] = {-8, 7, 3};
    for (uint32_t k = 0; k < 3 && wanted; k++)
        c->offset[k] = k < s->coordinates ? offset[k] : 0;
}

/* The arguments behind the sampler: "p.c.xy, p.layer" */
static const char *coordinates(const Shape *s) {
    static char text[64];
    static const char *const part[] = {"", "x", "xy", "xyz"};
    snprintf(text, sizeof text, "p.c.%s%s", part[s->coordinates], s->is_array ? ", p.layer" : "");
    return text;
}

static const char *offset_text(const Shape *s, bool wanted) {
    return !wanted ? "" : s->coordinates == 3 ? ", vec3i(-8, 7, 3)" : ", vec2i(-8, 7)";
}

static bool may_offset(const Shape *s) {
    return s->view != WGPUTextureViewDimension_1D && s->view != WGPUTextureViewDimension_Cube &&
           s->view != WGPUTextureViewDimension_CubeArray;
}

static void expect_near(const char *what, const Point *p, const float got[4], const double want[4],
                        uint32_t channels, double tolerance) {
    for (uint32_t k = 0; k < channels; k++) {
        if (isnan(want[k]) || fabs((double)got[k] - want[k]) <= tolerance)
            continue;
        fail_msg("%s at (%g, %g, %g), layer %d, level %g: channel %u is %.9g, not %.9g", what,
                 (double)p->c[0], (double)p->c[1], (double)p->c[2], p->layer, (double)p->level, k,
                 (double)got[k], want[k]);
    }
}

/* Near the edges of texels and faces f32 and f64 may choose differently, where filters are nearest.
 */
static bool is_near_edge(const Image *m, const Point *p) {
    bool cube =
        m->dim == WGPUTextureViewDimension_Cube || m->dim == WGPUTextureViewDimension_CubeArray;
    for (int a = 0; a < 3 && cube; a++)
        for (int b = 0; b < a; b++)
            if (fabsf(fabsf(p->c[a]) - fabsf(p->c[b])) < 1e-4f)
                return true;
    return false;
}

/* ---- what is tried ---- */

typedef enum Kind { LEVEL, GRAD, GATHER, CLAMPED, COMPARE, GATHER_COMPARE } Kind;

static void write_call(char *to, size_t room, const Shape *s, Kind kind, bool depth, bool offset) {
    static const char *const part[] = {"", "x", "xy", "xyz"};
    const char *c = coordinates(s), *o = offset_text(s, offset), *w = part[s->coordinates];
    switch (kind) {
    case LEVEL:
        snprintf(to, room,
                 depth ? "vec4f(textureSampleLevel(t, s, %s, i32(p.level)%s), 0, 0, 0)"
                       : "textureSampleLevel(t, s, %s, p.level%s)",
                 c, o);
        break;
    case GRAD:
        snprintf(to, room, "textureSampleGrad(t, s, %s, p.dx.%s, p.dy.%s%s)", c, w, w, o);
        break;
    case GATHER: snprintf(to, room, "textureGather(%st, s, %s%s)", depth ? "" : "2, ", c, o); break;
    case CLAMPED: snprintf(to, room, "textureSampleBaseClampToEdge(t, s, %s)", c); break;
    case COMPARE:
        snprintf(to, room, "vec4f(textureSampleCompareLevel(t, s, %s, p.ref_%s), 0, 0, 0)", c, o);
        break;
    case GATHER_COMPARE:
        snprintf(to, room, "textureGatherCompare(t, s, %s, p.ref_%s)", c, o);
        break;
    }
}

/* What the reference says of a point. */
static void want(const Image *m, const Call *c, const Point *p, Kind kind, bool depth,
                 double out[4]) {
    Point q = *p;
    switch (kind) {
    case LEVEL:
        reference_sample(m, c, p, depth ? trunc((double)p->level) : (double)p->level, out);
        break;
    case GRAD: reference_sample(m, c, p, reference_grad_level(m, p), out); break;
    case COMPARE: reference_sample(m, c, p, 0, out); break;
    case CLAMPED:
        for (int k = 0; k < 2; k++) {
            float half = 0.5f / (float)m->size[0][k];
            q.c[k] = fminf(fmaxf(p->c[k], half), 1 - half);
        }
        reference_sample(m, c, &q, 0, out);
        break;
    case GATHER:
    case GATHER_COMPARE: reference_gather(m, c, p, out); break;
    }
}

static double tolerance_of(Kind kind) {
    return kind == GRAD ? 1e-4 : 2e-6; /* the level of a GRAD is found by moving */
}

static void try_kind(const Gpu *g, const Shape *s, Kind kind, bool depth, bool offset) {
    const bool compares = kind == COMPARE || kind == GATHER_COMPARE;
    char call[256], type[64];
    Image m;
    WGPUTexture t = make_texture(g, s, depth, &m);
    write_call(call, sizeof call, s, kind, depth, offset);
    snprintf(type, sizeof type, depth ? "texture_depth_%s" : "texture_%s<f32>", s->type);
    WGPUComputePipeline p =
        make_pipeline(g, type, compares ? "sampler_comparison" : "sampler", call);
    for (uint32_t i = 0; i < CALLS; i++) {
        static Point points[POINTS];
        static float results[POINTS][4];
        Call c = make_call(i);
        if (depth && !compares && (i & 7))
            continue; /* depths are not filtered */
        set_offset(&c, s, offset);
        c.channel = depth ? 0 : 2;
        c.compares = compares;
        if (compares)
            c.sampler.compare = (WGPUCompareFunction)(1 + i % 8);
        make_points(points);
        run(g, p, t, s->view, &c.sampler, points, results);
        for (uint32_t k = 0; k < POINTS; k++) {
            double out[4] = {0};
            if (k % 7 != 3 && is_near_edge(&m, &points[k]))
                continue;
            if (k % 7 != 3)
                want(&m, &c, &points[k], kind, depth, out);
            bool one = depth && kind != GATHER && kind != GATHER_COMPARE;
            expect_near(call, &points[k], results[k], out, one ? 1 : 4, tolerance_of(kind));
        }
    }
    wgpuComputePipelineRelease(p);
    wgpuTextureRelease(t);
    free_image(&m);
}

static void try_all(Kind kind, bool depth) {
    static const uint32_t observe[] = {0, LW_OBSERVE_CHECK};
    for (uint32_t o = 0; o < 2; o++) {
        Gpu g = open_gpu(observe[o]);
        gpu_watch(&g);
        for (uint32_t i = 0; i < SHAPES; i++) {
            const Shape *s = &shapes[i];
            bool gathers = kind == GATHER || kind == GATHER_COMPARE;
            if ((depth && !s->depth_type) || (gathers && !s->depth_type) ||
                (kind == CLAMPED && s->view != WGPUTextureViewDimension_2D) ||
                (kind == GRAD && s->view == WGPUTextureViewDimension_1D))
                continue;
            try_kind(&g, s, kind, depth, false);
            if (may_offset(s) && kind != CLAMPED)
                try_kind(&g, s, kind, depth, true);
        }
        gpu_expect_fine(&g);
        close_gpu(&g);
    }
}

static void levels(void **state) {
    (void)state;
    try_all(LEVEL, false);
}
static void levels_of_depths(void **state) {
    (void)state;
    try_all(LEVEL, true);
}
static void gradients(void **state) {
    (void)state;
    try_all(GRAD, false);
}
static void gathers(void **state) {
    (void)state;
    try_all(GATHER, false);
    try_all(GATHER, true);
}
static void base_level(void **state) {
    (void)state;
    try_all(CLAMPED, false);
}
static void comparisons(void **state) {
    (void)state;
    try_all(COMPARE, true);
    try_all(GATHER_COMPARE, true);
}

/* ---- any coordinates ---- */

/* Whatever the point is, what comes is a mixture of texels, all of which are 5. */
static void hostile_points(void **state) {
    (void)state;
    static const float odd[] = {NAN,   INFINITY, -INFINITY, 3.4e38f, -3.4e38f, 1e-45f,
                                -0.0f, 1e9f,     -1e9f,     65536,   -65536,   16777216};
    enum { ODD = sizeof odd / sizeof odd[0] };
    static Point points[POINTS];
    static float results[POINTS][4];
    Gpu g = open_gpu(LW_OBSERVE_CHECK);
    gpu_watch(&g);
    for (uint32_t i = 0; i < POINTS; i++) {
        for (int k = 0; k < 3; k++) {
            points[i].c[k] = odd[next_random() % ODD];
            points[i].dx[k] = odd[next_random() % ODD];
            points[i].dy[k] = odd[next_random() % ODD];
        }
        points[i].level = odd[next_random() % ODD];
        points[i].layer = (int32_t)(next_random() << 8);
    }
    for (uint32_t i = 0; i < 2 * SHAPES; i++) {
        const Shape *s = &shapes[i / 2];
        const Kind kind = i % 2 ? GRAD : LEVEL;
        Image m;
        char call[256], type[64];
        if (kind == GRAD && s->coordinates == 1)
            continue;
        WGPUTexture t = make_texture(&g, s, false, &m);
        for (uint32_t l = 0; l < m.levels; l++) {
            WGPUTexelCopyTextureInfo to = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
            uint32_t texels = m.size[l][0] * m.size[l][1] * m.size[l][2];
            for (uint32_t k = 0; k < 4 * texels; k++)
                m.texel[l][k] = 5;
            to.texture = t;
            to.mipLevel = l;
            WGPUTexelCopyBufferLayout layout = {0, m.size[l][0] * 16, m.size[l][1]};
            WGPUExtent3D size = {m.size[l][0], m.size[l][1], m.size[l][2]};
            wgpuQueueWriteTexture(g.queue, &to, m.texel[l], texels * 16, &layout, &size);
        }
        write_call(call, sizeof call, s, kind, false, false);
        snprintf(type, sizeof type, "texture_%s<f32>", s->type);
        WGPUComputePipeline p = make_pipeline(&g, type, "sampler", call);
        for (uint32_t c = 0; c < CALLS; c++) {
            Call how = make_call(c);
            run(&g, p, t, s->view, &how.sampler, points, results);
            for (uint32_t k = 0; k < POINTS; k++)
                for (uint32_t j = 0; j < 4 && k % 7 != 3; j++)
                    assert_true(results[k][j] == 5);
        }
        wgpuComputePipelineRelease(p);
        wgpuTextureRelease(t);
        free_image(&m);
    }
    gpu_expect_fine(&g);
    close_gpu(&g);
}

/* ---- layouts ---- */

/* A pipeline of a shader that samples, with a layout for the texture and the sampler. */
static void try_layout(const Gpu *g, const char *texture, const char *call,
                       WGPUTextureSampleType sample_type, WGPUSamplerBindingType sampler) {
    char text[512];
    snprintf(text, sizeof text,
             "@group(0) @binding(0) var t: %s;\n"
             "@group(0) @binding(1) var s: sampler;\n"
             "@compute @workgroup_size(1) fn main() { _ = %s; }\n",
             texture, call);
    WGPUBindGroupLayoutEntry e[2] = {WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT,
                                     WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT};
    e[0].visibility = e[1].visibility = WGPUShaderStage_Compute;
    e[1].binding = 1;
    e[0].texture.sampleType = sample_type;
    e[0].texture.viewDimension = WGPUTextureViewDimension_2D;
    e[1].sampler.type = sampler;
    WGPUBindGroupLayoutDescriptor gd = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    gd.entries = e;
    gd.entryCount = 2;
    WGPUBindGroupLayout group = wgpuDeviceCreateBindGroupLayout(g->device, &gd);
    WGPUPipelineLayoutDescriptor ld = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    ld.bindGroupLayouts = &group;
    ld.bindGroupLayoutCount = 1;
    WGPUComputePipelineDescriptor pd = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    pd.layout = wgpuDeviceCreatePipelineLayout(g->device, &ld);
    pd.compute.module = module_open(g, "sampler", text);
    WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(g->device, &pd);
    wgpuComputePipelineRelease(p);
    wgpuShaderModuleRelease(pd.compute.module);
    wgpuPipelineLayoutRelease(pd.layout);
    wgpuBindGroupLayoutRelease(group);
}

static void layouts(void **state) {
    (void)state;
    Gpu g = open_gpu(0);
    static const struct {
        const char *texture, *call;
        WGPUTextureSampleType type;
        bool filters, fine;
    } cases[] = {
        {"texture_2d<f32>", "textureSampleLevel(t, s, vec2f(), 0)", WGPUTextureSampleType_Float,
         true, true},
        {"texture_2d<f32>", "textureSampleLevel(t, s, vec2f(), 0)",
         WGPUTextureSampleType_UnfilterableFloat, true, false},
        {"texture_2d<f32>", "textureSampleLevel(t, s, vec2f(), 0)",
         WGPUTextureSampleType_UnfilterableFloat, false, true},
        {"texture_2d<f32>", "textureLoad(t, vec2u(), 0)", WGPUTextureSampleType_UnfilterableFloat,
         true, true},
        {"texture_2d<u32>", "textureGather(1, t, s, vec2f())", WGPUTextureSampleType_Uint, true,
         false},
        {"texture_2d<u32>", "textureGather(1, t, s, vec2f())", WGPUTextureSampleType_Uint, false,
         true},
        {"texture_depth_2d", "textureGather(t, s, vec2f())", WGPUTextureSampleType_Depth, true,
         false},
        {"texture_depth_2d", "textureGather(t, s, vec2f())", WGPUTextureSampleType_Depth, false,
         true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gpu_watch(&g);
        try_layout(&g, cases[i].texture, cases[i].call, cases[i].type,
                   cases[i].filters ? WGPUSamplerBindingType_Filtering
                                    : WGPUSamplerBindingType_NonFiltering);
        if (cases[i].fine)
            gpu_expect_fine(&g);
        else
            gpu_expect_invalid(&g, "createComputePipeline", "filtering", NULL);
    }
    close_gpu(&g);
}

/* An automatic layout filters where the texture can be filtered. */
static void automatic_layouts(void **state) {
    (void)state;
    Gpu g = open_gpu(0);
    static const struct {
        const char *texture, *call;
        WGPUTextureSampleType type;
        WGPUSamplerBindingType sampler;
    } cases[] = {
        {"texture_2d<f32>", "textureSampleLevel(t, s, vec2f(), 0)", WGPUTextureSampleType_Float,
         WGPUSamplerBindingType_Filtering},
        {"texture_2d<i32>", "textureGather(1, t, s, vec2f())", WGPUTextureSampleType_Sint,
         WGPUSamplerBindingType_NonFiltering},
        {"texture_depth_2d", "textureSampleLevel(t, s, vec2f(), 0)", WGPUTextureSampleType_Depth,
         WGPUSamplerBindingType_NonFiltering},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "@group(0) @binding(0) var t: %s;\n"
                 "@group(0) @binding(1) var s: sampler;\n"
                 "fn through(a: %s, b: sampler) { let t = 1; _ = t; }\n"
                 "@compute @workgroup_size(1) fn main() { _ = %s; through(t, s); }\n",
                 cases[i].texture, cases[i].texture, cases[i].call);
        gpu_watch(&g);
        WGPUComputePipeline p = pipeline_open(&g, "automatic", text);
        gpu_expect_fine(&g);
        const LwPipelineInfo *info = lw_compute_pipeline_info(p);
        assert_int_equal(info->binding_count, 2);
        assert_int_equal(info->bindings[0].texture.sampleType, cases[i].type);
        assert_int_equal(info->bindings[1].sampler.type, cases[i].sampler);
        wgpuComputePipelineRelease(p);
    }
    close_gpu(&g);
}

static void refused_samplers(void **state) {
    (void)state;
    Gpu g = open_gpu(0);
    WGPUSamplerDescriptor d[6];
    for (int i = 0; i < 6; i++)
        d[i] = (WGPUSamplerDescriptor)WGPU_SAMPLER_DESCRIPTOR_INIT;
    d[0].addressModeV = (WGPUAddressMode)4;
    d[1].minFilter = (WGPUFilterMode)3;
    d[2].compare = (WGPUCompareFunction)9;
    d[3].lodMinClamp = -1;
    d[4].lodMaxClamp = NAN;
    d[5].maxAnisotropy = 4;
    for (int i = 0; i < 6; i++) {
        gpu_watch(&g);
        WGPUSampler s = wgpuDeviceCreateSampler(g.device, &d[i]);
        gpu_expect_invalid(&g, "createSampler", NULL);
        wgpuSamplerRelease(s);
    }
    close_gpu(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels),
        cmocka_unit_test(levels_of_depths),
        cmocka_unit_test(gradients),
        cmocka_unit_test(gathers),
        cmocka_unit_test(base_level),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(hostile_points),
        cmocka_unit_test(layouts),
        cmocka_unit_test(automatic_layouts),
        cmocka_unit_test(refused_samplers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
