/* Watches in front of barriers and of subgroup operations that not all invocations may come to.
 *
 * Each tells the turn of the innermost loop around it in its function, counted in a slot that is
 * set to 0 before the loop and goes up at the start of its body. */
#include "ir/internal.h"

typedef struct Arrivals {
    IrModule *m;
    IrFunction *f;
} Arrivals;

static IrBuilder builder_at(const Arrivals *a, IrBlock *block) {
    return (IrBuilder){.module = a->m, .function = a->f, .block = block};
}

static bool is_rejected(const Arrivals *a, const IrInst *in) {
    Span s = a->m->sites.at[in->site].span;
    for (uint32_t i = 0; i < a->m->non_uniforms; i++)
        if (a->m->non_uniform[i].start <= s.start && s.end <= a->m->non_uniform[i].end)
            return true;
    return false;
}

/* `turns`: the slot of the innermost loop, IR_NO_SLOT before it is needed; NULL outside of loops.
 */
static void add_watch(const Arrivals *a, IrBlock *out, const IrInst *in, uint32_t *turns) {
    IrBuilder b = builder_at(a, out);
    if (turns && *turns == IR_NO_SLOT)
        *turns = ir_add_slot(a->m, (IrSlot){.type = IR_U32, .name = STR("turns")});
    IrValue turn = turns ? ir_get(&b, *turns) : ir_const(&b, IR_U32, 0);
    IrInst *watch = ir_append(&b, IR_WATCH, IR_U32, 0, &turn, 1);
    watch->type = IR_U32;
    watch->site = in->site;
    watch->watch = in->op == IR_BARRIER ? IRW_BARRIER : IRW_SUBGROUP;
}

static void count_turns(const Arrivals *a, IrBlock *body, uint32_t slot) {
    IrBlock *counted = ir_block_new(a->m);
    IrBuilder b = builder_at(a, counted);
    ir_set(&b, slot, ir_op2(&b, OP_IADD, IR_U32, ir_get(&b, slot), ir_const(&b, IR_U32, 1)));
    for (uint32_t i = 0; i < body->inst.len; i++)
        vec_push(a->m->arena, &counted->inst, body->inst.at[i]);
    *body = *counted;
}

static void watch_block(const Arrivals *a, IrBlock *block, uint32_t *turns) {
    IrBlock *out = ir_block_new(a->m);
    for (uint32_t i = 0; i < block->inst.len; i++) {
        IrInst *in = block->inst.at[i];
        uint32_t own = IR_NO_SLOT;
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            watch_block(a, ir_block_at(in, k), in->op == IR_LOOP ? &own : turns);
        if (own != IR_NO_SLOT) {
            IrBuilder b = builder_at(a, out);
            ir_set(&b, own, ir_const(&b, IR_U32, 0));
            count_turns(a, in->block[0], own);
        }
        if (in->op == IR_BARRIER || (in->op == IR_SUBGROUP && is_rejected(a, in)))
            add_watch(a, out, in, turns);
        vec_push(a->m->arena, &out->inst, in);
    }
    *block = *out;
}

void ir_watch_arrivals(IrModule *m) {
    for (uint32_t i = 0; i < m->functions.len; i++) {
        Arrivals a = {m, m->functions.at[i]};
        watch_block(&a, m->functions.at[i]->body, NULL);
    }
}
