/* What each pass is for, on modules made by hand. That passes keep what a module does is the job of
 * test_random.c. */
#include "fixture.h"

#define TEST(name)                                                                                 \
    static void name##_body(Fixture *x, IrBuilder *b);                                             \
    static void name(void **state) {                                                               \
        (void)state;                                                                               \
        Fixture x;                                                                                 \
        fixture_init(&x);                                                                          \
        name##_body(&x, &x.b);                                                                     \
        fixture_free(&x);                                                                          \
    }                                                                                              \
    static void name##_body(Fixture *x, IrBuilder *b)

static IrValue iadd(IrBuilder *b, IrValue a, IrValue c) {
    return ir_op2(b, OP_IADD, IR_U32, a, c);
}

static bool varies(const Fixture *x, IrValue v) {
    return x->b.function->values.at[v].varying;
}

/* ---- promote ---- */

TEST(test_promote_known_places) {
    (void)b;
    store(x, x->array, 0, 0, f32(x, 1));
    store(x, x->array, 0, u32(x, 3), f32(x, 2));
    store(x, x->out, 0, 0, load(x, x->array, IR_F32, 12, 0));
    assert_true(ir_promote(x->m));
    assert_true(x->m->objects.at[x->array].promoted);
    expect_functions(x, "fn main() {\n"
                        "  set array.0 = 1f\n"
                        "  set array+12.1 = 2f\n"
                        "  %1 = get.f32 array+12.1\n"
                        "  store.f32 out w4, %1\n"
                        "}\n");
}

TEST(test_promote_not_dynamic) {
    (void)b;
    IrValue id = builtin(x, IRB_LOCAL_ID_X);
    store(x, x->array, 0, id, f32(x, 1));
    load(x, x->array, IR_F32, 12, 0);
    store(x, x->global, 0, 0, u32(x, 1));
    assert_true(ir_promote(x->m));
    assert_false(x->m->objects.at[x->array].promoted);
    assert_true(x->m->slots.at[0].is_private);
    expect_functions(x, "fn main() {\n"
                        "  %1 = builtin.u32 local_id.x\n"
                        "  store.f32 array[%1 < 8 * 4] w4, 1f\n"
                        "  %2 = load.f32 array + 12 w4\n"
                        "  set global.0 = 1u\n"
                        "}\n");
}

/* The first four elements are indexed dynamically; the others become slots, but for one that is
 * read together with the fourth. */
TEST(test_promote_in_part) {
    IrInst *in = store(x, x->array, 0, builtin(x, IRB_LOCAL_ID_X), f32(x, 1));
    IrAccess *a = arena_new(&x->arena, IrAccess);
    IrIndex *i = arena_new(&x->arena, IrIndex);
    *i = (IrIndex){.arg = 1, .count = 4, .stride = 4};
    *a = *in->access;
    a->index = i;
    in->access = a;
    load(x, x->array, IR_F32, 16, 0);
    load(x, x->array, IR_F32, 28, 0);
    IrInst *pair = ir_append(b, IR_LOAD, IR_F32, 2, NULL, 0);
    IrAccess *two = arena_new(&x->arena, IrAccess);
    *two =
        (IrAccess){.object = x->array, .offset = 12, .components = 2, .type = IR_F32, .width = 8};
    pair->access = two;
    assert_true(ir_promote(x->m));
    expect_functions(x, "fn main() {\n"
                        "  %1 = builtin.u32 local_id.x\n"
                        "  store.f32 array[%1 < 4 * 4] w4, 1f\n"
                        "  %2 = load.f32 array + 16 w4\n"
                        "  %3 = get.f32 array+28.0\n"
                        "  %4, %5 = load.f32x2 array + 12 w8\n"
                        "}\n");
}

/* ---- simplify ---- */

