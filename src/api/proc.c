/* Functions by name. */
#include <stdlib.h>

#include "api/api.h"
#include "api/dawn.h"

typedef struct Proc {
    const char *name;
    WGPUProc proc;
} Proc;

static const Proc procs[] = {
#define PROC(name) {#name, (WGPUProc)name},
#include "api/procs.def"
#undef PROC
};

static int by_name(const void *key, const void *entry) {
    const Str *name = key;
    const char *other = ((const Proc *)entry)->name;
    int order = strncmp(name->at, other, name->len);
    return order ? order : other[name->len] ? -1 : 0;
}

WGPUProc wgpuGetProcAddress(WGPUStringView name) {
    Str s = text_str(name);
    const Proc *p = bsearch(&s, procs, sizeof procs / sizeof procs[0], sizeof procs[0], by_name);
    return p ? p->proc : NULL;
}
