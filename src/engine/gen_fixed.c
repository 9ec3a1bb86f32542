/* The preamble: values that depend only on an invocation's place in its workgroup are the same for
 * every workgroup, so they are made once and keep their registers.
 *
 * Each such register makes the frame larger, and a frame should stay in the first cache. So only
 * values that other code uses are kept, in the order of the program, up to a number; the rest is
 * computed where it stands. The checked variant keeps more: indices, which it reads only when one is
 * out of bounds.
 */
#include "engine/gen.h"

enum { MOST = 64, MOST_CHECKED = 192 };

static bool is_room(const Gen *g) {
    return g->forever < (g->checked ? MOST_CHECKED : MOST);
}

/* ---- choosing ---- */

static void choose(Gen *g, IrValue v) {
    GenPlace *p = &g->fn->place[v];
    const FlowValue *info = &g->f->value[v];
    if (!info->fixed || p->forever || p->in_main)
        return;
    bool is_builtin = g->f->ir->values.at[v].inst->op == IR_BUILTIN;
    if (info->varying && !is_builtin) {
        if (!is_room(g)) {
            p->in_main = true;
            return;
        }
        g->forever++;
    }
    p->forever = p->in_preamble = true;
}

static void choose_splat(Gen *g, IrValue v) {
    GenPlace *p = &g->fn->place[v];
    FlowValue *info = &g->f->value[v];
    if (info->wants_vector)
        return;
    if (!info->fixed && !ir_is_const(g->f->ir, v)) {
        info->wants_vector = true; /* made where the value is */
    } else if (is_room(g)) {
        info->wants_vector = true;
        p->in_preamble |= info->fixed;
        g->forever++;
    }
}

/* Is the address of an access to be made in the preamble? Then its indices need not be elsewhere.
 */
static bool choose_address(Gen *g, const IrInst *in) {
    if ((in->op != IR_LOAD && in->op != IR_STORE && in->op != IR_ATOMIC) ||
        flow_is_private(g->ir, in->access->object))
        return false;
    if (!gen_address_is_fixed(g, in))
        return false;
    if (gen_find_fixed_address(g, in))
        return true;
    if (!is_room(g))
        return false;
    g->forever++;
    GenAddress a = gen_address_of(g, in, 1);
    for (uint32_t i = 0; i < a.indices; i++)
        if (g->f->value[a.arg[i]].fixed)
            g->fn->place[a.arg[i]].in_preamble = true;
    vec_push(g->arena, &g->fixed_address, a);
    return true;
}

static bool is_index(const IrInst *in, uint32_t i) {
    if (in->op != IR_LOAD && in->op != IR_STORE && in->op != IR_ATOMIC)
        return false;
    for (uint32_t k = 0; k < in->access->indices; k++)
        if (in->access->index[k].arg == i)
            return true;
    return false;
}

static void choose_operands(Gen *g, const IrInst *in) {
    bool fixed_address = choose_address(g, in);
    for (uint32_t i = 0; i < in->args; i++) {
        IrValue v = in->arg[i];
        bool index = is_index(in, i);
        if (fixed_address && index && g->f->value[v].varying && !g->checked)
            continue; /* the checked variant wants them when one is out of bounds */
        if (!ir_is_const(g->f->ir, v))
            choose(g, v);
        if (!index && gen_wants_vector(g, in, i))
            choose_splat(g, v);
    }
}

static bool is_fixed(const Gen *g, const IrInst *in) {
    return in && in->results == 1 && g->f->value[in->result].fixed;
}

static void choose_in_function(Gen *g) {
    for (uint32_t at = 0; at < g->f->node.len; at++) {
        const IrInst *in = g->f->node.at[at].inst;
        if (in && !is_fixed(g, in))
            choose_operands(g, in);
    }
    for (uint32_t at = g->f->node.len; at-- > 0;) {
        const IrInst *in = g->f->node.at[at].inst;
        if (!is_fixed(g, in))
            continue;
        const GenPlace *p = &g->fn->place[in->result];
        if (p->in_main)
            choose_operands(g, in);
        for (uint32_t i = 0; p->in_preamble && i < in->args; i++)
            if (g->f->value[in->arg[i]].fixed)
                g->fn->place[in->arg[i]].in_preamble = true;
    }
}

