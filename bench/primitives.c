/* Times the kernel library's primitives on a device, each in several tunings: one line of JSON
 * each.
 *
 *     bench_primitives [--device LIBRARY] [--log2n 26] [--width 8192] [--toggle +NAME|-NAME]...
 *                      [--all] [FILTER]...
 *
 * Without --all only the library's own choice is timed. FILTER: the beginning of a primitive's
 * name. Twenty runs stand in one submit, each with time stamps of its own; the median counts.
 * Results are compared with what the host computes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lanewise/host.h"

enum { RUNS = 20, MOST_TOGGLES = 16 };

typedef struct Options {
    const char *library;
    uint32_t log2n, width;
    const char *on[MOST_TOGGLES], *off[MOST_TOGGLES];
    size_t on_count, off_count;
    bool all, no_subgroups;
    char **filters;
    int filter_count;
} Options;

typedef struct Bench {
    const Options *o;
    const LwProcs *procs;
    LwkHost *host;
    LwkContext *context;
    WGPUQuerySet stamps;
    WGPUBuffer resolved;
    uint64_t n;
    WGPUBuffer src, dst, small, temporary;
    WGPUBuffer keys, sorted_values, sorting; /* of the sort, once it is asked for */
    uint32_t *data;
    char what[160]; /* the case that is timed */
} Bench;

/* Dawn's extension for its toggles, by its published number and layout. */
typedef struct DawnToggles {
    WGPUChainedStruct chain;
    size_t on_count;
    const char *const *on;
    size_t off_count;
    const char *const *off;
} DawnToggles;
enum { DAWN_TOGGLES = 0x0005000A };

static void die(const char *what, const char *why) {
    fprintf(stderr, "bench_primitives: error: %s: %s\n", what, why);
    exit(1);
}

static void check(Bench *b, LwkStatus status) {
    if (status != LWK_OK)
        die(b->what, lwk_context_message(b->context)[0] ? lwk_context_message(b->context)
                                                        : lwk_host_message(b->host));
}

static bool wanted(const Bench *b, const char *name) {
    for (int i = 0; i < b->o->filter_count; i++)
        if (!strncmp(name, b->o->filters[i], strlen(b->o->filters[i])))
            return true;
    return b->o->filter_count == 0;
}

/* ---- timing ---- */

