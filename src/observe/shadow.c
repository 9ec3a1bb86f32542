#include "observe/shadow.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

/* ---- memory ---- */

void *shadow_allocate(ShadowMemory *m, size_t size) {
    uint64_t held = atomic_fetch_add(&m->held, size) + size;
    void *p = m->budget && held > m->budget ? NULL : calloc(1, size);
    if (!p)
        atomic_fetch_sub(&m->held, size);
    return p;
}

void shadow_release(ShadowMemory *m, void *p, size_t size) {
    if (!p)
        return;
    free(p);
    atomic_fetch_sub(&m->held, size);
}

static bool has_values(const AccessTable *t, uint32_t access) {
    return access_stores(t->access.at[access].kind);
}

static size_t column_size(const AccessTable *t, bool values) {
    return sizeof(Column) + (values ? PAGE_WORDS * sizeof(uint32_t) : 0) +
           (t->has_storage_barrier ? PAGE_WORDS * sizeof(uint16_t) : 0);
}

static Column *column_new(ShadowPool *p, bool values) {
    Column **free_list = values ? &p->store : &p->plain, *c = *free_list;
    if (c) {
        *free_list = c->next;
        return c;
    }
    c = shadow_allocate(p->memory, column_size(p->table, values));
    if (!c)
        return NULL;
    uint8_t *behind = (uint8_t *)(c + 1);
    if (values) {
        c->value = (uint32_t *)(void *)behind;
        behind += PAGE_WORDS * sizeof(uint32_t);
    }
    if (p->table->has_storage_barrier)
        c->before = (uint16_t *)(void *)behind;
    return c;
}

static void free_columns(ShadowPool *p, Column *c) {
    for (Column *next; c; c = next) {
        next = c->next;
        shadow_release(p->memory, c, column_size(p->table, c->value != NULL));
    }
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
        if (!s->object || !s->last || !s->barriers[0] || !s->barriers[1]) {
            shadow_free(p, s);
            return NULL;
        }
    }
    s->next = NULL;
    s->workgroup_index = workgroup_index;
    for (int i = 0; i < SHADOW_SPACES; i++) {
        memset(s->barriers[i], 0, p->subgroups * sizeof *s->barriers[i]);
        s->epoch[i] = s->other_epoch[i] = 0;
    }
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
    o->touches = 0;
}

void shadow_recycle(ShadowPool *p, Shadow *s) {
    s->next = p->free;
    p->free = s;
}

void shadow_free(ShadowPool *p, Shadow *s) {
    for (uint32_t i = 0; s->object && i < s->table->module->objects.len; i++) {
        ShadowObject *o = &s->object[i];
        for (uint32_t k = 0; k < o->touches; k++)
            free_columns(p, o->page[o->touched[k]]);
        free(o->page);
        free(o->touched);
    }
    free(s->object);
    free(s->last);
    free(s->barriers[0]);
    free(s->barriers[1]);
    free(s);
}

void shadow_pool_free(ShadowPool *p) {
    for (Shadow *s = p->free, *next; s; s = next) {
        next = s->next;
        shadow_free(p, s);
    }
    free_columns(p, p->plain);
    free_columns(p, p->store);
    p->free = NULL;
    p->plain = p->store = NULL;
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
    const MemoryEvent *e;
    uint32_t id;              /* access */
    uint32_t shift, words;    /* of a lane */
    uint32_t component_words; /* stores: words of a component */
    uint32_t first;           /* invocation of lane 0, + 1 */
} Touch;

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

static uint32_t stored_value(const Touch *t, uint32_t lane, uint32_t word) {
    return t->e->value[word / t->component_words][lane];
}

static void touch_word(const Touch *t, Column *c, uint32_t at, uint32_t lane, uint32_t word) {
    uint32_t owner = c->owner[at];
    if (c->value) {
        uint32_t value = stored_value(t, lane, word);
        if (!shadow_first(owner))
            c->value[at] = value;
        else if (c->value[at] != value)
            owner |= OWNER_NOT_EQUAL;
    }
    c->owner[at] = shadow_add(owner, t->first + lane);
}

static bool touch_lane(const Touch *t, uint32_t lane) {
    uint32_t word = t->e->used[lane] >> t->shift;
    Column *c = column_for(t, word, t->words);
    if (!c)
        return false;
    for (uint32_t i = 0; i < t->words; i++)
        touch_word(t, c, word % PAGE_WORDS + i, lane, i);
    return true;
}

