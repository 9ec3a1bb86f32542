/* Sampling in compute shaders: what comes of 32 points a call, inside of textures and outside, as
 * 32nds. Texels are 0 or 1 and points a quarter of a texel from the texels' edges, so that neither
 * rounding nor a library's coarser weights change a digit. */
#include "support.h"

enum { POINTS = 32, SIDE = 8 };

typedef struct Kind {
    const char *name;     /* "2d_array" */
    const char *point;    /* the argument of a call: coordinates, and a layer */
    const char *gradient; /* two arguments that choose level 1 */
    WGPUTextureViewDimension view;
    uint32_t depth; /* or layers */
} Kind;

static const Kind kinds[] = {
    {"2d", "c.xy", "vec2f(g, 0), vec2f()", WGPUTextureViewDimension_2D, 1},
    {"2d_array", "c.xy, layer", "vec2f(), vec2f(0, g)", WGPUTextureViewDimension_2DArray, 3},
    {"3d", "vec3f(c.x, c.w, c.z)", "vec3f(0, 0, g), vec3f()", WGPUTextureViewDimension_3D, SIDE},
    {"cube", "direction", NULL, WGPUTextureViewDimension_Cube, 6},
    {"cube_array", "direction, layer", NULL, WGPUTextureViewDimension_CubeArray, 12},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* A coordinate runs over -1 to 2 in steps of half a texel. Directions keep to the insides of faces:
 * at edges SwiftShader takes texels of other faces than WebGPU asks for. */
static const char prologue[] =
    "@group(0) @binding(2) var<storage, read_write> result: array<vec4u>;\n"
    "fn at(i: u32) -> f32 { return (f32(i % 48) / 2 - 7.75) / 8; }\n"
    "fn quarter(i: u32) -> f32 { return (f32(i % 12) / 2 + 1.25) / 4 - 1; }\n"
    "fn direction_of(i: u32) -> vec3f {\n"
    "  let side = select(1.0, -1.0, i % 2 == 1);\n"
    "  let a = quarter(i * 5);\n"
    "  let b = quarter(i * 3);\n"
    "  if (i / 2 % 3 == 0) { return vec3f(side, a, b); }\n"
    "  if (i / 2 % 3 == 1) { return vec3f(a, side, b); }\n"
    "  return vec3f(a, b, side);\n"
    "}\n"
    "@compute @workgroup_size(32) fn main(@builtin(local_invocation_index) i: u32) {\n"
    "  let c = vec4f(at(i), at(i * 7 + 5), at(i * 11 + 3), (f32(i % 8) + 0.5) / 8);\n"
    "  let direction = direction_of(i);\n"
    "  let layer = i32(i % 5) - 1;\n"
    "  let g = 0.25;\n";

static WGPUTexture make_texture(const Kind *k, WGPUTextureFormat format) {
    const bool depth = format == WGPUTextureFormat_Depth16Unorm;
    const uint32_t bytes = depth ? 2 : 4, levels = 3;
    WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
    d.usage = WGPUTextureUsage_TextureBinding | WGPUTextureUsage_CopyDst;
    d.dimension =
        k->view == WGPUTextureViewDimension_3D ? WGPUTextureDimension_3D : WGPUTextureDimension_2D;
    d.size = (WGPUExtent3D){SIDE, SIDE, k->depth};
    d.format = format_number(format);
    d.mipLevelCount = levels;
    WGPUTexture t = wgpuDeviceCreateTexture(gpu.device, &d);
    uint32_t random = 1;
    for (uint32_t l = 0; l < levels; l++) {
        static uint8_t data[4 * SIDE * SIDE * 12];
        WGPUExtent3D size = {SIDE >> l, SIDE >> l,
                             d.dimension == WGPUTextureDimension_3D ? k->depth >> l : k->depth};
        size_t n = (size_t)bytes * size.width * size.height * size.depthOrArrayLayers;
        for (size_t i = 0; i < n; i++) {
            if (i % (depth ? 2 : 1) == 0)
                random = random * 1664525u + 1013904223u;
            data[i] = random >> 31 ? 255 : 0;
        }
        WGPUTexelCopyTextureInfo to = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
        to.texture = t;
        to.mipLevel = l;
        WGPUTexelCopyBufferLayout layout = {0, bytes * size.width, size.height};
        wgpuQueueWriteTexture(gpu.queue, &to, data, n, &layout, &size);
    }
    return t;
}

/* What is not filtered may be of any format. */
static WGPUBindGroupLayout make_group_layout(const Kind *k, WGPUTextureFormat format,
                                             const WGPUSamplerDescriptor *sampler) {
    WGPUBindGroupLayoutEntry e[3] = {{.binding = 0}, {.binding = 1}, {.binding = 2}};
    const bool floats = format == WGPUTextureFormat_RGBA8Unorm;
    for (int i = 0; i < 3; i++)
        e[i].visibility = WGPUShaderStage_Compute;
    e[0].texture.viewDimension = k->view;
    e[0].texture.sampleType = floats                                  ? WGPUTextureSampleType_Float
                              : format == WGPUTextureFormat_RGBA8Uint ? WGPUTextureSampleType_Uint
                                                                      : WGPUTextureSampleType_Depth;
    e[1].sampler.type = sampler->compare ? WGPUSamplerBindingType_Comparison
                        : floats         ? WGPUSamplerBindingType_Filtering
                                         : WGPUSamplerBindingType_NonFiltering;
    e[2].buffer.type = WGPUBufferBindingType_Storage;
    return make_layout(3, e);
}

static WGPUComputePipeline make_sampling_pipeline(const char *text, WGPUBindGroupLayout group) {
    WGPUShaderModule m = make_module(text);
    WGPUPipelineLayout l = make_pipeline_layout(1, &group);
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    d.layout = l;
    d.compute.module = m;
    WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(gpu.device, &d);
    wgpuPipelineLayoutRelease(l);
    wgpuShaderModuleRelease(m);
    return p;
}

/* The texture's and the sampler's types, and the call, whose channels are noted as 32nds in hex. */
static void try_call(const Kind *k, WGPUTextureFormat format, const char *types, const char *call,
                     const WGPUSamplerDescriptor *sampler) {
    char text[4096];
    snprintf(text, sizeof text,
             "%s%s  let v = %s;\n  result[i] = vec4u(round(vec4f(v) * 32));\n}\n", types, prologue,
             call);
    WGPUTexture t = make_texture(k, format);
    WGPUTextureViewDescriptor vd = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
    vd.dimension = k->view;
    WGPUBindGroupLayout l = make_group_layout(k, format, sampler);
    WGPUComputePipeline p = make_sampling_pipeline(text, l);
    WGPUBuffer out = make_buffer(U_DATA, POINTS * 16);
    WGPUBindGroupEntry e[3] = {{.binding = 0}, {.binding = 1}, {.binding = 2}};
    e[0].textureView = wgpuTextureCreateView(t, &vd);
    e[1].sampler = wgpuDeviceCreateSampler(gpu.device, sampler);
    e[2].buffer = out;
    e[2].size = WGPU_WHOLE_SIZE;
    WGPUBindGroup group = make_group(l, 3, e);
    WGPUCommandEncoder encoder = make_encoder();
    WGPUComputePassEncoder pass = begin_pass(encoder);
    wgpuComputePassEncoderSetPipeline(pass, p);
    wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, NULL);
    wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
    wgpuComputePassEncoderEnd(pass);
    submit(encoder);
    uint32_t words[POINTS * 4] = {0};
    if (read_words(out, 0, words, POINTS * 4))
        for (uint32_t i = 0; i < POINTS; i++)
            note("%x.%x.%x.%x", words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]);
    wgpuBindGroupRelease(group);
    wgpuBindGroupLayoutRelease(l);
    wgpuSamplerRelease(e[1].sampler);
    wgpuTextureViewRelease(e[0].textureView);
    wgpuBufferRelease(out);
    wgpuComputePipelineRelease(p);
    wgpuTextureRelease(t);
}

