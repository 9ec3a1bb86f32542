/* Adapters: there is one, the processor that this runs on, and as many handles of it as asked for.
 */
#include <stdlib.h>

#include "api/api.h"

WGPUAdapter adapter_new(WGPUInstance instance) {
    WGPUAdapter a = object_new(NULL, KIND_Adapter, sizeof *a, (WGPUStringView){NULL, 0});
    if (a)
        a->instance = object_ref(instance);
    return a;
}

void adapter_free(Object *o) {
    object_unref(((WGPUAdapter)o)->instance);
}

WGPUBool wgpuAdapterHasFeature(WGPUAdapter a, WGPUFeatureName feature) {
    return a && features_have(features_adapter(), feature);
}

void wgpuAdapterGetFeatures(WGPUAdapter a, WGPUSupportedFeatures *out) {
    if (a && out)
        features_list(features_adapter(), out);
}

void wgpuSupportedFeaturesFreeMembers(WGPUSupportedFeatures f) {
    free((void *)(uintptr_t)f.features);
}

WGPUStatus wgpuAdapterGetLimits(WGPUAdapter a, WGPULimits *out) {
    if (!a)
        return WGPUStatus_Error;
    WGPULimits l;
    limits_adapter(&l);
    return limits_copy(out, &l);
}

WGPUStatus adapter_fill_info(const DeviceOptions *o, WGPUAdapterInfo *info) {
    if (!info || info->nextInChain)
        return WGPUStatus_Error;
    char *strings[] = {
        text_format("lanewise"),
        text_format("cpu"),
        text_format("lanewise"),
        o ? text_format("Lanewise %s on the CPU, hardware model %s", LW_VERSION, o->hw->name)
          : text_format("Lanewise %s on the CPU", LW_VERSION),
    };
    *info = (WGPUAdapterInfo){
        .vendor = text_view(strings[0]),
        .architecture = text_view(strings[1]),
        .device = text_view(strings[2]),
        .description = text_view(strings[3]),
        .backendType = WGPUBackendType_Undefined,
        .adapterType = WGPUAdapterType_CPU,
        .subgroupMinSize = o ? o->subgroup_size : 4,
        .subgroupMaxSize = o ? o->subgroup_size : 128,
    };
    return WGPUStatus_Success;
}

WGPUStatus wgpuAdapterGetInfo(WGPUAdapter a, WGPUAdapterInfo *info) {
    return a ? adapter_fill_info(NULL, info) : WGPUStatus_Error;
}

void wgpuAdapterInfoFreeMembers(WGPUAdapterInfo info) {
    free((void *)(uintptr_t)info.vendor.data);
    free((void *)(uintptr_t)info.architecture.data);
    free((void *)(uintptr_t)info.device.data);
    free((void *)(uintptr_t)info.description.data);
}

/* A device that could not be made is lost at once. */
static void report_failed(WGPUAdapter a, const WGPUDeviceDescriptor *d, const char *why) {
    Async *e = d ? async_of(ASYNC_DEVICE_LOST, d->deviceLostCallbackInfo) : NULL;
    if (!e)
        return;
    e->status = WGPUDeviceLostReason_FailedCreation;
    e->message = text_format("%s", why);
    async_track(&a->instance->async, e);
}

WGPUFuture wgpuAdapterRequestDevice(WGPUAdapter a, const WGPUDeviceDescriptor *descriptor,
                                    WGPURequestDeviceCallbackInfo info) {
    Async *e = a ? async_of(ASYNC_REQUEST_DEVICE, info) : NULL;
    if (!e)
        return (WGPUFuture){0};
    char *error = NULL;
    WGPUDevice device = NULL;
    if (!a->instance->many_devices && atomic_load(&a->spent))
        error = text_format("requestDevice: this adapter has made a device already (see instance "
                            "feature MultipleDevicesPerAdapter)");
    else
        device = device_new(a, descriptor, &error);
    if (device) {
        atomic_store(&a->spent, true);
    } else {
        e->message = error ? error : text_format("requestDevice: out of memory");
        report_failed(a, descriptor, e->message ? e->message : "");
    }
    e->object = (Object *)device;
    e->status = device ? WGPURequestDeviceStatus_Success : WGPURequestDeviceStatus_Error;
    return async_track(&a->instance->async, e);
}
