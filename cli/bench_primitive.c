/* The library's primitives as cases of `lanewise bench`: a plan, buffers of random data, and a
 * check of the result in plain C. */
#include <math.h>
#include <stdlib.h>

#include "cli/bench_case.h"
#include "cli/bench_preset.h"
#include "lanewise/tuner.h"

typedef struct Primitive Primitive;

typedef struct PrimitiveState {
    const Primitive *p;
    LwkTuning tuning;
    LwkTuner *tuner; /* NULL: no tuning is looked for */
    uint64_t n;
    LwkPlan *plan;
    WGPUBuffer in, in2, out, out2, temporary;
    const uint32_t *data; /* what was uploaded to `in` */
    const uint32_t *data2;
    LwkStatus encoded; /* of the last encode */
} PrimitiveState;

struct Primitive {
    const char *name;
    LwkType type;
    uint32_t mask;              /* of random integers */
    bool square;                /* n is the side of a matrix */
    double bytes, operations;   /* an element, or n^3 for operations of matrices */
    bool items;                 /* the rate is in elements */
    bool second_in, second_out; /* other buffers of n elements */
    uint64_t out_bytes;         /* 0: as many as `in` */
    bool pairs, heads;          /* what `in2` has: places; flags, one in 64 */
    LwkStatus (*create)(LwkContext *c, PrimitiveState *s);
    LwkStatus (*encode)(PrimitiveState *s, LwkTarget t);
    bool (*check)(const PrimitiveState *s, const uint32_t *out, const uint32_t *out2);
};

static uint64_t elements(const PrimitiveState *s) {
    return s->p->square ? s->n * s->n : s->n;
}
static LwkSlice slice(WGPUBuffer b) {
    return (LwkSlice){b, 0};
}
static float float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

/* A tuning that cannot be found or kept is no reason not to time: the message is enough. */
static void tuned(const PrimitiveState *s, LwkStatus status) {
    if (status != LWK_OK)
        complain("%s: %s", s->p->name, lwk_tuner_message(s->tuner));
}

/* ---- copy ---- */

static LwkStatus create_copy(LwkContext *c, PrimitiveState *s) {
    LwkCopyDescriptor d = {.type = s->p->type, .max_count = s->n};
    return lwk_copy_create(c, &d, &s->plan);
}
static LwkStatus encode_copy(PrimitiveState *s, LwkTarget t) {
    return lwk_copy_encode(s->plan, t, slice(s->in), slice(s->out), s->n);
}
static bool check_copy(const PrimitiveState *s, const uint32_t *out, const uint32_t *out2) {
    (void)out2;
    return memcmp(out, s->data, s->n * 4) == 0;
}

/* ---- reduce ---- */

static LwkStatus create_reduce(LwkContext *c, PrimitiveState *s) {
    LwkReduceDescriptor d = {
        .type = s->p->type, .op = LWK_SUM, .max_count = s->n, .tuning = s->tuning};
    if (s->tuner)
        tuned(s, lwk_tune_reduce(s->tuner, &d));
    s->tuning = d.tuning;
    return lwk_reduce_create(c, &d, &s->plan);
}
static LwkStatus encode_reduce(PrimitiveState *s, LwkTarget t) {
    return lwk_reduce_encode(s->plan, t, slice(s->temporary), slice(s->in), slice(s->out), s->n);
}
static bool check_reduce(const PrimitiveState *s, const uint32_t *out, const uint32_t *out2) {
    (void)out2;
    double sum = 0;
    uint32_t whole = 0;
    for (uint64_t i = 0; i < s->n; i++) {
        sum += (double)float_of(s->data[i]);
        whole += s->data[i];
    }
    if (s->p->type == LWK_U32)
        return out[0] == whole;
    return fabs((double)float_of(out[0]) - sum) <= 1e-4 * sum;
}

/* ---- scan ---- */

