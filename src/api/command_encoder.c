/* Command encoders and the lists that they fill. An error while encoding is kept, makes the encoder
 * invalid and is reported by Finish, as WebGPU says. */
#include <inttypes.h>
#include <stdlib.h>

#include "api/api.h"

/* ---- lists ---- */

bool array_room(void **at, size_t *cap, size_t len, size_t size) {
    if (len < *cap)
        return true;
    size_t more = *cap ? *cap * 2 : 8;
    void *p = realloc(*at, more * size);
    if (!p)
        return false;
    *at = p;
    *cap = more;
    return true;
}

bool command_list_add(CommandList *l, Command c) {
    if (!array_room((void **)&l->at, &l->cap, l->len, sizeof *l->at))
        return false;
    l->at[l->len++] = c;
    return true;
}

bool command_list_use(CommandList *l, void *object) {
    if (l->uses && l->used[l->uses - 1] == object)
        return true;
    if (!array_room((void **)&l->used, &l->use_cap, l->uses, sizeof(Object *)))
        return false;
    l->used[l->uses++] = object_ref(object);
    return true;
}

void command_list_free(CommandList *l) {
    for (size_t i = 0; i < l->uses; i++)
        object_unref(l->used[i]);
    free(l->at);
    free(l->binding);
    free(l->memory);
    free(l->used);
    *l = (CommandList){0};
}

/* ---- the encoder ---- */

WGPUCommandEncoder wgpuDeviceCreateCommandEncoder(WGPUDevice d,
                                                  const WGPUCommandEncoderDescriptor *desc) {
    if (!d)
        return NULL;
    WGPUStringView none = {NULL, 0};
    WGPUCommandEncoder e = object_new(d, KIND_CommandEncoder, sizeof *e, desc ? desc->label : none);
    if (e && desc && !device_check_chain(d, NAME(e), desc->nextInChain))
        e->base.invalid = true;
    return e;
}

void command_encoder_free(Object *o) {
    WGPUCommandEncoder e = (WGPUCommandEncoder)o;
    command_list_free(&e->list);
    free(e->error);
}

bool encoder_error(WGPUCommandEncoder e, WGPUErrorType type, const char *format, ...) {
    if (e->error_type)
        return false;
    va_list ap;
    va_start(ap, format);
    e->error = text_vformat(format, ap);
    va_end(ap);
    e->error_type = type;
    return false;
}

static bool out_of_memory(WGPUCommandEncoder e) {
    return encoder_error(e, WGPUErrorType_OutOfMemory, "%s: out of memory", NAME(e));
}

void encoder_add(WGPUCommandEncoder e, Command c) {
    if (!command_list_add(&e->list, c))
        out_of_memory(e);
}

bool encoder_use(WGPUCommandEncoder e, const char *what, const char *role, void *object) {
    const Object *o = object;
    if (!o)
        return encoder_invalid(e, "%s: %s is null", what, role);
    if (o->device != e->base.device)
        return encoder_invalid(e, "%s: %s is of another device", what, object_name(o).at);
    if (o->invalid)
        return encoder_invalid(e, "%s: %s is invalid", what, object_name(o).at);
    return command_list_use(&e->list, object) || out_of_memory(e);
}

bool encoder_use_buffer(WGPUCommandEncoder e, const char *what, WGPUBuffer b, WGPUBufferUsage usage,
                        const char *usage_name) {
    if (!encoder_use(e, what, "a buffer", b))
        return false;
    return (b->usage & usage) ||
           encoder_invalid(e, "%s: %s lacks usage %s", what, NAME(b), usage_name);
}

bool encoder_check_range(WGPUCommandEncoder e, const char *what, WGPUBuffer b, uint64_t offset,
                         uint64_t size, uint32_t alignment) {
    if (offset % alignment)
        return encoder_invalid(e, "%s: %s: offset %" PRIu64 " is no multiple of %u", what, NAME(b),
                               offset, alignment);
    return range_fits(offset, size, b->size) ||
           encoder_invalid(
               e, "%s: %s: offset %" PRIu64 " and size %" PRIu64 " go past its end, %" PRIu64, what,
               NAME(b), offset, size, b->size);
}

bool encoder_ready(WGPUCommandEncoder e, const char *what) {
    if (e->state == ENCODER_ENDED)
        return device_invalid(e->base.device, "%s: %s is finished", what, NAME(e));
    if (e->state == ENCODER_IN_PASS)
        return encoder_invalid(e, "%s: a pass of %s is open", what, NAME(e));
    return true;
}

void encoder_pass_ended(WGPUCommandEncoder e) {
    if (e->state == ENCODER_IN_PASS)
        e->state = ENCODER_OPEN;
}

void encoder_pop_group(WGPUCommandEncoder e, const Object *o, uint32_t *groups) {
    if (*groups)
        --*groups;
    else
        encoder_invalid(e, "popDebugGroup: no debug group of %s is open", object_name(o).at);
}

static bool check_finish(WGPUCommandEncoder e, const WGPUCommandBufferDescriptor *desc) {
    WGPUDevice d = e->base.device;
    EncoderState state = e->state;
    e->state = ENCODER_ENDED;
    if (state == ENCODER_ENDED)
        return device_invalid(d, "finish: %s is finished already", NAME(e));
    if (e->base.invalid)
        return device_invalid(d, "finish: %s is invalid", NAME(e));
    if (e->error_type) {
        device_error(d, e->error_type, "%s", e->error ? e->error : "out of memory");
        return false;
    }
    if (state == ENCODER_IN_PASS)
        return device_invalid(d, "finish: a pass of %s is open", NAME(e));
    if (e->debug_groups)
        return device_invalid(d, "finish: %u debug groups of %s are open", e->debug_groups,
                              NAME(e));
    return !desc || device_check_chain(d, "finish", desc->nextInChain);
}

