/* lanewise.h: what Lanewise adds to webgpu.h.
 *
 * A Lanewise device is a WebGPU device; everything in webgpu.h works as the standard says. Chain an
 * LwDeviceOptions to a WGPUDeviceDescriptor to choose the subgroup size, the hardware model, the
 * observers and the schedule; ask for the report of what the device has run with
 * lw_device_take_report. Functions here are not to be called with objects of another WebGPU
 * library.
 *
 * Strings that come out are WGPUStringView; their owner is said at each function.
 */
#ifndef LANEWISE_LANEWISE_H
#define LANEWISE_LANEWISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "webgpu/webgpu.h"

#if defined(_WIN32)
#define LW_API __declspec(dllexport)
#else
#define LW_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* "X.Y.Z"; a static string. */
LW_API const char *lw_version(void);

/* ---- device options ---- */

#define LW_STYPE_DEVICE_OPTIONS ((WGPUSType)0x4C570001)

typedef enum LwObserve {
    LW_OBSERVE_NONE = 0,
    LW_OBSERVE_COST = 1,  /* bank conflicts, sectors, divergence, atomics */
    LW_OBSERVE_CHECK = 2, /* races, accesses out of bounds and other faults */
    /* with LW_OBSERVE_CHECK, the rules of the same names too: */
    LW_OBSERVE_SHIFT_RANGE = 4,
    LW_OBSERVE_CONVERSION_RANGE = 8,
    LW_OBSERVE_F16_INDEX = 16,
    LW_OBSERVE_NON_FINITE = 32,
    LW_OBSERVE_UNUSED_INVOCATIONS = 64,
    LW_OBSERVE_PRINT = 1 << 16, /* comments of the form // lanewise-print("x is {}", x) */
    /* with LW_OBSERVE_COST: keeps what the first workgroup's accesses touch, for lw_report_html */
    LW_OBSERVE_RECORD = 1 << 17
} LwObserve;

typedef enum LwSchedule {
    LW_SCHEDULE_FAIR = 0,
    LW_SCHEDULE_ASCENDING,
    LW_SCHEDULE_DESCENDING,
    LW_SCHEDULE_OCCUPANCY, /* schedule_arg: workgroups resident, at most */
    LW_SCHEDULE_SEED       /* schedule_arg: the seed */
} LwSchedule;

/* What an access out of bounds does, after it has been reported. */
typedef enum LwOutOfBounds {
    LW_OUT_OF_BOUNDS_CLAMP = 0, /* uses the last element instead */
    LW_OUT_OF_BOUNDS_DROP,      /* stores nothing, reads zero */
    LW_OUT_OF_BOUNDS_TRAP       /* ends the dispatch: LW_RUN_OUT_OF_BOUNDS */
} LwOutOfBounds;

/* Whose prints are kept; all zeros: everybody's. */
typedef struct LwPrintFilter {
    bool one_workgroup;
    uint32_t workgroup[3];
    bool one_invocation;
    uint32_t invocation; /* local index */
} LwPrintFilter;

/* What is left 0 or empty comes from the environment, else it is the default:
 *     LANEWISE_SUBGROUP_SIZE, LANEWISE_THREADS     numbers
 *     LANEWISE_HARDWARE                            a model's name
 *     LANEWISE_SCHEDULE                            "fair", "descending", "seed 7", ...
 *     LANEWISE_OBSERVE                             "check", "cost", "check,shift-range", ...
 *     LANEWISE_OUT_OF_BOUNDS                       "clamp", "drop" or "trap"
 *     LANEWISE_STEP_BUDGET, LANEWISE_MEMORY_BUDGET numbers; memory in MiB
 *     LANEWISE_REPORT                              a folder: see below
 *     LANEWISE_CAPTURE, LANEWISE_CAPTURE_MOST      as lw_device_capture
 * A program that knows nothing of Lanewise is observed by the environment alone. Where
 * LANEWISE_REPORT is set, what the observers of LANEWISE_OBSERVE see is not for
 * lw_device_take_report: it goes to files in that folder, one a pipeline, written anew after each
 * submit that used it (docs/formats.md). Observers that the program asks for watch beside them, and
 * what those see is the program's.
 */
