/* Inputs and outputs of entry points: built-in values and locations. */
#include "wgsl/check.h"
#include "wgsl/nearest.h"

/* ---- built-in values ---- */

enum { NO_STAGE = 0 };

/* Stages as bits; the type as a kind and a width; what must be enabled. */
typedef struct BuiltinValueInfo {
    const char *name;
    uint32_t inputs, outputs;
    TypeKind component;
    uint32_t width;
    uint32_t needs;
    BuiltinValue value;
} BuiltinValueInfo;

static const BuiltinValueInfo builtin_values[] = {
    {"clip_distances", NO_STAGE, IN_VERTEX, TYPE_ARRAY, 0, ENABLE_CLIP_DISTANCES,
     BUILTIN_VALUE_OTHER},
    {"frag_depth", NO_STAGE, IN_FRAGMENT, TYPE_F32, 1, 0, BUILTIN_VALUE_OTHER},
    {"front_facing", IN_FRAGMENT, NO_STAGE, TYPE_BOOL, 1, 0, BUILTIN_VALUE_OTHER},
    {"global_invocation_id", IN_COMPUTE, NO_STAGE, TYPE_U32, 3, 0,
     BUILTIN_VALUE_GLOBAL_INVOCATION_ID},
    {"global_invocation_index", IN_COMPUTE, NO_STAGE, TYPE_U32, 1, 0,
     BUILTIN_VALUE_GLOBAL_INVOCATION_INDEX},
    {"instance_index", IN_VERTEX, NO_STAGE, TYPE_U32, 1, 0, BUILTIN_VALUE_OTHER},
    {"local_invocation_id", IN_COMPUTE, NO_STAGE, TYPE_U32, 3, 0,
     BUILTIN_VALUE_LOCAL_INVOCATION_ID},
    {"local_invocation_index", IN_COMPUTE, NO_STAGE, TYPE_U32, 1, 0,
     BUILTIN_VALUE_LOCAL_INVOCATION_INDEX},
    {"num_subgroups", IN_COMPUTE, NO_STAGE, TYPE_U32, 1, ENABLE_SUBGROUPS,
     BUILTIN_VALUE_NUM_SUBGROUPS},
    {"num_workgroups", IN_COMPUTE, NO_STAGE, TYPE_U32, 3, 0, BUILTIN_VALUE_NUM_WORKGROUPS},
    {"position", IN_FRAGMENT, IN_VERTEX, TYPE_F32, 4, 0, BUILTIN_VALUE_OTHER},
    {"primitive_index", IN_FRAGMENT, NO_STAGE, TYPE_U32, 1, ENABLE_PRIMITIVE_INDEX,
     BUILTIN_VALUE_OTHER},
    {"sample_index", IN_FRAGMENT, NO_STAGE, TYPE_U32, 1, 0, BUILTIN_VALUE_OTHER},
    {"sample_mask", IN_FRAGMENT, IN_FRAGMENT, TYPE_U32, 1, 0, BUILTIN_VALUE_OTHER},
    {"subgroup_id", IN_COMPUTE, NO_STAGE, TYPE_U32, 1, ENABLE_SUBGROUPS, BUILTIN_VALUE_SUBGROUP_ID},
    {"subgroup_invocation_id", IN_COMPUTE | IN_FRAGMENT, NO_STAGE, TYPE_U32, 1, ENABLE_SUBGROUPS,
     BUILTIN_VALUE_SUBGROUP_INVOCATION_ID},
    {"subgroup_size", IN_COMPUTE | IN_FRAGMENT, NO_STAGE, TYPE_U32, 1, ENABLE_SUBGROUPS,
     BUILTIN_VALUE_SUBGROUP_SIZE},
    {"vertex_index", IN_VERTEX, NO_STAGE, TYPE_U32, 1, 0, BUILTIN_VALUE_OTHER},
    {"workgroup_id", IN_COMPUTE, NO_STAGE, TYPE_U32, 3, 0, BUILTIN_VALUE_WORKGROUP_ID},
    {"workgroup_index", IN_COMPUTE, NO_STAGE, TYPE_U32, 1, 0, BUILTIN_VALUE_WORKGROUP_INDEX},
};

enum { BUILTIN_VALUES = sizeof builtin_values / sizeof builtin_values[0] };

static const struct {
    uint32_t bit;
    const char *name;
} enable_name[] = {
    {ENABLE_SUBGROUPS, "subgroups"},
    {ENABLE_CLIP_DISTANCES, "clip_distances"},
    {ENABLE_PRIMITIVE_INDEX, "primitive_index"},
};

