/* A hash map from strings to pointers, in an arena. Keys are not copied. Iterate over `entry` in
 * order of insertion. */
#ifndef LW_BASE_MAP_H
#define LW_BASE_MAP_H

#include "base/str.h"
#include "base/vec.h"

typedef struct MapEntry {
    Str key;
    uint32_t hash;
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
/* Makes room for so many keys at once. */
void map_reserve(Map *m, uint32_t keys);
/* Sets a key; returns the value it had before, or NULL. */
void *map_set(Map *m, Str key, void *value);

#endif
