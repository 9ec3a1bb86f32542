/* Plans: their kernels, their cached bind groups, and the encoding that all primitives share. */
#include <stdlib.h>

#include "internal.h"

/* ---- life ---- */

static void drop_group(LwkPlan *plan, LwkGroup *g) {
    const LwProcs *procs = plan->context->procs;
    if (g->group)
        procs->BindGroupRelease(g->group);
    if (g->params)
        procs->BufferRelease(g->params);
    *g = (LwkGroup){0};
}

void lwk_plan_forget(LwkPlan *plan) {
    for (int i = 0; i < LWK_CACHED_GROUPS; i++)
        drop_group(plan, &plan->groups[i]);
}

static void drop_kernels(LwkPlan *plan) {
    const LwProcs *procs = plan->context->procs;
    lwk_plan_forget(plan);
    for (uint32_t i = 0; i < plan->kernels; i++) {
        if (plan->kernel[i].pipeline)
            procs->ComputePipelineRelease(plan->kernel[i].pipeline);
        if (plan->kernel[i].layout)
            procs->BindGroupLayoutRelease(plan->kernel[i].layout);
    }
    plan->kernels = 0;
}

void lwk_plan_release(LwkPlan *plan) {
    if (!plan)
        return;
    drop_kernels(plan);
    *plan->link = plan->next;
    if (plan->next)
        plan->next->link = plan->link;
    free(plan->groups);
    free(plan->own);
    free(plan);
}

static LwkPlan *new_plan(LwkContext *context, const void *own, size_t own_size) {
    LwkPlan *plan = calloc(1, sizeof *plan);
    if (!plan)
        return NULL;
    plan->groups = calloc(LWK_CACHED_GROUPS, sizeof *plan->groups);
    plan->own = malloc(own_size ? own_size : 1);
    if (!plan->groups || !plan->own) {
        free(plan->groups);
        free(plan->own);
        free(plan);
        return NULL;
    }
    memcpy(plan->own, own, own_size);
    plan->context = context;
    plan->next = context->plans;
    plan->link = &context->plans;
    if (plan->next)
        plan->next->link = &plan->next;
    context->plans = plan;
    return plan;
}

LwkStatus lwk_plan_make(LwkContext *context, const char *name, LwkStatus (*build)(LwkPlan *),
                        const void *own, size_t own_size, LwkPlan **plan) {
    *plan = NULL;
    LwkPlan *p = new_plan(context, own, own_size);
    if (!p)
        return lwk_fail(context, LWK_OUT_OF_MEMORY, "no memory for a plan of %s", name);
    p->name = name;
    p->build = build;
    LwkStatus status = build(p);
    if (status == LWK_OK)
        *plan = p;
    else
        lwk_plan_release(p);
    return status;
}

LwkStatus lwk_context_set_device(LwkContext *c, WGPUDevice device) {
    if (!device)
        return lwk_fail(c, LWK_BAD_ARGUMENT, "no device is given");
    for (LwkPlan *p = c->plans; p; p = p->next)
        drop_kernels(p);
    c->procs->DeviceAddRef(device);
    c->procs->DeviceRelease(c->device);
    c->device = device;
    LwkStatus status = lwk_read_properties(c);
    for (LwkPlan *p = c->plans; p && status == LWK_OK; p = p->next)
        status = p->build(p);
    return status;
}

uint64_t lwk_plan_temporary_size(const LwkPlan *plan) {
    return plan->temporary_size;
}

/* ---- steps ---- */

static LwkGroup *oldest(LwkPlan *plan) {
    LwkGroup *best = &plan->groups[0];
    for (int i = 1; i < LWK_CACHED_GROUPS; i++)
        if (plan->groups[i].used < best->used)
            best = &plan->groups[i];
    return best;
}

/* The parameters live in a buffer of the bind group's own that is never written again: commands
 * that were encoded with it stay right however the plan is used afterwards. */
static WGPUBuffer make_params(LwkContext *c, const LwkGroupKey *key) {
    WGPUBufferDescriptor d = {.label = {"parameters", WGPU_STRLEN},
                              .usage = WGPUBufferUsage_Uniform,
                              .size = LWK_PARAMS_BYTES,
                              .mappedAtCreation = true};
    WGPUBuffer buffer = c->procs->DeviceCreateBuffer(c->device, &d);
    void *at = buffer ? c->procs->BufferGetMappedRange(buffer, 0, LWK_PARAMS_BYTES) : NULL;
    if (at)
        memcpy(at, key->params, LWK_PARAMS_BYTES);
    if (buffer)
        c->procs->BufferUnmap(buffer);
    if (at)
        return buffer;
    if (buffer)
        c->procs->BufferRelease(buffer);
    return NULL;
}

