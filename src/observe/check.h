/* The correctness observer: finds, in dispatches as they run, what is wrong with a shader though
 * its result may look right.
 *
 * data-race, order-dependent-atomics: two accesses of one word by two invocations with nothing to
 * order them. A barrier orders the invocations of one workgroup, and only for the memory that it is
 * for; nothing orders two workgroups of a dispatch; atomics are relaxed and order no other memory;
 * subgroup operations order none at all. What is found does not depend on which invocation happened
 * to come first, nor on the number of threads:
 *
 *   access.c   which accesses of the shader may be in conflict with which
 *   shadow.c   what each of them has touched since the last barrier: for every word two invocations
 *   races.c    at a barrier, or when a workgroup ends: the pairs of accesses that meet on a word
 *   cross.c    the same between workgroups: for every word the accesses that some workgroup made
 *
 * barrier-divergence: arrivals.c adds up barriers and subgroup operations that not all come to;
 * arrivals_text.c says it. no-forward-progress: progress.c looks at loops that cannot end, and
 * progress_text.c says it.
 *
 * out-of-bounds, and operations without a good result (integer-division and others): faults.c adds
 * up what the engine has found. check_text.c says it all in words. */
#ifndef LW_OBSERVE_CHECK_H
#define LW_OBSERVE_CHECK_H

#include "engine/engine.h"
#include "engine/events.h"
#include "ir/ir.h"

typedef struct CheckDatum {
    const char *name;
    double value;
} CheckDatum;

typedef struct CheckFinding {
    const char *rule;
    Severity severity;
    Span span;
    Str message;
    bool has_other; /* a second place, */
    Span other;
    Str other_message; /* and what is done there */
    uint64_t count;    /* how often: words for pairs of accesses, else invocations */
    VEC(CheckDatum) data;
} CheckFinding;

typedef struct CheckResult {
    VEC(CheckFinding) findings; /* by place in the source */
    uint64_t more;              /* findings past CHECK_MOST_FINDINGS, which are not kept */
} CheckResult;

enum { CHECK_MOST_FINDINGS = 1000 };

typedef struct CheckObserver CheckObserver;

/* An observer of one dispatch of `m`, in `arena`. `d` says what is dispatched over which bindings;
 * its observers do not matter yet. */
CheckObserver *check_new(Arena *arena, const IrModule *m, const EngineDispatch *d);
/* Counts invocations that store nothing (unused-invocations), too; before the dispatch. */
void check_count_unused(CheckObserver *c);
const Observer *check_observer(CheckObserver *c);
/* What has been found, in the arena; NULL when memory ran short. */
const CheckResult *check_result(CheckObserver *c);
/* Frees what the workers left; results stay, since they are in the arena. */
void check_free(CheckObserver *c);

#endif
