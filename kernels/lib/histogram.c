/* Histogram: every workgroup counts a chunk into its own memory and adds that to the result.
 *
 * More bins than the workgroup's memory holds are cut into slices, each counted by workgroups of
 * its own that all go through the data. */
#include <math.h>

#include "ops.h"

enum { WIDE, NARROW, CLEAR };

typedef struct Histogram {
    LwkHistogramDescriptor d;
    LwkTuning tuning;
    uint32_t slice, slices;
    uint32_t lower, upper, scale; /* bits for the kernel */
    const char *bin;              /* the expression of even bins; NULL: ranges */
} Histogram;

static uint32_t bits_of(float f) {
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}

/* How even bins are computed: floats by a product, integers by a shift or a division. */
static void plan_bins(Histogram *h) {
    double width = (h->d.upper - h->d.lower) / h->d.bins;
    if (h->d.type == LWK_F32) {
        h->lower = bits_of((float)h->d.lower);
        h->upper = bits_of((float)h->d.upper);
        h->scale = bits_of((float)(1 / width));
        h->bin = "min(u32((v - lower) * bitcast<f32>(params.scale)), params.bins - 1u)";
        return;
    }
    h->lower = (uint32_t)(int64_t)h->d.lower;
    if (width > UINT32_MAX) { /* one bin of all there are */
        h->bin = "0u";
        return;
    }
    uint32_t w = (uint32_t)(width > 1 ? width : 1);
    bool power = (w & (w - 1)) == 0;
    h->scale = w;
    h->bin = "(bitcast<u32>(v) - params.lower) / params.scale";
    if (power) {
        h->scale = 0;
        while (w >>= 1)
            h->scale++;
        h->bin = "(bitcast<u32>(v) - params.lower) >> params.scale";
    }
}

static LwkStatus add_kernel(LwkPlan *plan, const Histogram *h, bool narrow) {
    const char *type = lwk_type_name(h->d.type);
    LwkKernelDescriptor k = {.label = "histogram", .bindings = h->bin ? "rw" : "rwr"};
    lwk_kernel_elements(&k, h->d.type, type, narrow);
    lwk_kernel_file(&k, !h->bin                ? "bins_ranges.wgsl"
                        : h->d.type == LWK_F32 ? "bins_even.wgsl"
                                               : "bins_whole.wgsl");
    lwk_kernel_file(&k, "histogram.wgsl");
    lwk_kernel_word(&k, "bin", h->bin ? h->bin : "");
    lwk_kernel_word(&k, "slice", h->slices > 1 ? "group.y" : "0u");
    lwk_kernel_word(&k, "ITEMS", lwk_number(h->tuning.items));
    lwk_kernel_constant(&k, "WORKGROUP_SIZE", h->tuning.workgroup_size);
    lwk_kernel_constant(&k, "BINS", h->slice);
    lwk_kernel_constant(&k, "COPIES", h->tuning.copies);
    return lwk_kernel_add(plan, &k);
}

static LwkStatus build(LwkPlan *plan) {
    static const LwkTuning defaults = {
        .workgroup_size = 512, .items = 2, .groups = 528, .copies = 8};
    Histogram *h = plan->own;
    uint32_t words = plan->context->properties.max_workgroup_bytes / 4;
    h->tuning = lwk_tuning(plan->context, h->d.tuning, defaults);
    h->slice = h->d.bins < words ? h->d.bins : words;
    h->slices = (h->d.bins + h->slice - 1) / h->slice;
    while (h->tuning.copies > 1 && h->tuning.copies * h->slice > words / 2)
        h->tuning.copies /= 2;
    if (!h->d.ranges)
        plan_bins(h);
    plan->type = h->d.type;
    plan->max_count = h->d.max_count;
    LwkStatus status = add_kernel(plan, h, false);
    if (status == LWK_OK)
        status = add_kernel(plan, h, true);
    LwkKernelDescriptor clear = {
        .label = "histogram, clear", .files = {"fill.wgsl"}, .bindings = "w"};
    return status == LWK_OK ? lwk_kernel_add(plan, &clear) : status;
}

static bool is_whole(double x) {
    return floor(x) == x;
}

