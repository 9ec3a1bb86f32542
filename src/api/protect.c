/* Running out of memory in an arena: the one place that such a jump lands. */
#include <setjmp.h>

#include "api/api.h"

bool arena_protect(Arena *const *arena, uint32_t arenas, void (*body)(void *context),
                   void *context) {
    jmp_buf out_of_memory;
    volatile bool done = false;
    if (setjmp(out_of_memory) == 0) {
        for (uint32_t i = 0; i < arenas; i++)
            arena[i]->on_oom = &out_of_memory;
        body(context);
        done = true;
    }
    for (uint32_t i = 0; i < arenas; i++)
        arena[i]->on_oom = NULL;
    return done;
}
