/* Queues: a submit checks its command buffers, then runs their commands in order, at once. */
#include <inttypes.h>
#include <stdlib.h>

#include "api/ledger.h"
#include "api/runner.h"
#include "base/os.h"

/* ---- checks ---- */

static bool check_buffer(WGPUQueue q, const char *what, WGPUBuffer b) {
    if (b->destroyed)
        return device_invalid(q->owner, "%s: %s was destroyed", what, NAME(b));
    return b->state == WGPUBufferMapState_Unmapped ||
           device_invalid(q->owner, "%s: %s is %s", what, NAME(b),
                          b->state == WGPUBufferMapState_Mapped ? "mapped" : "being mapped");
}

static bool check_texture(WGPUQueue q, const char *what, WGPUTexture t) {
    return !t->destroyed || device_invalid(q->owner, "%s: %s was destroyed", what, NAME(t));
}

static bool check_group(WGPUQueue q, const char *what, WGPUBindGroup g) {
    for (uint32_t i = 0; i < g->layout->entries; i++) {
        const Bound *b = &g->bound[i];
        if (b->buffer && !check_buffer(q, what, b->buffer))
            return false;
        if (b->view && !check_texture(q, what, b->view->texture))
            return false;
    }
    return true;
}

static bool check_use(WGPUQueue q, const char *what, Object *o) {
    switch (o->kind) {
    case KIND_Buffer: return check_buffer(q, what, (WGPUBuffer)o);
    case KIND_Texture: return check_texture(q, what, (WGPUTexture)o);
    case KIND_BindGroup: return check_group(q, what, (WGPUBindGroup)o);
    case KIND_QuerySet:
        return !((WGPUQuerySet)o)->destroyed ||
               device_invalid(q->owner, "%s: %s was destroyed", what, object_name(o).at);
    default: return true;
    }
}

static bool check_command_buffer(WGPUQueue q, WGPUCommandBuffer c) {
    if (!device_check_object(q->owner, "submit", "a command buffer", c))
        return false;
    if (c->submitted)
        return device_invalid(q->owner, "submit: %s was submitted already", NAME(c));
    c->submitted = true;
    for (size_t i = 0; i < c->list.uses; i++)
        if (!check_use(q, "submit", c->list.used[i]))
            return false;
    return true;
}

/* ---- running ---- */

static void resolve(const Command *c) {
    memcpy(c->query.to->data + c->query.to_offset, c->query.set->value + c->query.first,
           (size_t)c->query.count * sizeof(uint64_t));
}

static void copy(const Command *c) {
    uint8_t *to = c->copy.to->data + c->copy.to_offset;
    if (c->copy.from)
        memcpy(to, c->copy.from->data + c->copy.from_offset, (size_t)c->copy.size);
    else if (c->copy.bytes)
        memcpy(to, c->copy.bytes, (size_t)c->copy.size);
    else
        memset(to, 0, (size_t)c->copy.size);
}

/* False when the dispatch stopped early. */
static bool dispatch(WGPUDevice d, const CommandList *l, const Command *c) {
    uint32_t groups[3];
    memcpy(groups, c->dispatch.workgroups, sizeof groups);
    if (c->dispatch.indirect)
        memcpy(groups, c->dispatch.indirect->data + c->dispatch.indirect_offset, sizeof groups);
    uint32_t most = d->limits.maxComputeWorkgroupsPerDimension;
    for (int i = 0; i < 3; i++)
        if (groups[i] == 0 || groups[i] > most)
            return true; /* an indirect dispatch out of range does nothing */
    EngineBinding *binding = l->bindings ? l->binding + c->dispatch.first_binding : NULL;
    for (uint32_t i = 0; i < c->dispatch.bindings; i++) {
        const BoundMemory *m = &l->memory[c->dispatch.first_binding + i];
        if (m->buffer)
            binding[i].data = m->buffer->data + m->offset;
        else if (m->texture)
            binding[i].data = m->texture->data;
    }
    return core_dispatch(d, c->dispatch.pipeline, groups, binding, c->dispatch.bindings);
}

static bool run(WGPUDevice d, const CommandList *l, const Command *c) {
    switch (c->kind) {
    case COMMAND_DISPATCH:
    case COMMAND_DISPATCH_INDIRECT: return dispatch(d, l, c);
    case COMMAND_COPY:
    case COMMAND_CLEAR:
    case COMMAND_WRITE: copy(c); break;
    case COMMAND_TIMESTAMP: c->query.set->value[c->query.first] = os_now_ns(); break;
    case COMMAND_RESOLVE: resolve(c); break;
    case COMMAND_BUFFER_TO_TEXTURE:
    case COMMAND_TEXTURE_TO_BUFFER:
    case COMMAND_TEXTURE_TO_TEXTURE:
    case COMMAND_WRITE_TEXTURE: texture_copy_run(c); break;
    case COMMAND_FREE_BUFFER: buffer_clear(c->copy.to); break;
    case COMMAND_FREE_TEXTURE: texture_clear(c->texels.to.texture); break;
    }
    return true;
}

