/* The shaders of bench's presets, as the build embeds them from kernels/. */
#ifndef LW_CLI_BENCH_SHADERS_H
#define LW_CLI_BENCH_SHADERS_H

typedef struct BenchShader {
    const char *name, *text;
} BenchShader;

extern const BenchShader bench_shaders[]; /* ended by a NULL name */

#endif
