/* The candidates of each primitive, and what it takes to run them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lanewise/tuner.h"

typedef struct Job {
    LwkHost *host;
    union {
        LwkReduceDescriptor reduce;
        LwkScanDescriptor scan;
        LwkSegmentedScanDescriptor segmented;
        LwkSelectDescriptor select;
        LwkHistogramDescriptor histogram;
        LwkTransposeDescriptor transpose;
        LwkSortDescriptor sort;
        LwkGemmDescriptor gemm;
    } d;
    LwkStatus (*create)(struct Job *j, LwkContext *c, LwkTuning tuning);
    LwkStatus (*encode)(struct Job *j, LwkTarget target);
    uint64_t count;   /* elements to run on */
    uint32_t side;    /* of matrices */
    bool whole_range; /* of integers; else below 256 */
    LwkPlan *plan;
    LwkSlice in, in2, out, out2, temporary;
} Job;

/* ---- buffers ---- */

/* Random integers, or floats below 1. */
static LwkStatus fill(Job *j, LwkSlice *s, LwkType type) {
    uint64_t n = j->count;
    uint32_t *data = malloc(n * 4 + 4), x = 2463534242u;
    s->buffer = data ? lwk_host_buffer(j->host, "tuner, in", n * 4) : NULL;
    if (!s->buffer) {
        free(data);
        return LWK_OUT_OF_MEMORY;
    }
    for (uint64_t i = 0; i < n; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        float f = (float)(x >> 8) / 16777216.0f;
        data[i] = j->whole_range ? x : x >> 24;
        if (type == LWK_F32)
            memcpy(&data[i], &f, 4);
        if (type == LWK_F16)
            data[i] = 0x38003400u; /* 0.25 and 0.5 */
    }
    LwkStatus status = lwk_host_upload(j->host, s->buffer, 0, data, n * 4);
    free(data);
    return status;
}

static LwkStatus make_buffers(Job *j, LwkType type) {
    LwkStatus status = fill(j, &j->in, type);
    if (status == LWK_OK)
        status = fill(j, &j->in2, type);
    j->out.buffer = lwk_host_buffer(j->host, "tuner, out", j->count * 4);
    j->out2.buffer = lwk_host_buffer(j->host, "tuner, out 2", j->count * 4);
    return j->out.buffer && j->out2.buffer ? status : LWK_OUT_OF_MEMORY;
}

static void drop(Job *j, LwkSlice *s) {
    if (s->buffer)
        lwk_host_procs(j->host)->BufferRelease(s->buffer);
    s->buffer = NULL;
}

/* ---- the case ---- */

static LwkStatus prepare(void *userdata, LwkTuning tuning) {
    Job *j = userdata;
    LwkStatus status = j->create(j, lwk_host_context(j->host), tuning);
    if (status != LWK_OK)
        return status;
    uint64_t size = lwk_plan_temporary_size(j->plan);
    if (size)
        j->temporary.buffer = lwk_host_buffer(j->host, "tuner, temporary", size);
    return !size || j->temporary.buffer ? LWK_OK : LWK_OUT_OF_MEMORY;
}

static LwkStatus encode(void *userdata, WGPUCommandEncoder encoder) {
    Job *j = userdata;
    return j->encode(j, (LwkTarget){.encoder = encoder});
}

static void release(void *userdata) {
    Job *j = userdata;
    lwk_plan_release(j->plan);
    j->plan = NULL;
    drop(j, &j->temporary);
}

/* Times on what will be asked for, up to 2^24 elements. */
static uint64_t fitting(uint64_t max_count) {
    uint64_t n = 1;
    while (n < max_count && n < (1u << 24))
        n *= 2;
    return n;
}

static LwkStatus run(LwkTuner *t, Job *j, const char *name, LwkType type,
                     const LwkTuning *candidates, size_t count, LwkTuning *best) {
    char key[128];
    snprintf(key, sizeof key, "%s %s %llu", name, lwk_type_name(type),
             (unsigned long long)j->count);
    LwkTunerCase c = {key, candidates, count, prepare, encode, release, j};
    LwkStatus status = make_buffers(j, type);
    if (status == LWK_OK)
        status = lwk_tuner_find(t, &c, best);
    drop(j, &j->in);
    drop(j, &j->in2);
    drop(j, &j->out);
    drop(j, &j->out2);
    return status;
}

enum { COUNT_OF_CHUNKED = 9 };
/* Of what goes through chunks: sizes of workgroups, vectors on the way, workgroups. The first is
 * the library's choice. */
static const LwkTuning chunked[COUNT_OF_CHUNKED] = {
    {0},
    {.workgroup_size = 256, .items = 2, .groups = 1056},
    {.workgroup_size = 256, .items = 4, .groups = 1056},
    {.workgroup_size = 256, .items = 4, .groups = 2112},
    {.workgroup_size = 256, .items = 4, .groups = 4224},
    {.workgroup_size = 256, .items = 8, .groups = 2112},
    {.workgroup_size = 512, .items = 4, .groups = 1056},
    {.workgroup_size = 128, .items = 4, .groups = 2112},
    {.workgroup_size = 64, .items = 2, .groups = 256},
};

