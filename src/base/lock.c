#include "base/lock.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct Lock {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
};

/* Longer waits are cut to this: the caller loops, and the sum stays in range of time_t. */
static const uint64_t LONGEST_WAIT_NS = 1000u * 1000 * 1000;

Lock *lock_new(void) {
    Lock *l = malloc(sizeof *l);
    if (!l)
        return NULL;
    pthread_mutex_init(&l->mutex, NULL);
    pthread_cond_init(&l->changed, NULL);
    return l;
}

void lock_free(Lock *l) {
    if (!l)
        return;
    pthread_cond_destroy(&l->changed);
    pthread_mutex_destroy(&l->mutex);
    free(l);
}

void lock_take(Lock *l) {
    pthread_mutex_lock(&l->mutex);
}
void lock_give(Lock *l) {
    pthread_mutex_unlock(&l->mutex);
}
void lock_wake(Lock *l) {
    pthread_cond_broadcast(&l->changed);
}

void lock_wait(Lock *l, uint64_t timeout_ns) {
    if (timeout_ns == UINT64_MAX) {
        pthread_cond_wait(&l->changed, &l->mutex);
        return;
    }
    if (timeout_ns > LONGEST_WAIT_NS)
        timeout_ns = LONGEST_WAIT_NS;
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    uint64_t ns = (uint64_t)end.tv_nsec + timeout_ns;
    end.tv_sec += (time_t)(ns / 1000000000);
    end.tv_nsec = (long)(ns % 1000000000);
    pthread_cond_timedwait(&l->changed, &l->mutex, &end);
}
