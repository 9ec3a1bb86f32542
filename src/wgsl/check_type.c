/* Types: what a type expression denotes. */
#include "wgsl/check.h"

#define MOST_BYTES UINT32_MAX

bool check_type_limits(Checker *c, Span span, const Type *t) {
    if (t->depth > LIMIT_NESTING) {
        error(c->diags, CODE_LIMIT, span, "type is nested deeper than %d levels", LIMIT_NESTING);
        return false;
    }
    if (t->size > MOST_BYTES) {
        error(c->diags, CODE_LIMIT, span, "type needs more than %u bytes", MOST_BYTES);
        return false;
    }
    return true;
}

bool check_f16(Checker *c, Span span, const Type *t) {
    if (type_component(t)->kind != TYPE_F16 || (c->m->enabled & ENABLE_F16))
        return true;
    error(c->diags, CODE_NOT_ENABLED, span, "type '%.*s' needs 'enable f16;'", STR_ARG(t->name));
    return false;
}

AccessMode default_access(AddressSpace s) {
    switch (s) {
    case SPACE_UNIFORM:
    case SPACE_STORAGE:
    case SPACE_HANDLE: return ACCESS_READ;
    default: return ACCESS_READ_WRITE;
    }
}

const Predeclared *check_enumerant(Checker *c, Expr *e, PredeclaredKind kind, const char *what) {
    if (e->kind == EXPR_IDENT) {
        if (e->ident_kind == IDENT_ENUMERANT && predeclared[e->enumerant].kind == kind &&
            !e->ident.has_template)
            return &predeclared[e->enumerant];
        if (e->ident_kind == IDENT_UNRESOLVED)
            return NULL; /* reported */
    }
    error(c->diags, CODE_BAD_TYPE, e->span, "%s is needed here", what);
    return NULL;
}

/* ---- template lists ---- */

static bool has_arguments(Checker *c, const Expr *e, uint32_t least, uint32_t most) {
    uint32_t n = e->ident.template_args.len;
    if (e->ident.has_template && n >= least && n <= most)
        return true;
    if (!e->ident.has_template)
        error(c->diags, CODE_BAD_TYPE, e->span, "'%.*s' needs template arguments",
              STR_ARG(e->ident.name));
    else if (least == most)
        error(c->diags, CODE_BAD_TYPE, e->span, "'%.*s' takes %u template argument%s, not %u",
              STR_ARG(e->ident.name), least, least == 1 ? "" : "s", n);
    else
        error(c->diags, CODE_BAD_TYPE, e->span, "'%.*s' takes %u to %u template arguments, not %u",
              STR_ARG(e->ident.name), least, most, n);
    return false;
}

static bool no_arguments(Checker *c, const Expr *e) {
    if (!e->ident.has_template)
        return true;
    error(c->diags, CODE_BAD_TYPE, e->span, "'%.*s' takes no template arguments",
          STR_ARG(e->ident.name));
    return false;
}

static const Type *component(Checker *c, const Expr *e, bool floats_only) {
    Expr *arg = e->ident.template_args.at[0];
    const Type *t = check_type(c, arg);
    if (t->kind == TYPE_ERROR)
        return NULL;
    if (floats_only ? type_is_float(t) : type_is_scalar(t))
        return t;
    error(c->diags, CODE_BAD_TYPE, arg->span, "'%.*s' cannot hold components of type '%.*s'",
          STR_ARG(e->ident.name), STR_ARG(t->name));
    return NULL;
}

/* ---- arrays ---- */

static bool is_array_element(const Type *t) {
    switch (t->kind) {
    case TYPE_VECTOR:
    case TYPE_MATRIX:
    case TYPE_ATOMIC:
    case TYPE_ARRAY:
    case TYPE_STRUCT: return type_has_creation_fixed_footprint(t);
    default: return type_is_scalar(t);
    }
}

/* Array sizes that name the same override are the same size; any other override-expression is a
 * size of its own. */
static const Type *override_sized(Checker *c, const Type *element, Expr *n) {
    const Expr *stands_for = n;
    if (n->kind == EXPR_IDENT && !n->parenthesised && n->decl->kind == DECL_OVERRIDE) {
        const Expr **known = &c->count_expr[n->decl->index];
        if (!*known)
            *known = n;
        stands_for = *known;
    }
    Str text = {c->m->source->text.at + n->span.start, n->span.end - n->span.start};
    return type_array_override(c->t, element, stands_for, text);
}

