#include "observe/shadow.h"

#include <stdlib.h>
#include <string.h>

/* ---- columns ---- */

static bool has_values(const AccessTable *t, uint32_t access) {
    return access_stores(t->access.at[access].kind);
}

static Column *column_new(ShadowPool *p, bool values) {
    Column **free_list = values ? &p->store : &p->plain, *c = *free_list;
    if (c) {
        *free_list = c->next;
        return c;
    }
    size_t value_size = values ? PAGE_WORDS * sizeof(uint32_t) : 0;
    size_t before_size = p->table->has_storage_barrier ? PAGE_WORDS * sizeof(uint16_t) : 0;
    c = blocks_allocate(&p->blocks, sizeof *c + value_size + before_size);
    if (!c)
        return NULL;
    uint8_t *behind = (uint8_t *)(c + 1);
    if (values)
        c->value = (uint32_t *)(void *)behind;
    if (before_size)
        c->before = (uint16_t *)(void *)(behind + value_size);
    return c;
}

/* ---- shadows ---- */

Shadow *shadow_new(ShadowPool *p, uint32_t workgroup_index) {
    Shadow *s = p->free;
    if (s) {
        p->free = s->next;
    } else {
        const AccessTable *t = p->table;
        s = calloc(1, sizeof *s);
        if (!s)
            return NULL;
        s->table = t;
        s->object = calloc(t->module->objects.len + 1, sizeof *s->object);
        s->last = calloc(t->access.len + 1, sizeof *s->last);
        for (int i = 0; i < SHADOW_SPACES; i++)
            s->barriers[i] = calloc(p->subgroups, sizeof *s->barriers[i]);
        bool ok = s->object && s->last;
        for (int i = 0; i < SHADOW_SPACES; i++)
            ok = ok && s->barriers[i];
        if (!ok) {
            shadow_free(s);
            return NULL;
        }
    }
    s->next = NULL;
    s->workgroup_index = workgroup_index;
    for (int i = 0; i < SHADOW_SPACES; i++) {
        memset(s->barriers[i], 0, p->subgroups * sizeof *s->barriers[i]);
        s->epoch[i] = s->other_epoch[i] = 0;
    }
    s->logged = s->values = 0;
    return s;
}

void shadow_clear(Column *c) {
    memset(c->owner + c->lo, 0, (c->hi - c->lo) * sizeof c->owner[0]);
    c->lo = c->hi = 0;
}

void shadow_drop(ShadowPool *p, Shadow *s, uint32_t object) {
    ShadowObject *o = &s->object[object];
    for (uint32_t i = 0; i < o->touches; i++) {
        Column *c = o->page[o->touched[i]];
        o->page[o->touched[i]] = NULL;
        for (Column *next; c; c = next) {
            next = c->next;
            shadow_clear(c);
            if (c->before)
                memset(c->before + c->was_lo, 0, (c->was_hi - c->was_lo) * sizeof c->before[0]);
            c->was_lo = c->was_hi = 0;
            s->last[c->access] = NULL;
            Column **free_list = c->value ? &p->store : &p->plain;
            c->next = *free_list;
            *free_list = c;
        }
    }
    o->touches = o->pieces = 0;
    o->written = o->detailed = false;
}

void shadow_recycle(ShadowPool *p, Shadow *s) {
    s->next = p->free;
    p->free = s;
}

void shadow_free(Shadow *s) {
    for (uint32_t i = 0; s->object && i < s->table->module->objects.len; i++) {
        free(s->object[i].page);
        free(s->object[i].touched);
    }
    free(s->object);
    free(s->last);
    for (int i = 0; i < SHADOW_SPACES; i++)
        free(s->barriers[i]);
    free(s);
}

void shadow_pool_free(ShadowPool *p) {
    for (Shadow *s = p->free, *next; s; s = next) {
        next = s->next;
        shadow_free(s);
    }
    p->free = NULL;
    p->plain = p->store = NULL;
    blocks_free(&p->blocks);
}

/* ---- pages ---- */

static bool room_for_page(ShadowObject *o, uint32_t page) {
    if (page >= o->pages) {
        uint32_t n = page + 1 > 2 * o->pages ? page + 1 : 2 * o->pages;
        Column **all = realloc(o->page, n * sizeof *all);
        if (!all)
            return false;
        memset(all + o->pages, 0, (n - o->pages) * sizeof *all);
        o->page = all;
        o->pages = n;
    }
    if (o->touches == o->touch_cap) {
        uint32_t n = o->touch_cap ? 2 * o->touch_cap : 8;
        uint32_t *touched = realloc(o->touched, n * sizeof *touched);
        if (!touched)
            return false;
        o->touched = touched;
        o->touch_cap = n;
    }
    return true;
}

static Column *find_column(ShadowPool *p, Shadow *s, uint32_t access, uint32_t page) {
    ShadowObject *o = &s->object[s->table->access.at[access].object];
    if (!room_for_page(o, page))
        return NULL;
    Column *c = o->page[page];
    while (c && c->access != access)
        c = c->next;
    if (!c) {
        c = column_new(p, has_values(s->table, access));
        if (!c)
            return NULL;
        c->access = access;
        c->page = page;
        if (!o->page[page])
            o->touched[o->touches++] = page;
        c->next = o->page[page];
        o->page[page] = c;
    }
    return s->last[access] = c;
}

