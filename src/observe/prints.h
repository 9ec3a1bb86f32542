/* What a shader prints, in the order of its workgroups.
 *
 * Under the fair schedule, whose workgroups run on several threads, lines come by workgroup, and
 * within one in the order in which it ran; under a named schedule in the order of the run. */
#ifndef LW_OBSERVE_PRINTS_H
#define LW_OBSERVE_PRINTS_H

#include "engine/engine.h"
#include "ir/ir.h"

/* Which invocations are heard. */
typedef struct PrintFilter {
    bool one_workgroup;
    uint32_t workgroup[3];
    bool one_invocation;
    uint32_t invocation; /* local index */
} PrintFilter;

typedef struct PrintLine {
    Span span; /* of the print */
    uint32_t workgroup[3];
    uint32_t invocation; /* local index */
    Str text;
} PrintLine;

typedef struct PrintResult {
    VEC(PrintLine) lines;
    uint64_t more; /* lines past PRINT_MOST_LINES, which are not kept */
} PrintResult;

enum { PRINT_MOST_LINES = 10000 };

typedef struct PrintObserver PrintObserver;

/* An observer of one dispatch of `m`, in `arena`. */
PrintObserver *prints_new(Arena *arena, const IrModule *m, const EngineDispatch *d,
                          const PrintFilter *filter);
const Observer *prints_observer(PrintObserver *p);
/* What was printed, in the arena; NULL when memory ran short. */
const PrintResult *prints_result(PrintObserver *p);
/* Frees what the workers left; the result stays. */
void prints_free(PrintObserver *p);

#endif
