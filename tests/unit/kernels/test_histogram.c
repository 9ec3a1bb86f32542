/* Histogram and transpose against plain C, over random sizes, types and subgroup sizes. */
#include "support.h"

static float float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

static double number(LwkType type, uint32_t bits) {
    return type == LWK_F32   ? (double)float_of(bits)
           : type == LWK_I32 ? (double)(int32_t)bits
                             : (double)bits;
}

static uint32_t bits_of(LwkType type, double x) {
    float f = (float)x;
    uint32_t bits = (uint32_t)(int64_t)x;
    if (type == LWK_F32)
        memcpy(&bits, &f, 4);
    return bits;
}

/* Values of a third more than the bins span, so that some fall beside. */
static uint32_t spread(Bench *b, LwkType type, double lower, double upper) {
    double x =
        lower + (upper - lower) * ((double)random_below(b, 1 << 20) / (1 << 20) * 1.33 - 0.16);
    return bits_of(type, x < 0 && type == LWK_U32 ? 0 : type == LWK_F32 ? x : (double)(int64_t)x);
}

static uint32_t even_bin(const LwkHistogramDescriptor *d, uint32_t bits) {
    double x = number(d->type, bits), width = (d->upper - d->lower) / d->bins;
    if (!(x >= d->lower && x < d->upper))
        return UINT32_MAX;
    if (d->type != LWK_F32)
        return (uint32_t)((x - d->lower) / width);
    float scale = (float)(1 / width), at = (float)x - (float)d->lower;
    uint32_t bin = (uint32_t)(at * scale);
    return bin < d->bins ? bin : d->bins - 1;
}

static uint32_t range_bin(LwkType type, const uint32_t *levels, uint32_t bins, uint32_t bits) {
    double x = number(type, bits);
    for (uint32_t b = 0; b < bins; b++)
        if (x >= number(type, levels[b]) && x < number(type, levels[b + 1]))
            return b;
    return UINT32_MAX;
}

static void one_histogram(Bench *b, LwkType type, bool ranges, uint32_t bins, uint32_t most) {
    LwkHistogramDescriptor d = {type, bins, ranges, 0, 0, most, random_tuning(b)};
    d.lower = type == LWK_U32 ? 100 : -100;
    d.upper = d.lower + (type == LWK_F32 ? 200 : (double)bins * (1 + random_below(b, 4)));
    LwkPlan *plan;
    good(b, lwk_histogram_create(b->context, &d, &plan));
    uint32_t count = random_count(b, most), *data = malloc(count * 4 + 4);
    uint32_t *want = calloc(bins, 4), *levels = malloc((bins + 1) * 4);
    for (uint32_t i = 0; i <= bins; i++) /* squared: narrow bins first */
        levels[i] =
            bits_of(type, (double)(int64_t)(d.lower + (d.upper - d.lower) * i / bins * i / bins));
    for (uint32_t i = 0; i < count; i++) {
        data[i] = spread(b, type, d.lower, d.upper);
        uint32_t bin = ranges ? range_bin(type, levels, bins, data[i]) : even_bin(&d, data[i]);
        if (bin < bins)
            want[bin]++;
    }
    Range src = range_new(b, "src", data, count * 4ull);
    Range out = range_new(b, "histogram", NULL, bins * 4ull);
    Range level = range_new(b, "levels", levels, bins * 4ull + 4);
    LwkTarget t = begin(b);
    good(b, lwk_histogram_encode(plan, t, src.slice, out.slice,
                                 ranges ? level.slice : (LwkSlice){0}, count));
    finish(b, t);
    uint32_t *got = range_take(b, &out);
    assert_memory_equal(got, want, bins * 4ull);
    free(got);
    free(want);
    free(levels);
    free(data);
    range_drop(b, &src);
    range_drop(b, &level);
    lwk_plan_release(plan);
}

