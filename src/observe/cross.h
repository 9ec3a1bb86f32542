/* Accesses of different workgroups in conflict: nothing orders them, so that it is enough to know,
 * for every word of storage memory, which accesses have been made by some workgroup.
 *
 * A workgroup is entered when it ends, all that it has touched at once. Then what is known of a
 * word was done by others, and is in conflict with what this one has done. Neither the pairs that
 * are found nor what is kept depends on the order in which workgroups come.
 *
 * Workers share it: pages are guarded by locks. */
#ifndef LW_OBSERVE_CROSS_H
#define LW_OBSERVE_CROSS_H

#include "base/lock.h"
#include "engine/engine.h"
#include "observe/pairs.h"
#include "observe/shadow.h"

enum { CROSS_LOCKS = 64 };

typedef struct CrossPage CrossPage;

typedef struct CrossObject {
    _Atomic(CrossPage *) *page; /* NULL: the object is not looked at */
    uint32_t pages;
    uint32_t set_words; /* of a cell's set of accesses */
    uint32_t *clashes;  /* by access bit: a set of those that it may be in conflict with */
    uint32_t *readers;  /* a set of the accesses that do not write */
} CrossObject;

typedef struct Cross {
    const AccessTable *table;
    uint32_t lanes; /* invocations of a workgroup */
    bool alone;     /* there is one worker, and no need for locks */
    CrossObject *object;
    Lock *lock[CROSS_LOCKS];
} Cross;

/* For the bindings of a dispatch; false when memory is short. */
bool cross_init(Cross *c, const AccessTable *t, const EngineDispatch *d);
/* Enters what a workgroup has touched; its pieces may become columns. False when memory is short.
 */
bool cross_add(Cross *c, ShadowPool *pool, Shadow *s);
/* Adds the pairs that were found. */
bool cross_collect(const Cross *c, PairTable *pairs);
void cross_free(Cross *c);

#endif
