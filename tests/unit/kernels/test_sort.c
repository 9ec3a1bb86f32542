/* Radix sort against a stable sort in plain C: random sizes, types, bits, values and subgroup
 * sizes. */
#include "support.h"

typedef struct Item {
    uint32_t key, value, order; /* order: the bits by which it is sorted */
    uint32_t place;
} Item;

/* The order that the header describes, written another way than the kernels have it. */
static uint32_t order_of(const LwkSortDescriptor *d, uint32_t key) {
    uint32_t order = key;
    if (d->type == LWK_I32)
        order = key + 0x80000000u;
    if (d->type == LWK_F32) {
        if (key == 0x80000000u)
            key = 0;
        order = key & 0x80000000u ? ~key : key + 0x80000000u;
    }
    if (d->descending)
        order = UINT32_MAX - order;
    uint32_t end = d->end_bit ? d->end_bit : 32;
    uint64_t mask = ((uint64_t)1 << end) - ((uint64_t)1 << d->begin_bit);
    return order & (uint32_t)mask;
}

static int compare(const void *x, const void *y) {
    const Item *a = x, *b = y;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return a->place < b->place ? -1 : 1;
}

/* Keys over the whole type, with few values, already in order, all the same. */
static uint32_t key_of(Bench *b, uint32_t kind, uint32_t i) {
    static const uint32_t special[] = {0, 0x80000000u, 0x7f800000u, 0xff800000u,
                                       1, 0xffffffffu, 0x7fffffffu, 0x3f800000u};
    switch (kind) {
    case 0: return random_below(b, 3);
    case 1: return i * 77;
    case 2: return 0x12345678u;
    case 3: return special[random_below(b, 8)];
    default: return random_bits(b);
    }
}

static void one_sort(Bench *b, LwkSortDescriptor d, uint32_t count, uint32_t kind) {
    LwkPlan *plan;
    good(b, lwk_sort_create(b->context, &d, &plan));
    Item *item = malloc((count + 1) * sizeof *item);
    uint32_t *keys = malloc(count * 4 + 4), *values = malloc(count * 4 + 4);
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = key_of(b, kind, i);
        values[i] = i ^ 0x5a5a;
        item[i] = (Item){keys[i], values[i], order_of(&d, keys[i]), i};
    }
    qsort(item, count, sizeof *item, compare);
    LwkSortArguments a = {.count = count};
    Range src = range_new(b, "keys", keys, count * 4),
          dst = range_new(b, "sorted", NULL, count * 4);
    Range src_values = range_new(b, "values", values, count * 4),
          dst_values = range_new(b, "sorted values", NULL, count * 4);
    Range temporary = temporary_new(b, plan);
    a.keys = src.slice;
    a.sorted_keys = dst.slice;
    if (d.pairs) {
        a.values = src_values.slice;
        a.sorted_values = dst_values.slice;
    }
    LwkTarget t = begin(b);
    good(b, lwk_sort_encode(plan, t, temporary.slice, &a));
    finish(b, t);
    uint32_t *got = range_take(b, &dst), *got_values = range_take(b, &dst_values);
    uint32_t *kept = range_take(b, &src);
    for (uint32_t i = 0; i < count; i++)
        if (got[i] != item[i].key || kept[i] != keys[i] ||
            (d.pairs && got_values[i] != item[i].value)) {
            print_message("type %d pairs %d descending %d bits %u-%u count %u kind %u at %u: "
                          "%08x, not %08x\n",
                          d.type, d.pairs, d.descending, d.begin_bit, d.end_bit, count, kind, i,
                          got[i], item[i].key);
            fail();
        }
    free(got), free(got_values), free(kept), free(item), free(keys), free(values);
    range_drop(b, &src_values);
    range_drop(b, &temporary);
    lwk_plan_release(plan);
}

static void test_sort(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    for (uint32_t i = 0; i < n; i++) {
        Bench b;
        bench_open(&b, v[i], 0);
        b.seed += i;
        for (int k = 0; k < (b.foreign ? 3 : 18); k++) {
            LwkSortDescriptor d = {.type = (LwkType)(k % 3),
                                   .pairs = random_below(&b, 2),
                                   .descending = random_below(&b, 2),
                                   .max_count = b.foreign ? 5000 : 30000};
            if (random_below(&b, 3) == 0) {
                d.begin_bit = random_below(&b, 20);
                d.end_bit = d.begin_bit + 1 + random_below(&b, 12);
            }
            d.tuning.items = random_below(&b, 3) ? 0 : 1 + random_below(&b, 16);
            d.tuning.groups = random_below(&b, 2) ? 0 : 1 + random_below(&b, 5);
            one_sort(&b, d, random_count(&b, (uint32_t)d.max_count), random_below(&b, 7));
        }
        bench_close(&b);
    }
}

