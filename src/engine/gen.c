/* Registers, values and straight code. */
#include "engine/gen.h"

/* ---- making instructions ---- */

Inst *gen_emit(Gen *g, CodeOp op, uint32_t d, uint32_t a, uint32_t b, uint32_t c, uint32_t e) {
    vec_push(g->arena, &g->inst, (Inst){.op = (uint8_t)op, .d = d, .a = a, .b = b, .c = c, .e = e});
    return &vec_last(&g->inst);
}

uint32_t gen_reg(Gen *g, bool scalar) {
    vec_push(g->arena, &g->reg,
             (GenReg){.scalar = scalar,
                      .function = g->in_preamble ? GEN_PREAMBLE : g->current,
                      .first = NO_REGISTER});
    return g->reg.len - 1;
}

/* A scalar register that is given out at once: the scheduler's, constants and limits. */
static uint32_t set_scalar(Gen *g) {
    vec_push(g->arena, &g->reg,
             (GenReg){.scalar = true, .set = true, .forever = true, .physical = g->code->scalars});
    g->code->scalars++;
    return g->reg.len - 1;
}

static GenConst *constant_place(Gen *g, uint32_t bits) {
    uint32_t mask = g->constant_slots - 1;
    uint32_t i = (bits * 0x9e3779b1u) >> 7 & mask;
    while (g->constant[i].reg && g->constant[i].bits != bits)
        i = (i + 1) & mask;
    return &g->constant[i];
}

static void grow_constants(Gen *g) {
    GenConst *old = g->constant;
    uint32_t n = g->constant_slots;
    g->constant_slots = n ? n * 2 : 64;
    g->constant = arena_array(g->arena, GenConst, g->constant_slots);
    for (uint32_t i = 0; i < n; i++)
        if (old[i].reg)
            *constant_place(g, old[i].bits) = old[i];
}

uint32_t gen_constant(Gen *g, uint32_t bits) {
    if (g->constants * 2 >= g->constant_slots)
        grow_constants(g);
    GenConst *c = constant_place(g, bits);
    if (!c->reg) { /* register 0 is one of the scheduler's */
        c->bits = bits;
        c->reg = set_scalar(g);
        g->constants++;
    }
    return c->reg;
}

uint32_t gen_limit(Gen *g, uint32_t object) {
    for (uint32_t i = 0; i < g->limit.len; i++)
        if (g->limit.at[i].object == object)
            return g->limit.at[i].virtual_reg;
    const IrObject *o = &g->ir->objects.at[object];
    uint32_t reg = set_scalar(g);
    vec_push(g->arena, &g->limit,
             (Limit){.object = object,
                     .array_offset = o->array_offset,
                     .stride = o->array_stride,
                     .reg = g->reg.at[reg].physical,
                     .virtual_reg = reg});
    return reg;
}

uint32_t gen_label(Gen *g) {
    vec_push(g->arena, &g->label, NO_REGISTER);
    return g->label.len - 1;
}

void gen_place_label(Gen *g, uint32_t label) {
    g->label.at[label] = g->inst.len;
}

Access *gen_access(Gen *g, const Access *a, uint32_t *index) {
    vec_push(g->arena, &g->access, *a);
    *index = g->access.len - 1;
    return &vec_last(&g->access);
}

/* ---- counting ---- */

void gen_end_run(Gen *g) {
    g->run = NO_REGISTER;
}

static bool counts(uint32_t op) {
    return (flow_is_op(op) && op != OP_MOV) || op == IR_LOAD || op == IR_STORE || op == IR_ATOMIC ||
           op == IR_SUBGROUP || op == IR_TEXTURE || op == IR_BARRIER || op == IR_IF ||
           op == IR_SWITCH || op == IR_BREAK_IF;
}

void gen_count(Gen *g, const IrInst *in) {
    if (!g->checked || !counts(in->op))
        return;
    if (g->run == NO_REGISTER) {
        g->run = g->counted.len;
        vec_push(g->arena, &g->counted, (EngineBlockInfo){0});
        gen_emit(g, CODE_EVENT_BLOCK, g->run, 0, 0, 0, 0);
    }
    EngineBlockInfo *run = &g->counted.at[g->run];
    run->instructions++;
    if (flow_is_op(in->op))
        run->flops += op_info[in->op].flops;
    if (!run->first_site)
        run->first_site = in->site;
}

/* ---- values ---- */

bool gen_varies(const Gen *g, IrValue v) {
    return g->f->value[v].varying;
}

