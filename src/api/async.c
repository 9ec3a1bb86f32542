#include "api/async.h"

#include <stdlib.h>

#include "api/api.h"
#include "api/runner.h"
#include "base/os.h"

Async *async_new(AsyncType type, WGPUCallbackMode mode, void (*callback)(void), void *userdata1,
                 void *userdata2) {
    Async *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->type = type;
    /* Without a callback there is nothing to wait with. */
    e->mode = callback ? mode : WGPUCallbackMode_AllowSpontaneous;
    e->callback = callback;
    e->userdata[0] = userdata1;
    e->userdata[1] = userdata2;
    e->ready = true;
    return e;
}

/* Whether the callback gets the event's object with a handle to own. */
static bool gives_object(AsyncType t) {
    return t == ASYNC_REQUEST_ADAPTER || t == ASYNC_REQUEST_DEVICE || t == ASYNC_COMPUTE_PIPELINE ||
           t == ASYNC_RENDER_PIPELINE;
}

static void call_device_lost(const Async *e, WGPUStringView message) {
    WGPUDevice device = (WGPUDevice)e->object;
    bool hidden = !device || e->status == WGPUDeviceLostReason_FailedCreation ||
                  atomic_load(&device->base.handles) == 0;
    WGPUDevice shown = hidden ? NULL : device;
    ((WGPUDeviceLostCallback)e->callback)(&shown, (WGPUDeviceLostReason)e->status, message,
                                          e->userdata[0], e->userdata[1]);
}

static void call_compilation_info(const Async *e);

static void call(const Async *e) {
    WGPUStringView m = text_view(e->message);
    void *u1 = e->userdata[0], *u2 = e->userdata[1];
    switch (e->type) {
    case ASYNC_REQUEST_ADAPTER:
        ((WGPURequestAdapterCallback)e->callback)((WGPURequestAdapterStatus)e->status,
                                                  (WGPUAdapter)e->object, m, u1, u2);
        break;
    case ASYNC_REQUEST_DEVICE:
        ((WGPURequestDeviceCallback)e->callback)((WGPURequestDeviceStatus)e->status,
                                                 (WGPUDevice)e->object, m, u1, u2);
        break;
    case ASYNC_DEVICE_LOST: call_device_lost(e, m); break;
    case ASYNC_ERROR_SCOPE:
        ((WGPUPopErrorScopeCallback)e->callback)((WGPUPopErrorScopeStatus)e->status, e->error_type,
                                                 m, u1, u2);
        break;
    case ASYNC_COMPUTE_PIPELINE:
        ((WGPUCreateComputePipelineAsyncCallback)e->callback)(
            (WGPUCreatePipelineAsyncStatus)e->status, (WGPUComputePipeline)e->object, m, u1, u2);
        break;
    case ASYNC_RENDER_PIPELINE:
        ((WGPUCreateRenderPipelineAsyncCallback)e->callback)(
            (WGPUCreatePipelineAsyncStatus)e->status, (WGPURenderPipeline)e->object, m, u1, u2);
        break;
    case ASYNC_COMPILATION_INFO: call_compilation_info(e); break;
    case ASYNC_MAP:
        ((WGPUBufferMapCallback)e->callback)((WGPUMapAsyncStatus)e->status, m, u1, u2);
        break;
    case ASYNC_WORK_DONE:
        ((WGPUQueueWorkDoneCallback)e->callback)((WGPUQueueWorkDoneStatus)e->status, m, u1, u2);
        break;
    }
}

static WGPUCompilationMessageType message_type(int severity) {
    return severity == SEVERITY_ERROR     ? WGPUCompilationMessageType_Error
           : severity == SEVERITY_WARNING ? WGPUCompilationMessageType_Warning
                                          : WGPUCompilationMessageType_Info;
}

