/* What flow.c and flow_vary.c share. */
#ifndef LW_ENGINE_FLOW_INTERNAL_H
#define LW_ENGINE_FLOW_INTERNAL_H

#include "base/bug.h"
#include "engine/flow.h"

/* Fills in what may differ between lanes, and what follows from it. */
void flow_vary(Flow *fl);

#endif
