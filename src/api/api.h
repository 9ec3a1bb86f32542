/* The WebGPU objects, and what the files of this folder offer each other.
 *
 * One file an object family: instance, adapter, device, buffer, ... Work happens at once: commands
 * run inside wgpuQueueSubmit, on the device's thread pool, so that every asynchronous operation is
 * over when it has begun; its callback still waits for the moment that its mode allows (async.h). A
 * device may be asked to run commands on a thread of its own (runner.h).
 * core.c is the way from WGSL text to a finished dispatch.
 */
#ifndef LW_API_API_H
#define LW_API_API_H

#include "api/async.h"
#include "api/object.h"
#include "base/arena.h"
#include "base/lock.h"
#include "base/threads.h"
#include "diag/diag.h"
#include "engine/engine.h"
#include "hw/hw.h"
#include "lanewise/lanewise.h"
#include "report/report.h"
#include "webgpu/webgpu.h"
#include "wgsl/wgsl.h"

enum { MAX_BIND_GROUPS = 4 };

/* ---- instance.c, adapter.c, limits.c, options.c ---- */

struct WGPUInstanceImpl {
    Object base;
    AsyncQueue async;
    bool timed_wait, many_devices; /* instance features */
};

struct WGPUAdapterImpl {
    Object base;
    WGPUInstance instance;
    atomic_bool spent; /* has made its device */
};

/* The LwDeviceOptions with every default filled in. */
typedef struct DeviceOptions {
    uint32_t subgroup_size, threads;
    /* LwObserve bits: what watches is what the program asks for and what the report folder does. */
    uint32_t observe, asked, reported;
    HwModel hw_storage;
    const HwModel *hw;
    ScheduleKind schedule;
    uint32_t schedule_arg;
    uint64_t step_budget, memory_budget;
    bool (*progress)(void *userdata, uint64_t workgroups_done, uint64_t workgroups);
    void *progress_userdata;
    bool asynchronous;
    void (*wake)(void *userdata);
    void *wake_userdata;
    LwOutOfBounds out_of_bounds;
    LwPrintFilter prints;
    const char *report_folder; /* from the environment; NULL: there is no ledger */
    bool allow_non_uniform;
    const char *capture_folder; /* from the environment; NULL: no captures */
    uint32_t capture_most;
} DeviceOptions;

void instance_free(Object *o);
void instance_drop(Object *o);
void adapter_free(Object *o);
WGPUAdapter adapter_new(WGPUInstance instance);
WGPUStatus adapter_fill_info(const DeviceOptions *options, WGPUAdapterInfo *info);

/* From the chained struct (NULL: none), then the environment, then the defaults. False, and why in
 * *error (malloc'ed), when a value is no good. */
bool options_read(DeviceOptions *o, const LwDeviceOptions *chained, char **error);

void limits_default(WGPULimits *l);
void limits_adapter(WGPULimits *l);
/* The limits of a device that asks for `required` (NULL: the defaults); false when they are better
 * than the adapter's. */
bool limits_request(WGPULimits *l, const WGPULimits *required, char **error);
/* wgpu*GetLimits: copies, and fills a chained WGPUCompatibilityModeLimits. */
WGPUStatus limits_copy(WGPULimits *out, const WGPULimits *from);

/* A set of WGPUFeatureName, bit 1 << name; those of other libraries have bits of their own. */
typedef uint64_t FeatureSet;
FeatureSet features_adapter(void);
FeatureSet features_device(const WGPUFeatureName *names, size_t count);
bool features_have(FeatureSet s, WGPUFeatureName f);
/* Those of webgpu.h. */
void features_list(FeatureSet s, WGPUSupportedFeatures *out);

/* The struct of that type in a chain, or NULL. */
const WGPUChainedStruct *chain_find(const WGPUChainedStruct *chain, WGPUSType type);
/* The first struct of a chain that is not of type `known` (0: none is known), or NULL. */
const WGPUChainedStruct *chain_stranger(const WGPUChainedStruct *chain, WGPUSType known);

/* ---- device.c, error.c ---- */

struct WGPUQueueImpl {
    Object base;
    WGPUDevice owner;
};

