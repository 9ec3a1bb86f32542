/* Does what two accesses of a loop lack stand between one turn and the next? */
#ifndef LW_OBSERVE_TURNS_H
#define LW_OBSERVE_TURNS_H

#include "ir/ir.h"

/* Is there a barrier of these kinds (IrBarrier bits) between the two places, all three of them in
 * one turn of one loop? Then the accesses of one turn are in order, and those that meet are of
 * different turns. */
bool turns_are_apart(const IrModule *m, Span a, Span b, uint32_t barrier);

#endif
