/* Buffers: creation rules, zeroes, mapping, writes, copies, destruction. */
#include "support.h"

enum { COPY = 0xC /* CopySrc | CopyDst */ };

static void creation_rules(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    const struct {
        WGPUBufferUsage usage;
        uint64_t size;
        bool mapped;
        const char *rule; /* NULL: fine */
    } cases[] = {
        {WGPUBufferUsage_Storage, 16, false, NULL},
        {WGPUBufferUsage_Storage, 0, false, NULL},
        {WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, 16, false, NULL},
        {WGPUBufferUsage_MapWrite | WGPUBufferUsage_CopySrc, 16, true, NULL},
        {WGPUBufferUsage_None, 16, false, "usage 0x0"},
        {0x10000, 16, false, "usage 0x10000"},
        {WGPUBufferUsage_MapRead | WGPUBufferUsage_Storage, 16, false, "MapRead"},
        {WGPUBufferUsage_MapWrite | WGPUBufferUsage_CopyDst, 16, false, "MapWrite"},
        {WGPUBufferUsage_MapWrite | WGPUBufferUsage_MapRead, 16, false, "MapRead"},
        {WGPUBufferUsage_Storage, (UINT64_C(1) << 28) + 4, false, "maxBufferSize"},
        {WGPUBufferUsage_Storage, 17, true, "multiple of 4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        WGPUBufferDescriptor desc = {.label = sv("b"),
                                     .usage = cases[i].usage,
                                     .size = cases[i].size,
                                     .mappedAtCreation = cases[i].mapped};
        gpu_watch(&g);
        WGPUBuffer b = wgpuDeviceCreateBuffer(g.device, &desc);
        assert_non_null(b);
        if (cases[i].rule)
            gpu_expect_invalid(&g, "buffer \"b\"", cases[i].rule, NULL);
        else
            gpu_expect_fine(&g);
        assert_int_equal(wgpuBufferGetSize(b), cases[i].size);
        assert_int_equal(wgpuBufferGetUsage(b), cases[i].usage);
        wgpuBufferRelease(b);
    }
    gpu_close(&g);
}

static void memory_budget(void **state) {
    (void)state;
    LwDeviceOptions options = LW_DEVICE_OPTIONS_INIT;
    options.memory_budget = 1 << 20;
    WGPUDeviceDescriptor desc = {.nextInChain = &options.chain};
    Gpu g = gpu_open(&desc);
    WGPUBuffer half = buffer_open(&g, "half", WGPUBufferUsage_Storage, 1 << 19);
    gpu_watch(&g);
    WGPUBuffer more = buffer_open(&g, "more", WGPUBufferUsage_Storage, (1 << 19) + 4);
    const char *message;
    assert_int_equal(gpu_caught(&g, &message), WGPUErrorType_OutOfMemory);
    assert_non_null(strstr(message, "buffer \"more\""));
    WGPUBufferDescriptor mapped = {
        .usage = WGPUBufferUsage_CopySrc, .size = 1 << 20, .mappedAtCreation = WGPU_TRUE};
    gpu_watch(&g);
    assert_null(wgpuDeviceCreateBuffer(g.device, &mapped));
    assert_int_equal(gpu_caught(&g, NULL), WGPUErrorType_OutOfMemory);
    /* What is destroyed makes room. */
    wgpuBufferDestroy(half);
    gpu_watch(&g);
    WGPUBuffer whole = buffer_open(&g, "whole", WGPUBufferUsage_Storage, 1 << 20);
    gpu_expect_fine(&g);
    wgpuBufferRelease(half);
    wgpuBufferRelease(more);
    wgpuBufferRelease(whole);
    gpu_close(&g);
}

static void zeroed_and_written(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBuffer b = buffer_open(&g, "b", COPY, 64);
    uint32_t data[16];
    memset(data, 0xFF, sizeof data);
    buffer_read(&g, b, data, sizeof data);
    for (int i = 0; i < 16; i++)
        assert_int_equal(data[i], 0);
    const uint32_t some[] = {1, 2, 3, 4};
    wgpuQueueWriteBuffer(g.queue, b, 8, some, sizeof some);
    buffer_read(&g, b, data, sizeof data);
    for (uint32_t i = 0; i < 16; i++)
        assert_int_equal(data[i], i >= 2 && i < 6 ? i - 1 : 0);
    wgpuBufferRelease(b);
    gpu_close(&g);
}

