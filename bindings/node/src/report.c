/* Reports of what a device has run. */
#include "addon.h"

/* (device, name of the shader): {json, text} of the report, or null */
static napi_value take_report(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    LwTextOptions options = {.name = string(&c, c.arg[1])};
    LwReport *report = lw_device_take_report(HANDLE(&c, Device, c.arg[0]));
    if (!report)
        return call_end(&c, make_null(env));
    napi_value o = NULL;
    napi_create_object(env, &o);
    put(env, o, "json", make_string(env, lw_report_json(report, options.name)));
    put(env, o, "text", make_string(env, lw_report_text(report, &options)));
    lw_report_free(report);
    return call_end(&c, o);
}

/* (device, LwObserve bits) */
static napi_value observe(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    lw_device_observe(HANDLE(&c, Device, c.arg[0]), number32(&c, c.arg[1]));
    return call_end(&c, NULL);
}

/* (device): LwObserve bits */
static napi_value observers(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    return call_end(&c, make_number(env, lw_device_observers(HANDLE(&c, Device, c.arg[0]))));
}

/* (device, folder, most): null, or what is wrong */
static napi_value capture(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    char error[512] = "";
    bool ok = lw_device_capture(HANDLE(&c, Device, c.arg[0]), string(&c, c.arg[1]),
                                number64(&c, c.arg[2]), error, sizeof error);
    return call_end(&c,
                    ok ? make_null(env) : make_string(env, (WGPUStringView){error, WGPU_STRLEN}));
}

/* (device): the paths of the .run files */
static napi_value captured(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    size_t n;
    const WGPUStringView *path = lw_device_captured(HANDLE(&c, Device, c.arg[0]), &n);
    napi_value array = NULL;
    napi_create_array_with_length(env, n, &array);
    for (size_t i = 0; i < n; i++)
        napi_set_element(env, array, (uint32_t)i, make_string(env, path[i]));
    return call_end(&c, array);
}

const Function report_functions[] = {
    {"takeReport", take_report}, {"observe", observe},   {"observers", observers},
    {"capture", capture},        {"captured", captured}, {NULL, NULL},
};
