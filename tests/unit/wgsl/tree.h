/* Prints the tree of a module, one line a declaration or statement, as the tests compare it. */
#ifndef LW_TESTS_WGSL_TREE_H
#define LW_TESTS_WGSL_TREE_H

#include "wgsl/ast.h"

void tree_module(StrBuf *out, const Module *m);
void tree_expr(StrBuf *out, const Expr *e);

#endif
