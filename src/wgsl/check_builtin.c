/* Calls of builtin functions. */
#include "wgsl/check.h"

enum { MOST_FORMS = 4 };

/* "<T: num> (T~, T~) -> T~" of min for a reader: "min(T, T) -> T, T: num or a vector of it". */
static void note_form(Checker *c, Diag *d, Span span, const BuiltinInfo *b, const char *form) {
    StrBuf text = {.arena = c->a};
    const char *types = strchr(form, '(');
    strbuf_addf(&text, "%s", b->name);
    for (const char *at = types; *at; at++) {
        if (*at != '~')
            strbuf_addc(&text, *at);
    }
    const char *variables_end = types - form > 3 ? types - 2 : NULL;
    if (variables_end)
        strbuf_addf(&text, ", %.*s", (int)(variables_end - form - 1), form + 1);
    if (strchr(types, '~'))
        strbuf_addf(&text, " or a vector of it");
    diag_note(c->diags, d, span, "there is %.*s", STR_ARG(strbuf_str(&text)));
}

static void no_overload(Checker *c, Expr *e, const BuiltinInfo *b) {
    StrBuf given = {.arena = c->a};
    for (uint32_t i = 0; i < e->args.len && i < 16; i++)
        strbuf_addf(&given, "%s%.*s", i ? ", " : "", STR_ARG(e->args.at[i]->final->name));
    strbuf_addf(&given, "%s", e->args.len > 16 ? ", ..." : "");
    Diag *d = error(c->diags, CODE_NO_OVERLOAD, e->span, "no form of '%s' takes (%.*s)", b->name,
                    STR_ARG(strbuf_str(&given)));
    for (uint32_t i = 0; b->overload[i] && i < MOST_FORMS; i++)
        note_form(c, d, e->left->span, b, b->overload[i]);
    check_failed(c, e);
}

static bool resolve(Checker *c, const Expr *e, const BuiltinInfo *b, Overload *o) {
    if (e->args.len > SIGNATURE_PARAMS)
        return false;
    OverloadArgument args[SIGNATURE_PARAMS];
    for (uint32_t i = 0; i < e->args.len; i++)
        args[i] = (OverloadArgument){e->args.at[i]->final, e->args.at[i]->stage == STAGE_CONST};
    return overload_resolve(c->t, b->overload, args, e->args.len, o);
}

static bool convert_arguments(Checker *c, Expr *e, const Overload *o) {
    bool ok = true;
    for (uint32_t i = 0; i < o->params; i++) {
        Expr *arg = e->args.at[i];
        check_convert(c, arg, o->param[i]);
        if (o->must_be_const[i] && arg->stage != STAGE_CONST) {
            error(c->diags, CODE_NOT_CONST, arg->span,
                  "argument %u of '%s' must be a const-expression", i + 1,
                  builtin_info[e->builtin].name);
            ok = false;
        }
        ok &= arg->final->kind != TYPE_ERROR;
    }
    return ok;
}

/* ---- where builtins may be called ---- */

static bool is_enabled(Checker *c, const Expr *e, const BuiltinInfo *b) {
    if (!(b->flags & BF_SUBGROUP) || (c->m->enabled & ENABLE_SUBGROUPS))
        return true;
    error(c->diags, CODE_NOT_ENABLED, e->left->span, "'%s' needs 'enable subgroups;'", b->name);
    return false;
}

static void limit_stages(Checker *c, const Expr *e, const BuiltinInfo *b) {
    uint32_t allowed = IN_ANY;
    if (b->flags & BF_COMPUTE_ONLY)
        allowed = IN_COMPUTE;
    else if (b->flags & BF_DERIVATIVE)
        allowed = IN_FRAGMENT;
    else if (b->flags & (BF_ATOMIC | BF_SUBGROUP))
        allowed = IN_COMPUTE | IN_FRAGMENT;
    if (allowed != IN_ANY)
        check_stage_limit(c, allowed, e->span, str_format(c->a, "'%s'", b->name).at);
}

/* ---- bitcast: its result is named by a template argument ---- */

