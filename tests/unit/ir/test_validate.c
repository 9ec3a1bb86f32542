/* The validator finds each way in which a module can be malformed. */
#include "fixture.h"

static void expect_wrong(Fixture *x, const char *expected) {
    const char *wrong = ir_validate(x->m);
    if (!wrong)
        fail_msg("nothing wrong, instead of: %s", expected);
    assert_string_equal(wrong, expected);
    fixture_free(x);
}

#define TEST(name)                                                                                 \
    static void name##_body(Fixture *x, IrBuilder *b);                                             \
    static void name(void **state) {                                                               \
        (void)state;                                                                               \
        Fixture x;                                                                                 \
        fixture_init(&x);                                                                          \
        name##_body(&x, &x.b);                                                                     \
    }                                                                                              \
    static void name##_body(Fixture *x, IrBuilder *b)

static IrInst *append2(IrBuilder *b, uint32_t op, IrType t, uint32_t results, IrValue a,
                       IrValue c) {
    return ir_append(b, op, t, results, (IrValue[]){a, c}, 2);
}

TEST(test_good) {
    (void)b;
    IrValue id = builtin(x, IRB_LOCAL_ID_X);
    store(x, x->out, 0, id, load(x, x->in, IR_U32, 0, id));
    Loop l = loop_begin(x, u32(x, 0), id);
    store(x, x->tile, 0, l.i, f32(x, 1));
    loop_end(x, &l);
    jump(x, IR_RETURN);
    assert_null(ir_validate(x->m));
    fixture_free(x);
}

TEST(test_operand_type) {
    append2(b, OP_FADD, IR_F32, 1, f32(x, 1), u32(x, 1));
    expect_wrong(x, "main: %1 fadd: operand 1 is of type u32");
}

TEST(test_operand_types_differ) {
    append2(b, OP_IADD, IR_U32, 1, u32(x, 1), ir_const(b, IR_I32, 1));
    expect_wrong(x, "main: %1 iadd: operand 1 is of type i32, not u32");
}

TEST(test_compared_types_differ) {
    append2(b, OP_IEQ, IR_BOOL, 1, u32(x, 1), ir_const(b, IR_I32, 1));
    expect_wrong(x, "main: %1 ieq: operand 1 is of type i32, not u32");
}

TEST(test_result_type) {
    append2(b, OP_ULT, IR_U32, 1, u32(x, 1), u32(x, 2));
    expect_wrong(x, "main: %1 ult: result of type u32");
}

TEST(test_operand_count) {
    append2(b, OP_INEG, IR_I32, 1, ir_const(b, IR_I32, 1), ir_const(b, IR_I32, 2));
    expect_wrong(x, "main: %1 ineg: 2 operands instead of 1");
}

TEST(test_bitcast_of_bool) {
    IrValue v = ir_const(b, IR_BOOL, 1);
    ir_append(b, OP_MOV, IR_U32, 1, &v, 1);
    expect_wrong(x, "main: %1 mov: from bool to u32");
}

TEST(test_use_before_definition) {
    IrValue v = builtin(x, IRB_LOCAL_ID_X);
    ir_set(b, slot(x, IR_U32, "s"), v);
    IrInst **inst = b->block->inst.at, *first = inst[0];
    inst[0] = inst[1];
    inst[1] = first;
    expect_wrong(x, "main: set: operand 0, %1, is not defined here");
}

TEST(test_use_outside_block) {
    IrInst *in = branch(x, ir_const(b, IR_BOOL, 1));
    IrBlock *outer = enter(x, in->block[0]);
    IrValue v = builtin(x, IRB_LOCAL_ID_X);
    enter(x, outer);
    ir_set(b, slot(x, IR_U32, "s"), v);
    expect_wrong(x, "main: set: operand 0, %1, is not defined here");
}

TEST(test_use_in_continuing) {
    Loop l = loop_begin(x, u32(x, 0), u32(x, 3));
    enter(x, l.inst->block[1]);
    ir_set(b, slot(x, IR_U32, "s"), l.i);
    expect_wrong(x, "main: set: operand 0, %1, is not defined here");
}

TEST(test_defined_twice) {
    builtin(x, IRB_LOCAL_ID_X);
    IrInst *in = b->block->inst.at[0];
    vec_push(&x->arena, &b->block->inst, in);
    expect_wrong(x, "main: %1 builtin: %1 is defined twice");
}

TEST(test_foreign_definition) {
    builtin(x, IRB_LOCAL_ID_X);
    IrInst *copy = arena_new(&x->arena, IrInst);
    *copy = *b->block->inst.at[0];
    vec_push(&x->arena, &b->block->inst, copy);
    expect_wrong(x, "main: %1 builtin: %1 belongs to another definition");
}

