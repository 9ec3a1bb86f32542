/* Contexts: a device, what it can do, and the plans made for it. */
#include <stdio.h>
#include <stdlib.h>

#include "internal.h"

const char *lwk_status_text(LwkStatus status) {
    static const char *const text[] = {
        [LWK_OK] = "ok",
        [LWK_BAD_ARGUMENT] = "bad argument",
        [LWK_UNSUPPORTED] = "not supported by the device",
        [LWK_TOO_LARGE] = "too large",
        [LWK_MISALIGNED] = "misaligned offset",
        [LWK_OUT_OF_RANGE] = "range ends behind its buffer",
        [LWK_OVERLAP] = "a buffer is read and written",
        [LWK_TEMPORARY_TOO_SMALL] = "temporary storage too small",
        [LWK_OUT_OF_MEMORY] = "out of memory",
        [LWK_DEVICE_LOST] = "device lost",
        [LWK_DEVICE_ERROR] = "device error",
    };
    return (size_t)status < sizeof text / sizeof text[0] ? text[status] : "unknown status";
}

const char *lwk_type_name(LwkType type) {
    static const char *const name[] = {"f32", "i32", "u32", "f16"};
    return (unsigned)type <= LWK_F16 ? name[type] : "?";
}

uint32_t lwk_type_size(LwkType type) {
    return type == LWK_F16 ? 2 : 4;
}

LwkStatus lwk_fail(LwkContext *context, LwkStatus status, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vsnprintf(context->message, sizeof context->message, format, ap);
    va_end(ap);
    return status;
}

static void read_adapter(LwkContext *c) {
    LwkProperties *p = &c->properties;
    WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
    p->subgroup_min_size = 1;
    p->subgroup_max_size = 128;
    if (c->procs->DeviceGetAdapterInfo(c->device, &info) != WGPUStatus_Success)
        return;
    p->cpu = info.adapterType == WGPUAdapterType_CPU && !c->as_gpu;
    if (info.subgroupMinSize && info.subgroupMaxSize) {
        p->subgroup_min_size = info.subgroupMinSize;
        p->subgroup_max_size = info.subgroupMaxSize;
    }
    c->procs->AdapterInfoFreeMembers(info);
}

static bool has(const LwkContext *c, WGPUFeatureName feature) {
    WGPUFeatureName number = lw_procs_feature(c->procs, feature);
    return number && c->procs->DeviceHasFeature(c->device, number);
}

LwkStatus lwk_read_properties(LwkContext *c) {
    LwkProperties *p = &c->properties;
    WGPULimits limits = WGPU_LIMITS_INIT;
    if (c->procs->DeviceGetLimits(c->device, &limits) != WGPUStatus_Success)
        return lwk_fail(c, LWK_DEVICE_ERROR, "the device does not tell its limits");
    uint32_t size = limits.maxComputeWorkgroupSizeX;
    if (limits.maxComputeInvocationsPerWorkgroup < size)
        size = limits.maxComputeInvocationsPerWorkgroup;
    *p = (LwkProperties){
        .f16 = has(c, WGPUFeatureName_ShaderF16),
        .timestamps = has(c, WGPUFeatureName_TimestampQuery),
        .subgroups = !c->no_subgroups && has(c, WGPUFeatureName_Subgroups),
        .max_workgroup_size = size,
        .max_workgroup_bytes = limits.maxComputeWorkgroupStorageSize,
        .max_workgroups = limits.maxComputeWorkgroupsPerDimension,
        .offset_alignment = limits.minStorageBufferOffsetAlignment,
        .max_binding_size = limits.maxStorageBufferBindingSize,
    };
    if (limits.maxBufferSize < p->max_binding_size)
        p->max_binding_size = limits.maxBufferSize;
    read_adapter(c);
    if (p->subgroup_max_size > size)
        p->subgroups = false; /* none would be full */
    return LWK_OK;
}

LwkStatus lwk_context_create(const LwkContextDescriptor *d, LwkContext **context, char *error,
                             size_t error_size) {
    *context = NULL;
    if (!d || !d->procs || !d->instance || !d->device) {
        snprintf(error, error_size, "a context needs functions, an instance and a device");
        return LWK_BAD_ARGUMENT;
    }
    LwkContext *c = calloc(1, sizeof *c);
    if (!c) {
        snprintf(error, error_size, "no memory for a context");
        return LWK_OUT_OF_MEMORY;
    }
    c->procs = d->procs;
    c->instance = d->instance;
    c->device = d->device;
    c->no_subgroups = d->no_subgroups;
    c->as_gpu = d->as_gpu;
    LwkStatus status = lwk_read_properties(c);
    if (status != LWK_OK) {
        snprintf(error, error_size, "%s", c->message);
        free(c);
        return status;
    }
    c->procs->DeviceAddRef(c->device);
    *context = c;
    return LWK_OK;
}

void lwk_context_release(LwkContext *c) {
    if (!c)
        return;
    while (c->plans)
        lwk_plan_release(c->plans);
    c->procs->DeviceRelease(c->device);
    free(c);
}

const LwkProperties *lwk_context_properties(const LwkContext *c) {
    return &c->properties;
}

const char *lwk_context_message(const LwkContext *c) {
    return c->message;
}
