/* Overload resolution by signatures.
 *
 * Matching a signature has three steps. First the arguments are held against the patterns: each
 * meeting of a variable and a scalar type narrows the variable's set to the types that this scalar
 * converts to. Then each variable takes the member of least conversion rank that is left; since
 * ranks order the types the same way for every source, that choice is the best for all arguments at
 * once. Last the parameter types are built, and each argument's conversion to its own is ranked.
 */
#include "wgsl/overload.h"

#include "lang/texel.h"

typedef struct Match {
    TypeTable *t;
    const Signature *s;
    uint32_t set[26];     /* what scalar variables may still be; numbers and modes: the value */
    const Type *type[26]; /* what variables for types stand for */
    uint32_t shape;       /* of everything with ~: 0 unknown, 1 scalar, 2 to 4 a vector */
} Match;

#define BIT(kind)    (1u << (kind))
#define ABSTRACT_SET (BIT(TYPE_ABSTRACT_INT) | BIT(TYPE_ABSTRACT_FLOAT))

/* ---- first step: arguments against patterns ---- */

static uint32_t convertible_set(const Type *scalar) {
    switch (scalar->kind) {
    case TYPE_ABSTRACT_INT:
        return BIT(TYPE_ABSTRACT_INT) | BIT(TYPE_ABSTRACT_FLOAT) | BIT(TYPE_I32) | BIT(TYPE_U32) |
               BIT(TYPE_F32) | BIT(TYPE_F16);
    case TYPE_ABSTRACT_FLOAT: return BIT(TYPE_ABSTRACT_FLOAT) | BIT(TYPE_F32) | BIT(TYPE_F16);
    default: return type_is_scalar(scalar) ? BIT(scalar->kind) : 0;
    }
}

/* A number, or a variable for one, against a number. */
static bool meet_number(Match *m, char number, uint32_t n) {
    if (number >= '2' && number <= '4')
        return (uint32_t)(number - '0') == n;
    uint32_t *bound = &m->set[number - 'A'];
    if (*bound == 0)
        *bound = n;
    return *bound == n;
}

/* A space or access mode, or a variable for one, against one. */
static bool meet_mode(Match *m, char name, uint32_t given, uint32_t mode) {
    if (!name)
        return given == mode;
    if (!(m->s->variable[name - 'A'].set & BIT(mode)))
        return false;
    uint32_t *bound = &m->set[name - 'A'];
    if (*bound == 0)
        *bound = mode;
    return *bound == mode;
}

static bool meet_type(Match *m, char name, const Type *arg) {
    uint32_t which = m->s->variable[name - 'A'].set;
    if (which == 1 && !type_is_constructible(arg))
        return false;
    if (which == 2 && !type_is_storable(arg))
        return false;
    const Type **bound = &m->type[name - 'A'];
    if (!*bound)
        *bound = arg;
    return *bound == arg;
}

static bool meet_variable(Match *m, const Pattern *p, const Type *arg) {
    if (m->s->variable[p->name - 'A'].kind == VARIABLE_TYPE)
        return meet_type(m, p->name, arg);
    uint32_t *set = &m->set[p->name - 'A'];
    *set &= convertible_set(arg);
    return *set != 0;
}

static bool meet_shape(Match *m, const Type **arg) {
    uint32_t shape = (*arg)->kind == TYPE_VECTOR ? (*arg)->width : 1;
    if (m->shape == 0)
        m->shape = shape;
    if (m->shape != shape)
        return false;
    if (shape > 1)
        *arg = (*arg)->element;
    return true;
}

static bool meet(Match *m, uint8_t node, const Type *arg);

static bool meet_texture(Match *m, const Pattern *p, const Type *arg) {
    if (arg->kind != TYPE_TEXTURE)
        return false;
    bool external = arg->texture_dim == TEXTURE_EXTERNAL;
    switch (p->kind) {
    case PATTERN_EXTERNAL_TEXTURE: return external;
    case PATTERN_DEPTH_TEXTURE:
        return arg->texture_class == TEXTURE_DEPTH && arg->texture_dim == p->dim;
    case PATTERN_TEXTURE:
        return arg->texture_class == TEXTURE_SAMPLED && !external && arg->texture_dim == p->dim &&
               meet(m, p->inner, arg->element);
    default:
        if (arg->texture_class != TEXTURE_STORAGE || arg->texture_dim != p->dim)
            return false;
        m->set[p->name - 'A'] = arg->texel_format;
        return meet_mode(m, p->access_name, 0, arg->access);
    }
}

