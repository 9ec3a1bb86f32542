/* Memory of a worker that is given out bit by bit and freed all at once. Large blocks have large
 * pages: to get memory from the system costs more than to use it. */
#ifndef LW_OBSERVE_BLOCKS_H
#define LW_OBSERVE_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

/* What all workers hold together. */
typedef struct BlockBudget {
    _Atomic uint64_t held;
    uint64_t most; /* 0: no limit */
} BlockBudget;

typedef struct Block Block;

/* Zero-initialised but for the budget. */
typedef struct Blocks {
    BlockBudget *budget;
    Block *block; /* the newest first */
    uint8_t *next, *end;
    size_t size; /* of the newest */
} Blocks;

/* Zeroed, aligned to 16 bytes; NULL when there is none or the budget is used up. */
void *blocks_allocate(Blocks *b, size_t size);
void blocks_free(Blocks *b);

#endif
