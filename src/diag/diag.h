/* Sources, places in them, and diagnostics: errors, warnings and notes about a shader.
 *
 * Nothing here prints. A diagnostic is rendered as
 *     file:line:col: error: message [code]
 *         source line
 *         ^~~~~ caret range
 *     file:line:col: note: message
 *         source line
 *         ^~~~~
 * Messages are one sentence in lower case without a full stop.
 */
#ifndef LW_DIAG_DIAG_H
#define LW_DIAG_DIAG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "base/vec.h"

/* A range of bytes [start, end) of a source. */
typedef struct Span {
    uint32_t start, end;
} Span;

static inline Span span_join(Span a, Span b) {
    return (Span){a.start < b.start ? a.start : b.start, a.end > b.end ? a.end : b.end};
}

typedef struct Source {
    Str name; /* as shown in messages */
    Str text; /* UTF-8, with a zero byte behind it */
    uint32_t *line_start;
    uint32_t lines;
} Source;

/* 1-based. Columns count Unicode code points; a tab is one. */
typedef struct Place {
    uint32_t line, column;
} Place;

/* Indexes the lines of a text (LF, CRLF, CR and WGSL's other line breaks). Name and text are kept
 * by reference. */
void source_init(Source *s, Arena *a, Str name, Str text);
Place source_place(const Source *s, uint32_t offset);
/* The text of a 1-based line without its line break; empty when there is none. */
Str source_line(const Source *s, uint32_t line);

typedef enum Severity { SEVERITY_NOTE, SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

typedef struct DiagNote {
    Span span;
    Str message;
} DiagNote;

typedef struct Diag {
    Severity severity;
    const char *code; /* a name from lang/codes.def; lives for ever */
    Span span;
    Str message;
    VEC(DiagNote) notes;
} Diag;

typedef struct DiagList {
    Arena *arena;
    VEC(Diag *) at;
    uint32_t errors;   /* how many of severity error */
    uint32_t limit;    /* errors kept, and as many others; later ones are only counted (0: 100) */
    Diag *spare;       /* what diag_add returns past the limit; takes no notes */
} DiagList;

/* Appends a diagnostic and returns it, so that notes can be added to it. Never NULL. */
Diag *diag_add(DiagList *l, Severity severity, const char *code, Span span, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void diag_note(DiagList *l, Diag *d, Span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Sorts by place, keeping the order of equals. */
void diag_sort(DiagList *l);

/* The human form, with source lines and carets; colour by ANSI codes when asked for. */
void diag_render(StrBuf *out, const Source *s, const Diag *d, bool colour);
/* All of a list, and a closing "N errors generated" line where there were any. */
void diag_render_all(StrBuf *out, const Source *s, const DiagList *l, bool colour);

#endif
