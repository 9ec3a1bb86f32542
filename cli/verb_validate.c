/* `lanewise validate`: the diagnostics of shaders, and of those that .run files name, without
 * running them. */
#include <jansson.h>
#include <stdio.h>

#include "cli/github.h"
#include "cli/verb.h"
#include "report/json_string.h"

static json_t *diagnostic_json(const LwDiagnostic *d) {
    static const char *const severities[] = {"note", "info", "warning", "error"};
    json_t *o = json_object(), *notes = json_array();
    json_object_set_new(o, "severity", json_string(severities[d->severity & 3]));
    json_object_set_new(o, "code", json_stringn_nocheck(d->code.data, d->code.length));
    json_object_set_new(o, "message", json_stringn_nocheck(d->message.data, d->message.length));
    json_object_set_new(o, "line", json_integer(d->line));
    json_object_set_new(o, "column", json_integer(d->column));
    json_object_set_new(o, "end_line", json_integer(d->end_line));
    json_object_set_new(o, "end_column", json_integer(d->end_column));
    for (size_t i = 0; i < d->note_count; i++)
        json_array_append_new(notes, diagnostic_json(&d->notes[i]));
    json_object_set_new(o, "notes", notes);
    return o;
}

int verb_validate(Program *p) {
    int code = EXIT_DONE;
    json_t *all = json_array();
    for (uint32_t i = 0; i < p->options.files.len; i++) {
        Str path = p->options.files.at[i], source;
        if (!program_read_shader(p, &path, &source)) {
            code = EXIT_USAGE;
            continue;
        }
        RunResult r;
        bool text = p->options.format == FORMAT_TEXT;
        const LwDiagnostic *list = NULL;
        size_t count = 0;
        int one =
            run_validate(p->arena, path, source, p->colour_err, text ? NULL : &list, &count, &r);
        if (p->options.format == FORMAT_JSON) {
            json_t *o = json_object(), *diagnostics = json_array();
            for (size_t k = 0; k < count; k++)
                json_array_append_new(diagnostics, diagnostic_json(&list[k]));
            json_object_set_new(o, "lanewise", json_string(lw_version()));
            json_object_set_new(o, "shader", report_json_string(path));
            json_object_set_new(o, "valid", json_boolean(one == EXIT_DONE));
            json_object_set_new(o, "diagnostics", diagnostics);
            json_array_append_new(all, o);
        }
        if (p->options.format == FORMAT_GITHUB) {
            StrBuf out = {.arena = p->arena};
            github_diagnostics(&out, path, list, count);
            printf("%.*s", STR_ARG(strbuf_str(&out)));
        }
        run_free(&r);
        code = code ? code : one;
    }
    if (p->options.format == FORMAT_JSON) {
        json_dumpf(json_array_size(all) == 1 ? json_array_get(all, 0) : all, stdout,
                   JSON_INDENT(2));
        putchar('\n');
    }
    json_decref(all);
    return code;
}
