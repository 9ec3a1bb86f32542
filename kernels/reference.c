#include "kernels/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float *floats(const ReferenceCall *c, uint32_t input) {
    return c->input[input].data;
}
static const uint32_t *words(const ReferenceCall *c, uint32_t input) {
    return c->input[input].data;
}

/* Does input i have n elements at least? */
static bool holds(const ReferenceCall *c, uint32_t i, uint64_t n) {
    return c->input[i].count >= n;
}

static const char *const short_input = "an input has fewer elements than the sizes say";
static const char *const short_output = "the output has fewer elements than the sizes say";

static const char *transpose(ReferenceCall *c) {
    uint64_t columns = c->number[0], rows = c->number[1];
    uint32_t *out = c->out;
    if (!holds(c, 0, rows * columns))
        return short_input;
    if (c->out_count < rows * columns)
        return short_output;
    for (uint64_t y = 0; y < rows; y++)
        for (uint64_t x = 0; x < columns; x++)
            out[x * rows + y] = words(c, 0)[y * columns + x];
    c->out_count = rows * columns;
    return NULL;
}

static const char *matmul(ReferenceCall *c) {
    uint64_t m = c->number[0], n = c->number[1], k = c->number[2];
    float *out = c->out;
    if (!holds(c, 0, m * k) || !holds(c, 1, k * n))
        return short_input;
    if (c->out_count < m * n)
        return short_output;
    double *row = malloc(n * sizeof *row);
    if (!row)
        return "out of memory";
    for (uint64_t i = 0; i < m; i++) {
        memset(row, 0, n * sizeof *row);
        for (uint64_t p = 0; p < k; p++) {
            double a = floats(c, 0)[i * k + p];
            for (uint64_t j = 0; j < n; j++)
                row[j] += a * (double)floats(c, 1)[p * n + j];
        }
        for (uint64_t j = 0; j < n; j++)
            out[i * n + j] = (float)row[j];
    }
    free(row);
    c->out_count = m * n;
    return NULL;
}

static const char *sum(ReferenceCall *c) {
    if (!c->out_count)
        return short_output;
    double total = 0;
    for (uint64_t i = 0; i < c->input[0].count; i++)
        total += (double)floats(c, 0)[i];
    *(float *)c->out = (float)total;
    c->out_count = 1;
    return NULL;
}

static const char *scan(ReferenceCall *c, uint64_t length, bool inclusive) {
    uint32_t *out = c->out, total = 0;
    if (c->out_count < c->input[0].count)
        return short_output;
    for (uint64_t i = 0; i < c->input[0].count; i++) {
        if (length && i % length == 0)
            total = 0;
        uint32_t v = words(c, 0)[i];
        out[i] = inclusive ? total + v : total;
        total += v;
    }
    c->out_count = c->input[0].count;
    return NULL;
}

static const char *scan_exclusive(ReferenceCall *c) {
    return scan(c, 0, false);
}
static const char *scan_inclusive(ReferenceCall *c) {
    return scan(c, 0, true);
}
static const char *scan_exclusive_tiles(ReferenceCall *c) {
    return scan(c, c->number[0], false);
}

static const char *histogram(ReferenceCall *c) {
    uint32_t *out = c->out, bins = c->number[0];
    if (!bins || c->out_count < bins)
        return short_output;
    memset(out, 0, bins * sizeof *out);
    for (uint64_t i = 0; i < c->input[0].count; i++)
        out[words(c, 0)[i] % bins]++;
    c->out_count = bins;
    return NULL;
}

static const char *compact(ReferenceCall *c) {
    float *out = c->out;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < c->input[0].count; i++) {
        float v = floats(c, 0)[i];
        if (!(v > 0.5f))
            continue;
        if (kept == c->out_count)
            return short_output;
        out[kept++] = v;
    }
    c->out_count = kept;
    return NULL;
}

static const char *count_kept(ReferenceCall *c) {
    if (!c->out_count)
        return short_output;
    uint32_t kept = 0;
    for (uint64_t i = 0; i < c->input[0].count; i++)
        kept += floats(c, 0)[i] > 0.5f;
    *(uint32_t *)c->out = kept;
    c->out_count = 1;
    return NULL;
}

