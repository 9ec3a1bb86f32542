/* Instances: features, adapters, and the driving of asynchronous operations. */
#include <stdlib.h>

#include "api/api.h"

static const WGPUInstanceFeatureName instance_features[] = {
    WGPUInstanceFeatureName_TimedWaitAny,
    WGPUInstanceFeatureName_MultipleDevicesPerAdapter,
};
enum {
    INSTANCE_FEATURES = sizeof instance_features / sizeof instance_features[0],
    MOST_TIMED_WAITS = 64,
};

WGPUBool wgpuHasInstanceFeature(WGPUInstanceFeatureName feature) {
    for (int i = 0; i < INSTANCE_FEATURES; i++)
        if (instance_features[i] == feature)
            return WGPU_TRUE;
    return WGPU_FALSE;
}

void wgpuGetInstanceFeatures(WGPUSupportedInstanceFeatures *out) {
    if (!out)
        return;
    WGPUInstanceFeatureName *list = malloc(sizeof instance_features);
    if (list)
        memcpy(list, instance_features, sizeof instance_features);
    *out = (WGPUSupportedInstanceFeatures){list ? INSTANCE_FEATURES : 0, list};
}

void wgpuSupportedInstanceFeaturesFreeMembers(WGPUSupportedInstanceFeatures f) {
    free((void *)(uintptr_t)f.features);
}

WGPUStatus wgpuGetInstanceLimits(WGPUInstanceLimits *out) {
    if (!out || out->nextInChain)
        return WGPUStatus_Error;
    out->timedWaitAnyMaxCount = MOST_TIMED_WAITS;
    return WGPUStatus_Success;
}

static bool check_descriptor(const WGPUInstanceDescriptor *d) {
    for (size_t i = 0; i < d->requiredFeatureCount; i++)
        if (!wgpuHasInstanceFeature(d->requiredFeatures[i])) {
            api_log("createInstance: instance feature %d is not supported",
                    (int)d->requiredFeatures[i]);
            return false;
        }
    if (d->requiredLimits && d->requiredLimits->timedWaitAnyMaxCount > MOST_TIMED_WAITS) {
        api_log("createInstance: timedWaitAnyMaxCount is at most %d", MOST_TIMED_WAITS);
        return false;
    }
    return true;
}

WGPUInstance wgpuCreateInstance(const WGPUInstanceDescriptor *descriptor) {
    if (descriptor && !check_descriptor(descriptor))
        return NULL;
    Lock *lock = lock_new();
    WGPUInstance instance =
        object_new(NULL, KIND_Instance, sizeof *instance, (WGPUStringView){NULL, 0});
    if (!lock || !instance) {
        lock_free(lock);
        free(instance);
        return NULL;
    }
    instance->async.lock = lock;
    for (size_t i = 0; descriptor && i < descriptor->requiredFeatureCount; i++) {
        if (descriptor->requiredFeatures[i] == WGPUInstanceFeatureName_TimedWaitAny)
            instance->timed_wait = true;
        else
            instance->many_devices = true;
    }
    return instance;
}

void instance_drop(Object *o) {
    async_close(&((WGPUInstance)o)->async);
}

void instance_free(Object *o) {
    lock_free(((WGPUInstance)o)->async.lock);
}

WGPUFuture wgpuInstanceRequestAdapter(WGPUInstance instance,
                                      const WGPURequestAdapterOptions *options,
                                      WGPURequestAdapterCallbackInfo info) {
    Async *e = instance ? async_of(ASYNC_REQUEST_ADAPTER, info) : NULL;
    if (!e)
        return (WGPUFuture){0};
    WGPUAdapter adapter = NULL;
    if (options && options->compatibleSurface)
        e->message = text_format("requestAdapter: no adapter draws to surfaces");
    else if (!(adapter = adapter_new(instance)))
        e->message = text_format("requestAdapter: out of memory");
    e->object = (Object *)adapter;
    e->status = adapter ? WGPURequestAdapterStatus_Success : WGPURequestAdapterStatus_Unavailable;
    return async_track(&instance->async, e);
}

void wgpuInstanceProcessEvents(WGPUInstance instance) {
    if (instance)
        async_process(&instance->async);
}

WGPUWaitStatus wgpuInstanceWaitAny(WGPUInstance instance, size_t count, WGPUFutureWaitInfo *futures,
                                   uint64_t timeout_ns) {
    if (!instance || (count && !futures))
        return WGPUWaitStatus_Error;
    if (timeout_ns && !instance->timed_wait) {
        api_log("wgpuInstanceWaitAny: a timeout needs the instance feature TimedWaitAny");
        return WGPUWaitStatus_Error;
    }
    if (timeout_ns && count > MOST_TIMED_WAITS) {
        api_log("wgpuInstanceWaitAny: %zu futures, with a timeout %d are the most", count,
                MOST_TIMED_WAITS);
        return WGPUWaitStatus_Error;
    }
    return async_wait(&instance->async, futures, count, timeout_ns);
}

static const WGPUWGSLLanguageFeatureName language_features[] = {
#define LANGUAGE_FEATURE(name, api_name) WGPUWGSLLanguageFeatureName_##api_name,
#include "lang/language_features.def"
#undef LANGUAGE_FEATURE
};
enum { LANGUAGE_FEATURES = sizeof language_features / sizeof language_features[0] };

WGPUBool wgpuInstanceHasWGSLLanguageFeature(WGPUInstance instance,
                                            WGPUWGSLLanguageFeatureName feature) {
    for (int i = 0; instance && i < LANGUAGE_FEATURES; i++)
        if (language_features[i] == feature)
            return WGPU_TRUE;
    return WGPU_FALSE;
}

void wgpuInstanceGetWGSLLanguageFeatures(WGPUInstance instance,
                                         WGPUSupportedWGSLLanguageFeatures *out) {
    if (!out)
        return;
    WGPUWGSLLanguageFeatureName *list = instance ? malloc(sizeof language_features) : NULL;
    if (list)
        memcpy(list, language_features, sizeof language_features);
    *out = (WGPUSupportedWGSLLanguageFeatures){list ? LANGUAGE_FEATURES : 0, list};
}

void wgpuSupportedWGSLLanguageFeaturesFreeMembers(WGPUSupportedWGSLLanguageFeatures f) {
    free((void *)(uintptr_t)f.features);
}
