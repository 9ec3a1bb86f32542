/* The cost observer: adds up what each access, branch and barrier asks of the hardware.
 *
 * Each worker of a dispatch has a state of its own, in memory from malloc; cost_result adds the
 * states up in the order of the workers. What is not a sum (the worst execution) is decided by
 * degree, then by place in the dispatch, so that results do not depend on which worker ran what. */
#include "observe/cost.h"

#include <stdlib.h>
#include <string.h>

#include "observe/bits.h"
#include "observe/memo.h"
#include "observe/record.h"

typedef struct AccessState {
    CostAccess sum;
    Memo memo;
    EventMemo events;
    RecordedAccess recorded;
} AccessState;

/* Accesses and branches are found by site; an access also by what it does. */
enum { OPS = MEMORY_ATOMIC + 1 };

typedef struct CostState CostState;
struct CostState {
    CostObserver *owner;
    CostState *next;      /* in the owner's list of states to be added up */
    bool failed;          /* memory ran out: nothing more is counted */
    AccessState **access; /* by site * OPS + op; NULL: not met */
    CostBranch *branch;   /* by site */
    CostResult sum;
    uint64_t recorded_lanes; /* over all accesses */
};

struct CostObserver {
    Arena *arena;
    const IrModule *module;
    const HwModel *hw;
    const EngineBlockInfo *blocks;
    bool record; /* accesses to storage too, and keep all in the result */
    Observer observer;
    CostState *states, **last_state;
    CostResult result;
};

/* What the hardware does: an atomic load or store is a plain one to it. */
static HwOp hw_op(const MemoryEvent *e) {
    if (e->op == MEMORY_ATOMIC)
        return e->atomic_op == IRA_LOAD    ? HW_LOAD
               : e->atomic_op == IRA_STORE ? HW_STORE
                                           : HW_ATOMIC;
    return e->op == MEMORY_LOAD ? HW_LOAD : HW_STORE;
}

static AccessState *access_of(CostState *s, const MemoryEvent *e) {
    AccessState **slot = &s->access[e->site * OPS + e->op];
    if (!*slot) {
        *slot = calloc(1, sizeof **slot);
        if (!*slot)
            return NULL;
        (*slot)->sum = (CostAccess){.site = e->site,
                                    .object = e->object,
                                    .op = e->op,
                                    .atomic_op = e->atomic_op,
                                    .space = e->space,
                                    .width = e->width};
        (*slot)->recorded = (RecordedAccess){.site = e->site, .object = e->object, .op = hw_op(e)};
    }
    return *slot;
}

/* Is a/b a worse degree than c/d, or an equal one that comes first in the dispatch? */
static bool is_worse(const CostSample *old, HwBankCost c, uint32_t workgroup, uint32_t subgroup) {
    if (!old->bank.ideal)
        return true;
    uint64_t now = (uint64_t)c.wavefronts * old->bank.ideal,
             before = (uint64_t)old->bank.wavefronts * c.ideal;
    if (now != before)
        return now > before;
    if (workgroup != old->workgroup_index)
        return workgroup < old->workgroup_index;
    return subgroup < old->subgroup;
}

static void keep_sample(CostSample *s, const MemoKey *k, HwBankCost c, uint32_t workgroup) {
    s->workgroup_index = workgroup;
    s->subgroup = k->subgroup;
    s->lanes = k->lanes;
    memcpy(s->mask, k->mask, (k->lanes + 31) / 32 * sizeof s->mask[0]);
    memcpy(s->address, k->address, k->lanes * sizeof s->address[0]);
    s->bank = c;
}

static uint32_t degree(HwBankCost c) {
    return c.ideal ? c.wavefronts / c.ideal : 0;
}

static uint32_t subgroup_lanes(const EventPlace *p, uint32_t from) {
    return p->lanes - from < p->subgroup_size ? p->lanes - from : p->subgroup_size;
}

/* The key of the subgroup that starts at lane `from` of an event, its mask given. */
static MemoKey make_key(const CostState *s, const MemoryEvent *e, uint32_t from,
                        const uint32_t *mask) {
    return (MemoKey){.hw = s->owner->hw,
                     .op = hw_op(e),
                     .banked = e->space == SPACE_WORKGROUP,
                     .atomic = e->op == MEMORY_ATOMIC,
                     .width = e->width,
                     .lanes = subgroup_lanes(&e->place, from),
                     .mask = mask,
                     .address = e->used + from,
                     .affine = e->affine,
                     .stride = e->stride,
                     .subgroup = (e->place.first_lane + from) / e->place.subgroup_size};
}

