#include "rewrite/tree.h"

/* ---- who stands in what ---- */

static void add_expr(Tree *t, Expr *e, uint32_t parent, uint32_t stmt) {
    if (!e)
        return;
    uint32_t me = t->exprs.len;
    vec_push(t->arena, &t->exprs, (ExprNode){e, parent, stmt});
    add_expr(t, e->left, me, stmt);
    add_expr(t, e->right, me, stmt);
    for (uint32_t i = 0; i < e->args.len; i++)
        add_expr(t, e->args.at[i], me, stmt);
}

static bool is_loop(const Stmt *s) {
    return s->kind == STMT_LOOP || s->kind == STMT_FOR || s->kind == STMT_WHILE;
}

typedef struct Walk {
    Tree *tree;
    uint32_t parent, loops;
    Decl *function;
} Walk;

static void add_stmt(void *context, Stmt *s) {
    const Walk *w = context;
    Tree *t = w->tree;
    uint32_t me = t->stmts.len;
    vec_push(t->arena, &t->stmts, (StmtNode){s, w->parent, w->loops, w->function});
    Expr *own[] = {s->left, s->right,    s->condition,
                   s->call, s->break_if, s->decl ? s->decl->init : NULL};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        add_expr(t, own[i], NOWHERE, me);
    Walk inside = {t, me, w->loops + is_loop(s), w->function};
    wgsl_visit_parts(s, add_stmt, &inside);
}

static void specialise(Tree *t, const RewriteOptions *o) {
    OverrideValue *values = arena_array(t->arena, OverrideValue, o->settings.len + 1);
    for (uint32_t i = 0; i < o->settings.len; i++)
        values[i] = (OverrideValue){o->settings.at[i].name, o->settings.at[i].value};
    for (uint32_t i = 0; i < o->entries.len; i++) {
        const Specialisation *s =
            wgsl_specialise(t->module, o->entries.at[i], values, o->settings.len);
        if (s)
            vec_push(t->arena, &t->special, s);
    }
}

bool tree_build(Tree *t, Arena *a, Str name, Str text, const RewriteOptions *o) {
    *t = (Tree){.arena = a, .diags = {.arena = a}};
    source_init(&t->source, a, name, text);
    t->module = wgsl_compile(a, &t->source, &t->diags);
    if (t->diags.errors)
        return false;
    for (uint32_t i = 0; i < t->module->decls.len; i++) {
        Decl *d = t->module->decls.at[i];
        if (d->kind == DECL_FUNCTION && d->body)
            add_stmt(&(Walk){t, NOWHERE, 0, d}, d->body);
    }
    specialise(t, o);
    return true;
}

uint32_t tree_find_expr(const Tree *t, Span span) {
    for (uint32_t i = 0; i < t->exprs.len; i++) {
        Span s = t->exprs.at[i].expr->span;
        if (s.start == span.start && s.end == span.end)
            return i;
    }
    return NOWHERE;
}

uint32_t tree_find_stmt(const Tree *t, Span span) {
    uint32_t found = NOWHERE;
    for (uint32_t i = 0; i < t->stmts.len; i++) {
        Span s = t->stmts.at[i].stmt->span;
        if (s.start > span.start || s.end < span.end)
            continue;
        Span f = found == NOWHERE ? s : t->stmts.at[found].stmt->span;
        if (s.end - s.start <= f.end - f.start)
            found = i;
    }
    return found;
}

Decl *tree_variable(const Tree *t, Str name) {
    for (uint32_t i = 0; i < t->module->variables.len; i++)
        if (str_eq(t->module->variables.at[i]->name, name))
            return t->module->variables.at[i];
    return NULL;
}

/* ---- values ---- */

bool tree_value(const Tree *t, const Expr *e, int64_t *v) {
    const Const *c = NULL;
    if (e->stage == STAGE_CONST)
        c = e->value;
    for (uint32_t i = 0; e->stage == STAGE_OVERRIDE && i < t->special.len && !c; i++)
        c = wgsl_evaluate(t->module, t->special.at[i], e);
    if (!c || !type_is_integer(c->type))
        return false;
    *v = c->i;
    return true;
}

bool tree_is_override(const Expr *e) {
    return e->stage == STAGE_OVERRIDE;
}

static bool is_local_name(const Tree *t, Str name) {
    for (uint32_t i = 0; i < t->stmts.len; i++)
        if (t->stmts.at[i].stmt->decl && str_eq(t->stmts.at[i].stmt->decl->name, name))
            return true;
    for (uint32_t i = 0; i < t->module->decls.len; i++) {
        const DeclList *params = &t->module->decls.at[i]->params;
        for (uint32_t k = 0; k < params->len; k++)
            if (str_eq(params->at[k]->name, name))
                return true;
    }
    return false;
}

