/* Random programs in which lanes part and meet again in every way there is: conditions, loops,
 * switches, breaks, continues and returns that depend on the lane, variables that cross all of
 * them, in functions that are called from such places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "run_ways.h"

enum { OUT = 1, MOST_SLOTS = 24, WORDS = ROW / 4 };

typedef struct Gen {
    IrModule *m;
    IrBuilder b;
    uint64_t state;
    uint32_t slot[MOST_SLOTS], slots; /* that may be read and written here */
    uint32_t readable;                /* counters of loops come after them */
    IrValue row;
    IrValue value[16];
    uint32_t values; /* the newest are known in this block */
    int32_t budget;
    uint32_t depth;
    bool in_loop, in_switch, in_continuing;
} Gen;

static uint32_t draw(Gen *g, uint32_t n) {
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (uint32_t)(g->state >> 20) % n;
}

static IrValue number(Gen *g, uint32_t n) {
    return ir_const(&g->b, IR_U32, n);
}

/* ---- values ---- */

static void remember(Gen *g, IrValue v) {
    if (g->values < 16)
        g->value[g->values++] = v;
    else
        g->value[15] = v;
}

static IrValue any(Gen *g) {
    uint32_t k = draw(g, 10);
    if (k < 1)
        return number(g, draw(g, 9));
    if (k < 5 && g->slots)
        return ir_get(&g->b, g->slot[draw(g, g->slots)]);
    if (k < 6) {
        static const uint32_t which[] = {IRB_LOCAL_ID_X,  IRB_LOCAL_INDEX, IRB_WORKGROUP_ID_X,
                                         IRB_GLOBAL_ID_X, IRB_LOCAL_ID_Y,  IRB_NUM_WORKGROUPS_X};
        IrInst *in = ir_append(&g->b, IR_BUILTIN, IR_U32, 1, NULL, 0);
        in->builtin = which[draw(g, 6)];
        return in->result;
    }
    return g->values ? g->value[draw(g, g->values)] : g->row;
}

static IrValue compute(Gen *g) {
    static const Op ops[] = {OP_IADD, OP_IMUL, OP_IXOR, OP_ISUB, OP_UREM, OP_SHL, OP_UMIN};
    Op op = ops[draw(g, 7)];
    IrValue a = any(g), b = any(g);
    return ir_op2(&g->b, op, IR_U32, a, b);
}

static IrValue condition(Gen *g) {
    static const Op ops[] = {OP_ULT, OP_IEQ, OP_INE, OP_ULE};
    IrValue a = any(g), mask = number(g, 1u << draw(g, 3)), zero = number(g, 0);
    if (draw(g, 3))
        return ir_op2(&g->b, OP_INE, IR_BOOL, ir_op2(&g->b, OP_IAND, IR_U32, a, mask), zero);
    return ir_op2(&g->b, ops[draw(g, 4)], IR_BOOL, a, any(g));
}

/* ---- memory ---- */

static IrInst *row_access(Gen *g, uint32_t op, IrValue v, IrValue word) {
    IrAccess *a = arena_new(g->m->arena, IrAccess);
    IrIndex *x = arena_array(g->m->arena, IrIndex, 2);
    uint32_t first = op == IR_STORE;
    IrValue arg[3] = {v, g->row, word};
    if (!first) {
        arg[0] = g->row;
        arg[1] = word;
    }
    x[0] = (IrIndex){.arg = first, .count = GROUPS * lanes_of(g->m), .stride = ROW};
    x[1] = (IrIndex){.arg = first + 1, .count = WORDS, .stride = 4};
    *a = (IrAccess){.object = OUT, .components = 1, .type = IR_U32, .width = 4, .indices = 2};
    a->index = x;
    IrInst *in = ir_append(&g->b, op, IR_U32, !first, arg, first + 2);
    in->access = a;
    return in;
}

static void mix_into_row(Gen *g) {
    IrValue word = draw(g, 2) ? number(g, draw(g, WORDS)) : any(g), v = compute(g);
    IrInst *old = row_access(g, IR_LOAD, 0, word);
    IrValue sum = ir_op2(&g->b, OP_IADD, IR_U32, v,
                         ir_op2(&g->b, OP_IMUL, IR_U32, old->result, number(g, 31)));
    row_access(g, IR_STORE, sum, word);
}

/* ---- statements ---- */

static void statements(Gen *g, uint32_t count);