TEST(test_end_in_the_middle) {
    (void)b;
    jump(x, IR_RETURN);
    IrInst *in = arena_new(&x->arena, IrInst);
    in->op = IR_BARRIER;
    in->barrier = IR_BARRIER_STORAGE;
    vec_push(&x->arena, &b->block->inst, in);
    expect_wrong(x, "main: return: before the end of its block");
}

TEST(test_break_outside) {
    (void)b;
    jump(x, IR_BREAK);
    expect_wrong(x, "main: break: outside a loop or switch");
}

TEST(test_continue_in_continuing) {
    Loop l = loop_begin(x, u32(x, 0), u32(x, 3));
    enter(x, l.inst->block[1]);
    jump(x, IR_CONTINUE);
    (void)b;
    expect_wrong(x, "main: continue: outside a loop");
}

TEST(test_break_if_in_body) {
    loop_begin(x, u32(x, 0), u32(x, 3));
    IrValue v = ir_const(b, IR_BOOL, 1);
    ir_append(b, IR_BREAK_IF, IR_VOID, 0, &v, 1);
    expect_wrong(x, "main: break_if: outside a continuing block");
}

TEST(test_condition_type) {
    (void)b;
    branch(x, u32(x, 1));
    expect_wrong(x, "main: if: operand 0 is of type u32, not bool");
}

TEST(test_slot_type) {
    ir_set(b, slot(x, IR_U32, "s"), f32(x, 1));
    expect_wrong(x, "main: set: operand 0 is of type f32, not u32");
}

TEST(test_slot_of_another_function) {
    uint32_t s = slot(x, IR_U32, "s");
    ir_set(b, s, u32(x, 1));
    IrFunction *f = ir_function_new(x->m, STR("other"));
    *b = (IrBuilder){.module = x->m, .function = f, .block = f->body};
    ir_set(b, s, u32(x, 1));
    expect_wrong(x, "other: set: slot 0 belongs to another function");
}

TEST(test_store_to_read_only) {
    (void)b;
    store(x, x->in, 0, 0, u32(x, 1));
    expect_wrong(x, "main: store: in is read-only");
}

TEST(test_access_past_the_end) {
    (void)b;
    load(x, x->array, IR_F32, 32, 0);
    expect_wrong(x, "main: %1 load: reaches byte 36 of array, which has 32");
}

TEST(test_index_past_the_end) {
    (void)b;
    load(x, x->array, IR_F32, 4, builtin(x, IRB_LOCAL_ID_X));
    expect_wrong(x, "main: %2 load: reaches byte 36 of array, which has 32");
}

TEST(test_index_type) {
    (void)b;
    load(x, x->array, IR_F32, 0, f32(x, 1));
    expect_wrong(x, "main: %1 load: an index is of type f32");
}

TEST(test_index_operand) {
    (void)b;
    IrInst *in = store(x, x->array, 0, u32(x, 1), f32(x, 1));
    IrIndex *i = arena_new(&x->arena, IrIndex);
    *i = *in->access->index;
    i->arg = 0;
    IrAccess *a = arena_new(&x->arena, IrAccess);
    *a = *in->access;
    a->index = i;
    in->access = a;
    expect_wrong(x, "main: store: an index is operand 0 of 2");
}

TEST(test_components) {
    load(x, x->array, IR_F32, 0, 0);
    IrAccess *a = arena_new(&x->arena, IrAccess);
    IrInst *in = b->block->inst.at[0];
    *a = *in->access;
    a->components = 5;
    in->access = a;
    expect_wrong(x, "main: %1 load: 5 components");
}

TEST(test_promoted) {
    (void)b;
    load(x, x->array, IR_F32, 0, 0);
    x->m->objects.at[x->array].promoted = true;
    expect_wrong(x, "main: %1 load: array has become slots");
}

TEST(test_atomic_in_private) {
    IrValue one = u32(x, 1);
    load(x, x->array, IR_U32, 0, 0);
    IrInst *in = ir_append(b, IR_ATOMIC, IR_U32, 1, &one, 1);
    in->access = b->block->inst.at[0]->access;
    in->atomic_op = IRA_ADD;
    expect_wrong(x, "main: %2 atomic: on array of the function space");
}

TEST(test_exchange_results) {
    IrValue one = u32(x, 1);
    load(x, x->tile, IR_U32, 0, 0);
    IrInst *in = append2(b, IR_ATOMIC, IR_U32, 2, one, one);
    in->access = b->block->inst.at[0]->access;
    in->atomic_op = IRA_COMPARE_EXCHANGE;
    expect_wrong(x, "main: %2 atomic: result 1 is of type u32, not bool");
}

