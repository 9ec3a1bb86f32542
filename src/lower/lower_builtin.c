/* Builtin functions: three kinds.
 *
 * Those that do the same to each component are rows of builtins.def; those that only compute are in
 * lower_math.c and lower_pack.c; those that have an effect, or look at memory or at other
 * invocations, are here. Tables by Builtin say which is which.
 */
#include "lower/lower_internal.h"

/* ---- the same for each component ---- */

static Op op_by_type(Builtin b, IrType t) {
    const BuiltinInfo *info = &builtin_info[b];
    switch (t) {
    case IR_I32: return info->op_s;
    case IR_U32: return info->op_u;
    case IR_F32:
    case IR_F16: return info->op_f;
    default: return OP_NONE;
    }
}

/* The result has the type of the first operand, but where the operation says that it is an i32. */
static IrType result_type(Op op, IrType first) {
    return op_info[op].signature[0] == 'i' ? IR_I32 : first;
}

IrValue lower_each(Lower *l, Builtin b, const IrValue *arg, uint32_t args) {
    const IrType first = lower_type_of(l, arg[0]);
    const Op op = op_by_type(b, first);
    if (op == OP_NONE || op_info[op].operands != args)
        LW_BUG("%s has no form for type %d", builtin_info[b].name, (int)first);
    const IrType t = result_type(op, first);
    switch (args) {
    case 1: return ir_op1(&l->b, op, t, arg[0]);
    case 2: return ir_op2(&l->b, op, t, arg[0], arg[1]);
    case 3: return ir_op3(&l->b, op, t, arg[0], arg[1], arg[2]);
    default: return ir_op4(&l->b, op, t, arg[0], arg[1], arg[2], arg[3]);
    }
}

static Values componentwise(Lower *l, const Expr *e, const Values *arg) {
    Values r = lower_values(l, arg[0].len);
    for (uint32_t i = 0; i < r.len; i++) {
        IrValue component[4];
        for (uint32_t k = 0; k < e->args.len; k++)
            component[k] = lower_component(arg[k], i);
        r.at[i] = lower_each(l, e->builtin, component, e->args.len);
    }
    return r;
}

/* ---- memory and barriers ---- */

static Values results_of(Lower *l, const IrInst *inst) {
    Values v = lower_values(l, inst->results);
    for (uint32_t i = 0; i < v.len; i++)
        v.at[i] = inst->result + i;
    return v;
}

static Values atomic(Lower *l, const Expr *e, uint32_t op) {
    IrValue operand[2];
    Path p = lower_place(l, e->args.at[0]);
    for (uint32_t i = 1; i < e->args.len; i++)
        operand[i - 1] = lower_scalar(l, e->args.at[i]);
    return results_of(l, lower_atomic(l, (IrAtomicOp)op, p, operand, e->args.len - 1, e->span));
}

static Values barrier(Lower *l, const Expr *e, uint32_t kinds) {
    lower_at(l, e->span);
    lower_append(l, IR_BARRIER, IR_VOID, 0, NULL, 0)->barrier = kinds;
    return (Values){0};
}

/* A load between two barriers, so that every invocation reads the same. */
static Values uniform_load(Lower *l, const Expr *e, uint32_t kinds) {
    Path p = lower_place(l, e->args.at[0]);
    barrier(l, e, kinds);
    Values v = p.type->kind == TYPE_ATOMIC
                   ? results_of(l, lower_atomic(l, IRA_LOAD, p, NULL, 0, e->span))
                   : lower_load(l, p, e->span);
    barrier(l, e, kinds);
    return v;
}

static Values array_length(Lower *l, const Expr *e, uint32_t unused) {
    (void)unused;
    Path p = lower_place(l, e->args.at[0]);
    IrIndex *array = arena_new(l->arena, IrIndex);
    *array = (IrIndex){.stride = p.type->stride, .array_offset = p.offset};
    IrAccess *a = arena_new(l->arena, IrAccess);
    *a = (IrAccess){.object = p.object,
                    .offset = p.offset,
                    .components = 1,
                    .type = IR_U32,
                    .width = 4,
                    .indices = 1,
                    .index = array};
    l->b.site = lower_site(l, e->span, p.object);
    IrInst *inst = lower_append(l, IR_ARRAY_LENGTH, IR_U32, 1, NULL, 0);
    inst->access = a;
    return lower_values1(l, inst->result);
}

/* ---- subgroups ---- */

static IrInst *subgroup_op(Lower *l, uint32_t op, IrType t, uint32_t results, const IrValue *arg,
                           uint32_t args) {
    lower_note_first(&l->ir->subgroups, l->ir->sites.at[l->b.site].span);
    l->ir->uses_subgroups = true;
    IrInst *inst = lower_append(l, IR_SUBGROUP, t, results, arg, args);
    inst->subgroup_op = op;
    return inst;
}

/* Component by component; a second argument is a lane, a mask or a distance. */
static Values subgroup(Lower *l, const Expr *e, uint32_t op) {
    Values v = lower_expr(l, e->args.at[0]);
    IrValue operand[2] = {0};
    if (e->args.len > 1)
        operand[1] = lower_convert1(l, lower_scalar(l, e->args.at[1]), IR_U32);
    lower_at(l, e->span);
    Values r = lower_values(l, v.len);
    for (uint32_t i = 0; i < v.len; i++) {
        operand[0] = v.at[i];
        r.at[i] = subgroup_op(l, op, lower_type_of(l, v.at[i]), 1, operand, e->args.len)->result;
    }
    return r;
}

static Values subgroup_elect(Lower *l, const Expr *e, uint32_t op) {
    lower_at(l, e->span);
    return results_of(l, subgroup_op(l, op, IR_BOOL, 1, NULL, 0));
}