static WGPUSamplerDescriptor make_sampler(WGPUAddressMode mode, bool linear, bool levels) {
    WGPUSamplerDescriptor d = WGPU_SAMPLER_DESCRIPTOR_INIT;
    d.addressModeU = d.addressModeV = d.addressModeW = mode;
    d.magFilter = d.minFilter = linear ? WGPUFilterMode_Linear : WGPUFilterMode_Nearest;
    d.mipmapFilter = levels ? WGPUMipmapFilterMode_Linear : WGPUMipmapFilterMode_Nearest;
    return d;
}

static const char *types_of(const Kind *k, const char *texel, const char *sampler) {
    static char text[256];
    snprintf(text, sizeof text,
             "@group(0) @binding(0) var t: texture_%s%s%s;\n@group(0) @binding(1) var s: %s;\n",
             texel[0] ? "" : "depth_", k->name, texel, sampler);
    return text;
}

static const struct {
    const char *name;
    WGPUAddressMode mode;
} modes[] = {{"clamped", WGPUAddressMode_ClampToEdge},
             {"repeated", WGPUAddressMode_Repeat},
             {"mirrored", WGPUAddressMode_MirrorRepeat}};

static void levels(const Kind *k) {
    for (uint32_t i = 0; i < 6; i++) {
        WGPUSamplerDescriptor s = make_sampler(modes[i % 3].mode, i >= 3, false);
        CASE("%s, %s, %s", k->name, modes[i % 3].name, i >= 3 ? "linear" : "nearest")
        try_call(k, WGPUTextureFormat_RGBA8Unorm, types_of(k, "<f32>", "sampler"),
                 name_of("textureSampleLevel(t, s, %s, 0)", k->point), &s);
    }
    WGPUSamplerDescriptor s = make_sampler(WGPUAddressMode_Repeat, false, true);
    s.lodMaxClamp = 1.5f;
    CASE("%s, between levels", k->name)
    try_call(k, WGPUTextureFormat_RGBA8Unorm, types_of(k, "<f32>", "sampler"),
             name_of("textureSampleLevel(t, s, %s, 0.25 * f32(i %% 12))", k->point), &s);
    if (!k->gradient)
        return;
    s = make_sampler(WGPUAddressMode_Repeat, false, false);
    CASE("%s, by its gradient", k->name)
    try_call(k, WGPUTextureFormat_RGBA8Unorm, types_of(k, "<f32>", "sampler"),
             name_of("textureSampleGrad(t, s, %s, %s)", k->point, k->gradient), &s);
    const char *offset =
        k->view == WGPUTextureViewDimension_3D ? "vec3i(3, -2, 7)" : "vec2i(-8, 5)";
    s = make_sampler(WGPUAddressMode_MirrorRepeat, true, false);
    CASE("%s, with an offset", k->name)
    try_call(k, WGPUTextureFormat_RGBA8Unorm, types_of(k, "<f32>", "sampler"),
             name_of("textureSampleLevel(t, s, %s, 0, %s)", k->point, offset), &s);
}

