#include "observe/access.h"

#include <stdlib.h>

/* ---- kinds ---- */

/* Atomic writes in groups: those of a group commute with each other, and with no others. What an
 * exchange leaves depends on which came last, so that it does not even commute with itself. */
static int commuting_group(IrAtomicOp op) {
    switch (op) {
    case IRA_ADD:
    case IRA_SUB: return 1;
    case IRA_MIN: return 2;
    case IRA_MAX: return 3;
    case IRA_AND: return 4;
    case IRA_OR: return 5;
    case IRA_XOR: return 6;
    case IRA_LOAD:
    case IRA_STORE:
    case IRA_EXCHANGE:
    case IRA_COMPARE_EXCHANGE: break;
    }
    return 0;
}

static Clash clash_of_atomics(IrAtomicOp a, IrAtomicOp b) {
    if (a == IRA_LOAD || b == IRA_LOAD)
        return CLASH_NONE;
    if (a == IRA_STORE && b == IRA_STORE)
        return CLASH_ORDER_OR_SAME;
    int group = commuting_group(a);
    return group && group == commuting_group(b) ? CLASH_NONE : CLASH_ORDER;
}

Clash access_clash(AccessKind a, AccessKind b) {
    if (a >= KIND_ATOMIC && b >= KIND_ATOMIC)
        return clash_of_atomics((IrAtomicOp)(a - KIND_ATOMIC), (IrAtomicOp)(b - KIND_ATOMIC));
    if (!access_writes(a) && !access_writes(b))
        return CLASH_NONE;
    return a == KIND_STORE && b == KIND_STORE ? CLASH_RACE_OR_SAME : CLASH_RACE;
}

static AccessKind kind_of(uint32_t op, IrAtomicOp atomic_op) {
    return op == IR_LOAD    ? KIND_LOAD
           : op == IR_STORE ? KIND_STORE
                            : (AccessKind)(KIND_ATOMIC + atomic_op);
}

/* ---- vectors ---- */

/* The vector that holds the byte `offset` of a t, and where in it that is; NULL when no vector
 * does. */
static const Type *vector_at(const Type *t, uint64_t *offset) {
    while (t && t->kind != TYPE_VECTOR) {
        if (t->kind == TYPE_STRUCT) {
            const StructType *s = t->structure;
            uint32_t i = s->members;
            while (i > 0 && s->member[i - 1].offset > *offset)
                i--;
            if (!i)
                return NULL;
            *offset -= s->member[i - 1].offset;
            t = s->member[i - 1].type;
        } else if ((t->kind == TYPE_ARRAY || t->kind == TYPE_MATRIX) && t->stride) {
            *offset %= t->stride;
            t = t->kind == TYPE_ARRAY ? t->element : t->column;
        } else {
            return NULL;
        }
    }
    return t;
}

/* What the instructions of one store have been seen to write of a vector. */
typedef struct Parts {
    uint64_t start; /* of the vector in the object */
    uint32_t written, all;
    const Type *vector; /* NULL: none has been seen */
} Parts;

/* A vector that is written whole, if by several instructions, is no part of one. */
static void settle_parts(SharedAccess *a, const Parts *p) {
    if (!p->vector || p->written == p->all)
        return;
    a->vector_bytes = (uint8_t)p->vector->size;
    a->vector_align = (uint8_t)p->vector->align;
}

static void add_parts(const IrModule *m, SharedAccess *a, Parts *p, const IrAccess *store) {
    uint64_t offset = store->offset;
    const Type *v = vector_at(m->objects.at[store->object].type, &offset);
    uint64_t start = store->offset - offset;
    if (v != p->vector || start != p->start) {
        settle_parts(a, p);
        *p = (Parts){.start = start, .vector = v};
    }
    if (!v)
        return;
    p->all = (1u << v->width) - 1;
    p->written |= ((1u << store->components) - 1) << offset / v->element->size;
}

/* ---- the table ---- */

typedef struct Maker {
    AccessTable *t;
    Arena *arena;
    const IrModule *m;
    VEC(Parts) parts;       /* by access */
    uint32_t *last_of_kind; /* by object * KIND_COUNT + kind: access + 1 */
} Maker;

