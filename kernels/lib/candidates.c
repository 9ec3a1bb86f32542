#include "candidates.h"

/* Of what goes through chunks: sizes of workgroups, vectors on the way, workgroups. */
static const LwkTuning chunked[] = {
    {0},
    {.workgroup_size = 256, .items = 2, .groups = 1056},
    {.workgroup_size = 256, .items = 4, .groups = 1056},
    {.workgroup_size = 256, .items = 4, .groups = 2112},
    {.workgroup_size = 256, .items = 4, .groups = 4224},
    {.workgroup_size = 256, .items = 8, .groups = 2112},
    {.workgroup_size = 512, .items = 4, .groups = 1056},
    {.workgroup_size = 128, .items = 4, .groups = 2112},
    {.workgroup_size = 64, .items = 2, .groups = 256},
};
static const LwkTuning histogram[] = {
    {0},
    {.workgroup_size = 256, .items = 4, .groups = 1056, .copies = 4},
    {.workgroup_size = 256, .items = 4, .groups = 1056, .copies = 16},
    {.workgroup_size = 512, .items = 4, .groups = 528, .copies = 8},
    {.workgroup_size = 256, .items = 2, .groups = 264, .copies = 2},
};
static const LwkTuning transpose[] = {
    {0}, {.workgroup_size = 64}, {.groups = 1056}, {.groups = 2112}, {.groups = 8448},
};
static const LwkTuning sort[] = {{0}, {.items = 4}, {.items = 8}, {.items = 16}};
static const LwkTuning gemm[] = {{0}, {.items = 8}, {.items = 4}};

#define TABLE(t)                                                                                   \
    { t, sizeof t / sizeof t[0] }
static const LwkCandidates candidates[] = {
    [LWK_REDUCE] = TABLE(chunked),
    [LWK_SCAN] = TABLE(chunked),
    [LWK_SEGMENTED_SCAN] = TABLE(chunked),
    [LWK_SELECT] = TABLE(chunked),
    [LWK_HISTOGRAM] = TABLE(histogram),
    [LWK_TRANSPOSE] = TABLE(transpose),
    [LWK_SORT] = TABLE(sort),
    [LWK_GEMM] = TABLE(gemm),
};

LwkCandidates lwk_candidates(LwkPrimitive primitive) {
    return candidates[primitive];
}
