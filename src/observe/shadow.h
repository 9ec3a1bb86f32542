/* What the invocations of a workgroup have touched since the last barrier.
 *
 * Regular accesses are kept as pieces as long as these show that no two invocations meet. Where
 * they do not show it, and for irregular accesses, there are columns: for each access of the shader
 * and each word of memory that it has touched, the first two different invocations that did. Two
 * are enough to tell of any two accesses whether different invocations have made them. A store also
 * leaves the value, and whether it was always the same.
 *
 * Loads of workgroup memory are put off until the next barrier: most are of what was written before
 * the last one, and then nothing needs to be known of them. */
#ifndef LW_OBSERVE_SHADOW_H
#define LW_OBSERVE_SHADOW_H

#include "observe/access.h"
#include "observe/blocks.h"
#include "observe/pieces.h"
#include "observe/shapes.h"

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

/* The pages of one object. */
typedef struct ShadowObject {
    Column **page; /* by number: columns */
    uint32_t pages;
    uint32_t *touched; /* pages with columns */
    uint32_t touches, touch_cap;
    /* since the last barrier: */
    Piece *piece; /* SHADOW_PIECES of them, or NULL */
    uint32_t pieces;
    uint32_t *marks; /* a bit for each word of an irregular store that was put off */
    bool marked;     /* there are some */
    bool detailed;   /* columns know of all accesses, or of all but loads that were put off */
    bool written;
} ShadowObject;

enum {
    SHADOW_PIECES = 256,
    SHADOW_VALUES = 1 << 14, /* of pieces in workgroup memory, at most */
};

/* A workgroup that runs. */
typedef struct Shadow {
    struct Shadow *next;
    const AccessTable *table;
    uint32_t workgroup_index;
    uint32_t *barriers[SHADOW_SPACES];   /* by subgroup: those that it has passed */
    uint32_t epoch[SHADOW_SPACES];       /* barriers that all have passed */
    uint32_t other_epoch[SHADOW_SPACES]; /* shadow_others, when this one's began */
    ShadowObject *object;
    Column **last; /* by access: the column that it used last, or NULL */
    uint32_t *log; /* what was put off */
    uint32_t logged;
    uint32_t *value; /* of pieces in workgroup memory */
    uint32_t values;
} Shadow;

/* The shadows of a worker. */
typedef struct ShadowPool {
    Blocks blocks;
    const AccessTable *table;
    uint32_t subgroups;    /* of a workgroup */
    bool keeps_storage;    /* pieces of storage memory, for the comparison between workgroups */
    Column *plain, *store; /* free columns, without and with values; all their owners are 0 */
    Shadow *free;
    ShapeTable shapes;
} ShadowPool;

/* A shadow of nothing; NULL when memory is short. */
Shadow *shadow_new(ShadowPool *p, uint32_t workgroup_index);
/* Forgets all about an object, and takes the columns out of its pages. */
void shadow_drop(ShadowPool *p, Shadow *s, uint32_t object);
void shadow_recycle(ShadowPool *p, Shadow *s);
void shadow_free(Shadow *s);
void shadow_pool_free(ShadowPool *p);

/* Enters an access, of the active lanes that are in bounds; false when memory is short. */
bool shadow_enter(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e);
/* The same for loads that were put off. */
bool shadow_enter_now(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e);
bool shadow_enter_piece(ShadowPool *p, Shadow *s, const Piece *piece);
/* Before a barrier's conflicts are looked for: pieces become columns where they may meet, and so
 * does what was put off; else they stay pieces. */
bool shadow_settle(ShadowPool *p, Shadow *s, ShadowSpace space);
/* Makes columns of all that is known of an object but loads that were put off. */
bool shadow_detail(ShadowPool *p, Shadow *s, uint32_t object);

static inline bool shadow_is_in(const AccessTable *t, uint32_t object, ShadowSpace space) {
    return t->object[object].space == space;
}
/* Barriers that could be taken for ones of this space: those of storage and workgroup memory, for
 * each other, and for textures. */
static inline uint32_t shadow_others(const Shadow *s, ShadowSpace space) {
    return (space == SHADOW_WORKGROUP ? 0 : s->epoch[SHADOW_WORKGROUP]) +
           (space == SHADOW_STORAGE ? 0 : s->epoch[SHADOW_STORAGE]);
}

/* ---- columns ---- */

/* Lanes `bits` of those from `from` on. */
bool shadow_touch_lanes(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e,
                        uint32_t from, uint32_t bits);
bool shadow_touch_piece(ShadowPool *p, Shadow *s, const Piece *piece);
/* Forgets what a column knows, as after a barrier. */
void shadow_clear(Column *c);

/* ---- shadow_log.c ---- */

bool shadow_put_off_piece(ShadowPool *p, Shadow *s, const Piece *piece);
bool shadow_put_off_load(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e);
bool shadow_put_off_store(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e,
                          uint32_t from, uint32_t bits);
/* Touches what the stores of an object write that were put off. */
bool shadow_touch_stores(ShadowPool *p, Shadow *s, uint32_t object);
/* Enters loads that were put off, where the object has been written, too; they stay in the log.
 * `all`: whether or not, and stores, and the log is empty then. */
bool shadow_catch_up(ShadowPool *p, Shadow *s, bool all);
/* Bytes of the marks of an object. */
static inline size_t shadow_marks_size(const Shadow *s, uint32_t object) {
    uint32_t words = s->table->module->objects.at[object].size >> s->table->object[object].shift;
    return (words / 32 + 2) * sizeof(uint32_t);
}

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