TEST(test_simplify_forwards) {
    uint32_t s = slot(x, IR_U32, "s"), t = slot(x, IR_U32, "t");
    IrValue id = builtin(x, IRB_LOCAL_ID_X);
    ir_set(b, s, id);
    ir_set(b, t, u32(x, 1));
    IrInst *in = branch(x, ir_op2(b, OP_ULT, IR_BOOL, id, u32(x, 9)));
    IrBlock *outer = enter(x, in->block[0]);
    store(x, x->out, 0, 0, ir_get(b, s));
    ir_set(b, t, u32(x, 2));
    enter(x, outer);
    store(x, x->out, 4, 0, ir_get(b, s));
    store(x, x->out, 8, 0, ir_get(b, t));
    assert_true(ir_simplify(x->m));
    expect_functions(x, "fn main() {\n"
                        "  %1 = builtin.u32 local_id.x\n"
                        "  set s.0 = %1\n"
                        "  set t.1 = 1u\n"
                        "  %2 = ult.bool %1, 9u\n"
                        "  if %2 {\n"
                        "    store.u32 out w4, %1\n"
                        "    set t.1 = 2u\n"
                        "  }\n"
                        "  store.u32 out + 4 w4, %1\n"
                        "  %3 = get.u32 t.1\n"
                        "  store.u32 out + 8 w4, %3\n"
                        "}\n");
}

TEST(test_simplify_joins) {
    uint32_t s = slot(x, IR_U32, "s");
    IrValue id = builtin(x, IRB_LOCAL_ID_X);
    IrInst *in = branch(x, ir_op2(b, OP_ULT, IR_BOOL, id, u32(x, 9)));
    IrBlock *outer = enter(x, in->block[0]);
    ir_set(b, s, id);
    enter(x, in->block[1]);
    jump(x, IR_RETURN);
    enter(x, outer);
    store(x, x->out, 0, 0, ir_get(b, s));
    assert_true(ir_simplify(x->m));
    expect_functions(x, "fn main() {\n"
                        "  %1 = builtin.u32 local_id.x\n"
                        "  %2 = ult.bool %1, 9u\n"
                        "  if %2 {\n"
                        "    set s.0 = %1\n"
                        "  } else {\n"
                        "    return\n"
                        "  }\n"
                        "  store.u32 out w4, %1\n"
                        "}\n");
}

TEST(test_simplify_not_over_loops) {
    uint32_t s = slot(x, IR_U32, "s");
    ir_set(b, s, u32(x, 1));
    Loop l = loop_begin(x, u32(x, 0), load(x, x->in, IR_U32, 0, 0));
    store(x, x->out, 0, 0, ir_get(b, s));
    ir_set(b, s, l.i);
    loop_end(x, &l);
    ir_simplify(x->m);
    expect_functions(x, "fn main() {\n"
                        "  set s.0 = 1u\n"
                        "  %1 = load.u32 in w4\n"
                        "  set i.1 = 0u\n"
                        "  loop {\n"
                        "    %2 = get.u32 i.1\n"
                        "    %3 = ule.bool %1, %2\n"
                        "    if %3 {\n"
                        "      break\n"
                        "    }\n"
                        "    %4 = get.u32 s.0\n"
                        "    store.u32 out w4, %4\n"
                        "    set s.0 = %2\n"
                        "  } continuing {\n"
                        "    %5 = get.u32 i.1\n"
                        "    %6 = iadd.u32 %5, 1u\n"
                        "    set i.1 = %6\n"
                        "  }\n"
                        "}\n");
}

TEST(test_simplify_computes_once) {
    IrValue a = ir_op2(b, OP_IMUL, IR_U32, builtin(x, IRB_LOCAL_ID_X), u32(x, 5));
    IrValue c = ir_op2(b, OP_IMUL, IR_U32, builtin(x, IRB_LOCAL_ID_X), u32(x, 5));
    IrInst *in = branch(x, ir_op2(b, OP_ULT, IR_BOOL, iadd(b, a, c), u32(x, 9)));
    enter(x, in->block[0]);
    store(x, x->out, 0, 0, iadd(b, c, a));
    assert_true(ir_simplify(x->m));
    expect_functions(x, "fn main() {\n"
                        "  %1 = builtin.u32 local_id.x\n"
                        "  %2 = imul.u32 %1, 5u\n"
                        "  %3 = iadd.u32 %2, %2\n"
                        "  %4 = ult.bool %3, 9u\n"
                        "  if %4 {\n"
                        "    store.u32 out w4, %3\n"
                        "  }\n"
                        "}\n");
}

