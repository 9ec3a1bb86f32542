/* Radix sort, least significant digit first. A pass counts the digits of each chunk, finds where
 * each chunk's keys of a digit go, and moves them there tile by tile, stably. Three kernels a pass
 * rather than one with a look-back over neighbours: no workgroup waits for another, which WebGPU
 * does not promise to work.
 *
 * With subgroups a digit has 8 bits; without, or where they are so small that their counters do not
 * fit, 4. */
#include "ops.h"

enum { COUNT, OFFSETS, MOVE, SORT_GROUP = 256, MOST_PASSES = 8 };

typedef struct Sort {
    LwkSortDescriptor d;
    bool by_subgroups;
    uint32_t bits, items, groups, passes;
    uint64_t alternate_keys, alternate_values, counts, totals; /* offsets in temporary storage */
} Sort;

/* Bits of a key whose order as numbers is the order of keys, and the key that comes last. Floats
 * are ordered as numbers: both zeros are one. */
typedef struct KeyText {
    const char *sortable, *last, *last_descending;
} KeyText;

static const KeyText key_texts[] = {
    [LWK_F32] = {"select(key ^ select(0x80000000u, ~0u, key >> 31u == 1u), 0x80000000u, "
                 "key == 0x80000000u)",
                 "0x7fffffffu", "~0u"},
    [LWK_I32] = {"key ^ 0x80000000u", "0x7fffffffu", "0x80000000u"},
    [LWK_U32] = {"key", "~0u", "0u"},
};

/* ---- the plan ---- */

static uint32_t words_of_ranking(const LwkContext *c) {
    return SORT_GROUP / c->properties.subgroup_min_size * 256;
}

static uint32_t pool_words(const LwkContext *c, const Sort *s) {
    uint32_t tile = SORT_GROUP * s->items;
    uint32_t ranking = s->by_subgroups ? words_of_ranking(c) : 8 * SORT_GROUP;
    return tile > ranking ? tile : ranking;
}

/* Memory beside the pool: two tables of digits, and what scans over the workgroup use. */
static bool fits(const LwkContext *c, const Sort *s) {
    uint32_t words = pool_words(c, s) + 2 * 256 + SORT_GROUP;
    return words * 4 <= c->properties.max_workgroup_bytes;
}

static void choose(const LwkContext *c, Sort *s) {
    uint32_t items = s->d.tuning.items ? s->d.tuning.items : 12;
    s->items = items > 16 ? 16 : items;
    s->groups = s->d.tuning.groups ? s->d.tuning.groups : 11000;
    if (s->groups > c->properties.max_workgroups)
        s->groups = c->properties.max_workgroups;
    s->bits = 8;
    s->by_subgroups = c->properties.subgroups && c->properties.subgroup_min_size > 0;
    while (s->by_subgroups && s->items > 4 && !fits(c, s))
        s->items /= 2;
    if (s->by_subgroups && fits(c, s))
        return;
    /* An invocation's keys are side by side: with an odd number of them, what neighbours place in
     * the pool at once, if in order, is in different banks. */
    s->by_subgroups = false;
    s->bits = 4;
    s->items = items < 16 ? items | 1 : 15;
    while (s->items > 1 && !fits(c, s))
        s->items -= 2;
}

static void add_scan(LwkKernelDescriptor *k, const LwkContext *c, const Sort *s) {
    lwk_kernel_elements(k, LWK_U32, "u32", true);
    lwk_kernel_word(k, "join", "a + b");
    lwk_kernel_word(k, "subgroup_join", "subgroupAdd");
    lwk_kernel_file(k, "join_narrow.wgsl");
    lwk_kernel_lanes(k, c, s->by_subgroups);
    lwk_kernel_file(k, s->by_subgroups ? "group_subgroup.wgsl" : "group_shared.wgsl");
    if (s->by_subgroups)
        lwk_kernel_file(k, "before_add.wgsl");
}

static void add_common(LwkKernelDescriptor *k, const Sort *s) {
    lwk_kernel_file(k, "sort_common.wgsl");
    lwk_kernel_word(k, "ITEMS", lwk_number(s->items));
    lwk_kernel_word(k, "BITS", s->bits == 8 ? "8" : "4");
    lwk_kernel_word(k, "sortable", key_texts[s->d.type].sortable);
    lwk_kernel_constant(k, "WORKGROUP_SIZE", SORT_GROUP);
    lwk_kernel_constant(k, "BITS", s->bits);
    lwk_kernel_constant(k, "DESCENDING", s->d.descending);
}

static LwkStatus add_count(LwkPlan *plan, const Sort *s) {
    LwkKernelDescriptor k = {.label = "sort, count", .bindings = "ww"};
    lwk_kernel_lanes(&k, plan->context, s->by_subgroups);
    add_common(&k, s);
    lwk_kernel_file(&k, s->by_subgroups ? "sort_add_subgroup.wgsl" : "sort_add_shared.wgsl");
    lwk_kernel_file(&k, "sort_count.wgsl");
    return lwk_kernel_add(plan, &k);
}

