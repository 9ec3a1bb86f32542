/* Which texels a sample is made of, with what weight: WebGPU's rules of samplers.
 *
 * Positions are computed in f64: the product of an f32 coordinate and a size is exact there, so
 * weights are as good as the coordinate. Any coordinate is allowed, NaN and infinities too: what is
 * found is always a texel of the texture.
 */
#ifndef LW_ENGINE_FOOTPRINT_H
#define LW_ENGINE_FOOTPRINT_H

#include "engine/engine.h"

enum { FOOTPRINT_TAPS = 8 };

/* What is sampled, and how: the same for all points of an operation. */
typedef struct FootprintView {
    const EngineTexture *texture;
    const EngineSampler *sampler;
    TextureDim dim;
    const int8_t *offset; /* three, in texels */
} FootprintView;

/* A point of the texture: coordinates as shares of its sides (on the face of a cube). */
typedef struct FootprintPoint {
    double at[3];
    uint32_t slice; /* the first of an array's layer or cube; with a cube's face */
} FootprintPoint;

/* Taps come in the order x fastest, z slowest, lower texel first; the weights' sum is 1. */
typedef struct Footprint {
    uint32_t offset[FOOTPRINT_TAPS]; /* of the texel, in the texture's data */
    double weight[FOOTPRINT_TAPS];
} Footprint;

/* Taps of a linear footprint: 2, 4 or 8. Of a nearest one only the first has a weight. */
uint32_t footprint_taps(TextureDim dim);
FootprintPoint footprint_point(const FootprintView *v, const float c[3], uint32_t layer);
void footprint_find(const FootprintView *v, const FootprintPoint *p, uint32_t level, bool linear,
                    Footprint *f);
/* The level of detail for what changes by dx and dy from pixel to pixel. */
float footprint_level(const FootprintView *v, const float c[3], const float dx[3],
                      const float dy[3]);

#endif
