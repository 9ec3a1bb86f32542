#include "base/bug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void lw_bug(const char *file, int line, const char *format, ...) {
    fprintf(stderr, "lanewise: bug at %s:%d: ", file, line);
    va_list ap;
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputs("\nplease report this with the shader that caused it\n", stderr);
    fflush(stderr);
    _Exit(70);
}