/* Bins that fill the whole of the type: one has a width that 32 bits do not hold. */
static void test_whole_range(void **state) {
    (void)state;
    uint32_t n, data[1000];
    Bench b;
    bench_open(&b, variants(&n)[0], 0);
    for (int type = LWK_I32; type <= LWK_U32; type++)
        for (uint32_t bins = 1; bins <= 256; bins *= 16) {
            double lower = type == LWK_I32 ? INT32_MIN : 0;
            LwkHistogramDescriptor d = {type, bins, false, lower, lower + 4294967296.0, 1000, {0}};
            LwkPlan *plan;
            good(&b, lwk_histogram_create(b.context, &d, &plan));
            uint32_t want[256] = {0};
            for (int i = 0; i < 1000; i++) {
                data[i] = random_bits(&b);
                want[even_bin(&d, data[i])]++;
            }
            Range src = range_new(&b, "src", data, sizeof data);
            Range out = range_new(&b, "histogram", NULL, bins * 4ull);
            LwkTarget t = begin(&b);
            good(&b, lwk_histogram_encode(plan, t, src.slice, out.slice, (LwkSlice){0}, 1000));
            finish(&b, t);
            uint32_t *got = range_take(&b, &out);
            assert_memory_equal(got, want, bins * 4ull);
            free(got);
            range_drop(&b, &src);
            lwk_plan_release(plan);
        }
    bench_close(&b);
}

static void test_histogram(void **state) {
    (void)state;
    static const uint32_t bins[] = {1, 7, 256, 1000, 65536};
    uint32_t n;
    const Variant *v = variants(&n);
    Bench b;
    bench_open(&b, v[0], 0); /* the kernel has no subgroup operations */
    for (int type = LWK_F32; type <= LWK_U32; type++)
        for (int ranges = 0; ranges < 2; ranges++)
            for (int i = 0; i < 5 - 2 * b.foreign; i++)
                for (int k = 0; k < (i == 4 || b.foreign ? 1 : 5); k++)
                    one_histogram(&b, type, ranges, bins[i], i == 4 || b.foreign ? 3000 : 30000);
    bench_close(&b);
}

static void one_transpose(Bench *b, LwkPlan *plan, LwkType type, uint32_t most, uint32_t step) {
    uint32_t batch = 1 + random_below(b, 3), rows = 1 + random_below(b, most);
    uint32_t columns = 1 + random_below(b, most), size = lwk_type_size(type);
    rows *= step;
    columns *= step;
    uint64_t count = (uint64_t)batch * rows * columns;
    uint8_t *data = malloc(count * size + 4), *want = malloc(count * size + 4);
    for (uint64_t i = 0; i < count * size; i++)
        data[i] = (uint8_t)random_bits(b);
    if (type == LWK_F16) /* finite ones: NaNs may change their bits on the way */
        for (uint64_t i = 0; i < count; i++)
            data[2 * i + 1] &= 0x3f;
    if (type == LWK_F32)
        for (uint64_t i = 0; i < count; i++)
            data[4 * i + 3] = (uint8_t)((data[4 * i + 3] & 0x1f) | 0x20);
    for (uint32_t m = 0; m < batch; m++)
        for (uint32_t r = 0; r < rows; r++)
            for (uint32_t c = 0; c < columns; c++) {
                uint64_t base = (uint64_t)m * rows * columns;
                memcpy(want + (base + (uint64_t)c * rows + r) * size,
                       data + (base + (uint64_t)r * columns + c) * size, size);
            }
    Range src = range_new(b, "src", data, count * size),
          dst = range_new(b, "dst", NULL, count * size);
    LwkTarget t = begin(b);
    good(b, lwk_transpose_encode(plan, t, src.slice, dst.slice, batch, rows, columns));
    finish(b, t);
    void *got = range_take(b, &dst);
    if (memcmp(got, want, count * size))
        print_message("%u matrices of %u x %u of %s\n", batch, rows, columns, lwk_type_name(type));
    assert_memory_equal(got, want, count * size);
    free(got);
    free(want);
    free(data);
    range_drop(b, &src);
}

static void test_transpose(void **state) {
    (void)state;
    uint32_t n;
    const Variant *v = variants(&n);
    Bench b;
    bench_open(&b, v[0], 0);
    for (int type = LWK_F32; type <= LWK_F16; type++) {
        if (type == LWK_F16 && !lwk_context_properties(b.context)->f16)
            continue;
        for (uint32_t groups = 0; groups < 8; groups += 7) {
            LwkTransposeDescriptor d = {type, 1 << 22, {.groups = groups}};
            LwkPlan *plan;
            good(&b, lwk_transpose_create(b.context, &d, &plan));
            for (uint32_t i = 0; i < (b.foreign ? 4u : 24u); i++)
                one_transpose(&b, plan, type, i % 2 ? 50 : 150, i % 2 ? 4 : 1);
            lwk_plan_release(plan);
        }
    }
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_histogram),
                                       cmocka_unit_test(test_whole_range),
                                       cmocka_unit_test(test_transpose)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
