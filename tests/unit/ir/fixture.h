/* A small module to build on: one entry function, a buffer, a workgroup array, a private variable
 * and a function's array. */
#ifndef LW_TEST_IR_FIXTURE_H
#define LW_TEST_IR_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/ir.h"

typedef struct Fixture {
    Arena arena;
    IrModule *m;
    IrBuilder b; /* at the end of the entry function's body */
    uint32_t in, out, tile, global, array;
} Fixture;

/* in: array<u32>, read; out: 64 u32; tile: 16 rows of 16 f32; global: a private i32; array: 8 f32
 * of the entry function. The workgroup has 16 x 2 invocations. */
void fixture_init(Fixture *x);
void fixture_free(Fixture *x);

IrValue builtin(Fixture *x, IrBuiltin which);
IrValue u32(Fixture *x, uint32_t v);
IrValue f32(Fixture *x, double v);
uint32_t slot(Fixture *x, IrType t, const char *name);
/* Accesses of one component; index 0: none. The array and tile are indexed in steps of 4 bytes. */
IrValue load(Fixture *x, uint32_t object, IrType t, uint32_t offset, IrValue index);
IrInst *store(Fixture *x, uint32_t object, uint32_t offset, IrValue index, IrValue v);
IrInst *jump(Fixture *x, IrOp op);

/* Going into a block and back. */
IrBlock *enter(Fixture *x, IrBlock *block);
IrInst *branch(Fixture *x, IrValue condition);

/* for (var i = start; i < limit; i++), with the builder in the body; the value of i. */
typedef struct Loop {
    IrInst *inst;
    IrBlock *outer;
    uint32_t slot;
    IrValue i;
} Loop;
Loop loop_begin(Fixture *x, IrValue start, IrValue limit);
void loop_end(Fixture *x, const Loop *l);

/* The module must be well formed, and its functions print as this, with values numbered in the
 * order of their appearance. */
void expect_functions(Fixture *x, const char *expected);

#endif
