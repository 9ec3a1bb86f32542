/* Control flow. A condition that all lanes share is a jump. Where lanes go different ways, a mask
 * slot says which are active: each construct that lanes may enter or leave at different places has
 * one (a loop with divergent `continue` two, a switch three), above those of the constructs around
 * it. Leaving takes the lanes out of all slots from the active one down to that of what is left, so
 * that going back to an outer slot needs no thought. When no lane is active, control jumps to the
 * `join`: the next place where some may be.
 */
#include "engine/gen.h"

#include <stdlib.h>

static void gen_block(Gen *g, uint32_t block);

/* ---- mask slots ---- */

static uint32_t push_mask(Gen *g) {
    g->mask++;
    if (g->masks <= g->mask)
        g->masks = g->mask + 1;
    return g->mask;
}

static void resume(Gen *g, uint32_t mask, uint32_t join) {
    g->mask = mask;
    gen_emit(g, CODE_RESUME, 0, 0, mask, 0, join);
}

/* Does a block's code do nothing? */
static bool is_empty(const Gen *g, uint32_t block) {
    return g->f->block.at[block].block->inst.len == 0;
}

/* ---- leaving ---- */

/* What a jump out of something does: takes lanes out of the slots from `slot` on, or is a plain
 * jump to a label. */
typedef struct Exit {
    bool masked;
    uint32_t slot, label;
} Exit;

static Exit exit_of(const Gen *g, const IrInst *in) {
    if (in->op == IR_RETURN)
        return (Exit){g->f->returns_early, g->fn->mask, g->fn->end_label};
    uint32_t i = g->target.len - 1;
    while (in->op == IR_CONTINUE && !g->target.at[i].is_loop)
        i--;
    const GenTarget *t = &g->target.at[i];
    if (in->op == IR_CONTINUE)
        return (Exit){t->masked_continue, t->continue_slot, t->next};
    return (Exit){t->masked, t->slot, t->end};
}

static void write_results(Gen *g, const IrInst *in) {
    for (uint32_t i = 0; i < in->args; i++)
        gen_write(g, g->fn->result[i], g->f->varying_result[i], in->arg[i], !g->f->returns_early);
}

static void gen_exit(Gen *g, const IrInst *in) {
    if (in->op == IR_RETURN)
        write_results(g, in);
    Exit x = exit_of(g, in);
    if (x.masked)
        gen_emit(g, CODE_LEAVE, g->mask, 0, x.slot, 0, g->join);
    else
        gen_emit(g, CODE_JUMP, 0, 0, 0, 0, x.label);
}

/* The only instruction of a block, if it leaves something and needs no values. */
static const IrInst *lone_exit(const Gen *g, uint32_t block) {
    const IrBlock *b = g->f->block.at[block].block;
    if (b->inst.len != 1)
        return NULL;
    const IrInst *in = b->inst.at[0];
    bool leaves =
        in->op == IR_BREAK || in->op == IR_CONTINUE || (in->op == IR_RETURN && in->args == 0);
    return leaves ? in : NULL;
}

/* ---- events ---- */

static void branch_event(Gen *g, IrValue condition, uint32_t site) {
    bool varying = gen_varies(g, condition);
    if (!g->checked || (!varying && !g->f->ir->values.at[condition].varying))
        return;
    if (varying)
        gen_emit(g, CODE_EVENT_BRANCH, site, gen_vector(g, condition), g->code->branches++, 0, 0);
    else
        gen_emit(g, CODE_EVENT_BRANCH_S, site, gen_scalar(g, condition), g->code->branches++, 0, 0);
}

/* An instruction that splits the active lanes by a condition. */
static void emit_split(Gen *g, CodeOp op, uint32_t slot, uint32_t condition, uint32_t outer,
                       uint32_t label) {
    bool known = g->inst.len && vec_last(&g->inst).op == CODE_EVENT_BRANCH &&
                 vec_last(&g->inst).a == condition;
    gen_emit(g, op, slot, condition, outer, 0, label)->known = known;
}

