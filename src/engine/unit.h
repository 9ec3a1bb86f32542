/* The state of running code: what is interpreted, and on whose behalf.
 *
 * A group is a workgroup that has been started. It is run by one worker (a thread), as one or more
 * units. A unit is some lanes of the group, whole subgroups, that are interpreted together; all of
 * its state is here and never on the native stack, so that it can stop at a barrier or in a loop,
 * let others run, and go on.
 */
#ifndef LW_ENGINE_UNIT_H
#define LW_ENGINE_UNIT_H

#include <stdatomic.h>

#include "engine/program.h"

/* Lanes are active in windows, so that what only some lanes do costs only what they need. Outside
 * of the window no lane is active; all bits are valid. */
enum { WINDOW = 32 };
enum { MOST_LANE_WORDS = 1024 }; /* of the bits of a workgroup's lanes */

typedef struct Mask {
    uint32_t lo, hi; /* multiples of 32, but that hi may be the end of the lanes; equal: no lane */
    bool full;       /* every lane of the window that exists is active */
    Lane *lanes;     /* the mask as 0 or all ones a lane, valid in the window; NULL: not made yet */
    uint32_t word[]; /* the mask as bits */
} Mask;

typedef enum UnitState { UNIT_READY, UNIT_AT_BARRIER, UNIT_DONE } UnitState;

typedef struct Unit {
    const Code *code;
    struct Group *group;
    uint32_t pc;
    uint32_t mask; /* active slot */
    UnitState state;
    uint32_t turns;      /* of loops that may wait for others: how many are left, */
    uint32_t quantum;    /* and how many there are each time */
    uint32_t first_lane; /* local invocation index of its lane 0 */
    uint32_t lanes;      /* that exist, */
    uint32_t padded;     /* up to a multiple of 16, */
    uint32_t words;      /* in words of a mask */
    uint32_t subgroup_size;
    uint32_t whole;  /* lanes in chunks of 16 lanes that all exist */
    size_t pitch;    /* bytes from register to register */
    uint8_t *vector; /* registers */
    Lane *scalar;
    uint32_t *back; /* by function: where it returns to */
    uint8_t *masks; /* slots, of mask_size bytes */
    size_t mask_size;
    uint32_t *all;       /* bits of the lanes that exist */
    uint8_t *repeats;    /* see repeat.c; NULL: each event is told */
    size_t repeat_size;  /* of an entry there */
    struct Unit *next;   /* of the group */
    struct Unit *origin; /* the unit that was taken apart into this and others; NULL: none */
    bool prepared;       /* the preamble has been run */
    size_t memory_size;
} Unit;

typedef struct Group {
    uint32_t index, id[3];
    Unit *unit;      /* in order of the lanes */
    uint8_t *memory; /* workgroup space */
    struct Group *next;
    bool waits; /* all units spun when it ran last */
} Group;

/* One engine_run. */
typedef struct Run {
    const EngineProgram *p;
    const Code *code;
    const EngineDispatch *d;
    uint32_t workers;
    uint64_t groups;
    uint32_t wants;                /* EventKind bits that some observer wants */
    bool repeats;                  /* equal events are put together, */
    bool counts_memory;            /* also those of accesses */
    uint8_t **base;                /* by object: bindings, */
    const EngineTexture **texture; /* and what those that are textures look like, */
    const EngineSampler **sampler; /* and samplers */
    Lane *scalar;                  /* first values of the scalar registers */
    /* the schedule */
    bool random;       /* the order is by chance, and subgroups run apart from the start */
    uint32_t resident; /* workgroups that are started at once, */
    bool starts_more;  /* and others when all of them wait */
    uint32_t quantum, short_quantum; /* loop turns, for units and parts of them */
    uint32_t chunk;                  /* workgroups that a worker takes at a time */
    atomic_uint_fast64_t next_group, groups_done;
    atomic_uint_fast64_t steps, memory, memory_most;
    atomic_bool over_budget;
    atomic_uint status; /* EngineStatus; the first that is not ENGINE_OK stays */
    uint32_t stop_site, stop_group[3];
    bool stalled; /* nothing could go on by the schedule; other workgroups may run to show why */
    uint32_t stall_site, stall_group[3];
    uint64_t step_budget;
} Run;

