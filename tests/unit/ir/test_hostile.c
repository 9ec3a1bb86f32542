/* Large modules of shapes that tempt passes into quadratic work: each is optimised in no more time
 * than a plain module of that size may take, with much to spare for slow machines. */
#include "fixture.h"

#include <time.h>

enum { SIZE = 100000 };

/* Seconds of processor time that ir_optimise takes. */
static double optimise(Fixture *x) {
    assert_null(ir_validate(x->m));
    clock_t start = clock();
    ir_optimise(x->m);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    assert_null(ir_validate(x->m));
    fixture_free(x);
    return seconds;
}

#define TEST(name)                                                                                 \
    static void name##_body(Fixture *x, IrBuilder *b);                                             \
    static void name(void **state) {                                                               \
        (void)state;                                                                               \
        Fixture x;                                                                                 \
        fixture_init(&x);                                                                          \
        name##_body(&x, &x.b);                                                                     \
        double seconds = optimise(&x);                                                             \
        if (seconds > 10)                                                                          \
            fail_msg("%.1f s", seconds);                                                           \
    }                                                                                              \
    static void name##_body(Fixture *x, IrBuilder *b)

TEST(test_long_sum) {
    IrValue id = builtin(x, IRB_LOCAL_ID_X), v = id;
    for (uint32_t i = 0; i < SIZE / 2; i++)
        v = ir_op2(b, i % 2 ? OP_IADD : OP_IXOR, IR_U32, v, i % 3 ? id : u32(x, i));
    store(x, x->out, 0, 0, v);
}

/* Each slot takes the value of the next in a loop: facts about the first travel slowly. */
TEST(test_slow_facts) {
    enum { SLOTS = 5000 };
    for (uint32_t i = 0; i < SLOTS; i++)
        ir_set(b, slot(x, IR_U32, "s"), u32(x, i));
    Loop l = loop_begin(x, u32(x, 0), load(x, x->in, IR_U32, 0, 0));
    for (uint32_t i = 0; i + 1 < SLOTS; i++)
        ir_set(b, i, ir_get(b, i + 1));
    ir_set(b, SLOTS - 1, builtin(x, IRB_LOCAL_ID_X));
    loop_end(x, &l);
    for (uint32_t i = 0; i < SLOTS; i++)
        store(x, x->out, 0, 0, ir_get(b, i));
}

TEST(test_deep_loops) {
    enum { DEPTH = 120 };
    Loop l[DEPTH];
    IrValue n = load(x, x->in, IR_U32, 0, 0);
    for (uint32_t i = 0; i < DEPTH; i++)
        l[i] = loop_begin(x, u32(x, 0), n);
    uint32_t s = slot(x, IR_U32, "s");
    for (uint32_t i = 0; i < SIZE / 4; i++)
        ir_set(b, s, ir_op2(b, OP_IADD, IR_U32, ir_get(b, s), l[i % DEPTH].i));
    store(x, x->out, 0, 0, ir_get(b, s));
    for (uint32_t i = DEPTH; i-- > 0;)
        loop_end(x, &l[i]);
}

/* Short loops in short loops, which would unroll to 8 ^ 8 copies. */
TEST(test_nested_short_loops) {
    enum { DEPTH = 8 };
    Loop l[DEPTH];
    for (uint32_t i = 0; i < DEPTH; i++)
        l[i] = loop_begin(x, u32(x, 0), u32(x, 8));
    store(x, x->array, 0, l[DEPTH - 1].i, f32(x, 1));
    for (uint32_t i = DEPTH; i-- > 0;)
        loop_end(x, &l[i]);
    (void)b;
}

TEST(test_many_branches) {
    IrValue id = builtin(x, IRB_LOCAL_ID_X);
    uint32_t s = slot(x, IR_U32, "s");
    ir_set(b, s, id);
    for (uint32_t i = 0; i < SIZE / 8; i++) {
        IrValue v = ir_get(b, s);
        IrInst *in = branch(x, ir_op2(b, OP_ULT, IR_BOOL, v, u32(x, i)));
        IrBlock *outer = enter(x, in->block[0]);
        ir_set(b, s, ir_op2(b, OP_IADD, IR_U32, v, u32(x, 1)));
        store(x, x->out, 0, 0, v);
        enter(x, in->block[1]);
        ir_set(b, slot(x, IR_U32, "t"), v);
        enter(x, outer);
    }
}

TEST(test_deep_branches) {
    IrValue id = builtin(x, IRB_LOCAL_ID_X);
    for (uint32_t i = 0; i < IR_MAX_DEPTH - 1; i++) {
        enter(x, branch(x, ir_op2(b, OP_ULT, IR_BOOL, id, u32(x, i)))->block[0]);
        for (uint32_t k = 0; k < SIZE / IR_MAX_DEPTH; k++)
            store(x, x->out, 0, 0, ir_op2(b, OP_IADD, IR_U32, id, u32(x, k + i)));
    }
}

/* Functions that call the one before twice: 2 ^ 60 copies if all were inlined. */
TEST(test_doubling_calls) {
    enum { FUNCTIONS = 60 };
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        for (uint32_t k = 0; k < 2 && i > 0; k++)
            ir_append_call(b, i - 1, NULL, 0);
        store(x, x->out, 0, 0, u32(x, i));
        IrFunction *f = ir_function_new(x->m, STR("f"));
        *b = (IrBuilder){.module = x->m, .function = f, .block = f->body};
    }
    ir_append_call(b, FUNCTIONS - 1, NULL, 0);
}

/* A chain of calls, each inside a block: copies must not nest too deep. */
TEST(test_chain_of_calls) {
    enum { FUNCTIONS = 1000 };
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        IrValue id = builtin(x, IRB_LOCAL_ID_X);
        enter(x, branch(x, ir_op2(b, OP_ULT, IR_BOOL, id, u32(x, i % 16)))->block[0]);
        store(x, x->out, 0, 0, u32(x, i));
        if (i)
            ir_append_call(b, i - 1, NULL, 0);
        IrFunction *f = ir_function_new(x->m, STR("f"));
        *b = (IrBuilder){.module = x->m, .function = f, .block = f->body};
    }
    ir_append_call(b, FUNCTIONS - 1, NULL, 0);
}

/* Many reads and writes at known places of a large variable. */
TEST(test_large_variable) {
    uint32_t v = ir_add_object(
        x->m, (IrObject){.name = STR("v"), .space = SPACE_FUNCTION, .size = 65536, .align = 4});
    for (uint32_t i = 0; i < SIZE / 2; i++) {
        store(x, v, i * 4 % 65536, 0, u32(x, i));
        store(x, x->out, 0, 0, load(x, v, IR_U32, i * 28 % 65536, 0));
    }
    (void)b;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_sum),       cmocka_unit_test(test_slow_facts),
        cmocka_unit_test(test_deep_loops),     cmocka_unit_test(test_nested_short_loops),
        cmocka_unit_test(test_many_branches),  cmocka_unit_test(test_deep_branches),
        cmocka_unit_test(test_doubling_calls), cmocka_unit_test(test_chain_of_calls),
        cmocka_unit_test(test_large_variable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
