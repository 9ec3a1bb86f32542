/* enable, requires and diagnostic directives. */
#include "wgsl/check.h"

static const struct {
    const char *name;
    uint32_t bit;
} enable_extension[] = {
    {"f16", ENABLE_F16},
    {"subgroups", ENABLE_SUBGROUPS},
    {"clip_distances", ENABLE_CLIP_DISTANCES},
    {"dual_source_blending", ENABLE_DUAL_SOURCE_BLENDING},
    {"primitive_index", ENABLE_PRIMITIVE_INDEX},
};

static const char *const language_extension[] = {
#define LANGUAGE_FEATURE(name, api_name) #name,
#include "lang/language_features.def"
#undef LANGUAGE_FEATURE
};

static void unknown_extension(Checker *c, const Expr *e, const char *kind) {
    error(c->diags, CODE_UNKNOWN_EXTENSION, e->span, "Lanewise has no %s of this name", kind);
}

static void check_enable(Checker *c, const Expr *e) {
    for (size_t i = 0; i < sizeof enable_extension / sizeof enable_extension[0]; i++) {
        if (e->kind == EXPR_IDENT && str_is(e->ident.name, enable_extension[i].name)) {
            c->m->enabled |= enable_extension[i].bit;
            return;
        }
    }
    unknown_extension(c, e, "extension to enable");
}

static void check_requires(Checker *c, const Expr *e) {
    for (size_t i = 0; i < sizeof language_extension / sizeof language_extension[0]; i++) {
        if (e->kind == EXPR_IDENT && str_is(e->ident.name, language_extension[i]))
            return;
    }
    unknown_extension(c, e, "language extension");
}

/* ---- diagnostic filters ---- */

static bool is_severity(const Expr *e) {
    static const char *const severities[] = {"error", "warning", "info", "off"};
    for (uint32_t i = 0; i < 4; i++) {
        if (e->kind == EXPR_IDENT && str_is(e->ident.name, severities[i]))
            return true;
    }
    return false;
}

/* Rules with a dot are those of other tools, which may be unknown. */
static bool is_known_rule(const Expr *e) {
    return e->kind == EXPR_MEMBER ||
           (e->kind == EXPR_IDENT && (str_is(e->ident.name, "derivative_uniformity") ||
                                      str_is(e->ident.name, "subgroup_uniformity")));
}

void check_diagnostic_control(Checker *c, Span span, const ExprList *args) {
    if (args->len != 2) {
        error(c->diags, CODE_BAD_ATTRIBUTE, span, "a filter has a severity and a rule");
        return;
    }
    if (!is_severity(args->at[0]))
        error(c->diags, CODE_BAD_ATTRIBUTE, args->at[0]->span,
              "a severity is 'error', 'warning', 'info' or 'off'");
    if (!is_known_rule(args->at[1]))
        warn(c->diags, CODE_BAD_ATTRIBUTE, args->at[1]->span, "no rule of this name is known");
}

static Str text_of(Checker *c, Span s) {
    return (Str){c->m->source->text.at + s.start, s.end - s.start};
}

/* Filters of the whole module must not contradict each other. */
static void check_filter(Checker *c, const Directive *d, Map *rules) {
    check_diagnostic_control(c, d->span, &d->args);
    if (d->args.len != 2)
        return;
    const Expr *severity = d->args.at[0], *rule = d->args.at[1];
    const Expr *before = map_set(rules, text_of(c, rule->span), (void *)severity);
    if (!before || str_eq(text_of(c, before->span), text_of(c, severity->span)))
        return;
    Diag *diag = error(c->diags, CODE_BAD_ATTRIBUTE, d->span,
                       "this rule is filtered with another severity already");
    diag_note(c->diags, diag, before->span, "here");
}

void check_directives(Checker *c) {
    Map rules = {.arena = c->a};
    for (uint32_t i = 0; i < c->m->directives.len; i++) {
        const Directive *d = &c->m->directives.at[i];
        if (d->kind == DIRECTIVE_DIAGNOSTIC) {
            check_filter(c, d, &rules);
            continue;
        }
        for (uint32_t k = 0; k < d->args.len; k++) {
            if (d->kind == DIRECTIVE_ENABLE)
                check_enable(c, d->args.at[k]);
            else
                check_requires(c, d->args.at[k]);
        }
    }
}