TEST(test_simplify_built_in_values) {
    (void)b;
    store(x, x->out, 0, 0, builtin(x, IRB_LOCAL_ID_Z));
    store(x, x->out, 0, 0, builtin(x, IRB_GLOBAL_ID_Z));
    store(x, x->out, 0, 0, builtin(x, IRB_LOCAL_INDEX));
    ir_simplify(x->m);
    expect_functions(x, "fn main() {\n"
                        "  store.u32 out w4, 0u\n"
                        "  %1 = builtin.u32 workgroup_id.z\n"
                        "  store.u32 out w4, %1\n"
                        "  %2 = builtin.u32 local_index\n"
                        "  store.u32 out w4, %2\n"
                        "}\n");
}

TEST(test_simplify_ranges) {
    IrValue id = builtin(x, IRB_LOCAL_ID_X);
    IrInst *in = branch(x, ir_op2(b, OP_ULT, IR_BOOL, id, u32(x, 16)));
    IrBlock *outer = enter(x, in->block[0]);
    store(x, x->out, 0, 0, id);
    enter(x, outer);
    enter(x, branch(x, ir_op2(b, OP_ULT, IR_BOOL, u32(x, 15), id))->block[0]);
    store(x, x->out, 4, 0, id);
    ir_simplify(x->m);
    expect_functions(x, "fn main() {\n"
                        "  %1 = builtin.u32 local_id.x\n"
                        "  store.u32 out w4, %1\n"
                        "}\n");
}

/* a && b as lowering makes it. */
TEST(test_simplify_lazy_and) {
    uint32_t s = slot(x, IR_BOOL, "and");
    IrValue id = builtin(x, IRB_LOCAL_ID_X);
    IrValue first = ir_op2(b, OP_ULT, IR_BOOL, id, u32(x, 9));
    ir_set(b, s, first);
    IrBlock *outer = enter(x, branch(x, first)->block[0]);
    ir_set(b, s, ir_op2(b, OP_ULT, IR_BOOL, u32(x, 3), id));
    enter(x, outer);
    enter(x, branch(x, ir_get(b, s))->block[0]);
    store(x, x->out, 0, 0, id);
    ir_simplify(x->m);
    ir_dce(x->m);
    expect_functions(x, "fn main() {\n"
                        "  %1 = builtin.u32 local_id.x\n"
                        "  %2 = ult.bool %1, 9u\n"
                        "  %3 = ult.bool 3u, %1\n"
                        "  %4 = iand.bool %2, %3\n"
                        "  if %4 {\n"
                        "    store.u32 out w4, %1\n"
                        "  }\n"
                        "}\n");
}

/* ---- dce ---- */

TEST(test_dce_keeps_what_is_seen) {
    uint32_t s = slot(x, IR_U32, "s"), t = slot(x, IR_U32, "t");
    IrValue id = builtin(x, IRB_LOCAL_ID_X);
    ir_op2(b, OP_IMUL, IR_U32, id, u32(x, 5));
    load(x, x->in, IR_U32, 0, id);    /* may be out of bounds */
    load(x, x->array, IR_F32, 0, id); /* too */
    load(x, x->array, IR_F32, 4, 0);  /* is not */
    ir_set(b, s, id);                 /* never read */
    ir_set(b, t, u32(x, 1));          /* written over */
    ir_set(b, t, u32(x, 2));
    enter(x, branch(x, ir_op2(b, OP_ULT, IR_BOOL, id, u32(x, 9)))->block[0]);
    store(x, x->out, 0, 0, ir_get(b, t));
    assert_true(ir_dce(x->m));
    expect_functions(x, "fn main() {\n"
                        "  %1 = builtin.u32 local_id.x\n"
                        "  %2 = load.u32 in[%1 < length at 0 * 4] w4\n"
                        "  %3 = load.f32 array[%1 < 8 * 4] w4\n"
                        "  set t.1 = 2u\n"
                        "  %4 = ult.bool %1, 9u\n"
                        "  if %4 {\n"
                        "    %5 = get.u32 t.1\n"
                        "    store.u32 out w4, %5\n"
                        "  }\n"
                        "}\n");
}

/* A counter that only counts itself goes, with its circle of reads and writes. */
TEST(test_dce_circles) {
    uint32_t s = slot(x, IR_U32, "s");
    ir_set(b, s, u32(x, 0));
    Loop l = loop_begin(x, u32(x, 0), load(x, x->in, IR_U32, 0, 0));
    ir_set(b, s, iadd(b, ir_get(b, s), l.i));
    loop_end(x, &l);
    assert_true(ir_dce(x->m));
    expect_functions(x, "fn main() {\n"
                        "  %1 = load.u32 in w4\n"
                        "  set i.1 = 0u\n"
                        "  loop {\n"
                        "    %2 = get.u32 i.1\n"
                        "    %3 = ule.bool %1, %2\n"
                        "    if %3 {\n"
                        "      break\n"
                        "    }\n"
                        "  } continuing {\n"
                        "    %4 = get.u32 i.1\n"
                        "    %5 = iadd.u32 %4, 1u\n"
                        "    set i.1 = %5\n"
                        "  }\n"
                        "}\n");
}

