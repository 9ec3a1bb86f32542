/* Function declarations: parameters, result, what makes an entry point. */
#include "wgsl/check.h"

static bool is_parameter_type(const Type *t) {
    switch (t->kind) {
    case TYPE_ERROR:
    case TYPE_POINTER:
    case TYPE_TEXTURE:
    case TYPE_SAMPLER:
    case TYPE_SAMPLER_COMPARISON: return true;
    default: return type_is_constructible(t);
    }
}

static void check_param(Checker *c, Decl *p) {
    check_attributes(c, &p->attributes, ON_PARAM);
    p->type = check_type(c, p->type_expr);
    if (!is_parameter_type(p->type)) {
        error(c->diags, CODE_BAD_TYPE, p->type_expr->span,
              "a value of type '%.*s' cannot be passed to a function", STR_ARG(p->type->name));
        p->type = c->t->error_type;
    }
    check_io_attributes(c, &p->attributes, p->type, &p->builtin_value);
}

static void check_params(Checker *c, Decl *f) {
    if (f->params.len > LIMIT_PARAMS)
        error(c->diags, CODE_LIMIT, f->params.at[LIMIT_PARAMS]->span,
              "a function has at most %d parameters", LIMIT_PARAMS);
    for (uint32_t i = 0; i < f->params.len; i++)
        check_param(c, f->params.at[i]);
}

static void check_result(Checker *c, Decl *f) {
    f->type = c->t->void_type;
    if (!f->type_expr)
        return;
    check_attributes(c, &f->result_attributes, ON_RESULT);
    f->type = check_type(c, f->type_expr);
    if (f->type->kind != TYPE_ERROR && !type_is_constructible(f->type)) {
        error(c->diags, CODE_BAD_TYPE, f->type_expr->span,
              "a function cannot return a value of type '%.*s'", STR_ARG(f->type->name));
        f->type = c->t->error_type;
    }
    BuiltinValue unused;
    check_io_attributes(c, &f->result_attributes, f->type, &unused);
}

/* ---- entry points ---- */

static void read_stage(Checker *c, Decl *f) {
    static const struct {
        const char *name;
        ShaderStage stage;
    } stages[] = {
        {"vertex", SHADER_VERTEX}, {"fragment", SHADER_FRAGMENT}, {"compute", SHADER_COMPUTE}};
    for (uint32_t i = 0; i < 3; i++) {
        const Attribute *a = find_attribute(&f->attributes, stages[i].name);
        if (!a)
            continue;
        if (f->stage != SHADER_NONE)
            error(c->diags, CODE_BAD_ATTRIBUTE, a->span, "a function belongs to one stage only");
        f->stage = stages[i].stage;
    }
}

static bool check_size_argument(Checker *c, Expr *e) {
    const Type *t = check_value(c, e);
    if (t->kind == TYPE_ERROR)
        return false;
    if (!type_is_integer(t)) {
        error(c->diags, CODE_TYPE_MISMATCH, e->span,
              "a workgroup's size is of type i32 or u32, not '%.*s'", STR_ARG(t->name));
        return false;
    }
    if (e->stage == STAGE_RUNTIME) {
        error(c->diags, CODE_NOT_CONST, e->span,
              "a workgroup's size must be a const- or override-expression");
        return false;
    }
    return true;
}

/* All sizes have one type: that of the concrete ones, else i32. */
static void convert_sizes(Checker *c, const Attribute *a) {
    const Type *common = c->t->abstract_int;
    for (uint32_t i = 0; i < a->args.len; i++) {
        const Type *t = a->args.at[i]->final;
        if (type_is_abstract(t))
            continue;
        if (!type_is_abstract(common) && t != common) {
            error(c->diags, CODE_TYPE_MISMATCH, a->args.at[i]->span,
                  "the sizes of a workgroup must be of one type, i32 or u32");
            return;
        }
        common = t;
    }
    for (uint32_t i = 0; i < a->args.len; i++) {
        Expr *e = a->args.at[i];
        if (check_convert(c, e, concretise(c->t, common)) && e->value && e->value->i <= 0)
            error(c->diags, CODE_OUT_OF_RANGE, e->span,
                  "a workgroup's size must be positive, not %lld", (long long)e->value->i);
    }
}

static void check_workgroup_size(Checker *c, Decl *f) {
    const Attribute *a = find_attribute(&f->attributes, "workgroup_size");
    if (!a) {
        if (f->stage == SHADER_COMPUTE)
            error(c->diags, CODE_BAD_ENTRY_POINT, f->name_span,
                  "compute entry point '%.*s' needs '@workgroup_size'", STR_ARG(f->name));
        return;
    }
    if (f->stage != SHADER_COMPUTE)
        error(c->diags, CODE_BAD_ATTRIBUTE, a->span,
              "'@workgroup_size' belongs to compute entry points only");
    bool ok = a->args.len <= 3;
    for (uint32_t i = 0; i < a->args.len && i < 3; i++) {
        ok &= check_size_argument(c, a->args.at[i]);
        f->workgroup_size[i] = a->args.at[i];
    }
    if (ok)
        convert_sizes(c, a);
}

static void refuse_io(Checker *c, const AttributeList *l, const char *what) {
    static const char *const names[] = {"builtin", "location", "interpolate", "invariant"};
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const Attribute *a = find_attribute(l, names[i]);
        if (a) {
            error(c->diags, CODE_BAD_ATTRIBUTE, a->span,
                  "'@%s' belongs to the %s of entry points only", names[i], what);
            return;
        }
    }
}

static void check_plain_function(Checker *c, const Decl *f) {
    for (uint32_t i = 0; i < f->params.len; i++)
        refuse_io(c, &f->params.at[i]->attributes, "parameters");
    refuse_io(c, &f->result_attributes, "results");
}

static void check_must_use(Checker *c, Decl *f) {
    const Attribute *a = find_attribute(&f->attributes, "must_use");
    f->must_use = a != NULL;
    if (a && !f->type_expr)
        error(c->diags, CODE_BAD_ATTRIBUTE, a->span,
              "'@must_use' belongs to functions with a result only");
}

void check_function(Checker *c, Decl *f) {
    c->function = f;
    check_attributes(c, &f->attributes, ON_FUNCTION);
    read_stage(c, f);
    check_params(c, f);
    check_result(c, f);
    check_must_use(c, f);
    check_workgroup_size(c, f);
    if (f->stage == SHADER_NONE)
        check_plain_function(c, f);
    else
        check_io(c, f);
    check_body(c, f);
    c->function = NULL;
}