WGPUCommandBuffer wgpuCommandEncoderFinish(WGPUCommandEncoder e,
                                           const WGPUCommandBufferDescriptor *desc) {
    if (!e)
        return NULL;
    WGPUStringView none = {NULL, 0};
    WGPUCommandBuffer c =
        object_new(e->base.device, KIND_CommandBuffer, sizeof *c, desc ? desc->label : none);
    if (!c)
        return NULL;
    c->base.invalid = !check_finish(e, desc);
    c->list = e->list;
    e->list = (CommandList){0};
    return c;
}

void command_buffer_free(Object *o) {
    command_list_free(&((WGPUCommandBuffer)o)->list);
}

/* ---- commands outside passes ---- */

void wgpuCommandEncoderCopyBufferToBuffer(WGPUCommandEncoder e, WGPUBuffer from,
                                          uint64_t from_offset, WGPUBuffer to, uint64_t to_offset,
                                          uint64_t size) {
    static const char what[] = "copyBufferToBuffer";
    if (!e || !encoder_ready(e, what) ||
        !encoder_use_buffer(e, what, from, WGPUBufferUsage_CopySrc, "CopySrc") ||
        !encoder_use_buffer(e, what, to, WGPUBufferUsage_CopyDst, "CopyDst"))
        return;
    if (size % 4)
        encoder_invalid(e, "%s: size %" PRIu64 " is no multiple of 4", what, size);
    else if (from == to)
        encoder_invalid(e, "%s: %s is both source and destination", what, NAME(from));
    else if (encoder_check_range(e, what, from, from_offset, size, 4) &&
             encoder_check_range(e, what, to, to_offset, size, 4))
        encoder_add(e, (Command){COMMAND_COPY, .copy = {from, to, from_offset, to_offset, size}});
}

void wgpuCommandEncoderClearBuffer(WGPUCommandEncoder e, WGPUBuffer b, uint64_t offset,
                                   uint64_t size) {
    static const char what[] = "clearBuffer";
    if (!e || !encoder_ready(e, what) ||
        !encoder_use_buffer(e, what, b, WGPUBufferUsage_CopyDst, "CopyDst"))
        return;
    if (size == WGPU_WHOLE_SIZE && offset <= b->size)
        size = b->size - offset;
    if (size % 4)
        encoder_invalid(e, "%s: %s: size %" PRIu64 " is no multiple of 4", what, NAME(b), size);
    else if (encoder_check_range(e, what, b, offset, size, 4))
        encoder_add(e,
                    (Command){COMMAND_CLEAR, .copy = {.to = b, .to_offset = offset, .size = size}});
}

bool encoder_use_query(WGPUCommandEncoder e, const char *what, WGPUQuerySet set, uint32_t index) {
    if (!encoder_use(e, what, "the query set", set))
        return false;
    if (set->type != WGPUQueryType_Timestamp)
        return encoder_invalid(e, "%s: %s is not of timestamps", what, NAME(set));
    return index < set->count || encoder_invalid(e, "%s: %s has %u queries, not one of index %u",
                                                 what, NAME(set), set->count, index);
}

void encoder_add_timestamp(WGPUCommandEncoder e, WGPUQuerySet set, uint32_t index) {
    encoder_add(e, (Command){COMMAND_TIMESTAMP, .query = {.set = set, .first = index}});
}

void wgpuCommandEncoderWriteTimestamp(WGPUCommandEncoder e, WGPUQuerySet set, uint32_t index) {
    static const char what[] = "writeTimestamp";
    if (e && encoder_ready(e, what) && encoder_use_query(e, what, set, index))
        encoder_add_timestamp(e, set, index);
}

void wgpuCommandEncoderResolveQuerySet(WGPUCommandEncoder e, WGPUQuerySet set, uint32_t first,
                                       uint32_t count, WGPUBuffer to, uint64_t offset) {
    static const char what[] = "resolveQuerySet";
    if (!e || !encoder_ready(e, what) || !encoder_use(e, what, "the query set", set) ||
        !encoder_use_buffer(e, what, to, WGPUBufferUsage_QueryResolve, "QueryResolve"))
        return;
    if (first >= set->count || !range_fits(first, count, set->count))
        encoder_invalid(e, "%s: queries %u to %" PRIu64 " are not all in %s, which has %u", what,
                        first, (uint64_t)first + count, NAME(set), set->count);
    else if (encoder_check_range(e, what, to, offset, (uint64_t)count * 8, 256))
        encoder_add(e, (Command){COMMAND_RESOLVE, .query = {set, first, count, to, offset}});
}

void wgpuCommandEncoderInsertDebugMarker(WGPUCommandEncoder e, WGPUStringView label) {
    (void)label;
    if (e)
        encoder_ready(e, "insertDebugMarker");
}

void wgpuCommandEncoderPushDebugGroup(WGPUCommandEncoder e, WGPUStringView label) {
    (void)label;
    if (e && encoder_ready(e, "pushDebugGroup"))
        e->debug_groups++;
}

void wgpuCommandEncoderPopDebugGroup(WGPUCommandEncoder e) {
    if (e && encoder_ready(e, "popDebugGroup"))
        encoder_pop_group(e, &e->base, &e->debug_groups);
}
