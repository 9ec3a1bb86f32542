/* Sampling as WebGPU and WGSL describe it, plainly: one point at a time, in f64, cubes by geometry.
 * Nothing is shared with the library. */
#ifndef LW_TESTS_SAMPLE_REFERENCE_H
#define LW_TESTS_SAMPLE_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "webgpu/webgpu.h"

enum { REFERENCE_LEVELS = 4 };

/* Four channels a texel, row by row, slice by slice. */
typedef struct Image {
    WGPUTextureViewDimension dim;
    uint32_t size[REFERENCE_LEVELS][3], levels;
    float *texel[REFERENCE_LEVELS];
} Image;

typedef struct Point {
    float c[3];
    int32_t layer;
    float dx[3];
    float level;
    float dy[3];
    float reference; /* for comparisons */
} Point;

/* What a call has besides the point. */
typedef struct Call {
    WGPUSamplerDescriptor sampler;
    int offset[3];
    uint32_t channel;
    bool compares;
} Call;

void reference_sample(const Image *m, const Call *c, const Point *p, double level, double out[4]);
void reference_gather(const Image *m, const Call *c, const Point *p, double out[4]);
/* The level that textureSampleGrad samples at. */
double reference_grad_level(const Image *m, const Point *p);

#endif
