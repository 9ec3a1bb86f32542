/* The formats of comments that print: `// lanewise-print("row %d: {}", row, v)`.
 *
 * Two kinds of place take a value: `{}`, as the type asks, and those of C's printf, with flags,
 * width and precision: %d %i %u %x %X %o for integers and bools, %f %e %g %a (and capitals) for
 * floats, %v for any type. %% is a percent sign. A vector or matrix is printed component by
 * component, in parentheses. */
#ifndef LW_LANG_PRINT_H
#define LW_LANG_PRINT_H

#include "base/str.h"
#include "lang/type.h"

/* A part of a format: text, then perhaps a place for a value. */
typedef struct PrintPiece {
    Str text;        /* with %% as it stands */
    char conversion; /* 0: no place follows; 'v' for {} */
    char spec[16];   /* of the place, up to the conversion: "%-08.3" */
} PrintPiece;

/* Takes the next piece from *rest; false at the end. In a wrong format *problem says what is wrong
 * and *at is what it is about. */
bool print_next_piece(Str *rest, PrintPiece *piece, const char **problem, Str *at);

/* NULL when values of the type can stand there, else what the conversion is for. */
const char *print_misfit(char conversion, const Type *t);

/* How many scalars a value of that type has: a scalar, vector or matrix. */
uint32_t print_scalars(const Type *t);
/* A value, its scalars' bits as the engine keeps them: f16 as f32, bools as 0 or other. */
void print_value(StrBuf *out, const PrintPiece *piece, const Type *t, const uint32_t *bits);
/* The text of a piece, a percent sign for two. */
void print_text(StrBuf *out, Str text);

#endif
