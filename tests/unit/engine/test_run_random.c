/* Random programs of every kind of instruction, run in many ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../ir/random.h"
#include "run_ways.h"

enum { IN = 1, OUT = 2, SUMS = 4 }; /* objects of random modules */

/* ---- a row for each invocation ---- */

static IrValue prepend_row(IrModule *m, IrFunction *f) {
    IrBlock *first = ir_block_new(m);
    IrBuilder b = {.module = m, .function = f, .block = first};
    IrInst *row = ir_append(&b, IR_BUILTIN, IR_U32, 1, NULL, 0);
    row->builtin = IRB_GLOBAL_INDEX;
    for (uint32_t i = 0; i < f->body->inst.len; i++)
        vec_push(m->arena, &first->inst, f->body->inst.at[i]);
    f->body = first;
    return row->result;
}

static void add_row(IrModule *m, IrInst *in, IrValue row) {
    const IrAccess *old = in->access;
    IrAccess *a = arena_new(m->arena, IrAccess);
    IrIndex *index = arena_array(m->arena, IrIndex, old->indices + 1u);
    IrValue *arg = arena_array(m->arena, IrValue, in->args + 1);
    *a = *old;
    if (old->indices)
        memcpy(index, old->index, old->indices * sizeof *index);
    if (in->args)
        memcpy(arg, in->arg, in->args * sizeof *arg);
    index[a->indices++] = (IrIndex){.arg = in->args, .count = GROUPS * lanes_of(m), .stride = ROW};
    arg[in->args++] = row;
    a->index = index;
    in->arg = arg;
    in->access = a;
}

static void add_rows(IrModule *m, const IrBlock *b, IrValue row) {
    for (uint32_t i = 0; i < b->inst.len; i++) {
        IrInst *in = b->inst.at[i];
        if ((in->op == IR_LOAD || in->op == IR_STORE || in->op == IR_ATOMIC) &&
            (in->access->object == OUT || in->access->object == SUMS))
            add_row(m, in, row);
        for (uint32_t k = 0; (in->op == IR_IF || in->op == IR_LOOP) && k < 2; k++)
            add_rows(m, in->block[k], row);
        for (uint32_t k = 0; in->op == IR_SWITCH && k < in->case_count; k++)
            add_rows(m, in->cases[k].block, row);
    }
}

static IrModule *make_module(Arena *a, uint64_t seed, uint32_t size) {
    static const uint32_t shapes[][3] = {{64, 1, 1}, {20, 1, 1}, {8, 5, 2}, {33, 3, 1}, {1, 1, 1}};
    IrModule *m = random_module(a, seed, size);
    memcpy(m->workgroup_size, shapes[seed % 5], sizeof shapes[0]);
    for (uint32_t i = 0; i < m->functions.len; i++)
        add_rows(m, m->functions.at[i]->body, prepend_row(m, m->functions.at[i]));
    m->objects.at[SUMS].space = SPACE_STORAGE;
    m->objects.at[OUT].size = m->objects.at[SUMS].size = ROW * GROUPS * lanes_of(m);
    m->workgroup_bytes = 0;
    return m;
}

static void run_seeds(uint64_t first, uint32_t size, bool optimised) {
    static const Buffers buffers = {3, {IN, OUT, SUMS}};
    uint32_t count = seeds_to_try(120, &first), compared = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        Arena a = {0};
        compared +=
            expect_all_ways_same(&a, make_module(&a, seed, size), &buffers, seed, optimised);
        arena_free(&a);
    }
    assert_true(compared > 0);
}

static void small_programs(void **state) {
    (void)state;
    run_seeds(1, 25, false);
}

static void large_programs(void **state) {
    (void)state;
    run_seeds(100000, 200, false);
}

static void optimised_programs(void **state) {
    (void)state;
    run_seeds(200000, 120, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_programs),
        cmocka_unit_test(large_programs),
        cmocka_unit_test(optimised_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
