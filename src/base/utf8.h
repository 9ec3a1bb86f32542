/* UTF-8 and the Unicode properties that identifiers need. */
#ifndef LW_BASE_UTF8_H
#define LW_BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* Decodes one code point at `at` (before `end`); returns its length in bytes, or 0 when the bytes
 * are not valid UTF-8 (surrogates, overlong forms and values past U+10FFFF included). */
uint32_t utf8_decode(const char *at, const char *end, uint32_t *code_point);

/* True when all of it is valid; else the offset of the first bad byte in `bad`. */
bool utf8_valid(Str s, uint32_t *bad);

/* A name for people: a control character in it, a line break too, becomes \xNN, so that no name can
 * begin a line of its own or move a terminal's cursor. Other bytes stay. */
Str utf8_shown(Arena *a, Str name);

bool unicode_xid_start(uint32_t code_point);
bool unicode_xid_continue(uint32_t code_point);

#endif
