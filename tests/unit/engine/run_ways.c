#include "run_ways.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../ir/eval.h"

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

uint32_t seeds_to_try(uint32_t usual, uint64_t *first) {
    const char *count = getenv("LW_TEST_SEEDS"), *only = getenv("LW_TEST_SEED");
    if (only) {
        *first = strtoull(only, NULL, 10);
        return 1;
    }
    return count ? (uint32_t)atoi(count) : usual;
}

uint32_t lanes_of(const IrModule *m) {
    return m->workgroup_size[0] * m->workgroup_size[1] * m->workgroup_size[2];
}

static bool is_input(const IrModule *m, uint32_t object) {
    return m->objects.at[object].access == ACCESS_READ;
}

/* ---- the evaluator ---- */

static void set_builtins(Eval *e, const IrModule *m, uint32_t group, uint32_t at) {
    const uint32_t *size = m->workgroup_size;
    uint32_t local[3] = {at % size[0], at / size[0] % size[1], at / size[0] / size[1]};
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t id = k == 0 ? group : 0;
        e->builtin[IRB_WORKGROUP_ID_X + k] = id;
        e->builtin[IRB_GLOBAL_ID_X + k] = id * size[k] + local[k];
        e->builtin[IRB_NUM_WORKGROUPS_X + k] = k ? 1 : GROUPS;
    }
    e->builtin[IRB_WORKGROUP_INDEX] = group;
    e->builtin[IRB_GLOBAL_INDEX] =
        e->builtin[IRB_GLOBAL_ID_X] + GROUPS * size[0] * (local[1] + size[1] * local[2]);
}

static bool evaluate(Arena *a, const IrModule *m, const Buffers *b, uint8_t *const *memory) {
    for (uint32_t i = 0; i < GROUPS * lanes_of(m); i++) {
        ArenaMark mark = arena_mark(a);
        Eval e = eval_invocation(a, m, i % lanes_of(m));
        set_builtins(&e, m, i / lanes_of(m), i % lanes_of(m));
        for (uint32_t k = 0; k < b->count; k++) {
            uint32_t object = b->object[k];
            if (is_input(m, object))
                memcpy(memory[k], e.memory[object], m->objects.at[object].size);
            e.memory[object] = memory[k];
        }
        bool ends = eval_run(&e);
        arena_reset(a, mark);
        if (!ends)
            return false;
    }
    return true;
}

/* ---- the engine ---- */

static void ignore_memory(void *state, const MemoryEvent *e) {
    (void)state;
    (void)e;
}

static void run(Arena *a, const IrModule *m, const Buffers *b, const Way *way,
                uint8_t *const *memory) {
    static const Observer observer = {.wants = 127, .memory = ignore_memory};
    const Observer *observers[] = {&observer};
    EngineOptions options = {way->subgroup, way->isa, way->bundle};
    EngineProgram *p = engine_program_new(a, m, &options);
    EngineBinding binding[4];
    for (uint32_t i = 0; i < b->count; i++) {
        const IrObject *o = &m->objects.at[b->object[i]];
        binding[i] = (EngineBinding){o->group, o->binding, memory[i], o->size};
    }
    EngineDispatch d = {.workgroups = {GROUPS, 1, 1},
                        .binding = binding,
                        .bindings = b->count,
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

static uint8_t *fresh(Arena *a, const IrModule *m, uint32_t object) {
    return arena_alloc(a, m->objects.at[object].size, 64);
}

static void expect_way_same(Arena *a, const IrModule *m, const Buffers *b, uint64_t seed,
                            const Way *way, uint8_t *const *wanted) {
    uint8_t *memory[4];
    for (uint32_t i = 0; i < b->count; i++)
        memory[i] = is_input(m, b->object[i]) ? wanted[i] : fresh(a, m, b->object[i]);
    run(a, m, b, way, memory);
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t where, got, right;
        if (same(memory[i], wanted[i], m->objects.at[b->object[i]].size, &where))
            continue;
        memcpy(&got, memory[i] + where, 4);
        memcpy(&right, wanted[i] + where, 4);
        fail_msg("seed %lu, %s: invocation %u, byte %u of object %u is %08x, not %08x",
                 (unsigned long)seed, way->name, where / ROW, where % ROW, b->object[i], got,
                 right);
    }
}

bool expect_all_ways_same(Arena *a, IrModule *m, const Buffers *b, uint64_t seed, bool optimised) {
    const char *wrong = ir_validate(m);
    if (wrong)
        fail_msg("seed %lu: %s", (unsigned long)seed, wrong);
    uint8_t *wanted[4];
    for (uint32_t i = 0; i < b->count; i++)
        wanted[i] = fresh(a, m, b->object[i]);
    if (!evaluate(a, m, b, wanted))
        return false;
    if (optimised)
        ir_optimise(m);
    for (uint32_t i = 0; i < sizeof ways / sizeof *ways; i++)
        expect_way_same(a, m, b, seed, &ways[i], wanted);
    return true;
}
