#include "observe/cross.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/bug.h"

/* ---- cells ---- */

/* Two accesses that clash, and at which words of a page. */
typedef struct Meetings {
    struct Meetings *next;
    uint32_t a, b; /* bits of the accesses; a <= b */
    uint32_t word[PAGE_WORDS / 32];
} Meetings;

/* What is known of a word: a cell of CELL_SET words and a set of accesses. */
enum {
    CELL_WRITER, /* global index + 1 of the first invocation that wrote it, */
    CELL_OTHER,  /* and of the first that read it; or, when none did, the second that wrote it, of
                    another workgroup */
    CELL_VALUE,  /* that was stored, when it was always the same */
    CELL_SET,    /* flags, and accesses from bit SET_FLAGS on */
};
enum { SET_STORED = 1, SET_NOT_EQUAL = 2, SET_FLAGS = 2 };

struct CrossPage {
    Meetings *meetings;
    uint32_t cell[];
};

static uint32_t cell_words(const CrossObject *o) {
    return CELL_SET + o->set_words;
}
static uint32_t set_bit(uint32_t bit) {
    return 1u << (bit + SET_FLAGS) % 32;
}
static uint32_t set_word(uint32_t bit) {
    return (bit + SET_FLAGS) / 32;
}
static size_t page_size(const CrossObject *o) {
    return sizeof(CrossPage) + (size_t)PAGE_WORDS * cell_words(o) * sizeof(uint32_t);
}

/* ---- setting up ---- */

static uint64_t size_of_binding(const EngineDispatch *d, const IrObject *o) {
    for (uint32_t i = 0; i < d->bindings; i++)
        if (d->binding[i].group == o->group && d->binding[i].binding == o->binding)
            return d->binding[i].size;
    return 0;
}

static bool object_init(Cross *c, uint32_t object, uint64_t bytes) {
    const AccessTable *t = c->table;
    const SharedObject *from = &t->object[object];
    CrossObject *o = &c->object[object];
    uint32_t n = from->access.len;
    o->set_words = set_word(n - 1) + 1;
    o->pages = (uint32_t)((bytes >> from->shift >> PAGE_SHIFT) + 1);
    o->page = calloc(o->pages, sizeof *o->page);
    o->clashes = calloc((size_t)n * o->set_words, sizeof *o->clashes);
    o->readers = calloc(o->set_words, sizeof *o->readers);
    if (!o->page || !o->clashes || !o->readers)
        return false;
    for (uint32_t a = 0; a < n; a++) {
        AccessKind kind = t->access.at[from->access.at[a]].kind;
        if (!access_writes(kind))
            o->readers[set_word(a)] |= set_bit(a);
        for (uint32_t b = 0; b < n; b++)
            if (access_clash(kind, t->access.at[from->access.at[b]].kind))
                o->clashes[a * o->set_words + set_word(b)] |= set_bit(b);
    }
    return true;
}

bool cross_init(Cross *c, const AccessTable *t, ShadowMemory *memory, const EngineDispatch *d) {
    const IrModule *m = t->module;
    *c = (Cross){.table = t,
                 .memory = memory,
                 .lanes = m->workgroup_size[0] * m->workgroup_size[1] * m->workgroup_size[2]};
    c->object = calloc(m->objects.len + 1, sizeof *c->object);
    if (!c->object)
        return false;
    for (uint32_t i = 0; i < CROSS_LOCKS; i++)
        if (!(c->lock[i] = lock_new()))
            return false;
    bool alone = (uint64_t)d->workgroups[0] * d->workgroups[1] * d->workgroups[2] == 1;
    for (uint32_t i = 1; i < m->objects.len && !alone; i++) {
        const IrObject *o = &m->objects.at[i];
        if (o->space == SPACE_STORAGE && t->object[i].tracked &&
            !object_init(c, i, size_of_binding(d, o)))
            return false;
    }
    return true;
}

