/* The path of a shader: text -> checked module -> program -> dispatch. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/capture.h"
#include "api/ledger.h"
#include "base/bug.h"
#include "base/os.h"
#include "lang/codes.h"
#include "lower/lower.h"

/* ---- text to module ---- */

/* Language extensions that a device must have been asked for. */
static const struct {
    const char *extension, *feature_name;
    uint32_t enable;
    WGPUFeatureName feature;
} gated[] = {
    {"f16", "shader-f16", ENABLE_F16, WGPUFeatureName_ShaderF16},
    {"subgroups", "subgroups", ENABLE_SUBGROUPS, WGPUFeatureName_Subgroups},
};

static Span extension_span(const Module *m, const char *extension) {
    for (uint32_t i = 0; i < m->directives.len; i++) {
        const Directive *d = &m->directives.at[i];
        for (uint32_t k = 0; d->kind == DIRECTIVE_ENABLE && k < d->args.len; k++)
            if (str_is(d->args.at[k]->ident.name, extension))
                return d->args.at[k]->span;
    }
    return (Span){0, 0};
}

static void require_features(WGPUDevice d, const Module *m) {
    for (size_t i = 0; i < sizeof gated / sizeof gated[0]; i++)
        if ((m->enabled & gated[i].enable) && !features_have(d->features, gated[i].feature))
            error(m->diags, CODE_NOT_ENABLED, extension_span(m, gated[i].extension),
                  "extension '%s' needs the device feature %s", gated[i].extension,
                  gated[i].feature_name);
}

typedef struct ModuleJob {
    WGPUShaderModule to;
    Str text;
} ModuleJob;

static void compile_module(void *context) {
    ModuleJob *job = context;
    WGPUShaderModule m = job->to;
    uint64_t start = os_now_ns();
    Str name = m->base.label ? str_copy(&m->arena, str_from_c(m->base.label)) : STR("shader");
    source_init(&m->source, &m->arena, name, str_copy(&m->arena, job->text));
    m->diags.list.arena = &m->arena;
    const DeviceOptions *options = &m->base.device->options;
    WgslOptions wgsl = {.prints = options->observe & LW_OBSERVE_PRINT,
                        .non_uniform = options->allow_non_uniform};
    Module *module = wgsl_compile_with(&m->arena, &m->source, &m->diags.list, wgsl);
    require_features(m->base.device, module);
    m->module = module;
    diags_settle(&m->diags, &m->source);
    describe_module(m);
    m->parse_ns = os_now_ns() - start;
}

CompileStatus core_compile_module(WGPUShaderModule m, Str text) {
    ModuleJob job = {m, text};
    if (!arena_protect(&(Arena *){&m->arena}, 1, compile_module, &job)) {
        m->info = (LwModuleInfo){0};
        m->module = NULL;
        return COMPILE_OUT_OF_MEMORY;
    }
    return m->diags.list.errors ? COMPILE_INVALID : COMPILE_OK;
}

/* ---- module to program ---- */

static bool check_workgroup_size(WGPUComputePipeline p) {
    WGPUDevice d = p->base.device;
    const uint32_t *size = p->info.workgroup_size;
    const uint32_t most[3] = {d->limits.maxComputeWorkgroupSizeX,
                              d->limits.maxComputeWorkgroupSizeY,
                              d->limits.maxComputeWorkgroupSizeZ};
    uint64_t all = 1;
    for (int i = 0; i < 3; i++) {
        if (size[i] < 1 || size[i] > most[i])
            return device_invalid(d,
                                  "createComputePipeline: %s: workgroup size %u in dimension %c is "
                                  "not within maxComputeWorkgroupSize%c, %u",
                                  NAME(p), size[i], "xyz"[i], "XYZ"[i], most[i]);
        all *= size[i];
    }
    return all <= d->limits.maxComputeInvocationsPerWorkgroup ||
           device_invalid(d,
                          "createComputePipeline: %s: %" PRIu64 " invocations a workgroup are over "
                          "maxComputeInvocationsPerWorkgroup, %u",
                          NAME(p), all, d->limits.maxComputeInvocationsPerWorkgroup);
}

static bool check_workgroup_memory(WGPUComputePipeline p) {
    WGPUDevice d = p->base.device;
    p->info.workgroup_bytes = p->ir->workgroup_bytes;
    return p->ir->workgroup_bytes <= d->limits.maxComputeWorkgroupStorageSize ||
           device_invalid(d,
                          "createComputePipeline: %s: %u bytes of workgroup memory are over "
                          "maxComputeWorkgroupStorageSize, %u",
                          NAME(p), p->ir->workgroup_bytes,
                          d->limits.maxComputeWorkgroupStorageSize);
}

