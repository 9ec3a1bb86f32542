/* What the files of the correctness observer know of each other. */
#ifndef LW_OBSERVE_CHECK_INTERNAL_H
#define LW_OBSERVE_CHECK_INTERNAL_H

#include "observe/check.h"
#include "observe/cross.h"
#include "observe/faults.h"
#include "observe/pairs.h"
#include "observe/races.h"
#include "observe/shadow.h"

/* A workgroup that runs. */
typedef struct CheckGroup {
    struct CheckGroup *next;
    Shadow *shadow; /* NULL when no access can be in conflict */
    uint32_t workgroup_index;
    FaultGroup faults;
} CheckGroup;

/* A worker of the dispatch. */
typedef struct CheckWorker {
    struct CheckWorker *next;
    CheckObserver *owner;
    bool failed;       /* memory ran out: nothing more is looked at */
    CheckGroup *group; /* those that run, the one that was last seen first */
    ShadowPool pool;
    PairTable pairs;
    FaultTable faults;
} CheckWorker;

struct CheckObserver {
    Arena *arena;
    const IrModule *module;
    AccessTable table;
    bool any_tracked; /* some access can be in conflict */
    uint32_t workgroups[3];
    Observer observer;
    BlockBudget budget;
    Cross cross;
    bool ready; /* cross has been set up */
    CheckWorker *workers, **last_worker;
    PairTable pairs; /* of all workers */
    FaultTable faults;
    CheckResult result;
};

/* check_text.c */
/* Makes the findings of what is in c->pairs and c->faults. */
void check_write_findings(CheckObserver *c);

#endif
