/* The presets of `lanewise bench`. Their shaders are text with run directives, as files are. */
#include "cli/bench_preset.h"

#include <stdlib.h>

#include "cli/run.h"

/* Adds a shader of which the directives and the code were made here. */
static BenchCase *add_text(Arena *a, BenchCases *cases, Str name, Str text) {
    Spec *s = arena_new(a, Spec);
    *s = (Spec){.arena = a, .shader = name};
    Str error = {0};
    if (!spec_read_shader(s, name, text, &error))
        complain("%.*s", STR_ARG(error));
    bench_add_shader(a, cases, s, text, name);
    return &vec_last(cases);
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
    uint32_t n = d->engine ? 1u << 20 : 1u << 26;
    while (n > 1024 && (uint64_t)n * 4 > d->limits.maxStorageBufferBindingSize)
        n /= 2;
    uint32_t groups = n / 1024, rows = (groups + 32767) / 32768;
    add_text(a, cases, STR("copy"), str_format(a, copy_text, n, n, groups / rows, rows));
    uint32_t workgroups = d->engine ? 8 : 132 * 64;
    add_text(a, cases, STR("arithmetic"),
             str_format(a, arithmetic_text, workgroups, workgroups * 256.0 * 512 * 4 * 4 * 2));
}

typedef struct Preset {
    const char *name;
    void (*add)(Arena *a, BenchCases *cases, const BenchDevice *d, LwkTuning tuning);
} Preset;

static void add_copy(Arena *a, BenchCases *cases, const BenchDevice *d, LwkTuning tuning) {
    (void)tuning;
    bench_add_baseline(a, cases, d);
}

/* The sizes of docs/gpu.md. */
static void add_h200(Arena *a, BenchCases *cases, const BenchDevice *d, LwkTuning tuning) {
    (void)d;
    bench_add_primitives(a, cases, 1u << 26, 8192, tuning);
}

static void add_primitives(Arena *a, BenchCases *cases, const BenchDevice *d, LwkTuning tuning) {
    if (d->engine)
        bench_add_primitives(a, cases, 1u << 20, 1024, tuning);
    else
        bench_add_primitives(a, cases, 1u << 24, 4096, tuning);
}

static const Preset presets[] = {
    {"device", add_copy}, {"primitives", add_primitives}, {"h200", add_h200}};

bool bench_add_preset(Arena *a, BenchCases *cases, Str name, const BenchDevice *d,
                      LwkTuning tuning) {
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
