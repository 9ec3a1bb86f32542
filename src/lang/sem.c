#include "lang/sem.h"

#include "base/bug.h"

/* Each operation as a function of an array of operands. */
#define APPLY1(id, name)                                                                           \
    static uint32_t apply_##name(const uint32_t *a) {                                              \
        return sem_##name(a[0]);                                                                   \
    }
#define APPLY2(id, name)                                                                           \
    static uint32_t apply_##name(const uint32_t *a) {                                              \
        return sem_##name(a[0], a[1]);                                                             \
    }
#define APPLY3(id, name)                                                                           \
    static uint32_t apply_##name(const uint32_t *a) {                                              \
        return sem_##name(a[0], a[1], a[2]);                                                       \
    }
#define APPLY4(id, name)                                                                           \
    static uint32_t apply_##name(const uint32_t *a) {                                              \
        return sem_##name(a[0], a[1], a[2], a[3]);                                                 \
    }
SEM_OPS1(APPLY1)
SEM_OPS2(APPLY2)
SEM_OPS3(APPLY3)
SEM_OPS4(APPLY4)

#define ENTRY(id, name) [OP_##id] = apply_##name,
static uint32_t (*const apply[OP_COUNT])(const uint32_t *) = {SEM_OPS1(ENTRY) SEM_OPS2(ENTRY)
                                                                  SEM_OPS3(ENTRY) SEM_OPS4(ENTRY)};

uint32_t sem_eval(Op op, bool f16, const uint32_t *arg) {
    LW_ASSERT(op > OP_NONE && op < OP_COUNT && apply[op]);
    if (f16 && op == OP_FFMA)
        return sem_ffma_f16(arg[0], arg[1], arg[2]);
    uint32_t r = apply[op](arg);
    return f16 && op_info[op].signature[0] == 'f' ? sem_fquant(r) : r;
}
