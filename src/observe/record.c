#include "observe/record.h"

#include <stdlib.h>
#include <string.h>

/* Makes room for `more` items of `size` bytes behind `len` of them. */
static bool reserve(void **at, uint32_t *cap, uint32_t len, uint32_t more, size_t size) {
    if (len + more <= *cap)
        return true;
    uint32_t n = *cap ? *cap * 2 : 64;
    while (n < len + more)
        n *= 2;
    void *p = realloc(*at, n * size);
    if (!p)
        return false;
    *at = p;
    *cap = n;
    return true;
}

bool record_add(RecordedAccess *r, const Record *one, const uint32_t *address) {
    uint32_t lanes = one->lanes;
    if (r->records >= RECORD_MOST)
        return true;
    void *record = r->record, *pool = r->pool;
    bool ok = reserve(&record, &r->record_cap, r->records, 1, sizeof *r->record) &&
              reserve(&pool, &r->pool_cap, r->pool_len, lanes, sizeof *r->pool);
    r->record = record;
    r->pool = pool;
    if (!ok)
        return false;
    r->record[r->records] = *one;
    r->record[r->records++].at = r->pool_len;
    memcpy(r->pool + r->pool_len, address, lanes * sizeof *address);
    r->pool_len += lanes;
    return true;
}

RecordedAccess record_copy(Arena *arena, const RecordedAccess *r) {
    RecordedAccess copy = *r;
    copy.record = arena_array(arena, Record, r->records);
    copy.pool = arena_array(arena, uint32_t, r->pool_len);
    if (r->records) {
        memcpy(copy.record, r->record, r->records * sizeof *r->record);
        memcpy(copy.pool, r->pool, r->pool_len * sizeof *r->pool);
    }
    return copy;
}

void record_free(RecordedAccess *r) {
    free(r->record);
    free(r->pool);
    r->record = NULL;
    r->pool = NULL;
    r->records = r->record_cap = r->pool_len = r->pool_cap = 0;
}
