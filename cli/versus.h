/* `lanewise profile --compare`: two profiles side by side: what got better, what worse, by how
 * much. */
#ifndef LW_CLI_VERSUS_H
#define LW_CLI_VERSUS_H

#include "cli/program.h"

typedef struct VersusSide {
    Str shader, settings; /* what only this side was given: "--set PAD=2" */
    Str setup;            /* subgroup size and hardware where they are not the default; or empty */
    RunResult run;        /* its report, and its buffers after the run */
} VersusSide;

/* The options of one side of one shader: those given once are for both; of those given twice, the
 * first is A's (side 0) and the second B's. `settings` gets the latter's text. False with a message
 * when something is given more often, or nothing twice. */
bool versus_options(Program *p, int side, Options *o, Str *settings);

/* Names that --fail-on-worse takes: those of JSON's totals, outputs, all. */
bool versus_has_measure(Str name);
const char *versus_measures(Arena *a);
/* Is B worse than A in one of the measures that were asked for? Says in which. */
bool versus_is_worse(Program *p, const VersusSide side[2]);

void versus_print(Program *p, const VersusSide side[2]);
/* docs/formats.md describes it; false when memory is short. */
bool versus_json(Program *p, const VersusSide side[2], StrBuf *out);

#endif
