/* The plot of `lanewise bench`: horizontal bars of each case's rate when sizes do not differ within
 * a name, else a line a name over the size, both axes logarithmic. Plain SVG, readable on light and
 * dark ground. */
#include <math.h>
#include <stdlib.h>

#include "base/os.h"
#include "cli/bench_output.h"

enum { WIDTH = 860, LEFT = 230, BAR = 22, TOP = 56, COLOURS = 6 };

static const char *const colours[COLOURS] = {"#2a78c2", "#c2562a", "#3a9a57",
                                             "#8e56b5", "#b0902a", "#4f8f96"};

static void add_text(StrBuf *b, Str s) {
    for (uint32_t i = 0; i < s.len; i++) {
        switch (s.at[i]) {
        case '<': strbuf_add(b, STR("&lt;")); break;
        case '>': strbuf_add(b, STR("&gt;")); break;
        case '&': strbuf_add(b, STR("&amp;")); break;
        default: strbuf_addc(b, s.at[i] < ' ' && s.at[i] >= 0 ? ' ' : s.at[i]);
        }
    }
}

static void label(StrBuf *b, double x, double y, const char *anchor, Str text) {
    strbuf_addf(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    add_text(b, text);
    strbuf_add(b, STR("</text>\n"));
}

static void open_svg(StrBuf *b, int height, const BenchResult *r) {
    strbuf_addf(b,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\" "
                "fill=\"#777\">\n",
                WIDTH, height, WIDTH, height);
    Str title = str_format(b->arena, "lanewise bench: %.*s", STR_ARG(r->device->name));
    label(b, 16, 28, "start", title);
}

/* ---- bars ---- */

/* The largest rate of a unit, over which its bars are drawn. */
static double most_of(const BenchResult *r, const char *unit) {
    double most = 0;
    for (uint32_t i = 0; i < r->rows.len; i++) {
        const char *u;
        double rate = bench_rate(&r->rows.at[i], &u);
        if (r->rows.at[i].timed && !strcmp(u, unit) && rate > most)
            most = rate;
    }
    return most;
}

static void draw_bars(StrBuf *b, const BenchResult *r) {
    open_svg(b, TOP + (int)r->rows.len * BAR + 20, r);
    for (uint32_t i = 0; i < r->rows.len; i++) {
        const BenchRow *row = &r->rows.at[i];
        double y = TOP + i * BAR;
        label(b, LEFT - 8, y + 14, "end", row->name);
        if (!row->timed) {
            label(b, LEFT, y + 14, "start", STR("failed"));
            continue;
        }
        const char *unit;
        double rate = bench_rate(row, &unit), most = most_of(r, unit);
        double length = most > 0 ? (WIDTH - LEFT - 150) * rate / most : 0;
        const char *colour = colours[unit[1] == 'B' ? 0 : unit[1] == 'F' ? 1 : 2];
        strbuf_addf(b, "<rect x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
                    LEFT, y + 2, length, BAR - 6, colour);
        label(b, LEFT + length + 6, y + 14, "start",
              str_format(b->arena, rate < 100 ? "%.2f %s" : "%.0f %s", rate, unit));
    }
}

/* ---- lines ---- */

typedef struct Axes {
    double x0, x1, y0, y1; /* logarithms */
} Axes;

enum { PLOT_HEIGHT = 360, PLOT_LEFT = 80, PLOT_RIGHT = 640 };

static double at_x(const Axes *a, double x) {
    return PLOT_LEFT + (PLOT_RIGHT - PLOT_LEFT) * (log2(x) - a->x0) / (a->x1 - a->x0);
}
static double at_y(const Axes *a, double y) {
    return TOP + PLOT_HEIGHT - PLOT_HEIGHT * (log10(y) - a->y0) / (a->y1 - a->y0);
}

static bool drawn(const BenchRow *r) {
    return r->timed && r->x > 0 && r->times.median > 0;
}

static Axes axes_of(const BenchResult *r) {
    Axes a = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (uint32_t i = 0; i < r->rows.len; i++) {
        const BenchRow *row = &r->rows.at[i];
        if (!drawn(row))
            continue;
        a.x0 = fmin(a.x0, log2(row->x)), a.x1 = fmax(a.x1, log2(row->x));
        a.y0 = fmin(a.y0, floor(log10(row->times.median)));
        a.y1 = fmax(a.y1, ceil(log10(row->times.median) + 1e-9));
    }
    if (a.x1 <= a.x0)
        a.x1 = a.x0 + 1;
    if (a.y1 <= a.y0)
        a.y1 = a.y0 + 1;
    return a;
}

static void draw_axes(StrBuf *b, const BenchResult *r, const Axes *a) {
    for (double y = a->y0; y <= a->y1; y++) {
        double at = at_y(a, pow(10, y));
        strbuf_addf(b,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#888\" "
                    "stroke-opacity=\"0.35\"/>\n",
                    PLOT_LEFT, PLOT_RIGHT, at, at);
        label(b, PLOT_LEFT - 8, at + 4, "end", str_format(b->arena, "%g us", pow(10, y)));
    }
    double last = -1;
    for (uint32_t i = 0; i < r->rows.len; i++) {
        const BenchRow *row = &r->rows.at[i];
        if (drawn(row) && row->x > last) {
            last = row->x;
            label(b, at_x(a, row->x), TOP + PLOT_HEIGHT + 20, "middle",
                  str_format(b->arena, "%g", row->x));
        }
    }
}

static void draw_lines(StrBuf *b, const BenchResult *r) {
    Axes a = axes_of(r);
    open_svg(b, TOP + PLOT_HEIGHT + 40, r);
    draw_axes(b, r, &a);
    uint32_t names = 0;
    for (uint32_t i = 0; i < r->rows.len; i++) {
        bool seen = false;
        for (uint32_t k = 0; k < i; k++)
            seen |= str_eq(r->rows.at[k].name, r->rows.at[i].name);
        if (seen)
            continue;
        const char *colour = colours[names++ % COLOURS];
        double x = 0, y = 0;
        strbuf_addf(b, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"",
                    colour);
        for (uint32_t k = i; k < r->rows.len; k++) {
            const BenchRow *row = &r->rows.at[k];
            if (!drawn(row) || !str_eq(row->name, r->rows.at[i].name))
                continue;
            x = at_x(&a, row->x), y = at_y(&a, row->times.median);
            strbuf_addf(b, "%.1f,%.1f ", x, y);
        }
        strbuf_addf(b, "\"/>\n<g fill=\"%s\">", colour);
        if (x > 0)
            label(b, x + 8, y + 4, "start", r->rows.at[i].name);
        strbuf_add(b, STR("</g>\n"));
    }
}

/* Does some name stand for several sizes? */
static bool has_series(const BenchResult *r) {
    for (uint32_t i = 0; i < r->rows.len; i++)
        for (uint32_t k = i + 1; k < r->rows.len; k++)
            if (str_eq(r->rows.at[i].name, r->rows.at[k].name) &&
                r->rows.at[i].x != r->rows.at[k].x)
                return true;
    return false;
}

const char *bench_write_plot(Arena *a, const BenchResult *r, const char *path) {
    StrBuf b = {.arena = a};
    if (has_series(r))
        draw_lines(&b, r);
    else
        draw_bars(&b, r);
    strbuf_add(&b, STR("</svg>\n"));
    const char *error;
    return os_write_file(path, b.at, b.len, &error) ? NULL : error;
}
