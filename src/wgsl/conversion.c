/* Automatic conversions, and the struct types that some builtins return. */
#include "wgsl/overload.h"

static int scalar_rank(TypeKind from, TypeKind to) {
    if (from == TYPE_ABSTRACT_FLOAT)
        return to == TYPE_F32 ? 1 : to == TYPE_F16 ? 2 : -1;
    if (from != TYPE_ABSTRACT_INT)
        return -1;
    switch (to) {
    case TYPE_I32: return 3;
    case TYPE_U32: return 4;
    case TYPE_ABSTRACT_FLOAT: return 5;
    case TYPE_F32: return 6;
    case TYPE_F16: return 7;
    default: return -1;
    }
}

/* Abstract structs are results of builtins; their types come in families of equal shape. The rank
 * is that of the first member, which is a float. */
static int struct_rank(const StructType *from, const StructType *to) {
    if (from->decl || to->decl || from->members != to->members)
        return -1;
    int rank = -1;
    for (uint32_t i = from->members; i-- > 0;) {
        if (!str_eq(from->member[i].name, to->member[i].name))
            return -1;
        rank = conversion_rank(from->member[i].type, to->member[i].type);
        if (rank < 0)
            return -1;
    }
    return rank;
}

int conversion_rank(const Type *from, const Type *to) {
    if (from == to || from->kind == TYPE_ERROR || to->kind == TYPE_ERROR)
        return 0;
    if (!type_is_abstract(from))
        return -1;
    if (type_is_scalar(from))
        return scalar_rank(from->kind, to->kind);
    if (from->kind != to->kind)
        return -1;
    switch (from->kind) {
    case TYPE_VECTOR:
        return from->width == to->width ? scalar_rank(from->element->kind, to->element->kind) : -1;
    case TYPE_MATRIX:
        return from->width == to->width && from->rows == to->rows
                   ? scalar_rank(from->element->kind, to->element->kind)
                   : -1;
    case TYPE_ARRAY:
        return to->count_kind == COUNT_FIXED && from->count == to->count
                   ? conversion_rank(from->element, to->element)
                   : -1;
    case TYPE_STRUCT: return struct_rank(from->structure, to->structure);
    default: return -1;
    }
}

static bool is_frexp_result(const StructType *s) {
    return s->members == 2 && str_is(s->member[0].name, "fract") &&
           str_is(s->member[1].name, "exp");
}

const Type *concretise(TypeTable *t, const Type *type) {
    if (!type_is_abstract(type))
        return type;
    switch (type->kind) {
    case TYPE_ABSTRACT_INT: return t->i32;
    case TYPE_ABSTRACT_FLOAT: return t->f32;
    case TYPE_VECTOR: return type_vector(t, concretise(t, type->element), type->width);
    case TYPE_MATRIX: return type_matrix(t, t->f32, type->width, type->rows);
    case TYPE_ARRAY: return type_array(t, concretise(t, type->element), type->count);
    case TYPE_STRUCT: {
        const StructType *s = type->structure;
        const Type *of = concretise(t, s->member[0].type);
        return is_frexp_result(s) ? frexp_result_type(t, of) : modf_result_type(t, of);
    }
    default: return type;
    }
}

/* ---- result structs ---- */

static StructMember member(Str name, const Type *type) {
    return (StructMember){.name = name, .type = type, .align = type->align, .size = type->size};
}

/* One type for each name. */
static const Type *result_type(TypeTable *t, Str name, StructMember first, StructMember second) {
    Type *known = map_get(&t->interned, name);
    if (known)
        return known;
    StructMember members[] = {first, second};
    const Type *made = type_struct(t, name, members, 2, NULL);
    map_set(&t->interned, name, (void *)made);
    return made;
}

static Str result_name(TypeTable *t, const char *family, const Type *of) {
    const Type *c = type_component(of);
    Str scalar = type_is_abstract(c) ? STR("abstract") : c->name;
    if (of->kind == TYPE_VECTOR)
        return str_format(t->arena, "__%s_result_vec%u_%.*s", family, of->width, STR_ARG(scalar));
    return str_format(t->arena, "__%s_result_%.*s", family, STR_ARG(scalar));
}

const Type *modf_result_type(TypeTable *t, const Type *of) {
    return result_type(t, result_name(t, "modf", of), member(STR("fract"), of),
                       member(STR("whole"), of));
}

const Type *frexp_result_type(TypeTable *t, const Type *of) {
    const Type *exponent = type_is_abstract(of) ? t->abstract_int : t->i32;
    return result_type(t, result_name(t, "frexp", of), member(STR("fract"), of),
                       member(STR("exp"), type_with_component(t, of, exponent)));
}

const Type *exchange_result_type(TypeTable *t, const Type *of) {
    Str name = str_format(t->arena, "__atomic_compare_exchange_result<%.*s>", STR_ARG(of->name));
    return result_type(t, name, member(STR("old_value"), of),
                       member(STR("exchanged"), t->bool_type));
}