/* ---- touching ---- */

/* An access under way. */
typedef struct Touch {
    ShadowPool *pool;
    Shadow *shadow;
    const SharedAccess *access;
    uint32_t id; /* of the access */
    uint32_t shift;
    uint32_t words; /* of a lane */
} Touch;

static Touch touch_of(ShadowPool *p, Shadow *s, uint32_t access, uint32_t words) {
    const SharedAccess *a = &s->table->access.at[access];
    s->object[a->object].written |= access_writes(a->kind);
    return (Touch){p, s, a, access, s->table->object[a->object].shift, words};
}

/* The column of a word with its range of touched words grown by `words` from that word on; they are
 * in one page. NULL when memory is short. */
static Column *column_for(const Touch *t, uint32_t word, uint32_t words) {
    uint32_t page = word >> PAGE_SHIFT, lo = word % PAGE_WORDS, hi = lo + words;
    Column *c = t->shadow->last[t->id];
    if (!c || c->page != page) {
        c = find_column(t->pool, t->shadow, t->id, page);
        if (!c)
            return NULL;
    }
    if (c->lo == c->hi) {
        c->lo = lo;
        c->hi = hi;
    }
    if (lo < c->lo)
        c->lo = lo;
    if (hi > c->hi)
        c->hi = hi;
    return c;
}

static void touch_word(Column *c, uint32_t at, uint32_t id, uint32_t value) {
    uint32_t owner = c->owner[at];
    if (c->value) {
        if (!shadow_first(owner))
            c->value[at] = value;
        else if (c->value[at] != value)
            owner |= OWNER_NOT_EQUAL;
    }
    c->owner[at] = shadow_add(owner, id);
}

static uint32_t stored_value(const Touch *t, const MemoryEvent *e, uint32_t lane, uint32_t word) {
    uint32_t component_words = (t->access->type == IR_F16 ? 2u : 4u) >> t->shift;
    return access_stores(t->access->kind) ? e->value[word / component_words][lane] : 0;
}

static bool touch_lane(const Touch *t, const MemoryEvent *e, uint32_t lane) {
    uint32_t word = e->used[lane] >> t->shift, id = e->place.first_lane + lane + 1;
    Column *c = column_for(t, word, t->words);
    for (uint32_t i = 0; c && i < t->words; i++)
        touch_word(c, word % PAGE_WORDS + i, id, stored_value(t, e, lane, i));
    return c != NULL;
}

/* A store of a part of a vector: the other parts may be written, too, with whatever value. */
static bool touch_vector(const Touch *t, const MemoryEvent *e, uint32_t lane) {
    uint32_t address = e->used[lane], id = e->place.first_lane + lane + 1;
    uint32_t word = (address & ~(t->access->vector_align - 1u)) >> t->shift;
    uint32_t words = (uint32_t)t->access->vector_bytes >> t->shift;
    uint32_t from = (address >> t->shift) - word;
    Column *c = column_for(t, word, words);
    for (uint32_t i = 0; c && i < words; i++) {
        uint32_t at = word % PAGE_WORDS + i;
        if (i >= from && i < from + t->words)
            touch_word(c, at, id, stored_value(t, e, lane, i - from));
        else
            c->owner[at] = shadow_add(c->owner[at] | OWNER_NOT_EQUAL, id);
    }
    return c != NULL;
}

bool shadow_touch_lanes(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e,
                        uint32_t from, uint32_t bits) {
    Touch t = touch_of(p, s, access, 0);
    t.words = (uint32_t)e->bytes >> t.shift;
    for (; bits; bits &= bits - 1) {
        uint32_t lane = from + (uint32_t)__builtin_ctz(bits);
        if (!(t.access->vector_bytes ? touch_vector : touch_lane)(&t, e, lane))
            return false;
    }
    return true;
}

/* A piece's part that lies in one page. */
static bool touch_part(const Touch *t, const Piece *p) {
    uint32_t lo, hi;
    piece_range(p, &lo, &hi);
    Column *c = column_for(t, lo, hi - lo);
    if (!c)
        return false;
    uint32_t at = p->word % PAGE_WORDS;
    if (p->stride == p->each && !c->value) {
        shadow_load_run(c->owner + at, p->first, p->lanes, p->each);
    } else if (p->stride == 1 && p->each == 1) {
        shadow_store_run(c->owner + at, c->value + at, p->value, p->first, p->lanes);
    } else {
        /* of those that use the same words, two tell it all, but for what they store */
        uint32_t lanes = p->stride || c->value || p->lanes < 2 ? p->lanes : 2;
        for (uint32_t lane = 0; lane < lanes; lane++, at += (uint32_t)p->stride)
            for (uint32_t i = 0; i < p->each; i++)
                touch_word(c, at + i, p->first + lane, p->value ? p->value[lane * p->each + i] : 0);
    }
    return true;
}

bool shadow_touch_piece(ShadowPool *p, Shadow *s, const Piece *piece) {
    Touch t = touch_of(p, s, piece->access, piece->each);
    for (uint32_t i = 0; i < piece->rows; i++) {
        Piece row = piece_row(piece, i), part;
        for (uint32_t lane = 0; lane < row.lanes; lane += part.lanes) {
            part = piece_part(&row, lane);
            if (!touch_part(&t, &part))
                return false;
        }
    }
    return true;
}
