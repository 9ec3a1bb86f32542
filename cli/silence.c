#include "cli/silence.h"

#include "base/utf8.h"
#include "report/rules.h"

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static Str trim(Str s) {
    while (s.len && is_blank(s.at[0]))
        s = (Str){s.at + 1, s.len - 1};
    while (s.len && is_blank(s.at[s.len - 1]))
        s.len--;
    return s;
}

/* Where `what` starts in s; s.len when it does not. */
static uint32_t find(Str s, const char *what) {
    uint32_t n = (uint32_t)strlen(what);
    for (uint32_t i = 0; i + n <= s.len; i++)
        if (memcmp(s.at + i, what, n) == 0)
            return i;
    return s.len;
}

static bool is_comment_or_empty(Str line) {
    line = trim(line);
    return !line.len || (line.len >= 2 && line.at[0] == '/' && line.at[1] == '/');
}

/* The line of code that a comment on a line of its own stands before. */
static uint32_t next_code(const Source *s, uint32_t line) {
    while (line < s->lines && is_comment_or_empty(source_line(s, line)))
        line++;
    return line;
}

/* "data-race, out-of-bounds the reason": takes the next rule; false at the reason. */
static bool next_rule(Str *rest, bool *more, Str *rule) {
    *rest = trim(*rest);
    if (!*more || !rest->len)
        return false;
    uint32_t n = 0;
    while (n < rest->len && !is_blank(rest->at[n]) && rest->at[n] != ',')
        n++;
    *rule = (Str){rest->at, n};
    *rest = trim((Str){rest->at + n, rest->len - n});
    *more = rest->len && rest->at[0] == ',';
    if (*more)
        *rest = (Str){rest->at + 1, rest->len - 1};
    return true;
}

static void read_comment(Arena *a, const Source *s, uint32_t line, SilenceComments *list) {
    static const char mark[] = "lanewise-ignore:";
    Str text = source_line(s, line);
    uint32_t at = find(text, mark), slashes = find(text, "//");
    if (at == text.len || slashes > at)
        return;
    bool alone = trim((Str){text.at, slashes}).len == 0, more = true;
    uint32_t skip = at + (uint32_t)strlen(mark);
    Str rest = {text.at + skip, text.len - skip};
    SilenceComment c = {.line = line, .first = line, .last = alone ? next_code(s, line + 1) : line};
    uint32_t from = list->len;
    while (next_rule(&rest, &more, &c.rule))
        vec_push(a, list, c);
    for (uint32_t i = from; i < list->len; i++)
        list->at[i].reason = rest;
}

static void complain_of_unknown(Arena *a, const Source *s, const SilenceComment *c,
                                StrBuf *messages) {
    if (rule_find(c->rule))
        return;
    const char *near = rule_near(c->rule);
    Str name = utf8_shown(a, s->name);
    say(messages, "%.*s:%u: warning: there is no rule '%.*s' to ignore%s%s%s\n", STR_ARG(name),
        c->line, STR_ARG(c->rule), near ? "; did you mean '" : "", near ? near : "",
        near ? "'?" : "");
}

static bool speaks_for(const SilenceComment *c, const Source *s, Span span) {
    uint32_t line = source_place(s, span.start).line;
    return span.end && line >= c->first && line <= c->last;
}

SilenceComments silence_read(Arena *a, const Source *s, StrBuf *messages) {
    SilenceComments list = {0};
    for (uint32_t line = 1; line <= s->lines; line++)
        read_comment(a, s, line, &list);
    for (uint32_t i = 0; i < list.len; i++)
        complain_of_unknown(a, s, &list.at[i], messages);
    return list;
}

static void silence_one(const SilenceComments *comments, const StrList *ignore, const Source *s,
                        CheckFinding *f) {
    for (uint32_t i = 0; i < ignore->len; i++)
        if (str_eq(ignore->at[i], f->rule))
            f->silence = SILENCED_BY_OPTION;
    for (uint32_t i = 0; i < comments->len; i++) {
        const SilenceComment *c = &comments->at[i];
        if (!str_eq(c->rule, f->rule) || (!speaks_for(c, s, f->span) && !speaks_for(c, s, f->pair)))
            continue;
        f->silence = SILENCED_IN_SOURCE;
        f->reason = c->reason;
    }
}

void silence_apply(const SilenceComments *comments, const StrList *ignore, const Source *s,
                   CheckFindings *findings) {
    for (uint32_t i = 0; i < findings->len; i++)
        silence_one(comments, ignore, s, &findings->at[i]);
}
