#include "tree.h"

static const char *const binary_text[] = {
    [BINARY_ADD] = "+",          [BINARY_SUB] = "-",         [BINARY_MUL] = "*", [BINARY_DIV] = "/",
    [BINARY_REM] = "%",          [BINARY_AND] = "&",         [BINARY_OR] = "|",  [BINARY_XOR] = "^",
    [BINARY_SHL] = "<<",         [BINARY_SHR] = ">>",        [BINARY_EQ] = "==", [BINARY_NE] = "!=",
    [BINARY_LT] = "<",           [BINARY_LE] = "<=",         [BINARY_GT] = ">",  [BINARY_GE] = ">=",
    [BINARY_LOGICAL_AND] = "&&", [BINARY_LOGICAL_OR] = "||", [BINARY_NONE] = "",
};

static const char *const unary_text[] = {
    [UNARY_NEGATE] = "-", [UNARY_NOT] = "!",     [UNARY_COMPLEMENT] = "~",
    [UNARY_DEREF] = "*",  [UNARY_ADDRESS] = "&",
};

static void add_literal(StrBuf *out, const Expr *e) {
    switch (e->literal.kind) {
    case LITERAL_BOOL: strbuf_addf(out, "%s", e->literal.b ? "true" : "false"); break;
    case LITERAL_ABSTRACT_INT: strbuf_addf(out, "%lld", (long long)e->literal.i); break;
    case LITERAL_I32: strbuf_addf(out, "%lldi", (long long)e->literal.i); break;
    case LITERAL_U32: strbuf_addf(out, "%lldu", (long long)e->literal.i); break;
    case LITERAL_ABSTRACT_FLOAT: strbuf_addf(out, "%.17g.", e->literal.f); break;
    case LITERAL_F32: strbuf_addf(out, "%.9gf", e->literal.f); break;
    case LITERAL_F16: strbuf_addf(out, "%.5gh", e->literal.f); break;
    }
}

static void add_list(StrBuf *out, const ExprList *list, const char *open, const char *close) {
    strbuf_addf(out, "%s", open);
    for (uint32_t i = 0; i < list->len; i++) {
        strbuf_addf(out, "%s", i ? " " : "");
        if (list->at[i])
            tree_expr(out, list->at[i]);
        else
            strbuf_addf(out, "default");
    }
    strbuf_addf(out, "%s", close);
}

void tree_expr(StrBuf *out, const Expr *e) {
    switch (e->kind) {
    case EXPR_LITERAL: add_literal(out, e); break;
    case EXPR_IDENT:
        strbuf_add(out, e->ident.name);
        if (e->ident.has_template)
            add_list(out, &e->ident.template_args, "<", ">");
        break;
    case EXPR_UNARY:
        strbuf_addf(out, "(%s ", unary_text[e->unary_op]);
        tree_expr(out, e->left);
        strbuf_addc(out, ')');
        break;
    case EXPR_BINARY:
        strbuf_addf(out, "(%s ", binary_text[e->binary_op]);
        tree_expr(out, e->left);
        strbuf_addc(out, ' ');
        tree_expr(out, e->right);
        strbuf_addc(out, ')');
        break;
    case EXPR_CALL:
        tree_expr(out, e->left);
        add_list(out, &e->args, "(", ")");
        break;
    case EXPR_INDEX:
        tree_expr(out, e->left);
        strbuf_addc(out, '[');
        tree_expr(out, e->right);
        strbuf_addc(out, ']');
        break;
    case EXPR_MEMBER:
        tree_expr(out, e->left);
        strbuf_addf(out, ".%.*s", STR_ARG(e->member.name));
        break;
    }
}

static void add_optional(StrBuf *out, const char *before, const Expr *e) {
    if (!e)
        return;
    strbuf_addf(out, "%s", before);
    tree_expr(out, e);
}

static void add_attributes(StrBuf *out, const AttributeList *list) {
    for (uint32_t i = 0; i < list->len; i++) {
        strbuf_addf(out, "@%.*s", STR_ARG(list->at[i].name));
        if (list->at[i].args.len)
            add_list(out, &list->at[i].args, "(", ")");
        strbuf_addc(out, ' ');
    }
}

static const char *const decl_text[] = {
    [DECL_VAR] = "var",       [DECL_LET] = "let",
    [DECL_CONST] = "const",   [DECL_OVERRIDE] = "override",
    [DECL_PARAM] = "",        [DECL_FUNCTION] = "fn",
    [DECL_STRUCT] = "struct", [DECL_MEMBER] = "",
    [DECL_ALIAS] = "alias",   [DECL_CONST_ASSERT] = "const_assert",
};

static void add_decl(StrBuf *out, const Decl *d) {
    add_attributes(out, &d->attributes);
    strbuf_addf(out, "%s", decl_text[d->kind]);
    if (d->has_template)
        add_list(out, &d->template_args, "<", ">");
    if (d->kind != DECL_PARAM && d->kind != DECL_MEMBER && d->kind != DECL_CONST_ASSERT)
        strbuf_addc(out, ' ');
    strbuf_add(out, d->name);
    add_optional(out, ": ", d->kind == DECL_FUNCTION ? NULL : d->type_expr);
    add_optional(out, d->kind == DECL_CONST_ASSERT ? " " : " = ", d->init);
}

