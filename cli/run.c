#include "cli/run_internal.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/os.h"
#include "cli/texture.h"

/* ---- passes ---- */

static bool check_dispatch(Run *r, const Pass *p) {
    for (int i = 0; i < 3; i++) {
        if (p->workgroups[i] == 0) {
            complain_to(
                r->options->messages,
                "a dispatch of %u x %u x %u workgroups runs nothing: each size is at least 1",
                p->workgroups[0], p->workgroups[1], p->workgroups[2]);
            r->result->exit_code = EXIT_USAGE;
            return false;
        }
        if (p->workgroups[i] > 65535) {
            complain_to(r->options->messages,
                        "a dispatch of %u workgroups in %c is over WebGPU's limit of 65535",
                        p->workgroups[i], "xyz"[i]);
            r->result->exit_code = EXIT_LIMIT;
            return false;
        }
    }
    return true;
}

static bool choose_passes(Run *r) {
    const Spec *s = r->spec;
    for (uint32_t i = 0; i < s->passes.len; i++)
        vec_push(r->arena, &r->passes, s->passes.at[i]);
    if (!r->passes.len) {
        Pass p = {.entry = s->entry, .workgroups = {1, 1, 1}};
        if (s->has_dispatch)
            memcpy(p.workgroups, s->dispatch, sizeof p.workgroups);
        r->assumed = !s->has_dispatch;
        vec_push(r->arena, &r->passes, p);
    }
    for (uint32_t i = 0; i < r->passes.len; i++)
        if (!check_dispatch(r, &r->passes.at[i]))
            return false;
    return true;
}

/* Does a pass have the workgroup and the invocation whose prints are asked for? */
static bool has_printed(const Run *r, uint32_t pass) {
    const LwPrintFilter *f = &r->options->prints;
    const uint32_t *size = r->info[pass]->workgroup_size, *n = r->passes.at[pass].workgroups;
    bool has = !f->one_invocation || f->invocation < size[0] * size[1] * size[2];
    for (int i = 0; i < 3 && f->one_workgroup; i++)
        has &= f->workgroup[i] < n[i];
    return has;
}

/* What was assumed, and what is asked for in vain. */
static void note_passes(const Run *r) {
    if (r->options->quiet)
        return;
    if (r->assumed)
        say(r->options->messages, "lanewise: note: no dispatch given: running 1 workgroup\n");
    for (uint32_t i = 0; i < r->passes.len; i++)
        if (has_printed(r, i))
            return;
    const uint32_t *n = r->passes.at[0].workgroups, *size = r->info[0]->workgroup_size;
    say(r->options->messages,
        "lanewise: note: nothing is printed: --print-workgroup or --print-invocation is past the "
        "last of the %u x %u x %u workgroups of %u x %u x %u invocations\n",
        n[0], n[1], n[2], size[0], size[1], size[2]);
}

/* ---- the run itself ---- */

static void set_groups(Run *r, uint32_t pass, WGPUComputePassEncoder encoder) {
    enum { GROUPS = 8 };
    const LwPipelineInfo *info = r->info[pass];
    for (uint32_t g = 0; g < GROUPS; g++) {
        WGPUBindGroupEntry *entry =
            arena_array(r->arena, WGPUBindGroupEntry, info->binding_count + 1);
        uint32_t n = 0;
        for (size_t k = 0; k < info->binding_count; k++) {
            const LwBinding *b = &info->bindings[k];
            if (b->group != g)
                continue;
            RunBuffer *buffer = run_buffer(r->result, g, b->binding);
            entry[n] = (WGPUBindGroupEntry)WGPU_BIND_GROUP_ENTRY_INIT;
            entry[n].binding = b->binding;
            entry[n].buffer = buffer->buffer;
            entry[n].textureView = buffer->view;
            entry[n].sampler = buffer->sampler;
            entry[n].size = buffer->bytes;
            n++;
        }
        if (!n)
            continue;
        WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
        d.layout = wgpuComputePipelineGetBindGroupLayout(r->result->pipeline[pass], g);
        d.entries = entry;
        d.entryCount = n;
        WGPUBindGroup group = wgpuDeviceCreateBindGroup(r->result->device, &d);
        wgpuComputePassEncoderSetBindGroup(encoder, g, group, 0, NULL);
        wgpuBindGroupRelease(group);
        wgpuBindGroupLayoutRelease(d.layout);
    }
}

