#include "eval.h"

#include "base/bug.h"
#include "base/f16.h"
#include "lang/sem.h"

typedef enum Flow { NEXT, BREAK, CONTINUE, RETURN } Flow;

typedef struct Frame {
    Eval *e;
    const IrFunction *f;
    uint32_t function;
} Frame;

static uint64_t mix(uint64_t a, uint64_t b) {
    a = (a ^ b) * 0x9e3779b97f4a7c15u;
    return a ^ a >> 29;
}

void eval_init(Eval *e, Arena *a, const IrModule *m) {
    *e = (Eval){.arena = a, .m = m, .fuel = 1000000};
    e->memory = arena_array(a, uint8_t *, m->objects.len);
    for (uint32_t i = 1; i < m->objects.len; i++) {
        const IrObject *o = &m->objects.at[i];
        e->memory[i] = arena_array(a, uint8_t, o->size);
        for (uint32_t k = 0; o->access == ACCESS_READ && k < o->size; k++)
            e->memory[i][k] = (uint8_t)(mix(i, k) >> 7 & 15);
    }
    e->slot = arena_array(a, uint32_t, m->slots.len);
    e->value = arena_array(a, uint32_t *, m->functions.len);
    for (uint32_t i = 0; i < m->functions.len; i++) {
        const IrFunction *f = m->functions.at[i];
        e->value[i] = arena_array(a, uint32_t, f->values.len);
        for (IrValue v = 1; v < f->values.len; v++)
            if (f->values.at[v].kind == IRV_CONST)
                e->value[i][v] = f->values.at[v].bits;
    }
}

static uint32_t arg_of(const Frame *x, const IrInst *in, uint32_t i) {
    return x->e->value[x->function][in->arg[i]];
}

static void give(const Frame *x, const IrInst *in, uint32_t i, uint32_t bits) {
    x->e->value[x->function][in->result + i] = bits;
    if (x->e->on_value)
        x->e->on_value(x->e->context, x->function, in->result + i,
                       mix(mix(x->e->path, x->function), in->result + i), bits);
}

static uint32_t canonical(uint32_t bits, uint32_t type) {
    bool nan = (type == IR_F32 || type == IR_F16) && (bits & 0x7fffffffu) > 0x7f800000u;
    return nan ? 0x7fc00000u : bits;
}

static void note(const Frame *x, uint32_t word) {
    vec_push(x->e->arena, &x->e->trace, word);
}

static bool is_seen(const Frame *x, const IrInst *in) {
    AddressSpace space = x->e->m->objects.at[in->access->object].space;
    return space != SPACE_FUNCTION && space != SPACE_PRIVATE;
}

static uint32_t address_of(const Frame *x, const IrInst *in) {
    uint32_t address = in->access->offset;
    for (uint32_t i = 0; i < in->access->indices; i++) {
        const IrIndex *d = &in->access->index[i];
        uint32_t at = arg_of(x, in, d->arg);
        if (is_seen(x, in) && at >= d->count)
            note(x, at);
        address += (at < d->count ? at : d->count - 1) * d->stride;
    }
    return address;
}

static void move_memory(const Frame *x, const IrInst *in) {
    const IrAccess *a = in->access;
    uint32_t address = address_of(x, in), bytes = a->type == IR_F16 ? 2 : 4;
    bool seen = is_seen(x, in);
    if (seen)
        note(x, in->op << 24 | a->object << 16 | address);
    for (uint32_t i = 0; i < a->components; i++) {
        uint8_t *p = x->e->memory[a->object] + address + i * bytes;
        uint32_t bits = 0;
        uint16_t half;
        if (in->op == IR_LOAD) {
            memcpy(&bits, p, bytes);
            bits = a->type == IR_F16 ? f32_bits(f32_from_f16((uint16_t)bits)) : bits;
            bits = a->type == IR_BOOL && bits ? ~0u : bits;
            give(x, in, i, bits);
        } else {
            bits = arg_of(x, in, i);
            half = f16_from_f32(f32_from_bits(bits));
            memcpy(p, a->type == IR_F16 ? (void *)&half : (void *)&bits, bytes);
        }
        if (seen)
            note(x, canonical(bits, a->type));
    }
}

static void do_atomic(const Frame *x, const IrInst *in) {
    uint32_t address = address_of(x, in), old;
    uint8_t *p = x->e->memory[in->access->object] + address;
    memcpy(&old, p, 4);
    uint32_t is = in->atomic_op == IRA_ADD ? old + arg_of(x, in, 0) : old;
    memcpy(p, &is, 4);
    note(x, is);
    give(x, in, 0, old);
}

static Flow run_block(const Frame *x, const IrBlock *b);

static Flow run_loop(const Frame *x, const IrInst *in) {
    uint64_t path = x->e->path;
    Flow flow = NEXT;
    for (uint64_t turn = 0; flow == NEXT; turn++) {
        x->e->path = mix(mix(path, (uint64_t)(uintptr_t)in), turn);
        flow = run_block(x, in->block[0]);
        if (flow == CONTINUE)
            flow = NEXT;
        if (flow == NEXT)
            flow = run_block(x, in->block[1]);
    }
    x->e->path = path;
    return flow == BREAK ? NEXT : flow;
}

