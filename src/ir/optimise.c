/* The order of the passes. */
#include "ir/internal.h"

#ifndef NDEBUG
static void check(const IrModule *m, const char *after) {
    const char *wrong = ir_validate(m);
    if (wrong)
        LW_BUG("after %s: %s", after, wrong);
}
#else
static void check(const IrModule *m, const char *after) {
    (void)m;
    (void)after;
}
#endif

void ir_optimise(IrModule *m) {
    check(m, "lowering");
}
