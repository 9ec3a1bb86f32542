/* What the files of the parser share: parse.c (module scope), parse_stmt.c, parse_expr.c.
 *
 * Recursive descent over the token array. A function that cannot go on has reported why and returns
 * NULL or false; whoever reads lists of statements or declarations then skips to where the next one
 * begins. One token is reported at most once.
 */
#ifndef LW_WGSL_PARSE_H
#define LW_WGSL_PARSE_H

#include "lang/codes.h"
#include "wgsl/lex.h"
#include "wgsl/wgsl.h"

enum {
    NESTING_LIMIT = 127, /* of braces, and of brackets and unary operators in an expression */
    HEIGHT_LIMIT = 1000, /* of an expression's tree and of a chain of else-ifs: others recurse */
};

typedef struct Parser {
    Module *m;
    Token *tokens;
    uint32_t at;         /* the token to be read */
    uint32_t reported;   /* index + 1 of the last token that an error was about */
    uint32_t nesting;    /* of the expression being read */
    uint32_t height;     /* of the last expression read */
    uint32_t braces;     /* that are open around the statement being read */
    bool brace_reported; /* a missing '}' has been reported for this function */
} Parser;

static inline Token parse_peek(const Parser *p) {
    return p->tokens[p->at];
}
static inline TokenKind parse_kind(const Parser *p) {
    return p->tokens[p->at].kind;
}
static inline bool parse_is(const Parser *p, TokenKind k) {
    return parse_kind(p) == k;
}

/* Reads a token; the end of the file stays. */
Token parse_next(Parser *p);
/* Reads a token of the kind, if it is there. */
bool parse_take(Parser *p, TokenKind k);
/* The same, or an error: "expected ';' after `what`". */
bool parse_need(Parser *p, TokenKind k, const char *what);
/* A closing bracket; an error has a note at the opening one. */
bool parse_need_closing(Parser *p, TokenKind k, Span opening);
/* An identifier; `what` says of what. */
bool parse_need_ident(Parser *p, const char *what, Str *name, Span *span);

/* From `start` to the end of the token read last. */
Span parse_span(const Parser *p, uint32_t start);
Str parse_text(const Parser *p, Span s);
/* Is the next token on a later line than the end of the last one? */
bool parse_on_new_line(const Parser *p);

/* "expected `what`, found ...": about the next token. NULL when it has been reported already. */
Diag *parse_unexpected(Parser *p, const char *what);

Expr *parse_expression(Parser *p);
/* A name with its template list, if any: types. */
Expr *parse_type(Parser *p);
/* A unary expression: what an assignment or call statement begins with. */
Expr *parse_unary(Parser *p);
bool parse_template_list(Parser *p, ExprList *args);
/* "(a, b)" */
bool parse_arguments(Parser *p, ExprList *args);

bool parse_attributes(Parser *p, AttributeList *list);
/* var, let, const or override, from its keyword on, without the semicolon; `attributes` are those
 * read before it. */
Decl *parse_variable(Parser *p, uint32_t start, AttributeList attributes);
/* NULL when there is no block or nothing of it could be read; `what` comes before it. */
Stmt *parse_block(Parser *p, const char *what);

#endif
