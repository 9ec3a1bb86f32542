/* Builtin functions on textures, but for those that sample (lower_sample.c). They become
 * IR_TEXTURE, with coordinates of one shape for textures of any (see IrTextureOp).
 *
 * The texture is a variable, or a parameter that stands for one: either way a place. */
#include "lower/lower_internal.h"

static bool is_array(const Type *t) {
    return t->texture_dim == TEXTURE_2D_ARRAY || t->texture_dim == TEXTURE_CUBE_ARRAY;
}

/* How many words tell a texel of a level and layer from the others. */
static uint32_t dimensions(const Type *t) {
    return t->texture_dim == TEXTURE_1D ? 1 : t->texture_dim == TEXTURE_3D ? 3 : 2;
}

static IrInst *append(Lower *l, const Expr *e, uint32_t object, IrTextureOp op, IrType t,
                      uint32_t results, const IrValue *arg, uint32_t args) {
    l->b.site = lower_site(l, e->span, object);
    IrInst *in = lower_append(l, IR_TEXTURE, t, results, arg, args);
    in->texture = object;
    in->texture_op = op;
    return in;
}

static Values results_of(Lower *l, const IrInst *in, uint32_t count) {
    Values v = lower_values(l, count);
    for (uint32_t i = 0; i < count; i++)
        v.at[i] = in->result + i;
    return v;
}

/* Argument i as words, if it is there; returns the number of words. */
static uint32_t words(Lower *l, const Expr *e, uint32_t i, IrValue *out) {
    if (i >= e->args.len)
        return 0;
    Values v = lower_expr(l, e->args.at[i]);
    for (uint32_t k = 0; k < v.len; k++)
        out[k] = lower_convert1(l, v.at[k], IR_U32);
    return v.len;
}

/* The arguments behind the texture: coordinates, of an array the layer, and, of textures that are
 * not for storage, the level or sample. Returns the argument behind them. */
static uint32_t coordinates(Lower *l, const Expr *e, const Type *t, IrValue *out) {
    uint32_t next = 1;
    for (uint32_t i = 0; i < IRT_COORDINATES; i++)
        out[i] = lower_u32(l, 0);
    words(l, e, next++, out);
    if (is_array(t))
        words(l, e, next++, out + 2);
    if (t->texture_class != TEXTURE_STORAGE)
        words(l, e, next++, out + 3);
    return next;
}

static Values load(Lower *l, const Expr *e, Path p) {
    IrValue arg[IRT_COORDINATES];
    coordinates(l, e, p.type, arg);
    uint32_t results = p.type->texture_class == TEXTURE_DEPTH ? 1 : 4;
    return results_of(l,
                      append(l, e, p.object, IRT_LOAD, lower_scalar_type(l, e->final), results, arg,
                             IRT_COORDINATES),
                      results);
}

static Values store(Lower *l, const Expr *e, Path p) {
    IrValue arg[IRT_COORDINATES + 4];
    Values v = lower_expr(l, e->args.at[coordinates(l, e, p.type, arg)]);
    for (uint32_t i = 0; i < v.len; i++)
        arg[IRT_COORDINATES + i] = v.at[i];
    append(l, e, p.object, IRT_STORE, lower_type_of(l, v.at[0]), 0, arg, IRT_COORDINATES + v.len);
    return (Values){0};
}

static Values size(Lower *l, const Expr *e, Path p) {
    IrValue level = lower_u32(l, 0);
    words(l, e, 1, &level);
    return results_of(l, append(l, e, p.object, IRT_SIZE, IR_U32, 3, &level, 1),
                      dimensions(p.type));
}

static Values count(Lower *l, const Expr *e, Path p, IrTextureOp op) {
    Values v = results_of(l, append(l, e, p.object, op, IR_U32, 1, NULL, 0), 1);
    if (op == IRT_LAYERS && p.type->texture_dim == TEXTURE_CUBE_ARRAY)
        v.at[0] = lower_op2(l, OP_UDIV, v.at[0], lower_u32(l, 6));
    return v;
}

/* textureSample and its like, which only fragment shaders may call, do not get here. */
Values lower_texture(Lower *l, const Expr *e) {
    const Type *t = e->args.at[0]->final;
    if (t->kind == TYPE_TEXTURE && t->texture_dim == TEXTURE_EXTERNAL) {
        error(l->module->diags, CODE_UNSUPPORTED, e->span,
              "external textures cannot be run: use a 'texture_2d<f32>' with the picture's texels");
        l->failed = true;
        return lower_zeros(l, e->final, e->span);
    }
    switch (e->builtin) {
    case BUILTIN_textureLoad: return load(l, e, lower_place(l, e->args.at[0]));
    case BUILTIN_textureStore: return store(l, e, lower_place(l, e->args.at[0]));
    case BUILTIN_textureDimensions: return size(l, e, lower_place(l, e->args.at[0]));
    case BUILTIN_textureNumLayers: return count(l, e, lower_place(l, e->args.at[0]), IRT_LAYERS);
    case BUILTIN_textureNumLevels: return count(l, e, lower_place(l, e->args.at[0]), IRT_LEVELS);
    case BUILTIN_textureNumSamples: return count(l, e, lower_place(l, e->args.at[0]), IRT_SAMPLES);
    default: return lower_sample(l, e);
    }
}