/* ---- if ---- */

/* `if (c) { break; }` and the like: no slot of its own. */
static bool gen_exit_if(Gen *g, const IrInst *in, uint32_t child) {
    uint32_t other = g->f->block.at[child].sibling;
    bool inverted = is_empty(g, child);
    const IrInst *leaves = lone_exit(g, inverted ? other : child);
    if (!leaves || !is_empty(g, inverted ? child : other))
        return false;
    Exit x = exit_of(g, leaves);
    if (gen_varies(g, in->arg[0]) != x.masked)
        return false;
    if (x.masked)
        emit_split(g, inverted ? CODE_LEAVE_UNLESS : CODE_LEAVE_IF, g->mask,
                   gen_vector(g, in->arg[0]), x.slot, g->join);
    else
        gen_emit(g, inverted ? CODE_JUMP_UNLESS : CODE_JUMP_IF, 0, gen_scalar(g, in->arg[0]), 0, 0,
                 x.label);
    return true;
}

static void gen_uniform_if(Gen *g, const IrInst *in, uint32_t child) {
    uint32_t other = g->f->block.at[child].sibling;
    uint32_t else_label = gen_label(g), end = gen_label(g);
    gen_emit(g, CODE_JUMP_UNLESS, 0, gen_scalar(g, in->arg[0]), 0, 0, else_label);
    gen_block(g, child);
    if (!is_empty(g, other))
        gen_emit(g, CODE_JUMP, 0, 0, 0, 0, end);
    gen_place_label(g, else_label);
    gen_block(g, other);
    gen_place_label(g, end);
}

static void gen_varying_if(Gen *g, const IrInst *in, uint32_t child) {
    uint32_t other = g->f->block.at[child].sibling;
    uint32_t outer = g->mask, outer_join = g->join, condition = gen_vector(g, in->arg[0]);
    uint32_t end = gen_label(g), else_label = gen_label(g), slot = push_mask(g);
    bool then = !is_empty(g, child), otherwise = !is_empty(g, other);
    if (then) {
        g->join = otherwise ? else_label : end;
        emit_split(g, CODE_IF, slot, condition, outer, g->join);
        gen_block(g, child);
        gen_place_label(g, else_label);
        g->join = end;
        if (otherwise)
            gen_emit(g, CODE_ELSE, slot, condition, outer, 0, end);
    } else {
        g->join = end;
        emit_split(g, CODE_IF_NOT, slot, condition, outer, end);
    }
    gen_block(g, other);
    gen_place_label(g, end);
    g->join = outer_join;
    resume(g, outer, outer_join);
    if (then && !otherwise) {
        vec_last(&g->inst).op = CODE_END_IF;
        vec_last(&g->inst).a = condition;
    }
}

static void gen_if(Gen *g, const IrInst *in, uint32_t child) {
    branch_event(g, in->arg[0], in->site);
    uint32_t other = g->f->block.at[child].sibling;
    if (is_empty(g, child) && is_empty(g, other))
        return;
    if (gen_exit_if(g, in, child))
        return;
    if (gen_varies(g, in->arg[0]))
        gen_varying_if(g, in, child);
    else
        gen_uniform_if(g, in, child);
}

/* ---- loop ---- */

static uint32_t open_loop(Gen *g) {
    vec_push(g->arena, &g->loop, (GenLoop){.first = g->inst.len, .parent = g->innermost});
    g->innermost = g->loop.len - 1;
    return g->innermost;
}

static void close_loop(Gen *g, uint32_t loop) {
    g->loop.at[loop].last = g->inst.len - 1;
    g->innermost = g->loop.at[loop].parent;
}

