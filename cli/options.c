#include "cli/options.h"

#include <popt.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/run.h"
#include "report/rules.h"

enum {
    TAKES_FILES = 1,
    TAKES_RUN_OPTIONS = 2,
    TAKES_CHECK_OPTIONS = 4,
    TAKES_PROGRAM = 8,
    TAKES_FIX_OPTIONS = 16,
    TAKES_PAGE_OPTIONS = 32
};

static const struct {
    const char *name, *usage, *about;
    uint32_t takes;
    const char *formats; /* the first is the default */
    const char *help;
} verbs[VERB_COUNT] = {
    [VERB_VALIDATE] =
        {"validate", "validate FILE...", "check shaders without running them", TAKES_FILES,
         "text json",
         "Reads WGSL, or what .run files name, and prints errors and warnings. Exit code 3 when a\n"
         "shader is rejected.\n"
         "\nExamples:\n"
         "  lanewise validate shader.wgsl\n"
         "  lanewise validate --format json src/*.wgsl\n"},
    [VERB_RUN] =
        {"run", "run FILE [options]", "run a shader and show or save its buffers",
         TAKES_FILES | TAKES_RUN_OPTIONS, "text json",
         "Runs a .wgsl or .run file. What to run stands in //! lines of the file or in options,\n"
         "which win (docs/formats.md). Expectations in the file are checked and reported.\n"
         "Comments in the shader that print are read, and are comments everywhere else:\n"
         "  // lanewise-print(\"row %u: {}\", row, v)\n"
         "\nExamples:\n"
         "  lanewise run shader.wgsl --dispatch 64 --bind '0:0=iota f32 4096' --dump 0:1=out.npy\n"
         "  lanewise run scan.wgsl --pass 'scan_tiles 128 ; scan_sums 1' --subgroup-size all\n"},
    [VERB_PROFILE] =
        {"profile", "profile FILE... [options]",
         "run a shader and show what it asks of the hardware",
         TAKES_FILES | TAKES_RUN_OPTIONS | TAKES_PAGE_OPTIONS, "text json",
         "Counts bank conflicts, memory sectors, divergence and atomics, line by line, and says\n"
         "which padding would cure a conflict. With several files, a table beside each other.\n"
         "--html writes a page that shows the banks, to open in a browser: it needs no network.\n"
         "--compare shows what got better and what worse from A to B: two shaders, or one with an\n"
         "option given twice, first as it is for A, then for B. Options given once are for both.\n"
         "\nExamples:\n"
         "  lanewise profile kernels/transpose_16_pad0.wgsl\n"
         "  lanewise profile kernels/transpose_16_*.wgsl\n"
         "  lanewise profile shader.wgsl --hardware amd --subgroup-size 64 --format json\n"
         "  lanewise profile shader.wgsl --html report.html\n"
         "  lanewise profile --compare before.wgsl after.wgsl\n"
         "  lanewise profile shader.wgsl --compare --set PAD=0 --set PAD=2\n"},
    [VERB_CHECK] =
        {"check", "check FILE... [options]",
         "run a shader and find races, accesses out of bounds, ...",
         TAKES_FILES | TAKES_RUN_OPTIONS | TAKES_CHECK_OPTIONS, "text json sarif",
         "Runs shaders under the correctness rules (lanewise explain lists them). With several\n"
         "subgroup sizes, their results are compared as well. Exit code 1 when something of the\n"
         "severity of --fail-on (default warning) or above was found. A finding that is meant is\n"
         "silenced by --ignore or in the source, on its line or the line before:\n"
         "  // lanewise-ignore: data-race all lanes store the same value\n"
         "\nExamples:\n"
         "  lanewise check shader.wgsl --dispatch 64\n"
         "  lanewise check kernels/*.wgsl --subgroup-size all\n"
         "  lanewise check shader.wgsl --schedules 20 --ignore order-dependent-atomics\n"
         "  lanewise check shader.wgsl --report portability\n"
         "  lanewise check shaders/*.wgsl --format sarif --fail-on error > lanewise.sarif\n"},
    [VERB_TEST] =
        {"test", "test FILE|FOLDER...", "run shaders and check their expectations",
         TAKES_FILES | TAKES_RUN_OPTIONS | TAKES_CHECK_OPTIONS, "tap junit",
         "Runs each file at each of its subgroup sizes and checks every expect line. Of a folder,\n"
         "all .wgsl and .run files below it that expect something. Prints TAP (or JUnit's XML);\n"
         "exit code 1 when one failed.\n"
         "\nExamples:\n"
         "  lanewise test kernels/*.wgsl\n"
         "  lanewise test shaders --subgroup-size all\n"
         "  lanewise test shaders --format junit > results.xml\n"},
    [VERB_BANKS] =
        {"banks", "banks [options]", "bank conflicts of addresses, without a shader", 0,
         "text json",
         "Draws who meets whom in the banks of workgroup memory. Without a pattern: a table of\n"
         "strides.\n"
         "\nExamples:\n"
         "  lanewise banks\n"
         "  lanewise banks --stride 2\n"
         "  lanewise banks --matrix 16x16 --pad 1\n"
         "  lanewise banks --stride 4 --width 16 --op store --hardware amd\n"
         "  lanewise banks --trace addresses.tsv --space workgroup\n"},
    [VERB_BENCH] =
        {"bench", "bench [FILE...] [options]", "time shaders and the library's primitives",
         TAKES_RUN_OPTIONS, "text json markdown",
         "Times shaders with run directives, or a preset's cases, on the engine or on the device "
         "of\n"
         "another webgpu.h library: many runs a submit between time stamps, clocks warm. Rates "
         "are\n"
         "held against a copy and a chain of multiply-adds on the same device. A shader says what "
         "a\n"
         "run does in a line: //! work bytes=N operations=N items=N. On the engine the counters\n"
         "that the hardware model predicts are printed beside.\n"
         "Presets: device (a copy, multiply-adds), matmul (one CPU thread, naive, tiled, "
         "blocked),\n"
         "reduction (three ways), primitives, h200 (those at 2^26 elements).\n"
         "\nExamples:\n"
         "  lanewise bench --preset matmul --plot matmul.svg\n"
         "  lanewise bench a.wgsl b.wgsl --device ./libwebgpu_dawn.so --plot bench.svg\n"
         "  lanewise bench --preset primitives --tune tuning.txt\n"
         "  lanewise bench --preset device --device ./libwebgpu_dawn.so --format json\n"},
    [VERB_EXPLAIN] = {"explain", "explain [RULE...]",
                      "what a rule means, with an example and its cure", 0, "text markdown",
                      "Without a rule, the list of them.\n"
                      "\nExamples:\n"
                      "  lanewise explain\n"
                      "  lanewise explain data-race\n"},
    [VERB_EXEC] =
        {"exec", "exec [options] -- PROGRAM...", "run a program with Lanewise as its WebGPU",
         TAKES_PROGRAM, "text json sarif",
         "Runs a native program that uses webgpu.h with Lanewise in the place of its library "
         "(Dawn,\n"
         "wgpu-native) and reports what its dispatches did, by pipeline and source line. The\n"
         "program's exit code is kept (128 + N when signal N ended it) unless --fail-on is given\n"
         "and something was found (1), or no device was made (2). docs/webgpu.md says more.\n"
         "\nExamples:\n"
         "  lanewise exec --check -- ./program input.bin\n"
         "  lanewise exec --profile --hardware amd -- ./program\n"
         "  lanewise exec --check --fail-on warning --format sarif -o out.sarif -- ./tests\n"},
    [VERB_FIX] =
        {"fix", "fix FILE [options]", "edit a shader to cure conflicts, races, bounds",
         TAKES_FILES | TAKES_RUN_OPTIONS | TAKES_FIX_OPTIONS, "text json",
         "Looks for edits that cure what a run shows, proves each by running the edited shader "
         "(the\n"
         "same outputs, fewer passes or a finding gone, no new finding) and prints a diff; what "
         "it\n"
         "cannot cure it explains. Kinds, in the order in which they are tried: barrier,\n"
         "bounds-guard, read-only, pad, swizzle; atomic-aggregate is only suggested until --apply\n"
         "names it. Lines that begin with # are for people: patch skips them. docs/fix.md says "
         "what\n"
         "is proven. Exit code 0 whether there was something to do or not; 3 when the shader is\n"
         "rejected, 4 when a limit was hit.\n"
         "\nExamples:\n"
         "  lanewise fix kernels/transpose_16_pad0.wgsl\n"
         "  lanewise fix shader.wgsl --dispatch 64 --subgroup-size 8,32 --write\n"
         "  lanewise fix shader.wgsl --only pad,swizzle --hardware amd --output fixed.wgsl\n"
         "  lanewise fix shader.wgsl -q | patch -p0\n"
         "  lanewise fix shader.wgsl --format json\n"},
};

