/* Annotations as GitHub Actions reads them from a step's output: workflow commands. */
#ifndef LW_CLI_GITHUB_H
#define LW_CLI_GITHUB_H

#include "cli/check.h"

/* A line for each diagnostic and for each finding that is not silenced. */
void github_check(StrBuf *out, const CheckResult *c);
/* Of `lanewise validate`. */
void github_diagnostics(StrBuf *out, Str file, const LwDiagnostic *list, size_t count);

#endif