static LwkStatus create_scan(LwkContext *c, PrimitiveState *s) {
    LwkScanDescriptor d = {.type = s->p->type,
                           .op = LWK_SUM,
                           .exclusive = true,
                           .max_count = s->n,
                           .tuning = s->tuning};
    if (s->tuner)
        tuned(s, lwk_tune_scan(s->tuner, &d));
    s->tuning = d.tuning;
    return lwk_scan_create(c, &d, &s->plan);
}
static LwkStatus encode_scan(PrimitiveState *s, LwkTarget t) {
    return lwk_scan_encode(s->plan, t, slice(s->temporary), slice(s->in), slice(s->out), s->n);
}
static bool check_scan(const PrimitiveState *s, const uint32_t *out, const uint32_t *out2) {
    (void)out2;
    uint32_t sum = 0;
    for (uint64_t i = 0; i < s->n; i++) {
        if (out[i] != sum)
            return false;
        sum += s->data[i];
    }
    return true;
}

/* ---- segmented scan ---- */

static LwkStatus create_segmented(LwkContext *c, PrimitiveState *s) {
    LwkSegmentedScanDescriptor d = {.type = s->p->type,
                                    .op = LWK_SUM,
                                    .segments = LWK_HEAD_FLAGS,
                                    .max_count = s->n,
                                    .tuning = s->tuning};
    if (s->tuner)
        tuned(s, lwk_tune_segmented_scan(s->tuner, &d));
    s->tuning = d.tuning;
    return lwk_segmented_scan_create(c, &d, &s->plan);
}
static LwkStatus encode_segmented(PrimitiveState *s, LwkTarget t) {
    return lwk_segmented_scan_encode(s->plan, t, slice(s->temporary), slice(s->in), slice(s->in2),
                                     slice(s->out), s->n);
}
static bool check_segmented(const PrimitiveState *s, const uint32_t *out, const uint32_t *out2) {
    (void)out2;
    uint32_t sum = 0;
    for (uint64_t i = 0; i < s->n; i++) {
        sum = (s->data2[i] ? 0 : sum) + s->data[i];
        if (out[i] != sum)
            return false;
    }
    return true;
}

/* ---- histogram ---- */

static LwkStatus create_histogram(LwkContext *c, PrimitiveState *s) {
    LwkHistogramDescriptor d = {.type = s->p->type,
                                .bins = 256,
                                .lower = 0,
                                .upper = 256,
                                .max_count = s->n,
                                .tuning = s->tuning};
    if (s->tuner)
        tuned(s, lwk_tune_histogram(s->tuner, &d));
    s->tuning = d.tuning;
    return lwk_histogram_create(c, &d, &s->plan);
}
static LwkStatus encode_histogram(PrimitiveState *s, LwkTarget t) {
    return lwk_histogram_encode(s->plan, t, slice(s->in), slice(s->out), (LwkSlice){0}, s->n);
}
static bool check_histogram(const PrimitiveState *s, const uint32_t *out, const uint32_t *out2) {
    (void)out2;
    uint32_t bins[256] = {0};
    for (uint64_t i = 0; i < s->n; i++)
        bins[s->data[i] & 255]++;
    return memcmp(out, bins, sizeof bins) == 0;
}

/* ---- select ---- */

static const uint32_t half_bits = 0x3f000000; /* 0.5 */

static LwkStatus create_select(LwkContext *c, PrimitiveState *s) {
    LwkSelectDescriptor d = {
        .type = s->p->type, .test = LWK_GREATER, .max_count = s->n, .tuning = s->tuning};
    if (s->tuner)
        tuned(s, lwk_tune_select(s->tuner, &d));
    s->tuning = d.tuning;
    return lwk_select_create(c, &d, &s->plan);
}
static LwkStatus encode_select(PrimitiveState *s, LwkTarget t) {
    LwkSelectArguments a = {.src = slice(s->in),
                            .dst = slice(s->out),
                            .chosen = slice(s->out2),
                            .operand = half_bits,
                            .count = s->n};
    return lwk_select_encode(s->plan, t, slice(s->temporary), &a);
}
static bool check_select(const PrimitiveState *s, const uint32_t *out, const uint32_t *out2) {
    uint64_t to = 0;
    for (uint64_t i = 0; i < s->n; i++)
        if (float_of(s->data[i]) > 0.5f && out[to++] != s->data[i])
            return false;
    return out2[0] == to;
}

/* ---- transpose ---- */

