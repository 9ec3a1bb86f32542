/* One walk over a function, in program order, that knows what has been computed and what slots
 * hold:
 * - operations fold (fold.c), and what an enclosing block or this one has computed is used again;
 * - reading a slot gives the value last written to it, or last read from it, where no other write
 *   can come between; writing what the slot already holds goes away;
 * - branches on constants leave the branch taken; what is left of `a && b`, where b is a plain
 *   operation, becomes one;
 * - indices that are constants become part of an access's offset.
 *
 * Blocks are rebuilt: a value that is replaced has its substitute in `replaced`. Facts about slots
 * hold for the active invocations, and fewer are active further inside a block, never more. Where
 * control flow meets again, facts that do not hold on all ways, or whose value cannot be seen from
 * there, are forgotten.
 */
#include "ir/internal.h"

/* What a slot holds. */
typedef struct Fact {
    IrValue value;  /* 0: unknown */
    uint32_t calls; /* of private slots: Simplify.calls at that time; a call may write them */
} Fact;

typedef struct Undo {
    uint32_t slot;
    Fact before;
} Undo;

typedef struct SlotFact {
    uint32_t slot;
    Fact fact;
} SlotFact;

typedef struct Computed {
    IrInst *inst;
    uint32_t next, bucket; /* next: index + 1 into Simplify.computed */
} Computed;

typedef struct Simplify {
    IrModule *m;
    IrFunction *f;
    IrBuilder b;
    VEC(IrValue) replaced;  /* by value: what to use instead; 0: itself */
    VEC(uint32_t) scope_of; /* by value: the block that defines it */
    VEC(bool) open;         /* by block: are we inside it? */
    uint32_t scope;
    IrBlock *temporary; /* by depth: the block being built */
    uint32_t depth;
    uint32_t *bucket; /* heads of lists in computed: index + 1 */
    uint32_t bucket_mask;
    VEC(Computed) computed;
    Fact *fact; /* by slot */
    uint32_t calls;
    VEC(Undo) undo;
    VEC(SlotFact) branch;   /* a stack: facts at the ends of branches */
    uint32_t *branch_index; /* by slot: index + 1 into branch, while facts are joined */
    bool changed;
} Simplify;

static bool simplify_insts(Simplify *s, const IrBlock *block, uint32_t count);
static bool simplify_block(Simplify *s, IrBlock *block);

/* ---- values ---- */

/* Values made since the last call belong to the current block. */
static void note_new_values(Simplify *s) {
    while (s->scope_of.len < s->f->values.len) {
        vec_push(s->m->arena, &s->scope_of, s->scope);
        vec_push(s->m->arena, &s->replaced, 0);
    }
}

static IrValue resolve(const Simplify *s, IrValue v) {
    return s->replaced.at[v] ? s->replaced.at[v] : v;
}

static bool can_see(const Simplify *s, IrValue v) {
    return s->f->values.at[v].kind != IRV_INST || s->open.at[s->scope_of.at[v]];
}

static void replace(Simplify *s, const IrInst *in, IrValue with) {
    s->replaced.at[in->result] = with;
    s->changed = true;
}

static void keep(Simplify *s, IrInst *in) {
    vec_push(s->m->arena, &s->b.block->inst, in);
    for (uint32_t i = 0; i < in->results; i++)
        s->scope_of.at[in->result + i] = s->scope;
}

/* ---- what has been computed ---- */

static uint32_t hash_inst(const IrInst *in) {
    uint64_t h = ((uint64_t)in->op << 8 | in->type) + in->builtin * (uint64_t)(in->args == 0) * 131;
    for (uint32_t i = 0; i < in->args; i++)
        h = (h ^ in->arg[i]) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h * 0x9e3779b97f4a7c15u >> 32);
}

static bool same_inst(const IrInst *a, const IrInst *b) {
    if (a->op != b->op || a->type != b->type || a->args != b->args)
        return false;
    if (a->op == IR_BUILTIN && a->builtin != b->builtin)
        return false;
    return a->args == 0 || memcmp(a->arg, b->arg, sizeof *a->arg * a->args) == 0;
}

