/* Moves scalar operations, whose operands do not change inside a loop, to before the loop; reads of
 * slots that the loop does not write go with them. Operations are total, so it does no harm to
 * compute what the loop might not have.
 *
 * The level of a value is the number of loops around the place where it can be computed: the
 * largest level of its operands. One walk in program order finds it, since operands come first: an
 * operation of level n inside more than n loops is put before the loop that is n + 1 deep.
 */
#include "ir/internal.h"

typedef struct Loop {
    uint32_t first, last; /* numbers of the first and last instruction inside */
    VEC(IrInst *) moved;  /* to be put before it */
} Loop;

typedef struct Writes {
    VEC(uint32_t) at; /* numbers of the instructions that write a slot, ascending */
} Writes;

typedef struct Hoist {
    IrModule *m;
    IrFunction *f;
    uint32_t number;   /* of the next instruction, in program order */
    uint32_t *level;   /* by value */
    Writes *writes;    /* by slot */
    VEC(uint32_t) end; /* by loop in program order: number of its last instruction */
    uint32_t loop;     /* the next loop in program order */
    VEC(Loop) loops;   /* the loops around this place, outermost first */
    bool changed;
} Hoist;

/* ---- numbering ---- */

static void number_block(Hoist *h, const IrBlock *block) {
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        uint32_t number = h->number++, loop = h->end.len;
        if (in->op == IR_SET)
            vec_push(h->m->arena, &h->writes[in->slot].at, number);
        if (in->op == IR_LOOP)
            vec_push(h->m->arena, &h->end, 0);
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            number_block(h, ir_block_at(in, k));
        if (in->op == IR_LOOP)
            h->end.at[loop] = h->number - 1;
    }
}

static void forget_writes(Hoist *h, const IrBlock *block) {
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        if (in->op == IR_SET)
            h->writes[in->slot].at.len = 0;
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            forget_writes(h, ir_block_at(in, k));
    }
}

/* ---- levels ---- */

/* How many of the loops around this place contain instruction `number`. */
static uint32_t common_loops(const Hoist *h, uint32_t number) {
    uint32_t n = h->loops.len;
    while (n && (number < h->loops.at[n - 1].first || number > h->loops.at[n - 1].last))
        n--;
    return n;
}

/* Reading a slot depends on the innermost loop that writes it. Loops nest, so the writes nearest to
 * the read, before and after, decide. */
static uint32_t read_level(const Hoist *h, uint32_t slot, uint32_t number) {
    if (h->m->slots.at[slot].is_private) /* calls may write it */
        return h->loops.len;
    const Writes *w = &h->writes[slot];
    uint32_t low = 0, high = w->at.len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (w->at.at[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t before = low ? common_loops(h, w->at.at[low - 1]) : 0;
    uint32_t after = low < w->at.len ? common_loops(h, w->at.at[low]) : 0;
    return before > after ? before : after;
}

static uint32_t level_of(const Hoist *h, const IrInst *in, uint32_t number) {
    if (in->op == IR_GET)
        return read_level(h, in->slot, number);
    if (!ir_is_scalar_op(in->op) && in->op != IR_BUILTIN && in->op != IR_ARRAY_LENGTH)
        return h->loops.len;
    uint32_t level = 0;
    for (uint32_t i = 0; i < in->args; i++)
        level = h->level[in->arg[i]] > level ? h->level[in->arg[i]] : level;
    return level;
}

/* ---- moving ---- */

static void hoist_block(Hoist *h, IrBlock *block);

static void hoist_loop(Hoist *h, IrInst *in, uint32_t number, IrBlock *out) {
    vec_push(h->m->arena, &h->loops, (Loop){.first = number + 1, .last = h->end.at[h->loop++]});
    hoist_block(h, in->block[0]);
    hoist_block(h, in->block[1]);
    Loop done = vec_pop(&h->loops);
    for (uint32_t i = 0; i < done.moved.len; i++)
        vec_push(h->m->arena, &out->inst, done.moved.at[i]);
}

static void hoist_block(Hoist *h, IrBlock *block) {
    IrBlock out = {0};
    vec_reserve(h->m->arena, &out.inst, block->inst.len);
    for (uint32_t i = 0; i < block->inst.len; i++) {
        IrInst *in = block->inst.at[i];
        uint32_t number = h->number++;
        uint32_t level = level_of(h, in, number);
        for (uint32_t k = 0; k < in->results; k++)
            h->level[in->result + k] = level;
        if (level < h->loops.len) {
            vec_push(h->m->arena, &h->loops.at[level].moved, in);
            h->changed = true;
            continue;
        }
        if (in->op == IR_LOOP)
            hoist_loop(h, in, number, &out);
        else
            for (uint32_t k = 0; k < ir_block_count(in); k++)
                hoist_block(h, ir_block_at(in, k));
        vec_push(h->m->arena, &out.inst, in);
    }
    *block = out;
}

bool ir_hoist(IrModule *m) {
    Hoist h = {.m = m, .writes = arena_array(m->arena, Writes, m->slots.len)};
    for (uint32_t i = 0; i < m->functions.len; i++) {
        h.f = m->functions.at[i];
        h.number = h.loop = h.end.len = 0;
        number_block(&h, h.f->body);
        if (!h.end.len) {
            forget_writes(&h, h.f->body);
            continue;
        }
        h.level = arena_array(m->arena, uint32_t, h.f->values.len);
        h.number = 0;
        hoist_block(&h, h.f->body);
        forget_writes(&h, h.f->body);
    }
    return h.changed;
}
