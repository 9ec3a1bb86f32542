/* Removes what nobody needs.
 *
 * Marking starts at what has an effect (stores, atomics, barriers, calls, jumps, conditions) and at
 * loads that observers see: all but those of function and private memory at places known to be in
 * range. It goes from instructions to operands, and from the read of a slot to all its writes. What
 * is not marked goes, with ifs and calls that have nothing left to do.
 *
 * Then writes to slots that are always written again before they are read go as well, by a walk
 * backwards.
 */
#include "ir/internal.h"

/* ---- marking ---- */

typedef struct Write {
    IrInst *inst;
    uint32_t function;
    uint32_t next; /* of the same slot: index + 1 into Dce.writes */
} Write;

typedef struct Pending {
    IrValue value;
    uint32_t function;
} Pending;

typedef struct Dce {
    IrModule *m;
    bool **live;      /* by function and value */
    bool *read;       /* by slot: a live instruction reads it */
    uint32_t *writes; /* by slot: list of writes */
    VEC(Write) write;
    VEC(Pending) pending;
    bool *called; /* by function */
    bool changed;
    /* the walk backwards */
    uint32_t *overwritten; /* by slot: the epoch in which it was found to be written again */
    uint32_t epoch;
} Dce;

static bool is_seen_load(const Dce *d, const IrFunction *f, const IrInst *in) {
    AddressSpace space = d->m->objects.at[in->access->object].space;
    if (space != SPACE_FUNCTION && space != SPACE_PRIVATE)
        return true;
    for (uint32_t i = 0; i < in->access->indices; i++) {
        IrValue v = in->arg[in->access->index[i].arg];
        if (!ir_is_const(f, v) || f->values.at[v].bits >= in->access->index[i].count)
            return true;
    }
    return false;
}

/* Does an instruction matter though nobody uses its results? */
static bool has_effect(const Dce *d, const IrFunction *f, const IrInst *in) {
    switch (in->op) {
    case IR_BUILTIN:
    case IR_GET:
    case IR_SET:
    case IR_ARRAY_LENGTH:
    case IR_SUBGROUP: return false;
    case IR_LOAD: return is_seen_load(d, f, in);
    case IR_TEXTURE: return in->texture_op == IRT_LOAD || in->texture_op == IRT_STORE;
    default: return !ir_is_scalar_op(in->op);
    }
}

static void mark_value(Dce *d, uint32_t function, IrValue v) {
    if (d->live[function][v])
        return;
    d->live[function][v] = true;
    vec_push(d->m->arena, &d->pending, (Pending){v, function});
}

static void mark_args(Dce *d, uint32_t function, const IrInst *in) {
    for (uint32_t i = 0; i < in->args; i++)
        mark_value(d, function, in->arg[i]);
}

static void mark_roots(Dce *d, uint32_t function, const IrBlock *block) {
    const IrFunction *f = d->m->functions.at[function];
    for (uint32_t i = 0; i < block->inst.len; i++) {
        IrInst *in = block->inst.at[i];
        if (has_effect(d, f, in))
            mark_args(d, function, in);
        if (in->op == IR_CALL)
            d->called[in->callee] = true;
        if (in->op == IR_SET) {
            vec_push(d->m->arena, &d->write, (Write){in, function, d->writes[in->slot]});
            d->writes[in->slot] = d->write.len;
        }
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            mark_roots(d, function, ir_block_at(in, k));
    }
}

static void mark_slot(Dce *d, uint32_t slot) {
    if (d->read[slot])
        return;
    d->read[slot] = true;
    for (uint32_t i = d->writes[slot]; i; i = d->write.at[i - 1].next)
        mark_args(d, d->write.at[i - 1].function, d->write.at[i - 1].inst);
}

static void mark_all(Dce *d) {
    while (d->pending.len) {
        Pending p = vec_pop(&d->pending);
        const IrValueInfo *v = &d->m->functions.at[p.function]->values.at[p.value];
        if (v->kind != IRV_INST)
            continue;
        mark_args(d, p.function, v->inst);
        if (v->inst->op == IR_GET)
            mark_slot(d, v->inst->slot);
    }
}

/* ---- sweeping ---- */

static bool is_used(const Dce *d, uint32_t function, const IrInst *in) {
    for (uint32_t i = 0; i < in->results; i++)
        if (d->live[function][in->result + i])
            return true;
    return false;
}

static bool is_needed(const Dce *d, uint32_t function, const IrInst *in) {
    const IrFunction *f = d->m->functions.at[function];
    switch (in->op) {
    case IR_SET: return d->read[in->slot];
    case IR_IF: return in->block[0]->inst.len || in->block[1]->inst.len;
    case IR_CALL: return d->m->functions.at[in->callee]->body->inst.len || in->results;
    default: return has_effect(d, f, in) || is_used(d, function, in);
    }
}