static const Type *sized_array(Checker *c, const Type *element, Expr *n) {
    /* An array's size is evaluated even where its value is not. */
    uint32_t unevaluated = c->unevaluated;
    c->unevaluated = 0;
    const Type *t = check_concrete(c, n);
    c->unevaluated = unevaluated;
    if (t->kind == TYPE_ERROR)
        return NULL;
    if (!type_is_integer(t)) {
        error(c->diags, CODE_BAD_TYPE, n->span, "an array's size is an i32 or u32, not '%.*s'",
              STR_ARG(t->name));
        return NULL;
    }
    if (n->stage == STAGE_RUNTIME) {
        error(c->diags, CODE_NOT_CONST, n->span,
              "an array's size must be a const- or override-expression");
        return NULL;
    }
    if (n->stage == STAGE_OVERRIDE)
        return override_sized(c, element, n);
    if (!n->value)
        return NULL;
    if (n->value->i <= 0) {
        error(c->diags, CODE_OUT_OF_RANGE, n->span, "an array's size must be positive, not %lld",
              (long long)n->value->i);
        return NULL;
    }
    return type_array(c->t, element, (uint32_t)n->value->i);
}

static const Type *generate_array(Checker *c, Expr *e) {
    if (!has_arguments(c, e, 1, 2))
        return NULL;
    Expr *arg = e->ident.template_args.at[0];
    const Type *element = check_type(c, arg);
    if (element->kind == TYPE_ERROR) {
        if (e->ident.template_args.len == 2)
            check_value(c, e->ident.template_args.at[1]);
        return NULL;
    }
    if (!is_array_element(element)) {
        Diag *d = error(c->diags, CODE_BAD_TYPE, arg->span,
                        "type '%.*s' cannot be an array's element", STR_ARG(element->name));
        if (element->kind == TYPE_ARRAY && element->count_kind == COUNT_OVERRIDE)
            diag_note(
                c->diags, d, arg->span,
                "only the outermost array may have the size of an override: make it a const, or "
                "one array of both sizes' product");
        return NULL;
    }
    if (e->ident.template_args.len == 1)
        return type_array_runtime(c->t, element);
    return sized_array(c, element, e->ident.template_args.at[1]);
}

/* ---- atomics, pointers, textures ---- */

static const Type *generate_atomic(Checker *c, Expr *e) {
    if (!has_arguments(c, e, 1, 1))
        return NULL;
    const Type *t = check_type(c, e->ident.template_args.at[0]);
    if (t->kind == TYPE_ERROR)
        return NULL;
    if (t->kind != TYPE_I32 && t->kind != TYPE_U32) {
        error(c->diags, CODE_BAD_TYPE, e->ident.template_args.at[0]->span,
              "an atomic holds an i32 or u32, not '%.*s'", STR_ARG(t->name));
        return NULL;
    }
    return type_atomic(c->t, t);
}

static bool pointer_fits_space(const Type *store, AddressSpace space) {
    switch (space) {
    case SPACE_FUNCTION:
    case SPACE_PRIVATE: return type_is_constructible(store);
    case SPACE_WORKGROUP: return type_has_fixed_footprint(store);
    case SPACE_UNIFORM: return type_is_constructible(store) && type_is_host_shareable(store);
    default: return type_is_host_shareable(store);
    }
}

static bool pointer_access(Checker *c, Expr *e, AddressSpace space, AccessMode *access) {
    *access = default_access(space);
    if (e->ident.template_args.len < 3)
        return true;
    Expr *arg = e->ident.template_args.at[2];
    const Predeclared *p = check_enumerant(c, arg, ENUMERANT_ACCESS, "an access mode");
    if (!p)
        return false;
    *access = (AccessMode)p->a;
    if (space == SPACE_STORAGE && *access != ACCESS_WRITE)
        return true;
    error(c->diags, CODE_BAD_ADDRESS_SPACE, arg->span,
          space == SPACE_STORAGE ? "address space 'storage' has the access modes 'read' and "
                                   "'read_write'"
                                 : "only pointers to address space 'storage' name an access mode");
    return false;
}

