/* A draft against its original, as a unified diff. */
#ifndef LW_REWRITE_DIFF_H
#define LW_REWRITE_DIFF_H

#include "rewrite/edit.h"

/* Nothing when nothing has changed. Lines end at LF; a CR before it is part of the line, so that
 * `patch` gives back the very bytes. `name` is written behind --- and +++. */
void diff_unified(StrBuf *out, const Draft *d, Str name, bool colour);

#endif
