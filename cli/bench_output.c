/* Tables and JSON of `lanewise bench`. */
#include "cli/bench_output.h"

#include <jansson.h>
#include <stdio.h>

double bench_rate(const BenchRow *r, const char **unit) {
    double us = r->times.median;
    *unit = r->work.items ? "Gitems/s" : r->work.operations ? "GFLOP/s" : "GB/s";
    double what = r->work.items        ? r->work.items
                  : r->work.operations ? r->work.operations
                                       : r->work.bytes;
    return us > 0 ? what / us / 1e3 : 0;
}

static double gb_s(const BenchRow *r) {
    return r->times.median > 0 ? r->work.bytes / r->times.median / 1e3 : 0;
}
static double gflop_s(const BenchRow *r) {
    return r->times.median > 0 ? r->work.operations / r->times.median / 1e3 : 0;
}

/* ---- tables ---- */

enum { COLUMNS = 10 };
typedef struct Line {
    char cell[COLUMNS][48];
} Line;

static const char *const titles[COLUMNS] = {"case", "size",    "median us", "quartiles us", "rate",
                                            "unit", "of copy", "of peak",   "checked",      ""};

static void share(char *cell, double part, double whole) {
    if (part > 0 && whole > 0)
        snprintf(cell, sizeof((Line *)0)->cell[0], "%.1f %%", 100 * part / whole);
}

static Line line_of(const BenchResult *b, const BenchRow *r) {
    Line l = {0};
    enum { ROOM = sizeof l.cell[0] };
    snprintf(l.cell[0], ROOM, "%.*s", STR_ARG(r->name));
    snprintf(l.cell[1], ROOM, "%.*s", STR_ARG(r->size));
    if (r->timed) {
        const char *unit;
        double rate = bench_rate(r, &unit);
        snprintf(l.cell[2], ROOM, "%.1f", r->times.median);
        snprintf(l.cell[3], ROOM, "%.1f - %.1f", r->times.low, r->times.high);
        snprintf(l.cell[4], ROOM, rate < 10 ? "%.3f" : rate < 100 ? "%.2f" : "%.0f", rate);
        snprintf(l.cell[5], ROOM, "%s", unit);
        if (!r->on_host) {
            share(l.cell[6], gb_s(r), b->copy_gb_s);
            share(l.cell[7], gflop_s(r), b->peak_gflop_s);
        }
    }
    snprintf(l.cell[8], ROOM, "%s", !r->checked ? "" : r->right ? "yes" : "WRONG");
    if (!r->timed)
        snprintf(l.cell[9], ROOM, "failed");
    return l;
}

static void print_line(const Line *l, const int *width, bool markdown) {
    for (int c = 0; c < COLUMNS; c++) {
        bool right = c == 2 || c == 3 || c == 4 || c == 6 || c == 7;
        if (!width[c])
            continue;
        if (markdown)
            printf("| ");
        printf(right ? "%*s" : "%-*s", width[c], l->cell[c]);
        printf(markdown ? " " : "  ");
    }
    printf(markdown ? "|\n" : "\n");
}

static void print_rule(const int *width) {
    for (int c = 0; c < COLUMNS; c++)
        if (width[c])
            printf("|%s", c == 2 || c == 3 || c == 4 || c == 6 || c == 7 ? " ---: " : " --- ");
    printf("|\n");
}

static void print_predicted(const BenchResult *b) {
    bool any = false;
    for (uint32_t i = 0; i < b->rows.len; i++)
        any |= b->rows.at[i].has_predicted;
    if (!any)
        return;
    printf("\npredicted for one run on the hardware model:\n%-28s %14s %12s %12s %10s %14s\n",
           "case", "wavefronts", "conflicts", "sectors", "barriers", "operations");
    for (uint32_t i = 0; i < b->rows.len; i++) {
        const BenchRow *r = &b->rows.at[i];
        if (r->has_predicted)
            printf("%-28.*s %14llu %12llu %12llu %10llu %14llu\n", STR_ARG(r->name),
                   (unsigned long long)r->predicted.workgroup_wavefronts,
                   (unsigned long long)r->predicted.workgroup_conflicts,
                   (unsigned long long)r->predicted.storage_sectors,
                   (unsigned long long)r->predicted.barriers,
                   (unsigned long long)r->predicted.float_operations);
    }
}

