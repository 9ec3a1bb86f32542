/* Positions, lifetimes and scopes; see flow.h. flow_vary.c does the rest. */
#include "engine/flow_internal.h"

/* ---- positions ---- */

static uint32_t add_block(Flow *fl, FlowFunction *f, const IrBlock *b, const IrInst *owner,
                          uint32_t parent, uint32_t loop, uint32_t construct);

static void add_children(Flow *fl, FlowFunction *f, const IrInst *in, uint32_t at, uint32_t block) {
    Arena *a = fl->arena;
    uint32_t loop = f->block.at[block].loop, construct = FLOW_NONE, previous = FLOW_NONE;
    uint32_t count = in->op == IR_SWITCH ? in->case_count : 2;
    if (in->op == IR_LOOP) {
        construct = f->loop.len;
        vec_push(a, &f->loop, (FlowLoop){.parent = loop, .first = at});
        loop = construct;
    } else if (in->op == IR_SWITCH) {
        construct = f->choice.len;
        vec_push(a, &f->choice, (FlowSwitch){.first_case = f->block.len});
    }
    f->node.at[at].child = count ? f->block.len : FLOW_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const IrBlock *b = in->op == IR_SWITCH ? in->cases[i].block : in->block[i];
        uint32_t parent = in->op == IR_LOOP && i ? previous : block;
        uint32_t child = add_block(fl, f, b, in, parent, loop, construct);
        if (previous != FLOW_NONE)
            f->block.at[previous].sibling = child;
        previous = child;
    }
    if (in->op == IR_LOOP) {
        f->loop.at[construct].body = f->node.at[at].child;
        f->loop.at[construct].last = f->block.at[previous].last;
    }
}

static uint32_t add_block(Flow *fl, FlowFunction *f, const IrBlock *b, const IrInst *owner,
                          uint32_t parent, uint32_t loop, uint32_t construct) {
    Arena *a = fl->arena;
    uint32_t index = f->block.len;
    uint32_t depth = parent == FLOW_NONE ? 0 : f->block.at[parent].depth + 1;
    vec_push(a, &f->block,
             (FlowBlock){.block = b,
                         .owner = owner,
                         .parent = parent,
                         .sibling = FLOW_NONE,
                         .first = f->node.len,
                         .loop = loop,
                         .depth = depth,
                         .construct = construct});
    for (uint32_t i = 0; i < b->inst.len; i++) {
        const IrInst *in = b->inst.at[i];
        uint32_t at = f->node.len;
        vec_push(a, &f->node, (FlowNode){.inst = in, .block = index, .child = FLOW_NONE});
        if (in->op == IR_IF || in->op == IR_LOOP || in->op == IR_SWITCH)
            add_children(fl, f, in, at, index);
    }
    f->block.at[index].last = f->node.len;
    vec_push(a, &f->node, (FlowNode){.block = index, .child = FLOW_NONE});
    return index;
}

/* ---- lifetimes ---- */

/* Where something that was there before `from` must live on to, for a use at `at`: what comes from
 * before a loop is needed again in its next turn. */
static uint32_t extend(const FlowFunction *f, uint32_t loop, uint32_t from, uint32_t at) {
    uint32_t last = at;
    for (; loop != FLOW_NONE && f->loop.at[loop].first > from; loop = f->loop.at[loop].parent)
        last = f->loop.at[loop].last;
    return last;
}

static void use(FlowFunction *f, IrValue v, uint32_t loop, uint32_t at) {
    FlowValue *info = &f->value[v];
    uint32_t last = extend(f, loop, info->def, at);
    info->uses++;
    if (last > info->last)
        info->last = last;
}

static void find_lifetimes(FlowFunction *f) {
    for (uint32_t v = 0; v < f->ir->values.len; v++)
        f->value[v].set_at = FLOW_NONE;
    for (uint32_t at = 0; at < f->node.len; at++) {
        const FlowNode *n = &f->node.at[at];
        const IrInst *in = n->inst;
        if (!in)
            continue;
        uint32_t loop = f->block.at[n->block].loop;
        for (uint32_t i = 0; i < in->args; i++)
            use(f, in->arg[i], loop, at);
        for (uint32_t i = 0; i < in->results; i++)
            f->value[in->result + i].def = f->value[in->result + i].last = at;
        /* a mask may be kept in the register of its condition, and the selector of a switch is
         * compared before each case */
        if (in->op == IR_IF || (in->op == IR_SWITCH && n->child != FLOW_NONE)) {
            uint32_t b = n->child;
            while (in->op == IR_SWITCH && f->block.at[b].sibling != FLOW_NONE)
                b = f->block.at[b].sibling;
            use(f, in->arg[0], loop, f->block.at[b].last);
        }
        if (in->op == IR_SET && f->value[in->arg[0]].uses == 1)
            f->value[in->arg[0]].set_at = at;
    }
    for (uint32_t v = 0; v < f->ir->values.len; v++)
        if (f->value[v].uses != 1)
            f->value[v].set_at = FLOW_NONE;
}

/* ---- slots ---- */

