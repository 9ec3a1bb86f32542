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

/* Are the addresses those in the pool, all moved by the same? */
static bool is_shifted(const uint32_t *pool, const uint32_t *address, uint32_t lanes) {
    uint32_t shift = address[0] - pool[0], differ = 0;
    for (uint32_t i = 0; i < lanes; i++)
        differ |= (address[i] - pool[i]) ^ shift;
    return !differ;
}

/* Puts addresses into the pool, unless the last execution has the same but for a shift, as most
 * have: then it takes the place of those. */
static bool place_addresses(RecordedAccess *r, Record *one, const uint32_t *address) {
    const Record *last = r->records ? &r->record[r->records - 1] : NULL;
    if (last && last->lanes == one->lanes &&
        is_shifted(r->pool + last->at, address, one->lanes)) {
        one->at = last->at;
        one->shift = address[0] - r->pool[last->at];
        return true;
    }
    void *pool = r->pool;
    bool ok = reserve(&pool, &r->pool_cap, r->pool_len, one->lanes, sizeof *r->pool);
    r->pool = pool;
    if (!ok)
        return false;
    one->at = r->pool_len;
    one->shift = 0;
    memcpy(r->pool + r->pool_len, address, one->lanes * sizeof *address);
    r->pool_len += one->lanes;
    return true;
}

bool record_add(RecordedAccess *r, const Record *one, const uint32_t *address) {
    if (r->records >= RECORD_MOST)
        return true;
    void *record = r->record;
    bool ok = reserve(&record, &r->record_cap, r->records, 1, sizeof *r->record);
    r->record = record;
    if (!ok)
        return false;
    r->record[r->records] = *one;
    ok = place_addresses(r, &r->record[r->records], address);
    r->records += ok;
    return ok;
}

void record_addresses(const RecordedAccess *r, const Record *one, uint32_t address[HW_MAX_LANES]) {
    const uint32_t *from = r->pool + one->at;
    for (uint32_t i = 0; i < one->lanes; i++)
        address[i] = from[i] + one->shift;
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
