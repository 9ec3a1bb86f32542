#include "sample_reference.h"

#include <math.h>
#include <string.h>

static bool is_cube(const Image *m) {
    return m->dim == WGPUTextureViewDimension_Cube || m->dim == WGPUTextureViewDimension_CubeArray;
}

static int axes(const Image *m) {
    return m->dim == WGPUTextureViewDimension_1D   ? 1
           : m->dim == WGPUTextureViewDimension_3D ? 3
                                                   : 2;
}

/* ---- texels ---- */

static int wrap(int i, int size, WGPUAddressMode mode) {
    if (mode == WGPUAddressMode_Repeat) {
        while (i < 0)
            i += size;
        return i % size;
    }
    if (mode == WGPUAddressMode_MirrorRepeat) {
        while (i < 0)
            i += 2 * size;
        i %= 2 * size;
        return i < size ? i : 2 * size - 1 - i;
    }
    return i < 0 ? 0 : i >= size ? size - 1 : i;
}

static void add_texel(const Image *m, uint32_t level, const int at[3], double weight,
                      double out[4]) {
    const uint32_t *size = m->size[level];
    const float *t =
        m->texel[level] + 4 * (((size_t)at[2] * size[1] + (size_t)at[1]) * size[0] + (size_t)at[0]);
    for (int k = 0; k < 4; k++)
        out[k] += weight * (double)t[k];
}

static int layer_of(const Image *m, const Point *p) {
    int layers = (int)m->size[0][2] / (is_cube(m) ? 6 : 1);
    bool array =
        m->dim == WGPUTextureViewDimension_2DArray || m->dim == WGPUTextureViewDimension_CubeArray;
    return !array || p->layer < 0 ? 0 : p->layer >= layers ? layers - 1 : p->layer;
}

/* ---- cubes ---- */

/* Where a face's middle is, and the ways that its columns and rows go. */
static const double face_axis[6][3][3] = {
    {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
    {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},   {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
    {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}},  {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}},
};

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static int face_of(const double d[3]) {
    int best = 0;
    for (int f = 1; f < 6; f++)
        if (dot(d, face_axis[f][0]) > dot(d, face_axis[best][0]))
            best = f;
    return best;
}

/* The direction of the middle of a texel of a face, which may lie beside it. */
static void middle(int face, int x, int y, int size, double d[3]) {
    double s = (2.0 * x + 1) / size - 1, t = (2.0 * y + 1) / size - 1;
    for (int k = 0; k < 3; k++)
        d[k] = face_axis[face][0][k] + s * face_axis[face][1][k] + t * face_axis[face][2][k];
}

/* The texel of any face that lies nearest to the place beside a face. */
static void nearest_texel(int size, int at[3]) {
    double d[3], best = -2;
    middle(at[2], at[0], at[1], size, d);
    for (int f = 0; f < 6; f++)
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++) {
                double e[3];
                middle(f, x, y, size, e);
                double cosine = dot(d, e) / sqrt(dot(d, d) * dot(e, e));
                if (cosine > best + 1e-12) {
                    best = cosine;
                    at[0] = x;
                    at[1] = y;
                    at[2] = f;
                }
            }
}

/* ---- a level ---- */

/* Coordinates in texels of a level, and a cube's face. */
typedef struct Place {
    double at[3];
    int slice;
} Place;

static Place place_of(const Image *m, const Call *c, const Point *p, uint32_t level) {
    Place r = {{0, 0, 0}, layer_of(m, p)};
    if (is_cube(m)) {
        const double d[3] = {p->c[0], p->c[1], p->c[2]};
        int face = face_of(d);
        for (int k = 0; k < 2; k++)
            r.at[k] = (dot(d, face_axis[face][k + 1]) / dot(d, face_axis[face][0]) + 1) / 2 *
                      m->size[level][0];
        r.slice = r.slice * 6 + face;
        return r;
    }
    for (int k = 0; k < axes(m); k++)
        r.at[k] = (double)p->c[k] * m->size[level][k] + c->offset[k];
    return r;
}

/* The texel at whole coordinates, brought into the texture. False: at the corner of a cube. */
static bool settle(const Image *m, const Call *c, uint32_t level, const Place *p, int at[3]) {
    const WGPUAddressMode mode[3] = {c->sampler.addressModeU, c->sampler.addressModeV,
                                     c->sampler.addressModeW};
    const int size = (int)m->size[level][0];
    if (is_cube(m)) {
        bool out[2] = {at[0] < 0 || at[0] >= size, at[1] < 0 || at[1] >= size};
        int first = p->slice / 6 * 6;
        at[2] = p->slice % 6;
        if (out[0] && out[1])
            return false;
        if (out[0] || out[1])
            nearest_texel(size, at);
        at[2] += first;
        return true;
    }
    for (int k = 0; k < 3; k++)
        at[k] = k < axes(m) ? wrap(at[k], (int)m->size[level][k], mode[k]) : 0;
    if (axes(m) < 3)
        at[2] = p->slice;
    return true;
}

static double compared(const Call *c, double reference, double v) {
    switch (c->sampler.compare) {
    case WGPUCompareFunction_Never: return 0;
    case WGPUCompareFunction_Less: return reference < v;
    case WGPUCompareFunction_Equal: return reference == v;
    case WGPUCompareFunction_LessEqual: return reference <= v;
    case WGPUCompareFunction_Greater: return reference > v;
    case WGPUCompareFunction_NotEqual: return reference != v;
    case WGPUCompareFunction_GreaterEqual: return reference >= v;
    default: return 1;
    }
}

