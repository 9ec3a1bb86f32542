/* Contents of buffers: made from bind directives, read from and written to .npy files, compared
 * with expectations. */
#ifndef LW_CLI_BUFFER_H
#define LW_CLI_BUFFER_H

#include "cli/spec.h"

typedef struct Contents {
    uint8_t *data;
    uint64_t bytes;
    bool typed; /* type is known: not for raw files */
    ScalarType type;
} Contents;

/* NULL, or what is wrong (in the arena). `most` bounds the bytes. */
const char *buffer_make(Arena *a, const Bind *b, uint64_t most, Contents *c);

/* NumPy's format, version 1.0 to 3.0, little-endian, C order. Any other file is raw bytes when its
 * name does not end in .npy. */
const char *buffer_read_file(Arena *a, Str path, uint64_t most, Contents *c);
/* .npy by name, else raw bytes. NULL or the reason. */
const char *buffer_write_file(Arena *a, Str path, ScalarType t, const void *data, uint64_t bytes);

/* Element i as a number. */
double buffer_element(const uint8_t *data, ScalarType t, uint64_t i);
void buffer_set(uint8_t *data, ScalarType t, uint64_t i, double v);

#endif