/* Options that are directives of the same name. */
static const char *const directive_options[] = {
    "entry", "dispatch", "pass", "set",           "subgroup-size", "hardware",         "schedule",
    "bind",  "expect",   "dump", "out-of-bounds", "enable",        "allow-non-uniform"};

enum {
    DIRECTIVE_FIRST = 1, /* and on, in the order of directive_options */
    OPTION_FORMAT = 100,
    OPTION_COLOUR,
    OPTION_QUIET,
    OPTION_THREADS,
    OPTION_REPEAT,
    OPTION_PRINT_WORKGROUP,
    OPTION_PRINT_INVOCATION,
    OPTION_STEPS,
    OPTION_MEMORY,
    OPTION_FAIL_ON,
    OPTION_SCHEDULES,
    OPTION_IGNORE,
    OPTION_REPORT,
    OPTION_HTML,
    OPTION_COMPARE,
    OPTION_TRACE,
    OPTION_SPACE,
    OPTION_STRIDE,
    OPTION_MATRIX,
    OPTION_PAD,
    OPTION_COLUMN,
    OPTION_WIDTH,
    OPTION_OP,
    OPTION_LANES,
    OPTION_HARDWARE_NAME,
    OPTION_CHECK,
    OPTION_PROFILE,
    OPTION_OUTPUT,
    OPTION_LIBRARY,
    OPTION_DEVICE,
    OPTION_PRESET,
    OPTION_ONLY,
    OPTION_TOGGLE,
    OPTION_PLOT,
    OPTION_NO_CHECK,
    OPTION_TUNING,
    OPTION_TUNE,
    OPTION_FIX_ONLY,
    OPTION_FIX_APPLY,
    OPTION_FIX_WRITE,
    OPTION_FIX_OUTPUT,
    OPTION_FIX_STORAGE_LIMIT,
    OPTION_FIX_TIME_LIMIT,
    OPTION_HELP,
};

