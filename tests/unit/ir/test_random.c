/* Random modules before and after passes: they load and store the same, whatever was done to them,
 * and what is said to be uniform is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "eval.h"
#include "random.h"

typedef bool Pass(IrModule *m);

static bool uniformity(IrModule *m) {
    ir_uniformity(m);
    return false;
}

static bool optimise(IrModule *m) {
    ir_optimise(m);
    return false;
}

static uint32_t seeds(void) {
    const char *more = getenv("LW_TEST_SEEDS");
    return more ? (uint32_t)atoi(more) : 200;
}

static void expect_valid(const IrModule *m, uint64_t seed, const char *when) {
    const char *wrong = ir_validate(m);
    if (wrong) {
        StrBuf s = {.arena = m->arena};
        ir_print(&s, m);
        fail_msg("seed %lu, %s: %s\n%s", (unsigned long)seed, when, wrong, s.at);
    }
}

/* The traces of a few invocations, or NULL when one runs too long. */
static const char *trace_of(Arena *a, const IrModule *m) {
    StrBuf s = {.arena = a};
    uint32_t count = m->workgroup_size[0] * m->workgroup_size[1] * m->workgroup_size[2];
    for (uint32_t i = 0; i < 3; i++) {
        Eval e = eval_invocation(a, m, i * 5 % count);
        if (!eval_run(&e))
            return NULL;
        eval_print_trace(&s, &e);
    }
    return s.at;
}

static void same_after(Pass *const *passes, uint32_t count, uint64_t first, uint32_t size) {
    uint32_t compared = 0;
    for (uint64_t seed = first; seed < first + seeds(); seed++) {
        Arena a = {0};
        IrModule *m = random_module(&a, seed, size);
        expect_valid(m, seed, "made");
        const char *before = trace_of(&a, m);
        for (uint32_t i = 0; i < count; i++) {
            passes[i](m);
            expect_valid(m, seed, "after a pass");
        }
        const char *after = before ? trace_of(&a, m) : NULL;
        if (before && strcmp(before, after ? after : "endless") != 0) {
            StrBuf s = {.arena = &a};
            ir_print(&s, random_module(&a, seed, size));
            ir_print(&s, m);
            fail_msg("seed %lu, size %u\n%s\n%s\n%s", (unsigned long)seed, size, s.at, before,
                     after);
        }
        compared += before != NULL;
        arena_free(&a);
    }
    assert_true(compared > seeds() / 2);
}

#define SAME_AFTER(first, ...)                                                                     \
    do {                                                                                           \
        Pass *const passes[] = {__VA_ARGS__};                                                      \
        same_after(passes, sizeof passes / sizeof *passes, (first), 60);                           \
        same_after(passes, sizeof passes / sizeof *passes, (first) + 5000, 400);                   \
    } while (0)

static void test_promote(void **state) {
    (void)state;
    SAME_AFTER(1, ir_promote);
}
static void test_simplify(void **state) {
    (void)state;
    SAME_AFTER(2000, ir_simplify, ir_promote, ir_simplify, ir_simplify);
}
static void test_dce(void **state) {
    (void)state;
    SAME_AFTER(3000, ir_dce, ir_promote, ir_dce, ir_simplify, ir_dce);
}
static void test_unroll(void **state) {
    (void)state;
    SAME_AFTER(4000, ir_unroll, ir_promote, ir_unroll, ir_dce);
}
static void test_hoist(void **state) {
    (void)state;
    SAME_AFTER(5000, ir_hoist, ir_promote, ir_hoist, ir_simplify);
}
static void test_inline(void **state) {
    (void)state;
    SAME_AFTER(6000, ir_inline, ir_promote, ir_inline, ir_dce);
}
static void test_inline_late(void **state) {
    (void)state;
    SAME_AFTER(6500, ir_promote, ir_simplify, ir_inline, ir_dce, ir_promote);
}
static void test_reassociate(void **state) {
    (void)state;
    SAME_AFTER(7000, ir_promote, ir_simplify, ir_hoist, uniformity, ir_reassociate, ir_hoist,
               ir_dce);
}
static void test_optimise(void **state) {
    (void)state;
    SAME_AFTER(8000, optimise);
}

/* ---- uniformity ---- */

typedef struct Seen {
    uint64_t instance;
    uint32_t bits;
} Seen;

typedef struct Instances {
    const IrModule *m;
    Seen *at;
    uint32_t slots, used, function;
    IrValue wrong;
} Instances;

static void compare_value(void *context, uint32_t function, IrValue v, uint64_t instance,
                          uint32_t bits) {
    Instances *x = context;
    if (x->m->functions.at[function]->values.at[v].varying || x->used > x->slots / 2)
        return;
    uint32_t i = (uint32_t)(instance >> 20) & (x->slots - 1);
    while (x->at[i].instance && x->at[i].instance != instance)
        i = (i + 1) & (x->slots - 1);
    if (!x->at[i].instance) {
        x->at[i] = (Seen){instance, bits};
        x->used++;
    } else if (x->at[i].bits != bits) {
        x->function = function;
        x->wrong = v;
    }
}

static void check_uniform(Arena *a, const IrModule *m, uint64_t seed) {
    Instances x = {.m = m, .slots = 1 << 16, .at = arena_array(a, Seen, 1 << 16)};
    uint32_t count = m->workgroup_size[0] * m->workgroup_size[1] * m->workgroup_size[2];
    for (uint32_t i = 0; i < count; i++) {
        Eval e = eval_invocation(a, m, i);
        e.on_value = compare_value;
        e.context = &x;
        eval_run(&e);
    }
    if (x.wrong) {
        StrBuf s = {.arena = a};
        ir_print(&s, m);
        fail_msg("seed %lu: %%%u of function %u is not uniform\n%s", (unsigned long)seed, x.wrong,
                 x.function, s.at);
    }
}

static void test_uniformity(void **state) {
    (void)state;
    for (uint64_t seed = 20000; seed < 20000 + 3 * seeds(); seed++) {
        Arena a = {0};
        IrModule *m = random_module(&a, seed, 150);
        ir_promote(m);
        if (seed % 2)
            ir_simplify(m);
        ir_uniformity(m);
        check_uniform(&a, m, seed);
        ir_optimise(m);
        check_uniform(&a, m, seed);
        arena_free(&a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_promote),     cmocka_unit_test(test_simplify),
        cmocka_unit_test(test_dce),         cmocka_unit_test(test_unroll),
        cmocka_unit_test(test_hoist),       cmocka_unit_test(test_inline),
        cmocka_unit_test(test_inline_late), cmocka_unit_test(test_reassociate),
        cmocka_unit_test(test_optimise),    cmocka_unit_test(test_uniformity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
