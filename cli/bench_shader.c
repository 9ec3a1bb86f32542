/* A shader with run directives as a case of `lanewise bench`. What the shader needs (bindings,
 * sizes of workgroups) is asked of the engine, whatever device it is timed on. */
#include <stdlib.h>

#include "cli/bench_case.h"

typedef struct ShaderCase {
    const Spec *spec;
    Str source;
} ShaderCase;

typedef struct ShaderPass {
    Str entry;
    uint32_t workgroups[3];
    uint64_t invocations;
    VEC(LwBinding) bindings; /* strings copied */
    WGPUComputePipeline pipeline;
    WGPUBindGroup groups[8];
} ShaderPass;

typedef struct ShaderState {
    Arena *arena; /* scratch */
    const ShaderCase *c;
    VEC(ShaderPass) passes;
    WGPUShaderModule module;
    RunResult run; /* its buffers alone are in use: contents before and after */
} ShaderState;

/* ---- what the shader needs ---- */

static void choose_passes(ShaderState *s) {
    const Spec *spec = s->c->spec;
    for (uint32_t i = 0; i < spec->passes.len; i++) {
        ShaderPass p = {.entry = spec->passes.at[i].entry};
        memcpy(p.workgroups, spec->passes.at[i].workgroups, sizeof p.workgroups);
        vec_push(s->arena, &s->passes, p);
    }
    if (!s->passes.len) {
        ShaderPass p = {.entry = spec->entry, .workgroups = {1, 1, 1}};
        if (spec->has_dispatch)
            memcpy(p.workgroups, spec->dispatch, sizeof p.workgroups);
        vec_push(s->arena, &s->passes, p);
    }
}

static WGPUShaderModule make_module(BenchDevice *d, Str name, Str source) {
    WGPUShaderSourceWGSL wgsl = WGPU_SHADER_SOURCE_WGSL_INIT;
    wgsl.code = view_of(source);
    WGPUShaderModuleDescriptor desc = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    desc.nextInChain = &wgsl.chain;
    desc.label = view_of(name);
    return d->wgpu->DeviceCreateShaderModule(d->device, &desc);
}

static WGPUComputePipeline make_pipeline(BenchDevice *d, const ShaderState *s,
                                         WGPUShaderModule module, Str entry) {
    const Spec *spec = s->c->spec;
    uint32_t n = spec->settings.len;
    WGPUConstantEntry *constants = arena_array(s->arena, WGPUConstantEntry, n + 1);
    for (uint32_t i = 0; i < n; i++)
        constants[i] = (WGPUConstantEntry){.key = view_of(spec->settings.at[i].name),
                                           .value = spec->settings.at[i].value};
    WGPUComputePipelineDescriptor desc = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    desc.label = view_of(entry.len ? entry : spec->shader);
    desc.compute.module = module;
    desc.compute.entryPoint = entry.len ? view_of(entry) : (WGPUStringView){NULL, WGPU_STRLEN};
    desc.compute.constants = constants;
    desc.compute.constantCount = n;
    return d->wgpu->DeviceCreateComputePipeline(d->device, &desc);
}

static void copy_info(ShaderState *s, ShaderPass *p, const LwPipelineInfo *info) {
    p->entry = str_copy(s->arena, str_of(info->entry_point));
    p->invocations = 1;
    for (int i = 0; i < 3; i++)
        p->invocations *= (uint64_t)p->workgroups[i] * info->workgroup_size[i];
    for (size_t k = 0; k < info->binding_count; k++) {
        LwBinding b = info->bindings[k];
        b.name = view_of(str_copy(s->arena, str_of(b.name)));
        b.scalar = view_of(str_copy(s->arena, str_of(b.scalar)));
        vec_push(s->arena, &p->bindings, b);
    }
}

/* Compiles on the engine, which says what each pass binds. */
static bool reflect(ShaderState *s, Str *why) {
    BenchDevice engine;
    BenchDeviceOptions options = {0};
    if (!bench_device_open(&engine, s->arena, s->arena, &options)) {
        *why = STR("the engine has no device");
        return false;
    }
    Str name = s->c->spec->shader;
    WGPUShaderModule module = make_module(&engine, name, s->c->source);
    *why = str_copy(s->arena, str_of(lw_shader_module_diagnostics(module, view_of(name), false)));
    const LwModuleInfo *about = lw_shader_module_info(module);
    bool ok = about && about->valid;
    for (uint32_t i = 0; ok && i < s->passes.len; i++) {
        WGPUComputePipeline pipeline = make_pipeline(&engine, s, module, s->passes.at[i].entry);
        const LwPipelineInfo *info = pipeline ? lw_compute_pipeline_info(pipeline) : NULL;
        ok = info && !engine.error.len;
        if (ok)
            copy_info(s, &s->passes.at[i], info);
        else
            *why = str_copy(s->arena, bench_device_error(&engine));
        if (pipeline)
            engine.wgpu->ComputePipelineRelease(pipeline);
    }
    engine.wgpu->ShaderModuleRelease(module);
    bench_device_close(&engine);
    return ok;
}

