/* procs.h: the functions of a webgpu.h library as a table of pointers.
 *
 * What works through an LwProcs runs on any library with webgpu.h's version 1 ABI: the one the
 * program is linked with, or one that is found at run time (liblanewise.so, Dawn, wgpu-native).
 * Members are named as the functions are, without their prefix: procs->DeviceCreateBuffer. */
#ifndef LANEWISE_PROCS_H
#define LANEWISE_PROCS_H

#include <stdbool.h>
#include <stddef.h>

#include "webgpu/webgpu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What compute needs, and every library of the ABI has. */
#define LW_PROC_LIST(X)                                                                            \
    X(CreateInstance)                                                                              \
    X(InstanceProcessEvents)                                                                       \
    X(InstanceRelease)                                                                             \
    X(InstanceRequestAdapter)                                                                      \
    X(AdapterGetFeatures)                                                                          \
    X(AdapterGetInfo)                                                                              \
    X(AdapterGetLimits)                                                                            \
    X(AdapterHasFeature)                                                                           \
    X(AdapterInfoFreeMembers)                                                                      \
    X(AdapterRelease)                                                                              \
    X(AdapterRequestDevice)                                                                        \
    X(BindGroupLayoutRelease)                                                                      \
    X(BindGroupRelease)                                                                            \
    X(BufferAddRef)                                                                                \
    X(BufferDestroy)                                                                               \
    X(BufferGetConstMappedRange)                                                                   \
    X(BufferGetMappedRange)                                                                        \
    X(BufferGetSize)                                                                               \
    X(BufferGetUsage)                                                                              \
    X(BufferMapAsync)                                                                              \
    X(BufferRelease)                                                                               \
    X(BufferUnmap)                                                                                 \
    X(CommandBufferRelease)                                                                        \
    X(CommandEncoderBeginComputePass)                                                              \
    X(CommandEncoderClearBuffer)                                                                   \
    X(CommandEncoderCopyBufferToBuffer)                                                            \
    X(CommandEncoderFinish)                                                                        \
    X(CommandEncoderRelease)                                                                       \
    X(CommandEncoderResolveQuerySet)                                                               \
    X(ComputePassEncoderDispatchWorkgroups)                                                        \
    X(ComputePassEncoderDispatchWorkgroupsIndirect)                                                \
    X(ComputePassEncoderEnd)                                                                       \
    X(ComputePassEncoderRelease)                                                                   \
    X(ComputePassEncoderSetBindGroup)                                                              \
    X(ComputePassEncoderSetPipeline)                                                               \
    X(ComputePipelineGetBindGroupLayout)                                                           \
    X(ComputePipelineRelease)                                                                      \
    X(DeviceAddRef)                                                                                \
    X(DeviceCreateBindGroup)                                                                       \
    X(DeviceCreateBindGroupLayout)                                                                 \
    X(DeviceCreateBuffer)                                                                          \
    X(DeviceCreateCommandEncoder)                                                                  \
    X(DeviceCreateComputePipeline)                                                                 \
    X(DeviceCreatePipelineLayout)                                                                  \
    X(DeviceCreateQuerySet)                                                                        \
    X(DeviceCreateShaderModule)                                                                    \
    X(DeviceDestroy)                                                                               \
    X(DeviceGetAdapterInfo)                                                                        \
    X(DeviceGetFeatures)                                                                           \
    X(DeviceGetLimits)                                                                             \
    X(DeviceGetQueue)                                                                              \
    X(DeviceHasFeature)                                                                            \
    X(DevicePopErrorScope)                                                                         \
    X(DevicePushErrorScope)                                                                        \
    X(DeviceRelease)                                                                               \
    X(PipelineLayoutRelease)                                                                       \
    X(QuerySetDestroy)                                                                             \
    X(QuerySetRelease)                                                                             \
    X(QueueOnSubmittedWorkDone)                                                                    \
    X(QueueRelease)                                                                                \
    X(QueueSubmit)                                                                                 \
    X(QueueWriteBuffer)                                                                            \
    X(ShaderModuleGetCompilationInfo)                                                              \
    X(ShaderModuleRelease)                                                                         \
    X(SupportedFeaturesFreeMembers)

typedef struct LwProcs {
#define LW_PROC_MEMBER(name) WGPUProc##name name;
    LW_PROC_LIST(LW_PROC_MEMBER)
#undef LW_PROC_MEMBER
    void *library; /* of lw_procs_load; NULL for the linked one */
    bool early;    /* the library is older than version 1: see lw_procs_feature */
} LwProcs;

/* The library's own number of a feature. Libraries from before version 1 was settled (Dawn and
 * wgpu-native until the middle of 2025) work as those of version 1 do, but count features
 * otherwise: give what this returns to AdapterHasFeature, DeviceHasFeature and requiredFeatures.
 * 0 where the library has no number for it. */
WGPUFeatureName lw_procs_feature(const LwProcs *procs, WGPUFeatureName feature);

/* Loads a library, by path or by a name that the system's loader finds. False when it cannot be
 * loaded or lacks a function: `error` then says which, always ended with a zero. Objects of the
 * library must not outlive lw_procs_unload. */
bool lw_procs_load(LwProcs *procs, const char *library_path, char *error, size_t error_size);
void lw_procs_unload(LwProcs *procs);

/* The library that the program is linked with. */
const LwProcs *lw_procs_linked(void);

#ifdef __cplusplus
}
#endif

#endif