/* Workers lie next to each other, but share no cache line. */
typedef struct Worker {
    _Alignas(64) Run *run;
    uint32_t index;
    const LaneOps *ops;
    uint8_t **base;  /* by object, those of the group that runs included */
    uint8_t *memory; /* the workgroup memory that is in `base` */
    Group *resident; /* those that have been started, in the order of their turns */
    uint32_t residents;
    Group *free_group;
    uint64_t next, end; /* workgroups taken but not started */
    bool progress;      /* a unit has ended, or was taken apart */
    int64_t fuel;       /* steps until the worker looks around, */
    int64_t fuel_given; /* and how many there were */
    uint64_t random;
    uint64_t last_look; /* nanoseconds */
    void **observer_state;
    MemoryEvent event; /* that observers are told of */
    /* scratch */
    Lane *lane;       /* a register: for results that are merged into another, */
    Lane *wide;       /* and one for masks */
    Lane *raw, *used; /* addresses */
    uint32_t *out;    /* bits of lanes out of bounds */
    uint32_t *bits;   /* of conditions */
    uint8_t *scratch; /* all of them */
    size_t scratch_size;
} Worker;

typedef enum Stop { STOP_DONE, STOP_BARRIER, STOP_SPIN, STOP_ERROR } Stop;

/* interpret.c: runs a unit until something stops it. */
Stop unit_run(Worker *w, Unit *u);

static inline Mask *unit_mask(const Unit *u, uint32_t slot) {
    return (Mask *)(void *)(u->masks + slot * u->mask_size);
}
static inline Lane *unit_register(const Unit *u, uint32_t r) {
    return (Lane *)(void *)(u->vector + r * u->pitch);
}

/* What fixed addresses look like, by the scalar register that tells it. Chunks are counted from
 * lane 0 of the unit that ran the preamble, which the parts of a unit do not have: they go by the
 * addresses. */
static inline LanePattern unit_pattern(const Unit *u, uint32_t scalar) {
    return u->origin ? PATTERN_NONE : (LanePattern)u->scalar[scalar];
}
/* False, and nothing is loaded: there is no pattern. */
static inline bool lanes_load_by(const LaneOps *ops, LanePattern pattern, Lane *d,
                                 const uint8_t *base, const Lane *chunks, uint32_t n) {
    if (pattern == PATTERN_RUNS)
        ops->load_runs(d, base, chunks, n);
    else if (pattern == PATTERN_REPEATS)
        ops->load_repeats(d, base, chunks, n);
    return pattern != PATTERN_NONE;
}

/* mask.c */
/* Sets window and `full` of a mask whose bits outside of the words from..to are 0. */
void mask_settle(const Unit *u, Mask *m, uint32_t from, uint32_t to);
void mask_copy(const Unit *u, Mask *d, const Mask *s);
void mask_lanes_make(const Worker *w, const Unit *u, uint32_t slot);
uint32_t mask_last_lane(const Mask *m);

/* The mask as lanes, from lane 0 of the unit on; valid in the window. */
static inline const Lane *mask_lanes(const Worker *w, const Unit *u, uint32_t slot) {
    Mask *m = unit_mask(u, slot);
    if (!m->lanes)
        mask_lanes_make(w, u, slot);
    return m->lanes;
}
/* The same for those who take NULL for all lanes; from the window's first lane on. */
static inline const Lane *mask_for_memory(const Worker *w, const Unit *u, uint32_t slot) {
    const Mask *m = unit_mask(u, slot);
    return m->full && m->hi <= u->whole ? NULL : mask_lanes(w, u, slot) + m->lo;
}

/* memory.c */
void memory_load_scalar(const Worker *w, const Unit *u, const Access *a, uint32_t address);
void memory_store_scalar(const Worker *w, const Unit *u, const Access *a, uint32_t address);
void memory_load_private(const Worker *w, const Unit *u, const Access *a, const Lane *word,
                         uint32_t offset);
void memory_store_private(const Worker *w, const Unit *u, const Access *a, const Lane *word,
                          uint32_t offset);
void memory_load_private_uniform(const Worker *w, const Unit *u, const Access *a, uint32_t word);
void memory_store_private_uniform(const Worker *w, const Unit *u, const Access *a, uint32_t word);
void memory_atomic(const Worker *w, const Unit *u, const Access *a, const Lane *address,
                   uint32_t offset);
/* checked.c: false when the access ends the run. */
bool memory_checked(Worker *w, Unit *u, const Access *a);
void memory_make_fixed(Worker *w, Unit *u, const Access *a);

/* texture.c: false when the access ends the run. */
bool texture_operation(Worker *w, Unit *u, const Access *a, IrTextureOp op);

/* sample.c: an operation that samples. */
void sample_operation(const Worker *w, const Unit *u, const Access *a, IrTextureOp op);

