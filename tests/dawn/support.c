#define _GNU_SOURCE
#include "support.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>

Gpu gpu;

/* ---- opening ---- */

void wait_until(const bool *flag) {
    while (!*flag)
        wgpuInstanceProcessEvents(gpu.instance);
}

typedef struct Opening {
    bool done;
    WGPUAdapter adapter;
    WGPUDevice device;
} Opening;

static void on_adapter(WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message,
                       void *to, void *unused) {
    (void)status, (void)unused;
    Opening *o = to;
    o->adapter = adapter;
    o->done = true;
    if (!adapter)
        fprintf(stderr, "no adapter: %.*s\n", (int)message.length, message.data);
}

static void on_device(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message,
                      void *to, void *unused) {
    (void)status, (void)unused;
    Opening *o = to;
    o->device = device;
    o->done = true;
    if (!device)
        fprintf(stderr, "no device: %.*s\n", (int)message.length, message.data);
}

static WGPUAdapter open_adapter(WGPUBackendType backend) {
    Opening o = {0};
    WGPURequestAdapterOptions options = {.featureLevel = WGPUFeatureLevel_Core,
                                         .backendType = backend};
    WGPURequestAdapterCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents, on_adapter,
                                           &o, NULL};
    wgpuInstanceRequestAdapter(gpu.instance, &options, info);
    wait_until(&o.done);
    return o.adapter;
}

static WGPUDevice request_device(WGPUAdapter adapter, const WGPUDeviceDescriptor *desc) {
    Opening o = {0};
    WGPURequestDeviceCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents, on_device, &o,
                                          NULL};
    wgpuAdapterRequestDevice(adapter, desc, info);
    wait_until(&o.done);
    return o.device;
}

static WGPUDevice open_on(WGPUBackendType backend, const WGPUDeviceDescriptor *desc) {
    WGPUAdapter adapter = open_adapter(backend);
    WGPUDevice device = adapter ? request_device(adapter, desc) : NULL;
    if (adapter)
        wgpuAdapterRelease(adapter);
    return device;
}

WGPUDevice open_device(const WGPUDeviceDescriptor *desc) {
    return open_on(WGPUBackendType_Undefined, desc);
}

WGPUDevice open_null_device(const WGPUDeviceDescriptor *desc) {
    return open_on(WGPUBackendType_Null, desc);
}

WGPUFeatureName feature_number(WGPUFeatureName f) {
    if (!dlsym(RTLD_DEFAULT, "wgpuGetInstanceCapabilities"))
        return f;
    switch (f) {
    case WGPUFeatureName_CoreFeaturesAndLimits: return (WGPUFeatureName)18;
    case WGPUFeatureName_TimestampQuery: return (WGPUFeatureName)3;
    case WGPUFeatureName_Subgroups: return (WGPUFeatureName)17;
    default: return f;
    }
}

WGPUTextureFormat format_number(WGPUTextureFormat f) {
    if (!dlsym(RTLD_DEFAULT, "wgpuGetInstanceCapabilities"))
        return f;
    switch (f) {
    case WGPUTextureFormat_RGBA8Unorm: return (WGPUTextureFormat)18;
    case WGPUTextureFormat_RGBA8Uint: return (WGPUTextureFormat)21;
    case WGPUTextureFormat_Depth16Unorm: return (WGPUTextureFormat)39;
    default: return f;
    }
}

/* ---- cases ---- */

static const char *error_name(WGPUErrorType t) {
    return t == WGPUErrorType_NoError       ? "no error"
           : t == WGPUErrorType_Validation  ? "validation error"
           : t == WGPUErrorType_OutOfMemory ? "out of memory"
           : t == WGPUErrorType_Internal    ? "internal error"
                                            : "unknown error";
}

/* What a case says besides its errors. */
static char notes[4096];

const char *name_of(const char *format, ...) {
    static char name[256];
    va_list ap;
    va_start(ap, format);
    vsnprintf(name, sizeof name, format, ap);
    va_end(ap);
    return name;
}

void note(const char *format, ...) {
    size_t n = strlen(notes);
    va_list ap;
    va_start(ap, format);
    notes[n] = ' ';
    vsnprintf(notes + n + 1, sizeof notes - n - 1, format, ap);
    va_end(ap);
}

