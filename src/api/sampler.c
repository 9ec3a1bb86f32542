/* Samplers. Shaders that sample cannot be run, so a sampler is only what it was asked to be. */
#include "api/api.h"

static bool check(WGPUSampler s, const WGPUSamplerDescriptor *desc) {
    WGPUDevice d = s->base.device;
    if (!device_check_chain(d, NAME(s), desc->nextInChain))
        return false;
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
    s->filters = desc->magFilter == WGPUFilterMode_Linear ||
                 desc->minFilter == WGPUFilterMode_Linear ||
                 desc->mipmapFilter == WGPUMipmapFilterMode_Linear;
    s->base.invalid = !check(s, desc);
    return s;
}