static LwkStatus check_even(LwkContext *c, const LwkHistogramDescriptor *d) {
    if (!(d->lower < d->upper))
        return lwk_fail(c, LWK_BAD_ARGUMENT, "histogram: lower %g is not below upper %g", d->lower,
                        d->upper);
    if (d->type == LWK_F32) {
        float width = (float)((d->upper - d->lower) / d->bins);
        if (isfinite((float)d->lower) && isfinite((float)d->upper) && isnormal(width))
            return LWK_OK;
        return lwk_fail(c, LWK_BAD_ARGUMENT, "histogram: bounds %g and %g are no f32 with %u bins",
                        d->lower, d->upper, d->bins);
    }
    double least = d->type == LWK_I32 ? INT32_MIN : 0, most = least + 4294967296.0;
    if (d->lower < least || d->upper > most || !is_whole(d->lower) || !is_whole(d->upper))
        return lwk_fail(c, LWK_BAD_ARGUMENT, "histogram: bounds %g and %g are no %s", d->lower,
                        d->upper, lwk_type_name(d->type));
    if (!is_whole((d->upper - d->lower) / d->bins))
        return lwk_fail(
            c, LWK_BAD_ARGUMENT,
            "histogram: %u bins of integers from %.0f to %.0f have no whole width: give "
            "ranges",
            d->bins, d->lower, d->upper);
    return LWK_OK;
}

LwkStatus lwk_histogram_create(LwkContext *c, const LwkHistogramDescriptor *d, LwkPlan **plan) {
    LwkStatus status = lwk_check_create(c, "histogram", d, plan);
    if (status == LWK_OK)
        status = lwk_check_type(c, "histogram", d->type, d->max_count);
    if (status != LWK_OK)
        return status;
    if (d->type == LWK_F16)
        return lwk_fail(c, LWK_BAD_ARGUMENT, "histogram: there is none of f16");
    if (d->bins < 1 || d->bins > LWK_MOST_BINS)
        return lwk_fail(c, LWK_BAD_ARGUMENT, "histogram: %u bins, 1 to %d can be", d->bins,
                        LWK_MOST_BINS);
    if (!d->ranges)
        status = check_even(c, d);
    if (status != LWK_OK)
        return status;
    Histogram own = {.d = *d};
    return lwk_plan_make(c, "histogram", build, &own, sizeof own, plan);
}

typedef struct Params {
    uint32_t count, chunk, groups, bins, lower, upper, scale;
} Params;

LwkStatus lwk_histogram_encode(LwkPlan *plan, LwkTarget target, LwkSlice src, LwkSlice histogram,
                               LwkSlice levels, uint64_t count) {
    LwkStatus status = lwk_check_encode(plan, "histogram", target, count);
    if (status != LWK_OK)
        return status;
    const Histogram *h = plan->own;
    uint64_t bytes = count * 4, bins = h->d.bins;
    LwkRange ranges[] = {
        {src.buffer, src.offset, bytes, false, "src"},
        {histogram.buffer, histogram.offset, bins * 4, true, "histogram"},
        {levels.buffer, levels.offset, h->d.ranges ? bins * 4 + 4 : 0, false, "levels"}};
    status = lwk_check_ranges(plan, ranges, 3);
    if (status != LWK_OK)
        return status;

    LwkStep steps[2] = {0};
    uint32_t clear[] = {h->d.bins, 0};
    status = lwk_prepare(plan, &steps[0], CLEAR, &ranges[1], clear, sizeof clear,
                         lwk_ceil_div(bins, 256));
    bool wide = count && lwk_has_slack(plan, src, bytes);
    uint32_t lanes = wide ? 4 : 1;
    Params params = {.count = (uint32_t)count,
                     .bins = h->d.bins,
                     .lower = h->lower,
                     .upper = h->upper,
                     .scale = h->scale};
    lwk_split(lwk_ceil_div(count, lanes), h->tuning.workgroup_size * h->tuning.items,
              h->tuning.groups, &params.chunk, &params.groups);
    ranges[0].size = lwk_round_up(bytes, 4 * lanes);
    if (status == LWK_OK && count)
        status = lwk_prepare_2d(plan, &steps[1], wide ? WIDE : NARROW, ranges, &params,
                                sizeof params, params.groups, h->slices);
    if (status == LWK_OK)
        lwk_encode(plan, target, steps, 2);
    return status;
}