/* ---- unroll ---- */

TEST(test_unroll_makes_slots) {
    Loop l = loop_begin(x, u32(x, 0), u32(x, 3));
    store(x, x->array, 0, l.i, ir_op1(b, OP_FFROMU, IR_F32, l.i));
    loop_end(x, &l);
    l = loop_begin(x, u32(x, 0), u32(x, 3));
    store(x, x->out, 0, l.i, load(x, x->array, IR_F32, 0, l.i));
    loop_end(x, &l);
    ir_optimise(x->m);
    expect_functions(x, "fn main() {\n"
                        "  store.f32 out w4, 0f\n"
                        "  store.f32 out + 4 w4, 1f\n"
                        "  store.f32 out + 8 w4, 2f\n"
                        "}\n");
}

/* for (i = local_id.x; i < 48; i += 1) has as many turns as invocations are apart from the end. */
TEST(test_unroll_by_range) {
    IrValue id = builtin(x, IRB_LOCAL_ID_Y);
    Loop l = loop_begin(x, ir_op2(b, OP_SHL, IR_U32, id, u32(x, 1)), u32(x, 2));
    store(x, x->out, 0, l.i, l.i);
    loop_end(x, &l);
    assert_false(ir_unroll(x->m)); /* two turns or none */
    x->m->workgroup_size[1] = 1;
    assert_true(ir_unroll(x->m));
    ir_simplify(x->m);
    ir_dce(x->m);
    expect_functions(x, "fn main() {\n"
                        "  store.u32 out w4, 0u\n"
                        "  store.u32 out + 4 w4, 1u\n"
                        "}\n");
}

TEST(test_unroll_not_with_other_jumps) {
    Loop l = loop_begin(x, u32(x, 0), u32(x, 3));
    IrValue v = load(x, x->in, IR_U32, 0, l.i);
    IrBlock *body = enter(x, branch(x, ir_op2(b, OP_ULT, IR_BOOL, v, u32(x, 3)))->block[0]);
    jump(x, IR_CONTINUE);
    enter(x, body);
    store(x, x->out, 0, l.i, v);
    loop_end(x, &l);
    assert_false(ir_unroll(x->m));
}

TEST(test_unroll_limit) {
    (void)b;
    Loop l = loop_begin(x, u32(x, 0), u32(x, 65));
    store(x, x->out, 0, l.i, l.i);
    loop_end(x, &l);
    assert_false(ir_unroll(x->m));
    l = loop_begin(x, u32(x, 0), u32(x, 64));
    store(x, x->out, 0, l.i, l.i);
    loop_end(x, &l);
    assert_true(ir_unroll(x->m));
}

/* ---- hoist ---- */

TEST(test_hoist) {
    uint32_t s = slot(x, IR_U32, "s");
    ir_set(b, s, builtin(x, IRB_WORKGROUP_ID_X));
    IrValue n = load(x, x->in, IR_U32, 0, 0);
    Loop outer = loop_begin(x, u32(x, 0), n);
    Loop inner = loop_begin(x, u32(x, 0), n);
    IrValue fixed = ir_op2(b, OP_IMUL, IR_U32, ir_get(b, s), u32(x, 5));
    IrValue by_outer = iadd(b, fixed, outer.i);
    store(x, x->out, 0, iadd(b, by_outer, inner.i), fixed);
    loop_end(x, &inner);
    loop_end(x, &outer);
    assert_true(ir_hoist(x->m));
    expect_functions(x, "fn main() {\n"
                        "  %1 = builtin.u32 workgroup_id.x\n"
                        "  set s.0 = %1\n"
                        "  %2 = load.u32 in w4\n"
                        "  set i.1 = 0u\n"
                        "  %3 = get.u32 s.0\n"
                        "  %4 = imul.u32 %3, 5u\n"
                        "  loop {\n"
                        "    %5 = get.u32 i.1\n"
                        "    %6 = ule.bool %2, %5\n"
                        "    if %6 {\n"
                        "      break\n"
                        "    }\n"
                        "    set i.2 = 0u\n"
                        "    %7 = iadd.u32 %5, %4\n"
                        "    loop {\n"
                        "      %8 = get.u32 i.2\n"
                        "      %9 = ule.bool %2, %8\n"
                        "      if %9 {\n"
                        "        break\n"
                        "      }\n"
                        "      %10 = iadd.u32 %8, %7\n"
                        "      store.u32 out[%10 < 64 * 4] w4, %4\n"
                        "    } continuing {\n"
                        "      %11 = get.u32 i.2\n"
                        "      %12 = iadd.u32 %11, 1u\n"
                        "      set i.2 = %12\n"
                        "    }\n"
                        "  } continuing {\n"
                        "    %13 = get.u32 i.1\n"
                        "    %14 = iadd.u32 %13, 1u\n"
                        "    set i.1 = %14\n"
                        "  }\n"
                        "}\n");
}