static const struct poptOption common_options[] = {
    {"colour", 0, POPT_ARG_STRING, NULL, OPTION_COLOUR, "auto (default), always or never", "WHEN"},
    {"color", 0, POPT_ARG_STRING | POPT_ARGFLAG_DOC_HIDDEN, NULL, OPTION_COLOUR, NULL, NULL},
    {"help", 'h', POPT_ARG_NONE, NULL, OPTION_HELP, "this help", NULL},
    POPT_TABLEEND};

static const struct poptOption run_options[] = {
    {"entry", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 0, "entry point, when there are several",
     "NAME"},
    {"dispatch", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 1, "workgroups; missing sizes are 1",
     "X,Y,Z"},
    {"pass", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 2,
     "dispatches in order: 'ENTRY X Y Z ; ...'", "PASSES"},
    {"set", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 3, "an override constant, by name or id",
     "NAME=V"},
    {"subgroup-size", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 4,
     "4, 8, 16, 32, 64, 128; a list, or all", "N"},
    {"hardware", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 5,
     "nvidia, generic[:banks=N,...], amd, intel, apple", "MODEL"},
    {"schedule", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 6,
     "fair, ascending, descending, 'occupancy K', 'seed N'", "S"},
    {"bind", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 7,
     "contents of a binding: '0:0=random f32 1024'", "B"},
    {"expect", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 8, "an expectation: '0:1 values 1 2 3'",
     "E"},
    {"dump", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 9,
     "save a binding afterwards, as .npy or raw bytes", "G:B=PATH"},
    {"out-of-bounds", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 10,
     "what such an access does: clamp (default), drop or trap", "MODE"},
    {"allow-non-uniform", 0, POPT_ARG_NONE, NULL, DIRECTIVE_FIRST + 12,
     "run shaders that WGSL rejects for barriers and subgroup operations which not all may reach",
     NULL},
    {"threads", 0, POPT_ARG_STRING, NULL, OPTION_THREADS, "worker threads; by default one a core",
     "N"},
    {"repeat", 0, POPT_ARG_STRING, NULL, OPTION_REPEAT, "run N times and print the median time",
     "N"},
    {"print-workgroup", 0, POPT_ARG_STRING, NULL, OPTION_PRINT_WORKGROUP,
     "of // lanewise-print comments: only this workgroup's", "X,Y,Z"},
    {"print-invocation", 0, POPT_ARG_STRING, NULL, OPTION_PRINT_INVOCATION,
     "of // lanewise-print comments: only this local index's", "N"},
    {"step-budget", 0, POPT_ARG_STRING, NULL, OPTION_STEPS, "most loop turns over all invocations",
     "N"},
    {"memory-budget", 0, POPT_ARG_STRING, NULL, OPTION_MEMORY, "most memory, in MiB", "N"},
    {"fail-on", 0, POPT_ARG_STRING, NULL, OPTION_FAIL_ON,
     "exit with 1 at findings of note, warning or error", "SEVERITY"},
    {"quiet", 'q', POPT_ARG_NONE, NULL, OPTION_QUIET, "no notes about what was assumed", NULL},
    POPT_TABLEEND};

