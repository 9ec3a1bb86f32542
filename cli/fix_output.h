/* What `lanewise fix` shows. */
#ifndef LW_CLI_FIX_OUTPUT_H
#define LW_CLI_FIX_OUTPUT_H

#include <jansson.h>

#include "cli/program.h"

typedef struct FixShown {
    const Spec *spec;
    const Source *source; /* the original */
    const RewriteResult *result;
    bool complete; /* false: the time was over before all had been tried */
    Str written;   /* where the edited text went; empty: nowhere */
} FixShown;

/* For people, in lines that `patch` skips, and the diff. */
void fix_text_output(StrBuf *out, const FixShown *f, bool quiet, bool colour);
json_t *fix_json(Arena *a, const FixShown *f);

#endif
