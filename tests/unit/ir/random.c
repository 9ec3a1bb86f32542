/* Statements are drawn at random, with the shapes that lowering makes: variables in memory that get
 * an initial value where they are declared, counted loops, early returns, calls. */
#include "random.h"

#include "base/f16.h"

enum { TYPES = IR_F16 + 1, MOST_FUNCTIONS = 4, IN = 1, OUT = 2, SHARED = 3, SUMS = 4 };

typedef struct Variable {
    uint32_t object; /* 0: a slot */
    uint32_t slot, count;
    IrType type;
} Variable;

typedef struct Gen {
    IrModule *m;
    IrBuilder b;
    uint64_t state;
    int32_t budget; /* statements left in the function */
    uint32_t depth, loops, breakable;
    bool in_continuing;
    VEC(IrValue) pool[TYPES];
    VEC(Variable) variables;
    VEC(Variable) globals;
} Gen;

static uint32_t draw(Gen *g, uint32_t n) {
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (uint32_t)(g->state >> 20) % n;
}

static bool chance(Gen *g, uint32_t percent) {
    return draw(g, 100) < percent;
}

/* ---- values ---- */

static IrValue constant(Gen *g, IrType t) {
    static const uint32_t words[] = {0, 1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 100, ~0u, ~1u, 1u << 31};
    static const double floats[] = {0, -0.0, 1, -1, 0.5, 2, 4, 0.25, 3, 1000, -7.5, 65504};
    if (t == IR_F32 || t == IR_F16)
        return ir_const_f(&g->b, t, floats[draw(g, sizeof floats / sizeof *floats)]);
    uint32_t bits = words[draw(g, sizeof words / sizeof *words)];
    return ir_const(&g->b, t, t == IR_BOOL ? bits & 1 : bits);
}

static IrValue pick(Gen *g, IrType t) {
    if (!g->pool[t].len || chance(g, 20))
        return constant(g, t);
    uint32_t n = g->pool[t].len, near = n < 6 ? n : 6;
    return g->pool[t].at[chance(g, 50) ? draw(g, n) : n - 1 - draw(g, near)];
}

static void add(Gen *g, IrValue v) {
    vec_push(g->m->arena, &g->pool[ir_type_of(g->b.function, v)], v);
}

static IrType any_type(Gen *g) {
    static const IrType types[] = {IR_BOOL, IR_I32, IR_U32, IR_U32, IR_U32, IR_F32, IR_F32, IR_F16};
    return types[draw(g, 8)];
}

static IrType letter_type(Gen *g, char letter, IrType bound) {
    switch (letter) {
    case 'b': return IR_BOOL;
    case 'i': return IR_I32;
    case 'u': return IR_U32;
    case 'w': return bound ? bound : chance(g, 50) ? IR_I32 : IR_U32;
    case 'f': return bound ? bound : chance(g, 85) ? IR_F32 : IR_F16;
    default: return bound;
    }
}

static void scalar(Gen *g) {
    static const Op usual[] = {OP_IADD, OP_IADD, OP_ISUB, OP_IMUL, OP_IMUL, OP_UREM, OP_UDIV,
                               OP_ULT,  OP_SLT,  OP_IEQ,  OP_IAND, OP_SHL,  OP_FADD, OP_FMUL};
    Op op = chance(g, 60) ? usual[draw(g, sizeof usual / sizeof *usual)]
                          : (Op)(1 + draw(g, OP_COUNT - 1));
    if (op == OP_MOV || op == OP_FFROMF) {
        IrType to = op == OP_FFROMF ? IR_F16 : chance(g, 50) ? IR_I32 : IR_U32;
        add(g, ir_op1(&g->b, op, to, pick(g, op == OP_FFROMF ? IR_F32 : IR_U32)));
        return;
    }
    const char *s = op_info[op].signature;
    IrType bound = IR_VOID;
    if (strchr(s, 'x'))
        bound = op == OP_SELECT ? any_type(g) : (IrType)(IR_BOOL + draw(g, 3));
    else if (strchr(s + 1, 'w') || strchr(s, 'w'))
        bound = letter_type(g, 'w', IR_VOID);
    else if (strchr(s, 'f'))
        bound = letter_type(g, 'f', IR_VOID);
    IrType result = letter_type(g, s[0], bound);
    IrValue arg[4] = {0};
    for (uint32_t i = 0; i < op_info[op].operands; i++)
        arg[i] = pick(g, letter_type(g, s[2 + i], bound));
    switch (op_info[op].operands) {
    case 1: add(g, ir_op1(&g->b, op, result, arg[0])); break;
    case 2: add(g, ir_op2(&g->b, op, result, arg[0], arg[1])); break;
    case 3: add(g, ir_op3(&g->b, op, result, arg[0], arg[1], arg[2])); break;
    default: add(g, ir_op4(&g->b, op, result, arg[0], arg[1], arg[2], arg[3])); break;
    }
}

