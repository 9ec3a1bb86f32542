/* The layout constraints of address space uniform: structs and arrays lie at multiples of 16, and
 * so do the elements of arrays. They do not hold where the language feature
 * uniform_buffer_standard_layout is, as it is here; other implementations may refuse what breaks
 * them, so that is worth a warning unless the module says that it requires the feature. The
 * constraints of all address spaces hold by how types are laid out. */
#include "wgsl/check.h"

static uint64_t round_up_16(uint64_t n) {
    return (n + 15) / 16 * 16;
}

static uint64_t required_align(const Type *t) {
    return t->kind == TYPE_ARRAY || t->kind == TYPE_STRUCT ? round_up_16(t->align) : t->align;
}

static Diag *misplaced(Checker *c, Span span, const StructMember *m, const StructType *s) {
    return warn(c->diags, CODE_BAD_LAYOUT, span,
                "implementations without 'uniform_buffer_standard_layout' refuse '%.*s' here: "
                "member '%.*s' is misplaced",
                STR_ARG(s->name), STR_ARG(m->name));
}

static Span member_span(const StructMember *m) {
    return ((const Decl *)m->decl)->name_span;
}

static bool check_members(Checker *c, Span span, const StructType *s) {
    for (uint32_t i = 0; i < s->members; i++) {
        const StructMember *m = &s->member[i];
        uint64_t align = required_align(m->type);
        if (align && m->offset % align != 0) {
            Diag *d = misplaced(c, span, m, s);
            diag_note(c->diags, d, member_span(m),
                      "it is at byte %llu, and must be at a multiple of %llu; consider '@align'",
                      (unsigned long long)m->offset, (unsigned long long)align);
            return false;
        }
        if (i == 0 || s->member[i - 1].type->kind != TYPE_STRUCT)
            continue;
        const StructMember *before = &s->member[i - 1];
        if (m->offset - before->offset >= round_up_16(before->type->size))
            continue;
        Diag *d = misplaced(c, span, m, s);
        diag_note(c->diags, d, member_span(m),
                  "it must be at least %llu bytes behind the struct '%.*s'; consider '@align'",
                  (unsigned long long)round_up_16(before->type->size), STR_ARG(before->name));
        return false;
    }
    return true;
}

/* Types nest 255 deep at most, but wide structs of wide structs hold a type many times: each is
 * looked at once. */
static bool check(Checker *c, Map *seen, Span span, const Type *t) {
    if (t->kind != TYPE_ARRAY && t->kind != TYPE_STRUCT)
        return true;
    Str key = str_copy(c->a, (Str){(const char *)&t, sizeof t});
    if (map_set(seen, key, (void *)t))
        return true;
    if (t->kind == TYPE_ARRAY) {
        if (t->stride % 16 == 0)
            return check(c, seen, span, t->element);
        Diag *d = warn(c->diags, CODE_BAD_LAYOUT, span,
                       "implementations without 'uniform_buffer_standard_layout' refuse '%.*s' "
                       "here: its elements are %u bytes apart, not a multiple of 16",
                       STR_ARG(t->name), t->stride);
        diag_note(c->diags, d, span,
                  "wider elements, such as vec4, or structs with '@size(16)', "
                  "lie right");
        return false;
    }
    const StructType *s = t->structure;
    if (!check_members(c, span, s))
        return false;
    for (uint32_t i = 0; i < s->members; i++) {
        if (!check(c, seen, span, s->member[i].type))
            return false;
    }
    return true;
}

static bool is_required(const Module *m) {
    for (uint32_t i = 0; i < m->directives.len; i++) {
        const Directive *d = &m->directives.at[i];
        for (uint32_t k = 0; d->kind == DIRECTIVE_REQUIRES && k < d->args.len; k++)
            if (d->args.at[k]->kind == EXPR_IDENT &&
                str_is(d->args.at[k]->ident.name, "uniform_buffer_standard_layout"))
                return true;
    }
    return false;
}

void check_uniform_layout(Checker *c, Span span, const Type *t) {
    if (is_required(c->m))
        return;
    Map seen = {.arena = c->a};
    check(c, &seen, span, t);
}