/* The built-in value that an attribute names; NULL if there is none of that name. */
static const BuiltinValueInfo *named_value(const Attribute *a) {
    if (a->args.len == 0 || a->args.at[0]->kind != EXPR_IDENT)
        return NULL;
    for (uint32_t i = 0; i < BUILTIN_VALUES; i++) {
        if (str_is(a->args.at[0]->ident.name, builtin_values[i].name))
            return &builtin_values[i];
    }
    return NULL;
}

static bool type_fits(const BuiltinValueInfo *b, const Type *t) {
    if (t->kind == TYPE_ERROR)
        return true;
    if (b->component == TYPE_ARRAY)
        return t->kind == TYPE_ARRAY && t->element->kind == TYPE_F32 &&
               t->count_kind == COUNT_FIXED && t->count <= 8;
    if (b->width == 1)
        return t->kind == b->component;
    return t->kind == TYPE_VECTOR && t->width == b->width && t->element->kind == b->component;
}

static Str wanted_type(Checker *c, const BuiltinValueInfo *b) {
    if (b->component == TYPE_ARRAY)
        return STR("array<f32, N>' with N up to 8, not '");
    const char *scalar = b->component == TYPE_F32    ? "f32"
                         : b->component == TYPE_BOOL ? "bool"
                                                     : "u32";
    return b->width == 1 ? str_from_c(scalar) : str_format(c->a, "vec%u<%s>", b->width, scalar);
}

static void unknown_value(Checker *c, const Expr *e) {
    Diag *d =
        error(c->diags, CODE_BAD_ATTRIBUTE, e->span, "there is no built-in value of this name");
    if (e->kind != EXPR_IDENT)
        return;
    Nearest nearest = nearest_to(e->ident.name);
    for (uint32_t i = 0; i < BUILTIN_VALUES; i++)
        nearest_consider(&nearest, str_from_c(builtin_values[i].name));
    if (nearest.best.len)
        diag_note(c->diags, d, e->span, "did you mean '%.*s'?", STR_ARG(nearest.best));
}

static const BuiltinValueInfo *check_builtin_attribute(Checker *c, const Attribute *a,
                                                       const Type *t) {
    const BuiltinValueInfo *b = named_value(a);
    if (!b) {
        if (a->args.len)
            unknown_value(c, a->args.at[0]);
        return NULL;
    }
    for (uint32_t i = 0; i < sizeof enable_name / sizeof enable_name[0]; i++) {
        if (b->needs == enable_name[i].bit && !(c->m->enabled & b->needs))
            error(c->diags, CODE_NOT_ENABLED, a->span, "built-in value '%s' needs 'enable %s;'",
                  b->name, enable_name[i].name);
    }
    if (!type_fits(b, t))
        error(c->diags, CODE_TYPE_MISMATCH, a->span,
              b->component == TYPE_ARRAY ? "built-in value '%s' is of type '%.*s%.*s'"
                                         : "built-in value '%s' is of type '%.*s', not '%.*s'",
              b->name, STR_ARG(wanted_type(c, b)), STR_ARG(t->name));
    return b;
}

/* ---- locations ---- */

static bool is_user_io(const Type *t) {
    return t->kind == TYPE_ERROR || type_is_numeric_scalar(type_component(t));
}

static void check_location(Checker *c, const Attribute *a, const Type *t) {
    int64_t n;
    check_attribute_integer(c, a, 0, INT32_MAX, &n);
    if (t->kind == TYPE_MATRIX || !is_user_io(t))
        error(c->diags, CODE_BAD_ENTRY_POINT, a->span,
              "a value at a location is a number or a vector of numbers, not '%.*s'",
              STR_ARG(t->name));
}

static bool ident_is(const Expr *e, const char *name) {
    return e->kind == EXPR_IDENT && str_is(e->ident.name, name);
}

static bool one_of(const Expr *e, const char *a, const char *b, const char *d) {
    return ident_is(e, a) || ident_is(e, b) || ident_is(e, d);
}

