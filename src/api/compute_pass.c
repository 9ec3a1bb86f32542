/* Compute passes: the state that a dispatch is made of, and what it must satisfy. */
#include <inttypes.h>
#include <stdlib.h>

#include "api/api.h"

static bool check_writes(WGPUCommandEncoder e, const WGPUPassTimestampWrites *w) {
    static const char what[] = "beginComputePass";
    bool begin = w->beginningOfPassWriteIndex != WGPU_QUERY_SET_INDEX_UNDEFINED;
    bool end = w->endOfPassWriteIndex != WGPU_QUERY_SET_INDEX_UNDEFINED;
    if (!begin && !end)
        return encoder_invalid(e, "%s: timestampWrites writes neither begin nor end", what);
    if (begin && w->beginningOfPassWriteIndex == w->endOfPassWriteIndex)
        return encoder_invalid(e, "%s: timestampWrites has index %u for both begin and end", what,
                               w->endOfPassWriteIndex);
    return (!begin || encoder_use_query(e, what, w->querySet, w->beginningOfPassWriteIndex)) &&
           (!end || encoder_use_query(e, what, w->querySet, w->endOfPassWriteIndex));
}

static void begin(WGPUComputePassEncoder p, const WGPUComputePassDescriptor *desc) {
    WGPUCommandEncoder e = p->encoder;
    if (!encoder_ready(e, "beginComputePass")) {
        p->base.invalid = true;
        return;
    }
    e->state = ENCODER_IN_PASS;
    const WGPUPassTimestampWrites *w = desc ? desc->timestampWrites : NULL;
    if (!w || !check_writes(e, w))
        return;
    if (w->beginningOfPassWriteIndex != WGPU_QUERY_SET_INDEX_UNDEFINED)
        encoder_add_timestamp(e, w->querySet, w->beginningOfPassWriteIndex);
    if (w->endOfPassWriteIndex != WGPU_QUERY_SET_INDEX_UNDEFINED) {
        p->end_set = w->querySet;
        p->end_index = w->endOfPassWriteIndex;
    }
}

WGPUComputePassEncoder wgpuCommandEncoderBeginComputePass(WGPUCommandEncoder e,
                                                          const WGPUComputePassDescriptor *desc) {
    if (!e)
        return NULL;
    WGPUStringView none = {NULL, 0};
    WGPUComputePassEncoder p =
        object_new(e->base.device, KIND_ComputePassEncoder, sizeof *p, desc ? desc->label : none);
    if (!p)
        return NULL;
    p->encoder = object_ref(e);
    begin(p, desc);
    return p;
}

void compute_pass_free(Object *o) {
    WGPUComputePassEncoder p = (WGPUComputePassEncoder)o;
    for (int i = 0; i < MAX_BIND_GROUPS; i++)
        free(p->group[i].dynamic_offset);
    object_unref(p->encoder);
}

/* Whether commands may be added to the pass; says why not. */
static bool ready(WGPUComputePassEncoder p, const char *what) {
    if (!p)
        return false;
    if (p->ended || p->encoder->state == ENCODER_ENDED)
        return device_invalid(p->base.device, "%s: %s has ended", what, NAME(p));
    return !p->base.invalid;
}

void wgpuComputePassEncoderEnd(WGPUComputePassEncoder p) {
    if (!ready(p, "end")) {
        if (p && !p->ended && p->encoder->state != ENCODER_ENDED)
            device_invalid(p->base.device, "end: %s was begun while another pass was open",
                           NAME(p));
        if (p)
            p->ended = true;
        return;
    }
    p->ended = true;
    if (p->debug_groups)
        encoder_invalid(p->encoder, "end: %u debug groups of %s are open", p->debug_groups,
                        NAME(p));
    if (p->end_set)
        encoder_add_timestamp(p->encoder, p->end_set, p->end_index);
    encoder_pass_ended(p->encoder);
}

void wgpuComputePassEncoderSetPipeline(WGPUComputePassEncoder p, WGPUComputePipeline pipeline) {
    if (ready(p, "setPipeline") && encoder_use(p->encoder, "setPipeline", "the pipeline", pipeline))
        p->pipeline = pipeline;
}