static void add_stmt(StrBuf *out, const Stmt *s, uint32_t depth);

static void indent(StrBuf *out, uint32_t depth) {
    for (uint32_t i = 0; i < depth; i++)
        strbuf_addf(out, "  ");
}

static void add_part(StrBuf *out, const char *name, const Stmt *s, uint32_t depth) {
    if (!s)
        return;
    indent(out, depth);
    strbuf_addf(out, "%s\n", name);
    add_stmt(out, s, depth + 1);
}

static void add_block(StrBuf *out, const Stmt *s, uint32_t depth) {
    for (uint32_t i = 0; i < s->list.len; i++)
        add_stmt(out, s->list.at[i], depth);
}

static void add_cases(StrBuf *out, const Stmt *s, uint32_t depth) {
    for (uint32_t i = 0; i < s->cases.len; i++) {
        indent(out, depth);
        strbuf_addf(out, "case");
        add_list(out, &s->cases.at[i].selectors, "(", ")");
        strbuf_addf(out, "%s\n", s->cases.at[i].is_default ? " default" : "");
        add_stmt(out, s->cases.at[i].body, depth + 1);
    }
}

static void add_parts(StrBuf *out, const Stmt *s, uint32_t depth) {
    add_part(out, "init", s->init, depth);
    add_part(out, "then", s->then, depth);
    add_part(out, "else", s->otherwise, depth);
    add_part(out, "body", s->body, depth);
    add_part(out, "continuing", s->continuing, depth);
    add_part(out, "update", s->update, depth);
    add_cases(out, s, depth);
}

static const char *const stmt_text[] = {
    [STMT_COMPOUND] = "block",
    [STMT_DECL] = "",
    [STMT_ASSIGN] = "",
    [STMT_INCREMENT] = "++",
    [STMT_DECREMENT] = "--",
    [STMT_CALL] = "call ",
    [STMT_IF] = "if",
    [STMT_SWITCH] = "switch",
    [STMT_LOOP] = "loop",
    [STMT_WHILE] = "while",
    [STMT_FOR] = "for",
    [STMT_BREAK] = "break",
    [STMT_CONTINUE] = "continue",
    [STMT_RETURN] = "return",
    [STMT_DISCARD] = "discard",
    [STMT_CONST_ASSERT] = "const_assert",
};

static void add_stmt(StrBuf *out, const Stmt *s, uint32_t depth) {
    indent(out, depth);
    add_attributes(out, &s->attributes);
    strbuf_addf(out, "%s", stmt_text[s->kind]);
    if (s->decl)
        add_decl(out, s->decl);
    add_optional(out, "", s->call);
    if (s->kind == STMT_ASSIGN && !s->left)
        strbuf_addf(out, "_");
    add_optional(out, s->kind == STMT_ASSIGN ? "" : " ", s->left);
    if (s->kind == STMT_ASSIGN)
        strbuf_addf(out, " %s=", binary_text[s->op]);
    add_optional(out, " ", s->right);
    add_optional(out, " ", s->condition);
    add_optional(out, " break if ", s->break_if);
    if (s->body_attributes.len) {
        strbuf_addc(out, ' ');
        add_attributes(out, &s->body_attributes);
    }
    strbuf_addc(out, '\n');
    if (s->kind == STMT_COMPOUND)
        add_block(out, s, depth + 1);
    else
        add_parts(out, s, depth + 1);
}

static void add_decls(StrBuf *out, const DeclList *list) {
    strbuf_addf(out, " (");
    for (uint32_t i = 0; i < list->len; i++) {
        strbuf_addf(out, "%s", i ? ", " : "");
        add_decl(out, list->at[i]);
    }
    strbuf_addc(out, ')');
}

static void add_module_decl(StrBuf *out, const Decl *d) {
    add_decl(out, d);
    if (d->kind == DECL_STRUCT)
        add_decls(out, &d->members);
    if (d->kind == DECL_FUNCTION) {
        add_decls(out, &d->params);
        if (d->type_expr) {
            strbuf_addf(out, " -> ");
            add_attributes(out, &d->result_attributes);
            tree_expr(out, d->type_expr);
        }
    }
    strbuf_addc(out, '\n');
    if (d->body)
        add_block(out, d->body, 1);
}

void tree_module(StrBuf *out, const Module *m) {
    static const char *const directive[] = {"enable", "requires", "diagnostic"};
    for (uint32_t i = 0; i < m->directives.len; i++) {
        strbuf_addf(out, "%s", directive[m->directives.at[i].kind]);
        add_list(out, &m->directives.at[i].args, "(", ")\n");
    }
    for (uint32_t i = 0; i < m->decls.len; i++)
        add_module_decl(out, m->decls.at[i]);
}
