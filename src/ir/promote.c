/* Variables of the function and private spaces into slots.
 *
 * An access whose indices are all constants and in range names its scalars: such scalars become
 * slots, also when other parts of the variable are indexed dynamically and stay in memory. What
 * decides is, for each byte of a variable, which accesses reach it:
 * - an access with a dynamic index blocks all bytes that it may reach;
 * - an access of several scalars, one of which is blocked, blocks the others;
 * - a variable that is read as another type than it is written stays in memory as a whole.
 */
#include "ir/internal.h"

enum {
    LARGEST = 64 * 1024, /* bytes of a variable that is looked at */
    ROUNDS = 8,          /* of blocking neighbours, before giving up a variable */
};

/* What is known of a byte of a variable. */
enum { UNTOUCHED = 0, CONTINUED = 0x40, BLOCKED = 0x80, TYPE_BITS = 0x3f };

typedef struct Variable {
    uint8_t *cell;  /* a byte: type of the scalar that starts here, or CONTINUED; BLOCKED */
    uint32_t *slot; /* by byte where a scalar starts: its slot + 1 */
    bool used;      /* there are accesses */
    bool shared;    /* by several functions: pointers to it are passed */
    uint32_t user;  /* the first function that uses it */
    bool stays;     /* in memory as a whole */
    bool blocked;   /* some part stays in memory */
} Variable;

/* An access at a known place. */
typedef struct Known {
    const IrInst *inst;
    uint32_t offset;
} Known;

typedef struct Promote {
    IrModule *m;
    const IrFunction *f;
    uint32_t function;  /* index of f */
    Variable *variable; /* by object */
    VEC(Known) known;
    bool changed;
} Promote;

static bool is_candidate(const Promote *p, uint32_t object) {
    const IrObject *o = &p->m->objects.at[object];
    return (o->space == SPACE_FUNCTION || o->space == SPACE_PRIVATE) && o->size <= LARGEST &&
           !p->variable[object].stays;
}

/* ---- looking at accesses ---- */

typedef struct Reach {
    uint32_t offset; /* first byte */
    uint64_t size;
    bool known; /* one place only */
} Reach;

static Reach reach_of(const IrFunction *f, const IrInst *in) {
    const IrAccess *a = in->access;
    Reach r = {a->offset, (uint64_t)a->components * ir_type_bytes(a->type), true};
    for (uint32_t i = 0; i < a->indices; i++) {
        const IrIndex *x = &a->index[i];
        IrValue v = in->arg[x->arg];
        if (ir_is_const(f, v) && f->values.at[v].bits < x->count) {
            r.offset += f->values.at[v].bits * x->stride;
        } else {
            r.known = false;
            r.size += (uint64_t)(x->count - 1) * x->stride;
        }
    }
    return r;
}

static void block_bytes(Variable *v, uint32_t offset, uint64_t size) {
    v->blocked = true;
    for (uint64_t i = 0; i < size; i++)
        v->cell[offset + i] |= BLOCKED;
}

/* Notes a scalar; false when it does not agree with another one. */
static bool note_scalar(Variable *v, uint32_t offset, uint8_t type) {
    uint32_t bytes = ir_type_bytes(type);
    uint8_t is = v->cell[offset] & (TYPE_BITS | CONTINUED);
    if (is != UNTOUCHED)
        return is == type;
    for (uint32_t i = 0; i < bytes; i++) {
        if (v->cell[offset + i] & (TYPE_BITS | CONTINUED))
            return false;
        v->cell[offset + i] |= i ? CONTINUED : type;
    }
    return true;
}

static void note_access(Promote *p, const IrInst *in) {
    uint32_t object = in->access->object;
    Variable *v = &p->variable[object];
    v->shared |= v->used && v->user != p->function;
    v->used = true;
    v->user = p->function;
    if (!is_candidate(p, object))
        return;
    if (!v->cell)
        v->cell = arena_array(p->m->arena, uint8_t, p->m->objects.at[object].size);
    Reach r = reach_of(p->f, in);
    if ((in->op != IR_LOAD && in->op != IR_STORE) ||
        r.offset + r.size > p->m->objects.at[object].size) {
        v->stays = true;
        return;
    }
    if (!r.known) {
        block_bytes(v, r.offset, r.size);
        return;
    }
    uint32_t bytes = ir_type_bytes(in->access->type);
    for (uint32_t i = 0; i < in->access->components; i++)
        if (!note_scalar(v, r.offset + i * bytes, in->access->type))
            v->stays = true;
    vec_push(p->m->arena, &p->known, (Known){in, r.offset});
}

static void scan(Promote *p, const IrBlock *block) {
    for (uint32_t i = 0; i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        if (ir_has_access(in->op))
            note_access(p, in);
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            scan(p, ir_block_at(in, k));
    }
}

