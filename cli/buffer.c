#include "cli/buffer.h"

#include <math.h>
#include <stdio.h>

#include "base/f16.h"
#include "base/os.h"
#include "cli/npy.h"

double buffer_element(const uint8_t *data, ScalarType t, uint64_t i) {
    uint32_t word;
    uint16_t half;
    if (t == SCALAR_F16) {
        memcpy(&half, data + i * 2, 2);
        return f32_from_f16(half);
    }
    memcpy(&word, data + i * 4, 4);
    return t == SCALAR_F32   ? f32_from_bits(word)
           : t == SCALAR_I32 ? (double)(int32_t)word
                             : (double)word;
}

/* Integers take any number of 33 bits modulo 2^32, so that -1 and 0xffffffff are the same word. */
void buffer_set(uint8_t *data, ScalarType t, uint64_t i, double v) {
    if (t == SCALAR_F16) {
        uint16_t half = f16_from_f64(v);
        memcpy(data + i * 2, &half, 2);
        return;
    }
    uint32_t word = t == SCALAR_F32                         ? f32_bits((float)v)
                    : v > -4294967296.0 && v < 8589934592.0 ? (uint32_t)(int64_t)v
                                                            : 0;
    memcpy(data + i * 4, &word, 4);
}

/* SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static bool is_float(ScalarType t) {
    return t == SCALAR_F32 || t == SCALAR_F16;
}

/* Floats in [min, max), by default [0, 1), from 24 bits; integers in [min, max], by default any. */
static void fill_random(const Bind *b, Contents *c) {
    uint64_t state = b->seed;
    for (uint64_t i = 0; i < b->count; i++) {
        uint64_t r = next_random(&state);
        double unit = (double)(r >> 40) * 0x1p-24;
        if (is_float(b->type)) {
            buffer_set(c->data, b->type, i, b->bounded ? b->min + unit * (b->max - b->min) : unit);
        } else if (b->bounded) {
            double wide = (double)(r >> 11) * 0x1p-53;
            buffer_set(c->data, b->type, i, floor(b->min + wide * (b->max - b->min + 1)));
        } else {
            uint32_t word = (uint32_t)(r >> 32);
            memcpy(c->data + i * 4, &word, 4);
        }
    }
}

const char *buffer_make(Arena *a, const Bind *b, uint64_t most, Contents *c) {
    if (b->kind == FILL_FILE)
        return buffer_read_file(a, b->path, most, c);
    *c = (Contents){.bytes = b->count * scalar_bytes(b->type), .typed = true, .type = b->type};
    if (c->bytes > most)
        return str_format(a, "%llu bytes are more than the %llu that a buffer may have",
                          (unsigned long long)c->bytes, (unsigned long long)most)
            .at;
    c->data = arena_alloc(a, (c->bytes + 3) & ~(uint64_t)3, 16);
    if (b->kind == FILL_RANDOM) {
        fill_random(b, c);
        return NULL;
    }
    for (uint64_t i = 0; i < b->count && b->kind != FILL_ZEROS; i++)
        buffer_set(c->data, b->type, i,
                   b->kind == FILL_IOTA    ? (double)i
                   : b->kind == FILL_VALUE ? b->value
                                           : b->values.at[i]);
    return NULL;
}

/* ---- files ---- */

const char *buffer_read_file(Arena *a, Str path, uint64_t most, Contents *c) {
    Str file;
    const char *reason;
    *c = (Contents){0};
    if (!os_read_file(a, str_copy(a, path).at, most, &file, &reason))
        return str_format(a, "cannot read '%.*s': %s", STR_ARG(path), reason).at;
    if (npy_is_name(path)) {
        const char *bad = npy_parse(a, file, c);
        return bad ? str_format(a, "'%.*s': %s", STR_ARG(path), bad).at : NULL;
    }
    c->bytes = file.len;
    c->data = arena_alloc(a, ((uint64_t)file.len + 3) & ~(uint64_t)3, 16);
    memcpy(c->data, file.at, file.len);
    return NULL;
}

Shape shape_of_elements(uint64_t n) {
    return (Shape){1, {n}};
}

Str shape_text(Arena *a, const Shape *s) {
    StrBuf b = {.arena = a};
    for (uint32_t i = 0; i < s->rank; i++)
        strbuf_addf(&b, "%s%llu", i ? ", " : "(", (unsigned long long)s->side[i]);
    strbuf_add(&b, STR(")"));
    return strbuf_str(&b);
}

const char *buffer_write_file(Arena *a, Str path, ScalarType t, const Shape *shape,
                              const void *data, uint64_t bytes) {
    StrBuf b = {.arena = a};
    if (npy_is_name(path))
        npy_header(&b, t, shape);
    if (bytes > UINT32_MAX - b.len - 64)
        return "more than 4 GiB cannot be written";
    strbuf_add(&b, (Str){data, (uint32_t)bytes});
    const char *reason;
    if (!os_write_file(str_copy(a, path).at, b.at, b.len, &reason))
        return str_format(a, "cannot write '%.*s': %s", STR_ARG(path), reason).at;
    return NULL;
}