/* ---- inline ---- */

/* fn clamp(v) -> u32 { if (v < 9) { return v; } return 9; }, then the entry function again. */
static void add_helper(Fixture *x) {
    IrFunction *f = x->b.function;
    f->name = STR("clamp");
    IrValue v = ir_add_param(x->m, f, IR_U32);
    vec_push(&x->arena, &f->result_types, IR_U32);
    IrBlock *body = enter(x, branch(x, ir_op2(&x->b, OP_ULT, IR_BOOL, v, u32(x, 9)))->block[0]);
    ir_append(&x->b, IR_RETURN, IR_VOID, 0, &v, 1);
    enter(x, body);
    IrValue nine = u32(x, 9);
    ir_append(&x->b, IR_RETURN, IR_VOID, 0, &nine, 1);
    f = ir_function_new(x->m, STR("main"));
    x->b = (IrBuilder){.module = x->m, .function = f, .block = f->body};
}

static IrValue call(Fixture *x, IrValue v) {
    return ir_append_call(&x->b, 0, &v, 1)->result;
}

TEST(test_inline_early_return) {
    (void)b;
    add_helper(x);
    store(x, x->out, 0, 0, call(x, builtin(x, IRB_LOCAL_ID_X)));
    assert_true(ir_inline(x->m));
    ir_dce(x->m);
    expect_functions(x, "fn clamp(%1: u32) -> u32 {\n"
                        "}\n"
                        "fn main() {\n"
                        "  %1 = builtin.u32 local_id.x\n"
                        "  set clamp.0 = 0u\n"
                        "  %2 = ult.bool %1, 9u\n"
                        "  if %2 {\n"
                        "    set clamp.0 = %1\n"
                        "  } else {\n"
                        "    set clamp.0 = 9u\n"
                        "  }\n"
                        "  %3 = get.u32 clamp.0\n"
                        "  store.u32 out w4, %3\n"
                        "}\n");
}

TEST(test_inline_constant_argument) {
    (void)b;
    add_helper(x);
    store(x, x->out, 0, 0, call(x, u32(x, 20)));
    store(x, x->out, 4, 0, call(x, u32(x, 3)));
    ir_optimise(x->m);
    expect_functions(x, "fn clamp(%1: u32) -> u32 {\n"
                        "}\n"
                        "fn main() {\n"
                        "  store.u32 out w4, 9u\n"
                        "  store.u32 out + 4 w4, 3u\n"
                        "}\n");
}

/* ---- reassociate ---- */

/* out[((workgroup_id.x * 16 + local_id.y) * 100 + i) + local_id.x]: in the loop over i one addition
 * of something uniform is left. */
