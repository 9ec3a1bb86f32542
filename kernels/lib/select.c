/* Select and partition: a pass counts the chosen elements of each chunk, a second writes them
 * behind those of the chunks before. */
#include "passes.h"

enum { NOTHING = 4 }; /* the kernel for no elements, behind those of the passes */

typedef struct Select {
    LwkSelectDescriptor d;
    LwkTuning tuning;
} Select;

/* What is tested, by its type: four at once, and the operand from its bits. */
static const struct {
    const char *vector, *operand;
} tested_texts[] = {
    [LWK_F32] = {"vec4<f32>", "bitcast<f32>(params.operand)"},
    [LWK_I32] = {"vec4<i32>", "bitcast<i32>(params.operand)"},
    [LWK_U32] = {"vec4<u32>", "params.operand"},
    [LWK_F16] = {"vec4<f16>", "f16(unpack2x16float(params.operand).x)"},
};

static const char *const tests[] = {
    [LWK_LESS] = "<",   [LWK_LESS_EQUAL] = "<=", [LWK_GREATER] = ">",  [LWK_GREATER_EQUAL] = ">=",
    [LWK_EQUAL] = "==", [LWK_NOT_EQUAL] = "!=",  [LWK_FLAGGED] = "!=", /* 0 */
};

static LwkStatus add_kernel(LwkPlan *plan, bool counts, bool narrow) {
    const Select *s = plan->own;
    bool flagged = s->d.test == LWK_FLAGGED;
    LwkType tested = flagged ? LWK_U32 : s->d.type;
    LwkKernelDescriptor k = {.label = counts ? "select, counts" : "select",
                             .bindings = counts    ? "rw"
                                         : flagged ? "rrwwr"
                                                   : "rrww"};
    lwk_kernel_elements(&k, counts ? tested : s->d.type, "u32", narrow);
    lwk_kernel_join(&k, plan->context, LWK_SUM, narrow);
    lwk_kernel_file(&k, "value_chosen.wgsl");
    if (!counts)
        lwk_kernel_file(&k, flagged ? "mark_flags.wgsl" : "mark_self.wgsl");
    lwk_kernel_file(&k, counts ? "reduce.wgsl" : "select.wgsl");
    lwk_kernel_word(&k, "M", narrow ? lwk_type_name(tested) : tested_texts[tested].vector);
    lwk_kernel_word(&k, "operand", tested_texts[tested].operand);
    lwk_kernel_word(&k, "test", tests[s->d.test]);
    lwk_kernel_word(&k, "R", "u32");
    lwk_kernel_word(&k, "LANES", narrow ? "1" : "4");
    lwk_kernel_word(&k, counts ? "ITEMS" : "PAIRS",
                    lwk_number(counts ? s->tuning.items : s->tuning.items / 2));
    lwk_kernel_constant(&k, "WORKGROUP_SIZE", s->tuning.workgroup_size);
    if (!counts) {
        lwk_kernel_constant(&k, "PARTITION", s->d.partition);
        /* lanes with an element each have neighbouring ones */
        bool pads = !narrow || !plan->context->properties.subgroups;
        uint32_t in_word = 4 / lwk_type_size(s->d.type);
        lwk_kernel_constant(&k, "ROW", 32 * in_word);
        lwk_kernel_constant(&k, "PAD", pads ? in_word : 0);
    }
    return lwk_kernel_add(plan, &k);
}

/* Bytes of the workgroup's memory: a tile of elements, packed and padded, and what scans use. */
static uint32_t memory(const LwkTuning *t) {
    return t->workgroup_size * t->items * 16 / 32 * 33 + t->workgroup_size * 8;
}