bool tree_is_hidden(const Tree *t, const Expr *e) {
    if (!e)
        return false;
    if (e->kind == EXPR_IDENT && is_local_name(t, e->ident.name))
        return true;
    for (uint32_t i = 0; i < e->args.len; i++)
        if (tree_is_hidden(t, e->args.at[i]))
            return true;
    return tree_is_hidden(t, e->left) || tree_is_hidden(t, e->right);
}

const Type *tree_type(const Tree *t, const Type *type) {
    const Type *concrete = NULL;
    for (uint32_t i = 0; i < t->special.len && !concrete; i++)
        concrete = wgsl_concrete_type(t->module, t->special.at[i], type);
    return concrete;
}

/* ---- text ---- */

Str tree_text(const Tree *t, Span span) {
    return (Str){t->source.text.at + span.start, span.end - span.start};
}

Str tree_operand(const Tree *t, const Expr *e) {
    Str text = tree_text(t, e->span);
    bool closed = e->parenthesised || (e->kind != EXPR_BINARY && e->kind != EXPR_UNARY);
    return closed ? text : str_format(t->arena, "(%.*s)", STR_ARG(text));
}

static bool is_pure_call(const Expr *e) {
    if (e->call_kind == CALL_CONSTRUCT || e->call_kind == CALL_CONVERT)
        return true;
    if (e->call_kind != CALL_BUILTIN)
        return false;
    uint32_t flags = builtin_info[e->builtin].flags;
    return (flags & BF_CONST) || e->builtin == BUILTIN_arrayLength;
}

bool tree_is_pure(const Expr *e) {
    if (!e)
        return true;
    if (e->kind == EXPR_CALL && !is_pure_call(e))
        return false;
    for (uint32_t i = 0; i < e->args.len; i++)
        if (!tree_is_pure(e->args.at[i]))
            return false;
    return (e->kind == EXPR_CALL || tree_is_pure(e->left)) && tree_is_pure(e->right);
}

static bool has_comment(Str text) {
    for (uint32_t i = 0; i + 1 < text.len; i++)
        if (text.at[i] == '/' && (text.at[i + 1] == '/' || text.at[i + 1] == '*'))
            return true;
    return false;
}

bool tree_may_copy(const Tree *t, const Expr *e) {
    return tree_is_pure(e) && !has_comment(tree_text(t, e->span));
}

static bool is_word_byte(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (uint8_t)c >= 0x80;
}

static bool has_word(Str text, Str word) {
    for (uint32_t i = 0; i + word.len <= text.len; i++)
        if (memcmp(text.at + i, word.at, word.len) == 0 && (!i || !is_word_byte(text.at[i - 1])) &&
            (i + word.len == text.len || !is_word_byte(text.at[i + word.len])))
            return true;
    return false;
}

Str tree_fresh_name(const Tree *t, const char *like) {
    Str name = str_from_c(like);
    for (uint32_t n = 2; has_word(t->source.text, name); n++)
        name = str_format(t->arena, "%s%u", like, n);
    return name;
}

/* ---- lines ---- */

static uint32_t line_start(const Tree *t, uint32_t offset) {
    const char *text = t->source.text.at;
    while (offset > 0 && text[offset - 1] != '\n' && text[offset - 1] != '\r')
        offset--;
    return offset;
}

static uint32_t blank_end(const Tree *t, uint32_t at) {
    const Str *text = &t->source.text;
    while (at < text->len && (text->at[at] == ' ' || text->at[at] == '\t'))
        at++;
    return at;
}

Str tree_indent(const Tree *t, uint32_t offset) {
    uint32_t start = line_start(t, offset), end = blank_end(t, start);
    return tree_text(t, (Span){start, end > offset && offset >= start ? offset : end});
}

bool tree_starts_line(const Tree *t, uint32_t offset) {
    return blank_end(t, line_start(t, offset)) >= offset;
}

Str tree_newline(const Tree *t) {
    Str text = t->source.text;
    const char *at = memchr(text.at, '\n', text.len);
    if (at)
        return at > text.at && at[-1] == '\r' ? STR("\r\n") : STR("\n");
    return memchr(text.at, '\r', text.len) ? STR("\r") : STR("\n");
}

