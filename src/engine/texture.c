/* Operations on textures, in both variants of the code: where each lane's texel is, the event if
 * somebody wants it, and the access.
 *
 * An access whose coordinates are no texel's does nothing: a load gives zeros. Observers see a
 * texel as its channels, one after the other, 4 bytes each, in an address space of the texture's
 * own: so texels of any size are told apart, and equal values are.
 */
#include <string.h>

#include "engine/unit.h"

/* An access under way. */
typedef struct TexelAccess {
    Worker *w;
    Unit *u;
    const Access *a;
    const EngineTexture *t;
    const Mask *m;
    uint32_t lo, n;      /* lanes: of the window, or one that stands for all */
    const uint32_t *bit; /* of those that are active */
    bool any_out;        /* w->out tells which active lanes have no texel */
} TexelAccess;

/* Coordinate k: a word for each lane, or (step 0) one for all. */
typedef struct Coordinate {
    const Lane *at;
    uint32_t step;
} Coordinate;

static Coordinate coordinate(const TexelAccess *x, uint32_t k) {
    const AccessIndex *index = &x->a->index[k];
    if (index->uniform)
        return (Coordinate){&x->u->scalar[index->reg], 0};
    return (Coordinate){unit_register(x->u, index->reg) + x->lo, 1};
}

static bool is_active(const TexelAccess *x, uint32_t i) {
    return x->bit[(x->lo + i) / WINDOW] >> (x->lo + i) % WINDOW & 1;
}

static uint32_t find_texel(const EngineTexture *t, const Lane c[IRT_COORDINATES]) {
    uint32_t level = t->samples > 1 ? 0 : c[3], sample = t->samples > 1 ? c[3] : 0;
    if (level >= t->levels || sample >= t->samples)
        return TEXEL_NONE;
    const EngineLevel *l = &t->level[level];
    if (c[0] >= l->size[0] || c[1] >= l->size[1] || c[2] >= l->size[2])
        return TEXEL_NONE;
    return l->offset + c[2] * l->slice + c[1] * l->row +
           (c[0] * t->samples + sample) * t->format->layout.bytes;
}

/* The offsets of the active lanes' texels, in w->used. */
static void find_texels(TexelAccess *x) {
    Worker *w = x->w;
    Coordinate c[IRT_COORDINATES];
    for (uint32_t k = 0; k < IRT_COORDINATES; k++)
        c[k] = coordinate(x, k);
    memset(w->out, 0, x->u->words * sizeof *w->out);
    for (uint32_t i = 0; i < x->n; i++) {
        Lane at[IRT_COORDINATES];
        uint32_t lane = x->lo + i;
        w->used[lane] = TEXEL_NONE;
        if (!is_active(x, i))
            continue;
        for (uint32_t k = 0; k < IRT_COORDINATES; k++)
            at[k] = c[k].at[i * c[k].step];
        w->used[lane] = find_texel(x->t, at);
        uint32_t out = w->used[lane] == TEXEL_NONE;
        w->out[lane / WINDOW] |= out << lane % WINDOW;
        x->any_out |= out;
    }
}

/* ---- events ---- */

/* The coordinates that the texture has, for a report of an access out of bounds. */
static uint32_t fill_indices(const TexelAccess *x, EventIndex *index) {
    const EngineTexture *t = x->t;
    const Type *type = x->w->run->p->ir->objects.at[x->a->object].type;
    const bool has[IRT_COORDINATES] = {true, type->texture_dim != TEXTURE_1D,
                                       type->texture_dim == TEXTURE_3D ||
                                           type->texture_dim == TEXTURE_2D_ARRAY,
                                       type->texture_class != TEXTURE_STORAGE};
    uint32_t level = t->samples == 1 && x->a->index[3].uniform ? coordinate(x, 3).at[0] : 0, n = 0;
    const EngineLevel *l = &t->level[level < t->levels ? level : 0];
    const uint32_t count[IRT_COORDINATES] = {l->size[0], l->size[1], l->size[2],
                                             t->samples > 1 ? t->samples : t->levels};
    for (uint32_t k = 0; k < IRT_COORDINATES; k++) {
        const AccessIndex *i = &x->a->index[k];
        if (has[k])
            index[n++] =
                (EventIndex){i->uniform ? &x->u->scalar[i->reg] : unit_register(x->u, i->reg),
                             i->uniform, count[k]};
    }
    return n;
}

