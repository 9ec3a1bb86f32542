/* The signatures of builtins.def and operators.def, read into a form that can be matched. The
 * language is described at the top of lang/builtins.def. */
#ifndef LW_WGSL_SIGNATURE_H
#define LW_WGSL_SIGNATURE_H

#include "lang/type.h"

typedef enum PatternKind {
    PATTERN_SCALAR,   /* scalar */
    PATTERN_VARIABLE, /* name */
    PATTERN_VECTOR,   /* columns, inner */
    PATTERN_MATRIX,   /* columns, rows, inner */
    PATTERN_ARRAY,    /* inner */
    PATTERN_ATOMIC,   /* inner */
    PATTERN_POINTER,  /* space_name or space, inner, access_name or access */
    PATTERN_SAMPLER,
    PATTERN_SAMPLER_COMPARISON,
    PATTERN_TEXTURE,       /* dim, inner */
    PATTERN_DEPTH_TEXTURE, /* dim */
    PATTERN_EXTERNAL_TEXTURE,
    PATTERN_STORAGE_TEXTURE, /* dim, name of the format, access_name */
    PATTERN_CHANNEL,         /* name of the format */
    PATTERN_MODF_RESULT,     /* inner */
    PATTERN_FREXP_RESULT,    /* inner */
    PATTERN_EXCHANGE_RESULT, /* inner */
} PatternKind;

typedef struct Pattern {
    PatternKind kind;
    bool shaped;                  /* with ~: or a vector of it */
    bool constant;                /* a parameter whose argument must be a const-expression */
    char name;                    /* of a variable */
    char columns, rows;           /* '2' to '4', or the name of a variable */
    char space_name, access_name; /* 0 where space and access are given */
    uint8_t scalar;               /* TypeKind */
    uint8_t space, access, dim;
    uint8_t inner; /* index into Signature.node */
} Pattern;

typedef enum VariableKind {
    VARIABLE_NUMBER, /* not declared: 2, 3 or 4 */
    VARIABLE_SCALAR, /* set: bits 1 << TypeKind */
    VARIABLE_TYPE,   /* any type, or if set is 1 any constructible one, if 2 any storable one */
    VARIABLE_SPACE,  /* set: bits 1 << AddressSpace */
    VARIABLE_ACCESS, /* set: bits 1 << AccessMode */
    VARIABLE_TEXEL,
} VariableKind;

typedef struct Variable {
    VariableKind kind;
    uint32_t set;
} Variable;

enum { SIGNATURE_NODES = 24, SIGNATURE_PARAMS = 8 };

typedef struct Signature {
    Variable variable[26]; /* by letter */
    uint32_t letters;      /* bits of those in use */
    Pattern node[SIGNATURE_NODES];
    uint8_t nodes;
    uint8_t param[SIGNATURE_PARAMS]; /* indices into node */
    uint8_t params;
    bool has_result;
    uint8_t result;
} Signature;

/* Reads a signature; a malformed one is a bug in the tables. */
void signature_read(Signature *s, const char *text);

#endif