uint32_t gen_scalar(Gen *g, IrValue v) {
    if (ir_is_const(g->f->ir, v))
        return gen_constant(g, g->f->ir->values.at[v].bits);
    if (gen_varies(g, v) || g->fn->place[v].reg == NO_REGISTER)
        LW_BUG("value %u of %.*s is no uniform value", v, STR_ARG(g->f->ir->name));
    return g->fn->place[v].reg;
}

uint32_t gen_vector(Gen *g, IrValue v) {
    GenPlace *p = &g->fn->place[v];
    if (gen_varies(g, v)) {
        if (p->reg == NO_REGISTER)
            LW_BUG("value %u of %.*s is nowhere", v, STR_ARG(g->f->ir->name));
        return p->reg;
    }
    if (p->splat != NO_REGISTER)
        return p->splat;
    uint32_t d = gen_reg(g, false);
    gen_emit(g, CODE_SPLAT, d, gen_scalar(g, v), 0, 0, 0);
    return d;
}

/* Between the making of a value and its being written to a slot, may the slot already hold it? */
static bool slot_is_free(const Gen *g, uint32_t slot, uint32_t set_at) {
    enum { FAR = 64 };
    if (g->f->node.at[set_at].block != g->block || set_at - g->at > FAR ||
        g->slot_alias[slot] > g->at)
        return false;
    for (uint32_t at = g->at + 1; at < set_at; at++) {
        const IrInst *in = g->f->node.at[at].inst;
        if (!in || in->op == IR_CALL || g->f->node.at[at].child != FLOW_NONE ||
            ((in->op == IR_GET || in->op == IR_SET) && in->slot == slot))
            return false;
    }
    return true;
}

uint32_t gen_result(Gen *g, IrValue v, uint8_t *merge) {
    const FlowValue *info = &g->f->value[v];
    GenPlace *p = &g->fn->place[v];
    if (info->set_at != FLOW_NONE && !g->in_preamble) {
        uint32_t slot = g->f->node.at[info->set_at].inst->slot;
        bool total = flow_is_total(g->flow, g->current, g->block, slot);
        if (g->flow->slot[slot].varying == info->varying && (total || merge) &&
            slot_is_free(g, slot, info->set_at)) {
            if (merge)
                *merge = !total;
            p->written = true;
            return p->reg = g->slot_reg[slot];
        }
    }
    return p->reg = gen_reg(g, !info->varying);
}

void gen_write(Gen *g, uint32_t d, bool d_varies, IrValue v, bool total) {
    Inst *in;
    if (!d_varies)
        in = gen_emit(g, CODE_MOVE, d, gen_scalar(g, v), 0, 0, 0);
    else if (gen_varies(g, v))
        in = gen_emit(g, CODE_COPY, d, gen_vector(g, v), 0, 0, 0);
    else
        in = gen_emit(g, CODE_SPLAT, d, gen_scalar(g, v), 0, 0, 0);
    in->merge = d_varies && !total;
}

void gen_set_slot(Gen *g, const IrInst *in) {
    if (g->fn->place[in->arg[0]].written)
        return;
    gen_write(g, g->slot_reg[in->slot], g->flow->slot[in->slot].varying, in->arg[0],
              flow_is_total(g->flow, g->current, g->block, in->slot));
}

static void get_slot(Gen *g, const IrInst *in) {
    const FlowSlot *s = &g->flow->slot[in->slot];
    const FlowValue *info = &g->f->value[in->result];
    bool stays = !flow_slot_set_between(g->flow, in->slot, g->at, info->last) &&
                 !(s->shared_by_functions && g->f->calls);
    if (stays) {
        g->fn->place[in->result].reg = g->slot_reg[in->slot];
        if (g->slot_alias[in->slot] < info->last)
            g->slot_alias[in->slot] = info->last;
        return;
    }
    uint32_t d = gen_result(g, in->result, NULL);
    gen_emit(g, s->varying ? CODE_COPY : CODE_MOVE, d, g->slot_reg[in->slot], 0, 0, 0);
}

/* ---- built-in values ---- */