static void sweep(Dce *d, uint32_t function, IrBlock *block) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < block->inst.len; i++) {
        IrInst *in = block->inst.at[i];
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            sweep(d, function, ir_block_at(in, k));
        if (is_needed(d, function, in))
            block->inst.at[n++] = in;
    }
    d->changed |= n != block->inst.len;
    block->inst.len = n;
}

/* ---- writes that are written over ---- */

/* Does control leave the instruction that owns the block by a jump in it, other than over its end?
 */
static bool jumps_out(const IrBlock *block, bool break_caught, bool continue_caught) {
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        if (in->op == IR_RETURN || (in->op == IR_BREAK && !break_caught) ||
            (in->op == IR_CONTINUE && !continue_caught))
            return true;
        bool loop = in->op == IR_LOOP, choice = in->op == IR_SWITCH;
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            if (jumps_out(ir_block_at(in, k), break_caught || loop || choice,
                          continue_caught || loop))
                return true;
    }
    return false;
}

static void note_reads(Dce *d, const IrBlock *block) {
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        if (in->op == IR_GET)
            d->overwritten[in->slot] = 0;
        if (in->op == IR_CALL)
            d->epoch++;
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            note_reads(d, ir_block_at(in, k));
    }
}

/* What a nested instruction reads, seen from after it. */
static void note_nested(Dce *d, const IrInst *in) {
    bool loop = in->op == IR_LOOP, choice = in->op == IR_SWITCH;
    for (uint32_t k = 0; k < ir_block_count(in); k++) {
        const IrBlock *b = ir_block_at(in, k);
        if (jumps_out(b, loop || choice, loop))
            d->epoch++;
        note_reads(d, b);
    }
}

/* True when the instruction is a write that is not needed. `overwritten` holds the epoch in which a
 * slot was found to be written again: a new epoch forgets them all. */
static bool note_backwards(Dce *d, const IrInst *in) {
    switch (in->op) {
    case IR_SET:
        if (d->overwritten[in->slot] == d->epoch)
            return true;
        d->overwritten[in->slot] = d->epoch;
        return false;
    case IR_GET: d->overwritten[in->slot] = 0; return false;
    case IR_CALL: d->epoch++; return false; /* may read private slots */
    default: note_nested(d, in); return false;
    }
}

static void drop_overwritten(Dce *d, IrBlock *block) {
    d->epoch++;
    uint32_t kept = block->inst.len;
    for (uint32_t i = block->inst.len; i-- > 0;)
        if (!note_backwards(d, block->inst.at[i]))
            block->inst.at[--kept] = block->inst.at[i];
    if (kept) {
        d->changed = true;
        memmove(block->inst.at, block->inst.at + kept,
                sizeof *block->inst.at * (block->inst.len - kept));
        block->inst.len -= kept;
    }
    for (uint32_t i = 0; i < block->inst.len; i++)
        for (uint32_t k = 0; k < ir_block_count(block->inst.at[i]); k++)
            drop_overwritten(d, ir_block_at(block->inst.at[i], k));
}

/* ---- functions ---- */

/* A function that nobody calls any more. */
static void empty_function(Dce *d, IrFunction *f) {
    if (!f->body->inst.len && f->values.len == f->params + 1)
        return;
    f->body->inst.len = 0;
    f->values.len = f->params + 1;
    f->constants = f->constant_slots = 0;
    d->changed = true;
}

static void mark_functions(Dce *d) {
    for (uint32_t i = d->m->functions.len; i-- > 0;) {
        IrFunction *f = d->m->functions.at[i];
        if (i + 1 < d->m->functions.len && !d->called[i])
            empty_function(d, f);
        d->live[i] = arena_array(d->m->arena, bool, f->values.len);
        mark_roots(d, i, f->body);
    }
}

bool ir_dce(IrModule *m) {
    Dce d = {.m = m};
    d.live = arena_array(m->arena, bool *, m->functions.len);
    d.called = arena_array(m->arena, bool, m->functions.len);
    d.read = arena_array(m->arena, bool, m->slots.len);
    d.writes = arena_array(m->arena, uint32_t, m->slots.len);
    d.overwritten = arena_array(m->arena, uint32_t, m->slots.len);
    mark_functions(&d);
    mark_all(&d);
    for (uint32_t i = 0; i < m->functions.len; i++)
        sweep(&d, i, m->functions.at[i]->body);
    for (uint32_t i = 0; i < m->functions.len; i++)
        drop_overwritten(&d, m->functions.at[i]->body);
    return d.changed;
}
