/* The cost observers: what a dispatch asks of banks, memory sectors, branches and atomics. */
#ifndef LW_OBSERVE_COST_H
#define LW_OBSERVE_COST_H

#include "engine/engine.h"
#include "engine/events.h"
#include "hw/hw.h"
#include "ir/ir.h"

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
    AddressSpace space;
    uint8_t width;
    uint64_t executions;  /* subgroup executions with at least one active lane */
    uint64_t lanes;       /* active lanes over them */
    uint64_t wavefronts, ideal_wavefronts; /* workgroup space */
    uint32_t worst_degree;                 /* largest wavefronts / ideal of one execution */
    uint64_t sectors, ideal_sectors, requests; /* storage and uniform space */
    uint64_t max_same_address; /* atomics: most lanes of one subgroup on one word */
    uint64_t same_address;     /* atomics: sum over executions of that number */
    uint64_t out_of_bounds;    /* lanes found out of bounds; they cost nothing */
    CostSample worst;          /* the worst execution seen (workgroup space) */
} CostAccess;

typedef struct CostBranch {
    uint32_t site;
    uint64_t executions, divergent; /* subgroup executions; those whose lanes went both ways */
} CostBranch;

/* A pad of the innermost dimension of a workgroup array, tried in the model over all recorded
 * accesses of the array. */
typedef struct CostPad {
    uint32_t object;
    uint32_t dimension;   /* elements in the innermost dimension now */
    uint32_t pad;         /* elements to add */
    uint64_t wavefronts;  /* over all accesses of the array, sampled */
    uint64_t ideal;       /* the same without any conflict */
    uint32_t extra_bytes; /* more workgroup memory */
} CostPad;

/* A reason for a conflict: neighbouring lanes are `stride` words apart. 0: no single stride. */
typedef struct CostCause {
    uint32_t site;
    int32_t stride;
} CostCause;

typedef struct CostResult {
    uint32_t dispatch; /* filled by the owner */
    VEC(CostAccess) accesses; /* by place in the source */
    VEC(CostBranch) branches;
    VEC(CostPad) pads;        /* per conflicting array: pad 0 first, then the best ones, best first */
    VEC(CostCause) causes;
    uint64_t barriers;        /* executed, per subgroup */
    uint64_t invocations;
    uint64_t active_lanes, lane_slots; /* over all instructions: their ratio is the active-lane ratio */
    uint64_t float_operations, storage_bytes, workgroup_access_bytes;
    uint64_t instructions;    /* scalar, per active lane */
    uint32_t workgroup_bytes;
} CostResult;

typedef struct CostObserver CostObserver;

/* An observer of dispatches of `p`/`m` under a hardware model, in `arena`. */
CostObserver *cost_new(Arena *arena, const IrModule *m, const EngineProgram *p, const HwModel *hw);
const Observer *cost_observer(CostObserver *c);
/* The results of all dispatches so far, in the arena. */
const CostResult *cost_result(CostObserver *c);

#endif
