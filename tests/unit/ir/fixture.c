#include "fixture.h"

static uint32_t object(Fixture *x, IrObject o) {
    o.align = 4;
    return ir_add_object(x->m, o);
}

void fixture_init(Fixture *x) {
    memset(x, 0, sizeof *x);
    x->m = ir_module_new(&x->arena, NULL);
    x->m->entry_name = STR("main");
    x->m->workgroup_size[0] = 16;
    x->m->workgroup_size[1] = 2;
    x->in = object(x, (IrObject){.name = STR("in"),
                                 .space = SPACE_STORAGE,
                                 .access = ACCESS_READ,
                                 .size = 4,
                                 .runtime_sized = true,
                                 .array_stride = 4});
    x->out = object(x, (IrObject){.name = STR("out"),
                                  .space = SPACE_STORAGE,
                                  .access = ACCESS_READ_WRITE,
                                  .size = 256,
                                  .binding = 1});
    x->tile = object(x, (IrObject){.name = STR("tile"), .space = SPACE_WORKGROUP, .size = 1024});
    x->global = object(x, (IrObject){.name = STR("global"), .space = SPACE_PRIVATE, .size = 4});
    x->array = object(x, (IrObject){.name = STR("array"), .space = SPACE_FUNCTION, .size = 32});
    IrFunction *f = ir_function_new(x->m, STR("main"));
    x->b = (IrBuilder){.module = x->m, .function = f, .block = f->body};
}

void fixture_free(Fixture *x) {
    arena_free(&x->arena);
}

IrValue builtin(Fixture *x, IrBuiltin which) {
    IrInst *in = ir_append(&x->b, IR_BUILTIN, IR_U32, 1, NULL, 0);
    in->builtin = which;
    return in->result;
}

IrValue u32(Fixture *x, uint32_t v) {
    return ir_const(&x->b, IR_U32, v);
}

IrValue f32(Fixture *x, double v) {
    return ir_const_f(&x->b, IR_F32, v);
}

uint32_t slot(Fixture *x, IrType t, const char *name) {
    return ir_add_slot(x->m, (IrSlot){.type = (uint8_t)t, .name = str_from_c(name)});
}

static const IrAccess *access_of(Fixture *x, uint32_t object, IrType t, uint32_t offset,
                                 bool indexed, uint32_t arg) {
    const IrObject *o = &x->m->objects.at[object];
    IrAccess *a = arena_new(&x->arena, IrAccess);
    *a = (IrAccess){
        .object = object, .offset = offset, .components = 1, .type = (uint8_t)t, .width = 4};
    if (indexed) {
        IrIndex *i = arena_new(&x->arena, IrIndex);
        *i = (IrIndex){.arg = arg, .count = o->runtime_sized ? 0 : o->size / 4, .stride = 4};
        a->index = i;
        a->indices = 1;
    }
    return a;
}

IrValue load(Fixture *x, uint32_t object, IrType t, uint32_t offset, IrValue index) {
    IrInst *in = ir_append(&x->b, IR_LOAD, t, 1, &index, index != 0);
    in->access = access_of(x, object, t, offset, index != 0, 0);
    return in->result;
}

IrInst *store(Fixture *x, uint32_t object, uint32_t offset, IrValue index, IrValue v) {
    IrValue arg[] = {v, index};
    IrType t = ir_type_of(x->b.function, v);
    IrInst *in = ir_append(&x->b, IR_STORE, t, 0, arg, index ? 2 : 1);
    in->access = access_of(x, object, t, offset, index != 0, 1);
    return in;
}

IrInst *jump(Fixture *x, IrOp op) {
    return ir_append(&x->b, op, IR_VOID, 0, NULL, 0);
}

IrBlock *enter(Fixture *x, IrBlock *block) {
    IrBlock *before = x->b.block;
    x->b.block = block;
    return before;
}

IrInst *branch(Fixture *x, IrValue condition) {
    return ir_append(&x->b, IR_IF, IR_VOID, 0, &condition, 1);
}

Loop loop_begin(Fixture *x, IrValue start, IrValue limit) {
    Loop l = {.slot = slot(x, IR_U32, "i")};
    ir_set(&x->b, l.slot, start);
    l.inst = ir_append(&x->b, IR_LOOP, IR_VOID, 0, NULL, 0);
    l.outer = enter(x, l.inst->block[0]);
    l.i = ir_get(&x->b, l.slot);
    IrInst *test = branch(x, ir_op2(&x->b, OP_ULE, IR_BOOL, limit, l.i));
    IrBlock *body = enter(x, test->block[0]);
    jump(x, IR_BREAK);
    enter(x, body);
    return l;
}

void loop_end(Fixture *x, const Loop *l) {
    enter(x, l->inst->block[1]);
    IrValue i = ir_get(&x->b, l->slot);
    ir_set(&x->b, l->slot, ir_op2(&x->b, OP_IADD, IR_U32, i, u32(x, 1)));
    enter(x, l->outer);
}

void expect_functions(Fixture *x, const char *expected) {
    const char *wrong = ir_validate(x->m);
    StrBuf s = {.arena = &x->arena};
    ir_print(&s, x->m);
    if (wrong)
        fail_msg("%s\n%s", wrong, s.at);
    const char *is = strstr(s.at, "fn ");
    if (strcmp(is, expected) != 0)
        fail_msg("not as expected:\n%s", is);
}
