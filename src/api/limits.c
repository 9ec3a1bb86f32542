/* Limits and features: one table of limits with what WebGPU gives everybody and what the adapter
 * has to offer. */
#include <inttypes.h>
#include <stdlib.h>

#include "api/api.h"

typedef struct LimitRow {
    const char *name;
    size_t offset;
    bool wide;      /* uint64_t */
    bool alignment; /* smaller is better, a power of two */
    uint64_t standard, adapter;
} LimitRow;

static const LimitRow rows[] = {
#define ROW(name, wide, alignment, standard, adapter)                                              \
    { #name, offsetof(WGPULimits, name), wide, alignment, standard, adapter }
#define LIMIT(name, standard, adapter)     ROW(name, false, false, standard, adapter)
#define WIDE(name, standard, adapter)      ROW(name, true, false, standard, adapter)
#define ALIGNMENT(name, standard, adapter) ROW(name, false, true, standard, adapter)
    LIMIT(maxTextureDimension1D, 8192, 8192),
    LIMIT(maxTextureDimension2D, 8192, 8192),
    LIMIT(maxTextureDimension3D, 2048, 2048),
    LIMIT(maxTextureArrayLayers, 256, 256),
    LIMIT(maxBindGroups, 4, MAX_BIND_GROUPS),
    LIMIT(maxBindGroupsPlusVertexBuffers, 24, 24),
    LIMIT(maxBindingsPerBindGroup, 1000, 1000),
    LIMIT(maxDynamicUniformBuffersPerPipelineLayout, 8, 16),
    LIMIT(maxDynamicStorageBuffersPerPipelineLayout, 4, 16),
    LIMIT(maxSampledTexturesPerShaderStage, 16, 16),
    LIMIT(maxSamplersPerShaderStage, 16, 16),
    LIMIT(maxStorageBuffersPerShaderStage, 8, 64),
    LIMIT(maxStorageTexturesPerShaderStage, 4, 16),
    LIMIT(maxUniformBuffersPerShaderStage, 12, 64),
    WIDE(maxUniformBufferBindingSize, 65536, UINT64_C(1) << 30),
    WIDE(maxStorageBufferBindingSize, UINT64_C(1) << 27, UINT64_C(1) << 31),
    ALIGNMENT(minUniformBufferOffsetAlignment, 256, 32),
    ALIGNMENT(minStorageBufferOffsetAlignment, 256, 32),
    LIMIT(maxVertexBuffers, 8, 8),
    WIDE(maxBufferSize, UINT64_C(1) << 28, UINT64_C(1) << 36),
    LIMIT(maxVertexAttributes, 16, 16),
    LIMIT(maxVertexBufferArrayStride, 2048, 2048),
    LIMIT(maxInterStageShaderVariables, 16, 16),
    LIMIT(maxColorAttachments, 8, 8),
    LIMIT(maxColorAttachmentBytesPerSample, 32, 32),
    LIMIT(maxComputeWorkgroupStorageSize, 16384, 65536),
    LIMIT(maxComputeInvocationsPerWorkgroup, 256, 1024),
    LIMIT(maxComputeWorkgroupSizeX, 256, 1024),
    LIMIT(maxComputeWorkgroupSizeY, 256, 1024),
    LIMIT(maxComputeWorkgroupSizeZ, 64, 64),
    LIMIT(maxComputeWorkgroupsPerDimension, 65535, 65535),
    LIMIT(maxImmediateSize, 0, 0),
#undef ROW
#undef LIMIT
#undef WIDE
#undef ALIGNMENT
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static uint64_t get(const WGPULimits *l, const LimitRow *r) {
    const char *at = (const char *)l + r->offset;
    return r->wide ? *(const uint64_t *)at : *(const uint32_t *)at;
}

static void set(WGPULimits *l, const LimitRow *r, uint64_t v) {
    char *at = (char *)l + r->offset;
    if (r->wide)
        *(uint64_t *)at = v;
    else
        *(uint32_t *)at = (uint32_t)v;
}

static bool is_asked(const LimitRow *r, uint64_t v) {
    return v != (r->wide ? WGPU_LIMIT_U64_UNDEFINED : WGPU_LIMIT_U32_UNDEFINED);
}

void limits_default(WGPULimits *l) {
    for (int i = 0; i < ROWS; i++)
        set(l, &rows[i], rows[i].standard);
}

void limits_adapter(WGPULimits *l) {
    for (int i = 0; i < ROWS; i++)
        set(l, &rows[i], rows[i].adapter);
}

bool limits_request(WGPULimits *l, const WGPULimits *required, char **error) {
    limits_default(l);
    for (int i = 0; required && i < ROWS; i++) {
        const LimitRow *r = &rows[i];
        uint64_t asked = get(required, r);
        if (!is_asked(r, asked))
            continue;
        if (r->alignment ? asked < r->adapter : asked > r->adapter) {
            *error = text_format("limit %s: %" PRIu64 " is asked for, the adapter has %" PRIu64,
                                 r->name, asked, r->adapter);
            return false;
        }
        if (r->alignment && (asked & (asked - 1))) {
            *error = text_format("limit %s: %" PRIu64 " is not a power of two", r->name, asked);
            return false;
        }
        if (r->alignment ? asked < r->standard : asked > r->standard)
            set(l, r, asked);
    }
    return true;
}

WGPUStatus limits_copy(WGPULimits *out, const WGPULimits *from) {
    if (!out)
        return WGPUStatus_Error;
    if (chain_stranger(out->nextInChain, WGPUSType_CompatibilityModeLimits)) {
        api_log("the chain of a WGPULimits to fill has a struct that does not belong there");
        return WGPUStatus_Error;
    }
    for (int i = 0; i < ROWS; i++)
        set(out, &rows[i], get(from, &rows[i]));
    WGPUCompatibilityModeLimits *c = (WGPUCompatibilityModeLimits *)(uintptr_t)chain_find(
        out->nextInChain, WGPUSType_CompatibilityModeLimits);
    if (c) {
        c->maxStorageBuffersInVertexStage = from->maxStorageBuffersPerShaderStage;
        c->maxStorageBuffersInFragmentStage = from->maxStorageBuffersPerShaderStage;
        c->maxStorageTexturesInVertexStage = from->maxStorageTexturesPerShaderStage;
        c->maxStorageTexturesInFragmentStage = from->maxStorageTexturesPerShaderStage;
    }
    return WGPUStatus_Success;
}

/* ---- features ---- */

/* A feature of Dawn's that programs for it ask for: any thread may call a device's functions. */
#define DAWN_IMPLICIT_DEVICE_SYNCHRONIZATION ((WGPUFeatureName)0x00050004)

static const WGPUFeatureName offered[] = {
    WGPUFeatureName_CoreFeaturesAndLimits,
    WGPUFeatureName_TimestampQuery,
    WGPUFeatureName_ShaderF16,
    WGPUFeatureName_Subgroups,
    WGPUFeatureName_BGRA8UnormStorage,
    WGPUFeatureName_Depth32FloatStencil8,
    WGPUFeatureName_Float32Filterable,
    WGPUFeatureName_RG11B10UfloatRenderable,
    WGPUFeatureName_TextureFormatsTier1,
    WGPUFeatureName_TextureFormatsTier2,
    DAWN_IMPLICIT_DEVICE_SYNCHRONIZATION,
};

/* 64 when nobody here knows it. */
static unsigned bit_of(WGPUFeatureName f) {
    enum { FIRST_FOREIGN = 32, UNKNOWN = 64 };
    return (unsigned)f < FIRST_FOREIGN                 ? (unsigned)f
           : f == DAWN_IMPLICIT_DEVICE_SYNCHRONIZATION ? FIRST_FOREIGN
                                                       : UNKNOWN;
}

bool features_have(FeatureSet s, WGPUFeatureName f) {
    unsigned bit = bit_of(f);
    return bit < 64 && (s >> bit & 1);
}

/* Features that others bring with them. */
static const struct {
    WGPUFeatureName feature, brings;
} implied[] = {
    {WGPUFeatureName_TextureFormatsTier2, WGPUFeatureName_TextureFormatsTier1},
    {WGPUFeatureName_TextureFormatsTier1, WGPUFeatureName_RG11B10UfloatRenderable},
};

FeatureSet features_adapter(void) {
    return features_device(offered, sizeof offered / sizeof offered[0]);
}

FeatureSet features_device(const WGPUFeatureName *names, size_t count) {
    FeatureSet s = (FeatureSet)1 << WGPUFeatureName_CoreFeaturesAndLimits;
    for (size_t i = 0; i < count; i++)
        s |= (FeatureSet)1 << bit_of(names[i]);
    for (size_t i = 0; i < sizeof implied / sizeof implied[0]; i++)
        if (features_have(s, implied[i].feature))
            s |= (FeatureSet)1 << implied[i].brings;
    return s;
}

void features_list(FeatureSet s, WGPUSupportedFeatures *out) {
    WGPUFeatureName *list = calloc(32, sizeof *list);
    size_t count = 0;
    for (unsigned f = 0; list && f < 32; f++)
        if (s >> f & 1)
            list[count++] = (WGPUFeatureName)f;
    *out = (WGPUSupportedFeatures){count, list};
}

/* ---- chains ---- */

/* A longer chain is a circle. */
enum { LONGEST_CHAIN = 100 };

const WGPUChainedStruct *chain_find(const WGPUChainedStruct *chain, WGPUSType type) {
    for (int i = 0; chain && i < LONGEST_CHAIN; chain = chain->next, i++)
        if (chain->sType == type)
            return chain;
    return NULL;
}

const WGPUChainedStruct *chain_stranger(const WGPUChainedStruct *chain, WGPUSType known) {
    bool seen = false;
    for (; chain; chain = chain->next) {
        if (chain->sType != known || seen)
            return chain;
        seen = true;
    }
    return NULL;
}
