/* Transpose: tiles through the workgroup's memory, by 16 bytes where rows and columns are multiples
 * of 4, else element by element. */
#include "ops.h"

enum { NARROW, WIDE }; /* kernels; f16 has no wide one */

typedef struct Transpose {
    LwkTransposeDescriptor d;
    LwkTuning tuning;
    uint32_t side; /* vectors of a wide tile's side */
} Transpose;

static LwkStatus build(LwkPlan *plan) {
    static const LwkTuning defaults = {.workgroup_size = 256, .groups = 65535};
    Transpose *t = plan->own;
    t->tuning = lwk_tuning(plan->context, t->d.tuning, defaults);
    t->side = t->tuning.workgroup_size >= 256 ? 16 : 8;
    plan->type = t->d.type;
    plan->max_count = t->d.max_count;
    LwkKernelDescriptor narrow = {
        .label = "transpose, narrow",
        .files = {"transpose_narrow.wgsl"},
        /* two f16 share a bank: a pitch of 33 words is one of 66 of them */
        .words = {{"T", lwk_type_name(t->d.type)}, {"PITCH", t->d.type == LWK_F16 ? "34" : "33"}},
        .bindings = "rw",
        .f16 = t->d.type == LWK_F16,
    };
    LwkKernelDescriptor wide = {.label = "transpose",
                                .files = {"transpose_wide.wgsl"},
                                .words = {{"SIDE", t->side == 16 ? "16u" : "8u"}},
                                .bindings = "rw"};
    LwkStatus status = lwk_kernel_add(plan, &narrow);
    if (status == LWK_OK && t->d.type != LWK_F16)
        status = lwk_kernel_add(plan, &wide);
    return status;
}

LwkStatus lwk_transpose_create(LwkContext *c, const LwkTransposeDescriptor *d, LwkPlan **plan) {
    LwkStatus status = lwk_check_create(c, "transpose", d, plan);
    if (status == LWK_OK)
        status = lwk_check_type(c, "transpose", d->type, d->max_count);
    if (status != LWK_OK)
        return status;
    if (d->type == LWK_F16 && !c->properties.f16)
        return lwk_fail(c, LWK_UNSUPPORTED, "transpose: the device lacks the feature shader-f16");
    Transpose own = {.d = *d};
    return lwk_plan_make(c, "transpose", build, &own, sizeof own, plan);
}

LwkStatus lwk_transpose_encode(LwkPlan *plan, LwkTarget target, LwkSlice src, LwkSlice dst,
                               uint32_t batch, uint32_t rows, uint32_t columns) {
    /* rows * columns cannot overflow, the product with batch can */
    uint64_t matrix = (uint64_t)rows * columns;
    uint64_t count = batch && matrix > UINT64_MAX / batch ? UINT64_MAX : matrix * batch;
    LwkStatus status = lwk_check_encode(plan, "transpose", target, count);
    if (status != LWK_OK || count == 0)
        return status;
    const Transpose *t = plan->own;
    uint64_t bytes = count * lwk_type_size(t->d.type);
    LwkRange ranges[] = {{src.buffer, src.offset, bytes, false, "src"},
                         {dst.buffer, dst.offset, bytes, true, "dst"}};
    status = lwk_check_ranges(plan, ranges, 2);
    if (status != LWK_OK)
        return status;
    bool wide = t->d.type != LWK_F16 && rows % 4 == 0 && columns % 4 == 0;
    uint32_t unit = wide ? 4 : 1, tile = wide ? t->side : 32;
    struct {
        uint32_t rows, columns, tiles_x, tiles_y, tiles;
    } params = {.rows = rows / unit, .columns = columns / unit};
    params.tiles_x = (uint32_t)lwk_ceil_div(params.columns, tile);
    params.tiles_y = (uint32_t)lwk_ceil_div(params.rows, tile);
    uint64_t tiles = (uint64_t)params.tiles_x * params.tiles_y * batch;
    params.tiles = (uint32_t)tiles;
    LwkStep step;
    status = lwk_prepare(plan, &step, wide ? WIDE : NARROW, ranges, &params, sizeof params,
                         tiles < t->tuning.groups ? tiles : t->tuning.groups);
    if (status == LWK_OK)
        lwk_encode(plan, target, &step, 1);
    return status;
}