static const char *convolve(ReferenceCall *c) {
    int64_t width = c->number[0], height = c->number[1], side = c->number[2], radius = side / 2;
    float *out = c->out;
    if (!holds(c, 0, (uint64_t)(width * height)) || !holds(c, 1, (uint64_t)(side * side)))
        return short_input;
    if (c->out_count < (uint64_t)(width * height))
        return short_output;
    for (int64_t y = 0; y < height; y++) {
        for (int64_t x = 0; x < width; x++) {
            double total = 0;
            for (int64_t j = -radius; j <= radius; j++)
                for (int64_t i = -radius; i <= radius; i++)
                    if (x + i >= 0 && x + i < width && y + j >= 0 && y + j < height)
                        total += (double)floats(c, 0)[(y + j) * width + x + i] *
                                 (double)floats(c, 1)[(j + radius) * side + i + radius];
            out[y * width + x] = (float)total;
        }
    }
    c->out_count = (uint64_t)(width * height);
    return NULL;
}

/* softmax(Q K^T / sqrt(d)) V, row by row, with the largest score taken off first. */
static const char *attention(ReferenceCall *c) {
    uint64_t n = c->number[0], d = c->number[1];
    const float *q = floats(c, 0), *k = floats(c, 1), *v = floats(c, 2);
    float *out = c->out;
    if (!holds(c, 0, n * d) || !holds(c, 1, n * d) || !holds(c, 2, n * d))
        return short_input;
    if (c->out_count < n * d)
        return short_output;
    double *score = malloc(n * sizeof *score);
    if (!score)
        return "out of memory";
    for (uint64_t i = 0; i < n; i++) {
        double most = -INFINITY, total = 0;
        for (uint64_t j = 0; j < n; j++) {
            double dot = 0;
            for (uint64_t p = 0; p < d; p++)
                dot += (double)q[i * d + p] * (double)k[j * d + p];
            score[j] = dot / sqrt((double)d);
            most = fmax(most, score[j]);
        }
        for (uint64_t j = 0; j < n; j++)
            total += score[j] = exp(score[j] - most);
        for (uint64_t p = 0; p < d; p++) {
            double value = 0;
            for (uint64_t j = 0; j < n; j++)
                value += score[j] * (double)v[j * d + p];
            out[i * d + p] = (float)(value / total);
        }
    }
    free(score);
    c->out_count = n * d;
    return NULL;
}

static const Reference references[] = {
    {"transpose", "SRC COLUMNS ROWS: the transpose of a matrix of any 32-bit type", 1, 2, false,
     transpose},
    {"matmul", "A B M N K: the product of an M x K and a K x N matrix of f32", 2, 3, false, matmul},
    {"sum", "SRC: the sum of all elements, f32", 1, 0, false, sum},
    {"scan-exclusive", "SRC: prefix sums of u32 without the element itself", 1, 0, false,
     scan_exclusive},
    {"scan-inclusive", "SRC: prefix sums of u32 with the element itself", 1, 0, false,
     scan_inclusive},
    {"scan-exclusive-tiles", "SRC LENGTH: the same for each tile of LENGTH elements", 1, 1, false,
     scan_exclusive_tiles},
    {"histogram", "SRC BINS: how many u32 elements fall into each bin, modulo BINS", 1, 1, false,
     histogram},
    {"compact", "SRC: the f32 elements above 0.5, in any order", 1, 0, true, compact},
    {"count-kept", "SRC: how many f32 elements are above 0.5", 1, 0, false, count_kept},
    {"convolve", "IMAGE FILTER WIDTH HEIGHT SIDE: 2-D correlation with zeros outside, f32", 2, 3,
     false, convolve},
    {"attention", "Q K V N D: softmax(Q K^T / sqrt(D)) V for N rows of D, f32", 3, 2, false,
     attention},
};

enum { REFERENCES = sizeof references / sizeof references[0] };

const Reference *reference_list(uint32_t *count) {
    *count = REFERENCES;
    return references;
}

const Reference *reference_find(const char *name, uint32_t name_len) {
    for (uint32_t i = 0; i < REFERENCES; i++)
        if (strlen(references[i].name) == name_len &&
            memcmp(references[i].name, name, name_len) == 0)
            return &references[i];
    return NULL;
}
