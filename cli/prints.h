/* What shaders print (lw_report_prints), as text and JSON. */
#ifndef LW_CLI_PRINTS_H
#define LW_CLI_PRINTS_H

#include <jansson.h>

#include "cli/run.h"

typedef struct Prints {
    const LwPrint *at;
    size_t count;
    uint64_t more; /* that were not kept */
} Prints;

/* Those of a run; they belong to its report. */
Prints prints_of(const RunResult *r);
/* A copy that lasts as long as the arena. */
Prints prints_copy(Arena *a, Prints p);
/* "shader.wgsl:12: workgroup 0,0,0 invocation 3: text", a line each. */
void prints_text(StrBuf *out, Str shader, Prints p);
json_t *prints_json(Prints p);

#endif
