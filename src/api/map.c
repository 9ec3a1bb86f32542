/* Mapping of buffers. The program gets the buffer's own memory, since it is in the same address
 * space; while a buffer is mapped, no command may use it. */
#include <inttypes.h>

#include "api/runner.h"

WGPUBufferMapState wgpuBufferGetMapState(WGPUBuffer b) {
    return b ? b->state : WGPUBufferMapState_Unmapped;
}

static bool check_map(WGPUBuffer b, WGPUMapMode mode, size_t offset, size_t size) {
    WGPUDevice d = b->base.device;
    if (b->base.invalid)
        return device_invalid(d, "mapAsync: %s is invalid", NAME(b));
    if (b->destroyed)
        return device_invalid(d, "mapAsync: %s was destroyed", NAME(b));
    if (b->state != WGPUBufferMapState_Unmapped)
        return device_invalid(d, "mapAsync: %s is %s", NAME(b),
                              b->state == WGPUBufferMapState_Mapped ? "mapped already"
                                                                    : "being mapped already");
    if (mode != WGPUMapMode_Read && mode != WGPUMapMode_Write)
        return device_invalid(d, "mapAsync: %s: mode 0x%" PRIx64 " is neither Read nor Write",
                              NAME(b), mode);
    if (mode == WGPUMapMode_Read && !(b->usage & WGPUBufferUsage_MapRead))
        return device_invalid(d, "mapAsync: %s lacks usage MapRead", NAME(b));
    if (mode == WGPUMapMode_Write && !(b->usage & WGPUBufferUsage_MapWrite))
        return device_invalid(d, "mapAsync: %s lacks usage MapWrite", NAME(b));
    if (offset % 8)
        return device_invalid(d, "mapAsync: %s: offset %zu is no multiple of 8", NAME(b), offset);
    if (size % 4)
        return device_invalid(d, "mapAsync: %s: size %zu is no multiple of 4", NAME(b), size);
    if (!range_fits(offset, size, b->size))
        return device_invalid(d, "mapAsync: %s: offset %zu and size %zu go past its end, %" PRIu64,
                              NAME(b), offset, size, b->size);
    return true;
}

WGPUFuture wgpuBufferMapAsync(WGPUBuffer b, WGPUMapMode mode, size_t offset, size_t size,
                              WGPUBufferMapCallbackInfo info) {
    Async *e = b ? async_of(ASYNC_MAP, info) : NULL;
    if (!e)
        return (WGPUFuture){0};
    WGPUDevice d = b->base.device;
    e->object = object_ref(b);
    if (size == WGPU_WHOLE_MAP_SIZE)
        size = offset <= b->size ? (size_t)(b->size - offset) : 0;
    bool pending = false;
    if (atomic_load(&d->lost)) {
        e->status = WGPUMapAsyncStatus_Aborted;
        e->message = text_format("mapAsync: the device of %s is lost", NAME(b));
    } else if (!check_map(b, mode, offset, size)) {
        e->status = WGPUMapAsyncStatus_Error;
        e->message = text_format("mapAsync: %s cannot be mapped so", NAME(b));
    } else {
        e->status = WGPUMapAsyncStatus_Success;
        b->state = WGPUBufferMapState_Pending;
        b->map_mode = mode;
        b->map_offset = offset;
        b->map_size = size;
        pending = true;
        runner_wait_with(d->runner, e);
    }
    WGPUFuture future = async_track(&d->adapter->instance->async, e);
    if (pending && b->state == WGPUBufferMapState_Pending)
        b->pending = future.id;
    return future;
}

void buffer_mapped(WGPUBuffer b, const Async *e) {
    if (b->state != WGPUBufferMapState_Pending)
        return;
    if (e->status == WGPUMapAsyncStatus_Success)
        b->state = WGPUBufferMapState_Mapped;
    else if (e->status == WGPUMapAsyncStatus_CallbackCancelled)
        b->state = WGPUBufferMapState_Unmapped;
}

void buffer_unmap(WGPUBuffer b, const char *why) {
    WGPUBufferMapState state = b->state;
    b->state = WGPUBufferMapState_Unmapped;
    if (!memory_part(b)) {
        device_error(b->base.device, WGPUErrorType_OutOfMemory,
                     "unmap: %s: no memory for a copy of what its program keeps", NAME(b));
        buffer_destroy(b, why);
    }
    if (state == WGPUBufferMapState_Pending)
        async_finish(&b->base.device->adapter->instance->async, b->pending,
                     WGPUMapAsyncStatus_Aborted, text_format("mapAsync: %s: %s", NAME(b), why));
}

void wgpuBufferUnmap(WGPUBuffer b) {
    if (b)
        buffer_unmap(b, "the buffer was unmapped before its mapping was over");
}

/* The memory of a range of a mapped buffer, or NULL and a line in the log. */
static uint8_t *mapped(WGPUBuffer b, const char *what, size_t offset, size_t size, bool write) {
    if (!b)
        return NULL;
    if (b->state != WGPUBufferMapState_Mapped || !b->data)
        api_log("%s: %s is not mapped", what, NAME(b));
    else if (write && b->map_mode != WGPUMapMode_Write)
        api_log("%s: %s is mapped for reading", what, NAME(b));
    else if (offset % 8 || size % 4)
        api_log("%s: %s: offset %zu is to be a multiple of 8, size %zu of 4", what, NAME(b), offset,
                size);
    else if (offset < b->map_offset || !range_fits(offset - b->map_offset, size, b->map_size))
        api_log("%s: %s: bytes %zu to %zu are not in the mapped range", what, NAME(b), offset,
                offset + size);
    else
        return b->data + offset;
    return NULL;
}

static size_t whole(WGPUBuffer b, size_t offset, size_t size) {
    if (!b || size != WGPU_WHOLE_MAP_SIZE)
        return size;
    return offset <= b->size ? (size_t)b->size - offset : 0;
}

void *wgpuBufferGetMappedRange(WGPUBuffer b, size_t offset, size_t size) {
    return mapped(b, "getMappedRange", offset, whole(b, offset, size), true);
}

const void *wgpuBufferGetConstMappedRange(WGPUBuffer b, size_t offset, size_t size) {
    return mapped(b, "getConstMappedRange", offset, whole(b, offset, size), false);
}

WGPUStatus wgpuBufferReadMappedRange(WGPUBuffer b, size_t offset, void *data, size_t size) {
    const uint8_t *from = data ? mapped(b, "readMappedRange", offset, size, false) : NULL;
    if (!from)
        return WGPUStatus_Error;
    memcpy(data, from, size);
    return WGPUStatus_Success;
}

WGPUStatus wgpuBufferWriteMappedRange(WGPUBuffer b, size_t offset, const void *data, size_t size) {
    uint8_t *to = data ? mapped(b, "writeMappedRange", offset, size, true) : NULL;
    if (!to)
        return WGPUStatus_Error;
    memcpy(to, data, size);
    return WGPUStatus_Success;
}
