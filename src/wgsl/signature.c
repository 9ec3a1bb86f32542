#include "wgsl/signature.h"

#include <stdlib.h>

#include "base/bug.h"

typedef struct Reader {
    Signature *s;
    const char *text, *at;
} Reader;

_Noreturn static void malformed(const Reader *r) {
    LW_BUG("malformed signature \"%s\" at \"%s\"", r->text, r->at);
}

static void skip_space(Reader *r) {
    while (*r->at == ' ')
        r->at++;
}

static bool accept(Reader *r, const char *token) {
    skip_space(r);
    size_t n = strlen(token);
    if (strncmp(r->at, token, n) != 0)
        return false;
    r->at += n;
    return true;
}

static void expect(Reader *r, const char *token) {
    if (!accept(r, token))
        malformed(r);
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_name(char c) {
    return c >= 'A' && c <= 'Z';
}

/* A word of small letters, digits and _; only valid until the next call reads on. */
static Str word(Reader *r) {
    skip_space(r);
    const char *start = r->at;
    while (is_word(*r->at))
        r->at++;
    if (r->at == start)
        malformed(r);
    return (Str){start, (uint32_t)(r->at - start)};
}

static char name(Reader *r) {
    skip_space(r);
    if (!is_name(*r->at))
        malformed(r);
    r->s->letters |= 1u << (*r->at - 'A');
    return *r->at++;
}

/* ---- sets of variables ---- */

#define BIT(kind) (1u << (kind))

enum {
    CINT = BIT(TYPE_I32) | BIT(TYPE_U32),
    CFLOAT = BIT(TYPE_F32) | BIT(TYPE_F16),
    ABSTRACT = BIT(TYPE_ABSTRACT_INT) | BIT(TYPE_ABSTRACT_FLOAT),
};

static const struct {
    const char *word;
    VariableKind kind;
    uint32_t set;
} set_word[] = {
    {"num", VARIABLE_SCALAR, CINT | CFLOAT | ABSTRACT},
    {"signed", VARIABLE_SCALAR, (CINT | CFLOAT | ABSTRACT) & ~BIT(TYPE_U32)},
    {"scalar", VARIABLE_SCALAR, CINT | CFLOAT | ABSTRACT | BIT(TYPE_BOOL)},
    {"int", VARIABLE_SCALAR, CINT | BIT(TYPE_ABSTRACT_INT)},
    {"float", VARIABLE_SCALAR, CFLOAT | BIT(TYPE_ABSTRACT_FLOAT)},
    {"cnum", VARIABLE_SCALAR, CINT | CFLOAT},
    {"cint", VARIABLE_SCALAR, CINT},
    {"cfloat", VARIABLE_SCALAR, CFLOAT},
    {"aint", VARIABLE_SCALAR, BIT(TYPE_ABSTRACT_INT)},
    {"afloat", VARIABLE_SCALAR, BIT(TYPE_ABSTRACT_FLOAT)},
    {"bool", VARIABLE_SCALAR, BIT(TYPE_BOOL)},
    {"i32", VARIABLE_SCALAR, BIT(TYPE_I32)},
    {"u32", VARIABLE_SCALAR, BIT(TYPE_U32)},
    {"f32", VARIABLE_SCALAR, BIT(TYPE_F32)},
    {"f16", VARIABLE_SCALAR, BIT(TYPE_F16)},
    {"any", VARIABLE_TYPE, 0},
    {"constructible", VARIABLE_TYPE, 1},
    {"storable", VARIABLE_TYPE, 2},
    {"function", VARIABLE_SPACE, BIT(SPACE_FUNCTION)},
    {"private", VARIABLE_SPACE, BIT(SPACE_PRIVATE)},
    {"workgroup", VARIABLE_SPACE, BIT(SPACE_WORKGROUP)},
    {"uniform", VARIABLE_SPACE, BIT(SPACE_UNIFORM)},
    {"storage", VARIABLE_SPACE, BIT(SPACE_STORAGE)},
    {"read_write", VARIABLE_ACCESS, BIT(ACCESS_READ_WRITE)},
    {"read", VARIABLE_ACCESS, BIT(ACCESS_READ)},
    {"write", VARIABLE_ACCESS, BIT(ACCESS_WRITE)},
    {"texel", VARIABLE_TEXEL, 0},
};

static Variable set_of(Reader *r, Str w) {
    for (size_t i = 0; i < sizeof set_word / sizeof set_word[0]; i++) {
        if (str_is(w, set_word[i].word))
            return (Variable){set_word[i].kind, set_word[i].set};
    }
    malformed(r);
}

static void read_variables(Reader *r) {
    if (!accept(r, "<"))
        return;
    do {
        Variable *v = &r->s->variable[name(r) - 'A'];
        expect(r, ":");
        *v = set_of(r, word(r));
        while (accept(r, "|"))
            v->set |= set_of(r, word(r)).set;
    } while (accept(r, ","));
    expect(r, ">");
}

/* ---- types ---- */

static uint8_t read_type(Reader *r);

static uint8_t read_inner(Reader *r) {
    expect(r, "<");
    uint8_t inner = read_type(r);
    expect(r, ">");
    return inner;
}

/* A variable's name, or a word that names a space or a mode. */
static char name_or_set(Reader *r, uint8_t *given) {
    skip_space(r);
    if (is_name(*r->at))
        return name(r);
    *given = (uint8_t)__builtin_ctz(set_of(r, word(r)).set);
    return 0;
}

static void read_pointer(Reader *r, Pattern *p) {
    expect(r, "<");
    p->space_name = name_or_set(r, &p->space);
    expect(r, ",");
    p->inner = read_type(r);
    expect(r, ",");
    p->access_name = name_or_set(r, &p->access);
    expect(r, ">");
}

static const struct {
    const char *word;
    TextureDim dim;
} texture_word[] = {
    {"1d", TEXTURE_1D},
    {"2d", TEXTURE_2D},
    {"2d_array", TEXTURE_2D_ARRAY},
    {"3d", TEXTURE_3D},
    {"cube", TEXTURE_CUBE},
    {"cube_array", TEXTURE_CUBE_ARRAY},
    {"multisampled_2d", TEXTURE_MULTISAMPLED_2D},
};

static uint8_t texture_dim(Reader *r, Str w) {
    for (size_t i = 0; i < sizeof texture_word / sizeof texture_word[0]; i++) {
        if (str_is(w, texture_word[i].word))
            return (uint8_t)texture_word[i].dim;
    }
    malformed(r);
}

static bool strip(Str *w, const char *prefix) {
    uint32_t n = (uint32_t)strlen(prefix);
    if (w->len < n || memcmp(w->at, prefix, n) != 0)
        return false;
    *w = (Str){w->at + n, w->len - n};
    return true;
}

static void read_texture(Reader *r, Pattern *p, Str w) {
    if (str_is(w, "external")) {
        p->kind = PATTERN_EXTERNAL_TEXTURE;
    } else if (strip(&w, "depth_")) {
        p->kind = PATTERN_DEPTH_TEXTURE;
        p->dim = texture_dim(r, w);
    } else if (strip(&w, "storage_")) {
        p->kind = PATTERN_STORAGE_TEXTURE;
        p->dim = texture_dim(r, w);
        expect(r, "<");
        p->name = name(r);
        expect(r, ",");
        p->access_name = name(r);
        expect(r, ">");
    } else {
        p->kind = PATTERN_TEXTURE;
        p->dim = texture_dim(r, w);
        p->inner = read_inner(r);
    }
}

static const struct {
    const char *word;
    PatternKind kind;
} inner_word[] = {
    {"array", PATTERN_ARRAY},
    {"atomic", PATTERN_ATOMIC},
    {"modf_result", PATTERN_MODF_RESULT},
    {"frexp_result", PATTERN_FREXP_RESULT},
    {"atomic_compare_exchange_result", PATTERN_EXCHANGE_RESULT},
};

static bool read_generic(Reader *r, Pattern *p, Str w) {
    for (size_t i = 0; i < sizeof inner_word / sizeof inner_word[0]; i++) {
        if (!str_is(w, inner_word[i].word))
            continue;
        p->kind = inner_word[i].kind;
        p->inner = read_inner(r);
        return true;
    }
    return false;
}

/* "vec" and "mat" have been read; their numbers may be capital letters, which end a word. */
static char number(Reader *r, Str *w) {
    if (w->len) {
        char c = w->at[0];
        if (is_name(c))
            r->s->letters |= 1u << (c - 'A');
        *w = (Str){w->at + 1, w->len - 1};
        return c;
    }
    return name(r);
}

static void read_vector(Reader *r, Pattern *p, Str w) {
    p->kind = PATTERN_VECTOR;
    p->columns = number(r, &w);
    p->inner = read_inner(r);
}

static void read_matrix(Reader *r, Pattern *p, Str w) {
    p->kind = PATTERN_MATRIX;
    p->columns = number(r, &w);
    if (!strip(&w, "x"))
        expect(r, "x");
    p->rows = number(r, &w);
    p->inner = read_inner(r);
}

static void read_named(Reader *r, Pattern *p) {
    Str w = word(r);
    if (strip(&w, "vec")) {
        read_vector(r, p, w);
    } else if (strip(&w, "mat")) {
        read_matrix(r, p, w);
    } else if (strip(&w, "texture_")) {
        read_texture(r, p, w);
    } else if (str_is(w, "ptr")) {
        p->kind = PATTERN_POINTER;
        read_pointer(r, p);
    } else if (str_is(w, "sampler")) {
        p->kind = PATTERN_SAMPLER;
    } else if (str_is(w, "sampler_comparison")) {
        p->kind = PATTERN_SAMPLER_COMPARISON;
    } else if (str_is(w, "channel")) {
        p->kind = PATTERN_CHANNEL;
        expect(r, "<");
        p->name = name(r);
        expect(r, ">");
    } else if (!read_generic(r, p, w)) {
        p->kind = PATTERN_SCALAR;
        p->scalar = (uint8_t)__builtin_ctz(set_of(r, w).set);
    }
}

static uint8_t read_type(Reader *r) {
    Pattern p = {.kind = PATTERN_VARIABLE, .constant = accept(r, "const ")};
    skip_space(r);
    if (is_name(*r->at))
        p.name = name(r);
    else
        read_named(r, &p);
    p.shaped = *r->at == '~';
    r->at += p.shaped;
    if (r->s->nodes == SIGNATURE_NODES)
        malformed(r);
    r->s->node[r->s->nodes] = p;
    return r->s->nodes++;
}

void signature_read(Signature *s, const char *text) {
    memset(s->variable, 0, sizeof s->variable);
    s->nodes = s->params = s->result = 0;
    s->letters = 0;
    Reader r = {.s = s, .text = text, .at = text};
    read_variables(&r);
    expect(&r, "(");
    while (!accept(&r, ")")) {
        if (s->params == SIGNATURE_PARAMS)
            malformed(&r);
        s->param[s->params++] = read_type(&r);
        accept(&r, ",");
    }
    s->has_result = accept(&r, "->");
    if (s->has_result)
        s->result = read_type(&r);
    if (*r.at)
        malformed(&r);
}
