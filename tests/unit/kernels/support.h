/* What the tests of the kernel library share: devices, buffers with guards, random cases.
 *
 * The device is the engine's, or that of the webgpu.h library which LANEWISE_TEST_LIBRARY names. */
#ifndef TEST_KERNELS_SUPPORT_H
#define TEST_KERNELS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lanewise/host.h"
#include "lanewise/kernels.h"
#include "lanewise/lanewise.h"

typedef struct Bench {
    LwkHost *host;
    LwkContext *context;
    const LwProcs *procs;
    uint32_t seed;
    bool foreign;           /* a library of LANEWISE_TEST_LIBRARY: fewer and smaller cases */
    uint32_t subgroup_size; /* 0: the device's own */
    bool no_subgroups, as_gpu;
    LwDeviceOptions options; /* the host keeps a pointer to it */
    WGPUBuffer kept[32];     /* see keep */
    uint32_t kept_count;
} Bench;

/* Sizes to test at: on the engine all, and without subgroups; else what the device has. */
typedef struct Variant {
    uint32_t subgroup_size;
    bool no_subgroups;
    bool as_gpu; /* plans as a GPU gets them */
} Variant;
const Variant *variants(uint32_t *count);

/* observe: LwObserve bits, for the engine. Skips the test when there is no device. */
void bench_open(Bench *b, Variant variant, uint32_t observe);
void bench_close(Bench *b);

uint32_t random_bits(Bench *b);
uint32_t random_below(Bench *b, uint32_t n);
/* Small ones, sizes around those of tiles, and some large ones. */
uint32_t random_count(Bench *b, uint32_t most);
LwkTuning random_tuning(Bench *b);

/* A range at a random offset of a buffer that is full of guard bytes, with `bytes` of data in it
 * (NULL: guards there, too). Half of the time the buffer ends with the range. */
typedef struct Range {
    LwkSlice slice;
    uint64_t bytes, size;
} Range;
Range range_new(Bench *b, const char *label, const void *data, uint64_t bytes);
/* Reads the range and releases it; fails when bytes beside it were changed. The caller frees. */
void *range_take(Bench *b, Range *r);
void range_drop(Bench *b, Range *r);
/* For ranges that are not looked at again: bench_close releases them. */
LwkSlice keep(Bench *b, Range r);
/* Temporary storage of the plan. */
Range temporary_new(Bench *b, const LwkPlan *plan);

/* Fails with the context's message. */
void good(Bench *b, LwkStatus status);
/* An encoder, and its end: submitted, waited for, no device errors. */
LwkTarget begin(Bench *b);
void finish(Bench *b, LwkTarget target);

/* Of a device that checks: what it has found so far is nothing, or the test fails with it. */
void assert_nothing_found(Bench *b);

/* A value of the type from small whole numbers, whose sums are exact in any order. Of f16: as f32,
 * here and below. */
uint32_t random_value(Bench *b, LwkType type);
uint32_t *random_values(Bench *b, LwkType type, uint32_t count);

/* What operations do, in plain C: on the bits of values. */
uint32_t value_identity(LwkOp op, LwkType type);
/* -1, 0, 1 as a is below, equal to, above b. */
int value_compare(LwkType type, uint32_t a, uint32_t b);
uint32_t value_join(LwkOp op, LwkType type, uint32_t a, uint32_t b);

/* A range of values, f16 as such; and the values of one. The caller frees. */
Range values_new(Bench *b, const char *label, LwkType type, const uint32_t *values, uint32_t count);
uint32_t *values_take(Bench *b, Range *r, LwkType type, uint32_t count);
/* What a device may have written for the value: f16 is rounded, zeros have no sign. */
bool value_same(LwkType type, uint32_t got, uint32_t want);

#endif
