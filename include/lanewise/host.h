/* host.h: the host's side of compute: a device with all it offers, buffers, upload, read back,
 * errors, and a new device when the old one is lost.
 *
 * A helper over webgpu.h, not a layer: the handles are there to be used directly. Functions wait
 * until what they do is done. One thread at a time. */
#ifndef LANEWISE_HOST_H
#define LANEWISE_HOST_H

#include "lanewise/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LwkHostDescriptor {
    const LwProcs *procs;      /* kept */
    const char *label;         /* of the device; NULL: "lanewise" */
    bool no_subgroups, as_gpu; /* as in LwkContextDescriptor */
    /* Chained to the descriptors of the instance and of the device (LwDeviceOptions, a library's
     * own); NULL: nothing. Kept for lwk_host_recover. */
    WGPUChainedStruct *instance_chain, *device_chain;
    /* Called for every error that no scope catches, with the labels of the objects that it is
     * about; NULL: it is kept for lwk_host_take_error. */
    void (*on_error)(void *userdata, const char *message);
    void *userdata;
} LwkHostDescriptor;

typedef struct LwkHost LwkHost;

/* The adapter of high performance, its limits, its features f16, subgroups and timestamp-query,
 * and a context for plans. On failure `error` has the message, always ended with a zero. */
LwkStatus lwk_host_create(const LwkHostDescriptor *descriptor, LwkHost **host, char *error,
                          size_t error_size);
void lwk_host_release(LwkHost *host);

/* Owned by the host; the device and the queue change with lwk_host_recover. */
const LwProcs *lwk_host_procs(const LwkHost *host);
WGPUInstance lwk_host_instance(const LwkHost *host);
WGPUAdapter lwk_host_adapter(const LwkHost *host);
WGPUDevice lwk_host_device(const LwkHost *host);
WGPUQueue lwk_host_queue(const LwkHost *host);
LwkContext *lwk_host_context(const LwkHost *host);

/* A storage buffer of at least size bytes (a multiple of 16, as kernels like it), with the usages
 * CopySrc and CopyDst, full of zeros. NULL when there is no memory: lwk_host_message. The caller
 * releases it with procs->BufferRelease. */
WGPUBuffer lwk_host_buffer(LwkHost *host, const char *label, uint64_t size);
/* Sizes and offsets in bytes, any size: where it is no multiple of 4, the bytes of the buffer's
 * last word are kept. */
LwkStatus lwk_host_upload(LwkHost *host, WGPUBuffer buffer, uint64_t offset, const void *data,
                          uint64_t size);
LwkStatus lwk_host_read(LwkHost *host, WGPUBuffer buffer, uint64_t offset, void *data,
                        uint64_t size);

WGPUCommandEncoder lwk_host_encoder(LwkHost *host, const char *label);
/* Finishes, submits and releases the encoder, without waiting. */
LwkStatus lwk_host_submit(LwkHost *host, WGPUCommandEncoder encoder);
/* Until all that was submitted is done. */
LwkStatus lwk_host_wait(LwkHost *host);

/* How long what is encoded takes: samples of so many runs each, all in one submit, between the
 * device's time stamps; without those each sample is a submit, by the host's clock. Warm the device
 * up before: one that was idle has low clocks. Libraries may round time stamps (Dawn: to 100
 * microseconds, unless its toggle timestamp_quantization is off); more runs a sample help. */
typedef struct LwkHostTiming {
    LwkStatus (*encode)(void *userdata, WGPUCommandEncoder encoder); /* adds a run */
    void *userdata;
    uint32_t samples, repeat; /* up to 4095 samples */
} LwkHostTiming;
/* us: for each sample the microseconds of one run, in their order. */
LwkStatus lwk_host_time(LwkHost *host, const LwkHostTiming *timing, double *us,
                        bool *by_timestamps);

/* The first error since the last call, with labels; NULL when there was none. The text is the
 * host's, until the next error. */
const char *lwk_host_take_error(LwkHost *host);
/* What the last call that failed was about. */
const char *lwk_host_message(const LwkHost *host);

/* Whether the device is lost, and the way back: a new device, on which every plan of the context is
 * built again. Buffers are the caller's to make and fill again. */
bool lwk_host_lost(LwkHost *host);
LwkStatus lwk_host_recover(LwkHost *host);

#ifdef __cplusplus
}
#endif

#endif
