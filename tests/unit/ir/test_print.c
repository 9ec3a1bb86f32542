/* The text of all kinds of instructions, and the names of places. */
#include "fixture.h"

#include "base/f16.h"

static void test_instructions(void **state) {
    (void)state;
    Fixture x;
    fixture_init(&x);
    IrBuilder *b = &x.b;
    b->site = ir_add_site(x.m, (IrSite){.function = 0});
    IrValue id = builtin(&x, IRB_SUBGROUP_LANE);
    b->site = 0;
    uint32_t s = slot(&x, IR_F16, "s");
    ir_set(b, s, ir_const_f(b, IR_F16, 0.1));
    ir_set(b, slot(&x, IR_F32, "t"), ir_const(b, IR_F32, 0x7fc00000));
    ir_set(b, slot(&x, IR_I32, "u"), ir_const(b, IR_I32, ~0u));
    IrInst *length = ir_append(b, IR_ARRAY_LENGTH, IR_U32, 1, NULL, 0);
    load(&x, x.in, IR_U32, 0, length->result);
    length->access = b->block->inst.at[b->block->inst.len - 1]->access;
    store(&x, x.tile, 8, 0, f32(&x, 1.5));
    IrValue add[] = {id, u32(&x, 4)};
    IrInst *atomic = ir_append(b, IR_ATOMIC, IR_U32, 1, add, 2);
    store(&x, x.tile, 0, id, f32(&x, 0));
    atomic->access = b->block->inst.at[b->block->inst.len - 1]->access;
    atomic->atomic_op = IRA_MAX;
    IrAccess *a = arena_new(&x.arena, IrAccess);
    *a = *atomic->access;
    a->type = IR_U32;
    atomic->access = a;
    ir_append(b, IR_BARRIER, IR_VOID, 0, NULL, 0)->barrier =
        IR_BARRIER_WORKGROUP | IR_BARRIER_STORAGE;
    IrValue yes = ir_const(b, IR_BOOL, 1);
    ir_append(b, IR_SUBGROUP, IR_U32, 4, &yes, 1)->subgroup_op = IRS_BALLOT;
    IrInst *choice = ir_append(b, IR_SWITCH, IR_VOID, 0, &id, 1);
    choice->case_count = 2;
    choice->cases = arena_array(&x.arena, IrCase, 2);
    for (uint32_t i = 0; i < 2; i++) {
        choice->cases[i].block = ir_block_new(x.m);
        choice->cases[i].is_default = i == 1;
        vec_push(&x.arena, &choice->cases[i].selectors, 3 + i);
    }
    IrBlock *outer = enter(&x, choice->cases[0].block);
    jump(&x, IR_BREAK);
    enter(&x, outer);
    IrInst *loop = ir_append(b, IR_LOOP, IR_VOID, 0, NULL, 0);
    enter(&x, loop->block[0]);
    jump(&x, IR_CONTINUE);
    jump(&x, IR_RETURN); /* cannot be reached: not there */
    enter(&x, loop->block[1]);
    ir_append(b, IR_BREAK_IF, IR_VOID, 0, &yes, 1);
    enter(&x, outer);
    expect_functions(&x, "fn main() {\n"
                         "  %1 = builtin.u32 subgroup_lane @1\n"
                         "  set s.0 = 0.0999755859h\n"
                         "  set t.1 = float(0x7fc00000)f\n"
                         "  set u.2 = -1\n"
                         "  %2 = array_length.u32 in[ < length at 0 * 4]\n"
                         "  %3 = load.u32 in[%2 < length at 0 * 4] w4\n"
                         "  store.f32 tile + 8 w4, 1.5f\n"
                         "  %4 = atomic.max.u32 tile[4u < 256 * 4] w4, %1\n"
                         "  store.f32 tile[%1 < 256 * 4] w4, 0f\n"
                         "  barrier workgroup storage\n"
                         "  %5, %6, %7, %8 = subgroup.ballot.u32 true\n"
                         "  switch %1 {\n"
                         "    case 3 {\n"
                         "      break\n"
                         "    }\n"
                         "    default 4 {\n"
                         "    }\n"
                         "  }\n"
                         "  loop {\n"
                         "    continue\n"
                         "  } continuing {\n"
                         "    break_if true\n"
                         "  }\n"
                         "}\n");
    fixture_free(&x);
}

static void test_head(void **state) {
    (void)state;
    Fixture x;
    fixture_init(&x);
    slot(&x, IR_F32, "sum");
    StrBuf s = {.arena = &x.arena};
    ir_print(&s, x.m);
    assert_string_equal(s.at, "entry main, workgroup_size(16, 2, 1), 0 bytes\n"
                              "object 1 in: storage, 4 bytes and more, read, binding 0:0\n"
                              "object 2 out: storage, 256 bytes, read_write, binding 0:1\n"
                              "object 3 tile: workgroup, 1024 bytes, at 0\n"
                              "object 4 global: private, 4 bytes\n"
                              "object 5 array: function, 32 bytes\n"
                              "slot sum.0: f32\n"
                              "fn main() {\n"
                              "}\n");
    fixture_free(&x);
}

static const char *name(Fixture *x, uint64_t offset) {
    StrBuf s = {.arena = &x->arena};
    ir_address_name(&s, x->m, x->tile, offset);
    return s.at;
}

static void test_address_names(void **state) {
    (void)state;
    Fixture x;
    fixture_init(&x);
    TypeTable t;
    types_init(&t, &x.arena);
    IrObject *o = &x.m->objects.at[x.tile];
    o->type = type_array(&t, type_array(&t, t.f32, 17), 16);
    assert_string_equal(name(&x, 0), "tile[0][0]");
    assert_string_equal(name(&x, (3 * 17 + 5) * 4), "tile[3][5]");
    o->type = type_array(&t, type_vector(&t, t.f32, 3), 4);
    assert_string_equal(name(&x, 16 + 8), "tile[1].z");
    o->type = type_matrix(&t, t.f32, 2, 4);
    assert_string_equal(name(&x, 16 + 4), "tile[1].y");
    StructMember members[] = {
        {.name = STR("position"), .type = type_vector(&t, t.f32, 2), .align = 8, .size = 8},
        {.name = STR("weights"), .type = type_array(&t, t.u32, 3), .align = 4, .size = 12},
    };
    o->type = type_struct(&t, STR("Particle"), members, 2, NULL);
    assert_string_equal(name(&x, 4), "tile.position.y");
    assert_string_equal(name(&x, 8 + 8), "tile.weights[2]");
    o->type = t.u32;
    assert_string_equal(name(&x, 0), "tile");
    o->type = NULL;
    assert_string_equal(name(&x, 12), "tile+12");
    fixture_free(&x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instructions),
        cmocka_unit_test(test_head),
        cmocka_unit_test(test_address_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
