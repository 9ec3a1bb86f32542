/* Masks: bits, and the window of lanes around those that are set. */
#include "engine/unit.h"

#include <string.h>

void mask_settle(const Unit *u, Mask *m, uint32_t from, uint32_t to) {
    while (from < to && !m->word[from])
        from++;
    while (to > from && !m->word[to - 1])
        to--;
    bool full = true;
    for (uint32_t i = from; i < to; i++)
        full &= m->word[i] == u->all[i];
    m->full = full;
    m->lanes = NULL;
    m->lo = from * WINDOW;
    m->hi = to * WINDOW < u->padded ? to * WINDOW : u->padded;
    if (from == to)
        m->lo = m->hi = 0;
}

void mask_copy(const Unit *u, Mask *d, const Mask *s) {
    if (d != s)
        memcpy(d, s, sizeof *d + u->words * sizeof d->word[0]);
}

void mask_lanes_make(const Worker *w, const Unit *u, uint32_t slot) {
    Mask *m = unit_mask(u, slot);
    m->lanes = unit_register(u, u->code->mask_first + slot);
    w->ops->from_bits(m->lanes + m->lo, m->word + m->lo / WINDOW, m->hi - m->lo);
}

/* Of a mask with some lane. */
uint32_t mask_last_lane(const Mask *m) {
    uint32_t i = (m->hi - 1) / WINDOW;
    return i * WINDOW + 31 - (uint32_t)__builtin_clz(m->word[i]);
}
