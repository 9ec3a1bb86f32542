/* Contents of buffers: made from bind directives, read from and written to .npy files, compared
 * with expectations. */
#ifndef LW_CLI_BUFFER_H
#define LW_CLI_BUFFER_H

#include "cli/spec.h"

/* The sides of an array, the slowest first, as NumPy has them. */
enum { MOST_RANK = 4 };
typedef struct Shape {
    uint32_t rank;
    uint64_t side[MOST_RANK];
} Shape;

Shape shape_of_elements(uint64_t n);
/* "(64, 64, 4)" */
Str shape_text(Arena *a, const Shape *s);

typedef struct Contents {
    uint8_t *data;
    uint64_t bytes;
    bool typed; /* type is known: not for raw files */
    ScalarType type;
    Shape shape; /* of rank 0 for raw files */
} Contents;

/* NULL, or what is wrong (in the arena). `most` bounds the bytes. */
const char *buffer_make(Arena *a, const Bind *b, uint64_t most, Contents *c);

/* A .npy file by its name (npy.h), else raw bytes. */
const char *buffer_read_file(Arena *a, Str path, uint64_t most, Contents *c);
/* The same; `shape` is that of a .npy file. NULL or the reason. */
const char *buffer_write_file(Arena *a, Str path, ScalarType t, const Shape *shape,
                              const void *data, uint64_t bytes);

/* Element i as a number. */
double buffer_element(const uint8_t *data, ScalarType t, uint64_t i);
void buffer_set(uint8_t *data, ScalarType t, uint64_t i, double v);

#endif
