/* Adapters and devices: information, features, limits, options; error scopes. */
#include "support.h"

#include <stdlib.h>

static bool view_is(WGPUStringView v, const char *c) {
    return v.length == strlen(c) && memcmp(v.data, c, v.length) == 0;
}

static bool view_has(WGPUStringView v, const char *c) {
    for (size_t i = 0; i + strlen(c) <= v.length; i++)
        if (memcmp(v.data + i, c, strlen(c)) == 0)
            return true;
    return false;
}

static void information(void **state) {
    (void)state;
    LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
    options.subgroup_size = 8;
    WGPUDeviceDescriptor desc = {.nextInChain = &options.chain};
    Gpu g = gpu_open(&desc);
    WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
    assert_int_equal(wgpuAdapterGetInfo(g.adapter, &info), WGPUStatus_Success);
    assert_true(view_is(info.vendor, "lanewise"));
    assert_int_equal(info.adapterType, WGPUAdapterType_CPU);
    assert_int_equal(info.subgroupMinSize, 4);
    assert_int_equal(info.subgroupMaxSize, 128);
    wgpuAdapterInfoFreeMembers(info);
    info = (WGPUAdapterInfo)WGPU_ADAPTER_INFO_INIT;
    assert_int_equal(wgpuDeviceGetAdapterInfo(g.device, &info), WGPUStatus_Success);
    assert_true(view_has(info.description, "nvidia"));
    assert_int_equal(info.subgroupMinSize, 8);
    assert_int_equal(info.subgroupMaxSize, 8);
    wgpuAdapterInfoFreeMembers(info);
    gpu_close(&g);
}

static void features(void **state) {
    (void)state;
    WGPUFeatureName wanted[] = {WGPUFeatureName_ShaderF16, WGPUFeatureName_Subgroups};
    WGPUDeviceDescriptor desc = {.requiredFeatureCount = 2, .requiredFeatures = wanted};
    Gpu g = gpu_open(&desc);
    assert_true(wgpuAdapterHasFeature(g.adapter, WGPUFeatureName_TimestampQuery));
    assert_false(wgpuAdapterHasFeature(g.adapter, WGPUFeatureName_DepthClipControl));
    /* Dawn's implicit device synchronization, and a feature of Dawn's that is not there. */
    assert_true(wgpuAdapterHasFeature(g.adapter, (WGPUFeatureName)0x50004));
    assert_false(wgpuAdapterHasFeature(g.adapter, (WGPUFeatureName)0x50034));
    assert_false(wgpuDeviceHasFeature(g.device, (WGPUFeatureName)0x50004));
    assert_true(wgpuDeviceHasFeature(g.device, WGPUFeatureName_ShaderF16));
    assert_false(wgpuDeviceHasFeature(g.device, WGPUFeatureName_TimestampQuery));
    WGPUSupportedFeatures list;
    wgpuDeviceGetFeatures(g.device, &list);
    assert_int_equal(list.featureCount, 3);
    wgpuSupportedFeaturesFreeMembers(list);
    gpu_close(&g);
    WGPUInstance instance = wgpuCreateInstance(NULL);
    WGPUAdapter adapter = adapter_open(instance);
    char why[200];
    wanted[0] = WGPUFeatureName_DepthClipControl;
    assert_null(device_open(instance, adapter, &desc, why, sizeof why));
    assert_non_null(strstr(why, "feature 2"));
    wgpuAdapterRelease(adapter);
    wgpuInstanceRelease(instance);
}