static void call_compilation_info(const Async *e) {
    WGPUShaderModule module = (WGPUShaderModule)e->object;
    WGPUCompilationInfo info = {0};
    WGPUCompilationMessage *list = NULL;
    if (e->status == WGPUCompilationInfoRequestStatus_Success && module->diags.views)
        list = calloc(module->diags.views, sizeof *list);
    for (size_t i = 0; list && i < module->diags.views; i++) {
        const LwDiagnostic *d = &module->diags.view[i];
        /* Columns here count bytes. */
        uint32_t line_start = module->source.line_start[d->line - 1];
        list[i] = (WGPUCompilationMessage){.message = d->message,
                                           .type = message_type(d->severity),
                                           .lineNum = d->line,
                                           .linePos = d->offset - line_start + 1,
                                           .offset = d->offset,
                                           .length = d->length};
        info.messageCount++;
    }
    info.messages = list;
    ((WGPUCompilationInfoCallback)e->callback)((WGPUCompilationInfoRequestStatus)e->status, &info,
                                               e->userdata[0], e->userdata[1]);
    free(list);
}

/* Calls the callback and frees the event, which is in no queue any more. */
static void fire(Async *e) {
    if (e->type == ASYNC_MAP)
        buffer_mapped((WGPUBuffer)e->object, e);
    if (e->scope)
        scope_settle((WGPUDevice)e->object, e);
    if (e->callback)
        call(e);
    if (gives_object(e->type) && !e->callback)
        object_release_handle(e->object);
    else if (!gives_object(e->type))
        object_unref(e->object);
    free(e->message);
    free(e);
}

/* The end of an operation whose instance is gone. */
static void cancel(Async *e) {
    if (gives_object(e->type)) {
        object_release_handle(e->object);
        e->object = NULL;
    }
    e->status = e->type == ASYNC_DEVICE_LOST ? (uint32_t)WGPUDeviceLostReason_CallbackCancelled
                                             : (uint32_t)WGPUMapAsyncStatus_CallbackCancelled;
    e->ready = true;
}

WGPUFuture async_track(AsyncQueue *q, Async *e) {
    if (!e)
        return (WGPUFuture){0};
    if (e->mode < WGPUCallbackMode_WaitAnyOnly || e->mode > WGPUCallbackMode_AllowSpontaneous) {
        api_log("callback mode %d is none of WGPUCallbackMode", (int)e->mode);
        e->mode = WGPUCallbackMode_AllowProcessEvents;
    }
    lock_take(q->lock);
    WGPUFuture future = {++q->last_id};
    e->id = future.id;
    if (!runner_has_heard(e->runner, e->after))
        e->ready = false;
    if (q->closed)
        cancel(e);
    bool now = e->ready && (q->closed || e->mode == WGPUCallbackMode_AllowSpontaneous);
    if (!now) {
        *(q->last ? &q->last->next : &q->first) = e;
        q->last = e;
    }
    lock_give(q->lock);
    if (now)
        fire(e);
    return future;
}

/* Takes the event after `before` (NULL: the first) out of the queue. */
static Async *unlink_after(AsyncQueue *q, Async *before) {
    Async **link = before ? &before->next : &q->first;
    Async *e = *link;
    *link = e->next;
    if (q->last == e)
        q->last = before;
    e->next = NULL;
    return e;
}

void async_finish(AsyncQueue *q, uint64_t id, uint32_t status, char *message) {
    lock_take(q->lock);
    Async *before = NULL, *e = q->first;
    for (; e && e->id != id; e = e->next)
        before = e;
    if (!e) {
        lock_give(q->lock);
        free(message);
        return;
    }
    free(e->message);
    e->message = message;
    e->status = status;
    e->ready = true;
    bool now = e->mode == WGPUCallbackMode_AllowSpontaneous;
    if (now)
        unlink_after(q, before);
    lock_wake(q->lock);
    lock_give(q->lock);
    if (now)
        fire(e);
}

/* Takes the first event that is ready and matches out of the queue; NULL when there is none. */
static Async *take(AsyncQueue *q, bool (*matches)(const Async *e, const void *context),
                   const void *context) {
    for (Async *before = NULL, *e = q->first; e; before = e, e = e->next)
        if (e->ready && matches(e, context))
            return unlink_after(q, before);
    return NULL;
}

