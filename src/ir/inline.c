/* Puts functions in the place of their calls: those called once, and small ones within a budget.
 *
 * Where the only return is the last instruction, the body is copied and the call's results are what
 * it returns. Returns in branches are turned into structure: what comes after an `if`, one branch
 * of which always returns, goes to the end of the other branch, and results are left in slots.
 * Functions that return from inside a loop or switch, or whose code would have to be doubled for
 * this, stay.
 *
 * Variables in memory are shared by all copies, since no two copies run at the same time; slots are
 * made anew for each copy but the last.
 */
#include "ir/internal.h"

enum {
    SMALL = 300,                /* instructions of a function that is copied for each call */
    MOST_ADDED = 20000,         /* by copies, to a module */
    DEEPEST = IR_MAX_DEPTH / 2, /* nesting that copies may lead to */
};

typedef struct Callee {
    uint32_t calls, size;
    uint32_t depth; /* at most, once copied */
    bool can_inline;
    bool early; /* returns before its end */
} Callee;

typedef struct Inline {
    IrModule *m;
    IrFunction *f;         /* the caller */
    Callee *callee;        /* by function */
    VEC(IrValue) replaced; /* by value of the caller: results of calls that are gone */
    VEC(IrValue) map;
    VEC(uint32_t) slot_map; /* by slot; itself but while a copy is made */
    uint32_t added;
    bool changed;
} Inline;

/* ---- what can be inlined ---- */

static bool contains_return(const IrInst *in) {
    for (uint32_t k = 0; k < ir_block_count(in); k++) {
        const IrBlock *b = ir_block_at(in, k);
        for (uint32_t i = 0; i < b->inst.len; i++)
            if (b->inst.at[i]->op == IR_RETURN || contains_return(b->inst.at[i]))
                return true;
    }
    return false;
}

/* Does every way through the block end in a return? (Of blocks outside loops.) */
static bool always_returns(const IrBlock *b) {
    if (!b->inst.len)
        return false;
    const IrInst *last = vec_last(&b->inst);
    return last->op == IR_RETURN ||
           (last->op == IR_IF && always_returns(last->block[0]) && always_returns(last->block[1]));
}

/* Can returns inside be turned into structure? `rest`: something comes after the block. Counts the
 * levels that this may add. */
static bool has_tail_form(const IrBlock *b, bool rest, uint32_t *levels) {
    for (uint32_t i = 0; i < b->inst.len; i++) {
        const IrInst *in = b->inst.at[i];
        if (!contains_return(in))
            continue;
        if (in->op != IR_IF)
            return false;
        bool more = rest || i + 1 < b->inst.len;
        bool first = !always_returns(in->block[0]), second = !always_returns(in->block[1]);
        if (first && second && more)
            return false;
        ++*levels;
        if (!has_tail_form(in->block[0], more && first, levels) ||
            !has_tail_form(in->block[1], more && second, levels))
            return false;
    }
    return true;
}

static void count_calls(Inline *x, const IrBlock *block) {
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        if (in->op == IR_CALL)
            x->callee[in->callee].calls++;
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            count_calls(x, ir_block_at(in, k));
    }
}

static void look_at(Inline *x, uint32_t function) {
    Callee *c = &x->callee[function];
    const IrBlock *body = x->m->functions.at[function]->body;
    uint32_t levels = 0;
    c->size = ir_block_size(body);
    c->can_inline = has_tail_form(body, false, &levels);
    c->early = levels > 0;
    c->depth = ir_block_depth(body) + levels;
    /* Results of a function that ends without a return are never seen. */
    if (x->m->functions.at[function]->result_types.len && !always_returns(body))
        c->can_inline = false;
}

static bool should_inline(const Inline *x, uint32_t function, uint32_t depth) {
    const Callee *c = &x->callee[function];
    if (!c->can_inline || depth + c->depth > DEEPEST)
        return false;
    uint32_t values = x->m->functions.at[function]->values.len;
    return c->calls == 1 ||
           (c->size <= SMALL && values <= 4 * SMALL && x->added + c->size <= MOST_ADDED);
}

/* ---- copying ---- */

/* What is still to be copied after a block: the rest of the one around it, and so on. */
typedef struct Rest {
    const IrBlock *block;
    uint32_t index;
    const struct Rest *next;
} Rest;

static void set_results(IrClone *k, const IrInst *in, uint32_t first_slot) {
    k->b.site = in->site;
    for (uint32_t i = 0; i < in->args; i++)
        ir_set(&k->b, first_slot + i, ir_clone_value(k, in->arg[i]));
}

static void clone_tail(IrClone *k, const Rest *from, uint32_t first_slot);

static void clone_branch(IrClone *k, IrBlock *to, const IrBlock *from, const Rest *rest,
                         uint32_t first_slot) {
    IrBlock *before = k->b.block;
    k->b.block = to;
    clone_tail(k, &(Rest){from, 0, always_returns(from) ? NULL : rest}, first_slot);
    k->b.block = before;
}

