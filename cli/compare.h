/* Buffers of two runs against each other. */
#ifndef LW_CLI_COMPARE_H
#define LW_CLI_COMPARE_H

#include "cli/run.h"

/* The first element in which two runs differ, and how many do. */
typedef struct Difference {
    uint64_t count; /* 0: none */
    uint64_t byte;
    Str a, b; /* the values as text */
} Difference;

/* Integers bit by bit; floats as docs/check.md says. The buffers have the same size. */
Difference compare_runs(Arena *arena, const RunBuffer *a, const RunBuffer *b);
/* The same, bit by bit for floats too. */
Difference compare_bits(Arena *arena, const RunBuffer *a, const RunBuffer *b);

#endif
