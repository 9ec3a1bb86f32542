/* Sources: the line index, and places by byte offset. */
#include "base/utf8.h"
#include "base/vec.h"
#include "diag/diag.h"

/* Length of the line break at `at`, or 0: LF, VT, FF, CR, CRLF, U+0085, U+2028 and U+2029. */
static uint32_t line_break(const char *at, const char *end) {
    uint8_t c = (uint8_t)at[0];
    if (c >= '\n' && c <= '\r')
        return c == '\r' && at + 1 < end && at[1] == '\n' ? 2 : 1;
    if (c == 0xc2)
        return at + 1 < end && (uint8_t)at[1] == 0x85 ? 2 : 0;
    if (c == 0xe2 && end - at >= 3 && (uint8_t)at[1] == 0x80)
        return ((uint8_t)at[2] | 1) == 0xa9 ? 3 : 0;
    return 0;
}

/* May the byte begin a line break? */
static const bool breaks[256] = {
    ['\n'] = true, ['\v'] = true, ['\f'] = true, ['\r'] = true, [0xc2] = true, [0xe2] = true,
};

void source_init(Source *s, Arena *a, Str name, Str text) {
    const char *at = text.at, *end = text.at + text.len;
    VEC(uint32_t) start = {0};
    vec_reserve(a, &start, text.len / 32 + 2);
    vec_push(a, &start, 0);
    for (;;) {
        while (at < end && !breaks[(uint8_t)*at])
            at++;
        if (at == end)
            break;
        uint32_t n = line_break(at, end);
        at += n ? n : 1;
        if (n)
            vec_push(a, &start, (uint32_t)(at - text.at));
    }
    *s = (Source){.name = name, .text = text, .line_start = start.at, .lines = start.len};
}

/* Index of the last line that starts at or before the offset. */
static uint32_t find_line(const Source *s, uint32_t offset) {
    uint32_t low = 0, high = s->lines;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->line_start[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

Place source_place(const Source *s, uint32_t offset) {
    if (offset > s->text.len)
        offset = s->text.len;
    uint32_t line = find_line(s, offset), column = 1;
    /* Every byte that does not continue a sequence begins a code point. */
    for (uint32_t i = s->line_start[line]; i < offset; i++)
        column += ((uint8_t)s->text.at[i] & 0xc0) != 0x80;
    return (Place){line + 1, column};
}

Str source_line(const Source *s, uint32_t line) {
    if (line < 1 || line > s->lines)
        return (Str){"", 0};
    uint32_t start = s->line_start[line - 1];
    const char *at = s->text.at + start, *end = s->text.at + s->text.len;
    if (line == s->lines)
        return (Str){at, s->text.len - start};
    uint32_t length = s->line_start[line] - start;
    for (uint32_t n = length < 3 ? length : 3; n > 0; n--)
        if (line_break(at + length - n, end) == n)
            return (Str){at, length - n};
    return (Str){at, length};
}