/* ---- primitives ---- */

static LwkStatus create_reduce(Job *j, LwkContext *c, LwkTuning tuning) {
    j->d.reduce.tuning = tuning;
    return lwk_reduce_create(c, &j->d.reduce, &j->plan);
}
static LwkStatus encode_reduce(Job *j, LwkTarget t) {
    return lwk_reduce_encode(j->plan, t, j->temporary, j->in, j->out, j->count);
}

static LwkStatus create_scan(Job *j, LwkContext *c, LwkTuning tuning) {
    j->d.scan.tuning = tuning;
    return lwk_scan_create(c, &j->d.scan, &j->plan);
}
static LwkStatus encode_scan(Job *j, LwkTarget t) {
    return lwk_scan_encode(j->plan, t, j->temporary, j->in, j->out, j->count);
}

static LwkStatus create_segmented(Job *j, LwkContext *c, LwkTuning tuning) {
    j->d.segmented.tuning = tuning;
    return lwk_segmented_scan_create(c, &j->d.segmented, &j->plan);
}
static LwkStatus encode_segmented(Job *j, LwkTarget t) {
    return lwk_segmented_scan_encode(j->plan, t, j->temporary, j->in, j->in2, j->out, j->count);
}

static LwkStatus create_select(Job *j, LwkContext *c, LwkTuning tuning) {
    j->d.select.tuning = tuning;
    return lwk_select_create(c, &j->d.select, &j->plan);
}
static LwkStatus encode_select(Job *j, LwkTarget t) {
    LwkSelectArguments a = {.src = j->in,
                            .flags = j->in2,
                            .dst = j->out,
                            .chosen = j->out2,
                            .operand = j->d.select.type == LWK_F32 ? 0x3f000000u : 128,
                            .count = j->count};
    if (j->d.select.test != LWK_FLAGGED)
        a.flags = (LwkSlice){0};
    return lwk_select_encode(j->plan, t, j->temporary, &a);
}

static LwkStatus create_histogram(Job *j, LwkContext *c, LwkTuning tuning) {
    j->d.histogram.tuning = tuning;
    return lwk_histogram_create(c, &j->d.histogram, &j->plan);
}
static LwkStatus encode_histogram(Job *j, LwkTarget t) {
    LwkSlice levels = j->d.histogram.ranges ? j->in2 : (LwkSlice){0};
    return lwk_histogram_encode(j->plan, t, j->in, j->out, levels, j->count);
}

static LwkStatus create_transpose(Job *j, LwkContext *c, LwkTuning tuning) {
    j->d.transpose.tuning = tuning;
    return lwk_transpose_create(c, &j->d.transpose, &j->plan);
}
static LwkStatus encode_transpose(Job *j, LwkTarget t) {
    return lwk_transpose_encode(j->plan, t, j->in, j->out, 1, j->side, j->side);
}

static LwkStatus create_sort(Job *j, LwkContext *c, LwkTuning tuning) {
    j->d.sort.tuning = tuning;
    return lwk_sort_create(c, &j->d.sort, &j->plan);
}
static LwkStatus encode_sort(Job *j, LwkTarget t) {
    LwkSortArguments a = {j->in, j->out, {0}, {0}, j->count};
    if (j->d.sort.pairs) {
        a.values = j->in2;
        a.sorted_values = j->out2;
    }
    return lwk_sort_encode(j->plan, t, j->temporary, &a);
}

static LwkStatus create_gemm(Job *j, LwkContext *c, LwkTuning tuning) {
    j->d.gemm.tuning = tuning;
    return lwk_gemm_create(c, &j->d.gemm, &j->plan);
}
static LwkStatus encode_gemm(Job *j, LwkTarget t) {
    LwkGemmArguments a = {
        .a = j->in, .b = j->in2, .c = j->out, .m = j->side, .n = j->side, .k = j->side, .alpha = 1};
    return lwk_gemm_encode(j->plan, t, &a);
}

/* ---- the functions ---- */

static LwkStatus needs(const LwkTuner *tuner, const void *descriptor) {
    return tuner && descriptor ? LWK_OK : LWK_BAD_ARGUMENT;
}

static Job new_job(LwkTuner *t, uint64_t max_count) {
    return (Job){.host = lwk_tuner_host(t), .count = fitting(max_count)};
}

LwkStatus lwk_tune_reduce(LwkTuner *t, LwkReduceDescriptor *d) {
    if (needs(t, d) != LWK_OK)
        return LWK_BAD_ARGUMENT;
    Job j = new_job(t, d->max_count);
    j.create = create_reduce;
    j.encode = encode_reduce;
    j.d.reduce = *d;
    j.d.reduce.max_count = j.count;
    return run(t, &j, "reduce", d->type, chunked, COUNT_OF_CHUNKED, &d->tuning);
}

