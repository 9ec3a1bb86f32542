/* WGSL's types: made, interned, laid out.
 *
 * A type is interned by a key of the fields that tell it from others, with the types inside it as
 * pointers, since those are interned already. What is asked of a type (is it constructible, does it
 * hold an atomic...) is computed once, from the types inside, when it is made: no question walks a
 * type, so a deep or wide one costs nothing.
 */
#include "lang/type.h"

#include <stdio.h>

#include "lang/texel.h"

/* Bits of Type.traits. */
enum {
    TRAIT_ABSTRACT = 1,
    TRAIT_CONSTRUCTIBLE = 2,
    TRAIT_HOST_SHAREABLE = 4,
    TRAIT_STORABLE = 8,
    TRAIT_CREATION_FIXED = 16,
    TRAIT_FIXED = 32,
    TRAIT_ATOMIC = 64,
    TRAIT_PLAIN_FIXED = TRAIT_CREATION_FIXED | TRAIT_FIXED,
    TRAIT_PLAIN = TRAIT_CONSTRUCTIBLE | TRAIT_STORABLE | TRAIT_PLAIN_FIXED,
};

/* ---- making types ---- */

static const Type *scalar(TypeTable *t, TypeKind kind, const char *name, uint16_t traits,
                          uint32_t size) {
    Type *type = arena_new(t->arena, Type);
    type->kind = kind;
    type->name = str_from_c(name);
    type->traits = traits;
    type->align = size;
    type->size = size;
    return type;
}

void types_init(TypeTable *t, Arena *a) {
    const uint16_t number = TRAIT_PLAIN | TRAIT_HOST_SHAREABLE;
    const uint16_t abstract = TRAIT_ABSTRACT | TRAIT_CONSTRUCTIBLE | TRAIT_PLAIN_FIXED;
    *t = (TypeTable){.arena = a, .interned = {.arena = a}, .signatures = {.arena = a}};
    t->error_type = scalar(t, TYPE_ERROR, "(unknown)", number, 0);
    t->void_type = scalar(t, TYPE_VOID, "(no value)", 0, 0);
    t->bool_type = scalar(t, TYPE_BOOL, "bool", TRAIT_PLAIN, 4);
    t->abstract_int = scalar(t, TYPE_ABSTRACT_INT, "abstract-int", abstract, 0);
    t->abstract_float = scalar(t, TYPE_ABSTRACT_FLOAT, "abstract-float", abstract, 0);
    t->i32 = scalar(t, TYPE_I32, "i32", number, 4);
    t->u32 = scalar(t, TYPE_U32, "u32", number, 4);
    t->f32 = scalar(t, TYPE_F32, "f32", number, 4);
    t->f16 = scalar(t, TYPE_F16, "f16", number, 2);
    t->sampler = scalar(t, TYPE_SAMPLER, "sampler", TRAIT_STORABLE, 0);
    t->sampler_comparison =
        scalar(t, TYPE_SAMPLER_COMPARISON, "sampler_comparison", TRAIT_STORABLE, 0);
}

/* What tells one type from another. Zero padding matters: it is compared as bytes. */
typedef struct Key {
    uint8_t kind, width, rows, space, access, count_kind, texture_dim, texture_class;
    uint32_t texel_format, count;
    const Type *element;
    const void *count_expr;
} Key;

/* The type like `wanted`, or NULL; then `key` is to be given to `intern`. */
static const Type *find(TypeTable *t, const Type *wanted, Key *key) {
    memset(key, 0, sizeof *key);
    key->kind = (uint8_t)wanted->kind;
    key->width = wanted->width;
    key->rows = wanted->rows;
    key->space = wanted->space;
    key->access = wanted->access;
    key->count_kind = wanted->count_kind;
    key->texture_dim = wanted->texture_dim;
    key->texture_class = wanted->texture_class;
    key->texel_format = wanted->texel_format;
    key->count = wanted->count;
    key->element = wanted->element;
    key->count_expr = wanted->count_expr;
    return map_get(&t->interned, (Str){(const char *)key, sizeof *key});
}

static const Type *intern(TypeTable *t, const Key *key, const Type *made) {
    Type *type = arena_new(t->arena, Type);
    *type = *made;
    map_set(&t->interned, str_copy(t->arena, (Str){(const char *)key, sizeof *key}), type);
    return type;
}