TEST(test_length_of_fixed) {
    IrInst *in = ir_append(b, IR_ARRAY_LENGTH, IR_U32, 1, NULL, 0);
    load(x, x->tile, IR_U32, 0, 0);
    in->access = b->block->inst.at[1]->access;
    expect_wrong(x, "main: %1 array_length: not of a runtime-sized object");
}

TEST(test_barrier_of_nothing) {
    (void)b;
    jump(x, IR_BARRIER);
    expect_wrong(x, "main: barrier: of no space");
}

TEST(test_ballot) {
    IrValue v = ir_const(b, IR_BOOL, 1);
    ir_append(b, IR_SUBGROUP, IR_U32, 1, &v, 1)->subgroup_op = IRS_BALLOT;
    expect_wrong(x, "main: %1 subgroup: 1 results instead of 4");
}

TEST(test_broadcast_lane) {
    IrValue v = builtin(x, IRB_LOCAL_ID_X);
    append2(b, IR_SUBGROUP, IR_U32, 1, v, v)->subgroup_op = IRS_BROADCAST;
    expect_wrong(x, "main: %2 subgroup: the lane is not a constant");
}

TEST(test_call_forward) {
    IrInst *in = ir_append(b, IR_CALL, IR_VOID, 0, NULL, 0);
    in->callee = 0;
    expect_wrong(x, "main: call: function 0 is not before the caller");
}

TEST(test_call_argument) {
    ir_add_param(x->m, b->function, IR_U32);
    IrFunction *f = ir_function_new(x->m, STR("caller"));
    *b = (IrBuilder){.module = x->m, .function = f, .block = f->body};
    IrValue v = f32(x, 1);
    ir_append_call(b, 0, &v, 1);
    expect_wrong(x, "caller: call: operand 0 is of type f32, not u32");
}

TEST(test_return_type) {
    vec_push(&x->arena, &b->function->result_types, IR_U32);
    IrValue v = f32(x, 1);
    ir_append(b, IR_RETURN, IR_VOID, 0, &v, 1);
    expect_wrong(x, "main: return: operand 0 is of type f32, not u32");
}

TEST(test_site) {
    b->site = 3;
    jump(x, IR_RETURN);
    expect_wrong(x, "main: return: site 3 of 1");
}

TEST(test_two_defaults) {
    IrValue v = u32(x, 1);
    IrInst *in = ir_append(b, IR_SWITCH, IR_VOID, 0, &v, 1);
    in->case_count = 2;
    in->cases = arena_array(&x->arena, IrCase, 2);
    for (int i = 0; i < 2; i++)
        in->cases[i] = (IrCase){.is_default = true, .block = ir_block_new(x->m)};
    expect_wrong(x, "main: switch: 2 default cases");
}

TEST(test_depth) {
    for (int i = 0; i < IR_MAX_DEPTH; i++)
        enter(x, branch(x, ir_const(b, IR_BOOL, 1))->block[0]);
    expect_wrong(x, "main: blocks nest deeper than 512");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_operand_type),
        cmocka_unit_test(test_operand_types_differ),
        cmocka_unit_test(test_compared_types_differ),
        cmocka_unit_test(test_result_type),
        cmocka_unit_test(test_operand_count),
        cmocka_unit_test(test_bitcast_of_bool),
        cmocka_unit_test(test_use_before_definition),
        cmocka_unit_test(test_use_outside_block),
        cmocka_unit_test(test_use_in_continuing),
        cmocka_unit_test(test_defined_twice),
        cmocka_unit_test(test_foreign_definition),
        cmocka_unit_test(test_end_in_the_middle),
        cmocka_unit_test(test_break_outside),
        cmocka_unit_test(test_continue_in_continuing),
        cmocka_unit_test(test_break_if_in_body),
        cmocka_unit_test(test_condition_type),
        cmocka_unit_test(test_slot_type),
        cmocka_unit_test(test_slot_of_another_function),
        cmocka_unit_test(test_store_to_read_only),
        cmocka_unit_test(test_access_past_the_end),
        cmocka_unit_test(test_index_past_the_end),
        cmocka_unit_test(test_index_type),
        cmocka_unit_test(test_index_operand),
        cmocka_unit_test(test_components),
        cmocka_unit_test(test_promoted),
        cmocka_unit_test(test_atomic_in_private),
        cmocka_unit_test(test_exchange_results),
        cmocka_unit_test(test_length_of_fixed),
        cmocka_unit_test(test_barrier_of_nothing),
        cmocka_unit_test(test_ballot),
        cmocka_unit_test(test_broadcast_lane),
        cmocka_unit_test(test_call_forward),
        cmocka_unit_test(test_call_argument),
        cmocka_unit_test(test_return_type),
        cmocka_unit_test(test_site),
        cmocka_unit_test(test_two_defaults),
        cmocka_unit_test(test_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
