/* Timing of what is encoded. One submit holds all samples, because a GPU that gets one dispatch at
 * a time lets its clocks fall between them. Time stamps are written at the ends of empty passes,
 * one between each two samples: the end of a pass comes after all that was encoded before it. */
#include <stdlib.h>
#include <time.h>

#include "lanewise/host.h"

typedef struct Stamps {
    WGPUQuerySet set;
    WGPUBuffer values;
} Stamps;

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void mark(LwkHost *h, WGPUCommandEncoder encoder, const Stamps *s, uint32_t index) {
    const LwProcs *procs = lwk_host_procs(h);
    WGPUPassTimestampWrites writes = WGPU_PASS_TIMESTAMP_WRITES_INIT;
    writes.querySet = s->set;
    writes.endOfPassWriteIndex = index;
    WGPUComputePassDescriptor d = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    d.timestampWrites = &writes;
    WGPUComputePassEncoder pass = procs->CommandEncoderBeginComputePass(encoder, &d);
    procs->ComputePassEncoderEnd(pass);
    procs->ComputePassEncoderRelease(pass);
}

/* Submits the samples and waits; the host's time for all of them in *us. */
static LwkStatus submit(LwkHost *h, const LwkHostTiming *t, uint32_t samples, const Stamps *s,
                        double *us) {
    WGPUCommandEncoder encoder = lwk_host_encoder(h, "timing");
    LwkStatus status = LWK_OK;
    if (s)
        mark(h, encoder, s, 0);
    for (uint32_t i = 0; i < samples; i++) {
        for (uint32_t k = 0; k < t->repeat && status == LWK_OK; k++)
            status = t->encode(t->userdata, encoder);
        if (s)
            mark(h, encoder, s, i + 1);
    }
    if (s)
        lwk_host_procs(h)->CommandEncoderResolveQuerySet(encoder, s->set, 0, samples + 1, s->values,
                                                         0);
    double start = now_us();
    LwkStatus submitted = lwk_host_submit(h, encoder);
    if (submitted == LWK_OK)
        submitted = lwk_host_wait(h);
    *us = now_us() - start;
    return status == LWK_OK ? submitted : status;
}

static bool make_stamps(LwkHost *h, Stamps *s, uint32_t count) {
    WGPUQuerySetDescriptor set = WGPU_QUERY_SET_DESCRIPTOR_INIT;
    set.type = WGPUQueryType_Timestamp;
    set.count = count;
    WGPUBufferDescriptor values = WGPU_BUFFER_DESCRIPTOR_INIT;
    values.size = 8 * (uint64_t)count;
    values.usage = WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc;
    s->set = lwk_host_procs(h)->DeviceCreateQuerySet(lwk_host_device(h), &set);
    s->values = lwk_host_procs(h)->DeviceCreateBuffer(lwk_host_device(h), &values);
    return s->set && s->values;
}

static void free_stamps(LwkHost *h, Stamps *s) {
    if (s->set)
        lwk_host_procs(h)->QuerySetRelease(s->set);
    if (s->values)
        lwk_host_procs(h)->BufferRelease(s->values);
}

/* The times between stamps; false when they cannot be read or stand still. */
static bool read_stamps(LwkHost *h, const Stamps *s, const LwkHostTiming *t, double *us) {
    uint32_t count = t->samples + 1;
    uint64_t *at = malloc(8 * (size_t)count);
    bool good = at && lwk_host_read(h, s->values, 0, at, 8 * (uint64_t)count) == LWK_OK &&
                at[t->samples] > at[0];
    for (uint32_t i = 0; good && i < t->samples; i++)
        us[i] = at[i + 1] > at[i] ? (double)(at[i + 1] - at[i]) / 1e3 / t->repeat : 0;
    free(at);
    return good;
}

LwkStatus lwk_host_time(LwkHost *h, const LwkHostTiming *t, double *us, bool *by_timestamps) {
    enum { MOST_SAMPLES = 4095 }; /* a query set has at most 4096 */
    *by_timestamps = false;
    if (!t || !t->encode || !t->samples || !t->repeat || t->samples > MOST_SAMPLES)
        return LWK_BAD_ARGUMENT;
    if (lwk_context_properties(lwk_host_context(h))->timestamps) {
        Stamps s = {0};
        double all;
        LwkStatus status = LWK_OK;
        if (make_stamps(h, &s, t->samples + 1)) {
            status = submit(h, t, t->samples, &s, &all);
            *by_timestamps = status == LWK_OK && read_stamps(h, &s, t, us);
        }
        free_stamps(h, &s);
        if (status != LWK_OK || *by_timestamps)
            return status;
    }
    for (uint32_t i = 0; i < t->samples; i++) {
        LwkStatus status = submit(h, t, 1, NULL, &us[i]);
        us[i] /= t->repeat;
        if (status != LWK_OK)
            return status;
    }
    return LWK_OK;
}