/* A store of a part of a vector: the other parts may be written, too, with whatever value. */
static bool touch_vector(const Touch *t, uint32_t lane) {
    uint32_t address = t->e->used[lane], align = t->access->vector_align;
    uint32_t word = (address & ~(align - 1)) >> t->shift;
    uint32_t words = t->access->vector_bytes >> t->shift;
    uint32_t from = (address >> t->shift) - word;
    Column *c = column_for(t, word, words);
    if (!c)
        return false;
    for (uint32_t i = 0; i < words; i++) {
        uint32_t at = word % PAGE_WORDS + i;
        if (i >= from && i < from + t->words)
            touch_word(t, c, at, lane, i - from);
        else
            c->owner[at] = shadow_add(c->owner[at] | OWNER_NOT_EQUAL, t->first + lane);
    }
    return true;
}

static bool touch_lanes(const Touch *t, uint32_t from, uint32_t bits) {
    for (; bits; bits &= bits - 1) {
        uint32_t lane = from + (uint32_t)__builtin_ctz(bits);
        if (!(t->access->vector_bytes ? touch_vector(t, lane) : touch_lane(t, lane)))
            return false;
    }
    return true;
}

/* Lanes that all use the same address: two of them tell it all, but for what they store. */
static bool touch_same(const Touch *t, uint32_t from, uint32_t bits) {
    if (access_stores(t->access->kind))
        return touch_lanes(t, from, bits);
    uint32_t rest = bits & (bits - 1);
    return touch_lanes(t, from, rest ? (bits ^ rest) | (rest & -rest) : bits);
}

/* Lanes that use words one after the other, as many as lie in a page at a time. What a lane uses is
 * always in one page, since it is aligned to its size. */
static bool touch_run(const Touch *t, uint32_t lane, uint32_t lanes) {
    uint32_t word = t->e->used[lane] >> t->shift;
    while (lanes) {
        uint32_t fit = (PAGE_WORDS - word % PAGE_WORDS) / t->words;
        uint32_t n = lanes < fit ? lanes : fit;
        if (!n)
            LW_BUG("an access of %u bytes at %u", t->e->bytes, t->e->used[lane]);
        Column *c = column_for(t, word, n * t->words);
        if (!c)
            return false;
        uint32_t at = word % PAGE_WORDS;
        if (!c->value)
            shadow_load_run(c->owner + at, t->first + lane, n, t->words);
        else if (t->words == 1)
            shadow_store_run(c->owner + at, c->value + at, t->e->value[0] + lane, t->first + lane,
                             n);
        else
            for (uint32_t i = 0; i < n * t->words; i++)
                touch_word(t, c, at + i, lane + i / t->words, i % t->words);
        word += n * t->words;
        lane += n;
        lanes -= n;
    }
    return true;
}

static bool touch_chunk(const Touch *t, uint32_t from, uint32_t bits) {
    const uint32_t *address = t->e->used + from;
    enum { ALL = (1 << SHADOW_CHUNK) - 1 };
    if (bits == ALL && !t->access->vector_bytes) {
        if (shadow_is_run(address, t->e->bytes))
            return touch_run(t, from, SHADOW_CHUNK);
        if (shadow_is_run(address, 0))
            return touch_same(t, from, bits);
    }
    return touch_lanes(t, from, bits);
}

bool shadow_touch(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e) {
    const SharedAccess *a = &s->table->access.at[access];
    uint32_t shift = s->table->object[a->object].shift;
    Touch t = {.pool = p,
               .shadow = s,
               .access = a,
               .e = e,
               .id = access,
               .shift = shift,
               .words = (uint32_t)e->bytes >> shift,
               .component_words = (a->type == IR_F16 ? 2u : 4u) >> shift,
               .first = e->place.first_lane + 1};
    if (e->affine && (uint32_t)e->stride == e->bytes && e->place.all_active && !e->out_of_bounds &&
        !a->vector_bytes)
        return touch_run(&t, 0, e->place.lanes);
    for (uint32_t i = 0; i < e->place.lanes; i += SHADOW_CHUNK) {
        uint32_t bits = e->place.mask[i / 32];
        if (e->out_of_bounds)
            bits &= ~e->out_of_bounds[i / 32];
        bits = bits >> i % 32 & ((1u << SHADOW_CHUNK) - 1);
        if (bits && !touch_chunk(&t, i, bits))
            return false;
    }
    return true;
}
