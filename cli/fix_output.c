#include "cli/fix_output.h"

#include "base/utf8.h"
#include "report/json_string.h"

static uint32_t line_of(const FixShown *f, Span span) {
    return source_place(f->source, span.start).line;
}

/* Expectations of the file that its edited text no longer meets, or whose lines have moved: they
 * are the author's, so they are only named. */
static bool is_stale(const FixShown *f, const Expect *e) {
    bool changed = f->result->draft.pieces.len > 1;
    return changed && e->line && e->kind == EXPECT_FINDING;
}

/* ---- text ---- */

static void put_step(StrBuf *out, const FixShown *f, const RewriteStep *s) {
    strbuf_addf(out, "# line %u: %.*s [%s]\n", line_of(f, s->origin), STR_ARG(s->title),
                rewrite_kind_name(s->kind));
    for (uint32_t i = 0; i < s->proofs.len; i++)
        strbuf_addf(out, "#   proven: %.*s\n", STR_ARG(s->proofs.at[i].text));
    for (uint32_t i = 0; i < s->notes.len; i++)
        strbuf_addf(out, "#   note: %.*s\n", STR_ARG(s->notes.at[i]));
}

static void put_suggestion(StrBuf *out, const FixShown *f, const RewriteStep *s) {
    strbuf_addf(out, "# suggestion (not applied):\n");
    put_step(out, f, s);
    Str code = s->code;
    while (code.len) {
        const char *end = memchr(code.at, '\n', code.len);
        uint32_t n = end ? (uint32_t)(end - code.at) : code.len;
        strbuf_addf(out, "#   | %.*s\n", (int)n, code.at);
        n += n < code.len;
        code = (Str){code.at + n, code.len - n};
    }
}

static void put_sizes(StrBuf *out, const RewriteResult *r) {
    for (uint32_t i = 0; i < r->before.len; i++)
        strbuf_addf(out, "%s%u",
                    i == 0                  ? ""
                    : i + 1 < r->before.len ? ", "
                                            : " and ",
                    r->before.at[i].subgroup_size);
}

static uint32_t count_steps(const RewriteResult *r, bool applied) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->steps.len; i++)
        n += r->steps.at[i].applied == applied;
    return n;
}

static void put_summary(StrBuf *out, const FixShown *f) {
    const RewriteResult *r = f->result;
    uint32_t n = count_steps(r, true);
    Str name = utf8_shown(out->arena, f->spec->shader);
    Str hardware = f->spec->hardware.len ? f->spec->hardware : STR("nvidia");
    if (n)
        strbuf_addf(out, "# %.*s: %u fix%s, proven by running", STR_ARG(name), n,
                    n == 1 ? "" : "es");
    else
        strbuf_addf(out, "# %.*s: nothing to fix%s", STR_ARG(name),
                    r->refusals.len ? " automatically" : "");
    strbuf_addf(out, " (subgroups of ");
    put_sizes(out, r);
    strbuf_addf(out, ", hardware %.*s)\n", STR_ARG(hardware));
}

static void put_rest(StrBuf *out, const FixShown *f) {
    const RewriteResult *r = f->result;
    for (uint32_t i = 0; i < r->refusals.len; i++)
        if (!r->refusals.at[i].minor)
            strbuf_addf(out, "# not fixed: line %u: %.*s: %.*s\n",
                        line_of(f, r->refusals.at[i].origin), STR_ARG(r->refusals.at[i].rule),
                        STR_ARG(r->refusals.at[i].reason));
    for (uint32_t i = 0; i < f->spec->expects.len; i++)
        if (is_stale(f, &f->spec->expects.at[i]))
            strbuf_addf(out,
                        "# note: the file expects a finding on line %u: look whether that still "
                        "holds\n",
                        f->spec->expects.at[i].line);
    bool costs = false;
    for (uint32_t i = 0; i < r->steps.len; i++)
        costs |= r->steps.at[i].kind == REWRITE_PAD || r->steps.at[i].kind == REWRITE_SWIZZLE;
    if (costs)
        strbuf_addf(out, "# fewer conflicts are not always fewer microseconds: measure both on the "
                         "device\n");
    if (!f->complete)
        strbuf_addf(out, "# stopped at --time-limit: not all edits were tried\n");
    if (f->written.len)
        strbuf_addf(out, "# written to %.*s\n", STR_ARG(f->written));
}

void fix_text_output(StrBuf *out, const FixShown *f, bool quiet, bool colour) {
    const RewriteResult *r = f->result;
    if (!quiet)
        put_summary(out, f);
    for (uint32_t i = 0; i < r->steps.len && !quiet; i++)
        if (r->steps.at[i].applied)
            put_step(out, f, &r->steps.at[i]);
        else
            put_suggestion(out, f, &r->steps.at[i]);
    if (!quiet)
        put_rest(out, f);
    diff_unified(out, &r->draft, f->spec->shader, colour);
}

/* ---- JSON ---- */

static json_t *string(Str s) {
    return report_json_string(s);
}

static json_t *number(uint64_t v) {
    return json_integer((json_int_t)v);
}

