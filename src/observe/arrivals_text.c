/* Barriers and subgroup operations that not all come to, in words. */
#include "observe/check_internal.h"

void check_say_lanes(StrBuf *b, const CheckObserver *c, const LaneSet *s) {
    if (s->count == 1)
        strbuf_addf(b, "invocation ");
    else if (s->last - s->first + 1 == s->count)
        strbuf_addf(b, "invocations ");
    else
        strbuf_addf(b, "%u invocations from ", s->count);
    check_say_id(b, c->module->workgroup_size, s->first);
    if (s->count == 1)
        return;
    strbuf_addf(b, " to ");
    check_say_id(b, c->module->workgroup_size, s->last);
}

/* The call, as it stands in the source. */
static void say_call(StrBuf *b, const CheckObserver *c, uint32_t site) {
    enum { LONGEST = 48 };
    Span s = check_span(c, site);
    uint32_t n = s.end - s.start;
    strbuf_addf(b, "'%.*s%s'", (int)(n < LONGEST ? n : LONGEST),
                c->module->source->text.at + s.start, n < LONGEST ? "" : "...");
}

/* "went another way at line 9", "wait at line 14" */
static void say_elsewhere(StrBuf *b, const CheckObserver *c, const Divergence *d) {
    check_say_lanes(b, c, &d->missing);
    if (d->waits)
        strbuf_addf(
            b, d->missing.count == 1 ? " waits at line %u instead" : " wait at line %u instead",
            check_line(c, d->other));
    else if (d->other)
        strbuf_addf(b, " went another way at line %u", check_line(c, d->other));
    else
        strbuf_addf(b, d->missing.count == 1 ? " does not" : " do not");
}

static Str message_of(const CheckObserver *c, const Divergence *d) {
    StrBuf b = {.arena = c->arena};
    if (d->subgroup)
        strbuf_addf(&b, "not all invocations of a subgroup do ");
    else
        strbuf_addf(&b, "not all invocations come to ");
    say_call(&b, c, d->site);
    strbuf_addf(&b, ": in workgroup ");
    check_say_id(&b, c->workgroups, d->workgroup);
    if (d->turn)
        strbuf_addf(&b, ", on turn %u of the loop", d->turn);
    strbuf_addf(&b, ", ");
    check_say_lanes(&b, c, &d->came);
    strbuf_addf(&b, d->came.count == 1 ? " does, " : " do, ");
    say_elsewhere(&b, c, d);
    strbuf_addf(&b, "; %s",
                d->subgroup ? "devices disagree on what the result then is: do it "
                              "where all lanes come"
                            : "a device may hang or order nothing: put the barrier "
                              "where all come, and guard the accesses instead");
    return strbuf_str(&b);
}

static Str other_message_of(const CheckObserver *c, const Divergence *d) {
    StrBuf b = {.arena = c->arena};
    check_say_lanes(&b, c, &d->missing);
    strbuf_addf(&b, d->waits ? " come to this barrier" : " went another way here");
    return strbuf_str(&b);
}

void check_write_divergence(CheckObserver *c, const Divergence *d) {
    CheckFinding *f =
        check_add_finding(c, "barrier-divergence", d->subgroup ? SEVERITY_WARNING : SEVERITY_ERROR,
                          d->site, d->count);
    f->message = message_of(c, d);
    check_add_datum(c, f, "workgroup", d->workgroup);
    check_add_datum(c, f, "turn", d->turn);
    check_add_datum(c, f, "came", d->came.count);
    check_add_datum(c, f, "missing", d->missing.count);
    if (!d->other)
        return;
    f->has_other = true;
    f->other = check_span(c, d->other);
    f->other_message = other_message_of(c, d);
}
