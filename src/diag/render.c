/* The human form of a diagnostic.
 *
 * A source line is shown as text of which every code point has a known width on a terminal: tabs
 * stay tabs in the line and in the caret line below it, characters that would move the cursor or
 * reverse the text are replaced (a shader must not be able to paint over a terminal), and of a long
 * line only a window around the caret is shown.
 */
#include "base/utf8.h"
#include "diag/diag.h"

enum {
    LONGEST_LINE = 160, /* columns shown of a source line */
    WINDOW_BEFORE = 60, /* columns kept to the left of the caret when it is longer */
    REPLACEMENT = 0xfffd,
};

#define INDENT   "    "
#define ELLIPSIS "..."

static const char bold[] = "\033[1m", cyan[] = "\033[1;36m", red[] = "\033[1;31m",
                  magenta[] = "\033[1;35m", green[] = "\033[1;32m", plain[] = "\033[0m";

static const struct {
    const char *name, *colour;
} severity_style[] = {
    [SEVERITY_NOTE] = {"note", cyan},
    [SEVERITY_INFO] = {"info", cyan},
    [SEVERITY_WARNING] = {"warning", magenta},
    [SEVERITY_ERROR] = {"error", red},
};

static void add_colour(StrBuf *out, bool colour, const char *code) {
    if (colour)
        strbuf_add(out, str_from_c(code));
}

typedef struct Range {
    uint32_t first, last;
} Range;

static bool in_ranges(uint32_t c, const Range *range, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (c >= range[i].first && c <= range[i].last)
            return true;
    return false;
}
#define IN_RANGES(c, table) in_ranges((c), (table), sizeof(table) / sizeof((table)[0]))

