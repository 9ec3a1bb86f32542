/* Command encoders and compute passes: their states, debug groups, what a dispatch needs. */
#include "support.h"

#define ADD_ONE                                                                                    \
    "@group(0) @binding(0) var<storage, read_write> a: array<u32>;"                                \
    "@compute @workgroup_size(1) fn main(@builtin(workgroup_id) w: vec3u) { a[w.x] += 1; }"

static WGPUComputePipeline add_one;
static WGPUBindGroupLayout add_layout;

/* ---- encoders ---- */

static void encoders(void) {
    CASE("finish nothing") submit(make_encoder());
    CASE("finish twice") {
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandBufferRelease(wgpuCommandEncoderFinish(e, NULL));
        WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
        note("%s", c ? "object" : "null");
        wgpuCommandEncoderRelease(e);
    }
    CASE("use after finish") {
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandBufferRelease(wgpuCommandEncoderFinish(e, NULL));
        wgpuCommandEncoderClearBuffer(e, make_buffer(U_COPY_DST, 4), 0, 4);
        note("and");
        WGPUComputePassEncoder p = begin_pass(e);
        note("%s", p ? "pass" : "null");
        wgpuComputePassEncoderEnd(p);
        wgpuCommandEncoderRelease(e);
    }
    CASE("submit twice") {
        WGPUCommandBuffer c = wgpuCommandEncoderFinish(make_encoder(), NULL);
        wgpuQueueSubmit(gpu.queue, 1, &c);
        wgpuQueueSubmit(gpu.queue, 1, &c);
    }
    CASE("submit one twice in a list") {
        WGPUCommandBuffer c = wgpuCommandEncoderFinish(make_encoder(), NULL);
        wgpuQueueSubmit(gpu.queue, 2, (WGPUCommandBuffer[]){c, c});
    }
    CASE("submit nothing") wgpuQueueSubmit(gpu.queue, 0, NULL);
    CASE("submit an invalid one with a good one") {
        WGPUBuffer b = make_buffer(U_DATA, 16);
        WGPUCommandEncoder good = make_encoder(), bad = make_encoder();
        uint32_t one = 1;
        wgpuQueueWriteBuffer(gpu.queue, b, 0, &one, 4);
        wgpuCommandEncoderClearBuffer(good, b, 0, 4);
        wgpuCommandEncoderClearBuffer(bad, b, 1, 4);
        WGPUCommandBuffer list[] = {wgpuCommandEncoderFinish(good, NULL),
                                    wgpuCommandEncoderFinish(bad, NULL)};
        wgpuQueueSubmit(gpu.queue, 2, list);
        note_words(b, 0, 1);
        wgpuQueueSubmit(gpu.queue, 1, list);
        note_words(b, 0, 1);
    }
    CASE("finish with an open pass") {
        WGPUCommandEncoder e = make_encoder();
        begin_pass(e);
        submit(e);
    }
    CASE("commands of the encoder in an open pass") {
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = begin_pass(e);
        wgpuCommandEncoderClearBuffer(e, make_buffer(U_COPY_DST, 4), 0, 4);
        wgpuComputePassEncoderEnd(p);
        submit(e);
    }
    CASE("two passes at once") {
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = begin_pass(e), q = begin_pass(e);
        note("%s", q ? "pass" : "null");
        wgpuComputePassEncoderEnd(q);
        wgpuComputePassEncoderEnd(p);
        submit(e);
    }
    CASE("end twice") {
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = begin_pass(e);
        wgpuComputePassEncoderEnd(p);
        wgpuComputePassEncoderEnd(p);
        submit(e);
    }
    CASE("a pass after its end") {
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = begin_pass(e);
        wgpuComputePassEncoderEnd(p);
        wgpuComputePassEncoderSetPipeline(p, add_one);
        submit(e);
    }
    CASE("a pass after finish") {
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = begin_pass(e);
        wgpuCommandEncoderFinish(e, NULL);
        note("and");
        wgpuComputePassEncoderSetPipeline(p, add_one);
        wgpuComputePassEncoderEnd(p);
    }
}

