/* What `lanewise bench` times: cases, each of a kind that knows how to prepare and run it. */
#ifndef LW_CLI_BENCH_CASE_H
#define LW_CLI_BENCH_CASE_H

#include "cli/bench_time.h"
#include "cli/program.h"

/* What one run does, for rates. 0: not counted. */
typedef struct BenchWork {
    double bytes;      /* read and written, as an ideal kernel would */
    double operations; /* of floats; a fused multiply-add is two */
    double items;      /* keys, elements: where those are what one counts */
} BenchWork;

typedef struct BenchCase BenchCase;

typedef struct BenchKind {
    /* Makes what a run needs on the device. False when it cannot, with the reason in `why`; the
     * state that was made so far is released by the caller. */
    bool (*prepare)(BenchDevice *d, BenchCase *c, void **state, Str *why);
    BenchEncode *encode;
    /* Is what the last run left right? NULL: not checked. */
    bool (*check)(BenchDevice *d, BenchCase *c, void *state, Str *why);
    void (*release)(BenchDevice *d, void *state);
    /* Times by itself, on the host; NULL for devices. */
    bool (*time_host)(Arena *a, BenchCase *c, BenchTimes *t, Str *why);
} BenchKind;

struct BenchCase {
    const BenchKind *kind;
    Str name; /* "transpose_32x8" */
    Str size; /* "4096 x 4096"; empty: none */
    double x; /* the size as a number, for plots */
    BenchWork work;
    void *data; /* the kind's */
};

typedef VEC(BenchCase) BenchCases;

/* A shader with run directives. `source` and `s` are kept. Without a `work` directive bytes are
 * those of its bindings. */
void bench_add_shader(Arena *a, BenchCases *cases, const Spec *s, Str source, Str name);

#endif
