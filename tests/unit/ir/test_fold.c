/* Folding: for special and random operands, an operation that has been folded gives what sem_eval
 * gives for it. */
#include "fixture.h"

#include "eval.h"
#include "lang/sem.h"

static const uint32_t words[] = {
    0,          1,          2,          3,          4,          7,          8,
    31,         32,         33,         100,        0x7fffffff, 0x80000000, 0x80000001,
    0xfffffffe, 0xffffffff, 0xfffffff8, 0x00010000, 0x12345678, 0xc0000000,
};

static const uint32_t floats[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x40000000, 0x40400000,
    0x00000001, 0x80000001, 0x00800000, 0x01000000, 0x7e800000, 0x7f000000, 0x7f7fffff,
    0x7f800000, 0xff800000, 0x7fc00000, 0x3eaaaaab, 0x477fe000, 0x38800000,
};

enum { SPECIALS = 20 };

/* The types a letter stands for, by turns. */
static IrType letter_type(char letter, uint32_t other) {
    if (letter == 'x' && other == 2)
        return IR_BOOL;
    switch (letter) {
    case 'b': return IR_BOOL;
    case 'i': return IR_I32;
    case 'u': return IR_U32;
    case 'w':
    case 'x': return other ? IR_I32 : IR_U32;
    default: return other ? IR_F16 : IR_F32;
    }
}

static uint32_t special(IrType t, uint32_t i) {
    switch (t) {
    case IR_BOOL: return i % 2 ? ~0u : 0;
    case IR_F32: return floats[i % SPECIALS];
    case IR_F16: return f32_bits(f16_round(f32_from_bits(floats[i % SPECIALS])));
    default: return words[i % SPECIALS];
    }
}

static bool same_bits(IrType t, uint32_t a, uint32_t b) {
    bool is_float = t == IR_F32 || t == IR_F16;
    bool nan = (a & 0x7fffffffu) > 0x7f800000u && (b & 0x7fffffffu) > 0x7f800000u;
    return a == b || (is_float && nan);
}

/* What a function gives that returns op of its parameters, some of which are constants instead. */
static uint32_t run_op(Arena *a, Op op, const IrType *type, const uint32_t *bits,
                       uint32_t constants) {
    uint32_t n = op_info[op].operands;
    IrModule *m = ir_module_new(a, NULL);
    IrFunction *f = ir_function_new(m, STR("op"));
    IrBuilder b = {.module = m, .function = f, .block = f->body};
    IrValue arg[4];
    for (uint32_t i = 0; i < n; i++)
        arg[i] = ir_add_param(m, f, type[i + 1]);
    for (uint32_t i = 0; i < n; i++)
        if (constants >> i & 1)
            arg[i] = ir_const(&b, type[i + 1], bits[i]);
    IrValue v = n == 1   ? ir_op1(&b, op, type[0], arg[0])
                : n == 2 ? ir_op2(&b, op, type[0], arg[0], arg[1])
                : n == 3 ? ir_op3(&b, op, type[0], arg[0], arg[1], arg[2])
                         : ir_op4(&b, op, type[0], arg[0], arg[1], arg[2], arg[3]);
    assert_int_equal(ir_type_of(f, v), type[0]);
    vec_push(a, &f->result_types, (uint8_t)type[0]);
    ir_append(&b, IR_RETURN, IR_VOID, 0, &v, 1);
    assert_null(ir_validate(m));
    Eval e;
    eval_init(&e, a, m);
    for (uint32_t i = 0; i < n; i++)
        e.value[0][i + 1] = bits[i];
    assert_true(eval_run(&e));
    return e.result[0];
}

