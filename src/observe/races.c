#include "observe/races.h"

#include <string.h>

/* ---- where to look ---- */

/* A word of all columns of a page together. */
#define ALL_FIRST   OWNER_FIRST
#define ALL_SEVERAL (1u << 30) /* more than one invocation has touched it, */
#define ALL_WRITTEN (1u << 31) /* and some access that writes has */

static bool may_clash(const AccessTable *t, const Column *columns) {
    for (const Column *a = columns; a; a = a->next)
        for (const Column *b = a; b && a->lo < a->hi; b = b->next)
            if (b->lo < b->hi &&
                access_clash(t->access.at[a->access].kind, t->access.at[b->access].kind))
                return true;
    return false;
}

static void add_column(uint32_t *all, const Column *c, bool writes) {
    uint32_t written = writes ? ALL_WRITTEN : 0;
    for (uint32_t i = c->lo; i < c->hi; i++) {
        uint32_t owner = c->owner[i], first = owner & OWNER_FIRST, before = all[i] & ALL_FIRST;
        uint32_t there = -(uint32_t)(first != 0), fresh = -(uint32_t)(before == 0);
        uint32_t other = -(uint32_t)(first != before) & ~fresh;
        uint32_t second = -(uint32_t)((owner & OWNER_SECOND) != 0);
        all[i] |= there & ((first & fresh) | written | ((other | second) & ALL_SEVERAL));
    }
}

/* The words that several invocations have touched, one of them by a write. Returns how many. */
static uint32_t find_words(const AccessTable *t, const Column *columns, uint16_t *word) {
    uint32_t all[PAGE_WORDS], lo = PAGE_WORDS, hi = 0, n = 0;
    for (const Column *c = columns; c; c = c->next)
        if (c->lo < c->hi) {
            lo = c->lo < lo ? c->lo : lo;
            hi = c->hi > hi ? c->hi : hi;
        }
    for (uint32_t i = lo; i < hi; i++)
        all[i] = 0;
    for (const Column *c = columns; c; c = c->next)
        add_column(all, c, access_writes(t->access.at[c->access].kind));
    for (uint32_t i = lo; i < hi; i++)
        if ((all[i] & (ALL_SEVERAL | ALL_WRITTEN)) == (ALL_SEVERAL | ALL_WRITTEN))
            word[n++] = (uint16_t)i;
    return n;
}

/* ---- pairs ---- */

typedef struct Page {
    const Shadow *shadow;
    ShadowSpace space;
    PairTable *pairs;
    const Column *columns;
} Page;

/* Two invocations, one that made each access, that are not the same. */
static bool find_lanes(uint32_t a, uint32_t b, uint32_t lane[2]) {
    lane[0] = shadow_first(a);
    lane[1] = shadow_first(b);
    if (lane[0] != lane[1])
        return true;
    if (shadow_second(b))
        lane[1] = shadow_second(b);
    else
        lane[0] = shadow_second(a);
    return lane[0] != 0;
}

static bool stored_same(const Column *a, const Column *b, uint32_t at) {
    return a->value && b->value && !((a->owner[at] | b->owner[at]) & OWNER_NOT_EQUAL) &&
           a->value[at] == b->value[at];
}

/* The value that a lane has stored, where it is known: that of the first, unless all are equal. */
static bool value_of(const Column *c, uint32_t at, uint32_t lane, Meeting *m) {
    if (!c->value || ((c->owner[at] & OWNER_NOT_EQUAL) && lane != shadow_first(c->owner[at])))
        return false;
    m->value = c->value[at];
    return true;
}

