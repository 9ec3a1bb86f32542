/* What the cost observer keeps of the first workgroup: the executions of its accesses, so that
 * paddings can be tried on them afterwards, and pictures be drawn. Accesses to workgroup memory are
 * always kept; those to storage when the observer was asked to (cost_new). */
#ifndef LW_OBSERVE_RECORD_H
#define LW_OBSERVE_RECORD_H

#include "observe/cost.h"
#include "observe/recorded.h"

/* Appends an execution, unless RECORD_MOST are there: `one` but for its place in the pool and its
 * shift, and its addresses. False when memory is short. */
bool record_add(RecordedAccess *r, const Record *one, const uint32_t *address);
/* The addresses of an execution. */
void record_addresses(const RecordedAccess *r, const Record *one, uint32_t address[HW_MAX_LANES]);
/* A copy in the arena. */
RecordedAccess record_copy(Arena *arena, const RecordedAccess *r);
void record_free(RecordedAccess *r);

typedef VEC(const RecordedAccess *) RecordList;

/* Tries the pads of every array with conflicts and names the causes; fills r->pads and r->causes.
 */
void cost_try_pads(Arena *arena, const IrModule *m, const HwModel *hw, const RecordList *recorded,
                   CostResult *r);

#endif
