/* Variables: address space, access mode, and what each space may hold. */
#include "wgsl/check.h"

/* ---- var<space, access> ---- */

static bool too_many_arguments(Checker *c, const Decl *d) {
    if (!d->has_template || (d->template_args.len >= 1 && d->template_args.len <= 2))
        return false;
    error(c->diags, CODE_BAD_ADDRESS_SPACE, d->span,
          "'var' takes an address space and an access mode, not %u arguments",
          d->template_args.len);
    return true;
}

static bool read_access(Checker *c, Decl *d) {
    d->access = default_access(d->space);
    if (d->template_args.len < 2)
        return true;
    Expr *arg = d->template_args.at[1];
    const Predeclared *p = check_enumerant(c, arg, ENUMERANT_ACCESS, "an access mode");
    if (!p)
        return false;
    if (d->space != SPACE_STORAGE) {
        error(c->diags, CODE_BAD_ADDRESS_SPACE, arg->span,
              "only variables in address space 'storage' name an access mode");
        return false;
    }
    if (p->a == ACCESS_WRITE) {
        error(c->diags, CODE_BAD_ADDRESS_SPACE, arg->span,
              "address space 'storage' has the access modes 'read' and 'read_write'");
        return false;
    }
    d->access = (AccessMode)p->a;
    return true;
}

/* Without a template list: `function` in a function, the handle space in the module. */
static bool read_space(Checker *c, Decl *d) {
    d->space = d->module_scope ? SPACE_HANDLE : SPACE_FUNCTION;
    d->access = default_access(d->space);
    if (too_many_arguments(c, d))
        return false;
    if (!d->has_template)
        return true;
    Expr *arg = d->template_args.at[0];
    const Predeclared *p = check_enumerant(c, arg, ENUMERANT_SPACE, "an address space");
    if (!p)
        return false;
    d->space = (AddressSpace)p->a;
    if (d->module_scope == (d->space == SPACE_FUNCTION)) {
        error(c->diags, CODE_BAD_ADDRESS_SPACE, arg->span,
              "a variable of %s cannot be in address space '%s'",
              d->module_scope ? "the module" : "a function", p->name);
        return false;
    }
    return read_access(c, d);
}

/* ---- what may be held ---- */

static bool is_handle(const Type *t) {
    return t->kind == TYPE_TEXTURE || t->kind == TYPE_SAMPLER || t->kind == TYPE_SAMPLER_COMPARISON;
}

static const char *refusal(const Decl *d) {
    const Type *t = d->type;
    switch (d->space) {
    case SPACE_FUNCTION:
    case SPACE_PRIVATE:
        return type_is_constructible(t) ? NULL : "it holds constructible types only";
    case SPACE_WORKGROUP:
        return is_handle(t) || !type_has_fixed_footprint(t) ? "it holds types of fixed size only"
                                                            : NULL;
    case SPACE_UNIFORM:
        if (!type_is_host_shareable(t))
            return "it holds host-shareable types only";
        return type_is_constructible(t) ? NULL : "it holds constructible types only";
    case SPACE_STORAGE:
        if (!type_is_host_shareable(t))
            return "it holds host-shareable types only";
        return type_contains_atomic(t) && d->access != ACCESS_READ_WRITE
                   ? "atomics need the access mode 'read_write'"
                   : NULL;
    default: return NULL;
    }
}

static bool check_store_type(Checker *c, const Decl *d) {
    Span span = d->type_expr ? d->type_expr->span : d->name_span;
    if (d->space == SPACE_HANDLE && !is_handle(d->type)) {
        error(c->diags, CODE_BAD_ADDRESS_SPACE, d->name_span,
              "variable '%.*s' needs an address space: var<private>, var<workgroup>, "
              "var<storage> or var<uniform>",
              STR_ARG(d->name));
        return false;
    }
    const char *why = refusal(d);
    if (why) {
        error(c->diags, CODE_BAD_ADDRESS_SPACE, span,
              "a value of type '%.*s' cannot be in address space '%s': %s", STR_ARG(d->type->name),
              space_name(d->space), why);
        return false;
    }
    if (d->space == SPACE_UNIFORM)
        check_uniform_layout(c, span, d->type);
    return true;
}

