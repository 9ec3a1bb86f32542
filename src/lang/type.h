/* WGSL's types, interned: equal types are the same pointer.
 *
 * Const values (values known before a dispatch) are here too, since array sizes depend on them.
 */
#ifndef LW_LANG_TYPE_H
#define LW_LANG_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"

typedef enum TypeKind {
    TYPE_ERROR, /* of an expression that has been reported; converts to and from anything */
    TYPE_VOID,  /* of a call of a function without a result */
    TYPE_BOOL,
    TYPE_ABSTRACT_INT,
    TYPE_ABSTRACT_FLOAT,
    TYPE_I32,
    TYPE_U32,
    TYPE_F32,
    TYPE_F16,
    TYPE_VECTOR,
    TYPE_MATRIX,
    TYPE_ARRAY,
    TYPE_STRUCT,
    TYPE_ATOMIC,
    TYPE_POINTER,
    TYPE_REFERENCE,
    TYPE_SAMPLER,
    TYPE_SAMPLER_COMPARISON,
    TYPE_TEXTURE,
} TypeKind;

typedef enum AddressSpace {
    SPACE_NONE,
    SPACE_FUNCTION,
    SPACE_PRIVATE,
    SPACE_WORKGROUP,
    SPACE_UNIFORM,
    SPACE_STORAGE,
    SPACE_HANDLE,
} AddressSpace;

typedef enum AccessMode { ACCESS_NONE, ACCESS_READ, ACCESS_WRITE, ACCESS_READ_WRITE } AccessMode;

typedef enum TextureDim {
    TEXTURE_1D,
    TEXTURE_2D,
    TEXTURE_2D_ARRAY,
    TEXTURE_3D,
    TEXTURE_CUBE,
    TEXTURE_CUBE_ARRAY,
    TEXTURE_MULTISAMPLED_2D,
    TEXTURE_EXTERNAL,
} TextureDim;

typedef enum TextureClass { TEXTURE_SAMPLED, TEXTURE_DEPTH, TEXTURE_STORAGE } TextureClass;

typedef struct Type Type;
typedef struct StructType StructType;

typedef enum CountKind {
    COUNT_FIXED,    /* count is known */
    COUNT_RUNTIME,  /* the last member of a storage buffer */
    COUNT_OVERRIDE, /* an override-expression: known at pipeline creation; `count_expr` */
} CountKind;

struct Type {
    TypeKind kind;
    /* vectors: width 2..4; matrices: columns 2..4 */
    uint8_t width;
    /* matrices: rows 2..4 */
    uint8_t rows;
    uint8_t space;  /* pointers and references: AddressSpace */
    uint8_t access; /* pointers, references and storage textures: AccessMode */
    uint8_t count_kind;
    uint8_t texture_dim, texture_class;
    uint8_t texel_format; /* storage textures: a TexelFormatId (texel.h) */
    uint16_t depth;       /* nesting depth as WGSL's limit counts it; 0 for what is no composite */
    uint16_t traits;      /* answers to the questions below, see type.c */
    uint32_t count;       /* arrays of fixed count */
    /* vectors, matrices (the column's component), arrays, atomics, pointers, references, sampled
     * textures: what is inside */
    const Type *element;
    const Type *column; /* matrices: the vector that a column is */
    const StructType *structure;
    /* arrays of override count: the Expr that says it (wgsl/ast.h), compared by identity */
    const void *count_expr;
    Str name; /* as messages print it: "vec3<f32>", "array<u32, 4>", "Particle" */
    /* Memory layout; 0 where the type has none or its size is not yet fixed (bool has one: 4
     * bytes). Arrays of override count have align and stride but size 0 until specialised;
     * runtime-sized arrays have the size of one element. Sizes that overflow are UINT64_MAX,
     * strides UINT32_MAX; the checker rejects both. */
    uint32_t align, stride;
    uint64_t size;
};

typedef struct StructMember {
    Str name;
    const Type *type;
    uint64_t offset;
    uint32_t align;   /* after @align */
    uint64_t size;    /* after @size */
    const void *decl; /* the AST's member */
} StructMember;

struct StructType {
    Str name;
    const StructMember *member;
    uint32_t members;
    uint32_t align;
    uint64_t size;
    const void *decl; /* the AST's declaration */
};

typedef struct TypeTable {
    Arena *arena;
    Map interned;
    const Type *views[64]; /* pointers and references of late: see type.c */
    Map signatures;        /* what the checker has read of builtins.def: see overload_resolve */
    const Type *error_type, *void_type, *bool_type, *abstract_int, *abstract_float, *i32, *u32,
        *f32, *f16, *sampler, *sampler_comparison;
} TypeTable;

void types_init(TypeTable *t, Arena *a);
const Type *type_vector(TypeTable *t, const Type *component, uint32_t width);
const Type *type_matrix(TypeTable *t, const Type *component, uint32_t columns, uint32_t rows);
const Type *type_array(TypeTable *t, const Type *element, uint32_t count);
const Type *type_array_runtime(TypeTable *t, const Type *element);
/* `text` is how the count is printed in the type's name. */
const Type *type_array_override(TypeTable *t, const Type *element, const void *count_expr,
                                Str text);
const Type *type_atomic(TypeTable *t, const Type *element);
const Type *type_pointer(TypeTable *t, AddressSpace space, const Type *store, AccessMode access);
const Type *type_reference(TypeTable *t, AddressSpace space, const Type *store, AccessMode access);
const Type *type_texture(TypeTable *t, TextureClass c, TextureDim d, const Type *sampled,
                         uint32_t texel_format, AccessMode access);
/* A new struct type, distinct from any other; layout is computed from the members. */
const Type *type_struct(TypeTable *t, Str name, const StructMember *members, uint32_t count,
                        const void *decl);

/* Questions about types. */
bool type_is_scalar(const Type *t); /* bool, abstract and concrete numbers */
bool type_is_numeric_scalar(const Type *t);
bool type_is_integer(const Type *t);  /* scalar: i32, u32, abstract int */
bool type_is_float(const Type *t);    /* scalar: f32, f16, abstract float */
bool type_is_abstract(const Type *t); /* or made of abstract components */
bool type_is_constructible(const Type *t);
bool type_is_host_shareable(const Type *t);
bool type_is_storable(const Type *t);
bool type_has_fixed_footprint(const Type *t);
bool type_has_creation_fixed_footprint(const Type *t);
bool type_contains_atomic(const Type *t);
const Type *type_component(const Type *t); /* of vectors and matrices; a scalar is its own */
const Type *type_unref(const Type *t);     /* what a reference refers to; else t */
/* The type with its scalar, or the component of its vectors, matrices and arrays, replaced. */
const Type *type_with_component(TypeTable *t, const Type *shape, const Type *component);
const char *space_name(AddressSpace s);
const char *access_name(AccessMode m);

/* A value known before the dispatch. A composite with `element` == NULL is all zeros, so that huge
 * arrays cost nothing. Vectors hold their components, matrices their columns, arrays their
 * elements, structs their members. */
typedef struct Const Const;
struct Const {
    const Type *type;
    union {
        bool b;
        int64_t i; /* i32, u32 (0 .. 2^32-1), abstract int */
        double f;  /* f32, f16 and abstract float: the value itself, already rounded to the type */
    };
    const Const *const *element;
    uint32_t elements;
};

#endif
