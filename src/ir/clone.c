/* Copying blocks: into another function (inlining) or several times into the same (unrolling).
 * Operations are folded on the way, and a condition that turns out constant leaves only its branch,
 * so that copies made for known values are small from the start. */
#include "ir/internal.h"

IrValue ir_clone_value(IrClone *c, IrValue v) {
    if (c->map[v])
        return c->map[v];
    if (c->from == c->b.function)
        return v;
    if (!ir_is_const(c->from, v))
        LW_BUG("%%%u of %.*s is used before it is copied", v, STR_ARG(c->from->name));
    return c->map[v] = ir_const(&c->b, ir_type_of(c->from, v), c->from->values.at[v].bits);
}

static uint32_t clone_slot(const IrClone *c, uint32_t slot) {
    return c->slot_map ? c->slot_map[slot] : slot;
}

static void clone_cases(IrClone *c, const IrInst *in, IrInst *copy) {
    copy->case_count = in->case_count;
    copy->cases = arena_array(c->b.module->arena, IrCase, in->case_count);
    for (uint32_t i = 0; i < in->case_count; i++) {
        copy->cases[i] = in->cases[i]; /* selectors are shared: they never change */
        copy->cases[i].block = ir_block_new(c->b.module);
        ir_clone_into(c, copy->cases[i].block, in->cases[i].block);
    }
}

static void clone_details(IrClone *c, const IrInst *in, IrInst *copy) {
    switch (in->op) {
    case IR_GET:
    case IR_SET: copy->slot = clone_slot(c, in->slot); break;
    case IR_LOAD:
    case IR_STORE:
    case IR_ATOMIC:
    case IR_ARRAY_LENGTH:
        copy->access = in->access;
        copy->atomic_op = in->atomic_op;
        break;
    case IR_TEXTURE:
        copy->texture = in->texture;
        copy->texture_op = in->texture_op;
        copy->sampling = in->sampling;
        break;
    case IR_IF:
    case IR_LOOP:
        ir_clone_into(c, copy->block[0], in->block[0]);
        ir_clone_into(c, copy->block[1], in->block[1]);
        break;
    case IR_SWITCH: clone_cases(c, in, copy); break;
    case IR_WATCH:
        copy->watch = in->watch;
        copy->print = in->print;
        copy->first = in->first;
        break;
    default: copy->builtin = in->builtin; break; /* whichever word it is */
    }
}

static IrInst *clone_plain(IrClone *c, const IrInst *in, const IrValue *arg) {
    IrInst *copy = ir_append(&c->b, in->op, (IrType)in->type, in->results, arg, in->args);
    for (uint32_t i = 0; i < in->results; i++) {
        ir_result_type(&c->b, copy, i, ir_type_of(c->from, in->result + i));
        c->map[in->result + i] = copy->result + i;
    }
    clone_details(c, in, copy);
    return copy;
}

void ir_clone_inst(IrClone *c, const IrInst *in) {
    c->b.site = in->site;
    if (in->op == IR_SET && in->slot == c->known_slot)
        c->known_value = ir_clone_value(c, in->arg[0]);
    if (in->op == IR_GET && in->slot == c->known_slot) {
        c->map[in->result] = c->known_value;
        return;
    }
    enum { FEW = 8 };
    IrValue few[FEW], *arg = few;
    if (in->args > FEW)
        arg = arena_array(c->b.module->arena, IrValue, in->args);
    for (uint32_t i = 0; i < in->args; i++)
        arg[i] = ir_clone_value(c, in->arg[i]);
    if (ir_is_scalar_op(in->op))
        c->map[in->result] = ir_op(&c->b, (Op)in->op, (IrType)in->type, arg, in->args);
    else if (in->op == IR_IF && ir_is_const(c->b.function, arg[0]))
        ir_clone_block(c, in->block[c->b.function->values.at[arg[0]].bits == 0]);
    else
        clone_plain(c, in, arg);
}

void ir_clone_block(IrClone *c, const IrBlock *block) {
    for (uint32_t i = 0; i < block->inst.len && !ir_block_ended(c->b.block); i++)
        ir_clone_inst(c, block->inst.at[i]);
}

void ir_clone_into(IrClone *c, IrBlock *to, const IrBlock *block) {
    IrBlock *before = c->b.block;
    c->b.block = to;
    ir_clone_block(c, block);
    c->b.block = before;
}

uint32_t ir_block_size(const IrBlock *block) {
    uint32_t n = block->inst.len;
    for (uint32_t i = 0; i < block->inst.len; i++)
        for (uint32_t k = 0; k < ir_block_count(block->inst.at[i]); k++)
            n += ir_block_size(ir_block_at(block->inst.at[i], k));
    return n;
}

uint32_t ir_block_depth(const IrBlock *block) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < block->inst.len; i++)
        for (uint32_t k = 0; k < ir_block_count(block->inst.at[i]); k++) {
            uint32_t d = ir_block_depth(ir_block_at(block->inst.at[i], k));
            most = d > most ? d : most;
        }
    return most + 1;
}

uint32_t ir_count_jumps(const IrBlock *block, uint32_t jump) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        n += in->op == jump;
        if (in->op == IR_LOOP || (in->op == IR_SWITCH && jump == IR_BREAK))
            continue;
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            n += ir_count_jumps(ir_block_at(in, k), jump);
    }
    return n;
}
