#include "observe/turns.h"

/* What has been met of the wanted places on the way through a function. */
typedef enum Met { MET_NONE, MET_FIRST, MET_BARRIER, MET_SECOND } Met;

typedef struct Walk {
    const IrModule *m;
    Span first, second; /* in the order of the source */
    uint32_t barrier;
    Met met;
    uint32_t depth;  /* loops around */
    uint32_t common; /* loops around the first place and all that came since */
    bool apart;
} Walk;

static bool is_at(const Walk *w, const IrInst *in, Span s) {
    Span at = w->m->sites.at[in->site].span;
    return in->site && at.start == s.start && at.end == s.end;
}

static void look_at(Walk *w, const IrInst *in) {
    if (is_at(w, in, w->first)) {
        w->apart |= w->met == MET_SECOND; /* the turn after, of a loop that is unrolled */
        w->common = w->met == MET_NONE ? w->depth : w->common;
        w->met = w->met == MET_NONE ? MET_FIRST : w->met;
    }
    if (in->op == IR_BARRIER && (in->barrier & w->barrier) && w->met == MET_FIRST)
        w->met = MET_BARRIER;
    if (is_at(w, in, w->second) && w->met == MET_BARRIER) {
        w->met = MET_SECOND;
        w->apart |= w->common > 0;
    }
}

/* In the order of the source. Barriers inside of an inner loop or a branch count, too: uniform
 * control flow takes all invocations through them or none. */
static void walk(Walk *w, const IrBlock *block) {
    for (uint32_t i = 0; block && i < block->inst.len; i++) {
        const IrInst *in = block->inst.at[i];
        look_at(w, in);
        if (in->op == IR_IF || in->op == IR_LOOP) {
            w->depth += in->op == IR_LOOP;
            walk(w, in->block[0]);
            walk(w, in->block[1]);
            w->depth -= in->op == IR_LOOP;
            w->common = w->common < w->depth ? w->common : w->depth;
        }
        for (uint32_t c = 0; in->op == IR_SWITCH && c < in->case_count; c++)
            walk(w, in->cases[c].block);
    }
}

bool turns_are_apart(const IrModule *m, Span a, Span b, uint32_t barrier) {
    bool swap = b.start < a.start, apart = false;
    for (uint32_t i = 0; i < m->functions.len && !apart; i++) {
        Walk w = {.m = m, .first = swap ? b : a, .second = swap ? a : b, .barrier = barrier};
        walk(&w, m->functions.at[i]->body);
        apart = w.apart;
    }
    return apart;
}