static void builtin(Gen *g) {
    static const uint32_t which[] = {IRB_LOCAL_ID_X,  IRB_LOCAL_ID_Y,      IRB_LOCAL_ID_Z,
                                     IRB_LOCAL_INDEX, IRB_WORKGROUP_ID_X,  IRB_GLOBAL_ID_X,
                                     IRB_GLOBAL_ID_Y, IRB_NUM_WORKGROUPS_X};
    IrInst *in = ir_append(&g->b, IR_BUILTIN, IR_U32, 1, NULL, 0);
    in->builtin = which[draw(g, sizeof which / sizeof *which)];
    add(g, in->result);
}

/* ---- memory ---- */

/* An access of up to four elements at an index, or at a known place. */
static IrInst *access_memory(Gen *g, uint32_t op, uint32_t object, uint32_t count, IrType t,
                             IrValue index) {
    uint32_t bytes = t == IR_F16 ? 2 : 4, components = count >= 8 && chance(g, 20) ? 2 : 1;
    IrAccess *a = arena_new(g->m->arena, IrAccess);
    *a = (IrAccess){.object = object,
                    .components = (uint8_t)components,
                    .type = (uint8_t)t,
                    .width = (uint8_t)(bytes * components)};
    IrValue arg[3];
    uint32_t args = 0;
    for (uint32_t i = 0; op == IR_STORE && i < components; i++)
        arg[args++] = pick(g, t);
    if (index) {
        IrIndex *x = arena_new(g->m->arena, IrIndex);
        *x = (IrIndex){.arg = args, .count = count / components, .stride = bytes * components};
        a->index = x;
        a->indices = 1;
        arg[args++] = index;
    } else {
        a->offset = draw(g, count / components) * bytes * components;
    }
    IrInst *in = ir_append(&g->b, op, t, op == IR_LOAD ? components : 0, arg, args);
    in->access = a;
    for (uint32_t i = 0; i < in->results; i++)
        add(g, in->result + i);
    return in;
}

static void initialise(Gen *g, Variable v) {
    if (!v.object) {
        ir_set(&g->b, v.slot, pick(g, v.type));
        return;
    }
    for (uint32_t i = 0; i < v.count; i++) {
        IrValue arg = pick(g, v.type);
        IrAccess *a = arena_new(g->m->arena, IrAccess);
        *a = (IrAccess){.object = v.object,
                        .offset = i * (v.type == IR_F16 ? 2 : 4),
                        .components = 1,
                        .type = (uint8_t)v.type,
                        .width = v.type == IR_F16 ? 2 : 4};
        ir_append(&g->b, IR_STORE, v.type, 0, &arg, 1)->access = a;
    }
}

static Variable new_variable(Gen *g, AddressSpace space) {
    Variable v = {.type = any_type(g), .count = chance(g, 50) ? 1 : 2 + draw(g, 9)};
    IrObject o = {.name = STR("var"),
                  .space = space,
                  .access = ACCESS_READ_WRITE,
                  .align = 4,
                  .size = v.count * (v.type == IR_F16 ? 2 : 4)};
    o.function = g->m->functions.len ? g->m->functions.len - 1 : 0;
    if (space == SPACE_FUNCTION && v.count == 1 && chance(g, 30))
        v.slot = ir_add_slot(g->m, (IrSlot){.type = (uint8_t)v.type, .name = STR("slot")});
    else
        v.object = ir_add_object(g->m, o);
    return v;
}