void bench_print_table(const BenchResult *b, bool markdown) {
    const BenchDevice *d = b->device;
    printf("%.*s%s%.*s", STR_ARG(d->name), d->driver.len ? ", " : "", STR_ARG(d->driver));
    if (b->copy_gb_s > 0)
        printf("; copy %.0f GB/s", b->copy_gb_s);
    if (b->peak_gflop_s > 0)
        printf("; f32 arithmetic %.0f GFLOP/s", b->peak_gflop_s);
    printf("\n\n");
    int width[COLUMNS] = {0};
    Line head = {0};
    for (uint32_t i = 0; i < b->rows.len; i++) {
        Line l = line_of(b, &b->rows.at[i]);
        for (int c = 0; c < COLUMNS; c++)
            if ((int)strlen(l.cell[c]) > width[c])
                width[c] = (int)strlen(l.cell[c]);
    }
    for (int c = 0; c < COLUMNS; c++) {
        snprintf(head.cell[c], sizeof head.cell[c], "%s", titles[c]);
        if (width[c] && (int)strlen(titles[c]) > width[c])
            width[c] = (int)strlen(titles[c]);
    }
    print_line(&head, width, markdown);
    if (markdown)
        print_rule(width);
    for (uint32_t i = 0; i < b->rows.len; i++) {
        Line l = line_of(b, &b->rows.at[i]);
        print_line(&l, width, markdown);
    }
    if (!markdown)
        print_predicted(b);
}

/* ---- JSON ---- */

static void set_str(json_t *o, const char *key, Str s) {
    json_t *v = json_stringn(s.at ? s.at : "", s.len);
    json_object_set_new(o, key, v ? v : json_string("?")); /* not UTF-8 */
}

static void set_positive(json_t *o, const char *key, double v) {
    if (v > 0)
        json_object_set_new(o, key, json_real(v));
}

static json_t *predicted_json(const LwTotals *t) {
    return json_pack("{s:I,s:I,s:I,s:I,s:I,s:I,s:I}", "workgroup_wavefronts",
                     (json_int_t)t->workgroup_wavefronts, "workgroup_conflicts",
                     (json_int_t)t->workgroup_conflicts, "storage_sectors",
                     (json_int_t)t->storage_sectors, "storage_bytes", (json_int_t)t->storage_bytes,
                     "barriers", (json_int_t)t->barriers, "float_operations",
                     (json_int_t)t->float_operations, "workgroup_bytes",
                     (json_int_t)t->workgroup_bytes);
}

static json_t *row_json(const BenchResult *b, const BenchRow *r) {
    json_t *o = json_object();
    set_str(o, "name", r->name);
    if (r->size.len)
        set_str(o, "size", r->size);
    if (r->timed) {
        const char *unit;
        double rate = bench_rate(r, &unit);
        json_object_set_new(o, "median_us", json_real(r->times.median));
        json_object_set_new(o, "low_us", json_real(r->times.low));
        json_object_set_new(o, "high_us", json_real(r->times.high));
        json_object_set_new(o, "least_us", json_real(r->times.us[0]));
        json_object_set_new(o, "runs", json_integer(r->times.count));
        json_object_set_new(o, "timestamps", json_boolean(r->times.by_timestamps));
        json_object_set_new(o, "rate", json_real(rate));
        json_object_set_new(o, "unit", json_string(unit));
        if (!r->on_host && b->copy_gb_s > 0)
            set_positive(o, "copy_share", gb_s(r) / b->copy_gb_s);
        if (!r->on_host && b->peak_gflop_s > 0)
            set_positive(o, "peak_share", gflop_s(r) / b->peak_gflop_s);
    }
    set_positive(o, "bytes", r->work.bytes);
    set_positive(o, "operations", r->work.operations);
    set_positive(o, "items", r->work.items);
    if (r->checked)
        json_object_set_new(o, "right", json_boolean(r->right));
    if (r->why.len)
        set_str(o, "message", r->why);
    if (r->has_predicted)
        json_object_set_new(o, "predicted", predicted_json(&r->predicted));
    return o;
}

void bench_print_json(const BenchResult *b) {
    const BenchDevice *d = b->device;
    json_t *o = json_object(), *device = json_object(), *cases = json_array();
    json_object_set_new(o, "lanewise", json_string(lw_version()));
    set_str(device, "name", d->name);
    set_str(device, "driver", d->driver);
    set_str(device, "library", b->library);
    json_object_set_new(device, "engine", json_boolean(d->engine));
    json_object_set_new(device, "subgroup_min", json_integer(d->properties.subgroup_min_size));
    json_object_set_new(device, "subgroup_max", json_integer(d->properties.subgroup_max_size));
    json_object_set_new(o, "device", device);
    set_positive(o, "copy_gb_s", b->copy_gb_s);
    set_positive(o, "peak_gflop_s", b->peak_gflop_s);
    for (uint32_t i = 0; i < b->rows.len; i++)
        json_array_append_new(cases, row_json(b, &b->rows.at[i]));
    json_object_set_new(o, "cases", cases);
    json_dumpf(o, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(o);
}
