#include "wgsl/predeclared.h"

#include "lang/texel.h"

#define AT(type) offsetof(TypeTable, type)

const Predeclared predeclared[] = {
#define SCALAR(name, type)             {#name, PREDECLARED_SCALAR, 0, 0, AT(type)},
#define GENERATOR(name, kind, a, b)    {#name, GENERATE_##kind, a, b, 0},
#define VECTOR(name, component, width) {#name, PREDECLARED_VECTOR, width, 0, AT(component)},
#define MATRIX(name, component, columns, rows)                                                     \
    {#name, PREDECLARED_MATRIX, columns, rows, AT(component)},
#define DEPTH_TEXTURE(name, dim) {#name, PREDECLARED_DEPTH_TEXTURE, dim, 0, 0},
#define SPACE(name, value)       {#name, ENUMERANT_SPACE, value, 0, 0},
#define ACCESS(name, value)      {#name, ENUMERANT_ACCESS, value, 0, 0},
#include "wgsl/predeclared.def"
#define TEXEL_FORMAT(name, Name, kind, layout, rules)                                              \
    {#name, ENUMERANT_TEXEL_FORMAT, FORMAT_##name, 0, 0},
#define SAMPLED_FORMAT(name, text, Name, kind, layout, rules)
#include "lang/texel_formats.def"
#undef SAMPLED_FORMAT
};

const uint32_t predeclared_names = sizeof predeclared / sizeof predeclared[0];

const Type *predeclared_type(TypeTable *t, const Predeclared *p) {
    const Type *scalar = *(const Type *const *)((const char *)t + p->offset);
    switch (p->kind) {
    case PREDECLARED_SCALAR: return scalar;
    case PREDECLARED_VECTOR: return type_vector(t, scalar, p->a);
    case PREDECLARED_MATRIX: return type_matrix(t, scalar, p->a, p->b);
    case PREDECLARED_DEPTH_TEXTURE:
        return type_texture(t, p->a == TEXTURE_EXTERNAL ? TEXTURE_SAMPLED : TEXTURE_DEPTH,
                            (TextureDim)p->a, NULL, 0, ACCESS_NONE);
    default: return NULL;
    }
}