/* Keeps a pure instruction, unless an equal one is there. */
static void keep_once(Simplify *s, IrInst *in) {
    uint32_t bucket = hash_inst(in) & s->bucket_mask;
    for (uint32_t i = s->bucket[bucket]; i; i = s->computed.at[i - 1].next)
        if (same_inst(s->computed.at[i - 1].inst, in)) {
            replace(s, in, s->computed.at[i - 1].inst->result);
            return;
        }
    vec_push(s->m->arena, &s->computed, (Computed){in, s->bucket[bucket], bucket});
    s->bucket[bucket] = s->computed.len;
    keep(s, in);
}

static void forget_computed(Simplify *s, uint32_t len) {
    while (s->computed.len > len) {
        Computed c = vec_pop(&s->computed);
        s->bucket[c.bucket] = c.next;
    }
}

/* ---- what slots hold ---- */

/* The value of a fact as of now: a call since then may have written a private slot. */
static IrValue value_of(const Simplify *s, uint32_t slot, Fact f) {
    return s->m->slots.at[slot].is_private && f.calls != s->calls ? 0 : f.value;
}

static IrValue held(const Simplify *s, uint32_t slot) {
    return value_of(s, slot, s->fact[slot]);
}

static void learn(Simplify *s, uint32_t slot, IrValue v) {
    vec_push(s->m->arena, &s->undo, (Undo){slot, s->fact[slot]});
    s->fact[slot] = (Fact){v && can_see(s, v) ? v : 0, s->calls};
}

static void roll_back(Simplify *s, uint32_t len) {
    while (s->undo.len > len) {
        Undo u = vec_pop(&s->undo);
        s->fact[u.slot] = u.before;
    }
}

/* Forgets what a block may write. */
static void forget_written(Simplify *s, const IrBlock *block) {
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        if (in->op == IR_SET && s->fact[in->slot].value)
            learn(s, in->slot, 0);
        s->calls += in->op == IR_CALL;
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            forget_written(s, ir_block_at(in, k));
    }
}

/* Rolls back to `len`, and puts what was learnt since then on the branch stack; returns how many.
 */
static uint32_t take_branch(Simplify *s, uint32_t len) {
    uint32_t base = s->branch.len;
    for (uint32_t i = len; i < s->undo.len; i++) {
        uint32_t slot = s->undo.at[i].slot;
        if (s->branch_index[slot])
            continue;
        vec_push(s->m->arena, &s->branch, (SlotFact){slot, s->fact[slot]});
        s->branch_index[slot] = s->branch.len;
    }
    for (uint32_t i = base; i < s->branch.len; i++)
        s->branch_index[s->branch.at[i].slot] = 0;
    roll_back(s, len);
    return s->branch.len - base;
}

/* Only one branch reaches its end: what holds there holds on. */
static void adopt(Simplify *s, const SlotFact *a, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        learn(s, a[i].slot, value_of(s, a[i].slot, a[i].fact));
}

/* Both branches reach their ends: what they agree on is known. What neither has learnt is as it was
 * before. */
static void join(Simplify *s, SlotFact *a, uint32_t na, SlotFact *b, uint32_t nb) {
    for (uint32_t i = 0; i < nb; i++)
        s->branch_index[b[i].slot] = i + 1;
    for (uint32_t i = 0; i < na; i++) {
        uint32_t slot = a[i].slot, k = s->branch_index[slot];
        IrValue mine = value_of(s, slot, a[i].fact);
        IrValue other = k ? value_of(s, slot, b[k - 1].fact) : held(s, slot);
        s->branch_index[slot] = 0;
        if (k)
            b[k - 1].slot = IR_NO_SLOT;
        learn(s, slot, mine == other ? mine : 0);
    }
    for (uint32_t i = 0; i < nb; i++) {
        uint32_t slot = b[i].slot;
        if (slot == IR_NO_SLOT)
            continue;
        s->branch_index[slot] = 0;
        IrValue mine = value_of(s, slot, b[i].fact);
        learn(s, slot, mine == held(s, slot) ? mine : 0);
    }
}

/* ---- instructions ---- */

