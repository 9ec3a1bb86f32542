/* Compute pipelines: a module, specialised and compiled, with a layout. */
#include <inttypes.h>
#include <stdlib.h>

#include "api/api.h"

/* ---- the layout ---- */

/* Makes the layout that the bindings ask for: its groups fit this pipeline only. */
static bool make_layout(WGPUComputePipeline p) {
    WGPUDevice d = p->base.device;
    WGPUBindGroupLayout group[MAX_BIND_GROUPS] = {0};
    WGPUBindGroupLayoutEntry *entry = calloc(p->info.binding_count + 1, sizeof *entry);
    uint64_t exclusive = atomic_fetch_add(&d->exclusive_ids, 1) + 1;
    uint32_t groups = 0;
    bool ok = entry != NULL;
    for (size_t i = 0; ok && i < p->info.binding_count;) {
        uint32_t g = p->info.bindings[i].group;
        size_t count = 0;
        for (; i < p->info.binding_count && p->info.bindings[i].group == g; i++) {
            const LwBinding *b = &p->info.bindings[i];
            WGPUBindGroupLayoutEntry *to = &entry[count++];
            *to = (WGPUBindGroupLayoutEntry){.binding = b->binding,
                                             .visibility = WGPUShaderStage_Compute,
                                             .sampler = b->sampler,
                                             .texture = b->texture,
                                             .storageTexture = b->storage_texture};
            if (b->kind != WGPUBufferBindingType_Undefined)
                to->buffer =
                    (WGPUBufferBindingLayout){.type = b->kind, .minBindingSize = b->min_size};
        }
        if (g >= d->limits.maxBindGroups) {
            ok = device_invalid(
                d, "createComputePipeline: %s: group %u is not under maxBindGroups, %u", NAME(p), g,
                d->limits.maxBindGroups);
            break;
        }
        group[g] = bind_group_layout_new(d, (WGPUStringView){NULL, 0}, entry, count, exclusive);
        ok = group[g] && !group[g]->base.invalid;
        groups = g + 1;
    }
    free(entry);
    if (ok)
        p->layout = pipeline_layout_new(d, (WGPUStringView){NULL, 0}, group, groups);
    for (uint32_t g = 0; g < MAX_BIND_GROUPS; g++)
        if (group[g])
            object_release_handle(&group[g]->base); /* the layout has its own refs */
    return p->layout && !p->layout->base.invalid;
}

static WGPUBufferBindingType buffer_kind(const LwBinding *b) {
    return b->kind == WGPUBufferBindingType_Undefined ? WGPUBufferBindingType_BindingNotUsed
                                                      : b->kind;
}

static const char *kind_name(WGPUBufferBindingType buffer, WGPUSamplerBindingLayout sampler,
                             WGPUTextureBindingLayout texture,
                             WGPUStorageTextureBindingLayout stored) {
    return buffer == WGPUBufferBindingType_Uniform               ? "a uniform buffer"
           : buffer == WGPUBufferBindingType_Storage             ? "a storage buffer"
           : buffer == WGPUBufferBindingType_ReadOnlyStorage     ? "a read-only storage buffer"
           : sampler.type == WGPUSamplerBindingType_Comparison   ? "a comparison sampler"
           : sampler.type                                        ? "a sampler"
           : texture.multisampled                                ? "a multisampled texture"
           : texture.sampleType == WGPUTextureSampleType_Depth   ? "a depth texture"
           : texture.sampleType == WGPUTextureSampleType_Sint    ? "a texture of i32"
           : texture.sampleType == WGPUTextureSampleType_Uint    ? "a texture of u32"
           : texture.sampleType                                  ? "a texture of f32"
           : stored.access == WGPUStorageTextureAccess_ReadOnly  ? "a read-only storage texture"
           : stored.access == WGPUStorageTextureAccess_WriteOnly ? "a write-only storage texture"
                                                                 : "a read-write storage texture";
}

static bool same_sampling(WGPUTextureSampleType layout, WGPUTextureSampleType shader) {
    if (shader != WGPUTextureSampleType_UnfilterableFloat && shader != WGPUTextureSampleType_Float)
        return layout == shader;
    return layout == WGPUTextureSampleType_Float ||
           layout == WGPUTextureSampleType_UnfilterableFloat;
}

