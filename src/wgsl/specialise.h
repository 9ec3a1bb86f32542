/* The parts of specialisation among themselves. */
#ifndef LW_WGSL_SPECIALISE_H
#define LW_WGSL_SPECIALISE_H

#include "wgsl/wgsl.h"

/* specialise_check.c: evaluates every override-expression in a function, and checks the operands
 * that are known now of what is computed in the run. Errors are in m->diags. */
void specialise_check_function(Module *m, const Specialisation *s, const Decl *function);

#endif