/* Controls, marks of direction and what else a terminal does not show as a glyph. */
static bool is_unprintable(uint32_t c) {
    static const Range unprintable[] = {
        {0, 8},           {10, 31},         {0x7f, 0x9f},     {0x200b, 0x200f},   {0x2028, 0x202e},
        {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
    };
    return c < 32 || c >= 0x7f ? IN_RANGES(c, unprintable) : false;
}

/* The widths of a terminal, roughly: blocks rather than the whole of Unicode's table. */
static uint32_t width_of(uint32_t c) {
    static const Range wide[] = {
        {0x1100, 0x115f}, {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xa960, 0xa97f},
        {0xac00, 0xd7a3}, {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
        {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
    };
    static const Range combining[] = {
        {0x300, 0x36f},   {0x591, 0x5bd},   {0x610, 0x61a},   {0x64b, 0x65f},   {0x1ab0, 0x1aff},
        {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
    };
    if (c < 0x300)
        return 1;
    return IN_RANGES(c, wide) ? 2 : IN_RANGES(c, combining) ? 0 : 1;
}

/* One code point as it is shown. */
typedef struct Glyph {
    uint32_t bytes; /* of the source */
    uint32_t code_point, width;
} Glyph;

static Glyph glyph_at(const char *at, const char *end) {
    Glyph g = {.width = 1};
    g.bytes = utf8_decode(at, end, &g.code_point);
    if (g.bytes == 0)
        return (Glyph){1, REPLACEMENT, 1};
    if (is_unprintable(g.code_point))
        return (Glyph){g.bytes, REPLACEMENT, 1};
    g.width = width_of(g.code_point);
    return g;
}

/* The part of a line that is shown, as byte offsets into the line. */
typedef struct Window {
    uint32_t start, end;
    bool cut_left, cut_right;
} Window;

static uint32_t back_one(Str line, uint32_t offset) {
    do
        offset--;
    while (offset > 0 && ((uint8_t)line.at[offset] & 0xc0) == 0x80);
    return offset;
}

static Window choose_window(Str line, uint32_t caret) {
    Window w = {0, line.len, false, false};
    if (line.len <= LONGEST_LINE)
        return w;
    w.start = caret;
    for (uint32_t n = 0; n < WINDOW_BEFORE && w.start > 0; n++)
        w.start = back_one(line, w.start);
    if (w.start <= sizeof ELLIPSIS)
        w.start = 0;
    w.end = w.start;
    for (uint32_t n = 0; n < LONGEST_LINE && w.end < line.len;) {
        Glyph g = glyph_at(line.at + w.end, line.at + line.len);
        w.end += g.bytes;
        n += g.width ? g.width : 1;
    }
    w.cut_left = w.start > 0;
    w.cut_right = w.end < line.len;
    return w;
}

static void add_line(StrBuf *out, Str line, Window w) {
    strbuf_add(out, STR(INDENT));
    if (w.cut_left)
        strbuf_add(out, STR(ELLIPSIS));
    for (uint32_t i = w.start; i < w.end;) {
        Glyph g = glyph_at(line.at + i, line.at + line.len);
        if (g.code_point == REPLACEMENT)
            strbuf_add(out, STR("\xef\xbf\xbd"));
        else
            strbuf_add(out, (Str){line.at + i, g.bytes});
        i += g.bytes;
    }
    if (w.cut_right)
        strbuf_add(out, STR(ELLIPSIS));
    strbuf_addc(out, '\n');
}

/* `first` and `last` bound the caret range in bytes of the line; at least one caret is drawn. */
static void add_carets(StrBuf *out, Str line, Window w, uint32_t first, uint32_t last,
                       bool colour) {
    strbuf_add(out, STR(INDENT));
    if (w.cut_left)
        strbuf_add(out, STR("   "));
    uint32_t i = w.start;
    while (i < first && i < w.end) {
        Glyph g = glyph_at(line.at + i, line.at + line.len);
        for (uint32_t n = 0; n < g.width; n++)
            strbuf_addc(out, g.code_point == '\t' ? '\t' : ' ');
        i += g.bytes;
    }
    add_colour(out, colour, green);
    strbuf_addc(out, '^');
    for (bool drawn = true; i < last && i < w.end;) {
        Glyph g = glyph_at(line.at + i, line.at + line.len);
        for (uint32_t n = drawn ? 1 : 0; n < g.width; n++)
            strbuf_addc(out, '~');
        drawn = false;
        i += g.bytes;
    }
    add_colour(out, colour, plain);
    strbuf_addc(out, '\n');
}

static void add_snippet(StrBuf *out, const Source *s, Span span, bool colour) {
    uint32_t start = span.start < s->text.len ? span.start : s->text.len;
    Place p = source_place(s, start);
    Str line = source_line(s, p.line);
    uint32_t first = start - s->line_start[p.line - 1];
    if (first > line.len)
        first = line.len;
    uint32_t last = first;
    if (span.end > start)
        last = span.end - start < line.len - first ? first + span.end - start : line.len;
    Window w = choose_window(line, first);
    add_line(out, line, w);
    add_carets(out, line, w, first, last, colour);
}

static void add_message(StrBuf *out, const Source *s, Severity severity, Span span, Str message,
                        const char *code, bool colour) {
    Place p = source_place(s, span.start);
    add_colour(out, colour, bold);
    Str name = utf8_shown(out->arena, s->name);
    strbuf_addf(out, "%.*s:%u:%u: ", STR_ARG(name), p.line, p.column);
    add_colour(out, colour, severity_style[severity].colour);
    strbuf_addf(out, "%s: ", severity_style[severity].name);
    add_colour(out, colour, plain);
    add_colour(out, colour && severity != SEVERITY_NOTE, bold);
    strbuf_add(out, message);
    add_colour(out, colour && severity != SEVERITY_NOTE, plain);
    if (code)
        strbuf_addf(out, " [%s]", code);
    strbuf_addc(out, '\n');
    if (s->text.len)
        add_snippet(out, s, span, colour);
}

void diag_render(StrBuf *out, const Source *s, const Diag *d, bool colour) {
    add_message(out, s, d->severity, d->span, d->message, d->code, colour);
    for (uint32_t i = 0; i < d->notes.len; i++)
        add_message(out, s, SEVERITY_NOTE, d->notes.at[i].span, d->notes.at[i].message, NULL,
                    colour);
}

static void add_count(StrBuf *out, uint32_t n, const char *what) {
    strbuf_addf(out, "%u %s%s", n, what, n == 1 ? "" : "s");
}

void diag_render_all(StrBuf *out, const Source *s, const DiagList *l, bool colour) {
    uint32_t errors = 0, warnings = 0;
    for (uint32_t i = 0; i < l->at.len; i++) {
        const Diag *d = l->at.at[i];
        errors += d->severity == SEVERITY_ERROR;
        warnings += d->severity == SEVERITY_WARNING;
        diag_render(out, s, d, colour);
    }
    if (l->errors == 0)
        return;
    if (warnings) {
        add_count(out, warnings, "warning");
        strbuf_add(out, STR(" and "));
    }
    add_count(out, l->errors, "error");
    strbuf_add(out, STR(" generated"));
    if (l->errors > errors)
        strbuf_addf(out, " (the first %u are shown)", errors);
    strbuf_addc(out, '\n');
}