/* The operations that the device's rules are about: a set of bits, 1 << IrWatch. */
static uint32_t watched(uint32_t observe) {
    static const struct {
        uint32_t observe;
        IrWatch watch;
    } rules[] = {
        {LW_OBSERVE_CHECK, IRW_DIVISION},      {LW_OBSERVE_CHECK, IRW_REMAINDER},
        {LW_OBSERVE_SHIFT_RANGE, IRW_SHIFT},   {LW_OBSERVE_CONVERSION_RANGE, IRW_CONVERSION},
        {LW_OBSERVE_F16_INDEX, IRW_F16_INDEX}, {LW_OBSERVE_NON_FINITE, IRW_NON_FINITE},
    };
    uint32_t kinds = 0;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0] && (observe & LW_OBSERVE_CHECK); i++)
        kinds |= observe & rules[i].observe ? 1u << rules[i].watch : 0;
    return kinds;
}

static void keep_overrides(WGPUComputePipeline p, const CompileRequest *r) {
    p->override = arena_array(&p->arena, OverrideValue, r->overrides);
    for (uint32_t i = 0; i < r->overrides; i++)
        p->override[i] =
            (OverrideValue){str_copy(&p->arena, r->override[i].name), r->override[i].value};
    p->overrides = r->overrides;
}

typedef struct PipelineJob {
    WGPUComputePipeline to;
    const CompileRequest *request;
} PipelineJob;

/* From a specialisation to its IR, and what that tells of its bindings. */
static bool lower_pipeline(WGPUComputePipeline p, const Specialisation *s) {
    IrModule *ir = lower_entry(&p->arena, s);
    if (!ir)
        return false;
    p->ir = ir;
    describe_uses(p);
    return true;
}

/* From the IR to a program that tells of the operations to be watched. */
static void make_program(WGPUComputePipeline p) {
    p->watched = watched(p->base.device->options.observe);
    if (p->watched)
        ir_watch(p->ir, p->watched);
    if (p->base.device->options.observe & LW_OBSERVE_CHECK && p->ir->non_uniforms)
        ir_watch_arrivals(p->ir);
    ir_optimise(p->ir);
    const char *malformed = ir_validate(p->ir);
    if (malformed)
        LW_BUG("the IR of %s is malformed: %s", NAME(p), malformed);
    EngineOptions options = {.subgroup_size = p->base.device->options.subgroup_size};
    p->program = engine_program_new(&p->arena, p->ir, &options);
}

static void compile_pipeline(void *context) {
    PipelineJob *job = context;
    WGPUComputePipeline p = job->to;
    uint64_t start = os_now_ns();
    Specialisation *s = wgsl_specialise(p->module->module, job->request->entry,
                                        job->request->override, job->request->overrides);
    if (!s)
        return;
    describe_pipeline(p, s);
    keep_overrides(p, job->request);
    if (!check_workgroup_size(p) || !lower_pipeline(p, s) || !pipeline_settle_layout(p) ||
        !check_workgroup_memory(p))
        return;
    make_program(p);
    p->info.compile_ns = os_now_ns() - start;
}

static void settle_diags(void *context) {
    WGPUComputePipeline p = context;
    diags_settle(&p->diags, &p->module->source);
}

CompileStatus core_compile_pipeline(WGPUComputePipeline p, const CompileRequest *request) {
    WGPUShaderModule m = p->module;
    Arena *arenas[] = {&m->arena, &p->arena};
    PipelineJob job = {p, request};
    p->diags.list.arena = &p->arena;
    lock_take(m->lock);
    m->module->diags = &p->diags.list; /* what is found is the pipeline's, not the module's */
    bool enough = !m->broken && arena_protect(arenas, 2, compile_pipeline, &job) &&
                  arena_protect(arenas, 2, settle_diags, p);
    m->module->diags = &m->diags.list;
    m->broken = !enough;
    lock_give(m->lock);
    if (enough && p->program && !p->diags.list.errors)
        return COMPILE_OK;
    p->program = NULL;
    return enough ? COMPILE_INVALID : COMPILE_OUT_OF_MEMORY;
}

static void rebuild(void *context) {
    WGPUComputePipeline p = context;
    Specialisation *s = wgsl_specialise(p->module->module, text_str(p->info.entry_point),
                                        p->override, p->overrides);
    if (s && lower_pipeline(p, s))
        make_program(p);
}

/* Compiles again when the device's observers have come to watch more than the program tells of;
 * what was found the first time is not said again. False when memory is short. */
static bool rewatch(WGPUComputePipeline p) {
    WGPUShaderModule m = p->module;
    if (!(watched(p->base.device->options.observe) & ~p->watched))
        return true;
    Arena *arenas[] = {&m->arena, &p->arena};
    DiagList again = {.arena = &p->arena};
    lock_take(m->lock);
    m->module->diags = &again;
    bool enough = !m->broken && arena_protect(arenas, 2, rebuild, p);
    m->module->diags = &m->diags.list;
    m->broken = !enough;
    lock_give(m->lock);
    return enough;
}

/* ---- dispatch ---- */

