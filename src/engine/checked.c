/* Accesses of the checked code: raw and used addresses, what is out of bounds, the event, and then
 * the access itself. */
#include "engine/unit.h"

#include <string.h>

/* An access under way. */
typedef struct Check {
    Worker *w;
    Unit *u;
    const Access *a;
    const Mask *m;
    uint32_t n;                         /* lanes of the window */
    uint32_t raw, used;                 /* uniform parts of the address */
    const Lane *raw_lanes, *used_lanes; /* the addresses, from lane 0 of the unit on */
    bool varies;                        /* the addresses of lanes may differ */
    bool fixed;                         /* their distances are made once for all */
    bool affine;                        /* they are known to follow each other, */
    int32_t stride;                     /* so far apart */
    bool all_out;                       /* a uniform index is out of bounds */
    bool nothing;                       /* there is no element to clamp to */
    bool any_out;                       /* w->out tells which active lanes are out of bounds */
} Check;

/* ---- addresses ---- */

static void add_uniform(Check *c, const AccessIndex *x) {
    const Lane *s = c->u->scalar;
    uint32_t at = s[x->reg], limit = s[x->limit];
    c->raw += at * x->stride;
    c->nothing |= limit == 0;
    c->all_out |= at >= limit;
    c->used += (at < limit || !limit ? at : limit - 1) * x->stride;
}

/* The uniform part; without what a fixed address has already. */
static void find_uniform(Check *c, bool all) {
    const Access *a = c->a;
    c->raw = c->used = all ? a->offset : 0;
    for (uint32_t i = 0; i < a->indices; i++)
        if (a->index[i].uniform && (all || !a->index[i].constant))
            add_uniform(c, &a->index[i]);
}

/* Adds varying index x to the addresses of the window. Is any lane's out of bounds, be it an active
 * one or not? */
static bool add_varying(Check *c, const AccessIndex *x, Lane *raw, uint32_t *out) {
    uint32_t lo = c->m->lo, limit = c->u->scalar[x->limit];
    c->nothing |= limit == 0;
    bool any = c->w->ops->address(c->w->used + lo, raw ? raw + lo : NULL,
                                  unit_register(c->u, x->reg) + lo, limit ? limit : 1, x->stride,
                                  c->varies ? 0 : c->used, c->varies, out, c->n);
    c->varies = true;
    return any;
}

/* Where the preamble leaves the lanes whose fixed address is out of bounds, as bits: behind the
 * chunks, which are few. */
static uint32_t *fixed_out_lanes(const Unit *u, const Access *a) {
    return unit_register(u, a->fixed_chunks) + u->padded / 2;
}

/* Is the fixed part of some active lane's address out of bounds? A guard around the access leaves
 * such lanes inactive. */
static bool is_fixed_out(const Unit *u, const Access *a, const Mask *m) {
    if (!u->scalar[a->fixed_out] || u->origin)
        return u->scalar[a->fixed_out];
    const uint32_t *out = fixed_out_lanes(u, a);
    uint32_t any = 0;
    for (uint32_t i = 0; i < u->words; i++)
        any |= out[i] & m->word[i];
    return any != 0;
}

/* The addresses of a fixed part that is in bounds. */
static bool shift_fixed_addresses(Check *c) {
    const Access *a = c->a;
    const Lane *s = c->u->scalar, *lanes = unit_register(c->u, a->fixed);
    c->fixed = c->varies = true;
    c->affine = s[a->fixed_affine];
    c->stride = (int32_t)s[a->fixed_stride];
    c->used_lanes = c->raw_lanes = lanes;
    if (!a->shifts)
        return true;
    find_uniform(c, false);
    if (c->used) {
        c->used_lanes = c->raw_lanes = c->w->used;
        c->w->ops->alu[OP_IADD][FORM_VS](c->w->used + c->m->lo, lanes + c->m->lo, &c->used, NULL,
                                         NULL, c->n);
    }
    return !c->all_out && !c->nothing;
}

/* Everything in bounds, which is usual: then raw and used addresses are the same. */
static bool find_good_addresses(Check *c) {
    const Access *a = c->a;
    if (a->fixed != NO_REGISTER && !is_fixed_out(c->u, a, c->m))
        return shift_fixed_addresses(c);
    bool out = false;
    find_uniform(c, true);
    c->used_lanes = c->raw_lanes = c->w->used;
    for (uint32_t i = 0; i < a->indices; i++)
        if (!a->index[i].uniform)
            out |= add_varying(c, &a->index[i], NULL, NULL);
    return !out && !c->all_out && !c->nothing;
}

