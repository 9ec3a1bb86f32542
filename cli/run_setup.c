/* What stands before a run: the device, the shader's module, the pipelines of its passes. */
#include <stdio.h>

#include "base/os.h"
#include "cli/run_internal.h"

static void on_error(WGPUDevice const *device, WGPUErrorType type, WGPUStringView message, void *u1,
                     void *u2) {
    (void)device;
    (void)u2;
    Run *r = u1;
    if (r->error.len)
        return; /* the first one is the cause of the others */
    r->error_type = type;
    r->error = str_copy(r->arena, run_str(message));
}

/* ---- device ---- */

static void on_adapter(WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message,
                       void *u1, void *u2) {
    (void)status;
    (void)message;
    (void)u2;
    *(WGPUAdapter *)u1 = adapter;
}

static void on_device(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message,
                      void *u1, void *u2) {
    (void)status;
    Run *r = u2;
    *(WGPUDevice *)u1 = device;
    if (!device && !r->error.len)
        r->error = str_copy(r->arena, run_str(message));
}

/* Progress on a terminal for runs of more than a second. */
static bool on_progress(void *userdata, uint64_t done, uint64_t all) {
    Run *r = userdata;
    uint64_t now = os_now_ns();
    if (now - r->started_ns > 1000000000u && now - r->shown_ns > 100000000u && !r->options->quiet &&
        os_is_terminal(OS_STDERR)) {
        r->shown_ns = now;
        r->progress_shown = true;
        fprintf(stderr, "\r%llu of %llu workgroups (%.0f %%) ", (unsigned long long)done,
                (unsigned long long)all, 100.0 * (double)done / (double)(all ? all : 1));
    }
    return os_interrupted();
}

static LwSchedule schedule_of(const Spec *s) {
    static const char *const names[] = {"fair", "ascending", "descending", "occupancy", "seed"};
    for (int i = 0; i < 5; i++)
        if (str_is(s->schedule, names[i]))
            return (LwSchedule)i;
    return LW_SCHEDULE_FAIR;
}

static uint32_t model_subgroup_size(const Spec *s) {
    LwHardware hardware = {0};
    const char *error;
    lw_hardware_find(run_view(s->hardware.len ? s->hardware : STR("nvidia")), &hardware, &error);
    return hardware.subgroup_size;
}

bool run_make_device(Run *r, uint32_t subgroup_size) {
    RunResult *out = r->result;
    out->instance = wgpuCreateInstance(NULL);
    WGPURequestAdapterCallbackInfo adapter_info = {.mode = WGPUCallbackMode_AllowSpontaneous,
                                                   .callback = on_adapter,
                                                   .userdata1 = &out->adapter};
    wgpuInstanceRequestAdapter(out->instance, NULL, adapter_info);
    if (!out->adapter)
        return false;
    WGPULimits limits = WGPU_LIMITS_INIT;
    wgpuAdapterGetLimits(out->adapter, &limits);
    limits.nextInChain = NULL;
    WGPUSupportedFeatures features = {0};
    wgpuAdapterGetFeatures(out->adapter, &features);
    LwDeviceOptions lw = LW_DEVICE_OPTIONS_INIT;
    lw.subgroup_size = subgroup_size;
    lw.threads = r->options->threads;
    lw.hardware = run_view(r->spec->hardware);
    lw.observe = r->options->observe;
    lw.schedule = schedule_of(r->spec);
    lw.schedule_arg = r->spec->schedule_arg;
    lw.step_budget = r->options->step_budget;
    lw.memory_budget = r->options->memory_budget;
    lw.out_of_bounds = (LwOutOfBounds)r->spec->out_of_bounds;
    lw.prints = r->options->prints;
    lw.allow_non_uniform = r->spec->allow_non_uniform;
    lw.progress = on_progress;
    lw.progress_userdata = r;
    WGPUDeviceDescriptor d = WGPU_DEVICE_DESCRIPTOR_INIT;
    d.nextInChain = &lw.chain;
    d.requiredLimits = &limits;
    d.requiredFeatures = features.features;
    d.requiredFeatureCount = features.featureCount;
    d.uncapturedErrorCallbackInfo.callback = on_error;
    d.uncapturedErrorCallbackInfo.userdata1 = r;
    WGPURequestDeviceCallbackInfo device_info = {.mode = WGPUCallbackMode_AllowSpontaneous,
                                                 .callback = on_device,
                                                 .userdata1 = &out->device,
                                                 .userdata2 = r};
    wgpuAdapterRequestDevice(out->adapter, &d, device_info);
    wgpuSupportedFeaturesFreeMembers(features);
    if (!out->device)
        return false;
    r->queue = wgpuDeviceGetQueue(out->device);
    out->subgroup_size = subgroup_size ? subgroup_size : model_subgroup_size(r->spec);
    return true;
}

