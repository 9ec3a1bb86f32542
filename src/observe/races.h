/* Accesses of one workgroup in conflict, found when a barrier orders what came before it. */
#ifndef LW_OBSERVE_RACES_H
#define LW_OBSERVE_RACES_H

#include "observe/pairs.h"
#include "observe/shadow.h"

/* Looks for conflicts among what the workgroup has touched in a space since its last barrier. False
 * when memory is short. */
bool races_find(const Shadow *s, ShadowSpace space, PairTable *pairs);
/* Forgets it, as after a barrier; of storage memory it is kept that it was touched. */
void races_forget(Shadow *s, ShadowSpace space);

#endif
