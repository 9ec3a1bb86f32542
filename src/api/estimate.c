/* How long will commands take? A device with a thread of its own runs short ones in their submit:
 * handing them over would take longer. What a dispatch takes is known of code without loops and
 * calls, and of other code by the pipeline's last dispatches. */
#include "api/api.h"
#include "base/os.h"

enum {
    SHORT_NS = 200 * 1000,
    STEP_NS = 1,      /* an instruction of an invocation, rather more than less */
    OBSERVED_NS = 50, /* the same, observed */
    BYTES_A_NS = 4,   /* of a copy, rather fewer than more */
};

static uint64_t dispatch_ns(WGPUDevice d, const Command *c) {
    WGPUComputePipeline p = c->dispatch.pipeline;
    const uint32_t *n = c->dispatch.workgroups;
    double groups = (double)n[0] * n[1] * n[2];
    double group_ns = (double)atomic_load(&p->group_ns);
    double steps = (double)engine_straight_steps(p->program);
    if (steps > 0)
        group_ns = steps * (d->options.asked ? OBSERVED_NS : STEP_NS);
    if (c->dispatch.indirect || group_ns <= 0)
        return UINT64_MAX;
    return groups * group_ns < (double)SHORT_NS ? (uint64_t)(groups * group_ns) : UINT64_MAX;
}

static uint64_t command_ns(WGPUDevice d, const Command *c) {
    switch (c->kind) {
    case COMMAND_DISPATCH:
    case COMMAND_DISPATCH_INDIRECT: return dispatch_ns(d, c);
    case COMMAND_COPY:
    case COMMAND_CLEAR: return c->copy.size / BYTES_A_NS;
    case COMMAND_TIMESTAMP:
    case COMMAND_RESOLVE: return 0;
    default: return UINT64_MAX; /* texels: who knows */
    }
}

bool estimate_is_short(WGPUDevice d, size_t count, WGPUCommandBuffer const *commands) {
    uint64_t ns = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < commands[i]->list.len; k++) {
            uint64_t more = command_ns(d, &commands[i]->list.at[k]);
            if (more > SHORT_NS - ns)
                return false;
            ns += more;
        }
    return true;
}

/* The mean with those before: what was slow once is tried again later. */
void estimate_learn(WGPUComputePipeline p, const uint32_t workgroups[3], uint64_t ns) {
    uint64_t groups = (uint64_t)workgroups[0] * workgroups[1] * workgroups[2];
    uint64_t now = groups ? ns / groups + 1 : 1, before = atomic_load(&p->group_ns);
    atomic_store(&p->group_ns, before ? now / 2 + before / 2 + 1 : now);
}
