/* What may differ between the lanes of a unit; see flow.h. Flags only ever get set, so repeating
 * until nothing changes ends. */
#include "engine/flow_internal.h"

typedef struct Vary {
    Flow *flow;
    FlowFunction *f;
    uint32_t function;
    bool changed;
} Vary;

static void mark(Vary *v, bool *flag, bool to) {
    if (to && !*flag)
        *flag = v->changed = true;
}

/* ---- values that depend only on a place in the workgroup ---- */

static bool builtin_fixed(uint32_t builtin) {
    switch (builtin) {
    case IRB_GLOBAL_ID_X:
    case IRB_GLOBAL_ID_Y:
    case IRB_GLOBAL_ID_Z:
    case IRB_WORKGROUP_ID_X:
    case IRB_WORKGROUP_ID_Y:
    case IRB_WORKGROUP_ID_Z:
    case IRB_GLOBAL_INDEX:
    case IRB_WORKGROUP_INDEX: return false;
    default: return true;
    }
}

bool flow_builtin_varies(const IrModule *m, uint32_t subgroup_size, uint32_t builtin) {
    uint32_t lanes = m->workgroup_size[0] * m->workgroup_size[1] * m->workgroup_size[2];
    switch (builtin) {
    case IRB_LOCAL_ID_X:
    case IRB_LOCAL_ID_Y:
    case IRB_LOCAL_ID_Z: return m->workgroup_size[builtin - IRB_LOCAL_ID_X] > 1;
    case IRB_GLOBAL_ID_X:
    case IRB_GLOBAL_ID_Y:
    case IRB_GLOBAL_ID_Z: return m->workgroup_size[builtin - IRB_GLOBAL_ID_X] > 1;
    case IRB_LOCAL_INDEX:
    case IRB_GLOBAL_INDEX: return lanes > 1;
    case IRB_SUBGROUP_LANE: return lanes > 1 && subgroup_size > 1;
    case IRB_SUBGROUP_ID: return lanes > subgroup_size;
    default: return false;
    }
}

static void find_fixed(FlowFunction *f) {
    for (uint32_t at = 0; at < f->node.len; at++) {
        const IrInst *in = f->node.at[at].inst;
        if (!in)
            continue;
        bool fixed = flow_is_op(in->op) || in->op == IR_ARRAY_LENGTH ||
                     (in->op == IR_BUILTIN && builtin_fixed(in->builtin));
        for (uint32_t i = 0; fixed && i < in->args; i++)
            fixed = f->value[in->arg[i]].fixed || ir_is_const(f->ir, in->arg[i]);
        if (fixed)
            f->value[in->result].fixed = true;
    }
}

/* ---- control flow ---- */

/* The end of the innermost region around the blocks of an owner that only some lanes run. */
static void set_region(Vary *v, uint32_t block, bool divergent, uint32_t last) {
    FlowBlock *b = &v->f->block.at[block];
    mark(v, &b->divergent, divergent);
    if (b->region_last > last) {
        b->region_last = last;
        v->changed = true;
    }
}

/* Leaving a construct from block `from`: is it divergent, and does it depend on shared memory?
 * Stops below the loop or switch that is left; FLOW_NONE: leaves the function. */
static bool path_diverges(Vary *v, uint32_t from, bool leaves_loop, bool leaves_switch) {
    FlowFunction *f = v->f;
    bool divergent = false, shared = false;
    for (uint32_t b = from; b != FLOW_NONE; b = f->block.at[b].parent) {
        const FlowBlock *block = &f->block.at[b];
        if (!block->owner)
            break;
        if (block->owner->op == IR_LOOP) {
            mark(v, &f->loop.at[block->construct].waits, shared);
            if (leaves_loop)
                break;
            divergent |= f->loop.at[block->construct].masked;
            continue;
        }
        if (block->owner->op == IR_SWITCH && leaves_switch)
            break;
        divergent |= block->divergent;
        shared |= f->value[block->owner->arg[0]].shared;
    }
    return divergent;
}

/* The loop or switch that a break in a block leaves. */
static const FlowBlock *left_by_break(const FlowFunction *f, uint32_t b) {
    while (f->block.at[b].owner->op == IR_IF)
        b = f->block.at[b].parent;
    return &f->block.at[b];
}