static uint32_t uniform_builtin(Gen *g, uint32_t builtin) {
    const uint32_t *size = g->ir->workgroup_size;
    uint32_t lanes = size[0] * size[1] * size[2], subgroup = g->flow->subgroup_size;
    switch (builtin) {
    case IRB_GLOBAL_ID_X:
    case IRB_GLOBAL_ID_Y:
    case IRB_GLOBAL_ID_Z: return BASE_X + builtin - IRB_GLOBAL_ID_X;
    case IRB_WORKGROUP_ID_X:
    case IRB_WORKGROUP_ID_Y:
    case IRB_WORKGROUP_ID_Z: return GROUP_X + builtin - IRB_WORKGROUP_ID_X;
    case IRB_NUM_WORKGROUPS_X:
    case IRB_NUM_WORKGROUPS_Y:
    case IRB_NUM_WORKGROUPS_Z: return GROUPS_X + builtin - IRB_NUM_WORKGROUPS_X;
    case IRB_GLOBAL_INDEX: return BASE_INDEX;
    case IRB_WORKGROUP_INDEX: return GROUP_INDEX;
    case IRB_SUBGROUP_SIZE: return gen_constant(g, subgroup);
    case IRB_NUM_SUBGROUPS: return gen_constant(g, (lanes + subgroup - 1) / subgroup);
    default: return gen_constant(g, 0); /* a place in a workgroup or subgroup of one */
    }
}

static void gen_builtin(Gen *g, const IrInst *in) {
    GenPlace *p = &g->fn->place[in->result];
    uint32_t b = in->builtin;
    if (!gen_varies(g, in->result)) {
        p->reg = uniform_builtin(g, b);
    } else if (b == IRB_GLOBAL_INDEX || (b >= IRB_GLOBAL_ID_X && b <= IRB_GLOBAL_ID_Z)) {
        uint32_t local = b == IRB_GLOBAL_INDEX ? g->grid_index
                                               : g->builtin[IRB_LOCAL_ID_X + b - IRB_GLOBAL_ID_X];
        uint32_t base = b == IRB_GLOBAL_INDEX ? BASE_INDEX : BASE_X + b - IRB_GLOBAL_ID_X;
        uint8_t merge = 0;
        uint32_t d = gen_result(g, in->result, &merge);
        Inst *add = gen_emit(g, CODE_VS, d, local, base, 0, 0);
        add->fn = g->ops->alu[OP_IADD][FORM_VS];
        add->sub = OP_IADD;
        add->merge = merge;
    } else {
        p->reg = g->builtin[b];
    }
}

/* ---- scalar operations ---- */

static LaneFn *lane_fn(const Gen *g, const IrInst *in, LaneForm form) {
    bool half =
        in->type == IR_F16 && op_info[in->op].signature[0] == 'f' && g->ops->alu16[in->op][FORM_VV];
    return half ? g->ops->alu16[in->op][form] : g->ops->alu[in->op][form];
}

/* How the two operands of a varying operation are given; FORM_VV with a uniform one: as vectors. */
static LaneForm operand_form(const Gen *g, const IrInst *in) {
    bool a = gen_varies(g, in->arg[0]), b = gen_varies(g, in->arg[1]);
    if (a && !b && lane_fn(g, in, FORM_VS))
        return FORM_VS;
    if (!a && b && lane_fn(g, in, FORM_SV))
        return FORM_SV;
    return FORM_VV;
}

/* The lane that subgroupBroadcast reads: a constant. */
static bool is_lane_number(const IrInst *in, uint32_t i) {
    return in->subgroup_op == IRS_BROADCAST && i == 1;
}

/* Operands of an operation on a texture that may be uniform or not: all but values to be stored. */
static uint32_t texture_indices(const IrInst *in) {
    return in->texture_op == IRT_STORE ? IRT_COORDINATES : in->args;
}

bool gen_wants_vector(const Gen *g, const IrInst *in, uint32_t i) {
    if (gen_varies(g, in->arg[i]))
        return false;
    if (flow_is_op(in->op))
        return gen_varies(g, in->result) && (in->args != 2 || operand_form(g, in) == FORM_VV);
    if (in->op == IR_SUBGROUP)
        return !is_lane_number(in, i);
    if (in->op == IR_TEXTURE)
        return i >= texture_indices(in);
    return gen_memory_wants_vector(g, in, i);
}

static void gen_uniform_op(Gen *g, const IrInst *in) {
    static const uint8_t short_code[OP_COUNT] = {
        [OP_IADD] = CODE_IADD, [OP_ISUB] = CODE_ISUB, [OP_IMUL] = CODE_IMUL,
        [OP_SHL] = CODE_SHL,   [OP_USHR] = CODE_USHR, [OP_IAND] = CODE_IAND,
        [OP_ULT] = CODE_ULT,   [OP_SLT] = CODE_SLT,   [OP_MOV] = CODE_MOVE,
    };
    uint32_t arg[4] = {0};
    for (uint32_t i = 0; i < in->args; i++)
        arg[i] = gen_scalar(g, in->arg[i]);
    uint8_t code = short_code[in->op];
    uint32_t d = gen_result(g, in->result, NULL);
    Inst *op = gen_emit(g, code ? code : CODE_EVAL, d, arg[0], arg[1], arg[2], arg[3]);
    op->sub = (uint8_t)in->op;
    op->half = in->type == IR_F16;
}