typedef struct LwDeviceOptions {
    WGPUChainedStruct chain; /* sType LW_STYPE_DEVICE_OPTIONS */
    uint32_t subgroup_size;  /* 4, 8, 16, 32, 64 or 128; 0: the hardware model's */
    uint32_t threads;        /* 0: one a processor core */
    WGPUStringView hardware; /* a model's name; empty: "nvidia" */
    uint32_t observe;        /* LwObserve bits */
    LwSchedule schedule;
    uint32_t schedule_arg;
    /* Loop turns and calls over all invocations, where a turn of fewer than 256 invocations counts
     * as 256; and 4 for each invocation of a workgroup, 1024 at least. 0: the default, 10^11. */
    uint64_t step_budget;
    uint64_t memory_budget; /* bytes of the engine's own and of buffers; 0: the default, 8 GiB */
    /* Called on the submitting thread during long dispatches; true stops the dispatch. It must not
     * use the device. */
    bool (*progress)(void *userdata, uint64_t workgroups_done, uint64_t workgroups);
    void *progress_userdata;
    LwOutOfBounds out_of_bounds;
    LwPrintFilter prints; /* with LW_OBSERVE_PRINT */
    /* Shader modules whose barriers or subgroup operations may not be reached by all invocations
     * are warned about, but run. A barrier then goes by for those that reach it; who does not is
     * reported by LW_OBSERVE_CHECK. */
    bool allow_non_uniform;
    /* A submit returns at once, and its commands run on a thread of the device's. What is asked for
     * after sees them done: maps, work-done, popped scopes and the like are complete when they are,
     * lw_ functions about what has run wait for them. All callbacks come in ProcessEvents and
     * WaitAny (or a function that waits), those of mode AllowSpontaneous and of uncaptured errors,
     * too; only `progress` comes on that thread. Releasing or destroying the device interrupts
     * them. Where LANEWISE_REPORT or LANEWISE_CAPTURE is set, commands run in their submit all the
     * same. */
    bool asynchronous;
    /* Called on that thread when there may be callbacks to be had from ProcessEvents; may be NULL.
     * It must not use the device. */
    void (*wake)(void *userdata);
    void *wake_userdata;
} LwDeviceOptions;

#define LW_DEVICE_OPTIONS_INIT                                                                     \
    {                                                                                              \
        {NULL, LW_STYPE_DEVICE_OPTIONS}, 0, 0, {NULL, 0}, 0, LW_SCHEDULE_FAIR, 0, 0, 0, NULL,      \
            NULL, LW_OUT_OF_BOUNDS_CLAMP, {false, {0, 0, 0}, false, 0}, false, false, NULL, NULL   \
    }

/* ---- what a shader needs ---- */

typedef struct LwEntryPoint {
    WGPUStringView name;
    bool is_compute;
} LwEntryPoint;

typedef struct LwOverride {
    WGPUStringView name;
    bool has_id, has_default;
    uint32_t id;
    WGPUStringView type; /* "u32" */
} LwOverride;

/* A part of the source's text, in bytes. */
typedef struct LwPlace {
    uint32_t offset, length; /* length 0: nowhere */
} LwPlace;

/* What an enable or requires directive names. */
typedef struct LwExtension {
    WGPUStringView name;
    bool is_language_feature; /* of a requires directive: there or not, no device is asked for it */
    LwPlace place;
} LwExtension;

typedef struct LwMember {
    WGPUStringView name, type;
    uint64_t offset, size; /* bytes; size after @size; of a runtime-sized array, one element */
    uint32_t align;
    uint64_t stride; /* bytes from element to element of an array, column to column of a matrix;
                        else 0 */
    LwPlace place;
} LwMember;

/* The memory layout of a struct that the host shares: one of a storage or uniform buffer. */
typedef struct LwStruct {
    WGPUStringView name;
    uint64_t size;
    uint32_t align;
    bool in_storage, in_uniform; /* of such a buffer */
    const LwMember *members;
    size_t member_count;
    LwPlace place; /* of its name */
} LwStruct;