static void declare(Gen *g) {
    Variable v = new_variable(g, SPACE_FUNCTION);
    initialise(g, v);
    vec_push(g->m->arena, &g->variables, v);
}

static void use_variable(Gen *g) {
    bool global = !g->variables.len || (g->globals.len && chance(g, 15));
    if (global && !g->globals.len)
        return;
    Variable v = global ? g->globals.at[draw(g, g->globals.len)]
                        : g->variables.at[draw(g, g->variables.len)];
    bool store = chance(g, 50);
    if (!v.object) {
        if (store)
            ir_set(&g->b, v.slot, pick(g, v.type));
        else
            add(g, ir_get(&g->b, v.slot));
        return;
    }
    IrValue index = v.count > 1 && chance(g, 50) ? pick(g, IR_U32) : 0;
    access_memory(g, store ? IR_STORE : IR_LOAD, v.object, v.count, v.type, index);
}

static void use_binding(Gen *g) {
    IrValue index = chance(g, 80) ? pick(g, IR_U32) : 0;
    if (chance(g, 50)) {
        access_memory(g, IR_LOAD, IN, 64, chance(g, 70) ? IR_U32 : IR_I32, index);
    } else if (chance(g, 90)) {
        access_memory(g, IR_STORE, OUT, 64, any_type(g), index);
    } else {
        IrValue arg[] = {pick(g, IR_U32), pick(g, IR_U32)};
        IrAccess *a = arena_new(g->m->arena, IrAccess);
        IrIndex *x = arena_new(g->m->arena, IrIndex);
        *x = (IrIndex){.arg = 1, .count = 8, .stride = 4};
        *a = (IrAccess){.object = SUMS, .components = 1, .type = IR_U32, .width = 4};
        a->index = x;
        a->indices = 1;
        IrInst *in = ir_append(&g->b, IR_ATOMIC, IR_U32, 1, arg, 2);
        in->access = a;
        in->atomic_op = IRA_ADD;
        add(g, in->result);
    }
}

/* ---- control flow ---- */

static void statements(Gen *g, uint32_t count);

typedef struct Scope {
    uint32_t pool[TYPES], variables;
    IrBlock *block;
} Scope;

static Scope enter(Gen *g, IrBlock *block) {
    Scope s = {.variables = g->variables.len, .block = g->b.block};
    for (uint32_t i = 0; i < TYPES; i++)
        s.pool[i] = g->pool[i].len;
    g->b.block = block;
    g->depth++;
    return s;
}

static void leave(Gen *g, Scope s) {
    for (uint32_t i = 0; i < TYPES; i++)
        g->pool[i].len = s.pool[i];
    g->variables.len = s.variables;
    g->b.block = s.block;
    g->depth--;
}

static void give_back(Gen *g) {
    const IrFunction *f = g->b.function;
    IrValue arg[4];
    for (uint32_t i = 0; i < f->result_types.len; i++)
        arg[i] = pick(g, (IrType)f->result_types.at[i]);
    ir_append(&g->b, IR_RETURN, IR_VOID, 0, arg, f->result_types.len);
}

static void jump(Gen *g) {
    uint32_t kind = draw(g, 3);
    if (kind == 0 && !g->in_continuing)
        give_back(g);
    else if (kind == 1 && g->breakable)
        ir_append(&g->b, IR_BREAK, IR_VOID, 0, NULL, 0);
    else if (g->loops)
        ir_append(&g->b, IR_CONTINUE, IR_VOID, 0, NULL, 0);
}