static const struct poptOption check_options[] = {
    {"schedules", 0, POPT_ARG_STRING, NULL, OPTION_SCHEDULES,
     "run under N random schedules too, and compare", "N"},
    {"enable", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 11,
     "rules that are off by default (lanewise explain lists them), or all", "RULE,..."},
    {"ignore", 0, POPT_ARG_STRING, NULL, OPTION_IGNORE, "silence rules", "RULE,..."},
    {"report", 0, POPT_ARG_STRING, NULL, OPTION_REPORT,
     "portability: features, limits and memory layouts, without running", "WHAT"},
    POPT_TABLEEND};

static const struct poptOption fix_options[] = {
    {"only", 0, POPT_ARG_STRING, NULL, OPTION_FIX_ONLY, "these kinds of edits alone", "KIND,..."},
    {"apply", 0, POPT_ARG_STRING, NULL, OPTION_FIX_APPLY,
     "make these edits, too, which are only suggested otherwise: atomic-aggregate", "KIND,..."},
    {"write", 0, POPT_ARG_NONE, NULL, OPTION_FIX_WRITE, "change the file itself", NULL},
    {"output", 0, POPT_ARG_STRING, NULL, OPTION_FIX_OUTPUT, "save the edited shader", "FILE"},
    {"storage-limit", 0, POPT_ARG_STRING, NULL, OPTION_FIX_STORAGE_LIMIT,
     "bytes of workgroup memory a pad may lead to (default 16384)", "N"},
    {"time-limit", 0, POPT_ARG_STRING, NULL, OPTION_FIX_TIME_LIMIT,
     "stop trying edits after so many seconds (default 60)", "N"},
    {"ignore", 0, POPT_ARG_STRING, NULL, OPTION_IGNORE, "silence rules", "RULE,..."},
    POPT_TABLEEND};

static const struct poptOption page_options[] = {
    {"compare", 0, POPT_ARG_NONE, NULL, OPTION_COMPARE,
     "two shaders, or one with an option given twice, side by side", NULL},
    {"html", 0, POPT_ARG_STRING, NULL, OPTION_HTML,
     "write a page with the source, the tables and pictures of the banks", "FILE"},
    POPT_TABLEEND};

static const struct poptOption banks_options[] = {
    {"stride", 0, POPT_ARG_STRING, NULL, OPTION_STRIDE, "elements between neighbouring lanes", "S"},
    {"matrix", 0, POPT_ARG_STRING, NULL, OPTION_MATRIX, "lanes go down a column of a matrix",
     "ROWSxCOLS"},
    {"pad", 0, POPT_ARG_STRING, NULL, OPTION_PAD, "elements added to each row of the matrix", "P"},
    {"column", 0, POPT_ARG_STRING, NULL, OPTION_COLUMN, "which column (default 0)", "C"},
    {"width", 0, POPT_ARG_STRING, NULL, OPTION_WIDTH, "bytes a lane: 4 (default), 8 or 16", "N"},
    {"op", 0, POPT_ARG_STRING, NULL, OPTION_OP, "load (default), store or atomic", "OP"},
    {"lanes", 0, POPT_ARG_STRING, NULL, OPTION_LANES, "lanes; by default the model's subgroup size",
     "N"},
    {"trace", 0, POPT_ARG_STRING, NULL, OPTION_TRACE, "accesses from a .tsv file, one a line",
     "FILE"},
    {"space", 0, POPT_ARG_STRING, NULL, OPTION_SPACE, "of a trace: workgroup (default) or storage",
     "SPACE"},
    {"hardware", 0, POPT_ARG_STRING, NULL, OPTION_HARDWARE_NAME,
     "nvidia, generic[:banks=N,...], amd, intel, apple", "MODEL"},
    POPT_TABLEEND};

