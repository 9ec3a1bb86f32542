#include "ops.h"

static const LwkOpText ops[] = {
    [LWK_SUM] = {"sum", "a + b", "subgroupAdd", "before_add.wgsl", false},
    [LWK_MIN] = {"min", "min(a, b)", "subgroupMin", "before_shuffle.wgsl", false},
    [LWK_MAX] = {"max", "max(a, b)", "subgroupMax", "before_shuffle.wgsl", false},
    [LWK_AND] = {"and", "a & b", "subgroupAnd", NULL, true},
    [LWK_OR] = {"or", "a | b", "subgroupOr", NULL, true},
};

const LwkOpText *lwk_op_text(LwkOp op) {
    return (unsigned)op < sizeof ops / sizeof ops[0] ? &ops[op] : NULL;
}

uint32_t lwk_op_identity(LwkOp op, LwkType type) {
    bool real = type == LWK_F32 || type == LWK_F16;
    switch (op) {
    case LWK_SUM:
    case LWK_OR: return 0;
    case LWK_AND: return UINT32_MAX;
    case LWK_MIN:
    case LWK_ARGMIN: return real ? 0x7f800000u : type == LWK_I32 ? (uint32_t)INT32_MAX : UINT32_MAX;
    case LWK_MAX:
    case LWK_ARGMAX: return real ? 0xff800000u : type == LWK_I32 ? 0x80000000u : 0;
    }
    return 0;
}

const char *lwk_arithmetic(LwkType type) {
    return type == LWK_F16 ? "f32" : lwk_type_name(type);
}

LwkStatus lwk_check_scan(LwkContext *c, const char *name, LwkType type, LwkOp op) {
    if (op != LWK_SUM && op != LWK_MIN && op != LWK_MAX)
        return lwk_fail(c, LWK_BAD_ARGUMENT, "%s: the operation is sum, min or max", name);
    if (type == LWK_F16 && !c->properties.f16)
        return lwk_fail(c, LWK_UNSUPPORTED, "%s: the device lacks the feature shader-f16", name);
    return LWK_OK;
}

void lwk_kernel_file(LwkKernelDescriptor *d, const char *file) {
    for (int i = 0; i < LWK_MOST_FILES; i++)
        if (!d->files[i]) {
            d->files[i] = file;
            return;
        }
}

void lwk_kernel_word(LwkKernelDescriptor *d, const char *word, const char *text) {
    for (int i = 0; i < LWK_MOST_WORDS; i++)
        if (!d->words[i].word) {
            d->words[i] = (LwkWord){word, text};
            return;
        }
}

void lwk_kernel_constant(LwkKernelDescriptor *d, const char *name, double value) {
    for (int i = 0; i < LWK_MOST_CONSTANTS; i++)
        if (!d->constants[i].name) {
            d->constants[i] = (LwkConstant){name, value};
            return;
        }
}

void lwk_kernel_elements(LwkKernelDescriptor *d, LwkType type, const char *arithmetic,
                         bool narrow) {
    lwk_kernel_file(d, narrow ? "elements_narrow.wgsl" : "elements_wide.wgsl");
    lwk_kernel_word(d, "T", lwk_type_name(type));
    lwk_kernel_word(d, "A", arithmetic);
    d->f16 |= type == LWK_F16;
}

void lwk_kernel_lanes(LwkKernelDescriptor *d, const LwkContext *c, bool subgroups) {
    uint32_t least = c->properties.subgroup_min_size;
    lwk_kernel_file(d, subgroups ? "lane_subgroup.wgsl" : "lane_shared.wgsl");
    if (subgroups && least > 4) /* no device has smaller ones */
        lwk_kernel_constant(d, "SUBGROUP_LEAST", least);
    d->subgroups = subgroups;
}

void lwk_kernel_join(LwkKernelDescriptor *d, const LwkContext *c, LwkOp op, bool narrow) {
    const LwkOpText *text = lwk_op_text(op);
    bool subgroups = c->properties.subgroups;
    lwk_kernel_file(d, narrow ? "join_narrow.wgsl" : "join_wide.wgsl");
    lwk_kernel_lanes(d, c, subgroups);
    lwk_kernel_file(d, subgroups ? "group_subgroup.wgsl" : "group_shared.wgsl");
    if (subgroups && text->scan_file)
        lwk_kernel_file(d, text->scan_file);
    lwk_kernel_word(d, "join", text->join);
    lwk_kernel_word(d, "subgroup_join", text->subgroup_join);
}

const char *lwk_number(uint32_t n) {
    static const char *const text[] = {"1u", "2u",  "3u",  "4u",  "5u",  "6u",  "7u",  "8u",
                                       "9u", "10u", "11u", "12u", "13u", "14u", "15u", "16u"};
    return text[n < 1 ? 0 : n > 16 ? 15 : n - 1];
}

void lwk_split(uint64_t units, uint32_t tile, uint32_t most_groups, uint32_t *chunk,
               uint32_t *groups) {
    uint64_t each = lwk_round_up(lwk_ceil_div(units ? units : 1, most_groups), tile);
    *chunk = (uint32_t)each;
    *groups = units ? (uint32_t)lwk_ceil_div(units, each) : 1;
}

/* A CPU runs the invocations of a workgroup side by side in vectors and one after the other: large
 * workgroups cost least an element, some for each core are enough, and nothing contends. */
static const LwkTuning cpu_defaults = {
    .workgroup_size = 1024, .items = 2, .groups = 64, .copies = 1};

LwkTuning lwk_tuning(const LwkContext *c, LwkTuning t, LwkTuning defaults) {
    if (c->properties.cpu)
        defaults = cpu_defaults;
    if (!t.workgroup_size)
        t.workgroup_size = defaults.workgroup_size;
    if (!t.items)
        t.items = defaults.items;
    if (!t.groups)
        t.groups = defaults.groups;
    if (!t.copies)
        t.copies = defaults.copies;
    /* subgroups are to be full */
    uint32_t size = c->properties.subgroups ? c->properties.subgroup_max_size : 32;
    while (size * 2 <= t.workgroup_size && size * 2 <= c->properties.max_workgroup_size)
        size *= 2;
    t.workgroup_size = size;
    if (t.items > 16)
        t.items = 16;
    if (t.groups > c->properties.max_workgroups)
        t.groups = c->properties.max_workgroups;
    return t;
}
