/* Runs a module for one invocation, instruction by instruction: what the passes must not change. */
#ifndef LW_TEST_IR_EVAL_H
#define LW_TEST_IR_EVAL_H

#include "ir/ir.h"

typedef struct Eval {
    Arena *arena;
    const IrModule *m;
    uint32_t builtin[IRB_COUNT];
    uint8_t **memory;    /* by object */
    uint32_t *slot;      /* by slot */
    uint32_t **value;    /* by function and value */
    uint32_t *result;    /* of the function that returned last */
    uint64_t path;       /* which calls and turns of loops this is */
    uint64_t fuel;       /* instructions left */
    VEC(uint32_t) trace; /* barriers, and what is loaded and stored outside private memory */
    /* Called with each value that an instruction makes; `instance` tells executions apart. */
    void (*on_value)(void *context, uint32_t function, IrValue v, uint64_t instance, uint32_t bits);
    void *context;
} Eval;

/* Memory is zero, but for read-only storage, which is filled from a fixed sequence. */
void eval_init(Eval *e, Arena *a, const IrModule *m);
/* Runs the entry function; false when the fuel ran out. */
bool eval_run(Eval *e);
/* The trace of a run for invocation i of the workgroup (i, 0, 0). */
Eval eval_invocation(Arena *a, const IrModule *m, uint32_t i);
/* The trace as text, any NaN as "nan". */
void eval_print_trace(StrBuf *out, const Eval *e);

#endif
