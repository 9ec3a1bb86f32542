/* The bindings of a run: what directives say of them, or zeros. */
#include <stdlib.h>

#include "cli/run_internal.h"
#include "cli/texture.h"

RunBuffer *run_buffer(RunResult *r, uint32_t group, uint32_t binding) {
    for (uint32_t i = 0; i < r->buffers.len; i++)
        if (r->buffers.at[i].group == group && r->buffers.at[i].binding == binding)
            return &r->buffers.at[i];
    return NULL;
}

Str run_element_name(Arena *arena, const RunResult *r, const RunBuffer *b, uint64_t byte) {
    char name[256];
    for (uint32_t i = 0; i < r->pipelines; i++)
        if (lw_compute_pipeline_address(r->pipeline[i], b->group, b->binding, byte, name,
                                        sizeof name))
            return str_copy(arena, str_from_c(name));
    return b->name;
}

static uint64_t most_invocations(const Run *r) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < r->passes.len; i++) {
        uint64_t n = 1;
        for (int k = 0; k < 3; k++)
            n *= (uint64_t)r->passes.at[i].workgroups[k] * r->info[i]->workgroup_size[k];
        if (n > most)
            most = n;
    }
    return most;
}

/* The invocations along each axis, of the pass with the most. */
static void most_threads(const Run *r, uint64_t threads[3]) {
    for (int k = 0; k < 3; k++) {
        threads[k] = 0;
        for (uint32_t i = 0; i < r->passes.len; i++) {
            uint64_t n = (uint64_t)r->passes.at[i].workgroups[k] * r->info[i]->workgroup_size[k];
            threads[k] = n > threads[k] ? n : threads[k];
        }
    }
}

static const Bind *find_bind(const Spec *s, uint32_t group, uint32_t binding) {
    for (uint32_t i = 0; i < s->binds.len; i++)
        if (s->binds.at[i].group == group && s->binds.at[i].binding == binding)
            return &s->binds.at[i];
    return NULL;
}

enum { MOST_BUFFER = 0x7fffffff };

/* Contents of a binding that no directive names: zeros, as many as the shader needs. */
static bool assume_contents(Run *r, const LwBinding *b, Contents *c) {
    uint64_t bytes = b->min_size;
    if (b->stride)
        bytes += (most_invocations(r) - 1) * b->stride;
    if (bytes > MOST_BUFFER) {
        complain_to(
            r->options->messages,
            "binding %u:%u '%.*s' would need %llu bytes for one element an invocation: give it "
            "a size with --bind",
            b->group, b->binding, STR_ARG(run_str(b->name)), (unsigned long long)bytes);
        r->result->exit_code = EXIT_LIMIT;
        return false;
    }
    *c = (Contents){.bytes = bytes, .data = arena_alloc(r->arena, (bytes + 3) & ~(uint64_t)3, 16)};
    if (!r->options->quiet)
        say(r->options->messages,
            "lanewise: note: binding %u:%u '%.*s' is not given: %llu bytes of zeros%s\n", b->group,
            b->binding, STR_ARG(run_str(b->name)), (unsigned long long)bytes,
            b->stride ? ", one element an invocation" : "");
    return true;
}

static bool check_contents(Run *r, const LwBinding *b, const Contents *c) {
    ScalarType t;
    Str name = run_str(b->name), type = run_str(b->type);
    r->result->exit_code = EXIT_USAGE;
    if (c->bytes < b->min_size) {
        complain_to(r->options->messages,
                    "binding %u:%u '%.*s' has %llu bytes, but '%.*s' needs %llu%s", b->group,
                    b->binding, STR_ARG(name), (unsigned long long)c->bytes, STR_ARG(type),
                    (unsigned long long)b->min_size, b->stride ? " at least" : "");
        return false;
    }
    if (c->bytes % 4) {
        complain_to(r->options->messages,
                    "binding %u:%u '%.*s' has %llu bytes: a binding's size is a multiple of 4",
                    b->group, b->binding, STR_ARG(name), (unsigned long long)c->bytes);
        return false;
    }
    if (c->typed && scalar_parse(run_str(b->scalar), &t) && t != c->type) {
        complain_to(r->options->messages, "binding %u:%u '%.*s' is made of %s, but was given %s",
                    b->group, b->binding, STR_ARG(name), scalar_name(t), scalar_name(c->type));
        return false;
    }
    r->result->exit_code = EXIT_DONE;
    return true;
}

