/* What the tests of the public interface share. All goes through webgpu.h and lanewise.h. */
#ifndef LW_TESTS_API_SUPPORT_H
#define LW_TESTS_API_SUPPORT_H

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */
#include <string.h>

#include "lanewise/lanewise.h"

typedef struct Gpu {
    WGPUInstance instance;
    WGPUAdapter adapter;
    WGPUDevice device;
    WGPUQueue queue;
} Gpu;

static inline WGPUStringView sv(const char *c) {
    return (WGPUStringView){c, WGPU_STRLEN};
}

/* A device with what the descriptor (may be NULL) asks for, under an instance with timed waits. */
Gpu gpu_open(const WGPUDeviceDescriptor *desc);
void gpu_close(Gpu *g);
WGPUAdapter adapter_open(WGPUInstance instance);
/* NULL when it was refused; `message` (may be NULL) then says why. */
WGPUDevice device_open(WGPUInstance instance, WGPUAdapter adapter, const WGPUDeviceDescriptor *desc,
                       char *message, size_t room);

/* The error since gpu_watch: its type, with its message in a static buffer. */
void gpu_watch(const Gpu *g);
WGPUErrorType gpu_caught(const Gpu *g, const char **message);
/* Fails unless a validation error was caught whose message has all of the words, up to NULL. */
void gpu_expect_invalid(const Gpu *g, const char *word, ...);
void gpu_expect_fine(const Gpu *g);

WGPUBuffer buffer_open(const Gpu *g, const char *label, WGPUBufferUsage usage, uint64_t size);
WGPUMapAsyncStatus buffer_map(const Gpu *g, WGPUBuffer b, WGPUMapMode mode);
/* Copies a CopySrc buffer's contents out, through a staging buffer. */
void buffer_read(const Gpu *g, WGPUBuffer b, void *data, uint64_t size);

WGPUShaderModule module_open(const Gpu *g, const char *label, const char *text);
/* A pipeline with an automatic layout of the only entry point. */
WGPUComputePipeline pipeline_open(const Gpu *g, const char *label, const char *text);
/* A bind group of whole buffers at bindings 0, 1, ... of a pipeline's group 0. */
WGPUBindGroup group_open(const Gpu *g, WGPUComputePipeline p, size_t count,
                         const WGPUBuffer *buffer);
/* Encodes and submits one dispatch. */
void dispatch(const Gpu *g, WGPUComputePipeline p, WGPUBindGroup group, uint32_t x, uint32_t y,
              uint32_t z);

#endif
