/* Gives out registers. A frame has, in this order:
 *     vectors: private variables and private slots (zeroed for each workgroup), what lives for
 *              ever, the frames of the functions, function variables, one register a mask slot;
 *     scalars: the scheduler's, constants and limits, private slots, for ever, function frames.
 * A function's frame lies above the frames of all its callers. Inside a frame a register is given
 * out again as soon as nobody needs it: code is walked once, in order, with a list of free
 * registers; the last freed is taken first, as it is likely in the cache.
 */
#include "engine/gen.h"

typedef struct Pool {
    VEC(uint32_t) free;
    uint32_t used;
} Pool;

typedef struct Give {
    Gen *g;
    uint32_t *loop_at; /* innermost loop of each instruction */
    uint32_t *expires; /* by instruction: first register whose last use it is, */
    uint32_t *next;    /* and by register: the next such */
    uint32_t at;
    uint32_t function, first, last; /* of the code being walked */
    Pool vector, scalar;
    VEC(uint32_t) active;              /* scalar registers in use */
    uint32_t *active_at;               /* by register: where in `active` */
    uint32_t vector_base, scalar_base; /* of function frames */
    uint32_t words_base;               /* of function variables */
} Give;

static void access_operands(Access *a, bool makes_fixed, OperandFn *fn, void *context) {
    for (uint32_t k = 0; k < a->operands; k++)
        fn(context, a->scalar_operand[k] ? 's' : 'v', &a->operand[k]);
    for (uint32_t k = 0; k < a->indices; k++) {
        fn(context, a->index[k].uniform ? 's' : 'v', &a->index[k].reg);
        fn(context, 's', &a->index[k].limit);
    }
    if (a->fixed != NO_REGISTER) {
        uint32_t *scalar[] = {&a->fixed_out, &a->fixed_affine, &a->fixed_stride, &a->fixed_pattern};
        fn(context, makes_fixed ? 'V' : 'v', &a->fixed);
        fn(context, makes_fixed ? 'V' : 'v', &a->fixed_chunks);
        for (uint32_t k = 0; k < 4; k++)
            fn(context, makes_fixed ? 'S' : 's', scalar[k]);
    }
    for (uint32_t k = 0; k < a->results; k++)
        if (a->result[k] != NO_REGISTER)
            fn(context, a->scalar_result ? 'S' : 'V', &a->result[k]);
}

void code_operands(Access *access, Inst *in, OperandFn *fn, void *context) {
    const CodeInfo *info = &code_info[in->op];
    for (int i = 4; i >= 0; i--) {
        char letter = info->field[i];
        if (letter == 'V' && in->merge)
            letter = 'M';
        if (letter == 'x')
            access_operands(&access[in->field[i]], in->op == CODE_FIXED, fn, context);
        else if (letter == 'V' || letter == 'v' || letter == 'M' || letter == 'S' || letter == 's')
            fn(context, letter, &in->field[i]);
    }
}

static void each_operand(Give *gv, OperandFn *fn) {
    Gen *g = gv->g;
    code_operands(g->access.at, &g->inst.at[gv->at], fn, gv);
}

/* ---- lifetimes ---- */

static void find_loops(Give *gv) {
    Gen *g = gv->g;
    uint32_t current = FLOW_NONE, next = 0;
    for (uint32_t i = 0; i < g->inst.len; i++) {
        while (current != FLOW_NONE && i > g->loop.at[current].last)
            current = g->loop.at[current].parent;
        while (next < g->loop.len && g->loop.at[next].first == i)
            current = next++;
        gv->loop_at[i] = current;
    }
}

static bool is_local(const Give *gv, const GenReg *r) {
    return !r->set && !r->forever && r->function == gv->function;
}

static void touch(void *context, char letter, uint32_t *reg) {
    Give *gv = context;
    GenReg *r = &gv->g->reg.at[*reg];
    (void)letter;
    if (!is_local(gv, r))
        return;
    if (r->first == NO_REGISTER) {
        r->first = r->whole_function ? gv->first : gv->at;
        r->last = r->to_end ? gv->last : gv->at;
    }
    uint32_t last = gv->at;
    for (uint32_t l = gv->loop_at[gv->at]; l != FLOW_NONE && gv->g->loop.at[l].first > r->first;
         l = gv->g->loop.at[l].parent)
        last = gv->g->loop.at[l].last;
    if (r->last < last)
        r->last = last;
}

/* ---- giving ---- */

