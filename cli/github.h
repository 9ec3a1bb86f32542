/* Annotations as GitHub Actions reads them from a step's output: workflow commands. */
#ifndef LW_CLI_GITHUB_H
#define LW_CLI_GITHUB_H

#include "cli/check.h"

/* A line for each diagnostic and for each finding that is not silenced. */
void github_check(StrBuf *out, const CheckResult *c);
/* Text for people, with a bar before each line that would be taken for a workflow command: blanks
 * before the colons do not keep it from being one. */
void github_guard(StrBuf *out, Str text);
/* Of `lanewise validate`. */
void github_diagnostics(StrBuf *out, Str file, const LwDiagnostic *list, size_t count);

#endif