/* ---- layout ---- */

static uint64_t round_up(uint64_t align, uint64_t n) {
    if (align == 0)
        return 0;
    uint64_t up = (n + align - 1) / align * align;
    return up < n ? UINT64_MAX : up;
}

static uint64_t multiply(uint64_t a, uint64_t b) {
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint64_t add(uint64_t a, uint64_t b) {
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static uint32_t vector_align(const Type *component, uint32_t width) {
    return component->align * (width == 2 ? 2 : 4);
}

/* ---- vectors, matrices, atomics ---- */

const Type *type_vector(TypeTable *t, const Type *component, uint32_t width) {
    Type v = {.kind = TYPE_VECTOR, .width = (uint8_t)width, .element = component};
    Key key;
    const Type *known = find(t, &v, &key);
    if (known)
        return known;
    v.name = str_format(t->arena, "vec%u<%.*s>", width, STR_ARG(component->name));
    v.traits = component->traits;
    v.depth = 1;
    v.align = vector_align(component, width);
    v.size = component->size * width;
    return intern(t, &key, &v);
}

const Type *type_matrix(TypeTable *t, const Type *component, uint32_t columns, uint32_t rows) {
    Type m = {.kind = TYPE_MATRIX,
              .width = (uint8_t)columns,
              .rows = (uint8_t)rows,
              .element = component};
    Key key;
    const Type *known = find(t, &m, &key);
    if (known)
        return known;
    m.column = type_vector(t, component, rows);
    m.name = str_format(t->arena, "mat%ux%u<%.*s>", columns, rows, STR_ARG(component->name));
    m.traits = component->traits;
    m.depth = 2;
    m.align = vector_align(component, rows);
    m.stride = (uint32_t)round_up(m.align, component->size * rows);
    m.size = (uint64_t)m.stride * columns;
    return intern(t, &key, &m);
}

const Type *type_atomic(TypeTable *t, const Type *element) {
    Type a = {.kind = TYPE_ATOMIC, .element = element};
    Key key;
    const Type *known = find(t, &a, &key);
    if (known)
        return known;
    a.name = str_format(t->arena, "atomic<%.*s>", STR_ARG(element->name));
    a.traits = TRAIT_ATOMIC | TRAIT_STORABLE | TRAIT_HOST_SHAREABLE | TRAIT_PLAIN_FIXED;
    a.align = element->align;
    a.size = element->size;
    return intern(t, &key, &a);
}

/* ---- arrays ---- */

static const Type *array(TypeTable *t, Type a, Str count_text) {
    Key key;
    const Type *known = find(t, &a, &key);
    if (known)
        return known;
    const Type *e = a.element;
    if (a.count_kind == COUNT_RUNTIME)
        a.name = str_format(t->arena, "array<%.*s>", STR_ARG(e->name));
    else
        a.name = str_format(t->arena, "array<%.*s, %.*s>", STR_ARG(e->name), STR_ARG(count_text));
    a.depth = (uint16_t)(e->depth < UINT16_MAX ? e->depth + 1 : UINT16_MAX);
    a.traits = e->traits & (TRAIT_ABSTRACT | TRAIT_STORABLE | TRAIT_ATOMIC);
    if (a.count_kind == COUNT_FIXED)
        a.traits = e->traits;
    else if (a.count_kind == COUNT_RUNTIME)
        a.traits |= e->traits & TRAIT_HOST_SHAREABLE;
    else
        a.traits |= e->traits & TRAIT_FIXED;

    uint64_t stride = round_up(e->align, e->size);
    a.align = e->align;
    a.stride = stride > UINT32_MAX ? UINT32_MAX : (uint32_t)stride;
    if (a.count_kind == COUNT_FIXED)
        a.size = multiply(stride, a.count);
    else if (a.count_kind == COUNT_RUNTIME)
        a.size = stride;
    return intern(t, &key, &a);
}

const Type *type_array(TypeTable *t, const Type *element, uint32_t count) {
    char text[16];
    int n = snprintf(text, sizeof text, "%u", count);
    return array(
        t,
        (Type){.kind = TYPE_ARRAY, .count_kind = COUNT_FIXED, .count = count, .element = element},
        (Str){text, (uint32_t)n});
}

const Type *type_array_runtime(TypeTable *t, const Type *element) {
    return array(t, (Type){.kind = TYPE_ARRAY, .count_kind = COUNT_RUNTIME, .element = element},
                 (Str){0});
}

const Type *type_array_override(TypeTable *t, const Type *element, const void *count_expr,
                                Str text) {
    return array(t,
                 (Type){.kind = TYPE_ARRAY,
                        .count_kind = COUNT_OVERRIDE,
                        .count_expr = count_expr,
                        .element = element},
                 text);
}

/* ---- pointers, references, textures ---- */

/* A place in TypeTable.views, which keeps what a shader asks for at every access of a variable. */
static const Type **recent_view(TypeTable *t, const Type *p) {
    uintptr_t h = (uintptr_t)p->element / alignof(Type) * 7 + p->kind * 5u + p->space * 3u;
    return &t->views[(h + p->access) % (sizeof t->views / sizeof t->views[0])];
}

static bool is_view(const Type *v, const Type *p) {
    return v && v->element == p->element && v->kind == p->kind && v->space == p->space &&
           v->access == p->access;
}

static const Type *view(TypeTable *t, TypeKind kind, AddressSpace space, const Type *store,
                        AccessMode access) {
    Type p = {.kind = kind, .space = (uint8_t)space, .access = (uint8_t)access, .element = store};
    const Type **recent = recent_view(t, &p);
    if (is_view(*recent, &p))
        return *recent;
    Key key;
    *recent = find(t, &p, &key);
    if (*recent)
        return *recent;
    p.name = str_format(t->arena, "%s<%s, %.*s, %s>", kind == TYPE_POINTER ? "ptr" : "ref",
                        space_name(space), STR_ARG(store->name), access_name(access));
    return *recent = intern(t, &key, &p);
}

const Type *type_pointer(TypeTable *t, AddressSpace space, const Type *store, AccessMode access) {
    return view(t, TYPE_POINTER, space, store, access);
}

const Type *type_reference(TypeTable *t, AddressSpace space, const Type *store, AccessMode access) {
    return view(t, TYPE_REFERENCE, space, store, access);
}

static const char *const texture_dim_name[] = {
    [TEXTURE_1D] = "1d",
    [TEXTURE_2D] = "2d",
    [TEXTURE_2D_ARRAY] = "2d_array",
    [TEXTURE_3D] = "3d",
    [TEXTURE_CUBE] = "cube",
    [TEXTURE_CUBE_ARRAY] = "cube_array",
    [TEXTURE_MULTISAMPLED_2D] = "multisampled_2d",
    [TEXTURE_EXTERNAL] = "external",
};

const Type *type_texture(TypeTable *t, TextureClass c, TextureDim d, const Type *sampled,
                         uint32_t format, AccessMode access) {
    Type x = {.kind = TYPE_TEXTURE,
              .texture_class = (uint8_t)c,
              .texture_dim = (uint8_t)d,
              .texel_format = (uint8_t)format,
              .access = (uint8_t)access,
              .element = sampled};
    Key key;
    const Type *known = find(t, &x, &key);
    if (known)
        return known;
    if (c == TEXTURE_STORAGE)
        x.name = str_format(t->arena, "texture_storage_%s<%s, %s>", texture_dim_name[d],
                            texel_format[format].name, access_name(access));
    else if (c == TEXTURE_DEPTH)
        x.name = str_format(t->arena, "texture_depth_%s", texture_dim_name[d]);
    else if (d == TEXTURE_EXTERNAL)
        x.name = STR("texture_external");
    else
        x.name =
            str_format(t->arena, "texture_%s<%.*s>", texture_dim_name[d], STR_ARG(sampled->name));
    x.traits = TRAIT_STORABLE;
    return intern(t, &key, &x);
}

/* ---- structs ---- */

/* Gives each member its offset; returns where the struct ends, before rounding. */
static uint64_t place_members(StructMember *m, uint32_t count, uint32_t *align) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t own = m[i].align ? m[i].align : 1;
        m[i].offset = round_up(own, end);
        end = add(m[i].offset, m[i].size);
        if (own > *align)
            *align = own;
    }
    return end;
}