/* Only binds variables; whether the argument converts is known when the parameter is built. */
static bool meet(Match *m, uint8_t node, const Type *arg) {
    const Pattern *p = &m->s->node[node];
    if (p->shaped && !meet_shape(m, &arg))
        return false;
    switch (p->kind) {
    case PATTERN_VARIABLE: return meet_variable(m, p, arg);
    case PATTERN_VECTOR:
        return arg->kind == TYPE_VECTOR && meet_number(m, p->columns, arg->width) &&
               meet(m, p->inner, arg->element);
    case PATTERN_MATRIX:
        return arg->kind == TYPE_MATRIX && meet_number(m, p->columns, arg->width) &&
               meet_number(m, p->rows, arg->rows) && meet(m, p->inner, arg->element);
    case PATTERN_ARRAY:
        return arg->kind == TYPE_ARRAY && arg->count_kind == COUNT_RUNTIME &&
               meet(m, p->inner, arg->element);
    case PATTERN_ATOMIC: return arg->kind == TYPE_ATOMIC && meet(m, p->inner, arg->element);
    case PATTERN_POINTER:
        return arg->kind == TYPE_POINTER && meet_mode(m, p->space_name, p->space, arg->space) &&
               meet_mode(m, p->access_name, p->access, arg->access) &&
               meet(m, p->inner, arg->element);
    case PATTERN_TEXTURE:
    case PATTERN_DEPTH_TEXTURE:
    case PATTERN_EXTERNAL_TEXTURE:
    case PATTERN_STORAGE_TEXTURE: return meet_texture(m, p, arg);
    default: return true;
    }
}

/* ---- second step: choosing ---- */

/* In order of conversion rank, whatever the source. */
static const TypeKind preference[] = {
    TYPE_BOOL, TYPE_ABSTRACT_INT, TYPE_I32, TYPE_U32, TYPE_ABSTRACT_FLOAT, TYPE_F32, TYPE_F16,
};

static const Type *scalar_type(TypeTable *t, TypeKind k) {
    switch (k) {
    case TYPE_BOOL: return t->bool_type;
    case TYPE_ABSTRACT_INT: return t->abstract_int;
    case TYPE_ABSTRACT_FLOAT: return t->abstract_float;
    case TYPE_I32: return t->i32;
    case TYPE_U32: return t->u32;
    case TYPE_F32: return t->f32;
    default: return t->f16;
    }
}

static bool choose(Match *m, bool all_const) {
    for (uint32_t left = m->s->letters; left; left &= left - 1) {
        uint32_t v = (uint32_t)__builtin_ctz(left);
        if (m->s->variable[v].kind != VARIABLE_SCALAR)
            continue;
        uint32_t set = m->set[v] & ~(all_const ? 0 : ABSTRACT_SET);
        for (uint32_t i = 0; i < sizeof preference / sizeof preference[0] && !m->type[v]; i++) {
            if (set & BIT(preference[i]))
                m->type[v] = scalar_type(m->t, preference[i]);
        }
        if (!m->type[v])
            return false;
    }
    return true;
}

/* ---- third step: building types ---- */

static uint32_t number_of(const Match *m, char number) {
    return number <= '4' ? (uint32_t)(number - '0') : m->set[number - 'A'];
}

static const Type *build(Match *m, uint8_t node);

static const Type *build_plain(Match *m, const Pattern *p) {
    TypeTable *t = m->t;
    switch (p->kind) {
    case PATTERN_SCALAR: return scalar_type(t, (TypeKind)p->scalar);
    case PATTERN_VARIABLE: return m->type[p->name - 'A'];
    case PATTERN_VECTOR: return type_vector(t, build(m, p->inner), number_of(m, p->columns));
    case PATTERN_MATRIX:
        return type_matrix(t, build(m, p->inner), number_of(m, p->columns), number_of(m, p->rows));
    case PATTERN_ARRAY: return type_array_runtime(t, build(m, p->inner));
    case PATTERN_ATOMIC: return type_atomic(t, build(m, p->inner));
    case PATTERN_POINTER: {
        uint32_t space = p->space_name ? m->set[p->space_name - 'A'] : p->space;
        uint32_t access = p->access_name ? m->set[p->access_name - 'A'] : p->access;
        return type_pointer(t, (AddressSpace)space, build(m, p->inner), (AccessMode)access);
    }
    case PATTERN_SAMPLER: return t->sampler;
    case PATTERN_SAMPLER_COMPARISON: return t->sampler_comparison;
    case PATTERN_TEXTURE:
        return type_texture(t, TEXTURE_SAMPLED, (TextureDim)p->dim, build(m, p->inner), 0,
                            ACCESS_NONE);
    case PATTERN_DEPTH_TEXTURE:
        return type_texture(t, TEXTURE_DEPTH, (TextureDim)p->dim, NULL, 0, ACCESS_NONE);
    case PATTERN_EXTERNAL_TEXTURE:
        return type_texture(t, TEXTURE_SAMPLED, TEXTURE_EXTERNAL, NULL, 0, ACCESS_NONE);
    case PATTERN_STORAGE_TEXTURE:
        return type_texture(t, TEXTURE_STORAGE, (TextureDim)p->dim, NULL, m->set[p->name - 'A'],
                            (AccessMode)m->set[p->access_name - 'A']);
    case PATTERN_CHANNEL: return scalar_type(t, texel_format[m->set[p->name - 'A']].channel);
    case PATTERN_MODF_RESULT: return modf_result_type(t, build(m, p->inner));
    case PATTERN_FREXP_RESULT: return frexp_result_type(t, build(m, p->inner));
    case PATTERN_EXCHANGE_RESULT: return exchange_result_type(t, build(m, p->inner));
    }
    return t->error_type;
}

