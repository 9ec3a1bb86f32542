/* The parser: what its files share, and module scope. */
#include "wgsl/parse.h"

#include "base/utf8.h"

/* ---- reading tokens ---- */

Token parse_next(Parser *p) {
    Token t = p->tokens[p->at];
    if (t.kind != TOKEN_EOF)
        p->at++;
    return t;
}

bool parse_take(Parser *p, TokenKind k) {
    if (!parse_is(p, k))
        return false;
    parse_next(p);
    return true;
}

static uint32_t last_end(const Parser *p) {
    return p->at ? p->tokens[p->at - 1].span.end : 0;
}

Span parse_span(const Parser *p, uint32_t start) {
    uint32_t end = last_end(p);
    return (Span){start, end > start ? end : start};
}

Str parse_text(const Parser *p, Span s) {
    return (Str){p->m->source->text.at + s.start, s.end - s.start};
}

bool parse_on_new_line(const Parser *p) {
    uint32_t from = last_end(p), to = parse_peek(p).span.start;
    return memchr(p->m->source->text.at + from, '\n', to - from) != NULL;
}

/* ---- errors ---- */

/* False when the next token has been reported already, or is no token at all. */
static bool may_report(Parser *p) {
    if (p->reported == p->at + 1 || parse_is(p, TOKEN_ERROR))
        return false;
    p->reported = p->at + 1;
    return true;
}

/* The next token as messages print it. */
static Str found_text(const Parser *p) {
    enum { LONGEST = 40 };
    Token t = parse_peek(p);
    Str text = parse_text(p, t.span);
    if (text.len == 0) /* the end of something */
        return str_from_c(token_text(t.kind));
    if (t.kind != TOKEN_IDENT && token_is_word(t.kind))
        return str_format(p->m->arena, "the keyword '%.*s'", STR_ARG(text));
    if (text.len > LONGEST)
        return str_from_c(token_text(t.kind));
    return str_format(p->m->arena, "'%.*s'", STR_ARG(text));
}

/* A comparison that WGSL takes for a template list surprises; say so. */
static void note_template(Parser *p, Diag *d) {
    if (p->at && p->tokens[p->at - 1].kind == TOKEN_TEMPLATE_END)
        diag_note(p->m->diags, d, p->tokens[p->at - 1].span,
                  "this '>' ends a template list; put a comparison in parentheses");
}

Diag *parse_unexpected(Parser *p, const char *what) {
    if (!may_report(p))
        return NULL;
    if (parse_is(p, TOKEN_PRINT))
        return error(
            p->m->diags, CODE_BAD_PRINT, parse_peek(p).span,
            "a comment that prints stands where a statement can stand; here %s is expected", what);
    Str found = found_text(p);
    Diag *d = error(p->m->diags, CODE_SYNTAX, parse_peek(p).span, "expected %s, found %.*s", what,
                    STR_ARG(found));
    note_template(p, d);
    return d;
}

bool parse_need(Parser *p, TokenKind k, const char *what) {
    if (parse_take(p, k))
        return true;
    bool new_line = parse_on_new_line(p);
    if (may_report(p)) {
        uint32_t end = last_end(p);
        /* What is missing at the end of a line belongs to that line. */
        Span span = new_line || parse_is(p, TOKEN_EOF) ? (Span){end, end} : parse_peek(p).span;
        Diag *d =
            error(p->m->diags, CODE_SYNTAX, span, "expected %s after %s", token_text(k), what);
        if (!new_line)
            note_template(p, d);
    }
    return k == TOKEN_SEMICOLON && new_line;
}

bool parse_need_closing(Parser *p, TokenKind k, Span opening) {
    if (parse_take(p, k))
        return true;
    Diag *d = parse_unexpected(p, token_text(k));
    Str text = parse_text(p, opening);
    if (d)
        diag_note(p->m->diags, d, opening, "to match this '%.*s'", STR_ARG(text));
    return false;
}

