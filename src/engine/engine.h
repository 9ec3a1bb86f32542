/* Runs dispatches of an IR module on the CPU, as a GPU would: invocations are lanes of subgroups.
 *
 * A program is an IR module made ready to run at one subgroup size. Running it does not change it:
 * one program may run on several threads at a time.
 */
#ifndef LW_ENGINE_ENGINE_H
#define LW_ENGINE_ENGINE_H

#include "base/threads.h"
#include "engine/events.h"
#include "ir/ir.h"
#include "lang/texel.h"

typedef struct EngineProgram EngineProgram;

typedef enum EngineIsa { ISA_BEST, ISA_SCALAR, ISA_SSE2, ISA_AVX2, ISA_AVX512, ISA_NEON } EngineIsa;

typedef struct EngineOptions {
    uint32_t subgroup_size; /* 4, 8, 16, 32, 64 or 128 (1 and 2 for tests) */
    EngineIsa isa;          /* which build of the hot loops; results do not depend on it */
    uint32_t bundle_lanes;  /* most lanes interpreted at once; 0: chosen by the size of the frame */
} EngineOptions;

/* Makes a program of `m`, which has been through ir_optimise and must outlive it. In `arena`. */
EngineProgram *engine_program_new(Arena *arena, const IrModule *m, const EngineOptions *options);
const EngineBlockInfo *engine_blocks(const EngineProgram *p, uint32_t *count);
/* Instructions that a workgroup runs, over all invocations; 0 when loops or calls say how many. */
uint64_t engine_straight_steps(const EngineProgram *p);
/* The program as text, for tests and --print. */
void engine_print(StrBuf *out, const EngineProgram *p);

typedef enum EngineStatus {
    ENGINE_OK,
    ENGINE_OUT_OF_MEMORY,
    ENGINE_MEMORY_BUDGET,
    ENGINE_STEP_BUDGET, /* `site` says which loop was running */
    ENGINE_INTERRUPTED,
    ENGINE_NO_PROGRESS,   /* all that may run repeats itself for ever: `site` is a loop */
    ENGINE_OUT_OF_BOUNDS, /* OOB_TRAP: `site` says which access */
} EngineStatus;

typedef enum ScheduleKind {
    SCHEDULE_FAIR,       /* the default: those that wait let others run */
    SCHEDULE_ASCENDING,  /* one thread, workgroups in order */
    SCHEDULE_DESCENDING, /* last workgroup first, each to its end without pre-emption */
    SCHEDULE_OCCUPANCY,  /* at most `schedule_arg` workgroups resident, in order */
    SCHEDULE_SEED,       /* a random order, repeatable by `schedule_arg` */
} ScheduleKind;

/* A mip level of a texture: its texels lie row by row, slice by slice. */
typedef struct EngineLevel {
    uint32_t size[3];    /* width, height, depth or layers */
    uint32_t offset;     /* bytes from the binding's data, */
    uint32_t row, slice; /* from row to row, from slice to slice */
} EngineLevel;

enum { ENGINE_MOST_LEVELS = 16, ENGINE_MOST_TEXELS = 1 << 28 };

/* A texture as a binding sees it: the levels and layers of a view. All levels together have fewer
 * than ENGINE_MOST_TEXELS texels. */
typedef struct EngineTexture {
    const TexelFormat *format;
    uint32_t levels, layers, samples; /* the samples of a texel lie side by side */
    EngineLevel level[ENGINE_MOST_LEVELS];
} EngineTexture;

typedef enum EngineAddress { ADDRESS_CLAMP, ADDRESS_REPEAT, ADDRESS_MIRROR } EngineAddress;

/* What a comparison is of the reference with a texel, in this order. */
typedef enum EngineCompare {
    COMPARE_NONE, /* the sampler compares nothing */
    COMPARE_NEVER,
    COMPARE_LESS,
    COMPARE_EQUAL,
    COMPARE_LESS_EQUAL,
    COMPARE_GREATER,
    COMPARE_NOT_EQUAL,
    COMPARE_GREATER_EQUAL,
    COMPARE_ALWAYS,
} EngineCompare;

/* How texels are found and weighed. */
typedef struct EngineSampler {
    EngineAddress address[3];
    bool magnifies_linear, minifies_linear, levels_linear; /* else nearest */
    EngineCompare compare;
    float level_min, level_max;
} EngineSampler;

typedef struct EngineBinding {
    uint32_t group, binding;
    void *data; /* 16-byte aligned */
    uint64_t size;
    const EngineTexture *texture; /* NULL: a buffer, or */
    const EngineSampler *sampler; /* one of these, without data */
} EngineBinding;

typedef struct EngineDispatch {
    uint32_t workgroups[3];
    const EngineBinding *binding; /* every binding that the module uses is there and large enough */
    uint32_t bindings;
    ScheduleKind schedule;
    uint32_t schedule_arg;
    /* Turns of loops and calls of a bundle, times its lanes or 256; 4 an invocation, or 1024, of
     * each workgroup that has run; 0: no limit. */
    uint64_t step_budget;
    uint64_t memory_budget; /* bytes of the engine's own, bindings not counted; 0: no limit */
    ThreadPool *pool;       /* NULL: the calling thread only */
    const Observer *const *observer;
    uint32_t observers;
    /* Called from time to time on the calling thread; true stops the run. May be NULL. */
    bool (*progress)(void *context, uint64_t groups_done, uint64_t groups);
    void *progress_context;
    const _Atomic(bool) *stop; /* the run ends when it becomes true; may be NULL */
    enum { OOB_CLAMP, OOB_DROP, OOB_TRAP } out_of_bounds;
} EngineDispatch;

typedef struct EngineResult {
    EngineStatus status;
    uint32_t site;         /* of the loop or barrier where it stopped, or 0 */
    uint32_t workgroup[3]; /* one that was running then */
    uint64_t groups_done, groups;
    uint64_t steps;
    uint64_t memory; /* most bytes of the engine's own at once */
} EngineResult;

EngineResult engine_run(const EngineProgram *p, const EngineDispatch *d);

#endif
