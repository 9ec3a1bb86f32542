/* Random programs with divergent control flow, against an evaluator that runs one invocation at a
 * time: every way to run a program gives the same memory. Each invocation has a row of its own in
 * the buffers that the programs write, so that the order of invocations does not matter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../ir/eval.h"
#include "../ir/random.h"
#include "engine/engine.h"

enum { IN = 1, OUT = 2, SUMS = 4, GROUPS = 3, ROW = 256 };

typedef struct Way {
    const char *name;
    uint32_t subgroup, bundle, threads;
    EngineIsa isa;
    ScheduleKind schedule;
    bool observed;
} Way;

static const Way ways[] = {
    {"whole", 32, 0, 1, ISA_BEST, SCHEDULE_FAIR, false},
    {"observed", 32, 0, 1, ISA_BEST, SCHEDULE_FAIR, true},
    {"narrow bundles", 4, 4, 1, ISA_BEST, SCHEDULE_FAIR, false},
    {"narrow, observed", 8, 16, 1, ISA_BEST, SCHEDULE_DESCENDING, true},
    {"two threads", 16, 32, 2, ISA_BEST, SCHEDULE_FAIR, false},
    {"scalar", 128, 0, 1, ISA_SCALAR, SCHEDULE_ASCENDING, false},
    {"lane by lane", 1, 1, 1, ISA_BEST, SCHEDULE_OCCUPANCY, false},
    {"by chance", 4, 0, 1, ISA_BEST, SCHEDULE_SEED, false},
};

static uint32_t seeds(void) {
    const char *more = getenv("LW_TEST_SEEDS");
    return more ? (uint32_t)atoi(more) : 120;
}

static uint32_t lanes_of(const IrModule *m) {
    return m->workgroup_size[0] * m->workgroup_size[1] * m->workgroup_size[2];
}

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
    index[a->indices++] =
        (IrIndex){.arg = in->args, .count = GROUPS * lanes_of(m), .stride = ROW};
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

/* ---- running ---- */

static void evaluate(Arena *a, const IrModule *m, uint8_t *memory[3], bool *ends) {
    const uint32_t *size = m->workgroup_size;
    *ends = true;
    for (uint32_t i = 0; i < GROUPS * lanes_of(m) && *ends; i++) {
        uint32_t at = i % lanes_of(m), group = i / lanes_of(m);
        uint32_t local[3] = {at % size[0], at / size[0] % size[1], at / size[0] / size[1]};
        ArenaMark mark = arena_mark(a);
        Eval e = eval_invocation(a, m, at);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t id = k == 0 ? group : 0;
            e.builtin[IRB_WORKGROUP_ID_X + k] = id;
            e.builtin[IRB_GLOBAL_ID_X + k] = id * size[k] + local[k];
            e.builtin[IRB_NUM_WORKGROUPS_X + k] = k ? 1 : GROUPS;
        }
        e.builtin[IRB_GLOBAL_INDEX] =
            e.builtin[IRB_GLOBAL_ID_X] +
            GROUPS * size[0] * (local[1] + size[1] * local[2]);
        memcpy(memory[0], e.memory[IN], m->objects.at[IN].size);
        e.memory[OUT] = memory[1];
        e.memory[SUMS] = memory[2];
        *ends = eval_run(&e);
        arena_reset(a, mark);
    }
}

static void ignore_memory(void *state, const MemoryEvent *e) {
    (void)state;
    (void)e;
}

static void run(Arena *a, const IrModule *m, const Way *way, uint8_t *memory[3]) {
    static const Observer observer = {.wants = 127, .memory = ignore_memory};
    const Observer *observers[] = {&observer};
    EngineOptions options = {way->subgroup, way->isa, way->bundle};
    EngineProgram *p = engine_program_new(a, m, &options);
    EngineBinding binding[3];
    static const uint32_t object[3] = {IN, OUT, SUMS};
    for (int i = 0; i < 3; i++) {
        const IrObject *o = &m->objects.at[object[i]];
        binding[i] = (EngineBinding){o->group, o->binding, memory[i], o->size};
    }
    EngineDispatch d = {.workgroups = {GROUPS, 1, 1},
                        .binding = binding,
                        .bindings = 3,
                        .schedule = way->schedule,
                        .schedule_arg = 2,
                        .pool = way->threads > 1 ? threads_new(way->threads) : NULL,
                        .observer = observers,
                        .observers = way->observed};
    EngineResult r = engine_run(p, &d);
    if (d.pool)
        threads_free(d.pool);
    assert_int_equal(r.status, ENGINE_OK);
}

/* A NaN of either kind in the word? Which one an operation makes is left open. */
static bool may_be_nan(uint32_t word) {
    return (word & 0x7fffffffu) > 0x7f800000u || (word & 0x7fffu) > 0x7c00u ||
           (word >> 16 & 0x7fffu) > 0x7c00u;
}

static bool same(const uint8_t *x, const uint8_t *y, uint32_t size, uint32_t *where) {
    for (uint32_t i = 0; i < size; i += 4) {
        uint32_t a, b;
        memcpy(&a, x + i, 4);
        memcpy(&b, y + i, 4);
        *where = i;
        if (a != b && !(may_be_nan(a) && may_be_nan(b)))
            return false;
    }
    return true;
}

static uint8_t *rows(Arena *a, const IrModule *m, uint32_t object) {
    return arena_alloc(a, m->objects.at[object].size, 64);
}

static void expect_same(Arena *a, const IrModule *m, uint64_t seed, const Way *way,
                        uint8_t *wanted[3]) {
    uint8_t *memory[3] = {wanted[0], rows(a, m, OUT), rows(a, m, SUMS)};
    run(a, m, way, memory);
    for (int i = 1; i < 3; i++) {
        uint32_t where;
        if (same(memory[i], wanted[i], m->objects.at[i == 1 ? OUT : SUMS].size, &where))
            continue;
        uint32_t got, right;
        memcpy(&got, memory[i] + where, 4);
        memcpy(&right, wanted[i] + where, 4);
        fail_msg("seed %lu, %s: invocation %u, byte %u of object %d is %08x, not %08x",
                 (unsigned long)seed, way->name, where / ROW, where % ROW, i, got, right);
    }
}

static void run_seeds(uint64_t first, uint32_t size, bool optimised) {
    const char *only = getenv("LW_TEST_SEED");
    uint32_t compared = 0;
    for (uint64_t seed = first; seed < first + seeds(); seed++) {
        Arena a = {0};
        if (only)
            seed = strtoull(only, NULL, 10);
        IrModule *m = make_module(&a, seed, size);
        assert_null(ir_validate(m));
        uint8_t *wanted[3] = {rows(&a, m, IN), rows(&a, m, OUT), rows(&a, m, SUMS)};
        bool ends;
        evaluate(&a, m, wanted, &ends);
        if (ends && optimised)
            ir_optimise(m);
        for (uint32_t i = 0; ends && i < sizeof ways / sizeof *ways; i++)
            expect_same(&a, m, seed, &ways[i], wanted);
        compared += ends;
        arena_free(&a);
        if (only)
            break;
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
