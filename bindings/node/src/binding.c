/* Bind group layouts, bind groups, pipeline layouts. */
#include "addon.h"

static void read_buffer(const Call *c, napi_value from, WGPUBindGroupLayoutEntry *to) {
    if (is_absent(c, from))
        return;
    to->buffer.type = (WGPUBufferBindingType)number32(c, member(c, from, "type"));
    to->buffer.hasDynamicOffset = boolean(c, member(c, from, "hasDynamicOffset"));
    to->buffer.minBindingSize = number64(c, member(c, from, "minBindingSize"));
}

static void read_sampler(const Call *c, napi_value from, WGPUBindGroupLayoutEntry *to) {
    if (!is_absent(c, from))
        to->sampler.type = (WGPUSamplerBindingType)number32(c, member(c, from, "type"));
}

static void read_texture(const Call *c, napi_value from, WGPUBindGroupLayoutEntry *to) {
    if (is_absent(c, from))
        return;
    to->texture.sampleType = (WGPUTextureSampleType)number32(c, member(c, from, "sampleType"));
    to->texture.viewDimension =
        (WGPUTextureViewDimension)number32(c, member(c, from, "viewDimension"));
    to->texture.multisampled = boolean(c, member(c, from, "multisampled"));
}

static void read_storage_texture(const Call *c, napi_value from, WGPUBindGroupLayoutEntry *to) {
    if (is_absent(c, from))
        return;
    to->storageTexture.access = (WGPUStorageTextureAccess)number32(c, member(c, from, "access"));
    to->storageTexture.format = (WGPUTextureFormat)number32(c, member(c, from, "format"));
    to->storageTexture.viewDimension =
        (WGPUTextureViewDimension)number32(c, member(c, from, "viewDimension"));
}

/* (device, descriptor) */
static napi_value create_bind_group_layout(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value entries = member(&c, c.arg[1], "entries");
    uint32_t n = length_of(&c, entries);
    WGPUBindGroupLayoutEntry *entry = call_alloc(&c, n, sizeof *entry);
    WGPUExternalTextureBindingLayout external = WGPU_EXTERNAL_TEXTURE_BINDING_LAYOUT_INIT;
    for (uint32_t i = 0; entry && i < n; i++) {
        napi_value from = element(&c, entries, i);
        entry[i].binding = number32(&c, member(&c, from, "binding"));
        entry[i].visibility = number64(&c, member(&c, from, "visibility"));
        read_buffer(&c, member(&c, from, "buffer"), &entry[i]);
        read_sampler(&c, member(&c, from, "sampler"), &entry[i]);
        read_texture(&c, member(&c, from, "texture"), &entry[i]);
        read_storage_texture(&c, member(&c, from, "storageTexture"), &entry[i]);
        if (!is_absent(&c, member(&c, from, "externalTexture")))
            entry[i].nextInChain = &external.chain;
    }
    WGPUBindGroupLayoutDescriptor d = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    d.label = string(&c, member(&c, c.arg[1], "label"));
    d.entryCount = n;
    d.entries = entry;
    WGPUBindGroupLayout layout =
        c.failed ? NULL : wgpuDeviceCreateBindGroupLayout(HANDLE(&c, Device, c.arg[0]), &d);
    return call_end(&c, WRAP(&c, BindGroupLayout, layout));
}

static napi_value create_pipeline_layout(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value layouts = member(&c, c.arg[1], "bindGroupLayouts");
    uint32_t n = length_of(&c, layouts);
    WGPUBindGroupLayout *layout = call_alloc(&c, n, sizeof *layout);
    for (uint32_t i = 0; layout && i < n; i++)
        layout[i] = HANDLE(&c, BindGroupLayout, element(&c, layouts, i));
    WGPUPipelineLayoutDescriptor d = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    d.label = string(&c, member(&c, c.arg[1], "label"));
    d.bindGroupLayoutCount = n;
    d.bindGroupLayouts = layout;
    d.immediateSize = number32(&c, member(&c, c.arg[1], "immediateSize"));
    WGPUPipelineLayout made =
        c.failed ? NULL : wgpuDeviceCreatePipelineLayout(HANDLE(&c, Device, c.arg[0]), &d);
    return call_end(&c, WRAP(&c, PipelineLayout, made));
}

/* (device, descriptor); a resource is {buffer, offset, size}, {sampler} or {view} */
static napi_value create_bind_group(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value entries = member(&c, c.arg[1], "entries");
    uint32_t n = length_of(&c, entries);
    WGPUBindGroupEntry *entry = call_alloc(&c, n, sizeof *entry);
    for (uint32_t i = 0; entry && i < n; i++) {
        napi_value from = element(&c, entries, i), resource = member(&c, from, "resource");
        entry[i].binding = number32(&c, member(&c, from, "binding"));
        entry[i].buffer = HANDLE(&c, Buffer, member(&c, resource, "buffer"));
        entry[i].offset = entry[i].buffer ? number64(&c, member(&c, resource, "offset")) : 0;
        entry[i].size = number64(&c, member(&c, resource, "size"));
        entry[i].sampler = HANDLE(&c, Sampler, member(&c, resource, "sampler"));
        entry[i].textureView = HANDLE(&c, TextureView, member(&c, resource, "view"));
    }
    WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    d.label = string(&c, member(&c, c.arg[1], "label"));
    d.layout = HANDLE(&c, BindGroupLayout, member(&c, c.arg[1], "layout"));
    d.entryCount = n;
    d.entries = entry;
    WGPUBindGroup group =
        c.failed ? NULL : wgpuDeviceCreateBindGroup(HANDLE(&c, Device, c.arg[0]), &d);
    return call_end(&c, WRAP(&c, BindGroup, group));
}

const Function binding_functions[] = {
    {"createBindGroupLayout", create_bind_group_layout},
    {"createPipelineLayout", create_pipeline_layout},
    {"createBindGroup", create_bind_group},
    {NULL, NULL},
};
