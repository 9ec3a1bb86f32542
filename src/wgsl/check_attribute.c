/* Attributes: which may stand where, and their arguments. */
#include "wgsl/check.h"
#include "wgsl/nearest.h"

#define ON_IO (ON_PARAM | ON_RESULT | ON_MEMBER)

static const struct {
    const char *name;
    uint32_t targets;
    uint8_t least, most; /* arguments */
} attribute_rule[] = {
    {"align", ON_MEMBER, 1, 1},      {"binding", ON_VAR, 1, 1},
    {"blend_src", ON_MEMBER, 1, 1},  {"builtin", ON_IO, 1, 1},
    {"compute", ON_FUNCTION, 0, 0},  {"diagnostic", ON_FUNCTION | ON_STATEMENT, 2, 2},
    {"fragment", ON_FUNCTION, 0, 0}, {"group", ON_VAR, 1, 1},
    {"id", ON_OVERRIDE, 1, 1},       {"interpolate", ON_IO, 1, 2},
    {"invariant", ON_IO, 0, 0},      {"location", ON_IO, 1, 1},
    {"must_use", ON_FUNCTION, 0, 0}, {"size", ON_MEMBER, 1, 1},
    {"vertex", ON_FUNCTION, 0, 0},   {"workgroup_size", ON_FUNCTION, 1, 3},
};

enum { ATTRIBUTES = sizeof attribute_rule / sizeof attribute_rule[0] };

static uint32_t rule_of(Str name) {
    uint32_t i = 0;
    while (i < ATTRIBUTES && !str_is(name, attribute_rule[i].name))
        i++;
    return i;
}

static const char *target_name(AttributeTarget t) {
    switch (t) {
    case ON_FUNCTION: return "a function";
    case ON_PARAM: return "a parameter";
    case ON_RESULT: return "a function's result";
    case ON_MEMBER: return "a struct's member";
    case ON_VAR: return "a variable of the module";
    case ON_OVERRIDE: return "an override";
    case ON_STATEMENT: return "a statement";
    default: return "this declaration";
    }
}

static void unknown(Checker *c, const Attribute *a) {
    Nearest nearest = nearest_to(a->name);
    for (uint32_t i = 0; i < ATTRIBUTES; i++)
        nearest_consider(&nearest, str_from_c(attribute_rule[i].name));
    Diag *d = error(c->diags, CODE_BAD_ATTRIBUTE, a->name_span, "unknown attribute '@%.*s'",
                    STR_ARG(a->name));
    if (nearest.best.len)
        diag_note(c->diags, d, a->name_span, "did you mean '@%.*s'?", STR_ARG(nearest.best));
}

static void check_count(Checker *c, const Attribute *a, uint32_t least, uint32_t most) {
    bool parentheses = a->span.end > a->name_span.end;
    if (most == 0 && parentheses && a->args.len == 0) {
        error(c->diags, CODE_SYNTAX, a->span, "attribute '@%.*s' takes no parentheses",
              STR_ARG(a->name));
        return;
    }
    if (a->args.len >= least && a->args.len <= most)
        return;
    if (least == most)
        error(c->diags, CODE_BAD_ATTRIBUTE, a->span,
              "attribute '@%.*s' takes %u argument%s, not %u", STR_ARG(a->name), least,
              least == 1 ? "" : "s", a->args.len);
    else
        error(c->diags, CODE_BAD_ATTRIBUTE, a->span,
              "attribute '@%.*s' takes %u to %u arguments, not %u", STR_ARG(a->name), least, most,
              a->args.len);
}

/* Two filters of one rule on one thing. */
static void check_repeated_filters(Checker *c, const AttributeList *l, uint32_t i) {
    const Attribute *a = &l->at[i];
    for (uint32_t k = 0; k < i && k < 16; k++) {
        const Attribute *b = &l->at[k];
        if (!str_is(b->name, "diagnostic") || a->args.len != 2 || b->args.len != 2)
            continue;
        Span x = a->args.at[1]->span, y = b->args.at[1]->span;
        const char *text = c->m->source->text.at;
        if (x.end - x.start == y.end - y.start &&
            memcmp(text + x.start, text + y.start, x.end - x.start) == 0)
            error(c->diags, CODE_BAD_ATTRIBUTE, a->span, "this rule is filtered twice here");
    }
}

void check_attributes(Checker *c, const AttributeList *l, AttributeTarget target) {
    uint32_t seen = 0;
    for (uint32_t i = 0; i < l->len; i++) {
        const Attribute *a = &l->at[i];
        uint32_t r = rule_of(a->name);
        if (r == ATTRIBUTES) {
            unknown(c, a);
            continue;
        }
        if (!(attribute_rule[r].targets & target))
            error(c->diags, CODE_BAD_ATTRIBUTE, a->span, "attribute '@%.*s' cannot stand on %s",
                  STR_ARG(a->name), target_name(target));
        check_count(c, a, attribute_rule[r].least, attribute_rule[r].most);
        if (str_is(a->name, "diagnostic")) {
            check_diagnostic_control(c, a->span, &a->args);
            check_repeated_filters(c, l, i);
        } else if (seen & 1u << r) {
            error(c->diags, CODE_BAD_ATTRIBUTE, a->span, "attribute '@%.*s' is repeated",
                  STR_ARG(a->name));
        }
        seen |= 1u << r;
    }
}

const Attribute *find_attribute(const AttributeList *l, const char *name) {
    for (uint32_t i = 0; i < l->len; i++) {
        if (str_is(l->at[i].name, name))
            return &l->at[i];
    }
    return NULL;
}

bool check_attribute_integer(Checker *c, const Attribute *a, int64_t min, int64_t max,
                             int64_t *value) {
    if (a->args.len != 1)
        return false;
    Str what = str_format(c->a, "the argument of '@%.*s'", STR_ARG(a->name));
    if (!check_integer_const(c, a->args.at[0], what.at, value))
        return false;
    if (*value >= min && *value <= max)
        return true;
    if (max == INT64_MAX)
        error(c->diags, CODE_OUT_OF_RANGE, a->args.at[0]->span,
              "%s must be at least %lld, not %lld", what.at, (long long)min, (long long)*value);
    else
        error(c->diags, CODE_OUT_OF_RANGE, a->args.at[0]->span,
              "%s must be from %lld to %lld, not %lld", what.at, (long long)min, (long long)max,
              (long long)*value);
    return false;
}
