/* What the files that read the command line know of each other:
 *
 * options.c          verbs and the loop over words
 * options_verbs.c    the table of verbs and their help
 * options_tables.c   the tables of options, as popt reads them
 * options_values.c   what the options' values mean
 */
#ifndef LW_CLI_OPTIONS_INTERNAL_H
#define LW_CLI_OPTIONS_INTERNAL_H

#include <popt.h>
#include <stdio.h>

#include "cli/options.h"

enum {
    TAKES_FILES = 1,
    TAKES_RUN_OPTIONS = 2,
    TAKES_CHECK_OPTIONS = 4,
    TAKES_PROGRAM = 8,
    TAKES_FIX_OPTIONS = 16,
    TAKES_PAGE_OPTIONS = 32,
    TAKES_BENCH_OPTIONS = 64,
    TAKES_BANKS_OPTIONS = 128
};

typedef struct VerbInfo {
    const char *name, *usage, *about;
    uint32_t takes;
    const char *formats; /* the first is the default */
    const char *help;
} VerbInfo;

extern const VerbInfo option_verbs[VERB_COUNT];
void options_print_usage(FILE *f);

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
    OPTION_FAIL_ON_WORSE,
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

/* Of an option that is a directive, its name. */
const char *option_directive(int option);
/* The tables of a verb and their end, into `tables`; `format` is that of --format. */
enum { MOST_TABLES = 6 };
void option_tables(Verb verb, const struct poptOption *format,
                   struct poptOption tables[MOST_TABLES]);
/* The option with this number among a verb's. */
const struct poptOption *option_find(const struct poptOption *tables, int option);

/* Takes an option that was given. False with a message when its value is wrong. */
bool option_take(Arena *a, int option, const char *text, Options *o);

#endif
