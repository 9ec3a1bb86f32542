/* Textures as bindings of a run. To what compares, prints and saves, a texture is a buffer of its
 * channels' values: texel by texel, row by row, slice by slice, `channels` of the format each. */
#ifndef LW_CLI_TEXTURE_H
#define LW_CLI_TEXTURE_H

#include "cli/run.h"

/* Makes the texture for a binding of the shader, as `bind` says; without one (NULL), zeros with a
 * texel for each of `threads` invocations. Fills texture, format, size, bytes, before, scalar of
 * `out`. NULL, or what is wrong (in the arena). */
const char *texture_open(Arena *a, WGPUDevice d, const LwBinding *b, const Bind *bind,
                         const uint64_t threads[3], RunBuffer *out);
void texture_upload(Arena *a, WGPUQueue q, const RunBuffer *b);
/* Bytes of a buffer that a copy of the texture fills, which texture_copy_out encodes, and the
 * values in it, in the arena. */
uint64_t texture_copy_bytes(const RunBuffer *b);
void texture_copy_out(WGPUCommandEncoder e, const RunBuffer *b, WGPUBuffer to);
const uint8_t *texture_values(Arena *a, const RunBuffer *b, const uint8_t *copied);
/* Its values' sides, as NumPy has images: slices, rows, columns, channels; without those that the
 * texture's dimension or format does not have. */
Shape texture_shape(const RunBuffer *b);
/* Makes values of what a file has, which are values of the texture's shape or, without a type, its
 * texels. NULL, or what is wrong with the file (in the arena). */
const char *texture_from_file(Arena *a, const RunBuffer *b, Contents *c);
/* Saves what it holds after a run: values with their shape as .npy, else texels, which is what a
 * bind takes of such files. NULL or the reason. */
const char *texture_write_file(Arena *a, Str path, const RunBuffer *b);
/* "rgba8unorm 64x64" */
Str texture_text(Arena *a, const RunBuffer *b);

#endif
