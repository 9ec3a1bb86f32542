#include "api/dawn.h"

#include "api/api.h"

WGPUInstance wgpuAdapterGetInstance(WGPUAdapter a) {
    if (!a)
        return NULL;
    object_add_handle(&a->instance->base);
    return a->instance;
}

WGPUAdapter wgpuDeviceGetAdapter(WGPUDevice d) {
    if (!d)
        return NULL;
    object_add_handle(&d->adapter->base);
    return d->adapter;
}

void wgpuDeviceTick(WGPUDevice d) {
    if (d)
        wgpuInstanceProcessEvents(d->adapter->instance);
}

/* The destructors of Dawn's C++ structs call these whatever is in them; here nothing ever is, since
 * the adapter lacks the features. */

void wgpuAdapterPropertiesMemoryHeapsFreeMembers(DawnAdapterProperties heaps) {
    (void)heaps;
}

void wgpuAdapterPropertiesSubgroupMatrixConfigsFreeMembers(DawnAdapterProperties configs) {
    (void)configs;
}
