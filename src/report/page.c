/* The report as one HTML file that needs nothing else: page.html with the styles, the scripts and
 * the data put in at its marks.
 *
 * Text of a shader reaches the page as JSON only, in which no '<' stands, and the scripts put it in
 * as text, never as markup. The title is the one exception, and is escaped here. */
#include <stdlib.h>

#include "report/page.h"
#include "report/page_files.h"

static Str file_text(const PageFile *f) {
    return (Str){f->data, (uint32_t)f->size};
}

static bool ends_in(const char *name, const char *end) {
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

static void put_files(StrBuf *out, const char *end) {
    for (const PageFile *f = page_files; f->name; f++)
        if (ends_in(f->name, end))
            strbuf_add(out, file_text(f));
}

static void put_escaped(StrBuf *out, Str s) {
    for (uint32_t i = 0; i < s.len; i++) {
        char c = s.at[i];
        if (c == '<' || c == '>' || c == '&' || c == '"' || c == '\'')
            strbuf_addf(out, "&#%d;", c);
        else
            strbuf_addc(out, c);
    }
}

static bool put_data(StrBuf *out, const Report *const *reports, size_t count) {
    json_t *o = page_data(out->arena, reports, count);
    char *text = json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(o);
    if (!text)
        return false;
    const char *at = text;
    for (size_t n; n = strcspn(at, "<"), at[n]; at += n + 1) {
        strbuf_add(out, (Str){at, (uint32_t)n});
        strbuf_add(out, STR("\\u003c"));
    }
    strbuf_add(out, str_from_c(at));
    free(text);
    return true;
}

static void put_summaries(StrBuf *out, const Report *const *reports, size_t count) {
    for (size_t i = 0; i < count; i++) {
        StrBuf line = {.arena = out->arena};
        strbuf_add(&line, reports[i]->name);
        strbuf_add(&line, STR(": "));
        report_summary(&line, reports[i]);
        strbuf_add(&line, STR(" "));
        report_out_of_bounds(&line, reports[i]);
        strbuf_add(out, STR("<p>"));
        put_escaped(out, strbuf_str(&line));
        strbuf_add(out, STR("</p>\n"));
    }
}

static bool put_mark(StrBuf *out, Str mark, const Report *const *reports, size_t count) {
    if (str_is(mark, "style"))
        put_files(out, ".css");
    else if (str_is(mark, "script"))
        put_files(out, ".js");
    else if (str_is(mark, "title"))
        put_escaped(out, reports[0]->name);
    else if (str_is(mark, "summary"))
        put_summaries(out, reports, count);
    else
        return put_data(out, reports, count);
    return true;
}

bool report_html(StrBuf *out, const Report *const *reports, size_t count) {
    const char *at = page_files[0].data;
    for (const char *mark; (mark = strstr(at, "{{")) != NULL;) {
        const char *end = strstr(mark, "}}");
        strbuf_add(out, (Str){at, (uint32_t)(mark - at)});
        if (!put_mark(out, (Str){mark + 2, (uint32_t)(end - mark - 2)}, reports, count))
            return false;
        at = end + 2;
    }
    strbuf_add(out, str_from_c(at));
    return true;
}
