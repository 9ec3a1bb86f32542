/* Messages of the command, on standard error or kept for later. */
#ifndef LW_CLI_MESSAGE_H
#define LW_CLI_MESSAGE_H

#include "base/str.h"

/* "lanewise: error: ..." on standard error, or where `to` says when it is not NULL. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
void complain_to(StrBuf *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same without "lanewise: error" and the end of the line. */
void say(StrBuf *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What the first error in kept messages says, without "lanewise: error: "; empty: there is none. */
Str message_error(Str text);

#endif
