/* Accesses of workgroup memory, put off until the next barrier.
 *
 * Loads: most are of what was written before the last barrier, and then nothing needs to be known
 * of them. Irregular stores: a bit for each word shows whether two invocations meet. */
#include <string.h>

#include "observe/shadow.h"

enum { LOG_WORDS = 1 << 16 };

typedef enum LogKind { LOG_PIECE, LOG_LOAD, LOG_STORE, LOG_DONE } LogKind;

/* An entry of the log. Behind it: the piece; of a load the mask and the addresses; of a store the
 * addresses and the values of a chunk's lanes, component by component. */
typedef struct Logged {
    uint32_t size; /* words of it all */
    LogKind kind;
    uint32_t access, object;
    uint32_t first_lane, lanes;
    uint32_t bits; /* of a store: the lanes */
    uint32_t bytes;
} Logged;

enum { HEAD_WORDS = sizeof(Logged) / sizeof(uint32_t) };

static Logged *logged_at(const Shadow *s, uint32_t at) {
    return (Logged *)(void *)(s->log + at);
}

/* Room for an entry with `words` behind it; its words in *behind. NULL when memory is short. */
static Logged *append(ShadowPool *p, Shadow *s, uint32_t words, uint32_t **behind) {
    uint32_t size = (HEAD_WORDS + words + 1) / 2 * 2; /* pieces have a pointer */
    if (!s->log && !(s->log = blocks_allocate(&p->blocks, LOG_WORDS * sizeof *s->log)))
        return NULL;
    if (s->logged + size > LOG_WORDS && !shadow_catch_up(p, s, true))
        return NULL;
    Logged *l = logged_at(s, s->logged);
    *l = (Logged){.size = size};
    *behind = s->log + s->logged + HEAD_WORDS;
    s->logged += size;
    return l;
}

bool shadow_put_off_piece(ShadowPool *p, Shadow *s, const Piece *piece) {
    uint32_t *behind;
    Logged *l = append(p, s, sizeof *piece / sizeof *behind, &behind);
    if (!l)
        return false;
    l->kind = LOG_PIECE;
    l->object = s->table->access.at[piece->access].object;
    memcpy(behind, piece, sizeof *piece);
    return true;
}

bool shadow_put_off_load(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e) {
    uint32_t words = (e->place.lanes + 31) / 32, *mask;
    Logged *l = append(p, s, words + e->place.lanes, &mask);
    if (!l)
        return false;
    l->kind = LOG_LOAD;
    l->access = access;
    l->object = e->object;
    l->first_lane = e->place.first_lane;
    l->lanes = e->place.lanes;
    l->bytes = e->bytes;
    for (uint32_t i = 0; i < words; i++)
        mask[i] = e->place.mask[i] & (e->out_of_bounds ? ~e->out_of_bounds[i] : ~0u);
    memcpy(mask + words, e->used, e->place.lanes * sizeof *e->used);
    return true;
}

/* ---- irregular stores ---- */

static uint32_t components_of(const SharedAccess *a, uint32_t bytes) {
    return access_stores(a->kind) ? bytes / (a->type == IR_F16 ? 2 : 4) : 0;
}

/* Sets the bits of the words that some lanes write. False when one was set before. */
static bool mark_lanes(const Shadow *s, ShadowObject *o, const Logged *l, const uint32_t *address) {
    uint32_t shift = s->table->object[l->object].shift, words = l->bytes >> shift;
    uint32_t base = s->table->module->objects.at[l->object].offset >> shift, met = 0;
    for (uint32_t bits = l->bits; bits; bits &= bits - 1) {
        uint32_t word = (address[__builtin_ctz(bits)] >> shift) - base;
        for (uint32_t i = 0; i < words; i++, word++) {
            met |= o->marks[word / 32] & 1u << word % 32;
            o->marks[word / 32] |= 1u << word % 32;
        }
    }
    return met == 0;
}

bool shadow_put_off_store(ShadowPool *p, Shadow *s, uint32_t access, const MemoryEvent *e,
                          uint32_t from, uint32_t bits) {
    const SharedAccess *a = &s->table->access.at[access];
    ShadowObject *o = &s->object[a->object];
    uint32_t components = components_of(a, e->bytes), *behind;
    Logged *l = append(p, s, SHADOW_CHUNK * (1 + components), &behind);
    if (!l)
        return false;
    if (!o->marks && !(o->marks = blocks_allocate(&p->blocks, shadow_marks_size(s, a->object))))
        return false;
    l->kind = LOG_STORE;
    l->access = access;
    l->object = a->object;
    l->first_lane = e->place.first_lane + from;
    l->lanes = SHADOW_CHUNK;
    l->bits = bits;
    l->bytes = e->bytes;
    memcpy(behind, e->used + from, SHADOW_CHUNK * sizeof *behind);
    for (uint32_t i = 0; i < components; i++)
        memcpy(behind + (i + 1) * SHADOW_CHUNK, e->value[i] + from, SHADOW_CHUNK * sizeof *behind);
    o->written = o->marked = true;
    return mark_lanes(s, o, l, behind) || shadow_detail(p, s, a->object);
}

/* ---- later ---- */

static bool enter_load(ShadowPool *p, Shadow *s, const Logged *l) {
    const uint32_t *mask = (const uint32_t *)(const void *)(l + 1);
    MemoryEvent e = {.place = {.first_lane = l->first_lane, .lanes = l->lanes, .mask = mask},
                     .bytes = (uint8_t)l->bytes,
                     .used = mask + (l->lanes + 31) / 32};
    return shadow_enter_now(p, s, l->access, &e);
}

static bool touch_store(ShadowPool *p, Shadow *s, const Logged *l) {
    const uint32_t *address = (const uint32_t *)(const void *)(l + 1);
    const uint32_t *value[4];
    for (uint32_t i = 0; i < 4; i++)
        value[i] = address + (i + 1) * SHADOW_CHUNK;
    MemoryEvent e = {.place = {.first_lane = l->first_lane, .lanes = l->lanes},
                     .bytes = (uint8_t)l->bytes,
                     .used = address,
                     .value = value};
    return shadow_touch_lanes(p, s, l->access, &e, 0, l->bits);
}

bool shadow_touch_stores(ShadowPool *p, Shadow *s, uint32_t object) {
    bool ok = true;
    for (uint32_t at = 0; ok && at < s->logged; at += logged_at(s, at)->size) {
        Logged *l = logged_at(s, at);
        if (l->kind != LOG_STORE || l->object != object)
            continue;
        l->kind = LOG_DONE;
        ok = touch_store(p, s, l);
    }
    return ok;
}

static bool catch_up(ShadowPool *p, Shadow *s, const Logged *l) {
    switch (l->kind) {
    case LOG_PIECE: return shadow_enter_piece(p, s, (const Piece *)(const void *)(l + 1));
    case LOG_LOAD: return enter_load(p, s, l);
    case LOG_STORE:
    case LOG_DONE: break;
    }
    return true;
}

bool shadow_catch_up(ShadowPool *p, Shadow *s, bool all) {
    bool ok = true;
    for (uint32_t i = 1; ok && all && i < s->table->module->objects.len; i++)
        if (s->object[i].marked)
            ok = shadow_detail(p, s, i);
    for (uint32_t at = 0; ok && at < s->logged; at += logged_at(s, at)->size) {
        const Logged *l = logged_at(s, at);
        if (all || s->object[l->object].written)
            ok = catch_up(p, s, l);
    }
    if (all)
        s->logged = 0;
    return ok;
}
