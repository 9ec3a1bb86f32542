/* The host's side: a device and the ways to and from it. */
#include "lanewise/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct LwkHost {
    LwkHostDescriptor descriptor;
    const LwProcs *procs;
    WGPUInstance instance;
    WGPUAdapter adapter;
    WGPUDevice device;
    WGPUQueue queue;
    LwkContext *context;
    bool lost, error_there;
    char error[1024], message[1024];
};

static LwkStatus fail(LwkHost *h, LwkStatus status, const char *what, const char *why) {
    snprintf(h->message, sizeof h->message, "%s%s%s", what, why[0] ? ": " : "", why);
    return status;
}

static void text_of(WGPUStringView v, char *out, size_t size) {
    size_t n = !v.data ? 0 : v.length == WGPU_STRLEN ? strlen(v.data) : v.length;
    snprintf(out, size, "%.*s", (int)n, v.data ? v.data : "");
}

static void wait_for(LwkHost *h, const bool *there) {
    struct timespec nap = {0, 20000};
    for (unsigned turn = 0; !*there; turn++) {
        h->procs->InstanceProcessEvents(h->instance);
        if (!*there && turn > 100)
            nanosleep(&nap, NULL);
    }
}

/* ---- device ---- */

typedef struct Answer {
    bool there, good;
    void *object;
    char message[512];
} Answer;

static void on_adapter(WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message,
                       void *u1, void *u2) {
    (void)u2;
    Answer *a = u1;
    a->good = status == WGPURequestAdapterStatus_Success;
    a->object = adapter;
    text_of(message, a->message, sizeof a->message);
    a->there = true;
}

static void on_device(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message,
                      void *u1, void *u2) {
    (void)u2;
    Answer *a = u1;
    a->good = status == WGPURequestDeviceStatus_Success;
    a->object = device;
    text_of(message, a->message, sizeof a->message);
    a->there = true;
}

static void on_lost(WGPUDevice const *device, WGPUDeviceLostReason reason, WGPUStringView message,
                    void *u1, void *u2) {
    (void)device;
    (void)message;
    (void)u2;
    /* A host that is released, or that has another device by now, destroyed this one itself. */
    if (reason != WGPUDeviceLostReason_CallbackCancelled)
        ((LwkHost *)u1)->lost = true;
}

static void on_error(WGPUDevice const *device, WGPUErrorType type, WGPUStringView message, void *u1,
                     void *u2) {
    (void)device;
    (void)type;
    (void)u2;
    LwkHost *h = u1;
    char text[sizeof h->error];
    text_of(message, text, sizeof text);
    if (h->descriptor.on_error) {
        h->descriptor.on_error(h->descriptor.userdata, text);
    } else if (!h->error_there) {
        memcpy(h->error, text, sizeof text);
        h->error_there = true;
    }
}

static LwkStatus find_adapter(LwkHost *h) {
    Answer a = {0};
    WGPURequestAdapterOptions options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    options.powerPreference = WGPUPowerPreference_HighPerformance;
    WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = on_adapter;
    info.userdata1 = &a;
    h->procs->InstanceRequestAdapter(h->instance, &options, info);
    wait_for(h, &a.there);
    if (!a.good)
        return fail(h, LWK_UNSUPPORTED, "no WebGPU adapter", a.message);
    h->adapter = a.object;
    return LWK_OK;
}

