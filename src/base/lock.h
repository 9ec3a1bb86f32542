/* A lock between threads, with a condition to wait for under it. */
#ifndef LW_BASE_LOCK_H
#define LW_BASE_LOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Lock Lock;

/* NULL when memory is short. */
Lock *lock_new(void);
void lock_free(Lock *l);
void lock_take(Lock *l);
void lock_give(Lock *l);

/* Gives the lock up until somebody calls lock_wake or `timeout_ns` (UINT64_MAX: no end) are over,
 * then takes it again. May return early: test the condition in a loop. */
void lock_wait(Lock *l, uint64_t timeout_ns);
void lock_wake(Lock *l);

#endif
