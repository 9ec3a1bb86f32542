#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/os.h"

/* Chunks of MAPPED_CHUNK bytes or more come as pages from the system, a multiple of OS_LARGE_PAGE,
 * so that it may use large ones: where the first use of a page is slow, a chunk of small ones costs
 * more than what is done in it. */
enum { FIRST_CHUNK = 16 * 1024, LARGEST_CHUNK = 8 << 20, MAPPED_CHUNK = 1 << 20 };

struct ArenaChunk {
    ArenaChunk *older;
    size_t size; /* of the whole chunk, this header included */
};

static _Thread_local int64_t fail_countdown;

void arena_fail_after(int64_t n) {
    fail_countdown = n;
}

static void *system_alloc(size_t size) {
    if (fail_countdown > 0 && --fail_countdown == 0)
        return NULL;
    return size >= MAPPED_CHUNK ? os_map(size) : calloc(1, size);
}

static void system_free(ArenaChunk *c) {
    if (c->size >= MAPPED_CHUNK)
        os_unmap(c, c->size);
    else
        free(c);
}

static _Noreturn void out_of_memory(Arena *a) {
    if (a->on_oom)
        longjmp(*a->on_oom, 1);
    LW_BUG("out of memory in an arena without a handler");
}

void arena_init(Arena *a) {
    *a = (Arena){0};
}

void arena_free(Arena *a) {
    for (ArenaChunk *c = a->chunk; c;) {
        ArenaChunk *older = c->older;
        system_free(c);
        c = older;
    }
    a->chunk = NULL;
    a->next = a->end = NULL;
    a->used = 0;
}

void arena_expect(Arena *a, size_t bytes) {
    a->expected = bytes;
}

static uint8_t *align_up(uint8_t *p, size_t align) {
    return (uint8_t *)(((uintptr_t)p + align - 1) & ~(uintptr_t)(align - 1));
}

/* Chunks double in size up to a bound, so that a small compilation stays small. */
static void add_chunk(Arena *a, size_t need) {
    size_t size = a->chunk ? a->chunk->size * 2 : FIRST_CHUNK;
    if (size < a->expected)
        size = a->expected;
    a->expected = 0;
    if (size > LARGEST_CHUNK)
        size = LARGEST_CHUNK;
    if (need > SIZE_MAX / 2)
        out_of_memory(a);
    if (size < need + sizeof(ArenaChunk))
        size = need + sizeof(ArenaChunk);
    if (size >= MAPPED_CHUNK)
        size = (size + OS_LARGE_PAGE - 1) / OS_LARGE_PAGE * OS_LARGE_PAGE;
    if (a->limit && (a->used > a->limit || size > a->limit - a->used))
        size = need + sizeof(ArenaChunk);
    if (a->limit && (a->used > a->limit || size > a->limit - a->used))
        out_of_memory(a);
    ArenaChunk *c = system_alloc(size);
    if (!c)
        out_of_memory(a);
    c->older = a->chunk;
    c->size = size;
    a->chunk = c;
    a->used += size;
    a->next = (uint8_t *)(c + 1);
    a->end = (uint8_t *)c + size;
}

void *arena_alloc_chunk(Arena *a, size_t size, size_t align) {
    if (size > SIZE_MAX - align)
        out_of_memory(a);
    add_chunk(a, size + align);
    uint8_t *p = align_up(a->next, align);
    a->next = p + size;
    return p;
}

void *arena_grow(Arena *a, void *p, size_t old, size_t size, size_t align) {
    if (p && (uint8_t *)p + old == a->next && size >= old &&
        size - old <= (size_t)(a->end - a->next)) {
        a->next += size - old;
        return p;
    }
    void *q = arena_alloc(a, size, align);
    if (old)
        memcpy(q, p, old < size ? old : size);
    return q;
}

ArenaMark arena_mark(const Arena *a) {
    return (ArenaMark){a->chunk, a->next};
}

void arena_reset(Arena *a, ArenaMark m) {
    /* What was used of the mark's chunk: up to here, or perhaps all of it when others followed. */
    uint8_t *used_end = a->chunk == m.chunk ? a->next : NULL;
    while (a->chunk != m.chunk) {
        ArenaChunk *older = a->chunk->older;
        a->used -= a->chunk->size;
        system_free(a->chunk);
        a->chunk = older;
    }
    a->next = m.next;
    a->end = m.chunk ? (uint8_t *)m.chunk + m.chunk->size : NULL;
    /* Allocations come zeroed, so what is handed back is cleared here. */
    if (a->next)
        memset(a->next, 0, (size_t)((used_end ? used_end : a->end) - a->next));
}
