/* `lanewise bench`: times shaders and the library's primitives on a device, and says what share of
 * the device's bandwidth and arithmetic they reach. */
#include <stdio.h>
#include <stdlib.h>

#include "base/os.h"
#include "cli/bench_output.h"
#include "cli/bench_preset.h"
#include "cli/verb.h"

typedef struct Bench {
    Program *p;
    Arena scratch;
    jmp_buf *on_oom;
    BenchDeviceOptions options;
    BenchDevice device;
    BenchHow how;
    BenchCases cases;
    BenchResult result;
} Bench;

/* ---- one case ---- */

/* The counters that the hardware model predicts for one run. */
static void predict(Bench *b, BenchCase *c, BenchRow *row) {
    BenchDeviceOptions options = b->options;
    options.observe = LW_OBSERVE_COST;
    options.as_gpu = true;
    BenchDevice d;
    if (!bench_device_open(&d, b->p->arena, &b->scratch, &options))
        return;
    void *state = NULL;
    Str why = {0};
    if (c->kind->prepare(&d, c, &state, &why)) {
        lw_report_free(lw_device_take_report(d.device)); /* of preparing */
        WGPUCommandEncoder encoder = d.wgpu->DeviceCreateCommandEncoder(d.device, NULL);
        c->kind->encode(&d, state, encoder);
        WGPUCommandBuffer commands = d.wgpu->CommandEncoderFinish(encoder, NULL);
        d.wgpu->QueueSubmit(d.queue, 1, &commands);
        d.wgpu->CommandBufferRelease(commands);
        d.wgpu->CommandEncoderRelease(encoder);
        LwReport *report = lw_device_take_report(d.device);
        row->has_predicted = report != NULL;
        if (report)
            row->predicted = lw_report_totals(report);
        lw_report_free(report);
    }
    if (state)
        c->kind->release(&d, state);
    bench_device_close(&d);
}

static void time_case(Bench *b, BenchCase *c, BenchRow *row) {
    Arena *a = b->p->arena;
    BenchDevice *d = &b->device;
    if (c->kind->time_host) {
        row->on_host = true;
        row->timed = c->kind->time_host(a, c, &row->times, &row->why);
        return;
    }
    void *state = NULL;
    Str why = {0};
    if (c->kind->prepare(d, c, &state, &why)) {
        if (c->kind->check && !b->p->options.bench.no_check) {
            row->checked = true;
            row->right = c->kind->check(d, c, state, &why);
        }
        row->timed = bench_time(d, c->kind->encode, state, &b->how, &row->times);
    }
    Str error = bench_device_error(d);
    row->why = str_copy(a, why.len ? why : error);
    if (state)
        c->kind->release(d, state);
    bench_device_wait(d);
    bench_device_error(d);
}

static BenchRow run_case(Bench *b, BenchCase *c) {
    BenchRow row = {.name = c->name, .size = c->size, .x = c->x};
    time_case(b, c, &row);
    row.work = c->work; /* preparing may have filled it in */
    arena_free(&b->scratch);
    b->scratch.on_oom = b->on_oom;
    if (b->device.engine && row.timed && !row.on_host)
        predict(b, c, &row);
    arena_free(&b->scratch);
    b->scratch.on_oom = b->on_oom;
    return row;
}

static void say_row(const Bench *b, const BenchRow *row) {
    if (row->timed && !(row->checked && !row->right)) {
        const char *unit;
        double rate = bench_rate(row, &unit);
        if (!b->p->options.quiet)
            fprintf(stderr, "lanewise: %.*s: %.1f us, %.4g %s\n", STR_ARG(row->name),
                    row->times.median, rate, unit);
        return;
    }
    complain("%.*s: %s%.*s", STR_ARG(row->name), row->timed ? "wrong result: " : "",
             STR_ARG(row->why.len ? row->why : STR("the device did not say why")));
}

/* ---- what to time ---- */

static bool add_file(Bench *b, Str path) {
    Spec *s = arena_new(b->p->arena, Spec);
    Str source;
    if (!program_read_spec(b->p, path, s, &source))
        return false;
    Str name = path;
    for (uint32_t i = 0; i < path.len; i++)
        if (path.at[i] == '/')
            name = (Str){path.at + i + 1, path.len - i - 1};
    uint32_t dot = name.len;
    for (uint32_t i = 1; i < name.len; i++)
        if (name.at[i] == '.')
            dot = i;
    bench_add_shader(b->p->arena, &b->cases, s, source, (Str){name.at, dot});
    return true;
}

