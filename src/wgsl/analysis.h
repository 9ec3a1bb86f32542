/* What the analyses of control flow and memory share: behavior.c, aliasing.c, uniformity.c. */
#ifndef LW_WGSL_ANALYSIS_H
#define LW_WGSL_ANALYSIS_H

#include "lang/codes.h"
#include "wgsl/wgsl.h"

/* Sets of small numbers: variables, or the parameters of a function, of which there are at most
 * 255. */
enum { PARAM_WORDS = 4 };
static inline void wgsl_add_bit(uint64_t *set, uint32_t i) {
    set[i / 64] |= 1ull << (i % 64);
}
static inline bool wgsl_has_bit(const uint64_t *set, uint32_t i) {
    return set[i / 64] >> (i % 64) & 1;
}

/* Calls visit(context, e) for every expression in the statement, each before its operands. */
typedef void ExprVisitor(void *context, Expr *e);
void wgsl_visit_expr(Expr *e, ExprVisitor *visit, void *context);
void wgsl_visit_stmt(const Stmt *s, ExprVisitor *visit, void *context);

/* Calls visit(context, part) for every statement directly inside another, in the order of the text.
 */
typedef void StmtVisitor(void *context, Stmt *part);
void wgsl_visit_parts(const Stmt *s, StmtVisitor *visit, void *context);

/* The variable or parameter that a reference or pointer leads to: its root identifier. NULL for
 * what is neither. Remembered in Decl.root for every let on the way. */
Decl *wgsl_root(const Expr *e);

/* Is memory read here? By the load rule, or as `p.xy` of a pointer, whose result is no reference.
 */
bool wgsl_is_load(const Expr *e);

#endif