static Flow run_switch(const Frame *x, const IrInst *in) {
    uint32_t selector = arg_of(x, in, 0);
    const IrBlock *taken = NULL, *fallback = NULL;
    for (uint32_t i = 0; i < in->case_count; i++) {
        const IrCase *c = &in->cases[i];
        fallback = c->is_default ? c->block : fallback;
        for (uint32_t k = 0; k < c->selectors.len; k++)
            taken = c->selectors.at[k] == selector ? c->block : taken;
    }
    taken = taken ? taken : fallback;
    Flow flow = taken ? run_block(x, taken) : NEXT;
    return flow == BREAK ? NEXT : flow;
}

static void run_call(const Frame *x, const IrInst *in) {
    Eval *e = x->e;
    Frame callee = {e, e->m->functions.at[in->callee], in->callee};
    for (uint32_t i = 0; i < in->args; i++)
        e->value[in->callee][i + 1] = arg_of(x, in, i);
    uint64_t path = e->path;
    e->path = mix(path, (uint64_t)(uintptr_t)in);
    e->result = NULL;
    run_block(&callee, callee.f->body);
    e->path = path;
    for (uint32_t i = 0; i < in->results; i++)
        give(x, in, i, e->result ? e->result[i] : 0);
}

static Flow run_inst(const Frame *x, const IrInst *in) {
    Eval *e = x->e;
    switch (in->op) {
    case IR_BUILTIN: give(x, in, 0, e->builtin[in->builtin]); break;
    case IR_GET: give(x, in, 0, e->slot[in->slot]); break;
    case IR_SET: e->slot[in->slot] = arg_of(x, in, 0); break;
    case IR_LOAD:
    case IR_STORE: move_memory(x, in); break;
    case IR_ATOMIC: do_atomic(x, in); break;
    case IR_ARRAY_LENGTH: give(x, in, 0, 5); break;
    case IR_BARRIER: note(x, 0xbabau); break;
    case IR_SUBGROUP: give(x, in, 0, arg_of(x, in, 0)); break;
    case IR_CALL: run_call(x, in); break;
    case IR_IF: return run_block(x, in->block[arg_of(x, in, 0) == 0]);
    case IR_LOOP: return run_loop(x, in);
    case IR_SWITCH: return run_switch(x, in);
    case IR_BREAK: return BREAK;
    case IR_CONTINUE: return CONTINUE;
    case IR_BREAK_IF: return arg_of(x, in, 0) ? BREAK : NEXT;
    case IR_RETURN:
        e->result = arena_array(e->arena, uint32_t, in->args + 1);
        for (uint32_t i = 0; i < in->args; i++)
            e->result[i] = arg_of(x, in, i);
        return RETURN;
    default: {
        uint32_t arg[4] = {0};
        for (uint32_t i = 0; i < in->args; i++)
            arg[i] = arg_of(x, in, i);
        give(x, in, 0, sem_eval((Op)in->op, in->type == IR_F16, arg));
    }
    }
    return NEXT;
}

static Flow run_block(const Frame *x, const IrBlock *b) {
    for (uint32_t i = 0; i < b->inst.len; i++) {
        if (x->e->fuel == 0)
            return RETURN;
        x->e->fuel--;
        Flow flow = run_inst(x, b->inst.at[i]);
        if (flow != NEXT)
            return flow;
    }
    return NEXT;
}

bool eval_run(Eval *e) {
    uint32_t entry = e->m->functions.len - 1;
    run_block(&(Frame){e, e->m->functions.at[entry], entry}, e->m->functions.at[entry]->body);
    return e->fuel > 0;
}

Eval eval_invocation(Arena *a, const IrModule *m, uint32_t i) {
    Eval e;
    eval_init(&e, a, m);
    const uint32_t *size = m->workgroup_size;
    uint32_t local[3] = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]};
    uint32_t group[3] = {3, 0, 0};
    for (uint32_t k = 0; k < 3; k++) {
        e.builtin[IRB_LOCAL_ID_X + k] = local[k];
        e.builtin[IRB_GLOBAL_ID_X + k] = group[k] * size[k] + local[k];
        e.builtin[IRB_WORKGROUP_ID_X + k] = group[k];
        e.builtin[IRB_NUM_WORKGROUPS_X + k] = k ? 1 : 5;
    }
    e.builtin[IRB_LOCAL_INDEX] = i;
    e.builtin[IRB_SUBGROUP_SIZE] = 1;
    e.builtin[IRB_SUBGROUP_ID] = i;
    e.builtin[IRB_NUM_SUBGROUPS] = size[0] * size[1] * size[2];
    e.builtin[IRB_WORKGROUP_INDEX] = 3;
    return e;
}

void eval_print_trace(StrBuf *out, const Eval *e) {
    for (uint32_t i = 0; i < e->trace.len; i++)
        strbuf_addf(out, "%x ", e->trace.at[i]);
}
