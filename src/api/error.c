/* Error scopes, the uncaptured error callback, and the checks that report to them. */
#include <stdio.h>
#include <stdlib.h>

#include "api/runner.h"

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

/* Hands the message to the first scope of its type from one outwards; false when there is none.
 * Under the lock. */
static bool catch_error(ErrorScope *s, WGPUErrorType type, char *message) {
    while (s && caught_by(s->filter) != type)
        s = s->outer;
    if (!s)
        return false;
    if (s->type == WGPUErrorType_NoError) {
        s->type = type;
        s->message = message;
    } else {
        free(message);
    }
    return true;
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
    lock_take(d->lock);
    bool caught = catch_error(d->scope, type, message);
    lock_give(d->lock);
    if (caught)
        return;
    report_uncaught(d, type, message ? message : "no memory for a message");
    free(message);
}

void device_error_in(WGPUDevice d, ErrorScope *from, WGPUErrorType type, const char *message) {
    if (atomic_load(&d->lost))
        return;
    char *copy = text_format("%s", message ? message : "out of memory");
    lock_take(d->lock);
    bool caught = catch_error(from, type, copy);
    lock_give(d->lock);
    if (caught)
        return;
    report_uncaught(d, type, copy ? copy : "no memory for a message");
    free(copy);
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

/* ---- scopes ---- */

static void push(WGPUDevice d, WGPUErrorFilter filter) {
    ErrorScope *s = calloc(1, sizeof *s);
    if (!s) {
        device_error(d, WGPUErrorType_OutOfMemory, "no memory for an error scope");
        return;
    }
    lock_take(d->lock);
    *s =
        (ErrorScope){.outer = d->scope, .refs = 1, .filter = filter, .type = WGPUErrorType_NoError};
    d->scope = s; /* its ref on the one before is the inner one's now */
    lock_give(d->lock);
}

/* The innermost scope, with a ref; NULL when none is open. */
static ErrorScope *pop(WGPUDevice d) {
    lock_take(d->lock);
    ErrorScope *s = d->scope;
    if (s) {
        d->scope = s->outer;
        if (d->scope)
            d->scope->refs++;
    }
    lock_give(d->lock);
    return s;
}

ErrorScope *scope_current(WGPUDevice d) {
    lock_take(d->lock);
    ErrorScope *s = d->scope;
    if (s)
        s->refs++;
    lock_give(d->lock);
    return s;
}

void scope_release(WGPUDevice d, ErrorScope *s) {
    if (!s)
        return;
    lock_take(d->lock);
    while (s && --s->refs == 0) {
        ErrorScope *outer = s->outer;
        free(s->message);
        free(s);
        s = outer;
    }
    lock_give(d->lock);
}

void scope_settle(WGPUDevice d, Async *e) {
    lock_take(d->lock);
    free(e->message);
    e->error_type = e->scope->type;
    e->message = e->scope->message;
    e->scope->message = NULL;
    lock_give(d->lock);
    scope_release(d, e->scope);
    e->scope = NULL;
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
    e->object = object_ref(d);
    e->scope = pop(d);
    bool open = e->scope;
    if (atomic_load(&d->lost)) { /* whose errors are of no use to anybody */
        scope_release(d, e->scope);
        e->scope = NULL;
        open = true;
    }
    e->error_type = WGPUErrorType_NoError;
    e->status = open ? WGPUPopErrorScopeStatus_Success : WGPUPopErrorScopeStatus_Error;
    if (!open)
        e->message = text_format("popErrorScope: no error scope is open on %s", NAME(d));
    runner_wait_with(d->runner, e);
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
        ErrorScope *s = pop(d);
        if (s && s->type != WGPUErrorType_NoError) {
            free(message);
            message = s->message;
            *type = s->type;
            s->message = NULL;
        }
        scope_release(d, s);
    }
    return message;
}

void device_free_scopes(WGPUDevice d) {
    scope_release(d, d->scope);
}
