/* Bind group layouts. Entries are kept sorted by binding number, with defaults filled in, so that
 * two layouts are the same when their entries are, and dynamic offsets come in the entries' order.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "api/api.h"

static const WGPUShaderStage ALL_STAGES = 0x7;

static bool has_buffer(const WGPUBindGroupLayoutEntry *e) {
    return e->buffer.type != WGPUBufferBindingType_BindingNotUsed;
}
static bool has_sampler(const WGPUBindGroupLayoutEntry *e) {
    return e->sampler.type != WGPUSamplerBindingType_BindingNotUsed;
}
static bool has_texture(const WGPUBindGroupLayoutEntry *e) {
    return e->texture.sampleType != WGPUTextureSampleType_BindingNotUsed;
}
static bool has_storage_texture(const WGPUBindGroupLayoutEntry *e) {
    return e->storageTexture.access != WGPUStorageTextureAccess_BindingNotUsed;
}
bool bind_group_layout_is_writable(const WGPUBindGroupLayoutEntry *e) {
    return e->buffer.type == WGPUBufferBindingType_Storage ||
           (has_storage_texture(e) &&
            e->storageTexture.access != WGPUStorageTextureAccess_ReadOnly);
}

/* Fills in what an entry leaves to the standard. */
static WGPUBindGroupLayoutEntry with_defaults(const WGPUBindGroupLayoutEntry *given) {
    WGPUBindGroupLayoutEntry e = *given;
    e.nextInChain = e.buffer.nextInChain = NULL;
    if (e.buffer.type == WGPUBufferBindingType_Undefined)
        e.buffer.type = WGPUBufferBindingType_Uniform;
    e.buffer.hasDynamicOffset = e.buffer.hasDynamicOffset != 0;
    if (e.sampler.type == WGPUSamplerBindingType_Undefined)
        e.sampler.type = WGPUSamplerBindingType_Filtering;
    if (e.texture.sampleType == WGPUTextureSampleType_Undefined)
        e.texture.sampleType = WGPUTextureSampleType_Float;
    if (e.texture.viewDimension == WGPUTextureViewDimension_Undefined)
        e.texture.viewDimension = WGPUTextureViewDimension_2D;
    if (e.storageTexture.access == WGPUStorageTextureAccess_Undefined)
        e.storageTexture.access = WGPUStorageTextureAccess_WriteOnly;
    if (e.storageTexture.viewDimension == WGPUTextureViewDimension_Undefined)
        e.storageTexture.viewDimension = WGPUTextureViewDimension_2D;
    return e;
}

static bool check_texture(WGPUBindGroupLayout l, const WGPUBindGroupLayoutEntry *e) {
    WGPUDevice d = l->base.device;
    const WGPUTextureBindingLayout *t = &e->texture;
    if (!has_texture(e) || !t->multisampled)
        return true;
    if (t->viewDimension != WGPUTextureViewDimension_2D &&
        t->viewDimension != WGPUTextureViewDimension_Undefined)
        return device_invalid(d,
                              "createBindGroupLayout: %s: binding %u: with several samples it "
                              "is to be 2D",
                              NAME(l), e->binding);
    if (t->sampleType == WGPUTextureSampleType_Float ||
        t->sampleType == WGPUTextureSampleType_Undefined)
        return device_invalid(d,
                              "createBindGroupLayout: %s: binding %u: with several samples it "
                              "cannot be filtered",
                              NAME(l), e->binding);
    return true;
}

static bool check_storage_texture(WGPUBindGroupLayout l, const WGPUBindGroupLayoutEntry *e) {
    WGPUDevice d = l->base.device;
    const WGPUStorageTextureBindingLayout *t = &e->storageTexture;
    if (!has_storage_texture(e))
        return true;
    const TexelFormat *f = format_info(t->format);
    if (t->format == WGPUTextureFormat_Undefined)
        return device_invalid(d, "createBindGroupLayout: %s: binding %u needs a texture format",
                              NAME(l), e->binding);
    if (t->viewDimension == WGPUTextureViewDimension_Cube ||
        t->viewDimension == WGPUTextureViewDimension_CubeArray)
        return device_invalid(d,
                              "createBindGroupLayout: %s: binding %u: storage textures are no "
                              "cubes",
                              NAME(l), e->binding);
    WGPUStorageTextureAccess access = t->access == WGPUStorageTextureAccess_Undefined
                                          ? WGPUStorageTextureAccess_WriteOnly
                                          : t->access;
    return (f && format_is_stored(d, f, access)) ||
           device_invalid(d,
                          "createBindGroupLayout: %s: binding %u: storage textures with this "
                          "access cannot be %s",
                          NAME(l), e->binding, f ? f->name : "of this format");
}

