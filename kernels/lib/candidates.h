/* The tunings of each primitive that are worth timing. */
#ifndef LWK_CANDIDATES_H
#define LWK_CANDIDATES_H

#include "lanewise/kernels.h"

typedef enum LwkPrimitive {
    LWK_REDUCE,
    LWK_SCAN,
    LWK_SEGMENTED_SCAN,
    LWK_SELECT,
    LWK_HISTOGRAM,
    LWK_TRANSPOSE,
    LWK_SORT,
    LWK_GEMM
} LwkPrimitive;

typedef struct LwkCandidates {
    const LwkTuning *tuning; /* the first is the library's choice */
    size_t count;
} LwkCandidates;

LwkCandidates lwk_candidates(LwkPrimitive primitive);

#endif