static void add_execution(EventCost *t, const MemoCost *c, uint32_t subgroup, uint64_t times) {
    t->executions += times;
    t->lanes += c->active * times;
    t->wavefronts += c->bank.wavefronts * times;
    t->ideal_wavefronts += c->bank.ideal * times;
    t->sectors += c->sector.sectors * times;
    t->ideal_sectors += c->sector.ideal * times;
    t->requests += c->sector.requests * times;
    t->same_address += c->same_address * times;
    if (c->same_address > t->max_same_address)
        t->max_same_address = c->same_address;
    if ((uint64_t)c->bank.wavefronts * t->worst.ideal >
            (uint64_t)t->worst.wavefronts * c->bank.ideal ||
        !t->worst.ideal) {
        t->worst = c->bank;
        t->worst_subgroup = subgroup;
    }
}

/* The bits of an address that the cost of a pattern depends on. */
static uint32_t phase_bits(const CostState *s, const MemoryEvent *e) {
    const HwModel *hw = s->owner->hw;
    return e->space == SPACE_WORKGROUP ? hw->bank_bytes - 1 : hw_sector_phase(hw, hw_op(e));
}

/* Every subgroup of the event does the same, one after the other in memory: their costs are equal
 * when the step from one to the next leaves the phase as it is. */
static bool is_regular(const CostState *s, const MemoryEvent *e) {
    const EventPlace *p = &e->place;
    return e->affine && p->all_active && p->lanes % p->subgroup_size == 0 &&
           ((uint32_t)e->stride * p->subgroup_size & phase_bits(s, e)) == 0;
}

/* An event without a lane out of bounds. */
static EventCost sum_subgroups(const CostState *s, AccessState *a, const MemoryEvent *e) {
    const EventPlace *p = &e->place;
    EventCost t = {0};
    uint64_t times = is_regular(s, e) ? p->lanes / p->subgroup_size : 1;
    for (uint32_t from = 0; from < p->lanes; from += p->subgroup_size * (uint32_t)times) {
        uint32_t copy[HW_MAX_LANES / 32], lanes = subgroup_lanes(p, from);
        MemoKey k = make_key(s, e, from, slice_mask(copy, p->mask, from, lanes));
        if (any_bit(k.mask, lanes))
            add_execution(&t, memo_cost(&a->memo, &k), from / p->subgroup_size, times);
    }
    return t;
}

static void keep_worst(AccessState *a, const MemoryEvent *e, const EventCost *t,
                       const CostState *s) {
    const EventPlace *p = &e->place;
    uint32_t subgroup = p->first_lane / p->subgroup_size + t->worst_subgroup;
    if (degree(t->worst) > a->sum.worst_degree)
        a->sum.worst_degree = degree(t->worst);
    if (!is_worse(&a->sum.worst, t->worst, p->workgroup_index, subgroup))
        return;
    uint32_t copy[HW_MAX_LANES / 32], from = t->worst_subgroup * p->subgroup_size;
    MemoKey k = make_key(s, e, from, slice_mask(copy, p->mask, from, subgroup_lanes(p, from)));
    keep_sample(&a->sum.worst, &k, t->worst, p->workgroup_index);
}

static void add_event(CostState *s, AccessState *a, const MemoryEvent *e, const EventCost *t) {
    CostAccess *sum = &a->sum;
    uint64_t times = e->place.times;
    sum->executions += t->executions * times;
    sum->lanes += t->lanes * times;
    sum->wavefronts += t->wavefronts * times;
    sum->ideal_wavefronts += t->ideal_wavefronts * times;
    sum->sectors += t->sectors * times;
    sum->ideal_sectors += t->ideal_sectors * times;
    sum->requests += t->requests * times;
    sum->same_address += t->same_address * times;
    if (t->max_same_address > sum->max_same_address)
        sum->max_same_address = t->max_same_address;
    if (e->space != SPACE_WORKGROUP) {
        s->sum.storage_bytes += t->lanes * times * e->bytes;
        return;
    }
    s->sum.workgroup_access_bytes += t->lanes * times * e->bytes;
    if (t->executions)
        keep_worst(a, e, t, s);
}

