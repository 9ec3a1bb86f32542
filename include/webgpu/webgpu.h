/* webgpu.h: the C interface of WebGPU, version 1 of the webgpu-native ABI.
 *
 * Written for Lanewise from the published interface: names, values, layouts and signatures are
 * those of webgpu-native, so that a program compiled against either header runs with either
 * library. What each function does is said by the WebGPU standard (https://www.w3.org/TR/webgpu/);
 * what Lanewise does not support answers with a validation error. Lanewise's own additions are in
 * lanewise/lanewise.h.
 *
 * Conventions: a descriptor is zero-initialised or set with its INIT macro; strings are UTF-8
 * views; objects are reference-counted with AddRef and Release; a function that takes a
 * CallbackInfo answers through a future.
 */
#ifndef WEBGPU_H_
#define WEBGPU_H_

#if defined(WGPU_SHARED_LIBRARY) && defined(_WIN32) && defined(WGPU_IMPLEMENTATION)
#define WGPU_EXPORT __declspec(dllexport)
#elif defined(WGPU_SHARED_LIBRARY) && defined(_WIN32)
#define WGPU_EXPORT __declspec(dllimport)
#elif defined(WGPU_SHARED_LIBRARY) && defined(WGPU_IMPLEMENTATION)
#define WGPU_EXPORT __attribute__((visibility("default")))
#else
#define WGPU_EXPORT
#endif

/* Hooks for tools that read this header; empty unless defined before. */
#if !defined(WGPU_OBJECT_ATTRIBUTE)
#define WGPU_OBJECT_ATTRIBUTE
#endif
#if !defined(WGPU_ENUM_ATTRIBUTE)
#define WGPU_ENUM_ATTRIBUTE
#endif
#if !defined(WGPU_STRUCTURE_ATTRIBUTE)
#define WGPU_STRUCTURE_ATTRIBUTE
#endif
#if !defined(WGPU_FUNCTION_ATTRIBUTE)
#define WGPU_FUNCTION_ATTRIBUTE
#endif
#if !defined(WGPU_NULLABLE)
#define WGPU_NULLABLE
#endif

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* What the INIT macros are made of: they work as C compound literals and in C++. */
#define _wgpu_COMMA ,
#if defined(__cplusplus)
#define _wgpu_ENUM_ZERO_INIT(type) type(0)
#define _wgpu_STRUCT_ZERO_INIT {}
#define _wgpu_MAKE_INIT_STRUCT(type, ...) (type __VA_ARGS__)
#else
#define _wgpu_ENUM_ZERO_INIT(type) (type)0
#define _wgpu_STRUCT_ZERO_INIT {0}
#define _wgpu_MAKE_INIT_STRUCT(type, ...) ((type)__VA_ARGS__)
#endif

/* clang-format off */

/* ---- sentinels ---- */

#define WGPU_TRUE                          (UINT32_C(1))
#define WGPU_FALSE                         (UINT32_C(0))
#define WGPU_ARRAY_LAYER_COUNT_UNDEFINED   (UINT32_MAX)
#define WGPU_COPY_STRIDE_UNDEFINED         (UINT32_MAX)
#define WGPU_DEPTH_CLEAR_VALUE_UNDEFINED   (NAN)
#define WGPU_DEPTH_SLICE_UNDEFINED         (UINT32_MAX)
#define WGPU_LIMIT_U32_UNDEFINED           (UINT32_MAX)
#define WGPU_LIMIT_U64_UNDEFINED           (UINT64_MAX)
#define WGPU_MIP_LEVEL_COUNT_UNDEFINED     (UINT32_MAX)
#define WGPU_QUERY_SET_INDEX_UNDEFINED     (UINT32_MAX)
#define WGPU_STRLEN                        (SIZE_MAX)
#define WGPU_WHOLE_MAP_SIZE                (SIZE_MAX)
#define WGPU_WHOLE_SIZE                    (UINT64_MAX)

/* ---- basic types and objects ---- */

typedef uint64_t WGPUFlags;
typedef uint32_t WGPUBool;

typedef struct WGPUStringView {
    WGPU_NULLABLE char const *data;
    size_t length;
} WGPUStringView WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_STRING_VIEW_INIT _wgpu_MAKE_INIT_STRUCT(WGPUStringView, {NULL, WGPU_STRLEN})

typedef struct WGPUAdapterImpl *WGPUAdapter WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUBindGroupImpl *WGPUBindGroup WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUBindGroupLayoutImpl *WGPUBindGroupLayout WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUBufferImpl *WGPUBuffer WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUCommandBufferImpl *WGPUCommandBuffer WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUCommandEncoderImpl *WGPUCommandEncoder WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUComputePassEncoderImpl *WGPUComputePassEncoder WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUComputePipelineImpl *WGPUComputePipeline WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUDeviceImpl *WGPUDevice WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUExternalTextureImpl *WGPUExternalTexture WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUInstanceImpl *WGPUInstance WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUPipelineLayoutImpl *WGPUPipelineLayout WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUQuerySetImpl *WGPUQuerySet WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUQueueImpl *WGPUQueue WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPURenderBundleImpl *WGPURenderBundle WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPURenderBundleEncoderImpl *WGPURenderBundleEncoder WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPURenderPassEncoderImpl *WGPURenderPassEncoder WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPURenderPipelineImpl *WGPURenderPipeline WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUSamplerImpl *WGPUSampler WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUShaderModuleImpl *WGPUShaderModule WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUSurfaceImpl *WGPUSurface WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUTextureImpl *WGPUTexture WGPU_OBJECT_ATTRIBUTE;
typedef struct WGPUTextureViewImpl *WGPUTextureView WGPU_OBJECT_ATTRIBUTE;

/* ---- enumerations ---- */

typedef enum WGPUAdapterType {
    WGPUAdapterType_DiscreteGPU = 1,
    WGPUAdapterType_IntegratedGPU = 2,
    WGPUAdapterType_CPU = 3,
    WGPUAdapterType_Unknown = 4,
    WGPUAdapterType_Force32 = 0x7FFFFFFF
} WGPUAdapterType WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUAddressMode {
    WGPUAddressMode_Undefined = 0,
    WGPUAddressMode_ClampToEdge = 1,
    WGPUAddressMode_Repeat = 2,
    WGPUAddressMode_MirrorRepeat = 3,
    WGPUAddressMode_Force32 = 0x7FFFFFFF
} WGPUAddressMode WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUBackendType {
    WGPUBackendType_Undefined = 0,
    WGPUBackendType_Null = 1,
    WGPUBackendType_WebGPU = 2,
    WGPUBackendType_D3D11 = 3,
    WGPUBackendType_D3D12 = 4,
    WGPUBackendType_Metal = 5,
    WGPUBackendType_Vulkan = 6,
    WGPUBackendType_OpenGL = 7,
    WGPUBackendType_OpenGLES = 8,
    WGPUBackendType_Force32 = 0x7FFFFFFF
} WGPUBackendType WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUBlendFactor {
    WGPUBlendFactor_Undefined = 0,
    WGPUBlendFactor_Zero = 1,
    WGPUBlendFactor_One = 2,
    WGPUBlendFactor_Src = 3,
    WGPUBlendFactor_OneMinusSrc = 4,
    WGPUBlendFactor_SrcAlpha = 5,
    WGPUBlendFactor_OneMinusSrcAlpha = 6,
    WGPUBlendFactor_Dst = 7,
    WGPUBlendFactor_OneMinusDst = 8,
    WGPUBlendFactor_DstAlpha = 9,
    WGPUBlendFactor_OneMinusDstAlpha = 10,
    WGPUBlendFactor_SrcAlphaSaturated = 11,
    WGPUBlendFactor_Constant = 12,
    WGPUBlendFactor_OneMinusConstant = 13,
    WGPUBlendFactor_Src1 = 14,
    WGPUBlendFactor_OneMinusSrc1 = 15,
    WGPUBlendFactor_Src1Alpha = 16,
    WGPUBlendFactor_OneMinusSrc1Alpha = 17,
    WGPUBlendFactor_Force32 = 0x7FFFFFFF
} WGPUBlendFactor WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUBlendOperation {
    WGPUBlendOperation_Undefined = 0,
    WGPUBlendOperation_Add = 1,
    WGPUBlendOperation_Subtract = 2,
    WGPUBlendOperation_ReverseSubtract = 3,
    WGPUBlendOperation_Min = 4,
    WGPUBlendOperation_Max = 5,
    WGPUBlendOperation_Force32 = 0x7FFFFFFF
} WGPUBlendOperation WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUBufferBindingType {
    WGPUBufferBindingType_BindingNotUsed = 0,
    WGPUBufferBindingType_Undefined = 1,
    WGPUBufferBindingType_Uniform = 2,
    WGPUBufferBindingType_Storage = 3,
    WGPUBufferBindingType_ReadOnlyStorage = 4,
    WGPUBufferBindingType_Force32 = 0x7FFFFFFF
} WGPUBufferBindingType WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUBufferMapState {
    WGPUBufferMapState_Unmapped = 1,
    WGPUBufferMapState_Pending = 2,
    WGPUBufferMapState_Mapped = 3,
    WGPUBufferMapState_Force32 = 0x7FFFFFFF
} WGPUBufferMapState WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUCallbackMode {
    WGPUCallbackMode_WaitAnyOnly = 1,
    WGPUCallbackMode_AllowProcessEvents = 2,
    WGPUCallbackMode_AllowSpontaneous = 3,
    WGPUCallbackMode_Force32 = 0x7FFFFFFF
} WGPUCallbackMode WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUCompareFunction {
    WGPUCompareFunction_Undefined = 0,
    WGPUCompareFunction_Never = 1,
    WGPUCompareFunction_Less = 2,
    WGPUCompareFunction_Equal = 3,
    WGPUCompareFunction_LessEqual = 4,
    WGPUCompareFunction_Greater = 5,
    WGPUCompareFunction_NotEqual = 6,
    WGPUCompareFunction_GreaterEqual = 7,
    WGPUCompareFunction_Always = 8,
    WGPUCompareFunction_Force32 = 0x7FFFFFFF
} WGPUCompareFunction WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUCompilationInfoRequestStatus {
    WGPUCompilationInfoRequestStatus_Success = 1,
    WGPUCompilationInfoRequestStatus_CallbackCancelled = 2,
    WGPUCompilationInfoRequestStatus_Force32 = 0x7FFFFFFF
} WGPUCompilationInfoRequestStatus WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUCompilationMessageType {
    WGPUCompilationMessageType_Error = 1,
    WGPUCompilationMessageType_Warning = 2,
    WGPUCompilationMessageType_Info = 3,
    WGPUCompilationMessageType_Force32 = 0x7FFFFFFF
} WGPUCompilationMessageType WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUComponentSwizzle {
    WGPUComponentSwizzle_Undefined = 0,
    WGPUComponentSwizzle_Zero = 1,
    WGPUComponentSwizzle_One = 2,
    WGPUComponentSwizzle_R = 3,
    WGPUComponentSwizzle_G = 4,
    WGPUComponentSwizzle_B = 5,
    WGPUComponentSwizzle_A = 6,
    WGPUComponentSwizzle_Force32 = 0x7FFFFFFF
} WGPUComponentSwizzle WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUCompositeAlphaMode {
    WGPUCompositeAlphaMode_Auto = 0,
    WGPUCompositeAlphaMode_Opaque = 1,
    WGPUCompositeAlphaMode_Premultiplied = 2,
    WGPUCompositeAlphaMode_Unpremultiplied = 3,
    WGPUCompositeAlphaMode_Inherit = 4,
    WGPUCompositeAlphaMode_Force32 = 0x7FFFFFFF
} WGPUCompositeAlphaMode WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUCreatePipelineAsyncStatus {
    WGPUCreatePipelineAsyncStatus_Success = 1,
    WGPUCreatePipelineAsyncStatus_CallbackCancelled = 2,
    WGPUCreatePipelineAsyncStatus_ValidationError = 3,
    WGPUCreatePipelineAsyncStatus_InternalError = 4,
    WGPUCreatePipelineAsyncStatus_Force32 = 0x7FFFFFFF
} WGPUCreatePipelineAsyncStatus WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUCullMode {
    WGPUCullMode_Undefined = 0,
    WGPUCullMode_None = 1,
    WGPUCullMode_Front = 2,
    WGPUCullMode_Back = 3,
    WGPUCullMode_Force32 = 0x7FFFFFFF
} WGPUCullMode WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUDeviceLostReason {
    WGPUDeviceLostReason_Unknown = 1,
    WGPUDeviceLostReason_Destroyed = 2,
    WGPUDeviceLostReason_CallbackCancelled = 3,
    WGPUDeviceLostReason_FailedCreation = 4,
    WGPUDeviceLostReason_Force32 = 0x7FFFFFFF
} WGPUDeviceLostReason WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUErrorFilter {
    WGPUErrorFilter_Validation = 1,
    WGPUErrorFilter_OutOfMemory = 2,
    WGPUErrorFilter_Internal = 3,
    WGPUErrorFilter_Force32 = 0x7FFFFFFF
} WGPUErrorFilter WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUErrorType {
    WGPUErrorType_NoError = 1,
    WGPUErrorType_Validation = 2,
    WGPUErrorType_OutOfMemory = 3,
    WGPUErrorType_Internal = 4,
    WGPUErrorType_Unknown = 5,
    WGPUErrorType_Force32 = 0x7FFFFFFF
} WGPUErrorType WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUFeatureLevel {
    WGPUFeatureLevel_Undefined = 0,
    WGPUFeatureLevel_Compatibility = 1,
    WGPUFeatureLevel_Core = 2,
    WGPUFeatureLevel_Force32 = 0x7FFFFFFF
} WGPUFeatureLevel WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUFeatureName {
    WGPUFeatureName_CoreFeaturesAndLimits = 1,
    WGPUFeatureName_DepthClipControl = 2,
    WGPUFeatureName_Depth32FloatStencil8 = 3,
    WGPUFeatureName_TextureCompressionBC = 4,
    WGPUFeatureName_TextureCompressionBCSliced3D = 5,
    WGPUFeatureName_TextureCompressionETC2 = 6,
    WGPUFeatureName_TextureCompressionASTC = 7,
    WGPUFeatureName_TextureCompressionASTCSliced3D = 8,
    WGPUFeatureName_TimestampQuery = 9,
    WGPUFeatureName_IndirectFirstInstance = 10,
    WGPUFeatureName_ShaderF16 = 11,
    WGPUFeatureName_RG11B10UfloatRenderable = 12,
    WGPUFeatureName_BGRA8UnormStorage = 13,
    WGPUFeatureName_Float32Filterable = 14,
    WGPUFeatureName_Float32Blendable = 15,
    WGPUFeatureName_ClipDistances = 16,
    WGPUFeatureName_DualSourceBlending = 17,
    WGPUFeatureName_Subgroups = 18,
    WGPUFeatureName_TextureFormatsTier1 = 19,
    WGPUFeatureName_TextureFormatsTier2 = 20,
    WGPUFeatureName_PrimitiveIndex = 21,
    WGPUFeatureName_TextureComponentSwizzle = 22,
    WGPUFeatureName_SubgroupSizeControl = 23,
    WGPUFeatureName_Force32 = 0x7FFFFFFF
} WGPUFeatureName WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUFilterMode {
    WGPUFilterMode_Undefined = 0,
    WGPUFilterMode_Nearest = 1,
    WGPUFilterMode_Linear = 2,
    WGPUFilterMode_Force32 = 0x7FFFFFFF
} WGPUFilterMode WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUFrontFace {
    WGPUFrontFace_Undefined = 0,
    WGPUFrontFace_CCW = 1,
    WGPUFrontFace_CW = 2,
    WGPUFrontFace_Force32 = 0x7FFFFFFF
} WGPUFrontFace WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUIndexFormat {
    WGPUIndexFormat_Undefined = 0,
    WGPUIndexFormat_Uint16 = 1,
    WGPUIndexFormat_Uint32 = 2,
    WGPUIndexFormat_Force32 = 0x7FFFFFFF
} WGPUIndexFormat WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUInstanceFeatureName {
    WGPUInstanceFeatureName_TimedWaitAny = 1,
    WGPUInstanceFeatureName_ShaderSourceSPIRV = 2,
    WGPUInstanceFeatureName_MultipleDevicesPerAdapter = 3,
    WGPUInstanceFeatureName_Force32 = 0x7FFFFFFF
} WGPUInstanceFeatureName WGPU_ENUM_ATTRIBUTE;