static void vary_break(Vary *v, uint32_t block) {
    FlowFunction *f = v->f;
    const FlowBlock *left = left_by_break(f, block);
    bool *masked = left->owner->op == IR_LOOP ? &f->loop.at[left->construct].masked
                                              : &f->choice.at[left->construct].masked;
    mark(v, masked, path_diverges(v, block, true, true));
}

static void vary_continue(Vary *v, uint32_t block) {
    FlowLoop *loop = &v->f->loop.at[v->f->block.at[block].loop];
    bool divergent = path_diverges(v, block, true, false);
    mark(v, &loop->masked, divergent);
    mark(v, &loop->continues, divergent);
}

static void vary_return(Vary *v, const IrInst *in, uint32_t block) {
    FlowFunction *f = v->f;
    mark(v, &f->returns_early, path_diverges(v, block, false, false));
    for (uint32_t i = 0; i < in->args; i++) {
        mark(v, &f->varying_result[i], f->value[in->arg[i]].varying || f->returns_early);
        mark(v, &f->shared_result[i], f->value[in->arg[i]].shared);
    }
}

static void vary_owner(Vary *v, const FlowNode *n) {
    FlowFunction *f = v->f;
    uint32_t around = f->block.at[n->block].region_last;
    const IrInst *in = n->inst;
    bool divergent = in->op != IR_LOOP && f->value[in->arg[0]].varying;
    if (in->op == IR_SWITCH && n->child != FLOW_NONE) {
        bool *masked = &f->choice.at[f->block.at[n->child].construct].masked;
        mark(v, masked, divergent);
        divergent = *masked;
    }
    for (uint32_t b = n->child; b != FLOW_NONE; b = f->block.at[b].sibling) {
        uint32_t last = divergent ? f->block.at[b].last : around;
        if (in->op == IR_LOOP) {
            const FlowLoop *loop = &f->loop.at[f->block.at[b].construct];
            last = b == loop->body && loop->continues ? f->block.at[b].last
                   : loop->masked                     ? loop->last
                                                      : around;
        }
        set_region(v, b, divergent, last);
    }
}

/* ---- values ---- */

static bool any_arg(const FlowFunction *f, const IrInst *in, uint32_t from, bool shared) {
    for (uint32_t i = from; i < in->args; i++) {
        const FlowValue *a = &f->value[in->arg[i]];
        if (shared ? a->shared : a->varying)
            return true;
    }
    return false;
}

static void set_results(Vary *v, const IrInst *in, bool varying, bool shared) {
    for (uint32_t i = 0; i < in->results; i++) {
        mark(v, &v->f->value[in->result + i].varying, varying);
        mark(v, &v->f->value[in->result + i].shared, shared);
    }
}

static void vary_access(Vary *v, const IrInst *in) {
    const IrModule *m = v->flow->ir;
    uint32_t object = in->access->object;
    const IrObject *o = &m->objects.at[object];
    if (flow_is_private(m, object)) {
        if (in->op == IR_STORE)
            mark(v, &v->flow->object_shared[object], any_arg(v->f, in, 0, true));
        else
            set_results(v, in, true, v->flow->object_shared[object] || any_arg(v->f, in, 0, true));
        return;
    }
    bool others_write = o->space == SPACE_WORKGROUP || o->access != ACCESS_READ;
    bool loads = in->op == IR_LOAD || (in->op == IR_ATOMIC && in->atomic_op == IRA_LOAD);
    if (o->space == SPACE_UNIFORM)
        others_write = false;
    set_results(v, in, !loads || any_arg(v->f, in, 0, false),
                others_write || any_arg(v->f, in, 0, true));
}

static void vary_texture(Vary *v, const IrInst *in) {
    const Type *t = v->flow->ir->objects.at[in->texture].type;
    bool others_write = in->texture_op == IRT_LOAD && t->texture_class == TEXTURE_STORAGE &&
                        t->access != ACCESS_READ;
    set_results(v, in, any_arg(v->f, in, 0, false), others_write || any_arg(v->f, in, 0, true));
}

