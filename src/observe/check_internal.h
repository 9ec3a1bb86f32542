/* What the files of the correctness observer know of each other. */
#ifndef LW_OBSERVE_CHECK_INTERNAL_H
#define LW_OBSERVE_CHECK_INTERNAL_H

#include "observe/arrivals.h"
#include "observe/check.h"
#include "observe/cross.h"
#include "observe/faults.h"
#include "observe/pairs.h"
#include "observe/progress.h"
#include "observe/races.h"
#include "observe/shadow.h"
#include "observe/unused.h"

/* A workgroup that runs. */
typedef struct CheckGroup {
    struct CheckGroup *next;
    Shadow *shadow; /* NULL when no access can be in conflict */
    uint32_t workgroup_index;
    FaultGroup faults;
    ArrivalGroup arrivals;
    uint32_t *used; /* bits of lanes that have stored; NULL: not counted */
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
    DivergenceTable divergences;
    UnusedCount unused;
} CheckWorker;

struct CheckObserver {
    Arena *arena;
    const IrModule *module;
    const EngineTexture **texture; /* by object: those that are bound */
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
    DivergenceTable divergences;
    Progress progress;
    bool counts_unused;
    UnusedCount unused;
    const EngineDispatch *dispatch;
    uint32_t lanes; /* invocations of a workgroup */
    CheckResult result;
};

/* arrivals_text.c */
void check_write_divergence(CheckObserver *c, const Divergence *d);
/* "invocations 64 to 255", "invocation 3", "12 invocations from 3 to 40" */
void check_say_lanes(StrBuf *b, const CheckObserver *c, const LaneSet *s);

/* progress_text.c */
void check_write_wait(CheckObserver *c, const Wait *w);

/* check_text.c */
CheckFinding *check_add_finding(CheckObserver *c, const char *rule, Severity severity,
                                uint32_t site, uint64_t count);
void check_add_datum(CheckObserver *c, CheckFinding *f, const char *name, double value);
Span check_span(const CheckObserver *c, uint32_t site);
uint32_t check_line(const CheckObserver *c, uint32_t site);
/* "3", or "(3, 1)" where there are several dimensions. */
void check_say_id(StrBuf *b, const uint32_t size[3], uint32_t index);
/* The invocation's global id, as far as it has dimensions. */
void check_say_global_id(StrBuf *b, const CheckObserver *c, Invocation i);
/* Makes the findings of what is in c->pairs and c->faults. */
void check_write_findings(CheckObserver *c);

#endif