static void block(Gen *g, IrBlock *b, uint32_t count) {
    IrBlock *outer = g->b.block;
    uint32_t values = g->values, slots = g->slots;
    IrValue kept[16];
    memcpy(kept, g->value, sizeof kept);
    g->b.block = b;
    g->depth++;
    statements(g, count);
    g->depth--;
    g->b.block = outer;
    g->values = values;
    g->slots = slots;
    memcpy(g->value, kept, sizeof kept);
}

static void declare(Gen *g) {
    if (g->slots == MOST_SLOTS)
        return;
    uint32_t s = ir_add_slot(g->m, (IrSlot){.type = IR_U32, .name = STR("v")});
    ir_set(&g->b, s, compute(g));
    g->slot[g->slots++] = s;
}

static void branch(Gen *g) {
    IrValue c = condition(g);
    IrInst *in = ir_append(&g->b, IR_IF, IR_VOID, 0, &c, 1);
    uint32_t kind = draw(g, 4);
    if (kind != 0)
        block(g, in->block[0], 1 + draw(g, 4));
    if (kind != 1)
        block(g, in->block[1], 1 + draw(g, 4));
}

static void leave(Gen *g) {
    uint32_t kind = draw(g, 6);
    const IrFunction *f = g->b.function;
    if (kind == 0 && !g->in_continuing) {
        IrValue result = f->result_types.len ? compute(g) : 0;
        ir_append(&g->b, IR_RETURN, IR_VOID, 0, &result, f->result_types.len);
    } else if (kind < 4 && (g->in_loop || g->in_switch)) {
        ir_append(&g->b, IR_BREAK, IR_VOID, 0, NULL, 0);
    } else if (g->in_loop) {
        ir_append(&g->b, IR_CONTINUE, IR_VOID, 0, NULL, 0);
    }
}

/* Ends by a counter, or before. */
static void loop(Gen *g) {
    uint32_t counter = ir_add_slot(g->m, (IrSlot){.type = IR_U32, .name = STR("n")});
    IrValue start =
        draw(g, 2) ? number(g, 0) : ir_op2(&g->b, OP_IAND, IR_U32, any(g), number(g, 3));
    ir_set(&g->b, counter, start);
    IrValue limit = number(g, 1 + draw(g, 6));
    IrInst *in = ir_append(&g->b, IR_LOOP, IR_VOID, 0, NULL, 0);
    bool loop = g->in_loop, choice = g->in_switch, continuing = g->in_continuing;
    IrBlock *outer = g->b.block;
    g->in_loop = true;
    g->in_switch = false;
    g->b.block = in->block[0];
    IrValue i = ir_get(&g->b, counter), out = ir_op2(&g->b, OP_ULE, IR_BOOL, limit, i);
    IrInst *test = ir_append(&g->b, IR_IF, IR_VOID, 0, &out, 1);
    g->b.block = test->block[0];
    ir_append(&g->b, IR_BREAK, IR_VOID, 0, NULL, 0);
    g->b.block = outer;
    block(g, in->block[0], 2 + draw(g, 4));
    g->in_loop = false;
    g->in_continuing = true;
    block(g, in->block[1], draw(g, 3));
    g->b.block = in->block[1];
    ir_set(&g->b, counter,
           ir_op2(&g->b, OP_IADD, IR_U32, ir_get(&g->b, counter), number(g, 1 + draw(g, 2))));
    if (draw(g, 2)) {
        IrValue c = condition(g);
        ir_append(&g->b, IR_BREAK_IF, IR_VOID, 0, &c, 1);
    }
    g->b.block = outer;
    g->in_loop = loop;
    g->in_switch = choice;
    g->in_continuing = continuing;
    if (draw(g, 3) == 0)
        remember(g, ir_get(&g->b, counter));
}

static void choice(Gen *g) {
    IrValue selector = ir_op2(&g->b, OP_IAND, IR_U32, any(g), number(g, 3));
    IrInst *in = ir_append(&g->b, IR_SWITCH, IR_VOID, 0, &selector, 1);
    bool outer = g->in_switch;
    uint32_t count = 1 + draw(g, 4), otherwise = draw(g, count);
    in->cases = arena_array(g->m->arena, IrCase, count);
    in->case_count = count;
    g->in_switch = true;
    for (uint32_t i = 0; i < count; i++) {
        IrCase *c = &in->cases[i];
        c->block = ir_block_new(g->m);
        c->is_default = i == otherwise;
        if (!c->is_default || draw(g, 2))
            vec_push(g->m->arena, &c->selectors, i);
        block(g, c->block, 1 + draw(g, 4));
    }
    g->in_switch = outer;
}

