/* Sampling: a window of lanes at a time. Each lane's texels are found (footprint.h); then the
 * lanes' first taps are loaded together, their second ones, and so on, and added up by weight.
 *
 * Sums are f64: a texture of one colour gives exactly that colour. Observers are told nothing: what
 * is sampled is only read, and no coordinate is out of bounds.
 */
#include <string.h>

#include "base/f16.h"
#include "engine/footprint.h"
#include "engine/unit.h"

/* What a level takes part with in a lane's sample. */
typedef struct LevelShare {
    uint32_t level;
    double weight;
    bool linear;
} LevelShare;

typedef struct Sampling {
    const Access *a;
    IrTextureOp op;
    FootprintView view;
    const uint8_t *data;
    uint32_t n, channels; /* lanes, channels wanted */
    bool active[WINDOW];
    Lane arg[IRT_MOST_ARGS][WINDOW];
    FootprintPoint point[WINDOW];
    LevelShare low[WINDOW], high[WINDOW]; /* the one or two levels of a sample */
    double sum[4][WINDOW];
} Sampling;

/* The lanes' texels of one tap. */
typedef struct Tap {
    uint32_t offset[WINDOW];
    double weight[WINDOW];
    bool any;
} Tap;

static void arg3(const Sampling *s, uint32_t first, uint32_t lane, float v[3]) {
    for (uint32_t k = 0; k < 3; k++)
        v[k] = f32_from_bits(s->arg[first + k][lane]);
}

/* ---- comparisons ---- */

static bool compare(EngineCompare how, float reference, float texel) {
    switch (how) {
    case COMPARE_NONE:
    case COMPARE_NEVER: return false;
    case COMPARE_LESS: return reference < texel;
    case COMPARE_EQUAL: return reference == texel;
    case COMPARE_LESS_EQUAL: return reference <= texel;
    case COMPARE_GREATER: return reference > texel;
    case COMPARE_NOT_EQUAL: return reference != texel;
    case COMPARE_GREATER_EQUAL: return reference >= texel;
    case COMPARE_ALWAYS: return true;
    }
    return false;
}

/* A reference for texels that are shares of 1 is one, too. */
static float reference_of(const Sampling *s, uint32_t lane) {
    float r = f32_from_bits(s->arg[IRT_POINT][lane]);
    if (s->view.texture->format->kind != TEXEL_UNORM)
        return r;
    return r < 0 ? 0 : r > 1 ? 1 : r;
}

/* Texels become 1 where the comparison holds, else 0. */
static void compare_texels(const Sampling *s, Lane *texel) {
    for (uint32_t i = 0; i < s->n; i++)
        texel[i] = f32_bits(
            compare(s->view.sampler->compare, reference_of(s, i), f32_from_bits(texel[i])) ? 1.0f
                                                                                           : 0.0f);
}

/* ---- filtering ---- */

static void add_tap(Sampling *s, const Tap *tap) {
    Lane texel[4][WINDOW], *const d[4] = {texel[0], texel[1], texel[2], texel[3]};
    if (!tap->any)
        return;
    texel_load(s->view.texture->format, s->data, tap->offset, d, s->channels, s->n);
    if (s->op == IRT_SAMPLE_COMPARE)
        compare_texels(s, texel[0]);
    for (uint32_t k = 0; k < s->channels; k++)
        for (uint32_t i = 0; i < s->n; i++)
            s->sum[k][i] += tap->weight[i] * (double)f32_from_bits(texel[k][i]);
}

/* Texels without a weight are not looked at: they may be infinite. */
static void add_level(Sampling *s, const LevelShare share[WINDOW]) {
    Tap tap[FOOTPRINT_TAPS];
    const uint32_t taps = footprint_taps(s->view.dim);
    for (uint32_t k = 0; k < taps; k++)
        tap[k].any = false;
    for (uint32_t i = 0; i < s->n; i++) {
        Footprint f;
        bool wanted = share[i].weight > 0;
        if (wanted)
            footprint_find(&s->view, &s->point[i], share[i].level, share[i].linear, &f);
        for (uint32_t k = 0; k < taps; k++) {
            bool takes_part = wanted && (k == 0 || share[i].linear) && f.weight[k] > 0;
            tap[k].offset[i] = takes_part ? f.offset[k] : TEXEL_NONE;
            tap[k].weight[i] = takes_part ? f.weight[k] * share[i].weight : 0;
            tap[k].any |= takes_part;
        }
    }
    for (uint32_t k = 0; k < taps; k++)
        add_tap(s, &tap[k]);
}

/* ---- levels ---- */

static float level_of(const Sampling *s, uint32_t lane) {
    float c[3], dx[3], dy[3];
    switch (s->op) {
    case IRT_SAMPLE: return f32_from_bits(s->arg[IRT_POINT][lane]);
    case IRT_SAMPLE_GRAD:
        arg3(s, 0, lane, c);
        arg3(s, IRT_POINT, lane, dx);
        arg3(s, IRT_POINT + 3, lane, dy);
        return footprint_level(&s->view, c, dx, dy);
    default: return 0;
    }
}

/* A NaN counts as the least. */
static float clamp_level(float level, float min, float max) {
    return level > max ? max : level > min ? level : min;
}

