#include "tuner_time.h"

#include <stdlib.h>

#include "internal.h"

enum {
    SAMPLES = 15, /* of a candidate; fewer where they take long */
    LEAST_SAMPLES = 5,
    CANDIDATE_US = 1000000,
    MOST_REPEAT = 256,
};

/* ---- one candidate ---- */

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static LwkTunerTimes times_of(double *us, uint32_t n) {
    qsort(us, n, sizeof *us, by_value);
    return (LwkTunerTimes){.median = us[n / 2], .low = us[n / 4], .high = us[n - 1 - n / 4]};
}

typedef struct Runs {
    LwkHost *host;
    const LwkTunerCase *what;
    double us[SAMPLES];
    uint32_t samples;
} Runs;

static uint32_t bounded(double x, uint32_t least, uint32_t most) {
    return x < least ? least : x > most ? most : (uint32_t)x;
}

/* The first run compiles what is left to compile. Others follow until the clocks are up, and say
 * how many make a sample. */
static LwkStatus time_on_device(Runs *r, const LwkTunerClock *clock) {
    LwkHostTiming t = {r->what->encode, r->what->userdata, 1, 1};
    LwkStatus status = LWK_OK;
    bool stamped;
    double warm = 0, once = 0;
    for (int turn = 0; status == LWK_OK && (turn < 2 || warm < clock->warm_us); turn++) {
        status = lwk_host_time(r->host, &t, r->us, &stamped);
        once = r->us[0] > 0.1 ? r->us[0] : 0.1;
        warm += once * t.repeat + 1000; /* so that those that take nothing end, too */
        t.repeat = bounded(clock->sample_us / once, 1, MOST_REPEAT);
    }
    r->samples = t.samples = bounded(CANDIDATE_US / (once * t.repeat), LEAST_SAMPLES, SAMPLES);
    return status == LWK_OK ? lwk_host_time(r->host, &t, r->us, &stamped) : status;
}

/* What the device rejects takes no time at all: errors are watched for. */
static LwkStatus run_candidate(Runs *r, const LwkTunerClock *clock, LwkTuning v) {
    LwkContext *context = lwk_host_context(r->host);
    lwk_watch_errors(context);
    LwkStatus status = r->what->prepare(r->what->userdata, v);
    r->samples = SAMPLES;
    if (status == LWK_OK && r->what->measure)
        status = r->what->measure(r->what->userdata, r->us, SAMPLES);
    else if (status == LWK_OK)
        status = time_on_device(r, clock);
    r->what->release(r->what->userdata);
    LwkStatus errors = lwk_errors_seen(context, r->what->name);
    return status == LWK_OK ? errors : status;
}

/* ---- all of them ---- */

typedef struct Judge {
    LwkHost *host;
    const LwkTunerCase *what;
    const LwkTunerClock *clock;
    uint32_t timed;
} Judge;

static bool time_candidate(Judge *j, size_t i, LwkTunerTimes *times) {
    Runs r = {.host = j->host, .what = j->what};
    bool good = run_candidate(&r, j->clock, j->what->candidates[i]) == LWK_OK;
    j->timed++;
    if (good)
        *times = times_of(r.us, r.samples);
    good = good && times->median >= 0;
    if (good && j->clock->timed)
        j->clock->timed(j->clock->userdata, j->what->name, j->what->candidates[i], *times);
    return good && !lwk_host_lost(j->host);
}

static double spread(LwkTunerTimes t) {
    return t.high - t.low;
}

static bool is_faster(LwkTunerTimes a, LwkTunerTimes b) {
    double noise = spread(a) > spread(b) ? spread(a) : spread(b);
    return b.median - a.median > noise;
}

LwkStatus lwk_tuner_judge(LwkHost *host, const LwkTunerCase *what, const LwkTunerClock *clock,
                          LwkTuning *best, double *us, uint32_t *timed) {
    Judge j = {host, what, clock, 0};
    LwkTunerTimes first = {0}, least = {0}, times;
    size_t first_at = what->candidate_count, least_at = first_at;
    for (size_t i = 0; i < what->candidate_count && !lwk_host_lost(host); i++) {
        if (!time_candidate(&j, i, &times))
            continue;
        if (first_at == what->candidate_count) {
            first_at = i;
            first = times;
        }
        if (least_at == what->candidate_count || times.median < least.median) {
            least_at = i;
            least = times;
        }
    }
    /* The first was timed before the others, maybe in another state of the machine: the two meet
     * once more, one right after the other, and the challenger has to be faster both times. */
    if (least_at != first_at) {
        LwkTunerTimes again;
        bool faster = is_faster(least, first) && time_candidate(&j, first_at, &first) &&
                      time_candidate(&j, least_at, &again) && is_faster(again, first);
        if (!faster) {
            least_at = first_at;
            least = first;
        }
    }
    *timed += j.timed;
    if (lwk_host_lost(host))
        return LWK_DEVICE_LOST;
    if (first_at == what->candidate_count)
        return LWK_DEVICE_ERROR;
    *best = what->candidates[least_at];
    *us = least.median;
    return LWK_OK;
}
