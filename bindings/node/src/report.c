/* Reports of what a device has run. */
#include "addon.h"

/* (device, name of the shader): the report as JSON, or null */
static napi_value take_report(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUStringView name = string(&c, c.arg[1]);
    LwReport *report = lw_device_take_report(HANDLE(&c, Device, c.arg[0]));
    if (!report)
        return call_end(&c, make_null(env));
    napi_value json = make_string(env, lw_report_json(report, name));
    lw_report_free(report);
    return call_end(&c, json);
}

const Function report_functions[] = {
    {"takeReport", take_report},
    {NULL, NULL},
};
