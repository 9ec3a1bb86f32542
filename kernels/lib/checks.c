/* The checks of arguments that all primitives share. */
#include "internal.h"

LwkStatus lwk_check_create(LwkContext *context, const char *name, const void *descriptor,
                           LwkPlan **plan) {
    if (!context)
        return LWK_BAD_ARGUMENT;
    if (!descriptor || !plan)
        return lwk_fail(context, LWK_BAD_ARGUMENT, "%s: no descriptor, or no place for the plan",
                        name);
    *plan = NULL;
    return LWK_OK;
}

LwkStatus lwk_check_type(LwkContext *c, const char *name, LwkType type, uint64_t max_count) {
    if ((unsigned)type > LWK_F16)
        return lwk_fail(c, LWK_BAD_ARGUMENT, "%s: %d is no type", name, (int)type);
    const uint64_t indexes = 0xffff0000; /* in kernels, with room for the steps of their loops */
    uint64_t most = c->properties.max_binding_size / lwk_type_size(type);
    if (most > indexes)
        most = indexes;
    if (max_count > most)
        return lwk_fail(c, LWK_TOO_LARGE, "%s: %llu elements of %s, the device binds %llu", name,
                        (unsigned long long)max_count, lwk_type_name(type),
                        (unsigned long long)most);
    return LWK_OK;
}

static LwkStatus check_target(LwkPlan *plan, LwkTarget target) {
    if (!target.encoder && !target.pass)
        return lwk_fail(plan->context, LWK_BAD_ARGUMENT, "%s: no command encoder and no pass",
                        plan->name);
    if (target.pass && target.timestamps)
        return lwk_fail(plan->context, LWK_BAD_ARGUMENT,
                        "%s: a pass that is open has its own time stamps", plan->name);
    if (plan->kernels == 0)
        return lwk_fail(plan->context, LWK_DEVICE_LOST,
                        "%s: the plan has no device: lwk_context_set_device failed", plan->name);
    return LWK_OK;
}

static LwkStatus check_count(LwkPlan *plan, uint64_t count) {
    if (count <= plan->max_count)
        return LWK_OK;
    return lwk_fail(plan->context, LWK_TOO_LARGE, "%s: %llu elements, the plan is for %llu",
                    plan->name, (unsigned long long)count, (unsigned long long)plan->max_count);
}

LwkStatus lwk_check_encode(LwkPlan *plan, const char *name, LwkTarget target, uint64_t count) {
    if (!plan)
        return LWK_BAD_ARGUMENT;
    if (plan->name != name && strcmp(plan->name, name))
        return lwk_fail(plan->context, LWK_BAD_ARGUMENT, "%s: the plan is one of %s", name,
                        plan->name);
    LwkStatus status = check_target(plan, target);
    return status == LWK_OK ? check_count(plan, count) : status;
}

static LwkStatus check_range(LwkPlan *plan, const LwkRange *r) {
    LwkContext *c = plan->context;
    const LwkProperties *p = &c->properties;
    if (!r->buffer)
        return lwk_fail(c, LWK_BAD_ARGUMENT, "%s: no buffer for %s", plan->name, r->name);
    if (r->offset % p->offset_alignment)
        return lwk_fail(c, LWK_MISALIGNED, "%s: %s begins at byte %llu, no multiple of %u",
                        plan->name, r->name, (unsigned long long)r->offset, p->offset_alignment);
    uint64_t size = c->procs->BufferGetSize(r->buffer);
    if (r->offset > size || r->size > size - r->offset)
        return lwk_fail(c, LWK_OUT_OF_RANGE,
                        "%s: %s needs %llu bytes from byte %llu, the buffer "
                        "has %llu",
                        plan->name, r->name, (unsigned long long)r->size,
                        (unsigned long long)r->offset, (unsigned long long)size);
    if (r->size > p->max_binding_size)
        return lwk_fail(c, LWK_TOO_LARGE, "%s: %s needs %llu bytes, the device binds %llu",
                        plan->name, r->name, (unsigned long long)r->size,
                        (unsigned long long)p->max_binding_size);
    return LWK_OK;
}

LwkStatus lwk_check_ranges(LwkPlan *plan, const LwkRange *ranges, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (!ranges[i].size)
            continue;
        LwkStatus status = check_range(plan, &ranges[i]);
        if (status != LWK_OK)
            return status;
        for (uint32_t j = 0; j < i; j++)
            if (ranges[j].size && ranges[j].buffer == ranges[i].buffer &&
                (ranges[i].written || ranges[j].written))
                return lwk_fail(plan->context, LWK_OVERLAP,
                                "%s: %s and %s are one buffer, and one of them is written",
                                plan->name, ranges[j].name, ranges[i].name);
    }
    return LWK_OK;
}

LwkStatus lwk_check_temporary(LwkPlan *plan, LwkSlice temporary, LwkRange *range) {
    LwkContext *c = plan->context;
    *range = (LwkRange){temporary.buffer, temporary.offset, plan->temporary_size, true,
                        "temporary storage"};
    if (!plan->temporary_size)
        return LWK_OK;
    if (!temporary.buffer)
        return lwk_fail(c, LWK_TEMPORARY_TOO_SMALL, "%s needs %llu bytes of temporary storage",
                        plan->name, (unsigned long long)plan->temporary_size);
    uint64_t size = c->procs->BufferGetSize(temporary.buffer);
    if (temporary.offset > size || plan->temporary_size > size - temporary.offset)
        return lwk_fail(
            c, LWK_TEMPORARY_TOO_SMALL,
            "%s needs %llu bytes of temporary storage, from byte %llu there are %llu", plan->name,
            (unsigned long long)plan->temporary_size, (unsigned long long)temporary.offset,
            (unsigned long long)(temporary.offset > size ? 0 : size - temporary.offset));
    return LWK_OK;
}

bool lwk_has_slack(const LwkPlan *plan, LwkSlice slice, uint64_t bytes) {
    uint64_t size = plan->context->procs->BufferGetSize(slice.buffer);
    return slice.offset + lwk_round_up(bytes, 16) <= size;
}