static void write_rules(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBuffer b = buffer_open(&g, "b", WGPUBufferUsage_CopyDst, 16);
    WGPUBuffer source = buffer_open(&g, "source", WGPUBufferUsage_CopySrc, 16);
    WGPUBuffer mapped =
        buffer_open(&g, "mapped", WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, 16);
    assert_int_equal(buffer_map(&g, mapped, WGPUMapMode_Read), WGPUMapAsyncStatus_Success);
    uint8_t data[32] = {0};
    const struct {
        WGPUBuffer buffer;
        uint64_t offset;
        size_t size;
        const char *rule;
    } cases[] = {
        {b, 0, 16, NULL},
        {b, 16, 0, NULL},
        {b, 2, 4, "multiples of 4"},
        {b, 0, 6, "multiples of 4"},
        {b, 4, 16, "past its end"},
        {b, UINT64_MAX - 3, 8, "past its end"},
        {source, 0, 4, "CopyDst"},
        {mapped, 0, 4, "is mapped"},
        {NULL, 0, 4, "is null"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gpu_watch(&g);
        wgpuQueueWriteBuffer(g.queue, cases[i].buffer, cases[i].offset, data, cases[i].size);
        if (cases[i].rule)
            gpu_expect_invalid(&g, cases[i].rule, NULL);
        else
            gpu_expect_fine(&g);
    }
    wgpuBufferDestroy(b);
    gpu_watch(&g);
    wgpuQueueWriteBuffer(g.queue, b, 0, data, 4);
    gpu_expect_invalid(&g, "buffer \"b\" was destroyed", NULL);
    wgpuBufferRelease(b);
    wgpuBufferRelease(source);
    wgpuBufferRelease(mapped);
    gpu_close(&g);
}

static void mapped_at_creation(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBufferDescriptor desc = {
        .usage = WGPUBufferUsage_CopySrc, .size = 32, .mappedAtCreation = WGPU_TRUE};
    WGPUBuffer b = wgpuDeviceCreateBuffer(g.device, &desc);
    assert_int_equal(wgpuBufferGetMapState(b), WGPUBufferMapState_Mapped);
    uint32_t *p = wgpuBufferGetMappedRange(b, 8, 16);
    assert_non_null(p);
    for (uint32_t i = 0; i < 4; i++)
        p[i] = 10 + i;
    assert_ptr_equal(wgpuBufferGetMappedRange(b, 8, WGPU_WHOLE_MAP_SIZE), p);
    assert_int_equal((uintptr_t)p % 16, 8);
    wgpuBufferUnmap(b);
    assert_null(wgpuBufferGetMappedRange(b, 0, 4));
    uint32_t data[8];
    buffer_read(&g, b, data, sizeof data);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(data[i], i >= 2 && i < 6 ? 8 + i : 0);
    wgpuBufferRelease(b);
    /* An invalid buffer is mapped too. */
    desc.usage = WGPUBufferUsage_None;
    gpu_watch(&g);
    b = wgpuDeviceCreateBuffer(g.device, &desc);
    gpu_expect_invalid(&g, "usage", NULL);
    assert_non_null(wgpuBufferGetMappedRange(b, 0, 32));
    wgpuBufferRelease(b);
    gpu_close(&g);
}

static void mapping(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBuffer w = buffer_open(&g, "w", WGPUBufferUsage_MapWrite | WGPUBufferUsage_CopySrc, 64);
    assert_int_equal(wgpuBufferGetMapState(w), WGPUBufferMapState_Unmapped);
    assert_int_equal(buffer_map(&g, w, WGPUMapMode_Write), WGPUMapAsyncStatus_Success);
    assert_int_equal(wgpuBufferGetMapState(w), WGPUBufferMapState_Mapped);
    const uint32_t some[] = {7, 8};
    assert_int_equal(wgpuBufferWriteMappedRange(w, 16, some, 8), WGPUStatus_Success);
    uint32_t back[2];
    assert_int_equal(wgpuBufferReadMappedRange(w, 16, back, 8), WGPUStatus_Success);
    assert_memory_equal(some, back, 8);
    assert_int_equal(wgpuBufferReadMappedRange(w, 4, back, 8), WGPUStatus_Error);
    assert_int_equal(wgpuBufferReadMappedRange(w, 64, back, 8), WGPUStatus_Error);
    wgpuBufferUnmap(w);
    WGPUBuffer r = buffer_open(&g, "r", WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, 64);
    assert_int_equal(buffer_map(&g, r, WGPUMapMode_Read), WGPUMapAsyncStatus_Success);
    assert_null(wgpuBufferGetMappedRange(r, 0, 8));
    assert_non_null(wgpuBufferGetConstMappedRange(r, 0, 8));
    /* Mapped buffers cannot be used by commands. */
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g.device, NULL);
    wgpuCommandEncoderCopyBufferToBuffer(e, w, 0, r, 0, 64);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    gpu_watch(&g);
    wgpuQueueSubmit(g.queue, 1, &c);
    gpu_expect_invalid(&g, "submit", "buffer \"r\" is mapped", NULL);
    wgpuCommandBufferRelease(c);
    wgpuCommandEncoderRelease(e);
    wgpuBufferRelease(w);
    wgpuBufferRelease(r);
    gpu_close(&g);
}

