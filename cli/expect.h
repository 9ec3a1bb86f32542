/* Compares what a run left in its buffers, and what it found, with the expectations of a spec. */
#ifndef LW_CLI_EXPECT_H
#define LW_CLI_EXPECT_H

#include "cli/findings.h"
#include "cli/run.h"

typedef struct Verdict {
    uint32_t checked, failed; /* expectations */
    Str text;                 /* a line for each that failed */
} Verdict;

/* Values, fills, files and references. */
void expect_buffers(Arena *a, const Spec *s, RunResult *r, Verdict *v);
/* Findings of all runs of a spec: the set must be exactly the expected one. Silenced ones do not
 * count, cost rules only where one is expected. */
void expect_findings(Arena *a, const Spec *s, const Source *source, const CheckFindings *found,
                     Verdict *v);
/* Diagnostics: each expected error is there, and no other line has one. */
void expect_errors(Arena *a, const Spec *s, const Source *source, const CheckFindings *diagnostics,
                   Verdict *v);

bool expects_error(const Spec *s);
bool expects_finding_of_cost(const Spec *s);
bool expects_findings(const Spec *s);
/* Of barriers, which WGSL rejects where they could diverge. */
bool expects_divergence(const Spec *s);

#endif
