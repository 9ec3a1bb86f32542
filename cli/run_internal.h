/* What the files that run a spec know of each other: run.c, run_setup.c and run_bindings.c. */
#ifndef LW_CLI_RUN_INTERNAL_H
#define LW_CLI_RUN_INTERNAL_H

#include "cli/run.h"

static inline WGPUStringView run_view(Str s) {
    return (WGPUStringView){s.at, s.len};
}
static inline Str run_str(WGPUStringView v) {
    return (Str){v.data ? v.data : "",
                 v.length == WGPU_STRLEN ? (uint32_t)strlen(v.data) : (uint32_t)v.length};
}

/* What goes from one step of a run to the next. */
typedef struct Run {
    Arena *arena;
    const Spec *spec;
    const RunOptions *options;
    RunResult *result;
    WGPUQueue queue;
    VEC(Pass) passes;
    const LwPipelineInfo **info;
    uint64_t started_ns, shown_ns;
    bool progress_shown, assumed; /* assumed: no dispatch was given */
    /* the last error that the device reported */
    WGPUErrorType error_type;
    Str error;
} Run;

/* run_setup.c. False when one cannot be made: of the device `error` says why then, of the others
 * that has been reported. A subgroup size of 0 is the model's. */
bool run_make_device(Run *r, uint32_t subgroup_size);
bool run_make_module(Run *r, Str source);
bool run_make_pipelines(Run *r);
/* The exit code of what the device reported. */
int run_error_code(const Run *r);

/* run_bindings.c: makes the buffers, textures and samplers that the passes use. False when one
 * cannot be made; that has been reported then, in the result or as an error of the device. */
bool run_make_bindings(Run *r);

#endif
