/* Programs that print what a WebGPU library does with right and wrong calls. They know webgpu.h
 * only, are built once, and must print the same on Dawn and on Lanewise.
 *
 * A case is a block of calls; its line is its name and the errors that the scopes around it caught:
 *     CASE("buffer of no usage") make_buffer(0, 16);
 *     -> "buffer of no usage: validation error" */
#ifndef LW_TESTS_DAWN_SUPPORT_H
#define LW_TESTS_DAWN_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "webgpu/webgpu.h"

typedef struct Gpu {
    WGPUInstance instance;
    WGPUAdapter adapter;
    WGPUDevice device;
    WGPUQueue queue;
} Gpu;

/* The device that cases run on; opened by main (support.c), which then calls run_cases. */
extern Gpu gpu;
void run_cases(void);

/* A device of its own, of a new adapter; NULL when it is refused. */
WGPUDevice open_device(const WGPUDeviceDescriptor *desc);
/* One that need not run anything. */
WGPUDevice open_null_device(const WGPUDeviceDescriptor *desc);
/* The library's number of a feature: Dawn's of 2025 are others. */
WGPUFeatureName feature_number(WGPUFeatureName f);
/* The same for a texture's format. */
WGPUTextureFormat format_number(WGPUTextureFormat f);
/* Processes events until *flag. */
void wait_until(const bool *flag);

void case_begin(const char *name);
bool case_end(void);
#define CASE(...)                                                                                  \
    for (bool case_open_ = (case_begin(name_of(__VA_ARGS__)), true); case_open_;                   \
         case_open_ = case_end())
/* The same without scopes. */
void bare_begin(const char *name);
void bare_end(void);
/* Formats a case's name into a static buffer. */
const char *name_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A word on the line of the open case. */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

static inline WGPUStringView sv(const char *c) {
    return (WGPUStringView){c, WGPU_STRLEN};
}

/* ---- objects ---- */

#define U_MAP_READ  WGPUBufferUsage_MapRead
#define U_MAP_WRITE WGPUBufferUsage_MapWrite
#define U_COPY_SRC  WGPUBufferUsage_CopySrc
#define U_COPY_DST  WGPUBufferUsage_CopyDst
#define U_INDEX     WGPUBufferUsage_Index
#define U_VERTEX    WGPUBufferUsage_Vertex
#define U_UNIFORM   WGPUBufferUsage_Uniform
#define U_STORAGE   WGPUBufferUsage_Storage
#define U_INDIRECT  WGPUBufferUsage_Indirect
#define U_RESOLVE   WGPUBufferUsage_QueryResolve
#define U_DATA      (U_STORAGE | U_COPY_SRC | U_COPY_DST)

WGPUBuffer make_buffer(WGPUBufferUsage usage, uint64_t size);
/* One that broke a rule; the error is swallowed. */
WGPUBuffer make_broken_buffer(void);
WGPUShaderModule make_module(const char *text);
/* An automatic layout; `entry` may be NULL. */
WGPUComputePipeline make_pipeline(const char *text, const char *entry);
WGPUBindGroupLayoutEntry buffer_entry(uint32_t binding, WGPUBufferBindingType type);
WGPUBindGroupLayout make_layout(size_t count, const WGPUBindGroupLayoutEntry *entry);
WGPUPipelineLayout make_pipeline_layout(size_t count, const WGPUBindGroupLayout *group);
WGPUBindGroup make_group(WGPUBindGroupLayout layout, size_t count, const WGPUBindGroupEntry *entry);
/* A group of one whole buffer at binding 0. */
WGPUBindGroup make_group_of(WGPUBindGroupLayout layout, WGPUBuffer buffer);

WGPUCommandEncoder make_encoder(void);
WGPUComputePassEncoder begin_pass(WGPUCommandEncoder e);
/* Finishes and submits. */
void submit(WGPUCommandEncoder e);

/* Copies u32 values out of a CopySrc buffer. False when it cannot be mapped. */
bool read_words(WGPUBuffer b, uint64_t offset, uint32_t *words, size_t count);
/* Notes them. */
void note_words(WGPUBuffer b, uint64_t offset, size_t count);
const char *map_status_name(WGPUMapAsyncStatus s);
/* Maps, waits and notes how it went. */
WGPUMapAsyncStatus map(WGPUBuffer b, WGPUMapMode mode, size_t offset, size_t size);

#endif
