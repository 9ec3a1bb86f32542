/* Many runs in one submit: see lwk_host_time. */
#include "cli/bench_time.h"

#include <stdlib.h>

#include "base/os.h"

static int compare_times(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return a < b ? -1 : a > b;
}

void bench_times_finish(BenchTimes *t) {
    if (!t->count)
        return;
    qsort(t->us, t->count, sizeof *t->us, compare_times);
    t->median = t->us[t->count / 2];
    t->low = t->us[t->count / 4];
    t->high = t->us[t->count - 1 - t->count / 4];
}

typedef struct Case {
    BenchDevice *d;
    BenchEncode *encode;
    void *state;
} Case;

static LwkStatus encode_run(void *userdata, WGPUCommandEncoder encoder) {
    Case *c = userdata;
    c->encode(c->d, c->state, encoder);
    return LWK_OK;
}

/* False when the device failed. */
static bool run(Case *c, uint32_t samples, uint32_t repeat, double *us, bool *by_timestamps) {
    LwkHostTiming t = {encode_run, c, samples, repeat};
    LwkStatus status = lwk_host_time(c->d->host, &t, us, by_timestamps);
    if (status != LWK_OK && !c->d->error.len)
        c->d->error = str_copy(c->d->arena, str_from_c(lwk_host_message(c->d->host)));
    return status == LWK_OK && !c->d->error.len;
}

/* A pair of time stamps costs a GPU some microseconds, the end of one dispatch and the start of the
 * next among them: what takes less than a hundred times that stands between a pair several times.
 */
static uint32_t runs_a_sample(const BenchDevice *d, double us) {
    enum { ENOUGH_US = 600, MOST = 10 };
    if (d->on_cpu || !(us < ENOUGH_US))
        return 1;
    return us * MOST <= ENOUGH_US ? MOST : (uint32_t)(ENOUGH_US / us + 0.999);
}

/* Rounds of all samples until two in a row agree within a hundredth: a GPU that was idle while the
 * host prepared a case may be slow for seconds. On a CPU one round has to do, which is slow enough.
 */
static bool run_until_steady(Case *c, uint32_t each, BenchTimes *t) {
    enum { MOST_ROUNDS = 20 };
    double before = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        if (!run(c, t->count, each, t->us, &t->by_timestamps))
            return false;
        bench_times_finish(t);
        double change = t->median - before;
        if (c->d->on_cpu || (change <= 0.01 * before && -change <= 0.01 * before))
            return true;
        before = t->median;
    }
    return true;
}

bool bench_time(BenchDevice *d, BenchEncode *encode, void *state, const BenchHow *how,
                BenchTimes *t) {
    Case c = {d, encode, state};
    enum { MOST_SAMPLES = 4095 };
    uint32_t each = (how->runs + MOST_SAMPLES - 1) / MOST_SAMPLES; /* runs a sample */
    *t = (BenchTimes){.count = how->runs / each, .us = arena_array(d->arena, double, how->runs)};
    /* The first run compiles what is left to compile. */
    if (!run(&c, 1, 1, t->us, &t->by_timestamps))
        return false;
    for (uint64_t start = os_now_ns(); (double)(os_now_ns() - start) < how->warm_ms * 1e6;)
        if (!run(&c, 1, how->runs, t->us, &t->by_timestamps))
            return false;
    each = each > 1 ? how->runs / t->count : runs_a_sample(d, t->us[0]);
    /* Without time stamps, one time for all: a submit for each run would not be what is timed. */
    if (!d->properties.timestamps) {
        t->count = 1;
        each = how->runs;
    }
    return run_until_steady(&c, each, t);
}
