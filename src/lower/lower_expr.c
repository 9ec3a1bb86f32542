/* Expressions as values.
 *
 * What is known before the run is a constant and is not looked into. Everything else is evaluated
 * from left to right, as it stands.
 */
#include "lower/lower_internal.h"

enum {
    /* The right side of && and || is computed without asking the left side when it takes no more
     * instructions than this, none of which can be observed. */
    SPECULATED = 8,
};

const Const *lower_known(Lower *l, const Expr *e) {
    const Const *c =
        e->stage == STAGE_CONST && e->value ? e->value : wgsl_evaluate(l->module, l->spec, e);
    l->failed |= !c;
    return c;
}

/* ---- && and || ---- */

/* Would anyone notice that it is executed: by its effect, by where an access leads, or, since there
 * are reports on odd operands and results, by these? */
static bool is_observable(const IrFunction *f, const IrInst *inst) {
    switch (inst->op) {
    case OP_SDIV:
    case OP_UDIV:
    case OP_SREM:
    case OP_UREM:
    case OP_SFROMF:
    case OP_UFROMF: return true;
    case OP_SHL:
    case OP_SSHR:
    case OP_USHR: return !ir_is_const(f, inst->arg[1]);
    case OP_FADD:
    case OP_FSUB:
    case OP_FMUL:
    case IR_BUILTIN:
    case IR_GET: return false;
    default: return inst->op >= OP_COUNT || op_info[inst->op].flops > 0;
    }
}

static bool may_speculate(const IrFunction *f, const IrBlock *b) {
    if (b->inst.len > SPECULATED)
        return false;
    for (uint32_t i = 0; i < b->inst.len; i++) {
        if (is_observable(f, b->inst.at[i]))
            return false;
    }
    return true;
}

/* What the right side does must not happen when the left side decides: not even a load, which could
 * be out of bounds. So the right side is lowered into a block of its own, which is then either put
 * where we are or under a condition. */
static Values short_circuit(Lower *l, const Expr *e) {
    const bool is_and = e->binary_op == BINARY_LOGICAL_AND;
    const IrValue left = lower_scalar(l, e->left);
    if (ir_is_const(l->b.function, left)) {
        const bool decides = (l->b.function->values.at[left].bits != 0) != is_and;
        return decides ? lower_values1(l, left) : lower_expr(l, e->right);
    }
    IrBlock *block = ir_block_new(l->ir);
    IrBlock *before = lower_enter(l, block);
    const IrValue right = lower_scalar(l, e->right);
    lower_leave(l, before);
    if (may_speculate(l->b.function, block)) {
        for (uint32_t i = 0; i < block->inst.len && !ir_block_ended(before); i++)
            vec_push(l->arena, &before->inst, block->inst.at[i]);
        return lower_values1(l, lower_op2(l, is_and ? OP_IAND : OP_IOR, left, right));
    }
    const IrSlot result = {.type = IR_BOOL, .name = is_and ? STR("and") : STR("or")};
    const uint32_t slot = ir_add_slot(l->ir, result);
    lower_at(l, e->span);
    ir_set(&l->b, slot, left);
    IrInst *branch = lower_if(l, left, e->left->span);
    branch->block[is_and ? 0 : 1] = block;
    lower_enter(l, block);
    lower_at(l, e->span);
    ir_set(&l->b, slot, right);
    lower_leave(l, before);
    return lower_values1(l, ir_get(&l->b, slot));
}

/* ---- operators ---- */

static Values binary(Lower *l, const Expr *e) {
    if (e->binary_op == BINARY_LOGICAL_AND || e->binary_op == BINARY_LOGICAL_OR)
        return short_circuit(l, e);
    Values a = lower_expr(l, e->left);
    Values b = lower_expr(l, e->right);
    lower_at(l, e->span);
    return lower_binary(l, e->binary_op, e->left->final, a, e->right->final, b);
}

static Values unary(Lower *l, const Expr *e) {
    Values v = lower_expr(l, e->left);
    lower_at(l, e->span);
    return lower_unary(l, e->unary_op, v);
}

/* ---- parts of values ---- */

