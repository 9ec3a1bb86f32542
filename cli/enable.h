/* The rules that are off until they are asked for: by `enable`, or by a test that expects one. */
#ifndef LW_CLI_ENABLE_H
#define LW_CLI_ENABLE_H

#include "cli/spec.h"

/* Takes "RULE[,RULE...]" or "all"; NULL, or what is wrong with it (in the spec's arena). */
const char *enable_add(Spec *s, Str rules);
/* LwObserve bits of the rules that a spec has enabled, and of those that it expects. */
uint32_t enable_observers(const Spec *s);
uint32_t enable_expected(const Spec *s);

#endif