/* ---- bind groups ---- */

static bool check_offset(WGPUComputePassEncoder p, WGPUBindGroup g, uint32_t i, uint32_t offset) {
    const WGPULimits *l = &p->base.device->limits;
    const WGPUBindGroupLayoutEntry *e = &g->layout->entry[i];
    uint32_t alignment = e->buffer.type == WGPUBufferBindingType_Uniform
                             ? l->minUniformBufferOffsetAlignment
                             : l->minStorageBufferOffsetAlignment;
    if (offset % alignment)
        return encoder_invalid(p->encoder,
                               "setBindGroup: %s: binding %u: dynamic offset %u is no "
                               "multiple of %u",
                               NAME(g), e->binding, offset, alignment);
    const Bound *b = &g->bound[i];
    return range_fits(b->offset + offset, b->size, b->buffer->size) ||
           encoder_invalid(p->encoder,
                           "setBindGroup: %s: binding %u: dynamic offset %u moves it past "
                           "the end of %s, %" PRIu64,
                           NAME(g), e->binding, offset, NAME(b->buffer), b->buffer->size);
}

static bool set_offsets(WGPUComputePassEncoder p, uint32_t index, WGPUBindGroup g, size_t count,
                        const uint32_t *offset) {
    if (count != g->layout->dynamic)
        return encoder_invalid(p->encoder,
                               "setBindGroup: %s has %u dynamic bindings, %zu offsets are "
                               "given",
                               NAME(g), g->layout->dynamic, count);
    if (count && !offset)
        return encoder_invalid(p->encoder, "setBindGroup: %s: the dynamic offsets are null",
                               NAME(g));
    uint32_t *copy = count ? calloc(count, sizeof *copy) : NULL;
    if (count && !copy)
        return encoder_error(p->encoder, WGPUErrorType_OutOfMemory, "setBindGroup: out of memory");
    free(p->group[index].dynamic_offset);
    p->group[index].dynamic_offset = copy;
    size_t next = 0;
    for (uint32_t i = 0; i < g->layout->entries; i++)
        if (g->layout->entry[i].buffer.hasDynamicOffset) {
            if (!check_offset(p, g, i, offset[next]))
                return false;
            copy[next] = offset[next];
            next++;
        }
    return true;
}

void wgpuComputePassEncoderSetBindGroup(WGPUComputePassEncoder p, uint32_t index, WGPUBindGroup g,
                                        size_t offsets, const uint32_t *offset) {
    static const char what[] = "setBindGroup";
    if (!ready(p, what))
        return;
    if (index >= p->base.device->limits.maxBindGroups) {
        encoder_invalid(p->encoder, "%s: index %u is not under maxBindGroups, %u", what, index,
                        p->base.device->limits.maxBindGroups);
    } else if (!g) {
        if (offsets)
            encoder_invalid(p->encoder, "%s: dynamic offsets without a bind group", what);
        p->group[index].group = NULL;
    } else if (encoder_use(p->encoder, what, "the bind group", g) &&
               set_offsets(p, index, g, offsets, offset)) {
        p->group[index].group = g;
    }
}

/* ---- dispatches ---- */

static bool check_groups(WGPUComputePassEncoder p, const char *what) {
    WGPUPipelineLayout l = p->pipeline->layout;
    for (uint32_t i = 0; i < l->groups; i++) {
        WGPUBindGroup g = p->group[i].group;
        if (!g && l->group[i] && l->group[i]->entries)
            return encoder_invalid(p->encoder, "%s: bind group %u, which %s needs, is not set",
                                   what, i, NAME(p->pipeline));
        if (g && !bind_group_layout_equal(g->layout, l->group[i]))
            return encoder_invalid(p->encoder, "%s: %s at index %u has another layout than %s%s",
                                   what, NAME(g), i, NAME(p->pipeline),
                                   l->group[i] && l->group[i]->exclusive
                                       ? ", whose automatic layout fits its own bind groups only"
                                       : "");
    }
    return true;
}

