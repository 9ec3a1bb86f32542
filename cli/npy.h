/* NumPy's .npy files: format 1.0 to 3.0 is read, 1.0 is written; little-endian, C order. */
#ifndef LW_CLI_NPY_H
#define LW_CLI_NPY_H

#include "cli/buffer.h"

bool npy_is_name(Str path);

/* Takes the contents out of a file's bytes. NULL, or what is wrong with them (in the arena). */
const char *npy_parse(Arena *a, Str file, Contents *c);

/* What stands before the elements. */
void npy_header(StrBuf *out, ScalarType t, const Shape *shape);

#endif
