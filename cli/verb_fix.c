/* `lanewise fix`: looks for edits of one shader, shows them and, when asked to, makes them. */
#include <stdio.h>

#include "base/os.h"
#include "cli/fix.h"
#include "cli/fix_output.h"
#include "cli/verb.h"

static void put(Str text) {
    if (text.len)
        fwrite(text.at, 1, text.len, stdout);
}

/* Messages of a shader that cannot be run. */
static int refuse(Program *p, const Source *source, const RewriteResult *r) {
    if (r->span.end) {
        StrBuf out = {.arena = p->arena};
        Diag d = {.severity = SEVERITY_ERROR,
                  .code = str_copy(p->arena, r->error_code).at,
                  .span = r->span,
                  .message = r->message};
        diag_render(&out, source, &d, p->colour_err);
        fprintf(stderr, "%.*s", STR_ARG(strbuf_str(&out)));
        complain("a shader that is rejected cannot be run, so no edit of it can be proven: make it "
                 "valid first (lanewise validate)");
    } else {
        fprintf(stderr, "%.*s", STR_ARG(r->message));
    }
    return r->rejected ? EXIT_REJECTED : r->code;
}

static bool write_to(Program *p, Str path, Str mark, Str text) {
    const char *reason;
    StrBuf whole = {.arena = p->arena};
    strbuf_add(&whole, mark);
    strbuf_add(&whole, text);
    if (os_write_file(path.at, whole.at, whole.len, &reason))
        return true;
    complain("cannot write '%.*s': %s", STR_ARG(path), reason);
    return false;
}

/* Writes where the options say. The shader itself is written over only when nobody else has changed
 * it in the meantime. */
static bool save(Program *p, const FixShown *f, Str *written) {
    const FixOptions *o = &p->options.fix;
    const Draft *d = &f->result->draft;
    Str path = str_copy(p->arena, f->spec->shader), now;
    if (!o->output.len && !(o->write && d->pieces.len > 1))
        return true;
    if (!program_read_text(p, path, &now))
        return false;
    Str mark = f->spec->mark;
    if (now.len < mark.len || !str_eq((Str){now.at + mark.len, now.len - mark.len}, d->original)) {
        complain("'%.*s' has changed since it was read: run lanewise fix again", STR_ARG(path));
        return false;
    }
    *written = o->write ? path : o->output;
    return (!o->output.len || write_to(p, o->output, mark, d->text)) &&
           (!o->write || write_to(p, path, mark, d->text));
}

int verb_fix(Program *p) {
    Spec s;
    Str source;
    if (p->options.files.len > 1) {
        complain("fix takes one file: its options say how that one is run");
        return EXIT_USAGE;
    }
    if (!program_read_spec(p, p->options.files.at[0], &s, &source))
        return EXIT_USAGE;
    RewriteResult *r = arena_new(p->arena, RewriteResult);
    bool complete = fix_spec(p, &s, source, r);
    r->draft.mark = s.mark;
    Source original;
    source_init(&original, p->arena, s.shader, source);
    if (r->code || r->rejected)
        return refuse(p, &original, r);
    if (os_interrupted()) {
        complain("interrupted: nothing was written");
        return EXIT_LIMIT;
    }
    FixShown shown = {.spec = &s, .source = &original, .result = r, .complete = complete};
    if (!save(p, &shown, &shown.written))
        return EXIT_USAGE;
    if (p->options.format == FORMAT_JSON) {
        json_t *o = fix_json(p->arena, &shown);
        json_dumpf(o, stdout, JSON_INDENT(2));
        putchar('\n');
        json_decref(o);
    } else {
        StrBuf out = {.arena = p->arena};
        fix_text_output(&out, &shown, p->options.quiet, p->colour_out);
        put(strbuf_str(&out));
    }
    return complete ? EXIT_DONE : EXIT_LIMIT;
}