/* ---- buffers ---- */

static const Bind *find_bind(const Spec *s, uint32_t group, uint32_t binding) {
    for (uint32_t i = 0; i < s->binds.len; i++)
        if (s->binds.at[i].group == group && s->binds.at[i].binding == binding)
            return &s->binds.at[i];
    return NULL;
}

static bool add_buffer(BenchDevice *d, ShaderState *s, const ShaderPass *p, const LwBinding *b,
                       Str *why) {
    enum { MOST = 0x7fffffff };
    Contents c = {0};
    const Bind *bind = find_bind(s->c->spec, b->group, b->binding);
    const char *bad = NULL;
    if (bind) {
        bad = buffer_make(s->arena, bind, MOST, &c);
        if (!bad && c.bytes < b->min_size)
            bad = "it is smaller than its type";
    } else {
        c.bytes = b->min_size + (b->stride ? (p->invocations - 1) * b->stride : 0);
        bad = c.bytes > MOST ? "it is too large: give it a size with --bind" : NULL;
        if (!bad)
            c.data = arena_alloc(s->arena, (c.bytes + 3) & ~(uint64_t)3, 16);
    }
    if (!bad && c.bytes > d->limits.maxStorageBufferBindingSize)
        bad = "it is larger than the device binds";
    if (bad) {
        *why = str_format(s->arena, "binding %u:%u '%.*s': %s", b->group, b->binding,
                          STR_ARG(str_of(b->name)), bad);
        return false;
    }
    RunBuffer out = {.group = b->group,
                     .binding = b->binding,
                     .name = str_of(b->name),
                     .bytes = c.bytes,
                     .before = c.data};
    out.has_scalar = scalar_parse(str_of(b->scalar), &out.scalar);
    WGPUBufferDescriptor desc = WGPU_BUFFER_DESCRIPTOR_INIT;
    desc.label = b->name;
    desc.size = (c.bytes + 15) & ~(uint64_t)15;
    desc.usage = WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst | WGPUBufferUsage_Storage |
                 WGPUBufferUsage_Uniform;
    out.buffer = d->wgpu->DeviceCreateBuffer(d->device, &desc);
    vec_push(s->arena, &s->run.buffers, out);
    return out.buffer != NULL;
}

static bool make_buffers(BenchDevice *d, ShaderState *s, Str *why) {
    for (uint32_t i = 0; i < s->passes.len; i++) {
        ShaderPass *p = &s->passes.at[i];
        for (uint32_t k = 0; k < p->bindings.len; k++) {
            const LwBinding *b = &p->bindings.at[k];
            if (!run_buffer(&s->run, b->group, b->binding) && !add_buffer(d, s, p, b, why))
                return false;
            if (b->kind == WGPUBufferBindingType_Storage)
                run_buffer(&s->run, b->group, b->binding)->writable = true;
        }
    }
    return true;
}

static void upload(BenchDevice *d, ShaderState *s) {
    for (uint32_t i = 0; i < s->run.buffers.len; i++) {
        RunBuffer *b = &s->run.buffers.at[i];
        bench_device_write(d, b->buffer, b->before, b->bytes);
    }
}

static void make_groups(BenchDevice *d, ShaderState *s, ShaderPass *p) {
    WGPUBindGroupEntry *entry = arena_array(s->arena, WGPUBindGroupEntry, p->bindings.len + 1);
    for (uint32_t g = 0; g < 8; g++) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < p->bindings.len; k++) {
            const LwBinding *b = &p->bindings.at[k];
            if (b->group != g)
                continue;
            const RunBuffer *buffer = run_buffer(&s->run, g, b->binding);
            entry[n] = (WGPUBindGroupEntry)WGPU_BIND_GROUP_ENTRY_INIT;
            entry[n].binding = b->binding;
            entry[n].buffer = buffer->buffer;
            entry[n++].size = (buffer->bytes + 3) & ~(uint64_t)3;
        }
        if (!n)
            continue;
        WGPUBindGroupDescriptor desc = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
        desc.layout = d->wgpu->ComputePipelineGetBindGroupLayout(p->pipeline, g);
        desc.entries = entry;
        desc.entryCount = n;
        p->groups[g] = d->wgpu->DeviceCreateBindGroup(d->device, &desc);
        d->wgpu->BindGroupLayoutRelease(desc.layout);
    }
}

/* ---- the kind ---- */

