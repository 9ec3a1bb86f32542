/* Makes programs: both variants of the code, and how many lanes are interpreted together. */
#include "engine/program.h"

#include "base/bug.h"
#include "engine/gen.h"

const CodeInfo code_info[CODE_COUNT] = {
#define CODE(id, text, d, a, b, c, e, meaning) [CODE_##id] = {text, {d, a, b, c, e}},
#include "engine/code.def"
#undef CODE
};

/* Most bytes of registers of a unit. Larger units share the cost of dispatching an instruction
 * between more lanes; up to here that outweighs what a second-level cache costs. */
enum { UNIT_BYTES = 256 * 1024 };

static uint32_t round_up(uint32_t n, uint32_t to) {
    return (n + to - 1) / to * to;
}

static uint32_t choose_lanes(const EngineProgram *p, const EngineOptions *o) {
    uint32_t least = p->subgroup_size > 32 ? p->subgroup_size : 32;
    uint32_t all = round_up(p->lanes, p->subgroup_size), lanes = all;
    uint64_t lane_bytes = (p->fast.vectors - p->fast.idle_vectors) * sizeof(Lane);
    if (o->bundle_lanes)
        lanes = round_up(o->bundle_lanes, p->subgroup_size);
    else
        while (lanes > least && lanes * lane_bytes > UNIT_BYTES)
            lanes = round_up((lanes + 1) / 2, least);
    return lanes < all ? lanes : all;
}

/* Instructions of an invocation; 0 when loops or calls repeat some. */
static uint64_t straight_length(const Code *c) {
    enum { TEXTURE_STEPS = 200 }; /* as many as an operation on a texture takes at most */
    uint64_t steps = 0;
    for (uint32_t i = 0; i < c->length; i++) {
        if (c->inst[i].op == CODE_BACK || c->inst[i].op == CODE_CALL)
            return 0;
        steps += c->inst[i].op == CODE_TEXTURE ? TEXTURE_STEPS : 1;
    }
    return steps;
}

EngineProgram *engine_program_new(Arena *arena, const IrModule *m, const EngineOptions *options) {
    EngineProgram *p = arena_new(arena, EngineProgram);
    p->ir = m;
    p->ops = lane_ops(options->isa);
    if (!p->ops)
        LW_BUG("no lane operations for instruction set %d", options->isa);
    p->subgroup_size = options->subgroup_size;
    p->lanes = m->workgroup_size[0] * m->workgroup_size[1] * m->workgroup_size[2];
    Flow *flow = flow_new(arena, m, p->subgroup_size);
    p->fast = gen_code(arena, m, flow, p->ops, false, NULL, NULL);
    p->checked = gen_code(arena, m, flow, p->ops, true, &p->block, &p->blocks);
    p->unit_lanes = choose_lanes(p, options);
    p->straight_steps = straight_length(&p->fast) * p->lanes;
    return p;
}

uint64_t engine_straight_steps(const EngineProgram *p) {
    return p->straight_steps;
}

const EngineBlockInfo *engine_blocks(const EngineProgram *p, uint32_t *count) {
    *count = p->blocks;
    return p->block;
}
