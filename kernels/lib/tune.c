/* What it takes to run the candidates of each primitive. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "candidates.h"
#include "internal.h"
#include "tuner_time.h"

/* What a second input has: as the first; flags, half of them or one in 64 set; as bits, or as runs
 * of equal keys; ascending levels. */
typedef enum Second { NO_SECOND, SAME, HALF, SPARSE, SPARSE_BITS, RUNS, LEVELS } Second;

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
    LwkType type;
    uint64_t asked, count; /* elements: of the caller, and to run on */
    bool square;           /* of matrices: the elements are those of a square ... */
    uint32_t side;         /* ... of that side */
    Second second;
    bool second_out;
    bool whole_range; /* of integers; else below 256 */
    LwkPlan *plan;
    LwkSlice in, in2, out, out2, temporary;
} Job;

/* ---- buffers ---- */

static uint32_t float_bits(float f) {
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return bits;
}

/* Element i, or two of f16; x is random. */
static uint32_t word_of(const Job *j, Second kind, uint64_t i, uint32_t x) {
    switch (kind) {
    case HALF: return x >> 31;
    case SPARSE: return x >> 26 == 0;
    case SPARSE_BITS: return x >> 31 ? 1u << (x & 31) : 0;
    case RUNS: return (uint32_t)(i / 64);
    case LEVELS: return j->type == LWK_F32 ? float_bits((float)i) : (uint32_t)i;
    default: break;
    }
    if (j->type == LWK_F16)
        return 0x38003400u; /* 0.25 and 0.5 */
    if (j->type == LWK_F32)
        return float_bits((float)(x >> 8) / 16777216.0f);
    return j->whole_range ? x : x >> 24;
}

static LwkStatus fill(const Job *j, WGPUBuffer buffer, Second kind) {
    uint32_t *data = malloc(j->count * 4), x = 2463534242u;
    if (!data)
        return LWK_OUT_OF_MEMORY;
    for (uint64_t i = 0; i < j->count; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        data[i] = word_of(j, kind, i, x);
    }
    LwkStatus status = lwk_host_upload(j->host, buffer, 0, data, j->count * 4);
    free(data);
    return status;
}

static void drop(Job *j, LwkSlice *s) {
    if (!s->buffer)
        return;
    lwk_host_procs(j->host)->BufferDestroy(s->buffer); /* its memory is wanted now */
    lwk_host_procs(j->host)->BufferRelease(s->buffer);
    s->buffer = NULL;
}

static void drop_buffers(Job *j) {
    drop(j, &j->in);
    drop(j, &j->in2);
    drop(j, &j->out);
    drop(j, &j->out2);
}

/* Buffers of the count, as far as there is memory for it. */
static LwkStatus try_buffers(Job *j) {
    uint64_t bytes = j->count * 4;
    LwkContext *context = lwk_host_context(j->host);
    lwk_watch_errors(context);
    j->in.buffer = lwk_host_buffer(j->host, "tuner, in", bytes);
    j->out.buffer = lwk_host_buffer(j->host, "tuner, out", bytes);
    j->in2.buffer = j->second ? lwk_host_buffer(j->host, "tuner, in 2", bytes) : NULL;
    j->out2.buffer = j->second_out ? lwk_host_buffer(j->host, "tuner, out 2", bytes) : NULL;
    bool there = j->in.buffer && j->out.buffer && (j->in2.buffer || !j->second) &&
                 (j->out2.buffer || !j->second_out);
    LwkStatus status = there ? fill(j, j->in.buffer, SAME) : LWK_OUT_OF_MEMORY;
    if (status == LWK_OK && j->second)
        status = fill(j, j->in2.buffer, j->second);
    LwkStatus errors = lwk_errors_seen(context, "tuner");
    return status == LWK_OK ? errors : status;
}

static void set_count(Job *j, uint64_t count) {
    j->count = count ? count : 1;
    if (!j->square)
        return;
    for (j->side = 1; (uint64_t)(j->side + 1) * (j->side + 1) <= j->count;)
        j->side++;
    if (j->side > 64 && (uint64_t)j->side * j->side != j->count)
        j->side = j->side / 64 * 64; /* as most are */
    j->count = (uint64_t)j->side * j->side;
}