static bool choose_cases(Bench *b) {
    const Options *o = &b->p->options;
    for (uint32_t i = 0; i < o->files.len; i++)
        if (!add_file(b, o->files.at[i]))
            return false;
    for (uint32_t i = 0; i < o->bench.presets.len; i++)
        if (!bench_add_preset(b->p->arena, &b->cases, o->bench.presets.at[i], &b->device,
                              (BenchTuning){o->bench.tuning, o->bench.tune}))
            return false;
    if (b->cases.len)
        return true;
    complain("bench needs a file or --preset NAME (lanewise bench --help lists them)");
    return false;
}

static bool contains(Str s, Str part) {
    for (uint32_t i = 0; i + part.len <= s.len; i++)
        if (memcmp(s.at + i, part.at, part.len) == 0)
            return true;
    return false;
}

static bool wanted(const Bench *b, const BenchCase *c) {
    const StrList *only = &b->p->options.bench.only;
    bool found = !only->len;
    for (uint32_t i = 0; i < only->len; i++)
        found |= contains(c->name, only->at[i]);
    return found;
}

/* ---- the whole ---- */

/* The bandwidth of a copy and the rate of multiply-adds: what the others are held against. */
static void measure_device(Bench *b) {
    BenchCases base = {0};
    bench_add_baseline(b->p->arena, &base, &b->device);
    for (uint32_t i = 0; i < base.len; i++) {
        BenchRow row = run_case(b, &base.at[i]);
        if (!row.timed) {
            say_row(b, &row);
            continue;
        }
        if (row.work.operations)
            b->result.peak_gflop_s = row.work.operations / row.times.median / 1e3;
        else
            b->result.copy_gb_s = row.work.bytes / row.times.median / 1e3;
    }
}

static int run_cases(Bench *b) {
    int code = EXIT_DONE;
    measure_device(b);
    for (uint32_t i = 0; i < b->cases.len && !os_interrupted(); i++) {
        if (!wanted(b, &b->cases.at[i]))
            continue;
        BenchRow row = run_case(b, &b->cases.at[i]);
        say_row(b, &row);
        if (!row.timed || (row.checked && !row.right))
            code = EXIT_FOUND;
        vec_push(b->p->arena, &b->result.rows, row);
        if (lwk_host_lost(b->device.host)) {
            complain("the device is lost: what is left is not timed");
            break;
        }
    }
    return code;
}

static int print_all(Bench *b) {
    const Options *o = &b->p->options;
    if (o->format == FORMAT_JSON)
        bench_print_json(&b->result);
    else
        bench_print_table(&b->result, o->format == FORMAT_MARKDOWN);
    if (!o->bench.plot)
        return EXIT_DONE;
    const char *bad = bench_write_plot(b->p->arena, &b->result, o->bench.plot);
    if (bad)
        complain("cannot write '%s': %s", o->bench.plot, bad);
    return bad ? EXIT_USAGE : EXIT_DONE;
}

static BenchDeviceOptions device_options(Arena *a, const Options *o) {
    BenchDeviceOptions d = {.library = o->bench.device, .threads = o->threads};
    for (uint32_t i = 0; i < o->bench.toggles.len; i++) {
        Str t = o->bench.toggles.at[i];
        if (t.at[0] == '-')
            vec_push(a, &d.toggles_off, t.at + 1);
        else
            vec_push(a, &d.toggles_on, t.at);
    }
    /* Dawn rounds time stamps to 0.1 ms unless told not to. */
    vec_push(a, &d.toggles_off, "timestamp_quantization");
    for (uint32_t i = 0; i < o->directives.len; i++) {
        if (str_is(o->directives.at[i].directive, "hardware"))
            d.hardware = o->directives.at[i].arguments;
        if (str_is(o->directives.at[i].directive, "subgroup-size"))
            d.subgroup_size = (uint32_t)strtoul(o->directives.at[i].arguments.at, NULL, 10);
    }
    return d;
}

int verb_bench(Program *p) {
    Arena *a = p->arena;
    const Options *o = &p->options;
    Bench *b = arena_new(a, Bench);
    b->p = p;
    b->on_oom = b->scratch.on_oom = a->on_oom;
    b->options = device_options(a, o);
    if (!bench_device_open(&b->device, a, &b->scratch, &b->options))
        return EXIT_USAGE;
    bool quick = b->device.on_cpu;
    b->how = (BenchHow){.runs = o->repeat ? o->repeat
                                : quick   ? 5
                                          : 20,
                        .warm_ms = quick ? 0 : 1000};
    b->result.device = &b->device;
    b->result.library = str_from_c(o->bench.device ? o->bench.device : "");
    int code = EXIT_USAGE;
    if (choose_cases(b)) {
        code = run_cases(b);
        int printed = print_all(b);
        code = code ? code : printed;
    }
    bench_device_close(&b->device);
    arena_free(&b->scratch);
    return code;
}
