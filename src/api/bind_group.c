/* Bind groups: the buffers, textures and samplers behind the entries of a layout. */
#include <inttypes.h>
#include <stdlib.h>

#include "api/api.h"

/* What a buffer needs for a type of binding. */
typedef struct BufferRule {
    WGPUBufferUsage usage;
    const char *usage_name;
    uint64_t alignment, most;
} BufferRule;

static BufferRule rule_of(const WGPULimits *l, WGPUBufferBindingType type) {
    if (type == WGPUBufferBindingType_Uniform)
        return (BufferRule){WGPUBufferUsage_Uniform, "Uniform", l->minUniformBufferOffsetAlignment,
                            l->maxUniformBufferBindingSize};
    return (BufferRule){WGPUBufferUsage_Storage, "Storage", l->minStorageBufferOffsetAlignment,
                        l->maxStorageBufferBindingSize};
}

static bool check_size(WGPUBindGroup g, const WGPUBindGroupLayoutEntry *le, const Bound *b,
                       const BufferRule *rule) {
    WGPUDevice d = g->base.device;
    if (b->size == 0)
        return device_invalid(d, "createBindGroup: %s: binding %u has size 0", NAME(g),
                              le->binding);
    if (b->size > rule->most)
        return device_invalid(d,
                              "createBindGroup: %s: binding %u: size %" PRIu64
                              " is over max%sBufferBindingSize, %" PRIu64,
                              NAME(g), le->binding, b->size, rule->usage_name, rule->most);
    if (le->buffer.type != WGPUBufferBindingType_Uniform && b->size % 4)
        return device_invalid(d,
                              "createBindGroup: %s: binding %u: size %" PRIu64
                              " is no multiple of 4, which storage needs",
                              NAME(g), le->binding, b->size);
    if (b->size < le->buffer.minBindingSize)
        return device_invalid(d,
                              "createBindGroup: %s: binding %u: size %" PRIu64
                              " is under the layout's minBindingSize, %" PRIu64,
                              NAME(g), le->binding, b->size, le->buffer.minBindingSize);
    return true;
}

static bool bind_buffer(WGPUBindGroup g, uint32_t index, const WGPUBindGroupEntry *e) {
    WGPUDevice d = g->base.device;
    const WGPUBindGroupLayoutEntry *le = &g->layout->entry[index];
    BufferRule rule = rule_of(&d->limits, le->buffer.type);
    if (!device_check_object(d, "createBindGroup", "a buffer", e->buffer))
        return false;
    if (!(e->buffer->usage & rule.usage))
        return device_invalid(d, "createBindGroup: %s: binding %u: %s lacks usage %s", NAME(g),
                              e->binding, NAME(e->buffer), rule.usage_name);
    if (e->offset % rule.alignment)
        return device_invalid(d,
                              "createBindGroup: %s: binding %u: offset %" PRIu64
                              " is no multiple of min%sBufferOffsetAlignment, %" PRIu64,
                              NAME(g), e->binding, e->offset, rule.usage_name, rule.alignment);
    uint64_t whole = e->buffer->size;
    Bound b = {.buffer = e->buffer, .offset = e->offset, .size = e->size};
    if (b.size == WGPU_WHOLE_SIZE && b.offset <= whole)
        b.size = whole - b.offset;
    if (!range_fits(b.offset, b.size, whole))
        return device_invalid(d,
                              "createBindGroup: %s: binding %u: offset %" PRIu64
                              " and size %" PRIu64 " go past the end of %s, %" PRIu64,
                              NAME(g), e->binding, e->offset, e->size, NAME(e->buffer), whole);
    if (!check_size(g, le, &b, &rule))
        return false;
    object_ref(b.buffer);
    g->bound[index] = b;
    return true;
}

/* ---- textures and samplers ---- */

static bool check_sampled(WGPUBindGroup g, const WGPUBindGroupLayoutEntry *le, WGPUTextureView v) {
    WGPUDevice d = g->base.device;
    const TexelFormat *f = v->seen.format;
    if (!(v->usage & WGPUTextureUsage_TextureBinding))
        return device_invalid(d, "createBindGroup: %s: binding %u: %s lacks usage TextureBinding",
                              NAME(g), le->binding, NAME(v));
    if (v->aspect == WGPUTextureAspect_All && (v->info->rules & TEXEL_DEPTH) &&
        (v->info->rules & TEXEL_STENCIL))
        return device_invalid(d, "createBindGroup: %s: binding %u: %s has two aspects", NAME(g),
                              le->binding, NAME(v));
    if (!format_has_sample_type(d, f, le->texture.sampleType))
        return device_invalid(d,
                              "createBindGroup: %s: binding %u: %s does not have the layout's "
                              "sampleType",
                              NAME(g), le->binding, f->name);
    return (v->seen.samples > 1) == (le->texture.multisampled != 0) ||
           device_invalid(d, "createBindGroup: %s: binding %u: %s has %u samples", NAME(g),
                          le->binding, NAME(v), v->seen.samples);
}

static bool check_stored(WGPUBindGroup g, const WGPUBindGroupLayoutEntry *le, WGPUTextureView v) {
    WGPUDevice d = g->base.device;
    if (!(v->usage & WGPUTextureUsage_StorageBinding))
        return device_invalid(d, "createBindGroup: %s: binding %u: %s lacks usage StorageBinding",
                              NAME(g), le->binding, NAME(v));
    const TexelFormat *f = format_info(le->storageTexture.format);
    if (v->info != f)
        return device_invalid(d, "createBindGroup: %s: binding %u: %s is of %s, the layout of %s",
                              NAME(g), le->binding, NAME(v), v->info->name, f->name);
    return v->levels == 1 ||
           device_invalid(d,
                          "createBindGroup: %s: binding %u: %s has %u levels, a storage "
                          "texture has one",
                          NAME(g), le->binding, NAME(v), v->levels);
}

