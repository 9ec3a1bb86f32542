/* Unrolls short loops with a constant number of turns.
 *
 * The loop must be as `for` is lowered: its counter is a slot whose value before the loop is a
 * constant; the body begins with operations on the counter and constants that lead to an `if` one
 * branch of which is just a break; the continuing block alone writes the counter, by operations on
 * the counter and constants. The number of turns is found by computing these operations until the
 * break is taken. No other jump may leave or repeat the loop.
 *
 * The start may also be a value that is only known to lie between bounds, such as a local id: then
 * the counter must grow by a constant and be compared with one, and the break be taken in the same
 * turn at both bounds.
 *
 * Inner loops go first. What may become large does so only where it pays: when the loop indexes a
 * variable in function memory by its counter, since constant indices let ir_promote turn the
 * variable into slots.
 */
#include "ir/internal.h"

enum {
    MOST_TURNS = 64,
    MOST_INSTRUCTIONS = 512,
    /* the same where a variable in function memory is indexed */
    MOST_TURNS_INDEXED = 256,
    MOST_INSTRUCTIONS_INDEXED = 8192,
    MOST_ADDED = 50000, /* to a module, all loops together */
    LOOK_BACK = 64,     /* instructions before the loop, for the start of the counter */
    MOST_HEAD = 64,     /* operations that lead to the test, or to the next counter */
};

/* What a value is in a turn that is tried. */
typedef struct Tried {
    uint32_t turn; /* in which it was computed; 0: never */
    uint32_t bits;
} Tried;

typedef struct Unroll {
    IrModule *m;
    IrFunction *f;
    VEC(Tried) tried;  /* by value */
    VEC(bool) counted; /* by value: depends on the counter; only while a loop is looked at */
    VEC(IrValue) map;  /* see IrClone */
    uint32_t turn;     /* of all loops */
    uint32_t added;
    bool changed;
} Unroll;

/* A loop that can be unrolled. */
typedef struct Counted {
    const IrInst *loop;
    uint32_t counter; /* slot */
    IrValue start;    /* its value before the loop */
    uint32_t test;    /* where in the body the `if` is that breaks */
    bool break_first; /* it breaks when the condition is true */
    uint32_t set;     /* where in the continuing block the counter is written */
    uint32_t turns;
} Counted;

/* ---- recognising ---- */

static bool is_pure(const IrInst *in) {
    return ir_is_scalar_op(in->op) || in->op == IR_GET || in->op == IR_BUILTIN ||
           in->op == IR_ARRAY_LENGTH;
}

static bool is_just_break(const IrBlock *b) {
    return b->inst.len == 1 && b->inst.at[0]->op == IR_BREAK;
}

/* The `if` at the head of the body that leaves the loop. */
static bool find_test(Counted *c) {
    const IrBlock *body = c->loop->block[0];
    uint32_t i = 0;
    while (i < body->inst.len && i < MOST_HEAD && is_pure(body->inst.at[i]))
        i++;
    if (i == body->inst.len || body->inst.at[i]->op != IR_IF)
        return false;
    const IrInst *test = body->inst.at[i];
    c->test = i;
    c->break_first = is_just_break(test->block[0]);
    return c->break_first || is_just_break(test->block[1]);
}

static uint32_t count_sets(const IrBlock *block, uint32_t slot) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        n += in->op == IR_SET && in->slot == slot;
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            n += count_sets(ir_block_at(in, k), slot);
    }
    return n;
}

/* The counter: a slot that is read at the head of the body and that the continuing block alone
 * writes, once. */
static bool find_counter(const Unroll *u, Counted *c) {
    const IrBlock *body = c->loop->block[0], *continuing = c->loop->block[1];
    if (continuing->inst.len > MOST_HEAD)
        return false;
    for (uint32_t i = continuing->inst.len; i-- > 0;) {
        const IrInst *set = continuing->inst.at[i];
        if (set->op != IR_SET || u->m->slots.at[set->slot].is_private)
            continue;
        for (uint32_t k = 0; k < c->test; k++) {
            const IrInst *get = body->inst.at[k];
            if (get->op != IR_GET || get->slot != set->slot)
                continue;
            c->counter = set->slot;
            c->set = i;
            return count_sets(body, set->slot) + count_sets(continuing, set->slot) == 1;
        }
    }
    return false;
}

