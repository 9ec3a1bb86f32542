/* Struct declarations: members, their sizes and alignments. */
#include "wgsl/check.h"

static bool is_member_type(const Type *t, bool last) {
    switch (t->kind) {
    case TYPE_ERROR:
    case TYPE_VECTOR:
    case TYPE_MATRIX:
    case TYPE_ATOMIC: return true;
    case TYPE_ARRAY:
        return type_has_creation_fixed_footprint(t) || (last && t->count_kind == COUNT_RUNTIME);
    case TYPE_STRUCT: return type_has_creation_fixed_footprint(t);
    default: return type_is_scalar(t);
    }
}

static void check_align(Checker *c, const Attribute *a, StructMember *m) {
    int64_t n;
    if (!check_attribute_integer(c, a, 1, INT32_MAX, &n))
        return;
    if (n & (n - 1))
        error(c->diags, CODE_BAD_LAYOUT, a->span, "an alignment must be a power of two, not %lld",
              (long long)n);
    else if (m->align && n % m->align != 0)
        error(c->diags, CODE_BAD_LAYOUT, a->span,
              "an alignment of %lld is too small for type '%.*s', which needs %u", (long long)n,
              STR_ARG(m->type->name), m->align);
    else
        m->align = (uint32_t)n;
}

static void check_size(Checker *c, const Attribute *a, StructMember *m) {
    int64_t n;
    if (!check_attribute_integer(c, a, 1, UINT32_MAX, &n))
        return;
    if (!type_has_creation_fixed_footprint(m->type))
        error(c->diags, CODE_BAD_LAYOUT, a->span,
              "a member whose size is not fixed cannot be given one");
    else if ((uint64_t)n < m->type->size)
        error(c->diags, CODE_BAD_LAYOUT, a->span,
              "a size of %lld is too small for type '%.*s', which needs %llu", (long long)n,
              STR_ARG(m->type->name), (unsigned long long)m->type->size);
    else
        m->size = (uint64_t)n;
}

static StructMember check_member_decl(Checker *c, Decl *d, bool last) {
    check_attributes(c, &d->attributes, ON_MEMBER);
    d->type = check_type(c, d->type_expr);
    if (!is_member_type(d->type, last)) {
        bool runtime = d->type->kind == TYPE_ARRAY && d->type->count_kind == COUNT_RUNTIME;
        error(c->diags, CODE_BAD_TYPE, d->type_expr->span,
              runtime ? "only the last member of a struct can be a runtime-sized array"
                      : "a value of type '%.*s' cannot be a struct's member",
              STR_ARG(d->type->name));
        d->type = c->t->error_type;
    }
    StructMember m = {
        .name = d->name,
        .type = d->type,
        .align = d->type->align,
        .size = d->type->size,
        .decl = d,
    };
    const Attribute *align = find_attribute(&d->attributes, "align");
    const Attribute *size = find_attribute(&d->attributes, "size");
    if (d->type->kind != TYPE_ERROR && align)
        check_align(c, align, &m);
    if (d->type->kind != TYPE_ERROR && size)
        check_size(c, size, &m);
    check_io_attributes(c, &d->attributes, d->type, &d->builtin_value);
    return m;
}

static void check_names(Checker *c, const Decl *d) {
    Map names = {.arena = c->a};
    for (uint32_t i = 0; i < d->members.len; i++) {
        const Decl *m = d->members.at[i];
        const Decl *first = map_set(&names, m->name, d->members.at[i]);
        if (!first)
            continue;
        Diag *diag =
            error(c->diags, CODE_REDECLARED, m->name_span, "'%.*s' already has a member '%.*s'",
                  STR_ARG(d->name), STR_ARG(m->name));
        diag_note(c->diags, diag, first->name_span, "it is declared here");
    }
}

void check_struct(Checker *c, Decl *d) {
    check_attributes(c, &d->attributes, ON_NOTHING);
    d->type = c->t->error_type;
    if (d->members.len == 0) {
        error(c->diags, CODE_BAD_TYPE, d->name_span, "struct '%.*s' has no members",
              STR_ARG(d->name));
        return;
    }
    if (d->members.len > LIMIT_MEMBERS) {
        error(c->diags, CODE_LIMIT, d->name_span, "struct '%.*s' has more than %d members",
              STR_ARG(d->name), LIMIT_MEMBERS);
        return;
    }
    check_names(c, d);
    StructMember *members = arena_array(c->a, StructMember, d->members.len);
    for (uint32_t i = 0; i < d->members.len; i++)
        members[i] = check_member_decl(c, d->members.at[i], i + 1 == d->members.len);
    check_blend_members(c, d);
    const Type *t = type_struct(c->t, d->name, members, d->members.len, d);
    if (check_type_limits(c, d->name_span, t))
        d->type = t;
}