static uint32_t blocked_scalars(const Variable *v, const IrInst *in, uint32_t offset) {
    uint32_t n = 0, bytes = ir_type_bytes(in->access->type);
    for (uint32_t i = 0; i < in->access->components * bytes; i++)
        n += (v->cell[offset + i] & BLOCKED) != 0;
    return n;
}

/* Blocks the rest of accesses that are blocked in part, and what they share with others in turn. */
static void spread_blocks(Promote *p) {
    for (uint32_t round = 0; round <= ROUNDS; round++) {
        bool again = false;
        for (uint32_t i = 0; i < p->known.len; i++) {
            const IrInst *in = p->known.at[i].inst;
            Variable *v = &p->variable[in->access->object];
            uint32_t size = in->access->components * ir_type_bytes(in->access->type);
            uint32_t n =
                v->blocked && !v->stays ? blocked_scalars(v, in, p->known.at[i].offset) : 0;
            if (n == 0 || n == size)
                continue;
            again = true;
            if (round == ROUNDS)
                v->stays = true;
            else
                block_bytes(v, p->known.at[i].offset, size);
        }
        if (!again)
            return;
    }
}

/* ---- making slots ---- */

static void make_slots(Promote *p, uint32_t object) {
    Variable *v = &p->variable[object];
    if (!v->cell || v->stays)
        return;
    const IrObject o = p->m->objects.at[object];
    v->slot = arena_array(p->m->arena, uint32_t, o.size);
    for (uint32_t i = 0; i < o.size; i++) {
        if (v->cell[i] & (BLOCKED | CONTINUED) || v->cell[i] == UNTOUCHED)
            continue;
        StrBuf name = {.arena = p->m->arena};
        ir_address_name(&name, p->m, object, i);
        v->slot[i] =
            1 + ir_add_slot(p->m, (IrSlot){.type = v->cell[i],
                                           .is_private = o.space == SPACE_PRIVATE || v->shared,
                                           .name = strbuf_str(&name)});
    }
}

/* A variable without accesses, now or in a moment, needs no memory. */
static void mark_promoted(Promote *p, uint32_t object) {
    IrObject *o = &p->m->objects.at[object];
    const Variable *v = &p->variable[object];
    if (o->space == SPACE_FUNCTION || o->space == SPACE_PRIVATE)
        o->promoted = !v->used || (v->slot && !v->blocked);
}

/* ---- rewriting ---- */

/* The slot of the access's first scalar + 1; 0: it stays an access. */
static uint32_t *slots_of(Promote *p, const IrInst *in) {
    if (in->op != IR_LOAD && in->op != IR_STORE)
        return NULL;
    Variable *v = &p->variable[in->access->object];
    if (!v->slot || v->stays)
        return NULL;
    Reach r = reach_of(p->f, in);
    return r.known && v->slot[r.offset] ? &v->slot[r.offset] : NULL;
}

static IrInst *slot_inst(Promote *p, const IrInst *in, uint32_t i, uint32_t slot) {
    IrInst *s = arena_new(p->m->arena, IrInst);
    s->op = in->op == IR_LOAD ? IR_GET : IR_SET;
    s->type = in->access->type;
    s->site = in->site;
    s->slot = slot;
    if (in->op == IR_LOAD) {
        s->results = 1;
        s->result = in->result + i;
        p->f->values.at[s->result].inst = s;
    } else {
        s->args = 1;
        s->arg = &in->arg[i];
    }
    return s;
}

static void rewrite(Promote *p, IrBlock *block) {
    IrBlock out = {0};
    bool changed = false;
    for (uint32_t i = 0; i < block->inst.len; i++) {
        IrInst *in = block->inst.at[i];
        for (uint32_t k = 0; k < ir_block_count(in); k++)
            rewrite(p, ir_block_at(in, k));
        const uint32_t *slot = slots_of(p, in);
        if (slot && !changed) {
            changed = true;
            for (uint32_t k = 0; k < i; k++)
                vec_push(p->m->arena, &out.inst, block->inst.at[k]);
        }
        if (!slot) {
            if (changed)
                vec_push(p->m->arena, &out.inst, in);
            continue;
        }
        uint32_t bytes = ir_type_bytes(in->access->type);
        for (uint32_t k = 0; k < in->access->components; k++)
            vec_push(p->m->arena, &out.inst, slot_inst(p, in, k, slot[k * bytes] - 1));
    }
    if (changed) {
        *block = out;
        p->changed = true;
    }
}

bool ir_promote(IrModule *m) {
    Promote p = {.m = m, .variable = arena_array(m->arena, Variable, m->objects.len)};
    for (uint32_t i = 0; i < m->functions.len; i++) {
        p.f = m->functions.at[i];
        p.function = i;
        scan(&p, p.f->body);
    }
    spread_blocks(&p);
    for (uint32_t i = 1; i < m->objects.len; i++) {
        make_slots(&p, i);
        mark_promoted(&p, i);
    }
    for (uint32_t i = 0; i < m->functions.len; i++) {
        p.f = m->functions.at[i];
        rewrite(&p, p.f->body);
    }
    return p.changed;
}