typedef void Encode(Bench *b, LwkPlan *plan, LwkTarget target);

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* One submit of RUNS calls, each with its time stamps. */
static void submit_runs(Bench *b, LwkPlan *plan, Encode *encode) {
    WGPUCommandEncoder e = lwk_host_encoder(b->host, "bench");
    for (uint32_t i = 0; i < RUNS; i++) {
        WGPUPassTimestampWrites w = WGPU_PASS_TIMESTAMP_WRITES_INIT;
        w.querySet = b->stamps;
        w.beginningOfPassWriteIndex = 2 * i;
        w.endOfPassWriteIndex = 2 * i + 1;
        encode(b, plan, (LwkTarget){.encoder = e, .timestamps = &w});
    }
    b->procs->CommandEncoderResolveQuerySet(e, b->stamps, 0, 2 * RUNS, b->resolved, 0);
    check(b, lwk_host_submit(b->host, e));
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Sorted nanoseconds. A device that was idle has low clocks: the submit that counts follows,
 * without a gap, others that keep it busy for a tenth of a second. */
static void time_runs(Bench *b, LwkPlan *plan, Encode *encode, uint64_t ns[RUNS]) {
    uint64_t stamps[2 * RUNS];
    double start = now();
    submit_runs(b, plan, encode);
    check(b, lwk_host_wait(b->host));
    double once = now() - start;
    int warm = b->o->library ? (int)(0.1 / (once > 0.001 ? once : 0.001)) : 0;
    for (int i = 0; i < warm; i++)
        submit_runs(b, plan, encode);
    submit_runs(b, plan, encode);
    check(b, lwk_host_read(b->host, b->resolved, 0, stamps, sizeof stamps));
    for (int i = 0; i < RUNS; i++)
        ns[i] = stamps[2 * i + 1] - stamps[2 * i];
    qsort(ns, RUNS, sizeof ns[0], by_value);
}

static void report(Bench *b, const char *name, LwkTuning t, LwkPlan *plan, Encode *encode,
                   double work, const char *unit, bool right) {
    uint64_t ns[RUNS];
    time_runs(b, plan, encode, ns);
    double median = (double)ns[RUNS / 2];
    const char *error = lwk_host_take_error(b->host);
    printf("{\"name\":\"%s\",\"workgroup_size\":%u,\"items\":%u,\"groups\":%u,\"copies\":%u,"
           "\"us\":%.1f,\"min\":%.1f,\"rate\":%.0f,\"unit\":\"%s\",\"right\":%s%s%s%s}\n",
           name, t.workgroup_size, t.items, t.groups, t.copies, median / 1e3, (double)ns[0] / 1e3,
           median > 0 ? work / median : 0, unit, right ? "true" : "false",
           error ? ",\"error\":\"" : "", error ? "see standard error" : "", error ? "\"" : "");
    if (error)
        fprintf(stderr, "%s: %s\n", name, error);
    fflush(stdout);
}

static void run_once(Bench *b, LwkPlan *plan, Encode *encode) {
    WGPUCommandEncoder e = lwk_host_encoder(b->host, "bench");
    encode(b, plan, (LwkTarget){.encoder = e});
    check(b, lwk_host_submit(b->host, e));
}

static LwkSlice at(WGPUBuffer buffer) {
    return (LwkSlice){buffer, 0};
}

/* ---- cases: an encoder, a check of the result ---- */

static void encode_copy(Bench *b, LwkPlan *p, LwkTarget t) {
    check(b, lwk_copy_encode(p, t, at(b->src), at(b->dst), b->n));
}
static void encode_reduce(Bench *b, LwkPlan *p, LwkTarget t) {
    check(b, lwk_reduce_encode(p, t, at(b->temporary), at(b->src), at(b->small), b->n));
}
static void encode_scan(Bench *b, LwkPlan *p, LwkTarget t) {
    check(b, lwk_scan_encode(p, t, at(b->temporary), at(b->src), at(b->dst), b->n));
}
static void encode_histogram(Bench *b, LwkPlan *p, LwkTarget t) {
    check(b, lwk_histogram_encode(p, t, at(b->src), at(b->small), (LwkSlice){0}, b->n));
}
static void encode_select(Bench *b, LwkPlan *p, LwkTarget t) {
    LwkSelectArguments a = {.src = at(b->src),
                            .dst = at(b->dst),
                            .chosen = at(b->small),
                            .operand = 127,
                            .count = b->n};
    check(b, lwk_select_encode(p, t, at(b->temporary), &a));
}
static void encode_transpose(Bench *b, LwkPlan *p, LwkTarget t) {
    check(b, lwk_transpose_encode(p, t, at(b->src), at(b->dst), 1, b->o->width, b->o->width));
}
/* One column less: rows that do not begin at 16 bytes. */
static void encode_transpose_odd(Bench *b, LwkPlan *p, LwkTarget t) {
    check(b, lwk_transpose_encode(p, t, at(b->src), at(b->dst), 1, b->o->width, b->o->width - 1));
}

static void encode_sort(Bench *b, LwkPlan *p, LwkTarget t) {
    LwkSortArguments a = {.keys = at(b->keys), .sorted_keys = at(b->dst), .count = b->n};
    check(b, lwk_sort_encode(p, t, at(b->sorting), &a));
}

static void encode_sort_pairs(Bench *b, LwkPlan *p, LwkTarget t) {
    LwkSortArguments a = {.keys = at(b->keys),
                          .sorted_keys = at(b->dst),
                          .values = at(b->src),
                          .sorted_values = at(b->sorted_values),
                          .count = b->n};
    check(b, lwk_sort_encode(p, t, at(b->sorting), &a));
}

static uint32_t word(Bench *b, WGPUBuffer buffer, uint64_t i) {
    uint32_t w = 0;
    check(b, lwk_host_read(b->host, buffer, i * 4, &w, 4));
    return w;
}

static void bench_copy(Bench *b, LwkTuning t) {
    LwkPlan *p;
    LwkCopyDescriptor d = {LWK_U32, b->n};
    check(b, lwk_copy_create(b->context, &d, &p));
    run_once(b, p, encode_copy);
    bool right = word(b, b->dst, b->n - 1) == b->data[b->n - 1];
    report(b, "copy", t, p, encode_copy, (double)b->n * 8, "GB/s", right);
    lwk_plan_release(p);
}

static void bench_reduce(Bench *b, LwkTuning t) {
    LwkPlan *p;
    LwkReduceDescriptor d = {LWK_U32, LWK_SUM, b->n, t};
    check(b, lwk_reduce_create(b->context, &d, &p));
    run_once(b, p, encode_reduce);
    uint32_t sum = 0;
    for (uint64_t i = 0; i < b->n; i++)
        sum += b->data[i];
    bool right = word(b, b->small, 0) == sum;
    report(b, "reduce", t, p, encode_reduce, (double)b->n * 4, "GB/s", right);
    lwk_plan_release(p);
}

static void bench_scan(Bench *b, LwkTuning t) {
    LwkPlan *p;
    LwkScanDescriptor d = {LWK_U32, LWK_SUM, true, b->n, t};
    check(b, lwk_scan_create(b->context, &d, &p));
    run_once(b, p, encode_scan);
    uint32_t sum = 0, half = 0;
    for (uint64_t i = 0; i + 1 < b->n; i++) {
        half = i == b->n / 2 + 77 ? sum : half;
        sum += b->data[i];
    }
    bool right = word(b, b->dst, b->n - 1) == sum && word(b, b->dst, b->n / 2 + 77) == half;
    report(b, "scan", t, p, encode_scan, (double)b->n * 8, "GB/s", right);
    lwk_plan_release(p);
}

static void bench_histogram(Bench *b, LwkTuning t) {
    LwkPlan *p;
    LwkHistogramDescriptor d = {LWK_U32, 256, false, 0, 256, b->n, t};
    check(b, lwk_histogram_create(b->context, &d, &p));
    run_once(b, p, encode_histogram);
    uint32_t want[256] = {0}, got[256];
    for (uint64_t i = 0; i < b->n; i++)
        want[b->data[i]]++;
    check(b, lwk_host_read(b->host, b->small, 0, got, sizeof got));
    report(b, "histogram", t, p, encode_histogram, (double)b->n * 4, "GB/s",
           !memcmp(want, got, sizeof got));
    lwk_plan_release(p);
}

static void bench_select(Bench *b, LwkTuning t) {
    LwkPlan *p;
    LwkSelectDescriptor d = {LWK_U32, LWK_GREATER, false, b->n, t};
    check(b, lwk_select_create(b->context, &d, &p));
    run_once(b, p, encode_select);
    uint32_t chosen = 0, last = 0;
    for (uint64_t i = 0; i < b->n; i++)
        if (b->data[i] > 127) {
            chosen++;
            last = b->data[i];
        }
    bool right = word(b, b->small, 0) == chosen && word(b, b->dst, chosen - 1) == last;
    report(b, "select", t, p, encode_select, (double)b->n * 4, "GB/s in", right);
    lwk_plan_release(p);
}

enum { PIECE = 1 << 22 };

/* Keys of all 32 bits, other than the other primitives' elements. */
static void make_keys(Bench *b) {
    b->keys = lwk_host_buffer(b->host, "keys", b->n * 4);
    uint32_t *piece = malloc(PIECE * 4);
    if (!b->keys || !piece)
        die("keys", "there is not enough memory");
    uint64_t n = b->n < PIECE ? b->n : PIECE; /* both are powers of two */
    for (uint64_t done = 0; done < b->n; done += n) {
        for (uint64_t i = 0; i < n; i++) {
            uint32_t x = (uint32_t)(done + i) * 2654435761u;
            piece[i] = (x ^ x >> 15) * 2246822519u;
        }
        check(b, lwk_host_upload(b->host, b->keys, done * 4, piece, n * 4));
        check(b, lwk_host_wait(b->host));
    }
    free(piece);
}

/* Whether dst is in order and has the sum of the keys, which are a permutation of 0 to n - 1 by a
 * product with an odd number, mixed. */
static bool sorted(Bench *b) {
    uint32_t *piece = malloc(PIECE * 4), last = 0, sum = 0, want = 0;
    if (!piece)
        die("keys", "there is not enough memory");
    bool right = true;
    uint64_t n = b->n < PIECE ? b->n : PIECE;
    for (uint64_t done = 0; done < b->n; done += n) {
        check(b, lwk_host_read(b->host, b->dst, done * 4, piece, n * 4));
        for (uint64_t i = 0; i < n; i++) {
            uint32_t x = (uint32_t)(done + i) * 2654435761u;
            want += (x ^ x >> 15) * 2246822519u;
            sum += piece[i];
            right &= last <= piece[i];
            last = piece[i];
        }
    }
    free(piece);
    return right && sum == want;
}

static void sort(Bench *b, LwkTuning t, bool pairs) {
    LwkPlan *p;
    LwkSortDescriptor d = {.type = LWK_U32, .pairs = pairs, .max_count = b->n, .tuning = t};
    if (!b->keys)
        make_keys(b);
    check(b, lwk_sort_create(b->context, &d, &p));
    if (!b->sorting) { /* enough for both, and for every tuning */
        b->sorting = lwk_host_buffer(b->host, "temporary of sort", b->n * 8 + (1 << 26));
        b->sorted_values = lwk_host_buffer(b->host, "sorted values", b->n * 4);
    }
    if (!b->sorting || !b->sorted_values)
        die("sort", lwk_host_message(b->host));
    Encode *encode = pairs ? encode_sort_pairs : encode_sort;
    run_once(b, p, encode);
    bool right = sorted(b);
    report(b, pairs ? "sort pairs" : "sort", t, p, encode, (double)b->n, "Gkeys/s", right);
    lwk_plan_release(p);
}
static void bench_sort(Bench *b, LwkTuning t) {
    sort(b, t, false);
}
static void bench_sort_pairs(Bench *b, LwkTuning t) {
    sort(b, t, true);
}

static void transpose(Bench *b, LwkTuning t, const char *name, Encode *encode, uint32_t columns) {
    LwkPlan *p;
    LwkTransposeDescriptor d = {LWK_U32, b->n, t};
    uint64_t w = b->o->width;
    check(b, lwk_transpose_create(b->context, &d, &p));
    run_once(b, p, encode);
    bool right = word(b, b->dst, 5 * w + 100) == b->data[100 * columns + 5] &&
                 word(b, b->dst, columns * w - 2) == b->data[(w - 1) * columns - 1];
    report(b, name, t, p, encode, (double)columns * (double)w * 8, "GB/s", right);
    lwk_plan_release(p);
}
static void bench_transpose(Bench *b, LwkTuning t) {
    transpose(b, t, "transpose", encode_transpose, b->o->width);
}
static void bench_transpose_odd(Bench *b, LwkTuning t) {
    transpose(b, t, "transpose odd", encode_transpose_odd, b->o->width - 1);
}

/* ---- tunings ---- */

typedef struct Case {
    const char *name;
    void (*run)(Bench *b, LwkTuning t);
    const uint32_t *workgroup_sizes, *items, *groups, *copies; /* ended by 0 */
} Case;

static const uint32_t none[] = {0};
#define LIST(...) ((const uint32_t[]){__VA_ARGS__, 0})
static const Case cases[] = {
    {"copy", bench_copy, none, none, none, none},
    {"reduce", bench_reduce, LIST(256, 512, 1024), LIST(1, 2, 4, 8), LIST(528, 1056, 2112, 4224), none},
    {"scan", bench_scan, LIST(256, 512, 1024), LIST(4), LIST(2112, 4224), none},
    {"select", bench_select, LIST(128, 256, 512), LIST(2, 4), LIST(2112, 4224, 8448), none},
    {"histogram", bench_histogram, LIST(512, 1024), LIST(2), LIST(264, 528), LIST(4, 8)},
    {"transpose", bench_transpose, LIST(64, 256), none, LIST(65535), none},
    {"transpose odd", bench_transpose_odd, none, none, LIST(65535), none},
    {"sort", bench_sort, none, LIST(8, 12, 16), LIST(2112, 4224, 8448, 11000), none},
    {"sort pairs", bench_sort_pairs, none, LIST(8, 12, 16), LIST(2112, 4224, 8448, 11000), none},
};

static void run_all(Bench *b, const Case *c) {
    const uint32_t *w = c->workgroup_sizes;
    do {
        const uint32_t *i = c->items;
        do {
            const uint32_t *g = c->groups;
            do {
                const uint32_t *k = c->copies;
                do {
                    c->run(b, (LwkTuning){*w, *i, *g, *k});
                } while (*k && *++k);
            } while (*g && *++g);
        } while (*i && *++i);
    } while (*w && *++w);
}

static void run_case(Bench *b, const Case *c) {
    snprintf(b->what, sizeof b->what, "%s", c->name);
    if (b->o->all)
        run_all(b, c);
    else if (c == cases || strcmp(c->name, c[-1].name))
        c->run(b, (LwkTuning){0});
}

/* ---- set-up ---- */

static void parse(int argc, char **argv, Options *o) {
    *o = (Options){.log2n = 26, .width = 8192};
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(a, "--all")) {
            o->all = true;
            continue;
        }
        if (!strcmp(a, "--no-subgroups")) {
            o->no_subgroups = true;
            continue;
        }
        if (!value)
            die(a, "an unknown option, or one without its value");
        i++;
        if (!strcmp(a, "--device"))
            o->library = value;
        else if (!strcmp(a, "--log2n"))
            o->log2n = (uint32_t)strtoul(value, NULL, 10);
        else if (!strcmp(a, "--width"))
            o->width = (uint32_t)strtoul(value, NULL, 10);
        else if (!strcmp(a, "--toggle") && *value == '+' && o->on_count < MOST_TOGGLES)
            o->on[o->on_count++] = value + 1;
        else if (!strcmp(a, "--toggle") && *value == '-' && o->off_count < MOST_TOGGLES)
            o->off[o->off_count++] = value + 1;
        else
            die(a, "an unknown option");
    }
    o->filters = argv + i;
    o->filter_count = argc - i;
    if (o->log2n < 10 || o->log2n > 28 || o->width < 256 ||
        (uint64_t)o->width * o->width > 1ull << o->log2n)
        die("sizes", "log2n is 10 to 28, width * width is 2^16 to 2^log2n");
}