bool parse_need_ident(Parser *p, const char *what, Str *name, Span *span) {
    if (!parse_is(p, TOKEN_IDENT)) {
        Str wanted = str_format(p->m->arena, "the name of %s", what);
        parse_unexpected(p, wanted.at);
        return false;
    }
    *span = parse_next(p).span;
    *name = parse_text(p, *span);
    return true;
}

/* ---- attributes ---- */

static bool attribute(Parser *p, Attribute *a) {
    uint32_t start = parse_next(p).span.start;
    if (!token_is_word(parse_kind(p))) {
        parse_unexpected(p, "the name of an attribute");
        return false;
    }
    a->name_span = parse_next(p).span;
    a->name = parse_text(p, a->name_span);
    if (parse_is(p, TOKEN_PAREN_LEFT) && !parse_arguments(p, &a->args))
        return false;
    a->span = parse_span(p, start);
    return true;
}

bool parse_attributes(Parser *p, AttributeList *list) {
    while (parse_is(p, TOKEN_AT)) {
        Attribute a = {0};
        if (!attribute(p, &a))
            return false;
        vec_push(p->m->arena, list, a);
    }
    return true;
}

static uint32_t start_of(const Parser *p, const AttributeList *attributes) {
    return attributes->len ? attributes->at[0].span.start : parse_peek(p).span.start;
}

static void refuse_attributes(Parser *p, const AttributeList *attributes, const char *before) {
    if (attributes->len)
        error(p->m->diags, CODE_BAD_ATTRIBUTE, attributes->at[0].span,
              "attributes may not stand before %s", before);
}

/* ---- declarations ---- */

static Decl *new_decl(Parser *p, DeclKind kind, uint32_t start, AttributeList attributes) {
    Decl *d = arena_new(p->m->arena, Decl);
    d->kind = kind;
    d->span = (Span){start, start};
    d->attributes = attributes;
    return d;
}

static Decl *finish(Parser *p, Decl *d) {
    d->span = parse_span(p, d->span.start);
    return d;
}

/* ": type" where there is a colon. */
static bool optional_type(Parser *p, Decl *d) {
    return !parse_take(p, TOKEN_COLON) || (d->type_expr = parse_type(p)) != NULL;
}

static bool optional_initialiser(Parser *p, Decl *d) {
    return !parse_take(p, TOKEN_EQUAL) || (d->init = parse_expression(p)) != NULL;
}

static const struct {
    const char *what;
    bool needs_initialiser;
} variable_kinds[] = {
    [DECL_VAR] = {"a variable", false},
    [DECL_LET] = {"a value", true},
    [DECL_CONST] = {"a constant", true},
    [DECL_OVERRIDE] = {"an override", false},
};

Decl *parse_variable(Parser *p, uint32_t start, AttributeList attributes) {
    TokenKind keyword = parse_next(p).kind;
    DeclKind kind = keyword == TOKEN_VAR     ? DECL_VAR
                    : keyword == TOKEN_LET   ? DECL_LET
                    : keyword == TOKEN_CONST ? DECL_CONST
                                             : DECL_OVERRIDE;
    Decl *d = new_decl(p, kind, start, attributes);
    if (kind == DECL_VAR && parse_is(p, TOKEN_TEMPLATE_START)) {
        d->has_template = true;
        if (!parse_template_list(p, &d->template_args))
            return NULL;
    }
    if (!parse_need_ident(p, variable_kinds[kind].what, &d->name, &d->name_span) ||
        !optional_type(p, d) || !optional_initialiser(p, d))
        return NULL;
    finish(p, d);
    if (!d->init && variable_kinds[kind].needs_initialiser) {
        parse_unexpected(p, "'=' and a value");
        return NULL;
    }
    return d;
}

static Decl *module_variable(Parser *p, uint32_t start, AttributeList attributes) {
    TokenKind keyword = parse_kind(p);
    if (keyword == TOKEN_CONST)
        refuse_attributes(p, &attributes, "'const'");
    if (keyword == TOKEN_LET)
        error(p->m->diags, CODE_SYNTAX, parse_peek(p).span,
              "'let' may only stand in a function; a module has 'const', 'override' and 'var'");
    Decl *d = parse_variable(p, start, attributes);
    if (!d || !parse_need(p, TOKEN_SEMICOLON, "the declaration"))
        return NULL;
    d->module_scope = true;
    return d;
}