static bool is_reached(const Async *e, const void *runner) {
    return e->runner == runner && e->mode == WGPUCallbackMode_AllowSpontaneous;
}

void async_look(AsyncQueue *q) {
    lock_take(q->lock);
    q->looks++;
    lock_wake(q->lock);
    lock_give(q->lock);
}

void async_reach(AsyncQueue *q, const Runner *r, uint64_t *heard, uint64_t number) {
    lock_take(q->lock);
    if (*heard < number)
        *heard = number;
    for (Async *e = q->first; e; e = e->next)
        e->ready = e->ready || (e->runner == r && e->after <= *heard);
    for (Async *e; (e = take(q, is_reached, r));) {
        lock_give(q->lock);
        fire(e);
        lock_take(q->lock);
    }
    lock_wake(q->lock);
    lock_give(q->lock);
}

/* Hears the ends of what has run. Under the lock, which is given up meanwhile. */
static void hear(AsyncQueue *q) {
    for (Runner *r; (r = runner_find_ended(q));) {
        lock_give(q->lock);
        runner_hear_and_leave(r);
        lock_take(q->lock);
    }
}

static bool may_process(const Async *e, const void *newest) {
    return e->mode != WGPUCallbackMode_WaitAnyOnly && e->id <= *(const uint64_t *)newest;
}

void async_process(AsyncQueue *q) {
    lock_take(q->lock);
    hear(q);
    uint64_t newest = q->last_id; /* what callbacks begin waits for the next call */
    for (Async *e; (e = take(q, may_process, &newest));) {
        lock_give(q->lock);
        fire(e);
        lock_take(q->lock);
    }
    lock_give(q->lock);
}

static bool has_id(const Async *e, const void *id) {
    return e->id == *(const uint64_t *)id;
}

static bool waits(const AsyncQueue *q, uint64_t id) {
    for (const Async *e = q->first; e; e = e->next)
        if (e->id == id)
            return true;
    return false;
}

/* Marks the futures that are complete and takes their events out, in a list; false when none is. */
static bool collect(AsyncQueue *q, WGPUFutureWaitInfo *info, size_t count, Async **fires) {
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        Async *e = take(q, has_id, &info[i].future.id);
        info[i].completed = e || !waits(q, info[i].future.id);
        any = any || info[i].completed;
        if (e) {
            *fires = e;
            fires = &e->next;
        }
    }
    return any;
}

WGPUWaitStatus async_wait(AsyncQueue *q, WGPUFutureWaitInfo *info, size_t count,
                          uint64_t timeout_ns) {
    uint64_t start = os_now_ns();
    Async *fires = NULL;
    lock_take(q->lock);
    for (size_t i = 0; i < count; i++)
        if (info[i].future.id == 0 || info[i].future.id > q->last_id) {
            lock_give(q->lock);
            api_log("wgpuInstanceWaitAny: future %llu is none of this instance",
                    (unsigned long long)info[i].future.id);
            return WGPUWaitStatus_Error;
        }
    uint64_t looks = q->looks;
    for (hear(q); count && !collect(q, info, count, &fires); hear(q)) {
        bool again = looks != q->looks;
        looks = q->looks;
        if (again)
            continue;
        uint64_t passed = os_now_ns() - start;
        if (passed >= timeout_ns) {
            lock_give(q->lock);
            return WGPUWaitStatus_TimedOut;
        }
        lock_wait(q->lock, timeout_ns - passed);
    }
    lock_give(q->lock);
    while (fires) {
        Async *e = fires;
        fires = e->next;
        fire(e);
    }
    return WGPUWaitStatus_Success;
}

void async_close(AsyncQueue *q) {
    lock_take(q->lock);
    q->closed = true;
    Async *all = q->first;
    q->first = q->last = NULL;
    lock_give(q->lock);
    while (all) {
        Async *e = all;
        all = e->next;
        cancel(e);
        fire(e);
    }
}