static void choose_levels(const Sampling *s, uint32_t lane, LevelShare *low, LevelShare *high) {
    const EngineSampler *by = s->view.sampler;
    const float last = (float)(s->view.texture->levels - 1);
    float level = clamp_level(level_of(s, lane), by->level_min, by->level_max);
    bool linear = level > 0 ? by->minifies_linear : by->magnifies_linear;
    level = clamp_level(level, 0, last);
    uint32_t whole = (uint32_t)(by->levels_linear ? level : level + 0.5f);
    double share = by->levels_linear ? (double)level - whole : 0;
    *low = (LevelShare){whole, 1 - share, linear};
    *high = (LevelShare){whole + 1, share, linear};
}

static void filter(Sampling *s) {
    bool two = false;
    for (uint32_t i = 0; i < s->n; i++) {
        s->low[i] = s->high[i] = (LevelShare){0};
        if (s->active[i])
            choose_levels(s, i, &s->low[i], &s->high[i]);
        two |= s->high[i].weight > 0;
    }
    add_level(s, s->low);
    if (two)
        add_level(s, s->high);
}

/* ---- gathering ---- */

/* The texels of a linear footprint at the first level, in the order that WGSL wants them in: below
 * left, below right, above right, above left. */
static void gather(Sampling *s, Lane result[4][WINDOW]) {
    static const uint8_t tap[4] = {2, 3, 1, 0};
    const uint32_t channel = s->a->sampling.channel;
    uint32_t offset[4][WINDOW];
    for (uint32_t i = 0; i < s->n; i++) {
        Footprint f;
        if (s->active[i])
            footprint_find(&s->view, &s->point[i], 0, true, &f);
        for (uint32_t k = 0; k < 4; k++)
            offset[k][i] = s->active[i] ? f.offset[tap[k]] : TEXEL_NONE;
    }
    for (uint32_t k = 0; k < 4; k++) {
        Lane other[4][WINDOW], *d[4] = {other[0], other[1], other[2], other[3]};
        d[channel] = result[k];
        texel_load(s->view.texture->format, s->data, offset[k], d, channel + 1, s->n);
        if (s->op == IRT_GATHER_COMPARE)
            compare_texels(s, result[k]);
    }
}

/* ---- operands and results ---- */

static void read_args(Sampling *s, const Unit *u, uint32_t lane) {
    for (uint32_t k = 0; k < s->a->indices; k++) {
        const AccessIndex *index = &s->a->index[k];
        const Lane *from =
            index->uniform ? &u->scalar[index->reg] : unit_register(u, index->reg) + lane;
        for (uint32_t i = 0; i < s->n; i++)
            s->arg[k][i] = from[index->uniform ? 0 : i];
    }
}

static void find_points(Sampling *s) {
    for (uint32_t i = 0; i < s->n; i++) {
        float c[3];
        if (!s->active[i])
            continue;
        arg3(s, 0, i, c);
        s->point[i] = footprint_point(&s->view, c, s->arg[3][i]);
    }
}

static uint32_t channels_wanted(const Access *a) {
    uint32_t n = a->results;
    while (n > 1 && a->result[n - 1] == NO_REGISTER)
        n--;
    return n;
}

static void write_results(const Sampling *s, const Unit *u, uint32_t lane, Lane result[4][WINDOW]) {
    const Access *a = s->a;
    for (uint32_t k = 0; k < a->results; k++) {
        if (a->result[k] == NO_REGISTER)
            continue;
        Lane *d =
            a->scalar_result ? &u->scalar[a->result[k]] : unit_register(u, a->result[k]) + lane;
        memcpy(d, result[k], s->n * sizeof *d);
    }
}

/* Operands are read before results are written: these may be in the same registers. */
static void sample_window(Sampling *s, const Unit *u, uint32_t lane) {
    Lane result[4][WINDOW];
    read_args(s, u, lane);
    find_points(s);
    if (s->op == IRT_GATHER || s->op == IRT_GATHER_COMPARE) {
        gather(s, result);
    } else {
        memset(s->sum, 0, sizeof s->sum);
        filter(s);
        for (uint32_t k = 0; k < s->channels; k++)
            for (uint32_t i = 0; i < s->n; i++)
                result[k][i] = f32_bits((float)s->sum[k][i]);
    }
    write_results(s, u, lane, result);
}

void sample_operation(const Worker *w, const Unit *u, const Access *a, IrTextureOp op) {
    const Mask *m = unit_mask(u, u->mask);
    const Type *type = w->run->p->ir->objects.at[a->object].type;
    Sampling s = {.a = a, .op = op, .data = w->base[a->object], .channels = channels_wanted(a)};
    s.view = (FootprintView){w->run->texture[a->object], w->run->sampler[a->sampling.sampler],
                             (TextureDim)type->texture_dim, a->sampling.offset};
    if (a->scalar_result) {
        s.n = 1;
        s.active[0] = true;
        sample_window(&s, u, 0);
        return;
    }
    for (uint32_t lane = m->lo; lane < m->hi; lane += WINDOW) {
        s.n = m->hi - lane < WINDOW ? m->hi - lane : WINDOW;
        for (uint32_t i = 0; i < s.n; i++)
            s.active[i] = m->word[lane / WINDOW] >> i & 1;
        sample_window(&s, u, lane);
    }
}
