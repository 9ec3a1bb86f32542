#include "cli/npy.h"

#include <stdlib.h>

bool npy_is_name(Str path) {
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

/* The numbers up to the ')'. A shape of more sides than we know is kept as one row. */
static bool parse_shape(const char *s, Shape *shape, uint64_t *count) {
    *count = 1;
    *shape = (Shape){0};
    while (*s && *s != ')') {
        char *end;
        uint64_t n = strtoull(s, &end, 10);
        if (end == s) {
            s++;
            continue;
        }
        if (n && *count > UINT64_MAX / n)
            return false;
        *count *= n;
        if (shape->rank < MOST_RANK)
            shape->side[shape->rank] = n;
        shape->rank++;
        s = end;
    }
    if (shape->rank > MOST_RANK)
        *shape = (Shape){1, {*count}};
    return true;
}

const char *npy_parse(Arena *a, Str file, Contents *c) {
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
    uint64_t count;
    if (!parse_shape(shape + 1, &c->shape, &count))
        return "its shape is too large";
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

/* It ends in a line break at a multiple of 64 bytes. */
void npy_header(StrBuf *out, ScalarType t, const Shape *shape) {
    StrBuf d = {.arena = out->arena};
    strbuf_addf(&d, "{'descr': '%s', 'fortran_order': False, 'shape': (", npy_types[t].descr);
    for (uint32_t i = 0; i < shape->rank; i++)
        strbuf_addf(&d, "%s%llu", i ? ", " : "", (unsigned long long)shape->side[i]);
    strbuf_addf(&d, "%s), }", shape->rank == 1 ? "," : "");
    uint32_t padded = (10 + d.len + 1 + 63) / 64 * 64 - 10;
    strbuf_add(out, (Str){"\x93NUMPY\x01\x00", 8});
    strbuf_addc(out, (char)(padded & 255));
    strbuf_addc(out, (char)(padded >> 8));
    strbuf_add(out, strbuf_str(&d));
    for (uint32_t n = d.len; n < padded - 1; n++)
        strbuf_addc(out, ' ');
    strbuf_addc(out, '\n');
}
