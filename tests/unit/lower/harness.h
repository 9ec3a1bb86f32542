/* From WGSL text to IR in one call. */
#ifndef LW_TEST_LOWER_HARNESS_H
#define LW_TEST_LOWER_HARNESS_H

#include "lower/lower.h"

typedef struct Lowered {
    Arena arena;
    Source source;
    DiagList diags;
    IrModule *ir; /* NULL when there were errors; else it is well formed */
} Lowered;

/* The only entry point of `text`, with override constants `count` of `values`. */
Lowered *lower_text(const char *text, const OverrideValue *values, uint32_t count);
void lowered_free(Lowered *l);

/* The functions of the module as text, without the numbers of sites. Fails the test when there are
 * errors. */
const char *lowered_functions(Lowered *l);
/* Fails the test unless the errors of `text`, rendered as "line:column: message [code]", are these.
 */
void expect_errors(const char *text, const char *expected);

#endif
