/* Regroups integer sums, as addresses are: ((wg.y * 16 + lid.y) * width + t * 16) + lid.x becomes
 * ((lid.y * width) + lid.x) + ((wg.y * 16) * width + t * 16), where the second part is uniform and
 * is computed once for all lanes, and the first does not change in the loop over t. Integers wrap
 * around, so any grouping gives the same value.
 *
 * A sum is taken apart into groups, one for each class of values: uniform or varying, and the
 * number of loops in which the value changes (its level). Multiplying by something uniform
 * multiplies the groups. Put together again, groups of lower levels come first, so that ir_hoist
 * can take them out of loops, and constants last, since neighbouring addresses then share the rest.
 *
 * Needs the results of ir_uniformity.
 */
#include "ir/internal.h"

enum {
    GROUPS = 8,
    DEEPEST = 32, /* operations below the sum that are looked through */
};

typedef struct Group {
    IrValue value;
    bool varying;
    uint32_t level;
} Group;

typedef struct Sum {
    Group group[GROUPS];
    uint32_t groups;
    uint32_t constant;
} Sum;

/* What is known of a value. */
typedef struct Facts {
    uint32_t uses, level;
    bool in_sum; /* its last use is as a part of a sum */
} Facts;

typedef struct Reassociate {
    IrModule *m;
    IrFunction *f;
    IrBuilder b;
    VEC(Facts) facts;
    VEC(IrValue) replaced;
    uint32_t loops; /* around this place */
    bool changed;
} Reassociate;

static bool varies(const Reassociate *r, IrValue v) {
    return r->f->values.at[v].varying;
}

/* ---- what is a sum ---- */

/* Which operands of an operation are parts of a sum, as bits; 0: it is none. Uniform operations are
 * cheap as they are. */
static uint32_t sum_parts(const Reassociate *r, const IrInst *in) {
    if (!in->results || !varies(r, in->result))
        return 0;
    switch (in->op) {
    case OP_IADD: return 3;
    case OP_ISUB: return varies(r, in->arg[1]) ? 0 : 1;
    case OP_SHL: return ir_is_const(r->f, in->arg[1]) ? 1 : 0;
    case OP_IMUL: return !varies(r, in->arg[1]) ? 1 : !varies(r, in->arg[0]) ? 2 : 0;
    default: return 0;
    }
}

/* Is a value a sum that only serves as a part of another one? */
static bool is_inside(const Reassociate *r, IrValue v) {
    const IrValueInfo *i = &r->f->values.at[v];
    const Facts *f = &r->facts.at[v];
    return i->kind == IRV_INST && f->uses == 1 && f->in_sum && sum_parts(r, i->inst);
}

static void count_uses(Reassociate *r, const IrBlock *block) {
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        uint32_t parts = sum_parts(r, in);
        for (uint32_t k = 0; k < in->args; k++) {
            r->facts.at[in->arg[k]].uses++;
            r->facts.at[in->arg[k]].in_sum = k < 2 && (parts >> k & 1);
        }
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            count_uses(r, ir_block_at(in, k));
    }
}

/* x where v is x + a constant that others use too: the constant goes to the end of the sum, where
 * neighbours that differ in it share the rest. */
static IrValue without_constant(const Reassociate *r, IrValue v, uint32_t *constant) {
    const IrInst *in = ir_made_by(r->f, v, OP_IADD);
    if (!in || !varies(r, v) || !ir_is_const(r->f, in->arg[1]))
        return 0;
    *constant = r->f->values.at[in->arg[1]].bits;
    return in->arg[0];
}

static uint32_t count_terms(const Reassociate *r, const IrInst *in, uint32_t depth) {
    uint32_t n = 0, parts = sum_parts(r, in), constant;
    for (uint32_t k = 0; k < 2; k++) {
        if (!(parts >> k & 1))
            n += in->op == OP_ISUB;
        else if (depth < DEEPEST && is_inside(r, in->arg[k]))
            n += count_terms(r, r->f->values.at[in->arg[k]].inst, depth + 1);
        else
            n += without_constant(r, in->arg[k], &constant) ? 2 : 1;
    }
    return n;
}

/* ---- making operations of a class ---- */

