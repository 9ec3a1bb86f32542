/* Loops that cannot end under the schedule: who spins, the word that the loop looks at, and who
 * writes that word once the other workgroups may run.
 *
 * Stalls are told of when nothing else runs, on one thread, so there is one of these a dispatch. */
#ifndef LW_OBSERVE_PROGRESS_H
#define LW_OBSERVE_PROGRESS_H

#include "engine/events.h"
#include "observe/arrivals.h"

/* A loop that cannot end: of the first workgroup that is in it, and of that the first unit. */
typedef struct Wait {
    uint32_t site, workgroup;
    LaneSet lanes;  /* in the loop, */
    LaneSet out;    /* and of the first one's subgroup, those that have left it but not ended */
    uint64_t count; /* invocations in the loop, of all workgroups */
    /* what it looks at */
    bool has_word, by_atomic;
    uint32_t poll, object, address, lane;
    /* who wrote that */
    bool has_writer;
    uint32_t writer, writer_workgroup, writer_lane; /* site; ... */
} Wait;

enum { MOST_WAITS = 64 };

/* Zero-initialised. */
typedef struct Progress {
    Wait wait[MOST_WAITS];
    uint32_t waits;
    Wait *traced; /* whose loop is run again */
} Progress;

void progress_stall(Progress *p, const StallEvent *e);
/* Once there are waits. */
void progress_memory(Progress *p, const MemoryEvent *e);

#endif
