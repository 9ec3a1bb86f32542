/* Devices that run what is submitted on a thread of their own (LwDeviceOptions.asynchronous).
 *
 * A submit's commands become a job; jobs run one after the other, and have numbers. When one has
 * run, its end is heard of on a thread of the program's, in ProcessEvents, WaitAny or a function
 * that waits for it: the error that stopped it goes to the scopes that were open at its submit,
 * what it held is released, and the events that waited for it are ready.
 *
 * What a job uses has its number (`last_use`): changing or freeing it before the job has run
 * becomes a job, too. Every function takes NULL, the runner of a device that has none. */
#ifndef LW_API_RUNNER_H
#define LW_API_RUNNER_H

#include "api/api.h"

Runner *runner_new(WGPUDevice d);
void runner_free(Runner *r);
/* Interrupts what runs, and ends the thread. No jobs are taken from now on. */
void runner_stop(Runner *r);

/* Runs the commands of valid command buffers if they are short and nothing else is under way, else
 * takes them over. False: nothing was done, since there is no runner or no memory. */
bool runner_submit(Runner *r, size_t count, WGPUCommandBuffer const *commands);
/* Takes over one command that is about an object (buffer or texture), and `bytes` (malloc'ed, may
 * be NULL) that it needs, if a job that has not run uses the object. False: none does, or there is
 * no memory, in which case they have all run now. */
bool runner_defer(Runner *r, Command c, Object *object, void *bytes);
/* Has every job run that uses what has this last use? */
bool runner_is_past(Runner *r, uint64_t last_use);
/* Waits until every job has run, and hears their ends. */
void runner_drain(Runner *r);
/* An event is ready when the jobs of now have run. */
void runner_wait_with(Runner *r, Async *e);

/* ---- for async.c, under the queue's lock ---- */

/* Were the ends of its jobs up to that number heard? */
bool runner_has_heard(const Runner *r, uint64_t number);
/* A runner that has ends to be heard, with a ref on its device; or NULL. */
Runner *runner_find_ended(const AsyncQueue *q);
/* Hears the ends of one that was found; without the lock. */
void runner_hear_and_leave(Runner *r);

#endif
