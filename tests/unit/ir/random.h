/* Random modules: well formed, and sure to end. */
#ifndef LW_TEST_IR_RANDOM_H
#define LW_TEST_IR_RANDOM_H

#include "ir/ir.h"

/* The same module for the same seed; about `size` statements. */
IrModule *random_module(Arena *a, uint64_t seed, uint32_t size);

#endif
