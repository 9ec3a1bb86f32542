#include "cli/buffer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/f16.h"
#include "base/os.h"

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

static bool ends_in_npy(Str path) {
    return path.len > 4 && memcmp(path.at + path.len - 4, ".npy", 4) == 0;
}

/* The text behind "'key':" in a .npy header's dictionary. */
static const char *header_value(const char *header, const char *key) {
    const char *p = strstr(header, key);
    if (!p)
        return NULL;
    p += strlen(key);
    while (*p == '\'' || *p == '"' || *p == ':' || *p == ' ')
        p++;
    return p;
}

static const struct {
    const char *descr;
    ScalarType type;
} npy_types[] = {
    {"<f4", SCALAR_F32}, {"<i4", SCALAR_I32}, {"<u4", SCALAR_U32}, {"<f2", SCALAR_F16}};

static const char *npy_type(Arena *a, const char *descr, ScalarType *t) {
    for (size_t i = 0; i < sizeof npy_types / sizeof npy_types[0]; i++) {
        if (strncmp(descr, npy_types[i].descr, 3) == 0) {
            *t = npy_types[i].type;
            return NULL;
        }
    }
    int n = 0;
    while (n < 12 && descr[n] && descr[n] != '\'' && descr[n] != '"')
        n++;
    return str_format(
               a,
               "its elements are '%.*s'; f32, i32, u32 and f16 in little-endian order can be "
               "read: save it with .astype('<f4') or the like",
               n, descr)
        .at;
}

static const char *parse_npy(Arena *a, Str file, Contents *c) {
    const uint8_t *p = (const uint8_t *)file.at;
    if (file.len < 12 || memcmp(p, "\x93NUMPY", 6) != 0)
        return "it is not a .npy file";
    uint32_t wide = p[6] >= 2, start = wide ? 12 : 10;
    uint64_t header_len = p[8] | (uint32_t)p[9] << 8;
    if (wide)
        header_len |= (uint64_t)p[10] << 16 | (uint64_t)p[11] << 24;
    if (p[6] < 1 || p[6] > 3 || start + header_len > file.len)
        return "its .npy header is damaged";
    Str header = str_copy(a, (Str){file.at + start, (uint32_t)header_len});
    const char *descr = header_value(header.at, "descr"),
               *order = header_value(header.at, "fortran_order"),
               *shape = header_value(header.at, "shape");
    if (!descr || !order || !shape || *shape != '(')
        return "its .npy header is damaged";
    if (strncmp(order, "True", 4) == 0)
        return "it is in Fortran order: save it with numpy.ascontiguousarray";
    const char *bad = npy_type(a, descr, &c->type);
    if (bad)
        return bad;
    uint64_t count = 1;
    for (const char *s = shape + 1; *s && *s != ')';) {
        char *end;
        uint64_t n = strtoull(s, &end, 10);
        if (end == s) {
            s++;
            continue;
        }
        if (n && count > UINT64_MAX / n)
            return "its shape is too large";
        count *= n;
        s = end;
    }
    c->typed = true;
    uint64_t data_bytes = file.len - start - header_len;
    if (count > data_bytes / scalar_bytes(c->type) || count * scalar_bytes(c->type) != data_bytes)
        return str_format(a, "its shape needs %llu elements, but it holds %llu bytes",
                          (unsigned long long)count, (unsigned long long)data_bytes)
            .at;
    c->bytes = data_bytes;
    c->data = arena_alloc(a, (data_bytes + 3) & ~(uint64_t)3, 16);
    memcpy(c->data, file.at + start + header_len, data_bytes);
    return NULL;
}

const char *buffer_read_file(Arena *a, Str path, uint64_t most, Contents *c) {
    Str file;
    const char *reason;
    *c = (Contents){0};
    if (!os_read_file(a, str_copy(a, path).at, most, &file, &reason))
        return str_format(a, "cannot read '%.*s': %s", STR_ARG(path), reason).at;
    if (ends_in_npy(path)) {
        const char *bad = parse_npy(a, file, c);
        return bad ? str_format(a, "'%.*s': %s", STR_ARG(path), bad).at : NULL;
    }
    c->bytes = file.len;
    c->data = arena_alloc(a, ((uint64_t)file.len + 3) & ~(uint64_t)3, 16);
    memcpy(c->data, file.at, file.len);
    return NULL;
}

const char *buffer_write_file(Arena *a, Str path, ScalarType t, const void *data, uint64_t bytes) {
    StrBuf b = {.arena = a};
    if (ends_in_npy(path)) {
        Str dictionary =
            str_format(a, "{'descr': '%s', 'fortran_order': False, 'shape': (%llu,), }",
                       npy_types[t].descr, (unsigned long long)(bytes / scalar_bytes(t)));
        /* The header ends in a line break at a multiple of 64 bytes. */
        uint32_t padded = (10 + dictionary.len + 1 + 63) / 64 * 64 - 10;
        strbuf_add(&b, (Str){"\x93NUMPY\x01\x00", 8});
        strbuf_addc(&b, (char)(padded & 255));
        strbuf_addc(&b, (char)(padded >> 8));
        strbuf_add(&b, dictionary);
        while (b.len < 10 + padded - 1)
            strbuf_addc(&b, ' ');
        strbuf_addc(&b, '\n');
    }
    if (bytes > UINT32_MAX - b.len - 64)
        return "more than 4 GiB cannot be written";
    strbuf_add(&b, (Str){data, (uint32_t)bytes});
    const char *reason;
    if (!os_write_file(str_copy(a, path).at, b.at, b.len, &reason))
        return str_format(a, "cannot write '%.*s': %s", STR_ARG(path), reason).at;
    return NULL;
}