void cross_free(Cross *c) {
    for (uint32_t i = 0; c->object && i < c->table->module->objects.len; i++) {
        CrossObject *o = &c->object[i];
        for (uint32_t k = 0; o->page && k < o->pages; k++) {
            CrossPage *p = atomic_load(&o->page[k]);
            for (Meetings *m = p ? p->meetings : NULL, *next; m; m = next) {
                next = m->next;
                free(m);
            }
            shadow_release(c->memory, p, page_size(o));
        }
        free(o->page);
        free(o->clashes);
        free(o->readers);
    }
    free(c->object);
    for (uint32_t i = 0; i < CROSS_LOCKS; i++)
        if (c->lock[i])
            lock_free(c->lock[i]);
    *c = (Cross){0};
}

/* ---- a workgroup ---- */

/* What one workgroup has done to a word. */
typedef struct Done {
    uint32_t writer, reader; /* local invocation index + 1; 0: none */
    bool stored, not_equal;
    uint32_t value;
} Done;

typedef struct Entry {
    Cross *cross;
    CrossObject *object;
    CrossPage *page;
    const Column *columns;
    uint32_t first; /* global index of the workgroup's invocation 0 */
    uint32_t *set;  /* of the accesses made to a word */
} Entry;

static uint32_t owner_of(const Column *c, uint32_t at) {
    uint32_t first = shadow_first(c->owner[at]);
    return first || !c->before ? first : c->before[at] & BEFORE_FIRST;
}

static bool always_equal(const Column *c, uint32_t at) {
    if (c->before && c->before[at])
        return !(c->before[at] & BEFORE_NOT_EQUAL) && !shadow_first(c->owner[at]);
    return !(c->owner[at] & OWNER_NOT_EQUAL);
}

static uint32_t lesser(uint32_t a, uint32_t b) {
    return !a || (b && b < a) ? b : a;
}

static void add_column(Done *d, const Column *c, AccessKind kind, uint32_t at, uint32_t lane) {
    if (access_writes(kind))
        d->writer = lesser(d->writer, lane);
    else
        d->reader = lesser(d->reader, lane);
    if (!c->value)
        return;
    d->not_equal |= !always_equal(c, at) || (d->stored && d->value != c->value[at]);
    d->stored = true;
    d->value = c->value[at];
}

/* The accesses made to a word, in e->set; false when there are none. */
static bool look_at_word(const Entry *e, uint32_t at, Done *d) {
    const AccessTable *t = e->cross->table;
    bool any = false;
    *d = (Done){0};
    for (uint32_t i = 0; i < e->object->set_words; i++)
        e->set[i] = 0;
    for (const Column *c = e->columns; c; c = c->next) {
        uint32_t lane = owner_of(c, at);
        if (!lane)
            continue;
        const SharedAccess *a = &t->access.at[c->access];
        e->set[set_word(a->bit)] |= set_bit(a->bit);
        add_column(d, c, a->kind, at, lane);
        any = true;
    }
    return any;
}

static Meetings *meetings_of(CrossPage *p, uint32_t a, uint32_t b) {
    uint32_t lo = a < b ? a : b, hi = a < b ? b : a;
    for (Meetings *m = p->meetings; m; m = m->next)
        if (m->a == lo && m->b == hi)
            return m;
    Meetings *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->a = lo;
    m->b = hi;
    m->next = p->meetings;
    return p->meetings = m;
}

/* What this workgroup has done against what others have. */
static bool meet_others(const Entry *e, const uint32_t *others, uint32_t at) {
    uint32_t words = e->object->set_words;
    for (uint32_t w = 0; w < words; w++)
        for (uint32_t own = e->set[w]; own; own &= own - 1) {
            uint32_t a = w * 32 + (uint32_t)__builtin_ctz(own) - SET_FLAGS;
            const uint32_t *clashes = e->object->clashes + a * words;
            for (uint32_t v = 0; v < words; v++)
                for (uint32_t met = clashes[v] & others[v]; met; met &= met - 1) {
                    uint32_t b = v * 32 + (uint32_t)__builtin_ctz(met) - SET_FLAGS;
                    Meetings *m = meetings_of(e->page, a, b);
                    if (!m)
                        return false;
                    m->word[at / 32] |= 1u << at % 32;
                }
        }
    return true;
}

