/* Findings, as the command handles them: taken from the library's reports, made by comparing runs,
 * or diagnostics of a shader. */
#ifndef LW_CLI_FINDINGS_H
#define LW_CLI_FINDINGS_H

#include "diag/diag.h"

typedef enum Silence { NOT_SILENCED, SILENCED_IN_SOURCE, SILENCED_BY_OPTION } Silence;

typedef struct CheckFinding {
    Str rule; /* or the code of a diagnostic */
    Severity severity;
    uint32_t dispatch;
    Span span;
    Str message;
    VEC(DiagNote) related;
    Span pair; /* the second place that makes the finding what it is; empty: there is none */
    bool beyond_barriers; /* as in LwFinding */
    uint64_t count;
    uint32_t runs; /* a bit for each run of the result that found it */
    Silence silence;
    Str reason; /* of the silence */
} CheckFinding;

typedef VEC(CheckFinding) CheckFindings;

#endif