typedef enum WGPULoadOp {
    WGPULoadOp_Undefined = 0,
    WGPULoadOp_Load = 1,
    WGPULoadOp_Clear = 2,
    WGPULoadOp_Force32 = 0x7FFFFFFF
} WGPULoadOp WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUMapAsyncStatus {
    WGPUMapAsyncStatus_Success = 1,
    WGPUMapAsyncStatus_CallbackCancelled = 2,
    WGPUMapAsyncStatus_Error = 3,
    WGPUMapAsyncStatus_Aborted = 4,
    WGPUMapAsyncStatus_Force32 = 0x7FFFFFFF
} WGPUMapAsyncStatus WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUMipmapFilterMode {
    WGPUMipmapFilterMode_Undefined = 0,
    WGPUMipmapFilterMode_Nearest = 1,
    WGPUMipmapFilterMode_Linear = 2,
    WGPUMipmapFilterMode_Force32 = 0x7FFFFFFF
} WGPUMipmapFilterMode WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUOptionalBool {
    WGPUOptionalBool_False = 0,
    WGPUOptionalBool_True = 1,
    WGPUOptionalBool_Undefined = 2,
    WGPUOptionalBool_Force32 = 0x7FFFFFFF
} WGPUOptionalBool WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUPopErrorScopeStatus {
    WGPUPopErrorScopeStatus_Success = 1,
    WGPUPopErrorScopeStatus_CallbackCancelled = 2,
    WGPUPopErrorScopeStatus_Error = 3,
    WGPUPopErrorScopeStatus_Force32 = 0x7FFFFFFF
} WGPUPopErrorScopeStatus WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUPowerPreference {
    WGPUPowerPreference_Undefined = 0,
    WGPUPowerPreference_LowPower = 1,
    WGPUPowerPreference_HighPerformance = 2,
    WGPUPowerPreference_Force32 = 0x7FFFFFFF
} WGPUPowerPreference WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUPredefinedColorSpace {
    WGPUPredefinedColorSpace_SRGB = 1,
    WGPUPredefinedColorSpace_DisplayP3 = 2,
    WGPUPredefinedColorSpace_Force32 = 0x7FFFFFFF
} WGPUPredefinedColorSpace WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUPresentMode {
    WGPUPresentMode_Undefined = 0,
    WGPUPresentMode_Fifo = 1,
    WGPUPresentMode_FifoRelaxed = 2,
    WGPUPresentMode_Immediate = 3,
    WGPUPresentMode_Mailbox = 4,
    WGPUPresentMode_Force32 = 0x7FFFFFFF
} WGPUPresentMode WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUPrimitiveTopology {
    WGPUPrimitiveTopology_Undefined = 0,
    WGPUPrimitiveTopology_PointList = 1,
    WGPUPrimitiveTopology_LineList = 2,
    WGPUPrimitiveTopology_LineStrip = 3,
    WGPUPrimitiveTopology_TriangleList = 4,
    WGPUPrimitiveTopology_TriangleStrip = 5,
    WGPUPrimitiveTopology_Force32 = 0x7FFFFFFF
} WGPUPrimitiveTopology WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUQueryType {
    WGPUQueryType_Occlusion = 1,
    WGPUQueryType_Timestamp = 2,
    WGPUQueryType_Force32 = 0x7FFFFFFF
} WGPUQueryType WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUQueueWorkDoneStatus {
    WGPUQueueWorkDoneStatus_Success = 1,
    WGPUQueueWorkDoneStatus_CallbackCancelled = 2,
    WGPUQueueWorkDoneStatus_Error = 3,
    WGPUQueueWorkDoneStatus_Force32 = 0x7FFFFFFF
} WGPUQueueWorkDoneStatus WGPU_ENUM_ATTRIBUTE;

typedef enum WGPURequestAdapterStatus {
    WGPURequestAdapterStatus_Success = 1,
    WGPURequestAdapterStatus_CallbackCancelled = 2,
    WGPURequestAdapterStatus_Unavailable = 3,
    WGPURequestAdapterStatus_Error = 4,
    WGPURequestAdapterStatus_Force32 = 0x7FFFFFFF
} WGPURequestAdapterStatus WGPU_ENUM_ATTRIBUTE;

typedef enum WGPURequestDeviceStatus {
    WGPURequestDeviceStatus_Success = 1,
    WGPURequestDeviceStatus_CallbackCancelled = 2,
    WGPURequestDeviceStatus_Error = 3,
    WGPURequestDeviceStatus_Force32 = 0x7FFFFFFF
} WGPURequestDeviceStatus WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUSamplerBindingType {
    WGPUSamplerBindingType_BindingNotUsed = 0,
    WGPUSamplerBindingType_Undefined = 1,
    WGPUSamplerBindingType_Filtering = 2,
    WGPUSamplerBindingType_NonFiltering = 3,
    WGPUSamplerBindingType_Comparison = 4,
    WGPUSamplerBindingType_Force32 = 0x7FFFFFFF
} WGPUSamplerBindingType WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUStatus {
    WGPUStatus_Success = 1,
    WGPUStatus_Error = 2,
    WGPUStatus_Force32 = 0x7FFFFFFF
} WGPUStatus WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUStencilOperation {
    WGPUStencilOperation_Undefined = 0,
    WGPUStencilOperation_Keep = 1,
    WGPUStencilOperation_Zero = 2,
    WGPUStencilOperation_Replace = 3,
    WGPUStencilOperation_Invert = 4,
    WGPUStencilOperation_IncrementClamp = 5,
    WGPUStencilOperation_DecrementClamp = 6,
    WGPUStencilOperation_IncrementWrap = 7,
    WGPUStencilOperation_DecrementWrap = 8,
    WGPUStencilOperation_Force32 = 0x7FFFFFFF
} WGPUStencilOperation WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUStorageTextureAccess {
    WGPUStorageTextureAccess_BindingNotUsed = 0,
    WGPUStorageTextureAccess_Undefined = 1,
    WGPUStorageTextureAccess_WriteOnly = 2,
    WGPUStorageTextureAccess_ReadOnly = 3,
    WGPUStorageTextureAccess_ReadWrite = 4,
    WGPUStorageTextureAccess_Force32 = 0x7FFFFFFF
} WGPUStorageTextureAccess WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUStoreOp {
    WGPUStoreOp_Undefined = 0,
    WGPUStoreOp_Store = 1,
    WGPUStoreOp_Discard = 2,
    WGPUStoreOp_Force32 = 0x7FFFFFFF
} WGPUStoreOp WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUSType {
    WGPUSType_ShaderSourceSPIRV = 1,
    WGPUSType_ShaderSourceWGSL = 2,
    WGPUSType_RenderPassMaxDrawCount = 3,
    WGPUSType_SurfaceSourceMetalLayer = 4,
    WGPUSType_SurfaceSourceWindowsHWND = 5,
    WGPUSType_SurfaceSourceXlibWindow = 6,
    WGPUSType_SurfaceSourceWaylandSurface = 7,
    WGPUSType_SurfaceSourceAndroidNativeWindow = 8,
    WGPUSType_SurfaceSourceXCBWindow = 9,
    WGPUSType_SurfaceColorManagement = 10,
    WGPUSType_RequestAdapterWebXROptions = 11,
    WGPUSType_TextureComponentSwizzleDescriptor = 12,
    WGPUSType_ExternalTextureBindingLayout = 13,
    WGPUSType_ExternalTextureBindingEntry = 14,
    WGPUSType_CompatibilityModeLimits = 15,
    WGPUSType_TextureBindingViewDimension = 16,
    WGPUSType_Force32 = 0x7FFFFFFF
} WGPUSType WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUSurfaceGetCurrentTextureStatus {
    WGPUSurfaceGetCurrentTextureStatus_SuccessOptimal = 1,
    WGPUSurfaceGetCurrentTextureStatus_SuccessSuboptimal = 2,
    WGPUSurfaceGetCurrentTextureStatus_Timeout = 3,
    WGPUSurfaceGetCurrentTextureStatus_Outdated = 4,
    WGPUSurfaceGetCurrentTextureStatus_Lost = 5,
    WGPUSurfaceGetCurrentTextureStatus_Error = 6,
    WGPUSurfaceGetCurrentTextureStatus_Force32 = 0x7FFFFFFF
} WGPUSurfaceGetCurrentTextureStatus WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUTextureAspect {
    WGPUTextureAspect_Undefined = 0,
    WGPUTextureAspect_All = 1,
    WGPUTextureAspect_StencilOnly = 2,
    WGPUTextureAspect_DepthOnly = 3,
    WGPUTextureAspect_Force32 = 0x7FFFFFFF
} WGPUTextureAspect WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUTextureDimension {
    WGPUTextureDimension_Undefined = 0,
    WGPUTextureDimension_1D = 1,
    WGPUTextureDimension_2D = 2,
    WGPUTextureDimension_3D = 3,
    WGPUTextureDimension_Force32 = 0x7FFFFFFF
} WGPUTextureDimension WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUTextureFormat {
    WGPUTextureFormat_Undefined = 0,
    WGPUTextureFormat_R8Unorm = 1,
    WGPUTextureFormat_R8Snorm = 2,
    WGPUTextureFormat_R8Uint = 3,
    WGPUTextureFormat_R8Sint = 4,
    WGPUTextureFormat_R16Unorm = 5,
    WGPUTextureFormat_R16Snorm = 6,
    WGPUTextureFormat_R16Uint = 7,
    WGPUTextureFormat_R16Sint = 8,
    WGPUTextureFormat_R16Float = 9,
    WGPUTextureFormat_RG8Unorm = 10,
    WGPUTextureFormat_RG8Snorm = 11,
    WGPUTextureFormat_RG8Uint = 12,
    WGPUTextureFormat_RG8Sint = 13,
    WGPUTextureFormat_R32Float = 14,
    WGPUTextureFormat_R32Uint = 15,
    WGPUTextureFormat_R32Sint = 16,
    WGPUTextureFormat_RG16Unorm = 17,
    WGPUTextureFormat_RG16Snorm = 18,
    WGPUTextureFormat_RG16Uint = 19,
    WGPUTextureFormat_RG16Sint = 20,
    WGPUTextureFormat_RG16Float = 21,
    WGPUTextureFormat_RGBA8Unorm = 22,
    WGPUTextureFormat_RGBA8UnormSrgb = 23,
    WGPUTextureFormat_RGBA8Snorm = 24,
    WGPUTextureFormat_RGBA8Uint = 25,
    WGPUTextureFormat_RGBA8Sint = 26,
    WGPUTextureFormat_BGRA8Unorm = 27,
    WGPUTextureFormat_BGRA8UnormSrgb = 28,
    WGPUTextureFormat_RGB10A2Uint = 29,
    WGPUTextureFormat_RGB10A2Unorm = 30,
    WGPUTextureFormat_RG11B10Ufloat = 31,
    WGPUTextureFormat_RGB9E5Ufloat = 32,
    WGPUTextureFormat_RG32Float = 33,
    WGPUTextureFormat_RG32Uint = 34,
    WGPUTextureFormat_RG32Sint = 35,
    WGPUTextureFormat_RGBA16Unorm = 36,
    WGPUTextureFormat_RGBA16Snorm = 37,
    WGPUTextureFormat_RGBA16Uint = 38,
    WGPUTextureFormat_RGBA16Sint = 39,
    WGPUTextureFormat_RGBA16Float = 40,
    WGPUTextureFormat_RGBA32Float = 41,
    WGPUTextureFormat_RGBA32Uint = 42,
    WGPUTextureFormat_RGBA32Sint = 43,
    WGPUTextureFormat_Stencil8 = 44,
    WGPUTextureFormat_Depth16Unorm = 45,
    WGPUTextureFormat_Depth24Plus = 46,
    WGPUTextureFormat_Depth24PlusStencil8 = 47,
    WGPUTextureFormat_Depth32Float = 48,
    WGPUTextureFormat_Depth32FloatStencil8 = 49,
    WGPUTextureFormat_BC1RGBAUnorm = 50,
    WGPUTextureFormat_BC1RGBAUnormSrgb = 51,
    WGPUTextureFormat_BC2RGBAUnorm = 52,
    WGPUTextureFormat_BC2RGBAUnormSrgb = 53,
    WGPUTextureFormat_BC3RGBAUnorm = 54,
    WGPUTextureFormat_BC3RGBAUnormSrgb = 55,
    WGPUTextureFormat_BC4RUnorm = 56,
    WGPUTextureFormat_BC4RSnorm = 57,
    WGPUTextureFormat_BC5RGUnorm = 58,
    WGPUTextureFormat_BC5RGSnorm = 59,
    WGPUTextureFormat_BC6HRGBUfloat = 60,
    WGPUTextureFormat_BC6HRGBFloat = 61,
    WGPUTextureFormat_BC7RGBAUnorm = 62,
    WGPUTextureFormat_BC7RGBAUnormSrgb = 63,
    WGPUTextureFormat_ETC2RGB8Unorm = 64,
    WGPUTextureFormat_ETC2RGB8UnormSrgb = 65,
    WGPUTextureFormat_ETC2RGB8A1Unorm = 66,
    WGPUTextureFormat_ETC2RGB8A1UnormSrgb = 67,
    WGPUTextureFormat_ETC2RGBA8Unorm = 68,
    WGPUTextureFormat_ETC2RGBA8UnormSrgb = 69,
    WGPUTextureFormat_EACR11Unorm = 70,
    WGPUTextureFormat_EACR11Snorm = 71,
    WGPUTextureFormat_EACRG11Unorm = 72,
    WGPUTextureFormat_EACRG11Snorm = 73,
    WGPUTextureFormat_ASTC4x4Unorm = 74,
    WGPUTextureFormat_ASTC4x4UnormSrgb = 75,
    WGPUTextureFormat_ASTC5x4Unorm = 76,
    WGPUTextureFormat_ASTC5x4UnormSrgb = 77,
    WGPUTextureFormat_ASTC5x5Unorm = 78,
    WGPUTextureFormat_ASTC5x5UnormSrgb = 79,
    WGPUTextureFormat_ASTC6x5Unorm = 80,
    WGPUTextureFormat_ASTC6x5UnormSrgb = 81,
    WGPUTextureFormat_ASTC6x6Unorm = 82,
    WGPUTextureFormat_ASTC6x6UnormSrgb = 83,
    WGPUTextureFormat_ASTC8x5Unorm = 84,
    WGPUTextureFormat_ASTC8x5UnormSrgb = 85,
    WGPUTextureFormat_ASTC8x6Unorm = 86,
    WGPUTextureFormat_ASTC8x6UnormSrgb = 87,
    WGPUTextureFormat_ASTC8x8Unorm = 88,
    WGPUTextureFormat_ASTC8x8UnormSrgb = 89,
    WGPUTextureFormat_ASTC10x5Unorm = 90,
    WGPUTextureFormat_ASTC10x5UnormSrgb = 91,
    WGPUTextureFormat_ASTC10x6Unorm = 92,
    WGPUTextureFormat_ASTC10x6UnormSrgb = 93,
    WGPUTextureFormat_ASTC10x8Unorm = 94,
    WGPUTextureFormat_ASTC10x8UnormSrgb = 95,
    WGPUTextureFormat_ASTC10x10Unorm = 96,
    WGPUTextureFormat_ASTC10x10UnormSrgb = 97,
    WGPUTextureFormat_ASTC12x10Unorm = 98,
    WGPUTextureFormat_ASTC12x10UnormSrgb = 99,
    WGPUTextureFormat_ASTC12x12Unorm = 100,
    WGPUTextureFormat_ASTC12x12UnormSrgb = 101,
    WGPUTextureFormat_Force32 = 0x7FFFFFFF
} WGPUTextureFormat WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUTextureSampleType {
    WGPUTextureSampleType_BindingNotUsed = 0,
    WGPUTextureSampleType_Undefined = 1,
    WGPUTextureSampleType_Float = 2,
    WGPUTextureSampleType_UnfilterableFloat = 3,
    WGPUTextureSampleType_Depth = 4,
    WGPUTextureSampleType_Sint = 5,
    WGPUTextureSampleType_Uint = 6,
    WGPUTextureSampleType_Force32 = 0x7FFFFFFF
} WGPUTextureSampleType WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUTextureViewDimension {
    WGPUTextureViewDimension_Undefined = 0,
    WGPUTextureViewDimension_1D = 1,
    WGPUTextureViewDimension_2D = 2,
    WGPUTextureViewDimension_2DArray = 3,
    WGPUTextureViewDimension_Cube = 4,
    WGPUTextureViewDimension_CubeArray = 5,
    WGPUTextureViewDimension_3D = 6,
    WGPUTextureViewDimension_Force32 = 0x7FFFFFFF
} WGPUTextureViewDimension WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUToneMappingMode {
    WGPUToneMappingMode_Standard = 1,
    WGPUToneMappingMode_Extended = 2,
    WGPUToneMappingMode_Force32 = 0x7FFFFFFF
} WGPUToneMappingMode WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUVertexFormat {
    WGPUVertexFormat_Uint8 = 1,
    WGPUVertexFormat_Uint8x2 = 2,
    WGPUVertexFormat_Uint8x4 = 3,
    WGPUVertexFormat_Sint8 = 4,
    WGPUVertexFormat_Sint8x2 = 5,
    WGPUVertexFormat_Sint8x4 = 6,
    WGPUVertexFormat_Unorm8 = 7,
    WGPUVertexFormat_Unorm8x2 = 8,
    WGPUVertexFormat_Unorm8x4 = 9,
    WGPUVertexFormat_Snorm8 = 10,
    WGPUVertexFormat_Snorm8x2 = 11,
    WGPUVertexFormat_Snorm8x4 = 12,
    WGPUVertexFormat_Uint16 = 13,
    WGPUVertexFormat_Uint16x2 = 14,
    WGPUVertexFormat_Uint16x4 = 15,
    WGPUVertexFormat_Sint16 = 16,
    WGPUVertexFormat_Sint16x2 = 17,
    WGPUVertexFormat_Sint16x4 = 18,
    WGPUVertexFormat_Unorm16 = 19,
    WGPUVertexFormat_Unorm16x2 = 20,
    WGPUVertexFormat_Unorm16x4 = 21,
    WGPUVertexFormat_Snorm16 = 22,
    WGPUVertexFormat_Snorm16x2 = 23,
    WGPUVertexFormat_Snorm16x4 = 24,
    WGPUVertexFormat_Float16 = 25,
    WGPUVertexFormat_Float16x2 = 26,
    WGPUVertexFormat_Float16x4 = 27,
    WGPUVertexFormat_Float32 = 28,
    WGPUVertexFormat_Float32x2 = 29,
    WGPUVertexFormat_Float32x3 = 30,
    WGPUVertexFormat_Float32x4 = 31,
    WGPUVertexFormat_Uint32 = 32,
    WGPUVertexFormat_Uint32x2 = 33,
    WGPUVertexFormat_Uint32x3 = 34,
    WGPUVertexFormat_Uint32x4 = 35,
    WGPUVertexFormat_Sint32 = 36,
    WGPUVertexFormat_Sint32x2 = 37,
    WGPUVertexFormat_Sint32x3 = 38,
    WGPUVertexFormat_Sint32x4 = 39,
    WGPUVertexFormat_Unorm10_10_10_2 = 40,
    WGPUVertexFormat_Unorm8x4BGRA = 41,
    WGPUVertexFormat_Force32 = 0x7FFFFFFF
} WGPUVertexFormat WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUVertexStepMode {
    WGPUVertexStepMode_Undefined = 0,
    WGPUVertexStepMode_Vertex = 1,
    WGPUVertexStepMode_Instance = 2,
    WGPUVertexStepMode_Force32 = 0x7FFFFFFF
} WGPUVertexStepMode WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUWaitStatus {
    WGPUWaitStatus_Success = 1,
    WGPUWaitStatus_TimedOut = 2,
    WGPUWaitStatus_Error = 3,
    WGPUWaitStatus_Force32 = 0x7FFFFFFF
} WGPUWaitStatus WGPU_ENUM_ATTRIBUTE;

