#include "support.h"

#include <math.h>
#include <time.h>

#include "base/f16.h"

enum { GUARD = 0xa5 };

const Variant *variants(uint32_t *count) {
    static const Variant engine[] = {{4}, {8}, {16}, {32}, {64}, {128}, {.no_subgroups = true}};
    static const Variant foreign[] = {{0}, {.no_subgroups = true}};
    bool is_foreign = getenv("LANEWISE_TEST_LIBRARY") != NULL;
    *count = is_foreign ? 2 : 7;
    return is_foreign ? foreign : engine;
}

static const LwProcs *find_procs(Bench *b) {
    static LwProcs loaded; /* a library like Dawn's is not to be unloaded */
    const char *library = getenv("LANEWISE_TEST_LIBRARY");
    char error[512];
    b->foreign = library != NULL;
    if (!library)
        return lw_procs_linked();
    if (!loaded.library && !lw_procs_load(&loaded, library, error, sizeof error)) {
        print_message("%s\n", error);
        fail();
    }
    return &loaded;
}

/* Another one at every run; it is printed, and LANEWISE_TEST_SEED repeats it. */
static uint32_t first_seed(void) {
    static uint32_t seed;
    if (seed)
        return seed;
    const char *given = getenv("LANEWISE_TEST_SEED");
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    seed = given ? (uint32_t)strtoul(given, NULL, 10) : (uint32_t)t.tv_sec ^ (uint32_t)t.tv_nsec;
    seed += seed == 0; /* the generator stands still at 0 */
    print_message("LANEWISE_TEST_SEED=%u\n", seed);
    return seed;
}

void bench_open(Bench *b, Variant variant, uint32_t observe) {
    *b = (Bench){
        .seed = first_seed(), .no_subgroups = variant.no_subgroups, .as_gpu = variant.as_gpu};
    b->procs = find_procs(b);
    b->subgroup_size = variant.subgroup_size;
    b->options = (LwDeviceOptions)LW_DEVICE_OPTIONS_INIT;
    b->options.subgroup_size = variant.subgroup_size;
    b->options.observe = observe;
    LwkHostDescriptor d = {
        .procs = b->procs, .no_subgroups = variant.no_subgroups, .as_gpu = variant.as_gpu};
    if (!b->foreign)
        d.device_chain = &b->options.chain;
    char error[1024];
    if (lwk_host_create(&d, &b->host, error, sizeof error) != LWK_OK) {
        print_message("%s\n", error);
        fail();
    }
    b->context = lwk_host_context(b->host);
}

LwkSlice keep(Bench *b, Range r) {
    assert_true(b->kept_count < sizeof b->kept / sizeof b->kept[0]);
    b->kept[b->kept_count++] = r.slice.buffer;
    return r.slice;
}

void bench_close(Bench *b) {
    for (uint32_t i = 0; i < b->kept_count; i++)
        b->procs->BufferRelease(b->kept[i]);
    lwk_host_release(b->host);
}

uint32_t random_bits(Bench *b) {
    uint32_t x = b->seed;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    b->seed = x;
    return x * 2654435769u;
}

uint32_t random_below(Bench *b, uint32_t n) {
    return (uint32_t)((uint64_t)random_bits(b) * n >> 32);
}

uint32_t random_count(Bench *b, uint32_t most) {
    uint32_t n;
    switch (random_below(b, 4)) {
    case 0: n = random_below(b, 10); break;
    case 1: n = (256u << random_below(b, 6)) + random_below(b, 9) - 4; break;
    default: n = random_below(b, most); break;
    }
    return n < most ? n : most;
}

LwkTuning random_tuning(Bench *b) {
    LwkTuning t = {0};
    if (random_below(b, 3)) {
        t.workgroup_size = 64u << random_below(b, 5);
        t.items = 1 + random_below(b, 5);
        t.groups = 1 + random_below(b, 40);
        t.copies = 1u << random_below(b, 4);
    }
    return t;
}

Range range_new(Bench *b, const char *label, const void *data, uint64_t bytes) {
    uint32_t align = lwk_context_properties(b->context)->offset_alignment;
    Range r = {.bytes = bytes};
    r.slice.offset = (uint64_t)align * random_below(b, 3);
    uint64_t behind = random_below(b, 2) ? 0 : 16 + 4 * random_below(b, 8);
    r.size = (r.slice.offset + bytes + 3) / 4 * 4 + behind;
    if (r.size == 0)
        r.size = 4;
    WGPUBufferDescriptor d = {.label = {label, WGPU_STRLEN},
                              .usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc |
                                       WGPUBufferUsage_CopyDst,
                              .size = r.size};
    r.slice.buffer = b->procs->DeviceCreateBuffer(lwk_host_device(b->host), &d);
    uint8_t *all = malloc(r.size);
    memset(all, GUARD, r.size);
    if (data)
        memcpy(all + r.slice.offset, data, bytes);
    assert_int_equal(lwk_host_upload(b->host, r.slice.buffer, 0, all, r.size), LWK_OK);
    free(all);
    return r;
}

void range_drop(Bench *b, Range *r) {
    b->procs->BufferRelease(r->slice.buffer);
}

