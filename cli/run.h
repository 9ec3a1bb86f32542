/* Runs a spec on a Lanewise device through webgpu.h and lanewise.h. */
#ifndef LW_CLI_RUN_H
#define LW_CLI_RUN_H

#include "cli/buffer.h"
#include "cli/message.h"
#include "cli/spec.h"
#include "lanewise/lanewise.h"

/* The exit codes of docs/formats.md. */
enum ExitCode {
    EXIT_DONE = 0,
    EXIT_FOUND = 1,
    EXIT_USAGE = 2,
    EXIT_REJECTED = 3,
    EXIT_LIMIT = 4,
    EXIT_BUG = 70,
};

/* Contents of bindings that were made before, so that many runs of one spec make them once. */
typedef struct MadeContents {
    uint32_t group, binding;
    Contents contents;
} MadeContents;
typedef struct RunContents {
    Arena *arena;
    VEC(MadeContents) made;
} RunContents;

typedef struct RunOptions {
    uint32_t observe; /* LwObserve bits */
    uint32_t threads; /* 0: all cores */
    uint64_t step_budget, memory_budget;
    bool quiet;       /* no notes about what was assumed */
    bool colour;      /* of messages on standard error */
    bool keep_errors; /* a rejected shader is kept in the result and not printed */
    LwPrintFilter prints;
    uint32_t repeat;       /* dispatch this many times and time each (0: once) */
    StrBuf *messages;      /* where messages go; NULL: standard error */
    RunContents *contents; /* of the spec's binds, filled as they are needed; NULL: made anew */
    bool discard;          /* buffers are not read back: `after` stays NULL */
} RunOptions;

typedef struct RunBuffer {
    uint32_t group, binding;
    Str name;
    bool has_scalar;
    ScalarType scalar;    /* what its elements are made of */
    bool writable, zeros; /* zeros: what it holds before the run */
    uint64_t bytes;
    const uint8_t *before, *after; /* after is NULL when the run did not end */
    WGPUBuffer buffer;             /* or */
    WGPUTexture texture;           /* (see texture.h) with */
    LwTextureFormat format;
    uint32_t size[3], dimensions; /* of the view: 1, 2, 3 (cubes and arrays: 3) */
    WGPUTextureView view;         /* or */
    WGPUSampler sampler;          /* without bytes */
} RunBuffer;

typedef struct RunResult {
    int exit_code; /* EXIT_DONE when it ran to its end */
    uint32_t subgroup_size;
    VEC(RunBuffer) buffers; /* by group and binding */
    LwReport *report;       /* to be freed by run_free; NULL when nothing was observed */
    uint64_t compile_ns;
    VEC(uint64_t) times_ns;     /* of each repetition, */
    VEC(uint64_t) processor_ns; /* and what all threads together spent */
    LwRunStatus status;         /* how the last dispatch ended */
    /* of the module, or of the pipeline that could not be made; as long as the result */
    const LwDiagnostic *diagnostics;
    size_t diagnostic_count;
    WGPUComputePipeline *pipeline; /* one a pass; NULL where there is none */
    uint32_t pipelines;
    WGPUInstance instance;
    WGPUAdapter adapter;
    WGPUDevice device;
    WGPUShaderModule module;
} RunResult;

/* Runs at one subgroup size (0: the model's). Messages go to standard error. */
void run_spec(Arena *a, const Spec *s, Str source, const RunOptions *o, uint32_t subgroup_size,
              RunResult *r);
void run_free(RunResult *r);
RunBuffer *run_buffer(RunResult *r, uint32_t group, uint32_t binding);
/* "dst[3].x": what is at that byte of a buffer of the run. */
Str run_element_name(Arena *arena, const RunResult *r, const RunBuffer *b, uint64_t byte);

/* Only makes pipelines: of the passes that the spec names, else of every compute entry point. */
void run_compile(Arena *a, const Spec *s, Str source, const RunOptions *o, RunResult *r);

/* Only compiles, and checks every entry point that can be made into a pipeline as it stands. */
int run_validate(Arena *a, Str path, Str source, bool colour, LwDiagnostic const **list,
                 size_t *count, RunResult *r);

#endif
