/* "Did you mean": the name that is nearest to one that was not found. */
#ifndef LW_WGSL_NEAREST_H
#define LW_WGSL_NEAREST_H

#include "base/str.h"

typedef struct Nearest {
    Str wanted, best; /* best is empty until a name is near enough */
    uint32_t distance;
} Nearest;

/* Nothing is near a name of one or two letters; longer ones may differ in one place, from nine
 * letters on in two. */
static inline Nearest nearest_to(Str wanted) {
    return (Nearest){
        .wanted = wanted,
        .distance = 1 + (wanted.len >= 3) + (wanted.len >= 9),
    };
}

static inline void nearest_consider(Nearest *n, Str name) {
    if (n->distance == 0)
        return;
    uint32_t d = str_distance(n->wanted, name, n->distance - 1);
    if (d < n->distance) {
        n->distance = d;
        n->best = name;
    }
}

#endif