bool run_begin(WGPUDevice d) {
    lock_take(d->running);
    if (atomic_load(&d->lost)) { /* by another thread, since it was looked at */
        lock_give(d->running);
        return false;
    }
    free(d->run_message);
    d->run_message = NULL;
    d->run_status = LW_RUN_OK;
    return true;
}

bool run_list(WGPUDevice d, const CommandList *l) {
    for (size_t i = 0; i < l->len; i++)
        if (!run(d, l, &l->at[i]))
            return false;
    return true;
}

RunError run_end(WGPUDevice d, bool going) {
    RunError error = {WGPUErrorType_NoError, NULL};
    if (d->ledger)
        ledger_write(d->ledger);
    if (!going)
        error = (RunError){d->run_error,
                           text_format("%s", d->run_message ? d->run_message : "out of memory")};
    lock_give(d->running);
    return error;
}

RunError run_now(WGPUDevice d, size_t count, WGPUCommandBuffer const *commands) {
    if (!run_begin(d))
        return (RunError){WGPUErrorType_NoError, NULL};
    bool going = true;
    for (size_t i = 0; going && i < count; i++)
        going = run_list(d, &commands[i]->list);
    return run_end(d, going);
}

void run_tell(WGPUDevice d, RunError error) {
    if (error.type != WGPUErrorType_NoError)
        device_error(d, error.type, "%s", error.message ? error.message : "out of memory");
    free(error.message);
}

void wgpuQueueSubmit(WGPUQueue q, size_t count, WGPUCommandBuffer const *commands) {
    if (!q || (count && !commands))
        return;
    bool ok = true;
    for (size_t i = 0; i < count; i++)
        ok = check_command_buffer(q, commands[i]) && ok;
    WGPUDevice d = q->owner;
    if (ok && !atomic_load(&d->lost) && !runner_submit(d->runner, count, commands))
        run_tell(d, run_now(d, count, commands));
    for (size_t i = 0; i < count; i++)
        if (commands[i] && commands[i]->submitted)
            command_list_free(&commands[i]->list); /* it cannot be submitted again */
}

/* Waits for the jobs that use the buffer, with a copy of the data; false when there are none, or no
 * memory. */
static bool write_later(WGPUDevice d, WGPUBuffer b, uint64_t offset, const void *data,
                        size_t size) {
    uint8_t *bytes = runner_is_past(d->runner, b->last_use) ? NULL : malloc(size);
    if (!bytes)
        return false;
    memcpy(bytes, data, size);
    Command c = {COMMAND_WRITE,
                 .copy = {.to = b, .bytes = bytes, .to_offset = offset, .size = size}};
    bool taken = runner_defer(d->runner, c, &b->base, bytes);
    if (!taken)
        free(bytes);
    return taken;
}

/* Not while commands of another thread run; those of a runner do not use the buffer. */
static void write(WGPUDevice d, WGPUBuffer b, uint64_t offset, const void *data, size_t size) {
    if (write_later(d, b, offset, data, size))
        return;
    Lock *lock = d->runner ? d->lock : d->running;
    lock_take(lock);
    if (b->data)
        memcpy(b->data + offset, data, size);
    lock_give(lock);
}

void wgpuQueueWriteBuffer(WGPUQueue q, WGPUBuffer b, uint64_t offset, const void *data,
                          size_t size) {
    static const char what[] = "writeBuffer";
    if (!q || !device_check_object(q->owner, what, "the buffer", b) || !check_buffer(q, what, b))
        return;
    if (!(b->usage & WGPUBufferUsage_CopyDst))
        device_invalid(q->owner, "%s: %s lacks usage CopyDst", what, NAME(b));
    else if (offset % 4 || size % 4)
        device_invalid(q->owner, "%s: %s: offset %" PRIu64 " and size %zu are to be multiples of 4",
                       what, NAME(b), offset, size);
    else if (!range_fits(offset, size, b->size))
        device_invalid(q->owner,
                       "%s: %s: offset %" PRIu64 " and size %zu go past its end, %" PRIu64, what,
                       NAME(b), offset, size, b->size);
    else if (size && !data)
        device_invalid(q->owner, "%s: %s: the data is null", what, NAME(b));
    else if (size)
        write(q->owner, b, offset, data, size);
}

WGPUFuture wgpuQueueOnSubmittedWorkDone(WGPUQueue q, WGPUQueueWorkDoneCallbackInfo info) {
    Async *e = q ? async_of(ASYNC_WORK_DONE, info) : NULL;
    if (!e)
        return (WGPUFuture){0};
    e->status = WGPUQueueWorkDoneStatus_Success;
    runner_wait_with(q->owner->runner, e);
    return async_track(&q->owner->adapter->instance->async, e);
}
