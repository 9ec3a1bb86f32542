/* Compiles shaders for tests and gives what is wrong with them in a short form:
 *     LINE:COLUMN error code: message
 *       LINE:COLUMN note: message
 */
#ifndef LW_TESTS_WGSL_MESSAGES_H
#define LW_TESTS_WGSL_MESSAGES_H

#include "wgsl/wgsl.h"

typedef enum Passes { PARSE_ONLY, ALL_PASSES } Passes;

Module *messages_module(Arena *a, Str text, Passes passes);
Str messages_text(Arena *a, const Module *m);
/* Both in one; a shader without any gives an empty string. */
Str messages_of(Arena *a, const char *text, Passes passes);

/* A shader and what it must give: all of it, or when `want` begins with '~' a part of it. */
typedef struct MessageCase {
    const char *text, *want;
} MessageCase;

/* Fails the running test if a case gives something else. */
void messages_check(const MessageCase *cases, uint32_t count, Passes passes);
#define MESSAGES_CHECK(cases, passes)                                                              \
    messages_check((cases), sizeof(cases) / sizeof((cases)[0]), (passes))

#endif