/* What the counter is set to before the loop, which comes next in `before`. */
static bool find_start(const IrBlock *before, Counted *c) {
    uint32_t len = before->inst.len, least = len > LOOK_BACK ? len - LOOK_BACK : 0;
    for (uint32_t i = len; i-- > least;) {
        const IrInst *in = before->inst.at[i];
        if (ir_block_count(in))
            return false;
        if (in->op == IR_SET && in->slot == c->counter) {
            c->start = in->arg[0];
            return true;
        }
    }
    return false;
}

/* ---- counting turns ---- */

static bool known_bits(const Unroll *u, IrValue v, uint32_t *bits) {
    if (ir_is_const(u->f, v))
        *bits = u->f->values.at[v].bits;
    else if (u->tried.at[v].turn == u->turn)
        *bits = u->tried.at[v].bits;
    else
        return false;
    return true;
}

/* Computes what depends only on the counter among the first `count` instructions of a block. */
static void try_insts(Unroll *u, const IrBlock *block, uint32_t count, uint32_t counter,
                      uint32_t at) {
    for (uint32_t i = 0; i < count; i++) {
        const IrInst *in = block->inst.at[i];
        uint32_t bits[4];
        bool known = true;
        if (in->op == IR_GET && in->slot == counter) {
            u->tried.at[in->result] = (Tried){u->turn, at};
            continue;
        }
        if (!ir_is_scalar_op(in->op))
            continue;
        for (uint32_t k = 0; k < in->args; k++)
            known = known && known_bits(u, in->arg[k], &bits[k]);
        if (known)
            u->tried.at[in->result] = (Tried){u->turn, ir_evaluate((Op)in->op, in->type, bits)};
    }
}

/* Does the counter only grow by a constant, and is it compared with one? Then a test that has the
 * same outcome at both ends of a range has it in between. */
static bool is_monotone(const Unroll *u, const Counted *c) {
    const IrBlock *body = c->loop->block[0], *continuing = c->loop->block[1];
    IrValue condition = body->inst.at[c->test]->arg[0];
    IrValue next = continuing->inst.at[c->set]->arg[0];
    const IrInst *test = u->f->values.at[condition].inst, *step = ir_made_by(u->f, next, OP_IADD);
    if (!test || !step || !ir_is_const(u->f, step->arg[1]) ||
        (test->op != OP_ULT && test->op != OP_ULE && test->op != OP_SLT && test->op != OP_SLE))
        return false;
    bool left = ir_is_const(u->f, test->arg[0]);
    const IrInst *tested = ir_made_by(u->f, test->arg[left], (Op)IR_GET);
    const IrInst *stepped = ir_made_by(u->f, step->arg[0], (Op)IR_GET);
    return ir_is_const(u->f, test->arg[!left]) && tested && tested->slot == c->counter && stepped &&
           stepped->slot == c->counter && u->f->values.at[step->arg[1]].bits < 1u << 20;
}

static bool count_turns_from(Unroll *u, Counted *c, uint32_t start) {
    const IrBlock *body = c->loop->block[0], *continuing = c->loop->block[1];
    uint32_t at = start, condition;
    while (u->tried.len < u->f->values.len)
        vec_push(u->m->arena, &u->tried, (Tried){0});
    for (c->turns = 0; c->turns <= MOST_TURNS_INDEXED; c->turns++) {
        u->turn++;
        try_insts(u, body, c->test, c->counter, at);
        if (!known_bits(u, body->inst.at[c->test]->arg[0], &condition))
            return false;
        if ((condition != 0) == c->break_first)
            return true;
        try_insts(u, continuing, c->set, c->counter, at);
        if (!known_bits(u, continuing->inst.at[c->set]->arg[0], &at))
            return false;
    }
    return false;
}

static bool count_turns(Unroll *u, Counted *c) {
    if (ir_is_const(u->f, c->start))
        return count_turns_from(u, c, u->f->values.at[c->start].bits);
    IrRange r = ir_range(u->m, u->f, c->start);
    if (r.high > 1u << 30 || !is_monotone(u, c) || !count_turns_from(u, c, r.low))
        return false;
    uint32_t turns = c->turns;
    return count_turns_from(u, c, r.high) && c->turns == turns;
}

/* ---- is it worth it? ---- */