static void find_bad_addresses(Check *c) {
    const Access *a = c->a;
    uint32_t lo = c->m->lo;
    c->varies = c->fixed = c->affine = c->all_out = c->nothing = false;
    c->used_lanes = c->w->used;
    c->raw_lanes = c->w->raw;
    memset(c->w->out, 0, c->u->words * sizeof(uint32_t));
    find_uniform(c, true);
    for (uint32_t i = 0; i < a->indices; i++)
        if (!a->index[i].uniform)
            add_varying(c, &a->index[i], c->w->raw, c->w->out + lo / WINDOW);
    if (!c->varies)
        c->w->ops->splat(c->w->raw + lo, c->raw, c->n);
    for (uint32_t i = 0; c->varies && i < c->n; i++)
        c->w->raw[lo + i] += c->raw - c->used;
    for (uint32_t i = 0; i < c->u->words; i++) {
        if (c->all_out || c->nothing)
            c->w->out[i] = ~0u;
        c->w->out[i] &= c->m->word[i];
        c->any_out |= c->w->out[i] != 0;
    }
}

static void find_addresses(Check *c) {
    if (!find_good_addresses(c))
        find_bad_addresses(c);
    if (!c->varies) {
        c->w->ops->splat(c->w->used + c->m->lo, c->used, c->n);
        c->affine = true;
        c->stride = 0;
    }
}

/* In the preamble: the part of an address that is the same for every workgroup. */
void memory_make_fixed(Worker *w, Unit *u, const Access *a) {
    Check c = {.w = w, .u = u, .a = a, .m = unit_mask(u, u->mask), .n = u->padded};
    bool out = false;
    c.used = a->offset;
    memset(w->out, 0, u->words * sizeof(uint32_t));
    for (uint32_t i = 0; i < a->indices; i++)
        out |= add_varying(&c, &a->index[i], NULL, w->out);
    w->ops->copy(unit_register(u, a->fixed), w->used, u->padded);
    int32_t stride = 0;
    u->scalar[a->fixed_out] = out || c.nothing;
    u->scalar[a->fixed_affine] = w->ops->is_affine(w->used, &stride, u->padded);
    u->scalar[a->fixed_stride] = (uint32_t)stride;
    u->scalar[a->fixed_pattern] =
        w->ops->pattern(unit_register(u, a->fixed_chunks), w->used, u->padded);
    if (c.nothing)
        memset(w->out, 0xff, u->words * sizeof(uint32_t));
    memcpy(fixed_out_lanes(u, a), w->out, u->words * sizeof(uint32_t));
}

/* ---- events ---- */

static bool is_private(const Check *c) {
    return c->a->space == SPACE_FUNCTION || c->a->space == SPACE_PRIVATE;
}

/* Out of bounds in private memory, whose addresses are counted in words. */
static void tell_private(Check *c, MemoryEvent *e) {
    Worker *w = c->w;
    uint32_t lo = c->m->lo;
    for (uint32_t i = lo; i < lo + c->n; i++) {
        w->raw[i] *= c->a->scale;
        w->used[i] *= c->a->scale;
    }
    event_memory(w, e);
    for (uint32_t i = lo; i < lo + c->n; i++)
        w->used[i] /= c->a->scale;
}

static void tell_out_of_bounds(Check *c, MemoryEvent *e) {
    EventIndex index[UINT8_MAX];
    e->out_of_bounds = c->w->out;
    e->index = index;
    for (const AccessIndex *x = c->a->index; e->indices < c->a->indices; x++)
        index[e->indices++] =
            (EventIndex){x->uniform ? &c->u->scalar[x->reg] : unit_register(c->u, x->reg),
                         x->uniform, c->u->scalar[x->limit]};
    if (is_private(c))
        tell_private(c, e);
    else
        event_memory(c->w, e);
}

