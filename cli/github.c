/* ::error file=shader.wgsl,line=7,col=3,endColumn=9,title=data-race::the message
 *
 * A message may have lines, as %0A; in a property a comma and a colon have to be written so, too.
 */
#include "cli/github.h"

#include "cli/check_output.h"

static void put_escaped(StrBuf *out, Str s, const char *which) {
    for (uint32_t i = 0; i < s.len; i++) {
        char c = s.at[i];
        if (c && strchr(which, c))
            strbuf_addf(out, "%%%02X", (unsigned char)c);
        else
            strbuf_addc(out, c);
    }
}

static void put_property(StrBuf *out, Str s) {
    put_escaped(out, s, "%\r\n:,");
}

static void put_message(StrBuf *out, Str s) {
    put_escaped(out, s, "%\r\n");
}

typedef struct Range {
    uint32_t line, column, end_line, end_column;
} Range;

/* Columns are for one line only. */
static void start(StrBuf *out, const char *level, Str file, Range r, Str title) {
    while (file.len > 2 && file.at[0] == '.' && file.at[1] == '/')
        file = (Str){file.at + 2, file.len - 2};
    strbuf_addf(out, "::%s file=", strcmp(level, "note") == 0 ? "notice" : level);
    put_property(out, file);
    strbuf_addf(out, ",line=%u", r.line);
    if (r.end_line == r.line)
        strbuf_addf(out, ",col=%u,endColumn=%u", r.column, r.end_column);
    else
        strbuf_addf(out, ",endLine=%u", r.end_line);
    strbuf_addf(out, ",title=");
    put_property(out, title);
    strbuf_addf(out, "::");
}

static void put_note(StrBuf *out, uint32_t line, uint32_t column, Str message) {
    strbuf_addf(out, "%%0A%u:%u: ", line, column);
    put_message(out, message);
}

static void put_finding(StrBuf *out, const CheckResult *c, const CheckFinding *f, Str message) {
    Place a = source_place(&c->source, f->span.start), b = source_place(&c->source, f->span.end);
    start(out, severity_word(f->severity), c->shader, (Range){a.line, a.column, b.line, b.column},
          f->rule);
    put_message(out, message);
    for (uint32_t i = 0; i < f->related.len; i++) {
        Place p = source_place(&c->source, f->related.at[i].span.start);
        put_note(out, p.line, p.column, f->related.at[i].message);
    }
    strbuf_addc(out, '\n');
}

void github_guard(StrBuf *out, Str text) {
    bool line_start = true;
    for (uint32_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (line_start && c == ':' && i + 1 < text.len && text.at[i + 1] == ':')
            strbuf_addf(out, "| ");
        line_start = c == '\n' || c == '\r' || (line_start && (unsigned char)c <= ' ');
        strbuf_addc(out, c);
    }
}

/* What could not be run has no place: its first line is it. */
static void put_failure(StrBuf *out, const CheckResult *c) {
    start(out, "error", c->shader, (Range){1, 1, 1, 1}, STR("nothing was run"));
    put_message(out, c->failure);
    strbuf_addc(out, '\n');
}

void github_check(StrBuf *out, const CheckResult *c) {
    if (c->failure.len && !c->ran)
        put_failure(out, c);
    for (uint32_t i = 0; i < c->diagnostics.len; i++)
        put_finding(out, c, &c->diagnostics.at[i], c->diagnostics.at[i].message);
    for (uint32_t i = 0; i < c->all.len; i++)
        if (!c->all.at[i].silence)
            put_finding(out, c, &c->all.at[i], check_message(out->arena, c, &c->all.at[i]));
}

static Str view(WGPUStringView v) {
    return (Str){v.data, (uint32_t)v.length};
}

void github_diagnostics(StrBuf *out, Str file, const LwDiagnostic *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const LwDiagnostic *d = &list[i];
        start(out, severity_word((Severity)d->severity), file,
              (Range){d->line, d->column, d->end_line, d->end_column}, view(d->code));
        put_message(out, view(d->message));
        for (size_t k = 0; k < d->note_count; k++)
            put_note(out, d->notes[k].line, d->notes[k].column, view(d->notes[k].message));
        strbuf_addc(out, '\n');
    }
}