/* A shader of thousands of accesses is recorded up to this many lanes: 128 MiB of addresses. */
enum { MOST_RECORDED_LANES = 32 << 20 };

static bool record_subgroups(CostState *s, AccessState *a, const MemoryEvent *e) {
    const EventPlace *p = &e->place;
    if (s->recorded_lanes > MOST_RECORDED_LANES)
        return true;
    s->recorded_lanes += a->recorded.records < RECORD_MOST ? p->lanes : 0;
    Record one = {.event = a->recorded.events++, .width = e->width};
    for (uint32_t from = 0; from < p->lanes; from += p->subgroup_size) {
        uint32_t copy[HW_MAX_LANES / 32];
        one.lanes = subgroup_lanes(p, from);
        one.subgroup = (uint16_t)((p->first_lane + from) / p->subgroup_size);
        const uint32_t *mask = slice_mask(copy, p->mask, from, one.lanes);
        if (!any_bit(mask, one.lanes))
            continue;
        memcpy(one.mask, mask, (one.lanes + 31) / 32 * sizeof *mask);
        if (!record_add(&a->recorded, &one, e->used + from))
            return false;
    }
    return true;
}

/* Counts an event without a lane out of bounds. */
static bool count_event(CostState *s, AccessState *a, const MemoryEvent *e) {
    bool known = false;
    EventMemoEntry *memo = NULL;
    EventCost sum, *t = &sum;
    if (!is_regular(s, e)) { /* else one look tells all anyway */
        memo = event_memo_find(&a->events, e, phase_bits(s, e), &known);
        if (!memo)
            return false;
        t = &memo->cost;
    }
    if (!known)
        *t = sum_subgroups(s, a, e);
    add_event(s, a, e, t);
    bool recorded =
        e->place.workgroup_index == 0 && (s->owner->record || e->space == SPACE_WORKGROUP);
    return !recorded || record_subgroups(s, a, e);
}

/* The same event without the lanes that are out of bounds: those cost nothing. */
static bool count_lanes_in_bounds(CostState *s, AccessState *a, const MemoryEvent *e) {
    enum { MOST_LANES = 1024 };
    uint32_t mask[MOST_LANES / 32];
    MemoryEvent inside = *e;
    for (uint32_t w = 0; w < (e->place.lanes + 31) / 32; w++) {
        a->sum.out_of_bounds += popcount(e->place.mask[w] & e->out_of_bounds[w]);
        mask[w] = e->place.mask[w] & ~e->out_of_bounds[w];
    }
    inside.place.mask = mask;
    inside.place.all_active = false;
    inside.out_of_bounds = NULL;
    return count_event(s, a, &inside);
}

/* Textures are not counted: how hardware lays their texels out is not known. */
static bool costs(AddressSpace space) {
    return space == SPACE_WORKGROUP || space == SPACE_STORAGE || space == SPACE_UNIFORM;
}

static void on_memory(void *state, const MemoryEvent *e) {
    CostState *s = state;
    if (!costs(e->space) || s->failed)
        return;
    AccessState *a = access_of(s, e);
    s->failed = !a || !(e->out_of_bounds ? count_lanes_in_bounds(s, a, e) : count_event(s, a, e));
}

/* Subgroups with a bit in `one` and, unless it is NULL, in `two` as well. */
static uint32_t count_subgroups(const EventPlace *p, const uint32_t *one, const uint32_t *two) {
    uint32_t n = 0;
    if (p->subgroup_size == 32) {
        for (uint32_t w = 0; w < (p->lanes + 31) / 32; w++)
            n += one[w] && (!two || two[w]);
        return n;
    }
    for (uint32_t from = 0; from < p->lanes; from += p->subgroup_size) {
        uint32_t lanes = subgroup_lanes(p, from), copy[HW_MAX_LANES / 32];
        n += any_bit(slice_mask(copy, one, from, lanes), lanes) &&
             (!two || any_bit(slice_mask(copy, two, from, lanes), lanes));
    }
    return n;
}

/* Subgroups whose lanes go both ways. */
static uint32_t count_divergent(const BranchEvent *e) {
    enum { MOST_LANES = 1024 };
    uint32_t rest[MOST_LANES / 32], any = 0;
    for (uint32_t w = 0; w < (e->place.lanes + 31) / 32; w++)
        any |= rest[w] = e->place.mask[w] & ~e->taken[w];
    return any ? count_subgroups(&e->place, e->taken, rest) : 0;
}