/* ---- debug groups ---- */

static void debug_groups(void) {
    static const char *const of_encoder[] = {"", "()", "(())", ")", "(", "()(", "!", "(!)"};
    for (size_t i = 0; i < sizeof of_encoder / sizeof of_encoder[0]; i++)
        for (int in_pass = 0; in_pass < 2; in_pass++)
            CASE("debug groups %s of %s", of_encoder[i], in_pass ? "a pass" : "an encoder") {
                WGPUCommandEncoder e = make_encoder();
                WGPUComputePassEncoder p = in_pass ? begin_pass(e) : NULL;
                for (const char *c = of_encoder[i]; *c; c++) {
                    if (*c == '(' && p)
                        wgpuComputePassEncoderPushDebugGroup(p, sv("g"));
                    else if (*c == '(')
                        wgpuCommandEncoderPushDebugGroup(e, sv("g"));
                    else if (*c == ')' && p)
                        wgpuComputePassEncoderPopDebugGroup(p);
                    else if (*c == ')')
                        wgpuCommandEncoderPopDebugGroup(e);
                    else if (p)
                        wgpuComputePassEncoderInsertDebugMarker(p, sv("m"));
                    else
                        wgpuCommandEncoderInsertDebugMarker(e, sv("m"));
                }
                if (p)
                    wgpuComputePassEncoderEnd(p);
                submit(e);
            }
}

/* ---- dispatches ---- */

/* A pass with the pipeline and a group of the buffer; NULL: none is set. */
static WGPUComputePassEncoder ready_pass(WGPUCommandEncoder e, WGPUBuffer b) {
    WGPUComputePassEncoder p = begin_pass(e);
    wgpuComputePassEncoderSetPipeline(p, add_one);
    if (b)
        wgpuComputePassEncoderSetBindGroup(p, 0, make_group_of(add_layout, b), 0, NULL);
    return p;
}

static void end_and_submit(WGPUCommandEncoder e, WGPUComputePassEncoder p) {
    wgpuComputePassEncoderEnd(p);
    submit(e);
}

static void dispatches(void) {
    static const uint32_t counts[][3] = {{3, 1, 1},     {0, 1, 1},     {1, 0, 1},
                                         {0, 0, 0},     {65536, 1, 1}, {1, 65536, 1},
                                         {1, 1, 65536}, {2, 2, 2},     {65535, 0, 65535}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const uint32_t *n = counts[i];
        CASE("dispatch %u, %u, %u", n[0], n[1], n[2]) {
            WGPUBuffer b = make_buffer(U_DATA, 16);
            WGPUCommandEncoder e = make_encoder();
            WGPUComputePassEncoder p = ready_pass(e, b);
            wgpuComputePassEncoderDispatchWorkgroups(p, n[0], n[1], n[2]);
            end_and_submit(e, p);
            if (n[1] * n[2] < 2)
                note_words(b, 0, 4);
        }
    }
    CASE("dispatch without a pipeline") {
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = begin_pass(e);
        wgpuComputePassEncoderDispatchWorkgroups(p, 1, 1, 1);
        end_and_submit(e, p);
    }
    CASE("dispatch without a group") {
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = ready_pass(e, NULL);
        wgpuComputePassEncoderDispatchWorkgroups(p, 1, 1, 1);
        end_and_submit(e, p);
    }
    CASE("dispatch of nothing without a group") {
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = ready_pass(e, NULL);
        wgpuComputePassEncoderDispatchWorkgroups(p, 0, 1, 1);
        end_and_submit(e, p);
    }
    CASE("dispatch with a group taken away") {
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = ready_pass(e, make_buffer(U_DATA, 16));
        wgpuComputePassEncoderSetBindGroup(p, 0, NULL, 0, NULL);
        wgpuComputePassEncoderDispatchWorkgroups(p, 1, 1, 1);
        end_and_submit(e, p);
    }
    CASE("a group at index 3 that nobody needs") {
        WGPUBuffer b = make_buffer(U_DATA, 16);
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = ready_pass(e, b);
        wgpuComputePassEncoderSetBindGroup(p, 3, make_group_of(add_layout, b), 0, NULL);
        wgpuComputePassEncoderDispatchWorkgroups(p, 1, 1, 1);
        end_and_submit(e, p);
    }
    CASE("a group at index 4") {
        WGPUBuffer b = make_buffer(U_DATA, 16);
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = begin_pass(e);
        wgpuComputePassEncoderSetBindGroup(p, 4, make_group_of(add_layout, b), 0, NULL);
        end_and_submit(e, p);
    }
    CASE("an invalid pipeline") {
        WGPUComputePipeline bad = make_pipeline(ADD_ONE, "other");
        note("and");
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = begin_pass(e);
        wgpuComputePassEncoderSetPipeline(p, bad);
        end_and_submit(e, p);
    }
    CASE("dispatches see each other's results") {
        WGPUBuffer b = make_buffer(U_DATA, 16);
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = ready_pass(e, b);
        for (uint32_t i = 1; i <= 4; i++)
            wgpuComputePassEncoderDispatchWorkgroups(p, i, 1, 1);
        end_and_submit(e, p);
        note_words(b, 0, 4);
    }
    CASE("a buffer destroyed before the submit") {
        WGPUBuffer b = make_buffer(U_DATA, 16);
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = ready_pass(e, b);
        wgpuComputePassEncoderDispatchWorkgroups(p, 1, 1, 1);
        wgpuComputePassEncoderEnd(p);
        wgpuBufferDestroy(b);
        submit(e);
    }
    CASE("a buffer mapped at the submit") {
        WGPUBuffer b = make_buffer(U_MAP_WRITE | U_COPY_SRC, 16), to = make_buffer(U_COPY_DST, 16);
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandEncoderCopyBufferToBuffer(e, b, 0, to, 0, 16);
        map(b, WGPUMapMode_Write, 0, 16);
        submit(e);
    }
}