static void clone_tail(IrClone *k, const Rest *from, uint32_t first_slot) {
    for (; from; from = from->next) {
        for (uint32_t i = from->index; i < from->block->inst.len; i++) {
            const IrInst *in = from->block->inst.at[i];
            if (in->op == IR_RETURN) {
                set_results(k, in, first_slot);
                return;
            }
            if (!contains_return(in)) {
                ir_clone_inst(k, in);
                continue;
            }
            IrValue condition = ir_clone_value(k, in->arg[0]);
            k->b.site = in->site;
            IrInst *copy = ir_append(&k->b, IR_IF, IR_VOID, 0, &condition, 1);
            Rest rest = {from->block, i + 1, from->next};
            clone_branch(k, copy->block[0], in->block[0], &rest, first_slot);
            clone_branch(k, copy->block[1], in->block[1], &rest, first_slot);
            return;
        }
    }
}

/* Gives each slot of a function a twin. */
static void map_slots(Inline *x, const IrBlock *block, bool back) {
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        if ((in->op == IR_GET || in->op == IR_SET) && !x->m->slots.at[in->slot].is_private) {
            if (back)
                x->slot_map.at[in->slot] = in->slot;
            else if (x->slot_map.at[in->slot] == in->slot)
                x->slot_map.at[in->slot] = ir_add_slot(x->m, x->m->slots.at[in->slot]);
        }
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            map_slots(x, ir_block_at(in, k), back);
    }
}

static void extend_slot_map(Inline *x) {
    for (uint32_t i = x->slot_map.len; i < x->m->slots.len; i++)
        vec_push(x->m->arena, &x->slot_map, i);
}

static void copy_straight(Inline *x, IrClone *k, const IrInst *call) {
    const IrBlock *body = k->from->body;
    for (uint32_t i = 0; i < body->inst.len; i++) {
        const IrInst *in = body->inst.at[i];
        if (in->op != IR_RETURN) {
            ir_clone_inst(k, in);
            continue;
        }
        for (uint32_t r = 0; r < in->args; r++)
            x->replaced.at[call->result + r] = ir_clone_value(k, in->arg[r]);
    }
}

/* The slots are set once before: their first write is then where it comes before all others. */
static void copy_structured(Inline *x, IrClone *k, const IrInst *call) {
    const IrFunction *from = k->from;
    uint32_t first = x->m->slots.len;
    k->b.site = 0;
    for (uint32_t i = 0; i < from->result_types.len; i++) {
        IrType t = (IrType)from->result_types.at[i];
        ir_set(&k->b, ir_add_slot(x->m, (IrSlot){.type = (uint8_t)t, .name = from->name}),
               ir_const(&k->b, t, 0));
    }
    clone_tail(k, &(Rest){from->body, 0, NULL}, first);
    k->b.site = call->site;
    for (uint32_t i = 0; i < from->result_types.len; i++)
        x->replaced.at[call->result + i] = ir_get(&k->b, first + i);
}

static void inline_call(Inline *x, IrBuilder *b, const IrInst *call) {
    const IrFunction *from = x->m->functions.at[call->callee];
    const Callee *c = &x->callee[call->callee];
    x->map.len = 0;
    for (uint32_t i = 0; i < from->values.len; i++)
        vec_push(x->m->arena, &x->map, i >= 1 && i <= call->args ? call->arg[i - 1] : 0);
    bool twins = c->calls > 1;
    extend_slot_map(x);
    if (twins)
        map_slots(x, from->body, false);
    IrClone k = {.b = *b,
                 .from = from,
                 .map = x->map.at,
                 .slot_map = x->slot_map.at,
                 .known_slot = IR_NO_SLOT};
    if (c->early)
        copy_structured(x, &k, call);
    else
        copy_straight(x, &k, call);
    if (twins) {
        map_slots(x, from->body, true);
        x->added += c->size;
    } else {
        x->m->functions.at[call->callee]->body = ir_block_new(x->m); /* its slots are ours now */
    }
    x->changed = true;
}

/* ---- callers ---- */

static void note_new_values(Inline *x) {
    while (x->replaced.len < x->f->values.len)
        vec_push(x->m->arena, &x->replaced, 0);
}

static void inline_block(Inline *x, IrBlock *block, uint32_t depth) {
    IrBlock out = {0};
    IrBuilder b = {.module = x->m, .function = x->f, .block = &out};
    for (uint32_t i = 0; i < block->inst.len; i++) {
        IrInst *in = block->inst.at[i];
        for (uint32_t k = 0; k < in->args; k++)
            if (x->replaced.at[in->arg[k]])
                in->arg[k] = x->replaced.at[in->arg[k]];
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            inline_block(x, ir_block_at(in, k), depth + 1);
        if (in->op == IR_CALL && should_inline(x, in->callee, depth)) {
            inline_call(x, &b, in);
            note_new_values(x);
        } else {
            vec_push(x->m->arena, &out.inst, in);
        }
    }
    *block = out;
}

bool ir_inline(IrModule *m) {
    Inline x = {.m = m, .callee = arena_array(m->arena, Callee, m->functions.len)};
    for (uint32_t i = 0; i < m->functions.len; i++)
        count_calls(&x, m->functions.at[i]->body);
    for (uint32_t i = 0; i < m->functions.len; i++) {
        x.f = m->functions.at[i];
        x.replaced.len = 0;
        note_new_values(&x);
        inline_block(&x, x.f->body, 1);
        look_at(&x, i);
    }
    return x.changed;
}