static void limits(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPULimits a = WGPU_LIMITS_INIT, d = WGPU_LIMITS_INIT;
    assert_int_equal(wgpuAdapterGetLimits(g.adapter, &a), WGPUStatus_Success);
    assert_int_equal(wgpuDeviceGetLimits(g.device, &d), WGPUStatus_Success);
    assert_int_equal(a.maxComputeInvocationsPerWorkgroup, 1024);
    assert_int_equal(a.maxComputeWorkgroupStorageSize, 65536);
    assert_int_equal(d.maxComputeInvocationsPerWorkgroup, 256);
    assert_int_equal(d.maxComputeWorkgroupStorageSize, 16384);
    assert_int_equal(d.minStorageBufferOffsetAlignment, 256);
    WGPUCompatibilityModeLimits compat = WGPU_COMPATIBILITY_MODE_LIMITS_INIT;
    d.nextInChain = &compat.chain;
    assert_int_equal(wgpuDeviceGetLimits(g.device, &d), WGPUStatus_Success);
    assert_int_equal(compat.maxStorageBuffersInVertexStage, d.maxStorageBuffersPerShaderStage);
    compat.chain.sType = WGPUSType_ShaderSourceWGSL;
    assert_int_equal(wgpuDeviceGetLimits(g.device, &d), WGPUStatus_Error);
    gpu_close(&g);
    /* All of the adapter's, as many programs ask. */
    WGPUDeviceDescriptor all = {.requiredLimits = &a};
    g = gpu_open(&all);
    d = (WGPULimits)WGPU_LIMITS_INIT;
    assert_int_equal(wgpuDeviceGetLimits(g.device, &d), WGPUStatus_Success);
    assert_int_equal(d.maxComputeInvocationsPerWorkgroup, 1024);
    assert_int_equal(d.minStorageBufferOffsetAlignment, 32);
    gpu_close(&g);
}

static void limits_refused(void **state) {
    (void)state;
    const struct {
        uint32_t invocations, alignment;
        const char *rule;
    } cases[] = {
        {1025, WGPU_LIMIT_U32_UNDEFINED, "maxComputeInvocationsPerWorkgroup: 1025"},
        {WGPU_LIMIT_U32_UNDEFINED, 16, "minStorageBufferOffsetAlignment: 16"},
        {WGPU_LIMIT_U32_UNDEFINED, 48, "not a power of two"},
        {1, 512, NULL}, /* worse than the standard: it stays */
    };
    WGPUInstance instance = wgpuCreateInstance(NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        WGPULimits l = WGPU_LIMITS_INIT;
        l.maxComputeInvocationsPerWorkgroup = cases[i].invocations;
        l.minStorageBufferOffsetAlignment = cases[i].alignment;
        WGPUDeviceDescriptor desc = {.requiredLimits = &l};
        WGPUAdapter adapter = adapter_open(instance);
        char why[200];
        WGPUDevice d = device_open(instance, adapter, &desc, why, sizeof why);
        assert_true((d == NULL) == (cases[i].rule != NULL));
        if (cases[i].rule) {
            assert_non_null(strstr(why, cases[i].rule));
        } else {
            assert_int_equal(wgpuDeviceGetLimits(d, &l), WGPUStatus_Success);
            assert_int_equal(l.maxComputeInvocationsPerWorkgroup, 256);
            assert_int_equal(l.minStorageBufferOffsetAlignment, 256);
            wgpuDeviceRelease(d);
        }
        wgpuAdapterRelease(adapter);
    }
    wgpuInstanceRelease(instance);
}

/* The subgroup size of a device with these options and this environment; 0 when it was refused. */
static uint32_t size_with(const LwDeviceOptions *options, const char *name, const char *value,
                          char *why, size_t room) {
    WGPUDeviceDescriptor desc = {.nextInChain = (WGPUChainedStruct *)(uintptr_t)options};
    WGPUInstance instance = wgpuCreateInstance(NULL);
    WGPUAdapter adapter = adapter_open(instance);
    if (name)
        setenv(name, value, 1);
    WGPUDevice d = device_open(instance, adapter, &desc, why, room);
    if (name)
        unsetenv(name);
    WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
    uint32_t size = 0;
    if (d && wgpuDeviceGetAdapterInfo(d, &info) == WGPUStatus_Success)
        size = info.subgroupMinSize;
    wgpuAdapterInfoFreeMembers(info);
    if (d)
        wgpuDeviceRelease(d);
    wgpuAdapterRelease(adapter);
    wgpuInstanceRelease(instance);
    return size;
}

