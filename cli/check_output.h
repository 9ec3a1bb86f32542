/* Results of checks as text and JSON. */
#ifndef LW_CLI_CHECK_OUTPUT_H
#define LW_CLI_CHECK_OUTPUT_H

#include <jansson.h>

#include "cli/check.h"

/* Findings with source lines and carets, and a closing line that sums them up. */
void check_text(StrBuf *out, const CheckResult *c, bool colour);
/* What a finding says: its message, how often, and at which subgroup sizes when not at all. */
Str check_message(Arena *a, const CheckResult *c, const CheckFinding *f);
/* Its closing line. */
void check_summary(StrBuf *out, const CheckResult *c);
/* Appends an object for each subgroup size, or one with the diagnostics of a rejected shader. */
void check_json(json_t *array, const CheckResult *c);
/* "note", "warning" or "error". */
const char *severity_word(Severity s);

#endif