const Type *type_struct(TypeTable *t, Str name, const StructMember *members, uint32_t count,
                        const void *decl) {
    StructMember *m = arena_array(t->arena, StructMember, count);
    if (count)
        memcpy(m, members, count * sizeof *m);
    StructType *s = arena_new(t->arena, StructType);
    *s = (StructType){.name = name, .member = m, .members = count, .align = 1, .decl = decl};
    uint64_t end = place_members(m, count, &s->align);
    s->size = round_up(s->align, end);

    Type *type = arena_new(t->arena, Type);
    const uint16_t all =
        TRAIT_CONSTRUCTIBLE | TRAIT_HOST_SHAREABLE | TRAIT_STORABLE | TRAIT_PLAIN_FIXED;
    uint16_t every = all, some = 0;
    for (uint32_t i = 0; i < count; i++) {
        every &= m[i].type->traits;
        some |= m[i].type->traits;
        if (m[i].type->depth > type->depth)
            type->depth = m[i].type->depth;
    }
    type->kind = TYPE_STRUCT;
    type->name = name;
    type->structure = s;
    type->traits = every | (some & (TRAIT_ABSTRACT | TRAIT_ATOMIC));
    type->depth = (uint16_t)(type->depth < UINT16_MAX ? type->depth + 1 : UINT16_MAX);
    type->align = s->align;
    type->size = s->size;
    return type;
}