static void gen_loop(Gen *g, const IrInst *in, uint32_t child) {
    const FlowLoop *flow = &g->f->loop.at[g->f->block.at[child].construct];
    uint32_t outer = g->mask, outer_join = g->join;
    uint32_t start = gen_label(g), next = gen_label(g), end = gen_label(g);
    GenTarget t = {.masked = flow->masked,
                   .masked_continue = flow->continues,
                   .is_loop = true,
                   .end = end,
                   .next = next};
    if (flow->masked) {
        t.slot = t.continue_slot = push_mask(g);
        gen_emit(g, CODE_ENTER, t.slot, 0, outer, 0, 0);
        g->join = next;
    }
    uint32_t loop = open_loop(g);
    gen_place_label(g, start);
    if (flow->continues) {
        t.continue_slot = push_mask(g);
        gen_emit(g, CODE_ENTER, t.continue_slot, 0, t.slot, 0, 0);
    }
    vec_push(g->arena, &g->target, t);
    gen_block(g, child);
    gen_place_label(g, next);
    if (flow->masked) {
        resume(g, t.slot, end);
        g->join = end;
    }
    gen_block(g, g->f->block.at[child].sibling);
    gen_emit(g, CODE_BACK, in->site, flow->waits, 0, start, flow->masked ? end : outer_join);
    close_loop(g, loop);
    g->target.len--;
    gen_place_label(g, end);
    g->join = outer_join;
    if (flow->masked)
        resume(g, outer, outer_join);
}

/* At the end of a continuing block. */
static void gen_break_if(Gen *g, const IrInst *in) {
    branch_event(g, in->arg[0], in->site);
    const GenTarget *t = &vec_last(&g->target);
    if (gen_varies(g, in->arg[0])) {
        emit_split(g, CODE_LEAVE_IF, g->mask, gen_vector(g, in->arg[0]), t->slot, g->join);
        return;
    }
    uint32_t stay = gen_label(g);
    gen_emit(g, t->masked ? CODE_JUMP_UNLESS : CODE_JUMP_IF, 0, gen_scalar(g, in->arg[0]), 0, 0,
             t->masked ? stay : t->end);
    if (t->masked)
        gen_emit(g, CODE_LEAVE, g->mask, 0, t->slot, 0, g->join);
    gen_place_label(g, stay);
}

/* ---- switch ---- */

static int by_selector(const void *x, const void *y) {
    const uint32_t *a = x, *b = y;
    return *a < *b ? -1 : *a > *b;
}

static void make_table(Gen *g, const IrInst *in, const uint32_t *label, SwitchTable *t) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < in->case_count; i++)
        n += in->cases[i].selectors.len;
    uint32_t(*pair)[2] = arena_alloc(g->arena, sizeof *pair * (n + 1), alignof(uint32_t));
    for (uint32_t i = 0; i < in->case_count; i++) {
        for (uint32_t k = 0; k < in->cases[i].selectors.len; k++) {
            pair[t->cases][0] = in->cases[i].selectors.at[k];
            pair[t->cases++][1] = label[i];
        }
    }
    qsort(pair, n, sizeof *pair, by_selector);
    t->selector = arena_array(g->arena, uint32_t, n + 1);
    t->target = arena_array(g->arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        t->selector[i] = pair[i][0];
        t->target[i] = pair[i][1];
    }
}

static void gen_uniform_switch(Gen *g, const IrInst *in, uint32_t child, uint32_t end) {
    uint32_t *label = arena_array(g->arena, uint32_t, in->case_count + 1), otherwise = end;
    for (uint32_t i = 0; i < in->case_count; i++) {
        label[i] = gen_label(g);
        if (in->cases[i].is_default)
            otherwise = label[i];
    }
    SwitchTable t = {0};
    make_table(g, in, label, &t);
    vec_push(g->arena, &g->table, t);
    gen_emit(g, CODE_SWITCH, g->table.len - 1, gen_scalar(g, in->arg[0]), 0, 0, otherwise);
    uint32_t block = child;
    for (uint32_t i = 0; i < in->case_count; i++, block = g->f->block.at[block].sibling) {
        gen_place_label(g, label[i]);
        gen_block(g, block);
        gen_emit(g, CODE_JUMP, 0, 0, 0, 0, end);
    }
}

