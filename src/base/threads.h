/* Threads: a pool that runs one job on every worker and waits; and one that goes its own way. */
#ifndef LW_BASE_THREADS_H
#define LW_BASE_THREADS_H

#include <stdint.h>

typedef struct ThreadPool ThreadPool;

/* A pool of `threads` workers, the calling thread among them (1: no thread is started).
 * NULL when memory or threads cannot be had. */
ThreadPool *threads_new(uint32_t threads);
void threads_free(ThreadPool *p);
uint32_t threads_count(const ThreadPool *p);

/* Calls job(context, worker) once per worker, worker = 0 .. count-1, worker 0 on the calling
 * thread; returns when all have returned. One call at a time per pool. */
void threads_run(ThreadPool *p, void (*job)(void *context, uint32_t worker), void *context);

/* A thread of its own. NULL when there can be none. */
typedef struct Thread Thread;
Thread *thread_start(void (*run)(void *context), void *context);
/* Waits for its end; it is gone then. NULL is let through. */
void thread_join(Thread *t);

#endif