static void map_rules(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBuffer b = buffer_open(&g, "b", WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, 64);
    const struct {
        WGPUMapMode mode;
        size_t offset, size;
        const char *rule;
    } cases[] = {
        {WGPUMapMode_Write, 0, 64, "MapWrite"},
        {WGPUMapMode_None, 0, 64, "mode 0x0"},
        {WGPUMapMode_Read | WGPUMapMode_Write, 0, 64, "mode 0x3"},
        {WGPUMapMode_Read, 4, 8, "multiple of 8"},
        {WGPUMapMode_Read, 8, 6, "multiple of 4"},
        {WGPUMapMode_Read, 8, 64, "past its end"},
        {WGPUMapMode_Read, 72, WGPU_WHOLE_MAP_SIZE, "past its end"},
    };
    WGPUBufferMapCallbackInfo info = {.mode = WGPUCallbackMode_AllowProcessEvents};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gpu_watch(&g);
        wgpuBufferMapAsync(b, cases[i].mode, cases[i].offset, cases[i].size, info);
        gpu_expect_invalid(&g, "buffer \"b\"", cases[i].rule, NULL);
        assert_int_equal(wgpuBufferGetMapState(b), WGPUBufferMapState_Unmapped);
    }
    assert_int_equal(buffer_map(&g, b, WGPUMapMode_Read), WGPUMapAsyncStatus_Success);
    gpu_watch(&g);
    assert_int_equal(buffer_map(&g, b, WGPUMapMode_Read), WGPUMapAsyncStatus_Error);
    gpu_expect_invalid(&g, "is mapped already", NULL);
    wgpuBufferDestroy(b);
    gpu_watch(&g);
    assert_int_equal(buffer_map(&g, b, WGPUMapMode_Read), WGPUMapAsyncStatus_Error);
    gpu_expect_invalid(&g, "was destroyed", NULL);
    wgpuBufferRelease(b);
    gpu_close(&g);
}

static void count_status(WGPUMapAsyncStatus status, WGPUStringView message, void *to,
                         void *unused) {
    (void)message, (void)unused;
    ((int *)to)[status]++;
}

static void aborted_maps(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    int counts[5] = {0};
    WGPUBufferMapCallbackInfo info = {NULL, WGPUCallbackMode_AllowProcessEvents, count_status,
                                      counts, NULL};
    WGPUBuffer b = buffer_open(&g, "b", WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, 64);
    wgpuBufferMapAsync(b, WGPUMapMode_Read, 0, 64, info);
    assert_int_equal(wgpuBufferGetMapState(b), WGPUBufferMapState_Pending);
    wgpuBufferUnmap(b);
    assert_int_equal(wgpuBufferGetMapState(b), WGPUBufferMapState_Unmapped);
    wgpuBufferMapAsync(b, WGPUMapMode_Read, 0, 64, info);
    wgpuInstanceProcessEvents(g.instance);
    assert_int_equal(counts[WGPUMapAsyncStatus_Aborted], 1);
    assert_int_equal(counts[WGPUMapAsyncStatus_Success], 1);
    assert_int_equal(wgpuBufferGetMapState(b), WGPUBufferMapState_Mapped);
    wgpuBufferUnmap(b);
    wgpuBufferMapAsync(b, WGPUMapMode_Read, 0, 64, info);
    wgpuBufferRelease(b); /* with a mapping under way */
    wgpuInstanceProcessEvents(g.instance);
    assert_int_equal(counts[WGPUMapAsyncStatus_Aborted], 2);
    b = buffer_open(&g, "b", WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, 64);
    wgpuBufferMapAsync(b, WGPUMapMode_Read, 0, 64, info);
    wgpuDeviceDestroy(g.device);
    wgpuInstanceProcessEvents(g.instance);
    assert_int_equal(counts[WGPUMapAsyncStatus_Aborted], 3);
    wgpuBufferMapAsync(b, WGPUMapMode_Read, 0, 64, info);
    wgpuInstanceProcessEvents(g.instance);
    assert_int_equal(counts[WGPUMapAsyncStatus_Aborted], 4);
    wgpuBufferRelease(b);
    gpu_close(&g);
}