static void put_place(json_t *o, const FixShown *f, Span span) {
    Place p = source_place(f->source, span.start);
    json_object_set_new(o, "line", number(p.line));
    json_object_set_new(o, "column", number(p.column));
}

static json_t *costs_json(const RewriteCostList *list, bool object) {
    json_t *all = json_array();
    for (uint32_t i = 0; i < list->len; i++) {
        const RewriteCost *c = &list->at[i];
        json_t *o = json_object();
        json_object_set_new(o, "subgroup_size", number(c->subgroup_size));
        json_object_set_new(o, "workgroups", number(c->workgroups));
        json_object_set_new(o, "workgroup_wavefronts", number(c->passes));
        json_object_set_new(o, "workgroup_conflicts", number(c->conflicts));
        json_object_set_new(o, "storage_sectors", number(c->sectors));
        json_object_set_new(o, "workgroup_bytes", number(c->workgroup_bytes));
        if (object) {
            json_object_set_new(o, "object_wavefronts", number(c->object_passes));
            json_object_set_new(o, "object_ideal_wavefronts", number(c->object_ideal));
        }
        json_array_append_new(all, o);
    }
    return all;
}

static json_t *step_json(const FixShown *f, const RewriteStep *s) {
    json_t *o = json_object(), *proofs = json_array(), *notes = json_array();
    json_object_set_new(o, "kind", json_string(rewrite_kind_name(s->kind)));
    json_object_set_new(o, "title", string(s->title));
    json_object_set_new(o, "applied", json_boolean(s->applied));
    put_place(o, f, s->origin);
    json_object_set_new(o, "name", string(s->object));
    json_object_set_new(o, "before", costs_json(&s->before, s->object.len > 0));
    json_object_set_new(o, "after", costs_json(&s->after, s->object.len > 0));
    for (uint32_t i = 0; i < s->proofs.len; i++) {
        json_t *p = json_object();
        json_object_set_new(p, "proof", json_string(s->proofs.at[i].what));
        json_object_set_new(p, "message", string(s->proofs.at[i].text));
        json_array_append_new(proofs, p);
    }
    json_object_set_new(o, "proofs", proofs);
    for (uint32_t i = 0; i < s->notes.len; i++)
        json_array_append_new(notes, string(s->notes.at[i]));
    json_object_set_new(o, "notes", notes);
    if (s->code.len)
        json_object_set_new(o, "suggestion", string(s->code));
    return o;
}

/* The change as replacements of ranges of the original, in bytes. */
static json_t *edits_json(const FixShown *f) {
    const Draft *d = &f->result->draft;
    json_t *all = json_array();
    uint32_t at = 0;
    StrBuf text = {.arena = d->arena};
    for (uint32_t i = 0; i <= d->pieces.len; i++) {
        const Piece *p = i < d->pieces.len ? &d->pieces.at[i] : NULL;
        if (p && !p->kept) {
            strbuf_add(&text, p->text);
            continue;
        }
        uint32_t to = p ? p->span.start : d->original.len;
        if (to > at || text.len) {
            json_t *o = json_object();
            put_place(o, f, (Span){at, to});
            json_object_set_new(o, "offset", number(at));
            json_object_set_new(o, "length", number(to - at));
            json_object_set_new(o, "text", string(strbuf_str(&text)));
            json_array_append_new(all, o);
        }
        text.len = 0;
        at = p ? p->span.end : at;
    }
    return all;
}

json_t *fix_json(Arena *a, const FixShown *f) {
    const RewriteResult *r = f->result;
    json_t *o = json_object(), *steps = json_array(), *refusals = json_array();
    StrBuf diff = {.arena = a};
    json_object_set_new(o, "lanewise", json_string(lw_version()));
    json_object_set_new(o, "shader", string(f->spec->shader));
    json_object_set_new(o, "hardware",
                        string(f->spec->hardware.len ? f->spec->hardware : STR("nvidia")));
    json_object_set_new(o, "complete", json_boolean(f->complete));
    json_object_set_new(o, "trials", number(r->trials));
    json_object_set_new(o, "before", costs_json(&r->before, false));
    json_object_set_new(o, "after", costs_json(&r->after, false));
    json_object_set_new(o, "findings_before", number(r->findings_before));
    json_object_set_new(o, "findings_after", number(r->findings_after));
    for (uint32_t i = 0; i < r->steps.len; i++)
        json_array_append_new(steps, step_json(f, &r->steps.at[i]));
    json_object_set_new(o, "fixes", steps);
    for (uint32_t i = 0; i < r->refusals.len; i++) {
        json_t *n = json_object();
        put_place(n, f, r->refusals.at[i].origin);
        json_object_set_new(n, "rule", string(r->refusals.at[i].rule));
        json_object_set_new(n, "reason", string(r->refusals.at[i].reason));
        json_array_append_new(refusals, n);
    }
    json_object_set_new(o, "not_fixed", refusals);
    json_object_set_new(o, "edits", edits_json(f));
    diff_unified(&diff, &r->draft, f->spec->shader, false);
    json_object_set_new(o, "diff", string(strbuf_str(&diff)));
    return o;
}