/* An open scope, or one that was popped and may still catch what was submitted before. */
struct ErrorScope {
    ErrorScope *outer; /* with a ref */
    uint32_t refs;
    WGPUErrorFilter filter;
    WGPUErrorType type; /* NoError until one is caught; later ones are dropped */
    char *message;
};

typedef struct Ledger Ledger;   /* ledger.h */
typedef struct Capture Capture; /* capture.h */

struct WGPUDeviceImpl {
    Object base;
    WGPUAdapter adapter;
    struct WGPUQueueImpl queue;
    DeviceOptions options;
    WGPULimits limits;
    FeatureSet features;
    WGPUUncapturedErrorCallbackInfo uncaptured;
    WGPUFuture lost_future;
    atomic_bool lost;
    atomic_ullong exclusive_ids; /* of automatic bind group layouts */
    Lock *running;               /* held while commands run */
    Lock *lock;                  /* guards what follows */
    ErrorScope *scope;           /* the innermost */
    WGPUBuffer buffers;          /* all with memory */
    uint64_t buffer_bytes;       /* of their memory */
    ThreadPool *pool;            /* made by the first dispatch */
    LwReport *report;            /* what observers have seen since the last lw_device_take_report */
    Runner *runner;              /* NULL: submits run their commands */
    Ledger *ledger;              /* of what LANEWISE_REPORT asks for; NULL: nothing */
    Capture *capture;            /* saves dispatches; NULL: none */
    LwRunStatus run_status;      /* of the last submit, with its error and message */
    WGPUErrorType run_error;
    char *run_message;
};

void device_free(Object *o);
void device_drop(Object *o);
/* A device, or NULL and the reason in *error (malloc'ed; NULL when memory is short). */
WGPUDevice device_new(WGPUAdapter adapter, const WGPUDeviceDescriptor *descriptor, char **error);