/* ---- questions ---- */

bool type_is_scalar(const Type *t) {
    return t->kind >= TYPE_BOOL && t->kind <= TYPE_F16;
}

bool type_is_numeric_scalar(const Type *t) {
    return t->kind > TYPE_BOOL && t->kind <= TYPE_F16;
}

bool type_is_integer(const Type *t) {
    return t->kind == TYPE_I32 || t->kind == TYPE_U32 || t->kind == TYPE_ABSTRACT_INT;
}

bool type_is_float(const Type *t) {
    return t->kind == TYPE_F32 || t->kind == TYPE_F16 || t->kind == TYPE_ABSTRACT_FLOAT;
}

bool type_is_abstract(const Type *t) {
    return t->traits & TRAIT_ABSTRACT;
}
bool type_is_constructible(const Type *t) {
    return t->traits & TRAIT_CONSTRUCTIBLE;
}
bool type_is_host_shareable(const Type *t) {
    return t->traits & TRAIT_HOST_SHAREABLE;
}
bool type_is_storable(const Type *t) {
    return t->traits & TRAIT_STORABLE;
}
bool type_has_fixed_footprint(const Type *t) {
    return t->traits & TRAIT_FIXED;
}
bool type_has_creation_fixed_footprint(const Type *t) {
    return t->traits & TRAIT_CREATION_FIXED;
}
bool type_contains_atomic(const Type *t) {
    return t->traits & TRAIT_ATOMIC;
}

const Type *type_component(const Type *t) {
    return t->kind == TYPE_VECTOR || t->kind == TYPE_MATRIX ? t->element : t;
}

const Type *type_unref(const Type *t) {
    return t->kind == TYPE_REFERENCE ? t->element : t;
}

const Type *type_with_component(TypeTable *t, const Type *shape, const Type *component) {
    switch (shape->kind) {
    case TYPE_VECTOR: return type_vector(t, component, shape->width);
    case TYPE_MATRIX: return type_matrix(t, component, shape->width, shape->rows);
    case TYPE_ARRAY:
        return type_array(t, type_with_component(t, shape->element, component), shape->count);
    default: return component;
    }
}

const char *space_name(AddressSpace s) {
    static const char *const name[] = {
        [SPACE_NONE] = "none",           [SPACE_FUNCTION] = "function", [SPACE_PRIVATE] = "private",
        [SPACE_WORKGROUP] = "workgroup", [SPACE_UNIFORM] = "uniform",   [SPACE_STORAGE] = "storage",
        [SPACE_HANDLE] = "handle",
    };
    return name[s];
}

const char *access_name(AccessMode m) {
    static const char *const name[] = {
        [ACCESS_NONE] = "none",
        [ACCESS_READ] = "read",
        [ACCESS_WRITE] = "write",
        [ACCESS_READ_WRITE] = "read_write",
    };
    return name[m];
}
