/* Diagnostics in the forms of the public interface. */
#include "api/api.h"

static void fill_place(LwDiagnostic *out, const Source *s, Span span) {
    Place start = source_place(s, span.start), end = source_place(s, span.end);
    out->line = start.line;
    out->column = start.column;
    out->end_line = end.line;
    out->end_column = end.column;
    out->offset = span.start;
    out->length = span.end - span.start;
}

static LwDiagnostic *view_notes(Arena *a, const Source *s, const Diag *d) {
    LwDiagnostic *list = arena_array(a, LwDiagnostic, d->notes.len);
    for (uint32_t i = 0; i < d->notes.len; i++) {
        list[i].severity = SEVERITY_NOTE;
        list[i].code = text_view(d->code);
        list[i].message = text_view_str(d->notes.at[i].message);
        fill_place(&list[i], s, d->notes.at[i].span);
    }
    return list;
}

void diags_settle(ApiDiags *d, const Source *s) {
    Arena *a = d->list.arena;
    diag_sort(&d->list);
    d->view = arena_array(a, LwDiagnostic, d->list.at.len);
    for (uint32_t i = 0; i < d->list.at.len; i++) {
        const Diag *from = d->list.at.at[i];
        LwDiagnostic *to = &d->view[i];
        to->severity = (int)from->severity;
        to->code = text_view(from->code);
        to->message = text_view_str(from->message);
        fill_place(to, s, from->span);
        to->notes = view_notes(a, s, from);
        to->note_count = from->notes.len;
    }
    d->views = d->list.at.len;
}

typedef struct Rendering {
    ApiDiags *diags;
    const Source *source;
    Str name, text;
    bool colour;
} Rendering;

static void render(void *context) {
    Rendering *r = context;
    Source named = *r->source;
    if (r->name.len)
        named.name = r->name;
    StrBuf out = {.arena = &r->diags->text};
    diag_render_all(&out, &named, &r->diags->list, r->colour);
    r->text = strbuf_str(&out);
}

WGPUStringView diags_text(ApiDiags *d, const Source *s, WGPUStringView name, bool colour) {
    Rendering r = {d, s, text_str(name), {"", 0}, colour};
    arena_free(&d->text);
    if (!d->list.at.len || !arena_protect(&(Arena *){&d->text}, 1, render, &r))
        return (WGPUStringView){"", 0};
    return text_view_str(r.text);
}

void diags_free(ApiDiags *d) {
    arena_free(&d->text);
}