static LwkStatus add_offsets(LwkPlan *plan, const Sort *s) {
    LwkKernelDescriptor k = {.label = "sort, offsets", .bindings = "ww"};
    add_scan(&k, plan->context, s);
    add_common(&k, s);
    lwk_kernel_file(&k, "sort_offsets.wgsl");
    return lwk_kernel_add(plan, &k);
}

static LwkStatus add_move(LwkPlan *plan, const Sort *s) {
    static const char values[] =
        "@group(0) @binding(5) var<storage, read_write> values: array<u32>;\n"
        "@group(0) @binding(6) var<storage, read_write> to_values: array<u32>;\n";
    const KeyText *t = &key_texts[s->d.type];
    LwkKernelDescriptor k = {.label = "sort, move", .bindings = s->d.pairs ? "wwwwww" : "wwww"};
    add_scan(&k, plan->context, s);
    add_common(&k, s);
    lwk_kernel_word(&k, "last", s->d.descending ? t->last_descending : t->last);
    lwk_kernel_word(&k, "bindings", s->d.pairs ? values : "");
    lwk_kernel_word(&k, "ranking_memory",
                    s->by_subgroups ? "" : "var<workgroup> starts: array<u32, RADIX>;");
    lwk_kernel_word(&k, "VALUES", s->d.pairs ? "1" : "0");
    lwk_kernel_file(&k, "sort_move.wgsl");
    lwk_kernel_word(
        &k, "rank_tile",
        lwk_wgsl(s->by_subgroups ? "sort_rank_subgroup.wgsl" : "sort_rank_shared.wgsl"));
    lwk_kernel_word(
        &k, "place_digits",
        lwk_wgsl(s->by_subgroups ? "sort_place_subgroup.wgsl" : "sort_place_shared.wgsl"));
    lwk_kernel_word(
        &k, "finish_ranks",
        lwk_wgsl(s->by_subgroups ? "sort_finish_subgroup.wgsl" : "sort_finish_shared.wgsl"));
    /* Where an invocation's first key is, and how far to its next. */
    lwk_kernel_word(&k, "base",
                    s->by_subgroups ? "lane.index / lane.width * lane.width * ITEMS + lane.place"
                                    : "lane.index * ITEMS");
    lwk_kernel_word(&k, "step", s->by_subgroups ? "lane.width" : "1u");
    if (s->by_subgroups)
        lwk_kernel_file(&k, plan->context->properties.subgroup_max_size > 32
                                ? "sort_peers_128.wgsl"
                                : "sort_peers_32.wgsl");
    lwk_kernel_constant(&k, "POOL", pool_words(plan->context, s));
    return lwk_kernel_add(plan, &k);
}

static void lay_out(LwkPlan *plan, Sort *s) {
    uint64_t align = plan->context->properties.offset_alignment;
    uint64_t keys = lwk_round_up(s->d.max_count * 4, align);
    s->passes = (uint32_t)lwk_ceil_div(s->d.end_bit - s->d.begin_bit, s->bits);
    s->alternate_values = s->alternate_keys + keys;
    uint64_t most_tiles = lwk_ceil_div(s->d.max_count, SORT_GROUP * s->items);
    uint64_t most_groups = most_tiles < s->groups ? most_tiles : s->groups;
    s->counts = s->alternate_values + (s->d.pairs ? keys : 0);
    s->totals = s->counts + lwk_round_up((most_groups << s->bits) * 4, align);
    plan->temporary_size = s->totals + (4u << s->bits);
}

static LwkStatus build(LwkPlan *plan) {
    Sort *s = plan->own;
    choose(plan->context, s);
    lay_out(plan, s);
    plan->type = s->d.type;
    plan->max_count = s->d.max_count;
    LwkStatus status = add_count(plan, s);
    if (status == LWK_OK)
        status = add_offsets(plan, s);
    return status == LWK_OK ? add_move(plan, s) : status;
}

LwkStatus lwk_sort_create(LwkContext *c, const LwkSortDescriptor *d, LwkPlan **plan) {
    LwkStatus status = lwk_check_create(c, "sort", d, plan);
    if (status == LWK_OK)
        status = lwk_check_type(c, "sort", d->type, d->max_count);
    if (status != LWK_OK)
        return status;
    if (d->type == LWK_F16)
        return lwk_fail(c, LWK_BAD_ARGUMENT, "sort: there is none of f16");
    if (d->max_count > UINT32_MAX - 65536)
        return lwk_fail(c, LWK_TOO_LARGE, "sort: %llu keys are more than 32 bits number",
                        (unsigned long long)d->max_count);
    Sort own = {.d = *d};
    if (!own.d.end_bit)
        own.d.end_bit = 32;
    if (own.d.begin_bit >= own.d.end_bit || own.d.end_bit > 32)
        return lwk_fail(c, LWK_BAD_ARGUMENT, "sort: bits %u to %u are none of a 32-bit key",
                        d->begin_bit, d->end_bit);
    return lwk_plan_make(c, "sort", build, &own, sizeof own, plan);
}