static const Type *build(Match *m, uint8_t node) {
    const Pattern *p = &m->s->node[node];
    const Type *plain = build_plain(m, p);
    return p->shaped && m->shape > 1 ? type_vector(m->t, plain, m->shape) : plain;
}

/* ---- candidates ---- */

typedef struct Candidate {
    Overload overload;
    int rank[SIGNATURE_PARAMS];
} Candidate;

static bool bind(Match *m, const OverloadArgument *args, uint32_t count) {
    if (m->s->params != count)
        return false;
    for (uint32_t left = m->s->letters; left; left &= left - 1) {
        uint32_t v = (uint32_t)__builtin_ctz(left);
        m->set[v] = m->s->variable[v].kind == VARIABLE_SCALAR ? m->s->variable[v].set : 0;
        m->type[v] = NULL;
    }
    m->shape = 0;
    bool all_const = true;
    for (uint32_t i = 0; i < count; i++) {
        all_const &= args[i].is_const;
        if (!meet(m, m->s->param[i], args[i].type))
            return false;
    }
    return choose(m, all_const);
}

static bool try_signature(Match *m, const OverloadArgument *args, uint32_t count, Candidate *c) {
    if (!bind(m, args, count))
        return false;
    bool abstract = false, all_const = true;
    for (uint32_t i = 0; i < count; i++) {
        const Type *param = build(m, m->s->param[i]);
        c->overload.param[i] = param;
        c->overload.must_be_const[i] = m->s->node[m->s->param[i]].constant;
        c->rank[i] = conversion_rank(args[i].type, param);
        if (c->rank[i] < 0)
            return false;
        abstract |= type_is_abstract(param);
        all_const &= args[i].is_const;
    }
    if (abstract && !all_const)
        return false;
    c->overload.params = count;
    c->overload.result = m->s->has_result ? build(m, m->s->result) : m->t->void_type;
    return true;
}

/* Is `a` at least as good everywhere, and better somewhere? */
static bool preferred(const Candidate *a, const Candidate *b) {
    bool better = false;
    for (uint32_t i = 0; i < a->overload.params; i++) {
        if (a->rank[i] > b->rank[i])
            return false;
        better |= a->rank[i] < b->rank[i];
    }
    return better;
}

/* The signatures of a list, read once. Lists are known by their addresses, which are those of
 * constants. */
static const Signature *signatures_of(TypeTable *t, const char *const *list) {
    Str key = {(const char *)&list, sizeof list};
    Signature *s = map_get(&t->signatures, key);
    if (s)
        return s;
    uint32_t count = 0;
    while (list[count])
        count++;
    s = arena_array(t->arena, Signature, count);
    for (uint32_t i = 0; i < count; i++)
        signature_read(&s[i], list[i]);
    map_set(&t->signatures, str_copy(t->arena, key), s);
    return s;
}

bool overload_resolve(TypeTable *t, const char *const *signatures, const OverloadArgument *args,
                      uint32_t count, Overload *chosen) {
    if (count > SIGNATURE_PARAMS)
        return false;
    Match m = {.t = t};
    Candidate best, c;
    bool found = false, ambiguous = false;
    const Signature *read = signatures_of(t, signatures);
    for (uint32_t i = 0; signatures[i]; i++) {
        m.s = &read[i];
        if (!try_signature(&m, args, count, &c))
            continue;
        if (!found || preferred(&c, &best)) {
            best = c;
            ambiguous = false;
        } else if (!preferred(&best, &c)) {
            ambiguous = true;
        }
        found = true;
    }
    if (!found || ambiguous)
        return false;
    *chosen = best.overload;
    return true;
}