static bool same_span(Span a, Span b) {
    return a.start == b.start && a.end == b.end;
}

/* Another site with the same place and object that has an access of the kind, or the last one of
 * an object with too many places. */
static uint32_t find_access(const Maker *k, uint32_t site, uint32_t object, AccessKind kind) {
    const SharedObject *o = &k->t->object[object];
    for (uint32_t i = o->access.len; i-- > 0;) {
        const SharedAccess *a = &k->t->access.at[o->access.at[i]];
        if (a->kind == kind && same_span(k->m->sites.at[a->site].span, k->m->sites.at[site].span))
            return o->access.at[i];
    }
    uint32_t last = k->last_of_kind[object * KIND_COUNT + kind];
    return o->access.len >= MOST_PLACES && last ? last - 1 : NO_ACCESS;
}

static uint32_t add_access(Maker *k, const IrInst *in, uint32_t object, IrType type,
                           AccessKind kind) {
    uint32_t id = find_access(k, in->site, object, kind);
    if (id != NO_ACCESS)
        return id;
    id = k->t->access.len;
    SharedAccess a = {.site = in->site, .object = object, .kind = kind, .type = type};
    vec_push(k->arena, &k->t->access, a);
    vec_push(k->arena, &k->parts, (Parts){0});
    vec_push(k->arena, &k->t->object[object].access, id);
    k->last_of_kind[object * KIND_COUNT + kind] = id + 1;
    return id;
}

static void visit_access(Maker *k, const IrInst *in) {
    const IrObject *o = &k->m->objects.at[in->access->object];
    bool shared =
        o->space == SPACE_WORKGROUP || (o->space == SPACE_STORAGE && o->access != ACCESS_READ);
    if (!shared)
        return;
    AccessKind kind = kind_of(in->op, in->op == IR_ATOMIC ? in->atomic_op : IRA_LOAD);
    uint32_t *slot = &k->t->of_site[in->site * KIND_COUNT + kind];
    if (!*slot)
        *slot = add_access(k, in, in->access->object, (IrType)in->access->type, kind) + 1;
    if (in->access->type == IR_F16)
        k->t->object[in->access->object].shift = 1;
    if (kind == KIND_STORE)
        add_parts(k->m, &k->t->access.at[*slot - 1], &k->parts.at[*slot - 1], in->access);
}

static void visit_texture(Maker *k, const IrInst *in) {
    const Type *t = k->m->objects.at[in->texture].type;
    if ((in->texture_op != IRT_LOAD && in->texture_op != IRT_STORE) ||
        t->texture_class != TEXTURE_STORAGE || t->access == ACCESS_READ)
        return;
    AccessKind kind = in->texture_op == IRT_LOAD ? KIND_LOAD : KIND_STORE;
    uint32_t *slot = &k->t->of_site[in->site * KIND_COUNT + kind];
    if (!*slot)
        *slot = add_access(k, in, in->texture, (IrType)in->type, kind) + 1;
}

static void visit_block(Maker *k, const IrBlock *block) {
    for (uint32_t i = 0; block && i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        if (in->op == IR_LOAD || in->op == IR_STORE || in->op == IR_ATOMIC)
            visit_access(k, in);
        if (in->op == IR_BARRIER)
            k->t->has_storage_barrier |=
                (in->barrier & (IR_BARRIER_STORAGE | IR_BARRIER_TEXTURE)) != 0;
        if (in->op == IR_TEXTURE)
            visit_texture(k, in);
        if (in->op == IR_IF || in->op == IR_LOOP) {
            visit_block(k, in->block[0]);
            visit_block(k, in->block[1]);
        }
        for (uint32_t c = 0; in->op == IR_SWITCH && c < in->case_count; c++)
            visit_block(k, in->cases[c].block);
    }
}

/* ---- in order ---- */

typedef struct Placed {
    Span span;
    uint32_t object, access;
    AccessKind kind;
} Placed;

