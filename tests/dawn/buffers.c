/* Buffers: what may be made, mapped, copied, cleared, written and destroyed. */
#include "support.h"

static const struct {
    const char *name;
    WGPUBufferUsage usage;
} usages[] = {
    {"none", 0},
    {"MapRead", U_MAP_READ},
    {"MapRead CopyDst", U_MAP_READ | U_COPY_DST},
    {"MapRead CopySrc", U_MAP_READ | U_COPY_SRC},
    {"MapRead MapWrite", U_MAP_READ | U_MAP_WRITE},
    {"MapRead Storage", U_MAP_READ | U_STORAGE},
    {"MapWrite CopySrc", U_MAP_WRITE | U_COPY_SRC},
    {"MapWrite CopyDst", U_MAP_WRITE | U_COPY_DST},
    {"MapWrite Uniform", U_MAP_WRITE | U_UNIFORM},
    {"Storage Uniform Indirect", U_STORAGE | U_UNIFORM | U_INDIRECT},
    {"Index Vertex", U_INDEX | U_VERTEX},
    {"QueryResolve", U_RESOLVE},
    {"all of copies", U_COPY_SRC | U_COPY_DST},
    {"unknown bit", (WGPUBufferUsage)1 << 40 | U_STORAGE},
};

static void creation(void) {
    for (size_t i = 0; i < sizeof usages / sizeof usages[0]; i++)
        CASE("buffer of usage %s", usages[i].name) {
            WGPUBuffer b = make_buffer(usages[i].usage, 16);
            note("size %d usage %#x state %d", (int)wgpuBufferGetSize(b),
                 (unsigned)wgpuBufferGetUsage(b), (int)wgpuBufferGetMapState(b));
            wgpuBufferRelease(b);
        }
    static const uint64_t sizes[] = {0, 1, 4, 7, 268435456, 268435457, 268435460};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int mapped = 0; mapped < 2; mapped++)
            CASE("buffer of %llu bytes%s", (unsigned long long)sizes[i], mapped ? ", mapped" : "") {
                WGPUBufferDescriptor d = {
                    .usage = U_STORAGE, .size = sizes[i], .mappedAtCreation = mapped};
                WGPUBuffer b = wgpuDeviceCreateBuffer(gpu.device, &d);
                note("%s", b ? "object" : "null");
                if (b) {
                    note("state %d", (int)wgpuBufferGetMapState(b));
                    wgpuBufferDestroy(b);
                    wgpuBufferRelease(b);
                }
            }
}

static void mapped_at_creation(void) {
    CASE("mapped at creation, any usage") {
        WGPUBufferDescriptor d = {.usage = U_COPY_SRC, .size = 32, .mappedAtCreation = true};
        WGPUBuffer b = wgpuDeviceCreateBuffer(gpu.device, &d);
        note("state %d", (int)wgpuBufferGetMapState(b));
        uint32_t *p = wgpuBufferGetMappedRange(b, 8, 8);
        note("%s", p ? "range" : "null");
        for (int i = 0; p && i < 2; i++)
            p[i] = 7 + (uint32_t)i;
        note("%s", wgpuBufferGetMappedRange(b, 8, 8) ? "again" : "not again");
        note("%s", wgpuBufferGetConstMappedRange(b, 12, 4) ? "overlap" : "no overlap");
        note("%s", wgpuBufferGetConstMappedRange(b, 16, 16) ? "other" : "no other");
        wgpuBufferUnmap(b);
        note("state %d", (int)wgpuBufferGetMapState(b));
        note("%s", wgpuBufferGetMappedRange(b, 0, 4) ? "after" : "not after");
        note_words(b, 0, 8);
        wgpuBufferRelease(b);
    }
    CASE("submit while mapped at creation") {
        WGPUBufferDescriptor d = {
            .usage = U_COPY_SRC | U_COPY_DST, .size = 32, .mappedAtCreation = true};
        WGPUBuffer b = wgpuDeviceCreateBuffer(gpu.device, &d);
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandEncoderClearBuffer(e, b, 0, 4);
        submit(e);
        wgpuBufferRelease(b);
    }
    CASE("write while mapped at creation") {
        WGPUBufferDescriptor d = {
            .usage = U_COPY_SRC | U_COPY_DST, .size = 32, .mappedAtCreation = true};
        WGPUBuffer b = wgpuDeviceCreateBuffer(gpu.device, &d);
        wgpuQueueWriteBuffer(gpu.queue, b, 0, &d, 4);
        wgpuBufferRelease(b);
    }
    CASE("destroyed while mapped at creation") {
        WGPUBufferDescriptor d = {.usage = U_COPY_SRC, .size = 32, .mappedAtCreation = true};
        WGPUBuffer b = wgpuDeviceCreateBuffer(gpu.device, &d);
        wgpuBufferDestroy(b);
        note("state %d", (int)wgpuBufferGetMapState(b));
        note("%s", wgpuBufferGetMappedRange(b, 0, 4) ? "range" : "no range");
        wgpuBufferUnmap(b);
        wgpuBufferRelease(b);
    }
    CASE("mapped at creation, invalid") {
        WGPUBufferDescriptor d = {
            .usage = U_MAP_READ | U_STORAGE, .size = 32, .mappedAtCreation = true};
        WGPUBuffer b = wgpuDeviceCreateBuffer(gpu.device, &d);
        note("state %d", (int)wgpuBufferGetMapState(b));
        uint32_t *p = wgpuBufferGetMappedRange(b, 0, 32);
        note("%s", p ? "range" : "no range");
        if (p)
            p[0] = 1;
        wgpuBufferUnmap(b);
        note("state %d", (int)wgpuBufferGetMapState(b));
        wgpuBufferRelease(b);
    }
}