static uint32_t bits_of(const Type *t) {
    const Type *c = type_component(t);
    if (!type_is_numeric_scalar(c) || type_is_abstract(c) || t->kind == TYPE_MATRIX)
        return 0;
    uint32_t each = c->kind == TYPE_F16 ? 16 : 32;
    return t->kind == TYPE_VECTOR ? each * t->width : each;
}

/* Abstract integers become u32 for a u32, everything else what it becomes anywhere. */
static void convert_bitcast_argument(Checker *c, Expr *arg, const Type *to) {
    const Type *from = type_component(arg->final);
    if (from->kind == TYPE_ABSTRACT_INT && type_component(to)->kind == TYPE_U32)
        check_convert(c, arg, type_with_component(c->t, arg->final, c->t->u32));
    else
        check_convert(c, arg, concretise(c->t, arg->final));
}

static const Type *bitcast_result(Checker *c, Expr *e) {
    Expr *callee = e->left;
    if (callee->ident.template_args.len != 1) {
        error(c->diags, CODE_BAD_CALL, callee->span, "'bitcast' needs one template argument");
        return c->t->error_type;
    }
    const Type *to = check_type(c, callee->ident.template_args.at[0]);
    if (to->kind == TYPE_ERROR)
        return to;
    if (e->args.len != 1) {
        error(c->diags, CODE_BAD_CALL, e->span, "'bitcast' takes 1 argument, not %u", e->args.len);
        return c->t->error_type;
    }
    Expr *arg = e->args.at[0];
    convert_bitcast_argument(c, arg, to);
    const Type *from = arg->final;
    if (from->kind == TYPE_ERROR)
        return from;
    if (bits_of(from) != 0 && bits_of(from) == bits_of(to))
        return to;
    error(c->diags, CODE_NO_OVERLOAD, e->span, "the bits of a '%.*s' cannot be taken as '%.*s'",
          STR_ARG(from->name), STR_ARG(to->name));
    return c->t->error_type;
}

/* ---- calls ---- */

static const Type *result_type(Checker *c, Expr *e, const BuiltinInfo *b) {
    if (e->builtin == BUILTIN_bitcast)
        return bitcast_result(c, e);
    if (e->left->ident.has_template) {
        error(c->diags, CODE_BAD_CALL, e->left->span, "'%s' takes no template arguments", b->name);
        return c->t->error_type;
    }
    Overload o;
    if (!resolve(c, e, b, &o)) {
        no_overload(c, e, b);
        return c->t->error_type;
    }
    return convert_arguments(c, e, &o) ? o.result : c->t->error_type;
}

/* What is known of the arguments now must be right for the builtin. */
static bool arguments_hold(Checker *c, const Expr *e) {
    if (c->unevaluated)
        return true;
    if (builtin_info[e->builtin].flags & BF_TEXTURE)
        return check_texture_arguments(c, e);
    const Const **value = arena_array(c->a, const Const *, e->args.len);
    for (uint32_t i = 0; i < e->args.len; i++)
        value[i] = e->args.at[i]->value;
    return eval_check_builtin(c->m, e, value);
}

void check_builtin_call(Checker *c, Expr *e) {
    e->call_kind = CALL_BUILTIN;
    e->builtin = e->left->builtin;
    const BuiltinInfo *b = &builtin_info[e->builtin];
    bool ok = check_arguments(c, e);
    ok &= is_enabled(c, e, b);
    const Type *t = ok ? result_type(c, e, b) : c->t->error_type;
    e->type = t;
    if (t->kind == TYPE_ERROR || !arguments_hold(c, e)) {
        check_failed(c, e);
        return;
    }
    limit_stages(c, e, b);
    e->stage = b->flags & BF_CONST ? check_arguments_stage(e) : STAGE_RUNTIME;
    if (!check_may_evaluate(c, e))
        return;
    const Const *const *values = check_argument_values(c, e);
    if (values)
        e->value = eval_builtin(c->m, e->span, e->builtin, values, e->args.len, t);
}
