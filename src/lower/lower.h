/* From a checked and specialised syntax tree to the IR. */
#ifndef LW_LOWER_LOWER_H
#define LW_LOWER_LOWER_H

#include "ir/ir.h"
#include "wgsl/wgsl.h"

/* The IR of the entry point of `s`, in `arena`. NULL with errors in s->module->diags when the
 * shader uses something that cannot run yet (CODE_UNSUPPORTED) or exceeds a limit.
 *
 * A function that is given pointers to several variables is there several times, under one name,
 * and so are the sites in it, with equal spans. Variables that are not in the source: "temporary"
 * (a value that is indexed at run time) and tables of constants, which have the constant's name. */
IrModule *lower_entry(Arena *arena, const Specialisation *s);

#endif
