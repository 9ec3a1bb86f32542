/* One submit holds all runs of a case, because a GPU that gets one dispatch at a time lets its
 * clocks fall between them. Time stamps are written at the ends of empty passes, one between each
 * two runs: the end of a pass comes after all that was encoded before it. */
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

typedef struct Stamps {
    WGPUQuerySet set;
    WGPUBuffer values;
} Stamps;

static void mark(BenchDevice *d, WGPUCommandEncoder encoder, const Stamps *s, uint32_t index) {
    WGPUPassTimestampWrites writes = WGPU_PASS_TIMESTAMP_WRITES_INIT;
    writes.querySet = s->set;
    writes.endOfPassWriteIndex = index;
    WGPUComputePassDescriptor desc = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    desc.timestampWrites = &writes;
    WGPUComputePassEncoder pass = d->wgpu->CommandEncoderBeginComputePass(encoder, &desc);
    d->wgpu->ComputePassEncoderEnd(pass);
    d->wgpu->ComputePassEncoderRelease(pass);
}

/* Submits `runs` runs and waits; returns the host's time for all in microseconds, negative when the
 * device failed. */
static double submit(BenchDevice *d, BenchEncode *encode, void *state, uint32_t runs,
                     const Stamps *s) {
    WGPUCommandEncoder encoder = d->wgpu->DeviceCreateCommandEncoder(d->device, NULL);
    if (s)
        mark(d, encoder, s, 0);
    for (uint32_t i = 0; i < runs; i++) {
        encode(d, state, encoder);
        if (s)
            mark(d, encoder, s, i + 1);
    }
    if (s)
        d->wgpu->CommandEncoderResolveQuerySet(encoder, s->set, 0, runs + 1, s->values, 0);
    WGPUCommandBuffer commands = d->wgpu->CommandEncoderFinish(encoder, NULL);
    uint64_t start = os_now_ns();
    d->wgpu->QueueSubmit(d->queue, 1, &commands);
    d->wgpu->CommandBufferRelease(commands);
    d->wgpu->CommandEncoderRelease(encoder);
    bool done = bench_device_wait(d);
    return done && !d->error.len ? (double)(os_now_ns() - start) / 1e3 : -1;
}

static bool make_stamps(BenchDevice *d, Stamps *s, uint32_t count) {
    WGPUQuerySetDescriptor set = WGPU_QUERY_SET_DESCRIPTOR_INIT;
    set.type = WGPUQueryType_Timestamp;
    set.count = count;
    s->set = d->wgpu->DeviceCreateQuerySet(d->device, &set);
    WGPUBufferDescriptor values = WGPU_BUFFER_DESCRIPTOR_INIT;
    values.size = 8 * (uint64_t)count;
    values.usage = WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc;
    s->values = d->wgpu->DeviceCreateBuffer(d->device, &values);
    return s->set && s->values;
}

static void free_stamps(BenchDevice *d, Stamps *s) {
    if (s->set)
        d->wgpu->QuerySetRelease(s->set);
    if (s->values)
        d->wgpu->BufferRelease(s->values);
}

/* The times between stamps; false when they cannot be read or stand still. */
static bool read_stamps(BenchDevice *d, const Stamps *s, uint32_t runs, BenchTimes *t) {
    const uint64_t *at = bench_device_read(d, s->values, 0, 8 * ((uint64_t)runs + 1));
    if (!at)
        return false;
    t->count = runs;
    t->us = arena_array(d->arena, double, runs);
    for (uint32_t i = 0; i < runs; i++)
        t->us[i] = at[i + 1] > at[i] ? (double)(at[i + 1] - at[i]) / 1e3 : 0;
    t->by_timestamps = at[runs] > at[0];
    return t->by_timestamps;
}

bool bench_time(BenchDevice *d, BenchEncode *encode, void *state, const BenchHow *how,
                BenchTimes *t) {
    *t = (BenchTimes){0};
    /* The first run compiles what is left to compile and says how long one takes. */
    double one = submit(d, encode, state, 1, NULL);
    if (one < 0)
        return false;
    for (double warm = 0; warm < how->warm_ms * 1e3;) {
        double many = submit(d, encode, state, how->runs, NULL);
        if (many < 0)
            return false;
        warm += many;
    }
    Stamps s = {0};
    bool stamped = d->properties.timestamps && make_stamps(d, &s, how->runs + 1);
    double all = submit(d, encode, state, how->runs, stamped ? &s : NULL);
    bool ok = all >= 0;
    if (ok && !(stamped && read_stamps(d, &s, how->runs, t))) {
        t->count = 1;
        t->us = arena_array(d->arena, double, 1);
        t->us[0] = all / how->runs;
    }
    free_stamps(d, &s);
    bench_times_finish(t);
    return ok && !d->error.len;
}
