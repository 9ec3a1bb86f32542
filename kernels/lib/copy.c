/* Copy: one element of 16 bytes a lane, or of 4 where a buffer ends inside the last 16. */
#include "internal.h"

enum { WIDE, NARROW, COPY_GROUP = 256 };

static LwkStatus build(LwkPlan *plan) {
    const LwkCopyDescriptor *copy = plan->own;
    static const char *const files[] = {"words_wide.wgsl", "words_narrow.wgsl"};
    plan->type = copy->type;
    plan->max_count = copy->max_count;
    for (int width = WIDE; width <= NARROW; width++) {
        LwkKernelDescriptor d = {
            .label = width == WIDE ? "copy" : "copy, narrow",
            .files = {files[width], "copy.wgsl"},
            .constants = {{"WORKGROUP_SIZE", COPY_GROUP}},
            .bindings = "rw",
        };
        LwkStatus status = lwk_kernel_add(plan, &d);
        if (status != LWK_OK)
            return status;
    }
    return LWK_OK;
}

LwkStatus lwk_copy_create(LwkContext *context, const LwkCopyDescriptor *d, LwkPlan **plan) {
    LwkStatus status = lwk_check_create(context, "copy", d, plan);
    if (status == LWK_OK)
        status = lwk_check_type(context, "copy", d->type, d->max_count);
    if (status == LWK_OK)
        status = lwk_plan_make(context, "copy", build, d, sizeof *d, plan);
    return status;
}

LwkStatus lwk_copy_encode(LwkPlan *plan, LwkTarget target, LwkSlice src, LwkSlice dst,
                          uint64_t count) {
    LwkStatus status = lwk_check_encode(plan, "copy", target, count);
    if (status != LWK_OK || count == 0)
        return status;
    uint64_t bytes = count * lwk_type_size(plan->type);
    LwkRange ranges[] = {{src.buffer, src.offset, bytes, false, "src"},
                         {dst.buffer, dst.offset, bytes, true, "dst"}};
    status = lwk_check_ranges(plan, ranges, 2);
    if (status != LWK_OK)
        return status;
    bool wide = lwk_has_slack(plan, src, bytes) && lwk_has_slack(plan, dst, bytes);
    uint32_t width = wide ? 16 : 4;
    for (int i = 0; i < 2; i++)
        ranges[i].size = lwk_round_up(bytes, width);
    struct {
        uint32_t whole, tail;
    } params = {(uint32_t)(bytes / width), (uint32_t)(bytes % width)};
    LwkStep step;
    status = lwk_prepare(plan, &step, wide ? WIDE : NARROW, ranges, &params, sizeof params,
                         lwk_ceil_div(bytes, (uint64_t)width * COPY_GROUP));
    if (status == LWK_OK)
        lwk_encode(plan, target, &step, 1);
    return status;
}
