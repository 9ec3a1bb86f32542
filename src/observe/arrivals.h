/* Barriers and subgroup operations that not all invocations come to together, though they should:
 * who comes, who does not, on which turn of the loop, and where the others went.
 *
 * Only for modules that the analysis of uniformity rejects and that run all the same. */
#ifndef LW_OBSERVE_ARRIVALS_H
#define LW_OBSERVE_ARRIVALS_H

#include "engine/events.h"

/* Invocations of a workgroup, by local index. */
typedef struct LaneSet {
    uint32_t first, last, count;
} LaneSet;

typedef struct Divergence {
    uint32_t site;  /* barrier or subgroup operation */
    uint32_t other; /* site of the barrier where the others wait, or of the branch at which they
                       went another way; 0: not known */
    bool waits;     /* it is a barrier */
    bool subgroup;  /* lanes of one subgroup disagree */
    uint64_t count; /* times */
    /* of the first time in the first workgroup: */
    uint32_t workgroup, turn; /* turn of the loop, from 1; 0: in none */
    LaneSet came, missing;
} Divergence;

/* Those of one worker. Zero-initialised. */
typedef struct DivergenceTable {
    Divergence *at;
    uint32_t len, cap;
} DivergenceTable;

bool divergences_merge(DivergenceTable *to, const DivergenceTable *from);
void divergences_free(DivergenceTable *t);

/* What is known of a workgroup that runs. Zero-initialised. */
typedef struct ArrivalGroup {
    struct LaneWay *way;      /* by lane */
    struct OpenArrival *open; /* barriers that not all have come to, since the last that all did */
    uint32_t opens, cap;
    struct {
        uint32_t site, turn;
    } turn[16]; /* of barriers, when last somebody came */
    uint32_t next_turn;
} ArrivalGroup;

/* False when memory is short. `lanes`: of a workgroup. */
bool arrivals_branch(ArrivalGroup *g, uint32_t lanes, const BranchEvent *e);
bool arrivals_operation(DivergenceTable *t, ArrivalGroup *g, uint32_t lanes,
                        const OperationEvent *e);
bool arrivals_come(DivergenceTable *t, ArrivalGroup *g, const ArrivalEvent *e);
/* All have come to a barrier, or the workgroup has ended. */
bool arrivals_settle(DivergenceTable *t, ArrivalGroup *g);
void arrivals_group_free(ArrivalGroup *g);

#endif
