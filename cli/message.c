#include "cli/message.h"

#include <stdio.h>
#include <stdlib.h>

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

/* Names stand in messages, and may have any character: a line break in one begins no line that
 * could be taken for something else, and a terminal obeys none. */
static void vcomplain(StrBuf *to, const char *format, va_list ap) {
    char few[512], *all = NULL;
    va_list again;
    va_copy(again, ap);
    int length = vsnprintf(few, sizeof few, format, ap);
    if (length >= (int)sizeof few && (all = malloc((size_t)length + 1)))
        vsnprintf(all, (size_t)length + 1, format, again);
    va_end(again);
    say(to, "lanewise: error: ");
    for (const char *at = all ? all : few; *at; at++) {
        unsigned char c = (unsigned char)*at;
        if (c == '\n')
            say(to, "%s", at[1] ? "\n| " : "");
        else if (c < 32 || c == 0x7f)
            say(to, "\\x%02x", c);
        else
            say(to, "%c", c);
    }
    say(to, "\n");
    free(all);
}

Str message_error(Str text) {
    static const char mark[] = "lanewise: error: ";
    const char *at = text.len ? strstr(text.at, mark) : NULL;
    if (!at)
        return (Str){0};
    at += strlen(mark);
    return (Str){at, (uint32_t)strcspn(at, "\n")};
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