/* d = (selector is one of the case's), or'ed to what d has when it is not NO_REGISTER. */
static uint32_t match(Gen *g, const IrInst *in, const IrCase *c, uint32_t d) {
    uint32_t selector = gen_vector(g, in->arg[0]);
    for (uint32_t i = 0; i < c->selectors.len; i++) {
        uint32_t equal = gen_reg(g, false), value = gen_constant(g, c->selectors.at[i]);
        Inst *compare = gen_emit(g, CODE_VS, equal, selector, value, 0, 0);
        compare->fn = g->ops->alu[OP_IEQ][FORM_VS];
        compare->sub = OP_IEQ;
        if (d == NO_REGISTER) {
            d = equal;
        } else {
            Inst *both = gen_emit(g, CODE_V2, d, d, equal, 0, 0);
            both->fn = g->ops->alu[OP_IOR][FORM_VV];
            both->sub = OP_IOR;
        }
    }
    return d;
}

/* Lanes run different cases, one case after the other. `rest` holds those that have not yet found
 * theirs; the default case takes those that match none of the cases after it either. */
static void gen_varying_switch(Gen *g, const IrInst *in, uint32_t child) {
    uint32_t end_join = g->join;
    uint32_t rest = push_mask(g), slot = push_mask(g), block = child;
    gen_emit(g, CODE_ENTER, rest, 0, rest - 1, 0, 0);
    for (uint32_t i = 0; i < in->case_count; i++, block = g->f->block.at[block].sibling) {
        uint32_t skip = gen_label(g), d = NO_REGISTER;
        bool otherwise = in->cases[i].is_default;
        for (uint32_t k = i + otherwise; k < (otherwise ? in->case_count : i + 1); k++)
            d = match(g, in, &in->cases[k], d);
        if (d == NO_REGISTER) {
            d = gen_reg(g, false);
            gen_emit(g, CODE_SPLAT, d, gen_constant(g, 0), 0, 0, 0);
        }
        if (g->checked && !otherwise)
            gen_emit(g, CODE_EVENT_BRANCH, in->site, d, g->code->branches++, 0, 0);
        emit_split(g, otherwise ? CODE_CASE_NOT : CODE_CASE, slot, d, rest, skip);
        g->mask = slot;
        g->join = skip;
        gen_block(g, block);
        gen_place_label(g, skip);
        gen_end_run(g);
        if (i + 1 < in->case_count)
            resume(g, rest, end_join);
    }
}

static void gen_switch(Gen *g, const IrInst *in, uint32_t child) {
    if (!in->case_count)
        return;
    const FlowSwitch *flow = &g->f->choice.at[g->f->block.at[child].construct];
    uint32_t outer = g->mask, outer_join = g->join, end = gen_label(g);
    GenTarget t = {.masked = flow->masked, .end = end};
    if (flow->masked) {
        t.slot = push_mask(g);
        gen_emit(g, CODE_ENTER, t.slot, 0, outer, 0, 0);
        g->join = end;
    }
    vec_push(g->arena, &g->target, t);
    if (gen_varies(g, in->arg[0]))
        gen_varying_switch(g, in, child);
    else
        gen_uniform_switch(g, in, child, end);
    g->target.len--;
    gen_place_label(g, end);
    g->join = outer_join;
    if (flow->masked)
        resume(g, outer, outer_join);
}

/* ---- calls ---- */

