/* Things that single invocations do wrong, added up over a dispatch: accesses out of bounds, and
 * operations without a good result. */
#ifndef LW_OBSERVE_FAULTS_H
#define LW_OBSERVE_FAULTS_H

#include "engine/events.h"

/* An invocation: the linear index of its workgroup, and its own in that. */
typedef struct Invocation {
    uint32_t workgroup, lane;
} Invocation;

/* What goes wrong at one place in one way. */
typedef struct Fault {
    uint32_t site;
    uint32_t way;           /* MemoryOp of an access, else FAULT_OPERATION + IrWatch */
    uint32_t object;        /* of an access */
    uint64_t count;         /* times */
    uint64_t invocations;   /* different ones */
    Invocation first, last; /* in the order of workgroups and invocations */
    /* Of the first time of the first invocation: */
    bool has_index;
    uint32_t operand[4]; /* an index and how many elements there are; or the operands */
    uint32_t operands;
    IrType type;   /* of an operation */
    uint32_t used; /* address after clamping */
} Fault;

enum { FAULT_OPERATION = MEMORY_ATOMIC + 1 };

/* Those of one worker. Zero-initialised. */
typedef struct FaultTable {
    Fault *at;
    uint32_t faults, cap;
} FaultTable;

/* Who of a workgroup has had which fault. Zero-initialised. */
typedef struct FaultGroup {
    uint32_t **seen; /* by fault: bits by local invocation index, or NULL */
    uint32_t faults;
} FaultGroup;

/* Active lanes out of bounds; lanes of a watched operation. False when memory is short. */
bool faults_add_access(FaultTable *t, FaultGroup *g, const MemoryEvent *e);
bool faults_add_operation(FaultTable *t, FaultGroup *g, const OperationEvent *e);
/* Adds one worker's to another's. */
bool faults_merge(FaultTable *to, const FaultTable *from);
void faults_free(FaultTable *t);
void faults_group_free(FaultGroup *g);

#endif
