/* Resolves and typechecks shaders for tests, and gives what is found as "LINE:COLUMN code, ...", with
 * "warning" before the code of a warning. */
#ifndef LW_TESTS_WGSL_VERDICT_H
#define LW_TESTS_WGSL_VERDICT_H

#include "wgsl/wgsl.h"

/* Parses, resolves and typechecks; no later pass. */
Module *verdict_module(Arena *a, Str text);
/* Empty for a right shader. */
Str verdict_of(Arena *a, const Module *m);

typedef struct VerdictCase {
    const char *text, *errors;
} VerdictCase;

/* Fails the running test if a case gives other errors. Each text stands in a frame, which has one
 * %s for it, at the start of a line that counts as line 1. */
void verdict_check(const char *frame, const VerdictCase *cases, uint32_t count);
#define VERDICT_CHECK(frame, cases)                                                                \
    verdict_check((frame), (cases), sizeof(cases) / sizeof((cases)[0]))

/* Frames: a text of module scope, and one of statements in a function. */
#define IN_MODULE "%s"
extern const char in_function[];

#endif
