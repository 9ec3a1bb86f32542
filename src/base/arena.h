/* Arena allocation: memory that is freed all at once.
 *
 * Everything a compilation makes lives in arenas, so no pass frees anything by itself.
 * Running out of memory is one road: arena_alloc never returns NULL; it jumps to the
 * handler that the owner of the arena has set with arena_protect (see the api folder, the
 * only place that sets one). An arena without a handler aborts.
 */
#ifndef LW_BASE_ARENA_H
#define LW_BASE_ARENA_H

#include <setjmp.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ArenaChunk ArenaChunk;

typedef struct Arena {
    ArenaChunk *chunk;   /* newest chunk */
    uint8_t *next, *end; /* free part of the newest chunk */
    size_t used;         /* bytes held from the system */
    size_t limit;        /* most bytes to hold; 0: no limit */
    size_t expected;     /* see arena_expect */
    jmp_buf *on_oom;     /* where a failed allocation goes */
} Arena;

typedef struct ArenaMark {
    ArenaChunk *chunk;
    uint8_t *next;
} ArenaMark;

/* An empty arena may be zero-initialised; arena_init does the same. */
void arena_init(Arena *a);

/* Frees all memory of the arena; it is empty afterwards and may be used again. */
void arena_free(Arena *a);

/* About so many bytes will be needed in all: the next chunk is made as large, within reason. */
void arena_expect(Arena *a, size_t bytes);

/* What arena_alloc does when the newest chunk is full. */
void *arena_alloc_chunk(Arena *a, size_t size, size_t align);

/* `size` zeroed bytes at `align` (a power of two). Never NULL: see the top of this file. */
static inline void *arena_alloc(Arena *a, size_t size, size_t align) {
    size_t pad = -(uintptr_t)a->next & (align - 1), room = (size_t)(a->end - a->next);
    if (!a->next || pad > room || size > room - pad)
        return arena_alloc_chunk(a, size, align);
    uint8_t *p = a->next + pad;
    a->next = p + size;
    return p;
}

/* Grows an array that was allocated here from `old` to `size` bytes, in place when it is the
 * newest allocation; else copies. The new bytes are zero. */
void *arena_grow(Arena *a, void *p, size_t old, size_t size, size_t align);

/* Scratch use: frees what was allocated since the mark. */
ArenaMark arena_mark(const Arena *a);
void arena_reset(Arena *a, ArenaMark m);

#define arena_new(a, T)      ((T *)arena_alloc((a), sizeof(T), alignof(T)))
#define arena_array(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n), alignof(T)))

/* For tests: the N-th system allocation from now on fails (0: none does). Thread-local. */
void arena_fail_after(int64_t n);

#endif
