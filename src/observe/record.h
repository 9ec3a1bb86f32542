/* What the cost observer keeps of the first workgroup: every execution of every access to workgroup
 * memory, so that paddings can be tried on it afterwards. */
#ifndef LW_OBSERVE_RECORD_H
#define LW_OBSERVE_RECORD_H

#include "observe/cost.h"

/* Executions kept for one access; later ones of the same workgroup are not recorded. */
enum { RECORD_MOST = 4096 };

typedef struct Record {
    uint32_t lanes;
    uint32_t mask[HW_MAX_LANES / 32];
    uint32_t at; /* where its addresses start in the pool, `lanes` of them */
} Record;

/* The records of one access. Its memory comes from malloc, since workers fill it. */
typedef struct RecordedAccess {
    uint32_t site, object;
    HwOp op;
    uint32_t width;
    Record *record;
    uint32_t *pool;
    uint32_t records, record_cap, pool_len, pool_cap;
} RecordedAccess;

/* Appends an execution, unless RECORD_MOST are there; false when memory is short. */
bool record_add(RecordedAccess *r, uint32_t lanes, const uint32_t *mask, const uint32_t *address);
void record_free(RecordedAccess *r);

typedef VEC(const RecordedAccess *) RecordList;

/* Tries the pads of every array with conflicts and names the causes; fills r->pads and r->causes.
 */
void cost_try_pads(Arena *arena, const IrModule *m, const HwModel *hw, const RecordList *recorded,
                   CostResult *r);

#endif