static void branch(Gen *g) {
    IrValue condition = pick(g, IR_BOOL);
    IrInst *in = ir_append(&g->b, IR_IF, IR_VOID, 0, &condition, 1);
    for (int i = 0; i < 2; i++) {
        if (i && chance(g, 50))
            continue;
        Scope s = enter(g, in->block[i]);
        statements(g, draw(g, 5));
        if (chance(g, 15))
            jump(g);
        leave(g, s);
    }
}

/* for (i = start; i < limit; i += step); start and limit are constants, or not. */
static void loop(Gen *g) {
    uint32_t slot = ir_add_slot(g->m, (IrSlot){.type = IR_U32, .name = STR("i")});
    ir_set(&g->b, slot, chance(g, 20) ? pick(g, IR_U32) : ir_const(&g->b, IR_U32, draw(g, 2)));
    IrValue limit = ir_const(&g->b, IR_U32, draw(g, 7));
    if (chance(g, 40))
        limit = ir_op2(&g->b, OP_IAND, IR_U32, pick(g, IR_U32), ir_const(&g->b, IR_U32, 7));
    IrInst *in = ir_append(&g->b, IR_LOOP, IR_VOID, 0, NULL, 0);
    uint32_t loops = g->loops, breakable = g->breakable;
    bool in_continuing = g->in_continuing;
    g->loops = g->breakable = 1;
    Scope s = enter(g, in->block[0]);
    IrValue i = ir_get(&g->b, slot), out = ir_op2(&g->b, OP_ULE, IR_BOOL, limit, i);
    add(g, i);
    IrInst *test = ir_append(&g->b, IR_IF, IR_VOID, 0, &out, 1);
    IrBuilder inside = g->b;
    inside.block = test->block[0];
    ir_append(&inside, IR_BREAK, IR_VOID, 0, NULL, 0);
    statements(g, 1 + draw(g, 5));
    if (chance(g, 10))
        jump(g);
    leave(g, s);
    s = enter(g, in->block[1]);
    g->loops = g->breakable = 0;
    g->in_continuing = true;
    if (chance(g, 20))
        statements(g, draw(g, 3));
    IrValue next = ir_op2(&g->b, OP_IADD, IR_U32, ir_get(&g->b, slot),
                          ir_const(&g->b, IR_U32, 1 + draw(g, 2)));
    ir_set(&g->b, slot, next);
    if (chance(g, 20)) {
        IrValue condition = pick(g, IR_BOOL);
        ir_append(&g->b, IR_BREAK_IF, IR_VOID, 0, &condition, 1);
    }
    leave(g, s);
    g->loops = loops;
    g->breakable = breakable;
    g->in_continuing = in_continuing;
}

static void choice(Gen *g) {
    IrValue selector = ir_op2(&g->b, OP_IAND, IR_U32, pick(g, IR_U32), ir_const(&g->b, IR_U32, 3));
    IrInst *in = ir_append(&g->b, IR_SWITCH, IR_VOID, 0, &selector, 1);
    in->case_count = 1 + draw(g, 3);
    in->cases = arena_array(g->m->arena, IrCase, in->case_count);
    uint32_t breakable = g->breakable;
    g->breakable = 1;
    for (uint32_t i = 0; i < in->case_count; i++) {
        IrCase *c = &in->cases[i];
        c->block = ir_block_new(g->m);
        c->is_default = i == 0;
        vec_push(g->m->arena, &c->selectors, i);
        Scope s = enter(g, c->block);
        statements(g, draw(g, 4));
        if (chance(g, 30))
            jump(g);
        leave(g, s);
    }
    g->breakable = breakable;
}

static void call(Gen *g) {
    uint32_t n = g->m->functions.len - 1;
    if (!n)
        return;
    uint32_t callee = draw(g, n);
    const IrFunction *f = g->m->functions.at[callee];
    IrValue arg[4];
    for (uint32_t i = 0; i < f->params; i++)
        arg[i] = pick(g, ir_type_of(f, i + 1));
    IrInst *in = ir_append_call(&g->b, callee, arg, f->params);
    for (uint32_t i = 0; i < in->results; i++)
        add(g, in->result + i);
}

