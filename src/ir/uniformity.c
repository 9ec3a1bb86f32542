/* Finds what may vary: everything starts out uniform, and walks over the module mark what may
 * differ between invocations of a workgroup that execute an instruction together, until nothing
 * changes. A uniform value can be computed once for all of them.
 *
 * What comes from operands is plain. Slots need a look at control flow: writing a uniform value
 * makes a slot differ between invocations when only some of those that may read it later do the
 * write. Each slot has a home, the innermost block with all its reads and writes. A write directly
 * in the home must come before all others; then what was in the slot before does not matter, and
 * only control flow inside the home does. (A slot without such a write varies; a private slot has
 * the whole module for its home.)
 *
 * Control flow at a place differs from that at the start of a block around it when there is,
 * between the two,
 * - a branch on a varying condition: inside it; or
 * - a jump that not all invocations make together: after it, up to where they meet again. Those
 *   that leave a loop do so in different turns, so the whole loop counts: it is "ragged". But they
 * do not come back to it before its surroundings are executed anew: a slot that is read only in the
 *   loop, and whose home holds the loop and no loop in between, stays uniform. So does the counter
 *   of a loop that is left by a varying condition, and the addresses made of it.
 *
 * Depths are numbers of blocks around a block, 0 for the function's body. "Split at d" says that
 * control flow differs from that at the start of the block of depth d around the place, and of
 * those around that one; NOT_SPLIT: from none.
 */
#include "ir/internal.h"

enum {
    NOT_SPLIT = -1,
    ROUNDS = 16, /* before slots, parameters and results are all taken to vary */
};

/* Where a slot lives. Places are numbers of instructions in program order. */
typedef struct Home {
    bool used, first_is_set;
    uint32_t block; /* its number */
    int depth;
    uint32_t first_block; /* that of the first read or write */
    uint32_t first_get, last_get;
} Home;

typedef struct LoopInfo {
    int depth;            /* of the block that holds it */
    uint32_t first, last; /* instructions inside */
    bool ragged;
} LoopInfo;

typedef struct FunctionInfo {
    bool split_call;   /* called where control flow is split */
    bool split_return; /* not all invocations return together */
    bool *result;      /* the results that vary */
} FunctionInfo;

/* An IF, LOOP or SWITCH around the place. */
typedef struct Around {
    bool is_loop;
    int depth; /* of the block that holds it */
    bool left; /* by a jump that not all made together */
} Around;

typedef struct Uniformity {
    IrModule *m;
    IrFunction *f;
    FunctionInfo *info; /* by function */
    uint32_t function;
    Home *home;         /* by slot */
    VEC(LoopInfo) loop; /* of the module, in program order */
    uint32_t next_loop;
    VEC(uint32_t) parent;            /* by block number */
    uint32_t number;                 /* of the next instruction */
    uint32_t path[IR_MAX_DEPTH + 1]; /* numbers of the blocks around the place */
    int depth;                       /* of the current block */
    int split;
    VEC(uint32_t) loops; /* around the place, outermost first: indices into loop */
    VEC(Around) around;
    bool changed;
} Uniformity;

/* ---- homes ---- */

static void note_slot(Uniformity *u, const IrInst *in) {
    Home *h = &u->home[in->slot];
    if (!h->used)
        *h = (Home){true, in->op == IR_SET, u->path[u->depth], u->depth, u->path[u->depth], ~0u, 0};
    while (h->depth > u->depth || u->path[h->depth] != h->block) {
        h->block = u->parent.at[h->block];
        h->depth--;
    }
    if (in->op == IR_GET) {
        h->first_get = h->first_get < u->number ? h->first_get : u->number;
        h->last_get = u->number;
    }
}

static void find_homes(Uniformity *u, const IrBlock *block, int depth) {
    uint32_t outer = depth ? u->path[depth - 1] : 0;
    u->path[depth] = u->parent.len;
    vec_push(u->m->arena, &u->parent, outer);
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        uint32_t loop = u->loop.len;
        u->depth = depth;
        if ((in->op == IR_GET || in->op == IR_SET) && !u->m->slots.at[in->slot].is_private)
            note_slot(u, in);
        u->number++;
        if (in->op == IR_LOOP)
            vec_push(u->m->arena, &u->loop, (LoopInfo){.depth = depth, .first = u->number});
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            find_homes(u, ir_block_at(in, k), depth + 1);
        if (in->op == IR_LOOP)
            u->loop.at[loop].last = u->number - 1;
    }
}

/* ---- marking ---- */

static void mark(Uniformity *u, bool *varying) {
    u->changed |= !*varying;
    *varying = true;
}

