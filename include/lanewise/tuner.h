/* tuner.h: finds the tuning of a primitive that is fastest on a device, and keeps it in a file.
 *
 *     lwk_tuner_create(host, "tuning.txt", &tuner, error, sizeof error);
 *     LwkSortDescriptor d = {.type = LWK_U32, .max_count = n};
 *     lwk_tune_sort(tuner, &d);             // fills in d.tuning, from the file or by timing
 *     lwk_sort_create(context, &d, &plan);
 *
 * What is found holds for the adapter, its driver, this version of the library, the primitive, its
 * type and operation, and the size up to a power of two. A file may hold the tunings of many
 * devices; programs may share it: it is replaced as a whole, and lines of others are kept. */
#ifndef LANEWISE_TUNER_H
#define LANEWISE_TUNER_H

#include "lanewise/host.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LwkTuner LwkTuner;

/* path NULL: nothing is kept. A file that is not there, or holds other things, is no error: it will
 * be written. On failure `error` has the message, always ended with a zero. */
LwkStatus lwk_tuner_create(LwkHost *host, const char *path, LwkTuner **tuner, char *error,
                           size_t error_size);
void lwk_tuner_release(LwkTuner *tuner);
LwkHost *lwk_tuner_host(const LwkTuner *tuner);
/* What the last call that failed was about. */
const char *lwk_tuner_message(const LwkTuner *tuner);
/* How many candidates have been timed so far: 0 when all came from the file. */
uint32_t lwk_tuner_timed(const LwkTuner *tuner);

/* What runs of a candidate took, in microseconds: the median, and the quartiles. */
typedef struct LwkTunerTimes {
    double median, low, high;
} LwkTunerTimes;
/* Is told of each candidate when it was timed, to show that there is progress. */
typedef void LwkTunerTimed(void *userdata, const char *name, LwkTuning tuning, LwkTunerTimes times);
void lwk_tuner_watch(LwkTuner *tuner, LwkTunerTimed *timed, void *userdata);

/* Sets descriptor->tuning. Candidates run on max_count elements of random data, or as many as there
 * is memory for (on a CPU's device: up to 2^20), in buffers that are made for it; a candidate takes
 * about a second at most, many runs in a submit, between the device's time stamps where it has
 * them. The library's own choice stays unless another's median is better by more than the runs
 * spread (between their quartiles), in two comparisons. When it fails, or the file cannot be
 * written, the status says so; the tuning is then what was found so far, or as it was. */
LwkStatus lwk_tune_reduce(LwkTuner *tuner, LwkReduceDescriptor *descriptor);
LwkStatus lwk_tune_scan(LwkTuner *tuner, LwkScanDescriptor *descriptor);
LwkStatus lwk_tune_segmented_scan(LwkTuner *tuner, LwkSegmentedScanDescriptor *descriptor);
LwkStatus lwk_tune_select(LwkTuner *tuner, LwkSelectDescriptor *descriptor);
LwkStatus lwk_tune_histogram(LwkTuner *tuner, LwkHistogramDescriptor *descriptor);
LwkStatus lwk_tune_transpose(LwkTuner *tuner, LwkTransposeDescriptor *descriptor);
LwkStatus lwk_tune_sort(LwkTuner *tuner, LwkSortDescriptor *descriptor);
/* For square matrices of that side. */
LwkStatus lwk_tune_gemm(LwkTuner *tuner, LwkGemmDescriptor *descriptor, uint32_t side);

/* The same for anything that is encoded: candidates are timed in order, and the fastest is found.
 * The first is the one that stays when none is clearly faster.
 * `name` ("my kernel 2^20") is one word for each set of candidates; spaces are fine, tabs are not.
 */
typedef struct LwkTunerCase {
    const char *name;
    const LwkTuning *candidates;
    size_t candidate_count;
    /* Makes what runs with the tuning need; `encode` then adds a run; `release` ends it, also after
     * a prepare that failed. A candidate of which prepare or encode fails is left out. */
    LwkStatus (*prepare)(void *userdata, LwkTuning tuning);
    LwkStatus (*encode)(void *userdata, WGPUCommandEncoder encoder);
    void (*release)(void *userdata);
    void *userdata;
    /* A clock of the caller's own: fills in the microseconds of so many runs. NULL: the device's
     * time stamps, or else the host's clock. */
    LwkStatus (*measure)(void *userdata, double *us, size_t runs);
} LwkTunerCase;

LwkStatus lwk_tuner_find(LwkTuner *tuner, const LwkTunerCase *what, LwkTuning *best);

#ifdef __cplusplus
}
#endif

#endif
