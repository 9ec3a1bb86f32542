/* The tuner's judgement: how long candidates take, and which of them is really faster. */
#ifndef LWK_TUNER_TIME_H
#define LWK_TUNER_TIME_H

#include "lanewise/tuner.h"

typedef struct LwkTunerClock {
    double warm_us;       /* a GPU that was idle has low clocks: runs so long before any counts */
    double sample_us;     /* runs of a sample take at least that, so that coarse clocks will do */
    LwkTunerTimed *timed; /* NULL: nobody is told */
    void *userdata;
} LwkTunerClock;

/* The candidate that counts: the first that runs, unless another is faster by more than both
 * spread. `us`: its median. *timed is counted up. */
LwkStatus lwk_tuner_judge(LwkHost *host, const LwkTunerCase *what, const LwkTunerClock *clock,
                          LwkTuning *best, double *us, uint32_t *timed);

/* Does the file have it? */
bool lwk_tuner_known(const LwkTuner *tuner, const LwkTunerCase *what, LwkTuning *best);
/* Is the device a CPU's? */
bool lwk_tuner_on_cpu(const LwkTuner *tuner);

#endif