static void vary_call(Vary *v, const IrInst *in) {
    FlowFunction *callee = &v->flow->function[in->callee];
    for (uint32_t i = 0; i < in->args; i++) {
        mark(v, &callee->value[i + 1].varying, v->f->value[in->arg[i]].varying);
        mark(v, &callee->value[i + 1].shared, v->f->value[in->arg[i]].shared);
    }
    for (uint32_t i = 0; i < in->results; i++) {
        mark(v, &v->f->value[in->result + i].varying, callee->varying_result[i]);
        mark(v, &v->f->value[in->result + i].shared, callee->shared_result[i]);
    }
}

static void vary_set(Vary *v, const IrInst *in, uint32_t block) {
    FlowSlot *s = &v->flow->slot[in->slot];
    const FlowValue *value = &v->f->value[in->arg[0]];
    mark(v, &s->varying, value->varying || !flow_is_total(v->flow, v->function, block, in->slot));
    mark(v, &s->shared, value->shared);
}

static void vary_inst(Vary *v, const FlowNode *n) {
    FlowFunction *f = v->f;
    const IrInst *in = n->inst;
    switch (in->op) {
    case IR_BUILTIN:
        set_results(v, in, flow_builtin_varies(v->flow->ir, v->flow->subgroup_size, in->builtin),
                    false);
        break;
    case IR_GET:
        set_results(v, in, v->flow->slot[in->slot].varying, v->flow->slot[in->slot].shared);
        break;
    case IR_SET: vary_set(v, in, n->block); break;
    case IR_LOAD:
    case IR_STORE:
    case IR_ATOMIC: vary_access(v, in); break;
    case IR_SUBGROUP: set_results(v, in, true, any_arg(f, in, 0, true)); break;
    case IR_TEXTURE: vary_texture(v, in); break;
    case IR_CALL: vary_call(v, in); break;
    case IR_IF:
    case IR_LOOP:
    case IR_SWITCH: vary_owner(v, n); break;
    case IR_BREAK: vary_break(v, n->block); break;
    case IR_CONTINUE: vary_continue(v, n->block); break;
    case IR_BREAK_IF: {
        FlowLoop *loop = &f->loop.at[f->block.at[n->block].loop];
        mark(v, &loop->masked, f->value[in->arg[0]].varying);
        mark(v, &loop->waits, f->value[in->arg[0]].shared);
        break;
    }
    case IR_RETURN: vary_return(v, in, n->block); break;
    case IR_BARRIER:
    case IR_WATCH:
    case IR_ARRAY_LENGTH: break;
    default:
        if (!flow_is_op(in->op))
            LW_BUG("instruction %u cannot run", in->op);
        set_results(v, in, any_arg(f, in, 0, false), any_arg(f, in, 0, true));
    }
}

/* Slots can pass values on one step a round, in any order. When that takes long, take all of them
 * as varying: what is left then settles soon. */
static void give_up_slots(Vary *v) {
    for (uint32_t i = 0; i < v->flow->ir->slots.len; i++) {
        mark(v, &v->flow->slot[i].varying, true);
        mark(v, &v->flow->slot[i].shared, true);
    }
    for (uint32_t i = 1; i < v->flow->ir->objects.len; i++)
        mark(v, &v->flow->object_shared[i], true);
}

void flow_vary(Flow *fl) {
    const IrModule *m = fl->ir;
    for (uint32_t i = 0; i < m->functions.len; i++) {
        FlowFunction *f = &fl->function[i];
        find_fixed(f);
        for (uint32_t b = 0; b < f->block.len; b++)
            f->block.at[b].region_last = FLOW_FUNCTION;
    }
    enum { PATIENCE = 32 }; /* rounds; only programs made for it need more */
    Vary v = {.flow = fl, .changed = true};
    for (uint32_t round = 0; v.changed; round++) {
        v.changed = false;
        if (round == PATIENCE)
            give_up_slots(&v);
        for (uint32_t i = m->functions.len; i-- > 0;) {
            v.f = &fl->function[i];
            v.function = i;
            for (uint32_t at = 0; v.f->called && at < v.f->node.len; at++)
                if (v.f->node.at[at].inst)
                    vary_inst(&v, &v.f->node.at[at]);
        }
    }
}