static const struct poptOption exec_options[] = {
    {"check", 0, POPT_ARG_NONE, NULL, OPTION_CHECK, "find races, accesses out of bounds, ...",
     NULL},
    {"profile", 0, POPT_ARG_NONE, NULL, OPTION_PROFILE,
     "count bank conflicts, sectors, divergence, ...", NULL},
    {"output", 'o', POPT_ARG_STRING, NULL, OPTION_OUTPUT,
     "write the report there (default: standard error)", "FILE"},
    {"fail-on", 0, POPT_ARG_STRING, NULL, OPTION_FAIL_ON,
     "exit with 1 at findings of note, warning or error", "SEVERITY"},
    {"ignore", 0, POPT_ARG_STRING, NULL, OPTION_IGNORE, "silence rules", "RULE,..."},
    {"subgroup-size", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 4, "4, 8, 16, 32, 64 or 128",
     "N"},
    {"hardware", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 5,
     "nvidia, generic[:banks=N,...], amd, intel, apple", "MODEL"},
    {"schedule", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 6,
     "fair, ascending, descending, 'occupancy N', 'seed N'", "S"},
    {"out-of-bounds", 0, POPT_ARG_STRING, NULL, DIRECTIVE_FIRST + 10,
     "what such an access does: clamp (default), drop or trap", "MODE"},
    {"threads", 0, POPT_ARG_STRING, NULL, OPTION_THREADS, "worker threads; by default one a core",
     "N"},
    {"step-budget", 0, POPT_ARG_STRING, NULL, OPTION_STEPS,
     "most loop turns of a dispatch over all invocations", "N"},
    {"memory-budget", 0, POPT_ARG_STRING, NULL, OPTION_MEMORY, "most memory of a device, in MiB",
     "N"},
    {"library", 0, POPT_ARG_STRING, NULL, OPTION_LIBRARY, "where liblanewise.so is", "PATH"},
    POPT_TABLEEND};

static const struct poptOption bench_options[] = {
    {"device", 0, POPT_ARG_STRING, NULL, OPTION_DEVICE,
     "a webgpu.h library to time on; by default the engine", "LIBRARY"},
    {"preset", 0, POPT_ARG_STRING, NULL, OPTION_PRESET, "a set of cases; may be given again",
     "NAME"},
    {"only", 0, POPT_ARG_STRING, NULL, OPTION_ONLY,
     "only cases whose name contains this; may be given again", "TEXT"},
    {"toggle", 0, POPT_ARG_STRING, NULL, OPTION_TOGGLE,
     "switch one of Dawn's toggles on, or off with - before it", "[-]NAME"},
    {"plot", 0, POPT_ARG_STRING, NULL, OPTION_PLOT, "write a plot", "FILE.svg"},
    {"tuning", 0, POPT_ARG_STRING, NULL, OPTION_TUNING,
     "of the primitives: workgroup_size=, items=, groups=, copies=", "NAME=N,..."},
    {"tune", 0, POPT_ARG_STRING, NULL, OPTION_TUNE,
     "find the primitives' best tunings, and keep them in a file", "FILE"},
    {"no-check", 0, POPT_ARG_NONE, NULL, OPTION_NO_CHECK, "do not check results", NULL},
    POPT_TABLEEND};

#define INCLUDE(table, title)                                                                      \
    { NULL, 0, POPT_ARG_INCLUDE_TABLE, (void *)(uintptr_t)(table), 0, title, NULL }

static void print_usage(FILE *f) {
    fputs("usage: lanewise VERB [options]\n\n"
          "Runs, checks and profiles WebGPU compute shaders (WGSL) without a GPU.\n\n",
          f);
    for (int i = 0; i < VERB_COUNT; i++)
        fprintf(f, "  %-28s %s\n", verbs[i].usage, verbs[i].about);
    fputs("\n  lanewise VERB --help         options and examples of a verb\n"
          "  lanewise --version           the version\n"
          "\nExit codes: 0 done; 1 check found something, test had a failure, or --fail-on says "
          "so;\n"
          "2 bad usage or unreadable file; 3 shader rejected; 4 a limit or budget was hit; 70 a "
          "bug in Lanewise.\n",
          f);
}

static bool parse_number(const char *option, const char *text, uint64_t most, uint64_t *v) {
    char *end;
    *v = strtoull(text, &end, 10);
    if (end != text && *end == 0 && text[0] != '-' && *v <= most)
        return true;
    complain("--%s takes a number up to %llu, not '%s'", option, (unsigned long long)most, text);
    return false;
}

static bool parse_small(const char *option, const char *text, uint32_t most, uint32_t *v) {
    uint64_t wide;
    if (!parse_number(option, text, most, &wide))
        return false;
    *v = (uint32_t)wide;
    return true;
}

