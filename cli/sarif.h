/* SARIF 2.1.0, which code hosts show in pull requests. */
#ifndef LW_CLI_SARIF_H
#define LW_CLI_SARIF_H

#include <jansson.h>

#include "cli/check.h"

/* One log of one run of the tool over all results. */
json_t *sarif_log(Arena *a, const CheckResult *const *results, uint32_t count);

#endif
