/* From events to pieces and columns, and from pieces to columns where need be. */
#include <stdlib.h>
#include <string.h>

#include "observe/shadow.h"

/* An access under way. */
typedef struct Entry {
    ShadowPool *pool;
    Shadow *shadow;
    const MemoryEvent *e;
    const SharedAccess *access;
    uint32_t id; /* of the access */
    ShadowObject *object;
    uint32_t shift;
    uint8_t words; /* of a lane */
} Entry;

/* ---- pieces ---- */

static bool is_workgroup(const Entry *n) {
    return shadow_is_in(n->shadow->table, n->access->object, SHADOW_WORKGROUP);
}

/* Room for the values of a piece; NULL when there is none. */
static uint32_t *room_for_values(Entry *n, uint32_t count) {
    Shadow *s = n->shadow;
    if (!is_workgroup(n))
        return blocks_allocate(&n->pool->blocks, count * sizeof(uint32_t));
    if (!s->value)
        s->value = blocks_allocate(&n->pool->blocks, SHADOW_VALUES * sizeof *s->value);
    if (!s->value || count > SHADOW_VALUES - s->values)
        return NULL;
    s->values += count;
    return s->value + s->values - count;
}

static void copy_values(const Entry *n, const Piece *p, uint32_t *to) {
    uint32_t lane = p->first - n->e->place.first_lane - 1;
    uint32_t component = (n->access->type == IR_F16 ? 2u : 4u) >> n->shift;
    uint32_t lanes = (uint32_t)p->lanes * p->rows;
    if (p->each == 1) {
        memcpy(to, n->e->value[0] + lane, lanes * sizeof *to);
        return;
    }
    for (uint32_t i = 0; i < lanes; i++)
        for (uint32_t k = 0; k < p->each; k++)
            to[i * p->each + k] = n->e->value[k / component][lane + i];
}

/* Makes a piece longer by one that goes on where it ends. */
static bool extend(ShadowObject *o, const Piece *p) {
    Piece *last = o->pieces ? &o->piece[o->pieces - 1] : NULL;
    if (!last || last->access != p->access || last->rows != 1 || p->rows != 1 ||
        last->first + last->lanes != p->first || last->stride != p->stride ||
        last->each != p->each || last->word + last->lanes * (uint32_t)last->stride != p->word ||
        (last->value && last->value + (size_t)last->lanes * last->each != p->value))
        return false;
    last->lanes += p->lanes;
    return true;
}

static bool has_room(ShadowPool *p, ShadowObject *o) {
    if (o->detailed || o->pieces == SHADOW_PIECES)
        return false;
    if (!o->piece)
        o->piece = blocks_allocate(&p->blocks, SHADOW_PIECES * sizeof *o->piece);
    return o->piece != NULL;
}

/* Where pieces are not kept: straight to the columns. */
static bool touch_piece(Entry *n, Piece p) {
    uint32_t from = p.first - n->e->place.first_lane - 1;
    if (!shadow_detail(n->pool, n->shadow, n->access->object))
        return false;
    if (!access_stores(n->access->kind) || p.each == 1) {
        p.value = access_stores(n->access->kind) ? n->e->value[0] + from : NULL;
        return shadow_touch_piece(n->pool, n->shadow, &p);
    }
    uint32_t lanes = (uint32_t)p.lanes * p.rows;
    for (uint32_t i = 0; i < lanes; i += 32) {
        uint32_t left = lanes - i, bits = left < 32 ? (1u << left) - 1 : ~0u;
        if (!shadow_touch_lanes(n->pool, n->shadow, n->id, n->e, from + i, bits))
            return false;
    }
    return true;
}

static bool add_piece(Entry *n, Piece p) {
    ShadowObject *o = n->object;
    uint32_t *value = NULL;
    bool room = (is_workgroup(n) || n->pool->keeps_storage) && has_room(n->pool, o);
    if (room && access_stores(n->access->kind))
        room = (value = room_for_values(n, (uint32_t)p.lanes * p.rows * p.each)) != NULL;
    if (!room)
        return touch_piece(n, p);
    if (value)
        copy_values(n, &p, value);
    p.value = value;
    o->written |= access_writes(n->access->kind);
    if (!extend(o, &p))
        o->piece[o->pieces++] = p;
    return true;
}