/* One of the words; -1 with a message when it is none. */
static int choose(const char *option, const char *text, const char *const *words, int n) {
    for (int i = 0; i < n; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    complain("--%s does not know '%s'", option, text);
    return -1;
}

static bool parse_matrix(const char *text, BanksOptions *b) {
    char *end;
    unsigned long rows = strtoul(text, &end, 10);
    unsigned long columns = *end == 'x' ? strtoul(end + 1, &end, 10) : 0;
    if (*end || !rows || !columns || rows > 65536 || columns > 65536) {
        complain("--matrix takes ROWSxCOLS, as in 16x16, not '%s'", text);
        return false;
    }
    b->has_matrix = true;
    b->rows = (uint32_t)rows;
    b->columns = (uint32_t)columns;
    return true;
}

static bool parse_workgroup(const char *text, LwPrintFilter *f) {
    char *end = (char *)text;
    f->one_workgroup = true;
    for (int i = 0; i < 3; i++) {
        unsigned long v = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : UINT32_MAX;
        if (v >= UINT32_MAX || (*end && (*end != ',' || i == 2))) {
            complain("--print-workgroup takes a workgroup's X, X,Y or X,Y,Z, not '%s'", text);
            return false;
        }
        f->workgroup[i] = (uint32_t)v;
        if (!*end)
            return true;
        text = end + 1;
    }
    return true;
}

static bool parse_stride(const char *text, BanksOptions *b) {
    char *end;
    long v = strtol(text, &end, 10);
    if (end == text || *end || v > 1000000 || v < -1000000) {
        complain("--stride takes a number of elements, not '%s'", text);
        return false;
    }
    b->has_stride = true;
    b->stride = (int32_t)v;
    return true;
}

static bool take_banks_option(int option, const char *text, Options *o) {
    static const char *const ops[] = {"load", "store", "atomic"}, *const spaces[] = {"workgroup",
                                                                                     "storage"};
    BanksOptions *b = &o->banks;
    int k;
    switch (option) {
    case OPTION_TRACE: b->trace = text; return true;
    case OPTION_HARDWARE_NAME: b->hardware = text; return true;
    case OPTION_STRIDE: return parse_stride(text, b);
    case OPTION_MATRIX: return parse_matrix(text, b);
    case OPTION_PAD: return parse_small("pad", text, 65536, &b->pad);
    case OPTION_COLUMN: return parse_small("column", text, 65536, &b->column);
    case OPTION_LANES: return parse_small("lanes", text, 128, &b->lanes);
    case OPTION_OP:
        k = choose("op", text, ops, 3);
        b->op = k;
        return k >= 0;
    case OPTION_SPACE:
        k = choose("space", text, spaces, 2);
        b->storage = k == 1;
        return k >= 0;
    default:
        if (!parse_small("width", text, 16, &b->width))
            return false;
        if (b->width == 4 || b->width == 8 || b->width == 16)
            return true;
        complain("--width is 4, 8 or 16");
        return false;
    }
}

static const char *const format_names[FORMAT_COUNT] = {"text", "json",  "sarif",
                                                       "tap",  "junit", "markdown"};

/* Does the verb have the format? */
static bool has_format(Verb verb, const char *name) {
    const char *at = strstr(verbs[verb].formats, name);
    return at && strchr(" ", at[strlen(name)]);
}

static bool parse_format(const char *text, Options *o) {
    for (int i = 0; i < FORMAT_COUNT; i++) {
        if (strcmp(text, format_names[i]) == 0 && has_format(o->verb, text)) {
            o->format = (Format)i;
            return true;
        }
    }
    complain("--format does not know '%s': %s has %s", text, verbs[o->verb].name,
             verbs[o->verb].formats);
    return false;
}

static bool parse_rules(Arena *a, const char *text, StrList *rules) {
    while (*text) {
        Str word = {text, (uint32_t)strcspn(text, ", ")};
        if (word.len && !rule_find(word)) {
            complain("%s", rule_unknown(a, word).at);
            return false;
        }
        if (word.len)
            vec_push(a, rules, str_copy(a, word));
        text += word.len + (text[word.len] ? 1 : 0);
    }
    return true;
}

static bool parse_tuning(const char *text, LwkTuning *t) {
    const struct {
        const char *name;
        uint32_t *value;
    } fields[] = {{"workgroup_size=", &t->workgroup_size},
                  {"items=", &t->items},
                  {"groups=", &t->groups},
                  {"copies=", &t->copies}};
    enum { FIELDS = sizeof fields / sizeof fields[0] };
    for (const char *at = text; *at;) {
        int k = 0;
        while (k < FIELDS && strncmp(at, fields[k].name, strlen(fields[k].name)) != 0)
            k++;
        char *end = NULL;
        if (k < FIELDS) {
            at += strlen(fields[k].name);
            *fields[k].value = (uint32_t)strtoul(at, &end, 10);
        }
        if (!end || end == at || (*end && *end != ',')) {
            complain("--tuning takes workgroup_size=N, items=N, groups=N, copies=N, with "
                     "commas "
                     "between them, not '%s'",
                     text);
            return false;
        }
        at = end + (*end == ',');
    }
    return true;
}

static bool take_bench_option(Arena *a, int option, const char *text, Options *o) {
    BenchOptions *b = &o->bench;
    switch (option) {
    case OPTION_DEVICE: b->device = text; return true;
    case OPTION_PLOT: b->plot = text; return true;
    case OPTION_NO_CHECK: b->no_check = true; return true;
    case OPTION_TUNE: b->tune = text; return true;
    case OPTION_TUNING: return parse_tuning(text, &b->tuning);
    case OPTION_PRESET: vec_push(a, &b->presets, str_from_c(text)); return true;
    case OPTION_ONLY: vec_push(a, &b->only, str_from_c(text)); return true;
    default: vec_push(a, &b->toggles, str_from_c(text)); return true;
    }
}

static bool take_option(Arena *a, int option, const char *text, Options *o) {
    static const char *const reports[] = {"portability"};
    static const char *const colours[] = {"never", "always", "auto"}, *const severities[] = {
                                                                          "note", "warning",
                                                                          "error"};
    int k;
    if (option < OPTION_FORMAT) {
        OptionDirective d = {str_from_c(directive_options[option - DIRECTIVE_FIRST]),
                             str_from_c(text)};
        vec_push(a, &o->directives, d);
        return true;
    }
    switch (option) {
    case OPTION_FORMAT: return parse_format(text, o);
    case OPTION_COLOUR:
        k = choose("colour", text, colours, 3);
        o->colour = k == 2 ? -1 : k;
        return k >= 0;
    case OPTION_QUIET: o->quiet = true; return true;
    case OPTION_THREADS: return parse_small("threads", text, 1024, &o->threads);
    case OPTION_REPEAT: return parse_small("repeat", text, 1000000, &o->repeat);
    case OPTION_PRINT_WORKGROUP: return parse_workgroup(text, &o->prints);
    case OPTION_PRINT_INVOCATION:
        o->prints.one_invocation = true;
        return parse_small("print-invocation", text, UINT32_MAX - 1, &o->prints.invocation);
    case OPTION_SCHEDULES: return parse_small("schedules", text, 100000, &o->schedules);
    case OPTION_REPORT:
        o->portability = choose("report", text, reports, 1) == 0;
        return o->portability;
    case OPTION_COMPARE: o->compare = true; return true;
    case OPTION_HTML: o->html = str_from_c(text); return true;
    case OPTION_IGNORE: return parse_rules(a, text, &o->ignore);
    case OPTION_STEPS: return parse_number("step-budget", text, UINT64_MAX / 2, &o->step_budget);
    case OPTION_MEMORY:
        if (!parse_number("memory-budget", text, 1 << 24, &o->memory_budget))
            return false;
        o->memory_budget <<= 20;
        return true;
    case OPTION_FIX_WRITE: o->fix.write = true; return true;
    case OPTION_FIX_OUTPUT: o->fix.output = str_from_c(text); return true;
    case OPTION_FIX_ONLY: return fix_parse_kinds("only", text, &o->fix.only);
    case OPTION_FIX_APPLY: return fix_parse_kinds("apply", text, &o->fix.apply);
    case OPTION_FIX_STORAGE_LIMIT:
        return parse_small("storage-limit", text, 1 << 20, &o->fix.storage_limit);
    case OPTION_FIX_TIME_LIMIT: return parse_small("time-limit", text, 1 << 20, &o->fix.time_limit);
    case OPTION_FAIL_ON:
        k = choose("fail-on", text, severities, 3);
        o->fail_on = str_from_c(text);
        return k >= 0;
    case OPTION_CHECK: return o->exec.check = true;
    case OPTION_PROFILE: return o->exec.profile = true;
    case OPTION_OUTPUT: o->exec.output = str_from_c(text); return true;
    case OPTION_LIBRARY: o->exec.library = str_from_c(text); return true;
    default:
        return o->verb == VERB_BENCH ? take_bench_option(a, option, text, o)
                                     : take_banks_option(option, text, o);
    }
}

static bool parse_verb_options(Arena *a, int argc, const char **argv, Options *o, int *exit_code) {
    char about[64];
    snprintf(about, sizeof about, "one of: %s", verbs[o->verb].formats);
    const struct poptOption format[] = {
        {"format", 0, POPT_ARG_STRING, NULL, OPTION_FORMAT, about, "F"}, POPT_TABLEEND};
    uint32_t takes = verbs[o->verb].takes, n = 0;
    struct poptOption tables[5] = {POPT_TABLEEND, POPT_TABLEEND, POPT_TABLEEND, POPT_TABLEEND,
                                   POPT_TABLEEND};
    tables[n++] = (struct poptOption)INCLUDE(format, "Output:");
    tables[n++] = (struct poptOption)INCLUDE(common_options, "Options:");
    if (takes & TAKES_CHECK_OPTIONS)
        tables[n++] = (struct poptOption)INCLUDE(check_options, "Rules:");
    if (takes & TAKES_FIX_OPTIONS)
        tables[n++] = (struct poptOption)INCLUDE(fix_options, "Edits:");
    if (takes & TAKES_PAGE_OPTIONS)
        tables[n++] = (struct poptOption)INCLUDE(page_options, "Also:");
    if (takes & TAKES_RUN_OPTIONS)
        tables[n++] = (struct poptOption)INCLUDE(run_options, "What to run:");
    if (takes & TAKES_PROGRAM)
        tables[n++] = (struct poptOption)INCLUDE(exec_options, "The program:");
    if (o->verb == VERB_BENCH)
        tables[n++] = (struct poptOption)INCLUDE(bench_options, "Bench:");
    if (o->verb == VERB_BANKS)
        tables[n++] = (struct poptOption)INCLUDE(banks_options, "Pattern:");
    poptContext popt = poptGetContext("lanewise", argc, argv, tables,
                                      POPT_CONTEXT_NO_EXEC |
                                          (takes & TAKES_PROGRAM ? POPT_CONTEXT_POSIXMEHARDER : 0));
    poptSetOtherOptionHelp(popt, verbs[o->verb].usage);
    bool ok = true;
    int option;
    *exit_code = EXIT_USAGE;
    while (ok && (option = poptGetNextOpt(popt)) > 0) {
        if (option == OPTION_HELP) {
            poptPrintHelp(popt, stdout, 0);
            printf("\n%s", verbs[o->verb].help);
            *exit_code = EXIT_DONE;
            ok = false;
        } else {
            char *text = poptGetOptArg(popt);
            ok = take_option(a, option, text ? str_copy(a, str_from_c(text)).at : "", o);
            free(text);
        }
    }
    if (ok && option < -1) {
        complain("%s: %s (lanewise %s --help lists the options)", poptBadOption(popt, 0),
                 poptStrerror(option), verbs[o->verb].name);
        ok = false;
    }
    const char *file;
    while (ok && (file = poptGetArg(popt)))
        vec_push(a, &o->files, str_copy(a, str_from_c(file)));
    poptFreeContext(popt);
    return ok;
}

bool options_parse(Arena *a, int argc, char **argv, Options *o, int *exit_code) {
    *o = (Options){.fix = {.time_limit = FIX_SECONDS}, .colour = -1};
    *exit_code = EXIT_USAGE;
    const char *verb = argc > 1 ? argv[1] : NULL;
    if (!verb) {
        print_usage(stderr);
        return false;
    }
    if (!strcmp(verb, "--help") || !strcmp(verb, "-h") || !strcmp(verb, "help")) {
        print_usage(stdout);
        *exit_code = EXIT_DONE;
        return false;
    }
    if (!strcmp(verb, "--version")) {
        printf("lanewise %s\n", lw_version());
        *exit_code = EXIT_DONE;
        return false;
    }
    int k = 0;
    while (k < VERB_COUNT && strcmp(verb, verbs[k].name) != 0)
        k++;
    if (k == VERB_COUNT) {
        Str given = str_from_c(verb);
        const char *near = NULL;
        for (int i = 0; i < VERB_COUNT; i++)
            if (str_distance(given, str_from_c(verbs[i].name), 2) <= 2)
                near = verbs[i].name;
        complain("there is no verb '%s'%s%s%s (lanewise --help lists them)", verb,
                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        return false;
    }
    o->verb = (Verb)k;
    o->format = k == VERB_TEST ? FORMAT_TAP : FORMAT_TEXT;
    const char **words = arena_array(a, const char *, argc);
    words[0] = "lanewise"; /* as help shows it */
    for (int i = 2; i < argc; i++)
        words[i - 1] = argv[i];
    if (!parse_verb_options(a, argc - 1, words, o, exit_code))
        return false;
    if ((verbs[k].takes & TAKES_FILES) && !o->files.len) {
        complain("%s needs a file (lanewise %s --help shows examples)", verbs[k].name,
                 verbs[k].name);
        return false;
    }
    if ((verbs[k].takes & TAKES_PROGRAM) && !o->files.len) {
        complain("exec needs a program: lanewise exec [options] -- PROGRAM [arguments]");
        return false;
    }
    if (o->verb == VERB_BANKS && o->files.len) {
        complain("banks takes no file '%.*s'; a trace is given with --trace",
                 STR_ARG(o->files.at[0]));
        return false;
    }
    return true;
}