typedef enum WGPUWGSLLanguageFeatureName {
    WGPUWGSLLanguageFeatureName_ReadonlyAndReadwriteStorageTextures = 1,
    WGPUWGSLLanguageFeatureName_Packed4x8IntegerDotProduct = 2,
    WGPUWGSLLanguageFeatureName_UnrestrictedPointerParameters = 3,
    WGPUWGSLLanguageFeatureName_PointerCompositeAccess = 4,
    WGPUWGSLLanguageFeatureName_UniformBufferStandardLayout = 5,
    WGPUWGSLLanguageFeatureName_SubgroupId = 6,
    WGPUWGSLLanguageFeatureName_TextureAndSamplerLet = 7,
    WGPUWGSLLanguageFeatureName_SubgroupUniformity = 8,
    WGPUWGSLLanguageFeatureName_TextureFormatsTier1 = 9,
    WGPUWGSLLanguageFeatureName_LinearIndexing = 10,
    WGPUWGSLLanguageFeatureName_ImmediateAddressSpace = 11,
    WGPUWGSLLanguageFeatureName_Force32 = 0x7FFFFFFF
} WGPUWGSLLanguageFeatureName WGPU_ENUM_ATTRIBUTE;

/* ---- bit sets ---- */

typedef WGPUFlags WGPUBufferUsage;
static const WGPUBufferUsage WGPUBufferUsage_None = 0x0;
static const WGPUBufferUsage WGPUBufferUsage_MapRead = 0x1;
static const WGPUBufferUsage WGPUBufferUsage_MapWrite = 0x2;
static const WGPUBufferUsage WGPUBufferUsage_CopySrc = 0x4;
static const WGPUBufferUsage WGPUBufferUsage_CopyDst = 0x8;
static const WGPUBufferUsage WGPUBufferUsage_Index = 0x10;
static const WGPUBufferUsage WGPUBufferUsage_Vertex = 0x20;
static const WGPUBufferUsage WGPUBufferUsage_Uniform = 0x40;
static const WGPUBufferUsage WGPUBufferUsage_Storage = 0x80;
static const WGPUBufferUsage WGPUBufferUsage_Indirect = 0x100;
static const WGPUBufferUsage WGPUBufferUsage_QueryResolve = 0x200;

typedef WGPUFlags WGPUColorWriteMask;
static const WGPUColorWriteMask WGPUColorWriteMask_None = 0x0;
static const WGPUColorWriteMask WGPUColorWriteMask_Red = 0x1;
static const WGPUColorWriteMask WGPUColorWriteMask_Green = 0x2;
static const WGPUColorWriteMask WGPUColorWriteMask_Blue = 0x4;
static const WGPUColorWriteMask WGPUColorWriteMask_Alpha = 0x8;
static const WGPUColorWriteMask WGPUColorWriteMask_All = 0xF;

typedef WGPUFlags WGPUMapMode;
static const WGPUMapMode WGPUMapMode_None = 0x0;
static const WGPUMapMode WGPUMapMode_Read = 0x1;
static const WGPUMapMode WGPUMapMode_Write = 0x2;

typedef WGPUFlags WGPUShaderStage;
static const WGPUShaderStage WGPUShaderStage_None = 0x0;
static const WGPUShaderStage WGPUShaderStage_Vertex = 0x1;
static const WGPUShaderStage WGPUShaderStage_Fragment = 0x2;
static const WGPUShaderStage WGPUShaderStage_Compute = 0x4;

typedef WGPUFlags WGPUTextureUsage;
static const WGPUTextureUsage WGPUTextureUsage_None = 0x0;
static const WGPUTextureUsage WGPUTextureUsage_CopySrc = 0x1;
static const WGPUTextureUsage WGPUTextureUsage_CopyDst = 0x2;
static const WGPUTextureUsage WGPUTextureUsage_TextureBinding = 0x4;
static const WGPUTextureUsage WGPUTextureUsage_StorageBinding = 0x8;
static const WGPUTextureUsage WGPUTextureUsage_RenderAttachment = 0x10;
static const WGPUTextureUsage WGPUTextureUsage_TransientAttachment = 0x20;

/* ---- callbacks ---- */

typedef void (*WGPUProc)(void) WGPU_FUNCTION_ATTRIBUTE;

struct WGPUCompilationInfo;

typedef void (*WGPUBufferMapCallback)(WGPUMapAsyncStatus status, WGPUStringView message,
    WGPU_NULLABLE void *userdata1, WGPU_NULLABLE void *userdata2) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUCompilationInfoCallback)(WGPUCompilationInfoRequestStatus status,
    struct WGPUCompilationInfo const *compilationInfo, WGPU_NULLABLE void *userdata1,
    WGPU_NULLABLE void *userdata2) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUCreateComputePipelineAsyncCallback)(WGPUCreatePipelineAsyncStatus status,
    WGPUComputePipeline pipeline, WGPUStringView message, WGPU_NULLABLE void *userdata1,
    WGPU_NULLABLE void *userdata2) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUCreateRenderPipelineAsyncCallback)(WGPUCreatePipelineAsyncStatus status,
    WGPURenderPipeline pipeline, WGPUStringView message, WGPU_NULLABLE void *userdata1,
    WGPU_NULLABLE void *userdata2) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUDeviceLostCallback)(WGPUDevice const *device, WGPUDeviceLostReason reason,
    WGPUStringView message, WGPU_NULLABLE void *userdata1,
    WGPU_NULLABLE void *userdata2) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUPopErrorScopeCallback)(WGPUPopErrorScopeStatus status, WGPUErrorType type,
    WGPUStringView message, WGPU_NULLABLE void *userdata1,
    WGPU_NULLABLE void *userdata2) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUQueueWorkDoneCallback)(WGPUQueueWorkDoneStatus status, WGPUStringView message,
    WGPU_NULLABLE void *userdata1, WGPU_NULLABLE void *userdata2) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPURequestAdapterCallback)(WGPURequestAdapterStatus status, WGPUAdapter adapter,
    WGPUStringView message, WGPU_NULLABLE void *userdata1,
    WGPU_NULLABLE void *userdata2) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPURequestDeviceCallback)(WGPURequestDeviceStatus status, WGPUDevice device,
    WGPUStringView message, WGPU_NULLABLE void *userdata1,
    WGPU_NULLABLE void *userdata2) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUUncapturedErrorCallback)(WGPUDevice const *device, WGPUErrorType type,
    WGPUStringView message, WGPU_NULLABLE void *userdata1,
    WGPU_NULLABLE void *userdata2) WGPU_FUNCTION_ATTRIBUTE;

/* ---- structures ---- */

typedef struct WGPUChainedStruct {
    struct WGPUChainedStruct *next;
    WGPUSType sType;
} WGPUChainedStruct WGPU_STRUCTURE_ATTRIBUTE;

typedef struct WGPUBufferMapCallbackInfo {
    WGPUChainedStruct *nextInChain;
    WGPUCallbackMode mode;
    WGPUBufferMapCallback callback;
    WGPU_NULLABLE void *userdata1;
    WGPU_NULLABLE void *userdata2;
} WGPUBufferMapCallbackInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_BUFFER_MAP_CALLBACK_INFO_INIT _wgpu_MAKE_INIT_STRUCT(WGPUBufferMapCallbackInfo, { \
    NULL, _wgpu_ENUM_ZERO_INIT(WGPUCallbackMode), NULL, NULL, NULL})

typedef struct WGPUCompilationInfoCallbackInfo {
    WGPUChainedStruct *nextInChain;
    WGPUCallbackMode mode;
    WGPUCompilationInfoCallback callback;
    WGPU_NULLABLE void *userdata1;
    WGPU_NULLABLE void *userdata2;
} WGPUCompilationInfoCallbackInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_COMPILATION_INFO_CALLBACK_INFO_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUCompilationInfoCallbackInfo, {NULL, \
    _wgpu_ENUM_ZERO_INIT(WGPUCallbackMode), NULL, NULL, NULL})

typedef struct WGPUCreateComputePipelineAsyncCallbackInfo {
    WGPUChainedStruct *nextInChain;
    WGPUCallbackMode mode;
    WGPUCreateComputePipelineAsyncCallback callback;
    WGPU_NULLABLE void *userdata1;
    WGPU_NULLABLE void *userdata2;
} WGPUCreateComputePipelineAsyncCallbackInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUCreateComputePipelineAsyncCallbackInfo, {NULL, \
    _wgpu_ENUM_ZERO_INIT(WGPUCallbackMode), NULL, NULL, NULL})

typedef struct WGPUCreateRenderPipelineAsyncCallbackInfo {
    WGPUChainedStruct *nextInChain;
    WGPUCallbackMode mode;
    WGPUCreateRenderPipelineAsyncCallback callback;
    WGPU_NULLABLE void *userdata1;
    WGPU_NULLABLE void *userdata2;
} WGPUCreateRenderPipelineAsyncCallbackInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_CREATE_RENDER_PIPELINE_ASYNC_CALLBACK_INFO_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUCreateRenderPipelineAsyncCallbackInfo, {NULL, \
    _wgpu_ENUM_ZERO_INIT(WGPUCallbackMode), NULL, NULL, NULL})

typedef struct WGPUDeviceLostCallbackInfo {
    WGPUChainedStruct *nextInChain;
    WGPUCallbackMode mode;
    WGPUDeviceLostCallback callback;
    WGPU_NULLABLE void *userdata1;
    WGPU_NULLABLE void *userdata2;
} WGPUDeviceLostCallbackInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_DEVICE_LOST_CALLBACK_INFO_INIT _wgpu_MAKE_INIT_STRUCT(WGPUDeviceLostCallbackInfo, { \
    NULL, _wgpu_ENUM_ZERO_INIT(WGPUCallbackMode), NULL, NULL, NULL})

typedef struct WGPUPopErrorScopeCallbackInfo {
    WGPUChainedStruct *nextInChain;
    WGPUCallbackMode mode;
    WGPUPopErrorScopeCallback callback;
    WGPU_NULLABLE void *userdata1;
    WGPU_NULLABLE void *userdata2;
} WGPUPopErrorScopeCallbackInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUPopErrorScopeCallbackInfo, {NULL, \
    _wgpu_ENUM_ZERO_INIT(WGPUCallbackMode), NULL, NULL, NULL})

typedef struct WGPUQueueWorkDoneCallbackInfo {
    WGPUChainedStruct *nextInChain;
    WGPUCallbackMode mode;
    WGPUQueueWorkDoneCallback callback;
    WGPU_NULLABLE void *userdata1;
    WGPU_NULLABLE void *userdata2;
} WGPUQueueWorkDoneCallbackInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUQueueWorkDoneCallbackInfo, {NULL, \
    _wgpu_ENUM_ZERO_INIT(WGPUCallbackMode), NULL, NULL, NULL})

typedef struct WGPURequestAdapterCallbackInfo {
    WGPUChainedStruct *nextInChain;
    WGPUCallbackMode mode;
    WGPURequestAdapterCallback callback;
    WGPU_NULLABLE void *userdata1;
    WGPU_NULLABLE void *userdata2;
} WGPURequestAdapterCallbackInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPURequestAdapterCallbackInfo, {NULL, \
    _wgpu_ENUM_ZERO_INIT(WGPUCallbackMode), NULL, NULL, NULL})

typedef struct WGPURequestDeviceCallbackInfo {
    WGPUChainedStruct *nextInChain;
    WGPUCallbackMode mode;
    WGPURequestDeviceCallback callback;
    WGPU_NULLABLE void *userdata1;
    WGPU_NULLABLE void *userdata2;
} WGPURequestDeviceCallbackInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPURequestDeviceCallbackInfo, {NULL, \
    _wgpu_ENUM_ZERO_INIT(WGPUCallbackMode), NULL, NULL, NULL})

typedef struct WGPUUncapturedErrorCallbackInfo {
    WGPUChainedStruct *nextInChain;
    WGPUUncapturedErrorCallback callback;
    WGPU_NULLABLE void *userdata1;
    WGPU_NULLABLE void *userdata2;
} WGPUUncapturedErrorCallbackInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_UNCAPTURED_ERROR_CALLBACK_INFO_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUUncapturedErrorCallbackInfo, {NULL, NULL, NULL, NULL})