void *range_take(Bench *b, Range *r) {
    uint8_t *all = malloc(r->size), *data = malloc(r->bytes ? r->bytes : 1);
    assert_int_equal(lwk_host_read(b->host, r->slice.buffer, 0, all, r->size), LWK_OK);
    for (uint64_t i = 0; i < r->size; i++)
        if ((i < r->slice.offset || i >= r->slice.offset + r->bytes) && all[i] != GUARD) {
            print_message("byte %llu beside a range of %llu at %llu was changed\n",
                          (unsigned long long)i, (unsigned long long)r->bytes,
                          (unsigned long long)r->slice.offset);
            fail();
        }
    memcpy(data, all + r->slice.offset, r->bytes);
    free(all);
    range_drop(b, r);
    return data;
}

Range temporary_new(Bench *b, const LwkPlan *plan) {
    return range_new(b, "temporary", NULL, lwk_plan_temporary_size(plan));
}

void good(Bench *b, LwkStatus status) {
    if (status == LWK_OK)
        return;
    print_message("%s: %s\n", lwk_status_text(status), lwk_context_message(b->context));
    fail();
}

LwkTarget begin(Bench *b) {
    return (LwkTarget){.encoder = lwk_host_encoder(b->host, "test")};
}

void finish(Bench *b, LwkTarget target) {
    assert_int_equal(lwk_host_submit(b->host, target.encoder), LWK_OK);
    assert_int_equal(lwk_host_wait(b->host), LWK_OK);
    const char *error = lwk_host_take_error(b->host);
    if (error) {
        print_message("%s\n", error);
        fail();
    }
}

void assert_nothing_found(Bench *b) {
    LwReport *report = lw_device_take_report(lwk_host_device(b->host));
    assert_non_null(report);
    if (lw_report_totals(report).findings) {
        LwTextOptions options = {0};
        WGPUStringView text = lw_report_text(report, &options);
        print_message("%.*s\n", (int)text.length, text.data);
        fail();
    }
    lw_report_free(report);
}

uint32_t random_value(Bench *b, LwkType type) {
    uint32_t bits = random_below(b, 17);
    float f = (float)bits - 8;
    switch (type) {
    case LWK_F32:
    case LWK_F16: memcpy(&bits, &f, 4); return bits;
    case LWK_U32: return bits;
    default: return bits - 8;
    }
}

uint32_t *random_values(Bench *b, LwkType type, uint32_t count) {
    uint32_t *v = malloc(count * 4ull + 4);
    for (uint32_t i = 0; i < count; i++)
        v[i] = random_value(b, type);
    return v;
}

static bool is_float(LwkType type) {
    return type == LWK_F32 || type == LWK_F16;
}

uint32_t value_identity(LwkOp op, LwkType type) {
    if (op == LWK_SUM)
        return 0;
    if (is_float(type))
        return f32_bits(op == LWK_MIN ? HUGE_VALF : -HUGE_VALF);
    if (type == LWK_I32)
        return op == LWK_MIN ? 0x7fffffff : 0x80000000;
    return op == LWK_MIN ? 0xffffffff : 0;
}

int value_compare(LwkType type, uint32_t a, uint32_t b) {
    if (is_float(type))
        return (f32_from_bits(a) > f32_from_bits(b)) - (f32_from_bits(a) < f32_from_bits(b));
    if (type == LWK_I32)
        return ((int32_t)a > (int32_t)b) - ((int32_t)a < (int32_t)b);
    return (a > b) - (a < b);
}

uint32_t value_join(LwkOp op, LwkType type, uint32_t a, uint32_t b) {
    if (op == LWK_SUM)
        return is_float(type) ? f32_bits(f32_from_bits(a) + f32_from_bits(b)) : a + b;
    int order = value_compare(type, a, b);
    return (op == LWK_MIN ? order < 0 : order > 0) ? a : b;
}

Range values_new(Bench *b, const char *label, LwkType type, const uint32_t *values,
                 uint32_t count) {
    if (type != LWK_F16)
        return range_new(b, label, values, count * 4ull);
    uint16_t *halves = malloc(count * 2ull + 2);
    for (uint32_t i = 0; i < count; i++)
        halves[i] = f16_from_f32(f32_from_bits(values[i]));
    Range r = range_new(b, label, halves, count * 2ull);
    free(halves);
    return r;
}

uint32_t *values_take(Bench *b, Range *r, LwkType type, uint32_t count) {
    void *raw = range_take(b, r);
    if (type != LWK_F16)
        return raw;
    uint32_t *values = malloc(count * 4ull + 4);
    for (uint32_t i = 0; i < count; i++)
        values[i] = f32_bits(f32_from_f16(((uint16_t *)raw)[i]));
    free(raw);
    return values;
}

bool value_same(LwkType type, uint32_t got, uint32_t want) {
    if (type == LWK_F16)
        want = f32_bits(f32_from_f16(f16_from_f32(f32_from_bits(want))));
    return got == want || (is_float(type) && f32_from_bits(got) == 0 && f32_from_bits(want) == 0);
}
