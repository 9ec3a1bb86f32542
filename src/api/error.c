/* Error scopes, the uncaptured error callback, and the checks that report to them. */
#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"

void api_log(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    char *text = text_vformat(format, ap);
    va_end(ap);
    fprintf(stderr, "lanewise: %s\n", text ? text : "no memory for a message");
    free(text);
}

static WGPUErrorType caught_by(WGPUErrorFilter f) {
    return f == WGPUErrorFilter_Validation    ? WGPUErrorType_Validation
           : f == WGPUErrorFilter_OutOfMemory ? WGPUErrorType_OutOfMemory
                                              : WGPUErrorType_Internal;
}

/* Hands the message to the innermost scope of its type; false when there is none. */
static bool catch_error(WGPUDevice d, WGPUErrorType type, char *message) {
    lock_take(d->lock);
    size_t i = d->scopes;
    while (i && caught_by(d->scope[i - 1].filter) != type)
        i--;
    bool caught = i > 0;
    if (caught && d->scope[i - 1].type == WGPUErrorType_NoError) {
        d->scope[i - 1].type = type;
        d->scope[i - 1].message = message;
        message = NULL;
    }
    lock_give(d->lock);
    if (caught)
        free(message);
    return caught;
}

static void report_uncaught(WGPUDevice d, WGPUErrorType type, const char *message) {
    WGPUUncapturedErrorCallbackInfo *u = &d->uncaptured;
    if (!u->callback) {
        api_log("%s: %s", NAME(d), message);
        return;
    }
    WGPUDevice device = atomic_load(&d->base.handles) ? d : NULL;
    u->callback(&device, type, text_view(message), u->userdata1, u->userdata2);
}

static void report(WGPUDevice d, WGPUErrorType type, const char *format, va_list ap) {
    if (atomic_load(&d->lost))
        return;
    char *message = text_vformat(format, ap);
    if (catch_error(d, type, message))
        return;
    report_uncaught(d, type, message ? message : "no memory for a message");
    free(message);
}

void device_error(WGPUDevice d, WGPUErrorType type, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    report(d, type, format, ap);
    va_end(ap);
}

bool device_invalid(WGPUDevice d, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    report(d, WGPUErrorType_Validation, format, ap);
    va_end(ap);
    return false;
}

bool device_check_chain(WGPUDevice d, const char *what, const WGPUChainedStruct *chain) {
    const WGPUChainedStruct *c = chain_stranger(chain, (WGPUSType)0);
    return !c || device_invalid(d,
                                "%s: its descriptor's chain has a struct of type 0x%x, which does "
                                "not belong there",
                                what, (unsigned)c->sType);
}

bool device_check_array(WGPUDevice d, const char *what, const void *array, size_t count) {
    return array || !count ||
           device_invalid(d, "%s: an array of %zu elements is null", what, count);
}

bool device_check_object(WGPUDevice d, const char *what, const char *role, const void *object) {
    const Object *o = object;
    if (!o)
        return device_invalid(d, "%s: %s is null", what, role);
    if (o->device != d)
        return device_invalid(d, "%s: %s is of another device", what, object_name(o).at);
    if (o->invalid)
        return device_invalid(d, "%s: %s is invalid", what, object_name(o).at);
    return true;
}

static void push(WGPUDevice d, WGPUErrorFilter filter) {
    lock_take(d->lock);
    bool room = array_room((void **)&d->scope, &d->scope_cap, d->scopes, sizeof *d->scope);
    if (room)
        d->scope[d->scopes++] = (ErrorScope){filter, WGPUErrorType_NoError, NULL};
    lock_give(d->lock);
    if (!room)
        device_error(d, WGPUErrorType_OutOfMemory, "no memory for an error scope");
}

/* False when no scope is open. */
static bool pop(WGPUDevice d, ErrorScope *s) {
    lock_take(d->lock);
    bool open = d->scopes > 0;
    if (open)
        *s = d->scope[--d->scopes];
    lock_give(d->lock);
    return open;
}

void wgpuDevicePushErrorScope(WGPUDevice d, WGPUErrorFilter filter) {
    if (!d)
        return;
    if (filter < WGPUErrorFilter_Validation || filter > WGPUErrorFilter_Internal)
        device_invalid(d, "pushErrorScope: filter %d is none of WGPUErrorFilter", (int)filter);
    else
        push(d, filter);
}

WGPUFuture wgpuDevicePopErrorScope(WGPUDevice d, WGPUPopErrorScopeCallbackInfo info) {
    Async *e = d ? async_of(ASYNC_ERROR_SCOPE, info) : NULL;
    if (!e)
        return (WGPUFuture){0};
    ErrorScope s = {0};
    bool open = pop(d, &s);
    if (atomic_load(&d->lost)) { /* whose errors are of no use to anybody */
        free(s.message);
        s = (ErrorScope){.type = WGPUErrorType_NoError};
        open = true;
    }
    if (open) {
        e->status = WGPUPopErrorScopeStatus_Success;
        e->error_type = s.type;
        e->message = s.message;
    } else {
        e->status = WGPUPopErrorScopeStatus_Error;
        e->error_type = WGPUErrorType_NoError;
        e->message = text_format("popErrorScope: no error scope is open on %s", NAME(d));
    }
    return async_track(&d->adapter->instance->async, e);
}

void device_capture_begin(WGPUDevice d) {
    push(d, WGPUErrorFilter_Internal);
    push(d, WGPUErrorFilter_OutOfMemory);
    push(d, WGPUErrorFilter_Validation);
}

char *device_capture_end(WGPUDevice d, WGPUErrorType *type) {
    char *message = NULL;
    *type = WGPUErrorType_NoError;
    for (int i = 0; i < 3; i++) {
        ErrorScope s;
        if (!pop(d, &s) || s.type == WGPUErrorType_NoError)
            continue;
        free(message);
        message = s.message;
        *type = s.type;
    }
    return message;
}

void device_free_scopes(WGPUDevice d) {
    while (d->scopes)
        free(d->scope[--d->scopes].message);
    free(d->scope);
}
