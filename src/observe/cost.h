/* The cost observers: what a dispatch asks of banks, memory sectors, branches and atomics. */
#ifndef LW_OBSERVE_COST_H
#define LW_OBSERVE_COST_H

#include "engine/engine.h"
#include "engine/events.h"
#include "hw/hw.h"
#include "ir/ir.h"
#include "observe/recorded.h"

/* A recorded execution of one access by one subgroup: enough to draw its banks. */
typedef struct CostSample {
    uint32_t workgroup_index, subgroup; /* whose */
    uint32_t lanes;
    uint32_t mask[HW_MAX_LANES / 32];
    uint32_t address[HW_MAX_LANES];
    HwBankCost bank;
} CostSample;

/* One access instruction of the shader (per site and operation). */
typedef struct CostAccess {
    uint32_t site, object;
    MemoryOp op;
    IrAtomicOp atomic_op; /* of atomics */
    AddressSpace space;
    uint8_t width;
    uint64_t executions;                   /* subgroup executions with at least one active lane */
    uint64_t lanes;                        /* active lanes over them */
    uint64_t wavefronts, ideal_wavefronts; /* workgroup space */
    uint32_t worst_degree;                 /* largest wavefronts / ideal of one execution */
    uint64_t sectors, ideal_sectors, requests; /* storage and uniform space */
    uint64_t max_same_address;                 /* atomics: most lanes of one subgroup on one word */
    uint64_t same_address;                     /* atomics: sum over executions of that number */
    uint64_t out_of_bounds;                    /* lanes found out of bounds; they cost nothing */
    CostSample worst;                          /* the worst execution seen (workgroup space) */
} CostAccess;

typedef struct CostBranch {
    uint32_t site;
    uint64_t executions, divergent; /* subgroup executions; those whose lanes went both ways */
} CostBranch;

/* A pad of the innermost dimension of a workgroup array, tried in the model over every access of
 * the array that the first workgroup made. */
typedef struct CostPad {
    uint32_t object;
    uint32_t dimension;   /* elements in the innermost dimension now */
    bool flattened;       /* the array has one dimension; its rows are taken to be as long as the
                             stride of its worst conflict */
    uint32_t pad;         /* elements to add */
    uint64_t wavefronts;  /* of the first workgroup, over all accesses of the array */
    uint64_t ideal;       /* the same without any conflict */
    uint32_t extra_bytes; /* more workgroup memory */
} CostPad;

/* A reason for a conflict, read off an access's worst execution: neighbouring lanes are `stride`
 * words apart over runs of `run` lanes. stride 0: there is no such stride. */
typedef struct CostCause {
    uint32_t access; /* index into CostResult.accesses */
    int32_t stride;
    uint32_t run;
} CostCause;

typedef struct CostResult {
    uint32_t dispatch;        /* filled by the owner */
    VEC(CostAccess) accesses; /* by place in the source */
    VEC(CostBranch) branches;
    VEC(CostPad) pads;            /* per conflicting array: pads 0 to COST_MOST_PAD in order */
    VEC(CostCause) causes;        /* of accesses with conflicts */
    VEC(RecordedAccess) recorded; /* one an access, when recording was asked for */
    uint64_t barriers;            /* executed, per subgroup */
    uint64_t invocations;
    uint64_t active_lanes,
        lane_slots; /* over all instructions: their ratio is the active-lane ratio */
    uint64_t float_operations, storage_bytes, workgroup_access_bytes;
    uint64_t instructions; /* scalar, per active lane */
    uint32_t workgroup_bytes;
} CostResult;

enum { COST_MOST_PAD = 32 };

typedef struct CostObserver CostObserver;

/* An observer of dispatches of `p`/`m` under a hardware model, in `arena`. `record`: the first
 * workgroup's accesses to all memory are kept in the result. */
CostObserver *cost_new(Arena *arena, const IrModule *m, const EngineProgram *p, const HwModel *hw,
                       bool record);
const Observer *cost_observer(CostObserver *c);
/* The results of all dispatches so far, in the arena; NULL when memory ran short in a dispatch. */
const CostResult *cost_result(CostObserver *c);
/* Frees what the workers left; results stay, since they are in the arena. */
void cost_free(CostObserver *c);

/* Adds a dispatch's result to the sum of others of the same program; `to` begins zeroed and lives
 * in the arena. */
void cost_add(Arena *arena, CostResult *to, const CostResult *from);

#endif