static void gathers(const Kind *k) {
    WGPUSamplerDescriptor s = make_sampler(WGPUAddressMode_MirrorRepeat, false, false);
    CASE("%s, gathered", k->name)
    try_call(k, WGPUTextureFormat_RGBA8Unorm, types_of(k, "<f32>", "sampler"),
             name_of("textureGather(2, t, s, %s)", k->point), &s);
    CASE("%s, gathered integers", k->name)
    try_call(k, WGPUTextureFormat_RGBA8Uint, types_of(k, "<u32>", "sampler"),
             name_of("textureGather(1, t, s, %s)", k->point), &s);
    CASE("%s, depths gathered", k->name)
    try_call(k, WGPUTextureFormat_Depth16Unorm, types_of(k, "", "sampler"),
             name_of("textureGather(t, s, %s)", k->point), &s);
}

static void depths(const Kind *k) {
    static const WGPUCompareFunction compare[] = {
        WGPUCompareFunction_Never,   WGPUCompareFunction_Less,
        WGPUCompareFunction_Equal,   WGPUCompareFunction_LessEqual,
        WGPUCompareFunction_Greater, WGPUCompareFunction_NotEqual,
        WGPUCompareFunction_Always,  WGPUCompareFunction_GreaterEqual};
    for (uint32_t i = 0; i < 8; i++) {
        WGPUSamplerDescriptor s = make_sampler(WGPUAddressMode_Repeat, i % 2, false);
        s.compare = compare[i];
        CASE("%s, depths compared: %d", k->name, (int)compare[i])
        try_call(k, WGPUTextureFormat_Depth16Unorm, types_of(k, "", "sampler_comparison"),
                 name_of("vec4f(textureSampleCompareLevel(t, s, %s, 0.5 * f32(i %% 3)))", k->point),
                 &s);
    }
    WGPUSamplerDescriptor s = make_sampler(WGPUAddressMode_ClampToEdge, false, false);
    s.compare = WGPUCompareFunction_Less;
    CASE("%s, comparisons gathered", k->name)
    try_call(k, WGPUTextureFormat_Depth16Unorm, types_of(k, "", "sampler_comparison"),
             name_of("textureGatherCompare(t, s, %s, 0.5)", k->point), &s);
}

void run_cases(void) {
    for (uint32_t i = 0; i < KINDS; i++) {
        levels(&kinds[i]);
        if (kinds[i].view == WGPUTextureViewDimension_3D)
            continue;
        gathers(&kinds[i]);
        depths(&kinds[i]);
    }
    WGPUSamplerDescriptor s = make_sampler(WGPUAddressMode_Repeat, true, false);
    CASE("2d, clamped by the function")
    try_call(&kinds[0], WGPUTextureFormat_RGBA8Unorm, types_of(&kinds[0], "<f32>", "sampler"),
             "textureSampleBaseClampToEdge(t, s, c.xy)", &s);
}