static bool add_pair(const Page *p, const Column *a, const Column *b, uint32_t at) {
    const AccessTable *t = p->shadow->table;
    const Shadow *s = p->shadow;
    if (a->access > b->access) {
        const Column *c = a;
        a = b;
        b = c;
    }
    Clash clash = access_clash(t->access.at[a->access].kind, t->access.at[b->access].kind);
    uint32_t lane[2];
    if (clash == CLASH_NONE || !find_lanes(a->owner[at], b->owner[at], lane))
        return true;
    bool same = stored_same(a, b, at);
    if (same && clash == CLASH_ORDER_OR_SAME)
        return true;
    ClashPair found = {.a = a->access, .b = b->access, .count = 1, .same = same, .within = true};
    found.first =
        (Meeting){.word = a->page * PAGE_WORDS + at,
                  .workgroup = {s->workgroup_index, s->workgroup_index},
                  .lane = {lane[0], lane[1]},
                  .epoch = s->epoch[p->space],
                  .other_barrier = shadow_others(s, p->space) != s->other_epoch[p->space]};
    found.first.has_value =
        value_of(a, at, lane[0], &found.first) || value_of(b, at, lane[1], &found.first);
    return pairs_add(p->pairs, &found);
}

static bool examine_word(const Page *p, uint32_t at) {
    const Column *there[MOST_PLACES + KIND_COUNT];
    uint32_t n = 0;
    for (const Column *c = p->columns; c; c = c->next)
        if (shadow_first(c->owner[at]))
            there[n++] = c;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = a; b < n; b++)
            if (!add_pair(p, there[a], there[b], at))
                return false;
    return true;
}

static bool examine_page(const Page *p) {
    uint16_t word[PAGE_WORDS];
    if (!may_clash(p->shadow->table, p->columns))
        return true;
    uint32_t n = find_words(p->shadow->table, p->columns, word);
    for (uint32_t i = 0; i < n; i++)
        if (!examine_word(p, word[i]))
            return false;
    return true;
}

/* ---- the epoch ---- */

/* Keeps that words were touched, for the comparison with other workgroups. */
static void keep_touched(Column *c) {
    if (c->lo == c->hi)
        return;
    if (c->was_lo == c->was_hi) {
        c->was_lo = c->lo;
        c->was_hi = c->hi;
    }
    c->was_lo = c->lo < c->was_lo ? c->lo : c->was_lo;
    c->was_hi = c->hi > c->was_hi ? c->hi : c->was_hi;
    for (uint32_t i = c->lo; i < c->hi; i++) {
        uint32_t first = shadow_first(c->owner[i]);
        if (first && c->before[i])
            c->before[i] |= BEFORE_NOT_EQUAL;
        else if (first)
            c->before[i] =
                (uint16_t)(first | (c->owner[i] & OWNER_NOT_EQUAL ? BEFORE_NOT_EQUAL : 0));
    }
}

bool races_find(const Shadow *s, ShadowSpace space, PairTable *pairs) {
    for (uint32_t i = 1; i < s->table->module->objects.len; i++) {
        const ShadowObject *o = &s->object[i];
        if (!o->detailed || !o->written || !shadow_is_in(s->table, i, space))
            continue;
        for (uint32_t k = 0; k < o->touches; k++) {
            Page p = {s, space, pairs, o->page[o->touched[k]]};
            if (!examine_page(&p))
                return false;
        }
    }
    return true;
}

void races_forget(Shadow *s, ShadowSpace space) {
    for (uint32_t i = 1; i < s->table->module->objects.len; i++) {
        ShadowObject *o = &s->object[i];
        if (!shadow_is_in(s->table, i, space))
            continue;
        for (uint32_t k = 0; o->detailed && k < o->touches; k++)
            for (Column *c = o->page[o->touched[k]]; c; c = c->next) {
                if (space != SHADOW_WORKGROUP && c->before)
                    keep_touched(c);
                shadow_clear(c);
            }
        if (o->marked)
            memset(o->marks, 0, shadow_marks_size(s, i));
        o->pieces = 0;
        o->written = o->detailed = o->marked = false;
    }
    if (space == SHADOW_WORKGROUP)
        s->values = s->logged = 0;
    s->other_epoch[space] = shadow_others(s, space);
}
