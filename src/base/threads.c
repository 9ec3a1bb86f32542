#include "base/threads.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct ThreadPool {
    pthread_mutex_t lock;
    pthread_cond_t start, done;
    void (*job)(void *, uint32_t);
    void *context;
    uint64_t round;   /* number of the job under way */
    uint32_t running; /* workers that have not finished it */
    bool quit;
    uint32_t count;
    struct Worker {
        ThreadPool *pool;
        pthread_t thread;
        uint32_t index;
    } worker[];
};

static void *work(void *arg) {
    struct Worker *w = arg;
    ThreadPool *p = w->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->round == seen && !p->quit)
            pthread_cond_wait(&p->start, &p->lock);
        if (p->quit)
            break;
        seen = p->round;
        pthread_mutex_unlock(&p->lock);
        p->job(p->context, w->index);
        pthread_mutex_lock(&p->lock);
        if (--p->running == 0)
            pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

ThreadPool *threads_new(uint32_t threads) {
    if (threads < 1)
        threads = 1;
    ThreadPool *p = calloc(1, sizeof *p + threads * sizeof p->worker[0]);
    if (!p)
        return NULL;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->start, NULL);
    pthread_cond_init(&p->done, NULL);
    p->count = 1;
    for (uint32_t i = 1; i < threads; i++) {
        p->worker[i] = (struct Worker){.pool = p, .index = i};
        if (pthread_create(&p->worker[i].thread, NULL, work, &p->worker[i]) != 0)
            break;
        p->count++;
    }
    return p;
}

void threads_free(ThreadPool *p) {
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_broadcast(&p->start);
    pthread_mutex_unlock(&p->lock);
    for (uint32_t i = 1; i < p->count; i++)
        pthread_join(p->worker[i].thread, NULL);
    pthread_cond_destroy(&p->done);
    pthread_cond_destroy(&p->start);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

uint32_t threads_count(const ThreadPool *p) {
    return p->count;
}

void threads_run(ThreadPool *p, void (*job)(void *, uint32_t), void *context) {
    if (p->count > 1) {
        pthread_mutex_lock(&p->lock);
        p->job = job;
        p->context = context;
        p->running = p->count - 1;
        p->round++;
        pthread_cond_broadcast(&p->start);
        pthread_mutex_unlock(&p->lock);
    }
    job(context, 0);
    if (p->count > 1) {
        pthread_mutex_lock(&p->lock);
        while (p->running)
            pthread_cond_wait(&p->done, &p->lock);
        pthread_mutex_unlock(&p->lock);
    }
}

/* ---- one thread ---- */

struct Thread {
    pthread_t thread;
    void (*run)(void *);
    void *context;
};

static void *run_thread(void *arg) {
    Thread *t = arg;
    t->run(t->context);
    return NULL;
}

Thread *thread_start(void (*run)(void *), void *context) {
    Thread *t = malloc(sizeof *t);
    if (!t)
        return NULL;
    *t = (Thread){.run = run, .context = context};
    if (pthread_create(&t->thread, NULL, run_thread, t) == 0)
        return t;
    free(t);
    return NULL;
}

void thread_join(Thread *t) {
    if (!t)
        return;
    pthread_join(t->thread, NULL);
    free(t);
}
