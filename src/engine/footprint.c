/* See footprint.h. A cube is six squares, seamless: a texel past the edge of a face is the one of
 * the face next to it. At a corner three faces meet, and there is no fourth texel: its weight is
 * shared among the three. */
#include "engine/footprint.h"

#include <math.h>

static bool is_cube(TextureDim dim) {
    return dim == TEXTURE_CUBE || dim == TEXTURE_CUBE_ARRAY;
}

static uint32_t dimensions(TextureDim dim) {
    return dim == TEXTURE_1D ? 1 : dim == TEXTURE_3D ? 3 : 2;
}

uint32_t footprint_taps(TextureDim dim) {
    return 1u << dimensions(dim);
}

/* ---- one axis ---- */

/* The two texels around a place, of which the first weighs 1 - share. */
typedef struct Axis {
    int32_t at[2]; /* within the texture, or, on a cube's face, just outside */
    double share;
} Axis;

/* Coordinates so large that only their place within a period matters, or none: near enough to be
 * counted in texels. */
static double bring_near(double u, EngineAddress mode) {
    enum { NEAR = 1 << 14 };
    if (fabs(u) < NEAR)
        return u;
    if (isnan(u))
        return 0;
    if (mode == ADDRESS_CLAMP)
        return u < 0 ? -NEAR : NEAR;
    return isinf(u) ? 0 : u - 2 * floor(u / 2);
}

static int32_t wrap(int32_t i, int32_t size, EngineAddress mode) {
    if (i >= 0 && i < size)
        return i;
    if (mode == ADDRESS_CLAMP)
        return i < 0 ? 0 : size - 1;
    int32_t period = mode == ADDRESS_MIRROR ? 2 * size : size, k = i % period;
    k += k < 0 ? period : 0;
    return k < size ? k : period - 1 - k;
}

static Axis find_axis(double u, uint32_t size, int offset, EngineAddress mode, bool linear) {
    double at = bring_near(u, mode) * size + offset - (linear ? 0.5 : 0), low = floor(at);
    int32_t i = (int32_t)low, n = (int32_t)size;
    return (Axis){{wrap(i, n, mode), wrap(i + 1, n, mode)}, linear ? at - low : 0};
}

/* ---- cubes ---- */

/* A direction as a face, numbered +x -x +y -y +z -z, and what it is there: s and t across the face,
 * along `major`, which is not negative. */
typedef struct Facing {
    uint32_t face;
    double s, t, major;
} Facing;

/* The same linear map for directions and their derivatives. */
static Facing on_face(uint32_t face, const double d[3]) {
    const double sign = face % 2 ? -1 : 1;
    if (face < 2)
        return (Facing){face, -sign * d[2], -d[1], sign * d[0]};
    if (face < 4)
        return (Facing){face, d[0], sign * d[2], sign * d[1]};
    return (Facing){face, sign * d[0], -d[1], sign * d[2]};
}

static uint32_t face_of(const double d[3]) {
    const double x = fabs(d[0]), y = fabs(d[1]), z = fabs(d[2]);
    const uint32_t axis = x > y && x > z ? 0 : y > z ? 1 : 2;
    return 2 * axis + (d[axis] < 0);
}

/* The other way, for major 1. */
static void direction_of(uint32_t face, double s, double t, double d[3]) {
    const double sign = face % 2 ? -1 : 1;
    const double by_axis[3][3] = {
        {sign, -t, -sign * s},
        {s, sign, sign * t},
        {sign * s, -t, sign},
    };
    for (uint32_t k = 0; k < 3; k++)
        d[k] = by_axis[face / 2][k];
}

/* Infinities give a direction as good as any. */
static void direction(const float c[3], double d[3]) {
    for (uint32_t k = 0; k < 3; k++)
        d[k] = isfinite(c[k]) ? c[k] : 0;
}

/* From -1 to 1 across the face to 0 to 1; 1/2 where there is no direction. */
static double across(double s, double major) {
    return major > 0 ? (s / major + 1) / 2 : 0.5;
}

static int32_t clamp_to(int32_t i, int32_t size) {
    return wrap(i, size, ADDRESS_CLAMP);
}

/* The texel of the neighbouring face that lies where (x, y) would, one of which is just outside. */
static uint32_t past_edge(uint32_t face, int32_t *x, int32_t *y, int32_t size) {
    double d[3], n = size;
    direction_of(face, (2 * *x + 1) / n - 1, (2 * *y + 1) / n - 1, d);
    Facing f = on_face(face_of(d), d);
    *x = clamp_to((int32_t)floor(across(f.s, f.major) * n), size);
    *y = clamp_to((int32_t)floor(across(f.t, f.major) * n), size);
    return f.face;
}

/* ---- footprints ---- */