static void mapping(void) {
    static const struct {
        const char *name;
        WGPUBufferUsage usage;
        WGPUMapMode mode;
        size_t offset, size;
    } calls[] = {
        {"read", U_MAP_READ, WGPUMapMode_Read, 0, 64},
        {"write", U_MAP_WRITE, WGPUMapMode_Write, 0, 64},
        {"read to the end", U_MAP_READ, WGPUMapMode_Read, 8, WGPU_WHOLE_MAP_SIZE},
        {"read for writing", U_MAP_READ, WGPUMapMode_Write, 0, 64},
        {"write for reading", U_MAP_WRITE, WGPUMapMode_Read, 0, 64},
        {"no mode", U_MAP_READ, WGPUMapMode_None, 0, 64},
        {"both modes", U_MAP_READ, WGPUMapMode_Read | WGPUMapMode_Write, 0, 64},
        {"offset 4", U_MAP_READ, WGPUMapMode_Read, 4, 8},
        {"offset 8", U_MAP_READ, WGPUMapMode_Read, 8, 8},
        {"size 6", U_MAP_READ, WGPUMapMode_Read, 0, 6},
        {"size 0", U_MAP_READ, WGPUMapMode_Read, 0, 0},
        {"size 0 at the end", U_MAP_READ, WGPUMapMode_Read, 64, 0},
        {"past the end", U_MAP_READ, WGPUMapMode_Read, 8, 64},
        {"offset past the end", U_MAP_READ, WGPUMapMode_Read, 72, WGPU_WHOLE_MAP_SIZE},
        {"no mappable usage", U_STORAGE, WGPUMapMode_Read, 0, 64},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        CASE("map %s", calls[i].name) {
            WGPUBuffer b = make_buffer(calls[i].usage, 64);
            map(b, calls[i].mode, calls[i].offset, calls[i].size);
            note("state %d", (int)wgpuBufferGetMapState(b));
            wgpuBufferUnmap(b);
            note("state %d", (int)wgpuBufferGetMapState(b));
            wgpuBufferRelease(b);
        }
    CASE("map twice") {
        WGPUBuffer b = make_buffer(U_MAP_READ, 64);
        map(b, WGPUMapMode_Read, 0, 64);
        map(b, WGPUMapMode_Read, 0, 64);
        wgpuBufferRelease(b);
    }
    CASE("map an invalid buffer") {
        WGPUBuffer b = make_broken_buffer();
        map(b, WGPUMapMode_Read, 0, 64);
        wgpuBufferRelease(b);
    }
    CASE("map a destroyed buffer") {
        WGPUBuffer b = make_buffer(U_MAP_READ, 64);
        wgpuBufferDestroy(b);
        map(b, WGPUMapMode_Read, 0, 64);
        wgpuBufferRelease(b);
    }
    CASE("unmap what is not mapped") {
        WGPUBuffer b = make_buffer(U_MAP_READ, 64);
        wgpuBufferUnmap(b);
        wgpuBufferUnmap(b);
        wgpuBufferRelease(b);
    }
}

static void ranges(void) {
    CASE("ranges of a mapping") {
        static const size_t range[][2] = {
            {0, 8},  {8, 8},   {16, 4}, {16, 6},  {12, 4},
            {56, 8}, {56, 16}, {64, 0}, {40, 16}, {24, WGPU_WHOLE_MAP_SIZE}};
        WGPUBuffer b = make_buffer(U_MAP_READ, 64);
        map(b, WGPUMapMode_Read, 16, 40);
        for (size_t i = 0; i < sizeof range / sizeof range[0]; i++)
            note("%s", wgpuBufferGetConstMappedRange(b, range[i][0], range[i][1]) ? "yes" : "no");
        note("writable: %s", wgpuBufferGetMappedRange(b, 16, 8) ? "yes" : "no");
        wgpuBufferRelease(b);
    }
    CASE("writable range of a mapping for writing") {
        WGPUBuffer b = make_buffer(U_MAP_WRITE | U_COPY_SRC, 64);
        map(b, WGPUMapMode_Write, 0, 64);
        uint32_t *p = wgpuBufferGetMappedRange(b, 0, 64);
        const uint32_t *c = wgpuBufferGetConstMappedRange(b, 0, 64);
        note("%s %s", p ? "yes" : "no", c ? "yes" : "no");
        for (uint32_t i = 0; p && i < 16; i++)
            p[i] = i;
        wgpuBufferUnmap(b);
        note_words(b, 40, 6);
        wgpuBufferRelease(b);
    }
    CASE("reading and writing mapped ranges by copies") {
        WGPUBuffer b = make_buffer(U_MAP_WRITE | U_COPY_SRC, 16);
        uint32_t in[4] = {1, 2, 3, 4};
        map(b, WGPUMapMode_Write, 0, 16);
        note("%d", (int)wgpuBufferWriteMappedRange(b, 0, in, 16));
        note("%d", (int)wgpuBufferWriteMappedRange(b, 8, in, 16));
        wgpuBufferUnmap(b);
        note("%d", (int)wgpuBufferWriteMappedRange(b, 0, in, 16));
        note_words(b, 0, 4);
        wgpuBufferRelease(b);
    }
}

static void copies(void) {
    static const struct {
        const char *name;
        WGPUBufferUsage from, to;
        uint64_t from_offset, to_offset, size;
    } calls[] = {
        {"whole", U_COPY_SRC, U_COPY_DST, 0, 0, 64},
        {"part", U_COPY_SRC, U_COPY_DST, 4, 8, 16},
        {"nothing", U_COPY_SRC, U_COPY_DST, 0, 0, 0},
        {"nothing at the end", U_COPY_SRC, U_COPY_DST, 64, 64, 0},
        {"size 6", U_COPY_SRC, U_COPY_DST, 0, 0, 6},
        {"from offset 2", U_COPY_SRC, U_COPY_DST, 2, 0, 4},
        {"to offset 2", U_COPY_SRC, U_COPY_DST, 0, 2, 4},
        {"past the end of from", U_COPY_SRC, U_COPY_DST, 32, 0, 40},
        {"past the end of to", U_COPY_SRC, U_COPY_DST, 0, 32, 40},
        {"huge offset", U_COPY_SRC, U_COPY_DST, UINT64_MAX - 3, 0, 8},
        {"from without CopySrc", U_COPY_DST, U_COPY_DST, 0, 0, 4},
        {"to without CopyDst", U_COPY_SRC, U_COPY_SRC, 0, 0, 4},
        {"all that is left", U_COPY_SRC, U_COPY_DST, 4, 4, WGPU_WHOLE_SIZE},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        CASE("copy %s", calls[i].name) {
            WGPUBuffer from = make_buffer(calls[i].from, 64), to = make_buffer(calls[i].to, 64);
            WGPUCommandEncoder e = make_encoder();
            wgpuCommandEncoderCopyBufferToBuffer(e, from, calls[i].from_offset, to,
                                                 calls[i].to_offset, calls[i].size);
            submit(e);
            wgpuBufferRelease(from);
            wgpuBufferRelease(to);
        }
    CASE("copy within a buffer") {
        WGPUBuffer b = make_buffer(U_COPY_SRC | U_COPY_DST, 64);
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandEncoderCopyBufferToBuffer(e, b, 0, b, 32, 32);
        submit(e);
        wgpuBufferRelease(b);
    }
    CASE("copy from an invalid buffer") {
        WGPUBuffer b = make_broken_buffer(), to = make_buffer(U_COPY_DST, 64);
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandEncoderCopyBufferToBuffer(e, b, 0, to, 0, 4);
        submit(e);
        wgpuBufferRelease(b);
        wgpuBufferRelease(to);
    }
    CASE("copy from a destroyed buffer") {
        WGPUBuffer b = make_buffer(U_COPY_SRC, 64), to = make_buffer(U_COPY_DST, 64);
        wgpuBufferDestroy(b);
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandEncoderCopyBufferToBuffer(e, b, 0, to, 0, 4);
        WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
        note("finished");
        wgpuQueueSubmit(gpu.queue, 1, &c);
        wgpuBufferRelease(b);
        wgpuBufferRelease(to);
    }
}

static void clears_and_writes(void) {
    static const struct {
        const char *name;
        WGPUBufferUsage usage;
        uint64_t offset, size;
    } calls[] = {
        {"whole", U_COPY_DST, 0, WGPU_WHOLE_SIZE},
        {"from 8", U_COPY_DST, 8, WGPU_WHOLE_SIZE},
        {"nothing", U_COPY_DST, 8, 0},
        {"nothing at the end", U_COPY_DST, 64, 0},
        {"the rest of nothing", U_COPY_DST, 64, WGPU_WHOLE_SIZE},
        {"from past the end", U_COPY_DST, 68, WGPU_WHOLE_SIZE},
        {"offset 2", U_COPY_DST, 2, 4},
        {"size 6", U_COPY_DST, 0, 6},
        {"past the end", U_COPY_DST, 32, 36},
        {"without CopyDst", U_COPY_SRC, 0, 4},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        CASE("clear %s", calls[i].name) {
            WGPUBuffer b = make_buffer(calls[i].usage, 64);
            WGPUCommandEncoder e = make_encoder();
            wgpuCommandEncoderClearBuffer(e, b, calls[i].offset, calls[i].size);
            submit(e);
            wgpuBufferRelease(b);
        }
        if (calls[i].size == WGPU_WHOLE_SIZE)
            continue;
        CASE("write %s", calls[i].name) {
            WGPUBuffer b = make_buffer(calls[i].usage, 64);
            char data[64] = {0};
            wgpuQueueWriteBuffer(gpu.queue, b, calls[i].offset, data, (size_t)calls[i].size);
            wgpuBufferRelease(b);
        }
    }
    CASE("writes, copies and clears in order") {
        uint32_t data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        WGPUBuffer b = make_buffer(U_DATA, 32);
        wgpuQueueWriteBuffer(gpu.queue, b, 0, data, 32);
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandEncoderClearBuffer(e, b, 8, 8);
        submit(e);
        wgpuQueueWriteBuffer(gpu.queue, b, 12, data, 4);
        note_words(b, 0, 8);
        wgpuBufferRelease(b);
    }
    CASE("new buffers are zero") {
        WGPUBuffer b = make_buffer(U_COPY_SRC, 16);
        note_words(b, 0, 4);
        wgpuBufferRelease(b);
    }
    CASE("write to an invalid buffer") {
        WGPUBuffer b = make_broken_buffer();
        wgpuQueueWriteBuffer(gpu.queue, b, 0, "1234", 4);
        wgpuBufferRelease(b);
    }
    CASE("write to a destroyed buffer") {
        WGPUBuffer b = make_buffer(U_COPY_DST, 16);
        wgpuBufferDestroy(b);
        wgpuQueueWriteBuffer(gpu.queue, b, 0, "1234", 4);
        wgpuBufferRelease(b);
    }
    CASE("destroy twice, and unmap then") {
        WGPUBuffer b = make_buffer(U_MAP_READ, 16);
        wgpuBufferDestroy(b);
        wgpuBufferDestroy(b);
        wgpuBufferUnmap(b);
        note("size %d usage %d state %d", (int)wgpuBufferGetSize(b), (int)wgpuBufferGetUsage(b),
             (int)wgpuBufferGetMapState(b));
        wgpuBufferRelease(b);
    }
}

void run_cases(void) {
    creation();
    mapped_at_creation();
    mapping();
    ranges();
    copies();
    clears_and_writes();
}
