/* `lanewise fix`: its options, and the runner that it lends to src/rewrite. */
#ifndef LW_CLI_FIX_H
#define LW_CLI_FIX_H

#include "rewrite/rewrite.h"

typedef struct FixOptions {
    uint32_t only, apply;   /* a bit for each RewriteKind; 0: all, none */
    uint32_t storage_limit; /* bytes; 0: the default */
    uint32_t time_limit;    /* seconds */
    bool write;
    Str output; /* a path; empty: none */
} FixOptions;

/* "pad,swizzle" of an option; false after a message. */
bool fix_parse_kinds(const char *option, const char *text, uint32_t *kinds);

struct Program;
struct Spec;

enum { FIX_SECONDS = 60 };

/* Looks for edits of a shader as the spec runs it. False when the time was over before all had been
 * tried: what is in the result is proven all the same. */
bool fix_spec(struct Program *p, const struct Spec *s, Str source, RewriteResult *r);

#endif