static void check_interpolate(Checker *c, const Attribute *a, const Attribute *location,
                              const Type *t) {
    if (!location)
        error(c->diags, CODE_BAD_ATTRIBUTE, a->span, "'@interpolate' needs '@location'");
    if (a->args.len == 0)
        return;
    const Expr *type = a->args.at[0];
    const Expr *sampling = a->args.len > 1 ? a->args.at[1] : NULL;
    bool flat = ident_is(type, "flat");
    if (!one_of(type, "flat", "linear", "perspective"))
        error(c->diags, CODE_BAD_ATTRIBUTE, type->span,
              "an interpolation is 'flat', 'linear' or 'perspective'");
    else if (flat && sampling && !one_of(sampling, "first", "either", "first"))
        error(c->diags, CODE_BAD_ATTRIBUTE, sampling->span,
              "the sampling of 'flat' is 'first' or 'either'");
    else if (!flat && sampling && !one_of(sampling, "center", "centroid", "sample"))
        error(c->diags, CODE_BAD_ATTRIBUTE, sampling->span,
              "the sampling of an interpolation is 'center', 'centroid' or 'sample'");
    else if (!flat && type_is_integer(type_component(t)))
        error(c->diags, CODE_BAD_ATTRIBUTE, a->span, "integers are interpolated 'flat' only");
}

static void check_blend_src(Checker *c, const Attribute *a, const Attribute *location) {
    int64_t n;
    if (!(c->m->enabled & ENABLE_DUAL_SOURCE_BLENDING))
        error(c->diags, CODE_NOT_ENABLED, a->span,
              "'@blend_src' needs 'enable dual_source_blending;'");
    check_attribute_integer(c, a, 0, 1, &n);
    if (!location)
        error(c->diags, CODE_BAD_ATTRIBUTE, a->span, "'@blend_src' needs '@location'");
}

void check_io_attributes(Checker *c, const AttributeList *l, const Type *t,
                         BuiltinValue *builtin_value) {
    const Attribute *builtin = find_attribute(l, "builtin");
    const Attribute *location = find_attribute(l, "location");
    const Attribute *interpolate = find_attribute(l, "interpolate");
    const Attribute *invariant = find_attribute(l, "invariant");
    const Attribute *blend_src = find_attribute(l, "blend_src");
    const BuiltinValueInfo *b = builtin ? check_builtin_attribute(c, builtin, t) : NULL;
    *builtin_value = b ? b->value : BUILTIN_VALUE_NONE;
    if (builtin && location)
        error(c->diags, CODE_BAD_ATTRIBUTE, location->span,
              "a value has a location or is built in, not both");
    if (location)
        check_location(c, location, t);
    if (interpolate)
        check_interpolate(c, interpolate, location, t);
    if (blend_src)
        check_blend_src(c, blend_src, location);
    if (invariant && !(b && str_is(STR("position"), b->name)))
        error(c->diags, CODE_BAD_ATTRIBUTE, invariant->span,
              "'@invariant' belongs to '@builtin(position)' only");
}

/* ---- dual source blending: a rule for all structs, used by entry points or not ---- */

static int64_t known_argument(const Attribute *a, int64_t otherwise) {
    return a && a->args.len && a->args.at[0]->value ? a->args.at[0]->value->i : otherwise;
}

void check_blend_members(Checker *c, const Decl *d) {
    const Decl *first = NULL;
    uint32_t located = 0, sources = 0;
    bool blends = false, right = true;
    for (uint32_t i = 0; i < d->members.len; i++) {
        const Decl *m = d->members.at[i];
        const Attribute *location = find_attribute(&m->attributes, "location");
        const Attribute *blend_src = find_attribute(&m->attributes, "blend_src");
        if (!location)
            continue;
        located++;
        blends |= blend_src != NULL;
        right &= known_argument(location, 0) == 0 && blend_src;
        sources |= 1u << (known_argument(blend_src, 0) & 1);
        if (!first)
            first = m;
        right &= m->type == first->type;
    }
    if (blends && (!right || located != 2 || sources != 3))
        error(c->diags, CODE_BAD_ENTRY_POINT, d->name_span,
              "members with '@blend_src' are two of one type, at location 0, with sources 0 and 1");
}

/* ---- all of an entry point ---- */

/* What has been seen of one direction, in or out. */
typedef struct Interface {
    Checker *c;
    const Decl *entry;
    bool output;
    bool builtin_seen[BUILTIN_VALUES];
    Map locations; /* the location and blend source -> the attribute */
} Interface;