/* Of the first function whose body begins a line further in than its brace's line. */
Str tree_indent_step(const Tree *t) {
    for (uint32_t i = 0; i < t->stmts.len; i++) {
        const StmtNode *n = &t->stmts.at[i];
        if (n->parent == NOWHERE || t->stmts.at[n->parent].stmt->kind != STMT_COMPOUND ||
            !tree_starts_line(t, n->stmt->span.start))
            continue;
        Str inner = tree_indent(t, n->stmt->span.start);
        Str outer = tree_indent(t, t->stmts.at[n->parent].stmt->span.start);
        if (inner.len > outer.len && memcmp(inner.at, outer.at, outer.len) == 0)
            return (Str){inner.at + outer.len, inner.len - outer.len};
    }
    return STR("  ");
}

void tree_indent_lines(const Tree *t, EditList *l, Span span) {
    Str step = tree_indent_step(t), text = t->source.text;
    for (uint32_t i = span.start; i + 1 < span.end; i++) {
        bool breaks = text.at[i] == '\n' || (text.at[i] == '\r' && text.at[i + 1] != '\n');
        bool blank = text.at[i + 1] == '\n' || text.at[i + 1] == '\r';
        if (breaks && !blank)
            edit_insert(t->arena, l, i + 1, step);
    }
}

uint32_t tree_comment_end(const Tree *t, uint32_t offset) {
    Str text = t->source.text;
    uint32_t at = blank_end(t, offset);
    if (at + 1 >= text.len || text.at[at] != '/' || text.at[at + 1] != '/')
        return offset;
    while (at < text.len && text.at[at] != '\n' && text.at[at] != '\r')
        at++;
    return at;
}

/* ---- statements ---- */

bool tree_is_listed(const Tree *t, uint32_t stmt) {
    uint32_t parent = t->stmts.at[stmt].parent;
    if (parent == NOWHERE || t->stmts.at[parent].stmt->kind != STMT_COMPOUND)
        return false;
    const Stmt *in = t->stmts.at[parent].stmt;
    for (uint32_t i = 0; i < in->list.len; i++)
        if (in->list.at[i] == t->stmts.at[stmt].stmt)
            return true;
    return false;
}

/* Behind a comment that begins at `at`; block comments nest. */
static uint32_t comment_end(Str text, uint32_t at) {
    if (text.at[at + 1] == '/') {
        while (at < text.len && text.at[at] != '\n' && text.at[at] != '\r')
            at++;
        return at;
    }
    uint32_t depth = 0;
    do {
        bool opens = at + 1 < text.len && text.at[at] == '/' && text.at[at + 1] == '*';
        bool closes = at + 1 < text.len && text.at[at] == '*' && text.at[at + 1] == '/';
        depth += opens;
        depth -= closes;
        at += opens || closes ? 2 : 1;
    } while (depth && at < text.len);
    return at;
}

uint32_t tree_stmt_end(const Tree *t, const Stmt *s) {
    Str text = t->source.text;
    uint32_t at = s->span.end;
    if (at > 0 && text.at[at - 1] == '}')
        return at;
    while (at < text.len && text.at[at] != ';') {
        bool comment = text.at[at] == '/' && at + 1 < text.len &&
                       (text.at[at + 1] == '/' || text.at[at + 1] == '*');
        at = comment ? comment_end(text, at) : at + 1;
    }
    return at < text.len ? at + 1 : s->span.end;
}

void tree_insert_before(const Tree *t, EditList *l, uint32_t stmt, Str code) {
    uint32_t at = t->stmts.at[stmt].stmt->span.start;
    if (!tree_starts_line(t, at)) {
        edit_insert(t->arena, l, at, str_format(t->arena, "%.*s ", STR_ARG(code)));
        return;
    }
    Str text = str_format(t->arena, "%.*s%.*s%.*s", STR_ARG(code), STR_ARG(tree_newline(t)),
                          STR_ARG(tree_indent(t, at)));
    edit_insert(t->arena, l, at, text);
}

void tree_append(const Tree *t, EditList *l, const Stmt *compound, Str code) {
    uint32_t brace = compound->span.end - 1;
    if (!tree_starts_line(t, brace)) {
        edit_insert(t->arena, l, brace, str_format(t->arena, "%.*s ", STR_ARG(code)));
        return;
    }
    Str outer = tree_indent(t, brace), inner, newline = tree_newline(t);
    const Stmt *last = compound->list.len ? vec_last(&compound->list) : NULL;
    if (last && tree_starts_line(t, last->span.start))
        inner = tree_indent(t, last->span.start);
    else
        inner = str_format(t->arena, "%.*s%.*s", STR_ARG(outer), STR_ARG(tree_indent_step(t)));
    uint32_t start = brace - outer.len;
    edit_insert(
        t->arena, l, start,
        str_format(t->arena, "%.*s%.*s%.*s", STR_ARG(inner), STR_ARG(code), STR_ARG(newline)));
}
