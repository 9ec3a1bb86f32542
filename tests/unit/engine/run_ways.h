/* Running one program in many ways, all of which must leave the same memory as an evaluator that
 * runs one invocation at a time. The program's invocations must not share memory: each has a row of
 * ROW bytes, by its global index, in every buffer that is written. */
#ifndef LW_TEST_ENGINE_RUN_WAYS_H
#define LW_TEST_ENGINE_RUN_WAYS_H

#include "engine/engine.h"

enum { GROUPS = 3, ROW = 256 };

typedef struct Buffers {
    uint32_t count;
    uint32_t object[4]; /* those with read access are filled by the evaluator */
} Buffers;

uint32_t lanes_of(const IrModule *m);
/* Fails the test, naming the seed, when some way differs; false when the program does not end. */
bool expect_all_ways_same(Arena *a, IrModule *m, const Buffers *buffers, uint64_t seed,
                          bool optimised);
/* How many programs to try, and from which seed on: LW_TEST_SEEDS, LW_TEST_SEED. */
uint32_t seeds_to_try(uint32_t usual, uint64_t *first);

#endif