/* Reports an error to the innermost scope that takes it, else to the uncaptured error callback. */
void device_error(WGPUDevice d, WGPUErrorType type, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same to the scopes from this one outwards. */
void device_error_in(WGPUDevice d, ErrorScope *from, WGPUErrorType type, const char *message);
/* The innermost scope with a ref, or NULL; and the end of a ref. */
ErrorScope *scope_current(WGPUDevice d);
void scope_release(WGPUDevice d, ErrorScope *s);
/* What the event's scope has caught becomes the event's, and the scope is let go. */
void scope_settle(WGPUDevice d, Async *e);
/* A validation error; always false, so that a check can end in `return device_invalid(...)`. */
bool device_invalid(WGPUDevice d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The checks that every creation begins with. */
bool device_check_chain(WGPUDevice d, const char *what, const WGPUChainedStruct *chain);
/* That an array has an address when it has elements. */
bool device_check_array(WGPUDevice d, const char *what, const void *array, size_t count);
/* That an object given to a function of `d` exists, is valid and was made by it. */
bool device_check_object(WGPUDevice d, const char *what, const char *role, const void *object);
void device_free_scopes(WGPUDevice d);
/* Between the two, errors go nowhere else: `end` gives the first one's type and message. */
void device_capture_begin(WGPUDevice d);
char *device_capture_end(WGPUDevice d, WGPUErrorType *type);
/* For errors that no device can be told of. */
void api_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- buffer.c, map.c, memory.c ---- */

struct WGPUBufferImpl {
    Object base;
    WGPUBufferUsage usage;
    uint64_t size;
    uint8_t *data;     /* zeroed at first; NULL when destroyed or without memory */
    LwMemory *memory;  /* which `data` points to */
    bool lent;         /* others may write to it */
    uint64_t last_use; /* the runner's last job with it */
    WGPUBufferMapState state;
    WGPUMapMode map_mode;
    size_t map_offset, map_size;
    uint64_t pending; /* the future of the mapping under way, or 0 */
    bool destroyed;
    WGPUBuffer next, before; /* in the device's list */
};

void buffer_free(Object *o);
void buffer_drop(Object *o);
/* Whether a range lies in a buffer. */
static inline bool range_fits(uint64_t offset, uint64_t size, uint64_t whole) {
    return offset <= whole && size <= whole - offset;
}
void buffer_destroy(WGPUBuffer b, const char *why);
/* Frees its memory. */
void buffer_clear(WGPUBuffer b);
/* Ends a mapping, or one under way with `why`. */
void buffer_unmap(WGPUBuffer b, const char *why);
/* The callback of a mapping comes next: what `e` says of the mapping is so from now on. */
void buffer_mapped(WGPUBuffer b, const Async *e);
/* Zeroed memory for a buffer that has none; false when memory is short. */
bool memory_allocate(WGPUBuffer b);
/* Leaves the buffer's memory to those whom it was lent to, if it was, for a copy of it; false, and
 * nothing is changed, when there is no memory for that. */
bool memory_part(WGPUBuffer b);

/* ---- shader_module.c, diagnostics.c ---- */

/* A list of diagnostics with its forms for the public interface. */
typedef struct ApiDiags {
    DiagList list;
    LwDiagnostic *view; /* the same, as data */
    size_t views;
    Arena text; /* of the last rendering */
} ApiDiags;

struct WGPUShaderModuleImpl {
    Object base;
    Arena arena;
    Lock *lock; /* pipelines that are made of it take turns: they add to its arena */
    Source source;
    ApiDiags diags;
    Module *module; /* NULL when memory was short */
    bool broken;    /* memory ran out in the middle of a specialisation */
    LwModuleInfo info;
    uint64_t parse_ns;
};

void shader_module_free(Object *o);
/* Sorts the list and makes the view of it, in the arena of the list. */
void diags_settle(ApiDiags *d, const Source *s);
/* All of them as text, under a name for the source; owned by `d` until the next call. Empty when
 * memory is short. */
WGPUStringView diags_text(ApiDiags *d, const Source *s, WGPUStringView name, bool colour);
void diags_free(ApiDiags *d);

/* ---- bind_group_layout.c, bind_group.c, pipeline_layout.c ---- */

struct WGPUBindGroupLayoutImpl {
    Object base;
    WGPUBindGroupLayoutEntry *entry; /* by binding number, each once */
    uint32_t entries, dynamic;
    uint64_t exclusive; /* not 0: made for one pipeline, whose bind groups fit no other */
};

/* What is bound at an entry: one of the three. */
typedef struct Bound {
    WGPUBuffer buffer;
    uint64_t offset, size; /* of the buffer */
    WGPUTextureView view;
    WGPUSampler sampler;
} Bound;

struct WGPUBindGroupImpl {
    Object base;
    WGPUBindGroupLayout layout;
    Bound *bound; /* one an entry of the layout, in its order */
};

struct WGPUPipelineLayoutImpl {
    Object base;
    uint32_t groups;
    WGPUBindGroupLayout group[MAX_BIND_GROUPS]; /* NULL: empty */
};

void bind_group_layout_free(Object *o);
void bind_group_free(Object *o);
void pipeline_layout_free(Object *o);
/* What both makers of layouts share: `label` may be null. Validates and reports. */
WGPUBindGroupLayout bind_group_layout_new(WGPUDevice d, WGPUStringView label,
                                          const WGPUBindGroupLayoutEntry *entry, size_t count,
                                          uint64_t exclusive);
/* Whether a bind group of one fits where the other is expected; NULL is an empty layout. */
bool bind_group_layout_equal(WGPUBindGroupLayout a, WGPUBindGroupLayout b);
/* May shaders write to what is bound at the entry? */
bool bind_group_layout_is_writable(const WGPUBindGroupLayoutEntry *e);
/* The index of a binding among the entries, or -1. */
int64_t bind_group_layout_find(WGPUBindGroupLayout l, uint32_t binding);
/* The limits on bindings a shader stage and on dynamic offsets, over all groups of `o`. */
bool bind_group_layout_check_slots(const Object *o, const WGPUBindGroupLayout *group,
                                   uint32_t groups);
/* `group` entries may be NULL; all are valid and of `d`. */
WGPUPipelineLayout pipeline_layout_new(WGPUDevice d, WGPUStringView label,
                                       const WGPUBindGroupLayout *group, size_t count);

/* ---- compute_pipeline.c, core.c ---- */

/* A buffer, texture or sampler that the entry point uses. */
typedef struct PipelineBinding {
    uint32_t group, binding;
    uint32_t entry; /* its place in the bind group layout */
    uint64_t min_size;
} PipelineBinding;

struct WGPUComputePipelineImpl {
    Object base;
    Arena arena;
    WGPUShaderModule module;
    WGPUPipelineLayout layout;
    ApiDiags diags;
    IrModule *ir;
    EngineProgram *program;
    PipelineBinding *binding;
    uint32_t bindings;
    OverrideValue *override; /* what it was made with */
    uint32_t overrides;
    atomic_ullong group_ns; /* a workgroup's time, as far as is known; 0: not at all (estimate.c) */
    uint32_t watched;       /* what the program tells of: a set of bits, 1 << IrWatch */
    LwPipelineInfo info;
};

void compute_pipeline_free(Object *o);

/* What a compilation is asked for. */
typedef struct CompileRequest {
    Str entry; /* empty: the only compute entry point */
    const OverrideValue *override;
    uint32_t overrides;
} CompileRequest;

typedef enum CompileStatus { COMPILE_OK, COMPILE_INVALID, COMPILE_OUT_OF_MEMORY } CompileStatus;

/* Calls `body`; false when one of the arenas ran out of memory in it. The only handler of that. */
bool arena_protect(Arena *const *arena, uint32_t arenas, void (*body)(void *context),
                   void *context);
/* What the public interface tells of a module and of a specialised pipeline: fills their info. */
void describe_module(WGPUShaderModule m);
void describe_pipeline(WGPUComputePipeline p, const Specialisation *s);
/* What lowering has seen. Textures and samplers that are used together settle what is filtered. */
void describe_uses(WGPUComputePipeline p);
/* From text to a checked module: fills module, diags and info. */
CompileStatus core_compile_module(WGPUShaderModule m, Str text);
/* From a checked module to a program: fills ir, program, binding and info, and layout when there is
 * none. COMPILE_INVALID: the reasons are in p->diags or have been reported. */
CompileStatus core_compile_pipeline(WGPUComputePipeline p, const CompileRequest *request);
/* Checks the pipeline's layout against its bindings, or makes one of them. Reports what is wrong.
 */
bool pipeline_settle_layout(WGPUComputePipeline p);
/* Runs one dispatch, under the device's observers. False when it stopped early; run_status,
 * run_error and run_message of the device then say why. */
bool core_dispatch(WGPUDevice d, WGPUComputePipeline p, const uint32_t workgroups[3],
                   const EngineBinding *binding, uint32_t bindings);

/* ---- command_encoder.c, compute_pass.c, queue.c, query_set.c ---- */

struct WGPUQuerySetImpl {
    Object base;
    WGPUQueryType type;
    uint32_t count;
    uint64_t *value;
    bool destroyed;
};

typedef enum CommandKind {
    COMMAND_DISPATCH,
    COMMAND_DISPATCH_INDIRECT,
    COMMAND_COPY,
    COMMAND_CLEAR,
    COMMAND_TIMESTAMP,
    COMMAND_RESOLVE,
    COMMAND_BUFFER_TO_TEXTURE,
    COMMAND_TEXTURE_TO_BUFFER,
    COMMAND_TEXTURE_TO_TEXTURE,
    /* What the queue and `destroy` do, when that has to wait for jobs: */
    COMMAND_WRITE,
    COMMAND_WRITE_TEXTURE,
    COMMAND_FREE_BUFFER,
    COMMAND_FREE_TEXTURE,
} CommandKind;

/* Where a copy of texels begins. */
typedef struct TexelRegion {
    WGPUTexture texture;
    uint32_t plane, level, origin[3];
} TexelRegion;

typedef struct Command {
    CommandKind kind;
    union {
        struct {
            WGPUComputePipeline pipeline;
            uint32_t first_binding, bindings; /* in CommandList.binding */
            uint32_t workgroups[3];
            WGPUBuffer indirect;
            uint64_t indirect_offset;
        } dispatch;
        struct {
            WGPUBuffer from, to; /* from NULL: `bytes` or zeros */
            uint64_t from_offset, to_offset, size;
            const uint8_t *bytes;
        } copy;
        struct {
            WGPUQuerySet set;
            uint32_t first, count;
            WGPUBuffer to;
            uint64_t to_offset;
        } query;
        struct {
            TexelRegion from, to; /* a buffer, or bytes, stand for one of them */
            WGPUBuffer buffer;
            const uint8_t *bytes;
            WGPUTexelCopyBufferLayout layout;
            uint32_t size[3];
        } texels;
    };
} Command;

/* What is bound, a part of a buffer or a texture: its memory is known when the command runs. */
typedef struct BoundMemory {
    WGPUBuffer buffer;
    uint64_t offset;
    WGPUTexture texture;
} BoundMemory;

typedef struct CommandList {
    Command *at;
    size_t len, cap;
    EngineBinding *binding;
    BoundMemory *memory; /* one a binding */
    size_t bindings, binding_cap, memory_cap;
    Object **used; /* what the commands need, each with a ref */
    size_t uses, use_cap;
} CommandList;

typedef enum EncoderState { ENCODER_OPEN, ENCODER_IN_PASS, ENCODER_ENDED } EncoderState;

struct WGPUCommandEncoderImpl {
    Object base;
    EncoderState state;
    WGPUErrorType error_type; /* of the first error; it is reported by Finish */
    char *error;
    CommandList list;
    uint32_t debug_groups;
};

struct WGPUCommandBufferImpl {
    Object base;
    CommandList list;
    bool submitted;
};

struct WGPUComputePassEncoderImpl {
    Object base;
    WGPUCommandEncoder encoder;
    bool ended;
    uint32_t debug_groups;
    /* Kept alive by the encoder's list. */
    WGPUComputePipeline pipeline;
    struct PassGroup {
        WGPUBindGroup group;
        uint32_t *dynamic_offset; /* one a dynamic binding, by binding number */
    } group[MAX_BIND_GROUPS];
    WGPUQuerySet end_set; /* gets a timestamp at the end, if there is one */
    uint32_t end_index;
};

void query_set_free(Object *o);
void command_buffer_free(Object *o);
void command_encoder_free(Object *o);
void compute_pass_free(Object *o);
void command_list_free(CommandList *l);
/* False when memory is short. */
bool command_list_add(CommandList *l, Command c);
bool command_list_use(CommandList *l, void *object);
/* Runs commands of lists, between begin and end. False when the device is lost. */
bool run_begin(WGPUDevice d);
/* False when a dispatch stopped early: what comes after it is not run. */
bool run_list(WGPUDevice d, const CommandList *l);
/* What stopped it; NoError and NULL when nothing has. The message is malloc'ed. */
typedef struct RunError {
    WGPUErrorType type;
    char *message;
} RunError;
RunError run_end(WGPUDevice d, bool going);
/* All of it, on this thread; and then, when nothing is locked, the report of the error. */
RunError run_now(WGPUDevice d, size_t count, WGPUCommandBuffer const *commands);
void run_tell(WGPUDevice d, RunError error);
/* Would that be over sooner than a thread would begin? estimate.c */
bool estimate_is_short(WGPUDevice d, size_t count, WGPUCommandBuffer const *commands);
/* What a dispatch took. */
void estimate_learn(WGPUComputePipeline p, const uint32_t workgroups[3], uint64_t ns);
/* Grows an array of malloc'ed memory to hold one more; false when memory is short. */
bool array_room(void **at, size_t *cap, size_t len, size_t size);

/* Keeps the encoder's first error, for Finish to report; always false. */
bool encoder_error(WGPUCommandEncoder e, WGPUErrorType type, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define encoder_invalid(e, ...) encoder_error((e), WGPUErrorType_Validation, __VA_ARGS__)
/* Appends a command. */
void encoder_add(WGPUCommandEncoder e, Command c);
/* As device_check_object, for commands; keeps the object with the list. */
bool encoder_use(WGPUCommandEncoder e, const char *what, const char *role, void *object);
/* Whether commands may be added now; says why not. */
bool encoder_ready(WGPUCommandEncoder e, const char *what);
/* A buffer that a command uses in a way, within its bounds. */
bool encoder_use_buffer(WGPUCommandEncoder e, const char *what, WGPUBuffer b, WGPUBufferUsage usage,
                        const char *usage_name);
bool encoder_check_range(WGPUCommandEncoder e, const char *what, WGPUBuffer b, uint64_t offset,
                         uint64_t size, uint32_t alignment);
/* A timestamp query. */
bool encoder_use_query(WGPUCommandEncoder e, const char *what, WGPUQuerySet set, uint32_t index);
void encoder_add_timestamp(WGPUCommandEncoder e, WGPUQuerySet set, uint32_t index);
/* The end of a pass: the encoder may go on. */
void encoder_pass_ended(WGPUCommandEncoder e);
/* Closes a debug group, of an encoder or of a pass. */
void encoder_pop_group(WGPUCommandEncoder e, const Object *o, uint32_t *groups);

/* ---- render.c ---- */

struct WGPURenderPassEncoderImpl {
    Object base;
    WGPUCommandEncoder encoder;
    bool ended;
};

void render_pass_free(Object *o);

/* ---- texture_format.c ---- */

/* NULL for compressed formats and what is none. */
const TexelFormat *format_info(WGPUTextureFormat f);
WGPUTextureFormat format_number(const TexelFormat *f);
/* What a device may do with a format. */
bool format_is_enabled(WGPUDevice d, const TexelFormat *f);
bool format_is_rendered(WGPUDevice d, const TexelFormat *f);
bool format_is_stored(WGPUDevice d, const TexelFormat *f, WGPUStorageTextureAccess access);
bool format_has_sample_type(WGPUDevice d, const TexelFormat *f, WGPUTextureSampleType type);
/* Are they the same but for srgb? */
bool format_is_like(const TexelFormat *a, const TexelFormat *b);

/* ---- texture.c, texture_view.c, texture_copy.c, sampler.c ---- */

enum { TEXTURE_PLANES = 2 };

struct WGPUTextureImpl {
    Object base;
    WGPUTextureUsage usage;
    WGPUTextureDimension dimension;
    WGPUExtent3D size;
    WGPUTextureFormat format;
    const TexelFormat *info;         /* of the format; NULL of an invalid texture */
    const TexelFormat *other_format; /* that views may have, or NULL */
    uint32_t mip_levels, samples;
    uint8_t *data; /* zeroed at first; NULL when destroyed or without memory */
    uint64_t bytes;
    uint64_t last_use;                   /* the runner's last job with it */
    EngineTexture plane[TEXTURE_PLANES]; /* without a format: there is no such plane */
    bool destroyed;
};

struct WGPUTextureViewImpl {
    Object base;
    WGPUTexture texture;
    const TexelFormat *info;
    WGPUTextureViewDimension dimension;
    WGPUTextureAspect aspect;
    WGPUTextureUsage usage;
    uint32_t base_level, levels, base_layer, layers;
    EngineTexture seen; /* what shaders see */
};

struct WGPUSamplerImpl {
    Object base;
    bool compares, filters;
    EngineSampler seen; /* what shaders see */
};

void texture_free(Object *o);
/* Frees its memory. */
void texture_clear(WGPUTexture t);
void texture_view_free(Object *o);
/* Do they have texels in common? */
bool texture_views_meet(WGPUTextureView a, WGPUTextureView b);
void texture_copy_run(const Command *c);

/* ---- report.c ---- */

/* An empty report; NULL when memory is short. */
LwReport *report_new(WGPUDevice d);
/* The device's report under way, made when there is none; NULL when memory is short. */
LwReport *report_current(WGPUDevice d);
const Report *report_of(const LwReport *r);
/* Whether these observers make findings of the rule. */
bool report_wants(uint32_t observe, const char *rule);
/* Adds `part`, a report of the same device, to the one under way, as far as the program has asked
 * for it, and takes `part` over. */
void report_keep(WGPUDevice d, LwReport *part);
/* Runs `d` under the device's observers and adds the dispatch to the report. */
EngineResult report_run(LwReport *r, WGPUComputePipeline p, EngineDispatch *d);

#endif