static LwkStatus make_device(LwkHost *h) {
    static const WGPUFeatureName wanted[] = {WGPUFeatureName_ShaderF16, WGPUFeatureName_Subgroups,
                                             WGPUFeatureName_TimestampQuery};
    WGPUFeatureName features[3];
    size_t count = 0;
    for (int i = 0; i < 3; i++) {
        WGPUFeatureName number = lw_procs_feature(h->procs, wanted[i]);
        if (number && h->procs->AdapterHasFeature(h->adapter, number))
            features[count++] = number;
    }
    WGPULimits limits = WGPU_LIMITS_INIT;
    if (h->procs->AdapterGetLimits(h->adapter, &limits) != WGPUStatus_Success)
        return fail(h, LWK_DEVICE_ERROR, "the adapter does not tell its limits", "");
    limits.nextInChain = NULL;
    WGPUDeviceDescriptor d = WGPU_DEVICE_DESCRIPTOR_INIT;
    const char *label = h->descriptor.label ? h->descriptor.label : "lanewise";
    d.nextInChain = h->descriptor.device_chain;
    d.label = (WGPUStringView){label, WGPU_STRLEN};
    d.requiredFeatureCount = count;
    d.requiredFeatures = features;
    d.requiredLimits = &limits;
    d.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowProcessEvents;
    d.deviceLostCallbackInfo.callback = on_lost;
    d.deviceLostCallbackInfo.userdata1 = h;
    d.uncapturedErrorCallbackInfo.callback = on_error;
    d.uncapturedErrorCallbackInfo.userdata1 = h;
    Answer a = {0};
    WGPURequestDeviceCallbackInfo info = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = on_device;
    info.userdata1 = &a;
    h->procs->AdapterRequestDevice(h->adapter, &d, info);
    wait_for(h, &a.there);
    if (!a.good)
        return fail(h, LWK_DEVICE_ERROR, "the adapter makes no device", a.message);
    h->device = a.object;
    h->queue = h->procs->DeviceGetQueue(h->device);
    h->lost = false;
    return LWK_OK;
}

static void drop_device(LwkHost *h) {
    if (h->queue)
        h->procs->QueueRelease(h->queue);
    if (h->device)
        h->procs->DeviceRelease(h->device);
    if (h->adapter)
        h->procs->AdapterRelease(h->adapter);
    h->queue = NULL;
    h->device = NULL;
    h->adapter = NULL;
}

static LwkStatus start(LwkHost *h) {
    WGPUInstanceDescriptor d = {.nextInChain = h->descriptor.instance_chain};
    h->instance = h->procs->CreateInstance(h->descriptor.instance_chain ? &d : NULL);
    if (!h->instance)
        return fail(h, LWK_DEVICE_ERROR, "the WebGPU library makes no instance", "");
    LwkStatus status = find_adapter(h);
    if (status == LWK_OK)
        status = make_device(h);
    if (status != LWK_OK)
        return status;
    LwkContextDescriptor context = {h->procs, h->instance, h->device, h->descriptor.no_subgroups,
                                    h->descriptor.as_gpu};
    return lwk_context_create(&context, &h->context, h->message, sizeof h->message);
}

LwkStatus lwk_host_create(const LwkHostDescriptor *d, LwkHost **host, char *error,
                          size_t error_size) {
    *host = NULL;
    if (!d || !d->procs) {
        snprintf(error, error_size, "a host needs the functions of a WebGPU library");
        return LWK_BAD_ARGUMENT;
    }
    LwkHost *h = calloc(1, sizeof *h);
    if (!h) {
        snprintf(error, error_size, "no memory for a host");
        return LWK_OUT_OF_MEMORY;
    }
    h->descriptor = *d;
    h->procs = d->procs;
    LwkStatus status = start(h);
    if (status != LWK_OK) {
        snprintf(error, error_size, "%s", h->message);
        lwk_host_release(h);
        return status;
    }
    *host = h;
    return LWK_OK;
}

void lwk_host_release(LwkHost *h) {
    if (!h)
        return;
    lwk_context_release(h->context);
    drop_device(h);
    if (h->instance) {
        /* so that the lost callback comes while the host is there */
        h->procs->InstanceProcessEvents(h->instance);
        h->procs->InstanceRelease(h->instance);
    }
    free(h);
}