/* The vector that a swizzle takes from may be behind a pointer. */
static Values swizzle(Lower *l, const Expr *e) {
    Values v = e->left->type->kind == TYPE_POINTER
                   ? lower_load(l, lower_place(l, e->left), e->left->span)
                   : lower_expr(l, e->left);
    Values r = lower_values(l, e->swizzle_len);
    for (uint32_t i = 0; i < r.len; i++)
        r.at[i] = v.at[e->swizzle[i]];
    return r;
}

static Values member(Lower *l, const Expr *e) {
    if (e->swizzle_len)
        return swizzle(l, e);
    const Type *type = e->left->final;
    Values v = lower_expr(l, e->left);
    return lower_part(v, lower_member_offset(l, type, e->member_index),
                      lower_shape(l, type->structure->member[e->member_index].type)->scalars);
}

/* A component of a vector or a column of a matrix; arrays are in memory. */
static Values element(Lower *l, const Expr *e) {
    Values v = lower_expr(l, e->left);
    const IrValue index = lower_scalar(l, e->right);
    lower_at(l, e->span);
    return lower_pick(l, v, e->left->final->width, index);
}

/* ---- constructors and conversions ---- */

static Values arguments(Lower *l, const Expr *e) {
    Values all = lower_values(l, lower_scalars(l, e->final, e->span));
    uint32_t done = 0;
    for (uint32_t i = 0; i < e->args.len; i++) {
        Values v = lower_expr(l, e->args.at[i]);
        if (v.len > all.len - done)
            LW_BUG("too many scalars for '%.*s'", STR_ARG(e->final->name));
        memcpy(all.at + done, v.at, v.len * sizeof *v.at);
        done += v.len;
    }
    all.len = done;
    return all;
}

static Values splat(Lower *l, IrValue v, uint32_t count) {
    Values all = lower_values(l, count);
    for (uint32_t i = 0; i < count; i++)
        all.at[i] = v;
    return all;
}

static Values construct(Lower *l, const Expr *e) {
    if (!e->args.len)
        return lower_zeros(l, e->final, e->span);
    Values v = arguments(l, e);
    if (e->final->kind == TYPE_VECTOR && v.len == 1)
        v = splat(l, v.at[0], e->final->width);
    if (v.len != lower_shape(l, e->final)->scalars)
        LW_BUG("%u scalars for '%.*s'", v.len, STR_ARG(e->final->name));
    return v;
}

static Values convert(Lower *l, const Expr *e) {
    Values v = lower_expr(l, e->args.at[0]);
    const IrType to = lower_scalar_type(l, e->final);
    Values r = lower_values(l, v.len);
    lower_at(l, e->span);
    for (uint32_t i = 0; i < v.len; i++)
        r.at[i] = lower_convert1(l, v.at[i], to);
    return r;
}

static Values call(Lower *l, const Expr *e) {
    switch (e->call_kind) {
    case CALL_FUNCTION: return lower_call(l, e);
    case CALL_BUILTIN: return lower_builtin(l, e);
    case CALL_CONSTRUCT: return construct(l, e);
    case CALL_CONVERT: return convert(l, e);
    default: LW_BUG("a call that calls nothing");
    }
}

/* ---- any expression ---- */

static Values known(Lower *l, const Expr *e) {
    const Const *c = lower_known(l, e);
    return c ? lower_const(l, c, e->span) : lower_zeros(l, e->final, e->span);
}

static Values named(Lower *l, const Expr *e) {
    Binding *b = lower_binding(l, e->decl);
    return b ? lower_bound_values(l, b) : lower_zeros(l, e->final, e->span);
}

Values lower_expr(Lower *l, const Expr *e) {
    if (e->type->kind == TYPE_REFERENCE)
        return lower_load(l, lower_place(l, e), e->span);
    if (e->stage != STAGE_RUNTIME)
        return known(l, e);
    if (lower_is_in_memory(l, e))
        return lower_load(l, lower_value_place(l, e), e->span);
    switch (e->kind) {
    case EXPR_IDENT: return named(l, e);
    case EXPR_UNARY: return unary(l, e);
    case EXPR_BINARY: return binary(l, e);
    case EXPR_CALL: return call(l, e);
    case EXPR_INDEX: return element(l, e);
    case EXPR_MEMBER: return member(l, e);
    default: LW_BUG("an expression of kind %d has no value", (int)e->kind);
    }
}

IrValue lower_scalar(Lower *l, const Expr *e) {
    return lower_expr(l, e).at[0];
}