LwkStatus lwk_tune_scan(LwkTuner *t, LwkScanDescriptor *d) {
    if (needs(t, d) != LWK_OK)
        return LWK_BAD_ARGUMENT;
    Job j = new_job(t, d->max_count);
    j.create = create_scan;
    j.encode = encode_scan;
    j.d.scan = *d;
    j.d.scan.max_count = j.count;
    return run(t, &j, "scan", d->type, chunked, COUNT_OF_CHUNKED, &d->tuning);
}

LwkStatus lwk_tune_segmented_scan(LwkTuner *t, LwkSegmentedScanDescriptor *d) {
    if (needs(t, d) != LWK_OK)
        return LWK_BAD_ARGUMENT;
    Job j = new_job(t, d->max_count);
    j.create = create_segmented;
    j.encode = encode_segmented;
    j.d.segmented = *d;
    j.d.segmented.max_count = j.count;
    return run(t, &j, "segmented scan", d->type, chunked, COUNT_OF_CHUNKED, &d->tuning);
}

LwkStatus lwk_tune_select(LwkTuner *t, LwkSelectDescriptor *d) {
    if (needs(t, d) != LWK_OK)
        return LWK_BAD_ARGUMENT;
    Job j = new_job(t, d->max_count);
    j.create = create_select;
    j.encode = encode_select;
    j.d.select = *d;
    j.d.select.max_count = j.count;
    return run(t, &j, d->partition ? "partition" : "select", d->type, chunked, COUNT_OF_CHUNKED,
               &d->tuning);
}

LwkStatus lwk_tune_histogram(LwkTuner *t, LwkHistogramDescriptor *d) {
    static const LwkTuning candidates[] = {
        {0},
        {.workgroup_size = 256, .items = 4, .groups = 1056, .copies = 4},
        {.workgroup_size = 256, .items = 4, .groups = 1056, .copies = 16},
        {.workgroup_size = 512, .items = 4, .groups = 528, .copies = 8},
        {.workgroup_size = 256, .items = 2, .groups = 264, .copies = 2},
    };
    if (needs(t, d) != LWK_OK)
        return LWK_BAD_ARGUMENT;
    char name[40];
    snprintf(name, sizeof name, "histogram %u", d->bins);
    Job j = new_job(t, d->max_count);
    j.create = create_histogram;
    j.encode = encode_histogram;
    j.d.histogram = *d;
    j.d.histogram.max_count = j.count;
    return run(t, &j, name, d->type, candidates, sizeof candidates / sizeof *candidates,
               &d->tuning);
}

LwkStatus lwk_tune_transpose(LwkTuner *t, LwkTransposeDescriptor *d) {
    static const LwkTuning candidates[] = {
        {0}, {.groups = 1056}, {.groups = 2112}, {.groups = 8448}, {.groups = 65535}};
    if (needs(t, d) != LWK_OK)
        return LWK_BAD_ARGUMENT;
    Job j = new_job(t, d->max_count);
    j.create = create_transpose;
    j.encode = encode_transpose;
    j.d.transpose = *d;
    j.d.transpose.max_count = j.count;
    for (j.side = 1; (uint64_t)j.side * j.side * 4 <= j.count;)
        j.side *= 2;
    return run(t, &j, "transpose", d->type, candidates, sizeof candidates / sizeof *candidates,
               &d->tuning);
}

LwkStatus lwk_tune_sort(LwkTuner *t, LwkSortDescriptor *d) {
    static const LwkTuning candidates[] = {{0}, {.items = 4}, {.items = 8}, {.items = 16}};
    if (needs(t, d) != LWK_OK)
        return LWK_BAD_ARGUMENT;
    Job j = new_job(t, d->max_count);
    j.whole_range = true;
    j.create = create_sort;
    j.encode = encode_sort;
    j.d.sort = *d;
    j.d.sort.max_count = j.count;
    return run(t, &j, d->pairs ? "sort pairs" : "sort", d->type, candidates,
               sizeof candidates / sizeof *candidates, &d->tuning);
}

LwkStatus lwk_tune_gemm(LwkTuner *t, LwkGemmDescriptor *d, uint32_t side) {
    static const LwkTuning candidates[] = {{.items = 8}, {.items = 4}};
    static const char *const orders[] = {"rows", "columns"};
    if (needs(t, d) != LWK_OK)
        return LWK_BAD_ARGUMENT;
    char name[60];
    snprintf(name, sizeof name, "gemm %s %s %s", orders[d->a & 1], orders[d->b & 1],
             orders[d->c & 1]);
    Job j = new_job(t, (uint64_t)side * side);
    j.create = create_gemm;
    j.encode = encode_gemm;
    j.d.gemm = *d;
    for (j.side = 1; (uint64_t)j.side * j.side * 4 <= j.count;)
        j.side *= 2;
    return run(t, &j, name, d->type, candidates, sizeof candidates / sizeof *candidates,
               &d->tuning);
}