static void statement(Gen *g) {
    uint32_t k = draw(g, 100);
    if (k < 40)
        scalar(g);
    else if (k < 45)
        builtin(g);
    else if (k < 52)
        declare(g);
    else if (k < 74)
        use_variable(g);
    else if (k < 82)
        use_binding(g);
    else if (k < 84)
        ir_append(&g->b, IR_BARRIER, IR_VOID, 0, NULL, 0)->barrier = IR_BARRIER_WORKGROUP;
    else if (k < 86 && g->depth < 4)
        call(g);
    else if (k < 92 && g->depth < 5)
        branch(g);
    else if (k < 97 && g->depth < 4)
        loop(g);
    else if (g->depth < 4)
        choice(g);
}

static void statements(Gen *g, uint32_t count) {
    for (uint32_t i = 0; i < count && g->budget > 0; i++, g->budget--)
        statement(g);
}

/* ---- modules ---- */

static void function(Gen *g, bool entry, uint32_t size) {
    IrFunction *f = ir_function_new(g->m, entry ? STR("main") : STR("helper"));
    g->b = (IrBuilder){.module = g->m, .function = f, .block = f->body};
    g->variables.len = 0;
    g->budget = (int32_t)size;
    for (uint32_t i = 0; i < TYPES; i++)
        g->pool[i].len = 0;
    uint32_t params = entry ? 0 : draw(g, 4), results = entry ? 0 : draw(g, 3);
    for (uint32_t i = 0; i < params; i++)
        add(g, ir_add_param(g->m, f, any_type(g)));
    for (uint32_t i = 0; i < results; i++)
        vec_push(g->m->arena, &f->result_types, (uint8_t)any_type(g));
    for (uint32_t i = 0; entry && i < g->globals.len; i++)
        initialise(g, g->globals.at[i]);
    for (int i = 0; i < 3; i++)
        builtin(g);
    while (g->budget > 0)
        statements(g, 1);
    /* What was computed matters. */
    for (uint32_t t = IR_BOOL; t < TYPES; t++)
        access_memory(g, IR_STORE, OUT, 64, (IrType)t, 0);
    if (results || chance(g, 50))
        give_back(g);
}

static void binding(Gen *g, Str name, AddressSpace space, AccessMode access, uint32_t size) {
    ir_add_object(g->m, (IrObject){.name = name,
                                   .space = space,
                                   .access = access,
                                   .size = size,
                                   .align = 4,
                                   .binding = g->m->objects.len});
}

IrModule *random_module(Arena *a, uint64_t seed, uint32_t size) {
    static const uint32_t sizes[][3] = {{8, 1, 1}, {4, 4, 1}, {2, 2, 2}, {1, 1, 1}};
    Gen g = {.m = ir_module_new(a, NULL), .state = seed * 0x9e3779b97f4a7c15u + 1};
    for (int i = 0; i < 8; i++)
        draw(&g, 2);
    memcpy(g.m->workgroup_size, sizes[draw(&g, 4)], sizeof sizes[0]);
    g.m->entry_name = STR("main");
    binding(&g, STR("in"), SPACE_STORAGE, ACCESS_READ, 256);
    binding(&g, STR("out"), SPACE_STORAGE, ACCESS_READ_WRITE, 256);
    binding(&g, STR("shared"), SPACE_FUNCTION, ACCESS_READ_WRITE, 4);
    binding(&g, STR("sums"), SPACE_WORKGROUP, ACCESS_READ_WRITE, 32);
    g.m->workgroup_bytes = 32;
    vec_push(a, &g.globals, (Variable){.object = SHARED, .count = 1, .type = IR_U32});
    for (uint32_t i = draw(&g, 3); i > 0; i--)
        vec_push(a, &g.globals, new_variable(&g, SPACE_PRIVATE));
    uint32_t functions = 1 + draw(&g, MOST_FUNCTIONS);
    for (uint32_t i = 0; i < functions; i++)
        function(&g, i + 1 == functions, size / functions);
    return g.m;
}