static LwkStatus build(LwkPlan *plan) {
    static const LwkTuning defaults = {.workgroup_size = 128, .items = 2, .groups = 4224};
    const LwkProperties *p = &plan->context->properties;
    Select *s = plan->own;
    s->tuning = lwk_tuning(plan->context, s->d.tuning, defaults);
    s->tuning.items += s->tuning.items & 1;
    if (!p->subgroups) /* a lane's elements are side by side: what padding separates is 2, 4, 8 */
        s->tuning.items = s->tuning.items < 4 ? 2 : s->tuning.items < 8 ? 4 : 8;
    while (s->tuning.items > 2 && memory(&s->tuning) > p->max_workgroup_bytes)
        s->tuning.items = s->tuning.items / 4 * 2;
    LwkStatus status = lwk_passes_build(plan, s->d.type, s->d.max_count, 4, &s->tuning, add_kernel);
    LwkKernelDescriptor fill = {.label = "select nothing", .files = {"fill.wgsl"}, .bindings = "w"};
    return status == LWK_OK ? lwk_kernel_add(plan, &fill) : status;
}

LwkStatus lwk_select_create(LwkContext *c, const LwkSelectDescriptor *d, LwkPlan **plan) {
    LwkStatus status = lwk_check_create(c, "select", d, plan);
    if (status == LWK_OK)
        status = lwk_check_type(c, "select", d->type, d->max_count);
    if (status != LWK_OK)
        return status;
    if (d->type == LWK_F16 && !c->properties.f16)
        return lwk_fail(c, LWK_UNSUPPORTED, "select: the device lacks the feature shader-f16");
    if ((unsigned)d->test > LWK_FLAGGED)
        return lwk_fail(c, LWK_BAD_ARGUMENT, "select: %d is no test", (int)d->test);
    Select own = {.d = *d};
    return lwk_plan_make(c, "select", build, &own, sizeof own, plan);
}

static LwkStatus encode_nothing(LwkPlan *plan, LwkTarget target, const LwkRange *chosen) {
    uint32_t params[] = {1, 0};
    LwkStep step;
    LwkStatus status = lwk_prepare(plan, &step, NOTHING, chosen, params, sizeof params, 1);
    if (status == LWK_OK)
        lwk_encode(plan, target, &step, 1);
    return status;
}

LwkStatus lwk_select_encode(LwkPlan *plan, LwkTarget target, LwkSlice temporary,
                            const LwkSelectArguments *a) {
    LwkStatus status = lwk_check_encode(plan, "select", target, a ? a->count : 0);
    if (status != LWK_OK)
        return status;
    if (!a)
        return lwk_fail(plan->context, LWK_BAD_ARGUMENT, "select: no arguments");
    const Select *s = plan->own;
    bool flagged = s->d.test == LWK_FLAGGED;
    uint32_t size = lwk_type_size(s->d.type);
    uint64_t bytes = a->count * size, marks = flagged ? a->count * 4 : 0;
    enum { SRC, SUMS, DST, CHOSEN, FLAGS };
    LwkRange ranges[] = {{a->src.buffer, a->src.offset, bytes, false, "src"},
                         {0},
                         {a->dst.buffer, a->dst.offset, bytes, true, "dst"},
                         {a->chosen.buffer, a->chosen.offset, 4, true, "chosen"},
                         {a->flags.buffer, a->flags.offset, marks, false, "flags"}};
    status = lwk_check_temporary(plan, temporary, &ranges[SUMS]);
    if (status == LWK_OK)
        status = lwk_check_ranges(plan, ranges, 5);
    if (status != LWK_OK)
        return status;
    if (!a->count)
        return encode_nothing(plan, target, &ranges[CHOSEN]);

    bool wide =
        lwk_has_slack(plan, a->src, bytes) && (!flagged || lwk_has_slack(plan, a->flags, marks));
    ranges[SRC].size = lwk_round_up(bytes, wide ? 4 * size : size);
    ranges[FLAGS].size = lwk_round_up(marks, wide ? 16 : 4);
    LwkRange counted[] = {flagged ? ranges[FLAGS] : ranges[SRC], ranges[SUMS]};
    return lwk_passes_encode(plan, target,
                             &(LwkPasses){.tuning = &s->tuning,
                                          .count = a->count,
                                          .wide = wide,
                                          .all = s->d.partition,
                                          .operand = flagged ? 0 : a->operand,
                                          .first = counted,
                                          .second = ranges});
}
