/* Work on one thread of the host, beside which a preset shows what a device does. */
#include "base/os.h"
#include "cli/bench_preset.h"

/* Rows of B are added to a row of C: what a compiler makes vectors of, without blocking. */
static void multiply(float *restrict c, const float *a, const float *b, uint32_t n) {
    memset(c, 0, (size_t)n * n * sizeof *c);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            for (uint32_t j = 0; j < n; j++)
                c[(size_t)i * n + j] += a[(size_t)i * n + k] * b[(size_t)k * n + j];
}

static bool time_matmul(Arena *a, BenchCase *c, BenchTimes *t, Str *why) {
    uint32_t n = (uint32_t)c->x;
    size_t elements = (size_t)n * n;
    float *matrices = arena_array(a, float, 3 * elements);
    (void)why;
    for (size_t i = 0; i < 2 * elements; i++)
        matrices[i] = (float)(i % 251) / 251.0f;
    enum { MOST = 5 };
    t->us = arena_array(a, double, MOST);
    uint64_t begin = os_now_ns();
    while (t->count < MOST && (!t->count || os_now_ns() - begin < 2000000000u)) {
        uint64_t start = os_now_ns();
        multiply(matrices + 2 * elements, matrices, matrices + elements, n);
        t->us[t->count++] = (double)(os_now_ns() - start) / 1e3;
    }
    bench_times_finish(t);
    return true;
}

static const BenchKind matmul_kind = {.time_host = time_matmul};

void bench_add_host_matmul(Arena *a, BenchCases *cases, uint32_t n) {
    BenchCase c = {.kind = &matmul_kind,
                   .name = STR("one CPU thread"),
                   .size = str_format(a, "%u", n),
                   .x = n,
                   .work = {12.0 * n * n, 2.0 * n * n * n, 0}};
    vec_push(a, cases, c);
}