static uint32_t active_subgroups(const EventPlace *p) {
    return p->all_active ? (p->lanes + p->subgroup_size - 1) / p->subgroup_size
                         : count_subgroups(p, p->mask, NULL);
}

static void on_branch(void *state, const BranchEvent *e) {
    CostState *s = state;
    CostBranch *b = &s->branch[e->site];
    b->site = e->site;
    b->executions += active_subgroups(&e->place) * e->place.times;
    b->divergent += count_divergent(e) * e->place.times;
}

static void on_barrier(void *state, const BarrierEvent *e) {
    CostState *s = state;
    s->sum.barriers += active_subgroups(&e->place) * e->place.times;
}

static void on_block(void *state, const BlockEvent *e) {
    CostState *s = state;
    const EngineBlockInfo *b = &s->owner->blocks[e->block];
    const EventPlace *p = &e->place;
    uint64_t active = p->all_active ? p->lanes : count_bits(p->mask, p->lanes);
    active *= p->times;
    s->sum.active_lanes += active * b->instructions;
    s->sum.lane_slots += p->times * active_subgroups(p) * p->subgroup_size * b->instructions;
    s->sum.instructions += active * b->instructions;
    s->sum.float_operations += active * b->flops;
}

static void on_group(void *state, const GroupEvent *e) {
    CostState *s = state;
    const uint32_t *size = s->owner->module->workgroup_size;
    if (e->begins)
        s->sum.invocations += (uint64_t)size[0] * size[1] * size[2];
}

static void free_access(AccessState *a) {
    if (!a)
        return;
    record_free(&a->recorded);
    event_memo_free(&a->events);
    free(a);
}

static void free_state(CostState *s) {
    for (uint32_t i = 0; s->access && i < s->owner->module->sites.len * OPS; i++)
        free_access(s->access[i]);
    free(s->access);
    free(s->branch);
    free(s);
}

static void *on_begin(void *context, uint32_t worker) {
    (void)worker;
    CostObserver *c = context;
    CostState *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->owner = c;
    s->access = calloc((size_t)c->module->sites.len * OPS, sizeof *s->access);
    s->branch = calloc(c->module->sites.len, sizeof *s->branch);
    if (s->access && s->branch)
        return s;
    free_state(s);
    return NULL;
}

static void on_end(void *context, uint32_t worker, void *state) {
    (void)worker;
    CostObserver *c = context;
    CostState *s = state;
    *c->last_state = s;
    c->last_state = &s->next;
}

static bool add_records(RecordedAccess *to, const RecordedAccess *from) {
    for (uint32_t i = 0; i < from->records; i++) {
        uint32_t address[HW_MAX_LANES];
        record_addresses(from, &from->record[i], address);
        if (!record_add(to, &from->record[i], address))
            return false;
    }
    return true;
}

static bool add_access(AccessState *into, const AccessState *from) {
    CostAccess *to = &into->sum;
    const CostAccess *f = &from->sum;
    to->executions += f->executions;
    to->lanes += f->lanes;
    to->wavefronts += f->wavefronts;
    to->ideal_wavefronts += f->ideal_wavefronts;
    to->sectors += f->sectors;
    to->ideal_sectors += f->ideal_sectors;
    to->requests += f->requests;
    to->same_address += f->same_address;
    to->out_of_bounds += f->out_of_bounds;
    if (f->worst_degree > to->worst_degree)
        to->worst_degree = f->worst_degree;
    if (f->max_same_address > to->max_same_address)
        to->max_same_address = f->max_same_address;
    if (f->worst.bank.ideal &&
        is_worse(&to->worst, f->worst.bank, f->worst.workgroup_index, f->worst.subgroup))
        to->worst = f->worst;
    return add_records(&into->recorded, &from->recorded);
}