static bool check_kind(WGPUBindGroupLayout l, const WGPUBindGroupLayoutEntry *e) {
    WGPUDevice d = l->base.device;
    if (e->nextInChain)
        return device_invalid(d,
                              "createBindGroupLayout: %s: binding %u: external textures are not "
                              "supported",
                              NAME(l), e->binding);
    if (has_buffer(e) + has_sampler(e) + has_texture(e) + has_storage_texture(e) != 1)
        return device_invalid(
            d,
            "createBindGroupLayout: %s: binding %u is to be exactly one of buffer, "
            "sampler, texture and storage texture",
            NAME(l), e->binding);
    if (e->buffer.type > WGPUBufferBindingType_ReadOnlyStorage ||
        e->sampler.type > WGPUSamplerBindingType_Comparison ||
        e->texture.viewDimension > WGPUTextureViewDimension_3D ||
        e->storageTexture.viewDimension > WGPUTextureViewDimension_3D ||
        e->texture.sampleType > WGPUTextureSampleType_Uint ||
        e->storageTexture.access > WGPUStorageTextureAccess_ReadWrite)
        return device_invalid(d, "createBindGroupLayout: %s: binding %u has a type out of range",
                              NAME(l), e->binding);
    return check_texture(l, e) && check_storage_texture(l, e);
}

static bool check_entry(WGPUBindGroupLayout l, const WGPUBindGroupLayoutEntry *e) {
    WGPUDevice d = l->base.device;
    if (e->binding >= d->limits.maxBindingsPerBindGroup)
        return device_invalid(d,
                              "createBindGroupLayout: %s: binding number %u is not under "
                              "maxBindingsPerBindGroup, %u",
                              NAME(l), e->binding, d->limits.maxBindingsPerBindGroup);
    if (e->bindingArraySize > 1)
        return device_invalid(d,
                              "createBindGroupLayout: %s: binding %u: arrays of bindings are not "
                              "supported",
                              NAME(l), e->binding);
    if (e->visibility & ~ALL_STAGES)
        return device_invalid(d,
                              "createBindGroupLayout: %s: binding %u: visibility 0x%" PRIx64
                              " is not a set of shader stages",
                              NAME(l), e->binding, e->visibility);
    if (!check_kind(l, e))
        return false;
    if (bind_group_layout_is_writable(e) && (e->visibility & WGPUShaderStage_Vertex))
        return device_invalid(d,
                              "createBindGroupLayout: %s: binding %u is writable, so vertex "
                              "shaders must not see it",
                              NAME(l), e->binding);
    return true;
}

/* ---- limits on the number of bindings ---- */

enum { STAGES = 3 };

typedef struct SlotCounts {
    uint32_t dynamic_uniform, dynamic_storage;
    struct {
        uint32_t uniform, storage, sampler, texture, storage_texture;
    } stage[STAGES];
} SlotCounts;

static void count_slots(SlotCounts *c, WGPUBindGroupLayout l) {
    for (uint32_t i = 0; l && i < l->entries; i++) {
        const WGPUBindGroupLayoutEntry *e = &l->entry[i];
        bool uniform = e->buffer.type == WGPUBufferBindingType_Uniform;
        if (e->buffer.hasDynamicOffset)
            ++*(uniform ? &c->dynamic_uniform : &c->dynamic_storage);
        for (int s = 0; s < STAGES; s++) {
            if (!(e->visibility >> s & 1))
                continue;
            c->stage[s].uniform += has_buffer(e) && uniform;
            c->stage[s].storage += has_buffer(e) && !uniform;
            c->stage[s].sampler += has_sampler(e);
            c->stage[s].texture += has_texture(e);
            c->stage[s].storage_texture += has_storage_texture(e);
        }
    }
}

static bool check_count(const Object *o, uint32_t count, uint32_t most, const char *limit) {
    return count <= most ||
           device_invalid(o->device, "%s: it has %u bindings that count for %s, %u",
                          object_name(o).at, count, limit, most);
}

bool bind_group_layout_check_slots(const Object *o, const WGPUBindGroupLayout *group,
                                   uint32_t groups) {
    const WGPULimits *l = &o->device->limits;
    SlotCounts c = {0};
    for (uint32_t i = 0; i < groups; i++)
        count_slots(&c, group[i]);
#define CHECK(count, limit) check_count(o, c.count, l->limit, #limit)
    bool ok = CHECK(dynamic_uniform, maxDynamicUniformBuffersPerPipelineLayout) &&
              CHECK(dynamic_storage, maxDynamicStorageBuffersPerPipelineLayout);
    for (int s = 0; ok && s < STAGES; s++)
        ok = CHECK(stage[s].uniform, maxUniformBuffersPerShaderStage) &&
             CHECK(stage[s].storage, maxStorageBuffersPerShaderStage) &&
             CHECK(stage[s].sampler, maxSamplersPerShaderStage) &&
             CHECK(stage[s].texture, maxSampledTexturesPerShaderStage) &&
             CHECK(stage[s].storage_texture, maxStorageTexturesPerShaderStage);
#undef CHECK
    return ok;
}