static void add_builtin(Interface *io, const Attribute *a) {
    const BuiltinValueInfo *b = named_value(a);
    if (!b)
        return;
    uint32_t stages = io->output ? b->outputs : b->inputs;
    if (!(stages & 1u << io->entry->stage))
        error(io->c->diags, CODE_BAD_ENTRY_POINT, a->span,
              "built-in value '%s' is no %s of a %s shader", b->name,
              io->output ? "output" : "input", check_stage_name(io->entry->stage));
    bool *seen = &io->builtin_seen[b - builtin_values];
    if (*seen)
        error(io->c->diags, CODE_BAD_ENTRY_POINT, a->span, "built-in value '%s' is used twice",
              b->name);
    *seen = true;
}

static void add_location(Interface *io, const AttributeList *l, const Attribute *a, const Type *t) {
    Checker *c = io->c;
    const Attribute *blend_src = find_attribute(l, "blend_src");
    if (io->entry->stage == SHADER_COMPUTE) {
        error(c->diags, CODE_BAD_ENTRY_POINT, a->span, "a compute shader has no locations");
        return;
    }
    if (blend_src && (!io->output || io->entry->stage != SHADER_FRAGMENT))
        error(c->diags, CODE_BAD_ENTRY_POINT, blend_src->span,
              "'@blend_src' belongs to the outputs of fragment shaders only");
    bool between = io->output == (io->entry->stage == SHADER_VERTEX);
    if (between && type_is_integer(type_component(t)) && !find_attribute(l, "interpolate"))
        error(c->diags, CODE_BAD_ENTRY_POINT, a->span,
              "integers between stages need '@interpolate(flat)'");
    int64_t place = known_argument(a, -1);
    if (place < 0)
        return;
    Str key =
        str_format(c->a, "%lld/%lld", (long long)place, (long long)known_argument(blend_src, 0));
    const Attribute *first = map_set(&io->locations, key, (void *)a);
    if (!first)
        return;
    Diag *d = error(c->diags, CODE_BAD_ENTRY_POINT, a->span, "location %lld is used twice",
                    (long long)place);
    diag_note(c->diags, d, first->span, "it is first used here");
}

static void add_value(Interface *io, const AttributeList *l, Span span, const Type *t) {
    const Attribute *builtin = find_attribute(l, "builtin");
    const Attribute *location = find_attribute(l, "location");
    if (builtin)
        add_builtin(io, builtin);
    else if (location)
        add_location(io, l, location, t);
    else if (t->kind != TYPE_ERROR)
        error(io->c->diags, CODE_BAD_ENTRY_POINT, span,
              "an %s of an entry point needs '@builtin'%s", io->output ? "output" : "input",
              io->entry->stage == SHADER_COMPUTE ? "" : " or '@location'");
}

/* A value, or a struct of values. */
static void add_values(Interface *io, const AttributeList *l, Span span, const Type *t) {
    bool alone = find_attribute(l, "builtin") || find_attribute(l, "location");
    const Decl *decl = t->kind == TYPE_STRUCT && !alone ? t->structure->decl : NULL;
    if (!decl) {
        add_value(io, l, span, t);
        return;
    }
    for (uint32_t i = 0; i < decl->members.len; i++) {
        const Decl *m = decl->members.at[i];
        add_value(io, &m->attributes, m->name_span, m->type);
    }
}

static bool has_position(const Interface *io) {
    for (uint32_t i = 0; i < BUILTIN_VALUES; i++) {
        if (io->builtin_seen[i] && str_is(STR("position"), builtin_values[i].name))
            return true;
    }
    return false;
}

static void check_outputs(Checker *c, Decl *f) {
    Interface out = {.c = c, .entry = f, .output = true, .locations = {.arena = c->a}};
    if (f->stage == SHADER_COMPUTE && f->type_expr)
        error(c->diags, CODE_BAD_ENTRY_POINT, f->type_expr->span,
              "a compute entry point has no result");
    else if (f->type_expr)
        add_values(&out, &f->result_attributes, f->type_expr->span, f->type);
    if (f->stage == SHADER_VERTEX && f->type->kind != TYPE_ERROR && !has_position(&out))
        error(c->diags, CODE_BAD_ENTRY_POINT, f->name_span,
              "a vertex entry point must return '@builtin(position)'");
}

void check_io(Checker *c, Decl *f) {
    Interface in = {.c = c, .entry = f, .output = false, .locations = {.arena = c->a}};
    for (uint32_t i = 0; i < f->params.len; i++) {
        const Decl *p = f->params.at[i];
        add_values(&in, &p->attributes, p->name_span, p->type);
    }
    check_outputs(c, f);
}
