/* Sums of results: what several dispatches of one program cost together. Causes and pads, which are
 * about one execution, are those of the first dispatch that has any. */
#include "observe/cost.h"

static CostAccess *find_access(CostResult *r, const CostAccess *like, uint32_t guess) {
    /* Dispatches mostly make the same accesses, in the same order. */
    if (guess < r->accesses.len && r->accesses.at[guess].site == like->site &&
        r->accesses.at[guess].op == like->op)
        return &r->accesses.at[guess];
    for (uint32_t i = 0; i < r->accesses.len; i++)
        if (r->accesses.at[i].site == like->site && r->accesses.at[i].op == like->op)
            return &r->accesses.at[i];
    return NULL;
}

static void add_access(CostAccess *to, const CostAccess *a) {
    to->executions += a->executions;
    to->lanes += a->lanes;
    to->wavefronts += a->wavefronts;
    to->ideal_wavefronts += a->ideal_wavefronts;
    to->sectors += a->sectors;
    to->ideal_sectors += a->ideal_sectors;
    to->requests += a->requests;
    to->same_address += a->same_address;
    to->out_of_bounds += a->out_of_bounds;
    if (a->max_same_address > to->max_same_address)
        to->max_same_address = a->max_same_address;
    if (a->worst_degree > to->worst_degree) {
        to->worst_degree = a->worst_degree;
        to->worst = a->worst;
    }
}

static void add_branch(Arena *arena, CostResult *to, const CostBranch *b) {
    for (uint32_t i = 0; i < to->branches.len; i++)
        if (to->branches.at[i].site == b->site) {
            to->branches.at[i].executions += b->executions;
            to->branches.at[i].divergent += b->divergent;
            return;
        }
    vec_push(arena, &to->branches, *b);
}

static bool has_cause(const CostResult *r, uint32_t access) {
    for (uint32_t i = 0; i < r->causes.len; i++)
        if (r->causes.at[i].access == access)
            return true;
    return false;
}

static bool has_pads(const CostResult *r, uint32_t pads, uint32_t object) {
    for (uint32_t i = 0; i < pads; i++)
        if (r->pads.at[i].object == object)
            return true;
    return false;
}

static void add_reasons(Arena *arena, CostResult *to, const CostResult *from) {
    for (uint32_t i = 0; i < from->causes.len; i++) {
        CostCause c = from->causes.at[i];
        const CostAccess *a = find_access(to, &from->accesses.at[c.access], c.access);
        c.access = (uint32_t)(a - to->accesses.at);
        if (!has_cause(to, c.access))
            vec_push(arena, &to->causes, c);
    }
    uint32_t before = to->pads.len;
    for (uint32_t i = 0; i < from->pads.len; i++)
        if (!has_pads(to, before, from->pads.at[i].object))
            vec_push(arena, &to->pads, from->pads.at[i]);
}

void cost_add(Arena *arena, CostResult *to, const CostResult *from) {
    for (uint32_t i = 0; i < from->accesses.len; i++) {
        const CostAccess *a = &from->accesses.at[i];
        CostAccess *same = find_access(to, a, i);
        if (same)
            add_access(same, a);
        else
            vec_push(arena, &to->accesses, *a);
    }
    for (uint32_t i = 0; i < from->branches.len; i++)
        add_branch(arena, to, &from->branches.at[i]);
    add_reasons(arena, to, from);
    to->barriers += from->barriers;
    to->invocations += from->invocations;
    to->active_lanes += from->active_lanes;
    to->lane_slots += from->lane_slots;
    to->float_operations += from->float_operations;
    to->storage_bytes += from->storage_bytes;
    to->workgroup_access_bytes += from->workgroup_access_bytes;
    to->instructions += from->instructions;
    to->workgroup_bytes = from->workgroup_bytes;
}
