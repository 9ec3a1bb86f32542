/* The command line: verbs, their options and their help. */
#ifndef LW_CLI_OPTIONS_H
#define LW_CLI_OPTIONS_H

#include "cli/banks.h"
#include "cli/spec.h"

typedef enum Verb { VERB_VALIDATE, VERB_RUN, VERB_PROFILE, VERB_TEST, VERB_BANKS, VERB_COUNT } Verb;

/* A directive given as an option: "--bind 0:0=zeros f32 8". */
typedef struct OptionDirective {
    Str directive, arguments;
} OptionDirective;

typedef struct Options {
    Verb verb;
    VEC(Str) files;
    VEC(OptionDirective) directives;
    bool json, quiet;
    int colour; /* 1 yes, 0 no, -1 when the stream is a terminal */
    uint32_t threads, repeat;
    uint64_t step_budget, memory_budget;
    Str fail_on; /* empty, "note", "warning" or "error" */
    BanksOptions banks;
} Options;

/* True when there is something to do; else *exit_code says how to end: help and --version were
 * printed, or a message about a wrong option was. */
bool options_parse(Arena *a, int argc, char **argv, Options *o, int *exit_code);

#endif
