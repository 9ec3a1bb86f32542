/* A program of somebody who knows nothing of Lanewise: webgpu.h only, against whichever library it
 * is run with.
 *     program [dispatches] [END]...   END: exit N, quick, abort, kill, segv, wait, leave (from
 * main) Its shader lets every invocation add to one word without an atomic: a race on line 4. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "webgpu/webgpu.h"

#ifdef LOAD_LIBRARY
#include <dlfcn.h>
#endif

static const char shader[] = "@group(0) @binding(0) var<storage, read_write> sum: array<u32>;\n"
                             "@compute @workgroup_size(64)\n"
                             "fn add(@builtin(local_invocation_index) i: u32) {\n"
                             "  sum[0] += i;\n"
                             "}\n";

static WGPUStringView text(const char *c) {
    return (WGPUStringView){c, WGPU_STRLEN};
}

static void on_adapter(WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message,
                       void *to, void *unused) {
    (void)status, (void)message, (void)unused;
    *(WGPUAdapter *)to = adapter;
}

static void on_device(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message,
                      void *to, void *unused) {
    (void)status, (void)message, (void)unused;
    *(WGPUDevice *)to = device;
}

static WGPUDevice open_device(WGPUInstance instance) {
    WGPUAdapter adapter = NULL;
    WGPUDevice device = NULL;
    WGPURequestAdapterCallbackInfo a = {NULL, WGPUCallbackMode_AllowProcessEvents, on_adapter,
                                        &adapter, NULL};
    wgpuInstanceRequestAdapter(instance, NULL, a);
    while (!adapter)
        wgpuInstanceProcessEvents(instance);
    WGPURequestDeviceCallbackInfo d = {NULL, WGPUCallbackMode_AllowProcessEvents, on_device,
                                       &device, NULL};
    WGPUDeviceDescriptor descriptor = {.label = text("the device")};
    wgpuAdapterRequestDevice(adapter, &descriptor, d);
    while (!device)
        wgpuInstanceProcessEvents(instance);
    return device;
}

static WGPUComputePipeline open_pipeline(WGPUDevice device) {
    WGPUShaderSourceWGSL source = {{NULL, WGPUSType_ShaderSourceWGSL}, text(shader)};
    WGPUShaderModuleDescriptor module = {&source.chain, text("sum.wgsl")};
    WGPUComputePipelineDescriptor pipeline = {
        .label = text("summing"),
        .compute = {.module = wgpuDeviceCreateShaderModule(device, &module),
                    .entryPoint = text(NULL)}};
    return wgpuDeviceCreateComputePipeline(device, &pipeline);
}

static void dispatch(WGPUDevice device, WGPUComputePipeline pipeline, WGPUBindGroup group) {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, NULL);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, NULL);
    wgpuComputePassEncoderSetPipeline(pass, pipeline);
    wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, NULL);
    wgpuComputePassEncoderDispatchWorkgroups(pass, 2, 1, 1);
    wgpuComputePassEncoderEnd(pass);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuQueueSubmit(wgpuDeviceGetQueue(device), 1, &commands);
}

static void end(char **how) {
    if (!*how)
        exit(0);
    if (!strcmp(*how, "exit"))
        exit(how[1] ? atoi(how[1]) : 0);
    if (!strcmp(*how, "quick"))
        _exit(0);
    if (!strcmp(*how, "abort"))
        abort();
    while (!strcmp(*how, "wait"))
        pause();
    raise(!strcmp(*how, "kill") ? SIGKILL : SIGSEGV);
}

int main(int argc, char **argv) {
#ifdef LOAD_LIBRARY
    void *library = dlopen("libwgpu_native.so", RTLD_NOW);
    if (!library || !dlsym(library, "wgpuCreateInstance")) {
        fprintf(stderr, "no WebGPU library\n");
        return 98;
    }
#endif
    int dispatches = argc > 1 ? atoi(argv[1]) : 1;
    WGPUInstance instance = wgpuCreateInstance(NULL);
    if (!instance || dispatches < 0)
        return 97;
    WGPUDevice device = open_device(instance);
    WGPUComputePipeline pipeline = open_pipeline(device);
    WGPUBufferDescriptor buffer = {.usage = WGPUBufferUsage_Storage, .size = 256};
    WGPUBindGroupEntry entry = {.buffer = wgpuDeviceCreateBuffer(device, &buffer), .size = 256};
    WGPUBindGroupDescriptor group = {.layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0),
                                     .entryCount = 1,
                                     .entries = &entry};
    WGPUBindGroup bound = wgpuDeviceCreateBindGroup(device, &group);
    for (int i = 0; i < dispatches; i++)
        dispatch(device, pipeline, bound);
    puts("the program's own output");
    fflush(stdout);
    if (argc > 2 && !strcmp(argv[2], "leave"))
        return 0;
    end(argv + (argc > 2 ? 2 : argc));
}