static void take(Give *gv, uint32_t reg) {
    GenReg *r = &gv->g->reg.at[reg];
    Pool *p = r->scalar ? &gv->scalar : &gv->vector;
    r->physical = p->free.len ? vec_pop(&p->free) : p->used++;
    gv->next[reg] = gv->expires[r->last];
    gv->expires[r->last] = reg;
    if (r->scalar) {
        gv->active_at[reg] = gv->active.len;
        vec_push(gv->g->arena, &gv->active, reg);
    }
}

/* A parameter that the function does not use is written all the same, by the callers. */
static void take_whole(Give *gv, uint32_t reg) {
    GenReg *r = &gv->g->reg.at[reg];
    if (r->first == NO_REGISTER) {
        r->first = gv->first;
        r->last = r->to_end ? gv->last : gv->first;
    }
    take(gv, reg);
}

static void free_expired(Give *gv) {
    uint32_t reg = gv->expires[gv->at];
    gv->expires[gv->at] = NO_REGISTER;
    for (; reg != NO_REGISTER; reg = gv->next[reg]) {
        GenReg *r = &gv->g->reg.at[reg];
        Pool *p = r->scalar ? &gv->scalar : &gv->vector;
        vec_push(gv->g->arena, &p->free, r->physical);
        if (r->scalar) {
            uint32_t moved = vec_pop(&gv->active);
            if (moved != reg) {
                gv->active.at[gv->active_at[reg]] = moved;
                gv->active_at[moved] = gv->active_at[reg];
            }
        }
    }
}

/* Writes over a register whose last use this is, when the operation can take that. */
static bool works_in_place(const Inst *in) {
    return in->op <= CODE_V4; /* the first in code.def */
}

static void take_first(void *context, char letter, uint32_t *reg) {
    Give *gv = context;
    GenReg *r = &gv->g->reg.at[*reg];
    bool writes = letter == 'V' || letter == 'M' || letter == 'S';
    if (writes && works_in_place(&gv->g->inst.at[gv->at]))
        free_expired(gv);
    if (is_local(gv, r) && r->first == gv->at && !r->whole_function && !r->given) {
        r->given = true;
        take(gv, *reg);
    }
}

static void note_live(Give *gv) {
    Gen *g = gv->g;
    enum { MANY = 256 };
    LiveScalars *live = &g->live.at[g->inst.at[gv->at].a];
    live->everything = gv->function + 1 != g->ir->functions.len || gv->active.len > MANY;
    if (live->everything)
        return;
    live->count = gv->active.len;
    live->reg = arena_array(g->arena, uint32_t, gv->active.len + 1);
    for (uint32_t i = 0; i < gv->active.len; i++)
        live->reg[i] = g->reg.at[gv->active.at[i]].physical;
}

/* Walks the code of one function, or the preamble. */
static void give_function(Give *gv, uint32_t function, uint32_t first, uint32_t last) {
    Gen *g = gv->g;
    gv->function = function;
    gv->first = first;
    gv->last = last;
    gv->vector = gv->scalar = (Pool){0};
    gv->active.len = 0;
    for (gv->at = first; gv->at <= last; gv->at++)
        each_operand(gv, touch);
    for (uint32_t i = 0; i < g->whole.len; i++)
        if (is_local(gv, &g->reg.at[g->whole.at[i]]))
            take_whole(gv, g->whole.at[i]);
    for (gv->at = first; gv->at <= last; gv->at++) {
        each_operand(gv, take_first);
        free_expired(gv);
        if (g->inst.at[gv->at].op == CODE_BARRIER)
            note_live(gv);
    }
}

static void give_frames(Give *gv) {
    Gen *g = gv->g;
    uint32_t preamble[2] = {0};
    if (g->code->main > 0) {
        give_function(gv, GEN_PREAMBLE, 0, g->code->main - 1);
        preamble[0] = gv->vector.used;
        preamble[1] = gv->scalar.used;
    }
    for (uint32_t i = g->ir->functions.len; i-- > 0;) {
        GenFunction *fn = &g->function[i];
        if (!g->flow->function[i].called)
            continue;
        give_function(gv, i, fn->first, fn->last);
        fn->vectors = gv->vector.used;
        fn->scalars = gv->scalar.used;
    }
    uint32_t vectors = preamble[0], scalars = preamble[1];
    for (uint32_t i = 0; i < g->calls.len; i += 2) { /* calls stand in order of the callers */
        const GenFunction *caller = &g->function[g->calls.at[i]];
        GenFunction *callee = &g->function[g->calls.at[i + 1]];
        if (callee->vector_base < caller->vector_base + caller->vectors)
            callee->vector_base = caller->vector_base + caller->vectors;
        if (callee->scalar_base < caller->scalar_base + caller->scalars)
            callee->scalar_base = caller->scalar_base + caller->scalars;
    }
    for (uint32_t i = 0; i < g->ir->functions.len; i++) {
        const GenFunction *fn = &g->function[i];
        if (vectors < fn->vector_base + fn->vectors)
            vectors = fn->vector_base + fn->vectors;
        if (scalars < fn->scalar_base + fn->scalars)
            scalars = fn->scalar_base + fn->scalars;
    }
    gv->words_base = gv->vector_base + vectors;
    g->code->mask_first = gv->words_base + g->private_words - g->zeroed_words;
    g->code->vectors = g->code->mask_first + g->masks;
    g->code->scalars = gv->scalar_base + scalars;
}

