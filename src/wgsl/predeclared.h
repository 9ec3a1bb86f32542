/* The types, type generators and enumerants that WGSL predeclares, from predeclared.def. */
#ifndef LW_WGSL_PREDECLARED_H
#define LW_WGSL_PREDECLARED_H

#include "lang/type.h"

typedef enum PredeclaredKind {
    PREDECLARED_SCALAR,        /* the type at `offset` of the type table */
    PREDECLARED_VECTOR,        /* a: width, of the component at `offset` */
    PREDECLARED_MATRIX,        /* a: columns, b: rows */
    PREDECLARED_DEPTH_TEXTURE, /* a: dimension; texture_external too */
    GENERATE_ARRAY,
    GENERATE_ATOMIC,
    GENERATE_POINTER,
    GENERATE_VECTOR,          /* a: width */
    GENERATE_MATRIX,          /* a: columns, b: rows */
    GENERATE_TEXTURE,         /* a: dimension */
    GENERATE_STORAGE_TEXTURE, /* a: dimension */
    ENUMERANT_SPACE,          /* a: AddressSpace */
    ENUMERANT_ACCESS,         /* a: AccessMode */
    ENUMERANT_TEXEL_FORMAT,   /* a: index into texel_format */
} PredeclaredKind;

typedef struct Predeclared {
    const char *name;
    PredeclaredKind kind;
    uint8_t a, b;
    uint16_t offset; /* into TypeTable, of a scalar type */
} Predeclared;

extern const Predeclared predeclared[];
extern const uint32_t predeclared_names;

static inline bool predeclared_is_enumerant(const Predeclared *p) {
    return p->kind >= ENUMERANT_SPACE;
}

static inline bool predeclared_is_generator(const Predeclared *p) {
    return p->kind >= GENERATE_ARRAY && p->kind < ENUMERANT_SPACE;
}

/* The type of a predeclared name that needs no template list. */
const Type *predeclared_type(TypeTable *t, const Predeclared *p);

#endif