static void submit_passes(Run *r) {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(r->result->device, NULL);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, NULL);
    for (uint32_t i = 0; i < r->passes.len; i++) {
        const uint32_t *n = r->passes.at[i].workgroups;
        wgpuComputePassEncoderSetPipeline(pass, r->result->pipeline[i]);
        set_groups(r, i, pass);
        wgpuComputePassEncoderDispatchWorkgroups(pass, n[0], n[1], n[2]);
    }
    wgpuComputePassEncoderEnd(pass);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    uint64_t start = os_now_ns(), spent = os_processor_ns();
    wgpuQueueSubmit(r->queue, 1, &commands);
    vec_push(r->arena, &r->result->processor_ns, os_processor_ns() - spent);
    vec_push(r->arena, &r->result->times_ns, os_now_ns() - start);
    wgpuCommandBufferRelease(commands);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderRelease(encoder);
}

static void upload(Run *r, bool fresh) {
    for (uint32_t i = 0; i < r->result->buffers.len; i++) {
        RunBuffer *b = &r->result->buffers.at[i];
        if (fresh && b->zeros)
            continue; /* a new buffer holds zeros */
        if (b->buffer)
            wgpuQueueWriteBuffer(r->queue, b->buffer, 0, b->before, b->bytes);
        else if (b->texture)
            texture_upload(r->arena, r->queue, b);
    }
}

static void on_mapped(WGPUMapAsyncStatus status, WGPUStringView message, void *u1, void *u2) {
    (void)message;
    (void)u2;
    *(bool *)u1 = status == WGPUMapAsyncStatus_Success;
}

/* Copies a buffer's contents, or a texture's values, into the arena through a staging buffer; NULL
 * when it cannot be had.
 */
static const uint8_t *read_back(Run *r, const RunBuffer *b) {
    WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
    d.size = b->texture ? texture_copy_bytes(b) : b->bytes;
    d.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst;
    WGPUBuffer staging = wgpuDeviceCreateBuffer(r->result->device, &d);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(r->result->device, NULL);
    if (b->texture)
        texture_copy_out(encoder, b, staging);
    else
        wgpuCommandEncoderCopyBufferToBuffer(encoder, b->buffer, 0, staging, 0, b->bytes);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuQueueSubmit(r->queue, 1, &commands);
    bool mapped = false;
    WGPUBufferMapCallbackInfo info = {
        .mode = WGPUCallbackMode_WaitAnyOnly, .callback = on_mapped, .userdata1 = &mapped};
    WGPUFutureWaitInfo wait = {.future =
                                   wgpuBufferMapAsync(staging, WGPUMapMode_Read, 0, d.size, info)};
    wgpuInstanceWaitAny(r->result->instance, 1, &wait, 0); /* a submit has run when it returns */
    const void *data = mapped ? wgpuBufferGetConstMappedRange(staging, 0, d.size) : NULL;
    const uint8_t *copy = NULL;
    if (data && b->texture) {
        copy = texture_values(r->arena, b, data);
    } else if (data) {
        uint8_t *bytes = arena_alloc(r->arena, b->bytes, 16);
        memcpy(bytes, data, b->bytes);
        copy = bytes;
    }
    wgpuCommandBufferRelease(commands);
    wgpuCommandEncoderRelease(encoder);
    wgpuBufferRelease(staging);
    return copy;
}

/* Turns how the dispatch ended into an exit code; true when it ran to its end. */
static bool check_status(Run *r) {
    WGPUStringView message = {0};
    r->result->status = lw_device_run_status(r->result->device, &message);
    if (r->progress_shown)
        fputs("\r\033[K", stderr);
    if (r->result->status == LW_RUN_OK)
        return true;
    complain_to(r->options->messages, "%.*s", STR_ARG(run_str(message)));
    r->result->exit_code = EXIT_LIMIT;
    return false;
}

static bool execute(Run *r) {
    uint32_t times = r->options->repeat ? r->options->repeat : 1;
    for (uint32_t i = 0; i < times; i++) {
        upload(r, i == 0);
        r->started_ns = os_now_ns();
        submit_passes(r);
        if (!check_status(r) || r->error.len)
            return false;
        if (r->options->observe && i + 1 < times) /* only the last repetition is reported */
            lw_report_free(lw_device_take_report(r->result->device));
    }
    for (uint32_t i = 0; i < r->result->buffers.len && !r->options->discard; i++) {
        RunBuffer *b = &r->result->buffers.at[i];
        b->after = b->writable ? read_back(r, b) : b->before;
        if (!b->after && !b->sampler) {
            complain_to(r->options->messages, "cannot read back '%.*s'", STR_ARG(b->name));
            r->result->exit_code = EXIT_LIMIT;
            return false;
        }
    }
    return true;
}

