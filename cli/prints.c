#include "cli/prints.h"

#include "base/utf8.h"

Prints prints_of(const RunResult *r) {
    Prints p = {0};
    if (r->report)
        p.at = lw_report_prints(r->report, &p.count, &p.more);
    return p;
}

Prints prints_copy(Arena *a, Prints p) {
    LwPrint *to = arena_array(a, LwPrint, p.count);
    for (size_t i = 0; i < p.count; i++) {
        Str text = str_copy(a, (Str){p.at[i].text.data, (uint32_t)p.at[i].text.length});
        to[i] = p.at[i];
        to[i].text = (WGPUStringView){text.at, text.len};
    }
    return (Prints){to, p.count, p.more};
}

void prints_text(StrBuf *out, Str shader, Prints p) {
    Str name = utf8_shown(out->arena, shader);
    for (size_t i = 0; i < p.count; i++) {
        const LwPrint *l = &p.at[i];
        strbuf_addf(out, "%.*s:%u: workgroup %u,%u,%u invocation %u: %.*s\n", STR_ARG(name),
                    l->line, l->workgroup[0], l->workgroup[1], l->workgroup[2], l->invocation,
                    (int)l->text.length, l->text.data);
    }
    if (p.more)
        strbuf_addf(out,
                    "... and %llu more lines; --print-workgroup and --print-invocation choose\n",
                    (unsigned long long)p.more);
}

static json_t *print_json(const LwPrint *l) {
    json_t *o = json_object(), *workgroup = json_array();
    for (int i = 0; i < 3; i++)
        json_array_append_new(workgroup, json_integer(l->workgroup[i]));
    json_object_set_new(o, "dispatch", json_integer(l->dispatch));
    json_object_set_new(o, "line", json_integer(l->line));
    json_object_set_new(o, "column", json_integer(l->column));
    json_object_set_new(o, "workgroup", workgroup);
    json_object_set_new(o, "invocation", json_integer(l->invocation));
    json_object_set_new(o, "text", json_stringn_nocheck(l->text.data, l->text.length));
    return o;
}

json_t *prints_json(Prints p) {
    json_t *list = json_array();
    for (size_t i = 0; i < p.count; i++)
        json_array_append_new(list, print_json(&p.at[i]));
    return list;
}