static Decl *alias(Parser *p, uint32_t start) {
    parse_next(p);
    Decl *d = new_decl(p, DECL_ALIAS, start, (AttributeList){0});
    d->module_scope = true;
    if (!parse_need_ident(p, "an alias", &d->name, &d->name_span) ||
        !parse_need(p, TOKEN_EQUAL, "the name of the alias"))
        return NULL;
    d->type_expr = parse_type(p);
    if (!d->type_expr)
        return NULL;
    finish(p, d);
    return parse_need(p, TOKEN_SEMICOLON, "the alias") ? d : NULL;
}

static Decl *const_assert(Parser *p, uint32_t start) {
    parse_next(p);
    Decl *d = new_decl(p, DECL_CONST_ASSERT, start, (AttributeList){0});
    d->module_scope = true;
    d->init = parse_expression(p);
    if (!d->init)
        return NULL;
    finish(p, d);
    return parse_need(p, TOKEN_SEMICOLON, "the assertion") ? d : NULL;
}

/* "@attribute name: type", of a parameter or member. */
static Decl *typed_name(Parser *p, DeclKind kind, const char *what) {
    AttributeList attributes = {0};
    uint32_t start = parse_peek(p).span.start;
    if (!parse_attributes(p, &attributes))
        return NULL;
    Decl *d = new_decl(p, kind, start, attributes);
    if (!parse_need_ident(p, what, &d->name, &d->name_span) ||
        !parse_need(p, TOKEN_COLON, "the name") || !(d->type_expr = parse_type(p)))
        return NULL;
    return finish(p, d);
}

/* ---- structures ---- */

static bool ends_members(TokenKind k) {
    return k == TOKEN_BRACE_RIGHT || k == TOKEN_BRACE_LEFT || k == TOKEN_FN || k == TOKEN_STRUCT ||
           k == TOKEN_EOF;
}

/* Skips to behind the comma that ends a member, or to what ends them all. */
static void skip_member(Parser *p) {
    p->nesting = 0;
    while (!ends_members(parse_kind(p))) {
        TokenKind k = parse_next(p).kind;
        if (k == TOKEN_COMMA || k == TOKEN_SEMICOLON)
            return;
    }
}

static bool struct_member(Parser *p, Decl *d) {
    Decl *member = typed_name(p, DECL_MEMBER, "a member");
    if (!member)
        return false;
    vec_push(p->m->arena, &d->members, member);
    if (parse_take(p, TOKEN_COMMA) || parse_is(p, TOKEN_BRACE_RIGHT) || parse_is(p, TOKEN_EOF))
        return true;
    bool new_line = parse_on_new_line(p), semicolon = parse_is(p, TOKEN_SEMICOLON);
    parse_need(p, TOKEN_COMMA, "the member");
    return semicolon ? parse_take(p, TOKEN_SEMICOLON) : new_line && parse_is(p, TOKEN_IDENT);
}

static Decl *structure(Parser *p, uint32_t start) {
    parse_next(p);
    Decl *d = new_decl(p, DECL_STRUCT, start, (AttributeList){0});
    d->module_scope = true;
    if (!parse_need_ident(p, "a structure", &d->name, &d->name_span))
        return NULL;
    Span opening = parse_peek(p).span;
    if (!parse_need(p, TOKEN_BRACE_LEFT, "the name of the structure"))
        return NULL;
    if (parse_is(p, TOKEN_BRACE_RIGHT))
        error(p->m->diags, CODE_SYNTAX, d->name_span, "a structure needs at least one member");
    while (!ends_members(parse_kind(p)))
        if (!struct_member(p, d))
            skip_member(p);
    if (!parse_need_closing(p, TOKEN_BRACE_RIGHT, opening))
        return NULL;
    return finish(p, d);
}

/* ---- functions ---- */