/* ---- encoding ---- */

/* The ranges of a call. Passes go to and fro between the result and the alternate memory, so that
 * the last one ends in the result. */
typedef struct Call {
    LwkRange keys[3], values[3]; /* source, result, alternate */
    LwkRange counts, totals;
    uint32_t count, tiles, chunk, groups;
} Call;

static LwkRange part(const LwkRange *temporary, uint64_t offset, uint64_t size) {
    return (LwkRange){temporary->buffer, temporary->offset + offset, size, true, "temporary"};
}

static void split_temporary(const Sort *s, const LwkRange *t, Call *c) {
    uint64_t bytes = (uint64_t)c->count * 4;
    c->keys[2] = part(t, s->alternate_keys, bytes);
    c->values[2] = part(t, s->alternate_values, bytes);
    c->counts = part(t, s->counts, ((uint64_t)c->groups << s->bits) * 4);
    c->totals = part(t, s->totals, 4u << s->bits);
}

static LwkStatus prepare_pass(LwkPlan *plan, const Call *c, uint32_t pass, LwkStep *steps) {
    const Sort *s = plan->own;
    uint32_t from = pass == 0 ? 0 : (s->passes - pass) % 2 ? 2 : 1;
    uint32_t to = (s->passes - pass) % 2 ? 1 : 2;
    uint32_t shift = s->d.begin_bit + pass * s->bits;
    uint32_t left = s->d.end_bit - shift;
    struct {
        uint32_t count, tiles, chunk, groups, shift, mask, identity;
    } params = {.count = c->count,
                .tiles = c->tiles,
                .chunk = c->chunk,
                .groups = c->groups,
                .shift = shift,
                .mask = (1u << (left < s->bits ? left : s->bits)) - 1};
    LwkRange count[] = {c->keys[from], c->counts}, offsets[] = {c->counts, c->totals},
             move[] = {c->keys[from], c->counts,       c->totals,
                       c->keys[to],   c->values[from], c->values[to]};
    LwkStatus status =
        lwk_prepare(plan, &steps[0], COUNT, count, &params, sizeof params, c->groups);
    if (status == LWK_OK)
        status =
            lwk_prepare(plan, &steps[1], OFFSETS, offsets, &params, sizeof params, 1u << s->bits);
    if (status == LWK_OK)
        status = lwk_prepare(plan, &steps[2], MOVE, move, &params, sizeof params, c->groups);
    return status;
}

LwkStatus lwk_sort_encode(LwkPlan *plan, LwkTarget target, LwkSlice temporary,
                          const LwkSortArguments *a) {
    LwkStatus status = lwk_check_encode(plan, "sort", target, a ? a->count : 0);
    if (status != LWK_OK)
        return status;
    if (!a)
        return lwk_fail(plan->context, LWK_BAD_ARGUMENT, "sort: no arguments");
    if (a->count == 0)
        return LWK_OK;
    const Sort *s = plan->own;
    uint64_t bytes = a->count * 4, values = s->d.pairs ? bytes : 0;
    LwkRange ranges[] = {
        {a->keys.buffer, a->keys.offset, bytes, false, "keys"},
        {a->sorted_keys.buffer, a->sorted_keys.offset, bytes, true, "sorted keys"},
        {a->values.buffer, a->values.offset, values, false, "values"},
        {a->sorted_values.buffer, a->sorted_values.offset, values, true, "sorted values"},
        {0}};
    status = lwk_check_temporary(plan, temporary, &ranges[4]);
    if (status == LWK_OK)
        status = lwk_check_ranges(plan, ranges, 5);
    if (status != LWK_OK)
        return status;
    Call call = {.keys = {ranges[0], ranges[1]},
                 .values = {ranges[2], ranges[3]},
                 .count = (uint32_t)a->count,
                 .tiles = (uint32_t)lwk_ceil_div(a->count, SORT_GROUP * s->items)};
    lwk_split(call.tiles, 1, s->groups, &call.chunk, &call.groups);
    split_temporary(s, &ranges[4], &call);
    LwkStep steps[3 * MOST_PASSES];
    for (uint32_t pass = 0; pass < s->passes && status == LWK_OK; pass++)
        status = prepare_pass(plan, &call, pass, steps + 3 * pass);
    if (status == LWK_OK)
        lwk_encode(plan, target, steps, 3 * s->passes);
    return status;
}
