/* Arguments of texture builtins that must be constants within bounds: the component to gather, and
 * the offset. Overloads see to it that they are const-expressions. */
#include "wgsl/check.h"

static bool in_range(Checker *c, const Expr *e, uint32_t argument, int64_t min, int64_t max) {
    const Expr *arg = e->args.at[argument];
    bool vector = arg->final->kind == TYPE_VECTOR;
    for (uint32_t i = 0; arg->value && i < (vector ? arg->final->width : 1u); i++) {
        const Const *part = vector ? const_element(c->a, arg->value, i) : arg->value;
        if (part->i >= min && part->i <= max)
            continue;
        error(c->diags, CODE_OUT_OF_RANGE, arg->span,
              "argument %u of '%s' must be from %lld to %lld, not %lld", argument + 1,
              builtin_info[e->builtin].name, (long long)min, (long long)max, (long long)part->i);
        return false;
    }
    return true;
}

/* The offset is the last argument, and the only one that is a vector of i32 where a sampler is. */
static bool has_offset(const Expr *e) {
    if (e->args.len < 2)
        return false;
    TypeKind second = e->args.at[1]->final->kind;
    bool samples = second == TYPE_SAMPLER || second == TYPE_SAMPLER_COMPARISON ||
                   e->builtin == BUILTIN_textureGather;
    const Type *last = e->args.at[e->args.len - 1]->final;
    return samples && last->kind == TYPE_VECTOR && last->element->kind == TYPE_I32;
}

bool check_texture_arguments(Checker *c, const Expr *e) {
    bool ok = true;
    if (e->builtin == BUILTIN_textureGather && type_is_integer(e->args.at[0]->final))
        ok &= in_range(c, e, 0, 0, 3);
    if (has_offset(e))
        ok &= in_range(c, e, e->args.len - 1, -8, 7);
    return ok;
}
