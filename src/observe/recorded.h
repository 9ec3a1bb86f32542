/* The recorded executions of an access: who touched what. */
#ifndef LW_OBSERVE_RECORDED_H
#define LW_OBSERVE_RECORDED_H

#include "hw/hw.h"

/* Executions kept for one access; later ones of the same workgroup are not recorded. */
enum { RECORD_MOST = 4096 };

/* One execution by one subgroup. */
typedef struct Record {
    uint32_t lanes;
    uint32_t mask[HW_MAX_LANES / 32];
    uint32_t at;    /* where its addresses start in the pool, `lanes` of them; those of inactive
                       lanes are not defined */
    uint32_t shift; /* to be added to them: executions that differ by a shift share a place */
    uint32_t event;    /* subgroups that executed the access together have the same number */
    uint16_t subgroup; /* of the workgroup */
    uint8_t width;     /* bytes a lane */
} Record;

/* The records of one access. While workers fill it, its memory is from malloc. */
typedef struct RecordedAccess {
    uint32_t site, object;
    HwOp op;
    Record *record;
    uint32_t *pool;
    uint32_t records, record_cap, pool_len, pool_cap;
    uint32_t events; /* so far */
} RecordedAccess;

#endif
