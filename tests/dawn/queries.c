/* Query sets. SwiftShader has no timestamps; Dawn's device that runs nothing has, and checks calls.
 */
#include "support.h"

static WGPUQuerySet make_set(WGPUQueryType type, uint32_t count) {
    WGPUQuerySetDescriptor d = {.type = type, .count = count};
    return wgpuDeviceCreateQuerySet(gpu.device, &d);
}

static void sets(void) {
    static const struct {
        const char *name;
        WGPUQueryType type;
        uint32_t count;
    } calls[] = {
        {"2 timestamps", WGPUQueryType_Timestamp, 2},
        {"no timestamps", WGPUQueryType_Timestamp, 0},
        {"4096 timestamps", WGPUQueryType_Timestamp, 4096},
        {"4097 timestamps", WGPUQueryType_Timestamp, 4097},
        {"2 occlusions", WGPUQueryType_Occlusion, 2},
        {"2 of type 0", (WGPUQueryType)0, 2},
        {"2 of type 99", (WGPUQueryType)99, 2},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        CASE("set of %s", calls[i].name) {
            WGPUQuerySet q = make_set(calls[i].type, calls[i].count);
            note("count %u type %d", wgpuQuerySetGetCount(q), (int)wgpuQuerySetGetType(q));
            wgpuQuerySetDestroy(q);
            wgpuQuerySetDestroy(q);
            wgpuQuerySetRelease(q);
        }
}

static void resolves(void) {
    static const struct {
        const char *name;
        uint32_t first, count;
        WGPUBufferUsage usage;
        uint64_t offset;
    } calls[] = {
        {"both", 0, 2, U_RESOLVE, 0},
        {"the second", 1, 1, U_RESOLVE, 256},
        {"none", 0, 0, U_RESOLVE, 0},
        {"none at the end", 2, 0, U_RESOLVE, 0},
        {"too many", 1, 2, U_RESOLVE, 0},
        {"past the end", 3, 1, U_RESOLVE, 0},
        {"at offset 8", 0, 1, U_RESOLVE, 8},
        {"past the end of the buffer", 0, 2, U_RESOLVE, 512},
        {"into another usage", 0, 2, U_COPY_DST, 0},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        CASE("resolve %s", calls[i].name) {
            WGPUQuerySet q = make_set(WGPUQueryType_Occlusion, 2);
            WGPUCommandEncoder e = make_encoder();
            wgpuCommandEncoderResolveQuerySet(e, q, calls[i].first, calls[i].count,
                                              make_buffer(calls[i].usage, 520), calls[i].offset);
            submit(e);
        }
    CASE("resolve of a destroyed set") {
        WGPUQuerySet q = make_set(WGPUQueryType_Occlusion, 2);
        wgpuQuerySetDestroy(q);
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandEncoderResolveQuerySet(e, q, 0, 2, make_buffer(U_RESOLVE, 256), 0);
        submit(e);
    }
    CASE("resolve of an invalid set") {
        WGPUQuerySet q = make_set(WGPUQueryType_Occlusion, 5000);
        note("and");
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandEncoderResolveQuerySet(e, q, 0, 2, make_buffer(U_RESOLVE, 256), 0);
        submit(e);
    }
    CASE("resolve of what was never written") {
        WGPUBuffer b = make_buffer(U_RESOLVE | U_COPY_SRC | U_COPY_DST, 16);
        uint32_t ones[4] = {1, 1, 1, 1};
        wgpuQueueWriteBuffer(gpu.queue, b, 0, ones, 16);
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandEncoderResolveQuerySet(e, make_set(WGPUQueryType_Occlusion, 2), 0, 2, b, 0);
        submit(e);
        note_words(b, 0, 4);
    }
}

static void timestamps(void) {
    static const struct {
        const char *name;
        WGPUQueryType type;
        uint32_t begin, end;
    } calls[] = {
        {"both", WGPUQueryType_Timestamp, 0, 1},
        {"begin", WGPUQueryType_Timestamp, 1, WGPU_QUERY_SET_INDEX_UNDEFINED},
        {"end", WGPUQueryType_Timestamp, WGPU_QUERY_SET_INDEX_UNDEFINED, 1},
        {"neither", WGPUQueryType_Timestamp, WGPU_QUERY_SET_INDEX_UNDEFINED,
         WGPU_QUERY_SET_INDEX_UNDEFINED},
        {"the same", WGPUQueryType_Timestamp, 1, 1},
        {"past the end", WGPUQueryType_Timestamp, 0, 2},
        {"of occlusion", WGPUQueryType_Occlusion, 0, 1},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        CASE("pass that writes %s", calls[i].name) {
            WGPUPassTimestampWrites w = {.querySet = make_set(calls[i].type, 2),
                                         .beginningOfPassWriteIndex = calls[i].begin,
                                         .endOfPassWriteIndex = calls[i].end};
            WGPUComputePassDescriptor d = {.timestampWrites = &w};
            WGPUCommandEncoder e = make_encoder();
            wgpuComputePassEncoderEnd(wgpuCommandEncoderBeginComputePass(e, &d));
            submit(e);
        }
    CASE("timestamp outside of passes, past the end") {
        WGPUCommandEncoder e = make_encoder();
        wgpuCommandEncoderWriteTimestamp(e, make_set(WGPUQueryType_Timestamp, 2), 2);
        submit(e);
    }
}

void run_cases(void) {
    CASE("timestamps without the feature") {
        WGPUQuerySet q = make_set(WGPUQueryType_Timestamp, 2);
        note("%s", q ? "object" : "null");
    }
    resolves();
    Gpu before = gpu;
    WGPUFeatureName feature = feature_number(WGPUFeatureName_TimestampQuery);
    WGPUDeviceDescriptor d = {.requiredFeatureCount = 1, .requiredFeatures = &feature};
    gpu.device = open_device(&d);
    if (!gpu.device)
        gpu.device = open_null_device(&d);
    printf("timestamp-query: %s\n", gpu.device ? "yes" : "no");
    if (gpu.device) {
        gpu.queue = wgpuDeviceGetQueue(gpu.device);
        sets();
        timestamps();
    }
    gpu = before;
}