static LwkStatus create_transpose(LwkContext *c, PrimitiveState *s) {
    LwkTransposeDescriptor d = {.type = s->p->type, .max_count = s->n * s->n, .tuning = s->tuning};
    if (s->tuner)
        tuned(s, lwk_tune_transpose(s->tuner, &d));
    s->tuning = d.tuning;
    return lwk_transpose_create(c, &d, &s->plan);
}
static LwkStatus encode_transpose(PrimitiveState *s, LwkTarget t) {
    return lwk_transpose_encode(s->plan, t, slice(s->in), slice(s->out), 1, (uint32_t)s->n,
                                (uint32_t)s->n);
}
static bool check_transpose(const PrimitiveState *s, const uint32_t *out, const uint32_t *out2) {
    (void)out2;
    for (uint64_t i = 0; i < s->n; i += 7)
        for (uint64_t k = 0; k < s->n; k++)
            if (out[i * s->n + k] != s->data[k * s->n + i])
                return false;
    return true;
}

/* ---- sort ---- */

static LwkStatus create_sort(LwkContext *c, PrimitiveState *s) {
    LwkSortDescriptor d = {
        .type = s->p->type, .pairs = s->p->pairs, .max_count = s->n, .tuning = s->tuning};
    if (s->tuner)
        tuned(s, lwk_tune_sort(s->tuner, &d));
    s->tuning = d.tuning;
    return lwk_sort_create(c, &d, &s->plan);
}
static LwkStatus encode_sort(PrimitiveState *s, LwkTarget t) {
    LwkSortArguments a = {.keys = slice(s->in), .sorted_keys = slice(s->out), .count = s->n};
    if (s->p->pairs) {
        a.values = slice(s->in2);
        a.sorted_values = slice(s->out2);
    }
    return lwk_sort_encode(s->plan, t, slice(s->temporary), &a);
}
/* In order, and the same keys; values are places, which tell where each key was and the order of
 * equal ones. */
static bool check_sort(const PrimitiveState *s, const uint32_t *out, const uint32_t *out2) {
    uint64_t sum = 0, squares = 0;
    for (uint64_t i = 0; i < s->n; i++) {
        if (i && out[i - 1] > out[i])
            return false;
        sum += (uint64_t)out[i] - s->data[i];
        squares += (uint64_t)out[i] * out[i] - (uint64_t)s->data[i] * s->data[i];
        if (s->p->pairs && (out2[i] >= s->n || s->data[out2[i]] != out[i] ||
                            (i && out[i - 1] == out[i] && out2[i - 1] >= out2[i])))
            return false;
    }
    return sum == 0 && squares == 0;
}

/* ---- GEMM ---- */

static LwkStatus create_gemm(LwkContext *c, PrimitiveState *s) {
    LwkGemmDescriptor d = {.type = s->p->type, .tuning = s->tuning};
    if (s->tuner)
        tuned(s, lwk_tune_gemm(s->tuner, &d, (uint32_t)s->n));
    s->tuning = d.tuning;
    return lwk_gemm_create(c, &d, &s->plan);
}
static LwkStatus encode_gemm(PrimitiveState *s, LwkTarget t) {
    uint32_t n = (uint32_t)s->n;
    LwkGemmArguments a = {.a = slice(s->in),
                          .b = slice(s->in2),
                          .c = slice(s->out),
                          .m = n,
                          .n = n,
                          .k = n,
                          .alpha = 1};
    return lwk_gemm_encode(s->plan, t, &a);
}
/* Some elements of every row. */
static bool check_gemm(const PrimitiveState *s, const uint32_t *out, const uint32_t *out2) {
    (void)out2;
    for (uint64_t r = 0; r < s->n; r++) {
        uint64_t c = r * 7919 % s->n;
        double sum = 0;
        for (uint64_t k = 0; k < s->n; k++)
            sum +=
                (double)float_of(s->data[r * s->n + k]) * (double)float_of(s->data2[k * s->n + c]);
        if (!(fabs((double)float_of(out[r * s->n + c]) - sum) <= 1e-5 * sum))
            return false;
    }
    return true;
}

/* ---- the table ---- */