static const struct {
    LwRunStatus status;
    WGPUErrorType type;
    const char *why;
} ends[] = {
    [ENGINE_OK] = {LW_RUN_OK, WGPUErrorType_NoError, ""},
    [ENGINE_OUT_OF_MEMORY] = {LW_RUN_OUT_OF_MEMORY, WGPUErrorType_OutOfMemory, "out of memory"},
    [ENGINE_MEMORY_BUDGET] = {LW_RUN_MEMORY_BUDGET, WGPUErrorType_OutOfMemory,
                              "the memory budget is used up"},
    [ENGINE_STEP_BUDGET] = {LW_RUN_STEP_BUDGET, WGPUErrorType_Internal,
                            "the step budget is used up"},
    [ENGINE_INTERRUPTED] = {LW_RUN_INTERRUPTED, WGPUErrorType_Internal, "it was interrupted"},
    [ENGINE_NO_PROGRESS] =
        {LW_RUN_NO_PROGRESS, WGPUErrorType_Internal,
         "a loop cannot end, since nothing that can run changes what it waits for"},
    [ENGINE_OUT_OF_BOUNDS] = {LW_RUN_OUT_OF_BOUNDS, WGPUErrorType_Internal,
                              "an access is out of bounds"},
};

static void keep_end(WGPUDevice d, WGPUComputePipeline p, const EngineResult *r) {
    char at[64] = "", group[64] = "";
    if (r->site || r->workgroup[0] || r->workgroup[1] || r->workgroup[2])
        snprintf(group, sizeof group, ", workgroup (%u, %u, %u)", r->workgroup[0], r->workgroup[1],
                 r->workgroup[2]);
    if (r->site && r->site < p->ir->sites.len) {
        Place place = source_place(p->ir->source, p->ir->sites.at[r->site].span.start);
        snprintf(at, sizeof at, " at line %u, column %u", place.line, place.column);
    }
    char done[64] = "";
    bool early = r->status == ENGINE_STEP_BUDGET || r->status == ENGINE_INTERRUPTED;
    if (r->groups > 1 && early)
        snprintf(done, sizeof done, ", with %llu of %llu workgroups done",
                 (unsigned long long)r->groups_done, (unsigned long long)r->groups);
    const char *cure = r->status == ENGINE_STEP_BUDGET ? "; a larger one lets it go on" : "";
    free(d->run_message);
    d->run_status = ends[r->status].status;
    d->run_message = text_format("dispatch of %s stopped%s%s%s: %s%s", NAME(p), at, group, done,
                                 ends[r->status].why, cure);
    d->run_error = ends[r->status].type;
}

static ThreadPool *pool_of(WGPUDevice d) {
    if (!d->pool && d->options.threads > 1)
        d->pool = threads_new(d->options.threads);
    return d->pool;
}

bool core_dispatch(WGPUDevice d, WGPUComputePipeline p, const uint32_t workgroups[3],
                   const EngineBinding *binding, uint32_t bindings) {
    const DeviceOptions *o = &d->options;
    if (d->capture)
        capture_dispatch(d->capture, p, workgroups, binding, bindings);
    lock_take(d->lock);
    uint64_t taken = d->buffer_bytes;
    lock_give(d->lock);
    EngineDispatch dispatch = {
        .workgroups = {workgroups[0], workgroups[1], workgroups[2]},
        .binding = binding,
        .bindings = bindings,
        .schedule = o->schedule,
        .schedule_arg = o->schedule_arg,
        .step_budget = o->step_budget,
        .memory_budget = o->memory_budget > taken ? o->memory_budget - taken : 1,
        .pool = pool_of(d),
        .progress = o->progress,
        .progress_context = o->progress_userdata,
        .stop = d->runner ? &d->lost : NULL,
        .out_of_bounds = o->out_of_bounds == LW_OUT_OF_BOUNDS_DROP   ? OOB_DROP
                         : o->out_of_bounds == LW_OUT_OF_BOUNDS_TRAP ? OOB_TRAP
                                                                     : OOB_CLAMP,
    };
    EngineResult r = {.status = ENGINE_OUT_OF_MEMORY};
    bool ready = rewatch(p);
    bool observed = (o->observe & (LW_OBSERVE_COST | LW_OBSERVE_CHECK)) || p->ir->prints.len;
    uint64_t start = d->ledger || d->runner ? os_now_ns() : 0;
    LwReport *report = NULL;
    if (ready && !observed) {
        r = engine_run(p->program, &dispatch);
    } else if (ready) {
        report = d->ledger ? report_new(d) : report_current(d);
        if (report)
            r = report_run(report, p, &dispatch);
    }
    if (d->runner)
        estimate_learn(p, workgroups, os_now_ns() - start);
    bool ended = r.status == ENGINE_OK;
    if (!ended)
        keep_end(d, p, &r);
    if (d->ledger) {
        ledger_add(d->ledger, p, workgroups, os_now_ns() - start, report,
                   ended ? NULL : d->run_message);
        if (report)
            report_keep(d, report);
    }
    return ended;
}