/* The event is filled in place, and only where it changes: there is one for each access. */
static MemoryEvent *fill_event(Check *c) {
    MemoryEvent *e = &c->w->event;
    const Access *a = c->a;
    event_place(&e->place, c->u, c->m);
    e->site = a->site;
    e->instruction = (uint32_t)(a - c->u->code->access);
    e->object = a->object;
    e->op = a->op;
    e->atomic_op = a->atomic_op;
    e->space = a->space;
    e->width = a->width;
    e->bytes = a->bytes;
    e->raw = c->raw_lanes;
    e->used = c->used_lanes;
    e->out_of_bounds = NULL;
    e->index = NULL;
    e->indices = 0;
    e->value = NULL;
    e->fixed = c->fixed || !(c->varies || c->any_out);
    e->affine = c->affine;
    e->stride = c->stride;
    return e;
}

/* Is the event the same every time these lanes make the access? */
static bool is_repeat(const Check *c) {
    return (c->fixed || !c->varies) && !c->a->shifts && !c->any_out && c->w->run->counts_memory &&
           repeat_count(c->u, (uint32_t)(c->a - c->u->code->access), c->m, NULL);
}

static void tell_times(Check *c, uint64_t times) {
    Worker *w = c->w;
    const Access *a = c->a;
    const Lane *value[4];
    uint32_t lo = c->m->lo;
    MemoryEvent *e = fill_event(c);
    e->place.times = times;
    if (!c->affine && !c->fixed)
        e->affine = w->ops->is_affine(c->used_lanes + lo, &e->stride, c->n);
    if (e->affine && lo > 0 &&
        c->used_lanes == w->used) /* lane 0 is not active: its place is free */
        w->used[0] = w->used[lo] - lo * (uint32_t)e->stride;
    if ((w->run->wants & EVENT_VALUES) && a->operands) {
        for (uint32_t k = 0; k < a->operands; k++)
            value[k] = unit_register(c->u, a->operand[k]);
        e->value = value;
    }
    if (c->any_out)
        tell_out_of_bounds(c, e);
    else
        event_memory(w, e);
}

static void tell(Check *c) {
    uint32_t wants = is_private(c) ? EVENT_PRIVATE : EVENT_MEMORY | EVENT_VALUES;
    if ((c->w->run->wants & wants) && (!is_private(c) || c->any_out) && !is_repeat(c))
        tell_times(c, 1);
}

/* ---- the access ---- */

static Lane *result(const Check *c, uint32_t k) {
    uint32_t reg = c->a->result[k];
    return reg == NO_REGISTER ? NULL : unit_register(c->u, reg) + c->m->lo;
}

/* What lanes get that read nothing. */
static void set_results_to_zero(Check *c, const Lane *mask) {
    for (uint32_t k = 0; k < c->a->results; k++) {
        if (c->a->scalar_result)
            c->u->scalar[c->a->result[k]] = 0;
        else if (result(c, k) && mask)
            c->w->ops->merge_scalar(result(c, k), 0, mask, c->n);
        else if (result(c, k))
            c->w->ops->splat(result(c, k), 0, c->n);
    }
}

static void make_private(Check *c, const Lane *mask) {
    const Access *a = c->a;
    const Lane *word = c->used_lanes + c->m->lo;
    uint32_t pitch = (uint32_t)(c->u->pitch / sizeof(Lane));
    if (!c->varies && a->op == MEMORY_LOAD) {
        memory_load_private_uniform(c->w, c->u, a, c->used);
        return;
    }
    if (!c->varies && !c->any_out) {
        memory_store_private_uniform(c->w, c->u, a, c->used);
        return;
    }
    for (uint32_t k = 0; k < a->components; k++) {
        Lane *base = unit_register(c->u, a->first_word + k * a->step) + c->m->lo;
        if (a->op == MEMORY_LOAD)
            c->w->ops->load_private(result(c, k), base, word, pitch, c->n);
        else
            c->w->ops->store_private(base, word, pitch,
                                     unit_register(c->u, a->operand[k]) + c->m->lo, mask, c->n);
    }
}

