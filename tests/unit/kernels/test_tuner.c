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

/* A case of which some candidates cannot run. */
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
    LwkTunerCase c = {"a case", candidates, 3, prepare, encode, release, &slow, NULL};
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
    LwkTunerCase c = {"a\tb", candidates, 1, prepare, encode, release, &slow, NULL};
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

/* Candidates that take as long as their `groups` say, in microseconds, and their times spread over
 * `spread`. One of items 7 is lucky the first time it is timed. */
typedef struct Timed {
    LwkTuning tuning;
    double spread;
    uint32_t measured, told;
    bool lucky;
} Timed;

static LwkStatus timed_prepare(void *userdata, LwkTuning tuning) {
    ((Timed *)userdata)->tuning = tuning;
    return LWK_OK;
}
static LwkStatus timed_encode(void *userdata, WGPUCommandEncoder encoder) {
    (void)userdata;
    (void)encoder;
    return LWK_BAD_ARGUMENT; /* the clock is the caller's: nothing is to be run */
}
static LwkStatus timed_measure(void *userdata, double *us, size_t runs) {
    Timed *t = userdata;
    double median = t->tuning.groups;
    if (t->tuning.items == 7 && !t->lucky) {
        t->lucky = true;
        median = 1;
    }
    for (size_t i = 0; i < runs; i++) /* quartiles are half as far from each other */
        us[i] = median + 2 * t->spread * ((double)((i * 7) % runs) / (double)(runs - 1) - 0.5);
    t->measured++;
    return LWK_OK;
}
static void timed_release(void *userdata) {
    (void)userdata;
}
static void told(void *userdata, const char *name, LwkTuning tuning, LwkTunerTimes times) {
    Timed *t = userdata;
    (void)tuning;
    t->told++;
    assert_string_equal(name, "timed");
    assert_true(times.low <= times.median && times.median <= times.high);
}

static uint32_t chosen(Bench *b, Timed *timed, const LwkTuning *candidates, size_t count) {
    LwkTunerCase c = {.name = "timed",
                      .candidates = candidates,
                      .candidate_count = count,
                      .prepare = timed_prepare,
                      .encode = timed_encode,
                      .release = timed_release,
                      .userdata = timed,
                      .measure = timed_measure};
    LwkTuner *t;
    LwkTuning best = {0};
    char error[256];
    assert_int_equal(lwk_tuner_create(b->host, NULL, &t, error, sizeof error), LWK_OK);
    lwk_tuner_watch(t, told, timed);
    assert_int_equal(lwk_tuner_find(t, &c, &best), LWK_OK);
    assert_int_equal(timed->measured, timed->told);
    assert_int_equal(timed->measured, lwk_tuner_timed(t));
    lwk_tuner_release(t);
    return best.groups;
}

/* What is not faster by more than the times spread is not chosen. */
static void test_noise(void **state) {
    (void)state;
    Bench b;
    uint32_t n;
    bench_open(&b, variants(&n)[0], 0);
    static const LwkTuning close[] = {{.groups = 100}, {.groups = 97}, {.groups = 103}};
    static const LwkTuning far[] = {{.groups = 100}, {.groups = 60}, {.groups = 80}};
    static const LwkTuning luck[] = {{.groups = 100}, {.groups = 120, .items = 7}};
    Timed timed = {.spread = 10};
    assert_int_equal(chosen(&b, &timed, close, 3), 100);
    assert_int_equal(timed.measured, 3);
    timed = (Timed){.spread = 1};
    assert_int_equal(chosen(&b, &timed, close, 3), 97);
    timed = (Timed){.spread = 10};
    assert_int_equal(chosen(&b, &timed, far, 3), 60);
    assert_int_equal(timed.measured, 5); /* the two that matter met again */
    timed = (Timed){.spread = 1};
    assert_int_equal(chosen(&b, &timed, luck, 2), 100);
    assert_true(timed.lucky);
    bench_close(&b);
}

/* A candidate that the device rejects would seem to take no time. */
static LwkStatus rejected_encode(void *userdata, WGPUCommandEncoder encoder) {
    Slow *s = userdata;
    WGPUBuffer x = lwk_host_buffer(s->b->host, "x", 16);
    if (s->items == 4)
        s->b->procs->CommandEncoderCopyBufferToBuffer(encoder, x, 0, x, 0, 1 << 20);
    s->b->procs->BufferRelease(x);
    return LWK_OK;
}

static void test_rejected(void **state) {
    (void)state;
    Bench b;
    uint32_t n;
    bench_open(&b, variants(&n)[0], 0);
    Slow slow = {.b = &b};
    const LwkTuning candidates[] = {{.items = 4}, {.items = 5}};
    LwkTunerCase c = {"rejected", candidates, 2, prepare, rejected_encode, release, &slow, NULL};
    LwkTuning best = {0};
    char error[256];
    LwkTuner *t;
    assert_int_equal(lwk_tuner_create(b.host, NULL, &t, error, sizeof error), LWK_OK);
    assert_int_equal(lwk_tuner_find(t, &c, &best), LWK_OK);
    assert_int_equal(best.items, 5);
    assert_null(lwk_host_take_error(b.host));
    lwk_tuner_release(t);
    bench_close(&b);
}

/* A device that has memory for no buffer above 64 KiB: candidates run on what fits. */
enum { LITTLE = 1 << 16 };
static WGPUBuffer little_buffer(WGPUDevice device, WGPUBufferDescriptor const *d) {
    return d->size > LITTLE ? NULL : lw_procs_linked()->DeviceCreateBuffer(device, d);
}

static void test_memory(void **state) {
    (void)state;
    LwProcs procs = *lw_procs_linked();
    procs.DeviceCreateBuffer = little_buffer;
    LwkHostDescriptor d = {.procs = &procs};
    LwkHost *host;
    LwkTuner *t;
    char error[256];
    assert_int_equal(lwk_host_create(&d, &host, error, sizeof error), LWK_OK);
    assert_int_equal(lwk_tuner_create(host, NULL, &t, error, sizeof error), LWK_OK);
    LwkReduceDescriptor reduce = {.type = LWK_U32, .op = LWK_SUM, .max_count = 100000};
    assert_int_equal(lwk_tune_reduce(t, &reduce), LWK_OK);
    assert_true(lwk_tuner_timed(t) > 0);
    assert_int_equal(reduce.max_count, 100000);
    lwk_tuner_release(t);
    lwk_host_release(host);
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
        assert_true(gemm.tuning.items == 0 || gemm.tuning.items == 4 || gemm.tuning.items == 8);
    }
    assert_true(lwk_tuner_timed(t) > 0);
    lwk_tuner_release(t);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_file),   cmocka_unit_test(test_bad),
        cmocka_unit_test(test_noise),  cmocka_unit_test(test_rejected),
        cmocka_unit_test(test_memory), cmocka_unit_test(test_primitives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