static void note_new_values(Reassociate *r, bool varying, uint32_t level) {
    while (r->facts.len < r->f->values.len) {
        IrValueInfo *v = &r->f->values.at[r->facts.len];
        v->varying = varying && v->kind == IRV_INST;
        vec_push(r->m->arena, &r->facts, (Facts){.level = v->kind == IRV_INST ? level : 0});
        vec_push(r->m->arena, &r->replaced, 0);
    }
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* a op v, where v is of the given class. */
static Group combine(Reassociate *r, Op op, Group a, IrValue v, bool varying, uint32_t level) {
    Group g = {0, a.varying || varying, larger(a.level, level)};
    g.value = ir_op2(&r->b, op, ir_type_of(r->f, a.value), a.value, v);
    note_new_values(r, g.varying, g.level);
    return g;
}

static Group add_groups(Reassociate *r, Group a, Group b) {
    return a.value ? combine(r, OP_IADD, a, b.value, b.varying, b.level) : b;
}

/* ---- taking apart ---- */

static void add_to_sum(Reassociate *r, Sum *s, Group g) {
    uint32_t i = 0;
    while (i < s->groups && (s->group[i].varying != g.varying || s->group[i].level != g.level))
        i++;
    if (i == GROUPS)
        i = GROUPS - 1;
    if (i == s->groups)
        s->group[s->groups++] = (Group){0};
    s->group[i] = add_groups(r, s->group[i], g);
}

static void take_apart(Reassociate *r, Sum *s, const IrInst *in, uint32_t depth);

static void take_value(Reassociate *r, Sum *s, IrValue v, uint32_t depth) {
    if (ir_is_const(r->f, v)) {
        s->constant += r->f->values.at[v].bits;
        return;
    }
    if (depth < DEEPEST && is_inside(r, v)) {
        take_apart(r, s, r->f->values.at[v].inst, depth + 1);
        return;
    }
    uint32_t constant;
    IrValue rest = without_constant(r, v, &constant);
    if (rest) {
        s->constant += constant;
        v = rest;
    }
    add_to_sum(r, s, (Group){v, varies(r, v), r->facts.at[v].level});
}

/* s = (the sum that v is) op by */
static void take_scaled(Reassociate *r, Sum *s, Op op, IrType t, IrValue v, IrValue by,
                        uint32_t depth) {
    Sum part = {0};
    take_value(r, &part, v, depth);
    uint32_t level = r->facts.at[by].level;
    for (uint32_t i = 0; i < part.groups; i++)
        add_to_sum(r, s, combine(r, op, part.group[i], by, false, level));
    if (!part.constant)
        return;
    IrValue c = ir_op2(&r->b, op, t, ir_const(&r->b, t, part.constant), by);
    note_new_values(r, false, level);
    take_value(r, s, c, DEEPEST);
}

static void take_apart(Reassociate *r, Sum *s, const IrInst *in, uint32_t depth) {
    IrType t = (IrType)in->type;
    r->b.site = in->site;
    switch (in->op) {
    case OP_IADD:
        take_value(r, s, in->arg[0], depth);
        take_value(r, s, in->arg[1], depth);
        break;
    case OP_ISUB: {
        take_value(r, s, in->arg[0], depth);
        IrValue negative = ir_op1(&r->b, OP_INEG, t, in->arg[1]);
        note_new_values(r, false, r->facts.at[in->arg[1]].level);
        take_value(r, s, negative, DEEPEST);
        break;
    }
    default: {
        uint32_t part = sum_parts(r, in) == 2;
        take_scaled(r, s, (Op)in->op, t, in->arg[part], in->arg[!part], depth);
        break;
    }
    }
}

/* ---- putting together ---- */

static bool has_deeper_uniform(const Sum *s, uint32_t level) {
    for (uint32_t i = 0; i < s->groups; i++)
        if (!s->group[i].varying && s->group[i].level > level)
            return true;
    return false;
}

static IrValue put_together(Reassociate *r, const Sum *s, IrType t) {
    Group uniform = {0}, varying = {0};
    for (uint32_t level = 0; level <= r->loops; level++) {
        for (uint32_t i = 0; i < s->groups; i++) {
            Group *to = s->group[i].varying ? &varying : &uniform;
            if (s->group[i].level == level)
                *to = add_groups(r, *to, s->group[i]);
        }
        if (uniform.value && varying.value && !has_deeper_uniform(s, level)) {
            varying = add_groups(r, varying, uniform);
            uniform = (Group){0};
        }
    }
    Group all = varying.value ? varying : uniform;
    if (!all.value)
        return ir_const(&r->b, t, s->constant);
    return combine(r, OP_IADD, all, ir_const(&r->b, t, s->constant), false, 0).value;
}

/* ---- blocks ---- */

static void note_level(Reassociate *r, const IrInst *in) {
    uint32_t level = r->loops;
    if (ir_is_scalar_op(in->op) || in->op == IR_BUILTIN || in->op == IR_ARRAY_LENGTH)
        level = 0;
    for (uint32_t i = 0; i < in->args && ir_is_scalar_op(in->op); i++)
        level = larger(level, r->facts.at[in->arg[i]].level);
    for (uint32_t i = 0; i < in->results; i++)
        r->facts.at[in->result + i].level = level;
}

static bool regroup(Reassociate *r, const IrInst *in) {
    if (!sum_parts(r, in) || is_inside(r, in->result) || count_terms(r, in, 0) < 3)
        return false;
    Sum s = {0};
    take_apart(r, &s, in, 0);
    r->b.site = in->site;
    IrValue v = put_together(r, &s, (IrType)in->type);
    note_new_values(r, true, r->loops);
    r->replaced.at[in->result] = v;
    r->changed = true;
    return true;
}

static void reassociate_block(Reassociate *r, IrBlock *block) {
    IrBlock out = {0}, *outer = r->b.block;
    vec_reserve(r->m->arena, &out.inst, block->inst.len);
    r->b.block = &out;
    for (uint32_t i = 0; i < block->inst.len; i++) {
        IrInst *in = block->inst.at[i];
        for (uint32_t k = 0; k < in->args; k++)
            if (r->replaced.at[in->arg[k]])
                in->arg[k] = r->replaced.at[in->arg[k]];
        note_level(r, in);
        if (regroup(r, in))
            continue;
        r->loops += in->op == IR_LOOP;
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            reassociate_block(r, ir_block_at(in, k));
        r->loops -= in->op == IR_LOOP;
        vec_push(r->m->arena, &out.inst, in);
    }
    *block = out;
    r->b.block = outer;
}

bool ir_reassociate(IrModule *m) {
    Reassociate r = {.m = m};
    for (uint32_t i = 0; i < m->functions.len; i++) {
        r.f = m->functions.at[i];
        r.b = (IrBuilder){.module = m, .function = r.f};
        r.facts.len = r.replaced.len = 0;
        while (r.facts.len < r.f->values.len) {
            vec_push(m->arena, &r.facts, (Facts){0});
            vec_push(m->arena, &r.replaced, 0);
        }
        count_uses(&r, r.f->body);
        reassociate_block(&r, r.f->body);
    }
    return r.changed;
}