static void options(void **state) {
    (void)state;
    char why[200];
    LwDeviceOptions o = LW_DEVICE_OPTIONS_INIT;
    assert_int_equal(size_with(NULL, NULL, NULL, why, sizeof why), 32);
    assert_int_equal(size_with(NULL, "LANEWISE_SUBGROUP_SIZE", "16", why, sizeof why), 16);
    assert_int_equal(size_with(&o, "LANEWISE_SUBGROUP_SIZE", "16", why, sizeof why), 16);
    o.subgroup_size = 64; /* said by the program: the environment does not count */
    assert_int_equal(size_with(&o, "LANEWISE_SUBGROUP_SIZE", "16", why, sizeof why), 64);
    assert_int_equal(size_with(NULL, "LANEWISE_SCHEDULE", "seed 7", why, sizeof why), 32);
    const struct {
        const char *name, *value, *rule;
    } bad[] = {
        {"LANEWISE_SUBGROUP_SIZE", "12", "subgroup size 12"},
        {"LANEWISE_SUBGROUP_SIZE", "x", "LANEWISE_SUBGROUP_SIZE is \"x\""},
        {"LANEWISE_SUBGROUP_SIZE", "-4", "LANEWISE_SUBGROUP_SIZE"},
        {"LANEWISE_THREADS", "99999999999", "LANEWISE_THREADS"},
        {"LANEWISE_SCHEDULE", "sideways", "LANEWISE_SCHEDULE"},
        {"LANEWISE_SCHEDULE", "fairly", "LANEWISE_SCHEDULE"},
        {"LANEWISE_SCHEDULE", "seed", "LANEWISE_SCHEDULE"},
        {"LANEWISE_SCHEDULE", "occupancy 0", "at least 1"},
        {"LANEWISE_HARDWARE", "abacus", "hardware \"abacus\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(size_with(NULL, bad[i].name, bad[i].value, why, sizeof why), 0);
        assert_non_null(strstr(why, bad[i].rule));
    }
    o = (LwDeviceOptions)LW_DEVICE_OPTIONS_INIT;
    o.observe = 0x80;
    assert_int_equal(size_with(&o, NULL, NULL, why, sizeof why), 0);
    assert_non_null(strstr(why, "observers 0x80"));
    o = (LwDeviceOptions)LW_DEVICE_OPTIONS_INIT;
    o.schedule = (LwSchedule)9;
    assert_int_equal(size_with(&o, NULL, NULL, why, sizeof why), 0);
}

/* ---- errors ---- */

static void scopes_nest(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    gpu_watch(&g);
    wgpuDevicePushErrorScope(g.device, WGPUErrorFilter_OutOfMemory); /* not for validation errors */
    WGPUBuffer b = buffer_open(&g, "first", WGPUBufferUsage_None, 4);
    WGPUBuffer c = buffer_open(&g, "second", WGPUBufferUsage_None, 4);
    WGPUPopErrorScopeCallbackInfo none = {.mode = WGPUCallbackMode_AllowProcessEvents};
    wgpuDevicePopErrorScope(g.device, none);
    gpu_expect_invalid(&g, "first", NULL);
    wgpuBufferRelease(b);
    wgpuBufferRelease(c);
    gpu_close(&g);
}

typedef struct Popped {
    WGPUPopErrorScopeStatus status;
    WGPUErrorType type;
} Popped;

static void on_pop(WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message,
                   void *to, void *unused) {
    (void)message, (void)unused;
    *(Popped *)to = (Popped){status, type};
}

static void empty_stack(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    Popped p = {0};
    WGPUPopErrorScopeCallbackInfo info = {NULL, WGPUCallbackMode_AllowSpontaneous, on_pop, &p,
                                          NULL};
    wgpuDevicePopErrorScope(g.device, info);
    assert_int_equal(p.status, WGPUPopErrorScopeStatus_Error);
    gpu_close(&g);
}

typedef struct Uncaught {
    int calls;
    WGPUDevice device;
    WGPUErrorType type;
    char message[300];
} Uncaught;

static void on_uncaught(WGPUDevice const *device, WGPUErrorType type, WGPUStringView message,
                        void *to, void *unused) {
    (void)unused;
    Uncaught *u = to;
    u->calls++;
    u->device = *device;
    u->type = type;
    memcpy(u->message, message.data, message.length < 299 ? message.length : 299);
}

static void uncaptured(void **state) {
    (void)state;
    Uncaught u = {0};
    WGPUDeviceDescriptor desc = {.uncapturedErrorCallbackInfo = {NULL, on_uncaught, &u, NULL}};
    Gpu g = gpu_open(&desc);
    WGPUBuffer b = buffer_open(&g, "lost sheep", WGPUBufferUsage_None, 4);
    assert_int_equal(u.calls, 1);
    assert_ptr_equal(u.device, g.device);
    assert_int_equal(u.type, WGPUErrorType_Validation);
    assert_non_null(strstr(u.message, "lost sheep"));
    gpu_watch(&g);
    wgpuBufferRelease(buffer_open(&g, "caught", WGPUBufferUsage_None, 4));
    assert_int_equal(gpu_caught(&g, NULL), WGPUErrorType_Validation);
    assert_int_equal(u.calls, 1);
    wgpuDeviceDestroy(g.device); /* a lost device is silent */
    wgpuBufferRelease(buffer_open(&g, "late", WGPUBufferUsage_None, 4));
    assert_int_equal(u.calls, 1);
    wgpuBufferRelease(b);
    gpu_close(&g);
}

/* What is not supported says so, and its objects can be used without harm. */
static void unsupported(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    gpu_watch(&g);
    WGPUTextureDescriptor texture = WGPU_TEXTURE_DESCRIPTOR_INIT;
    texture.size = (WGPUExtent3D){4, 5, 1};
    texture.usage = WGPUTextureUsage_TextureBinding;
    texture.format = WGPUTextureFormat_BC1RGBAUnorm;
    WGPUTexture t = wgpuDeviceCreateTexture(g.device, &texture);
    gpu_expect_invalid(&g, "format 50", NULL);
    assert_int_equal(wgpuTextureGetHeight(t), 5);
    gpu_watch(&g);
    WGPUTextureView view = wgpuTextureCreateView(t, NULL);
    gpu_expect_invalid(&g, "unlabelled texture is invalid", NULL);
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g.device, NULL);
    WGPURenderPassDescriptor pass_desc = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(e, &pass_desc);
    wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
    wgpuRenderPassEncoderEnd(pass);
    gpu_watch(&g);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    gpu_expect_invalid(&g, "rendering is not supported", NULL);
    gpu_watch(&g);
    WGPURenderPipelineDescriptor pd = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    WGPURenderPipeline p = wgpuDeviceCreateRenderPipeline(g.device, &pd);
    gpu_expect_invalid(&g, "createRenderPipeline", NULL);
    gpu_watch(&g);
    WGPUBindGroupLayout layout = wgpuRenderPipelineGetBindGroupLayout(p, 0);
    gpu_expect_invalid(&g, "getBindGroupLayout", NULL);
    wgpuBindGroupLayoutRelease(layout);
    wgpuRenderPipelineRelease(p);
    wgpuCommandBufferRelease(c);
    wgpuRenderPassEncoderRelease(pass);
    wgpuCommandEncoderRelease(e);
    wgpuTextureViewRelease(view);
    wgpuTextureRelease(t);
    gpu_close(&g);
}