static void indirect_dispatches(void) {
    static const struct {
        const char *name;
        WGPUBufferUsage usage;
        uint64_t size, offset;
        uint32_t x;
    } calls[] = {
        {"3", U_INDIRECT | U_COPY_DST, 12, 0, 3},
        {"at 8", U_INDIRECT | U_COPY_DST, 20, 8, 2},
        {"at 2", U_INDIRECT | U_COPY_DST, 20, 2, 2},
        {"past the end", U_INDIRECT | U_COPY_DST, 16, 8, 2},
        {"of another usage", U_STORAGE | U_COPY_DST, 16, 0, 2},
        {"0", U_INDIRECT | U_COPY_DST, 12, 0, 0},
        {"65536", U_INDIRECT | U_COPY_DST, 12, 0, 65536},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        CASE("indirect dispatch %s", calls[i].name) {
            WGPUBuffer b = make_buffer(U_DATA, 16), n = make_buffer(calls[i].usage, calls[i].size);
            uint32_t counts[3] = {calls[i].x, 1, 1};
            if (calls[i].offset % 4 == 0 && calls[i].offset + 12 <= calls[i].size)
                wgpuQueueWriteBuffer(gpu.queue, n, calls[i].offset, counts, sizeof counts);
            WGPUCommandEncoder e = make_encoder();
            WGPUComputePassEncoder p = ready_pass(e, b);
            wgpuComputePassEncoderDispatchWorkgroupsIndirect(p, n, calls[i].offset);
            end_and_submit(e, p);
            note_words(b, 0, 4);
        }
    CASE("indirect from the buffer that is written") {
        WGPUBuffer b = make_buffer(U_DATA | U_INDIRECT, 16);
        WGPUCommandEncoder e = make_encoder();
        WGPUComputePassEncoder p = ready_pass(e, b);
        wgpuComputePassEncoderDispatchWorkgroupsIndirect(p, b, 0);
        end_and_submit(e, p);
    }
}

void run_cases(void) {
    add_one = make_pipeline(ADD_ONE, "main");
    add_layout = wgpuComputePipelineGetBindGroupLayout(add_one, 0);
    encoders();
    debug_groups();
    dispatches();
    indirect_dispatches();
}