static bool parameters(Parser *p, Decl *d) {
    Span opening = parse_peek(p).span;
    if (!parse_need(p, TOKEN_PAREN_LEFT, "the name of the function"))
        return false;
    while (!parse_is(p, TOKEN_PAREN_RIGHT)) {
        Decl *param = typed_name(p, DECL_PARAM, "a parameter");
        if (!param)
            return false;
        vec_push(p->m->arena, &d->params, param);
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    return parse_need_closing(p, TOKEN_PAREN_RIGHT, opening);
}

static bool result(Parser *p, Decl *d) {
    if (!parse_take(p, TOKEN_ARROW))
        return true;
    uint32_t start = parse_peek(p).span.start;
    if (!parse_attributes(p, &d->result_attributes) || !(d->type_expr = parse_type(p)))
        return false;
    d->result_span = parse_span(p, start);
    return true;
}

/* After an error in a function's head: to its body, if that can be found. */
static void skip_to_body(Parser *p) {
    p->nesting = 0;
    for (;;) {
        TokenKind k = parse_kind(p);
        if (k == TOKEN_BRACE_LEFT || k == TOKEN_BRACE_RIGHT || k == TOKEN_SEMICOLON ||
            k == TOKEN_FN || k == TOKEN_STRUCT || k == TOKEN_EOF)
            return;
        parse_next(p);
    }
}

static Decl *function(Parser *p, uint32_t start, AttributeList attributes) {
    parse_next(p);
    Decl *d = new_decl(p, DECL_FUNCTION, start, attributes);
    d->module_scope = true;
    bool head = parse_need_ident(p, "a function", &d->name, &d->name_span) && parameters(p, d) &&
                result(p, d);
    if (!head) {
        skip_to_body(p);
        if (!parse_is(p, TOKEN_BRACE_LEFT))
            return NULL;
    }
    p->braces = 0;
    p->brace_reported = false;
    d->body = parse_block(p, "the head of the function");
    return d->body ? finish(p, d) : NULL;
}

/* ---- directives ---- */

static bool directive_names(Parser *p, Directive *d) {
    do {
        if (parse_is(p, TOKEN_SEMICOLON) && d->args.len)
            break; /* after a last comma */
        if (!parse_is(p, TOKEN_IDENT)) {
            parse_unexpected(p, "the name of an extension");
            return false;
        }
        Span span = parse_next(p).span;
        Expr *e = arena_new(p->m->arena, Expr);
        e->kind = EXPR_IDENT;
        e->span = e->ident.name_span = span;
        e->ident.name = parse_text(p, span);
        vec_push(p->m->arena, &d->args, e);
    } while (parse_take(p, TOKEN_COMMA));
    return true;
}

static bool directive(Parser *p) {
    uint32_t start = parse_peek(p).span.start;
    TokenKind keyword = parse_next(p).kind;
    Directive d = {.kind = keyword == TOKEN_ENABLE     ? DIRECTIVE_ENABLE
                           : keyword == TOKEN_REQUIRES ? DIRECTIVE_REQUIRES
                                                       : DIRECTIVE_DIAGNOSTIC};
    if (d.kind != DIRECTIVE_DIAGNOSTIC) {
        if (!directive_names(p, &d))
            return false;
    } else if (!parse_is(p, TOKEN_PAREN_LEFT)) {
        parse_unexpected(p, "'('");
        return false;
    } else if (!parse_arguments(p, &d.args)) {
        return false;
    }
    d.span = parse_span(p, start);
    if (!parse_need(p, TOKEN_SEMICOLON, "the directive"))
        return false;
    vec_push(p->m->arena, &p->m->directives, d);
    return true;
}

static bool begins_directive(TokenKind k) {
    return k == TOKEN_ENABLE || k == TOKEN_REQUIRES || k == TOKEN_DIAGNOSTIC;
}

/* ---- module scope ---- */

/* A word that looks like a misspelt or foreign keyword. */
static const char *keyword_meant(Str s) {
    static const struct {
        const char *word, *meant;
    } foreign[] = {
        {"function", "fn"},   {"func", "fn"},    {"def", "fn"},      {"void", "fn"},
        {"typedef", "alias"}, {"type", "alias"}, {"using", "alias"},
    };
    static const char *const keywords[] = {"fn",       "struct",    "var",          "const",
                                           "override", "alias",     "const_assert", "enable",
                                           "requires", "diagnostic"};
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        if (str_is(s, foreign[i].word))
            return foreign[i].meant;
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (s.len > 2 && str_distance(s, str_from_c(keywords[i]), 1) <= 1)
            return keywords[i];
    return NULL;
}

static void unexpected_at_module_scope(Parser *p) {
    Str word = parse_text(p, parse_peek(p).span);
    const char *meant = parse_is(p, TOKEN_IDENT) ? keyword_meant(word) : NULL;
    Diag *d = parse_unexpected(p, "a declaration");
    if (d && meant)
        d->message =
            str_format(p->m->arena, "%.*s; did you mean '%s'?", STR_ARG(d->message), meant);
}

static Decl *declaration(Parser *p) {
    AttributeList attributes = {0};
    uint32_t start = start_of(p, &attributes);
    if (!parse_attributes(p, &attributes))
        return NULL;
    switch (parse_kind(p)) {
    case TOKEN_VAR:
    case TOKEN_LET:
    case TOKEN_CONST:
    case TOKEN_OVERRIDE: return module_variable(p, start, attributes);
    case TOKEN_FN: return function(p, start, attributes);
    case TOKEN_ALIAS: refuse_attributes(p, &attributes, "'alias'"); return alias(p, start);
    case TOKEN_STRUCT: refuse_attributes(p, &attributes, "'struct'"); return structure(p, start);
    case TOKEN_CONST_ASSERT:
        refuse_attributes(p, &attributes, "'const_assert'");
        return const_assert(p, start);
    default: unexpected_at_module_scope(p); return NULL;
    }
}

static bool begins_declaration(TokenKind k) {
    switch (k) {
    case TOKEN_ALIAS:
    case TOKEN_AT:
    case TOKEN_CONST:
    case TOKEN_CONST_ASSERT:
    case TOKEN_FN:
    case TOKEN_OVERRIDE:
    case TOKEN_STRUCT:
    case TOKEN_VAR:
    case TOKEN_EOF: return true;
    default: return begins_directive(k);
    }
}

/* Skips what is left of a declaration that could not be read. `first` is where it began. */
static void skip_declaration(Parser *p, uint32_t first) {
    uint32_t braces = 0;
    p->nesting = 0;
    for (;;) {
        TokenKind k = parse_kind(p);
        bool nowhere_else = k == TOKEN_FN || k == TOKEN_STRUCT || k == TOKEN_EOF;
        if (p->at > first && (nowhere_else || (braces == 0 && begins_declaration(k))))
            return;
        parse_next(p);
        if (k == TOKEN_EOF)
            return;
        if (k == TOKEN_BRACE_LEFT)
            braces++;
        else if (k == TOKEN_BRACE_RIGHT && (braces == 0 || --braces == 0))
            return;
        else if (k == TOKEN_SEMICOLON && braces == 0)
            return;
    }
}

static void module_item(Parser *p, bool *directives_over) {
    uint32_t first = p->at;
    p->nesting = 0;
    if (parse_take(p, TOKEN_SEMICOLON)) {
        *directives_over = true;
        return;
    }
    if (begins_directive(parse_kind(p))) {
        if (*directives_over)
            error(p->m->diags, CODE_SYNTAX, parse_peek(p).span,
                  "a directive must come before all declarations");
        if (!directive(p))
            skip_declaration(p, first);
        return;
    }
    *directives_over = true;
    Decl *d = declaration(p);
    if (d)
        vec_push(p->m->arena, &p->m->decls, d);
    else
        skip_declaration(p, first);
}

void wgsl_parse(Module *m) {
    uint32_t bad;
    if (!utf8_valid(m->source->text, &bad)) {
        error(m->diags, CODE_NOT_UTF8, ((Span){bad, bad + 1}), "the shader is not valid UTF-8");
        return;
    }
    Parser p = {.m = m, .tokens = lex_all(m).at};
    bool directives_over = false;
    while (!parse_is(&p, TOKEN_EOF))
        module_item(&p, &directives_over);
    diag_sort(m->diags);
}
