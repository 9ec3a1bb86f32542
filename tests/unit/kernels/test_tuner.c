/* The tuner: finds what is fastest, keeps it, believes only what can be true, keeps others' lines.
 */
#include "support.h"

#include <time.h>

#include "lanewise/tuner.h"

static const char path[] = "test_tuner.txt";

static void write_file(const char *text) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static char *read_file(void) {
    static char text[1 << 16];
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return text;
}

/* A case whose candidates take as long as their `items` say. */
typedef struct Slow {
    Bench *b;
    uint32_t items, prepared, released;
} Slow;

static LwkStatus prepare(void *userdata, LwkTuning tuning) {
    Slow *s = userdata;
    s->items = tuning.items;
    s->prepared++;
    return tuning.items == 9 ? LWK_UNSUPPORTED : LWK_OK;
}
static LwkStatus encode(void *userdata, WGPUCommandEncoder encoder) {
    Slow *s = userdata;
    (void)encoder;
    return s->items == 8 ? LWK_TOO_LARGE : LWK_OK;
}
static void release(void *userdata) {
    ((Slow *)userdata)->released++;
}

static LwkTuner *tuner_new(Bench *b) {
    LwkTuner *t;
    char error[256];
    assert_int_equal(lwk_tuner_create(b->host, path, &t, error, sizeof error), LWK_OK);
    return t;
}

static void test_file(void **state) {
    (void)state;
    Bench b;
    uint32_t n;
    bench_open(&b, variants(&n)[0], 0);
    remove(path);
    Slow slow = {.b = &b};
    /* Those that cannot run are left out, so that one is left. */
    const LwkTuning candidates[] = {{.items = 9}, {.items = 8}, {.items = 3, .groups = 77}};
    LwkTunerCase c = {"a case", candidates, 3, prepare, encode, release, &slow};
    LwkTuning best = {0};
    write_file("other device\t9.9.9\tsomething\t1\t2\t3\t4\t5\t6.0\nnot a line of ours");
    LwkTuner *t = tuner_new(&b);
    assert_int_equal(lwk_tuner_find(t, &c, &best), LWK_OK);
    assert_int_equal(best.items, 3);
    assert_int_equal(best.groups, 77);
    assert_int_equal(lwk_tuner_timed(t), 3);
    assert_int_equal(slow.prepared, slow.released);
    assert_non_null(strstr(read_file(), "other device\t9.9.9\tsomething\t1\t2\t3\t4\t5\t6.0\n"));
    lwk_tuner_release(t);

    /* From the file: nothing is timed. */
    t = tuner_new(&b);
    best = (LwkTuning){0};
    assert_int_equal(lwk_tuner_find(t, &c, &best), LWK_OK);
    assert_int_equal(best.items, 3);
    assert_int_equal(lwk_tuner_timed(t), 0);

    /* A tuning that is none of the candidates is not believed. */
    char *text = read_file(), *at = strstr(text, "\t3\t77\t");
    assert_non_null(at);
    at[1] = '7';
    write_file(text);
    assert_int_equal(lwk_tuner_find(t, &c, &best), LWK_OK);
    assert_int_equal(best.items, 3);
    assert_int_equal(lwk_tuner_timed(t), 3);
    lwk_tuner_release(t);
    bench_close(&b);
    remove(path);
}

static void test_bad(void **state) {
    (void)state;
    Bench b;
    uint32_t n;
    bench_open(&b, variants(&n)[0], 0);
    Slow slow = {.b = &b};
    const LwkTuning candidates[] = {{.items = 9}, {.items = 1}};
    LwkTunerCase c = {"a\tb", candidates, 1, prepare, encode, release, &slow};
    LwkTuning best = {.items = 5};
    char error[256];
    LwkTuner *t;
    assert_int_equal(lwk_tuner_create(NULL, path, &t, error, sizeof error), LWK_BAD_ARGUMENT);
    assert_int_equal(lwk_tuner_create(b.host, "no/such/folder/x", &t, error, sizeof error), LWK_OK);
    assert_int_equal(lwk_tuner_find(t, &c, &best), LWK_BAD_ARGUMENT);
    c.name = "a";
    assert_int_equal(lwk_tuner_find(t, &c, &best), LWK_DEVICE_ERROR); /* no candidate runs */
    assert_int_equal(best.items, 5);
    c.candidate_count = 2;
    assert_int_equal(lwk_tuner_find(t, &c, &best), LWK_BAD_ARGUMENT); /* nowhere to write */
    assert_int_equal(best.items, 1);
    assert_non_null(strstr(lwk_tuner_message(t), "no/such/folder/x"));
    lwk_tuner_release(t);
    bench_close(&b);
}

static void test_primitives(void **state) {
    (void)state;
    Bench b;
    uint32_t n;
    bench_open(&b, variants(&n)[0], 0);
    char error[256];
    LwkTuner *t;
    assert_int_equal(lwk_tuner_create(b.host, NULL, &t, error, sizeof error), LWK_OK);
    uint64_t count = 3000;
    LwkReduceDescriptor reduce = {.type = LWK_F32, .op = LWK_MAX, .max_count = count};
    LwkScanDescriptor scan = {.type = LWK_I32, .op = LWK_SUM, .max_count = count};
    LwkSegmentedScanDescriptor segmented = {.type = LWK_U32, .op = LWK_SUM, .max_count = count};
    LwkSelectDescriptor select = {.type = LWK_F32, .test = LWK_LESS, .max_count = count};
    LwkHistogramDescriptor histogram = {
        .type = LWK_U32, .bins = 256, .lower = 0, .upper = 256, .max_count = count};
    LwkTransposeDescriptor transpose = {.type = LWK_F32, .max_count = count};
    LwkSortDescriptor sort = {.type = LWK_U32, .pairs = true, .max_count = count};
    LwkGemmDescriptor gemm = {.type = LWK_F32};
    assert_int_equal(lwk_tune_reduce(t, &reduce), LWK_OK);
    if (!b.foreign) {
        assert_int_equal(lwk_tune_scan(t, &scan), LWK_OK);
        assert_int_equal(lwk_tune_segmented_scan(t, &segmented), LWK_OK);
        assert_int_equal(lwk_tune_select(t, &select), LWK_OK);
        assert_int_equal(lwk_tune_histogram(t, &histogram), LWK_OK);
        assert_int_equal(lwk_tune_transpose(t, &transpose), LWK_OK);
        assert_int_equal(lwk_tune_sort(t, &sort), LWK_OK);
        assert_int_equal(lwk_tune_gemm(t, &gemm, 64), LWK_OK);
        assert_true(gemm.tuning.items == 4 || gemm.tuning.items == 8);
    }
    assert_true(lwk_tuner_timed(t) > 0);
    lwk_tuner_release(t);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_file), cmocka_unit_test(test_bad),
                                       cmocka_unit_test(test_primitives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
