/* The command line: verbs, their options and their help. */
#ifndef LW_CLI_OPTIONS_H
#define LW_CLI_OPTIONS_H

#include "cli/banks.h"
#include "cli/fix.h"
#include "cli/run.h"
#include "cli/spec.h"
#include "lanewise/kernels.h"

typedef enum Verb {
    VERB_VALIDATE,
    VERB_RUN,
    VERB_PROFILE,
    VERB_CHECK,
    VERB_TEST,
    VERB_BANKS,
    VERB_BENCH,
    VERB_EXPLAIN,
    VERB_EXEC,
    VERB_FIX,
    VERB_COUNT
} Verb;

/* A directive given as an option: "--bind 0:0=zeros f32 8". */
typedef struct OptionDirective {
    Str directive, arguments;
} OptionDirective;

typedef VEC(Str) StrList;

typedef enum Format {
    FORMAT_TEXT,
    FORMAT_JSON,
    FORMAT_SARIF,
    FORMAT_GITHUB,
    FORMAT_TAP,
    FORMAT_JUNIT,
    FORMAT_MARKDOWN,
    FORMAT_COUNT
} Format;

/* Of exec. */
typedef struct ExecOptions {
    bool check, profile;
    Str output;  /* where the report goes; empty: standard error */
    Str library; /* liblanewise.so, when it is not found by itself */
} ExecOptions;

/* Of bench. */
typedef struct BenchOptions {
    const char *device, *plot, *tune; /* NULL: not given */
    StrList presets, only, toggles;
    bool no_check;
    LwkTuning tuning;
} BenchOptions;

typedef struct Options {
    Verb verb;
    StrList files; /* or rules, of explain; the program and its arguments, of exec */
    VEC(OptionDirective) directives;
    Format format;
    bool quiet;
    int colour; /* 1 yes, 0 no, -1 when the stream is a terminal */
    uint32_t threads, repeat, schedules;
    uint64_t step_budget, memory_budget;
    Str fail_on;    /* empty, "note", "warning" or "error" */
    StrList ignore; /* rules */
    LwPrintFilter prints;
    bool portability; /* check: report on that instead */
    Str html;         /* where profile writes its page; empty: nowhere */
    bool compare;     /* profile: two sides */
    StrList worse;    /* measures in which side B must not be worse */
    BanksOptions banks;
    ExecOptions exec;
    BenchOptions bench;
    FixOptions fix;
} Options;

/* True when there is something to do; else *exit_code says how to end: help and --version were
 * printed, or a message about a wrong option was. */
bool options_parse(Arena *a, int argc, char **argv, Options *o, int *exit_code);

#endif