/* Adds a worker's state to another's, which takes over what it did not have. */
static bool add_state(CostState *to, CostState *from) {
    uint32_t sites = to->owner->module->sites.len;
    bool ok = !from->failed;
    for (uint32_t i = 0; i < sites * OPS; i++) {
        if (to->access[i] && from->access[i]) {
            ok &= add_access(to->access[i], from->access[i]);
        } else if (from->access[i]) {
            to->access[i] = from->access[i];
            from->access[i] = NULL;
        }
    }
    for (uint32_t i = 0; i < sites; i++) {
        to->branch[i].site = i;
        to->branch[i].executions += from->branch[i].executions;
        to->branch[i].divergent += from->branch[i].divergent;
    }
    CostResult *a = &to->sum, *b = &from->sum;
    a->barriers += b->barriers;
    a->invocations += b->invocations;
    a->active_lanes += b->active_lanes;
    a->lane_slots += b->lane_slots;
    a->float_operations += b->float_operations;
    a->storage_bytes += b->storage_bytes;
    a->workgroup_access_bytes += b->workgroup_access_bytes;
    a->instructions += b->instructions;
    return ok;
}

CostObserver *cost_new(Arena *arena, const IrModule *m, const EngineProgram *p, const HwModel *hw,
                       bool record) {
    CostObserver *c = arena_new(arena, CostObserver);
    uint32_t blocks;
    c->arena = arena;
    c->module = m;
    c->hw = hw;
    c->record = record;
    c->blocks = engine_blocks(p, &blocks);
    c->last_state = &c->states;
    c->observer = (Observer){
        .wants =
            EVENT_MEMORY | EVENT_BRANCH | EVENT_BARRIER | EVENT_BLOCK | EVENT_GROUP | EVENT_REPEATS,
        .context = c,
        .begin = on_begin,
        .memory = on_memory,
        .branch = on_branch,
        .barrier = on_barrier,
        .block = on_block,
        .group = on_group,
        .end = on_end,
    };
    return c;
}

const Observer *cost_observer(CostObserver *c) {
    return &c->observer;
}

/* By place in the source, then by what is done there. */
static int compare_places(const IrModule *m, const AccessState *a, const AccessState *b) {
    uint32_t x = m->sites.at[a->sum.site].span.start, y = m->sites.at[b->sum.site].span.start;
    if (x != y)
        return x < y ? -1 : 1;
    return (int)a->sum.op - (int)b->sum.op;
}

typedef VEC(AccessState *) AccessList;

static void sort_by_place(const IrModule *m, AccessList *l) {
    for (uint32_t gap = l->len / 2; gap; gap /= 2) /* Shell's sort: lists are short */
        for (uint32_t i = gap; i < l->len; i++)
            for (uint32_t j = i; j >= gap && compare_places(m, l->at[j - gap], l->at[j]) > 0;
                 j -= gap) {
                AccessState *t = l->at[j];
                l->at[j] = l->at[j - gap];
                l->at[j - gap] = t;
            }
}

/* Adds all states to the first, which stays. */
static bool add_states(CostObserver *c) {
    bool ok = !c->states->failed;
    while (c->states->next) {
        CostState *s = c->states->next;
        ok &= add_state(c->states, s);
        c->states->next = s->next;
        free_state(s);
    }
    c->last_state = &c->states->next;
    c->states->failed = !ok;
    return ok;
}

const CostResult *cost_result(CostObserver *c) {
    CostResult *r = &c->result;
    *r = (CostResult){0};
    r->workgroup_bytes = c->module->workgroup_bytes;
    if (!c->states)
        return r;
    if (!add_states(c))
        return NULL;
    CostState *s = c->states;
    *r = s->sum;
    r->workgroup_bytes = c->module->workgroup_bytes;
    AccessList list = {0};
    for (uint32_t i = 0; i < c->module->sites.len * OPS; i++)
        if (s->access[i])
            vec_push(c->arena, &list, s->access[i]);
    sort_by_place(c->module, &list);
    RecordList recorded = {0};
    for (uint32_t i = 0; i < list.len; i++) {
        vec_push(c->arena, &r->accesses, list.at[i]->sum);
        vec_push(c->arena, &recorded, &list.at[i]->recorded);
        if (c->record)
            vec_push(c->arena, &r->recorded, record_copy(c->arena, &list.at[i]->recorded));
    }
    for (uint32_t i = 0; i < c->module->sites.len; i++)
        if (s->branch[i].executions)
            vec_push(c->arena, &r->branches, s->branch[i]);
    cost_try_pads(c->arena, c->module, c->hw, &recorded, r);
    return r;
}

void cost_free(CostObserver *c) {
    while (c->states) {
        CostState *next = c->states->next;
        free_state(c->states);
        c->states = next;
    }
    c->last_state = &c->states;
}