/* Who only writes may also be given what can be read. */
static bool same_access(WGPUStorageTextureAccess layout, WGPUStorageTextureAccess shader) {
    return layout == shader || (layout == WGPUStorageTextureAccess_ReadWrite &&
                                shader == WGPUStorageTextureAccess_WriteOnly);
}

static bool same_kind(const WGPUBindGroupLayoutEntry *e, const LwBinding *b) {
    bool compares = e->sampler.type == WGPUSamplerBindingType_Comparison;
    return e->buffer.type == buffer_kind(b) && !e->sampler.type == !b->sampler.type &&
           compares == (b->sampler.type == WGPUSamplerBindingType_Comparison) &&
           same_sampling(e->texture.sampleType, b->texture.sampleType) &&
           !e->texture.multisampled == !b->texture.multisampled &&
           same_access(e->storageTexture.access, b->storage_texture.access);
}

/* Textures of one kind can still be of other dimensions and formats. */
static bool check_texture(WGPUComputePipeline p, const WGPUBindGroupLayoutEntry *e,
                          const LwBinding *b) {
    bool texture = b->texture.sampleType != WGPUTextureSampleType_BindingNotUsed;
    bool stored = b->storage_texture.access != WGPUStorageTextureAccess_BindingNotUsed;
    const char *differs = NULL;
    if (texture && e->texture.viewDimension != b->texture.viewDimension)
        differs = "dimension";
    else if (stored && e->storageTexture.viewDimension != b->storage_texture.viewDimension)
        differs = "dimension";
    else if (stored && e->storageTexture.format != b->storage_texture.format)
        differs = "format";
    return !differs ||
           device_invalid(p->base.device,
                          "createComputePipeline: %s: group %u, binding %u: the shader's '%.*s' "
                          "has another %s than the layout",
                          NAME(p), b->group, b->binding, (int)b->name.length, b->name.data,
                          differs);
}

/* Whether the layout has what a binding of the shader needs; *entry gets its place. */
static bool check_binding(WGPUComputePipeline p, const LwBinding *b, uint32_t *entry) {
    WGPUDevice d = p->base.device;
    WGPUBindGroupLayout l = b->group < p->layout->groups ? p->layout->group[b->group] : NULL;
    int64_t index = bind_group_layout_find(l, b->binding);
    if (index < 0)
        return device_invalid(d,
                              "createComputePipeline: %s: the shader's '%.*s' is at group %u, "
                              "binding %u, which %s has not",
                              NAME(p), (int)b->name.length, b->name.data, b->group, b->binding,
                              NAME(p->layout));
    const WGPUBindGroupLayoutEntry *e = &l->entry[index];
    if (!same_kind(e, b))
        return device_invalid(
            d,
            "createComputePipeline: %s: group %u, binding %u: the shader's '%.*s' "
            "is %s, the layout's %s",
            NAME(p), b->group, b->binding, (int)b->name.length, b->name.data,
            kind_name(buffer_kind(b), b->sampler, b->texture, b->storage_texture),
            kind_name(e->buffer.type, e->sampler, e->texture, e->storageTexture));
    if (!check_texture(p, e, b))
        return false;
    if (!(e->visibility & WGPUShaderStage_Compute))
        return device_invalid(d,
                              "createComputePipeline: %s: group %u, binding %u is not visible to "
                              "compute shaders",
                              NAME(p), b->group, b->binding);
    if (e->buffer.minBindingSize && e->buffer.minBindingSize < b->min_size)
        return device_invalid(
            d,
            "createComputePipeline: %s: group %u, binding %u: the shader's '%.*s' "
            "needs %" PRIu64 " bytes, the layout's minBindingSize is %" PRIu64,
            NAME(p), b->group, b->binding, (int)b->name.length, b->name.data, b->min_size,
            e->buffer.minBindingSize);
    *entry = (uint32_t)index;
    return true;
}

/* The layout's entry for a variable, whose binding it has. */
static const WGPUBindGroupLayoutEntry *entry_of(WGPUComputePipeline p, const IrObject *o) {
    WGPUBindGroupLayout l = p->layout->group[o->group];
    return &l->entry[bind_group_layout_find(l, o->binding)];
}