static double bytes_of_bindings(const ShaderState *s) {
    double bytes = 0;
    for (uint32_t i = 0; i < s->run.buffers.len; i++)
        bytes += (double)s->run.buffers.at[i].bytes;
    return bytes;
}

static bool prepare(BenchDevice *d, BenchCase *c, void **state, Str *why) {
    ShaderState *s = arena_new(d->scratch, ShaderState);
    *state = s;
    s->arena = d->scratch;
    s->c = c->data;
    choose_passes(s);
    if (!reflect(s, why) || !make_buffers(d, s, why))
        return false;
    s->module = make_module(d, c->name, s->c->source);
    for (uint32_t i = 0; i < s->passes.len; i++) {
        ShaderPass *p = &s->passes.at[i];
        p->pipeline = make_pipeline(d, s, s->module, p->entry);
        if (p->pipeline && !d->error.len)
            make_groups(d, s, p);
    }
    upload(d, s);
    if (!c->work.bytes)
        c->work.bytes = bytes_of_bindings(s);
    if (!bench_device_wait(d) || d->error.len) {
        *why = bench_device_error(d);
        return false;
    }
    return true;
}

static void encode(BenchDevice *d, void *state, WGPUCommandEncoder encoder) {
    ShaderState *s = state;
    WGPUComputePassEncoder pass = d->wgpu->CommandEncoderBeginComputePass(encoder, NULL);
    for (uint32_t i = 0; i < s->passes.len; i++) {
        const ShaderPass *p = &s->passes.at[i];
        d->wgpu->ComputePassEncoderSetPipeline(pass, p->pipeline);
        for (uint32_t g = 0; g < 8; g++)
            if (p->groups[g])
                d->wgpu->ComputePassEncoderSetBindGroup(pass, g, p->groups[g], 0, NULL);
        d->wgpu->ComputePassEncoderDispatchWorkgroups(pass, p->workgroups[0], p->workgroups[1],
                                                      p->workgroups[2]);
    }
    d->wgpu->ComputePassEncoderEnd(pass);
    d->wgpu->ComputePassEncoderRelease(pass);
}

/* One run from the first contents, compared with the shader's expectations. */
static bool check(BenchDevice *d, BenchCase *c, void *state, Str *why) {
    ShaderState *s = state;
    const Spec *spec = s->c->spec;
    (void)c;
    upload(d, s);
    WGPUCommandEncoder encoder = d->wgpu->DeviceCreateCommandEncoder(d->device, NULL);
    encode(d, s, encoder);
    WGPUCommandBuffer commands = d->wgpu->CommandEncoderFinish(encoder, NULL);
    d->wgpu->QueueSubmit(d->queue, 1, &commands);
    d->wgpu->CommandBufferRelease(commands);
    d->wgpu->CommandEncoderRelease(encoder);
    for (uint32_t i = 0; i < s->run.buffers.len; i++) {
        RunBuffer *b = &s->run.buffers.at[i];
        b->after = b->writable ? bench_device_read(d, b->buffer, 0, (b->bytes + 3) & ~(uint64_t)3)
                               : b->before;
        if (!b->after) {
            *why = bench_device_error(d);
            return false;
        }
    }
    Verdict v = {0};
    expect_buffers(s->arena, spec, &s->run, &v);
    *why = v.text;
    return !v.failed;
}

static void release(BenchDevice *d, void *state) {
    ShaderState *s = state;
    for (uint32_t i = 0; i < s->passes.len; i++) {
        for (uint32_t g = 0; g < 8; g++)
            if (s->passes.at[i].groups[g])
                d->wgpu->BindGroupRelease(s->passes.at[i].groups[g]);
        if (s->passes.at[i].pipeline)
            d->wgpu->ComputePipelineRelease(s->passes.at[i].pipeline);
    }
    if (s->module)
        d->wgpu->ShaderModuleRelease(s->module);
    for (uint32_t i = 0; i < s->run.buffers.len; i++) {
        if (s->run.buffers.at[i].buffer) {
            d->wgpu->BufferDestroy(s->run.buffers.at[i].buffer);
            d->wgpu->BufferRelease(s->run.buffers.at[i].buffer);
        }
    }
}

static const BenchKind shader_kind = {.prepare = prepare, .encode = encode, .release = release};
static const BenchKind checked_kind = {
    .prepare = prepare, .encode = encode, .check = check, .release = release};

void bench_add_shader(Arena *a, BenchCases *cases, const Spec *s, Str source, Str name) {
    ShaderCase *data = arena_new(a, ShaderCase);
    *data = (ShaderCase){s, source};
    BenchCase c = {.kind = s->expects.len ? &checked_kind : &shader_kind,
                   .name = name,
                   .work = {s->work.bytes, s->work.operations, s->work.items},
                   .data = data};
    vec_push(a, cases, c);
}
