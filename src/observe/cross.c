#include "observe/cross.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

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
enum { USED_PIECES = 15 };
enum { SET_STORED = 1, SET_NOT_EQUAL = 2, SET_FLAGS = 2 };

/* Pieces that workgroups have used, in one page. */
typedef struct Used {
    struct Used *next;
    uint32_t pieces;
    Piece piece[USED_PIECES];
} Used;

/* As long as no two workgroups use the same word, a page has pieces; then cells. */
struct CrossPage {
    Meetings *meetings;
    uint32_t *cell; /* NULL: pieces tell it all */
    Used *used;
    uint32_t taken[PAGE_WORDS / 32]; /* words of the pieces */
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
static size_t cells_size(const CrossObject *o) {
    return (size_t)PAGE_WORDS * cell_words(o) * sizeof(uint32_t);
}

/* ---- setting up ---- */

/* Of a texture, those that stand for its channels in events. */
static uint64_t bytes_in_events(const EngineBinding *b) {
    if (!b->texture)
        return b->size;
    const TexelLayout *l = &b->texture->format->layout;
    return b->size / l->bytes * l->channels * 4;
}

static uint64_t size_of_binding(const EngineDispatch *d, const IrObject *o) {
    for (uint32_t i = 0; i < d->bindings; i++)
        if (d->binding[i].group == o->group && d->binding[i].binding == o->binding)
            return bytes_in_events(&d->binding[i]);
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

bool cross_init(Cross *c, const AccessTable *t, const EngineDispatch *d) {
    const IrModule *m = t->module;
    *c = (Cross){.table = t,
                 .alone = !d->pool || threads_count(d->pool) == 1,
                 .lanes = m->workgroup_size[0] * m->workgroup_size[1] * m->workgroup_size[2]};
    c->object = calloc(m->objects.len + 1, sizeof *c->object);
    if (!c->object)
        return false;
    for (uint32_t i = 0; i < CROSS_LOCKS; i++)
        if (!(c->lock[i] = lock_new()))
            return false;
    bool one = (uint64_t)d->workgroups[0] * d->workgroups[1] * d->workgroups[2] == 1;
    for (uint32_t i = 1; i < m->objects.len && !one; i++) {
        const IrObject *o = &m->objects.at[i];
        if (o->space != SPACE_WORKGROUP && t->object[i].tracked &&
            !object_init(c, i, size_of_binding(d, o)))
            return false;
    }
    return true;
}

void cross_free(Cross *c) {
    for (uint32_t i = 0; c->object && i < c->table->module->objects.len; i++) {
        CrossObject *o = &c->object[i];
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
    const Cross *cross;
    ShadowPool *pool;
    CrossObject *object;
    CrossPage *page;
    uint32_t first; /* global index of the workgroup's invocation 0 */
    uint32_t *set;  /* of the accesses made to a word */
} Entry;

enum { MOST_SET_WORDS = (MOST_PLACES + KIND_COUNT + SET_FLAGS) / 32 + 1 };

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
static bool look_at_word(const Entry *e, const Column *columns, uint32_t at, Done *d) {
    const AccessTable *t = e->cross->table;
    bool any = false;
    *d = (Done){0};
    for (uint32_t i = 0; i < e->object->set_words; i++)
        e->set[i] = 0;
    for (const Column *c = columns; c; c = c->next) {
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

static Meetings *meetings_of(ShadowPool *pool, CrossPage *p, uint32_t a, uint32_t b) {
    uint32_t lo = a < b ? a : b, hi = a < b ? b : a;
    for (Meetings *m = p->meetings; m; m = m->next)
        if (m->a == lo && m->b == hi)
            return m;
    Meetings *m = blocks_allocate(&pool->blocks, sizeof *m);
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
                    Meetings *m = meetings_of(e->pool, e->page, a, b);
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
    if (loser && (loser - 1) / e->cross->lanes == (cell[CELL_WRITER] - 1) / e->cross->lanes)
        loser = 0; /* of the same workgroup */
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

static bool add_words(const Entry *e, const Column *columns, uint32_t lo, uint32_t hi) {
    uint32_t size = cell_words(e->object);
    for (uint32_t at = lo; at < hi; at++) {
        Done d;
        uint32_t *cell = e->page->cell + at * size;
        if (!look_at_word(e, columns, at, &d))
            continue;
        if (!meet_others(e, cell + CELL_SET, at))
            return false;
        add_to_cell(e, cell, &d);
    }
    return true;
}

/* ---- from pieces to cells ---- */

/* Pieces of different workgroups have not met, so that there is nothing to be found here. */
static void add_used_piece(const Entry *e, const Piece *p) {
    const SharedAccess *a = &e->cross->table->access.at[p->access];
    uint32_t at = p->word % PAGE_WORDS;
    memset(e->set, 0, e->object->set_words * sizeof *e->set);
    e->set[set_word(a->bit)] = set_bit(a->bit);
    for (uint32_t lane = 0; lane < p->lanes; lane++, at += (uint32_t)p->stride)
        for (uint32_t i = 0; i < p->each; i++) {
            Done d = {0};
            if (access_writes(a->kind))
                d.writer = p->first + lane;
            else
                d.reader = p->first + lane;
            d.stored = p->value != NULL;
            d.value = d.stored ? p->value[lane * p->each + i] : 0;
            add_to_cell(e, e->page->cell + (at + i) * cell_words(e->object), &d);
        }
}

static bool make_cells(const Entry *e) {
    uint32_t set[MOST_SET_WORDS];
    Entry of = *e;
    if (e->page->cell)
        return true;
    e->page->cell = blocks_allocate(&e->pool->blocks, cells_size(e->object));
    of.set = set;
    for (const Used *u = e->page->cell ? e->page->used : NULL; u; u = u->next)
        for (uint32_t i = 0; i < u->pieces; i++) {
            of.first = u->piece[i].workgroup * e->cross->lanes;
            add_used_piece(&of, &u->piece[i]);
        }
    return e->page->cell != NULL;
}

/* ---- pages ---- */

/* A page, made when there is none; under its lock. */
static CrossPage *page_at(ShadowPool *pool, CrossObject *o, uint32_t number) {
    CrossPage *p = atomic_load(&o->page[number]);
    if (!p) {
        p = blocks_allocate(&pool->blocks, sizeof *p);
        atomic_store(&o->page[number], p);
    }
    return p;
}

static Lock *lock_page(Cross *c, CrossObject *o, uint32_t number) {
    if (number >= o->pages)
        LW_BUG("there is no page %u", number);
    if (c->alone)
        return NULL;
    lock_take(c->lock[number % CROSS_LOCKS]);
    return c->lock[number % CROSS_LOCKS];
}

static void unlock_page(Lock *l) {
    if (l)
        lock_give(l);
}

static void widen(uint32_t *lo, uint32_t *hi, uint32_t from, uint32_t to) {
    if (from >= to)
        return;
    *lo = from < *lo ? from : *lo;
    *hi = to > *hi ? to : *hi;
}

/* A workgroup that is entered. */
typedef struct Ended {
    Cross *cross;
    ShadowPool *pool;
    Shadow *shadow;
    CrossObject *object;
} Ended;

/* What columns know of a page. */
static bool add_columns(const Ended *g, const Column *columns) {
    uint32_t lo = PAGE_WORDS, hi = 0, number = columns->page, set[MOST_SET_WORDS];
    for (const Column *k = columns; k; k = k->next) {
        widen(&lo, &hi, k->lo, k->hi);
        widen(&lo, &hi, k->was_lo, k->was_hi);
    }
    Lock *lock = lock_page(g->cross, g->object, number);
    Entry e = {.cross = g->cross,
               .pool = g->pool,
               .object = g->object,
               .page = page_at(g->pool, g->object, number),
               .first = g->shadow->workgroup_index * g->cross->lanes,
               .set = set};
    bool ok = e.page && make_cells(&e) && add_words(&e, columns, lo, hi);
    unlock_page(lock);
    return ok;
}

/* ---- pieces ---- */

static bool use_piece(const Ended *g, CrossPage *page, const Piece *p) {
    if (!page->used || page->used->pieces == USED_PIECES) {
        Used *u = blocks_allocate(&g->pool->blocks, sizeof *u);
        if (!u)
            return false;
        u->next = page->used;
        page->used = u;
    }
    Piece *to = &page->used->piece[page->used->pieces++];
    *to = *p;
    to->workgroup = g->shadow->workgroup_index;
    piece_mark(p, page->taken, p->word & ~(PAGE_WORDS - 1u));
    return true;
}

typedef enum Added { ADDED, NOT_ADDED, NO_MEMORY } Added;

/* All parts of a workgroup's pieces in a page at once; not when others use one of the words. */
static Added add_parts(const Ended *g, const Piece *part, uint32_t n) {
    uint32_t number = part->word >> PAGE_SHIFT, base = number << PAGE_SHIFT;
    Lock *lock = lock_page(g->cross, g->object, number);
    CrossPage *p = page_at(g->pool, g->object, number);
    Added added = p ? ADDED : NO_MEMORY;
    for (uint32_t i = 0; added == ADDED && i < n; i++)
        if (p->cell || piece_meets(&part[i], p->taken, base))
            added = NOT_ADDED;
    for (uint32_t i = 0; added == ADDED && i < n; i++)
        if (!use_piece(g, p, &part[i]))
            added = NO_MEMORY;
    unlock_page(lock);
    return added;
}

static int compare_parts(const void *x, const void *y) {
    const Piece *a = x, *b = y;
    uint32_t i = a->word >> PAGE_SHIFT, k = b->word >> PAGE_SHIFT;
    return i < k ? -1 : i > k;
}

/* Appends the parts of a row; false when there are too many of them. */
static bool add_row(const Piece *row, Piece *part, uint32_t *n, uint32_t most) {
    for (uint32_t lane = 0; lane < row->lanes; lane += part[(*n)++].lanes) {
        if (*n == most)
            return false;
        part[*n] = piece_part(row, lane);
    }
    return true;
}

/* The parts of an object's pieces, by page. 0: there are too many of them, or none. */
static uint32_t find_parts(const ShadowObject *from, Piece *part, uint32_t most) {
    uint32_t n = 0;
    bool sorted = true;
    for (uint32_t i = 0; i < from->pieces && !from->detailed; i++)
        for (uint32_t k = 0; k < from->piece[i].rows; k++) {
            Piece row = piece_row(&from->piece[i], k);
            if (!add_row(&row, part, &n, most))
                return 0;
        }
    for (uint32_t i = 1; i < n; i++)
        sorted &= compare_parts(&part[i - 1], &part[i]) <= 0;
    if (!sorted)
        qsort(part, n, sizeof *part, compare_parts);
    return n;
}

/* As pieces; those pages that have cells, or get them, need columns. */
static bool add_object(const Ended *g, uint32_t object) {
    enum { MOST = 2 * SHADOW_PIECES };
    ShadowObject *from = &g->shadow->object[object];
    Piece part[MOST];
    uint32_t n = find_parts(from, part, MOST), end;
    uint32_t left = 0; /* parts that could not be added, one for each page, moved to the front */
    for (uint32_t i = 0; i < n; i = end) {
        for (end = i + 1; end < n && !compare_parts(&part[i], &part[end]); end++)
            ;
        Added added = add_parts(g, &part[i], end - i);
        if (added == NO_MEMORY)
            return false;
        if (added == NOT_ADDED)
            part[left++] = part[i];
    }
    if (n && !left)
        return true;
    if (!shadow_detail(g->pool, g->shadow, object))
        return false;
    for (uint32_t i = 0; i < left; i++)
        if (!add_columns(g, from->page[part[i].word >> PAGE_SHIFT]))
            return false;
    for (uint32_t i = 0; !n && i < from->touches; i++)
        if (!add_columns(g, from->page[from->touched[i]]))
            return false;
    return true;
}

bool cross_add(Cross *c, ShadowPool *pool, Shadow *s) {
    for (uint32_t i = 1; i < c->table->module->objects.len; i++) {
        Ended g = {c, pool, s, &c->object[i]};
        if (g.object->page && (s->object[i].pieces || s->object[i].touches) && !add_object(&g, i))
            return false;
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