/* Comparisons that the size of the workgroup decides. */
static IrValue compare_ranges(Simplify *s, const IrInst *in) {
    bool is_signed = in->op == OP_SLT || in->op == OP_SLE;
    bool strict = in->op == OP_ULT || in->op == OP_SLT;
    if (!is_signed && !strict && in->op != OP_ULE)
        return 0;
    IrRange a = ir_range(s->m, s->f, in->arg[0]), b = ir_range(s->m, s->f, in->arg[1]);
    if (is_signed && (a.high > INT32_MAX || b.high > INT32_MAX))
        return 0;
    if (strict ? a.high < b.low : a.high <= b.low)
        return ir_const(&s->b, IR_BOOL, ~0u);
    if (strict ? a.low >= b.high : a.low > b.high)
        return ir_const(&s->b, IR_BOOL, 0);
    return 0;
}

static void simplify_scalar(Simplify *s, IrInst *in) {
    s->b.site = in->site;
    IrValue v = ir_fold(&s->b, (Op)in->op, (IrType)in->type, in->arg, in->args);
    if (!v)
        v = compare_ranges(s, in);
    note_new_values(s);
    if (v)
        replace(s, in, v);
    else
        keep_once(s, in);
}

/* Built-in values that the size of the workgroup makes constant or the same as others. */
static void simplify_builtin(Simplify *s, IrInst *in) {
    const uint32_t *size = s->m->workgroup_size;
    uint32_t b = in->builtin;
    if (b == IRB_LOCAL_INDEX && size[1] == 1 && size[2] == 1)
        b = IRB_LOCAL_ID_X;
    if (b >= IRB_GLOBAL_ID_X && b <= IRB_GLOBAL_ID_Z && size[b - IRB_GLOBAL_ID_X] == 1)
        b = b - IRB_GLOBAL_ID_X + IRB_WORKGROUP_ID_X;
    if (b <= IRB_LOCAL_ID_Z && size[b - IRB_LOCAL_ID_X] == 1) {
        replace(s, in, ir_const(&s->b, IR_U32, 0));
        note_new_values(s);
        return;
    }
    s->changed |= b != in->builtin;
    in->builtin = b;
    keep_once(s, in);
}

static void simplify_get(Simplify *s, IrInst *in) {
    IrValue v = held(s, in->slot);
    if (v) {
        replace(s, in, v);
        return;
    }
    keep(s, in);
    learn(s, in->slot, in->result);
}

static void simplify_set(Simplify *s, IrInst *in) {
    if (held(s, in->slot) == in->arg[0]) {
        s->changed = true;
        return;
    }
    keep(s, in);
    learn(s, in->slot, in->arg[0]);
}

static bool is_known_index(const Simplify *s, const IrInst *in, const IrIndex *x) {
    return ir_is_const(s->f, in->arg[x->arg]) && s->f->values.at[in->arg[x->arg]].bits < x->count;
}

/* Index operands come last, in the order of the indices or not: those that stay keep theirs. */
static void simplify_access(Simplify *s, IrInst *in) {
    const IrAccess *a = in->access;
    uint32_t known = 0;
    for (uint32_t i = 0; i < a->indices && in->op != IR_ARRAY_LENGTH; i++)
        known += is_known_index(s, in, &a->index[i]);
    if (!known)
        return;
    IrAccess *to = arena_new(s->m->arena, IrAccess);
    IrIndex *index = arena_array(s->m->arena, IrIndex, a->indices - known);
    IrValue *arg = arena_array(s->m->arena, IrValue, in->args - known);
    uint32_t plain = in->args - a->indices;
    *to = *a;
    to->indices = 0;
    to->index = index;
    for (uint32_t i = 0; i < plain; i++)
        arg[i] = in->arg[i];
    for (uint32_t i = 0; i < a->indices; i++) {
        IrIndex x = a->index[i];
        if (is_known_index(s, in, &x)) {
            to->offset += s->f->values.at[in->arg[x.arg]].bits * x.stride;
            continue;
        }
        arg[plain + to->indices] = in->arg[x.arg];
        x.arg = plain + to->indices;
        index[to->indices++] = x;
    }
    in->access = to;
    in->arg = arg;
    in->args -= known;
    s->changed = true;
}