bool shadow_enter_piece(ShadowPool *p, Shadow *s, const Piece *piece) {
    uint32_t object = s->table->access.at[piece->access].object;
    ShadowObject *o = &s->object[object];
    if (!has_room(p, o))
        return shadow_detail(p, s, object) && shadow_touch_piece(p, s, piece);
    o->piece[o->pieces++] = *piece;
    return true;
}

static Piece make_piece(const Entry *n, uint32_t lane, uint32_t lanes, int32_t stride) {
    return (Piece){.access = n->id,
                   .word = n->e->used[lane] >> n->shift,
                   .stride = lanes > 1 ? stride : n->words,
                   .first = (uint16_t)(n->e->place.first_lane + lane + 1),
                   .lanes = (uint16_t)lanes,
                   .rows = 1,
                   .each = n->words};
}

static bool add_lanes(Entry *n, uint32_t lane, uint32_t lanes, int32_t stride) {
    return add_piece(n, make_piece(n, lane, lanes, stride));
}

/* ---- events ---- */

static uint32_t active_word(const MemoryEvent *e, uint32_t i) {
    return e->place.mask[i] & (e->out_of_bounds ? ~e->out_of_bounds[i] : ~0u);
}

/* The active lanes, when they follow each other. */
static bool one_range(const MemoryEvent *e, uint32_t *lane, uint32_t *lanes) {
    if (e->place.all_active && !e->out_of_bounds) {
        *lane = 0;
        *lanes = e->place.lanes;
        return true;
    }
    uint32_t words = (e->place.lanes + 31) / 32, end = 0; /* of the range, in lanes */
    *lane = 0;
    for (uint32_t i = 0; i < words; i++) {
        uint32_t bits = active_word(e, i);
        if (!bits)
            continue;
        uint32_t from = (uint32_t)__builtin_ctz(bits), run = bits >> from;
        if ((run & (run + 1)) || (end && i * 32 + from != end))
            return false;
        if (!end)
            *lane = i * 32 + from;
        end = (i + 1) * 32 - (uint32_t)__builtin_clz(bits);
    }
    *lanes = end - *lane;
    return end > 0;
}

/* Can invocations `stride` bytes apart be a piece? Not when several write the same word. */
static bool is_regular(const Entry *n, int32_t stride) {
    int32_t bytes = n->e->bytes;
    if (stride == 0)
        return !access_writes(n->access->kind);
    return (stride >= bytes || -stride >= bytes) && stride % (1 << n->shift) == 0;
}

/* Of irregular lanes. */
static bool enter_lanes(Entry *n, uint32_t from, uint32_t bits) {
    if (is_workgroup(n) && !n->object->detailed && access_writes(n->access->kind))
        return shadow_put_off_store(n->pool, n->shadow, n->id, n->e, from, bits);
    return shadow_detail(n->pool, n->shadow, n->access->object) &&
           shadow_touch_lanes(n->pool, n->shadow, n->id, n->e, from, bits);
}

/* Neighbours among the lanes of a chunk that use words one after the other. */
static bool enter_neighbours(Entry *n, uint32_t from, uint32_t bits) {
    enum { MOST = 3 }; /* pieces; what is more is not regular */
    const uint32_t *address = n->e->used + from;
    uint32_t first[MOST], end[MOST], pieces = 0, rest = bits;
    for (; rest && pieces < MOST; pieces++) {
        uint32_t lane = (uint32_t)__builtin_ctz(rest), at = lane + 1;
        while (at < SHADOW_CHUNK && (rest >> at & 1) &&
               address[at] == address[at - 1] + n->e->bytes)
            at++;
        first[pieces] = lane;
        end[pieces] = at;
        rest &= ~((1u << at) - 1);
    }
    if (rest)
        return enter_lanes(n, from, bits);
    for (uint32_t i = 0; i < pieces; i++)
        if (!add_lanes(n, from + first[i], end[i] - first[i], n->words))
            return false;
    return true;
}