static void procs(void **state) {
    (void)state;
    assert_ptr_equal(wgpuGetProcAddress(sv("wgpuQueueSubmit")), (WGPUProc)wgpuQueueSubmit);
    assert_ptr_equal(wgpuGetProcAddress(sv("wgpuAdapterAddRef")), (WGPUProc)wgpuAdapterAddRef);
    assert_null(wgpuGetProcAddress(sv("wgpuQueueSubmi")));
    assert_null(wgpuGetProcAddress(sv("wgpuQueueSubmitt")));
    assert_null(wgpuGetProcAddress((WGPUStringView){NULL, 0}));
}

static void hardware(void **state) {
    (void)state;
    LwHardware list[32];
    size_t count = lw_hardware_list(list, 32);
    assert_true(count >= 2 && count <= 32);
    LwHardware h;
    const char *why = NULL;
    assert_true(lw_hardware_find(sv("nvidia"), &h, &why));
    assert_int_equal(h.banks, 32);
    assert_false(lw_hardware_find(sv("abacus"), &h, &why));
    assert_non_null(why);
    uint32_t mask = UINT32_MAX, address[32];
    for (uint32_t i = 0; i < 32; i++)
        address[i] = i * 8; /* every second bank, twice */
    LwBankAccess a = {0, 4, 32, &mask, address};
    LwBankCost cost;
    assert_true(lw_bank_cost(sv(""), &a, &cost, &why));
    assert_int_equal(cost.wavefronts, 2);
    assert_int_equal(cost.ideal, 1);
    assert_int_equal(cost.sectors, 8);
    a.width = 3;
    assert_false(lw_bank_cost(sv(""), &a, &cost, &why));
    assert_non_null(strstr(why, "width"));
}

