/* Mapping of buffers. A range that is mapped for reading is a copy. One that is mapped for writing
 * is an ArrayBuffer over the buffer's own memory, which it keeps by a reference. Unmapping detaches
 * it, and the buffer goes on with what was written. When the script has taken the memory away from
 * the ArrayBuffer before (`ArrayBuffer.prototype.transfer`), the buffer leaves it to the script for
 * a copy.
 *
 * Node tells of the memory's end by the finalizer. But when a worker thread's environment ends it
 * calls the finalizer for all that is left, though a script may have transferred the memory on to
 * another thread, which uses it. So a worker takes back what is mapped when it exits, and what then
 * is left, or was when it was terminated, is not freed. The main thread ends after all others. */
#include <stdlib.h>

#include "addon.h"

/* An ArrayBuffer over a buffer's memory. */
struct Loan {
    Loan *next, *before; /* in the addon's list */
    Addon *addon;
    LwMemory *memory;
    napi_ref range; /* weak */
    bool returned;  /* by detaching the range: nobody has the memory */
};

static void list_add(Loan *l) {
    l->next = l->addon->loans;
    if (l->next)
        l->next->before = l;
    l->addon->loans = l;
}

static void list_remove(Loan *l) {
    *(l->before ? &l->before->next : &l->addon->loans) = l->next;
    if (l->next)
        l->next->before = l->before;
}

/* Not when the environment is at its end. */
static bool runs_scripts(napi_env env) {
    napi_value global, v;
    return napi_get_global(env, &global) == napi_ok &&
           napi_get_named_property(env, global, "ArrayBuffer", &v) == napi_ok;
}

static void finalize(napi_env env, void *data, void *hint) {
    (void)data;
    Loan *l = hint;
    list_remove(l);
    if (l->range)
        napi_delete_reference(env, l->range);
    if (l->returned || l->addon->is_main || runs_scripts(env))
        lw_memory_release(l->memory);
    free(l);
}

/* The ArrayBuffer; NULL where node has none over memory that is not its own. */
static napi_value lend(Call *c, LwMemory *memory, void *data, size_t size) {
    napi_value range = NULL;
    Loan *l = calloc(1, sizeof *l);
    if (!l) {
        lw_memory_release(memory);
        return NULL;
    }
    *l = (Loan){.addon = c->addon, .memory = memory};
    list_add(l);
    napi_status status = napi_create_external_arraybuffer(c->env, data, size, finalize, l, &range);
    if (status == napi_no_external_buffers_allowed)
        finalize(c->env, NULL, l);
    if (status != napi_ok) /* of anything else the finalizer is told by node */
        return NULL;
    napi_wrap(c->env, range, l, NULL, NULL, NULL);
    napi_create_reference(c->env, range, 0, &l->range);
    return range;
}

/* (mapped buffer, offset, size): an ArrayBuffer over its memory, or null */
static napi_value buffer_lend(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    void *data;
    size_t size = (size_t)number64(&c, c.arg[2]);
    LwMemory *memory =
        lw_buffer_lend(HANDLE(&c, Buffer, c.arg[0]), (size_t)number64(&c, c.arg[1]), size, &data);
    napi_value range = memory ? lend(&c, memory, data, size) : NULL;
    return call_end(&c, range ? range : make_null(env));
}

/* Detaches a range that was lent; false when its memory has been taken away already. */
static bool take_back(napi_env env, napi_value range) {
    void *loan = NULL;
    bool before = true, after = false;
    napi_is_detached_arraybuffer(env, range, &before);
    napi_detach_arraybuffer(env, range);
    napi_is_detached_arraybuffer(env, range, &after);
    if (before || !after || napi_unwrap(env, range, &loan) != napi_ok)
        return false;
    ((Loan *)loan)->returned = true;
    return true;
}

/* At the exit of a worker thread. */
static napi_value take_back_all(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    for (Loan *l = c.addon->loans; l; l = l->next) {
        napi_value range = NULL;
        if (l->range && napi_get_reference_value(env, l->range, &range) == napi_ok && range)
            take_back(env, range);
    }
    return call_end(&c, NULL);
}

/* (buffer, ranges that were lent) */
static napi_value buffer_unmap(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUBuffer buffer = HANDLE(&c, Buffer, c.arg[0]);
    uint32_t n = length_of(&c, c.arg[1]);
    bool returned = true;
    for (uint32_t i = 0; i < n; i++)
        returned = take_back(env, element(&c, c.arg[1], i)) && returned;
    if (returned)
        lw_buffer_return(buffer);
    wgpuBufferUnmap(buffer);
    return call_end(&c, NULL);
}

static void on_map(WGPUMapAsyncStatus status, WGPUStringView message, void *promise, void *unused) {
    (void)unused;
    promise_resolve(promise, &(Answer){.status = status, .message = message});
}

/* (buffer, mode, offset, size) */
static napi_value buffer_map(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value value = NULL;
    Promise *p = promise_new(&c, &value);
    if (p)
        wgpuBufferMapAsync(HANDLE(&c, Buffer, c.arg[0]), number64(&c, c.arg[1]),
                           (size_t)number64(&c, c.arg[2]), (size_t)number64(&c, c.arg[3]),
                           (WGPUBufferMapCallbackInfo){NULL, WGPUCallbackMode_AllowProcessEvents,
                                                       on_map, p, NULL});
    return call_end(&c, value);
}

/* (mapped buffer, offset, ArrayBuffer to fill) */
static napi_value buffer_read(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    size_t size;
    void *to = bytes_of(&c, c.arg[2], &size);
    if (size)
        wgpuBufferReadMappedRange(HANDLE(&c, Buffer, c.arg[0]), (size_t)number64(&c, c.arg[1]), to,
                                  size);
    return call_end(&c, NULL);
}

/* (mapped buffer, offset, ArrayBuffer) */
static napi_value buffer_write(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    size_t size;
    const void *from = bytes_of(&c, c.arg[2], &size);
    if (size)
        wgpuBufferWriteMappedRange(HANDLE(&c, Buffer, c.arg[0]), (size_t)number64(&c, c.arg[1]),
                                   from, size);
    return call_end(&c, NULL);
}

static napi_value detach(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_detach_arraybuffer(env, c.arg[0]);
    return call_end(&c, NULL);
}

const Function mapping_functions[] = {
    {"bufferMap", buffer_map},
    {"bufferLend", buffer_lend},
    {"takeBackAll", take_back_all},
    {"bufferRead", buffer_read},
    {"bufferWrite", buffer_write},
    {"bufferUnmap", buffer_unmap},
    {"detach", detach},
    {NULL, NULL},
};