static bool has_reader(const CrossObject *o, const uint32_t *set) {
    uint32_t any = 0;
    for (uint32_t i = 0; i < o->set_words; i++)
        any |= set[i] & o->readers[i];
    return any != 0;
}

static void add_to_cell(const Entry *e, uint32_t *cell, const Done *d) {
    uint32_t *set = cell + CELL_SET, writer = d->writer ? e->first + d->writer : 0;
    bool read_before = has_reader(e->object, set), reads = d->reader != 0;
    uint32_t loser = lesser(cell[CELL_WRITER], writer) == writer ? cell[CELL_WRITER] : writer;
    cell[CELL_WRITER] = lesser(cell[CELL_WRITER], writer);
    if (reads)
        cell[CELL_OTHER] = lesser(read_before ? cell[CELL_OTHER] : 0, e->first + d->reader);
    else if (!read_before)
        cell[CELL_OTHER] = lesser(cell[CELL_OTHER], loser);
    if (d->stored) {
        if (d->not_equal || ((set[0] & SET_STORED) && cell[CELL_VALUE] != d->value))
            set[0] |= SET_NOT_EQUAL;
        set[0] |= SET_STORED;
        cell[CELL_VALUE] = d->value;
    }
    for (uint32_t i = 0; i < e->object->set_words; i++)
        set[i] |= e->set[i];
}

static bool add_words(const Entry *e, uint32_t lo, uint32_t hi) {
    uint32_t size = cell_words(e->object);
    for (uint32_t at = lo; at < hi; at++) {
        Done d;
        uint32_t *cell = e->page->cell + at * size;
        if (!look_at_word(e, at, &d))
            continue;
        if (!meet_others(e, cell + CELL_SET, at))
            return false;
        add_to_cell(e, cell, &d);
    }
    return true;
}

/* The page of cells, made when there is none; under its lock. */
static CrossPage *page_at(Cross *c, CrossObject *o, uint32_t number) {
    CrossPage *p = atomic_load(&o->page[number]);
    if (!p) {
        p = shadow_allocate(c->memory, page_size(o));
        atomic_store(&o->page[number], p);
    }
    return p;
}

static bool add_page(Entry *e, uint32_t number) {
    uint32_t lo = PAGE_WORDS, hi = 0;
    for (const Column *c = e->columns; c; c = c->next) {
        if (c->lo < c->hi) {
            lo = c->lo < lo ? c->lo : lo;
            hi = c->hi > hi ? c->hi : hi;
        }
        if (c->was_lo < c->was_hi) {
            lo = c->was_lo < lo ? c->was_lo : lo;
            hi = c->was_hi > hi ? c->was_hi : hi;
        }
    }
    Lock *lock = e->cross->lock[number % CROSS_LOCKS];
    lock_take(lock);
    e->page = page_at(e->cross, e->object, number);
    bool ok = e->page && add_words(e, lo, hi);
    lock_give(lock);
    return ok;
}

bool cross_add(Cross *c, const Shadow *s) {
    uint32_t set[(MOST_PLACES + KIND_COUNT + SET_FLAGS) / 32 + 1];
    for (uint32_t i = 1; i < c->table->module->objects.len; i++) {
        const ShadowObject *from = &s->object[i];
        CrossObject *o = &c->object[i];
        for (uint32_t k = 0; o->page && k < from->touches; k++) {
            if (from->touched[k] >= o->pages)
                LW_BUG("page %u of object %u", from->touched[k], i);
            Entry e = {.cross = c,
                       .object = o,
                       .columns = from->page[from->touched[k]],
                       .first = s->workgroup_index * c->lanes,
                       .set = set};
            if (!add_page(&e, from->touched[k]))
                return false;
        }
    }
    return true;
}

