/* Command encoders and compute passes. */
#include "addon.h"

/* (device, label) */
static napi_value create_command_encoder(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUCommandEncoderDescriptor d = WGPU_COMMAND_ENCODER_DESCRIPTOR_INIT;
    d.label = string(&c, c.arg[1]);
    return call_end(&c, WRAP(&c, CommandEncoder,
                             wgpuDeviceCreateCommandEncoder(HANDLE(&c, Device, c.arg[0]), &d)));
}

/* (encoder, label) */
static napi_value finish(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUCommandBufferDescriptor d = WGPU_COMMAND_BUFFER_DESCRIPTOR_INIT;
    d.label = string(&c, c.arg[1]);
    return call_end(&c, WRAP(&c, CommandBuffer,
                             wgpuCommandEncoderFinish(HANDLE(&c, CommandEncoder, c.arg[0]), &d)));
}

/* (encoder, descriptor) */
static napi_value begin_compute_pass(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    napi_value writes = member(&c, c.arg[1], "timestampWrites");
    WGPUPassTimestampWrites timestamps = WGPU_PASS_TIMESTAMP_WRITES_INIT;
    WGPUComputePassDescriptor d = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    d.label = string(&c, member(&c, c.arg[1], "label"));
    if (!is_absent(&c, writes)) {
        timestamps.querySet = HANDLE(&c, QuerySet, member(&c, writes, "querySet"));
        timestamps.beginningOfPassWriteIndex =
            number32(&c, member(&c, writes, "beginningOfPassWriteIndex"));
        timestamps.endOfPassWriteIndex = number32(&c, member(&c, writes, "endOfPassWriteIndex"));
        d.timestampWrites = &timestamps;
    }
    WGPUComputePassEncoder pass =
        wgpuCommandEncoderBeginComputePass(HANDLE(&c, CommandEncoder, c.arg[0]), &d);
    return call_end(&c, WRAP(&c, ComputePassEncoder, pass));
}

/* (encoder, source, source offset, destination, destination offset, size) */
static napi_value copy_buffer_to_buffer(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    WGPUBuffer from = HANDLE(&c, Buffer, c.arg[1]);
    uint64_t offset = number64(&c, c.arg[2]), size = number64(&c, c.arg[5]);
    if (size == WGPU_WHOLE_SIZE) { /* which this function of webgpu.h does not know */
        uint64_t all = wgpuBufferGetSize(from);
        size = offset <= all ? all - offset : 0;
    }
    wgpuCommandEncoderCopyBufferToBuffer(HANDLE(&c, CommandEncoder, c.arg[0]), from, offset,
                                         HANDLE(&c, Buffer, c.arg[3]), number64(&c, c.arg[4]),
                                         size);
    return call_end(&c, NULL);
}

/* (encoder, buffer, offset, size) */
static napi_value clear_buffer(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    wgpuCommandEncoderClearBuffer(HANDLE(&c, CommandEncoder, c.arg[0]),
                                  HANDLE(&c, Buffer, c.arg[1]), number64(&c, c.arg[2]),
                                  number64(&c, c.arg[3]));
    return call_end(&c, NULL);
}

/* (encoder, query set, first, count, destination, offset) */
static napi_value resolve_query_set(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    wgpuCommandEncoderResolveQuerySet(HANDLE(&c, CommandEncoder, c.arg[0]),
                                      HANDLE(&c, QuerySet, c.arg[1]), number32(&c, c.arg[2]),
                                      number32(&c, c.arg[3]), HANDLE(&c, Buffer, c.arg[4]),
                                      number64(&c, c.arg[5]));
    return call_end(&c, NULL);
}

/* ---- debug groups, of encoders and passes ---- */

static napi_value push_debug_group(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    void *handle;
    WGPUStringView label = string(&c, c.arg[1]);
    if (class_of(&c, c.arg[0], &handle) == CLASS_CommandEncoder)
        wgpuCommandEncoderPushDebugGroup(handle, label);
    else
        wgpuComputePassEncoderPushDebugGroup(HANDLE(&c, ComputePassEncoder, c.arg[0]), label);
    return call_end(&c, NULL);
}

static napi_value pop_debug_group(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    void *handle;
    if (class_of(&c, c.arg[0], &handle) == CLASS_CommandEncoder)
        wgpuCommandEncoderPopDebugGroup(handle);
    else
        wgpuComputePassEncoderPopDebugGroup(HANDLE(&c, ComputePassEncoder, c.arg[0]));
    return call_end(&c, NULL);
}

static napi_value insert_debug_marker(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    void *handle;
    WGPUStringView label = string(&c, c.arg[1]);
    if (class_of(&c, c.arg[0], &handle) == CLASS_CommandEncoder)
        wgpuCommandEncoderInsertDebugMarker(handle, label);
    else
        wgpuComputePassEncoderInsertDebugMarker(HANDLE(&c, ComputePassEncoder, c.arg[0]), label);
    return call_end(&c, NULL);
}

/* ---- compute passes ---- */

static napi_value set_pipeline(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    wgpuComputePassEncoderSetPipeline(HANDLE(&c, ComputePassEncoder, c.arg[0]),
                                      HANDLE(&c, ComputePipeline, c.arg[1]));
    return call_end(&c, NULL);
}

/* (pass, index, group or null, dynamic offsets) */
static napi_value set_bind_group(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    uint32_t n = length_of(&c, c.arg[3]);
    uint32_t *offset = call_alloc(&c, n, sizeof *offset);
    for (uint32_t i = 0; offset && i < n; i++)
        offset[i] = number32(&c, element(&c, c.arg[3], i));
    if (offset)
        wgpuComputePassEncoderSetBindGroup(HANDLE(&c, ComputePassEncoder, c.arg[0]),
                                           number32(&c, c.arg[1]), HANDLE(&c, BindGroup, c.arg[2]),
                                           n, offset);
    return call_end(&c, NULL);
}

static napi_value dispatch(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    wgpuComputePassEncoderDispatchWorkgroups(HANDLE(&c, ComputePassEncoder, c.arg[0]),
                                             number32(&c, c.arg[1]), number32(&c, c.arg[2]),
                                             number32(&c, c.arg[3]));
    return call_end(&c, NULL);
}

static napi_value dispatch_indirect(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    wgpuComputePassEncoderDispatchWorkgroupsIndirect(HANDLE(&c, ComputePassEncoder, c.arg[0]),
                                                     HANDLE(&c, Buffer, c.arg[1]),
                                                     number64(&c, c.arg[2]));
    return call_end(&c, NULL);
}

static napi_value pass_end(napi_env env, napi_callback_info info) {
    Call c = call_begin(env, info);
    wgpuComputePassEncoderEnd(HANDLE(&c, ComputePassEncoder, c.arg[0]));
    return call_end(&c, NULL);
}

const Function encoder_functions[] = {
    {"createCommandEncoder", create_command_encoder},
    {"finish", finish},
    {"beginComputePass", begin_compute_pass},
    {"copyBufferToBuffer", copy_buffer_to_buffer},
    {"clearBuffer", clear_buffer},
    {"resolveQuerySet", resolve_query_set},
    {"pushDebugGroup", push_debug_group},
    {"popDebugGroup", pop_debug_group},
    {"insertDebugMarker", insert_debug_marker},
    {"setPipeline", set_pipeline},
    {"setBindGroup", set_bind_group},
    {"dispatch", dispatch},
    {"dispatchIndirect", dispatch_indirect},
    {"passEnd", pass_end},
    {NULL, NULL},
};
