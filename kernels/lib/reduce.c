/* Reduce: every workgroup joins a chunk, a last workgroup joins what they have. */
#include "ops.h"

enum { WIDE, NARROW, LAST };

typedef struct Reduce {
    LwkReduceDescriptor d;
    LwkTuning tuning;
} Reduce;

static bool finds_index(LwkOp op) {
    return op == LWK_ARGMIN || op == LWK_ARGMAX;
}

/* f16 is added up as f32. */
static const char *arithmetic(LwkType type) {
    return type == LWK_F16 ? "f32" : lwk_type_name(type);
}

static LwkStatus add_join(LwkPlan *plan, const Reduce *r, int which) {
    bool narrow = which == NARROW, last = which == LAST;
    const char *a = arithmetic(r->d.type);
    LwkKernelDescriptor k = {.label = "reduce", .bindings = "rw"};
    lwk_kernel_elements(&k, last && r->d.type == LWK_F16 ? LWK_F32 : r->d.type, a, narrow);
    lwk_kernel_join(&k, plan->context, r->d.op, narrow);
    lwk_kernel_file(&k, "value_plain.wgsl");
    lwk_kernel_file(&k, "reduce.wgsl");
    lwk_kernel_word(&k, "ITEMS", lwk_number(r->tuning.items));
    lwk_kernel_word(&k, "R", last ? lwk_type_name(r->d.type) : a);
    lwk_kernel_constant(&k, "WORKGROUP_SIZE", r->tuning.workgroup_size);
    k.f16 = r->d.type == LWK_F16;
    return lwk_kernel_add(plan, &k);
}

static LwkStatus add_best(LwkPlan *plan, const Reduce *r, int which) {
    bool last = which == LAST, subgroups = plan->context->properties.subgroups;
    LwkKernelDescriptor k = {.label = "reduce to index", .bindings = "rw"};
    lwk_kernel_lanes(&k, plan->context, subgroups);
    lwk_kernel_file(&k, subgroups ? "best_subgroup.wgsl" : "best_shared.wgsl");
    lwk_kernel_file(&k, "argreduce.wgsl");
    lwk_kernel_word(&k, "A", arithmetic(r->d.type));
    lwk_kernel_word(&k, "S", last ? "vec2<u32>" : lwk_type_name(r->d.type));
    lwk_kernel_word(&k, "candidate",
                    last ? "Best(bitcast<A>(src[i].y), src[i].x)" : "Best(A(src[i]), i)");
    lwk_kernel_word(&k, "before", r->d.op == LWK_ARGMIN ? "<" : ">");
    lwk_kernel_word(&k, "subgroup_join", r->d.op == LWK_ARGMIN ? "subgroupMin" : "subgroupMax");
    lwk_kernel_constant(&k, "WORKGROUP_SIZE", r->tuning.workgroup_size);
    k.f16 = r->d.type == LWK_F16;
    return lwk_kernel_add(plan, &k);
}

static LwkStatus build(LwkPlan *plan) {
    static const LwkTuning defaults = {.workgroup_size = 256, .items = 4, .groups = 4224};
    Reduce *r = plan->own;
    r->tuning = lwk_tuning(plan->context, r->d.tuning, defaults);
    plan->type = r->d.type;
    plan->max_count = r->d.max_count;
    /* what the chunks have: values, or pairs of index and value */
    plan->temporary_size = lwk_round_up((uint64_t)r->tuning.groups * 8, 16);
    LwkStatus status = LWK_OK;
    for (int which = WIDE; which <= LAST && status == LWK_OK; which++)
        status = finds_index(r->d.op) ? add_best(plan, r, which) : add_join(plan, r, which);
    return status;
}

