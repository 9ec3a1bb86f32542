/* The accesses of a shader to memory that several invocations share, and which of them may be in
 * conflict: known before it runs. */
#ifndef LW_OBSERVE_ACCESS_H
#define LW_OBSERVE_ACCESS_H

#include "engine/events.h"
#include "ir/ir.h"

/* What an access does. */
typedef enum AccessKind {
    KIND_LOAD,
    KIND_STORE,
    KIND_ATOMIC, /* + IrAtomicOp */
    KIND_COUNT = KIND_ATOMIC + IRA_COMPARE_EXCHANGE + 1
} AccessKind;

/* What it means that two accesses of one word are not ordered. */
typedef enum Clash {
    CLASH_NONE,
    CLASH_RACE,
    CLASH_RACE_OR_SAME, /* a race, of a lower class where both write the same value */
    CLASH_ORDER,        /* atomics that do not commute */
    CLASH_ORDER_OR_SAME /* nothing where both write the same value */
} Clash;

Clash access_clash(AccessKind a, AccessKind b);
static inline bool access_writes(AccessKind k) {
    return k != KIND_LOAD && k != KIND_ATOMIC + IRA_LOAD;
}
/* Is the value that it leaves in memory an operand? */
static inline bool access_stores(AccessKind k) {
    return k == KIND_STORE || k == KIND_ATOMIC + IRA_STORE;
}

/* Instructions of one kind at one place are one access: a loop may have been unrolled, a function
 * copied, a value taken apart. */
typedef struct SharedAccess {
    uint32_t site; /* of the first such instruction */
    uint32_t object;
    AccessKind kind;
    IrType type;
    /* A store of a part of a vector may write all of the vector: its size and alignment in bytes.
     * 0 where that is not so. */
    uint8_t vector_bytes, vector_align;
    uint32_t bit; /* its number among the accesses of the object */
} SharedAccess;

/* Of one object, places are told apart up to this many; those that come after are taken for the
 * last of their kind, which bounds the work that a shader of nothing but races makes. */
enum { MOST_PLACES = 128 };

/* Memory that barriers order: each kind of them its own. */
typedef enum ShadowSpace {
    SHADOW_WORKGROUP,
    SHADOW_STORAGE,
    SHADOW_TEXTURE,
    SHADOW_SPACES
} ShadowSpace;

typedef struct SharedObject {
    bool tracked;         /* some two of its accesses may be in conflict */
    ShadowSpace space;    /* SHADOW_SPACES when it is not tracked */
    uint8_t shift;        /* a word of its shadow stands for 1 << shift bytes */
    VEC(uint32_t) access; /* by bit */
} SharedObject;

typedef struct AccessTable {
    const IrModule *module;
    VEC(SharedAccess) access; /* by place in the source */
    SharedObject *object;     /* by object */
    uint32_t *of_site;        /* by site * KIND_COUNT + kind: access + 1 */
    bool has_storage_barrier; /* or one of textures */
} AccessTable;

/* In `arena`. */
void access_table_make(AccessTable *t, Arena *arena, const IrModule *m);

#define NO_ACCESS UINT32_MAX
/* The access that an event tells of; NO_ACCESS when nothing can be in conflict with it. */
uint32_t access_of_event(const AccessTable *t, const MemoryEvent *e);

#endif