typedef struct WGPUAdapterInfo {
    WGPUChainedStruct *nextInChain;
    WGPUStringView vendor;
    WGPUStringView architecture;
    WGPUStringView device;
    WGPUStringView description;
    WGPUBackendType backendType;
    WGPUAdapterType adapterType;
    uint32_t vendorID;
    uint32_t deviceID;
    uint32_t subgroupMinSize;
    uint32_t subgroupMaxSize;
} WGPUAdapterInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_ADAPTER_INFO_INIT _wgpu_MAKE_INIT_STRUCT(WGPUAdapterInfo, {NULL, \
    WGPU_STRING_VIEW_INIT, WGPU_STRING_VIEW_INIT, WGPU_STRING_VIEW_INIT, WGPU_STRING_VIEW_INIT, \
    WGPUBackendType_Undefined, _wgpu_ENUM_ZERO_INIT(WGPUAdapterType), 0, 0, 0, 0})

typedef struct WGPUBlendComponent {
    WGPUBlendOperation operation;
    WGPUBlendFactor srcFactor;
    WGPUBlendFactor dstFactor;
} WGPUBlendComponent WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_BLEND_COMPONENT_INIT _wgpu_MAKE_INIT_STRUCT(WGPUBlendComponent, { \
    WGPUBlendOperation_Undefined, WGPUBlendFactor_Undefined, WGPUBlendFactor_Undefined})

typedef struct WGPUBufferBindingLayout {
    WGPUChainedStruct *nextInChain;
    WGPUBufferBindingType type;
    WGPUBool hasDynamicOffset;
    uint64_t minBindingSize;
} WGPUBufferBindingLayout WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_BUFFER_BINDING_LAYOUT_INIT _wgpu_MAKE_INIT_STRUCT(WGPUBufferBindingLayout, {NULL, \
    WGPUBufferBindingType_Undefined, WGPU_FALSE, 0})

typedef struct WGPUBufferDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    WGPUBufferUsage usage;
    uint64_t size;
    WGPUBool mappedAtCreation;
} WGPUBufferDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_BUFFER_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUBufferDescriptor, {NULL, \
    WGPU_STRING_VIEW_INIT, WGPUBufferUsage_None, 0, WGPU_FALSE})

typedef struct WGPUColor {
    double r;
    double g;
    double b;
    double a;
} WGPUColor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_COLOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUColor, {0., 0., 0., 0.})

typedef struct WGPUCommandBufferDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
} WGPUCommandBufferDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_COMMAND_BUFFER_DESCRIPTOR_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUCommandBufferDescriptor, {NULL, WGPU_STRING_VIEW_INIT})

typedef struct WGPUCommandEncoderDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
} WGPUCommandEncoderDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_COMMAND_ENCODER_DESCRIPTOR_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUCommandEncoderDescriptor, {NULL, WGPU_STRING_VIEW_INIT})

typedef struct WGPUCompatibilityModeLimits {
    WGPUChainedStruct chain;
    uint32_t maxStorageBuffersInVertexStage;
    uint32_t maxStorageTexturesInVertexStage;
    uint32_t maxStorageBuffersInFragmentStage;
    uint32_t maxStorageTexturesInFragmentStage;
} WGPUCompatibilityModeLimits WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_COMPATIBILITY_MODE_LIMITS_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUCompatibilityModeLimits, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_CompatibilityModeLimits}), \
    WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, \
    WGPU_LIMIT_U32_UNDEFINED})

typedef struct WGPUCompilationMessage {
    WGPUChainedStruct *nextInChain;
    WGPUStringView message;
    WGPUCompilationMessageType type;
    uint64_t lineNum;
    uint64_t linePos;
    uint64_t offset;
    uint64_t length;
} WGPUCompilationMessage WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_COMPILATION_MESSAGE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUCompilationMessage, {NULL, \
    WGPU_STRING_VIEW_INIT, _wgpu_ENUM_ZERO_INIT(WGPUCompilationMessageType), 0, 0, 0, 0})

typedef struct WGPUConstantEntry {
    WGPUChainedStruct *nextInChain;
    WGPUStringView key;
    double value;
} WGPUConstantEntry WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_CONSTANT_ENTRY_INIT _wgpu_MAKE_INIT_STRUCT(WGPUConstantEntry, {NULL, \
    WGPU_STRING_VIEW_INIT, 0.})

typedef struct WGPUExtent3D {
    uint32_t width;
    uint32_t height;
    uint32_t depthOrArrayLayers;
} WGPUExtent3D WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_EXTENT_3D_INIT _wgpu_MAKE_INIT_STRUCT(WGPUExtent3D, {0, 1, 1})

typedef struct WGPUExternalTextureBindingEntry {
    WGPUChainedStruct chain;
    WGPUExternalTexture externalTexture;
} WGPUExternalTextureBindingEntry WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_EXTERNAL_TEXTURE_BINDING_ENTRY_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUExternalTextureBindingEntry, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_ExternalTextureBindingEntry}), \
    NULL})

typedef struct WGPUExternalTextureBindingLayout {
    WGPUChainedStruct chain;
} WGPUExternalTextureBindingLayout WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_EXTERNAL_TEXTURE_BINDING_LAYOUT_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUExternalTextureBindingLayout, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_ExternalTextureBindingLayout})})

typedef struct WGPUFuture {
    uint64_t id;
} WGPUFuture WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_FUTURE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUFuture, {0})

typedef struct WGPUInstanceLimits {
    WGPUChainedStruct *nextInChain;
    size_t timedWaitAnyMaxCount;
} WGPUInstanceLimits WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_INSTANCE_LIMITS_INIT _wgpu_MAKE_INIT_STRUCT(WGPUInstanceLimits, {NULL, 0})

typedef struct WGPUMultisampleState {
    WGPUChainedStruct *nextInChain;
    uint32_t count;
    uint32_t mask;
    WGPUBool alphaToCoverageEnabled;
} WGPUMultisampleState WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_MULTISAMPLE_STATE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUMultisampleState, {NULL, 1, \
    0xFFFFFFFF, WGPU_FALSE})

typedef struct WGPUOrigin3D {
    uint32_t x;
    uint32_t y;
    uint32_t z;
} WGPUOrigin3D WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_ORIGIN_3D_INIT _wgpu_MAKE_INIT_STRUCT(WGPUOrigin3D, {0, 0, 0})

typedef struct WGPUPassTimestampWrites {
    WGPUChainedStruct *nextInChain;
    WGPUQuerySet querySet;
    uint32_t beginningOfPassWriteIndex;
    uint32_t endOfPassWriteIndex;
} WGPUPassTimestampWrites WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_PASS_TIMESTAMP_WRITES_INIT _wgpu_MAKE_INIT_STRUCT(WGPUPassTimestampWrites, {NULL, \
    NULL, WGPU_QUERY_SET_INDEX_UNDEFINED, WGPU_QUERY_SET_INDEX_UNDEFINED})

typedef struct WGPUPipelineLayoutDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    size_t bindGroupLayoutCount;
    WGPUBindGroupLayout const *bindGroupLayouts;
    uint32_t immediateSize;
} WGPUPipelineLayoutDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUPipelineLayoutDescriptor, {NULL, WGPU_STRING_VIEW_INIT, 0, NULL, 0})

typedef struct WGPUPrimitiveState {
    WGPUChainedStruct *nextInChain;
    WGPUPrimitiveTopology topology;
    WGPUIndexFormat stripIndexFormat;
    WGPUFrontFace frontFace;
    WGPUCullMode cullMode;
    WGPUBool unclippedDepth;
} WGPUPrimitiveState WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_PRIMITIVE_STATE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUPrimitiveState, {NULL, \
    WGPUPrimitiveTopology_Undefined, WGPUIndexFormat_Undefined, WGPUFrontFace_Undefined, \
    WGPUCullMode_Undefined, WGPU_FALSE})

typedef struct WGPUQuerySetDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    WGPUQueryType type;
    uint32_t count;
} WGPUQuerySetDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_QUERY_SET_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUQuerySetDescriptor, {NULL, \
    WGPU_STRING_VIEW_INIT, _wgpu_ENUM_ZERO_INIT(WGPUQueryType), 0})

typedef struct WGPUQueueDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
} WGPUQueueDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_QUEUE_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUQueueDescriptor, {NULL, \
    WGPU_STRING_VIEW_INIT})

typedef struct WGPURenderBundleDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
} WGPURenderBundleDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_RENDER_BUNDLE_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPURenderBundleDescriptor, { \
    NULL, WGPU_STRING_VIEW_INIT})

typedef struct WGPURenderBundleEncoderDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    size_t colorFormatCount;
    WGPUTextureFormat const *colorFormats;
    WGPUTextureFormat depthStencilFormat;
    uint32_t sampleCount;
    WGPUBool depthReadOnly;
    WGPUBool stencilReadOnly;
} WGPURenderBundleEncoderDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_RENDER_BUNDLE_ENCODER_DESCRIPTOR_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPURenderBundleEncoderDescriptor, {NULL, WGPU_STRING_VIEW_INIT, 0, \
    NULL, WGPUTextureFormat_Undefined, 1, WGPU_FALSE, WGPU_FALSE})

typedef struct WGPURenderPassDepthStencilAttachment {
    WGPUChainedStruct *nextInChain;
    WGPUTextureView view;
    WGPULoadOp depthLoadOp;
    WGPUStoreOp depthStoreOp;
    float depthClearValue;
    WGPUBool depthReadOnly;
    WGPULoadOp stencilLoadOp;
    WGPUStoreOp stencilStoreOp;
    uint32_t stencilClearValue;
    WGPUBool stencilReadOnly;
} WGPURenderPassDepthStencilAttachment WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPURenderPassDepthStencilAttachment, {NULL, NULL, \
    WGPULoadOp_Undefined, WGPUStoreOp_Undefined, WGPU_DEPTH_CLEAR_VALUE_UNDEFINED, WGPU_FALSE, \
    WGPULoadOp_Undefined, WGPUStoreOp_Undefined, 0, WGPU_FALSE})

typedef struct WGPURenderPassMaxDrawCount {
    WGPUChainedStruct chain;
    uint64_t maxDrawCount;
} WGPURenderPassMaxDrawCount WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_RENDER_PASS_MAX_DRAW_COUNT_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPURenderPassMaxDrawCount, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_RenderPassMaxDrawCount}), \
    50000000})

typedef struct WGPURequestAdapterWebXROptions {
    WGPUChainedStruct chain;
    WGPUBool xrCompatible;
} WGPURequestAdapterWebXROptions WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_REQUEST_ADAPTER_WEBXR_OPTIONS_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPURequestAdapterWebXROptions, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_RequestAdapterWebXROptions}), \
    WGPU_FALSE})

typedef struct WGPUSamplerBindingLayout {
    WGPUChainedStruct *nextInChain;
    WGPUSamplerBindingType type;
} WGPUSamplerBindingLayout WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SAMPLER_BINDING_LAYOUT_INIT _wgpu_MAKE_INIT_STRUCT(WGPUSamplerBindingLayout, {NULL, \
    WGPUSamplerBindingType_Undefined})

typedef struct WGPUSamplerDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    WGPUAddressMode addressModeU;
    WGPUAddressMode addressModeV;
    WGPUAddressMode addressModeW;
    WGPUFilterMode magFilter;
    WGPUFilterMode minFilter;
    WGPUMipmapFilterMode mipmapFilter;
    float lodMinClamp;
    float lodMaxClamp;
    WGPUCompareFunction compare;
    uint16_t maxAnisotropy;
} WGPUSamplerDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SAMPLER_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUSamplerDescriptor, {NULL, \
    WGPU_STRING_VIEW_INIT, WGPUAddressMode_Undefined, WGPUAddressMode_Undefined, \
    WGPUAddressMode_Undefined, WGPUFilterMode_Undefined, WGPUFilterMode_Undefined, \
    WGPUMipmapFilterMode_Undefined, 0.f, 32.f, WGPUCompareFunction_Undefined, 1})

typedef struct WGPUShaderSourceSPIRV {
    WGPUChainedStruct chain;
    uint32_t codeSize;
    uint32_t const *code;
} WGPUShaderSourceSPIRV WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SHADER_SOURCE_SPIRV_INIT _wgpu_MAKE_INIT_STRUCT(WGPUShaderSourceSPIRV, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_ShaderSourceSPIRV}), 0, NULL})

typedef struct WGPUShaderSourceWGSL {
    WGPUChainedStruct chain;
    WGPUStringView code;
} WGPUShaderSourceWGSL WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SHADER_SOURCE_WGSL_INIT _wgpu_MAKE_INIT_STRUCT(WGPUShaderSourceWGSL, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_ShaderSourceWGSL}), \
    WGPU_STRING_VIEW_INIT})

typedef struct WGPUStencilFaceState {
    WGPUCompareFunction compare;
    WGPUStencilOperation failOp;
    WGPUStencilOperation depthFailOp;
    WGPUStencilOperation passOp;
} WGPUStencilFaceState WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_STENCIL_FACE_STATE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUStencilFaceState, { \
    WGPUCompareFunction_Undefined, WGPUStencilOperation_Undefined, WGPUStencilOperation_Undefined, \
    WGPUStencilOperation_Undefined})

typedef struct WGPUStorageTextureBindingLayout {
    WGPUChainedStruct *nextInChain;
    WGPUStorageTextureAccess access;
    WGPUTextureFormat format;
    WGPUTextureViewDimension viewDimension;
} WGPUStorageTextureBindingLayout WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_STORAGE_TEXTURE_BINDING_LAYOUT_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUStorageTextureBindingLayout, {NULL, \
    WGPUStorageTextureAccess_Undefined, WGPUTextureFormat_Undefined, \
    WGPUTextureViewDimension_Undefined})

typedef struct WGPUSupportedFeatures {
    size_t featureCount;
    WGPUFeatureName const *features;
} WGPUSupportedFeatures WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SUPPORTED_FEATURES_INIT _wgpu_MAKE_INIT_STRUCT(WGPUSupportedFeatures, {0, NULL})

typedef struct WGPUSupportedInstanceFeatures {
    size_t featureCount;
    WGPUInstanceFeatureName const *features;
} WGPUSupportedInstanceFeatures WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SUPPORTED_INSTANCE_FEATURES_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUSupportedInstanceFeatures, {0, NULL})

typedef struct WGPUSupportedWGSLLanguageFeatures {
    size_t featureCount;
    WGPUWGSLLanguageFeatureName const *features;
} WGPUSupportedWGSLLanguageFeatures WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SUPPORTED_WGSL_LANGUAGE_FEATURES_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUSupportedWGSLLanguageFeatures, {0, NULL})

typedef struct WGPUSurfaceCapabilities {
    WGPUChainedStruct *nextInChain;
    WGPUTextureUsage usages;
    size_t formatCount;
    WGPUTextureFormat const *formats;
    size_t presentModeCount;
    WGPUPresentMode const *presentModes;
    size_t alphaModeCount;
    WGPUCompositeAlphaMode const *alphaModes;
} WGPUSurfaceCapabilities WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SURFACE_CAPABILITIES_INIT _wgpu_MAKE_INIT_STRUCT(WGPUSurfaceCapabilities, {NULL, \
    WGPUTextureUsage_None, 0, NULL, 0, NULL, 0, NULL})

typedef struct WGPUSurfaceColorManagement {
    WGPUChainedStruct chain;
    WGPUPredefinedColorSpace colorSpace;
    WGPUToneMappingMode toneMappingMode;
} WGPUSurfaceColorManagement WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SURFACE_COLOR_MANAGEMENT_INIT _wgpu_MAKE_INIT_STRUCT(WGPUSurfaceColorManagement, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_SurfaceColorManagement}), \
    _wgpu_ENUM_ZERO_INIT(WGPUPredefinedColorSpace), _wgpu_ENUM_ZERO_INIT(WGPUToneMappingMode)})

typedef struct WGPUSurfaceConfiguration {
    WGPUChainedStruct *nextInChain;
    WGPUDevice device;
    WGPUTextureFormat format;
    WGPUTextureUsage usage;
    uint32_t width;
    uint32_t height;
    size_t viewFormatCount;
    WGPUTextureFormat const *viewFormats;
    WGPUCompositeAlphaMode alphaMode;
    WGPUPresentMode presentMode;
} WGPUSurfaceConfiguration WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SURFACE_CONFIGURATION_INIT _wgpu_MAKE_INIT_STRUCT(WGPUSurfaceConfiguration, {NULL, \
    NULL, WGPUTextureFormat_Undefined, WGPUTextureUsage_RenderAttachment, 0, 0, 0, NULL, \
    WGPUCompositeAlphaMode_Auto, WGPUPresentMode_Undefined})

