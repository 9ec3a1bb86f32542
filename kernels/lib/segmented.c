/* Segmented scan: as scan, of pairs of a value and whether a segment began.
 *
 * Such a pair's join does not commute, but what a chunk hands on is only what follows its last
 * head, and that is joined in any order: the first pass looks for the head from the chunk's end. */
#include "passes.h"

typedef struct Segmented {
    LwkSegmentedScanDescriptor d;
    LwkTuning tuning;
} Segmented;

static void add_heads(LwkKernelDescriptor *k, LwkSegments segments, bool narrow) {
    static const char *const files[] = {"heads_flags.wgsl", "heads_bits.wgsl", "heads_keys.wgsl"};
    lwk_kernel_file(k, narrow ? "segmented_narrow.wgsl" : "segmented_wide.wgsl");
    lwk_kernel_file(k, files[segments]);
    lwk_kernel_word(k, "keys_before", narrow ? "before" : "vec4(before.w, keys.xyz)");
}

static LwkStatus add_kernel(LwkPlan *plan, bool sums, bool narrow) {
    const Segmented *s = plan->own;
    const LwkProperties *p = &plan->context->properties;
    LwkKernelDescriptor k = {.label = sums ? "segmented scan, sums" : "segmented scan",
                             .bindings = sums ? "rrw" : "rrrw"};
    lwk_kernel_elements(&k, s->d.type, lwk_arithmetic(s->d.type), narrow);
    lwk_kernel_join(&k, plan->context, s->d.op, narrow);
    add_heads(&k, s->d.segments, narrow);
    if (p->subgroups)
        lwk_kernel_file(&k, p->subgroup_max_size <= 32 ? "last_32.wgsl" : "last_128.wgsl");
    lwk_kernel_file(&k, p->subgroups ? "segments_subgroup.wgsl" : "segments_shared.wgsl");
    lwk_kernel_file(&k, "tiles.wgsl");
    lwk_kernel_file(&k, sums ? "segmented_sums.wgsl" : "segmented_scan.wgsl");
    lwk_kernel_word(&k, "scan", s->d.exclusive ? "e_segmented_exclusive" : "e_segmented_inclusive");
    lwk_kernel_word(&k, "ITEMS", lwk_number(s->tuning.items));
    lwk_kernel_constant(&k, "WORKGROUP_SIZE", s->tuning.workgroup_size);
    return lwk_kernel_add(plan, &k);
}

static LwkStatus build(LwkPlan *plan) {
    static const LwkTuning defaults = {.workgroup_size = 256, .items = 2, .groups = 1056};
    Segmented *s = plan->own;
    s->tuning = lwk_tuning(plan->context, s->d.tuning, defaults);
    return lwk_passes_build(plan, s->d.type, s->d.max_count, 8, &s->tuning, add_kernel);
}

LwkStatus lwk_segmented_scan_create(LwkContext *c, const LwkSegmentedScanDescriptor *d,
                                    LwkPlan **plan) {
    LwkStatus status = lwk_check_create(c, "segmented scan", d, plan);
    if (status == LWK_OK)
        status = lwk_check_type(c, "segmented scan", d->type, d->max_count);
    if (status == LWK_OK)
        status = lwk_check_scan(c, "segmented scan", d->type, d->op);
    if (status != LWK_OK)
        return status;
    if ((unsigned)d->segments > LWK_KEYS)
        return lwk_fail(c, LWK_BAD_ARGUMENT, "segmented scan: %d is no kind of segments",
                        (int)d->segments);
    Segmented own = {.d = *d};
    return lwk_plan_make(c, "segmented scan", build, &own, sizeof own, plan);
}

/* Bytes of what says where segments begin. */
static uint64_t segment_bytes(LwkSegments segments, uint64_t count) {
    return segments == LWK_HEAD_BITS ? lwk_ceil_div(count, 32) * 4 : count * 4;
}

LwkStatus lwk_segmented_scan_encode(LwkPlan *plan, LwkTarget target, LwkSlice temporary,
                                    LwkSlice src, LwkSlice segments, LwkSlice dst, uint64_t count) {
    LwkStatus status = lwk_check_encode(plan, "segmented scan", target, count);
    if (status != LWK_OK || count == 0)
        return status;
    const Segmented *s = plan->own;
    uint32_t size = lwk_type_size(s->d.type);
    uint64_t bytes = count * size, marks = segment_bytes(s->d.segments, count);
    LwkRange ranges[] = {{src.buffer, src.offset, bytes, false, "src"},
                         {segments.buffer, segments.offset, marks, false, "segments"},
                         {0},
                         {dst.buffer, dst.offset, bytes, true, "dst"}};
    status = lwk_check_temporary(plan, temporary, &ranges[2]);
    if (status == LWK_OK)
        status = lwk_check_ranges(plan, ranges, 4);
    if (status != LWK_OK)
        return status;

    bool bits = s->d.segments == LWK_HEAD_BITS;
    bool wide = lwk_has_slack(plan, src, bytes) && lwk_has_slack(plan, dst, bytes) &&
                (bits || lwk_has_slack(plan, segments, marks));
    ranges[0].size = ranges[3].size = lwk_round_up(bytes, wide ? 4 * size : size);
    if (!bits)
        ranges[1].size = lwk_round_up(marks, wide ? 16 : 4);
    return lwk_passes_encode(plan, target,
                             &(LwkPasses){.tuning = &s->tuning,
                                          .count = count,
                                          .wide = wide,
                                          .identity = lwk_op_identity(s->d.op, s->d.type),
                                          .first = ranges,
                                          .second = ranges});
}