static void gen_call(Gen *g, const IrInst *in) {
    const FlowFunction *callee = &g->flow->function[in->callee];
    GenFunction *fn = &g->function[in->callee];
    for (uint32_t i = 0; i < in->args; i++)
        gen_write(g, fn->place[i + 1].reg, callee->value[i + 1].varying, in->arg[i], true);
    if (fn->mask <= g->mask)
        fn->mask = g->mask + 1;
    vec_push(g->arena, &g->calls, g->current);
    vec_push(g->arena, &g->calls, in->callee);
    gen_emit(g, CODE_CALL, 0, in->callee, g->mask, 0, fn->label); /* d: see registers.c */
    resume(g, g->mask, g->join);
    for (uint32_t i = 0; i < in->results; i++) {
        bool varies = gen_varies(g, in->result + i);
        uint32_t d = gen_result(g, in->result + i, NULL);
        gen_emit(g, varies ? CODE_COPY : CODE_MOVE, d, fn->result[i], 0, 0, 0);
    }
}

static void gen_barrier(Gen *g, const IrInst *in) {
    vec_push(g->arena, &g->live, (LiveScalars){0});
    gen_emit(g, CODE_BARRIER, in->barrier, g->live.len - 1, in->site, 0, 0);
}

/* ---- blocks and functions ---- */

void gen_control(Gen *g, const IrInst *in, uint32_t child) {
    switch (in->op) {
    case IR_IF: gen_if(g, in, child); break;
    case IR_LOOP: gen_loop(g, in, child); break;
    case IR_SWITCH: gen_switch(g, in, child); break;
    case IR_BREAK_IF: gen_break_if(g, in); break;
    case IR_CALL: gen_call(g, in); break;
    default: gen_exit(g, in);
    }
    gen_end_run(g);
}

static bool is_control(uint32_t op) {
    switch (op) {
    case IR_IF:
    case IR_LOOP:
    case IR_SWITCH:
    case IR_BREAK:
    case IR_CONTINUE:
    case IR_BREAK_IF:
    case IR_RETURN:
    case IR_CALL: return true;
    default: return false;
    }
}

static void gen_node(Gen *g, uint32_t at) {
    const FlowNode *n = &g->f->node.at[at];
    const IrInst *in = n->inst;
    g->at = at;
    g->block = n->block;
    gen_count(g, in);
    if (is_control(in->op))
        gen_control(g, in, n->child);
    else if (in->op == IR_BARRIER)
        gen_barrier(g, in);
    else if (in->results != 1 || !g->f->value[in->result].fixed || g->fn->place[in->result].in_main)
        gen_inst(g, in);
}

static void gen_block(Gen *g, uint32_t block) {
    const FlowBlock *b = &g->f->block.at[block];
    uint32_t known = g->known_address.len;
    gen_end_run(g);
    for (uint32_t at = b->first; at < b->last; at++) {
        uint32_t child = g->f->node.at[at].child;
        gen_node(g, at);
        if (child == FLOW_NONE)
            continue;
        while (g->f->block.at[child].sibling != FLOW_NONE)
            child = g->f->block.at[child].sibling;
        at = g->f->block.at[child].last;
    }
    g->known_address.len = known;
    gen_end_run(g);
}

static void gen_function(Gen *g, uint32_t i) {
    g->current = i;
    g->f = &g->flow->function[i];
    g->fn = &g->function[i];
    g->mask = g->fn->mask;
    if (g->masks <= g->mask)
        g->masks = g->mask + 1;
    g->join = g->fn->end_label;
    g->fn->first = g->inst.len;
    gen_place_label(g, g->fn->label);
    for (uint32_t v = 1; v <= g->f->ir->params; v++)
        gen_splat(g, v);
    gen_block(g, 0);
    gen_place_label(g, g->fn->end_label);
    gen_emit(g, g->f->is_entry ? CODE_DONE : CODE_RETURN, 0, i, 0, 0, 0);
    g->fn->last = g->inst.len - 1;
}

void gen_functions(Gen *g) {
    for (uint32_t i = g->ir->functions.len; i-- > 0;)
        if (g->flow->function[i].called)
            gen_function(g, i);
    g->code->masks = g->masks;
}