static void gen_op(Gen *g, const IrInst *in) {
    if (!gen_varies(g, in->result)) {
        gen_uniform_op(g, in);
        return;
    }
    static const CodeOp by_operands[] = {CODE_V1, CODE_V1, CODE_V2, CODE_V3, CODE_V4};
    LaneForm form = in->args == 2 ? operand_form(g, in) : FORM_VV;
    CodeOp code = form == FORM_VS ? CODE_VS : form == FORM_SV ? CODE_SV : by_operands[in->args];
    uint32_t arg[4] = {0};
    for (uint32_t i = 0; i < in->args; i++) {
        bool scalar = (form == FORM_VS && i == 1) || (form == FORM_SV && i == 0);
        arg[i] = scalar ? gen_scalar(g, in->arg[i]) : gen_vector(g, in->arg[i]);
    }
    uint8_t merge = 0;
    uint32_t d = gen_result(g, in->result, &merge);
    Inst *op = gen_emit(g, in->op == OP_MOV ? CODE_COPY : code, d, arg[0], arg[1], arg[2], arg[3]);
    op->fn = lane_fn(g, in, form);
    op->sub = (uint8_t)in->op;
    op->merge = merge;
}

static void gen_subgroup(Gen *g, const IrInst *in) {
    Access a = {
        .type = in->type, .results = (uint8_t)in->results, .site = in->site, .fixed = NO_REGISTER};
    a.operands = (uint8_t)in->args;
    if (in->args)
        a.type = (uint8_t)ir_type_of(g->f->ir, in->arg[0]);
    for (uint32_t i = 0; i < in->args; i++) {
        a.scalar_operand[i] = is_lane_number(in, i);
        a.operand[i] = a.scalar_operand[i] ? gen_scalar(g, in->arg[i]) : gen_vector(g, in->arg[i]);
    }
    for (uint32_t i = 0; i < in->results; i++)
        a.result[i] = gen_result(g, in->result + i, NULL);
    uint32_t index;
    gen_access(g, &a, &index);
    gen_emit(g, CODE_SUBGROUP, index, 0, 0, 0, 0)->sub = (uint8_t)in->subgroup_op;
}

static void gen_watch(Gen *g, const IrInst *in) {
    Access a = {
        .type = in->type, .site = in->site, .operands = (uint8_t)in->args, .fixed = NO_REGISTER};
    if (!g->checked)
        return;
    if (in->watch == IRW_PRINT) {
        a.object = in->print;
        a.offset = in->first;
    }
    for (uint32_t i = 0; i < in->args; i++) {
        a.scalar_operand[i] = !gen_varies(g, in->arg[i]);
        a.operand[i] = a.scalar_operand[i] ? gen_scalar(g, in->arg[i]) : gen_vector(g, in->arg[i]);
    }
    uint32_t index;
    gen_access(g, &a, &index);
    gen_emit(g, CODE_WATCH, index, 0, 0, 0, 0)->sub = (uint8_t)in->watch;
}

/* The coordinates are given as indices. */
static void gen_texture(Gen *g, const IrInst *in) {
    Access a = {.op = in->texture_op == IRT_STORE ? MEMORY_STORE : MEMORY_LOAD,
                .space = SPACE_HANDLE,
                .type = in->type,
                .object = in->texture,
                .results = (uint8_t)in->results,
                .site = in->site,
                .fixed = NO_REGISTER};
    a.indices = texture_indices(in);
    a.sampling = in->sampling;
    a.operands = (uint8_t)(in->args - a.indices);
    a.index = arena_array(g->arena, AccessIndex, a.indices + 1);
    for (uint32_t i = 0; i < a.indices; i++) {
        bool uniform = !gen_varies(g, in->arg[i]);
        uint32_t reg = uniform ? gen_scalar(g, in->arg[i]) : gen_vector(g, in->arg[i]);
        a.index[i] = (AccessIndex){.reg = reg, .uniform = uniform, .limit = gen_constant(g, 0)};
    }
    for (uint32_t i = 0; i < a.operands; i++)
        a.operand[i] = gen_vector(g, in->arg[a.indices + i]);
    a.scalar_result = in->results && !gen_varies(g, in->result);
    for (uint32_t i = 0; i < a.results; i++)
        a.result[i] =
            g->f->value[in->result + i].uses ? gen_result(g, in->result + i, NULL) : NO_REGISTER;
    uint32_t index;
    gen_access(g, &a, &index);
    gen_emit(g, CODE_TEXTURE, index, 0, 0, 0, 0)->sub = (uint8_t)in->texture_op;
}