static bool any_varies(const Uniformity *u, const IrInst *in) {
    for (uint32_t i = 0; i < in->args; i++)
        if (u->f->values.at[in->arg[i]].varying)
            return true;
    return false;
}

static void mark_results(Uniformity *u, const IrInst *in) {
    for (uint32_t i = 0; i < in->results; i++)
        mark(u, &u->f->values.at[in->result + i].varying);
}

static bool builtin_varies(uint32_t b) {
    switch (b) {
    case IRB_WORKGROUP_ID_X:
    case IRB_WORKGROUP_ID_Y:
    case IRB_WORKGROUP_ID_Z:
    case IRB_NUM_WORKGROUPS_X:
    case IRB_NUM_WORKGROUPS_Y:
    case IRB_NUM_WORKGROUPS_Z:
    case IRB_SUBGROUP_SIZE:
    case IRB_NUM_SUBGROUPS:
    case IRB_WORKGROUP_INDEX: return false;
    default: return true;
    }
}

/* Loads at a uniform address agree: a shader without races cannot tell them apart. Function and
 * private memory is each invocation's own. */
static bool load_varies(const Uniformity *u, const IrInst *in) {
    AddressSpace space = u->m->objects.at[in->access->object].space;
    return space == SPACE_FUNCTION || space == SPACE_PRIVATE || any_varies(u, in);
}

/* Is control flow split with respect to the start of the function? */
static bool is_split(const Uniformity *u) {
    if (u->split != NOT_SPLIT)
        return true;
    for (uint32_t i = 0; i < u->loops.len; i++)
        if (u->loop.at[u->loops.at[i]].ragged)
            return true;
    return false;
}

static bool is_split_in_module(const Uniformity *u) {
    const FunctionInfo *f = &u->info[u->function];
    return f->split_call || f->split_return || is_split(u);
}

/* May a write here reach only some of the invocations that read the slot? */
static bool write_is_split(const Uniformity *u, uint32_t slot) {
    const Home *h = &u->home[slot];
    if (u->m->slots.at[slot].is_private)
        return is_split_in_module(u);
    if (!h->first_is_set || h->first_block != h->block || u->split >= h->depth)
        return true;
    uint32_t outermost = 0;
    while (outermost < u->loops.len && u->loop.at[u->loops.at[outermost]].depth < h->depth)
        outermost++;
    for (uint32_t i = outermost; i < u->loops.len; i++) {
        const LoopInfo *l = &u->loop.at[u->loops.at[i]];
        bool read_outside =
            h->first_get < l->first || (h->last_get > l->last && h->first_get != ~0u);
        if (l->ragged && (i > outermost || read_outside))
            return true;
    }
    return false;
}

static void visit_call(Uniformity *u, const IrInst *in) {
    IrFunction *callee = u->m->functions.at[in->callee];
    FunctionInfo *info = &u->info[in->callee];
    for (uint32_t i = 0; i < in->args; i++)
        if (u->f->values.at[in->arg[i]].varying)
            mark(u, &callee->values.at[i + 1].varying);
    for (uint32_t i = 0; i < in->results; i++)
        if (info->result[i])
            mark(u, &u->f->values.at[in->result + i].varying);
    if (is_split_in_module(u))
        mark(u, &info->split_call);
}

static void visit_return(Uniformity *u, const IrInst *in) {
    FunctionInfo *info = &u->info[u->function];
    if (is_split(u))
        mark(u, &info->split_return);
    for (uint32_t i = 0; i < in->args; i++)
        if (info->split_return || u->f->values.at[in->arg[i]].varying)
            mark(u, &info->result[i]);
}

/* ---- control flow ---- */

/* A jump that not all invocations make that are in the loop or switch it belongs to. */
static void visit_jump(Uniformity *u, bool leaves_loop_only) {
    uint32_t i = u->around.len;
    while (i > 0 && leaves_loop_only && !u->around.at[i - 1].is_loop)
        i--;
    Around *target = &u->around.at[i - 1];
    if (u->split < target->depth)
        return;
    if (target->is_loop && !leaves_loop_only)
        mark(u, &u->loop.at[vec_last(&u->loops)].ragged);
    else
        target->left = true;
}

/* What is split in the current block after an instruction that had blocks: `before` is what was
 * before it, and some may have left by jumps to places further out. */
static int split_after(const Uniformity *u, int before) {
    int split = before;
    for (uint32_t i = 0; i < u->around.len; i++)
        if (u->around.at[i].left && u->around.at[i].depth > split)
            split = u->around.at[i].depth;
    return split;
}

static void visit_block(Uniformity *u, const IrBlock *block, int split);