/* ---- making ---- */

static uint32_t fixed_reg(Gen *g) {
    uint32_t r = gen_reg(g, false);
    g->reg.at[r].forever = true;
    return r;
}

/* global_invocation_index of each lane, less that of the workgroup's first. */
static void make_grid_index(Gen *g) {
    static const uint32_t step[3] = {0, ROW_INDEX, PLANE_INDEX};
    g->grid_index = fixed_reg(g);
    gen_emit(g, CODE_SPLAT, g->grid_index, gen_constant(g, 0), 0, 0, 0);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t local = g->builtin[IRB_LOCAL_ID_X + i];
        if (local == NO_REGISTER)
            continue;
        uint32_t product = gen_reg(g, false);
        uint32_t by = i ? step[i] : gen_constant(g, 1);
        gen_emit(g, CODE_VS, product, local, by, 0, 0)->fn = g->ops->alu[OP_IMUL][FORM_VS];
        vec_last(&g->inst).sub = OP_IMUL;
        gen_emit(g, CODE_V2, g->grid_index, g->grid_index, product, 0, 0)->fn =
            g->ops->alu[OP_IADD][FORM_VV];
        vec_last(&g->inst).sub = OP_IADD;
    }
}

static void need_builtin(Gen *g, uint32_t b) {
    if (!flow_builtin_varies(g->ir, g->flow->subgroup_size, b))
        return;
    if (b >= IRB_GLOBAL_ID_X && b <= IRB_GLOBAL_ID_Z)
        b += IRB_LOCAL_ID_X - IRB_GLOBAL_ID_X;
    if (g->builtin[b] != NO_REGISTER)
        return;
    g->builtin[b] = fixed_reg(g);
    gen_emit(g, CODE_BUILTIN, g->builtin[b], b, 0, 0, 0);
}

static void make_builtins(Gen *g) {
    for (uint32_t i = 0; i < IRB_COUNT; i++)
        g->builtin[i] = NO_REGISTER;
    for (uint32_t i = 0; i < g->ir->functions.len; i++) {
        const FlowFunction *f = &g->flow->function[i];
        for (uint32_t at = 0; f->called && at < f->node.len; at++) {
            const IrInst *in = f->node.at[at].inst;
            if (!in || in->op != IR_BUILTIN)
                continue;
            if (in->builtin != IRB_GLOBAL_INDEX) {
                need_builtin(g, in->builtin);
            } else if (g->grid_index == NO_REGISTER) {
                for (uint32_t k = 0; k < 3; k++)
                    need_builtin(g, IRB_LOCAL_ID_X + k);
                make_grid_index(g);
            }
        }
    }
}

static void make_values(Gen *g) {
    for (uint32_t at = 0; at < g->f->node.len; at++) {
        const IrInst *in = g->f->node.at[at].inst;
        if (!is_fixed(g, in) || !g->fn->place[in->result].in_preamble)
            continue;
        g->at = at;
        gen_inst(g, in);
    }
    for (uint32_t i = 0; i < g->fixed_address.len; i++)
        if (g->fixed_address.at[i].function == g->current)
            gen_fixed_address(g, &g->fixed_address.at[i]);
    for (uint32_t v = 1; v < g->f->ir->values.len; v++) {
        GenPlace *p = &g->fn->place[v];
        const FlowValue *info = &g->f->value[v];
        if (info->wants_vector && (info->fixed || ir_is_const(g->f->ir, v))) {
            p->splat = fixed_reg(g);
            gen_emit(g, CODE_SPLAT, p->splat, gen_scalar(g, v), 0, 0, 0);
        }
        if (p->forever && p->reg != NO_REGISTER)
            g->reg.at[p->reg].forever = true;
        else if (p->in_preamble)
            p->reg = NO_REGISTER;
    }
}

void gen_preamble(Gen *g) {
    g->in_preamble = true;
    make_builtins(g);
    for (uint32_t i = g->ir->functions.len; i-- > 0;) {
        g->current = i;
        g->f = &g->flow->function[i];
        g->fn = &g->function[i];
        if (!g->f->called)
            continue;
        choose_in_function(g);
        make_values(g);
    }
    g->in_preamble = false;
    g->code->main = g->inst.len;
}