/* Only textures that can be filtered may meet a sampler that filters. */
static bool check_pair(WGPUComputePipeline p, const IrSampledPair *pair) {
    const IrObject *t = &p->ir->objects.at[pair->texture], *s = &p->ir->objects.at[pair->sampler];
    const WGPUBindGroupLayoutEntry *texture = entry_of(p, t), *sampler = entry_of(p, s);
    return sampler->sampler.type != WGPUSamplerBindingType_Filtering ||
           texture->texture.sampleType == WGPUTextureSampleType_Float ||
           device_invalid(p->base.device,
                          "createComputePipeline: %s: '%.*s' (group %u, binding %u) is sampled by "
                          "'%.*s' (group %u, binding %u), whose layout is of a filtering sampler, "
                          "but the texture's layout cannot be filtered: it needs sampleType float, "
                          "or the sampler type non-filtering",
                          NAME(p), STR_ARG(t->name), t->group, t->binding, STR_ARG(s->name),
                          s->group, s->binding);
}

bool pipeline_settle_layout(WGPUComputePipeline p) {
    if (!p->layout && !make_layout(p))
        return false;
    p->binding = arena_array(&p->arena, PipelineBinding, p->info.binding_count);
    for (size_t i = 0; i < p->info.binding_count; i++) {
        const LwBinding *b = &p->info.bindings[i];
        PipelineBinding *to = &p->binding[p->bindings++];
        *to = (PipelineBinding){b->group, b->binding, 0, b->min_size};
        if (!check_binding(p, b, &to->entry))
            return false;
    }
    for (uint32_t i = 0; i < p->ir->pairs.len; i++)
        if (!check_pair(p, &p->ir->pairs.at[i]))
            return false;
    return true;
}

/* ---- making ---- */

static bool check_descriptor(WGPUComputePipeline p, const WGPUComputePipelineDescriptor *desc) {
    WGPUDevice d = p->base.device;
    /* Chains are let be: what others put there asks for ways of execution. */
    if (!device_check_array(d, NAME(p), desc->compute.constants, desc->compute.constantCount) ||
        !device_check_object(d, "createComputePipeline", "the shader module", desc->compute.module))
        return false;
    if (desc->layout &&
        !device_check_object(d, "createComputePipeline", "the layout", desc->layout))
        return false;
    WGPUStringView entry = desc->compute.entryPoint;
    /* {NULL, 0}, what a zeroed descriptor has, is the empty name; {NULL, WGPU_STRLEN} is none. */
    return (!entry.data && entry.length == WGPU_STRLEN) || text_str(entry).len ||
           device_invalid(d,
                          "createComputePipeline: %s: its entry point has an empty name; the only "
                          "one is {NULL, WGPU_STRLEN}",
                          NAME(p));
}

static bool compile(WGPUComputePipeline p, const CompileRequest *request) {
    WGPUDevice d = p->base.device;
    switch (core_compile_pipeline(p, request)) {
    case COMPILE_OK: return true;
    case COMPILE_OUT_OF_MEMORY:
        device_error(d, WGPUErrorType_OutOfMemory, "createComputePipeline: %s: out of memory",
                     NAME(p));
        return false;
    case COMPILE_INVALID: break;
    }
    if (!p->diags.list.errors)
        return false; /* a limit or the layout: reported where it was found */
    WGPUStringView why =
        diags_text(&p->diags, &p->module->source, (WGPUStringView){NULL, 0}, false);
    return device_invalid(d, "createComputePipeline: %s cannot be made of %s:\n%.*s", NAME(p),
                          NAME(p->module), (int)why.length, why.data);
}

/* Where an override has an @id, its name is no key: the interface says so, though the front end
 * would take both. */
static bool check_keys(WGPUComputePipeline p, const WGPUComputeState *state) {
    const LwModuleInfo *info = &p->module->info;
    for (size_t i = 0; i < state->constantCount; i++)
        for (size_t k = 0; k < info->override_count; k++) {
            const LwOverride *o = &info->overrides[k];
            if (o->has_id && str_eq(text_str(o->name), text_str(state->constants[i].key)))
                return device_invalid(
                    p->base.device,
                    "createComputePipeline: %s: the override '%.*s' is set by its "
                    "@id, \"%u\", not by its name",
                    NAME(p), (int)o->name.length, o->name.data, o->id);
        }
    return true;
}

