/* Functions of Dawn beyond the standard: those that its programs cannot be linked without. */
#ifndef LW_API_DAWN_H
#define LW_API_DAWN_H

#include "webgpu/webgpu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A struct in the chain of a WGPUAdapterInfo that lists something. */
typedef struct DawnAdapterProperties {
    WGPUChainedStruct chain;
    size_t count;
    const void *list;
} DawnAdapterProperties;

WGPU_EXPORT WGPUInstance wgpuAdapterGetInstance(WGPUAdapter adapter);
WGPU_EXPORT WGPUAdapter wgpuDeviceGetAdapter(WGPUDevice device);
WGPU_EXPORT void wgpuDeviceTick(WGPUDevice device);
WGPU_EXPORT void wgpuAdapterPropertiesMemoryHeapsFreeMembers(DawnAdapterProperties heaps);
WGPU_EXPORT void
wgpuAdapterPropertiesSubgroupMatrixConfigsFreeMembers(DawnAdapterProperties configs);

#ifdef __cplusplus
}
#endif

#endif
