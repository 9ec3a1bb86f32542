/* What the engine tells its observers.
 *
 * An observer is a set of callbacks and the event kinds it wants. With no observer no event code
 * runs. Each worker thread of a dispatch has its own state for each observer, made by begin and
 * handed to end on the calling thread in the order of the workers, so that callbacks need no locks
 * and merging is deterministic.
 *
 * One memory event stands for one instruction executed by one bundle: consecutive subgroups of a
 * workgroup, in lane order. Subgroups without an active lane are to be skipped by the observer.
 */
#ifndef LW_ENGINE_EVENTS_H
#define LW_ENGINE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

enum EventKind {
    EVENT_MEMORY = 1, /* loads, stores, atomics of workgroup, storage and uniform memory */
    EVENT_BRANCH = 2, /* if, switch and loop conditions that may vary */
    EVENT_BARRIER = 4,
    EVENT_BLOCK = 8,    /* straight-line runs of instructions, for counts of operations */
    EVENT_GROUP = 16,   /* a workgroup begins or ends */
    EVENT_VALUES = 32,  /* memory events carry the values stored or operands of atomics */
    EVENT_PRIVATE = 64, /* out-of-bounds accesses of function and private memory */
    /* No event, but leave to put equal ones together: what the same lanes do in the same way in
     * many workgroups may come as one event, `times` of them, when the worker ends; in the place of
     * the first. Only for observers that neither look at what lies between events nor at values;
     * holds when all observers of the dispatch say so. Events of workgroup 0 come one by one. */
    EVENT_REPEATS = 128,
    EVENT_OPERATION = 256, /* operations that the module watches (see ir_watch) */
    EVENT_ARRIVAL = 512,   /* lanes at a barrier to which not all of their workgroup have come */
    EVENT_STALL = 1024,    /* lanes in a loop that cannot end */
};

typedef enum MemoryOp { MEMORY_LOAD, MEMORY_STORE, MEMORY_ATOMIC } MemoryOp;

/* Where in the dispatch an event happens. */
typedef struct EventPlace {
    uint32_t workgroup[3];
    uint32_t workgroup_index; /* linear */
    uint32_t first_lane;      /* local invocation index of lane 0 of the event; a multiple of the
                                 subgroup size */
    uint32_t lanes;           /* lanes of the event; only the workgroup's last subgroup may be
                                 partial, and is filled up with inactive lanes to lanes_padded */
    uint32_t lanes_padded;    /* a multiple of the subgroup size and of 32 */
    uint32_t subgroup_size;
    /* Active lanes, bit i % 32 of word i / 32; bits at and past `lanes` are 0. */
    const uint32_t *mask;
    bool all_active; /* every lane below `lanes` is */
    uint64_t times;  /* 1, unless the observer asked for EVENT_REPEATS */
} EventPlace;

/* An index of an access as it was given: element `value` of an array of `count`. */
typedef struct EventIndex {
    const uint32_t *value; /* lanes_padded words, or one when it is uniform */
    bool uniform;
    uint32_t count;
} EventIndex;

typedef struct MemoryEvent {
    EventPlace place;
    uint32_t site;
    uint32_t instruction; /* its number in the program */
    uint32_t object;
    MemoryOp op;
    IrAtomicOp atomic_op;
    AddressSpace space;
    uint8_t width; /* bytes a lane moves, as the hardware model sees it: 2, 4, 8, 16 */
    uint8_t bytes; /* bytes a lane really touches: 12 of 16 for a vec3 */
    /* Byte addresses, lanes_padded of each: in workgroup space from the start of the workgroup's
     * memory, else from the start of the binding. raw == used unless some lane is out of bounds.
     * Addresses of inactive lanes are not defined. */
    const uint32_t *raw, *used;
    const uint32_t *out_of_bounds; /* bits as in mask, or NULL when no active lane is */
    const EventIndex *index;       /* of an access with lanes out of bounds; else NULL */
    uint32_t indices;
    const uint32_t *const *value; /* EVENT_VALUES: per component, lanes_padded words; else NULL */
    /* The addresses differ from those of any other execution of this instruction by these lanes
     * (the same first_lane and lanes) by one distance for all of them, and none is out of bounds.
     */
    bool fixed;
    /* All active lanes have used[i] == used[0] + i * stride over the whole event: then true. */
    bool affine;
    int32_t stride;
} MemoryEvent;

/* Lanes that have done what an IR_WATCH looks for. */
typedef struct OperationEvent {
    EventPlace place;
    uint32_t site;
    IrWatch watch;
    IrType type;
    const uint32_t *bits; /* the lanes */
    uint32_t operands;
    struct {
        const uint32_t *value; /* lanes_padded words, or one when it is uniform */
        bool uniform;
    } operand[4];
    uint32_t print;        /* IRW_PRINT: its place in IrModule.prints, and */
    uint32_t first_scalar; /* that of the first operand among its scalars */
} OperationEvent;

typedef struct BranchEvent {
    EventPlace place; /* mask: lanes that reach the branch */
    uint32_t site;
    const uint32_t *taken; /* bits; lanes that go the first way, a subset of mask */
} BranchEvent;

typedef struct BarrierEvent {
    EventPlace place;
    uint32_t site;
    uint32_t barrier; /* IrBarrier bits */
} BarrierEvent;

/* All lanes of the workgroup that are at a barrier at the same time, when they are not all lanes
 * there are. `place` is that of the whole workgroup. Comes behind the BarrierEvents. */
typedef struct ArrivalEvent {
    EventPlace place;
    uint32_t site;
} ArrivalEvent;

/* The run cannot go on: under its schedule everything that may run repeats itself, and memory stays
 * as it is. Comes for each unit that spins, twice: between the two it goes through its loop again,
 * so that events tell what it looks at. */
typedef struct StallEvent {
    EventPlace place;    /* mask: lanes in the loop */
    uint32_t site;       /* of the loop */
    const uint32_t *out; /* bits of lanes that have left the loop but not ended: they wait for the
                            others */
    bool begins;
} StallEvent;

typedef struct BlockEvent {
    EventPlace place;
    uint32_t block; /* index into EngineBlockInfo of the program */
} BlockEvent;

/* What a straight-line run of instructions does per active lane. */
typedef struct EngineBlockInfo {
    uint32_t instructions; /* scalar IR instructions */
    uint32_t flops;
    uint32_t first_site; /* a site inside it, for its place in the source */
} EngineBlockInfo;

typedef struct GroupEvent {
    uint32_t workgroup[3];
    uint32_t workgroup_index;
    bool begins;
} GroupEvent;

typedef struct Observer {
    uint32_t wants; /* EventKind bits */
    void *context;
    /* Called on the dispatching thread before the workers start: state for `worker`. NULL means out
     * of memory. */
    void *(*begin)(void *context, uint32_t worker);
    void (*memory)(void *state, const MemoryEvent *e);
    void (*branch)(void *state, const BranchEvent *e);
    void (*barrier)(void *state, const BarrierEvent *e);
    void (*arrival)(void *state, const ArrivalEvent *e);
    void (*stall)(void *state, const StallEvent *e);
    void (*block)(void *state, const BlockEvent *e);
    void (*operation)(void *state, const OperationEvent *e);
    void (*group)(void *state, const GroupEvent *e);
    void (*end)(void *context, uint32_t worker, void *state);
} Observer;

#endif
