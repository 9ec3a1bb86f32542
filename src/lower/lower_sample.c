/* Builtin functions that sample textures. The texture and the sampler are variables, or parameters
 * that stand for some; offsets and channels are const-expressions. */
#include "lower/lower_internal.h"

/* Reads a call's arguments from left to right. */
typedef struct Call {
    const Expr *e;
    uint32_t next;
    Path texture;
    IrSampling sampling;
    IrValue arg[IRT_MOST_ARGS];
    uint32_t args;
} Call;

static const Expr *next(Call *c) {
    return c->e->args.at[c->next++];
}

/* A number of the text; in range, as the checker has seen to. */
static int64_t known(Lower *l, const Expr *e, uint32_t component) {
    const Const *v = lower_known(l, e);
    if (v && e->final->kind == TYPE_VECTOR)
        v = const_element(l->arena, v, component);
    return v ? v->i : 0;
}

static void add(Call *c, IrValue v) {
    c->arg[c->args++] = v;
}

static IrValue f32(Lower *l, double v) {
    return ir_const_f(&l->b, IR_F32, v);
}

/* Three words of what is a number or a vector of two or three. */
static void add_vector(Lower *l, Call *c, Values v) {
    for (uint32_t k = 0; k < 3; k++)
        add(c, k < v.len ? v.at[k] : f32(l, 0));
}

/* A layer under 0 is the first. */
static void add_layer(Lower *l, Call *c) {
    const TextureDim dim = (TextureDim)c->texture.type->texture_dim;
    if (dim != TEXTURE_2D_ARRAY && dim != TEXTURE_CUBE_ARRAY) {
        add(c, lower_u32(l, 0));
        return;
    }
    IrValue v = lower_scalar(l, next(c));
    if (lower_type_of(l, v) == IR_I32)
        v = lower_op2(l, OP_SMAX, v, ir_const(&l->b, IR_I32, 0));
    add(c, lower_convert1(l, v, IR_U32));
}

static void add_number(Lower *l, Call *c) {
    add(c, lower_convert1(l, lower_scalar(l, next(c)), IR_F32));
}

static void take_offset(Lower *l, Call *c) {
    if (c->next == c->e->args.len)
        return;
    const Expr *e = next(c);
    for (uint32_t k = 0; k < e->final->width; k++)
        c->sampling.offset[k] = (int8_t)known(l, e, k);
}

/* The channel of a gather, if it has one; the texture; the sampler. */
static Call begin(Lower *l, const Expr *e) {
    Call c = {.e = e};
    if (e->args.at[0]->final->kind != TYPE_TEXTURE)
        c.sampling.channel = (uint8_t)known(l, next(&c), 0);
    c.texture = lower_place(l, next(&c));
    c.sampling.sampler = lower_place(l, next(&c)).object;
    const IrSampledPair pair = {c.texture.object, c.sampling.sampler};
    vec_push(l->arena, &l->ir->pairs, pair);
    return c;
}

static Values finish(Lower *l, const Call *c, IrTextureOp op, uint32_t results) {
    const IrType t = lower_scalar_type(l, c->e->final);
    l->b.site = lower_site(l, c->e->span, c->texture.object);
    IrInst *in = lower_append(l, IR_TEXTURE, t, results, c->arg, c->args);
    in->texture = c->texture.object;
    in->texture_op = op;
    in->sampling = c->sampling;
    Values v = lower_values(l, results);
    for (uint32_t i = 0; i < results; i++)
        v.at[i] = in->result + i;
    return v;
}

/* textureSampleLevel, textureSampleCompareLevel, textureGather, textureGatherCompare: a point, and
 * `numbers` numbers. */
static Values sample(Lower *l, const Expr *e, IrTextureOp op, uint32_t numbers) {
    Call c = begin(l, e);
    add_vector(l, &c, lower_expr(l, next(&c)));
    add_layer(l, &c);
    for (uint32_t i = 0; i < numbers; i++)
        add_number(l, &c);
    take_offset(l, &c);
    return finish(l, &c, op, e->final->kind == TYPE_VECTOR ? e->final->width : 1u);
}

static Values sample_grad(Lower *l, const Expr *e) {
    Call c = begin(l, e);
    add_vector(l, &c, lower_expr(l, next(&c)));
    add_layer(l, &c);
    add_vector(l, &c, lower_expr(l, next(&c)));
    add_vector(l, &c, lower_expr(l, next(&c)));
    take_offset(l, &c);
    return finish(l, &c, IRT_SAMPLE_GRAD, 4);
}

/* A coordinate, kept half a texel away from the edges. */
static IrValue inside(Lower *l, IrValue v, IrValue size) {
    const IrValue half = lower_op2(l, OP_FDIV, f32(l, 0.5), lower_convert1(l, size, IR_F32));
    const IrValue most = lower_op2(l, OP_FSUB, f32(l, 1), half);
    return lower_op2(l, OP_FMIN, lower_op2(l, OP_FMAX, v, half), most);
}

static Values sample_base_clamped(Lower *l, const Expr *e) {
    Call c = begin(l, e);
    const Values v = lower_expr(l, next(&c));
    const IrValue level = lower_u32(l, 0);
    l->b.site = lower_site(l, e->span, c.texture.object);
    IrInst *size = lower_append(l, IR_TEXTURE, IR_U32, 3, &level, 1);
    size->texture = c.texture.object;
    size->texture_op = IRT_SIZE;
    const IrValue width = size->result, height = width + 1;
    add(&c, inside(l, v.at[0], width));
    add(&c, inside(l, v.at[1], height));
    add(&c, f32(l, 0));
    add(&c, lower_u32(l, 0));
    add(&c, f32(l, 0));
    return finish(l, &c, IRT_SAMPLE, 4);
}

Values lower_sample(Lower *l, const Expr *e) {
    switch (e->builtin) {
    case BUILTIN_textureSampleLevel: return sample(l, e, IRT_SAMPLE, 1);
    case BUILTIN_textureSampleGrad: return sample_grad(l, e);
    case BUILTIN_textureSampleBaseClampToEdge: return sample_base_clamped(l, e);
    case BUILTIN_textureSampleCompareLevel: return sample(l, e, IRT_SAMPLE_COMPARE, 1);
    case BUILTIN_textureGather: return sample(l, e, IRT_GATHER, 0);
    case BUILTIN_textureGatherCompare: return sample(l, e, IRT_GATHER_COMPARE, 1);
    default: LW_BUG("the builtin '%s' does not sample in compute", builtin_info[e->builtin].name);
    }
}