/* The range of the i-th entry's buffer with its dynamic offset. */
static Bound bound_at(const struct PassGroup *pg, uint32_t entry) {
    Bound b = pg->group->bound[entry];
    if (!pg->group->layout->entry[entry].buffer.hasDynamicOffset)
        return b;
    uint32_t dynamic = 0;
    for (uint32_t i = 0; i < entry; i++)
        dynamic += pg->group->layout->entry[i].buffer.hasDynamicOffset;
    b.offset += pg->dynamic_offset[dynamic];
    return b;
}

/* One use of a buffer or texture by a dispatch. */
typedef struct Use {
    Bound bound;
    bool writes;
    uint32_t group, binding;
} Use;

/* All bindings of the groups that the pipeline's layout has. */
static size_t collect_uses(WGPUComputePassEncoder p, Use *use) {
    size_t count = 0;
    for (uint32_t i = 0; i < p->pipeline->layout->groups; i++) {
        const struct PassGroup *pg = &p->group[i];
        for (uint32_t k = 0; pg->group && k < pg->group->layout->entries; k++) {
            const WGPUBindGroupLayoutEntry *e = &pg->group->layout->entry[k];
            use[count++] = (Use){bound_at(pg, k), bind_group_layout_is_writable(e), i, e->binding};
        }
    }
    return count;
}

/* Do two uses share the buffer, or texels? */
static bool same_memory(const Use *a, const Use *b) {
    if (a->bound.view && b->bound.view)
        return texture_views_meet(a->bound.view, b->bound.view);
    return a->bound.buffer && a->bound.buffer == b->bound.buffer;
}

static bool check_pair(WGPUComputePassEncoder p, const char *what, const Use *a, const Use *b) {
    if ((!a->writes && !b->writes) || !same_memory(a, b))
        return true;
    const Object *memory = a->bound.view ? &a->bound.view->texture->base : &a->bound.buffer->base;
    if (a->writes != b->writes)
        return encoder_invalid(p->encoder,
                               "%s: %s is bound both for writing (group %u, binding %u) "
                               "and for reading (group %u, binding %u)",
                               what, object_name(memory).at, a->writes ? a->group : b->group,
                               a->writes ? a->binding : b->binding, a->writes ? b->group : a->group,
                               a->writes ? b->binding : a->binding);
    bool apart = a->bound.buffer && (a->bound.offset + a->bound.size <= b->bound.offset ||
                                     b->bound.offset + b->bound.size <= a->bound.offset);
    return apart || encoder_invalid(p->encoder,
                                    "%s: overlapping ranges of %s are bound for writing: "
                                    "group %u, binding %u and group %u, binding %u",
                                    what, object_name(memory).at, a->group, a->binding, b->group,
                                    b->binding);
}

/* A buffer may be written through one binding only, and not be read elsewhere. */
static bool check_uses(WGPUComputePassEncoder p, const char *what, WGPUBuffer indirect) {
    size_t most = 0;
    for (int i = 0; i < MAX_BIND_GROUPS; i++)
        most += p->group[i].group ? p->group[i].group->layout->entries : 0;
    Use few[32];
    Use *use = most + 1 <= 32 ? few : calloc(most + 1, sizeof *use);
    if (!use)
        return encoder_error(p->encoder, WGPUErrorType_OutOfMemory, "%s: out of memory", what);
    size_t count = collect_uses(p, use);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        for (size_t k = 0; ok && k < i; k++)
            ok = check_pair(p, what, &use[k], &use[i]);
        if (ok && use[i].writes && indirect && use[i].bound.buffer == indirect)
            ok = encoder_invalid(p->encoder, "%s: %s is bound for writing (group %u, binding %u)",
                                 what, NAME(indirect), use[i].group, use[i].binding);
    }
    if (use != few)
        free(use);
    return ok;
}

static bool add_binding(CommandList *l, EngineBinding seen, BoundMemory memory) {
    if (!array_room((void **)&l->binding, &l->binding_cap, l->bindings, sizeof *l->binding) ||
        !array_room((void **)&l->memory, &l->memory_cap, l->bindings, sizeof *l->memory))
        return false;
    l->binding[l->bindings] = seen;
    l->memory[l->bindings++] = memory;
    return true;
}

