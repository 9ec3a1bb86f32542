#include "observe/blocks.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/os.h"

/* A small dispatch stays small; a large one gets to large pages soon. */
enum { FIRST = 64 << 10, SECOND = 256 << 10, LARGE = 8 << 20, ALIGN = 16 };

struct Block {
    Block *next;
    size_t size;
    _Alignas(ALIGN) uint8_t bytes[];
};

static Block *block_new(Blocks *b, size_t least) {
    size_t size = !b->size ? FIRST : b->size < SECOND ? SECOND : LARGE;
    if (size < least + sizeof(Block))
        size = least + sizeof(Block);
    uint64_t held = atomic_fetch_add(&b->budget->held, size) + size;
    Block *block = b->budget->most && held > b->budget->most ? NULL
                   : size >= LARGE                           ? os_map(size)
                                                             : calloc(1, size);
    if (!block) {
        atomic_fetch_sub(&b->budget->held, size);
        return NULL;
    }
    block->next = b->block;
    block->size = size;
    b->size = size;
    return b->block = block;
}

void *blocks_allocate(Blocks *b, size_t size) {
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (size > (size_t)(b->end - b->next)) {
        Block *block = block_new(b, size);
        if (!block)
            return NULL;
        b->next = block->bytes;
        b->end = (uint8_t *)block + block->size;
    }
    void *p = b->next;
    b->next += size;
    return p;
}

void blocks_free(Blocks *b) {
    for (Block *block = b->block, *next; block; block = next) {
        next = block->next;
        atomic_fetch_sub(&b->budget->held, block->size);
        if (block->size >= LARGE)
            os_unmap(block, block->size);
        else
            free(block);
    }
    *b = (Blocks){.budget = b->budget};
}
