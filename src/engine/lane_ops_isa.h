/* The builds of lane_ops_kernels.c: one for each instruction set of the processor family compiled
 * for, X(name, EngineIsa), the best last. */
#ifndef LW_ENGINE_LANE_OPS_ISA_H
#define LW_ENGINE_LANE_OPS_ISA_H

#include "engine/lane_ops.h"

#if defined(__x86_64__)
#define LANE_OPS_BUILDS(X)                                                                         \
    X(scalar, ISA_SCALAR)                                                                          \
    X(sse2, ISA_SSE2)                                                                              \
    X(avx2, ISA_AVX2)                                                                              \
    X(avx512, ISA_AVX512)
#elif defined(__aarch64__)
#define LANE_OPS_BUILDS(X)                                                                         \
    X(scalar, ISA_SCALAR)                                                                          \
    X(neon, ISA_NEON)
#else
#define LANE_OPS_BUILDS(X) X(scalar, ISA_SCALAR)
#endif

#define LANE_OPS_DECLARE(name, isa) extern const LaneOps lane_ops_##name;
LANE_OPS_BUILDS(LANE_OPS_DECLARE)
#undef LANE_OPS_DECLARE

#endif