typedef struct LwModuleInfo {
    const LwEntryPoint *entry_points;
    size_t entry_point_count;
    const LwOverride *overrides;
    size_t override_count;
    bool valid;
    const LwExtension *extensions;
    size_t extension_count;
    const LwStruct *structs; /* inner ones before those they are part of */
    size_t struct_count;
} LwModuleInfo;

/* Owned by the module. */
LW_API const LwModuleInfo *lw_shader_module_info(WGPUShaderModule module);

/* The module's errors and warnings as text with source lines and carets, empty when there are none.
 * Name the source with `name` ("kernel.wgsl"). Owned by the module until the next call. */
LW_API WGPUStringView lw_shader_module_diagnostics(WGPUShaderModule module, WGPUStringView name,
                                                   bool colour);

/* One diagnostic as data. */
typedef struct LwDiagnostic {
    int severity; /* 0 note, 1 info, 2 warning, 3 error */
    WGPUStringView code, message;
    uint32_t line, column, end_line, end_column; /* from 1 */
    uint32_t offset, length;                     /* bytes of the source */
    const struct LwDiagnostic *notes;
    size_t note_count;
} LwDiagnostic;
LW_API const LwDiagnostic *lw_shader_module_diagnostic_list(WGPUShaderModule module, size_t *count);

typedef struct LwBinding {
    uint32_t group, binding;
    WGPUStringView name, type;  /* "dst", "array<f32>" */
    WGPUBufferBindingType kind; /* uniform, storage, read-only storage; Undefined: no buffer but
                                   one of the last three members */
    uint64_t min_size;          /* bytes; of a runtime-sized array, with one element */
    uint64_t stride;            /* bytes an element of the runtime-sized array; 0: fixed size */
    WGPUStringView scalar;      /* "f32", "i32", "u32", "f16": what its elements are made of, empty
                                   when they are mixed */
    LwPlace place;              /* of its name in the declaration */
    /* What a layout entry for it has to say; its other two are BindingNotUsed, as are all for a
     * buffer. */
    WGPUSamplerBindingLayout sampler;
    WGPUTextureBindingLayout texture;
    WGPUStorageTextureBindingLayout storage_texture;
} LwBinding;

typedef struct LwPipelineInfo {
    WGPUStringView entry_point;
    uint32_t workgroup_size[3];
    uint32_t workgroup_bytes;
    const LwBinding *bindings; /* those the entry point uses, by group and binding */
    size_t binding_count;
    uint64_t compile_ns; /* from the checked module to the program, and */
    uint64_t parse_ns;   /* the module itself */
    LwPlace subgroups;   /* the first subgroup operation or value, and */
    LwPlace atomics;     /* the first operation that changes an atomic */
} LwPipelineInfo;

/* Owned by the pipeline. NULL for an invalid pipeline. */
LW_API const LwPipelineInfo *lw_compute_pipeline_info(WGPUComputePipeline pipeline);

/* Writes the WGSL expression for a byte of a binding, "dst[3].x", as snprintf does: returns its
 * length without the zero at the end, 0 when the pipeline has no such binding. */
LW_API size_t lw_compute_pipeline_address(WGPUComputePipeline pipeline, uint32_t group,
                                          uint32_t binding, uint64_t byte, char *text, size_t size);

/* What was wrong with the shader when the pipeline was made: overrides, what depends on their
 * values, what cannot run. As lw_shader_module_diagnostics; an invalid pipeline without any broke a
 * limit or its layout's rules. */
LW_API WGPUStringView lw_compute_pipeline_diagnostics(WGPUComputePipeline pipeline,
                                                      WGPUStringView name, bool colour);
LW_API const LwDiagnostic *lw_compute_pipeline_diagnostic_list(WGPUComputePipeline pipeline,
                                                               size_t *count);

/* ---- texels ---- */

typedef struct LwTextureFormat {
    WGPUTextureFormat format;
    WGPUStringView name;   /* "rgba8unorm"; a static string */
    WGPUStringView scalar; /* "f32", "i32", "u32": what shaders see of a channel */
    uint32_t channels;     /* of a texel, 1 to 4 */
    uint32_t texel_bytes;  /* of a format with depth and stencil, those of the depth */
    bool encodes;          /* lw_texels_encode knows it */
} LwTextureFormat;

