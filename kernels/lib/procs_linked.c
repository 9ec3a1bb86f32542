/* The functions of the webgpu.h library that the program is linked with. A file of its own: a
 * program that only loads libraries at run time need not link with one. */
#include "lanewise/procs.h"

const LwProcs *lw_procs_linked(void) {
    static const LwProcs procs = {
#define LINKED(name) .name = wgpu##name,
        LW_PROC_LIST(LINKED)
#undef LINKED
    };
    return &procs;
}