void run_spec(Arena *a, const Spec *s, Str source, const RunOptions *o, uint32_t subgroup_size,
              RunResult *out) {
    *out = (RunResult){0};
    Run *r = arena_new(a, Run);
    *r = (Run){.arena = a, .spec = s, .options = o, .result = out};
    if (!run_make_device(r, subgroup_size)) {
        complain_to(r->options->messages, "%.*s",
                    STR_ARG(r->error.len ? r->error : STR("no device could be made")));
        out->exit_code = EXIT_USAGE;
    } else if (!run_make_module(r, source)) {
        out->exit_code = EXIT_REJECTED;
    } else if (choose_passes(r)) {
        if (run_make_pipelines(r)) {
            note_passes(r);
            if (run_make_bindings(r) && !r->error.len)
                execute(r);
        }
        if (r->error.len && out->exit_code == EXIT_DONE) {
            if (!o->keep_errors)
                complain_to(r->options->messages, "%.*s", STR_ARG(r->error));
            out->exit_code = run_error_code(r);
        }
        if (o->observe)
            out->report = lw_device_take_report(out->device);
    }
    if (r->queue)
        wgpuQueueRelease(r->queue);
}

/* Every compute entry point, unless the spec names some. */
static void choose_entries(Run *r) {
    const LwModuleInfo *info = lw_shader_module_info(r->result->module);
    for (uint32_t i = 0; i < r->spec->passes.len; i++)
        vec_push(r->arena, &r->passes, r->spec->passes.at[i]);
    if (!r->passes.len && r->spec->entry.len)
        vec_push(r->arena, &r->passes, ((Pass){.entry = r->spec->entry}));
    bool named = r->passes.len;
    for (size_t i = 0; !named && i < info->entry_point_count; i++)
        if (info->entry_points[i].is_compute)
            vec_push(r->arena, &r->passes, ((Pass){.entry = run_str(info->entry_points[i].name)}));
}

void run_compile(Arena *a, const Spec *s, Str source, const RunOptions *o, RunResult *out) {
    *out = (RunResult){0};
    Run *r = arena_new(a, Run);
    *r = (Run){.arena = a, .spec = s, .options = o, .result = out};
    if (!run_make_device(r, 0)) {
        complain_to(o->messages, "%.*s", STR_ARG(r->error));
        out->exit_code = EXIT_USAGE;
    } else if (!run_make_module(r, source)) {
        out->exit_code = EXIT_REJECTED;
    } else {
        choose_entries(r);
        run_make_pipelines(r);
    }
    if (r->queue)
        wgpuQueueRelease(r->queue);
}

int run_validate(Arena *a, Str path, Str source, bool colour, LwDiagnostic const **list,
                 size_t *count, RunResult *out) {
    Spec spec = {.arena = a, .shader = path};
    RunOptions options = {.quiet = true, .colour = colour, .keep_errors = list != NULL};
    *out = (RunResult){0};
    Run *r = arena_new(a, Run);
    *r = (Run){.arena = a, .spec = &spec, .options = &options, .result = out};
    if (!run_make_device(r, 0)) {
        complain("no device could be made");
        return EXIT_USAGE;
    }
    bool valid = run_make_module(r, source);
    if (list) {
        *list = out->diagnostics;
        *count = out->diagnostic_count;
    }
    if (r->queue)
        wgpuQueueRelease(r->queue);
    return valid ? EXIT_DONE : EXIT_REJECTED;
}

static void release_binding(const RunBuffer *b) {
    if (b->buffer)
        wgpuBufferRelease(b->buffer);
    if (b->view)
        wgpuTextureViewRelease(b->view);
    if (b->texture)
        wgpuTextureRelease(b->texture);
    if (b->sampler)
        wgpuSamplerRelease(b->sampler);
}

void run_free(RunResult *r) {
    for (uint32_t i = 0; i < r->pipelines; i++)
        if (r->pipeline[i])
            wgpuComputePipelineRelease(r->pipeline[i]);
    for (uint32_t i = 0; i < r->buffers.len; i++)
        release_binding(&r->buffers.at[i]);
    lw_report_free(r->report);
    if (r->module)
        wgpuShaderModuleRelease(r->module);
    if (r->device)
        wgpuDeviceRelease(r->device);
    if (r->adapter)
        wgpuAdapterRelease(r->adapter);
    if (r->instance)
        wgpuInstanceRelease(r->instance);
    *r = (RunResult){0};
}
