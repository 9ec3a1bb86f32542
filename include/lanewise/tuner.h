/* tuner.h: finds the tuning of a primitive that is fastest on a device, and keeps it in a file.
 *
 *     lwk_tuner_create(host, "tuning.txt", &tuner, error, sizeof error);
 *     LwkSortDescriptor d = {.type = LWK_U32, .max_count = n};
 *     lwk_tune_sort(tuner, &d);             // fills in d.tuning, from the file or by timing
 *     lwk_sort_create(context, &d, &plan);
 *
 * What is found holds for the adapter, its driver, this version of the library, the primitive, its
 * type and the size up to a power of two. A file may hold the tunings of many devices; programs may
 * share it: it is replaced as a whole, and lines of others are kept. */
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

/* Sets descriptor->tuning. Timing takes some tens of runs on up to 2^24 elements of random data, in
 * buffers that are made for it. When it fails, or the file cannot be written, the status says so;
 * the tuning is then what was found so far, or the library's default. */
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
} LwkTunerCase;

LwkStatus lwk_tuner_find(LwkTuner *tuner, const LwkTunerCase *what, LwkTuning *best);

#ifdef __cplusplus
}
#endif

#endif
