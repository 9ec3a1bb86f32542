/* The unified diff of a draft. What has changed is known from the draft's pieces, so no texts are
 * compared: changed ranges are widened to whole lines, those that come near each other are joined
 * to hunks, and lines that turn out equal at a range's ends are given back. Linear in the text. */
#include "rewrite/diff.h"

enum { CONTEXT = 3 };

/* Ranges of bytes, later of lines, of the two texts. */
typedef struct Change {
    Span old, now;
} Change;
typedef VEC(Change) ChangeList;

/* The line starts of a text, and its length at the end. */
typedef struct Lines {
    Str text, mark;
    VEC(uint32_t) start;
    uint32_t count;
} Lines;

static Lines split(Arena *a, Str text, Str mark) {
    Lines l = {.text = text, .mark = mark};
    for (uint32_t at = 0; at < text.len;) {
        vec_push(a, &l.start, at);
        const char *end = memchr(text.at + at, '\n', text.len - at);
        at = end ? (uint32_t)(end - text.at) + 1 : text.len;
    }
    l.count = l.start.len;
    vec_push(a, &l.start, text.len);
    return l;
}

/* The line that holds a byte; behind the last one: their count. */
static uint32_t line_of(const Lines *l, uint32_t offset) {
    uint32_t low = 0, high = l->start.len; /* the last entry that is not behind the offset */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (l->start.at[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The line that a change begins in: behind a last line without its end, that line. */
static uint32_t first_line(const Lines *l, uint32_t offset) {
    uint32_t n = line_of(l, offset);
    bool open = n == l->count && n && l->text.at[l->text.len - 1] != '\n';
    return n - open;
}

/* The first line at or behind a byte. */
static uint32_t line_after(const Lines *l, uint32_t offset) {
    uint32_t n = line_of(l, offset);
    return l->start.at[n] < offset ? n + 1 : n;
}

static Str line_text(const Lines *l, uint32_t i) {
    return (Str){l->text.at + l->start.at[i], l->start.at[i + 1] - l->start.at[i]};
}

/* What lies between kept pieces. */
static ChangeList changes_of(const Draft *d, Arena *a) {
    ChangeList list = {0};
    Change c = {{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < d->pieces.len; i++) {
        const Piece *p = &d->pieces.at[i];
        if (!p->kept) {
            c.now.end += p->text.len;
            continue;
        }
        c.old.end = p->span.start;
        if (c.old.start < c.old.end || c.now.start < c.now.end)
            vec_push(a, &list, c);
        uint32_t now = c.now.end + p->span.end - p->span.start;
        c = (Change){{p->span.end, p->span.end}, {now, now}};
    }
    c.old.end = d->original.len;
    if (c.old.start < c.old.end || c.now.start < c.now.end)
        vec_push(a, &list, c);
    return list;
}

/* Whole lines: unless both texts begin (or end) a line there, the line around it has changed. */
static Change to_lines(const Lines *old, const Lines *now, Change c) {
    uint32_t a = first_line(old, c.old.start), b = first_line(now, c.now.start);
    uint32_t y = line_after(old, c.old.end), z = line_after(now, c.now.end);
    bool whole = old->start.at[y] == c.old.end && now->start.at[z] == c.now.end;
    if (!whole && old->start.at[y] == c.old.end && y < old->count)
        y++;
    if (!whole && now->start.at[z] == c.now.end && z < now->count)
        z++;
    return (Change){{a, y}, {b, z}};
}

static void trim(const Lines *old, const Lines *now, Change *c) {
    while (c->old.start < c->old.end && c->now.start < c->now.end &&
           str_eq(line_text(old, c->old.start), line_text(now, c->now.start))) {
        c->old.start++;
        c->now.start++;
    }
    while (c->old.start < c->old.end && c->now.start < c->now.end &&
           str_eq(line_text(old, c->old.end - 1), line_text(now, c->now.end - 1))) {
        c->old.end--;
        c->now.end--;
    }
}

/* Changed ranges of lines, apart from each other. */
static ChangeList line_changes(const Draft *d, Arena *a, const Lines *old, const Lines *now) {
    ChangeList bytes = changes_of(d, a), lines = {0};
    for (uint32_t i = 0; i < bytes.len; i++) {
        Change c = to_lines(old, now, bytes.at[i]);
        if (lines.len &&
            (c.old.start < vec_last(&lines).old.end || c.now.start < vec_last(&lines).now.end)) {
            vec_last(&lines).old.end = c.old.end;
            vec_last(&lines).now.end = c.now.end;
        } else {
            vec_push(a, &lines, c);
        }
    }
    ChangeList out = {0};
    for (uint32_t i = 0; i < lines.len; i++) {
        Change c = lines.at[i];
        trim(old, now, &c);
        bool empty = c.old.start == c.old.end && c.now.start == c.now.end;
        if (out.len && !empty && vec_last(&out).old.end == c.old.start)
            vec_last(&out) = (Change){{vec_last(&out).old.start, c.old.end},
                                      {vec_last(&out).now.start, c.now.end}};
        else if (!empty)
            vec_push(a, &out, c);
    }
    return out;
}

static void put_line(StrBuf *out, char sign, const Lines *l, uint32_t i, const char *colour) {
    Str line = line_text(l, i);
    bool ends = line.len && line.at[line.len - 1] == '\n';
    strbuf_addf(out, "%s%c", colour, sign);
    if (i == 0)
        strbuf_add(out, l->mark);
    strbuf_add(out, (Str){line.at, line.len - ends});
    strbuf_addf(out, "%s\n", *colour ? "\033[0m" : "");
    if (!ends)
        strbuf_addf(out, "\\ No newline at end of file\n");
}

/* "12,3" as diff writes ranges: of nothing, the line before it. */
static void put_range(StrBuf *out, uint32_t start, uint32_t count) {
    strbuf_addf(out, "%u", count ? start + 1 : start);
    if (count != 1)
        strbuf_addf(out, ",%u", count);
}

static void put_hunk(StrBuf *out, const Lines *old, const Lines *now, const Change *first,
                     uint32_t count, bool colour) {
    const Change *last = &first[count - 1];
    uint32_t before = first->old.start < CONTEXT ? first->old.start : CONTEXT;
    uint32_t left = old->count - last->old.end, after = left < CONTEXT ? left : CONTEXT;
    uint32_t at = first->old.start - before;
    strbuf_addf(out, "%s@@ -", colour ? "\033[36m" : "");
    put_range(out, at, last->old.end + after - at);
    strbuf_addf(out, " +");
    put_range(out, first->now.start - before, last->now.end + after - (first->now.start - before));
    strbuf_addf(out, " @@%s\n", colour ? "\033[0m" : "");
    for (uint32_t i = 0; i < count; i++) {
        for (; at < first[i].old.start; at++)
            put_line(out, ' ', old, at, "");
        for (; at < first[i].old.end; at++)
            put_line(out, '-', old, at, colour ? "\033[31m" : "");
        for (uint32_t k = first[i].now.start; k < first[i].now.end; k++)
            put_line(out, '+', now, k, colour ? "\033[32m" : "");
    }
    for (; at < last->old.end + after; at++)
        put_line(out, ' ', old, at, "");
}

/* A name with control characters is written as git does, so that a diff stays a diff. */
static void put_name(StrBuf *out, const char *mark, Str name) {
    bool plain = true;
    for (uint32_t i = 0; i < name.len; i++)
        plain &= (uint8_t)name.at[i] >= ' ' && name.at[i] != '"' && name.at[i] != 0x7f;
    strbuf_addf(out, "%s ", mark);
    if (plain)
        strbuf_add(out, name);
    else
        strbuf_addc(out, '"');
    for (uint32_t i = 0; i < name.len && !plain; i++) {
        char c = name.at[i];
        if (c == '"' || c == '\\')
            strbuf_addf(out, "\\%c", c);
        else if ((uint8_t)c < ' ' || c == 0x7f)
            strbuf_addf(out, "\\%03o", (unsigned)(uint8_t)c);
        else
            strbuf_addc(out, c);
    }
    strbuf_addf(out, plain ? "\n" : "\"\n");
}

void diff_unified(StrBuf *out, const Draft *d, Str name, bool colour) {
    Arena *a = d->arena;
    Lines old = split(a, d->original, d->mark), now = split(a, d->text, d->mark);
    ChangeList c = line_changes(d, a, &old, &now);
    if (!c.len)
        return;
    put_name(out, "---", name);
    put_name(out, "+++", name);
    for (uint32_t i = 0, n; i < c.len; i += n) {
        for (n = 1; i + n < c.len && c.at[i + n].old.start - c.at[i + n - 1].old.end <= 2 * CONTEXT;
             n++) {
        }
        put_hunk(out, &old, &now, &c.at[i], n, colour);
    }
}