/* By name, or where that is empty, by number; false when there is no such format (of compressed
 * ones Lanewise knows none). */
LW_API bool lw_texture_format(WGPUStringView name, WGPUTextureFormat number,
                              LwTextureFormat *format);
/* Between `count` texels as copies move them, one after the other, and their channels' values as
 * shaders see them: words of the format's scalar type, `channels` for each texel. False when the
 * format cannot be converted so. */
LW_API bool lw_texels_encode(WGPUTextureFormat format, const uint32_t *values, void *texels,
                             size_t count);
LW_API bool lw_texels_decode(WGPUTextureFormat format, const void *texels, uint32_t *values,
                             size_t count);

/* ---- reports ---- */

typedef struct LwReport LwReport;

/* What the device's observers have seen since the last call, by dispatch; NULL when nothing was
 * observed. The caller releases it with lw_report_free; it may outlive the device. */
LW_API LwReport *lw_device_take_report(WGPUDevice device);
LW_API void lw_report_free(LwReport *report);

/* Why the last dispatch on this device stopped early: a budget, an interrupt. Empty when it did
 * not. Owned by the device until the next submit. */
typedef enum LwRunStatus {
    LW_RUN_OK,
    LW_RUN_OUT_OF_MEMORY,
    LW_RUN_STEP_BUDGET,
    LW_RUN_MEMORY_BUDGET,
    LW_RUN_INTERRUPTED,
    LW_RUN_NO_PROGRESS,
    LW_RUN_OUT_OF_BOUNDS
} LwRunStatus;
LW_API LwRunStatus lw_device_run_status(WGPUDevice device, WGPUStringView *message);

/* Changes what the program's observers of a device watch, LwObserve bits, from the next submit on;
 * false when there is no such observer. Those of LANEWISE_REPORT (lanewise exec) are not the
 * program's to change. Pipelines made before are compiled again when that needs it, at their next
 * dispatch. Prints are read with the shader: LW_OBSERVE_PRINT stays as the device was made with.
 * What was seen until then stays for lw_device_take_report. */
LW_API bool lw_device_observe(WGPUDevice device, uint32_t observe);
/* What the program's observers watch: as it was asked for last, else as LANEWISE_OBSERVE says. */
LW_API uint32_t lw_device_observers(WGPUDevice device);

/* ---- capture ---- */

enum { LW_CAPTURE_MOST = 1000 };

/* From the next submit on, saves each dispatch as a .run file (docs/formats.md) with its shader and
 * its buffers as they were before it, in a folder that is made when it is not there (its parent
 * is). After `most` dispatches (0: LW_CAPTURE_MOST) it ends with a line on standard error. An empty
 * folder ends it at once. False, and why in `error` as snprintf writes it, when there can be no
 * such folder. */
LW_API bool lw_device_capture(WGPUDevice device, WGPUStringView folder, uint64_t most, char *error,
                              size_t error_size);
/* The paths of the .run files that the capture under way has saved; owned by the device until the
 * next submit or lw_device_capture. */
LW_API const WGPUStringView *lw_device_captured(WGPUDevice device, size_t *count);

/* ---- memory of mapped buffers ---- */

/* For languages with a garbage collector, which hand memory to programs and cannot tell when they
 * use it last: the memory of a buffer, counted by reference. It outlives the buffer, its device and
 * its instance. */
typedef struct LwMemory LwMemory;

/* The address, in *data, of a range of a buffer that is mapped for writing, by the rules of
 * wgpuBufferGetMappedRange, and a reference to its memory, which the caller releases; both NULL
 * when it is not mapped so. Others may write to it from now on: when the buffer is unmapped it
 * leaves the memory to them and goes on with a copy, unless it was returned. */
LW_API LwMemory *lw_buffer_lend(WGPUBuffer buffer, size_t offset, size_t size, void **data);
/* Nobody will write to what was lent of the buffer: it is unmapped without a copy. References stay
 * to be released. */
LW_API void lw_buffer_return(WGPUBuffer buffer);
/* From any thread, at any time. */
LW_API void lw_memory_release(LwMemory *memory);