static bool enter_chunk(Entry *n, uint32_t from, uint32_t bits) {
    const uint32_t *address = n->e->used + from;
    enum { ALL = (1 << SHADOW_CHUNK) - 1 };
    if (bits == ALL && shadow_is_run(address, n->e->bytes))
        return add_lanes(n, from, SHADOW_CHUNK, n->words);
    if (bits == ALL && is_regular(n, 0) && shadow_is_run(address, 0))
        return add_lanes(n, from, SHADOW_CHUNK, 0);
    return enter_neighbours(n, from, bits);
}

static Entry entry_of(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e) {
    const SharedAccess *a = &s->table->access.at[access];
    uint32_t shift = s->table->object[a->object].shift;
    return (Entry){p, s, e, a, access, &s->object[a->object], shift, (uint8_t)(e->bytes >> shift)};
}

static uint32_t magnitude(int32_t x) {
    return x < 0 ? 0u - (uint32_t)x : (uint32_t)x;
}

/* May rows be one piece? If they write, one row has to lie behind the other, or all between two
 * lanes of the first. */
static bool are_regular_rows(const Entry *n, const Shape *s) {
    uint64_t along = magnitude(s->stride), down = magnitude(s->pitch), bytes = n->e->bytes;
    if (s->pitch % (1 << n->shift) != 0 || along >> 24 || down >> 24)
        return false;
    return !access_writes(n->access->kind) || along * (s->lanes - 1) + bytes <= down ||
           (down >= bytes && down * (s->rows - 1) + bytes <= along);
}

/* The whole event as one piece, if it is one. Stores of a part of a vector are not: they may stand
 * for more words than they have. */
static bool is_one_piece(const Entry *n, Piece *p) {
    uint32_t lane, lanes;
    if (n->access->vector_bytes || !one_range(n->e, &lane, &lanes))
        return false;
    if (n->e->affine) { /* most are, and need no Shape to be put together and taken apart */
        *p = make_piece(n, lane, lanes, n->e->stride >> n->shift);
        return lanes < 2 || is_regular(n, n->e->stride);
    }
    Shape s = shape_of(&n->pool->shapes, n->e, lane, lanes);
    if (!s.lanes || (s.lanes > 1 && !is_regular(n, s.stride)) ||
        (s.rows > 1 && !are_regular_rows(n, &s)))
        return false;
    *p = make_piece(n, lane, s.lanes, s.stride >> n->shift);
    p->rows = (uint16_t)s.rows;
    p->pitch = s.pitch >> n->shift;
    return true;
}

static bool enter_event(Entry *n) {
    Piece p;
    if (is_one_piece(n, &p))
        return add_piece(n, p);
    for (uint32_t i = 0; i < n->e->place.lanes; i += SHADOW_CHUNK) {
        uint32_t bits = active_word(n->e, i / 32) >> i % 32 & ((1u << SHADOW_CHUNK) - 1);
        bool ok = true;
        if (bits && !n->access->vector_bytes)
            ok = enter_chunk(n, i, bits);
        else if (bits)
            ok = shadow_detail(n->pool, n->shadow, n->access->object) &&
                 shadow_touch_lanes(n->pool, n->shadow, n->id, n->e, i, bits);
        if (!ok)
            return false;
    }
    return true;
}

bool shadow_enter_now(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e) {
    Entry n = entry_of(p, s, access, e);
    return enter_event(&n);
}

static bool put_off(Entry *n) {
    Piece p;
    return is_one_piece(n, &p) ? shadow_put_off_piece(n->pool, n->shadow, &p)
                               : shadow_put_off_load(n->pool, n->shadow, n->id, n->e);
}

bool shadow_enter(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e) {
    Entry n = entry_of(p, s, access, e);
    return is_workgroup(&n) && !access_writes(n.access->kind) ? put_off(&n) : enter_event(&n);
}

/* ---- do invocations meet? ---- */

typedef struct Range {
    uint32_t lo, hi; /* words */
    Piece piece;
} Range;

