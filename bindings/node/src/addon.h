/* The Node addon: webgpu.h as flat functions for lib/ (JavaScript), which has converted and checked
 * every value before. Validation of WebGPU's rules is the library's.
 *
 * A function gets its arguments in a Call, whose memory lives until the function returns. Objects
 * are externals that release their handle when they are collected. Asynchronous operations give a
 * promise that `processEvents` resolves: with {status, type, message, value}, never with an
 * exception. */
#ifndef LW_NODE_ADDON_H
#define LW_NODE_ADDON_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <node_api.h>

#include "lanewise/lanewise.h"
#include "webgpu/webgpu.h"

/* ---- the environment's state ---- */

typedef struct Loan Loan;         /* mapping.c */
typedef struct Listener Listener; /* adapter.c */

/* One for each thread of JavaScript (workers load the addon again). */
typedef struct Addon {
    napi_env env;
    WGPUInstance instance;
    Loan *loans;
    Listener *listeners; /* of devices that are not lost */
    napi_threadsafe_function wake;
    atomic_bool woken;    /* but has not processed events since */
    uint32_t awaited;     /* ends of operations */
    WGPUFuture submitted; /* the end of the last submit, which nobody has waited for */
    bool is_main;         /* the thread that ends last */
    bool closing;         /* the environment is at its end: no JavaScript may run */
    bool gone;            /* and has nothing any more */
} Addon;

/* ---- calls: value.c ---- */

enum { MAX_ARGS = 8 };

typedef struct Block Block; /* memory of a call */

typedef struct Call {
    napi_env env;
    Addon *addon;
    napi_value arg[MAX_ARGS];
    Block *blocks;
    bool failed; /* memory was short: a JavaScript error is pending */
} Call;

Call call_begin(napi_env env, napi_callback_info info);
/* Frees the call's memory; returns the value (NULL: undefined). */
napi_value call_end(Call *c, napi_value value);
/* Zeroed; NULL when memory is short (or count and size overflow), and a RangeError is thrown. */
void *call_alloc(Call *c, size_t count, size_t size);

bool is_absent(const Call *c, napi_value v); /* undefined or null */
double number(const Call *c, napi_value v);
uint32_t number32(const Call *c, napi_value v); /* saturates; `absent`: UINT32_MAX */
uint64_t number64(const Call *c, napi_value v); /* absent: UINT64_MAX */
bool boolean(const Call *c, napi_value v);
WGPUStringView string(Call *c, napi_value v); /* memory of the call; absent: no string */
napi_value member(const Call *c, napi_value object, const char *name);
napi_value element(const Call *c, napi_value array, uint32_t i);
uint32_t length_of(const Call *c, napi_value array); /* absent: 0 */
/* The bytes of an ArrayBuffer; NULL and 0 for anything else. */
void *bytes_of(const Call *c, napi_value array_buffer, size_t *size);

napi_value make_number(napi_env env, double d);
napi_value make_string(napi_env env, WGPUStringView s);
napi_value make_null(napi_env env);
void put(napi_env env, napi_value object, const char *name, napi_value v);

/* ---- objects: handle.c ---- */

#define FOR_EACH_CLASS(X)                                                                          \
    X(BindGroup)                                                                                   \
    X(BindGroupLayout)                                                                             \
    X(Buffer)                                                                                      \
    X(CommandBuffer)                                                                               \
    X(CommandEncoder) X(ComputePassEncoder) X(ComputePipeline) X(Device) X(PipelineLayout)         \
        X(QuerySet) X(Queue) X(RenderBundle) X(RenderBundleEncoder) X(RenderPassEncoder)           \
            X(RenderPipeline) X(Sampler) X(ShaderModule) X(Texture) X(TextureView)

typedef enum HandleClass {
#define X(name) CLASS_##name,
    FOR_EACH_CLASS(X)
#undef X
        CLASS_Adapter
} HandleClass;

/* An external that owns the handle; null for NULL. `bytes` is memory behind it, for the collector.
 */
napi_value wrap_handle(napi_env env, HandleClass class, void *handle, int64_t bytes);
#define WRAP(c, Class, handle) wrap_handle((c)->env, CLASS_##Class, (handle), 0)
/* The handle of a class; NULL when the value is absent or of another class. */
void *handle_of(const Call *c, HandleClass class, napi_value v);
#define HANDLE(c, Class, v) ((WGPU##Class)handle_of((c), CLASS_##Class, (v)))
napi_value set_label(napi_env env, napi_callback_info info);
/* Encoders of several classes share functions: which one is it, and its handle. */
HandleClass class_of(const Call *c, napi_value v, void **handle);

/* ---- promises: promise.c ---- */

typedef struct Promise Promise;

/* A pending promise in *value; NULL when memory is short (and the exception is pending). */
Promise *promise_new(Call *c, napi_value *value);
/* What callbacks say of an operation's end. */
typedef struct Answer {
    uint32_t status, type;
    WGPUStringView message;
    HandleClass class;
    void *object;                           /* handed over; may be NULL */
    const WGPUCompilationInfo *compilation; /* instead of all that */
} Answer;
void promise_resolve(Promise *p, const Answer *a);
napi_value process_events(napi_env env, napi_callback_info info);

/* ---- wake.c ---- */

bool wake_open(napi_env env, Addon *addon);
/* When no thread can call `wake` any more. */
void wake_close(Addon *addon);
/* LwDeviceOptions.wake, with the addon. */
void wake(void *addon);
/* Between the two the event loop lives. */
void await_one(Addon *addon);
void await_no_more(Addon *addon);
/* The same from a submit until its commands have run. */
void await_submit(Addon *addon, WGPUQueue queue);

/* Ends all devices, at the end of the environment: adapter.c. */
void devices_end(Addon *addon);

/* ---- the functions, by file ---- */

typedef struct Function {
    const char *name;
    napi_callback function;
} Function;

extern const Function adapter_functions[], buffer_functions[], mapping_functions[],
    binding_functions[], pipeline_functions[], encoder_functions[], texture_functions[],
    render_functions[], report_functions[];

#endif