/* ---- all of them ---- */

typedef struct Collect {
    const Cross *cross;
    const CrossObject *object;
    const SharedObject *shared;
    const CrossPage *page;
    uint32_t number; /* of the page */
} Collect;

static AccessKind kind_of(const Collect *k, uint32_t bit) {
    return k->cross->table->access.at[k->shared->access.at[bit]].kind;
}

/* Is an access the only one in a set that writes, if it writes, or that reads? */
static bool is_only(const Collect *k, const uint32_t *set, uint32_t bit) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < k->object->set_words; i++) {
        uint32_t readers = k->object->readers[i];
        uint32_t mask = access_writes(kind_of(k, bit)) ? ~readers : readers;
        n += (uint32_t)__builtin_popcount(set[i] & mask &
                                          (i ? ~0u : ~(uint32_t)(SET_STORED | SET_NOT_EQUAL)));
    }
    return n == 1;
}

static void name_invocation(const Collect *k, Meeting *m, int which, uint32_t invocation) {
    m->workgroup[which] = (invocation - 1) / k->cross->lanes;
    m->lane[which] = (invocation - 1) % k->cross->lanes + 1;
}

/* Who met, where the cell tells: it knows one invocation that writes and another. */
static Meeting describe(const Collect *k, const Meetings *met, uint32_t at) {
    const uint32_t *cell = k->page->cell + at * cell_words(k->object), *set = cell + CELL_SET;
    Meeting m = {.word = k->number * PAGE_WORDS + at,
                 .value = cell[CELL_VALUE],
                 .has_value = (set[0] & SET_STORED) && !(set[0] & SET_NOT_EQUAL),
                 .several = true};
    bool write = access_writes(kind_of(k, met->a)), also = access_writes(kind_of(k, met->b));
    bool told = is_only(k, set, met->a) && is_only(k, set, met->b) &&
                (write != also || !has_reader(k->object, set));
    uint32_t a = cell[write ? CELL_WRITER : CELL_OTHER];
    uint32_t b = cell[also && !write ? CELL_WRITER : CELL_OTHER];
    if (!told || !a || !b || (a - 1) / k->cross->lanes == (b - 1) / k->cross->lanes)
        return m;
    m.several = false;
    name_invocation(k, &m, 0, a);
    name_invocation(k, &m, 1, b);
    return m;
}

static bool collect_pair(const Collect *k, const Meetings *met, PairTable *pairs) {
    Clash clash = access_clash(kind_of(k, met->a), kind_of(k, met->b));
    ClashPair found = {
        .a = k->shared->access.at[met->a], .b = k->shared->access.at[met->b], .across = true};
    for (uint32_t at = 0; at < PAGE_WORDS; at++) {
        const uint32_t *cell = k->page->cell + at * cell_words(k->object);
        bool same = !(cell[CELL_SET] & SET_NOT_EQUAL) &&
                    (clash == CLASH_RACE_OR_SAME || clash == CLASH_ORDER_OR_SAME);
        if (!(met->word[at / 32] >> at % 32 & 1) || (same && clash == CLASH_ORDER_OR_SAME))
            continue;
        if (!found.count)
            found.first = describe(k, met, at);
        found.count++;
        found.same += same;
    }
    return !found.count || pairs_add(pairs, &found);
}

bool cross_collect(const Cross *c, PairTable *pairs) {
    for (uint32_t i = 1; i < c->table->module->objects.len; i++) {
        Collect k = {.cross = c, .object = &c->object[i], .shared = &c->table->object[i]};
        for (k.number = 0; k.object->page && k.number < k.object->pages; k.number++) {
            k.page = atomic_load(&k.object->page[k.number]);
            for (const Meetings *m = k.page ? k.page->meetings : NULL; m; m = m->next)
                if (!collect_pair(&k, m, pairs))
                    return false;
        }
    }
    return true;
}