static const Primitive primitives[] = {
    {"copy", LWK_U32, ~0u, .bytes = 8, .create = create_copy, .encode = encode_copy,
     .check = check_copy},
    {"reduce_f32", LWK_F32, .bytes = 4, .out_bytes = 4, .create = create_reduce,
     .encode = encode_reduce, .check = check_reduce},
    {"reduce_u32", LWK_U32, 255, .bytes = 4, .out_bytes = 4, .create = create_reduce,
     .encode = encode_reduce, .check = check_reduce},
    {"scan_u32", LWK_U32, 255, .bytes = 8, .create = create_scan, .encode = encode_scan,
     .check = check_scan},
    {"segmented_scan_u32", LWK_U32, 255, .bytes = 12, .second_in = true, .heads = true,
     .create = create_segmented, .encode = encode_segmented, .check = check_segmented},
    {"histogram_256", LWK_U32, 255, .bytes = 4, .out_bytes = 1024, .create = create_histogram,
     .encode = encode_histogram, .check = check_histogram},
    {"select_f32", LWK_F32, .bytes = 4, .second_out = true, .create = create_select,
     .encode = encode_select, .check = check_select},
    {"transpose_f32", LWK_F32, .square = true, .bytes = 8, .create = create_transpose,
     .encode = encode_transpose, .check = check_transpose},
    {"sort_u32", LWK_U32, ~0u, .bytes = 8, .items = true, .create = create_sort,
     .encode = encode_sort, .check = check_sort},
    {"sort_pairs_u32", LWK_U32, ~0u, .bytes = 16, .items = true, .second_in = true,
     .second_out = true, .pairs = true, .create = create_sort, .encode = encode_sort,
     .check = check_sort},
    {"gemm_f32", LWK_F32, .square = true, .bytes = 12, .operations = 2, .second_in = true,
     .create = create_gemm, .encode = encode_gemm, .check = check_gemm},
};

/* ---- the kind ---- */

typedef struct PrimitiveCase {
    const Primitive *p;
    BenchTuning tuning;
} PrimitiveCase;

static void say_timed(void *userdata, const char *name, LwkTuning t, LwkTunerTimes us) {
    (void)userdata;
    say(NULL, "lanewise: %s: %u,%u,%u,%u: %.1f us (%.1f - %.1f)\n", name, t.workgroup_size, t.items,
        t.groups, t.copies, us.median, us.low, us.high);
}

/* Opens the tuner's file for one case; other cases' lines are kept by it. */
static LwkTuner *open_tuner(BenchDevice *d, const BenchTuning *t) {
    LwkTuner *tuner = NULL;
    char error[256];
    if (t->file && lwk_tuner_create(d->host, t->file, &tuner, error, sizeof error) != LWK_OK)
        complain("--tune: %s", error);
    if (tuner)
        lwk_tuner_watch(tuner, say_timed, NULL);
    return tuner;
}

static void say_tuning(const PrimitiveState *s) {
    const LwkTuning *t = &s->tuning;
    if (s->tuner)
        say(NULL,
            "lanewise: %s: --tuning workgroup_size=%u,items=%u,groups=%u,copies=%u "
            "(%u timed)\n",
            s->p->name, t->workgroup_size, t->items, t->groups, t->copies,
            lwk_tuner_timed(s->tuner));
    lwk_tuner_release(s->tuner);
}

/* Floats in [0, 1), integers under the mask. */
static const uint32_t *random_data(Arena *a, const Primitive *p, uint64_t n, uint64_t seed) {
    uint32_t *data = arena_alloc(a, n * 4, 16);
    uint64_t x = seed;
    for (uint64_t i = 0; i < n; i++) {
        x += 0x9e3779b97f4a7c15u;
        uint64_t z = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        uint32_t bits = (uint32_t)(z >> 32) ^ (uint32_t)(z >> 5);
        float f = (float)(bits >> 8) / 16777216.0f;
        if (p->type == LWK_F32)
            memcpy(&data[i], &f, 4);
        else
            data[i] = bits & p->mask;
    }
    return data;
}

static const uint32_t *places(Arena *a, uint64_t n) {
    uint32_t *data = arena_alloc(a, n * 4, 16);
    for (uint64_t i = 0; i < n; i++)
        data[i] = (uint32_t)i;
    return data;
}

static const uint32_t *flags(Arena *a, const Primitive *p, uint64_t n) {
    const uint32_t *random = random_data(a, p, n, 2);
    uint32_t *data = arena_alloc(a, n * 4, 16);
    for (uint64_t i = 0; i < n; i++)
        data[i] = random[i] % 64 == 0;
    return data;
}

static const uint32_t *second_data(Arena *a, const Primitive *p, uint64_t n) {
    return p->pairs ? places(a, n) : p->heads ? flags(a, p, n) : random_data(a, p, n, 2);
}