/* ---- shader ---- */

bool run_make_module(Run *r, Str source) {
    RunResult *out = r->result;
    WGPUShaderSourceWGSL wgsl = WGPU_SHADER_SOURCE_WGSL_INIT;
    wgsl.code = run_view(source);
    WGPUShaderModuleDescriptor d = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    d.nextInChain = &wgsl.chain;
    d.label = run_view(r->spec->shader);
    out->module = wgpuDeviceCreateShaderModule(out->device, &d);
    const LwModuleInfo *info = lw_shader_module_info(out->module);
    out->diagnostics = lw_shader_module_diagnostic_list(out->module, &out->diagnostic_count);
    if (!r->options->keep_errors || (info && info->valid)) {
        Str text = run_str(lw_shader_module_diagnostics(out->module, run_view(r->spec->shader),
                                                        r->options->colour));
        if (text.len)
            say(r->options->messages, "%.*s", STR_ARG(text));
    }
    return info && info->valid;
}

int run_error_code(const Run *r) {
    if (r->error_type == WGPUErrorType_OutOfMemory)
        return EXIT_LIMIT;
    return EXIT_REJECTED;
}

/* WebGPU knows an override that has an id by the id alone; here its name does as well. */
static WGPUStringView constant_key(const Run *r, Str name) {
    const LwModuleInfo *info = lw_shader_module_info(r->result->module);
    for (size_t i = 0; i < info->override_count; i++) {
        const LwOverride *o = &info->overrides[i];
        if (o->has_id && o->name.length == name.len && !memcmp(o->name.data, name.at, name.len))
            return run_view(str_format(r->arena, "%u", o->id));
    }
    return run_view(name);
}

/* Where the shader is to blame its diagnostics say all; else the device's error does. */
static void report_pipeline(Run *r, WGPUComputePipeline p) {
    RunResult *out = r->result;
    out->diagnostics = lw_compute_pipeline_diagnostic_list(p, &out->diagnostic_count);
    out->exit_code = run_error_code(r);
    if (r->options->keep_errors)
        return;
    if (out->diagnostic_count)
        say(r->options->messages, "%.*s",
            STR_ARG(run_str(lw_compute_pipeline_diagnostics(p, run_view(r->spec->shader),
                                                            r->options->colour))));
    else
        complain_to(r->options->messages, "%.*s", STR_ARG(r->error));
}

bool run_make_pipelines(Run *r) {
    uint32_t n = r->passes.len;
    RunResult *out = r->result;
    out->pipeline = arena_array(r->arena, WGPUComputePipeline, n);
    out->pipelines = n;
    r->info = arena_array(r->arena, const LwPipelineInfo *, n);
    WGPUConstantEntry *constants =
        arena_array(r->arena, WGPUConstantEntry, r->spec->settings.len + 1);
    for (uint32_t i = 0; i < r->spec->settings.len; i++)
        constants[i] = (WGPUConstantEntry){.key = constant_key(r, r->spec->settings.at[i].name),
                                           .value = r->spec->settings.at[i].value};
    for (uint32_t i = 0; i < n; i++) {
        WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
        d.label = run_view(r->passes.at[i].entry.len ? r->passes.at[i].entry : r->spec->shader);
        d.compute.module = r->result->module;
        d.compute.entryPoint = r->passes.at[i].entry.len ? run_view(r->passes.at[i].entry)
                                                         : (WGPUStringView){NULL, WGPU_STRLEN};
        d.compute.constants = constants;
        d.compute.constantCount = r->spec->settings.len;
        out->pipeline[i] = wgpuDeviceCreateComputePipeline(out->device, &d);
        r->info[i] = out->pipeline[i] ? lw_compute_pipeline_info(out->pipeline[i]) : NULL;
        if (r->error.len || !r->info[i]) {
            report_pipeline(r, out->pipeline[i]);
            return false;
        }
        out->compile_ns += r->info[i]->compile_ns + (i ? 0 : r->info[i]->parse_ns);
    }
    return true;
}
