/* Segmented scan against plain C, over random sizes, types, segments and subgroup sizes. */
#include "support.h"

/* Random heads, about one in `length`; 0: none. */
static uint8_t *random_heads(Bench *b, uint32_t count, uint32_t length) {
    uint8_t *heads = calloc(count + 1, 1);
    for (uint32_t i = 0; i < count; i++)
        heads[i] = length && random_below(b, length) == 0;
    return heads;
}

/* The heads as the primitive reads them. Elements behind the last have heads, too, which are not to
 * be looked at; and the first element has none, which is to make no difference. */
static Range segments_new(Bench *b, LwkSegments kind, const uint8_t *heads, uint32_t count) {
    uint32_t words = kind == LWK_HEAD_BITS ? (count + 31) / 32 : count, key = random_bits(b);
    uint32_t *data = calloc(words + 1, 4);
    for (uint32_t i = 0; i < count; i++) {
        key += heads[i];
        if (kind == LWK_HEAD_FLAGS)
            data[i] = heads[i] ? random_bits(b) | 1 : 0;
        else if (kind == LWK_KEYS)
            data[i] = key;
        else
            data[i / 32] |= (uint32_t)heads[i] << i % 32;
    }
    if (kind == LWK_HEAD_BITS && count % 32)
        data[count / 32] |= ~0u << count % 32;
    Range r = range_new(b, "segments", data, words * 4ull);
    free(data);
    return r;
}

static void one(Bench *b, const LwkSegmentedScanDescriptor *d, uint32_t count, uint32_t length) {
    LwkPlan *plan;
    good(b, lwk_segmented_scan_create(b->context, d, &plan));
    uint32_t *data = random_values(b, d->type, count);
    uint8_t *heads = random_heads(b, count, length);
    Range src = values_new(b, "src", d->type, data, count);
    Range segments = segments_new(b, d->segments, heads, count);
    Range dst = range_new(b, "dst", NULL, count * (uint64_t)lwk_type_size(d->type));
    Range temporary = temporary_new(b, plan);
    LwkTarget t = begin(b);
    good(b, lwk_segmented_scan_encode(plan, t, temporary.slice, src.slice, segments.slice,
                                      dst.slice, count));
    finish(b, t);
    uint32_t *got = values_take(b, &dst, d->type, count), sum = value_identity(d->op, d->type);
    for (uint32_t i = 0; i < count; i++) {
        if (heads[i])
            sum = value_identity(d->op, d->type);
        uint32_t next = value_join(d->op, d->type, sum, data[i]), want = d->exclusive ? sum : next;
        if (!value_same(d->type, got[i], want))
            print_message("segmented scan %d %d %d %d, heads one in %u: element %u of %u is %08x, "
                          "not %08x\n",
                          d->type, d->op, d->exclusive, d->segments, length, i, count, got[i],
                          want);
        assert_true(value_same(d->type, got[i], want));
        sum = next;
    }
    free(got);
    free(heads);
    free(data);
    range_drop(b, &src);
    range_drop(b, &segments);
    range_drop(b, &temporary);
    lwk_plan_release(plan);
}

static void test_random(void **state) {
    (void)state;
    static const uint32_t lengths[] = {0, 1, 2, 5, 33, 300, 5000};
    uint32_t n;
    const Variant *v = variants(&n);
    for (uint32_t i = 0; i < n; i++) {
        Bench b;
        bench_open(&b, v[i], 0);
        b.seed += i;
        uint32_t most = b.foreign ? 5000 : 40000;
        int last = lwk_context_properties(b.context)->f16 ? LWK_F16 : LWK_U32;
        for (int type = LWK_F32; type <= last; type++)
            for (int op = LWK_SUM; op <= LWK_MAX; op++)
                for (int kind = LWK_HEAD_FLAGS; kind <= LWK_KEYS; kind++) {
                    if (b.foreign && random_below(&b, 3))
                        continue;
                    LwkSegmentedScanDescriptor d = {type, op,   random_below(&b, 2),
                                                    kind, most, random_tuning(&b)};
                    one(&b, &d, random_count(&b, most), lengths[random_below(&b, 7)]);
                }
        bench_close(&b);
    }
}

/* Few workgroups with several tiles each, all kinds of lengths: heads in every place of a chunk. */
static void test_chunks(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    for (uint32_t i = 0; i < n; i++) {
        Bench b;
        bench_open(&b, v[i], 0);
        uint32_t most = b.foreign ? 4000 : 20000;
        for (uint32_t length = 50; length <= most; length *= b.foreign ? 20 : 3) {
            LwkSegmentedScanDescriptor d = {LWK_I32,        LWK_SUM, false,
                                            LWK_HEAD_FLAGS, most,    {64, 2, 5, 0}};
            one(&b, &d, most - random_below(&b, 40), length);
        }
        bench_close(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random),
                                       cmocka_unit_test(test_chunks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