/* ---- making ---- */

static int by_binding(const void *a, const void *b) {
    uint32_t x = ((const WGPUBindGroupLayoutEntry *)a)->binding;
    uint32_t y = ((const WGPUBindGroupLayoutEntry *)b)->binding;
    return (x > y) - (x < y);
}

/* Sorts the entries; false when two have the same binding number. */
static bool sort_entries(WGPUBindGroupLayout l) {
    if (l->entries)
        qsort(l->entry, l->entries, sizeof *l->entry, by_binding);
    for (uint32_t i = 1; i < l->entries; i++)
        if (l->entry[i].binding == l->entry[i - 1].binding)
            return device_invalid(l->base.device,
                                  "createBindGroupLayout: %s: binding %u is there twice", NAME(l),
                                  l->entry[i].binding);
    return true;
}

static bool fill(WGPUBindGroupLayout l, const WGPUBindGroupLayoutEntry *entry, size_t count) {
    WGPUDevice d = l->base.device;
    if (count > d->limits.maxBindingsPerBindGroup)
        return device_invalid(d,
                              "createBindGroupLayout: %s: %zu entries are over "
                              "maxBindingsPerBindGroup, %u",
                              NAME(l), count, d->limits.maxBindingsPerBindGroup);
    if (!device_check_array(d, NAME(l), entry, count))
        return false;
    l->entry = calloc(count ? count : 1, sizeof *l->entry);
    if (!l->entry) {
        device_error(d, WGPUErrorType_OutOfMemory, "createBindGroupLayout: %s: out of memory",
                     NAME(l));
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!check_entry(l, &entry[i]))
            return false;
        l->entry[l->entries++] = with_defaults(&entry[i]);
        l->dynamic += entry[i].buffer.hasDynamicOffset != 0;
    }
    return sort_entries(l) && bind_group_layout_check_slots(&l->base, &l, 1);
}

WGPUBindGroupLayout bind_group_layout_new(WGPUDevice d, WGPUStringView label,
                                          const WGPUBindGroupLayoutEntry *entry, size_t count,
                                          uint64_t exclusive) {
    WGPUBindGroupLayout l = object_new(d, KIND_BindGroupLayout, sizeof *l, label);
    if (!l)
        return NULL;
    l->exclusive = exclusive;
    l->base.invalid = !fill(l, entry, count);
    return l;
}

WGPUBindGroupLayout wgpuDeviceCreateBindGroupLayout(WGPUDevice d,
                                                    const WGPUBindGroupLayoutDescriptor *desc) {
    if (!d || !desc)
        return NULL;
    WGPUBindGroupLayout l =
        bind_group_layout_new(d, desc->label, desc->entries, desc->entryCount, 0);
    if (l && !device_check_chain(d, NAME(l), desc->nextInChain))
        l->base.invalid = true;
    return l;
}

void bind_group_layout_free(Object *o) {
    free(((WGPUBindGroupLayout)o)->entry);
}

static bool same_entry(const WGPUBindGroupLayoutEntry *a, const WGPUBindGroupLayoutEntry *b) {
    return a->binding == b->binding && a->visibility == b->visibility &&
           a->buffer.type == b->buffer.type &&
           a->buffer.hasDynamicOffset == b->buffer.hasDynamicOffset &&
           a->buffer.minBindingSize == b->buffer.minBindingSize &&
           a->sampler.type == b->sampler.type && a->texture.sampleType == b->texture.sampleType &&
           a->texture.viewDimension == b->texture.viewDimension &&
           !a->texture.multisampled == !b->texture.multisampled &&
           a->storageTexture.access == b->storageTexture.access &&
           a->storageTexture.format == b->storageTexture.format &&
           a->storageTexture.viewDimension == b->storageTexture.viewDimension;
}

bool bind_group_layout_equal(WGPUBindGroupLayout a, WGPUBindGroupLayout b) {
    if (a == b)
        return true;
    uint32_t entries = a ? a->entries : 0;
    if (entries != (b ? b->entries : 0))
        return false;
    if (entries && a->exclusive != b->exclusive)
        return false;
    for (uint32_t i = 0; i < entries; i++)
        if (!same_entry(&a->entry[i], &b->entry[i]))
            return false;
    return true;
}

int64_t bind_group_layout_find(WGPUBindGroupLayout l, uint32_t binding) {
    uint32_t low = 0, high = l ? l->entries : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (l->entry[middle].binding == binding)
            return middle;
        if (l->entry[middle].binding < binding)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}
