/* Lists of diagnostics. Past the limit a list only counts, so that a hostile shader cannot make it
 * large. */
#include "diag/diag.h"

enum { DEFAULT_LIMIT = 100 };

static uint32_t limit_of(const DiagList *l) {
    return l->limit ? l->limit : DEFAULT_LIMIT;
}

/* Errors and the rest are limited apart, so that warnings do not hide errors. */
static bool is_full(const DiagList *l, Severity severity) {
    uint32_t kept_errors = l->errors < limit_of(l) ? l->errors : limit_of(l);
    return severity == SEVERITY_ERROR ? l->errors >= limit_of(l)
                                      : l->at.len - kept_errors >= limit_of(l);
}

static Diag *spare(DiagList *l) {
    if (!l->spare)
        l->spare = arena_new(l->arena, Diag);
    return l->spare;
}

Diag *diag_add(DiagList *l, Severity severity, const char *code, Span span, const char *format,
               ...) {
    bool full = is_full(l, severity);
    l->errors += severity == SEVERITY_ERROR;
    if (full)
        return spare(l);
    Diag *d = arena_new(l->arena, Diag);
    va_list ap;
    va_start(ap, format);
    *d = (Diag){.severity = severity,
                .code = code,
                .span = span,
                .message = str_vformat(l->arena, format, ap)};
    va_end(ap);
    vec_push(l->arena, &l->at, d);
    return d;
}

void diag_note(DiagList *l, Diag *d, Span span, const char *format, ...) {
    if (d == l->spare)
        return;
    va_list ap;
    va_start(ap, format);
    DiagNote n = {span, str_vformat(l->arena, format, ap)};
    va_end(ap);
    vec_push(l->arena, &d->notes, n);
}

/* Insertion is enough: lists are short, and nearly in order. */
void diag_sort(DiagList *l) {
    for (uint32_t i = 1; i < l->at.len; i++) {
        Diag *d = l->at.at[i];
        uint32_t j = i;
        for (; j > 0 && l->at.at[j - 1]->span.start > d->span.start; j--)
            l->at.at[j] = l->at.at[j - 1];
        l->at.at[j] = d;
    }
}