/* More chunks than the scan of their counts takes at once, and a last tile that is not full. */
static void test_many_tiles(void **state) {
    (void)state;
    Bench b;
    bench_open(&b, (Variant){32}, 0);
    LwkSortDescriptor d = {.type = LWK_U32, .max_count = 600001, .tuning = {.items = 1}};
    if (!b.foreign) {
        one_sort(&b, d, 600001, 5);
        d.tuning.items = 12;
        d.tuning.groups = 11;
        one_sort(&b, d, 600001, 5);
    }
    bench_close(&b);
}

/* Nothing is found at any subgroup size. */
static void test_checked(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    for (uint32_t i = 0; i < n; i++) {
        Bench b;
        bench_open(&b, v[i], LW_OBSERVE_CHECK);
        if (!b.foreign) {
            LwkSortDescriptor d = {
                .type = LWK_F32, .pairs = true, .max_count = 10000, .tuning = {.groups = 2}};
            one_sort(&b, d, 9001, 5);
            assert_nothing_found(&b);
        }
        bench_close(&b);
    }
}

static void expect(Bench *b, LwkStatus status, LwkStatus wanted) {
    if (status != wanted)
        print_message("%s: %s\n", lwk_status_text(status), lwk_context_message(b->context));
    assert_int_equal(status, wanted);
}

static void test_bad(void **state) {
    (void)state;
    uint32_t n;
    Bench b;
    bench_open(&b, variants(&n)[0], 0);
    LwkPlan *plan = NULL;
    LwkSortDescriptor d = {.type = LWK_F16, .max_count = 100};
    expect(&b, lwk_sort_create(b.context, &d, &plan), LWK_BAD_ARGUMENT);
    d = (LwkSortDescriptor){.type = LWK_U32, .begin_bit = 8, .end_bit = 8, .max_count = 100};
    expect(&b, lwk_sort_create(b.context, &d, &plan), LWK_BAD_ARGUMENT);
    d = (LwkSortDescriptor){.type = LWK_U32, .max_count = (uint64_t)1 << 40};
    expect(&b, lwk_sort_create(b.context, &d, &plan), LWK_TOO_LARGE);
    d.max_count = 100;
    good(&b, lwk_sort_create(b.context, &d, &plan));
    WGPUBuffer one = lwk_host_buffer(b.host, "one", 4096),
               two = lwk_host_buffer(b.host, "two", 4096);
    WGPUBuffer temporary = lwk_host_buffer(b.host, "temporary", lwk_plan_temporary_size(plan));
    LwkTarget t = begin(&b);
    LwkSortArguments a = {.keys = {one, 0}, .sorted_keys = {two, 0}, .count = 101};
    expect(&b, lwk_sort_encode(plan, t, (LwkSlice){temporary, 0}, &a), LWK_TOO_LARGE);
    a.count = 100;
    expect(&b, lwk_sort_encode(plan, t, (LwkSlice){one, 0}, &a), LWK_OVERLAP);
    expect(&b, lwk_sort_encode(plan, t, (LwkSlice){0}, &a), LWK_TEMPORARY_TOO_SMALL);
    a.keys.offset = 4;
    expect(&b, lwk_sort_encode(plan, t, (LwkSlice){temporary, 0}, &a), LWK_MISALIGNED);
    a.keys = (LwkSlice){two, 0};
    expect(&b, lwk_sort_encode(plan, t, (LwkSlice){temporary, 0}, &a), LWK_OVERLAP);
    a.keys = (LwkSlice){one, 3840};
    expect(&b, lwk_sort_encode(plan, t, (LwkSlice){temporary, 0}, &a), LWK_OUT_OF_RANGE);
    finish(&b, t);
    b.procs->BufferRelease(one);
    b.procs->BufferRelease(two);
    b.procs->BufferRelease(temporary);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sort),
                                       cmocka_unit_test(test_many_tiles),
                                       cmocka_unit_test(test_checked), cmocka_unit_test(test_bad)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