static void check_op(Op op, uint32_t other) {
    const char *s = op_info[op].signature;
    uint32_t n = op_info[op].operands;
    IrType type[5] = {letter_type(s[0], other)};
    for (uint32_t i = 0; i < n; i++)
        type[i + 1] = letter_type(s[2 + i], other);
    if (op == OP_FFROMF)
        type[1] = other ? IR_F32 : IR_F16;
    Arena a = {0};
    for (uint32_t i = 0; i < SPECIALS * SPECIALS; i++) {
        uint32_t bits[4] = {special(type[1], i), special(type[2], i / SPECIALS),
                            special(type[3], i / 3), special(type[4], i / 7)};
        uint32_t expected = sem_eval(op, type[0] == IR_F16, bits);
        for (uint32_t constants = 0; constants < 1u << n; constants++) {
            uint32_t is = run_op(&a, op, type, bits, constants);
            if (!same_bits(type[0], is, expected))
                fail_msg("%s %x %x %x with constants %x: %x, not %x", op_info[op].name, bits[0],
                         bits[1], bits[2], constants, is, expected);
        }
        if (i % 20 == 0)
            arena_free(&a);
    }
    arena_free(&a);
}

static void test_all_operations(void **state) {
    (void)state;
    for (Op op = OP_NONE + 1; op < OP_COUNT; op++) {
        check_op(op, 0);
        if (strpbrk(op_info[op].signature, "wxf"))
            check_op(op, 1);
        if (strchr(op_info[op].signature, 'x'))
            check_op(op, 2);
    }
}

/* ---- the plainer forms ---- */

/* How v prints, which has just been made: its instruction, or itself when it is a constant. */
static const char *folded(Fixture *x, IrValue v) {
    if (ir_is_const(x->b.function, v))
        ir_set(&x->b, 0, v);
    StrBuf s = {.arena = &x->arena};
    ir_print(&s, x->m);
    char *last = NULL;
    for (char *at = s.at; (at = strstr(at, "= ")); at += 2)
        last = at + 2;
    *strchr(last, '\n') = 0;
    return last;
}

static void test_plainer_forms(void **state) {
    (void)state;
    Fixture x;
    fixture_init(&x);
    IrBuilder *b = &x.b;
    slot(&x, IR_U32, "s");
    IrValue v = builtin(&x, IRB_LOCAL_ID_X);               /* %1 */
    IrValue f = load(&x, x.array, IR_F32, 0, 0);           /* %2 */
    IrValue c = ir_op2(b, OP_ULT, IR_BOOL, v, u32(&x, 9)); /* %3 */
#define FOLDS(value, text) assert_string_equal(folded(&x, (value)), (text))
    FOLDS(ir_op2(b, OP_IMUL, IR_U32, v, u32(&x, 8)), "shl.u32 %1, 3u");
    FOLDS(ir_op2(b, OP_UDIV, IR_U32, v, u32(&x, 16)), "ushr.u32 %1, 4u");
    FOLDS(ir_op2(b, OP_UREM, IR_U32, v, u32(&x, 16)), "iand.u32 %1, 15u");
    FOLDS(ir_op2(b, OP_ISUB, IR_U32, v, u32(&x, 1)), "iadd.u32 %1, 4294967295u");
    FOLDS(ir_op2(b, OP_ISUB, IR_U32, v, v), "0u");
    FOLDS(ir_op2(b, OP_IADD, IR_U32, u32(&x, 2), ir_op2(b, OP_IADD, IR_U32, v, u32(&x, 3))),
          "iadd.u32 %1, 5u");
    FOLDS(ir_op2(b, OP_FDIV, IR_F32, f, f32(&x, 4)), "fmul.f32 %2, 0.25f");
    FOLDS(ir_op2(b, OP_FDIV, IR_F32, f, f32(&x, 3)), "fdiv.f32 %2, 3f");
    FOLDS(ir_op2(b, OP_FADD, IR_F32, f, f32(&x, 0)), "fadd.f32 %2, 0f");
    FOLDS(ir_op1(b, OP_INOT, IR_BOOL, c), "ule.bool 9u, %1");
#undef FOLDS
    assert_int_equal(ir_op1(b, OP_FNEG, IR_F32, ir_op1(b, OP_FNEG, IR_F32, f)), f);
    assert_int_equal(ir_op3(b, OP_SELECT, IR_U32, c, v, v), v);
    assert_int_equal(u32(&x, 7), u32(&x, 7));
    assert_int_not_equal(u32(&x, 7), ir_const(b, IR_I32, 7));
    fixture_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_operations),
        cmocka_unit_test(test_plainer_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