static void call(Gen *g) {
    uint32_t callees = g->m->functions.len - 1;
    if (!callees)
        return;
    IrValue arg[2] = {any(g), any(g)};
    IrInst *in = ir_append_call(&g->b, draw(g, callees), arg, 2);
    remember(g, in->result);
}

static void statement(Gen *g) {
    uint32_t k = draw(g, 100);
    if (k < 25 && g->slots)
        ir_set(&g->b, g->slot[draw(g, g->slots)], compute(g));
    else if (k < 40)
        remember(g, compute(g));
    else if (k < 50)
        mix_into_row(g);
    else if (k < 60)
        declare(g);
    else if (k < 66 && g->depth > 0)
        leave(g);
    else if (k < 80 && g->depth < 6)
        branch(g);
    else if (k < 88 && g->depth < 5)
        loop(g);
    else if (k < 94 && g->depth < 5)
        choice(g);
    else
        call(g);
}

static void statements(Gen *g, uint32_t count) {
    for (uint32_t i = 0; i < count && g->budget > 0 && !ir_block_ended(g->b.block); i++) {
        g->budget--;
        statement(g);
    }
}

/* ---- modules ---- */

static void function(Gen *g, bool entry, uint32_t shared, uint32_t size) {
    IrFunction *f = ir_function_new(g->m, entry ? STR("main") : STR("helper"));
    g->b = (IrBuilder){.module = g->m, .function = f, .block = f->body};
    g->values = 0;
    g->slots = shared;
    g->budget = (int32_t)size;
    if (!entry) {
        vec_push(g->m->arena, &f->result_types, IR_U32);
        for (int i = 0; i < 2; i++)
            remember(g, ir_add_param(g->m, f, IR_U32));
    }
    IrInst *row = ir_append(&g->b, IR_BUILTIN, IR_U32, 1, NULL, 0);
    row->builtin = IRB_GLOBAL_INDEX;
    g->row = row->result;
    declare(g);
    declare(g);
    while (g->budget > 0)
        statements(g, 1);
    for (uint32_t i = 0; entry && i < g->slots; i++)
        row_access(g, IR_STORE, ir_get(&g->b, g->slot[i]), number(g, i));
    IrValue result = entry ? 0 : compute(g);
    ir_append(&g->b, IR_RETURN, IR_VOID, 0, &result, !entry);
}

static IrModule *divergent_module(Arena *a, uint64_t seed, uint32_t size) {
    static const uint32_t shapes[][3] = {
        {64, 1, 1}, {20, 1, 1}, {8, 5, 2}, {33, 3, 1}, {100, 1, 1}};
    Gen g = {.m = ir_module_new(a, NULL), .state = seed * 0x9e3779b97f4a7c15u + 1};
    for (int i = 0; i < 8; i++)
        draw(&g, 2);
    memcpy(g.m->workgroup_size, shapes[seed % 5], sizeof shapes[0]);
    g.m->entry_name = STR("main");
    ir_add_object(g.m, (IrObject){.name = STR("out"),
                                  .space = SPACE_STORAGE,
                                  .access = ACCESS_READ_WRITE,
                                  .align = 4,
                                  .size = ROW * GROUPS * lanes_of(g.m)});
    uint32_t shared = draw(&g, 3), functions = 1 + draw(&g, 3);
    for (uint32_t i = 0; i < shared; i++)
        g.slot[i] =
            ir_add_slot(g.m, (IrSlot){.type = IR_U32, .is_private = true, .name = STR("p")});
    for (uint32_t i = 0; i < functions; i++)
        function(&g, i + 1 == functions, shared, size / functions);
    return g.m;
}

static void run_seeds(uint64_t first, uint32_t size, bool optimised) {
    static const Buffers buffers = {1, {OUT}};
    uint32_t count = seeds_to_try(150, &first), compared = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        Arena a = {0};
        IrModule *m = divergent_module(&a, seed, size);
        compared += expect_all_ways_same(&a, m, &buffers, seed, optimised);
        arena_free(&a);
    }
    assert_true(compared > 0);
}

static void small_programs(void **state) {
    (void)state;
    run_seeds(1, 15, false);
}

static void large_programs(void **state) {
    (void)state;
    run_seeds(100000, 100, false);
}

static void optimised_programs(void **state) {
    (void)state;
    run_seeds(200000, 80, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_programs),
        cmocka_unit_test(large_programs),
        cmocka_unit_test(optimised_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