static void copies_and_clears(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBuffer a = buffer_open(&g, "a", COPY, 16), b = buffer_open(&g, "b", COPY, 16);
    const uint32_t some[] = {1, 2, 3, 4};
    wgpuQueueWriteBuffer(g.queue, a, 0, some, 16);
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(g.device, NULL);
    wgpuCommandEncoderCopyBufferToBuffer(e, a, 4, b, 0, 12);
    wgpuCommandEncoderClearBuffer(e, a, 8, WGPU_WHOLE_SIZE);
    wgpuCommandEncoderCopyBufferToBuffer(e, a, 0, b, 12, 4);
    WGPUCommandBuffer c = wgpuCommandEncoderFinish(e, NULL);
    gpu_watch(&g);
    wgpuQueueSubmit(g.queue, 1, &c);
    gpu_expect_fine(&g);
    uint32_t data[4];
    buffer_read(&g, b, data, 16);
    assert_memory_equal(data, ((uint32_t[]){2, 3, 4, 1}), 16);
    buffer_read(&g, a, data, 16);
    assert_memory_equal(data, ((uint32_t[]){1, 2, 0, 0}), 16);
    gpu_watch(&g);
    wgpuQueueSubmit(g.queue, 1, &c);
    gpu_expect_invalid(&g, "submitted already", NULL);
    wgpuCommandBufferRelease(c);
    wgpuCommandEncoderRelease(e);
    wgpuBufferRelease(a);
    wgpuBufferRelease(b);
    gpu_close(&g);
}

/* What was lent stays with those who have it; the buffer goes on with the same values. */
static void lent_memory(void **state) {
    (void)state;
    Gpu g = gpu_open(NULL);
    WGPUBufferDescriptor desc = {
        .usage = COPY, .size = 32, .label = sv("lent"), .mappedAtCreation = WGPU_TRUE};
    for (int returned = 0; returned < 2; returned++) {
        WGPUBuffer b = wgpuDeviceCreateBuffer(g.device, &desc);
        void *data, *none;
        LwMemory *m = lw_buffer_lend(b, 16, 16, &data);
        assert_non_null(m);
        assert_null(lw_buffer_lend(b, 24, 16, &none));
        assert_null(none);
        memcpy(data, (uint32_t[]){1, 2, 3, 4}, 16);
        if (returned)
            lw_buffer_return(b);
        wgpuBufferUnmap(b);
        assert_null(lw_buffer_lend(b, 0, 16, &none));
        if (!returned)
            memset(data, 0xFF, 16);
        uint32_t values[8];
        buffer_read(&g, b, values, 32);
        assert_memory_equal(values, ((uint32_t[]){0, 0, 0, 0, 1, 2, 3, 4}), 32);
        wgpuBufferDestroy(b);
        wgpuBufferRelease(b);
        memset(data, 0, 16);
        lw_memory_release(m);
    }
    WGPUBuffer b = wgpuDeviceCreateBuffer(g.device, &desc);
    void *data;
    LwMemory *m = lw_buffer_lend(b, 0, 32, &data);
    wgpuBufferRelease(b);
    gpu_close(&g);
    memset(data, 1, 32);
    lw_memory_release(m);
    lw_memory_release(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(creation_rules),     cmocka_unit_test(memory_budget),
        cmocka_unit_test(zeroed_and_written), cmocka_unit_test(write_rules),
        cmocka_unit_test(mapped_at_creation), cmocka_unit_test(mapping),
        cmocka_unit_test(map_rules),          cmocka_unit_test(aborted_maps),
        cmocka_unit_test(copies_and_clears),  cmocka_unit_test(lent_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