static LwkStatus check_op(LwkContext *c, const LwkReduceDescriptor *d) {
    const LwkOpText *op = lwk_op_text(d->op);
    if (!op && !finds_index(d->op))
        return lwk_fail(c, LWK_BAD_ARGUMENT, "reduce: %d is no operation", (int)d->op);
    if (op && op->integers_only && (d->type == LWK_F32 || d->type == LWK_F16))
        return lwk_fail(c, LWK_BAD_ARGUMENT, "reduce: %s is for integers", op->name);
    if (d->type == LWK_F16 && !c->properties.f16)
        return lwk_fail(c, LWK_UNSUPPORTED, "reduce: the device lacks the feature shader-f16");
    return LWK_OK;
}

LwkStatus lwk_reduce_create(LwkContext *context, const LwkReduceDescriptor *d, LwkPlan **plan) {
    LwkStatus status = lwk_check_create(context, "reduce", d, plan);
    if (status == LWK_OK)
        status = lwk_check_type(context, "reduce", d->type, d->max_count);
    if (status == LWK_OK)
        status = check_op(context, d);
    if (status != LWK_OK)
        return status;
    Reduce own = {.d = *d};
    return lwk_plan_make(context, "reduce", build, &own, sizeof own, plan);
}

typedef struct Params {
    uint32_t count, chunk, groups, identity;
} Params;

/* One workgroup over what the chunks have. */
static LwkStatus prepare_last(LwkPlan *plan, const Reduce *r, LwkStep *step, const LwkRange *from,
                              const LwkRange *dst, uint32_t parts) {
    bool pairs = finds_index(r->d.op);
    LwkRange ranges[] = {*from, *dst};
    ranges[0].size = pairs ? (uint64_t)parts * 8 : lwk_round_up((uint64_t)parts * 4, 16);
    Params params = {.count = parts,
                     .chunk = parts,
                     .groups = 1,
                     .identity = lwk_op_identity(r->d.op, r->d.type)};
    return lwk_prepare(plan, step, LAST, ranges, &params, sizeof params, 1);
}

LwkStatus lwk_reduce_encode(LwkPlan *plan, LwkTarget target, LwkSlice temporary, LwkSlice src,
                            LwkSlice dst, uint64_t count) {
    LwkStatus status = lwk_check_encode(plan, "reduce", target, count);
    if (status != LWK_OK)
        return status;
    const Reduce *r = plan->own;
    uint64_t bytes = count * lwk_type_size(r->d.type);
    bool pairs = finds_index(r->d.op);
    LwkRange ranges[] = {{src.buffer, src.offset, bytes, false, "src"},
                         {dst.buffer, dst.offset, pairs ? 8 : 4, true, "dst"},
                         {0}};
    status = lwk_check_temporary(plan, temporary, &ranges[2]);
    if (status == LWK_OK)
        status = lwk_check_ranges(plan, ranges, 3);
    if (status != LWK_OK)
        return status;

    LwkRange parts = ranges[2];
    bool wide = !pairs && count && lwk_has_slack(plan, src, bytes);
    uint32_t lanes = wide ? 4 : 1;
    Params params = {.count = (uint32_t)count, .identity = lwk_op_identity(r->d.op, r->d.type)};
    lwk_split(lwk_ceil_div(count, lanes), r->tuning.workgroup_size * r->tuning.items,
              r->tuning.groups, &params.chunk, &params.groups);
    /* An empty range is not to be bound: any other stands for it. */
    LwkRange first[] = {ranges[0], parts};
    if (!count)
        first[0] = (LwkRange){dst.buffer, dst.offset, 4, false, "src"};
    else if (wide)
        first[0].size = lwk_round_up(bytes, 4 * lwk_type_size(r->d.type));
    LwkStep steps[2];
    bool one = params.groups == 1 && r->d.type != LWK_F16 && !pairs && count;
    if (one)
        first[1] = ranges[1];
    status = lwk_prepare(plan, &steps[0], wide ? WIDE : NARROW, first, &params, sizeof params,
                         params.groups);
    if (status == LWK_OK && !one)
        status = prepare_last(plan, r, &steps[1], &parts, &ranges[1], params.groups);
    if (status == LWK_OK)
        lwk_encode(plan, target, steps, one ? 1 : 2);
    return status;
}