static WGPUBindGroup make_group(LwkContext *c, const LwkKernel *kernel, const LwkGroupKey *key,
                                WGPUBuffer params) {
    WGPUBindGroupEntry entries[1 + LWK_MOST_BINDINGS] = {
        {.binding = 0, .buffer = params, .offset = 0, .size = LWK_PARAMS_BYTES}};
    for (uint32_t i = 0; i < kernel->bindings; i++)
        entries[1 + i] = (WGPUBindGroupEntry){.binding = 1 + i,
                                              .buffer = key->buffer[i],
                                              .offset = key->offset[i],
                                              .size = key->size[i]};
    WGPUBindGroupDescriptor d = {.label = {kernel->label, WGPU_STRLEN},
                                 .layout = kernel->layout,
                                 .entryCount = 1 + kernel->bindings,
                                 .entries = entries};
    return c->procs->DeviceCreateBindGroup(c->device, &d);
}

static uint64_t hash_of(const LwkGroupKey *key) {
    uint64_t hash = 14695981039346656037u, word;
    for (size_t i = 0; i < sizeof *key / 8; i++) {
        memcpy(&word, (const char *)key + 8 * i, 8);
        hash = (hash ^ word) * 1099511628211u;
    }
    return hash;
}

static LwkStatus find_group(LwkPlan *plan, const LwkGroupKey *key, WGPUBindGroup *out) {
    uint64_t hash = hash_of(key);
    for (int i = 0; i < LWK_CACHED_GROUPS; i++) {
        LwkGroup *g = &plan->groups[i];
        if (g->hash == hash && g->group && !memcmp(&g->key, key, sizeof *key)) {
            g->used = ++plan->encodes;
            *out = g->group;
            return LWK_OK;
        }
    }
    LwkContext *c = plan->context;
    LwkGroup *g = oldest(plan);
    drop_group(plan, g);
    g->params = make_params(c, key);
    g->group = g->params ? make_group(c, &plan->kernel[key->kernel], key, g->params) : NULL;
    if (!g->group) {
        drop_group(plan, g);
        return lwk_fail(c, LWK_OUT_OF_MEMORY, "%s: the device makes no bind group", plan->name);
    }
    g->hash = hash;
    g->key = *key;
    g->used = ++plan->encodes;
    *out = g->group;
    return LWK_OK;
}

LwkStatus lwk_prepare_2d(LwkPlan *plan, LwkStep *step, uint32_t kernel, const LwkRange *ranges,
                         const void *params, size_t params_size, uint32_t x, uint32_t y) {
    *step = (LwkStep){.kernel = kernel, .x = x, .y = y, .z = 1};
    if (!x || !y)
        return LWK_OK;
    uint32_t most = plan->context->properties.max_workgroups;
    if (x > most || y > most)
        return lwk_fail(plan->context, LWK_TOO_LARGE, "%s: %u x %u workgroups, the device runs %u",
                        plan->name, x, y, most);
    LwkGroupKey key = {.kernel = kernel, .params_size = (uint32_t)params_size};
    for (uint32_t i = 0; i < plan->kernel[kernel].bindings; i++) {
        key.buffer[i] = ranges[i].buffer;
        key.offset[i] = ranges[i].offset;
        key.size[i] = lwk_round_up(ranges[i].size, 4);
    }
    memcpy(key.params, params, params_size);
    return find_group(plan, &key, &step->group);
}

LwkStatus lwk_prepare(LwkPlan *plan, LwkStep *step, uint32_t kernel, const LwkRange *ranges,
                      const void *params, size_t params_size, uint64_t workgroups) {
    uint64_t most = plan->context->properties.max_workgroups;
    uint64_t y = lwk_ceil_div(workgroups, most);
    if (y > most)
        return lwk_fail(plan->context, LWK_TOO_LARGE, "%s: %llu workgroups", plan->name,
                        (unsigned long long)workgroups);
    return lwk_prepare_2d(plan, step, kernel, ranges, params, params_size,
                          y ? (uint32_t)lwk_ceil_div(workgroups, y) : 0, (uint32_t)y);
}

void lwk_encode(LwkPlan *plan, LwkTarget target, const LwkStep *steps, uint32_t count) {
    const LwProcs *procs = plan->context->procs;
    WGPUComputePassEncoder pass = target.pass;
    if (!pass) {
        WGPUComputePassDescriptor d = {.label = {plan->name, WGPU_STRLEN},
                                       .timestampWrites = target.timestamps};
        pass = procs->CommandEncoderBeginComputePass(target.encoder, &d);
    }
    for (uint32_t i = 0; i < count; i++) {
        const LwkStep *s = &steps[i];
        if (!s->x || !s->y)
            continue;
        procs->ComputePassEncoderSetPipeline(pass, plan->kernel[s->kernel].pipeline);
        procs->ComputePassEncoderSetBindGroup(pass, 0, s->group, 0, NULL);
        procs->ComputePassEncoderDispatchWorkgroups(pass, s->x, s->y, s->z);
    }
    if (!target.pass) {
        procs->ComputePassEncoderEnd(pass);
        procs->ComputePassEncoderRelease(pass);
    }
}