static const WGPUErrorFilter filters[] = {WGPUErrorFilter_Internal, WGPUErrorFilter_OutOfMemory,
                                          WGPUErrorFilter_Validation};
enum { FILTERS = sizeof filters / sizeof filters[0] };

typedef struct Popped {
    bool done;
    WGPUErrorType type;
} Popped;

static void on_pop(WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message,
                   void *to, void *unused) {
    (void)unused;
    Popped *p = to;
    p->done = true;
    p->type = status == WGPUPopErrorScopeStatus_Success ? type : WGPUErrorType_Unknown;
    if (getenv("MESSAGES") && message.length)
        fprintf(stderr, "    %.*s\n", (int)message.length, message.data);
}

static WGPUErrorType pop(void) {
    Popped p = {0};
    WGPUPopErrorScopeCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents, on_pop, &p,
                                          NULL};
    wgpuDevicePopErrorScope(gpu.device, info);
    wait_until(&p.done);
    return p.type;
}

void bare_begin(const char *name) {
    notes[0] = 0;
    printf("%s:", name);
    fflush(stdout);
}

void bare_end(void) {
    printf("%s\n", notes);
    fflush(stdout);
}

void case_begin(const char *name) {
    bare_begin(name);
    for (int i = 0; i < FILTERS; i++)
        wgpuDevicePushErrorScope(gpu.device, filters[i]);
}

bool case_end(void) {
    bool any = false;
    for (int i = FILTERS; i-- > 0;) {
        WGPUErrorType t = pop();
        if (t == WGPUErrorType_NoError)
            continue;
        printf("%s %s", any ? "," : "", error_name(t));
        any = true;
    }
    fputs(any ? "" : " no error", stdout);
    bare_end();
    return false;
}

static void on_uncaptured(WGPUDevice const *device, WGPUErrorType type, WGPUStringView message,
                          void *unused1, void *unused2) {
    (void)device, (void)message, (void)unused1, (void)unused2;
    note("[uncaptured %s]", error_name(type));
    if (getenv("MESSAGES"))
        fprintf(stderr, "    uncaptured: %.*s\n", (int)message.length, message.data);
}

int main(void) {
    gpu.instance = wgpuCreateInstance(NULL);
    if (!gpu.instance)
        return 77;
    gpu.adapter = open_adapter(WGPUBackendType_Undefined);
    if (!gpu.adapter)
        return 77;
    WGPUDeviceDescriptor desc = {.uncapturedErrorCallbackInfo = {.callback = on_uncaptured}};
    gpu.device = request_device(gpu.adapter, &desc);
    if (!gpu.device)
        return 77;
    gpu.queue = wgpuDeviceGetQueue(gpu.device);
    run_cases();
    wgpuQueueRelease(gpu.queue);
    wgpuDeviceRelease(gpu.device);
    wgpuAdapterRelease(gpu.adapter);
    wgpuInstanceRelease(gpu.instance);
    puts("end");
    return 0;
}

/* ---- objects ---- */

WGPUBuffer make_buffer(WGPUBufferUsage usage, uint64_t size) {
    WGPUBufferDescriptor desc = {.usage = usage, .size = size};
    return wgpuDeviceCreateBuffer(gpu.device, &desc);
}

WGPUBuffer make_broken_buffer(void) {
    wgpuDevicePushErrorScope(gpu.device, WGPUErrorFilter_Validation);
    WGPUBuffer b = make_buffer(U_MAP_READ | U_STORAGE, 64);
    pop();
    return b;
}

WGPUShaderModule make_module(const char *text) {
    WGPUShaderSourceWGSL source = {{NULL, WGPUSType_ShaderSourceWGSL}, sv(text)};
    WGPUShaderModuleDescriptor desc = {.nextInChain = &source.chain};
    return wgpuDeviceCreateShaderModule(gpu.device, &desc);
}

WGPUComputePipeline make_pipeline(const char *text, const char *entry) {
    WGPUShaderModule module = make_module(text);
    WGPUComputePipelineDescriptor desc = {.compute = {.module = module, .entryPoint = sv(entry)}};
    WGPUComputePipeline p = wgpuDeviceCreateComputePipeline(gpu.device, &desc);
    wgpuShaderModuleRelease(module);
    return p;
}

