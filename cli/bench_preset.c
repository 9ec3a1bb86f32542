/* The presets of `lanewise bench`. Their shaders are text with run directives, as files are. */
#include "cli/bench_preset.h"

#include <stdlib.h>

#include "cli/bench_shaders.h"
#include "cli/run.h"

/* Adds a shader with directives that stand before others' code or in the code itself. */
static BenchCase *add_shader(Arena *a, BenchCases *cases, Str name, Str directives, Str code) {
    Spec *s = arena_new(a, Spec);
    *s = (Spec){.arena = a, .shader = name};
    Str error = {0};
    if (!spec_read_shader(s, name, directives, &error))
        complain("%.*s", STR_ARG(error));
    bench_add_shader(a, cases, s, code, name);
    return &vec_last(cases);
}

static BenchCase *add_text(Arena *a, BenchCases *cases, Str name, Str text) {
    return add_shader(a, cases, name, text, text);
}

static Str embedded(const char *name) {
    for (const BenchShader *s = bench_shaders; s->name; s++)
        if (!strcmp(s->name, name))
            return str_from_c(s->text);
    return STR("");
}

/* ---- what the others are held against ---- */

static const char copy_text[] =
    "//! bind 0:0 iota u32 %u\n//! bind 0:1 zeros u32 %u\n//! dispatch %u %u\n"
    "@group(0) @binding(0) var<storage, read> src: array<vec4u>;\n"
    "@group(0) @binding(1) var<storage, read_write> dst: array<vec4u>;\n"
    "@compute @workgroup_size(256)\n"
    "fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) n: vec3u,\n"
    "        @builtin(local_invocation_index) l: u32) {\n"
    "  let i = (w.y * n.x + w.x) * 256u + l;\n"
    "  if (i < arrayLength(&dst)) { dst[i] = src[i]; }\n"
    "}\n";

/* 16 independent chains a lane, 512 steps of 2 x 4 operations each. */
static const char arithmetic_text[] =
    "//! bind 0:0 zeros f32 4\n//! dispatch %u\n//! work bytes=4 operations=%.0f\n"
    "@group(0) @binding(0) var<storage, read_write> out: array<vec4f>;\n"
    "@compute @workgroup_size(256)\n"
    "fn main(@builtin(global_invocation_id) id: vec3u) {\n"
    "  let x = vec4f(f32(id.x) * 1e-9);\n"
    "  var a = x; var b = x + 1.0; var c = x + 2.0; var d = x + 3.0;\n"
    "  for (var i = 0u; i < 512u; i++) {\n"
    "    a = fma(a, x, x); b = fma(b, x, x); c = fma(c, x, x); d = fma(d, x, x);\n"
    "  }\n"
    "  let s = a + b + c + d;\n"
    "  if (s.x + s.y + s.z + s.w == 12345.0) { out[0] = s; }\n"
    "}\n";

void bench_add_baseline(Arena *a, BenchCases *cases, const BenchDevice *d) {
    uint32_t n = d->on_cpu ? 1u << 20 : 1u << 26;
    while (n > 1024 && (uint64_t)n * 4 > d->limits.maxStorageBufferBindingSize)
        n /= 2;
    uint32_t groups = n / 1024, rows = (groups + 32767) / 32768;
    add_text(a, cases, STR("copy"), str_format(a, copy_text, n, n, groups / rows, rows));
    uint32_t workgroups = d->on_cpu ? 8 : 132 * 64;
    add_text(a, cases, STR("arithmetic"),
             str_format(a, arithmetic_text, workgroups, workgroups * 256.0 * 512 * 4 * 4 * 2));
}

typedef struct Preset {
    const char *name;
    void (*add)(Arena *a, BenchCases *cases, const BenchDevice *d, BenchTuning tuning);
} Preset;

static void add_copy(Arena *a, BenchCases *cases, const BenchDevice *d, BenchTuning tuning) {
    (void)tuning;
    bench_add_baseline(a, cases, d);
}

/* One CPU thread, then each element by itself, tiles of 16 x 16, blocks in registers. */
static void add_matmul(Arena *a, BenchCases *cases, const BenchDevice *d, BenchTuning tuning) {
    static const struct {
        const char *name, *file;
        uint32_t side; /* of C, a workgroup */
    } ways[] = {{"naive", "matmul_naive.wgsl", 16},
                {"tiled", "matmul_tiled.wgsl", 16},
                {"blocked", "matmul_blocked.wgsl", 128}};
    (void)tuning;
    for (uint32_t n = 128; n <= (d->on_cpu ? 512 : 2048); n *= 2) {
        bench_add_host_matmul(a, cases, n);
        for (int i = 0; i < 3; i++) {
            uint32_t groups = n / ways[i].side, all = n * n;
            Str text =
                str_format(a,
                           "//! dispatch %u %u\n//! set N=%u\n//! set K=%u\n%s%s"
                           "//! bind 0:0 random f32 %u seed=1\n//! bind 0:1 random f32 %u seed=2\n"
                           "//! bind 0:2 zeros f32 %u\n//! work operations=%.0f bytes=%.0f\n"
                           "//! expect 0:2 reference matmul 0:0 0:1 %u %u %u rtol=1e-4\n",
                           groups, groups, n, n, ways[i].side == 16 ? "//! set M=" : "",
                           ways[i].side == 16 ? str_format(a, "%u\n", n).at : "", all, all, all,
                           2.0 * n * n * n, 12.0 * n * n, n, n, n);
            BenchCase *c =
                add_shader(a, cases, str_from_c(ways[i].name), text, embedded(ways[i].file));
            c->x = n;
            c->size = str_format(a, "%u", n);
        }
    }
}

/* A sum by workgroup memory alone, with subgroups at its end, and by subgroups alone. */
static void add_reduction(Arena *a, BenchCases *cases, const BenchDevice *d, BenchTuning tuning) {
    static const char *const files[] = {"reduce_shared.wgsl", "reduce_shared_subgroup.wgsl",
                                        "reduce_subgroup.wgsl"};
    (void)d;
    (void)tuning;
    for (int i = 0; i < 3; i++) {
        Str code = embedded(files[i]), name = {files[i], (uint32_t)strlen(files[i]) - 5};
        BenchCase *c = add_text(a, cases, name, code);
        c->work.bytes = 4 << 20;
        c->size = STR("1048576");
    }
}

/* The sizes of docs/gpu.md. */
static void add_h200(Arena *a, BenchCases *cases, const BenchDevice *d, BenchTuning tuning) {
    (void)d;
    bench_add_primitives(a, cases, 1u << 26, 8192, tuning);
}

static void add_primitives(Arena *a, BenchCases *cases, const BenchDevice *d, BenchTuning tuning) {
    if (d->on_cpu)
        bench_add_primitives(a, cases, 1u << 20, 1024, tuning);
    else
        bench_add_primitives(a, cases, 1u << 24, 4096, tuning);
}

static const Preset presets[] = {{"device", add_copy},
                                 {"matmul", add_matmul},
                                 {"reduction", add_reduction},
                                 {"primitives", add_primitives},
                                 {"h200", add_h200}};

bool bench_add_preset(Arena *a, BenchCases *cases, Str name, const BenchDevice *d,
                      BenchTuning tuning) {
    StrBuf names = {.arena = a};
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++) {
        if (str_is(name, presets[i].name)) {
            presets[i].add(a, cases, d, tuning);
            return true;
        }
        strbuf_addf(&names, "%s%s", i ? ", " : "", presets[i].name);
    }
    complain("there is no preset '%.*s': there are %s", STR_ARG(name), names.at);
    return false;
}