/* ---- control flow ---- */

/* `set s = c; if c { ...; set s = v }` is s = c && v, and with the branches exchanged c || v. The
 * instruction that sets s, when all others in the branch are scalar operations. */
static IrInst *lazy_set(const Simplify *s, const IrInst *in, bool on_true) {
    enum { MOST = 16 };
    const IrBlock *b = in->block[!on_true];
    if (b->inst.len == 0 || b->inst.len > MOST || in->block[on_true]->inst.len)
        return NULL;
    for (uint32_t i = 0; i + 1 < b->inst.len; i++)
        if (!ir_is_scalar_op(b->inst.at[i]->op))
            return NULL;
    IrInst *set = vec_last(&b->inst);
    if (set->op != IR_SET || s->m->slots.at[set->slot].type != IR_BOOL)
        return NULL;
    IrValue is = held(s, set->slot), c = in->arg[0];
    const IrInst *not = ir_made_by(s->f, c, OP_INOT);
    return is && (is == c || (not &&not ->arg[0] == is)) ? set : NULL;
}

static bool flatten_lazy(Simplify *s, const IrInst *in) {
    bool on_true = in->block[0]->inst.len > 0;
    IrInst *set = lazy_set(s, in, on_true);
    if (!set)
        return false;
    const IrBlock *b = in->block[!on_true];
    for (uint32_t i = 0; i + 1 < b->inst.len; i++)
        keep(s, b->inst.at[i]);
    IrValue old = held(s, set->slot), v = set->arg[0];
    s->b.site = set->site;
    set->arg[0] =
        ir_op3(&s->b, OP_SELECT, IR_BOOL, in->arg[0], on_true ? v : old, on_true ? old : v);
    note_new_values(s);
    simplify_set(s, set);
    s->changed = true;
    return true;
}

static bool simplify_if(Simplify *s, IrInst *in) {
    if (ir_is_const(s->f, in->arg[0])) {
        const IrBlock *taken = in->block[s->f->values.at[in->arg[0]].bits == 0];
        s->changed = true;
        return simplify_insts(s, taken, taken->inst.len);
    }
    uint32_t len = s->undo.len, base = s->branch.len;
    bool first_ends = !simplify_block(s, in->block[0]);
    uint32_t first = take_branch(s, len);
    bool second_ends = !simplify_block(s, in->block[1]);
    uint32_t second = take_branch(s, len);
    if (flatten_lazy(s, in)) {
        s->branch.len = base;
        return true;
    }
    if (first + second) {
        SlotFact *a = &s->branch.at[base], *b = a + first;
        if (first_ends)
            adopt(s, b, second);
        else if (second_ends)
            adopt(s, a, first);
        else
            join(s, a, first, b, second);
    }
    s->branch.len = base;
    if (in->block[0]->inst.len || in->block[1]->inst.len)
        keep(s, in);
    else
        s->changed = true;
    return !first_ends || !second_ends;
}

static bool ends_in_break(const IrBlock *block) {
    return block->inst.len && vec_last(&block->inst)->op == IR_BREAK;
}

/* Is a block that a break leaves free of breaks, but for one at its end? */
static bool is_straight(const IrBlock *block) {
    return ir_count_jumps(block, IR_BREAK) == (uint32_t)ends_in_break(block);
}

static bool simplify_loop(Simplify *s, IrInst *in) {
    IrBlock *body = in->block[0];
    if (ends_in_break(body) && is_straight(body) && !ir_count_jumps(body, IR_CONTINUE)) {
        s->changed = true;
        return simplify_insts(s, body, body->inst.len - 1);
    }
    forget_written(s, in->block[0]);
    forget_written(s, in->block[1]);
    uint32_t len = s->undo.len;
    simplify_block(s, in->block[0]);
    roll_back(s, len);
    simplify_block(s, in->block[1]);
    roll_back(s, len);
    keep(s, in);
    return true;
}

static const IrBlock *chosen_case(const IrInst *in, uint32_t selector) {
    const IrBlock *chosen = NULL;
    for (uint32_t i = 0; i < in->case_count; i++) {
        const IrCase *c = &in->cases[i];
        if (c->is_default && !chosen)
            chosen = c->block;
        for (uint32_t k = 0; k < c->selectors.len; k++)
            if (c->selectors.at[k] == selector)
                return c->block;
    }
    return chosen;
}

