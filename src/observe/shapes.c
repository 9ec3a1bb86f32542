#include "observe/shapes.h"

/* Addresses are compared by chunks, whose loops become vector code. */
enum { CHUNK = 16 };

/* How many lanes of those from a[0] on are a constant distance apart; at least 2. */
static uint32_t length_of_row(const uint32_t *a, uint32_t lanes) {
    uint32_t n = 2, step = a[1] - a[0];
    while (n < lanes && a[n] - a[n - 1] == step)
        n++;
    return n;
}

/* Are all lanes of rows from the second on `pitch` bytes behind those of the row before? */
static bool is_pitched(const uint32_t *a, uint32_t row, uint32_t lanes, uint32_t pitch) {
    uint32_t i = row;
    for (; i + CHUNK <= lanes; i += CHUNK) {
        uint32_t differs = 0;
        for (uint32_t k = i; k < i + CHUNK; k++)
            differs |= (a[k] - a[k - row]) ^ pitch;
        if (differs)
            return false;
    }
    for (; i < lanes; i++)
        if (a[i] - a[i - row] != pitch)
            return false;
    return true;
}

static Shape find_shape(const uint32_t *a, uint32_t lanes) {
    enum { LEAST = 4 }; /* lanes of a row, where there are several */
    if (lanes < 2)
        return (Shape){lanes, 1, 0, 0};
    uint32_t row = length_of_row(a, lanes);
    int32_t stride = (int32_t)(a[1] - a[0]);
    if (row == lanes)
        return (Shape){lanes, 1, stride, 0};
    uint32_t pitch = a[row] - a[0];
    if (row < LEAST || lanes % row || !is_pitched(a, row, lanes, pitch))
        return (Shape){0};
    return (Shape){row, lanes / row, stride, (int32_t)pitch};
}

Shape shape_of(ShapeTable *t, const MemoryEvent *e, uint32_t lane, uint32_t lanes) {
    if (e->affine)
        return (Shape){lanes, 1, e->stride, 0};
    if (!e->fixed)
        return find_shape(e->used + lane, lanes);
    uint32_t first = e->place.first_lane + lane;
    uint32_t slot = (e->instruction * 2654435761u ^ first * 40503u ^ lanes) % SHAPES_KNOWN;
    KnownShape *k = &t->known[slot];
    if (k->instruction != e->instruction || k->first != first || k->lanes != lanes)
        *k = (KnownShape){e->instruction, first, lanes, find_shape(e->used + lane, lanes)};
    return k->shape;
}