typedef struct WGPUSurfaceSourceAndroidNativeWindow {
    WGPUChainedStruct chain;
    void *window;
} WGPUSurfaceSourceAndroidNativeWindow WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SURFACE_SOURCE_ANDROID_NATIVE_WINDOW_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUSurfaceSourceAndroidNativeWindow, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_SurfaceSourceAndroidNativeWindow}), \
    NULL})

typedef struct WGPUSurfaceSourceMetalLayer {
    WGPUChainedStruct chain;
    void *layer;
} WGPUSurfaceSourceMetalLayer WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SURFACE_SOURCE_METAL_LAYER_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUSurfaceSourceMetalLayer, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_SurfaceSourceMetalLayer}), NULL})

typedef struct WGPUSurfaceSourceWaylandSurface {
    WGPUChainedStruct chain;
    void *display;
    void *surface;
} WGPUSurfaceSourceWaylandSurface WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SURFACE_SOURCE_WAYLAND_SURFACE_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUSurfaceSourceWaylandSurface, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_SurfaceSourceWaylandSurface}), \
    NULL, NULL})

typedef struct WGPUSurfaceSourceWindowsHWND {
    WGPUChainedStruct chain;
    void *hinstance;
    void *hwnd;
} WGPUSurfaceSourceWindowsHWND WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SURFACE_SOURCE_WINDOWS_HWND_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUSurfaceSourceWindowsHWND, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_SurfaceSourceWindowsHWND}), NULL, \
    NULL})

typedef struct WGPUSurfaceSourceXCBWindow {
    WGPUChainedStruct chain;
    void *connection;
    uint32_t window;
} WGPUSurfaceSourceXCBWindow WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SURFACE_SOURCE_XCB_WINDOW_INIT _wgpu_MAKE_INIT_STRUCT(WGPUSurfaceSourceXCBWindow, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_SurfaceSourceXCBWindow}), NULL, 0})

typedef struct WGPUSurfaceSourceXlibWindow {
    WGPUChainedStruct chain;
    void *display;
    uint64_t window;
} WGPUSurfaceSourceXlibWindow WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SURFACE_SOURCE_XLIB_WINDOW_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUSurfaceSourceXlibWindow, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_SurfaceSourceXlibWindow}), NULL, \
    0})

typedef struct WGPUSurfaceTexture {
    WGPUChainedStruct *nextInChain;
    WGPUTexture texture;
    WGPUSurfaceGetCurrentTextureStatus status;
} WGPUSurfaceTexture WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SURFACE_TEXTURE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUSurfaceTexture, {NULL, NULL, \
    _wgpu_ENUM_ZERO_INIT(WGPUSurfaceGetCurrentTextureStatus)})

typedef struct WGPUTexelCopyBufferLayout {
    uint64_t offset;
    uint32_t bytesPerRow;
    uint32_t rowsPerImage;
} WGPUTexelCopyBufferLayout WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_TEXEL_COPY_BUFFER_LAYOUT_INIT _wgpu_MAKE_INIT_STRUCT(WGPUTexelCopyBufferLayout, {0, \
    WGPU_COPY_STRIDE_UNDEFINED, WGPU_COPY_STRIDE_UNDEFINED})

typedef struct WGPUTextureBindingLayout {
    WGPUChainedStruct *nextInChain;
    WGPUTextureSampleType sampleType;
    WGPUTextureViewDimension viewDimension;
    WGPUBool multisampled;
} WGPUTextureBindingLayout WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_TEXTURE_BINDING_LAYOUT_INIT _wgpu_MAKE_INIT_STRUCT(WGPUTextureBindingLayout, {NULL, \
    WGPUTextureSampleType_Undefined, WGPUTextureViewDimension_Undefined, WGPU_FALSE})

typedef struct WGPUTextureBindingViewDimension {
    WGPUChainedStruct chain;
    WGPUTextureViewDimension textureBindingViewDimension;
} WGPUTextureBindingViewDimension WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_TEXTURE_BINDING_VIEW_DIMENSION_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUTextureBindingViewDimension, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_TextureBindingViewDimension}), \
    WGPUTextureViewDimension_Undefined})

typedef struct WGPUTextureComponentSwizzle {
    WGPUComponentSwizzle r;
    WGPUComponentSwizzle g;
    WGPUComponentSwizzle b;
    WGPUComponentSwizzle a;
} WGPUTextureComponentSwizzle WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_TEXTURE_COMPONENT_SWIZZLE_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUTextureComponentSwizzle, {WGPUComponentSwizzle_Undefined, \
    WGPUComponentSwizzle_Undefined, WGPUComponentSwizzle_Undefined, \
    WGPUComponentSwizzle_Undefined})

typedef struct WGPUVertexAttribute {
    WGPUChainedStruct *nextInChain;
    WGPUVertexFormat format;
    uint64_t offset;
    uint32_t shaderLocation;
} WGPUVertexAttribute WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_VERTEX_ATTRIBUTE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUVertexAttribute, {NULL, \
    _wgpu_ENUM_ZERO_INIT(WGPUVertexFormat), 0, 0})

typedef struct WGPUBindGroupEntry {
    WGPUChainedStruct *nextInChain;
    uint32_t binding;
    WGPU_NULLABLE WGPUBuffer buffer;
    uint64_t offset;
    uint64_t size;
    WGPU_NULLABLE WGPUSampler sampler;
    WGPU_NULLABLE WGPUTextureView textureView;
} WGPUBindGroupEntry WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_BIND_GROUP_ENTRY_INIT _wgpu_MAKE_INIT_STRUCT(WGPUBindGroupEntry, {NULL, 0, NULL, 0, \
    WGPU_WHOLE_SIZE, NULL, NULL})

typedef struct WGPUBindGroupLayoutEntry {
    WGPUChainedStruct *nextInChain;
    uint32_t binding;
    WGPUShaderStage visibility;
    uint32_t bindingArraySize;
    WGPUBufferBindingLayout buffer;
    WGPUSamplerBindingLayout sampler;
    WGPUTextureBindingLayout texture;
    WGPUStorageTextureBindingLayout storageTexture;
} WGPUBindGroupLayoutEntry WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT _wgpu_MAKE_INIT_STRUCT(WGPUBindGroupLayoutEntry, {NULL, \
    0, WGPUShaderStage_None, 0, _wgpu_STRUCT_ZERO_INIT, _wgpu_STRUCT_ZERO_INIT, \
    _wgpu_STRUCT_ZERO_INIT, _wgpu_STRUCT_ZERO_INIT})

typedef struct WGPUBlendState {
    WGPUBlendComponent color;
    WGPUBlendComponent alpha;
} WGPUBlendState WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_BLEND_STATE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUBlendState, {WGPU_BLEND_COMPONENT_INIT, \
    WGPU_BLEND_COMPONENT_INIT})

typedef struct WGPUCompilationInfo {
    WGPUChainedStruct *nextInChain;
    size_t messageCount;
    WGPUCompilationMessage const *messages;
} WGPUCompilationInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_COMPILATION_INFO_INIT _wgpu_MAKE_INIT_STRUCT(WGPUCompilationInfo, {NULL, 0, NULL})

typedef struct WGPUComputePassDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    WGPU_NULLABLE WGPUPassTimestampWrites const *timestampWrites;
} WGPUComputePassDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_COMPUTE_PASS_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUComputePassDescriptor, {NULL, \
    WGPU_STRING_VIEW_INIT, NULL})

typedef struct WGPUComputeState {
    WGPUChainedStruct *nextInChain;
    WGPUShaderModule module;
    WGPUStringView entryPoint;
    size_t constantCount;
    WGPUConstantEntry const *constants;
} WGPUComputeState WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_COMPUTE_STATE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUComputeState, {NULL, NULL, \
    WGPU_STRING_VIEW_INIT, 0, NULL})

typedef struct WGPUDepthStencilState {
    WGPUChainedStruct *nextInChain;
    WGPUTextureFormat format;
    WGPUOptionalBool depthWriteEnabled;
    WGPUCompareFunction depthCompare;
    WGPUStencilFaceState stencilFront;
    WGPUStencilFaceState stencilBack;
    uint32_t stencilReadMask;
    uint32_t stencilWriteMask;
    int32_t depthBias;
    float depthBiasSlopeScale;
    float depthBiasClamp;
} WGPUDepthStencilState WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_DEPTH_STENCIL_STATE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUDepthStencilState, {NULL, \
    WGPUTextureFormat_Undefined, WGPUOptionalBool_Undefined, WGPUCompareFunction_Undefined, \
    WGPU_STENCIL_FACE_STATE_INIT, WGPU_STENCIL_FACE_STATE_INIT, 0xFFFFFFFF, 0xFFFFFFFF, 0, 0.f, \
    0.f})

typedef struct WGPUFutureWaitInfo {
    WGPUFuture future;
    WGPUBool completed;
} WGPUFutureWaitInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_FUTURE_WAIT_INFO_INIT _wgpu_MAKE_INIT_STRUCT(WGPUFutureWaitInfo, {WGPU_FUTURE_INIT, \
    WGPU_FALSE})

typedef struct WGPUInstanceDescriptor {
    WGPUChainedStruct *nextInChain;
    size_t requiredFeatureCount;
    WGPUInstanceFeatureName const *requiredFeatures;
    WGPU_NULLABLE WGPUInstanceLimits const *requiredLimits;
} WGPUInstanceDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_INSTANCE_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUInstanceDescriptor, {NULL, 0, \
    NULL, NULL})

typedef struct WGPULimits {
    WGPUChainedStruct *nextInChain;
    uint32_t maxTextureDimension1D;
    uint32_t maxTextureDimension2D;
    uint32_t maxTextureDimension3D;
    uint32_t maxTextureArrayLayers;
    uint32_t maxBindGroups;
    uint32_t maxBindGroupsPlusVertexBuffers;
    uint32_t maxBindingsPerBindGroup;
    uint32_t maxDynamicUniformBuffersPerPipelineLayout;
    uint32_t maxDynamicStorageBuffersPerPipelineLayout;
    uint32_t maxSampledTexturesPerShaderStage;
    uint32_t maxSamplersPerShaderStage;
    uint32_t maxStorageBuffersPerShaderStage;
    uint32_t maxStorageTexturesPerShaderStage;
    uint32_t maxUniformBuffersPerShaderStage;
    uint64_t maxUniformBufferBindingSize;
    uint64_t maxStorageBufferBindingSize;
    uint32_t minUniformBufferOffsetAlignment;
    uint32_t minStorageBufferOffsetAlignment;
    uint32_t maxVertexBuffers;
    uint64_t maxBufferSize;
    uint32_t maxVertexAttributes;
    uint32_t maxVertexBufferArrayStride;
    uint32_t maxInterStageShaderVariables;
    uint32_t maxColorAttachments;
    uint32_t maxColorAttachmentBytesPerSample;
    uint32_t maxComputeWorkgroupStorageSize;
    uint32_t maxComputeInvocationsPerWorkgroup;
    uint32_t maxComputeWorkgroupSizeX;
    uint32_t maxComputeWorkgroupSizeY;
    uint32_t maxComputeWorkgroupSizeZ;
    uint32_t maxComputeWorkgroupsPerDimension;
    uint32_t maxImmediateSize;
} WGPULimits WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_LIMITS_INIT _wgpu_MAKE_INIT_STRUCT(WGPULimits, {NULL, WGPU_LIMIT_U32_UNDEFINED, \
    WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, \
    WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, \
    WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, \
    WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, \
    WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U64_UNDEFINED, WGPU_LIMIT_U64_UNDEFINED, \
    WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, \
    WGPU_LIMIT_U64_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, \
    WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, \
    WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, \
    WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, WGPU_LIMIT_U32_UNDEFINED, \
    WGPU_LIMIT_U32_UNDEFINED})

typedef struct WGPURenderPassColorAttachment {
    WGPUChainedStruct *nextInChain;
    WGPU_NULLABLE WGPUTextureView view;
    uint32_t depthSlice;
    WGPU_NULLABLE WGPUTextureView resolveTarget;
    WGPULoadOp loadOp;
    WGPUStoreOp storeOp;
    WGPUColor clearValue;
} WGPURenderPassColorAttachment WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPURenderPassColorAttachment, {NULL, NULL, WGPU_DEPTH_SLICE_UNDEFINED, \
    NULL, WGPULoadOp_Undefined, WGPUStoreOp_Undefined, WGPU_COLOR_INIT})

typedef struct WGPURequestAdapterOptions {
    WGPUChainedStruct *nextInChain;
    WGPUFeatureLevel featureLevel;
    WGPUPowerPreference powerPreference;
    WGPUBool forceFallbackAdapter;
    WGPUBackendType backendType;
    WGPU_NULLABLE WGPUSurface compatibleSurface;
} WGPURequestAdapterOptions WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_REQUEST_ADAPTER_OPTIONS_INIT _wgpu_MAKE_INIT_STRUCT(WGPURequestAdapterOptions, {NULL, \
    WGPUFeatureLevel_Undefined, WGPUPowerPreference_Undefined, WGPU_FALSE, \
    WGPUBackendType_Undefined, NULL})

typedef struct WGPUShaderModuleDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
} WGPUShaderModuleDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SHADER_MODULE_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUShaderModuleDescriptor, { \
    NULL, WGPU_STRING_VIEW_INIT})

typedef struct WGPUSurfaceDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
} WGPUSurfaceDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_SURFACE_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUSurfaceDescriptor, {NULL, \
    WGPU_STRING_VIEW_INIT})

typedef struct WGPUTexelCopyBufferInfo {
    WGPUTexelCopyBufferLayout layout;
    WGPUBuffer buffer;
} WGPUTexelCopyBufferInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_TEXEL_COPY_BUFFER_INFO_INIT _wgpu_MAKE_INIT_STRUCT(WGPUTexelCopyBufferInfo, { \
    WGPU_TEXEL_COPY_BUFFER_LAYOUT_INIT, NULL})

typedef struct WGPUTexelCopyTextureInfo {
    WGPUTexture texture;
    uint32_t mipLevel;
    WGPUOrigin3D origin;
    WGPUTextureAspect aspect;
} WGPUTexelCopyTextureInfo WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_TEXEL_COPY_TEXTURE_INFO_INIT _wgpu_MAKE_INIT_STRUCT(WGPUTexelCopyTextureInfo, {NULL, \
    0, WGPU_ORIGIN_3D_INIT, WGPUTextureAspect_Undefined})

typedef struct WGPUTextureComponentSwizzleDescriptor {
    WGPUChainedStruct chain;
    WGPUTextureComponentSwizzle swizzle;
} WGPUTextureComponentSwizzleDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_TEXTURE_COMPONENT_SWIZZLE_DESCRIPTOR_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUTextureComponentSwizzleDescriptor, { \
    _wgpu_MAKE_INIT_STRUCT(WGPUChainedStruct, {NULL, WGPUSType_TextureComponentSwizzleDescriptor}), \
    WGPU_TEXTURE_COMPONENT_SWIZZLE_INIT})

typedef struct WGPUTextureDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    WGPUTextureUsage usage;
    WGPUTextureDimension dimension;
    WGPUExtent3D size;
    WGPUTextureFormat format;
    uint32_t mipLevelCount;
    uint32_t sampleCount;
    size_t viewFormatCount;
    WGPUTextureFormat const *viewFormats;
} WGPUTextureDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_TEXTURE_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUTextureDescriptor, {NULL, \
    WGPU_STRING_VIEW_INIT, WGPUTextureUsage_None, WGPUTextureDimension_Undefined, \
    WGPU_EXTENT_3D_INIT, WGPUTextureFormat_Undefined, 1, 1, 0, NULL})

typedef struct WGPUVertexBufferLayout {
    WGPUChainedStruct *nextInChain;
    WGPUVertexStepMode stepMode;
    uint64_t arrayStride;
    size_t attributeCount;
    WGPUVertexAttribute const *attributes;
} WGPUVertexBufferLayout WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_VERTEX_BUFFER_LAYOUT_INIT _wgpu_MAKE_INIT_STRUCT(WGPUVertexBufferLayout, {NULL, \
    WGPUVertexStepMode_Undefined, 0, 0, NULL})

typedef struct WGPUBindGroupDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    WGPUBindGroupLayout layout;
    size_t entryCount;
    WGPUBindGroupEntry const *entries;
} WGPUBindGroupDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_BIND_GROUP_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUBindGroupDescriptor, {NULL, \
    WGPU_STRING_VIEW_INIT, NULL, 0, NULL})

typedef struct WGPUBindGroupLayoutDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    size_t entryCount;
    WGPUBindGroupLayoutEntry const *entries;
} WGPUBindGroupLayoutDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUBindGroupLayoutDescriptor, {NULL, WGPU_STRING_VIEW_INIT, 0, NULL})

typedef struct WGPUColorTargetState {
    WGPUChainedStruct *nextInChain;
    WGPUTextureFormat format;
    WGPU_NULLABLE WGPUBlendState const *blend;
    WGPUColorWriteMask writeMask;
} WGPUColorTargetState WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_COLOR_TARGET_STATE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUColorTargetState, {NULL, \
    WGPUTextureFormat_Undefined, NULL, WGPUColorWriteMask_All})

typedef struct WGPUComputePipelineDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    WGPU_NULLABLE WGPUPipelineLayout layout;
    WGPUComputeState compute;
} WGPUComputePipelineDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPUComputePipelineDescriptor, {NULL, WGPU_STRING_VIEW_INIT, NULL, \
    WGPU_COMPUTE_STATE_INIT})

typedef struct WGPUDeviceDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    size_t requiredFeatureCount;
    WGPUFeatureName const *requiredFeatures;
    WGPU_NULLABLE WGPULimits const *requiredLimits;
    WGPUQueueDescriptor defaultQueue;
    WGPUDeviceLostCallbackInfo deviceLostCallbackInfo;
    WGPUUncapturedErrorCallbackInfo uncapturedErrorCallbackInfo;
} WGPUDeviceDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_DEVICE_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUDeviceDescriptor, {NULL, \
    WGPU_STRING_VIEW_INIT, 0, NULL, NULL, WGPU_QUEUE_DESCRIPTOR_INIT, \
    WGPU_DEVICE_LOST_CALLBACK_INFO_INIT, WGPU_UNCAPTURED_ERROR_CALLBACK_INFO_INIT})

typedef struct WGPURenderPassDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    size_t colorAttachmentCount;
    WGPURenderPassColorAttachment const *colorAttachments;
    WGPU_NULLABLE WGPURenderPassDepthStencilAttachment const *depthStencilAttachment;
    WGPU_NULLABLE WGPUQuerySet occlusionQuerySet;
    WGPU_NULLABLE WGPUPassTimestampWrites const *timestampWrites;
} WGPURenderPassDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_RENDER_PASS_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPURenderPassDescriptor, {NULL, \
    WGPU_STRING_VIEW_INIT, 0, NULL, NULL, NULL, NULL})

typedef struct WGPUTextureViewDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    WGPUTextureFormat format;
    WGPUTextureViewDimension dimension;
    uint32_t baseMipLevel;
    uint32_t mipLevelCount;
    uint32_t baseArrayLayer;
    uint32_t arrayLayerCount;
    WGPUTextureAspect aspect;
    WGPUTextureUsage usage;
} WGPUTextureViewDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT _wgpu_MAKE_INIT_STRUCT(WGPUTextureViewDescriptor, {NULL, \
    WGPU_STRING_VIEW_INIT, WGPUTextureFormat_Undefined, WGPUTextureViewDimension_Undefined, 0, \
    WGPU_MIP_LEVEL_COUNT_UNDEFINED, 0, WGPU_ARRAY_LAYER_COUNT_UNDEFINED, \
    WGPUTextureAspect_Undefined, WGPUTextureUsage_None})

typedef struct WGPUVertexState {
    WGPUChainedStruct *nextInChain;
    WGPUShaderModule module;
    WGPUStringView entryPoint;
    size_t constantCount;
    WGPUConstantEntry const *constants;
    size_t bufferCount;
    WGPUVertexBufferLayout const *buffers;
} WGPUVertexState WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_VERTEX_STATE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUVertexState, {NULL, NULL, \
    WGPU_STRING_VIEW_INIT, 0, NULL, 0, NULL})

typedef struct WGPUFragmentState {
    WGPUChainedStruct *nextInChain;
    WGPUShaderModule module;
    WGPUStringView entryPoint;
    size_t constantCount;
    WGPUConstantEntry const *constants;
    size_t targetCount;
    WGPUColorTargetState const *targets;
} WGPUFragmentState WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_FRAGMENT_STATE_INIT _wgpu_MAKE_INIT_STRUCT(WGPUFragmentState, {NULL, NULL, \
    WGPU_STRING_VIEW_INIT, 0, NULL, 0, NULL})

typedef struct WGPURenderPipelineDescriptor {
    WGPUChainedStruct *nextInChain;
    WGPUStringView label;
    WGPU_NULLABLE WGPUPipelineLayout layout;
    WGPUVertexState vertex;
    WGPUPrimitiveState primitive;
    WGPU_NULLABLE WGPUDepthStencilState const *depthStencil;
    WGPUMultisampleState multisample;
    WGPU_NULLABLE WGPUFragmentState const *fragment;
} WGPURenderPipelineDescriptor WGPU_STRUCTURE_ATTRIBUTE;
#define WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT \
    _wgpu_MAKE_INIT_STRUCT(WGPURenderPipelineDescriptor, {NULL, WGPU_STRING_VIEW_INIT, NULL, \
    WGPU_VERTEX_STATE_INIT, WGPU_PRIMITIVE_STATE_INIT, NULL, WGPU_MULTISAMPLE_STATE_INIT, NULL})

/* ---- functions ---- */