/* Appends what the program reads and writes to the list's bindings. */
static bool resolve_bindings(WGPUComputePassEncoder p, const char *what, Command *c) {
    CommandList *l = &p->encoder->list;
    c->dispatch.first_binding = (uint32_t)l->bindings;
    c->dispatch.bindings = p->pipeline->bindings;
    for (uint32_t i = 0; i < p->pipeline->bindings; i++) {
        const PipelineBinding *need = &p->pipeline->binding[i];
        Bound b = bound_at(&p->group[need->group], need->entry);
        if (b.size < need->min_size)
            return encoder_invalid(
                p->encoder, "%s: group %u, binding %u has %" PRIu64 " bytes, %s needs %" PRIu64,
                what, need->group, need->binding, b.size, NAME(p->pipeline), need->min_size);
        EngineBinding seen = {need->group, need->binding, NULL, b.size, NULL, NULL};
        if (b.view) {
            seen.size = b.view->texture->bytes;
            seen.texture = &b.view->seen;
        }
        if (b.sampler)
            seen.sampler = &b.sampler->seen;
        if (!add_binding(l, seen,
                         (BoundMemory){b.buffer, b.offset, b.view ? b.view->texture : NULL}))
            return encoder_error(p->encoder, WGPUErrorType_OutOfMemory, "%s: out of memory", what);
    }
    return true;
}

static void dispatch(WGPUComputePassEncoder p, const char *what, Command c) {
    if (!p->pipeline) {
        encoder_invalid(p->encoder, "%s: no pipeline is set on %s", what, NAME(p));
        return;
    }
    c.dispatch.pipeline = p->pipeline;
    if (check_groups(p, what) && check_uses(p, what, c.dispatch.indirect) &&
        resolve_bindings(p, what, &c))
        encoder_add(p->encoder, c);
}

void wgpuComputePassEncoderDispatchWorkgroups(WGPUComputePassEncoder p, uint32_t x, uint32_t y,
                                              uint32_t z) {
    static const char what[] = "dispatchWorkgroups";
    if (!ready(p, what))
        return;
    uint32_t most = p->base.device->limits.maxComputeWorkgroupsPerDimension;
    if (x > most || y > most || z > most)
        encoder_invalid(p->encoder, "%s: (%u, %u, %u) is over maxComputeWorkgroupsPerDimension, %u",
                        what, x, y, z, most);
    else
        dispatch(p, what, (Command){COMMAND_DISPATCH, .dispatch = {.workgroups = {x, y, z}}});
}

void wgpuComputePassEncoderDispatchWorkgroupsIndirect(WGPUComputePassEncoder p, WGPUBuffer b,
                                                      uint64_t offset) {
    static const char what[] = "dispatchWorkgroupsIndirect";
    if (ready(p, what) &&
        encoder_use_buffer(p->encoder, what, b, WGPUBufferUsage_Indirect, "Indirect") &&
        encoder_check_range(p->encoder, what, b, offset, 3 * sizeof(uint32_t), 4))
        dispatch(p, what,
                 (Command){COMMAND_DISPATCH_INDIRECT,
                           .dispatch = {.indirect = b, .indirect_offset = offset}});
}

void wgpuComputePassEncoderSetImmediates(WGPUComputePassEncoder p, uint32_t offset,
                                         const void *data, size_t size) {
    (void)data;
    if (ready(p, "setImmediates"))
        encoder_invalid(p->encoder, "setImmediates: bytes %u to %zu are over maxImmediateSize, %u",
                        offset, offset + size, p->base.device->limits.maxImmediateSize);
}

void wgpuComputePassEncoderInsertDebugMarker(WGPUComputePassEncoder p, WGPUStringView label) {
    (void)label;
    ready(p, "insertDebugMarker");
}

void wgpuComputePassEncoderPushDebugGroup(WGPUComputePassEncoder p, WGPUStringView label) {
    (void)label;
    if (ready(p, "pushDebugGroup"))
        p->debug_groups++;
}

void wgpuComputePassEncoderPopDebugGroup(WGPUComputePassEncoder p) {
    if (ready(p, "popDebugGroup"))
        encoder_pop_group(p->encoder, &p->base, &p->debug_groups);
}
