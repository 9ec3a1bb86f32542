/* webgpu.h's layout: sizes of all structures, the offset of each one's last member and the value of
 * each enumeration's last constant, as a 64-bit build of the published header has them. A program
 * compiled against another copy of the header must see the same memory. */
#include <stdio.h>

#include "webgpu/webgpu.h"

#define SIZE(type, size, last, offset)                                                             \
    _Static_assert(sizeof(void *) != 8 || sizeof(type) == (size), "size of " #type);               \
    _Static_assert(sizeof(void *) != 8 || offsetof(type, last) == (offset), "offset in " #type)
#define VALUE(name, value) _Static_assert((name) == (value), "value of " #name)
/* A constant object is no constant expression in C: compared at run time. */
#define FLAG(name, value)                                                                          \
    { #name, name, value }

/* clang-format off */
SIZE(WGPUStringView, 16, length, 8);
SIZE(WGPUChainedStruct, 16, sType, 8);
SIZE(WGPUBufferMapCallbackInfo, 40, userdata2, 32);
SIZE(WGPUCompilationInfoCallbackInfo, 40, userdata2, 32);
SIZE(WGPUCreateComputePipelineAsyncCallbackInfo, 40, userdata2, 32);
SIZE(WGPUCreateRenderPipelineAsyncCallbackInfo, 40, userdata2, 32);
SIZE(WGPUDeviceLostCallbackInfo, 40, userdata2, 32);
SIZE(WGPUPopErrorScopeCallbackInfo, 40, userdata2, 32);
SIZE(WGPUQueueWorkDoneCallbackInfo, 40, userdata2, 32);
SIZE(WGPURequestAdapterCallbackInfo, 40, userdata2, 32);
SIZE(WGPURequestDeviceCallbackInfo, 40, userdata2, 32);
SIZE(WGPUUncapturedErrorCallbackInfo, 32, userdata2, 24);
SIZE(WGPUAdapterInfo, 96, subgroupMaxSize, 92);
SIZE(WGPUBlendComponent, 12, dstFactor, 8);
SIZE(WGPUBufferBindingLayout, 24, minBindingSize, 16);
SIZE(WGPUBufferDescriptor, 48, mappedAtCreation, 40);
SIZE(WGPUColor, 32, a, 24);
SIZE(WGPUCommandBufferDescriptor, 24, label, 8);
SIZE(WGPUCommandEncoderDescriptor, 24, label, 8);
SIZE(WGPUCompatibilityModeLimits, 32, maxStorageTexturesInFragmentStage, 28);
SIZE(WGPUCompilationMessage, 64, length, 56);
SIZE(WGPUConstantEntry, 32, value, 24);
SIZE(WGPUExtent3D, 12, depthOrArrayLayers, 8);
SIZE(WGPUExternalTextureBindingEntry, 24, externalTexture, 16);
SIZE(WGPUExternalTextureBindingLayout, 16, chain, 0);
SIZE(WGPUFuture, 8, id, 0);
SIZE(WGPUInstanceLimits, 16, timedWaitAnyMaxCount, 8);
SIZE(WGPUMultisampleState, 24, alphaToCoverageEnabled, 16);
SIZE(WGPUOrigin3D, 12, z, 8);
SIZE(WGPUPassTimestampWrites, 24, endOfPassWriteIndex, 20);
SIZE(WGPUPipelineLayoutDescriptor, 48, immediateSize, 40);
SIZE(WGPUPrimitiveState, 32, unclippedDepth, 24);
SIZE(WGPUQuerySetDescriptor, 32, count, 28);
SIZE(WGPUQueueDescriptor, 24, label, 8);
SIZE(WGPURenderBundleDescriptor, 24, label, 8);
SIZE(WGPURenderBundleEncoderDescriptor, 56, stencilReadOnly, 52);
SIZE(WGPURenderPassDepthStencilAttachment, 48, stencilReadOnly, 44);
SIZE(WGPURenderPassMaxDrawCount, 24, maxDrawCount, 16);
SIZE(WGPURequestAdapterWebXROptions, 24, xrCompatible, 16);
SIZE(WGPUSamplerBindingLayout, 16, type, 8);
SIZE(WGPUSamplerDescriptor, 64, maxAnisotropy, 60);
SIZE(WGPUShaderSourceSPIRV, 32, code, 24);
SIZE(WGPUShaderSourceWGSL, 32, code, 16);
SIZE(WGPUStencilFaceState, 16, passOp, 12);
SIZE(WGPUStorageTextureBindingLayout, 24, viewDimension, 16);
SIZE(WGPUSupportedFeatures, 16, features, 8);
SIZE(WGPUSupportedInstanceFeatures, 16, features, 8);
SIZE(WGPUSupportedWGSLLanguageFeatures, 16, features, 8);
SIZE(WGPUSurfaceCapabilities, 64, alphaModes, 56);
SIZE(WGPUSurfaceColorManagement, 24, toneMappingMode, 20);
SIZE(WGPUSurfaceConfiguration, 64, presentMode, 60);
SIZE(WGPUSurfaceSourceAndroidNativeWindow, 24, window, 16);
SIZE(WGPUSurfaceSourceMetalLayer, 24, layer, 16);
SIZE(WGPUSurfaceSourceWaylandSurface, 32, surface, 24);
SIZE(WGPUSurfaceSourceWindowsHWND, 32, hwnd, 24);
SIZE(WGPUSurfaceSourceXCBWindow, 32, window, 24);
SIZE(WGPUSurfaceSourceXlibWindow, 32, window, 24);
SIZE(WGPUSurfaceTexture, 24, status, 16);
SIZE(WGPUTexelCopyBufferLayout, 16, rowsPerImage, 12);
SIZE(WGPUTextureBindingLayout, 24, multisampled, 16);
SIZE(WGPUTextureBindingViewDimension, 24, textureBindingViewDimension, 16);
SIZE(WGPUTextureComponentSwizzle, 16, a, 12);
SIZE(WGPUVertexAttribute, 32, shaderLocation, 24);
SIZE(WGPUBindGroupEntry, 56, textureView, 48);
SIZE(WGPUBindGroupLayoutEntry, 120, storageTexture, 96);
SIZE(WGPUBlendState, 24, alpha, 12);
SIZE(WGPUCompilationInfo, 24, messages, 16);
SIZE(WGPUComputePassDescriptor, 32, timestampWrites, 24);
SIZE(WGPUComputeState, 48, constants, 40);
SIZE(WGPUDepthStencilState, 72, depthBiasClamp, 68);
SIZE(WGPUFutureWaitInfo, 16, completed, 8);
SIZE(WGPUInstanceDescriptor, 32, requiredLimits, 24);
SIZE(WGPULimits, 152, maxImmediateSize, 148);
SIZE(WGPURenderPassColorAttachment, 72, clearValue, 40);
SIZE(WGPURequestAdapterOptions, 32, compatibleSurface, 24);
SIZE(WGPUShaderModuleDescriptor, 24, label, 8);
SIZE(WGPUSurfaceDescriptor, 24, label, 8);
SIZE(WGPUTexelCopyBufferInfo, 24, buffer, 16);
SIZE(WGPUTexelCopyTextureInfo, 32, aspect, 24);
SIZE(WGPUTextureComponentSwizzleDescriptor, 32, swizzle, 16);
SIZE(WGPUTextureDescriptor, 80, viewFormats, 72);
SIZE(WGPUVertexBufferLayout, 40, attributes, 32);
SIZE(WGPUBindGroupDescriptor, 48, entries, 40);
SIZE(WGPUBindGroupLayoutDescriptor, 40, entries, 32);
SIZE(WGPUColorTargetState, 32, writeMask, 24);
SIZE(WGPUComputePipelineDescriptor, 80, compute, 32);
SIZE(WGPUDeviceDescriptor, 144, uncapturedErrorCallbackInfo, 112);
SIZE(WGPURenderPassDescriptor, 64, timestampWrites, 56);
SIZE(WGPUTextureViewDescriptor, 64, usage, 56);
SIZE(WGPUVertexState, 64, buffers, 56);
SIZE(WGPUFragmentState, 64, targets, 56);
SIZE(WGPURenderPipelineDescriptor, 168, fragment, 160);

VALUE(WGPUAdapterType_Unknown, 4);
VALUE(WGPUAddressMode_MirrorRepeat, 3);
VALUE(WGPUBackendType_OpenGLES, 8);
VALUE(WGPUBlendFactor_OneMinusSrc1Alpha, 17);
VALUE(WGPUBlendOperation_Max, 5);
VALUE(WGPUBufferBindingType_ReadOnlyStorage, 4);
VALUE(WGPUBufferMapState_Mapped, 3);
VALUE(WGPUCallbackMode_AllowSpontaneous, 3);
VALUE(WGPUCompareFunction_Always, 8);
VALUE(WGPUCompilationInfoRequestStatus_CallbackCancelled, 2);
VALUE(WGPUCompilationMessageType_Info, 3);
VALUE(WGPUComponentSwizzle_A, 6);
VALUE(WGPUCompositeAlphaMode_Inherit, 4);
VALUE(WGPUCreatePipelineAsyncStatus_InternalError, 4);
VALUE(WGPUCullMode_Back, 3);
VALUE(WGPUDeviceLostReason_FailedCreation, 4);
VALUE(WGPUErrorFilter_Internal, 3);
VALUE(WGPUErrorType_Unknown, 5);
VALUE(WGPUFeatureLevel_Core, 2);
VALUE(WGPUFeatureName_SubgroupSizeControl, 23);
VALUE(WGPUFilterMode_Linear, 2);
VALUE(WGPUFrontFace_CW, 2);
VALUE(WGPUIndexFormat_Uint32, 2);
VALUE(WGPUInstanceFeatureName_MultipleDevicesPerAdapter, 3);
VALUE(WGPULoadOp_Clear, 2);
VALUE(WGPUMapAsyncStatus_Aborted, 4);
VALUE(WGPUMipmapFilterMode_Linear, 2);
VALUE(WGPUOptionalBool_Undefined, 2);
VALUE(WGPUPopErrorScopeStatus_Error, 3);
VALUE(WGPUPowerPreference_HighPerformance, 2);
VALUE(WGPUPredefinedColorSpace_DisplayP3, 2);
VALUE(WGPUPresentMode_Mailbox, 4);
VALUE(WGPUPrimitiveTopology_TriangleStrip, 5);
VALUE(WGPUQueryType_Timestamp, 2);
VALUE(WGPUQueueWorkDoneStatus_Error, 3);
VALUE(WGPURequestAdapterStatus_Error, 4);
VALUE(WGPURequestDeviceStatus_Error, 3);
VALUE(WGPUSamplerBindingType_Comparison, 4);
VALUE(WGPUStatus_Error, 2);
VALUE(WGPUStencilOperation_DecrementWrap, 8);
VALUE(WGPUStorageTextureAccess_ReadWrite, 4);
VALUE(WGPUStoreOp_Discard, 2);
VALUE(WGPUSType_TextureBindingViewDimension, 16);
VALUE(WGPUSurfaceGetCurrentTextureStatus_Error, 6);
VALUE(WGPUTextureAspect_DepthOnly, 3);
VALUE(WGPUTextureDimension_3D, 3);
VALUE(WGPUTextureFormat_ASTC12x12UnormSrgb, 101);
VALUE(WGPUTextureSampleType_Uint, 6);
VALUE(WGPUTextureViewDimension_3D, 6);
VALUE(WGPUToneMappingMode_Extended, 2);
VALUE(WGPUVertexFormat_Unorm8x4BGRA, 41);
VALUE(WGPUVertexStepMode_Instance, 2);
VALUE(WGPUWaitStatus_Error, 3);
VALUE(WGPUWGSLLanguageFeatureName_ImmediateAddressSpace, 11);

int main(void) {
    const struct {
        const char *name;
        WGPUFlags value, known;
    } flag[] = {
        FLAG(WGPUBufferUsage_QueryResolve, 0x200),
        FLAG(WGPUColorWriteMask_All, 0xf),
        FLAG(WGPUMapMode_Write, 0x2),
        FLAG(WGPUShaderStage_Compute, 0x4),
        FLAG(WGPUTextureUsage_TransientAttachment, 0x20),
    };
    /* clang-format on */
    int wrong = 0;
    for (size_t i = 0; i < sizeof flag / sizeof flag[0]; i++)
        if (flag[i].value != flag[i].known) {
            printf("%s is %llu\n", flag[i].name, (unsigned long long)flag[i].value);
            wrong++;
        }
    return wrong != 0;
}