static bool bind_view(WGPUBindGroup g, uint32_t index, WGPUTextureView v) {
    WGPUDevice d = g->base.device;
    const WGPUBindGroupLayoutEntry *le = &g->layout->entry[index];
    bool stored = le->storageTexture.access != WGPUStorageTextureAccess_BindingNotUsed;
    if (!device_check_object(d, "createBindGroup", "a texture view", v))
        return false;
    WGPUTextureViewDimension dimension =
        stored ? le->storageTexture.viewDimension : le->texture.viewDimension;
    if (v->dimension != dimension)
        return device_invalid(d,
                              "createBindGroup: %s: binding %u: %s has another dimension than "
                              "the layout",
                              NAME(g), le->binding, NAME(v));
    if (!(stored ? check_stored : check_sampled)(g, le, v))
        return false;
    g->bound[index].view = object_ref(v);
    return true;
}

static bool bind_sampler(WGPUBindGroup g, uint32_t index, WGPUSampler s) {
    WGPUDevice d = g->base.device;
    const WGPUBindGroupLayoutEntry *le = &g->layout->entry[index];
    if (!device_check_object(d, "createBindGroup", "a sampler", s))
        return false;
    if (s->compares != (le->sampler.type == WGPUSamplerBindingType_Comparison) ||
        (s->filters && le->sampler.type == WGPUSamplerBindingType_NonFiltering))
        return device_invalid(d,
                              "createBindGroup: %s: binding %u: %s does not have the layout's "
                              "type",
                              NAME(g), le->binding, NAME(s));
    g->bound[index].sampler = object_ref(s);
    return true;
}

/* ---- all kinds ---- */

static bool bind(WGPUBindGroup g, const WGPUBindGroupEntry *e, bool *seen) {
    WGPUDevice d = g->base.device;
    int64_t index = bind_group_layout_find(g->layout, e->binding);
    if (index < 0)
        return device_invalid(d, "createBindGroup: %s: binding %u is not in %s", NAME(g),
                              e->binding, NAME(g->layout));
    if (seen[index])
        return device_invalid(d, "createBindGroup: %s: binding %u is there twice", NAME(g),
                              e->binding);
    seen[index] = true;
    const WGPUBindGroupLayoutEntry *le = &g->layout->entry[index];
    bool buffer = le->buffer.type != WGPUBufferBindingType_BindingNotUsed;
    bool sampler = le->sampler.type != WGPUSamplerBindingType_BindingNotUsed;
    const void *wanted = buffer    ? (const void *)e->buffer
                         : sampler ? (const void *)e->sampler
                                   : (const void *)e->textureView;
    int given = (e->buffer != NULL) + (e->sampler != NULL) + (e->textureView != NULL);
    if (!wanted || given != 1 || e->nextInChain)
        return device_invalid(d, "createBindGroup: %s: binding %u is to be a %s and nothing else",
                              NAME(g), e->binding,
                              buffer    ? "buffer"
                              : sampler ? "sampler"
                                        : "texture view");
    if (buffer)
        return bind_buffer(g, (uint32_t)index, e);
    return sampler ? bind_sampler(g, (uint32_t)index, e->sampler)
                   : bind_view(g, (uint32_t)index, e->textureView);
}

static bool fill(WGPUBindGroup g, const WGPUBindGroupDescriptor *desc) {
    WGPUDevice d = g->base.device;
    if (!device_check_chain(d, NAME(g), desc->nextInChain) ||
        !device_check_object(d, "createBindGroup", "the layout", desc->layout))
        return false;
    g->layout = object_ref(desc->layout);
    if (desc->entryCount != g->layout->entries)
        return device_invalid(d, "createBindGroup: %s: %zu entries for the %u bindings of %s",
                              NAME(g), desc->entryCount, g->layout->entries, NAME(g->layout));
    if (!device_check_array(d, NAME(g), desc->entries, desc->entryCount))
        return false;
    size_t room = desc->entryCount ? desc->entryCount : 1;
    g->bound = calloc(room, sizeof *g->bound);
    bool *seen = calloc(room, sizeof *seen);
    bool ok = g->bound && seen;
    if (!ok)
        device_error(d, WGPUErrorType_OutOfMemory, "createBindGroup: %s: out of memory", NAME(g));
    for (size_t i = 0; ok && i < desc->entryCount; i++)
        ok = bind(g, &desc->entries[i], seen);
    free(seen);
    return ok;
}

WGPUBindGroup wgpuDeviceCreateBindGroup(WGPUDevice d, const WGPUBindGroupDescriptor *desc) {
    if (!d || !desc)
        return NULL;
    WGPUBindGroup g = object_new(d, KIND_BindGroup, sizeof *g, desc->label);
    if (g)
        g->base.invalid = !fill(g, desc);
    return g;
}

void bind_group_free(Object *o) {
    WGPUBindGroup g = (WGPUBindGroup)o;
    for (uint32_t i = 0; g->bound && i < g->layout->entries; i++) {
        object_unref(g->bound[i].buffer);
        object_unref(g->bound[i].view);
        object_unref(g->bound[i].sampler);
    }
    free(g->bound);
    object_unref(g->layout);
}