static void tell(TexelAccess *x) {
    Worker *w = x->w;
    const uint32_t bytes = x->t->format->layout.bytes, words = x->t->format->layout.channels;
    EventIndex index[IRT_COORDINATES];
    const Lane *value[4];
    MemoryEvent e = {.site = x->a->site,
                     .object = x->a->object,
                     .op = x->a->op,
                     .space = SPACE_HANDLE,
                     .width = (uint8_t)(words == 3 ? 16 : 4 * words),
                     .bytes = (uint8_t)(4 * words),
                     .raw = w->raw,
                     .used = w->raw};
    event_place(&e.place, x->u, x->m);
    for (uint32_t lane = 0; lane < x->u->padded; lane++) {
        bool known = lane >= x->lo && lane < x->lo + x->n && w->used[lane] != TEXEL_NONE;
        w->raw[lane] = known ? w->used[lane] / bytes * words * 4 : 0;
    }
    if (x->any_out) {
        e.out_of_bounds = w->out;
        e.index = index;
        e.indices = fill_indices(x, index);
    }
    for (uint32_t k = 0; k < x->a->operands; k++)
        value[k] = unit_register(x->u, x->a->operand[k]);
    if ((w->run->wants & EVENT_VALUES) && x->a->operands)
        e.value = value;
    event_memory(w, &e);
}

/* ---- the access ---- */

static void load(const TexelAccess *x) {
    const Access *a = x->a;
    Lane *d[4], unwanted[WINDOW];
    for (uint32_t from = 0; from < x->n; from += WINDOW) {
        uint32_t n = x->n - from < WINDOW ? x->n - from : WINDOW;
        for (uint32_t k = 0; k < a->results; k++)
            d[k] = a->result[k] == NO_REGISTER ? unwanted
                   : a->scalar_result          ? &x->u->scalar[a->result[k]]
                                               : unit_register(x->u, a->result[k]) + x->lo + from;
        texel_load(x->t->format, x->w->base[a->object], x->w->used + x->lo + from, d, a->results,
                   n);
    }
}

static void store(const TexelAccess *x) {
    const Lane *s[4];
    for (uint32_t k = 0; k < x->a->operands; k++)
        s[k] = unit_register(x->u, x->a->operand[k]) + x->lo;
    texel_store(x->t->format, x->w->base[x->a->object], x->w->used + x->lo, s, x->n);
}

static bool access_texels(Worker *w, Unit *u, const Access *a) {
    static const uint32_t one = 1;
    TexelAccess x = {.w = w, .u = u, .a = a, .t = w->run->texture[a->object]};
    x.m = unit_mask(u, u->mask);
    x.lo = x.m->lo;
    x.n = x.m->hi - x.m->lo;
    x.bit = x.m->word;
    bool wanted = (w->run->wants & (EVENT_MEMORY | EVENT_VALUES)) != 0;
    if (a->scalar_result && !wanted) {
        x.lo = 0;
        x.n = 1;
        x.bit = &one;
    }
    find_texels(&x);
    if (wanted)
        tell(&x);
    if (x.any_out && w->run->d->out_of_bounds == OOB_TRAP) {
        run_stop(w->run, ENGINE_OUT_OF_BOUNDS, a->site, u->group);
        return false;
    }
    if (a->scalar_result && wanted) { /* all active lanes agree */
        x.lo = mask_last_lane(x.m);
        x.n = 1;
    }
    if (a->op == MEMORY_STORE)
        store(&x);
    else
        load(&x);
    return true;
}

/* ---- questions ---- */

static void answer(const Unit *u, const Access *a, uint32_t k, Lane v, const Mask *m) {
    if (a->result[k] == NO_REGISTER)
        return;
    if (a->scalar_result)
        u->scalar[a->result[k]] = v;
    for (uint32_t i = m->lo; i < m->hi && !a->scalar_result; i++)
        unit_register(u, a->result[k])[i] = v;
}

/* The sizes of a level that does not exist are zeros. */
static void find_sizes(Worker *w, const Unit *u, const Access *a, const Mask *m) {
    const EngineTexture *t = w->run->texture[a->object];
    const AccessIndex *index = &a->index[0];
    if (index->uniform) {
        uint32_t level = u->scalar[index->reg];
        for (uint32_t k = 0; k < 3; k++)
            answer(u, a, k, level < t->levels ? t->level[level].size[k] : 0, m);
        return;
    }
    /* the register of the level may be one of the results' */
    w->ops->copy(w->raw + m->lo, unit_register(u, index->reg) + m->lo, m->hi - m->lo);
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = m->lo; i < m->hi && a->result[k] != NO_REGISTER; i++) {
            uint32_t level = w->raw[i];
            unit_register(u, a->result[k])[i] = level < t->levels ? t->level[level].size[k] : 0;
        }
}

bool texture_operation(Worker *w, Unit *u, const Access *a, IrTextureOp op) {
    const EngineTexture *t = w->run->texture[a->object];
    const Mask *m = unit_mask(u, u->mask);
    if (ir_samples(op)) {
        sample_operation(w, u, a, op);
        return true;
    }
    switch (op) {
    case IRT_LOAD:
    case IRT_STORE: return access_texels(w, u, a);
    case IRT_SIZE: find_sizes(w, u, a, m); break;
    case IRT_LAYERS: answer(u, a, 0, t->layers, m); break;
    case IRT_LEVELS: answer(u, a, 0, t->levels, m); break;
    case IRT_SAMPLES: answer(u, a, 0, t->samples, m); break;
    default: break;
    }
    return true;
}
