/* What `lanewise bench` prints: a table, JSON, Markdown, and a plot as SVG. */
#ifndef LW_CLI_BENCH_OUTPUT_H
#define LW_CLI_BENCH_OUTPUT_H

#include "cli/bench_case.h"

/* One case, timed. */
typedef struct BenchRow {
    Str name, size;
    double x;
    BenchWork work;
    BenchTimes times;
    bool timed, checked, right, on_host;
    Str why; /* not timed or not right */
    bool has_predicted;
    LwTotals predicted; /* of one run on the engine */
} BenchRow;

typedef struct BenchResult {
    const BenchDevice *device;
    Str library;                    /* empty: the engine */
    double copy_gb_s, peak_gflop_s; /* measured; 0: not */
    VEC(BenchRow) rows;
} BenchResult;

/* The rate that says most about the work: its number and unit. */
double bench_rate(const BenchRow *r, const char **unit);

void bench_print_table(const BenchResult *r, bool markdown);
void bench_print_json(const BenchResult *r);
/* Bars of the rates, or lines over the size where cases differ in it. NULL or what went wrong. */
const char *bench_write_plot(Arena *a, const BenchResult *r, const char *path);

#endif
