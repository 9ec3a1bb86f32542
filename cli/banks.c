#include "cli/banks.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/os.h"
#include "cli/run.h"

enum { MOST_LANES = 128 };

static const char *const op_names[] = {"load", "store", "atomic"};

typedef struct Pattern {
    LwHardware hw;
    Str hardware;
    int op;
    uint32_t width, lanes;
    uint32_t mask[MOST_LANES / 32], address[MOST_LANES];
    LwBankCost cost;
} Pattern;

static bool measure(Pattern *p) {
    LwBankAccess access = {p->op, p->width, p->lanes, p->mask, p->address};
    const char *error;
    if (lw_bank_cost((WGPUStringView){p->hardware.at, p->hardware.len}, &access, &p->cost, &error))
        return true;
    complain("%s", error);
    return false;
}

static bool is_active(const Pattern *p, uint32_t lane) {
    return p->mask[lane / 32] >> (lane % 32) & 1;
}

static double degree(const Pattern *p) {
    return p->cost.ideal ? (double)p->cost.wavefronts / p->cost.ideal : 0;
}

/* ---- traces ---- */

enum Column { COLUMN_ID, COLUMN_OP, COLUMN_WIDTH, COLUMN_MASK, COLUMN_ADDRESSES, COLUMNS };

/* The tab-separated fields of a line. */
static uint32_t fields_of(Str line, Str *field, uint32_t most) {
    uint32_t n = 0, start = 0;
    for (uint32_t i = 0; i <= line.len; i++) {
        if (i < line.len && line.at[i] != '\t')
            continue;
        if (n < most)
            field[n++] = (Str){line.at + start, i - start};
        start = i + 1;
    }
    return n;
}

static bool find_columns(const Str *field, uint32_t n, uint32_t column[COLUMNS]) {
    static const char *const names[COLUMNS] = {"id", "op", "width", "mask", "addresses"};
    for (int c = 0; c < COLUMNS; c++) {
        column[c] = UINT32_MAX;
        for (uint32_t i = 0; i < n; i++)
            if (str_is(field[i], names[c]))
                column[c] = i;
        if (column[c] == UINT32_MAX)
            return false;
    }
    return true;
}

static int parse_op(Str s) {
    return str_is(s, "ld") || str_is(s, "load")       ? 0
           : str_is(s, "st") || str_is(s, "store")    ? 1
           : str_is(s, "atom") || str_is(s, "atomic") ? 2
                                                      : -1;
}

/* "0,4,8": addresses; their number. 0 when a field is no number or there are too many. */
static uint32_t parse_addresses(Str s, uint32_t address[MOST_LANES]) {
    uint32_t n = 0;
    const char *p = s.at, *end = s.at + s.len;
    while (p < end) {
        char *after;
        unsigned long v = strtoul(p, &after, 10);
        if (after == p || n == MOST_LANES || v > UINT32_MAX)
            return 0;
        address[n++] = (uint32_t)v;
        p = after < end && *after == ',' ? after + 1 : after;
        if (after < end && *after != ',')
            return 0;
    }
    return n;
}

/* Hexadecimal, lane 0 in the lowest bit. */
static bool parse_mask(Str s, uint32_t mask[MOST_LANES / 32]) {
    memset(mask, 0, MOST_LANES / 8);
    if (!s.len || s.len > MOST_LANES / 4)
        return false;
    for (uint32_t i = 0; i < s.len; i++) {
        char c = s.at[s.len - 1 - i];
        int v = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : -1;
        if (v < 0)
            return false;
        mask[i / 8] |= (uint32_t)v << (i % 8 * 4);
    }
    return true;
}

static const char *parse_row(const Str *field, const uint32_t column[COLUMNS], Pattern *p) {
    p->op = parse_op(field[column[COLUMN_OP]]);
    if (p->op < 0)
        return "op is ld, st or atom";
    p->width = (uint32_t)atoi(field[column[COLUMN_WIDTH]].at);
    if (p->width != 2 && p->width != 4 && p->width != 8 && p->width != 16)
        return "width is 2, 4, 8 or 16";
    if (!parse_mask(field[column[COLUMN_MASK]], p->mask))
        return "mask is a hexadecimal number of at most 128 bits";
    p->lanes = parse_addresses(field[column[COLUMN_ADDRESSES]], p->address);
    return p->lanes ? NULL : "addresses are 1 to 128 numbers, separated by commas";
}