/* Registers that live for ever: first those that are zeroed, then the others. */
static void give_forever(Give *gv) {
    Gen *g = gv->g;
    uint32_t vectors = g->zeroed_words, scalars = g->code->scalars;
    g->code->zeroed_scalar = scalars;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < g->reg.len; i++) {
            GenReg *r = &g->reg.at[i];
            if (r->set || !r->forever || r->zeroed != (pass == 0))
                continue;
            r->physical = r->scalar ? scalars++ : vectors++;
        }
        if (pass == 0) {
            g->code->zeroed = vectors;
            g->code->zeroed_scalars = scalars - g->code->zeroed_scalar;
        }
    }
    gv->vector_base = vectors;
    gv->scalar_base = scalars;
}

/* ---- putting the numbers in ---- */

static uint32_t frame_base(const Give *gv, const GenReg *r) {
    if (r->set || r->forever)
        return 0;
    uint32_t base = r->scalar ? gv->scalar_base : gv->vector_base;
    if (r->function == GEN_PREAMBLE)
        return base;
    const GenFunction *fn = &gv->g->function[r->function];
    return base + (r->scalar ? fn->scalar_base : fn->vector_base);
}

static void rename_register(void *context, char letter, uint32_t *reg) {
    Give *gv = context;
    const GenReg *r = &gv->g->reg.at[*reg];
    (void)letter;
    *reg = frame_base(gv, r) + r->physical;
}

static void rename_all(Give *gv) {
    Gen *g = gv->g;
    uint32_t entry_base = gv->scalar_base + g->function[g->ir->functions.len - 1].scalar_base;
    for (gv->at = 0; gv->at < g->inst.len; gv->at++) {
        Inst *in = &g->inst.at[gv->at];
        each_operand(gv, rename_register);
        for (int i = 0; i < 5; i++)
            if (code_info[in->op].field[i] == 't')
                in->field[i] = g->label.at[in->field[i]];
        if (in->op == CODE_CALL)
            in->d = g->function[in->a].mask;
    }
    for (uint32_t i = 0; i < g->table.len; i++)
        for (uint32_t k = 0; k < g->table.at[i].cases; k++)
            g->table.at[i].target[k] = g->label.at[g->table.at[i].target[k]];
    for (uint32_t i = 0; i < g->access.len; i++) {
        uint32_t *word = &g->access.at[i].first_word;
        if (*word >= g->zeroed_words)
            *word += gv->words_base - g->zeroed_words;
    }
    for (uint32_t i = 0; i < g->live.len; i++)
        for (uint32_t k = 0; k < g->live.at[i].count; k++)
            g->live.at[i].reg[k] += entry_base;
}

static void finish(Gen *g) {
    Code *c = g->code;
    c->inst = g->inst.at;
    c->length = g->inst.len;
    c->access = g->access.at;
    c->accesses = g->access.len;
    c->table = g->table.at;
    c->live = g->live.at;
    c->barriers = g->live.len;
    c->blocks = g->counted.len;
    c->limit = g->limit.at;
    c->limits = g->limit.len;
    c->scalar = arena_array(g->arena, Lane, c->scalars + 1);
    for (uint32_t i = 0; i < g->constant_slots; i++)
        if (g->constant[i].reg)
            c->scalar[g->reg.at[g->constant[i].reg].physical] = g->constant[i].bits;
}

void gen_give_registers(Gen *g) {
    Give gv = {.g = g};
    gv.loop_at = arena_array(g->arena, uint32_t, g->inst.len + 1);
    gv.expires = arena_array(g->arena, uint32_t, g->inst.len + 1);
    for (uint32_t i = 0; i <= g->inst.len; i++)
        gv.expires[i] = NO_REGISTER;
    gv.next = arena_array(g->arena, uint32_t, g->reg.len + 1);
    gv.active_at = arena_array(g->arena, uint32_t, g->reg.len + 1);
    find_loops(&gv);
    give_forever(&gv);
    give_frames(&gv);
    rename_all(&gv);
    finish(g);
}