WGPUBindGroupLayoutEntry buffer_entry(uint32_t binding, WGPUBufferBindingType type) {
    return (WGPUBindGroupLayoutEntry){
        .binding = binding, .visibility = WGPUShaderStage_Compute, .buffer = {.type = type}};
}

WGPUBindGroupLayout make_layout(size_t count, const WGPUBindGroupLayoutEntry *entry) {
    WGPUBindGroupLayoutDescriptor desc = {.entryCount = count, .entries = entry};
    return wgpuDeviceCreateBindGroupLayout(gpu.device, &desc);
}

WGPUPipelineLayout make_pipeline_layout(size_t count, const WGPUBindGroupLayout *group) {
    WGPUPipelineLayoutDescriptor desc = {.bindGroupLayoutCount = count, .bindGroupLayouts = group};
    return wgpuDeviceCreatePipelineLayout(gpu.device, &desc);
}

WGPUBindGroup make_group(WGPUBindGroupLayout layout, size_t count,
                         const WGPUBindGroupEntry *entry) {
    WGPUBindGroupDescriptor desc = {.layout = layout, .entryCount = count, .entries = entry};
    return wgpuDeviceCreateBindGroup(gpu.device, &desc);
}

WGPUBindGroup make_group_of(WGPUBindGroupLayout layout, WGPUBuffer buffer) {
    WGPUBindGroupEntry entry = {.buffer = buffer, .size = WGPU_WHOLE_SIZE};
    return make_group(layout, 1, &entry);
}

WGPUCommandEncoder make_encoder(void) {
    return wgpuDeviceCreateCommandEncoder(gpu.device, NULL);
}

WGPUComputePassEncoder begin_pass(WGPUCommandEncoder e) {
    return wgpuCommandEncoderBeginComputePass(e, NULL);
}

void submit(WGPUCommandEncoder e) {
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    wgpuQueueSubmit(gpu.queue, 1, &c);
    wgpuCommandBufferRelease(c);
    wgpuCommandEncoderRelease(e);
}

/* ---- contents ---- */

typedef struct Mapped {
    bool done;
    WGPUMapAsyncStatus status;
} Mapped;

static void on_map(WGPUMapAsyncStatus status, WGPUStringView message, void *to, void *unused) {
    (void)message, (void)unused;
    *(Mapped *)to = (Mapped){true, status};
}

const char *map_status_name(WGPUMapAsyncStatus s) {
    return s == WGPUMapAsyncStatus_Success             ? "mapped"
           : s == WGPUMapAsyncStatus_Error             ? "map-error"
           : s == WGPUMapAsyncStatus_Aborted           ? "map-aborted"
           : s == WGPUMapAsyncStatus_CallbackCancelled ? "map-cancelled"
                                                       : "map-unknown";
}

static WGPUMapAsyncStatus map_quietly(WGPUBuffer b, WGPUMapMode mode, size_t offset, size_t size) {
    Mapped m = {0};
    WGPUBufferMapCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents, on_map, &m, NULL};
    wgpuBufferMapAsync(b, mode, offset, size, info);
    wait_until(&m.done);
    return m.status;
}

WGPUMapAsyncStatus map(WGPUBuffer b, WGPUMapMode mode, size_t offset, size_t size) {
    WGPUMapAsyncStatus s = map_quietly(b, mode, offset, size);
    note("%s", map_status_name(s));
    return s;
}

bool read_words(WGPUBuffer b, uint64_t offset, uint32_t *words, size_t count) {
    WGPUBuffer staging = make_buffer(U_MAP_READ | U_COPY_DST, count * 4);
    WGPUCommandEncoder e = make_encoder();
    wgpuCommandEncoderCopyBufferToBuffer(e, b, offset, staging, 0, count * 4);
    submit(e);
    bool ok = map_quietly(staging, WGPUMapMode_Read, 0, count * 4) == WGPUMapAsyncStatus_Success;
    const void *from = ok ? wgpuBufferGetConstMappedRange(staging, 0, count * 4) : NULL;
    if (from)
        memcpy(words, from, count * 4);
    wgpuBufferRelease(staging);
    return from != NULL;
}

void note_words(WGPUBuffer b, uint64_t offset, size_t count) {
    uint32_t words[64];
    if (count > 64 || !read_words(b, offset, words, count)) {
        note("unreadable");
        return;
    }
    for (size_t i = 0; i < count; i++)
        note("%u", words[i]);
}
