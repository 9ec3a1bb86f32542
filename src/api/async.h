/* The ends of asynchronous operations, and the queue where an instance keeps them until
 * their callbacks may be called (WaitAny, ProcessEvents, or at once for spontaneous ones). */
#ifndef LW_API_ASYNC_H
#define LW_API_ASYNC_H

#include <stdbool.h>
#include <stdint.h>

#include "api/object.h"
#include "base/lock.h"
#include "webgpu/webgpu.h"

typedef enum AsyncType {
    ASYNC_REQUEST_ADAPTER,
    ASYNC_REQUEST_DEVICE,
    ASYNC_DEVICE_LOST,
    ASYNC_ERROR_SCOPE,
    ASYNC_COMPUTE_PIPELINE,
    ASYNC_RENDER_PIPELINE,
    ASYNC_COMPILATION_INFO,
    ASYNC_MAP,
    ASYNC_WORK_DONE,
} AsyncType;

typedef struct Runner Runner;         /* runner.h */
typedef struct ErrorScope ErrorScope; /* api.h */

typedef struct Async {
    struct Async *next;
    uint64_t id;
    AsyncType type;
    WGPUCallbackMode mode;
    bool ready;
    Runner *runner;           /* not ready before its jobs up to number */
    uint64_t after;           /* have run; NULL: waits for none */
    uint32_t status;          /* of the operation's own status enumeration */
    ErrorScope *scope;        /* ASYNC_ERROR_SCOPE: what was caught; may be NULL */
    WGPUErrorType error_type; /* the same, when its callback is called */
    char *message;            /* malloc'ed; may be NULL */
    /* What it is about: the result, handed to the callback with its handle (adapter, device,
     * pipeline), or the subject, kept with a ref (lost device, shader module, mapped buffer,
     * device of the scope). */
    Object *object;
    void (*callback)(void); /* may be NULL */
    void *userdata[2];
} Async;

typedef struct AsyncQueue {
    Lock *lock; /* guards what follows */
    Async *first, *last;
    uint64_t last_id;
    Runner *runners; /* of the instance's devices */
    uint64_t looks;  /* counts reasons to look at them */
    bool closed;     /* the instance is gone for the program: all end as cancelled */
} AsyncQueue;

/* An operation that takes over the mode, callback and userdata of any of the CallbackInfo structs:
 *     Async *e = async_of(ASYNC_MAP, info);
 * NULL when memory is short. */
#define async_of(type, info)                                                                       \
    async_new((type), (info).mode, (void (*)(void))(info).callback, (info).userdata1,              \
              (info).userdata2)
Async *async_new(AsyncType type, WGPUCallbackMode mode, void (*callback)(void), void *userdata1,
                 void *userdata2);

/* Gives an event to the queue. When it is ready and spontaneous its callback is called now. With
 * e == NULL (no memory) returns the null future. */
WGPUFuture async_track(AsyncQueue *q, Async *e);
/* The event of that future is over, in this way; nothing happens when its callback has been called
 * already. Takes the message (malloc'ed, may be NULL). */
void async_finish(AsyncQueue *q, uint64_t id, uint32_t status, char *message);

/* A job of a runner has run: who waits looks at it. From any thread. */
void async_look(AsyncQueue *q);
/* The ends of a runner's jobs up to that number were heard (*heard is the last): what waited for no
 * other is ready. */
void async_reach(AsyncQueue *q, const Runner *r, uint64_t *heard, uint64_t number);

void async_process(AsyncQueue *q);
WGPUWaitStatus async_wait(AsyncQueue *q, WGPUFutureWaitInfo *info, size_t count,
                          uint64_t timeout_ns);
/* Ends everything that waits as cancelled. */
void async_close(AsyncQueue *q);

#endif
