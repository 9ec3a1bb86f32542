/* Buffers: ranges of zeroed memory (memory.c). Mapping is in map.c. */
#include <inttypes.h>

#include "api/runner.h"

static const WGPUBufferUsage ALL_USAGES = 0x3FF;

static bool check_descriptor(WGPUBuffer b, const WGPUBufferDescriptor *desc) {
    WGPUDevice d = b->base.device;
    if (!device_check_chain(d, NAME(b), desc->nextInChain))
        return false;
    if (!b->usage || (b->usage & ~ALL_USAGES))
        return device_invalid(d, "createBuffer: %s: usage 0x%" PRIx64 " is not a set of usages",
                              NAME(b), b->usage);
    if ((b->usage & WGPUBufferUsage_MapRead) &&
        (b->usage & ~(WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst)))
        return device_invalid(d, "createBuffer: %s: usage MapRead goes together with CopyDst only",
                              NAME(b));
    if ((b->usage & WGPUBufferUsage_MapWrite) &&
        (b->usage & ~(WGPUBufferUsage_MapWrite | WGPUBufferUsage_CopySrc)))
        return device_invalid(d, "createBuffer: %s: usage MapWrite goes together with CopySrc only",
                              NAME(b));
    if (b->size > d->limits.maxBufferSize)
        return device_invalid(d,
                              "createBuffer: %s: size %" PRIu64 " is over maxBufferSize, %" PRIu64,
                              NAME(b), b->size, d->limits.maxBufferSize);
    if (desc->mappedAtCreation && b->size % 4)
        return device_invalid(d,
                              "createBuffer: %s: size %" PRIu64 " is no multiple of 4, which "
                              "mappedAtCreation needs",
                              NAME(b), b->size);
    return true;
}

static void list_add(WGPUDevice d, WGPUBuffer b) {
    b->next = d->buffers;
    if (b->next)
        b->next->before = b;
    d->buffers = b;
    d->buffer_bytes += b->size;
}

static void list_remove(WGPUDevice d, WGPUBuffer b) {
    *(b->before ? &b->before->next : &d->buffers) = b->next;
    if (b->next)
        b->next->before = b->before;
    b->next = b->before = NULL;
    d->buffer_bytes -= b->size;
}

/* Memory within the device's budget. */
static bool allocate(WGPUBuffer b) {
    WGPUDevice d = b->base.device;
    lock_take(d->lock);
    bool enough =
        range_fits(d->buffer_bytes, b->size, d->options.memory_budget) && memory_allocate(b);
    if (enough)
        list_add(d, b);
    lock_give(d->lock);
    return enough;
}

/* What was destroyed may still be waiting for jobs. */
static bool allocate_late(WGPUBuffer b) {
    runner_drain(b->base.device->runner);
    return b->base.device->runner && allocate(b);
}

static void map_at_creation(WGPUBuffer b) {
    b->state = WGPUBufferMapState_Mapped;
    b->map_mode = WGPUMapMode_Write;
    b->map_offset = 0;
    b->map_size = (size_t)b->size;
}

WGPUBuffer wgpuDeviceCreateBuffer(WGPUDevice d, const WGPUBufferDescriptor *desc) {
    if (!d || !desc)
        return NULL;
    WGPUBuffer b = object_new(d, KIND_Buffer, sizeof *b, desc->label);
    if (!b)
        return NULL;
    b->usage = desc->usage;
    b->size = desc->size;
    b->state = WGPUBufferMapState_Unmapped;
    b->base.invalid = !check_descriptor(b, desc);
    /* A lost device has no memory to give, but to a program that has it mapped. */
    b->destroyed = atomic_load(&d->lost);
    bool needs_memory = (!b->base.invalid && !b->destroyed) || desc->mappedAtCreation;
    if (needs_memory && !allocate(b) && !allocate_late(b)) {
        if (!b->base.invalid)
            device_error(d, WGPUErrorType_OutOfMemory,
                         "createBuffer: %s: no memory for %" PRIu64 " bytes", NAME(b), b->size);
        b->base.invalid = true;
        if (desc->mappedAtCreation) {
            object_release_handle(&b->base);
            return NULL;
        }
    }
    if (desc->mappedAtCreation && b->data)
        map_at_creation(b);
    return b;
}

void buffer_clear(WGPUBuffer b) {
    WGPUDevice d = b->base.device;
    lock_take(d->lock);
    if (b->data)
        list_remove(d, b);
    LwMemory *memory = b->memory;
    b->memory = NULL;
    b->data = NULL;
    lock_give(d->lock);
    lw_memory_release(memory);
}

void buffer_destroy(WGPUBuffer b, const char *why) {
    WGPUDevice d = b->base.device;
    b->lent = false; /* needs no copy of what it loses */
    buffer_unmap(b, why);
    b->destroyed = true;
    if (runner_defer(d->runner, (Command){COMMAND_FREE_BUFFER, .copy = {.to = b}}, &b->base, NULL))
        return;
    if (!d->runner)
        lock_take(d->running); /* commands of another thread may be using it */
    buffer_clear(b);
    if (!d->runner)
        lock_give(d->running);
}

/* A buffer without a handle cannot be unmapped any more; commands may still use it. */
void buffer_drop(Object *o) {
    WGPUBuffer b = (WGPUBuffer)o;
    if (atomic_load(&o->refs) == 1)
        b->lent = false; /* there are none */
    buffer_unmap(b, "the last handle of the buffer was released");
}

void buffer_free(Object *o) {
    WGPUBuffer b = (WGPUBuffer)o;
    lock_take(o->device->lock);
    if (b->data)
        list_remove(o->device, b);
    lock_give(o->device->lock);
    lw_memory_release(b->memory);
}

void wgpuBufferDestroy(WGPUBuffer b) {
    if (b)
        buffer_destroy(b, "the buffer was destroyed");
}

uint64_t wgpuBufferGetSize(WGPUBuffer b) {
    return b ? b->size : 0;
}
WGPUBufferUsage wgpuBufferGetUsage(WGPUBuffer b) {
    return b ? b->usage : WGPUBufferUsage_None;
}