static void open_device(Bench *b, LwProcs *loaded) {
    static const char *const on = "allow_unsafe_apis", *const off = "timestamp_quantization";
    Options *o = (Options *)(uintptr_t)b->o;
    char error[1024];
    o->on[o->on_count++] = on;
    o->off[o->off_count++] = off;
    DawnToggles toggles = {
        {NULL, (WGPUSType)DAWN_TOGGLES}, o->on_count, o->on, o->off_count, o->off};
    b->procs = lw_procs_linked();
    if (o->library) {
        if (!lw_procs_load(loaded, o->library, error, sizeof error))
            die("--device", error);
        b->procs = loaded;
    }
    LwkHostDescriptor d = {.procs = b->procs,
                           .no_subgroups = o->no_subgroups,
                           .device_chain = o->library ? &toggles.chain : NULL};
    if (lwk_host_create(&d, &b->host, error, sizeof error) != LWK_OK)
        die("device", error);
    b->context = lwk_host_context(b->host);
    if (!lwk_context_properties(b->context)->timestamps)
        die("device", "it has no time stamps");
}

static void make_buffers(Bench *b) {
    WGPUQuerySetDescriptor stamps = {.type = WGPUQueryType_Timestamp, .count = 2 * RUNS};
    WGPUBufferDescriptor resolved = {
        .usage = WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc, .size = 16 * RUNS};
    b->stamps = b->procs->DeviceCreateQuerySet(lwk_host_device(b->host), &stamps);
    b->resolved = b->procs->DeviceCreateBuffer(lwk_host_device(b->host), &resolved);
    b->n = 1ull << b->o->log2n;
    b->data = malloc(b->n * 4);
    if (!b->data)
        die("memory", "there is not enough");
    for (uint64_t i = 0, x = 88172645463325252u; i < b->n; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        b->data[i] = (uint32_t)(x >> 40) & 255;
    }
    b->src = lwk_host_buffer(b->host, "src", b->n * 4);
    b->dst = lwk_host_buffer(b->host, "dst", b->n * 4);
    b->small = lwk_host_buffer(b->host, "small", 1 << 20);
    b->temporary = lwk_host_buffer(b->host, "temporary", 1 << 24);
    if (!b->src || !b->dst || !b->small || !b->temporary)
        die("buffers", lwk_host_message(b->host));
    for (uint64_t done = 0; done < b->n; done += 1 << 22) {
        uint64_t left = b->n - done, n = left < 1 << 22 ? left : 1 << 22;
        check(b, lwk_host_upload(b->host, b->src, done * 4, b->data + done, n * 4));
        check(b, lwk_host_wait(b->host));
    }
}

int main(int argc, char **argv) {
    Options o;
    LwProcs loaded;
    Bench b = {.o = &o};
    parse(argc, argv, &o);
    open_device(&b, &loaded);
    make_buffers(&b);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (wanted(&b, cases[i].name))
            run_case(&b, &cases[i]);
    return 0;
}