typedef struct LwTextOptions {
    WGPUStringView name; /* of the shader, as shown */
    bool colour;
    uint32_t columns; /* of the terminal; 0: 100 */
} LwTextOptions;

/* The human report and the JSON object of docs/formats.md. Owned by the report. */
LW_API WGPUStringView lw_report_text(LwReport *report, const LwTextOptions *options);
LW_API WGPUStringView lw_report_json(LwReport *report, WGPUStringView name);

/* One self-contained HTML file that shows several reports: sources with their counters, tables, and
 * pictures of the banks and sectors where the device observed with LW_OBSERVE_RECORD. names: of the
 * shaders, `count` of them. Owned by the first report; empty when memory is short. */
LW_API WGPUStringView lw_report_html(LwReport *const *reports, const WGPUStringView *names,
                                     size_t count);

typedef struct LwTotals {
    uint64_t workgroup_wavefronts, workgroup_conflicts, storage_sectors, barriers, invocations,
        float_operations, storage_bytes;
    uint32_t workgroup_bytes; /* the largest of the dispatches */
    uint32_t subgroup_size;
    uint64_t workgroups; /* of all dispatches */
    size_t findings;
    uint64_t more_findings; /* past the first thousand of a dispatch, which are kept */
} LwTotals;
LW_API LwTotals lw_report_totals(LwReport *report);

/* One row of the table of accesses. */
typedef struct LwAccess {
    uint32_t dispatch, line, column;
    WGPUStringView space, op, name; /* "workgroup", "load", "tile" */
    uint32_t width;
    uint64_t executions, wavefronts, ideal_wavefronts, sectors, ideal_sectors, requests;
    uint32_t worst_degree;
} LwAccess;
/* Owned by the report. */
LW_API const LwAccess *lw_report_accesses(LwReport *report, size_t *count);

/* The second place of a finding. */
typedef struct LwRelated {
    uint32_t line, column;
    LwPlace place;
    WGPUStringView message;
} LwRelated;

typedef struct LwFinding {
    WGPUStringView rule, message;
    int severity; /* as in LwDiagnostic */
    uint32_t line, column;
    uint32_t related_line; /* of the first related place; 0: none */
    uint64_t count;
    uint32_t dispatch;
    LwPlace place;
    const LwRelated *related;
    size_t related_count;
    bool beyond_barriers; /* of a race: no barrier between the two places can order them */
} LwFinding;
LW_API const LwFinding *lw_report_findings(LwReport *report, size_t *count);

/* A line that an invocation has printed: see docs/print.md. */
typedef struct LwPrint {
    uint32_t dispatch, line, column; /* of the comment */
    uint32_t workgroup[3];
    uint32_t invocation; /* local index */
    WGPUStringView text;
} LwPrint;
/* In the order of workgroups; owned by the report. At most 10 000 lines a dispatch are kept; *more
 * is how many were not. */
LW_API const LwPrint *lw_report_prints(LwReport *report, size_t *count, uint64_t *more);

/* ---- banks: conflicts of addresses, without a shader ---- */

typedef struct LwBankAccess {
    int op;                  /* 0 load, 1 store, 2 atomic */
    uint32_t width;          /* 4, 8 or 16 bytes a lane */
    uint32_t lanes;          /* up to 128 */
    const uint32_t *mask;    /* a bit a lane */
    const uint32_t *address; /* bytes, a lane each */
} LwBankAccess;

typedef struct LwBankCost {
    uint32_t wavefronts, ideal;                /* workgroup memory */
    uint32_t sectors, ideal_sectors, requests; /* the same addresses in storage memory */
} LwBankCost;

/* False when there is no such hardware model; `error` then says so (a static string). */
LW_API bool lw_bank_cost(WGPUStringView hardware, const LwBankAccess *access, LwBankCost *cost,
                         const char **error);

typedef struct LwHardware {
    const char *name, *title, *basis, *source;
    uint32_t subgroup_size, banks, bank_bytes, sector_bytes;
} LwHardware;
LW_API bool lw_hardware_find(WGPUStringView name, LwHardware *hardware, const char **error);
LW_API size_t lw_hardware_list(LwHardware *list, size_t most);

#ifdef __cplusplus
}
#endif

#endif
