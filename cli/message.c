#include "cli/message.h"

#include <stdio.h>

static void vsay(StrBuf *to, const char *format, va_list ap) {
    if (to)
        strbuf_vaddf(to, format, ap);
    else
        vfprintf(stderr, format, ap);
}

void say(StrBuf *to, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vsay(to, format, ap);
    va_end(ap);
}

static void vcomplain(StrBuf *to, const char *format, va_list ap) {
    say(to, "lanewise: error: ");
    vsay(to, format, ap);
    say(to, "\n");
}

void complain_to(StrBuf *to, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vcomplain(to, format, ap);
    va_end(ap);
}

void complain(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vcomplain(NULL, format, ap);
    va_end(ap);
}