static bool fill(WGPUComputePipeline p, const WGPUComputePipelineDescriptor *desc) {
    if (!check_descriptor(p, desc))
        return false;
    p->module = object_ref(desc->compute.module);
    p->layout = object_ref(desc->layout);
    if (!check_keys(p, &desc->compute))
        return false;
    size_t count = desc->compute.constantCount;
    OverrideValue *override = calloc(count + 1, sizeof *override);
    if (!override) {
        device_error(p->base.device, WGPUErrorType_OutOfMemory,
                     "createComputePipeline: %s: out of memory", NAME(p));
        return false;
    }
    for (size_t i = 0; i < count; i++)
        override[i] = (OverrideValue){text_str(desc->compute.constants[i].key),
                                      desc->compute.constants[i].value};
    CompileRequest request = {text_str(desc->compute.entryPoint), override, (uint32_t)count};
    bool ok = compile(p, &request);
    free(override);
    return ok;
}

/* The pipeline, and the first error in making it (malloc'ed). */
static WGPUComputePipeline make(WGPUDevice d, const WGPUComputePipelineDescriptor *desc,
                                WGPUErrorType *type, char **message) {
    device_capture_begin(d);
    WGPUComputePipeline p = object_new(d, KIND_ComputePipeline, sizeof *p, desc->label);
    if (p)
        p->base.invalid = !fill(p, desc);
    *message = device_capture_end(d, type);
    return p;
}

WGPUComputePipeline wgpuDeviceCreateComputePipeline(WGPUDevice d,
                                                    const WGPUComputePipelineDescriptor *desc) {
    if (!d || !desc)
        return NULL;
    WGPUErrorType type;
    char *message;
    WGPUComputePipeline p = make(d, desc, &type, &message);
    if (type != WGPUErrorType_NoError)
        device_error(d, type, "%s", message ? message : "out of memory");
    free(message);
    return p;
}

WGPUFuture wgpuDeviceCreateComputePipelineAsync(WGPUDevice d,
                                                const WGPUComputePipelineDescriptor *desc,
                                                WGPUCreateComputePipelineAsyncCallbackInfo info) {
    Async *e = d && desc ? async_of(ASYNC_COMPUTE_PIPELINE, info) : NULL;
    if (!e)
        return (WGPUFuture){0};
    WGPUErrorType type;
    WGPUComputePipeline p = make(d, desc, &type, &e->message);
    e->status = WGPUCreatePipelineAsyncStatus_Success;
    if (type != WGPUErrorType_NoError && !atomic_load(&d->lost)) {
        e->status = type == WGPUErrorType_Validation ? WGPUCreatePipelineAsyncStatus_ValidationError
                                                     : WGPUCreatePipelineAsyncStatus_InternalError;
        object_release_handle((Object *)p);
        p = NULL;
    }
    e->object = (Object *)p;
    return async_track(&d->adapter->instance->async, e);
}

void compute_pipeline_free(Object *o) {
    WGPUComputePipeline p = (WGPUComputePipeline)o;
    diags_free(&p->diags);
    arena_free(&p->arena);
    object_unref(p->layout);
    object_unref(p->module);
}

WGPUBindGroupLayout wgpuComputePipelineGetBindGroupLayout(WGPUComputePipeline p, uint32_t index) {
    if (!p)
        return NULL;
    WGPUDevice d = p->base.device;
    WGPUStringView none = {NULL, 0};
    bool ok =
        p->base.invalid ? device_invalid(d, "getBindGroupLayout: %s is invalid", NAME(p))
        : index < d->limits.maxBindGroups
            ? true
            : device_invalid(d, "getBindGroupLayout: %s: index %u is not under maxBindGroups, %u",
                             NAME(p), index, d->limits.maxBindGroups);
    WGPUBindGroupLayout l = ok && index < p->layout->groups ? p->layout->group[index] : NULL;
    if (l) {
        object_add_handle(&l->base);
        return l;
    }
    l = bind_group_layout_new(d, none, NULL, 0, 0);
    if (l)
        l->base.invalid = !ok;
    return l;
}

const LwPipelineInfo *lw_compute_pipeline_info(WGPUComputePipeline p) {
    return p && !p->base.invalid ? &p->info : NULL;
}

WGPUStringView lw_compute_pipeline_diagnostics(WGPUComputePipeline p, WGPUStringView name,
                                               bool colour) {
    return p && p->module ? diags_text(&p->diags, &p->module->source, name, colour)
                          : (WGPUStringView){"", 0};
}

const LwDiagnostic *lw_compute_pipeline_diagnostic_list(WGPUComputePipeline p, size_t *count) {
    *count = p ? p->diags.views : 0;
    return p ? p->diags.view : NULL;
}