static int compare_placed(const void *x, const void *y) {
    const Placed *a = x, *b = y;
    const uint32_t by[][2] = {{a->span.start, b->span.start},
                              {a->span.end, b->span.end},
                              {a->kind, b->kind},
                              {a->object, b->object}};
    for (int i = 0; i < 4; i++)
        if (by[i][0] != by[i][1])
            return by[i][0] < by[i][1] ? -1 : 1;
    return 0;
}

/* Renumbers the accesses by place, so that pairs of them are in order when their numbers are. */
static void sort_by_place(Maker *k) {
    AccessTable *t = k->t;
    uint32_t n = t->access.len;
    Placed *placed = arena_array(k->arena, Placed, n + 1);
    uint32_t *now = arena_array(k->arena, uint32_t, n + 1);
    SharedAccess *sorted = arena_array(k->arena, SharedAccess, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const SharedAccess *a = &t->access.at[i];
        placed[i] = (Placed){k->m->sites.at[a->site].span, a->object, i, a->kind};
    }
    qsort(placed, n, sizeof *placed, compare_placed);
    for (uint32_t i = 0; i < n; i++) {
        now[placed[i].access] = i;
        sorted[i] = t->access.at[placed[i].access];
    }
    for (uint32_t i = 0; i < n; i++)
        t->access.at[i] = sorted[i];
    for (uint32_t i = 0; i < k->m->sites.len * KIND_COUNT; i++)
        if (t->of_site[i])
            t->of_site[i] = now[t->of_site[i] - 1] + 1;
    for (uint32_t i = 0; i < k->m->objects.len; i++)
        t->object[i].access.len = 0;
    for (uint32_t i = 0; i < n; i++) {
        SharedObject *o = &t->object[t->access.at[i].object];
        t->access.at[i].bit = o->access.len;
        vec_push(k->arena, &o->access, i);
    }
}

static bool may_clash(const AccessTable *t, const SharedObject *o) {
    bool there[KIND_COUNT] = {false};
    for (uint32_t i = 0; i < o->access.len; i++)
        there[t->access.at[o->access.at[i]].kind] = true;
    for (uint32_t a = 0; a < KIND_COUNT; a++)
        for (uint32_t b = a; b < KIND_COUNT; b++)
            if (there[a] && there[b] && access_clash((AccessKind)a, (AccessKind)b))
                return true;
    return false;
}

void access_table_make(AccessTable *t, Arena *arena, const IrModule *m) {
    *t = (AccessTable){.module = m};
    t->object = arena_array(arena, SharedObject, m->objects.len + 1);
    t->of_site = arena_array(arena, uint32_t, (size_t)m->sites.len * KIND_COUNT + 1);
    Maker k = {.t = t, .arena = arena, .m = m};
    k.last_of_kind = arena_array(arena, uint32_t, (size_t)m->objects.len * KIND_COUNT + 1);
    for (uint32_t i = 0; i < m->objects.len; i++)
        t->object[i].shift = 2;
    for (uint32_t i = 0; i < m->functions.len; i++)
        visit_block(&k, m->functions.at[i]->body);
    for (uint32_t i = 0; i < t->access.len; i++)
        settle_parts(&t->access.at[i], &k.parts.at[i]);
    sort_by_place(&k);
    for (uint32_t i = 0; i < m->objects.len; i++) {
        SharedObject *o = &t->object[i];
        AddressSpace of = m->objects.at[i].space;
        o->tracked = may_clash(t, o);
        o->space = !o->tracked             ? SHADOW_SPACES
                   : of == SPACE_WORKGROUP ? SHADOW_WORKGROUP
                   : of == SPACE_HANDLE    ? SHADOW_TEXTURE
                                           : SHADOW_STORAGE;
    }
}

uint32_t access_of_event(const AccessTable *t, const MemoryEvent *e) {
    if (!t->object[e->object].tracked)
        return NO_ACCESS;
    AccessKind kind = e->op == MEMORY_LOAD    ? KIND_LOAD
                      : e->op == MEMORY_STORE ? KIND_STORE
                                              : (AccessKind)(KIND_ATOMIC + e->atomic_op);
    return t->of_site[e->site * KIND_COUNT + kind] - 1;
}
