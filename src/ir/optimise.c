/* The order of the passes. */
#include "ir/internal.h"

enum { ROUNDS = 4 }; /* of passes that make work for each other, before going on */

static void check(const IrModule *m, const char *after) {
    const char *wrong = ir_validate(m);
    if (wrong)
        LW_BUG("after %s: %s", after, wrong);
}

static bool run(IrModule *m, bool (*pass)(IrModule *), const char *name) {
    bool changed = pass(m);
#ifndef NDEBUG
    check(m, name);
#else
    (void)name;
#endif
    return changed;
}

#define RUN(m, pass) run((m), ir_##pass, #pass)

static void simplify(IrModule *m) {
    for (int i = 0; i < ROUNDS && RUN(m, simplify); i++)
        ;
    RUN(m, dce);
}

/* Unrolled loops have constant indices, which make slots, which make constant counters. */
static void make_slots(IrModule *m) {
    for (int i = 0; i < ROUNDS; i++) {
        RUN(m, promote);
        simplify(m);
        if (!RUN(m, unroll))
            return;
    }
    RUN(m, promote);
    simplify(m);
}

void ir_optimise(IrModule *m) {
    /* What lowering has made is checked in all builds: the passes and the engine rely on it. */
    check(m, "lowering");
    make_slots(m);
    if (RUN(m, inline))
        make_slots(m);
    RUN(m, hoist);
    ir_uniformity(m);
    RUN(m, reassociate);
    simplify(m);
    RUN(m, hoist);
    simplify(m);
    ir_uniformity(m);
}