FootprintPoint footprint_point(const FootprintView *v, const float c[3], uint32_t layer) {
    const bool cube = is_cube(v->dim);
    FootprintPoint p = {{c[0], c[1], c[2]}, 0};
    if (cube) {
        double d[3];
        direction(c, d);
        Facing f = on_face(face_of(d), d);
        p.at[0] = across(f.s, f.major);
        p.at[1] = across(f.t, f.major);
        p.slice = f.face;
    }
    if (v->dim == TEXTURE_2D_ARRAY || v->dim == TEXTURE_CUBE_ARRAY) {
        const uint32_t each = cube ? 6 : 1, layers = v->texture->layers / each;
        p.slice += (layer < layers ? layer : layers - 1) * each;
    }
    return p;
}

static uint32_t offset_of(const FootprintView *v, const EngineLevel *l, int32_t x, int32_t y,
                          uint32_t z) {
    return l->offset + z * l->slice + (uint32_t)y * l->row +
           (uint32_t)x * v->texture->format->layout.bytes;
}

static void find_nearest_on_cube(const FootprintView *v, const FootprintPoint *p,
                                 const EngineLevel *l, Footprint *f) {
    const int32_t n = (int32_t)l->size[0];
    f->offset[0] = offset_of(v, l, clamp_to((int32_t)floor(p->at[0] * n), n),
                             clamp_to((int32_t)floor(p->at[1] * n), n), p->slice);
    f->weight[0] = 1;
}

static void find_on_cube(const FootprintView *v, const FootprintPoint *p, const EngineLevel *l,
                         Footprint *f) {
    const int32_t n = (int32_t)l->size[0];
    const double x = p->at[0] * n - 0.5, y = p->at[1] * n - 0.5;
    const int32_t left = (int32_t)floor(x), top = (int32_t)floor(y);
    const double sx = x - left, sy = y - top;
    const uint32_t face = p->slice % 6, first = p->slice - face;
    double corner = 0;
    uint32_t lost = 4;
    for (uint32_t k = 0; k < 4; k++) {
        int32_t i = left + (int32_t)(k & 1), j = top + (int32_t)(k >> 1);
        const bool out_x = i < 0 || i >= n, out_y = j < 0 || j >= n;
        uint32_t there = face;
        f->weight[k] = (k & 1 ? sx : 1 - sx) * (k >> 1 ? sy : 1 - sy);
        if (out_x && out_y) {
            lost = k;
            corner = f->weight[k];
            f->weight[k] = 0;
        }
        if (out_x != out_y)
            there = past_edge(face, &i, &j, n);
        f->offset[k] = offset_of(v, l, clamp_to(i, n), clamp_to(j, n), first + there);
    }
    for (uint32_t k = 0; k < 4 && lost < 4; k++)
        if (k != lost)
            f->weight[k] += corner / 3;
}

void footprint_find(const FootprintView *v, const FootprintPoint *p, uint32_t level, bool linear,
                    Footprint *f) {
    const EngineLevel *l = &v->texture->level[level];
    if (is_cube(v->dim)) {
        (linear ? find_on_cube : find_nearest_on_cube)(v, p, l, f);
        return;
    }
    const uint32_t dims = dimensions(v->dim), taps = linear ? 1u << dims : 1;
    Axis axis[3] = {{{0, 0}, 0}, {{0, 0}, 0}, {{0, 0}, 0}};
    for (uint32_t k = 0; k < dims; k++)
        axis[k] = find_axis(p->at[k], l->size[k], v->offset[k], v->sampler->address[k], linear);
    for (uint32_t k = 0; k < taps; k++) {
        const uint32_t x = k & 1, y = k >> 1 & 1, z = k >> 2;
        const uint32_t slice = dims == 3 ? (uint32_t)axis[2].at[z] : p->slice;
        f->offset[k] = offset_of(v, l, axis[0].at[x], axis[1].at[y], slice);
        f->weight[k] = (x ? axis[0].share : 1 - axis[0].share) *
                       (y ? axis[1].share : 1 - axis[1].share) *
                       (z ? axis[2].share : 1 - axis[2].share);
    }
}

/* ---- levels ---- */

/* The squared length, in texels of level 0. */
static double length2(const FootprintView *v, const double d[3]) {
    const uint32_t *size = v->texture->level[0].size;
    double sum = 0;
    for (uint32_t k = 0; k < dimensions(v->dim); k++)
        sum += d[k] * size[k] * (d[k] * size[k]);
    return sum;
}

/* How the point moves on its face when the direction changes. */
static void move_on_face(const Facing *at, const float change[3], double d[3]) {
    double c[3];
    direction(change, c);
    const Facing by = on_face(at->face, c);
    const double m = at->major > 0 ? at->major : 1;
    d[0] = (by.s - at->s / m * by.major) / m / 2;
    d[1] = (by.t - at->t / m * by.major) / m / 2;
    d[2] = 0;
}

float footprint_level(const FootprintView *v, const float c[3], const float dx[3],
                      const float dy[3]) {
    double x[3] = {dx[0], dx[1], dx[2]}, y[3] = {dy[0], dy[1], dy[2]};
    if (is_cube(v->dim)) {
        double d[3];
        direction(c, d);
        const Facing at = on_face(face_of(d), d);
        move_on_face(&at, dx, x);
        move_on_face(&at, dy, y);
    }
    const double most = fmax(length2(v, x), length2(v, y));
    return (float)(0.5 * log2(most));
}