#ifdef __cplusplus
extern "C" {
#endif

#if !defined(WGPU_SKIP_PROCS)

typedef WGPUInstance (*WGPUProcCreateInstance)(
    WGPU_NULLABLE WGPUInstanceDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcGetInstanceFeatures)(
    WGPUSupportedInstanceFeatures *features) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUStatus (*WGPUProcGetInstanceLimits)(WGPUInstanceLimits *limits) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUBool (*WGPUProcHasInstanceFeature)(
    WGPUInstanceFeatureName feature) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUProc (*WGPUProcGetProcAddress)(WGPUStringView procName) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcAdapterGetFeatures)(WGPUAdapter adapter,
    WGPUSupportedFeatures *features) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUStatus (*WGPUProcAdapterGetInfo)(WGPUAdapter adapter,
    WGPUAdapterInfo *info) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUStatus (*WGPUProcAdapterGetLimits)(WGPUAdapter adapter,
    WGPULimits *limits) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUBool (*WGPUProcAdapterHasFeature)(WGPUAdapter adapter,
    WGPUFeatureName feature) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUFuture (*WGPUProcAdapterRequestDevice)(WGPUAdapter adapter,
    WGPU_NULLABLE WGPUDeviceDescriptor const *descriptor,
    WGPURequestDeviceCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcAdapterAddRef)(WGPUAdapter adapter) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcAdapterRelease)(WGPUAdapter adapter) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcAdapterInfoFreeMembers)(WGPUAdapterInfo adapterInfo) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcBindGroupSetLabel)(WGPUBindGroup bindGroup,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcBindGroupAddRef)(WGPUBindGroup bindGroup) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcBindGroupRelease)(WGPUBindGroup bindGroup) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcBindGroupLayoutSetLabel)(WGPUBindGroupLayout bindGroupLayout,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcBindGroupLayoutAddRef)(
    WGPUBindGroupLayout bindGroupLayout) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcBindGroupLayoutRelease)(
    WGPUBindGroupLayout bindGroupLayout) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcBufferDestroy)(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
typedef void const *(*WGPUProcBufferGetConstMappedRange)(WGPUBuffer buffer, size_t offset,
    size_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void *(*WGPUProcBufferGetMappedRange)(WGPUBuffer buffer, size_t offset,
    size_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUBufferMapState (*WGPUProcBufferGetMapState)(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
typedef uint64_t (*WGPUProcBufferGetSize)(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUBufferUsage (*WGPUProcBufferGetUsage)(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUFuture (*WGPUProcBufferMapAsync)(WGPUBuffer buffer, WGPUMapMode mode, size_t offset,
    size_t size, WGPUBufferMapCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUStatus (*WGPUProcBufferReadMappedRange)(WGPUBuffer buffer, size_t offset, void *data,
    size_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcBufferSetLabel)(WGPUBuffer buffer,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcBufferUnmap)(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUStatus (*WGPUProcBufferWriteMappedRange)(WGPUBuffer buffer, size_t offset,
    void const *data, size_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcBufferAddRef)(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcBufferRelease)(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandBufferSetLabel)(WGPUCommandBuffer commandBuffer,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandBufferAddRef)(
    WGPUCommandBuffer commandBuffer) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandBufferRelease)(
    WGPUCommandBuffer commandBuffer) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUComputePassEncoder (*WGPUProcCommandEncoderBeginComputePass)(
    WGPUCommandEncoder commandEncoder,
    WGPU_NULLABLE WGPUComputePassDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPURenderPassEncoder (*WGPUProcCommandEncoderBeginRenderPass)(
    WGPUCommandEncoder commandEncoder,
    WGPURenderPassDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderClearBuffer)(WGPUCommandEncoder commandEncoder,
    WGPUBuffer buffer, uint64_t offset, uint64_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderCopyBufferToBuffer)(WGPUCommandEncoder commandEncoder,
    WGPUBuffer source, uint64_t sourceOffset, WGPUBuffer destination, uint64_t destinationOffset,
    uint64_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderCopyBufferToTexture)(WGPUCommandEncoder commandEncoder,
    WGPUTexelCopyBufferInfo const *source, WGPUTexelCopyTextureInfo const *destination,
    WGPUExtent3D const *copySize) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderCopyTextureToBuffer)(WGPUCommandEncoder commandEncoder,
    WGPUTexelCopyTextureInfo const *source, WGPUTexelCopyBufferInfo const *destination,
    WGPUExtent3D const *copySize) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderCopyTextureToTexture)(WGPUCommandEncoder commandEncoder,
    WGPUTexelCopyTextureInfo const *source, WGPUTexelCopyTextureInfo const *destination,
    WGPUExtent3D const *copySize) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUCommandBuffer (*WGPUProcCommandEncoderFinish)(WGPUCommandEncoder commandEncoder,
    WGPU_NULLABLE WGPUCommandBufferDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderInsertDebugMarker)(WGPUCommandEncoder commandEncoder,
    WGPUStringView markerLabel) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderPopDebugGroup)(
    WGPUCommandEncoder commandEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderPushDebugGroup)(WGPUCommandEncoder commandEncoder,
    WGPUStringView groupLabel) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderResolveQuerySet)(WGPUCommandEncoder commandEncoder,
    WGPUQuerySet querySet, uint32_t firstQuery, uint32_t queryCount, WGPUBuffer destination,
    uint64_t destinationOffset) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderSetLabel)(WGPUCommandEncoder commandEncoder,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderWriteTimestamp)(WGPUCommandEncoder commandEncoder,
    WGPUQuerySet querySet, uint32_t queryIndex) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderAddRef)(
    WGPUCommandEncoder commandEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcCommandEncoderRelease)(
    WGPUCommandEncoder commandEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePassEncoderDispatchWorkgroups)(
    WGPUComputePassEncoder computePassEncoder, uint32_t workgroupCountX, uint32_t workgroupCountY,
    uint32_t workgroupCountZ) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePassEncoderDispatchWorkgroupsIndirect)(
    WGPUComputePassEncoder computePassEncoder, WGPUBuffer indirectBuffer,
    uint64_t indirectOffset) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePassEncoderEnd)(
    WGPUComputePassEncoder computePassEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePassEncoderInsertDebugMarker)(
    WGPUComputePassEncoder computePassEncoder, WGPUStringView markerLabel) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePassEncoderPopDebugGroup)(
    WGPUComputePassEncoder computePassEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePassEncoderPushDebugGroup)(WGPUComputePassEncoder computePassEncoder,
    WGPUStringView groupLabel) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePassEncoderSetBindGroup)(WGPUComputePassEncoder computePassEncoder,
    uint32_t groupIndex, WGPU_NULLABLE WGPUBindGroup group, size_t dynamicOffsetCount,
    uint32_t const *dynamicOffsets) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePassEncoderSetImmediates)(WGPUComputePassEncoder computePassEncoder,
    uint32_t offset, void const *data, size_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePassEncoderSetLabel)(WGPUComputePassEncoder computePassEncoder,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePassEncoderSetPipeline)(WGPUComputePassEncoder computePassEncoder,
    WGPUComputePipeline pipeline) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePassEncoderAddRef)(
    WGPUComputePassEncoder computePassEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePassEncoderRelease)(
    WGPUComputePassEncoder computePassEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUBindGroupLayout (*WGPUProcComputePipelineGetBindGroupLayout)(
    WGPUComputePipeline computePipeline, uint32_t groupIndex) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePipelineSetLabel)(WGPUComputePipeline computePipeline,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePipelineAddRef)(
    WGPUComputePipeline computePipeline) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcComputePipelineRelease)(
    WGPUComputePipeline computePipeline) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUBindGroup (*WGPUProcDeviceCreateBindGroup)(WGPUDevice device,
    WGPUBindGroupDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUBindGroupLayout (*WGPUProcDeviceCreateBindGroupLayout)(WGPUDevice device,
    WGPUBindGroupLayoutDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPU_NULLABLE WGPUBuffer (*WGPUProcDeviceCreateBuffer)(WGPUDevice device,
    WGPUBufferDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUCommandEncoder (*WGPUProcDeviceCreateCommandEncoder)(WGPUDevice device,
    WGPU_NULLABLE WGPUCommandEncoderDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUComputePipeline (*WGPUProcDeviceCreateComputePipeline)(WGPUDevice device,
    WGPUComputePipelineDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUFuture (*WGPUProcDeviceCreateComputePipelineAsync)(WGPUDevice device,
    WGPUComputePipelineDescriptor const *descriptor,
    WGPUCreateComputePipelineAsyncCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUPipelineLayout (*WGPUProcDeviceCreatePipelineLayout)(WGPUDevice device,
    WGPUPipelineLayoutDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUQuerySet (*WGPUProcDeviceCreateQuerySet)(WGPUDevice device,
    WGPUQuerySetDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPURenderBundleEncoder (*WGPUProcDeviceCreateRenderBundleEncoder)(WGPUDevice device,
    WGPURenderBundleEncoderDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPURenderPipeline (*WGPUProcDeviceCreateRenderPipeline)(WGPUDevice device,
    WGPURenderPipelineDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUFuture (*WGPUProcDeviceCreateRenderPipelineAsync)(WGPUDevice device,
    WGPURenderPipelineDescriptor const *descriptor,
    WGPUCreateRenderPipelineAsyncCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUSampler (*WGPUProcDeviceCreateSampler)(WGPUDevice device,
    WGPU_NULLABLE WGPUSamplerDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUShaderModule (*WGPUProcDeviceCreateShaderModule)(WGPUDevice device,
    WGPUShaderModuleDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUTexture (*WGPUProcDeviceCreateTexture)(WGPUDevice device,
    WGPUTextureDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcDeviceDestroy)(WGPUDevice device) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUStatus (*WGPUProcDeviceGetAdapterInfo)(WGPUDevice device,
    WGPUAdapterInfo *adapterInfo) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcDeviceGetFeatures)(WGPUDevice device,
    WGPUSupportedFeatures *features) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUStatus (*WGPUProcDeviceGetLimits)(WGPUDevice device,
    WGPULimits *limits) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUFuture (*WGPUProcDeviceGetLostFuture)(WGPUDevice device) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUQueue (*WGPUProcDeviceGetQueue)(WGPUDevice device) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUBool (*WGPUProcDeviceHasFeature)(WGPUDevice device,
    WGPUFeatureName feature) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUFuture (*WGPUProcDevicePopErrorScope)(WGPUDevice device,
    WGPUPopErrorScopeCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcDevicePushErrorScope)(WGPUDevice device,
    WGPUErrorFilter filter) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcDeviceSetLabel)(WGPUDevice device,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcDeviceAddRef)(WGPUDevice device) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcDeviceRelease)(WGPUDevice device) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcExternalTextureSetLabel)(WGPUExternalTexture externalTexture,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcExternalTextureAddRef)(
    WGPUExternalTexture externalTexture) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcExternalTextureRelease)(
    WGPUExternalTexture externalTexture) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUSurface (*WGPUProcInstanceCreateSurface)(WGPUInstance instance,
    WGPUSurfaceDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcInstanceGetWGSLLanguageFeatures)(WGPUInstance instance,
    WGPUSupportedWGSLLanguageFeatures *features) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUBool (*WGPUProcInstanceHasWGSLLanguageFeature)(WGPUInstance instance,
    WGPUWGSLLanguageFeatureName feature) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcInstanceProcessEvents)(WGPUInstance instance) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUFuture (*WGPUProcInstanceRequestAdapter)(WGPUInstance instance,
    WGPU_NULLABLE WGPURequestAdapterOptions const *options,
    WGPURequestAdapterCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUWaitStatus (*WGPUProcInstanceWaitAny)(WGPUInstance instance, size_t futureCount,
    WGPU_NULLABLE WGPUFutureWaitInfo *futures, uint64_t timeoutNS) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcInstanceAddRef)(WGPUInstance instance) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcInstanceRelease)(WGPUInstance instance) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcPipelineLayoutSetLabel)(WGPUPipelineLayout pipelineLayout,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcPipelineLayoutAddRef)(
    WGPUPipelineLayout pipelineLayout) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcPipelineLayoutRelease)(
    WGPUPipelineLayout pipelineLayout) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcQuerySetDestroy)(WGPUQuerySet querySet) WGPU_FUNCTION_ATTRIBUTE;
typedef uint32_t (*WGPUProcQuerySetGetCount)(WGPUQuerySet querySet) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUQueryType (*WGPUProcQuerySetGetType)(WGPUQuerySet querySet) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcQuerySetSetLabel)(WGPUQuerySet querySet,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcQuerySetAddRef)(WGPUQuerySet querySet) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcQuerySetRelease)(WGPUQuerySet querySet) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUFuture (*WGPUProcQueueOnSubmittedWorkDone)(WGPUQueue queue,
    WGPUQueueWorkDoneCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcQueueSetLabel)(WGPUQueue queue,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcQueueSubmit)(WGPUQueue queue, size_t commandCount,
    WGPUCommandBuffer const *commands) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcQueueWriteBuffer)(WGPUQueue queue, WGPUBuffer buffer, uint64_t bufferOffset,
    void const *data, size_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcQueueWriteTexture)(WGPUQueue queue,
    WGPUTexelCopyTextureInfo const *destination, void const *data, size_t dataSize,
    WGPUTexelCopyBufferLayout const *dataLayout,
    WGPUExtent3D const *writeSize) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcQueueAddRef)(WGPUQueue queue) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcQueueRelease)(WGPUQueue queue) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleSetLabel)(WGPURenderBundle renderBundle,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleAddRef)(WGPURenderBundle renderBundle) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleRelease)(WGPURenderBundle renderBundle) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderDraw)(WGPURenderBundleEncoder renderBundleEncoder,
    uint32_t vertexCount, uint32_t instanceCount, uint32_t firstVertex,
    uint32_t firstInstance) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderDrawIndexed)(WGPURenderBundleEncoder renderBundleEncoder,
    uint32_t indexCount, uint32_t instanceCount, uint32_t firstIndex, int32_t baseVertex,
    uint32_t firstInstance) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderDrawIndexedIndirect)(
    WGPURenderBundleEncoder renderBundleEncoder, WGPUBuffer indirectBuffer,
    uint64_t indirectOffset) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderDrawIndirect)(WGPURenderBundleEncoder renderBundleEncoder,
    WGPUBuffer indirectBuffer, uint64_t indirectOffset) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPURenderBundle (*WGPUProcRenderBundleEncoderFinish)(
    WGPURenderBundleEncoder renderBundleEncoder,
    WGPU_NULLABLE WGPURenderBundleDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderInsertDebugMarker)(
    WGPURenderBundleEncoder renderBundleEncoder,
    WGPUStringView markerLabel) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderPopDebugGroup)(
    WGPURenderBundleEncoder renderBundleEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderPushDebugGroup)(
    WGPURenderBundleEncoder renderBundleEncoder, WGPUStringView groupLabel) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderSetBindGroup)(WGPURenderBundleEncoder renderBundleEncoder,
    uint32_t groupIndex, WGPU_NULLABLE WGPUBindGroup group, size_t dynamicOffsetCount,
    uint32_t const *dynamicOffsets) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderSetImmediates)(
    WGPURenderBundleEncoder renderBundleEncoder, uint32_t offset, void const *data,
    size_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderSetIndexBuffer)(
    WGPURenderBundleEncoder renderBundleEncoder, WGPUBuffer buffer, WGPUIndexFormat format,
    uint64_t offset, uint64_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderSetLabel)(WGPURenderBundleEncoder renderBundleEncoder,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderSetPipeline)(WGPURenderBundleEncoder renderBundleEncoder,
    WGPURenderPipeline pipeline) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderSetVertexBuffer)(
    WGPURenderBundleEncoder renderBundleEncoder, uint32_t slot, WGPU_NULLABLE WGPUBuffer buffer,
    uint64_t offset, uint64_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderAddRef)(
    WGPURenderBundleEncoder renderBundleEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderBundleEncoderRelease)(
    WGPURenderBundleEncoder renderBundleEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderBeginOcclusionQuery)(
    WGPURenderPassEncoder renderPassEncoder, uint32_t queryIndex) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderDraw)(WGPURenderPassEncoder renderPassEncoder,
    uint32_t vertexCount, uint32_t instanceCount, uint32_t firstVertex,
    uint32_t firstInstance) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderDrawIndexed)(WGPURenderPassEncoder renderPassEncoder,
    uint32_t indexCount, uint32_t instanceCount, uint32_t firstIndex, int32_t baseVertex,
    uint32_t firstInstance) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderDrawIndexedIndirect)(
    WGPURenderPassEncoder renderPassEncoder, WGPUBuffer indirectBuffer,
    uint64_t indirectOffset) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderDrawIndirect)(WGPURenderPassEncoder renderPassEncoder,
    WGPUBuffer indirectBuffer, uint64_t indirectOffset) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderEnd)(
    WGPURenderPassEncoder renderPassEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderEndOcclusionQuery)(
    WGPURenderPassEncoder renderPassEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderExecuteBundles)(WGPURenderPassEncoder renderPassEncoder,
    size_t bundleCount, WGPURenderBundle const *bundles) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderInsertDebugMarker)(WGPURenderPassEncoder renderPassEncoder,
    WGPUStringView markerLabel) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderPopDebugGroup)(
    WGPURenderPassEncoder renderPassEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderPushDebugGroup)(WGPURenderPassEncoder renderPassEncoder,
    WGPUStringView groupLabel) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderSetBindGroup)(WGPURenderPassEncoder renderPassEncoder,
    uint32_t groupIndex, WGPU_NULLABLE WGPUBindGroup group, size_t dynamicOffsetCount,
    uint32_t const *dynamicOffsets) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderSetBlendConstant)(WGPURenderPassEncoder renderPassEncoder,
    WGPUColor const *color) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderSetImmediates)(WGPURenderPassEncoder renderPassEncoder,
    uint32_t offset, void const *data, size_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderSetIndexBuffer)(WGPURenderPassEncoder renderPassEncoder,
    WGPUBuffer buffer, WGPUIndexFormat format, uint64_t offset,
    uint64_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderSetLabel)(WGPURenderPassEncoder renderPassEncoder,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderSetPipeline)(WGPURenderPassEncoder renderPassEncoder,
    WGPURenderPipeline pipeline) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderSetScissorRect)(WGPURenderPassEncoder renderPassEncoder,
    uint32_t x, uint32_t y, uint32_t width, uint32_t height) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderSetStencilReference)(
    WGPURenderPassEncoder renderPassEncoder, uint32_t reference) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderSetVertexBuffer)(WGPURenderPassEncoder renderPassEncoder,
    uint32_t slot, WGPU_NULLABLE WGPUBuffer buffer, uint64_t offset,
    uint64_t size) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderSetViewport)(WGPURenderPassEncoder renderPassEncoder,
    float x, float y, float width, float height, float minDepth,
    float maxDepth) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderAddRef)(
    WGPURenderPassEncoder renderPassEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPassEncoderRelease)(
    WGPURenderPassEncoder renderPassEncoder) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUBindGroupLayout (*WGPUProcRenderPipelineGetBindGroupLayout)(
    WGPURenderPipeline renderPipeline, uint32_t groupIndex) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPipelineSetLabel)(WGPURenderPipeline renderPipeline,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPipelineAddRef)(
    WGPURenderPipeline renderPipeline) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcRenderPipelineRelease)(
    WGPURenderPipeline renderPipeline) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSamplerSetLabel)(WGPUSampler sampler,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSamplerAddRef)(WGPUSampler sampler) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSamplerRelease)(WGPUSampler sampler) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUFuture (*WGPUProcShaderModuleGetCompilationInfo)(WGPUShaderModule shaderModule,
    WGPUCompilationInfoCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcShaderModuleSetLabel)(WGPUShaderModule shaderModule,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcShaderModuleAddRef)(WGPUShaderModule shaderModule) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcShaderModuleRelease)(WGPUShaderModule shaderModule) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSupportedFeaturesFreeMembers)(
    WGPUSupportedFeatures supportedFeatures) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSupportedInstanceFeaturesFreeMembers)(
    WGPUSupportedInstanceFeatures supportedInstanceFeatures) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSupportedWGSLLanguageFeaturesFreeMembers)(
    WGPUSupportedWGSLLanguageFeatures supportedWGSLLanguageFeatures) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSurfaceConfigure)(WGPUSurface surface,
    WGPUSurfaceConfiguration const *config) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUStatus (*WGPUProcSurfaceGetCapabilities)(WGPUSurface surface, WGPUAdapter adapter,
    WGPUSurfaceCapabilities *capabilities) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSurfaceGetCurrentTexture)(WGPUSurface surface,
    WGPUSurfaceTexture *surfaceTexture) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUStatus (*WGPUProcSurfacePresent)(WGPUSurface surface) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSurfaceSetLabel)(WGPUSurface surface,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSurfaceUnconfigure)(WGPUSurface surface) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSurfaceAddRef)(WGPUSurface surface) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSurfaceRelease)(WGPUSurface surface) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcSurfaceCapabilitiesFreeMembers)(
    WGPUSurfaceCapabilities surfaceCapabilities) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUTextureView (*WGPUProcTextureCreateView)(WGPUTexture texture,
    WGPU_NULLABLE WGPUTextureViewDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcTextureDestroy)(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
typedef uint32_t (*WGPUProcTextureGetDepthOrArrayLayers)(
    WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUTextureDimension (*WGPUProcTextureGetDimension)(
    WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUTextureFormat (*WGPUProcTextureGetFormat)(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
typedef uint32_t (*WGPUProcTextureGetHeight)(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
typedef uint32_t (*WGPUProcTextureGetMipLevelCount)(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
typedef uint32_t (*WGPUProcTextureGetSampleCount)(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUTextureViewDimension (*WGPUProcTextureGetTextureBindingViewDimension)(
    WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
typedef WGPUTextureUsage (*WGPUProcTextureGetUsage)(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
typedef uint32_t (*WGPUProcTextureGetWidth)(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcTextureSetLabel)(WGPUTexture texture,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcTextureAddRef)(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcTextureRelease)(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcTextureViewSetLabel)(WGPUTextureView textureView,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcTextureViewAddRef)(WGPUTextureView textureView) WGPU_FUNCTION_ATTRIBUTE;
typedef void (*WGPUProcTextureViewRelease)(WGPUTextureView textureView) WGPU_FUNCTION_ATTRIBUTE;

#endif

#if !defined(WGPU_SKIP_DECLARATIONS)

WGPU_EXPORT WGPUInstance wgpuCreateInstance(
    WGPU_NULLABLE WGPUInstanceDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuGetInstanceFeatures(
    WGPUSupportedInstanceFeatures *features) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUStatus wgpuGetInstanceLimits(WGPUInstanceLimits *limits) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUBool wgpuHasInstanceFeature(
    WGPUInstanceFeatureName feature) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUProc wgpuGetProcAddress(WGPUStringView procName) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuAdapterGetFeatures(WGPUAdapter adapter,
    WGPUSupportedFeatures *features) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUStatus wgpuAdapterGetInfo(WGPUAdapter adapter,
    WGPUAdapterInfo *info) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUStatus wgpuAdapterGetLimits(WGPUAdapter adapter,
    WGPULimits *limits) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUBool wgpuAdapterHasFeature(WGPUAdapter adapter,
    WGPUFeatureName feature) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUFuture wgpuAdapterRequestDevice(WGPUAdapter adapter,
    WGPU_NULLABLE WGPUDeviceDescriptor const *descriptor,
    WGPURequestDeviceCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuAdapterAddRef(WGPUAdapter adapter) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuAdapterRelease(WGPUAdapter adapter) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuAdapterInfoFreeMembers(WGPUAdapterInfo adapterInfo) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuBindGroupSetLabel(WGPUBindGroup bindGroup,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuBindGroupAddRef(WGPUBindGroup bindGroup) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuBindGroupRelease(WGPUBindGroup bindGroup) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuBindGroupLayoutSetLabel(WGPUBindGroupLayout bindGroupLayout,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuBindGroupLayoutAddRef(
    WGPUBindGroupLayout bindGroupLayout) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuBindGroupLayoutRelease(
    WGPUBindGroupLayout bindGroupLayout) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuBufferDestroy(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void const *wgpuBufferGetConstMappedRange(WGPUBuffer buffer, size_t offset,
    size_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void *wgpuBufferGetMappedRange(WGPUBuffer buffer, size_t offset,
    size_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUBufferMapState wgpuBufferGetMapState(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT uint64_t wgpuBufferGetSize(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUBufferUsage wgpuBufferGetUsage(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUFuture wgpuBufferMapAsync(WGPUBuffer buffer, WGPUMapMode mode, size_t offset,
    size_t size, WGPUBufferMapCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUStatus wgpuBufferReadMappedRange(WGPUBuffer buffer, size_t offset, void *data,
    size_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuBufferSetLabel(WGPUBuffer buffer,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuBufferUnmap(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUStatus wgpuBufferWriteMappedRange(WGPUBuffer buffer, size_t offset,
    void const *data, size_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuBufferAddRef(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuBufferRelease(WGPUBuffer buffer) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandBufferSetLabel(WGPUCommandBuffer commandBuffer,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandBufferAddRef(WGPUCommandBuffer commandBuffer) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandBufferRelease(WGPUCommandBuffer commandBuffer) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUComputePassEncoder wgpuCommandEncoderBeginComputePass(
    WGPUCommandEncoder commandEncoder,
    WGPU_NULLABLE WGPUComputePassDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPURenderPassEncoder wgpuCommandEncoderBeginRenderPass(
    WGPUCommandEncoder commandEncoder,
    WGPURenderPassDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderClearBuffer(WGPUCommandEncoder commandEncoder, WGPUBuffer buffer,
    uint64_t offset, uint64_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderCopyBufferToBuffer(WGPUCommandEncoder commandEncoder,
    WGPUBuffer source, uint64_t sourceOffset, WGPUBuffer destination, uint64_t destinationOffset,
    uint64_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderCopyBufferToTexture(WGPUCommandEncoder commandEncoder,
    WGPUTexelCopyBufferInfo const *source, WGPUTexelCopyTextureInfo const *destination,
    WGPUExtent3D const *copySize) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderCopyTextureToBuffer(WGPUCommandEncoder commandEncoder,
    WGPUTexelCopyTextureInfo const *source, WGPUTexelCopyBufferInfo const *destination,
    WGPUExtent3D const *copySize) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderCopyTextureToTexture(WGPUCommandEncoder commandEncoder,
    WGPUTexelCopyTextureInfo const *source, WGPUTexelCopyTextureInfo const *destination,
    WGPUExtent3D const *copySize) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUCommandBuffer wgpuCommandEncoderFinish(WGPUCommandEncoder commandEncoder,
    WGPU_NULLABLE WGPUCommandBufferDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderInsertDebugMarker(WGPUCommandEncoder commandEncoder,
    WGPUStringView markerLabel) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderPopDebugGroup(
    WGPUCommandEncoder commandEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderPushDebugGroup(WGPUCommandEncoder commandEncoder,
    WGPUStringView groupLabel) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderResolveQuerySet(WGPUCommandEncoder commandEncoder,
    WGPUQuerySet querySet, uint32_t firstQuery, uint32_t queryCount, WGPUBuffer destination,
    uint64_t destinationOffset) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderSetLabel(WGPUCommandEncoder commandEncoder,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderWriteTimestamp(WGPUCommandEncoder commandEncoder,
    WGPUQuerySet querySet, uint32_t queryIndex) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderAddRef(
    WGPUCommandEncoder commandEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuCommandEncoderRelease(
    WGPUCommandEncoder commandEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePassEncoderDispatchWorkgroups(WGPUComputePassEncoder computePassEncoder,
    uint32_t workgroupCountX, uint32_t workgroupCountY,
    uint32_t workgroupCountZ) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePassEncoderDispatchWorkgroupsIndirect(
    WGPUComputePassEncoder computePassEncoder, WGPUBuffer indirectBuffer,
    uint64_t indirectOffset) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePassEncoderEnd(
    WGPUComputePassEncoder computePassEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePassEncoderInsertDebugMarker(WGPUComputePassEncoder computePassEncoder,
    WGPUStringView markerLabel) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePassEncoderPopDebugGroup(
    WGPUComputePassEncoder computePassEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePassEncoderPushDebugGroup(WGPUComputePassEncoder computePassEncoder,
    WGPUStringView groupLabel) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePassEncoderSetBindGroup(WGPUComputePassEncoder computePassEncoder,
    uint32_t groupIndex, WGPU_NULLABLE WGPUBindGroup group, size_t dynamicOffsetCount,
    uint32_t const *dynamicOffsets) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePassEncoderSetImmediates(WGPUComputePassEncoder computePassEncoder,
    uint32_t offset, void const *data, size_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePassEncoderSetLabel(WGPUComputePassEncoder computePassEncoder,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePassEncoderSetPipeline(WGPUComputePassEncoder computePassEncoder,
    WGPUComputePipeline pipeline) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePassEncoderAddRef(
    WGPUComputePassEncoder computePassEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePassEncoderRelease(
    WGPUComputePassEncoder computePassEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUBindGroupLayout wgpuComputePipelineGetBindGroupLayout(
    WGPUComputePipeline computePipeline, uint32_t groupIndex) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePipelineSetLabel(WGPUComputePipeline computePipeline,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePipelineAddRef(
    WGPUComputePipeline computePipeline) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuComputePipelineRelease(
    WGPUComputePipeline computePipeline) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUBindGroup wgpuDeviceCreateBindGroup(WGPUDevice device,
    WGPUBindGroupDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUBindGroupLayout wgpuDeviceCreateBindGroupLayout(WGPUDevice device,
    WGPUBindGroupLayoutDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPU_NULLABLE WGPUBuffer wgpuDeviceCreateBuffer(WGPUDevice device,
    WGPUBufferDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUCommandEncoder wgpuDeviceCreateCommandEncoder(WGPUDevice device,
    WGPU_NULLABLE WGPUCommandEncoderDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUComputePipeline wgpuDeviceCreateComputePipeline(WGPUDevice device,
    WGPUComputePipelineDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUFuture wgpuDeviceCreateComputePipelineAsync(WGPUDevice device,
    WGPUComputePipelineDescriptor const *descriptor,
    WGPUCreateComputePipelineAsyncCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUPipelineLayout wgpuDeviceCreatePipelineLayout(WGPUDevice device,
    WGPUPipelineLayoutDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUQuerySet wgpuDeviceCreateQuerySet(WGPUDevice device,
    WGPUQuerySetDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPURenderBundleEncoder wgpuDeviceCreateRenderBundleEncoder(WGPUDevice device,
    WGPURenderBundleEncoderDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPURenderPipeline wgpuDeviceCreateRenderPipeline(WGPUDevice device,
    WGPURenderPipelineDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUFuture wgpuDeviceCreateRenderPipelineAsync(WGPUDevice device,
    WGPURenderPipelineDescriptor const *descriptor,
    WGPUCreateRenderPipelineAsyncCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUSampler wgpuDeviceCreateSampler(WGPUDevice device,
    WGPU_NULLABLE WGPUSamplerDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUShaderModule wgpuDeviceCreateShaderModule(WGPUDevice device,
    WGPUShaderModuleDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUTexture wgpuDeviceCreateTexture(WGPUDevice device,
    WGPUTextureDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuDeviceDestroy(WGPUDevice device) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUStatus wgpuDeviceGetAdapterInfo(WGPUDevice device,
    WGPUAdapterInfo *adapterInfo) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuDeviceGetFeatures(WGPUDevice device,
    WGPUSupportedFeatures *features) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUStatus wgpuDeviceGetLimits(WGPUDevice device,
    WGPULimits *limits) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUFuture wgpuDeviceGetLostFuture(WGPUDevice device) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUQueue wgpuDeviceGetQueue(WGPUDevice device) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUBool wgpuDeviceHasFeature(WGPUDevice device,
    WGPUFeatureName feature) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUFuture wgpuDevicePopErrorScope(WGPUDevice device,
    WGPUPopErrorScopeCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuDevicePushErrorScope(WGPUDevice device,
    WGPUErrorFilter filter) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuDeviceSetLabel(WGPUDevice device,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuDeviceAddRef(WGPUDevice device) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuDeviceRelease(WGPUDevice device) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuExternalTextureSetLabel(WGPUExternalTexture externalTexture,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuExternalTextureAddRef(
    WGPUExternalTexture externalTexture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuExternalTextureRelease(
    WGPUExternalTexture externalTexture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUSurface wgpuInstanceCreateSurface(WGPUInstance instance,
    WGPUSurfaceDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuInstanceGetWGSLLanguageFeatures(WGPUInstance instance,
    WGPUSupportedWGSLLanguageFeatures *features) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUBool wgpuInstanceHasWGSLLanguageFeature(WGPUInstance instance,
    WGPUWGSLLanguageFeatureName feature) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuInstanceProcessEvents(WGPUInstance instance) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUFuture wgpuInstanceRequestAdapter(WGPUInstance instance,
    WGPU_NULLABLE WGPURequestAdapterOptions const *options,
    WGPURequestAdapterCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUWaitStatus wgpuInstanceWaitAny(WGPUInstance instance, size_t futureCount,
    WGPU_NULLABLE WGPUFutureWaitInfo *futures, uint64_t timeoutNS) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuInstanceAddRef(WGPUInstance instance) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuInstanceRelease(WGPUInstance instance) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuPipelineLayoutSetLabel(WGPUPipelineLayout pipelineLayout,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuPipelineLayoutAddRef(
    WGPUPipelineLayout pipelineLayout) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuPipelineLayoutRelease(
    WGPUPipelineLayout pipelineLayout) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuQuerySetDestroy(WGPUQuerySet querySet) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT uint32_t wgpuQuerySetGetCount(WGPUQuerySet querySet) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUQueryType wgpuQuerySetGetType(WGPUQuerySet querySet) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuQuerySetSetLabel(WGPUQuerySet querySet,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuQuerySetAddRef(WGPUQuerySet querySet) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuQuerySetRelease(WGPUQuerySet querySet) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUFuture wgpuQueueOnSubmittedWorkDone(WGPUQueue queue,
    WGPUQueueWorkDoneCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuQueueSetLabel(WGPUQueue queue, WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuQueueSubmit(WGPUQueue queue, size_t commandCount,
    WGPUCommandBuffer const *commands) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuQueueWriteBuffer(WGPUQueue queue, WGPUBuffer buffer, uint64_t bufferOffset,
    void const *data, size_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuQueueWriteTexture(WGPUQueue queue, WGPUTexelCopyTextureInfo const *destination,
    void const *data, size_t dataSize, WGPUTexelCopyBufferLayout const *dataLayout,
    WGPUExtent3D const *writeSize) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuQueueAddRef(WGPUQueue queue) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuQueueRelease(WGPUQueue queue) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleSetLabel(WGPURenderBundle renderBundle,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleAddRef(WGPURenderBundle renderBundle) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleRelease(WGPURenderBundle renderBundle) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderDraw(WGPURenderBundleEncoder renderBundleEncoder,
    uint32_t vertexCount, uint32_t instanceCount, uint32_t firstVertex,
    uint32_t firstInstance) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderDrawIndexed(WGPURenderBundleEncoder renderBundleEncoder,
    uint32_t indexCount, uint32_t instanceCount, uint32_t firstIndex, int32_t baseVertex,
    uint32_t firstInstance) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderDrawIndexedIndirect(
    WGPURenderBundleEncoder renderBundleEncoder, WGPUBuffer indirectBuffer,
    uint64_t indirectOffset) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderDrawIndirect(WGPURenderBundleEncoder renderBundleEncoder,
    WGPUBuffer indirectBuffer, uint64_t indirectOffset) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPURenderBundle wgpuRenderBundleEncoderFinish(
    WGPURenderBundleEncoder renderBundleEncoder,
    WGPU_NULLABLE WGPURenderBundleDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderInsertDebugMarker(
    WGPURenderBundleEncoder renderBundleEncoder,
    WGPUStringView markerLabel) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderPopDebugGroup(
    WGPURenderBundleEncoder renderBundleEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderPushDebugGroup(WGPURenderBundleEncoder renderBundleEncoder,
    WGPUStringView groupLabel) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderSetBindGroup(WGPURenderBundleEncoder renderBundleEncoder,
    uint32_t groupIndex, WGPU_NULLABLE WGPUBindGroup group, size_t dynamicOffsetCount,
    uint32_t const *dynamicOffsets) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderSetImmediates(WGPURenderBundleEncoder renderBundleEncoder,
    uint32_t offset, void const *data, size_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderSetIndexBuffer(WGPURenderBundleEncoder renderBundleEncoder,
    WGPUBuffer buffer, WGPUIndexFormat format, uint64_t offset,
    uint64_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderSetLabel(WGPURenderBundleEncoder renderBundleEncoder,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderSetPipeline(WGPURenderBundleEncoder renderBundleEncoder,
    WGPURenderPipeline pipeline) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderSetVertexBuffer(WGPURenderBundleEncoder renderBundleEncoder,
    uint32_t slot, WGPU_NULLABLE WGPUBuffer buffer, uint64_t offset,
    uint64_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderAddRef(
    WGPURenderBundleEncoder renderBundleEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderBundleEncoderRelease(
    WGPURenderBundleEncoder renderBundleEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderBeginOcclusionQuery(WGPURenderPassEncoder renderPassEncoder,
    uint32_t queryIndex) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderDraw(WGPURenderPassEncoder renderPassEncoder,
    uint32_t vertexCount, uint32_t instanceCount, uint32_t firstVertex,
    uint32_t firstInstance) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderDrawIndexed(WGPURenderPassEncoder renderPassEncoder,
    uint32_t indexCount, uint32_t instanceCount, uint32_t firstIndex, int32_t baseVertex,
    uint32_t firstInstance) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderDrawIndexedIndirect(WGPURenderPassEncoder renderPassEncoder,
    WGPUBuffer indirectBuffer, uint64_t indirectOffset) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderDrawIndirect(WGPURenderPassEncoder renderPassEncoder,
    WGPUBuffer indirectBuffer, uint64_t indirectOffset) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderEnd(
    WGPURenderPassEncoder renderPassEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderEndOcclusionQuery(
    WGPURenderPassEncoder renderPassEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderExecuteBundles(WGPURenderPassEncoder renderPassEncoder,
    size_t bundleCount, WGPURenderBundle const *bundles) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderInsertDebugMarker(WGPURenderPassEncoder renderPassEncoder,
    WGPUStringView markerLabel) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderPopDebugGroup(
    WGPURenderPassEncoder renderPassEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderPushDebugGroup(WGPURenderPassEncoder renderPassEncoder,
    WGPUStringView groupLabel) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderSetBindGroup(WGPURenderPassEncoder renderPassEncoder,
    uint32_t groupIndex, WGPU_NULLABLE WGPUBindGroup group, size_t dynamicOffsetCount,
    uint32_t const *dynamicOffsets) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderSetBlendConstant(WGPURenderPassEncoder renderPassEncoder,
    WGPUColor const *color) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderSetImmediates(WGPURenderPassEncoder renderPassEncoder,
    uint32_t offset, void const *data, size_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderSetIndexBuffer(WGPURenderPassEncoder renderPassEncoder,
    WGPUBuffer buffer, WGPUIndexFormat format, uint64_t offset,
    uint64_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderSetLabel(WGPURenderPassEncoder renderPassEncoder,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderSetPipeline(WGPURenderPassEncoder renderPassEncoder,
    WGPURenderPipeline pipeline) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderSetScissorRect(WGPURenderPassEncoder renderPassEncoder,
    uint32_t x, uint32_t y, uint32_t width, uint32_t height) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderSetStencilReference(WGPURenderPassEncoder renderPassEncoder,
    uint32_t reference) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderSetVertexBuffer(WGPURenderPassEncoder renderPassEncoder,
    uint32_t slot, WGPU_NULLABLE WGPUBuffer buffer, uint64_t offset,
    uint64_t size) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderSetViewport(WGPURenderPassEncoder renderPassEncoder, float x,
    float y, float width, float height, float minDepth, float maxDepth) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderAddRef(
    WGPURenderPassEncoder renderPassEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPassEncoderRelease(
    WGPURenderPassEncoder renderPassEncoder) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUBindGroupLayout wgpuRenderPipelineGetBindGroupLayout(
    WGPURenderPipeline renderPipeline, uint32_t groupIndex) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPipelineSetLabel(WGPURenderPipeline renderPipeline,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPipelineAddRef(
    WGPURenderPipeline renderPipeline) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuRenderPipelineRelease(
    WGPURenderPipeline renderPipeline) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSamplerSetLabel(WGPUSampler sampler,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSamplerAddRef(WGPUSampler sampler) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSamplerRelease(WGPUSampler sampler) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUFuture wgpuShaderModuleGetCompilationInfo(WGPUShaderModule shaderModule,
    WGPUCompilationInfoCallbackInfo callbackInfo) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuShaderModuleSetLabel(WGPUShaderModule shaderModule,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuShaderModuleAddRef(WGPUShaderModule shaderModule) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuShaderModuleRelease(WGPUShaderModule shaderModule) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSupportedFeaturesFreeMembers(
    WGPUSupportedFeatures supportedFeatures) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSupportedInstanceFeaturesFreeMembers(
    WGPUSupportedInstanceFeatures supportedInstanceFeatures) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSupportedWGSLLanguageFeaturesFreeMembers(
    WGPUSupportedWGSLLanguageFeatures supportedWGSLLanguageFeatures) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSurfaceConfigure(WGPUSurface surface,
    WGPUSurfaceConfiguration const *config) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUStatus wgpuSurfaceGetCapabilities(WGPUSurface surface, WGPUAdapter adapter,
    WGPUSurfaceCapabilities *capabilities) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSurfaceGetCurrentTexture(WGPUSurface surface,
    WGPUSurfaceTexture *surfaceTexture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUStatus wgpuSurfacePresent(WGPUSurface surface) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSurfaceSetLabel(WGPUSurface surface,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSurfaceUnconfigure(WGPUSurface surface) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSurfaceAddRef(WGPUSurface surface) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSurfaceRelease(WGPUSurface surface) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuSurfaceCapabilitiesFreeMembers(
    WGPUSurfaceCapabilities surfaceCapabilities) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUTextureView wgpuTextureCreateView(WGPUTexture texture,
    WGPU_NULLABLE WGPUTextureViewDescriptor const *descriptor) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuTextureDestroy(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT uint32_t wgpuTextureGetDepthOrArrayLayers(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUTextureDimension wgpuTextureGetDimension(
    WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUTextureFormat wgpuTextureGetFormat(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT uint32_t wgpuTextureGetHeight(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT uint32_t wgpuTextureGetMipLevelCount(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT uint32_t wgpuTextureGetSampleCount(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUTextureViewDimension wgpuTextureGetTextureBindingViewDimension(
    WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT WGPUTextureUsage wgpuTextureGetUsage(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT uint32_t wgpuTextureGetWidth(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuTextureSetLabel(WGPUTexture texture,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuTextureAddRef(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuTextureRelease(WGPUTexture texture) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuTextureViewSetLabel(WGPUTextureView textureView,
    WGPUStringView label) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuTextureViewAddRef(WGPUTextureView textureView) WGPU_FUNCTION_ATTRIBUTE;
WGPU_EXPORT void wgpuTextureViewRelease(WGPUTextureView textureView) WGPU_FUNCTION_ATTRIBUTE;

#endif

#ifdef __cplusplus
}
#endif

/* clang-format on */

#endif
