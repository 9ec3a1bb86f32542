/* Rules of single builtins about arguments whose values are known, beyond what signatures say. */
#include "wgsl/check.h"

/* An argument whose value, or each component's, must be in a range. */
typedef struct RangeRule {
    Builtin builtin;
    uint32_t argument;
    int64_t min, max;
} RangeRule;

static const RangeRule range_rule[] = {
    {BUILTIN_subgroupBroadcast, 1, 0, 127},  {BUILTIN_subgroupShuffle, 1, 0, 127},
    {BUILTIN_subgroupShuffleUp, 1, 0, 127},  {BUILTIN_subgroupShuffleDown, 1, 0, 127},
    {BUILTIN_subgroupShuffleXor, 1, 0, 127}, {BUILTIN_quadBroadcast, 1, 0, 3},
};

static bool in_range(Checker *c, const Expr *e, uint32_t argument, int64_t min, int64_t max) {
    const Expr *arg = e->args.at[argument];
    if (!arg->value)
        return true;
    uint32_t width = arg->final->kind == TYPE_VECTOR ? arg->final->width : 1;
    for (uint32_t i = 0; i < width; i++) {
        const Const *part =
            arg->final->kind == TYPE_VECTOR ? const_element(c->a, arg->value, i) : arg->value;
        if (part->i >= min && part->i <= max)
            continue;
        error(c->diags, CODE_OUT_OF_RANGE, arg->span,
              "argument %u of '%s' must be from %lld to %lld, not %lld", argument + 1,
              builtin_info[e->builtin].name, (long long)min, (long long)max, (long long)part->i);
        return false;
    }
    return true;
}

static bool ranges_hold(Checker *c, const Expr *e) {
    bool ok = true;
    for (size_t i = 0; i < sizeof range_rule / sizeof range_rule[0]; i++) {
        const RangeRule *r = &range_rule[i];
        if (r->builtin == e->builtin)
            ok &= in_range(c, e, r->argument, r->min, r->max);
    }
    return ok;
}

/* Textures: the component to gather, and the offset, which is the last argument and the only one
 * that is a vector of i32 and must be constant. */
static bool texture_rules_hold(Checker *c, const Expr *e) {
    bool ok = true;
    if (e->builtin == BUILTIN_textureGather && type_is_integer(e->args.at[0]->final))
        ok &= in_range(c, e, 0, 0, 3);
    bool samples = e->args.len > 1 && (e->args.at[1]->final->kind == TYPE_SAMPLER ||
                                       e->args.at[1]->final->kind == TYPE_SAMPLER_COMPARISON ||
                                       e->builtin == BUILTIN_textureGather);
    const Type *last = e->args.len ? e->args.at[e->args.len - 1]->final : NULL;
    if (samples && last->kind == TYPE_VECTOR && last->element->kind == TYPE_I32)
        ok &= in_range(c, e, e->args.len - 1, -8, 7);
    return ok;
}

/* ---- pairs of arguments ---- */

typedef bool (*PairRule)(const Const *a, const Const *b);

static bool out_of_order(const Const *low, const Const *high) {
    return type_is_float(low->type) ? low->f > high->f : low->i > high->i;
}

static bool are_equal(const Const *a, const Const *b) {
    return a->f == b->f;
}

static bool exceed_32_bits(const Const *offset, const Const *count) {
    return offset->i + count->i > 32;
}

static const struct {
    Builtin builtin;
    uint32_t first, second;
    PairRule breaks;
    const char *message;
} pair_rule[] = {
    {BUILTIN_clamp, 1, 2, out_of_order, "the lower bound of 'clamp' is above the upper one"},
    {BUILTIN_smoothstep, 0, 1, are_equal, "the edges of 'smoothstep' are equal"},
    {BUILTIN_extractBits, 1, 2, exceed_32_bits, "offset and count of 'extractBits' exceed 32 bits"},
    {BUILTIN_insertBits, 2, 3, exceed_32_bits, "offset and count of 'insertBits' exceed 32 bits"},
};

static bool pair_holds(Checker *c, const Const *a, const Const *b, PairRule breaks) {
    if (a->type->kind != TYPE_VECTOR)
        return !breaks(a, b);
    for (uint32_t i = 0; i < a->type->width; i++) {
        if (breaks(const_element(c->a, a, i), const_element(c->a, b, i)))
            return false;
    }
    return true;
}

static bool pairs_hold(Checker *c, const Expr *e) {
    for (size_t i = 0; i < sizeof pair_rule / sizeof pair_rule[0]; i++) {
        if (pair_rule[i].builtin != e->builtin)
            continue;
        const Expr *a = e->args.at[pair_rule[i].first], *b = e->args.at[pair_rule[i].second];
        if (!a->value || !b->value || pair_holds(c, a->value, b->value, pair_rule[i].breaks))
            continue;
        error(c->diags, CODE_OUT_OF_RANGE, span_join(a->span, b->span), "%s", pair_rule[i].message);
        return false;
    }
    return true;
}

/* ---- ldexp ---- */

static bool exponent_fits(Checker *c, const Expr *e) {
    int64_t bias = 0;
    switch (type_component(e->args.at[0]->final)->kind) {
    case TYPE_F16: bias = 15; break;
    case TYPE_F32: bias = 127; break;
    default: bias = 1023; break;
    }
    return in_range(c, e, 1, INT32_MIN, bias + 1);
}

bool check_builtin_rules(Checker *c, Expr *e) {
    if (c->unevaluated)
        return true;
    bool ok = ranges_hold(c, e) && pairs_hold(c, e);
    if (builtin_info[e->builtin].flags & BF_TEXTURE)
        ok &= texture_rules_hold(c, e);
    if (e->builtin == BUILTIN_ldexp)
        ok &= exponent_fits(c, e);
    return ok;
}
