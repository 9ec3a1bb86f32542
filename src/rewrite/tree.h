/* A shader's syntax tree with what edits need besides: who stands in what, the values of constants
 * and overrides in this run, the text of nodes, and the lines that statements stand on. */
#ifndef LW_REWRITE_TREE_H
#define LW_REWRITE_TREE_H

#include "rewrite/rewrite.h"
#include "wgsl/analysis.h"

enum { NOWHERE = UINT32_MAX };

typedef struct ExprNode {
    Expr *expr;
    uint32_t parent; /* index of an expression; NOWHERE: the statement's own */
    uint32_t stmt;
} ExprNode;

typedef struct StmtNode {
    Stmt *stmt;
    uint32_t parent; /* NOWHERE: a function's body */
    uint32_t loops;  /* how many enclose it */
    Decl *function;
} StmtNode;

typedef struct Tree {
    Arena *arena;
    Source source;
    DiagList diags;
    Module *module;
    VEC(ExprNode) exprs; /* parents before children, in the order of the text */
    VEC(StmtNode) stmts;
    VEC(const Specialisation *) special; /* of each entry point that is run */
} Tree;

/* False when the text is no valid shader. */
bool tree_build(Tree *t, Arena *a, Str name, Str text, const RewriteOptions *o);

/* The expression of exactly that span, the outermost; NOWHERE when there is none. */
uint32_t tree_find_expr(const Tree *t, Span span);
/* The innermost statement around a span. */
uint32_t tree_find_stmt(const Tree *t, Span span);
Decl *tree_variable(const Tree *t, Str name);

/* The value of an integer expression that is known before the run. */
bool tree_value(const Tree *t, const Expr *e, int64_t *v);
bool tree_is_override(const Expr *e);
/* Does a function declare a name that the expression uses? There it may mean something else. */
bool tree_is_hidden(const Tree *t, const Expr *e);
/* A type with its override counts given. NULL when they are not known. */
const Type *tree_type(const Tree *t, const Type *type);

Str tree_text(const Tree *t, Span span);
/* An expression's text as an operand of any operator. */
Str tree_operand(const Tree *t, const Expr *e);
/* May it be evaluated twice, or earlier? No calls of the user's functions, no atomics, nothing that
 * lanes do together. */
bool tree_is_pure(const Expr *e);
/* May its text stand in a second place? Pure, and without a comment. */
bool tree_may_copy(const Tree *t, const Expr *e);

/* A name that the text does not use: `like`, or with a number behind it. */
Str tree_fresh_name(const Tree *t, const char *like);

/* ---- lines ---- */

/* The white space that the line of a byte begins with. */
Str tree_indent(const Tree *t, uint32_t offset);
/* What one level of indentation is in this text. */
Str tree_indent_step(const Tree *t);
/* The line break that the text uses. */
Str tree_newline(const Tree *t);
/* Does only white space stand before it on its line? */
bool tree_starts_line(const Tree *t, uint32_t offset);
/* Moves the lines of a span, but the first, one level inwards. */
void tree_indent_lines(const Tree *t, EditList *l, Span span);
/* The end of the line when only a comment stands between, else the offset itself. */
uint32_t tree_comment_end(const Tree *t, uint32_t offset);

/* ---- statements ---- */

/* Is it an element of a compound statement's list? */
bool tree_is_listed(const Tree *t, uint32_t stmt);
/* The end of a statement with its semicolon, where it has one. */
uint32_t tree_stmt_end(const Tree *t, const Stmt *s);
/* Adds `code` as a statement of its own before a listed one, or at the end of a compound. */
void tree_insert_before(const Tree *t, EditList *l, uint32_t stmt, Str code);
void tree_append(const Tree *t, EditList *l, const Stmt *compound, Str code);

#endif