/* watch.c */
void watch_operation(Worker *w, Unit *u, const Access *a, IrWatch watch);

/* barrier.c */
/* A unit that is all of its workgroup has come to a barrier. */
void barrier_alone(Worker *w, const Unit *u, uint32_t site);
/* No unit can run, but some wait at barriers: lets units go on. */
void barrier_pass(Worker *w, Group *g);

/* observe.c */
void event_arrival(Worker *w, const ArrivalEvent *e);
void event_stall(Worker *w, const StallEvent *e);
void event_operation(Worker *w, const OperationEvent *e);
static inline void event_place(EventPlace *p, const Unit *u, const Mask *m) {
    const Group *g = u->group;
    for (int i = 0; i < 3; i++)
        p->workgroup[i] = g->id[i];
    p->workgroup_index = g->index;
    p->first_lane = u->first_lane;
    p->lanes = u->lanes;
    p->lanes_padded = u->words * 32;
    p->subgroup_size = u->subgroup_size;
    p->mask = m->word;
    p->all_active = m->full && m->lo == 0 && m->hi == u->padded;
    p->times = 1;
}
void event_memory(Worker *w, MemoryEvent *e);
void event_branch(Worker *w, Unit *u, const Inst *in, const Lane *condition);
void event_branch_uniform(Worker *w, Unit *u, const Inst *in, bool taken);
void event_barrier(Worker *w, Unit *u, const Inst *in);
void event_block(Worker *w, Unit *u, uint32_t block);
void event_group(Worker *w, const Group *g, bool begins);
/* The same from what was put together. */
void event_branch_again(Worker *w, Unit *u, const Inst *in, const uint32_t *taken, uint64_t times);
void event_barrier_again(Worker *w, Unit *u, const Inst *in, uint64_t times);
void event_block_again(Worker *w, Unit *u, uint32_t block, uint64_t times);
/* checked.c */
void event_memory_again(Worker *w, Unit *u, const Access *a, uint64_t times);

/* repeat.c: counts equal events instead of telling each (EVENT_REPEATS). An event has a number:
 * accesses, then blocks, branches and barriers. */
static inline uint32_t repeat_block(const Code *c, uint32_t i) {
    return c->accesses + i;
}
static inline uint32_t repeat_branch(const Code *c, uint32_t i) {
    return c->accesses + c->blocks + i;
}
static inline uint32_t repeat_barrier(const Code *c, uint32_t i) {
    return c->accesses + c->blocks + c->branches + i;
}
/* Bytes of an entry, and of all; 0: too many to count. */
size_t repeat_entry(uint32_t words);
size_t repeat_all(const Code *c, uint32_t words);
/* Counted: then it need not be told. `taken` may be NULL. */
bool repeat_count(const Unit *u, uint32_t event, const Mask *m, const uint32_t *taken);
/* Tells what has been counted, when the worker ends. */
void repeat_tell(Worker *w);

/* frame.c: units and groups */
void *run_allocate(Run *run, size_t size);
void run_release(Run *run, void *p, size_t size);
void group_place(const Worker *w, Group *g, uint64_t index);
Group *group_start(Worker *w, uint64_t index);
void group_finish(Worker *w, Group *g);
void group_enter(Worker *w, Group *g);
bool group_split(Worker *w, Group *g, Unit *u);
void group_join(Worker *w, Group *g);
void worker_free_groups(Worker *w);

/* schedule.c */
/* Starts and runs workgroups until there are no more, or the run is to stop; or until all that the
 * worker has spin, and it may start no other. */
void worker_run(Worker *w);
void worker_round(Worker *w);

/* stall.c: all workers have returned, though there are workgroups that have not ended. Goes on with
 * them on this thread, until the workers can (true), or the run is to stop. */
bool stall_resolve(Run *run, Worker *worker);

/* run.c */
/* Steps are about what things cost. A turn of few lanes takes nearly as long as one of many. */
enum { LEAST_TURN_STEPS = 256, LEAST_GROUP_STEPS = 1024 /* or 4 an invocation */ };

static inline int64_t steps_of_turn(const Unit *u) {
    return u->lanes < LEAST_TURN_STEPS ? LEAST_TURN_STEPS : u->lanes;
}

/* Gives the worker more fuel; false when the run is to stop. */
bool worker_look_around(Worker *w, const Unit *u, uint32_t site);
void run_stop(Run *run, EngineStatus status, uint32_t site, const Group *g);
static inline bool run_stopped(Run *run) {
    return atomic_load_explicit(&run->status, memory_order_relaxed) != ENGINE_OK;
}

#endif
