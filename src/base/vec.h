/* Growing arrays in an arena, typed by macro:
 *     VEC(Expr *) args = {0};
 *     vec_push(arena, &args, e);
 *     for (uint32_t i = 0; i < args.len; i++) use(args.at[i]);
 */
#ifndef LW_BASE_VEC_H
#define LW_BASE_VEC_H

#include <stdint.h>

#include "base/arena.h"

#define VEC(T)                                                                                     \
    struct {                                                                                       \
        T *at;                                                                                     \
        uint32_t len, cap;                                                                         \
    }

#define vec_reserve(arena, v, n)                                                                   \
    do {                                                                                           \
        if ((v)->cap < (uint32_t)(n)) {                                                            \
            uint32_t cap_ = (v)->cap ? (v)->cap * 2 : 8;                                           \
            while (cap_ < (uint32_t)(n))                                                           \
                cap_ *= 2;                                                                         \
            (v)->at = arena_grow((arena), (v)->at, sizeof *(v)->at * (size_t)(v)->cap,             \
                                 sizeof *(v)->at * (size_t)cap_, alignof(max_align_t));            \
            (v)->cap = cap_;                                                                       \
        }                                                                                          \
    } while (0)

#define vec_push(arena, v, ...)                                                                    \
    do {                                                                                           \
        vec_reserve((arena), (v), (v)->len + 1);                                                   \
        (v)->at[(v)->len++] = (__VA_ARGS__);                                                       \
    } while (0)

#define vec_pop(v)  ((v)->at[--(v)->len])
#define vec_last(v) ((v)->at[(v)->len - 1])

#endif
