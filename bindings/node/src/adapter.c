/* Instance, adapters, devices, error scopes, the queue's end of work. */
#include <stdlib.h>

#include "addon.h"

/* ---- limits and features ---- */

/* Not maxImmediateSize: there are no immediates, and programs ask for the limit to find out. */
#define FOR_EACH_LIMIT(X)                                                                          \
    X(maxTextureDimension1D)                                                                       \
    X(maxTextureDimension2D)                                                                       \
    X(maxTextureDimension3D)                                                                       \
    X(maxTextureArrayLayers)                                                                       \
    X(maxBindGroups) X(maxBindGroupsPlusVertexBuffers) X(maxBindingsPerBindGroup)                  \
        X(maxDynamicUniformBuffersPerPipelineLayout) X(maxDynamicStorageBuffersPerPipelineLayout)  \
            X(maxSampledTexturesPerShaderStage) X(maxSamplersPerShaderStage)                       \
                X(maxStorageBuffersPerShaderStage) X(maxStorageTexturesPerShaderStage)             \
                    X(maxUniformBuffersPerShaderStage) X(maxUniformBufferBindingSize)              \
                        X(maxStorageBufferBindingSize) X(minUniformBufferOffsetAlignment)          \
                            X(minStorageBufferOffsetAlignment) X(maxVertexBuffers)                 \
                                X(maxBufferSize) X(maxVertexAttributes)                            \
                                    X(maxVertexBufferArrayStride) X(maxInterStageShaderVariables)  \
                                        X(maxColorAttachments) X(maxColorAttachmentBytesPerSample) \
                                            X(maxComputeWorkgroupStorageSize)                      \
                                                X(maxComputeInvocationsPerWorkgroup)               \
                                                    X(maxComputeWorkgroupSizeX)                    \
                                                        X(maxComputeWorkgroupSizeY)                \
                                                            X(maxComputeWorkgroupSizeZ) X(         \
                                                                maxComputeWorkgroupsPerDimension)