static const Type *generate_pointer(Checker *c, Expr *e) {
    if (!has_arguments(c, e, 2, 3))
        return NULL;
    const Predeclared *p =
        check_enumerant(c, e->ident.template_args.at[0], ENUMERANT_SPACE, "an address space");
    Expr *store_expr = e->ident.template_args.at[1];
    const Type *store = check_type(c, store_expr);
    if (!p || store->kind == TYPE_ERROR)
        return NULL;
    AddressSpace space = (AddressSpace)p->a;
    AccessMode access;
    if (!pointer_access(c, e, space, &access))
        return NULL;
    if (!type_is_storable(store) || !pointer_fits_space(store, space)) {
        error(c->diags, CODE_BAD_ADDRESS_SPACE, store_expr->span,
              "address space '%s' cannot hold a value of type '%.*s'", p->name,
              STR_ARG(store->name));
        return NULL;
    }
    if (type_contains_atomic(store) && access != ACCESS_READ_WRITE) {
        error(c->diags, CODE_BAD_ADDRESS_SPACE, store_expr->span,
              "atomics need the access mode 'read_write'");
        return NULL;
    }
    return type_pointer(c->t, space, store, access);
}

static const Type *generate_texture(Checker *c, Expr *e, TextureDim dim) {
    if (!has_arguments(c, e, 1, 1))
        return NULL;
    const Type *t = check_type(c, e->ident.template_args.at[0]);
    if (t->kind == TYPE_ERROR)
        return NULL;
    if (t->kind != TYPE_F32 && t->kind != TYPE_I32 && t->kind != TYPE_U32) {
        error(c->diags, CODE_BAD_TYPE, e->ident.template_args.at[0]->span,
              "a texture is sampled as f32, i32 or u32, not '%.*s'", STR_ARG(t->name));
        return NULL;
    }
    return type_texture(c->t, TEXTURE_SAMPLED, dim, t, 0, ACCESS_NONE);
}

static const Type *generate_storage_texture(Checker *c, Expr *e, TextureDim dim) {
    if (!has_arguments(c, e, 2, 2))
        return NULL;
    const Predeclared *format =
        check_enumerant(c, e->ident.template_args.at[0], ENUMERANT_TEXEL_FORMAT, "a texel format");
    const Predeclared *access =
        check_enumerant(c, e->ident.template_args.at[1], ENUMERANT_ACCESS, "an access mode");
    if (!format || !access)
        return NULL;
    return type_texture(c->t, TEXTURE_STORAGE, dim, NULL, format->a, (AccessMode)access->a);
}

/* ---- names ---- */

static const Type *generate(Checker *c, Expr *e, const Predeclared *p) {
    const Type *t;
    switch (p->kind) {
    case GENERATE_ARRAY: return generate_array(c, e);
    case GENERATE_ATOMIC: return generate_atomic(c, e);
    case GENERATE_POINTER: return generate_pointer(c, e);
    case GENERATE_TEXTURE: return generate_texture(c, e, (TextureDim)p->a);
    case GENERATE_STORAGE_TEXTURE: return generate_storage_texture(c, e, (TextureDim)p->a);
    case GENERATE_VECTOR:
        t = has_arguments(c, e, 1, 1) ? component(c, e, false) : NULL;
        return t ? type_vector(c->t, t, p->a) : NULL;
    case GENERATE_MATRIX:
        t = has_arguments(c, e, 1, 1) ? component(c, e, true) : NULL;
        return t ? type_matrix(c->t, t, p->a, p->b) : NULL;
    default:
        t = predeclared_type(c->t, p);
        return no_arguments(c, e) && check_f16(c, e->span, t) ? t : NULL;
    }
}

static const Type *declared(Checker *c, const Expr *e) {
    const Decl *d = e->decl;
    if (d->kind != DECL_STRUCT && d->kind != DECL_ALIAS) {
        Diag *diag =
            error(c->diags, CODE_BAD_TYPE, e->span, "'%.*s' is not a type", STR_ARG(e->ident.name));
        diag_note(c->diags, diag, d->name_span, "it is declared here");
        return NULL;
    }
    return no_arguments(c, e) ? d->type : NULL;
}

static const Type *denoted(Checker *c, Expr *e) {
    if (e->kind != EXPR_IDENT) {
        error(c->diags, CODE_BAD_TYPE, e->span, "a type is needed here");
        return NULL;
    }
    switch (e->ident_kind) {
    case IDENT_UNRESOLVED: return NULL;
    case IDENT_DECL: return declared(c, e);
    case IDENT_TYPE: return generate(c, e, &predeclared[e->enumerant]);
    default:
        error(c->diags, CODE_BAD_TYPE, e->span, "'%.*s' is not a type", STR_ARG(e->ident.name));
        return NULL;
    }
}

const Type *check_type(Checker *c, Expr *e) {
    const Type *t = denoted(c, e);
    if (t && t->kind != TYPE_ERROR && !check_type_limits(c, e->span, t))
        t = NULL;
    e->denoted = t ? t : c->t->error_type;
    return e->denoted;
}
