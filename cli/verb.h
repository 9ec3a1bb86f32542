/* The verbs: each takes the program's options and returns an exit code. */
#ifndef LW_CLI_VERB_H
#define LW_CLI_VERB_H

#include "cli/program.h"

int verb_validate(Program *p);
int verb_run(Program *p);
int verb_profile(Program *p);
int verb_check(Program *p);
int verb_test(Program *p);
int verb_bench(Program *p);
int verb_explain(Program *p);
int verb_exec(Program *p);
int verb_fix(Program *p);

#endif