TEST(test_reassociate) {
    IrValue wg = builtin(x, IRB_WORKGROUP_ID_X);
    IrValue id_x = builtin(x, IRB_LOCAL_ID_X);
    IrValue id_y = builtin(x, IRB_LOCAL_ID_Y);
    Loop l = loop_begin(x, u32(x, 0), load(x, x->in, IR_U32, 0, 0));
    IrValue row = iadd(b, ir_op2(b, OP_SHL, IR_U32, wg, u32(x, 4)), id_y);
    IrValue sum = iadd(b, ir_op2(b, OP_IMUL, IR_U32, row, u32(x, 100)), l.i);
    store(x, x->out, 0, iadd(b, sum, id_x), u32(x, 1));
    loop_end(x, &l);
    ir_optimise(x->m);
    expect_functions(x, "fn main() {\n"
                        "  %1 = builtin.u32 workgroup_id.x\n"
                        "  %2* = builtin.u32 local_id.x\n"
                        "  %3* = builtin.u32 local_id.y\n"
                        "  %4 = load.u32 in w4\n"
                        "  set i.0 = 0u\n"
                        "  %5 = shl.u32 %1, 4u\n"
                        "  %6* = imul.u32 %3, 100u\n"
                        "  %7* = iadd.u32 %2, %6\n"
                        "  %8 = imul.u32 %5, 100u\n"
                        "  loop {\n"
                        "    %9 = get.u32 i.0\n"
                        "    %10 = ule.bool %4, %9\n"
                        "    if %10 {\n"
                        "      break\n"
                        "    }\n"
                        "    %11 = iadd.u32 %9, %8\n"
                        "    %12* = iadd.u32 %7, %11\n"
                        "    store.u32 out[%12 < 64 * 4] w4, 1u\n"
                        "  } continuing {\n"
                        "    %13 = get.u32 i.0\n"
                        "    %14 = iadd.u32 %13, 1u\n"
                        "    set i.0 = %14\n"
                        "  }\n"
                        "}\n");
}

/* ---- uniformity ---- */

TEST(test_uniform_operands) {
    IrValue wg = builtin(x, IRB_WORKGROUP_ID_X), id = builtin(x, IRB_LOCAL_ID_X);
    IrValue sum = iadd(b, wg, wg), mixed = iadd(b, wg, id);
    IrValue fixed = load(x, x->in, IR_U32, 0, wg), own = load(x, x->in, IR_U32, 0, id);
    IrValue private = load(x, x->array, IR_F32, 0, wg);
    ir_uniformity(x->m);
    assert_false(varies(x, wg) || varies(x, sum) || varies(x, fixed));
    assert_true(varies(x, id) && varies(x, mixed) && varies(x, own) && varies(x, private));
}

TEST(test_uniform_slot_under_condition) {
    uint32_t s = slot(x, IR_U32, "s"), t = slot(x, IR_U32, "t");
    IrValue id = builtin(x, IRB_LOCAL_ID_X);
    ir_set(b, s, u32(x, 0));
    IrBlock *outer = enter(x, branch(x, ir_op2(b, OP_ULT, IR_BOOL, id, u32(x, 9)))->block[0]);
    ir_set(b, s, u32(x, 1));
    ir_set(b, t, u32(x, 1));
    IrValue inside = ir_get(b, t);
    enter(x, outer);
    IrValue after = ir_get(b, s);
    ir_uniformity(x->m);
    assert_true(varies(x, after));
    assert_false(varies(x, inside)); /* t lives in the branch only */
}

/* The counter of a loop with a varying limit is uniform, unless it is read after the loop. */
static void counter_of_varying_loop(Fixture *x, bool read_after, bool expected) {
    Loop l = loop_begin(x, u32(x, 0), builtin(x, IRB_LOCAL_ID_X));
    store(x, x->out, 0, l.i, u32(x, 1));
    loop_end(x, &l);
    if (read_after)
        store(x, x->out, 0, 0, ir_get(&x->b, l.slot));
    ir_uniformity(x->m);
    assert_int_equal(varies(x, l.i), expected);
}

TEST(test_uniform_counter) {
    (void)b;
    counter_of_varying_loop(x, false, false);
}

TEST(test_varying_counter) {
    (void)b;
    counter_of_varying_loop(x, true, true);
}

/* s counts the turns in which some continue early: it differs from then on. */
TEST(test_varying_after_continue) {
    uint32_t s = slot(x, IR_U32, "s"), t = slot(x, IR_U32, "t");
    IrValue id = builtin(x, IRB_LOCAL_ID_X);
    ir_set(b, s, u32(x, 0));
    Loop l = loop_begin(x, u32(x, 0), u32(x, 3));
    ir_set(b, t, u32(x, 0));
    IrValue odd = ir_op2(b, OP_ULT, IR_BOOL, l.i, id);
    IrBlock *body = enter(x, branch(x, odd)->block[0]);
    jump(x, IR_CONTINUE);
    enter(x, body);
    ir_set(b, s, iadd(b, ir_get(b, s), u32(x, 1)));
    ir_set(b, t, l.i);
    IrValue local = ir_get(b, t);
    loop_end(x, &l);
    IrValue after = ir_get(b, s);
    ir_uniformity(x->m);
    assert_true(varies(x, after));
    assert_false(varies(x, local) || varies(x, l.i));
}

