/* A device to time on: the engine, or that of another webgpu.h library found at run time. */
#ifndef LW_CLI_BENCH_DEVICE_H
#define LW_CLI_BENCH_DEVICE_H

#include "base/str.h"
#include "base/vec.h"
#include "lanewise/host.h"

typedef struct BenchDeviceOptions {
    const char *library;                      /* NULL: the engine */
    uint32_t subgroup_size, threads, observe; /* the engine's; observe: LwObserve bits */
    Str hardware;
    bool as_gpu; /* the primitives' plans are those that a GPU gets */
    VEC(const char *) toggles_on, toggles_off; /* Dawn's */
} BenchDeviceOptions;

enum { BENCH_KEPT = 8 };

typedef struct BenchDevice {
    Arena *arena;   /* lives as long as the device */
    Arena *scratch; /* of the case in hand */
    LwProcs loaded;
    const LwProcs *wgpu;
    LwkHost *host;
    bool engine;
    bool on_cpu; /* the engine, or another library's adapter that is no GPU: small sizes */
    WGPUDevice device;
    WGPUQueue queue;
    WGPULimits limits;
    LwkProperties properties;
    Str name, driver; /* of the adapter */
    Str error;        /* the first since bench_device_error was called; empty: none */
    WGPUBuffer kept[BENCH_KEPT]; /* given back, for cases to come; NULL: none */
} BenchDevice;

/* False with a message on standard error when there is no such device. */
bool bench_device_open(BenchDevice *d, Arena *a, Arena *scratch, const BenchDeviceOptions *o);
void bench_device_close(BenchDevice *d);

/* Takes the first error since the last call; empty when all went well. */
Str bench_device_error(BenchDevice *d);

/* Returns when the queue has run all that was submitted; false when the device failed. */
bool bench_device_wait(BenchDevice *d);

/* A buffer of the host's kind, perhaps one that an earlier case has given back, with what that left in
 * it: memory that a driver gets anew after it was freed has been seen to be several times slower. NULL
 * with an error when there is not enough. */
WGPUBuffer bench_device_buffer(BenchDevice *d, const char *label, uint64_t size);
/* NULL is nothing. */
void bench_device_give_back(BenchDevice *d, WGPUBuffer buffer);

void bench_device_write(BenchDevice *d, WGPUBuffer buffer, const void *data, uint64_t bytes);
/* The contents, in the scratch arena; NULL with an error when they cannot be had. */
const void *bench_device_read(BenchDevice *d, WGPUBuffer buffer, uint64_t from, uint64_t bytes);

#endif