/* ---- any instruction ---- */

void gen_splat(Gen *g, IrValue v) {
    GenPlace *p = &g->fn->place[v];
    if (!g->f->value[v].wants_vector || p->written || p->splat != NO_REGISTER)
        return;
    uint32_t d = gen_reg(g, false);
    gen_emit(g, CODE_SPLAT, d, p->reg, 0, 0, 0);
    p->splat = d;
}

void gen_inst(Gen *g, const IrInst *in) {
    g->site = in->site;
    switch (in->op) {
    case IR_BUILTIN: gen_builtin(g, in); break;
    case IR_GET: get_slot(g, in); break;
    case IR_SET: gen_set_slot(g, in); break;
    case IR_ARRAY_LENGTH: g->fn->place[in->result].reg = gen_limit(g, in->access->object); break;
    case IR_LOAD:
    case IR_STORE:
    case IR_ATOMIC: gen_memory(g, in); break;
    case IR_SUBGROUP: gen_subgroup(g, in); break;
    case IR_TEXTURE: gen_texture(g, in); break;
    case IR_WATCH: gen_watch(g, in); break;
    default: gen_op(g, in);
    }
    for (uint32_t i = 0; i < in->results && !g->in_preamble; i++)
        gen_splat(g, in->result + i);
}

/* ---- the whole ---- */

/* A register that callers write or read. */
static uint32_t function_reg(Gen *g, bool scalar, bool to_end) {
    uint32_t r = gen_reg(g, scalar);
    g->reg.at[r].whole_function = true;
    g->reg.at[r].to_end = to_end;
    vec_push(g->arena, &g->whole, r);
    return r;
}

static void prepare_function(Gen *g, uint32_t i) {
    GenFunction *fn = &g->function[i];
    FlowFunction *f = &g->flow->function[i];
    const IrFunction *ir = f->ir;
    fn->place = arena_array(g->arena, GenPlace, ir->values.len + 1);
    for (uint32_t v = 0; v < ir->values.len; v++) {
        fn->place[v].reg = fn->place[v].splat = NO_REGISTER;
        f->value[v].wants_vector = false;
    }
    g->current = i;
    for (uint32_t v = 1; v <= ir->params; v++)
        fn->place[v].reg = function_reg(g, !f->value[v].varying, false);
    fn->result = arena_array(g->arena, uint32_t, ir->result_types.len + 1);
    for (uint32_t r = 0; r < ir->result_types.len; r++)
        fn->result[r] = function_reg(g, !f->varying_result[r], true);
    fn->label = gen_label(g);
    fn->end_label = gen_label(g);
}

static void prepare_slots(Gen *g) {
    uint32_t n = g->ir->slots.len;
    g->slot_reg = arena_array(g->arena, uint32_t, n + 1);
    g->slot_alias = arena_array(g->arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const FlowSlot *s = &g->flow->slot[i];
        if (s->function == FLOW_NONE)
            continue;
        g->current = s->function;
        g->slot_reg[i] = gen_reg(g, !s->varying);
        GenReg *r = &g->reg.at[g->slot_reg[i]];
        r->forever = s->shared_by_functions;
        r->whole_function = !s->scoped;
        if (!s->scoped)
            vec_push(g->arena, &g->whole, g->slot_reg[i]);
        r->zeroed = g->ir->slots.at[i].is_private;
    }
}

Code gen_code(Arena *arena, const IrModule *m, Flow *flow, const LaneOps *ops, bool checked,
              EngineBlockInfo **blocks, uint32_t *block_count) {
    Code code = {.scalars = 0, .functions = m->functions.len};
    Gen *g = arena_new(arena, Gen);
    *g = (Gen){.arena = arena,
               .ir = m,
               .flow = flow,
               .ops = ops,
               .code = &code,
               .checked = checked,
               .run = NO_REGISTER,
               .innermost = FLOW_NONE,
               .grid_index = NO_REGISTER};
    for (uint32_t i = 0; i < SCALARS_SET; i++)
        set_scalar(g);
    g->function = arena_array(arena, GenFunction, m->functions.len);
    for (uint32_t i = 0; i < m->functions.len; i++)
        prepare_function(g, i);
    prepare_slots(g);
    gen_private_layout(g);
    gen_preamble(g);
    gen_functions(g);
    gen_give_registers(g);
    if (blocks) {
        *blocks = g->counted.at;
        *block_count = g->counted.len;
    }
    return code;
}