/* What a directive says, from the cache where there is one. */
static const char *make_contents(Run *r, const Bind *bind, Contents *c) {
    RunContents *cache = r->options->contents;
    if (!cache)
        return buffer_make(r->arena, bind, MOST_BUFFER, c);
    for (uint32_t i = 0; i < cache->made.len; i++) {
        const MadeContents *m = &cache->made.at[i];
        if (m->group == bind->group && m->binding == bind->binding) {
            *c = m->contents;
            return NULL;
        }
    }
    const char *bad = buffer_make(cache->arena, bind, MOST_BUFFER, c);
    if (!bad)
        vec_push(cache->arena, &cache->made, (MadeContents){bind->group, bind->binding, *c});
    return bad;
}

static bool complain_of(Run *r, const LwBinding *b, const char *bad) {
    complain_to(r->options->messages, "binding %u:%u '%.*s': %s", b->group, b->binding,
                STR_ARG(run_str(b->name)), bad);
    r->result->exit_code = EXIT_USAGE;
    return false;
}

static bool add_texture(Run *r, const LwBinding *b) {
    uint64_t threads[3];
    const Bind *bind = find_bind(r->spec, b->group, b->binding);
    RunBuffer out = {
        .group = b->group, .binding = b->binding, .name = str_copy(r->arena, run_str(b->name))};
    if (bind && !bind->is_texture)
        return complain_of(r, b, "it is a texture: bind it as in 'texture rgba8unorm 64x64 zeros'");
    most_threads(r, threads);
    const char *bad = texture_open(r->arena, r->result->device, b, bind, threads, &out);
    if (bad)
        return complain_of(r, b, bad);
    if (!bind && !r->options->quiet)
        say(r->options->messages,
            "lanewise: note: binding %u:%u '%.*s' is not given: %.*s of zeros, one texel an "
            "invocation\n",
            b->group, b->binding, STR_ARG(out.name), STR_ARG(texture_text(r->arena, &out)));
    vec_push(r->arena, &r->result->buffers, out);
    return !r->error.len;
}

static bool filters(const WGPUSamplerDescriptor *d) {
    return d->magFilter == WGPUFilterMode_Linear || d->minFilter == WGPUFilterMode_Linear ||
           d->mipmapFilter == WGPUMipmapFilterMode_Linear;
}

static bool all_linear(const WGPUSamplerDescriptor *d) {
    return d->magFilter == WGPUFilterMode_Linear && d->minFilter == WGPUFilterMode_Linear &&
           d->mipmapFilter == WGPUMipmapFilterMode_Linear;
}

