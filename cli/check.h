/* Checks a shader: runs it at each subgroup size, and under several schedules when asked to, with
 * the correctness observers, and gathers what was found.
 *
 * Findings come from the library's reports; two rules compare whole runs, so they are made here:
 * subgroup-size-dependent, and what changes under random schedules. */
#ifndef LW_CLI_CHECK_H
#define LW_CLI_CHECK_H

#include "cli/prints.h"
#include "cli/program.h"

/* What one subgroup size gave. */
typedef struct CheckRun {
    uint32_t subgroup_size;
    int exit_code;     /* EXIT_DONE when it ran to its end, or to a finding that explains why not */
    Str json;          /* the report's object; empty when there is none */
    uint64_t more;     /* findings that were made, but not kept */
    uint32_t reported; /* so many of the findings, the first, are those of `json`, in order */
    CheckFindings findings; /* those of the report, then others */
    Verdict verdict;        /* on buffers */
    Prints prints;
} CheckRun;

typedef struct CheckResult {
    Str shader;
    Source source;
    int exit_code;      /* the worst of the runs */
    bool has_subgroups; /* an entry point that ran has subgroup operations */
    Str messages;       /* what there was to say besides findings, each once */
    VEC(CheckRun) runs;
    CheckFindings diagnostics; /* errors and warnings of the shader itself */
    CheckFindings all;         /* findings of all runs, each once, by place */
    bool ran;                  /* something of it was dispatched */
    Str failure;               /* why nothing could be; empty: it could, or diagnostics say why */
    bool uniform_by_chance;    /* allow-non-uniform was needed to run it, but it did not diverge */
} CheckResult;

typedef struct CheckOptions {
    uint32_t observe;      /* LwObserve bits */
    uint32_t schedules;    /* so many random ones at each size */
    uint32_t repeat;       /* runs at each size, but for those under random schedules; 0: one */
    bool compare_sizes;    /* rule subgroup-size-dependent */
    bool keep_json;        /* fill CheckRun.json */
    bool keep_errors;      /* errors of the shader are not messages */
    RunContents *contents; /* as in RunOptions */
    bool discard;          /* likewise; not with compare_sizes or schedules */
    /* Sees the run of each size before it is freed; may be NULL. */
    void (*on_run)(void *context, RunResult *run);
    void *context;
} CheckOptions;

void check_spec(Program *p, const Spec *s, Str source, const CheckOptions *o, CheckResult *c);

/* How many count: not silenced, of that severity or above. */
uint32_t check_count(const CheckFindings *f, Severity least);

#endif
