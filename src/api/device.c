/* Devices: their making, their end, and what can be asked of them. */
#include <stdlib.h>

#include "api/capture.h"
#include "api/ledger.h"
#include "api/runner.h"

static bool check_features(const WGPUDeviceDescriptor *desc, char **error) {
    if (desc->requiredFeatureCount && !desc->requiredFeatures) {
        *error = text_format("requestDevice: the required features are null");
        return false;
    }
    for (size_t i = 0; i < desc->requiredFeatureCount; i++)
        if (!features_have(features_adapter(), desc->requiredFeatures[i])) {
            *error = text_format("requestDevice: feature %d is not supported",
                                 (int)desc->requiredFeatures[i]);
            return false;
        }
    return true;
}

/* Structs of Dawn and wgpu-native, which their programs chain, say how those are to work; what else
 * is not known asks for something that is not there. */
static bool check_chain(const WGPUDeviceDescriptor *desc, char **error) {
    enum { VENDOR = 0x10000, WGPU_NATIVE = 3, DAWN = 5, LONGEST = 100 };
    const WGPUChainedStruct *c = desc->nextInChain;
    for (int i = 0; c && i < LONGEST; c = c->next, i++) {
        unsigned vendor = (unsigned)c->sType / VENDOR;
        if (c->sType == LW_STYPE_DEVICE_OPTIONS || vendor == WGPU_NATIVE || vendor == DAWN)
            continue;
        *error = text_format("requestDevice: a struct of type 0x%x does not belong in its "
                             "descriptor's chain",
                             (unsigned)c->sType);
        return false;
    }
    return true;
}

/* Fills options, limits and features from the descriptor. */
static bool configure(WGPUDevice d, const WGPUDeviceDescriptor *desc, char **error) {
    const LwDeviceOptions *chained =
        (const LwDeviceOptions *)chain_find(desc->nextInChain, LW_STYPE_DEVICE_OPTIONS);
    if (!check_chain(desc, error) || !check_features(desc, error) ||
        !limits_request(&d->limits, desc->requiredLimits, error) ||
        !options_read(&d->options, chained, error))
        return false;
    d->features = features_device(desc->requiredFeatures, desc->requiredFeatureCount);
    d->uncaptured = desc->uncapturedErrorCallbackInfo;
    if (d->options.capture_folder) {
        d->capture = capture_new(d->options.capture_folder, d->options.capture_most, error);
        if (!d->capture)
            return false;
    }
    if (!d->options.report_folder)
        return true;
    d->ledger = ledger_new(d->options.report_folder, d, error);
    return d->ledger != NULL;
}

static void track_loss(WGPUDevice d, const WGPUDeviceDescriptor *desc) {
    Async *e = async_of(ASYNC_DEVICE_LOST, desc->deviceLostCallbackInfo);
    if (!e)
        return;
    e->ready = false;
    e->object = object_ref(d);
    d->lost_future = async_track(&d->adapter->instance->async, e);
}

WGPUDevice device_new(WGPUAdapter adapter, const WGPUDeviceDescriptor *desc, char **error) {
    static const WGPUDeviceDescriptor plain = {0};
    if (!desc)
        desc = &plain;
    WGPUDevice d = object_new(NULL, KIND_Device, sizeof *d, desc->label);
    if (!d)
        return NULL;
    d->adapter = object_ref(adapter);
    d->lock = lock_new();
    d->running = lock_new();
    object_init(&d->queue.base, NULL, KIND_Queue, desc->defaultQueue.label);
    d->queue.owner = d;
    bool made = d->lock && d->running && configure(d, desc, error);
    if (made && d->options.asynchronous)
        made = (d->runner = runner_new(d)) != NULL;
    if (!made) {
        atomic_store(&d->lost, true);
        object_unref(d);
        return NULL;
    }
    track_loss(d, desc);
    return d;
}

static void lose(WGPUDevice d, WGPUDeviceLostReason reason, const char *message) {
    if (atomic_exchange(&d->lost, true))
        return;
    runner_stop(d->runner);
    while (d->buffers)
        buffer_destroy(d->buffers, "its device was destroyed");
    if (d->ledger) {
        lock_take(d->running);
        ledger_close(d->ledger);
        lock_give(d->running);
    }
    async_finish(&d->adapter->instance->async, d->lost_future.id, reason,
                 text_format("%s", message));
}

void wgpuDeviceDestroy(WGPUDevice d) {
    if (d)
        lose(d, WGPUDeviceLostReason_Destroyed, "the device was destroyed");
}

void device_drop(Object *o) {
    WGPUDevice d = (WGPUDevice)o;
    lose(d, WGPUDeviceLostReason_Destroyed, "the last handle of the device was released");
    lw_report_free(lw_device_take_report(d)); /* its pipelines would keep the device for ever */
}

void device_free(Object *o) {
    WGPUDevice d = (WGPUDevice)o;
    runner_free(d->runner);
    lw_report_free(d->report);
    ledger_free(d->ledger);
    capture_free(d->capture);
    threads_free(d->pool);
    device_free_scopes(d);
    lock_free(d->running);
    lock_free(d->lock);
    free(d->run_message);
    free(d->queue.base.label);
    object_unref(d->adapter);
}

WGPUFuture wgpuDeviceGetLostFuture(WGPUDevice d) {
    return d ? d->lost_future : (WGPUFuture){0};
}

WGPUStatus wgpuDeviceGetAdapterInfo(WGPUDevice d, WGPUAdapterInfo *info) {
    return d ? adapter_fill_info(&d->options, info) : WGPUStatus_Error;
}

WGPUBool wgpuDeviceHasFeature(WGPUDevice d, WGPUFeatureName feature) {
    return d && features_have(d->features, feature);
}

void wgpuDeviceGetFeatures(WGPUDevice d, WGPUSupportedFeatures *out) {
    if (d && out)
        features_list(d->features, out);
}

WGPUStatus wgpuDeviceGetLimits(WGPUDevice d, WGPULimits *out) {
    return d ? limits_copy(out, &d->limits) : WGPUStatus_Error;
}

WGPUQueue wgpuDeviceGetQueue(WGPUDevice d) {
    if (!d)
        return NULL;
    object_add_handle(&d->queue.base);
    return &d->queue;
}
