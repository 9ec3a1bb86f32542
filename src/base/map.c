#include "base/map.h"

#include <string.h>

/* A multiplication carries bits upwards only; the shift brings them down again. */
static uint64_t mix(uint64_t h, uint64_t word) {
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 32);
}

/* Eight bytes at a time: keys may be some thousand bytes long. */
uint64_t hash_bytes(const void *p, size_t n) {
    const uint8_t *b = p;
    uint64_t h = n, word = 0;
    for (; n >= sizeof word; n -= sizeof word, b += sizeof word) {
        memcpy(&word, b, sizeof word);
        h = mix(h, word);
    }
    word = 0;
    memcpy(&word, b, n);
    return mix(h, word);
}

/* The slot that holds the key, or the free one where it belongs. */
static uint32_t find(const Map *m, Str key) {
    uint32_t i = (uint32_t)hash_bytes(key.at, key.len) & (m->slots - 1);
    while (m->slot[i] && !str_eq(m->entry.at[m->slot[i] - 1].key, key))
        i = (i + 1) & (m->slots - 1);
    return i;
}

void *map_get(const Map *m, Str key) {
    if (!m->slots)
        return NULL;
    uint32_t s = m->slot[find(m, key)];
    return s ? m->entry.at[s - 1].value : NULL;
}

static void rehash(Map *m, uint32_t slots) {
    m->slot = arena_array(m->arena, uint32_t, slots);
    m->slots = slots;
    for (uint32_t i = 0; i < m->entry.len; i++)
        m->slot[find(m, m->entry.at[i].key)] = i + 1;
}

void *map_set(Map *m, Str key, void *value) {
    if (m->entry.len * 2 >= m->slots)
        rehash(m, m->slots ? m->slots * 2 : 16);
    uint32_t i = find(m, key);
    if (m->slot[i]) {
        MapEntry *e = &m->entry.at[m->slot[i] - 1];
        void *old = e->value;
        e->value = value;
        return old;
    }
    vec_push(m->arena, &m->entry, (MapEntry){key, value});
    m->slot[i] = m->entry.len;
    return NULL;
}