static bool failed(BenchDevice *d, LwkStatus status, Str *why) {
    if (status != LWK_OK)
        *why = str_copy(d->scratch, str_from_c(lwk_context_message(lwk_host_context(d->host))));
    return status != LWK_OK;
}

static bool prepare(BenchDevice *d, BenchCase *c, void **state, Str *why) {
    PrimitiveState *s = arena_new(d->scratch, PrimitiveState);
    *state = s;
    const PrimitiveCase *data = c->data;
    s->p = data->p;
    s->tuning = data->tuning.fixed;
    s->tuner = open_tuner(d, &data->tuning);
    s->n = (uint64_t)c->x;
    const Primitive *p = s->p;
    LwkStatus created = p->create(lwk_host_context(d->host), s);
    say_tuning(s);
    if (failed(d, created, why))
        return false;
    uint64_t n = elements(s), bytes = n * 4, temporary = lwk_plan_temporary_size(s->plan);
    s->in = bench_device_buffer(d, "in", bytes);
    s->out = bench_device_buffer(d, "out", p->out_bytes ? p->out_bytes : bytes);
    s->in2 = p->second_in ? bench_device_buffer(d, "in 2", bytes) : NULL;
    s->out2 = p->second_out ? bench_device_buffer(d, "out 2", bytes) : NULL;
    s->temporary = temporary ? bench_device_buffer(d, "temporary", temporary) : NULL;
    s->data = random_data(d->scratch, p, n, 1);
    bench_device_write(d, s->in, s->data, bytes);
    if (p->second_in) {
        s->data2 = second_data(d->scratch, p, n);
        bench_device_write(d, s->in2, s->data2, bytes);
    }
    bool ok = bench_device_wait(d) && !d->error.len;
    if (!ok)
        *why = bench_device_error(d);
    return ok;
}

static void encode(BenchDevice *d, void *state, WGPUCommandEncoder encoder) {
    (void)d;
    PrimitiveState *s = state;
    s->encoded = s->p->encode(s, (LwkTarget){.encoder = encoder});
}

static bool check(BenchDevice *d, BenchCase *c, void *state, Str *why) {
    (void)c;
    PrimitiveState *s = state;
    WGPUCommandEncoder encoder = lwk_host_encoder(d->host, "check");
    encode(d, s, encoder);
    if (lwk_host_submit(d->host, encoder) != LWK_OK || failed(d, s->encoded, why))
        return false;
    uint64_t bytes = elements(s) * 4;
    const uint32_t *out =
        bench_device_read(d, s->out, 0, s->p->out_bytes ? s->p->out_bytes : bytes);
    const uint32_t *out2 = s->out2 ? bench_device_read(d, s->out2, 0, bytes) : NULL;
    if (!out || (s->out2 && !out2))
        *why = bench_device_error(d);
    return out && (!s->out2 || out2) && s->p->check(s, out, out2);
}

static void release(BenchDevice *d, void *state) {
    PrimitiveState *s = state;
    WGPUBuffer buffers[] = {s->in, s->in2, s->out, s->out2, s->temporary};
    lwk_plan_release(s->plan);
    for (int i = 0; i < 5; i++)
        bench_device_give_back(d, buffers[i]);
}

static const BenchKind primitive_kind = {
    .prepare = prepare, .encode = encode, .check = check, .release = release};

void bench_add_primitives(Arena *a, BenchCases *cases, uint64_t count, uint64_t side,
                          BenchTuning tuning) {
    for (size_t i = 0; i < sizeof primitives / sizeof primitives[0]; i++) {
        const Primitive *p = &primitives[i];
        uint64_t n = p->operations ? side / 2 : p->square ? side : count;
        PrimitiveCase *data = arena_new(a, PrimitiveCase);
        *data = (PrimitiveCase){p, tuning};
        double all = p->square ? (double)n * (double)n : (double)n;
        BenchCase c = {.kind = &primitive_kind,
                       .name = str_from_c(p->name),
                       .x = (double)n,
                       .size = p->square ? str_format(a, "%llu x %llu", (unsigned long long)n,
                                                      (unsigned long long)n)
                                         : str_format(a, "%llu", (unsigned long long)n),
                       .work = {p->bytes * all, p->operations * (double)n * (double)n * (double)n,
                                p->items ? all : 0},
                       .data = data};
        vec_push(a, cases, c);
    }
}
