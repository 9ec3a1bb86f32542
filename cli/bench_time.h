/* Times what encodes commands: many runs in one submit, each between two time stamps. */
#ifndef LW_CLI_BENCH_TIME_H
#define LW_CLI_BENCH_TIME_H

#include "cli/bench_device.h"

/* Adds one run of what is timed. */
typedef void BenchEncode(BenchDevice *d, void *state, WGPUCommandEncoder encoder);

typedef struct BenchHow {
    uint32_t runs;  /* in a submit, each with its own time; short ones on a GPU are several */
    double warm_ms; /* at least so long before, so that clocks are up */
} BenchHow;

typedef struct BenchTimes {
    double *us; /* of each run, or the mean of several, ascending */
    uint32_t count;
    double median, low, high; /* low and high: the quartiles */
    bool by_timestamps;       /* else by the host's clock, over the whole submit */
} BenchTimes;

/* False when the device failed; bench_device_error then says how. */
bool bench_time(BenchDevice *d, BenchEncode *encode, void *state, const BenchHow *how,
                BenchTimes *t);
/* Sorts the times and derives the rest from them. */
void bench_times_finish(BenchTimes *t);

#endif