/* Do two pieces surely not meet in one word, or only by the same invocation, or without harm? */
static bool are_apart(const AccessTable *t, const Piece *a, const Piece *b) {
    if (!access_clash(t->access.at[a->access].kind, t->access.at[b->access].kind) ||
        piece_same_use(a, b))
        return true;
    if (a->stride != b->stride || a->stride <= 0 || a->rows > 1 || b->rows > 1)
        return false;
    /* in step, and the words of the one between those of the other? */
    uint32_t step = (uint32_t)a->stride;
    uint32_t gap =
        a->word < b->word ? (b->word - a->word) % step : (step - (a->word - b->word) % step) % step;
    return gap >= a->each && gap + b->each <= step;
}

static int compare_starts(const void *x, const void *y) {
    const Range *a = x, *b = y;
    return a->lo < b->lo ? -1 : a->lo > b->lo;
}

static void sort_by_start(Range *r, uint32_t n) {
    bool sorted = true;
    for (uint32_t i = 1; i < n; i++)
        sorted &= r[i - 1].lo <= r[i].lo;
    if (!sorted)
        qsort(r, n, sizeof *r, compare_starts);
}

static bool ranges_are_apart(const AccessTable *t, Range *r, uint32_t n) {
    enum { MOST_TESTS = 4096 };
    uint32_t tests = 0, end = 0;
    for (uint32_t i = 0; i < n; i++)
        piece_range(&r[i].piece, &r[i].lo, &r[i].hi);
    sort_by_start(r, n);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = i; r[i].lo < end && k-- > 0;)
            if (r[k].hi > r[i].lo &&
                (++tests > MOST_TESTS || !are_apart(t, &r[k].piece, &r[i].piece)))
                return false;
        end = r[i].hi > end ? r[i].hi : end;
    }
    return true;
}

/* Pieces as they are; if that does not show it, row by row. */
static bool pieces_are_apart(const AccessTable *t, const ShadowObject *o) {
    Range r[SHADOW_PIECES];
    uint32_t rows = 0;
    for (uint32_t i = 0; i < o->pieces; i++) {
        r[i].piece = o->piece[i];
        rows += o->piece[i].rows;
    }
    if (ranges_are_apart(t, r, o->pieces))
        return true;
    if (rows == o->pieces || rows > SHADOW_PIECES)
        return false;
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->pieces; i++)
        for (uint32_t k = 0; k < o->piece[i].rows; k++)
            r[n++].piece = piece_row(&o->piece[i], k);
    return ranges_are_apart(t, r, n);
}

bool shadow_detail(ShadowPool *p, Shadow *s, uint32_t object) {
    ShadowObject *o = &s->object[object];
    if (o->detailed)
        return true;
    o->detailed = true;
    for (uint32_t i = 0; i < o->pieces; i++)
        if (!shadow_touch_piece(p, s, &o->piece[i]))
            return false;
    o->pieces = 0;
    return !o->marked || shadow_touch_stores(p, s, object);
}

/* Do pieces not meet irregular stores? */
static bool pieces_are_unmarked(const Shadow *s, uint32_t object) {
    const ShadowObject *o = &s->object[object];
    uint32_t base = s->table->module->objects.at[object].offset >> s->table->object[object].shift;
    for (uint32_t i = 0; i < o->pieces && o->marked; i++)
        for (uint32_t k = 0; k < o->piece[i].rows; k++) {
            Piece row = piece_row(&o->piece[i], k);
            if (piece_meets(&row, o->marks, base))
                return false;
        }
    return true;
}

bool shadow_settle(ShadowPool *p, Shadow *s, ShadowSpace space) {
    bool ok = space != SHADOW_WORKGROUP || shadow_catch_up(p, s, false);
    for (uint32_t i = 1; ok && i < s->table->module->objects.len; i++) {
        const ShadowObject *o = &s->object[i];
        if (!o->written || !shadow_is_in(s->table, i, space))
            continue;
        if (o->detailed || !pieces_are_apart(s->table, o) || !pieces_are_unmarked(s, i))
            ok = shadow_detail(p, s, i);
    }
    return ok;
}
