/* Findings that somebody has looked at: comments in the source and options silence them.
 *     // lanewise-ignore: RULE[, RULE] reason
 * on the line of a finding or of its second place, or alone on a line before it. */
#ifndef LW_CLI_SILENCE_H
#define LW_CLI_SILENCE_H

#include "cli/check.h"

/* One rule of one comment. */
typedef struct SilenceComment {
    Str rule, reason;
    uint32_t line;        /* where it stands */
    uint32_t first, last; /* the lines it speaks for */
} SilenceComment;

typedef VEC(SilenceComment) SilenceComments;

/* Reads the comments of a source. Those that name no rule are complained about in `messages`. */
SilenceComments silence_read(Arena *a, const Source *s, StrBuf *messages);
/* Marks what they and the options' rules silence. */
void silence_apply(const SilenceComments *comments, const StrList *ignore, const Source *s,
                   CheckFindings *findings);

#endif
