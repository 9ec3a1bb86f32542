/* The codes of diagnostics, from codes.def. */
#ifndef LW_LANG_CODES_H
#define LW_LANG_CODES_H

#include "diag/diag.h"

typedef enum Code {
#define CODE(id, name, about, cure) CODE_##id,
#include "lang/codes.def"
#undef CODE
    CODE_COUNT
} Code;

const char *code_name(Code c);

/* error(list, CODE_X, span, "message %s", ...): appends an error; returns the Diag. */
#define error(list, code, span, ...)                                                               \
    diag_add((list), SEVERITY_ERROR, code_name(code), (span), __VA_ARGS__)
#define warn(list, code, span, ...)                                                                \
    diag_add((list), SEVERITY_WARNING, code_name(code), (span), __VA_ARGS__)

#endif
