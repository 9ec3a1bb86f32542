/* Sets of cases that `lanewise bench --preset NAME` times. */
#ifndef LW_CLI_BENCH_PRESET_H
#define LW_CLI_BENCH_PRESET_H

#include "cli/bench_case.h"

/* How the primitives' plans are tuned. */
typedef struct BenchTuning {
    LwkTuning fixed;  /* where no file is given */
    const char *file; /* the tuner's; NULL: none */
} BenchTuning;

/* Adds the preset's cases, with sizes that fit the device. False with a message when there is no
 * such preset. */
bool bench_add_preset(Arena *a, BenchCases *cases, Str name, const BenchDevice *d,
                      BenchTuning tuning);
/* A copy and a chain of multiply-adds. */
void bench_add_baseline(Arena *a, BenchCases *cases, const BenchDevice *d);

/* A product of square matrices on one thread of the host. */
void bench_add_host_matmul(Arena *a, BenchCases *cases, uint32_t n);
/* The library's primitives, on so many elements, or on square matrices of that side. */
void bench_add_primitives(Arena *a, BenchCases *cases, uint64_t count, uint64_t side,
                          BenchTuning tuning);

#endif