/* Notes what depends on the counter; true when a variable in function memory is indexed by it. */
static bool indexes_by_counter(Unroll *u, const IrBlock *block, uint32_t counter) {
    bool found = false;
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        bool counted = in->op == IR_GET && in->slot == counter;
        for (uint32_t k = 0; k < in->args && ir_is_scalar_op(in->op); k++)
            counted |= u->counted.at[in->arg[k]];
        for (uint32_t k = 0; k < in->results; k++)
            u->counted.at[in->result + k] = counted;
        if (in->op == IR_LOAD || in->op == IR_STORE) {
            AddressSpace space = u->m->objects.at[in->access->object].space;
            for (uint32_t k = 0; k < in->access->indices; k++)
                found |= (space == SPACE_FUNCTION || space == SPACE_PRIVATE) &&
                         u->counted.at[in->arg[in->access->index[k].arg]];
        }
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            found |= indexes_by_counter(u, ir_block_at(in, k), counter);
    }
    return found;
}

static bool is_worth_it(Unroll *u, const Counted *c) {
    uint64_t size = ir_block_size(c->loop->block[0]) + ir_block_size(c->loop->block[1]);
    size *= c->turns;
    if (u->added + size > MOST_ADDED)
        return false;
    if (c->turns <= MOST_TURNS && size <= MOST_INSTRUCTIONS)
        return true;
    if (size > MOST_INSTRUCTIONS_INDEXED)
        return false;
    while (u->counted.len < u->f->values.len)
        vec_push(u->m->arena, &u->counted, false);
    return indexes_by_counter(u, c->loop->block[0], c->counter);
}

/* ---- unrolling ---- */

static void clone_range(IrClone *k, const IrBlock *block, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to && !ir_block_ended(k->b.block); i++)
        ir_clone_inst(k, block->inst.at[i]);
}

static void unroll_loop(Unroll *u, IrBuilder *b, const Counted *c) {
    const IrBlock *body = c->loop->block[0], *continuing = c->loop->block[1];
    const IrInst *test = body->inst.at[c->test];
    while (u->map.len < u->f->values.len)
        vec_push(u->m->arena, &u->map, 0);
    IrClone k = {
        .b = *b, .from = u->f, .map = u->map.at, .known_slot = c->counter, .known_value = c->start};
    uint32_t values = u->f->values.len;
    for (uint32_t turn = 0; turn < c->turns; turn++) {
        clone_range(&k, body, 0, c->test);
        ir_clone_block(&k, test->block[c->break_first]);
        clone_range(&k, body, c->test + 1, body->inst.len);
        clone_range(&k, continuing, 0, continuing->inst.len);
    }
    u->added += u->f->values.len - values;
    u->changed = true;
}

/* Tries the loop that comes after what is in b->block. */
static bool try_loop(Unroll *u, IrBuilder *b, const IrInst *loop) {
    Counted c = {.loop = loop};
    if (!find_test(&c) || !find_counter(u, &c) || !find_start(b->block, &c))
        return false;
    if (ir_count_jumps(loop->block[0], IR_BREAK) != 1 ||
        ir_count_jumps(loop->block[0], IR_CONTINUE) || ir_block_ended(loop->block[1]))
        return false;
    if (!count_turns(u, &c) || !is_worth_it(u, &c))
        return false;
    unroll_loop(u, b, &c);
    return true;
}

static bool unroll_block(Unroll *u, IrBlock *block) {
    IrBlock out = {0};
    IrBuilder b = {.module = u->m, .function = u->f, .block = &out};
    bool changed = false;
    for (uint32_t i = 0; i < block->inst.len && !ir_block_ended(&out); i++) {
        IrInst *in = block->inst.at[i];
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            unroll_block(u, ir_block_at(in, k));
        if (in->op == IR_LOOP && try_loop(u, &b, in))
            changed = true;
        else
            vec_push(u->m->arena, &out.inst, in);
    }
    if (changed)
        *block = out;
    return changed;
}

bool ir_unroll(IrModule *m) {
    Unroll u = {.m = m};
    for (uint32_t i = 0; i < m->functions.len; i++) {
        u.f = m->functions.at[i];
        u.tried.len = u.counted.len = u.map.len = 0;
        unroll_block(&u, u.f->body);
    }
    return u.changed;
}
