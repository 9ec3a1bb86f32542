#include "base/bug.h"
#include "cli/options_internal.h"

/* Options that are directives of the same name. */
static const char *const directive_options[] = {
    "entry", "dispatch", "pass", "set",           "subgroup-size", "hardware",         "schedule",
    "bind",  "expect",   "dump", "out-of-bounds", "enable",        "allow-non-uniform"};

const char *option_directive(int option) {
    return directive_options[option - DIRECTIVE_FIRST];
}

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
     "contents of a binding: '0:0=random f32 1024', '0:1=sampler linear'", "B"},
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
    {"step-budget", 0, POPT_ARG_STRING, NULL, OPTION_STEPS,
     "most loop turns over all invocations (10^11; of check 10^10); a workgroup counts as 1024 or "
     "more",
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
    {"fail-on-worse", 0, POPT_ARG_STRING, NULL, OPTION_FAIL_ON_WORSE,
     "of --compare: exit with 1 where B is worse in one of these totals (names as in JSON: "
     "workgroup_conflicts), where results differ (outputs), or in any (all)",
     "TOTAL,..."},
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

/* In the order of the help. */
static const struct {
    uint32_t takes; /* bits of which the verb has one; 0: every verb */
    const struct poptOption *options;
    const char *title;
} groups[] = {{0, common_options, "Options:"},
              {TAKES_CHECK_OPTIONS, check_options, "Rules:"},
              {TAKES_FIX_OPTIONS, fix_options, "Edits:"},
              {TAKES_PAGE_OPTIONS, page_options, "Also:"},
              {TAKES_RUN_OPTIONS, run_options, "What to run:"},
              {TAKES_PROGRAM, exec_options, "The program:"},
              {TAKES_BENCH_OPTIONS, bench_options, "Bench:"},
              {TAKES_BANKS_OPTIONS, banks_options, "Pattern:"}};

static struct poptOption include(const struct poptOption *options, const char *title) {
    return (struct poptOption){NULL,  0,   POPT_ARG_INCLUDE_TABLE, (void *)(uintptr_t)options, 0,
                               title, NULL};
}

void option_tables(Verb verb, const struct poptOption *format,
                   struct poptOption tables[MOST_TABLES]) {
    uint32_t n = 0;
    tables[n++] = include(format, "Output:");
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (!groups[i].takes || (option_verbs[verb].takes & groups[i].takes))
            tables[n++] = include(groups[i].options, groups[i].title);
    LW_ASSERT(n < MOST_TABLES);
    tables[n] = (struct poptOption)POPT_TABLEEND;
}

static bool is_end(const struct poptOption *o) {
    return !o->longName && !o->shortName && !o->arg;
}

const struct poptOption *option_find(const struct poptOption *tables, int option) {
    for (; !is_end(tables); tables++)
        for (const struct poptOption *o = tables->arg; !is_end(o); o++)
            if (o->val == option)
                return o;
    return NULL;
}