static LwkStatus make_buffers(Job *j, LwkTuner *t) {
    enum { MOST_ON_CPU = 1 << 20, HALVINGS = 8 };
    uint64_t most = lwk_context_properties(lwk_host_context(j->host))->max_binding_size / 4;
    if (lwk_tuner_on_cpu(t) && most > MOST_ON_CPU)
        most = MOST_ON_CPU;
    set_count(j, j->asked < most ? j->asked : most);
    LwkStatus status = try_buffers(j);
    for (int i = 0; i < HALVINGS && status != LWK_OK && !lwk_host_lost(j->host); i++) {
        drop_buffers(j);
        set_count(j, j->count / 2);
        status = try_buffers(j);
    }
    return status;
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

static LwkStatus run(LwkTuner *t, Job *j, const char *name, LwkPrimitive primitive,
                     LwkTuning *best) {
    LwkCandidates candidates = lwk_candidates(primitive);
    j->host = lwk_tuner_host(t);
    char key[128];
    int log2 = 0;
    while (log2 < 63 && (uint64_t)1 << log2 < j->asked)
        log2++;
    snprintf(key, sizeof key, "%s %s 2^%d", name, lwk_type_name(j->type), log2);
    LwkTunerCase c = {.name = key,
                      .candidates = candidates.tuning,
                      .candidate_count = candidates.count,
                      .prepare = prepare,
                      .encode = encode,
                      .release = release,
                      .userdata = j};
    LwkStatus status = lwk_tuner_known(t, &c, best) ? LWK_OK : make_buffers(j, t);
    if (status == LWK_OK)
        status = lwk_tuner_find(t, &c, best);
    drop_buffers(j);
    return status;
}

/* ---- primitives ---- */

/* create functions: plans of the candidate for the elements that it is timed with. */
#define CREATE(member, function)                                                                   \
    static LwkStatus create_##member(Job *j, LwkContext *c, LwkTuning tuning) {                    \
        j->d.member.tuning = tuning;                                                               \
        j->d.member.max_count = j->count;                                                          \
        return function(c, &j->d.member, &j->plan);                                                \
    }
CREATE(reduce, lwk_reduce_create)
CREATE(scan, lwk_scan_create)
CREATE(segmented, lwk_segmented_scan_create)
CREATE(select, lwk_select_create)
CREATE(histogram, lwk_histogram_create)
CREATE(transpose, lwk_transpose_create)
CREATE(sort, lwk_sort_create)
static LwkStatus create_gemm(Job *j, LwkContext *c, LwkTuning tuning) {
    j->d.gemm.tuning = tuning;
    return lwk_gemm_create(c, &j->d.gemm, &j->plan);
}

static LwkStatus encode_reduce(Job *j, LwkTarget t) {
    return lwk_reduce_encode(j->plan, t, j->temporary, j->in, j->out, j->count);
}

static LwkStatus encode_scan(Job *j, LwkTarget t) {
    return lwk_scan_encode(j->plan, t, j->temporary, j->in, j->out, j->count);
}

static LwkStatus encode_segmented(Job *j, LwkTarget t) {
    return lwk_segmented_scan_encode(j->plan, t, j->temporary, j->in, j->in2, j->out, j->count);
}

/* What about half of the elements are above. */
static uint32_t middle(LwkType type) {
    return type == LWK_F32 ? 0x3f000000u : type == LWK_F16 ? 0x3600u : 128;
}

static LwkStatus encode_select(Job *j, LwkTarget t) {
    LwkSelectArguments a = {.src = j->in,
                            .flags = j->in2,
                            .dst = j->out,
                            .chosen = j->out2,
                            .operand = middle(j->d.select.type),
                            .count = j->count};
    if (j->d.select.test != LWK_FLAGGED)
        a.flags = (LwkSlice){0};
    return lwk_select_encode(j->plan, t, j->temporary, &a);
}

static LwkStatus encode_histogram(Job *j, LwkTarget t) {
    LwkSlice levels = j->d.histogram.ranges ? j->in2 : (LwkSlice){0};
    return lwk_histogram_encode(j->plan, t, j->in, j->out, levels, j->count);
}

static LwkStatus encode_transpose(Job *j, LwkTarget t) {
    return lwk_transpose_encode(j->plan, t, j->in, j->out, 1, j->side, j->side);
}

static LwkStatus encode_sort(Job *j, LwkTarget t) {
    LwkSortArguments a = {j->in, j->out, {0}, {0}, j->count};
    if (j->d.sort.pairs) {
        a.values = j->in2;
        a.sorted_values = j->out2;
    }
    return lwk_sort_encode(j->plan, t, j->temporary, &a);
}

static LwkStatus encode_gemm(Job *j, LwkTarget t) {
    LwkGemmArguments a = {
        .a = j->in, .b = j->in2, .c = j->out, .m = j->side, .n = j->side, .k = j->side, .alpha = 1};
    return lwk_gemm_encode(j->plan, t, &a);
}

/* ---- the functions ---- */

static const char *op_name(LwkOp op) {
    static const char *const names[] = {"sum", "min", "max", "and", "or", "argmin", "argmax"};
    return (unsigned)op < sizeof names / sizeof names[0] ? names[op] : "?";
}