static uint32_t common_block(const FlowFunction *f, uint32_t a, uint32_t b) {
    while (a != b) {
        if (f->block.at[a].depth < f->block.at[b].depth) {
            uint32_t t = a;
            a = b;
            b = t;
        }
        a = f->block.at[a].parent;
    }
    return a;
}

static void see_access(Flow *fl, uint32_t function, uint32_t at) {
    FlowFunction *f = &fl->function[function];
    const FlowNode *n = &f->node.at[at];
    FlowSlot *s = &fl->slot[n->inst->slot];
    bool sets = n->inst->op == IR_SET;
    if (s->function == FLOW_NONE) {
        s->function = function;
        s->scope = n->block;
        s->first = at;
        s->scoped = sets;
    } else if (s->function != function) {
        s->shared_by_functions = true;
    } else if (s->scope != n->block) {
        uint32_t scope = common_block(f, s->scope, n->block);
        if (scope != s->scope)
            s->scoped = false;
        s->scope = scope;
    }
    if (sets && s->function == function)
        vec_push(fl->arena, &s->sets, at);
}

static void each_slot_access(Flow *fl, uint32_t function,
                             void (*see)(Flow *fl, uint32_t function, uint32_t at)) {
    FlowFunction *f = &fl->function[function];
    for (uint32_t at = 0; at < f->node.len; at++) {
        const IrInst *in = f->node.at[at].inst;
        if (in && (in->op == IR_GET || in->op == IR_SET))
            see(fl, function, at);
    }
}

static void extend_slot(Flow *fl, uint32_t function, uint32_t at) {
    FlowFunction *f = &fl->function[function];
    const FlowNode *n = &f->node.at[at];
    FlowSlot *s = &fl->slot[n->inst->slot];
    uint32_t last = extend(f, f->block.at[n->block].loop, s->first, at);
    if (s->last != FLOW_FOREVER && last > s->last)
        s->last = last;
}

static void find_slots(Flow *fl) {
    const IrModule *m = fl->ir;
    for (uint32_t i = 0; i < m->slots.len; i++) {
        fl->slot[i].function = FLOW_NONE;
        fl->slot[i].shared_by_functions = m->slots.at[i].is_private;
    }
    for (uint32_t i = 0; i < m->functions.len; i++)
        each_slot_access(fl, i, see_access);
    for (uint32_t i = 0; i < m->slots.len; i++) {
        FlowSlot *s = &fl->slot[i];
        if (!s->scoped)
            s->first = 0;
        if (s->shared_by_functions) {
            s->scoped = false;
            s->first = 0;
            s->last = FLOW_FOREVER;
        }
    }
    for (uint32_t i = 0; i < m->functions.len; i++)
        each_slot_access(fl, i, extend_slot);
}

bool flow_is_total(const Flow *f, uint32_t function, uint32_t block, uint32_t slot) {
    const FlowFunction *fn = &f->function[function];
    uint32_t region = fn->block.at[block].region_last;
    return f->slot[slot].last <= region || (fn->is_entry && region == FLOW_FUNCTION);
}

bool flow_slot_set_between(const Flow *f, uint32_t slot, uint32_t from, uint32_t to) {
    const FlowSlot *s = &f->slot[slot];
    uint32_t low = 0, high = s->sets.len;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (s->sets.at[middle] > from)
            high = middle;
        else
            low = middle + 1;
    }
    return low < s->sets.len && s->sets.at[low] < to;
}

/* ---- all of it ---- */

static void mark_called(Flow *fl) {
    const IrModule *m = fl->ir;
    fl->function[m->functions.len - 1].called = true;
    for (uint32_t i = m->functions.len; i-- > 0;) {
        FlowFunction *f = &fl->function[i];
        for (uint32_t at = 0; f->called && at < f->node.len; at++)
            if (f->node.at[at].inst && f->node.at[at].inst->op == IR_CALL) {
                f->calls = true;
                fl->function[f->node.at[at].inst->callee].called = true;
            }
    }
}

Flow *flow_new(Arena *a, const IrModule *m, uint32_t subgroup_size) {
    Flow *fl = arena_new(a, Flow);
    fl->arena = a;
    fl->ir = m;
    fl->subgroup_size = subgroup_size;
    fl->function = arena_array(a, FlowFunction, m->functions.len);
    fl->slot = arena_array(a, FlowSlot, m->slots.len + 1);
    fl->object_shared = arena_array(a, bool, m->objects.len + 1);
    for (uint32_t i = 0; i < m->functions.len; i++) {
        FlowFunction *f = &fl->function[i];
        f->ir = m->functions.at[i];
        f->is_entry = i + 1 == m->functions.len;
        f->value = arena_array(a, FlowValue, f->ir->values.len + 1);
        f->varying_result = arena_array(a, bool, f->ir->result_types.len + 1);
        f->shared_result = arena_array(a, bool, f->ir->result_types.len + 1);
        vec_push(a, &f->node, (FlowNode){.child = FLOW_NONE});
        add_block(fl, f, f->ir->body, NULL, FLOW_NONE, FLOW_NONE, FLOW_NONE);
        find_lifetimes(f);
    }
    mark_called(fl);
    find_slots(fl);
    flow_vary(fl);
    return fl;
}
