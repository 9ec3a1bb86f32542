/* Samplers. maxAnisotropy is checked but has no effect: what computes with one level and one
 * footprint a sample is within what WebGPU allows. */
#include "api/api.h"

static bool in_range(const WGPUSamplerDescriptor *desc) {
    return desc->addressModeU <= WGPUAddressMode_MirrorRepeat &&
           desc->addressModeV <= WGPUAddressMode_MirrorRepeat &&
           desc->addressModeW <= WGPUAddressMode_MirrorRepeat &&
           desc->magFilter <= WGPUFilterMode_Linear && desc->minFilter <= WGPUFilterMode_Linear &&
           desc->mipmapFilter <= WGPUMipmapFilterMode_Linear &&
           desc->compare <= WGPUCompareFunction_Always;
}

static bool check(WGPUSampler s, const WGPUSamplerDescriptor *desc) {
    WGPUDevice d = s->base.device;
    if (!device_check_chain(d, NAME(s), desc->nextInChain))
        return false;
    if (!in_range(desc))
        return device_invalid(d,
                              "createSampler: %s: an address mode, filter or compare function is "
                              "out of range",
                              NAME(s));
    if (!(desc->lodMinClamp >= 0) || !(desc->lodMaxClamp >= desc->lodMinClamp))
        return device_invalid(d,
                              "createSampler: %s: lodMinClamp %g and lodMaxClamp %g are no range",
                              NAME(s), (double)desc->lodMinClamp, (double)desc->lodMaxClamp);
    bool linear = desc->magFilter == WGPUFilterMode_Linear &&
                  desc->minFilter == WGPUFilterMode_Linear &&
                  desc->mipmapFilter == WGPUMipmapFilterMode_Linear;
    if (desc->maxAnisotropy < 1 || (desc->maxAnisotropy > 1 && !linear))
        return device_invalid(d,
                              "createSampler: %s: maxAnisotropy %u is to be 1, or more where all "
                              "filters are linear",
                              NAME(s), desc->maxAnisotropy);
    return true;
}

static EngineAddress address(WGPUAddressMode mode) {
    return mode == WGPUAddressMode_Repeat         ? ADDRESS_REPEAT
           : mode == WGPUAddressMode_MirrorRepeat ? ADDRESS_MIRROR
                                                  : ADDRESS_CLAMP;
}

/* Comparisons have the same numbers in webgpu.h and in the engine. */
static EngineSampler settings(const WGPUSamplerDescriptor *desc) {
    return (EngineSampler){
        .address = {address(desc->addressModeU), address(desc->addressModeV),
                    address(desc->addressModeW)},
        .magnifies_linear = desc->magFilter == WGPUFilterMode_Linear,
        .minifies_linear = desc->minFilter == WGPUFilterMode_Linear,
        .levels_linear = desc->mipmapFilter == WGPUMipmapFilterMode_Linear,
        .compare = (EngineCompare)desc->compare,
        .level_min = desc->lodMinClamp,
        .level_max = desc->lodMaxClamp,
    };
}

WGPUSampler wgpuDeviceCreateSampler(WGPUDevice d, const WGPUSamplerDescriptor *desc) {
    const WGPUSamplerDescriptor none = WGPU_SAMPLER_DESCRIPTOR_INIT;
    if (!d)
        return NULL;
    if (!desc)
        desc = &none;
    WGPUSampler s = object_new(d, KIND_Sampler, sizeof *s, desc->label);
    if (!s)
        return NULL;
    s->compares = desc->compare != WGPUCompareFunction_Undefined;
    s->seen = settings(desc);
    s->filters = s->seen.magnifies_linear || s->seen.minifies_linear || s->seen.levels_linear;
    s->base.invalid = !check(s, desc);
    return s;
}