LwkStatus lwk_tune_reduce(LwkTuner *t, LwkReduceDescriptor *d) {
    if (!t || !d)
        return LWK_BAD_ARGUMENT;
    Job j = {.d.reduce = *d,
             .create = create_reduce,
             .encode = encode_reduce,
             .type = d->type,
             .asked = d->max_count};
    char name[40];
    snprintf(name, sizeof name, "reduce %s", op_name(d->op));
    return run(t, &j, name, LWK_REDUCE, &d->tuning);
}

LwkStatus lwk_tune_scan(LwkTuner *t, LwkScanDescriptor *d) {
    if (!t || !d)
        return LWK_BAD_ARGUMENT;
    Job j = {.d.scan = *d,
             .create = create_scan,
             .encode = encode_scan,
             .type = d->type,
             .asked = d->max_count};
    char name[40];
    snprintf(name, sizeof name, "scan %s", op_name(d->op));
    return run(t, &j, name, LWK_SCAN, &d->tuning);
}

LwkStatus lwk_tune_segmented_scan(LwkTuner *t, LwkSegmentedScanDescriptor *d) {
    static const Second kinds[] = {SPARSE, SPARSE_BITS, RUNS};
    static const char *const names[] = {"flags", "bits", "keys"};
    if (!t || !d || (unsigned)d->segments > LWK_KEYS)
        return LWK_BAD_ARGUMENT;
    Job j = {.d.segmented = *d,
             .create = create_segmented,
             .encode = encode_segmented,
             .type = d->type,
             .asked = d->max_count,
             .second = kinds[d->segments]};
    char name[60];
    snprintf(name, sizeof name, "segmented scan %s by %s", op_name(d->op), names[d->segments]);
    return run(t, &j, name, LWK_SEGMENTED_SCAN, &d->tuning);
}

LwkStatus lwk_tune_select(LwkTuner *t, LwkSelectDescriptor *d) {
    if (!t || !d)
        return LWK_BAD_ARGUMENT;
    bool flagged = d->test == LWK_FLAGGED;
    Job j = {.d.select = *d,
             .create = create_select,
             .encode = encode_select,
             .type = d->type,
             .asked = d->max_count,
             .second = flagged ? HALF : NO_SECOND,
             .second_out = true};
    char name[40];
    snprintf(name, sizeof name, "%s%s", d->partition ? "partition" : "select",
             flagged ? " flagged" : "");
    return run(t, &j, name, LWK_SELECT, &d->tuning);
}

LwkStatus lwk_tune_histogram(LwkTuner *t, LwkHistogramDescriptor *d) {
    if (!t || !d)
        return LWK_BAD_ARGUMENT;
    Job j = {.d.histogram = *d,
             .create = create_histogram,
             .encode = encode_histogram,
             .type = d->type,
             .asked = d->max_count > d->bins ? d->max_count : d->bins + 1, /* bins fit, too */
             .second = d->ranges ? LEVELS : NO_SECOND};
    char name[60];
    snprintf(name, sizeof name, "histogram %u%s", d->bins, d->ranges ? " ranges" : "");
    return run(t, &j, name, LWK_HISTOGRAM, &d->tuning);
}

LwkStatus lwk_tune_transpose(LwkTuner *t, LwkTransposeDescriptor *d) {
    if (!t || !d)
        return LWK_BAD_ARGUMENT;
    Job j = {.d.transpose = *d,
             .create = create_transpose,
             .encode = encode_transpose,
             .type = d->type,
             .asked = d->max_count,
             .square = true};
    return run(t, &j, "transpose", LWK_TRANSPOSE, &d->tuning);
}

LwkStatus lwk_tune_sort(LwkTuner *t, LwkSortDescriptor *d) {
    if (!t || !d)
        return LWK_BAD_ARGUMENT;
    Job j = {.d.sort = *d,
             .create = create_sort,
             .encode = encode_sort,
             .type = d->type,
             .asked = d->max_count,
             .second = d->pairs ? SAME : NO_SECOND,
             .second_out = d->pairs,
             .whole_range = true};
    return run(t, &j, d->pairs ? "sort pairs" : "sort", LWK_SORT, &d->tuning);
}

LwkStatus lwk_tune_gemm(LwkTuner *t, LwkGemmDescriptor *d, uint32_t side) {
    static const char *const orders[] = {"rows", "columns"};
    if (!t || !d)
        return LWK_BAD_ARGUMENT;
    Job j = {.d.gemm = *d,
             .create = create_gemm,
             .encode = encode_gemm,
             .type = d->type,
             .asked = (uint64_t)side * side,
             .square = true,
             .second = SAME};
    char name[60];
    snprintf(name, sizeof name, "gemm %s %s %s", orders[d->a & 1], orders[d->b & 1],
             orders[d->c & 1]);
    return run(t, &j, name, LWK_GEMM, &d->tuning);
}
