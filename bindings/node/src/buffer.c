/* Buffers, query sets, and what the queue does with them. */
#include "addon.h"

/* (device, descriptor) */
static napi_value create_buffer(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value from = c.arg[1];
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.label = string(&c, member(&c, from, "label"));
    d.size = number64(&c, member(&c, from, "size"));
    d.usage = number64(&c, member(&c, from, "usage"));
    d.mappedAtCreation = boolean(&c, member(&c, from, "mappedAtCreation"));
    WGPUBuffer buffer = wgpuDeviceCreateBuffer(HANDLE(&c, Device, c.arg[0]), &d);
    int64_t bytes = d.size <= INT64_MAX / 2 ? (int64_t)d.size : 0;
    return call_end(&c, wrap_handle(env, CLASS_Buffer, buffer, bytes));
}

static napi_value buffer_destroy(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    wgpuBufferDestroy(HANDLE(&c, Buffer, c.arg[0]));
    return call_end(&c, NULL);
}

/* ---- query sets ---- */

static napi_value create_query_set(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUQuerySetDescriptor d = WGPU_QUERY_SET_DESCRIPTOR_INIT;
    d.label = string(&c, member(&c, c.arg[1], "label"));
    d.type = (WGPUQueryType)number32(&c, member(&c, c.arg[1], "type"));
    d.count = number32(&c, member(&c, c.arg[1], "count"));
    return call_end(&c,
                    WRAP(&c, QuerySet, wgpuDeviceCreateQuerySet(HANDLE(&c, Device, c.arg[0]), &d)));
}

static napi_value query_set_destroy(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    wgpuQuerySetDestroy(HANDLE(&c, QuerySet, c.arg[0]));
    return call_end(&c, NULL);
}

/* ---- queue ---- */

/* (queue, command buffers) */
static napi_value submit(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    uint32_t n = length_of(&c, c.arg[1]);
    WGPUCommandBuffer *list = call_alloc(&c, n, sizeof *list);
    for (uint32_t i = 0; list && i < n; i++)
        list[i] = HANDLE(&c, CommandBuffer, element(&c, c.arg[1], i));
    WGPUQueue queue = HANDLE(&c, Queue, c.arg[0]);
    if (list) {
        wgpuQueueSubmit(queue, n, list);
        await_submit(c.addon, queue);
    }
    return call_end(&c, NULL);
}

/* (queue, buffer, buffer offset, ArrayBuffer, byte offset, byte size) */
static napi_value write_buffer(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    size_t size;
    const char *from = bytes_of(&c, c.arg[3], &size);
    uint64_t offset = number64(&c, c.arg[4]), count = number64(&c, c.arg[5]);
    if (offset <= size && count <= size - offset)
        wgpuQueueWriteBuffer(HANDLE(&c, Queue, c.arg[0]), HANDLE(&c, Buffer, c.arg[1]),
                             number64(&c, c.arg[2]), from ? from + offset : "", (size_t)count);
    return call_end(&c, NULL);
}

static void on_done(WGPUQueueWorkDoneStatus status, WGPUStringView message, void *promise,
                    void *unused) {
    (void)unused;
    promise_resolve(promise, &(Answer){.status = status, .message = message});
}

static napi_value work_done(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value value = NULL;
    Promise *p = promise_new(&c, &value);
    if (p)
        wgpuQueueOnSubmittedWorkDone(
            HANDLE(&c, Queue, c.arg[0]),
            (WGPUQueueWorkDoneCallbackInfo){NULL, WGPUCallbackMode_AllowProcessEvents, on_done, p,
                                            NULL});
    return call_end(&c, value);
}

const Function buffer_functions[] = {
    {"createBuffer", create_buffer},
    {"bufferDestroy", buffer_destroy},
    {"createQuerySet", create_query_set},
    {"querySetDestroy", query_set_destroy},
    {"submit", submit},
    {"writeBuffer", write_buffer},
    {"workDone", work_done},
    {NULL, NULL},
};
