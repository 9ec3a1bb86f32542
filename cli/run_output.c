#include "cli/run_output.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "cli/prints.h"
#include "cli/program.h"
#include "cli/texture.h"
#include "report/json_string.h"

enum { MOST_VALUES = 16, MOST_ROWS = 4, VALUES_A_LINE = 16 };

static ScalarType type_of(const RunBuffer *b) {
    return b->has_scalar ? b->scalar : SCALAR_U32;
}

/* ---- text ---- */

static void print_value(FILE *f, const RunBuffer *b, uint64_t i) {
    fprintf(f, " %.*g", scalar_digits(type_of(b)), buffer_element(b->after, type_of(b), i));
}

/* The values of a texel that has several are held together by parentheses. */
static void print_texel(FILE *f, const RunBuffer *b, uint64_t texel) {
    uint32_t n = b->format.channels;
    for (uint32_t i = 0; i < n; i++) {
        double v = buffer_element(b->after, b->scalar, texel * n + i);
        fprintf(f, "%s%.*g", i ? " " : n > 1 ? " (" : " ", scalar_digits(b->scalar), v);
    }
    if (n > 1)
        fputc(')', f);
}

static void print_texture(FILE *f, Arena *a, const RunBuffer *b) {
    uint32_t width = b->size[0], rows = b->size[1] * b->size[2];
    uint32_t most = MOST_VALUES / b->format.channels;
    fprintf(f, "%u:%u %.*s, texture %.*s:\n", b->group, b->binding, STR_ARG(b->name),
            STR_ARG(texture_text(a, b)));
    for (uint32_t row = 0; row < rows && row < MOST_ROWS; row++) {
        if (b->size[2] > 1)
            fprintf(f, "  slice %u, row %u:", row / b->size[1], row % b->size[1]);
        else
            fprintf(f, "  row %u:", row);
        for (uint32_t x = 0; x < width && x < most; x++)
            print_texel(f, b, (uint64_t)row * width + x);
        fputs(width > most ? " ...\n" : "\n", f);
    }
    if (rows > MOST_ROWS)
        fputs("  ...\n", f);
}

void run_print_buffer(FILE *f, Arena *a, const RunBuffer *b) {
    if (b->texture) {
        print_texture(f, a, b);
        return;
    }
    uint64_t n = b->bytes / scalar_bytes(type_of(b));
    fprintf(f, "%u:%u %.*s, %llu x %s:", b->group, b->binding, STR_ARG(b->name),
            (unsigned long long)n, scalar_name(type_of(b)));
    for (uint64_t i = 0; i < n && i < MOST_VALUES; i++)
        print_value(f, b, i);
    fputs(n > MOST_VALUES ? " ...\n" : "\n", f);
}

/* ---- JSON ---- */

/* An object's text without its closing brace, so that more members can follow; takes it over. */
static void put_open(FILE *f, json_t *o, size_t flags) {
    char *text = json_dumps(o, flags);
    size_t n = text ? strlen(text) - 1 : 0;
    while (n && text[n - 1] == '\n')
        n--;
    fwrite(text, 1, n, f);
    free(text);
    json_decref(o);
}

/* JSON has no NaN; a float shows that it is one. */
static void put_value(FILE *f, double v, bool whole) {
    char text[32];
    if (!isfinite(v)) {
        fputs("null", f);
        return;
    }
    snprintf(text, sizeof text, whole ? "%.0f" : "%.9g", v);
    fputs(text, f);
    if (!whole && !strpbrk(text, ".e"))
        fputs(".0", f);
}

static void put_values(FILE *f, const RunBuffer *b) {
    ScalarType t = type_of(b);
    bool whole = t == SCALAR_I32 || t == SCALAR_U32;
    uint64_t n = b->bytes / scalar_bytes(t);
    for (uint64_t i = 0; i < n; i++) {
        fputs(!i ? "" : i % VALUES_A_LINE ? ", " : ",\n        ", f);
        put_value(f, buffer_element(b->after, t, i), whole);
    }
}

static void put_buffer(FILE *f, const RunBuffer *b) {
    json_t *o = json_object();
    json_object_set_new(o, "group", json_integer(b->group));
    json_object_set_new(o, "binding", json_integer(b->binding));
    json_object_set_new(o, "name", report_json_string(b->name));
    json_object_set_new(o, "type", json_string(scalar_name(type_of(b))));
    if (b->texture) {
        json_t *sides = json_array();
        Shape shape = texture_shape(b);
        for (uint32_t i = 0; i < shape.rank; i++)
            json_array_append_new(sides, json_integer((json_int_t)shape.side[i]));
        json_object_set_new(
            o, "format", json_stringn_nocheck(b->format.name.data, (size_t)b->format.name.length));
        json_object_set_new(o, "shape", sides);
    }
    fputs("    ", f);
    put_open(f, o, 0);
    fputs(", \"values\": [\n        ", f);
    put_values(f, b);
    fputs(" ]}", f);
}

void run_print_json(FILE *f, const Spec *s, RunResult *r) {
    json_t *o = json_object();
    json_object_set_new(o, "lanewise", json_string(lw_version()));
    json_object_set_new(o, "shader", report_json_string(s->shader));
    json_object_set_new(o, "subgroup_size", json_integer(r->subgroup_size));
    json_object_set_new(o, "compile_ns", json_integer((json_int_t)r->compile_ns));
    json_object_set_new(o, "median_ns", json_integer((json_int_t)run_median_ns(r)));
    json_object_set_new(o, "processor_ns", json_integer((json_int_t)run_processor_ns(r)));
    put_open(f, o, JSON_INDENT(2));
    fputs(",\n  \"buffers\": [", f);
    const char *between = "\n";
    for (uint32_t i = 0; i < r->buffers.len; i++) {
        if (!r->buffers.at[i].writable)
            continue;
        fputs(between, f);
        put_buffer(f, &r->buffers.at[i]);
        between = ",\n";
    }
    fputs("\n  ],\n  \"prints\": ", f);
    json_t *prints = prints_json(prints_of(r));
    json_dumpf(prints, f, JSON_INDENT(2));
    json_decref(prints);
    fputs("\n}", f);
}