static void add(const Image *m, const Call *c, const Point *p, uint32_t level, const int at[3],
                double weight, double out[4]) {
    double v[4] = {0};
    add_texel(m, level, at, 1, v);
    if (c->compares)
        v[0] = compared(c, p->reference, v[0]);
    for (int k = 0; k < 4; k++)
        out[k] += weight * v[k];
}

static void linear_level(const Image *m, const Call *c, const Point *p, uint32_t level, double part,
                         double out[4]) {
    const Place place = place_of(m, c, p, level);
    int low[3];
    double share[3], sum[4] = {0}, all = 0;
    for (int k = 0; k < 3; k++) {
        low[k] = (int)floor(place.at[k] - 0.5);
        share[k] = place.at[k] - 0.5 - low[k];
    }
    for (int k = 0; k < 1 << axes(m); k++) {
        int at[3];
        double weight = 1;
        for (int a = 0; a < 3; a++) {
            int high = k >> a & 1;
            at[a] = low[a] + high;
            if (a < axes(m))
                weight *= high ? share[a] : 1 - share[a];
        }
        if (settle(m, c, level, &place, at)) {
            add(m, c, p, level, at, weight, sum);
            all += weight;
        } else {
            /* the average of the three that there are */
            for (int j = 1; j < 4; j++) {
                int other[3] = {low[0] + ((k ^ j) & 1), low[1] + ((k ^ j) >> 1), 0};
                settle(m, c, level, &place, other);
                add(m, c, p, level, other, weight / 3, sum);
            }
            all += weight;
        }
    }
    for (int k = 0; k < 4; k++)
        out[k] += part * sum[k] / all;
}

static void nearest_level(const Image *m, const Call *c, const Point *p, uint32_t level,
                          double part, double out[4]) {
    const Place place = place_of(m, c, p, level);
    int at[3];
    for (int k = 0; k < 3; k++)
        at[k] = (int)floor(place.at[k]);
    for (int k = 0; k < 2 && is_cube(m); k++)
        at[k] = at[k] < 0                         ? 0
                : at[k] >= (int)m->size[level][0] ? (int)m->size[level][0] - 1
                                                  : at[k];
    settle(m, c, level, &place, at);
    add(m, c, p, level, at, part, out);
}

/* ---- levels ---- */

void reference_sample(const Image *m, const Call *c, const Point *p, double level, double out[4]) {
    const WGPUSamplerDescriptor *s = &c->sampler;
    level = fmin(fmax(level, (double)s->lodMinClamp), (double)s->lodMaxClamp);
    bool linear = (level > 0 ? s->minFilter : s->magFilter) == WGPUFilterMode_Linear;
    level = fmin(fmax(level, 0), m->levels - 1.0);
    memset(out, 0, 4 * sizeof *out);
    if (s->mipmapFilter == WGPUMipmapFilterMode_Linear) {
        uint32_t low = (uint32_t)level;
        double share = level - low;
        (linear ? linear_level : nearest_level)(m, c, p, low, 1 - share, out);
        if (share > 0)
            (linear ? linear_level : nearest_level)(m, c, p, low + 1, share, out);
    } else {
        (linear ? linear_level : nearest_level)(m, c, p, (uint32_t)floor(level + 0.5), 1, out);
    }
}

void reference_gather(const Image *m, const Call *c, const Point *p, double out[4]) {
    static const int dx[4] = {0, 1, 1, 0}, dy[4] = {1, 1, 0, 0};
    const Place place = place_of(m, c, p, 0);
    for (int k = 0; k < 4; k++) {
        int at[3] = {(int)floor(place.at[0] - 0.5) + dx[k], (int)floor(place.at[1] - 0.5) + dy[k],
                     0};
        double v[4] = {0};
        out[k] = NAN; /* at the corner of a cube: any */
        if (settle(m, c, 0, &place, at)) {
            add(m, c, p, 0, at, 1, v);
            out[k] = v[c->channel];
        }
    }
}

/* How far a small step moves the point on the texture, in texels of level 0; of a cube by moving.
 */
static double moved(const Image *m, const Point *p, const float d[3]) {
    const double step = 1e-7;
    double sum = 0;
    if (!is_cube(m)) {
        for (int k = 0; k < axes(m); k++)
            sum += pow((double)d[k] * m->size[0][k], 2);
        return sqrt(sum);
    }
    const double a[3] = {p->c[0], p->c[1], p->c[2]};
    double b[3];
    int face = face_of(a);
    for (int k = 0; k < 3; k++)
        b[k] = a[k] + step * (double)d[k];
    for (int k = 1; k < 3; k++) {
        double from = dot(a, face_axis[face][k]) / dot(a, face_axis[face][0]);
        double to = dot(b, face_axis[face][k]) / dot(b, face_axis[face][0]);
        sum += pow((to - from) / step / 2 * m->size[0][0], 2);
    }
    return sqrt(sum);
}

double reference_grad_level(const Image *m, const Point *p) {
    return log2(fmax(moved(m, p, p->dx), moved(m, p, p->dy)));
}