const LwProcs *lwk_host_procs(const LwkHost *h) {
    return h->procs;
}
WGPUInstance lwk_host_instance(const LwkHost *h) {
    return h->instance;
}
WGPUAdapter lwk_host_adapter(const LwkHost *h) {
    return h->adapter;
}
WGPUDevice lwk_host_device(const LwkHost *h) {
    return h->device;
}
WGPUQueue lwk_host_queue(const LwkHost *h) {
    return h->queue;
}
LwkContext *lwk_host_context(const LwkHost *h) {
    return h->context;
}
const char *lwk_host_message(const LwkHost *h) {
    return h->message;
}

const char *lwk_host_take_error(LwkHost *h) {
    h->procs->InstanceProcessEvents(h->instance);
    if (!h->error_there)
        return NULL;
    h->error_there = false;
    return h->error;
}

bool lwk_host_lost(LwkHost *h) {
    h->procs->InstanceProcessEvents(h->instance);
    return h->lost;
}

LwkStatus lwk_host_recover(LwkHost *h) {
    drop_device(h);
    LwkStatus status = find_adapter(h); /* an adapter makes one device */
    if (status == LWK_OK)
        status = make_device(h);
    if (status != LWK_OK)
        return status;
    status = lwk_context_set_device(h->context, h->device);
    return status == LWK_OK ? status : fail(h, status, lwk_context_message(h->context), "");
}

/* ---- memory ---- */

static WGPUBuffer make_buffer(LwkHost *h, const char *label, uint64_t size, WGPUBufferUsage usage) {
    WGPUBufferDescriptor d = {
        .label = {label, WGPU_STRLEN}, .usage = usage, .size = (size + 15) / 16 * 16};
    if (d.size == 0)
        d.size = 16;
    WGPUBuffer buffer = h->procs->DeviceCreateBuffer(h->device, &d);
    if (!buffer)
        fail(h, LWK_OUT_OF_MEMORY, "the device makes no buffer", label);
    return buffer;
}

WGPUBuffer lwk_host_buffer(LwkHost *h, const char *label, uint64_t size) {
    return make_buffer(h, label ? label : "", size,
                       WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst);
}

/* The end of an upload that is no whole word: reads the word, changes its first bytes. */
static LwkStatus upload_tail(LwkHost *h, WGPUBuffer buffer, uint64_t offset, const void *data,
                             uint64_t size) {
    uint8_t word[4];
    LwkStatus status = lwk_host_read(h, buffer, offset, word, 4);
    if (status != LWK_OK)
        return status;
    memcpy(word, data, (size_t)size);
    h->procs->QueueWriteBuffer(h->queue, buffer, offset, word, 4);
    return LWK_OK;
}

LwkStatus lwk_host_upload(LwkHost *h, WGPUBuffer buffer, uint64_t offset, const void *data,
                          uint64_t size) {
    /* Pieces: a library keeps a copy of each write until it is done, so that is waited for. */
    const uint64_t piece = 1u << 24;
    const uint8_t *at = data;
    uint64_t all = h->procs->BufferGetSize(buffer);
    if (offset % 4)
        return fail(h, LWK_MISALIGNED, "an upload's offset is no multiple of 4", "");
    if (offset > all || size > all - offset)
        return fail(h, LWK_OUT_OF_RANGE, "an upload ends behind its buffer", "");
    uint64_t whole = size / 4 * 4;
    for (uint64_t done = 0; done < whole; done += piece) {
        uint64_t n = whole - done < piece ? whole - done : piece;
        h->procs->QueueWriteBuffer(h->queue, buffer, offset + done, at + done, (size_t)n);
        LwkStatus status = done + n < whole ? lwk_host_wait(h) : LWK_OK;
        if (status != LWK_OK)
            return status;
    }
    return size == whole ? LWK_OK
                         : upload_tail(h, buffer, offset + whole, at + whole, size - whole);
}

