/* The end of what is under way. Devices run commands on threads of their own; when some have run,
 * the thread wakes JavaScript's, which processes events: promises are resolved, errors told. While
 * anything is awaited, or commands have not run, the event loop is kept alive. */
#include <stdlib.h>

#include "addon.h"

static void process(Addon *addon) {
    wgpuInstanceProcessEvents(addon->instance);
}

static void on_wake(napi_env env, napi_value none, void *context, void *data) {
    (void)none, (void)data;
    Addon *addon = context;
    atomic_store(&addon->woken, false);
    if (env && !addon->closing)
        process(addon);
}

bool wake_open(napi_env env, Addon *addon) {
    napi_value name = make_string(env, (WGPUStringView){"lanewise", WGPU_STRLEN});
    return napi_create_threadsafe_function(env, NULL, NULL, name, 0, 1, NULL, NULL, addon, on_wake,
                                           &addon->wake) == napi_ok &&
           napi_unref_threadsafe_function(env, addon->wake) == napi_ok;
}

void wake_close(Addon *addon) {
    napi_release_threadsafe_function(addon->wake, napi_tsfn_abort);
}

/* On a thread of the library's. */
void wake(void *userdata) {
    Addon *addon = userdata;
    if (!atomic_exchange(&addon->woken, true))
        napi_call_threadsafe_function(addon->wake, NULL, napi_tsfn_nonblocking);
}

void await_one(Addon *addon) {
    if (addon->awaited++ == 0 && !addon->closing)
        napi_ref_threadsafe_function(addon->env, addon->wake);
}

void await_no_more(Addon *addon) {
    if (--addon->awaited == 0 && !addon->closing)
        napi_unref_threadsafe_function(addon->env, addon->wake);
}

static void on_run(WGPUQueueWorkDoneStatus status, WGPUStringView message, void *data,
                   void *unused) {
    (void)status, (void)message, (void)unused;
    await_no_more(data);
}

void await_submit(Addon *addon, WGPUQueue queue) {
    WGPUFuture future = wgpuQueueOnSubmittedWorkDone(
        queue, (WGPUQueueWorkDoneCallbackInfo){NULL, WGPUCallbackMode_AllowProcessEvents, on_run,
                                               addon, NULL});
    if (!future.id)
        return; /* no memory: only nobody waits for it */
    await_one(addon);
    addon->submitted = future;
}

/* In a turn after those who asked. What was submitted in the same turn is often as good as over,
 * and waiting for it shorter than being woken. */
napi_value process_events(napi_env env, napi_callback_info info) {
    enum { SHORT_NS = 100 * 1000 };
    Call c = call_begin(env, info);
    Addon *addon = c.addon;
    WGPUFutureWaitInfo last = {addon->submitted, WGPU_FALSE};
    addon->submitted = (WGPUFuture){0};
    if (last.future.id)
        wgpuInstanceWaitAny(addon->instance, 1, &last, SHORT_NS);
    process(addon);
    return call_end(&c, NULL);
}
