/* What a run left in its buffers, for people and for programs. */
#ifndef LW_CLI_RUN_OUTPUT_H
#define LW_CLI_RUN_OUTPUT_H

#include <stdio.h>

#include "cli/run.h"

/* The first values of a buffer, or texels of a texture. */
void run_print_buffer(FILE *f, Arena *a, const RunBuffer *b);

/* One object: all writable buffers, and what the shader printed. Written as it goes, since a large
 * texture has many millions of values. */
void run_print_json(FILE *f, const Spec *s, RunResult *r);

#endif