/* s counts the turns of an inner loop that is left at different times: uniform in the first turn of
 * the outer loop, but not in the next. */
TEST(test_varying_over_turns) {
    uint32_t s = slot(x, IR_U32, "s");
    IrValue id = builtin(x, IRB_LOCAL_ID_X);
    ir_set(b, s, u32(x, 0));
    Loop outer = loop_begin(x, u32(x, 0), u32(x, 3));
    Loop inner = loop_begin(x, u32(x, 0), id);
    IrValue count = ir_get(b, s);
    ir_set(b, s, iadd(b, count, u32(x, 1)));
    loop_end(x, &inner);
    loop_end(x, &outer);
    ir_uniformity(x->m);
    assert_true(varies(x, count));
    assert_false(varies(x, inner.i) || varies(x, outer.i));
}

/* A private variable that a function sets differs when not all call it. */
static void private_set_in_call(Fixture *x, IrValue condition) {
    ir_promote(x->m);
    ir_uniformity(x->m);
    assert_int_equal(x->m->slots.at[0].varying, varies(x, condition));
}

static IrValue call_under_condition(Fixture *x, IrBuiltin what) {
    store(x, x->global, 0, 0, u32(x, 1));
    IrFunction *f = ir_function_new(x->m, STR("caller"));
    x->b = (IrBuilder){.module = x->m, .function = f, .block = f->body};
    IrValue condition = ir_op2(&x->b, OP_ULT, IR_BOOL, builtin(x, what), u32(x, 9));
    enter(x, branch(x, condition)->block[0]);
    ir_append_call(&x->b, 0, NULL, 0);
    return condition;
}

TEST(test_private_under_uniform_condition) {
    (void)b;
    private_set_in_call(x, call_under_condition(x, IRB_WORKGROUP_ID_X));
}

TEST(test_private_under_varying_condition) {
    (void)b;
    private_set_in_call(x, call_under_condition(x, IRB_LOCAL_ID_X));
}

TEST(test_uniform_calls) {
    add_helper(x);
    IrValue wg = builtin(x, IRB_WORKGROUP_ID_X), id = builtin(x, IRB_LOCAL_ID_X);
    IrValue first = call(x, wg);
    ir_uniformity(x->m);
    assert_false(varies(x, first));
    IrValue second = call(x, id);
    ir_uniformity(x->m);
    assert_true(varies(x, first) && varies(x, second));
    (void)b;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_promote_known_places),
        cmocka_unit_test(test_promote_not_dynamic),
        cmocka_unit_test(test_promote_in_part),
        cmocka_unit_test(test_simplify_forwards),
        cmocka_unit_test(test_simplify_joins),
        cmocka_unit_test(test_simplify_not_over_loops),
        cmocka_unit_test(test_simplify_computes_once),
        cmocka_unit_test(test_simplify_built_in_values),
        cmocka_unit_test(test_simplify_ranges),
        cmocka_unit_test(test_simplify_lazy_and),
        cmocka_unit_test(test_dce_keeps_what_is_seen),
        cmocka_unit_test(test_dce_circles),
        cmocka_unit_test(test_unroll_makes_slots),
        cmocka_unit_test(test_unroll_by_range),
        cmocka_unit_test(test_unroll_not_with_other_jumps),
        cmocka_unit_test(test_unroll_limit),
        cmocka_unit_test(test_hoist),
        cmocka_unit_test(test_inline_early_return),
        cmocka_unit_test(test_inline_constant_argument),
        cmocka_unit_test(test_reassociate),
        cmocka_unit_test(test_uniform_operands),
        cmocka_unit_test(test_uniform_slot_under_condition),
        cmocka_unit_test(test_uniform_counter),
        cmocka_unit_test(test_varying_counter),
        cmocka_unit_test(test_varying_after_continue),
        cmocka_unit_test(test_varying_over_turns),
        cmocka_unit_test(test_private_under_uniform_condition),
        cmocka_unit_test(test_private_under_varying_condition),
        cmocka_unit_test(test_uniform_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