static int run_trace(Arena *a, const BanksOptions *o, Pattern *p) {
    enum { MOST_FIELDS = 32 };
    Str text, field[MOST_FIELDS];
    const char *reason;
    if (!os_read_file(a, o->trace, UINT32_MAX, &text, &reason)) {
        complain("cannot read '%s': %s", o->trace, reason);
        return EXIT_USAGE;
    }
    uint32_t column[COLUMNS], number = 0;
    bool titled = false;
    for (const char *at = text.at, *end = text.at + text.len; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        Str line = {at, (uint32_t)((stop ? stop : end) - at)};
        at = stop ? stop + 1 : end;
        number++;
        if (line.len && line.at[line.len - 1] == '\r')
            line.len--;
        if (!line.len || line.at[0] == '#')
            continue;
        uint32_t n = fields_of(line, field, MOST_FIELDS);
        if (!titled) {
            if (!find_columns(field, n, column)) {
                complain(
                    "%s:%u: the first line names the columns, id, op, width, mask and addresses "
                    "among them",
                    o->trace, number);
                return EXIT_USAGE;
            }
            titled = true;
            continue;
        }
        bool short_line = false;
        for (int c = 0; c < COLUMNS; c++)
            short_line |= column[c] >= n;
        const char *bad = short_line ? "fields are missing" : parse_row(field, column, p);
        if (bad) {
            complain("%s:%u: %s", o->trace, number, bad);
            return EXIT_USAGE;
        }
        if (!measure(p))
            return EXIT_USAGE;
        Str id = field[column[COLUMN_ID]];
        if (o->storage)
            printf("%.*s\t%u\n", STR_ARG(id), p->cost.sectors);
        else
            printf("%.*s\t%u\t%u\n", STR_ARG(id), p->cost.wavefronts,
                   p->cost.wavefronts - p->cost.ideal);
    }
    if (!titled) {
        complain("%s has no lines: the first names the columns, id, op, width, mask and addresses "
                 "among them",
                 o->trace);
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

/* ---- pictures ---- */

/* One row a pass: what each bank gives in it. A cell is the lane that is served; + when other lanes
 * get the same word. */
static void draw_group(const Pattern *p, uint32_t from, uint32_t to, uint32_t *pass, bool colour) {
    uint32_t banks = p->hw.banks,
             parts = p->width > p->hw.bank_bytes ? p->width / p->hw.bank_bytes : 1;
    enum { MOST_BANKS = 256, MOST_WORDS = MOST_LANES * 4 };
    static const char *const shades[] = {"\033[36m", "\033[33m", "\033[35m", "\033[32m"};
    for (uint32_t row = 0;; row++) {
        char cell[MOST_BANKS][8];
        uint32_t shown = 0;
        for (uint32_t b = 0; b < banks; b++) {
            /* The row-th different word of this bank, and who asks for it. */
            uint32_t seen[MOST_WORDS], count = 0, lane = 0, sharers = 0, wanted = 0;
            for (uint32_t i = from; i < to; i++) {
                for (uint32_t k = 0; k < parts && is_active(p, i); k++) {
                    uint32_t word = p->address[i] / p->hw.bank_bytes + k, at = 0;
                    if (word % banks != b)
                        continue;
                    while (p->op != 2 && at < count && seen[at] != word)
                        at++;
                    if (p->op == 2)
                        at = count;
                    if (at == count) {
                        seen[count++] = word;
                        if (at == row)
                            lane = i, wanted = word, sharers = 0;
                    }
                    if (count > row && p->op != 2 && word == wanted)
                        sharers++;
                }
            }
            if (count > row) {
                snprintf(cell[b], sizeof cell[b], "%3u%s", lane, sharers > 1 ? "+" : " ");
                shown++;
            } else {
                snprintf(cell[b], sizeof cell[b], "  . ");
            }
        }
        if (!shown)
            return;
        printf("pass %2u ", ++*pass);
        for (uint32_t b = 0; b < banks; b++) {
            bool lit = colour && cell[b][2] != '.';
            printf("%s%s%s", lit ? shades[row % 4] : "", cell[b], lit ? "\033[0m" : "");
        }
        putchar('\n');
    }
}

static void draw(const Pattern *p, bool colour) {
    uint32_t group = p->hw.banks * p->hw.bank_bytes / p->width, pass = 0;
    if (!group || group > p->lanes)
        group = p->lanes;
    printf("bank    ");
    for (uint32_t b = 0; b < p->hw.banks; b++)
        printf("%3u ", b);
    putchar('\n');
    for (uint32_t from = 0; from < p->lanes; from += group)
        draw_group(p, from, from + group < p->lanes ? from + group : p->lanes, &pass, colour);
    printf("(numbers are lanes; + marks a word that several lanes share)\n");
    if (pass > p->cost.wavefronts)
        printf("(the hardware merges loads of equal addresses: %u pass%s in all)\n",
               p->cost.wavefronts, p->cost.wavefronts == 1 ? "" : "es");
}

/* The formulas of the bank model: cycles, speed-up, effective bandwidth. */
static void print_figures(const Pattern *p) {
    uint32_t peak = p->hw.banks * p->hw.bank_bytes, k = p->cost.wavefronts;
    printf("\n%u pass%s where %u would do: ", k, k == 1 ? "" : "es", p->cost.ideal);
    if (p->cost.wavefronts == p->cost.ideal)
        printf("no conflict\n");
    else
        printf("a %.4g-way conflict\n", degree(p));
    printf("cycles: %u (one pass a cycle)\n", k);
    printf("speed-up without the conflict: %.4gx\n", degree(p));
    printf("effective bandwidth: %.4g of %u bytes a cycle\n", degree(p) > 0 ? peak / degree(p) : 0,
           peak);
    printf("the same addresses in storage memory: %u sector%s, %u ideally\n", p->cost.sectors,
           p->cost.sectors == 1 ? "" : "s", p->cost.ideal_sectors);
}

static void set_stride(Pattern *p, int64_t elements, uint32_t start) {
    for (uint32_t i = 0; i < p->lanes; i++)
        p->address[i] = (uint32_t)((int64_t)start + (int64_t)i * elements * p->width);
}

static int print_json(const Pattern *p) {
    json_t *o = json_object(), *list = json_array();
    for (uint32_t i = 0; i < p->lanes; i++)
        json_array_append_new(list, json_integer(p->address[i]));
    json_object_set_new(o, "hardware", json_string(p->hw.name));
    json_object_set_new(o, "op", json_string(op_names[p->op]));
    json_object_set_new(o, "width", json_integer(p->width));
    json_object_set_new(o, "addresses", list);
    json_object_set_new(o, "wavefronts", json_integer(p->cost.wavefronts));
    json_object_set_new(o, "ideal_wavefronts", json_integer(p->cost.ideal));
    json_object_set_new(o, "degree", json_real(degree(p)));
    json_object_set_new(o, "sectors", json_integer(p->cost.sectors));
    json_object_set_new(o, "ideal_sectors", json_integer(p->cost.ideal_sectors));
    int failed = json_dumpf(o, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(o);
    return failed ? EXIT_LIMIT : EXIT_DONE;
}

/* The table of strides that every introduction to banks has. */
static int print_table(Pattern *p) {
    static const uint32_t strides[] = {0, 1, 2, 3, 4, 8, 16, 17, 32, 33};
    uint32_t peak = p->hw.banks * p->hw.bank_bytes;
    printf("%s: %u banks of %u bytes, %u lanes, %s of %u bytes a lane\n\n", p->hw.title,
           p->hw.banks, p->hw.bank_bytes, p->lanes, op_names[p->op], p->width);
    printf("%8s %8s %8s %10s %22s\n", "stride", "passes", "ideal", "conflict",
           "bandwidth, bytes/cycle");
    for (size_t i = 0; i < sizeof strides / sizeof strides[0]; i++) {
        char conflict[32] = "none";
        set_stride(p, strides[i], 0);
        if (!measure(p))
            return EXIT_USAGE;
        if (p->cost.wavefronts > p->cost.ideal)
            snprintf(conflict, sizeof conflict, "%.3g-way", degree(p));
        printf("%8u %8u %8u %10s %22.4g\n", strides[i], p->cost.wavefronts, p->cost.ideal, conflict,
               peak / degree(p));
    }
    printf("\nA stride is in elements of %u bytes. Ask for a picture with --stride 16 or --matrix "
           "16x16.\n",
           p->width);
    return EXIT_DONE;
}

static int run_pattern(const BanksOptions *o, Pattern *p) {
    if (o->has_stride) {
        int64_t span = (int64_t)o->stride * p->width * (p->lanes - 1);
        set_stride(p, o->stride, span < 0 ? (uint32_t)-span : 0);
    } else {
        uint32_t pitch = o->columns + o->pad;
        for (uint32_t i = 0; i < p->lanes;
             i++) /* lanes past the last row go on in the next column */
            p->address[i] = (i % o->rows * pitch + o->column + i / o->rows) * p->width;
    }
    if (!measure(p))
        return EXIT_USAGE;
    if (o->json)
        return print_json(p);
    printf("%s, %s of %u bytes a lane, %u lanes\n", p->hw.title, op_names[p->op], p->width,
           p->lanes);
    if (o->has_stride)
        printf("lane i takes element i * %d\n\n", o->stride);
    else
        printf("column %u of a matrix of %u x %u elements, rows padded by %u: lane i takes row i "
               "mod %u\n\n",
               o->column, o->rows, o->columns, o->pad, o->rows);
    draw(p, o->colour);
    print_figures(p);
    return EXIT_DONE;
}

/* Options of which one would be ignored; NULL when there are none. */
static const char *contradiction(Arena *a, const BanksOptions *o) {
    bool pattern = o->has_stride || o->has_matrix || o->has_pad || o->has_column;
    if (o->trace && (pattern || o->has_op || o->width || o->lanes))
        return "the accesses of --trace are in its file: leave out --stride, --matrix, --pad, "
               "--column, --op, --width and --lanes";
    if (o->trace && o->json)
        return "--trace prints lines of tab-separated fields: leave out --format json";
    if (o->has_space && !o->trace)
        return "--space is of a trace: give --trace FILE, too, or leave it out (a pattern shows "
               "what it costs in both)";
    if (o->has_stride && o->has_matrix)
        return "--stride and --matrix are two patterns: give one of them";
    if (!o->has_matrix && (o->has_pad || o->has_column))
        return "--pad and --column are of a matrix: give --matrix ROWSxCOLS, too";
    if (o->has_matrix && o->column >= o->columns)
        return str_format(a, "the matrix has no column %u: its columns are 0 to %u", o->column,
                          o->columns - 1)
            .at;
    if (o->json && !o->has_stride && !o->has_matrix)
        return "--format json is of one pattern: give --stride S or --matrix ROWSxCOLS, too";
    return NULL;
}

int banks_main(Arena *a, const BanksOptions *o) {
    Pattern *p = arena_new(a, Pattern);
    const char *error;
    p->hardware = str_from_c(o->hardware ? o->hardware : "nvidia");
    if (!lw_hardware_find((WGPUStringView){p->hardware.at, p->hardware.len}, &p->hw, &error)) {
        complain("%s", error);
        return EXIT_USAGE;
    }
    const char *bad = contradiction(a, o);
    if (bad) {
        complain("%s", bad);
        return EXIT_USAGE;
    }
    if (o->trace)
        return run_trace(a, o, p);
    p->op = o->op;
    p->width = o->width ? o->width : 4;
    p->lanes = o->lanes ? o->lanes : p->hw.subgroup_size;
    memset(p->mask, 0xff, sizeof p->mask);
    if (o->has_stride || o->has_matrix)
        return run_pattern(o, p);
    return print_table(p);
}
