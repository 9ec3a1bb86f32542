#include "base/map.h"

static uint64_t load(const char *p, size_t n) {
    uint64_t w = 0;
    memcpy(&w, p, n);
    return w;
}

static uint64_t mix(uint64_t h, uint64_t w) {
    h = (h ^ w) * 0x9e3779b97f4a7c15u; /* 2^64 by the golden ratio: Knuth's multiplier */
    return h ^ h >> 32;
}

/* Eight bytes at a time, then what is left: its two halves overlap where it is no power of two. */
static uint32_t hash_key(Str key) {
    const char *p = key.at;
    uint32_t n = key.len;
    uint64_t h = n;
    for (; n >= 8; p += 8, n -= 8)
        h = mix(h, load(p, 8));
    if (n >= 4)
        h = mix(h, load(p, 4) << 32 | load(p + n - 4, 4));
    else if (n >= 2)
        h = mix(h, load(p, 2) << 32 | load(p + n - 2, 2));
    else if (n)
        h = mix(h, (uint8_t)*p);
    return (uint32_t)h;
}

/* The slot that holds the key, or the free one where it belongs. */
static uint32_t find(const Map *m, Str key, uint32_t hash) {
    uint32_t i = hash & (m->slots - 1);
    for (; m->slot[i]; i = (i + 1) & (m->slots - 1)) {
        const MapEntry *e = &m->entry.at[m->slot[i] - 1];
        if (e->hash == hash && str_eq(e->key, key))
            break;
    }
    return i;
}

void *map_get(const Map *m, Str key) {
    if (!m->slots)
        return NULL;
    uint32_t s = m->slot[find(m, key, hash_key(key))];
    return s ? m->entry.at[s - 1].value : NULL;
}

static void rehash(Map *m, uint32_t slots) {
    m->slot = arena_array(m->arena, uint32_t, slots);
    m->slots = slots;
    for (uint32_t k = 0; k < m->entry.len; k++) {
        uint32_t i = m->entry.at[k].hash & (slots - 1);
        while (m->slot[i])
            i = (i + 1) & (slots - 1);
        m->slot[i] = k + 1;
    }
}

void map_reserve(Map *m, uint32_t keys) {
    uint32_t slots = m->slots ? m->slots : 16;
    while (slots / 2 < keys && slots < 1u << 31)
        slots *= 2;
    vec_reserve(m->arena, &m->entry, keys);
    if (slots > m->slots)
        rehash(m, slots);
}

void *map_set(Map *m, Str key, void *value) {
    if (m->entry.len * 2 >= m->slots)
        rehash(m, m->slots ? m->slots * 2 : 16);
    uint32_t hash = hash_key(key), i = find(m, key, hash);
    if (m->slot[i]) {
        MapEntry *e = &m->entry.at[m->slot[i] - 1];
        void *old = e->value;
        e->value = value;
        return old;
    }
    vec_push(m->arena, &m->entry, (MapEntry){key, hash, value});
    m->slot[i] = m->entry.len;
    return NULL;
}
