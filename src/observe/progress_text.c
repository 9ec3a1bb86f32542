/* Loops that cannot end, in words. */
#include <string.h>

#include "observe/check_internal.h"

/* A place in the source that writes what is waited for, other than by waiting; one that stores, if
 * there is, as a lock is given back. 0: there is none. */
static uint32_t any_writer(const CheckObserver *c, const Wait *w) {
    uint32_t first = 0;
    for (uint32_t i = 0; w->has_word && i < c->table.access.len; i++) {
        const SharedAccess *a = &c->table.access.at[i];
        if (a->object != w->object || !access_writes(a->kind) || a->site == w->poll)
            continue;
        if (access_stores(a->kind))
            return a->site;
        first = first ? first : a->site;
    }
    return first;
}

/* The word in a storage buffer, where it can still be read. */
static bool value_of(const CheckObserver *c, const Wait *w, uint32_t *value) {
    const IrObject *o = &c->module->objects.at[w->object];
    if (w->has_writer)
        return false;
    for (uint32_t i = 0; o->space == SPACE_STORAGE && i < c->dispatch->bindings; i++) {
        const EngineBinding *b = &c->dispatch->binding[i];
        if (b->group != o->group || b->binding != o->binding || w->address + 4ull > b->size)
            continue;
        memcpy(value, (const uint8_t *)b->data + w->address, sizeof *value);
        return true;
    }
    return false;
}

static void say_word(StrBuf *b, const CheckObserver *c, const Wait *w) {
    const IrObject *o = &c->module->objects.at[w->object];
    uint32_t value;
    strbuf_addf(b, "'");
    ir_address_name(b, c->module, w->object,
                    o->space == SPACE_WORKGROUP ? w->address - o->offset : w->address);
    strbuf_addf(b, "'");
    if (w->by_atomic && value_of(c, w, &value))
        strbuf_addf(b, ", which stays %u", value);
}

static void say_workgroup(StrBuf *b, const CheckObserver *c, uint32_t workgroup) {
    strbuf_addf(b, "workgroup ");
    check_say_id(b, c->workgroups, workgroup);
}

/* A workgroup that runs later. */
static void say_later(StrBuf *b, const CheckObserver *c, const Wait *w) {
    say_workgroup(b, c, w->writer_workgroup);
    strbuf_addf(b, " writes it at line %u, but does not run before ", check_line(c, w->writer));
    if (c->dispatch->schedule == SCHEDULE_OCCUPANCY && c->dispatch->schedule_arg > 1)
        strbuf_addf(b, "one of the %u that run", c->dispatch->schedule_arg);
    else
        say_workgroup(b, c, w->workgroup);
    strbuf_addf(b, " has ended; no device has to run workgroups at the same time: wait only for "
                   "workgroups that have started, by a number from an atomic counter");
}

/* Lanes of the same subgroup that have left the loop. */
static void say_left(StrBuf *b, const CheckObserver *c, const Wait *w, uint32_t writer) {
    bool one = w->out.count == 1;
    check_say_lanes(b, c, &w->out);
    strbuf_addf(b, " of its subgroup %s left the loop, but %s on", one ? "has" : "have",
                one ? "goes" : "go");
    if (writer)
        strbuf_addf(b, ", to write it at line %u,", check_line(c, writer));
    strbuf_addf(b,
                " only when all have: do what the others wait for inside of the loop, or let one "
                "invocation of the subgroup act for all");
}

static void say_reason(StrBuf *b, const CheckObserver *c, const Wait *w, uint32_t writer) {
    if (w->has_writer && w->writer_workgroup != w->workgroup)
        say_later(b, c, w);
    else if (w->out.count)
        say_left(b, c, w, writer);
    else if (writer)
        strbuf_addf(b, "no invocation that can still run comes to line %u, which writes it",
                    check_line(c, writer));
    else
        strbuf_addf(b, "nothing writes it");
}

void check_write_wait(CheckObserver *c, const Wait *w) {
    CheckFinding *f =
        check_add_finding(c, "no-forward-progress", SEVERITY_ERROR, w->site, w->count);
    uint32_t writer = w->has_writer ? w->writer : any_writer(c, w);
    StrBuf b = {.arena = c->arena};
    LaneSet first = {w->has_word ? w->lane : w->lanes.first, 0, 1};
    strbuf_addf(&b, "this loop cannot end: ");
    check_say_lanes(&b, c, &first);
    strbuf_addf(&b, " of ");
    say_workgroup(&b, c, w->workgroup);
    strbuf_addf(&b, " waits");
    if (w->has_word) {
        strbuf_addf(&b, " for ");
        say_word(&b, c, w);
        strbuf_addf(&b, "; ");
        say_reason(&b, c, w, writer);
    }
    f->message = strbuf_str(&b);
    check_add_datum(c, f, "workgroup", w->workgroup);
    check_add_datum(c, f, "invocation", first.first);
    if (w->has_writer)
        check_add_datum(c, f, "writer_workgroup", w->writer_workgroup);
    if (!writer)
        return;
    f->has_other = true;
    f->other = check_span(c, writer);
    f->other_message = STR("it is written here");
}