static Values subgroup_ballot(Lower *l, const Expr *e, uint32_t op) {
    const IrValue v = lower_scalar(l, e->args.at[0]);
    lower_at(l, e->span);
    return results_of(l, subgroup_op(l, op, IR_U32, 4, &v, 1));
}

/* ---- the table ---- */

/* Builtins that evaluate their arguments themselves, with what tells one from another. */
static const struct {
    Values (*lower)(Lower *l, const Expr *e, uint32_t detail);
    uint32_t detail;
} effects[BUILTIN_COUNT] = {
    [BUILTIN_arrayLength] = {array_length, 0},
    [BUILTIN_workgroupBarrier] = {barrier, IR_BARRIER_WORKGROUP},
    [BUILTIN_storageBarrier] = {barrier, IR_BARRIER_STORAGE},
    [BUILTIN_textureBarrier] = {barrier, IR_BARRIER_TEXTURE},
    [BUILTIN_workgroupUniformLoad] = {uniform_load, IR_BARRIER_WORKGROUP},
    [BUILTIN_atomicLoad] = {atomic, IRA_LOAD},
    [BUILTIN_atomicStore] = {atomic, IRA_STORE},
    [BUILTIN_atomicAdd] = {atomic, IRA_ADD},
    [BUILTIN_atomicSub] = {atomic, IRA_SUB},
    [BUILTIN_atomicMin] = {atomic, IRA_MIN},
    [BUILTIN_atomicMax] = {atomic, IRA_MAX},
    [BUILTIN_atomicAnd] = {atomic, IRA_AND},
    [BUILTIN_atomicOr] = {atomic, IRA_OR},
    [BUILTIN_atomicXor] = {atomic, IRA_XOR},
    [BUILTIN_atomicExchange] = {atomic, IRA_EXCHANGE},
    [BUILTIN_atomicCompareExchangeWeak] = {atomic, IRA_COMPARE_EXCHANGE},
    [BUILTIN_subgroupAdd] = {subgroup, IRS_ADD},
    [BUILTIN_subgroupExclusiveAdd] = {subgroup, IRS_EXCLUSIVE_ADD},
    [BUILTIN_subgroupInclusiveAdd] = {subgroup, IRS_INCLUSIVE_ADD},
    [BUILTIN_subgroupMul] = {subgroup, IRS_MUL},
    [BUILTIN_subgroupExclusiveMul] = {subgroup, IRS_EXCLUSIVE_MUL},
    [BUILTIN_subgroupInclusiveMul] = {subgroup, IRS_INCLUSIVE_MUL},
    [BUILTIN_subgroupMin] = {subgroup, IRS_MIN},
    [BUILTIN_subgroupMax] = {subgroup, IRS_MAX},
    [BUILTIN_subgroupAnd] = {subgroup, IRS_AND},
    [BUILTIN_subgroupOr] = {subgroup, IRS_OR},
    [BUILTIN_subgroupXor] = {subgroup, IRS_XOR},
    [BUILTIN_subgroupAll] = {subgroup, IRS_ALL},
    [BUILTIN_subgroupAny] = {subgroup, IRS_ANY},
    [BUILTIN_subgroupElect] = {subgroup_elect, IRS_ELECT},
    [BUILTIN_subgroupBallot] = {subgroup_ballot, IRS_BALLOT},
    [BUILTIN_subgroupBroadcast] = {subgroup, IRS_BROADCAST},
    [BUILTIN_subgroupBroadcastFirst] = {subgroup, IRS_BROADCAST_FIRST},
    [BUILTIN_subgroupShuffle] = {subgroup, IRS_SHUFFLE},
    [BUILTIN_subgroupShuffleXor] = {subgroup, IRS_SHUFFLE_XOR},
    [BUILTIN_subgroupShuffleUp] = {subgroup, IRS_SHUFFLE_UP},
    [BUILTIN_subgroupShuffleDown] = {subgroup, IRS_SHUFFLE_DOWN},
    [BUILTIN_quadBroadcast] = {subgroup, IRS_QUAD_BROADCAST},
    [BUILTIN_quadSwapX] = {subgroup, IRS_QUAD_SWAP_X},
    [BUILTIN_quadSwapY] = {subgroup, IRS_QUAD_SWAP_Y},
    [BUILTIN_quadSwapDiagonal] = {subgroup, IRS_QUAD_SWAP_DIAGONAL},
};

static LowerPure *pure_builtin(Builtin b) {
    if (builtin_info[b].flags & BF_COMPONENTWISE)
        return componentwise;
    LowerPure *pure = lower_math(b);
    return pure ? pure : lower_pack(b);
}

Values lower_builtin(Lower *l, const Expr *e) {
    const uint32_t flags = builtin_info[e->builtin].flags;
    if (flags & BF_TEXTURE)
        return lower_texture(l, e);
    if (flags & BF_DERIVATIVE) {
        lower_unsupported(l, e->span, "derivatives");
        return lower_zeros(l, e->final, e->span);
    }
    if (effects[e->builtin].lower)
        return effects[e->builtin].lower(l, e, effects[e->builtin].detail);
    LowerPure *pure = pure_builtin(e->builtin);
    if (!pure)
        LW_BUG("the builtin '%s' cannot be lowered", builtin_info[e->builtin].name);
    Values *arg = arena_array(l->arena, Values, e->args.len);
    for (uint32_t i = 0; i < e->args.len; i++)
        arg[i] = lower_expr(l, e->args.at[i]);
    lower_at(l, e->span);
    return pure(l, e, arg);
}
