/* What the invocations of a workgroup have touched since the last barrier.
 *
 * For each access of the shader and each word of memory that it has touched: the first two
 * different invocations that did. Two are enough to tell of any two accesses whether different
 * invocations have made them. A store also leaves the value, and whether it was always the same.
 *
 * Columns hold this for one access and one page of words. */
#ifndef LW_OBSERVE_SHADOW_H
#define LW_OBSERVE_SHADOW_H

#include "observe/access.h"

enum { PAGE_SHIFT = 10, PAGE_WORDS = 1 << PAGE_SHIFT };

/* An owner word: two invocations by local index + 1, 0 for none; and a flag of stores. */
#define OWNER_BITS      15
#define OWNER_FIRST     0x7fffu
#define OWNER_SECOND    (OWNER_FIRST << OWNER_BITS)
#define OWNER_NOT_EQUAL (1u << 30) /* different values were stored */
/* The same of barriers before: one invocation, and the flag. */
#define BEFORE_FIRST     0x7fffu
#define BEFORE_NOT_EQUAL 0x8000u

typedef struct Column Column;
struct Column {
    Column *next; /* of the same page */
    uint32_t access, page;
    uint32_t lo, hi;         /* words touched since the last barrier; equal: none */
    uint32_t was_lo, was_hi; /* words that `before` is about */
    uint32_t *value;         /* of stores: by word, where there is an owner */
    uint16_t *before;        /* with storage barriers: who touched it before the last of them */
    uint32_t owner[PAGE_WORDS];
};

/* Memory for columns of all workers together, within a budget. */
typedef struct ShadowMemory {
    _Atomic uint64_t held;
    uint64_t budget; /* 0: none */
} ShadowMemory;

/* Zeroed; NULL when there is none or the budget is used up. */
void *shadow_allocate(ShadowMemory *m, size_t size);
void shadow_release(ShadowMemory *m, void *p, size_t size);

/* The pages of one object. */
typedef struct ShadowObject {
    Column **page; /* by number: columns */
    uint32_t pages;
    uint32_t *touched; /* pages with columns */
    uint32_t touches, touch_cap;
} ShadowObject;

typedef enum ShadowSpace { SHADOW_WORKGROUP, SHADOW_STORAGE, SHADOW_SPACES } ShadowSpace;

/* A workgroup that runs. */
typedef struct Shadow {
    struct Shadow *next;
    const AccessTable *table;
    uint32_t workgroup_index;
    uint32_t *barriers[SHADOW_SPACES];   /* by subgroup: those that it has passed */
    uint32_t epoch[SHADOW_SPACES];       /* barriers that all have passed */
    uint32_t other_epoch[SHADOW_SPACES]; /* of the other space, when this one's began */
    ShadowObject *object;
    Column **last; /* by access: the column that it used last, or NULL */
} Shadow;

/* The shadows of a worker. */
typedef struct ShadowPool {
    ShadowMemory *memory;
    const AccessTable *table;
    uint32_t subgroups;    /* of a workgroup */
    Column *plain, *store; /* free columns, without and with values; all their owners are 0 */
    Shadow *free;
} ShadowPool;

/* A shadow without columns; NULL when memory is short. */
Shadow *shadow_new(ShadowPool *p, uint32_t workgroup_index);
/* Takes all columns out of the pages of an object. */
void shadow_drop(ShadowPool *p, Shadow *s, uint32_t object);
void shadow_recycle(ShadowPool *p, Shadow *s);
void shadow_free(ShadowPool *p, Shadow *s);
void shadow_pool_free(ShadowPool *p);

/* Enters an access of the active lanes that are in bounds; false when memory is short. */
bool shadow_touch(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e);

/* Forgets what a column knows, as after a barrier. */
void shadow_clear(Column *c);

static inline uint32_t shadow_first(uint32_t owner) {
    return owner & OWNER_FIRST;
}
static inline uint32_t shadow_second(uint32_t owner) {
    return (owner & OWNER_SECOND) >> OWNER_BITS;
}

/* ---- shadow_words.c: the hot loops ---- */

enum { SHADOW_CHUNK = 16 };

/* Do the lanes of a chunk use consecutive pieces of `bytes` bytes (0: the same address)? */
bool shadow_is_run(const uint32_t *address, uint32_t bytes);
/* `lanes` invocations from `id` on touch `each` words each, one after the other. */
void shadow_load_run(uint32_t *owner, uint32_t id, uint32_t lanes, uint32_t each);
/* The same for stores of one word each. */
void shadow_store_run(uint32_t *owner, uint32_t *value, const uint32_t *stored, uint32_t id,
                      uint32_t lanes);

static inline uint32_t shadow_add(uint32_t owner, uint32_t id) {
    uint32_t none = -(uint32_t)((owner & OWNER_FIRST) == 0);
    uint32_t other =
        -(uint32_t)((owner & OWNER_FIRST) != id) & -(uint32_t)((owner & OWNER_SECOND) == 0) & ~none;
    return owner | (none & id) | (other & id << OWNER_BITS);
}

#endif