/* A load or store that goes by the pattern of its fixed addresses; false: there is none. */
static bool make_by_pattern(Check *c, const Lane *mask) {
    const Access *a = c->a;
    if (!c->fixed || a->components != 1 || a->half || a->op == MEMORY_ATOMIC)
        return false;
    uint32_t lo = c->m->lo;
    LanePattern pattern = unit_pattern(c->u, a->fixed_pattern);
    const Lane *chunks = unit_register(c->u, a->fixed_chunks) + lo / 16;
    uint8_t *base = c->w->base[a->object] + c->used;
    if (a->op == MEMORY_LOAD)
        return lanes_load_by(c->w->ops, pattern, result(c, 0), base, chunks, c->n);
    if (mask || pattern != PATTERN_RUNS)
        return false;
    c->w->ops->store_runs(base, chunks, unit_register(c->u, a->operand[0]) + lo, c->n);
    return true;
}

static void make_shared(Check *c, const Lane *mask) {
    const Access *a = c->a;
    const LaneOps *ops = c->w->ops;
    uint8_t *base = c->w->base[a->object];
    const Lane *address = c->used_lanes + c->m->lo;
    Lane *d[4] = {NULL}, *s[4] = {NULL};
    if (a->scalar_result) {
        memory_load_scalar(c->w, c->u, a, c->used);
        return;
    }
    if (make_by_pattern(c, mask))
        return;
    for (uint32_t k = 0; k < a->results; k++)
        d[k] = result(c, k);
    for (uint32_t k = 0; k < a->operands; k++)
        s[k] = unit_register(c->u, a->operand[k]) + c->m->lo;
    if (a->op == MEMORY_LOAD)
        (a->half ? ops->load16 : ops->load32)(d, base, address, a->components, c->n);
    else if (a->op == MEMORY_STORE)
        (a->half ? ops->store16 : ops->store32)(base, address, s, a->components, mask, c->n);
    else
        ops->atomic(a->atomic_op, a->type == IR_I32,
                    a->space == SPACE_STORAGE && c->w->run->workers > 1, d[0], d[1], base, address,
                    s[0], s[1], mask, c->n);
}

/* `times` times, of a unit that is where it was when it made the access. */
void event_memory_again(Worker *w, Unit *u, const Access *a, uint64_t times) {
    Check c = {.w = w, .u = u, .a = a, .m = unit_mask(u, u->mask)};
    c.n = c.m->hi - c.m->lo;
    find_addresses(&c);
    tell_times(&c, times);
}

/* An access that is the same every time and has been counted: nothing is left but to make it. */
static bool make_counted(Worker *w, Unit *u, const Access *a) {
    const Mask *m = unit_mask(u, u->mask);
    if (!w->run->counts_memory || a->fixed == NO_REGISTER || a->shifts || is_fixed_out(u, a, m) ||
        !repeat_count(u, (uint32_t)(a - u->code->access), m, NULL))
        return false;
    Check c;
    c.w = w;
    c.u = u;
    c.a = a;
    c.m = m;
    c.n = m->hi - m->lo;
    c.used = 0;
    c.used_lanes = unit_register(u, a->fixed);
    c.fixed = true;
    make_shared(&c, mask_for_memory(w, u, u->mask));
    return true;
}

bool memory_checked(Worker *w, Unit *u, const Access *a) {
    if (make_counted(w, u, a))
        return true;
    Check c = {.w = w, .u = u, .a = a, .m = unit_mask(u, u->mask)};
    c.n = c.m->hi - c.m->lo;
    find_addresses(&c);
    tell(&c);
    const Lane *mask = mask_for_memory(w, u, u->mask);
    bool drops = c.any_out && w->run->d->out_of_bounds != OOB_CLAMP;
    if (c.any_out && w->run->d->out_of_bounds == OOB_TRAP) {
        run_stop(w->run, ENGINE_OUT_OF_BOUNDS, a->site, u->group);
        return false;
    }
    if (c.nothing || (drops && !c.varies)) {
        set_results_to_zero(&c, NULL);
        return true;
    }
    if (drops) {
        for (uint32_t i = 0; i < u->words; i++)
            w->bits[i] = c.m->word[i] & ~w->out[i];
        w->ops->from_bits(w->wide, w->bits + c.m->lo / WINDOW, c.n);
        mask = w->wide;
    }
    if (is_private(&c))
        make_private(&c, mask);
    else
        make_shared(&c, mask);
    if (drops) {
        w->ops->from_bits(w->wide, w->out + c.m->lo / WINDOW, c.n);
        set_results_to_zero(&c, w->wide);
    }
    return true;
}
