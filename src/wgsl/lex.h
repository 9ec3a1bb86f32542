/* Tokens of WGSL.
 *
 * The whole text is turned into an array of tokens at once. The `<` and `>` that delimit template
 * lists are found on the way, by the algorithm of the specification's "Template Lists", so that the
 * parser never has to guess. What is no token is reported here; the parser sees TOKEN_ERROR in its
 * place and keeps quiet about it.
 */
#ifndef LW_WGSL_LEX_H
#define LW_WGSL_LEX_H

#include "wgsl/ast.h"

typedef enum TokenKind {
#define TOKEN(id, text)   TOKEN_##id,
#define KEYWORD(id, text) TOKEN_##id,
#include "wgsl/tokens.def"
#undef TOKEN
#undef KEYWORD
    TOKEN_COUNT
} TokenKind;

typedef struct Token {
    TokenKind kind;
    Span span;
} Token;

typedef VEC(Token) TokenList;

/* All tokens of m->source, TOKEN_EOF last. Errors go to m->diags. */
TokenList lex_all(Module *m);

/* As messages print it: "';'", "an identifier", "the end of the file". */
const char *token_text(TokenKind k);

/* Is it a word: an identifier or a keyword? */
bool token_is_word(TokenKind k);

/* The value of a TOKEN_NUMBER or TOKEN_BAD_NUMBER; values out of range are reported to m->diags. */
void lex_number(Module *m, Token t, Expr *literal);

#endif