/* ---- group, binding, initialiser ---- */

static void check_binding(Checker *c, Decl *d) {
    const Attribute *group = find_attribute(&d->attributes, "group");
    const Attribute *binding = find_attribute(&d->attributes, "binding");
    bool resource =
        d->space == SPACE_UNIFORM || d->space == SPACE_STORAGE || d->space == SPACE_HANDLE;
    int64_t g = 0, b = 0;
    bool ok = !group || check_attribute_integer(c, group, 0, INT32_MAX, &g);
    ok &= !binding || check_attribute_integer(c, binding, 0, INT32_MAX, &b);
    if (!resource) {
        if (group || binding)
            error(c->diags, CODE_BAD_ATTRIBUTE, (group ? group : binding)->span,
                  "only resources have a group and a binding; '%.*s' is in address space '%s'",
                  STR_ARG(d->name), space_name(d->space));
        return;
    }
    if (!group || !binding) {
        error(c->diags, CODE_BAD_ATTRIBUTE, d->name_span, "'%.*s' needs %s", STR_ARG(d->name),
              group     ? "'@binding'"
              : binding ? "'@group'"
                        : "'@group' and '@binding'");
        return;
    }
    if (!ok)
        return;
    d->group = (uint32_t)g;
    d->binding = (uint32_t)b;
    d->has_binding = true;
}

static void check_initialiser(Checker *c, Decl *d) {
    if (d->space != SPACE_FUNCTION && d->space != SPACE_PRIVATE) {
        error(c->diags, CODE_BAD_ADDRESS_SPACE, d->init->span,
              "a variable in address space '%s' cannot have an initialiser", space_name(d->space));
        return;
    }
    if (d->space == SPACE_PRIVATE && d->init->final->kind != TYPE_ERROR &&
        d->init->stage == STAGE_RUNTIME)
        error(c->diags, CODE_NOT_CONST, d->init->span,
              "the initialiser of a private variable must be a const- or override-expression");
}

/* The declared type, else the initialiser's. */
static const Type *variable_type(Checker *c, Decl *d) {
    const Type *declared = d->type_expr ? check_type(c, d->type_expr) : NULL;
    if (d->init) {
        check_value(c, d->init);
        const Type *wanted = declared ? declared : concretise(c->t, d->init->final);
        bool ok = check_needs(c, d->init, wanted, "the initialiser of '%.*s'", STR_ARG(d->name));
        if (!declared)
            return ok ? wanted : c->t->error_type;
    }
    if (declared)
        return declared;
    error(c->diags, CODE_BAD_TYPE, d->name_span, "variable '%.*s' needs a type or an initialiser",
          STR_ARG(d->name));
    return c->t->error_type;
}

static void count_bytes(Checker *c, const Decl *d) {
    uint64_t *total;
    if (d->space == SPACE_PRIVATE)
        total = &c->private_bytes;
    else if (d->space == SPACE_FUNCTION && c->function)
        total = &c->facts[c->function->index].local_bytes;
    else
        return;
    bool fitted = *total <= LIMIT_LOCAL_BYTES;
    *total += d->type->size;
    if (fitted && *total > LIMIT_LOCAL_BYTES)
        error(c->diags, CODE_LIMIT, d->name_span,
              "the variables in address space '%s' need more than %d bytes", space_name(d->space),
              LIMIT_LOCAL_BYTES);
}

void check_var(Checker *c, Decl *d) {
    check_attributes(c, &d->attributes, d->module_scope ? ON_VAR : ON_NOTHING);
    bool ok = read_space(c, d);
    d->type = variable_type(c, d);
    ok = ok && d->type->kind != TYPE_ERROR && check_store_type(c, d);
    if (ok) {
        if (d->init)
            check_initialiser(c, d);
        check_binding(c, d);
        count_bytes(c, d);
    } else {
        d->type = c->t->error_type;
    }
}
