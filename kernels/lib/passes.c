#include "passes.h"

LwkStatus lwk_passes_build(LwkPlan *plan, LwkType type, uint64_t max_count, uint32_t bytes,
                           const LwkTuning *tuning, LwkPassAdd *add) {
    plan->type = type;
    plan->max_count = max_count;
    plan->temporary_size = lwk_round_up((uint64_t)tuning->groups * bytes, 16);
    LwkStatus status = LWK_OK;
    for (int i = 0; i < 4 && status == LWK_OK; i++)
        status = add(plan, i < 2, i % 2 == 1);
    return status;
}

LwkStatus lwk_passes_encode(LwkPlan *plan, LwkTarget target, const LwkPasses *p) {
    uint32_t lanes = p->wide ? 4 : 1, which = p->wide ? 0 : 1;
    struct {
        uint32_t count, chunk, groups, identity, operand;
    } params = {.count = (uint32_t)p->count, .identity = p->identity, .operand = p->operand};
    lwk_split(lwk_ceil_div(p->count, lanes), p->tuning->workgroup_size * p->tuning->items,
              p->tuning->groups, &params.chunk, &params.groups);
    LwkStep steps[2];
    LwkStatus status = lwk_prepare(plan, &steps[0], which, p->first, &params, sizeof params,
                                   params.groups - !p->all);
    if (status == LWK_OK)
        status = lwk_prepare(plan, &steps[1], 2 + which, p->second, &params, sizeof params,
                             params.groups);
    if (status == LWK_OK)
        lwk_encode(plan, target, steps, 2);
    return status;
}