static void on_mapped(WGPUMapAsyncStatus status, WGPUStringView message, void *u1, void *u2) {
    (void)u2;
    Answer *a = u1;
    a->good = status == WGPUMapAsyncStatus_Success;
    text_of(message, a->message, sizeof a->message);
    a->there = true;
}

static LwkStatus map_and_copy(LwkHost *h, WGPUBuffer staging, void *data, uint64_t size,
                              uint64_t words) {
    Answer a = {0};
    WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = on_mapped;
    info.userdata1 = &a;
    h->procs->BufferMapAsync(staging, WGPUMapMode_Read, 0, (size_t)words, info);
    wait_for(h, &a.there);
    if (!a.good)
        return fail(h, lwk_host_lost(h) ? LWK_DEVICE_LOST : LWK_DEVICE_ERROR, "cannot read back",
                    a.message);
    memcpy(data, h->procs->BufferGetConstMappedRange(staging, 0, (size_t)words), (size_t)size);
    h->procs->BufferUnmap(staging);
    return LWK_OK;
}

LwkStatus lwk_host_read(LwkHost *h, WGPUBuffer buffer, uint64_t offset, void *data, uint64_t size) {
    if (!size)
        return LWK_OK;
    uint64_t all = h->procs->BufferGetSize(buffer), words = (size + 3) / 4 * 4;
    if (offset % 4)
        return fail(h, LWK_MISALIGNED, "a read's offset is no multiple of 4", "");
    if (offset > all || words > all - offset)
        return fail(h, LWK_OUT_OF_RANGE, "a read ends behind its buffer", "");
    WGPUBuffer staging =
        make_buffer(h, "read back", words, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
    if (!staging)
        return LWK_OUT_OF_MEMORY;
    WGPUCommandEncoder encoder = lwk_host_encoder(h, "read back");
    h->procs->CommandEncoderCopyBufferToBuffer(encoder, buffer, offset, staging, 0, words);
    LwkStatus status = lwk_host_submit(h, encoder);
    if (status == LWK_OK)
        status = map_and_copy(h, staging, data, size, words);
    h->procs->BufferRelease(staging);
    return status;
}

/* ---- commands ---- */

WGPUCommandEncoder lwk_host_encoder(LwkHost *h, const char *label) {
    WGPUCommandEncoderDescriptor d = {.label = {label ? label : "", WGPU_STRLEN}};
    return h->procs->DeviceCreateCommandEncoder(h->device, &d);
}

LwkStatus lwk_host_submit(LwkHost *h, WGPUCommandEncoder encoder) {
    WGPUCommandBuffer commands = h->procs->CommandEncoderFinish(encoder, NULL);
    h->procs->CommandEncoderRelease(encoder);
    if (lwk_host_lost(h)) {
        if (commands)
            h->procs->CommandBufferRelease(commands);
        return fail(h, LWK_DEVICE_LOST, "the device is lost", "");
    }
    if (!commands)
        return fail(h, LWK_DEVICE_ERROR, "the commands cannot be finished", "");
    h->procs->QueueSubmit(h->queue, 1, &commands);
    h->procs->CommandBufferRelease(commands);
    return LWK_OK;
}

static void on_done(WGPUQueueWorkDoneStatus status, WGPUStringView message, void *u1, void *u2) {
    (void)u2;
    Answer *a = u1;
    a->good = status == WGPUQueueWorkDoneStatus_Success;
    text_of(message, a->message, sizeof a->message);
    a->there = true;
}

LwkStatus lwk_host_wait(LwkHost *h) {
    Answer a = {0};
    WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = on_done;
    info.userdata1 = &a;
    h->procs->QueueOnSubmittedWorkDone(h->queue, info);
    wait_for(h, &a.there);
    if (lwk_host_lost(h))
        return fail(h, LWK_DEVICE_LOST, "the device is lost", a.message);
    return a.good ? LWK_OK : fail(h, LWK_DEVICE_ERROR, "the work failed", a.message);
}