static bool simplify_switch(Simplify *s, IrInst *in) {
    if (ir_is_const(s->f, in->arg[0])) {
        const IrBlock *taken = chosen_case(in, s->f->values.at[in->arg[0]].bits);
        if (!taken || is_straight(taken)) {
            s->changed = true;
            return !taken ||
                   simplify_insts(s, taken, taken->inst.len - (uint32_t)ends_in_break(taken));
        }
    }
    for (uint32_t i = 0; i < in->case_count; i++) {
        uint32_t len = s->undo.len;
        simplify_block(s, in->cases[i].block);
        roll_back(s, len);
    }
    for (uint32_t i = 0; i < in->case_count; i++)
        forget_written(s, in->cases[i].block);
    keep(s, in);
    return true;
}

/* ---- blocks ---- */

/* False: what comes after the instruction in its block cannot be reached. */
static bool simplify_inst(Simplify *s, IrInst *in) {
    for (uint32_t i = 0; i < in->args; i++)
        in->arg[i] = resolve(s, in->arg[i]);
    if (ir_is_scalar_op(in->op)) {
        simplify_scalar(s, in);
        return true;
    }
    switch (in->op) {
    case IR_BUILTIN: simplify_builtin(s, in); return true;
    case IR_GET: simplify_get(s, in); return true;
    case IR_SET: simplify_set(s, in); return true;
    case IR_IF: return simplify_if(s, in);
    case IR_LOOP: return simplify_loop(s, in);
    case IR_SWITCH: return simplify_switch(s, in);
    case IR_CALL: s->calls++; break;
    default:
        if (ir_has_access(in->op))
            simplify_access(s, in);
        break;
    }
    keep(s, in);
    return !ir_ends_block(in->op);
}

static bool simplify_insts(Simplify *s, const IrBlock *block, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!simplify_inst(s, block->inst.at[i])) {
            s->changed |= i + 1 < count;
            return false;
        }
    return true;
}

/* Rebuilds a block; false when its end cannot be reached. */
static bool simplify_block(Simplify *s, IrBlock *block) {
    IrBlock *outer = s->b.block;
    uint32_t outer_scope = s->scope, computed = s->computed.len;
    s->scope = s->open.len;
    vec_push(s->m->arena, &s->open, true);
    IrBlock *out = s->b.block = &s->temporary[s->depth++];
    out->inst.len = 0;
    bool reached = simplify_insts(s, block, block->inst.len);
    /* The old list of instructions serves for the next block of this depth. */
    IrBlock done = *out;
    *out = *block;
    *block = done;
    forget_computed(s, computed);
    s->open.at[s->scope] = false;
    s->scope = outer_scope;
    s->depth--;
    s->b.block = outer;
    return reached;
}

static void simplify_function(Simplify *s, IrFunction *f) {
    Arena *a = s->m->arena;
    s->f = f;
    s->b = (IrBuilder){.module = s->m, .function = f};
    s->replaced.len = s->scope_of.len = s->open.len = s->scope = 0;
    vec_push(a, &s->open, true); /* scope 0: constants, parameters */
    note_new_values(s);
    uint32_t buckets = 16;
    while (buckets < f->values.len)
        buckets *= 2;
    if (buckets > s->bucket_mask + 1 || !s->bucket)
        s->bucket = arena_array(a, uint32_t, buckets);
    s->bucket_mask = buckets - 1;
    simplify_block(s, f->body);
    roll_back(s, 0);
}

bool ir_simplify(IrModule *m) {
    Simplify s = {.m = m};
    s.temporary = arena_array(m->arena, IrBlock, IR_MAX_DEPTH + 1);
    s.fact = arena_array(m->arena, Fact, m->slots.len);
    s.branch_index = arena_array(m->arena, uint32_t, m->slots.len);
    for (uint32_t i = 0; i < m->functions.len; i++)
        simplify_function(&s, m->functions.at[i]);
    return s.changed;
}
