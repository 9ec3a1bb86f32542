/* The addon's beginning and end. */
#include "addon.h"

#include <stdlib.h>

static void shut_down(void *data) {
    Addon *addon = data;
    addon->closing = true;
    devices_end(addon);
    wake_close(addon);
}

/* (is it the main one?) */
static napi_value set_thread(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    c.addon->is_main = boolean(&c, c.arg[0]);
    return call_end(&c, NULL);
}

/* After the externals' finalizers; pending operations end as cancelled. */
static void finalize(napi_env env, void *data, void *hint) {
    (void)env, (void)hint;
    Addon *addon = data;
    addon->closing = true;
    addon->gone = true;
    wgpuInstanceRelease(addon->instance);
    free(addon);
}

static Addon *new_addon(napi_env env) {
    static const WGPUInstanceFeatureName timed = WGPUInstanceFeatureName_TimedWaitAny;
    Addon *addon = calloc(1, sizeof *addon);
    if (!addon)
        return NULL;
    addon->env = env;
    addon->instance = wgpuCreateInstance(&(WGPUInstanceDescriptor){NULL, 1, &timed, NULL});
    if (addon->instance && wake_open(env, addon))
        return addon;
    wgpuInstanceRelease(addon->instance);
    free(addon);
    return NULL;
}

/* The macro below defines this without declaring it, where clang asks for a declaration. */
NAPI_MODULE_EXPORT int32_t NODE_API_MODULE_GET_API_VERSION(void);

NAPI_MODULE_INIT() {
    static const Function general[] = {
        {"processEvents", process_events},
        {"setLabel", set_label},
        {"setThread", set_thread},
        {NULL, NULL},
    };
    static const Function *const tables[] = {
        general,           adapter_functions,  buffer_functions,  mapping_functions,
        binding_functions, pipeline_functions, encoder_functions, texture_functions,
        render_functions,  report_functions};
    Addon *addon = new_addon(env);
    if (!addon) {
        napi_throw_error(env, NULL, "lanewise: out of memory");
        return NULL;
    }
    napi_set_instance_data(env, addon, finalize, NULL);
    napi_add_env_cleanup_hook(env, shut_down, addon);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (const Function *f = tables[i]; f->name; f++) {
            napi_value function = NULL;
            napi_create_function(env, f->name, NAPI_AUTO_LENGTH, f->function, NULL, &function);
            put(env, exports, f->name, function);
        }
    return exports;
}
