/* Scan: a pass joins each chunk, a second scans the chunks from the sum of those before on.
 *
 * Reduce-then-scan: the second pass reads the data again, but no workgroup ever waits for another,
 * which WebGPU does not promise to work. */
#include "passes.h"

typedef struct Scan {
    LwkScanDescriptor d;
    LwkTuning tuning;
} Scan;

static LwkStatus add_kernel(LwkPlan *plan, bool sums, bool narrow) {
    const Scan *s = plan->own;
    const char *a = lwk_arithmetic(s->d.type);
    LwkKernelDescriptor k = {.label = sums ? "scan, sums" : "scan",
                             .bindings = sums ? "rw" : "rrw"};
    lwk_kernel_elements(&k, s->d.type, a, narrow);
    lwk_kernel_join(&k, plan->context, s->d.op, narrow);
    if (sums) {
        lwk_kernel_file(&k, "value_plain.wgsl");
        lwk_kernel_word(&k, "R", a);
    } else {
        lwk_kernel_file(&k, "tiles.wgsl");
        lwk_kernel_word(&k, "scan", s->d.exclusive ? "e_exclusive" : "e_inclusive");
    }
    lwk_kernel_file(&k, sums ? "reduce.wgsl" : "scan.wgsl");
    lwk_kernel_word(&k, "ITEMS", lwk_number(s->tuning.items));
    lwk_kernel_constant(&k, "WORKGROUP_SIZE", s->tuning.workgroup_size);
    return lwk_kernel_add(plan, &k);
}

static LwkStatus build(LwkPlan *plan) {
    static const LwkTuning defaults = {.workgroup_size = 512, .items = 4, .groups = 4224};
    Scan *s = plan->own;
    s->tuning = lwk_tuning(plan->context, s->d.tuning, defaults);
    return lwk_passes_build(plan, s->d.type, s->d.max_count, 4, &s->tuning, add_kernel);
}

LwkStatus lwk_scan_create(LwkContext *c, const LwkScanDescriptor *d, LwkPlan **plan) {
    LwkStatus status = lwk_check_create(c, "scan", d, plan);
    if (status == LWK_OK)
        status = lwk_check_type(c, "scan", d->type, d->max_count);
    if (status == LWK_OK)
        status = lwk_check_scan(c, "scan", d->type, d->op);
    if (status != LWK_OK)
        return status;
    Scan own = {.d = *d};
    return lwk_plan_make(c, "scan", build, &own, sizeof own, plan);
}

LwkStatus lwk_scan_encode(LwkPlan *plan, LwkTarget target, LwkSlice temporary, LwkSlice src,
                          LwkSlice dst, uint64_t count) {
    LwkStatus status = lwk_check_encode(plan, "scan", target, count);
    if (status != LWK_OK || count == 0)
        return status;
    const Scan *s = plan->own;
    uint32_t size = lwk_type_size(s->d.type);
    uint64_t bytes = count * size;
    LwkRange ranges[] = {{src.buffer, src.offset, bytes, false, "src"},
                         {0},
                         {dst.buffer, dst.offset, bytes, true, "dst"}};
    status = lwk_check_temporary(plan, temporary, &ranges[1]);
    if (status == LWK_OK)
        status = lwk_check_ranges(plan, ranges, 3);
    if (status != LWK_OK)
        return status;

    bool wide = lwk_has_slack(plan, src, bytes) && lwk_has_slack(plan, dst, bytes);
    ranges[0].size = ranges[2].size = lwk_round_up(bytes, wide ? 4 * size : size);
    return lwk_passes_encode(plan, target,
                             &(LwkPasses){.tuning = &s->tuning,
                                          .count = count,
                                          .wide = wide,
                                          .identity = lwk_op_identity(s->d.op, s->d.type),
                                          .first = ranges,
                                          .second = ranges});
}