static bool add_sampler(Run *r, const LwBinding *b) {
    WGPUSamplerDescriptor d = WGPU_SAMPLER_DESCRIPTOR_INIT;
    const Bind *bind = find_bind(r->spec, b->group, b->binding);
    const bool compares = b->sampler.type == WGPUSamplerBindingType_Comparison;
    if (bind && !bind->is_sampler)
        return complain_of(r, b, "it is a sampler: bind it as in 'sampler linear repeat'");
    if (bind)
        d = bind->sampler;
    else if (!r->options->quiet)
        say(r->options->messages,
            "lanewise: note: binding %u:%u '%.*s' is not given: a sampler, nearest and "
            "clamp-to-edge%s\n",
            b->group, b->binding, STR_ARG(run_str(b->name)), compares ? ", compare=less" : "");
    if (!compares && d.compare != WGPUCompareFunction_Undefined)
        return complain_of(r, b, "it is no sampler_comparison, and takes no compare=");
    if (compares && d.compare == WGPUCompareFunction_Undefined)
        d.compare = WGPUCompareFunction_Less;
    if (d.maxAnisotropy > 1 && !all_linear(&d))
        return complain_of(r, b, "anisotropy= is for samplers whose filters are all linear");
    if (b->sampler.type == WGPUSamplerBindingType_NonFiltering && filters(&d))
        return complain_of(r, b,
                           "it samples a texture of depths or integers, which cannot be filtered: "
                           "leave it nearest");
    RunBuffer out = {.group = b->group,
                     .binding = b->binding,
                     .name = str_copy(r->arena, run_str(b->name)),
                     .sampler = wgpuDeviceCreateSampler(r->result->device, &d)};
    vec_push(r->arena, &r->result->buffers, out);
    return !r->error.len;
}

static bool add_buffer(Run *r, const LwBinding *b) {
    Contents c = {0};
    const Bind *bind = find_bind(r->spec, b->group, b->binding);
    if (b->sampler.type != WGPUSamplerBindingType_BindingNotUsed)
        return add_sampler(r, b);
    if (b->kind == WGPUBufferBindingType_Undefined)
        return add_texture(r, b);
    if (bind && (bind->is_texture || bind->is_sampler))
        return complain_of(r, b,
                           bind->is_texture ? "it is a buffer, not a texture"
                                            : "it is a buffer, not a sampler");
    if (bind) {
        const char *bad = make_contents(r, bind, &c);
        if (bad)
            return complain_of(r, b, bad);
    } else if (!assume_contents(r, b, &c)) {
        return false;
    }
    if (!check_contents(r, b, &c))
        return false;
    RunBuffer out = {.group = b->group,
                     .binding = b->binding,
                     .name = str_copy(r->arena, run_str(b->name)),
                     .bytes = c.bytes,
                     .before = c.data,
                     .zeros = !bind || bind->kind == FILL_ZEROS};
    out.has_scalar = scalar_parse(run_str(b->scalar), &out.scalar);
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.label = run_view(out.name);
    d.size = c.bytes;
    d.usage = WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst | WGPUBufferUsage_Storage |
              WGPUBufferUsage_Uniform;
    out.buffer = wgpuDeviceCreateBuffer(r->result->device, &d);
    vec_push(r->arena, &r->result->buffers, out);
    return !r->error.len;
}

static int compare_buffers(const void *x, const void *y) {
    const RunBuffer *a = x, *b = y;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    return a->binding < b->binding ? -1 : a->binding > b->binding;
}

bool run_make_bindings(Run *r) {
    for (uint32_t i = 0; i < r->passes.len; i++) {
        for (size_t k = 0; k < r->info[i]->binding_count; k++) {
            const LwBinding *b = &r->info[i]->bindings[k];
            if (!run_buffer(r->result, b->group, b->binding) && !add_buffer(r, b))
                return false;
            if (b->kind == WGPUBufferBindingType_Storage ||
                b->storage_texture.access >= WGPUStorageTextureAccess_ReadWrite ||
                b->storage_texture.access == WGPUStorageTextureAccess_WriteOnly)
                run_buffer(r->result, b->group, b->binding)->writable = true;
        }
    }
    for (uint32_t i = 0; i < r->spec->binds.len; i++) {
        const Bind *b = &r->spec->binds.at[i];
        if (!run_buffer(r->result, b->group, b->binding) && !r->options->quiet)
            say(r->options->messages, "lanewise: note: no entry point uses binding %u:%u\n",
                b->group, b->binding);
    }
    if (r->result->buffers.len)
        qsort(r->result->buffers.at, r->result->buffers.len, sizeof(RunBuffer), compare_buffers);
    return true;
}