/* A branch to one of several blocks. */
static void visit_branch(Uniformity *u, const IrInst *in) {
    int before = u->split;
    int inside = u->f->values.at[in->arg[0]].varying ? u->depth : before;
    if (in->op == IR_SWITCH)
        vec_push(u->m->arena, &u->around, (Around){.depth = u->depth});
    for (uint32_t k = 0; k < ir_block_count(in); k++) {
        visit_block(u, ir_block_at(in, k), inside);
        if (in->op == IR_SWITCH)
            vec_last(&u->around).left = false;
    }
    if (in->op == IR_SWITCH)
        u->around.len--;
    u->split = split_after(u, before);
}

static void visit_loop(Uniformity *u, const IrInst *in) {
    int before = u->split;
    vec_push(u->m->arena, &u->loops, u->next_loop++);
    vec_push(u->m->arena, &u->around, (Around){.is_loop = true, .depth = u->depth});
    visit_block(u, in->block[0], before);
    vec_last(&u->around).left = false;
    visit_block(u, in->block[1], split_after(u, before));
    u->around.len--;
    u->loops.len--;
    u->split = split_after(u, before);
}

static void visit_inst(Uniformity *u, const IrInst *in) {
    switch (in->op) {
    case IR_BUILTIN:
        if (builtin_varies(in->builtin))
            mark_results(u, in);
        break;
    case IR_GET:
        if (u->m->slots.at[in->slot].varying)
            mark_results(u, in);
        break;
    case IR_SET:
        if (u->f->values.at[in->arg[0]].varying || write_is_split(u, in->slot))
            mark(u, &u->m->slots.at[in->slot].varying);
        break;
    case IR_LOAD:
        if (load_varies(u, in))
            mark_results(u, in);
        break;
    case IR_ATOMIC:
    case IR_SUBGROUP: mark_results(u, in); break;
    case IR_CALL: visit_call(u, in); break;
    case IR_RETURN: visit_return(u, in); break;
    case IR_IF:
    case IR_SWITCH: visit_branch(u, in); break;
    case IR_LOOP: visit_loop(u, in); break;
    case IR_BREAK: visit_jump(u, false); break;
    case IR_CONTINUE: visit_jump(u, true); break;
    case IR_BREAK_IF:
        if (u->f->values.at[in->arg[0]].varying)
            mark(u, &u->loop.at[vec_last(&u->loops)].ragged);
        break;
    default:
        if (any_varies(u, in))
            mark_results(u, in);
        break;
    }
}

static void visit_block(Uniformity *u, const IrBlock *block, int split) {
    u->depth++;
    u->split = split;
    for (uint32_t i = 0; i < block->inst.len; i++)
        visit_inst(u, block->inst.at[i]);
    u->depth--;
}

static void visit_module(Uniformity *u) {
    u->changed = false;
    u->next_loop = 0;
    for (u->function = 0; u->function < u->m->functions.len; u->function++) {
        u->f = u->m->functions.at[u->function];
        u->depth = -1;
        visit_block(u, u->f->body, NOT_SPLIT);
    }
}

/* The way out for modules in which facts travel slowly: then only operands are followed. */
static void give_up(Uniformity *u) {
    for (uint32_t i = 0; i < u->m->slots.len; i++)
        u->m->slots.at[i].varying = true;
    for (uint32_t i = 0; i < u->loop.len; i++)
        u->loop.at[i].ragged = true;
    for (uint32_t i = 0; i < u->m->functions.len; i++) {
        IrFunction *f = u->m->functions.at[i];
        u->info[i].split_call = u->info[i].split_return = true;
        memset(u->info[i].result, true, f->result_types.len);
        for (IrValue v = 1; v <= f->params; v++)
            f->values.at[v].varying = true;
    }
}

static void prepare(Uniformity *u) {
    Arena *a = u->m->arena;
    u->info = arena_array(a, FunctionInfo, u->m->functions.len);
    u->home = arena_array(a, Home, u->m->slots.len);
    for (uint32_t i = 0; i < u->m->slots.len; i++)
        u->m->slots.at[i].varying = false;
    for (uint32_t i = 0; i < u->m->functions.len; i++) {
        IrFunction *f = u->m->functions.at[i];
        u->info[i].result = arena_array(a, bool, f->result_types.len);
        for (IrValue v = 1; v < f->values.len; v++)
            f->values.at[v].varying = false;
        find_homes(u, f->body, 0);
    }
}

void ir_uniformity(IrModule *m) {
    Uniformity *u = arena_new(m->arena, Uniformity);
    u->m = m;
    prepare(u);
    uint32_t round = 0;
    do {
        if (round++ == ROUNDS)
            give_up(u);
        visit_module(u);
    } while (u->changed);
}