static void keep_type(WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message,
                      void *to, void *unused) {
    (void)status, (void)message, (void)unused;
    *(WGPUErrorType *)to = type;
}

/* What Dawn has beyond the standard and its programs cannot be linked without. */
static void functions_of_dawn(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUInstance (*instance_of)(WGPUAdapter) =
        (WGPUInstance(*)(WGPUAdapter))wgpuGetProcAddress(sv("wgpuAdapterGetInstance"));
    WGPUAdapter (*adapter_of)(WGPUDevice) =
        (WGPUAdapter(*)(WGPUDevice))wgpuGetProcAddress(sv("wgpuDeviceGetAdapter"));
    void (*tick)(WGPUDevice) = (void (*)(WGPUDevice))wgpuGetProcAddress(sv("wgpuDeviceTick"));
    assert_true(instance_of && adapter_of && tick);
    assert_true(instance_of(g.adapter) == g.instance);
    wgpuInstanceRelease(g.instance); /* both are the caller's own */
    assert_true(adapter_of(g.device) == g.adapter);
    wgpuAdapterRelease(g.adapter);
    assert_null(instance_of(NULL));
    assert_null(adapter_of(NULL));
    tick(NULL);
    WGPUErrorType type = WGPUErrorType_Unknown;
    wgpuDevicePushErrorScope(g.device, WGPUErrorFilter_Validation);
    WGPUPopErrorScopeCallbackInfo info = {
        .mode = WGPUCallbackMode_AllowProcessEvents, .callback = keep_type, .userdata1 = &type};
    wgpuDevicePopErrorScope(g.device, info);
    assert_int_equal(type, WGPUErrorType_Unknown);
    tick(g.device);
    assert_int_equal(type, WGPUErrorType_NoError);
    gpu_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(information), cmocka_unit_test(features),
        cmocka_unit_test(limits),      cmocka_unit_test(limits_refused),
        cmocka_unit_test(options),     cmocka_unit_test(scopes_nest),
        cmocka_unit_test(empty_stack), cmocka_unit_test(uncaptured),
        cmocka_unit_test(unsupported), cmocka_unit_test(procs),
        cmocka_unit_test(hardware),    cmocka_unit_test(functions_of_dawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
