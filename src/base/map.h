/* A hash map from strings to pointers, in an arena. Keys are not copied. Iterate over `entry` in
 * order of insertion. */
#ifndef LW_BASE_MAP_H
#define LW_BASE_MAP_H

#include "base/str.h"
#include "base/vec.h"

typedef struct MapEntry {
    Str key;
    void *value;
} MapEntry;

typedef struct Map {
    Arena *arena;
    VEC(MapEntry) entry;
    uint32_t *slot; /* index + 1 into entry; 0: free */
    uint32_t slots; /* a power of two, or 0 */
} Map;

/* The value of a key, or NULL. */
void *map_get(const Map *m, Str key);
/* Sets a key; returns the value it had before, or NULL. */
void *map_set(Map *m, Str key, void *value);

uint64_t hash_bytes(const void *p, size_t n);

#endif