static napi_value limit_names(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value array = NULL;
    uint32_t n = 0;
    napi_create_array(env, &array);
#define X(name)                                                                                    \
    napi_set_element(env, array, n++, make_string(env, (WGPUStringView){#name, WGPU_STRLEN}));
    FOR_EACH_LIMIT(X)
#undef X
    return call_end(&c, array);
}

static napi_value make_limits(napi_env env, const WGPULimits *limits) {
    napi_value o = NULL;
    napi_create_object(env, &o);
#define X(name) put(env, o, #name, make_number(env, (double)limits->name));
    FOR_EACH_LIMIT(X)
#undef X
    return o;
}

/* A limit that does not fit its type is no better than the largest, which no device has: all ones
 * would mean that it is not asked for. */
static uint64_t limit(const Call *c, napi_value v, size_t size) {
    uint64_t value = number64(c, v);
    return size == 8 || value < UINT32_MAX ? value : UINT32_MAX - 1;
}

static void read_limits(const Call *c, napi_value from, WGPULimits *limits) {
    napi_value v;
#define X(name)                                                                                    \
    if (!is_absent(c, v = member(c, from, #name)))                                                 \
        limits->name = limit(c, v, sizeof limits->name);
    FOR_EACH_LIMIT(X)
#undef X
}

static napi_value make_features(napi_env env, const WGPUSupportedFeatures *f) {
    napi_value array = NULL;
    napi_create_array_with_length(env, f->featureCount, &array);
    for (size_t i = 0; i < f->featureCount; i++)
        napi_set_element(env, array, (uint32_t)i, make_number(env, f->features[i]));
    return array;
}

static napi_value make_info(napi_env env, const WGPUAdapterInfo *about) {
    napi_value o = NULL;
    napi_create_object(env, &o);
    put(env, o, "vendor", make_string(env, about->vendor));
    put(env, o, "architecture", make_string(env, about->architecture));
    put(env, o, "device", make_string(env, about->device));
    put(env, o, "description", make_string(env, about->description));
    put(env, o, "subgroupMinSize", make_number(env, about->subgroupMinSize));
    put(env, o, "subgroupMaxSize", make_number(env, about->subgroupMaxSize));
    return o;
}

/* {limits, features, info} of an adapter or a device. */
static napi_value describe(napi_env env, const WGPULimits *limits, WGPUSupportedFeatures features,
                           WGPUAdapterInfo about) {
    napi_value o = NULL;
    napi_create_object(env, &o);
    put(env, o, "limits", make_limits(env, limits));
    put(env, o, "features", make_features(env, &features));
    put(env, o, "info", make_info(env, &about));
    wgpuSupportedFeaturesFreeMembers(features);
    wgpuAdapterInfoFreeMembers(about);
    return o;
}

/* ---- instance and adapter ---- */

static napi_value language_features(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUSupportedWGSLLanguageFeatures f = {0};
    wgpuInstanceGetWGSLLanguageFeatures(c.addon->instance, &f);
    napi_value array = NULL;
    napi_create_array_with_length(env, f.featureCount, &array);
    for (size_t i = 0; i < f.featureCount; i++)
        napi_set_element(env, array, (uint32_t)i, make_number(env, f.features[i]));
    wgpuSupportedWGSLLanguageFeaturesFreeMembers(f);
    return call_end(&c, array);
}

static void on_adapter(WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message,
                       void *promise, void *unused) {
    (void)unused;
    promise_resolve(
        promise,
        &(Answer){.status = status, .message = message, .class = CLASS_Adapter, .object = adapter});
}

static napi_value request_adapter(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value value = NULL;
    Promise *p = promise_new(&c, &value);
    if (p)
        wgpuInstanceRequestAdapter(
            c.addon->instance, NULL,
            (WGPURequestAdapterCallbackInfo){NULL, WGPUCallbackMode_AllowProcessEvents, on_adapter,
                                             p, NULL});
    return call_end(&c, value);
}

static napi_value adapter_info(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUAdapter adapter = HANDLE(&c, Adapter, c.arg[0]);
    WGPULimits limits = WGPU_LIMITS_INIT;
    WGPUSupportedFeatures features = {0};
    WGPUAdapterInfo about = {0};
    wgpuAdapterGetLimits(adapter, &limits);
    wgpuAdapterGetFeatures(adapter, &features);
    wgpuAdapterGetInfo(adapter, &about);
    return call_end(&c, describe(env, &limits, features, about));
}

/* ---- device ---- */

/* What the library calls back with for as long as a device lives: functions of JavaScript. Freed
 * when the device is lost, which is the last that is heard of it. */
struct Listener {
    Listener *next, *before; /* in the addon's list */
    napi_env env;
    Addon *addon;
    WGPUDevice device; /* NULL until it is there */
    napi_ref lost, error;
};

static void call_back(Listener *l, napi_ref to, uint32_t kind, WGPUStringView message) {
    napi_handle_scope scope;
    napi_value function = NULL, global = NULL;
    if (l->addon->closing || napi_open_handle_scope(l->env, &scope) != napi_ok)
        return;
    napi_value arg[] = {make_number(l->env, kind), make_string(l->env, message)};
    if (napi_get_reference_value(l->env, to, &function) == napi_ok && function &&
        napi_get_global(l->env, &global) == napi_ok)
        napi_call_function(l->env, global, function, 2, arg, NULL);
    napi_close_handle_scope(l->env, scope);
}

static void free_listener(Listener *l) {
    *(l->before ? &l->before->next : &l->addon->listeners) = l->next;
    if (l->next)
        l->next->before = l->before;
    if (!l->addon->gone) {
        napi_delete_reference(l->env, l->lost);
        napi_delete_reference(l->env, l->error);
    }
    free(l);
}

static void on_lost(WGPUDevice const *device, WGPUDeviceLostReason reason, WGPUStringView message,
                    void *listener, void *unused) {
    (void)device, (void)unused;
    Listener *l = listener;
    if (reason == WGPUDeviceLostReason_Destroyed || reason == WGPUDeviceLostReason_Unknown)
        call_back(l, l->lost, reason, message);
    free_listener(l);
}

static void on_error(WGPUDevice const *device, WGPUErrorType type, WGPUStringView message,
                     void *listener, void *unused) {
    (void)device, (void)unused;
    Listener *l = listener;
    call_back(l, l->error, type, message);
}

static Listener *new_listener(Call *c, napi_value lost, napi_value error) {
    Listener *l = malloc(sizeof *l);
    if (!l)
        return NULL;
    *l = (Listener){.next = c->addon->listeners, .env = c->env, .addon = c->addon};
    if (l->next)
        l->next->before = l;
    c->addon->listeners = l;
    napi_create_reference(c->env, lost, 1, &l->lost);
    napi_create_reference(c->env, error, 1, &l->error);
    return l;
}

static void on_device(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message,
                      void *promise, void *listener) {
    if (device)
        ((Listener *)listener)->device = device;
    promise_resolve(
        promise,
        &(Answer){.status = status, .message = message, .class = CLASS_Device, .object = device});
}

void devices_end(Addon *addon) {
    for (Listener *l = addon->listeners, *next; l; l = next) {
        next = l->next;
        if (l->device)
            wgpuDeviceDestroy(l->device);
    }
}

static LwDeviceOptions read_options(Call *c, napi_value from) {
    LwDeviceOptions o = LW_DEVICE_OPTIONS_INIT;
    o.asynchronous = true;
    o.wake = wake;
    o.wake_userdata = c->addon;
    if (is_absent(c, from))
        return o;
    napi_value schedule = member(c, from, "schedule");
    o.subgroup_size = number32(c, member(c, from, "subgroupSize"));
    o.threads = number32(c, member(c, from, "threads"));
    o.hardware = string(c, member(c, from, "hardware"));
    o.observe = number32(c, member(c, from, "observe"));
    o.schedule = (LwSchedule)number32(c, member(c, schedule, "schedule"));
    o.schedule_arg = number32(c, member(c, schedule, "argument"));
    o.step_budget = number64(c, member(c, from, "stepBudget"));
    o.memory_budget = number64(c, member(c, from, "memoryBudget"));
    o.allow_non_uniform = boolean(c, member(c, from, "allowNonUniform"));
    o.out_of_bounds = (LwOutOfBounds)number32(c, member(c, from, "outOfBounds"));
    return o;
}

/* (adapter, descriptor, on lost, on error) */
static napi_value request_device(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value from = c.arg[1], features = member(&c, from, "requiredFeatures"), value = NULL;
    uint32_t n = length_of(&c, features);
    WGPUFeatureName *feature = call_alloc(&c, n, sizeof *feature);
    for (uint32_t i = 0; feature && i < n; i++)
        feature[i] = (WGPUFeatureName)number32(&c, element(&c, features, i));
    WGPULimits limits = WGPU_LIMITS_INIT;
    read_limits(&c, member(&c, from, "requiredLimits"), &limits);
    LwDeviceOptions options = read_options(&c, member(&c, from, "lanewise"));
    WGPUDeviceDescriptor d = WGPU_DEVICE_DESCRIPTOR_INIT;
    d.nextInChain = &options.chain;
    d.label = string(&c, member(&c, from, "label"));
    d.requiredFeatureCount = n;
    d.requiredFeatures = feature;
    d.requiredLimits = &limits;
    d.defaultQueue.label = string(&c, member(&c, member(&c, from, "defaultQueue"), "label"));
    Promise *p = c.failed ? NULL : promise_new(&c, &value);
    Listener *l = p ? new_listener(&c, c.arg[2], c.arg[3]) : NULL;
    if (!l && p) {
        promise_resolve(p, &(Answer){.status = WGPURequestDeviceStatus_Error,
                                     .class = CLASS_Device,
                                     .message = {"requestDevice: out of memory", WGPU_STRLEN}});
    } else if (p) {
        d.deviceLostCallbackInfo =
            (WGPUDeviceLostCallbackInfo){NULL, WGPUCallbackMode_AllowSpontaneous, on_lost, l, NULL};
        d.uncapturedErrorCallbackInfo = (WGPUUncapturedErrorCallbackInfo){NULL, on_error, l, NULL};
        wgpuAdapterRequestDevice(HANDLE(&c, Adapter, c.arg[0]), &d,
                                 (WGPURequestDeviceCallbackInfo){
                                     NULL, WGPUCallbackMode_AllowProcessEvents, on_device, p, l});
    }
    return call_end(&c, value);
}

static napi_value device_info(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUDevice device = HANDLE(&c, Device, c.arg[0]);
    WGPULimits limits = WGPU_LIMITS_INIT;
    WGPUSupportedFeatures features = {0};
    WGPUAdapterInfo about = {0};
    wgpuDeviceGetLimits(device, &limits);
    wgpuDeviceGetFeatures(device, &features);
    wgpuDeviceGetAdapterInfo(device, &about);
    napi_value o = describe(env, &limits, features, about);
    put(env, o, "queue", WRAP(&c, Queue, wgpuDeviceGetQueue(device)));
    return call_end(&c, o);
}

static napi_value device_destroy(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    wgpuDeviceDestroy(HANDLE(&c, Device, c.arg[0]));
    return call_end(&c, NULL);
}

static napi_value push_error_scope(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    wgpuDevicePushErrorScope(HANDLE(&c, Device, c.arg[0]), (WGPUErrorFilter)number32(&c, c.arg[1]));
    return call_end(&c, NULL);
}

static void on_pop(WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message,
                   void *promise, void *unused) {
    (void)unused;
    promise_resolve(promise, &(Answer){.status = status, .type = type, .message = message});
}

static napi_value pop_error_scope(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value value = NULL;
    Promise *p = promise_new(&c, &value);
    if (p)
        wgpuDevicePopErrorScope(HANDLE(&c, Device, c.arg[0]),
                                (WGPUPopErrorScopeCallbackInfo){
                                    NULL, WGPUCallbackMode_AllowProcessEvents, on_pop, p, NULL});
    return call_end(&c, value);
}

static napi_value version(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    return call_end(&c, make_string(env, (WGPUStringView){lw_version(), WGPU_STRLEN}));
}

const Function adapter_functions[] = {
    {"version", version},
    {"limitNames", limit_names},
    {"languageFeatures", language_features},
    {"requestAdapter", request_adapter},
    {"adapterInfo", adapter_info},
    {"requestDevice", request_device},
    {"deviceInfo", device_info},
    {"deviceDestroy", device_destroy},
    {"pushErrorScope", push_error_scope},
    {"popErrorScope", pop_error_scope},
    {NULL, NULL},
};
